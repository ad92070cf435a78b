"""Words that stand for one outcome, or for several run together.

Roads and records share this reader. It knows nothing of files, and of a coup only the winner and the marks.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations

from analyzer.errors import CardError
from analyzer.exact import quoted
from analyzer.game.coup import Winner
from analyzer.play.record import LETTERS

Marked = tuple[Winner, str]
"""A winner and the marks after it: `p` (Player pair), `b` (Banker pair), `n` (a natural)."""

_WINNER_WORDS: dict[Winner, tuple[str, ...]] = {
    "player": ("p", "player", "player wins", "punto", "闲", "閒", "플레이어", "ผู้เล่น", "người chơi"),
    "banker": ("b", "banker", "banker wins", "banco", "庄", "莊", "뱅커", "เจ้ามือ", "nhà băng", "nhà cái"),
    "tie": ("t", "tie", "egalite", "draw", "和", "타이", "เสมอ", "hòa"),
}

OUTCOMES: Mapping[str, Marked] = {
    **{
        letter + "".join(marks): (winner, "".join(marks))
        for winner, capital in LETTERS.items()
        for letter in (capital, capital.lower())
        for count in range(4)
        for marks in permutations("pbn", count)
    },
    **{
        spelling: (winner, "")
        for winner, words in _WINNER_WORDS.items()
        for word in words
        for spelling in (word, word.capitalize(), word.upper())
    },
}
"""The outcome of one coup, by every text that stands for one where a single outcome is expected."""

_CAPITAL_RUN = re.compile(r"[BPT庄莊闲閒和][pbn]*")
_SMALL_RUN = re.compile(r"[bpt]{2,}")

UNCLEAR = frozenset(filter(_SMALL_RUN.fullmatch, OUTCOMES))
"""The words that can be one outcome with marks or several without: `bp` is `Bp` or `B P`."""


@lru_cache(4096)
def outcomes_in(word: str) -> tuple[Marked, ...]:
    """The outcomes, in order, in text without blanks; empty if the text is not made of outcomes.

    A capital begins a coup, and the small letters after it are its marks. Text in small letters alone is
    either one outcome with marks, or a run of outcomes without marks.

    Raises:
        CardError: text in small letters can be read both ways.

    >>> outcomes_in("BBpT"), outcomes_in("bbppb") == outcomes_in("BBPPB"), outcomes_in("Player")
    ((('banker', ''), ('banker', 'p'), ('tie', '')), True, (('player', ''),))
    """
    if word in UNCLEAR:
        winner, marks = OUTCOMES[word]
        apart, marked = " ".join(word.upper()), LETTERS[winner] + "".join(sorted(marks, key="pb".index))
        raise CardError(
            "expected one outcome or several, got {word}, which can be {marked} (one coup, with a pair) or "
            "{apart} ({n} coups); write the one that is meant",
            word=quoted(word),
            marked=repr(marked),
            apart=repr(apart),
            n=len(word),
        )
    if word in OUTCOMES:
        return (OUTCOMES[word],)
    if _SMALL_RUN.fullmatch(word):
        return tuple(OUTCOMES[letter] for letter in word)
    parts = _CAPITAL_RUN.findall(word)
    whole = "".join(parts) == word and all(part in OUTCOMES for part in parts)
    return tuple(OUTCOMES[part] for part in parts) if whole else ()
