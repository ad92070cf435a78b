"""Paytables found by a search, as a table, a chart and a document."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from operator import attrgetter

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Design, Range
from analyzer.analysis.design.space import Band as Ends
from analyzer.errors import RenderError
from analyzer.exact import ratio_or_none, ratio_text
from analyzer.render.chart import Band, Chart, Point, Scatter
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.page import Page, Verdict
from analyzer.render.table import Table
from analyzer.render.words import Words
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, STANDARD_DEVIATION
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, entries, field_table, headed, record, records, said, through
from analyzer.report.kinds import COUNT, FLAG, ID, PROBABILITY, RATIO, TEXT, WHOLE, by_name, many
from analyzer.report.names import figures, rate, ratio, shoe_title
from analyzer.report.notes import condition, known_cards, multiplied
from analyzer.report.origin import Origin
from analyzer.text import Message, Text, Value, message, plural

_ROWS_SHOWN = 50
MOST_DRAWN = 2_000  # About how many paytables a plot shows, not counting those joined by a line.

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
    """The first paytables in the requested order, and their number; if there are none, the nearest."""
    shown = list(designs.first(_ROWS_SHOWN if limit is None else limit))
    notes = tuple(_notes(designs, len(shown)))
    provenance, verdict = origin_of(designs).provenance, _none_found(designs)
    if verdict and any(designs.nearest):
        return Page((_nearest(designs, notes),), provenance, _title(designs), verdict=verdict)
    table = field_table(_title(designs), shown, columns(designs), notes)
    return Page((table,), provenance, verdict=verdict)


def _none_found(designs: Designs) -> Verdict | None:
    """The verdict that no paytable is within the limits; None if there are some."""
    if not designs.proven_none:
        return None
    answer = message(
        "None of the {n} candidate paytables is within the limits: proven by an exact search of all of them.",
        n=designs.candidates,
    )
    unseen = message(
        "With a limit on the counter's gain, paytables outside the band of house edges are not examined."
    )
    return Verdict(answer, None, () if designs.most_yield is None else (unseen,))


def _title(designs: Designs) -> Message:
    bet, shoe = designs.space.draft.bet.title, shoe_title(designs.report.shoe)
    return message("{bet}, {shoe}: paytables", bet=bet, shoe=shoe)


def _nearest(designs: Designs, notes: tuple[Text, ...]) -> Table:
    """The paytables nearest to the requested band of house edges, which contains none."""
    sides = zip((message("below"), message("above")), designs.nearest, strict=True)
    fields = (headed("where", message("Edge"), "text", 0), through(1, *columns(designs)))
    title = message("Paytables with the nearest house edges, within all other limits")
    return field_table(title, [side for side in sides if side[1] is not None], fields, notes)


def _notes(designs: Designs, shown: int | None) -> Iterator[Text]:
    """What was searched, what was found, and how many rows are `shown`; None for a chart."""
    space, bet = designs.space, designs.space.draft.bet
    pays = tuple(
        message("{bet} at {pays}", bet=name, pays=_range(space.ranges[name])) for name in space.names
    )
    yield from known_cards(designs.question)
    yield from condition(designs.question)
    yield message("Pays tried, to one: {pays}.", pays=pays)
    unchanged = tuple(
        message("{bet} at {pays}", bet=line.id, pays=ratio(line.net))
        for line in bet.lines
        if line.id not in space.draft.names
    )
    if unchanged:
        yield message("Lines that keep their pay: {pays}.", pays=unchanged)
    for name in space.names:
        lines = tuple(line for line, pay_name in space.draft.names.items() if pay_name == name)
        if lines != (name,):
            yield message("{name} is the pay of these lines: {lines}.", name=name, lines=lines)
    if limits := tuple(_limits(designs)):
        yield message("Limits, ends included: {limits}.", limits=limits)
    if designs.wanted.target is not None:
        yield message("Target: a house edge of {edge}.", edge=rate(designs.wanted.target))
    if not designs.proven_none:
        yield plural(
            "{n} of {candidates} candidate paytables is within the limits: counted exactly.",
            "{n} of {candidates} candidate paytables are within the limits: counted exactly.",
            designs.found,
            candidates=designs.candidates,
        )
        if shown is not None:
            yield from _order_notes(designs, shown)
    yield message(
        "House edge: expected loss per unit staked, pushes included; negative where the bettor has the edge."
    )
    yield message("Standard deviation: of the net gain of one unit staked, in units.")
    if designs.gains is not None:
        yield message(
            "Counter's gain: mean gain per coup, in units, of staking one unit whenever the EV is above "
            "zero, over all compositions of {n} unseen cards.",
            n=designs.gains.unseen,
        )
    yield from multiplied(bet)


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
        yield message("The first {n} are shown, {order}; --limit shows more.", n=shown, order=order)
    else:
        yield message("All are shown, {order}.", order=order)


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
        first, second = (pay if isinstance(pay, str) else figures([pay], "") for pay in (more, less))
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
        raise RenderError("no paytable is within the limits, so there is nothing to plot")
    directions = designs.wanted.pareto or ("low-edge", "low-sd")
    front = [designs.space.design(number) for number in designs.front(*directions)]
    sampled = designs.sample(MOST_DRAWN)
    scatter = Scatter(
        message("House edge and standard deviation: one dot per paytable"),
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
            message("{n} of {found} paytables are drawn, evenly spaced.", n=len(sampled), found=designs.found)
        )
    notes.append(
        message(
            "The line joins {n} paytables: no other has {edge} or {volatility} without being worse in the "
            "other.",
            n=len(front),
            edge=_BETTER[directions[0]],
            volatility=_BETTER[directions[1]],
        )
    )
    return Chart(_title(designs), (Band((scatter,)),), tuple(notes), origin_of(designs).provenance)


_FIGURES: list[Field[Design]] = [  # The figures of a bet with a paytable.
    Field(HOUSE_EDGE),
    Field(HIT_RATE, kind=PROBABILITY),
    Field(STANDARD_DEVIATION, attrgetter("variance")),
]

_ROWS_PER_PIECE = 512
_PAIRS = many(many(TEXT, minItems=2, maxItems=2))


def _names(design: Design) -> Mapping[str, Fraction] | None:
    """The pays by the names of open pays, if a name differs from that of its line; otherwise None."""
    return design.chosen if any(name != line for line, name in design.space.draft.names.items()) else None


_PAYTABLE: Fields[tuple[Designs, Design]] = (  # The fields of each paytable found.
    through(1, said("pays", by_name(RATIO)), _FIGURES, said("names", by_name(RATIO), _names, absent=True)),
    said("yield", RATIO, lambda listed: listed[0].gain_of(listed[1]), absent=True),
)

_ROW = record(_PAYTABLE)
_NEAREST = (said("below", _ROW.optional, 0), said("above", _ROW.optional, 1))


def _nearest_found(designs: Designs) -> list[tuple[Designs, Design] | None] | None:
    """The nearest paytables, if none is within the limits and the counter's gain has no limit; or None."""
    if not designs.proven_none or designs.most_yield is not None:
        return None
    return [None if design is None else (designs, design) for design in designs.nearest]


def design_document(designs: Designs, limit: int | None = None) -> Iterator[str]:
    """The document of the first `limit` paytables, or of all, in pieces to be written one by one."""
    document = json.dumps(DESIGN.of((designs, limit)), ensure_ascii=False, indent=1)
    head, _, rest = document.partition('"paytables": []')
    entries = (
        json.dumps(_ROW.entry((designs, design)), ensure_ascii=False) for design in designs.first(limit)
    )
    yield f'{head}"paytables": ['
    between = "\n"
    while piece := list(islice(entries, _ROWS_PER_PIECE)):
        yield between + ",\n".join(f"  {entry}" for entry in piece)
        between = ",\n"
    yield f"\n ]{rest}\n"


def _ranges(designs: Designs) -> dict[str, str]:
    """The pays tried, by name, as a command accepts them."""
    return {name: _range_text(designs.space.ranges[name]) for name in designs.space.names}


def _pareto(designs: Designs) -> str | None:
    return None if designs.wanted.pareto is None else ",".join(designs.wanted.pareto)


def _range_text(pays: Range) -> str:
    """A range of pays as a command accepts it."""
    if pays.low == pays.high:
        return ratio_text(pays.low)
    step = "" if pays.step == 1 else f":{ratio_text(pays.step)}"
    return f"{ratio_text(pays.low)}..{ratio_text(pays.high)}{step}"


def _ends(ends: Ends) -> str | None:
    """Two ends as a command accepts them, except that rates are written as ratios; None if both are open."""
    return None if ends == OPEN else "..".join(ratio_or_none(end) or "" for end in ends)


_LIMITS: Fields[Designs] = (
    said("edge", TEXT, lambda designs: _ends(designs.limits.edge), absent=True),
    said("hit_rate", TEXT, lambda designs: _ends(designs.limits.hit_rate), absent=True),
    said("sd", TEXT, lambda designs: _ends(designs.limits.deviation), absent=True),
    said("exposure", TEXT, lambda designs: ratio_or_none(designs.limits.exposure), absent=True),
    said(
        "at_least", _PAIRS, lambda d: [list(map(str, pair)) for pair in d.limits.falling] or None, absent=True
    ),
    said("unseen", COUNT, lambda designs: designs.gains and designs.gains.unseen, absent=True),
    said("max_yield", TEXT, lambda designs: ratio_or_none(designs.most_yield), absent=True),
    said("target", TEXT, lambda designs: ratio_or_none(designs.wanted.target), absent=True),
)
_DESIGNS: Fields[tuple[Designs, int | None]] = (
    through(
        0,
        said("bet", ID, "space.draft.bet.id"),
        said("paytables", records(_PAYTABLE), lambda designs: ()),
        said("proven_none", FLAG),
        said("found", WHOLE),
        said("candidates", WHOLE),
    ),
    said("shown", COUNT, lambda answer: min(answer[0].listed, answer[1] or answer[0].listed)),
    through(
        0,
        said("ranges", by_name(TEXT), _ranges),
        said("limits", record(_LIMITS), lambda designs: designs),
        said("rank", TEXT.optional, "wanted.rank"),
        said("pareto", TEXT.optional, _pareto),
        said("nearest", record(_NEAREST), _nearest_found, absent=True),
    ),
)


def origin_of(designs: Designs) -> Origin:
    """What decided a search: bet, rules, shoe, pays tried, and limits."""
    bet, options = designs.space.draft.bet, {f"pays {name}": pays for name, pays in _ranges(designs).items()}
    for key, value in entries(_LIMITS, designs).items():
        pairs = " ".join(map(">=".join, value)) if isinstance(value, list) else str(value)
        options[key.replace("_", " ")] = pairs
    wanted = {"rank": designs.wanted.rank, "pareto": _pareto(designs)}
    options |= {key: value for key, value in wanted.items() if value is not None}
    shown = {"bet": bet.reference, "variant": None}
    return Origin(designs.report.question, (bet,), tuple(options.items()), (), {"variant": None}, shown)


DESIGN: Document[tuple[Designs, int | None]] = Document(
    "design", 2, "design", _DESIGNS, lambda answer: origin_of(answer[0])
)


def pays_and_figures(names: Iterable[str]) -> list[Field[Design]]:
    """A column for the pay of each name, then the figures of the bet."""
    heads = {name: Message("{name}", (("name", name),)) for name in names}  # the names that `--pays` accepts
    pays = (
        headed(name, head, "ratio", lambda design, name=name: design.chosen[name])
        for name, head in heads.items()
    )
    return [*pays, *_FIGURES]


def columns(designs: Designs) -> list[Field[Design]]:
    """The columns of the paytables found."""
    gain = headed("yield", message("Counter's gain"), "percent", designs.gain_of)
    return [*pays_and_figures(designs.space.names), *(() if designs.gains is None else (gain,))]


def design_csv(designs: Designs, limit: int | None, words: Words) -> Iterator[str]:
    """The first `limit` paytables, or all, as comma-separated values in pieces of several rows."""
    fields = columns(designs)
    rows = (tuple(field.cell(design) for field in fields) for design in designs.first(limit))
    lines = csv_lines([field.column for field in fields], rows, words)
    while piece := "".join(islice(lines, _ROWS_PER_PIECE)):
        yield piece
