"""Rules: a drawing table and everything else that decides how a coup is dealt. Knows nothing of money."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from analyzer.displayable import Displayable
from analyzer.errors import RulesError
from analyzer.exact import quoted
from analyzer.game.tableau import Tableau
from analyzer.text import Titled

BankerBy = Literal["third-card", "player-total"]
"""What the tableau's columns mean once Player has drawn: the third card's points, or Player's total."""


@dataclass(frozen=True, repr=False, slots=True)
class Rules(Displayable, Titled):
    """A drawing table, the meaning of its columns, and a first card given to Player, if any.

    With `player_first` (a rank, 1–13) Player's first card has that rank and an unknown suit, and does
    not come from the shoe.

    Raises:
        RulesError: `banker_by` or `player_first` is out of range.
    """

    id: str
    name: str
    tableau: Tableau
    banker_by: BankerBy = "third-card"
    player_first: int | None = None
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: object = field(default=None, hash=False)
    note: str | None = None

    def __post_init__(self) -> None:
        """Reject fields out of range."""
        if self.banker_by not in ("third-card", "player-total"):
            raise RulesError(
                "banker_by: expected 'third-card' or 'player-total', got {value}",
                value=quoted(self.banker_by),
            )
        first: object = self.player_first
        if first is not None and (type(first) is not int or first not in range(1, 14)):
            raise RulesError("player_first: expected a rank from 1 to 13, got {value}", value=quoted(first))

    @property
    def cards_from_shoe(self) -> int:
        """The most cards that a coup takes from the shoe: 6, or 5 if Player's first card is given."""
        return 6 if self.player_first is None else 5

    def banker_draws_on(self, banker_two: int, third: int | None, player_total: int) -> bool:
        """Whether Banker draws if neither hand has a natural.

        `third` is the points of Player's third card, None if Player stood; `player_total` is Player's final
        total.
        """
        by_total = third is not None and self.banker_by == "player-total"
        return self.tableau.banker_draws_on(banker_two, player_total if by_total else third)
