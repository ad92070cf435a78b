"""The faults of rule sheets as a table.

Lays out what was found; judges nothing.
"""

from collections.abc import Mapping, Sequence

from analyzer.message import say, say_many
from analyzer.publish.table import Column, Table

_SEVERITIES = {"error": say("error"), "warning": say("warning")}
_FILE = Column("file", say("File"), "text")
_COLUMNS = (
    Column("where", say("Where"), "text"),
    Column("severity", say("Severity"), "text"),
    Column("message", say("What is wrong"), "text"),
)


def table(found: Sequence[Mapping[str, str]], files: Sequence[str], *, full: bool) -> Table:
    """A row for each fault of some files; unless `full`, there is no column for the files alone.

    A sentence that marks a place under a condition is shown without the condition.
    """
    errors = sum(fault["severity"] == "error" for fault in found)
    tally = say(
        "{errors}, {warnings}.",
        errors=say_many("{n} error", "{n} errors", errors),
        warnings=say_many("{n} warning", "{n} warnings", len(found) - errors),
    )
    rows = []
    for fault in found:
        place = fault["where"]
        if not full and len(files) > 1:
            place = ": ".join(filter(None, (fault["file"], place)))
        row = (place, _SEVERITIES[fault["severity"]], fault["message"].split("\n")[0])
        rows.append((fault["file"], *row) if full else row)
    return Table(
        say(
            "Faults of {files}",
            files=files[0] if len(files) == 1 else say_many("{n} file", "{n} files", len(files)),
        ),
        (_FILE, *_COLUMNS) if full else _COLUMNS,
        tuple(rows),
        (tally if found else say("No faults."),),
    )
