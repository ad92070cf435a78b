"""What the texts of options mean: shoes, whole numbers, prices.

Resolves no names of the library.
"""

import json
from collections.abc import Iterable

from analyzer.cli.input import bytes_of, name_of
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS, Shoe

_MOST_BYTES = 1_000_000
_JSON_EXPECTED = 'expected a JSON object such as {"A": 30, "2": 31}'


def shoe_of(decks: str | None, remaining: str | None) -> Shoe | None:
    """The shoe that `--decks` or `--remaining` names; None where neither is given.

    Raises:
        ShoeError: both are given, or what is given is no shoe.
    """
    if decks is not None and remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if decks is not None:
        if not (decks.isascii() and decks.isdigit() and len(decks) <= 9):
            raise ShoeError(
                f"expected --decks with a whole number from 1 to {MAX_DECKS}, got {quoted(decks)}"
            )
        return Shoe.decks(int(decks))
    if remaining is not None:
        return _from_file(remaining[1:]) if remaining.startswith("@") else Shoe.parse(remaining)
    return None


def whole(option: str, text: str | None, least: int = 0) -> int:
    """The whole number that an option gives.

    Raises:
        AnalyzerError: it gives none, or one below the least.
    """
    if text and text.isascii() and text.isdigit() and len(text) <= 40 and int(text) >= least:
        return int(text)
    got = "none" if text is None else quoted(text)
    raise AnalyzerError(f"expected {option} with a whole number of {least} or more, got {got}")


def _from_file(name: str) -> Shoe:
    raw, label = bytes_of(name, "a shoe", _MOST_BYTES), name_of(name)
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
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ShoeError(f"expected each card once, got {quoted(key)} twice")
        found[key] = value
    return found


def prices(texts: Iterable[str]) -> dict[str, str]:
    """The prices of `--pay` options, by bet (perhaps with a line).

    Raises:
        AnalyzerError: a text is not of the form BET[.LINE]=RATIO, or one bet or line comes twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, ratio = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(f"expected --pay BET[.LINE]=RATIO such as tie=9, got {quoted(text)}")
        if name in found:
            raise AnalyzerError(f"expected one --pay for {quoted(name)}, got two")
        found[name] = ratio
    return found
