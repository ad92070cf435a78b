"""Reads and writes recorded shoes as files and texts: the text form, CSV, JSON lines, JSON.

All that can be read is read; what cannot is listed in `RecordedShoe.unread`.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from io import StringIO, TextIOWrapper
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.play.record import RecordedShoe
from analyzer.records import columns, csv_, json_, text, writing
from analyzer.records.writing import Form

Record = str | PathLike[str] | RecordedShoe
"""A record: the path of a file, or a shoe already read."""

Records = Record | Iterable[Record]
"""A record or several."""

_SUFFIXES: dict[str, Form] = {
    ".json": "json",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
_KEEP_WRONG_BYTES = "surrogateescape"
"""The error handler that keeps bytes that are not UTF-8, so that their place can be named."""

_HEAD = 40
"""The number of lines that decide the form of a record."""

_BEGINNING = 10_000
"""The number of characters of each of these lines that are looked at."""

_READERS = {"csv": csv_.read_lines, "jsonl": json_.read_lines, "text": text.read_lines}
_WRITERS = {
    "text": writing.text,
    "csv": writing.comma_separated,
    "jsonl": writing.json_lines,
    "json": writing.document,
}


def read(source: str | PathLike[str]) -> Iterator[RecordedShoe]:
    """The shoes recorded in a file, each as soon as it is read; suffix, or else content, shows the form.

    The file `-` is the standard input.

    Raises:
        AnalyzerError: there is no such file, or nothing in it can be read.
    """
    if source == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors=_KEEP_WRONG_BYTES)
        yield from _shoes(sys.stdin, None, "standard input")
        return
    if not isinstance(source, str | PathLike):
        raise AnalyzerError(f"expected the path of a record, got {quoted(source)}")
    path = Path(fspath(source))
    try:
        file = path.open(encoding="utf-8", errors=_KEEP_WRONG_BYTES)
    except (OSError, ValueError) as fault:  # a name with a NUL is a ValueError
        why = getattr(fault, "strerror", None) or str(fault)
        raise AnalyzerError(f"cannot read the record {quoted(str(path))}: {why.lower()}") from None
    with file:
        yield from _shoes(file, _SUFFIXES.get(path.suffix.lower()), str(source))


def shoes_of(records: Records) -> Iterator[RecordedShoe]:
    """The shoes of a record or of several, in order.

    Raises:
        AnalyzerError: what is given is no record, there is no such file, or nothing in it can be read.
    """
    several = (records,) if isinstance(records, str | PathLike | RecordedShoe) else records
    if not isinstance(several, Iterable):
        raise AnalyzerError(f"expected records, as files or as shoes read, got {quoted(records)}")
    for record in several:
        yield from (record,) if isinstance(record, RecordedShoe) else read(record)


def form_of(name: str | PathLike[str]) -> Form:
    """The form of a record to be written, by the suffix of its file.

    Raises:
        AnalyzerError: records have no such suffix.
    """
    suffixes: dict[str, Form] = {".txt": "text", **_SUFFIXES}
    if (form := suffixes.get(Path(fspath(name)).suffix.lower())) is None:
        known = ", ".join(suffixes)
        raise AnalyzerError(f"expected a record's file to end in one of {known}, got {quoted(str(name))}")
    return form


def read_text(text: str, form: Form | None = None, name: str = "the record") -> Iterator[RecordedShoe]:
    """The shoes recorded in a text; its content shows the form unless it is given.

    Raises:
        AnalyzerError: nothing in it can be read; the sentence begins with `name`.

    >>> [shoe] = read_text("P:9c,5d,3h B:Kh,2c,As P  banker=10:-10")
    >>> "".join(written([shoe], "csv"))
    'shoe,coup,player,banker,winner,stakes\\n1,1,9c 5d 3h,Kh 2c As,player,banker=10:-10\\n'
    """
    if not isinstance(text, str):
        raise AnalyzerError(f"expected the text of a record, got {quoted(text)}")
    return _shoes(StringIO(text, newline=None), form if form is None else _known(form), name)


def written(shoes: Iterable[RecordedShoe], form: Form = "text") -> Iterator[str]:
    """The shoes written in a form, piece by piece; `read_text` reads them back, but for places in the file.

    Raises:
        AnalyzerError: these are no shoes, there is no such form, or it cannot hold what a shoe says.
    """
    return _WRITERS[_known(form)](shoes_of(shoes))


def _known(form: Form) -> Form:
    if not isinstance(form, str) or form not in _WRITERS:
        raise AnalyzerError(f"unknown form {quoted(form)} of a record{did_you_mean(str(form), _WRITERS)}")
    return form


def _shoes(lines: Iterable[str], form: Form | None, name: str) -> Iterator[RecordedShoe]:
    """The shoes of lines in a form; an error begins with the name of the record."""
    try:
        yield from _read(iter(lines), form)
    except AnalyzerError as fault:
        raise AnalyzerError(f"{name}: {fault}") from None


def _read(lines: Iterator[str], form: Form | None) -> Iterator[RecordedShoe]:
    """The shoes of lines in a form, or in the one that the first lines show."""
    head = list(islice(lines, _HEAD))
    if head:
        head[0] = head[0].removeprefix("\ufeff")
    beginnings = [line[:_BEGINNING] for line in head]
    lines = chain(head, lines)
    if form == "csv" and columns.lacks_header(beginnings):
        form = None
    if form in (None, "text") and columns.is_page(beginnings):
        return csv_.read_lines(columns.page_rows(lines))
    form = form or _form_shown(head, beginnings)
    if form == "json":
        return json_.read_document("".join(lines))
    if form == "text" and columns.is_aligned(beginnings):
        return csv_.read_lines(columns.aligned_rows(lines))
    if form == "text" and columns.has_empty_cells(beginnings):
        form = "csv"  # whose error says that the columns have no names
    return _READERS[form](lines)


def _form_shown(head: list[str], beginnings: list[str]) -> Form:
    """The form that the first lines show, or their beginnings."""
    first = next((line for line in head if line.strip()), "")
    if not first.lstrip().startswith(("{", "[")):
        return "csv" if any(map(columns.is_header, beginnings, [*beginnings[1:], ""])) else "text"
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return "json"
    return "jsonl"
