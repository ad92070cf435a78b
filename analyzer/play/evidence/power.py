"""The tests as they are known before there is a record: what each needs, and what it could find.

A test finds a departure from fair dealing if its p-value is no more than its part of the alarm rate. Near
fair dealing its statistic is normal with a shifted mean, or noncentral χ²; the square of the shift grows with
the number of coups and with the square of the departure. So one number per test answers both questions: in
how many coups is a departure found with a probability of 90%, and how small a departure do these coups find.

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
"""The part of the rate of false alarms that belongs to the tests of outcomes and bets."""

_COPIED = 0.05
"""The part of shoes that is copied in the departure named."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much was recorded, or is to be: coups with a result, those with all cards, and shoes.

    A shoe holds `cards`. `chances` are the probabilities of sorts of coups on the fresh shoe, by the way to
    sort them; `per_coup` is the mean number of cards of a coup, `points` the variance of a card's points,
    and `variances` that of the net of each bet, by reference.
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
        """So much of the game whose bets are valued on the fresh shoe."""
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
        """The coups of tests of order: without the last two of each shoe."""
        return max(0.0, self.coups - 2.0 * self.shoes)

    @property
    def shares(self) -> tuple[float, float, float]:
        """The parts of Player and of Banker among coups won, and the part of these among all coups."""
        player, banker = self.chances["results"]["player"], self.chances["results"]["banker"]
        won = player + banker
        return (player / won, banker / won, won) if player and banker else (0.0, 0.0, 0.0)

    def shift(self, table: str, more: str, less: str) -> float:
        """The noncentrality of one coup if a sort comes more often by 1, another less; 0 if it cannot."""
        one, other = self.chances[table][more], self.chances[table][less]
        return 1 / one + 1 / other if one and other else 0.0


Information = Callable[[Size], float]
"""What one record says: the squared shift, in squared standard deviations, for a departure of 1."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a test beforehand.

    It needs a record to have all of `needs`; `lacks` says, by id, what there may still be too little of, and
    `least` how much of that it needs. It finds the departure `size`, `most` being the largest that there can
    be. Its law has `degrees` of freedom, and this many `lags` share its level.
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
    """One sort of coups comes more often, another correspondingly less often."""
    return Known(_CARDS, 0.01, lambda size: size.with_cards * size.shift(table, more, less), 3)


def _repeats(lags: Sequence[int]) -> Known:
    def information(size: Size) -> float:
        player, banker, won = size.shares
        # Each sequence of wins has one comparison less than wins, and knowing its counts costs about another.
        coups = size.in_order * won - 2 * lags[-1] * size.shoes
        return coups / (2 * player * banker) ** 2 if won and coups > 0 else 0.0

    return Known(_RESULTS, 0.05, information, lags=len(lags), most=lambda _: 0.5)


def _shoe_to_shoe(size: Size) -> float:
    won = size.shares[2]
    return size.in_order * (1 - 1 / size.shoes) * won * won * 4 if size.shoes > 1 else 0.0


def _points_trend(size: Size) -> float:
    # The mean of four cards has a quarter of the variance; places spread evenly over a shoe have 1/12.
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
    """Cards of one of some equally frequent kinds are missing from each shoe; or a share of its cards is."""
    kinds = len(PARTITIONS[id][2])

    def information(size: Size) -> float:
        dealt = min(size.cards - 1.0, size.with_cards * size.per_coup / size.shoes)
        # One card less moves what is dealt of its kind by −n/N, with a variance of draws without replacement.
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
"""The ways to sort coups."""

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
"""The tests of order, cards and copies, in the order of pages; information on copies is places per coup."""


def departures(
    size: Size,
    alpha: Fraction,
    outcomes: Sequence[str | Bet],
    patterns: Sequence[str],
    bounds: Mapping[str, Bound],
) -> Iterator[Departure]:
    """For each test that runs: a departure, the number of coups in which it is found, and the least found.

    `outcomes` are ways to sort coups, by id, and bets. `bounds` are those of the tests of copies.
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
    """A run of some length, which is found wherever it occurs; and a share of the shoes that is copied."""
    known = PATTERNS[id]
    again = ceil(2 * known.size / known.information(size))
    yield Departure(id, None, Fraction(known.size), again, Fraction(shortest))
    if size.shoes > 1:
        # If each shoe is a copy with this probability, none of them is one with a probability of 10%.
        part = 1 - (1 - POWER) ** (1 / size.shoes)
        shoes = ceil(log(1 - POWER) / log(1 - _COPIED))
        coups = size.coups if known.needs == _RESULTS else size.with_cards
        again, copied = ceil(shoes * coups / size.shoes), Fraction(str(_COPIED))
        yield Departure(id.replace("copies", "shoes"), None, copied, again, Fraction(part))


@lru_cache
def noncentrality(level: float, degrees: int) -> float:
    """How far χ² must be shifted to exceed its critical value at a level with a probability of 90%."""
    critical = _root(lambda x: -float(chi_squared(np.array([x]), degrees)[0]), -level)
    return _root(lambda shift: _tail(critical, degrees, shift), POWER)


def _root(rising: Callable[[float], float], value: float) -> float:
    """Where a rising function has a value, between 0 and 10,000."""
    low, high = 0.0, 1e4
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < value else (low, middle)
    return high


def _tail(x: float, degrees: int, shift: float) -> float:
    """The probability that noncentral χ² is at least x: a Poisson mixture of central ones."""
    if shift > 1400:
        return 1.0
    # Q(a + 1) = Q(a) + xᵃe⁻ˣ/Γ(a + 1), from Q(1/2) or Q(1) on.
    half, first = x / 2, 1 - degrees % 2 / 2
    terms = half**first * exp(-half) / gamma(first + 1) * np.cumprod([1, *half / np.arange(first + 1, 2000)])
    tails = np.cumsum([erfc(sqrt(half)) if degrees % 2 else exp(-half), *terms])[(degrees - 1) // 2 :]
    weights = exp(-shift / 2) * np.cumprod([1, *shift / 2 / np.arange(1, len(tails))])
    return float(weights @ np.minimum(1.0, tails))
