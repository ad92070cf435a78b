"""Paytables by target and bets with open pays, as documents for machines."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice

from analyzer.analysis.design.limits import OPEN
from analyzer.analysis.design.polynomial import Polynomial, written
from analyzer.analysis.design.search import Designs
from analyzer.analysis.design.solve import DraftOnShoe, ForDeviation, ForEdge, Solutions, Whole
from analyzer.analysis.design.space import Design, Range
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_or_none, ratio_text, root_text
from analyzer.phrases.labels import label
from analyzer.render.formats.delimited import csv_lines
from analyzer.render.page import Provenance
from analyzer.render.table import Cell, Column
from analyzer.render.words import Words
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, STANDARD_DEVIATION
from analyzer.report.fields import exact_entry
from analyzer.text import message

FIGURES = (HOUSE_EDGE, HIT_RATE, STANDARD_DEVIATION)
"""What a bet is worth by a paytable."""

_ROWS_PER_PIECE = 512
_ROOT_DIGITS = 15


def design_document(found: Designs, limit: int | None = None) -> Iterator[str]:
    """The paytables as a document of exact texts, piece by piece, rows as they come."""
    entries = (json.dumps(_entry(found, design), ensure_ascii=False) for design in found.first(limit))
    yield f'{{\n "bet": {json.dumps(found.space.draft.bet.id, ensure_ascii=False)},\n "paytables": ['
    between = "\n"
    while piece := list(islice(entries, _ROWS_PER_PIECE)):
        yield between + ",\n".join(f"  {entry}" for entry in piece)
        between = ",\n"
    rest = json.dumps(_rest(found, limit), ensure_ascii=False, indent=1)
    yield f"\n ],{rest[1:]}\n"


def _entry(found: Designs, design: Design) -> dict[str, object]:
    entry: dict[str, object] = {
        "pays": {line: ratio_text(pay) for line, pay in design.pays.items()},
        **exact_entry(design, "house_edge", "hit_rate", "standard_deviation"),
    }
    if any(name != line for line, name in found.space.draft.names.items()):
        entry["names"] = {name: ratio_text(pay) for name, pay in design.chosen.items()}
    if (gain := found.gain_of(design)) is not None:
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
        "ranges": {name: _range_text(space.ranges[name]) for name in space.names},
        "limits": dict(_limits(found)),
        "rank": found.wanted.rank,
        "pareto": None if found.wanted.pareto is None else ",".join(found.wanted.pareto),
    }
    if found.proven_none:
        document["nearest"] = {
            where: None if design is None else _entry(found, design)
            for where, design in zip(("below", "above"), found.nearest, strict=True)
        }
    document["provenance"] = design_provenance(found).document()
    return document


def _range_text(pays: Range) -> str:
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
            yield key, "..".join(ratio_or_none(end) or "" for end in ends)
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


def design_provenance(found: Designs) -> Provenance:
    """What was asked for."""
    space, report = found.space, found.report
    facts = {"bet": space.draft.bet.reference, "rules": report.rules.id, "shoe": str(report.shoe)}
    facts |= {f"pays {name}": _range_text(space.ranges[name]) for name in space.names}
    facts |= {key.replace("_", " "): _fact(value) for key, value in _limits(found)}
    if found.wanted.rank is not None:
        facts["rank"] = found.wanted.rank
    if found.wanted.pareto is not None:
        facts["pareto"] = ",".join(found.wanted.pareto)
    return Provenance(tuple(facts.items()), rules_and_bets(report.rules, [space.draft.bet]))


def _fact(value: object) -> str:
    """A limit in one line; of pairs, the line that must pay at least as much first."""
    if isinstance(value, list):
        return " ".join(">=".join(pair) for pair in value)
    return str(value)


def pay_columns(names: Iterable[str]) -> Iterator[Column]:
    """A column for each name's pay."""
    return (Column(name, label(name), "ratio") for name in names)


def paytable_cells(design: Design) -> tuple[Cell, ...]:
    """What a paytable pays, and FIGURES."""
    return (*design.chosen.values(), design.house_edge, design.hit_rate, design.variance)


def columns(found: Designs) -> tuple[Column, ...]:
    """A column for each name's pay, then what the bet is worth."""
    gain = () if found.gains is None else (Column("yield", message("Counter's gain"), "percent"),)
    return (*pay_columns(found.space.names), *FIGURES, *gain)


def row(found: Designs, design: Design) -> tuple[Cell, ...]:
    """The cells of those columns for a paytable."""
    gain = found.gain_of(design)
    return paytable_cells(design) if gain is None else (*paytable_cells(design), gain)


def design_csv(found: Designs, limit: int | None, words: Words) -> Iterator[str]:
    """All paytables, or the first ones, as comma-separated values, rows as they come."""
    lines = csv_lines(columns(found), (row(found, design) for design in found.first(limit)), words)
    while piece := "".join(islice(lines, _ROWS_PER_PIECE)):
        yield piece


def solve_document(found: Solutions) -> dict[str, object]:
    """Polynomials, pays and what moves the edge, as exact texts.

    Keys of `sensitivity` are numbers of decks, or `shoe`; its `pays` are changes of the house edge for one
    unit more.
    """
    bet = found.draft.bet
    if found.solutions:
        cases = {"solved": list(map(_solved, found.cases))}
    else:
        cases = {"polynomials": list(map(_polynomials, found.cases))}
    return {
        "bet": bet.id,
        "edge": None if found.edge is None else _ends(*found.edge),
        "sd": ratio_or_none(found.sd),
        **cases,
        "sensitivity": {str(case.decks or "shoe"): _sensitivity(case) for case in found.cases},
        "paytable": bet.paytable,
        "name": bet.title,
        "rules": found.question.rules.id,
        "shoe": _text(found.shoe),
        "provenance": solve_provenance(found).document(),
    }


def _text(value: object | None) -> str | None:
    return None if value is None else str(value)


def _ends(low: Fraction | Polynomial | None, high: Fraction | Polynomial | None) -> object:
    """One text where both ends are the same, else both, None for an open one."""
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
    """How the edge changes with the decks, in the names still open, and the pays put in for it."""
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
    """What a line pays: a name as polynomials write it, or a net gain."""
    name = case.symbolic.draft.names.get(line)
    return case.symbolic.draft.bet.nets[line] if name is None else written(name)


def solve_provenance(found: Solutions) -> Provenance:
    """What was asked, and digests of what it was asked of; a draft's with the names that it pays."""
    facts = {"bet": found.draft.bet.reference, "rules": found.question.rules.id}
    if found.shoe is None:
        facts["decks"] = " ".join(dict.fromkeys(str(case.decks) for case in found.cases))
    else:
        facts["shoe"] = str(found.shoe)
    if found.solutions:
        facts["solve"] = " ".join(dict.fromkeys(solution.name for solution in found.solutions))
    if found.edge is not None:
        facts["edge"] = "..".join(ratio_or_none(end) or "" for end in dict.fromkeys(found.edge))
    if found.sd is not None:
        facts["sd"] = ratio_text(found.sd)
    bet = digest({"bet": digest_of_bet(found.draft.bet), "names": dict(found.draft.names)})
    digests = (("rules", digest_of_rules(found.question.rules)), ("bet", bet))
    return Provenance(tuple(facts.items()), digests)
