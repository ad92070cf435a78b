"""A whole coup for each line of a bet, to show how the line settles it.

Knows the rules of drawing and what a shoe holds; knows nothing of money.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All, Not
from analyzer.census.example import CARD, example
from analyzer.errors import ShoeError
from analyzer.game.cards import Card
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe

_TRIED = 300
"""Coups looked through before one is searched for: common lines are shown by coups that look like any."""


def example_coup(rules: Rules, bet: Bet, line_id: str, shoe: Shoe) -> Coup | None:
    """A coup from a shoe that a line, or `lose`, is the first to settle; None if there is no such coup.

    It is the same coup each time. Cards have suits if the shoe knows them.

    Raises:
        ShoeError: the shoe holds too few cards for a coup.
        CardError: the bet asks for suits and the shoe does not know them.
        ConditionError: the bet asks for the suit of a first card of which the rules fix the rank only.
    """
    if shoe.size < rules.cards_from_shoe:
        least = rules.cards_from_shoe
        raise ShoeError(f"expected at least {least} cards for a coup, got a shoe of {shoe.size}")
    if (shown := _shown(rules, bet, shoe).get(line_id)) is not None:
        return shown
    place = list(bet.nets).index(line_id)
    own, earlier = bet.lines[place : place + 1], bet.lines[:place]  # the implicit line has no condition
    wanted = All((*(line.when.tree for line in own), *(Not(line.when.tree) for line in earlier)))
    dealt = example(rules, Condition(f"{bet.id}.{line_id}", wanted), shoe)
    return None if dealt is None else _completed(rules, dealt, shoe)


def settling(bet: Bet, coup: Coup) -> str:
    """The id of the first line of a bet that holds in a coup, or `lose`.

    Raises:
        CardError: a line asks for the suit of a card whose suit is unknown.
    """
    return next((line.id for line in bet.lines if line.when.holds(coup)), LOSE)


@lru_cache(maxsize=256)
def _shown(rules: Rules, bet: Bet, shoe: Shoe) -> dict[str, Coup]:
    """The first of the coups dealt that each line settles, by line id, as far as they show one."""
    shown: dict[str, Coup] = {}
    for coup in _shuffled(rules, shoe):
        shown.setdefault(settling(bet, coup), coup)
        if len(shown) == len(bet.lines) + 1:
            break
    return shown


@lru_cache(maxsize=64)
def _shuffled(rules: Rules, shoe: Shoe) -> tuple[Coup, ...]:
    """Coups dealt one by one, each from the whole shoe."""
    numbers = _numbers()
    every = range(len(shoe.counts))
    coups = []
    for _ in range(_TRIED):
        left = list(shoe.counts)
        cards = (_taken(left, every, shoe.fineness, numbers) for _ in range(rules.cards_from_shoe))
        coups.append(deal(rules, cards))
    return tuple(coups)


def _completed(rules: Rules, dealt: Dealt, shoe: Shoe) -> Coup:
    """The coup of some known cards; the others, and suits not told, are any that the shoe has left."""
    known = {f"p{number}": card for number, card in enumerate(dealt.player, 1)}
    known |= {f"b{number}": card for number, card in enumerate(dealt.banker, 1)}
    order = ["p1", "b1", "p2", "b2", *(third for third in ("p3", "b3") if third in known)]
    if rules.player_first is not None:
        order.remove("p1")
    left, numbers, every = list(shoe.counts), _numbers(), range(len(shoe.counts))
    found = {
        place: _taken(left, _cells(card, shoe.fineness), shoe.fineness, numbers)
        for place in order
        if (card := known.get(place)) is not None
    }
    unknown = iter(lambda: _taken(left, every, shoe.fineness, numbers), None)
    return deal(rules, chain((found[place] if place in found else next(unknown) for place in order), unknown))


def _cells(card: Card, fineness: Fineness) -> Sequence[int]:
    """The cells of a shoe that hold a card; those of all its suits, where its suit is unknown."""
    if fineness == "points":
        return (card.points,)
    if fineness == "ranks":
        return (card.rank - 1,)
    return range(4 * (card.rank - 1), 4 * card.rank) if card.suit is None else (card.index,)


def _taken(left: list[int], cells: Sequence[int], fineness: Fineness, numbers: Iterator[int]) -> Card:
    """A card taken from some cells of a shoe, by the next number."""
    ends = list(accumulate(left[cell] for cell in cells))
    cell = cells[bisect_right(ends, next(numbers) % ends[-1])]
    left[cell] -= 1
    return CARD[fineness](cell)


def _numbers() -> Iterator[int]:
    """Numbers without a pattern that a reader would see, the same in every run.

    Source: S. K. Park and K. W. Miller, "Random number generators: good ones are hard to find",
    Communications of the ACM 31 (1988), with the multiplier 48271 that they later preferred.
    """
    number = 1
    while True:
        number = 48271 * number % (2**31 - 1)
        yield number
