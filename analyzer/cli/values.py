"""Values of options read from their texts: files, shoes, whole numbers, amounts by name.

Looks nothing up in the library.
"""

import json
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Literal

from analyzer.errors import AnalyzerError, ShoeError, reason_of
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS, Shoe
from analyzer.text import Message, Text, joined, message

_EXAMPLE = '{"A": 30, "2": 31}'


def name_of(file: str) -> Text:
    """What messages call a file."""
    if file == "-":
        return message("standard input")
    return file if 0 < len(file) <= 200 and file.isprintable() else quoted(file)


def bytes_of(file: str, what: Message, most: int) -> bytes:
    """The bytes of a file, or of standard input for the name `-`; errors call its content `what`. Raises
    AnalyzerError if it cannot be read, or contains more than `most` bytes.
    """
    if not file:
        raise AnalyzerError("expected a file name, got {name}", name="''")
    try:
        if file == "-":
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(most + 1)
    except (OSError, ValueError) as error:
        fault = message("cannot be read ({reason})", reason=reason_of(error))
        raise AnalyzerError(joined(": ", [name_of(file), fault])) from None
    if len(raw) > most:
        fault = message("expected {content} of at most {most} bytes", content=what, most=most)
        raise AnalyzerError(joined(": ", [name_of(file), fault]))
    return raw


def whole(option: str, text: str, least: int = 0) -> int:
    """The whole number that an option gives. Raises AnalyzerError if it is none, or below `least`."""
    if text.isascii() and text.isdigit() and len(text) <= 40 and int(text) >= least:
        return int(text)
    raise AnalyzerError(
        "expected {option} with a whole number of {least} or more, got {text}",
        option=option,
        least=str(least),
        text=quoted(text),
    )


def by_name(option: str, form: str, example: str, texts: Iterable[str]) -> dict[str, str]:
    """The amounts of options such as `--stake tie=5`, by name; errors show their `form` and an `example`.
    Raises AnalyzerError if a text is not of the form NAME=AMOUNT, or a name is given twice.
    """
    amounts: dict[str, str] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise wrong_amount(option, form, example, text)
        if name in amounts:
            raise AnalyzerError("{option} gives {name} twice", option=option, name=quoted(name))
        amounts[name] = amount
    return amounts


def wrong_amount(option: str, form: str, example: str, text: str) -> AnalyzerError:
    """The error for a text of an option that is not of its form, such as BET=AMOUNT."""
    return AnalyzerError(
        "expected {form} such as {example}, got {text}",
        form=f"{option} {form}",
        example=example,
        text=quoted(text),
    )


prices = partial(by_name, "--pay", "BET[.LINE]=RATIO", "tie=9")
"""The prices of `--pay` options, by bet (perhaps with a line)."""

stakes = partial(by_name, "--stake", "BET=AMOUNT", "tie=5")
"""The amounts of `--stake` options, by bet."""


def not_both(one: str, other: str) -> AnalyzerError:
    """The error for two options that exclude each other."""
    return AnalyzerError("expected either {one} or {other}, got both", one=one, other=other)


def shoe_of(decks: str | None, remaining: str | None) -> Shoe | None:
    """The shoe that `--decks` or `--remaining` names; None if neither is given, an AnalyzerError for both."""
    if decks is not None and remaining is not None:
        raise not_both("--decks", "--remaining")
    if remaining is not None:
        return _from_file(remaining[1:]) if remaining.startswith("@") else Shoe.parse(remaining)
    if decks is None:
        return None
    if decks.isascii() and decks.isdigit() and len(decks) <= 9:
        return Shoe.decks(int(decks))
    raise ShoeError(
        "expected --decks with a whole number from 1 to {most}, got {text}",
        most=str(MAX_DECKS),
        text=quoted(decks),
    )


def shoe_or_infinite(decks: str | None, remaining: str | None) -> Shoe | Literal["infinite"] | None:
    """As `shoe_of`, but `--decks infinite` gives "infinite": a shoe to which each card drawn is returned."""
    return "infinite" if decks == "infinite" and remaining is None else shoe_of(decks, remaining)


def _from_file(name: str) -> Shoe:
    raw = bytes_of(name, message("a shoe"), 1_000_000)
    try:
        counts = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_unique)
        if isinstance(counts, dict):
            return Shoe.from_mapping(counts)
        fault = message(
            "expected a JSON object such as {example}, got {value}", example=_EXAMPLE, value=quoted(counts)
        )
    except ShoeError as error:
        fault = error.message
    except (ValueError, RecursionError):
        fault = message("expected a JSON object such as {example}, got other text", example=_EXAMPLE)
    raise ShoeError(joined(": ", [name_of(name), fault]))


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    counts: dict[str, object] = {}
    for key, count in pairs:
        if key in counts:
            raise ShoeError("expected each card once, got {card} twice", card=quoted(key))
        counts[key] = count
    return counts
