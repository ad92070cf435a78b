"""What the library holds, listed: variants, bets or rules, all or those that filters keep.

Lays out what the catalog says and what a search found; computes nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from analyzer.analysis.count import Count
from analyzer.analysis.question import FINENESS_WORDS, Excluded
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable
from analyzer.catalog import claims, counts, load, procedures
from analyzer.catalog import digests as origins
from analyzer.catalog.limits import limits, limits_ids
from analyzer.catalog.search import Head, Item, SearchResult, fineness_needed, head_of, search
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted, ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.limits import Limits
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import left_out_clauses, prices_text, shoe_name
from analyzer.text import Message, Text, message, plural

_SORTS: dict[str, Callable[[], Sequence[Item]]] = {
    "variants": lambda: [load.variant(name) for name in load.variant_ids()],
    "bets": lambda: sorted(load.library().values(), key=_by_family),
    "rules": lambda: [load.rules(name) for name in load.rules_ids()],
    "counts": lambda: list(counts.library().values()),
    "claims": lambda: list(claims.every()),
    "procedures": lambda: [procedures.procedure(name) for name in procedures.procedure_ids()],
    "limits": lambda: [limits(name) for name in limits_ids()],
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
_MORE = {
    "counts": message("`baccarat count --bet BET` scores those made for a bet."),
    "claims": message("`baccarat audit` holds them against the exact values."),
    "uncomputable": message("Each with the reason."),
}


def _by_family(bets: tuple[Bet, ...]) -> tuple[str, str]:
    return bets[0].family or "", bets[0].id


def listing(
    sort: str, where: Sequence[str], shoe: Shoe, *, valued: bool = False
) -> tuple[list[SearchResult], Excluded]:
    """Every item of a sort that satisfies the filters: variants, bets (by family), rules, counts or claims.

    Bets are valued on the shoe if a filter asks for it, or if `valued`; those that cannot be are left out.

    Raises:
        AnalyzerError: there is no such sort, or a filter is malformed.
    """
    if sort not in _SORTS:
        raise CatalogError(f"unknown sort {quoted(sort)}{did_you_mean(sort, _SORTS)}")
    return search(_SORTS[sort](), where, shoe, valued=valued)


def listing_document(items: Sequence[SearchResult]) -> list[dict[str, object]]:
    """Id, name and source of each item, what else finds it, and what a bet is worth where that was asked."""
    return [_document(found) for found in items]


def _document(found: SearchResult) -> dict[str, object]:
    item, head = found.item, head_of(found.item)
    entry: dict[str, object] = {
        "id": head.id,
        "name": str(head.name) if isinstance(head, Claim) else head.title,
        "source": load.citation(head.source),
    }
    if not isinstance(head, Claim):
        entry["names"] = dict(head.names)
    if isinstance(head, Count):
        entry |= {"bet": head.bet, "decks": head.decks, "tags": counts.tags_text(head.tags)}
    if isinstance(head, Procedure | Limits):
        entry["aliases"] = list(head.aliases)
    if isinstance(head, Uncomputable):
        entry |= {"aliases": list(head.aliases), "reason": head.reason}
    if isinstance(item, tuple):
        entry |= {
            "aliases": list(item[0].aliases),
            "family": item[0].family,
            "needs": fineness_needed(item[0]),
            "rules": item[0].rules,
            "inside_coup": item[0].inside_coup,
            "paytables": [bet.paytable for bet in item],
        }
    if (value := found.valuation) is not None:
        entry |= {
            "reference": value.bet.reference,
            "house_edge": ratio_text(value.house_edge),
            "hit_rate": ratio_text(value.hit_rate),
            "push_rate": ratio_text(value.push_rate),
            "rtp": ratio_text(value.rtp),
        }
    return entry


def listing_page(
    sort: str, items: Sequence[SearchResult], shoe: Shoe, *, full: bool, left_out: Excluded = ()
) -> Page:
    """The listing as a page; where bets are valued, with the shoe."""
    valued = any(found.valuation for found in items)
    facts = (("shoe", str(shoe)),) if valued else ()
    made = Provenance(facts, (origins.items(sort, (found.item for found in items)),))
    return Page((listing_table(sort, items, shoe, full=full, left_out=left_out),), made)


def listing_table(
    sort: str, items: Sequence[SearchResult], shoe: Shoe, *, full: bool, left_out: Excluded = ()
) -> Table:
    """The listing as a table; `full` adds what 80 columns do not hold.

    Addresses, which no terminal can break into lines, are left to `show`.
    """
    notes: list[Text] = [_NUMBERS[sort](len(items)), *([_MORE.get(sort, _SHOW)] if items else [])]
    if sort == "bets":
        return _bets_table(_TITLES[sort], items, [*notes, *_bet_notes(items, shoe, left_out)], full)
    columns = [Column("id", message("Id"), "text"), Column("name", message("Name"), "text")]
    columns += [Column("reason", message("Why"), "text")] if sort == "uncomputable" else []
    columns += [Column("tags", message("Tags"), "text")] if sort == "counts" else []
    columns += [Column("source", message("Source"), "text")] if full or sort not in _MORE else []
    rows = [tuple(_CELLS[column.key](found) for column in columns) for found in items]
    return Table(_TITLES[sort], tuple(columns), tuple(rows), tuple(notes))


_CELLS: dict[str, Callable[[SearchResult], Text]] = {
    "id": lambda found: head_of(found.item).id,
    "name": lambda found: _name(head_of(found.item)),
    "reason": lambda found: getattr(head_of(found.item), "reason", ""),
    "tags": lambda found: counts.tags_text(getattr(head_of(found.item), "tags", ())),
    "source": lambda found: load.citation(head_of(found.item).source, addresses=False),
}


def _name(head: Head) -> Text:
    return head.name if isinstance(head, Claim) else head.title


_ASKED = ("pays", "hit_rate", "house_edge")
_BETS: dict[str, tuple[Column, Callable[[tuple[Bet, ...], Valuation | None], Cell]]] = {
    "family": (Column("family", message("Family"), "text"), lambda bets, _: bets[0].family),
    "id": (
        Column("id", message("Id"), "text"),
        lambda bets, v: v.bet.reference if v and v.bet != bets[0] else bets[0].id,
    ),
    "name": (Column("name", message("Name"), "text"), lambda bets, _: bets[0].title),
    "needs": (
        Column("needs", message("Needs"), "text"),
        lambda bets, _: FINENESS_WORDS[fineness_needed(bets[0])],
    ),
    "prices": (Column("prices", message("Prices"), "count"), lambda bets, _: len(bets)),
    "pays": (Column("pays", message("Pays"), "text"), lambda bets, v: prices_text(v.bet if v else bets[0])),
    "hit_rate": (
        Column("hit_rate", message("Hit rate"), "percent"),
        lambda _, value: value.hit_rate if value else None,
    ),
    "house_edge": (
        Column("house_edge", message("House edge"), "percent"),
        lambda _, value: value.house_edge if value else None,
    ),
    "source": (Column("source", message("Source"), "text"), lambda bets, _: load.citation(bets[0].source)),
}


def _bets_table(title: Text, items: Sequence[SearchResult], notes: Sequence[Text], full: bool) -> Table:
    """A row a bet, by family; what it is worth where that was asked; on a terminal a family is named once."""
    valued = any(found.valuation for found in items)
    keys = ["family", "id", "name", "needs", "prices", "source"] if full else ["family", "id", "name"]
    if valued:
        keys = [*keys[:-1], *_ASKED, "source"] if full else ["id", "name", *_ASKED]
    rows: list[tuple[Cell, ...]] = []
    family: Cell = None
    for found in items:
        assert isinstance(found.item, tuple)
        cells = {key: _BETS[key][1](found.item, found.valuation) for key in keys}
        if not full and "family" in cells:
            cells["family"], family = ("" if cells["family"] == family else cells["family"]), cells["family"]
        rows.append(tuple(cells.values()))
    return Table(title, tuple(_BETS[key][0] for key in keys), tuple(rows), tuple(notes))


def _bet_notes(items: Sequence[SearchResult], shoe: Shoe, left_out: Excluded) -> Iterator[Text]:
    """Where bets are valued, which of them are dealt under other rules, and which have no worth there."""
    yield message("`baccarat list uncomputable` names what the shoe alone does not decide.")
    bets = [found.item[0] for found in items if isinstance(found.item, tuple)]
    if any(found.valuation for found in items):
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
    yield from (message("Left out: {clause}.", clause=clause) for clause in left_out_clauses(left_out))
