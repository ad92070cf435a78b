"""Both hands of a coup in a row of a table: the columns, and the cells of coups dealt or recorded.

Must not know the pages that show them.
"""

from collections.abc import Iterable, Mapping

from analyzer.game.coup import Coup, Winner
from analyzer.phrases.cards import BANKER, PLAYER, card_text, cards_text
from analyzer.play.record import Read
from analyzer.render.table import Cell, Column
from analyzer.text import Message, message

COUP = Column("coup", message("Coup"), "count")
SHOE = Column("shoe", message("Shoe"), "text")
HANDS = (
    Column("player", PLAYER, "text"),
    Column("player_total", message("Total"), "count"),
    Column("banker", BANKER, "text"),
    Column("banker_total", message("Total"), "count"),
    Column("winner", message("Winner"), "text"),
)
"""The columns of `hand_cells`."""

WINNER_NAMES: Mapping[Winner, Message] = {"banker": BANKER, "player": PLAYER, "tie": message("Tie")}
"""The names of the results of a coup."""


def hand_cells(coup: Coup) -> tuple[Cell, ...]:
    """The hands of a coup, their totals and the winner."""
    player, banker = cards_text(coup.player), cards_text(coup.banker)
    return player, coup.player_total, banker, coup.banker_total, WINNER_NAMES[coup.winner]


def recorded_text(cards: Iterable[Read]) -> str:
    """Cards as recorded, with `?` for each one that could not be read."""
    return " ".join("?" if card is None else card_text(card) for card in cards)
