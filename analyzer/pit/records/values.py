"""What stands in a record, read: cards, winners, totals, flags, money; every writing that is taken for each.

Judges nothing: a total of 12 is read as it stands.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import parse_ratio, quoted
from analyzer.game.cards import RANK_OF, SUIT_OF, Card
from analyzer.game.coup import Winner
from analyzer.play.outcome import LETTERS
from analyzer.play.record import Read, Status

UNREADABLE = "?"
"""What stands for a card that could not be read."""

CARDS: Mapping[str, Read] = {
    UNREADABLE: None,
    **{rank: Card(RANK_OF[rank]) for rank in RANK_OF},
    **{
        text: Card(RANK_OF[rank], SUIT_OF[suit])
        for rank in RANK_OF
        for suit in SUIT_OF
        for text in (rank + suit, suit + rank)
    },
}
"""Every card by every text that is read as it; one value for all records."""

NOTHING = frozenset({"-", "–", "—", "none", "nan", "[]"})
"""What stands for no cards at all, where an empty place would say nothing."""

_WINNER_WORDS: dict[str, Winner] = {
    **{word: winner for winner, letter in LETTERS.items() for word in (letter.lower(), winner)},
    "player wins": "player",
    "banker wins": "banker",
    "punto": "player",
    "banco": "banker",
    "egalite": "tie",
    "draw": "tie",
    "闲": "player",
    "閒": "player",
    "庄": "banker",
    "莊": "banker",
    "和": "tie",
}

_MARKS = sorted({"".join(some) for n in range(4) for some in permutations("pbn", n)})

OUTCOMES: Mapping[str, tuple[Winner, str]] = {
    **{
        letter + marks: (winner, marks)
        for winner, capital in LETTERS.items()
        for letter in (capital, capital.lower())
        for marks in _MARKS
    },
    **{
        writing: (winner, "")
        for word, winner in _WINNER_WORDS.items()
        for writing in (word, word.capitalize(), word.upper())
    },
}
"""Winner, and the marks written with it (of `p`, `b`, `n`), by every text that is read as an outcome."""

_FLAGS: dict[str, bool] = {
    **dict.fromkeys(("true", "yes", "y", "1", "x", "✓", "是"), True),
    **dict.fromkeys(("false", "no", "n", "0", "否"), False),
}

_STATUSES: dict[str, Status] = {
    "played": "played",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "void": "cancelled",
    "interrupted": "interrupted",
}

_RANKS = {**dict.fromkeys(("1", "ace"), "A"), "11": "J", "12": "Q", "13": "K"}
_RANKS |= {name: name[0].upper() for name in ("jack", "queen", "king")}
"""Ranks that are no letter of a card, where they stand apart from the suit."""

_BETWEEN = re.compile(r"""[\s,;.|/+&_'"\[\]-]+""")
_LACKING = re.compile(r"(?:^|[^\s,]\s*,)\s*,[\s,]*[^\s,]")
_TOGETHER = re.compile(r"(?:\?|(?:10|[A2-9TJQKatjqk])[shdcSHDC♠♥♦♣])")
SUITS_AS_PICTURES = str.maketrans("", "", "\ufe0e\ufe0f")


def cards(text: str) -> tuple[Read, ...]:
    """The cards of a text, `?` as None; `-` says that there are none.

    Raises:
        AnalyzerError: a word is no card, or a card is missing before a comma.

    >>> [str(card) for card in cards("9c,10♦ ?")]
    ['9c', 'Td', 'None']
    """
    if "," in text and _LACKING.search(text):
        raise AnalyzerError(
            f"expected a card before each comma, or ? for one unread, got nothing in {quoted(text)}"
        )
    try:
        return tuple([CARDS[word] for word in text.replace(",", " ").split()])
    except KeyError:
        return _odd_cards(text)


def _odd_cards(text: str) -> tuple[Read, ...]:
    """Cards with other separators or, where each has its suit, with none."""
    text = text.translate(SUITS_AS_PICTURES)
    if text.strip().lower() in NOTHING:
        return ()
    found: list[Read] = []
    for word in filter(None, _BETWEEN.split(text)):
        together = [word] if word in CARDS else _TOGETHER.findall(word)
        if "".join(together) != word:
            raise AnalyzerError(
                f"expected cards such as 9c, Th or K, or ? for one unread, got {quoted(word)}"
            )
        found += [CARDS[each] for each in together]
    return tuple(found)


def cards_of(value: Any) -> tuple[Read, ...]:
    """The cards of a text, or of a list of texts (null, too, is a card unread).

    Raises:
        AnalyzerError: it is neither, or a word is no card.
    """
    if isinstance(value, list):
        try:
            return tuple([CARDS[card] for card in value])
        except (KeyError, TypeError):
            while value and value[-1] == "":  # an empty place for a third card
                value = value[:-1]
            return tuple(map(_card_of, value))
    if isinstance(value, str):
        return cards(value)
    raise AnalyzerError(f'expected cards such as ["9c", "Th"], got {quoted(value)}')


def hand_of(value: Any) -> tuple[Read, ...]:
    """The cards of a hand, as `cards_of` reads them; null in the place of a third card is no card.

    Raises:
        AnalyzerError: they are none.
    """
    if isinstance(value, list) and len(value) == 3 and value[2] is None:
        value = value[:2]
    return cards_of(value)


def _card_of(value: Any) -> Read:
    if value is None:
        return None
    if isinstance(value, dict) and {*map(str.lower, value)} == {"rank", "suit"}:
        rank, suit = (str(value[key]) for key in sorted(value, key=str.lower))
        value = _RANKS.get(rank.lower(), rank) + suit[:1]
    found = cards(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else ()
    if len(found) != 1:
        raise AnalyzerError(f'expected a card such as "9c", "Th" or "?", got {quoted(value)}')
    return found[0]


def outcome(value: Any) -> tuple[Winner, str]:
    """The winner, and which of the marks `p`, `b`, `n` are written with it.

    Raises:
        AnalyzerError: it is no winner.

    >>> outcome("Banker"), outcome("闲"), outcome("Tbn")
    (('banker', ''), ('player', ''), ('tie', 'bn'))
    """
    if isinstance(value, str):
        found = OUTCOMES.get(value) or OUTCOMES.get(value.strip().lower())
        if found is not None:
            return found
    raise AnalyzerError(f"expected a winner such as banker, P or Tbn, got {quoted(value)}")


def whole(value: Any, most: int = 999_999_999) -> int:
    """A whole number from 0 to `most`, as a number or as a text of at most nine digits.

    Raises:
        AnalyzerError: it is none.
    """
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most:
        return value
    text = value.strip() if isinstance(value, str) else ""
    if text.endswith(".0"):  # as spreadsheets write whole numbers
        text = text[:-2]
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        limit = f" from 0 to {most}" if most < 100 else ""
        raise AnalyzerError(f"expected a whole number{limit}, got {quoted(value)}")
    return int(text)


def flag(value: Any) -> bool:
    """A yes or no.

    Raises:
        AnalyzerError: it is neither.
    """
    if isinstance(value, bool):
        return value
    found = _FLAGS.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if found is None:
        raise AnalyzerError(f"expected yes or no, got {quoted(value)}")
    return found


def status(value: Any) -> Status:
    """Whether a coup was played, cancelled or interrupted.

    Raises:
        AnalyzerError: it is none of these.
    """
    found = _STATUSES.get(value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        raise AnalyzerError(f"expected played, cancelled or interrupted, got {quoted(value)}")
    return found


def money(value: Any, what: str = "a stake") -> Fraction:
    """An amount, exactly: a whole number, or the text of a decimal or a ratio.

    Raises:
        AnalyzerError: it is none.

    >>> money("+9.50"), money("-19/2")
    (Fraction(19, 2), Fraction(-19, 2))
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) < 10**12 else value
    if isinstance(value, str):
        try:
            return parse_ratio(value.strip().replace("−", "-").removeprefix("+"))
        except AnalyzerError:
            pass
    raise AnalyzerError(f"expected {what} such as 10, 9.50 or 19/2, got {quoted(value)}")


def stake(value: Any) -> Fraction:
    """An amount staked, 0 or more.

    Raises:
        AnalyzerError: it is none.
    """
    amount = money(value)
    if amount < 0:
        raise AnalyzerError(f"expected a stake of 0 or more, got {quoted(value)}")
    return amount


def text(value: Any) -> str:
    """A text, or a whole number as text.

    Raises:
        AnalyzerError: it is neither.
    """
    if isinstance(value, str) and (value.isascii() or undecoded(value) is None):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**30:
        return str(value)
    raise AnalyzerError(f"expected a text in UTF-8, got {quoted(value)}")


def seen(text: str) -> str:
    """The text itself.

    Raises:
        AnalyzerError: it has letters that cannot be seen, such as a NUL.
    """
    if not text.isprintable():
        raise AnalyzerError(f"expected text that can be printed, got {quoted(text)}")
    return text


def called(name: str) -> str:
    """What a column or a key is called, in quotes where it cannot be shown as it is."""
    return name if name.isprintable() and len(name) <= 40 else quoted(name)


_LONGEST_LINE = 10**6
"""A shoe of 100,000 cards has them all in a shorter line."""


def overlong(line: str) -> str | None:
    """Why a line is too long to be looked at, None if it is not."""
    if len(line) <= _LONGEST_LINE:
        return None
    return f"expected a line of at most {_LONGEST_LINE:,} characters, got {len(line):,}"


def undecoded(line: str) -> str | None:
    """Why a line is no text, None if it is: a byte that is no UTF-8, which decoding left as a surrogate."""
    for column, letter in enumerate(line, 1):
        if "\udc80" <= letter <= "\udcff":
            byte = ord(letter) - 0xDC00
            return f"expected text in UTF-8, got the byte 0x{byte:02x} in column {column}; save it as UTF-8"
    return None
