"""Without its extra, a request is rejected in one sentence with a command that works in any folder."""

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from suite import ROOT

import analyzer as ba
from analyzer.cli.main import main
from analyzer.errors import EXTRAS, AnalyzerError

FOR_DEVELOPERS = {"browser", "campaigns", "docs", "release", "test"}


@pytest.mark.parametrize(
    ("library", "ask", "what"),
    [
        ("nanoarrow", lambda report: report.__arrow_c_stream__(), "an Arrow stream needs the extra 'arrow'"),
        ("pandas", lambda report: report.to_pandas(), "a pandas data frame needs the extra 'pandas'"),
        ("polars", lambda report: report.to_polars(), "a polars data frame needs the extra 'polars'"),
        ("typst", lambda report: ba.save(report, "x.pdf"), "PDF needs the extra 'pdf'"),
        ("XlsxWriter", lambda report: ba.save(report, "x.xlsx"), "XLSX needs the extra 'xlsx'"),
    ],
)
def test_a_missing_extra_is_named_with_the_library_to_install(
    library: str,
    ask: Callable[[ba.Report], object],
    what: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setitem(sys.modules, library.lower(), None)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AnalyzerError) as missing:
        ask(ba.odds("standard", bets=["tie"]))
    assert str(missing.value) == f"{what}, which is not installed: pip install {library}"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("library", "command", "what"),
    [
        ("matplotlib", "odds --plot x.svg", "a plot needs the extra 'plot'"),
        (
            "distributed",
            "sweep --bet tie --shoes 4 --seed 1 --cluster tcp://a:1",
            "--cluster needs the extra 'cluster'",
        ),
        ("uvicorn", "serve --no-open", "the server needs the extra 'web'"),
    ],
)
def test_a_command_names_a_missing_extra(
    library: str,
    command: str,
    what: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert main(command.split()) == 2
    assert capsys.readouterr() == ("", f"baccarat: {what}, which is not installed: pip install {library}\n")


def test_the_sentence_covers_every_extra_and_its_libraries() -> None:
    page = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = page["project"]["optional-dependencies"]
    declared = {
        name: [re.split(r"\W", one)[0] for one in extras[name]] for name in {*extras} - FOR_DEVELOPERS
    }
    assert declared == {name: libraries.split() for name, libraries in EXTRAS.items()}


def test_only_one_module_says_what_to_install() -> None:
    modules = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "analyzer").rglob("*.py")
        if "pip install" in path.read_text(encoding="utf-8")
    }
    assert modules == {"analyzer/errors.py"}
