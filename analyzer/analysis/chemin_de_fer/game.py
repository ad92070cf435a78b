"""Chemin de fer as a game of Player, who can choose only on 5, against Banker: the gains of all choices.

Gains are Banker's, in ways: deals that Banker wins less deals that Player wins. A natural ends the coup.

Source: S. N. Ethier and C. Gámez, A game-theoretic analysis of baccara chemin de fer, Games 4 (2013).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from operator import sub
from typing import Literal

import numpy as np

from analyzer.analysis.tableau_study import BANKER, COLUMNS, HANDS, PLAYER, STAND, TOTALS, Plays
from analyzer.game.tableau import Tableau

Model = Literal["totals", "banker-sees", "both-see"]
"""How hands are distinguished: by their totals; Banker's by its two cards; both by their two cards."""

MODELS: tuple[Model, ...] = ("totals", "banker-sees", "both-see")
FREE = 5  # The only total on which Player can choose.
NATURALS = (8, 9)

Hand = tuple[int, int]
Hands = tuple[Hand, ...]  # Hands of one total, by points, that the model does not distinguish.

Form = tuple[int, ...]
"""A gain, in ways, as a function of Player's probabilities of drawing: a constant, then coefficients."""


@dataclass(frozen=True, slots=True)
class BankerDecision:
    """A situation in which Banker chooses, and what each choice gains; no deal leads there if not `possible`.

    `column` is None if Player stood, else the points of Player's third card.
    """

    hands: Hands
    column: int | None
    possible: bool
    stand: Form
    draw: Form

    @property
    def total(self) -> int:
        """The total of Banker's hand."""
        return sum(self.hands[0]) % 10

    @property
    def difference(self) -> Form:
        """How much more drawing gains than standing."""
        return tuple(map(sub, self.draw, self.stand))


@dataclass(frozen=True, slots=True)
class Game:
    """Chemin de fer on one shoe, in one model.

    `free` are the groups of Player's hands of 5 that the model distinguishes, `possible` those that can be
    dealt, and `settled` is the gain of coups with a natural, out of `ways` deals.
    """

    model: Model
    ways: int
    free: tuple[Hands, ...]
    possible: tuple[bool, ...]
    settled: int
    cells: tuple[BankerDecision, ...]

    def against(self, player: Sequence[Fraction]) -> Fraction:
        """Banker's expected gain per unit with the best answer, if Player draws with these probabilities."""
        weights = whole(player)
        unit = weights[0]
        best = (max(at(cell.stand, weights), at(cell.draw, weights)) for cell in self.cells)
        return Fraction(unit * self.settled + sum(best), unit * self.ways)

    def gains(self, banker: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """What Banker gains, in ways, by drawing with these probabilities, as a form in Player's."""
        unit, *weights = whole(banker)
        gains = [unit * self.settled, *(0 for _ in self.free)]
        for cell, weight in zip(self.cells, weights, strict=True):
            for place, (stand, draw) in enumerate(zip(cell.stand, cell.draw, strict=True)):
                gains[place] += (unit - weight) * stand + weight * draw
        return tuple(Fraction(gain, unit) for gain in gains)

    def answered(self, banker: Sequence[Fraction]) -> Fraction:
        """Banker's expected gain per unit, drawing with these probabilities, if Player answers best."""
        constant, *gains = self.gains(banker)
        return sum((min(gain, Fraction(0)) for gain in gains), constant) / self.ways

    def under(self, tableau: Tableau) -> Fraction:
        """Banker's expected gain per unit if both hands follow a tableau."""
        banker = [Fraction(tableau.banker_draws_on(cell.total, cell.column)) for cell in self.cells]
        constant, *gains = self.gains(banker)
        return (constant + tableau.player_draws_on(FREE) * sum(gains)) / self.ways


def whole(probabilities: Sequence[Fraction]) -> tuple[int, ...]:
    """A unit in which probabilities are whole, and the probabilities in it.

    >>> whole([Fraction(1, 2), Fraction(2, 3)])
    (6, 3, 4)
    """
    unit = lcm(*(draws.denominator for draws in probabilities))
    return unit, *(draws.numerator * (unit // draws.denominator) for draws in probabilities)


def at(form: Form, weights: Sequence[int]) -> int:
    """The gain of a form at Player's probabilities, given as from `whole`; times their unit."""
    return sum(gain * weight for gain, weight in zip(form, weights, strict=True))


def game_of(played: Plays, model: Model) -> Game:
    """The game in one model, from all plays of a shoe."""
    total_of = np.array(TOTALS)
    fives = [place for place, total in enumerate(TOTALS) if total == FREE]
    free = [[hand] for hand in fives] if model == "both-see" else [fives]
    natural = np.isin(total_of, NATURALS)
    gains = played.ways[..., BANKER] - played.ways[..., PLAYER]
    settled = gains[natural][:, :, 0, STAND].sum() + gains[~natural][:, natural, 0, STAND].sum()
    # Whether each of Player's hands must stand or draw, then what each of its probabilities changes.
    chosen = np.array([np.isin(np.arange(len(HANDS)), hands) for hands in free]).astype(gains.dtype)
    stands = np.vstack([((total_of >= FREE) & ~natural).astype(gains.dtype), -chosen])
    draws = np.vstack([(total_of < FREE).astype(gains.dtype), chosen])
    stood = np.tensordot(stands, gains[:, :, :1], axes=1)
    drawn = np.tensordot(draws, gains[:, :, 1:], axes=1)
    forms = np.concatenate([stood, drawn], axis=2)
    deals = played.ways[..., STAND, :].sum(axis=-1)
    reached = np.concatenate(
        [deals[(total_of >= FREE) & ~natural, :, :1].sum(axis=0), deals[total_of <= FREE, :, 1:].sum(axis=0)],
        axis=1,
    )
    # Banker's hands, except naturals, grouped as the model distinguishes them.
    totals = [total for total in range(10) if total not in NATURALS]
    banker_hands = [np.flatnonzero(total_of == total).tolist() for total in totals]
    if model != "totals":
        banker_hands = [[place] for places in banker_hands for place in places]
    by_hand = np.moveaxis(forms, 0, -1)
    cells = [
        BankerDecision(_points(hands), column, deals > 0, tuple(stand), tuple(draw))
        for hands in banker_hands
        for column, deals, (stand, draw) in zip(
            COLUMNS, reached[hands].sum(axis=0).tolist(), by_hand[hands].sum(axis=0).tolist(), strict=True
        )
    ]
    possible = [bool((deals[hands][:, ~natural, 0] > 0).any()) for hands in free]
    return Game(model, played.total, tuple(map(_points, free)), tuple(possible), int(settled), tuple(cells))


def _points(places: Iterable[int]) -> Hands:
    return tuple(HANDS[place] for place in places)
