"""The suit layer written out as polynomials, which the kernel weighs.

Most arrangements of the suits of a group of places make no difference to any outcome: they are *ordinary*.
The others are *special*, such as three cards of one suit or a suited pair. So the ways of an outcome are
those of the kinds alone, as if all arrangements were ordinary, corrected for the special ones.

A *correction* is a set of groups and, for each subset of them, the outcome if the subset is special and the
rest is ordinary. Its polynomial counts the deals in which all its groups are special and have these outcomes;
the suits of all other cards are open. Its *region* is these deals without the regions of larger sets. Each
deal is in one region, so every intermediate sum and difference is a number of deals.
"""

from collections.abc import ItemsView, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import prod

import numpy as np

from analyzer.census.collect import Collected, sum_weights
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Groups
from analyzer.census.plan import Plan
from analyzer.census.polynomials import PolynomialTerms, Sum, distinct
from analyzer.census.program import Ints
from analyzer.census.suit_layer import Rows, arrangements, distinct_rows, repeats
from analyzer.game.shoe import Fineness

MOST_TERMS = 2**20
"""The most terms that are written out. A suit layer with more is weighed by `suit_layer`."""

_MOST_CORRECTIONS = 1000
_PLACES = 6  # The most cards that a coup deals.

Correction = tuple[tuple[int, ...], tuple[int, ...]]
"""Groups, by rising index, and the outcome for each subset of them, in the order of `_subsets`."""


class _TooManyTermsError(Exception):
    """There are too many terms or corrections to write out."""


@dataclass(frozen=True)
class LayeredKinds:
    """The kinds of both layers of a plan. Each kind is a *whole*, and its cards of one suit kind a *part*; a
    whole comes right after its parts.
    """

    kinds: Kinds
    suit_kinds: Kinds

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The kind and the suit kind of each part; a whole has the number after the last suit kind."""
        parts = zip(self.kinds.labels, self.suit_kinds.labels, strict=True)
        return sorted({*parts, *((kind, len(self.suit_kinds)) for kind in range(len(self.kinds)))})

    @cached_property
    def whole(self) -> Ints:
        """The index of each kind as a whole."""
        return np.flatnonzero([suit == len(self.suit_kinds) for _, suit in self.pairs])

    @cached_property
    def within(self) -> Ints:
        """For each part, the index of its whole; for each whole, its own index."""
        return self.whole[[kind for kind, _ in self.pairs]]

    def __len__(self) -> int:
        """The number of parts and wholes."""
        return len(self.pairs)

    def parts(self, suit: int) -> list[int]:
        """The indices of the parts of one suit kind."""
        return [index for index, pair in enumerate(self.pairs) if pair[1] == suit]

    @property
    def joint(self) -> Kinds:
        """The parts alone, as kinds."""
        return Kinds.distinguishing(self.kinds.labels, self.suit_kinds.labels)

    @property
    def fineness(self) -> Fineness:
        """The coarsest fineness of a shoe that knows all parts."""
        return self.joint.fineness

    def members(self, fineness: Fineness) -> list[list[int]]:
        """For each part and whole, the cells of a shoe with its cards; the shoe must know all parts."""
        cells: list[list[int]] = [[] for _ in self.pairs]
        for card, own in zip(self.joint.cards.tolist(), self.joint.members(fineness), strict=True):
            part = self.pairs.index((self.kinds.labels[card], self.suit_kinds.labels[card]))
            for index in (part, self.within[part]):
                cells[index] += own
        return cells


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """Polynomials written out: their number, their terms, and their sums, the last of which are the joint
    outcomes. The first polynomials, one for each joint outcome, are together all deals of the coup.
    """

    kinds: LayeredKinds
    number: int
    terms: PolynomialTerms
    sums: list[Sum]


def written_out(
    plan: Plan, tables: Sequence[Collected], settled: Sequence[Ints], outcomes: int
) -> WrittenOut | None:
    """The ways of each joint outcome written out; None if there would be too many terms. For each table,
    `settled` has the joint outcome of each class and arrangement: classes × arrangements.
    """
    kinds = LayeredKinds(plan.kinds, plan.suit_kinds)
    number: dict[Correction, int] = {((), (outcome,)): outcome for outcome in range(outcomes)}
    size = (len(kinds) + 1) ** _PLACES
    keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
    orders: list[Ints] = [np.zeros(0, dtype=np.int64)]
    try:
        for table, joint in zip(tables, settled, strict=True):
            course = _Course(plan, kinds, table, joint)
            # The longest first, because it may be too long.
            for groups in reversed([*_subsets(range(course.groups))]):
                cards, polynomial, weights = course.terms(groups, number)
                key, weight = sum_weights(polynomial * size + _code(kinds, cards), weights)
                keys.append(key)
                orders.append(weight)
                if sum(map(len, keys)) > MOST_TERMS or len(number) > _MOST_CORRECTIONS:
                    raise _TooManyTermsError
    except _TooManyTermsError:
        return None
    key, weight = sum_weights(np.concatenate(keys), np.concatenate(orders))
    polynomial, codes = np.divmod(key, size)
    in_use, row = distinct(codes)
    held = in_use[:, None] // (len(kinds) + 1) ** np.arange(_PLACES) % (len(kinds) + 1)
    terms = PolynomialTerms(polynomial, weight, row, held[:, :0], held)
    return WrittenOut(kinds, len(number), terms, _sums(number, outcomes))


def _code(kinds: LayeredKinds, cards: Ints) -> Ints:
    """A number for each row of cards, in any order; `written_out` decodes it to a sorted row."""
    cards = np.sort(cards, axis=1)
    no_card = len(kinds) * sum((len(kinds) + 1) ** place for place in range(cards.shape[1], _PLACES))
    return np.asarray(cards @ (len(kinds) + 1) ** np.arange(cards.shape[1]) + no_card)


class _Course:
    """One course of a suit layer, with the arrangements of each group that are not ordinary."""

    def __init__(self, plan: Plan, kinds: LayeredKinds, table: Collected, settled: Ints) -> None:
        self.kinds, self.table = kinds, table
        places = plan.groups(table.course)
        self.groups = len(places)
        rows = [arrangements(len(plan.suit_kinds), (len(group),)) for group in places]
        self.settled = settled.reshape(len(table.classes), *map(len, rows))
        self.ordinary: list[int] = []
        self.special: list[Ints] = []
        self.closer: list[_Closer] = []
        for group, own in enumerate(rows):
            _, alike = distinct_rows(np.moveaxis(self.settled, group + 1, 0).reshape(len(own), -1))
            usual = np.argmax(np.bincount(alike, _number_of_rows(kinds, own)))
            self.ordinary.append(int(np.argmax(alike == usual)))
            self.special.append(np.flatnonzero(alike != usual))
        sizes = table.groups.sizes
        self.codes = [
            table.codes // prod(sizes[group + 1 :]) % size for group, size in enumerate(sizes[: self.groups])
        ]
        in_use, row = distinct(table.codes)
        self.held = [kinds.whole[held][row] for held in table.groups.decode(in_use)]
        for group, own in enumerate(rows):
            known = np.unique(self.codes[group])
            alone = Groups(len(plan.kinds), (places[group],))
            self.closer.append(_closer(kinds, own[self.special[group]], alone, known))

    def terms(self, groups: tuple[int, ...], number: dict[Correction, int]) -> tuple[Ints, Ints, Ints]:
        """The terms of the corrections of some groups: cards, polynomial, orders. Adds new corrections to
        `number`.
        """
        correction = self._corrections(groups, number)
        if (correction < 0).all():
            none: Ints = np.zeros(0, dtype=np.int64)
            return none[:, None], none, none
        wild = np.concatenate([held for group, held in enumerate(self.held) if group not in groups], axis=1)
        sizes = [self.table.groups.sizes[group] for group in groups]
        base = len(self.kinds) + 1
        key = self.table.class_of
        for group, size in zip(groups, sizes, strict=True):
            key = key * size + self.codes[group]
        key = key * base ** wild.shape[1] + np.sort(wild, axis=1) @ base ** np.arange(wild.shape[1])
        key, orders = sum_weights(key, self.table.orders)
        key, code = np.divmod(key, base ** wild.shape[1])
        cards: list[Ints] = [code[:, None] // base ** np.arange(wild.shape[1]) % base]
        codes: list[Ints] = []
        for size in reversed(sizes):
            key, own = np.divmod(key, size)
            codes.insert(0, own)
        chosen = key  # The class, then the arrangements, as an index of `correction`.
        rows = np.arange(len(key))
        for group, own in zip(groups, codes, strict=True):
            closer = self.closer[group]
            begin, end = (np.searchsorted(closer.codes, own[rows], side=side) for side in ("left", "right"))
            which, at = _spread(begin, end)
            rows, cards = rows[which], [part[which] for part in cards] + [closer.cards[at]]
            orders = orders[which] * closer.orders[at]
            chosen = chosen[which] * len(self.special[group]) + closer.arrangement[at]
        polynomial = correction.ravel()[chosen]
        kept = polynomial >= 0
        return np.concatenate(cards, axis=1)[kept], polynomial[kept], orders[kept]

    def _corrections(self, groups: tuple[int, ...], number: dict[Correction, int]) -> Ints:
        """The number of the correction for each class and special arrangement of each of these groups; −1
        where the outcome does not depend on one of them. Classes × arrangements of each group.
        """
        by_subset = []
        for subset in _subsets(groups):
            view = self.settled
            for group in reversed(range(self.groups)):
                at = self.special[group] if group in subset else np.array([self.ordinary[group]])
                view = np.take(view, at, axis=group + 1)
                if group not in groups:
                    view = view.squeeze(axis=group + 1)
            by_subset.append(view)
        outcomes = np.stack(np.broadcast_arrays(*by_subset), axis=-1)
        flat = outcomes.reshape(-1, len(by_subset))
        needed = np.ones(len(flat), dtype=bool)
        for bit in range(len(groups)):
            without = np.array([subset for subset in range(len(by_subset)) if not subset >> bit & 1])
            needed &= (flat[:, without] != flat[:, without | 1 << bit]).any(axis=1)
        numbers = np.full(len(flat), -1)
        if needed.any():
            first, which = distinct_rows(flat[needed])
            found = [tuple(row) for row in flat[needed][first].tolist()]
            new = np.array([number.setdefault((groups, row), len(number)) for row in found])
            numbers[needed] = new[which]
        return numbers.reshape(outcomes.shape[:-1])


@dataclass(frozen=True, slots=True)
class _Closer:
    """The special cards of one group, as rows of parts: the code of their kinds, which rises; the index of
    their arrangement; and the number of orders of these parts for each order of their kinds.
    """

    cards: Ints
    codes: Ints
    arrangement: Ints
    orders: Ints


def _closer(kinds: LayeredKinds, rows: Rows, group: Groups, known: Ints) -> _Closer:
    """All rows of parts whose suit kinds are one of some arrangements, and whose kinds have a known code."""
    parts = [kinds.parts(suit) for suit in range(len(kinds.suit_kinds))]
    every = np.array([*chain.from_iterable(parts)], dtype=np.int64)
    ends = np.cumsum([0, *map(len, parts)])
    arrangement = np.arange(len(rows))
    places: list[Ints] = []
    for column in range(rows.shape[1]):
        suits = rows[arrangement, column]
        begin = ends[suits]
        if column:
            begin = np.where(suits == rows[arrangement, column - 1], places[-1], begin)
        which, at = _spread(begin, ends[suits + 1])
        arrangement, places = arrangement[which], [*(place[which] for place in places), at]
    cards = every[np.stack(places, axis=1)]
    held = np.sort(np.searchsorted(kinds.whole, kinds.within[cards]), axis=1)
    codes = group.encode([held])
    order = np.argsort(codes, kind="stable")
    order = order[np.isin(codes[order], known)]
    size = (rows.shape[1],)
    orders = repeats(held[order], size) // repeats(cards[order], size)
    return _Closer(cards[order], codes[order], arrangement[order], orders)


def _spread(begin: Ints, end: Ints) -> tuple[Ints, Ints]:
    """All numbers of some ranges, and for each the index of its range; returned as (indices, numbers)."""
    length = end - begin
    if length.sum() > MOST_TERMS:
        raise _TooManyTermsError
    which = np.repeat(np.arange(len(length)), length)
    start = np.cumsum(length) - length
    return which, np.arange(len(which)) - start[which] + begin[which]


def _number_of_rows(kinds: LayeredKinds, rows: Rows) -> Ints:
    """The number of rows of parts of each arrangement."""
    parts = np.array([len(kinds.parts(suit)) for suit in range(len(kinds.suit_kinds))])
    number = np.ones(len(rows), dtype=np.int64)
    for column in range(rows.shape[1]):
        before = (rows[:, :column] == rows[:, column : column + 1]).sum(axis=1)
        number = number * (parts[rows[:, column]] + before) // (before + 1)
    return number


def _subsets(groups: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The subsets of some groups; the i-th group is in a subset if bit i of the subset's number is set."""
    for bits in range(2 ** len(groups)):
        yield tuple(group for place, group in enumerate(groups) if bits >> place & 1)


def _sums(number: dict[Correction, int], outcomes: int) -> list[Sum]:
    """The sums that turn the polynomials into regions, and the regions into joint outcomes."""
    sums: list[Sum] = []
    moved: list[tuple[int, int, int]] = []
    regions: list[tuple[ItemsView[tuple[int, ...], int], int]] = []
    for correction in sorted(list(number)[outcomes:], key=lambda correction: -len(correction[0])):
        groups, by_subset = correction
        outcome = dict(zip(_subsets(groups), by_subset, strict=True)).items()
        # Different groups make different sets, and corrections of more groups come first.
        more = [region for wider, region in regions if outcome < wider]
        region = len(number) + len(sums) if more else number[correction]
        if more:
            sums.append(([number[correction]], more))
        regions.append((outcome, region))
        moved.append((by_subset[0], by_subset[-1], region))
    for joint in range(outcomes):
        gained = [region for before, after, region in moved if after == joint != before]
        lost = [region for before, after, region in moved if before == joint != after]
        sums.append(([joint, *gained], lost))
    return sums
