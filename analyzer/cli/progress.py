"""What goes to stderr: remarks, and while an answer is computed a line on its progress, removed afterwards.

The code that computes the answer gets a callback and knows nothing of terminals.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, TextIO, TypeVar

from analyzer.errors import AnalyzerError
from analyzer.exact import grouped
from analyzer.heavy import stated_to, watcher
from analyzer.text import Text, escaped, message

if TYPE_CHECKING:
    from analyzer.analysis.question import Excluded

T = TypeVar("T")

_language: ContextVar[str] = ContextVar("language", default="en")
"""The language of remarks."""

_FIRST, _EVERY = 1.0, 0.5
"""Seconds before the line is first shown, and between updates."""

_CLEAR = "\r\x1b[K"


class ProgressLine:
    """A line that says how long an answer has taken so far, and how much of it is done."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        """A line on a stream, with a clock in seconds."""
        self.stream = stream
        self.clock = clock
        self.began = self.since = clock()
        self.unit = ""
        self.done = self.total = 0
        self._shown = self._over = False
        self._lock = Lock()

    def watch(self, unit: str) -> Callable[[int, int], None]:
        """A callback that takes the number of units done and their total, 0 if that is unknown."""

        def on_progress(done: int, total: int) -> None:
            if not self.total or done < self.done:
                self.since = self.clock()
            self.unit, self.done, self.total = unit, done, total

        return on_progress

    def text(self) -> str:
        """The text of the line now: at most 80 columns."""
        now = self.clock()
        passed = now - self.began
        if not self.total:
            counted = f"{grouped(self.done)} {self.unit}, " if self.done else "working for "
            return f"{counted}{_time(passed)}; Ctrl-C stops"
        share = min(self.done / self.total, 1)
        counted = f"{grouped(self.done)} of {grouped(self.total)} {self.unit}, {share:.0%}"
        left = f", about {_time((now - self.since) * (1 / share - 1))} left" if share > 0.01 else ""
        return f"{counted}, {_time(passed)}{left}"

    def show(self) -> None:
        """Write the line again, unless it is over."""
        with self._lock:
            if not self._over:
                self._shown = True
                self._write(f"{_CLEAR}{self.text()}")

    def hide(self, *, over: bool = False) -> None:
        """Remove the line; for good if it is over."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR)
            self._shown = False
            self._over = self._over or over

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self.stream.write(text)
            self.stream.flush()


_now: list[ProgressLine] = []
"""The line of the running command, if there is a terminal."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Write the remarks of the block in this language."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


@contextmanager
def watched() -> Iterator[None]:
    """State heavy work of the block on stderr before it begins; if stderr is a terminal, also show progress
    on it from the first second on.
    """
    with stated_to(remark), _shown():
        yield


@contextmanager
def _shown() -> Iterator[None]:
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    line, ended = ProgressLine(sys.stderr), Event()

    def tick() -> None:
        wait = _FIRST
        while not ended.wait(wait):
            line.show()
            wait = _EVERY

    _now.append(line)
    Thread(target=tick, daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        line.hide(over=True)
        _now.remove(line)


def watch(unit: str) -> Callable[[int, int], None]:
    """A callback that takes the number of units of an answer done and their total, 0 if that is unknown."""
    if _now:
        return _now[-1].watch(unit)
    tell = watcher()
    return lambda done, total: None if tell is None else tell(unit, done, total)


def counted(unit: str, total: int = 0) -> Callable[[int], None]:
    """A callback that takes the number of units done since the last call."""
    on_progress, done = watch(unit), 0

    def more(units: int) -> None:
        nonlocal done
        done += units
        on_progress(done, total)

    return more


def each_counted(unit: str, things: Iterable[T], total: int = 0) -> Iterator[T]:
    """The things, each reported as progress when the next one is requested."""
    on_progress = watch(unit)
    for number, thing in enumerate(things, 1):
        yield thing
        on_progress(number, total)


def hide(*, over: bool = False) -> None:
    """Remove the line so that other text can be written; for good if that text is the answer."""
    for line in _now:
        line.hide(over=over)


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 100 else f"{whole // 60} min {whole % 60:02} s"


class Interrupted(Exception):  # noqa: N818 (stopping is no error)
    """The user stopped the command; the message says what is kept, and how to continue."""

    def __init__(self, message: Text) -> None:
        """An interruption with this message."""
        super().__init__(str(message))
        self.message = message


def remark_excluded(excluded: "Excluded") -> None:
    """Name each bet that an answer leaves out, with the reason."""
    for bet, why in excluded:
        remark(message("left out: bet {bet} {why}", bet=repr(bet.reference), why=why))


def drop(stream: TextIO) -> None:
    """Discard what a stream could not write, so that nothing fails when the program ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def remark(text: Text) -> None:
    """Write a text that is not the answer to stderr, if there is one; control characters are escaped."""
    if sys.stderr is not None:
        try:
            hide()
            sys.stderr.write(f"{escaped(_translated(text), lines=True)}\n")
            sys.stderr.flush()
        except OSError:
            drop(sys.stderr)


def _translated(text: Text) -> str:
    """A text in the language of remarks, or in English if its translations are not built."""
    if _language.get() != "en":
        from analyzer.render.words import wording

        with suppress(AnalyzerError):
            return wording(_language.get()).translate(text)
    return str(text)
