"""What `compare` found, as a table for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from analyzer.analysis.compare import QUANTITIES, Change, Comparison, Match, Side
from analyzer.analysis.valuation import Valuation
from analyzer.exact import ratio_text
from analyzer.message import Message, Text, say
from analyzer.publish.page import Page
from analyzer.publish.phrases.labels import label
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.differences import bet_differences, rules_differences
from analyzer.publish.reports.names import prices_text, shoe_text
from analyzer.publish.reports.odds import provenance
from analyzer.publish.table import Cell, Column, Kind, Table

_EDGE = say("Edge: expected loss per unit staked, pushes included. B−A in percentage points.")
_SHARE = say("EV share: net times probability; a bet's shares add up to its EV. B−A in percentage points.")
_FULL = ("hit_rate", "push_rate", "rtp", "variance")
_HEADS: dict[str, tuple[Message, Message, Message]] = {
    "house_edge": (say("Edge A"), say("Edge B"), say("B−A")),
    "probability": (say("Probability A"), say("Probability B"), say("B−A")),
    "hit_rate": (say("Hit rate A"), say("Hit rate B"), say("Hit rate B−A")),
    "push_rate": (say("Push rate A"), say("Push rate B"), say("Push rate B−A")),
    "rtp": (say("RTP A"), say("RTP B"), say("RTP B−A")),
    "variance": (say("Variance A"), say("Variance B"), say("Variance B−A")),
}


def comparison_document(found: Comparison) -> list[dict[str, object]]:
    """Every bet, changed or not: the house edge in A and B and the difference B−A, then all else."""
    return [
        {
            "bet": _id(match),
            **_change(match.change(QUANTITIES["house_edge"])),
            "name": str(_name(match)),
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
        Column("bet", say("Bet"), "text"),
        *(
            [Column("pays_a", say("Pays A"), "text"), Column("pays_b", say("Pays B"), "text")]
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
        Column("bet", say("Bet"), "text"),
        Column("line", say("Line"), "text"),
        *(
            [Column("net_a", say("Net A"), "ratio"), Column("net_b", say("Net B"), "ratio")]
            if repriced
            else []
        ),
        *([] if repriced else [Column("net", say("Net"), "ratio")]),
        *_columns("probability"),
        Column("ev_share_difference", say("EV share B−A"), "percent"),
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
        rows.append((name, say("all: EV"), *((None,) * (1 + repriced)), *_cells(ev), ev.difference))
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
    names = list(dict.fromkeys(valuation.bet.name for valuation in match.valuations))
    return names[0] if len(names) == 1 else say("{a} (A), {b} (B)", a=names[0], b=names[1])


def _named(found: Comparison) -> list[tuple[Text, Match]]:
    """What each match is called; its references stand beside a name that another match has too."""
    names = [_name(match) for match in found.matches]
    often = Counter(names)
    references = [
        ", ".join(dict.fromkeys(valuation.bet.reference for valuation in match.valuations))
        for match in found.matches
    ]
    return [
        (name if often[name] == 1 else say("{name} ({id})", name=name, id=reference), match)
        for name, reference, match in zip(names, references, found.matches, strict=True)
    ]


def _page(
    found: Comparison, columns: list[Column], rows: list[tuple[Cell, ...]], legend: Message, everything: bool
) -> Page:
    a, b = found.a, found.b
    both = say("A is {a}, B is {b}", a=_title(found.sort, a), b=_title(found.sort, b))
    alike = found.sort != "shoes" and a.report.shoe == b.report.shoe
    shoe = (shoe_text(a.report),) if alike else ()
    variant = (a.variant.name,) if found.sort != "variants" else ()
    title = say("{what}: {both}", what=(*variant, *shoe), both=both) if shoe or variant else both
    table = Table(title, tuple(columns), tuple(rows), tuple(_notes(found, legend, everything)))
    return Page((table,), _provenance(a, b))


def _provenance(a: Side, b: Side) -> Provenance:
    """What was asked of both sides, said once where it is the same."""
    of_a, of_b = (provenance(side.report, side.variant) for side in (a, b))
    return of_a.beside(of_b, "A", "B")


def _title(sort: str, side: Side) -> Text:
    if sort == "shoes":
        return shoe_text(side.report)
    return {"variants": side.variant.name, "rules": side.report.rules.name}.get(sort, side.label)


def _notes(found: Comparison, legend: Message, everything: bool) -> Iterator[Text]:
    a, b = found.a.report, found.b.report
    same = [match for match in found.matches if not match.changed]
    if len(same) == len(found.matches):
        yield say("Nothing differs between A and B.")
        if not everything:
            yield say("With --all every bet is shown.")
    elif same and not everything:
        yield say(
            "{same} of {all} bets did not change; with --all they are shown too.",
            same=len(same),
            all=len(found.matches),
        )
    if found.sort != "shoes" and a.shoe != b.shoe:
        yield say("Shoe: {a} in A, {b} in B.", a=shoe_text(a), b=shoe_text(b))
    yield from rules_differences(a.rules, b.rules)
    named = _named(found)
    for name, match in named:
        if match.a and match.b:
            yield from bet_differences(name, match.a.bet, match.b.bet)
    left_out = {bet.id for report in (a, b) for bet, _ in report.left_out}
    alone = [(name, m) for name, m in named if not (m.a and m.b) and m.bet.id not in left_out]
    if only := tuple(name for name, m in alone if m.a):
        yield say("Only in A: {bets}.", bets=only)
    if only := tuple(name for name, m in alone if m.b):
        yield say("Only in B: {bets}.", bets=only)
    for bet, why in a.left_out:
        yield say("Left out of A: {bet}, which {why}.", bet=bet.name, why=why)
    for bet, why in b.left_out:
        yield say("Left out of B: {bet}, which {why}.", bet=bet.name, why=why)
    if a.given is not None:
        yield say("Given, and all figures conditional on it: {condition}.", condition=str(a.given))
    yield legend
