"""Coups as people write them without a fixed form: one line with the cards, and perhaps the winner."""

import re

from analyzer.errors import AnalyzerError
from analyzer.records import values
from analyzer.records.builder import FEWEST_CARDS, Row

_RANK, _SUIT = "(?:10|[2-9AJQKT])", "[SHDC♠♥♦♣]"
_RANK_FIRST = rf"(?:\?|{_RANK}{_SUIT})"
_CARD = rf"(?:{_RANK_FIRST}|{_SUIT}{_RANK})"
_APART = rf"{_CARD}(?:(?:\s*,\s*|\s+){_CARD})*"
_TOGETHER = rf"{_RANK_FIRST}{{2,3}}"
_BY_BLANKS = rf"{_CARD}(?:\s+{_CARD}){{1,2}}"
_COUP = re.compile(
    rf"""\s*(?:(?:coup|hand)?\s*(?P<number>[0-9]{{1,9}})(?:\s*[.:)|,;]\s*|\s+))?
    (?:(?:p|player|闲|閒)\s*[:=]?\s*(?:(?P<player_before>[0-9])\s+)?(?P<player>{_TOGETHER}|{_APART})
       (?:\s+(?P<player_after>[0-9]))?\s*[,;|/]?\s*
       (?:b|banker|庄|莊)\s*[:=]?\s*(?:(?P<banker_before>[0-9])\s+)?(?P<banker>{_TOGETHER}|{_APART})
       (?:\s+(?P<banker_after>[0-9]))?
      |(?P<together>{_TOGETHER})\s+(?P<together_>{_TOGETHER})
      |(?P<blanks>{_BY_BLANKS})\s*,\s*(?P<blanks_>{_BY_BLANKS})
      |(?P<left>{_TOGETHER}|{_APART})\s*(?:[|/;-]|vs\.?)\s*(?P<right>{_TOGETHER}|{_APART})
      |(?P<drawn>{_APART}))
    (?:\s*(?:[|/,;=:.]|[-=]>|-)?\s*(?:(?:winner|result)\s*[:=]?\s*)?
       (?P<winner>[^\W\d]+(?:\s+wins)?)\.?)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_HANDS = (("player", "banker"), ("together", "together_"), ("blanks", "blanks_"), ("left", "right"))
_TOTALS = {
    "player_total": ("player_before", "player_after"),
    "banker_total": ("banker_before", "banker_after"),
}
_BRACKETS = str.maketrans("()[]", "    ")

_LONGEST = 200
"""A longer line is no coup, and is not searched for one."""


def coup(line: str) -> Row | None:
    """The coup of a line that has its cards, with suits, and at most its number, totals and winner.

    None where the line says anything else, or has only cards: those may belong to several coups.

    >>> [str(card) for card in (coup("3: 9c 5d / Kh 2c = Player") or {})["banker"]]
    ['Kh', '2c']
    """
    text = " ".join(line.translate(values.NO_VARIATION_SELECTORS).translate(_BRACKETS).split())
    match = _COUP.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    parts = {name: text for name, text in match.groupdict().items() if text is not None}
    row: Row = {}
    if "number" in parts:
        row["number"] = int(parts["number"])
    for total, names in _TOTALS.items():
        found = [int(parts[name]) for name in names if name in parts]
        if len(found) > 1:
            return None
        if found:
            [row[total]] = found
    if "winner" in parts:
        try:
            row["winner"], row["marks"] = values.outcome(parts["winner"])
        except AnalyzerError:
            return None
    if "drawn" in parts:
        row["drawn"] = values.cards(parts["drawn"])
        return row if len(row) > 1 and len(row["drawn"]) >= FEWEST_CARDS else None
    player, banker = next(pair for pair in _HANDS if pair[0] in parts)
    return {**row, "player": values.cards(parts[player]), "banker": values.cards(parts[banker])}
