"""Closed forms by the number of decks, as a chart.

Lays out exact values; draws none.
"""

from analyzer.analysis.closed_form.form import ClosedForms
from analyzer.analysis.fresh import Decks
from analyzer.bets.bet import Variant
from analyzer.errors import RenderError
from analyzer.exact import grouped
from analyzer.message import Text, say, say_many
from analyzer.publish.chart import Band, Chart, Panel, Row, tone
from analyzer.publish.reports.closed_form.page import EDGE, by_decks, named, provenance

MOST_BETS = 12
"""The most bets that are drawn."""

_ABREAST = 3


def closed_form_chart(found: ClosedForms, variant: Variant, at: int | None = None) -> Chart:
    """A panel a bet: the house edge by number of decks, and its limit as a line.

    Raises:
        RenderError: there are too many bets.
    """
    if not 0 < len(found) <= MOST_BETS:
        raise RenderError(
            f"expected 1 to {MOST_BETS} bets for such a plot, got {grouped(len(found))}; "
            "choose them with --bet"
        )
    panels = []
    for (name, *_), form in named(found, False):
        rows = tuple(
            Row(_shoe(decks), (-ev,), tone(ev), strong=decks == at) for decks, ev in by_decks(form, at)
        )
        panels.append(Panel(name, rows, "dots", from_zero=False, line=-form.limit))
    starts = range(0, len(panels), _ABREAST)
    bands = tuple(Band(tuple(panels[start : start + _ABREAST])) for start in starts)
    title = say("{variant}: house edge by number of decks", variant=variant.name)
    scale = (say("Every panel has a scale of its own."),) if len(panels) > 1 else ()
    notes = (EDGE, say("Line: the limit of many decks."), *scale)
    return Chart(title, bands, notes, provenance(found, variant))


def _shoe(decks: Decks) -> Text:
    return say("infinite") if decks == "infinite" else say_many("{n} deck", "{n} decks", decks)
