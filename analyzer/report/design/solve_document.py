"""Bets with open pays, their polynomials and the pays found, as a document for machines.

Lays out exact values; computes none.
"""

from fractions import Fraction

from analyzer.analysis.design.solve import Case, ForDeviation, ForEdge, Solutions, Whole
from analyzer.analysis.design.symbols import Polynomial, written
from analyzer.bets.digest import digest, digest_of_bet, digest_of_rules
from analyzer.exact import ratio_text, root_text
from analyzer.render.provenance import Provenance

_DIGITS = 15


def solve_document(found: Solutions) -> dict[str, object]:
    """Polynomials, pays and what moves the edge, as exact texts.

    Keys of `sensitivity` are numbers of decks, or `shoe`; its `pays` are changes of the house edge for one
    unit more.
    """
    bet = found.draft.bet
    document: dict[str, object] = {
        "bet": bet.id,
        "edge": None if found.edge is None else _ends(*found.edge),
        "sd": None if found.sd is None else ratio_text(found.sd),
    }
    if found.solutions:
        document["solved"] = [_solved(case) for case in found.cases]
    else:
        document["polynomials"] = [_polynomials(case) for case in found.cases]
    document |= {
        "sensitivity": {str(case.decks or "shoe"): _sensitivity(case) for case in found.cases},
        "paytable": bet.paytable,
        "name": bet.title,
        "rules": found.question.rules.id,
        "shoe": None if found.shoe is None else str(found.shoe),
        "provenance": provenance(found).document(),
    }
    return document


def _ends(low: Fraction | Polynomial | None, high: Fraction | Polynomial | None) -> object:
    """One text for two that are alike, else both, None where there is none."""
    return str(low) if low == high else [None if end is None else str(end) for end in (low, high)]


def _solved(case: Case) -> dict[str, object]:
    solution = case.solution
    entry: dict[str, object] = {"decks": case.decks, "name": None if solution is None else solution.name}
    if isinstance(solution, ForEdge):
        whole = solution.whole
        entry |= {
            "pay": _ends(solution.low, solution.high),
            "below": _whole(solution.below),
            "above": _whole(solution.above),
            "whole": None if whole is None else [str(end) for end in whole],
            "commission": None if solution.commission is None else ratio_text(solution.commission),
        }
    elif isinstance(solution, ForDeviation):
        entry["pays"] = [
            {
                "pay": str(root),
                "decimal": root.decimal(_DIGITS),
                "below": _whole(below),
                "above": _whole(above),
            }
            for root in solution.roots
            for below, above in [solution.around(root)]
        ]
    return entry | _decks(case)


def _whole(whole: Whole | None) -> object:
    if whole is None:
        return None
    return {
        "pay": str(whole.pay),
        "house_edge": ratio_text(whole.house_edge),
        "standard_deviation": root_text(whole.variance, _DIGITS),
    }


def _polynomials(case: Case) -> dict[str, object]:
    symbolic = case.symbolic
    return {
        "decks": case.decks,
        "names": [written(name) for name in symbolic.names],
        "total_ways": str(symbolic.total_ways),
        "ev": str(symbolic.mean),
        "house_edge": str(symbolic.edge),
        "variance": str(symbolic.spread),
        "hit_rate": ratio_text(symbolic.hit_rate),
        "push_rate": ratio_text(symbolic.push_rate),
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


def _decks(case: Case) -> dict[str, object]:
    """How the edge changes with the decks, in the names still open, and the pays put in for it."""
    around = {"one_deck_less": case.sensitivity.fewer, "one_deck_more": case.sensitivity.more}
    return {
        **{key: None if change is None else str(change) for key, change in around.items()},
        "at": {name: ratio_text(pay) for name, pay in case.sensitivity.at.items()},
    }


def _sensitivity(case: Case) -> dict[str, object]:
    commission = case.sensitivity.commission
    return {
        "pays": {name: ratio_text(change) for name, change in case.sensitivity.pays.items()},
        "commission_point": None if commission is None else ratio_text(commission),
    }


def pays_of(case: Case, line: str) -> Fraction | str:
    """What a line pays: a name as polynomials write it, or a net gain."""
    name = case.symbolic.draft.names.get(line)
    return case.symbolic.draft.bet.nets[line] if name is None else written(name)


def provenance(found: Solutions) -> Provenance:
    """What was asked, and digests of what it was asked of; a draft's with the names that it pays."""
    shoes = " ".join(dict.fromkeys(str(case.decks) for case in found.cases))
    facts = [("bet", found.draft.bet.reference), ("rules", found.question.rules.id)]
    facts.append(("decks", shoes) if found.shoe is None else ("shoe", str(found.shoe)))
    names = dict.fromkeys(solution.name for solution in found.solutions)
    facts += [("solve", " ".join(names))] if names else []
    if found.edge is not None:
        facts.append(
            ("edge", "..".join("" if end is None else ratio_text(end) for end in dict.fromkeys(found.edge)))
        )
    if found.sd is not None:
        facts.append(("sd", ratio_text(found.sd)))
    bet = digest({"bet": digest_of_bet(found.draft.bet), "names": dict(found.draft.names)})
    return Provenance(tuple(facts), (("rules", digest_of_rules(found.question.rules)), ("bet", bet)))
