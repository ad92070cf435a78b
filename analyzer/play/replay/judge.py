"""Whether the cards of one coup fall as the rules say, and what the coup should have been.

Knows one coup at a time: nothing of the shoe, and nothing of money.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeGuard

from analyzer.game.cards import Card
from analyzer.game.coup import Coup, Winner, is_pair, total
from analyzer.game.rules import Rules
from analyzer.message import Message, say
from analyzer.play.record import Read, RecordedCoup
from analyzer.play.replay.fault import Wrong, cards_of
from analyzer.play.replay.labels import BANKER, FIRST_FOUR, PLAYER, labelled
from analyzer.play.replay.result import Result, contradictions, other_hands
from analyzer.play.replay.rule import banker_rule, player_rule

Hand = tuple[Card, ...]

_RANKS = tuple(Card(rank) for rank in range(1, 14))
_MOST_UNREAD = 3
"""Unreadable cards of a coup up to which all that they can be is gone through: 2,197 ways at most."""

_IMPOSSIBLE = say("whatever the cards that could not be read are, the coup cannot be as it is recorded")

_NONE = 10
"""What stands for a third card that was not drawn, where points are told apart."""


@dataclass(frozen=True, slots=True)
class _Ruling:
    """What rules say of two hands by points: the faults of third cards, and what the hands come to."""

    wrong: tuple[Wrong, ...]
    player_total: int
    banker_total: int
    winner: Winner
    natural: bool


class Judge:
    """Rules, and what they have been found to say of hands; a coup in order takes a few microseconds."""

    def __init__(self, rules: Rules) -> None:
        """Begin with nothing found out."""
        self.rules = rules
        self._first = rules.player_first
        self._rulings: dict[tuple[int, int, int, int], _Ruling] = {}

    def judged(self, recorded: RecordedCoup) -> tuple[Coup | None, list[Wrong]]:
        """What a coup with cards should have been, None where nobody can know; and what is wrong with it.

        The cards are dealt again in the order they came off the shoe: what one hand should not have drawn is
        the other's if that draws.
        """
        player, banker = recorded.player, recorded.banker
        if recorded.drawn is not None:
            return self._drawn(recorded, recorded.drawn)
        if player and banker and _read(player) and _read(banker) and _sized(player) and _sized(banker):
            return self._hands(player, banker, Result.said(recorded))
        return self._broken(recorded, player or (), banker or ())

    def _hands(self, player: Hand, banker: Hand, said: Result) -> tuple[Coup | None, list[Wrong]]:
        """Hands of two or three cards, all of which could be read."""
        ruling, lying = self._ruling(player, banker), Coup(player, banker)
        wrong = self._given(player)
        if ruling.wrong:
            wrong += ruling.wrong
            given = self._first is not None
            _, should, _ = self.split(drawn(player, banker)[given:])
            return should, [*wrong, *contradictions(said, Result.of(should or lying))]
        found = (
            ruling.player_total,
            ruling.banker_total,
            ruling.winner,
            is_pair(player),
            is_pair(banker),
            ruling.natural,
        )
        if said != found:
            wrong += contradictions(said, Result(*found))
        return lying, wrong

    def _ruling(self, player: Hand, banker: Hand) -> _Ruling:
        two = (player[0].points + player[1].points) % 10
        other = (banker[0].points + banker[1].points) % 10
        third = player[2].points if len(player) == 3 else _NONE
        last = banker[2].points if len(banker) == 3 else _NONE
        key = (two, other, third, last)
        if (ruling := self._rulings.get(key)) is None:
            lying = Coup(player, banker)
            ruling = self._rulings[key] = _Ruling(
                tuple(self._thirds(two, other, third, last)),
                lying.player_total,
                lying.banker_total,
                lying.winner,
                two >= 8 or other >= 8,
            )
        return ruling

    def _thirds(self, two: int, other: int, third: int, last: int) -> Iterator[Wrong]:
        """What is wrong with third cards, each hand's held against the rule for it.

        Where Player should have drawn and did not, Banker's rule hangs on a card that nobody knows.
        """
        draws, rule = player_rule(self.rules, two, other)
        if draws and third == _NONE:
            yield _missing_third("player-did-not-draw", PLAYER[2], rule)
            return
        if not draws and third != _NONE:
            yield "player-drew", say("{card} should not have been drawn: {rule}", card=PLAYER[2], rule=rule)
        draws, rule = banker_rule(self.rules, two, other, third if draws else None)
        if draws and last == _NONE:
            yield _missing_third("banker-did-not-draw", BANKER[2], rule)
        if not draws and last != _NONE:
            yield "banker-drew", say("{card} should not have been drawn: {rule}", card=BANKER[2], rule=rule)

    def _given(self, player: Hand) -> list[Wrong]:
        """What is wrong with a first card of Player that the rules give."""
        if self._first is None or player[0].rank == self._first:
            return []
        came, rank = cards_of(player[:1]), cards_of([Card(self._first)])
        return [
            (
                "first-card",
                say("Player's first card is {came}, and these rules give {rank}", came=came, rank=rank),
            )
        ]

    def split(self, cards: Sequence[Card]) -> tuple[int, Coup | None, Wrong | None]:
        """Cards dealt by the rules in the order they came off the shoe.

        Returns:
            How many cards the coup takes, the coup, and what is missing first where they are too few.
        """
        hands = list(cards) if self._first is None else [Card(self._first), *cards]
        given = len(hands) - len(cards)
        if len(hands) < 4:
            missing = FIRST_FOUR[len(hands)]
            return len(cards), None, ("too-few-cards", say("{card} is missing", card=missing))
        player, banker, rest = (hands[0], hands[2]), (hands[1], hands[3]), hands[4:]
        two, other = total(player), total(banker)
        third = None
        draws, rule = player_rule(self.rules, two, other)
        if draws:
            if not rest:
                return 4 - given, None, _missing_third("player-did-not-draw", PLAYER[2], rule)
            third = rest[0].points
        draws_too, rule = banker_rule(self.rules, two, other, third)
        took = draws + draws_too
        if len(rest) < took:
            return 4 - given + len(rest), None, _missing_third("banker-did-not-draw", BANKER[2], rule)
        own, theirs = (*player, *rest[:draws]), (*banker, *rest[draws:took])
        return 4 - given + took, Coup(own, theirs), None

    def _drawn(self, recorded: RecordedCoup, cards: tuple[Read, ...]) -> tuple[Coup | None, list[Wrong]]:
        """Cards in the order drawn, and the hands beside them where a record has both."""
        said = Result.said(recorded)
        if not _read(cards):
            return None, [*self._unread(recorded), *self._impossible(recorded)]
        took, should, missing = self.split(cards)
        wrong = [] if missing is None else [missing]
        if should is None:
            # Four cards are two hands of two, whatever is still to come.
            lying = self._lying(cards)
            return None, [*wrong, *(contradictions(said, Result.of(lying)) if lying else ())]
        if took == len(cards) and recorded.player is None and recorded.banker is None:
            return self._hands(should.player, should.banker, said)
        if took < len(cards):
            wrong.append(self._too_many(len(cards), took, should))
        wrong += other_hands(recorded, should)
        return should, [*wrong, *contradictions(said, Result.of(should))]

    def _lying(self, cards: Sequence[Card]) -> Coup | None:
        """The hands that cards lie in, where another is missing; None before both have two."""
        hands = list(cards) if self._first is None else [Card(self._first), *cards]
        if len(hands) < 4:
            return None
        return Coup((hands[0], hands[2], *hands[4:5]), (hands[1], hands[3]))

    def _too_many(self, came: int, took: int, should: Coup) -> Wrong:
        """That more cards are recorded than the coup takes, and why it takes no more."""
        two, other = should.player_two, should.banker_two
        stood = []
        third = None
        if len(should.player) == 2:
            stood.append(player_rule(self.rules, two, other)[1])
        else:
            third = should.player[2].points
        if len(should.banker) == 2:
            stood.append(banker_rule(self.rules, two, other, third)[1])
        if not stood:
            return "too-many-cards", say("{n} cards are recorded, and a coup has six at most", n=came)
        why = tuple(dict.fromkeys(stood))
        what = say("{n} cards are recorded, and the coup takes {took}: {why}", n=came, took=took, why=why)
        return "too-many-cards", what

    def _broken(
        self, recorded: RecordedCoup, player: tuple[Read, ...], banker: tuple[Read, ...]
    ) -> tuple[Coup | None, list[Wrong]]:
        """Hands with a card that could not be read, or of other than two or three cards."""
        wrong: list[Wrong] = []
        for hand, labels in ((player, PLAYER), (banker, BANKER)):
            if len(hand) < 2:
                wrong.append(("too-few-cards", say("{card} is missing", card=labels[len(hand)])))
        if len(player) > 3:
            wrong.append(
                ("too-many-cards", say("Player has {n} cards, and no hand more than three", n=len(player)))
            )
        if len(banker) > 3:
            wrong.append(
                ("too-many-cards", say("Banker has {n} cards, and no hand more than three", n=len(banker)))
            )
        sized = not wrong
        wrong += self._unread(recorded)
        if sized:
            wrong += self._impossible(recorded)
        elif len(player) >= 2 and len(banker) >= 2 and _read(player) and _read(banker):
            given = self._first is not None
            should = self.split(drawn(player[:3], banker[:3])[given:])[1]
            lying = should or Coup(player[:3], banker[:3])
            return should, [*wrong, *contradictions(Result.said(recorded), Result.of(lying))]
        return None, wrong

    def _unread(self, recorded: RecordedCoup) -> Iterator[Wrong]:
        """A fault for each card that could not be read."""
        for label, card in labelled(self.rules, recorded):
            if card is None:
                what = say("{card} could not be read; scan it again and write it instead of ?", card=label)
                yield "unreadable", what

    def _impossible(self, recorded: RecordedCoup) -> Iterator[Wrong]:
        """What is wrong with a coup whatever its unreadable cards are: always the same, or always something.

        Ranks are all that matters, so these are gone through.
        """
        unread = sum(card is None for _, card in labelled(self.rules, recorded))
        always: dict[Wrong, None] | None = None
        if unread > _MOST_UNREAD:
            return
        for guess in product(_RANKS, repeat=unread):
            wrong = self.judged(_filled(recorded, guess))[1]
            if not wrong:
                return
            always = dict.fromkeys(each for each in wrong if always is None or each in always)
        yield from always or (("impossible", _IMPOSSIBLE),)


def has_cards(recorded: RecordedCoup) -> bool:
    """Whether a record has any card of a coup, readable or not."""
    return bool(recorded.drawn or recorded.player or recorded.banker)


def drawn(player: Sequence[Card], banker: Sequence[Card]) -> Hand:
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


def _sized(hand: Sequence[object]) -> bool:
    return 2 <= len(hand) <= 3


def _missing_third(kind: str, card: Message, rule: Message) -> Wrong:
    return kind, say("{card} is missing: {rule}", card=card, rule=rule)
