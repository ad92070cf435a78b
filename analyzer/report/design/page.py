"""Paytables by target, as a table and a chart for people."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from analyzer.analysis.design.limits import OPEN
from analyzer.analysis.design.limits import Band as Ends
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import Range
from analyzer.errors import RenderError
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, Point, Scatter
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.design.document import columns, design_provenance, row
from analyzer.report.names import figures, rate, ratio, shoe_title
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.text import Message, Text, Value, message, plural

_ROWS_SHOWN = 50
MOST_DRAWN = 2_000
"""About how many paytables a plot shows in addition to those joined."""

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


def design_page(found: Designs, limit: int | None = None) -> Page:
    """The first paytables in the order wanted, and how many there are; where there is none, the nearest."""
    rows = tuple(row(found, design) for design in found.first(_ROWS_SHOWN if limit is None else limit))
    notes = tuple(_notes(found, len(rows)))
    if found.proven_none and any(found.nearest):
        return Page((_nearest(found, notes),), design_provenance(found), _title(found))
    return Page((Table(_title(found), columns(found), rows, notes),), design_provenance(found))


def _title(found: Designs) -> Message:
    bet, shoe = found.space.draft.bet.title, shoe_title(found.report.shoe)
    return message("{bet}, {shoe}: paytables", bet=bet, shoe=shoe)


def _nearest(found: Designs, notes: tuple[Text, ...]) -> Table:
    """The paytables nearest to a band of the edge that holds none."""
    sides = zip((message("below"), message("above")), found.nearest, strict=True)
    rows = tuple((side, *row(found, design)) for side, design in sides if design is not None)
    title = message("Nearest house edges within all other limits")
    return Table(title, (Column("where", message("Edge"), "text"), *columns(found)), rows, notes)


def _notes(found: Designs, shown: int | None) -> Iterator[Text]:
    """What was searched and found, and which of it is shown: the first rows, or None on a chart."""
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
    if limits := tuple(_limits(found)):
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
        if shown is not None:
            yield from _order_notes(found, shown)
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


def _order_notes(found: Designs, shown: int) -> Iterator[Text]:
    if found.wanted.pareto is not None:
        edge, volatility = found.wanted.pareto
        yield message(
            "{n} of them are on the Pareto front: no other has {edge} or {volatility} without "
            "being worse in the other.",
            n=found.listed,
            edge=_BETTER[edge],
            volatility=_BETTER[volatility],
        )
    order = _RANKED.get(found.wanted.rank or "", message("in the order of the pays"))
    if shown < found.listed:
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


def _limits(found: Designs) -> Iterator[Text]:
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
        first, second = (label(pay) if isinstance(pay, str) else figures([pay], "") for pay in (more, less))
        yield message("{more} pays at least what {less} pays", more=first, less=second)
    if found.most_yield is not None:
        yield message("a counter gains at most {rate} units per coup", rate=ratio(found.most_yield))


def _ends(ends: Ends, show: Callable[[Fraction], Value]) -> Message:
    low, high = (None if end is None else show(end) for end in ends)
    if low is None:
        return message("at most {x}", x=high or "")
    if high is None:
        return message("at least {x}", x=low)
    return (
        message("exactly {x}", x=low) if low == high else message("from {low} to {high}", low=low, high=high)
    )


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
    notes = list(_notes(found, None))
    if len(sampled) < found.found:
        notes.append(
            message("Drawn: {n} of {found} paytables, evenly taken.", n=len(sampled), found=found.found)
        )
    notes.append(
        message(
            "Joined, {n} paytables: no other has {edge} or {volatility} without being worse in the other.",
            n=len(front),
            edge=_BETTER[directions[0]],
            volatility=_BETTER[directions[1]],
        )
    )
    return Chart(_title(found), (Band((scatter,)),), tuple(notes), design_provenance(found))
