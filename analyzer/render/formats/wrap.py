"""Breaking text into lines of a given width in terminal columns.

Must not know tables. A line is broken at spaces, beside Chinese characters and before a leading Thai vowel,
which always begins a syllable, but not inside the words of the game. What is wider than a line for itself is
broken behind hyphens too, as in ids; what has no such place is left whole.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from wcwidth import wcswidth

_HAN = "\u2e80-\u2fff\u3005-\u3007\u3021-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPEN = "（「『《〈【〔“‘"
_CLOSE = "）」』》〉】〕”’、。，．：；！？％"

_WHOLE = Path(__file__).with_name("thai_words.txt").read_text(encoding="utf-8").split()
"""The game's own Thai words that have a leading vowel inside. Only a dictionary shows where other words
end; these are on every page, and Player cut in two reads as "person" and "plays"."""

_INSIDE = "|".join(
    f"(?<={word[:place]}){word[place:]}"
    for word in _WHOLE
    for place, sign in enumerate(word)
    if place and "\u0e40" <= sign <= "\u0e44"
)
_WORD = re.compile("[^ ]+ *")
_HYPHEN = re.compile("(?<=[0-9A-Za-z]-)(?=[0-9A-Za-z])")
_BREAK = re.compile(
    f"(?<=[^{_OPEN}(])(?=[{_HAN}{_OPEN}])"
    f"|(?<=[{_HAN}{_CLOSE}])(?=[0-9A-Za-z])"
    f"|(?<=[\u0e01-\u0e3a\u0e45-\u0e4e])(?=[\u0e40-\u0e44])(?!{_INSIDE})"
)


def width_of(text: str) -> int:
    """Terminal columns that one line of text without control characters takes."""
    return len(text) if text.isascii() else max(0, int(wcswidth(text)))


def split_at_hyphens(piece: str) -> list[str]:
    """The parts of a piece that is too wide for a line.

    >>> split_at_hyphens("dragon-bonus ")
    ['dragon-', 'bonus ']
    """
    return _HYPHEN.split(piece)


def pieces(text: str) -> list[str]:
    """The smallest parts a line of text can be broken into, each with the space that follows it."""
    if text.isascii():  # whose only places are its spaces
        return _WORD.findall(text)
    return list(_pieces(text))


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[str, ...]:
    """The pieces of a text, remembered: how wide it is and where it breaks are asked apart."""
    return tuple(piece for word in _WORD.findall(text) for piece in _BREAK.split(word))


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, wider only where one piece is; never an empty list.

    >>> wrap("Player pair 11 to 1", 11)
    ['Player pair', '11 to 1']
    """
    if width_of(text) <= width and not text.startswith(" "):
        return [text.rstrip(" ")]
    lines = [""]
    for piece in _fitting(text, width):
        if lines[-1] and width_of((lines[-1] + piece).rstrip(" ")) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip(" ") for line in lines]


def _fitting(text: str, width: int) -> Iterator[str]:
    """The pieces of a text, those that no line would hold broken finer."""
    for piece in pieces(text):
        yield from [piece] if width_of(piece.rstrip(" ")) <= width else split_at_hyphens(piece)


def widest(lines: Sequence[str]) -> int:
    """Columns of the widest line; 0 if there is none."""
    return max(map(width_of, lines), default=0)
