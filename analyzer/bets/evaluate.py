"""Evaluates conditions over many coups at once, with a column of cards for each position.

This is the fast twin of `Condition.holds`. Columns are as narrow as their bounds allow, because numpy works
on 64 bytes at a time; a value shared by all rows stays a single value. Attributes are computed from a card's
index, because a few operations on bytes take a tenth of the time of a look-up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add, or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.bets import tree
from analyzer.bets.facts import ATTRIBUTES, FACTS, SCOPES, Type

Column = NDArray[Any]  # A value per row: booleans, or whole numbers in the narrowest type known to hold them.
Value = Column | int  # A column, or the one value that all rows share.


@dataclass(frozen=True, slots=True)
class Block:
    """Coups in which the same hands drew, one per row. For each position dealt, `cards` has an index 0–51 per
    row. `given` has the values of phrases that are already known: a column, or one value for all rows.
    `computed` caches values computed from the cards, so the columns of cards must not change.
    """

    cards: Mapping[str, NDArray[np.integer[Any]]]
    rows: int
    given: Mapping[tree.Node, Value] = field(default_factory=dict)
    computed: dict[tree.Node, Value] = field(default_factory=dict, init=False)


def evaluate(node: tree.Node, block: Block) -> Column:
    """The value of a phrase in every row of a block: booleans or whole numbers, not to be written to."""
    value = _value(node, block)
    if isinstance(value, np.ndarray):
        return value
    return np.full(block.rows, value, dtype=bool if node.type is Type.TRUTH else _narrowest(value))


def _value(node: tree.Node, block: Block, place: str | None = None) -> Value:
    """The value of a phrase; inside `count`, the phrase is about the card at `place`."""
    if block.given and place is None and node in block.given:
        known = block.given[node]
        return _cast(known, np.dtype(bool)) if node.type is Type.TRUTH else known
    match node:
        case tree.Literal(_, value):
            return value
        case tree.Word() | tree.Count() | tree.Distinct():
            return _cached(node, block)
        case tree.Attribute(position, name):
            return _cached(node if position is not None else tree.Attribute(place, name), block)
        case tree.Chain(first, rest):
            return _chain(first, rest, block, place)
        case tree.Compare() | tree.Member() if not tree.touched(node) <= block.cards.keys():
            return False
        case tree.Compare(sign, left, right):
            holds: Value = tree.COMPARISONS[sign](_value(left, block, place), _value(right, block, place))
            return holds
        case tree.Member(item, ranges):
            number = _value(item, block, place)
            return reduce(or_, ((number >= low) & (number <= high) for low, high in ranges))
        case tree.Not(inner):
            denied = _value(inner, block, place)
            return ~denied if isinstance(denied, np.ndarray) else not denied
        case tree.All(parts):
            return _joined(parts, block, place, decisive=False)
        case tree.Any(parts):
            return _joined(parts, block, place, decisive=True)
    raise TypeError(f"not a phrase of a condition: {node!r}")


def _joined(parts: Sequence[tree.Node], block: Block, place: str | None, decisive: bool) -> Value:
    """The parts joined by `or` if True is decisive, else by `and`; only columns go to numpy, for speed."""
    join = np.logical_or if decisive else np.logical_and
    joined: Value = not decisive
    for part in parts:
        value = _value(part, block, place)
        if isinstance(value, np.ndarray):
            joined = join(joined, value) if isinstance(joined, np.ndarray) else value
        elif bool(value) is decisive:
            return decisive
    return joined


def _chain(first: tree.Node, rest: Sequence[tuple[str, tree.Node]], block: Block, place: str | None) -> Value:
    """Arithmetic from left to right, each step in the narrowest type that fits its operands and result."""
    value: Value = _value(first, block, place)
    span = bounds(first)
    for sign, operand in rest:
        other, limits = _value(operand, block, place), bounds(operand)
        after = _after(sign, span, limits)
        if sign == "%":
            numbers = _narrowest(*span, *limits, span[0] - limits[1])
            value = _remainder(_cast(value, numbers), limits[1])
        else:
            numbers = _narrowest(*span, *limits, *after)
            value = tree.ARITHMETIC[sign](_cast(value, numbers), _cast(other, numbers))
        span = after
    return value


def _remainder(value: Value, divisor: int) -> Value:
    """The remainder, never negative; up to 32 bits, a division in numpy is faster than its remainder."""
    if isinstance(value, np.ndarray) and value.itemsize <= 4:
        return np.asarray(value - value // divisor * divisor)
    return value % divisor


_WIDTHS = tuple((np.dtype(f"int{bits}"), 2 ** (bits - 1)) for bits in (8, 16, 32, 64))


def _narrowest(*values: int) -> np.dtype[Any]:
    """The narrowest type that fits all these values: 8 to 64 bits, else Python integers."""
    low, high = min(values), max(values)
    return next((width for width, size in _WIDTHS if -size <= low and high < size), np.dtype(object))


def _cast(value: Value, numbers: np.dtype[Any]) -> Value:
    """A column in another type, which must fit its values; one value for all rows is returned unchanged."""
    return value.astype(numbers, copy=False) if isinstance(value, np.ndarray) else value


def bounds(node: tree.Node) -> tuple[int, int]:
    """The least and the greatest value that a number, suit, colour or truth can have."""
    match node:
        case tree.Literal(_, value):
            return value, value
        case tree.Word(name):
            return FACTS[name].low, FACTS[name].high
        case tree.Attribute(_, name):
            values = ATTRIBUTES[name][1]
            return min(values), max(values)
        case tree.Count() | tree.Distinct():
            return 0, 6
        case tree.Chain(first, rest):
            span = bounds(first)
            for sign, operand in rest:
                span = _after(sign, span, bounds(operand))
            return span
    return 0, 1


def _after(sign: str, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    if sign == "%":
        return 0, right[1] - 1
    corners = [tree.ARITHMETIC[sign](a, b) for a in left for b in right]
    return min(corners), max(corners)


def _cached(node: tree.Node, block: Block) -> Value:
    """The value of a phrase that depends on the cards alone, computed once per block."""
    value = block.computed.get(node)
    if value is None:
        value = block.computed[node] = _from_cards(node, block)
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
    return value


def _from_cards(node: tree.Node, block: Block) -> Value:
    """The value of a phrase that depends on the cards alone; a number takes one byte per row."""
    match node:
        case tree.Word(name):
            return _fact(name, block)
        case tree.Attribute(place, name) if place is not None:
            return _attribute_column(place, name, block)
        case tree.Count(inner, scope):
            truths = [_value(inner, block, place) for place in block.cards if place in SCOPES[scope]]
            return reduce(add, map(_as_numbers, truths), 0)
        case tree.Distinct(name, scope):
            places = [place for place in block.cards if place in SCOPES[scope]]
            values = [_attribute(place, name, block) for place in places]
            return reduce(add, (_is_new(value, values[:i]) for i, value in enumerate(values)), 0)
    raise TypeError(f"not a phrase that depends on the cards alone: {node!r}")


def _as_numbers(truths: Value) -> Value:
    return truths.view(np.int8) if isinstance(truths, np.ndarray) else int(truths)


def _is_new(value: Value, before: Sequence[Value]) -> Value:
    """1 where a card has a value that no card before it has, else 0."""
    return _as_numbers(reduce(np.logical_and, (value != other for other in before))) if before else 1


def _attribute_column(place: str, name: str, block: Block) -> Column:
    card = block.cards[place].astype(np.int8, copy=False)
    match name:
        case "suit":
            return card & 3
        case "color":
            return card + 1 >> 1 & 1  # suits 1 and 2 are red
    rank = (card >> 2) + 1
    return rank * (rank < 10).view(np.int8) if name == "points" else rank


def _fact(name: str, block: Block) -> Value:
    owner, _, what = name.partition("_")
    if owner in ("player", "banker") and what != "wins":
        return _of_hand(owner, what, block)
    if name == "cards":
        return len(block.cards)
    player, banker = (_cached(tree.Word(f"{hand}_total"), block) for hand in ("player", "banker"))
    match name:
        case "player_wins":
            return np.asarray(player > banker)
        case "banker_wins":
            return np.asarray(player < banker)
        case "tie":
            return np.asarray(player == banker)
    return np.asarray(np.abs(player - banker))


def _of_hand(owner: str, what: str, block: Block) -> Value:
    first, second, third = (f"{owner[0]}{i}" for i in (1, 2, 3))
    draws = third in block.cards
    match what:
        case "two":
            return _remainder(_attribute(first, "points", block) + _attribute(second, "points", block), 10)
        case "total":
            two = _cached(tree.Word(f"{owner}_two"), block)
            return _remainder(two + _attribute(third, "points", block), 10) if draws else two
        case "natural":
            return _cached(tree.Word(f"{owner}_two"), block) >= 8
        case "cards":
            return 3 if draws else 2
        case "draws":
            return draws
        case "suited_pair":
            return np.asarray(block.cards[first] == block.cards[second])
    return np.asarray(_attribute(first, "rank", block) == _attribute(second, "rank", block))


def _attribute(place: str, name: str, block: Block) -> Value:
    return _cached(tree.Attribute(place, name), block)
