"""Copies: whole shoes recorded twice, and runs of cards or of results that shoes share.

The probability that a shared run as long as the longest occurs anywhere is bounded, not estimated: it is at
most the sum, over all pairs of places, of the probability that the runs beginning there agree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from analyzer.game.shoe import FINENESSES, coarser
from analyzer.play.evidence.columns import NONE, Numbers
from analyzer.play.evidence.result import Pattern, SharedRun
from analyzer.play.evidence.sequences import Dealt

MARGIN = 1.01
"""A factor on the probability that two results agree, since coups of one shoe are not independent.

Two coups agree less often than independent ones; this is exact. That longer runs do not agree more often than
the factor allows is measured (`tests/campaigns/agreement.py`), not proved.
"""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on the probability that fair records share a run of some length anywhere.

    Runs may begin at `between` pairs of places in two shoes, and at `within` pairs of places in one shoe. For
    cards, `held` has the number of cards of each shoe and the number of its most frequent kind. For results,
    `agree` is the probability that two results agree.

    The probability that two shoes agree in L cards from two given places on is at most the product over t < L
    of c/(N − t). Proof: once t cards have agreed, r of each kind are left among N − t in both, and the next
    two agree with probability Σ r²/(N − t)², which is at most c/(N − t), where c is the number of the most
    frequent kind. Within one shoe, the second run has to draw, after L + t other cards, one of at most c − 1
    cards among N − L − t. If shoes differ, the largest factors are used.
    """

    between: int
    within: int
    held: frozenset[tuple[int, int]] = frozenset()
    agree: float = 0.0

    def at(self, length: int) -> float:
        """The bound for runs of a length; it may exceed 1."""
        if not self.held:
            return float((self.between + self.within) * self.agree**length)
        steps = np.arange(length)
        between = within = 0.0
        for size, most in self.held:
            if length <= size:
                between = max(between, float(np.minimum(1.0, most / (size - steps)).prod()))
            if 2 * length <= size:
                within = max(within, float(np.minimum(1.0, (most - 1) / (size - length - steps)).prod()))
        return self.between * between + self.within * within

    def shortest(self, level: float) -> int:
        """The length of the shortest run whose bound is at most `level`."""
        length = 1
        while self.at(length) > level:
            length += 1
        return length


def pairs_of(offsets: Sequence[int]) -> tuple[int, int]:
    """The number of pairs of places in two shoes, and in one shoe, for shoes with these numbers of places."""
    within = sum(size * (size - 1) // 2 for size in offsets)
    return sum(offsets) * (sum(offsets) - 1) // 2 - within, within


def agreement(chances: Iterable[float]) -> float:
    """A bound on the probability that two results agree, from the probability of each winner."""
    return min(1.0, MARGIN * sum(chance * chance for chance in chances))


@dataclass(frozen=True, slots=True)
class Copies:
    """Sequences of cards or of results, searched for the longest shared run.

    Each sequence has the id of its shoe, and the coup number of each place; `coups` counts all coups.
    """

    id: str
    coups: int
    shoes: Sequence[str]
    sequences: Sequence[Numbers]
    numbers: Sequence[Numbers]
    bound: Bound

    @classmethod
    def of_cards(cls, shoes: Sequence[Dealt]) -> "Copies":
        """Cards, compared at the finest level known in all shoes."""
        known = [shoe for shoe in shoes if len(shoe.cards)]
        fineness = min((len(shoe.most) - 1 for shoe in known), default=0)
        kinds = np.array(coarser("cards", FINENESSES[fineness]))
        offsets = [min(shoe.size, 6 * len(shoe.lengths)) for shoe in known]
        held = frozenset((shoe.size, shoe.most[fineness]) for shoe in known)
        return cls(
            "card-copies",
            sum(len(shoe.numbers) for shoe in known),
            [shoe.id for shoe in known],
            [kinds[shoe.cards] for shoe in known],
            [np.repeat(shoe.numbers, shoe.lengths) for shoe in known],
            Bound(*pairs_of(offsets), held),
        )

    @classmethod
    def of_results(cls, shoes: Sequence[Dealt], chances: Iterable[float]) -> "Copies":
        """Results, by the probability of each winner; coups without a winner are left out."""
        known = [(shoe, there) for shoe in shoes if (there := shoe.winner != NONE).any()]
        return cls(
            "result-copies",
            sum(len(shoe.numbers) for shoe, _ in known),
            [shoe.id for shoe, _ in known],
            [shoe.winner[there] for shoe, there in known],
            [shoe.numbers[there] for shoe, there in known],
            Bound(*pairs_of([int(there.sum()) for _, there in known]), agree=agreement(chances)),
        )

    @property
    def equal(self) -> list[tuple[str, str, str, int]]:
        """Each shoe that repeats an earlier sequence: the id of this test, both shoes, and the length."""
        first: dict[bytes, int] = {}
        found = []
        for row, sequence in enumerate(self.sequences):
            same = first.setdefault(sequence.tobytes(), row)
            if same != row:
                found.append((self.id, self.shoes[same], self.shoes[row], len(sequence)))
        return found

    def test(self, level: float) -> Pattern | None:
        """The test of the longest run shared by two shoes, or by two parts of one that do not overlap.

        None if even the longest possible run would not be improbable at this level.
        """
        sizes = sorted(map(len, self.sequences), reverse=True)
        longest = max([sizes[0] // 2, *sizes[1:2]]) if sizes else 0
        if not longest or self.bound.at(longest) > level:
            return None
        search = _Search(self.sequences)
        low, run = 0, None
        while low < longest:
            middle = (low + longest + 1) // 2
            if places := search.pair(middle):
                low, run = middle, SharedRun(middle, *(self._place(*place) for place in places))
            else:
                longest = middle - 1
        p = Fraction(min(1.0, self.bound.at(low)) if low else 1)
        return Pattern(self.id, self.coups, p, "bound", Fraction(low), None, None, run=run)

    def _place(self, row: int, place: int) -> tuple[str, int]:
        """The shoe at a place of a sequence, and the number of the coup there."""
        return self.shoes[row], int(self.numbers[row][place])


class _Search:
    """Sequences end to end, and the names of their runs: equal runs of one length have equal names.

    Source: R. M. Karp, R. E. Miller and A. L. Rosenberg, Rapid identification of repeated patterns in
    strings, trees and arrays (1972): a run is named by its two halves, or by two parts that overlap.
    """

    def __init__(self, sequences: Sequence[Numbers]) -> None:
        lengths = np.array(list(map(len, sequences)))
        self._row = np.repeat(np.arange(len(lengths)), lengths)
        self._place = np.concatenate(list(map(np.arange, lengths)))
        self._left = lengths[self._row] - self._place
        self._names = {1: np.concatenate(sequences).astype(np.int64)}

    def pair(self, length: int) -> list[tuple[int, int]] | None:
        """The rows and places where two equal runs of a length begin, in two rows or without overlap."""
        (places,) = np.nonzero(self._left >= length)
        names = self._named(length)
        places = places[np.argsort(names[places], kind="stable")]
        names = names[places]
        begins = np.nonzero(np.concatenate(([True], names[1:] != names[:-1])))[0]
        first, last = places[begins], places[np.append(begins[1:], len(names)) - 1]
        (found,) = np.nonzero((self._row[first] != self._row[last]) | (last - first >= length))
        if not len(found):
            return None
        return [(int(self._row[at]), int(self._place[at])) for at in (first[found[0]], last[found[0]])]

    def _named(self, length: int) -> Numbers:
        """The name of the run of this length at each place; arbitrary if the run does not fit in its row."""
        if length in self._names:
            return self._names[length]
        half = 1 << (length - 1).bit_length() - 1
        left = self._named(half)
        right = np.append(left[length - half :], np.zeros(length - half, dtype=np.int64))[: len(left)]
        _, names = np.unique(left * (int(right.max()) + 1) + right, return_inverse=True)
        if length == 2 * half:
            self._names[length] = names
        return np.asarray(names)
