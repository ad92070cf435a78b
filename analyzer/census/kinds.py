"""Kinds: a partition of the 52 cards into classes whose cards need not be distinguished."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.facts import CARDS, DECK, POINTS, RANKS, Labels
from analyzer.census.program import Ints
from analyzer.game.cards import RANKS as LETTERS
from analyzer.game.cards import SUITS, Card, card_at
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, Shoe

EVERY_CARD = frozenset(range(52))
"""The indices of the cards of a deck."""

_BY_POINTS = sorted(range(52), key=lambda index: (DECK[index].points, DECK[index].rank, index))
_CELLS: dict[Fineness, Labels] = {
    "points": POINTS,
    "ranks": tuple(rank - 1 for rank in RANKS),
    "cards": CARDS,
}


@dataclass(frozen=True, slots=True)
class Kinds:
    """A partition of the cards: `labels[i]` is the kind of card i. Kinds are numbered by points, rank and
    suit, so in kinds by points, kind k is worth k points. `Kinds.distinguishing()` is one kind, "a card".

    >>> len(Kinds.distinguishing(POINTS)), len(Kinds.distinguishing())
    (10, 1)
    """

    labels: Labels

    @classmethod
    @lru_cache(maxsize=1024)
    def distinguishing(cls, *labels: Labels) -> "Kinds":
        """The coarsest kinds that separate any two cards with different labels in one of the labellings."""
        joint = list(zip(*labels, strict=True)) if labels else [()] * 52
        number: dict[tuple[int, ...], int] = {}
        for index in _BY_POINTS:
            number.setdefault(joint[index], len(number))
        return cls(tuple(number[label] for label in joint))

    def __len__(self) -> int:
        """The number of kinds, 1 to 52."""
        return max(self.labels) + 1

    def distinguishes(self, labels: Labels) -> bool:
        """Whether all cards of one kind have the same label."""
        return len(Kinds.distinguishing(self.labels, labels)) == len(self)

    def known_by(self, fineness: Fineness) -> bool:
        """Whether a shoe of this fineness knows how many cards of each kind it has."""
        return Kinds.distinguishing(_CELLS[fineness]).distinguishes(self.labels)

    @property
    def fineness(self) -> Fineness:
        """The coarsest fineness of a shoe that knows these kinds."""
        return next(fineness for fineness in FINENESSES if self.known_by(fineness))

    @property
    def cells(self) -> Fineness | None:
        """The fineness whose cells are these kinds; None if there is none."""
        return next((level for level, labels in _CELLS.items() if Kinds.distinguishing(labels) == self), None)

    @property
    def names(self) -> tuple[str, ...]:
        """A short name for each kind, without spaces. If the kinds are the cells of a shoe, they have the
        cells' names: `0`, `T` or `Ts`. Other kinds are named by their ranks, and by the suits of these unless
        all four are included: `A23456789`, `9hd`.

        >>> Kinds.distinguishing(tuple(int(card.rank == 9 and card.suit != 0) for card in DECK)).names
        ('A2345678TJQK+9s', '9hdc')
        """
        if self.cells is not None:
            return tuple(KEYS[self.cells][_CELLS[self.cells][card]] for card in self.cards)
        return tuple(_name([card for card in range(52) if self.labels[card] == k]) for k in range(len(self)))

    @property
    def cards(self) -> NDArray[np.intp]:
        """The index of one card of each kind, which represents all cards of the kind."""
        return np.array([self.labels.index(kind) for kind in range(len(self))])

    def among(self, cards: frozenset[int]) -> list[int]:
        """The kinds of some cards, which are given by index; rising."""
        return sorted({self.labels[card] for card in cards})

    def members(self, fineness: Fineness) -> list[list[int]]:
        """For each kind, the cells of a shoe that contain its cards; the shoe must know the kinds."""
        cells: list[list[int]] = [[] for _ in range(len(self))]
        for cell, kind in dict.fromkeys(zip(_CELLS[fineness], self.labels, strict=True)):
            cells[kind].append(cell)
        return cells

    def of(self, shoe: Shoe) -> tuple[int, ...]:
        """The number of cards of each kind in a shoe, which must know the kinds."""
        return tuple(sum(shoe.counts[cell] for cell in cells) for cells in self.members(shoe.fineness))

    def counts(self, cells: Ints, fineness: Fineness) -> Ints:
        """The number of cards of each kind, shoes × kinds, from shoes × cells."""
        return np.stack([cells[:, members].sum(axis=1) for members in self.members(fineness)], axis=1)


def _name(cards: Sequence[int]) -> str:
    """A name for cards, given by rising index: their ranks, then their suits unless all four are included;
    groups of ranks with different suits are joined by `+`.
    """
    ranks: dict[str, str] = {}
    for rank, group in groupby(cards, lambda card: card // 4):
        suits = "".join(SUITS[card % 4] for card in group)
        ranks[suits] = ranks.get(suits, "") + LETTERS[rank]
    return "+".join(rank + ("" if suits == SUITS else suits) for suits, rank in ranks.items())


@lru_cache(maxsize=256)
def held(counts: Sequence[int], fineness: Fineness) -> frozenset[int]:
    """The indices of the cards of a deck that can be in a shoe with these counts."""
    if all(counts):
        return EVERY_CARD
    cells = _CELLS[fineness]
    return frozenset(card for card in EVERY_CARD if counts[cells[card]])


def card_in_cell(cell: int, fineness: Fineness) -> Card:
    """A card from a cell of a shoe, without a suit unless the shoe knows suits."""
    if fineness == "cards":
        return card_at(cell)
    return Card(cell + 1) if fineness == "ranks" else Card(cell or 10)
