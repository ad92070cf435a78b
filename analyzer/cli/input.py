"""What a command reads: a file, or standard input where its name is `-`."""

import sys
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.exact import grouped, quoted

_LONGEST = 200


def name_of(file: str) -> str:
    """What a message calls a file."""
    if file == "-":
        return "standard input"
    return file if 0 < len(file) <= _LONGEST and file.isprintable() else quoted(file)


def bytes_of(file: str, what: str, most: int) -> bytes:
    """What a file or standard input holds.

    Args:
        file: its name, or `-`.
        what: what it should be, such as "a certificate".
        most: the most bytes that are read.

    Raises:
        AnalyzerError: it cannot be read, or holds more.
    """
    try:
        if file == "-":
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AnalyzerError(f"{name_of(file)}: cannot be read ({reason.lower()})") from None
    if len(raw) > most:
        raise AnalyzerError(f"{name_of(file)}: expected {what} of at most {grouped(most)} bytes")
    return raw
