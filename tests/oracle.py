"""The oracle: ways counted by dealing every ordered sequence of a shoe's cards through `game/coup.py`.

It knows nothing of the census, its patterns or its evaluator: a coup is dealt card by card, a sentence is
evaluated on that one coup (`Condition.holds`), and the deals are added up in Python integers.

Sequences of equal cards are dealt once and weighted by the number of physical deals that they represent: a
card of which n are left counts n times. Ways are ordered deals of all the unknown cards of the coup's six, so
a coup that ends early counts once for every order of the cards that it leaves.

It is slow, and its answers do not depend on the kernel. So if ANALYZER_TEST_ANSWERS names a folder, answers
are kept there for the suite's runs on other kernels; the folder must be new, because answers are valid for
only one version of the source.
"""

import json
import os
import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from math import perm
from pathlib import Path

from analyzer.bets.condition import Condition
from analyzer.errors import ShoeError
from analyzer.game.cards import Card, card_at
from analyzer.game.coup import Coup, deal
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe

CELLS: dict[Fineness, list[Card]] = {
    "points": [Card(points or 10) for points in range(10)],
    "ranks": [Card(rank) for rank in range(1, 14)],
    "cards": [card_at(index) for index in range(52)],
}
"""The card dealt from each cell of a shoe: some rank with the cell's points, and perhaps no suit."""

IMPOSSIBLE = -1
"""The leaf for cards that contradict the known cards of the coup."""


@dataclass
class Branch:
    """An unfinished coup: its cards from the shoe in order, and what follows each cell, once dealt."""

    row: list[Card]
    children: dict[int, "Node"] = field(default_factory=dict)


Node = int | Branch
"""A leaf is the number of a finished coup."""


class _Truths(dict[int, bool]):
    """Whether a condition is true, by the number of the coup; evaluated when it is first needed."""

    def __init__(self, condition: Condition, coups: list[Coup]) -> None:
        super().__init__()
        self.condition = condition
        self.coups = coups

    def __missing__(self, number: int) -> bool:
        self[number] = self.condition.holds(self.coups[number])
        return self[number]


class Oracle:
    """Every coup that can be dealt under some rules when some of its cards are known.

    A coup does not depend on the shoe, only its weight does, so coups and the truth of conditions are kept
    for all shoes. The `tree` leads, cell by cell, from no card to the finished coups, and grows as needed.
    """

    def __init__(self, rules: Rules, fineness: Fineness, dealt: Dealt = NOTHING) -> None:
        self.rules = rules
        self.fineness = fineness
        self.dealt = dealt
        self.unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
        self.coups: list[Coup] = []
        self.tree = self._after([])
        self._dealt_from: dict[Shoe, dict[int, int]] = {}
        self._truths_of: dict[Condition, _Truths] = {}

    def ways(self, shoe: Shoe, split: Sequence[Condition], given: Condition | None = None) -> list[int]:
        """The ordered deals of each outcome: in outcome i, condition i is the first that is true.

        In the last outcome, none is true. With `given`, only deals in which it is true are counted. The shoe
        must already lack the known cards, and the oracle must deal as finely as the conditions need.
        """
        folder = os.environ.get("ANALYZER_TEST_ANSWERS")
        if not folder:
            return self._counted(shoe, split, given)
        asked = pickle.dumps((self.rules, self.fineness, self.dealt, shoe, tuple(split), given))
        place = Path(folder, sha256(asked).hexdigest())
        if not place.exists():
            own = place.with_suffix(f".{os.getpid()}")  # another run may be writing the same answer
            own.write_text(json.dumps(self._counted(shoe, split, given)), encoding="utf-8")
            own.replace(place)
        answer: list[int] = json.loads(place.read_text(encoding="utf-8"))
        return answer

    def _counted(self, shoe: Shoe, split: Sequence[Condition], given: Condition | None) -> list[int]:
        counted = [0] * (len(split) + 1)
        admitted = None if given is None else self._truths(given)
        truths = [self._truths(condition) for condition in split]
        for number, deals in self._dealt(shoe).items():
            if admitted is None or admitted[number]:
                counted[next((i for i, truth in enumerate(truths) if truth[number]), len(split))] += deals
        return counted

    def _truths(self, condition: Condition) -> _Truths:
        """Whether a condition is true, by the number of the coup."""
        return self._truths_of.setdefault(condition, _Truths(condition, self.coups))

    def weights(self, shoe: Shoe) -> list[int]:
        """For each coup in `coups`, the ordered deals from this shoe in which it is dealt."""
        dealt = self._dealt(shoe)
        return [dealt.get(number, 0) for number in range(len(self.coups))]

    def _dealt(self, shoe: Shoe) -> dict[int, int]:
        """The ordered deals from this shoe of each coup that can be dealt, by its number."""
        if shoe not in self._dealt_from:
            tally: dict[int, int] = {}
            if self.tree != IMPOSSIBLE:
                self._walk(self.tree, 0, list(shoe.coarsen(self.fineness).counts), 1, tally)
            self._dealt_from[shoe] = tally
        return self._dealt_from[shoe]

    def _walk(self, node: Node, drawn: int, left: list[int], deals: int, tally: dict[int, int]) -> None:
        """Add the deals of every coup that follows from the cells drawn in `deals` physical ways."""
        if isinstance(node, int):
            tally[node] = tally.get(node, 0) + deals * perm(sum(left), self.unknown - drawn)
            return
        for cell, n in enumerate(left):
            if not n:
                continue
            if cell not in node.children:
                node.children[cell] = self._after([*node.row, CELLS[self.fineness][cell]])
            child = node.children[cell]
            if child != IMPOSSIBLE:
                left[cell] -= 1
                self._walk(child, drawn + 1, left, deals * n, tally)
                left[cell] += 1

    def _after(self, row: list[Card]) -> Node:
        """What follows the cards dealt so far: a finished coup, a contradiction, or more cards."""
        while True:
            try:
                coup = deal(self.rules, row)
            except ShoeError:
                known = known_at(self.dealt, next_place(self.rules, row), len(row) + 1)
                if len(known) > 1:
                    return IMPOSSIBLE
                if not known:
                    return Branch(row)
                row = [*row, *known]
                continue
            for hand, listed in ((coup.player, self.dealt.player), (coup.banker, self.dealt.banker)):
                if len(listed) > len(hand):
                    return IMPOSSIBLE
            self.coups.append(coup)
            return len(self.coups) - 1


@lru_cache(maxsize=32)
def dealer(rules: Rules, fineness: Fineness, dealt: Dealt = NOTHING) -> Oracle:
    """The one oracle for these rules and known cards, so that no coup is dealt or evaluated twice."""
    return Oracle(rules, fineness, dealt)


def next_place(rules: Rules, row: Sequence[Card]) -> str:
    """The place p1 … b3 that the next card of the shoe goes to, if the coup is not over."""
    order = ["p1", "b1", "p2", "b2"][0 if rules.player_first is None else 1 :]
    if len(row) < len(order):
        return order[len(row)]
    if len(row) > len(order):
        return "b3"
    # Whether Player draws does not depend on the following cards, so any two will do.
    return "p3" if len(deal(rules, [*row, Card(1), Card(1)]).player) == 3 else "b3"


def known_at(dealt: Dealt, place: str, number: int) -> list[Card]:
    """The cards known to be at a place, also as a card known by its number in the shoe; two contradict."""
    hand = dealt.player if place[0] == "p" else dealt.banker
    listed = hand[int(place[1]) - 1 :][:1]
    ahead = [card for at, card in dealt.ahead if at == number]
    return [card for card in listed if card is not None] + ahead
