"""Patterns gathered: dealing orders added onto the multisets of kinds that the patterns use.

Two patterns are of one class when nothing that is asked can tell them apart. Knows conditions and kinds;
knows nothing of shoes or money.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, Column, evaluate
from analyzer.bets.facts import Type
from analyzer.bets.tree import Literal, Node, children, looks, touched
from analyzer.census.distinct import added_up, distinct
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Groups, patterns
from analyzer.census.plan import Plan
from analyzer.census.program import Ints
from analyzer.game.rules import Rules

Split: TypeAlias = tuple[Condition, ...]
"""Conditions that split the deals: outcome i is where condition i holds first, the last where none does."""


@dataclass(frozen=True, slots=True)
class Table:
    """One course's patterns gathered: the dealing orders of each class at each spot.

    `groups` are the places looked at closely, and then all other places whose cards are not known; `spots`
    number what they hold. `owner` is the class, and `classes[i]` what the asked columns hold in class i.
    Rows are sorted by owner and then by spot.
    """

    course: Course
    groups: Groups
    spots: Ints
    owner: Ints
    orders: Ints
    classes: tuple[tuple[int, ...], ...]


def outcomes(split: Split, block: Block) -> Column:
    """The first condition of a split that holds in each row; the number of conditions where none does."""
    first = np.full(block.rows, len(split), dtype=np.uint8 if len(split) < 2**7 else np.int64)
    for index in reversed(range(len(split))):
        np.copyto(first, index, where=np.asarray(evaluate(split[index].tree, block), dtype=bool))
    return first


def told_phrases(splits: Iterable[Split], kinds: Kinds) -> tuple[Node, ...]:
    """The largest phrases in some conditions that kinds alone can answer."""
    trees = (condition.tree for split in splits for condition in split)
    return tuple(dict.fromkeys(phrase for tree in trees for phrase in _told(tree, kinds)))


def _told(node: Node, kinds: Kinds) -> Iterator[Node]:
    if isinstance(node, Literal):
        return
    if all(kinds.tells(look.labels) for look in looks(node)):
        yield node
        return
    for child in children(node):
        yield from _told(child, kinds)


def gather(
    rules: Rules, chosen: Plan, course: Course, asked: Sequence[Sequence[Split | Node]]
) -> list[Table]:
    """One course's patterns, a table for each group of splits, by outcome, or of phrases, by value."""
    looked = chosen.groups(course)
    others = tuple(place for place in course.free if not any(place in places for places in looked))
    groups = Groups(len(chosen.kinds), (*looked, others))
    gathered = [_Gathered() for _ in asked]
    for batch in patterns(rules, chosen.kinds, course, chosen.ordered, chosen.drawing, groups):
        block = Block(batch.cards, len(batch.orders))
        for together, columns in zip(gathered, asked, strict=True):
            # In place: in a new process, memory that was never touched costs more than the arithmetic.
            where = _classify([_column(column, block) for column in columns], together.number, block.rows)
            where *= groups.size
            where += batch.spots
            together.add(*added_up(where, batch.orders))
    tables = []
    for together in gathered:
        key, weight = together.sum()
        owner, spots = np.divmod(key, groups.size)
        tables.append(Table(course, groups, spots, owner, weight, tuple(together.number)))
    return tables


class _Gathered:
    """Dealing orders by class and spot, and the number of each class, while patterns come in."""

    def __init__(self) -> None:
        self.number: dict[tuple[int, ...], int] = {}
        self.keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
        self.weights: list[Ints] = [np.zeros(0, dtype=np.int64)]

    def add(self, key: Ints, weight: Ints) -> None:
        """Take in more, and sum what is there once it is much."""
        self.keys.append(key)
        self.weights.append(weight)
        if sum(map(len, self.keys)) > _GATHERED:
            key, weight = self.sum()
            self.keys, self.weights = [key], [weight]

    def sum(self) -> tuple[Ints, Ints]:
        """Each key once, with all its orders."""
        return added_up(np.concatenate(self.keys), np.concatenate(self.weights))


_GATHERED = 20_000_000
"""Rows kept before they are summed, so that memory stays bounded however many patterns there are."""


def _column(asked: Split | Node, block: Block) -> Column:
    """The outcome of a split or the value of a phrase in each row."""
    return outcomes(asked, block) if isinstance(asked, tuple) else _value(asked, block)


def _value(phrase: Node, block: Block) -> Column:
    """A phrase's value in each row; a number about a card not dealt is never read, and stands as zero."""
    if phrase.type is not Type.TRUTH and not touched(phrase) <= block.cards.keys():
        return np.zeros(block.rows, dtype=np.int64)
    return evaluate(phrase, block)


def _classify(columns: Sequence[Column], number: dict[tuple[int, ...], int], rows: int) -> Ints:
    """The class of each row: rows are of one class when all columns agree. New classes join `number`."""
    code: Ints = np.zeros(rows, dtype=np.uint16)
    seen: list[tuple[int, ...]] = [()]  # what the columns numbered so far hold, by code
    digits: list[Sequence[int]] = []  # the values of the columns after them, as digits of the code
    size = 1
    for column in columns:
        values, digit = _values(column)
        if size * len(values) > _CODES:
            found, which = distinct(code)
            seen, digits, size = _decoded(found, seen, digits), [], len(found)
            code = which.astype(np.uint16 if size * len(values) < 2**16 else np.int64)
        code *= len(values)
        np.add(code, digit, out=code, casting="unsafe")
        digits.append(values)
        size *= len(values)
    owner = np.zeros(size, dtype=np.int64)
    index = code.astype(np.intp)
    there = np.flatnonzero(np.bincount(index, minlength=size))
    owner[there] = [number.setdefault(held, len(number)) for held in _decoded(there, seen, digits)]
    return np.asarray(owner[index])


def _decoded(
    codes: Ints, seen: Sequence[tuple[int, ...]], digits: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """What the columns hold where rows have these codes."""
    found = []
    for code in codes.tolist():
        held = []
        for values in reversed(digits):
            code, digit = divmod(code, len(values))
            held.append(values[digit])
        found.append((*seen[code], *reversed(held)))
    return found


_CODES = 2**10
"""Codes of rows that may stand for nothing before they are numbered anew."""


def _values(column: Column) -> tuple[Sequence[int], Column]:
    """The values that a column can have, and which of them each row has."""
    if column.dtype.itemsize == 1 and column.min(initial=0) >= 0:
        return range(int(column.max(initial=0)) + 1), column
    found, which = np.unique(column, return_inverse=True)
    return [int(value) for value in found], which
