"""Paytables found by a search, and bets with open pays, as documents for machines."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from operator import itemgetter, methodcaller

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Design, Range
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import ratio_or_none, ratio_text
from analyzer.phrases.labels import label
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.page import Provenance
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, STANDARD_DEVIATION
from analyzer.report.document import Document
from analyzer.report.fields import Fields, record, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, ID, PROBABILITY, RATIO, ROOT, TEXT, WHOLE, by_name, many
from analyzer.report.origin import Origin
from analyzer.text import message

FIGURES = (HOUSE_EDGE, HIT_RATE, STANDARD_DEVIATION)
"""Columns for what a bet is worth with a paytable."""

_ROWS_PER_PIECE = 512


_Listed = tuple[Designs, Design]
"""A search, and one of the paytables found."""

_PAYTABLE: Fields[_Listed] = (
    said("pays", by_name(RATIO), lambda listed: listed[1].pays),
    *through(1, (said("house_edge"), said("hit_rate", PROBABILITY))),
    said("standard_deviation", ROOT, lambda listed: listed[1].variance),
    said("names", by_name(RATIO), lambda listed: _names(*listed), absent=True),
    said("yield", RATIO, lambda listed: listed[0].gain_of(listed[1]), absent=True),
)
_ROW = record(_PAYTABLE)


def _names(designs: Designs, design: Design) -> Mapping[str, Fraction] | None:
    """The pays by the names of open pays, where a name is not that of its line."""
    return design.chosen if any(name != line for line, name in designs.space.draft.names.items()) else None


def _nearest(designs: Designs) -> dict[str, object] | None:
    """The paytables nearest to the limits, if it is proven that none is within them."""
    if not designs.proven_none:
        return None
    near = zip(("below", "above"), designs.nearest, strict=True)
    return {where: design and (designs, design) for where, design in near}


_NEAREST = (
    said("below", _ROW.optional, itemgetter("below")),
    said("above", _ROW.optional, itemgetter("above")),
)


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


def _shown(designs: Designs, limit: int | None) -> int:
    return designs.listed if limit is None else min(designs.listed, limit)


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


def _limits(designs: Designs) -> Iterator[tuple[str, object]]:
    """The limits by option, as a command accepts them, except that rates are written as ratios."""
    limits = designs.limits
    for key, ends in (("edge", limits.edge), ("hit_rate", limits.hit_rate), ("sd", limits.deviation)):
        if ends != OPEN:
            yield key, "..".join(ratio_or_none(end) or "" for end in ends)
    if limits.exposure is not None:
        yield "exposure", ratio_text(limits.exposure)
    if limits.falling:
        yield "at_least", [[str(more), str(less)] for more, less in limits.falling]
    if designs.gains is not None:
        yield "unseen", designs.gains.unseen
    if designs.most_yield is not None:
        yield "max_yield", ratio_text(designs.most_yield)
    if designs.wanted.target is not None:
        yield "target", ratio_text(designs.wanted.target)


_LIMITS = tuple(
    said(key, kind, methodcaller("get", key), absent=True)
    for key, kind in {
        "edge": TEXT,
        "hit_rate": TEXT,
        "sd": TEXT,
        "exposure": TEXT,
        "at_least": many(many(TEXT, minItems=2, maxItems=2)),
        "unseen": COUNT,
        "max_yield": TEXT,
        "target": TEXT,
    }.items()
)
_DESIGNS: Fields[tuple[Designs, int | None]] = (
    *through(
        0,
        (
            said("bet", ID, "space.draft.bet.id"),
            said("paytables", records(_PAYTABLE), lambda designs: ()),
            said("proven_none", FLAG),
            said_as(WHOLE, "found", "candidates"),
        ),
    ),
    said("shown", COUNT, lambda answer: _shown(*answer)),
    *through(
        0,
        (
            said("ranges", by_name(TEXT), _ranges),
            said("limits", record(_LIMITS), lambda designs: dict(_limits(designs))),
            said("rank", TEXT.optional, "wanted.rank"),
            said("pareto", TEXT.optional, _pareto),
            said("nearest", record(_NEAREST), _nearest, absent=True),
        ),
    ),
)


def _options(designs: Designs) -> dict[str, str]:
    """Pays tried and limits, as texts by name."""
    options = {f"pays {name}": pays for name, pays in _ranges(designs).items()}
    options |= {key.replace("_", " "): _fact(value) for key, value in _limits(designs)}
    wanted = {"rank": designs.wanted.rank, "pareto": _pareto(designs)}
    return options | {key: value for key, value in wanted.items() if value is not None}


def design_provenance(designs: Designs) -> Provenance:
    """The question: bet, rules, shoe, pays tried, and limits."""
    bet, report = designs.space.draft.bet, designs.report
    facts = {"bet": bet.reference, "rules": report.rules.id, "shoe": str(report.shoe), **_options(designs)}
    return Provenance(tuple(facts.items()), rules_and_bets(report.rules, [bet]))


DESIGN: Document[tuple[Designs, int | None]] = Document(
    "design",
    2,
    "design",
    _DESIGNS,
    lambda answer: Origin(
        answer[0].report.question,
        (answer[0].space.draft.bet,),
        tuple(_options(answer[0]).items()),
        known={"variant": None},
    ),
)


def _fact(value: object) -> str:
    """A limit on one line; in a pair, the line that must pay at least as much comes first."""
    if isinstance(value, list):
        return " ".join(">=".join(pair) for pair in value)
    return str(value)


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
