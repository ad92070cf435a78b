"""Exact tails: the EV of bets over every composition of the unseen cards, weighted by its probability."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

from analyzer.analysis.odds import OnReport, Report, odds
from analyzer.analysis.question import Question
from analyzer.analysis.unseen import MAX_HALF_ROWS, MAX_LISTED, Unseen, by_kinds, check_unseen
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, parameter
from analyzer.heavy import MOST_BYTES, MOST_STEPS, announce, check_bytes, duration
from analyzer.text import Message, message

Progress = Callable[[int, int], None]
"""Called from time to time with the number of compositions done and the total."""


@dataclass(frozen=True, repr=False, slots=True)
class Tail(Answer):
    """The EV of a bet per unit staked over all compositions of the unseen cards, exact.

    `compositions` is their number, by the kinds that the bet needs; `listed` of them had to be evaluated.
    `max_at` is one with the highest EV, as pairs of a kind and its cards; `max_compositions` have that EV.
    """

    bet: Bet
    compositions: int
    listed: int
    mean_ev: Fraction
    expected_positive: Fraction
    probability_positive: Fraction
    max_ev: Fraction
    max_at: tuple[tuple[str, int], ...]
    max_compositions: int
    max_probability: Fraction

    @property
    def mean_when_positive(self) -> Fraction | None:
        """The mean of the EVs above zero, weighted by probability; None if there are none."""
        chance = self.probability_positive
        return self.expected_positive / chance if chance else None


@dataclass(frozen=True, repr=False)
class Tails(OnReport):
    """The tails of bets, in order; `report` is what the same bets are worth on the whole shoe."""

    report: Report
    unseen: int
    tails: tuple[Tail, ...]


def tails(
    question: Question,
    unseen: int,
    *,
    threads: int = 1,
    exhaustive: bool = False,
    on_progress: Progress = lambda done, total: None,
) -> Tails:
    """The exact tail of each bet when this many cards of a shoe are left, every set of them equally likely.

    The shoe of the question is the whole one. `threads` is how many blocks of compositions are processed at
    once, 1 or more; it does not change the answer. `exhaustive` allows listing more than 10⁸ compositions,
    and work that takes long. A bet that exceeds these limits is left out unless it is demanded.

    Raises:
        ShoeError: there are more unseen cards than the shoe has, or fewer than a coup takes; or as `odds`.
        ConditionError: a condition needs too many patterns, or a bet too much memory.
        AnalyzerError: a demanded bet needs too many compositions, or takes too long; or `threads` is not a
            whole number of 1 or more.
    """
    report = odds(question)
    rules, shoe = question.rules, question.shoe
    check_unseen(rules, shoe, unseen)
    groups = by_kinds(rules, [value.bet for value in report.valuations], shoe, unseen)
    large = () if exhaustive else tuple(group for group in groups if group.too_many)
    excluded = {bet: group for group in large for bet in group.bets}
    for bet, group in excluded.items():
        if bet.reference in question.demanded:
            raise _too_many(bet, group)
    kept = tuple(value for value in report.valuations if value.bet not in excluded)
    too_many = ((bet, _too_many_to_list(group)) for bet, group in excluded.items())
    question = replace(question, unavailable=(*too_many, *question.unavailable))
    report = replace(report, question=question, valuations=kept)
    groups = [group for group in groups if group not in large]
    for group in groups:
        check_bytes(_bytes(group))
        announce(group.work, group.steps)
    total, done = sum(group.listed for group in groups), 0

    def count_listed(listed: int) -> None:
        nonlocal done
        done += listed
        on_progress(done, total)

    by_bet: dict[Bet, Tail] = {}
    sets = comb(shoe.size, unseen)
    for group in groups:
        for bet, scale, sums in zip(group.bets, group.scales, group.sums(threads, count_listed), strict=True):
            by_bet[bet] = Tail(
                bet,
                group.compositions,
                group.listed,
                Fraction(sums.gain, scale * sets),
                Fraction(sums.positive, scale * sets),
                Fraction(sums.chance, sets),
                Fraction(sums.best, scale),
                tuple((name, n) for name, n in zip(group.kinds.names, sums.best_at, strict=True) if n),
                sums.best_number,
                Fraction(sums.best_draws, sets),
            )
    for value in kept:
        tail = by_bet[value.bet]
        if tail.mean_ev != value.ev:  # unseen cards do not change what a bet is worth
            raise AnalyzerError(
                "bet {bet}: the mean EV over {n} compositions is not the EV on the whole shoe; "
                "this is an error in the program",
                bet=repr(value.bet.reference),
                n=tail.compositions,
            )
    return Tails(report, unseen, tuple(by_bet[value.bet] for value in kept))


_BYTES, _BYTES_PER_KIND = 100, 24  # Measured: for a row of a listing of half the kinds, and for each kind.


def _bytes(group: Unseen) -> int:
    return group.halves.rows(group.cards) * (_BYTES + _BYTES_PER_KIND * len(group.kinds))


def _too_many(bet: Bet, group: Unseen) -> AnalyzerError:
    if group.listed <= MAX_LISTED and group.steps > MOST_STEPS:
        return AnalyzerError(
            "bet {bet}: expected work of at most {most} on one core, got about {time}: {work}; ask "
            "about fewer unseen cards or a bet that distinguishes fewer cards, or add {exhaustive}",
            bet=repr(bet.reference),
            most=duration(MOST_STEPS),
            time=duration(group.steps),
            work=group.work,
            exhaustive=parameter("exhaustive", True),
        )
    if group.listed > MAX_LISTED:
        limit = message(
            "expected at most {most} compositions to list, got {n}, of {all} compositions in all",
            most=MAX_LISTED,
            n=group.listed,
            all=group.compositions,
        )
    else:
        limit = message(
            "expected at most {most} compositions of half the kinds to keep in memory, got {n}, of {all} "
            "compositions in all",
            most=MAX_HALF_ROWS,
            n=group.halves.rows(group.cards),
            all=group.compositions,
        )
    exhaustive = parameter("exhaustive", True)
    return AnalyzerError(
        "bet {bet} with {cards} unseen cards: {limit}; {remedy}",
        bet=repr(bet.reference),
        cards=group.cards,
        limit=limit,
        remedy=message("ask about fewer unseen cards")
        if _bytes(group) > MOST_BYTES
        else message("ask about fewer unseen cards, or add {exhaustive}", exhaustive=exhaustive),
    )


def _too_many_to_list(group: Unseen) -> Message:
    if _bytes(group) > MOST_BYTES:
        return message(
            "has {n} compositions of this many unseen cards, too many to list", n=group.compositions
        )
    return message(
        "has {n} compositions of this many unseen cards, too many to list without {exhaustive}",
        n=group.compositions,
        exhaustive=parameter("exhaustive", True),
    )
