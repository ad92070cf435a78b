"""The order of results says nothing about the next coup except near a cut card: all orders of small shoes."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from analyzer.analysis.question import Question
from analyzer.catalog import load
from analyzer.catalog.procedures import procedure
from analyzer.game.cards import Card
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import Shoe
from analyzer.play.dealing import deal_shoe
from analyzer.play.record import LETTERS

PUNTO_BANCO = Question.of(load.rules("punto-banco"), (), Shoe.decks(1))
LAST = replace(procedure("cut-card-coup-last"), burn=0)

Law = dict[str, dict[str, Fraction]]


def shoes(cards: int, others: int) -> Iterator[list[Card]]:
    """Every order of a shoe of threes with `others` sixes."""
    for places in map(set, combinations(range(cards), others)):
        yield [Card(6 if place in places else 3) for place in range(cards)]


def law(how: Procedure, cut_card: int, cards: int = 18, others: int = 3) -> Law:
    """The law of the third result, if there is one, after the two results before it."""
    tally: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for shoe in shoes(cards, others):
        dealt = deal_shoe(PUNTO_BANCO, how, shoe, cut_card)
        results = "".join(LETTERS[outcome.winner] for outcome in dealt.outcomes[:3])
        if len(results) == 3:
            tally[results[:2]][results[2]] += 1
    return {
        before: {result: Fraction(n, after.total()) for result, n in after.items()}
        for before, after in tally.items()
    }


def swapped(found: Law) -> Law:
    """The same law with the first two results in the other order."""
    return {before[::-1]: after for before, after in found.items()}


@pytest.mark.parametrize("cut_card", range(6, 10))
@pytest.mark.parametrize(("burn", "cards"), [(0, 18), ("first-card", 22)])
def test_the_order_says_nothing_while_the_cut_card_has_not_shown(
    cut_card: int, burn: int | str, cards: int
) -> None:
    found = law(replace(LAST, burn=burn), cut_card, cards)  # type: ignore[arg-type]
    assert found == swapped(found)
    assert {"PB", "PT", "BT"} < set(found)
    assert found["PT"] != found["PB"]


@pytest.mark.parametrize(
    ("how", "cut_card", "says"),
    [
        (replace(LAST, extra_coups=1), 12, False),  # it cannot show in the first coup
        (replace(LAST, extra_coups=1), 14, True),
        (replace(LAST, reserve=True), 6, False),
        (replace(LAST, reserve=True), 8, True),
    ],
    ids=["one more coup", "one more coup, near", "reserve", "reserve, near"],
)
def test_near_the_cut_card_the_order_can_say_a_little(how: Procedure, cut_card: int, says: bool) -> None:
    found = law(how, cut_card)
    assert (found != swapped(found)) is says
    assert {"PB", "PT", "BT"} < set(found)
