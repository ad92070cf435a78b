"""Counts as text: tags, files, `baccarat count`, `list` and `show`."""

import json
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from suite import Read, Run

import analyzer as ba
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.errors import AnalyzerError, CatalogError
from analyzer.render.formats.render import render
from analyzer.render.words import wording
from analyzer.report.counts import counts_comparison_page, scored_counts

pytestmark = pytest.mark.libraries

CATALOG = Path(str(files("analyzer.catalog"))) / "counts"
DRAGON = (0, 0, 0, 0, -1, -1, -1, -1, 2, 2)


# Tags in text


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("0,0,0,-1,-1,-1,-1,2,2,0", DRAGON),
        ("(0, 0, 0, −1, −1, −1, −1, +2, +2, 0)", DRAGON),
        ("{0,0,0,-1,-1,-1,-1,2,2,0}", DRAGON),
        ("4=-1 5=-1 6=-1, 7=-1 8=2 9=2", DRAGON),
        ("A=1 9=-12 T=1", (1, 1, 0, 0, 0, 0, 0, 0, 0, -12)),
        ("0=1 1=1 9=-12", (1, 1, 0, 0, 0, 0, 0, 0, 0, -12)),
        ("10=1 a=1 9=-12", (1, 1, 0, 0, 0, 0, 0, 0, 0, -12)),
        ("A=0.5 T=-1/3", (Fraction(-1, 3), Fraction(1, 2), *[0] * 8)),
        ("1 1 1 -2 -2 -2 -1 -1 -2 1 1 1 1", (1, 1, 1, -2, -2, -2, -1, -1, -2, 1, 1, 1, 1)),
        ("T=1 K=2", (*[0] * 9, 1, 0, 0, 2)),
        ("Ah=2 KC=-1", (0, 2, *[0] * 49, -1)),
        ("h=1 d=1/2", (0, 1, Fraction(1, 2), 0) * 13),
    ],
)
def test_tags_are_read_in_every_form(text: str, tags: tuple[Fraction | int, ...]) -> None:
    assert library.tags_of(text) == tuple(map(Fraction, tags))


@pytest.mark.parametrize("id", library.library())
def test_tags_survive_being_written_and_read(id: str) -> None:
    tags = library.count(id).tags
    assert library.tags_of(library.tags_text(tags)) == tags


@pytest.mark.parametrize("text", ["h=1 d=1/2", "9c=-1", "-1/2 0 0 0 0 0 0 0 0 1"])
def test_the_text_of_tags_is_how_they_were_written(text: str) -> None:
    assert library.tags_text(library.tags_of(text)) == text


FORMS = 'expected 10 tags A…9 T such as "0 0 0 -1 -1 -1 -1 2 2 0", 13 tags A…K, or "9=-12 T=1", got '


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"{FORMS}0 tags in ''"),
        ("1 2 3", f"{FORMS}3 tags in '1 2 3'"),
        ("A=1 2", f"{FORMS}'2' in 'A=1 2'"),
        ("A=", f"{FORMS}'A=' in 'A='"),
        ("1 2 3 4 5 6 7 8 9 x", "expected a tag such as -1, 0.5 or 3/2, got 'x'"),
        ("A=1e5", "expected a tag such as -1, 0.5 or 3/2, got '1e5'"),
        ("A=1/0", "expected a tag such as -1, 0.5 or 3/2, got '1/0'"),
        ("A=1000001", "expected a tag from -1,000,000 to 1,000,000, got '1000001'"),
        ("B=1", "expected a kind such as A, 9, T, 9c or h before '=', got 'B'"),
        ("A=1 a=2", "expected each tag once, got 'a' twice"),
        ("0=1 T=2", "expected each kind once, got '0 T'"),
        ("9c=1 K=2", "expected names of ranks A…K or of cards such as 9c, got '9c K'"),
        ("0=1 K=2", "expected names of ranks A…K or of cards such as 9c, got '0 K'"),
    ],
)
def test_malformed_tags_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(CatalogError) as caught:
        library.count_of_tags(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("tags", [0, None, [0, 0, 0, -1, -1, -1, -1, 2, 2, 0]], ids=str)
def test_tags_that_are_not_text_are_refused(tags: Any) -> None:
    with pytest.raises(CatalogError, match=r"^expected tags in one text, 10 tags A…9 T such as .*, got "):
        library.tags_of(tags)


def test_a_count_is_named_by_an_id_or_a_path(tmp_path: Path) -> None:
    named = written(tmp_path, MINE)
    assert library.count(Path(named)) == library.count(named)
    with pytest.raises(CatalogError, match=r"^expected a count as a value, an id or a file, got 5$"):
        library.count(5)


# Files


def test_every_shipped_count_is_for_a_bet_of_the_library_and_names_its_source() -> None:
    in_files = [count.id for path in CATALOG.glob("*.toml") for count in library.counts_of(path)]
    assert sorted(in_files) == list(library.library())
    assert len(in_files) >= 25
    for count in library.library().values():
        assert count.bet is None or load.bet(count.bet).reference == count.bet
        assert load.citation(count.source)
        assert count.id not in load.bet_ids()


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


MINE = '[[count]]\nid = "mine"\nname = "Mine"\ntags = "0 0 0 -1 -1 -1 -1 2 2 0"\n'


def test_a_file_of_the_user_can_be_a_count(tmp_path: Path) -> None:
    count = library.count(
        written(tmp_path, MINE + 'bet = "dragon-7"\ndecks = 6\nstart = "1/2"\ntrue_trigger = "4"\n')
    )
    assert (count.id, count.tags, count.decks) == ("mine", tuple(map(Fraction, DRAGON)), 6)
    assert (count.start, count.true_trigger, count.running_trigger) == (Fraction(1, 2), Fraction(4), None)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", ["missing key 'count'"]),
        (MINE + "colour = 1\n", ["count[1]: unknown key 'colour'; choose from bet, decks, id, known_error, "
         "name, names, note, printed, running_trigger, source, start, tags, true_trigger"]),
        (MINE.replace("-1 -1 2", "-1 2"), ["count[1].tags: " + FORMS + "9 tags in '0 0 0 -1 -1 -1 2 2 0'"]),
        (MINE + 'bet = "dragon-9"\n', ["count[1].bet: unknown bet 'dragon-9'; did you mean 'dragon-7'?"]),
        (MINE + "start = 4\n",
         ["count[1].start: expected a ratio in quotes such as \"40\" or \"19/20\", got 4"]),
        (MINE + 'true_trigger = "4"\nrunning_trigger = "0"\n',
         ["count[1]: expected true_trigger or running_trigger, got both"]),
        (MINE + 'printed = { units = "3" }\n',
         ["count[1].printed: unknown key 'units'; choose from average_edge, bet_frequency, bets_per_shoe, "
          "simulated, units_per_100_hands, units_per_shoe"]),
        (MINE + "decks = 0\n", ["count[1].decks: expected a whole number from 1 to 1923, got 0"]),
        (MINE + MINE, ["expected each id once, got 'mine' twice"]),
        ('[[count]]\ntags = "1"\n', ["count[1]: missing key 'id'", "count[1]: missing key 'name'",
         "count[1].tags: " + FORMS + "1 tag in '1'"]),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_all_its_faults(
    text: str, sentences: list[str], tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(CatalogError) as caught:
        library.counts_of(path)
    assert str(caught.value).splitlines() == [f"{path}: {sentence}" for sentence in sentences]


def test_one_count_is_read_only_from_a_file_of_one(tmp_path: Path) -> None:
    path = written(tmp_path, MINE + MINE.replace('"mine"', '"other"'))
    with pytest.raises(CatalogError) as caught:
        library.count(path)
    assert str(caught.value) == f"{path}: expected a file of one count, got 2"


def test_an_unknown_count_is_refused() -> None:
    with pytest.raises(CatalogError) as caught:
        library.count("jacobson-dragon-8")
    assert str(caught.value).startswith("unknown count 'jacobson-dragon-8'; did you mean 'jacobson-dragon-7'")


def test_lint_reads_files_of_counts(tmp_path: Path) -> None:
    (fault,) = ba.lint(written(tmp_path, MINE + "decks = 0\n"))
    assert (fault["where"], fault["severity"]) == ("count[1].decks", "error")
    assert ba.lint(written(tmp_path, MINE)) == []


# The command


def test_the_document_of_one_bet(run: Run) -> None:
    status, out, err = run(
        "count", "--bet", "dragon-7", "--tags", "0 0 0 -1 -1 -1 -1 2 2 0", "--format", "json"
    )
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert list(document) == ["schema", "about", "bets"]
    (found,) = document["bets"]
    assert list(found) == ["bet", "paytable", "ev", "by", "best", "published", "own"]
    assert [(best["level"], best["balanced"]) for best in found["best"]] == [
        ("real", False),
        *[(level, balanced) for level in (1, 2, 3, 4) for balanced in (True, False)],
    ]
    (own,) = found["own"]
    assert list(own["tags"].values()) == [str(tag) for tag in DRAGON]
    assert own["correlation"].startswith("0.964189489115")
    assert Fraction(own["correlation_squared"]) < 1
    assert (own["whole_trigger"], own["imbalance"], own["pivot"]) == (4, "0", None)
    assert -Fraction(found["ev"]) == Fraction(own["trigger"]) * Fraction(own["ev_per_true_count"])
    how = next(count for count in found["published"] if count["id"] == "how-dragon-7")
    assert (how["start"], how["published_running_trigger"], how["imbalance"]) == ("-32", "1", "4")


def test_bets_without_an_answer_are_left_out(run: Run) -> None:
    points = "0=128 1=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32"
    status, out, err = run("count", "--remaining", points, "--level", "1", "--format", "json")
    found = json.loads(out)
    assert status == 0
    assert [entry["bet"] for entry in found["bets"]] == [
        "player", "banker", "tie", "lucky-6", "player-natural", "banker-natural",
    ]  # fmt: skip
    assert "left out: bet 'player-pair/11' needs the shoe by ranks, not by points" in err


def test_the_page_says_what_each_number_is_in_eighty_columns(run: Run) -> None:
    status, out, _ = run("count", "--bet", "tie/8")
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "4 balanced  0 -1 -1 -1 -1 -4 -4 2 2 2    0  0.9936            66.32      67" in out
    assert "ten-count: a high count is bad for Tie." in out
    assert "EV -14.3596% per unit staked." in out


def test_the_page_of_a_flat_bet_says_that_there_is_nothing_to_count(run: Run) -> None:
    status, out, _ = run("count", "--bet", "player-pair")
    assert status == 0
    assert "there is nothing to count, and no" in out
    assert "best tags" not in out


def test_the_page_notes_an_unbalanced_trigger_and_a_known_error(run: Run) -> None:
    Path("mine.toml").write_text(
        '[[count]]\nid = "mine"\nname = "Mine"\nbet = "dragon-7"\ndecks = 8\n'
        'tags = "1 0 0 -1 -1 -1 -1 2 2 0"\nstart = "-32"\nrunning_trigger = "0"\n',
        encoding="utf-8",
    )
    _, out, _ = run("count", "--bet", "dragon-7", "--count", "mine.toml", "--format", "md")
    assert (
        "mine: started at -32, a running count of 0 is a true count of 4, however many cards are left."
    ) in out
    _, out, _ = run("count", "--bet", "panda-8", "--format", "md")
    assert "calculator-panda-8: The tags were copied wrongly: the thirteen tags add up to -3" in out


def test_a_published_trigger_is_shown_only_at_its_own_price(run: Run) -> None:
    """The trigger for 12 and 23 to one was once shown where 12 and 20 are paid, and seemed far off."""
    remark = (
        "No published count is shown for those made for another bet or price: wizard-lucky-6-exact, "
        "wizard-lucky-6-simple."
    )
    _, out, _ = run("count", "--bet", "lucky-6/12-23", "--level", "1", "--format", "md")
    assert "true 48" in out and remark not in out
    for other in (("--bet", "lucky-6/12-20"), ("--bet", "lucky-6/12-23", "--pay", "lucky-6.two-card=11")):
        _, out, _ = run("count", *other, "--level", "1", "--format", "md")
        assert "true 48" not in out and remark in out


def test_a_count_named_is_scored_once(run: Run) -> None:
    named = ("--count", "ten-count", "--count", "ten-count", "--tags", "0 1 1 1 1 1 1 1 1 -2")
    _, out, _ = run("count", "--bet", "tie", *named, "--level", "1", "--format", "json")
    document = json.loads(out)
    (found,) = document["bets"]
    assert ([count["id"] for count in found["own"]], found["published"]) == (
        ["0 1 1 1 1 1 1 1 1 -2", "ten-count"],
        [],
    )
    assert list(document["about"]["sha256"]) == ["ten-count"]


def test_a_level_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(AnalyzerError, match="expected a level of tags from 1 to 9, got '4'"):
        ba.count(level="4")  # type: ignore[arg-type]


def test_counts_are_listed_and_shown(run: Run) -> None:
    status, out, _ = run("list", "counts", "--where", "panda", "--format", "json")
    assert status == 0
    assert [item["id"] for item in json.loads(out)["items"] if item["bet"] == "panda-8"] == [
        "calculator-panda-8", "how-panda-8-co-count", "jacobson-panda-8"
    ]  # fmt: skip
    status, out, _ = run("show", "how-dragon-7", "--format", "json")
    shown = json.loads(out)
    assert (shown["tags"], shown["start"], shown["running_trigger"]) == (
        "1 0 0 -1 -1 -1 -1 2 2 0",
        "-32",
        "1",
    )
    assert "The printed 6.8 bets per shoe support > 0" in shown["note"]
    status, out, _ = run("show", "ten-count")
    assert "correlation with Tie is -0.61" in out


def test_a_file_of_counts_is_scored_and_not_shown(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, MINE)
    status, out, _ = run("count", "--bet", "dragon-7", "--count", path, "--format", "json")
    (found,) = json.loads(out)["bets"]
    assert (status, [own["id"] for own in found["own"]]) == (0, ["mine"])
    assert run("show", path) == (
        2, "", f"baccarat: {path}: expected rules, a variant or bets, got counts; see baccarat count\n",
    )  # fmt: skip


@pytest.mark.parametrize("times", [1, 2])
def test_a_bet_is_answered_once_however_often_it_is_named(read: Read, times: int) -> None:
    found = read("count", *["--bet", "dragon-7"] * times)
    assert [one["bet"] for one in found["bets"]] == ["dragon-7"]


# The published comparison


def test_the_published_comparison_has_every_count_that_is_for_a_bet() -> None:
    page = counts_comparison_page(scored_counts())
    (table,) = page.tables
    ids = [str(row[3]) for row in table.rows]
    made_for = {count.id for count in library.library().values() if count.bet}
    assert made_for == {id for id in ids if id in library.library()}
    assert ids.count("best real tags") == ids.count("best of level 4") == len({row[1] for row in table.rows})
    assert "| ten-count | 0 1 1 1 1 1 1 1 1 -2 | 0 | \\-0.6065 |" in render(page, "md", wording("en", 4))
