"""What a record should say next to what it does say, and its faults as sentences."""

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
from analyzer.play.record import CoupResult, Read, RecordedCoup, RecordedShoe, place_text
from analyzer.text import Message, message

Finding = tuple[str, Message]
"""The kind of a fault (a short id), and what is wrong, as a clause that does not say where."""

NO_SUCH_CARD = "no-such-card"
"""The kind of fault for a card that is dealt although none is left in the shoe."""

CONTRADICTIONS = (
    *("player-total", "banker-total", "winner", "player-pair", "banker-pair", "natural", "hands"),
    *("impossible", "no-such-result"),
)
"""The kinds of fault in which the parts of a coup's record contradict each other."""

PLAYER = (message("Player's first card"), message("Player's second card"), message("Player's third card"))
BANKER = (message("Banker's first card"), message("Banker's second card"), message("Banker's third card"))
FIRST_FOUR = (PLAYER[0], BANKER[0], PLAYER[1], BANKER[1])
_LATER = (message("the fifth card"), message("the sixth card"))
_BEYOND = message("an extra card")


@dataclass(frozen=True, slots=True)
class Fault:
    """A deviation in a record: its kind (a short id), what is wrong, in which coup, and where in the file.

    `coup` is the coup's number, None for a fault outside any coup. `where` comes from the record's reader.

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
    """Cards as they are written in records, for use in a sentence; nothing in them is translated."""
    return Message(" ".join("?" if card is None else str(card) for card in cards))


def labelled_cards(rules: Rules, recorded: RecordedCoup) -> list[tuple[Message, Read]]:
    """The name and the value of each recorded card; if both are recorded, from `drawn` and not the hands."""
    as_drawn = (*FIRST_FOUR, *_LATER)[rules.player_first is not None :]
    hands = ((PLAYER, recorded.player), (BANKER, recorded.banker))
    return [
        labelled
        for labels, cards in (((as_drawn, recorded.drawn),) if recorded.drawn else hands)
        for labelled in zip(chain(labels, repeat(_BEYOND)), cards or (), strict=False)
    ]


def card_missing(kind: str, card: Message, rule: Message) -> Finding:
    """The finding that a card required by a rule is missing."""
    return kind, message("{card} is missing: {rule}", card=card, rule=rule)


NAMES: dict[Winner, Message] = {
    "player": message("Player"),
    "banker": message("Banker"),
    "tie": message("Tie"),
}

_RECORDED: dict[str, Callable[..., Message]] = {
    "player_total": lambda **values: message("Player's total is recorded as {said} but is {found}", **values),
    "banker_total": lambda **values: message("Banker's total is recorded as {said} but is {found}", **values),
    "winner": lambda **values: message("the result is recorded as {said} but is {found}", **values),
    "player": lambda **values: message(
        "Player's hand is recorded as {came}, but the cards drawn make it {found}", **values
    ),
    "banker": lambda **values: message(
        "Banker's hand is recorded as {came}, but the cards drawn make it {found}", **values
    ),
}
"""What is wrong with a number, a result or a hand."""

_FLAGS = {
    "player_pair": (
        message("Player's first two cards are a pair but are not recorded as one"),
        message("Player's first two cards are recorded as a pair but are not one"),
    ),
    "banker_pair": (
        message("Banker's first two cards are a pair but are not recorded as one"),
        message("Banker's first two cards are recorded as a pair but are not one"),
    ),
    "natural": (
        message("a hand has a natural, but none is recorded"),
        message("a natural is recorded, but neither hand has one"),
    ),
}
"""What is wrong with a flag that is recorded as false, then what is wrong if it is recorded as true."""


def contradictions(recorded: CoupResult, actual: CoupResult) -> Iterator[Finding]:
    """A finding for each wrong part of a recorded result; parts unknown or not recorded are skipped."""
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
    """A finding for each recorded hand that differs from the hand dealt from the cards drawn."""
    for side in ("player", "banker"):
        hand, dealt = getattr(recorded, side), getattr(actual, side)
        if hand is not None and not (len(hand) == len(dealt) and all(map(_may_be, hand, dealt))):
            yield "hands", _RECORDED[side](came=cards_text(hand), found=cards_text(dealt))


def _may_be(recorded: Read, dealt: Card) -> bool:
    """Whether a dealt card can be the recorded one, given what was read and which suits are known."""
    if recorded is None:
        return True
    suits = recorded.suit, dealt.suit
    return recorded.rank == dealt.rank and (suits[0] == suits[1] or None in suits)


@dataclass(frozen=True, slots=True)
class ReplayedCoup:
    """A recorded coup, what it should have been, and its faults.

    `coup` is None if unknown: the recorded coup was cancelled, or has too few cards or unreadable ones.
    `seen` has its cards from the shoe that could be read.
    """

    recorded: RecordedCoup
    coup: Coup | None
    seen: tuple[Card, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class ReplayedShoe:
    """A recorded shoe replayed by some rules from the full shoe.

    `faults` has those outside any coup: in the burn, where coups cannot be separated, at unreadable places.
    """

    recorded: RecordedShoe
    rules: Rules
    full: Shoe
    coups: tuple[ReplayedCoup, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def all_faults(self) -> Iterator[Fault]:
        """Every fault: those outside any coup first, then coup by coup."""
        return chain(self.faults, *(coup.faults for coup in self.coups))

    def unseen(self) -> Iterator[Shoe | None]:
        """The cards unseen before each coup; None once a card has been dealt although none was left.

        Cards burned face down and cards that could not be read count as unseen; every card read is removed.
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
    """A recorded shoe replayed by a question's rules, and by a procedure if one is known.

    `odds` has the valuations of some bets before each coup, from the unseen cards; an entry is None if these
    are unknown or too few. `odds` itself is None if no odds are requested.
    """

    question: Question
    procedure: Procedure | None
    shoe: ReplayedShoe
    odds: tuple[tuple[Valuation, ...] | None, ...] | None = None


@dataclass(frozen=True, repr=False, slots=True)
class Replay(Answer):
    """All shoes of a record, replayed in its order."""

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
        """The number of faults, including those outside any coup."""
        return sum(1 for replayed in self.shoes for _ in replayed.shoe.all_faults)

    @property
    def unknown_names(self) -> tuple[str, ...]:
        """The names of unknown columns and keys in the record, once each."""
        names = (name for replayed in self.shoes for name in replayed.shoe.recorded.unknown_names)
        return tuple(dict.fromkeys(names))
