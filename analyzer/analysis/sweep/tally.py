"""The results of shoes, added up in whole numbers only, so that order and grouping do not matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import add
from typing import NamedTuple, TypeVar

from analyzer.analysis.sweep.work import Work
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.text import Message, message

BITS = 40  # An EV is counted as the whole number nearest to EV · 2⁴⁰, halves to even.
BIN_BITS = 10  # A bin of a histogram of EVs is 2⁻¹⁰ of a unit wide; bin i begins at i · 2⁻¹⁰, included.
GROUP = 10  # Coups in one depth.


class PlayerSums(NamedTuple):
    """Sums over shoes, for one player: its bets made, the gain (their EVs added up), and products.

    `perfect` is the gain of the perfect player on the same bet, `coups` the coups of the shoe.
    """

    bets: int = 0
    gain: int = 0
    bets_bets: int = 0
    gain_gain: int = 0
    bets_gain: int = 0
    bets_coups: int = 0
    gain_perfect: int = 0


class BetSums(NamedTuple):
    """Sums over shoes, for one bet: its EVs in a shoe added up, the square of that, and that times coups."""

    ev: int = 0
    ev_ev: int = 0
    ev_coups: int = 0


class CoupSums(NamedTuple):
    """Sums over the shoes that reach a coup: a bet's EV before it, its square, and how often it is > 0."""

    ev: int = 0
    ev_ev: int = 0
    positive: int = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """The EVs of a bet at one depth: the least, the greatest, and how many are in each bin, unordered."""

    least: int
    greatest: int
    bins: Mapping[int, int]

    def __add__(self, other: "Spread") -> "Spread":
        """The EVs of both together."""
        least, greatest = min(self.least, other.least), max(self.greatest, other.greatest)
        return Spread(least, greatest, _added(self.bins, other.bins))


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of some shoes; adding is exact, associative and commutative.

    `lengths` is the number of shoes by the coups they had. `players` are the perfect player on each bet, who
    bets one unit where its EV is above 0; the one who does so on the best of all bets; then each count. Per
    bet, `bets` has sums over whole shoes, `coups[k]` those before coup k + 1, `depths[d]` EVs of ten coups.
    """

    lengths: Mapping[int, int]
    players: tuple[PlayerSums, ...]
    bets: tuple[BetSums, ...]
    coups: tuple[tuple[CoupSums, ...], ...] = ()
    depths: tuple[tuple[Spread, ...], ...] = ()

    @classmethod
    def none(cls, work: Work) -> "Tally":
        """The tally of no shoes."""
        bets = len(work.bets)
        return cls({}, (PlayerSums(),) * (bets + 1 + len(work.counts)), (BetSums(),) * bets)

    @property
    def shoes(self) -> int:
        """How many shoes were played."""
        return sum(self.lengths.values())

    def __add__(self, other: "Tally") -> "Tally":
        """The sums of both together."""
        return Tally(
            _added(self.lengths, other.lengths),
            _summed(self.players, other.players),
            _summed(self.bets, other.bets),
            tuple(
                _summed(a, b) if a and b else a or b
                for a, b in zip_longest(self.coups, other.coups, fillvalue=())
            ),
            tuple(
                tuple(map(add, a, b)) if a and b else a or b
                for a, b in zip_longest(self.depths, other.depths, fillvalue=())
            ),
        )

    def document(self) -> dict[str, object]:
        """The tally as JSON: lists of whole numbers, without limit of size."""
        return {
            "lengths": _pairs(self.lengths),
            "players": [list(sums) for sums in self.players],
            "bets": [list(sums) for sums in self.bets],
            "coups": [[list(sums) for sums in row] for row in self.coups],
            "depths": [
                [[spread.least, spread.greatest, _pairs(spread.bins)] for spread in row]
                for row in self.depths
            ],
        }

    @classmethod
    def of_document(cls, work: Work, document: object) -> "Tally":
        """The tally of this work, read from what `document` wrote.

        Raises AnalyzerError if it is malformed, or the work has other bets or counts.
        """
        if not isinstance(document, dict) or set(document) != set(_FIELDS):
            raise _malformed("tally", message("the keys {keys} and no others", keys=_FIELDS), document)
        lengths = _mapping("lengths", document["lengths"])
        longest, bets = max(lengths, default=0), len(work.bets)
        coups = _list("coups", document["coups"], longest)
        depths = _list("depths", document["depths"], -(-longest // GROUP))
        return cls(
            lengths,
            _sums("players", document["players"], bets + 1 + len(work.counts), PlayerSums),
            _sums("bets", document["bets"], bets, BetSums),
            tuple(_sums("coups", row, bets, CoupSums) for row in coups),
            tuple(tuple(map(_spread, _list("depths", row, bets))) for row in depths),
        )


T = TypeVar("T", PlayerSums, BetSums, CoupSums)

_FIELDS = ("lengths", "players", "bets", "coups", "depths")


def _summed(a: Sequence[T], b: Sequence[T]) -> tuple[T, ...]:
    return tuple(type(x)(*map(add, x, y)) for x, y in zip(a, b, strict=True))


def _added(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """The sum of two mappings, key by key, in no order: sorting the keys would take most of the time."""
    total = dict(a)
    for key, n in b.items():
        total[key] = total.get(key, 0) + n
    return total


def _pairs(numbers: Mapping[int, int]) -> list[list[int]]:
    return [[key, n] for key, n in sorted(numbers.items())]


def _list(where: str, value: object, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or length not in (None, len(value)):
        raise _malformed(where, message("a list") if length is None else _list_of(length), value)
    return value


def _sums(where: str, value: object, length: int, sums: type[T]) -> tuple[T, ...]:
    return tuple(sums(*_numbers(where, row, len(sums._fields))) for row in _list(where, value, length))


def _numbers(where: str, value: object, length: int) -> list[int]:
    numbers = []
    for number in _list(where, value, length):
        if type(number) is not int:
            raise _malformed(where, message("whole numbers"), number)
        numbers.append(number)
    return numbers


def _mapping(where: str, value: object) -> dict[int, int]:
    """A mapping from pairs of a key and a number; keys must rise, and numbers be 1 or more."""
    by_key: dict[int, int] = {}
    for pair in _list(where, value):
        key, n = _numbers(where, pair, 2)
        if n < 1 or (by_key and key <= next(reversed(by_key))):
            raise _malformed(where, message("pairs of a key and its frequency, keys rising"), value)
        by_key[key] = n
    return by_key


def _spread(value: object) -> Spread:
    *ends, bins = _list("depths", value, 3)
    least, greatest = _numbers("depths", ends, 2)
    return Spread(least, greatest, _mapping("depths", bins))


def _list_of(length: int) -> Message:
    return message("a list of {n}", n=length)


def _malformed(where: str, expected: Message, got: object) -> AnalyzerError:
    return AnalyzerError(
        "malformed record of a sweep: {where}: expected {expected}, got {got}",
        where=where,
        expected=expected,
        got=_list_of(len(got)) if isinstance(got, list) else quoted(got),
    )
