"""The page inside a coup: bets given the cards on the table, equal to Python's."""

import random
from collections.abc import Callable

import pytest

import analyzer

pytestmark = pytest.mark.browser

VARIANTS = ("standard", "niu-niu", "tiger-baccarat", "power-baccarat-98")


@pytest.mark.parametrize("variant", VARIANTS)
def test_given_cards_on_the_table(variant: str, opened: Callable) -> None:
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
