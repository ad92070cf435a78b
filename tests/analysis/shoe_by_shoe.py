"""Shoes played one at a time in plain Python: the slow twin of `analyzer.analysis.sweep`.

It imports only the types of questions and answers from there. It draws random numbers with its own Philox,
deals coups with `game/coup.py` and values bets with `analysis/odds.py`, all in whole numbers and Fractions,
except that an EV is rounded to a double before it is rounded to 2⁻⁴⁰.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from analyzer.analysis.count import Count
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Question
from analyzer.analysis.sweep.tally import BetSums, CoupSums, PlayerSums, Spread, Tally
from analyzer.analysis.sweep.work import Work
from analyzer.game.cards import Card
from analyzer.game.coup import deal
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import CARDS_IN_DECK, KEYS, Shoe

_WORD = 2**64 - 1


def philox(counter: int, key: int) -> list[int]:
    """Four random words of 64 bits: Philox4x64 with ten rounds.

    Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (SC11, 2011).
    """
    c0, c1, c2, c3 = (counter >> 64 * i & _WORD for i in range(4))
    k0, k1 = key & _WORD, key >> 64
    for _ in range(10):
        a, b = 0xD2E7470EE14C6C93 * c0, 0xCA5A826395121157 * c2
        c0, c1, c2, c3 = b >> 64 ^ c1 ^ k0, b & _WORD, a >> 64 ^ c3 ^ k1, a & _WORD
        k0, k1 = k0 + 0x9E3779B97F4A7C15 & _WORD, k1 + 0xBB67AE8584CAA73B & _WORD
    return [c0, c1, c2, c3]


def order(shoe: Shoe, seed: int, number: int) -> list[Card]:
    """The cards of shoe `number` in the order in which they are dealt, at the shoe's fineness."""
    blocks = -(-shoe.size // 4)
    words = [word for block in range(blocks) for word in philox(number * blocks + block + 1, seed)]
    cells = [cell for cell, n in enumerate(shoe.counts) for _ in range(n)]
    drawn = sorted((word >> 6, cell) for word, cell in zip(words, cells, strict=False))
    return [card_of(shoe, cell) for _, cell in drawn]


def cut_card(procedure: Procedure, seed: int, number: int) -> int:
    """How many cards are behind the cut card of shoe `number`."""
    if isinstance(procedure.cut_card, int):
        return procedure.cut_card
    depths = range(procedure.cut_card[0], procedure.cut_card[1] + 1)
    return depths[philox(2**192 + number + 1, seed)[0] % len(depths)]


def card_of(shoe: Shoe, cell: int) -> Card:
    """A card of a cell of the shoe."""
    if shoe.fineness == "cards":
        return Card(cell // 4 + 1, cell % 4)
    return Card(cell + 1 if shoe.fineness == "ranks" else cell or 10)


@dataclass(frozen=True)
class Coup:
    """Before a coup: the cards not yet seen, and the exact EVs of the bets."""

    unseen: Shoe
    evs: tuple[Fraction, ...]


def play(work: Work, number: int) -> list[Coup]:
    """One shoe played to its end."""
    cards = order(work.shoe, work.seed, number)
    behind = cut_card(work.procedure, work.seed, number)
    burn = work.procedure.burn
    if burn == "first-card":
        burn = 1 + (cards[0].points or 10)
    shown = {"none": 0, "first-card": min(burn, 1), "all": burn}[work.procedure.seen]
    seen, left = cards[:shown], cards[burn:]
    found = []
    after_cut_card = 0
    while after_cut_card <= work.procedure.extra_coups:
        unseen = work.shoe.without(seen)
        report = odds(Question.of(work.rules, work.bets, unseen))
        found.append(Coup(unseen, tuple(value.ev for value in report.valuations)))
        coup = deal(work.rules, left)
        taken = coup.cards - (work.rules.player_first is not None)
        pulled = work.rules.cards_from_shoe if work.procedure.reserve else taken
        after_cut_card += len(left) - pulled < behind
        seen, left = [*seen, *left[:taken]], left[taken:]
    return found


def bets_on(count: Count, shoe: Shoe, unseen: Shoe) -> bool:
    """Whether a count says to bet."""
    before, now = shoe.coarsen(count.fineness), unseen.coarsen(count.fineness)
    cells = range(len(KEYS[count.fineness]))
    running = count.start + sum(count.tags[i] * (before.counts[i] - now.counts[i]) for i in cells)
    if count.running_trigger is not None:
        return running >= count.running_trigger
    assert count.true_trigger is not None
    expected = count.start + Fraction(shoe.size - unseen.size, shoe.size) * sum(
        count.tags[i] * before.counts[i] for i in cells
    )
    return (running - expected) / Fraction(unseen.size, CARDS_IN_DECK) >= count.true_trigger


def whole(ev: Fraction) -> int:
    """An EV as a tally counts it."""
    return round(Fraction(float(ev)) * 2**40)


def made(work: Work, shoe: list[Coup]) -> list[list[int]]:
    """For each player of a tally, the EVs of the bets made in a shoe."""
    perfect = [[coup.evs[i] for coup in shoe if coup.evs[i] > 0] for i in range(len(work.bets))]
    best = [max(coup.evs) for coup in shoe if max(coup.evs) > 0]
    counts = [
        [coup.evs[place] for coup in shoe if bets_on(count, work.shoe, coup.unseen)]
        for count, place in work.counts
    ]
    return [list(map(whole, evs)) for evs in (*perfect, best, *counts)]


def tally(work: Work, shoes: list[list[Coup]]) -> Tally:
    """The tally of some shoes, sum by sum."""
    players: list[PlayerSums] = []
    hands = [made(work, shoe) for shoe in shoes]
    for place in range(len(work.bets) + 1 + len(work.counts)):
        rival = place
        if place > len(work.bets):
            rival = work.counts[place - len(work.bets) - 1][1]
        bets = [len(hand[place]) for hand in hands]
        gains = [sum(hand[place]) for hand in hands]
        players.append(
            PlayerSums(
                sum(bets),
                sum(gains),
                sum(b * b for b in bets),
                sum(g * g for g in gains),
                sum(b * g for b, g in zip(bets, gains, strict=True)),
                sum(b * len(shoe) for b, shoe in zip(bets, shoes, strict=True)),
                sum(g * sum(hand[rival]) for g, hand in zip(gains, hands, strict=True)),
            )
        )
    longest = max(map(len, shoes))
    coups = [
        [[shoe[k].evs[i] for shoe in shoes if k < len(shoe)] for i in range(len(work.bets))]
        for k in range(longest)
    ]
    return Tally(
        dict(sorted(Counter(map(len, shoes)).items())),
        tuple(players),
        tuple(
            _over_shoes([[whole(c.evs[i]) for c in shoe] for shoe in shoes]) for i in range(len(work.bets))
        ),
        tuple(tuple(map(_coup, row)) for row in coups),
        tuple(
            tuple(_spread([ev for row in coups[k : k + 10] for ev in row[i]]) for i in range(len(work.bets)))
            for k in range(0, longest, 10)
        ),
    )


def _over_shoes(shoes: list[list[int]]) -> BetSums:
    sums = [sum(shoe) for shoe in shoes]
    return BetSums(
        sum(sums), sum(x * x for x in sums), sum(x * len(s) for x, s in zip(sums, shoes, strict=True))
    )


def _coup(evs: list[Fraction]) -> CoupSums:
    numbers = list(map(whole, evs))
    return CoupSums(sum(numbers), sum(n * n for n in numbers), sum(ev > 0 for ev in evs))


def _spread(evs: list[Fraction]) -> Spread:
    numbers = sorted(map(whole, evs))
    bins = Counter(n * 1024 // 2**40 for n in numbers)
    return Spread(numbers[0], numbers[-1], dict(sorted(bins.items())))
