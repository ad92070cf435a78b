"""Copies: whole shoes recorded twice, and runs of cards or of results that shoes share.

The probability that a run as long as the longest comes about anywhere is bounded, not estimated: it is at
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

MOST_LISTED = 10
"""The most pairs of equal shoes that are listed."""

MARGIN = 1.01
"""What each probability that two results agree is multiplied by: coups of one shoe are not independent.

What the results so far do to the next one is far less: `baccarat prediction` computes it exactly.
"""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on the probability that fair records share a run of some length anywhere.

    Runs may begin at `between` pairs of places in two shoes, and at `within` pairs in one. Cards: `held` has
    the number of cards of each shoe, and that of its most frequent kind. Results: `agree` is the
    probability that two of them agree.

    That two shoes agree in L cards from two given places on has a probability of at most the product of
    c/(N − t) over t < L. For once t cards have agreed, r of each kind are left of N − t in both, and the
    next two agree with a probability of Σ r²/(N − t)², which is at most c/(N − t), c being the most of any
    kind. Within one shoe the second run, after L + t other cards, has to draw one of at most c − 1 cards of
    N − L − t. Of shoes that differ, the largest factors count.
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
    """The pairs of places in two shoes, and in one, of shoes with these numbers of places."""
    within = sum(size * (size - 1) // 2 for size in offsets)
    return sum(offsets) * (sum(offsets) - 1) // 2 - within, within


def agreement(chances: Iterable[float]) -> float:
    """A bound on the probability that two results agree, from the probability of each winner."""
    return min(1.0, MARGIN * sum(chance * chance for chance in chances))


@dataclass(frozen=True, slots=True)
class Copies:
    """The sequences of cards or of results of shoes, searched for the longest run that is shared."""

    id: str
    shoes: Sequence[Dealt]
    sequences: Sequence[Numbers]
    bound: Bound

    @classmethod
    def of_cards(cls, shoes: Sequence[Dealt]) -> "Copies":
        """Cards, compared as finely as they are known in all shoes."""
        known = [shoe for shoe in shoes if len(shoe.cards)]
        fineness = min((len(shoe.most) - 1 for shoe in known), default=0)
        kinds = np.array(coarser("cards", FINENESSES[fineness]))
        offsets = [min(shoe.size, 6 * len(shoe.lengths)) for shoe in known]
        held = frozenset((shoe.size, shoe.most[fineness]) for shoe in known)
        sequences = [kinds[shoe.cards] for shoe in known]
        return cls("card-copies", known, sequences, Bound(*pairs_of(offsets), held))

    @classmethod
    def of_results(cls, shoes: Sequence[Dealt], chances: Iterable[float]) -> "Copies":
        """Results, by the probability of each winner; coups without a winner are left out."""
        known = [shoe for shoe in shoes if (shoe.winner != NONE).any()]
        sequences = [shoe.winner[shoe.winner != NONE] for shoe in known]
        bound = Bound(*pairs_of(list(map(len, sequences))), agree=agreement(chances))
        return cls("result-copies", known, sequences, bound)

    @property
    def longest_possible(self) -> int:
        """The longest run that two shoes, or two parts of one, can share."""
        sizes = sorted(map(len, self.sequences), reverse=True)
        return max([sizes[0] // 2, *sizes[1:2]]) if sizes else 0

    @property
    def equal(self) -> list[tuple[str, str, int]]:
        """The first pairs of shoes with equal sequences, and their length."""
        first: dict[bytes, int] = {}
        found = []
        for place, sequence in enumerate(self.sequences):
            same = first.setdefault(sequence.tobytes(), place)
            if same != place:
                found.append((self.shoes[same].id, self.shoes[place].id, len(sequence)))
        return found[:MOST_LISTED]

    def test(self, level: float) -> Pattern | None:
        """The test of the longest run shared, by two shoes or by two parts of one that do not overlap.

        None if even the longest possible run would not be improbable at a level.
        """
        longest = self.longest_possible
        if not longest or self.bound.at(longest) > level:
            return None
        search = _Search(self.sequences)
        low, high, found = 0, longest, None
        while low < high:
            middle = (low + high + 1) // 2
            if (pair := search.pair(middle)) is None:
                high = middle - 1
            else:
                low, found = middle, pair
        run = SharedRun(low, *map(self._place, found)) if found else None
        p = Fraction(min(1.0, self.bound.at(low)) if low else 1)
        coups = sum(len(shoe.numbers) for shoe in self.shoes)
        return Pattern(self.id, coups, p, "bound", Fraction(low), None, None, run=run)

    def _place(self, found: tuple[int, int]) -> tuple[str, int]:
        """The shoe at a place of a sequence, and the number of the coup there."""
        shoe, place = self.shoes[found[0]], found[1]
        if self.id == "card-copies":
            return shoe.id, shoe.coup_of(place)
        return shoe.id, int(shoe.numbers[np.nonzero(shoe.winner != NONE)[0][place]])


class _Search:
    """Sequences end to end, and the names of their runs: equal runs of one length have equal names.

    Source: R. M. Karp, R. E. Miller and A. L. Rosenberg, Rapid identification of repeated patterns in
    strings, trees and arrays (1972): a run is named by its two halves, or by two parts that overlap.
    """

    def __init__(self, sequences: Sequence[Numbers]) -> None:
        lengths = list(map(len, sequences))
        self.starts = np.cumsum([0, *lengths])[:-1]
        self.shoe = np.repeat(np.arange(len(lengths)), lengths)
        self._left = np.repeat(self.starts + lengths, lengths) - np.arange(sum(lengths))
        codes = np.concatenate(sequences).astype(np.int64) if sequences else np.zeros(0, dtype=np.int64)
        self._names = {1: codes}

    def pair(self, length: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Where two equal runs of a length begin, in two shoes or without overlap: sequence and place."""
        (places,) = np.nonzero(self._left >= length)
        names = self._named(length)[places]
        order = np.argsort(names, kind="stable")
        places, names = places[order], names[order]
        begins = np.nonzero(np.concatenate(([True], names[1:] != names[:-1])))[0]
        ends = np.append(begins[1:], len(names)) - 1
        first, last = places[begins], places[ends]
        (found,) = np.nonzero((self.shoe[first] != self.shoe[last]) | (last - first >= length))
        if not len(found):
            return None
        one, other = int(first[found[0]]), int(last[found[0]])
        return self._at(one), self._at(other)

    def _at(self, place: int) -> tuple[int, int]:
        shoe = int(self.shoe[place])
        return shoe, place - int(self.starts[shoe])

    def _named(self, length: int) -> Numbers:
        """The name of the run of a length at each place; one that does not end within its shoe has any."""
        half = 1 << (length - 1).bit_length() - 1 if length > 1 else 1
        if length in self._names:
            return self._names[length]
        left = self._named(half)
        right = np.zeros_like(left)
        right[: max(0, len(left) - (length - half))] = left[length - half :]
        both = left * (int(right.max(initial=0)) + 1) + right
        _, names = np.unique(both, return_inverse=True)
        if length & (length - 1) == 0:
            self._names[length] = names
        return np.asarray(names)
