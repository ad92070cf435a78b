"""What a terminal is told while an answer takes long: one line on stderr, gone when the answer comes.

Whoever answers is handed a callback and knows of no terminal.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import TextIO

from analyzer.exact import grouped

_FIRST, _EVERY = 1.0, 0.5
"""Seconds before the line is shown, and between two of it."""

_CLEAR = "\r\x1b[K"


class Line:
    """A line that tells for how long an answer has been worked on, and how much of it is done."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        """Show it on a stream, by a clock in seconds."""
        self.stream = stream
        self.clock = clock
        self.began = self.since = clock()
        self.unit = ""
        self.done = self.every = 0
        self._shown = self._over = False
        self._lock = Lock()

    def watch(self, unit: str) -> Callable[[int, int], None]:
        """What is to be told how many units are done, and of how many, 0 if nobody knows."""

        def told(done: int, every: int) -> None:
            if not self.every or done < self.done:
                self.since = self.clock()
            self.unit, self.done, self.every = unit, done, every

        return told

    def text(self) -> str:
        """What the line says now: at most 80 columns."""
        now = self.clock()
        passed = now - self.began
        if not self.every:
            counted = f"{grouped(self.done)} {self.unit}, " if self.done else "working for "
            return f"{counted}{_time(passed)}; Ctrl-C stops"
        share = min(self.done / self.every, 1)
        counted = f"{grouped(self.done)} of {grouped(self.every)} {self.unit}, {share:.0%}"
        left = f", about {_time((now - self.since) * (1 / share - 1))} left" if share > 0.01 else ""
        return f"{counted}, {_time(passed)}{left}"

    def show(self) -> None:
        """Write the line anew, unless it has been ended."""
        with self._lock:
            if not self._over:
                self._shown = True
                self._write(f"{_CLEAR}{self.text()}")

    def hide(self, *, over: bool = False) -> None:
        """Take the line away; once and for all where it is over."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR)
            self._shown = False
            self._over = self._over or over

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self.stream.write(text)
            self.stream.flush()


_now: list[Line] = []
"""The line of the command that runs, if a terminal watches."""


@contextmanager
def watched() -> Iterator[None]:
    """Tell a terminal from the first second on how far the command is that runs inside."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    line, ended = Line(sys.stderr), Event()
    ticking = Thread(target=_tick, args=(line, ended), daemon=True)
    _now.append(line)
    ticking.start()
    try:
        yield
    finally:
        ended.set()
        line.hide(over=True)
        _now.remove(line)


def _tick(line: Line, ended: Event) -> None:
    wait = _FIRST
    while not ended.wait(wait):
        line.show()
        wait = _EVERY


def watch(unit: str) -> Callable[[int, int], None]:
    """What is to be told how many units of a long answer are done, and of how many; 0 if nobody knows."""
    return _now[-1].watch(unit) if _now else lambda done, every: None


def counted(unit: str, every: int = 0) -> Callable[[int], None]:
    """What is to be told how many more units are done."""
    told, done = watch(unit), 0

    def more(units: int) -> None:
        nonlocal done
        done += units
        told(done, every)

    return more


def hide(*, over: bool = False) -> None:
    """Make room on the terminal for something else; for good where the answer itself goes there."""
    for line in _now:
        line.hide(over=over)


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} s" if whole < 100 else f"{whole // 60} min {whole % 60:02} s"
