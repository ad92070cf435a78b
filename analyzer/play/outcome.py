"""The result of a coup as a scoreboard shows it: who won, pairs and naturals."""

import re
from dataclasses import dataclass

from analyzer.errors import CardError
from analyzer.exact import quoted
from analyzer.game.coup import Coup, Winner, is_pair

LETTERS: dict[Winner, str] = {"banker": "B", "player": "P", "tie": "T"}
"""The letter of each winner."""

_WINNERS = {letter: winner for winner, letter in LETTERS.items()}
_FORM = re.compile(r"([BPT])(p?)(b?)(n?)")
_RUN_TOGETHER = re.compile(rf"(?:{_FORM.pattern}){{2,}}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a coup, whose first two cards were a pair, and whether either hand held a natural."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False

    def __post_init__(self) -> None:
        """Refuse an outcome that no coup can have."""
        if not isinstance(self.winner, str) or self.winner not in LETTERS:
            raise CardError(f"expected the winner 'banker', 'player' or 'tie', got {quoted(self.winner)}")
        for mark in (self.player_pair, self.banker_pair, self.natural):
            if not isinstance(mark, bool):
                raise CardError(f"expected True or False for a pair or a natural, got {quoted(mark)}")

    @classmethod
    def parse(cls, text: str) -> "Outcome":
        """The outcome written as `B`, `P` or `T`, followed by those of `p`, `b`, `n` that hold, in order.

        Raises:
            CardError: the text is not an outcome.

        >>> Outcome.parse("Tbn")
        Outcome(winner='tie', player_pair=False, banker_pair=True, natural=True)
        """
        match = _FORM.fullmatch(text)
        if match is None:
            raise CardError(
                "expected a coup as B, P or T, then p, b and n where they hold, such as Bpn, "
                f"got {quoted(text)}{_hint(text)}"
            )
        letter, *marks = match.groups()
        return cls(_WINNERS[letter], *map(bool, marks))

    @classmethod
    def of(cls, coup: Coup) -> "Outcome":
        """The outcome of a finished coup."""
        pairs = is_pair(coup.player), is_pair(coup.banker)
        return cls(coup.winner, *pairs, coup.player_natural or coup.banker_natural)

    def __str__(self) -> str:
        """The text form; it parses back to an equal value."""
        marks = (("p", self.player_pair), ("b", self.banker_pair), ("n", self.natural))
        return LETTERS[self.winner] + "".join(mark for mark, holds in marks if holds)

    @property
    def pairs(self) -> str:
        """The pairs by letter: `p`, `b`, `pb` or none."""
        return "p" * self.player_pair + "b" * self.banker_pair


def _hint(text: str) -> str:
    """The end of an error on a text that is not an outcome: what was meant, or nothing if that is unclear."""
    if _RUN_TOGETHER.fullmatch(text):
        meant = " ".join(match.group() for match in _FORM.finditer(text))
    else:
        meant = "".join(sorted(text, key="BPTpbn".find))
        if meant == text or not _FORM.fullmatch(meant):
            return ""
    return f"; did you mean {quoted(meant)}?"
