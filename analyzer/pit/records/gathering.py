"""The shoe being read: what its lines say, gathered until the next one begins.

Knows nothing of file formats.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import Read, RecordedCoup, RecordedShoe, Unread

Row = dict[str, Any]
"""What a record says of one coup: fields of `RecordedCoup`, and `marks` where its winner was written as an
outcome with or without the marks `p`, `b`, `n`."""

SAID = ("variant", "decks", "remaining", "rules", "procedure", "cut_card", "seed")
"""What a record may say of the game."""


FEWEST_CARDS, MOST_CARDS = 4, 6
"""Fewer cards than a coup has, and more, are those of several in the order drawn."""

_BARE = {"number", "where"}
"""What there is of a coup of which nothing was read."""


class Gathering:
    """Shoes in the making; `finished` ones wait to be taken, `end` gives the last.

    What is said before any shoe is named holds for all that follow. Where shoes are not named, a coup of
    number 1 after others begins the next shoe. `marked` is whether the outcomes of the shoe are written with
    marks, so that an outcome without them says that there was no pair and no natural.
    """

    def __init__(self) -> None:
        """Nothing read yet."""
        self.finished: list[RecordedShoe] = []
        self.stream: list[Read] = []
        self._rows: list[Row] = []
        self._burned: tuple[Read, ...] | None = None
        self._unread: list[Unread] = []
        # How many of these, from the first on, are of no coup, and how many of none or one before the last.
        self._of_none = self._of_others = 0
        self._said: dict[str, str] = {}
        self._common: dict[str, str] = {}
        self._name: str | None = None
        self._shoes = 0
        self._number = 0
        self.marked = False
        self.passed_over: list[str] = []

    @property
    def telling_coups(self) -> bool:
        """Whether the shoe tells its coups apart, as far as it has been read."""
        return bool(self._rows)

    def begin(self, name: str | None = None) -> None:
        """Begin a shoe; what was said, burned or not read before the first named one belongs to it."""
        if self._name is not None or self._told():
            self._finish()
        self._rows = []
        self._unread[self._of_none :] = [replace(fault, coup=None) for fault in self._unread[self._of_none :]]
        self._of_none = len(self._unread)
        self._number, self._name = 0, name

    def _told(self) -> bool:
        """Whether anything of the shoe's coups could be read."""
        broken = {fault.coup for fault in self._unread[self._of_none :]}
        told = any(row.keys() - _BARE or place not in broken for place, row in enumerate(self._rows))
        return told or bool(self.stream)

    def shoe(self, name: str) -> None:
        """Go on with the shoe of that name; begin it if it is another. Coups lost before it are its own."""
        if self._name is None and self._rows and not self._told():
            self._name = name
        elif name != self._name:
            self.begin(name)

    def say(self, key: str, value: str) -> None:
        """Take what is said of the game.

        Raises:
            AnalyzerError: the shoe has said otherwise.
        """
        if self._said.setdefault(key, value) != value:
            before, what = quoted(self._said[key]), key.replace("_", " ")
            raise AnalyzerError(f"expected {what} {before} as before in this shoe, got {quoted(value)}")
        if self._name is None:
            self._common[key] = value

    def burn(self, cards: tuple[Read, ...]) -> None:
        """Take the burned cards.

        Raises:
            AnalyzerError: the shoe has had its burn.
        """
        if self._burned not in (None, cards):
            raise AnalyzerError("expected one burn a shoe, got another")
        self._burned = cards

    def coup(self, row: Row, where: str, faults: Iterable[tuple[str, object]] = ()) -> None:
        """Take what could be read of a coup, and the places of it that could not be, each with why.

        A line of which nothing could be read counts as a coup too, unless the next one has its number.

        Raises:
            AnalyzerError: the shoe tells no coups apart.
        """
        number = row.get("number")
        if number is None:
            number = row["number"] = self._number + 1
        else:
            self._no_coup(number)
            if number == 1 and self._name is None and self._rows and not _twice(self._rows[-1], row):
                self.begin()
        self._number = number
        row["where"] = where
        if self.stream:
            raise AnalyzerError(
                "expected more cards as they were drawn, got a coup; begin another shoe with shoe: NAME"
            )
        if row.get("drawn") is not None and "player" in row and "banker" in row and _agree(row):
            del row["drawn"]
        if row.get("marks"):
            self.marked = True
        self._rows.append(row)
        self._of_others = len(self._unread)
        self._unread += [Unread(place, str(why), len(self._rows) - 1) for place, why in faults]

    def _no_coup(self, number: int) -> None:
        """Let go of the last coup if nothing of it could be read and its number is that of another."""
        if self._rows and self._rows[-1].keys() == _BARE and self._rows[-1]["number"] == number:
            place = len(self._rows) - 1
            of_it = self._unread[self._of_others :]
            if any(fault.coup == place for fault in of_it):
                self._rows.pop()
                self._unread[self._of_others :] = [replace(fault, coup=None) for fault in of_it]

    def card(self, row: Row, part: str, where: str, faults: Sequence[tuple[str, object]]) -> None:
        """Take one card, the part of a row: of the coup that it names, or the next one drawn.

        Raises:
            AnalyzerError: coups are told apart, and the row names none, or not, and it does.
        """
        if row.keys() == {"drawn"}:
            for place, why in faults:
                self.fault(place, why)
            self.draw(row["drawn"])
        elif not self.more(row, part, faults):
            self.coup(row, where, faults)

    def more(self, row: Row, part: str, faults: Iterable[tuple[str, object]] = ()) -> bool:
        """Add a part of a coup, its stakes or cards, to the one before; False where it is of another."""
        last = self._rows[-1] if self._rows else {}
        said = row.keys() & last.keys() - {part}
        if "number" not in said or any(row[key] != last[key] for key in said):
            return False
        last[part] = (*last.get(part, ()), *row.get(part, ()))
        self._unread += [Unread(place, str(why), len(self._rows) - 1) for place, why in faults]
        return True

    def draw(self, cards: tuple[Read, ...]) -> None:
        """Take cards in the order drawn, of coups that are not told apart.

        Raises:
            AnalyzerError: the shoe tells its coups apart.
        """
        if self._rows:
            raise AnalyzerError("expected a coup, got cards alone; write P:9c,5d B:Kh,2c, or D:9c,Kh,5d,2c")
        self.stream += cards

    def lost(self, where: str, why: object) -> None:
        """Count a coup of which nothing could be read; none where coups are not told apart."""
        if self.stream:
            self.fault(where, why)
        else:
            self.coup({}, where, [(where, why)])

    def fault(self, where: str, why: object) -> None:
        """Name a place that could not be read and is of no coup."""
        self._unread.append(Unread(where, str(why)))

    def cut_off(self, where: str) -> None:
        """The text ends in a line without a line break; name it if it says less than those before it."""
        *before, last = self._rows or [{}]
        if self._unread and self._unread[-1].coup == len(before):
            return
        if before and last["where"] == where and _says_less(last, before):
            why = "expected as much as of the coups before it, got a line that does not end: it is cut off"
            self._unread.append(Unread(where, why, len(before)))
        elif len(self.stream) > 1 and _suitless(self.stream[-1:]) and not _suitless(self.stream[:-1]):
            self.fault(where, "expected a card with its suit, got a line that does not end: it is cut off")

    def end(self, without: str = "an empty one") -> Iterator[RecordedShoe]:
        """The shoes that are left; all that was not read if that is all there is.

        Args:
            without: what it is if it says nothing.

        Raises:
            AnalyzerError: nothing at all was read.
        """
        said = self._name is not None or self._told() or self._said or self._burned is not None
        if said or (self._shoes and self._unread):
            self._finish()
        yield from self.finished
        self.finished = []
        if not self._shoes:
            first, *others = self._unread or [Unread("", f"expected a recorded shoe, got {without}")]
            more = f" (and {len(others):,} more)" if others else ""
            raise AnalyzerError(f"{first.where}: {first.why}{more}" if first.where else first.why)

    def _finish(self) -> None:
        self._shoes += 1
        if self.marked:
            for row in self._rows:
                if (marks := row.get("marks")) is not None:
                    row.setdefault("player_pair", "p" in marks)
                    row.setdefault("banker_pair", "b" in marks)
                    row.setdefault("natural", "n" in marks)
        for row in self._rows:
            row.pop("marks", None)
        self.finished.append(
            RecordedShoe(
                str(self._shoes) if self._name is None else self._name,
                tuple([RecordedCoup(**row) for row in self._rows]),
                tuple(self.stream),
                self._burned,
                {**self._common, **self._said},
                tuple(self._unread),
                tuple(self.passed_over),
            )
        )
        self._rows, self.stream, self._unread, self.passed_over = [], [], [], []
        self._of_none = 0
        self._burned, self._said, self._name = None, {}, None
        self._number, self.marked = 0, False


def _twice(last: Row, row: Row) -> bool:
    """Whether a coup is the one before with the same number and cards, written down once more."""
    hands = [row.get(hand) for hand in ("player", "banker", "drawn")]
    same = all(last.get(key) == row.get(key) for key in ("number", "player", "banker", "drawn"))
    return same and any(hands)


def _says_less(last: Row, before: Sequence[Row]) -> bool:
    """Whether a coup lacks what every one before it has: a part, a suit, or what a stake gained.

    One that was called off, or has a card unread, may well say less.
    """
    cards = [*last.get("player", ()), *last.get("banker", ()), *last.get("drawn", ())]
    if "status" in last or None in cards:
        return False
    if set.intersection(*map(_parts, before)) - _parts(last):
        return True
    others = [card for row in before for hand in ("player", "banker", "drawn") for card in row.get(hand, ())]
    if _suitless(cards) and not _suitless(others):
        return True
    nets = [stake.net for row in before for stake in row.get("stakes", ())]
    return bool(nets) and None not in nets and any(stake.net is None for stake in last.get("stakes", ()))


def _parts(row: Row) -> set[str]:
    """What a coup says, of what every coup has; its hands where it says all cards drawn."""
    hands = {"player", "banker"} if "drawn" in row else set()
    return (row.keys() | hands) - {"drawn", "cut", "status", "stakes", "marks"}


def _suitless(cards: Sequence[Read]) -> bool:
    """Whether any card that could be read has no suit."""
    return any(card is not None and card.suit is None for card in cards)


def _agree(row: Row) -> bool:
    """Whether the cards in the order drawn are those of the hands: in turns, or one hand after the other.

    Rules may give Player's first card, which is then not drawn.
    """
    player, banker, drawn = row["player"], row["banker"], row["drawn"]
    in_turns = chain(*zip(player[:2], banker[:2], strict=False), player[2:], banker[2:])
    return len(player) > 1 < len(banker) and drawn in (player + banker, cards := (*in_turns,), cards[1:])
