"""Resolves a text to a variant, rules, bets or a shoe: by id, as a file or in its own text form."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load, sorts
from analyzer.catalog.toml_table import read_toml
from analyzer.errors import CatalogError, did_you_mean, parameter
from analyzer.exact import quoted
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import either, joined, message

Described = Variant | Rules | tuple[Bet, ...]  # What a file describes; each bet is included at each price.
Meaning = Described | Shoe
Comparable = str | os.PathLike[str] | int | Bet | Meaning

_SHOE = re.compile(r"[0-9]+(\s*decks?)?|.*=.*", re.IGNORECASE | re.DOTALL)
_OTHERS = {"claims": "audit", "counts": "count", "procedure": "deal --procedure", "limits": "settle --limits"}
"""The other sorts of file, with the command that reads each."""


def is_file(text: str) -> bool:
    """Whether a text names a file: it ends in .toml, or contains a slash and the file exists."""
    return text.endswith(".toml") or ("/" in text and os.path.exists(text))


def sort_of_file(path: str) -> sorts.Sort:
    """What a TOML file describes, judged by its keys. Raises CatalogError if it is not a TOML file."""
    return sorts.sort_of(read_toml(Path(path), path))


def of_file(path: str) -> Described:
    """The variant, rules or bets of a TOML file. Raises CatalogError if it is faulty or has none of these."""
    sort = sort_of_file(path)
    if sort in _OTHERS:
        found = message(
            "expected rules, a variant or bets, got {sort}; see baccarat {command}",
            sort=sorts.NAMES[sort],
            command=_OTHERS[sort],
        )
        raise CatalogError(joined(": ", (path, found)))
    if sort == "rules":
        return load.rules(path)
    return load.variant(path) if sort == "variant" else load.bets_of(path)


def resolve_pair(a: Comparable, b: Comparable, bet_of: Callable[[str], Bet]) -> tuple[str, Meaning, Meaning]:
    """The common sort of two items (variants, rules, bets or shoes), and what each of them means. Each is
    given as a value, a text, a path or a number of decks; `bet_of` finds the bet of a reference. Raises
    AnalyzerError if a text means nothing, or the items are of different sorts.
    """
    left, right = _meanings(a, bet_of), _meanings(b, bet_of)
    for sort, meaning in left.items():
        if sort in right:
            return sort, meaning, right[sort]
    (first, *_), (second, *_) = left, right
    raise CatalogError(
        "expected two variants, two sets of rules, two bets or two shoes, got {sort_a} {a} and {sort_b} {b}; "
        "compare two of one sort; {option} applies to both",
        sort_a=_SINGULAR[first],
        a=quoted(a),
        sort_b=_SINGULAR[second],
        b=quoted(b),
        option=parameter(second if second in ("bets", "rules") else second.removesuffix("s")),
    )


_SINGULAR = {
    "variants": message("variant"),
    "rules": message("rules"),
    "bets": message("bet"),
    "shoes": message("shoe"),
}


def label(given: Comparable, meaning: Meaning) -> str:
    """The name of one side of a comparison: the text that was given, or else the id, references or text of
    the value.
    """
    if isinstance(meaning, Shoe) and meaning.full_decks:
        return str(meaning)
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    if isinstance(meaning, Variant | Rules):
        return meaning.id
    return ", ".join(bet.reference for bet in meaning) if isinstance(meaning, tuple) else str(meaning)


def _meanings(given: Comparable, bet_of: Callable[[str], Bet]) -> dict[str, Meaning]:
    """Everything that could be meant, by sort; for a value, only the value itself."""
    if isinstance(given, int):
        return {"shoes": Shoe.decks(given)}
    if isinstance(given, Bet):
        return {"bets": (given,)}
    if not isinstance(given, str | os.PathLike):
        return {_sort(given): given}
    text = str(os.fspath(given)).strip()
    if is_file(text):
        described = of_file(text)
        return {_sort(described): described}
    if _SHOE.fullmatch(text):
        return {"shoes": Shoe.parse(text)}
    meanings: dict[str, Meaning] = {}
    with suppress(CatalogError):
        meanings["variants"] = load.variant(text)
    with suppress(CatalogError):
        meanings["rules"] = load.rules(text)
    try:
        meanings["bets"] = (bet_of(text),)
    except CatalogError:
        if not meanings and is_bet(text):
            raise
    if not meanings:
        raise unknown_item(text)
    return meanings


def unknown_item(text: str) -> CatalogError:
    """The error for a text that names no variant, rules or bet of the library."""
    near = did_you_mean(text[:64], (*load.variant_ids(), *load.rules_ids(), *load.bet_ids()))
    hint = near or message(
        "; see {commands}",
        commands=either(("baccarat list variants", "baccarat list rules", "baccarat list bets")),
    )
    return CatalogError("unknown item {item}{hint}", item=quoted(text), hint=hint)


def is_bet(text: str) -> bool:
    """Whether a text begins with a bet of the library; if so, the error to show is the one about the rest."""
    name = text.partition("/")[0]
    return name in load.bet_ids() or load.beyond(name) is not None


def _sort(given: object) -> str:
    for sort, kind in (("variants", Variant), ("rules", Rules), ("shoes", Shoe)):
        if isinstance(given, kind):
            return sort
    if isinstance(given, tuple) and all(isinstance(bet, Bet) for bet in given):
        return "bets"
    raise CatalogError(
        "expected a variant, rules, a bet or a shoe to compare, got {value}", value=quoted(given)
    )
