"""JSON that is cut off or broken: every value that stands there whole, and where it is broken.

Knows which keys hold coups and shoes, so that one of them is lost and not all that follow.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from analyzer.exact import quoted
from analyzer.pit.records.fields import COUP, SHOE, plain
from analyzer.pit.records.gathering import MOST_CARDS
from analyzer.pit.records.shapes import cards_apart

# Decimals stay the text they are written as, so that money is exact.
DECODER = json.JSONDecoder(parse_float=str, parse_constant=str)
"""How JSON is read."""

_READ_ON = ("coups", "shoes", "")
"""The keys of lists that are read on behind a fault; a list that is no member has none."""

_GROWING = ("stream", "cards")
"""The keys of lists of which a part is worth having."""

_BLANK = re.compile(r"\s*")
_BETWEEN = re.compile(r"[\s,]*")
_OBJECT = re.compile(r'(?:(?<=[\[,\s])|^)(?=\{\s*"([^"\n]*)")')


@dataclass(frozen=True, slots=True)
class Lost:
    """What stands in a list behind a value that is broken: where it is, why, and if the text ends there."""

    where: str
    why: str
    at_end: bool = False


class _BrokenError(Exception):
    """A value is broken; `part` is what is worth having of it, if anything is."""

    def __init__(self, part: Any = None) -> None:
        super().__init__()
        self.part = part


def salvage(text: str, first_line: int = 1) -> list[Any]:
    """The values that stand in a text, one after another, and a `Lost` behind each that is broken."""
    salvor = _Salvor(text, first_line)
    found: list[Any] = []
    at = _past(_BETWEEN, text, 0)
    while at < len(text):
        try:
            value, at = salvor.value(at, "")
            found.append(value)
            at = _past(_BETWEEN, text, at)
        except _BrokenError as fault:
            salvor.tell(found, fault.part)
            try:
                at = salvor.next("")
            except _BrokenError:
                break
    return found


def _past(blank: re.Pattern[str], text: str, at: int) -> int:
    match = blank.match(text, at)
    return match.end() if match else at


class _Salvor:
    """A text read value by value; a value comes with the place where it ends."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._first_line = first_line
        self._at = 0
        self._why = ""
        self._told = -1
        self._resumed = -1

    def value(self, at: int, key: str) -> tuple[Any, int]:
        """The value at a place, that of a key.

        Raises:
            _BrokenError: it is broken.
        """
        try:
            return DECODER.raw_decode(self._text, at)
        except json.JSONDecodeError as fault:
            open_text = fault.msg.startswith("Unterminated")
            self._at, self._why = fault.pos, "its quotes do not close" if open_text else fault.msg
        except ValueError:  # of a whole number, which Python limits
            self._at, self._why = at, "the number is too long"
        if self._text.startswith("{", at):
            return self._object(at, key)
        if self._text.startswith("[", at):
            return self._list(at, key)
        raise _BrokenError

    def tell(self, found: list[Any], part: Any) -> None:
        """Add what is worth having of a broken value, and once where it is broken."""
        if part is not None:
            found.append(part)
        if self._at != self._told:
            self._told = self._at
            at = min(self._at, len(self._text.rstrip()))
            line = self._text.count("\n", 0, at)
            column = at - self._text.rfind("\n", 0, at)
            came = self._text[at : at + 20].strip()
            why = (
                f"expected JSON, got {quoted(came)}: {self._why[:1].lower()}{self._why[1:]}"
                if came
                else "expected more, got the end: it is cut off"
            )
            if any("\udc80" <= letter <= "\udcff" for letter in came):
                why = "expected text in UTF-8, got other bytes; save it as UTF-8"
            found.append(Lost(f"line {self._first_line + line}, column {column}", why, not came))

    def next(self, key: str) -> int:
        """Where the next object begins, behind the fault, that a list of this key may hold.

        Raises:
            _BrokenError: there is none.
        """
        for match in _OBJECT.finditer(self._text, max(self._at, self._resumed + 1)):
            name = plain(match[1])
            of_shoe = name in SHOE or name in ("shoe", "coups", "shoes", "schema")
            if of_shoe and key == "coups":
                break
            if of_shoe or name in COUP:
                self._resumed = match.end()
                return self._resumed
        raise _BrokenError

    def _object(self, at: int, key: str) -> tuple[Any, int]:
        """The members of an object; up to the one that is broken, unless it is a coup."""
        found: dict[str, Any] = {}
        name = ""
        at = _past(_BLANK, self._text, at + 1)
        try:
            while not self._text.startswith("}", at):
                name, at = self._name(at)
                found[name], at = self.value(at, name)
                at = self._on(at, "}")
        except _BrokenError as fault:
            if fault.part is not None:
                found[name] = fault.part
            few = "cards" in found and len(cards_apart(found["cards"])) <= MOST_CARDS
            coup = COUP.keys() & found.keys() - set(_GROWING) or few
            if key == "coups" or (coup and "coups" not in found):
                raise _BrokenError from None
            raise _BrokenError(found or ({"coups": []} if key == "shoes" else None)) from None
        return found, at + 1

    def _list(self, at: int, key: str) -> tuple[Any, int]:
        """The items of a list; those of coups or shoes behind a broken one, too."""
        found: list[Any] = []
        at = _past(_BLANK, self._text, at + 1)
        while not self._text.startswith("]", at):
            try:
                item, at = self.value(at, key)
                found.append(item)
                at = self._on(at, "]")
            except _BrokenError as fault:
                if key not in _READ_ON:
                    raise _BrokenError(found if key in _GROWING else None) from None
                self.tell(found, fault.part)
                try:
                    at = self.next(key)
                except _BrokenError:
                    raise _BrokenError(found) from None
        return found, at + 1

    def _name(self, at: int) -> tuple[str, int]:
        """The key at a place, and where its value begins."""
        if not self._text.startswith('"', at):
            self._break(at, "Expecting a key in quotes")
        name, at = self.value(at, "")
        at = _past(_BLANK, self._text, at)
        if not self._text.startswith(":", at):
            self._break(at, "Expecting ':'")
        return name, _past(_BLANK, self._text, at + 1)

    def _on(self, at: int, closing: str) -> int:
        """Where the next member or item begins, or what closes them stands."""
        at = _past(_BLANK, self._text, at)
        if self._text.startswith(",", at):
            return _past(_BLANK, self._text, at + 1)
        if not self._text.startswith(closing, at):
            self._break(at, f"Expecting ',' or '{closing}'")
        return at

    def _break(self, at: int, why: str) -> None:
        self._at, self._why = at, why
        raise _BrokenError
