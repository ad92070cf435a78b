"""Dealing procedures by id or from a user's TOML file, as frozen values.

Knows nothing of bets.
"""

from functools import cache
from pathlib import Path
from typing import cast

from analyzer.catalog import load
from analyzer.catalog.packaged import stems
from analyzer.catalog.reading import Table, document, shown
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.procedure import Burn, Procedure, Seen, faults_of

_STEPS = ("burn", "seen", "cut_card", "extra_coups")


def procedure(ref: str) -> Procedure:
    """The procedure of an id or alias, or of a TOML file (`ref` ends in .toml or holds a path separator).

    Raises:
        CatalogError: there is no such id, or the file is faulty; a line per fault.

    >>> procedure("standard").cut_card
    14
    """
    if load.is_path(ref):
        return _read(document(Path(ref), ref), Path(ref).stem)
    for stem in procedure_ids():
        if ref in (stem, *cast(list[str], load.packaged("procedures", stem).values.get("aliases", []))):
            return _packaged(stem)
    near = did_you_mean(ref[:64], procedure_ids())
    raise CatalogError(f"unknown procedure {quoted(ref)}{near}")


def is_procedure(path: str) -> bool:
    """Whether the keys of a TOML file say that it describes a procedure."""
    return any(step in document(Path(path), path).values for step in _STEPS)


def procedure_ids() -> tuple[str, ...]:
    """The ids of the library's procedures, sorted."""
    return stems("procedures")


@cache
def _packaged(stem: str) -> Procedure:
    return _read(load.packaged("procedures", stem), stem)


def _read(top: Table, name: str) -> Procedure:
    """The procedure that a file describes.

    Raises:
        CatalogError: the file is faulty; a line per fault.
    """
    top.only("name", "names", "aliases", "source", "note", *_STEPS)
    title = top.text("name", required=False) or name
    names, source, note = top.names(), top.source(), top.prose("note")
    for i, alias in enumerate(top.items("aliases", str, "an id in quotes", required=False), 1):
        top.good_id(alias, f"aliases[{i}]")
    steps = {step: top.values[step] for step in _STEPS if step in top.values}
    for step in _STEPS:
        if step not in steps:
            top.fault("", f"missing key {step!r}")
    for step, sentence in faults_of(dict.fromkeys(_STEPS, 0) | {"seen": "none"} | steps):
        expected, _, _ = sentence.rpartition(", got ")
        top.fault(step, f"{expected}, got {shown(steps[step])}")
    top.faults.settle()
    return Procedure(
        name,
        title,
        cast(Burn, steps["burn"]),
        cast(Seen, steps["seen"]),
        cast(int, steps["cut_card"]),
        cast(int, steps["extra_coups"]),
        source,
        names,
        note,
    )
