"""Single values of a record: cards, winners, totals, flags and money, in every accepted spelling.

Does not check whether a value makes sense: a total of 12 is read as 12. Functions that parse a value raise
`AnalyzerError` if the value is not of the expected kind.
"""

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from analyzer.errors import AnalyzerError
from analyzer.exact import parse_ratio, quoted
from analyzer.game.cards import RANK_OF, SUIT_OF, Card
from analyzer.play.outcomes import OUTCOMES
from analyzer.play.record import Read, Status
from analyzer.text import Message, Text, message

CARDS: Mapping[str, Read] = {
    "?": None,
    **{rank: Card(RANK_OF[rank]) for rank in RANK_OF},
    **{
        text: Card(RANK_OF[rank], SUIT_OF[suit])
        for rank in RANK_OF
        for suit in SUIT_OF
        for text in (rank + suit, suit + rank)
    },
}
"""The card that each text means; `?` is a card that could not be read. All records share these objects."""

NO_CARDS = frozenset({"-", "–", "—", "none", "nan", "[]"})
"""Texts that mean no cards; an empty cell says nothing about the hand."""

_FLAGS: dict[str, bool] = {
    **dict.fromkeys(("true", "yes", "y", "1", "x", "✓", "是"), True),
    **dict.fromkeys(("false", "no", "n", "0", "否"), False),
}

_STATUSES: dict[str, Status] = {"played": "played", "interrupted": "interrupted", "cancelled": "cancelled"}
_STATUSES |= {"canceled": "cancelled", "void": "cancelled"}

_RANKS = {"1": "A", "ace": "A", "11": "J", "jack": "J", "12": "Q", "queen": "Q", "13": "K", "king": "K"}
"""Names and numbers of ranks that are accepted only if the suit has its own field."""

_SEPARATORS = re.compile(r"""[\s,;.|/+&_'"\[\]-]+""")
_MISSING_CARD = re.compile(r"(?:^|[^\s,]\s*,)\s*,[\s,]*[^\s,]")
_RUN_TOGETHER = re.compile(r"(?:\?|(?:10|[A2-9TJQKatjqk])[shdcSHDC♠♥♦♣])")
_UNDECODED = re.compile("[\udc80-\udcff]")

NO_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
"""Removes the characters that make a suit sign an emoji or plain text."""

_THOUSANDS = re.compile(r"[+−-]?[1-9][0-9]{0,2}\.[0-9]{3}")
"""An amount whose point may separate decimals or thousands."""

_LONG = re.compile(r"-?[0-9]{1,60}(?:/[1-9][0-9]{0,59})?")

SAVE_IT = message("save it as UTF-8 (in Excel as CSV UTF-8)")
"""How to fix a file in another encoding."""

_LONGEST_LINE = 10**6  # A shoe of 100,000 cards fits in a shorter line.
_A_STAKE = message("a stake")
_T = TypeVar("_T")


class StakeError(AnalyzerError):
    """A stake cannot be read; the rest of its coup can."""


class JsonNumber(str):
    """The text of a number in JSON, whose point always separates decimals."""

    __slots__ = ()


def cards(text: str) -> tuple[Read, ...]:
    """The cards of a text, `?` as None; `-` means no cards.

    >>> [str(card) for card in cards("9c,10♦ ?")]
    ['9c', 'Td', 'None']
    """
    if "," in text and _MISSING_CARD.search(text):
        raise AnalyzerError(
            "expected a card before each comma, or ? for an unreadable one, got nothing in {text}",
            text=quoted(text),
        )
    try:
        return tuple([CARDS[word] for word in text.replace(",", " ").split()])
    except KeyError:
        return _separated_cards(text)


def _separated_cards(text: str) -> tuple[Read, ...]:
    """The cards of a text with other separators or, if every card has its suit, with none."""
    text = text.translate(NO_VARIATION_SELECTORS)
    if text.strip().lower() in NO_CARDS:
        return ()
    separated: list[Read] = []
    for word in filter(None, _SEPARATORS.split(text)):
        parts = [word] if word in CARDS else _RUN_TOGETHER.findall(word)
        if "".join(parts) != word:
            raise AnalyzerError(
                "expected cards such as 9c, Th or K, or ? for an unreadable one, got {word}",
                word=quoted(word),
            )
        separated += [CARDS[part] for part in parts]
    return tuple(separated)


def cards_of(value: Any) -> tuple[Read, ...]:
    """The cards of a text, or of a list of texts; in a list, null is a card that could not be read."""
    if isinstance(value, list):
        try:
            return tuple([CARDS[card] for card in value])
        except (KeyError, TypeError):
            while value and value[-1] == "":  # an empty place for a third card
                value = value[:-1]
            return tuple(map(_card_of, value))
    if isinstance(value, str):
        return cards(value)
    raise AnalyzerError('expected cards such as ["9c", "Th"], got {value}', value=quoted(value))


def hand_of(value: Any) -> tuple[Read, ...]:
    """The cards of a hand, read like `cards_of`, except that null as the third card means no card."""
    if isinstance(value, list) and len(value) == 3 and value[2] is None:
        value = value[:2]
    return cards_of(value)


def _card_of(value: Any) -> Read:
    if value is None:
        return None
    if isinstance(value, dict) and {*map(str.lower, value)} == {"rank", "suit"}:
        rank, suit = (str(value[key]) for key in sorted(value, key=str.lower))
        value = _RANKS.get(rank.lower(), rank) + suit[:1]
    parsed = cards(str(value)) if isinstance(value, str) or type(value) is int else ()
    if len(parsed) != 1:
        raise AnalyzerError('expected a card such as "9c", "Th" or "?", got {value}', value=quoted(value))
    return parsed[0]


def _choice(choices: Mapping[str, _T], expected: Text, value: Any) -> _T:
    key = unicodedata.normalize("NFC", str(value)).strip().lower() if isinstance(value, str | int) else ""
    meaning = choices.get(key)
    if meaning is None:
        raise AnalyzerError("expected {what}, got {value}", what=expected, value=quoted(value))
    return meaning


outcome = partial(_choice, OUTCOMES, message("a winner such as banker, P or Tbn"))
"""The winner, and the marks (of `p`, `b`, `n`) written with it: `Tbn` is `("tie", "bn")`."""

flag = partial(_choice, _FLAGS, message("yes or no"))
"""A yes or no."""

status = partial(_choice, _STATUSES, message("played, cancelled or interrupted"))
"""Whether a coup was played, cancelled or interrupted."""


def whole_number(value: Any, most: int = 999_999_999) -> int:
    """A whole number from 0 to `most`, as a number or as a text of at most nine digits."""
    if type(value) is int and 0 <= value <= most:
        return value
    # Spreadsheets write whole numbers with `.0`.
    text = value.strip().removesuffix(".0") if isinstance(value, str) else ""
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        expected = message("a whole number")
        if most < 100:
            expected = message("a whole number from {low} to {high}", low=0, high=most)
        raise AnalyzerError("expected {what}, got {value}", what=expected, value=quoted(value))
    return int(text)


def money(value: Any, what: Text = _A_STAKE) -> Fraction:
    """The exact amount of a whole number, or of the text of a decimal or a ratio; errors call it `what`.

    Whole numbers and ratios may be long: an exact gain has the digits of both stake and price.

    >>> money("+9.50"), money("-19/2")
    (Fraction(19, 2), Fraction(-19, 2))
    """
    text = str(value) if type(value) is int and abs(value) < 10**12 else value
    if isinstance(text, str):
        if _LONG.fullmatch(text):
            return Fraction(text)
        if _THOUSANDS.fullmatch(text.strip()) and not isinstance(value, JsonNumber):
            whole, thousands = text.strip().lstrip("+−-").split(".")
            raise AnalyzerError(
                "expected {what} such as 10, 9.50 or 19/2, got {value}, which may mean {decimal} or {whole}; "
                "write the one that is meant",
                what=what,
                value=quoted(value),
                decimal=f"{whole}.{thousands}0",
                whole=whole + thousands,
            )
        text = text.strip().replace("−", "-").removeprefix("+")
    try:
        return parse_ratio(text)
    except AnalyzerError:
        raise AnalyzerError(
            "expected {what} such as 10, 9.50 or 19/2, got {value}", what=what, value=quoted(value)
        ) from None


def stake(value: Any) -> Fraction:
    """An amount staked, 0 or more."""
    amount = money(value)
    if amount < 0:
        raise AnalyzerError("expected a stake of 0 or more, got {value}", value=quoted(value))
    return amount


def text(value: Any) -> str:
    """A text, or a whole number as text."""
    if isinstance(value, str) and undecoded(value) is None:
        return value
    if type(value) is int and abs(value) < 10**30:
        return str(value)
    raise AnalyzerError("expected a text in UTF-8, got {value}", value=quoted(value))


def printable(text: str) -> str:
    """The text itself, if all its characters can be printed: a NUL, for example, cannot."""
    if not text.isprintable():
        raise AnalyzerError("expected text that can be printed, got {text}", text=quoted(text))
    return text


def displayed(name: str) -> str:
    """The name of a column or a key, in quotes if it is long or cannot be printed."""
    return name if name.isprintable() and len(name) <= 40 else quoted(name)


def line_fault(line: str) -> Message | None:
    """Why a line cannot be read: it is too long or is not UTF-8; None if it can be read."""
    if len(line) > _LONGEST_LINE:
        return message(
            "expected a line of at most {most} characters, got {n}", most=_LONGEST_LINE, n=len(line)
        )
    return None if line.isascii() else undecoded(line)


def undecoded(text: str) -> Message | None:
    """Why a text is not UTF-8; None if it is. Decoding has turned each wrong byte into a surrogate."""
    match = _UNDECODED.search(text)
    if match is None:
        return None
    return message(
        "expected text in UTF-8, got the byte {byte} in column {column}; {way_out}",
        byte=f"0x{ord(match[0]) - 0xDC00:02x}",
        column=str(match.start() + 1),
        way_out=SAVE_IT,
    )
