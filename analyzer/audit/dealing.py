"""Bets counted by dealing every pattern as a coup: the slow, readable counterpart of the census."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

from analyzer.audit.proof import Counted, Multiset
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.facts import FIRST_FOUR, POINTS, POSITIONS, WHOLE
from analyzer.bets.fold import folded
from analyzer.bets.tree import looks, touched
from analyzer.census.kinds import Kinds
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.text import Message, message

MOST_JUDGED = 50_000_000  # The most evaluations of a condition on a coup: a few minutes of work.
_NAMES: dict[Fineness, Message] = {
    "points": message("points"),
    "ranks": message("ranks"),
    "cards": message("cards"),
}


def count_by_dealing(
    rules: Rules, bets: Sequence[Bet], shoe: Shoe, given: Condition | None = None
) -> list[Counted]:
    """For each bet, the dealing orders of each line by kinds, over the coups that satisfy the condition.
    Kinds of which the shoe has no card are not dealt. Raises AnalyzerError if the count may take more than a
    few minutes, if the shoe distinguishes too few cards, or if a condition needs the suit of a first card
    that the rules give away.
    """
    views = [_view(bet, given) for bet in bets]
    groups = {view: [bet for bet, other in zip(bets, views, strict=True) if other == view] for view in views}
    judged = 0
    for view, group in groups.items():
        if not view.kinds.known_by(shoe.fineness):
            raise AnalyzerError(
                "expected a shoe known by {needed} for bet {bet}, got one known only by {known}",
                needed=_NAMES[view.kinds.fineness],
                bet=quoted(group[0].id),
                known=_NAMES[shoe.fineness],
            )
        judged += view.most(shoe) * sum(1 + len(bet.lines) for bet in group)
    if judged > MOST_JUDGED:
        raise AnalyzerError(
            "expected bets that need at most {most} evaluations of conditions, got bets that may need {n}; "
            "take fewer bets at once",
            most=MOST_JUDGED,
            n=judged,
        )
    orders = {view: iter(_judged(rules, view, group, shoe, given)) for view, group in groups.items()}
    return [Counted(view.kinds, view.places, next(orders[view])) for view in views]


@dataclass(frozen=True, slots=True)
class _View:
    """The kinds and places on which conditions depend, and whether they name first cards one by one."""

    kinds: Kinds
    places: tuple[str, ...]
    named: bool

    @property
    def whole(self) -> bool:
        return self.places == POSITIONS

    def most(self, shoe: Shoe) -> int:
        size = sum(1 for n in self.kinds.of(shoe) if n)
        pairs = size**2 if self.named else size * (size + 1) // 2
        return (pairs * size) ** 2 if self.whole else size ** len(self.places)


def _view(bet: Bet, given: Condition | None) -> _View:
    conditions = [line.when for line in bet.lines] + ([] if given is None else [given])
    trees = [folded(condition.tree) for condition in conditions]
    seen = frozenset(chain.from_iterable(map(looks, trees)))
    if whole := any(not look.where <= FIRST_FOUR for look in seen):
        where = WHOLE
    else:
        where = frozenset(chain.from_iterable(look.where for look in seen))
    kinds = Kinds.distinguishing(*([POINTS] if whole else []), *(look.labels for look in seen))
    named = any(touched(tree) & FIRST_FOUR for tree in trees)
    return _View(kinds, tuple(place for place in POSITIONS if place in where), named)


def _judged(
    rules: Rules, view: _View, bets: Sequence[Bet], shoe: Shoe, given: Condition | None
) -> list[dict[str, dict[Multiset, int]]]:
    """For each bet, the dealing orders of its lines by the kinds at the places of the view."""
    by_bet: list[dict[str, dict[Multiset, int]]] = [{line: {} for line in bet.nets} for bet in bets]
    counts = view.kinds.of(shoe)
    cards = [(kind, card_at(int(card))) for kind, card in enumerate(view.kinds.cards) if counts[kind]]
    for coup, kinds, orders in (_whole if view.whole else _begun)(rules, view, cards):
        if given is not None and not given.holds(coup):
            continue
        multiset = tuple(sorted(kinds))
        for bet, lines in zip(bets, by_bet, strict=True):
            line = next((line.id for line in bet.lines if line.when.holds(coup)), LOSE)
            lines[line][multiset] = lines[line].get(multiset, 0) + orders
    return by_bet


_Cards = Sequence[tuple[int, Card]]  # Kinds, each with a card that represents it.


def _whole(rules: Rules, view: _View, cards: _Cards) -> Iterator[tuple[Coup, Multiset, int]]:
    """Every coup, the kinds of its cards from the shoe, and how many dealing orders it represents."""
    hands = [
        (first, second, 1 if view.named or first == second else 2)
        for i, first in enumerate(cards)
        for second in cards[0 if view.named else i :]
    ]
    # A first card that the rules give away is not from the shoe; only the hand's other card is dealt.
    given = rules.player_first is not None
    players = [((), second, 1) for second in cards] if given else [((p1,), p2, n) for p1, p2, n in hands]
    for p1, p2, player in players:
        for b1, b2, banker in hands:
            first = (*p1, b1, p2, b2)
            row, kinds = [card for _, card in first], [kind for kind, _ in first]
            for coup, thirds in _drawn(rules, row, cards):
                yield coup, (*kinds, *thirds), player * banker


def _drawn(rules: Rules, row: Sequence[Card], cards: _Cards) -> Iterator[tuple[Coup, Multiset]]:
    """Every coup that begins with a row of cards, and the kinds of the third cards that it takes."""
    for kind, third in cards:
        for other, fourth in cards:
            coup = deal(rules, [*row, third, fourth])
            yield coup, (kind, other)[: coup.cards - 4]
            if coup.cards < 6:
                break  # the last card stays in the shoe, whatever it is
        if coup.cards < 5:
            break


def _begun(rules: Rules, view: _View, cards: _Cards) -> Iterator[tuple[Coup, Multiset, int]]:
    """A coup for each choice of cards at the view's places, all of the first four; others are arbitrary."""
    given = None if rules.player_first is None else Card(rules.player_first)
    free = [place for place in view.places if place != "p1" or given is None]
    for chosen in product(cards, repeat=len(free)):
        placed = {"p1": given or card_at(0), **dict(zip(free, (card for _, card in chosen), strict=True))}
        p1, p2, b1, b2 = (placed.get(place, card_at(0)) for place in ("p1", "p2", "b1", "b2"))
        yield Coup((p1, p2), (b1, b2)), tuple(kind for kind, _ in chosen), 1
