"""The tableau examined: in every place where a hand draws or stands by rule, what each of the two is worth.

Banker is judged against the Player that the rules prescribe, and Player against their Banker.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from operator import mul
from typing import Literal

import numpy as np

from analyzer.analysis.drawing import COLUMNS, DRAW, HANDS, STAND, TOTALS, Plays, plays
from analyzer.bets.bet import Bet
from analyzer.census.program import Numbers
from analyzer.displayable import Answer
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

Hand = Literal["banker", "player"]
Play = Literal["D", "S"]
"""To draw or to stand, as the grid of a tableau has it."""

Cards = tuple[int, int]
"""The points of a hand's two cards, the lower first."""

_LINES = {
    "player": ("lose", "push", "win"),
    "banker": ("win", "push", "lose"),
    "tie": ("lose", "win", "lose"),
}
"""The line that settles each of the three bets where `BANKER`, `TIE` or `PLAYER` wins."""


_Place = tuple[Hand, int, int | None, Cards | None]  # The first four fields of a cell.
_Prices = tuple[int, Sequence[Sequence[int]]]
"""A common denominator, and over it the nets of three bets where `BANKER`, `TIE` or `PLAYER` wins."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place where the rules have a hand draw or stand, and what either is worth to those who bet on it.

    `total` is that of the hand's two cards, and `cards` their points, None where all of that total are meant.
    `column` is Banker's in the tableau, None where Player stood, and of Player. `ways` are the ordered deals
    that lead here under the rules, `probability` their share of all. Given that the coup comes here, `stand`
    and `draw` are EVs per unit staked on the hand, and `errors` the changes of those of Player, Banker and
    Tie if the opposite of the rule is dealt; all are None where it cannot come here.
    """

    hand: Hand
    total: int
    column: int | None
    cards: Cards | None
    rule: Play
    ways: int
    probability: Fraction
    stand: Fraction | None
    draw: Fraction | None
    errors: tuple[Fraction, Fraction, Fraction] | None

    @property
    def difference(self) -> Fraction | None:
        """The EV of drawing minus that of standing."""
        return None if self.draw is None or self.stand is None else self.draw - self.stand

    @property
    def best(self) -> Play | Literal["either"] | None:
        """What is worth more to the hand; None where the coup cannot come here."""
        if self.difference is None:
            return None
        return "D" if self.difference > 0 else "S" if self.difference < 0 else "either"

    @property
    def wrong(self) -> bool:
        """Whether the opposite of the rule is worth more to the hand."""
        return self.best not in (self.rule, "either", None)

    @property
    def cost(self) -> Fraction:
        """What the rule loses the hand here, per unit staked and coup, at least 0."""
        return self.probability * abs(self.difference or Fraction(0)) if self.wrong else Fraction(0)


@dataclass(frozen=True, repr=False, slots=True)
class TableauStudy(Answer):
    """A tableau examined on one shoe, `None` being the infinite one, at the prices of three bets.

    `bets` are Player, Banker and Tie, `evs` their EVs per unit staked under the rules. `banker` has a cell
    for each total and column of the tableau, row by row, and `player` one for each of Player's totals;
    `banker_cards` and `player_cards` the same by the two cards of the hand.
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
        """What the rules lose Banker against best play by totals, per unit staked and coup."""
        return cost(self.banker)

    @property
    def player_cost(self) -> Fraction:
        """The same of Player."""
        return cost(self.player)

    @property
    def unlike(self) -> tuple[Cell, ...]:
        """Banker's cells by cards in which another play is best than for the total as a whole."""
        best = {(cell.total, cell.column): cell.best for cell in self.banker}
        cells = self.banker_cards
        return tuple(cell for cell in cells if cell.best not in (best[cell.total, cell.column], None))


def cost(cells: Iterable[Cell]) -> Fraction:
    """What the rules lose a hand in all of its cells, per unit staked and coup."""
    return sum((cell.cost for cell in cells if cell.wrong), Fraction(0))


def tableau_study(rules: Rules, shoe: Shoe | None, bets: tuple[Bet, Bet, Bet]) -> TableauStudy:
    """Every choice that the rules make for a hand, examined on a shoe; None is the infinite one.

    `bets` are Player, Banker and Tie at their prices, with lines `win` and `lose`, the first two also `push`.

    Raises:
        ShoeError: too few cards.
    """
    first = None if rules.player_first is None else Card(rules.player_first).points
    found = plays(None if shoe is None else shoe.points, first)
    nets = [[bet.nets[line] for line in _LINES[bet.id]] for bet in bets]
    unit = lcm(*(net.denominator for bet in nets for net in bet))
    prices = unit, [[int(net * unit) for net in bet] for bet in nets]
    open_hands = [place for place, total in enumerate(TOTALS) if total not in rules.tableau.naturals]
    seen, known = _seen_by_banker(rules, found, open_hands), _known_to_player(rules, found, open_hands)

    def banker(total: int, hands: Sequence[int], cards: Cards | None) -> Iterator[Cell]:
        for at, column in enumerate(COLUMNS):
            draws = rules.tableau.banker_draws_on(total, column)
            ways = seen[hands, at].sum(axis=0)
            yield _cell(("banker", total, column, cards), draws, ways, found.total, prices)

    def player(total: int, hands: Sequence[int], cards: Cards | None) -> Cell:
        draws, ways = rules.tableau.player_draws_on(total), known[hands].sum(axis=0)
        return _cell(("player", total, None, cards), draws, ways, found.total, prices)

    open_totals = sorted({TOTALS[place] for place in open_hands})
    totals = [(total, [place for place in open_hands if TOTALS[place] == total]) for total in open_totals]
    # Ways of a coup under the rules by who wins: those that a natural ends, and those of Banker's cells.
    ended = np.ones((len(HANDS), len(HANDS)), dtype=bool)
    ended[np.ix_(open_hands, open_hands)] = False
    results = found.ways[ended, 0, STAND].sum(axis=0)
    for place, (at, column) in product(open_hands, enumerate(COLUMNS)):
        results = results + seen[place, at, int(rules.tableau.banker_draws_on(TOTALS[place], column))]
    hands = [(total, [place], HANDS[place]) for total, places in totals for place in places]
    return TableauStudy(
        rules,
        shoe,
        bets,
        tuple(Fraction(sum(map(mul, bet, results.tolist())), unit * found.total) for bet in prices[1]),
        tuple(cell for total, places in totals for cell in banker(total, places, None)),
        tuple(player(total, places, None) for total, places in totals),
        tuple(cell for hand in hands for cell in banker(*hand)),
        tuple(player(*hand) for hand in hands if first is None or first in hand[2]),
    )


def _seen_by_banker(rules: Rules, found: Plays, open_hands: Sequence[int]) -> Numbers:
    """Ways without naturals by Banker's hand, column, Banker's action and winner; Player obeys the rules."""
    seen: Numbers = np.zeros_like(found.ways[0])
    for place in open_hands:
        total, ways = TOTALS[place], found.ways[place]
        if not rules.tableau.player_draws_on(total):
            seen[:, 0] += ways[:, 0]
            continue
        for third in range(10):
            column = third if rules.banker_by == "third-card" else (total + third) % 10
            seen[:, 1 + column] += ways[:, 1 + third]
    return seen


def _known_to_player(rules: Rules, found: Plays, open_hands: Sequence[int]) -> Numbers:
    """Ways without naturals by Player's hand, Player's action and winner; Banker obeys the rules."""
    known: Numbers = np.zeros((len(HANDS), 2, 3), dtype=found.ways.dtype)
    for total in sorted({TOTALS[place] for place in open_hands}):
        ways = found.ways[:, [place for place in open_hands if TOTALS[place] == total]].sum(axis=1)
        stood = int(rules.banker_draws_on(total, None, 0))
        for player in open_hands:
            known[player, STAND] += ways[player, 0, stood]
            for third in range(10):
                answer = rules.banker_draws_on(total, third, (TOTALS[player] + third) % 10)
                known[player, DRAW] += ways[player, 1 + third, int(answer)]
    return known


def _cell(place: _Place, draws: bool, ways: Numbers, all_ways: int, prices: _Prices) -> Cell:
    """The cell at a place, from whether the rules draw there, and ways by `STAND` or `DRAW` and by winner."""
    by_play = [[int(n) for n in row] for row in ways]
    here = sum(by_play[STAND])
    rule: Play = "D" if draws else "S"
    probability = Fraction(here, all_ways)
    if not here:
        return Cell(*place, rule, 0, probability, None, None, None)
    unit, nets = prices
    # Fractions are slow, and there are many cells: gains are subtracted before they are divided.
    standing, drawing = ([sum(map(mul, net, row)) for net in nets] for row in by_play)
    by_rule, opposite = (drawing, standing) if draws else (standing, drawing)
    player, banker, tie = (
        Fraction(wrong - right, unit * here) for wrong, right in zip(opposite, by_rule, strict=True)
    )
    own = 0 if place[0] == "player" else 1
    stand, draw = (Fraction(gains[own], unit * here) for gains in (standing, drawing))
    return Cell(*place, rule, here, probability, stand, draw, (player, banker, tie))
