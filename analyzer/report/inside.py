"""Reports on odds inside a coup: what bets are worth by the totals that lie open.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.inside import TOTALS, Inside, Offered, Situation, Totals, decided
from analyzer.analysis.question import keys_of
from analyzer.exact import ratio_text
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text, shoe_title
from analyzer.report.notes import multiplied
from analyzer.report.offers import favours, offer_document, offers_tables
from analyzer.report.origin import origin, shoe_entry
from analyzer.text import Figure, Message, Text, message

_PERCENT = 100


def inside_document(
    found: Inside, sold: Sequence[Offered] = (), only: Situation | None = None
) -> dict[str, object]:
    """All situations, or one, and what is sold at which, as a document of schema `baccarat-inside/1`."""
    shown = found.situations if only is None else (only,)
    return {
        "schema": "baccarat-inside/1",
        "variant": found.question.variant.id,
        "rules": found.question.rules.id,
        "shoe": shoe_entry(found.question.shoe),
        "after": found.after,
        "total_ways": str(found.total_ways),
        "situations": [_situation(found, situation) for situation in shown],
        "offered": [offer_document(one) for one in sold],
        "omitted": [bet.id for bet, _ in found.excluded],
        "provenance": provenance(found).document(),
    }


def _situation(found: Inside, situation: Situation) -> dict[str, object]:
    player, banker = situation.totals
    return {
        "player": player,
        "banker": banker,
        "ways": str(situation.ways),
        "probability": ratio_text(Fraction(situation.ways, found.total_ways)),
        "bets": [
            {
                "bet": value.bet.id,
                "paytable": value.bet.paytable,
                "name": value.bet.title,
                "ways": {line: str(ways) for line, ways in value.ways.items()},
                "ev": ratio_text(value.ev),
                "house_edge": ratio_text(value.house_edge),
                "decided": decided(value),
            }
            for value in situation.valuations
        ],
    }


def inside_page(found: Inside, sold: Sequence[Offered], *, full: bool, prices: bool = True) -> Page:
    """Where bets are sold, what favours the bettor, how likely each pair of totals is, grids of house edges,
    and the house edges where only one hand is open.

    Args:
        found: what the bets are worth.
        variant: whose bets they are.
        sold: where which of them are offered.
        full: there is room beyond 80 columns; else percentages in the grids have no sign.
        prices: whether a bet has grids of its own at each price, or only at its first.
    """
    title = message(
        "{variant}, {shoe}: odds inside a coup",
        variant=found.question.variant.title,
        shoe=shoe_title(found.question.shoe),
    )
    places = [*range(len(found.bets))]
    if not prices:
        places = [*{bet.id: place for place, bet in reversed(list(enumerate(found.bets)))}.values()][::-1]
    grids = [_edges(found, place, full) for place in places]
    tables = (
        *offers_tables(sold, full=full),
        _summary(found, full),
        _chances(found, full),
        *grids,
        _one_hand(found, places, full),
    )
    return Page(tables, provenance(found), title)


def rows_page(found: Inside) -> Page:
    """A row for each pair of totals: how likely it is, and the house edge of each bet."""
    columns = [
        Column("player", message("Player"), "count"),
        Column("banker", message("Banker"), "count"),
        Column("ways", message("Ways"), "count"),
        Column("probability", message("Probability"), "percent"),
    ]
    for key, bet in zip(keys_of(found.bets), found.bets, strict=True):
        head = message("{bet}, {pays}: house edge", bet=bet.title, pays=prices_text(bet))
        columns.append(Column(f"house_edge_{key}", head, "percent"))
    rows: list[tuple[Cell, ...]] = []
    for one in found.situations:
        edges: list[Cell] = [value.house_edge for value in one.valuations]
        rows.append(
            (*one.totals, one.ways, found.probability(one.totals), *(edges or [None] * len(found.bets)))
        )
    title = message(
        "{variant}, {shoe}: odds inside a coup",
        variant=found.question.variant.title,
        shoe=shoe_title(found.question.shoe),
    )
    notes = (_open(found), *_notes(found))
    return Page((Table(title, tuple(columns), tuple(rows), notes),), provenance(found))


def situation_page(found: Inside, one: Situation, *, full: bool) -> Page:
    """A row a bet for the totals that lie open: what it pays, how often it wins, the edge."""
    columns = [
        Column("bet", message("Bet"), "text"),
        *([Column("reference", message("Reference"), "text")] if full else []),
        Column("pays", message("Pays"), "text"),
        Column("hit_rate", message("Hit rate"), "percent"),
        Column("push_rate", message("Push rate"), "percent"),
        Column("house_edge", message("House edge"), "percent"),
        Column("favours", message("Favours"), "text"),
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            value.bet.title,
            *([value.bet.reference] if full else []),
            prices_text(value.bet),
            value.hit_rate,
            value.push_rate,
            value.house_edge,
            favours(value),
        )
        for value in one.valuations
    ]
    title = message(
        "{variant}, {shoe}: {totals}",
        variant=found.question.variant.title,
        shoe=shoe_title(found.question.shoe),
        totals=totals_text(one),
    )
    notes = (
        _how_open(found),
        message(
            "{n} ways: ordered deals that bring these totals, {share} of all.",
            n=one.ways,
            share=Figure(Fraction(one.ways, found.total_ways), "percent"),
        ),
        message("Pays: to one. House edge: expected loss per unit staked, pushes included."),
        *_notes(found),
    )
    return Page((Table(title, tuple(columns), tuple(rows), notes),), provenance(found))


def totals_text(one: Situation) -> Message:
    """The totals that lie open, as a title names them."""
    player, banker = one.totals
    if player is None:
        return message("Banker {banker}", banker=banker) if banker is not None else message("nothing open")
    if banker is None:
        return message("Player {player}", player=player)
    return message("Player {player}, Banker {banker}", player=player, banker=banker)


def _summary(found: Inside, full: bool) -> Table:
    """A row a bet: at how many pairs of totals it favours the bettor, how likely they are, and the best."""
    columns = [
        Column("bet", message("Bet"), "text"),
        *([Column("reference", message("Reference"), "text")] if full else []),
        Column("pays", message("Pays"), "text"),
        Column("situations", message("Situations"), "count"),
        Column("probability", message("Probability"), "percent"),
        Column("best", message("Best"), "text"),
        Column("house_edge", message("House edge"), "percent"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for place, bet in enumerate(found.bets):
        edges = {pair: edge for pair in found if None not in pair if (edge := _edge(found, pair, place))}
        good = [pair for pair, edge in edges.items() if edge < 0]
        best = min(good, key=edges.__getitem__, default=None)
        rows.append(
            (
                bet.title,
                *([bet.reference] if full else []),
                prices_text(bet),
                len(good),
                sum(map(found.probability, good), Fraction(0)),
                None if best is None else "{} : {}".format(*best),
                None if best is None else edges[best],
            )
        )
    notes = (
        message(
            "Situations: pairs of totals, Player's and Banker's, at which the bet would favour the bettor, "
            "whether anybody offers it there or not."
        ),
        message("Best: the pair with the lowest house edge, Player's total first."),
        _NOT_SHOWN,
        *_notes(found),
    )
    return Table(message("Where the bettor has the edge"), tuple(columns), tuple(rows), notes)


def _chances(found: Inside, full: bool) -> Table:
    """How likely each pair of totals is."""
    title = message("How likely the totals are") if full else message("How likely the totals are, in percent")
    return _grid(title, found.probability, full, (_open(found),))


def _edges(found: Inside, place: int, full: bool) -> Table:
    """The house edge of one bet by totals."""
    bet = found.bets[place]
    title = message("House edge of {bet}, which pays {pays}", bet=bet.title, pays=prices_text(bet))
    if not full:
        title = message(
            "House edge in percent of {bet}, which pays {pays}", bet=bet.title, pays=prices_text(bet)
        )
    return _grid(title, lambda totals: _edge(found, totals, place), full, tuple(multiplied(bet)))


def _edge(found: Inside, totals: Totals, place: int) -> Fraction | None:
    """The house edge of a bet; None where the cards have decided it or the totals cannot come about."""
    if found[totals].ways == 0 or decided(value := found[totals].valuations[place]):
        return None
    return value.house_edge


def _grid(
    title: Text,
    cell: Callable[[Totals], Fraction | None],
    full: bool,
    notes: tuple[Text, ...],
) -> Table:
    """Player's totals down, Banker's across."""
    columns = [Column("player", message("Player"), "text")]
    columns += (Column(f"banker_{one}", str(one), "percent" if full else "decimal") for one in TOTALS)
    rows: list[tuple[Cell, ...]] = []
    for player in TOTALS:
        cells = [cell((player, banker)) for banker in TOTALS]
        rows.append((str(player), *(x if x is None or full else _PERCENT * x for x in cells)))
    return Table(title, tuple(columns), tuple(rows), notes)


def _one_hand(found: Inside, places: Sequence[int], full: bool) -> Table:
    """A row for each bet and total: the house edge where only that hand's total is known, by hand."""
    columns = (
        Column("bet", message("Bet"), "text"),
        *([Column("reference", message("Reference"), "text")] if full else []),
        Column("pays", message("Pays"), "text"),
        Column("total", message("Total"), "text"),
        Column("player_open", message("Player's"), "percent"),
        Column("banker_open", message("Banker's"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            found.bets[place].title,
            *([found.bets[place].reference] if full else []),
            prices_text(found.bets[place]),
            str(total),
            _edge(found, (total, None), place),
            _edge(found, (None, total), place),
        )
        for place in places
        for total in TOTALS
    ]
    return Table(message("House edge where one total is known"), columns, tuple(rows))


def _open(found: Inside) -> Message:
    return message("Down: Player; across: Banker. {how}", how=_how_open(found))


def _how_open(found: Inside) -> Message:
    if found.after == 4:
        return message("Totals are those of the first two cards of a hand.")
    return message("Player has drawn and Banker is about to: totals are those of three cards and of two.")


_NOT_SHOWN = message("No edge is shown where the cards have decided the bet or the totals cannot come about.")


def _notes(found: Inside) -> Iterator[Text]:
    """What a reader must be told of all edges."""
    yield message("A minus sign before a house edge marks an edge for the bettor.")
    yield message("Of the cards that lie open only the totals are known; all others are unseen.")
    for bet, why in found.excluded:
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def provenance(found: Inside) -> Provenance:
    """What was asked for odds inside a coup."""
    return origin(found.question, found.bets, ("after", str(found.after)))
