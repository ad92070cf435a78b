"""The faults of rule sheets as a table.

Lays out what was found; judges nothing.
"""

from collections.abc import Mapping, Sequence

from analyzer.publish.table import Column, Table

_COLUMNS = {
    "file": Column("file", "File", "text"),
    "where": Column("where", "Where", "text"),
    "severity": Column("severity", "Severity", "text"),
    "message": Column("message", "What is wrong", "text"),
}


def table(found: Sequence[Mapping[str, str]], files: Sequence[str], *, full: bool) -> Table:
    """A row for each fault of some files; unless `full`, a single file is named in the title alone."""
    alone = len(files) == 1 and not full
    columns = [column for key, column in _COLUMNS.items() if key != "file" or not alone]
    errors = sum(fault["severity"] == "error" for fault in found)
    tally = f"{_number(errors, 'error')}, {_number(len(found) - errors, 'warning')}" if found else "no faults"
    return Table(
        f"Faults of {files[0] if len(files) == 1 else _number(len(files), 'file')}",
        tuple(columns),
        tuple(tuple(fault[column.key] for column in columns) for fault in found),
        (f"{tally[:1].upper()}{tally[1:]}.",),
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
