"""The next coup after one or two coups of which only the results are known, exact and in whole numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from math import isqrt

import numpy as np

from analyzer.analysis.odds import odds
from analyzer.analysis.question import FINENESS_WORDS, Question, answerable, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.census.program import Numbers
from analyzer.census.two_coups import UsedUp, one_coup, outcome_pairs, two_coups
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import falling, quoted
from analyzer.game.coup import WINNERS, Winner
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import plural

_WON = [Line(hand, Condition.parse(f"{hand}_wins"), Fraction(0)) for hand in ("player", "banker")]
RESULT = Bet("result", "Result", tuple(_WON))  # Not a real bet: its lines are the results; `lose` is a Tie.
MOST_BEFORE = 2  # The most earlier coups.
_BITS = 21  # Bits of a prime: a sum of 2²⁰ products of two remainders then stays below 2⁶², exact in 64 bits.


@dataclass(frozen=True)
class Following:
    """The next coup after some results, in any order.

    Each order of these results has `ways` of `total` ordered deals; the next coup is valued given them.
    """

    before: tuple[Winner, ...]
    ways: int
    total: int
    result: Valuation
    valuations: tuple[Valuation, ...]

    @property
    def probability(self) -> Fraction:
        """The probability that the first coups have these results in this order."""
        return Fraction(self.ways, self.total)

    def of(self, winner: Winner) -> Fraction:
        """The probability of a result of the next coup."""
        return self.result.probability(LOSE if winner == "tie" else winner)

    @property
    def banker_share(self) -> Fraction | None:
        """The probability that Banker wins the next coup if it is not a Tie; None if it must be a Tie."""
        banker, player = self.result.ways["banker"], self.result.ways["player"]
        return Fraction(banker, banker + player) if banker + player else None


@dataclass(frozen=True, repr=False)
class Successive(Answer):
    """The next coup of a shoe: first without earlier results, then after each that can happen."""

    question: Question
    followings: tuple[Following, ...]

    def __post_init__(self) -> None:
        """Check that the mean EVs over the results of one coup, and of two, equal those without results."""
        first, *others = self.followings
        for coups in {len(other.before) for other in others}:
            # Two different results stand for both of their orders.
            chances = [
                (following, len(set(following.before)) * following.probability)
                for following in others
                if len(following.before) == coups
            ]
            if sum(chance for _, chance in chances) != 1:
                raise ValueError(f"the probabilities of the results of {coups} coups do not add up to 1")
            for place, value in enumerate(first.valuations):
                if sum(chance * after.valuations[place].ev for after, chance in chances) != value.ev:
                    raise ValueError(f"the mean EV of bet {value.bet.id!r} after {coups} coups is not its EV")

    def after(self, *before: Winner) -> Following:
        """The next coup after these results.

        Raises AnalyzerError if these results were not asked about, or cannot happen.
        """
        wanted = sorted(before)
        for following in self.followings:
            if sorted(following.before) == wanted:
                return following
        raise AnalyzerError(
            "expected results of up to {most} coups that were asked about and can happen, got {results}",
            most=MOST_BEFORE,
            results=quoted(" ".join(before)),
        )


def successive(question: Question, coups: int = 1) -> Successive:
    """The next coup after each result of the coup before, or of the two before, from the top of a shoe.

    The order of two results does not matter. `coups` is the greatest number of earlier coups, 0 to 2; the
    shoe is the one before the first of them.

    Raises:
        ShoeError: the shoe has too few cards for that many coups and one more.
        AnalyzerError: the number of coups is out of range, or the points of cards do not settle a bet.
    """
    if type(coups) is not int or not 0 <= coups <= MOST_BEFORE:
        raise AnalyzerError(
            "expected 0 to {most} earlier coups, got {coups}", most=MOST_BEFORE, coups=quoted(coups)
        )
    rules, bets, shoe = question.rules, question.bets, question.shoe
    fewest = (coups + 1) * rules.cards_from_shoe
    if shoe.size < fewest:
        raise ShoeError(
            plural(
                "expected at least {fewest} cards for {n} coup, got a shoe of {size}",
                "expected at least {fewest} cards for {n} coups, got a shoe of {size}",
                coups + 1,
                fewest=fewest,
                size=shoe.size,
            )
        )
    by_points = shoe.coarsen("points")
    if coarse := answerable(replace(question, demanded=frozenset()), "points")[1]:
        bet, need = coarse[0]
        raise AnalyzerError(
            "expected bets that can be settled by points, got {bet}, which needs {need}",
            bet=repr(bet.reference),
            need=FINENESS_WORDS[need],
        )
    report = odds(Question.of(rules, (RESULT, *bets), by_points))
    result, *values = report.valuations
    followings = [Following((), report.total_ways, report.total_ways, result, tuple(values))]
    if coups >= 1:
        before = [(winner,) for winner in WINNERS]
        followings += _after(rules, bets, by_points, before, one_coup(rules, split(RESULT)))
    if coups >= MOST_BEFORE:
        two = [(WINNERS[a], WINNERS[b]) for a, b in outcome_pairs(len(WINNERS))]
        followings += _after(rules, bets, by_points, two, two_coups(rules, split(RESULT)))
    return Successive(question, tuple(followings))


def _after(
    rules: Rules, bets: Sequence[Bet], shoe: Shoe, before: Sequence[tuple[Winner, ...]], used: UsedUp
) -> Iterator[Following]:
    """The coup after each of the results `before`, which are in the order of the columns of `used.orders`."""
    valued = (RESULT, *bets)
    counts = np.array(shoe.counts)
    # Cards that the shoe does not contain cannot be used up.
    possible = (used.held <= counts).all(axis=1)
    held, orders = used.held[possible], used.orders[possible]
    tallies = census(rules, list(map(split, valued))).tallies(counts - held, "points")
    next_coup = rules.cards_from_shoe
    total = falling(shoe.size, used.most + next_coup)
    # The cards that the earlier coups could have used, but did not, can be in any order.
    left = [falling(shoe.size - n - next_coup, used.most - n) for n in range(used.most + 1)]
    sums = _sums(held, shoe.counts, left, orders, np.concatenate(tallies, axis=1), total)
    for results, row in zip(before, sums, strict=True):
        if ways := sum(row[: len(RESULT.nets)]):
            columns = iter(row)
            result, *values = (
                Valuation(bet, ways, {line: next(columns) for line in bet.nets}) for bet in valued
            )
            yield Following(results, ways, total, result, tuple(values))


def _sums(
    held: Numbers, counts: Sequence[int], left: Sequence[int], orders: Numbers, ways: Numbers, total: int
) -> list[list[int]]:
    """Σ over multisets, one per row, of ∏ (n)ₘ · left · orders · ways, by column of orders and of ways."""
    # Each sum is at most `total`, so it is found modulo primes whose product is greater (Chinese remainder
    # theorem). `left` is indexed by the number of cards of a multiset.
    if len(held) >= 2**20:
        raise ValueError(f"expected fewer than 2^20 multisets, got {len(held)}")
    # Columns that are equal are added up once: every bet on a hand has the same ways to win.
    columns = [column.tobytes() if ways.dtype != object else tuple(column) for column in ways.T]
    place = {key: number for number, key in enumerate(dict.fromkeys(columns))}
    distinct = ways[:, [columns.index(key) for key in place]]
    size, most = held.sum(axis=1), held.max(axis=0, initial=0).tolist()
    modulus, sums = 1, np.zeros((orders.shape[1], distinct.shape[1]), dtype=object)
    for prime in _primes():
        weight = np.array([n % prime for n in left])[size]
        for kind, cards in enumerate(counts):
            ordered = np.array([falling(cards, m) % prime for m in range(most[kind] + 1)])
            weight = weight * ordered[held[:, kind]] % prime
        weighed = orders * weight[:, None] % prime
        remainders = np.asarray(weighed.T @ (distinct % prime).astype(np.int64) % prime).astype(object)
        sums = sums + modulus * ((remainders - sums) * pow(modulus, -1, prime) % prime)
        modulus *= prime
        if modulus > total:
            break
    return [[row[place[key]] for key in columns] for row in sums.tolist()]


def _primes() -> Iterator[int]:
    """Primes below 2²¹, in descending order."""
    for number in count(2**_BITS - 1, -2):
        if all(number % divisor for divisor in range(3, isqrt(number) + 1, 2)):
            yield number
