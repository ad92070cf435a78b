"""Claims as the keys of a TOML file describe them: printed figures, their sources, and what they are about.

Knows nothing of how deals are counted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

from analyzer.analysis.fresh import Decks
from analyzer.audit.claim import COUNTS, NO_BET, OF_A_LINE, QUANTITIES, Claim
from analyzer.audit.printed import Printed, printed
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.catalog.describe import read_bets
from analyzer.catalog.reading import Table, document, shown
from analyzer.catalog.reference import is_path
from analyzer.errors import CatalogError, ClaimError, ConditionError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

T = TypeVar("T")

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ABOUT = ("id", "variant", "rules", "decks", "bet", "line", "given", "quantity")
_FIGURE = ("printed", "percent", "out_of", "source", "known_error", "note")


def claims_of(path: str | Path) -> tuple[Claim, ...]:
    """The claims of a TOML file, in order.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    file = Path(path)
    return claims_in(document(file, str(path)), file.parent)


def of_files(named: Iterable[str | Path]) -> list[Claim]:
    """The claims of several TOML files, in order, each named by its path or, of the library's, by its stem.

    Raises:
        CatalogError: there is no such file, or some are faulty; a line per fault of any of them.
    """
    found: list[Claim] = []
    faults: list[str] = []
    for name in named:
        try:
            found += _of_file(name)
        except CatalogError as error:
            faults.append(str(error))
    if faults:
        raise CatalogError("\n".join(faults))
    return found


def _of_file(name: str | Path) -> tuple[Claim, ...]:
    if isinstance(name, Path) or is_path(name) or Path(name).exists():
        return claims_of(name)
    if name in library():
        return library()[name]
    hint = did_you_mean(name[:40], library())
    raise CatalogError(f"unknown claims {quoted(name)}{hint} (a file is named by a path: a/b or b.toml)")


@cache
def library() -> Mapping[str, tuple[Claim, ...]]:
    """The claims that come with the library, by the stem of the file that holds those of one source."""
    return {stem: claims_in(load.packaged("claims", stem), Path()) for stem in load.claim_stems()}


def every() -> Iterator[Claim]:
    """The claims that come with the library, source by source."""
    return chain.from_iterable(library().values())


def claims_in(top: Table, folder: Path) -> tuple[Claim, ...]:
    """The claims that an open file describes, in order; files that it names are looked for in a folder.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only("claim", "bet", "source")
    source = top.source()
    local = read_bets(top.tables("bet"), source) if "bet" in top.values else {}
    claims: list[Claim] = []
    first: dict[str, str] = {}
    for table in top.tables("claim"):
        name = table.text("id", most=64)
        if name is not None and not _ID.fullmatch(name):
            table.fault(
                "id", f"expected an id of letters, digits, dots, hyphens and underscores, got {quoted(name)}"
            )
        elif name in first:
            table.fault("id", f"expected an id of its own, got {quoted(name)}, the id of {first[name]}")
        elif name is not None:
            first[name] = table.where
        claim = _read_claim(table, name or "", local, folder)
        if claim is not None:
            claims.append(claim if claim.source is not None else replace(claim, source=source))
    top.faults.settle()
    return tuple(claims)


def _read_claim(table: Table, name: str, local: Mapping[str, tuple[Bet, ...]], folder: Path) -> Claim | None:
    """The claim of one table; None where something of it is faulty, which is noted."""
    table.only(*_ABOUT, *_FIGURE)
    source, note, known_error = table.source(), table.prose("note"), table.prose("known_error")
    quantity = table.text("quantity")
    if quantity is not None and quantity not in QUANTITIES:
        table.fault(
            "quantity", f"unknown quantity {quoted(quantity)}{did_you_mean(quantity[:40], QUANTITIES)}"
        )
        quantity = None
    game = _found(table, "variant", partial(load.variant, folder=folder), "standard")
    rules = _found(table, "rules", partial(load.rules, folder=folder), None)
    figure = _read_printed(table, quantity)
    given = _read_given(table)
    decks = _read_decks(table)
    out_of = _read_out_of(table, quantity)
    bets, beyond = ((), None) if game is None else _read_bets(table, quantity, game, local)
    line = _read_line(table, quantity, bets)
    if game is None or quantity is None or figure is None or not (bets or beyond):
        return None
    return Claim(
        name,
        bets,
        rules or game.rules,
        game.decks if decks is None else decks,
        quantity,
        figure,
        str(table.values.get("bet", "")),
        line,
        given,
        out_of,
        decks is not None,
        beyond,
        source,
        known_error,
        note,
        _other_prices(bets, local),
        game.bets,
    )


def _found(table: Table, key: str, find: Callable[[str], T], default: str | None) -> T | None:
    """What an optional reference names; None where there is none or its fault is noted."""
    ref = default if key not in table.values else table.value(key, str, "an id or a file in quotes", True)
    if ref is None:
        return None
    try:
        return find(ref)
    except CatalogError as error:
        for sentence in str(error).splitlines():
            table.fault(key, sentence)
        return None


def _read_printed(table: Table, quantity: str | None) -> Printed | None:
    text = table.text("printed")
    percent = table.value("percent", bool, "true or false", False)
    if text is None:
        return None
    try:
        figure = printed(text, percent=percent is True, count=quantity in COUNTS)
    except ClaimError as error:
        table.fault("printed", str(error))
        return None
    if figure.percent and quantity in COUNTS:
        table.fault("printed", f"expected a number of deals, since {quantity} counts, got {quoted(text)}")
        return None
    return figure


def _read_given(table: Table) -> Condition | None:
    text = table.value("given", str, "a condition in quotes", False)
    if text is None:
        return None
    try:
        return Condition.parse(text)
    except ConditionError as error:
        table.fault("given", str(error))
        return None


def _read_decks(table: Table) -> Decks | None:
    if table.values.get("decks") == "infinite":
        return "infinite"
    if isinstance(table.values.get("decks"), str):
        table.fault("decks", f'expected a whole number or "infinite", got {shown(table.values["decks"])}')
        return None
    return table.whole("decks", 1, MAX_DECKS, required=False)


def _read_out_of(table: Table, quantity: str | None) -> int | None:
    text = table.value("out_of", str, 'a whole number in quotes such as "86320"', False)
    if text is None:
        return None
    if quantity is not None and quantity not in COUNTS:
        table.fault("out_of", f"expected it with ways or total_ways only, got it with {quantity}")
    elif re.fullmatch(r"[1-9][0-9,]{0,40}", text):
        return int(text.replace(",", ""))
    else:
        table.fault("out_of", f'expected a whole number in quotes such as "86320", got {quoted(text)}')
    return None


def _read_bets(
    table: Table, quantity: str | None, game: Variant, local: Mapping[str, tuple[Bet, ...]]
) -> tuple[tuple[Bet, ...], Uncomputable | None]:
    """The bets a claim is about, or what no shoe decides in their place; nothing where that is faulty."""
    ref = table.value("bet", str, 'a bet such as "tie/9"', quantity != "total_ways")
    if ref is None:
        return ((NO_BET,), None) if "bet" not in table.values and quantity == "total_ways" else ((), None)
    if ref == "*":
        return game.bets, None
    own = ref.partition("/")[0] in local
    if not own and (beyond := load.beyond(ref)) is not None:
        return (), beyond
    try:
        return (load.bet(ref, local) if own else load.offered(game, ref),), None
    except CatalogError as error:
        table.fault("bet", str(error))
        return (), None


def _other_prices(bets: tuple[Bet, ...], local: Mapping[str, tuple[Bet, ...]]) -> tuple[Bet, ...]:
    """The other prices of a single bet, where the library or the file has several for the same lines."""
    if len(bets) != 1 or bets[0].paytable is None:
        return ()
    several = local.get(bets[0].id) or load.library_bet(bets[0].id)
    same = [line.when for line in bets[0].lines]
    return tuple(bet for bet in several if bet != bets[0] and [line.when for line in bet.lines] == same)


def _read_line(table: Table, quantity: str | None, bets: tuple[Bet, ...]) -> str | None:
    line = table.value("line", str, "a line's id in quotes", False)
    if line is None:
        return None
    if quantity is not None and quantity not in OF_A_LINE:
        table.fault("line", f"expected it with ways or probability only, got it with {quantity}")
    elif len(bets) == 1 and line not in bets[0].nets:
        table.fault(
            "line",
            f"unknown line {quoted(line)} of bet {bets[0].id!r}{did_you_mean(line[:64], bets[0].nets)}",
        )
    elif len(bets) > 1:
        table.fault("line", 'expected it with a bet of its own, got it with "*"')
    return line
