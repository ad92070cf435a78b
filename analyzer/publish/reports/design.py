"""Paytables by target, as a table and a chart for people or a document for machines.

Lays out what the search found; searches nothing itself.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from analyzer.analysis.design.limits import OPEN
from analyzer.analysis.design.limits import Band as Ends
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.space import Design, Range
from analyzer.errors import RenderError
from analyzer.exact import ratio_text
from analyzer.message import Figure, Message, Text, say, say_many
from analyzer.publish.chart import Band, Chart, Point, Scatter
from analyzer.publish.formats.delimited import csv_lines
from analyzer.publish.origins import rules_and_bets
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import figures, ratio, shoe_title
from analyzer.publish.reports.notes import before_the_coup, multiplied
from analyzer.publish.table import Cell, Column, Table
from analyzer.publish.words import Words

SHOWN = 50
"""The most paytables on a page where nothing else is asked for."""

MOST_DRAWN = 2000
"""About how many paytables a plot shows besides those joined."""

_AT_ONCE = 512

RANKED = {
    "edge": say("ranked by house edge, lowest first"),
    "-edge": say("ranked by house edge, highest first"),
    "hit-rate": say("ranked by hit rate, lowest first"),
    "-hit-rate": say("ranked by hit rate, highest first"),
    "sd": say("ranked by standard deviation, lowest first"),
    "-sd": say("ranked by standard deviation, highest first"),
    "target": say("ranked by distance from the target edge, nearest first"),
    "yield": say("ranked by a counter's gain, lowest first"),
    "-yield": say("ranked by a counter's gain, highest first"),
}
BETTER = {
    "low-edge": say("a lower house edge"),
    "high-edge": say("a higher house edge"),
    "low-sd": say("a lower standard deviation"),
    "high-sd": say("a higher standard deviation"),
}


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
        "limits": dict(_limits(found)),
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


def _limits(found: Designs) -> Iterator[tuple[str, object]]:
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
        *((key.replace("_", " "), str(value)) for key, value in _limits(found)),
    ]
    if found.wanted.rank is not None:
        facts.append(("rank", found.wanted.rank))
    if found.wanted.pareto is not None:
        facts.append(("pareto", ",".join(found.wanted.pareto)))
    return Provenance(tuple(facts), rules_and_bets(report.rules, [space.draft.bet]))


def columns(found: Designs) -> tuple[Column, ...]:
    """A column for each name's pay, then what the bet is worth."""
    names = found.space.names
    return (
        *(Column(name, label(name), "ratio") for name in names),
        Column("house_edge", say("House edge"), "percent"),
        Column("hit_rate", say("Hit rate"), "percent"),
        Column("standard_deviation", say("Standard deviation"), "root"),
        *([Column("yield", say("Counter's gain"), "percent")] if found.gains is not None else []),
    )


def _row(found: Designs, design: Design) -> tuple[Cell, ...]:
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
    lines = csv_lines(columns(found), (_row(found, design) for design in shown), words)
    while some := "".join(islice(lines, _AT_ONCE)):
        yield some


def design_page(found: Designs, limit: int | None = None) -> Page:
    """The first paytables in the order wanted, and how many there are; where there is none, the nearest."""
    tables = []
    shown: Iterable[Design] = found.first(SHOWN if limit is None else limit)
    title = say(
        "{bet}, {shoe}: paytables", bet=found.space.draft.bet.name, shoe=shoe_title(found.report.shoe)
    )
    table = Table(title, columns(found), tuple(_row(found, design) for design in shown))
    notes = tuple(_notes(found, len(table.rows)))
    if found.proven_none and any(found.nearest):
        return Page((_nearest(found, notes),), provenance(found), title)
    tables.append(replace(table, notes=notes))
    return Page(tuple(tables), provenance(found))


def _nearest(found: Designs, notes: tuple[Text, ...]) -> Table:
    """The paytables nearest to a band of the edge that holds none."""
    below, above = found.nearest
    rows = tuple(
        (where, *_row(found, design))
        for where, design in ((say("below"), below), (say("above"), above))
        if design is not None
    )
    return Table(
        say("Nearest house edges within all other limits"),
        (Column("where", say("Edge"), "text"), *columns(found)),
        rows,
        notes,
    )


def _notes(found: Designs, shown: int, *, drawn: bool = False) -> Iterator[Text]:
    space, bet = found.space, found.space.draft.bet
    pays = tuple(
        say("{line} {pays}", line=label(name), pays=_range(space.ranges[name])) for name in space.names
    )
    yield say("Pays tried, to one: {pays}.", pays=pays)
    settled = tuple(
        say("{line} {pays}", line=label(line.id), pays=ratio(line.net))
        for line in bet.lines
        if line.id not in space.draft.names
    )
    if settled:
        yield say("Lines that keep their pay: {pays}.", pays=settled)
    for name in space.names:
        lines = tuple(label(line) for line, own in space.draft.names.items() if own == name)
        if lines != (label(name),):
            yield say("{name} is what these lines pay: {lines}.", name=name, lines=lines)
    if limits := tuple(_said(found)):
        yield say("Limits, ends included: {limits}.", limits=limits)
    if found.proven_none:
        yield say(
            "None of the {n} candidates keeps to the limits: proven by an exact search of all of them.",
            n=found.candidates,
        )
    else:
        yield say_many(
            "{n} paytable keeps to the limits, of {candidates} candidates: counted exactly.",
            "{n} paytables keep to the limits, of {candidates} candidates: counted exactly.",
            found.found,
            candidates=found.candidates,
        )
    if found.wanted.pareto is not None and not found.proven_none and not drawn:
        edge, volatility = found.wanted.pareto
        yield say(
            "{n} of them are on the Pareto front: no other has {edge} or {volatility} and is as good "
            "in both.",
            n=found.listed,
            edge=BETTER[edge],
            volatility=BETTER[volatility],
        )
    if not found.proven_none and not drawn:
        order = RANKED.get(found.wanted.rank or "", say("in the order of the pays"))
        if shown < found.listed:
            yield say("Shown: the first {n}, {order} (--limit shows more).", n=shown, order=order)
        else:
            yield say("Shown: all, {order}.", order=order)
    yield say("House edge: expected loss per unit staked, pushes included; negative favours the bettor.")
    yield say("Standard deviation: of the net gain of one unit staked, in units.")
    if found.gains is not None:
        yield say(
            "Counter's gain: units per coup, on average over all {n} unseen cards, of one unit staked "
            "whenever the EV is above zero.",
            n=found.gains.unseen,
        )
    yield from multiplied(bet)
    yield from before_the_coup([bet])


def _range(pays: Range) -> Text:
    if pays.low == pays.high:
        return figures([pays.low], "")
    if pays.step == 1:
        return say("{low} to {high}", low=ratio(pays.low), high=ratio(pays.high))
    return say("{low} to {high} by {step}", low=ratio(pays.low), high=ratio(pays.high), step=ratio(pays.step))


def _said(found: Designs) -> Iterator[Text]:
    limits = found.limits
    if limits.edge != OPEN:
        yield say("house edge {band}", band=_ends(limits.edge, "percent"))
    if limits.hit_rate != OPEN:
        yield say("hit rate {band}", band=_ends(limits.hit_rate, "percent"))
    if limits.deviation != OPEN:
        yield say("standard deviation {band}", band=_ends(limits.deviation, "ratio"))
    if limits.exposure is not None:
        yield say("no unit staked loses more than {units}", units=ratio(limits.exposure))
    for more, less in limits.falling:
        first, second = (label(one) if isinstance(one, str) else figures([one], "") for one in (more, less))
        yield say("{more} pays at least what {less} pays", more=first, less=second)
    if found.most_yield is not None:
        yield say("a counter gains at most {rate} units per coup", rate=ratio(found.most_yield))
    if found.wanted.target is not None:
        yield say("target house edge {edge}", edge=Figure(found.wanted.target, "percent"))


def _ends(ends: Ends, kind: str) -> Message:
    low, high = ends
    if low is not None and high is not None:
        if low == high:
            return say("exactly {x}", x=Figure(low, kind))
        return say("from {low} to {high}", low=Figure(low, kind), high=Figure(high, kind))
    if low is not None:
        return say("at least {x}", x=Figure(low, kind))
    return say("at most {x}", x=Figure(high or 0, kind))


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
        say("House edge against standard deviation: a dot a paytable"),
        say("House edge"),
        say("Standard deviation"),
        (
            *(Point(design.house_edge, design.variance) for design in sampled),
            *(Point(design.house_edge, design.variance, strong=True) for design in front),
        ),
    )
    title = say(
        "{bet}, {shoe}: paytables", bet=found.space.draft.bet.name, shoe=shoe_title(found.report.shoe)
    )
    notes = list(_notes(found, 0, drawn=True))
    if len(sampled) < found.found:
        notes.append(say("Drawn: {n} of {found} paytables, evenly taken.", n=len(sampled), found=found.found))
    notes.append(
        say(
            "Joined, {n} paytables: no other has {edge} or {volatility} and is as good in both.",
            n=len(front),
            edge=BETTER[directions[0]],
            volatility=BETTER[directions[1]],
        )
    )
    return Chart(title, (Band((scatter,)),), tuple(notes), provenance(found))
