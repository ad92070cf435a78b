"""Breaking text into lines of a given width in terminal columns.

A line is broken at spaces, next to Chinese characters and before a leading Thai vowel, which always begins a
syllable. A piece wider than a line is also broken after hyphens, as in ids; otherwise it is left whole.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from analyzer.render.page import unbroken

_HAN = "\u2e80-\u2fff\u3005-\u3007\u3021-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_OPEN = "（「『《〈【〔“‘"
_CLOSE = "）」』》〉】〕”’、。，．：；！？％"

NARROW = "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2660-\u2667]*"
"""Text whose characters take one column each: Latin letters, dashes, arrows, operators, suits of cards."""

_WORD = re.compile("[^ ]+ *")
_HYPHEN = re.compile("(?<=[0-9A-Za-z]-)(?=[0-9A-Za-z])")


def width_of(text: str) -> int:
    """Terminal columns that one line of text without control characters takes."""
    if text.isascii() or re.fullmatch(NARROW, text):
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 (most English answers need none of its tables)

    return max(0, int(wcswidth(text)))


def split_at_hyphens(piece: str) -> list[str]:
    """The finer parts of a piece that is too wide for a line.

    >>> split_at_hyphens("dragon-bonus ")
    ['dragon-', 'bonus ']
    """
    return _HYPHEN.split(piece)


def pieces(text: str) -> list[str]:
    """The smallest parts a line of text can be broken into, each with the space that follows it."""
    if (kept := unbroken(text)) != text:
        return [piece.replace("\xa0", " ") for piece in _pieces(kept)]
    if text.isascii():  # breaks only at spaces
        return _WORD.findall(text)
    return list(_pieces(text))


@cache
def _breaks() -> re.Pattern[str]:
    """The places where a word with non-ASCII characters may be broken; compiled on first use.

    `thai_words.txt` has the game's Thai words with a leading vowel inside. They are on every page, and
    "Player" cut in two reads as "person" and "plays". Finding where other words end would need a dictionary.
    """
    whole = Path(__file__).with_name("thai_words.txt").read_text(encoding="utf-8").split()
    inside = "|".join(
        f"(?<={word[:place]}){word[place:]}"
        for word in whole
        for place, sign in enumerate(word)
        if place and "\u0e40" <= sign <= "\u0e44"
    )
    return re.compile(
        f"(?<=[^{_OPEN}(])(?=[{_HAN}{_OPEN}])"
        f"|(?<=[{_HAN}{_CLOSE}])(?=[0-9A-Za-z])"
        f"|(?<=[\u0e01-\u0e3a\u0e45-\u0e4e])(?=[\u0e40-\u0e44])(?!{inside})"
    )


@lru_cache(maxsize=4096)  # a table needs the pieces once for its widths and once for its lines
def _pieces(text: str) -> tuple[str, ...]:
    return tuple(piece for word in _WORD.findall(text) for piece in _breaks().split(word))


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, wider only if a single piece is; never an empty list.

    >>> wrap("Player pair 11 to 1", 11)
    ['Player pair', '11 to 1']
    """
    if width_of(text) <= width and not text.startswith(" "):
        return [text.rstrip(" ")]
    lines = [""]
    for piece in pieces(text):
        for part in [piece] if width_of(piece.rstrip(" ")) <= width else split_at_hyphens(piece):
            if lines[-1] and width_of((lines[-1] + part).rstrip(" ")) > width:
                lines.append("")
            lines[-1] += part
    return [line.rstrip(" ") for line in lines]


def widest(lines: Sequence[str]) -> int:
    """The width of the widest line in terminal columns; 0 if there is no line."""
    return max(map(width_of, lines), default=0)
