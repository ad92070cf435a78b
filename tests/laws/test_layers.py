"""The house: who may import whom, what stays light, how long a module may be, where floats may appear."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter

import pytest
from suite import DATA, ROOT

PACKAGE = ROOT / "analyzer"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

FLOORS = [
    "ground",
    "game",
    "bets",
    "census",
    "analysis",
    "play",
    "audit",
    "catalog",
    "publish",
    "api",
    "partly",
    "bench",
    "pit",
    "views",
    "cli",
]
"""From the ground up; a module imports from its own floor and from lower ones."""

IN_NO_FOLDER = {
    "errors.py": "ground",
    "exact.py": "ground",
    "languages.py": "ground",
    "message.py": "ground",
    "shown.py": "ground",
    "api.py": "api",
    "asked.py": "api",
    "audits.py": "api",
    "explained.py": "api",
    "rule_sheets.py": "api",
    "__main__.py": "cli",
}

FACE = "__init__.py"
"""Only names, for type checkers and to be fetched on first use; held by the tests of what is light."""

APART = ("analysis", "play")
"""Floors whose modules do not import each other, but for the pairs below."""

SIDEWAYS = {
    ("analysis/sweep/played.py", "analysis/sweep/tally.py"): "what has been played is its tally",
    ("analysis/sweep/played.py", "analysis/sweep/work.py"): "of some shoes to be played",
    ("analysis/sweep/run.py", "analysis/sweep/play.py"): "a run has chunks of shoes played",
    ("analysis/sweep/run.py", "analysis/sweep/played.py"): "and adds them to what has been played",
    ("analysis/sweep/run.py", "analysis/sweep/tally.py"): "each a tally",
    ("analysis/batch.py", "analysis/odds.py"): "many shoes ask of a bet what one shoe asks",
    (
        "analysis/lint.py",
        "analysis/odds.py",
    ): "a sheet's bets are split, and refused a coarse shoe, as odds are",
    ("analysis/score.py", "analysis/removal.py"): "tags follow the effects of removal",
    ("analysis/score.py", "analysis/count.py"): "what is scored is a count",
    ("analysis/counting.py", "analysis/count.py"): "and so are the best tags",
    ("analysis/counting.py", "analysis/odds.py"): "bets are split, and refused a coarse shoe, as odds are",
    ("analysis/counting.py", "analysis/score.py"): "counts are scored beside the best ones",
    ("analysis/counting.py", "analysis/tags.py"): "which are searched for",
    ("analysis/lint.py", "analysis/valuation.py"): "a bet's edge, hit rate and exposure are judged",
    ("analysis/closed_form/form.py", "analysis/closed_form/rational.py"): "a form is rational functions",
    ("analysis/closed_form/form.py", "analysis/odds.py"): "bets are left out as odds leave them out",
    ("analysis/closed_form/decks.py", "analysis/closed_form/form.py"): "forms are found",
    ("analysis/closed_form/decks.py", "analysis/closed_form/rational.py"): "through values",
    ("analysis/closed_form/decks.py", "analysis/odds.py"): "of bets split as for odds",
    ("analysis/closed_form/counts.py", "analysis/closed_form/falling.py"): "a form by counts is falling sums",
    ("analysis/closed_form/counts.py", "analysis/odds.py"): "which are held against odds",
    ("analysis/closed_form/written.py", "analysis/closed_form/rational.py"): "what is written is one",
    ("analysis/overlap.py", "analysis/odds.py"): "lines are split as for odds",
    ("analysis/overlap.py", "analysis/valuation.py"): "and held to how often each settles the bet",
    ("analysis/compare.py", "analysis/odds.py"): "what is compared is two reports",
    ("analysis/compare.py", "analysis/valuation.py"): "and bet by bet two valuations",
    ("analysis/odds.py", "analysis/valuation.py"): "a report is made of valuations",
    ("analysis/checks.py", "analysis/odds.py"): "what is checked is a report",
    ("analysis/rule_sheet.py", "analysis/checks.py"): "a rule sheet says what was checked",
    ("analysis/rule_sheet.py", "analysis/fresh.py"): "and what its bets are worth on other shoes",
    ("analysis/rule_sheet.py", "analysis/lint.py"): "and what is wrong with them as they are written",
    ("analysis/rule_sheet.py", "analysis/odds.py"): "of a report",
    ("analysis/rule_sheet.py", "analysis/valuation.py"): "and bets at other pays are valuations",
    ("analysis/sweep/work.py", "analysis/count.py"): "counts bet on the shoes played",
    ("analysis/sweep/work.py", "analysis/odds.py"): "a shoe is too coarse for a bet as it is for odds",
    ("analysis/sweep/work.py", "analysis/sweep/shuffle.py"): "which shuffle it is belongs to what is played",
    ("analysis/sweep/dealing.py", "analysis/sweep/shuffle.py"): "what is dealt is shuffled shoes",
    ("analysis/sweep/dealing.py", "analysis/sweep/work.py"): "of the work",
    ("analysis/sweep/tally.py", "analysis/sweep/work.py"): "a tally has the bets and the counts of a work",
    ("analysis/sweep/play.py", "analysis/batch.py"): "bets are valued on many shoes at once",
    ("analysis/sweep/play.py", "analysis/sweep/dealing.py"): "before every coup dealt",
    ("analysis/sweep/play.py", "analysis/sweep/tally.py"): "and added up",
    ("analysis/sweep/play.py", "analysis/sweep/work.py"): "as the work says",
    (
        "analysis/sweep/result.py",
        "analysis/batch.py",
    ): "what bets are worth on the full shoe is compared with",
    ("analysis/sweep/result.py", "analysis/count.py"): "how a count does is told of the count",
    ("analysis/sweep/result.py", "analysis/sweep/estimate.py"): "sums are read as estimates",
    ("analysis/sweep/result.py", "analysis/sweep/tally.py"): "the sums",
    ("analysis/sweep/result.py", "analysis/sweep/work.py"): "of a work",
    ("analysis/successive.py", "analysis/odds.py"): "bets are split, and refused a coarse shoe, as odds are",
    ("analysis/successive.py", "analysis/valuation.py"): "what is asked of the next coup are valuations",
    ("play/prediction/measured.py", "play/prediction/dealing.py"): "coups are measured that were dealt",
    ("play/prediction/measured.py", "play/prediction/said.py"): "by what roads said before them",
    ("play/prediction/prediction.py", "play/prediction/measured.py"): "beside what is exact",
    ("play/prediction/said.py", "play/roads/roads.py"): "what is said is said by roads",
    ("analysis/inside.py", "analysis/odds.py"): "totals that lie open leave bets out as odds do",
    ("analysis/inside.py", "analysis/valuation.py"): "what is asked of open totals are valuations",
    ("analysis/peek.py", "analysis/odds.py"): "a card known ahead is odds with a card dealt",
    ("analysis/peek.py", "analysis/valuation.py"): "what is asked of a known card are valuations",
    ("analysis/money/joint.py", "analysis/money/law.py"): "stakes on several bets have a law of their gain",
    ("analysis/money/joint.py", "analysis/odds.py"): "bets settled together are a report first, and more",
    ("analysis/money/joint.py", "analysis/valuation.py"): "which is made of valuations",
    ("analysis/money/portfolio.py", "analysis/money/joint.py"): "a portfolio is stakes on bets of one coup",
    ("analysis/money/portfolio.py", "analysis/money/law.py"): "what it gains has a law",
    ("analysis/money/portfolio.py", "analysis/valuation.py"): "and each bet of it is worth something alone",
    ("analysis/fresh.py", "analysis/odds.py"): "fresh shoes ask of a bet what one shoe asks",
    (
        "analysis/design/symbols.py",
        "analysis/design/polynomial.py",
    ): "a draft is worth a polynomial",
    ("analysis/design/solve.py", "analysis/design/polynomial.py"): "and so is how it moves with the decks",
    ("analysis/design/symbols.py", "analysis/valuation.py"): "the ways of a draft are those of a valuation",
    ("analysis/design/solve.py", "analysis/fresh.py"): "pays are solved for on fresh shoes of many sizes",
    ("analysis/design/solve.py", "analysis/design/symbols.py"): "what is solved are polynomials",
    ("play/dealing/dealing.py", "play/outcome.py"): "a dealt coup has an outcome",
    ("play/dealing/dealing.py", "play/record.py"): "and a dealt shoe can be written down",
    ("play/dealing/shoes.py", "play/dealing/dealing.py"): "shuffled shoes are dealt",
    ("play/replay/burn.py", "play/replay/fault.py"): "what is wrong with a burn is a fault",
    ("play/replay/burn.py", "play/record.py"): "of a record",
    ("play/replay/cut.py", "play/replay/fault.py"): "a coup after the cut card is a fault",
    ("play/replay/judge.py", "play/replay/fault.py"): "and so is a third card that should not be there",
    ("play/replay/judge.py", "play/replay/labels.py"): "and has a name",
    ("play/replay/judge.py", "play/record.py"): "what is judged is a recorded coup",
    ("play/replay/judge.py", "play/replay/result.py"): "its result is held against the cards",
    ("play/replay/judge.py", "play/replay/rule.py"): "by the rule that decides each third card",
    ("play/replay/payout.py", "play/replay/fault.py"): "a wrong net is a fault",
    ("play/replay/labels.py", "play/record.py"): "cards of a recorded coup have names",
    ("play/replay/payout.py", "play/record.py"): "of a recorded stake",
    ("play/replay/payout.py", "play/settlement/settlement.py"): "which is paid as any other",
    ("play/replay/replay.py", "play/replay/burn.py"): "a shoe is replayed from the burn on",
    ("play/replay/replay.py", "play/replay/cut.py"): "to the cut card",
    ("play/replay/replay.py", "play/replay/fault.py"): "and what is found are faults",
    ("play/replay/replay.py", "play/replay/judge.py"): "each coup is judged",
    ("play/replay/replay.py", "play/replay/labels.py"): "and named",
    ("play/replay/replay.py", "play/replay/payout.py"): "its stakes are settled again",
    ("play/replay/replay.py", "play/record.py"): "as it was recorded",
    ("play/replay/replay.py", "play/replay/replayed.py"): "and stands beside what it should have been",
    ("play/replay/replay.py", "play/replay/result.py"): "where there are no cards there is a result",
    ("play/replay/replay.py", "play/settlement/settlement.py"): "in chips",
    ("play/replay/replay.py", "play/replay/tally.py"): "its cards are counted",
    ("play/replay/replay.py", "play/replay/stream.py"): "where there are only cards they are cut into coups",
    ("play/replay/replayed.py", "play/replay/fault.py"): "what was replayed has faults",
    ("play/replay/replayed.py", "play/record.py"): "and what was recorded",
    ("play/replay/result.py", "play/replay/fault.py"): "a result recorded wrong is a fault",
    ("play/replay/result.py", "play/record.py"): "results are recorded",
    ("play/replay/result.py", "play/replay/rule.py"): "and possible by the rules or not",
    ("play/replay/stream.py", "play/replay/fault.py"): "cards that cannot be cut into coups are a fault",
    ("play/replay/stream.py", "play/record.py"): "what is cut is a record of cards",
    ("play/replay/stream.py", "play/replay/rule.py"): "by the rules",
    ("analysis/removal.py", "analysis/batch.py"): "all shoes without a card are weighed in one batch",
    ("analysis/removal.py", "analysis/odds.py"): "what is set beside the effects is the report before",
    ("analysis/removal.py", "analysis/valuation.py"): "which is made of valuations",
    ("analysis/fresh.py", "analysis/valuation.py"): "what is asked of fresh shoes are valuations",
    ("analysis/unseen.py", "analysis/batch.py"): "compositions of unseen cards are many shoes",
    ("analysis/unseen.py", "analysis/odds.py"): "and a bet is split as everywhere",
    ("analysis/tableau_study.py", "analysis/drawing.py"): "the two plays of every hand are what is judged",
    ("analysis/tail.py", "analysis/odds.py"): "the whole shoe's report stands beside the tails",
    ("analysis/tail.py", "analysis/unseen.py"): "which are sums over compositions, brought to EVs",
    ("analysis/money/coups.py", "analysis/money/law.py"): "many coups have one law",
    ("analysis/money/coups.py", "analysis/money/powers.py"): "their gains are a power of it",
    ("analysis/money/runs.py", "analysis/money/powers.py"): "decisive coups are a binomial law, a power",
    ("analysis/money/runs.py", "analysis/money/coups.py"): "losing runs are bounded as gains of coups are",
    ("analysis/money/runs.py", "analysis/money/law.py"): "by the law of one coup",
    ("analysis/money/ruin.py", "analysis/money/coups.py"): "and so is the risk of ruin",
    ("analysis/money/ruin.py", "analysis/money/law.py"): "by the law of one coup",
    ("analysis/money/kelly.py", "analysis/money/coups.py"): "a Kelly part lies between bounds",
    ("analysis/money/kelly.py", "analysis/money/joint.py"): "bets are staked together by joint outcomes",
    ("analysis/money/kelly.py", "analysis/money/law.py"): "and one alone by its law",
    ("analysis/money/bankroll.py", "analysis/money/coups.py"): "a bankroll is asked what coups gain",
    ("analysis/money/bankroll.py", "analysis/money/joint.py"): "of bets on one coup",
    ("analysis/money/bankroll.py", "analysis/money/kelly.py"): "what part of it to stake",
    ("analysis/money/bankroll.py", "analysis/money/law.py"): "by the law of one coup",
    ("analysis/money/bankroll.py", "analysis/money/normal.py"): "beside the normal law",
    ("analysis/money/bankroll.py", "analysis/money/portfolio.py"): "of the stakes on one",
    ("analysis/money/bankroll.py", "analysis/money/ruin.py"): "whether it lasts",
    ("analysis/money/bankroll.py", "analysis/money/runs.py"): "and how long it loses",
    ("analysis/money/bankroll.py", "analysis/odds.py"): "bets alone come from a report",
    ("analysis/money/bankroll.py", "analysis/valuation.py"): "a bet alone has the law of its valuation",
    ("analysis/money/monitor.py", "analysis/money/coups.py"): "limits of an RTP are those of a gain",
    ("analysis/money/monitor.py", "analysis/money/normal.py"): "beside the normal law",
    ("analysis/money/monitor.py", "analysis/money/portfolio.py"): "of the stakes on one coup",
    ("play/evidence/hands.py", "play/record.py"): "hands are those of recorded coups",
    ("play/evidence/columns.py", "play/record.py"): "columns are of recorded coups",
    ("play/evidence/columns.py", "play/evidence/hands.py"): "by their hands",
    ("play/evidence/judge.py", "play/evidence/columns.py"): "what is judged are columns of coups",
    ("play/evidence/judge.py", "play/evidence/result.py"): "to a result",
    ("play/evidence/judge.py", "play/evidence/scales.py"): "held by scales",
    ("play/evidence/judge.py", "play/evidence/sums.py"): "in sums",
    ("play/evidence/judge.py", "play/evidence/together.py"): "all tests together",
    ("play/evidence/scales.py", "play/evidence/sums.py"): "a scale is of sums",
    ("play/evidence/scales.py", "play/evidence/tails.py"): "and has the tails of a law",
    ("play/evidence/sums.py", "play/evidence/columns.py"): "sums are over columns",
    ("play/evidence/sums.py", "play/evidence/hands.py"): "with cells in which nothing is known",
    ("play/evidence/together.py", "play/evidence/scales.py"): "imagined records are held by scales too",
    ("play/evidence/together.py", "play/evidence/sums.py"): "with the record's mean probabilities",
    ("play/evidence/together.py", "play/evidence/tails.py"): "which give numbers for tails",
    ("analysis/chemin_de_fer/game.py", "analysis/drawing.py"): "a game of choices is made of plays",
    ("analysis/chemin_de_fer/equilibrium.py", "analysis/drawing.py"): "which are those of a shoe",
    ("analysis/chemin_de_fer/equilibrium.py", "analysis/chemin_de_fer/game.py"): "what is solved is a game",
    ("analysis/chemin_de_fer/equilibrium.py", "analysis/chemin_de_fer/simplex.py"): "by a linear program",
    (
        "analysis/design/limits.py",
        "analysis/design/space.py",
    ): "limits are bounds on whole numbers of a space",
    ("analysis/design/variance.py", "analysis/design/space.py"): "variances of a space's paytables",
    ("analysis/design/spans.py", "analysis/design/limits.py"): "what is searched is a space within limits",
    ("analysis/design/spans.py", "analysis/design/variance.py"): "one of which is on the variance",
    ("analysis/design/ranks.py", "analysis/design/spans.py"): "what is ranked is rows of a search",
    ("analysis/design/ranks.py", "analysis/design/variance.py"): "by variance, too",
    ("analysis/design/counter.py", "analysis/design/ranks.py"): "and by what a counter gains",
    ("analysis/design/counter.py", "analysis/design/space.py"): "by a space's paytables",
    ("analysis/design/counter.py", "analysis/design/spans.py"): "whose spans it cuts short",
    ("analysis/design/counter.py", "analysis/unseen.py"): "over compositions of unseen cards",
    (
        "analysis/design/search.py",
        "analysis/design/counter.py",
    ): "a search may be limited by a counter's gain",
    ("analysis/design/search.py", "analysis/design/limits.py"): "by limits",
    ("analysis/design/search.py", "analysis/design/ranks.py"): "is ranked",
    ("analysis/design/search.py", "analysis/design/space.py"): "is of a space",
    ("analysis/design/search.py", "analysis/design/spans.py"): "and gives spans",
    ("analysis/design/search.py", "analysis/odds.py"): "the bet's report stands beside what is found",
    ("play/settlement/finished.py", "play/record.py"): "a coup is finished from what a record says of it",
    ("play/settlement/accounts.py", "play/settlement/limits.py"): "a ledger says within which limits",
    ("play/settlement/accounts.py", "play/settlement/settlement.py"): "and in which chips it was written",
    ("play/settlement/book.py", "play/settlement/accounts.py"): "a book writes the entries of a ledger",
    ("play/settlement/book.py", "play/settlement/limits.py"): "limits refuse stakes",
    ("play/settlement/book.py", "play/record.py"): "which are those of a record",
    ("play/settlement/book.py", "play/settlement/settlement.py"): "each settled alone",
    ("play/settlement/rounding.py", "play/settlement/settlement.py"): "gains are rounded as they are paid",
    ("play/settlement/statement.py", "play/settlement/accounts.py"): "a statement is a ledger",
    ("play/settlement/statement.py", "play/settlement/rounding.py"): "with what rounding does to edges",
    ("play/roads/big_road.py", "play/roads/layout.py"): "runs of winners are laid out on paper",
    ("play/roads/derived.py", "play/roads/layout.py"): "and so are runs of colours",
    ("play/roads/derived.py", "play/roads/big_road.py"): "which compare runs of the big road",
    ("play/roads/roads.py", "play/outcome.py"): "a scoreboard keeps outcomes",
    ("play/roads/roads.py", "play/roads/big_road.py"): "on a big road",
    ("play/roads/roads.py", "play/roads/derived.py"): "and on roads derived from it",
    ("play/roads/roads.py", "play/roads/layout.py"): "in cells on paper",
    ("play/roads/page.py", "play/roads/big_road.py"): "a page has a part of the big road",
    ("play/roads/page.py", "play/roads/derived.py"): "or of a derived one",
    ("play/roads/page.py", "play/roads/roads.py"): "or of the bead plate",
}

LONGEST = 400

BELOW_PUBLISH = FLOORS[: FLOORS.index("publish")]
EXACT_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}
"""What `math` has that takes integers to integers."""

FLOATS = {
    ("errors.py", "0.6"): "how alike two words must be for a suggestion; no figure of the game",
    ("census/polynomials.py", "np.float64"): "the number type where every partial sum is below 2**53",
    ("census/program.py", "np.float64"): "dealing orders, small integers, ready for sums below 2**53",
    ("census/_kernel_py.py", "np.float64"): "what the Python twin counts in where every sum is below 2**53",
    (
        "analysis/design/variance.py",
        "np.float64",
    ): "near a variance by a proven error; integers decide the rest",
    ("analysis/batch.py", "np.float64"): "an EV of a batch is the correctly rounded quotient of two integers",
    **{
        (f"play/evidence/{module}.py", text): "how unlikely a record is: an estimate, and said to be one"
        for module, texts in {
            "judge": ("float", "np.float64"),
            "scales": ("0.5", "float"),
            "tails": (
                *("0.0", "0.5", "1.0", "2.0", "1e-09", "1e-13", "1e-14", "1e-18", "float", "np.float64"),
                *(f"math.{name}" for name in ("ceil", "erfc", "exp", "gamma", "lgamma", "log", "sqrt")),
            ),
            "sums": ("np.float64",),
            "together": ("0.0", "1.0", "1e-09", "1e-12", "float", "np.float64"),
        }.items()
        for text in texts
    },
}
"""Floats below the renderer, by module and text, each with the reason why it is exact or harmless."""


def floor(module: str) -> str:
    """The floor a module stands on."""
    return IN_NO_FOLDER[module] if module in IN_NO_FOLDER else module.split("/", maxsplit=1)[0]


@cache
def tree(module: str) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"), module)


def module_file(dotted: str) -> str | None:
    """The file of `analyzer.a.b`; None where there is none of that name."""
    path = "/".join(dotted.split(".")[1:])
    return next((name for name in (f"{path}.py", f"{path}/{FACE}".lstrip("/")) if name in MODULES), None)


def imports(module: str) -> set[str]:
    """The modules of the package that a module imports, anywhere in it; for types only counts too."""
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
            assert target, f"{module}:{node.lineno} imports {name}, which is not there"
            found.add(target)
    # `from analyzer import __version__` reads a name of the face and runs none of the house.
    return found - {FACE}


HOUSE = [module for module in MODULES if module != FACE]


def test_every_module_stands_on_a_floor() -> None:
    assert {floor(module) for module in HOUSE} <= set(FLOORS)


@pytest.mark.parametrize("module", HOUSE)
def test_a_module_imports_only_from_its_own_floor_and_lower_ones(module: str) -> None:
    height = FLOORS.index(floor(module))
    above = {target for target in imports(module) if FLOORS.index(floor(target)) > height}
    assert not above


@pytest.mark.parametrize("apart", APART)
def test_modules_of_a_floor_of_questions_import_each_other_only_where_stated(apart: str) -> None:
    sideways = {
        (module, target)
        for module in HOUSE
        if floor(module) == apart
        for target in imports(module)
        if floor(target) == apart and target != module
    }
    assert sideways == {pair for pair in SIDEWAYS if floor(pair[0]) == apart}


def test_no_module_imports_itself_in_a_circle() -> None:
    TopologicalSorter({module: imports(module) for module in HOUSE}).prepare()


@pytest.mark.parametrize("module", MODULES)
def test_no_module_is_too_long(module: str) -> None:
    assert len((PACKAGE / module).read_text(encoding="utf-8").splitlines()) <= LONGEST


def floats(module: str) -> set[str]:
    """Float constants, `float` and numpy's floats in a module, and what `math` would make floats with.

    `isinstance(x, float)` only recognises one, so that it can be refused.
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
    found = {(module, text) for module in HOUSE if floor(module) in BELOW_PUBLISH for text in floats(module)}
    assert found == set(FLOATS)


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
        "sympy",
    ),
    *("typst", "xlsxwriter"),
}


def loaded(code: str) -> set[str]:
    """The top-level modules in memory after some code has run in a fresh process."""
    told = "import sys; sys.stderr.write(' '.join({name.partition('.')[0] for name in sys.modules}))"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}"], capture_output=True, text=True, check=True, timeout=60
    )
    return set(run.stderr.split())


def test_importing_the_package_is_light() -> None:
    assert not loaded("import analyzer") & (HEAVY | {"typer"})


def test_help_is_light() -> None:
    code = "from analyzer.cli.main import main; assert main(['--help']) == 0"
    assert not loaded(code) & HEAVY


def test_help_of_a_command_is_light() -> None:
    code = "from analyzer.cli.main import main; assert main(['odds', '--help']) == 0"
    assert not loaded(code) & HEAVY


@pytest.mark.parametrize("command", ["odds', '--bet', 'tie", "compare', 'tie/8', 'tie/9"])
def test_what_draws_no_plot_loads_nothing_to_draw_with(command: str) -> None:
    code = f"from analyzer.cli.main import main; assert main(['{command}']) == 0"
    assert "matplotlib" not in loaded(code)


def test_roads_are_light() -> None:
    shoe = str(DATA / "roads" / "shoe.txt")
    code = f"from analyzer.cli.main import main; assert main(['roads', {shoe!r}, '--format', 'svg']) == 0"
    assert not loaded(code) & HEAVY
