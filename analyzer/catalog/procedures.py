"""Dealing procedures by id or from a user's TOML file. Knows nothing about bets."""

from os import PathLike

from analyzer.catalog import load, sorts
from analyzer.catalog.digests import id_or_own
from analyzer.catalog.reference import stems, text_of
from analyzer.catalog.toml_table import DESCRIPTION, TomlTable, quoted_value
from analyzer.game.procedure import OWN, STEPS, Procedure, faults_of
from analyzer.text import message


def procedure(ref: str | PathLike[str]) -> Procedure:
    """The procedure with an id or alias, or of a TOML file (`ref` ends in .toml or contains
    a path separator).

    Raises:
        CatalogError: there is no such id, or the file is faulty; one line per fault.

    >>> procedure("standard").cut_card
    14
    """
    return load.find("procedure", text_of(message("a procedure"), ref), read_procedure)


def procedure_of(given: Procedure | str | PathLike[str]) -> Procedure:
    """The procedure given as a value, an id or a file. Raises CatalogError if it is unknown or faulty."""
    return given if isinstance(given, Procedure) else procedure(given)


def procedure_id_or_own(given: Procedure) -> str:
    """The id of a library procedure, or `own` for any other: reading the coups does not need its name."""
    name = id_or_own(given, procedure)
    return name if name in stems("procedures") else OWN


def read_procedure(top: TomlTable, name: str) -> Procedure:
    """The procedure that a file describes. Raises CatalogError with one line per fault."""
    top.only(*DESCRIPTION, *sorts.PROCEDURE_KEYS)
    description, aliases = top.description(name), top.aliases()
    fields = {key: top.values[key] for key in sorts.PROCEDURE_KEYS if key in top.values}
    if isinstance(depths := fields.get("cut_card"), list):
        fields["cut_card"] = tuple(depths)
    for step in STEPS:
        if step not in fields:
            top.fault("", message("missing key {key}", key=repr(step)))
    plain = Procedure(OWN, OWN)
    for key, sentence in faults_of(plain.steps | plain.manner | fields, quoted_value):
        top.fault(key, sentence)
    top.faults.raise_if_any()
    return Procedure(name, aliases=aliases, **description, **fields)  # type: ignore[arg-type]
