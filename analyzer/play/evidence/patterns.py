"""All tests of order, cards and copies on recorded shoes: which run, which cannot, and their share of alarms.

Half of the rate of false alarms belongs to the tests of outcomes and bets, which share it among them; the
other half is divided equally among the tests here that run. So whatever their dependence, fair records
raise an alarm at most at that rate (Bonferroni).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np

from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES
from analyzer.play.evidence import composition, order
from analyzer.play.evidence.columns import NONE, Columns, Start
from analyzer.play.evidence.composition import PARTITIONS, Frequencies, Neighbours
from analyzer.play.evidence.copies import Copies
from analyzer.play.evidence.result import NotRun, Pattern
from analyzer.play.evidence.sequences import Sequences

IDS = (
    *("card-copies", "result-copies", "runs", "lags", "trend", "shoe-to-shoe"),
    *("points-trend", "card-lags", "suit-lags", "suits", "ranks", "cards"),
)
"""The tests, in the order of pages."""

HALF = Fraction(1, 2)
"""The part of the rate of false alarms that belongs to the tests of outcomes and bets."""


class Patterns:
    """What the tests need of the coups added, batch by batch."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no coups."""
        self.sequences = Sequences(rules)
        self._neighbours = Neighbours(rules)
        self._frequencies = [Frequencies(id) for id in PARTITIONS]
        self._has_cards = self._has_suits = self._has_results = False
        self.copies: list[Copies] = []

    def add(self, columns: Columns, starts: Sequence[Start]) -> None:
        """Add the shoes whose coups are in columns."""
        self.sequences.add(columns, starts)
        self._has_results |= bool((columns.winner != NONE).any())
        if not columns.read.any():
            return
        self._has_cards = True
        self._has_suits |= bool((columns.fineness[columns.read] == FINENESSES.index("cards")).any())
        self._neighbours.add(columns)
        bounds = np.searchsorted(columns.shoe, np.arange(len(starts) + 1)).tolist()
        for first, end in pairwise(bounds):
            for counted in self._frequencies:
                if end - first > 1 and columns.fineness[first] >= counted.needs:
                    counted.add(end - first, columns.unseen[first], columns.unseen[end - 1])

    def tested(self, chances: Sequence[float], alpha: Fraction) -> tuple[list[Pattern], list[NotRun]]:
        """The tests that run, p-values adjusted for all tests, and those that cannot."""
        shoes = self.sequences.shoes
        self.copies = [Copies.of_cards(shoes), Copies.of_results(shoes, chances)]
        by_id: dict[str, Callable[[], Pattern | None]] = {
            "runs": partial(order.runs, shoes),
            "lags": partial(order.lags, shoes),
            "trend": partial(order.trend, shoes),
            "shoe-to-shoe": partial(order.shoe_to_shoe, shoes),
            "points-trend": partial(order.points_trend, shoes),
            "card-lags": self._neighbours.points,
            "suit-lags": self._neighbours.suits,
            **{counted.id: counted.test for counted in self._frequencies},
            **{copies.id: partial(copies.test, float(alpha)) for copies in self.copies},
        }
        coups = sum(len(shoe.winner[shoe.exchangeable]) for shoe in shoes)
        ran, not_run = [], []
        for id in IDS:
            lacking = missing(id, self._has_results, self._has_cards, self._has_suits, len(shoes))
            if lacking is None and (test := by_id[id]()) is not None:
                ran.append(test)
            else:
                not_run.append(lacking or too_little(id, coups))
        factor = len(ran) / HALF
        return [replace(test, adjusted=min(Fraction(1), test.p * factor)) for test in ran], not_run


_OF_RESULTS = {"result-copies", "runs", "lags", "trend", "shoe-to-shoe"}
_OF_SUITS = {"suit-lags", "suits", "cards"}


def missing(id: str, results: bool, cards: bool, suits: bool, shoes: int) -> NotRun | None:
    """Why a test cannot run on a record with or without results, cards and suits, of this many shoes."""
    if id in _OF_RESULTS and not results:
        return NotRun(id, "no results")
    if id not in _OF_RESULTS and not cards:
        return NotRun(id, "no cards")
    if id in _OF_SUITS and not suits:
        return NotRun(id, "no suits")
    if id == "shoe-to-shoe" and shoes < 2:
        return NotRun(id, "one shoe")
    return None


def too_little(id: str, coups: int) -> NotRun:
    """A test that cannot run because there are too few coups or cards, or because coups are all alike."""
    if id in PARTITIONS:
        return NotRun(id, "few cards", len(PARTITIONS[id][2]))
    if id in ("card-lags", "suit-lags"):
        return NotRun(id, "few read", composition.FEWEST)
    if id in ("card-copies", "result-copies"):
        return NotRun(id, "no copy")
    return NotRun(id, "all alike") if coups >= order.FEWEST else NotRun(id, "few coups", order.FEWEST)
