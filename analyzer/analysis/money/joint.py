"""Several bets on one coup: how they are settled together, and what stakes on them gain."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product

from analyzer.analysis.money.distribution import Distribution
from analyzer.analysis.odds import OnReport, Report, odds
from analyzer.analysis.question import Question, guard, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Node
from analyzer.census.census import census, needs
from analyzer.census.collect import Split
from analyzer.errors import AnalyzerError, ConditionError
from analyzer.exact import root_float
from analyzer.game.shoe import FINENESSES

MOST_ASKED = 4096  # The most joint outcomes that one step of the search may count.
Settled = tuple[str, ...]  # The line that settles each bet, in the order of the bets.


@dataclass(frozen=True, repr=False)
class Joint(OnReport):
    """Several bets on one coup, and the ways in which their lines settle them together.

    `report` values each bet alone. `outcomes` are the joint outcomes that can happen, each with its ways, the
    likeliest first. A line's multiplier is independent of the cards and of other multipliers.
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
        """The ordered deals that agree with what is known."""
        return self.report.total_ways

    def covariance(self, i: int, j: int) -> Fraction:
        """Covariance of the net gains of one unit on bet i and one on bet j; the variance where i is j."""
        if i == j:
            return self.valuations[i].variance
        pairs: Counter[tuple[str, str]] = Counter()
        for lines, ways in self.outcomes:
            pairs[lines[i], lines[j]] += ways
        nets_i, nets_j = self.nets[i], self.nets[j]
        total = sum((nets_i[a] * nets_j[b] * ways for (a, b), ways in pairs.items()), Fraction(0))
        return total / self.total - self.valuations[i].ev * self.valuations[j].ev

    @cached_property
    def nets(self) -> list[Mapping[str, Fraction]]:
        """The net gain per unit staked by line id, for each bet; the mean for a random multiplier."""
        return [bet.nets for bet in self.bets]

    @cached_property
    def covariances(self) -> tuple[tuple[Fraction, ...], ...]:
        """The covariance of every bet with every bet, one row per bet, in squared units."""
        places = range(len(self.bets))
        upper = {(i, j): self.covariance(i, j) for i in places for j in places if i <= j}
        return tuple(tuple(upper[min(i, j), max(i, j)] for j in places) for i in places)

    def correlation_squared(self, i: int, j: int) -> Fraction | None:
        """The squared correlation of bets i and j with the correlation's sign; None if a gain is certain."""
        variances = self.valuations[i].variance * self.valuations[j].variance
        if variances == 0:
            return None
        covariance = self.covariances[i][j]
        return covariance * abs(covariance) / variances

    def correlation(self, i: int, j: int) -> float | None:
        """The correlation, the float nearest to its exact value; None if a bet's gain is certain."""
        squared = self.correlation_squared(i, j)
        return None if squared is None else root_float(abs(squared), squared < 0)

    def hedge(self, i: int, j: int) -> Fraction | None:
        """The stake on bet j, per unit on bet i, that leaves the least variance; None if j's gain is certain.

        If it is negative, any stake on j adds to the variance.
        """
        variance = self.valuations[j].variance
        return -self.covariances[i][j] / variance if variance else None

    def distribution(self, stakes: Sequence[Fraction]) -> Distribution:
        """The distribution of the net gain of stakes on the bets, in their order."""
        return Distribution.of(
            (gain, chance * Fraction(ways, self.total))
            for lines, ways in self.outcomes
            for gain, chance in self.gains(lines, stakes).items()
        )

    def gains(self, lines: Settled, stakes: Sequence[Fraction]) -> dict[Fraction, Fraction]:
        """What stakes gain if these lines settle the bets: each gain with its conditional probability."""
        gains = {Fraction(0): Fraction(1)}
        for outcomes, line, stake in zip(self._outcomes, lines, stakes, strict=True):
            if stake:
                convolved: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
                for (gain, chance), (net, odd) in product(gains.items(), outcomes[line]):
                    convolved[gain + stake * net] += chance * odd
                gains = convolved
        return gains

    @cached_property
    def _outcomes(self) -> list[Mapping[str, tuple[tuple[Fraction, Fraction], ...]]]:
        return [bet.outcomes for bet in self.bets]


def joint(question: Question) -> Joint:
    """How several bets are settled together on a coup dealt from this shoe.

    Raises ShoeError and AnalyzerError as `odds` does; AnalyzerError also if there are too many joint
    outcomes; ConditionError if the bets together need too many patterns.
    """
    report = odds(question)
    valued = [value.bet for value in report.valuations]
    counted = _counted(report, [split(bet) for bet in valued])
    lines = [tuple(bet.nets) for bet in valued]
    outcomes = [
        (tuple(ids[place] for ids, place in zip(lines, places, strict=True)), ways)
        for places, ways in sorted(counted.items(), key=lambda outcome: (-outcome[1], outcome[0]))
    ]
    return Joint(report, tuple(outcomes))


def _counted(report: Report, splits: Sequence[Split]) -> dict[tuple[int, ...], int]:
    """The ways of every joint outcome possible on this shoe, given as the place of each split's outcome."""
    rules, dealt, exhaustive = report.rules, report.dealt, report.question.exhaustive
    cards = report.question.cards
    first = guard(report.given)
    try:  # refuse bets that together need too many patterns before any are counted
        needs(rules, first + tuple(chain.from_iterable(splits)), dealt, exhaustive, cards)
    except ConditionError as error:
        raise ConditionError(
            "the bets together: {fault}, or ask for fewer bets at once", fault=error.message
        ) from None
    # Splits that distinguish the most cards come last, so that patterns stay few for as long as possible.
    order = sorted(
        dict.fromkeys(splits),
        key=lambda lines: FINENESSES.index(needs(rules, first + lines, dealt, exhaustive, cards).fineness),
    )
    # Each split divides the outcomes so far. Those without ways are dropped at once: few can happen together.
    possible: dict[tuple[int, ...], tuple[Node, ...]] = {(): ()}
    ways = [report.total_ways]
    for number, lines in enumerate(order, 1):
        divided = {
            (*places, outcome): trees if tree is None or tree in trees else (*trees, tree)
            for places, trees in possible.items()
            for outcome, tree in enumerate((*(line.tree for line in lines), None))
        }
        if len(divided) > MOST_ASKED:
            raise AnalyzerError(
                "expected at most {most} joint outcomes to count at once, got {n} with {number} of {all} "
                "bets; ask for fewer bets at once",
                most=MOST_ASKED,
                n=len(divided),
                number=number,
                all=len(order),
            )
        # A deal counts for the first outcome whose conditions hold; their texts only have to differ.
        conditions = [Condition(str(places), All(trees)) for places, trees in divided.items() if trees]
        [all_ways] = census(rules, [(*first, *conditions)], dealt, exhaustive, cards).ways(report.shoe)
        counted = all_ways[len(first) :][: len(divided)]
        possible = {places: trees for (places, trees), n in zip(divided.items(), counted, strict=True) if n}
        ways = [n for n in counted if n]
    position = [order.index(lines) for lines in splits]
    return {tuple(places[index] for index in position): n for places, n in zip(possible, ways, strict=True)}
