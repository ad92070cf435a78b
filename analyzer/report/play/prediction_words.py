"""What groups of coups and systems that go by the roads are called."""

from collections.abc import Mapping

from analyzer.game.coup import Winner
from analyzer.play.prediction.road_history import LONG
from analyzer.text import Message, message

RESULTS: Mapping[Winner, Message] = {
    "player": message("Player"),
    "banker": message("Banker"),
    "tie": message("Tie"),
}
"""What the results of a coup are called."""

_GROUPS = {
    "all": message("all coups"),
    "last-player": message("after Player"),
    "last-banker": message("after Banker"),
    "last-tie": message("after a Tie"),
    "chop": message("after a chop"),
    "big-eye-red": message("big eye boy: red"),
    "big-eye-blue": message("big eye boy: blue"),
    "big-eye-none": message("big eye boy: none"),
    "small-red": message("small road: red"),
    "small-blue": message("small road: blue"),
    "small-none": message("small road: none"),
    "cockroach-red": message("cockroach road: red"),
    "cockroach-blue": message("cockroach road: blue"),
    "cockroach-none": message("cockroach road: none"),
    "balls-red": message("all three red"),
    "balls-blue": message("all three blue"),
}
_SYSTEMS = {
    "player": message("Player, always"),
    "banker": message("Banker, always"),
    "follow": message("who won last"),
    "oppose": message("who lost last"),
    "big-eye-red": message("red of big eye boy"),
    "small-red": message("red of small road"),
    "cockroach-red": message("red of cockroach road"),
    "most-red": message("red of two or three"),
}


def group_name(key: str) -> Message:
    """What a group of coups is called."""
    if key in _GROUPS:
        return _GROUPS[key]
    _, side, streak = key.split("-")
    if side == "player":
        return message("Player streak of {n}", n=_length(int(streak)))
    return message("Banker streak of {n}", n=_length(int(streak)))


def _length(streak: int) -> str:
    return f"{streak}+" if streak == LONG else str(streak)


def system_name(key: str) -> Message:
    """What a system stakes on."""
    return _SYSTEMS[key]
