"""The cards of a shoe that a record has shown so far, and those that cannot be there any more.

Knows nothing of coups.
"""

from analyzer.game.cards import Card
from analyzer.game.shoe import FINENESSES, KEYS, Fineness, Shoe

Counts = tuple[int, ...]


class Tally:
    """How often each card has come, out of a shoe, at every fineness at which both are known.

    A card without its suit counts by rank. Cards with and without suits can all have come out of one shoe
    if no suited card came too often and no rank did, whatever the suits are that nobody wrote down; so these
    are the two things looked at.
    """

    def __init__(self, full: Shoe) -> None:
        """Begin with no card out."""
        self.full = full
        self._held: dict[Fineness, Counts] = {
            fineness: full.coarsen(fineness).counts
            for fineness in FINENESSES
            if FINENESSES.index(fineness) <= FINENESSES.index(full.fineness)
        }
        self._out = {fineness: [0] * len(KEYS[fineness]) for fineness in self._held}
        self._suited = full.fineness == "cards"
        self._coarse: Fineness = "ranks" if self._suited else full.fineness

    def take(self, card: Card) -> tuple[int, int] | None:
        """One more card has come; how often it has by now and how many there are, where that is too often.

        What cannot have come does not count against the other cards of its rank.
        """
        if self._suited and card.suit is not None:
            cell = 4 * card.rank - 4 + card.suit
            if (found := self._one_more("cards", cell)) is not None:
                return found
        cell = card.rank - 1 if self._coarse == "ranks" else card.points
        return self._one_more(self._coarse, cell)

    def _one_more(self, fineness: Fineness, cell: int) -> tuple[int, int] | None:
        out = self._out[fineness]
        out[cell] += 1
        held = self._held[fineness][cell]
        return (out[cell], held) if out[cell] > held else None
