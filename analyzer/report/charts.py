"""The odds of a report as charts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.odds import SHOES, Report, fresh, fresh_decks
from analyzer.analysis.valuation import Valuation
from analyzer.errors import RenderError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.report.names import decks_name, names_of
from analyzer.report.notes import OWN_SCALES, condition, known_cards
from analyzer.report.odds import odds_page
from analyzer.text import Figure, Text, message

VIEWS = ("all", "lines", "decks", "outcomes", "edge")
"""The views: lines, decks and outcomes of each bet side by side, one of these alone, or every house edge."""

MOST_BETS, MOST_EDGES = 12, 1_000  # The most bets in a chart, and in a chart of house edges alone.
EDGE = message("House edge: expected loss per unit staked, pushes included.")


def check_view(view: str) -> None:
    """Check that a view exists. Raises RenderError if there is no such view."""
    if view not in VIEWS:
        raise RenderError("unknown view {view}{hint}", view=quoted(view), hint=did_you_mean(view[:40], VIEWS))


def view_of(report: Report, view: str | None) -> str:
    """The view requested; by default `all` for up to MOST_BETS bets, and `edge` for more."""
    return view or ("all" if len(report.valuations) <= MOST_BETS else "edge")


def odds_chart(report: Report, view: str | None = None) -> Chart:
    """A chart of the odds of bets on one shoe, in one of VIEWS; with None, `view_of` chooses.

    Raises:
        RenderError: there are too many bets for the view, or the view is `decks` and the shoe is not fresh.
        ConditionError: a condition needs more than 10⁸ patterns, and the question is not exhaustive.
    """
    chosen = view_of(report, view)
    check_number(len(report.valuations), MOST_EDGES if chosen == "edge" else MOST_BETS)
    if chosen == "decks" and not fresh_decks(report):
        raise RenderError(
            "the edge by decks needs a fresh shoe of whole decks, with nothing dealt or given; choose "
            "another view, such as lines"
        )
    page = odds_page(report, full=False)
    bands = tuple(_bands(report, chosen))
    return Chart(page.heading, bands, tuple(_notes(report, chosen)), page.provenance)


def check_number(bets: int, most: int) -> None:
    """Check that a chart has from 1 to `most` bets. Raises RenderError if it does not."""
    if not 0 < bets <= most:
        raise RenderError(
            "expected 1 to {most} bets for this plot, got {bets}; choose bets with {option}",
            most=most,
            bets=bets,
            option=parameter("bets"),
        )


def in_bands(panels: Sequence[Panel], title: Text = "") -> Iterator[Band]:
    """Bands of three panels each; only the first has the title."""
    for place in range(0, len(panels), 3):
        yield Band(tuple(panels[place : place + 3]), "" if place else title)


def _bands(report: Report, view: str) -> Iterator[Band]:
    valuations, decks = report.valuations, fresh_decks(report)
    names = names_of([valuation.bet for valuation in valuations])
    if view == "edge":
        by_edge = sorted(zip(names, valuations, strict=True), key=lambda pair: pair[1].house_edge)
        rows = (ChartRow(name, (v.house_edge,), tone(v.ev)) for name, v in by_edge)
        yield Band((Panel(message("House edge"), tuple(rows)),))
        return
    lines, outcomes, by_decks = map(_lines, valuations), map(_outcomes, valuations), _by_decks(report, decks)
    if view == "all":
        views = (lines, by_decks, outcomes) if decks else (lines, outcomes)
        for name, *band in zip(names, *views, strict=True):
            yield Band(tuple(band), name)
        return
    panels = list({"lines": lines, "outcomes": outcomes, "decks": by_decks}[view])
    renamed = [replace(panel, title=name) for name, panel in zip(names, panels, strict=True)]
    yield from in_bands(renamed, panels[0].title)


def _lines(valuation: Valuation) -> Panel:
    title = message("Share of each line in the EV")
    shares = ((line, net, valuation.contribution(line)) for line, net in valuation.bet.nets.items())
    rows = [
        ChartRow(
            message("{line} ({net})", line=label(valuation.bet, line), net=Figure(net, "ratio")),
            (share,),
            tone(share),
        )
        for line, net, share in shares
    ]
    return Panel(title, (*rows, ChartRow(message("EV"), (valuation.ev,), tone(valuation.ev), strong=True)))


def _outcomes(valuation: Valuation) -> Panel:
    chances: dict[Fraction, Fraction] = {}
    for line, outcomes in valuation.bet.outcomes.items():
        for net, chance in outcomes:
            chances[net] = chances.get(net, Fraction(0)) + chance * valuation.probability(line)
    rows = tuple(ChartRow(net, (chances[net],), tone(net)) for net in sorted(chances))
    return Panel(message("Probability by net gain"), rows)


def _by_decks(report: Report, own: int) -> Iterator[Panel]:
    shoes = SHOES if own in SHOES else (*SHOES[:-1], own, SHOES[-1])
    bets = [(valuation.bet, None) for valuation in report.valuations]
    values = fresh(report.rules, bets, shoes, exhaustive=report.question.exhaustive)
    for place in range(len(report.valuations)):
        valued = ((decks, values[decks][place]) for decks in shoes)
        rows = (ChartRow(decks_name(d), (v.house_edge,), tone(v.ev), strong=d == own) for d, v in valued if v)
        yield Panel(message("House edge by number of decks"), tuple(rows), "dots", from_zero=False)


def _notes(report: Report, view: str) -> Iterator[Text]:
    yield from known_cards(report)
    yield from condition(report)
    if view in ("all", "lines"):
        yield message(
            "In brackets after each line: its net gain per unit staked. EV: expected net gain per unit "
            "staked."
        )
    by_decks = view in ("all", "decks") and fresh_decks(report)
    if by_decks or view == "edge":
        yield EDGE
    if by_decks:
        yield message(
            "By number of decks, the scale runs from the lowest edge to the highest. The shoe of this report "
            "is in bold."
        )
    if view != "edge" and len(report.valuations) > 1:
        yield OWN_SCALES
