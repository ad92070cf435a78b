"""The line that settles a bet where a record has no cards of a coup, but says how it ended.

Guesses nothing: a line settles the bet if it does in every coup that ended so.
"""

from collections.abc import Iterator
from functools import lru_cache

from analyzer.analysis.odds import odds
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.errors import AnalyzerError
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.message import Message, say
from analyzer.play.record import RecordedCoup

_WON = {"player": "player_wins", "banker": "banker_wins", "tie": "tie"}
_DECKS = 8
"""Decks of the shoe whose every coup is asked; no fewer than a table plays with."""


def line_told(rules: Rules, bet: Bet, coup: RecordedCoup) -> str | Message:
    """The line that settles a bet in every coup that ended as the record says; where none, why."""
    told = " and ".join(_told(coup))
    return _settling(rules, bet, told) if told else say("the record says nothing of how it ended")


def _told(coup: RecordedCoup) -> Iterator[str]:
    """What the record says of the finished coup, as conditions."""
    if coup.winner is not None:
        yield _WON[coup.winner]
    totals = (("player_total", coup.player_total), ("banker_total", coup.banker_total))
    yield from (f"{word} == {total}" for word, total in totals if total is not None)
    flags = (
        ("player_pair", coup.player_pair),
        ("banker_pair", coup.banker_pair),
        ("(player_natural or banker_natural)", coup.natural),
    )
    yield from (word if holds else f"not {word}" for word, holds in flags if holds is not None)


@lru_cache(maxsize=4096)
def _settling(rules: Rules, bet: Bet, told: str) -> str | Message:
    try:
        given = Condition.parse(told)
        report = odds(rules, (bet,), Shoe.decks(_DECKS), given=given, demanded=frozenset((bet.reference,)))
    except AnalyzerError:
        return say("the record has no cards of it, and no coup ends as it says")
    for value in report.values():
        for line, ways in value.ways.items():
            if ways == value.total:
                return line
    return say("the record has no cards of it, and how it ended does not decide the bet")
