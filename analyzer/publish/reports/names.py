"""How reports name prices, ratios and shoes.

Lays out exact values; computes none.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.bets.bet import Bet
from analyzer.game.shoe import Shoe
from analyzer.message import Figure, Message, Text, say, say_many

_PRICES_SHOWN = 3
NO_PRICE = "–"


def prices_text(bet: Bet) -> Text:
    """What a bet pays to one, line by line: `1`, `0.95`, `12 / 20`; the range where there are many prices."""
    prices = list(dict.fromkeys(line.net for line in bet.lines if line.net > 0))
    if len(prices) <= _PRICES_SHOWN:
        return figures(prices, " / ") if prices else NO_PRICE
    return figures([min(prices), max(prices)], " … ")


def figures(numbers: Sequence[Fraction], between: str) -> Message:
    """Ratios with a sign between them: no words, so nothing to translate."""
    places = [f"{{{place}}}" for place in range(len(numbers))]
    return Message(between.join(places), tuple((str(place), ratio(x)) for place, x in enumerate(numbers)))


def ratio(x: Fraction) -> Figure:
    """A ratio inside a sentence."""
    return Figure(x, "ratio")


def rate(x: Fraction) -> Message:
    """A rate inside a sentence, in percent and with nothing lost: no words, so nothing to translate."""
    return Message("{rate}%", (("rate", ratio(100 * x)),))


def shoe_text(report: Report) -> Message:
    """What a report's shoe is called in a title."""
    return shoe_title(report.shoe)


def shoe_title(shoe: Shoe) -> Message:
    """What a shoe is called in a title: full decks, or the number of cards left."""
    cards = say_many("{n} card", "{n} cards", shoe.size)
    if shoe.full_decks:
        return say("{decks} ({cards})", decks=shoe_name(shoe), cards=cards)
    return say("{cards} left", cards=cards)


def shoe_name(shoe: Shoe) -> Text:
    """A shoe as a sentence names it: full decks, else every cell with its count."""
    decks = shoe.full_decks
    return say_many("{n} deck", "{n} decks", decks) if decks else str(shoe)
