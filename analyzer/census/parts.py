"""The census's working parts: shoes weighed against gathered patterns, plainly or with a close look.

Knows nothing of money.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from analyzer.bets.evaluate import Block
from analyzer.bets.tree import Node
from analyzer.census._kernel_py import Numbers
from analyzer.census.distinct import added_up, distinct
from analyzer.census.gather import Split, Table, outcomes
from analyzer.census.kinds import Kinds
from analyzer.census.marks import Marks, Sizes, arrangements, shapes, weigh_marks, weigh_nested
from analyzer.census.patterns import Groups, Truths
from analyzer.census.plan import Plan
from analyzer.census.polynomials import Polynomials, Terms, lay_out, number_type, whole
from analyzer.census.program import Ints
from analyzer.game.shoe import Fineness

_AT_ONCE = 4_000_000
"""Numbers worked on at once, so that a batch of shoes takes bounded memory."""


def joined(tables: Iterable[Table]) -> tuple[dict[tuple[int, ...], int], list[Terms]]:
    """Tables of courses, with all places in one group, as terms whose owners are the classes of all courses.

    Returns:
        The number of each class, and its terms: once for each number of cards that courses deal.
    """
    number: dict[tuple[int, ...], int] = {}
    alike: dict[int, list[tuple[Groups, Ints, Ints]]] = {}
    for table in tables:
        owner = np.array([number.setdefault(v, len(number)) for v in table.classes], dtype=np.int64)
        key = owner[table.owner] * table.groups.size + table.spots
        cards = len(table.groups.places[-1])
        alike.setdefault(cards, []).append((table.groups, key, table.orders))
    terms = []
    for courses in alike.values():
        groups = courses[0][0]
        keys, orders = added_up(*(np.concatenate([course[i] for course in courses]) for i in (1, 2)))
        owners, spots = np.divmod(keys, groups.size)
        there, row = distinct(spots)
        [rest] = groups.at(there)
        terms.append(Terms(owners, orders, row, rest[:, :0], rest))
    return number, terms


class PlainPart:
    """Splits that the kinds alone decide: a polynomial for every joint class of outcomes."""

    def __init__(
        self, chosen: Plan, splits: Sequence[Split], tables: Sequence[Table], unknown: int, complete: bool
    ) -> None:
        """Merge the classes of all courses; `complete` says that the courses are all deals."""
        number, terms = joined(tables)
        sums: list[list[int]] = []
        self.spans = []
        for index, split in enumerate(splits):
            self.spans.append(slice(len(sums), len(sums) + len(split) + 1))
            sums += [[i for i, v in enumerate(number) if v[index] == o] for o in range(len(split) + 1)]
        program = lay_out(len(chosen.kinds), terms, len(number), unknown, sums, complete)
        self.polynomials = Polynomials(chosen.kinds, program)

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> list[Numbers]:
        """For each split, shoes × outcomes: the ways."""
        ways = self.polynomials.weigh(cells, fineness, most)
        return [ways[:, span] for span in self.spans]


class ClosePart:
    """Splits that look at some cards more closely than the kinds tell: marks over kinds."""

    def __init__(
        self,
        chosen: Plan,
        splits: Sequence[Split],
        tables: Sequence[Table],
        unknown: int,
        phrases: Sequence[Node],
    ) -> None:
        """Judge every split for every class and every arrangement of marks, course by course.

        Where no split asks about a class's marks, its kinds decide alone.
        """
        self.plan = chosen
        self.outcomes = [len(split) + 1 for split in splits]
        self.courses = []
        decided = []
        for table in tables:
            rows = arrangements(len(chosen.marks), tuple(map(len, chosen.groups(table.course))))
            settled = _settled(chosen, table, rows, splits, phrases)
            open_classes = (settled != settled[:, :, :1]).any(axis=(0, 2))
            if open_classes.any():
                asking = _only(table, open_classes)
                self.courses.append(
                    _CloseCourse(chosen, asking, rows, settled[:, open_classes], unknown, self.outcomes)
                )
            if not open_classes.all():
                decided.append(_without_marks(_only(table, ~open_classes), settled[:, ~open_classes, 0]))
        self.decided = PlainPart(chosen, splits, decided, unknown, complete=False) if decided else None
        self.width = max((course.width for course in self.courses), default=1)

    def weigh(self, cells: Ints, fineness: Fineness, most: int) -> list[Numbers]:
        """For each split, shoes × outcomes: the ways."""
        numbers = number_type(most)
        if self.decided is None:
            found: list[Numbers] = [np.zeros((len(cells), number), dtype=numbers) for number in self.outcomes]
        else:
            found = [ways.astype(numbers) for ways in self.decided.weigh(cells, fineness, most)]
        step = max(1, _AT_ONCE // self.width)
        for begin in range(0, len(cells), step):
            some = slice(begin, begin + step)
            marked: Numbers = _marked(self.plan, cells[some], fineness).astype(numbers)
            for course in self.courses:
                base: Numbers = course.base.weigh(cells[some], fineness, most).astype(numbers)
                tally = course.tally(base, marked)
                for ways, shares in zip(found, course.shares, strict=True):
                    ways[some] += tally @ shares.astype(numbers)
        return [whole(ways, most) for ways in found]


class _CloseCourse:
    """One course of a close part.

    Arrangements of marks that settle every split alike, whatever the class, are of one `sign`; the ways are
    added up by sign before anything else, so that what remains is small.
    """

    def __init__(
        self,
        chosen: Plan,
        table: Table,
        rows: Marks,
        settled: Ints,
        unknown: int,
        outcomes: Sequence[int],
    ) -> None:
        self.nested = chosen.nested
        self.sizes: Sizes = tuple(len(places) for places in chosen.groups(table.course))
        there, cards = distinct(table.spots)
        *each, rest = table.groups.at(there)
        looked, place = distinct(there // table.groups.sizes[-1])
        beside = np.concatenate([rest[:, :0], *each], axis=1)
        held = np.zeros((len(looked), beside.shape[1]), dtype=beside.dtype)
        held[place] = beside
        self.held, self.classes = len(held), len(table.classes)
        number = self.held * self.classes
        terms = Terms(place[cards] * self.classes + table.owner, table.orders, cards, beside, rest)
        self.base = Polynomials(chosen.kinds, lay_out(len(chosen.kinds), [terms], number, unknown))
        sign, first = _signs(settled.reshape(-1, len(rows)))
        self.signs = len(first)
        self.shares = [
            _share(mine.ravel(), number) for number, mine in zip(outcomes, settled[:, :, first], strict=True)
        ]
        if self.nested:
            self.kinds = np.array(chosen.kinds.labels, dtype=np.int8)[chosen.marks.cards][rows]
            where = _find(held, self.kinds, self.sizes)
            spot = where * self.signs + sign
            found = np.flatnonzero(where >= 0)
            order = found[np.argsort(spot[found], kind="stable")]
            self.rows, self.kinds = rows[order], self.kinds[order]
            self.spot: Ints = spot[order]
            self.width = max(1, number, len(order))
        else:
            self.shapes = shapes(held, self.sizes, len(chosen.marks), sign)
            pairs = [len(s.rows) * len(step.onward[0]) for s in self.shapes for step in s.steps]
            self.width = max(1, number, *pairs)

    def tally(self, base: Numbers, marked: Numbers) -> Numbers:
        """Shoes × (classes · signs): the ways.

        Args:
            base: the ways to deal what is not looked at closely, shoes × (held kinds · classes).
            marked: cards by kind and mark, shoes × kinds × marks.
        """
        base = base.reshape(len(base), self.held, self.classes).swapaxes(1, 2)
        return np.asarray(base @ self._looked(marked)).reshape(len(base), -1)

    def _looked(self, marked: Numbers) -> Numbers:
        """Shoes × held kinds × signs: the ways in which the cards looked at show a sign."""
        shoes = len(marked)
        if self.nested:
            ways = weigh_nested(self.rows, self.kinds, marked.sum(axis=1), self.sizes)
            return _added(ways, self.spot, self.held * self.signs).reshape(shoes, self.held, self.signs)
        looked: Numbers = np.zeros((shoes, self.held, self.signs), dtype=marked.dtype)
        for shape, ways in zip(self.shapes, weigh_marks(self.shapes, marked), strict=True):
            looked[:, shape.rows] = ways
        return looked


def _only(table: Table, kept: Truths) -> Table:
    """A table with some of its classes only."""
    rows = kept[table.owner]
    number = np.cumsum(kept) - 1
    return replace(
        table,
        spots=table.spots[rows],
        owner=number[table.owner[rows]],
        orders=table.orders[rows],
        classes=tuple(held for held, there in zip(table.classes, kept, strict=True) if there),
    )


def _without_marks(table: Table, settled: Ints) -> Table:
    """A table with all its places in one group, and classes that are the outcomes of the splits."""
    there, cards = distinct(table.spots)
    held = np.sort(np.concatenate(table.groups.at(there), axis=1), axis=1)
    groups = Groups(table.groups.kinds, (tuple(chain.from_iterable(table.groups.places)),))
    spots = groups.ranks()[0, np.arange(held.shape[1]), held].sum(axis=1)
    return replace(table, groups=groups, spots=spots[cards], classes=tuple(map(tuple, settled.T.tolist())))


def _settled(
    chosen: Plan,
    table: Table,
    rows: Marks,
    splits: Sequence[Split],
    phrases: Sequence[Node],
) -> Ints:
    """The outcome of each split for each class and each arrangement of marks: splits × classes × rows."""
    cards = {place: np.full(len(rows), table.course.known.get(place, 0)) for place in table.course.dealt}
    for column, place in enumerate(chain.from_iterable(chosen.groups(table.course))):
        cards[place] = chosen.marks.cards[rows[:, column]]
    settled = np.zeros((len(splits), len(table.classes), len(rows)), dtype=np.int64)
    for owner, values in enumerate(table.classes):
        given = dict(zip(phrases, values, strict=True))
        for index, split in enumerate(splits):
            settled[index, owner] = outcomes(split, Block(cards, len(rows), given))
    return settled


def _signs(columns: Ints) -> tuple[Ints, Ints]:
    """Numbers the distinct columns of a matrix: the number of each column, and the first column of each."""
    code = np.zeros(columns.shape[1], dtype=np.int64)
    for row in columns:
        most = int(row.max(initial=0)) + 1
        if int(code.max(initial=0)) >= 2**62 // most:
            code = np.unique(code, return_inverse=True)[1]
        code = code * most + row
    _, first, sign = np.unique(code, return_index=True, return_inverse=True)
    return sign, first


def _find(held: Ints, kinds: Marks, sizes: Sizes) -> Ints:
    """Where each row of kinds, sorted within groups, stands among the held rows; -1 where it does not."""
    parts = np.split(kinds, np.cumsum(sizes)[:-1], axis=1)
    ordered = np.concatenate([np.sort(part, axis=1) for part in parts], axis=1)
    base = 1 + max(int(kinds.max(initial=0)), int(held.max(initial=0)))
    weights = base ** np.arange(kinds.shape[1])[::-1]
    known, wanted = held @ weights, ordered @ weights
    if not len(known):
        return np.full(len(wanted), -1)
    order = np.argsort(known)
    spot = np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)
    return np.where(known[order][spot] == wanted, order[spot], -1)


def _added(ways: Numbers, spot: Ints, size: int) -> Numbers:
    """Ways added up, along the last axis, by where they belong; spots come in rising order."""
    total: Numbers = np.zeros((*ways.shape[:-1], size), dtype=ways.dtype)
    starts = np.flatnonzero(np.diff(spot, prepend=-1))
    if len(starts):
        total[..., spot[starts]] = np.add.reduceat(ways, starts, axis=-1)
    return total


def _share(owner: Sequence[int], number: int) -> Ints:
    """Which outcome each class belongs to, as a matrix of ones and zeros: classes × outcomes."""
    share = np.zeros((len(owner), number), dtype=np.int64)
    share[np.arange(len(owner)), np.array(owner, dtype=np.int64)] = 1
    return share


def _marked(chosen: Plan, cells: Ints, fineness: Fineness) -> Ints:
    """Cards by kind and mark: shoes × kinds × marks."""
    joint = Kinds.telling(chosen.kinds.labels, chosen.marks.labels)
    counts = joint.counts(cells, fineness)
    marked = np.zeros((len(cells), len(chosen.kinds), len(chosen.marks)), dtype=np.int64)
    for index, card in enumerate(joint.cards):
        marked[:, chosen.kinds.labels[card], chosen.marks.labels[card]] = counts[:, index]
    return marked
