"""What records say for or against fair dealing: tests, faults and the verdict, as values."""

from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from analyzer.analysis.money.monitor import RtpLimits
from analyzer.analysis.odds import Report
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How often an outcome came, how often it was to be expected, and its variance; both right to 10⁻⁶.

    `z` is in standard deviations, None where there is no variance; `p` is the two-sided probability of a
    count as far out: by the exact distribution of counts if `exact`, else by the normal distribution.
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
    """Coups sorted in one way: χ² of the counts, and the probability of one as great.

    `chi_squared` is dᵀV⁻¹d, where d is observed less expected and V its conditional variance. `exact` is
    whether `p` is a sum over all counts; else it is the tail of χ². `adjusted` allows for all other tests.
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
    """One unit on a bet on every coup: what it gained and what was to be expected, and each line's count.

    `rtp` is the exact RTP of the fresh shoe, and `limits` are those of the RTP measured over this many
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
        """The share of the stakes that was returned or won."""
        return 1 + self.gained / self.coups


@dataclass(frozen=True, slots=True)
class Faulty:
    """A coup recorded otherwise than its cards fell: the shoe, its number, its place, and its faults."""

    shoe: str
    coup: int
    where: str
    faults: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Evidence(Answer):
    """What records say for or against fair dealing.

    `fresh` has the odds of the first shoe, and `same_shoe` is whether all other shoes held the same cards.
    `coups` were recorded, `read` of them with all cards; `unread` places of the records could not be read,
    and `broken_off` shoes of cards alone are dealt only up to a card that could not be. `wrong` counts the
    coups by fault, and `faulty` are the first of them. `untested` bets are settled on no coup. `simulated` is
    the number of simulated fair records that show how the tests depend on each other, 0 for none.

    An alarm is a test whose `adjusted` is no more than `alpha`: on fair records one or more of all the tests
    raises one with that probability.
    """

    fresh: Report
    shoes: int
    coups: int
    read: int
    unread: int
    broken_off: int
    same_shoe: bool
    wrong: dict[str, int]
    faulty: tuple[Faulty, ...]
    sortings: tuple[Sorting, ...]
    wagers: tuple[Wager, ...]
    untested: tuple[Bet, ...]
    alpha: Fraction
    confidence: Fraction
    simulated: int

    @property
    def question(self) -> Question:
        """What was asked, of the first shoe."""
        return self.fresh.question

    @property
    def tests(self) -> tuple[Sorting | Wager, ...]:
        """All tests."""
        return *self.sortings, *self.wagers

    @property
    def alarms(self) -> tuple[Sorting | Wager, ...]:
        """The tests that raise an alarm, the least likely first."""
        raised = (test for test in self.tests if test.adjusted <= self.alpha)
        return tuple(sorted(raised, key=attrgetter("p")))

    @property
    def alarm(self) -> bool:
        """Whether the records are out of line."""
        return bool(self.alarms)

    @property
    def faultless(self) -> bool:
        """Whether every coup is recorded as its cards fell, and every card can be there."""
        return not any(self.wrong.values())
