"""When the cut card shows, and which coups come after it, as far as a record lets one be certain.

Knows how many cards each coup took, not which.
"""

from collections.abc import Iterator

from analyzer.message import Message, say, say_many
from analyzer.play.replay.fault import Wrong

Depth = tuple[int, int]
"""The least and the most cards behind the cut card, the same where its place is known."""


class CutCard:
    """A cut card in a shoe dealt coup by coup, and how many cards have left the shoe, at least and at most.

    It shows in the coup after which fewer cards remain than lie behind it; `extra` coups may follow, none
    where that is not known. Where reserve cards are pulled it shows the sooner: `ahead` are the least and the
    most cards drawn before a coup is played.
    """

    def __init__(
        self,
        size: int,
        depth: Depth | None,
        extra: int | None,
        burned: tuple[int, int],
        ahead: tuple[int, int] = (0, 0),
    ) -> None:
        """Begin after the burn, of which the least and the most cards are known."""
        self._size, self._depth, self._known, self._ahead = size, depth, extra is not None, ahead
        self._extra = extra or 0
        self.least, self.most = burned
        self._marked: tuple[int, int] | None = None
        self._shown: tuple[int, int] | None = None

    def missed(self, most: int) -> None:
        """Cards may have left the shoe of which the record says nothing, so many at most."""
        self.most = min(self._size, self.most + most)

    def dealt(self, number: int, least: int, most: int, marked: bool) -> Iterator[Wrong]:
        """A coup of at least and at most so many cards has been dealt; what is wrong with that.

        Args:
            number: the coup's.
            least: the fewest cards it can have taken from the shoe.
            most: the most.
            marked: whether the record says that the cut card showed in it.
        """
        yield from self._too_late()
        shown, held = self._shown, self.least <= self._size
        ahead = (self.least + self._ahead[0], self.most + self._ahead[1])
        self.least, self.most = self.least + least, min(self._size, self.most + most)
        if held and self.least > self._size:
            what = say("{n} cards or more have left a shoe of {size}", n=self.least, size=self._size)
            yield "too-many-cards", what
        if marked:
            yield from self._misplaced(shown, max(self.most, ahead[1]))
            self._marked = self._marked or (number, 0)
        gone = max(self.least, ahead[0])
        if self._depth is not None and shown is None and self._size - gone < self._depth[0]:
            self._shown = (number, 0)

    def _too_late(self) -> Iterator[Wrong]:
        """Count one more coup after the cut card, and say so if it should not have been dealt."""
        if self._marked is not None:
            number, after = self._marked
            self._marked = (number, after + 1)
            if after >= self._extra:
                yield "after-cut-card", self._recorded_in(number)
        if self._shown is not None:
            number, after = self._shown
            self._shown = (number, after + 1)
            if after >= self._extra and (self._marked is None or self._marked[1] <= self._extra):
                yield "after-cut-card", self._certain_by(number)

    def _recorded_in(self, number: int) -> Message:
        if not self._known:
            return say(
                "the cut card is recorded in coup {number}, which is the last unless a procedure says "
                "otherwise",
                number=number,
            )
        if not self._extra:
            return say("the cut card is recorded in coup {number}, which is the last", number=number)
        return say_many(
            "the cut card is recorded in coup {number}, and only {n} coup may follow",
            "the cut card is recorded in coup {number}, and only {n} coups may follow",
            self._extra,
            number=number,
        )

    def _certain_by(self, number: int) -> Message:
        if not self._known:
            return say(
                "the cut card must have shown by coup {number}, which is the last unless a procedure says "
                "otherwise",
                number=number,
            )
        if not self._extra:
            return say("the cut card must have shown by coup {number}, which is the last", number=number)
        return say_many(
            "the cut card must have shown by coup {number}, and only {n} coup may follow",
            "the cut card must have shown by coup {number}, and only {n} coups may follow",
            self._extra,
            number=number,
        )

    def _misplaced(self, shown: tuple[int, int] | None, most: int) -> Iterator[Wrong]:
        """What is wrong with the record's own word that the cut card shows in a coup."""
        if self._marked is not None:
            number, _ = self._marked
            yield (
                "cut-card",
                say("the cut card is recorded again; it is recorded in coup {number}", number=number),
            )
        elif shown is not None:
            number, _ = shown
            yield (
                "cut-card",
                say("the cut card is recorded here and must have shown by coup {number}", number=number),
            )
        elif self._depth is not None and self._size - most >= self._depth[1]:
            left, behind = self._size - most, self._depth[1]
            yield (
                "cut-card",
                say(
                    "the cut card is recorded here and cannot have shown yet: at least {left} cards are "
                    "left, and at most {behind} lie behind it",
                    left=left,
                    behind=behind,
                ),
            )
