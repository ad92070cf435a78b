"""The package as users see it: public names, declared dependencies and shipped files."""

import ast
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from suite import ROOT

import analyzer
from analyzer.errors import EXTRAS

README = ROOT / "README.md"
PAGE = README.read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "command", ["pip install -e . && baccarat odds", "pip install -e '.[test]' && pytest"]
)
def test_readme_gives_the_set_up_commands(command: str) -> None:
    assert command in PAGE.splitlines()


def test_readme_names_only_existing_files() -> None:
    named = re.findall(r"(?:tests|analyzer|tables|notebooks|\.ci)/[\w./-]*", PAGE)
    assert named
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_public_name_can_be_loaded() -> None:
    assert len(set(analyzer.__all__)) == len(analyzer.__all__)
    for name in analyzer.__all__:
        assert getattr(analyzer, name) is not None
    assert set(dir(analyzer)) == set(analyzer.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'analyzer' has no attribute 'odd'$"):
        analyzer.odd  # noqa: B018


def test_the_version_is_the_same_everywhere() -> None:
    newest = re.search(r"^## (\S+) \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == analyzer.__version__ == PROJECT["project"]["version"] == version("baccarat")


def test_ci_runs_the_tests_of_builds() -> None:
    marked = [path for path in ROOT.glob("tests/**/*.py") if "mark.install" in path.read_text("utf-8")]
    assert {path.name for path in marked} == {"test_build.py", "test_package.py", "test_release.py"}
    assert {path.parent for path in marked} == {ROOT / "tests/packaging"}


def test_every_file_of_the_package_is_shipped() -> None:
    package = ROOT / "analyzer"
    shipped = {
        path
        for glob in PROJECT["tool"]["setuptools"]["package-data"]["analyzer"]
        for path in package.glob(glob)
    }
    kept = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    compiled = {".c", ".h", ".so", ".pyd", ".po", ".mo"}
    kept -= {package / "bets/conditions.json", package / "census/programs.bin"}  # built, like compiled files
    assert {path for path in kept if path.suffix not in {".py", *compiled}} == shipped


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "analyzer").rglob("*.py")}
    assert not [folder for folder in folders if not (folder / "__init__.py").is_file()]


def outsiders(*paths: Path) -> set[str]:
    """The top-level names that modules import, except those of the standard library."""
    found = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    own = {name for path in paths for name in (path.stem, path.parent.name)}
    return found - sys.stdlib_module_names - {"analyzer"} - own


def declared(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w-]", requirement)[0].lower().replace("-", "_") for requirement in requirements}


def test_the_package_depends_on_what_it_imports() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [*PROJECT["project"]["dependencies"], *(one for extra in EXTRAS for one in extras[extra])]
    assert outsiders(*(ROOT / "analyzer").rglob("*.py")) == declared(wanted)


def test_the_suite_depends_on_what_it_imports() -> None:
    wanted = outsiders(*(ROOT / "tests").rglob("*.py"))
    tools = {
        "anywidget",
        "distributed",
        "ipykernel",
        "jsonschema",
        "mypy",
        "nanoarrow",
        "pytest_xdist",
        "ruff",
        "setuptools",
        "traitlets",
        "types_tabulate",
        "uvicorn",
        "xlsxwriter",
    }
    extras = declared(PROJECT["project"]["optional-dependencies"]["test"])
    long = PROJECT["project"]["optional-dependencies"]
    apart = declared([*long["browser"], *long["campaigns"]])
    assert tools <= extras
    others = declared([*PROJECT["project"]["dependencies"], *long["docs"]])
    assert wanted - extras - apart <= others
    assert extras - wanted <= tools
    # The suite does not require what only the browser tests or the long campaigns need.
    assert apart <= wanted
    assert not apart & extras


def test_no_file_contains_a_path_of_the_machine_that_wrote_it() -> None:
    for folder in ("tables", "notebooks"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.is_file() and ".ipynb_checkpoints" not in path.parts:
                text = path.read_text(encoding="utf-8")
                assert not re.search(r"(?<![\w.])/(home|root|tmp|usr|work|Users)/", text), path
