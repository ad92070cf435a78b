"""What ways to sort coups, their sorts, and faults of coups are called."""

from analyzer.message import Message, say

NAMES: dict[str, Message] = {
    "results": say("Results"),
    "pairs": say("Pairs"),
    "naturals": say("Naturals"),
    "drawing": say("Drawing patterns"),
}
"""The ways to sort coups, by id."""

SORTS: dict[tuple[str, str], Message] = {
    ("results", "player"): say("Player wins"),
    ("results", "banker"): say("Banker wins"),
    ("results", "tie"): say("Tie"),
    ("pairs", "both"): say("both hands a pair"),
    ("pairs", "player"): say("Player alone a pair"),
    ("pairs", "banker"): say("Banker alone a pair"),
    ("pairs", "none"): say("no pair"),
    ("naturals", "both"): say("both hands a natural"),
    ("naturals", "player"): say("Player alone a natural"),
    ("naturals", "banker"): say("Banker alone a natural"),
    ("naturals", "none"): say("no natural"),
    ("drawing", "nobody"): say("nobody draws"),
    ("drawing", "player"): say("Player alone draws"),
    ("drawing", "banker"): say("Banker alone draws"),
    ("drawing", "both"): say("both hands draw"),
}
"""The sorts of each, by both ids."""

FAULTS: dict[str, Message] = {
    "draw": say("a hand draws or stands against the rules"),
    "total": say("a total is not that of the cards"),
    "winner": say("the winner is not that of the cards"),
    "pair": say("a pair is not that of the cards"),
    "natural": say("a natural is not that of the cards"),
    "card": say("a card is dealt of which none is left"),
}
"""What can be wrong with a coup, by id."""
