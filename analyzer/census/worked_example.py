"""An example coup for each line of a bet: one of a few hundred dealt at random, or one found by search."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from math import prod

import numpy as np

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, evaluate
from analyzer.bets.fold import folded
from analyzer.bets.tree import All, Node, Not, looks
from analyzer.census.kinds import Kinds, card_in_cell, held
from analyzer.census.patterns import Course, Groups, courses, patterns
from analyzer.census.plan import plan
from analyzer.census.program import Ints
from analyzer.errors import ShoeError
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe

_TRIED = 300  # Coups to deal before the search, so that common lines have ordinary coups as examples.
_AT_ONCE = 1_000_000  # Coups of one pattern to lay out at once, so that memory stays bounded.


def example_coup(rules: Rules, bet: Bet, line_id: str, shoe: Shoe) -> Coup | None:
    """A coup from a shoe that this line (or `lose`) settles; the same on every call, None if there is none.
    Raises ShoeError if the shoe has too few cards, CardError if it does not know suits that the bet needs,
    and ConditionError if the bet needs the suit of a first card that the rules give.
    """
    if shoe.size < rules.cards_from_shoe:
        raise ShoeError(
            "expected at least {least} cards for a coup, got a shoe of {n}",
            least=rules.cards_from_shoe,
            n=shoe.size,
        )
    if (coup := _common_coups(rules, bet, shoe).get(line_id)) is not None:
        return coup
    place = list(bet.nets).index(line_id)
    this, earlier = bet.lines[place : place + 1], bet.lines[:place]  # the implicit line has no condition
    wanted = All((*(line.when.tree for line in this), *(Not(line.when.tree) for line in earlier)))
    dealt = example_cards(rules, Condition(f"{bet.id}.{line_id}", wanted), shoe)
    return None if dealt is None else _completed(rules, dealt, shoe)


def settling(bet: Bet, coup: Coup) -> str:
    """The id of the line that settles a bet in a coup, or `lose`. Raises CardError for an unknown suit."""
    return next((line.id for line in bet.lines if line.when.holds(coup)), LOSE)


@lru_cache(maxsize=256)
def _common_coups(rules: Rules, bet: Bet, shoe: Shoe) -> dict[str, Coup]:
    """For each line id, the first of the coups dealt that the line settles; rare lines have none."""
    found: dict[str, Coup] = {}
    for coup in dealt_coups(rules, shoe, _TRIED):
        found.setdefault(settling(bet, coup), coup)
        if len(found) == len(bet.lines) + 1:
            break
    return found


@lru_cache(maxsize=64)
def dealt_coups(rules: Rules, shoe: Shoe, number: int) -> tuple[Coup, ...]:
    """Coups dealt one by one, each from the whole shoe; the same on every call."""
    numbers = _numbers()
    every = range(len(shoe.counts))
    coups = []
    for _ in range(number):
        left = list(shoe.counts)
        cards = (_taken(left, every, shoe.fineness, numbers) for _ in range(rules.cards_from_shoe))
        coups.append(deal(rules, cards))
    return tuple(coups)


def _completed(rules: Rules, dealt: Dealt, shoe: Shoe) -> Coup:
    """A coup with these known cards; its other cards and unknown suits come from the rest of the shoe."""
    wanted = [
        hand[place] if place < len(hand) else None
        for place in range(3)
        for hand in (dealt.player, dealt.banker)
        if place < max(2, len(hand))
    ][0 if rules.player_first is None else 1 :]
    left, numbers, every = list(shoe.counts), _numbers(), range(len(shoe.counts))
    known = [
        None if card is None else _taken(left, _cells(card, shoe.fineness), shoe.fineness, numbers)
        for card in wanted
    ]
    unknown = iter(lambda: _taken(left, every, shoe.fineness, numbers), None)
    return deal(rules, chain((next(unknown) if card is None else card for card in known), unknown))


def _cells(card: Card, fineness: Fineness) -> Sequence[int]:
    """The cells of a shoe that a card can be in; those of all four suits if its suit is unknown."""
    if fineness == "points":
        return (card.points,)
    if fineness == "ranks":
        return (card.rank - 1,)
    return range(4 * (card.rank - 1), 4 * card.rank) if card.suit is None else (card.index,)


def _taken(left: list[int], cells: Sequence[int], fineness: Fineness, numbers: Iterator[int]) -> Card:
    """A card taken from some cells of a shoe, chosen by the next number."""
    ends = list(accumulate(left[cell] for cell in cells))
    cell = cells[bisect_right(ends, next(numbers) % ends[-1])]
    left[cell] -= 1
    return card_in_cell(cell, fineness)


def _numbers() -> Iterator[int]:
    """Random-looking numbers, the same in every run.

    Source: S. K. Park and K. W. Miller, "Random number generators: good ones are hard to find",
    Communications of the ACM 31 (1988), with the multiplier 48271 that they later preferred.
    """
    number = 1
    while True:
        number = 48271 * number % (2**31 - 1)
        yield number


def example_cards(rules: Rules, condition: Condition, shoe: Shoe) -> Dealt | None:
    """The cards of one coup from this shoe in which a condition is true; None if there is no coup like that.
    Only places that the condition looks at have cards, with suits only if the condition needs them. The shoe
    must know the kinds that the condition needs.
    """
    chosen = plan(rules, (condition,), NOTHING, True, held(shoe.counts, shoe.fineness))
    joint = chosen.joint
    within: list[list[int]] = [[] for _ in range(len(chosen.kinds))]
    for kind, cards in enumerate(joint.of(shoe)):
        if cards:
            within[chosen.kinds.labels[joint.cards[kind]]].append(kind)
    parts = _conjuncts(folded(condition.tree))
    known = chosen.kinds.distinguishes
    by_kinds = [part for part in parts if all(known(look.labels) for look in looks(part))]
    by_suits = All(tuple(part for part in parts if part not in by_kinds))
    nowhere = Groups(len(chosen.kinds), ())
    for course in courses(rules, NOTHING, chosen.positions):
        for batch in patterns(
            rules, chosen.kinds, course, chosen.ordered, chosen.drawing, nowhere, chosen.cards
        ):
            holds = evaluate(All(tuple(by_kinds)), Block(batch.cards, len(batch.orders)))
            for row in np.flatnonzero(holds).tolist():
                kinds = {place: chosen.kinds.labels[batch.cards[place][row]] for place in course.free}
                choices = {place: within[kind] for place, kind in kinds.items()}
                for shown in _expanded(course, choices, joint, by_suits):
                    if (found := _most_numerous(shown, joint, shoe)) is not None:
                        found |= {place: Card(card // 4 + 1) for place, card in course.known.items()}
                        return Dealt(_hand("p", found), _hand("b", found))
    return None


def _conjuncts(node: Node) -> list[Node]:
    """The parts of a sentence that must all be true for it to be true."""
    return list(chain.from_iterable(map(_conjuncts, node.parts))) if isinstance(node, All) else [node]


def _expanded(
    course: Course, choices: Mapping[str, Sequence[int]], joint: Kinds, condition: Node
) -> Iterator[dict[str, int]]:
    """Each choice of finer kinds at the free places of a pattern for which a condition is true."""
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
        for row in np.flatnonzero(evaluate(condition, Block(cards, len(numbers)))).tolist():
            yield {place: int(kinds[row]) for place, kinds in shown.items()}


def _most_numerous(shown: Mapping[str, int], joint: Kinds, shoe: Shoe) -> dict[str, Card] | None:
    """Cards of these kinds from a shoe, each time the most numerous card; None if there are too few."""
    left, members = list(shoe.counts), joint.members(shoe.fineness)
    suited = not joint.known_by("ranks")
    found = {}
    for place, kind in shown.items():
        cell = max(members[kind], key=left.__getitem__)
        if not left[cell]:
            return None
        left[cell] -= 1
        card = card_in_cell(cell, shoe.fineness)
        found[place] = card if suited else Card(card.rank)
    return found


def _hand(letter: str, known: Mapping[str, Card]) -> tuple[Card | None, ...]:
    last = max((int(place[1]) for place in known if place[0] == letter), default=0)
    return tuple(known.get(f"{letter}{number}") for number in range(1, last + 1))
