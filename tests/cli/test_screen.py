"""The first screen of a long text, and its colours."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from suite import Run
from wcwidth import wcswidth

from analyzer.cli.commands import Commands
from analyzer.cli.screen import LINES, first_screen, tint
from analyzer.render.formats.text import render_text
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Column, Table
from analyzer.render.words import wording
from analyzer.report.verdicts import VERDICT_WORDS

pytestmark = pytest.mark.screen

N = Column("n", "N", "count")
WHOLE = {"deal", "explain", "list", "report", "show"}
"""Commands whose page is always whole."""


def table(title: str, rows: int) -> Table:
    return Table(title, (N,), tuple((row,) for row in range(rows)), (f"{title} ends.",))


def shown(*tables: Table) -> str:
    page = first_screen(Page(tables, verdict=Verdict("Yes.", True)), wording(), 80)
    return render_text(page, wording(), 80)


@pytest.mark.parametrize(
    ("rows", "left_out"),
    [
        ((5, 5, 5), ""),
        ((5, 30, 5), '2 tables ("1", "2")'),
        ((5, 19, 9), '1 table ("2")'),
        ((5, *[20] * 6), "5 tables"),
        ((200, 5), '167 rows, 1 table ("1")'),
        ((5, 200), "179 rows"),
        ((30, 200), '1 table ("1")'),
        ((48,), "15 rows"),
    ],
    ids=str,
)
def test_a_page_is_cut_after_what_fits(rows: tuple[int, ...], left_out: str) -> None:
    text = shown(*(table(str(number), count) for number, count in enumerate(rows)))
    assert ("Not shown" in text) is bool(left_out)
    assert text.count("\n") <= LINES
    assert text.startswith("====\nYes.\n====\n\n0\n")
    assert text.rstrip().splitlines()[-1] == "baccarat 1.0.0"
    assert not left_out or f"\nNot shown: {left_out}. Add `--all` to see everything.\n" in text


def test_a_table_that_is_cut_says_how_many_rows_follow_and_keeps_its_notes() -> None:
    text = shown(table("long", 1_200))
    rows = text.partition("\n\nand ")[0].count("\n") - 7
    assert f"and {1_200 - rows:,} more rows\nlong ends.\n" in text
    assert text.count("\n") == LINES


def test_a_screen_shows_a_few_rows_even_if_the_notes_fill_it() -> None:
    full = Table("full", (N,), tuple((n,) for n in range(9)), tuple(f"note {n}" for n in range(99)))
    assert "\n0\n1\n2\n\nand 6 more rows\nnote 0\n" in shown(full).replace("  ", "")


@pytest.mark.parametrize("line", ["audit", "inside", "count", "odds --lines", "prediction --shoes 2"])
def test_an_answer_fits_a_screen_and_says_what_is_left_out(run: Run, line: str) -> None:
    status, out, _ = run(*line.split())
    assert (status, len(out.splitlines()) <= 60) == (0, True)
    whole = run(*line.split(), "--all")[1]
    assert ("`--all`" in out) is (len(whole.splitlines()) > LINES)
    assert "`--all`" not in whole
    run(*line.split(), "-o", "all.txt")
    assert Path("all.txt").read_text(encoding="utf-8") == whole
    assert "--all" not in run(*line.split(), "--format", "md")[1]


def test_every_command_with_a_page_has_the_option_unless_its_help_says_why() -> None:
    for name, command in Commands().items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert not {"-f", "--lang"} <= options or name in {*WHOLE, "roads"} or {"-a", "--all"} <= options
        assert name not in WHOLE or "always shown whole" in (command.help or "") or name == "list"


def test_claims_are_listed_by_file_unless_all_are_requested(run: Run) -> None:
    listed = {len(run("list", "claims", *more)[1].splitlines()) for more in ((), ("--all",), ("-f", "md"))}
    assert min(listed) < 120 and len(listed) == 3
    assert run("list", "claims", "--where", "aspers")[1].count("\naspers-") == 2


ANSI = re.compile(r"\x1b\[[0-9;]*m")


def test_colours_change_neither_words_nor_alignment() -> None:
    verdict, edge = Column("verdict", "Verdict", "text"), Column("house_edge", "House edge", "percent")
    rows = (
        (VERDICT_WORDS["agrees"], Fraction(1, 20)),
        (VERDICT_WORDS["wrong"], Fraction(-1, 20)),
        (VERDICT_WORDS["truncated"], None),
    )
    page = Page((Table("표", (verdict, edge), rows),), title="Title", verdict=Verdict("No.", False))
    plain, colored = (render_text(page, wording(), 80, colors) for colors in (None, tint))
    assert "\x1b" not in plain and ANSI.sub("", colored) == plain
    assert [ANSI.findall(line) for line in colored.splitlines()] == [
        [f"\x1b[{color}m" for code in codes for color in (code, "0")]
        for codes in (
            *(["1"], [], [], ["1;31"], [], [], ["1"], [], ["1", "1"], []),
            *(["32"], ["31", "32"], [], [], [], [], []),
        )
    ]
    assert max(map(wcswidth, ANSI.sub("", colored).splitlines())) <= 80


@pytest.mark.parametrize(
    ("terminal", "variables", "colored"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    run: Run, monkeypatch: pytest.MonkeyPatch, terminal: bool, variables: dict[str, str], colored: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    out = run("odds", "--bet", "tie")[1]
    assert ("\x1b[1m" in out) is colored
    assert "\x1b" not in run("odds", "--bet", "tie", "-f", "md")[1]
