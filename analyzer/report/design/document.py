"""Paytables by target, as documents for machines: rows as they come, so that there may be any number of them.

Lays out what the search found; searches nothing itself.
"""

import json
from collections.abc import Iterator
from itertools import islice

from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import OPEN, Design, Range
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.phrases.labels import label
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words
from analyzer.text import message

_AT_ONCE = 512
"""Rows that make one piece."""


def design_document(found: Designs, limit: int | None = None) -> Iterator[str]:
    """The paytables as a document of exact texts, piece by piece, rows as they come."""
    shown = found.first(limit)
    head = json.dumps(found.space.draft.bet.id, ensure_ascii=False)
    rest = json.dumps(_rest(found, limit), ensure_ascii=False, indent=1)
    yield f'{{\n "bet": {head},\n "paytables": ['
    between = "\n"
    while some := list(islice(shown, _AT_ONCE)):
        rows = ",\n".join(f"  {json.dumps(_entry(found, design), ensure_ascii=False)}" for design in some)
        yield between + rows
        between = ",\n"
    yield f"\n ],{rest[1:]}\n"


def _entry(found: Designs, design: Design) -> dict[str, object]:
    entry: dict[str, object] = {
        "pays": {line: ratio_text(pay) for line, pay in design.pays.items()},
        "house_edge": ratio_text(design.house_edge),
        "hit_rate": ratio_text(design.hit_rate),
        "standard_deviation": design.standard_deviation,
    }
    if any(name != line for line, name in found.space.draft.names.items()):
        entry["names"] = {name: ratio_text(pay) for name, pay in design.chosen.items()}
    gain = found.gain_of(design)
    if gain is not None:
        entry["yield"] = ratio_text(gain)
    return entry


def _rest(found: Designs, limit: int | None) -> dict[str, object]:
    space = found.space
    document: dict[str, object] = {
        "proven_none": found.proven_none,
        "found": str(found.found),
        "candidates": str(found.candidates),
        "shown": min(found.listed, found.listed if limit is None else limit),
        "rules": found.report.rules.id,
        "shoe": str(found.report.shoe),
        "ranges": {name: range_text(space.ranges[name]) for name in space.names},
        "limits": dict(limits_of(found)),
        "rank": found.wanted.rank,
        "pareto": None if found.wanted.pareto is None else ",".join(found.wanted.pareto),
    }
    if found.proven_none:
        below, above = found.nearest
        document["nearest"] = {
            "below": None if below is None else _entry(found, below),
            "above": None if above is None else _entry(found, above),
        }
    document["provenance"] = provenance(found).document()
    return document


def range_text(pays: Range) -> str:
    """A range of pays as a command takes it."""
    if pays.low == pays.high:
        return ratio_text(pays.low)
    step = "" if pays.step == 1 else f":{ratio_text(pays.step)}"
    return f"{ratio_text(pays.low)}..{ratio_text(pays.high)}{step}"


def limits_of(found: Designs) -> Iterator[tuple[str, object]]:
    """What is limited, as a command takes it, but rates as ratios."""
    limits = found.limits
    for key, ends in (("edge", limits.edge), ("hit_rate", limits.hit_rate), ("sd", limits.deviation)):
        if ends != OPEN:
            yield key, "..".join("" if end is None else ratio_text(end) for end in ends)
    if limits.exposure is not None:
        yield "exposure", ratio_text(limits.exposure)
    if limits.falling:
        yield "at_least", [[str(more), str(less)] for more, less in limits.falling]
    if found.gains is not None:
        yield "unseen", found.gains.unseen
    if found.most_yield is not None:
        yield "max_yield", ratio_text(found.most_yield)
    if found.wanted.target is not None:
        yield "target", ratio_text(found.wanted.target)


def provenance(found: Designs) -> Provenance:
    """What was asked for."""
    space, report = found.space, found.report
    facts = [
        ("bet", space.draft.bet.reference),
        ("rules", report.rules.id),
        ("shoe", str(report.shoe)),
        *((f"pays {name}", range_text(space.ranges[name])) for name in space.names),
        *((key.replace("_", " "), _fact(value)) for key, value in limits_of(found)),
    ]
    if found.wanted.rank is not None:
        facts.append(("rank", found.wanted.rank))
    if found.wanted.pareto is not None:
        facts.append(("pareto", ",".join(found.wanted.pareto)))
    return Provenance(tuple(facts), rules_and_bets(report.rules, [space.draft.bet]))


def _fact(value: object) -> str:
    """A limit in one line; of pairs, the line that must pay at least as much first."""
    if isinstance(value, list):
        return " ".join(">=".join(pair) for pair in value)
    return str(value)


def columns(found: Designs) -> tuple[Column, ...]:
    """A column for each name's pay, then what the bet is worth."""
    names = found.space.names
    return (
        *(Column(name, label(name), "ratio") for name in names),
        Column("house_edge", message("House edge"), "percent"),
        Column("hit_rate", message("Hit rate"), "percent"),
        Column("standard_deviation", message("Standard deviation"), "root"),
        *([Column("yield", message("Counter's gain"), "percent")] if found.gains is not None else []),
    )


def row(found: Designs, design: Design) -> tuple[Cell, ...]:
    """The cells of those columns for a paytable."""
    gain = found.gain_of(design)
    return (
        *design.chosen.values(),
        design.house_edge,
        design.hit_rate,
        design.variance,
        *([] if gain is None else [gain]),
    )


def design_csv(found: Designs, limit: int | None, words: Words) -> Iterator[str]:
    """All paytables, or the first ones, as comma-separated values, rows as they come."""
    shown = found.first(limit)
    lines = csv_lines(columns(found), (row(found, design) for design in shown), words)
    while some := "".join(islice(lines, _AT_ONCE)):
        yield some
