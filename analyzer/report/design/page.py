"""Paytables found by a search, as a table and a chart for people."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Range
from analyzer.analysis.design.space import Band as Ends
from analyzer.errors import RenderError
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, Point, Scatter
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.design.document import columns, origin_of, row
from analyzer.report.names import figures, rate, ratio, shoe_title
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.text import Message, Text, Value, message, plural

_ROWS_SHOWN = 50
MOST_DRAWN = 2_000
"""About how many paytables a plot shows in addition to those joined by a line."""

_RANKED = {
    "edge": message("ranked by house edge, lowest first"),
    "-edge": message("ranked by house edge, highest first"),
    "hit-rate": message("ranked by hit rate, lowest first"),
    "-hit-rate": message("ranked by hit rate, highest first"),
    "sd": message("ranked by standard deviation, lowest first"),
    "-sd": message("ranked by standard deviation, highest first"),
    "target": message("ranked by distance from the target edge, nearest first"),
    "yield": message("ranked by a counter's gain, lowest first"),
    "-yield": message("ranked by a counter's gain, highest first"),
}
_BETTER = {
    "low-edge": message("a lower house edge"),
    "high-edge": message("a higher house edge"),
    "low-sd": message("a lower standard deviation"),
    "high-sd": message("a higher standard deviation"),
}


def design_page(designs: Designs, limit: int | None = None) -> Page:
    """The first paytables in the order wanted, and their number; if there are none, the nearest."""
    rows = tuple(row(designs, design) for design in designs.first(_ROWS_SHOWN if limit is None else limit))
    notes = tuple(_notes(designs, len(rows)))
    if designs.proven_none and any(designs.nearest):
        return Page((_nearest(designs, notes),), origin_of(designs).provenance, _title(designs))
    return Page((Table(_title(designs), columns(designs), rows, notes),), origin_of(designs).provenance)


def _title(designs: Designs) -> Message:
    bet, shoe = designs.space.draft.bet.title, shoe_title(designs.report.shoe)
    return message("{bet}, {shoe}: paytables", bet=bet, shoe=shoe)


def _nearest(designs: Designs, notes: tuple[Text, ...]) -> Table:
    """The paytables nearest to the wanted band of the house edge, which holds none."""
    sides = zip((message("below"), message("above")), designs.nearest, strict=True)
    rows = tuple((side, *row(designs, design)) for side, design in sides if design is not None)
    title = message("Nearest house edges within all other limits")
    return Table(title, (Column("where", message("Edge"), "text"), *columns(designs)), rows, notes)


def _notes(designs: Designs, shown: int | None) -> Iterator[Text]:
    """What was searched, what was found, and how many rows are `shown`, None on a chart."""
    space, bet = designs.space, designs.space.draft.bet
    pays = tuple(
        message("{bet} at {pays}", bet=label(name), pays=_range(space.ranges[name])) for name in space.names
    )
    yield message("Pays tried, to one: {pays}.", pays=pays)
    unchanged = tuple(
        message("{bet} at {pays}", bet=label(line.id), pays=ratio(line.net))
        for line in bet.lines
        if line.id not in space.draft.names
    )
    if unchanged:
        yield message("Lines that keep their pay: {pays}.", pays=unchanged)
    for name in space.names:
        lines = tuple(label(line) for line, pay_name in space.draft.names.items() if pay_name == name)
        if lines != (label(name),):
            yield message("{name} is what these lines pay: {lines}.", name=name, lines=lines)
    if limits := tuple(_limits(designs)):
        yield message("Limits, ends included: {limits}.", limits=limits)
    if designs.wanted.target is not None:
        yield message("Target: a house edge of {edge}.", edge=rate(designs.wanted.target))
    if designs.proven_none:
        yield message(
            "None of the {n} candidates keeps to the limits: proven by an exact search of all of them.",
            n=designs.candidates,
        )
    else:
        yield plural(
            "{n} paytable keeps to the limits, of {candidates} candidates: counted exactly.",
            "{n} paytables keep to the limits, of {candidates} candidates: counted exactly.",
            designs.found,
            candidates=designs.candidates,
        )
        if shown is not None:
            yield from _order_notes(designs, shown)
    yield message("House edge: expected loss per unit staked, pushes included; negative favours the bettor.")
    yield message("Standard deviation: of the net gain of one unit staked, in units.")
    if designs.gains is not None:
        yield message(
            "Counter's gain: units per coup, on average over all compositions of {n} unseen cards, of one "
            "unit staked whenever the EV is above zero.",
            n=designs.gains.unseen,
        )
    yield from multiplied(bet)
    yield from before_the_coup([bet])


def _order_notes(designs: Designs, shown: int) -> Iterator[Text]:
    if designs.wanted.pareto is not None:
        edge, volatility = designs.wanted.pareto
        yield message(
            "{n} of them are on the Pareto front: no other has {edge} or {volatility} without "
            "being worse in the other.",
            n=designs.listed,
            edge=_BETTER[edge],
            volatility=_BETTER[volatility],
        )
    order = _RANKED.get(designs.wanted.rank or "", message("in the order of the pays"))
    if shown < designs.listed:
        yield message("Shown: the first {n}, {order} (--limit shows more).", n=shown, order=order)
    else:
        yield message("Shown: all, {order}.", order=order)


def _range(pays: Range) -> Text:
    if pays.low == pays.high:
        return figures([pays.low], "")
    if pays.step == 1:
        return message("{low} to {high}", low=ratio(pays.low), high=ratio(pays.high))
    return message(
        "{low} to {high} by {step}", low=ratio(pays.low), high=ratio(pays.high), step=ratio(pays.step)
    )


def _limits(designs: Designs) -> Iterator[Text]:
    limits = designs.limits
    if limits.edge != OPEN:
        yield message("house edge {band}", band=_band_text(limits.edge, rate))
    if limits.hit_rate != OPEN:
        yield message("hit rate {band}", band=_band_text(limits.hit_rate, rate))
    if limits.deviation != OPEN:
        yield message("standard deviation {band}", band=_band_text(limits.deviation, ratio))
    if limits.exposure is not None:
        yield message("no unit staked loses more than {units}", units=ratio(limits.exposure))
    for more, less in limits.falling:
        first, second = (label(pay) if isinstance(pay, str) else figures([pay], "") for pay in (more, less))
        yield message("{more} pays at least what {less} pays", more=first, less=second)
    if designs.most_yield is not None:
        yield message("a counter gains at most {rate} units per coup", rate=ratio(designs.most_yield))


def _band_text(ends: Ends, show: Callable[[Fraction], Value]) -> Message:
    low, high = (None if end is None else show(end) for end in ends)
    if low is None:
        return message("at most {x}", x=high or "")
    if high is None:
        return message("at least {x}", x=low)
    return (
        message("exactly {x}", x=low) if low == high else message("from {low} to {high}", low=low, high=high)
    )


def design_chart(designs: Designs) -> Chart:
    """House edge against standard deviation of the paytables found; a line joins the Pareto front.
    Raises RenderError if none was found.
    """
    if designs.proven_none:
        raise RenderError("expected a paytable or more for a plot, got none within the limits")
    directions = designs.wanted.pareto or ("low-edge", "low-sd")
    front = [designs.space.design(number) for number in designs.front(*directions)]
    sampled = designs.sample(MOST_DRAWN)
    scatter = Scatter(
        message("House edge against standard deviation: a dot a paytable"),
        message("House edge"),
        message("Standard deviation"),
        (
            *(Point(design.house_edge, design.variance) for design in sampled),
            *(Point(design.house_edge, design.variance, strong=True) for design in front),
        ),
    )
    notes = list(_notes(designs, None))
    if len(sampled) < designs.found:
        notes.append(
            message("Drawn: {n} of {found} paytables, evenly taken.", n=len(sampled), found=designs.found)
        )
    notes.append(
        message(
            "Joined, {n} paytables: no other has {edge} or {volatility} without being worse in the other.",
            n=len(front),
            edge=_BETTER[directions[0]],
            volatility=_BETTER[directions[1]],
        )
    )
    return Chart(_title(designs), (Band((scatter,)),), tuple(notes), origin_of(designs).provenance)
