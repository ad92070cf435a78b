"""Writes a command's answer: a page or a document in a format, to stdout or completely into a file."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.cli.progress import drop, hide, remark, remark_excluded
from analyzer.errors import RenderError, did_you_mean, reason_of
from analyzer.exact import quoted
from analyzer.files import check_place, write_pieces
from analyzer.render.formats.render import BINARY, FORMATS, SUFFIXES, render
from analyzer.render.page import Page
from analyzer.render.words import Words, wording
from analyzer.text import message

if TYPE_CHECKING:
    from analyzer.analysis.question import Excluded
    from analyzer.render.chart import Chart
    from analyzer.report.fields import Room

_FILE_WIDTH = 80
"""The width of a text in a file, which must not depend on the window."""

ALL_FORMATS = (*FORMATS, "json")


@dataclass(frozen=True, slots=True)
class Output:
    """A checked choice of format, language, decimals and file, and of a file for a chart of the answer.

    `whole` is whether a text on stdout is shown whole, however long it is.
    """

    format: str
    words: Words
    file: str | None
    force: bool
    plot: str | None = None
    whole: bool = True

    @classmethod
    def of(
        cls,
        format: str | None,
        digits: str,
        file: str | None,
        force: bool,
        lang: str = "en",
        also: tuple[str, ...] = (),
        plot: str | None = None,
        whole: bool = True,
    ) -> "Output":
        """The choice that the texts of options make, from the formats of every answer and those in `also`.
        Raises AnalyzerError if a text is unknown or out of range, the file's suffix means another format, a
        binary format would go to a terminal, a file cannot be written, or the chart cannot be drawn.
        """
        format = chosen_format(format, file, (*ALL_FORMATS, *also))
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
            raise RenderError("expected --digits from 0 to 60, got {text}", text=quoted(digits))
        if format in BINARY and file is None and _on_terminal():
            raise RenderError(
                "a terminal cannot show the format {format}; name a file with -o", format=repr(format)
            )
        words = wording(lang, int(digits))
        if file is not None:
            check_place(file, force)
        out = cls(format, words, file, force, plot, whole)
        if plot is not None:
            from analyzer.render.plot import check_plot

            check_plot(plot)
            out.check_second_file("--plot", plot)
        return out

    @property
    def roomy(self) -> bool:
        """Whether the format has room for more than a terminal's width."""
        return self.format != "text"

    @property
    def for_machines(self) -> bool:
        """Whether programs read the format, so that each row must say everything it is about."""
        return self.format in ("csv", "xlsx")

    @property
    def room(self) -> "Room":
        """What the tables of the format have room for."""
        return "data frame" if self.for_machines else "wide page" if self.roomy else "page"

    @property
    def width(self) -> int:
        """The columns of a text: those of the window, or a fixed number in a file."""
        return shutil.get_terminal_size().columns if self.file is None else _FILE_WIDTH

    def columns_per_block(self, room: int, padding: int) -> int | None:
        """How many padded numbers fit into `room` columns; None if the format has room for all."""
        return None if self.roomy else max(1, room // (self.words.digits + padding))

    @property
    def colored(self) -> bool:
        """Whether the answer goes to a terminal that shows colours, and the user has not disabled them.

        Source: https://no-color.org/
        """
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return self.file is None and _on_terminal() and not plain

    def emit(
        self,
        page: Callable[[], Page | str | Iterator[str]],
        document: Callable[[], object],
        chart: "Callable[[], Chart] | None" = None,
        excluded: "Excluded" = (),
    ) -> int:
        """Write the page, or the document if the format is json; any chart requested; and remarks on excluded
        bets.

        Returns the exit status: 1 if the answer's verdict is no, else 0. A page may be a finished text, and a
        page or document an iterator of pieces of text. Raises RenderError if a file cannot be written, or the
        chart cannot be drawn.
        """
        drawing = self.draw(chart) if chart else b""
        answer = document() if self.format == "json" else page()
        if isinstance(answer, Iterator):
            self.stream(answer)
        elif isinstance(answer, Page):
            self.write(
                self.text(answer) if self.format == "text" else render(answer, self.format, self.words)
            )
        else:
            self.write(answer if isinstance(answer, str) else self._json(answer) + "\n")
        if chart:
            self.write_plot(drawing)
        remark_excluded(excluded)
        return int(_says_no(answer))

    def text(self, page: Page) -> str:
        """The text of a page: with colours on a terminal, and shortened on stdout unless all is wanted."""
        from analyzer.cli.screen import first_screen, tint
        from analyzer.render.formats.text import render_text

        if self.file is None and not self.whole:
            page = first_screen(page, self.words, self.width)
        return render_text(page, self.words, self.width, tint if self.colored else None)

    def _json(self, document: object) -> str:
        """The text of a document, in which messages are translated."""
        return json.dumps(document, ensure_ascii=False, indent=1, default=self.words.translate)

    def in_pieces(self, document: object, key: str, entries: Iterable[object]) -> Iterator[str]:
        """A document whose empty list gets these entries, at least one; only one is in memory at a time."""
        head, empty, rest = self._json(document).partition(f'"{key}": []')
        before = f"{head}{empty[:-1]}\n  "
        for entry in entries:
            yield before + self._json(entry).replace("\n", "\n  ")
            before = ",\n  "
        yield f"\n ]{rest}\n"

    def draw(self, chart: "Callable[[], Chart]") -> bytes:
        """The chart, empty if none is requested. Draw it first: if that fails, no answer must be written."""
        if self.plot is None:
            return b""
        from analyzer.render.plot import plot

        return plot(chart(), os.path.splitext(self.plot)[1].lower(), self.words)

    def write_plot(self, drawing: bytes) -> None:
        """Write the chart drawn, if one was requested."""
        if self.plot is not None:
            self.write_second_file(self.plot, (drawing,))

    def check_second_file(self, option: str, file: str) -> None:
        """Raise RenderError if another file than the answer's cannot be written, or is the answer's own."""
        check_place(file, self.force)
        if self.file is not None and os.path.realpath(file) == os.path.realpath(self.file):
            raise RenderError(
                "expected different files for {option} and --output, got {file} for both",
                option=option,
                file=repr(file),
            )

    def write_second_file(self, file: str, pieces: Iterable[str | bytes]) -> None:
        """Write a file, such as one in addition to the answer's, completely or not at all."""
        write_pieces(file, pieces, force=self.force)
        remark(message("wrote {file}", file=repr(file)))

    def write(self, data: str | bytes) -> None:
        """Write an answer to its file or to stdout."""
        self.stream((data,))

    def stream(self, pieces: Iterable[str | bytes]) -> None:
        """Write an answer piece by piece to stdout, or to its file completely or not at all.

        A reader of stdout such as `head` may close it early. Raises RenderError if it cannot be written.
        """
        if self.file is not None:
            self.write_second_file(self.file, pieces)
            return
        if sys.stdout is None:
            raise RenderError("cannot write the answer: standard output is closed")
        try:
            for piece in pieces:
                if sys.stdout.isatty():
                    hide(over=True)
                if isinstance(piece, str):
                    sys.stdout.write(piece)
                else:
                    sys.stdout.flush()
                    sys.stdout.buffer.write(piece)
            sys.stdout.flush()
        except BrokenPipeError:
            drop(sys.stdout)
        except OSError as error:
            drop(sys.stdout)
            raise RenderError("cannot write the answer: {reason}", reason=reason_of(error)) from None


def chosen_format(format: str | None, file: str | None, known: Sequence[str] = ALL_FORMATS) -> str:
    """The format given, or else that of the file's suffix; text if there is neither. Raises RenderError if it
    is not one of the `known`, or the suffix means another one.
    """
    if format is not None and format not in known:
        hint = did_you_mean(format, known)
        raise RenderError("unknown format {format}{hint}", format=quoted(format), hint=hint)
    suffix = "" if file is None else os.path.splitext(file)[1].lower().removesuffix(".")
    meant = SUFFIXES.get(suffix)
    if format is not None and meant in (None, format):
        return format
    if format is not None:
        fitting = next(suffix for suffix, meant in SUFFIXES.items() if meant == format)
        raise RenderError(
            "expected a file ending in {suffix} for format {format}, got {file}",
            suffix=fitting,
            format=repr(format),
            file=quoted(file),
        )
    if meant in known:
        return str(meant)
    if suffix:
        raise RenderError(
            "expected a file whose suffix is a format ({choices}), or --format with another suffix, "
            "got {file}",
            choices=tuple(suffix for suffix, meant in SUFFIXES.items() if meant in known),
            file=quoted(file),
        )
    return "text"


def _says_no(answer: object) -> bool:
    """Whether the verdict of a page or of a document is no; a text has none."""
    if isinstance(answer, Page):
        return answer.verdict is not None and answer.verdict.holds is False
    verdict = answer.get("verdict") if isinstance(answer, Mapping) else None
    return isinstance(verdict, Mapping) and verdict["holds"] is False


def _on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()
