"""All tests of order, cards and copies on recorded shoes: which run, which cannot, and their share of alarms.

Half of the false-alarm rate is shared by the tests of outcomes and bets; the other half is divided equally
among the tests of this module that run. So whatever their dependence, fair records raise an alarm at most at
that rate (Bonferroni).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES
from analyzer.play.evidence import order
from analyzer.play.evidence.columns import NONE, Columns, Start
from analyzer.play.evidence.composition import PARTITIONS, Frequencies, Neighbours
from analyzer.play.evidence.copies import Copies
from analyzer.play.evidence.power import HALF, PATTERNS
from analyzer.play.evidence.result import NotRun, Pattern
from analyzer.play.evidence.sequences import Sequences


class Patterns:
    """What the tests need to know about the coups, added batch by batch."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no coups."""
        self.sequences = Sequences(rules)
        self.copies: list[Copies] = []
        self._neighbours = [Neighbours(id, rules) for id in ("card-lags", "suit-lags")]
        self._frequencies = [Frequencies(id) for id in PARTITIONS]
        self._has: set[str] = set()

    def add(self, columns: Columns, starts: Sequence[Start]) -> None:
        """Add the shoes whose coups are in columns."""
        self.sequences.add(columns, starts)
        suited = columns.fineness == FINENESSES.index("cards")
        there = {"results": columns.winner != NONE, "cards": columns.read, "suits": columns.read & suited}
        self._has |= {what for what, coups in there.items() if coups.any()}
        if not columns.read.any():
            return
        for neighbours in self._neighbours:
            neighbours.add(columns)
        bounds = np.searchsorted(columns.shoe, np.arange(len(starts) + 1)).tolist()
        for first, end in pairwise(bounds):
            for counted in self._frequencies:
                if end - first > 1 and columns.fineness[first] >= counted.needs:
                    counted.add(end - first, columns.unseen[first], columns.unseen[end - 1])

    def tested(self, chances: Sequence[float], alpha: Fraction) -> tuple[list[Pattern], list[NotRun]]:
        """The tests that run, with p-values adjusted for all tests, and those that cannot run."""
        shoes = self.sequences.shoes
        self.copies = [Copies.of_cards(shoes), Copies.of_results(shoes, chances)]
        by_id: dict[str, Callable[[], Pattern | None]] = {
            "runs": lambda: order.repeats("runs", shoes, (1,)),
            "lags": lambda: order.repeats("lags", shoes, order.LAGS),
            "trend": lambda: order.trend(shoes),
            "shoe-to-shoe": lambda: order.shoe_to_shoe(shoes),
            "points-trend": lambda: order.points_trend(shoes),
            **{neighbours.id: neighbours.test for neighbours in self._neighbours},
            **{counted.id: counted.test for counted in self._frequencies},
            **{copies.id: lambda copies=copies: copies.test(float(alpha)) for copies in self.copies},  # type: ignore[misc]
        }
        coups = sum(len(shoe.winner[shoe.exchangeable]) for shoe in shoes)
        ran, not_run = [], []
        for id in PATTERNS:
            lacking = missing(id, self._has, len(shoes))
            if lacking is None and (test := by_id[id]()) is not None:
                ran.append(test)
            else:
                not_run.append(lacking or too_little(id, coups))
        factor = len(ran) / HALF
        return [replace(test, adjusted=min(Fraction(1), test.p * factor)) for test in ran], not_run


def missing(id: str, has: Collection[str], shoes: int) -> NotRun | None:
    """Why a test cannot run on this many shoes with some of results, cards and suits; None if it can."""
    for what in PATTERNS[id].needs:
        if what not in has:
            return NotRun(id, f"no {what}")
    return NotRun(id, "one shoe") if id == "shoe-to-shoe" and shoes < 2 else None


def too_little(id: str, coups: int) -> NotRun:
    """A test that cannot run because there are too few coups or cards, or because coups are all alike."""
    test = PATTERNS[id]
    alike = test.lacks == "few coups" and coups >= test.least
    return NotRun(id, "all alike") if alike else NotRun(id, test.lacks, test.least)
