"""Kinds: a partition of the 52 cards into classes that nobody needs to tell apart.

Knows which card is of which kind; knows nothing of how many of them a shoe holds.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.bets.facts import CARDS, DECK, POINTS, RANKS, Labels
from analyzer.census.program import Ints
from analyzer.game.cards import RANKS as LETTERS
from analyzer.game.cards import SUITS
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, Shoe

_ORDER = sorted(range(52), key=lambda index: (DECK[index].points, DECK[index].rank, index))
_CELLS: dict[Fineness, Labels] = {
    "points": POINTS,
    "ranks": tuple(rank - 1 for rank in RANKS),
    "cards": CARDS,
}


@dataclass(frozen=True, slots=True)
class Kinds:
    """A partition of the cards: `labels[i]` is the kind of card i, numbered by points, rank and suit.

    By points there are ten kinds and kind k is worth k points; `Kinds.telling()` is the one kind "a card".

    >>> len(Kinds.telling(POINTS)), len(Kinds.telling())
    (10, 1)
    """

    labels: Labels

    @classmethod
    def telling(cls, *labels: Labels) -> "Kinds":
        """The coarsest kinds that tell apart whatever any of the labellings tells apart."""
        joint = list(zip(*labels, strict=True)) if labels else [()] * 52
        number: dict[tuple[int, ...], int] = {}
        for index in _ORDER:
            number.setdefault(joint[index], len(number))
        return cls(tuple(number[label] for label in joint))

    def __len__(self) -> int:
        """The number of kinds, 1 to 52."""
        return max(self.labels) + 1

    def tells(self, labels: Labels) -> bool:
        """Whether all cards of one kind have one label."""
        return len(Kinds.telling(self.labels, labels)) == len(self)

    def known_by(self, fineness: Fineness) -> bool:
        """Whether a shoe of that fineness knows how many cards of each kind it holds."""
        return Kinds.telling(_CELLS[fineness]).tells(self.labels)

    @property
    def fineness(self) -> Fineness:
        """The coarsest fineness of a shoe that knows these kinds."""
        return next(fineness for fineness in FINENESSES if self.known_by(fineness))

    @property
    def cells(self) -> Fineness | None:
        """The fineness whose cells these kinds are; None where they are no shoe's cells."""
        return next((level for level, labels in _CELLS.items() if Kinds.telling(labels) == self), None)

    @property
    def names(self) -> tuple[str, ...]:
        """A short name for each kind, without blanks.

        Where the kinds are the cells of a shoe, the cell's: `0`, `T` or `Ts`; else the ranks, with the suits
        unless they are all four: `A23456789`, `9hd`.

        >>> Kinds.telling(tuple(int(card.rank == 9 and card.suit != 0) for card in DECK)).names
        ('A2345678TJQK+9s', '9hdc')
        """
        if self.cells is not None:
            return tuple(KEYS[self.cells][_CELLS[self.cells][card]] for card in self.cards)
        return tuple(
            _listed([card for card in range(52) if self.labels[card] == k]) for k in range(len(self))
        )

    @property
    def cards(self) -> NDArray[np.intp]:
        """One card of each kind, by index: whatever the kinds can tell is true of all of its kind."""
        return np.array([self.labels.index(kind) for kind in range(len(self))])

    def members(self, fineness: Fineness) -> list[list[int]]:
        """For each kind, the cells of a shoe of that fineness that hold its cards; cells tell the kinds."""
        found: list[list[int]] = [[] for _ in range(len(self))]
        for cell, kind in dict.fromkeys(zip(_CELLS[fineness], self.labels, strict=True)):
            found[kind].append(cell)
        return found

    def of(self, shoe: Shoe) -> tuple[int, ...]:
        """How many cards of each kind a shoe holds, which must know them."""
        return tuple(sum(shoe.counts[cell] for cell in cells) for cells in self.members(shoe.fineness))

    def counts(self, cells: Ints, fineness: Fineness) -> Ints:
        """Cards of each kind, a row a shoe, from the cells of the shoes, a row a shoe."""
        return np.stack([cells[:, members].sum(axis=1) for members in self.members(fineness)], axis=1)


def _listed(cards: Iterable[int]) -> str:
    """Cards by index as ranks, followed by suits unless they are of all four; `+` before other suits."""
    suits: dict[str, str] = {}
    for card in cards:
        rank = LETTERS[card // 4]
        suits[rank] = suits.get(rank, "") + SUITS[card % 4]
    ranks: dict[str, str] = {}
    for rank, shown in suits.items():
        ranks[shown] = ranks.get(shown, "") + rank
    return "+".join(rank + ("" if shown == SUITS else shown) for shown, rank in ranks.items())
