"""Many shoes at once: ways and expected values of bets, row by row of an array of counts."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import lcm
from operator import index, mul
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.analysis.question import check_known, keys_of, split
from analyzer.bets.bet import Bet
from analyzer.census import kernel
from analyzer.census.census import Census, census, needs
from analyzer.census.kinds import EVERY_CARD
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import MAX_CARDS, Fineness
from analyzer.text import message

S = TypeVar("S")
T = TypeVar("T")

Numbers = NDArray[Any]  # Exact integers: int64, uint64 or Python integers.
_SLICE = 4096  # Shoes per slice: enough to make calls cheap, few enough for the cache.
_PER_SHOE = 1000  # Measured: the steps it takes to process the ways of one bet from one shoe.
_FEW = 16  # Up to this many shoes, Python is faster than numpy.
_FINENESSES: dict[int, Fineness] = {10: "points", 13: "ranks", 52: "cards"}


class Batch:
    """Bets under some rules, prepared once, then valued on any number of shoes.

    Shoes are valued slice by slice. Slices do not depend on the threads, so neither do the answers.
    """

    def __init__(self, rules: Rules, bets: Sequence[Bet], cards: frozenset[int] = EVERY_CARD) -> None:
        """Name the lines and convert the nets to integers; the census is made for the first shoes valued.

        `cards` are the indices of the cards of a deck that the shoes may contain.
        """
        self.rules = rules
        self.cards = cards
        self.bets = tuple(bets)
        self._keys = keys_of(bets)
        self._lines = [tuple(bet.nets) for bet in bets]
        # For each bet its nets, `lose` last, as integers, and the unit of which they are multiples.
        units = [lcm(*(net.denominator for net in bet.nets.values())) for bet in bets]
        self._nets = [
            ([int(net * unit) for net in bet.nets.values()], unit)
            for bet, unit in zip(bets, units, strict=True)
        ]
        self._censuses: dict[Fineness, Census] = {}

    def ways(self, counts: ArrayLike, threads: int = 1) -> list[dict[str, dict[str, int]]]:
        """For each shoe, bet key → line id → ways, exact integers.

        `counts` are cards left, one row per shoe; 10 columns are points 0–9, 13 ranks A–K, 52 cards in
        rank-major s, h, d, c order. `threads` is how many slices of shoes are processed at once, 1 or
        more.

        Raises:
            ShoeError: the counts are malformed, a row has too few or too many cards, or the shoes are known
                too coarsely for a bet.
            AnalyzerError: `threads` is not a whole number of 1 or more.
        """
        shoes, fineness = _array(counts)
        counted = self._census(fineness)

        def tallied(part: slice) -> list[Numbers]:
            cells, largest = _cells(shoes, part, self.rules)
            return counted.tallies(cells, fineness, largest)

        if len(shoes) <= _FEW and checked_threads(threads):
            few = zip(*(tally.tolist() for tally in tallied(slice(None))), strict=True)
            return [
                dict(zip(self._keys, map(dict, map(zip, self._lines, rows)), strict=True)) for rows in few
            ]
        # Dictionaries are made on this thread alone, because threads would wait for the interpreter lock.
        # Those of a shoe are made together, so that they are freed in a third of the time.
        answers: list[dict[str, dict[str, int]]] = []
        with _no_search_for_cycles():
            for tallies in in_order(tallied, *_slices(shoes, threads)):
                by_bet = [_by_line(ids, tally) for ids, tally in zip(self._lines, tallies, strict=True)]
                answers += [dict(zip(self._keys, row, strict=True)) for row in zip(*by_bet, strict=True)]
        return answers

    def expected_values(self, counts: ArrayLike, threads: int = 1) -> NDArray[np.float64]:
        """EVs per unit staked, shoes × bets: each the correctly rounded quotient of two exact integers.

        Arguments and errors are those of `ways`.
        """
        shoes, fineness = _array(counts)
        counted = self._census(fineness)
        if len(shoes) <= _FEW and checked_threads(threads):
            cells, largest = _cells(shoes, slice(None), self.rules)
            priced = zip(counted.tallies(cells, fineness, largest), self._nets, strict=True)
            return np.array([_one_by_one(tally, *nets) for tally, nets in priced]).T
        values = np.empty((len(self.bets), len(shoes)), dtype=np.float64)

        def valued(part: slice) -> None:
            cells, largest = _cells(shoes, part, self.rules)
            tallies = counted.tallies(cells, fineness, largest)
            most = room(tallies[0])
            for row, tally, (weights, unit) in zip(values[:, part], tallies, self._nets, strict=True):
                quotients(tally, weights, unit, most, row)

        for _ in in_order(valued, *_slices(shoes, threads)):
            pass
        return values.T

    def steps(self, fineness: Fineness) -> int:
        """How many steps it takes to value one shoe that is known by this fineness."""
        return self._census(fineness).steps + _PER_SHOE * len(self.bets)

    @property
    def units(self) -> list[int]:
        """For each bet, how many of its smallest units of gain make up one unit staked."""
        return [unit for _, unit in self._nets]

    def gains(self, counts: ArrayLike) -> list[Numbers]:
        """For each bet, the total gain of all ordered deals of each shoe, in the bet's smallest unit.

        Exact integers; divided by `units` and the number of deals they are EVs. Arguments and errors are
        those of `ways`.
        """
        shoes, fineness = _array(counts)
        cells, largest = _cells(shoes, slice(None), self.rules)
        tallies = self._census(fineness).tallies(cells, fineness, largest)
        # In 64 bits if no partial sum of net · ways exceeds 2⁶², else in Python integers.
        most = room(tallies[0])
        return [
            tally @ np.array(weights, dtype=np.int64)
            if max(map(abs, weights)) <= most
            else tally.astype(object) @ np.array(weights, dtype=object)
            for (weights, _), tally in zip(self._nets, tallies, strict=True)
        ]

    def _census(self, fineness: Fineness) -> Census:
        if fineness not in self._censuses:
            splits = [split(bet) for bet in self.bets]
            for bet, conditions in zip(self.bets, splits, strict=True):
                need = needs(self.rules, conditions, cards=self.cards).fineness
                check_known(message("bet {bet}", bet=repr(bet.reference)), need, fineness)
            self._censuses[fineness] = census(self.rules, splits, cards=self.cards)
        return self._censuses[fineness]


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Turn the garbage collector off: dictionaries of numbers have no cycles for it to find."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _slices(shoes: Numbers, threads: int) -> tuple[list[slice], int]:
    """The slices of shoes, and how many to process at once."""
    parts = [slice(begin, begin + _SLICE) for begin in range(0, len(shoes), _SLICE)]
    return parts, min(checked_threads(threads), max(1, len(parts)))


def in_order(work: Callable[[S], T], parts: Iterable[S], threads: int) -> Iterator[T]:
    """The result of each part, in order; parts not begun are cancelled when the caller stops."""
    if threads == 1:
        yield from map(work, parts)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(work, parts)
    finally:
        pool.shutdown(cancel_futures=True)


def checked_threads(threads: int) -> int:
    """The number of threads, as an int. Raises AnalyzerError unless it is a whole number of 1 or more."""
    try:
        number = 0 if isinstance(threads, bool) else index(threads)
    except TypeError:
        number = 0
    if number < 1:
        raise AnalyzerError(
            "expected threads as a whole number of 1 or more, got {threads}", threads=quoted(threads)
        )
    return number


def _array(given: ArrayLike) -> tuple[Numbers, Fineness]:
    """Counts as an array of whole numbers, and the fineness of its columns; the values are not checked."""
    try:
        counts = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise ShoeError(
            "expected an array of counts with one row per shoe, got {given}", given=quoted(given)
        ) from None
    if counts.ndim != 2 or counts.shape[1] not in _FINENESSES:
        raise ShoeError(
            "expected counts of shape (shoes, 10), (shoes, 13) or (shoes, 52), got shape {shape}",
            shape=str(counts.shape),
        )
    if counts.dtype.kind not in "iu":
        raise ShoeError(
            "expected counts that are whole numbers, got an array of {type}", type=str(counts.dtype)
        )
    return counts, _FINENESSES[counts.shape[1]]


def _cells(counts: Numbers, part: slice, rules: Rules) -> tuple[NDArray[np.int64], int]:
    """The counts of one slice, checked, and the number of cards in its largest shoe.

    The counts are an aligned, contiguous copy, which cannot change after the check.
    """
    cells = np.array(counts[part], dtype=np.int64, order="C")
    fewest = rules.cards_from_shoe
    if len(cells) > _FEW:
        # Read as unsigned, numbers below 0 or beyond 63 bits are large; if none is large, no sum overflows.
        sizes = np.einsum("ij->i", cells)
        smallest, largest = int(sizes.min()), int(sizes.max())
        fine = cells.view(np.uint64).max() <= MAX_CARDS
    else:
        rows = cells.tolist()
        sums = [*map(sum, rows)] or [fewest]
        smallest, largest = min(sums), max(sums)
        fine = min(map(min, rows), default=0) >= 0
    if not fine or smallest < fewest or largest > MAX_CARDS:
        raise _fault(counts, rules)
    return cells, largest


def _fault(counts: Numbers, rules: Rules) -> ShoeError:
    """The error for malformed counts; it does not depend on which slice is checked first."""
    wrong = ((counts < 0) | (counts > MAX_CARDS)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        return ShoeError(
            "expected counts from 0 to {most}, got others in row {row}",
            most=MAX_CARDS,
            row=str(row),
        )
    sizes = counts.sum(axis=1)
    row = int(((sizes < rules.cards_from_shoe) | (sizes > MAX_CARDS)).argmax())
    return ShoeError(
        "expected {fewest} to {most} cards per shoe, got {size} in row {row}",
        fewest=rules.cards_from_shoe,
        most=MAX_CARDS,
        size=str(sizes[row]),
        row=str(row),
    )


def _by_line(ids: tuple[str, ...], tally: Numbers) -> Iterator[dict[str, int]]:
    """For each shoe, the ways of a bet by line; two or three lines, as usual, take half the time."""
    columns = tally.T.tolist()
    if len(ids) == 2:
        (a, b), (first, last) = ids, columns
        return ({a: x, b: y} for x, y in zip(first, last, strict=True))
    if len(ids) == 3:
        (a, b, c), (first, middle, last) = ids, columns
        return ({a: x, b: y, c: z} for x, y, z in zip(first, middle, last, strict=True))
    return (dict(zip(ids, row, strict=True)) for row in zip(*columns, strict=True))


def room(tally: Numbers) -> int:
    """The largest factor by which the deals of every shoe can be multiplied without exceeding 2⁶²; 0 if the
    ways are Python integers or there are no shoes.
    """
    if tally.dtype != np.int64 or not len(tally):
        return 0
    return 2**62 // int(np.einsum("ij->i", tally).max())


def quotients(
    tally: Numbers, weights: Sequence[int], unit: int, room: int, values: NDArray[np.float64]
) -> None:
    """Write, for each shoe, the correctly rounded quotient of the sum of weight · ways by unit · all ways.

    Unit is 1, or the size of one of the weights. No partial sum exceeds the largest weight times all ways, so
    if that is at most 2⁶², the sums are exact in 64 bits, and so is unit · all ways. `room` is `room(tally)`.
    """
    left: NDArray[np.intp] | slice = slice(None)
    if max(map(abs, weights)) <= room:
        if not kernel.quotients(unit, tally, np.array(weights), values):
            return
        left = np.flatnonzero(np.isnan(values))
    values[left] = _one_by_one(tally[left], weights, unit)


def _one_by_one(tally: Numbers, weights: Sequence[int], unit: int) -> list[float]:
    """The quotients of Python integers, whose division rounds correctly."""
    return [sum(map(mul, weights, row)) / (unit * sum(row)) for row in tally.tolist()]
