"""The faults of rule sheets as a table.

Lays out what was found; judges nothing.
"""

from collections.abc import Mapping, Sequence

from analyzer.render.table import Column, Table
from analyzer.text import message, plural

_SEVERITIES = {"error": message("error"), "warning": message("warning")}
_FILE = Column("file", message("File"), "text")
_COLUMNS = (
    Column("where", message("Where"), "text"),
    Column("severity", message("Severity"), "text"),
    Column("message", message("What is wrong"), "text"),
)


def table(found: Sequence[Mapping[str, str]], files: Sequence[str], *, full: bool) -> Table:
    """A row for each fault of some files; unless `full`, there is no column for the files alone.

    A sentence that marks a place under a condition is shown without the condition.
    """
    errors = sum(fault["severity"] == "error" for fault in found)
    tally = message(
        "{errors}, {warnings}.",
        errors=plural("{n} error", "{n} errors", errors),
        warnings=plural("{n} warning", "{n} warnings", len(found) - errors),
    )
    rows = []
    for fault in found:
        place = fault["where"]
        if not full and len(files) > 1:
            place = ": ".join(filter(None, (fault["file"], place)))
        row = (place, _SEVERITIES[fault["severity"]], fault["message"].split("\n")[0])
        rows.append((fault["file"], *row) if full else row)
    return Table(
        message(
            "Faults of {files}",
            files=files[0] if len(files) == 1 else plural("{n} file", "{n} files", len(files)),
        ),
        (_FILE, *_COLUMNS) if full else _COLUMNS,
        tuple(rows),
        (tally if found else message("No faults."),),
    )
