"""Odds inside a coup: the page's ways given the cards on the table equal Python's."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import analyzer
from analyzer.bets.facts import FACTS, SCOPES, Type

pytestmark = pytest.mark.browser

VARIANTS = ("standard", "niu-niu", "tiger-baccarat", "power-baccarat-98")


@pytest.mark.parametrize("variant", VARIANTS)
def test_odds_given_the_cards_on_the_table_equal_python(variant: str, opened: Callable) -> None:
    chance = random.Random(variant)
    page = opened(variant)
    decided = 0
    for known in (1, 2, 2, 3, 3, 4, 4, 4):
        shoe = analyzer.Shoe.decks(chance.choice([1, 8, 10]))
        table = chance.sample("A23456789TJQK" * 2, known)
        left = shoe.coarsen("ranks").without(" ".join(table))
        dealt = f"P:{','.join(table[::2])} B:{','.join(table[1::2])}" if known > 1 else f"P:{table[0]}"
        expected = analyzer.odds(variant, shoe.coarsen("ranks"), dealt=dealt)
        answer = page.evaluate(
            "([counts, table]) => baccarat.inside(counts, table)", [list(left.counts), table]
        )
        assert int(answer["total"]) == expected.total_ways
        for key, ways in answer["bets"].items():
            assert {line: int(n) for line, n in ways.items()} == dict(expected[key].ways), (dealt, key)
            decided += 1
    assert decided > 20


EACH = 'id = "c{n}"\nname = "C{n}"\nlines = [{{ id = "win", when = "{when}" }}]\npaytable = {{ win = "1" }}'
CONDITIONS = [
    *(
        word if fact.type == Type.TRUTH else f"{word} >= {(fact.low + fact.high + 1) // 2}"
        for word, fact in FACTS.items()
    ),
    *(f"count(rank == 9, {scope}) == 1" for scope in SCOPES),
    *(f"distinct(points, {scope}) == {n}" for scope, n in zip(SCOPES, (4, 2, 3, 3), strict=True)),
    "player_total + 2 * banker_two - margin > 6",
    "-margin % 3 == 1 or not cards != 5",
    "p3.rank in {ace, 4..7, king}",
    "p3.points < b3.points and b1.rank <= p1.rank",
    "distinct(rank) == cards",
    "count(points > 7 and rank != 8) > 1",
    "count(suit in {spades, hearts}, player) == 2",
    "p2.color == red and b2.suit != clubs",
]


def test_every_word_of_a_condition_is_evaluated_as_in_python(opened: Callable, tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text("".join(f"[[bet]]\n{EACH.format(n=n, when=when)}\n" for n, when in enumerate(CONDITIONS)))
    asked = {"bet_files": [str(file)], "bets": [f"c{n}" for n in range(len(CONDITIONS))]}
    page = opened("standard", **asked)
    for table in ("9s Th 4d 7c", "9s 9h Kd 8c", "2s 2h As Ah 6d", "2s Ah 2s 3h 6d", "5s 6h 9d 7c"):
        cards = table.split()
        dealt = f"P:{','.join(cards[:4:2] + cards[4:])} B:{','.join(cards[1:4:2])}"
        expected = analyzer.odds("standard", 2, dealt=dealt, **asked)
        left = list(analyzer.Shoe.decks(2).without(table).counts)
        answer = page.evaluate("([counts, table]) => baccarat.inside(counts, table)", [left, cards])
        found = {key: {line: int(n) for line, n in ways.items()} for key, ways in answer["bets"].items()}
        assert found == {key: dict(value.ways) for key, value in expected.items()}, dealt
