"""What a record should say, next to what it says, and its faults as sentences."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from analyzer.analysis.question import Question
from analyzer.analysis.valuation import Valuation
from analyzer.displayable import Answer
from analyzer.errors import ShoeError
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import CoupResult, Read, RecordedCoup, RecordedShoe
from analyzer.text import Message, Text, message

Finding = tuple[str, Message]
"""The kind of a fault, a short id, and what is wrong, as a clause that does not say where."""

NO_SUCH_CARD = "no-such-card"
"""The kind of fault for a card of which the shoe has none left."""

CONTRADICTIONS = (
    *("player-total", "banker-total", "winner", "player-pair", "banker-pair", "natural", "hands"),
    *("impossible", "no-such-result"),
)
"""The kinds of faults by which a coup contradicts its own record."""

PLAYER = (message("Player's first card"), message("Player's second card"), message("Player's third card"))
BANKER = (message("Banker's first card"), message("Banker's second card"), message("Banker's third card"))
FIRST_FOUR = (PLAYER[0], BANKER[0], PLAYER[1], BANKER[1])
_LATER = (message("the fifth card"), message("the sixth card"))
_BEYOND = message("a card too many")

_CARDS = re.compile(r"cards ([0-9]+)-([0-9]+)")
_OF_STAKES = " of the stakes"  # after a place in a file of stakes
_LINE = re.compile(r"line ([0-9]{1,12})(?:, (column |word |)(.+))?")


@dataclass(frozen=True, slots=True)
class Fault:
    """A deviation of a record: its kind (a short id), what is wrong, in which coup, and where in the file.

    `coup` is the coup's number, None for a fault in no coup. `where` is as the record's reader gave it.

    >>> str(Fault("winner", message("the winner recorded is Player"), 7, "line 12").message)
    'coup 7 (line 12): the winner recorded is Player'
    """

    kind: str
    what: Message
    coup: int | None = None
    where: str = ""

    @property
    def message(self) -> Message:
        """The whole sentence, with the coup and the place."""
        where, what = place_text(self.where), self.what
        if self.coup is None:
            return message("{place}: {what}", place=where, what=what) if where else what
        if where:
            return message("coup {n} ({place}): {what}", n=self.coup, place=where, what=what)
        return message("coup {n}: {what}", n=self.coup, what=what)


def cards_text(cards: Iterable[Read]) -> Message:
    """Cards as they are written in records, for use in a sentence; they have no words to translate."""
    return Message(" ".join("?" if card is None else str(card) for card in cards))


def place_text(where: str) -> Text:
    """A place in a file as sentences name it; a path inside a document is the same in every language."""
    if (of_stream := _CARDS.fullmatch(where)) is not None:
        return message("cards {first} to {last}", first=int(of_stream[1]), last=int(of_stream[2]))
    if where.endswith(_OF_STAKES):
        return message("{place} of the stakes", place=place_text(where.removesuffix(_OF_STAKES)))
    match = _LINE.fullmatch(where)
    if match is None:
        return where
    number, unit, part = match.groups()
    if part is None:
        return message("line {n}", n=int(number))
    if unit == "column ":
        return message("line {n}, column {column}", n=int(number), column=part)
    if unit == "word ":
        return message("line {n}, word {word}", n=int(number), word=part)
    return message("line {n}, {path}", n=int(number), path=part)


def labelled_cards(rules: Rules, recorded: RecordedCoup) -> list[tuple[Message, Read]]:
    """The name and the value of each recorded card; from `drawn` alone if hands are recorded too."""
    as_drawn = (*FIRST_FOUR, *_LATER)[rules.player_first is not None :]
    hands = ((PLAYER, recorded.player), (BANKER, recorded.banker))
    return [
        labelled
        for labels, cards in (((as_drawn, recorded.drawn),) if recorded.drawn else hands)
        for labelled in zip(chain(labels, repeat(_BEYOND)), cards or (), strict=False)
    ]


def card_missing(kind: str, card: Message, rule: Message) -> Finding:
    """That a card that a rule requires is missing."""
    return kind, message("{card} is missing: {rule}", card=card, rule=rule)


NAMES: dict[Winner, Message] = {
    "player": message("Player"),
    "banker": message("Banker"),
    "tie": message("Tie"),
}

_RECORDED: dict[str, Callable[..., Message]] = {
    "player_total": lambda **values: message("Player's total is recorded as {said} and is {found}", **values),
    "banker_total": lambda **values: message("Banker's total is recorded as {said} and is {found}", **values),
    "winner": lambda **values: message("the result is recorded as {said} and is {found}", **values),
    "player": lambda **values: message(
        "Player's hand is recorded as {came}, and by the cards drawn it is {found}", **values
    ),
    "banker": lambda **values: message(
        "Banker's hand is recorded as {came}, and by the cards drawn it is {found}", **values
    ),
}
"""What is wrong with a number, a result or a hand."""

_FLAGS = {
    "player_pair": (
        message("Player's first two cards are a pair and not recorded as one"),
        message("Player's first two cards are recorded as a pair and are none"),
    ),
    "banker_pair": (
        message("Banker's first two cards are a pair and not recorded as one"),
        message("Banker's first two cards are recorded as a pair and are none"),
    ),
    "natural": (
        message("a hand has a natural and none is recorded"),
        message("a natural is recorded and no hand has one"),
    ),
}
"""What is wrong with a flag that is recorded as false, and as true."""


def contradictions(recorded: CoupResult, actual: CoupResult) -> Iterator[Finding]:
    """A finding for each part of a result that is recorded wrong; parts unknown or unrecorded are skipped."""
    for part in CoupResult._fields:
        stated, true = getattr(recorded, part), getattr(actual, part)
        if stated is None or true is None or stated == true:
            continue
        if part in _FLAGS:
            what = _FLAGS[part][stated]
        else:
            what = _RECORDED[part](said=NAMES.get(stated, stated), found=NAMES.get(true, true))
        yield part.replace("_", "-"), what


def other_hands(recorded: RecordedCoup, actual: Coup) -> Iterator[Finding]:
    """A finding for each recorded hand that differs from the hand that the cards drawn make."""
    for side in ("player", "banker"):
        hand, dealt = getattr(recorded, side), getattr(actual, side)
        if hand is not None and not (len(hand) == len(dealt) and all(map(_may_be, hand, dealt))):
            yield "hands", _RECORDED[side](came=cards_text(hand), found=cards_text(dealt))


def _may_be(recorded: Read, dealt: Card) -> bool:
    """Whether a dealt card can be the recorded one, as far as that was read and both suits are known."""
    if recorded is None:
        return True
    suits = recorded.suit, dealt.suit
    return recorded.rank == dealt.rank and (suits[0] == suits[1] or None in suits)


@dataclass(frozen=True, slots=True)
class ReplayedCoup:
    """A recorded coup, what it should have been, and its faults.

    `coup` is None if it is unknown: it was called off, or has too few cards, or some that could not be read.
    `seen` are its cards from the shoe that could be read.
    """

    recorded: RecordedCoup
    coup: Coup | None
    seen: tuple[Card, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class ReplayedShoe:
    """A recorded shoe dealt again by some rules, out of the full shoe.

    `faults` are those in no coup: in the burn, where coups cannot be told apart, and at unreadable places.
    """

    recorded: RecordedShoe
    rules: Rules
    full: Shoe
    coups: tuple[ReplayedCoup, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def all_faults(self) -> Iterator[Fault]:
        """Every fault, those of no coup first, then coup by coup."""
        return chain(self.faults, *(coup.faults for coup in self.coups))

    def unseen(self) -> Iterator[Shoe | None]:
        """The cards unseen before each coup; None after a card came of which none was left.

        Cards burned face down and cards that could not be read count as unseen; every card read is gone.
        """
        left = _without(self.full, filter(None, self.recorded.burned or ()))
        for coup in self.coups:
            yield left
            fine = all(fault.kind != NO_SUCH_CARD for fault in coup.faults)
            left = _without(left, coup.seen) if left is not None and fine else None


def _without(shoe: Shoe, cards: Iterable[Card]) -> Shoe | None:
    try:
        return shoe.without(cards)
    except ShoeError:
        return None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded shoe dealt again by a question's rules, and by a procedure if one is known.

    `odds` has the valuations of some bets before each coup, from the unseen cards: None for a coup before
    which these are unknown or too few. It is None as a whole if no odds are requested.
    """

    question: Question
    procedure: Procedure | None
    shoe: ReplayedShoe
    odds: tuple[tuple[Valuation, ...] | None, ...] | None = None


@dataclass(frozen=True, repr=False, slots=True)
class Replay(Answer):
    """All shoes of a record, dealt again in its order."""

    shoes: tuple[Replayed, ...]

    @property
    def coups(self) -> int:
        """The number of coups recorded."""
        return sum(len(replayed.shoe.coups) for replayed in self.shoes)

    @property
    def dealt(self) -> int:
        """The number of coups for which it is known what they should have been."""
        return sum(coup.coup is not None for replayed in self.shoes for coup in replayed.shoe.coups)

    @property
    def faults(self) -> int:
        """The number of faults, including those that belong to no coup."""
        return sum(1 for replayed in self.shoes for _ in replayed.shoe.all_faults)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names of unknown columns and keys in the record, once each."""
        names = (name for replayed in self.shoes for name in replayed.shoe.recorded.unknown_names)
        return tuple(dict.fromkeys(names))
