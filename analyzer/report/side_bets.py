"""The library's bets by family: what each is worth on some fresh shoes, when its lines happen, who says so.

Lays out exact values; computes none.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from analyzer.analysis.question import Excluded
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.catalog.digests import items
from analyzer.phrases.labels import family_label, label
from analyzer.phrases.lines import event_of_line
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.inventory import nets_of
from analyzer.report.names import left_out_clauses, prices_text
from analyzer.text import Message, Text, message, plural

OnDecks = Mapping[int, Sequence[Valuation]]
"""The same bets, in the same order, valued on fresh shoes, by number of decks."""

_FAMILY = Column("family", message("Family"), "text")
_BET = Column("bet", message("Bet"), "text")
_ID = Column("id", message("Id"), "text")


def edges_page(on: OnDecks, left_out: Excluded) -> Page:
    """A row a bet at each price: what it pays, how often it wins and pushes, and the edge, by decks."""
    columns = [
        _FAMILY,
        _BET,
        Column("reference", message("Reference"), "text"),
        Column("pays", message("Pays"), "text"),
    ]
    for decks in on:
        columns.append(Column(f"hit_rate_{decks}", _on(message("Hit rate"), decks), "percent"))
    for decks in on:
        columns.append(Column(f"house_edge_{decks}", _on(message("House edge"), decks), "percent"))
    rows: list[tuple[Cell, ...]] = []
    for several in zip(*on.values(), strict=True):
        bet = several[0].bet
        figures = (*(value.hit_rate for value in several), *(value.house_edge for value in several))
        rows.append((_family(bet), bet.title, bet.reference, prices_text(bet), *figures))
    edges = Table(message("House edge"), tuple(columns), tuple(rows), tuple(_edge_notes(_bets(on), left_out)))
    return Page((edges, _sources(_bets(on))), _provenance(on), message("Side bets: house edge"))


def lines_page(on: OnDecks) -> Page:
    """A row a line of each bet: when it settles it, its nets by paytable; ways and probability by decks."""
    columns = [
        _BET,
        _ID,
        Column("line", message("Line"), "text"),
        Column("event", message("Event"), "text"),
        Column("pays", message("Pays"), "text"),
    ]
    for decks in on:
        columns.append(Column(f"ways_{decks}", _on(message("Ways"), decks), "count"))
    for decks in on:
        columns.append(Column(f"probability_{decks}", _on(message("Probability"), decks), "percent"))
    rows: list[tuple[Cell, ...]] = []
    for _, prices in groupby(zip(*on.values(), strict=True), key=lambda several: several[0].bet.id):
        first, *others = prices
        bet = first[0].bet
        bets = [bet, *(several[0].bet for several in others)]
        for line in bet.nets:
            named = (
                bet.title,
                f"{bet.id}.{line}",
                label(line),
                event_of_line(bet, line),
                nets_of(bets, line),
            )
            chances = (value.probability(line) for value in first)
            rows.append((*named, *(value.ways[line] for value in first), *chances))
    notes = (
        message("The first line whose event happens settles the bet."),
        message(
            "Pays: net gain, to one; 0 returns the stake, -1 loses it; by paytable where there are several."
        ),
        *rules_notes(_bets(on)),
    )
    lines = Table(message("Lines"), tuple(columns), tuple(rows), notes)
    return Page((lines,), _provenance(on), message("Side bets: every line"))


def _sources(bets: Sequence[Bet]) -> Table:
    """One row per bet: its source."""
    firsts = {bet.id: bet for bet in reversed(bets)}.values()
    rows = [(_family(bet), bet.title, bet.id, load.citation(bet.source)) for bet in reversed(firsts)]
    columns = (_FAMILY, _BET, _ID, Column("source", message("Source"), "text"))
    return Table(message("Sources"), columns, tuple(rows))


def _bets(on: OnDecks) -> list[Bet]:
    return [value.bet for value in next(iter(on.values()))]


def _family(bet: Bet) -> Text:
    return family_label(bet.family or "")


def _on(what: Message, decks: int) -> Message:
    return message("{what}, {shoe}", what=what, shoe=_shoe(decks))


def _shoe(decks: int) -> Message:
    return plural("{n} deck", "{n} decks", decks)


def _edge_notes(bets: Sequence[Bet], left_out: Excluded) -> Iterator[Text]:
    yield message("Pays: to one. House edge: expected loss per unit staked, pushes included.")
    yield from rules_notes(bets)
    yield from (message("Left out: {clause}.", clause=clause) for clause in left_out_clauses(left_out))


def rules_notes(bets: Sequence[Bet]) -> Iterator[Text]:
    """Under which rules each bet of the library is dealt."""
    yield message("Dealt under rules {rules} where nothing else is said.", rules=load.USUAL_RULES)
    for rules in dict.fromkeys(map(load.rules_id_of, bets)):
        if rules != load.USUAL_RULES:
            under = tuple(dict.fromkeys(bet.id for bet in bets if load.rules_id_of(bet) == rules))
            yield message("Dealt under rules {rules}: {bets}.", rules=rules, bets=under)


def _provenance(on: OnDecks) -> Provenance:
    bets = _bets(on)
    rules = dict.fromkeys(map(load.rules_id_of, bets))
    facts = (("bets", "*/*"), ("rules", " ".join(rules)), ("decks", " ".join(map(str, on))))
    digests = items("rules", map(load.rules, rules)), items("bets", [tuple(bets)])
    return Provenance(facts, digests)
