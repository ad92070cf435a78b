"""Tests of cards one by one: how often each kind was dealt, and whether a card depends on earlier ones.

Each card is compared with the cards unseen before it. So a sum over cards is a martingale, whatever decides
where a shoe ends.
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
from analyzer.play.evidence.statistics import chi_squared, normal_two_sided

LAGS = range(1, 9)
"""How many cards before a card it is compared with."""

FEWEST = 100
"""The fewest cards of a test of neighbouring cards."""

KEPT = 50_000
"""The most cards whose individual probabilities are kept, for an exact law."""

PARTITIONS: dict[str, tuple[Fineness, Sequence[int], Sequence[str]]] = {
    "suits": ("cards", [index % 4 for index in range(52)], SUITS),
    "ranks": ("ranks", coarser("cards", "ranks"), KEYS["ranks"]),
    "cards": ("cards", range(52), KEYS["cards"]),
}
"""By id of a test of frequencies: the fineness it needs, the cell of each of 52 cards, the cells' names."""

_TEN, _SUIT = np.eye(10, dtype=np.int64), np.eye(4, dtype=np.int64)
_VALUES = np.arange(10)


class Frequencies:
    """How many cards of each kind were dealt, against those that the shoes held.

    Before the last coup of a shoe r of its N cards are unseen, and R of one kind, of which it held c. R/r
    less c/N is 0 on average, wherever the shoe ends, since it is a martingale; its variance is that of a
    draw without replacement, (N − r)/(r(N − 1)) times that of one card. These differences are added up.
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
        self.coups = self.cards = 0
        self._scale = self._scale_by_size = 0.0

    def add(self, coups: int, first: Numbers, last: Numbers) -> None:
        """Add a shoe: the cards unseen before the first and before the last of its coups, in 52 cells."""
        held, unseen = first @ self.cells, last @ self.cells
        size, left = int(held.sum()), int(unseen.sum())
        if not 0 < left < size:
            return
        share = held / size
        self.total += unseen / left - share
        scale = (size - left) / (left * (size - 1))
        self.variance += scale * (np.diag(share) - np.outer(share, share))
        self._scale += scale
        self._scale_by_size += scale * scale / min(left, size - left)
        self.dealt += held - unseen
        self.expected += (size - left) * share
        self.coups += coups - 1
        self.cards += size - left

    @property
    def enough(self) -> bool:
        """Whether χ² is the law of the test: cards enough for one of each kind, of those dealt or left."""
        kinds = int((np.diag(self.variance) > 0).sum())
        return bool(self._scale_by_size) and self._scale**2 / self._scale_by_size >= kinds > 1

    def test(self) -> Pattern | None:
        """χ² of all kinds; None if there are too few cards."""
        if not self.enough:
            return None
        distance = float(self.total @ np.linalg.pinv(self.variance, hermitian=True) @ self.total)
        degrees = int((np.diag(self.variance) > 0).sum()) - 1
        deviations = np.sqrt(np.diag(self.variance))
        each = np.divide(-self.total, deviations, out=np.zeros(len(self.names)), where=deviations > 0)
        worst = int(np.abs(each).argmax())
        return Pattern(
            self.id,
            self.coups,
            Fraction(chi_squared(np.array([distance]), degrees)[0]),
            "chi-squared",
            Fraction(distance),
            Fraction(degrees),
            Fraction(each[worst]),
            detail=self.names[worst],
            dealt=(int(self.dealt[worst]), Fraction(self.expected[worst])),
        )


class Neighbours:
    """Whether a card depends on the cards before it, by points and by suits, over the coups added.

    Points: what a card has above the mean of the cards unseen, times what the card some places before has
    above the same mean. Suits: whether both have the same suit, against the part of that suit in the
    cards unseen.
    """

    def __init__(self, rules: Rules) -> None:
        """Begin with no cards."""
        self._first = 6 - rules.cards_from_shoe
        self.coups = self.suited_coups = 0
        self.cards = self.suited_cards = 0
        self._product = dict.fromkeys(LAGS, 0.0)
        self._variance = dict.fromkeys(LAGS, 0.0)
        self._same = dict.fromkeys(LAGS, 0)
        self._chance = dict.fromkeys(LAGS, 0.0)
        self._spread = dict.fromkeys(LAGS, 0.0)
        self._kept: dict[int, list[Numbers]] | None = {lag: [] for lag in LAGS}

    def add(self, columns: Columns) -> None:
        """Add coups."""
        for suited in (False, True):
            rows = columns.read & ~columns.wrong.any(axis=1)
            if suited:
                rows &= columns.fineness == FINENESSES.index("cards")
            dealt = columns.cards[rows][:, DEALT][:, self._first :]
            there = dealt >= 0
            kinds, one = (dealt & 3, _SUIT) if suited else (POINTS[dealt & 63], _TEN)
            size = len(one)
            cells = np.array([index & 3 if suited else POINTS[index] for index in range(52)])
            each = one[kinds] * there[:, :, None]
            before = (columns.unseen[rows] @ one[cells])[:, None, :] - (np.cumsum(each, axis=1) - each)
            shoes = np.broadcast_to(columns.shoe[rows][:, None], dealt.shape)[there]
            counts = np.maximum(before[there].reshape(-1, size), 0)
            self._add(kinds[there], shoes, counts, suited)
            if suited:
                self.suited_coups += int(rows.sum())
                self.suited_cards += len(shoes)
            else:
                self.coups += int(rows.sum())
                self.cards += len(shoes)

    def _add(self, kinds: Numbers, shoes: Numbers, counts: Numbers, suited: bool) -> None:
        unseen = counts.sum(axis=1)
        mean = counts @ _VALUES[: counts.shape[1]] / unseen
        spread = counts @ np.square(_VALUES[: counts.shape[1]]) / unseen - np.square(mean)
        for lag in LAGS:
            (here,) = np.nonzero(shoes[lag:] == shoes[:-lag])
            here = here + lag
            if suited:
                chance = counts[here, kinds[here - lag]] / unseen[here]
                self._same[lag] += int((kinds[here] == kinds[here - lag]).sum())
                self._chance[lag] += float(chance.sum())
                self._spread[lag] += float((chance * (1 - chance)).sum())
                if self._kept is not None:
                    self._kept[lag].append(chance)
            else:
                earlier = kinds[here - lag] - mean[here]
                self._product[lag] += float(earlier @ (kinds[here] - mean[here]))
                self._variance[lag] += float(np.square(earlier) @ spread[here])
        if suited and self._kept is not None and self.suited_cards + len(shoes) > KEPT:
            self._kept = None

    def points(self) -> Pattern | None:
        """The test of points, at the lag that is the least likely, by the normal law."""
        if self.cards < FEWEST:
            return None
        z = {lag: self._product[lag] / self._variance[lag] ** 0.5 for lag in LAGS if self._variance[lag] > 0}
        if not z:
            return None
        worst = max(z, key=lambda lag: abs(z[lag]))
        p = min(1.0, float(normal_two_sided(np.array([z[worst]]))[0]) * len(LAGS))
        correlation = Fraction(z[worst] / self.cards**0.5)
        return Pattern(
            "card-lags",
            int(self.coups),
            Fraction(p),
            "normal",
            correlation,
            Fraction(0),
            Fraction(z[worst]),
            detail=str(worst),
        )

    def suits(self) -> Pattern | None:
        """The test of suits, at the lag that is the least likely, by the law of all sums."""
        if self.suited_cards < FEWEST:
            return None
        found = []
        for lag in LAGS:
            if not self._spread[lag]:
                continue
            z = (self._same[lag] - self._chance[lag]) / self._spread[lag] ** 0.5
            if self._kept is None:
                p = float(normal_two_sided(np.array([z]))[0])
            else:
                chance = np.concatenate(self._kept[lag])
                law = tails.sum_of_draws(0, np.stack((1 - chance, chance), axis=1))
                p = float(law.p_values(np.array([self._same[lag]]))[0])
            by: Law = "normal" if self._kept is None else "exact"
            same, expected = Fraction(self._same[lag]), Fraction(self._chance[lag])
            p = min(1.0, p * len(LAGS))
            found.append(
                Pattern(
                    "suit-lags",
                    int(self.suited_coups),
                    Fraction(p),
                    by,
                    same,
                    expected,
                    Fraction(z),
                    detail=str(lag),
                )
            )
        return min(found, key=lambda test: test.p, default=None)
