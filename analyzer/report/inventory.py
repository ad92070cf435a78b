"""One item of the library in full, such as a variant, a bet, rules or a claim, as a table or a document."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter

from analyzer.analysis.count import Count
from analyzer.audit.claim import SPOKEN, Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.digest import digest_of_bet
from analyzer.catalog import claims, counts, digests, load, procedures
from analyzer.catalog.limits import limits as limits_of
from analyzer.catalog.resolve import is_bet, is_file, of_file, sort_of_file, unknown_item
from analyzer.errors import CatalogError
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.phrases.procedures import fields_in_words
from analyzer.play.settlement.limits import TableLimits
from analyzer.render.page import Page
from analyzer.render.table import Cell, Table
from analyzer.report import stated
from analyzer.report.columns import bet_columns, text_columns
from analyzer.report.document import Document
from analyzer.report.fields import Cells, field_table, records, said, through
from analyzer.report.kinds import plain
from analyzer.report.names import figures, ratio
from analyzer.report.origin import Origin
from analyzer.report.tableau import tableau_table
from analyzer.text import Message, Text, message, plural


def find(ref: str) -> stated.Item:
    """The item of this id, bet reference or file. Raises CatalogError if there is none or it is faulty."""
    if is_file(ref):
        if (sort := sort_of_file(ref)) == "procedure":
            return procedures.procedure(ref)
        return limits_of(ref) if sort == "limits" else of_file(ref)
    for item_of in (load.variant, load.rules, procedures.procedure, limits_of):
        with suppress(CatalogError):
            return item_of(ref)
    if (item := load.beyond(ref)) is not None:
        return item
    try:
        bet = load.bet(ref)
    except CatalogError:
        if is_bet(ref):
            raise
        if ref in counts.library():
            return counts.library()[ref]
        if claim := next((claim for claim in claims.every() if claim.id == ref), None):
            return claim
        raise unknown_item(ref) from None
    return (bet,) if "/" in ref else load.library()[bet.id]


def _by_id(bets: tuple[Bet, ...]) -> list[tuple[Bet, ...]]:
    ids = dict.fromkeys(bet.id for bet in bets)
    return [tuple(bet for bet in bets if bet.id == id) for id in ids]


def origin_of(item: stated.Item) -> Origin:
    """The digest of an item, or of each price of a bet; for a variant or rules, also the ids."""
    if isinstance(item, tuple):
        return Origin(digests=tuple((bet.reference, digest_of_bet(bet)) for bet in item))
    known = {"rules": item.id} if isinstance(item, Rules) else {}
    if isinstance(item, Variant):
        known = {"variant": item.id, "rules": item.rules.id}
    return Origin(digests=((item.id, digests.of_item(item)),), known=known)


@dataclass(frozen=True, slots=True)
class Shown:
    """An item as a document shows it: bets from a file as a list, since there may be several."""

    item: stated.Item
    from_file: bool = False

    @property
    def form(self) -> str:
        """The name of the document's form."""
        return "bets" if self.from_file and isinstance(self.item, tuple) else stated.sort_of(self.item)


_BETS = (said("items", records(stated.bet_fields(plain(type="null"))), _by_id),)

_FORMS = {name: through("item", fields) for name, fields in (*stated.FORMS.items(), ("bets", _BETS))}

SHOW: Document[Shown] = Document(
    "show", 2, "show", (), lambda shown: origin_of(shown.item), _FORMS, attrgetter("form")
)


def page(item: stated.Item, language: str = "en") -> Page:
    """An item in full, as a page for readers of a language."""
    return Page((table(item, language),), origin_of(item).provenance)


def table(item: stated.Item, language: str = "en") -> Table:
    """An item in full: a variant's bets, the drawing table, a bet's lines, or a claim's words."""
    match item:
        case Variant():
            return _bets_table(_title(item), [(bet,) for bet in item.bets], _variant_notes(item, language))
        case Rules():
            return tableau_table(_title(item), item, _notes(item, language))
        case TableLimits():
            use = message("`baccarat settle --limits` checks stakes against them.")
            return field_table(_title(item), item.limits, stated.LIMIT, (use, *_notes(item, language)))
        case Procedure():
            return _facts_table(_title(item), fields_in_words(item), _notes(item, language))
        case tuple():
            groups = _by_id(item)
            title = _title(groups[0][0]) if len(groups) == 1 else plural("{n} bet", "{n} bets", len(groups))
            notes = [note for group in groups for note in _notes(group[0], language)]
            return _bets_table(title, groups, notes)
        case Claim():
            title = message("Claim {id}", id=item.id)
            facts = stated.stated_texts(item, language) | {"quantity": SPOKEN[item.quantity]}
            return _facts_table(title, facts, [message("`baccarat audit` checks whether it is right.")])
        case Count():
            note = message("`baccarat count --bet BET --count {id}` scores it.", id=item.id)
        case Uncomputable():
            note = message(
                "The shoe alone does not decide this bet or game, so its odds cannot be computed here."
            )
    return _facts_table(_title(item), stated.stated_texts(item, language), [note])


def _facts_table(title: Text, facts: Mapping[str, Text | None], notes: Sequence[Text]) -> Table:
    rows = tuple((stated.KEYS[key], text) for key, text in facts.items() if text)
    return Table(title, text_columns(key=message("Key"), value=message("Value")), rows, tuple(notes))


def _title(item: stated.Named) -> Message:
    return message("{name} ({id})", name=item.title, id=item.id)


def _bets_table(title: Text, groups: Sequence[tuple[Bet, ...]], notes: Iterable[Text]) -> Table:
    """One row per line, with its net gain, or its net gains by paytable; several bets have their names."""
    several = len(groups) > 1
    when_head = message("Condition (first true line applies)")
    heads = text_columns(line=message("Line"), when=when_head, net=message("Net, to one"))
    rows: list[tuple[Cell, ...]] = []
    for group in groups:
        bet = group[0]
        names: Cells = (bet.title, bet.reference if len(group) == 1 else bet.id) if several else ()
        conditions = {line.id: " ".join(line.when.text.split()) for line in bet.lines}
        for line in bet.nets:
            when = conditions.get(line) or message("no other line applies")
            rows.append((*names, line, when, nets_of(group, line)))
    return Table(title, (*(bet_columns(True) if several else ()), *heads), tuple(rows), tuple(notes))


def nets_of(prices: Sequence[Bet], line: str) -> Message:
    """The net gain of a line: one figure, or one for each paytable if they differ."""
    nets = [figures([net for net, _ in priced.outcomes[line]], " | ") for priced in prices]
    if len(set(nets)) == 1:
        return nets[0]
    by_paytable = tuple(
        # The id of a paytable is left out if it is the price itself.
        net
        if priced.paytable in (None, str(net))
        else message("{paytable}: {net}", paytable=str(priced.paytable), net=net)
        for priced, net in zip(prices, nets, strict=True)
    )
    return message("{prices}", prices=by_paytable)


def _variant_notes(variant: Variant, language: str) -> Iterator[Text]:
    rules = _title(variant.rules)
    yield plural("{n} deck; rules: {rules}.", "{n} decks; rules: {rules}.", variant.decks, rules=rules)
    for bet in variant.bets:
        if bet.locked is not None:
            units = ratio(bet.locked)
            yield message("{bet} locks {units} units for each unit staked.", bet=bet.title, units=units)
    yield from _notes(variant, language)


def _notes(item: stated.Described, language: str) -> list[Text]:
    names, source = stated.other_names(item, language), load.citation(item.source)
    notes: list[Text] = [Message(item.note)] if item.note else []
    if isinstance(item, Bet) and item.rules:
        notes.append(message("Dealt under these rules: {rules}.", rules=_title(load.rules(item.rules))))
    if isinstance(item, Bet) and item.inside_coup:
        notes.append(message("Offered only inside a coup, after its first cards lie open."))
    if names:
        notes.append(message("In other languages: {names}.", names=names))
    if isinstance(item, Bet | Procedure | TableLimits) and item.aliases:
        notes.append(message("Other names in searches: {aliases}.", aliases=item.aliases))
    if source:
        notes.append(message("Source: {source}.", source=source))
    return notes
