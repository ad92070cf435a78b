"""Coups as people write them down without much thought: a line with the cards, and perhaps who won."""

import re

from analyzer.errors import AnalyzerError
from analyzer.pit.records import values
from analyzer.pit.records.gathering import FEWEST_CARDS, Row

_RANK, _SUIT = "(?:10|[2-9AJQKT])", "[SHDC♠♥♦♣]"
_RANK_FIRST = rf"(?:\?|{_RANK}{_SUIT})"
_CARD = rf"(?:{_RANK_FIRST}|{_SUIT}{_RANK})"
_APART = rf"{_CARD}(?:(?:\s*,\s*|\s+){_CARD})*"
_TOGETHER = rf"{_RANK_FIRST}{{2,3}}"
_BY_BLANKS = rf"{_CARD}(?:\s+{_CARD}){{1,2}}"
_COUP = re.compile(
    rf"""\s*(?:(?:coup|hand)?\s*(?P<number>[0-9]{{1,9}})(?:\s*[.:)|,;]\s*|\s+))?
    (?:(?:p|player|闲|閒)\s*[:=]?\s*(?:(?P<before>[0-9])\s+)?(?P<player>{_TOGETHER}|{_APART})
       (?:\s+(?P<behind>[0-9]))?\s*[,;|/]?\s*
       (?:b|banker|庄|莊)\s*[:=]?\s*(?:(?P<before_>[0-9])\s+)?(?P<banker>{_TOGETHER}|{_APART})
       (?:\s+(?P<behind_>[0-9]))?
      |(?P<own>{_TOGETHER})\s+(?P<theirs>{_TOGETHER})
      |(?P<one>{_BY_BLANKS})\s*,\s*(?P<other>{_BY_BLANKS})
      |(?P<left>{_TOGETHER}|{_APART})\s*(?:[|/;-]|vs\.?)\s*(?P<right>{_TOGETHER}|{_APART})
      |(?P<drawn>{_APART}))
    (?:\s*(?:[|/,;=:.]|[-=]>|-)?\s*(?:(?:winner|result)\s*[:=]?\s*)?
       (?P<winner>[^\W\d]+(?:\s+wins)?)\.?)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_HANDS = (("player", "banker"), ("own", "theirs"), ("one", "other"), ("left", "right"))
_TOTALS = {"player_total": ("before", "behind"), "banker_total": ("before_", "behind_")}
_BRACKETS = str.maketrans("()[]", "    ")


_LONGEST = 200
"""A longer line is no coup, and is not looked through for one."""


def coup(line: str) -> Row | None:
    """The coup that a line tells of with its suited cards and no more than its number, totals and who won.

    None where it says anything else, or nothing but cards: those may be of many coups.

    >>> [str(card) for card in (coup("3: 9c 5d / Kh 2c = Player") or {})["banker"]]
    ['Kh', '2c']
    """
    text = " ".join(line.translate(values.SUITS_AS_PICTURES).translate(_BRACKETS).split())
    match = _COUP.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    said = match.groupdict()
    row: Row = {}
    if said["number"] is not None:
        row["number"] = int(said["number"])
    for total, places in _TOTALS.items():
        told = [int(said[place]) for place in places if said[place] is not None]
        if len(told) > 1:
            return None
        if told:
            row[total] = told[0]
    if said["winner"] is not None:
        try:
            row["winner"], row["marks"] = values.outcome(" ".join(said["winner"].split()))
        except AnalyzerError:
            return None
    if said["drawn"] is not None:
        cards = values.cards(said["drawn"])
        return {**row, "drawn": cards} if row and len(cards) >= FEWEST_CARDS else None
    own, theirs = next(pair for pair in _HANDS if said[pair[0]] is not None)
    return {**row, "player": values.cards(said[own]), "banker": values.cards(said[theirs])}
