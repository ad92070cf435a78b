"""The best integer tags: branch and bound, checked against trying every choice."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest

from analyzer.analysis import counting as search
from analyzer.analysis.count import Count
from analyzer.analysis.counting import best_counts, best_tags
from analyzer.analysis.score import Score, effects
from analyzer.catalog import load
from analyzer.errors import CatalogError
from analyzer.game.shoe import Fineness, Shoe

RULES = load.rules("punto-banco")
Effects = Sequence[Fraction | None]


def squared(shoe: Shoe, worth: Effects, tags: Sequence[int]) -> Fraction:
    """Σ n·E·t, squared with its sign, over Σ n·(t − t̄)²: it rises with the correlation."""
    cells = [(n, e, t) for n, e, t in zip(shoe.counts, worth, tags, strict=True) if e is not None]
    total = sum(n for n, _, _ in cells)
    mean = Fraction(sum(n * t for n, _, t in cells), total)
    spread = sum(n * (t - mean) ** 2 for n, _, t in cells)
    together = sum((n * e * t for n, e, t in cells), Fraction(0))
    return abs(together) * together / spread if spread else Fraction(0)


def by_brute_force(shoe: Shoe, worth: Effects, level: int, *, balanced: bool) -> tuple[int, ...] | None:
    """The best of all tags; floats only exclude tags that are worse by more than rounding can explain."""
    held = [cell for cell, effect in enumerate(worth) if effect is not None]
    deck = Shoe.decks(1).coarsen(shoe.fineness).counts
    n = np.array([shoe.counts[cell] for cell in held], dtype=float)
    e = np.array([float(worth[cell] or 0) for cell in held])
    all_tags = np.array(list(product(range(-level, level + 1), repeat=len(held))))
    if balanced:
        all_tags = all_tags[all_tags @ np.array([deck[cell] for cell in held]) == 0]
    together = all_tags @ (n * e)
    spread = all_tags**2 @ n - (all_tags @ n) ** 2 / n.sum()
    alike = spread < 0.1  # tags of 416 cards or fewer that are not all equal have a greater spread
    worth_of = np.where(alike, -1, together * np.abs(together) / np.where(alike, 1, spread))
    near = all_tags[worth_of >= worth_of.max() * (1 - 1e-9)]
    found = []
    for row in near.tolist():
        tags = [0] * len(worth)
        for cell, tag in zip(held, row, strict=True):
            tags[cell] = tag
        same = {worth[cell]: tags[cell] for cell in held}
        if balanced or all(same[worth[cell]] == tags[cell] for cell in held):
            size = sum(d * abs(tag) for d, tag in zip(deck, tags, strict=True))
            found.append((-squared(shoe, worth, tags), max(map(abs, tags)), size, tuple(tags)))
    best = min(found, default=None)
    return best[3] if best and best[0] < 0 else None


def worth_of(bet: str, shoe: Shoe) -> Effects:
    return effects(RULES, [load.bet(bet)], shoe)[0].by_kind


def dealt(left: int, seed: int, kinds: Sequence[int]) -> Shoe:
    full = Shoe.decks(8).points
    cards = [cell for cell, n in enumerate(full) if cell in kinds for _ in range(n)]
    drawn = Random(seed).sample(cards, left)
    return Shoe(tuple(drawn.count(cell) for cell in range(10)), "points")


CASES = [
    *[(bet, Shoe.decks(8).coarsen("points"), 1) for bet in ("lucky-6/12-23", "tie/8", "player-natural-9")],
    ("banker", dealt(200, 1, range(10)), 1),
    ("dragon-7", dealt(120, 2, (0, 2, 3, 5, 7, 8, 9)), 2),
    ("egalite-7", dealt(60, 3, (0, 1, 4, 6, 7, 9)), 3),
    ("tie/8", dealt(30, 4, (0, 1, 6, 7, 8)), 4),
    ("lucky-6/12-23", dealt(90, 5, (1, 4, 6, 7, 9)), 4),
]


@pytest.mark.parametrize("balanced", [True, False], ids=["balanced", "unbalanced"])
@pytest.mark.parametrize(("bet", "shoe", "level"), CASES, ids=[f"{bet}-{n}" for bet, _, n in CASES])
def test_the_best_tags_are_the_best_of_all(bet: str, shoe: Shoe, level: int, balanced: bool) -> None:
    worth = worth_of(bet, shoe)
    expected = by_brute_force(shoe, worth, level, balanced=balanced)
    assert best_tags(shoe, worth, level, balanced=balanced) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("balanced", [True, False], ids=["balanced", "unbalanced"])
def test_the_best_tags_are_the_best_of_all_for_any_effects(seed: int, balanced: bool) -> None:
    """Small effects, some of them equal and some zero, so that tags tie."""
    random = Random(seed)
    shoe = dealt(random.randint(8, 80), seed, random.sample(range(10), 5))
    some = [random.randint(-4, 4) if n else None for n in shoe.counts]
    mean = Fraction(sum(n * (e or 0) for n, e in zip(shoe.counts, some, strict=True)), shoe.size)
    worth = [None if effect is None else effect - mean for effect in some]
    level = 1 + seed % 3
    expected = by_brute_force(shoe, worth, level, balanced=balanced)
    assert best_tags(shoe, worth, level, balanced=balanced) == expected


@pytest.mark.parametrize(
    ("fineness", "bet", "left"), [("points", "big-tiger", 130), ("ranks", "player-pair", 70)]
)
def test_a_higher_level_and_no_balance_are_never_worse(fineness: Fineness, bet: str, left: int) -> None:
    full = Shoe.decks(8).coarsen(fineness).counts
    drawn = Random(left).sample([cell for cell, n in enumerate(full) for _ in range(n)], left)
    shoe = Shoe(tuple(drawn.count(cell) for cell in range(len(full))), fineness)
    [found] = effects(RULES, [load.bet(bet)], shoe)
    reached = {
        (best.level, best.balanced): best.score.correlation_squared or 0
        for best in best_counts(found, fineness, (1, 2, 3))
    }
    for level in (1, 2, 3):
        assert reached[level, True] <= reached[level, False] <= reached[None, False] == 1
    for balanced in (True, False):
        assert reached[1, balanced] <= reached[2, balanced] <= reached[3, balanced]


def test_balanced_tags_of_a_deck_add_up_to_zero_and_none_is_above_the_level() -> None:
    [found] = effects(RULES, [load.bet("banker")], dealt(150, 9, range(10)))
    for best in best_counts(found, "points", (1, 2, 3, 4)):
        assert best.level is None or max(map(abs, best.score.count.tags)) <= best.level
        assert not best.balanced or best.score.count.imbalance == 0


def test_the_published_panda_count_is_the_best_balanced_one_of_its_level() -> None:
    tags = best_tags(
        Shoe.decks(8).coarsen("points"),
        worth_of("panda-8", Shoe.decks(8).coarsen("points")),
        4,
        balanced=True,
    )
    assert tags == (1, 1, 1, -2, -2, -2, -1, -1, -2, 4)


def test_effects_that_are_all_zero_have_no_best_tags() -> None:
    shoe = Shoe.decks(8).coarsen("points")
    assert best_tags(shoe, [Fraction(0)] * 10, 1, balanced=True) is None


def test_a_search_that_is_too_long_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_STEPS", 100)
    search._best_tags.cache_clear()  # another test may have searched for these tags
    shoe = Shoe.decks(8).coarsen("points")
    with pytest.raises(CatalogError) as caught:
        best_tags(shoe, worth_of("tie/8", shoe), 3, balanced=True)
    assert str(caught.value) == (
        "the search for the best tags of level 3 for 10 kinds of cards takes more than 100 steps; ask for a "
        "lower level or coarser kinds"
    )


def test_cards_of_one_effect_have_one_tag_by_cards() -> None:
    shoe = Shoe.decks(8)
    [found] = effects(RULES, [load.bet("all-red")], shoe)
    tags = best_tags(shoe, found.by_kind, 2, balanced=True)
    assert tags is not None
    assert len(set(zip(found.by_kind, tags, strict=True))) == len(set(found.by_kind))
    assert Score(Count("own", "own", tuple(map(Fraction, tags))), found).count.imbalance == 0
