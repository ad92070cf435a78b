"""Closed forms by the number of decks, as tables for people or a document for machines.

Lays out exact formulas; finds none.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.closed_form.decks import TERMS, ClosedForm, ClosedForms
from analyzer.analysis.closed_form.rational import Extreme, RationalFunction, factors_text
from analyzer.analysis.fresh import Decks
from analyzer.analysis.question import Excluded
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import grouped, ratio_text
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.phrases.labels import label
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.closed_form.formulas import formula_text
from analyzer.report.names import names_of, prices_text
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.text import Text, message

SHOES = (*range(1, 9), 10, 12, 100)
"""Numbers of decks at which the house edge is shown."""


MEANING = message(
    "EV: expected net gain per unit staked. P: probability of a line. Each is its numerator over its "
    "denominator."
)
EDGE = message(
    "House edge: expected loss per unit staked, pushes included; negative where the bettor has the edge."
)

Named = tuple[tuple[Text, ...], ClosedForm]
"""What names a bet, and its form."""


def closed_form_document(found: ClosedForms, *, alone: bool = False, at: int | None = None) -> object:
    """The forms as exact texts, with the EV at a number of decks where one is asked; no list if `alone`."""
    entries = [_entry(found, form, at) for form in found.forms]
    return entries[0] if alone and len(entries) == 1 else entries


def _entry(found: ClosedForms, form: ClosedForm, at: int | None) -> dict[str, object]:
    nets = form.bet.nets
    entry: dict[str, object] = {
        "bet": form.bet.id,
        **_function(form.function),
        "valid_from": form.valid_from,
        "paytable": form.bet.paytable,
        "rules": found.question.rules.id,
        "by": "decks",
        "lines": [
            {"id": line, "net": ratio_text(nets[line]), **_function(function)}
            for line, function in form.lines.items()
        ],
        "expansion": list(map(ratio_text, form.expansion)),
        "degree": form.degree,
        "best": _extreme(form.best),
        "worst": _extreme(form.worst),
        "fair": [{"from": run.first, "to": run.last} for run in form.fair],
        "signs": [{"from": run.first, "to": run.last, "sign": run.sign} for run in form.signs],
        "checked": list(form.checked),
        "seen": " ".join(map(str, found.question.seen)),
        **known(found.question.dealt, found.question.given),
    }
    if at is not None:
        entry["at"] = {"decks": at, "ev": ratio_text(form(at)), "house_edge": ratio_text(-form(at))}
    return entry


def known(dealt: Dealt, given: Condition | None) -> dict[str, str | None]:
    """What is known of the coup, as texts; None where nothing is."""
    return {
        "dealt": None if dealt == NOTHING else str(dealt),
        "given": None if given is None else given.text,
    }


def _function(function: RationalFunction) -> dict[str, object]:
    above, below = function.factors
    return {
        "numerator": factors_text(above),
        "denominator": factors_text(below),
        "limit": ratio_text(function.limit),
    }


def _extreme(extreme: Extreme) -> dict[str, object]:
    decks: Decks = "infinite" if extreme.at is None else extreme.at
    return {"decks": decks, "ev": ratio_text(extreme.value), "attained": extreme.at is not None}


def closed_form_page(found: ClosedForms, *, full: bool, at: int | None = None) -> Page:
    """The formulas of every bet; then limits and extremes; then the house edge by number of decks.

    Args:
        found: the forms.
        variant: what offers the bets.
        full: whether there is room for references and prices.
        at: a number of decks that is asked about besides.
    """
    heading = message("{variant}, d decks", variant=found.question.variant.title)
    rows = list(named(found, full))
    naming = (
        *((Column("bet", message("Bet"), "text"),) if full or len(rows) > 1 else ()),
        *((Column("reference", message("Reference"), "text"),) if full else ()),
    )
    if not naming and rows:
        heading = message("{title}: {bet}", title=heading, bet=rows[0][0][0])
        rows = [((), form) for _, form in rows]
    tables = (
        formulas(naming, rows, tuple(_notes(found, full))),
        extremes(naming, rows),
        edges(naming, rows, at),
    )
    return Page(tables, provenance(found), heading)


def named(found: ClosedForms, full: bool) -> Iterator[Named]:
    """What names each bet, and its form; its key stands beside a name that another bet has too."""
    for name, form in zip(names_of([form.bet for form in found.forms]), found.forms, strict=True):
        yield ((name, form.bet.reference) if full else (name,)), form


def formulas(naming: tuple[Column, ...], rows: Sequence[Named], notes: tuple[Text, ...]) -> Table:
    """The EV of each bet and the probability of each line, numerator and denominator in their factors."""
    columns = (
        *naming,
        Column("function", message("Function"), "text"),
        Column("part", message("Part"), "text"),
        Column("formula", message("In d, the number of decks"), "text"),
    )
    cells: list[tuple[Cell, ...]] = []
    for name, form in rows:
        functions: list[tuple[Text, RationalFunction]] = [(message("EV"), form.function)]
        functions += [
            (message("P({line})", line=label(line)), function) for line, function in form.lines.items()
        ]
        for function_name, function in functions:
            above, below = function.factors
            cells.append((*name, function_name, message("numerator"), formula_text(above)))
            cells.append((*name, function_name, message("denominator"), formula_text(below)))
    return Table(message("Closed forms"), columns, tuple(cells), notes)


def _notes(found: ClosedForms, full: bool) -> Iterator[Text]:
    yield MEANING
    if found.question.seen:
        yield message("Gone from the d decks: {cards}.", cards=" ".join(map(str, found.question.seen)))
    yield from validity(found.forms)
    yield from pays(((name[-1], form.bet) for name, form in named(found, full)), full)
    bets = [form.bet for form in found.forms]
    yield from circumstances(bets, found.question.dealt, found.question.given, found.excluded)


def circumstances(
    bets: Sequence[Bet], dealt: Dealt, given: Condition | None, left_out: Excluded
) -> Iterator[Text]:
    """What is known, what chance multiplies, what nobody can stake before a coup, what is left out."""
    if dealt != NOTHING:
        yield message("Known of this coup: {cards}.", cards=str(dealt))
    if given is not None:
        yield message("Given, and all figures conditional on it: {condition}.", condition=str(given))
    for bet in bets:
        yield from multiplied(bet)
    if dealt == NOTHING and given is None:
        yield from before_the_coup(bets)
    for bet, why in left_out:
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def pays(bets: Iterable[tuple[Text, Bet]], full: bool = False) -> Iterator[Text]:
    """What each bet, called by some name, pays; if `full`, only those whose reference names no price."""
    prices = {name: prices_text(bet) for name, bet in bets if not full or bet.paytable is None}
    told = tuple(message("{bet} at {pays}", bet=name, pays=price) for name, price in prices.items())
    if told:
        yield message("Pays, to one: {prices}.", prices=told)


def validity(forms: Sequence[ClosedForm]) -> Iterator[Text]:
    """From where the forms hold, and where they were held against the census; alike for all of them."""
    for form in forms[:1]:
        yield message("The formulas hold from d = {first} on.", first=form.valid_from)
        *near, last = form.checked
        yield message(
            "Checked when made: every formula equals the exact count of deals at d = {first} to {last} and "
            "at d = {far}.",
            first=near[0],
            last=near[-1],
            far=last,
        )


def extremes(naming: tuple[Column, ...], rows: Sequence[Named]) -> Table:
    """For each bet the limit, what comes after it in powers of 1/d, the best, the worst and the signs."""
    columns = (
        *naming,
        Column("quantity", message("Quantity"), "text"),
        Column("decks", message("Decks"), "text"),
        Column("value", message("Value"), "percent"),
        Column("exact", message("Exact"), "ratio"),
    )
    cells: list[tuple[Cell, ...]] = []
    for name, form in rows:
        limit, *after = form.expansion
        found: list[tuple[Text, Text | None, Fraction | None]] = [
            (message("EV, limit"), message("infinite"), limit)
        ]
        found += zip(_POWERS, [None] * TERMS, after, strict=True)
        found.append((message("EV, best for the bettor"), _reached(form.best), form.best.value))
        found.append((message("EV, worst for the bettor"), _reached(form.worst), form.worst.value))
        found += [(_SIGNS[run.sign], _range(run.first, run.last), None) for run in form.signs]
        cells += [(*name, what, decks, value, value) for what, decks, value in found]
    notes = (
        message(
            "For many decks, EV = limit + (coefficient of 1/d)/d + (coefficient of 1/d²)/d² + "
            "(coefficient of 1/d³)/d³ + …"
        ),
        message(
            "Best, worst and signs are proven over all numbers of decks, by isolating all real roots of the "
            "EV's numerator and of the EV's derivative."
        ),
        *((_BEYOND,) if any(None in (form.best.at, form.worst.at) for _, form in rows) else ()),
    )
    return Table(message("Limits and extremes"), columns, tuple(cells), notes)


_BEYOND = message(
    "Beyond every number: the EV only comes closer to this limit, which no number of decks has."
)
_POWERS = (message("coefficient of 1/d"), message("coefficient of 1/d²"), message("coefficient of 1/d³"))
_SIGNS = {-1: message("EV below 0"), 0: message("EV 0: fair"), 1: message("EV above 0")}


def _reached(extreme: Extreme) -> Text:
    return message("beyond every number") if extreme.at is None else grouped(extreme.at)


def _range(first: int, last: int | None) -> Text:
    if last is None:
        return message("{first} and more", first=first)
    return grouped(first) if first == last else message("{first} to {last}", first=first, last=last)


def edges(naming: tuple[Column, ...], rows: Sequence[Named], at: int | None = None) -> Table:
    """The house edge of each bet by number of decks, to the limit."""
    columns = (
        *naming,
        Column("decks", message("Decks"), "text"),
        Column("house_edge", message("House edge"), "percent"),
        Column("exact", message("Exact"), "ratio"),
    )
    cells: list[tuple[Cell, ...]] = []
    for name, form in rows:
        for decks, ev in by_decks(form, at):
            cells.append((*name, message("infinite") if decks == "infinite" else grouped(decks), -ev, -ev))
    return Table(message("House edge by number of decks"), columns, tuple(cells), (EDGE,))


def by_decks(form: ClosedForm, at: int | None) -> Iterator[tuple[Decks, Fraction]]:
    """The EV by number of decks, and in the limit."""
    for decks in sorted({*SHOES, *(() if at is None else (at,))}):
        if decks >= form.valid_from or decks == at:
            yield decks, form(decks)
    yield "infinite", form.limit


def provenance(found: ClosedForms) -> Provenance:
    """What was asked for some forms."""
    facts = [("variant", found.question.variant.id)] if found.question.variant.id else []
    facts += [("rules", found.question.rules.id), ("shoe", "d decks")]
    if found.question.seen:
        facts.append(("seen", " ".join(map(str, found.question.seen))))
    if found.question.dealt != NOTHING:
        facts.append(("dealt", str(found.question.dealt)))
    if found.question.given is not None:
        facts.append(("given", found.question.given.text))
    return Provenance(tuple(facts), rules_and_bets(found.question.rules, [form.bet for form in found.forms]))
