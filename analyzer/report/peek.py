"""Reports on what it is worth to know one of the next cards off the shoe.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from analyzer.analysis.peek import MAIN, Peek, Place
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import shoe_title
from analyzer.report.notes import before_the_coup
from analyzer.report.origin import origin, shoe_entry
from analyzer.text import Message, Text, message


def peek_document(found: Peek) -> dict[str, object]:
    """What knowing a card is worth, as a document of exact texts, schema `baccarat-peek/1`."""
    return {
        "schema": "baccarat-peek/1",
        "variant": found.question.variant.id,
        "rules": found.question.rules.id,
        "shoe": shoe_entry(found.question.shoe),
        "places": [_place(place) for place in found.places],
        "omitted": [bet.id for bet, _ in found.excluded],
        "provenance": _provenance(found).document(),
    }


def _place(place: Place) -> dict[str, object]:
    return {
        "place": place.number,
        "better_always": _optional(place.always(MAIN)),
        "better_or_none": _optional(place.choosing(MAIN)),
        "best_always": _optional(place.always()),
        "best_or_none": _optional(place.choosing()),
        "known": [
            {
                "kind": known.kind,
                "cards": known.cards,
                "best": known.best.bet.reference,
                "bets": [
                    {
                        "bet": value.bet.id,
                        "paytable": value.bet.paytable,
                        "name": value.bet.title,
                        "ev": ratio_text(value.ev),
                    }
                    for value in known.valuations
                ],
            }
            for known in place.known
        ],
    }


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


def peek_page(found: Peek, *, abreast: int | None = None) -> Page:
    """What each known card is worth on average, and then every card at each place; like places together.

    At most so many bets stand abreast where `abreast` says so.
    """
    title = message(
        "{variant}, {shoe}: one card known",
        variant=found.question.variant.title,
        shoe=shoe_title(found.question.shoe),
    )
    tables = (
        _averages(found),
        *chain.from_iterable(_cards(found, alike, abreast) for alike in _alike(found)),
    )
    return Page(tables, _provenance(found), title)


def _alike(found: Peek) -> list[list[Place]]:
    """The places, those together at which the same card is worth the same."""
    alike: list[list[Place]] = []
    for place in found.places:
        for some in alike:
            if _evs(some[0]) == _evs(place):
                some.append(place)
                break
        else:
            alike.append([place])
    return alike


def _evs(place: Place) -> list[list[Fraction]]:
    return [[value.ev for value in known.valuations] for known in place.known]


def _averages(found: Peek) -> Table:
    """A row a place: the mean EV of whoever bets by what is known."""
    main = found.places[0].always(MAIN) is not None
    columns = [Column("place", message("Known card"), "count")]
    if main:
        columns += [
            Column("better_or_none", message("Player or Banker, or none"), "percent"),
            Column("better_always", message("Player or Banker, always"), "percent"),
        ]
    columns += [
        Column("best_or_none", message("Best bet, or none"), "percent"),
        Column("best_always", message("Best bet, always"), "percent"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            place.number,
            *((place.choosing(MAIN), place.always(MAIN)) if main else ()),
            place.choosing(),
            place.always(),
        )
        for place in found.places
    ]
    notes: list[Text] = [
        message("Mean EV a coup, per unit staked, over the cards that can lie at that place off the shoe."),
        message("Or none: stays out, and gains nothing, where the known card makes no bet favourable."),
        message("Always: bets every coup, on whatever is then worth most."),
    ]
    notes += before_the_coup(found.bets)
    notes += (message("Left out: {bet}, which {why}.", bet=bet.title, why=why) for bet, why in found.excluded)
    return Table(message("What knowing a card is worth"), tuple(columns), tuple(rows), tuple(notes))


def _cards(found: Peek, places: list[Place], abreast: int | None) -> Iterator[Table]:
    """A row a kind of card: how many there are, the EV of each bet, and which is worth most."""
    step = abreast or len(found.bets)
    for first in range(0, len(found.bets), step):
        yield _some(found, places, slice(first, first + step))


def _some(found: Peek, places: list[Place], part: slice) -> Table:
    """The same of some of the bets; which is worth most is said of all."""
    columns = [Column("card", message("Card"), "text"), Column("cards", message("Left"), "count")]
    for key, bet in zip(found.keys[part], found.bets[part], strict=True):
        columns.append(Column(f"ev_{key}", message("EV, {bet}", bet=bet.title), "percent"))
    columns.append(Column("best", message("Best bet"), "text"))
    rows: list[tuple[Cell, ...]] = [
        (
            known.kind,
            known.cards,
            *(value.ev for value in known.valuations[part]),
            known.best.bet.title if known.best.ev > 0 else message("none"),
        )
        for known in places[0].known
    ]
    return Table(_title(places), tuple(columns), tuple(rows))


def _title(places: list[Place]) -> Message:
    if len(places) == 1:
        return message("Known: card {place} off the shoe", place=places[0].number)
    return message(
        "Known: one of the cards {places} off the shoe", places=tuple(one.number for one in places)
    )


def _provenance(found: Peek) -> Provenance:
    places = " ".join(str(place.number) for place in found.places)
    return origin(found.question, found.bets, ("places", places))
