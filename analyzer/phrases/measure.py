"""The number that a condition limits, with its allowed values; and which conditions exclude each other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import compress

from analyzer.bets import tree
from analyzer.bets.evaluate import bounds
from analyzer.bets.facts import SCOPES, Type
from analyzer.game.coup import WINNERS


@dataclass(frozen=True, slots=True)
class Measure:
    """The statement that a number, which can have the values `low` to `high`, has one of those `allowed`."""

    of: tree.Node
    allowed: frozenset[int]
    low: int
    high: int

    @property
    def denied(self) -> "Measure":
        """The opposite statement: the number has one of its other values."""
        return Measure(self.of, frozenset(range(self.low, self.high + 1)) - self.allowed, self.low, self.high)


def measure(node: tree.Node) -> Measure | None:
    """The number that a comparison with constants limits, and its values; None for other conditions."""
    match node:
        case tree.Compare(sign, of, tree.Literal(Type.NUMBER, value)):
            return _limited(of, lambda n: tree.COMPARISONS[sign](n, value))
        case tree.Compare(sign, tree.Literal(Type.NUMBER, value), of):
            return _limited(of, lambda n: tree.COMPARISONS[sign](value, n))
        case tree.Member(of, ranges) if of.type is Type.NUMBER:
            return _limited(of, lambda n: any(low <= n <= high for low, high in ranges))
        # A condition on a card that was not drawn is false, and so is its negation.
        case tree.Not(inner) if not tree.touched(inner) and (measured := measure(inner)):
            return measured.denied
    return None


def _limited(of: tree.Node, test: Callable[[int], bool]) -> Measure | None:
    """A number and those of its values that pass a test; None if it can have more than 100 values."""
    match of:
        case tree.Count(_, scope):
            low, high = 0, len(SCOPES[scope])
        case tree.Distinct(_, scope):
            low, high = 1, len(SCOPES[scope])
        case _:
            low, high = bounds(of)
    if high - low >= 100:  # too many to list
        return None
    return Measure(of, frozenset(filter(test, range(low, high + 1))), low, high)


def conjuncts(node: tree.Node) -> Iterator[tree.Node]:
    """The parts of a condition that must all hold for it to hold."""
    if isinstance(node, tree.All):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def card_of(node: tree.Node) -> str | None:
    """The position of the card that a comparison looks at; None if it does not look at exactly one."""
    if not isinstance(node, tree.Compare | tree.Member):
        return None
    places = {place for look in tree.looks(node) for place in look.where}
    return places.pop() if len(places) == 1 else None


def exclusive(one: tree.Node, other: tree.Node) -> bool:
    """Whether the form of two conditions shows that no coup satisfies both; False proves nothing."""
    for a, b in ((one, other), (other, one)):
        if isinstance(a, tree.All):
            return any(exclusive(part, b) for part in a.parts)
        if isinstance(a, tree.Any):
            return all(exclusive(part, b) for part in a.parts)
    first, second = _limit(one), _limit(other)
    if first is None or second is None:
        return False
    return first.of == second.of and not first.allowed & second.allowed


def _limit(node: tree.Node) -> Measure | None:
    """What a condition without `and` or `or` says of one number; facts, winners and cards are numbered."""
    if (place := card_of(node)) is not None:
        allowed = frozenset(compress(range(52), tree.one_card(node)))
        return Measure(tree.Attribute(place, "rank"), allowed, 0, 51)
    match node:
        case tree.Word(name) if (winner := name.removesuffix("_wins")) in WINNERS:
            return Measure(tree.Word("winner"), frozenset({WINNERS.index(winner)}), 0, 2)
        case tree.Word("player_draws" | "banker_draws" as name):
            return Measure(tree.Word(name.replace("draws", "cards")), frozenset({3}), 2, 3)
        case tree.Word():
            return Measure(node, frozenset({1}), 0, 1)
        case tree.Not(tree.Word() as inner) if limit := _limit(inner):
            return limit.denied
    return measure(node)
