"""Several bets on one coup: how they are settled together, and what that makes of stakes on them.

Knows no names of files or library entries: bets, rules and shoes come in as values.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, product

from analyzer.analysis.money.law import Law
from analyzer.analysis.odds import LeftOut, Report, guard, odds, split
from analyzer.analysis.valuation import ROOT_DIGITS, Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Node
from analyzer.census.census import census, needs
from analyzer.census.gather import Split
from analyzer.errors import AnalyzerError, ConditionError
from analyzer.exact import grouped, root_text
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Shoe
from analyzer.shown import Shown

MOST_ASKED = 4096
"""Joint outcomes that one step of the search may ask about."""

Settled = tuple[str, ...]
"""The line that settles each bet, in the order of the bets."""


@dataclass(frozen=True)
class Joint(Shown):
    """Several bets on one coup, and the ways in which their lines settle them together.

    `report` values each bet alone. `outcomes` are the joint outcomes that can happen, each with its ways
    above zero, the likeliest first; they add up to `total`, and for each line to the ways of that line alone.

    A line's multiplier is drawn apart from the cards, and for each bet apart from the others.
    """

    report: Report
    outcomes: tuple[tuple[Settled, int], ...]

    def __post_init__(self) -> None:
        """Hold the joint ways to the total and to the ways of every bet alone."""
        if sum(ways for _, ways in self.outcomes) != self.total:
            raise ValueError(f"the ways of the joint outcomes do not add up to {self.total}")
        for place, value in enumerate(self.report.valuations):
            tally: Counter[str] = Counter()
            for lines, ways in self.outcomes:
                tally[lines[place]] += ways
            if any(tally[line] != ways for line, ways in value.ways.items()):
                raise ValueError(f"the joint ways of bet {value.bet.id!r} are not its ways alone")

    @property
    def valuations(self) -> tuple[Valuation, ...]:
        """What each bet is worth alone."""
        return self.report.valuations

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """The bets, in order."""
        return tuple(value.bet for value in self.valuations)

    @property
    def total(self) -> int:
        """All deals looked at."""
        return self.report.total_ways

    @property
    def left_out(self) -> LeftOut:
        """Every bet left out, with why."""
        return self.report.left_out

    def named(self, language: str) -> "Joint":
        """The same with rules and bets called by their names in a language, where they have one there."""
        return replace(self, report=self.report.named(language))

    def covariance(self, i: int, j: int) -> Fraction:
        """Covariance of the net gains of one unit on bet i and one on bet j; its variance where i is j."""
        one, other = self.valuations[i], self.valuations[j]
        if i == j:
            return one.variance
        mine, yours = self.nets[i], self.nets[j]
        both: Counter[tuple[str, str]] = Counter()
        for lines, ways in self.outcomes:
            both[lines[i], lines[j]] += ways
        mean = sum((mine[a] * yours[b] * ways for (a, b), ways in both.items()), Fraction(0)) / self.total
        return mean - one.ev * other.ev

    @cached_property
    def nets(self) -> list[dict[str, Fraction]]:
        """The net gain per unit staked by line id, for each bet; the mean where chance multiplies it."""
        return [bet.nets for bet in self.bets]

    @cached_property
    def covariances(self) -> tuple[tuple[Fraction, ...], ...]:
        """The covariance of every bet, a row each, with every bet; squared units."""
        places = range(len(self.bets))
        upper = {(i, j): self.covariance(i, j) for i in places for j in places if i <= j}
        return tuple(tuple(upper[min(i, j), max(i, j)] for j in places) for i in places)

    def correlation_squared(self, i: int, j: int) -> Fraction | None:
        """The correlation of bets i and j times its own size, −1 to 1; None where a bet's gain is certain."""
        variances = self.valuations[i].variance * self.valuations[j].variance
        if variances == 0:
            return None
        covariance = self.covariances[i][j]
        return covariance * abs(covariance) / variances

    def correlation(self, i: int, j: int) -> str | None:
        """The correlation as decimal text of 15 correct digits; None where a bet's gain is certain."""
        squared = self.correlation_squared(i, j)
        return None if squared is None else root_text(abs(squared), ROOT_DIGITS, squared < 0)

    def hedge(self, i: int, j: int) -> Fraction | None:
        """The stake on bet j, per unit on bet i, that leaves the least variance; None where j is certain.

        It is −cov/var(j); a negative one means that any stake on j adds to the variance.
        """
        variance = self.valuations[j].variance
        return -self.covariances[i][j] / variance if variance else None

    def law(self, stakes: Sequence[Fraction]) -> Law:
        """The law of the net gain of stakes on the bets, in their order."""
        return Law.of(
            (gain, chance * Fraction(ways, self.total))
            for lines, ways in self.outcomes
            for gain, chance in self.gains(lines, stakes).items()
        )

    def gains(self, lines: Settled, stakes: Sequence[Fraction]) -> dict[Fraction, Fraction]:
        """What stakes gain where these lines settle the bets, each gain with its probability then."""
        found = {Fraction(0): Fraction(1)}
        for outcomes, line, stake in zip(self._outcomes, lines, stakes, strict=True):
            if not stake:
                continue
            convolved: dict[Fraction, Fraction] = {}
            for (gain, chance), (net, odd) in product(found.items(), outcomes[line]):
                there = gain + stake * net
                convolved[there] = convolved.get(there, Fraction(0)) + chance * odd
            found = convolved
        return found

    @cached_property
    def _outcomes(self) -> list[dict[str, tuple[tuple[Fraction, Fraction], ...]]]:
        return [bet.outcomes for bet in self.bets]


def joint(
    rules: Rules,
    bets: Sequence[Bet],
    shoe: Shoe,
    *,
    dealt: Dealt = NOTHING,
    given: Condition | None = None,
    demanded: frozenset[str] = frozenset(),
    exhaustive: bool = False,
) -> Joint:
    """How several bets are settled together on a coup dealt from this shoe; takes what `odds` takes.

    Raises:
        ShoeError: as `odds`.
        ConditionError: the bets together need too many patterns.
        AnalyzerError: as `odds`; or there are too many joint outcomes.
    """
    report = odds(rules, bets, shoe, dealt=dealt, given=given, demanded=demanded, exhaustive=exhaustive)
    valued = [value.bet for value in report.valuations]
    splits = [split(bet) for bet in valued]
    counted = _counted(rules, splits, report, guard(given), exhaustive)
    lines = [tuple(bet.nets) for bet in valued]
    outcomes = [
        (tuple(ids[place] for ids, place in zip(lines, places, strict=True)), ways)
        for places, ways in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]
    return Joint(report, tuple(outcomes))


def _counted(
    rules: Rules, splits: Sequence[Split], report: Report, first: Split, exhaustive: bool
) -> dict[tuple[int, ...], int]:
    """The ways of every joint outcome that this shoe can bring: the outcome of each split, in order.

    One split after another divides the outcomes found so far, and what has no ways is dropped at once: few
    of all combinations can happen. Splits that need the cards told apart finely come last, so that the
    patterns are few for as long as possible.
    """
    _plan_together(rules, first + tuple(chain.from_iterable(splits)), report.dealt, exhaustive)
    order = sorted(
        dict.fromkeys(splits),
        key=lambda one: FINENESSES.index(needs(rules, first + one, report.dealt, exhaustive).fineness),
    )
    found: dict[tuple[int, ...], tuple[Node, ...]] = {(): ()}
    ways = [report.total_ways]
    for number, divided in enumerate(order, 1):
        asked = {
            (*places, outcome): trees if tree is None or tree in trees else (*trees, tree)
            for places, trees in found.items()
            for outcome, tree in enumerate((*(line.tree for line in divided), None))
        }
        if len(asked) > MOST_ASKED:
            raise AnalyzerError(
                f"expected bets of which a step asks about at most {grouped(MOST_ASKED)} joint outcomes, got "
                f"{grouped(len(asked))} with {number} of {len(order)} bets; ask for fewer bets at once"
            )
        counted = _ways(rules, asked, report, first, exhaustive)
        found = {places: trees for (places, trees), n in zip(asked.items(), counted, strict=True) if n}
        ways = [n for n in counted if n]
    position = [order.index(one) for one in splits]
    return {tuple(places[index] for index in position): n for places, n in zip(found, ways, strict=True)}


def _plan_together(rules: Rules, conditions: Split, dealt: Dealt, exhaustive: bool) -> None:
    """Refuse bets that need too many patterns together before any are counted."""
    try:
        needs(rules, conditions, dealt, exhaustive)
    except ConditionError as error:
        raise ConditionError(f"the bets together: {error}, or ask for fewer bets at once") from None


def _ways(
    rules: Rules,
    asked: Mapping[tuple[int, ...], tuple[Node, ...]],
    report: Report,
    first: Split,
    exhaustive: bool,
) -> list[int]:
    """The ways in which all phrases of a joint outcome hold, and of none asked about before it."""
    together = [Condition(_text(places), All(trees)) for places, trees in asked.items() if trees]
    [counted] = census(rules, [(*first, *together)], report.dealt, exhaustive).ways(report.shoe)
    return counted[len(first) :][: len(asked)]


def _text(places: Iterable[int]) -> str:
    """What tells a joint outcome from others; nobody reads it."""
    return " ".join(map(str, places))
