"""Reports: what the analysis found, as a table for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from analyzer import __version__
from analyzer.analysis.odds import Report, keys_of, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Variant
from analyzer.exact import grouped, percent_text, ratio_text
from analyzer.game.dealt import NOTHING
from analyzer.publish.cells import short_ratio
from analyzer.publish.table import Cell, Column, Table

_PRICES_SHOWN = 3


def odds_document(report: Report, variant: Variant) -> dict[str, object]:
    """The odds as a document of exact texts, schema `baccarat-odds/1`."""
    document: dict[str, object] = {
        "schema": "baccarat-odds/1",
        "variant": variant.id,
        "rules": report.rules.id,
        "shoe": {
            "cards": report.shoe.size,
            "fineness": report.shoe.fineness,
            "points": list(report.shoe.points),
        },
        "given": None if report.given is None else report.given.text,
        "total_ways": str(report.total_ways),
        "bets": [_valuation(valuation) for valuation in report.valuations],
    }
    if report.dealt != NOTHING:
        document["dealt"] = str(report.dealt)
    document["omitted"] = [bet.id for bet, _ in report.left_out]
    return document


def _valuation(valuation: Valuation) -> dict[str, object]:
    bet, resolved = valuation.bet, valuation.edge_on_resolved
    entry: dict[str, object] = {
        "bet": bet.id,
        "paytable": bet.paytable,
        "name": bet.name,
        "lines": [_line(valuation, line) for line in bet.nets],
        "ev": ratio_text(valuation.ev),
        "house_edge": ratio_text(valuation.house_edge),
        "edge_on_resolved": None if resolved is None else ratio_text(resolved),
        "rtp": ratio_text(valuation.rtp),
        "hit_rate": ratio_text(valuation.hit_rate),
        "push_rate": ratio_text(valuation.push_rate),
        "exposure": ratio_text(valuation.exposure),
        "variance": ratio_text(valuation.variance),
        "standard_deviation": valuation.standard_deviation,
        "skewness": valuation.skewness,
    }
    if bet.locked is not None:
        entry["locked"] = ratio_text(bet.locked)
        entry["ev_per_locked"] = _optional(valuation.ev_per_locked)
        entry["house_edge_per_locked"] = _optional(valuation.house_edge_per_locked)
    return entry


def _line(valuation: Valuation, line: str) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": line,
        "net": ratio_text(valuation.bet.nets[line]),
        "ways": str(valuation.ways[line]),
        "probability": ratio_text(valuation.probability(line)),
    }
    if len(outcomes := valuation.bet.outcomes[line]) > 1:
        entry["nets"] = [{"net": ratio_text(net), "probability": ratio_text(p)} for net, p in outcomes]
    return entry


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


_SUMMARY: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("pays", "Pays", "text"), lambda v: prices_text(v.bet)),
    (Column("winning_ways", "Winning ways", "count"), lambda v: sum(v.ways[line] for line in v.bet.winning)),
    (Column("hit_rate", "Hit rate", "percent"), lambda v: v.hit_rate),
    (Column("push_rate", "Push rate", "percent"), lambda v: v.push_rate),
    (Column("house_edge", "House edge", "percent"), lambda v: v.house_edge),
)
_MORE: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("edge_on_resolved", "Edge on resolved bets", "percent"), lambda v: v.edge_on_resolved),
    (Column("rtp", "RTP", "percent"), lambda v: v.rtp),
    (Column("standard_deviation", "Standard deviation", "root"), lambda v: v.variance),
    (Column("exposure", "Exposure", "ratio"), lambda v: v.exposure),
)
_LOCKED: tuple[tuple[Column, Callable[[Valuation], Cell]], ...] = (
    (Column("ev_per_locked", "EV per unit locked", "percent"), lambda v: v.ev_per_locked),
    (
        Column("house_edge_per_locked", "House edge per unit locked", "percent"),
        lambda v: v.house_edge_per_locked,
    ),
)


def odds_table(report: Report, variant: Variant, *, full: bool, digits: int) -> Table:
    """A row a bet: what it pays, how often it wins, the edge; `full` adds what 80 columns do not hold."""
    shown = [*_SUMMARY, *(_MORE if full else ())]
    if full and any(valuation.bet.locked for valuation in report.valuations):
        shown += _LOCKED
    columns = [*_naming(full), *(column for column, _ in shown)]
    rows: list[tuple[Cell, ...]] = [
        (*name, *(cell(valuation) for _, cell in shown)) for name, valuation in _named(report, full)
    ]
    return _table(report, variant, columns, rows, digits)


def lines_table(report: Report, variant: Variant, *, full: bool, digits: int) -> Table:
    """A row a line of every bet: net gain, ways, probability, share of the EV; then the bet's total."""
    columns = [
        *_naming(full),
        Column("line", "Line", "text"),
        Column("net", "Net", "ratio"),
        Column("ways", "Ways", "count"),
        Column("probability", "Probability", "percent"),
        Column("contribution", "EV share", "percent"),
        *([Column("one_in", "One in", "decimal", 2)] if full else []),
    ]
    rows: list[tuple[Cell, ...]] = []
    for name, v in _named(report, full):
        for line, net in v.bet.nets.items():
            row: tuple[Cell, ...] = (
                *name,
                line,
                net,
                v.ways[line],
                v.probability(line),
                v.contribution(line),
            )
            rows.append((*row, v.one_in(line)) if full else row)
        total: tuple[Cell, ...] = (*name, "all: EV", None, v.total, Fraction(1), v.ev)
        rows.append((*total, None) if full else total)
    return _table(report, variant, columns, rows, digits)


def _naming(full: bool) -> list[Column]:
    """The columns that name a bet: its name, and where there is room the reference that commands take."""
    return [Column("bet", "Bet", "text"), *([Column("reference", "Reference", "text")] if full else [])]


def _named(report: Report, full: bool) -> Iterator[tuple[tuple[str, ...], Valuation]]:
    """What names each bet, and its valuation; its key stands beside a name that another bet has too."""
    bets = [valuation.bet for valuation in report.valuations]
    names = [bet.name for bet in bets]
    for key, bet, valuation in zip(keys_of(bets), bets, report.valuations, strict=True):
        name = bet.name if names.count(bet.name) == 1 else f"{bet.name} ({key})"
        yield ((name, bet.reference) if full else (name,)), valuation


def prices_text(bet: Bet) -> str:
    """What a bet pays to one, line by line: `1`, `0.95`, `12 / 20`; the range where there are many prices."""
    prices = list(dict.fromkeys(line.net for line in bet.lines if line.net > 0))
    if len(prices) <= _PRICES_SHOWN:
        return " / ".join(short_ratio(price) for price in prices) or "–"
    return f"{short_ratio(min(prices))} … {short_ratio(max(prices))}"


def _table(
    report: Report, variant: Variant, columns: list[Column], rows: list[tuple[Cell, ...]], digits: int
) -> Table:
    title = f"{variant.name}, {shoe_text(report)}"
    provenance = (
        f"baccarat {__version__}, variant {variant.id}, rules {report.rules.id}",
        f"shoe: {report.shoe}",
    )
    return Table(title, tuple(columns), tuple(rows), tuple(_notes(report, variant, digits)), provenance)


def shoe_text(report: Report) -> str:
    """What a report's shoe is called in a title: full decks, or the number of cards left."""
    text, cards = str(report.shoe), f"{grouped(report.shoe.size)} cards"
    return f"{text} ({cards})" if text.endswith(("deck", "decks")) else f"{cards} left"


def _notes(report: Report, variant: Variant, digits: int) -> Iterator[str]:
    total = grouped(report.total_ways)
    if report.dealt != NOTHING:
        both = "" if report.given is None else " and with the condition"
        yield f"Known of this coup: {report.dealt}."
        yield f"{total} ways: ordered deals of the coup's other cards that agree with it{both}."
    else:
        number = "six" if report.rules.player_first is None else "five"
        holding = "" if report.given is None else " in which the condition holds"
        yield f"{total} ways: ordered {number}-card deals{holding}."
    if report.given is not None:
        yield f"Given, and all figures conditional on it: {report.given}."
    yield "Pays: to one. House edge: expected loss per unit staked, pushes included."
    yield f"Exact values, shown rounded half to even at {digits} decimals."
    listed = {bet.id: bet for bet in reversed(variant.bets)}
    for valuation in report.valuations:
        bet = valuation.bet
        listing = listed.get(bet.id, bet)
        # What is of another name or family is no repriced bet of the variant, but one of a file.
        same = (bet.name, bet.family) == (listing.name, listing.family)
        if same and bet.paytable is None and split(bet) == split(listing):
            yield from _repriced(bet, listing)
        yield from _multiplied(bet)
        yield from _locked(valuation, digits)
    inside = dict.fromkeys(v.bet.id for v in report.valuations if v.bet.inside_coup)
    if inside and report.dealt == NOTHING and report.given is None:
        yield f"Offered inside a coup only, for what lies open then (--dealt, --given): {', '.join(inside)}."
    for bet, why in report.left_out:
        yield f"Left out: {bet.name}, which {why}."


def _repriced(bet: Bet, listing: Bet) -> Iterator[str]:
    """What of a bet's prices differs from those the variant has."""
    changes = [
        f"{line} nets {short_ratio(net)} instead of {short_ratio(listing.nets[line])}"
        for line, net in bet.nets.items()
        if net != listing.nets[line]
    ]
    if changes:
        yield f"Prices changed of {bet.name}: {', '.join(changes)}."


def _multiplied(bet: Bet) -> Iterator[str]:
    """By what chance, apart from the cards, multiplies a line's pay."""
    for line in bet.lines:
        if line.multiplier:
            law = ", ".join(
                f"{short_ratio(factor)} with probability {ratio_text(p)}" for factor, p in line.multiplier
            )
            yield (
                f"{bet.name}: the pay of {line.id}, {short_ratio(line.net)} to one, is multiplied by {law}; "
                "its net here is the mean."
            )


def _locked(valuation: Valuation, digits: int) -> Iterator[str]:
    """What a stake can lose beyond itself, and figures by what is set aside for it."""
    bet, locked = valuation.bet, valuation.ev_per_locked
    if valuation.exposure > 1:
        yield f"{bet.name} can lose up to {short_ratio(valuation.exposure)} units for each unit staked."
    if bet.locked is None or locked is None:
        return
    yield (
        f"{bet.name} locks {short_ratio(bet.locked)} units for each unit staked. Per unit staked: "
        f"EV {percent_text(valuation.ev, digits)}, house edge {percent_text(valuation.house_edge, digits)}. "
        f"Per unit locked: EV {percent_text(locked, digits)}, house edge {percent_text(-locked, digits)}."
    )
