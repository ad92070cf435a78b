"""The live shoe: cards are removed by key and by pointer, at both sizes; every figure equals Python's."""

import re
import shlex
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

import analyzer
from analyzer.cli.main import main
from analyzer.exact import ratio_text

pytestmark = pytest.mark.browser
BOTH = pytest.mark.parametrize("width", ["phone", "desk"])


def figures(page: Page, column: int) -> dict[str, str]:
    """The exact values in a column of the table of bets, by name of the bet."""
    script = """column => Object.fromEntries([...document.querySelectorAll(".worth tbody tr")].map(row =>
        [row.querySelector("th").innerText, row.cells[column].querySelector(".figure")?.title ?? ""]))"""
    return page.evaluate(script, column)


def key(page: Page, rank: str) -> Locator:
    return page.locator(f".key[data-rank='{rank}']")


@BOTH
def test_keys_and_pointer_remove_cards(width: str, opened: Callable) -> None:
    page = opened(width=width)
    page.keyboard.type("9Tk?")
    key(page, "9").click()
    key(page, "A").click()
    expect(page.locator("#cards-left")).to_have_text("410")
    assert [key(page, rank).locator(".left").inner_text() for rank in "9TKA2"] == [
        "30",
        "31",
        "31",
        "31",
        "32",
    ]
    page.keyboard.press("u")
    page.keyboard.press("Backspace")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#cards-left")).to_have_text("413")
    left = analyzer.Shoe.decks(8).coarsen("ranks").without("9 T K")
    odds = analyzer.odds("standard", left)
    by_name = {bet.bet.name: bet for bet in odds.values()}
    assert figures(page, 2) == {name: ratio_text(bet.ev) for name, bet in by_name.items()}
    assert figures(page, 3) == {name: ratio_text(bet.hit_rate) for name, bet in by_name.items()}
    shown = page.locator(".worth tbody th").all_inner_texts()
    assert shown == sorted(shown, key=lambda name: -by_name[name].ev)


@BOTH
def test_a_reload_and_a_link_keep_the_whole_state(width: str, opened: Callable) -> None:
    page = opened(width=width)
    page.keyboard.type("95/AK")
    page.get_by_role("button", name="Favourite: Tie").click()
    page.get_by_label("Language").select_option("ko")
    expect(page.locator(".worth tbody th").first).to_have_text("타이")
    expect(page.locator(".worth")).not_to_contain_text("…")
    before = page.locator("main").inner_text()
    page.reload()
    expect(page.locator(".worth")).not_to_contain_text("…")
    assert page.locator("main").inner_text() == before
    other = opened(width=width, fragment=page.evaluate("location.hash"))
    expect(other.locator(".worth")).not_to_contain_text("…")
    assert other.locator("main").inner_text() == before
    assert other.locator("[role=alert]").count() == 0


def test_a_link_from_another_page_shows_a_warning(opened: Callable) -> None:
    page = opened(fragment="#shoe.log=9&page=0.0.1-000000000000")
    for _ in range(2):
        assert "a different page (0.0.1-000000000000" in page.get_by_role("alert").inner_text()
        assert page.locator("#cards-left").inner_text() == "415"
        page.reload()
        page.wait_for_selector("html[data-ready=true]", state="attached")


def test_a_link_opened_later_replaces_the_state_and_survives_a_reload(opened: Callable) -> None:
    page = opened()
    page.keyboard.type("9")
    expect(page.locator("#cards-left")).to_have_text("415")
    page.evaluate("location.hash = '#shoe.log=8+8+8'")
    expect(page.locator("#cards-left")).to_have_text("413")
    page.reload()
    expect(page.locator("#cards-left")).to_have_text("413")


@pytest.mark.parametrize(
    ("variant", "text", "cap"),
    [
        ("standard", "A=1 2=1 8=6 9=2 T=4", "1/2"),
        ("power-baccarat-98", "6=6 7=6 8=6 T=8", "1/2"),  # Its bets have random multipliers.
        ("power-baccarat-98", "8=9 9=9 T=12", "1/50"),
    ],
)
def test_only_a_bet_above_zero_is_green_and_has_a_kelly_part(
    variant: str, text: str, cap: str, opened: Callable
) -> None:
    page = opened(variant, fragment=f"#shoe.start={text.replace(' ', '+')}&shoe.cap={cap}")
    odds = analyzer.odds(variant, analyzer.Shoe.parse(text))
    good = {bet.bet.name for bet in odds.values() if bet.ev > 0}
    assert 0 < len(good) < len(odds)
    green = page.evaluate(
        """[...document.querySelectorAll(".worth tbody tr")].filter(row => row.querySelector(".good"))
        .map(row => row.querySelector("th").innerText)"""
    )
    assert set(green) == good
    expected = {value.bet.name: kelly(value, Fraction(cap)) for value in odds.values() if value.ev > 0}
    assert {name: Fraction(part) for name, part in figures(page, 4).items() if part} == expected


def kelly(value, cap: Fraction) -> Fraction:
    """The part of the bankroll with the greatest mean logarithm, rounded down to a millionth, up to a cap."""
    gains = [
        (chance * value.ways[line.id], value.bet.nets[line.id] * factor / usual)
        for line in value.bet.lines
        for spread in [line.multiplier or ((1, Fraction(1)),)]
        for usual in [sum(factor * chance for factor, chance in spread)]
        for factor, chance in spread
    ]
    gains = [(ways, net) for ways, net in [*gains, (value.ways["lose"], Fraction(-1))] if ways]

    def falls(millionths: int) -> bool:
        part = Fraction(millionths, 10**6)
        grown = [(ways, net, 1 + part * net) for ways, net in gains]
        return min(left for *_, left in grown) <= 0 or sum(w * net / left for w, net, left in grown) < 0

    return Fraction(bisect_left(range(1, int(cap * 10**6) + 1), True, key=falls), 10**6)


@pytest.mark.parametrize("bet", ["Banker", "Tie", "Player Pair"])
def test_effects_of_removing_one_card_equal_python(bet: str, opened: Callable) -> None:
    page = opened(fragment="#shoe.log=9+9+5")
    page.get_by_role("button", name=bet, exact=True).click()
    shoe = analyzer.Shoe.decks(8).coarsen("ranks").without("9 9 5")
    [removal] = analyzer.removal("standard", shoe, bets=[bet.lower().replace(" ", "-")], by="ranks").removals
    expected = [ratio_text(effect) for effect in removal.effects.values()]
    found = page.locator(".removal .figure").evaluate_all("all => all.map(one => one.title)")
    assert found == expected


def test_the_odds_inside_the_coup_on_the_table_equal_python(opened: Callable) -> None:
    page = opened(fragment="#shoe.log=%2F+9+K+2+5&shoe.coups=1")
    expect(page.locator(".worth")).not_to_contain_text("…")
    odds = analyzer.odds("standard", analyzer.Shoe.decks(8).coarsen("ranks"), dealt="P:9,2 B:K,5")
    assert figures(page, 3) == {bet.bet.name: ratio_text(bet.ev) for bet in odds.values()}
    page.keyboard.type("8")
    expect(page.locator(".coup div.player").first).to_have_text(re.compile("9 2 8 *9"))


@pytest.mark.parametrize(
    ("text", "log"),
    [
        ("9c 9d, Th", "9c 9d Th"),
        ("burn: 7h ? ?\n1. P:9c,5d,3h B:Kh,2c,2s 7-4 P\n# the end\n", "7h ? ? / 9c Kh 5d 2c 3h 2s"),
    ],
)
def test_cards_and_records_are_read(text: str, log: str, opened: Callable) -> None:
    page = opened()
    page.locator("details summary").click()
    page.locator("details textarea").fill(text)
    page.get_by_role("button", name="Deal these").click()
    expect(page.locator("#cards-left")).not_to_have_text("416")
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('shoe.log')") == log


NO_RECORDS = {
    "9c 1d": "line 1: expected a card such as 9c, ? or a coup such as P:9c,5d B:K,2c, got 1d",
    "9c\nP:9c,9d B:K,2c 9h": "line 2: expected a card such as 9c, ? or a coup",
    "P:9c,9d B:Kh,2c,5s": "line 1: the cards 9c Kh 9d 2c 5s are not a whole coup under these rules",
    "P:2c,2d B:Kh,2c": "line 1: the cards 2c Kh 2d 2c are not a whole coup under these rules",
    "<script>alert(1)</script>": "line 1: expected a card",
    "9 " * 33: "There is no card 9 left in the shoe.",
}


def test_a_text_that_is_not_a_record_is_rejected(opened: Callable) -> None:
    page = opened()
    page.locator("details summary").click()
    for text, fault in NO_RECORDS.items():
        page.locator("details textarea").fill(text)
        page.get_by_role("button", name="Deal these").click()
        expect(page.get_by_role("alert")).to_have_text(re.compile(f"^{re.escape(fault)}"))
        assert page.locator("#cards-left").inner_text() == "416"


@pytest.mark.parametrize("text", ["0", "8.5", "A=3 A=4", "A=99999999", "x", "0=3 T=4", "As=3 9=3", "A=2 2=1"])
def test_a_text_that_is_not_a_shoe_is_rejected(text: str, opened: Callable) -> None:
    page = opened(fragment=f"#shoe.start={text.replace(' ', '+')}")
    assert page.get_by_role("alert").inner_text().startswith("expected a")


@pytest.mark.parametrize("kind", ["command", "python", "csv"])
def test_copied_forms_give_the_same_answer(
    kind: str, opened: Callable, capsys: pytest.CaptureFixture[str]
) -> None:
    page = opened(fragment="#shoe.log=9+5+%2F+A+4&shoe.coups=1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(f"[data-copy={kind}]").click()
    expect(page.locator(".notice")).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    shoe = analyzer.Shoe.decks(8).coarsen("ranks").without("9 5")
    expected = analyzer.odds("standard", shoe, dealt="P:A B:4")
    if kind == "command":
        assert main([*shlex.split(text)[1:], "--format", "csv"]) == 0
        assert capsys.readouterr().out.splitlines()[0].startswith("bet")
    elif kind == "python":
        assert {key: value.ev for key, value in eval(text).items()} == {
            key: value.ev for key, value in expected.items()
        }
    else:
        left = analyzer.odds("standard", shoe.without("A 4"))
        rows = dict(line.split(",") for line in text.splitlines()[1:])
        assert rows == {key: ratio_text(value.ev) for key, value in left.items()}


def test_suits_are_requested_if_a_bet_needs_them(opened: Callable) -> None:
    bets = ["player", "player-suited-pair", "tie"]
    page = opened(bets=bets)
    page.keyboard.type("9")
    expect(page.locator("#cards-left")).to_have_text("415")
    page.keyboard.type("h")
    expect(page.get_by_role("button", name="♠ s")).to_be_disabled()
    key(page, "A").click()
    page.get_by_role("button", name="A♦ d").click()
    expect(page.locator("#cards-left")).to_have_text("414")
    odds = analyzer.odds("standard", analyzer.Shoe.decks(8).without("9h Ad"), bets=bets)
    expected = {value.bet.name: ratio_text(value.ev) for value in odds.values()}
    assert figures(page, 2) == expected
    key(page, "2").click()
    expect(page.locator("#cards-left")).to_have_text("413")
    assert figures(page, 2).keys() == expected.keys() - {odds["player-suited-pair"].bet.name}
    assert "cards of unknown suit or rank have been removed" in page.locator(".worth").inner_text()


CAPS = {"1/50": "1/50", "0.02": "1/50", "100%": "1", "2 %": "1/50"}


def test_a_cap_can_be_a_percentage_a_decimal_or_a_ratio(opened: Callable) -> None:
    page = opened(fragment="#shoe.start=0%3D60+9%3D2")
    for text, part in CAPS.items():
        page.get_by_label("Maximum fraction of the bankroll").fill(text)
        expect(page.locator(".worth [role=alert]")).to_have_count(0)
        assert Fraction(figures(page, 4)["Tie"]) <= Fraction(part)


def test_a_cap_that_is_not_a_fraction_from_0_to_1_is_rejected(opened: Callable) -> None:
    page = opened()
    for text in ("2", "-1%", "1e-2", "0,02", "101%", "", "1/0"):
        page.get_by_label("Maximum fraction of the bankroll").fill(text)
        expected = f"expected a fraction from 0 to 1, such as 2%, got {text}".strip()
        expect(page.locator(".worth [role=alert]")).to_have_text(expected)


def test_a_suit_applies_only_to_the_card_just_removed(opened: Callable) -> None:
    page = opened(bets=["player", "player-suited-pair"], fragment="#shoe.start=Ah%3D1+Kh%3D9&shoe.log=Kh")
    page.keyboard.type("Ah")
    page.keyboard.type("As")
    expect(page.get_by_role("alert")).to_have_text("There is no card A left in the shoe.")
    expect(page.locator("#cards-left")).to_have_text("8")
    page.wait_for_timeout(300)  # The fragment is written after a delay.
    assert page.evaluate("new URLSearchParams(location.hash.slice(1)).get('shoe.log')") == "Kh Ah"
