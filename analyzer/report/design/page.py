"""Paytables by target, as a table and a chart for people.

Lays out what the search found; searches nothing itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Design, Range
from analyzer.analysis.design.space import Band as Ends
from analyzer.errors import RenderError
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, Point, Scatter
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.design.document import columns, provenance, row
from analyzer.report.names import figures, rate, ratio, shoe_title
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.text import Message, Text, Value, message, plural

SHOWN = 50
"""The most paytables on a page where nothing else is asked for."""

MOST_DRAWN = 2000
"""About how many paytables a plot shows besides those joined."""

RANKED = {
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
BETTER = {
    "low-edge": message("a lower house edge"),
    "high-edge": message("a higher house edge"),
    "low-sd": message("a lower standard deviation"),
    "high-sd": message("a higher standard deviation"),
}


def design_page(found: Designs, limit: int | None = None) -> Page:
    """The first paytables in the order wanted, and how many there are; where there is none, the nearest."""
    tables = []
    shown: Iterable[Design] = found.first(SHOWN if limit is None else limit)
    title = message(
        "{bet}, {shoe}: paytables", bet=found.space.draft.bet.title, shoe=shoe_title(found.report.shoe)
    )
    table = Table(title, columns(found), tuple(row(found, design) for design in shown))
    notes = tuple(_notes(found, len(table.rows)))
    if found.proven_none and any(found.nearest):
        return Page((_nearest(found, notes),), provenance(found), title)
    tables.append(replace(table, notes=notes))
    return Page(tuple(tables), provenance(found))


def _nearest(found: Designs, notes: tuple[Text, ...]) -> Table:
    """The paytables nearest to a band of the edge that holds none."""
    below, above = found.nearest
    rows = tuple(
        (where, *row(found, design))
        for where, design in ((message("below"), below), (message("above"), above))
        if design is not None
    )
    return Table(
        message("Nearest house edges within all other limits"),
        (Column("where", message("Edge"), "text"), *columns(found)),
        rows,
        notes,
    )


def _notes(found: Designs, shown: int, *, drawn: bool = False) -> Iterator[Text]:
    space, bet = found.space, found.space.draft.bet
    pays = tuple(
        message("{bet} at {pays}", bet=label(name), pays=_range(space.ranges[name])) for name in space.names
    )
    yield message("Pays tried, to one: {pays}.", pays=pays)
    settled = tuple(
        message("{bet} at {pays}", bet=label(line.id), pays=ratio(line.net))
        for line in bet.lines
        if line.id not in space.draft.names
    )
    if settled:
        yield message("Lines that keep their pay: {pays}.", pays=settled)
    for name in space.names:
        lines = tuple(label(line) for line, own in space.draft.names.items() if own == name)
        if lines != (label(name),):
            yield message("{name} is what these lines pay: {lines}.", name=name, lines=lines)
    if limits := tuple(_said(found)):
        yield message("Limits, ends included: {limits}.", limits=limits)
    if found.wanted.target is not None:
        yield message("Target: a house edge of {edge}.", edge=rate(found.wanted.target))
    if found.proven_none:
        yield message(
            "None of the {n} candidates keeps to the limits: proven by an exact search of all of them.",
            n=found.candidates,
        )
    else:
        yield plural(
            "{n} paytable keeps to the limits, of {candidates} candidates: counted exactly.",
            "{n} paytables keep to the limits, of {candidates} candidates: counted exactly.",
            found.found,
            candidates=found.candidates,
        )
    if found.wanted.pareto is not None and not found.proven_none and not drawn:
        edge, volatility = found.wanted.pareto
        yield message(
            "{n} of them are on the Pareto front: no other has {edge} or {volatility} without "
            "being worse in the other.",
            n=found.listed,
            edge=BETTER[edge],
            volatility=BETTER[volatility],
        )
    if not found.proven_none and not drawn:
        order = RANKED.get(found.wanted.rank or "", message("in the order of the pays"))
        if shown < found.listed:
            yield message("Shown: the first {n}, {order} (--limit shows more).", n=shown, order=order)
        else:
            yield message("Shown: all, {order}.", order=order)
    yield message("House edge: expected loss per unit staked, pushes included; negative favours the bettor.")
    yield message("Standard deviation: of the net gain of one unit staked, in units.")
    if found.gains is not None:
        yield message(
            "Counter's gain: units per coup, on average over all compositions of {n} unseen cards, of one "
            "unit staked whenever the EV is above zero.",
            n=found.gains.unseen,
        )
    yield from multiplied(bet)
    yield from before_the_coup([bet])


def _range(pays: Range) -> Text:
    if pays.low == pays.high:
        return figures([pays.low], "")
    if pays.step == 1:
        return message("{low} to {high}", low=ratio(pays.low), high=ratio(pays.high))
    return message(
        "{low} to {high} by {step}", low=ratio(pays.low), high=ratio(pays.high), step=ratio(pays.step)
    )


def _said(found: Designs) -> Iterator[Text]:
    limits = found.limits
    if limits.edge != OPEN:
        yield message("house edge {band}", band=_ends(limits.edge, rate))
    if limits.hit_rate != OPEN:
        yield message("hit rate {band}", band=_ends(limits.hit_rate, rate))
    if limits.deviation != OPEN:
        yield message("standard deviation {band}", band=_ends(limits.deviation, ratio))
    if limits.exposure is not None:
        yield message("no unit staked loses more than {units}", units=ratio(limits.exposure))
    for more, less in limits.falling:
        first, second = (label(one) if isinstance(one, str) else figures([one], "") for one in (more, less))
        yield message("{more} pays at least what {less} pays", more=first, less=second)
    if found.most_yield is not None:
        yield message("a counter gains at most {rate} units per coup", rate=ratio(found.most_yield))


def _ends(ends: Ends, show: Callable[[Fraction], Value]) -> Message:
    low, high = ends
    if low is not None and high is not None:
        if low == high:
            return message("exactly {x}", x=show(low))
        return message("from {low} to {high}", low=show(low), high=show(high))
    if low is not None:
        return message("at least {x}", x=show(low))
    return message("at most {x}", x=show(high or Fraction(0)))


def design_chart(found: Designs) -> Chart:
    """The house edge against the standard deviation of what was found, those that no other beats joined.

    Raises:
        RenderError: nothing was found.
    """
    if found.proven_none:
        raise RenderError("expected a paytable or more for a plot, got none within the limits")
    directions = found.wanted.pareto or ("low-edge", "low-sd")
    front = [found.space.design(number) for number in found.front(*directions)]
    sampled = found.sample(MOST_DRAWN)
    scatter = Scatter(
        message("House edge against standard deviation: a dot a paytable"),
        message("House edge"),
        message("Standard deviation"),
        (
            *(Point(design.house_edge, design.variance) for design in sampled),
            *(Point(design.house_edge, design.variance, strong=True) for design in front),
        ),
    )
    title = message(
        "{bet}, {shoe}: paytables", bet=found.space.draft.bet.title, shoe=shoe_title(found.report.shoe)
    )
    notes = list(_notes(found, 0, drawn=True))
    if len(sampled) < found.found:
        notes.append(
            message("Drawn: {n} of {found} paytables, evenly taken.", n=len(sampled), found=found.found)
        )
    notes.append(
        message(
            "Joined, {n} paytables: no other has {edge} or {volatility} without being worse in the other.",
            n=len(front),
            edge=BETTER[directions[0]],
            volatility=BETTER[directions[1]],
        )
    )
    return Chart(title, (Band((scatter,)),), tuple(notes), provenance(found))
