"""Tails: what bets are worth with so many unseen cards, as tables for people or a document for machines.

Lays out exact values; computes none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from analyzer.analysis.tail import Tail, Tails
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text, shoe_text
from analyzer.report.notes import before_the_coup
from analyzer.report.odds import named
from analyzer.report.origin import origin
from analyzer.text import Message, Text, message, plural


def tail_document(found: Tails) -> list[dict[str, object]]:
    """The tail of each bet as a document of exact texts."""
    full = (value.ev for value in found.report.valuations)
    return [_entry(found.unseen, tail, ev) for tail, ev in zip(found.tails, full, strict=True)]


def _entry(unseen: int, tail: Tail, full_shoe_ev: Fraction) -> dict[str, object]:
    mean = tail.mean_when_positive
    return {
        "bet": tail.bet.id,
        "unseen": unseen,
        "compositions": tail.compositions,
        "mean_ev": ratio_text(tail.mean_ev),
        "expected_positive": ratio_text(tail.expected_positive),
        "probability_positive": ratio_text(tail.probability_positive),
        "max_ev": ratio_text(tail.max_ev),
        "paytable": tail.bet.paytable,
        "mean_when_positive": None if mean is None else ratio_text(mean),
        "max_at": dict(tail.max_at),
        "max_compositions": tail.max_compositions,
        "max_probability": ratio_text(tail.max_probability),
        "full_shoe_ev": ratio_text(full_shoe_ev),
        "listed": tail.listed,
    }


_COUNTED = (
    message("Every composition of the unseen cards counts as often as it is drawn; nothing is sampled."),
    message("The mean EV equals the EV of the whole shoe: exactly, checked for every bet."),
)
FIGURES = (
    Column("mean_ev", message("Mean EV"), "percent"),
    Column("probability_positive", message("P(EV > 0)"), "percent"),
    Column("mean_when_positive", message("Mean EV if > 0"), "percent"),
    Column("expected_positive", message("E[max(EV, 0)]"), "percent"),
    Column("max_ev", message("Highest EV"), "percent"),
)
HIGHEST = (
    Column("max_at", message("Unseen cards"), "text"),
    Column("max_compositions", message("Reached by"), "count"),
    Column("compositions", message("Compositions"), "count"),
    Column("one_in", message("One draw in"), "decimal", 2),
)


def tail_page(found: Tails, *, full: bool) -> Page:
    """A row a bet: how often and by how much its EV is above zero; then where its EV is highest.

    `full` adds the references by which commands take bets.
    """
    naming = [
        Column("bet", message("Bet"), "text"),
        *([Column("reference", message("Reference"), "text")] if full else []),
    ]
    names = [name for name, _ in named(found.report, full)]
    above = Table(
        message("EV over all compositions"),
        (*naming, *FIGURES),
        tuple((*name, *figures_of(tail)) for name, tail in zip(names, found.tails, strict=True)),
        tuple(_notes(found)),
    )
    highest = Table(
        message("Where the EV is highest"),
        (*naming, *HIGHEST),
        tuple((*name, *highest_of(tail)) for name, tail in zip(names, found.tails, strict=True)),
        (
            message(
                "Reached by: how many compositions of the unseen cards have this EV; one of them is shown."
            ),
            message("Compositions: how many there are, of cards told apart as finely as the bet needs."),
            message("One draw in: how many draws of the unseen cards there are to each that reaches it."),
        ),
    )
    where = message("{variant}, {shoe}", variant=found.question.variant.title, shoe=shoe_text(found.report))
    unseen = plural("{n} unseen card", "{n} unseen cards", found.unseen)
    title = message("{where}: {unseen}", where=where, unseen=unseen)
    return Page((above, highest), _provenance(found), title)


def tails_page(offered: Mapping[Bet, Variant], several: Sequence[Tails]) -> Page:
    """Bets, with the variant that offers each: their tails with several numbers of unseen cards of a shoe.

    A table for each figure, with a row a bet and a column a number of cards.
    """
    shoe = shoe_text(several[0].report)
    evs = {value.bet: value.ev for value in several[0].report.valuations}
    by_bet = {bet: [tail for found in several for tail in found.tails if tail.bet == bet] for bet in evs}
    columns = (
        Column("variant", message("Variant"), "text"),
        Column("bet", message("Bet"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("mean_ev", message("Mean EV"), "percent"),
    )
    of: list[tuple[Message, str, Callable[[Tail], Fraction]]] = [
        (
            message("Probability that the EV is above zero"),
            "probability",
            lambda tail: tail.probability_positive,
        ),
        (message("Expected gain, staked only where EV > 0"), "expected", lambda tail: tail.expected_positive),
        (message("Highest EV"), "highest", lambda tail: tail.max_ev),
    ]
    tables = []
    for title, key, figure in of:
        cards = [
            Column(f"{key}_{found.unseen}", plural("{n} card", "{n} cards", found.unseen), "percent")
            for found in several
        ]
        rows = tuple(
            (offered[bet].name, bet.title, prices_text(bet), evs[bet], *map(figure, by_bet[bet]))
            for bet in evs
        )
        tables.append(Table(title, (*columns, *cards), rows, _COUNTED))
    facts = (
        ("variants", " ".join(dict.fromkeys(variant.id for variant in offered.values()))),
        ("rules", several[0].report.rules.id),
        ("shoe", str(several[0].report.shoe)),
        ("unseen", " ".join(str(found.unseen) for found in several)),
    )
    origin = Provenance(facts, rules_and_bets(several[0].report.rules, evs))
    return Page(tuple(tables), origin, message("{shoe}: tails by unseen cards", shoe=shoe))


def figures_of(tail: Tail) -> tuple[Cell, ...]:
    """The cells of FIGURES for a bet."""
    return (
        tail.mean_ev,
        tail.probability_positive,
        tail.mean_when_positive,
        tail.expected_positive,
        tail.max_ev,
    )


def highest_of(tail: Tail) -> tuple[Cell, ...]:
    """The cells of HIGHEST for a bet."""
    at = " ".join(f"{kind}={n}" for kind, n in tail.max_at)
    return at, tail.max_compositions, tail.compositions, 1 / tail.max_probability


def _notes(found: Tails) -> Iterator[Text]:
    yield from _COUNTED
    yield message("E[max(EV, 0)]: the expected gain per unit, staked only where the EV is above zero.")
    yield from before_the_coup(tail.bet for tail in found.tails)
    for bet, why in found.report.excluded:
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def _provenance(found: Tails) -> Provenance:
    return origin(found.question, [tail.bet for tail in found.tails], ("unseen", str(found.unseen)))
