"""The short names of lines and of families of bets.

Knows nothing of when a line holds.
"""

import re

from analyzer.bets.bet import LOSE
from analyzer.message import Message, Text, say

_NUMBERED = re.compile(r"(?P<stem>[a-z-]+)-(?P<n>1?[0-9])")
"""An id that ends in a number that totals and sums of totals reach."""


def label(line_id: str) -> Text:
    """The short name of a line, or the id itself where it is none of the library's."""
    if line_id in _LABELS:
        return _LABELS[line_id]
    numbered = _NUMBERED.fullmatch(line_id)
    return (numbered and _numbered(numbered["stem"], int(numbered["n"]))) or line_id


def family_label(stem: str) -> Text:
    """The name of a family of bets by the stem of its file, or the stem itself where there is none."""
    return _FAMILIES.get(stem, stem)


def _numbered(stem: str, n: int) -> Message | None:
    """The name of one of a family of lines that a number tells apart, None if there is no such family."""
    match stem:
        case "win":
            return say("win on {n}", n=n)
        case "lose":
            return say("lose to {n}", n=n)
        case "win-by":
            return say("win by {n}", n=n)
        case "margin-of":
            return say("totals {n} apart", n=n)
        case "cards":
            return say("{n} cards", n=n)
        case "sum":
            return say("sum {n}", n=n)
        case "tie-at":
            return say("Tie at {n}", n=n)
    return None


_LABELS = {
    "win": say("win"),
    LOSE: say("lose"),
    "push": say("push"),
    "win-three-card-8-or-9": say("win with a three-card 8 or 9"),
    "7-over-6": say("7 over 6"),
    "8-over-7": say("8 over 7"),
    "all": say("all four"),
    "banker": say("Banker"),
    "both": say("both"),
    "diamonds": say("diamonds"),
    "double": say("double"),
    "double-suited": say("double, suited"),
    "double-triplets": say("two threes of a kind"),
    "eight-with-6-cards": say("8 with 6 cards"),
    "eighteen": say("sum 18"),
    "eighteen-one-eight": say("sum 18, one eight"),
    "eighteen-two-eights": say("sum 18, two eights"),
    "five": say("five"),
    "five-of-a-kind": say("five of a kind"),
    "flush": say("flush"),
    "four": say("four"),
    "four-of-a-kind": say("four of a kind"),
    "four-of-diamonds": say("four of diamonds"),
    "fours": say("fours"),
    "fours-of-diamonds": say("fours of diamonds"),
    "full-house": say("full house"),
    "high": say("high"),
    "king-queen": say("king and queen"),
    "low": say("low"),
    "lucky": say("lucky"),
    "mini-royal": say("mini royal"),
    "natural": say("natural"),
    "natural-9-over-8": say("natural 9 over 8"),
    "natural-tie": say("natural Tie"),
    "nine-with-6-cards": say("9 with 6 cards"),
    "none": say("none of the four"),
    "off-suit": say("not suited"),
    "one": say("one"),
    "one-in-spades": say("one in spades"),
    "one-of-diamonds": say("one, of diamonds"),
    "one-suited": say("one, suited"),
    "other": say("other"),
    "outer": say("outer"),
    "pair": say("pair"),
    "pair-of-aces": say("pair of aces"),
    "player": say("Player"),
    "seven-with-6-cards": say("7 with 6 cards"),
    "single": say("single"),
    "six": say("six"),
    "straight": say("straight"),
    "straight-flush": say("straight flush"),
    "suited": say("suited"),
    "suited-pair": say("suited pair"),
    "three": say("three"),
    "three-card": say("three-card"),
    "three-card-9-over-8": say("three-card 9 over 8"),
    "three-of-a-kind": say("three of a kind"),
    "three-suited": say("three, of one suit"),
    "three-v-three": say("three cards against three"),
    "three-v-two": say("three cards against two"),
    "three-with-5-cards": say("3 with 5 cards"),
    "tie": say("Tie"),
    "twin": say("twin"),
    "two": say("two"),
    "two-card": say("two-card"),
    "two-or-three-pairs": say("two or three pairs"),
    "two-pair": say("two pair"),
    "two-suited": say("two, of one suit"),
    "two-v-three": say("two cards against three"),
    "two-v-two": say("two cards against two"),
    "unlucky": say("unlucky"),
    "with-ten": say("with a ten-point card"),
}
"""The name of every other line of the library, by id."""

_FAMILIES = {
    "all-red-all-black": say("All Red and All Black"),
    "bad-beat": say("Bad Beat"),
    "banker-half": say("Banker at half pay"),
    "banker": say("Banker"),
    "bellagio-match": say("Bellagio Match"),
    "big-small": say("Big and Small"),
    "bulls": say("Bulls"),
    "char-siu": say("Char Siu"),
    "colours": say("Colours"),
    "combined-totals": say("Combined totals"),
    "dai-bacc": say("Dai Bacc"),
    "dragon-7": say("Dragon 7"),
    "dragon-bonus": say("Dragon Bonus"),
    "egalite": say("Egalite"),
    "either-pair": say("Either Pair"),
    "fabulous-4": say("Fabulous 4"),
    "fabulous-pairs": say("Fabulous Pairs"),
    "five-treasures": say("Five Treasures"),
    "fortune-4-pairs": say("Fortune 4 Pairs"),
    "golden-frog": say("Golden Frog"),
    "heavenly-9": say("Heavenly 9"),
    "insurance": say("Insurance"),
    "knockout": say("Knockout"),
    "lucky-6": say("Lucky 6"),
    "lucky-7": say("Lucky 7"),
    "lucky-8": say("Lucky 8"),
    "lucky-baccarat": say("Lucky Baccarat"),
    "lucky-win": say("Lucky Win"),
    "matching-dragon": say("Matching Dragon"),
    "monkey": say("Monkey"),
    "natural-8-and-9": say("Natural 8 and 9"),
    "naturals-and-nines": say("Naturals and nines"),
    "naturals": say("Naturals"),
    "nines": say("Nines"),
    "number-of-cards": say("Number of cards"),
    "odd-even": say("Odd and Even"),
    "ox-6": say("Ox 6"),
    "pairs": say("Pairs"),
    "panda-8": say("Panda 8"),
    "perfect-pairs-by-hand": say("Perfect Pairs by hand"),
    "perfect-pairs": say("Perfect Pairs"),
    "player": say("Player"),
    "poker-hands": say("Poker hands"),
    "power-baccarat-98": say("Power Baccarat 98"),
    "seven-up": say("7 Up Baccarat"),
    "side-totals": say("Totals of one hand"),
    "sixes": say("Sixes"),
    "suited-cards": say("Suited cards"),
    "suited-pairs": say("Suited Pairs"),
    "sums-and-ties": say("Sums and Ties"),
    "three-card-six": say("3-Card Six"),
    "three-card-wins": say("3-Card Wins"),
    "three-giving-8": say("3 Giving 8"),
    "tie-max": say("Tie Max"),
    "tie": say("Tie"),
    "tiger": say("Tiger"),
}
"""The name of every family of the library, by the stem of its file."""
