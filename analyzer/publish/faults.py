"""The faults of rule sheets as a table.

Lays out what was found; judges nothing.
"""

from collections.abc import Mapping, Sequence

from analyzer.publish.table import Column, Table

_FILE = Column("file", "File", "text")
_COLUMNS = (
    Column("where", "Where", "text"),
    Column("severity", "Severity", "text"),
    Column("message", "What is wrong", "text"),
)


def table(found: Sequence[Mapping[str, str]], files: Sequence[str], *, full: bool) -> Table:
    """A row for each fault of some files; unless `full`, there is no column for the files alone.

    A sentence that marks a place under a condition is shown without the condition.
    """
    errors = sum(fault["severity"] == "error" for fault in found)
    tally = (
        f"{_number(errors, 'error')}, {_number(len(found) - errors, 'warning')}." if found else "No faults."
    )
    rows = []
    for fault in found:
        place = fault["where"]
        if not full and len(files) > 1:
            place = ": ".join(filter(None, (fault["file"], place)))
        row = (place, fault["severity"], fault["message"].split("\n")[0])
        rows.append((fault["file"], *row) if full else row)
    return Table(
        f"Faults of {files[0] if len(files) == 1 else _number(len(files), 'file')}",
        (_FILE, *_COLUMNS) if full else _COLUMNS,
        tuple(rows),
        (tally,),
    )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
