"""Reports as charts: what the analysis found, for people who would rather look than read.

Lays out exact values; draws none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.compare import QUANTITIES, Comparison, Match
from analyzer.analysis.fresh import SHOES, Decks, fresh, fresh_decks
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import grouped, quoted
from analyzer.game.dealt import NOTHING
from analyzer.message import Figure, Message, Text, say, say_many
from analyzer.publish.chart import Band, Chart, Panel, Row, tone
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.reports.comparison import comparison_page
from analyzer.publish.reports.odds import odds_page

VIEWS = ("all", "lines", "decks", "outcomes", "edge")
"""What can be looked at: lines, decks and outcomes of each bet side by side, one of these, or the edges."""

MOST_BETS, MOST_EDGES = 12, 1_000
"""The most bets of which more than the edge is shown, and of which the edge is."""

_ABREAST = 3

_LINES = say("Share of each line in the EV")
_OUTCOMES = say("Probability by net gain")
_DECKS = say("House edge by number of decks")
_EDGE = say("House edge: expected loss per unit staked, pushes included.")


def check_view(view: str | None) -> None:
    """Refuse a view that there is none of; None leaves the choice to the number of bets.

    Raises:
        RenderError: there is no such view.
    """
    if view is not None and view not in VIEWS:
        raise RenderError(f"unknown view {quoted(view)}{did_you_mean(view[:40], VIEWS)}")


def view_of(report: Report, view: str | None) -> str:
    """The view itself, or where none is named all of up to twelve bets, and the edges of more."""
    return view or ("all" if len(report.valuations) <= MOST_BETS else "edge")


def odds_chart(
    report: Report, variant: Variant, view: str | None = None, *, exhaustive: bool = False
) -> Chart:
    """The odds of bets on one shoe, in one of VIEWS; see `view_of` where none is named.

    Raises:
        RenderError: there are too many bets for the view, or the edge by decks is asked of no fresh shoe.
        ConditionError: a condition needs more than 10⁸ patterns, and `exhaustive` is false.
    """
    chosen = view_of(report, view)
    _check_number(len(report.valuations), MOST_EDGES if chosen == "edge" else MOST_BETS)
    if chosen == "decks" and not fresh_decks(report):
        raise RenderError(
            "expected a fresh shoe of whole decks, with nothing dealt or given, for the edge by decks; "
            "choose another view, such as lines"
        )
    page = odds_page(report, variant, full=False)
    bands = tuple(_bands(report, _names(page), chosen, exhaustive))
    return Chart(page.heading, bands, tuple(_notes(report, chosen)), page.provenance)


def _check_number(bets: int, most: int) -> None:
    if not 0 < bets <= most:
        raise RenderError(
            f"expected 1 to {grouped(most)} bets for such a plot, got {grouped(bets)}; choose them with --bet"
        )


def _names(page: Page) -> list[Text]:
    """What the bets are called in a page's first column, in order."""
    return [row[0] for row in page.tables[0].rows if isinstance(row[0], str | Message)]


def _bands(report: Report, names: Sequence[Text], view: str, exhaustive: bool) -> Iterator[Band]:
    valuations, decks = report.valuations, fresh_decks(report)
    if view == "edge":
        by_edge = sorted(zip(names, valuations, strict=True), key=lambda pair: pair[1].house_edge)
        rows = (Row(name, (v.house_edge,), tone(v.ev)) for name, v in by_edge)
        yield Band((Panel(say("House edge"), tuple(rows)),))
        return
    panels = {_LINES: map(_lines, valuations), _OUTCOMES: map(_outcomes, valuations)}
    if view == "all":
        middle = [_by_decks(report, decks, exhaustive)] if decks else []
        abreast = zip(panels[_LINES], *middle, panels[_OUTCOMES], strict=True)
        for name, band in zip(names, abreast, strict=True):
            yield Band(band, name)
        return
    title = {"lines": _LINES, "outcomes": _OUTCOMES, "decks": _DECKS}[view]
    shown = _by_decks(report, decks, exhaustive) if view == "decks" else panels[title]
    named = [replace(panel, title=name) for name, panel in zip(names, shown, strict=True)]
    for place in range(0, len(named), _ABREAST):
        yield Band(tuple(named[place : place + _ABREAST]), "" if place else title)


def _lines(valuation: Valuation) -> Panel:
    shares = ((line, net, valuation.contribution(line)) for line, net in valuation.bet.nets.items())
    rows = [
        Row(say("{line} ({net})", line=label(line), net=Figure(net, "ratio")), (share,), tone(share))
        for line, net, share in shares
    ]
    return Panel(_LINES, (*rows, Row(say("EV"), (valuation.ev,), tone(valuation.ev), strong=True)))


def _outcomes(valuation: Valuation) -> Panel:
    chances: dict[Fraction, Fraction] = {}
    for line, outcomes in valuation.bet.outcomes.items():
        for net, chance in outcomes:
            chances[net] = chances.get(net, Fraction(0)) + chance * valuation.probability(line)
    return Panel(_OUTCOMES, tuple(Row(net, (chances[net],), tone(net)) for net in sorted(chances)))


def _by_decks(report: Report, here: int, exhaustive: bool) -> Iterator[Panel]:
    shoes = SHOES if here in SHOES else (*SHOES[:-1], here, SHOES[-1])
    asked = [(valuation.bet, None) for valuation in report.valuations]
    found = fresh(report.rules, asked, shoes, exhaustive=exhaustive)
    for place in range(len(report.valuations)):
        valued = ((decks, found[decks][place]) for decks in shoes)
        rows = (Row(_shoe(d), (v.house_edge,), tone(v.ev), strong=d == here) for d, v in valued if v)
        yield Panel(_DECKS, tuple(rows), "dots", from_zero=False)


def _shoe(decks: Decks) -> Text:
    return say("infinite") if decks == "infinite" else say_many("{n} deck", "{n} decks", decks)


def _notes(report: Report, view: str) -> Iterator[Text]:
    if report.dealt != NOTHING:
        yield say("Known of this coup: {cards}.", cards=str(report.dealt))
    if report.given is not None:
        yield say("Given, and all figures conditional on it: {condition}.", condition=str(report.given))
    if view in ("all", "lines"):
        yield say("Beside each line: net gain per unit staked. EV: expected net gain per unit staked.")
    by_decks = view in ("all", "decks") and fresh_decks(report)
    if by_decks or view == "edge":
        yield _EDGE
    if by_decks:
        yield say(
            "By decks, the scale runs from the smallest edge to the largest; bold is the shoe asked about."
        )
    if view != "edge" and len(report.valuations) > 1:
        yield say("Every panel has a scale of its own.")


def comparison_chart(found: Comparison, *, everything: bool) -> Chart:
    """The house edge in A and in B of bets that changed; of every bet if `everything`, or where none changed.

    Raises:
        RenderError: there are too many bets.
    """
    page = comparison_page(found, full=False, everything=True)
    every = everything or not any(match.changed for match in found.matches)
    named = zip(_names(page), found.matches, strict=True)
    rows = tuple(_change(name, match) for name, match in named if every or match.changed)
    _check_number(len(rows), MOST_EDGES)
    panel = Panel(say("House edge: ○ in A, ● in B"), rows, "dots")
    return Chart(page.heading, (Band((panel,)),), (_EDGE,), page.provenance)


def _change(name: Text, match: Match) -> Row:
    change = match.change(QUANTITIES["house_edge"])
    return Row(name, (change.a, change.b), tone(-(change.difference or Fraction(0))))
