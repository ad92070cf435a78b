"""The value of knowing one of the next cards of the shoe, as tables or a document."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyzer.analysis.inside import MAIN, Peek, Place
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Field, field_table, headed, records, said, without
from analyzer.report.kinds import COUNT, RATIO, REFERENCE, TEXT
from analyzer.report.names import game_and_shoe
from analyzer.report.notes import before_the_coup, excluded_notes
from analyzer.report.odds_document import OMITTED
from analyzer.report.origin import NAME_OF_BET, Origin
from analyzer.text import message

_WORTH: list[Field[Place]] = [
    headed("place", message("Known card"), "count", "number"),
    headed(
        "better_or_none",
        message("Player or Banker, or none"),
        "percent",
        lambda place: place.choosing(MAIN),
        kind=RATIO.optional,
    ),
    headed(
        "better_always",
        message("Player or Banker, always"),
        "percent",
        lambda place: place.always(MAIN),
        kind=RATIO.optional,
    ),
    headed("best_or_none", message("Best bet, or none"), "percent", lambda place: place.choosing()),
    headed("best_always", message("Best bet, always"), "percent", lambda place: place.always()),
]
"""The value of knowing the card at one place: the mean EV of a bettor who knows it."""


def peek_page(peek: Peek, *, bets_per_table: int | None = None) -> Page:
    """The mean value of knowing each card, then every card at each place; places with equal EVs share a
    table.

    A table has at most `bets_per_table` bets side by side; None puts no limit.
    """
    step = bets_per_table or len(peek.bets)
    parts = [slice(first, first + step) for first in range(0, len(peek.bets), step)]
    cards = (_cards(peek, places, part) for places in _places_of_equal_evs(peek) for part in parts)
    title = message("{variant}, {shoe}: one card known", **game_and_shoe(peek.question))
    return Page((_averages(peek), *cards), _origin(peek).provenance, title)


def _places_of_equal_evs(peek: Peek) -> Iterable[list[Place]]:
    """The places in groups; within a group, each card has the same EVs at every place."""
    groups: dict[tuple[Fraction, ...], list[Place]] = {}
    for place in peek.places:
        evs = tuple(value.ev for known in place.known for value in known.valuations)
        groups.setdefault(evs, []).append(place)
    return groups.values()


def _averages(peek: Peek) -> Table:
    """One row per place: the mean EV of a bettor who knows the card there."""
    notes = (
        message("Known card: its place in the shoe; 1 is the next card."),
        message("Mean EV per coup and unit staked, over all cards that can be at that place."),
        message("Or none: the bettor stays out if the known card makes no bet favourable."),
        message("Always: the bettor stakes on every coup, on the bet with the highest EV."),
        *before_the_coup(peek.bets),
        *excluded_notes(peek.excluded),
    )
    table = field_table(message("What knowing a card is worth"), peek.places, _WORTH, notes)
    has_main_bets = {bet.id for bet in peek.bets} >= set(MAIN)
    return table if has_main_bets else without(table, "better_or_none", "better_always")


def _cards(peek: Peek, places: Sequence[Place], part: slice) -> Table:
    """One row per kind of card: how many are left, the EVs of some bets, and the best bet of all."""
    evs = (
        Column(f"ev_{key}", message("EV, {bet}", bet=bet.title), "percent")
        for key, bet in zip(peek.keys[part], peek.bets[part], strict=True)
    )
    columns = (
        Column("card", message("Card"), "text"),
        Column("cards", message("Cards left"), "count"),
        *evs,
        Column("best", message("Best bet"), "text"),
    )
    rows: list[Cells] = []
    for known in places[0].known:
        best = known.best.bet.title if known.best.ev > 0 else message("none")
        rows.append((known.kind, known.cards, *(value.ev for value in known.valuations[part]), best))
    numbers = tuple(place.number for place in places)
    title = (
        message("If card {place} of the shoe is known", place=numbers[0])
        if len(numbers) == 1
        else message("If one of the cards {places} of the shoe is known", places=numbers)
    )
    return Table(title, columns, tuple(rows))


def _origin(peek: Peek) -> Origin:
    places = " ".join(str(place.number) for place in peek.places)
    return Origin(peek.question, peek.bets, (("places", places),))


_KNOWN = [
    said("kind", TEXT),
    said("cards", COUNT),
    said("best", REFERENCE, "best.bet.reference"),
    said("bets", records(NAME_OF_BET, said("ev")), "valuations"),
]

PEEK: Document[Peek] = Document(
    "peek", 2, "peek", [said("places", records(_WORTH, said("known", records(_KNOWN)))), OMITTED], _origin
)
