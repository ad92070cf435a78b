"""How good a count is for a bet: how well its tags follow the effects of removal, and when to bet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import TypeVar

from analyzer.analysis.count import Count
from analyzer.analysis.odds import decks_of
from analyzer.analysis.question import FINENESS_WORDS, Question
from analyzer.analysis.removal import removal
from analyzer.bets.bet import Bet
from analyzer.errors import CatalogError
from analyzer.exact import root_float
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK, FINENESSES, KEYS, Fineness, Shoe, coarser

T = TypeVar("T")


@dataclass(frozen=True)
class Effects:
    """The EV of a bet on a shoe, and its effect of removal by cell; None for a cell without cards."""

    bet: Bet
    shoe: Shoe
    ev: Fraction
    by_kind: tuple[Fraction | None, ...]

    @property
    def decks(self) -> int:
        """Number of full decks in the shoe; 0 if it is not full decks."""
        return decks_of(self.shoe)

    def coarsened(self, fineness: Fineness) -> "Effects":
        """The effects by coarser kinds: for each the mean over its cards."""
        shoe = self.shoe.coarsen(fineness)
        sums = [Fraction(0)] * len(shoe.counts)
        kinds = coarser(self.shoe.fineness, fineness)
        for kind, n, effect in zip(kinds, self.shoe.counts, self.by_kind, strict=True):
            sums[kind] += n * (effect or 0)
        means = tuple(total / n if n else None for total, n in zip(sums, shoe.counts, strict=True))
        return replace(self, shoe=shoe, by_kind=means)

    @cached_property
    def squares(self) -> Fraction:
        """Σ n·E² over the cards left."""
        numbers, effects, _ = zip(*self.with_tags(self.by_kind), strict=True)
        whole, unit = _whole(effects)
        return Fraction(
            sum(n * effect * effect for n, effect in zip(numbers, whole, strict=True)), unit * unit
        )

    def with_tags(self, tags: Sequence[Fraction | int | None]) -> Iterator[tuple[int, Fraction, Fraction]]:
        """For each kind with cards left: their number, the effect of removal, and the tag."""
        for n, effect, tag in zip(self.shoe.counts, self.by_kind, tags, strict=True):
            if effect is not None:
                yield n, effect, Fraction(tag or 0)


def _whole(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Fractions as whole numbers over their least common denominator, which comes last."""
    unit = lcm(*(value.denominator for value in values))
    return [value.numerator * (unit // value.denominator) for value in values], unit


def effects(rules: Rules, bets: Sequence[Bet], shoe: Shoe) -> list[Effects]:
    """The effects of removal of each bet, by the kinds that the shoe distinguishes. Raises ShoeError if the
    shoe is known too coarsely for a bet, or cannot lose a card and still deal a coup.
    """
    question = Question.of(rules, bets, shoe, demanded=frozenset(bet.reference for bet in bets))
    return [
        Effects(bet, shoe, found.ev, tuple(map(found.effects.get, KEYS[shoe.fineness])))
        for bet, found in zip(bets, removal(question, shoe.fineness).removals, strict=True)
    ]


@dataclass(frozen=True)
class Score:
    """How well a count serves a bet. Its tags are by the kinds of the effects, or by coarser ones.

    All figures come from the linear estimate fitted to the effects. With n of N cards not yet seen,

        EV ≈ EV₀ + (N − 1)/n · β · (running count − start − t̄ · cards seen),

    where β = Σ n(t − t̄)E / Σ n(t − t̄)² and t̄ is the mean tag of the shoe.

    Source: Peter Griffin, The Theory of Blackjack (linear estimates, betting correlation); Edward Thorp and
    William Walden, A favorable side bet in Nevada baccarat (1966).
    """

    count: Count
    effects: Effects

    @cached_property
    def tags(self) -> tuple[Fraction, ...]:
        """The tags by the kinds of the effects."""
        return spread(self.count.tags, self.effects.shoe.fineness)

    @cached_property
    def mean(self) -> Fraction:
        """The mean tag of the cards left."""
        shoe = self.effects.shoe
        total = sum((n * tag for n, tag in zip(shoe.counts, self.tags, strict=True)), Fraction(0))
        return total / shoe.size

    @cached_property
    def _sums(self) -> tuple[Fraction, Fraction]:
        """Σ n(t − t̄)E and Σ n(t − t̄)²: N times the covariance of tags and effects and the tags' variance."""
        numbers, effects, tags = zip(*self.effects.with_tags(self.tags), strict=True)
        (whole, unit), (by_tag, size) = _whole(effects), _whole(tags)
        # Each tag less the mean, as a whole number of 1/size over the cards left.
        total, cards = sum(map(mul, numbers, by_tag)), sum(numbers)
        above = [cards * tag - total for tag in by_tag]
        weighted = [*map(mul, numbers, above)]
        size *= cards
        return (
            Fraction(sum(map(mul, weighted, whole)), unit * size),
            Fraction(sum(map(mul, weighted, above)), size * size),
        )

    @property
    def slope(self) -> Fraction | None:
        """β: the change of the effect with each unit of tag; None if all tags of the shoe are equal."""
        covariance, variance = self._sums
        return covariance / variance if variance else None

    @property
    def correlation_squared(self) -> Fraction | None:
        """ρ², between 0 and 1; None if all tags or all effects are equal, so that nothing correlates."""
        covariance, variance = self._sums
        divisor = variance * self.effects.squares
        return covariance * covariance / divisor if divisor else None

    @property
    def sign(self) -> int:
        """1 if a high count is good for the bettor, −1 if it is bad, 0 if it says nothing."""
        covariance, _ = self._sums
        return (covariance > 0) - (covariance < 0)

    @property
    def correlation(self) -> float | None:
        """The betting correlation ρ, from −1 to 1, the float nearest to it; None if nothing correlates."""
        squared = self.correlation_squared
        return None if squared is None else root_float(squared, self.sign < 0)

    @property
    def gain(self) -> Fraction | None:
        """Increase of the estimated EV per unit of true count; None if all tags of the shoe are equal."""
        return None if self.slope is None else self.slope * (self.effects.shoe.size - 1) / CARDS_IN_DECK

    @property
    def trigger(self) -> Fraction | None:
        """The true count, see `Count`, at which the estimated EV is 0; None if the EV does not vary."""
        return -self.effects.ev / self.gain if self.gain else None

    @property
    def whole_trigger(self) -> int | None:
        """The least whole true count whose estimate is not negative; None unless a high count is good."""
        return -(-self.trigger // 1) if self.trigger is not None and self.sign > 0 else None

    @property
    def pivot(self) -> Fraction | None:
        """The running count with the same true count at any depth; None if balanced or not full decks."""
        decks, imbalance = self.effects.decks, self.count.imbalance
        return self.count.start + imbalance * decks if decks and imbalance else None


def spread(tags: Sequence[T], fineness: Fineness) -> tuple[T, ...]:
    """Tags by the kinds of a fineness, which may be coarser than theirs if cards of one kind have one tag.
    Raises CatalogError if the tags distinguish cards that the fineness does not.
    """
    tags_by: Fineness = next(by for by, keys in KEYS.items() if len(keys) == len(tags))
    if FINENESSES.index(tags_by) <= FINENESSES.index(fineness):
        return tuple(tags[cell] for cell in coarser(fineness, tags_by))
    if (tags_by, fineness) == ("ranks", "points") and len(set(tags[9:])) == 1:
        return (tags[9], *tags[:9])
    raise CatalogError(
        "expected tags by {fineness}, got tags that differ for cards of the same kind",
        fineness=FINENESS_WORDS[fineness],
    )


def least_fineness(count: Count) -> Fineness:
    """The coarsest fineness that distinguishes all the cards that a count does."""
    for fineness in ("points", "ranks"):
        try:
            spread(count.tags, fineness)
        except CatalogError:
            continue
        return fineness
    return "cards"
