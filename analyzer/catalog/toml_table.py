"""Strict reading of one TOML file: every type is checked and every fault says where it is."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from fractions import Fraction
from pathlib import Path
from typing import TypedDict, TypeVar

from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import parse_ratio, quoted
from analyzer.text import LANGUAGES, clean

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
_MAX_BYTES = 1_000_000
_MAX_DOTS = 2_000
_FAULTS_LISTED = 100
_FAULTS_READ = 4_000
"""The number of faults at which reading stops, because finding a suggestion for each one takes time."""

T = TypeVar("T")


def quoted_value(value: object) -> str:
    """A value as an error quotes it, in the way TOML writes it.

    >>> quoted_value("x"), quoted_value(40.0), quoted_value(True), quoted_value({})
    ("'x'", '40.0', 'true', 'a table')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    return "a date or time" if isinstance(value, date | time) else quoted(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) else quoted(name)


@dataclass(slots=True)
class Faults:
    """Every fault of one file, in the order found, as (key path, sentence)."""

    file: str
    found: list[tuple[str, str]] = field(default_factory=list)

    def add(self, where: str, sentence: str) -> None:
        """Note a fault at a key path, `""` for the file as a whole; raises all once there are too many."""
        self.found.append((where, sentence))
        if len(self.found) >= _FAULTS_READ:
            self.raise_if_any()

    def raise_if_any(self) -> None:
        """Raise a CatalogError if there are faults: a line for each, file and key path first."""
        if not self.found:
            return
        faults = list(dict.fromkeys(self.found))
        lines = [": ".join(filter(None, (self.file, *fault))) for fault in faults[:_FAULTS_LISTED]]
        if len(faults) > _FAULTS_LISTED:
            rest = "; nothing behind them was read" if len(self.found) >= _FAULTS_READ else ""
            lines.append(f"{self.file}: and {len(faults) - _FAULTS_LISTED} more faults{rest}")
        raise CatalogError("\n".join(lines))


class Description(TypedDict):
    """The description that any file or bet may have, as arguments of `Rules`, `Bet`, `Variant` or others."""

    name: str
    names: dict[str, str]
    source: object
    note: str | None


DESCRIPTION = ("name", "names", "aliases", "source", "note")
"""The keys of a description, and `aliases`, the other ids of an item."""


def read_toml(file: Path, name: str) -> "TomlTable":
    """The top table of a TOML file, at most 1 MB of UTF-8, its values still unchecked; errors call it `name`.
    Raises CatalogError if the file cannot be read, or is not TOML.
    """
    if not name:
        raise CatalogError("expected the name of a TOML file, got an empty text")
    label = name if clean(name) and len(name) <= 200 else quoted(name)
    try:
        with file.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise CatalogError(f"{label}: no such file") from None
    except IsADirectoryError:
        raise CatalogError(f"{label}: expected a file, got a folder") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CatalogError(f"{label}: cannot be read: {reason.lower()}") from None
    if len(data) > _MAX_BYTES:
        raise CatalogError(f"{label}: expected a file of at most 1 MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{data[error.start]:02x} at position {error.start}"
        raise CatalogError(f"{label}: expected UTF-8 text, got {byte}") from None
    # tomllib's time grows with the square of a dotted key's length: minutes for one of 1 MB.
    if max(line.count(".") for line in text.split("\n")) > _MAX_DOTS:
        raise CatalogError(f"{label}: expected TOML with at most {_MAX_DOTS:,} dots a line")
    try:
        return TomlTable(Faults(label), "", tomllib.loads(text))
    except RecursionError:
        raise CatalogError(f"{label}: expected TOML with fewer brackets inside each other") from None
    except ValueError as error:
        # TOMLDecodeError, or int() refusing thousands of digits.
        sentence = str(error)
        raise CatalogError(f"{label}: expected TOML: {sentence[:1].lower()}{sentence[1:300]}") from None


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

    def fault(self, key: str, sentence: str) -> None:
        """Note a fault of one key, `""` for the table itself."""
        self.faults.add(self.at(key) if key else self.where, sentence)

    def only(self, *keys: str) -> None:
        """Note every other key as a fault."""
        for key in self.values:
            if key not in keys:
                near = did_you_mean(key, keys) if len(key) <= 64 else ""
                self.fault("", f"unknown key {quoted(key)}{near}")

    def value(self, key: str, kind: type[T], expected: str, required: bool) -> T | None:
        """The value of a key if it is of this type exactly (true and false are not whole numbers)."""
        if key not in self.values:
            if required:
                self.fault("", f"missing key {key!r}")
            return None
        value = self.values[key]
        if type(value) is kind:
            return value
        self.fault(key, f"expected {expected}, got {quoted_value(value)}")
        return None

    def text(self, key: str, *, required: bool = True, most: int = 200, lines: bool = False) -> str | None:
        """A text of 1 to `most` characters, on one line unless `lines`."""
        text = self.value(key, str, "text in quotes", required)
        showable = text is not None and _can_be_shown(text, most, lines, self.faults, self.at(key))
        return text if showable else None

    def parsed(self, key: str, text: str | None, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of the key's text; None if there is no text, or it is faulty. An error becomes a
        fault of this key; a CatalogError, which may be about another file, one for each of its lines.
        """
        if text is None:
            return None
        try:
            return parse(text)
        except AnalyzerError as error:
            for sentence in str(error).splitlines() if isinstance(error, CatalogError) else [str(error)]:
                self.fault(key, sentence)
            return None

    def prose(self, key: str) -> str | None:
        """An optional text of at most 2,000 characters, its lines joined."""
        text = self.text(key, required=False, most=2000, lines=True)
        return None if text is None else " ".join(text.split())

    def id(self, key: str) -> str | None:
        """An id: lower-case letters, digits and hyphens, at most 64."""
        text = self.value(key, str, "text in quotes", True)
        return text if text is not None and self.is_id(text, self.at(key)) else None

    def is_id(self, text: str, where: str) -> bool:
        """Whether a text is an id; if not, a fault at that key path is noted."""
        if len(text) <= 64 and _ID.fullmatch(text):
            return True
        self.faults.add(
            where, f"expected an id of 1 to 64 lower-case letters, digits and hyphens, got {quoted(text)}"
        )
        return False

    def unused(self, key: str, name: str, taken: dict[str, str]) -> bool:
        """Whether no earlier table has this id; if one has, a fault is noted. `taken` maps ids to tables."""
        if taken.setdefault(name, self.where) == self.where:
            return True
        self.fault(key, f"expected an id of its own, got {quoted(name)}, the id of {taken[name]}")
        return False

    def whole(self, key: str, low: int, high: int, *, required: bool = True) -> int | None:
        """A whole number from `low` to `high`."""
        expected = f"a whole number from {low} to {high}"
        number = self.value(key, int, expected, required)
        if number is not None and not low <= number <= high:
            self.fault(key, f"expected {expected}, got {quoted_value(number)}")
            return None
        return number

    def ratio(self, key: str, parse: Callable[[str], Fraction] = parse_ratio) -> Fraction | None:
        """An exact number in quotes, as `parse` reads it."""
        text = self.value(key, str, 'a ratio in quotes such as "40" or "19/20"', True)
        return self.parsed(key, text, parse)

    def optional_ratio(self, key: str) -> Fraction | None:
        """The exact number of a key that may be missing."""
        return self.ratio(key) if key in self.values else None

    def items(self, key: str, kind: type[T], expected: str, *, required: bool = True) -> list[T]:
        """The members of a list that are of exactly this type; any other is noted as a fault."""
        members = self._members(key, kind, f"a list, each {expected}", expected, required)
        return [member for _, member in members]

    def _members(
        self, key: str, kind: type[T], expected: str, each: str, required: bool
    ) -> Iterator[tuple[int, T]]:
        """The members of a list that are of a type, with their numbers from 1; others are noted as faults."""
        for number, member in enumerate(self.value(key, list, expected, required) or [], 1):
            if type(member) is kind:
                yield number, member
            else:
                self.fault_in(key, number, f"expected {each}, got {quoted_value(member)}")

    def fault_in(self, key: str, number: int, sentence: str) -> None:
        """Note a fault of a list's member, counted from 1."""
        self.faults.add(f"{self.at(key)}[{number}]", sentence)

    def tables(self, key: str, *, required: bool = True) -> "tuple[TomlTable, ...]":
        """The tables of a list or of `[[key]]`; a list without any is a fault."""
        if self.values.get(key) == []:
            self.fault(key, "one table or more is required")
        members = self._members(key, dict, "a list of tables", "a table", required)
        return tuple(TomlTable(self.faults, f"{self.at(key)}[{number}]", table) for number, table in members)

    def table(self, key: str, *, required: bool = True) -> "TomlTable | None":
        """The table under a key."""
        inner = self.value(key, dict, "a table", required)
        return None if inner is None else TomlTable(self.faults, self.at(key), inner)

    def description(self, default: str = "") -> Description:
        """The optional keys `name`, `names`, `source` and `note`; `default` is the name if there is none."""
        name = self.text("name", required=False) or default
        return {"name": name, "names": self.names(), "source": self.source(), "note": self.prose("note")}

    def names(self) -> dict[str, str]:
        """The optional key `names`: the name in other languages, by language."""
        return self.texts("names", LANGUAGES)

    def texts(self, key: str, keys: Sequence[str]) -> dict[str, str]:
        """The texts of an optional table under a key, all of whose own keys are among `keys`."""
        inner = self.table(key, required=False)
        if inner is None:
            return {}
        inner.only(*keys)
        return {name: text for name in keys if (text := inner.text(name, required=False)) is not None}

    def aliases(self) -> tuple[str, ...]:
        """The optional key `aliases`: other ids that find the same thing in the library."""
        texts = enumerate(self.items("aliases", str, "an id in quotes", required=False), 1)
        return tuple(text for i, text in texts if self.is_id(text, f"{self.at('aliases')}[{i}]"))

    def source(self) -> object:
        """The optional key `source`: text, or a list or table of texts and whole numbers."""
        source = self.values.get("source")
        _check_source(source, self.at("source"), 0, self.faults)
        return source


def _can_be_shown(text: str, most: int, lines: bool, faults: Faults, where: str) -> bool:
    """Whether a text can be shown; if not, a fault at that key path is noted."""
    if not text.strip():
        faults.add(where, f"expected text, got {quoted(text)}")
    elif len(text) > most:
        faults.add(where, f"expected at most {most:,} characters, got {len(text):,}")
    elif not clean(text, lines=lines):
        faults.add(where, f"expected text without control or direction characters, got {quoted(text)}")
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
        faults.add(where, f"expected text, or a list or table of texts, got {quoted_value(source)}")
