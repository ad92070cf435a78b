"""Bets with open pays solved for a target, as a document for machines."""

from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

from analyzer.analysis.design.solve import DraftOnShoe, ForDeviation, ForEdge, Solutions, Whole
from analyzer.analysis.design.symbols import written
from analyzer.bets.digest import digest, digest_of_bet
from analyzer.exact import Root, ratio_or_none, ratio_text
from analyzer.report import kinds
from analyzer.report.document import Document
from analyzer.report.fields import ABSENT, Field, Fields, record, records, said, said_as, through
from analyzer.report.origin import Origin


def _ends(ends: tuple[object, object]) -> object:
    """One text if both ends are the same, else a list of both; an open end is None."""
    low, high = ends
    return str(low) if low == high else [None if end is None else str(end) for end in ends]


_ENDS = kinds.either(_ends, kinds.TEXT, kinds.many(kinds.TEXT.optional, minItems=2, maxItems=2))
_STR = kinds.Kind(str, lambda describer: {"type": "string"})
_WHOLE = record(
    said("pay", value=lambda whole: Fraction(whole.pay)),
    said("house_edge"),
    said("standard_deviation", kinds.ROOT, "variance"),
)
_AROUND = (
    said("pay", _STR, 0),
    said("decimal", kinds.DECIMAL, lambda around: around[0].decimal(15)),
    said("below", _WHOLE, lambda around: around[1][0]),
    said("above", _WHOLE, lambda around: around[1][1]),
)
_CHANGES: Fields[DraftOnShoe] = (
    said("one_deck_less", _STR.optional, "sensitivity.fewer"),
    said("one_deck_more", _STR.optional, "sensitivity.more"),
    said("at", kinds.by_name(kinds.RATIO), "sensitivity.at"),
)
"""The change of the edge with one deck less or more, in the pays still open; `at`: the pays put in."""


def _edge(key: str, kind: kinds.Kind, value: Callable[[ForEdge], object]) -> Field[DraftOnShoe]:
    """A field of a case that was solved for an edge; absent in others."""

    def solved(case: DraftOnShoe) -> object:
        return value(case.solution) if isinstance(case.solution, ForEdge) else ABSENT

    return said(key, kind, solved, absent=True)


_SOLVED: Fields[DraftOnShoe] = (
    said("decks", kinds.COUNT.optional),
    said("name", kinds.TEXT, "solution.name"),
    _edge("pay", _ENDS, lambda solution: (solution.low, solution.high)),
    _edge("below", _WHOLE.optional, attrgetter("below")),
    _edge("above", _WHOLE.optional, attrgetter("above")),
    _edge("whole", kinds.many(_STR, minItems=2, maxItems=2).optional, attrgetter("whole")),
    _edge("commission", kinds.RATIO.optional, attrgetter("commission")),
    said("pays", records(_AROUND), lambda case: _roots(case.solution), absent=True),
    _CHANGES,
)
_LINE: Fields[tuple[DraftOnShoe, str]] = (
    said("id", kinds.LINE_ID, 1),
    said("pays", _STR, lambda line: pays_of(*line)),
    said("ways", kinds.WHOLE, lambda line: line[0].symbolic.ways[line[1]]),
    said("probability", kinds.PROBABILITY, lambda line: line[0].symbolic.probability(line[1])),
    said("contribution", _STR, lambda line: line[0].symbolic.contribution(line[1])),
)
_POLYNOMIALS: Fields[DraftOnShoe] = (
    said("decks", kinds.COUNT.optional),
    through(
        "symbolic",
        said("names", kinds.many(kinds.TEXT), lambda symbolic: map(written, symbolic.names)),
        said("total_ways", kinds.WHOLE),
        said("ev", _STR, "mean"),
        said("house_edge", _STR, "edge"),
        said("variance", _STR, "spread"),
        said_as(kinds.PROBABILITY, "hit_rate", "push_rate"),
    ),
    said("lines", records(_LINE), lambda case: [(case, line) for line in case.symbolic.ways]),
    _CHANGES,
)
_SENSITIVITY: Fields[DraftOnShoe] = (
    said("pays", kinds.by_name(kinds.RATIO), "sensitivity.pays"),
    said("commission_point", kinds.RATIO.optional, "sensitivity.commission"),
)
"""The changes of the house edge when a pay rises by one unit, and the commission by one point."""


def _roots(solution: object) -> list[tuple[Root, tuple[Whole, Whole]]] | None:
    """The pays that make a deviation, each with the whole pays around it; None if solved for an edge."""
    if not isinstance(solution, ForDeviation):
        return None
    return [(root, solution.around(root)) for root in solution.roots]


def pays_of(case: DraftOnShoe, line: str) -> Fraction | str:
    """What a line pays: an open pay's name as polynomials write it, or else its net gain."""
    name = case.symbolic.draft.names.get(line)
    return case.symbolic.draft.bet.nets[line] if name is None else written(name)


def origin_of(result: Solutions) -> Origin:
    """What decided solutions: rules and draft, with the names of open pays, and what was asked for."""
    bet, options = result.draft.bet, {}
    if result.shoe is None:
        options["decks"] = " ".join(dict.fromkeys(str(case.decks) for case in result.cases))
    if result.solutions:
        options["solve"] = " ".join(dict.fromkeys(solution.name for solution in result.solutions))
    if result.edge is not None:
        options["edge"] = "..".join(ratio_or_none(end) or "" for end in dict.fromkeys(result.edge))
    if result.sd is not None:
        options["sd"] = ratio_text(result.sd)
    draft = digest({"bet": digest_of_bet(bet), "names": dict(result.draft.names)})
    known = {"variant": None, "shoe": result.shoe}
    shown = {"bet": bet.reference, "bets": None, **known}
    return Origin(result.question, (bet,), tuple(options.items()), (("bet", draft),), known, shown)


_SOLUTIONS: Fields[Solutions] = (
    said("bet", kinds.ID, "draft.bet.id"),
    said("edge", _ENDS.optional),
    said("sd", kinds.RATIO.optional),
    said("solved", records(_SOLVED), lambda r: r.cases if r.solutions else None, absent=True),
    said("polynomials", records(_POLYNOMIALS), lambda r: None if r.solutions else r.cases, absent=True),
    said(
        "sensitivity",
        kinds.by_name(record(_SENSITIVITY)),
        lambda result: {str(case.decks or "shoe"): case for case in result.cases},
    ),
    said("paytable", kinds.PAYTABLE, "draft.bet.paytable"),
    said("name", kinds.TEXT, "draft.bet.title"),
)
SOLVE: Document[Solutions] = Document("design-solve", 2, "solve", _SOLUTIONS, origin_of)
