"""What is published of partly dealt shoes: effects of removal, counts, tails, odds inside a coup."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from analyzer.analysis.inside import Inside, Offered, inside, offered
from analyzer.analysis.odds import LeftOut
from analyzer.analysis.peek import Peek, peek
from analyzer.analysis.removal import Removal, removal
from analyzer.analysis.tail import tails as exact_tails
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.catalog.offers import offers
from analyzer.catalog.where import RULES, rules_of
from analyzer.game.shoe import Shoe
from analyzer.languages import LANGUAGES
from analyzer.message import say
from analyzer.publish.page import Page
from analyzer.publish.published import INSIDE, SIDE_BET_DECKS, TAIL_VARIANTS, Published
from analyzer.publish.reports.counts_comparison import counts_comparison_page, scored_counts
from analyzer.publish.reports.inside import inside_page
from analyzer.publish.reports.peek import peek_page
from analyzer.publish.reports.removal_table import removal_table_page
from analyzer.publish.reports.tail import tails_page

UNSEEN = range(6, 9)
"""Numbers of unseen cards of tails."""


def removals() -> Iterator[Published]:
    """Effects of removal on every bet of the library at its first price, but those offered inside a coup."""
    every = sorted((bets[0] for bets in load.library().values()), key=lambda bet: (bet.family or "", bet.id))
    bets = [bet for bet in every if not bet.inside_coup]
    left_out = tuple((bet, INSIDE) for bet in every if bet.inside_coup)
    section = say("Effects of removal")
    for decks in SIDE_BET_DECKS:
        shoe = Shoe.decks(decks)
        found: dict[Bet, Removal] = {}
        for rules in dict.fromkeys(map(rules_of, bets)):
            dealt = [bet for bet in bets if rules_of(bet) == rules]
            valued = removal(load.rules(rules), dealt, shoe, "ranks").removals
            found |= zip(dealt, valued, strict=True)
        page = partial(_removals_in, [found[bet] for bet in bets], shoe, left_out)
        yield Published(f"removal/{decks}-decks", section, page, LANGUAGES, decks=(decks,))


def _removals_in(found: Sequence[Removal], shoe: Shoe, left_out: LeftOut, language: str) -> Page:
    spoken = [replace(effects, bet=effects.bet.named(language)) for effects in found]
    return removal_table_page(spoken, shoe, left_out)


def inside_coups() -> Iterator[Published]:
    """Every bet offered inside a coup by the totals that lie open; and what a card known is worth."""
    section = say("Inside a coup")
    game = load.variant("standard")
    main = [bet for bet in game.bets if bet.id in ("player", "banker", "tie")]
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    for size in SIDE_BET_DECKS:
        found = inside(game.rules, [*main, *insurance], Shoe.decks(size))
        page = partial(_inside_in, found, offered(found, offers()), game)
        yield Published(f"inside-coup/insurance-{size}-decks", section, page, LANGUAGES, decks=(size,))
    known = peek(game.rules, main, Shoe.decks(game.decks))
    yield Published(
        "inside-coup/known-card", section, partial(_known_in, known, game), LANGUAGES, decks=(game.decks,)
    )


def _inside_in(found: Inside, sold: Iterable[Offered], variant: Variant, language: str) -> Page:
    named = [replace(one, bet=one.bet.named(language)) for one in sold]
    return inside_page(found.named(language), variant.named(language), named, full=True, prices=False)


def _known_in(found: Peek, variant: Variant, language: str) -> Page:
    return peek_page(found.named(language), variant.named(language))


def count_comparison() -> Iterator[Published]:
    """Every published count scored on the bet and shoe that it was made for, beside the best tags."""
    section = say("Card counting")
    found = lru_cache(maxsize=1)(scored_counts)

    def page(language: str) -> Page:
        return counts_comparison_page([one.named(language) for one in found()])

    yield Published("counts/comparison", section, page, LANGUAGES)


def tails() -> Iterator[Published]:
    """What the seed variants' bets are worth over every composition of a few unseen cards."""
    offered: dict[Bet, Variant] = {}
    for variant in map(load.variant, TAIL_VARIANTS):
        for bet in variant.bets:
            offered.setdefault(bet, variant)
    rules = load.rules(RULES)
    section = say("Tails")

    def page(decks: int, language: str) -> Page:
        shoe = Shoe.decks(decks)
        return tails_page(offered, [exact_tails(rules, tuple(offered), shoe, cards) for cards in UNSEEN])

    for decks in SIDE_BET_DECKS:
        yield Published(f"tails/{decks}-decks", section, partial(page, decks), decks=(decks,))
