"""One coup in which a condition holds, found by walking the patterns that the census counts.

Knows the rules of drawing and what a shoe holds; knows nothing of money.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

import numpy as np

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, Column, evaluate
from analyzer.bets.tree import All, Node, looks
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Groups, courses, patterns
from analyzer.census.plan import plan
from analyzer.census.program import Ints
from analyzer.game.cards import Card, card_at
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe

_AT_ONCE = 1_000_000
"""Coups of one pattern laid out at once, so that memory stays bounded."""


def example(rules: Rules, condition: Condition, shoe: Shoe) -> Dealt | None:
    """The cards of one coup from this shoe in which a condition holds; None if there is no such coup.

    Only the places that the condition looks at are filled, and suits are told only where it asks for them.
    The shoe must know the kinds that the condition needs.
    """
    chosen = plan(rules, (condition,), NOTHING, exhaustive=True)
    joint = Kinds.telling(chosen.kinds.labels, chosen.marks.labels)
    cells = np.array([shoe.counts], dtype=np.int64)
    within: list[list[int]] = [[] for _ in range(len(chosen.kinds))]
    for kind in np.flatnonzero(joint.counts(cells, shoe.fineness)).tolist():
        within[chosen.kinds.labels[joint.cards[kind]]].append(kind)
    parts = tuple(_conjuncts(condition.tree))
    told = [part for part in parts if all(chosen.kinds.tells(look.labels) for look in looks(part))]
    untold = All(tuple(part for part in parts if part not in told))
    for course in courses(rules, NOTHING, chosen.positions):
        for batch in patterns(
            rules, chosen.kinds, course, chosen.ordered, chosen.drawing, Groups(len(chosen.kinds), ())
        ):
            block = Block(batch.cards, len(batch.orders))
            holds: Column = np.ones(block.rows, dtype=np.bool_)
            for part in told:
                holds = holds & evaluate(part, block)
            for row in np.flatnonzero(holds).tolist():
                kinds = {place: chosen.kinds.labels[batch.cards[place][row]] for place in course.free}
                choices = {place: within[kind] for place, kind in kinds.items()}
                for shown in _expanded(course, choices, joint, untold):
                    if (cards := _taken(shown, joint, shoe)) is not None:
                        return _dealt(course, cards)
    return None


def _conjuncts(node: Node) -> Iterator[Node]:
    """The parts that must all hold for a sentence to hold."""
    if isinstance(node, All):
        for part in node.parts:
            yield from _conjuncts(part)
    else:
        yield node


def _expanded(
    course: Course, choices: Mapping[str, Sequence[int]], joint: Kinds, untold: Node
) -> Iterator[dict[str, int]]:
    """The finer kinds at each free place, of all that one pattern stands for, with which a sentence holds."""
    if not choices:
        yield {}
        return
    shape = [len(kinds) for kinds in choices.values()]
    for begin in range(0, prod(shape), _AT_ONCE):
        numbers = np.arange(begin, min(begin + _AT_ONCE, prod(shape)))
        shown: dict[str, Ints] = {
            place: np.array(kinds)[digits]
            for (place, kinds), digits in zip(choices.items(), np.unravel_index(numbers, shape), strict=True)
        }
        cards = {place: joint.cards[kinds] for place, kinds in shown.items()}
        cards |= {place: np.full(len(numbers), card) for place, card in course.known.items()}
        for row in np.flatnonzero(evaluate(untold, Block(cards, len(numbers)))).tolist():
            yield {place: int(kinds[row]) for place, kinds in shown.items()}


def _taken(shown: Mapping[str, int], joint: Kinds, shoe: Shoe) -> dict[str, Card] | None:
    """Cards of these kinds taken from a shoe, the most numerous first; None where it lacks one."""
    left, members = list(shoe.counts), joint.members(shoe.fineness)
    suited = not joint.known_by("ranks")
    found = {}
    for place, kind in shown.items():
        cell = max(members[kind], key=left.__getitem__)
        if not left[cell]:
            return None
        left[cell] -= 1
        card = CARD[shoe.fineness](cell)
        found[place] = card if suited else Card(card.rank)
    return found


CARD: dict[Fineness, Callable[[int], Card]] = {
    "points": lambda cell: Card(cell or 10),
    "ranks": lambda cell: Card(cell + 1),
    "cards": card_at,
}
"""The card that a shoe's cell stands for."""


def _dealt(course: Course, cards: Mapping[str, Card]) -> Dealt:
    """The cards by hand, None where a place does not matter."""
    known = {place: Card(card // 4 + 1) for place, card in course.known.items()} | dict(cards)
    return Dealt(_hand("p", known), _hand("b", known))


def _hand(letter: str, known: Mapping[str, Card]) -> tuple[Card | None, ...]:
    last = max((int(place[1]) for place in known if place[0] == letter), default=0)
    return tuple(known.get(f"{letter}{number}") for number in range(1, last + 1))
