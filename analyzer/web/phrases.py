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

_BENCH = {
    "none": message("This page carries no bet to price."),
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
    "wrong": message("Expected a pay such as 12, 0.95, 19/20, 7 to 2 or push, of at most 12 digits a side."),
    "lock": message("Lock the edge"),
    "lock.one": message("The edge can be locked once two lines pay."),
    "locked": message("The house edge on 8 decks stays at {edge}."),
    "answer": message("The pay that answers"),
    "lock.none": message("No pay above zero of the line {line} keeps the edge."),
    "nearest": message("Nearest price of the set: {pay}, with a house edge of {edge}."),
    "take": message("Take this price"),
    "worth": message("What the bet is worth"),
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
        "Pays of more than 12 digits a side cannot be copied or sent: take the nearest price first."
    ),
    "cloud": message("House edge and standard deviation of the paytables around"),
    "cloud.how": message(
        "8 decks. On the front, no other paytable is better in one and as good in the other."
    ),
    "cloud.varied": message("Only the {n} most probable of its {all} pays vary."),
    "cloud.says": message("{n} paytables by house edge and standard deviation, {front} of them on the front"),
    "front": message("Front"),
    "front.least": message("least edge, least standard deviation"),
    "front.most": message("most edge, most standard deviation"),
    "point": message("Pays {pays}: house edge {edge}, standard deviation {sd}"),
    "computing": message("Computing …"),
    "counter": message("Counter's gain"),
    "effects": message("Effects of removal, 8 decks"),
    "card": message("Card"),
    "effect": message("Change of EV"),
    "tag": message("Perfect tag"),
    "yield": message(
        "Yield: {mean} units per shoe (standard error {error}), from {bets} bets per shoe on {n} shoes dealt "
        "here."
    ),
    "yield.how": message(
        "For a player who knows every card left, 14 cards behind the cut card; baccarat sweep plays more "
        "shoes and scores counts."
    ),
    "editor": message("Conditions of your own"),
    "editor.needs": message("The editor of conditions needs the server: start it with baccarat serve."),
    "editor.how": message("A bet file; its faults, its words and its odds follow as you type."),
    "editor.start": message("Start from the bet shown"),
    "editor.file": message("Bet file"),
}

PHRASES: dict[str, Message] = {
    **_PAGE,
    **{f"shoe.{key}": text for key, text in _SHOE.items()},
    **{f"bench.{key}": text for key, text in _BENCH.items()},
}
