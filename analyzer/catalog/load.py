"""The catalog: rules, bets and variants by id or from a user's TOML file."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeVar, cast

from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.draft import Draft
from analyzer.catalog import readers
from analyzer.catalog.reference import CATALOG, id_of, is_path, stems, suggestion, text_of
from analyzer.catalog.sorts import Sort, expect, given_as, what_it_is
from analyzer.catalog.toml_table import TomlTable, read_toml
from analyzer.errors import CatalogError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.text import Message, Text, clean, joined, message, plural

T = TypeVar("T")

USUAL_RULES = "punto-banco"
"""The id of the rules under which a bet that names no rules is valued."""

_HERE = Path()
_FOLDERS = {"variant": "variants", "procedure": "procedures"}
_DECKS = re.compile(r"([0-9]{1,4})( *decks?)?", re.ASCII)
_ADDRESS = re.compile(r",? ?https?://[^ ;]+")


def rules(ref: str | PathLike[str], folder: Path = _HERE) -> Rules:
    """The rules with an id, or of a TOML file (`ref` ends in .toml or contains a path separator).

    Relative paths start in `folder`.

    Raises:
        CatalogError: there is no such id, or the file is faulty; one line per fault.

    >>> rules("punto-banco").tableau.banker_draws_on(3, 8)
    False
    """
    return find("rules", text_of(message("rules"), ref), readers.read_rules, folder)


def variant(ref: str | PathLike[str], folder: Path = _HERE) -> Variant:
    """The variant with an id, or of a TOML file (`ref` ends in .toml or contains a path separator).

    Relative paths start in `folder`; in the file, a path to rules starts in the file's own folder.

    Raises:
        CatalogError: there is no such id, or the file is faulty; one line per fault.

    >>> [bet.reference for bet in variant("classic").bets]
    ['player', 'banker/commission-5', 'tie/8']
    """
    name = text_of(message("a variant"), ref)
    read = partial(_read_variant, folder=(folder / name).parent) if is_path(name) else _read_own_variant
    return find("variant", name, read, folder)


def _read_variant(top: TomlTable, name: str, folder: Path) -> Variant:
    return readers.read_variant(top, name, partial(rules, folder=folder), bet)


def _read_own_variant(top: TomlTable, stem: str) -> Variant:
    return readers.read_variant(top, stem, rules, bet, stem)


def bet(ref: str, local: Mapping[str, tuple[Bet, ...]] | None = None) -> Bet:
    """The bet that a reference such as `tie/9` names; `tie` alone means its first paytable.

    `local` contains bets by id or alias, one per paytable, which take precedence over the library's.

    Raises:
        CatalogError: there is no such bet, or the bet has no such paytable.

    >>> bet("tie").reference, str(bet("tie/9").nets["win"])
    ('tie/8', '9')
    """
    if local is not None and not isinstance(local, Mapping):
        raise CatalogError("expected bets by id or alias, got {value}", value=quoted(local))
    if odd := [prices for prices in (local or {}).values() if not isinstance(prices, tuple | list)]:
        raise CatalogError(
            "expected bets by id or alias, one per paytable, got {value}", value=quoted(odd[0])
        )
    shadows = local or {}
    shared = library_bet(name := id_of(ref))
    prices = shadows.get(name) or shadows.get(shared[0].id if shared else name) or shared
    return _priced(ref, prices, shadows)


def offered(variant: Variant, ref: str, files: Mapping[str, tuple[Bet, ...]] | None = None) -> Bet:
    """The bet that a reference names, as the variant offers it: an id alone means the variant's own price.
    Any other paytable, and any bet that the variant does not offer, is looked for in the variant's file, then
    in the library. `files` contains the bets of other files, which only the error mentions. Raises
    CatalogError if there is no such bet, or the bet has no such paytable.

    >>> offered(variant("ez-baccarat"), "banker").nets["win"], offered(variant("classic"), "tie/9").id
    (Fraction(1, 1), 'tie')
    """
    shared = library_bet(name := id_of(ref))
    name = shared[0].id if shared else name
    own = [bet for bet in variant.bets if bet.id == name]
    prices = (*own, *variant.local.get(name, ()), *shared)
    return _priced(ref, prices, {*variant.local, *(files or ())}, variant, in_files=files is not None)


def rules_id_of(bet: Bet) -> str:
    """The id of the rules under which a bet is valued."""
    return bet.rules or USUAL_RULES


def bets_of(path: str | Path) -> tuple[Bet, ...]:
    """The bets of a TOML file in order, one per paytable. Raises CatalogError with one line per fault."""
    return _read_file(path, readers.read_bets)


def drafts_of(path: str | Path) -> tuple[Draft, ...]:
    """The bets of a TOML file as drafts, whose lines may pay names. Raises CatalogError like `bets_of`."""
    return _read_file(path, readers.read_drafts)


def _read_file(
    path: str | Path, read: Callable[[Iterable[TomlTable], object], dict[str, tuple[T, ...]]]
) -> tuple[T, ...]:
    if not os.path.exists(path) and (hint := elsewhere("", str(path))):
        raise CatalogError("expected a file of bets, got {path}{hint}", path=quoted(str(path)), hint=hint)
    top = expect("bets", read_toml(Path(path), str(path)))
    top.only("bet", "source")
    bets = read(top.tables("bet"), top.source())
    top.faults.raise_if_any()
    return tuple(chain.from_iterable(bets.values()))


@cache
def library() -> Mapping[str, tuple[Bet, ...]]:
    """Every bet of the library by id, one per paytable, the default price first."""
    return MappingProxyType({name: library_bet(name) for name in bet_ids()})


def variant_ids() -> tuple[str, ...]:
    """The ids of the library's variants, sorted."""
    return stems("variants")


def rules_ids() -> tuple[str, ...]:
    """The ids of the library's rules, sorted."""
    return stems("rules")


@cache
def bet_ids() -> tuple[str, ...]:
    """The ids of the library's bets, sorted."""
    return _ids("bets")


@cache
def uncomputable() -> Mapping[str, Uncomputable]:
    """Games and bets whose odds cannot be computed from the shoe alone, by id, with the reason for each."""
    return MappingProxyType(readers.read_uncomputable(packaged(".", "uncomputable")))


def beyond(ref: str) -> Uncomputable | None:
    """The uncomputable game or bet with this id or alias; None if there is none."""
    return next((item for item in uncomputable().values() if ref in (item.id, *item.aliases)), None)


@cache
def sources() -> Mapping[str, Mapping[str, object]]:
    """The sources to which `source` may refer by key: the title, address, languages and notes of each."""
    return MappingProxyType(cast(dict[str, Mapping[str, object]], packaged(".", "sources").values))


def citation(source: object, *, addresses: bool = True) -> str:
    """A source as one line of text: a key of sources.toml is replaced by its title, languages and address.
    Without `addresses`, web addresses are left out, since terminals cannot wrap them.

    >>> citation(["first-seed", "house rules"])
    '百家乐游戏规则说明 (zh-Hans); house rules'
    """
    if not addresses:
        return _ADDRESS.sub("", citation(source))
    if isinstance(source, list):
        return "; ".join(map(citation, source))
    if isinstance(source, dict):
        return ", ".join(citation(value) for value in source.values())
    if source is None or source not in sources():
        return "" if source is None else " ".join(str(source).split())
    known = sources()[str(source)]
    languages = f" ({', '.join(cast(list[str], known['languages']))})" if "languages" in known else ""
    address = f", {known['url']}" if "url" in known else ""
    return f"{known['title']}{languages}{address}"


def _priced(
    ref: str,
    prices: Sequence[Bet],
    local: Iterable[str],
    variant: Variant | None = None,
    *,
    in_files: bool = False,
) -> Bet:
    """The bet at the paytable that a reference names, or at the first of its `prices` if it names none. An
    error names the variant, if given; with `in_files`, it suggests to name the bet's file.
    """
    name, slash, paytable = ref.partition("/")
    if not prices:
        if (item := beyond(name)) is not None:
            raise CatalogError(
                "bet {bet} cannot be computed from the shoe alone: {reason}",
                bet=repr(name),
                reason=Message(item.reason),
            )
        missing = ref if ref.endswith(".toml") else name
        raise _unknown("bet", missing, {*bet_ids(), *local}, variant, in_files=in_files)
    for priced in prices:
        if not slash or priced.paytable == paytable:
            return priced
    paytables = {priced.paytable for priced in prices if priced.paytable is not None}
    if variant is None:
        where = message("unknown paytable {paytable} of bet {bet}", paytable=quoted(paytable), bet=repr(name))
    else:
        where = message(
            "unknown paytable {paytable} of bet {bet} in variant {variant}",
            paytable=quoted(paytable),
            bet=repr(name),
            variant=repr(variant.id),
        )
    one_price = message("; this bet has only one price")
    raise CatalogError(
        joined("", (where, did_you_mean(paytable[:64], paytables) if paytables else one_price))
    )


def find(sort: Sort, ref: str, read: Callable[[TomlTable, str], T], folder: Path = _HERE) -> T:
    """The item with an id or alias in the library, or the one that a TOML file describes. `read` makes the
    item from the file's top table and its id; relative paths start in `folder`. Raises CatalogError for an
    unknown id or a faulty file; one line per fault.
    """
    if is_path(ref):
        path = folder / ref
        if not os.path.exists(path) and (hint := elsewhere(sort, ref)):
            raise _unknown_item(sort, ref, hint)
        id = path.stem if clean(path.stem) else quoted(path.stem)
        return read(expect(sort, read_toml(path, ref if folder == _HERE else str(path))), id)
    kind = _FOLDERS.get(sort, sort)
    ids = stems(kind)
    stem = ref if ref in ids else next((stem for stem in ids if ref in _aliases(kind, stem)), None)
    if stem is None:
        aliased = () if sort in ("rules", "variant") else ids
        raise _unknown(sort, ref, chain(ids, *(_aliases(kind, stem) for stem in aliased)))
    return cast(T, _read_packaged(kind, stem, read))


@cache
def _read_packaged(kind: str, stem: str, read: Callable[[TomlTable, str], object]) -> object:
    return read(packaged(kind, stem), stem)


def _aliases(kind: str, stem: str) -> list[str]:
    return cast(list[str], packaged(kind, stem).values.get("aliases", []))


@cache
def packaged(kind: str, stem: str) -> TomlTable:
    """The top table of one of the library's files; its values are not checked."""
    name = f"{stem}.toml" if kind == "." else f"{kind}/{stem}.toml"
    return read_toml(CATALOG / kind / f"{stem}.toml", name)


def _ids(kind: str) -> tuple[str, ...]:
    """The ids of the `[[bet]]` or `[[count]]` tables in a folder of the library, sorted."""
    files = (packaged(kind, stem).tables(kind.removesuffix("s")) for stem in stems(kind))
    return tuple(sorted(str(table.values["id"]) for table in chain.from_iterable(files)))


@cache
def _bets_text(stem: str) -> str:
    return (CATALOG / "bets" / f"{stem}.toml").read_text(encoding="utf-8")


def _unknown(
    sort: Sort | Literal["bet"],
    ref: str,
    known: Iterable[str],
    variant: Variant | None = None,
    *,
    in_files: bool = False,
) -> CatalogError:
    near = elsewhere(sort, ref) or suggestion(ref, known)
    if not near and in_files:
        near = message(
            "; see baccarat list bets, or name the file that has it with {option}",
            option=parameter("bet_files"),
        )
    near = near or message("; see baccarat list {items}", items=sort.removesuffix("s") + "s")
    return _unknown_item(sort, ref, near, variant)


def _unknown_item(
    sort: Sort | Literal["bet"], ref: str, hint: Text, variant: Variant | None = None
) -> CatalogError:
    name = _SINGULAR[sort]
    if variant is None:
        return CatalogError("unknown {sort} {name}{hint}", sort=name, name=quoted(ref), hint=hint)
    return CatalogError(
        "unknown {sort} {name} in variant {variant}{hint}",
        sort=name,
        name=quoted(ref),
        variant=repr(variant.id),
        hint=hint,
    )


_SINGULAR = {
    "rules": message("rules"),
    "variant": message("variant"),
    "claims": message("claims"),
    "counts": message("counts"),
    "procedure": message("procedure"),
    "limits": message("limits"),
    "bets": message("bets"),
    "bet": message("bet"),
}


def elsewhere(kind: str, ref: str) -> Text:
    """The end of an error about an unknown name that means something of another kind: what it is, and how to
    write it. Empty if it means nothing.

    >>> [str(elsewhere("variant", name)) for name in ("dragon-7", "6", "dragon")]
    ["; it is a bet: write bets=['dragon-7']", '; for 6 decks write shoe=6', '']
    """
    if decks := _DECKS.fullmatch(ref):
        shoe = parameter("shoe", int(decks[1]))
        return plural("; for {n} deck write {shoe}", "; for {n} decks write {shoe}", int(decks[1]), shoe=shoe)
    if kind == "bet" and (ref.endswith(".toml") or os.path.isfile(ref)):
        return message("; for the bets of a file write {option}", option=parameter("bet_files", [ref]))
    if kind != "bet" and id_of(ref) in bet_ids():
        priced = any(bet.paytable == ref.partition("/")[2] for bet in library_bet(id_of(ref)))
        option = parameter("bets", [ref if priced else id_of(ref)])
        return message("; it is a bet: write {option}", option=option)
    if kind == "rules" and ref in variant_ids():
        return message("; it is a variant, with the rules {rules}", rules=repr(variant(ref).rules.id))
    others = (
        ("variant", variant_ids()),
        ("rules", rules_ids()),
        ("counts", _ids("counts")),
        ("procedure", stems("procedures")),
        ("limits", stems("limits")),
    )
    for other, ids in others:
        if not other.startswith(kind or " ") and ref in ids:
            return what_it_is(other, given_as(other, ref))
    return ""


@cache
def library_bet(name: str) -> tuple[Bet, ...]:
    """The library's bet with an id or alias, one per paytable; empty if there is none. To be fast, it reads
    only files that contain the name in quotes, beginning with the file of that name, and parses only this
    bet's conditions.
    """
    named_first = sorted(stems("bets"), key=lambda stem: stem != name)
    for stem in (stem for stem in named_first if f'"{name}"' in _bets_text(stem)):
        top = packaged("bets", stem)
        for table in top.tables("bet"):
            if name in (table.values["id"], *cast(list[str], table.values.get("aliases", []))):
                bets = readers.read_bet(table, top.source(), stem)
                top.faults.raise_if_any()
                return bets
    return ()
