"""What the page says, by the key that its script asks for; the page carries it in every language."""

from analyzer.text import Message, message

_PAGE = {
    "title": message("Exact baccarat odds"),
    "noscript": message("This page counts in JavaScript, which is turned off here."),
    "language": message("Language"),
    "rooms": message("Rooms"),
    "room.shoe": message("Live shoe"),
    "room.bench": message("Paytable bench"),
    "room.board": message("Board"),
    "room.check": message("Check"),
    "devices": message("Made for analysis: many places forbid devices at live tables."),
    "copied": message("Copied: {text}"),
    "copy.exact": message("Copy the exact value {text}"),
    "copy.link": message("Copy link"),
    "copy.command": message("Copy as command line"),
    "copy.python": message("Copy as Python"),
    "copy.toml": message("Copy as TOML"),
    "copy.csv": message("Copy as CSV"),
    "share": message("Share"),
    "other.page": message("This link was made with another page ({theirs}, not {ours}): figures can differ."),
    "self.test": message("Self-test: {n} known ways counted again, all equal."),
    "self.failed": message("The self-test failed: {reason}. Do not use this page."),
    "left.out": message("Left out: {bet}: {reason}"),
    "made.by": message("baccarat {version}, rules sha256 {rules}, bets sha256 {bets}"),
    "rules": message("Rules"),
    "bet": message("Bet"),
    "decks": message("Decks"),
}

_SHOE = {
    "cards.left": message("Cards left"),
}

PHRASES: dict[str, Message] = {**_PAGE, **{f"shoe.{key}": text for key, text in _SHOE.items()}}
