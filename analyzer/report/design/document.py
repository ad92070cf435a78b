"""Paytables found by a search, and bets with open pays, as documents for machines."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Band, Design, Range
from analyzer.exact import ratio_or_none, ratio_text
from analyzer.phrases.labels import label
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, STANDARD_DEVIATION
from analyzer.report.document import Document
from analyzer.report.fields import Fields, entries, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, ID, PROBABILITY, RATIO, ROOT, TEXT, WHOLE, by_name, many
from analyzer.report.origin import Origin
from analyzer.text import message

FIGURES = (HOUSE_EDGE, HIT_RATE, STANDARD_DEVIATION)
"""Columns for what a bet is worth with a paytable."""

_ROWS_PER_PIECE = 512
_PAIRS = many(many(TEXT, minItems=2, maxItems=2))


def _names(design: Design) -> Mapping[str, Fraction] | None:
    """The pays by the names of open pays, where a name is not that of its line."""
    return design.chosen if any(name != line for line, name in design.space.draft.names.items()) else None


_PAYTABLE: Fields[tuple[Designs, Design]] = (
    through(
        1,
        said("pays", by_name(RATIO)),
        said("house_edge"),
        said("hit_rate", PROBABILITY),
        said("standard_deviation", ROOT, "variance"),
        said("names", by_name(RATIO), _names, absent=True),
    ),
    said("yield", RATIO, lambda listed: listed[0].gain_of(listed[1]), absent=True),
)
"""What is said of one of the paytables found."""

_ROW = record(_PAYTABLE)
_NEAREST = (said("below", _ROW.optional, 0), said("above", _ROW.optional, 1))


def _nearest(designs: Designs) -> list[tuple[Designs, Design] | None] | None:
    """The paytables nearest to the limits, if it is proven that none is within them."""
    if not designs.proven_none:
        return None
    return [None if design is None else (designs, design) for design in designs.nearest]


def design_document(designs: Designs, limit: int | None = None) -> Iterator[str]:
    """The document of the first `limit` paytables, or all, in pieces that can be written one by one."""
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


def _ends(ends: Band) -> str | None:
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
        said_as(WHOLE, "found", "candidates"),
    ),
    said("shown", COUNT, lambda answer: min(answer[0].listed, answer[1] or answer[0].listed)),
    through(
        0,
        said("ranges", by_name(TEXT), _ranges),
        said("limits", record(_LIMITS), lambda designs: designs),
        said("rank", TEXT.optional, "wanted.rank"),
        said("pareto", TEXT.optional, _pareto),
        said("nearest", record(_NEAREST), _nearest, absent=True),
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


def pay_columns(names: Iterable[str]) -> Iterator[Column]:
    """A column for each name's pay."""
    return (Column(name, label(name), "ratio") for name in names)


def paytable_cells(design: Design) -> tuple[Cell, ...]:
    """The pays of a paytable, then its FIGURES."""
    return (*design.chosen.values(), design.house_edge, design.hit_rate, design.variance)


def columns(designs: Designs) -> tuple[Column, ...]:
    """A column for each name's pay, then what the bet is worth."""
    gain = () if designs.gains is None else (Column("yield", message("Counter's gain"), "percent"),)
    return (*pay_columns(designs.space.names), *FIGURES, *gain)


def row(designs: Designs, design: Design) -> tuple[Cell, ...]:
    """The cells of `columns` for one paytable."""
    gain = designs.gain_of(design)
    return paytable_cells(design) if gain is None else (*paytable_cells(design), gain)


def design_csv(designs: Designs, limit: int | None, words: Words) -> Iterator[str]:
    """The first `limit` paytables, or all, as comma-separated values, in pieces of several rows."""
    lines = csv_lines(columns(designs), (row(designs, design) for design in designs.first(limit)), words)
    while piece := "".join(islice(lines, _ROWS_PER_PIECE)):
        yield piece
