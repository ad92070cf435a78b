"""Player, Banker and Tie by hand: the usual simple loop, for shoes of any size."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import perm

from analyzer.game.rules import Rules


def by_hands(rules: Rules, counts: tuple[int, ...]) -> list[int]:
    """Player, Banker and Tie by the usual simple loop: 55 × 55 two-card hands, then the third cards.

    All numbers are Python integers, computed from the ten counts of points.
    """
    won = [0, 0, 0]
    for p in combinations_with_replacement(range(10), 2):
        for b in combinations_with_replacement(range(10), 2):
            orders = (1 + (p[0] < p[1])) * (1 + (b[0] < b[1]))
            left = list(counts)
            for card in (*p, *b):
                orders *= left[card]
                left[card] -= 1
            if orders:
                for final_p, final_b, ways in third_cards(rules, sum(p) % 10, sum(b) % 10, left):
                    won[0 if final_p > final_b else 1 if final_b > final_p else 2] += orders * ways
    return won


def third_cards(rules: Rules, p: int, b: int, left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Both final totals and the ordered deals of the last two cards of six, for every continuation."""
    cards = sum(left)
    naturals, tableau = rules.tableau.naturals, rules.tableau
    over = p in naturals or b in naturals
    player_draws = not over and tableau.player_draws_on(p)
    for third in range(10) if player_draws else [None]:
        first = 1 if third is None else left[third]
        final_p = p if third is None else (p + third) % 10
        if not over and rules.banker_draws_on(b, third, final_p):
            for last in range(10):
                yield (
                    final_p,
                    (b + last) % 10,
                    first
                    * (left[last] - (last == third))
                    * perm(cards - 1 - (third is not None), 1 - (third is not None)),
                )
        else:
            behind = cards if third is None else cards - 1
            yield final_p, b, first * perm(behind, 2 if third is None else 1)
