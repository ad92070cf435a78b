"""What ways to sort coups, their sorts, and faults of coups are called."""

from analyzer.text import Message, message

NAMES: dict[str, Message] = {
    "results": message("Results"),
    "pairs": message("Pairs"),
    "naturals": message("Naturals"),
    "drawing": message("Drawing patterns"),
}
"""The ways to sort coups, by id."""

SORTS: dict[tuple[str, str], Message] = {
    ("results", "player"): message("Player wins"),
    ("results", "banker"): message("Banker wins"),
    ("results", "tie"): message("Tie"),
    ("pairs", "both"): message("both hands a pair"),
    ("pairs", "player"): message("Player alone a pair"),
    ("pairs", "banker"): message("Banker alone a pair"),
    ("pairs", "none"): message("no pair"),
    ("naturals", "both"): message("both hands a natural"),
    ("naturals", "player"): message("Player alone a natural"),
    ("naturals", "banker"): message("Banker alone a natural"),
    ("naturals", "none"): message("no natural"),
    ("drawing", "nobody"): message("nobody draws"),
    ("drawing", "player"): message("Player alone draws"),
    ("drawing", "banker"): message("Banker alone draws"),
    ("drawing", "both"): message("both hands draw"),
}
"""The sorts of each, by both ids."""

FAULTS: dict[str, Message] = {
    "draw": message("a hand draws or stands against the rules"),
    "total": message("a total is not that of the cards"),
    "winner": message("the winner is not that of the cards"),
    "pair": message("a pair is not that of the cards"),
    "natural": message("a natural is not that of the cards"),
    "card": message("a card is dealt of which none is left"),
}
"""What can be wrong with a coup, by id."""
