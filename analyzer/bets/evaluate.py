"""Conditions judged over many coups at once, a column of cards for each position.

The fast twin of `Condition.holds`. Knows nothing of how the coups came about: the census hands it blocks
of coups that all ran the same course, so that a position is dealt in every row of a block or in none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any as Anything

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.facts import ATTRIBUTES, FACTS, SCOPES
from analyzer.bets.tree import (
    COMPARISONS,
    All,
    Any,
    Attribute,
    Chain,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
    one_card,
    touched,
)

Column = NDArray[Anything]
"""A value for each row: truths, whole numbers up to 2^63, or Python integers where those could overflow."""

Whole = NDArray[np.int64]
_SAFE = 2**62
"""Arithmetic whose result could pass this bound is done in Python integers, which never overflow."""

_SHOWN = {name: np.array(labels, dtype=np.int64) for name, (_, labels) in ATTRIBUTES.items()}
"""What each card shows, by attribute and by its index 0–51."""


@dataclass(frozen=True, slots=True)
class Block:
    """Coups that all ran the same course, a row each.

    `cards` holds an index 0–51 per row for each position that was dealt. `given` holds the values of
    phrases that are known already and need not be worked out from the cards.
    """

    cards: Mapping[str, NDArray[np.intp]]
    rows: int
    given: Mapping[Node, Column] = field(default_factory=dict)


def evaluate(node: Node, block: Block) -> Column:
    """The value of a phrase in every row of a block: truths, or whole numbers."""
    if block.given and node in block.given:
        return block.given[node]
    match node:
        case Literal(_, value):
            return np.full(block.rows, value, dtype=np.int64)
        case Word(name):
            return _word(name, block)
        case Attribute(position, name) if position is not None:
            return _SHOWN[name][block.cards[position]]
        case Count(inner, scope):
            holds = np.array(one_card(inner), dtype=np.int64)
            return _over(block, scope, holds, np.add)
        case Distinct(name, scope):
            seen = _over(block, scope, np.left_shift(1, _SHOWN[name]), np.bitwise_or)
            return reduce(np.add, ((seen >> label) & 1 for label in set(ATTRIBUTES[name][1])))
        case Chain(first, rest):
            return _chain(first, rest, block)
        case Compare(sign, left, right):
            if not touched(node) <= block.cards.keys():
                return np.zeros(block.rows, dtype=bool)
            return np.asarray(COMPARISONS[sign](evaluate(left, block), evaluate(right, block)), dtype=bool)
        case Member(item, ranges):
            if not touched(node) <= block.cards.keys():
                return np.zeros(block.rows, dtype=bool)
            column = evaluate(item, block)
            inside = [np.asarray((column >= low) & (column <= high), dtype=bool) for low, high in ranges]
            return reduce(np.logical_or, inside)
        case Not(inner):
            return np.logical_not(evaluate(inner, block))
        case All(parts):
            return reduce(np.logical_and, (evaluate(part, block) for part in parts))
        case Any(parts):
            return reduce(np.logical_or, (evaluate(part, block) for part in parts))
    raise TypeError(f"not a phrase of a condition: {node!r}")


def _over(block: Block, scope: str, shown: Whole, merge: Callable[[Whole, Whole], Whole]) -> Whole:
    """What the dealt cards of a scope show, merged; `shown` has an entry for each of the 52 cards."""
    return reduce(merge, (shown[cards] for place, cards in block.cards.items() if place in SCOPES[scope]))


def _chain(first: Node, rest: tuple[tuple[str, Node], ...], block: Block) -> Column:
    value, (low, high) = evaluate(first, block), bounds(first)
    for sign, operand in rest:
        other, (other_low, other_high) = evaluate(operand, block), bounds(operand)
        low, high = _after(sign, (low, high), (other_low, other_high))
        if max(-low, high, -other_low, other_high) >= _SAFE:
            value, other = value.astype(object), other.astype(object)
        if sign == "+":
            value = np.add(value, other)
        elif sign == "-":
            value = np.subtract(value, other)
        elif sign == "*":
            value = np.multiply(value, other)
        else:
            value = np.mod(value, other)
    return value


def integers(values: Sequence[int]) -> Column:
    """Whole numbers as a column: of 64 bits, or Python integers where arithmetic on them could overflow."""
    most = max((abs(value) for value in values), default=0)
    return np.array(values, dtype=object if most >= _SAFE else np.int64)


def bounds(node: Node) -> tuple[int, int]:
    """The least and the greatest value that a number, suit, colour or truth can have."""
    match node:
        case Literal(_, value):
            return value, value
        case Word(name):
            return FACTS[name].low, FACTS[name].high
        case Attribute(_, name):
            values = ATTRIBUTES[name][1]
            return min(values), max(values)
        case Count() | Distinct():
            return 0, 6
        case Chain(first, rest):
            span = bounds(first)
            for sign, operand in rest:
                span = _after(sign, span, bounds(operand))
            return span
    return 0, 1


def _after(sign: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    """The bounds of a result from the bounds of what goes in."""
    if sign == "+":
        return left[0] + right[0], left[1] + right[1]
    if sign == "-":
        return left[0] - right[1], left[1] - right[0]
    if sign == "*":
        corners = [a * b for a in left for b in right]
        return min(corners), max(corners)
    return 0, right[1] - 1


def _word(name: str, block: Block) -> Column:
    """The value of a fact in every row."""
    owner, _, what = name.partition("_")
    if owner in ("player", "banker") and what != "wins":
        return _of_hand(owner[0], what, block)
    if name == "cards":
        return np.full(block.rows, len(block.cards))
    lead = _total(block, "p", 3) - _total(block, "b", 3)
    match name:
        case "player_wins":
            return np.asarray(lead > 0)
        case "banker_wins":
            return np.asarray(lead < 0)
        case "tie":
            return np.asarray(lead == 0)
    return np.asarray(np.abs(lead))


def _of_hand(hand: str, what: str, block: Block) -> Column:
    """The value of a fact about one hand, `p` or `b`, in every row."""
    match what:
        case "total":
            return _total(block, hand, 3)
        case "two":
            return _total(block, hand, 2)
        case "natural":
            return np.asarray(_total(block, hand, 2) >= 8)
        case "cards":
            return np.full(block.rows, 3 if f"{hand}3" in block.cards else 2)
        case "draws":
            return np.full(block.rows, f"{hand}3" in block.cards)
    first, second = block.cards[f"{hand}1"], block.cards[f"{hand}2"]
    if what == "suited_pair":
        return np.asarray(first == second)
    return np.asarray(_SHOWN["rank"][first] == _SHOWN["rank"][second])


def _total(block: Block, hand: str, most: int) -> Whole:
    """The total of a hand, of its first two cards or of all it has."""
    places = [f"{hand}{i}" for i in range(1, most + 1) if f"{hand}{i}" in block.cards]
    points = reduce(np.add, (_SHOWN["points"][block.cards[place]] for place in places))
    return np.asarray(points % 10)
