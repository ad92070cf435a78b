"""The short names of lines and of families of bets."""

from analyzer.bets.bet import LOSE, Bet
from analyzer.text import Message, Text, message


def label(bet: Bet, line_id: str) -> Text:
    """The short name of a line of a bet; for a line of a user's bet, its id."""
    return line_id if bet.family is None and line_id != LOSE else _LABELS.get(line_id, line_id)


def family_label(stem: str) -> Text:
    """The name of a family of bets by the stem of its file, or the stem itself if it has no other name."""
    return _FAMILIES.get(stem, stem)


def _by_id(*names: Message) -> dict[str, Message]:
    """Names by their id: the same words in lower case, with hyphens, and without commas."""
    return {name.text.lower().replace(",", "").replace(" ", "-"): name for name in names}


_LABELS = {
    **_by_id(
        *(message("win"), message("lose"), message("push"), message("natural"), message("natural 9 over 8")),
        *(message("7 over 6"), message("8 over 7"), message("three-card"), message("three-card 9 over 8")),
        *(message("Player"), message("Banker"), message("Tie"), message("natural Tie"), message("both")),
        *(message("one"), message("two"), message("three"), message("four"), message("five"), message("six")),
        *(message("single"), message("double"), message("twin"), message("fours"), message("two-card")),
        *(message("high"), message("low"), message("outer"), message("other"), message("diamonds")),
        *(message("lucky"), message("unlucky"), message("suited"), message("double, suited")),
        *(message("one, suited"), message("one in spades"), message("one, of diamonds")),
        *(message("four of diamonds"), message("fours of diamonds"), message("pair"), message("suited pair")),
        *(message("pair of aces"), message("two pair"), message("two or three pairs"), message("straight")),
        *(message("three of a kind"), message("four of a kind"), message("five of a kind")),
        *(message("flush"), message("straight flush"), message("full house"), message("mini royal")),
    ),
    "all": message("all four"),
    "double-triplets": message("two threes of a kind"),
    "eight-with-6-cards": message("8 with 6 cards"),
    "eighteen": message("sum 18"),
    "eighteen-one-eight": message("sum 18, one eight"),
    "eighteen-two-eights": message("sum 18, two eights"),
    "king-queen": message("king and queen"),
    "nine-with-6-cards": message("9 with 6 cards"),
    "none": message("none of the four"),
    "off-suit": message("not suited"),
    "seven-with-6-cards": message("7 with 6 cards"),
    "three-suited": message("three, of one suit"),
    "three-v-three": message("three cards against three"),
    "three-v-two": message("three cards against two"),
    "three-with-5-cards": message("3 with 5 cards"),
    "two-suited": message("two, of one suit"),
    "two-v-three": message("two cards against three"),
    "two-v-two": message("two cards against two"),
    "win-three-card-8-or-9": message("win with a three-card 8 or 9"),
    "with-ten": message("with a ten-point card"),
    **{
        f"{stem}-{n}": words
        for n in range(20)  # totals go up to 9, sums of two totals to 18
        for stem, words in (
            ("win", message("win on {n}", n=n)),
            ("lose", message("lose to {n}", n=n)),
            ("win-by", message("win by {n}", n=n)),
            ("margin-of", message("totals {n} apart", n=n)),
            ("cards", message("{n} cards", n=n)),
            ("sum", message("sum {n}", n=n)),
            ("tie-at", message("Tie at {n}", n=n)),
        )
    },
}

_FAMILIES = {
    **_by_id(
        *(message("Bad Beat"), message("Banker"), message("Bellagio Match"), message("Bulls")),
        *(message("Char Siu"), message("Colours"), message("Combined totals"), message("Dai Bacc")),
        *(message("Dragon 7"), message("Dragon Bonus"), message("Egalite"), message("Either Pair")),
        *(message("Fabulous 4"), message("Fabulous Pairs"), message("Five Treasures"), message("Insurance")),
        *(message("Fortune 4 Pairs"), message("Golden Frog"), message("Heavenly 9"), message("Knockout")),
        *(message("Lucky 6"), message("Lucky 7"), message("Lucky 8"), message("Lucky Baccarat")),
        *(message("Lucky Win"), message("Matching Dragon"), message("Monkey"), message("Natural 8 and 9")),
        *(message("Naturals"), message("Naturals and nines"), message("Nines"), message("Number of cards")),
        *(message("Ox 6"), message("Pairs"), message("Panda 8"), message("Player"), message("Poker hands")),
        *(message("Perfect Pairs"), message("Perfect Pairs by hand"), message("Power Baccarat 98")),
        *(message("Sixes"), message("Suited cards"), message("Suited Pairs"), message("Sums and Ties")),
        *(message("Tie"), message("Tie Max"), message("Tiger")),
    ),
    "all-red-all-black": message("All Red and All Black"),
    "banker-half": message("Banker at half pay"),
    "big-small": message("Big and Small"),
    "odd-even": message("Odd and Even"),
    "seven-up": message("7 Up Baccarat"),
    "side-totals": message("Totals of one hand"),
    "three-card-six": message("3-Card Six"),
    "three-card-wins": message("3-Card Wins"),
    "three-giving-8": message("3 Giving 8"),
}
