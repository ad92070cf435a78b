"""What `compare` found, as a table for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match, Side
from analyzer.analysis.valuation import Valuation
from analyzer.exact import ratio_text
from analyzer.phrases.labels import label
from analyzer.render.chart import Band, Chart, Panel, Row, tone
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Kind, Table
from analyzer.report.charts import EDGE, MOST_EDGES, check_number, names_in
from analyzer.report.differences import bet_differences, rules_differences
from analyzer.report.names import prices_text, shoe_text
from analyzer.report.odds import provenance
from analyzer.text import Message, Text, message

_EDGE = message("Edge: expected loss per unit staked, pushes included. B−A in percentage points.")
_SHARE = message(
    "EV share: net times probability; a bet's shares add up to its EV. B−A in percentage points."
)
_FULL = ("hit_rate", "push_rate", "rtp", "variance")
_HEADS: dict[str, tuple[Message, Message, Message]] = {
    "house_edge": (message("Edge A"), message("Edge B"), message("B−A")),
    "probability": (message("Probability A"), message("Probability B"), message("B−A")),
    "hit_rate": (message("Hit rate A"), message("Hit rate B"), message("Hit rate B−A")),
    "push_rate": (message("Push rate A"), message("Push rate B"), message("Push rate B−A")),
    "rtp": (message("RTP A"), message("RTP B"), message("RTP B−A")),
    "variance": (message("Variance A"), message("Variance B"), message("Variance B−A")),
}


def comparison_document(found: Comparison) -> list[dict[str, object]]:
    """Every bet, changed or not: the house edge in A and B and the difference B−A, then all else."""
    return [
        {
            "bet": _id(match),
            **_change(match.change(QUANTITIES["house_edge"])),
            "name": _name(match),
            "paytable": {"a": match.a and match.a.bet.paytable, "b": match.b and match.b.bet.paytable},
            "changed": match.changed,
            "quantities": {name: _change(match.change(value)) for name, value in QUANTITIES.items()},
            "lines": [
                {
                    "id": line,
                    "a": _settled(match.a, line),
                    "b": _settled(match.b, line),
                    "difference": _text(match.probability(line).difference),
                }
                for line in match.lines
            ],
        }
        for match in found.matches
    ]


def _change(change: Change) -> dict[str, str | None]:
    return {"a": _text(change.a), "b": _text(change.b), "difference": _text(change.difference)}


def _text(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


def _settled(valuation: Valuation | None, line: str) -> dict[str, str] | None:
    """How a line settles a bet on one side; None where there is no such bet or line."""
    if valuation is None or line not in valuation.ways:
        return None
    return {
        "net": ratio_text(valuation.bet.nets[line]),
        "ways": str(valuation.ways[line]),
        "probability": ratio_text(valuation.probability(line)),
    }


def comparison_page(found: Comparison, *, full: bool, everything: bool) -> Page:
    """A row a bet that changed (or every bet): what it pays, the edge in A and B, and the difference."""
    shown = _shown(found, everything)
    matches = [match for _, match in shown]
    prices = [tuple(None if v is None else prices_text(v.bet) for v in (m.a, m.b)) for m in matches]
    priced = any(a != b for (a, b), m in zip(prices, matches, strict=True) if m.a and m.b)
    columns = [
        Column("bet", message("Bet"), "text"),
        *(
            [Column("pays_a", message("Pays A"), "text"), Column("pays_b", message("Pays B"), "text")]
            if priced
            else []
        ),
        *_columns("house_edge"),
    ]
    for name in _FULL if full else ():
        columns += _columns(name)
    rows: list[tuple[Cell, ...]] = []
    for (called, match), pays in zip(shown, prices, strict=True):
        row: list[Cell] = [called, *(pays if priced else ())]
        for quantity in ("house_edge", *(_FULL if full else ())):
            row += _cells(match.change(QUANTITIES[quantity]))
        rows.append(tuple(row))
    return _page(found, columns, rows, _EDGE, everything)


def comparison_lines_page(found: Comparison, *, everything: bool) -> Page:
    """A row a line that changed (or every line): net, probability in A and B; then the bet's EV."""
    chosen = [(name, match, _lines(match, everything)) for name, match in _shown(found, everything)]
    nets = [match.net(line) for _, match, lines in chosen for line in lines]
    repriced = any(net.a != net.b for net in nets)
    columns = [
        Column("bet", message("Bet"), "text"),
        Column("line", message("Line"), "text"),
        *(
            [Column("net_a", message("Net A"), "ratio"), Column("net_b", message("Net B"), "ratio")]
            if repriced
            else []
        ),
        *([] if repriced else [Column("net", message("Net"), "ratio")]),
        *_columns("probability"),
        Column("ev_share_difference", message("EV share B−A"), "percent"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, match, lines in chosen:
        for line in lines:
            net = match.net(line)
            rows.append(
                (
                    name,
                    label(line),
                    *((net.a, net.b) if repriced else (net.a,)),
                    *_cells(match.probability(line)),
                    match.share(line).difference,
                )
            )
        ev = match.change(QUANTITIES["ev"])
        rows.append((name, message("all: EV"), *((None,) * (1 + repriced)), *_cells(ev), ev.difference))
    return _page(found, columns, rows, _SHARE, everything)


def _columns(key: str) -> list[Column]:
    """The columns of a number in A, in B, and B−A."""
    kind: Kind = "decimal" if key == "variance" else "percent"
    sides = zip(("a", "b", "difference"), _HEADS[key], strict=True)
    return [Column(f"{key}_{side}", head, kind) for side, head in sides]


def _cells(change: Change) -> tuple[Cell, Cell, Cell]:
    return change.a, change.b, change.difference


def _shown(found: Comparison, everything: bool) -> list[tuple[Text, Match]]:
    return [(name, match) for name, match in _named(found) if everything or match.changed]


def _lines(match: Match, everything: bool) -> list[str]:
    return [
        line for line in match.lines if everything or len(match.valuations) < 2 or match.line_changed(line)
    ]


def _id(match: Match) -> str:
    """The id of a bet, or both where two different ones are compared."""
    return ", ".join(dict.fromkeys(valuation.bet.id for valuation in match.valuations))


def _name(match: Match) -> Text:
    names = list(dict.fromkeys(valuation.bet.title for valuation in match.valuations))
    return names[0] if len(names) == 1 else message("{a} (A), {b} (B)", a=names[0], b=names[1])


def _named(found: Comparison) -> list[tuple[Text, Match]]:
    """What each match is called; its references stand beside a name that another match has too."""
    names = [_name(match) for match in found.matches]
    often = Counter(names)
    references = [
        ", ".join(dict.fromkeys(valuation.bet.reference for valuation in match.valuations))
        for match in found.matches
    ]
    return [
        (name if often[name] == 1 else message("{name} ({id})", name=name, id=reference), match)
        for name, reference, match in zip(names, references, found.matches, strict=True)
    ]


def _page(
    found: Comparison, columns: list[Column], rows: list[tuple[Cell, ...]], legend: Message, everything: bool
) -> Page:
    a, b = found.a, found.b
    both = message("A is {a}, B is {b}", a=_title(found.sort, a), b=_title(found.sort, b))
    alike = found.sort != "shoes" and a.report.shoe == b.report.shoe
    shoe = (shoe_text(a.report),) if alike else ()
    variant = (a.report.question.variant.title,) if found.sort != "variants" else ()
    title = message("{what}: {both}", what=(*variant, *shoe), both=both) if shoe or variant else both
    table = Table(title, tuple(columns), tuple(rows), tuple(_notes(found, legend, everything)))
    return Page((table,), _provenance(a, b))


def _provenance(a: Side, b: Side) -> Provenance:
    """What was asked of both sides, said once where it is the same."""
    of_a, of_b = (provenance(side.report) for side in (a, b))
    return of_a.beside(of_b, "A", "B")


def _title(sort: str, side: Side) -> Text:
    if sort == "shoes":
        return shoe_text(side.report)
    return {"variants": side.report.question.variant.title, "rules": side.report.rules.title}.get(
        sort, side.label
    )


def _notes(found: Comparison, legend: Message, everything: bool) -> Iterator[Text]:
    a, b = found.a.report, found.b.report
    same = [match for match in found.matches if not match.changed]
    if len(same) == len(found.matches):
        yield message("Nothing differs between A and B.")
        if not everything:
            yield message("With --all every bet is shown.")
    elif same and not everything:
        yield message(
            "{same} of {all} bets did not change; with --all they are shown too.",
            same=len(same),
            all=len(found.matches),
        )
    if found.sort != "shoes" and a.shoe != b.shoe:
        yield message("Shoe: {a} in A, {b} in B.", a=shoe_text(a), b=shoe_text(b))
    yield from rules_differences(a.rules, b.rules)
    named = _named(found)
    for name, match in named:
        if match.a and match.b:
            yield from bet_differences(name, match.a.bet, match.b.bet)
    left_out = {bet.id for report in (a, b) for bet, _ in report.excluded}
    alone = [(name, m) for name, m in named if not (m.a and m.b) and m.bet.id not in left_out]
    if only := tuple(name for name, m in alone if m.a):
        yield message("Only in A: {bets}.", bets=only)
    if only := tuple(name for name, m in alone if m.b):
        yield message("Only in B: {bets}.", bets=only)
    for bet, why in a.excluded:
        yield message("Left out of A: {bet}, which {why}.", bet=bet.title, why=why)
    for bet, why in b.excluded:
        yield message("Left out of B: {bet}, which {why}.", bet=bet.title, why=why)
    if a.given is not None:
        yield message("Given, and all figures conditional on it: {condition}.", condition=str(a.given))
    yield legend


def comparison_chart(found: Comparison, *, everything: bool) -> Chart:
    """The house edge in A and in B of bets that changed; of every bet if `everything`, or where none changed.

    Raises:
        RenderError: there are too many bets.
    """
    page = comparison_page(found, full=False, everything=True)
    every = everything or not any(match.changed for match in found.matches)
    named = zip(names_in(page), found.matches, strict=True)
    rows = tuple(_edges(name, match) for name, match in named if every or match.changed)
    check_number(len(rows), MOST_EDGES)
    panel = Panel(message("House edge: ○ in A, ● in B"), rows, "dots")
    return Chart(page.heading, (Band((panel,)),), (EDGE,), page.provenance)


def _edges(name: Text, match: Match) -> Row:
    change = match.change(QUANTITIES["house_edge"])
    return Row(name, (change.a, change.b), tone(-(change.difference or Fraction(0))))
