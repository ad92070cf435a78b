"""The catalog: rules, bets and variants by id or from a user's TOML file, as frozen values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.draft import Draft
from analyzer.catalog.readers import (
    read_bet,
    read_bets,
    read_drafts,
    read_rules,
    read_uncomputable,
    read_variant,
)
from analyzer.catalog.reference import CATALOG, id_of, is_path, stems, suggestion, text_of
from analyzer.catalog.toml_table import TomlTable, clean, read_toml
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules

T = TypeVar("T")

USUAL_RULES = "punto-banco"
"""The id of the rules under which a bet is valued that names none of its own."""

_HERE = Path()
_SINGULAR = {"variants": "variant", "procedures": "procedure"}
_ADDRESS = re.compile(r",? ?https?://[^ ;]+")


def rules(ref: str | PathLike[str], folder: Path = _HERE) -> Rules:
    """The rules of an id, or of a TOML file (`ref` ends in .toml or holds a path separator), relative to
    `folder`.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> rules("punto-banco").tableau.banker_draws_on(3, 8)
    False
    """
    return find("rules", text_of("rules", ref), read_rules, folder)


def variant(ref: str | PathLike[str], folder: Path = _HERE) -> Variant:
    """The variant of an id, or of a TOML file (`ref` ends in .toml or holds a path separator).

    A relative path starts in `folder`; one to rules, in the file's own folder.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> [bet.reference for bet in variant("classic").bets]
    ['player', 'banker/commission-5', 'tie/8']
    """
    name = text_of("a variant", ref)
    read = partial(_read_variant, folder=(folder / name).parent) if is_path(name) else _read_variant
    return find("variants", name, read, folder)


def _read_variant(top: TomlTable, name: str, folder: Path = _HERE) -> Variant:
    return read_variant(top, name, partial(rules, folder=folder), bet)


def bet(ref: str, local: Mapping[str, tuple[Bet, ...]] | None = None) -> Bet:
    """The bet of a reference `tie/9`, or `tie` for its first paytable.

    `local` are bets by id or alias, one per paytable, that shadow the library's.

    Raises:
        CatalogError: there is no such bet, or the bet has no such paytable.

    >>> bet("tie").reference, str(bet("tie/9").nets["win"])
    ('tie/8', '9')
    """
    if local is not None and not isinstance(local, Mapping):
        raise CatalogError(f"expected bets by id or alias, got {quoted(local)}")
    shadows = local or {}
    shared = library_bet(name := id_of(ref))
    prices = shadows.get(name) or shadows.get(shared[0].id if shared else name) or shared
    return _priced(ref, prices, shadows)


def offered(variant: Variant, ref: str, files: Mapping[str, tuple[Bet, ...]] | None = None) -> Bet:
    """The bet of a reference as the variant offers it. A bare id has the variant's own price. A paytable is
    looked for among the variant's own, then in the library; so is a bet that the variant does not offer.
    `files` are the bets of files, named in the error only. Raises CatalogError if there is no such bet, or
    the bet has no such paytable.

    >>> offered(variant("ez-baccarat"), "banker").nets["win"], offered(variant("classic"), "tie/9").id
    (Fraction(1, 1), 'tie')
    """
    shared = library_bet(name := id_of(ref))
    name = shared[0].id if shared else name
    own = [bet for bet in variant.bets if bet.id == name]
    prices = (*own, *variant.local.get(name, ()), *shared)
    elsewhere = "" if files is None else ", or name the file that has it with --bets"
    return _priced(ref, prices, {*variant.local, *(files or ())}, f" in variant {variant.id!r}", elsewhere)


def rules_id_of(bet: Bet) -> str:
    """The id of the rules under which a bet is valued."""
    return bet.rules or USUAL_RULES


def bets_of(path: str | Path) -> tuple[Bet, ...]:
    """The bets of a TOML file in order, one for every paytable. Raises CatalogError with a line per fault."""
    return _read_file(path, read_bets)


def drafts_of(path: str | Path) -> tuple[Draft, ...]:
    """The same, but lines may pay names instead of numbers."""
    return _read_file(path, read_drafts)


def _read_file(
    path: str | Path, read: Callable[[Iterable[TomlTable], object], dict[str, tuple[T, ...]]]
) -> tuple[T, ...]:
    top = read_toml(Path(path), str(path))
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
    return tuple(sorted(str(table["id"]) for stem in stems("bets") for table in _raw_bets(stem)))


@cache
def uncomputable() -> Mapping[str, Uncomputable]:
    """Games and bets whose odds the shoe alone does not decide, by id, each with the reason."""
    return MappingProxyType(read_uncomputable(packaged(".", "uncomputable")))


def beyond(ref: str) -> Uncomputable | None:
    """The game or bet of an id or alias, if it is one that the shoe alone does not decide."""
    return next((item for item in uncomputable().values() if ref in (item.id, *item.aliases)), None)


@cache
def sources() -> Mapping[str, Mapping[str, object]]:
    """The sources that a `source` may name by key: title, languages and the like."""
    return MappingProxyType(cast(dict[str, Mapping[str, object]], packaged(".", "sources").values))


def citation(source: object, *, addresses: bool = True) -> str:
    """A source as one line of text, keys of sources.toml replaced by title and language. Without `addresses`
    those are left out, since no terminal can break them into lines.

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
    ref: str, prices: Sequence[Bet], local: Iterable[str], where: str = "", elsewhere: str = ""
) -> Bet:
    """The price that a reference names of a bet's prices, the first where it names none."""
    name, slash, paytable = ref.partition("/")
    if not prices:
        if (item := beyond(name)) is not None:
            raise CatalogError(f"bet {name!r} cannot be computed from the shoe alone: {item.reason}")
        raise _unknown("bet", name, {*bet_ids(), *local}, where, elsewhere)
    for priced in prices:
        if not slash or priced.paytable == paytable:
            return priced
    named = {priced.paytable for priced in prices if priced.paytable is not None}
    tail = did_you_mean(paytable[:64], named) if named else ", which has one price"
    raise CatalogError(f"unknown paytable {quoted(paytable)} of bet {name!r}{where}{tail}")


def find(kind: str, ref: str, read: Callable[[TomlTable, str], T], folder: Path = _HERE) -> T:
    """What an id or alias of the library stands for, or what a TOML file describes. `kind` is the folder of
    the library; `read` makes the value of a file's top table and the id; relative paths start in `folder`.
    Raises CatalogError for an unknown id, and with a line per fault of a file.
    """
    if is_path(ref):
        path = folder / ref
        id = path.stem if clean(path.stem) else quoted(path.stem)
        return read(read_toml(path, ref if folder == _HERE else str(path)), id)
    ids = stems(kind)
    stem = ref if ref in ids else next((stem for stem in ids if ref in _aliases(kind, stem)), None)
    if stem is None:
        aliased = () if kind in ("rules", "variants") else ids
        suggested = chain(ids, *(_aliases(kind, stem) for stem in aliased))
        raise _unknown(_SINGULAR.get(kind, kind), ref, suggested)
    return cast(T, _read_packaged(kind, stem, read))


@cache
def _read_packaged(kind: str, stem: str, read: Callable[[TomlTable, str], object]) -> object:
    return read(packaged(kind, stem), stem)


def _aliases(kind: str, stem: str) -> list[str]:
    return cast(list[str], packaged(kind, stem).values.get("aliases", []))


@cache
def packaged(kind: str, stem: str) -> TomlTable:
    """The unread top table of one of the library's files."""
    name = f"{stem}.toml" if kind == "." else f"{kind}/{stem}.toml"
    return read_toml(CATALOG.joinpath(kind, f"{stem}.toml"), name)


@cache
def _bets_text(stem: str) -> str:
    return CATALOG.joinpath("bets", f"{stem}.toml").read_text(encoding="utf-8")


def _raw_bets(stem: str) -> list[dict[str, object]]:
    return cast(list[dict[str, object]], packaged("bets", stem).values["bet"])


def _unknown(kind: str, ref: str, known: Iterable[str], where: str = "", elsewhere: str = "") -> CatalogError:
    near = suggestion(ref, known) or f"; see baccarat list {kind.removesuffix('s')}s{elsewhere}"
    return CatalogError(f"unknown {kind} {quoted(ref)}{where}{near}")


@cache
def library_bet(name: str) -> tuple[Bet, ...]:
    """The library's bet of an id or alias, one per paytable; empty if there is none. Only this bet's
    conditions are parsed, and only files that have the name in quotes somewhere are read.
    """
    naming = [stem for stem in stems("bets") if f'"{name}"' in _bets_text(stem)]
    for key in ("id", "aliases"):
        for stem in naming:
            top = packaged("bets", stem)
            for i, raw in enumerate(_raw_bets(stem), 1):
                if name == raw["id"] if key == "id" else name in cast(list[str], raw.get("aliases", [])):
                    bets = read_bet(TomlTable(top.faults, f"bet[{i}]", raw), top.source())
                    top.faults.raise_if_any()
                    return tuple(replace(bet, family=stem) for bet in bets)
    return ()
