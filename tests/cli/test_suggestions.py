"""Wrong command lines: one sentence says what was expected, what came, and the way out."""

import shlex
from pathlib import Path

import pytest
from suite import Run, cases, refused

from analyzer.cli.commands import NAMES

REFUSALS = cases("refusals.txt")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    """A folder with files that are not what they are taken for."""
    (tmp_path / "my.txt").write_text("hello there\n", encoding="utf-8")
    (tmp_path / "empty.toml").write_text("", encoding="utf-8")
    (tmp_path / "bets.toml").write_text('[[bet]]\nid = "own"\n', encoding="utf-8")


@pytest.mark.parametrize("line", REFUSALS)
def test_a_wrong_line_is_one_sentence_with_the_way_out(run: Run, line: str) -> None:
    assert refused(run, *shlex.split(line)) == REFUSALS[line]


@pytest.mark.parametrize(("given", "told"), [(365, "x" * 365 + ")"), (366, "x" * 366), (500, "x" * 366)])
def test_what_is_wrong_is_told_in_400_characters_at_most(run: Run, given: int, told: str) -> None:
    wrong = "got unexpected extra argument(s) ("
    assert len(wrong) == 400 - 366
    assert refused(run, "odds", "classic", "x" * given) == f"{wrong}{told} (see baccarat odds --help)"


def test_every_command_has_a_wrong_line() -> None:
    assert set(NAMES) <= {line.partition(" ")[0] for line in REFUSALS}


@pytest.mark.parametrize(
    "line", ["odds odd", "odds --rules odd", "sweep --procedure odd", "count --count odd"]
)
def test_a_file_without_its_ending_is_pointed_out(run: Run, line: str) -> None:
    Path("odd").write_text("", encoding="utf-8")
    assert refused(run, *line.split()).endswith("; the file of that name is './odd'")


@pytest.mark.parametrize(
    "line", ["roads record.txt --variant 6", "settle record.txt --stake tie=1 --rules 6"]
)
def test_decks_are_no_hint_where_there_is_no_such_option(line: str, run: Run) -> None:
    Path("record.txt").write_text("P:2h,3d B:9c,9h winner:banker\n", encoding="utf-8")
    assert "--decks" not in refused(run, *line.split())


@pytest.mark.parametrize(("command", "hinted"), [("odds", True), ("count", False), ("removal", False)])
def test_exhaustive_is_proposed_only_where_a_command_has_it(
    command: str, hinted: bool, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "heavy.toml"
    when = "count(suit == hearts) == 6 and p1.rank == b1.rank and p1.suit == b1.suit and distinct(rank) == 4"
    file.write_text(
        f"[[bet]]\nid='h'\nname='H'\nlines=[{{ id='win', when='{when} and p2.suit != b2.suit' }}]\n"
        "paytable={ win='9' }\n"
    )
    status, _, err = run(command, "--bets", str(file))
    assert (status, "at most 100,000,000 patterns" in err) == (2, True)
    assert err.endswith(", or add --exhaustive\n") is hinted
    assert ("--exhaustive" in err) is hinted
