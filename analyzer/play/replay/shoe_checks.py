"""What a shoe allows: how many cards are burned, when the cut card shows, and which cards can still come.

Knows nothing of hands or results.
"""

from collections.abc import Iterator, Sequence

from analyzer.game.cards import Card
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import Fineness, Shoe
from analyzer.play.record import Read
from analyzer.play.replay.replayed import Finding, cards_text
from analyzer.text import Message, Value, message, plural

Depth = tuple[int, int]
"""The fewest and the most cards, behind the cut card or burned; equal if the number is known."""

_LEAST, _MOST = 2, 11  # Cards burned when the first card is unknown: that card, and one to ten more.


def burned_by(procedure: Procedure, first: Card | None) -> Depth:
    """The fewest and the most cards that a procedure burns; `first` is the first card, None if unknown."""
    if isinstance(procedure.burn, int):
        return procedure.burn, procedure.burn
    if first is None:
        return _LEAST, _MOST
    whole = 1 + (first.points or 10)
    return whole, whole


def cards_burned(burned: Sequence[Read] | None, procedure: Procedure | None) -> Depth:
    """The fewest and the most cards burned: as recorded, or by the procedure, or by any procedure."""
    if burned is not None:
        return len(burned), len(burned)
    return (0, _MOST) if procedure is None else burned_by(procedure, None)


def burn_faults(burned: Sequence[Read], procedure: Procedure) -> Iterator[Finding]:
    """What is wrong with the number of cards burned."""
    first, came = burned[0] if burned else None, len(burned)
    least, most = burned_by(procedure, first)
    if least <= came <= most:
        return
    if isinstance(procedure.burn, int):
        what = message("{came} cards are burned, but the procedure burns {n}", came=came, n=least)
    elif first is None:
        values: dict[str, Value] = {"came": came, "least": least, "most": most}
        what = message("{came} cards are burned, but the procedure burns {least} to {most}", **values)
    else:
        what = plural(
            "the first burned card, {card}, requires {n} more, but {came} are recorded",
            "the first burned card, {card}, requires {n} more, but {came} are recorded",
            least - 1,
            card=cards_text([first]),
            came=came - 1,
        )
    yield "burn", what


def _no_more(number: int, extra: int | None, *, recorded: bool) -> Message:
    """The sentence that at most `extra` coups may follow the one with the cut card, recorded or inferred."""
    if recorded and extra:
        return plural(
            "the cut card is recorded in coup {number}, so only {n} coup may follow",
            "the cut card is recorded in coup {number}, so only {n} coups may follow",
            extra,
            number=number,
        )
    if extra:
        return plural(
            "the cut card must have shown by coup {number}, so only {n} coup may follow",
            "the cut card must have shown by coup {number}, so only {n} coups may follow",
            extra,
            number=number,
        )
    if recorded and extra is None:
        return message(
            "the cut card is recorded in coup {number}, which is the last unless a procedure says otherwise",
            number=number,
        )
    if recorded:
        return message("the cut card is recorded in coup {number}, which is the last", number=number)
    if extra is None:
        return message(
            "the cut card must have shown by coup {number}, which is the last unless a procedure says "
            "otherwise",
            number=number,
        )
    return message("the cut card must have shown by coup {number}, which is the last", number=number)


class CutCard:
    """A cut card in a shoe dealt coup by coup, and the fewest and the most cards that have left the shoe.

    It shows in the coup after which fewer cards remain than are behind it; after that, `extra` more coups may
    follow, None if unknown. Reserve cards make it show earlier: `ahead` is the fewest and the most cards
    pulled before a coup is dealt.
    """

    def __init__(
        self, size: int, depth: Depth | None, extra: int | None, burned: Depth, ahead: Depth
    ) -> None:
        """Begin after the burn."""
        self._size, self._depth, self._extra, self._ahead = size, depth, extra, ahead
        self.least, self.most = burned
        self._coups = 0
        # The number of the coup in which the cut card shows, and how many coups had been dealt by then.
        self._marked: tuple[int, int] | None = None
        self._shown: tuple[int, int] | None = None

    def unrecorded(self, most: int) -> None:
        """Allow for up to this many cards that left the shoe without being recorded."""
        self.most = min(self._size, self.most + most)

    def dealt(self, number: int, least: int, most: int, marked: bool) -> Iterator[Finding]:
        """What is wrong with the next coup, of `least` to `most` cards; `marked` if it has the cut card."""
        self._coups += 1
        for sighting, recorded in ((self._marked, True), (self._shown, False)):
            if sighting is not None and self._coups - sighting[1] > (self._extra or 0):
                yield "after-cut-card", _no_more(sighting[0], self._extra, recorded=recorded)
                break
        within = self.least <= self._size
        pulled = self.least + self._ahead[0], self.most + self._ahead[1]
        self.least, self.most = self.least + least, min(self._size, self.most + most)
        if within and self.least > self._size:
            what = message(
                "at least {n} cards have been dealt from a shoe of {size}", n=self.least, size=self._size
            )
            yield "too-many-cards", what
        if marked:
            if (misplaced := self._misplaced(max(self.most, pulled[1]))) is not None:
                yield "cut-card", misplaced
            self._marked = self._marked or (number, self._coups)
        gone = max(self.least, pulled[0])
        if self._depth is not None and self._shown is None and self._size - gone < self._depth[0]:
            self._shown = (number, self._coups)

    def _misplaced(self, most: int) -> Message | None:
        """Why the cut card cannot show here, with at most `most` cards out of the shoe; None if it can."""
        if self._marked is not None:
            return message("the cut card is recorded twice, first in coup {number}", number=self._marked[0])
        if self._shown is not None:
            return message(
                "the cut card is recorded here but must have shown by coup {number}", number=self._shown[0]
            )
        if self._depth is None or self._size - most < self._depth[1]:
            return None
        return message(
            "the cut card is recorded here but cannot have shown yet: at least {left} cards are left, and at "
            "most {behind} are behind it",
            left=self._size - most,
            behind=self._depth[1],
        )


class CardCounts:
    """How often each card of a shoe has been seen: by card if suits are known, and by rank or points."""

    def __init__(self, full: Shoe) -> None:
        """Begin with no card seen."""
        self._suited = full.fineness == "cards"
        self._coarse: Fineness = "ranks" if self._suited else full.fineness
        self._held = {fineness: full.coarsen(fineness).counts for fineness in (full.fineness, self._coarse)}
        self._seen = {fineness: [0] * len(counts) for fineness, counts in self._held.items()}

    def take(self, card: Card) -> tuple[int, int] | None:
        """Take one more card; if the shoe has too few, the number seen and the number in the shoe."""
        suit = card.suit if self._suited else None
        if suit is not None and (excess := self._one_more("cards", 4 * card.rank - 4 + suit)) is not None:
            return excess
        return self._one_more(self._coarse, card.rank - 1 if self._coarse == "ranks" else card.points)

    def _one_more(self, fineness: Fineness, cell: int) -> tuple[int, int] | None:
        seen, held = self._seen[fineness], self._held[fineness][cell]
        seen[cell] += 1
        return (seen[cell], held) if seen[cell] > held else None
