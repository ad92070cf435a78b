"""Roads against the odds: exact EVs of the coups of dealt shoes, grouped by what the roads show before each.

Each coup is valued exactly from the cards still in the shoe, whether or not a bettor could know them. The
outcome of the coup is not used, so it adds no noise.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import takewhile
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.analysis.batch import Batch
from analyzer.analysis.question import Question
from analyzer.analysis.successive import RESULT
from analyzer.analysis.sweep.play import cards_taken
from analyzer.analysis.sweep.result import Estimate, ratio
from analyzer.analysis.sweep.work import check_seed, shuffled
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.tree import Not
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.roads.roads import Roads

Numbers = NDArray[Any]

CUT = 14
"""A coup begins only if at least this many cards are left."""

MOST_SHOES = 10**6
"""The most shoes that can be dealt for one measurement."""

Progress = Callable[[int], None]
"""Receives the number of shoes dealt since the last call."""

_BITS = 40  # Probabilities and EVs are rounded, half to even, to this many bits after the point.
_AT_ONCE = 250  # The most shoes that are dealt side by side.
_BETS = ("player", "banker")
_BANKER = 2  # The code of a stake on Banker; 1 is a stake on Player, 0 no stake.


LONG = 5
"""A side's streaks of at least this length form one group; so do chops of at least this length."""


class Before(NamedTuple):
    """What the roads show before a coup.

    `last` is the last result (`B`, `P`, `T`), and `side` the last result other than a Tie; both can be empty.
    Ignoring Ties, `streak` is how many times in a row that side won, and `chop` is the number of runs of one
    coup at the end of the big road, at most LONG. `balls` has Banker's balls on the ask road, for big eye
    boy, small road and cockroach road: `r`, `b`, or `-` for none; Player's have the other colour.
    """

    last: str
    side: str
    streak: int
    chop: int
    balls: str


def before_each_coup(results: str) -> Iterator[Before]:
    """What the roads show before each coup of a shoe with these results, letters `B`, `P` or `T`.

    >>> list(before_each_coup("BBPT"))[-1]
    Before(last='P', side='P', streak=1, chop=1, balls='b--')
    """
    last = ""
    runs: list[tuple[str, int]] = []
    for result, balls in zip(results, Roads(results).ask_history, strict=False):
        side, streak = runs[-1] if runs else ("", 0)
        chop = sum(1 for _ in takewhile(lambda run: run[1] == 1, reversed(runs[-LONG:])))
        yield Before(last, side, streak, chop, balls[:3])
        last = result
        if result == side:
            runs[-1] = side, streak + 1
        elif result != "T":
            runs.append((result, 1))


_WINNERS = {"P": "player", "B": "banker", "T": "tie"}
_COLORS = {"r": "red", "b": "blue", "-": "none"}
_ROADS = ("big-eye", "small", "cockroach")

ALL = "all"
"""The group of every coup."""

KEYS = (
    ALL,
    *(f"last-{last}" for last in _WINNERS.values()),
    *(f"streak-{side}-{n}" for side in ("player", "banker") for n in range(1, LONG + 1)),
    "chop",
    *(f"{road}-{color}" for road in _ROADS for color in _COLORS.values()),
    "balls-red",
    "balls-blue",
)
"""The groups of coups, in the order of the report."""


def groups_of(before: Before) -> Iterator[str]:
    """The groups to which a coup belongs, given what the roads show before it."""
    yield ALL
    if before.last:
        yield f"last-{_WINNERS[before.last]}"
    if before.side:
        yield f"streak-{_WINNERS[before.side]}-{min(before.streak, LONG)}"
    if before.chop >= LONG:
        yield "chop"
    for road, ball in zip(_ROADS, before.balls, strict=True):
        yield f"{road}-{_COLORS[ball]}"
    if before.balls in ("rrr", "bbb"):
        yield f"balls-{_COLORS[before.balls[0]]}"


_RED = {"r": "B", "b": "P", "-": ""}
"""The side whose win makes a derived road's next mark red, by Banker's ball."""

SYSTEMS: Mapping[str, Callable[[Before], str]] = {
    "player": lambda before: "P",
    "banker": lambda before: "B",
    "follow": lambda before: before.side,
    "oppose": lambda before: {"P": "B", "B": "P"}.get(before.side, ""),
    "big-eye-red": lambda before: _RED[before.balls[0]],
    "small-red": lambda before: _RED[before.balls[1]],
    "cockroach-red": lambda before: _RED[before.balls[2]],
    "most-red": lambda before: "" if "-" in before.balls else "B" if before.balls.count("r") > 1 else "P",
}
"""Betting systems: the side on which each places a stake, `P` or `B`, or empty for no stake."""


@dataclass(frozen=True, slots=True)
class RoadGroup:
    """Coups before which the roads show the same; estimates are over the shoes dealt.

    `shoes` is the number of shoes with coups of the group. `share` is the probability that Banker wins a coup
    of the group that is not a Tie. `evs` has the mean EVs of the bets on Player and on Banker before these
    coups, and `favourable` the number of coups in which each EV is above zero.
    """

    key: str
    shoes: int
    coups: int
    share: Estimate
    evs: tuple[Estimate, ...]
    favourable: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class System:
    """One unit staked on Player or on Banker whenever a system that follows the roads says so.

    `shoes` is the number of shoes in which stakes were placed. `gain` is the mean EV before the coup, per
    unit staked; `excess` is the mean of this EV minus the same bet's EV before the first coup of a full shoe.
    """

    key: str
    shoes: int
    stakes: int
    on_banker: int
    gain: Estimate
    excess: Estimate


@dataclass(frozen=True, slots=True)
class Measured:
    """What dealt shoes show: coups by group, the first being all coups, and systems."""

    shoes: int
    seed: int
    bets: tuple[Bet, Bet]
    groups: tuple[RoadGroup, ...]
    systems: tuple[System, ...]


def measure(
    question: Question, shoes: int, seed: int, on_progress: Progress = lambda shoes: None
) -> Measured:
    """Groups and systems measured over 2 or more dealt shoes; each coup is valued from the cards left.

    The question's first two bets are those on Player and on Banker. No cards are burned, and coups are dealt
    while at least 14 cards are left. Shoe number i of a seed is the same however many shoes are dealt.
    `on_progress` receives the number of shoes valued since its last call.

    Raises:
        ShoeError: the shoe has fewer than 14 cards, or a bet needs more than points.
        AnalyzerError: the number of shoes or the seed is out of range.
    """
    rules, shoe, (player, banker, *_) = question.rules, question.shoe, question.bets
    if type(shoes) is not int or not 2 <= shoes <= MOST_SHOES:
        raise AnalyzerError(
            "expected from 2 to {most} shoes, got {given}", most=MOST_SHOES, given=quoted(shoes)
        )
    check_seed(seed)
    if shoe.size < CUT:
        raise ShoeError(
            "expected a shoe of at least {least} cards, got one of {size}", least=CUT, size=shoe.size
        )
    batch = Batch(rules, (*_WINS, player, banker))
    points = shoe.coarsen("points")
    totals = _Totals(_fixed(batch, np.array([points.counts]))[:, 0])
    for first in range(0, shoes, _AT_ONCE):
        results, left = deal_results(rules, points, seed, first, min(first + _AT_ONCE, shoes))
        totals.add(results, _fixed(batch, left))
        on_progress(len(results))
    return Measured(shoes, seed, (player, banker), tuple(totals.groups(shoes)), tuple(totals.systems(shoes)))


def _win(line: Line) -> Bet:
    otherwise = Line("push", Condition(f"not ({line.when})", Not(line.when.tree)), Fraction(0))
    return Bet(line.id, line.id, (Line("win", line.when, Fraction(1)), otherwise))


_WINS = tuple(map(_win, RESULT.lines))
"""Auxiliary bets whose EVs are the probabilities that Player wins and that Banker wins."""


def _fixed(batch: Batch, left: Numbers) -> Numbers:
    """The EV of each bet before each coup, rounded to units of 2⁻⁴⁰: bets × coups."""
    return np.rint(np.ldexp(batch.expected_values(left).T, _BITS)).astype(np.int64)


@dataclass(slots=True)
class _Sums:
    """Sums over shoes of a numerator (above), a denominator (below) and products; `shoes` has below > 0."""

    above: int = 0
    below: int = 0
    above_above: int = 0
    above_below: int = 0
    below_below: int = 0
    shoes: int = 0

    def add(self, above: Numbers, below: Numbers) -> None:
        aboves, belows = above.tolist(), below.tolist()
        self.above += sum(aboves)
        self.below += sum(belows)
        self.above_above += sum(map(mul, aboves, aboves))
        self.above_below += sum(map(mul, aboves, belows))
        self.below_below += sum(map(mul, belows, belows))
        self.shoes += int(np.count_nonzero(below))

    def estimate(self, shoes: int, unit: int = 1) -> Estimate:
        """Σ above, in units of 1/`unit`, divided by Σ below; the variance needs two shoes with below > 0."""
        products = self.above_above, self.above_below, self.below_below
        estimate = ratio(shoes, self.above, self.below, *products, unit=unit)
        return estimate if self.shoes > 1 else replace(estimate, variance=None)


class _Totals:
    def __init__(self, fresh: Numbers) -> None:
        """Begin with no shoe; `fresh` is each bet's EV before a full shoe's first coup, in units of 2⁻⁴⁰."""
        self.fresh = fresh
        self.sums: defaultdict[tuple[str, str], _Sums] = defaultdict(_Sums)
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, results: Sequence[str], values: Numbers) -> None:
        """Add shoes: their results, and each bet's EV before each coup, shoe by shoe, in units of 2⁻⁴⁰."""
        members = {key: np.zeros(values.shape[1], dtype=np.bool_) for key in KEYS}
        staked = {key: np.zeros(values.shape[1], dtype=np.int64) for key in SYSTEMS}
        for coup, before in enumerate(before for shoe in results for before in before_each_coup(shoe)):
            for key in groups_of(before):
                members[key][coup] = True
            for key, system in SYSTEMS.items():
                staked[key][coup] = "-PB".index(system(before) or "-")
        begins = np.cumsum([0, *map(len, results)])[:-1]

        def by_shoe(numbers: Numbers) -> Numbers:
            return np.asarray(np.add.reduceat(numbers, begins))

        player, banker, *evs = values
        for key, member in members.items():
            self.sums["share", key].add(by_shoe(banker * member), by_shoe((player + banker) * member))
            coups = by_shoe(member.astype(np.int64))
            for bet, ev in zip(_BETS, evs, strict=True):
                self.sums[bet, key].add(by_shoe(ev * member), coups)
                self.counts[bet, key] += int((ev[member] > 0).sum())
        gains = np.stack([np.zeros_like(player), *evs])
        excesses = gains - np.array([0, *self.fresh[2:]])[:, None]
        coups = np.arange(values.shape[1])
        for key, bets in staked.items():
            stakes = by_shoe((bets > 0).astype(np.int64))
            self.sums["gain", key].add(by_shoe(gains[bets, coups]), stakes)
            self.sums["excess", key].add(by_shoe(excesses[bets, coups]), stakes)
            self.counts["on banker", key] += int((bets == _BANKER).sum())

    def groups(self, shoes: int) -> Iterator[RoadGroup]:
        for key in KEYS:
            evs = tuple(self.sums[bet, key].estimate(shoes, 2**_BITS) for bet in _BETS)
            favourable = tuple(self.counts[bet, key] for bet in _BETS)
            coups = self.sums[_BETS[0], key]
            share = self.sums["share", key].estimate(shoes)
            yield RoadGroup(key, coups.shoes, coups.below, share, evs, favourable)

    def systems(self, shoes: int) -> Iterator[System]:
        for key in SYSTEMS:
            stakes = self.sums["gain", key]
            gains = (self.sums[what, key].estimate(shoes, 2**_BITS) for what in ("gain", "excess"))
            yield System(key, stakes.shoes, stakes.below, self.counts["on banker", key], *gains)


def deal_results(rules: Rules, shoe: Shoe, seed: int, first: int, last: int) -> tuple[list[str], Numbers]:
    """The results of shoes number `first` to `last` − 1, and the cards left before each coup, coups × points.

    No card is burned. The shoe is known by points, with 14 cards or more. Results are letters `P`, `B`, `T`.
    """
    # A coup near the end may read places past the last card, but takes none of them.
    points = np.pad(shuffled(shoe, seed, first, last), ((0, 0), (0, rules.cards_from_shoe)))
    takes, wins = cards_taken(rules), winners(rules)
    shift = rules.cards_from_shoe - 6  # −1 where Player's first card is given, else 0
    given = 0 if rules.player_first is None else Card(rules.player_first).points
    at = np.zeros(len(points), dtype=np.int64)
    unseen = np.tile(np.array(shoe.counts), (len(points), 1))
    rows = np.arange(len(points))
    shoes, left, won = [], [], []
    while len(rows := rows[shoe.size - at[rows] >= CUT]):
        begin = at[rows]
        player = points[rows, begin + 2 + shift] + (given if shift else points[rows, begin])
        banker = points[rows, begin + 1 + shift] + points[rows, begin + 3 + shift]
        fifth, sixth = points[rows, begin + 4 + shift], points[rows, begin + 5 + shift]
        shoes.append(rows)
        left.append(unseen[rows])
        won.append(wins[player % 10, banker % 10, fifth, sixth])
        taken = takes[player % 10, banker % 10, fifth]
        for place in range(rules.cards_from_shoe):
            unseen[rows, points[rows, begin + place]] -= place < taken
        at[rows] += taken
    order = np.argsort(np.concatenate(shoes), kind="stable")
    lengths = np.bincount(np.concatenate(shoes), minlength=len(points))
    letters = np.array(list("PBT"))[np.concatenate(won)[order]]
    results = ["".join(shoe) for shoe in np.split(letters, np.cumsum(lengths)[:-1])]
    return results, np.concatenate(left)[order]


@cache
def winners(rules: Rules) -> NDArray[np.int64]:
    """Who wins, 0 Player, 1 Banker, 2 Tie, by both two-card totals and the points of the next two cards."""
    table = np.zeros((10, 10, 10, 10), dtype=np.int64)
    naturals = rules.tableau.naturals
    for player, banker, fifth, sixth in np.ndindex(table.shape):
        ours, theirs, third = player, banker, None
        if player not in naturals and banker not in naturals:
            if rules.tableau.player_draws_on(player):
                third, ours = fifth, (player + fifth) % 10
            if rules.banker_draws_on(banker, third, ours):
                theirs = (banker + (fifth if third is None else sixth)) % 10
        table[player, banker, fifth, sixth] = 2 if ours == theirs else int(theirs > ours)
    return table
