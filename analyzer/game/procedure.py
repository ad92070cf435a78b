"""A dealing procedure: how a shoe begins and ends, and how cards are handled. Knows nothing of bets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from analyzer.displayable import Displayable
from analyzer.errors import RulesError, ShoeError
from analyzer.exact import grouped, quoted
from analyzer.game.shoe import MAX_CARDS, Shoe
from analyzer.text import Titled

Burn = int | Literal["first-card"]
Seen = Literal["none", "first-card", "all"]
CutCard = int | tuple[int, int]
Turning = Literal["as-dealt", "hands"]
Handling = Literal["dealer", "bettors"]
STEPS = ("burn", "seen", "cut_card", "extra_coups")  # The fields that say how a shoe begins and ends.
OWN = "own"  # The id of anything that is not from the library; no item of the library has it.


@dataclass(frozen=True, repr=False, slots=True)
class Procedure(Displayable, Titled):
    """How many cards are burned, when the last coup is dealt, and how cards are pulled and turned.

    `burn` is a number of cards, or "first-card": that card and as many more as its points, or ten for a ten
    or a face card. `seen` says which burned cards the bettors see. The cut card, with `cut_card` cards behind
    it, shows once fewer remain in the shoe; `extra_coups` more coups follow the one in which it shows. Two
    numbers are the fewest and the most cards behind it; each depth from one to the other is equally likely.

    With a `reserve`, all cards that a coup may take are pulled before any is turned, and those that no hand
    draws begin the next coup. `turning` is whether cards are turned as they are dealt or a whole hand at a
    time, Player's first; `handled_by` says who turns them. `aliases` are other ids of the procedure.

    Raises:
        RulesError: a field is out of range; all faults at once.
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
        """Refuse fields out of range."""
        faults = [": ".join(fault) for fault in faults_of({**self.steps, **self.manner})]
        if faults:
            raise RulesError("; ".join(faults))

    @property
    def steps(self) -> dict[str, object]:
        """How a shoe begins and ends, by field."""
        return {step: getattr(self, step) for step in STEPS}

    @property
    def manner(self) -> dict[str, object]:
        """How the cards of a coup are handled, by field; this never changes which card a hand gets."""
        return {"reserve": self.reserve, "turning": self.turning, "handled_by": self.handled_by}

    def digest_value(self) -> object:
        """The value that its digest is computed from: everything that decides how a shoe is dealt."""
        return {**self.steps, **self.manner}

    @property
    def depths(self) -> tuple[int, int]:
        """The fewest and the most cards that there can be behind the cut card."""
        return (self.cut_card, self.cut_card) if isinstance(self.cut_card, int) else self.cut_card

    def most_burned(self, shoe: Shoe) -> int:
        """The most cards that can be burned from a shoe."""
        if isinstance(self.burn, int):
            return self.burn
        return 1 + max((points or 10 for points, n in enumerate(shoe.points) if n), default=0)

    def check(self, shoe: Shoe, most: int) -> None:
        """Check that every coup that the cut card allows has enough cards: `most`, the most a coup may take.

        Raises ShoeError if the burn or the cut card does not fit the shoe.
        """
        size, burn, (fewest, deepest) = shoe.size, self.most_burned(shoe), self.depths
        extra, behind = self.extra_coups, most * (1 + self.extra_coups)
        if burn == self.burn and burn > size:
            most_cards = f"at most the {_counted(size, 'card')} of the shoe"
            raise ShoeError(f"expected a burn of {most_cards}, got {grouped(burn)}")
        if burn + behind > size:
            raise ShoeError(
                f"expected a shoe of {grouped(burn + behind)} cards or more, {grouped(burn)} that may be "
                f"burned and {most} for each of {_counted(1 + extra, 'coup')}, got {grouped(size)}; "
                "give more cards, burn fewer or deal fewer extra coups"
            )
        if fewest < behind:
            raise ShoeError(
                f"expected the cut card before the last coup, with {grouped(behind)} cards or more "
                f"behind it for the coup in which it shows and {grouped(extra)} after it, {most} cards each, "
                f"got {grouped(fewest)}; put it further from the end or deal fewer extra coups"
            )
        if burn + deepest > size:
            raise ShoeError(
                f"expected a cut card inside the shoe, got {grouped(deepest)} cards behind it where a burn "
                f"may leave {grouped(size - burn)} of {grouped(size)}; put it nearer to the end"
            )


def faults_of(fields: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The invalid fields among the steps and the manner of a procedure, each with an error sentence."""
    burn, cut, extra = fields["burn"], fields["cut_card"], fields["extra_coups"]
    cards = f"a number of cards from 0 to {grouped(MAX_CARDS)}"
    if isinstance(cut, tuple):
        rising = len(cut) == 2 and all(map(_cards, cut)) and cut[0] < cut[1]
        behind = f"the fewest and the most cards behind it, rising, from 0 to {grouped(MAX_CARDS)}"
    else:
        rising, behind = _cards(cut), f"{cards}, or the fewest and the most"
    expected = {
        "burn": (burn == "first-card" or _cards(burn), f"'first-card' or {cards}"),
        "seen": (fields["seen"] in get_args(Seen), "'none', 'first-card' or 'all'"),
        "cut_card": (rising, behind),
        "extra_coups": (_cards(extra), f"a number of coups from 0 to {grouped(MAX_CARDS)}"),
        "reserve": (type(fields["reserve"]) is bool, "true or false"),
        "turning": (fields["turning"] in get_args(Turning), "'as-dealt' or 'hands'"),
        "handled_by": (fields["handled_by"] in get_args(Handling), "'dealer' or 'bettors'"),
    }
    for field_, (fits, wanted) in expected.items():
        if not fits:
            value = fields[field_]
            came = " to ".join(map(quoted, value)) or "none" if isinstance(value, tuple) else quoted(value)
            yield field_, f"expected {wanted}, got {came}"


def _counted(n: int, thing: str) -> str:
    return f"{grouped(n)} {thing}{'' if n == 1 else 's'}"


def _cards(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_CARDS
