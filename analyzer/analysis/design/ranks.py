"""The first of many paytables by a key, and those that no other beats, without keeping all in memory."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.design.spans import Rows, Search
from analyzer.analysis.design.variance import Variances
from analyzer.census.program import Ints

Keys = NDArray[Any]
_SPARE = 2**16  # Paytables kept, in addition to those wanted, before the last of them are dropped.


@dataclass(frozen=True)
class Key:
    """What ranks paytables, smallest first: `near` of rows, to within `error`; `exact` of one grid number."""

    near: Callable[[Rows], Keys]
    exact: Callable[[int], Any]
    error: Any = 0


def by_edge(search: Search, sign: int) -> Key:
    """The house edge as a key, or its opposite if `sign` is −1."""
    space = search.space
    return Key(lambda rows: rows.sums * -sign, lambda number: -sign * space.gain(space.places(number)))


def by_distance(search: Search, target: Fraction) -> Key:
    """The distance of the house edge from a target, as a key."""
    space = search.space
    aim = -target * space.total * space.unit
    below, rest = divmod(aim - search.offset, search.unit)

    def near(rows: Rows) -> Keys:
        # Twice the distance from the integer next to the target, plus 1 if that integer is the farther one.
        sums = rows.sums if abs(below) < 2**60 else rows.sums.astype(object)
        left, right = 2 * (below - sums), 2 * (sums - below - 1)
        farther = 2 * rest > search.unit
        nearer = 2 if not rest else 2 * rest < search.unit
        return np.where(sums <= below, left + farther, right + nearer)

    return Key(near, lambda number: abs(space.gain(space.places(number)) - aim))


def by_hits(search: Search, sign: int) -> Key:
    """The hit rate as a key, or its opposite if `sign` is −1."""
    space = search.space
    whole = np.int64 if space.total < 2**60 else object
    tables = [np.array(symbol.hits, dtype=whole) for symbol in space.symbols]

    def near(rows: Rows) -> Keys:
        hits = (table[places] for table, places in zip(tables, rows.places, strict=True))
        return np.asarray(sign * sum(hits))

    return Key(near, lambda number: sign * space.hits(space.places(number)))


def by_variance(search: Search, sign: int) -> Key:
    """The variance, which ranks as the standard deviation does, as a key; its opposite if `sign` is −1."""
    space = search.space
    variances = Variances(space, range(len(space.names)))
    return Key(
        lambda rows: sign * variances.of(rows.places),
        lambda number: sign * space.spread(space.places(number)),
        variances.error,
    )


def first(rows: Iterator[Rows], key: Key, wanted: int) -> list[int]:
    """The numbers of the first `wanted` paytables by a key, in order; ties in grid order."""
    all_keys: list[Keys] = []
    all_numbers: list[Ints] = []
    count, most, highest = 0, None, 0
    for block in rows:
        keys, numbers = key.near(block), block.numbers
        if most is not None:
            # Where keys are exact, a tie with the last paytable kept must come before it on the grid.
            ahead = keys <= most if key.error else (keys < most) | ((keys == most) & (numbers < highest))
            kept = np.flatnonzero(ahead)
            keys, numbers = keys[kept], numbers[kept]
        all_keys.append(keys)
        all_numbers.append(numbers)
        count += len(numbers)
        if count > 4 * wanted + _SPARE:
            keys, numbers = _fewer(np.concatenate(all_keys), np.concatenate(all_numbers), key, wanted)
            all_keys, all_numbers, count = [keys], [numbers], len(numbers)
            most = np.sort(keys)[wanted - 1] + 2 * key.error
            highest = int(numbers[keys == most].max()) if not key.error else 0
    if not all_numbers:
        return []
    return _ranked(*_fewer(np.concatenate(all_keys), np.concatenate(all_numbers), key, wanted), key)[:wanted]


def _fewer(keys: Keys, numbers: Ints, key: Key, wanted: int) -> tuple[Keys, Ints]:
    """A selection with all that can be among the first `wanted`, and few more unless there are many ties."""
    if len(numbers) <= wanted:
        return keys, numbers
    kept = np.flatnonzero(keys <= np.sort(keys)[wanted - 1] + 2 * key.error)
    keys, numbers = keys[kept], numbers[kept]
    if len(numbers) <= 2 * wanted + _SPARE // 4:
        return keys, numbers
    ahead = set(_ranked(keys, numbers, key)[:wanted])
    kept = np.array([place for place, number in enumerate(numbers.tolist()) if number in ahead])
    return keys[kept], numbers[kept]


def _ranked(keys: Keys, numbers: Ints, key: Key) -> list[int]:
    """Numbers in the order of their exact keys, ties in grid order."""
    if not key.error:
        if keys.dtype != object:
            return [int(number) for number in numbers[np.lexsort((numbers, keys))]]
        return [number for _, number in sorted(zip(keys.tolist(), numbers.tolist(), strict=True))]
    return sorted(numbers.tolist(), key=lambda number: (key.exact(number), number))


def front(rows: Iterator[Rows], one: Key, other: Key) -> list[int]:
    """The numbers of paytables that no other beats by two keys, in grid order; smaller keys are better.

    One beats another if it is as good by both keys and better by one; ties stay. The first key is exact.
    """
    held: list[Keys] | None = None  # of the paytables kept: the first keys, the other keys, the numbers
    for block in rows:
        fresh = [one.near(block), other.near(block), block.numbers]
        if held is not None:
            lowest = np.minimum.accumulate(held[1])
            before = np.searchsorted(held[0], fresh[0], side="right") - 1
            kept = np.flatnonzero((before < 0) | (fresh[1] <= lowest[before] + 2 * other.error))
            if not len(kept):
                continue
            fresh = [np.concatenate([old, new[kept]]) for old, new in zip(held, fresh, strict=True)]
        # Keep those that are not certainly beaten, in the order of the first key.
        keys, others, _ = fresh
        order = np.lexsort((others, keys)) if keys.dtype != object else np.argsort(keys, kind="stable")
        lowest = np.minimum.accumulate(others[order])
        unbeaten = order[others[order] <= lowest + 2 * other.error]
        held = [column[unbeaten] for column in fresh]
    candidates = [] if held is None else held[2].tolist()
    exact = sorted((one.exact(number), other.exact(number), number) for number in candidates)
    best, last = [], None
    for first_key, other_key, number in exact:
        if last is None or other_key < last[1] or (first_key, other_key) == last:
            last = (first_key, other_key)
            best.append(number)
    return sorted(best)
