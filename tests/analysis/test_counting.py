"""Scores of counts, checked against their definitions and published figures."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

import analyzer as ba
from analyzer.analysis.count import Count
from analyzer.analysis.counting import counted
from analyzer.analysis.question import Question
from analyzer.analysis.score import Effects, Score, effects, least_fineness
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.exact import decimal_text
from analyzer.game.shoe import Fineness, Shoe

pytestmark = pytest.mark.libraries

RULES = load.rules("punto-banco")
EIGHT = Shoe.decks(8)


def dealt(left: int, seed: int, fineness: Fineness = "points") -> Shoe:
    """A shoe of 8 decks with this many cards left."""
    full = EIGHT.coarsen(fineness).counts
    cards = [cell for cell, n in enumerate(full) for _ in range(n)]
    drawn = Random(seed).sample(cards, left)
    return Shoe(tuple(drawn.count(cell) for cell in range(len(full))), fineness)


def of(bet: str, shoe: Shoe = EIGHT, by: Fineness = "points") -> Effects:
    return effects(RULES, [load.bet(bet)], shoe.coarsen(by))[0]


def count(*tags: int | Fraction) -> Count:
    return Count("own", "own", tuple(map(Fraction, tags)))


def published(id: str) -> Score:
    """A published count scored on the bet that it was made for."""
    known = library.count(id)
    return Score(known, of(known.bet or "tie", by=least_fineness(known)))


# Scores against their definitions


def card_by_card(bet: str, shoe: Shoe, tags: Sequence[Fraction]) -> tuple[int, Fraction, Fraction]:
    """Sign and square of the correlation over the cards of a shoe one by one, and the break-even, slowly."""
    whole = ba.odds("standard", shoe, bets=[bet])
    (before,) = [value.ev for value in whole.valuations]
    pairs: list[tuple[Fraction, Fraction]] = []
    for cell, n in enumerate(shoe.counts):
        if n:
            less = Shoe(tuple(m - (i == cell) for i, m in enumerate(shoe.counts)), shoe.fineness)
            (after,) = [value.ev for value in ba.odds("standard", less, bets=[bet]).valuations]
            pairs += [(tags[cell], after - before)] * n
    mean = sum(tag for tag, _ in pairs) / len(pairs)
    together = sum((tag - mean) * effect for tag, effect in pairs)
    of_tags = sum((tag - mean) ** 2 for tag, _ in pairs)
    of_effects = sum(effect**2 for _, effect in pairs)
    per_true_count = together / of_tags * (len(pairs) - 1) / 52
    squared = together**2 / (of_tags * of_effects)
    return (together > 0) - (together < 0), Fraction(squared), Fraction(-before / per_true_count)


@pytest.mark.parametrize(
    ("bet", "shoe", "tags"),
    [
        ("lucky-6/12-23", EIGHT.coarsen("points"), (-2, -1, -1, -4, -1, -1, -18, 13, 12, 9)),
        ("tie/8", dealt(100, 5), (-2, 0, 1, 1, 1, 1, 1, 1, 1, 1)),
        ("player-pair", dealt(90, 6, "ranks"), (1, 2, 0, -1, 3, 0, 0, 5, -2, 1, 1, 0, 0)),
    ],
)
def test_a_score_is_the_correlation_over_the_cards_one_by_one(
    bet: str, shoe: Shoe, tags: tuple[int, ...]
) -> None:
    score = Score(count(*tags), of(bet, shoe, shoe.fineness))
    exact = tuple(map(Fraction, tags))
    assert (score.sign, score.correlation_squared, score.trigger) == card_by_card(bet, shoe, exact)


@pytest.mark.parametrize("shoe", [EIGHT.coarsen("points"), dealt(60, 7)], ids=["fresh", "dealt"])
def test_after_one_card_the_estimate_by_real_tags_is_the_ev_itself(shoe: Shoe) -> None:
    found = of("dragon-7", shoe)
    (best, *_) = counted(Question.of(RULES, [found.bet], shoe), levels=()).counted[0].best
    score = best.score
    assert score.correlation_squared == 1
    assert score.slope is not None
    for cell, tag in enumerate(score.tags):
        if shoe.counts[cell]:
            less = Shoe(tuple(m - (i == cell) for i, m in enumerate(shoe.counts)), "points")
            exact = ba.odds("standard", less, bets=["dragon-7"])["dragon-7"].ev
            assert found.ev + score.slope * (tag - score.mean) == exact


def test_tags_shifted_or_scaled_correlate_the_same() -> None:
    found = of("tie/8", dealt(150, 3))
    tags = (-2, 0, 1, 5, 1, -3, 1, 1, 1, 1)
    first, moved, stretched = (
        Score(count(*(a + b * tag for tag in tags)), found) for a, b in ((0, 1), (7, 1), (-2, 3))
    )
    assert first.correlation == moved.correlation == stretched.correlation
    assert first.trigger == moved.trigger
    assert stretched.trigger == 3 * (first.trigger or 0)


@pytest.mark.parametrize("seed", range(5))
def test_at_the_pivot_the_true_count_is_the_imbalance_however_many_cards_are_left(seed: int) -> None:
    how = library.count("how-dragon-7")
    score = Score(how, of("dragon-7"))
    left = dealt(40 + 60 * seed, seed)
    seen = [n - m for n, m in zip(EIGHT.points, left.counts, strict=True)]
    running = how.start + sum(n * tag for n, tag in zip(seen, how.tags, strict=True))
    balanced = running - how.start - score.mean * sum(seen)
    true = balanced * 52 / left.size
    assert [how.start, how.imbalance, score.pivot] == [-32, 4, 0]
    assert running - (score.pivot or 0) == (true - how.imbalance) * left.size / 52


# Published figures


def test_correlations_match_those_that_sources_print() -> None:
    def shown(id: str, digits: int) -> str:
        found = published(id).correlation
        assert found is not None
        return decimal_text(Fraction(found), digits)

    assert shown("wizard-lucky-6-exact", 4) == "0.9997"
    assert decimal_text(published("wizard-lucky-6-exact").trigger or Fraction(0), 1) == "48.8"
    assert shown("jacobson-big-tiger", 3) == "0.981"
    assert shown("ten-count", 2) == "-0.61"
    assert shown("main-bets-for-player", 2) == "-0.97"
    assert shown("jacobson-panda-8", 4) == "0.9943"
    assert shown("calculator-panda-8", 4) == "0.2937"


def test_the_panda_tags_copied_wrong_are_those_of_jacobson_one_card_late() -> None:
    wrong, right = library.count("calculator-panda-8").tags, library.count("jacobson-panda-8").tags
    assert wrong[3:9] == right[3:9]
    assert [wrong[2], right[9]] == [1, 4]


# Bets that cannot be counted, and bets that favour the bettor from the start


def test_a_bet_that_no_card_changes_has_no_tags_and_no_correlation() -> None:
    counting = ba.count(bets=["player-pair"], tags=["1 1 1 1 1 -1 -1 -1 -1 0"])["player-pair"]
    (own,) = counting.own
    assert (counting.by, counting.best) == ("ranks", ())
    assert (own.correlation, own.correlation_squared, own.trigger, own.whole_trigger) == (None,) * 4
    assert own.sign == 0


def test_a_pair_bet_on_a_dealt_shoe_has_something_to_count() -> None:
    counting = ba.count("standard", dealt(90, 6, "ranks"), bets=["player-pair"], level=1)["player-pair"]
    assert [best.level for best in counting.best] == [None, 1, 1]


def test_equal_tags_say_nothing() -> None:
    score = Score(count(*[3] * 10), of("tie/8"))
    assert (score.correlation, score.slope, score.trigger, score.sign) == (None, None, None, 0)


def test_a_bet_that_favours_the_bettor_breaks_even_below_zero() -> None:
    found = ba.count("standard", "0=40 1=8 2=8 3=9 4=12 5=12 6=14 7=14 8=0 9=0", bets=["dragon-7"], level=1)
    counting = found["dragon-7"]
    assert counting.effects.ev > 0
    assert all(best.score.trigger is not None and best.score.trigger < 0 for best in counting.best)


# Kinds


def test_effects_by_coarser_kinds_are_means() -> None:
    by_rank = of("player-pair", dealt(90, 6, "ranks"), "ranks")
    coarse = by_rank.coarsened("points")
    ranks, n = by_rank.by_kind, by_rank.shoe.counts
    tens = sum((n[i] * (ranks[i] or 0) for i in range(9, 13)), Fraction(0)) / sum(n[9:])
    assert coarse.by_kind == (tens, *ranks[:9])


def test_by_finer_kinds_than_a_bet_needs_the_best_correlations_are_the_same() -> None:
    by = {by: ba.count(bets=["tie"], by=by, level=2)["tie"].best for by in ("points", "ranks", "cards")}
    unbalanced = {by: [one.score.correlation for one in best if not one.balanced] for by, best in by.items()}
    assert unbalanced["points"] == unbalanced["ranks"] == unbalanced["cards"]


def test_a_count_by_suits_is_scored_on_the_cards() -> None:
    (score,) = ba.count(bets=["all-red"], tags=["h=1 d=1"], level=1)["all-red"].own
    assert score.sign == -1
    assert len(score.tags) == 52


def test_published_counts_too_fine_for_the_shoe_are_named() -> None:
    counting = ba.count("standard", EIGHT.coarsen("points"), bets=["panda-8"], level=1)["panda-8"]
    assert counting.coarse == ("how-panda-8-co-count",)
    assert [score.count.id for score in counting.published] == ["calculator-panda-8", "jacobson-panda-8"]


def test_all_counts_are_scored_if_all_are_requested() -> None:
    counting = ba.count(bets=["tie"], level=1, all_counts=True)["tie"]
    assert len(counting.published) == len(library.library())
    assert [score.count.id for score in ba.count(bets=["tie"], level=1)["tie"].published] == ["ten-count"]
