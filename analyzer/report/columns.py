"""The columns that many tables share, each with its key, head and kind."""

from analyzer.render.table import Column
from analyzer.text import Text, message


def text_columns(**heads: Text) -> tuple[Column, ...]:
    """Text columns, given their heads by key."""
    return tuple(Column(key, head, "text") for key, head in heads.items())


BET = Column("bet", message("Bet"), "text")
REFERENCE = Column("reference", message("Reference"), "text")
ID = Column("id", message("Id"), "text")
NAME = Column("name", message("Name"), "text")
SOURCE = Column("source", message("Source"), "text")
LINE = Column("line", message("Line"), "text")
EVENT = Column("event", message("Event"), "text")
DECKS = Column("decks", message("Decks"), "text")
PAYS = Column("pays", message("Pays"), "text")
NET = Column("net", message("Net"), "ratio")
WAYS = Column("ways", message("Ways"), "count")
PROBABILITY = Column("probability", message("Probability"), "percent")
EV = Column("ev", message("EV"), "percent")
EV_SHARE = Column("contribution", message("EV share"), "percent")
HOUSE_EDGE = Column("house_edge", message("House edge"), "percent")
HIT_RATE = Column("hit_rate", message("Hit rate"), "percent")
PUSH_RATE = Column("push_rate", message("Push rate"), "percent")
RTP = Column("rtp", message("RTP"), "percent")
STANDARD_DEVIATION = Column("standard_deviation", message("Standard deviation"), "root")
EXACT = Column("exact", message("Exact"), "ratio")

PRICED_BET = (BET, REFERENCE, PAYS)
LINE_OF_BET = (BET, ID, LINE, EVENT)
FACTS = (Column("what", message("What"), "text"), Column("value", message("Value"), "text"))
"""The columns of a table with one fact per row."""


def bet_columns(full: bool) -> tuple[Column, ...]:
    """The columns that name a bet: its name and, if `full`, the reference that commands accept."""
    return (BET, REFERENCE) if full else (BET,)
