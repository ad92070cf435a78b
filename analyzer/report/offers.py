"""Where insurance is sold, and what it is worth there.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from analyzer.analysis.inside import Offered, decided
from analyzer.analysis.valuation import Valuation
from analyzer.catalog.limits import offers_source
from analyzer.exact import ratio_text
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text
from analyzer.text import Text, message


def offer_document(one: Offered) -> dict[str, object]:
    """One bet at totals at which it is sold, exact; no edge where a shoe cannot bring these totals."""
    player, banker = one.totals
    return {
        "bet": one.bet.id,
        "paytable": one.bet.paytable,
        "after": one.after,
        "player": player,
        "banker": banker,
        "probability": ratio_text(one.probability),
        "house_edge": None if one.value is None else ratio_text(one.value.house_edge),
    }


def offers_tables(sold: Sequence[Offered], *, full: bool) -> Iterator[Table]:
    """For each bet a row for each price and pair of totals at which it is sold; notes under the last."""
    columns = (
        Column("pays", message("Pays"), "text"),
        Column("after", message("Open"), "count"),
        Column("player", message("Player"), "count"),
        Column("banker", message("Banker"), "count"),
        Column("probability", message("Probability"), "percent", None if full else 4),
        Column("hit_rate", message("Hit rate"), "percent", None if full else 4),
        Column("house_edge", message("House edge"), "percent", None if full else 4),
        Column("favours", message("Favours"), "text"),
    )
    notes = (
        message(
            "Open: cards on the table; of 2, those of the one hand whose total is given; of 5, Player drew."
        ),
        message("Of 5, Banker will draw, or the coup would be over."),
        message("Where the bet is sold, and at which price: {source}.", source=offers_source()),
    )
    by_bet = groupby(sorted(sold, key=lambda one: one.bet.id), key=lambda one: one.bet.id)
    bets = [list(offers) for _, offers in by_bet]
    for offers in bets:
        rows = tuple(_offered_row(one) for one in offers)
        title = message("As offered: {bet}", bet=offers[0].bet.title)
        yield Table(title, columns, rows, notes if offers is bets[-1] else ())


def _offered_row(one: Offered) -> tuple[Cell, ...]:
    open_cards = one.after if None not in one.totals else 2
    shown: tuple[Cell, ...] = (prices_text(one.bet), open_cards, *one.totals, one.probability)
    if one.value is None:
        return (*shown, None, None, None)
    return (*shown, one.value.hit_rate, one.value.house_edge, favours(one.value))


def favours(value: Valuation) -> Text:
    """Whom a bet favours, or that the cards have decided it."""
    if decided(value):
        return message("decided")
    return message("bettor") if value.ev > 0 else message("house") if value.ev < 0 else message("neither")
