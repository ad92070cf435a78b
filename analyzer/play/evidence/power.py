"""What is known about the tests before there is a record: what each needs, and what it could find.

A test finds a departure from fair dealing if its p-value is at most its share of the alarm rate. Near fair
dealing its statistic is normal with a shifted mean, or noncentral χ²; the square of the shift is proportional
to the number of coups and to the square of the departure. So one number per test answers two questions: how
many coups are needed to find a departure with 90% probability, and how small a departure these coups find.

Source: P. B. Patnaik, The non-central χ² and F distributions and their applications (1949).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, erfc, exp, gamma, inf, log, sqrt

import numpy as np

from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.play.evidence import composition, order
from analyzer.play.evidence.composition import PARTITIONS
from analyzer.play.evidence.copies import Bound
from analyzer.play.evidence.result import Departure
from analyzer.play.evidence.statistics import chi_squared
from analyzer.play.evidence.sums import TABLES

POWER = 0.9
"""The probability with which a departure is found."""

HALF = Fraction(1, 2)
"""The share of the false-alarm rate that belongs to the tests of outcomes and bets."""

_COPIED = 0.05
"""The share of shoes that are copies in the departure that is reported."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much was recorded or will be: coups with a result, coups with all cards, and shoes.

    A shoe has `cards` cards. `chances` has the probabilities of the sorts of coups on the fresh shoe, by the
    way of sorting; `per_coup` is the mean number of cards from the shoe per coup, `points` the variance of a
    card's points, and `variances` has the variance of each bet's net, by reference.
    """

    shoes: int
    coups: int
    with_cards: int
    cards: int
    chances: Mapping[str, Mapping[str, float]]
    per_coup: float
    points: float
    variances: Mapping[str, float]

    @classmethod
    def of(cls, fresh: Report, shoes: int, coups: int, with_cards: int) -> "Size":
        """This many shoes and coups of the game whose bets `fresh` values on the fresh shoe."""
        chances = {
            table.bet.id: {line: float(Fraction(ways, table.total)) for line, ways in table.ways.items()}
            for table in odds(Question.of(fresh.rules, TABLES, fresh.shoe)).valuations
        }
        numbers = {"nobody": 4, "player": 5, "banker": 5, "both": 6}
        per_coup = sum(chance * numbers.get(sort, 0) for sort, chance in chances["drawing"].items())
        points, share = np.arange(10), np.array(fresh.shoe.points) / fresh.shoe.size
        return cls(
            shoes,
            coups,
            with_cards,
            fresh.shoe.size,
            chances,
            per_coup - (6 - fresh.rules.cards_from_shoe),
            float(share @ points**2 - (share @ points) ** 2),
            {value.bet.reference: float(value.variance) for value in fresh.valuations},
        )

    @property
    def winners(self) -> list[float]:
        """The probability of each winner."""
        return list(self.chances["results"].values())

    @property
    def in_order(self) -> float:
        """The number of coups in tests of order, which leave out the last two of each shoe."""
        return max(0.0, self.coups - 2.0 * self.shoes)

    @property
    def shares(self) -> tuple[float, float, float]:
        """The shares of Player and Banker among coups that are not Ties, and the share of such coups."""
        player, banker = self.chances["results"]["player"], self.chances["results"]["banker"]
        won = player + banker
        return (player / won, banker / won, won) if player and banker else (0.0, 0.0, 0.0)

    def shift(self, table: str, more: str, less: str) -> float:
        """The noncentrality per coup if one sort is more likely by 1 and another less; 0 if impossible."""
        one, other = self.chances[table][more], self.chances[table][less]
        return 1 / one + 1 / other if one and other else 0.0


Information = Callable[[Size], float]
"""The information in a record: the squared shift, in squared standard deviations, for a departure of 1."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a test beforehand.

    The record must have all of `needs`; `lacks` is the id of what there may still be too little of, and
    `least` is how much of that the test needs. The reported departure is `size`, and `most` is the largest
    possible one. The law has `degrees` degrees of freedom, and `lags` lags share the level.
    """

    needs: tuple[str, ...]
    size: float
    information: Information
    degrees: int = 1
    lags: int = 1
    most: Callable[[Size], float] = lambda _: 1.0
    lacks: str = "few coups"
    least: int = order.FEWEST


def _sort(table: str, more: str, less: str) -> Known:
    """A departure in which one sort of coups is more frequent and another correspondingly less."""
    return Known(_CARDS, 0.01, lambda size: size.with_cards * size.shift(table, more, less), 3)


def _repeats(lags: Sequence[int]) -> Known:
    def information(size: Size) -> float:
        player, banker, won = size.shares
        # A sequence of wins has one comparison fewer than wins; conditioning on its counts costs about one.
        coups = size.in_order * won - 2 * lags[-1] * size.shoes
        return coups / (2 * player * banker) ** 2 if won and coups > 0 else 0.0

    return Known(_RESULTS, 0.05, information, lags=len(lags), most=lambda _: 0.5)


def _shoe_to_shoe(size: Size) -> float:
    won = size.shares[2]
    return size.in_order * (1 - 1 / size.shoes) * won * won * 4 if size.shoes > 1 else 0.0


def _points_trend(size: Size) -> float:
    # The mean of four cards has a quarter of the variance; places evenly spaced over a shoe have 1/12.
    return max(0.0, size.with_cards - 2.0 * size.shoes) / 12 * 4 / size.points if size.points else 0.0


def _neighbours(needs: tuple[str, ...], variance: float) -> Known:
    return Known(
        needs,
        0.05,
        lambda size: size.with_cards * size.per_coup / variance,
        lags=len(composition.LAGS),
        lacks="few read",
        least=composition.FEWEST,
    )


def _frequencies(id: str, departure: float, most: Callable[[Size], float], share: bool = False) -> Known:
    """A departure: one of several equally frequent kinds lacks some cards in each shoe, or a share of it."""
    kinds = len(PARTITIONS[id][2])

    def information(size: Size) -> float:
        dealt = min(size.cards - 1.0, size.with_cards * size.per_coup / size.shoes)
        # One card fewer changes the number dealt of its kind by −n/N; the variance is without replacement.
        one = (kinds - 1) * dealt * (size.cards - 1) / (size.cards**2 * (size.cards - dealt))
        return size.shoes * one * ((size.cards * kinds / (kinds - 1)) ** 2 if share else 1)

    needs = _CARDS if id == "ranks" else _SUITS
    return Known(needs, departure, information, kinds - 1, most=most, lacks="few cards", least=kinds)


_RESULTS, _CARDS, _SUITS = ("results",), ("cards",), ("cards", "suits")

OUTCOMES: dict[str, Known] = {
    "results": Known(
        _RESULTS,
        0.01,
        lambda size: size.coups * size.shift("results", "banker", "player"),
        2,
        most=lambda size: size.chances["results"]["player"],
    ),
    "pairs": _sort("pairs", "player", "none"),
    "naturals": _sort("naturals", "player", "none"),
    "drawing": _sort("drawing", "banker", "nobody"),
}
"""The ways of sorting coups."""

PATTERNS: dict[str, Known] = {
    "card-copies": Known(_CARDS, 30, lambda size: size.per_coup, lacks="no copy", least=0),
    "result-copies": Known(_RESULTS, 60, lambda _: 1.0, lacks="no copy", least=0),
    "runs": _repeats((1,)),
    "lags": _repeats(order.LAGS),
    "trend": Known(
        _RESULTS, 0.1, lambda size: size.in_order / 12 * size.shift("results", "banker", "player"), 2
    ),
    "shoe-to-shoe": Known(_RESULTS, 0.05, _shoe_to_shoe, most=lambda _: 0.5),
    "points-trend": Known(_CARDS, 0.5, _points_trend, most=lambda _: 9.0),
    "card-lags": _neighbours(_CARDS, 1),
    "suit-lags": _neighbours(_SUITS, 3 / 16),
    "suits": _frequencies("suits", 0.01, lambda _: 0.75, share=True),
    "ranks": _frequencies("ranks", 1.0, lambda size: size.cards / 13),
    "cards": _frequencies("cards", 1.0, lambda size: size.cards / 52),
}
"""The tests of order, cards and copies, in page order; for copies, the information is places per coup."""


def departures(
    size: Size,
    alpha: Fraction,
    outcomes: Sequence[str | Bet],
    patterns: Sequence[str],
    bounds: Mapping[str, Bound],
) -> Iterator[Departure]:
    """For each test that runs: a departure, the number of coups needed to find it, and the smallest found.

    `outcomes` has ways of sorting coups, by id, and bets. `bounds` has the bounds of the tests of copies.
    """
    half = float(alpha * HALF)
    for one in outcomes:
        level = (half if patterns else float(alpha)) / len(outcomes)
        if isinstance(one, str):
            yield from _departure(one, OUTCOMES[one], size, level)
        else:
            variance = size.variances[one.reference]
            known = Known(_RESULTS, 0.05, lambda size, v=variance: size.coups / v, most=lambda _: inf)  # type: ignore[misc]
            yield from _departure("bet", known, size, level, one)
    for id in patterns:
        level = half / len(patterns)
        if id in bounds:
            yield from _copies(id, size, bounds[id].shortest(level))
        else:
            yield from _departure(id, PATTERNS[id], size, level)


def _departure(
    id: str, known: Known, size: Size, level: float, bet: Bet | None = None
) -> Iterator[Departure]:
    needed, found = noncentrality(level / known.lags, known.degrees), known.information(size)
    if found > 0:
        coups = size.coups if known.needs == _RESULTS else size.with_cards
        again, smallest = ceil(coups * needed / (found * known.size**2)), sqrt(needed / found)
        least = Fraction(smallest) if smallest <= known.most(size) else None
        yield Departure(id, bet, Fraction(str(known.size)), again, least)


def _copies(id: str, size: Size, shortest: int) -> Iterator[Departure]:
    """A run of some length, which is found wherever it occurs; and a share of shoes that are copies."""
    known = PATTERNS[id]
    again = ceil(2 * known.size / known.information(size))
    yield Departure(id, None, Fraction(known.size), again, Fraction(shortest))
    if size.shoes > 1:
        # If each shoe is a copy with this probability, the probability that none is a copy is 10%.
        part = 1 - (1 - POWER) ** (1 / size.shoes)
        shoes = ceil(log(1 - POWER) / log(1 - _COPIED))
        coups = size.coups if known.needs == _RESULTS else size.with_cards
        again, copied = ceil(shoes * coups / size.shoes), Fraction(str(_COPIED))
        yield Departure(id.replace("copies", "shoes"), None, copied, again, Fraction(part))


@lru_cache
def noncentrality(level: float, degrees: int) -> float:
    """The noncentrality at which χ² exceeds its critical value at a level with 90% probability."""
    critical = _root(lambda x: -float(chi_squared(np.array([x]), degrees)[0]), -level)
    return _root(lambda shift: _tail(critical, degrees, shift), POWER)


def _root(rising: Callable[[float], float], value: float) -> float:
    """The argument, between 0 and 10,000, at which a rising function has a value."""
    low, high = 0.0, 1e4
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < value else (low, middle)
    return high


def _tail(x: float, degrees: int, shift: float) -> float:
    """The probability that noncentral χ² is at least x: a Poisson mixture of central χ² tails."""
    if shift > 1400:
        return 1.0
    # Q(a + 1) = Q(a) + xᵃe⁻ˣ/Γ(a + 1), from Q(1/2) or Q(1) on.
    half, first = x / 2, 1 - degrees % 2 / 2
    terms = half**first * exp(-half) / gamma(first + 1) * np.cumprod([1, *half / np.arange(first + 1, 2000)])
    tails = np.cumsum([erfc(sqrt(half)) if degrees % 2 else exp(-half), *terms])[(degrees - 1) // 2 :]
    weights = exp(-shift / 2) * np.cumprod([1, *shift / 2 / np.arange(1, len(tails))])
    return float(weights @ np.minimum(1.0, tails))
