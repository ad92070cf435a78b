"""The command `baccarat roads`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli import complete, options
from analyzer.cli.options import argument, option
from analyzer.cli.output import Output
from analyzer.cli.values import bytes_of, name_of, whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped, quoted

if TYPE_CHECKING:
    from analyzer.play.record import Outcome

_MOST_BYTES = 10_000_000

_RECORDS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
"""Suffixes of records in other formats than plain text."""

_COMMENT = re.compile("#.*")
_OUTCOMES = re.compile(r"(?:[BPT]p?b?n?(?![^\s,])|[\s,])*")
"""A line, without its comment, that holds nothing but outcomes."""

_RECORD = re.compile(r"[\d:={\[]|\b(?![BPTpbn]+\b)[^\W\d_]{5,}|\bcut\b|[^\x00-\x7f]")
"""What nearly every record contains, and a text of outcomes alone never does."""


def roads(
    file: str = argument(
        "FILE|-",
        'Coups in order, such as "B Pp T Bbn" (# begins a comment), or a recorded shoe in any form that '
        "replay reads; - is stdin.",
    ),
    rows: str = option("--rows", "N", "Rows of the paper.", default="6"),
    columns: str | None = option(
        "--columns",
        "N",
        "Columns of each road's paper in text, svg and html; the earliest are left out. Else all, in "
        "text as many as have room.",
    ),
    shoe: str | None = option("--shoe", "ID", "Which shoe of a record of several."),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "How recorded cards were dealt; else as the record says, or standard.",
        complete.variants,
    ),
    format: str = option(
        "--format", "FORMAT", "text, json, svg, html, md, csv, latex, xlsx or pdf.", complete.pictures, "text"
    ),
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """The roads of a shoe: bead plate, big road, big eye boy, small road, cockroach road, ask road.

    Example: echo "B B Pp T P B" | baccarat roads - --format svg -o roads.svg
    """
    from analyzer.ask.roads import MOST_COLUMNS, Scoreboard
    from analyzer.render.boards.svg import board_html, board_svg
    from analyzer.render.boards.tables import provenance, roads_page
    from analyzer.render.boards.text import board_text

    out = Output.of(format, "4", output, force, lang, also=("svg",))
    most = None if columns is None else whole("--columns", columns, 1)
    if most is not None and most > MOST_COLUMNS:
        raise AnalyzerError(f"expected --columns from 1 to {grouped(MOST_COLUMNS)}, got {quoted(columns)}")
    height = whole("--rows", rows, 1)
    if variant is not None:
        from analyzer.catalog import load

        load.variant(variant)  # coups without cards do not need it, but a wrong one is an error all the same
    id, coups = _coups(file, shoe, variant)
    board, words = Scoreboard(coups, height), out.words
    if out.format == "html":
        out.write(board_html(board, words, columns=most, shoe=id))
    elif out.format == "text":
        origin = provenance(board)
        text = board_text(
            board, words, width=out.width, columns=most, color=out.colored, shoe=id, provenance=origin
        )
        out.write(text)
    elif out.format == "svg":
        out.write(board_svg(board, words, columns=most, shoe=id, provenance=provenance(board)))
    else:
        from analyzer.report.play.roads import ROADS

        out.emit(lambda: roads_page(board, id), lambda: ROADS.of(board))


def _coups(file: str, shoe: str | None, variant: str | None) -> tuple[str | None, tuple["Outcome", ...]]:
    """The id of a shoe, None if it is the only one, and its coups, from a file or standard input."""
    from analyzer.ask.roads import outcomes_of

    name = name_of(file)
    if Path(file).suffix.lower() in _RECORDS and not _has_only_outcomes(file):
        return _recorded(None, file, name, shoe, variant)
    raw = bytes_of(file, "a record", _MOST_BYTES)
    try:
        text = raw.decode("utf-8-sig")
        if shoe is None and not _RECORD.search(_COMMENT.sub("", text)):
            return None, outcomes_of(text)
    except UnicodeDecodeError as error:
        raise AnalyzerError(f"{name}: expected text in UTF-8, got other bytes at {error.start}") from None
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
    return _recorded(text, file, name, shoe, variant)


def _has_only_outcomes(file: str) -> bool:
    """Whether a file named like a record holds nothing but outcomes, or nothing at all."""
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
            return all(_OUTCOMES.fullmatch(_COMMENT.sub("", line)) for line in lines)
    except (OSError, ValueError):  # the reader of records reports why it cannot be read
        return False


def _recorded(
    text: str | None, file: str, name: str, shoe: str | None, variant: str | None
) -> tuple[str | None, tuple["Outcome", ...]]:
    """What `_coups` returns, for a record: from its text, or from its file where the text is None."""
    from analyzer import records
    from analyzer.ask.roads import chosen, outcomes

    shoes = list(records.read(file) if text is None else records.read_text(text, name=name))
    try:
        found = chosen(shoes, shoe)
        return found.id if len(shoes) > 1 else None, outcomes(found, variant)
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
