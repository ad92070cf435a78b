"""Laws that are true for every shoe, each a property tested on shoes from Hypothesis."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from suite import MULTIPLIER

from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.census import Census, census, needs
from analyzer.game.cards import Card, card_at
from analyzer.game.dealt import Dealt
from analyzer.game.shoe import KEYS, Fineness, Shoe

pytestmark = pytest.mark.kernel

PUNTO_BANCO = load.rules("punto-banco")
GIVEN_SEVEN = replace(PUNTO_BANCO, id="first-card-seven", player_first=7)
CELL_CARDS: Mapping[Fineness, list[Card]] = {
    "points": [Card(points or 10) for points in range(10)],
    "ranks": [Card(rank) for rank in range(1, 14)],
    "cards": [card_at(index) for index in range(52)],
}

SPLITS = {
    "main": ("player_wins", "banker_wins"),
    "totals": ("player_total == 9", "banker_total == 6 and banker_cards == 2", "margin == 4", "cards == 4"),
    "thirds": ("p3.points == 8", "not (b3.points != 4)", "p3.points == b3.points"),
    "pairs": ("player_pair", "banker_pair"),
    "ranks": ("distinct(rank) == cards", "count(rank == king) == 1", "p1.rank < b1.rank"),
    "suited-pair": ("player_suited_pair",),
    "suits": ("count(color == red) >= 3", "player_wins", "count(suit == hearts) == 1"),
    "colours-by-hand": ("count(color == red, player) > count(color == red, banker)", "player_wins"),
    "one-by-one": ("p1.suit == b1.suit and player_wins", "p3.suit != hearts"),
}
FINENESS: dict[str, Fineness] = {
    name: "points"
    if name in ("main", "totals", "thirds")
    else "ranks"
    if name in ("pairs", "ranks")
    else "cards"
    for name in SPLITS
}
BETS = {
    f"{variant}:{bet.reference}": bet
    for variant in ("standard", "commission-free", "niu-niu", "ez-baccarat")
    for bet in load.variant(variant).bets
}

split_names = st.sampled_from(sorted(SPLITS))
point_bets = st.sampled_from(sorted(name for name in BETS if "pair" not in name))


@cache
def counted(name: str) -> Census:
    return census(PUNTO_BANCO, [tuple(map(Condition.parse, SPLITS[name]))])


@cache
def counted_with(name: str, card: str) -> Census:
    """The census of a split when one card is known."""
    return census(PUNTO_BANCO, [tuple(map(Condition.parse, SPLITS[name]))], Dealt.parse(card))


def alike(name: str, *shoes: Shoe) -> bool:
    """Whether each outcome has the same number of ways from all these shoes, which have the same fineness."""
    cells = np.array([shoe.counts for shoe in shoes], dtype=np.int64)
    [rows] = counted(name).tallies(cells, shoes[0].fineness)
    return bool((rows == rows[0]).all())


@cache
def counted_bet(name: str) -> Census:
    return census(PUNTO_BANCO, [tuple(line.when for line in BETS[name].lines)])


@st.composite
def shoes(draw: st.DrawFn, fineness: Fineness, least: int = 6, most_each: int = 40) -> Shoe:
    """A shoe of at least this number of cards; about half its cells are empty."""
    cells = len(KEYS[fineness])
    counts = draw(st.lists(st.just(0) | st.integers(0, most_each), min_size=cells, max_size=cells))
    counts[draw(st.integers(0, cells - 1))] += max(0, least - sum(counts))
    return Shoe(tuple(counts), fineness)


@st.composite
def shoes_of_few_kinds(draw: st.DrawFn, fineness: Fineness) -> Shoe:
    """A shoe of at least seven cards and at most six kinds."""
    cells = len(KEYS[fineness])
    held = draw(st.lists(st.integers(0, cells - 1), min_size=1, max_size=6, unique=True))
    counts = [0] * cells
    for cell in held:
        counts[cell] = draw(st.integers(1, 40))
    counts[held[0]] += max(0, 7 - sum(counts))
    return Shoe(tuple(counts), fineness)


def without_one(shoe: Shoe, cell: int) -> Shoe:
    """The shoe without one card of a cell."""
    return Shoe(tuple(n - (i == cell) for i, n in enumerate(shoe.counts)), shoe.fineness)


def ev(bet: Bet, ways: list[int]) -> Fraction:
    """Expected net per unit staked."""
    return sum((n * net for n, net in zip(ways, bet.nets.values(), strict=True)), Fraction(0)) / sum(ways)


@given(split_names, st.data())
def test_ways_add_up_to_all_ordered_deals_of_six_cards(name: str, data: st.DataObject) -> None:
    shoe = data.draw(shoes(FINENESS[name]))
    [ways] = counted(name).ways(shoe)
    assert sum(ways) == perm(shoe.size, 6)
    assert min(ways) >= 0


@given(st.sampled_from(["main", "totals", "thirds", "pairs", "ranks"]), st.data())
def test_ways_add_up_to_deals_of_five_cards_if_the_first_is_given(name: str, data: st.DataObject) -> None:
    shoe = data.draw(shoes(FINENESS[name]))
    [ways] = census(GIVEN_SEVEN, [tuple(map(Condition.parse, SPLITS[name]))]).ways(shoe)
    assert sum(ways) == perm(shoe.size, 5)
    assert min(ways) >= 0


@given(split_names, st.data())
def test_an_unseen_card_has_no_effect(name: str, data: st.DataObject) -> None:
    """Σ nₖ · ways(shoe − k) = (N − 6) · ways(shoe), for every outcome."""
    shoe = data.draw(shoes_of_few_kinds(FINENESS[name]))
    held = [cell for cell, n in enumerate(shoe.counts) if n]
    fewer = [without_one(shoe, cell).counts for cell in held]
    [rows] = counted(name).tallies(np.array([shoe.counts, *fewer], dtype=np.int64), shoe.fineness)
    ways, *rest = rows.tolist()
    summed = [
        sum(shoe.counts[cell] * row[i] for cell, row in zip(held, rest, strict=True))
        for i in range(len(ways))
    ]
    assert summed == [(shoe.size - 6) * one for one in ways]


@given(point_bets, shoes("points", least=7))
def test_effects_of_removal_cancel_over_the_shoe(name: str, shoe: Shoe) -> None:
    """Σ nₖ · EORₖ = 0."""
    full = ev(BETS[name], counted_bet(name).ways(shoe)[0])
    effects = [
        n * (ev(BETS[name], counted_bet(name).ways(without_one(shoe, cell))[0]) - full)
        for cell, n in enumerate(shoe.counts)
        if n
    ]
    assert sum(effects) == 0


@given(point_bets, st.lists(st.integers(0, 9), min_size=7, max_size=11), st.data())
def test_the_mean_ev_over_all_parts_of_a_shoe_is_the_full_shoes_ev(
    name: str, cards: list[int], data: st.DataObject
) -> None:
    """The mean over all sets of n unseen cards, weighted by probability, is the EV of the whole shoe."""
    full = Shoe(tuple(cards.count(points) for points in range(10)), "points")
    unseen = data.draw(st.integers(6, full.size))
    mean = Fraction(0)
    for counts in product(*(range(n + 1) for n in full.counts)):
        if sum(counts) == unseen:
            chance = Fraction(prod(map(comb, full.counts, counts)), comb(full.size, unseen))
            mean += chance * ev(BETS[name], counted_bet(name).ways(Shoe(counts, "points"))[0])
    assert mean == ev(BETS[name], counted_bet(name).ways(full)[0])


@settings(max_examples=20 * MULTIPLIER)  # each needs a census for each kind of card in the shoe
@given(
    st.sampled_from(["p1", "p2", "b1", "b2", "next:1", "next:4", "next:5", "next:6"]), split_names, st.data()
)
def test_a_known_card_averages_out(place: str, name: str, data: st.DataObject) -> None:
    """Σ nₖ · ways(shoe − k, k known to be at a place) = ways(shoe), for every outcome."""
    texts = {"p1": "P:{}", "p2": "P:?,{}", "b1": "B:{}", "b2": "B:?,{}"}
    shoe = data.draw(shoes_of_few_kinds(FINENESS[name]))
    summed = [0] * (len(SPLITS[name]) + 1)
    for cell, n in enumerate(shoe.counts):
        if n:
            card = CELL_CARDS[shoe.fineness][cell]
            dealt = texts.get(place, place + "={}").format(card)
            [known] = counted_with(name, dealt).ways(without_one(shoe, cell))
            summed = [total + n * one for total, one in zip(summed, known, strict=True)]
    assert [summed] == counted(name).ways(shoe)


@given(split_names, st.permutations(range(4)), st.data())
def test_exchanging_suits_affects_only_conditions_that_name_suits(
    name: str, suits: list[int], data: st.DataObject
) -> None:
    if name in ("suits", "one-by-one"):  # these name hearts, and a colour
        suits = [3, 1, 2, 0]
    if name == "colours-by-hand":
        suits = data.draw(st.sampled_from([[3, 1, 2, 0], [0, 2, 1, 3], [3, 2, 1, 0]]))
    shoe = data.draw(shoes("cards", most_each=4))
    exchanged = Shoe(tuple(shoe.counts[4 * (i // 4) + suits[i % 4]] for i in range(52)), "cards")
    assert alike(name, shoe, exchanged)


@given(st.sampled_from(["main", "totals", "thirds", "pairs"]), st.permutations(range(9, 13)), shoes("ranks"))
def test_exchanging_zero_point_ranks_affects_only_conditions_that_name_them(
    name: str, zeros: list[int], shoe: Shoe
) -> None:
    exchanged = Shoe((*shoe.counts[:9], *(shoe.counts[rank] for rank in zeros)), "ranks")
    assert alike(name, shoe, exchanged)


@given(split_names, st.data())
def test_coarsening_commutes_with_counting(name: str, data: st.DataObject) -> None:
    shoe = data.draw(shoes("cards", most_each=8))
    assert counted(name).ways(shoe.coarsen(FINENESS[name])) == counted(name).ways(shoe)


@cache
def with_places(*places: str) -> Census:
    texts = (
        "{0}.suit == {2}.suit and player_wins",
        "{0}.rank < {1}.rank",
        "{3}.points == 4 and {0}.rank == 7",
    )
    return census(PUNTO_BANCO, [tuple(Condition.parse(text.format(*places)) for text in texts)])


@given(shoes("cards", most_each=8))
def test_exchanging_the_first_two_cards_of_a_hand_has_no_effect(shoe: Shoe) -> None:
    straight, crossed = with_places("p1", "p2", "b1", "b2"), with_places("p2", "p1", "b2", "b1")
    assert straight.ways(shoe) == crossed.ways(shoe)


@pytest.mark.parametrize("name", SPLITS.keys())
def test_a_split_needs_only_as_fine_a_shoe_as_it_looks_at(name: str) -> None:
    assert needs(PUNTO_BANCO, tuple(map(Condition.parse, SPLITS[name]))).fineness == FINENESS[name]
