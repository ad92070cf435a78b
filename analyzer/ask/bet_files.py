"""Bets of a user's files, with the pays for the names that their lines pay."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from analyzer.ask.parameters import StakeTerms, by_text, listed
from analyzer.bets.bet import Bet
from analyzer.bets.draft import Draft
from analyzer.bets.pricing import Ratio, commission_of, price_of
from analyzer.catalog import load
from analyzer.catalog.reference import id_of, text_of
from analyzer.errors import CatalogError, parameter


def drafts_in(files: Iterable[str | Path]) -> list[tuple[str, Draft]]:
    """Each bet of some files with its file, one per paytable; lines may pay names."""
    paths = [text_of("bets", file) for file in files]
    return [(path, draft) for path in paths for draft in load.drafts_of(path)]


def bets_of_files(
    shared: StakeTerms, named: Iterable[str | Bet] | None = None
) -> tuple[list[Bet], dict[str, Ratio]]:
    """What `bets_in` returns for the parameters `bet_files` and `pay`."""
    files, pays = listed("bet files", shared.get("bet_files", ())), by_text("pays", shared.get("pay"))
    return bets_in(files, pays, named)


def bets_in(
    files: Iterable[str | Path], pay: Mapping[str, Ratio], named: Iterable[str | Bet] | None = None
) -> tuple[list[Bet], dict[str, Ratio]]:
    """The bets of files, one per paytable, with the pays for their names filled in; and the remaining pays.
    Where bets are `named`, one that is not needs no pays, and is left out without them. Raises CatalogError
    if a file is faulty, or a line pays a name that has no pay, or two.
    """
    named = None if named is None else listed("bets", named)
    ids = {id_of(name) for name in named or () if isinstance(name, str)}
    drafts = [
        (path, draft)
        for path, draft in drafts_in(files)
        if not named
        or not ids.isdisjoint((draft.bet.id, *draft.bet.aliases, "*"))
        or not any(_unpaid(path, draft, pay))
    ]
    if unpaid := [sentence for path, draft in drafts for sentence in _unpaid(path, draft, pay)]:
        raise CatalogError("\n".join(unpaid))
    bets = [_settled(draft, pay) for _, draft in drafts]
    names = {f"{draft.bet.id}.{name}" for _, draft in drafts for name in draft.symbols}
    lines = {f"{draft.bet.id}.{line.id}" for _, draft in drafts for line in draft.bet.lines}
    return bets, {key: price for key, price in pay.items() if key not in names - lines}


def _unpaid(path: str, draft: Draft, pay: Mapping[str, Ratio]) -> Iterator[str]:
    """The fault of each name of a file's bet that has no pay, in a sentence."""
    bet, reported = draft.bet, set()
    for line, name in draft.names.items():
        if name not in reported and not _given(draft, line, pay):
            reported.add(name)
            yield (
                f"{path}: bet {bet.reference!r} pays the name {name!r} for line {line!r}, and no number; add "
                f"{parameter('pay', {f'{bet.id}.{name}': 'RATIO'})}, or ask baccarat solve {bet.reference} "
                f"--bets {path}"
            )


def _given(draft: Draft, line: str, pay: Mapping[str, Ratio]) -> list[Ratio]:
    """The pays given for a line that pays a name: under the line, the name, or the bet if only it wins."""
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
            raise CatalogError(f"expected one price for line {line!r} of bet {draft.bet.id!r}, got two")
        nets[line], kept[line] = price_of(price), commission_of(price)
    return draft.bet.priced(nets, kept) if nets else draft.bet


def by_name(bets: Iterable[Bet]) -> dict[str, tuple[Bet, ...]]:
    """Each bet at all its prices, by id, and by alias where that is no other bet's id."""
    found: dict[str, tuple[Bet, ...]] = {}
    for bet in bets:
        found[bet.id] = (*found.get(bet.id, ()), bet)
    return {alias: prices for prices in found.values() for alias in prices[0].aliases} | found
