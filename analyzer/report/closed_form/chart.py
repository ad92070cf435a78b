"""Closed forms by the number of decks, as a chart.

Lays out exact values; draws none.
"""

from analyzer.analysis.closed_form.decks import ClosedForms
from analyzer.analysis.fresh import Decks
from analyzer.errors import RenderError
from analyzer.exact import grouped
from analyzer.render.chart import Band, Chart, Panel, Row, tone
from analyzer.report.closed_form.page import EDGE, by_decks, named, provenance
from analyzer.text import Text, message, plural

MOST_BETS = 12
"""The most bets that are drawn."""

_ABREAST = 3


def closed_form_chart(found: ClosedForms, at: int | None = None) -> Chart:
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
    title = message("{variant}: house edge by number of decks", variant=found.question.variant.title)
    scale = (message("Every panel has a scale of its own."),) if len(panels) > 1 else ()
    notes = (EDGE, message("Line: the limit of many decks."), *scale)
    return Chart(title, bands, notes, provenance(found))


def _shoe(decks: Decks) -> Text:
    return message("infinite") if decks == "infinite" else plural("{n} deck", "{n} decks", decks)
