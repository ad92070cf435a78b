"""Conditions evaluated over columns, and what they look at, compared with evaluation coup by coup."""

import random
from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentences import CARDS, SCOPES, STANDARD, conditions, coups, numbers
from suite import MULTIPLIER

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, bounds, evaluate
from analyzer.bets.facts import ATTRIBUTES, FACTS, FIRST_FOUR, POINTS, Type
from analyzer.bets.tree import Compare, looks, touched
from analyzer.game.cards import card_at
from analyzer.game.coup import Coup, deal


def placed(coup: Coup) -> dict[str, int]:
    """The coup's cards by position, as indices 0–51."""
    return {
        f"{hand[0]}{i}": card.index
        for hand, cards in (("player", coup.player), ("banker", coup.banker))
        for i, card in enumerate(cards, 1)
    }


def columns(texts: list[str], many: list[Coup]) -> list[list[bool]]:
    """The values from `evaluate` for each coup, by text; all texts in one block for each course."""
    by_course: dict[frozenset[str], list[int]] = defaultdict(list)
    for row, coup in enumerate(many):
        by_course[frozenset(placed(coup))].append(row)
    found = [[False] * len(many) for _ in texts]
    for course, rows in by_course.items():
        cards = {place: np.array([placed(many[row])[place] for row in rows]) for place in course}
        block = Block(cards, len(rows))
        for text, truths in zip(texts, found, strict=True):
            values = evaluate(Condition.parse(text).tree, block)
            assert values.dtype == bool
            assert values.shape == (len(rows),)
            for row, value in zip(rows, values.tolist(), strict=True):
                truths[row] = value
    return found


def column(text: str, many: list[Coup]) -> list[bool]:
    """The value from `evaluate` for each coup."""
    return columns([text], many)[0]


def walked(text: str, many: list[Coup]) -> list[bool]:
    """The value from `Condition.holds` for each coup."""
    condition = Condition.parse(text)
    return [condition.holds(coup) for coup in many]


def shuffled(number: int) -> list[Coup]:
    """Coups of random cards, the same on every call."""
    rows = np.random.default_rng(1).integers(0, 52, (number, 6)).tolist()
    return [deal(STANDARD, map(card_at, row)) for row in rows]


@settings(max_examples=80 * MULTIPLIER)
@given(st.lists(conditions(), min_size=1, max_size=5), st.lists(coups(), min_size=1, max_size=12))
def test_holds_and_evaluate_agree_alone_and_in_one_block(texts: list[str], many: list[Coup]) -> None:
    assert columns(texts, many) == [walked(text, many) for text in texts]


def test_similar_phrases_are_not_confused() -> None:
    many = shuffled(100)
    texts = [
        f"distinct({name}{scope}) == {n}" for name in ATTRIBUTES for scope in SCOPES for n in range(1, 7)
    ]
    texts += [
        f"count({inner}{scope}) == {n}"
        for inner in ("suit == spades", "color == black", "rank < 4", "rank <= 4")
        for scope in SCOPES
        for n in range(7)
    ]
    texts += [f"{place}.{name} == {n}" for place in CARDS for name in ("points", "rank") for n in range(14)]
    texts += [f"{place}.suit == {place}.suit" for place in CARDS]
    assert columns(texts, many) == [walked(text, many) for text in texts]


def test_every_fact_agrees_on_many_coups() -> None:
    many = shuffled(400)
    for name, fact in FACTS.items():
        values = range(fact.low, fact.high + 1)
        texts = [name] if fact.type is Type.TRUTH else [f"{name} == {value}" for value in values]
        for text in texts:
            truth = column(text, many)
            assert truth == walked(text, many), text
            assert any(truth), text


def test_products_beyond_64_bits_do_not_overflow() -> None:
    many = [deal(STANDARD, map(card_at, row)) for row in ([0, 4, 8, 12, 16, 20], [32, 4, 51, 12, 16, 20])]
    for big, remainder in (
        ("999999999999 * 999999999999 * (p1.rank + 1)", 999_999_999_999**2 * 2 % 7),
        ("999999999999 * 9999999 * (p1.rank + 1)", 999_999_999_999 * 9_999_999 * 2 % 7),
    ):
        assert column(f"{big} > 0", many) == [True, True]
        assert column(f"-{big} + {big} == 0", many) == [True, True]
        assert column(f"{big} - 1 < {big} and not {big} in {{-5..5}}", many) == [True, True]
        assert column(f"{big} % 7 == {remainder}", many)[0]


def test_constant_sentences_agree() -> None:
    texts = ["5 == 5", "5 != 5", "spades == spades", "not 5 == 5", "5 in {1..4, 6}", "5 in {1..4, 5}"]
    texts += [f"{a} {word} {b}" for a in texts[:2] for b in ("tie", *texts[:2]) for word in ("and", "or")]
    texts += [f"{b} {word} {a}" for a in texts[:2] for b in ("tie", "player_draws") for word in ("and", "or")]
    texts += [f"count({a}{scope}) == {n}" for a in texts[:2] for scope in SCOPES for n in range(7)]
    texts += [f"not ({a})" for a in texts] + ["count(suit == hearts or 5 == 5) + 5 == 9"]
    many = shuffled(60)
    assert columns(texts, many) == [walked(text, many) for text in texts]


def test_a_comparison_that_touches_an_undrawn_card_is_false() -> None:
    many = [deal(STANDARD, map(card_at, [33, 34, 35, 36, 0, 0])), *shuffled(60)]
    assert min(len(placed(coup)) for coup in many) == 4
    for place in ("p3", "b3"):
        phrases = [f"{place}.points != 8", f"{place}.rank - {place}.rank == 0", f"{place}.suit in {{spades}}"]
        phrases += [f"{place}.points + 300 > 0", f"tie or {place}.color == red", f"{place}.rank in {{1..13}}"]
        texts = [
            *phrases,
            *(f"not ({text})" for text in phrases),
            *(f"{text} and 5 == 5" for text in phrases),
        ]
        assert columns(texts, many) == [walked(text, many) for text in texts]
    for coup in many[:1]:
        assert [truths[0] for truths in columns(["p3.points != 8", "not p3.points == 8"], [coup])] == [
            False,
            True,
        ]


def test_remainder_floors() -> None:
    many = [deal(STANDARD, map(card_at, [0, 4, 8, 12, 16, 20]))]
    assert column("(p1.rank - 6) % 7 == 2 and -8 % 7 == 6 and 0 - 8 % 7 == -1", many) == [True]


@settings(max_examples=100 * MULTIPLIER)
@given(numbers(), coups())
def test_a_number_is_within_its_bounds(text: str, coup: Coup) -> None:
    comparison = Condition.parse(f"{text} == 0").tree
    assert isinstance(comparison, Compare)
    low, high = bounds(comparison.left)
    cards = {place: np.array([card]) for place, card in placed(coup).items()}
    if touched(comparison) <= cards.keys():
        (value,) = evaluate(comparison.left, Block(cards, 1)).tolist()
        assert low <= value <= high
        assert Condition.parse(f"{text} in {{0..0}}").holds(coup) == (value == 0)


def settled_by_four(condition: Condition) -> bool:
    return all(look.where <= FIRST_FOUR for look in looks(condition.tree))


def dealt_again(cards: dict[str, int], thirds: list[int]) -> Coup:
    """The coup of these first four cards, with third cards in dealing order."""
    four = [cards[place] for place in ("p1", "b1", "p2", "b2")]
    return deal(STANDARD, map(card_at, four + thirds))


def alike(condition: Condition, place: str, card: int) -> list[int]:
    """The cards that the condition's looks do not distinguish from a card at a place.

    For a condition that looks at third cards, the census distinguishes points everywhere, so that the draws
    are known; for a condition that looks only at first cards, it does not.
    """
    labels = [look.labels for look in looks(condition.tree) if place in look.where]
    if not settled_by_four(condition):
        labels.append(POINTS)
    return [other for other in range(52) if all(label[other] == label[card] for label in labels)]


def exchanged(condition: Condition, coup: Coup, choose: Callable[[list[int]], int]) -> Coup:
    """The coup with every card replaced by an indistinguishable one; any third cards if none is looked at."""
    changed = {place: choose(alike(condition, place, card)) for place, card in placed(coup).items()}
    if settled_by_four(condition):
        return dealt_again(changed, [choose(list(range(52))), choose(list(range(52)))])
    again = dealt_again(changed, [changed[place] for place in ("p3", "b3") if place in changed])
    assert placed(again) == changed
    return again


@settings(max_examples=100 * MULTIPLIER)
@given(conditions(), coups(), st.data())
def test_indistinguishable_cards_can_be_exchanged(text: str, coup: Coup, data: st.DataObject) -> None:
    condition = Condition.parse(text)
    again = exchanged(condition, coup, lambda cards: data.draw(st.sampled_from(cards)))
    assert condition.holds(again) == condition.holds(coup)


PHRASES = [
    *(name if fact.type is Type.TRUTH else f"{name} == {fact.high}" for name, fact in FACTS.items()),
    *(f"distinct({name}{scope}) == 2" for name in ATTRIBUTES for scope in SCOPES),
    *(f"count(rank == 10{scope}) == 1" for scope in SCOPES),
    *(f"count(suit == hearts{scope}) == 2" for scope in SCOPES),
    *(f"{place}.{name} == 9" for place in CARDS for name in ("points", "rank")),
    *(f"{place}.suit == hearts" for place in CARDS),
    *(f"{place}.color != red" for place in CARDS),
    *(f"p1.{name} == {place}.{name}" for place in CARDS[1:] for name in ATTRIBUTES),
]


@pytest.mark.parametrize("text", PHRASES)
def test_every_phrase_looks_closely_enough(text: str) -> None:
    condition, rng, truths = Condition.parse(text), random.Random(text), set()
    aces_twos_nines_tens = [*range(8), *range(32, 40)]
    for _ in range(100 * MULTIPLIER):
        coup = deal(STANDARD, map(card_at, rng.choices(aces_twos_nines_tens, k=6)))
        again = exchanged(condition, coup, rng.choice)
        assert condition.holds(again) == condition.holds(coup)
        truths.add(condition.holds(coup))
    assert truths == {True, False}


@settings(max_examples=100 * MULTIPLIER)
@given(conditions(), coups(), st.data())
def test_indistinguishable_places_can_be_exchanged(text: str, coup: Coup, data: st.DataObject) -> None:
    condition = Condition.parse(text)
    cards = placed(coup)
    one, two = data.draw(st.sampled_from([(a, b) for a in cards for b in cards if a < b]))
    seen = [{look for look in looks(condition.tree) if place in look.where} for place in (one, two)]
    same_points = card_at(cards[one]).points == card_at(cards[two]).points
    if seen[0] != seen[1] or not (same_points or {one, two} in ({"p1", "p2"}, {"b1", "b2"})):
        return
    cards[one], cards[two] = cards[two], cards[one]
    again = dealt_again(cards, [cards[place] for place in ("p3", "b3") if place in cards])
    assert condition.holds(again) == condition.holds(coup)
