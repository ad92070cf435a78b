"""Both hands of a coup in a row of a table: the columns, and the cells for dealt or recorded coups.

Must not know the pages that show them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from analyzer.game.coup import Coup, Winner
from analyzer.phrases.cards import BANKER, PLAYER, card_text
from analyzer.play.record import Read, RecordedCoup
from analyzer.render.table import Column
from analyzer.report.fields import Fields, headed
from analyzer.report.kinds import CARD, many
from analyzer.text import Message, message

CARDS = many(replace(CARD, entry=lambda card: "?" if card is None else str(card)))
"""Cards in documents, `?` for one that could not be read."""

COUP = Column("coup", message("Coup"), "count")
SHOE = Column("shoe", message("Shoe"), "text")

WINNER_NAMES: Mapping[Winner, Message] = {"banker": BANKER, "player": PLAYER, "tie": message("Tie")}
"""The names of the results of coups."""


def recorded_text(cards: Iterable[Read] | None) -> str | None:
    """Cards as recorded, with `?` for each one that could not be read; None if none are recorded."""
    return None if cards is None else " ".join("?" if card is None else card_text(card) for card in cards)


def winner_name(coup: Coup | RecordedCoup) -> Message | None:
    """The name of a coup's result; None if it is not recorded."""
    return None if coup.winner is None else WINNER_NAMES[coup.winner]


HANDS: Fields[Coup | RecordedCoup] = (
    headed("player", PLAYER, "text", lambda coup: recorded_text(coup.player)),
    Column("player_total", message("Total"), "count"),
    headed("banker", BANKER, "text", lambda coup: recorded_text(coup.banker)),
    Column("banker_total", message("Total"), "count"),
    headed("winner", message("Winner"), "text", winner_name),
)
"""The hands of a coup, their totals and the winner, as far as they are known."""
