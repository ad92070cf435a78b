"""Strict reading of one TOML file: every type is checked and every fault says where it is."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from fractions import Fraction
from pathlib import Path
from typing import TypedDict, TypeVar

from analyzer.errors import AnalyzerError, CatalogError, did_you_mean, reason_of
from analyzer.exact import parse_ratio, quoted
from analyzer.text import LANGUAGES, Message, Text, clean, joined, message, parts, plural

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_MAX_BYTES = 1_000_000
_MAX_DOTS = 2_000
_FAULTS_LISTED = 100
_FAULTS_READ = 4_000
"""The number of faults at which reading stops, because finding a suggestion for each one takes time."""

T = TypeVar("T")


def quoted_value(value: object) -> Text:
    """A value as an error quotes it, written as in TOML.

    >>> [str(quoted_value(value)) for value in ("x", 40.0, True, {})]
    ["'x'", '40.0', 'true', 'a table']
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return message("a table")
    return message("a date or time") if isinstance(value, date | time) else quoted(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) else quoted(name)


@dataclass(slots=True)
class Faults:
    """Every fault of one file, in the order found, as (key path, sentence)."""

    file: str
    found: list[tuple[str, Text]] = field(default_factory=list)

    def add(self, where: str, sentence: Text) -> None:
        """Note a fault at a key path, `""` for the file as a whole; if there are too many, raise them all."""
        self.found.append((where, sentence))
        if len(self.found) >= _FAULTS_READ:
            self.raise_if_any()

    def raise_if_any(self) -> None:
        """Raise a CatalogError if there are faults: one line per fault, with file and key path first."""
        if not self.found:
            return
        faults = list(dict.fromkeys(self.found))
        lines = [joined(": ", filter(None, (self.file, *fault))) for fault in faults[:_FAULTS_LISTED]]
        if (more := len(faults) - _FAULTS_LISTED) > 0:
            rest = plural("and {n} more fault", "and {n} more faults", more)
            if len(self.found) >= _FAULTS_READ:
                rest = message("and {n} more faults; the rest of the file was not read", n=more)
            lines.append(joined(": ", (self.file, rest)))
        raise CatalogError(joined("\n", lines))


class Description(TypedDict):
    """The description that any file or bet may have, as arguments of `Rules`, `Bet`, `Variant` or others."""

    name: str
    names: dict[str, str]
    source: object
    note: str | None


DESCRIPTION = ("name", "names", "aliases", "source", "note")
"""The keys of a description, and `aliases`, the other ids of an item."""


def read_toml(file: Path, name: str) -> "TomlTable":
    """The top table of a TOML file, at most 1 MB of UTF-8; its values are not checked. Errors call it `name`.
    Raises CatalogError if the file cannot be read, or is not TOML.
    """
    label = file_label(name)
    try:
        return open_toml(file, label)
    except CatalogError as error:
        raise CatalogError(joined(": ", (label, error.message))) from None


def file_label(name: str) -> str:
    """What errors call a file: its name, in quotes if it is long or cannot be shown as it is."""
    if not name:
        raise CatalogError("expected the name of a TOML file, got an empty text")
    return name if clean(name) and len(name) <= 200 else quoted(name)


def open_toml(file: Path, label: str) -> "TomlTable":
    """The same top table as `read_toml` returns. The errors that it raises do not name the file."""
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise CatalogError("no such file") from None
    except IsADirectoryError:
        raise CatalogError("expected a file, got a folder") from None
    except (OSError, ValueError) as error:
        raise CatalogError("cannot be read: {reason}", reason=reason_of(error)) from None
    if len(data) > _MAX_BYTES:
        raise CatalogError("expected a file of at most 1 MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte, place = f"0x{data[error.start]:02x}", error.start
        raise CatalogError(
            "expected UTF-8 text, got byte {byte} at position {place}", byte=byte, place=str(place)
        ) from None
    # The time that tomllib takes grows with the square of a dotted key's length: minutes for one of 1 MB.
    if max(line.count(".") for line in text.split("\n")) > _MAX_DOTS:
        raise CatalogError("expected TOML with at most {most} dots per line", most=_MAX_DOTS)
    try:
        return TomlTable(Faults(label), "", tomllib.loads(text))
    except RecursionError:
        raise CatalogError("expected TOML with less deeply nested brackets") from None
    except ValueError as error:
        raise CatalogError("expected TOML: {fault}", fault=_no_toml(str(error))) from None


def _no_toml(sentence: str) -> Text:
    """What is wrong, from the sentence of `tomllib`, or of int() refusing thousands of digits."""
    what, _, place = sentence.partition(" (at ")
    if not (fault := next((_NO_TOML[start] for start in _NO_TOML if what.startswith(start)), None)):
        return sentence[:1].lower() + sentence[1:300]
    if found := re.fullmatch(r"line (\d+), column (\d+)\)", place):
        return message("{fault} (line {line}, column {column})", fault=fault, line=found[1], column=found[2])
    return message("{fault} (at the end of the file)", fault=fault)


_NO_TOML = {
    "Cannot declare ": message("a table is given twice; write [[NAME]] for each of several"),
    "Cannot overwrite a value": message("a key is given twice"),
    "Duplicate inline table key ": message("a key is given twice"),
    'Expected "\'"': message("the closing quotes of a text are missing"),
    "Expected '=' after a key in a key/value pair": message("'=' is missing after a key"),
    "Expected ']' at the end of a table declaration": message("']' is missing after the name of a table"),
    "Expected ']]' at the end of an array declaration": message("']]' is missing after the name of a table"),
    "Expected newline or end of document after a statement": message(
        "a line break is missing after a value or a table's name"
    ),
    "Illegal character '\\n'": message("the closing quotes of a text are missing"),
    "Invalid initial character for a key part": message("a key is missing or needs quotes"),
    "Invalid statement": message("a line must begin with a key, '[' or '#'"),
    "Invalid value": message("a value is missing or malformed; text needs quotes"),
    "Unclosed array": message("',' or ']' is missing in a list"),
    "Unclosed inline table": message("',' or '}' is missing in a table in braces"),
    "Unescaped '\\' in a string": message("a backslash in quotes must be written twice"),
    "Unterminated string": message("the closing quotes of a text are missing"),
}
"""The usual faults, by how the sentence of `tomllib` begins; others are shown in its own words."""


def lines_of(error: AnalyzerError) -> tuple[Text, ...]:
    """The faults that an error lists: one per line of a CatalogError, or else the whole sentence."""
    return parts(error.message, "\n") if isinstance(error, CatalogError) else (error.message,)


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of a file: its values, its key path, and the faults of the whole file. If a key is missing or
    faulty, the method that reads it notes the fault and returns None or an empty value, so that all faults
    are found; `faults.raise_if_any()` at the end rejects the file.
    """

    faults: Faults
    where: str
    values: dict[str, object]

    def at(self, key: str) -> str:
        """The key's path from the top of the file."""
        return f"{self.where}.{_key(key)}" if self.where else _key(key)

    def fault(self, key: str, sentence: Text) -> None:
        """Note a fault of one key, `""` for the table itself."""
        self.faults.add(self.at(key) if key else self.where, sentence)

    def only(self, *keys: str) -> None:
        """Note every other key as a fault."""
        for key in self.values:
            if key not in keys:
                near = did_you_mean(key, keys) if len(key) <= 64 else ""
                self.fault("", message("unknown key {key}{hint}", key=quoted(key), hint=near))

    def value(self, key: str, kind: type[T], expected: Text, required: bool) -> T | None:
        """The value of a key if it is of exactly this type (true and false are not whole numbers)."""
        if key not in self.values:
            if required:
                self.fault("", message("missing key {key}", key=repr(key)))
            return None
        value = self.values[key]
        if type(value) is kind:
            return value
        self.fault(key, expected_but_got(expected, value))
        return None

    def text(self, key: str, *, required: bool = True, most: int = 200, lines: bool = False) -> str | None:
        """A text of 1 to `most` characters, on one line unless `lines`."""
        text = self.value(key, str, message("text in quotes"), required)
        showable = text is not None and _can_be_shown(text, most, lines, self.faults, self.at(key))
        return text if showable else None

    def parsed(self, key: str, text: str | None, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of the key's text; None if there is no text, or it is faulty. An error becomes a
        fault of this key. A CatalogError, which may be about another file, becomes one fault per line.
        """
        if text is None:
            return None
        try:
            return parse(text)
        except AnalyzerError as error:
            for sentence in lines_of(error):
                self.fault(key, sentence)
            return None

    def prose(self, key: str) -> str | None:
        """An optional text of at most 2,000 characters, with its lines joined."""
        text = self.text(key, required=False, most=2000, lines=True)
        return None if text is None else " ".join(text.split())

    def id(self, key: str) -> str | None:
        """An id: lower-case letters, digits and hyphens, at most 64."""
        text = self.value(key, str, message("text in quotes"), True)
        return text if text is not None and self.is_id(text, self.at(key)) else None

    def is_id(self, text: str, where: str) -> bool:
        """Whether a text is an id; if not, a fault at that key path is noted."""
        if len(text) <= 64 and _ID.fullmatch(text):
            return True
        expected = message("an id of 1 to 64 lower-case letters, digits and hyphens")
        self.faults.add(where, expected_but_got(expected, text))
        return False

    def unused(self, key: str, name: str, taken: dict[str, str]) -> bool:
        """Whether no earlier table has this id; if one has, a fault is noted. `taken` maps ids to tables."""
        if taken.setdefault(name, self.where) == self.where:
            return True
        fault = message(
            "expected a unique id, got {id}, the id of {table}", id=quoted(name), table=taken[name]
        )
        self.fault(key, fault)
        return False

    def whole(self, key: str, low: int, high: int, *, required: bool = True) -> int | None:
        """A whole number from `low` to `high`."""
        expected = message("a whole number from {low} to {high}", low=str(low), high=str(high))
        number = self.value(key, int, expected, required)
        if number is not None and not low <= number <= high:
            self.fault(key, expected_but_got(expected, number))
            return None
        return number

    def ratio(self, key: str, parse: Callable[[str], Fraction] = parse_ratio) -> Fraction | None:
        """An exact number in quotes, as `parse` reads it."""
        text = self.value(key, str, message('a ratio in quotes such as "40" or "19/20"'), True)
        return self.parsed(key, text, parse)

    def optional_ratio(self, key: str) -> Fraction | None:
        """The exact number under a key, or None if the key is missing."""
        return self.ratio(key) if key in self.values else None

    def items(self, key: str, kind: type[T], expected: Text, *, required: bool = True) -> list[T]:
        """The members of a list that are of exactly this type; any other is noted as a fault."""
        members = self._members(key, kind, message("a list, each {item}", item=expected), expected, required)
        return [member for _, member in members]

    def _members(
        self, key: str, kind: type[T], expected: Text, each: Text, required: bool
    ) -> Iterator[tuple[int, T]]:
        """The members of a list that are of this type, numbered from 1; others are noted as faults."""
        for number, member in enumerate(self.value(key, list, expected, required) or [], 1):
            if type(member) is kind:
                yield number, member
            else:
                self.fault_in(key, number, expected_but_got(each, member))

    def fault_in(self, key: str, number: int, sentence: Text) -> None:
        """Note a fault of a list's member, counted from 1."""
        self.faults.add(f"{self.at(key)}[{number}]", sentence)

    def tables(self, key: str, *, required: bool = True) -> "tuple[TomlTable, ...]":
        """The tables of a list or of `[[key]]`; an empty list is a fault."""
        if self.values.get(key) == []:
            self.fault(key, message("one table or more is required"))
        members = self._members(key, dict, message("a list of tables"), message("a table"), required)
        return tuple(TomlTable(self.faults, f"{self.at(key)}[{number}]", table) for number, table in members)

    def table(self, key: str, *, required: bool = True) -> "TomlTable | None":
        """The table under a key."""
        inner = self.value(key, dict, message("a table"), required)
        return None if inner is None else TomlTable(self.faults, self.at(key), inner)

    def description(self, default: str = "") -> Description:
        """The optional keys `name`, `names`, `source` and `note`; `default` is the name if there is none."""
        name = self.text("name", required=False) or default
        return {"name": name, "names": self.names(), "source": self.source(), "note": self.prose("note")}

    def names(self) -> dict[str, str]:
        """The optional key `names`: the name in other languages, by language."""
        return self.texts("names", LANGUAGES)

    def texts(self, key: str, keys: Sequence[str]) -> dict[str, str]:
        """The texts of an optional table under a key; any key of it that is not in `keys` is a fault."""
        inner = self.table(key, required=False)
        if inner is None:
            return {}
        inner.only(*keys)
        return {name: text for name in keys if (text := inner.text(name, required=False)) is not None}

    def aliases(self) -> tuple[str, ...]:
        """The optional key `aliases`: other ids that find the same thing in the library."""
        texts = enumerate(self.items("aliases", str, message("an id in quotes"), required=False), 1)
        return tuple(text for i, text in texts if self.is_id(text, f"{self.at('aliases')}[{i}]"))

    def source(self) -> object:
        """The optional key `source`: text, or a list or table of texts and whole numbers."""
        source = self.values.get("source")
        _check_source(source, self.at("source"), 0, self.faults)
        return source


def expected_but_got(expected: Text, value: object) -> Message:
    """The sentence on a wrong value."""
    return message("expected {what}, got {value}", what=expected, value=quoted_value(value))


def _can_be_shown(text: str, most: int, lines: bool, faults: Faults, where: str) -> bool:
    """Whether a text can be shown; if not, a fault at that key path is noted."""
    if not text.strip():
        faults.add(where, expected_but_got(message("text"), text))
    elif len(text) > most:
        faults.add(where, message("expected at most {most} characters, got {n}", most=most, n=len(text)))
    elif not clean(text, lines=lines):
        expected = message("text without control or direction characters")
        faults.add(where, expected_but_got(expected, text))
    else:
        return True
    return False


def _check_source(source: object, where: str, depth: int, faults: Faults) -> None:
    """Note as faults a bare number, dates, empty parts, and lists or tables nested more than three deep."""
    if source is None or (type(source) is int and depth):
        return
    if isinstance(source, str):
        _can_be_shown(source, 2000, True, faults, where)
    elif source and isinstance(source, dict) and depth < 3:
        for key, value in source.items():
            _check_source(value, f"{where}.{_key(key)}", depth + 1, faults)
    elif source and isinstance(source, list) and depth < 3:
        for i, value in enumerate(source, 1):
            _check_source(value, f"{where}[{i}]", depth + 1, faults)
    else:
        faults.add(where, expected_but_got(message("text, or a list or table of texts"), source))
