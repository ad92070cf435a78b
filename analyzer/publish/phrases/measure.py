"""What a condition measures: a number, and the values it allows; which conditions exclude each other.

Knows nothing of words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.bets.evaluate import bounds
from analyzer.bets.facts import SCOPES, Type
from analyzer.bets.tree import (
    COMPARISONS,
    All,
    Any,
    Attribute,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
    looks,
    one_card,
    touched,
)

_FEW = 100
"""Numbers of more values than this are compared, not listed."""

_WINNER = Word("winner")
_WINNERS = {"player_wins": 0, "banker_wins": 1, "tie": 2}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is one of `allowed`, of the values from `low` to `high` that it can have."""

    of: Node
    allowed: frozenset[int]
    low: int
    high: int

    @property
    def denied(self) -> "Measure":
        """That the number is one of the other values."""
        return Measure(self.of, frozenset(range(self.low, self.high + 1)) - self.allowed, self.low, self.high)


def measure(node: Node) -> Measure | None:
    """What a comparison with numbers written out measures; None of one that does something else."""
    match node:
        case Compare(sign, of, Literal(Type.NUMBER, value)):
            low, high = span(of)
            allowed = frozenset(v for v in _values(low, high) if COMPARISONS[sign](v, value))
        case Compare(sign, Literal(Type.NUMBER, value), of):
            low, high = span(of)
            allowed = frozenset(v for v in _values(low, high) if COMPARISONS[sign](value, v))
        case Member(of, ranges) if of.type is Type.NUMBER:
            low, high = span(of)
            allowed = frozenset(v for v in _values(low, high) if any(a <= v <= b for a, b in ranges))
        case Not(inner) if not touched(inner):  # what touches a card that was not drawn is false both ways
            found = measure(inner)
            return None if found is None else found.denied
        case _:
            return None
    return Measure(of, allowed, low, high) if _values(low, high) else None


def span(node: Node) -> tuple[int, int]:
    """The least and the greatest value that a number can have."""
    match node:
        case Count(_, scope):
            return 0, len(SCOPES[scope])
        case Distinct(_, scope):
            return 1, len(SCOPES[scope])
    return bounds(node)


def _values(low: int, high: int) -> range:
    return range(low, high + 1) if high - low < _FEW else range(0)


def conjuncts(node: Node) -> Iterator[Node]:
    """The parts that must all hold for a sentence to hold."""
    if isinstance(node, All):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def card_of(node: Node) -> str | None:
    """The position of the only card that a comparison is about; it is false where that card was not drawn."""
    if not isinstance(node, Compare | Member):
        return None
    places = {place for look in looks(node) for place in look.where}
    return places.pop() if len(places) == 1 else None


def exclusive(one: Node, other: Node) -> bool:
    """Whether it is plain from the words that no coup satisfies both sentences."""
    for a, b in ((one, other), (other, one)):
        if isinstance(a, All):
            return any(exclusive(part, b) for part in a.parts)
        if isinstance(a, Any):
            return all(exclusive(part, b) for part in a.parts)
    first, second = _limit(one), _limit(other)
    if first is None or second is None:
        return False
    return first.of == second.of and not first.allowed & second.allowed


def _limit(node: Node) -> Measure | None:
    """The one number that a sentence without joiners bounds, a truth or the winner being numbers too."""
    if (place := card_of(node)) is not None:
        holds = one_card(node)
        return Measure(Attribute(place, "rank"), frozenset(i for i in range(52) if holds[i]), 0, 51)
    match node:
        case Word(name) if name in _WINNERS:
            return Measure(_WINNER, frozenset({_WINNERS[name]}), 0, 2)
        case Word("player_draws"):
            return Measure(Word("player_cards"), frozenset({3}), 2, 3)
        case Word("banker_draws"):
            return Measure(Word("banker_cards"), frozenset({3}), 2, 3)
        case Word():
            return Measure(node, frozenset({1}), 0, 1)
        case Not(Word() as inner):
            found = _limit(inner)
            return None if found is None else found.denied
    return measure(node)
