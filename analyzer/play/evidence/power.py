"""What tests could have found: departures from fair dealing, and the coups needed to find them.

A test finds a departure if its p-value is no more than its part of the alarm rate. Near fair dealing its
statistic is normal with a shifted mean, or noncentral χ²; the square of the shift grows with the number of
coups and with the square of the departure. So one number per test answers both questions: in how many coups
is a departure found with a probability of 90%, and how small a departure do these coups find.

Source: P. B. Patnaik, The non-central χ² and F distributions and their applications (1949).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, erfc, exp, gamma, inf, log, sqrt

from analyzer.analysis.odds import Report, odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.play.evidence import composition, order
from analyzer.play.evidence.copies import Bound
from analyzer.play.evidence.patterns import HALF
from analyzer.play.evidence.result import Departure
from analyzer.play.evidence.sums import TABLES

POWER = 0.9
"""The probability with which a departure is found."""

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
        tables = odds(Question.of(fresh.rules, TABLES, fresh.shoe)).valuations
        chances = {
            table.bet.id: {line: float(Fraction(ways, table.total)) for line, ways in table.ways.items()}
            for table in tables
        }
        drawing = chances["drawing"]
        numbers = {"nobody": 4, "player": 5, "banker": 5, "both": 6}
        per_coup = sum(chance * numbers.get(sort, 0) for sort, chance in drawing.items())
        counts = fresh.shoe.points
        mean = Fraction(sum(points * n for points, n in enumerate(counts)), sum(counts))
        square = Fraction(sum(points * points * n for points, n in enumerate(counts)), sum(counts))
        return cls(
            shoes,
            coups,
            with_cards,
            fresh.shoe.size,
            chances,
            per_coup - (6 - fresh.rules.cards_from_shoe),
            float(square - mean**2),
            {value.bet.reference: float(value.variance) for value in fresh.valuations},
        )

    @property
    def winners(self) -> list[float]:
        """The probability of each winner."""
        return list(self.chances["results"].values())


@dataclass(frozen=True, slots=True)
class Level:
    """A test, by id or as a bet, and the p-value at which it raises an alarm."""

    id: str
    bet: Bet | None
    p: float


def levels(alpha: Fraction, outcomes: Sequence[str | Bet], patterns: Iterable[str]) -> list[Level]:
    """The level of each test of outcomes and bets, and of each of order, cards and copies."""
    ids = list(patterns)
    half = float(alpha * HALF)
    whole = half if ids else float(alpha)
    found = [
        Level("bet", one, whole / len(outcomes))
        if isinstance(one, Bet)
        else Level(one, None, whole / len(outcomes))
        for one in outcomes
    ]
    return found + [Level(id, None, half / len(ids)) for id in ids]


def departures(size: Size, levels: Iterable[Level], bounds: Mapping[str, Bound]) -> Iterator[Departure]:
    """For each test: a departure, the number of coups in which it is found, and the smallest found here.

    `bounds` are those of the tests of copies.
    """
    for level in levels:
        if level.id in bounds:
            yield from _copies(level.id, size, bounds[level.id].shortest(level.p))
            continue
        degrees, lags, reference, information = _KINDS[level.id]
        needed = noncentrality(level.p / lags, degrees)
        found = information(size, level)
        coups = size.with_cards if level.id in _OF_CARDS else size.coups
        if found > 0:
            again = ceil(coups * needed / (found * reference**2))
            smallest = sqrt(needed / found)
            least = Fraction(smallest) if smallest <= _most(size, level.id) else None
            yield Departure(level.id, level.bet, Fraction(str(reference)), again, least)


def _most(size: Size, id: str) -> float:
    """The largest departure that there can be."""
    if id in ("ranks", "cards"):
        return size.cards / (_KINDS[id][0] + 1)
    return size.chances["results"]["player"] if id == "results" else _MOST.get(id, 1.0)


def _copies(id: str, size: Size, shortest: int) -> Iterator[Departure]:
    """A run of some length, which any record finds that has it; and shoes copied, one in so many."""
    cards = id == "card-copies"
    length, per_coup = (30, size.per_coup) if cards else (60, 1.0)
    yield Departure(id, None, Fraction(length), ceil(2 * length / per_coup), Fraction(shortest))
    if size.shoes > 1:
        # If each shoe is a copy with this probability, none of them is one with a probability of 10%.
        part = 1 - (1 - POWER) ** (1 / size.shoes)
        shoes = ceil(log(1 - POWER) / log(1 - _COPIED))
        coups = size.with_cards if cards else size.coups
        share = Fraction(str(_COPIED))
        yield Departure(f"{id[:-7]}-shoes", None, share, ceil(shoes * coups / size.shoes), Fraction(part))


def _results(size: Size, _: Level) -> float:
    """Banker wins more often, Player as much less."""
    return size.coups * _shift(size.chances["results"], "banker", "player")


def _shift(chances: Mapping[str, float], more: str, less: str) -> float:
    """The noncentrality of one coup if a sort comes more often by 1, and another less; 0 if it cannot."""
    return 1 / chances[more] + 1 / chances[less] if chances[more] and chances[less] else 0.0


def _sort(more: str, less: str) -> "Information":
    """One sort of coups comes more often, another as much less."""

    def information(size: Size, level: Level) -> float:
        return size.with_cards * _shift(size.chances[level.id], more, less)

    return information


def _bet(size: Size, level: Level) -> float:
    return size.coups / size.variances[level.bet.reference] if level.bet else 0.0


def _in_order(size: Size) -> float:
    """The coups of tests of order: without the last two of each shoe."""
    return max(0.0, size.coups - 2.0 * size.shoes)


def _shares(size: Size) -> tuple[float, float, float]:
    """The parts of Player and of Banker among coups won, and the part of these among all coups."""
    player, banker = size.chances["results"]["player"], size.chances["results"]["banker"]
    won = player + banker
    return (player / won, banker / won, won) if player and banker else (0.0, 0.0, 0.0)


def _repeats(size: Size, level: Level) -> float:
    player, banker, won = _shares(size)
    # Each sequence of wins has one comparison less than wins, and knowing its counts costs about another.
    sequences = 1 if level.id == "runs" else order.LAGS[-1]
    coups = _in_order(size) * won - 2 * sequences * size.shoes
    return coups / (2 * player * banker) ** 2 if won and coups > 0 else 0.0


def _trend(size: Size, _: Level) -> float:
    return _in_order(size) / 12 * _shift(size.chances["results"], "banker", "player")


def _shoe_to_shoe(size: Size, __: Level) -> float:
    won = _shares(size)[2]
    return _in_order(size) * (1 - 1 / size.shoes) * won * won * 4 if size.shoes > 1 else 0.0


def _points_trend(size: Size, _: Level) -> float:
    # The mean of four cards has a quarter of the variance; places spread evenly over a shoe have 1/12.
    return max(0.0, size.with_cards - 2.0 * size.shoes) / 12 * 4 / size.points if size.points else 0.0


def _neighbours(variance: float) -> "Information":
    return lambda size, _: size.with_cards * size.per_coup / variance


def _missing(kinds: int, share: bool = False) -> "Information":
    """Cards of one of some equally frequent kinds are missing from each shoe; or a share of its cards is."""

    def information(size: Size, _: Level) -> float:
        dealt = min(size.cards - 1.0, size.with_cards * size.per_coup / size.shoes)
        # One card less moves what is dealt of its kind by −n/N, with a variance of draws without replacement.
        one = (kinds - 1) * dealt * (size.cards - 1) / (size.cards**2 * (size.cards - dealt))
        return size.shoes * one * ((size.cards * kinds / (kinds - 1)) ** 2 if share else 1)

    return information


Information = Callable[[Size, Level], float]
"""What one record says: the squared shift, in squared standard deviations, for a departure of 1."""

_LAGS, _CARD_LAGS = len(order.LAGS), len(composition.LAGS)

_KINDS: dict[str, tuple[int, int, float, Information]] = {
    "results": (2, 1, 0.01, _results),
    "pairs": (3, 1, 0.01, _sort("player", "none")),
    "naturals": (3, 1, 0.01, _sort("player", "none")),
    "drawing": (3, 1, 0.01, _sort("banker", "nobody")),
    "bet": (1, 1, 0.05, _bet),
    "runs": (1, 1, 0.05, _repeats),
    "lags": (1, _LAGS, 0.05, _repeats),
    "trend": (2, 1, 0.1, _trend),
    "shoe-to-shoe": (1, 1, 0.05, _shoe_to_shoe),
    "points-trend": (1, 1, 0.5, _points_trend),
    "card-lags": (1, _CARD_LAGS, 0.05, _neighbours(1)),
    "suit-lags": (1, _CARD_LAGS, 0.05, _neighbours(3 / 16)),
    "suits": (3, 1, 0.01, _missing(4, share=True)),
    "ranks": (12, 1, 1.0, _missing(13)),
    "cards": (51, 1, 1.0, _missing(52)),
}
"""By test: degrees of freedom, how many lags share its level, the departure named, and the information."""

_MOST = {"bet": inf, "runs": 0.5, "lags": 0.5, "shoe-to-shoe": 0.5, "points-trend": 9.0, "suits": 0.75}
"""The largest departures, where they are not 1."""

_OF_CARDS = {
    "pairs",
    "naturals",
    "drawing",
    "points-trend",
    "card-lags",
    "suit-lags",
    "suits",
    "ranks",
    "cards",
}


@lru_cache
def noncentrality(level: float, degrees: int) -> float:
    """How far χ² must be shifted to exceed its critical value at a level with a probability of 90%."""
    critical = _root(lambda x: -_tail(x, degrees, 0.0), -level, 1e4)
    return _root(lambda shift: _tail(critical, degrees, shift), POWER, 1e4)


def _root(rising: Callable[[float], float], value: float, high: float) -> float:
    """Where a rising function has a value, between 0 and `high`."""
    low = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < value else (low, middle)
    return high


def _tail(x: float, degrees: int, shift: float) -> float:
    """The probability that noncentral χ² is at least x: a Poisson mixture of central ones."""
    half, mean = x / 2, shift / 2
    if half > 700:
        return 0.0
    # Q(a + 1) = Q(a) + xᵃe⁻ˣ/Γ(a + 1), from Q(1/2) or Q(1) on.
    a = 1 - degrees % 2 / 2
    tail = erfc(sqrt(half)) if degrees % 2 else exp(-half)
    term = half**a * exp(-half) / gamma(a + 1)
    while a < degrees / 2:
        tail, a = tail + term, a + 1
        term *= half / a
    weight, total, done = exp(-mean), 0.0, 0.0
    step = 0
    while done < 1 - 1e-12 and step < 2000 and weight > 0:
        total, done = total + weight * tail, done + weight
        step += 1
        weight *= mean / step
        tail, a = min(1.0, tail + term), a + 1
        term *= half / a
    return total + max(0.0, 1 - done)
