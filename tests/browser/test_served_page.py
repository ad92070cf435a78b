"""The page from the real server: other variants, your own bet file, checked files."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from axe import check_axe
from chromium import WIDTHS
from playwright.sync_api import BrowserContext, Page, expect
from served import Server, serving

import analyzer
from analyzer.exact import ratio_text

pytestmark = pytest.mark.browser

BET = """[[bet]]
id = "mine"
name = "Mine"
source = "your own"
lines = [ { id = "win", when = "player_pair and banker_pair" } ]
[bet.paytable]
win = "150"
"""
CLAIM = """[[claim]]
id = "{id}"
variant = "classic"
decks = 8
bet = "{bet}"
quantity = "house_edge"
printed = "4.84403%"
source = "a sheet"
"""


VARIANT = """name = "Mine"
source = "your own"
decks = 6
rules = "player-first-7"
bets = ["player", "tie/9", "late"]
[[bet]]
id = "late"
name = "Late tie"
lines = [ { id = "win", when = "tie and player_total >= 8" } ]
[bet.paytable]
win = "20"
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def page(server: Server, window: BrowserContext) -> Iterator[Page]:
    shown = window.new_page()
    faults: list[str] = []
    shown.on("pageerror", lambda error: faults.append(str(error)))
    shown.goto(server.url)
    yield shown
    shown.evaluate("localStorage.clear()")
    shown.close()
    assert not faults


def test_another_variant_can_be_chosen(page: Page) -> None:
    page.get_by_label("Variant").select_option("niu-niu")
    expect(page.get_by_role("heading", level=1)).to_have_text("Niu niu baccarat")
    assert page.evaluate("baccarat.variant") == "niu-niu"


def test_a_bet_file_is_read_while_it_is_typed(page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_text("Your own conditions").click()
    page.get_by_label("Bet file").fill(BET.replace("banker_pair", "bankr_pair"))
    expect(page.get_by_text("unknown word 'bankr_pair'; did you mean 'banker_pair'?")).to_be_visible()
    page.get_by_label("Bet file").fill(BET)
    expect(page.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:mine")
    (tmp_path / "mine.toml").write_text(BET, encoding="utf-8")
    odds = analyzer.odds("standard", 8, bets=["mine"], bet_files=[str(tmp_path / "mine.toml")])
    edge = page.locator("tr", has_text="House edge").first.locator(".figure").nth(1)
    expect(edge).to_have_attribute("title", ratio_text(odds["mine"].house_edge))


def test_a_bet_from_a_file_is_in_the_live_shoe_and_inside_a_coup(page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_text("Your own conditions").click()
    page.get_by_label("Bet file").fill(BET)
    expect(page.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:mine")
    page.reload()
    page.get_by_role("tab", name="Live shoe").click()
    mine = page.locator("tr", has_text="Mine")
    expect(mine).to_be_visible()
    page.keyboard.type("/9999")
    (tmp_path / "mine.toml").write_text(BET, encoding="utf-8")
    files = {"bets": ["mine"], "bet_files": [str(tmp_path / "mine.toml")]}
    before = analyzer.odds(
        "standard", "A=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=28 T=32 J=32 Q=32 K=32", **files
    )
    dealt = analyzer.odds("standard", 8, dealt="P:9,9 B:9,9", **files)
    expect(mine.locator(".figure").nth(0)).to_have_attribute("title", ratio_text(before["mine"].ev))
    expect(mine.locator(".figure").nth(1)).to_have_attribute("title", ratio_text(dealt["mine"].ev))
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_label("Bet file").fill("")
    bet = page.get_by_role("combobox", name="Bet", exact=True)
    expect(bet.locator("option", has_text="Mine")).to_have_count(0)


def test_a_variant_from_a_file_is_in_every_room(page: Page, tmp_path: Path) -> None:
    page.get_by_text("Your own variant file").click()
    page.get_by_role("button", name="Start from the variant shown").click()
    library = Path(analyzer.__file__).parent / "catalog" / "variants" / "standard.toml"
    expect(page.get_by_label("Variant file")).to_have_value(library.read_text(encoding="utf-8"))
    opens = page.get_by_role("button", name="Open this variant")
    page.get_by_label("Variant file").fill(VARIANT.replace("tie/9", "tei/9"))
    expect(page.get_by_text("unknown bet 'tei'; did you mean 'tie'?")).to_be_visible()
    expect(opens).to_be_disabled()
    page.get_by_label("Variant file").fill(VARIANT)
    # The warning does not prevent opening it.
    expect(page.get_by_text("player: the bettor has an edge of 7.199257%")).to_be_visible()
    opens.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
    expect(page.get_by_text("Self-test:")).to_be_visible()
    (tmp_path / "variant.toml").write_text(VARIANT, encoding="utf-8")
    odds = analyzer.odds(str(tmp_path / "variant.toml"))
    for id, name in {"player": "Player", "tie": "Tie", "late": "Late tie"}.items():
        row = page.locator(".worth tr").filter(has=page.get_by_role("button", name=name, exact=True))
        expect(row.locator(".figure").first).to_have_attribute("title", ratio_text(odds[id].ev))
    link = page.url
    # A link without the file, in the same window, brings back the library's variant.
    page.evaluate("location.hash = '#lang=en'")
    expect(page.get_by_role("heading", level=1)).to_have_text("Standard baccarat")
    page.evaluate("link => { location.href = link }", link)
    expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
    page.wait_for_selector("html[data-ready=true]", state="attached")
    page.keyboard.type("77")
    expect(page.locator("#cards-left")).to_have_text("310")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
    expect(page.locator("#cards-left")).to_have_text("310")
    page.get_by_role("combobox", name="Variant", exact=True).select_option("classic")
    expect(page.get_by_role("heading", level=1)).to_have_text("Classic baccarat")


def test_a_link_with_a_faulty_variant_shows_the_error(server: Server, page: Page) -> None:
    page.goto("about:blank")
    page.goto(f"{server.url}#{urlencode({'variant.file': VARIANT.replace('late', 'lte', 1)})}")
    alarm = page.get_by_role("alert").filter(has_text="The variant file was rejected")
    expect(alarm).to_contain_text("unknown bet 'lte'")
    expect(page.get_by_role("heading", level=1)).to_have_text("Standard baccarat")


def test_a_bet_file_can_be_emptied_while_its_bet_is_computed(page: Page) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_text("Your own conditions").click()
    bet = page.get_by_role("combobox", name="Bet", exact=True)
    for _ in range(3):
        page.get_by_label("Bet file").fill(BET)
        expect(bet).to_have_value("file:mine")
        expect(page.locator(".bench p[aria-busy=true]")).to_contain_text("shoes dealt")
        page.get_by_label("Bet file").fill("")
        expect(bet).not_to_have_value("file:mine")
        expect(page.get_by_label("Bet file")).to_be_focused()


def test_typed_text_stays_when_the_page_is_redrawn(page: Page) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_role("combobox", name="Question").select_option("design")
    edges = page.get_by_label("House edge, from..to")
    edges.fill("4%..5%")
    # Choose another bet without moving the focus.
    choose = "bet => { bet.value = 'tie'; bet.dispatchEvent(new Event('change')); }"
    page.get_by_role("combobox", name="Bet", exact=True).evaluate(choose)
    expect(page.locator(".pays")).to_contain_text("Player and Banker tie")
    expect(edges).to_have_value("4%..5%")
    edges.press("Enter")
    expect(page.locator("#room button code").last).to_contain_text("--edge '4%..5%'")


def test_python_answers_more_questions(page: Page) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_role("combobox", name="Bet", exact=True).select_option("tie")
    question = page.get_by_role("combobox", name="Question")
    question.select_option("tail")
    tie = {"bets": ["tie"], "pay": {"tie.win": 8}}
    [tail] = analyzer.tail("standard", 8, unseen=6, **tie).tails
    row = page.get_by_role("row", name="P(EV > 0)")
    expect(row.locator(".figure")).to_have_attribute(
        "title", ratio_text(tail.probability_positive), timeout=20_000
    )
    question.select_option("removal")
    [removal] = analyzer.removal("standard", 8, order=2, **tie).removals
    largest = max(removal.pairs, key=lambda pair: abs(pair.effect))
    first = page.locator("table", has_text="EV without two cards").locator("tbody tr").first
    expect(first.locator(".figure").first).to_have_attribute(
        "title", ratio_text(largest.effect), timeout=20_000
    )
    question.select_option("design")
    page.get_by_label("House edge, from..to").fill("4%..5%")
    page.get_by_label("Pays to try for").fill("1..20")
    page.get_by_label("Pays to try for").press("Enter")
    page.get_by_role("row").get_by_role("button", name="9", exact=True).click(timeout=20_000)
    edge = page.locator("tr", has_text="House edge").first.locator(".figure").nth(1)
    expect(edge).to_have_attribute(
        "title", ratio_text(analyzer.odds("standard", 8, pay={"tie.win": 9})["tie"].house_edge)
    )
    page.get_by_label("Pays to try for").fill("1=2,3")
    page.get_by_label("Pays to try for").press("Enter")
    expect(page.locator("#room .alarm")).to_contain_text(
        "1=2,3", timeout=20_000
    )  # The message quotes the text as typed.
    page.get_by_label("Pays to try for").fill("1..20")
    page.get_by_label("House edge, from..to").fill("4")
    page.get_by_label("House edge, from..to").press("Enter")
    expect(page.locator("#room .alarm")).to_contain_text("4%", timeout=20_000)


def test_rooms_with_your_own_files_meet_the_rules_of_axe(page: Page) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), WIDTHS["phone"], strict=True)))
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_text("Your own variant file").click()
    page.get_by_label("Variant file").fill(VARIANT.replace("tie/9", "tei/9"))
    page.get_by_text("Your own conditions").click()
    page.get_by_label("Bet file").fill(BET)
    page.get_by_role("combobox", name="Question").select_option("design")
    expect(page.get_by_text("unknown bet 'tei'")).to_be_visible()
    expect(page.get_by_text("Paytables with this edge")).to_be_visible(timeout=20_000)
    check_axe(page)


def test_a_question_can_be_stopped(page: Page) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_role("combobox", name="Bet", exact=True).select_option("lucky-6")
    page.get_by_role("combobox", name="Question").select_option("tail")
    page.get_by_label("Unseen cards").fill("26")
    page.get_by_label("Unseen cards").press("Enter")
    page.get_by_role("button", name="Stop").click(timeout=20_000)
    expect(page.get_by_text("Stopped.")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_claims_are_audited(page: Page) -> None:
    page.get_by_role("tab", name="Check").click()
    claims = CLAIM.format(id="x", bet="tie/9") + CLAIM.format(id="y", bet="tie/8")
    page.get_by_label("Text of the file").fill(claims)
    expect(page.locator(".verdict .sentence")).to_have_text("✗ 1 of 2 claims fails.", timeout=20_000)
    expect(page.locator("td", has_text="it would be right for tie/9")).to_be_visible()


def test_a_bet_file_is_checked(page: Page) -> None:
    page.get_by_role("tab", name="Check").click()
    page.get_by_label("Text of the file").fill(BET.replace('"150"', '"300"'))
    expect(page.locator(".verdict .sentence")).to_contain_text("✗", timeout=20_000)
