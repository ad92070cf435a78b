"""A count: tags with which a bettor keeps track of the cards seen, and when to bet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.displayable import Displayable
from analyzer.errors import CatalogError
from analyzer.exact import ratio_text
from analyzer.game.shoe import KEYS, Fineness, Shoe
from analyzer.text import Titled


@dataclass(frozen=True, repr=False, slots=True)
class Count(Displayable, Titled):
    """A card counting system.

    `tags` are what a card seen adds to the running count: 10 by points, 13 by rank A–K or 52 by card, as in
    `Shoe.counts`. `start` is the running count before the first card. At most one trigger says when to bet:
    `running_trigger`, the least running count, or `true_trigger`, the least true count. The true count is the
    running count, less the start and its average rise, per deck of cards not yet seen. `bet`, by reference,
    and `decks` are what the count was made for. `printed` has the source's figures by what they measure,
    as texts with their conventions; `known_error` says what is wrong with them.
    """

    id: str
    name: str
    tags: tuple[Fraction, ...]
    start: Fraction = Fraction(0)
    true_trigger: Fraction | None = None
    running_trigger: Fraction | None = None
    bet: str | None = None
    decks: int | None = None
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    printed: Mapping[str, str] = field(default_factory=dict, hash=False)
    known_error: str | None = None
    note: str | None = None
    source: object = field(default=None, hash=False)

    def __post_init__(self) -> None:
        """Raise a CatalogError unless there are 10, 13 or 52 tags and at most one trigger."""
        if len(self.tags) not in map(len, KEYS.values()):
            raise CatalogError("expected 10, 13 or 52 tags, got {n}", n=len(self.tags))
        if self.true_trigger is not None and self.running_trigger is not None:
            raise CatalogError(
                "expected at most one trigger of count {count}, got a true and a running one",
                count=repr(self.id),
            )

    def digest_value(self) -> object:
        """All that determines the bettor's play, for a digest."""
        return {
            "id": self.id,
            "tags": list(map(ratio_text, self.tags)),
            "start": ratio_text(self.start),
            "triggers": list(self.triggers.values()),
            "bet": self.bet,
        }

    @property
    def triggers(self) -> dict[str, str | None]:
        """Both triggers by name, as texts."""
        triggers = {"true_trigger": self.true_trigger, "running_trigger": self.running_trigger}
        return {name: None if at is None else ratio_text(at) for name, at in triggers.items()}

    @property
    def fineness(self) -> Fineness:
        """How finely the tags distinguish cards."""
        return next(fineness for fineness, keys in KEYS.items() if len(keys) == len(self.tags))

    @property
    def imbalance(self) -> Fraction:
        """What the tags of one deck add up to; 0 if the count is balanced."""
        deck = Shoe.decks(1).coarsen(self.fineness)
        return sum((n * tag for n, tag in zip(deck.counts, self.tags, strict=True)), Fraction(0))
