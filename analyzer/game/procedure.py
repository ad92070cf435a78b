"""A dealing procedure: how a shoe begins and ends, and how cards are handled. Knows nothing of bets."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from analyzer.displayable import Displayable
from analyzer.errors import RulesError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_CARDS, Shoe
from analyzer.text import Message, Text, Titled, Value, joined, message, plural

Burn = int | Literal["first-card"]
Seen = Literal["none", "first-card", "all"]
CutCard = int | tuple[int, int]
Turning = Literal["as-dealt", "hands"]
Handling = Literal["dealer", "bettors"]
STEPS = ("burn", "seen", "cut_card", "extra_coups")  # The fields that say how a shoe begins and ends.
OWN = "own"  # The id of anything that is not from the library; no library item has this id.


@dataclass(frozen=True, repr=False, slots=True)
class Procedure(Displayable, Titled):
    """How many cards are burned, when the last coup is dealt, and how cards are pulled and turned.

    `burn` is a number of cards, or "first-card": that card and as many more as its points, or ten more if it
    is a ten or a face card. `seen` says which burned cards the bettors see. The cut card has `cut_card` cards
    behind it and shows once fewer remain in the shoe; `extra_coups` more coups follow the one in which it
    shows. If `cut_card` is two numbers, they are the fewest and the most cards behind it; each depth from one
    to the other is equally likely.

    With a `reserve`, all cards that a coup may take are pulled before any is turned, and those that no hand
    draws begin the next coup. `turning` says whether cards are turned as they are dealt or a whole hand at a
    time, Player's first; `handled_by` says who turns them. `aliases` are other ids of the procedure.

    Raises:
        RulesError: a field is out of range; one error lists all faults.
    """

    id: str
    name: str
    burn: Burn = "first-card"
    seen: Seen = "first-card"
    cut_card: CutCard = 14
    extra_coups: int = 1
    reserve: bool = False
    turning: Turning = "as-dealt"
    handled_by: Handling = "dealer"
    source: object = field(default=None, hash=False)
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    note: str | None = None
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Reject fields out of range."""
        faults = [joined(": ", fault) for fault in faults_of({**self.steps, **self.manner})]
        if faults:
            raise RulesError(joined("; ", faults))

    @property
    def steps(self) -> dict[str, object]:
        """How a shoe begins and ends, by field."""
        return {step: getattr(self, step) for step in STEPS}

    @property
    def manner(self) -> dict[str, object]:
        """How the cards of a coup are handled, by field; this does not change which card a hand gets."""
        return {"reserve": self.reserve, "turning": self.turning, "handled_by": self.handled_by}

    def digest_value(self) -> object:
        """The value that its digest is computed from: everything that decides how a shoe is dealt."""
        return {**self.steps, **self.manner}

    @property
    def depths(self) -> tuple[int, int]:
        """The fewest and the most cards that can be behind the cut card."""
        return (self.cut_card, self.cut_card) if isinstance(self.cut_card, int) else self.cut_card

    def most_burned(self, shoe: Shoe) -> int:
        """The most cards that can be burned from a shoe."""
        if isinstance(self.burn, int):
            return self.burn
        return 1 + max((points or 10 for points, n in enumerate(shoe.points) if n), default=0)

    def check(self, shoe: Shoe, most: int) -> None:
        """Check that every coup before the shoe ends has enough cards, if a coup takes at most `most`.

        Raises ShoeError if the burn or the cut card does not fit the shoe.
        """
        size, burn, (fewest, deepest) = shoe.size, self.most_burned(shoe), self.depths
        extra, behind = self.extra_coups, most * (1 + self.extra_coups)
        if burn == self.burn and burn > size:
            raise ShoeError(
                plural(
                    "expected a burn of at most the {n} card of the shoe, got {burn}",
                    "expected a burn of at most the {n} cards of the shoe, got {burn}",
                    size,
                    burn=burn,
                )
            )
        if burn + behind > size:
            raise ShoeError(
                plural(
                    "expected a shoe of at least {least} cards, up to {burn} for the burn and {most} for {n} "
                    "coup, got {size}; give more cards, burn fewer or deal fewer extra coups",
                    "expected a shoe of at least {least} cards, up to {burn} for the burn and {most} for "
                    "each of {n} coups, got {size}; give more cards, burn fewer or deal fewer extra coups",
                    1 + extra,
                    least=burn + behind,
                    burn=burn,
                    most=most,
                    size=size,
                )
            )
        if fewest < behind:
            raise ShoeError(
                "expected at least {least} cards behind the cut card, {most} for each coup from the one in "
                "which it shows on, got {behind}; put it further from the end or deal fewer extra coups",
                least=behind,
                most=most,
                behind=fewest,
            )
        if burn + deepest > size:
            raise ShoeError(
                "expected a cut card inside the shoe, got {behind} cards behind it although a burn may leave "
                "only {left} of {size}; put it nearer to the end",
                behind=deepest,
                left=size - burn,
                size=size,
            )


def faults_of(
    fields: Mapping[str, object], shown: Callable[[object], Text] = quoted
) -> Iterator[tuple[str, Message]]:
    """The invalid fields among the steps and the manner of a procedure, each with an error sentence, in which
    `shown` writes a value.
    """
    burn, cut, extra = fields["burn"], fields["cut_card"], fields["extra_coups"]
    if isinstance(cut, tuple):
        rising = len(cut) == 2 and all(map(_cards, cut)) and cut[0] < cut[1]
        behind = message("the fewest and the most cards behind it, rising, from 0 to {most}", most=MAX_CARDS)
    else:
        rising = _cards(cut)
        behind = message("a number of cards from 0 to {most}, or the fewest and the most", most=MAX_CARDS)
    burned = message("'first-card' or a number of cards from 0 to {most}", most=MAX_CARDS)
    expected = {
        "burn": (burn == "first-card" or _cards(burn), burned),
        "seen": (fields["seen"] in get_args(Seen), message("'none', 'first-card' or 'all'")),
        "cut_card": (rising, behind),
        "extra_coups": (_cards(extra), message("a number of coups from 0 to {most}", most=MAX_CARDS)),
        "reserve": (type(fields["reserve"]) is bool, message("true or false")),
        "turning": (fields["turning"] in get_args(Turning), message("'as-dealt' or 'hands'")),
        "handled_by": (fields["handled_by"] in get_args(Handling), message("'dealer' or 'bettors'")),
    }
    for field_, (fits, wanted) in expected.items():
        if not fits:
            value = fields[field_]
            found = _range(value) if isinstance(value, tuple) else shown(value)
            yield field_, message("expected {wanted}, got {found}", wanted=wanted, found=found)


def _range(depths: tuple[object, ...]) -> Value:
    """A range of depths as an error quotes it, whatever its members are."""
    if len(depths) == 2:
        return message("{low} to {high}", low=quoted(depths[0]), high=quoted(depths[1]))
    return tuple(map(quoted, depths)) or message("nothing")


def _cards(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_CARDS
