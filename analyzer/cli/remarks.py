"""What a command says in addition to its answer, on stderr; and streams that can no longer be written to."""

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from analyzer.cli.progress import hide

if TYPE_CHECKING:
    from analyzer.analysis.question import Excluded


class Interrupted(Exception):  # noqa: N818 (stopping is no error)
    """Stopped by the user before the end; the text says what is kept, and how to go on."""


def remark_excluded(excluded: "Excluded") -> None:
    """Name each bet that an answer leaves out, with the reason."""
    for bet, why in excluded:
        remark(f"left out: bet {bet.reference!r} {why}")


def drop(stream: TextIO) -> None:
    """Discard what a stream could not write, so that nothing fails when the program ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def remark(text: str) -> None:
    """Write something that is not the answer to stderr, if there is one."""
    if sys.stderr is not None:
        try:
            hide()
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
        except OSError:
            drop(sys.stderr)
