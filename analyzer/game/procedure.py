"""A dealing procedure: how a shoe is begun and ended at a table.

Knows nothing of bets, and nothing of how one coup is dealt.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from analyzer.errors import RulesError
from analyzer.exact import grouped, quoted
from analyzer.game.shoe import MAX_CARDS

Burn = int | Literal["first-card"]
Seen = Literal["none", "first-card", "all"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is burned before the first coup, and when the last one is dealt.

    `burn` is a number of cards or, at "first-card", the first card and as many more as it has points, ten for
    a ten or a face. `seen` says which of them the bettors see. The cut card, with `cut_card` cards behind it,
    shows once fewer remain; after the coup in which it does, `extra_coups` more are dealt.

    Raises:
        RulesError: a field is out of range; all faults at once.
    """

    id: str
    name: str
    burn: Burn = "first-card"
    seen: Seen = "first-card"
    cut_card: int = 14
    extra_coups: int = 1
    source: object = field(default=None, hash=False)
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    note: str | None = None

    def __post_init__(self) -> None:
        """Refuse fields out of range."""
        faults = [": ".join(fault) for fault in faults_of(self.steps)]
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

    def named(self, language: str) -> "Procedure":
        """The same, called by its name in a language, or as before where it has none there."""
        return replace(self, name=self.names.get(language, self.name))


def faults_of(steps: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What is wrong with the steps of a procedure: the field, and a sentence."""
    burn = steps["burn"]
    if burn != "first-card" and not _cards(burn):
        yield "burn", f"expected 'first-card' or {_CARDS}, got {quoted(burn)}"
    if steps["seen"] not in get_args(Seen):
        yield "seen", f"expected 'none', 'first-card' or 'all', got {quoted(steps['seen'])}"
    if not _cards(steps["cut_card"]):
        yield "cut_card", f"expected {_CARDS}, got {quoted(steps['cut_card'])}"
    if not _cards(steps["extra_coups"]):
        came = quoted(steps["extra_coups"])
        yield "extra_coups", f"expected a number of coups from 0 to {grouped(MAX_CARDS)}, got {came}"


_CARDS = f"a number of cards from 0 to {grouped(MAX_CARDS)}"


def _cards(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_CARDS
