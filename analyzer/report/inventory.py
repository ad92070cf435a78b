"""One item of the library in full: a variant, bets, rules or a claim as a table or a document.

Lays out what the catalog says; computes nothing.
"""

from collections.abc import Sequence
from contextlib import suppress

from analyzer.analysis.count import Count
from analyzer.audit.claim import SPOKEN, Claim
from analyzer.bets.bet import Bet, Line, Uncomputable, Variant
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import claims, counts, load, procedures
from analyzer.catalog import digests as origins
from analyzer.catalog.limits import limits
from analyzer.catalog.resolve import Described, is_bet, is_file, of_file, sort_of_file, unknown_item
from analyzer.catalog.search import fineness_needed
from analyzer.errors import CatalogError
from analyzer.exact import ratio_text
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.phrases.procedures import fields_in_words
from analyzer.play.settlement.limits import Limits
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.limits import limit_documents, limits_table
from analyzer.report.names import figures, ratio
from analyzer.report.stated import KEYS, Named, Stated, other_names, words
from analyzer.report.tableau import tableau_table
from analyzer.text import Message, Text, message, plural

Item = Described | Stated | Procedure | Limits


def find(ref: str) -> Item:
    """The item of an id, of a bet's reference, or of a file.

    Raises:
        CatalogError: there is none, or the file is faulty.
    """
    if is_file(ref):
        match sort_of_file(ref):
            case "procedure":
                return procedures.procedure(ref)
            case "limits":
                return limits(ref)
        return of_file(ref)
    for item_of in (load.variant, load.rules, procedures.procedure, limits):
        with suppress(CatalogError):
            return item_of(ref)
    if (item := load.beyond(ref)) is not None:
        return item
    try:
        named = load.bet(ref)
    except CatalogError:
        if is_bet(ref):
            raise
        if ref in counts.library():
            return counts.library()[ref]
        if claim := next((claim for claim in claims.every() if claim.id == ref), None):
            return claim
        raise unknown_item(ref) from None
    return (named,) if "/" in ref else load.library()[named.id]


def document(item: Item, language: str = "en") -> dict[str, object] | list[dict[str, object]]:
    """An item in full, called by its name in a language; a list where a file holds several bets."""
    if isinstance(item, Variant):
        return {
            **_head(item, language),
            "decks": item.decks,
            "rules": item.rules.id,
            "bets": [_bet_document((bet,), language) for bet in item.bets],
        }
    if isinstance(item, Rules):
        return {
            **_head(item, language),
            "player_draws": sorted(item.tableau.player_draws),
            "naturals": sorted(item.tableau.naturals),
            "banker": str(item.tableau),
            "banker_by": item.banker_by,
            "player_first": item.player_first,
        }
    if isinstance(item, Procedure):
        return {**_head(item, language), "aliases": list(item.aliases), **item.steps, **item.manner}
    if isinstance(item, Limits):
        aliases = list(item.aliases)
        return {**_head(item, language), "aliases": aliases, "limits": limit_documents(item)}
    if isinstance(item, Stated):
        return words(item, language) | _values(item)
    bets = [_bet_document(group, language) for group in _by_id(item)]
    return bets[0] if len(bets) == 1 else bets


def _values(item: Stated) -> dict[str, object]:
    """What is no text of what is stated."""
    if isinstance(item, Claim):
        return {"decks": item.decks if item.decks_stated else None}
    if isinstance(item, Count):
        return {"names": dict(item.names), "decks": item.decks}
    return {"names": dict(item.names), "aliases": list(item.aliases)}


def page(item: Item, language: str = "en") -> Page:
    """An item in full, as a page, called by its name in a language."""
    if isinstance(item, tuple):
        digests = tuple((bet.reference, digest_of_bet(bet)) for bet in item)
    else:
        digests = ((item.id, origins.of_item(item)),)
    return Page((table(item, language),), Provenance((), digests))


def table(item: Item, language: str = "en") -> Table:
    """An item in full: a variant's bets, the drawing table, a bet's lines, or a claim's words."""
    if isinstance(item, Variant):
        alone = [(bet,) for bet in item.bets]
        return _bets_table(_title(item, language), alone, _variant_notes(item, language))
    if isinstance(item, Rules):
        return tableau_table(_title(item, language), item, _notes(item, language))
    if isinstance(item, Procedure):
        columns = (Column("key", message("Key"), "text"), Column("value", message("Value"), "text"))
        facts = tuple((KEYS[key], text) for key, text in fields_in_words(item).items())
        return Table(_title(item, language), columns, facts, tuple(_notes(item, language)))
    if isinstance(item, Limits):
        return limits_table(_title(item, language), item, _notes(item, language))
    if isinstance(item, Stated):
        columns = (Column("key", message("Key"), "text"), Column("value", message("Value"), "text"))
        said: dict[str, Text | None] = {**words(item, language)}
        if isinstance(item, Claim):
            said["quantity"] = SPOKEN[item.quantity]
        stated = tuple((KEYS[key], value) for key, value in said.items() if value)
        if isinstance(item, Uncomputable):
            note = message("The shoe alone does not decide it.")
            return Table(_title(item, language), columns, stated, (note,))
        if isinstance(item, Count):
            note = message("`baccarat count --bet BET --count {id}` scores it.", id=item.id)
            return Table(_title(item, language), columns, stated, (note,))
        note = message("`baccarat audit` says if it is right.")
        return Table(message("Claim {id}", id=item.id), columns, stated, (note,))
    groups = _by_id(item)
    title = plural("{n} bet", "{n} bets", len(groups))
    if len(groups) == 1:
        title = _title(groups[0][0], language)
    return _bets_table(title, groups, [note for group in groups for note in _notes(group[0], language)])


def _title(item: Named, language: str) -> Message:
    return message("{name} ({id})", name=item.title, id=item.id)


def _head(item: Variant | Rules | Bet | Procedure | Limits, language: str) -> dict[str, object]:
    return {
        "id": item.id,
        "name": item.title,
        "names": dict(item.names),
        "source": load.citation(item.source),
        "note": item.note,
    }


def _bet_document(prices: tuple[Bet, ...], language: str) -> dict[str, object]:
    bet = prices[0]
    return {
        **_head(bet, language),
        "aliases": list(bet.aliases),
        "family": bet.family,
        "needs": fineness_needed(bet),
        "rules": bet.rules,
        "inside_coup": bet.inside_coup,
        "locked": None if bet.locked is None else ratio_text(bet.locked),
        "complete": None if bet.complete is None else bet.complete.text,
        "lines": [_line_document(line) for line in bet.lines],
        "paytables": [
            {"id": priced.paytable, "pays": {line.id: ratio_text(line.net) for line in priced.lines}}
            for priced in prices
        ],
    }


def _line_document(line: Line) -> dict[str, object]:
    document: dict[str, object] = {"id": line.id, "when": line.when.text}
    if line.multiplier:
        document["multiplier"] = {ratio_text(factor): ratio_text(p) for factor, p in line.multiplier}
    return document


def _by_id(bets: tuple[Bet, ...]) -> list[tuple[Bet, ...]]:
    groups: dict[str, list[Bet]] = {}
    for bet in bets:
        groups.setdefault(bet.id, []).append(bet)
    return [tuple(group) for group in groups.values()]


def _bets_table(title: Text, groups: Sequence[tuple[Bet, ...]], notes: Sequence[Text]) -> Table:
    """A row a line; its price, or its prices by paytable."""
    columns = [
        *([Column("bet", message("Bet"), "text")] if len(groups) > 1 else []),
        Column("line", message("Line"), "text"),
        Column("when", message("Holds first when"), "text"),
        Column("net", message("Net, to one"), "text"),
    ]
    rows: list[tuple[Cell, ...]] = []
    for group in groups:
        for line in (*group[0].nets,):
            texts = [" ".join(part.when.text.split()) for part in group[0].lines if part.id == line]
            when: Text = texts[0] if texts else message("no line above holds")
            row: tuple[Cell, ...] = (line, when, nets_of(group, line))
            rows.append(
                (group[0].reference if len(group) == 1 else group[0].id, *row) if len(groups) > 1 else row
            )
    return Table(title, tuple(columns), tuple(rows), tuple(notes))


def nets_of(prices: Sequence[Bet], line: str) -> Message:
    """What a line nets: one figure, or one by paytable where a bet's prices differ in it."""
    nets = [figures([net for net, _ in priced.outcomes[line]], " | ") for priced in prices]
    by_paytable = tuple(_price(priced, net) for priced, net in zip(prices, nets, strict=True))
    return nets[0] if len(set(nets)) == 1 else message("{prices}", prices=by_paytable)


def _price(priced: Bet, net: Message) -> Message:
    """What a line nets at a paytable, which is named where its name is not the price itself."""
    if priced.paytable is None or priced.paytable == str(net):
        return net
    return message("{paytable}: {net}", paytable=priced.paytable, net=net)


def _variant_notes(variant: Variant, language: str) -> list[Text]:
    locked = [
        message("{bet} locks {units} units for each unit staked.", bet=bet.title, units=ratio(bet.locked))
        for bet in variant.bets
        if bet.locked is not None
    ]
    decks = plural(
        "{n} deck, rules {rules}.", "{n} decks, rules {rules}.", variant.decks, rules=variant.rules.id
    )
    return [decks, *locked, *_notes(variant, language)]


def _notes(item: Variant | Rules | Bet | Procedure | Limits, language: str) -> list[Text]:
    source = load.citation(item.source)
    names = other_names(item, language)
    aliases = item.aliases if isinstance(item, Bet | Procedure | Limits) else ()
    rules = item.rules if isinstance(item, Bet) else None
    inside = isinstance(item, Bet) and item.inside_coup
    return [
        *([item.note] if item.note else []),
        *([message("Dealt under rules {rules}.", rules=rules)] if rules else []),
        *([message("Offered inside a coup only, for what lies open then.")] if inside else []),
        *([message("In other languages: {names}.", names=names)] if names else []),
        *([message("Found as well by: {aliases}.", aliases=aliases)] if aliases else []),
        *([message("Source: {source}.", source=source)] if source else []),
    ]
