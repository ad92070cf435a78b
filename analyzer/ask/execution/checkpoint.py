"""The state of a sweep while it is played, and a file to resume it from.

Plays nothing.
"""

import json
import os
from hashlib import sha256
from itertools import count
from os import PathLike
from time import monotonic

from analyzer.analysis.sweep.play import Played
from analyzer.analysis.sweep.work import Work
from analyzer.errors import AnalyzerError, reason_of
from analyzer.exact import quoted
from analyzer.files import check_place, write_whole
from analyzer.text import joined

_EVERY = 5
"""Seconds between two writes of the file."""

_MOST_BYTES = 100_000_000


class Checkpoint:
    """What has been played of a sweep, in memory and, every few seconds, in a file if one is named.

    It is a progress callback: when called, it keeps what has been played so far.
    """

    def __init__(self, work: Work, shoes: int, file: str | PathLike[str] | None = None) -> None:
        """Begin with what the file contains, or with nothing. Raises AnalyzerError if `shoes` is not a whole
        number of 1 or more, or the file cannot be written, is not part of a sweep, belongs to another
        sweep, or contains more shoes.
        """
        if type(shoes) is not int or shoes < 1:
            raise AnalyzerError(
                "expected shoes as a whole number of 1 or more, got {shoes}", shoes=quoted(shoes)
            )
        self.file = None if file is None else os.fspath(file)
        self.played = Played.none(work) if self.file is None else _read(self.file, work, shoes)
        self._written = self.played
        self._next = monotonic() + _EVERY

    def __call__(self, played: Played) -> None:
        """Keep what has been played."""
        self.played = played
        if self.file is not None and monotonic() > self._next:
            self.write()
            self._next = monotonic() + _EVERY

    def write(self) -> str:
        """Write what has been played to the file, or to a new one in the current folder; return its name."""
        text = _text({**self.played.document(), "sha256": _digest(self.played)}) + "\n"
        if self.file is None:
            self.file = _new_name(self.played.work.seed)
            write_whole(self.file, text)
        elif self.played is not self._written:
            write_whole(self.file, text, force=True)
        self._written = self.played
        return self.file


def _text(document: object) -> str:
    return json.dumps(document, separators=(",", ":"))


def _digest(played: Played) -> str:
    """The digest that a file is checked against: some altered tallies would still be plausible."""
    return sha256(_text(played.document()).encode()).hexdigest()


def _new_name(seed: int) -> str:
    names = (f"baccarat-sweep-{seed}-{number}.json" for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _read(file: str, work: Work, shoes: int) -> Played:
    """What a file contains of a sweep; nothing if there is no file."""
    check_place(file, force=True)
    if not os.path.exists(file):
        return Played.none(work)
    try:
        if not os.path.isfile(file):
            raise AnalyzerError("expected a file, got a device or a pipe")
        document = _document(file)
        played = Played.of_document(work, document)
        if not isinstance(document, dict) or document.get("sha256") != _digest(played):
            raise AnalyzerError("expected a part of a sweep as it was written, got one that was changed")
        if played.end > shoes:
            raise AnalyzerError(
                "expected a part of a sweep of {shoes} shoes, got shoes up to number {end}; request that "
                "many, or name another file",
                shoes=shoes,
                end=played.end,
            )
    except AnalyzerError as error:
        raise AnalyzerError(joined(": ", [file, error.message])) from None
    return played


def _document(file: str) -> object:
    try:
        with open(file, "rb") as opened:
            raw = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        raise AnalyzerError("cannot be read ({why})", why=reason_of(error)) from None
    try:
        if len(raw) <= _MOST_BYTES:
            return json.loads(raw)
    except (ValueError, RecursionError):
        pass
    raise AnalyzerError("expected a part of a sweep in complete JSON, got something else")
