"""Fault: one thing that a record says and should not have said, as a sentence.

Judges nothing: whoever finds a fault says it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.game.cards import Card
from analyzer.message import Message, Text, say

Wrong = tuple[str, Message]
"""The kind of a fault, a short id, and what is wrong, as a clause that does not say where."""

_CARDS = re.compile(r"cards ([0-9]+)-([0-9]+)")
_LINE = re.compile(r"line ([0-9]{1,12})(?:, (column |word |)(.+))?")


@dataclass(frozen=True, slots=True)
class Fault:
    """A deviation of a record: its kind (a short id), what is wrong, in which coup, and where in the file.

    `coup` is the coup's number, None for what belongs to no coup. `where` is as the record's reader gave it.

    >>> str(Fault("winner", say("the winner recorded is Player"), 7, "line 12").message)
    'coup 7 (line 12): the winner recorded is Player'
    """

    kind: str
    what: Message
    coup: int | None = None
    where: str = ""

    @property
    def message(self) -> Message:
        """The whole sentence, with the coup and the place."""
        if self.coup is None:
            return (
                say("{place}: {what}", place=place(self.where), what=self.what) if self.where else self.what
            )
        if not self.where:
            return say("coup {n}: {what}", n=self.coup, what=self.what)
        return say("coup {n} ({place}): {what}", n=self.coup, place=place(self.where), what=self.what)


def cards_of(cards: Iterable[Card | None]) -> Message:
    """Cards as a record has them, inside a sentence: no words, so nothing to translate."""
    return Message(" ".join("?" if card is None else str(card) for card in cards))


def place(where: str) -> Text:
    """A place in a file as a sentence says it; the path of a document is the same in every language."""
    if (of_stream := _CARDS.fullmatch(where)) is not None:
        return say("cards {first} to {last}", first=int(of_stream[1]), last=int(of_stream[2]))
    match = _LINE.fullmatch(where)
    if match is None:
        return where
    number, unit, part = match.groups()
    if part is None:
        return say("line {n}", n=int(number))
    if unit == "column ":
        return say("line {n}, column {column}", n=int(number), column=part)
    if unit == "word ":
        return say("line {n}, word {word}", n=int(number), word=part)
    return say("line {n}, {path}", n=int(number), path=part)
