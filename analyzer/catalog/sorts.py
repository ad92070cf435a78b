"""The sorts of files, how a file shows its sort, and how to give the program a file of each sort."""

from typing import Literal

from analyzer.catalog.toml_table import TomlTable
from analyzer.errors import CatalogError, parameter
from analyzer.text import Message, Text, joined, message

Sort = Literal["rules", "variant", "claims", "counts", "procedure", "limits", "bets"]
"""What a file may describe."""

PROCEDURE_KEYS = ("burn", "seen", "cut_card", "extra_coups", "reserve", "turning", "handled_by")
"""The keys that only the file of a procedure has: fields of Procedure, a class that odds need not load."""

NAMES: dict[Sort, Message] = {
    "rules": message("rules"),
    "variant": message("a variant"),
    "claims": message("claims"),
    "counts": message("counts"),
    "procedure": message("a dealing procedure"),
    "limits": message("limits"),
    "bets": message("a file of bets"),
}
"""What errors call a file of each sort."""


def sort_of(top: TomlTable) -> Sort:
    """What a file describes, judged by its keys; bets if the keys do not show it."""
    if "player_draws" in top.values or "banker" in top.values:
        return "rules"
    bets = top.values.get("bets", ())
    # Tables under `bets` are more likely a misspelt `[[bet]]` than the references of a variant.
    slip = isinstance(bets, list) and any(isinstance(bet, dict) for bet in bets)
    if "decks" in top.values or ("bets" in top.values and not slip):
        return "variant"
    if "count" in top.values:
        return "counts"
    if "claim" in top.values:
        return "claims"
    if "bet" in top.values:
        return "bets"
    if any(key in top.values for key in PROCEDURE_KEYS):
        return "procedure"
    return "limits" if "limit" in top.values else "bets"


def expect(wanted: Sort, top: TomlTable) -> TomlTable:
    """The top table of a file that was given as one of this sort. Raises CatalogError if its keys are clearly
    those of another sort; the message says what to write for such a file.
    """
    found = sort_of(top)
    clear = found != "bets" or ("bet" in top.values and not top.values.keys() & {"decks", "rules", "bets"})
    if found != wanted and clear:
        file = top.faults.file
        another = message(
            "expected {wanted}, got {found}{hint}",
            wanted=NAMES[wanted],
            found=NAMES[found],
            hint=message("; write {command}", command=given_as(found, file)),
        )
        raise CatalogError(joined(": ", (file, another)))
    return top


def given_as(sort: str, ref: str) -> Text:
    """What the user should write for an item of this sort: a command or a parameter."""
    if sort in ("variant", "claims"):
        return f"baccarat {'odds' if sort == 'variant' else 'audit'} {ref}"
    if sort in ("counts", "bets"):
        return parameter("counts" if sort == "counts" else "bet_files", [ref])
    return parameter(sort, ref)


def what_it_is(sort: str, given_as: Text) -> Message:
    """The end of an error about a name of this sort, and how to give it."""
    if sort == "variant":
        return message("; it is a variant: write {option}", option=given_as)
    if sort == "rules":
        return message("; it is a set of rules: write {option}", option=given_as)
    if sort == "counts":
        return message("; it is a count: give it to count or sweep as {option}", option=given_as)
    if sort == "procedure":
        return message(
            "; it is a dealing procedure: give it to deal, replay or sweep as {option}", option=given_as
        )
    return message("; these are limits: give them to settle as {option}", option=given_as)
