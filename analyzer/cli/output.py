"""Where a command's answer goes: a page or a document, in a format, to stdout or whole into a file."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO

from analyzer.cli.progress import hide
from analyzer.errors import RenderError, did_you_mean
from analyzer.exact import quoted
from analyzer.files import check_place, write_pieces
from analyzer.render.formats.render import BINARY, FORMATS, render
from analyzer.render.page import Page
from analyzer.render.words import Words, wording

if TYPE_CHECKING:
    from analyzer.analysis.question import Excluded

_PAGE = 80
"""Columns of a text that goes into a file, so that it does not depend on the window."""

ALL_FORMATS = (*FORMATS, "json")


class Interrupted(Exception):  # noqa: N818 (stopping is no error)
    """Stopped by the user before the end; the text says what is kept, and how to go on."""


@dataclass(frozen=True, slots=True)
class Output:
    """A checked choice of format, language, decimals and place."""

    format: str
    words: Words
    file: str | None
    force: bool

    @classmethod
    def of(
        cls,
        format: str,
        digits: str,
        file: str | None,
        force: bool,
        lang: str = "en",
        also: tuple[str, ...] = (),
    ) -> "Output":
        """The choice that option texts make, of the formats of every answer and of some `also`.

        Raises:
            AnalyzerError: the format or language is unknown, the decimals are out of range, a format that is
                no text has no file to go to, or the file cannot be written.
        """
        known = (*ALL_FORMATS, *also)
        if format not in known:
            raise RenderError(f"unknown format {quoted(format)}{did_you_mean(format, known)}")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
            raise RenderError(f"expected --digits from 0 to 60, got {quoted(digits)}")
        if format in BINARY and file is None and sys.stdout is not None and sys.stdout.isatty():
            raise RenderError(f"format {format!r} is no text for a terminal; name a file with -o")
        words = wording(lang, int(digits))
        if file is not None:
            check_place(file, force)
        return cls(format, words, file, force)

    @property
    def language(self) -> str:
        """The language of what is written."""
        return self.words.language

    @property
    def roomy(self) -> bool:
        """Whether the format has room for more than a terminal's width."""
        return self.format != "text"

    @property
    def width(self) -> int:
        """Columns of a text: those of the window, or of a page that does not depend on it."""
        return shutil.get_terminal_size().columns if self.file is None else _PAGE

    @property
    def on_terminal(self) -> bool:
        """Whether the answer goes to a terminal."""
        return self.file is None and sys.stdout is not None and sys.stdout.isatty()

    @property
    def colored(self) -> bool:
        """Whether the answer goes to a terminal that shows colours, and nobody asked for none.

        Source: https://no-color.org/
        """
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return self.on_terminal and not plain

    def emit(self, page: Callable[[], Page], document: Callable[[], object]) -> None:
        """Write the page, or the document where the format is json.

        Raises:
            RenderError: the place cannot be written to, or the file exists and is not to be replaced.
        """
        if self.format == "json":
            self.write(self._json(document()) + "\n")
        else:
            self.write(render(page(), self.format, self.words, self.width))

    def emit_each(self, page: Callable[[], Page], documents: Callable[[], Iterable[object]]) -> None:
        """Write the page, or, where the format is json, a list of documents, of which it holds one at a time.

        Raises:
            RenderError: the place cannot be written to, or the file exists and is not to be replaced.
        """
        if self.format == "json":
            self.stream(self._listed(documents()))
        else:
            self.emit(page, documents)

    def _json(self, document: object) -> str:
        """The text of a document, whose names are said in the language."""
        return json.dumps(document, ensure_ascii=False, indent=1, default=self.words.translate)

    def _listed(self, documents: Iterable[object]) -> Iterator[str]:
        """The text of a list of one document or more, piece by piece."""
        before = "[\n "
        for document in documents:
            yield before + self._json(document).replace("\n", "\n ")
            before = ",\n "
        yield "\n]\n"

    def check_beside(self, option: str, file: str) -> None:
        """Refuse a place for something beside the answer.

        Raises:
            RenderError: the file exists and is not to be replaced, cannot be written, or is the answer's own.
        """
        check_place(file, self.force)
        if self.file is not None and os.path.realpath(file) == os.path.realpath(self.file):
            raise RenderError(f"expected different files for {option} and --output, got {file!r} for both")

    def write(self, data: str | bytes) -> None:
        """Write an answer to its place.

        Raises:
            RenderError: the place cannot be written to, or the file exists and is not to be replaced.
        """
        self.stream((data,))

    def stream(self, pieces: Iterable[str | bytes]) -> None:
        """Write an answer to its place piece by piece, into a file all of them or none.

        Raises:
            RenderError: the place cannot be written to, or the file exists and is not to be replaced.
        """
        if self.file is None:
            _answer(pieces)
        else:
            write_pieces(self.file, pieces, force=self.force)
            remark(f"wrote {self.file!r}")


def _answer(pieces: Iterable[str | bytes]) -> None:
    """Write the answer to stdout, while a failure can still be told.

    A reader that has gone away, such as `head`, has what it wanted: that is no failure.
    """
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
        raise RenderError(f"cannot write the answer: {(error.strerror or str(error)).lower()}") from None


class _Answer(Protocol):
    @property
    def excluded(self) -> "Excluded": ...


def remark_excluded(answer: _Answer) -> None:
    """Name each bet that an answer leaves out, with the reason."""
    for bet, why in answer.excluded:
        remark(f"left out: bet {bet.reference!r} {why}")


def drop(stream: TextIO) -> None:
    """Send what a stream could not write nowhere, so that nothing fails when the program ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def remark(text: str) -> None:
    """Tell the user something that is not the answer, on stderr if there is one."""
    if sys.stderr is not None:
        try:
            hide()
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
        except OSError:
            drop(sys.stderr)
