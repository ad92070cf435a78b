"""What records say for or against fair dealing: tests, faults and the verdict, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Literal

from analyzer.analysis.money.monitor import RtpLimits
from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How often an outcome occurred, the expected number, and its variance; these two are correct to 10⁻⁶.

    `z` is the difference in standard deviations, None if there is no variance. `p` is the two-sided p-value
    of the count: by the exact distribution of counts if `exact`, else by the normal distribution.
    """

    id: str
    observed: int
    expected: Fraction
    variance: Fraction
    z: Fraction | None
    p: Fraction
    exact: bool


@dataclass(frozen=True, slots=True)
class Sorting:
    """Coups sorted in one way: χ² of the counts, and its p-value.

    `chi_squared` is dᵀV⁻¹d, where d is observed minus expected and V its conditional variance. `exact` is
    whether `p` is a sum over all counts; otherwise it is the tail of χ². `adjusted` is `p` adjusted for the
    number of tests.
    """

    id: str
    name: str
    coups: int
    tallies: tuple[OutcomeCount, ...]
    chi_squared: Fraction
    degrees: int
    p: Fraction
    exact: bool
    adjusted: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Wager:
    """One unit staked on a bet in every coup: the gain, the expected gain, and each line's count.

    `rtp` is the exact RTP on the fresh shoe; `limits` are those of the RTP measured over this many
    independent coups. The other fields are as in `OutcomeCount` and `Sorting`.
    """

    bet: Bet
    coups: int
    tallies: tuple[OutcomeCount, ...]
    gained: Fraction
    expected: Fraction
    variance: Fraction
    z: Fraction | None
    p: Fraction
    exact: bool
    rtp: Fraction
    limits: RtpLimits
    adjusted: Fraction = Fraction(1)

    @property
    def observed_rtp(self) -> Fraction:
        """The measured RTP: 1 plus the net gain per unit staked."""
        return 1 + self.gained / self.coups


Law = Literal["exact", "normal", "chi-squared", "bound"]
"""The source of a p-value: the exact law, the normal or the χ² law, or a bound on a probability."""


@dataclass(frozen=True, slots=True)
class SharedRun:
    """The longest run of cards or results that two shoes, or two parts of one, share.

    `first` and `second` are where it begins: a shoe and the number of a coup.
    """

    length: int
    first: tuple[str, int]
    second: tuple[str, int]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A test of the order of coups or cards, of how often cards were dealt, or of copies.

    `observed` and `expected` are what the test counts; for χ², they are the distance and its degrees of
    freedom. `z` is the difference in standard deviations; for χ², that of the most extreme kind. `detail` is
    the lag or that kind, and `dealt` how many cards of that kind were dealt and how many were expected.
    """

    id: str
    coups: int
    p: Fraction
    law: Law
    observed: Fraction
    expected: Fraction | None
    z: Fraction | None
    detail: str = ""
    dealt: tuple[int, Fraction] | None = None
    run: SharedRun | None = None
    adjusted: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class NotRun:
    """A test that could not run, and why, both by id; `least` is the number it needs, if it is a number."""

    id: str
    why: str
    least: int = 0


@dataclass(frozen=True, slots=True)
class Departure:
    """A departure from fair dealing that a test, by id or as a bet, could find with 90% probability.

    A departure of `size` is found in `coups` coups. `least` is the smallest departure that this much data
    finds, None if that would be more than is possible.
    """

    id: str
    bet: Bet | None
    size: Fraction
    coups: int
    least: Fraction | None


@dataclass(frozen=True, slots=True)
class Times:
    """What the times of coups show: `given` coups have a time, and `unread` of these could not be read.

    `spread` has the shortest, the median and the longest of the `intervals` between coups, in seconds. For
    each check, `failed` has the shoe and the number of each coup, or of each shoe's first coup, that fails.
    `single` counts the shoes with the same time at every coup; it may be the shoe's time and is not checked.
    """

    given: int
    unread: int
    intervals: int
    spread: tuple[Fraction, Fraction, Fraction] | None
    failed: Mapping[str, Sequence[tuple[str, int]]]
    single: int = 0


AnyTest = Sorting | Wager | Pattern


@dataclass(frozen=True, slots=True)
class Faulty:
    """A coup with faults: its shoe, its number, its place in the file, and what is wrong with it."""

    shoe: str
    coup: int
    where: str
    faults: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Evidence(Answer):
    """What records say for or against fair dealing.

    `fresh` has the odds of the first shoe, and `same_shoe` is whether all other shoes had the same cards.
    `coups` counts the recorded coups, `read` those with all cards, `unread` the places in the records that
    could not be read, `cancelled` the cancelled coups, and `missing` the coups missing from the numbering.
    `broken_off` counts the shoes, recorded as cards alone, that end at an unreadable card. `patterns` has the
    tests of order, cards and copies, and `not_run` those that could not run; `unordered` counts the shoes
    beyond their limit. `copied` has the pairs of equal shoes: the test of copies, both shoes, and their
    number of cards or results. `departures` has what could have been found. `wrong` counts the coups with
    each fault, and `faulty` has the first of them. `untested` has the bets that no coup settles. `simulated`
    is the number of fair records simulated to adjust p-values, 0 if none.

    A test raises an alarm if its `adjusted` is `alpha` or less: `alpha` is the probability that any test
    does so on fair records.
    """

    fresh: Report
    shoes: int
    coups: int
    read: int
    unread: int
    cancelled: int
    missing: int
    broken_off: int
    same_shoe: bool
    wrong: dict[str, int]
    faulty: tuple[Faulty, ...]
    sortings: tuple[Sorting, ...]
    wagers: tuple[Wager, ...]
    patterns: tuple[Pattern, ...]
    not_run: tuple[NotRun, ...]
    copied: tuple[tuple[str, str, str, int], ...]
    unordered: int
    times: Times | None
    departures: tuple[Departure, ...]
    untested: tuple[Bet, ...]
    alpha: Fraction
    confidence: Fraction
    simulated: int

    @property
    def question(self) -> Question:
        """The question asked, for the first shoe."""
        return self.fresh.question

    @property
    def tests(self) -> tuple[AnyTest, ...]:
        """All tests that ran."""
        return *self.sortings, *self.wagers, *self.patterns

    @property
    def alarms(self) -> tuple[AnyTest, ...]:
        """The tests that raise an alarm, the lowest p-value first."""
        raised = (test for test in self.tests if test.adjusted <= self.alpha)
        return tuple(sorted(raised, key=attrgetter("p")))

    @property
    def alarm(self) -> bool:
        """Whether any test raises an alarm."""
        return bool(self.alarms)

    @property
    def untimely(self) -> bool:
        """Whether any check of times fails."""
        return self.times is not None and any(self.times.failed.values())

    @property
    def passed(self) -> bool:
        """Whether no test raises an alarm, no coup has a fault, and no time is impossible."""
        return self.faultless and not self.alarm and not self.untimely

    @property
    def faultless(self) -> bool:
        """Whether every coup follows the rules and is recorded correctly, and no shoe lacks a dealt card."""
        return not any(self.wrong.values())
