"""How reports name prices, ratios and shoes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.odds import Decks
from analyzer.analysis.question import Excluded, Question, keys_of
from analyzer.bets.bet import Bet
from analyzer.game.shoe import Shoe
from analyzer.text import LANGUAGES, Figure, Message, Name, Text, Value, message, plural

_PRICES_SHOWN = 3
NO_PRICE = "–"


def names_of(bets: Sequence[Bet]) -> list[Text]:
    """The name of each bet; in each language, a name that several bets share is followed by the bet's key."""
    keys, titles = keys_of(bets), [bet.title for bet in bets]
    names: list[dict[str, str]] = [{} for _ in bets]
    for language in LANGUAGES:
        spoken = [title.in_language(language) for title in titles]
        number = Counter(spoken)
        for by_language, name, key in zip(names, spoken, keys, strict=True):
            by_language[language] = name if number[name] == 1 else f"{name} ({key})"
    return [Name(by_language["en"], names=by_language) for by_language in names]


def names_in_list(bets: Iterable[Bet]) -> tuple[Text, ...]:
    """The names of bets for a list in a sentence, each once; quoted if they have a comma or a colon."""
    titles = dict.fromkeys(bet.title for bet in bets)
    return tuple(
        message('"{name}"', name=title) if "," in title.text or ":" in title.text else title
        for title in titles
    )


def prices_text(bet: Bet) -> Text:
    """What a bet pays to one, line by line: `1`, `0.95`, `12 / 20`; the range if there are many prices."""
    prices = list(dict.fromkeys(line.net for line in bet.lines if line.net > 0))
    if len(prices) <= _PRICES_SHOWN:
        return figures(prices, " / ") if prices else NO_PRICE
    return figures([min(prices), max(prices)], " … ")


def figures(numbers: Sequence[Fraction], between: str) -> Message:
    """Ratios with `between` between them; they have no words to translate."""
    places = [f"{{{place}}}" for place in range(len(numbers))]
    return Message(between.join(places), tuple((str(place), ratio(x)) for place, x in enumerate(numbers)))


def ratio(x: Fraction) -> Figure:
    """A ratio inside a sentence."""
    return Figure(x, "ratio")


def number(x: int | Fraction, kind: str) -> Message:
    """A number alone, written like a cell of this kind; it has no words to translate."""
    return Message("{x}", (("x", Figure(x, kind)),))


def rate(x: Fraction) -> Message:
    """A rate inside a sentence, exactly in percent; it has no words to translate."""
    return Message("{rate}%", (("rate", ratio(100 * x)),))


def shoe_title(shoe: Shoe | None) -> Message:
    """A shoe in a title: full decks, or the number of cards left; None is the infinite shoe."""
    if shoe is None:
        return message("infinite shoe")
    cards = plural("{n} card", "{n} cards", shoe.size)
    if shoe.full_decks:
        return message("{decks} ({cards})", decks=shoe_name(shoe), cards=cards)
    return message("{cards} left", cards=cards)


def game_and_shoe(question: Question) -> dict[str, Value]:
    """The beginning of a title: the variant and the cards left."""
    return {"variant": question.variant.title, "shoe": shoe_title(question.left)}


def shoe_name(shoe: Shoe | None) -> Text:
    """A shoe in a sentence: full decks, or the count of each kind of card; None is the infinite shoe."""
    decks: Decks = "infinite" if shoe is None else shoe.full_decks
    return decks_name(decks) if decks else str(shoe)


def decks_name(decks: Decks) -> Text:
    """A fresh shoe in a heading."""
    return message("infinite") if decks == "infinite" else plural("{n} deck", "{n} decks", decks)


def excluded_by_reason(excluded: Excluded) -> Iterator[Message]:
    """One note for each reason why bets were left out."""
    return (message("Left out: {clause}.", clause=clause) for clause in excluded_clauses(excluded))


def excluded_clauses(excluded: Excluded) -> Iterator[Message]:
    """Which bets were left out and why, one clause for each reason."""
    for reason in dict.fromkeys(why for _, why in excluded):
        names = names_in_list([bet for bet, why in excluded if why == reason])
        if len(names) == 1:
            yield message("{bet}, which {why}", bet=names[0], why=reason)
        else:
            yield message("{bets}, each of which {why}", bets=names, why=reason)


def priced_bet(bet: Bet) -> tuple[Text, str, Text]:
    """The cells of PRICED_BET."""
    return bet.title, bet.reference, prices_text(bet)
