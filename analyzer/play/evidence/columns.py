"""Recorded coups as columns: what each states, and the cards unseen before it.

Also checks each coup by itself: who draws, who wins, whether the shoe still has its cards. Nothing is
guessed: if it is unknown which hand each card belongs to, the hands are empty. Knows nothing of bets or
probabilities.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import ShoeError
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import deal, total
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Shoe, coarser
from analyzer.play.record import CoupResult, Read, RecordedCoup, RecordedShoe, before_unread

Numbers = NDArray[Any]

NONE, UNREAD = -1, -2
"""Codes in a column: NONE for a card not dealt or a fact not recorded, UNREAD for a card that could not be
read."""

NO_SUIT = 64
"""Added to the index of a rank's first card if the suit is not recorded."""

CELL: dict[Read, int] = {
    None: UNREAD,
    **{card_at(index): index for index in range(52)},
    **{Card(rank): NO_SUIT + 4 * (rank - 1) for rank in range(1, 14)},
}

Hand = tuple[Read, ...]

_CODES: dict[object, int] = {None: NONE, "player": 0, "banker": 1, "tie": 2}

FAULTS = ("draw", "total", "winner", "pair", "natural", "card")
"""What can be wrong with a coup: a hand drew against the rules or lacks its third card; the recorded total,
winner, pair or natural differs from that of the cards; a card is dealt although none is left."""


@dataclass(frozen=True, slots=True)
class Start:
    """A shoe before the burn, its record, and the burned cards that were shown, as text.

    `continued` is whether the record continues the record before it, of the same shoe.
    """

    shoe: Shoe
    record: RecordedShoe
    shown: str = ""
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """Coups of some shoes, one row per coup; NONE stands for anything unknown.

    `cards` has the cards at p1 p2 p3 b1 b2 b3, as indices 0–51 (the first suit if none is recorded) or
    UNREAD; all are NONE if it is unknown which hand has which card. `read` is whether all cards are recorded
    and read. `winner` is as recorded, or else by the cards: 0 Player, 1 Banker, 2 Tie. `pairs`, Player's and
    Banker's, follow from the first two cards of both hands if these were read, or else are as recorded;
    `naturals` follow only from these cards. `unseen` counts the cards not seen before the coup, in 52 cells;
    of cells that `fineness`, an index of FINENESSES, does not distinguish, only the sum counts. `wrong` has
    one truth value for each of FAULTS. `shoe` is the index of each coup's shoe.
    """

    cards: Numbers
    read: Numbers
    winner: Numbers
    pairs: Numbers
    naturals: Numbers
    unseen: Numbers
    fineness: Numbers
    wrong: Numbers
    shoe: Numbers
    coups: Sequence[tuple[str, RecordedCoup]]


def columns(rules: Rules, starts: Iterable[Start]) -> Columns:
    """The coups of shoes, without those cancelled before their first card."""
    in_hands: list[int] = []
    in_no_hand: list[int] = []
    stated: list[object] = []
    coups: list[tuple[str, RecordedCoup]] = []
    lengths, left, finenesses = [], [], []
    for start in starts:
        before = len(coups)
        for coup, hands, others in _hands(rules, start.record):
            in_hands += hands
            in_no_hand += (*others, *(NONE,) * (6 - len(others)))
            stated += (_CODES.get(part, part) for part in CoupResult.recorded(coup))
            coups.append((start.record.id, coup))
        lengths.append(len(coups) - before)
        left.append(_as_cards(start.shoe.without(start.shown)))
        finenesses.append(FINENESSES.index(start.shoe.fineness))
    held = np.array(in_hands, dtype=np.int8).reshape(-1, 6)
    loose = np.array(in_no_hand, dtype=np.int8).reshape(-1, 6)
    shoe_of = np.repeat(np.arange(len(lengths)), lengths)
    fineness = np.array(finenesses, dtype=np.int8)[shoe_of]
    from_shoe = np.concatenate((held[:, 6 - rules.cards_from_shoe :], loose), axis=1)
    suitless = from_shoe.max(axis=1, initial=NONE) >= NO_SUIT
    coarse = np.bincount(shoe_of, suitless, len(lengths)) > 0
    fineness = np.where(coarse[shoe_of], np.minimum(fineness, FINENESSES.index("ranks")), fineness)
    unseen, missing = _unseen(from_shoe, np.array(left).reshape(-1, 52), lengths, fineness)
    fineness = fineness.astype(np.int8)
    cards = np.where(held < 0, held, held & NO_SUIT - 1)
    read = (held[:, 0] != NONE) & (held != UNREAD).all(axis=1)
    results = np.array(stated, dtype=np.int8).reshape(-1, 6)
    winner, pairs, naturals, wrong, lacking = _judged(rules, held, read, results)
    wrong = np.column_stack((wrong, missing))
    return Columns(cards, read & ~lacking, winner, pairs, naturals, unseen, fineness, wrong, shoe_of, coups)


def _as_cards(shoe: Shoe) -> list[int]:
    """The counts of a shoe as 52 cells; a count by rank or by points is in the first of its cells."""
    by = coarser("cards", shoe.fineness)
    return [0 if kind in by[:cell] else shoe.counts[kind] for cell, kind in enumerate(by)]


def _unseen(
    taken: Numbers, left: Numbers, lengths: Sequence[int], fineness: Numbers
) -> tuple[Numbers, Numbers]:
    """The cards unseen before each coup, and whether a card is dealt although none is left."""
    rows = np.arange(len(taken))
    delta = np.zeros((len(taken), 52), dtype=np.int32)
    for column in taken.T:
        dealt = column >= 0
        # A column has one card per row, so no entry is indexed twice, and every card is counted.
        delta[rows[dealt], column[dealt] & NO_SUIT - 1] += 1
    after = np.cumsum(delta, axis=0, dtype=np.int32)
    starts = np.cumsum(lengths) - lengths
    dealt_before = np.concatenate((np.zeros((1, 52), dtype=np.int32), after))[starts]
    after = np.repeat(left + dealt_before, lengths, axis=0) - after
    missing = np.zeros(len(taken), dtype=bool)
    for place, name in enumerate(FINENESSES):
        of = fineness == place
        by = _coarsening(name)
        missing[of] = ((after[of] @ by < 0) & (delta[of] @ by > 0)).any(axis=1)
    return after + delta, missing


@cache
def _coarsening(name: Any) -> Numbers:
    """The matrix that turns counts of 52 cells into counts at a fineness."""
    by = np.array(coarser("cards", name))
    return np.asarray(np.eye(by.max() + 1, dtype=np.int32)[by])


def counts_at(unseen: Numbers, fineness: int) -> Numbers:
    """Counts of 52 cells coarsened to a fineness, an index of FINENESSES; negative counts become 0."""
    name = FINENESSES[fineness]
    return np.maximum(unseen if name == "cards" else unseen @ _coarsening(name), 0).astype(np.int64)


POINTS = np.array([*(min(index // 4 + 1, 10) % 10 for index in range(52)), *[0] * 12], dtype=np.int8)
"""The points of a card by index; 0 for no card, which has index 63."""


def _judged(
    rules: Rules, held: Numbers, read: Numbers, stated: Numbers
) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Winners, pairs, naturals, what is wrong with each coup, and whether a hand lacks its third card.

    `held` has the cards of the hands.
    """
    first_four = (held[:, (0, 1, 3, 4)] >= 0).all(axis=1, keepdims=True)
    index = held & NO_SUIT - 1
    points = POINTS[index]
    two = (points[:, 0] + points[:, 1]) % 10, (points[:, 3] + points[:, 4]) % 10
    totals = (two[0] + points[:, 2]) % 10, (two[1] + points[:, 5]) % 10
    drew = held[:, 2] != NONE, held[:, 5] != NONE
    by_cards = np.where(totals[0] > totals[1], 0, np.where(totals[0] < totals[1], 1, 2))
    paired = np.stack((index[:, 0] >> 2 == index[:, 1] >> 2, index[:, 3] >> 2 == index[:, 4] >> 2), axis=1)
    naturals = np.stack((two[0] >= 8, two[1] >= 8), axis=1)
    column = points[:, 2] if rules.banker_by == "third-card" else totals[0]
    player_draws, banker_draws = _drawing(rules)
    due = player_draws[two[0], two[1]], banker_draws[two[0], two[1], np.where(drew[0], 1 + column, 0)]
    actual = np.column_stack((*totals, by_cards, paired, naturals.any(axis=1)))
    differs = (stated != NONE) & (stated != actual)
    drawn_wrong = (due[0] != drew[0]) | (due[1] != drew[1])
    totals_wrong, pairs_wrong = differs[:, :2].any(axis=1), differs[:, 3:5].any(axis=1)
    wrong = np.column_stack((drawn_wrong, totals_wrong, differs[:, 2], pairs_wrong, differs[:, 5]))
    lacking = (due[0] & ~drew[0]) | (due[1] & ~drew[1])
    winner = np.where((stated[:, 2] == NONE) & read & ~lacking, by_cards, stated[:, 2])
    pairs, naturals = np.where(first_four, paired, stated[:, 3:5]), np.where(first_four, naturals, NONE)
    return winner, pairs, naturals, wrong & read[:, None], lacking


@cache
def _drawing(rules: Rules) -> tuple[Numbers, Numbers]:
    """Whether Player draws, by both two-card totals; and Banker, also by column + 1 (0: Player stood)."""
    player, banker = np.zeros((10, 10), dtype=bool), np.zeros((10, 10, 11), dtype=bool)
    for ours, theirs in np.ndindex(10, 10):
        if not {ours, theirs} & rules.tableau.naturals:
            player[ours, theirs] = rules.tableau.player_draws_on(ours)
            columns = (None, *range(10))
            banker[ours, theirs] = [rules.tableau.banker_draws_on(theirs, column) for column in columns]
    return player, banker


def _hands(rules: Rules, shoe: RecordedShoe) -> Iterator[tuple[RecordedCoup, Sequence[int], Sequence[int]]]:
    """Each coup with the six cells of its hands, and the cells of cards whose hand is unknown."""
    for coup in chain(shoe.coups, _coups_of_stream(rules, shoe.stream)):
        if coup.status == "cancelled":
            continue
        player, banker, drawn = coup.player, coup.banker, coup.drawn
        if drawn is not None:
            player, banker = _split_hands(rules, drawn)
        if player is None or banker is None or not (1 < len(player) < 4 and 1 < len(banker) < 4):
            shown = drawn if drawn is not None else (player or ()) + (banker or ())
            yield coup, (NONE,) * 6, [cell for card in shown[:6] if (cell := CELL[card]) >= 0]
        else:
            yield coup, _cells(player) + _cells(banker), ()


def _cells(hand: Hand) -> tuple[int, ...]:
    return (CELL[hand[0]], CELL[hand[1]], CELL[hand[2]] if len(hand) == 3 else NONE)


def _split_hands(rules: Rules, drawn: Hand) -> tuple[Hand, Hand] | tuple[None, None]:
    """The two hands from the cards drawn; None if an unread card decides which hand has the third card."""
    given: Hand = () if rules.player_first is None else (Card(rules.player_first),)
    cards = given + drawn
    if not 4 <= len(cards) <= 6:
        return None, None
    player, banker, thirds = cards[:3:2], cards[1:4:2], cards[4:]
    if len(thirds) == 1:
        known = before_unread(player)
        if len(known) < 2:
            return None, None
        if total(known) not in rules.tableau.player_draws:
            return player, banker + thirds
    return player + thirds[:1], banker + thirds[1:]


def _coups_of_stream(rules: Rules, stream: Hand) -> Iterator[RecordedCoup]:
    """The coups of a stream up to a card that could not be read; the last may be unfinished."""
    at = 0
    for number in count(1):
        if at >= len(stream):
            return
        known = before_unread(stream[at : at + rules.cards_from_shoe])
        try:
            coup = deal(rules, known)
        except ShoeError:
            yield RecordedCoup(number, player=known)  # one hand only, since it is unknown whose the cards are
            return
        yield RecordedCoup(number, player=coup.player, banker=coup.banker)
        at += coup.cards - (6 - rules.cards_from_shoe)
