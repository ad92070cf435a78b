"""The command `baccarat roads`."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.input import bytes_of, name_of
from analyzer.cli.output import Output
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped, quoted

if TYPE_CHECKING:
    from analyzer.play.record import Outcome

_MOST_BYTES = 10_000_000

_RECORDS = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
"""How files of records end that are no plain text."""

_COMMENT = re.compile("#.*")
_OUTCOMES = re.compile(r"(?:[BPT]p?b?n?(?![^\s,])|[\s,])*")
"""A line of nothing but outcomes, without its comment."""

_RECORD = re.compile(r"[\d:={\[]|\b(?![BPTpbn]+\b)[^\W\d_]{5,}|\bcut\b|[^\x00-\x7f]")
"""What a text of nothing but results never has, and that of a record nearly always."""

_DRAWN = ("svg",)
"""Formats that only a picture can have."""


def roads(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help='Coups in order, such as "B Pp T Bbn" (# begins a comment), or a recorded shoe in any form '
            "that replay reads; - is stdin.",
        ),
    ],
    rows: Annotated[str, typer.Option("--rows", metavar="N", help="Rows of the paper.")] = "6",
    columns: Annotated[
        str | None,
        typer.Option(
            "--columns",
            metavar="N",
            help="Columns of each road's paper in text, svg and html; the earliest are left out. Else all, "
            "in text as many as have room.",
        ),
    ] = None,
    shoe: Annotated[
        str | None, typer.Option("--shoe", metavar="ID", help="Which shoe of a record of several.")
    ] = None,
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            autocompletion=complete.variants,
            help="How recorded cards were dealt; else as the record says, or standard.",
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="text, json, svg, html, md, csv, latex, xlsx or pdf.",
            autocompletion=complete.pictures,
            show_default=True,
        ),
    ] = "text",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """The roads of a shoe: bead plate, big road, big eye boy, small road, cockroach road, ask road.

    Example: echo "B B Pp T P B" | baccarat roads - --format svg -o roads.svg
    """
    from analyzer.ask import roads as pit  # noqa: PLC0415
    from analyzer.render.boards.html import board_html  # noqa: PLC0415
    from analyzer.render.boards.svg import board_svg  # noqa: PLC0415
    from analyzer.render.boards.tables import provenance, roads_page  # noqa: PLC0415
    from analyzer.render.boards.text import board_text  # noqa: PLC0415

    out = Output.of(format, "4", output, force, lang, also=_DRAWN)
    paper = None if columns is None else _columns(columns)
    lines = whole("--rows", rows, 1)
    if variant is not None:
        from analyzer.catalog import load  # noqa: PLC0415

        load.variant(variant)  # coups without cards ask nothing of it, and a wrong one is wrong all the same
    id, coups = _coups(file, shoe, variant)
    board = pit.Scoreboard(coups, lines)
    words, origin = out.words, provenance(board)
    if out.format == "text":
        width, color = out.width, out.colored
        out.write(
            board_text(board, words, width=width, columns=paper, color=color, shoe=id, provenance=origin)
        )
    elif out.format == "svg":
        out.write(board_svg(board, words, columns=paper, shoe=id, provenance=origin))
    elif out.format == "html":
        out.write(board_html(board, words, columns=paper, shoe=id))
    else:
        out.emit(lambda: roads_page(board, id), board.to_dict)


def _columns(text: str) -> int:
    """The width of the paper.

    Raises:
        AnalyzerError: there can be no such paper.
    """
    from analyzer.ask.roads import MOST_COLUMNS  # noqa: PLC0415

    if (columns := whole("--columns", text, 1)) > MOST_COLUMNS:
        raise AnalyzerError(f"expected --columns from 1 to {grouped(MOST_COLUMNS)}, got {quoted(text)}")
    return columns


def _coups(file: str, shoe: str | None, variant: str | None) -> tuple[str | None, tuple["Outcome", ...]]:
    """The coups that a file or standard input tells, and the id of their shoe where there are others.

    Raises:
        AnalyzerError: it cannot be read, or tells something else.
    """
    from analyzer.ask.roads import outcomes_of  # noqa: PLC0415

    name = name_of(file)
    if Path(file).suffix.lower() in _RECORDS and not _outcomes_alone(file):
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


def _outcomes_alone(file: str) -> bool:
    """Whether a file, whatever its name says of a record, holds nothing but outcomes, or nothing at all."""
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as lines:
            return all(_OUTCOMES.fullmatch(_COMMENT.sub("", line)) for line in lines)
    except (OSError, ValueError):  # whoever reads it as a record says why it cannot be read
        return False


def _recorded(
    text: str | None, file: str, name: str, shoe: str | None, variant: str | None
) -> tuple[str | None, tuple["Outcome", ...]]:
    """The same of a record: of its file, or of its text where that has been read."""
    from analyzer import records  # noqa: PLC0415
    from analyzer.ask import recorded_outcomes as watched  # noqa: PLC0415

    shoes = list(records.read(file) if text is None else records.read_text(text, name=name))
    try:
        found = watched.chosen(shoes, shoe)
        return found.id if len(shoes) > 1 else None, watched.outcomes(found, variant)
    except AnalyzerError as error:
        raise AnalyzerError(f"{name}: {error}") from None
