"""Bets with open pays: their polynomials and the pays found, as tables or a document."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import TypeVar

from analyzer.analysis.design.solve import DraftOnShoe, ForDeviation, ForEdge, Solutions, Whole, moved_by
from analyzer.analysis.design.symbols import Polynomial, Symbolic, written
from analyzer.bets.bet import LOSE
from analyzer.bets.digest import digest, digest_of_bet
from analyzer.exact import Root, ratio_or_none, ratio_text
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.report import kinds
from analyzer.report.columns import LINE, PAYS, PROBABILITY, WAYS, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, field_table, headed, record, records, said, said_as, through
from analyzer.report.names import decks_name, figures, number, rate, ratio, shoe_title
from analyzer.report.notes import condition, known_cards, multiplier_text
from analyzer.report.origin import Origin
from analyzer.text import Figure, Message, Text, message

T = TypeVar("T", ForEdge, ForDeviation)

_LONGEST = 78

EDGE = message("House edge: expected loss per unit staked, pushes included. Pays: to one.")


def solve_page(result: Solutions, digits: int) -> Page:
    """The pays found, or else the lines and polynomials on each shoe; then what changes the edge.

    Irrational pays are rounded to `digits` decimals.
    """
    if result.sd is not None:
        tables = [_deviations(result, result.sd, digits)]
    elif result.edge is not None:
        low, high = result.edge
        tables = [_edge(result, low) if low == high else _band(result, low, high)]
    else:
        tables = [table(result, case) for case in result.cases for table in (_lines, _terms)]
    known = *known_cards(result.question), *condition(result.question)
    tables[0] = replace(tables[0], notes=(*known, *tables[0].notes))
    return Page((*tables, _moves(result)), origin_of(result).provenance)


def _shoe(result: Solutions, case: DraftOnShoe) -> Text:
    return decks_name(case.decks or "infinite") if result.shoe is None else shoe_title(result.shoe)


def _title(result: Solutions) -> Text:
    """The bet's name, with the shoe if all cases have the same one."""
    shoes = {case.decks for case in result.cases}
    if len(shoes) > 1:
        return result.draft.bet.title
    return message("{bet}, {shoe}", bet=result.draft.bet.title, shoe=_shoe(result, result.cases[0]))


def _lines(result: Solutions, case: DraftOnShoe) -> Table:
    """One row per line: its pay, how often it settles the bet, and how the edge changes with its pay."""
    symbolic = case.symbolic
    rows: list[tuple[Cell, ...]] = []
    for line, ways in symbolic.ways.items():
        pays = pays_of(case, line)
        moved = None if line == LOSE else moved_by(symbolic, line)
        shown = pays if isinstance(pays, str) else figures([pays], "")
        rows.append((line, shown, ways, symbolic.probability(line), moved))
    per_unit = Column("edge_per_unit", message("Edge per unit of pay"), "percent")
    title = message("{bet}, {shoe}: lines", bet=result.draft.bet.title, shoe=_shoe(result, case))
    columns = (LINE, PAYS, WAYS, PROBABILITY, per_unit)
    return Table(title, columns, tuple(rows), tuple(_notes_on_lines(result, case)))


def _notes_on_lines(result: Solutions, case: DraftOnShoe) -> Iterator[Text]:
    symbolic = case.symbolic
    yield message("Edge per unit of pay: change of the house edge if the line pays one unit more.")
    yield rates_note(symbolic)
    for line in symbolic.draft.bet.lines:
        if line.multiplier:
            yield message(
                "The pay of {line} is multiplied by {law}.", line=line.id, law=multiplier_text(line)
            )


def rates_note(symbolic: Symbolic) -> Message:
    """A note on how often a bet with open pays wins, and how often it pushes."""
    return message(
        "Hit rate {hit}, push rate {push}, if every open pay is above zero.",
        hit=Figure(symbolic.hit_rate, "percent"),
        push=Figure(symbolic.push_rate, "percent"),
    )


def polynomial_notes(symbolic: Symbolic) -> tuple[Message, ...]:
    """Notes with the full polynomials of EV, house edge and variance."""
    return (
        message("EV = {polynomial}", polynomial=exact(symbolic.mean)),
        message("House edge = {polynomial}", polynomial=exact(symbolic.edge)),
        message("Variance = {polynomial}", polynomial=exact(symbolic.spread)),
    )


def _terms(result: Solutions, case: DraftOnShoe) -> Table:
    """One row per term: its coefficients in EV, house edge and variance; the notes have the polynomials."""
    symbolic = case.symbolic
    numbers = (symbolic.mean, symbolic.edge, symbolic.spread)
    terms = sorted(dict.fromkeys(term for number in numbers for term in number.terms), key=len)
    fields: Fields[tuple[str, ...]] = (
        headed("term", message("Polynomial term"), "text", lambda term: str(Polynomial({term: Fraction(1)}))),
        headed("ev", message("EV"), "decimal", symbolic.mean.terms.get),
        headed("house_edge", message("House edge"), "decimal", symbolic.edge.terms.get),
        headed("variance", message("Variance"), "decimal", symbolic.spread.terms.get),
    )
    units = message(
        "EV: expected net gain per unit staked. House edge: expected loss. Variance: in squared units."
    )
    bet, shoe = result.draft.bet.title, _shoe(result, case)
    title = message("{bet}, {shoe}: polynomials in its pays", bet=bet, shoe=shoe)
    return field_table(title, terms, fields, (units, *polynomial_notes(symbolic)))


_NAMING = text_columns(shoe=message("Shoe"), name=message("Solved for"))


def _edge(result: Solutions, edge: Fraction | None) -> Table:
    """For each open pay on each shoe: the pay that gives the edge, and the nearest whole pays."""
    around = _around("edge", "percent", message("Edge below"), message("Edge above"))
    columns = (*_NAMING, Column("pay", message("Pay"), "decimal"), *around)
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = [EDGE]
    for shoe, solution in _solutions(result, ForEdge):
        whole = (*_whole_cells(solution.below), *_whole_cells(solution.above))
        rows.append((shoe, solution.name, solution.pay, *whole))
        notes.append(_equation(shoe, solution.name, solution.low))
        if solution.commission is not None:
            commission = Figure(solution.commission, "percent")
            notes.append(message("{shoe}: this pay is a commission of {rate}.", shoe=shoe, rate=commission))
    wanted = "" if edge is None else rate(edge)
    title = message("{what}: pays that give a house edge of {edge}", what=_title(result), edge=wanted)
    return Table(title, columns, tuple(rows), tuple(notes))


def _around(figure: str, kind: Kind, below: Text, above: Text) -> tuple[Column, ...]:
    """Columns for the nearest whole pays below and above a pay, each with the figure that it gives."""
    return (
        Column("below", message("Whole pay below"), "count"),
        Column(f"{figure}_below", below, kind),
        Column("above", message("Whole pay above"), "count"),
        Column(f"{figure}_above", above, kind),
    )


def _whole_cells(whole: Whole | None) -> tuple[Cell, Cell]:
    return (None, None) if whole is None else (whole.pay, whole.house_edge)


def _band(result: Solutions, low: Fraction | None, high: Fraction | None) -> Table:
    """For each open pay on each shoe: the lowest and highest pays that give an edge within the band."""
    columns = (
        *_NAMING,
        Column("low", message("Lowest pay"), "decimal"),
        Column("high", message("Highest pay"), "decimal"),
        Column("first_whole", message("Lowest whole pay"), "count"),
        Column("last_whole", message("Highest whole pay"), "count"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = [EDGE]
    for shoe, solution in _solutions(result, ForEdge):
        pays = (solution.low, solution.high)
        cells = (pay.coefficient() if pay and solution.settled else None for pay in pays)
        rows.append((shoe, solution.name, *cells, *(solution.whole or (None, None))))
        for pay, end in zip(pays, (message("lowest"), message("highest")), strict=True):
            if pay is not None:
                notes.append(message("{pay} ({end})", pay=_equation(shoe, solution.name, pay), end=end))
    if low is None:
        band = message("a house edge of at most {edge}", edge="" if high is None else rate(high))
    elif high is None:
        band = message("a house edge of at least {edge}", edge=rate(low))
    else:
        band = message("a house edge from {low} to {high}", low=rate(low), high=rate(high))
    title = message("{what}: pays that give {band}", what=_title(result), band=band)
    return Table(title, columns, tuple(rows), tuple(notes))


def _deviations(result: Solutions, deviation: Fraction, digits: int) -> Table:
    """For each open pay on each shoe: the pays that give the deviation, and the nearest whole pays."""
    around = _around("sd", "root", message("SD below"), message("SD above"))
    columns = (*_NAMING, Column("pay", message("Pay"), "text"), *around)
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = [
        message(
            "SD: standard deviation of the net gain of one unit staked. Pays: to one; a pay below zero is a "
            "loss."
        )
    ]
    for shoe, solution in _solutions(result, ForDeviation):
        for root in solution.roots:
            below, above = solution.around(root)
            rounded = number(Fraction(root.decimal(digits)), "decimal")
            rows.append((shoe, solution.name, rounded, below.pay, below.variance, above.pay, above.variance))
            notes.append(_equation(shoe, solution.name, root))
        if not solution.roots:
            rows.append((shoe, solution.name, message("none"), None, None, None, None))
    title = message(
        "{what}: pays that give a standard deviation of {sd}", what=_title(result), sd=ratio(deviation)
    )
    return Table(title, columns, tuple(rows), tuple(notes))


def _solutions(result: Solutions, solution_class: type[T]) -> Iterator[tuple[Text, T]]:
    for case in result.cases:
        if isinstance(case.solution, solution_class):
            yield _shoe(result, case), case.solution


def _equation(shoe: Text, name: str, pay: Polynomial | Root | None) -> Message:
    return message("{shoe}: {name} = {pay}", shoe=shoe, name=written(name), pay=exact(pay))


def exact(number: Polynomial | Root | None) -> str:
    """A number in full, with spaces around fraction bars if it would otherwise be too long for a line."""
    text = str(number)
    return text.replace("/", " / ") if max(map(len, text.split())) > _LONGEST else text


def _moves(result: Solutions) -> Table:
    change_of_edge = Column("change", message("Effect on the house edge"), "percent")
    columns = (*text_columns(shoe=message("Shoe"), moved=message("Change")), change_of_edge)
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = []
    for case in result.cases:
        shoe = _shoe(result, case)
        for what, change in _changes(case):
            if isinstance(change, Polynomial) and change.names:
                rows.append((shoe, what, None))
                notes.append(message("{shoe}, {what}: {change}", shoe=shoe, what=what, change=exact(change)))
            else:
                rows.append((shoe, what, change.coefficient() if isinstance(change, Polynomial) else change))
    title = message("{what}: what changes the house edge", what=_title(result))
    return Table(title, columns, tuple(rows), tuple(notes))


def _changes(case: DraftOnShoe) -> Iterator[tuple[Message, Fraction | Polynomial]]:
    moved = case.sensitivity
    for name, change in moved.pays.items():
        yield message("{name} pays one unit more", name=written(name)), change
    if moved.commission is not None:
        yield message("commission one percentage point higher"), moved.commission
    fewer, more = message("one deck fewer"), message("one deck more")
    for what, by_decks in ((fewer, moved.fewer), (more, moved.more)):
        if by_decks is not None:
            yield _at(case, what), by_decks


def _at(case: DraftOnShoe, what: Message) -> Message:
    """What is changed, with the pays at which the change is computed, if any."""
    whole = all(pay.denominator == 1 for pay in case.sensitivity.at.values())
    pays = tuple(
        message("{name} = {pay}", name=written(name), pay=Figure(pay, "ratio" if whole else "decimal"))
        for name, pay in case.sensitivity.at.items()
    )
    return message("{what}, at {pays}", what=what, pays=pays) if pays else what


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
"""The change of the edge with one deck fewer or more, in the open pays; `at`: the pays it is computed at."""


def _if_for_edge(key: str, kind: kinds.Kind, value: Callable[[ForEdge], object]) -> Field[DraftOnShoe]:
    """A field of a case that was solved for an edge; absent in others."""

    def solved(case: DraftOnShoe) -> object:
        return value(case.solution) if isinstance(case.solution, ForEdge) else kinds.ABSENT

    return said(key, kind, solved, absent=True)


_SOLVED: Fields[DraftOnShoe] = (
    said("decks", kinds.COUNT.optional),
    said("name", kinds.TEXT, "solution.name"),
    _if_for_edge("pay", _ENDS, lambda solution: (solution.low, solution.high)),
    _if_for_edge("below", _WHOLE.optional, attrgetter("below")),
    _if_for_edge("above", _WHOLE.optional, attrgetter("above")),
    _if_for_edge("whole", kinds.many(_STR, minItems=2, maxItems=2).optional, attrgetter("whole")),
    _if_for_edge("commission", kinds.RATIO.optional, attrgetter("commission")),
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
    """The pays that give a deviation, each with the nearest whole pays; None if an edge was requested."""
    if not isinstance(solution, ForDeviation):
        return None
    return [(root, solution.around(root)) for root in solution.roots]


def pays_of(case: DraftOnShoe, line: str) -> Fraction | str:
    """What a line pays: an open pay's name as polynomials write it, or else its net gain."""
    name = case.symbolic.draft.names.get(line)
    return case.symbolic.draft.bet.nets[line] if name is None else written(name)


def origin_of(result: Solutions) -> Origin:
    """What decided solutions: rules and draft, with the names of open pays, and the targets."""
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
