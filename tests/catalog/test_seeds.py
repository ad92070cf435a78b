"""The drawing rules of the five seeds, cell by cell: transcriptions in tests/seeds against the catalog."""

import re
import tomllib
from fractions import Fraction
from typing import Any

import pytest
from suite import DATA

from analyzer.catalog.load import rules, variant
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, deal
from analyzer.game.rules import Rules

pytestmark = pytest.mark.kernel

PUNTO = rules("punto-banco")
THAI = rules("thai-literal")
STOOD = "-"
CARDS = range(10)
Cells = dict[tuple[int, int | str], str]


def seed(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "seeds" / f"{name}.toml").read_text("utf-8"))


def cells(dealt: Rules) -> Cells:
    """Every cell of a grid, by Banker total and column."""
    grid = dealt.tableau
    found: Cells = {}
    for total in range(8):
        for column in (STOOD, *CARDS):
            draws = grid.banker_draws_on(total, None if column == STOOD else int(column))
            found[total, column] = "D" if draws else "S"
    return found


def digits(text: str) -> list[int]:
    return [int(d) for d in re.findall("[0-9]", text)]


def row(total: int, stands_on: list[int]) -> Cells:
    return {(total, card): "S" if card in stands_on else "D" for card in CARDS}


def test_first_seed() -> None:
    page = seed("first")
    assert [group["totals"] for group in page["player"]] == [
        sorted(PUNTO.tableau.player_draws),
        [6, 7],
        [8, 9],
    ]
    assert sorted(PUNTO.tableau.naturals) == page["player"][2]["totals"] == page["banker"][-1]["totals"]
    told: Cells = {}
    for group in page["banker"][:-1]:
        assert digits(group["words"]) == (group["stands_on"] if len(group["stands_on"]) < 10 else [])
        for total in group["totals"]:
            told |= row(total, group["stands_on"])
    for total in range(8):
        told[total, STOOD] = "D" if total < page["stood_draws_below"] else "S"
    assert told == cells(PUNTO)


def test_second_seed() -> None:
    page = seed("second")
    rows = page["row"]
    assert [r["total"] for r in rows] == list(CARDS)
    assert {r["total"] for r in rows if r["player"] == "補牌"} == PUNTO.tableau.player_draws
    assert {r["total"] for r in rows if r["banker"] == "例牌+不補牌"} == PUNTO.tableau.naturals
    assert {r["total"] for r in rows if r["player"] == "例牌+不補牌"} == PUNTO.tableau.naturals
    told: Cells = {}
    for r in rows[:8]:
        total = r["total"]
        if "stands_on" in r:
            assert sorted(r["stands_on"] + r["draws_on"]) == list(CARDS)
            told |= row(total, r["stands_on"])
            told |= {(total, STOOD): r["stood"]} if "stood" in r else {}
        else:
            told |= {(total, c): "D" if r["banker"] == "補牌" else "S" for c in (STOOD, *CARDS)}
    known = cells(PUNTO)
    assert set(known) - set(told) == {(6, STOOD)}, "the one cell that the table leaves to the prose"
    for again in page["prose"]:
        assert sorted(again["stands_on"] + again["draws_on"]) == list(CARDS)
        assert digits(again["words"])[: len(again["stands_on"])] == again["stands_on"]
        prose = row(again["total"], again["stands_on"]) | {(again["total"], STOOD): again["stood"]}
        assert prose.items() <= known.items()
        told |= prose
    assert told == known
    for rhyme in page["mnemonic"]:
        assert digits(rhyme["words"]) == rhyme["stands_on"]
        assert row(rhyme["total"], rhyme["stands_on"]).items() <= known.items()


def thai_cells() -> Cells:
    page = seed("third")
    told: Cells = {(total, STOOD): "D" for total in page["stood"]["draws"]}
    for total in page["never"]["banker"]:
        told |= {(total, c): "S" for c in (STOOD, *CARDS) if total < 8}
    for case in page["case"]:
        for column in [STOOD] if case.get("stood") else case["totals"]:
            assert (case["banker"], column) not in told, "no cell is told twice"
            told[case["banker"], column] = case["cell"]
    return told


def test_third_seed() -> None:
    page = seed("third")
    assert THAI.banker_by == "player-total"
    assert (
        sorted(THAI.tableau.player_draws)
        == page["player"]["draws"]
        == digits(page["player"]["draws_words"])[1:]
    )
    assert sorted(THAI.tableau.naturals) == page["player"]["naturals"]
    told = thai_cells()
    known = cells(THAI)
    assert told.items() <= known.items()
    assert set(known) - set(told) == {(6, total) for total in range(6)}, "the cases the page leaves open"
    assert all(known[6, total] == "S" for total in range(6)), "what we take there"


def test_thai_cells_are_all_those_of_punto_banco() -> None:
    here, there = cells(THAI), cells(PUNTO)
    assert [cell for cell in here if here[cell] != there[cell]] == []
    assert PUNTO.banker_by == "third-card"


@pytest.mark.parametrize(
    ("banker_two", "drawn_by_card", "drawn_by_total"),
    [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 5, 5), (4, 14, 14), (5, 14, 14), (6, 9, 9), (7, 0, 0)],
)
def test_where_the_thai_reading_differs_from_punto_banco(
    banker_two: int, drawn_by_card: int, drawn_by_total: int
) -> None:
    """The pairs (Player's two-card total, third card), out of 60, in which only one reading draws."""
    by_card = by_total = 0
    for player_two in range(6):
        for third in CARDS:
            final = (player_two + third) % 10
            one = PUNTO.banker_draws_on(banker_two, third, final)
            other = THAI.banker_draws_on(banker_two, third, final)
            by_card += one and not other
            by_total += other and not one
    assert (by_card, by_total) == (drawn_by_card, drawn_by_total)


def test_thai_banker_3_differs_exactly_where_one_of_card_and_total_is_8() -> None:
    apart = [
        (two, third)
        for two in range(6)
        for third in CARDS
        if PUNTO.banker_draws_on(3, third, (two + third) % 10)
        != THAI.banker_draws_on(3, third, (two + third) % 10)
    ]
    assert apart == [
        (1, 7), (1, 8), (2, 6), (2, 8), (3, 5), (3, 8), (4, 4), (4, 8), (5, 3), (5, 8),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-Hant", "ko", "vi"])
def test_fourth_seed(language: str) -> None:
    page = seed("fourth")[language]
    assert set(digits(page["player_draws"])) == PUNTO.tableau.player_draws
    assert digits(page["player_stands"]) == [6, 7]
    assert set(digits(page["player_natural"])) == PUNTO.tableau.naturals
    told: Cells = {}
    for name, draws_on, stands_on in page["rows"][:4]:
        assert sorted(digits(draws_on) + digits(stands_on)) == list(CARDS)
        told |= row(int(name), digits(stands_on))
    assert [r[0] for r in page["rows"]] == ["3", "4", "5", "6", "7", "8-9"]
    told |= row(7, list(CARDS))
    known = cells(PUNTO)
    missing = {(total, card) for total in range(3) for card in CARDS}
    assert set(known) - set(told) == missing | {(total, STOOD) for total in range(8)}
    low = [d for d in digits(page["low"]) if d in CARDS]
    assert low == [0, 1, 2]
    for total in low:
        told |= row(total, [])
    stood_on, then, *rest = digits(page["stood"])
    assert (stood_on, then, rest) == (6, 7, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    told |= {(total, STOOD): "D" if total < 6 else "S" for total in rest if total < 8}
    assert told == known
    assert digits(page["footnote"]) == [6]


def test_fourth_seed_agrees_in_all_languages_except_on_the_high_limit_game() -> None:
    page = seed("fourth")
    english = page["en"]
    for language in page["languages"]:
        assert [r[:3] for r in page[language]["rows"][:4]] == [r[:3] for r in english["rows"][:4]]
    midi = {lang: "Midi" in page[lang]["high_limit"] for lang in page["languages"]}
    assert midi == {"en": True, "zh-Hant": True, "ko": False, "vi": True}
    assert "미니" in page["ko"]["high_limit"]


def test_fifth_seed() -> None:
    page = seed("fifth")
    lines = [line.split() for line in page["table"].split("\n") if line]
    printed = {int(total): cells.count("D") for total, *cells in lines}
    assert list(printed) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert [printed[total] for total in range(6, -1, -1)] == [2, 5, 7, 10, 11, 11, 11]
    known = cells(PUNTO)
    for total in range(8):
        draws = sum(known[total, column] == "D" for column in (STOOD, *CARDS))
        assert printed[total] == draws, total
    assert printed[8] == printed[9] == 0
    assert set(range(page["player_stands_from"])) == PUNTO.tableau.player_draws
    for total in range(page["banker_stands_from"], 8):
        assert {known[total, column] for column in (STOOD, *CARDS)} == {"S"}
    for total in page["banker_draws"]:
        assert {known[total, column] for column in (STOOD, *CARDS)} == {"D"}


def dealt(example: dict[str, Any], by: Rules) -> Coup:
    """The cards of the example's hands in dealing order: Player, Banker, and so on in turn."""
    pairs = zip(example["player"], example["banker"], strict=True)
    return deal(by, [Card.parse(text) for pair in pairs for text in pair])


@pytest.mark.parametrize("example", seed("first")["example"], ids=lambda e: "".join(e["player"]))
def test_first_seed_examples(example: dict[str, Any]) -> None:
    coup = dealt(example, PUNTO)
    assert [card.rank for card in coup.player] == [Card.parse(text).rank for text in example["player"]]
    assert [card.rank for card in coup.banker] == [Card.parse(text).rank for text in example["banker"]]
    assert [coup.player_total, coup.banker_total] == example["totals"]
    assert coup.winner == "player"
    for bet in variant("niu-niu").bets:
        if bet.id in example["niu_niu"]:
            net = next(line.net for line in bet.lines if line.when.holds(coup))
            assert net == Fraction(example["niu_niu"][bet.id])
