"""Compositions: every way in which so many unseen cards can be made up, each with how often it is drawn.

Kinds that may stand for each other are listed in one order only. Knows kinds as numbers of cards; knows
nothing of hands, conditions or money.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.census._kernel_py import Numbers
from analyzer.census.program import Ints

Objects = NDArray[Any]
"""Python's own integers, of any size."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Kinds that may stand for each other, by number, each of which a shoe holds as many `cards` of."""

    kinds: tuple[int, ...]
    cards: int

    @property
    def room(self) -> int:
        """How many cards there are of these kinds."""
        return len(self.kinds) * self.cards


@dataclass(frozen=True, slots=True)
class Listing:
    """Compositions of some kinds, a row each, all of as many cards.

    `draws` is how many sets of physical cards a row stands for, `arranged` how many compositions: those in
    which kinds that are alike have changed places.
    """

    rows: Ints
    draws: Objects
    arranged: Objects

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def parts(self, rows: int) -> Iterator["Listing"]:
        """The same, so many rows at a time."""
        for begin in range(0, len(self), rows):
            some = slice(begin, begin + rows)
            yield Listing(self.rows[some], self.draws[some], self.arranged[some])


def number(classes: Iterable[Alike], cards: int) -> int:
    """How many compositions of so many cards there are, those that differ only among kinds alike being one.

    >>> number([Alike((kind,), 32) for kind in range(9)] + [Alike((9,), 128)], 6)
    5005
    """
    several = tuple(classes)
    room = sum(alike.room for alike in several)
    # As many compositions leave so many cards as take them.
    few = min(cards, room - cards)
    return _numbers(several, few)[few] if few >= 0 else 0


def _numbers(classes: Iterable[Alike], most: int) -> list[int]:
    """The number of compositions of 0, 1, … cards, up to `most`.

    Compositions of m kinds alike, in falling order, are the partitions that fit a box: their numbers are the
    coefficients of ∏ (1 − x^(c+i)) / (1 − x^i) for i = 1 … m, where there are c cards of each kind.

    Source: G. E. Andrews, The Theory of Partitions, 1976, theorem 3.1.
    """
    found = [1] + [0] * most
    for alike in classes:
        for i in range(1, len(alike.kinds) + 1):
            step = alike.cards + i
            for cards in range(most, step - 1, -1):
                found[cards] -= found[cards - step]
            for cards in range(i, most + 1):
                found[cards] += found[cards - i]
    return found


@dataclass(frozen=True, slots=True)
class Halves:
    """Classes in two halves: each composition is one of the low half beside one of the high half."""

    low: tuple[Alike, ...]
    high: tuple[Alike, ...]

    @property
    def kinds(self) -> tuple[list[int], list[int]]:
        """The kind of each column of the listings of either half."""
        low, high = ([kind for some in half for kind in some.kinds] for half in (self.low, self.high))
        return low, high

    def shares(self, cards: int) -> range:
        """How many of so many cards can be in the low half."""
        low, high = (sum(alike.room for alike in half) for half in (self.low, self.high))
        return range(max(0, cards - high), min(cards, low) + 1)

    def held(self, cards: int) -> int:
        """How many rows the listings of both halves have together."""
        shares = self.shares(cards)
        if not shares:
            return 0
        low, high = _numbers(self.low, shares[-1]), _numbers(self.high, cards - shares[0])
        return sum(low[share] + high[cards - share] for share in shares)

    def listings(self, cards: int) -> Iterator[tuple[Listing, Listing]]:
        """For each share of the low half, its listing and that of the rest of the cards in the high half."""
        shares = self.shares(cards)
        low = _listings(self.low, shares)
        high = _listings(self.high, range(cards - shares[-1], cards - shares[0] + 1))
        for share in shares:
            yield low[share], high[cards - share]


def halves(classes: Sequence[Alike], cards: int) -> Halves:
    """The classes, cut where the listings of both halves are shortest."""
    cuts = (Halves(tuple(classes[:cut]), tuple(classes[cut:])) for cut in range(len(classes)))
    return min(cuts, key=lambda cut: cut.held(cards))


def _listings(classes: Sequence[Alike], wanted: range) -> dict[int, Listing]:
    """The listing of each wanted number of cards; none is listed on the way that cannot lead to one."""
    one = np.array([1], dtype=object)
    found = {0: Listing(np.zeros((1, 0), dtype=np.int64), one, one)}
    rooms = list(accumulate((alike.room for alike in classes), initial=0))
    for alike, before, behind in zip(classes, rooms, rooms[1:], strict=False):
        reached = range(max(0, wanted[0] - (rooms[-1] - behind)), min(wanted[-1], behind) + 1)
        own = {
            cards: _sorted_listing(alike, cards)
            for cards in range(max(0, reached[0] - before), min(reached[-1], alike.room) + 1)
        }
        found = {
            cards: _beside([(found[cards - mine], own[mine]) for mine in own if cards - mine in found])
            for cards in reached
        }
    return {cards: found[cards] for cards in wanted}


def _beside(pairs: Sequence[tuple[Listing, Listing]]) -> Listing:
    """The compositions of each pair of listings side by side, all together."""
    rows = [
        np.hstack([np.repeat(one.rows, len(other), axis=0), np.tile(other.rows, (len(one), 1))])
        for one, other in pairs
    ]
    draws = [np.multiply.outer(one.draws, other.draws).ravel() for one, other in pairs]
    arranged = [np.multiply.outer(one.arranged, other.arranged).ravel() for one, other in pairs]
    return Listing(np.concatenate(rows), np.concatenate(draws), np.concatenate(arranged))


def _sorted_listing(alike: Alike, cards: int) -> Listing:
    """The compositions of so many cards of kinds alike, the most of a kind first."""
    rows = _falling_rows(len(alike.kinds), alike.cards, cards, {})
    arranged = np.full(len(rows), factorial(len(alike.kinds)), dtype=object)
    run = np.ones(len(rows), dtype=np.int64)
    # A run of r equal counts is divided by 2, 3, … r: their changing places changes nothing.
    for column in range(1, rows.shape[1]):
        run = np.where(rows[:, column] == rows[:, column - 1], run + 1, 1)
        arranged //= run.astype(object)
    taken, place = np.unique(rows, return_inverse=True)
    drawn = np.array([comb(alike.cards, n) for n in taken.tolist()], dtype=object)
    return Listing(rows, arranged * drawn[place.reshape(rows.shape)].prod(axis=1), arranged)


def _falling_rows(places: int, most: int, total: int, known: dict[tuple[int, int, int], Ints]) -> Ints:
    """Every row of so many numbers from 0 to `most` that never rise and add up to `total`."""
    if places == 1:
        return np.array([[total]], dtype=np.int64)
    key = places, min(most, total), total
    if key not in known:
        parts = []
        for first in range(-(-total // places), min(most, total) + 1):
            rest = _falling_rows(places - 1, first, total - first, known)
            parts.append(np.insert(rest, 0, first, axis=1))
        known[key] = np.concatenate(parts)
    return known[key]


_PROBED = 400_000
"""Shoes up to which it is tried out which kinds are alike."""

_SLICE = 4096
"""Shoes tried out at once."""

Values = Callable[[Ints], Sequence[Numbers]]
"""What is worked out for shoes given as rows of counts by kind: exact numbers, several for each shoe."""


def alike(counts: Sequence[int], cards: int, looked_at: int, dealt: int, values: Values) -> tuple[Alike, ...]:
    """The kinds of a shoe in classes whose kinds may change places: that changes no value of any shoe.

    Values are sums over the sets of `dealt` cards that a shoe holds, so they are settled by those of the
    shoes of exactly so many. There they are polynomials whose degree is how many cards are looked at, settled
    by the shoes of that many cards of any kinds, with others of one kind. So those are tried out; not for
    fewer compositions than that takes shoes, nor where it takes too many: then each kind stands alone.

    Args:
        counts: how many cards of each kind the shoe holds; kinds it lacks are in no class.
        cards: how many cards the compositions have that are to be listed.
        looked_at: how many of the cards dealt a value can depend on.
        dealt: how many cards are dealt.
        values: the values of shoes.
    """
    there = [kind for kind, held in enumerate(counts) if held]
    apart = tuple(Alike((kind,), counts[kind]) for kind in there)
    free = [Alike((kind,), looked_at) for kind in there]
    probes = number(free, looked_at)
    if probes > _PROBED or 3 * probes > number(apart, cards):
        return apart
    shoes = np.zeros((probes, len(counts)), dtype=np.int64)
    shoes[:, there] = _listings(free, range(looked_at, looked_at + 1))[looked_at].rows
    shoes[:, there[0]] += dealt - looked_at
    guesses = _guesses(there, counts, dealt, values)
    classes = (kinds for guess in guesses for kinds in _proven(shoes, guess, values))
    return tuple(Alike(kinds, counts[kinds[0]]) for kinds in sorted(classes))


def _proven(shoes: Ints, guess: tuple[int, ...], values: Values) -> list[tuple[int, ...]]:
    """Kinds guessed to be alike in classes that are; where it takes long to find some, none are."""
    if _exchangeable(shoes, guess, values):
        return [guess]
    classes: list[tuple[int, ...]] = []
    for kind in guess:
        cheap = len(shoes) * len(guess) <= _PROBED
        pairs = ((place, (one[0], kind)) for place, one in enumerate(classes) if cheap)
        place = next((place for place, pair in pairs if _exchangeable(shoes, pair, values)), None)
        if place is None:
            classes.append((kind,))
        else:
            classes[place] += (kind,)
    return classes


def _guesses(
    there: Sequence[int], counts: Sequence[int], dealt: int, values: Values
) -> list[tuple[int, ...]]:
    """Kinds that may be alike: there are as many cards of each, and shoes of two cards of another kind and
    otherwise of the kind itself have the same values, in some order.
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


def _exchangeable(shoes: Ints, kinds: tuple[int, ...], values: Values) -> bool:
    """Whether kinds can change places in any way in all these shoes, and no value changes.

    Every way is made of two: the first two kinds change places, and each goes to the place of the next.
    """
    swapped, turned = shoes.copy(), shoes.copy()
    swapped[:, kinds[:2]] = shoes[:, kinds[1::-1]]
    turned[:, kinds] = shoes[:, kinds[1:] + kinds[:1]]
    return _same(shoes, swapped, values) and _same(shoes, turned, values)


def _same(shoes: Ints, others: Ints, values: Values) -> bool:
    """Whether each shoe has the values of the other in its place."""
    differ = (shoes != others).any(axis=1)
    pairs = zip(_sliced(shoes[differ]), _sliced(others[differ]), strict=True)
    return all(
        np.array_equal(before, after)
        for some, their in pairs
        for before, after in zip(values(some), values(their), strict=True)
    )


def _sliced(shoes: Ints) -> Iterator[Ints]:
    """The shoes, so many at a time."""
    return (shoes[begin : begin + _SLICE] for begin in range(0, len(shoes), _SLICE))
