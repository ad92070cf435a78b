"""Recovers every complete value from JSON that is cut off or broken, and finds where it is broken.

Knows the keys of coups and shoes, so that a fault loses only one of them and not all that follow.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.records import values
from analyzer.records.builder import MOST_CARDS
from analyzer.records.fields import COUP, SHOE, normalized
from analyzer.text import Text, message


def members_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The members of an object. Raises AnalyzerError if two of them have the same key."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise AnalyzerError("the key {key} appears twice", key=repr(twice))
    return members


# Decimals are kept as the text in the file, so that money is exact.
DECODER = json.JSONDecoder(object_pairs_hook=members_of, parse_float=values.JsonNumber, parse_constant=str)
"""Decodes the JSON of records."""

_RESUMED = ("coups", "shoes", "")
"""The keys of lists in which reading resumes after a fault; a list at the top has the key ''."""

_PARTIAL = ("stream", "cards")  # The keys of lists that are worth keeping even if incomplete.
_BLANK = re.compile(r"\s*")
_BETWEEN_VALUES = re.compile(r"[\s,]*")
_OBJECT = re.compile(r'(?:(?<=[\[,\s])|^)(?=\{\s*"([^"\n]*)")')


@dataclass(frozen=True, slots=True)
class Broken:
    """Follows a broken value in a list: where it is broken, why, and whether the text ends there."""

    where: str
    why: Text
    at_end: bool = False


class _BrokenError(Exception):
    """A value is broken; `part` is the part of it that can be kept, or None."""

    def __init__(self, part: Any = None) -> None:
        super().__init__()
        self.part = part


def recover(text: str, first_line: int = 1) -> list[Any]:
    """The values in a text, one after another, with a `Broken` after each one that is broken."""
    try:
        return _Parser(text, first_line).items(0, "", "")[0]
    except _BrokenError as fault:
        return list(fault.part)


class _Parser:
    """Parses a text value by value; positions count its characters from 0."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._at = 0
        self._why: Text = ""
        self._reported = -1
        self._resumed = -1

    def value(self, at: int, key: str) -> tuple[Any, int]:
        """The value at a position, under a key, and the position of its end. Raises _BrokenError if it is
        broken.
        """
        try:
            return DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as fault:
            self._at, self._why = fault.pos, fault.msg[:1].lower() + fault.msg[1:]
            if fault.msg.startswith("Unterminated"):
                self._why = message("its quotes are not closed")
        except ValueError:  # the same key twice, or a whole number with more digits than Python converts
            self._at, self._why = at, message("the number is too long")
        if self._text.startswith("{", at):
            return self._object(at, key)
        if self._text.startswith("[", at):
            items, at = self.items(at + 1, key, "]")
            return items, at + 1
        raise _BrokenError

    def _keep(self, items: list[Any], part: Any) -> None:
        """Append the part of a broken value that can be kept, then a `Broken` unless the fault is already
        reported.
        """
        if part is not None:
            items.append(part)
        if self._at == self._reported:
            return
        self._reported = self._at
        at = min(self._at, len(self._text.rstrip()))
        line = self._text.count("\n", 0, at)
        column = at - self._text.rfind("\n", 0, at)
        text = self._text[at : at + 20].strip()
        if not text:
            why = message("expected complete JSON, but it is cut off here")
        elif values.undecoded(text) is not None:
            why = message("expected text in UTF-8, got other bytes; {way_out}", way_out=values.SAVE_IT)
        else:
            why = message("expected JSON, got {text}: {why}", text=quoted(text), why=self._why)
        items.append(Broken(f"line {self._first_line + line}, column {column}", why, not text))

    def _next_object(self, key: str) -> int:
        """The position of the next object after the fault that a list under this key may contain."""
        for match in _OBJECT.finditer(self._text, max(self._at, self._resumed + 1)):
            name = normalized(match[1])
            is_of_shoe = name in SHOE or name in ("shoe", "coups", "shoes", "schema")
            if is_of_shoe and key == "coups":
                break
            if is_of_shoe or name in COUP:
                self._resumed = match.end()
                return self._resumed
        raise _BrokenError

    def _object(self, at: int, key: str) -> tuple[Any, int]:
        """The members of an object, and the position of its end. A fault is raised together with the members
        before it, except in a coup.
        """
        members: dict[str, Any] = {}
        name = ""
        at = self._skip(at + 1)
        try:
            while not self._text.startswith("}", at):
                begin = at
                name, at = self._name(at)
                if name in members:
                    self._at, self._why = begin, message("the key appears twice")
                    raise _BrokenError
                members[name], at = self.value(at, name)
                at = self._past_comma(at, "}")
        except _BrokenError as fault:
            if fault.part is not None:
                members[name] = fault.part
            cards_of_coup = "cards" in members and len(separate_cards(members["cards"])) <= MOST_CARDS
            is_coup = COUP.keys() & members.keys() - set(_PARTIAL) or cards_of_coup
            if key == "coups" or (is_coup and "coups" not in members):
                raise _BrokenError from None
            raise _BrokenError(members or ({"coups": []} if key == "shoes" else None)) from None
        return members, at + 1

    def items(self, at: int, key: str, closing: str) -> tuple[list[Any], int]:
        """The items of a list, or of the whole text if `closing` is empty, and the position of their end.

        Coups and shoes after a fault are included; if none follow, the fault is raised together with all
        items before it.
        """
        items: list[Any] = []
        at = self._skip(at, _BLANK if closing else _BETWEEN_VALUES)
        while not self._text.startswith(closing, at) if closing else at < len(self._text):
            try:
                item, at = self.value(at, key)
                items.append(item)
                at = self._past_comma(at, closing) if closing else self._skip(at, _BETWEEN_VALUES)
            except _BrokenError as fault:
                if key not in _RESUMED:
                    raise _BrokenError(items if key in _PARTIAL else None) from None
                self._keep(items, fault.part)
                try:
                    at = self._next_object(key)
                except _BrokenError:
                    raise _BrokenError(items) from None
        return items, at

    def _name(self, at: int) -> tuple[str, int]:
        """The key at a position, and the position of its value."""
        name, at = self.value(self._expect('"', at, message("expecting a key in quotes")), "")
        return name, self._skip(self._expect(":", at, message("expecting ':'")) + 1)

    def _skip(self, at: int, ignored: re.Pattern[str] = _BLANK) -> int:
        """The position after blanks, or after everything that matches `ignored`."""
        match = ignored.match(self._text, at)
        return match.end() if match else at

    def _past_comma(self, at: int, closing: str) -> int:
        """The position of the next member or item, or of the bracket that closes them."""
        at = self._skip(at)
        if self._text.startswith(",", at):
            return self._skip(at + 1)
        return self._expect(closing, at, message("expecting ',' or {closing}", closing=repr(closing)))

    def _expect(self, mark: str, at: int, why: Text) -> int:
        """The position of a mark that may only have blanks before it; `why` is the fault if it is missing."""
        at = self._skip(at)
        if not self._text.startswith(mark, at):
            self._at, self._why = at, why
            raise _BrokenError
        return at


def separate_cards(value: Any) -> list[Any]:
    """The texts of the single cards in a list or a text."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return value if isinstance(value, list) else [value]
