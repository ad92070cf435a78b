"""The gain of many coups, as a chart.

Lays out what the analysis found; computes none of it, and draws none.
"""

from collections.abc import Sequence

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.errors import RenderError
from analyzer.render.chart import Band, Chart, Panel, Row, tone
from analyzer.report.money.bankroll import FRESH, bankroll_page, digits, stake_name
from analyzer.report.names import ratio
from analyzer.text import message

MOST_DRAWN = 6
"""The most distributions in a drawing."""


def bankroll_chart(found: Sequence[Bankroll], *, staked: bool) -> Chart:
    """The distribution of the gain of all coups, a panel a stake: bars, and dots of the normal law.

    Raises:
        RenderError: there are too many stakes, or the gains of one are too many to tell apart.
    """
    if len(found) > MOST_DRAWN:
        raise RenderError(
            f"expected 1 to {MOST_DRAWN} bets for such a plot, got {len(found)}; choose them with --bet"
        )
    for each in found:
        if each.after is None:
            raise RenderError("expected coups whose gains can be told apart for a plot; ask for fewer coups")
    bands = tuple(Band((_panel(each),)) for each in found)
    page = bankroll_page(found, staked=staked)
    notes = (
        FRESH,
        message("Bars: probability of the gains, in units, from the first to the last. ○: the normal law."),
    )
    return Chart(page.heading, bands, notes, page.provenance, estimates=True)


def _panel(each: Bankroll) -> Panel:
    rows = []
    for bar in each.bars:
        low, high = each.grid.gain(bar.span[0]), each.grid.gain(bar.span[1] - 1)
        label = message("{low} … {high}", low=ratio(low), high=ratio(high))
        rows.append(
            Row(low if low == high else label, (digits(bar.exact), bar.normal), tone((low + high) / 2))
        )
    return Panel(stake_name(each.portfolio), tuple(rows), "bars")
