"""What the texts of options mean: files, shoes, whole numbers, amounts by name.

Resolves no names of the library.
"""

import json
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Literal

from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import grouped, quoted
from analyzer.game.shoe import MAX_DECKS, Shoe

_JSON_EXPECTED = 'expected a JSON object such as {"A": 30, "2": 31}'


def name_of(file: str) -> str:
    """The name of a file in messages."""
    if file == "-":
        return "standard input"
    return file if 0 < len(file) <= 200 and file.isprintable() else quoted(file)


def bytes_of(file: str, what: str, most: int) -> bytes:
    """The bytes of a file, or of standard input for the name `-`; `what` names the content in errors. Raises
    AnalyzerError if it cannot be read, or holds more than `most` bytes.
    """
    try:
        if file == "-":
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AnalyzerError(f"{name_of(file)}: cannot be read ({reason.lower()})") from None
    if len(raw) > most:
        raise AnalyzerError(f"{name_of(file)}: expected {what} of at most {grouped(most)} bytes")
    return raw


def whole(option: str, text: str | None, least: int = 0) -> int:
    """The whole number that an option gives. Raises AnalyzerError if it gives none, or one below `least`."""
    if text and text.isascii() and text.isdigit() and len(text) <= 40 and int(text) >= least:
        return int(text)
    got = "none" if text is None else quoted(text)
    raise AnalyzerError(f"expected {option} with a whole number of {least} or more, got {got}")


def by_name(option: str, form: str, preposition: str, texts: Iterable[str]) -> dict[str, str]:
    """The amounts of options such as `--stake tie=5`, by name; `form` and `preposition` are for its errors.
    Raises AnalyzerError if a text is not of the form NAME=AMOUNT, or one name comes twice.
    """
    amounts: dict[str, str] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(f"expected {option} {form}, got {quoted(text)}")
        if name in amounts:
            raise AnalyzerError(f"expected one {option} {preposition} {quoted(name)}, got two")
        amounts[name] = amount
    return amounts


prices = partial(by_name, "--pay", "BET[.LINE]=RATIO such as tie=9", "for")
"""The prices of `--pay` options, by bet (perhaps with a line)."""

stakes = partial(by_name, "--stake", "BET=AMOUNT such as tie=5", "on")
"""The amounts of `--stake` options, by bet."""


def shoe_of(decks: str | None, remaining: str | None) -> Shoe | None:
    """The shoe that `--decks` or `--remaining` names; None where neither is given, a ShoeError for both."""
    if decks is not None and remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if remaining is not None:
        return _from_file(remaining[1:]) if remaining.startswith("@") else Shoe.parse(remaining)
    if decks is None:
        return None
    if decks.isascii() and decks.isdigit() and len(decks) <= 9:
        return Shoe.decks(int(decks))
    raise ShoeError(f"expected --decks with a whole number from 1 to {MAX_DECKS}, got {quoted(decks)}")


def shoe_or_infinite(decks: str | None, remaining: str | None) -> Shoe | Literal["infinite"] | None:
    """As `shoe_of`, but `--decks infinite` gives "infinite", a shoe to which each card drawn is returned."""
    return "infinite" if decks == "infinite" and remaining is None else shoe_of(decks, remaining)


def _from_file(name: str) -> Shoe:
    raw, label = bytes_of(name, "a shoe", 1_000_000), name_of(name)
    try:
        counts = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_unique)
        if not isinstance(counts, dict):
            raise ShoeError(f"{_JSON_EXPECTED}, got {quoted(counts)}")
        return Shoe.from_mapping(counts)
    except ShoeError as error:
        raise ShoeError(f"{label}: {error}") from None
    except (ValueError, RecursionError):
        raise ShoeError(f"{label}: {_JSON_EXPECTED}, got other text") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    counts: dict[str, object] = {}
    for key, count in pairs:
        if key in counts:
            raise ShoeError(f"expected each card once, got {quoted(key)} twice")
        counts[key] = count
    return counts
