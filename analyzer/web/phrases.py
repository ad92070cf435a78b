"""What the page says, by the key that its script asks for; the page carries it in every language."""

from analyzer.render.boards import phrases as roads
from analyzer.report.rule_sheet.faults import SEVERITIES
from analyzer.report.verdicts import VERDICT_WORDS
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
    "no.answer": message("The server does not answer: {reason}"),
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
    "proof": message("Proof and measurements:"),
}

_CHECK = {
    **SEVERITIES,
    **{f"verdict.{key}": text for key, text in VERDICT_WORDS.items()},
    "put": message(
        "A rule sheet, claims, a certificate or a record: drop the file anywhere here, choose it, or paste "
        "its text. It is checked at once."
    ),
    "choose": message("Choose a file"),
    "taken.for": message("Taken for"),
    "looks": message("what it looks like: {kind}"),
    "kind.sheet": message("a rule sheet"),
    "kind.claims": message("claims"),
    "kind.certificate": message("a certificate"),
    "kind.record": message("a record"),
    "remove": message("Remove"),
    "paste": message("Text of the file"),
    "text.of": message("Text of {name}"),
    "beginning": message("Only the beginning is shown, of {n} characters."),
    "too.large": message("Expected a file of at most {most} bytes, got {size}."),
    "not.text": message("Expected a text in UTF-8, got other bytes in {name}; nothing was read."),
    "one.file": message("Expected one file, got {n}."),
    "not.kept": message("The file is too long to be kept in this browser: a reload forgets it."),
    "asking": message("Checking…"),
    "by.hand": message("The same by hand:"),
    "needs.server": message(
        "This page was opened without a server, and checking takes Python: start baccarat serve, or run:"
    ),
    "to.board": message("Show its coups on the board ({n})"),
    "save.md": message("Save what is shown, as Markdown"),
    "save.json": message("Save the whole answer, as JSON"),
    "faults": message("Faults"),
    "claims": message("Claims"),
    "fault": message("Fault"),
    "where": message("Where"),
    "severity": message("Severity"),
    "wrong": message("What is wrong"),
    "verdict": message("Verdict"),
    "claim": message("Claim"),
    "quantity": message("Quantity"),
    "printed": message("Printed"),
    "exact": message("Exact"),
    "note": message("Note"),
    "differences": message("Differences"),
    "certified": message("Certified"),
    "counted": message("Counted here"),
    "proof": message("What this proves, and what it does not"),
    "proved": message("Proved"),
    "not.proved": message("Not proved"),
    "what": message("What"),
    "value": message("Value"),
    "bets": message("Bets, line by line"),
    "bet": message("Bet"),
    "line": message("Line"),
    "when": message("When"),
    "net": message("Net, to one"),
    "coups": message("Coup by coup"),
    "coup": message("Coup"),
    "total": message("Total"),
    "winner": message("Winner"),
    "recorded": message("Recorded"),
    "player": roads.WINNERS["P"],
    "banker": roads.WINNERS["B"],
    "tie": roads.WINNERS["T"],
    "here": message("Checked by this page alone"),
    "here.same": message("Bets whose ways and EV are those that this page counts: {n}."),
    "here.none": message("This page has none of the bets of this certificate."),
    "here.differs": message("Numbers that this page counts otherwise: {n}. The certificate does not hold."),
    "here.not": message(
        "Compared: the content of rules and bets with this page's, the number of deals, the ways of every "
        "line and the EV of every bet. Not checked: digests, names, classes, house edges, and all else."
    ),
    "here.skipped": message("Not checked, as this page has no such bets: {bets}."),
    "cannot.schema": message(
        "This page cannot check it: expected a document of schema baccarat-certificate/2."
    ),
    "cannot.rules": message("This page cannot check it: its rules are not those of this page."),
    "cannot.given": message("This page cannot check it: something is given of the coup."),
    "cannot.shoe": message("This page cannot check it: its cards are not a whole shoe by one kind of cards."),
    "cannot.other": message(
        "This page cannot check it: expected a certificate in JSON, with every key once and whole numbers."
    ),
}

PHRASES: dict[str, Message] = {
    **_PAGE,
    **{f"shoe.{key}": text for key, text in _SHOE.items()},
    **{f"board.{key}": text for key, text in _BOARD.items()},
    **{f"check.{key}": text for key, text in _CHECK.items()},
}
