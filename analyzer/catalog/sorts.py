"""What a TOML file describes, judged by its keys; and the error where another sort of file was expected."""

from typing import Literal

from analyzer.catalog.toml_table import TomlTable
from analyzer.errors import CatalogError
from analyzer.game.procedure import OWN, Procedure

Sort = Literal["rules", "variant", "claims", "counts", "procedure", "limits", "bets"]
"""What a file may describe."""

PLAIN = Procedure(OWN, OWN)
PROCEDURE_KEYS = tuple(PLAIN.steps | PLAIN.manner)
"""The keys that only the file of a procedure has."""

NAMES: dict[Sort, tuple[str, str]] = {
    "rules": ("rules", "--rules"),
    "variant": ("a variant", "baccarat odds"),
    "claims": ("claims", "baccarat audit"),
    "counts": ("counts", "--count"),
    "procedure": ("a dealing procedure", "--procedure"),
    "limits": ("limits", "--limits"),
    "bets": ("a file of bets", "--bets"),
}
"""What errors call a file of each sort, and what to write before it."""


def sort_of(top: TomlTable) -> Sort:
    """What a file describes, judged by its keys; bets if they do not decide it."""
    if "player_draws" in top.values or "banker" in top.values:
        return "rules"
    bets = top.values.get("bets", ())
    # Tables under `bets` are more likely a slip for `[[bet]]` than the references of a variant.
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
    those of another sort; the message says how to give such a file.
    """
    found = sort_of(top)
    clear = found != "bets" or ("bet" in top.values and not top.values.keys() & {"decks", "rules", "bets"})
    if found != wanted and clear:
        file = top.faults.file
        (expected, _), (got, use) = NAMES[wanted], NAMES[found]
        raise CatalogError(f"{file}: expected {expected}, got {got}; write {use} {file}")
    return top
