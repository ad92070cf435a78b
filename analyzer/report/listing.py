"""Lists of what the library holds: all variants, bets, rules and so on, or those that filters keep."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from analyzer.analysis.count import Count
from analyzer.analysis.question import FINENESS_WORDS, Excluded
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable
from analyzer.catalog import claims, counts, load, procedures
from analyzer.catalog import digests as origins
from analyzer.catalog.items import bets_by_id
from analyzer.catalog.limits import limits
from analyzer.catalog.reference import stems
from analyzer.catalog.search import Head, Item, SearchResult, fineness_needed, head_of, search
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.limits import TableLimits
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, ID, NAME, PAYS, SOURCE, text_columns
from analyzer.report.fields import exact_entry
from analyzer.report.names import excluded_by_reason, prices_text, shoe_name
from analyzer.text import Message, Text, message, plural

_SORTS: dict[str, Callable[[], Sequence[Item]]] = {
    "variants": lambda: list(map(load.variant, load.variant_ids())),
    "bets": bets_by_id,
    "rules": lambda: list(map(load.rules, load.rules_ids())),
    "counts": lambda: list(counts.library().values()),
    "claims": lambda: list(claims.every()),
    "procedures": lambda: list(map(procedures.procedure, stems("procedures"))),
    "limits": lambda: list(map(limits, stems("limits"))),
    "uncomputable": lambda: list(load.uncomputable().values()),
}
_TITLES = {
    "variants": message("Variants of the library"),
    "bets": message("Bets of the library"),
    "rules": message("Rules of the library"),
    "counts": message("Counts of the library"),
    "claims": message("Claims of the library"),
    "procedures": message("Dealing procedures of the library"),
    "limits": message("Limits of tables"),
    "uncomputable": message("What the shoe alone does not decide"),
}
_NUMBERS: dict[str, Callable[[int], Message]] = {
    "variants": lambda n: plural("{n} variant.", "{n} variants.", n),
    "bets": lambda n: plural("{n} bet.", "{n} bets.", n),
    "rules": lambda n: plural("{n} set of rules.", "{n} sets of rules.", n),
    "counts": lambda n: plural("{n} count.", "{n} counts.", n),
    "claims": lambda n: plural("{n} claim.", "{n} claims.", n),
    "procedures": lambda n: plural("{n} dealing procedure.", "{n} dealing procedures.", n),
    "limits": lambda n: plural("{n} set of limits.", "{n} sets of limits.", n),
    "uncomputable": lambda n: plural("{n} game or bet.", "{n} games or bets.", n),
}
_SHOW = message("`baccarat show ID` shows one in full.")
_INSTEAD_OF_SHOW = {
    "counts": message("`baccarat count --bet BET` scores those made for a bet."),
    "claims": message("`baccarat audit` holds them against the exact values."),
    "uncomputable": message("Each with the reason."),
}


def listing(
    sort: str, where: Sequence[str], shoe: Shoe, *, valued: bool = False
) -> tuple[list[SearchResult], Excluded]:
    """Every item of a sort that satisfies the filters: variants, bets (by family), rules, counts or claims.

    Bets are valued on the shoe if a filter needs it or if `valued`; those that cannot be are left out.
    Raises AnalyzerError if there is no such sort, or a filter is malformed.
    """
    if sort not in _SORTS:
        raise CatalogError(f"unknown sort {quoted(sort)}{did_you_mean(sort, _SORTS)}")
    return search(_SORTS[sort](), where, shoe, valued=valued)


def listing_document(items: Sequence[SearchResult]) -> list[dict[str, object]]:
    """Id, name, source and other names of each item, and what a bet is worth if bets are valued."""
    return list(map(_entry, items))


def _entry(result: SearchResult) -> dict[str, object]:
    head = head_of(result.item)
    entry: dict[str, object] = {
        "id": head.id,
        "name": str(_name(head)) if isinstance(head, Claim) else _name(head),
        "source": load.citation(head.source),
    }
    if not isinstance(head, Claim):
        entry["names"] = dict(head.names)
    if isinstance(head, Bet | Procedure | TableLimits | Uncomputable):
        entry["aliases"] = list(head.aliases)
    if isinstance(head, Count):
        entry |= {"bet": head.bet, "decks": head.decks, "tags": counts.tags_text(head.tags)}
    if isinstance(head, Uncomputable):
        entry["reason"] = head.reason
    if isinstance(result.item, tuple):
        bet = result.item[0]
        entry |= {
            "family": bet.family,
            "needs": fineness_needed(bet),
            **exact_entry(bet, "rules", "inside_coup"),
            "paytables": [priced.paytable for priced in result.item],
        }
    if (value := result.valuation) is not None:
        entry |= {
            "reference": value.bet.reference,
            **exact_entry(value, "house_edge", "hit_rate", "push_rate", "rtp"),
        }
    return entry


def listing_page(
    sort: str, items: Sequence[SearchResult], shoe: Shoe, *, full: bool, excluded: Excluded = ()
) -> Page:
    """The listing as a page, whose provenance includes the shoe if bets are valued."""
    facts = (("shoe", str(shoe)),) if any(result.valuation for result in items) else ()
    made = Provenance(facts, (origins.items(sort, (result.item for result in items)),))
    return Page((listing_table(sort, items, shoe, full=full, excluded=excluded),), made)


def listing_table(
    sort: str, items: Sequence[SearchResult], shoe: Shoe, *, full: bool, excluded: Excluded = ()
) -> Table:
    """The listing as a table; `full` adds columns for wide pages.

    Addresses, which no terminal can break into lines, are included for bets only; `show` has the others.
    """
    keys = _keys(sort, full, any(result.valuation for result in items))
    rows = [_cells(result, keys) for result in items]
    if keys[0] == "family" and not full:
        for _, family in groupby(rows, itemgetter("family")):
            for row in list(family)[1:]:
                row["family"] = ""
    notes: list[Text] = [_NUMBERS[sort](len(items)), *([_INSTEAD_OF_SHOW.get(sort, _SHOW)] if items else [])]
    if sort == "bets":
        notes += _bet_notes(items, shoe, excluded)
    columns = tuple(_COLUMNS[key] for key in keys)
    return Table(_TITLES[sort], columns, tuple(tuple(row.values()) for row in rows), tuple(notes))


def _keys(sort: str, full: bool, valued: bool) -> tuple[str, ...]:
    """The keys of the columns to show."""
    if sort == "bets":
        worth = ("pays", "hit_rate", "house_edge") if valued else ()
        if full:
            return ("family", "id", "name", "needs", "prices", *worth, "source")
        return ("id", "name", *worth) if valued else ("family", "id", "name")
    more = {"uncomputable": ("reason",), "counts": ("tags",)}.get(sort, ())
    return ("id", "name", *more, *(("source",) if full or sort not in _INSTEAD_OF_SHOW else ()))


def _cells(result: SearchResult, keys: Sequence[str]) -> dict[str, Cell]:
    """What is shown of an item, by key."""
    item, head, value = result.item, head_of(result.item), result.valuation
    source = load.citation(head.source, addresses=isinstance(item, tuple))
    cells: dict[str, Cell] = {"id": head.id, "name": _name(head), "source": source}
    if isinstance(head, Uncomputable):
        cells["reason"] = head.reason
    if isinstance(head, Count):
        cells["tags"] = counts.tags_text(head.tags)
    if isinstance(item, tuple):
        bet = value.bet if value else item[0]
        cells |= {"family": bet.family, "prices": len(item), "pays": prices_text(bet)}
        cells["id"] = bet.id if bet == item[0] else bet.reference
        if "needs" in keys:
            cells["needs"] = FINENESS_WORDS[fineness_needed(item[0])]
    if value:
        cells |= {"hit_rate": value.hit_rate, "house_edge": value.house_edge}
    return {key: cells.get(key) for key in keys}


def _name(head: Head) -> Text:
    return head.name if isinstance(head, Claim) else head.title


_COLUMNS = {
    column.key: column
    for column in (
        *(ID, NAME, SOURCE, PAYS, HIT_RATE, HOUSE_EDGE),
        *text_columns(family=message("Family"), reason=message("Why"), tags=message("Tags")),
        Column("needs", message("Needs"), "text"),
        Column("prices", message("Prices"), "count"),
    )
}


def _bet_notes(items: Sequence[SearchResult], shoe: Shoe, excluded: Excluded) -> Iterator[Text]:
    """How bets were valued, which are dealt under other rules, and which could not be valued."""
    yield message("`baccarat list uncomputable` names what the shoe alone does not decide.")
    bets = [result.item[0] for result in items if isinstance(result.item, tuple)]
    if any(result.valuation for result in items):
        yield message(
            "Valued at the first price of each that fits: {shoe}, rules {rules}.",
            shoe=shoe_name(shoe),
            rules=load.USUAL_RULES,
        )
    for rules in dict.fromkeys(bet.rules for bet in bets if bet.rules not in (None, load.USUAL_RULES)):
        under = tuple(bet.id for bet in bets if bet.rules == rules)
        yield message("Dealt under rules {rules}: {bets}.", rules=str(rules), bets=under)
    if inside := tuple(bet.id for bet in bets if bet.inside_coup):
        yield message("Offered inside a coup only, see what `show` says of them: {bets}.", bets=inside)
    yield from excluded_by_reason(excluded)
