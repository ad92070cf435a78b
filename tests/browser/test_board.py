"""The room Board: its roads equal Python's in every cell; coups are entered by key, pointer and text."""

import json
from collections.abc import Callable
from fractions import Fraction
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from suite import DATA

import analyzer as ba
from analyzer.text import LANGUAGES

pytestmark = pytest.mark.browser

VECTORS = json.loads((DATA / "roads" / "vectors.json").read_text(encoding="utf-8"))["vectors"]
SHOES = 500


def shoes() -> list[list[str]]:
    """Random shoes of up to 300 coups: choppy and streaky, with few or many ties, with all marks."""
    random = Random(24)
    made = []
    for _ in range(SHOES):
        again, tie = random.choice([0.05, 0.5, 0.8, 0.97]), random.choice([0, 0.1, 0.6])
        side, coups = "B", []
        for _ in range(random.choice([3, 20, 80, 300])):
            side = side if random.random() < again else "BP"[side == "B"]
            winner = "T" if random.random() < tie else side
            coups.append(winner + "".join(mark for mark in "pbn" if random.random() < 0.15))
        made.append(coups)
    return made


def test_roads_equal_the_vectors(opened: Callable) -> None:
    answers = opened().evaluate("all => all.map(baccarat.roads)", [vector["coups"] for vector in VECTORS])
    for vector, answer in zip(VECTORS, answers, strict=True):
        assert answer == vector["expect"], vector["name"]


def test_roads_equal_python(opened: Callable) -> None:
    made = shoes()
    script = "all => all.map((coups) => JSON.stringify(baccarat.roads(coups)))"
    answers = [*map(json.loads, opened().evaluate(script, made))]
    for coups, answer in zip(made, answers, strict=True):
        assert answer == ba.roads(coups).to_dict(), " ".join(coups)
    assert max(len(answer["big_road"]["columns"]) for answer in answers) > 200
    assert max(run["length"] for answer in answers for run in answer["big_road"]["columns"]) > 60


TEXTS = [
    "",
    " \n# nothing",
    "B, Pp ,,T\tBbn",
    "B # P P\nP#T\n#\nTn",
    "B # x\r\nP # x\rT # x\nB",
    "B # x\x0bP\u2028T\nB",
]
REFUSED = {
    "B P\nT x": "line 2, coup 4",
    "BB": "line 1, coup 1",
    "B Bbp": "line 1, coup 2",
    "b": "line 1, coup 1",
    "B\r\r\nPP": "line 3, coup 2",
    "1 B": "line 1, coup 1",
}


def test_a_text_is_read_or_rejected_as_in_python(opened: Callable) -> None:
    page = opened()
    for text in TEXTS:
        assert page.evaluate("baccarat.roads", text) == ba.roads(text).to_dict()
    refused = "text => { try { baccarat.roads(text); return ''; } catch (error) { return error.message; } }"
    for text, place in REFUSED.items():
        found = page.evaluate(refused, text)
        assert found.startswith(f"{place}: expected a coup as B, P or T, "), text


def text_of(page: object) -> str:
    return page.locator(".board textarea").input_value()


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_coups_are_entered_by_keys(opened: Callable, width: str) -> None:
    page = opened(width=width, fragment="#room=board")
    for key in ["b", "P", "1", "n", "t", "2", "1", "1", "B"]:
        page.keyboard.press(key)
    assert text_of(page) == "B Ppn Tb B"
    page.keyboard.press("Backspace")
    page.keyboard.press("u")
    assert text_of(page) == "B Ppn"
    page.keyboard.press("Delete")
    assert text_of(page) == ""
    page.reload()
    page.wait_for_selector("html[data-ready=true]", state="attached")
    page.keyboard.press("u")
    assert text_of(page) == "B Ppn"
    for asked in (["If Banker wins"], ["If Player wins"], []):
        page.keyboard.press("a")
        assert page.locator(".board table button[aria-pressed=true]").all_inner_texts() == asked
        # The big road and the big eye boy have a next mark; the other roads have not started.
        assert page.locator(".road .asked").count() == 2 * len(asked)


def test_coups_are_entered_by_pointer(opened: Callable) -> None:
    page = opened(width="phone", fragment="#room=board")
    for name in ["Banker", "Player", "Player pair", "Tie", "Undo"]:
        page.get_by_role("button", name=name, exact=True).click()
    assert text_of(page) == "B Pp"
    page.get_by_role("button", name="Player pair", exact=True).click()
    assert text_of(page) == "B P"
    page.get_by_role("button", name="Clear", exact=True).click()
    assert text_of(page) == ""
    page.get_by_role("button", name="Undo", exact=True).click()
    assert text_of(page) == "B P"


def test_typed_text_stays_as_typed(opened: Callable) -> None:
    page = opened(fragment="#room=board")
    page.locator(".board textarea").fill("B P # two\nT x B")
    fault = page.locator("#board-fault").inner_text()
    assert fault.startswith("Line 2, coup 4: expected B, P or T") and "got x." in fault
    assert page.get_by_role("button", name="Banker", exact=True).is_disabled()
    page.get_by_role("tab", name="Board").focus()
    for key in ["b", "1", "u"]:
        page.keyboard.press(key)
    assert text_of(page) == "B P # two\nT x B"
    page.locator(".board textarea").fill("B P # two")
    page.get_by_role("button", name="Banker", exact=True).click()
    assert text_of(page) == "B P # two\nB"
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Undo", exact=True).click()
    assert text_of(page) == "B # two"
    page.reload()
    assert text_of(page) == "B # two"


def test_a_road_that_does_not_fit_leaves_out_whole_columns_on_the_left(opened: Callable) -> None:
    page = opened(width="phone", fragment=f"#room=board&board={quote(' '.join(['B', 'P'] * 40))}")
    road = page.locator(".road.big_road")
    columns = int(road.locator("svg").get_attribute("width")) // 26
    assert 6 <= columns < 80
    assert road.locator("g").count() == columns
    assert road.locator("figcaption").inner_text() == f"Big road (columns left out: {80 - columns})"
    assert road.locator("svg").get_attribute("aria-label").endswith("Banker 1, Player 1")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_figures_of_the_next_coup_equal_python(opened: Callable) -> None:
    page = opened(fragment="#room=board")
    known = ba.successive("standard", coups=1)
    found = [
        [figure.get_attribute("title") for figure in row.locator(".figure").all()]
        for row in page.locator(".board .wide tbody tr").all()
    ]
    sides = ("banker", "player", "tie")
    values = [[*map(one.of, sides), one.banker_share] for one in known.followings]
    assert [[*map(Fraction, row)] for row in found] == values
    most = max(abs(row[i] - values[0][i]) for row in values for i in range(3))
    assert Fraction(page.locator(".board p .figure").get_attribute("title")) == most


@pytest.mark.parametrize("room", ["board", "check"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_language_is_wider_than_a_phone(opened: Callable, room: str, lang: str) -> None:
    fragment = f"#room={room}&lang={lang}&board={quote('B Pp T Bbn P T T B ' * 20)}"
    page = opened(width="phone", fragment=fragment)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_copied_python_draws_the_same_roads(opened: Callable) -> None:
    page = opened(fragment="#room=board&board=B+Pp+T+Bbn")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as Python").click()
    expect(page.locator(".notice")).to_contain_text("Copied")
    drawn = eval(page.evaluate("navigator.clipboard.readText()"), {"analyzer": ba})
    assert drawn.to_dict() == ba.roads("B Pp T Bbn").to_dict()
