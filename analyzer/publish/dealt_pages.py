"""What is published of partly dealt shoes: effects of removal, counts, tails, odds inside a coup."""

from collections.abc import Iterator
from functools import partial

from analyzer.analysis.inside import inside, offered
from analyzer.analysis.peek import peek
from analyzer.analysis.question import MAIN, Question
from analyzer.analysis.removal import Removal, removal
from analyzer.analysis.tail import tails as exact_tails
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.catalog.offers import offers
from analyzer.game.shoe import Shoe
from analyzer.publish.published import INSIDE, SIDE_BET_DECKS, TAIL_VARIANTS, Published
from analyzer.render.page import Page
from analyzer.report.counts_comparison import counts_comparison_page, scored_counts
from analyzer.report.inside import inside_page
from analyzer.report.peek import peek_page
from analyzer.report.side_bets import removal_table_page
from analyzer.report.tail import tails_page
from analyzer.text import LANGUAGES, message

UNSEEN = range(6, 9)
"""Numbers of unseen cards of tails."""


def removals() -> Iterator[Published]:
    """Effects of removal on every bet of the library at its first price, but those offered inside a coup."""
    every = sorted((bets[0] for bets in load.library().values()), key=lambda bet: (bet.family or "", bet.id))
    bets = [bet for bet in every if not bet.inside_coup]
    left_out = tuple((bet, INSIDE) for bet in every if bet.inside_coup)
    section = message("Effects of removal")
    for decks in SIDE_BET_DECKS:
        shoe = Shoe.decks(decks)
        found: dict[Bet, Removal] = {}
        for rules in dict.fromkeys(map(load.rules_id_of, bets)):
            dealt = [bet for bet in bets if load.rules_id_of(bet) == rules]
            valued = removal(Question.of(load.rules(rules), dealt, shoe), "ranks").removals
            found |= zip(dealt, valued, strict=True)
        page = partial(removal_table_page, [found[bet] for bet in bets], shoe, left_out)
        yield Published(f"removal/{decks}-decks", section, page, LANGUAGES, decks=(decks,))


def inside_coups() -> Iterator[Published]:
    """Every bet offered inside a coup by the totals that lie open; and what a card known is worth."""
    section = message("Inside a coup")
    game = load.variant("standard")
    main = [bet for bet in game.bets if bet.id in MAIN]
    insurance = [bet for prices in load.library().values() for bet in prices if bet.inside_coup]
    for size in SIDE_BET_DECKS:
        found = inside(Question.fresh(game, [*main, *insurance], size))
        page = partial(inside_page, found, offered(found, offers()), full=True, prices=False)
        yield Published(f"inside-coup/insurance-{size}-decks", section, page, LANGUAGES, decks=(size,))
    known = peek(Question.fresh(game, main))
    yield Published(
        "inside-coup/known-card", section, partial(peek_page, known), LANGUAGES, decks=(game.decks,)
    )


def count_comparison() -> Iterator[Published]:
    """Every published count scored on the bet and shoe that it was made for, beside the best tags."""
    section = message("Card counting")
    yield Published("counts/comparison", section, lambda: counts_comparison_page(scored_counts()), LANGUAGES)


def tails() -> Iterator[Published]:
    """What the seed variants' bets are worth over every composition of a few unseen cards."""
    offered: dict[Bet, Variant] = {}
    for variant in map(load.variant, TAIL_VARIANTS):
        for bet in variant.bets:
            offered.setdefault(bet, variant)
    rules = load.rules(load.USUAL_RULES)
    section = message("Tails")

    def page(decks: int) -> Page:
        asked = Question.of(rules, tuple(offered), Shoe.decks(decks))
        return tails_page(offered, [exact_tails(asked, cards) for cards in UNSEEN])

    for decks in SIDE_BET_DECKS:
        yield Published(f"tails/{decks}-decks", section, partial(page, decks), decks=(decks,))
