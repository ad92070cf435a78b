"""Pages of a user's game: its own name, ids, sources and findings, nothing that is true of another game."""

import re
from pathlib import Path

import pytest
from suite import Run, bet_text

import analyzer as ba
from analyzer.analysis.rule_sheet import rule_sheet
from analyzer.render.formats.render import render
from analyzer.report.rule_sheet.page import rule_sheet_page

OWN_BETS = bet_text(
    "harbour-tie",
    ("natural-tie", "tie and player_natural", "9"),
    ("high", "tie and player_total >= 6", "9"),
    ("win", "tie", "2"),
    source="the designer's draft",
)
BANKER = ("win", "banker_wins", "1/2"), ("push", "tie", "push")
GAME = f"""
name = "Harbour Baccarat"
source = "house rules of the Harbour"
note = "The Harbour deals on Sundays."
decks = 8
rules = "punto-banco"
bets = ["player", "tie/8", "harbour-tie", "banker"]
{OWN_BETS}{bet_text("banker", *BANKER, name="Banker", note="Half a unit on Sundays.")}"""
OF_THE_LIBRARY = ("The third source", "The first source", "98.94", "The source prints")
KNOWN = "百家乐游戏规则说明 (zh-Hans)"


@pytest.fixture
def show(run: Run, tmp_path: Path) -> Run:
    """Runs a command on the user's files, and joins what the page has wrapped."""
    (tmp_path / "own.toml").write_text(OWN_BETS)
    (tmp_path / "harbour.toml").write_text(GAME)

    def go(*command: str) -> tuple[int, str, str]:
        status, out, err = run(*(part.replace("DIR", str(tmp_path)) for part in command))
        return status, " ".join(out.split()), err

    return go


@pytest.mark.parametrize(
    "command",
    [
        ("report", "DIR/harbour.toml"),
        ("explain", "tie", "--variant", "DIR/harbour.toml"),
        ("show", "DIR/harbour.toml"),
        ("odds", "DIR/harbour.toml", "--lines"),
    ],
)
def test_no_note_of_a_library_game_is_printed_for_another(show: Run, command: tuple[str, ...]) -> None:
    _, out, _ = show(*command)
    assert [note for note in OF_THE_LIBRARY if note in out] == []
    assert "arbour" in out or "explain" in command


def test_sources_are_the_users_and_library_items_are_named(show: Run) -> None:
    _, out, _ = show("report", "DIR/harbour.toml")
    assert out.startswith("Harbour Baccarat: report with the rule sheet, 8 decks (416 cards) ")
    assert "The Harbour deals on Sundays." in out
    assert out.count("Source: the designer's draft.") == 1
    assert out.count("Half a unit on Sundays. Source: house rules of the Harbour.") == 1
    assert f"Library bet Tie (tie/8): {KNOWN}; " in out
    assert "library rules Punto banco (punto-banco) Made by" in out.replace("Source of the ", "").replace(
        " rules Made", " Made"
    )
    assert f"Source: {KNOWN}" not in out


def test_a_library_game_has_its_notes_only_with_its_own_terms(show: Run) -> None:
    remark = "The source prints 98.94% as the highest RTP of this game."
    tie = "The third source, Luật baccarat, states both prices"
    usual = show("report", "standard")[1]
    assert remark in usual and tie in usual and f"Source: {KNOWN}; " in usual
    assert "Changed from the variant" not in usual
    changed = show("report", "standard", "--pay", "tie=9", "--decks", "6", "--rules", "thai-literal")[1]
    assert remark not in changed and tie not in changed
    assert f"Source of the lines, not of the prices, which were changed: {KNOWN}; " in changed
    rules = "Punto banco by Player's total (thai-literal) instead of Punto banco (punto-banco)"
    shoes = "6 decks (312 cards) instead of 8 decks (416 cards)"
    others = f"rules: {rules}, {shoes}, at another price: Tie"
    assert others in changed.replace(" the variant ", " ")


def test_a_report_on_a_file_of_bets_does_not_name_the_default_game(show: Run) -> None:
    _, out, _ = show("report", "--bets", "DIR/own.toml", "--bet", "harbour-tie")
    assert out.startswith("harbour-tie: report with the rule sheet, 8 decks (416 cards) ")
    assert "Standard baccarat" not in out
    assert "Source of the variant" not in out
    assert "98.94" not in out


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("command", [("odds", "--lines"), ("report",), ("joint",), ("explain",)])
def test_ids_of_users_lines_are_shown_as_written(show: Run, command: tuple[str, ...], language: str) -> None:
    asked = ["harbour-tie"] if command == ("explain",) else ["--bet", "harbour-tie"]
    _, out, err = show(*command, *asked, "--bets", "DIR/own.toml", "--lang", language)
    assert err == ""
    assert "natural-tie" in out
    assert re.findall("natural Tie|例牌和局", out) == []


def test_labels_of_pays_can_be_typed_as_options(show: Run) -> None:
    for bet, files in (("harbour-tie", ["--bets", "DIR/own.toml"]), ("golden-talons-player", [])):
        asked = ["design", bet, *files, "--edge", "0%..90%", "--pays", "natural-tie=5..6", "--limit", "1"]
        status, out, err = show(*asked)
        assert (status, err) == (0, "")
        assert " natural-tie House edge " in out
        assert "Pays tried, to one: natural-tie at 5 to 6. Lines that keep their pay: " in out


def test_findings_come_first(show: Run, tmp_path: Path) -> None:
    (tmp_path / "harbour.toml").write_text(GAME.replace('win = "2"', 'win = "30"'))
    page = rule_sheet_page(rule_sheet(ba.odds(tmp_path / "harbour.toml")), full=True)
    assert str(page.tables[0].title) == "1. Findings"
    assert [str(row[1]) for row in page.tables[0].rows] == ["error", "warning"]
    for form in ("text", "html", "md"):
        text = str(render(page, form))
        assert text.index("the bettor has an edge of") < text.index("Harbour Baccarat (harbour)")
        assert text.index("a rarer line pays less") < text.index("Harbour Baccarat (harbour)")
    assert "No findings." in show("report", "classic")[1]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ((), "No error found, and no bet favours the bettor; 1 warning is under Findings."),
        (("--bet", "player"), "No fault found, and no bet favours the bettor."),
        (("--bet", "player", "--given", "player_wins"), "Not judged: all figures are conditional on what"),
        (("--bet", "insurance-tie"), "House edge not judged, since offered only inside a coup: Insurance"),
    ],
)
def test_the_verdict_states_what_was_judged(show: Run, asked: tuple[str, ...], sentence: str) -> None:
    assert sentence in show("report", "DIR/harbour.toml", *asked)[1]


def test_counts_for_a_library_bet_are_not_scored_on_another_bet_with_its_id(run: Run, tmp_path: Path) -> None:
    other, same = (
        "player_wins and player_total == 7",
        "banker_wins and banker_total == 7 and banker_cards == 3",
    )
    for when, shown in ((other, False), (same, True)):
        (tmp_path / "own.toml").write_text(bet_text("dragon-7", ("win", when, "30")))
        _, out, err = run("count", "--bet", "dragon-7", "--bets", "own.toml", "--level", "1")
        assert (err, "jacobson-dragon-7" in out) == ("", shown)


def test_errors_come_before_the_contents_and_omitted_ones_are_counted(run: Run, tmp_path: Path) -> None:
    bets = (bet_text(f"own-{n}", ("win", "tie", "20")) for n in range(7))
    (tmp_path / "own.toml").write_text("".join(bets))
    asked = [part for n in range(7) for part in ("--bet", f"own-{n}")]
    status, out, _ = run("report", "--bets", "own.toml", *asked)
    head = out.partition("1. Findings")[0]
    assert (status, head.count("the bettor has an edge of")) == (1, 5)
    assert "This rule sheet has 7 faults." in head and "2 more are under Findings." in head
