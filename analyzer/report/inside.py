"""Odds inside a coup: what bets are worth once totals are known, and where they are offered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

from analyzer.analysis.inside import TOTALS, Inside, OfferedBet, Situation, Totals, decided
from analyzer.analysis.question import keys_of
from analyzer.analysis.valuation import Valuation
from analyzer.catalog.limits import offers_source
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report import kinds
from analyzer.report.columns import BET, HIT_RATE, HOUSE_EDGE, PAYS, PRICED_BET, PROBABILITY, PUSH_RATE, WAYS
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Fields, narrowed, records, said, said_as, through
from analyzer.report.names import game_and_shoe, priced_bet, prices_text
from analyzer.report.notes import PAYS_AND_EDGE, excluded_notes, multiplied
from analyzer.report.odds_document import OMITTED
from analyzer.report.origin import BET_AND_PAYTABLE, NAME_OF_BET, Origin
from analyzer.text import Figure, Message, Text, message

_PLAYER, _BANKER = Column("player", message("Player"), "count"), Column("banker", message("Banker"), "count")
_FAVOURS = Column("favours", message("Favours"), "text")


def inside_page(inside: Inside, offers: Sequence[OfferedBet], *, full: bool, prices: bool = True) -> Page:
    """The bets offered, in one row each and in full; what favours the bettor, how likely the totals are, and
    grids of house edges.

    `full` is for pages wider than 80 columns; otherwise percentages in the grids have no percent sign. With
    `prices` there is a grid for each price of a bet, otherwise only for its first.
    """
    ids = [bet.id for bet in inside.bets]
    places = [place for place, id in enumerate(ids) if prices or ids.index(id) == place]
    likely = message("Probability of each pair of totals, in percent")
    if full:
        likely = message("Probability of each pair of totals")
    summary, one_hand = _summary(inside), _one_hand(inside, places)
    tables = (
        *([_offers_summary(offers, full=full)] if offers else []),
        *_offers_tables(offers, full=full),
        summary if full else narrowed(summary, "reference"),
        _grid(likely, inside.probability, full, (_open(inside),)),
        *(_edges(inside, place, full) for place in places),
        one_hand if full else narrowed(one_hand, "reference"),
    )
    return Page(tables, _origin(inside).provenance, _title(inside))


def rows_page(inside: Inside) -> Page:
    """One row per situation: the probability of its totals, and the house edge of each bet."""
    columns = [_PLAYER, _BANKER, WAYS, PROBABILITY]
    for key, bet in zip(keys_of(inside.bets), inside.bets, strict=True):
        head = message("{bet}, {pays}: house edge", bet=bet.title, pays=prices_text(bet))
        columns.append(Column(f"house_edge_{key}", head, "percent"))
    rows: list[Cells] = []
    for situation in inside.situations:
        edges: Sequence[Cell] = [v.house_edge for v in situation.valuations] or [None] * len(inside.bets)
        rows.append((*situation.totals, situation.ways, inside.probability(situation.totals), *edges))
    notes = (_open(inside), *_notes(inside))
    return Page((Table(_title(inside), tuple(columns), tuple(rows), notes),), _origin(inside).provenance)


def situation_page(inside: Inside, situation: Situation, *, full: bool) -> Page:
    """One row per bet, valued at the totals of the open cards: what it pays, how often it wins, the edge."""
    rows = tuple(
        (*priced_bet(v.bet), v.hit_rate, v.push_rate, v.house_edge, _favours(v)) for v in situation.valuations
    )
    totals = totals_text(situation)
    title = message("{variant}, {shoe}: {totals}", **game_and_shoe(inside.question), totals=totals)
    n, share = situation.ways, Figure(Fraction(situation.ways, inside.total_ways), "percent")
    ways = message("{n} ways: ordered deals that lead to these totals, {share} of all.", n=n, share=share)
    notes = (_how_open(inside), ways, PAYS_AND_EDGE, *_notes(inside))
    table = Table(title, (*PRICED_BET, HIT_RATE, PUSH_RATE, HOUSE_EDGE, _FAVOURS), rows, notes)
    return Page((table if full else narrowed(table, "reference"),), _origin(inside).provenance)


def totals_text(situation: Situation) -> Message:
    """The totals of the open cards, as a title names them."""
    player, banker = situation.totals
    if player is None:
        return message("Banker {banker}", banker=banker) if banker is not None else message("no card open")
    if banker is None:
        return message("Player {player}", player=player)
    return message("Player {player}, Banker {banker}", player=player, banker=banker)


def _title(inside: Inside) -> Message:
    return message("{variant}, {shoe}: odds inside a coup", **game_and_shoe(inside.question))


def _summary(inside: Inside) -> Table:
    """One row per bet: how many pairs of totals favour the bettor, their probability, and the best pair."""
    situations = Column("situations", message("Situations"), "count")
    columns = (*PRICED_BET, situations, PROBABILITY, Column("best", message("Best"), "text"), HOUSE_EDGE)
    rows: list[Cells] = []
    for place, bet in enumerate(inside.bets):
        edges = {pair: edge for pair in inside if None not in pair if (edge := _edge(inside, pair, place))}
        good = [pair for pair, edge in edges.items() if edge < 0]
        best = min(good, key=edges.__getitem__, default=None)
        shown = ("{} : {}".format(*best), edges[best]) if best else (None, None)
        rows.append((*priced_bet(bet), len(good), sum(map(inside.probability, good), Fraction(0)), *shown))
    notes = (
        message(
            "Situations: pairs of totals, Player's and Banker's, at which the bet would favour the bettor, "
            "whether or not it is offered there."
        ),
        message("Best: the pair with the lowest house edge, Player's total first."),
        message("No edge is shown if the cards have decided the bet or the totals are impossible."),
        *_notes(inside),
    )
    return Table(message("Where the bettor has the edge"), columns, tuple(rows), notes)


def _edges(inside: Inside, place: int, full: bool) -> Table:
    bet = inside.bets[place]
    pays = prices_text(bet)
    title = message("House edge of {bet}, which pays {pays}", bet=bet.title, pays=pays)
    if not full:
        title = message("House edge of {bet}, which pays {pays}, in percent", bet=bet.title, pays=pays)
    return _grid(title, lambda totals: _edge(inside, totals, place), full, tuple(multiplied(bet)))


def _edge(inside: Inside, totals: Totals, place: int) -> Fraction | None:
    """The house edge of a bet; None if the cards have decided it or the totals are impossible."""
    if inside[totals].ways == 0 or decided(value := inside[totals].valuations[place]):
        return None
    return value.house_edge


def _grid(title: Text, of: Callable[[Totals], Fraction | None], full: bool, notes: tuple[Text, ...]) -> Table:
    """One figure by Player's total (down) and Banker's (across); percentages without a sign unless `full`."""
    factor = 1 if full else 100
    across = (Column(f"banker_{total}", str(total), "percent" if full else "decimal") for total in TOTALS)
    rows: list[Cells] = []
    for player in TOTALS:
        values = (of((player, banker)) for banker in TOTALS)
        rows.append((str(player), *(x if x is None else factor * x for x in values)))
    return Table(title, (Column("player", message("Player"), "text"), *across), tuple(rows), notes)


def _one_hand(inside: Inside, places: Sequence[int]) -> Table:
    """One row per bet and total: the house edge if only Player, or only Banker, is known to have it."""
    columns = (
        *PRICED_BET,
        Column("total", message("Total"), "text"),
        Column("player_open", message("If Player's"), "percent"),
        Column("banker_open", message("If Banker's"), "percent"),
    )
    rows: list[Cells] = []
    for place, total in product(places, TOTALS):
        edges = (_edge(inside, totals, place) for totals in ((total, None), (None, total)))
        rows.append((*priced_bet(inside.bets[place]), str(total), *edges))
    return Table(message("House edge if only one total is known"), columns, tuple(rows))


def _open(inside: Inside) -> Message:
    return message("Rows: Player's total; columns: Banker's. {how}", how=_how_open(inside))


def _how_open(inside: Inside) -> Message:
    if inside.after == 4:
        return message("Totals are of the first two cards of each hand.")
    return message(
        "Player has drawn and Banker is about to draw: Player's total is of three cards, Banker's of two."
    )


def _notes(inside: Inside) -> Iterator[Text]:
    yield message("A negative house edge favours the bettor.")
    yield message("Of the open cards, only the totals are known; all other cards are unseen.")
    yield from excluded_notes(inside.excluded)


def _by_bet(offers: Sequence[OfferedBet]) -> list[list[OfferedBet]]:
    ordered = sorted(offers, key=lambda offer: offer.bet.id)
    return [list(group) for _, group in groupby(ordered, key=lambda offer: offer.bet.id)]


def _offers_summary(offers: Sequence[OfferedBet], *, full: bool) -> Table:
    """One row per bet offered: in how many situations, its lowest and highest house edge there, and how often
    it favours the bettor.
    """
    digits = None if full else 4
    columns = (
        BET,
        Column("situations", message("Situations"), "count"),
        Column("house_edge_lowest", message("Lowest edge"), "percent", digits),
        Column("house_edge_highest", message("Highest edge"), "percent", digits),
        Column("favourable", message("For the bettor"), "count"),
    )
    rows: list[Cells] = []
    for group in _by_bet(offers):
        edges = [offer.value.house_edge for offer in group if offer.value]
        favourable = sum(edge < 0 for edge in edges)
        extremes = (min(edges, default=None), max(edges, default=None))
        rows.append((group[0].bet.title, len(group), *extremes, favourable))
    notes = (
        message("Situations: combinations of price and totals at which the bet is offered."),
        message("For the bettor: how many of them have a negative house edge."),
    )
    return Table(message("Bets offered inside a coup"), columns, tuple(rows), notes)


def _offers_tables(offers: Sequence[OfferedBet], *, full: bool) -> Iterator[Table]:
    """One table per bet, with a row per price and pair of totals on offer; notes under the last table."""
    figures = (replace(column, digits=None if full else 4) for column in (PROBABILITY, HIT_RATE, HOUSE_EDGE))
    columns = (PAYS, Column("after", message("Open"), "count"), _PLAYER, _BANKER, *figures, _FAVOURS)
    notes = (
        message(
            "Open: the number of cards face up. 2: the hand whose total is given; 4: both hands; 5: Player "
            "has drawn, so its total is of three cards, and Banker is about to draw (if Banker stood, the "
            "coup would be over)."
        ),
        message("Source for when bets are offered and at what price: {source}.", source=offers_source()),
    )
    groups = _by_bet(offers)
    for group in groups:
        title = message("Offers of {bet}", bet=group[0].bet.title)
        yield Table(title, columns, tuple(map(_offer_row, group)), notes if group is groups[-1] else ())


def _offer_row(offer: OfferedBet) -> Cells:
    open_cards = offer.after if None not in offer.totals else 2
    value = offer.value
    figures = (value.hit_rate, value.house_edge, _favours(value)) if value else (None, None, None)
    return (prices_text(offer.bet), open_cards, *offer.totals, offer.probability, *figures)


def _favours(value: Valuation) -> Text:
    if decided(value):
        return message("decided")
    return message("bettor") if value.ev > 0 else message("house") if value.ev < 0 else message("neither")


def _origin(inside: Inside) -> Origin:
    return Origin(inside.question, inside.bets, (("after", str(inside.after)),))


class Shown(NamedTuple):
    """What a document shows of odds inside a coup: all situations or one, and the bets offered."""

    inside: Inside
    situations: Sequence[Situation]
    offers: Sequence[OfferedBet] = ()


_TOTAL = kinds.plain(type="integer", minimum=0, maximum=9)
_TOTALS = [
    said("player", _TOTAL.optional, lambda value: value.totals[0]),
    said("banker", _TOTAL.optional, lambda value: value.totals[1]),
]
_VALUED: Fields[Valuation] = [
    *NAME_OF_BET,
    said("ways", kinds.by_name(kinds.WHOLE)),
    said_as(kinds.RATIO, "ev", "house_edge"),
    said("decided", kinds.FLAG, decided),
]
_SITUATION = [
    *through(0, [*_TOTALS, said("ways", kinds.WHOLE)]),
    said("probability", kinds.PROBABILITY, lambda row: Fraction(row[0].ways, row[1])),
    said("bets", records(_VALUED), lambda row: row[0].valuations),
]
_OFFERED = [
    *BET_AND_PAYTABLE,
    said("after", kinds.one_of(4, 5)),
    *_TOTALS,
    said("probability", kinds.PROBABILITY),
    said("house_edge", kinds.RATIO.optional, lambda offer: offer.value and offer.value.house_edge),
]

_INSIDE: Fields[Shown] = (
    said("after", kinds.one_of(4, 5), "inside.after"),
    said("total_ways", kinds.WHOLE, "inside.total_ways"),
    said("situations", records(_SITUATION), lambda s: [(at, s.inside.total_ways) for at in s.situations]),
    said("offered", records(_OFFERED), "offers"),
    *through("inside", [OMITTED]),
)
INSIDE: Document[Shown] = Document("inside", 2, "inside", _INSIDE, lambda shown: _origin(shown.inside))
