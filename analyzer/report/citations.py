"""The sources and notes that a report cites: those of its game and of what that takes from the library."""

from collections.abc import Iterable, Iterator

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.report.names import names_in_list, shoe_title
from analyzer.text import Message, Text, message


def in_library(item: Variant | Rules) -> bool:
    """Whether a variant or rules are exactly the library's. A user's copy under another id is not."""
    if isinstance(item, Variant):
        return item.id in load.variant_ids() and item == load.variant(item.id)
    return item.id in load.rules_ids() and item == load.rules(item.id)


def about_bet(bet: Bet, game: Variant, *, addresses: bool) -> Iterator[Text]:
    """The note and the source of a bet in a report of a game.

    A bet that a user's game takes from the library has its reference and its source, but no note. A bet at
    another price has no note either.
    """
    source, repriced = load.citation(bet.source, addresses=addresses), bet.usual not in (None, bet.nets)
    if bet.family is not None and not in_library(game):
        id = bet.id if repriced else bet.reference
        cited: dict[str, Text] = {"bet": message("{name} ({id})", name=bet.title, id=id), "source": source}
        if repriced:
            yield message("Library bet {bet}, with other prices: {source}.", **cited)
        else:
            yield message("Library bet {bet}: {source}.", **cited)
        return
    if note := note_of_bet(bet, game):
        yield note
    if source and repriced:
        yield message("Source of the lines, not of the prices, which were changed: {source}.", source=source)
    elif source:
        yield message("Source: {source}.", source=source)


def note_of_bet(bet: Bet, game: Variant) -> Message | None:
    """The note of a bet in a report; a library bet keeps its note only in library games, at its own price."""
    if bet.family is not None and (bet.usual not in (None, bet.nets) or not in_library(game)):
        return None
    return None if bet.note is None else Message(bet.note)


def note_of_rules(rules: Rules, game: Variant) -> Message | None:
    """The note of rules in a report of a game; a library note is not shown for a user's game."""
    shown = rules.note is not None and (in_library(game) or not in_library(rules))
    return Message(rules.note or "") if shown else None


def source_of_rules(rules: Rules, game: Variant, *, addresses: bool) -> Text | None:
    """The source of rules in a report; for library rules in a user's game, only their name and id."""
    if not in_library(game) and in_library(rules):
        return message("library rules {rules}", rules=_named(rules))
    return load.citation(rules.source, addresses=addresses) or None


def is_of_variant(question: Question) -> bool:
    """Whether the variant offers any of the bets, at any price."""
    return any(_offered(bet, question.variant) for bet in question.bets)


def departures(question: Question) -> Iterator[Message]:
    """How a question differs from its variant: rules, shoe, bets and prices."""
    game, rules, usual_shoe = question.variant, question.rules, Shoe.decks(question.variant.decks)
    if rules != game.rules:
        yield message("rules: {rules} instead of {usual}", rules=_named(rules), usual=_named(game.rules))
    if question.left != usual_shoe.coarsen(question.left.fineness):
        yield message(
            "{shoe} instead of {usual}", shoe=shoe_title(question.left), usual=shoe_title(usual_shoe)
        )
    added = [bet for bet in question.bets if not _offered(bet, game)]
    if added:
        yield message("in addition: {bets}", bets=names_in_list(added))
    yield from at_another_price(bet for bet in question.bets if bet not in added and bet not in game.bets)
    asked = {bet.id for bet in question.bets}
    if missing := names_in_list(bet for bet in game.bets if bet.id not in asked):
        yield message("without: {bets}", bets=missing)


def _named(rules: Rules) -> Message:
    return message("{name} ({id})", name=rules.title, id=rules.id)


def at_another_price(bets: Iterable[Bet]) -> Iterator[Message]:
    """Which bets have a price other than in their description; nothing if there are none."""
    if repriced := names_in_list(bets):
        yield message("at another price: {bets}", bets=repriced)


def _offered(bet: Bet, game: Variant) -> bool:
    """Whether a variant offers a bet, at any price: the same lines under the same id and name."""
    return any(
        (bet.id, bet.name, bet.family) == (other.id, other.name, other.family)
        and [(line.id, line.when) for line in bet.lines] == [(line.id, line.when) for line in other.lines]
        for other in game.bets
    )
