"""Replaces constant parts of conditions by their values, so that a census ignores cards without effect."""

from collections.abc import Iterable
from functools import cache

from analyzer.bets import tree
from analyzer.bets.evaluate import bounds
from analyzer.bets.facts import Type

_NEVER, _ALWAYS = (tree.Literal(Type.TRUTH, truth) for truth in (0, 1))
_DRAWS = {"p3": tree.Word("player_draws"), "b3": tree.Word("banker_draws")}


@cache
def folded(node: tree.Node) -> tree.Node:
    """A phrase with the same value in every coup, in which constant parts are replaced by their values.

    A comparison that touches a third card is false if that card was not drawn, even if its numbers are
    constant, so it is replaced by the draw: `0 * p3.rank == 0` becomes `player_draws`.
    """
    match node:
        case tree.Chain(first, rest):
            chain = tree.Chain(folded(first), tuple((sign, folded(operand)) for sign, operand in rest))
            low, high = bounds(chain)
            return tree.Literal(Type.NUMBER, low) if low == high else chain
        case tree.Count(inner, scope):
            counted = folded(inner)
            return tree.Literal(Type.NUMBER, 0) if counted == _NEVER else tree.Count(counted, scope)
        case tree.Compare(sign, left, right):
            return _compared(node, tree.Compare(sign, folded(left), folded(right)))
        case tree.Member(item, ranges):
            return _compared(node, tree.Member(folded(item), ranges))
        case tree.Not(inner):
            denied = folded(inner)
            return _NEVER if denied == _ALWAYS else _ALWAYS if denied == _NEVER else tree.Not(denied)
        case tree.All(parts):
            return _joined(tree.All, map(folded, parts), _NEVER, _ALWAYS)
        case tree.Any(parts):
            return _joined(tree.Any, map(folded, parts), _ALWAYS, _NEVER)
    return node


def _joined(
    join: type[tree.All] | type[tree.Any], parts: Iterable[tree.Node], decisive: tree.Node, idle: tree.Node
) -> tree.Node:
    """Parts joined by `and` or `or`: a `decisive` part settles the whole, an `idle` part changes nothing."""
    kept = tuple(part for part in parts if part != idle)
    if decisive in kept:
        return decisive
    return join(kept) if len(kept) > 1 else kept[0] if kept else idle


def _compared(before: tree.Node, after: tree.Compare | tree.Member) -> tree.Node:
    """A comparison with folded numbers, or its truth value if that is constant once its cards are drawn."""
    truth = _member(after) if isinstance(after, tree.Member) else _truth(after)
    if truth is False:
        return _NEVER
    kept: tree.Node = _ALWAYS if truth else after
    drawn = [word for third, word in _DRAWS.items() if third in tree.touched(before) - tree.touched(kept)]
    return _joined(tree.All, [*drawn, kept], _NEVER, _ALWAYS)


def _truth(node: tree.Compare) -> bool | None:
    """Whether a comparison is true or false by the bounds of its values; None if they do not decide it."""
    (a, b), (c, d) = bounds(node.left), bounds(node.right)
    if node.sign in ("==", "!="):
        if b < c or d < a:
            return node.sign == "!="
        return node.sign == "==" if a == b == c == d else None
    likely, unlikely = ((a, d), (b, c)) if node.sign in ("<", "<=") else ((b, c), (a, d))
    holds = tree.COMPARISONS[node.sign]
    return True if holds(*unlikely) else None if holds(*likely) else False


def _member(node: tree.Member) -> bool | None:
    """Whether a value is in or outside the ranges by its bounds; None if they do not decide it."""
    low, high = bounds(node.item)
    if not any(first <= high and low <= last for first, last in node.ranges):
        return False
    for first, last in sorted(node.ranges):  # `low` is the lowest value not covered yet
        if first <= low <= last:
            low = last + 1
    return True if low > high else None
