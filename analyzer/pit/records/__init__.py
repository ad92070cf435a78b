"""Recorded shoes read from files and texts, and written: the text form, CSV, JSON lines, JSON.

What can be read is read, whatever stands beside it; what cannot is named in `RecordedShoe.unread`.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from io import StringIO, TextIOWrapper
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path
from typing import TextIO

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.pit.records import csv_, header, json_, pages, text, writing
from analyzer.pit.records.writing import Form
from analyzer.play.record import RecordedShoe

Record = str | PathLike[str] | RecordedShoe
"""A record: the path of a file, or a shoe that was read."""

Records = Record | Iterable[Record]
"""A record or several."""

_SUFFIXES: dict[str, Form] = {
    ".json": "json",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
_KEPT_APART = "surrogateescape"
"""What becomes of bytes that are no UTF-8: they stay apart, to be named where they stand."""

_HEAD = 40
"""How many lines are looked at for the form of a record."""

_BEGINNING = 10_000
"""How many letters of a line are looked at for that."""

_WRITERS = {
    "text": writing.text,
    "csv": writing.comma_separated,
    "jsonl": writing.json_lines,
    "json": writing.document,
}


def read(source: str | PathLike[str]) -> Iterator[RecordedShoe]:
    """The shoes recorded in a file, each as soon as it is read; its form is told by suffix, else by content.

    The file `-` is the standard input.

    Raises:
        AnalyzerError: there is no such file, or nothing in it can be read.
    """
    if source == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors=_KEPT_APART)
        yield from _named(_shoes(sys.stdin, None), "standard input")
        return
    if not isinstance(source, str | PathLike):
        raise AnalyzerError(f"expected the path of a record, got {quoted(source)}")
    path = Path(fspath(source))
    with _opened(path) as file:
        yield from _named(_shoes(file, _SUFFIXES.get(path.suffix.lower())), str(source))


def shoes_of(records: Records) -> Iterator[RecordedShoe]:
    """The shoes of a record or of several, in order.

    Raises:
        AnalyzerError: what is given is no record, there is no such file, or nothing in it can be read.
    """
    several = (records,) if isinstance(records, str | PathLike | RecordedShoe) else records
    if not isinstance(several, Iterable):
        raise AnalyzerError(f"expected records, as files or as shoes read, got {quoted(records)}")
    for record in several:
        if isinstance(record, RecordedShoe):
            yield record
        else:
            yield from read(record)


def _opened(path: Path) -> TextIO:
    try:
        return path.open(encoding="utf-8", errors=_KEPT_APART)
    except (OSError, ValueError) as fault:  # a name with a NUL is a ValueError
        why = (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
        raise AnalyzerError(f"cannot read the record {quoted(str(path))}: {why.lower()}") from None


def form_of(name: str | PathLike[str]) -> Form:
    """The form of a record to be written, by the suffix of its file.

    Raises:
        AnalyzerError: records have no such suffix.
    """
    suffix = Path(fspath(name)).suffix.lower()
    if suffix != ".txt" and suffix not in _SUFFIXES:
        known = ", ".join([".txt", *_SUFFIXES])
        raise AnalyzerError(f"expected a record's file to end in one of {known}, got {quoted(str(name))}")
    return _SUFFIXES.get(suffix, "text")


def read_text(text: str, form: Form | None = None, name: str = "the record") -> Iterator[RecordedShoe]:
    """The shoes recorded in a text; its form is told by its content unless it is given.

    Raises:
        AnalyzerError: nothing in it can be read; the sentence begins with `name`.

    >>> [shoe] = read_text("P:9c,5d,3h B:Kh,2c,As P  banker=10:-10")
    >>> "".join(written([shoe], "csv"))
    'shoe,coup,player,banker,winner,stakes\\n1,1,9c 5d 3h,Kh 2c As,player,banker=10:-10\\n'
    """
    if not isinstance(text, str):
        raise AnalyzerError(f"expected the text of a record, got {quoted(text)}")
    if form is not None:
        _known(form)
    return _named(_shoes(StringIO(text, newline=None), form), name)


def written(shoes: Iterable[RecordedShoe], form: Form = "text") -> Iterator[str]:
    """The shoes written down, piece by piece; `read_text` reads them back, but for places in the file.

    Raises:
        AnalyzerError: what is given are no shoes, there is no such form, or it cannot hold what a shoe says.
    """
    return _WRITERS[_known(form)](shoes_of(shoes))


def _known(form: Form) -> Form:
    if not isinstance(form, str) or form not in _WRITERS:
        raise AnalyzerError(f"unknown form {quoted(form)} of a record{did_you_mean(str(form), _WRITERS)}")
    return form


def _named(shoes: Iterator[RecordedShoe], name: str) -> Iterator[RecordedShoe]:
    """The shoes; where nothing can be read, the sentence begins with the name of the record."""
    try:
        yield from shoes
    except AnalyzerError as fault:
        raise AnalyzerError(f"{name}: {fault}") from None


def _shoes(lines: Iterable[str], form: Form | None) -> Iterator[RecordedShoe]:
    """The shoes of lines in a form, or in the one that their beginning shows."""
    lines = iter(lines)
    head = list(islice(lines, _HEAD))
    if head:
        head[0] = head[0].removeprefix("\ufeff")
    begun = [line[:_BEGINNING] for line in head]
    if form is None or (form == "csv" and header.is_bare(begun)):
        form = _form(head, begun)
    if form == "json":
        return json_.read_document("".join(chain(head, lines)))
    reading = {"csv": csv_.read_lines, "jsonl": json_.read_lines, "text": text.read_lines}[form]
    if form == "text" and pages.is_page(begun):
        reading = pages.read_lines
    elif form == "text" and pages.is_aligned(begun):
        reading = pages.read_aligned
    elif form == "text" and header.has_gaps(begun):
        reading = csv_.read_lines  # which says that the columns have no names
    return reading(chain(head, lines))


def _form(head: list[str], begun: list[str]) -> Form:
    """The form that the first lines show, or their beginnings."""
    if pages.is_page(begun):
        return "text"
    first = next((line for line in head if line.strip()), "")
    if not first.lstrip().startswith(("{", "[")):
        return "csv" if any(map(header.is_header, begun, [*begun[1:], ""])) else "text"
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return "json"
    return "jsonl"
