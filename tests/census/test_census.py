"""The census compared with the oracle: every count is equal, on shoes of every type."""

from dataclasses import replace
from functools import cache
from math import perm

import numpy as np
import pytest
from by_hands import by_hands
from oracle import CELLS, Oracle, dealer
from shoes import brief, random_shoes, spread
from suite import MULTIPLIER, one_in

from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.census import Census, census, needs
from analyzer.census.polynomials import number_type
from analyzer.errors import ConditionError
from analyzer.game.coup import total
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Fineness, Shoe

pytestmark = pytest.mark.kernel

SHOES = 20 * MULTIPLIER
PUNTO_BANCO = load.rules("punto-banco")
THAI = load.rules("thai-literal")
GIVEN_SEVEN = replace(PUNTO_BANCO, id="first-card-seven", player_first=7)
GIVEN_KING = replace(PUNTO_BANCO, id="first-card-king", player_first=13)

Split = tuple[Condition, ...]
MAIN: Split = tuple(map(Condition.parse, ("player_wins", "banker_wins")))
SIXES: Split = tuple(
    map(Condition.parse, ("banker_wins and banker_total == 6 and banker_cards == 2", "tie", "margin >= 4"))
)
POINTED = (MAIN, SIXES, (Condition.parse("player_natural or banker_natural"),))
"""Splits that points determine."""


@cache
def alone(split: Split) -> Census:
    """The census of one split."""
    return census(PUNTO_BANCO, [split])


def split_of(bet: Bet) -> Split:
    return tuple(line.when for line in bet.lines)


SEEDS = ["standard", "commission-free", "niu-niu", "ez-baccarat", "classic"]
FIRST_TO_SPLIT_SO = {
    split_of(bet): f"{variant}:{bet.reference}"
    for variant in SEEDS[::-1]
    for bet in load.variant(variant).bets
}
SEED_SPLITS = {name: split for split, name in FIRST_TO_SPLIT_SO.items()}
BY_RANK = {name: split for name, split in SEED_SPLITS.items() if "-pair/" in name}
BY_POINTS = {name: split for name, split in SEED_SPLITS.items() if name not in BY_RANK}


def counted_and_dealt(splits: dict[str, Split], shoe: Shoe) -> tuple[dict[str, list[int]], ...]:
    """The ways of each split on a shoe, by the census and by the oracle."""
    counted = {name: alone(split).ways(shoe)[0] for name, split in splits.items()}
    oracle = dealer(PUNTO_BANCO, shoe.fineness)
    return counted, {name: oracle.ways(shoe, split) for name, split in splits.items()}


def test_the_seed_variants_share_their_rules() -> None:
    assert {load.variant(variant).rules for variant in SEEDS} == {PUNTO_BANCO}
    assert {needs(PUNTO_BANCO, split).fineness for split in BY_POINTS.values()} == {"points"}
    assert {needs(PUNTO_BANCO, split).fineness for split in BY_RANK.values()} == {"ranks"}


@pytest.mark.parametrize(
    "shoe", one_in(5, random_shoes("points", SHOES, kinds=5 if MULTIPLIER == 1 else 10)), ids=brief
)
def test_every_seed_bet_agrees_with_the_oracle(shoe: Shoe) -> None:
    counted, dealt = counted_and_dealt(BY_POINTS, shoe)
    assert counted == dealt


@pytest.mark.slow
@pytest.mark.parametrize("decks", [8, 6][:MULTIPLIER])
def test_fresh_shoes_agree_with_the_oracle(decks: int) -> None:
    standard = {name: split for name, split in BY_POINTS.items() if name.startswith("standard:")}
    counted, dealt = counted_and_dealt(standard, Shoe.decks(decks).coarsen("points"))
    assert len(standard) == 6
    assert counted == dealt


@pytest.mark.parametrize("shoe", one_in(5, random_shoes("ranks", SHOES, kinds=5)), ids=brief)
def test_every_pair_bet_agrees_with_the_oracle(shoe: Shoe) -> None:
    counted, dealt = counted_and_dealt(BY_RANK, shoe)
    assert counted == dealt


@pytest.mark.skipif(MULTIPLIER == 1, reason="two million coups of thirteen ranks, in the long run only")
@pytest.mark.parametrize("shoe", random_shoes("ranks", SHOES), ids=brief)
def test_every_seed_bet_agrees_with_the_oracle_by_rank(shoe: Shoe) -> None:
    counted, dealt = counted_and_dealt(BY_RANK, shoe)
    assert counted == dealt


@pytest.mark.parametrize("shoe", one_in(2, random_shoes("cards", 4, kinds=5)), ids=brief)
def test_a_shoe_known_by_cards_agrees_with_the_oracle(shoe: Shoe) -> None:
    counted, dealt = counted_and_dealt(SEED_SPLITS, shoe)
    assert counted == dealt


@pytest.mark.parametrize("variant", SEEDS)
def test_bets_of_a_variant_are_counted_the_same_together_and_alone(variant: str) -> None:
    rules = load.variant(variant).rules
    splits = [split_of(bet) for bet in load.variant(variant).bets]
    together = census(rules, splits)
    for shoe in random_shoes("cards", 8):
        assert together.ways(shoe) == [census(rules, [split]).ways(shoe)[0] for split in splits]


@pytest.mark.parametrize("rules", [THAI, GIVEN_SEVEN, GIVEN_KING], ids=lambda rules: rules.id)
def test_other_rules_agree_with_the_oracle(rules: Rules) -> None:
    counted = census(rules, POINTED)
    for shoe in random_shoes("points", SHOES, kinds=4):
        assert counted.ways(shoe) == [dealer(rules, "points").ways(shoe, split) for split in POINTED]


def test_an_unusual_tableau_agrees_with_the_oracle() -> None:
    tableau = replace(
        PUNTO_BANCO.tableau,
        naturals=frozenset({9}),
        player_draws=frozenset({0, 2, 3, 7, 8}),
        banker=tuple((row, tuple((row * 7 + cell * 5) % 3 == 0 for cell in range(11))) for row in range(9)),
    )
    rules = Rules("nobodys", "Nobody's rules", tableau)
    counted = census(rules, POINTED)
    for shoe in random_shoes("points", 8, kinds=5):
        assert counted.ways(shoe) == [dealer(rules, "points").ways(shoe, split) for split in POINTED]


CONDITIONS = {
    # settled by points alone, by all cards in no order
    "winner": "player_wins",
    "total-and-cards": "banker_wins and banker_total == 7 and banker_cards == 3",
    "margin": "margin in {1, 3..5, 9} and not tie",
    "both-draw": "player_draws and banker_draws and cards == 6",
    "two-card-totals": "player_two + banker_two == 9 or player_two * banker_two == 12",
    "natural-not-winning": "player_natural and not player_wins",
    "count-of-points": "count(points == 0) >= 3",
    "count-of-points-by-hand": "count(points in {1, 9}, player) > count(points >= 4, banker)",
    "distinct-points": "distinct(points) == 4 and distinct(points, banker) == 2",
    # by rank
    "count-of-rank": "count(rank == king) == 2 or count(rank == ace, banker) == 1",
    "distinct-ranks": "distinct(rank) == cards",
    "distinct-ranks-by-hand": "distinct(rank, player) == 1 or distinct(rank, banker) == player_cards",
    "rank-sum": "p1.rank + p2.rank + b1.rank + b2.rank == 26",
    "rank-product-with-third": "p1.rank * p3.rank % 5 == b1.rank % 5",
    # settled by two cards, by four, or by one
    "pair": "player_pair",
    "either-pair": "player_pair or banker_pair",
    "suited-pair": "player_suited_pair",
    "both-pairs-one-suited": "player_pair and banker_pair and (player_suited_pair or banker_suited_pair)",
    "first-four-red": "count(color == red, first_four) == 4",
    "first-four-suits": "distinct(suit, first_four) == 4 or distinct(color, first_four) == 1",
    "two-card-totals-only": "player_two > banker_two",
    "one-card": "p1.suit == spades",
    "one-card-exactly": "b1.rank == 9 and b1.suit == clubs",
    "in-dealing-order": "p1.rank < p2.rank and not (b1.rank < b2.rank)",
    "suits-in-dealing-order": "p1.suit == b1.suit and p2.suit != b2.suit",
    # a close look at one group of places
    "all-red": "count(color == red) == cards",
    "hearts": "count(suit == hearts) >= 3 and player_wins",
    "suit-and-rank-at-once": "count(suit == diamonds and rank == 4) > count(rank == 9 and color == black)",
    "distinct-suits": "distinct(suit) == 3 or (distinct(color) == 1 and tie)",
    "player-flush": "distinct(suit, player) == 1 and player_cards == 3",
    "suited-pair-of-the-winner": "player_suited_pair and banker_wins",
    # several groups, both hands
    "as-many-red": "count(color == red, player) == count(color == red, banker)",
    "suits-of-both-hands": "distinct(suit, player) < distinct(suit, banker) and margin > 1",
    "hand-and-first-four": "count(suit == clubs, first_four) == 1 and count(suit == clubs, player) == 1",
    "suited-pair-by-total": "banker_suited_pair and player_total + banker_total == 12",
    "either-suited-pair-and-tie": "(player_suited_pair or banker_suited_pair) and tie",
    "both-pairs-and-winner": "player_pair and banker_pair and banker_wins",
    "one-card-of-the-deck-and-winner": "count(rank == king and suit == hearts) == 1 and player_wins",
    "one-card-by-hand-and-total": "count(rank >= jack and color == red, player) == player_total % 3",
    "pair-and-flush": "(player_pair or distinct(color, banker) == 1) and player_draws",
    # cards one by one, third cards that may not be drawn
    "singles-and-winner": "p1.suit == b1.suit and player_wins",
    "third-equal": "p3.points == 8",
    "third-unequal": "p3.points != 8",
    "third-not-equal": "not (p3.points == 8)",
    "third-not-unequal": "not (b3.rank != 4)",
    "third-in": "p3.rank in {ace, 4..9, king} or not (b3.points in {0..9})",
    "third-suit": "p3.suit == hearts or not (b3.suit != clubs)",
    "thirds-alike": "p3.suit == b3.suit",
    "thirds-unlike": "p3.suit != b3.suit or p3.rank != b3.rank",
    "third-with-itself": "b3.rank == b3.rank",
    "third-with-constant-truth": "p3.points * 0 == 0",
    "third-against-first": "p3.color == p1.color and not (b3.suit == b2.suit)",
    "order-across-the-coup": "p1.rank > b1.rank and p2.suit == spades and banker_wins",
    "one-card-of-a-winner": "b2.suit in {hearts, clubs} and banker_wins and b1.points == 3",
    # arithmetic
    "floored-remainder": "(player_total - banker_total) % 3 == 2",
    "unary-minus": "-player_total + 2 == -(banker_total - 1)",
    "minus-minus": "player_total - -banker_total - 3 > - - 4",
    "left-to-right": "p1.points - p2.points * 2 % 7 - 1 == b1.points - 3",
    "negative-ranges": "player_two - banker_two in {-9..-5, -1, 3, 7..9}",
    "past-64-bits": "(p1.rank - 7) * 999999999999 * 999999999999 * (b1.rank + 1) > 12",
    "past-64-bits-and-back": "(player_total + 1) * 999999999999 * 999999999999 % 1000003 % 2 == 0",
    "past-64-bits-beside-suits": (
        "(player_total - 4) * 999999999999 * 4000003 - count(suit == hearts) == "
        "(banker_total - 4) * 999999999999 * 4000003 - 1"
    ),
    "between-63-and-64-bits-beside-suits": (
        "player_two * 999999999999 * 1024820 + count(suit == hearts) == "
        "banker_two * 999999999999 * 1024820 + 1"
    ),
    "past-64-bits-inside-count": "count(rank * 999999999999 * 999999999999 % 7 == 1) == 2",
    # conditions that depend on little or nothing
    "always": "1 == 1",
    "never": "1 == 2",
    "never-in": "3 in {4..6}",
    "suits-of-nothing": "hearts == spades or red != black",
    "always-one-kind": "count(1 == 1) == cards",
    "always-as-many": "count(2 > 1, first_four) == 4",
    "tautology": "player_wins or not player_wins",
    "nobody-counts": "count(points > 9, banker) == 0",
    "only-the-draw": "cards in {5}",
    "deep": "not (not (not (not (tie or (player_pair and not (banker_pair))))))",
}
PARSED = {name: Condition.parse(text) for name, text in CONDITIONS.items()}

SMALL_SHOES = {
    "five-kinds": "Ac=2 Ah=1 4h=2 Qs=2 6c=3",
    "seven-cards": "As=1 Ah=1 4s=1 9c=1 9d=1 3h=1 Kd=1",
    "twins": "9c=2 4d=3 Kh=2 3s=3 2h=2",
}
DEALT_OUT = {name: text for name, text in SMALL_SHOES.items() if name != "twins" or MULTIPLIER > 1}
"""One shoe of five kinds and one without equal cards; the long run uses a second one of five kinds."""


@pytest.mark.parametrize("text", one_in(3, DEALT_OUT.values()), ids=DEALT_OUT)
@pytest.mark.parametrize("condition", PARSED.values(), ids=PARSED.keys())
def test_every_condition_agrees_with_the_oracle(condition: Condition, text: str) -> None:
    split, shoe = (condition,), Shoe.parse(text)
    assert alone(split).ways(shoe) == [dealer(PUNTO_BANCO, "cards").ways(shoe, split)]


def test_conditions_are_counted_the_same_together_and_alone() -> None:
    splits = [(condition,) for condition in list(PARSED.values())[::4]]
    shoe = Shoe.parse(SMALL_SHOES["five-kinds"])
    together = census(PUNTO_BANCO, splits).ways(shoe)
    assert together == [alone(split).ways(shoe)[0] for split in splits]


SPLITS = {
    "overlapping": ("player_pair", "player_wins", "count(color == red) >= 3", "p3.points == 4"),
    "repeated": ("tie", "tie", "not tie"),
    "never-reached": ("1 == 1", "player_suited_pair"),
    "of-thirds": ("p3.suit == hearts", "b3.suit == hearts", "not (p3.suit == hearts)"),
    "of-totals": tuple(f"player_total == {n} and banker_total <= {n}" for n in range(9)),
    "empty": (),
}


@pytest.mark.parametrize("texts", SPLITS.values(), ids=SPLITS.keys())
def test_the_first_true_condition_decides(texts: tuple[str, ...]) -> None:
    split = tuple(map(Condition.parse, texts))
    for text in DEALT_OUT.values():
        shoe = Shoe.parse(text)
        assert census(PUNTO_BANCO, [split]).ways(shoe) == [dealer(PUNTO_BANCO, "cards").ways(shoe, split)]


WITHOUT_THE_FIRST_CARDS_SUIT = [
    "winner",
    "count-of-rank",
    "distinct-ranks",
    "rank-sum",
    "rank-product-with-third",
    "pair",
    "either-pair",
    "in-dealing-order",
    "two-card-totals-only",
    "thirds-alike",
    "third-not-unequal",
    "third-with-itself",
    "one-card-of-a-winner",
    "one-card-exactly",
    "past-64-bits",
    "always",
    "always-one-kind",
]


@pytest.mark.parametrize("rules", [GIVEN_SEVEN, GIVEN_KING], ids=lambda rules: rules.id)
@pytest.mark.parametrize("name", WITHOUT_THE_FIRST_CARDS_SUIT)
def test_conditions_if_the_first_card_is_given(name: str, rules: Rules) -> None:
    split = (PARSED[name], PARSED["third-suit"])
    for text in DEALT_OUT.values():
        shoe = Shoe.parse(text)
        assert census(rules, [split]).ways(shoe) == [dealer(rules, "cards").ways(shoe, split)]


@pytest.mark.parametrize(
    "name", ["one-card", "suited-pair", "hearts", "distinct-suits", "singles-and-winner"]
)
def test_the_suit_of_a_given_first_card_cannot_be_used(name: str) -> None:
    with pytest.raises(ConditionError, match="Player's first card under rules 'first-card-seven'"):
        census(GIVEN_SEVEN, [(PARSED[name],)])


DEALT = {
    "one-card": "P:9c",
    "one-card-behind": "P:?,4d",
    "one-of-banker": "B:Kh",
    "two-cards": "P:9c B:?,Kh",
    "a-hand": "P:4d,9c",
    "three": "P:4d,3s B:2h",
    "all-four": "P:4d,2h B:Kh,3s",
    "natural": "P:9c,Kh",
    "all-four-natural": "P:9c,Kh B:2h,3s",
    "all-four-standing": "P:4d,3s B:4d,2h",
    "player-drew": "P:?,?,4d",
    "player-drew-unknown": "P:4d,?,?",
    "banker-drew": "B:?,?,9c",
    "banker-drew-to-player-standing": "P:4d,2h B:2h,Kh,?",
    "both-drew": "P:?,2h,? B:?,?,3s",
    "drew-on-a-natural": "P:9c,Kh,?",
    "next-1": "next:1=9c",
    "next-2": "next:2=Kh",
    "next-3": "next:3=4d",
    "next-4": "next:4=2h",
    "next-5": "next:5=9c",
    "next-6": "next:6=3s",
    "next-5-never-used": "P:9c,Kh next:5=4d",
    "next-5-always-used": "P:4d,Kh B:2h,3s next:5=4d",
    "several-ahead": "next:1=9c next:4=Kh next:6=9c",
    "hand-and-ahead": "P:4d B:3s next:5=2h",
    "drew-and-ahead": "P:?,?,? next:5=2h",
    "twice-in-one-place": "P:9c next:1=9c",
    "twice-in-one-place-if-player-draws": "P:?,?,4d next:5=4d",
    "banker-third-and-fifth": "B:?,?,4d next:5=2h",
}
ASKED = (
    MAIN,
    SIXES,
    (Condition.parse("player_pair"), Condition.parse("banker_suited_pair")),
    (Condition.parse("p1.suit == b1.suit"), Condition.parse("p2.rank < b2.rank")),
    (Condition.parse("count(suit == clubs) >= 2"), Condition.parse("not (p3.suit != hearts)")),
    (Condition.parse("p3.points == 4"), Condition.parse("b3.rank in {2, 3, king}")),
    (Condition.parse("distinct(suit, player) == 2 and player_wins"), Condition.parse("distinct(rank) == 4")),
    (Condition.parse("1 == 1"),),
)


@pytest.mark.parametrize("text", one_in(2, DEALT.values()), ids=DEALT.keys())
def test_known_cards_agree_with_the_oracle(text: str) -> None:
    dealt = Dealt.parse(text)
    shoe = Shoe.parse("9c=3 4d=3 Kh=2 3s=3 2h=3").without(dealt.from_shoe(PUNTO_BANCO))
    counted = census(PUNTO_BANCO, ASKED, dealt).ways(shoe)
    oracle = dealer(PUNTO_BANCO, "cards", dealt)
    assert counted == [oracle.ways(shoe, split) for split in ASKED]
    assert counted == [census(PUNTO_BANCO, [split], dealt).ways(shoe)[0] for split in ASKED]


@pytest.mark.parametrize("rules", [THAI, GIVEN_SEVEN], ids=lambda rules: rules.id)
@pytest.mark.parametrize(
    "text",
    one_in(2, ["P:?,4", "P:?,?,3 B:T", "B:2,3", "P:?,?,?", "next:1=9", "next:4=3", "next:5=4", "B:?,?,9"]),
)
def test_known_cards_under_other_rules(text: str, rules: Rules) -> None:
    dealt = Dealt.parse(text)
    for full in ("0=3 2=4 3=4 4=5 7=2 9=4", "0=2 2=1 3=1 4=1 9=1 1=1 6=1"):
        shoe = Shoe.parse(full).without(dealt.from_shoe(rules))
        counted = census(rules, POINTED, dealt).ways(shoe)
        assert counted == [dealer(rules, "points", dealt).ways(shoe, split) for split in POINTED]


@pytest.mark.parametrize("text", ["P:9,5", "P:T,2 B:K", "P:?,?,J B:Q,?", "next:5=Q"])
def test_known_cards_by_rank(text: str) -> None:
    dealt = Dealt.parse(text)
    splits = (MAIN, (Condition.parse("player_pair"), Condition.parse("count(rank == queen) == 2")))
    shoe = Shoe.parse("2=2 5=2 9=2 T=2 J=1 Q=3 K=2").without(dealt.from_shoe(PUNTO_BANCO))
    counted = census(PUNTO_BANCO, splits, dealt).ways(shoe)
    assert counted == [dealer(PUNTO_BANCO, "ranks", dealt).ways(shoe, split) for split in splits]


GIVENS = {
    "totals": ("player_two == 4 and banker_two == 6", ("player_wins", "banker_wins", "tie")),
    "of-the-outcome": ("banker_wins", ("player_pair", "cards == 6")),
    "suits": ("count(color == red) >= 2", ("player_wins", "count(suit == hearts) == 1")),
    "not-drawn": ("not (p3.suit == hearts)", ("p3.suit == clubs", "b3.suit == hearts", "tie")),
    "always": ("1 == 1", ("banker_draws",)),
    "never": ("1 == 2", ("banker_draws",)),
}


@pytest.mark.parametrize(("given", "texts"), GIVENS.values(), ids=GIVENS.keys())
def test_conditionals_agree_with_the_oracle(given: str, texts: tuple[str, ...]) -> None:
    condition, split = Condition.parse(given), tuple(map(Condition.parse, texts))
    fails = Condition.parse(f"not ({given})")
    for text in DEALT_OUT.values():
        shoe = Shoe.parse(text)
        [counted] = census(PUNTO_BANCO, [(fails, *split)]).ways(shoe)
        assert counted[1:] == dealer(PUNTO_BANCO, "cards").ways(shoe, split, condition)


def test_a_conditional_with_known_cards() -> None:
    dealt, given = Dealt.parse("P:4d next:5=2h"), Condition.parse("player_draws or player_pair")
    fails = Condition.parse("not (player_draws or player_pair)")
    shoe = Shoe.parse("9c=3 4d=2 Kh=2 3s=3 2h=2")
    for split in ASKED:
        [counted] = census(PUNTO_BANCO, [(fails, *split)], dealt).ways(shoe)
        assert counted[1:] == dealer(PUNTO_BANCO, "cards", dealt).ways(shoe, split, given)


EVEN, UNEVEN, ONE_KIND = (16, *[4] * 9), (1, 7, 0, 2, 9, 1, 30, 3, 11, 5), (1, *[0] * 9)
SIZES = [
    *(6, 12, 13, 456, 457, 458, 459, 460, 499, 701, 1009, 1449, 1450, 1451, 1452, 1626, 1627, 1628, 1629),
    *(5000, 52_000, 100_000),
]


@pytest.mark.parametrize("weights", [EVEN, UNEVEN, ONE_KIND], ids=["even", "uneven", "one-kind"])
@pytest.mark.parametrize("cards", SIZES)
def test_any_size_of_shoe_is_counted_exactly(cards: int, weights: tuple[int, ...]) -> None:
    shoe = spread(cards, weights)
    split = (Condition.parse("player_wins"), Condition.parse("banker_wins"))
    assert census(PUNTO_BANCO, [split]).ways(shoe) == [by_hands(PUNTO_BANCO, shoe.counts)]


@pytest.mark.parametrize("cards", SIZES)
def test_any_size_of_shoe_is_counted_exactly_under_the_thai_rules(cards: int) -> None:
    shoe = spread(cards, UNEVEN)
    split = (Condition.parse("player_wins"), Condition.parse("banker_wins"))
    assert census(THAI, [split]).ways(shoe) == [by_hands(THAI, shoe.counts)]


@pytest.mark.parametrize("drawn", [0, 1, 3, 5, 6])
@pytest.mark.parametrize("cards", [6, 52, 416, *SIZES[3:]])
def test_all_deals_of_a_shoe_fit_the_number_type(cards: int, drawn: int) -> None:
    limit = {np.float64: 2**53, np.int64: 2**64 - 1, object: perm(100_000, 6)}
    assert perm(cards, drawn) <= limit[number_type(perm(cards, drawn))]


@pytest.mark.parametrize(
    ("cards", "dtype"),
    [
        *((cards, np.int64) for cards in (6, 458, 459, 1450)),
        *((cards, np.uint64) for cards in (1451, 1627)),
        *((cards, object) for cards in (1628, 52_000, 100_000)),
    ],
)
def test_tallies_have_the_smallest_integer_type_that_fits_all_deals(cards: int, dtype: type) -> None:
    cells = np.array([spread(cards, EVEN).counts, spread(6, EVEN).counts])
    for split in (MAIN, (PARSED["third-equal"],), (Condition.parse("p1.points == 4"),)):
        [tallies] = census(PUNTO_BANCO, [split]).tallies(cells, "points")
        assert tallies.dtype == dtype
        assert tallies.shape == (2, len(split) + 1)
        assert [sum(row) for row in tallies.tolist()] == [perm(cards, 6), perm(6, 6)]


PAIRED = {"equal": [1] * 13, "uneven": [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9], "two": [0] * 11 + [1, 1]}


@pytest.mark.parametrize("weights", PAIRED.values(), ids=PAIRED.keys())
@pytest.mark.parametrize("cards", [6, 12, 457, 458, 459, 1450, 1451, 1627, 1628, 5000, 100_000])
def test_pairs_agree_with_their_closed_formula(cards: int, weights: list[int]) -> None:
    counts = [cards * weight // sum(weights) for weight in weights]
    counts[-1] += cards - sum(counts)
    shoe = Shoe(tuple(counts), "ranks")
    pairs = sum(n * (n - 1) for n in counts) * perm(cards - 2, 4)
    for text in ("player_pair", "banker_pair"):
        [counted] = census(PUNTO_BANCO, [(Condition.parse(text),)]).ways(shoe)
        assert counted == [pairs, perm(cards, 6) - pairs]


@pytest.mark.parametrize("cards", [52, 416, 468, 1404, 1456, 1612, 1664, 99_996])
def test_suited_pairs_agree_with_their_closed_formula(cards: int) -> None:
    decks = cards // 52
    suited = 52 * decks * (decks - 1) * perm(cards - 2, 4)
    [counted] = census(PUNTO_BANCO, [(Condition.parse("player_suited_pair"),)]).ways(Shoe.decks(decks))
    assert counted == [suited, perm(cards, 6) - suited]


TRIED_IN_ALL_NUMBERS = [
    "winner",
    "distinct-ranks",
    "rank-sum",
    "both-pairs-one-suited",
    "hearts",
    "as-many-red",
    "distinct-suits",
    "singles-and-winner",
    "thirds-unlike",
    "in-dealing-order",
    "always",
]


@pytest.mark.parametrize("name", TRIED_IN_ALL_NUMBERS)
def test_a_shoe_is_counted_the_same_in_doubles_and_in_integers(name: str) -> None:
    """If one shoe of a batch needs a larger number type, the batch uses it; the counts stay the same."""
    counted = census(PUNTO_BANCO, [(PARSED[name],)])
    small = [Shoe.decks(1), Shoe.decks(8), Shoe.parse(SMALL_SHOES["twins"])]
    shoes = [*small, Shoe.decks(20), Shoe.decks(30), Shoe.decks(1923)]
    alone = [counted.ways(shoe)[0] for shoe in shoes]
    cells = np.array([shoe.counts for shoe in shoes], dtype=np.int64)
    for last in (3, 4, 5, 6):
        [tallies] = counted.tallies(cells[:last], "cards")
        assert tallies.tolist() == alone[:last]
    assert [sum(row) for row in alone] == [perm(shoe.size, 6) for shoe in shoes]


@pytest.mark.parametrize("fineness", ["points", "ranks", "cards"])
def test_a_batch_of_shoes_is_counted_like_each_shoe_alone(fineness: Fineness) -> None:
    splits = [MAIN, SIXES]
    if fineness != "points":
        splits.append((Condition.parse("player_pair"), Condition.parse("distinct(rank) == 3")))
    if fineness == "cards":
        splits.append((Condition.parse("count(color == red, player) == 3"),))
    counted = census(PUNTO_BANCO, splits)
    shoes = random_shoes(fineness, 40)
    cells = np.array([shoe.counts for shoe in shoes], dtype=np.int64)
    batch = counted.tallies(cells, fineness)
    for row, shoe in enumerate(shoes):
        assert [tallies[row].tolist() for tallies in batch] == counted.ways(shoe)


def test_a_batch_too_large_for_one_step_is_counted_in_parts() -> None:
    counted = census(PUNTO_BANCO, [MAIN])
    random = np.random.default_rng(1)
    cells = random.integers(1, 40, size=(2_500, len(KEYS["points"])))
    [whole] = counted.tallies(cells, "points")
    parts = [
        row
        for begin in range(0, len(cells), 97)
        for row in counted.tallies(cells[begin:][:97], "points")[0].tolist()
    ]
    assert whole.tolist() == parts
    assert [sum(row) for row in whole.tolist()] == [perm(int(n), 6) for n in cells.sum(axis=1)]


def test_an_empty_batch_has_no_ways() -> None:
    none = np.zeros((0, len(KEYS["points"])), dtype=np.int64)
    found = census(PUNTO_BANCO, [MAIN, SIXES, (PARSED["third-equal"],)]).tallies(none, "points")
    assert [(tallies.shape, tallies.dtype) for tallies in found] == [((0, n), np.int64) for n in (3, 4, 2)]
    by_card = census(PUNTO_BANCO, [(PARSED["hearts"],)])
    [tallies] = by_card.tallies(np.zeros((0, len(KEYS["cards"])), dtype=np.int64), "cards")
    assert (tallies.shape, tallies.dtype) == ((0, 2), np.int64)


TOO_MUCH = {
    "six-suits": (
        "p1.suit == spades and p2.suit == hearts and p3.suit == clubs and "
        "b1.suit == diamonds and b2.suit == clubs and b3.suit == hearts"
    ),
    "suits-matched-across": "p1.suit == b1.suit and p2.suit == b2.suit and p3.suit == b3.suit",
}


@pytest.mark.parametrize("text", TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_a_condition_with_too_many_patterns_is_rejected_with_their_number(text: str) -> None:
    with pytest.raises(ConditionError) as error:
        census(PUNTO_BANCO, [(Condition.parse(text),)])
    assert str(error.value) == (
        "expected a condition that needs at most 100,000,000 patterns, got one that needs 1,284,505,600; "
        "look at fewer cards, or at fewer of their suits and ranks, or add exhaustive=True"
    )


def test_exhaustive_has_no_effect_if_it_is_not_needed() -> None:
    shoe = Shoe.parse(SMALL_SHOES["five-kinds"])
    splits = [MAIN, (PARSED["hearts"],)]
    assert census(PUNTO_BANCO, splits, exhaustive=True).ways(shoe) == census(PUNTO_BANCO, splits).ways(shoe)


def test_the_oracle_deals_each_order_of_a_tiny_shoe_once() -> None:
    shoe = Shoe.parse("As=1 9c=1 4d=1 3h=1 Kd=1 2c=1 6s=1")
    oracle = Oracle(PUNTO_BANCO, "cards")
    weights = oracle.weights(shoe)
    assert sum(weights) == perm(7, 6)
    assert len({str(coup) for coup in oracle.coups}) == len(oracle.coups)
    for coup, weight in zip(oracle.coups, weights, strict=True):
        assert weight == perm(7 - coup.cards, 6 - coup.cards)


def test_each_cell_of_the_oracle_has_its_points() -> None:
    assert [total([card]) for card in CELLS["points"]] == list(range(10))
    assert tuple(map(str, CELLS["ranks"])) == KEYS["ranks"]
    assert tuple(map(str, CELLS["cards"])) == KEYS["cards"]
