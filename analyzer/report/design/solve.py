"""Bets with open pays, their polynomials and the pays found, as tables for people.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator
from fractions import Fraction

from analyzer.analysis.design.solve import Case, ForDeviation, ForEdge, Solutions, Whole, moved_by
from analyzer.analysis.design.symbols import Polynomial, Term, written
from analyzer.bets.bet import LOSE
from analyzer.exact import Root
from analyzer.phrases.labels import label
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.design.solve_document import pays_of, provenance
from analyzer.report.names import figures, rate, ratio, shoe_title
from analyzer.report.notes import before_the_coup, law_of
from analyzer.text import Figure, Message, Text, message, plural

_LONGEST = 78

EDGE = message("House edge: expected loss per unit staked, pushes included. Pays: to one.")


def solve_page(found: Solutions, digits: int) -> Page:
    """The pays found, or else each shoe's lines and polynomials; then what moves the edge.

    Args:
        found: the polynomials and pays.
        digits: to how many decimals texts give pays that are no ratios.
    """
    tables: list[Table] = []
    if found.sd is not None:
        tables.append(_deviations(found, digits))
    elif found.edge is not None:
        low, high = found.edge
        tables.append(_edge(found) if low == high else _band(found))
    else:
        for case in found.cases:
            tables += [_lines(found, case), _terms(found, case)]
    return Page((*tables, _moves(found)), provenance(found))


def shoe_of(found: Solutions, case: Case) -> Message:
    """What a case's shoe is called."""
    if found.shoe is not None:
        return shoe_title(found.shoe)
    if isinstance(case.decks, int):
        return plural("{n} deck", "{n} decks", case.decks)
    return message("infinite")


def _title(found: Solutions) -> Text:
    """A bet's name, with the shoe where all cases share it."""
    shoes = {case.decks for case in found.cases}
    if len(shoes) > 1:
        return found.draft.bet.title
    return message("{bet}, {shoe}", bet=found.draft.bet.title, shoe=shoe_of(found, found.cases[0]))


def _lines(found: Solutions, case: Case) -> Table:
    """A row a line: what it pays, how often, and how the edge moves with its pay."""
    symbolic = case.symbolic
    rows: list[tuple[Cell, ...]] = []
    for line, ways in symbolic.ways.items():
        pays = pays_of(case, line)
        moved = None if line == LOSE else moved_by(symbolic, line)
        shown = pays if isinstance(pays, str) else figures([pays], "")
        rows.append((label(line), shown, ways, symbolic.probability(line), moved))
    columns = (
        Column("line", message("Line"), "text"),
        Column("pays", message("Pays"), "text"),
        Column("ways", message("Ways"), "count"),
        Column("probability", message("Probability"), "percent"),
        Column("edge_per_unit", message("Edge per unit of pay"), "percent"),
    )
    title = message("{bet}, {shoe}: lines", bet=found.draft.bet.title, shoe=shoe_of(found, case))
    return Table(title, columns, tuple(rows), tuple(_said_of_lines(found, case)))


def _said_of_lines(found: Solutions, case: Case) -> Iterator[Text]:
    symbolic = case.symbolic
    yield message("Edge per unit of pay: change of the house edge where the line pays one unit more.")
    yield message(
        "Hit rate {hit}, push rate {push}, every open pay being above zero.",
        hit=Figure(symbolic.hit_rate, "percent"),
        push=Figure(symbolic.push_rate, "percent"),
    )
    for line in symbolic.draft.bet.lines:
        if line.multiplier:
            yield message("The pay of {line} is multiplied by {law}.", line=label(line.id), law=law_of(line))
    yield from before_the_coup([found.draft.bet])


def _terms(found: Solutions, case: Case) -> Table:
    """A row a term: its coefficients in EV, house edge and variance; the polynomials in full below."""
    symbolic = case.symbolic
    numbers = (symbolic.mean, symbolic.edge, symbolic.spread)
    terms = sorted(dict.fromkeys(term for number in numbers for term in number.terms), key=len)
    columns = (
        Column("term", message("Polynomial term"), "text"),
        Column("ev", message("EV"), "decimal"),
        Column("house_edge", message("House edge"), "decimal"),
        Column("variance", message("Variance"), "decimal"),
    )
    rows = tuple((_term(term), *(number.terms.get(term) for number in numbers)) for term in terms)
    notes = (
        message("EV and house edge: per unit staked, the latter the loss. Variance: in squared units."),
        message("EV = {polynomial}", polynomial=exact(symbolic.mean)),
        message("House edge = {polynomial}", polynomial=exact(symbolic.edge)),
        message("Variance = {polynomial}", polynomial=exact(symbolic.spread)),
    )
    title = message(
        "{bet}, {shoe}: polynomials in its pays", bet=found.draft.bet.title, shoe=shoe_of(found, case)
    )
    return Table(title, columns, rows, notes)


def _term(term: Term) -> Text:
    return str(Polynomial({term: Fraction(1)}))


def _naming(found: Solutions) -> tuple[Column, ...]:
    return (Column("shoe", message("Shoe"), "text"), Column("name", message("Pay of"), "text"))


def _edge(found: Solutions) -> Table:
    """A row a name and shoe: the pay that makes the edge, and the whole pays around it."""
    columns = (
        *_naming(found),
        Column("pay", message("Pay"), "decimal"),
        Column("below", message("Whole, below"), "count"),
        Column("edge_below", message("House edge"), "percent"),
        Column("above", message("Whole, above"), "count"),
        Column("edge_above", message("House edge there"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = []
    for case in found.cases:
        if isinstance(solution := case.solution, ForEdge):
            rows.append(
                (*_named(found, case), solution.pay, *_around(solution.below), *_around(solution.above))
            )
            notes.append(_exactly(found, case, solution.low))
            if solution.commission is not None:
                taken = Figure(solution.commission, "percent")
                notes.append(
                    message("{shoe}: a commission of {rate}.", shoe=shoe_of(found, case), rate=taken)
                )
    edge = rate(found.edge[0]) if found.edge and found.edge[0] is not None else ""
    title = message("{what}: pays that make a house edge of {edge}", what=_title(found), edge=edge)
    return Table(title, columns, tuple(rows), (EDGE, *notes))


def exact(number: Polynomial | Root | None) -> str:
    """A number with nothing lost, with spaces beside its fractions' bars where no line could hold it else."""
    text = str(number)
    return text.replace("/", " / ") if max(map(len, text.split())) > _LONGEST else text


def _exactly(found: Solutions, case: Case, pay: Polynomial | None) -> Message:
    name = "" if case.solution is None else written(case.solution.name)
    return message("{shoe}: {name} = {pay}", shoe=shoe_of(found, case), name=name, pay=exact(pay))


def _named(found: Solutions, case: Case) -> tuple[Cell, Cell]:
    return shoe_of(found, case), "" if case.solution is None else case.solution.name


def _around(whole: Whole | None) -> tuple[Cell, Cell]:
    return (None, None) if whole is None else (whole.pay, whole.house_edge)


def _band(found: Solutions) -> Table:
    """A row a name and shoe: the least and greatest pays that make an edge of the band."""
    columns = (
        *_naming(found),
        Column("low", message("Least pay"), "decimal"),
        Column("high", message("Greatest pay"), "decimal"),
        Column("first_whole", message("Least whole pay"), "count"),
        Column("last_whole", message("Greatest whole pay"), "count"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = []
    for case in found.cases:
        if isinstance(solution := case.solution, ForEdge):
            ends = [
                end.coefficient() if end and solution.settled else None
                for end in (solution.low, solution.high)
            ]
            rows.append((*_named(found, case), *ends, *(solution.whole or (None, None))))
            for end, said in ((solution.low, message("least")), (solution.high, message("greatest"))):
                if end is not None:
                    notes.append(message("{pay} ({end})", pay=_exactly(found, case, end), end=said))
    low, high = (None if end is None else rate(end) for end in found.edge or (None, None))
    if low is None:
        band = message("a house edge of at most {edge}", edge=high or "")
    elif high is None:
        band = message("a house edge of at least {edge}", edge=low)
    else:
        band = message("a house edge from {low} to {high}", low=low, high=high)
    title = message("{what}: pays that make {band}", what=_title(found), band=band)
    return Table(title, columns, tuple(rows), (EDGE, *notes))


def _rounded(root: Root, digits: int) -> Message:
    """A root rounded once, to the digits that its page shows: no words, so nothing to translate."""
    return Message("{pay}", (("pay", Figure(Fraction(root.decimal(digits)), "decimal")),))


def _deviations(found: Solutions, digits: int) -> Table:
    """A row a pay that makes the standard deviation, with the whole pays around it."""
    columns = (
        *_naming(found),
        Column("pay", message("Pay"), "text"),
        Column("below", message("Whole, below"), "count"),
        Column("sd_below", message("SD"), "root"),
        Column("above", message("Whole, above"), "count"),
        Column("sd_above", message("SD there"), "root"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = []
    for case in found.cases:
        if not isinstance(solution := case.solution, ForDeviation):
            continue
        for root in solution.roots:
            below, above = solution.around(root)
            around = (below.pay, below.variance, above.pay, above.variance)
            rows.append((*_named(found, case), _rounded(root, digits), *around))
            notes.append(
                message(
                    "{shoe}: {name} = {pay}",
                    shoe=shoe_of(found, case),
                    name=written(solution.name),
                    pay=exact(root),
                )
            )
        if not solution.roots:
            rows.append((*_named(found, case), message("none"), None, None, None, None))
    title = message(
        "{what}: pays that make a standard deviation of {sd}",
        what=_title(found),
        sd=ratio(found.sd or Fraction(0)),
    )
    meaning = message(
        "SD: standard deviation of the net gain of one unit staked. Pays: to one; one below zero is a loss."
    )
    return Table(title, columns, tuple(rows), (meaning, *notes))


def _moves(found: Solutions) -> Table:
    """A row for each thing that moves the edge on each shoe, and by how much."""
    columns = (
        Column("shoe", message("Shoe"), "text"),
        Column("moved", message("What is changed"), "text"),
        Column("change", message("Change of the house edge"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    notes: list[Text] = []
    for case in found.cases:
        shoe = shoe_of(found, case)
        for what, change in _changes(case):
            if isinstance(change, Polynomial) and change.names:
                rows.append((shoe, what, None))
                notes.append(message("{shoe}, {what}: {change}", shoe=shoe, what=what, change=exact(change)))
            else:
                rows.append((shoe, what, change.coefficient() if isinstance(change, Polynomial) else change))
    return Table(
        message("{what}: what moves the house edge", what=_title(found)), columns, tuple(rows), tuple(notes)
    )


def _changes(case: Case) -> Iterator[tuple[Message, Fraction | Polynomial]]:
    moved = case.sensitivity
    for name, change in moved.pays.items():
        yield message("{name} pays one unit more", name=written(name)), change
    if moved.commission is not None:
        yield message("commission one percentage point higher"), moved.commission
    for what, by_decks in ((message("one deck less"), moved.fewer), (message("one deck more"), moved.more)):
        if by_decks is not None:
            yield _at(case, what), by_decks


def _at(case: Case, what: Message) -> Message:
    """What is changed, with the pays at which it is told."""
    whole = all(pay.denominator == 1 for pay in case.sensitivity.at.values())
    pays = tuple(
        message("{name} = {pay}", name=written(name), pay=Figure(pay, "ratio" if whole else "decimal"))
        for name, pay in case.sensitivity.at.items()
    )
    return message("{what}, at {pays}", what=what, pays=pays) if pays else what
