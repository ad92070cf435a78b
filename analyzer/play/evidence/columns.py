"""Recorded coups as columns: what each says, and the cards unseen before it.

Judges what can be judged of a coup by itself: who draws, who wins, whether a card can be there. Knows nothing
of bets or probabilities.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Shoe, coarser
from analyzer.play.evidence.hands import NO_SUIT, NONE, UNREAD, hands
from analyzer.play.record import RecordedCoup, RecordedShoe

Numbers = NDArray[Any]

_WINNER = {None: NONE, "player": 0, "banker": 1, "tie": 2}
_TRUTH = {None: NONE, False: 0, True: 1}

FAULTS = ("draw", "total", "winner", "pair", "natural", "card")
"""What can be wrong with a coup: somebody drew or stood against the rules; a total, the winner, a pair or a
natural is not what the cards say; a card is dealt of which none is left."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a shoe holds first, its record, and the burned cards of it that were shown, as text."""

    shoe: Shoe
    record: RecordedShoe
    shown: str = ""

    @property
    def left(self) -> Shoe:
        """What it holds before its first coup, as far as anybody can know."""
        return self.shoe.without(self.shown)


@dataclass(frozen=True, slots=True)
class Columns:
    """Coups of some shoes, a row each.

    `cards` are the places p1 p2 p3 b1 b2 b3, indices 0–51 (the first suit stands for one not said), UNREAD
    for one that could not be read; all NONE where nobody knows which card is whose. `read` is whether all
    cards of the coup are there and were read. `winner` is as the record says it, and by the cards where it is
    silent; 0 Player, 1 Banker, 2 Tie. `pairs` are Player's and Banker's, by the first two cards of both hands
    where they were read, else as the record says; `naturals` by these cards alone. `unseen` are the cards not
    seen before the coup by cell of 52, of which the suits mean nothing where `fineness`, a place of
    FINENESSES, is coarser. `wrong` has a column of truths for each of FAULTS. Everywhere NONE is what nobody
    knows.
    """

    cards: Numbers
    read: Numbers
    winner: Numbers
    pairs: Numbers
    naturals: Numbers
    unseen: Numbers
    fineness: Numbers
    wrong: Numbers
    coups: Sequence[tuple[str, RecordedCoup]]

    def __len__(self) -> int:
        """The number of coups."""
        return len(self.cards)


def columns(rules: Rules, starts: Iterable[Start]) -> Columns:
    """The coups of shoes; those cancelled before their first card are no coups."""
    cells: list[int] = []
    gone: list[int] = []
    said: list[int] = []
    coups: list[tuple[str, RecordedCoup]] = []
    lengths, left, finenesses = [], [], []
    for start in starts:
        before = len(coups)
        for coup, player, banker, others in hands(rules, start.record):
            cells += player
            cells += banker
            gone += others
            gone += (NONE,) * (6 - len(others))
            said += (
                _WINNER[coup.winner],
                NONE if coup.player_total is None else coup.player_total,
                NONE if coup.banker_total is None else coup.banker_total,
                _TRUTH[coup.player_pair],
                _TRUTH[coup.banker_pair],
                _TRUTH[coup.natural],
            )
            coups.append((start.record.id, coup))
        lengths.append(len(coups) - before)
        held = start.left
        left.append(_spread(held))
        finenesses.append(FINENESSES.index(held.fineness))
    whole = np.array(cells, dtype=np.int8).reshape(-1, 6)
    loose = np.array(gone, dtype=np.int8).reshape(-1, 6)
    shoe_of = np.repeat(np.arange(len(lengths)), lengths)
    fineness = np.array(finenesses, dtype=np.int8)[shoe_of]
    from_shoe = np.concatenate((whole[:, 6 - rules.cards_from_shoe :], loose), axis=1)
    suitless = from_shoe.max(axis=1, initial=NONE) >= NO_SUIT
    coarse = np.bincount(shoe_of, suitless, len(lengths)) > 0
    fineness = np.where(coarse[shoe_of], np.minimum(fineness, FINENESSES.index("ranks")), fineness)
    unseen, missing = _unseen(from_shoe, np.array(left).reshape(-1, 52), lengths, fineness)
    return _judged(
        rules,
        whole,
        np.array(said, dtype=np.int8).reshape(-1, 6),
        unseen,
        fineness.astype(np.int8),
        missing,
        coups,
    )


def _spread(shoe: Shoe) -> list[int]:
    """The counts of a shoe as 52 cells; what it knows by ranks or points stands in the first cell of each."""
    if shoe.fineness == "cards":
        return list(shoe.counts)
    cells = [0] * 52
    by = coarser("cards", shoe.fineness)
    for place, n in enumerate(shoe.counts):
        cells[by.index(place)] = n
    return cells


def _unseen(
    taken: Numbers, left: Numbers, lengths: Sequence[int], fineness: Numbers
) -> tuple[Numbers, Numbers]:
    """The cards unseen before each coup, and whether a card is dealt of which none is left.

    Args:
        taken: the cards that each coup takes from its shoe, in any order.
        left: what each shoe holds first, as 52 cells.
        lengths: how many coups it has.
        fineness: how finely it is known, a row a coup.
    """
    rows = np.arange(len(taken))
    delta = np.zeros((len(taken), 52), dtype=np.int32)
    for column in taken.T:
        dealt = column >= 0
        # A cell comes once in a column, so that plain indexing adds each.
        delta[rows[dealt], column[dealt] & NO_SUIT - 1] += 1
    after = np.cumsum(delta, axis=0, dtype=np.int32)
    starts = np.cumsum(lengths) - lengths
    dealt_before = np.concatenate((np.zeros((1, 52), dtype=np.int32), after))[starts]
    after = np.repeat(left + dealt_before, lengths, axis=0) - after
    missing = np.zeros(len(taken), dtype=bool)
    for place, name in enumerate(FINENESSES):
        of = fineness == place
        by = _gathering(name)
        missing[of] = ((after[of] @ by < 0) & (delta[of] @ by > 0)).any(axis=1)
    return after + delta, missing


@cache
def _gathering(name: Any) -> Numbers:
    """The matrix that brings 52 cells to those of a fineness."""
    by = np.array(coarser("cards", name))
    matrix = np.zeros((52, by.max() + 1), dtype=np.int32)
    matrix[np.arange(52), by] = 1
    return matrix


def gathered(unseen: Numbers, fineness: int) -> Numbers:
    """Counts of 52 cells as those of a fineness, a place of FINENESSES, none below zero."""
    name = FINENESSES[fineness]
    return np.maximum(unseen if name == "cards" else unseen @ _gathering(name), 0).astype(np.int64)


_POINTS = np.array([*(min(index // 4 + 1, 10) % 10 for index in range(52)), *[0] * 12], dtype=np.int8)
"""The points of a card by index; 0 where there is none, whose index is taken as 63."""


def _judged(
    rules: Rules,
    held: Numbers,
    said: Numbers,
    unseen: Numbers,
    fineness: Numbers,
    missing: Numbers,
    coups: Sequence[tuple[str, RecordedCoup]],
) -> Columns:
    """What cards and words of each coup come to, and where they disagree."""
    read = (held[:, 0] != NONE) & (held != UNREAD).all(axis=1)
    first_four = (held[:, (0, 1, 3, 4)] >= 0).all(axis=1, keepdims=True)
    index = held & NO_SUIT - 1
    points = _POINTS[index]
    two = (points[:, 0] + points[:, 1]) % 10, (points[:, 3] + points[:, 4]) % 10
    totals = (two[0] + points[:, 2]) % 10, (two[1] + points[:, 5]) % 10
    drew = held[:, 2] != NONE, held[:, 5] != NONE
    by_cards = np.where(totals[0] > totals[1], 0, np.where(totals[0] < totals[1], 1, 2))
    paired = np.stack((index[:, 0] >> 2 == index[:, 1] >> 2, index[:, 3] >> 2 == index[:, 4] >> 2), axis=1)
    naturals = np.stack((two[0] >= 8, two[1] >= 8), axis=1)
    column = points[:, 2] if rules.banker_by == "third-card" else totals[0]
    player_draws, banker_draws = _drawing(rules)
    due = player_draws[two[0], two[1]], banker_draws[two[0], two[1], np.where(drew[0], 1 + column, 0)]

    def differs(place: int, truth: Numbers) -> Numbers:
        return np.asarray((said[:, place] != NONE) & (said[:, place] != truth))

    wrong = np.stack(
        (
            (due[0] != drew[0]) | (due[1] != drew[1]),
            differs(1, totals[0]) | differs(2, totals[1]),
            differs(0, by_cards),
            differs(3, paired[:, 0]) | differs(4, paired[:, 1]),
            differs(5, naturals[:, 0] | naturals[:, 1]),
            missing,
        ),
        axis=1,
    )
    wrong[:, :5] &= read[:, None]
    winner = np.where((said[:, 0] == NONE) & read, by_cards, said[:, 0])
    pairs, naturals = np.where(first_four, paired, said[:, 3:5]), np.where(first_four, naturals, NONE)
    cards = np.where(held < 0, held, index)
    return Columns(cards, read, winner, pairs, naturals, unseen, fineness, wrong, coups)


@cache
def _drawing(rules: Rules) -> tuple[Numbers, Numbers]:
    """Whether Player draws, by both two-card totals; and Banker, by these and the column, 0 Player stood."""
    player, banker = np.zeros((10, 10), dtype=bool), np.zeros((10, 10, 11), dtype=bool)
    naturals = rules.tableau.naturals
    for ours, theirs in np.ndindex(10, 10):
        if ours in naturals or theirs in naturals:
            continue
        player[ours, theirs] = rules.tableau.player_draws_on(ours)
        for column in range(11):
            banker[ours, theirs, column] = rules.tableau.banker_draws_on(
                theirs, None if column == 0 else column - 1
            )
    return player, banker
