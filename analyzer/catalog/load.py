"""The catalog: rules, bets and variants by id or from a user's TOML file, as frozen values.

Knows nothing of how deals are counted.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar, cast

from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.bets.draft import Draft
from analyzer.catalog.describe import (
    read_bet,
    read_bets,
    read_drafts,
    read_rules,
    read_uncomputable,
    read_variant,
)
from analyzer.catalog.packaged import CATALOG, stems
from analyzer.catalog.reading import Table, clean, document
from analyzer.catalog.reference import id_of, is_path, meant, text_of
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.rules import Rules

T = TypeVar("T")

_HERE = Path()
_ADDRESS = re.compile(r",? ?https?://[^ ;]+")


def rules(ref: str | PathLike[str], folder: Path = _HERE) -> Rules:
    """The rules of an id, or of a TOML file (`ref` ends in .toml or holds a path separator).

    A relative path is looked for in `folder`.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> rules("punto-banco").tableau.banker_draws_on(3, 8)
    False
    """
    name = text_of("rules", ref)
    if is_path(name):
        path = folder / name
        return read_rules(document(path, _label(name, folder)), _stem(path))
    return _packaged_rules(_known("rules", name))


def variant(ref: str | PathLike[str], folder: Path = _HERE) -> Variant:
    """The variant of an id, or of a TOML file (`ref` ends in .toml or holds a path separator).

    A relative path is looked for in `folder`; the rules that the file names by a path, in the file's own
    folder.

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> [bet.reference for bet in variant("classic").bets]
    ['player', 'banker/commission-5', 'tie/8']
    """
    name = text_of("a variant", ref)
    if is_path(name):
        path = folder / name
        return read_variant(
            document(path, _label(name, folder)), _stem(path), partial(rules, folder=path.parent), bet
        )
    return _packaged_variant(_known("variant", name))


def bet(ref: str, local: Mapping[str, tuple[Bet, ...]] | None = None) -> Bet:
    """The bet of a reference `tie/9`, or `tie` for its first paytable.

    Args:
        ref: an id, and after a slash perhaps a paytable.
        local: bets by id or alias, one per paytable, that shadow the library's.

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
    """The bet of a reference as the variant offers it.

    A bare id has the variant's own price. A paytable is looked for among the variant's own, then in
    the library; so is a bet that the variant does not offer. `files` are the bets of files by id or alias,
    where such can be named: for the error only.

    Raises:
        CatalogError: there is no such bet, or the bet has no such paytable.

    >>> offered(variant("ez-baccarat"), "banker").nets["win"], offered(variant("classic"), "tie/9").id
    (Fraction(1, 1), 'tie')
    """
    shared = library_bet(name := id_of(ref))
    name = shared[0].id if shared else name
    own = [bet for bet in variant.bets if bet.id == name]
    prices = (*own, *variant.local.get(name, ()), *shared)
    besides = "" if files is None else ", or name the file that has it with --bets"
    return _priced(ref, prices, {*variant.local, *(files or ())}, f" in variant {variant.id!r}", besides)


def bets_of(path: str | Path) -> tuple[Bet, ...]:
    """The bets of a TOML file in order, one for every paytable.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    return _read_file(path, read_bets)


def drafts_of(path: str | Path) -> tuple[Draft, ...]:
    """The bets of a TOML file in order, one for every paytable, whose lines may pay names.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    return _read_file(path, read_drafts)


def _read_file(
    path: str | Path, read: Callable[[Iterable[Table], object], dict[str, tuple[T, ...]]]
) -> tuple[T, ...]:
    top = document(Path(path), str(path))
    top.only("bet", "source")
    bets = read(top.tables("bet"), top.source())
    top.faults.settle()
    return tuple(priced for prices in bets.values() for priced in prices)


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
    """Games and bets whose odds no shoe alone decides, by id, each with the reason."""
    return MappingProxyType(read_uncomputable(packaged(".", "uncomputable")))


def beyond(ref: str) -> Uncomputable | None:
    """The game or bet of an id or alias that no shoe alone decides, if it is one."""
    return next((item for item in uncomputable().values() if ref in (item.id, *item.aliases)), None)


def claim_stems() -> tuple[str, ...]:
    """The stems of the library's claim files, sorted: one for each source."""
    return stems("claims")


@cache
def sources() -> Mapping[str, Mapping[str, object]]:
    """What the keys that a `source` may name stand for: title, languages and the like, by key."""
    return MappingProxyType(cast(dict[str, Mapping[str, object]], packaged(".", "sources").values))


def citation(source: object, *, addresses: bool = True) -> str:
    """A source as one line of text, keys of sources.toml replaced by title and language.

    Without `addresses` those are left out, since no terminal can break them into lines.

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


def _priced(ref: str, prices: Sequence[Bet], local: Iterable[str], where: str = "", besides: str = "") -> Bet:
    """The price that a reference names of a bet's prices, the first where it names none.

    Args:
        ref: an id, and after a slash perhaps a paytable.
        prices: the bet of that id, one per paytable; none if nobody knows it.
        local: ids that are known besides the library's.
        where: how an error tells where the bet was looked for.
        besides: where else it may be, told where no id is like it.
    """
    name, slash, paytable = ref.partition("/")
    if not prices:
        if (item := beyond(name)) is not None:
            raise CatalogError(f"bet {name!r} cannot be computed from the shoe alone: {item.reason}")
        raise _unknown("bet", name, {*bet_ids(), *local}, where, besides)
    for priced in prices:
        if not slash or priced.paytable == paytable:
            return priced
    named = {priced.paytable for priced in prices if priced.paytable is not None}
    tail = did_you_mean(paytable[:64], named) if named else ", which has one price"
    raise CatalogError(f"unknown paytable {quoted(paytable)} of bet {name!r}{where}{tail}")


def _label(ref: str, folder: Path) -> str:
    """How errors call a file: as it was named, or where it lies if its name starts from another folder."""
    return ref if folder == _HERE else str(folder / ref)


def _stem(path: Path) -> str:
    """The id of what a file describes."""
    return path.stem if clean(path.stem) else quoted(path.stem)


@cache
def packaged(kind: str, stem: str) -> Table:
    """The unread top table of one of the library's files."""
    name = f"{stem}.toml" if kind == "." else f"{kind}/{stem}.toml"
    return document(CATALOG.joinpath(kind, f"{stem}.toml"), name)


@cache
def _text(kind: str, stem: str) -> str:
    """One of the library's files as it stands, to see whether it names something before it is read."""
    return CATALOG.joinpath(kind, f"{stem}.toml").read_text(encoding="utf-8")


def _raw_bets(stem: str) -> list[dict[str, object]]:
    return cast(list[dict[str, object]], packaged("bets", stem).values["bet"])


def _known(kind: str, ref: str) -> str:
    """The id that an id or alias of the library's rules or variants stands for."""
    folder = "rules" if kind == "rules" else "variants"
    if ref in stems(folder):
        return ref
    for stem in stems(folder):
        if ref in cast(list[str], packaged(folder, stem).values.get("aliases", [])):
            return stem
    raise _unknown(kind, ref, stems(folder))


def _unknown(kind: str, ref: str, known: Iterable[str], where: str = "", besides: str = "") -> CatalogError:
    near = meant(ref, known) or f"; see baccarat list {kind.removesuffix('s')}s{besides}"
    return CatalogError(f"unknown {kind} {quoted(ref)}{where}{near}")


@cache
def _packaged_rules(name: str) -> Rules:
    return read_rules(packaged("rules", name), name)


@cache
def _packaged_variant(name: str) -> Variant:
    return read_variant(packaged("variants", name), name, rules, bet)


@cache
def library_bet(name: str) -> tuple[Bet, ...]:
    """The library's bet of an id or alias, one per paytable; empty if there is none.

    Only this bet's conditions are parsed, and only files that have the name in quotes somewhere are read.
    """
    naming = [stem for stem in stems("bets") if f'"{name}"' in _text("bets", stem)]
    for key in ("id", "aliases"):
        for stem in naming:
            top = packaged("bets", stem)
            for i, raw in enumerate(_raw_bets(stem), 1):
                if name == raw["id"] if key == "id" else name in cast(list[str], raw.get("aliases", [])):
                    bets = read_bet(Table(top.faults, f"bet[{i}]", raw), top.source())
                    top.faults.settle()
                    return tuple(replace(bet, family=stem) for bet in bets)
    return ()
