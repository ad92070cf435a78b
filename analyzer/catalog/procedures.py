"""Dealing procedures by id or from a user's TOML file, as frozen values.

Knows nothing of bets.
"""

from functools import cache
from os import PathLike
from pathlib import Path

from analyzer.catalog import load
from analyzer.catalog.packaged import stems
from analyzer.catalog.reading import Table, document, shown
from analyzer.catalog.reference import is_path, meant, text_of
from analyzer.errors import CatalogError
from analyzer.exact import quoted
from analyzer.game.procedure import Procedure, faults_of

_STEPS = ("burn", "seen", "cut_card", "extra_coups")
_MANNER = {"reserve": False, "turning": "as-dealt", "handled_by": "dealer"}

KEYS = (*_STEPS, *_MANNER)
"""The keys of a file that only a procedure has."""


def procedure(ref: str | PathLike[str]) -> Procedure:
    """The procedure of an id or alias, or of a TOML file (`ref` ends in .toml or holds a path separator).

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> procedure("standard").cut_card
    14
    """
    name = text_of("a procedure", ref)
    if is_path(name):
        return read_procedure(document(Path(name), name), Path(name).stem)
    found = {known: item for item in map(_packaged, procedure_ids()) for known in (item.id, *item.aliases)}
    if name in found:
        return found[name]
    raise CatalogError(f"unknown procedure {quoted(name)}{meant(name, found)}")


def procedure_of(given: Procedure | str | PathLike[str]) -> Procedure:
    """The procedure of a value, an id, or a file.

    Raises:
        CatalogError: it is none of these, there is no such id, or the file is faulty.
    """
    return given if isinstance(given, Procedure) else procedure(given)


def procedure_ids() -> tuple[str, ...]:
    """The ids of the library's procedures, sorted."""
    return stems("procedures")


@cache
def _packaged(stem: str) -> Procedure:
    return read_procedure(load.packaged("procedures", stem), stem)


def read_procedure(top: Table, name: str) -> Procedure:
    """The procedure that a file describes.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only("name", "names", "aliases", "source", "note", *KEYS)
    title = top.text("name", required=False) or name
    names, source, note = top.names(), top.source(), top.prose("note")
    aliases = top.aliases()
    fields = {key: top.values[key] for key in KEYS if key in top.values}
    if isinstance(depths := fields.get("cut_card"), list):
        fields["cut_card"] = tuple(depths)
    for step in _STEPS:
        if step not in fields:
            top.fault("", f"missing key {step!r}")
    for key, sentence in faults_of(dict.fromkeys(_STEPS, 0) | {"seen": "none"} | _MANNER | fields):
        expected, _, came = sentence.rpartition(", got ")
        # Said in TOML's words, but for what stands in a list.
        came = came if isinstance(fields[key], tuple) else shown(fields[key])
        top.fault(key, f"{expected}, got {came}")
    top.faults.settle()
    said = {"source": source, "names": names, "note": note, "aliases": aliases}
    return Procedure(name, title, **fields, **said)  # type: ignore[arg-type]
