"""The layers: imports go down, there are no circles, and light modules stay light.

When a value displays itself, `analyzer/displayable.py`, at the bottom, loads `report/display` by name. This
is the only call that goes up; it is not an import statement.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter

import pytest
from suite import DATA, ROOT

PACKAGE = ROOT / "analyzer"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

LAYERS = [
    "ground",
    "game",
    "bets",
    "census",
    "analysis",
    "play",
    "audit",
    "catalog",
    "phrases",
    "render",
    "records",
    "ask",
    "report",
    "web",
    "publish",
    "cli",
]
"""The layers from the bottom up; a module imports from its own layer and from lower ones."""

IN_NO_FOLDER = {
    "displayable.py": "ground",
    "errors.py": "ground",
    "exact.py": "ground",
    "files.py": "ground",
    "given.py": "ground",
    "heavy.py": "ground",
    "rates.py": "ground",
    "text.py": "ground",
    "widgets.py": "web",
    "__main__.py": "cli",
}

FACE = "__init__.py"
"""The public names, loaded on first use; the tests of light modules check this."""

LONGEST = 400

EXACT = [name for name in LAYERS if name not in ("render", "report", "web", "publish", "cli")]
EXACT_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
"""The functions of `math` that map integers to integers."""

UNLIKELY = "how unlikely a record is: an estimate, and labelled as one"
FLOATS = {
    "errors.py": ({"0.6"}, "how alike two words must be for a suggestion; no figure of the game"),
    "census/polynomials.py": ({"np.float64"}, "the number type where every partial sum is below 2**53"),
    "census/known_card.py": (
        {"np.float64"},
        "weights, or parts of 30 bits of them, whose sums are below 2**53",
    ),
    "exact.py": ({"float", "math.inf"}, "the float nearest to a ratio, or to the root of one"),
    **dict.fromkeys(
        (
            "analysis/valuation.py",
            "analysis/score.py",
            "analysis/design/space.py",
            "analysis/money/joint.py",
            "analysis/money/portfolio.py",
        ),
        ({"float"}, "the type of a root, the float nearest to it; nothing is computed with it"),
    ),
    "census/program.py": ({"np.float64"}, "dealing orders, small integers, for sums below 2**53"),
    "census/_kernel_py.py": ({"np.float64"}, "what the Python twin counts in where sums are below 2**53"),
    "census/_shoes_py.py": ({"np.float64"}, "an EV is the correctly rounded quotient of two integers"),
    "analysis/design/variance.py": ({"np.float64"}, "near a variance by a proven error; integers decide"),
    "analysis/batch.py": ({"float", "np.float64"}, "an EV is the correctly rounded quotient of two integers"),
    "records/fields.py": ({"0.8"}, "how alike a column and a known one must be; no figure"),
    "play/evidence/composition.py": ({"0.0", "0.5", "float"}, UNLIKELY),
    "play/evidence/copies.py": ({"0.0", "1.0", "1.01", "float"}, UNLIKELY),
    "play/evidence/judge.py": ({"float", "np.float64"}, UNLIKELY),
    "play/evidence/order.py": ({"0.0", "0.5", "1.0", "float", "np.float64"}, UNLIKELY),
    "play/evidence/patterns.py": ({"float"}, UNLIKELY),
    "play/evidence/plan.py": ({"1.0", "math.ceil"}, UNLIKELY),
    "play/evidence/power.py": (
        {"0.0", "0.01", "0.05", "0.1", "0.5", "0.75", "0.9", "1.0", "10000.0", "2.0", "9.0", "float"}
        | {f"math.{name}" for name in ("ceil", "erfc", "exp", "gamma", "inf", "log", "sqrt")},
        UNLIKELY,
    ),
    "play/evidence/statistics.py": (
        {"0.0", "0.5", "1.0", "1e-09", "1e-12", "1e-13", "1e-14", "float", "np.float64"}
        | {f"math.{name}" for name in ("erfc", "exp", "gamma", "lgamma", "log", "sqrt")},
        UNLIKELY,
    ),
    "play/evidence/sums.py": ({"np.float64"}, UNLIKELY),
    "play/evidence/tails.py": ({"0.0", "1.0", "1e-18", "2.0", "float", "math.ceil", "math.sqrt"}, UNLIKELY),
}
"""Floats below the renderer, by module, with the reason why they are exact or harmless."""


def layer(module: str) -> str:
    """The layer of a module."""
    return IN_NO_FOLDER[module] if module in IN_NO_FOLDER else module.split("/", maxsplit=1)[0]


@cache
def tree(module: str) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"), module)


def module_file(dotted: str) -> str | None:
    """The file of `analyzer.a.b`; None if there is no such module."""
    path = "/".join(dotted.split(".")[1:])
    return next((name for name in (f"{path}.py", f"{path}/{FACE}".lstrip("/")) if name in MODULES), None)


def imports(module: str) -> set[str]:
    """The modules of the package that a module imports, anywhere in it, also if only for types."""
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names if alias.name.split(".")[0] == "analyzer"]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports relatively"
            if node.module is None or node.module.split(".")[0] != "analyzer":
                continue
            named = [
                deeper if module_file(deeper := f"{node.module}.{alias.name}") else node.module
                for alias in node.names
            ]
        else:
            continue
        for name in named:
            target = module_file(name)
            assert target, f"{module}:{node.lineno} imports {name}, which does not exist"
            found.add(target)
    # `from analyzer import __version__` reads a public name and loads no module.
    return found - {FACE}


LAYERED = [module for module in MODULES if module != FACE]


def test_imports_go_down() -> None:
    """A module imports from its own layer and from lower ones; there are no exceptions."""
    assert {layer(module) for module in LAYERED} == set(LAYERS)
    height = {module: LAYERS.index(layer(module)) for module in LAYERED}
    upward = {(one, other) for one in LAYERED for other in imports(one) if height[other] > height[one]}
    assert upward == set()


def test_mutation_testing_knows_the_layer_of_every_module() -> None:
    """Its table is read, not imported, because the campaign needs packages that the suite does not."""
    source = (ROOT / "tests" / "campaigns" / "mutants.py").read_text(encoding="utf-8")
    [table] = re.findall(r"^LAYERS = (\{.*?^\})", source, re.MULTILINE | re.DOTALL)
    layers = {part: name for name, parts in ast.literal_eval(table).items() for part in parts}
    assert {module: layers.get(module.partition("/")[0].removesuffix(".py")) for module in LAYERED} == {
        module: layer(module) for module in LAYERED
    }


def test_no_module_imports_itself_in_a_circle() -> None:
    TopologicalSorter({module: imports(module) for module in LAYERED}).prepare()


def test_no_module_is_too_long() -> None:
    lines = {name: len((PACKAGE / name).read_text(encoding="utf-8").splitlines()) for name in MODULES}
    assert {name: n for name, n in lines.items() if n > LONGEST} == {}


def floats(module: str) -> set[str]:
    """Float constants, `float` and numpy's floats in a module, and functions of `math` that return floats.

    `isinstance(x, float)` is allowed, because it only recognises a float in order to reject it.
    """
    found: set[str] = set()
    recognised: set[int] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            recognised |= {id(part) for part in ast.walk(node.args[1])}
        elif isinstance(node, ast.ImportFrom) and node.module in ("math", "cmath", "statistics", "random"):
            exact = EXACT_MATH if node.module == "math" else set()
            found |= {f"{node.module}.{alias.name}" for alias in node.names if alias.name not in exact}
        elif isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name in ("math", "cmath", "statistics", "random")}
        elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            found.add(repr(node.value))
        elif (isinstance(node, ast.Name) and node.id == "float" and id(node) not in recognised) or (
            isinstance(node, ast.Attribute) and node.attr.startswith(("float", "double", "longdouble"))
        ):
            found.add(ast.unparse(node))
    return found


def test_floats_appear_below_the_renderer_only_where_a_reason_is_given() -> None:
    found = {module: floats(module) for module in LAYERED if layer(module) in EXACT}
    assert {module: texts for module, texts in found.items() if texts} == {
        module: texts for module, (texts, _) in FLOATS.items()
    }


HEAVY = {
    *(
        "babel",
        "distributed",
        "lark",
        "matplotlib",
        "mpmath",
        "nanoarrow",
        "numpy",
        "pandas",
        "polars",
        "pydantic",
        "sympy",
        "tabulate",
    ),
    *("typst", "uvicorn", "xlsxwriter"),
}


def loaded(code: str) -> set[str]:
    """The modules in memory after some code has run in a new process."""
    names = "import sys; sys.stderr.write(' '.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{names}"], capture_output=True, text=True, check=True, timeout=60
    )
    return set(run.stderr.split()) - EMPTY


EMPTY = {"analyzer.audit", "analyzer.report"}
"""Subpackages that are always loaded, because a public function has the same name; not their modules."""


@pytest.mark.parametrize("name", ["audit", "bets", "report"])
def test_a_public_name_means_the_function_and_not_the_subpackage(name: str) -> None:
    first = f"import analyzer.{name}, analyzer.cli.main, analyzer.report.verdicts"
    for code in (f"import analyzer; analyzer.{name}", first):
        assert loaded(
            f"{code}\nimport analyzer, types\nassert callable(analyzer.{name})\nfrom analyzer import {name}"
        )


def test_importing_the_package_loads_few_modules() -> None:
    assert not loaded("import analyzer") & (HEAVY | {"typer"})


def test_help_loads_few_modules() -> None:
    code = "from analyzer.cli.main import main; assert main(['--help']) == 0"
    assert not loaded(code) & HEAVY


def test_help_of_a_command_loads_few_modules() -> None:
    code = "from analyzer.cli.main import main; assert main(['odds', '--help']) == 0"
    assert not loaded(code) & HEAVY


def test_reading_the_library_loads_nothing_else() -> None:
    code = "from analyzer.catalog import load; load.variant('classic'), load.rules('seven-up')"
    found = {tuple(name.split(".")) for name in loaded(code)}
    assert {name[1] for name in found if name[0] == "analyzer" and name[1:]} == {
        *("bets", "catalog", "displayable", "errors", "exact", "game", "given", "rates", "text"),
    }
    assert {name[2] for name in found if name[:2] == ("analyzer", "catalog") and name[2:]} == {
        *("load", "readers", "reference", "sorts", "toml_table"),
    }


@pytest.mark.parametrize("command", ["odds', '--bet', 'tie", "compare', 'tie/8', 'tie/9"])
def test_commands_without_a_plot_load_no_plotting_library(command: str) -> None:
    code = f"from analyzer.cli.main import main; assert main(['{command}']) == 0"
    assert "matplotlib" not in loaded(code)


def test_roads_load_few_modules() -> None:
    shoe = str(DATA / "roads" / "shoe.txt")
    code = f"from analyzer.cli.main import main; assert main(['roads', {shoe!r}, '--format', 'svg']) == 0"
    assert not loaded(code) & HEAVY


def test_odds_load_only_what_they_print() -> None:
    code = "from analyzer.cli.main import main; assert main(['odds', 'classic']) == 0"
    ours = {name.removeprefix("analyzer.") for name in loaded(code) if name.startswith("analyzer.")}
    assert {"analysis.odds", "ask.question", "render.formats.text"} < ours
    assert not loaded(code) & (HEAVY - {"lark", "numpy"} | {"importlib.metadata", "wcwidth"})
    assert not {name.partition(".")[0] for name in ours} & {"audit", "play", "publish", "records"}
    assert not ours & {
        "analysis.rule_sheet",
        "report.document",
        "catalog.claims",
        "catalog.search",
        "render.chart",
        "render.plot",
        "report.charts",
    }
