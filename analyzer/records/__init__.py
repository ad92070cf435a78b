"""Reads and writes recorded shoes, as files or strings: the text form, CSV, JSON lines or one JSON document.

Everything that can be read is read; the rest is listed in `RecordedShoe.unread`.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from io import StringIO, TextIOWrapper
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path

from analyzer.errors import AnalyzerError, did_you_mean, reason_of
from analyzer.exact import quoted
from analyzer.given import plain
from analyzer.play.record import RecordedShoe
from analyzer.records import columns, csv_, json_, text, writing
from analyzer.records.writing import Form
from analyzer.text import joined

Record = str | PathLike[str] | RecordedShoe
"""A record: the path of a file, or a shoe already read."""

Records = Record | Iterable[Record]
"""One record or several."""

_SUFFIXES: dict[str, Form] = {".json": "json", ".csv": "csv", ".tsv": "csv"}
_SUFFIXES |= {".jsonl": "jsonl", ".ndjson": "jsonl"}
_KEEP_WRONG_BYTES = "surrogateescape"  # Keeps bytes that are not UTF-8, so that errors say where they are.
_HEAD_LINES = 40  # The number of lines from which the form of a record is detected.
_HEAD_CHARACTERS = 10_000  # The number of characters inspected in each of these lines.
_READERS = {"csv": csv_.read_lines, "jsonl": json_.read_lines, "text": text.read_lines}
_WRITERS = {
    "text": writing.text,
    "csv": writing.comma_separated,
    "jsonl": writing.json_lines,
    "json": writing.document,
}


def read(source: str | PathLike[str]) -> Iterator[RecordedShoe]:
    """The shoes recorded in a file, yielded one by one as they are read; the file `-` is the standard input.

    The suffix of the file determines its form; if the suffix is unknown, the content does.

    Raises:
        AnalyzerError: there is no such file, or nothing in it can be read.
    """
    if isinstance(source, str) and source == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors=_KEEP_WRONG_BYTES)
        yield from _shoes(sys.stdin, None, "standard input")
        return
    if not isinstance(source, str | PathLike):
        raise AnalyzerError("expected the path of a record, got {value}", value=quoted(source))
    path = Path(fspath(source))
    try:
        file = path.open(encoding="utf-8", errors=_KEEP_WRONG_BYTES)
    except (OSError, ValueError) as fault:  # a name with a NUL raises ValueError
        raise AnalyzerError(
            "cannot read the record {path}: {why}", path=quoted(str(path)), why=reason_of(fault)
        ) from None
    with file:
        yield from _shoes(file, _SUFFIXES.get(path.suffix.lower()), str(source))


def shoes_of(records: Records) -> Iterator[RecordedShoe]:
    """The shoes of one record or several, in order.

    Raises:
        AnalyzerError: an item is not a record, a file does not exist, or nothing in it can be read.
    """
    several = (records,) if isinstance(records, str | PathLike | RecordedShoe) else plain(records)
    if not isinstance(several, Iterable):
        raise AnalyzerError(
            "expected records, as files or as shoes already read, got {value}", value=quoted(records)
        )
    for record in several:
        yield from (record,) if isinstance(record, RecordedShoe) else read(record)


def form_of(name: str | PathLike[str]) -> Form:
    """The form in which to write a record, determined by the suffix of its file.

    Raises:
        AnalyzerError: no form has this suffix.
    """
    suffixes: dict[str, Form] = {".txt": "text", **_SUFFIXES}
    if (form := suffixes.get(Path(fspath(name)).suffix.lower())) is None:
        raise AnalyzerError(
            "expected a record's file to end in one of {suffixes}, got {name}",
            suffixes=tuple(suffixes),
            name=quoted(str(name)),
        )
    return form


def read_text(text: str, form: Form | None = None, name: str = "the record") -> Iterator[RecordedShoe]:
    """The shoes recorded in a string; its content determines the form unless `form` is given.

    Raises:
        AnalyzerError: nothing in it can be read; the error begins with `name`.

    >>> [shoe] = read_text("P:9c,5d,3h B:Kh,2c,As P  banker=10:-10")
    >>> "".join(written([shoe], "csv"))
    'shoe,coup,player,banker,winner,stakes\\n1,1,9c 5d 3h,Kh 2c As,player,banker=10:-10\\n'
    """
    if not isinstance(text, str):
        raise AnalyzerError("expected the text of a record, got {value}", value=quoted(text))
    return _shoes(StringIO(text, newline=None), form if form is None else _checked(form), name)


def written(shoes: Iterable[RecordedShoe], form: Form = "text") -> Iterator[str]:
    """Shoes as text in a form, piece by piece; `read_text` reads back the same shoes, except for `where`.

    Unknown columns and keys were not read, and are not written.

    Raises:
        AnalyzerError: `shoes` are not shoes, there is no such form, the form cannot state everything about a
            shoe, or a shoe has a place that could not be read.
    """
    return _WRITERS[_checked(form)](shoes_of(shoes))


def _checked(form: Form) -> Form:
    if not isinstance(form, str) or form not in _WRITERS:
        near = did_you_mean(str(form), _WRITERS)
        raise AnalyzerError("unknown form {form} of a record{hint}", form=quoted(form), hint=near)
    return form


def _shoes(lines: Iterable[str], form: Form | None, name: str) -> Iterator[RecordedShoe]:
    """The shoes in the lines of a record; errors begin with its name."""
    try:
        yield from _read(iter(lines), form)
    except AnalyzerError as fault:
        raise AnalyzerError(joined(": ", (name, fault.message))) from None


def _read(lines: Iterator[str], form: Form | None) -> Iterator[RecordedShoe]:
    """The shoes in the lines of a record, whose form is detected from the first lines if it is None."""
    head = list(islice(lines, _HEAD_LINES))
    if head:
        head[0] = head[0].removeprefix("\ufeff")
    beginnings = [line[:_HEAD_CHARACTERS] for line in head]
    lines = chain(head, lines)
    if form == "csv" and columns.lacks_header(beginnings):
        form = None
    if form in (None, "text") and columns.is_page(beginnings):
        return csv_.read_lines(columns.page_rows(lines))
    form = form or _detected_form(head, beginnings)
    if form == "json":
        return json_.read_document("".join(lines))
    if form == "text" and columns.is_aligned(beginnings):
        return csv_.read_lines(columns.aligned_rows(lines))
    if form == "text" and columns.has_empty_cells(beginnings):
        form = "csv"  # its error says that column names are missing
    return _READERS[form](lines)


def _detected_form(head: list[str], beginnings: list[str]) -> Form:
    """The form that the first lines suggest; `beginnings` are these lines, shortened."""
    first = next((line for line in head if line.strip()), "")
    if not first.lstrip().startswith(("{", "[")):
        return "csv" if any(map(columns.is_header, beginnings, [*beginnings[1:], ""])) else "text"
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return "json"
    return "jsonl"
