"""The line that settles a bet where a record lacks cards of a coup, by those it has and how it says it ended.

Guesses nothing: a line settles the bet if it does in every such coup.
"""

from collections.abc import Iterator
from functools import lru_cache

from analyzer.analysis.odds import odds
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.errors import AnalyzerError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.message import Message, say
from analyzer.play.record import RecordedCoup
from analyzer.play.settlement.finished import UNFINISHED

_WON = {"player": "player_wins", "banker": "banker_wins", "tie": "tie"}
_DECKS = 8
"""Decks of the shoe whose every coup is asked; no fewer than a table plays with."""


def line_told(rules: Rules, bet: Bet, coup: RecordedCoup) -> str | Message:
    """The line that settles a bet in every coup that ended as the record says; where none, why."""
    told = " and ".join(_told(coup))
    if not told:
        return say("the record says nothing of how it ended")
    try:
        line = _settling(rules, bet, told, NOTHING)
    except AnalyzerError:
        return say("the record has no cards of it, and no coup ends as it says")
    return line or say("the record has no cards of it, and how it ended does not decide the bet")


def line_read(rules: Rules, bet: Bet, coup: RecordedCoup, why: Message) -> str | Message:
    """The line that settles a bet in every coup with the cards that were read, ended as the record says.

    Where there is none, `why` the cards alone make no coup; and that for every bet where they do not finish
    one and the record has no end of it either.
    """
    told = " and ".join(_told(coup))
    if why == UNFINISHED and not told:
        return why
    try:
        return _settling(rules, bet, told, _read(rules, coup)) or why
    except AnalyzerError:
        return why


def _read(rules: Rules, coup: RecordedCoup) -> Dealt:
    """The cards of a coup that were read, by hand or by place off the shoe."""
    if coup.drawn is None:
        return Dealt((coup.player or ())[:3], (coup.banker or ())[:3])
    places = enumerate(coup.drawn[: rules.cards_from_shoe], 1)
    return Dealt(ahead=tuple((place, card) for place, card in places if card is not None))


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
def _settling(rules: Rules, bet: Bet, told: str, dealt: Dealt) -> str | None:
    """The line that settles a bet in every coup of some cards that ended so, None if several do.

    Raises:
        AnalyzerError: no coup has these cards and ended so, or nobody can say which line settles it.
    """
    given = Condition.parse(told) if told else None
    demanded = frozenset((bet.reference,))
    report = odds(rules, (bet,), Shoe.decks(_DECKS), dealt=dealt, given=given, demanded=demanded)
    (value,) = report.values()
    return next((line for line, ways in value.ways.items() if ways == value.total), None)
