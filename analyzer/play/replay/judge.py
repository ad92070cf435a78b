"""Whether the cards of one coup were dealt by the rules, and what the coup should have been.

It judges one coup at a time, without the shoe and without money.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeGuard

from analyzer.game.cards import Card
from analyzer.game.coup import Coup, is_pair, total
from analyzer.game.rules import Rules
from analyzer.play.record import CoupResult, Read, RecordedCoup
from analyzer.play.replay import replayed
from analyzer.play.replay.drawing import banker_rule, player_rule
from analyzer.play.replay.replayed import BANKER, PLAYER, Finding, card_missing, cards_text, contradictions
from analyzer.text import Message, message

Hand = tuple[Card, ...]

MISSING = ("too-few-cards", "player-did-not-draw", "banker-did-not-draw")
"""The kinds of finding for a coup that lacks a card."""

_RANKS = tuple(Card(rank) for rank in range(1, 14))
_MOST_UNREAD = 3  # Up to this many unreadable cards, every possible rank is tried: at most 13³ = 2,197 cases.
_IMPOSSIBLE = message("the coup cannot be as recorded, whatever the unreadable cards are")


class Judge:
    """Judges coups by some rules and caches its rulings: a faultless coup takes a few microseconds."""

    def __init__(self, rules: Rules) -> None:
        """Begin with no rulings."""
        self.rules = rules
        self._given: tuple[Card, ...] = () if rules.player_first is None else (Card(rules.player_first),)
        self._rulings: dict[tuple[int | None, ...], tuple[tuple[Finding, ...], CoupResult]] = {}

    def judged(self, recorded: RecordedCoup) -> tuple[Coup | None, list[Finding]]:
        """What a coup with cards should have been, None if that is unknown, and what is wrong with it.

        A card that one hand should not have drawn goes to the other hand if that hand draws. A coup that
        lacks a card is unknown, whatever result is recorded.
        """
        player, banker = recorded.player, recorded.banker
        if recorded.drawn is not None:
            return self._drawn(recorded, recorded.drawn)
        sized = 1 < len(player or ()) < 4 > len(banker or ()) > 1
        if sized and player and banker and _read(player) and _read(banker):
            return self._hands(player, banker, CoupResult.recorded(recorded))
        return self._broken(recorded, player or (), banker or ())

    def _hands(self, player: Hand, banker: Hand, recorded: CoupResult) -> tuple[Coup | None, list[Finding]]:
        """Judge two hands of two or three readable cards."""
        coup = Coup(player, banker)
        faults, result = self._ruling(coup)
        wrong: list[Finding] = []
        if self._given and player[0].rank != self._given[0].rank:
            came, rank = cards_text(player[:1]), cards_text(self._given)
            what = message(
                "Player's first card is {came}, but under these rules it is {rank}", came=came, rank=rank
            )
            wrong.append(("first-card", what))
        if not faults:
            return coup, [*wrong, *(contradictions(recorded, result) if recorded != result else ())]
        correct = self._dealt_again(player, banker)
        found = faults if correct is None else [_in_the_other_hand(fault, correct) for fault in faults]
        return correct, [*wrong, *found, *_contradictions(recorded, correct)]

    def _dealt_again(self, player: Hand, banker: Hand) -> Coup | None:
        """The coup that the rules deal from the cards of two hands; None if a card is missing."""
        _, coup, missing = self.split(dealing_order(player, banker)[len(self._given) :])
        return coup if missing is None else None

    def _ruling(self, coup: Coup) -> tuple[tuple[Finding, ...], CoupResult]:
        """What is wrong with the third cards of a coup, and its result."""
        player, banker = coup.player, coup.banker
        two = (player[0].points + player[1].points) % 10, (banker[0].points + banker[1].points) % 10
        key = (*two, _third(player), _third(banker), is_pair(player), is_pair(banker))
        if (ruling := self._rulings.get(key)) is None:
            ruling = self._rulings[key] = tuple(self._third_cards(coup)), CoupResult.of(coup)
        return ruling

    def _third_cards(self, coup: Coup) -> Iterator[Finding]:
        """What is wrong with the third cards; if Player's is missing, Banker's rule is unknown."""
        player, banker = _third(coup.player), _third(coup.banker)
        draws, rule = player_rule(self.rules, coup.player_two, coup.banker_two)
        if draws and player is None:
            yield card_missing("player-did-not-draw", PLAYER[2], rule)
            return
        if not draws and player is not None:
            yield "player-drew", _should_not(PLAYER[2], rule)
        draws, rule = banker_rule(self.rules, coup.player_two, coup.banker_two, player if draws else None)
        if draws and banker is None:
            yield card_missing("banker-did-not-draw", BANKER[2], rule)
        if not draws and banker is not None:
            yield "banker-drew", _should_not(BANKER[2], rule)

    def split(self, cards: Sequence[Card]) -> tuple[int, Coup | None, Finding | None]:
        """The fewest cards that a coup takes, the coup as far as dealt, and its first missing card.

        The cards are in the order drawn. The coup is None unless both hands have two cards.
        """
        cards = (*self._given, *cards)
        given = len(self._given)
        if len(cards) < 4:
            what = message("{card} is missing", card=replayed.FIRST_FOUR[len(cards)])
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
        """Judge cards in the order drawn; the record may also have the hands."""
        result = CoupResult.recorded(recorded)
        if not _read(cards):
            return None, [*self._unread(recorded), *self._impossible(recorded)]
        took, coup, missing = self.split(cards)
        if missing is not None:
            return None, [missing]
        assert coup is not None  # nothing is missing
        if took == len(cards) and recorded.player is None and recorded.banker is None:
            return self._hands(coup.player, coup.banker, result)
        wrong = [self._too_many(len(cards), took, coup)] if took < len(cards) else []
        wrong += replayed.other_hands(recorded, coup)
        return coup, [*wrong, *contradictions(result, CoupResult.of(coup))]

    def _too_many(self, came: int, took: int, coup: Coup) -> Finding:
        """The finding that more cards are recorded than the coup takes, and why it takes no more."""
        two, other = coup.player_two, coup.banker_two
        rules = player_rule(self.rules, two, other), banker_rule(self.rules, two, other, _third(coup.player))
        why = tuple(dict.fromkeys(rule for draws, rule in rules if not draws))
        if not why:
            return "too-many-cards", message("{n} cards are recorded, but a coup has at most six", n=came)
        what = message("{n} cards are recorded, but the coup takes {took}: {why}", n=came, took=took, why=why)
        return "too-many-cards", what

    def _broken(
        self, recorded: RecordedCoup, player: tuple[Read, ...], banker: tuple[Read, ...]
    ) -> tuple[Coup | None, list[Finding]]:
        """Judge two hands if a card is unreadable, or a hand does not have two or three cards."""
        wrong: list[Finding] = [
            ("too-few-cards", message("{card} is missing", card=labels[len(hand)]))
            for hand, labels in ((player, PLAYER), (banker, BANKER))
            if len(hand) < 2
        ]
        player_has = message("Player has {n} cards, but a hand has at most three", n=len(player))
        banker_has = message("Banker has {n} cards, but a hand has at most three", n=len(banker))
        hands = ((player, player_has), (banker, banker_has))
        wrong += [("too-many-cards", what) for hand, what in hands if len(hand) > 3]
        if not wrong:
            return None, [*self._unread(recorded), *self._impossible(recorded)]
        wrong += self._unread(recorded)
        if len(player) < 2 or len(banker) < 2 or not (_read(player) and _read(banker)):
            return None, wrong
        correct = self._dealt_again(player[:3], banker[:3])
        return correct, [*wrong, *_contradictions(CoupResult.recorded(recorded), correct)]

    def _unread(self, recorded: RecordedCoup) -> Iterator[Finding]:
        unread = [label for label, card in replayed.labelled_cards(self.rules, recorded) if card is None]
        for label in unread:
            what = message("{card} could not be read; scan it again and replace ? with it", card=label)
            yield "unreadable", what

    def _impossible(self, recorded: RecordedCoup) -> Iterator[Finding]:
        """What is wrong with a coup whatever the ranks of its unreadable cards; suits make no difference."""
        unread = sum(card is None for _, card in replayed.labelled_cards(self.rules, recorded))
        always: list[Finding] | None = None
        if unread > _MOST_UNREAD:
            return
        for guess in product(_RANKS, repeat=unread):
            wrong = self.judged(_filled(recorded, guess))[1]
            if not wrong:
                return
            always = [finding for finding in dict.fromkeys(wrong) if always is None or finding in always]
        yield from always or (("impossible", _IMPOSSIBLE),)


def _in_the_other_hand(finding: Finding, correct: Coup) -> Finding:
    """The finding, changed if it says that a hand lacks its third card: the other hand has it."""
    kind, what = finding
    if kind not in MISSING:
        return finding
    came = cards_text((correct.player if kind == "player-did-not-draw" else correct.banker)[2:])
    values = {**dict(what.values), "came": came}
    return "other-hand", message("{card} is recorded in the other hand, as {came}: {rule}", **values)


def _contradictions(recorded: CoupResult, coup: Coup | None) -> Iterator[Finding]:
    """What is wrong with a recorded result; nothing if the coup lacks a card and so has no result."""
    return contradictions(recorded, CoupResult.of(coup)) if coup is not None else iter(())


def has_cards(recorded: RecordedCoup) -> bool:
    """Whether a record has any card of a coup, readable or not."""
    return bool(recorded.drawn or recorded.player or recorded.banker)


def dealing_order(player: Sequence[Card], banker: Sequence[Card]) -> Hand:
    """The cards of two hands, each of two or more, in the order they were dealt."""
    return (player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:])


def _filled(recorded: RecordedCoup, guess: Sequence[Card]) -> RecordedCoup:
    """A coup in which the cards that could not be read are replaced by guesses, in order."""
    cards = iter(guess)

    def known(hand: tuple[Read, ...] | None) -> tuple[Read, ...] | None:
        return hand and tuple(next(cards) if card is None else card for card in hand)

    if recorded.drawn is not None:
        return replace(recorded, drawn=known(recorded.drawn), player=None, banker=None)
    return replace(recorded, player=known(recorded.player), banker=known(recorded.banker))


def _read(cards: tuple[Read, ...]) -> TypeGuard[Hand]:
    return all(cards)


def _third(hand: Hand) -> int | None:
    """The points of a hand's third card, None if it has none."""
    return hand[2].points if len(hand) == 3 else None


def _should_not(card: Message, rule: Message) -> Message:
    return message("{card} should not have been drawn: {rule}", card=card, rule=rule)
