"""Compositions: every way to divide a number of unseen cards among kinds, up to equivalent kinds."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.census.program import Ints, Numbers
from analyzer.heavy import announce
from analyzer.text import plural

Objects = NDArray[Any]  # Python integers, of any size.


@dataclass(frozen=True, slots=True)
class EquivalentKinds:
    """Kinds that can be exchanged for one another; the shoe has `cards` cards of each."""

    kinds: tuple[int, ...]
    cards: int

    @property
    def total(self) -> int:
        """The number of cards of these kinds."""
        return len(self.kinds) * self.cards


@dataclass(frozen=True, slots=True)
class Listing:
    """Compositions of some kinds, one per row, all of the same number of cards. A row represents `draws` sets
    of physical cards, and `arrangements` compositions: those reached by exchanging equivalent kinds, itself
    included.
    """

    rows: Ints
    draws: Objects
    arrangements: Objects

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def slices(self, rows: int) -> Iterator["Listing"]:
        """The listing in slices of at most this many rows."""
        for begin in range(0, len(self), rows):
            part = slice(begin, begin + rows)
            yield Listing(self.rows[part], self.draws[part], self.arrangements[part])


def number_of_compositions(classes: Iterable[EquivalentKinds], cards: int) -> int:
    """How many compositions of this number of cards are listed.

    >>> classes = [EquivalentKinds((0,), 128), *(EquivalentKinds((kind,), 32) for kind in range(1, 10))]
    >>> number_of_compositions(classes, 6)
    5005
    """
    listed = tuple(classes)
    # The cards drawn and the cards left have the same number of compositions.
    few = min(cards, sum(kinds.total for kinds in listed) - cards)
    return _numbers(listed, few)[few] if few >= 0 else 0


def _numbers(classes: Iterable[EquivalentKinds], most: int) -> list[int]:
    """How many compositions of 0, 1, …, `most` cards are listed. Those of m equivalent kinds with c cards of
    each are the partitions that fit in an m × c box. The coefficients of ∏ (1 − x^(c+i)) / (1 − x^i), i = 1 …
    m, count them.

    Source: G. E. Andrews, The Theory of Partitions, 1976, theorem 3.1.
    """
    numbers = [1] + [0] * most
    for equivalent in classes:
        for i in range(1, len(equivalent.kinds) + 1):
            step = equivalent.cards + i
            for cards in range(most, step - 1, -1):
                numbers[cards] -= numbers[cards - step]
            for cards in range(i, most + 1):
                numbers[cards] += numbers[cards - i]
    return numbers


@dataclass(frozen=True, slots=True)
class Halves:
    """Classes in two halves: a composition is one of the low half together with one of the high half."""

    low: tuple[EquivalentKinds, ...]
    high: tuple[EquivalentKinds, ...]

    @property
    def kinds(self) -> tuple[list[int], list[int]]:
        """For each half, the kinds counted by the columns of its listings."""
        low, high = ([kind for kinds in half for kind in kinds.kinds] for half in (self.low, self.high))
        return low, high

    def shares(self, cards: int) -> range:
        """The possible numbers of cards in the low half, of `cards` in all."""
        low, high = (sum(kinds.total for kinds in half) for half in (self.low, self.high))
        return range(max(0, cards - high), min(cards, low) + 1)

    def rows(self, cards: int) -> int:
        """The total number of rows in the listings of both halves."""
        shares = self.shares(cards)
        if not shares:
            return 0
        low, high = _numbers(self.low, shares[-1]), _numbers(self.high, cards - shares[0])
        return sum(low[share] + high[cards - share] for share in shares)

    def listings(self, cards: int) -> Iterator[tuple[Listing, Listing]]:
        """For each share of the low half: its listing, and that of the other cards in the high half."""
        shares = self.shares(cards)
        low = _listings(self.low, shares)
        high = _listings(self.high, range(cards - shares[-1], cards - shares[0] + 1))
        for share in shares:
            yield low[share], high[cards - share]


def halves(classes: Sequence[EquivalentKinds], cards: int) -> Halves:
    """The classes cut in two so that the listings of both halves have the fewest rows."""
    cuts = (Halves(tuple(classes[:cut]), tuple(classes[cut:])) for cut in range(len(classes)))
    return min(cuts, key=lambda cut: cut.rows(cards))


def _listings(classes: Sequence[EquivalentKinds], wanted: range) -> dict[int, Listing]:
    """The listing of each wanted number of cards; listings on the way that cannot lead to one are skipped."""
    one = np.array([1], dtype=object)
    listings = {0: Listing(np.zeros((1, 0), dtype=np.int64), one, one)}
    totals = list(accumulate((kinds.total for kinds in classes), initial=0))
    for equivalent, before, after in zip(classes, totals, totals[1:], strict=False):
        reached = range(max(0, wanted[0] - (totals[-1] - after)), min(wanted[-1], after) + 1)
        of_class = {
            cards: _of_one_class(equivalent, cards)
            for cards in range(max(0, reached[0] - before), min(reached[-1], equivalent.total) + 1)
        }
        listings = {
            cards: _combined([(listings[cards - n], of_class[n]) for n in of_class if cards - n in listings])
            for cards in reached
        }
    return {cards: listings[cards] for cards in wanted}


def _combined(pairs: Sequence[tuple[Listing, Listing]]) -> Listing:
    """For each pair of listings, every composition of the first together with every one of the second."""
    rows = [
        np.hstack([np.repeat(one.rows, len(other), axis=0), np.tile(other.rows, (len(one), 1))])
        for one, other in pairs
    ]
    draws = [np.multiply.outer(one.draws, other.draws).ravel() for one, other in pairs]
    numbers = [np.multiply.outer(one.arrangements, other.arrangements).ravel() for one, other in pairs]
    return Listing(np.concatenate(rows), np.concatenate(draws), np.concatenate(numbers))


def _of_one_class(equivalent: EquivalentKinds, cards: int) -> Listing:
    """The listing of this number of cards of equivalent kinds; the counts in a row never rise."""
    rows = _falling_rows(len(equivalent.kinds), equivalent.cards, cards)
    arrangements = np.full(len(rows), factorial(len(equivalent.kinds)), dtype=object)
    run = np.ones(len(rows), dtype=np.int64)
    # A run of r equal counts divides by 2, 3, … r, because exchanging equal counts changes nothing.
    for column in range(1, rows.shape[1]):
        run = np.where(rows[:, column] == rows[:, column - 1], run + 1, 1)
        arrangements //= run.astype(object)
    counts, which = np.unique(rows, return_inverse=True)
    draws = np.array([comb(equivalent.cards, n) for n in counts.tolist()], dtype=object)
    return Listing(rows, arrangements * draws[which.reshape(rows.shape)].prod(axis=1), arrangements)


def _falling_rows(places: int, most: int, total: int) -> Ints:
    """Every row of `places` numbers from 0 to `most` that never rise and add up to `total`."""

    @cache
    def rows(places: int, most: int, total: int) -> Ints:
        if places == 1:
            return np.array([[total]], dtype=np.int64)
        parts = [
            np.insert(rows(places - 1, min(first, total - first), total - first), 0, first, axis=1)
            for first in range(-(-total // places), min(most, total) + 1)
        ]
        return np.concatenate(parts)

    return rows(places, most, total)


_MOST_TRIALS = 400_000  # The most shoes to try when looking for equivalent kinds.
_SLICE = 4096  # Shoes tried at once.
Values = Callable[[Ints], Sequence[Numbers]]  # Several exact values of each shoe, from counts by kind.
Exchangeable = Callable[[tuple[int, ...]], bool]  # Whether no exchange of these kinds changes a value.


def equivalence_classes(
    counts: Sequence[int],
    cards: int,
    looked_at: int,
    dealt: int,
    values: Values,
    steps: int = 0,
    exchangeable: Exchangeable | None = None,
) -> tuple[EquivalentKinds, ...]:
    """The kinds of a shoe in classes: exchanging kinds of one class changes no value of any shoe.

    A value is a sum over the sets of `dealt` cards in a shoe, so the shoes of exactly `dealt` cards determine
    it. On them it is a polynomial whose degree is the number of cards `looked_at`. It is therefore enough to
    try all shoes of `looked_at` cards of any kinds and `dealt` − `looked_at` cards of one fixed kind. If that
    is too many, or more work than listing the compositions of `cards` cards, each kind is a class by itself.
    Kinds that the shoe lacks are in no class. Valuing one shoe takes `steps`. If a function `exchangeable` is
    given, no shoes are tried.
    """
    there = [kind for kind, held in enumerate(counts) if held]
    single = tuple(EquivalentKinds((kind,), counts[kind]) for kind in there)
    free = [EquivalentKinds((kind,), looked_at) for kind in there]
    trials = number_of_compositions(free, looked_at)
    if trials > _MOST_TRIALS or 3 * trials > number_of_compositions(single, cards):
        return single
    if exchangeable is None:
        work = plural("{n} shoe to try for equivalent kinds", "{n} shoes to try for equivalent kinds", trials)
        announce(work, 4 * trials * steps)
        shoes = np.zeros((trials, len(counts)), dtype=np.int64)
        shoes[:, there] = _listings(free, range(looked_at, looked_at + 1))[looked_at].rows
        shoes[:, there[0]] += dealt - looked_at
        exchangeable = partial(_exchangeable, shoes, values)
    guesses = _guesses(there, counts, dealt, values)
    classes = (kinds for guess in guesses for kinds in _proven(trials, guess, exchangeable))
    return tuple(EquivalentKinds(kinds, counts[kinds[0]]) for kinds in sorted(classes))


def exchangeable_in(rows: Ints, values: Numbers, kinds: tuple[int, ...]) -> bool:
    """Whether no exchange of these kinds changes a value. `rows` are all multisets of kinds whose values are
    not 0, each with its kinds in rising order.
    """
    most = max(int(rows.max(initial=0)), *kinds) + 1
    base = most ** np.arange(rows.shape[1])
    order = np.argsort(known := rows @ base)
    for exchanged in _generators(kinds):
        renamed = np.arange(most)
        renamed[list(kinds)] = exchanged
        codes = np.sort(renamed[rows], axis=1) @ base
        at = order[np.searchsorted(known, codes, sorter=order) % max(1, len(known))]
        # Exchanges map multisets one to one: if all listed ones keep their values, so do those of value 0.
        if (known[at] != codes).any() or (values[at] != values).any():
            return False
    return True


def _proven(trials: int, guess: tuple[int, ...], exchangeable: Exchangeable) -> list[tuple[int, ...]]:
    """The classes among kinds that may all be equivalent; single kinds if the search would take too long."""
    if exchangeable(guess):
        return [guess]
    if trials * len(guess) > _MOST_TRIALS:
        return [(kind,) for kind in guess]
    classes: list[tuple[int, ...]] = []
    for kind in guess:
        for place, known in enumerate(classes):
            if exchangeable((known[0], kind)):
                classes[place] += (kind,)
                break
        else:
            classes.append((kind,))
    return classes


def _guesses(
    there: Sequence[int], counts: Sequence[int], dealt: int, values: Values
) -> list[tuple[int, ...]]:
    """Groups of kinds that may be equivalent. The shoe has the same number of each kind of a group, and shoes
    of that kind alone, except for two cards of any one kind, have the same values in some order.
    """
    shoes = np.zeros((len(there), len(there), len(counts)), dtype=np.int64)
    for place, kind in enumerate(there):
        shoes[place, :, kind] += dealt - 2
        shoes[:, place, kind] += 2
    found = [of.reshape(len(there), -1).tolist() for of in values(shoes.reshape(-1, len(counts)))]
    guesses: dict[tuple[int, str], tuple[int, ...]] = {}
    for place, kind in enumerate(there):
        key = counts[kind], str([sorted(of[place]) for of in found])
        guesses[key] = (*guesses.get(key, ()), kind)
    return list(guesses.values())


def _exchangeable(shoes: Ints, values: Values, kinds: tuple[int, ...]) -> bool:
    """Whether no exchange of these kinds changes a value of one of the shoes."""
    for order in _generators(kinds):
        exchanged = shoes.copy()
        exchanged[:, kinds] = shoes[:, order]
        if not _same(shoes, exchanged, values):
            return False
    return True


def _generators(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two permutations of kinds that generate all exchanges: one swap and one rotation."""
    return kinds[1::-1] + kinds[2:], kinds[1:] + kinds[:1]


def _same(shoes: Ints, others: Ints, values: Values) -> bool:
    differ = np.flatnonzero((shoes != others).any(axis=1))
    return all(
        np.array_equal(before, after)
        for rows in (differ[begin : begin + _SLICE] for begin in range(0, len(differ), _SLICE))
        for before, after in zip(values(shoes[rows]), values(others[rows]), strict=True)
    )
