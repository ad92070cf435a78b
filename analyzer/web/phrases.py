"""What the page says, by the key that its script asks for; the page carries it in every language."""

from analyzer.render.boards import phrases as roads
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

_BOARD = {
    **roads.WINNERS,
    **{f"letter.{key}": letter for key, letter in roads.DISCS.items()},
    **{f"if.{key}": text for key, text in roads.IF_WINS.items()},
    **roads.COLORS,
    **roads.DERIVED,
    "bead_plate": roads.BEAD_PLATE,
    "big_road": roads.BIG_ROAD,
    "ask": roads.ASK_ROAD,
    "counts": roads.COUNTS,
    "player_pair": roads.PAIRS["p"],
    "banker_pair": roads.PAIRS["b"],
    "natural": roads.COUNTED["natural"],
    "coups": roads.COUNTED["coups"],
    "repetition": roads.REPETITION,
    "thick": message("Red marks are thick, blue marks thin."),
    "slash": message("A green slash: ties after it, with their number from two on"),
    "dot.b": message("A red dot at the upper left: Banker pair"),
    "dot.p": message("A blue dot at the lower right: Player pair"),
    "last": message("Coup {n}: {what}"),
    "enter": message("Enter a coup"),
    "marks": message("Marks of the last coup"),
    "undo": message("Undo"),
    "clear": message("Clear"),
    "text": message("Coups in order, such as B Pp T Bbn"),
    "fault": message(
        "Line {line}, coup {coup}: expected B, P or T, then p, b and n where they hold, such as Bpn, got "
        "{word}. The roads show the coups before it."
    ),
    "cut": message("{road} (columns left out: {n})"),
    "empty": message("no mark yet"),
    "as.text": message("Roads as text"),
    "nothing": message("Roads carry no information"),
    "why": message(
        "Roads are drawn from the results alone, and in whatever order the same results came, the next coup "
        "has the same probabilities; only the cut card, once it shows, says a little of how many cards were "
        "used. What the last result itself says is here, exactly, for a shoe of {cards} cards."
    ),
    "next": message("Probabilities of the next coup"),
    "after": message("Last result"),
    "none": message("none known"),
    "resolved": message("Banker if a hand wins"),
    "most": message(
        "Knowing the last result moves no probability by more than {most}. All roads together are drawn from "
        "nothing but such results."
    ),
    "proof": message("Proof and measurements: {command}"),
}

PHRASES: dict[str, Message] = {
    **_PAGE,
    **{f"shoe.{key}": text for key, text in _SHOE.items()},
    **{f"board.{key}": text for key, text in _BOARD.items()},
}
