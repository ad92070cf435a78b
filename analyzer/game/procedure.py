"""A dealing procedure: how a shoe is begun and ended at a table, and how the cards of a coup are handled.

Knows nothing of bets, and nothing of which hand draws a third card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from analyzer.errors import RulesError, ShoeError
from analyzer.exact import grouped, quoted
from analyzer.game.shoe import MAX_CARDS, Shoe
from analyzer.shown import Shown

Burn = int | Literal["first-card"]
Seen = Literal["none", "first-card", "all"]
CutCard = int | tuple[int, int]
Turning = Literal["as-dealt", "hands"]
Handling = Literal["dealer", "bettors"]

OWN = "own"
"""What is called so is nobody else's to look up: no item of the library has this id."""


@dataclass(frozen=True, slots=True)
class Procedure(Shown):
    """What is burned before the first coup, when the last one is dealt, and how cards are pulled and turned.

    `burn` is a number of cards or, at "first-card", the first card and as many more as it has points, ten for
    a ten or a face. `seen` says which of them the bettors see. The cut card, with `cut_card` cards behind it,
    shows once fewer remain in the shoe; after the coup in which it does, `extra_coups` more are dealt. Two
    numbers are the fewest and the most cards behind it: it is put there at random, each depth as likely.

    With a `reserve`, all cards that a coup may take are pulled before any is turned: those that no hand drew
    open the next coup. `turning` is the order in which cards are turned, as they are dealt or a whole hand at
    a time, Player's first; `handled_by` says by whom. Under `aliases` the library finds it as well.

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
        """What decides how a shoe is begun and ended, by field."""
        return {
            "burn": self.burn,
            "seen": self.seen,
            "cut_card": self.cut_card,
            "extra_coups": self.extra_coups,
        }

    @property
    def manner(self) -> dict[str, object]:
        """What is done with the cards of a coup, by field; no hand ever gets another card by it."""
        return {"reserve": self.reserve, "turning": self.turning, "handled_by": self.handled_by}

    @property
    def depths(self) -> tuple[int, int]:
        """The fewest and the most cards that can be behind the cut card."""
        return (self.cut_card, self.cut_card) if isinstance(self.cut_card, int) else self.cut_card

    def named(self, language: str) -> "Procedure":
        """The same, called by its name in a language, or as before where it has none there."""
        return replace(self, name=self.names.get(language, self.name))

    def most_burned(self, shoe: Shoe) -> int:
        """The most cards that can be burned from a shoe."""
        if isinstance(self.burn, int):
            return self.burn
        return 1 + max((points or 10 for points, n in enumerate(shoe.points) if n), default=0)

    def check(self, shoe: Shoe, most: int) -> None:
        """See that every coup that the cut card lets begin has the cards it may take, `most` of them.

        Raises:
            ShoeError: the burn or the cut card does not fit the shoe.
        """
        size, burn, (fewest, deepest) = shoe.size, self.most_burned(shoe), self.depths
        extra, behind = self.extra_coups, most * (1 + self.extra_coups)
        if burn == self.burn and burn > size:
            raise ShoeError(
                f"expected a burn of at most the {_counted(size, 'card')} of the shoe, got {grouped(burn)}"
            )
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
    """What is wrong with the steps and the manner of a procedure: the field, and a sentence."""
    burn, cut_card, extra_coups = fields["burn"], fields["cut_card"], fields["extra_coups"]
    if burn != "first-card" and not _cards(burn):
        yield "burn", f"expected 'first-card' or {_CARDS}, got {quoted(burn)}"
    if fields["seen"] not in get_args(Seen):
        yield "seen", f"expected 'none', 'first-card' or 'all', got {quoted(fields['seen'])}"
    if isinstance(cut_card, tuple):
        if len(cut_card) != 2 or not all(map(_cards, cut_card)) or cut_card[0] >= cut_card[1]:
            yield (
                "cut_card",
                f"expected the fewest and the most cards behind it, rising, from 0 to {grouped(MAX_CARDS)}, "
                f"got {' to '.join(map(quoted, cut_card)) or 'none'}",
            )
    elif not _cards(cut_card):
        yield "cut_card", f"expected {_CARDS}, or the fewest and the most, got {quoted(cut_card)}"
    if not _cards(extra_coups):
        yield (
            "extra_coups",
            f"expected a number of coups from 0 to {grouped(MAX_CARDS)}, got {quoted(extra_coups)}",
        )
    if type(fields["reserve"]) is not bool:
        yield "reserve", f"expected true or false, got {quoted(fields['reserve'])}"
    if fields["turning"] not in get_args(Turning):
        yield "turning", f"expected 'as-dealt' or 'hands', got {quoted(fields['turning'])}"
    if fields["handled_by"] not in get_args(Handling):
        yield "handled_by", f"expected 'dealer' or 'bettors', got {quoted(fields['handled_by'])}"


_CARDS = f"a number of cards from 0 to {grouped(MAX_CARDS)}"


def _counted(n: int, thing: str) -> str:
    return f"{grouped(n)} {thing}{'' if n == 1 else 's'}"


def _cards(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_CARDS
