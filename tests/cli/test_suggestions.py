"""Wrong command lines: one sentence says what was expected, what was found, and how to fix it."""

import shlex
from gettext import NullTranslations
from pathlib import Path

import pytest
from suite import Run, cases, refused

from analyzer.cli.commands import NAMES, Commands
from analyzer.errors import CatalogError
from analyzer.render import words
from analyzer.render.words import Words

REFUSALS = cases("refusals.txt")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    """A folder with files that are not what their names suggest."""
    (tmp_path / "my.txt").write_text("hello there\n", encoding="utf-8")
    (tmp_path / "empty.toml").write_text("", encoding="utf-8")
    (tmp_path / "bets.toml").write_text('[[bet]]\nid = "own"\n', encoding="utf-8")


@pytest.mark.parametrize("line", REFUSALS)
def test_a_wrong_command_line_has_one_sentence(run: Run, line: str) -> None:
    assert refused(run, *shlex.split(line)) == REFUSALS[line]


@pytest.mark.parametrize(("given", "shown"), [(40, "x" * 40), (41, "x" * 39 + "…"), (500, "x" * 39 + "…")])
def test_a_wrong_argument_is_shown_in_40_characters_at_most(run: Run, given: int, shown: str) -> None:
    sentence = f"unexpected argument '{shown}' (see baccarat odds --help)"
    assert refused(run, "odds", "classic", "x" * given) == sentence


def test_every_command_has_a_wrong_command_line() -> None:
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
def test_decks_are_not_suggested_to_a_command_without_the_option(line: str, run: Run) -> None:
    Path("record.txt").write_text("P:2h,3d B:9c,9h winner:banker\n", encoding="utf-8")
    assert "--decks" not in refused(run, *line.split())


@pytest.mark.parametrize(("command", "hinted"), [("odds", True), ("count", False), ("removal", False)])
def test_exhaustive_is_suggested_only_to_commands_that_have_it(
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


class Marked(NullTranslations):
    """A language in which every sentence is in angle quotes."""

    def gettext(self, message: str) -> str:
        """The sentence in angle quotes, unless it only joins others."""
        return message if message.startswith("{part0}") else f"«{message}»"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every language but English be the marked one."""

    def wording(language: str = "en", digits: int = 4) -> Words:
        if language == "ko":
            raise CatalogError("no catalogue")
        return Words(language, digits, NullTranslations() if language == "en" else Marked())

    monkeypatch.setattr(words, "wording", wording)


@pytest.mark.parametrize(
    ("line", "translated", "sentence"),
    [
        ("odds --deks 6 --lang th", True, "unknown option '--deks'; did you mean '--decks'?"),
        ("odds -l th --decks", True, "option '--decks' needs a value"),
        ("odds -lth --decks six", True, "expected --decks with a whole number from 1 to 1923, got 'six'"),
        ("compare --lang=vi standard", True, "argument 'B' is required (see baccarat compare --help)"),
        ("nonesuch --lang vi", True, "unknown command 'nonesuch'; choose from audit, bankroll"),
        ("odds 6 7 --lang th", True, "unexpected argument '7'; for 7 decks write --decks 7"),
        ("explain --bet tie --lang th", True, "explain has no option --bet: write its value alone"),
        ("odds --lang xx", False, "unknown language 'xx'; choose from"),
        ("odds --decks six --lang", False, "option '--lang' needs a value"),
        ("odds --lang th --lang en --decks six", False, "expected --decks with"),
        ("odds --decks six --lang ko", False, "expected --decks with"),
    ],
)
def test_an_error_is_in_the_language_of_the_command_line(
    run: Run, marked: None, line: str, translated: bool, sentence: str
) -> None:
    said = refused(run, *line.split())
    assert said.startswith("«") is translated
    assert said.replace("«", "").replace("»", "").startswith(sentence)


def test_remarks_are_in_the_language_too(run: Run, marked: None) -> None:
    assert run("roads", "-o", "a.txt", "-l", "th", "/dev/null")[2] == "«wrote 'a.txt'»\n"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("-b tie -d 6 -p tie=9", "--bet tie --decks 6 --pay tie=9"),
        ("-d6 -n 2 -f md", "--decks=6 --digits=2 --format=md"),
        ("-r A=20,K=20 -s A -l vi", "--remaining A=20,K=20 --seen A --lang vi"),
        ("-a", "--all"),
    ],
)
def test_a_short_option_means_the_long_one(run: Run, short: str, long: str) -> None:
    assert run("odds", *short.split()) == run("odds", *long.split())


def test_short_options_mean_the_same_in_every_command() -> None:
    meant = {
        option: {long for long in parameter.opts if long.startswith("--")}
        for command in Commands().values()
        for parameter in command.params
        for option in parameter.opts
        if option[:2] != "--"
    }
    for command in Commands().values():
        for parameter in command.params:
            for option in parameter.opts:
                assert meant.get(option, set(parameter.opts)) <= set(parameter.opts), command.name
