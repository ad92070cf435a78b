"""What groups of coups and systems that go by the roads are called."""

from collections.abc import Mapping

from analyzer.game.coup import Winner
from analyzer.message import Message, say
from analyzer.play.prediction.said import LONG

RESULTS: Mapping[Winner, Message] = {"player": say("Player"), "banker": say("Banker"), "tie": say("Tie")}
"""What the results of a coup are called."""

_GROUPS = {
    "all": say("all coups"),
    "last-player": say("after Player"),
    "last-banker": say("after Banker"),
    "last-tie": say("after a Tie"),
    "chop": say("after a chop"),
    "big-eye-red": say("big eye boy: red"),
    "big-eye-blue": say("big eye boy: blue"),
    "big-eye-none": say("big eye boy: none"),
    "small-red": say("small road: red"),
    "small-blue": say("small road: blue"),
    "small-none": say("small road: none"),
    "cockroach-red": say("cockroach road: red"),
    "cockroach-blue": say("cockroach road: blue"),
    "cockroach-none": say("cockroach road: none"),
    "balls-red": say("all three red"),
    "balls-blue": say("all three blue"),
}
_SYSTEMS = {
    "player": say("Player, always"),
    "banker": say("Banker, always"),
    "follow": say("who won last"),
    "oppose": say("who lost last"),
    "big-eye-red": say("red of big eye boy"),
    "small-red": say("red of small road"),
    "cockroach-red": say("red of cockroach road"),
    "most-red": say("red of two or three"),
}


def group_name(key: str) -> Message:
    """What a group of coups is called."""
    if key in _GROUPS:
        return _GROUPS[key]
    _, side, streak = key.split("-")
    if side == "player":
        return say("Player streak of {n}", n=_length(int(streak)))
    return say("Banker streak of {n}", n=_length(int(streak)))


def _length(streak: int) -> str:
    return f"{streak}+" if streak == LONG else str(streak)


def system_name(key: str) -> Message:
    """What a system stakes on."""
    return _SYSTEMS[key]
