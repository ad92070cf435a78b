"""The lines of a bet as the page shows them: names, when each settles the bet, and an example coup."""

from dataclasses import replace

from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.ask.explain import ExplainedLine, explanation
from analyzer.bets.bet import Bet
from analyzer.game.cards import Card
from analyzer.game.shoe import Shoe
from analyzer.render.words import Words
from analyzer.report.kinds import Json


def lines_in_words(question: Question, bet: Bet, languages: tuple[tuple[str, Words], ...]) -> list[Json]:
    """Each line of a bet, including `lose`: its name and when it settles, by language, and an example coup.

    The coup lists the cards of both hands; it is None if no coup from fresh decks settles on the line.
    """
    fresh = Shoe.decks(question.variant.decks)
    asked = replace(question, bets=(bet,), shoe=fresh, seen=(), demanded=frozenset([bet.reference]))
    return [
        {
            "names": {tag: words.translate(line.name) for tag, words in languages},
            "when": {tag: words.translate(line.event) for tag, words in languages},
            "coup": _coup(line),
        }
        for line in explanation(odds(asked)).lines
    ]


def _coup(line: ExplainedLine) -> Json | None:
    if line.coup is None:
        return None
    return {"player": _cards(line.coup.player), "banker": _cards(line.coup.banker)}


def _cards(hand: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in hand]
