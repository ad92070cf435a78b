"""Patterns: every way a coup can run, each exactly once, with cards distinguished by kind only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product, repeat
from math import comb, prod

import numpy as np

from analyzer.bets.facts import POINTS
from analyzer.census._kernel_py import Bytes
from analyzer.census.kernel import enumerate_patterns
from analyzer.census.kinds import EVERY_CARD, Kinds
from analyzer.census.program import Ints
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules

_AT_ONCE = 2**17  # The most patterns in one batch, so that they stay in the cache and memory is bounded.
_NO_GROUP = 255


@dataclass(frozen=True)
class Course:
    """One way in which the hands can draw: the places whose cards matter, and the cards known in advance."""

    dealt: tuple[str, ...]
    known: dict[str, int]
    player_draws: bool = False
    banker_draws: bool = False

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The places in `dealt` whose cards are not known."""
        return tuple(place for place in self.dealt if place not in self.known)


def courses(rules: Rules, dealt: Dealt, positions: frozenset[str]) -> tuple[Course, ...]:
    """The courses that a coup can take; only one if no draw matters and none is known."""
    possible = []
    settled = not dealt.tells_draws and not positions & {"p3", "b3"}
    for draws in [(False, False)] if settled else product((False, True), repeat=2):
        known = dealt.places(rules, *draws)
        if known is None:
            continue
        places = ["p1", "p2", *["p3"] * draws[0], "b1", "b2", *["b3"] * draws[1]]
        if settled:
            places = [place for place in places if place in positions]
        cards = {
            place: 4 * (card.rank - 1) + (card.suit or 0) for place, card in known.items() if place in places
        }
        possible.append(Course(tuple(places), cards, *draws))
    return tuple(possible)


@dataclass(frozen=True, slots=True)
class Patterns:
    """A batch of patterns: a card of the kind at each place; the dealing orders; the codes of the groups."""

    cards: dict[str, Bytes]
    orders: Bytes
    codes: Ints


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of places without order. A code numbers their multisets of kinds, the last group fastest."""

    kinds: int
    places: tuple[tuple[str, ...], ...]

    @property
    def sizes(self) -> list[int]:
        """The number of multisets of kinds that each group can have."""
        return [comb(self.kinds + len(places) - 1, len(places)) for places in self.places]

    @property
    def size(self) -> int:
        """The number of codes."""
        return prod(self.sizes)

    def addends(self) -> Ints:
        """What a kind at the i-th sorted place of a group adds to the code: groups × 6 × kinds."""
        addends = np.zeros((len(self.places), 6, self.kinds), dtype=np.int64)
        for group, places in enumerate(self.places):
            stride = prod(self.sizes[group + 1 :])
            for place in range(len(places)):
                addends[group, place] = [stride * comb(kind + place, place + 1) for kind in range(self.kinds)]
        return addends

    def encode(self, held: Sequence[Ints]) -> Ints:
        """The codes of kinds, given for each group as codes × places, sorted in each row."""
        codes = np.zeros(len(held[0]), dtype=np.int64)
        for addends, kinds in zip(self.addends(), held, strict=True):
            for addend, kind in zip(addends, kinds.T, strict=False):
                codes += addend[kind]
        return codes

    def decode(self, codes: Ints) -> list[Ints]:
        """The kinds with these codes: for each group, codes × places, sorted in each row."""
        groups: list[Ints] = []
        for addends, places in zip(self.addends(), self.places, strict=True):
            held = np.zeros((len(codes), len(places)), dtype=np.int16)
            for place in reversed(range(len(places))):
                held[:, place] = np.searchsorted(addends[place], codes, side="right") - 1
                codes = codes - addends[place, held[:, place]]
            groups.append(held)
        return groups


def patterns(
    rules: Rules,
    kinds: Kinds,
    course: Course,
    ordered: frozenset[str],
    drawing: bool,
    groups: Groups,
    cards: frozenset[int] = EVERY_CARD,
) -> Iterator[Patterns]:
    """Every pattern of a course, in batches.

    Only the given `cards` are dealt. If `drawing`, `kinds` must distinguish at least points. `ordered` is the
    set of hands (`p`, `b`) whose first two cards are kept in dealing order. Without `drawing` the tableau has
    no effect, and only the first cards that the course includes are laid out. The kinds at the places of
    `groups` determine the codes.
    """
    points, taken, (player, banker), thirds = _choices(rules, kinds, course, ordered, drawing, cards)
    member = {place: number for number, places in enumerate(groups.places) for place in places}
    group = np.array([member.get(place, _NO_GROUP) for place in course.dealt], dtype=np.uint8)
    addends = groups.addends()
    per_hand = len(banker) * max(1, len(thirds[0])) * max(1, len(thirds[1]))
    step = max(1, _AT_ONCE // max(1, per_hand))
    for begin in range(0, len(player), step):
        hands = player[begin : begin + step]
        most = len(hands) * per_hand
        columns = np.empty((len(course.dealt), most), dtype=np.uint8)
        orders, codes = np.empty(most, dtype=np.uint8), np.empty(most, dtype=np.int64)
        rows = enumerate_patterns(
            kinds.cards.astype(np.uint8), points, taken, hands, banker, *thirds, group, addends, columns,
            orders, codes,
        )  # fmt: skip
        laid = dict(zip(course.dealt, columns[:, :rows], strict=True))
        for place, card in course.known.items():
            laid[place] = np.full(rows, card, dtype=np.uint8)
        yield Patterns(laid, orders[:rows], codes[:rows])


def _choices(
    rules: Rules, kinds: Kinds, course: Course, ordered: frozenset[str], drawing: bool, cards: frozenset[int]
) -> tuple[Bytes, Bytes, list[Bytes], list[Bytes]]:
    """The parts of the patterns of a course, in the form that `enumerate_patterns` takes: the points of the
    kinds, which hands take the course, the first cards of both hands, and the third cards of both.
    """
    points = (np.array(POINTS)[kinds.cards] if drawing else np.zeros(len(kinds))).astype(np.uint8)
    draws = course.player_draws, course.banker_draws
    taken = _taken(rules, *draws) if drawing else np.ones((10, 10, 11), dtype=np.uint8)
    dealt = np.array(kinds.among(cards), dtype=np.uint8)
    first = [_first_two(kinds, course, dealt, hand, hand in ordered) for hand in "pb"]
    thirds = [
        _at(place, kinds, course, dealt) if place in course.dealt else np.zeros(0, dtype=np.uint8)
        for place in ("p3", "b3")
    ]
    return points, taken, first, thirds


def _at(place: str, kinds: Kinds, course: Course, dealt: Bytes) -> Bytes:
    """The kinds that the card at a place can have."""
    if place in course.known:
        return np.array([kinds.labels[course.known[place]]], dtype=np.uint8)
    return dealt


def _first_two(kinds: Kinds, course: Course, dealt: Bytes, hand: str, ordered: bool) -> Bytes:
    """The first cards of a hand, one hand per row: the kinds, then the dealing orders, 2 for two different
    kinds whose order does not matter, else 1.
    """
    places = [place for place in (f"{hand}1", f"{hand}2") if place in course.dealt]
    choices = [_at(place, kinds, course, dealt) for place in places]
    grid = np.empty((*map(len, choices), len(places)), dtype=np.uint8)
    for place, kind in enumerate(np.ix_(*choices)):
        grid[..., place] = kind
    hands = grid.reshape(prod(map(len, choices)), len(places))
    orders = np.ones(len(hands), dtype=np.uint8)
    if len(places) == 2 and not ordered and not any(place in course.known for place in places):
        hands = hands[hands[:, 0] <= hands[:, 1]]
        orders = np.where(hands[:, 0] == hands[:, 1], 1, 2).astype(np.uint8)
    return np.column_stack([hands, orders])


@lru_cache(maxsize=64)
def _taken(rules: Rules, player: bool, banker: bool) -> Bytes:
    """Whether hands take the course in which Player and Banker draw, or do not: Player's two-card total ×
    Banker's two-card total × the columns of a tableau.
    """
    totals, third = np.arange(10), np.arange(11) > 0
    natural = np.array([total in rules.tableau.naturals for total in range(10)])
    player_draws = np.array([total in rules.tableau.player_draws for total in range(10)])
    banker_draws = np.zeros((10, 11), dtype=np.bool_)
    for total, row in rules.tableau.banker:
        banker_draws[total] = row
    column = np.tile(np.arange(11), (10, 1))
    if rules.banker_by == "player-total":
        column[:, 1:] = 1 + (totals[:, None] + totals) % 10
    goes_on = ~(natural[:, None] | natural)[:, :, None]
    taken = (player_draws[:, None, None] & goes_on) == third
    taken &= third == player
    taken &= (banker_draws[:, column].swapaxes(0, 1) & goes_on) == banker
    return np.asarray(taken, dtype=np.uint8)


@lru_cache(maxsize=256)
def pattern_count(
    rules: Rules,
    kinds: Kinds,
    dealt: Dealt,
    positions: frozenset[str],
    ordered: frozenset[str],
    drawing: bool,
    cards: frozenset[int] = EVERY_CARD,
) -> int:
    """The number of patterns, counted from the totals of the hands and the points of Player's third card."""
    total = 0
    for course in courses(rules, dealt, positions):
        points, taken, first, thirds = _choices(rules, kinds, course, ordered, drawing, cards)
        totals = [points[hands[:, :-1]].sum(axis=1, dtype=np.int64) % 10 for hands in first]
        columns = 1 + points[thirds[0]] if "p3" in course.dealt else [0]
        player, banker, third = map(np.bincount, (*totals, columns), repeat(None), (10, 10, 11))
        deals = np.einsum("p,b,t,pbt", player, banker, third, taken.astype(np.int64))
        total += int(deals) * (len(thirds[1]) if "b3" in course.dealt else 1)
    return total
