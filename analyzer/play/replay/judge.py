"""Whether the cards of one coup fall as the rules say, and what the coup should have been.

Knows one coup at a time: nothing of the shoe, and nothing of money.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeGuard

from analyzer.game.cards import Card
from analyzer.game.coup import Coup, is_pair, total
from analyzer.game.rules import Rules
from analyzer.play.record import CoupResult, Read, RecordedCoup
from analyzer.play.replay.drawing import banker_rule, player_rule
from analyzer.play.replay.fault import (
    BANKER,
    FIRST_FOUR,
    PLAYER,
    Finding,
    card_missing,
    cards_text,
    contradictions,
    labelled_cards,
    other_hands,
)
from analyzer.text import Message, message

Hand = tuple[Card, ...]

_RANKS = tuple(Card(rank) for rank in range(1, 14))
_MOST_UNREAD = 3
"""Every possible reading is tried for a coup of at most this many unreadable cards: at most 2,197 of them."""

_IMPOSSIBLE = message("whatever the cards that could not be read are, the coup cannot be as it is recorded")

_NONE = 10
"""Stands in the place of the points of a third card that was not drawn."""


class Judge:
    """Rules, and what they have been found to say of hands; a coup in order takes a few microseconds."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no ruling."""
        self.rules = rules
        self._given: tuple[Card, ...] = () if rules.player_first is None else (Card(rules.player_first),)
        self._rulings: dict[tuple[int, ...], tuple[tuple[Finding, ...], CoupResult]] = {}

    def judged(self, recorded: RecordedCoup) -> tuple[Coup | None, list[Finding]]:
        """What a coup with cards should have been, None where that is unknown; and what is wrong with it.

        A card that one hand should not have drawn goes to the other if that draws.
        """
        player, banker = recorded.player, recorded.banker
        if recorded.drawn is not None:
            return self._drawn(recorded, recorded.drawn)
        sized = 1 < len(player or ()) < 4 > len(banker or ()) > 1
        if sized and player and banker and _read(player) and _read(banker):
            return self._hands(player, banker, CoupResult.recorded(recorded))
        return self._broken(recorded, player or (), banker or ())

    def _hands(self, player: Hand, banker: Hand, recorded: CoupResult) -> tuple[Coup | None, list[Finding]]:
        """Hands of two or three cards, all of which could be read."""
        coup = Coup(player, banker)
        faults, result = self._ruling(coup)
        wrong: list[Finding] = []
        if self._given and player[0].rank != self._given[0].rank:
            came, rank = cards_text(player[:1]), cards_text(self._given)
            what = message("Player's first card is {came}, and these rules give {rank}", came=came, rank=rank)
            wrong.append(("first-card", what))
        if not faults:
            return coup, [*wrong, *(contradictions(recorded, result) if recorded != result else ())]
        should = self._dealt_again(player, banker)
        return should, [*wrong, *faults, *contradictions(recorded, CoupResult.of(should or coup))]

    def _dealt_again(self, player: Hand, banker: Hand) -> Coup | None:
        """The coup that the rules deal from the cards of two hands; None where a card is missing."""
        _, coup, missing = self.split(dealing_order(player, banker)[len(self._given) :])
        return coup if missing is None else None

    def _ruling(self, coup: Coup) -> tuple[tuple[Finding, ...], CoupResult]:
        """What is wrong with the third cards of a coup, and its result."""
        player, banker = coup.player, coup.banker
        two = (player[0].points + player[1].points) % 10
        other = (banker[0].points + banker[1].points) % 10
        third = player[2].points if len(player) == 3 else _NONE
        last = banker[2].points if len(banker) == 3 else _NONE
        key = (two, other, third, last, is_pair(player), is_pair(banker))
        if (ruling := self._rulings.get(key)) is None:
            ruling = self._rulings[key] = (
                tuple(self._third_cards(two, other, third, last)),
                CoupResult.of(coup),
            )
        return ruling

    def _third_cards(self, two: int, other: int, third: int, last: int) -> Iterator[Finding]:
        """What is wrong with third cards; without Player's, where one was due, Banker's rule is unknown."""
        draws, rule = player_rule(self.rules, two, other)
        if draws and third == _NONE:
            yield card_missing("player-did-not-draw", PLAYER[2], rule)
            return
        if not draws and third != _NONE:
            yield "player-drew", _should_not(PLAYER[2], rule)
        draws, rule = banker_rule(self.rules, two, other, third if draws else None)
        if draws and last == _NONE:
            yield card_missing("banker-did-not-draw", BANKER[2], rule)
        if not draws and last != _NONE:
            yield "banker-drew", _should_not(BANKER[2], rule)

    def split(self, cards: Sequence[Card]) -> tuple[int, Coup | None, Finding | None]:
        """How many cards a coup takes, at least; the coup as far as they deal it; and the first missing card.

        Cards are in the order they came off the shoe. The coup is None before both hands have two cards.
        """
        cards = (*self._given, *cards)
        given = len(self._given)
        if len(cards) < 4:
            what = message("{card} is missing", card=FIRST_FOUR[len(cards)])
            return 4 - given, None, ("too-few-cards", what)
        player, banker, rest = (cards[0], cards[2]), (cards[1], cards[3]), cards[4:]
        two, other = total(player), total(banker)
        draws, rule = player_rule(self.rules, two, other)
        if draws and not rest:
            return 5 - given, Coup(player, banker), card_missing("player-did-not-draw", PLAYER[2], rule)
        draws_too, rule = banker_rule(self.rules, two, other, rest[0].points if draws else None)
        took = draws + draws_too
        missing = card_missing("banker-did-not-draw", BANKER[2], rule) if len(rest) < took else None
        coup = Coup((*player, *rest[:draws]), (*banker, *rest[draws:took]))
        return 4 - given + took, coup, missing

    def _drawn(self, recorded: RecordedCoup, cards: tuple[Read, ...]) -> tuple[Coup | None, list[Finding]]:
        """Cards in the order drawn; a record may have the hands as well."""
        result = CoupResult.recorded(recorded)
        if not _read(cards):
            return None, [*self._unread(recorded), *self._impossible(recorded)]
        took, coup, missing = self.split(cards)
        if missing is not None:
            return None, [missing, *(contradictions(result, CoupResult.of(coup)) if coup else ())]
        assert coup is not None  # nothing is missing
        if took == len(cards) and recorded.player is None and recorded.banker is None:
            return self._hands(coup.player, coup.banker, result)
        wrong = [self._too_many(len(cards), took, coup)] if took < len(cards) else []
        return coup, [*wrong, *other_hands(recorded, coup), *contradictions(result, CoupResult.of(coup))]

    def _too_many(self, came: int, took: int, coup: Coup) -> Finding:
        """That more cards are recorded than the coup takes, and why it takes no more."""
        two, other = coup.player_two, coup.banker_two
        third = coup.player[2].points if len(coup.player) == 3 else None
        rules = player_rule(self.rules, two, other), banker_rule(self.rules, two, other, third)
        why = tuple(dict.fromkeys(rule for draws, rule in rules if not draws))
        if not why:
            return "too-many-cards", message("{n} cards are recorded, and a coup has six at most", n=came)
        what = message("{n} cards are recorded, and the coup takes {took}: {why}", n=came, took=took, why=why)
        return "too-many-cards", what

    def _broken(
        self, recorded: RecordedCoup, player: tuple[Read, ...], banker: tuple[Read, ...]
    ) -> tuple[Coup | None, list[Finding]]:
        """Hands with a card that could not be read, or of other than two or three cards."""
        wrong: list[Finding] = [
            ("too-few-cards", message("{card} is missing", card=labels[len(hand)]))
            for hand, labels in ((player, PLAYER), (banker, BANKER))
            if len(hand) < 2
        ]
        player_has = message("Player has {n} cards, and no hand more than three", n=len(player))
        banker_has = message("Banker has {n} cards, and no hand more than three", n=len(banker))
        hands = ((player, player_has), (banker, banker_has))
        wrong += [("too-many-cards", what) for hand, what in hands if len(hand) > 3]
        if not wrong:
            return None, [*self._unread(recorded), *self._impossible(recorded)]
        wrong += self._unread(recorded)
        if len(player) < 2 or len(banker) < 2 or not (_read(player) and _read(banker)):
            return None, wrong
        should = self._dealt_again(player[:3], banker[:3])
        result = CoupResult.of(should or Coup(player[:3], banker[:3]))
        return should, [*wrong, *contradictions(CoupResult.recorded(recorded), result)]

    def _unread(self, recorded: RecordedCoup) -> Iterator[Finding]:
        for label, card in labelled_cards(self.rules, recorded):
            if card is None:
                what = message(
                    "{card} could not be read; scan it again and write it instead of ?", card=label
                )
                yield "unreadable", what

    def _impossible(self, recorded: RecordedCoup) -> Iterator[Finding]:
        """What is always wrong with a coup whatever its unreadable cards are; only ranks matter."""
        unread = sum(card is None for _, card in labelled_cards(self.rules, recorded))
        always: list[Finding] | None = None
        if unread > _MOST_UNREAD:
            return
        for guess in product(_RANKS, repeat=unread):
            wrong = self.judged(_filled(recorded, guess))[1]
            if not wrong:
                return
            always = [finding for finding in dict.fromkeys(wrong) if always is None or finding in always]
        yield from always or (("impossible", _IMPOSSIBLE),)


def has_cards(recorded: RecordedCoup) -> bool:
    """Whether a record has any card of a coup, readable or not."""
    return bool(recorded.drawn or recorded.player or recorded.banker)


def dealing_order(player: Sequence[Card], banker: Sequence[Card]) -> Hand:
    """The cards of two hands of two or more in the order they were dealt."""
    return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])


def _filled(recorded: RecordedCoup, guess: Sequence[Card]) -> RecordedCoup:
    """A coup with other cards in the place of those that could not be read, in order."""
    cards = iter(guess)

    def known(hand: tuple[Read, ...] | None) -> tuple[Read, ...] | None:
        return hand and tuple(next(cards) if card is None else card for card in hand)

    if recorded.drawn is not None:
        return replace(recorded, drawn=known(recorded.drawn), player=None, banker=None)
    return replace(recorded, player=known(recorded.player), banker=known(recorded.banker))


def _read(cards: tuple[Read, ...]) -> TypeGuard[Hand]:
    return all(cards)


def _should_not(card: Message, rule: Message) -> Message:
    return message("{card} should not have been drawn: {rule}", card=card, rule=rule)
