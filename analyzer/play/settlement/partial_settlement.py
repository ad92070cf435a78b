"""What settles a bet if a record has all cards of a coup, some of them, or none.

Cards that were dealt against the rules are dealt again by the rules, in the order they came off the shoe.
If cards are missing, a line settles a bet only if it does so in every coup with the recorded cards and the
recorded result.
"""

from collections.abc import Iterator
from functools import lru_cache

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.play.record import Read, RecordedCoup, before_unread
from analyzer.text import Message, message

UNFINISHED = message("its cards do not finish it")
"""Why stakes stay open on a coup that was broken off, or whose record lacks a card."""

_WON = {"player": "player_wins", "banker": "banker_wins", "tie": "tie"}
_DECKS = 8
"""The decks of the shoe whose coups are all examined; no table plays with more."""


def finished(rules: Rules, coup: RecordedCoup) -> Coup | Message | None:
    """The coup that the rules deal from the recorded cards, None without cards, or why they make no coup."""
    if coup.drawn is not None:
        cards = coup.drawn
    else:  # a given first card is Player's, and never came off the shoe
        hands = _in_turns(coup.player or (), coup.banker or ())
        cards = tuple(hands)[rules.player_first is not None :]
    if not cards:
        return None
    known = before_unread(cards)
    try:
        return deal(rules, known)
    except ShoeError:
        return UNFINISHED if len(known) == len(cards) else message("a card that decides it was not read")


def _in_turns(player: tuple[Read, ...], banker: tuple[Read, ...]) -> Iterator[Read]:
    """The cards of two hands in the order dealt, up to the first one missing among the first four."""
    for place in range(2):
        for hand in (player, banker):
            if len(hand) <= place:
                return
            yield hand[place]
    yield from (*player[2:], *banker[2:])


def line_from_result(rules: Rules, bet: Bet, coup: RecordedCoup) -> str | Message:
    """The line that settles a bet in every coup with the recorded result; if there is none, why."""
    given = _result(coup)
    if not given:
        return message("the record says nothing of how it ended")
    try:
        line = _settling(rules, bet, given, NOTHING)
    except AnalyzerError:
        return message("the record has no cards of it, and no coup ends as it says")
    return line or message("the record has no cards of it, and how it ended does not decide the bet")


def line_from_cards(rules: Rules, bet: Bet, coup: RecordedCoup, why: Message) -> str | Message:
    """The line that settles a bet in every coup with the recorded cards and result; else `why`."""
    given = _result(coup)
    if why == UNFINISHED and not given:
        return why
    if coup.drawn is None:
        known = Dealt((coup.player or ())[:3], (coup.banker or ())[:3])
    else:
        places = enumerate(coup.drawn[: rules.cards_from_shoe], 1)
        known = Dealt(ahead=tuple((place, card) for place, card in places if card is not None))
    try:
        return _settling(rules, bet, given, known) or why
    except AnalyzerError:
        return why


def _result(coup: RecordedCoup) -> str:
    """The recorded result as a condition; empty where none is recorded."""
    facts = {
        "player_pair": coup.player_pair,
        "banker_pair": coup.banker_pair,
        "(player_natural or banker_natural)": coup.natural,
    }
    totals = {"player_total": coup.player_total, "banker_total": coup.banker_total}
    phrases = [] if coup.winner is None else [_WON[coup.winner]]
    phrases += [f"{word} == {total}" for word, total in totals.items() if total is not None]
    phrases += [word if holds else f"not {word}" for word, holds in facts.items() if holds is not None]
    return " and ".join(phrases)


@lru_cache(maxsize=4096)
def _settling(rules: Rules, bet: Bet, given: str, known: Dealt) -> str | None:
    """The line that settles a bet in every coup with these cards and this result, None if several do."""
    condition = Condition.parse(given) if given else None
    demanded = frozenset((bet.reference,))
    question = Question.of(rules, [bet], Shoe.decks(_DECKS), dealt=known, given=condition, demanded=demanded)
    (value,) = odds(question).values()
    return next((line for line, ways in value.ways.items() if ways == value.total), None)
