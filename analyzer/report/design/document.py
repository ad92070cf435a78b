"""Paytables found by a search, and bets with open pays, as documents for machines."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from analyzer.analysis.design.limits import OPEN
from analyzer.analysis.design.polynomial import Polynomial, written
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.solve import DraftOnShoe, ForDeviation, ForEdge, Solutions, Whole
from analyzer.analysis.design.space import Design, Range
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules, rules_and_bets
from analyzer.exact import ratio_or_none, ratio_text, root_text
from analyzer.phrases.labels import label
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.page import Provenance
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, STANDARD_DEVIATION
from analyzer.report.fields import exact_entry, root_entry
from analyzer.text import message

FIGURES = (HOUSE_EDGE, HIT_RATE, STANDARD_DEVIATION)
"""Columns for what a bet is worth with a paytable."""

_ROWS_PER_PIECE = 512
_ROOT_DIGITS = 15


def design_document(designs: Designs, limit: int | None = None) -> Iterator[str]:
    """The paytables as a document of exact texts, in pieces that can be written one by one."""
    entries = (json.dumps(_entry(designs, design), ensure_ascii=False) for design in designs.first(limit))
    yield f'{{\n "bet": {json.dumps(designs.space.draft.bet.id, ensure_ascii=False)},\n "paytables": ['
    between = "\n"
    while piece := list(islice(entries, _ROWS_PER_PIECE)):
        yield between + ",\n".join(f"  {entry}" for entry in piece)
        between = ",\n"
    rest = json.dumps(_rest(designs, limit), ensure_ascii=False, indent=1)
    yield f"\n ],{rest[1:]}\n"


def _entry(designs: Designs, design: Design) -> dict[str, object]:
    entry: dict[str, object] = {
        "pays": {line: ratio_text(pay) for line, pay in design.pays.items()},
        **exact_entry(design, "house_edge", "hit_rate"),
        "standard_deviation": root_entry(design.variance),
    }
    if any(name != line for line, name in designs.space.draft.names.items()):
        entry["names"] = {name: ratio_text(pay) for name, pay in design.chosen.items()}
    if (gain := designs.gain_of(design)) is not None:
        entry["yield"] = ratio_text(gain)
    return entry


def _rest(designs: Designs, limit: int | None) -> dict[str, object]:
    space = designs.space
    document: dict[str, object] = {
        "proven_none": designs.proven_none,
        "found": str(designs.found),
        "candidates": str(designs.candidates),
        "shown": min(designs.listed, designs.listed if limit is None else limit),
        "rules": designs.report.rules.id,
        "shoe": str(designs.report.shoe),
        "ranges": {name: _range_text(space.ranges[name]) for name in space.names},
        "limits": dict(_limits(designs)),
        "rank": designs.wanted.rank,
        "pareto": None if designs.wanted.pareto is None else ",".join(designs.wanted.pareto),
    }
    if designs.proven_none:
        document["nearest"] = {
            where: None if design is None else _entry(designs, design)
            for where, design in zip(("below", "above"), designs.nearest, strict=True)
        }
    document["provenance"] = design_provenance(designs).document()
    return document


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


def design_provenance(designs: Designs) -> Provenance:
    """The question: bet, rules, shoe, pays tried, and limits."""
    space, report = designs.space, designs.report
    facts = {"bet": space.draft.bet.reference, "rules": report.rules.id, "shoe": str(report.shoe)}
    facts |= {f"pays {name}": _range_text(space.ranges[name]) for name in space.names}
    facts |= {key.replace("_", " "): _fact(value) for key, value in _limits(designs)}
    if designs.wanted.rank is not None:
        facts["rank"] = designs.wanted.rank
    if designs.wanted.pareto is not None:
        facts["pareto"] = ",".join(designs.wanted.pareto)
    return Provenance(tuple(facts.items()), rules_and_bets(report.rules, [space.draft.bet]))


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


def solve_document(result: Solutions) -> dict[str, object]:
    """Polynomials, pays and what moves the edge, as exact texts.

    Keys of `sensitivity` are numbers of decks, or `shoe`; its `pays` are the changes of the house edge when a
    pay rises by one unit.
    """
    bet = result.draft.bet
    if result.solutions:
        cases = {"solved": list(map(_solved, result.cases))}
    else:
        cases = {"polynomials": list(map(_polynomials, result.cases))}
    return {
        "bet": bet.id,
        "edge": None if result.edge is None else _ends(*result.edge),
        "sd": ratio_or_none(result.sd),
        **cases,
        "sensitivity": {str(case.decks or "shoe"): _sensitivity(case) for case in result.cases},
        "paytable": bet.paytable,
        "name": bet.title,
        "rules": result.question.rules.id,
        "shoe": _text(result.shoe),
        "provenance": solve_provenance(result).document(),
    }


def _text(value: object | None) -> str | None:
    return None if value is None else str(value)


def _ends(low: Fraction | Polynomial | None, high: Fraction | Polynomial | None) -> object:
    """One text if both ends are the same, else a list of both; an open end is None."""
    return str(low) if low == high else [_text(low), _text(high)]


def _solved(case: DraftOnShoe) -> dict[str, object]:
    solution = case.solution
    entry: dict[str, object] = {"decks": case.decks, "name": None if solution is None else solution.name}
    if isinstance(solution, ForEdge):
        whole = solution.whole
        entry |= {
            "pay": _ends(solution.low, solution.high),
            "below": _whole(solution.below),
            "above": _whole(solution.above),
            "whole": None if whole is None else [str(end) for end in whole],
            "commission": ratio_or_none(solution.commission),
        }
    elif isinstance(solution, ForDeviation):
        entry["pays"] = [
            {"pay": str(root), "decimal": root.decimal(_ROOT_DIGITS)}
            | dict(zip(("below", "above"), map(_whole, solution.around(root)), strict=True))
            for root in solution.roots
        ]
    return entry | _decks(case)


def _whole(whole: Whole | None) -> object:
    if whole is None:
        return None
    deviation = root_text(whole.variance, _ROOT_DIGITS)
    return {"pay": str(whole.pay), **exact_entry(whole, "house_edge"), "standard_deviation": deviation}


def _polynomials(case: DraftOnShoe) -> dict[str, object]:
    symbolic = case.symbolic
    return {
        "decks": case.decks,
        "names": [written(name) for name in symbolic.names],
        "total_ways": str(symbolic.total_ways),
        "ev": str(symbolic.mean),
        "house_edge": str(symbolic.edge),
        "variance": str(symbolic.spread),
        **exact_entry(symbolic, "hit_rate", "push_rate"),
        "lines": [
            {
                "id": line,
                "pays": str(pays_of(case, line)),
                "ways": str(ways),
                "probability": ratio_text(symbolic.probability(line)),
                "contribution": str(symbolic.contribution(line)),
            }
            for line, ways in symbolic.ways.items()
        ],
        **_decks(case),
    }


def _decks(case: DraftOnShoe) -> dict[str, object]:
    """The change of the edge with one deck less or more, in the pays still open; `at`: the pays put in."""
    return {
        "one_deck_less": _text(case.sensitivity.fewer),
        "one_deck_more": _text(case.sensitivity.more),
        "at": {name: ratio_text(pay) for name, pay in case.sensitivity.at.items()},
    }


def _sensitivity(case: DraftOnShoe) -> dict[str, object]:
    return {
        "pays": {name: ratio_text(change) for name, change in case.sensitivity.pays.items()},
        "commission_point": ratio_or_none(case.sensitivity.commission),
    }


def pays_of(case: DraftOnShoe, line: str) -> Fraction | str:
    """What a line pays: an open pay's name as polynomials write it, or else its net gain."""
    name = case.symbolic.draft.names.get(line)
    return case.symbolic.draft.bet.nets[line] if name is None else written(name)


def solve_provenance(result: Solutions) -> Provenance:
    """The question, with digests of the rules and the draft; the latter includes the names of open pays."""
    facts = {"bet": result.draft.bet.reference, "rules": result.question.rules.id}
    if result.shoe is None:
        facts["decks"] = " ".join(dict.fromkeys(str(case.decks) for case in result.cases))
    else:
        facts["shoe"] = str(result.shoe)
    if result.solutions:
        facts["solve"] = " ".join(dict.fromkeys(solution.name for solution in result.solutions))
    if result.edge is not None:
        facts["edge"] = "..".join(ratio_or_none(end) or "" for end in dict.fromkeys(result.edge))
    if result.sd is not None:
        facts["sd"] = ratio_text(result.sd)
    bet = digest({"bet": digest_of_bet(result.draft.bet), "names": dict(result.draft.names)})
    digests = (("rules", digest_of_rules(result.question.rules)), ("bet", bet))
    return Provenance(tuple(facts.items()), digests)
