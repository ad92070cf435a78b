"""The page's JavaScript twin of `weigh` counts exactly as Python does."""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from math import perm

import pytest

import analyzer
from analyzer.exact import ratio_text

pytestmark = pytest.mark.browser


def shoes(kinds: int, number: int, seed: int) -> list[list[int]]:
    """Fresh, random and lopsided shoes, some with more than 458 cards, where doubles are no longer exact."""
    chance = random.Random(seed)
    made = [[4 * decks * 52 // (4 * kinds) for _ in range(kinds)] for decks in (1, 2, 6, 8)]
    while len(made) < number:
        most = chance.choice([1, 3, 12, 32, 60, 400])
        shoe = [chance.randint(0, most) for _ in range(kinds)]
        if chance.random() < 0.3:
            shoe = [count if chance.random() < 0.3 else 0 for count in shoe]
        if sum(shoe) >= 6:
            made.append(shoe)
    return made


@pytest.mark.parametrize(("kinds", "number"), [(10, 2_000), (13, 4_000), (52, 4_000)])
def test_ten_thousand_shoes(kinds: int, number: int, opened: Callable) -> None:
    weighed = shoes(kinds, number, kinds)
    assert sum(map(sum, weighed)) / number > 50 and any(sum(shoe) > 458 for shoe in weighed)
    page = opened()
    script = """shoes => shoes.map((shoe, i) =>
        JSON.stringify([baccarat.ways(shoe).bets, i % 5 ? null : baccarat.evs(shoe)]))"""
    answers = [json.loads(answer) for answer in page.evaluate(script, weighed)]
    bets = {bet.id: bet for bet in analyzer.question("standard").bets if kinds > 10 or "pair" not in bet.id}
    expected = analyzer.ways("standard", weighed, bets=[*bets])
    for shoe, (counted, _), ways in zip(weighed, answers, expected, strict=True):
        counts = {bet: {line: str(n) for line, n in lines.items()} for bet, lines in ways.items()}
        assert counted == counts, shoe
    # An EV is a sum of ways times nets: a fifth of the shoes is enough to check the summation.
    for shoe, (_, evs), ways in [*zip(weighed, answers, expected, strict=True)][::5]:
        gains = {bet: sum(n * bets[bet].nets[line] for line, n in ways[bet].items()) for bet in bets}
        assert evs == {bet: ratio_text(Fraction(gain, perm(sum(shoe), 6))) for bet, gain in gains.items()}, (
            shoe
        )
