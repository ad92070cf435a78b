"""The phrases of the page, by the key that its script uses; the page contains them in every language."""

from analyzer.render.boards import phrases as roads
from analyzer.report.removal import SECOND_ORDER
from analyzer.report.rule_sheet.faults import SEVERITIES
from analyzer.report.verdicts import VERDICT_WORDS
from analyzer.text import Message, message

_PAGE = {
    "title": message("Exact baccarat odds"),
    "noscript": message("This page needs JavaScript, which is turned off."),
    "language": message("Language"),
    "rooms": message("Rooms"),
    "room.shoe": message("Live shoe"),
    "room.bench": message("Paytable bench"),
    "room.board": message("Board"),
    "room.check": message("Check"),
    "devices": message("Made for analysis: many places forbid electronic devices at live tables."),
    "copied": message("Copied: {text}"),
    "copy.exact": message("Copy the exact value {text}"),
    "copy.link": message("Copy link"),
    "copy.command": message("Copy as command line"),
    "copy.python": message("Copy as Python"),
    "copy.toml": message("Copy as TOML"),
    "copy.csv": message("Copy as CSV"),
    "share": message("Share"),
    "keys": message("Single-key shortcuts"),
    "other.page": message(
        "This link comes from a different page ({theirs}, not {ours}): figures can differ."
    ),
    "self.test": message("Self-test: {n} known numbers of ways recounted, all equal."),
    "self.failed": message("The self-test failed: {reason}. Do not use this page."),
    "left.out": message("Left out: {bet}: {reason}"),
    "made.by": message("baccarat {version}, rules sha256 {rules}, bets sha256 {bets}"),
    "rules": message("Rules"),
    "bet": message("Bet"),
    "variant": message("Variant"),
    "variant.own": message("Your own variant file"),
    "variant.own.how": message(
        "A variant file sets the drawing rules, the decks and the bets. Once it is opened, every room uses "
        "it, and the link contains it."
    ),
    "variant.own.start": message("Start from the variant shown"),
    "variant.own.file": message("Variant file"),
    "variant.own.open": message("Open this variant"),
    "variant.own.refused": message(
        "The variant file was rejected, so a variant of the library is shown instead: {reason}"
    ),
    "no.answer": message("The server does not answer: {reason}"),
    "computing": message("Computing …"),
    "stop": message("Stop"),
    "stopped": message("Stopped. It starts again when something changes."),
    "choose.file": message("Choose a file"),
    "file.too.large": message("Expected a file of at most {most} bytes, got {size}."),
    "file.not.text": message("{name} is not a text file in UTF-8; nothing was read."),
    "undo": message("Undo"),
    "player": message("Player"),
    "banker": message("Banker"),
    "tie": message("Tie"),
    "ev": message("EV"),
    "hit.rate": message("Hit rate"),
    "cards.left": message("Cards left"),
}

_SHOE = {
    "cards": message("The shoe"),
    "odds": message("Odds"),
    "begin": message("Start with"),
    "decks": message("Decks: {n}"),
    "counts": message("Counts of cards left"),
    "take.out": message("Remove a card"),
    "key": message("{rank}: {n} left"),
    "suits": message("Suit of the card"),
    "unknown": message("Unknown card"),
    "fresh": message("New shoe"),
    "deal.coups": message("Deal coups"),
    "of": message("of {n}"),
    "depth": message("Dealt"),
    "unseen": message("Removed unseen"),
    "cut": message("Cards behind the cut card"),
    "before.cut": message("{n} before it appears"),
    "cut.out": message("It has appeared."),
    "bad.cut": message("expected a whole number of cards, got {text}"),
    "coup": message("The coup on the table"),
    "next": message("next"),
    "result": message("Result"),
    "paste": message("Paste or load cards or a record"),
    "paste.what": message("Cards such as 9c 9d Th, or a record: one coup per line, such as P:9c,5d B:K,2c"),
    "paste.take": message("Deal these"),
    "paste.file": message("or a text file"),
    "too.few": message("Fewer than {n} cards are left: no further coup can be dealt."),
    "star": message("Favourite"),
    "star.bet": message("Favourite: {bet}"),
    "odds.of": message("Value of each bet on the {n} unseen cards"),
    "ev.inside": message("EV of this coup"),
    "kelly": message("Kelly part"),
    "cap": message("Maximum fraction of the bankroll"),
    "bad.cap": message("expected a fraction from 0 to 1, such as 2%, got {text}"),
    "later": message("after more cards"),
    "needs.finer": message("Not computed, because cards of unknown suit or rank have been removed: {bets}"),
    "removal": message("{bet}: effects of removing one card"),
    "card": message("Card"),
    "effect": message("Change in EV"),
    "history": message("{bet}: EV after each of {n} cards"),
    "history.text": message("{bet}: EV {first} at the start, {last} now"),
    "not.counts": message("expected a number of decks, or counts such as A=30 2=31, got {text}"),
    "not.card": message("expected a card such as 9 or 9c, got {text}"),
    "none.left": message("There is no card {card} left in the shoe."),
    "bad.line": message(
        "line {line}: expected a card such as 9c, ? or a coup such as P:9c,5d B:K,2c, got {text}"
    ),
    "bad.coup": message("line {line}: the cards {cards} are not a whole coup under these rules"),
}

_BENCH = {
    "none": message("This page has no bet to price."),
    "prices": message("Price set"),
    "prices.usual": message("usual prices"),
    "prices.whole": message("whole numbers"),
    "prices.halves": message("halves"),
    "prices.tenths": message("tenths"),
    "prices.hundredths": message("hundredths"),
    "reset": message("Reset pays"),
    "keep": message("Keep as A"),
    "pays": message("Pays"),
    "pay.of": message("Pay of {line}, to one"),
    "to": message("{pay} to 1"),
    "pushes": message("pushes"),
    "loses": message("loses {n}"),
    "chance": message("Probability on 8 decks"),
    "example": message("For example"),
    "coup": message("Player has {player}; Banker has {banker}."),
    "wrong": message(
        "Expected a pay such as 12, 0.95, 19/20, 7 to 2 or push, with at most 12 digits per side."
    ),
    "lock": message("Lock the edge"),
    "lock.one": message("The edge can be locked once two lines pay."),
    "locked": message("The house edge on 8 decks stays at {edge}."),
    "answer": message("Pay to adjust"),
    "lock.none": message("No pay above zero for the line {line} keeps the edge."),
    "nearest": message("Nearest price in the set: {pay}, with a house edge of {edge}."),
    "take": message("Use this price"),
    "worth": message("Value of the bet"),
    "decks": message("{n} decks"),
    "edge": message("House edge"),
    "rtp": message("RTP"),
    "hit": message("Hit rate"),
    "push": message("Push rate"),
    "resolved": message("Edge on resolved bets"),
    "variance": message("Variance"),
    "sd": message("Standard deviation"),
    "exposure": message("Exposure"),
    "compare": message("Two paytables compared"),
    "swap": message("Swap A and B"),
    "forget": message("Forget A"),
    "long": message(
        "Pays with more than 12 digits per side cannot be copied or sent: use the nearest price first."
    ),
    "cloud": message("House edge and standard deviation of nearby paytables"),
    "cloud.how": message(
        "8 decks. A paytable is on the front if no other is better in one figure and at least as "
        "good in the other."
    ),
    "cloud.varied": message("Only the {n} most probable of its {all} pays are varied."),
    "cloud.says": message("{n} paytables by house edge and standard deviation, {front} of them on the front"),
    "front": message("Front"),
    "front.least": message("lowest edge, lowest standard deviation"),
    "front.most": message("highest edge, highest standard deviation"),
    "point": message("Pays {pays}: house edge {edge}, standard deviation {sd}"),
    "counter": message("Gain for a card counter"),
    "effects": message("Effects of removal, 8 decks"),
    "card": message("Card"),
    "effect": message("Change in EV"),
    "tag": message("Perfect tag"),
    "yield": message(
        "Yield: {mean} units per shoe (standard error {error}), from {bets} bets per shoe on {n} shoes dealt "
        "here."
    ),
    "yield.how": message(
        "For a bettor who knows every card left, with 14 cards behind the cut card; baccarat sweep deals "
        "more shoes and evaluates counts."
    ),
    "editor": message("Your own conditions"),
    "editor.needs": message("The condition editor needs the server: start it with baccarat serve."),
    "editor.how": message(
        "A bet file: its faults, its conditions in words and its odds are updated as you type, here and in "
        "the live shoe."
    ),
    "editor.start": message("Start from the bet shown"),
    "editor.file": message("Bet file"),
    "questions": message("More questions"),
    "ask": message("Question"),
    "ask.design": message("Paytables with a given house edge"),
    "ask.tail": message("The end of a shoe, with its last cards unseen"),
    "ask.removal": message("Two cards removed"),
    "ask.by.hand": message("On the command line, once the bet is copied as TOML into bench.toml:"),
    "ask.needs": message(
        "This needs Python: start baccarat serve, or copy the bet as TOML into bench.toml and run:"
    ),
    "ask.edges": message("House edge, from..to"),
    "ask.pays": message("Pays to try for {line}, from..to; empty: unchanged"),
    "ask.unseen": message("Unseen cards"),
    "ask.none": message(
        "None of the {n} candidate paytables is within the limits: proven by an exact search of all of them."
    ),
    "ask.found": message("Paytables with this edge: {n}, of {all} tried; the first {shown} are shown."),
    "ask.without": message("{bet}: EV without two cards minus EV before"),
    "ask.second": message("Second order"),
    "ask.order": SECOND_ORDER,
    "ask.largest": message("The largest effects are shown: {n} of {all}."),
    "tail.mean_ev": message("Mean EV"),
    "tail.probability_positive": message("P(EV > 0)"),
    "tail.mean_when_positive": message("Mean EV if > 0"),
    "tail.expected_positive": message("E[max(EV, 0)]"),
    "tail.max_ev": message("Highest EV"),
    "tail.how": message(
        "Every composition of the unseen cards is included, weighted by its probability; nothing is sampled."
    ),
    "tail.gain": message(
        "E[max(EV, 0)]: the expected gain if one unit is staked only where the EV is above zero."
    ),
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
    "slash": message("A green slash: ties after this coup, with their number if two or more"),
    "dot.b": message("A red dot at the upper left: Banker pair"),
    "dot.p": message("A blue dot at the lower right: Player pair"),
    "last": message("Coup {n}: {what}"),
    "enter": message("Enter a coup"),
    "marks": message("Marks of the last coup"),
    "undo": message("Undo"),
    "clear": message("Clear"),
    "text": message("Coups in order, such as B Pp T Bbn"),
    "fault": message(
        "Line {line}, coup {coup}: expected B, P or T, then p, b and n where they apply, such as Bpn, got "
        "{word}. The roads show the coups before it."
    ),
    "cut": message("{road} (columns left out: {n})"),
    "empty": message("no marks yet"),
    "as.text": message("Roads as text"),
    "nothing": message("Roads carry no information"),
    "why": message(
        "Roads are drawn from the results alone. In whatever order the same results came, the next coup has"
        " the same probabilities; only the cut card, once it appears, says a little about how many cards "
        "were used. How much the last result itself says is shown here, exactly, for a shoe of {cards} "
        "cards."
    ),
    "next": message("Probabilities of the next coup"),
    "after": message("Last result"),
    "none": message("none known"),
    "resolved": message("Banker if a hand wins"),
    "most": message(
        "Knowing the last result changes every probability by at most {most}. All roads together are drawn "
        "only from such results."
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
    "taken.for": message("Read as"),
    "looks": message("detected: {kind}"),
    "kind.sheet": message("a rule sheet"),
    "kind.claims": message("claims"),
    "kind.certificate": message("a certificate"),
    "kind.record": message("a record"),
    "remove": message("Remove"),
    "paste": message("Text of the file"),
    "text.of": message("Text of {name}"),
    "beginning": message("Only the beginning is shown; the text has {n} characters."),
    "one.file": message("Expected one file, got {n}."),
    "not.kept": message("The file is too long to be stored in this browser: a reload loses it."),
    "by.hand": message("On the command line:"),
    "needs.server": message(
        "This page was opened without a server, and checking needs Python: start baccarat serve, or run:"
    ),
    "to.board": message("Show its coups on the board ({n})"),
    "save.md": message("Save what is shown as Markdown"),
    "save.json": message("Save the whole answer as JSON"),
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
    "variant": message("Variant"),
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
    "here.same": message("Bets whose ways and EV match this page's count: {n}."),
    "here.none": message("This page has none of the bets of this certificate."),
    "here.differs": message("Numbers that differ from this page's count: {n}. The certificate is wrong."),
    "here.not": message(
        "Compared: the content of rules and bets with this page's, the number of deals, the ways of every "
        "line and the EV of every bet. Not checked: digests, names, classes, house edges, and everything "
        "else."
    ),
    "here.skipped": message("Not checked, because this page does not have these bets: {bets}."),
    "cannot.schema": message(
        "This page cannot check it: expected a document of schema baccarat-certificate/2."
    ),
    "cannot.rules": message("This page cannot check it: its rules differ from this page's rules."),
    "cannot.given": message("This page cannot check it: something is known about the coup."),
    "cannot.shoe": message(
        "This page cannot check it: its counts are not a whole shoe by points, ranks or cards."
    ),
    "cannot.other": message(
        "This page cannot check it: expected a certificate in JSON, without repeated keys and with whole "
        "numbers."
    ),
}

_ROOMS = {"shoe": _SHOE, "bench": _BENCH, "board": _BOARD, "check": _CHECK}

PHRASES: dict[str, Message] = _PAGE | {
    f"{room}.{key}": text for room, phrases in _ROOMS.items() for key, text in phrases.items()
}
"""Every phrase by its key; the page fills its placeholders."""
