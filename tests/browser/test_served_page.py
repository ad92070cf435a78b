"""The page from the real server: another variant, a bet of one's own, files checked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from served import Server, serving

import analyzer
from analyzer.exact import ratio_text

pytestmark = pytest.mark.browser

BET = """[[bet]]
id = "mine"
name = "Mine"
source = "one's own"
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


def test_another_variant_is_chosen(page: Page) -> None:
    page.get_by_label("Variant").select_option("niu-niu")
    expect(page.get_by_role("heading", level=1)).to_have_text("Niu niu baccarat")
    assert page.evaluate("baccarat.variant") == "niu-niu"


def test_a_bet_of_ones_own_is_read_as_it_is_typed(page: Page, tmp_path: Path) -> None:
    page.get_by_role("tab", name="Paytable bench").click()
    page.get_by_text("Conditions of your own").click()
    page.get_by_label("Bet file").fill(BET.replace("banker_pair", "bankr_pair"))
    expect(page.get_by_text("unknown word 'bankr_pair'; did you mean 'banker_pair'?")).to_be_visible()
    page.get_by_label("Bet file").fill(BET)
    expect(page.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:mine")
    (tmp_path / "mine.toml").write_text(BET, encoding="utf-8")
    odds = analyzer.odds("standard", 8, bets=["mine"], bet_files=[str(tmp_path / "mine.toml")])
    edge = page.locator("tr", has_text="House edge").first.locator(".figure").nth(1)
    expect(edge).to_have_attribute("title", ratio_text(odds["mine"].house_edge))


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
