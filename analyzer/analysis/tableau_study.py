"""The results of drawing and standing for every two hands, and their worth where the rules decide.

Banker is judged against Player drawing by the rules, and Player against Banker drawing by the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import lcm
from operator import mul
from typing import Literal

import numpy as np

from analyzer.bets.bet import Bet
from analyzer.census.program import Numbers
from analyzer.displayable import Answer
from analyzer.errors import ShoeError
from analyzer.exact import falling
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

HANDS = tuple(combinations_with_replacement(range(10), 2))  # The 55 hands by points, the lower card first.
TOTALS = tuple((one + other) % 10 for one, other in HANDS)  # The total of each hand.

COLUMNS: tuple[int | None, ...] = (None, *range(10))
"""What Banker faces: None if Player stood, else the points of Player's third card."""

STAND, DRAW = 0, 1  # What Banker does, as an index.
BANKER, TIE, PLAYER = 0, 1, 2  # Who wins, as an index.
_CARDS = 6
_INFINITE = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # The cards of an infinite shoe by points, out of thirteen.
Hand = Literal["banker", "player"]
Play = Literal["D", "S"]  # Draw or stand, as in the grid of a tableau.
Cards = tuple[int, int]  # The points of a hand's two cards, the lower first.
Gains = tuple[int, ...]  # What Player, Banker and Tie gain.
_OWN: Mapping[Hand, int] = {"player": 0, "banker": 1}  # The place of the bet on a hand among the gains.

_LINES = {
    "player": ("lose", "push", "win"),
    "banker": ("win", "push", "lose"),
    "tie": ("lose", "win", "lose"),
}
"""The line that settles each of the three bets where `BANKER`, `TIE` or `PLAYER` wins."""

_Place = tuple[Hand, int, int | None, Cards | None]  # The first four fields of a cell.
_Prices = tuple[int, Sequence[Sequence[int]]]
"""A common denominator, and the numerators of three bets' nets where `BANKER`, `TIE` or `PLAYER` wins."""


@dataclass(frozen=True, slots=True)
class Plays:
    """Ordered deals of six cards by hands, column, Banker's action and who wins: 55 × 55 × 11 × 2 × 3.

    Axes: Player's hand and Banker's, as in `HANDS`; the column, as in `COLUMNS`; `STAND` or `DRAW`;
    `BANKER`, `TIE` or `PLAYER`. Both hands choose freely, even after a natural: for any two choices the ways
    add up to `total`. They are 64-bit integers if `total` is below 2^63, else Python's. Where Player's
    first card is given, deals are of five cards.
    """

    total: int
    ways: Numbers


# Many rules are examined on a dozen shoes; the plays of each take 1.6 MB.
@lru_cache(maxsize=16)
def plays(points: tuple[int, ...] | None, first: int | None = None) -> Plays:
    """All plays from a shoe with these numbers of cards of 0, 1 … 9 points; None is the infinite shoe.

    `first` is the points of Player's first card if the rules give it, so that it is not from the shoe. Raises
    ShoeError if the shoe has fewer cards than a coup needs: six, or five if one is given.
    """
    counts = _INFINITE if points is None else points
    removed = 0 if points is None else 1  # cards by which each drawn card reduces the shoe
    draws: Callable[[int, int], int] = pow if points is None else falling
    cards, needed = sum(counts), _CARDS if first is None else _CARDS - 1
    if removed and cards < needed:
        raise ShoeError(
            "expected at least {most} cards for a coup, got a shoe of {size}", most=needed, size=cards
        )
    total = draws(cards, needed)
    kind = np.int64 if total < 2**63 else object
    # For each hand: in how many orders it is dealt, and how many cards of 0, 1 … 9 points it takes.
    orders = np.array([1 if one == other else 2 for one, other in HANDS], dtype=kind)
    taken = np.array([[hand.count(v) for v in range(10)] for hand in HANDS], dtype=kind)
    orders_player, taken_player = orders, taken
    if first is not None:
        orders_player = np.array([int(first in hand) for hand in HANDS], dtype=kind)
        taken_player = taken - np.outer(orders_player, np.arange(10) == first)
    gone = np.asarray(taken_player[:, None, :] + taken[None, :, :])
    left = np.asarray(np.array(counts, dtype=kind) - gone * removed)
    dealt = np.asarray(orders_player[:, None] * orders[None, :])
    for v, count in enumerate(counts):
        products = [draws(count, m) for m in range(5)]
        dealt = dealt * np.array(products, dtype=kind)[gone[:, :, v].astype(np.intp)]
    fifth, sixth = cards - removed * (needed - 2), cards - removed * (needed - 1)
    ways = np.zeros((len(HANDS), len(HANDS), len(COLUMNS), 2, 3), dtype=kind)
    player, banker = np.array(TOTALS)[:, None], np.array(TOTALS)[None, :]
    for place, column in enumerate(COLUMNS):
        drawn = dealt if column is None else dealt * left[:, :, column]
        final = player if column is None else (player + column) % 10
        _add(ways[:, :, place, STAND], final, banker, drawn * (fifth * sixth if column is None else sixth))
        for third in range(10):
            rest = left[:, :, third] - removed * (third == column)
            deals = drawn * rest * (sixth if column is None else 1)
            _add(ways[:, :, place, DRAW], final, (banker + third) % 10, deals)
    ways.flags.writeable = False
    return Plays(total, ways)


def _add(ways: Numbers, player: Numbers, banker: Numbers, deals: Numbers) -> None:
    """Add deals to the ways of the result that the final totals give: hands × hands × results."""
    for result, holds in ((BANKER, banker > player), (TIE, banker == player), (PLAYER, banker < player)):
        ways[:, :, result] += np.where(holds, deals, 0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A situation in which the rules make a hand draw or stand, and what each is worth to a bet on the hand.

    `total` is that of the hand's two cards, and `cards` their points, None for all hands of that total.
    `column` is Banker's in the tableau, None for Player, or if Player stood. `ways` counts ordered deals
    that lead here under the rules, out of `all_ways`. `standing` and `drawing` are what Player, Banker and
    Tie gain in all these deals together, in units of 1/`unit` of the stake.
    """

    hand: Hand
    total: int
    column: int | None
    cards: Cards | None
    rule: Play
    ways: int
    all_ways: int
    standing: Gains
    drawing: Gains
    unit: int

    @property
    def probability(self) -> Fraction:
        """The probability that a coup leads here."""
        return Fraction(self.ways, self.all_ways)

    @property
    def stand(self) -> Fraction | None:
        """The EV of the bet on the hand if it stands, given that the coup leads here; None if none can."""
        return self._given(self.standing[_OWN[self.hand]])

    @property
    def draw(self) -> Fraction | None:
        """The EV of the bet on the hand if it draws, given that the coup leads here; None if none can."""
        return self._given(self.drawing[_OWN[self.hand]])

    @property
    def difference(self) -> Fraction | None:
        """The EV of drawing minus that of standing; None if no coup can lead here."""
        return self._given(self._difference)

    @property
    def errors(self) -> tuple[Fraction, ...] | None:
        """The changes in the EVs of Player, Banker and Tie, given that the coup leads here, if the opposite
        of the rule is dealt; None if no coup can lead here.
        """
        if not self.ways:
            return None
        sign, unit = 1 if self.rule == "S" else -1, self.unit * self.ways
        both = zip(self.standing, self.drawing, strict=True)
        return tuple(Fraction(sign * (draw - stand), unit) for stand, draw in both)

    @property
    def best(self) -> Play | Literal["either"] | None:
        """The choice that is worth more to the hand; None if no coup can lead here."""
        gain = self._difference
        return None if not self.ways else "D" if gain > 0 else "S" if gain < 0 else "either"

    @property
    def wrong(self) -> bool:
        """Whether the opposite of the rule is worth more to the hand."""
        return self.best not in (self.rule, "either", None)

    @property
    def cost(self) -> Fraction:
        """What the rule costs the hand here, per unit staked and coup; 0 or more."""
        return Fraction(abs(self._difference) if self.wrong else 0, self.unit * self.all_ways)

    @property
    def _difference(self) -> int:
        """What the bet on the hand gains by drawing in all deals together, in units of 1/`unit`."""
        own = _OWN[self.hand]
        return self.drawing[own] - self.standing[own]

    def _given(self, gain: int) -> Fraction | None:
        """The EV, given that the coup leads here, of what a bet gains in all deals together."""
        return Fraction(gain, self.unit * self.ways) if self.ways else None


@dataclass(frozen=True, repr=False, slots=True)
class TableauStudy(Answer):
    """A tableau examined on one shoe (`None` is the infinite one) at the prices of three bets.

    `bets` are Player, Banker and Tie, `evs` their EVs per unit staked under the rules. `banker` has a cell
    for each total and column of the tableau, row by row, and `player` one for each of Player's totals;
    `banker_cards` and `player_cards` have a cell for each two cards of the hand instead of each total.
    """

    rules: Rules
    shoe: Shoe | None
    bets: tuple[Bet, Bet, Bet]
    evs: tuple[Fraction, ...]
    banker: tuple[Cell, ...]
    player: tuple[Cell, ...]
    banker_cards: tuple[Cell, ...]
    player_cards: tuple[Cell, ...]

    @property
    def commission(self) -> Fraction:
        """The commission on a win of the Banker bet, as a share of it."""
        return 1 - self.bets[1].nets["win"]

    @property
    def banker_cost(self) -> Fraction:
        """What the rules cost Banker compared with best play by totals, per unit staked and coup."""
        return cost(self.banker)

    @property
    def player_cost(self) -> Fraction:
        """What the rules cost Player compared with best play by totals, per unit staked and coup."""
        return cost(self.player)

    @property
    def unlike(self) -> tuple[Cell, ...]:
        """Banker's cells by cards whose best play differs from that of their total as a whole."""
        best = {(cell.total, cell.column): cell.best for cell in self.banker}
        cells = self.banker_cards
        return tuple(cell for cell in cells if cell.best not in (best[cell.total, cell.column], None))


def cost(cells: Iterable[Cell]) -> Fraction:
    """What the rules cost a hand in all of its cells, per unit staked and coup."""
    return sum((cell.cost for cell in cells if cell.wrong), Fraction(0))


def tableau_study(rules: Rules, shoe: Shoe | None, bets: tuple[Bet, Bet, Bet]) -> TableauStudy:
    """Every choice that the rules make for a hand, examined on a shoe; None is the infinite one.

    `bets` are Player, Banker and Tie at their prices, with lines `win` and `lose`, the first two also `push`.
    Raises ShoeError if there are too few cards.
    """
    first = None if rules.player_first is None else Card(rules.player_first).points
    played = plays(None if shoe is None else shoe.points, first)
    nets = [[bet.nets[line] for line in _LINES[bet.id]] for bet in bets]
    unit = lcm(*(net.denominator for bet in nets for net in bet))
    prices = unit, [[int(net * unit) for net in bet] for bet in nets]
    open_hands = [place for place, total in enumerate(TOTALS) if total not in rules.tableau.naturals]
    of_banker, of_player = _banker_ways(rules, played, open_hands), _player_ways(rules, played, open_hands)

    def banker(total: int, hands: Sequence[int], cards: Cards | None) -> Iterator[Cell]:
        by_column = of_banker[hands].sum(axis=0).tolist()
        for column, ways in zip(COLUMNS, by_column, strict=True):
            draws = rules.tableau.banker_draws_on(total, column)
            yield _cell(("banker", total, column, cards), draws, ways, played.total, prices)

    def player(total: int, hands: Sequence[int], cards: Cards | None) -> Cell:
        draws, ways = rules.tableau.player_draws_on(total), of_player[hands].sum(axis=0).tolist()
        return _cell(("player", total, None, cards), draws, ways, played.total, prices)

    open_totals = sorted({TOTALS[place] for place in open_hands})
    totals = [(total, [place for place in open_hands if TOTALS[place] == total]) for total in open_totals]
    # Ways of all coups under the rules by who wins: those that a natural ends, then those of Banker's cells.
    ended = np.ones((len(HANDS), len(HANDS)), dtype=bool)
    ended[np.ix_(open_hands, open_hands)] = False
    ends = played.ways[ended, 0, STAND].sum(axis=0)
    by_total = {total: [rules.tableau.banker_draws_on(total, at) for at in COLUMNS] for total in open_totals}
    draws = [by_total[TOTALS[place]] for place in open_hands]
    results = ends + _played(of_banker[open_hands], draws).sum(axis=(0, 1))
    hands = [(total, [place], HANDS[place]) for total, places in totals for place in places]
    return TableauStudy(
        rules,
        shoe,
        bets,
        tuple(Fraction(sum(map(mul, bet, results.tolist())), unit * played.total) for bet in prices[1]),
        tuple(cell for total, places in totals for cell in banker(total, places, None)),
        tuple(player(total, places, None) for total, places in totals),
        tuple(cell for hand in hands for cell in banker(*hand)),
        tuple(player(*hand) for hand in hands if first is None or first in hand[2]),
    )


def _banker_ways(rules: Rules, played: Plays, open_hands: Sequence[int]) -> Numbers:
    """Ways without naturals, by Banker's hand, column, action and winner; Player follows the rules."""
    by_hand: Numbers = np.zeros_like(played.ways[0])
    for place in open_hands:
        total, ways = TOTALS[place], played.ways[place]
        if not rules.tableau.player_draws_on(total):
            by_hand[:, 0] += ways[:, 0]
            continue
        for third in range(10):
            column = third if rules.banker_by == "third-card" else (total + third) % 10
            by_hand[:, 1 + column] += ways[:, 1 + third]
    return by_hand


def _player_ways(rules: Rules, played: Plays, open_hands: Sequence[int]) -> Numbers:
    """Ways without naturals, by Player's hand, action and winner; Banker follows the rules."""
    by_hand: Numbers = np.zeros((len(HANDS), 2, 3), dtype=played.ways.dtype)
    for total in sorted({TOTALS[place] for place in open_hands}):
        banker = [place for place in open_hands if TOTALS[place] == total]
        ways = played.ways[np.ix_(open_hands, banker)].sum(axis=1)
        by_hand[open_hands, STAND] += ways[:, 0, int(rules.banker_draws_on(total, None, 0))]
        by_total = [
            [rules.banker_draws_on(total, third, (player + third) % 10) for third in range(10)]
            for player in range(10)
        ]
        draws = [by_total[TOTALS[hand]] for hand in open_hands]
        by_hand[open_hands, DRAW] += _played(ways[:, 1:], draws).sum(axis=1)
    return by_hand


def _played(ways: Numbers, draws: Sequence[Sequence[bool]]) -> Numbers:
    """Of ways by hand, column, action and winner, those of the action that is taken there."""
    return np.take_along_axis(ways, np.array(draws, dtype=np.intp)[:, :, None, None], axis=2)[:, :, 0]


def _cell(place: _Place, draws: bool, ways: Sequence[Sequence[int]], all_ways: int, prices: _Prices) -> Cell:
    """The cell at a place: `draws` if the rules draw there; `ways` are by `STAND` or `DRAW` and by winner."""
    unit, nets = prices
    standing, drawing = (tuple(sum(map(mul, net, row)) for net in nets) for row in ways)
    rule: Play = "D" if draws else "S"
    return Cell(*place, rule, sum(ways[STAND]), all_ways, standing, drawing, unit)
