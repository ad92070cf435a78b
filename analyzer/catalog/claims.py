"""Reads claims from TOML files: printed figures, their sources, and what they are about."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path

from analyzer.analysis.odds import Decks
from analyzer.audit.claim import (
    COUNTS,
    NO_BET,
    OF_A_LINE,
    OF_ONE_LINE,
    QUANTITIES,
    Claim,
    UnreadableClaim,
    kind_of,
)
from analyzer.audit.forms import printed
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.draft import Draft
from analyzer.catalog import load
from analyzer.catalog.readers import read_condition, read_drafts
from analyzer.catalog.reference import is_path, stems
from analyzer.catalog.toml_table import Faults, TomlTable, read_toml
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SUBJECT = ("id", "variant", "rules", "decks", "bet", "line", "given", "quantity")
_REFERENCE = "an id or a file in quotes"
_FIGURE = ("printed", "percent", "out_of", "source", "known_error", "note")


def claims_of(path: str | Path) -> tuple[Claim, ...]:
    """The claims of a TOML file, in order. Raises CatalogError with a line per fault."""
    file = Path(path)
    return claims_in(load.expect("claims", read_toml(file, str(path))), file.parent)


def of_files(files: Iterable[str | Path]) -> list[Claim | UnreadableClaim]:
    """The claims of files, given by path or library stem, also those that cannot be read. Raises CatalogError
    for a file that is missing or no file of claims, or whose own bets are faulty, with a line per fault.
    """
    claims: list[Claim | UnreadableClaim] = []
    faults: list[str] = []
    for name in files:
        try:
            if isinstance(name, Path) or is_path(name) or Path(name).exists():
                claims += _each(load.expect("claims", read_toml(Path(name), str(name))), Path(name).parent)
            elif name in library():
                claims += library()[name]
            else:
                hint = did_you_mean(name[:40], library())
                way_out = "a file is named by a path: a/b or b.toml"
                raise CatalogError(f"unknown claims {quoted(name)}{hint} ({way_out})")
        except CatalogError as error:
            faults.append(str(error))
    if faults:
        raise CatalogError("\n".join(faults))
    return claims


@cache
def library() -> Mapping[str, tuple[Claim, ...]]:
    """The claims that come with the library, by the stem of their file; each file is for one source."""
    return {stem: claims_in(load.packaged("claims", stem), Path()) for stem in stems("claims")}


def every() -> Iterator[Claim]:
    """The claims that come with the library, source by source."""
    return chain.from_iterable(library().values())


def claims_in(top: TomlTable, folder: Path) -> tuple[Claim, ...]:
    """The claims in a TOML file, whose relative paths start in `folder`. Raises CatalogError."""
    return tuple(claim for claim in _each(top, folder, strict=True) if isinstance(claim, Claim))


def _each(top: TomlTable, folder: Path, *, strict: bool = False) -> list[Claim | UnreadableClaim]:
    """The claims in a TOML file; if `strict`, a claim that cannot be read is a fault of the file."""
    top.only("claim", "bet", "source")
    source = top.source()
    local = drafts_in(top, source)
    claims: list[Claim | UnreadableClaim] = []
    taken: dict[str, str] = {}
    unread: list[tuple[str, str]] = []
    for table in top.tables("claim"):
        apart = table if strict else replace(table, faults=Faults(top.faults.file))
        name = apart.text("id", most=64)
        if name is not None and not _ID.fullmatch(name):
            expected = "an id of letters, digits, dots, hyphens and underscores"
            apart.fault("id", f"expected {expected}, got {quoted(name)}")
        elif name is not None:
            apart.unused("id", name, taken)
        claim: Claim | UnreadableClaim | None = _read_claim(apart, name or "", local, folder)
        if not strict and apart.faults.found:
            unread += apart.faults.found
            claim = _unreadable(apart)
        if claim is not None:
            claims.append(claim if claim.source is not None else replace(claim, source=source))
    if top.faults.found:
        top.faults.found += unread
    top.faults.raise_if_any()
    return claims


def drafts_in(top: TomlTable, source: object) -> dict[str, tuple[Draft, ...]]:
    """The bets of a file of claims, by id; their prices may be open."""
    return read_drafts(map(_with_open_prices, top.tables("bet")), source) if "bet" in top.values else {}


def _with_open_prices(bet: TomlTable) -> TomlTable:
    """A bet's table; if it has no prices at all, with a name for each line's: claims on ways need none."""
    if "paytable" in bet.values or "paytables" in bet.values:
        return bet
    lines = bet.values.get("lines")
    ids = [line.get("id") for line in lines if isinstance(line, dict)] if isinstance(lines, list) else []
    prices = {line: f"price_{place}" for place, line in enumerate(ids, 1) if isinstance(line, str)}
    return replace(bet, values={**bet.values, "paytable": prices})


def _unreadable(table: TomlTable) -> UnreadableClaim:
    """A claim with faults: those, after their keys, and what it states as far as it can be shown."""
    faults = [
        f"{where.removeprefix(table.where).lstrip('.')}: {sentence}".removeprefix(": ")
        for where, sentence in dict.fromkeys(table.faults.found)
    ]
    mute = replace(table, faults=Faults(table.faults.file))
    name, printed_text = (mute.text(key, required=False) for key in ("id", "printed"))
    return UnreadableClaim(
        name or table.where,
        tuple(faults),
        mute.text("bet", required=False) or "",
        printed_text,
        mute.source() if not mute.faults.found else None,
    )


def _read_claim(
    table: TomlTable, name: str, drafts: Mapping[str, tuple[Draft, ...]], folder: Path
) -> Claim | None:
    table.only(*_SUBJECT, *_FIGURE)
    local = {id: tuple(draft.bet for draft in versions) for id, versions in drafts.items()}
    source, note, known_error = table.source(), table.prose("note"), table.prose("known_error")
    quantity = table.text("quantity")
    if quantity is not None and quantity not in QUANTITIES:
        near = did_you_mean(quantity[:40], QUANTITIES)
        table.fault("quantity", f"unknown quantity {quoted(quantity)}{near}")
        quantity = None
    variant = table.value("variant", str, _REFERENCE, False) if "variant" in table.values else "standard"
    game = table.parsed("variant", variant, partial(load.variant, folder=folder))
    rules_id = table.value("rules", str, _REFERENCE, False)
    rules = table.parsed("rules", rules_id, partial(load.rules, folder=folder))
    text, percent = table.text("printed"), table.value("percent", bool, "true or false", False) is True
    figure = table.parsed("printed", text, partial(printed, percent=percent, kind=kind_of(quantity)))
    if figure is not None and figure.scale > 1 and quantity in COUNTS:
        table.fault("printed", f"expected a number of deals, since {quantity} counts, got {quoted(text)}")
    given = read_condition(table, "given", required=False)
    decks = _read_decks(table)
    out_of = _read_out_of(table, quantity)
    bets, beyond = ((), None) if game is None else _read_bets(table, quantity, game, local)
    line = _read_line(table, quantity, bets)
    if game is None or quantity is None or figure is None or not (bets or beyond):
        return None
    return Claim(
        id=name,
        bets=bets,
        rules=rules or game.rules,
        decks=game.decks if decks is None else decks,
        quantity=quantity,
        printed=figure,
        reference=str(table.values.get("bet", "")),
        line=line,
        given=given,
        out_of=out_of,
        decks_stated=decks is not None,
        beyond=beyond,
        source=source,
        known_error=known_error,
        note=note,
        prices=_other_prices(bets, local),
        others=game.bets,
        unpriced=tuple(line for draft in _versions(bets, drafts) for line in draft.names),
    )


def _read_decks(table: TomlTable) -> Decks | None:
    decks = table.values.get("decks")
    if isinstance(decks, str) and decks != "infinite":
        table.fault("decks", f'expected a whole number or "infinite", got {quoted(decks)}')
    return "infinite" if isinstance(decks, str) else table.whole("decks", 1, MAX_DECKS, required=False)


def _read_out_of(table: TomlTable, quantity: str | None) -> int | None:
    expected = 'a whole number in quotes such as "86320"'
    text = table.value("out_of", str, expected, False)
    if text is None:
        return None
    if quantity is not None and quantity not in COUNTS:
        table.fault("out_of", f"expected it with ways or total_ways only, got it with {quantity}")
    elif re.fullmatch(r"[1-9][0-9,]{0,40}", text):
        return int(text.replace(",", ""))
    else:
        table.fault("out_of", f"expected {expected}, got {quoted(text)}")
    return None


def _read_bets(
    table: TomlTable, quantity: str | None, game: Variant, local: Mapping[str, tuple[Bet, ...]]
) -> tuple[tuple[Bet, ...], Uncomputable | None]:
    """The bets that a claim is about, or the uncomputable game or bet; neither if the reference is faulty."""
    ref = table.value("bet", str, 'a bet such as "tie/9"', quantity != "total_ways")
    if ref is None:
        return ((NO_BET,), None) if "bet" not in table.values and quantity == "total_ways" else ((), None)
    if ref == "*":
        return game.bets, None
    is_local = ref.partition("/")[0] in local
    if not is_local and (beyond := load.beyond(ref)) is not None:
        return (), beyond
    try:
        return (load.bet(ref, local) if is_local else load.offered(game, ref),), None
    except CatalogError as error:
        table.fault("bet", str(error))
        return (), None


def _versions(bets: tuple[Bet, ...], drafts: Mapping[str, tuple[Draft, ...]]) -> Iterator[Draft]:
    """The drafts in the file of a claim's bets."""
    return (draft for bet in bets for draft in drafts.get(bet.id, ()) if draft.bet is bet)


def _other_prices(bets: tuple[Bet, ...], local: Mapping[str, tuple[Bet, ...]]) -> tuple[Bet, ...]:
    """The other prices, in the library or the file, at which a single bet has the same lines."""
    if len(bets) != 1 or bets[0].paytable is None:
        return ()
    prices = local.get(bets[0].id) or load.library_bet(bets[0].id)
    conditions = [line.when for line in bets[0].lines]
    return tuple(bet for bet in prices if bet != bets[0] and [line.when for line in bet.lines] == conditions)


def _read_line(table: TomlTable, quantity: str | None, bets: tuple[Bet, ...]) -> str | None:
    line = table.value("line", str, "a line's id in quotes", False)
    if line is None:
        if quantity in OF_ONE_LINE and bets:
            winning = bets[0].winning if len(bets) == 1 else ()
            if len(winning) == 1:
                return winning[0]
            several = f"; choose from {', '.join(bets[0].nets)}" if len(bets) == 1 else ""
            table.fault("", f"expected a line with {quantity}, got none{several}")
        return None
    if quantity is not None and quantity not in OF_A_LINE:
        only = ", ".join(OF_A_LINE[:-1])
        table.fault("line", f"expected it with {only} or {OF_A_LINE[-1]} only, got it with {quantity}")
    elif len(bets) == 1 and line not in bets[0].nets:
        near = did_you_mean(line[:64], bets[0].nets)
        table.fault("line", f"unknown line {quoted(line)} of bet {bets[0].id!r}{near}")
    elif len(bets) > 1:
        table.fault("line", 'expected it with a bet of its own, got it with "*"')
    return line
