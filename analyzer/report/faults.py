"""The faults of rule sheets as a table.

Lays out what was found; judges nothing.
"""

from collections.abc import Mapping, Sequence

from analyzer.render.table import Table
from analyzer.report.columns import text_columns
from analyzer.text import message, plural

SEVERITIES = {"error": message("error"), "warning": message("warning")}


def table(found: Sequence[Mapping[str, str]], files: Sequence[str], *, full: bool) -> Table:
    """A row for each fault of some files; unless `full`, there is no column for the files alone.

    A sentence that marks a place under a condition is shown without the condition.
    """
    columns = text_columns(
        file=message("File"),
        where=message("Where"),
        severity=message("Severity"),
        message=message("What is wrong"),
    )
    rows = []
    for fault in found:
        place = fault["where"]
        if not full and len(files) > 1:
            place = ": ".join(filter(None, (fault["file"], place)))
        row = (place, SEVERITIES[fault["severity"]], fault["message"].split("\n")[0])
        rows.append((fault["file"], *row) if full else row)
    errors = sum(fault["severity"] == "error" for fault in found)
    tally = message(
        "{errors}, {warnings}.",
        errors=plural("{n} error", "{n} errors", errors),
        warnings=plural("{n} warning", "{n} warnings", len(found) - errors),
    )
    title = message(
        "Faults of {files}",
        files=files[0] if len(files) == 1 else plural("{n} file", "{n} files", len(files)),
    )
    note = tally if found else message("No faults.")
    return Table(title, columns if full else columns[1:], tuple(rows), (note,))
