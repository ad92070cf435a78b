"""Patterns: every way a coup can run, each exactly once, as far as given kinds of cards can tell.

Two first cards that need not be told apart are taken unordered and stand for two dealing orders when they
differ. Knows the rules of drawing; knows nothing of bets, of conditions, or of how many cards a shoe holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.facts import POINTS
from analyzer.census.kinds import Kinds
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules

Ints = NDArray[np.int64]
_AT_ONCE = 2_000_000
"""Patterns in one batch, so that memory stays bounded however many there are."""


@dataclass(frozen=True)
class Course:
    """One of the ways that hands can draw, and the places then filled.

    `dealt` are the positions whose cards are wanted; `known` maps positions to the index of a card known
    beforehand; `unknown` is how many of the coup's cards, drawn or left in the shoe, are not known.
    """

    dealt: tuple[str, ...]
    known: dict[str, int]
    unknown: int
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
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
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
            found.append(Course(tuple(places), indices, unknown, player_draws, banker_draws))
    return tuple(found)


def _index(rank: int, suit: int | None) -> int:
    return 4 * (rank - 1) + (suit or 0)


@dataclass(frozen=True, slots=True)
class Patterns:
    """A batch of patterns of one course: the kind of card at each position, and each one's dealing orders."""

    kinds: dict[str, Ints]
    orders: Ints


def patterns(
    rules: Rules, kinds: Kinds, course: Course, ordered: frozenset[str], drawing: bool
) -> Iterator[Patterns]:
    """Every pattern of a course, in batches.

    Args:
        rules: how the coup is dealt.
        kinds: what is told apart; at least points where `drawing`.
        course: which hands draw and which cards are known.
        ordered: hands (`p`, `b`) whose two first cards must be kept in dealing order.
        drawing: whether the course must be held against the tableau; without it, only the first cards that
            the course asks for are laid out.
    """
    player = _first_two(kinds, course, "p", "p" in ordered)
    banker = _first_two(kinds, course, "b", "b" in ordered)
    thirds = len(kinds) ** sum(place in course.free for place in ("p3", "b3"))
    step = max(1, _AT_ONCE // max(1, len(banker.orders) * thirds))
    for begin in range(0, len(player.orders), step):
        some = slice(begin, begin + step)
        part = _Hands({p: k[some] for p, k in player.kinds.items()}, player.orders[some])
        rows = np.arange(len(part.orders)).repeat(len(banker.orders))
        columns = np.tile(np.arange(len(banker.orders)), len(part.orders))
        if not drawing:
            yield _lay(part, rows, banker, columns)
            continue
        yield from _draw(rules, kinds, course, part, rows, banker, columns)


@dataclass(frozen=True, slots=True)
class _Hands:
    """Two-card hands: the kinds at each position, and the dealing orders of each hand."""

    kinds: dict[str, Ints]
    orders: Ints


def _choices(kinds: Kinds, course: Course, position: str) -> Ints:
    if position in course.known:
        return np.array([kinds.labels[course.known[position]]])
    return np.arange(len(kinds))


def _first_two(kinds: Kinds, course: Course, hand: str, ordered: bool) -> _Hands:
    places = [place for place in (f"{hand}1", f"{hand}2") if place in course.dealt]
    if not places:
        return _Hands({}, np.ones(1, dtype=np.int64))
    options = [_choices(kinds, course, place) for place in places]
    if len(places) == 1:
        return _Hands({places[0]: options[0]}, np.ones(len(options[0]), dtype=np.int64))
    first, second = (side.ravel() for side in np.meshgrid(*options, indexing="ij"))
    if ordered or any(place in course.known for place in places):
        return _Hands(dict(zip(places, (first, second), strict=True)), np.ones(len(first), dtype=np.int64))
    keep = first <= second
    first, second = first[keep], second[keep]
    return _Hands(dict(zip(places, (first, second), strict=True)), np.where(first == second, 1, 2))


def _lay(player: _Hands, rows: Ints, banker: _Hands, columns: Ints, **thirds: Ints) -> Patterns:
    """Hands side by side: the chosen row of each, and the third cards."""
    laid = {place: kinds[rows] for place, kinds in player.kinds.items()}
    laid |= {place: kinds[columns] for place, kinds in banker.kinds.items()} | thirds
    return Patterns(laid, player.orders[rows] * banker.orders[columns])


def _draw(
    rules: Rules, kinds: Kinds, course: Course, player: _Hands, rows: Ints, banker: _Hands, columns: Ints
) -> Iterator[Patterns]:
    """The pairs of hands that take this course under the tableau, with every third card."""
    points = np.array(POINTS)[kinds.cards]
    player_total = _totals(points, player)[rows]
    banker_total = _totals(points, banker)[columns]
    natural, player_draws, banker_draws = _tables(rules)
    over = natural[player_total] | natural[banker_total]
    takes = player_draws[player_total] & ~over
    keep = takes if course.player_draws else ~takes
    rows, columns, over = rows[keep], columns[keep], over[keep]
    player_total, banker_total = player_total[keep], banker_total[keep]
    third: dict[str, Ints] = {}
    column: Ints = np.zeros(len(rows), dtype=np.int64)
    if course.player_draws:
        cards = _choices(kinds, course, "p3")
        rows, columns = np.repeat(rows, len(cards)), np.repeat(columns, len(cards))
        player_total, banker_total = np.repeat(player_total, len(cards)), np.repeat(banker_total, len(cards))
        over = np.repeat(over, len(cards))
        third["p3"] = np.tile(cards, len(rows) // len(cards))
        shown = points[third["p3"]]
        column = 1 + ((player_total + shown) % 10 if rules.banker_by == "player-total" else shown)
    answers = banker_draws[banker_total, column] & ~over
    keep = answers if course.banker_draws else ~answers
    rows, columns = rows[keep], columns[keep]
    third = {place: side[keep] for place, side in third.items()}
    if course.banker_draws:
        cards = _choices(kinds, course, "b3")
        rows, columns = np.repeat(rows, len(cards)), np.repeat(columns, len(cards))
        third = {place: np.repeat(side, len(cards)) for place, side in third.items()}
        third["b3"] = np.tile(cards, len(rows) // len(cards))
    yield _lay(player, rows, banker, columns, **third)


def _totals(points: Ints, hands: _Hands) -> Ints:
    """The total of each two-card hand."""
    first, second = hands.kinds.values()
    return (points[first] + points[second]) % 10


def _tables(rules: Rules) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """By total: whether it is a natural, whether Player draws; by total and column, whether Banker draws."""
    tableau = rules.tableau
    natural = np.array([total in tableau.naturals for total in range(10)])
    player = np.array([total in tableau.player_draws for total in range(10)])
    banker = np.zeros((10, 11), dtype=bool)
    for total in range(10):
        if not natural[total]:
            banker[total] = [tableau.banker_draws_on(total, column) for column in (None, *range(10))]
    return natural, player, banker


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
    by_points = Kinds.telling(POINTS)
    size = np.bincount(np.array(POINTS)[kinds.cards], minlength=10) if drawing else np.array([len(kinds)])
    coarse = by_points if drawing else Kinds.telling()
    total = 0
    for course in courses(rules, dealt, positions):
        for batch in patterns(rules, coarse, course, ordered, drawing):
            number = np.ones(len(batch.orders), dtype=np.int64)
            for hand in "pb":
                pair = [place for place in (f"{hand}1", f"{hand}2") if place in batch.kinds]
                loose = [place for place in pair if place in course.free]
                if len(loose) == 2 and hand not in ordered:
                    first, second = (size[batch.kinds[place]] for place in pair)
                    same = batch.kinds[pair[0]] == batch.kinds[pair[1]]
                    number *= np.where(same, first * (first + 1) // 2, first * second)
                else:
                    for place in loose:
                        number *= size[batch.kinds[place]]
            for place in {"p3", "b3"} & set(course.free):
                number *= size[batch.kinds[place]]
            total += int(number.sum())
    return total
