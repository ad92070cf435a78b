"""Tails: what bets are worth with so many unseen cards, as tables for people or a document for machines.

Lays out exact values; computes none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.tail import Tail, Tails
from analyzer.bets.bet import Bet, Variant
from analyzer.exact import ratio_text
from analyzer.message import Message, Text, say, say_many
from analyzer.publish.origins import rules_and_bets
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import prices_text, shoe_text
from analyzer.publish.reports.notes import before_the_coup
from analyzer.publish.reports.odds import named, provenance
from analyzer.publish.table import Cell, Column, Table


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
    say("Every composition of the unseen cards counts as often as it is drawn; nothing is sampled."),
    say("The mean EV equals the EV of the whole shoe: exactly, checked for every bet."),
)
FIGURES = (
    Column("mean_ev", say("Mean EV"), "percent"),
    Column("probability_positive", say("P(EV > 0)"), "percent"),
    Column("mean_when_positive", say("Mean EV if > 0"), "percent"),
    Column("expected_positive", say("E[max(EV, 0)]"), "percent"),
    Column("max_ev", say("Highest EV"), "percent"),
)
HIGHEST = (
    Column("max_at", say("Unseen cards"), "text"),
    Column("max_compositions", say("Reached by"), "count"),
    Column("compositions", say("Compositions"), "count"),
    Column("one_in", say("One draw in"), "decimal", 2),
)


def tail_page(found: Tails, variant: Variant, *, full: bool) -> Page:
    """A row a bet: how often and by how much its EV is above zero; then where its EV is highest.

    `full` adds the references by which commands take bets.
    """
    naming = [
        Column("bet", say("Bet"), "text"),
        *([Column("reference", say("Reference"), "text")] if full else []),
    ]
    names = [name for name, _ in named(found.report, full)]
    above = Table(
        say("EV over all compositions"),
        (*naming, *FIGURES),
        tuple((*name, *figures_of(tail)) for name, tail in zip(names, found.tails, strict=True)),
        tuple(_notes(found)),
    )
    highest = Table(
        say("Where the EV is highest"),
        (*naming, *HIGHEST),
        tuple((*name, *highest_of(tail)) for name, tail in zip(names, found.tails, strict=True)),
        (
            say("Reached by: how many compositions of the unseen cards have this EV; one of them is shown."),
            say("Compositions: how many there are, of cards told apart as finely as the bet needs."),
            say("One draw in: how many draws of the unseen cards there are to each that reaches it."),
        ),
    )
    where = say("{variant}, {shoe}", variant=variant.name, shoe=shoe_text(found.report))
    unseen = say_many("{n} unseen card", "{n} unseen cards", found.unseen)
    title = say("{where}: {unseen}", where=where, unseen=unseen)
    return Page((above, highest), _provenance(found, variant), title)


def tails_page(offered: Mapping[Bet, Variant], several: Sequence[Tails]) -> Page:
    """Bets, with the variant that offers each: their tails with several numbers of unseen cards of a shoe.

    A table for each figure, with a row a bet and a column a number of cards.
    """
    shoe = shoe_text(several[0].report)
    evs = {value.bet: value.ev for value in several[0].report.valuations}
    by_bet = {bet: [tail for found in several for tail in found.tails if tail.bet == bet] for bet in evs}
    columns = (
        Column("variant", say("Variant"), "text"),
        Column("bet", say("Bet"), "text"),
        Column("pays", say("Pays"), "text"),
        Column("mean_ev", say("Mean EV"), "percent"),
    )
    of: list[tuple[Message, str, Callable[[Tail], Fraction]]] = [
        (say("Probability that the EV is above zero"), "probability", lambda tail: tail.probability_positive),
        (say("Expected gain, staked only where EV > 0"), "expected", lambda tail: tail.expected_positive),
        (say("Highest EV"), "highest", lambda tail: tail.max_ev),
    ]
    tables = []
    for title, key, figure in of:
        cards = [
            Column(f"{key}_{found.unseen}", say_many("{n} card", "{n} cards", found.unseen), "percent")
            for found in several
        ]
        rows = tuple(
            (offered[bet].name, bet.name, prices_text(bet), evs[bet], *map(figure, by_bet[bet]))
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
    return Page(tuple(tables), origin, say("{shoe}: tails by unseen cards", shoe=shoe))


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
    yield say("E[max(EV, 0)]: the expected gain per unit, staked only where the EV is above zero.")
    yield from before_the_coup(tail.bet for tail in found.tails)
    for bet, why in found.report.left_out:
        yield say("Left out: {bet}, which {why}.", bet=bet.name, why=why)


def _provenance(found: Tails, variant: Variant) -> Provenance:
    origin = provenance(found.report, variant)
    return replace(origin, facts=(*origin.facts, ("unseen", str(found.unseen))))
