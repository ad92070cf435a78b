"""A comparison, bet by bet and line by line, as tables, a chart and a document."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from analyzer.analysis.compare import CAUSES, QUANTITIES, Change, Comparison, Known, Match
from analyzer.analysis.events import Twin
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.game.dealt import NOTHING
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, ChartRow, Panel, tone
from analyzer.render.page import Page, Verdict, one_line, shown_names
from analyzer.render.table import Column, Table
from analyzer.report import columns as shared
from analyzer.report.charts import EDGE, MOST_EDGES, check_number
from analyzer.report.citations import at_another_price, departures
from analyzer.report.comparison.differences import (
    DESCRIBING,
    WHATS,
    Difference,
    differences,
    match_name,
    name_and_reference,
    pays,
    with_names,
)
from analyzer.report.document import Document
from analyzer.report.fields import (
    Field,
    Fields,
    Getter,
    Room,
    field_table,
    getter,
    headed,
    picked,
    record,
    records,
    said,
    said_as,
    through,
)
from analyzer.report.kinds import FLAG, ID, LINE_ID, PAYTABLE, RATIO, TEXT, many, one_of
from analyzer.report.names import excluded_clauses, prices_text, shoe_name, shoe_title
from analyzer.report.notes import before_the_coup, condition, known_cards, multiplied
from analyzer.report.odds import origin_of
from analyzer.report.origin import Origin
from analyzer.report.statistics import LINES, STATISTICS, ValuedLine, valued_lines
from analyzer.text import Message, Text, message, plural

_EDGE = message(
    "Edge: house edge, the expected loss per unit staked, pushes included. B−A: the difference, in "
    "percentage points."
)
_SHARE = message(
    "EV share: net times probability; a bet's shares add up to its EV. B−A: the difference, in percentage "
    "points."
)
_SIDES = ("a", "b", "difference")  # The numbers of a change: in A, in B, and B−A.

_Shown = tuple[Text, Match]  # A bet with its name.


def _compared(column: Column, change: Getter, room: Room = "wide page") -> list[Field[Any]]:
    """The columns of a quantity: in A, in B, B−A."""
    what, key, form = column.head, column.key, column.kind
    difference = message("B−A") if room == "page" else message("{what} B−A", what=what)
    heads = zip(
        _SIDES, (message("{what} A", what=what), message("{what} B", what=what), difference), strict=True
    )
    return through(change, [headed(f"{key}_{side}", head, form, side, room=room) for side, head in heads])


def _change(quantity: str) -> Callable[[Match], Change]:
    return lambda match: match.change(QUANTITIES[quantity])


_PAYS: Fields[Match] = [
    headed("pays_a", message("Pays A"), "text", lambda match: pays(match.a)),
    headed("pays_b", message("Pays B"), "text", lambda match: pays(match.b)),
]
_QUANTITIES: Fields[Match] = [
    _compared(Column("house_edge", message("Edge"), "percent"), _change("house_edge"), "page"),
    *(
        _compared(field.column, _change(field.key))
        for field in picked(STATISTICS, "hit_rate", "push_rate", "rtp", "variance")
    ),
]


_APART = message("Hit rates and push rates"), message("Returns and variances")


def comparison_page(comparison: Comparison, *, full: bool, everything: bool, apart: bool = False) -> Page:
    """One row per bet that changed, or per bet if `everything`: what it pays, both edges, their difference,
    and why. `full` adds the other figures, in separate tables if `apart`.
    """
    shown = _shown(comparison, everything)
    priced = any(len({pays(value) for value in match.valuations}) > 1 for _, match in shown)
    cause = headed("cause", message("Cause"), "text", partial(_cause, comparison))
    bet, edge, *others = Field(shared.BET, getter(0)), *_QUANTITIES
    first: Fields[Match] = [*(_PAYS if priced else ()), edge, cause]
    notes = _notes(comparison, _EDGE, everything)
    if not apart:
        fields: Fields[_Shown] = [bet, through(1, *first, *others)]
        table = field_table(message("Bets"), shown, fields, notes, room="wide page" if full else "page")
        return _page(comparison, [table], full or everything)
    tables = [field_table(message("Bets"), shown, [bet, through(1, *first)], notes)]
    for title, quantities in zip(_APART, (others[:2], others[2:]), strict=True):
        if shown:
            tables.append(field_table(title, shown, [bet, through(1, *quantities)], room="wide page"))
    return _page(comparison, tables, True)


def comparison_lines_page(comparison: Comparison, *, full: bool, everything: bool) -> Page:
    """One row per line that changed, or per line if `everything`: nets, probabilities; then the bet's EV."""
    rows: list[tuple[Text, Text, Change, Change, Fraction | None]] = []
    for name, match in _shown(comparison, everything):
        for line in match.lines:
            if everything or len(match.valuations) < 2 or match.line_changed(line):
                share = match.share(line).difference
                rows.append((name, label(match.bet, line), match.net(line), match.probability(line), share))
        ev = match.change(QUANTITIES["ev"])
        rows.append((name, message("all: EV"), Change(None, None), ev, ev.difference))
    nets = [
        headed("net_a", message("Net A"), "ratio", lambda row: row[2].a),
        headed("net_b", message("Net B"), "ratio", lambda row: row[2].b),
    ]
    fields: Fields[Any] = [
        Field(shared.BET, getter(0)),
        Field(shared.LINE, getter(1)),
        nets if any(net.a != net.b for _, _, net, _, _ in rows) else Field(shared.NET, lambda row: row[2].a),
        _compared(shared.PROBABILITY, getter(3), "page"),
        headed("ev_share_difference", message("EV share B−A"), "percent", 4),
    ]
    table = field_table(message("Bets"), rows, fields, _notes(comparison, _SHARE, everything))
    return _page(comparison, [table], full or everything)


_CAUSES = {
    "conditions": message("conditions"),
    "pays": message("pays"),
    "locked": message("units locked"),
    "rules": message("rules"),
    "shoe": message("shoe"),
}


def _cause(comparison: Comparison, match: Match) -> Text | None:
    """What makes the figures of a bet differ, in words; None if they do not."""
    if len(match.valuations) == 2:
        causes = tuple(_CAUSES[cause] for cause in match.causes)
        return Message("{causes}", (("causes", causes),)) if causes else None
    if match.bet.id in comparison.left_out:
        return message("left out of B") if match.a else message("left out of A")
    return message("only in A") if match.a else message("only in B")


def _shown(comparison: Comparison, everything: bool) -> list[_Shown]:
    return [(name, match) for name, match in with_names(comparison) if everything or match.changed]


def comparison_verdict(comparison: Comparison) -> Verdict:
    """Whether A and B are the same, or else how many bets have different figures."""
    details = tuple(_details(comparison))
    both = [match for match in comparison.matches if len(match.valuations) == 2]
    if comparison.differs:
        return Verdict(_figures_differ(len(both), sum(match.changed for match in both)), None, details)
    if details:
        return Verdict(message("No difference between A and B in anything that was compared."), True, details)
    same = message("No difference between A and B: rules, bets, shoe, names, sources and notes are the same.")
    return Verdict(same, True)


def _figures_differ(bets: int, changed: int) -> Text:
    if not bets:
        return message("A and B have no bet in common, so no figures were compared.")
    if not changed:
        return plural(
            "The figures of the {n} bet compared are the same, but A and B differ.",
            "The figures of the {n} bets compared are the same, but A and B differ.",
            bets,
        )
    return plural(
        "The figures of {changed} of {n} bet compared differ between A and B.",
        "The figures of {changed} of {n} bets compared differ between A and B.",
        bets,
        changed=changed,
    )


def _details(comparison: Comparison) -> Iterator[Text]:
    """What must be read with the verdict: the number of differences, and what was not compared."""
    if found := len(list(differences(comparison))):
        yield plural("{n} difference is listed.", "{n} differences are listed.", found)
    alone = [match for match in comparison.matches if len(match.valuations) < 2]
    if one_sided := sum(match.bet.id not in comparison.left_out for match in alone):
        yield plural("{n} bet is on one side only.", "{n} bets are on one side only.", one_sided)
    if left_out := len(comparison.left_out):
        yield plural("{n} bet was left out.", "{n} bets were left out.", left_out)
    for name, side in (("A", comparison.a), ("B", comparison.b)):
        if others := tuple(_otherwise(comparison.sort, side.report.question)):
            yield message("{side} was compared with changes: {others}.", side=name, others=others)


def _otherwise(sort: str, question: Question) -> Iterator[Message]:
    """How a side was compared with rules, shoe, bets or prices other than those of the item named."""
    if sort == "variants":
        yield from departures(question)
    elif sort == "bets":
        yield from at_another_price(bet for bet in question.bets if bet.usual not in (None, bet.nets))


def _page(comparison: Comparison, bets: list[Table], full: bool) -> Page:
    a, b, sort = comparison.a.report, comparison.b.report, comparison.sort
    title = message("A is {a}, B is {b}", **dict(zip("ab", _titles(comparison), strict=True)))
    variant = [a.question.variant.title] if sort != "variants" else []
    shoe = [shoe_title(a.shoe)] if sort != "shoes" and a.shoe == b.shoe else []
    if variant or shoe:
        title = message("{what}: {both}", what=(*variant, *shoe), both=title)
    if a.given is not None:
        title = message("{title}, given {condition}", title=title, condition=one_line(str(a.given)))
    tables = (*bets, *_difference_tables(list(differences(comparison)), full), *_library_table(comparison))
    made = origin_of(a).provenance.beside(origin_of(b).provenance, "A", "B")
    return Page(tables, made, title, verdict=comparison_verdict(comparison))


def _titles(comparison: Comparison) -> Iterator[Text]:
    """What A and B are called: as the user wrote them, with the name of a variant or rules, or the cards."""
    sides = (comparison.a, comparison.b)
    for side, written in zip(sides, shown_names([side.label for side in sides]), strict=True):
        shoe, item = side.report.shoe, next(iter(side.described), None)
        if comparison.sort == "shoes":
            decks = shoe_name(shoe) if written == str(shoe) else written
            yield message("{decks} ({cards})", decks=decks, cards=plural("{n} card", "{n} cards", shoe.size))
        elif item is None or item.name in (side.label, item.id):
            yield written
        else:
            yield Message("{label} ({name})", (("label", written), ("name", item.title)))


def _notes(comparison: Comparison, legend: Message, everything: bool) -> Iterator[Text]:
    a, b, matches = comparison.a.report, comparison.b.report, comparison.matches
    same = sum(not match.changed for match in matches)
    if same and not everything:
        yield plural(
            "{n} bet did not change; --all shows it too.",
            "{n} bets did not change; --all shows them too.",
            same,
        )
    for name, report in (("A", a), ("B", b)):
        for clause in excluded_clauses(report.excluded):
            yield message("Left out of {side}: {clause}.", side=name, clause=clause)
    yield from known_cards(a)
    yield from condition(a)
    bets = dict.fromkeys(value.bet for match in matches for value in match.valuations)
    yield from chain.from_iterable(map(multiplied, bets))
    if a.dealt == NOTHING and a.given is None:
        yield from before_the_coup(bets)
    yield legend


def _difference_tables(found: list[Difference], full: bool) -> Iterator[Table]:
    """One row per difference: those in rules, shoe, conditions and pays, then those in descriptions. The
    texts of descriptions are shown only if `full`.
    """
    terms = [row for row in found if row.what not in DESCRIBING]
    described = [row for row in found if row.what in DESCRIBING]
    fields = [
        headed("of", message("Item"), "text"),
        headed("place", message("What differs"), "text", _place),
        headed("a", message("In A"), "text"),
        headed("b", message("In B"), "text"),
    ]
    if terms:
        yield field_table(message("What differs"), terms, fields)
    if described:
        notes = () if full else (message("--all shows the texts too."),)
        title = message("Names, sources and notes that differ")
        yield field_table(title, described, fields if full else fields[:2], notes)


def _place(row: Difference) -> Text:
    if row.remark is None:
        return row.place
    return Message("{place} ({remark})", (("place", row.place), ("remark", row.remark)))


def _library_table(comparison: Comparison) -> Iterator[Table]:
    """One row per user's bet and library bet with the same event; no table if there are none."""
    sides: dict[tuple[Bet, Twin], list[str]] = {}
    for known in comparison.known:
        sides.setdefault((known.bet, known.twin), []).append(known.side.upper())
    fields: Fields[Any] = [
        headed("bet", message("Bet"), "text", lambda row: name_and_reference(row[0])),
        headed("side", message("Side"), "text", lambda row: ", ".join(sides[row])),
        headed("library", message("Same event as"), "text", lambda row: _same_event(row[1])),
        headed("pays", message("Pays"), "text", lambda row: prices_text(row[0])),
        headed("pays_there", message("Pays in the library"), "text", lambda row: prices_text(row[1].bet)),
    ]
    notes = chain.from_iterable(multiplied(bet) for bet in dict.fromkeys(twin.bet for _, twin in sides))
    if sides:
        yield field_table(message("Bets that are also in the library"), sides, fields, notes)


def _same_event(twin: Twin) -> Message:
    bet = name_and_reference(twin.bet)
    if twin.same_pays:
        return message("{bet}, same price", bet=bet)
    return message("{bet}, other price", bet=bet)


def comparison_chart(comparison: Comparison, *, everything: bool) -> Chart:
    """The house edge in A and in B of each bet that changed, or of every bet if `everything` or if none
    changed. Raises RenderError if there are too many bets.
    """
    page = comparison_page(comparison, full=False, everything=True)
    every = everything or not any(match.changed for match in comparison.matches)
    rows = []
    for name, match in _shown(comparison, every):
        edge = match.change(QUANTITIES["house_edge"])
        rows.append(ChartRow(name, (edge.a, edge.b), tone(-(edge.difference or Fraction(0)))))
    check_number(len(rows), MOST_EDGES)
    panel = Panel(message("House edge: ○ in A, ● in B"), tuple(rows), "dots")
    return Chart(page.heading, (Band((panel,)),), (EDGE,), page.provenance)


_ComparedLine = tuple[str, str | None, ValuedLine | None, ValuedLine | None, Change]


def _lines(match: Match) -> Iterator[_ComparedLine]:
    """Each line: its id, its id in B if that differs, how it settles the bet in A and in B."""
    a, b = ({line.id: line for line in valued_lines(v)} if v else {} for v in (match.a, match.aligned))
    for line in match.lines:
        yield line, match.renamed.get(line), a.get(line), b.get(line), match.probability(line)


_CHANGE = [said(side, RATIO.optional) for side in _SIDES]
_LINE = record(picked(LINES, "net", "ways", "probability")).optional
_LINES = [
    said("id", LINE_ID, 0),
    said("id_b", LINE_ID, 1, absent=True),
    said("a", _LINE, 2),
    said("b", _LINE, 3),
    said("difference", RATIO.optional, lambda line: line[4].difference),
]
_PAYTABLES = record(said("a", PAYTABLE, 0), said("b", PAYTABLE, 1))
_ALL_QUANTITIES = record([said(name, record(_CHANGE), _change(name)) for name in QUANTITIES])
_BET: Fields[Match] = [
    said("bet", TEXT, lambda match: ", ".join(dict.fromkeys(v.bet.id for v in match.valuations))),
    through(_change("house_edge"), _CHANGE),
    said("name", TEXT, match_name),
    said("paytable", _PAYTABLES, lambda match: [v and v.bet.paytable for v in (match.a, match.b)]),
    said("changed", FLAG),
    said("quantities", _ALL_QUANTITIES, lambda match: match),
    said("lines", records(_LINES), _lines),
    said("causes", many(one_of(*CAUSES))),
]
_DIFFERENCE: Fields[Difference] = [
    said("what", one_of(*WHATS)),
    said("bet", TEXT.optional),
    said("of", TEXT),
    said("where", TEXT, "place"),
    *said_as(TEXT.optional, "a", "b", "remark"),
]
_KNOWN: Fields[Known] = [
    said("bet", TEXT, "bet.reference"),
    said("side", one_of("a", "b")),
    said("library", record([said("bet", ID, "id"), said("paytable", PAYTABLE)]), "twin.bet"),
    said("same_pays", FLAG, "twin.same_pays"),
]
_COMPARISON: Fields[Comparison] = [
    said("differs", FLAG),
    said("bets", records(_BET), "matches"),
    said("differences", records(_DIFFERENCE), differences),
    said("library", records(_KNOWN), "known"),
]


def _origin(comparison: Comparison) -> Origin:
    return Origin(known={side: origin_of(getattr(comparison, side).report) for side in "ab"})


COMPARE = Document("compare", 2, "compare", _COMPARISON, _origin, verdict=comparison_verdict)
