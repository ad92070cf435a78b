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
from analyzer.census._kernel_py import Ints
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, Patterns, patterns
from analyzer.census.plan import Plan
from analyzer.game.rules import Rules

Split: TypeAlias = tuple[Condition, ...]
"""Conditions that split the deals: outcome i is where condition i holds first, the last where none does."""


@dataclass(frozen=True, slots=True)
class Table:
    """One course's patterns gathered: the dealing orders of each class, held kinds and other kinds.

    `held` are the kinds at the places looked at closely, sorted within each group of places; `rest` the kinds
    at all other places whose cards are not known, sorted; `owner` is the class, and `classes[i]` what the
    asked columns hold in class i. Rows are sorted by `held`, then `owner`.
    """

    course: Course
    held: Ints
    rest: Ints
    owner: Ints
    orders: Ints
    classes: tuple[tuple[int, ...], ...]


def outcomes(split: Split, block: Block) -> Ints:
    """The first condition of a split that holds in each row; the number of conditions where none does."""
    first = np.full(block.rows, len(split))
    for index in reversed(range(len(split))):
        first[np.asarray(evaluate(split[index].tree, block), dtype=bool)] = index
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
    rules: Rules, chosen: Plan, course: Course, splits: Sequence[Split], phrases: Sequence[Node] | None
) -> Table:
    """One course's patterns, by the outcome of each split, or by the values of phrases if those are given."""
    groups = chosen.groups(course)
    looked = tuple(place for places in groups for place in places)
    others = tuple(place for place in course.free if place not in looked)
    number: dict[tuple[int, ...], int] = {}
    base = len(chosen.kinds)
    key, weight = _EMPTY, _EMPTY
    keys: list[Ints] = []
    weights: list[Ints] = []
    for batch in patterns(rules, chosen.kinds, course, chosen.ordered, chosen.drawing):
        block = _block(chosen.kinds, course, batch)
        if phrases is None:
            columns: list[Column] = [outcomes(split, block) for split in splits]
        else:
            columns = [_value(phrase, block) for phrase in phrases]
        owner = _classify(columns, number, len(batch.orders))
        held = [_sorted(batch, places) for places in groups]
        row = _pack([*held, owner[:, None], _sorted(batch, others)], base, len(looked))
        key, weight = _sum_by(row, batch.orders)
        keys.append(key)
        weights.append(weight)
        if sum(map(len, keys)) > _GATHERED:
            key, weight = _sum_by(np.concatenate(keys), np.concatenate(weights))
            keys, weights = [key], [weight]
    if len(keys) > 1:
        key, weight = _sum_by(np.concatenate(keys), np.concatenate(weights))
    held_part, owner, rest = _unpack(key, base, len(looked), len(others))
    return Table(course, held_part, rest, owner, weight, tuple(number))


_EMPTY = np.zeros(0, dtype=np.int64)
_GATHERED = 20_000_000
"""Rows kept before they are summed, so that memory stays bounded however many patterns there are."""
_CLASSES = 2**20
"""More classes than a pattern census can have."""


def _block(kinds: Kinds, course: Course, batch: Patterns) -> Block:
    cards = {place: kinds.cards[kind] for place, kind in batch.kinds.items()}
    for place in set(course.known) & set(cards):
        cards[place] = np.full(len(batch.orders), course.known[place])
    return Block(cards, len(batch.orders))


def _value(phrase: Node, block: Block) -> Column:
    """A phrase's value in each row; a number about a card not dealt is never read, and stands as zero."""
    if phrase.type is not Type.TRUTH and not touched(phrase) <= block.cards.keys():
        return np.zeros(block.rows, dtype=np.int64)
    return evaluate(phrase, block)


def _classify(columns: Sequence[Column], number: dict[tuple[int, ...], int], rows: int) -> Ints:
    """The class of each row: rows are of one class when all columns agree. New classes join `number`."""
    code = np.zeros(rows, dtype=np.int64)
    for column in columns:
        values, index = np.unique(column, return_inverse=True)
        code = code * len(values) + index
        if len(values) > 1:
            code = np.unique(code, return_inverse=True)[1]
    _, first, index = np.unique(code, return_index=True, return_inverse=True)
    mine = [tuple(int(column[row]) for column in columns) for row in first]
    return np.array([number.setdefault(values, len(number)) for values in mine], dtype=np.int64)[index]


def _sorted(batch: Patterns, places: Sequence[str]) -> Ints:
    if not places:
        return np.zeros((len(batch.orders), 0), dtype=np.int64)
    return np.sort(np.stack([batch.kinds[place] for place in places], axis=1), axis=1)


def _pack(parts: Sequence[Ints], base: int, held: int) -> Ints:
    """One integer a row: the held kinds, the class, the other kinds, as digits."""
    row = np.concatenate(parts, axis=1)
    key = np.zeros(len(row), dtype=np.int64)
    for place in range(row.shape[1]):
        key = key * (_CLASSES if place == held else base) + row[:, place]
    return key


def _unpack(key: Ints, base: int, held: int, others: int) -> tuple[Ints, Ints, Ints]:
    rest = np.zeros((len(key), others), dtype=np.int64)
    for place in reversed(range(others)):
        key, rest[:, place] = np.divmod(key, base)
    key, owner = np.divmod(key, _CLASSES)
    looked = np.zeros((len(key), held), dtype=np.int64)
    for place in reversed(range(held)):
        key, looked[:, place] = np.divmod(key, base)
    return looked, owner, rest


def _sum_by(key: Ints, orders: Ints) -> tuple[Ints, Ints]:
    order = np.argsort(key, kind="stable")
    key = key[order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    if not len(starts):
        return _EMPTY, _EMPTY
    return key[starts], np.add.reduceat(orders[order], starts)
