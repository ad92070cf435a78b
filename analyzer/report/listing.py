"""Lists of what the library holds: all variants, bets, rules and so on, or those that match filters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter

from analyzer.analysis.count import Count
from analyzer.analysis.question import FINENESS_WORDS, Excluded
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Uncomputable
from analyzer.catalog import claims, counts, digests, load, procedures
from analyzer.catalog.items import bets_by_id
from analyzer.catalog.limits import limits
from analyzer.catalog.reference import id_of, stems
from analyzer.catalog.search import Filter, Item, SearchResult, fineness_needed, head_of, search
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.shoe import Shoe
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import HIT_RATE, HOUSE_EDGE, ID, NAME, PAYS, SOURCE, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, in_forms, picked, said, through
from analyzer.report.kinds import PAYTABLE, PROBABILITY, RATIO, REFERENCE, TEXT, Kind, many
from analyzer.report.names import excluded_by_reason, prices_text, shoe_name
from analyzer.report.origin import Origin
from analyzer.report.stated import FORMS, sort_of
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
    "uncomputable": message("Games and bets that the shoe alone does not decide"),
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
    "counts": message("`baccarat count --bet BET` scores the counts made for a bet."),
    "claims": message("`baccarat audit` checks them against the exact values."),
    "uncomputable": message("Reason: why odds cannot be computed from the shoe alone."),
}


@dataclass(frozen=True, slots=True)
class Listing:
    """The items of a sort that match the filters; `excluded` are bets that could not be valued on the shoe.

    `on_shoe` is whether the shoe matters: bets are valued, or filtered by their value.
    """

    sort: str
    where: Sequence[str]
    shoe: Shoe
    on_shoe: bool
    items: Sequence[SearchResult]
    excluded: Excluded = ()

    @property
    def valued(self) -> bool:
        """Whether bets are valued."""
        return any(result.valuation for result in self.items)


def listing(sort: str, where: Sequence[str], shoe: Shoe, *, valued: bool = False) -> Listing:
    """Every item of a sort that satisfies the filters: variants, bets (by family), rules, counts or claims.

    Bets are valued on the shoe if a filter needs it or if `valued`; those that cannot be are left out.
    Raises AnalyzerError if there is no such sort, or a filter is malformed.
    """
    if sort not in _SORTS:
        if sort[:1].isalpha() and load.elsewhere("", sort):
            raise CatalogError(
                "unknown sort {sort}; write baccarat show {id}", sort=quoted(sort), id=id_of(sort)
            )
        raise CatalogError("unknown sort {sort}{hint}", sort=quoted(sort), hint=did_you_mean(sort, _SORTS))
    on_shoe = sort == "bets" and (valued or any(Filter.parse(text).values_bets for text in where))
    return Listing(sort, where, shoe, on_shoe, *search(_SORTS[sort](), where, shoe, valued=valued))


def origin_of(listed: Listing) -> Origin:
    """The digest of the items, and the shoe if it matters; documents also state the sort and the filters."""
    facts = (("shoe", str(listed.shoe)),) if listed.valued else ()
    digest = digests.items(listed.sort, (result.item for result in listed.items))
    options = {"sort": listed.sort} | ({"where": " and ".join(listed.where)} if listed.where else {})
    known = {"options": options, "shoe": listed.shoe if listed.on_shoe else None}
    return Origin(options=facts, digests=(digest,), known=known)


def _worth(key: str, kind: Kind = RATIO, name: str = "") -> Field[SearchResult]:
    """What a bet is worth, absent where bets are not valued."""
    of = attrgetter(name or key)
    return said(key, kind, lambda result: result.valuation and of(result.valuation), absent=True)


_NAMED = ("id", "name", "source", "names")


def _stated(form: str, *keys: str) -> list[Field[SearchResult]]:
    """Some of what `show` prints about an item."""
    return through("item", picked(FORMS[form], *keys))


_BET = ("aliases", "family", "needs", "rules", "inside_coup")
_FORMS: dict[str, Fields[SearchResult]] = {
    "variant or rules": _stated("rules", *_NAMED),
    "bet": (
        _stated("bet", *_NAMED, *_BET),
        said("paytables", many(PAYTABLE), lambda result: [bet.paytable for bet in result.item]),
        _worth("reference", REFERENCE, "bet.reference"),
        _worth("house_edge"),
        _worth("hit_rate", PROBABILITY),
        _worth("push_rate", PROBABILITY),
        _worth("rtp"),
    ),
    "procedure or limits": _stated("limits", *_NAMED, "aliases"),
    "count": _stated("count", *_NAMED, "bet", "decks", "tags"),
    "claim": (
        _stated("claim", "id"),
        said("name", TEXT, lambda result: str(result.item.name)),
        _stated("claim", "source"),
    ),
    "uncomputable": _stated("uncomputable", *_NAMED, "aliases", "reason"),
}

_ITEM = in_forms(_FORMS, lambda row: next(form for form in _FORMS if sort_of(row.item) in form.split(" or ")))
LIST: Document[Listing] = Document("list", 2, "list", (said("items", many(_ITEM)),), origin_of)


def listing_page(listed: Listing, *, full: bool) -> Page:
    """The listing as a page; `full` adds columns for wide pages.

    Addresses, which no terminal can break into lines, are included for bets only; `show` has the others.
    """
    sort, items = listed.sort, listed.items
    keys = _keys(sort, full, listed.valued)
    rows = [_cells(result, keys) for result in items]
    if keys[0] == "family" and not full:
        for _, family in groupby(rows, itemgetter("family")):
            for row in list(family)[1:]:
                row["family"] = ""
    notes: list[Text] = [_NUMBERS[sort](len(items)), *([_INSTEAD_OF_SHOW.get(sort, _SHOW)] if items else [])]
    if sort == "bets":
        notes += _bet_notes(listed)
    columns, cells = tuple(_COLUMNS[key] for key in keys), tuple(tuple(row.values()) for row in rows)
    wide = tuple(_COLUMNS[key].head for key in _keys(sort, True, listed.valued) if key not in keys)
    table = Table(_TITLES[sort], columns, cells, tuple(notes), hidden=wide)
    return Page((table,), origin_of(listed).provenance)


def claim_files_page(listed: Listing) -> Page:
    """One row per file of claims, each of which is for one source, and the number of its claims."""
    rows = tuple((stem, len(found)) for stem, found in claims.library().items())
    columns = (*text_columns(file=message("File")), Column("claims", message("Claims"), "count"))
    notes = (
        _NUMBERS["claims"](len(listed.items)),
        message("`baccarat list claims --all` lists every claim, `--where WORD` those that contain a word."),
        message("`baccarat audit FILE` checks the claims of a file against the exact values."),
    )
    table = Table(message("Claims of the library, by file"), columns, rows, notes)
    return Page((table,), origin_of(listed).provenance)


def _keys(sort: str, full: bool, valued: bool) -> tuple[str, ...]:
    if sort == "bets":
        worth = ("pays", "hit_rate", "house_edge") if valued else ()
        if full:
            return ("family", "id", "name", "needs", "prices", *worth, "source")
        return ("id", "name", *worth) if valued else ("family", "id", "name")
    more = {"uncomputable": ("reason",), "counts": ("tags",)}.get(sort, ())
    return ("id", "name", *more, *(("source",) if full or sort not in _INSTEAD_OF_SHOW else ()))


def _cells(result: SearchResult, keys: Sequence[str]) -> dict[str, Cell]:
    item, head, value = result.item, head_of(result.item), result.valuation
    name = head.name if isinstance(head, Claim) else head.title
    source = load.citation(head.source, addresses=isinstance(item, tuple))
    cells: dict[str, Cell] = {"id": head.id, "name": name, "source": source}
    if isinstance(head, Uncomputable):
        cells["reason"] = Message(head.reason)
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


_SHARED = (ID, NAME, SOURCE, PAYS, HIT_RATE, HOUSE_EDGE)
_TEXTS = text_columns(family=message("Family"), reason=message("Reason"), tags=message("Tags"))
_OF_BET = (Column("needs", message("Needs"), "text"), Column("prices", message("Prices"), "count"))
_COLUMNS = {column.key: column for column in (*_SHARED, *_TEXTS, *_OF_BET)}


def _bet_notes(listed: Listing) -> Iterator[Text]:
    yield message("`baccarat list uncomputable` lists games and bets that the shoe alone does not decide.")
    bets = [result.item[0] for result in listed.items if isinstance(result.item, tuple)]
    if listed.valued:
        yield message(
            "Each bet is valued at the first of its prices that match the filters: {shoe}, rules {rules}.",
            shoe=shoe_name(listed.shoe),
            rules=load.rules(load.USUAL_RULES).title,
        )
    for rules in dict.fromkeys(bet.rules for bet in bets if bet.rules not in (None, load.USUAL_RULES)):
        under = tuple(bet.id for bet in bets if bet.rules == rules)
        yield message("Valued under rules {rules}: {bets}.", rules=load.rules(str(rules)).title, bets=under)
    if inside := tuple(bet.id for bet in bets if bet.inside_coup):
        yield message("Offered only inside a coup, as `baccarat show BET` describes: {bets}.", bets=inside)
    yield from excluded_by_reason(listed.excluded)
