"""Reads claims from TOML files: printed figures, their sources, and what they are about."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path

from analyzer.analysis.odds import Decks
from analyzer.audit.claim import COUNTS, NO_BET, OF_A_LINE, QUANTITIES, Claim
from analyzer.audit.printed import printed
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import load
from analyzer.catalog.readers import read_bets, read_condition
from analyzer.catalog.reference import is_path, stems
from analyzer.catalog.toml_table import TomlTable, read_toml
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


def of_files(files: Iterable[str | Path]) -> list[Claim]:
    """The claims of files, given by path or library stem. Raises CatalogError with a line per fault."""
    claims: list[Claim] = []
    faults: list[str] = []
    for name in files:
        try:
            if isinstance(name, Path) or is_path(name) or Path(name).exists():
                claims += claims_of(name)
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
    top.only("claim", "bet", "source")
    source = top.source()
    local = read_bets(top.tables("bet"), source) if "bet" in top.values else {}
    claims: list[Claim] = []
    taken: dict[str, str] = {}
    for table in top.tables("claim"):
        name = table.text("id", most=64)
        if name is not None and not _ID.fullmatch(name):
            expected = "an id of letters, digits, dots, hyphens and underscores"
            table.fault("id", f"expected {expected}, got {quoted(name)}")
        elif name is not None:
            table.unused("id", name, taken)
        claim = _read_claim(table, name or "", local, folder)
        if claim is not None:
            claims.append(claim if claim.source is not None else replace(claim, source=source))
    top.faults.raise_if_any()
    return tuple(claims)


def _read_claim(
    table: TomlTable, name: str, local: Mapping[str, tuple[Bet, ...]], folder: Path
) -> Claim | None:
    table.only(*_SUBJECT, *_FIGURE)
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
    figure = table.parsed("printed", text, partial(printed, percent=percent, count=quantity in COUNTS))
    if figure is not None and figure.percent and quantity in COUNTS:
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
        return None
    if quantity is not None and quantity not in OF_A_LINE:
        table.fault("line", f"expected it with ways or probability only, got it with {quantity}")
    elif len(bets) == 1 and line not in bets[0].nets:
        near = did_you_mean(line[:64], bets[0].nets)
        table.fault("line", f"unknown line {quoted(line)} of bet {bets[0].id!r}{near}")
    elif len(bets) > 1:
        table.fault("line", 'expected it with a bet of its own, got it with "*"')
    return line
