"""Bets from a user's files, with numbers for the names that their lines pay."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from analyzer.ask.parameters import StakeTerms, by_text, listed
from analyzer.bets.bet import Bet
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio, commission_of, price_of
from analyzer.catalog import load
from analyzer.catalog.reference import id_of, text_of
from analyzer.errors import CatalogError, parameter
from analyzer.text import Message, joined, message


def drafts_in(files: Iterable[str | Path]) -> list[tuple[str, Draft]]:
    """Each bet in some files with its file, one per paytable; a line may pay a name instead of a number."""
    paths = [text_of(message("bets"), file) for file in files]
    return [(path, draft) for path in paths for draft in load.drafts_of(path)]


def bets_of_files(
    shared: StakeTerms, named: Iterable[str | Bet] | None = None
) -> tuple[list[Bet], dict[str, Ratio]]:
    """What `bets_in` returns for the parameters `bet_files` and `pay`."""
    files = listed(message("bet files"), shared.get("bet_files", ()))
    return bets_in(files, by_text(message("pays"), shared.get("pay")), named)


def bets_in(
    files: Iterable[str | Path], pay: Mapping[str, Ratio], named: Iterable[str | Bet] | None = None
) -> tuple[list[Bet], dict[str, Ratio]]:
    """The bets in some files, one per paytable, with the pays for their names filled in; and the pays left.
    If some bets are `named`, any other bet is left out if it lacks pays. Raises CatalogError if a file is
    faulty, or if a line pays a name that has no pay or has two.
    """
    named = None if named is None else listed(message("bets"), named)
    ids = {id_of(name) for name in named or () if isinstance(name, str)}
    drafts = [
        (path, draft)
        for path, draft in drafts_in(files)
        if not named
        or not ids.isdisjoint((draft.bet.id, *draft.bet.aliases, "*"))
        or not any(_unpaid(path, draft, pay))
    ]
    if unpaid := [sentence for path, draft in drafts for sentence in _unpaid(path, draft, pay)]:
        raise CatalogError(joined("\n", unpaid))
    bets = [_settled(draft, pay) for _, draft in drafts]
    names = {f"{draft.bet.id}.{name}" for _, draft in drafts for name in draft.symbols}
    lines = {f"{draft.bet.id}.{line.id}" for _, draft in drafts for line in draft.bet.lines}
    return bets, {key: price for key, price in pay.items() if key not in names - lines}


def _unpaid(path: str, draft: Draft, pay: Mapping[str, Ratio]) -> Iterator[Message]:
    """A sentence for each name in a file's bet that has no pay."""
    bet, reported = draft.bet, set()
    for line, name in draft.names.items():
        if name not in reported and not _given(draft, line, pay):
            reported.add(name)
            yield message(
                "{file}: bet {bet} pays the name {name} for line {line} instead of a number; add {pay}, or "
                "run {command}",
                file=path,
                bet=repr(bet.reference),
                name=repr(name),
                line=repr(line),
                pay=parameter("pay", {f"{bet.id}.{name}": "RATIO"}),
                command=f"baccarat solve {bet.reference} --bets {path}",
            )


def _given(draft: Draft, line: str, pay: Mapping[str, Ratio]) -> list[Ratio]:
    """The pays given for a line that pays a name: by line, by name, or by bet if no other line wins."""
    bet = draft.bet
    keys = dict.fromkeys((f"{bet.id}.{line}", f"{bet.id}.{draft.names[line]}"))
    if bet.winning == (line,):
        keys[bet.id] = None
    return [pay[key] for key in keys if key in pay]


def _settled(draft: Draft, pay: Mapping[str, Ratio]) -> Bet:
    """The bet of a draft, with the pay given for each of its names."""
    nets, kept = {}, {}
    for line in draft.names:
        price, *others = _given(draft, line, pay)
        if others:
            raise CatalogError(
                "expected one price for line {line} of bet {bet}, got two",
                line=repr(line),
                bet=repr(draft.bet.id),
            )
        nets[line], kept[line] = price_of(price), commission_of(price)
    return draft.bet.priced(nets, kept) if nets else draft.bet


def by_name(bets: Iterable[Bet]) -> dict[str, tuple[Bet, ...]]:
    """Each bet at all its prices, by id, and by alias unless the alias is another bet's id."""
    found: dict[str, tuple[Bet, ...]] = {}
    for bet in bets:
        found[bet.id] = (*found.get(bet.id, ()), bet)
    return {alias: prices for prices in found.values() for alias in prices[0].aliases} | found
