"""Tests of single cards: how often each kind was dealt, and whether a card depends on earlier cards.

Each card is compared with the cards unseen before it, so a sum over cards is a martingale wherever a shoe
ends.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from analyzer.game.cards import SUITS
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, coarser
from analyzer.play.evidence import tails
from analyzer.play.evidence.columns import POINTS, Columns, Numbers
from analyzer.play.evidence.result import Law, Pattern
from analyzer.play.evidence.sequences import DEALT
from analyzer.play.evidence.statistics import farthest, least_likely, normal_two_sided, pattern

LAGS = range(1, 9)
"""The distances, in cards, at which a card is compared with an earlier one."""

FEWEST = 100
"""The fewest cards for a test of neighbouring cards."""

KEPT = 50_000
"""The most cards whose individual probabilities are kept, for an exact law."""

PARTITIONS: dict[str, tuple[Fineness, Sequence[int], Sequence[str]]] = {
    "suits": ("cards", [index % 4 for index in range(52)], SUITS),
    "ranks": ("ranks", coarser("cards", "ranks"), KEYS["ranks"]),
    "cards": ("cards", range(52), KEYS["cards"]),
}
"""By id of a frequency test: the fineness it needs, the cell of each of 52 cards, and the cells' names."""


class Frequencies:
    """How many cards of each kind were dealt, compared with the cards in the shoes.

    Before the last coup of a shoe, r of its N cards are unseen, and R of the c cards of one kind. R/r minus
    c/N is 0 on average, wherever the shoe ends, since it is a martingale; its variance is that of a draw
    without replacement, (N − r)/(r(N − 1)) times that of one card. These differences are summed over shoes.
    """

    def __init__(self, id: str) -> None:
        """Begin with no shoes."""
        self.id = id
        fineness, cells, self.names = PARTITIONS[id]
        self.needs = FINENESSES.index(fineness)
        size = len(self.names)
        self.cells = np.eye(size, dtype=np.int64)[np.array(cells)]
        self.total, self.variance = np.zeros(size), np.zeros((size, size))
        self.dealt, self.expected = np.zeros(size, dtype=np.int64), np.zeros(size)
        self.coups = 0
        self._scale = self._scale_by_size = 0.0

    def add(self, coups: int, first: Numbers, last: Numbers) -> None:
        """Add a shoe: the cards unseen before the first and before the last of its coups, in 52 cells."""
        held, unseen = first @ self.cells, last @ self.cells
        size, left = int(held.sum()), int(unseen.sum())
        if not 0 < left < size:
            return
        share = held / size
        self.total += share - unseen / left
        scale = (size - left) / (left * (size - 1))
        self.variance += scale * (np.diag(share) - np.outer(share, share))
        self._scale += scale
        self._scale_by_size += scale * scale / min(left, size - left)
        self.dealt += held - unseen
        self.expected += (size - left) * share
        self.coups += coups - 1

    def test(self) -> Pattern | None:
        """χ² over all kinds; None if fewer cards were dealt, or are left, than there are kinds."""
        found = farthest(self.total, self.variance)
        if found is None or self._scale**2 / self._scale_by_size < found[2] + 1:
            return None
        p, distance, degrees, z, kind = found
        dealt = int(self.dealt[kind]), Fraction(self.expected[kind])
        return pattern(self.id, self.coups, p, "chi-squared", distance, degrees, z, self.names[kind], dealt)


class Neighbours:
    """Whether a card depends on the cards before it, by its suit or by its points, over the coups added.

    An earlier card gives each kind a score, and the score of the card is compared with the mean score of the
    unseen cards. By suit, the suit of the earlier card scores 1 and others 0. By points, the score is the
    amount by which the card's points exceed the mean of the unseen cards, times the same for the earlier
    card.
    """

    def __init__(self, id: str, rules: Rules) -> None:
        """Begin with no cards."""
        self.id = id
        self._suited = id == "suit-lags"
        self._first = 6 - rules.cards_from_shoe
        self._kind_of = np.arange(52) % 4 if self._suited else POINTS[:52].astype(np.int64)
        self._one = np.eye(4 if self._suited else 10, dtype=np.int64)
        self.coups = self.cards = 0
        self.observed, self.expected, self.variance = (dict.fromkeys(LAGS, 0.0) for _ in range(3))
        self._kept: dict[int, list[Numbers]] | None = {lag: [] for lag in LAGS} if self._suited else None

    def add(self, columns: Columns) -> None:
        """Add coups."""
        rows = columns.read & ~columns.wrong.any(axis=1)
        if self._suited:
            rows &= columns.fineness == FINENESSES.index("cards")
        dealt = columns.cards[rows][:, DEALT][:, self._first :]
        there = dealt >= 0
        kinds = self._kind_of[np.where(there, dealt, 0)]
        each = self._one[kinds] * there[:, :, None]
        unseen = columns.unseen[rows] @ self._one[self._kind_of]
        before = np.maximum(unseen[:, None, :] - (np.cumsum(each, axis=1) - each), 0)[there]
        shoes = np.broadcast_to(columns.shoe[rows][:, None], dealt.shape)[there]
        self.coups += int(rows.sum())
        self.cards += len(shoes)
        if self.cards > KEPT:
            self._kept = None
        self._add(kinds[there], shoes, before / before.sum(axis=1, keepdims=True))

    def _add(self, kinds: Numbers, shoes: Numbers, shares: Numbers) -> None:
        """Add cards: the kind and the shoe of each, and the share of each kind in the cards then unseen."""
        values = np.arange(shares.shape[1])
        above = values - (shares @ values)[:, None]
        for lag in LAGS:
            here = np.nonzero(shoes[lag:] == shoes[:-lag])[0] + lag
            earlier, share = kinds[here - lag], shares[here]
            scores = self._one[earlier] if self._suited else above[here, earlier][:, None] * above[here]
            means = (share * scores).sum(axis=1)
            self.observed[lag] += float(scores[np.arange(len(here)), kinds[here]].sum())
            self.expected[lag] += float(means.sum())
            self.variance[lag] += float((share * scores**2).sum() - (means**2).sum())
            if self._kept is not None:
                self._kept[lag].append(means)

    def test(self) -> Pattern | None:
        """The test of the least likely lag, by the exact law of the sum or by the normal law.

        For points, `observed` is the correlation.
        """
        found = []
        for lag in LAGS if self.cards >= FEWEST else ():
            if not self.variance[lag]:
                continue
            observed, expected = self.observed[lag], self.expected[lag]
            z = (observed - expected) / self.variance[lag] ** 0.5
            if self._kept is None:
                [p] = normal_two_sided(np.array([z]))
            else:
                chance = np.concatenate(self._kept[lag])
                law = tails.sum_of_draws(0, np.stack((1 - chance, chance), axis=1))
                [p] = law.p_values(np.array([int(observed)]))
            by: Law = "normal" if self._kept is None else "exact"
            shown = observed if self._suited else z / self.cards**0.5
            found.append(pattern(self.id, self.coups, p * len(LAGS), by, shown, expected, z, str(lag)))
        return least_likely(found)
