"""Reads claims from TOML files: printed figures, their sources, and what each figure is about."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from analyzer.catalog import load, sorts
from analyzer.catalog.readers import read_condition, read_drafts
from analyzer.catalog.reference import is_path, stems
from analyzer.catalog.toml_table import Faults, TomlTable, expected_but_got, lines_of, read_toml
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS
from analyzer.text import Text, either, first_line, joined, message

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SUBJECT = ("id", "variant", "rules", "decks", "bet", "line", "given", "quantity")
_REFERENCE = message("an id or a file in quotes")
_FIGURE = ("printed", "percent", "out_of", "source", "known_error", "note")


def claims_of(path: str | Path) -> tuple[Claim, ...]:
    """The claims of a TOML file, in order. Raises CatalogError with one line per fault."""
    file = Path(path)
    return claims_in(sorts.expect("claims", read_toml(file, str(path))), file.parent)


def of_files(files: Iterable[str | Path]) -> list[Claim | UnreadableClaim]:
    """The claims of files given by path or library stem, including claims that cannot be read. Raises
    CatalogError for a file that is missing, contains no claims, or has another fault; one line per fault.
    """
    claims: list[Claim | UnreadableClaim] = []
    faults: list[Text] = []
    for name in files:
        try:
            if isinstance(name, Path) or is_path(name) or Path(name).exists():
                top = sorts.expect("claims", read_toml(Path(name), str(name)))
                read = read_claims(top, Path(name).parent)
                claims += claims_in(top, Path(name).parent) if top.faults.found else read
            elif name in library():
                claims += library()[name]
            else:
                raise CatalogError(
                    "unknown claims {claims}{hint} (a file is named by its path, such as a/b or b.toml)",
                    claims=quoted(name),
                    hint=did_you_mean(name[:40], library()),
                )
        except CatalogError as error:
            faults += lines_of(error)
    if faults:
        raise CatalogError(joined("\n", faults))
    return claims


@cache
def library() -> Mapping[str, tuple[Claim, ...]]:
    """The claims that come with the library, by the stem of their file; each file is about one source."""
    return {stem: claims_in(load.packaged("claims", stem), Path()) for stem in stems("claims")}


def every() -> Iterator[Claim]:
    """The claims that come with the library, source by source."""
    return chain.from_iterable(library().values())


def claims_in(top: TomlTable, folder: Path) -> tuple[Claim, ...]:
    """The claims in a TOML file; relative paths in it start in `folder`. Raises CatalogError if a claim
    cannot be read, or for any other fault.
    """
    claims = read_claims(top, folder)
    for claim in (claim for claim in claims if isinstance(claim, UnreadableClaim)):
        for key, sentence in claim.faults:
            top.faults.add(".".join(filter(None, (claim.place, key))), sentence)
    top.faults.raise_if_any()
    return tuple(claim for claim in claims if isinstance(claim, Claim))


def read_claims(top: TomlTable, folder: Path) -> list[Claim | UnreadableClaim]:
    """The claims in a TOML file, including those that cannot be read. Any other fault, for example in a bet
    that no claim is about, is noted in `top`.
    """
    top.only("claim", "bet", "source")
    source = top.source()
    bets = [replace(table, faults=Faults(top.faults.file)) for table in top.tables("bet", required=False)]
    file = _File(folder, read_drafts(map(_with_open_prices, bets), source), bets)
    claims: list[Claim | UnreadableClaim] = []
    taken: dict[str, str] = {}
    for each in top.tables("claim"):
        table = replace(each, faults=Faults(top.faults.file))
        name = table.text("id", most=64)
        if name is not None and not _ID.fullmatch(name):
            expected = message("an id of letters, digits, dots, hyphens and underscores")
            table.fault("id", expected_but_got(expected, name))
        elif name is not None:
            table.unused("id", name, taken)
        read = _read_claim(table, name or "", file)
        claim = _unreadable(table) if read is None or table.faults.found else read
        claims.append(claim if claim.source is not None else replace(claim, source=source))
    about = {claim.reference.partition("/")[0] for claim in claims}
    for bet in bets:
        top.faults.found += bet.faults.found if bet.values.get("id") not in about else ()
    return claims


@dataclass(frozen=True, slots=True)
class _File:
    """What the claims of a file share: the folder where relative paths start, and the file's own bets, both
    as drafts by id and as tables, each table with its own faults.
    """

    folder: Path
    drafts: Mapping[str, Sequence[Draft]]
    bets: Sequence[TomlTable]

    @property
    def local(self) -> dict[str, tuple[Bet, ...]]:
        """The bets of the file by id, each at all its prices."""
        return {id: tuple(draft.bet for draft in drafts) for id, drafts in self.drafts.items()}

    def bet(self, ref: str, game: Variant) -> Bet:
        """The bet of the file, the game or the library that a reference names. Raises CatalogError."""
        name = ref.partition("/")[0]
        for where, sentence in chain(
            *(bet.faults.found for bet in self.bets if bet.values.get("id") == name)
        ):
            raise CatalogError(
                "bet {bet} of this file cannot be read: {fault}",
                bet=quoted(name),
                fault=joined(": ", (where, first_line(sentence))),
            )
        return load.bet(ref, self.local) if name in self.drafts else load.offered(game, ref)

    def unpriced(self, bets: Sequence[Bet]) -> tuple[str, ...]:
        """The lines of bets of the file whose prices are open."""
        drafts = (draft for bet in bets for draft in self.drafts.get(bet.id, ()) if draft.bet is bet)
        return tuple(line for draft in drafts for line in draft.names)


def drafts_in(top: TomlTable, source: object) -> dict[str, tuple[Draft, ...]]:
    """The bets of a file of claims, by id; their prices may be open."""
    return read_drafts(map(_with_open_prices, top.tables("bet", required=False)), source)


def _with_open_prices(bet: TomlTable) -> TomlTable:
    """A bet's table; if it has no prices at all, each line is given a name as its price, because claims about
    ways need no prices.
    """
    if "paytable" in bet.values or "paytables" in bet.values:
        return bet
    lines = bet.values.get("lines")
    ids = [line.get("id") for line in lines if isinstance(line, dict)] if isinstance(lines, list) else []
    prices = {line: f"price_{place}" for place, line in enumerate(ids, 1) if isinstance(line, str)}
    return replace(bet, values={**bet.values, "paytable": prices})


def _unreadable(table: TomlTable) -> UnreadableClaim:
    """A claim with faults, and its values as far as they can be shown."""
    faults = tuple(
        (where.removeprefix(table.where).lstrip("."), sentence)
        for where, sentence in dict.fromkeys(table.faults.found)
    )
    mute = replace(table, faults=Faults(table.faults.file))
    name, reference, printed_text = (mute.text(key, required=False) for key in ("id", "bet", "printed"))
    source = mute.source() if not mute.faults.found else None
    return UnreadableClaim(name or table.where, table.where, faults, reference or "", printed_text, source)


def _read_claim(table: TomlTable, name: str, file: _File) -> Claim | None:
    table.only(*_SUBJECT, *_FIGURE)
    source, note, known_error = table.source(), table.prose("note"), table.prose("known_error")
    quantity = table.text("quantity")
    if quantity is not None and quantity not in QUANTITIES:
        near = did_you_mean(quantity[:40], QUANTITIES)
        unknown = message("unknown quantity {quantity}{hint}", quantity=quoted(quantity), hint=near)
        table.fault("quantity", unknown)
        quantity = None
    variant = table.value("variant", str, _REFERENCE, False) if "variant" in table.values else "standard"
    game = table.parsed("variant", variant, partial(load.variant, folder=file.folder))
    rules_id = table.value("rules", str, _REFERENCE, False)
    rules = table.parsed("rules", rules_id, partial(load.rules, folder=file.folder))
    text, percent = (
        table.text("printed"),
        table.value("percent", bool, message("true or false"), False) is True,
    )
    figure = table.parsed("printed", text, partial(printed, percent=percent, kind=kind_of(quantity)))
    if figure is not None and figure.scale > 1 and quantity in COUNTS:
        share = message(
            "expected a number of deals, since {quantity} is a count, got {printed}",
            quantity=str(quantity),
            printed=quoted(text),
        )
        table.fault("printed", share)
    given = read_condition(table, "given", required=False)
    decks = _read_decks(table)
    out_of = _read_out_of(table, quantity)
    bets, beyond = ((), None) if game is None else _read_bets(table, quantity, game, file)
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
        prices=_other_prices(bets, file.local),
        others=game.bets,
        unpriced=file.unpriced(bets),
    )


def _read_decks(table: TomlTable) -> Decks | None:
    decks = table.values.get("decks")
    if isinstance(decks, str) and decks != "infinite":
        table.fault("decks", expected_but_got(message('a whole number or "infinite"'), decks))
    return "infinite" if isinstance(decks, str) else table.whole("decks", 1, MAX_DECKS, required=False)


def _read_out_of(table: TomlTable, quantity: str | None) -> int | None:
    expected = message('a whole number in quotes such as "86320"')
    text = table.value("out_of", str, expected, False)
    if text is None:
        return None
    if quantity is not None and quantity not in COUNTS:
        misplaced = message(
            "expected only with ways or total_ways, got it with {quantity}", quantity=quantity
        )
        table.fault("out_of", misplaced)
    elif re.fullmatch(r"[1-9][0-9,]{0,40}", text):
        return int(text.replace(",", ""))
    else:
        table.fault("out_of", expected_but_got(expected, text))
    return None


def _read_bets(
    table: TomlTable, quantity: str | None, game: Variant, file: _File
) -> tuple[tuple[Bet, ...], Uncomputable | None]:
    """The bets that a claim is about, or the uncomputable game or bet; neither if the reference is faulty."""
    ref = table.value("bet", str, message('a bet such as "tie/9"'), quantity != "total_ways")
    if ref is None:
        return ((NO_BET,), None) if "bet" not in table.values and quantity == "total_ways" else ((), None)
    if ref == "*":
        return game.bets, None
    if ref.partition("/")[0] not in file.drafts and (beyond := load.beyond(ref)) is not None:
        return (), beyond
    bet = table.parsed("bet", ref, partial(file.bet, game=game))
    return () if bet is None else (bet,), None


def _other_prices(bets: tuple[Bet, ...], local: Mapping[str, tuple[Bet, ...]]) -> tuple[Bet, ...]:
    """The other prices, in the library or the file, at which a single bet has the same lines."""
    if len(bets) != 1 or bets[0].paytable is None:
        return ()
    prices = local.get(bets[0].id) or load.library_bet(bets[0].id)
    conditions = [line.when for line in bets[0].lines]
    return tuple(bet for bet in prices if bet != bets[0] and [line.when for line in bet.lines] == conditions)


def _read_line(table: TomlTable, quantity: str | None, bets: tuple[Bet, ...]) -> str | None:
    line = table.value("line", str, message("a line's id in quotes"), False)
    if line is not None and quantity is not None and quantity not in OF_A_LINE:
        misplaced = message(
            "expected only with {quantities}, got it with {quantity}",
            quantities=either(OF_A_LINE),
            quantity=quantity,
        )
        table.fault("line", misplaced)
    elif line is not None and len(bets) > 1:
        table.fault("line", message('expected only with a single bet, got it with "*"'))
    elif line is not None and bets and line not in bets[0].nets:
        near, bet = did_you_mean(line[:64], bets[0].nets), repr(bets[0].id)
        unknown = message("unknown line {line} of bet {bet}{hint}", line=quoted(line), bet=bet, hint=near)
        table.fault("line", unknown)
    elif line is None and "line" not in table.values and quantity in OF_ONE_LINE and bets:
        if len(bets) == len(bets[0].winning) == 1:
            return bets[0].winning[0]
        required = message("'line' is required with {quantity}", quantity=quantity)
        if len(bets) == 1:
            lines = tuple(bets[0].nets)
            required = message(
                "'line' is required with {quantity}: one of {lines}", quantity=quantity, lines=lines
            )
        table.fault("", required)
    return line
