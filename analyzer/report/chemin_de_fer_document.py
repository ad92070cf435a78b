"""Chemin de fer, as a document: the value of the game, and how often each hand draws."""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.chemin_de_fer.equilibrium import Choice, Equilibrium
from analyzer.analysis.chemin_de_fer.game import MODELS, BankerDecision, Hands
from analyzer.bets.digest import digest_of_rules
from analyzer.report.chemin_de_fer import hand_text, play_letter, reached
from analyzer.report.document import Document
from analyzer.report.fields import Field, Fields, records, said, said_as, through
from analyzer.report.kinds import COUNT, FLAG, PROBABILITY, RATIO, TEXT, Kind, by_name, one_of, plain
from analyzer.report.origin import Origin, shoe_or_infinite


def _chance(key: str, kind: Kind) -> Field[Choice | None]:
    """A probability of a choice; of no choice, nothing."""
    return said(key, kind, lambda choice: choice and getattr(choice, key))


_CHANCES = ("draws", "least", "most")
_PLAYER: Fields[tuple[Hands, Choice | None]] = (
    said("hand", TEXT, lambda play: hand_text(play[0])),
    through(1, [_chance(key, PROBABILITY.optional) for key in _CHANCES]),
)
_BANKER: Fields[tuple[BankerDecision, Choice]] = (
    said("hand", TEXT, lambda play: hand_text(play[0].hands)),
    said("column", COUNT.optional, lambda play: play[0].column),
    through(1, [_chance(key, PROBABILITY) for key in _CHANCES]),
)


def _plays(game: Equilibrium) -> dict[str, str]:
    """Banker's plays by hand, a letter for each column of the tableau."""
    plays: dict[str, str] = {}
    for cell, choice in zip(game.game.cells, game.banker, strict=True):
        hand, letter = hand_text(cell.hands), "-" if choice is None else str(play_letter(choice))
        plays[hand] = plays.get(hand, "") + letter
    return plays


_GAME: Fields[Equilibrium] = (
    said("model", one_of(*MODELS)),
    said("player", records(_PLAYER), lambda game: zip(game.game.free, game.player, strict=True)),
    said(
        "banker",
        records(_BANKER),
        lambda game: [play for play in reached(game) if play[1].mixed or not play[1].settled],
    ),
    said_as(RATIO, "value", "tableau_value"),
    said("unique", FLAG),
    said("value_if_player_draws", value=lambda game: game.if_player(Fraction(1))),
    said("value_if_player_stands", value=lambda game: game.if_player(Fraction(0))),
    said("banker_plays", by_name(plain(type="string", pattern="^[DSME-]{11}$")), _plays),
)


def _origin(games: Sequence[Equilibrium]) -> Origin:
    rules, shoe = games[0].rules, shoe_or_infinite(games[0].shoe)
    known = {"rules": rules.id, "rules_sha256": digest_of_rules(rules), "shoe": shoe}
    return Origin(options=(("models", " ".join(game.model for game in games)),), known=known)


CHEMIN_DE_FER: Document[Sequence[Equilibrium]] = Document(
    "chemin-de-fer", 2, "chemin-de-fer", (said("items", records(_GAME), list),), _origin
)
"""Best play of both hands on one shoe, in one model or several."""
