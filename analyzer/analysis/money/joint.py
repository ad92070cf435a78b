"""Several bets on one coup: how they are settled together, and what stakes on them gain.

Knows no names of files or library entries: bets, rules and shoes come in as values.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product

from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Excluded, Question, guard, split
from analyzer.analysis.valuation import ROOT_DIGITS, Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Node
from analyzer.census.census import census, needs
from analyzer.census.collect import Split
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ConditionError
from analyzer.exact import grouped, root_text
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES

MOST_ASKED = 4096
"""Joint outcomes that one step of the search may count."""

Settled = tuple[str, ...]
"""The line that settles each bet, in the order of the bets."""


@dataclass(frozen=True, repr=False)
class Joint(Answer):
    """Several bets on one coup, and the ways in which their lines settle them together.

    `report` values each bet alone. `outcomes` are the joint outcomes that can happen, each with its ways
    above zero, the likeliest first; they add up to `total`, and for each line to the ways of that line alone.

    A line's multiplier is independent of the cards and of the multipliers of other bets.
    """

    report: Report
    outcomes: tuple[tuple[Settled, int], ...]

    def __post_init__(self) -> None:
        """Check the joint ways against the total and the ways of every bet alone."""
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
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return self.report.excluded

    @property
    def question(self) -> Question:
        """What was asked."""
        return self.report.question

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

    def law(self, stakes: Sequence[Fraction]) -> Distribution:
        """The distribution of the net gain of stakes on the bets, in their order."""
        return Distribution.of(
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
            convolved: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
            for (gain, chance), (net, odd) in product(found.items(), outcomes[line]):
                convolved[gain + stake * net] += chance * odd
            found = convolved
        return found

    @cached_property
    def _outcomes(self) -> list[dict[str, tuple[tuple[Fraction, Fraction], ...]]]:
        return [bet.outcomes for bet in self.bets]


def joint(question: Question) -> Joint:
    """How several bets are settled together on a coup dealt from this shoe.

    Raises:
        ShoeError: as `odds`.
        ConditionError: the bets together need too many patterns.
        AnalyzerError: as `odds`; or there are too many joint outcomes.
    """
    report = odds(question)
    valued = [value.bet for value in report.valuations]
    splits = [split(bet) for bet in valued]
    counted = _counted(question.rules, splits, report, guard(question.given), question.exhaustive)
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

    One split after another divides the outcomes found so far, and outcomes without ways are dropped at once:
    few of all combinations can happen. Splits that distinguish most cards come last, so that the patterns
    are few for as long as possible.
    """
    try:  # whether all together need too many patterns, before any are counted
        needs(rules, first + tuple(chain.from_iterable(splits)), report.dealt, exhaustive)
    except ConditionError as error:
        raise ConditionError(f"the bets together: {error}, or ask for fewer bets at once") from None
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
        # A deal is counted for the first outcome whose conditions hold; the texts only have to differ.
        together = [Condition(str(places), All(trees)) for places, trees in asked.items() if trees]
        [all_ways] = census(rules, [(*first, *together)], report.dealt, exhaustive).ways(report.shoe)
        counted = all_ways[len(first) :][: len(asked)]
        found = {places: trees for (places, trees), n in zip(asked.items(), counted, strict=True) if n}
        ways = [n for n in counted if n]
    position = [order.index(one) for one in splits]
    return {tuple(places[index] for index in position): n for places, n in zip(found, ways, strict=True)}
