"""Patterns: every way a coup can run, each exactly once, as far as given kinds of cards can tell.

Two first cards that need not be told apart are taken unordered and stand for two dealing orders when they
differ. Knows the rules of drawing; knows nothing of bets, of conditions, or of how many cards a shoe holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.facts import POINTS
from analyzer.census._kernel_py import Bytes
from analyzer.census.kernel import enumerate_patterns
from analyzer.census.kinds import Kinds
from analyzer.census.program import Ints
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules

Truths = NDArray[np.bool_]

_AT_ONCE = 2_000_000
"""Patterns in one batch, so that memory stays bounded however many there are."""


@dataclass(frozen=True)
class Course:
    """One of the ways that hands can draw, and the places then filled.

    `dealt` are the positions whose cards are wanted; `known` maps positions to the index of a card known
    beforehand.
    """

    dealt: tuple[str, ...]
    known: dict[str, int]
    player_draws: bool = False
    banker_draws: bool = False

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The dealt positions whose cards are not known."""
        return tuple(position for position in self.dealt if position not in self.known)


def courses(rules: Rules, dealt: Dealt, positions: frozenset[str]) -> tuple[Course, ...]:
    """The courses a coup can take that agree with the cards known.

    Where the positions wanted are all among the first four, and no draw is known, one course serves.
    """
    found = []
    settled = not dealt.tells_draws and not positions & {"p3", "b3"}
    for player_draws in (False,) if settled else (False, True):
        for banker_draws in (False,) if settled else (False, True):
            known = dealt.places(rules, player_draws, banker_draws)
            if known is None:
                continue
            places = ["p1", "p2", *["p3"] * player_draws, "b1", "b2", *["b3"] * banker_draws]
            if settled:
                places = [place for place in places if place in positions]
            indices = {
                place: _index(card.rank, card.suit) for place, card in known.items() if place in places
            }
            found.append(Course(tuple(places), indices, player_draws, banker_draws))
    return tuple(found)


def _index(rank: int, suit: int | None) -> int:
    return 4 * (rank - 1) + (suit or 0)


@dataclass(frozen=True, slots=True)
class Patterns:
    """A batch of patterns of one course.

    `cards` holds, for each place dealt, the index of a card that stands for its kind; `orders` are the
    dealing orders; `spots` number what the pattern's groups of places hold, see `Groups`.
    """

    cards: dict[str, Bytes]
    orders: Bytes
    spots: Ints


@dataclass(frozen=True, slots=True)
class Groups:
    """Places gathered in groups within which order does not matter.

    What they hold is numbered as one number, the spot: multisets of kinds in colexicographic order, the
    last group's running fastest.
    """

    kinds: int
    places: tuple[tuple[str, ...], ...]

    @property
    def sizes(self) -> list[int]:
        """How many multisets of kinds each group can hold."""
        return [comb(self.kinds + len(places) - 1, len(places)) for places in self.places]

    @property
    def size(self) -> int:
        """How many spots there are."""
        return prod(self.sizes)

    def ranks(self) -> Ints:
        """What a kind at a group's i-th sorted place adds to the spot: groups × 6 × kinds."""
        ranks = np.zeros((len(self.places), 6, self.kinds), dtype=np.int64)
        for group in range(len(self.places)):
            stride = prod(self.sizes[group + 1 :])
            for place in range(len(self.places[group])):
                ranks[group, place] = [stride * comb(kind + place, place + 1) for kind in range(self.kinds)]
        return ranks

    def at(self, spots: Ints) -> list[Ints]:
        """The kinds at the places of each group, sorted, for every spot: by group, spots × places."""
        found: list[Ints] = []
        for places, size in zip(self.places[::-1], self.sizes[::-1], strict=True):
            spots, rank = np.divmod(spots, size)
            held = np.zeros((len(rank), len(places)), dtype=np.int16)
            for place in reversed(range(len(places))):
                steps = np.array([comb(kind + place, place + 1) for kind in range(self.kinds)])
                held[:, place] = np.searchsorted(steps, rank, side="right") - 1
                rank = rank - steps[held[:, place]]
            found.append(held)
        return found[::-1]


def patterns(
    rules: Rules, kinds: Kinds, course: Course, ordered: frozenset[str], drawing: bool, groups: Groups
) -> Iterator[Patterns]:
    """Every pattern of a course, in batches.

    Args:
        rules: how the coup is dealt.
        kinds: what is told apart; at least points where `drawing`.
        course: which hands draw and which cards are known.
        ordered: hands (`p`, `b`) whose two first cards must be kept in dealing order.
        drawing: whether the course must be held against the tableau; without it, only the first cards that
            the course asks for are laid out.
        groups: the places whose kinds are to be numbered.
    """
    points = (np.array(POINTS)[kinds.cards] if drawing else np.zeros(len(kinds))).astype(np.uint8)
    takes = _takes(rules, course) if drawing else np.ones((10, 10, 11), dtype=np.uint8)
    player, banker = (_first_two(kinds, course, hand, hand in ordered) for hand in "pb")
    thirds = [
        _choices(kinds, course, place) if place in course.dealt else np.zeros(0, dtype=np.uint8)
        for place in ("p3", "b3")
    ]
    member = {place: number for number, places in enumerate(groups.places) for place in places}
    group = np.array([member.get(place, _NO_GROUP) for place in course.dealt], dtype=np.uint8)
    after = len(banker) * max(1, len(thirds[0])) * max(1, len(thirds[1]))
    step = max(1, _AT_ONCE // max(1, after))
    for begin in range(0, len(player), step):
        some = np.ascontiguousarray(player[begin : begin + step])
        most = len(some) * after
        columns = np.empty((len(course.dealt), most), dtype=np.uint8)
        orders, spots = np.empty(most, dtype=np.uint8), np.empty(most, dtype=np.int64)
        rows = enumerate_patterns(
            kinds.cards.astype(np.uint8), points, takes, some, banker, *thirds, group, groups.ranks(),
            columns, orders, spots,
        )  # fmt: skip
        cards = dict(zip(course.dealt, columns[:, :rows], strict=True))
        for place, card in course.known.items():
            cards[place] = np.full(rows, card, dtype=np.uint8)
        yield Patterns(cards, orders[:rows], spots[:rows])


_NO_GROUP = 255


def _choices(kinds: Kinds, course: Course, place: str) -> Bytes:
    if place in course.known:
        return np.array([kinds.labels[course.known[place]]], dtype=np.uint8)
    return np.arange(len(kinds), dtype=np.uint8)


def _first_two(kinds: Kinds, course: Course, hand: str, ordered: bool) -> Bytes:
    """The first hands: a row a hand, its kinds and then its dealing orders."""
    places = [place for place in (f"{hand}1", f"{hand}2") if place in course.dealt]
    options = [_choices(kinds, course, place) for place in places]
    hands = np.zeros((1, 0), dtype=np.uint8)
    for kind in options:
        hands = np.column_stack([np.repeat(hands, len(kind), axis=0), np.tile(kind, len(hands))])
    orders = np.ones(len(hands), dtype=np.uint8)
    if len(places) == 2 and not ordered and not any(place in course.known for place in places):
        hands = hands[hands[:, 0] <= hands[:, 1]]
        orders = np.where(hands[:, 0] == hands[:, 1], 1, 2).astype(np.uint8)
    return np.column_stack([hands, orders])


def _takes(rules: Rules, course: Course) -> Bytes:
    """Whether hands take a course: by two-card totals, Player's and Banker's, and by Player's third card.

    The last axis is 0 for no third card, else one more than what it is worth.
    """
    natural, draws, answers = _tables(rules)
    third = np.arange(11) > 0
    column = np.tile(np.arange(11), (10, 1))
    if rules.banker_by == "player-total":
        column[:, 1:] = 1 + (np.arange(10)[:, None] + np.arange(10)) % 10
    over = natural[:, None] | natural
    takes = (draws[:, None] & ~over)[:, :, None] == third
    takes &= third == course.player_draws
    takes &= (answers[:, column].swapaxes(0, 1) & ~over[:, :, None]) == course.banker_draws
    return np.asarray(takes, dtype=np.uint8)


@cache
def _tables(rules: Rules) -> tuple[Truths, Truths, Truths]:
    """By two-card total: whether it is a natural; whether Player draws; and, against each column, Banker."""
    totals = range(10)
    tableau = rules.tableau
    natural = np.array([total in tableau.naturals for total in totals])
    draws = np.array([total in tableau.player_draws for total in totals])
    answers = np.zeros((10, 11), dtype=np.bool_)
    for total in set(totals) - tableau.naturals:
        answers[total] = [tableau.banker_draws_on(total, shown) for shown in (None, *totals)]
    return natural, draws, answers


@lru_cache(maxsize=256)
def pattern_count(
    rules: Rules,
    kinds: Kinds,
    dealt: Dealt,
    positions: frozenset[str],
    ordered: frozenset[str],
    drawing: bool,
) -> int:
    """How many patterns there are at these kinds, found without laying them out.

    The patterns by points are laid out instead, each weighed by the patterns of finer kinds inside it.
    """
    coarse = Kinds.telling(POINTS) if drawing else Kinds.telling()
    labels = np.array(coarse.labels)
    size = np.bincount(labels[kinds.cards], minlength=len(coarse))
    total = 0
    for course in courses(rules, dealt, positions):
        for batch in patterns(rules, coarse, course, ordered, drawing, Groups(len(coarse), ())):
            number = np.ones(len(batch.orders), dtype=np.int64)
            for hand in "pb":
                pair = [place for place in (f"{hand}1", f"{hand}2") if place in batch.cards]
                loose = [place for place in pair if place in course.free]
                if len(loose) == 2 and hand not in ordered:
                    first, second = (size[labels[batch.cards[place]]] for place in pair)
                    same = batch.cards[pair[0]] == batch.cards[pair[1]]
                    number *= np.where(same, first * (first + 1) // 2, first * second)
                else:
                    for place in loose:
                        number *= size[labels[batch.cards[place]]]
            for place in {"p3", "b3"} & set(course.free):
                number *= size[labels[batch.cards[place]]]
            total += int(number.sum())
    return total
