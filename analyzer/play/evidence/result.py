"""What records say for or against fair dealing: tests, faults and the verdict, as values.

Computes nothing but the verdict; knows no way to say what was found.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.analysis.money.monitor import Limits
from analyzer.analysis.odds import Report
from analyzer.bets.bet import Bet, Variant
from analyzer.shown import Shown


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something came, how often it was to be expected, and its variance; both right to 10⁻⁶.

    `z` is in standard deviations, None where there is no variance; `p` the two-sided probability of a count
    as far out: by the law of all counts if `exact`, else by the normal law.
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
    """Coups sorted in one way: χ² of the counts, and how unlikely one as great is.

    `chi_squared` is dᵀV⁻¹d, where d is observed less expected and V its conditional variance. `exact` is
    whether `p` weighs all counts; else it is the tail of χ². `adjusted` allows for all the other tests.
    """

    id: str
    name: str
    coups: int
    tallies: tuple[Tally, ...]
    chi_squared: Fraction
    degrees: int
    p: Fraction
    exact: bool
    adjusted: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Wager:
    """One unit on a bet on every coup: what it gained and what was to be expected, and each line's count.

    `rtp` is the exact RTP of the fresh shoe, and `limits` what is to be measured about it over so many
    independent coups. All else as for `Tally` and `Sorting`.
    """

    bet: Bet
    coups: int
    tallies: tuple[Tally, ...]
    gained: Fraction
    expected: Fraction
    variance: Fraction
    z: Fraction | None
    p: Fraction
    exact: bool
    rtp: Fraction
    limits: Limits
    adjusted: Fraction = Fraction(1)

    @property
    def observed_rtp(self) -> Fraction:
        """The part of the stakes that came back."""
        return 1 + self.gained / self.coups


@dataclass(frozen=True, slots=True)
class Faulty:
    """A coup that the record tells otherwise than its cards do: the shoe, its number, its place, and what."""

    shoe: str
    coup: int
    where: str
    faults: tuple[str, ...]


@dataclass(frozen=True)
class Evidence(Shown):
    """What records say for or against fair dealing.

    `fresh` is what bets are worth on the first shoe, and `alike` whether all others held the same cards.
    `coups` were recorded, `read` of them with all cards; `unread` places of the records could not be read,
    and `broken_off` shoes of cards alone are dealt only up to a card that could not be. `wrong` counts the
    coups by fault, and `faulty` are the first of them. `imagined` fair records say how the tests go together;
    0 where none could be.

    `untested` bets are those of which no coup can be settled by what the records tell.

    An alarm is a test whose `adjusted` is no more than `alpha`: on fair records one or more of all the tests
    raises one with that probability.
    """

    variant: Variant
    fresh: Report
    shoes: int
    coups: int
    read: int
    unread: int
    broken_off: int
    alike: bool
    wrong: dict[str, int]
    faulty: tuple[Faulty, ...]
    sortings: tuple[Sorting, ...]
    wagers: tuple[Wager, ...]
    untested: tuple[Bet, ...]
    alpha: Fraction
    confidence: Fraction
    imagined: int

    @property
    def tests(self) -> tuple[Sorting | Wager, ...]:
        """All tests."""
        return *self.sortings, *self.wagers

    @property
    def alarms(self) -> tuple[Sorting | Wager, ...]:
        """The tests that raise an alarm, the least likely first."""
        return tuple(
            sorted((test for test in self.tests if test.adjusted <= self.alpha), key=lambda test: test.p)
        )

    @property
    def alarm(self) -> bool:
        """Whether the records are out of line."""
        return bool(self.alarms)

    @property
    def faultless(self) -> bool:
        """Whether every coup is as its cards say, and every card can be there."""
        return not any(self.wrong.values())

    def named(self, language: str) -> "Evidence":
        """The same with bets called by their names in a language, where they have one there."""
        wagers = tuple(replace(wager, bet=wager.bet.named(language)) for wager in self.wagers)
        variant, fresh = self.variant.named(language), self.fresh.named(language)
        return replace(self, variant=variant, fresh=fresh, wagers=wagers)
