"""The main question: what bets are worth on a shoe, given any known cards of the coup or a condition.

It is also answered for fresh shoes of any number of decks, and for the infinite shoe, where each card drawn
is put back. The ways of a line on d decks are a polynomial in d whose degree n is the number of cards in a
coup. On the infinite shoe, the limit, a probability is a ratio of leading coefficients: of n-th differences
divided by n!.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, TypeVar

import numpy as np

from analyzer.analysis.question import (
    FINENESS_WORDS,
    Excluded,
    Question,
    TooCoarse,
    answerable,
    guard,
    keys_of,
    split,
)
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.census.census import census
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import CARDS_IN_DECK, Shoe
from analyzer.text import Text, message, plural

Decks = int | Literal["infinite"]  # Of a fresh shoe; `infinite` where each card drawn is put back.
SHOES: tuple[Decks, ...] = (*range(1, 9), "infinite")  # The fresh shoes on which bets are compared.

_DECK = Shoe.decks(1)
ConditionalBet = tuple[Bet, Condition | None]  # A bet, and what is known of the finished coup, if anything.


class HasBet(Protocol):
    """An answer about one bet."""

    @property
    def bet(self) -> Bet:
        """The bet."""


T_co = TypeVar("T_co", bound=HasBet, covariant=True)


class ByBet(Answer, Mapping[str, T_co]):
    """Answers by bet. A key is one of `keys_of`, or `id/paytable`, or an id, which means its first bet."""

    per_bet: ClassVar[str]
    """The name of the field that contains the answers."""

    def _answers(self) -> Sequence[T_co]:
        answers: Sequence[T_co] = getattr(self, self.per_bet)
        return answers

    def __getitem__(self, key: str) -> T_co:
        """The answer about a bet."""
        answers = self._answers()
        aliases = {name: answer for answer in answers[::-1] for name in (answer.bet.id, answer.bet.reference)}
        return (aliases | dict(zip(self, answers, strict=True)))[key]

    def __iter__(self) -> Iterator[str]:
        """The keys of the bets."""
        return iter(keys_of([answer.bet for answer in self._answers()]))

    def __len__(self) -> int:
        """The number of bets."""
        return len(self._answers())


def excluded(shoe: Shoe, coarse: TooCoarse, unavailable: Excluded) -> Excluded:
    """The bets left out of an answer: those that need a finer shoe, and others."""
    words, known = FINENESS_WORDS, FINENESS_WORDS[shoe.fineness]
    reasons = [
        (bet, message("needs the shoe by {need}, not by {known}", need=words[need], known=known))
        for bet, need in coarse
    ]
    return (*reasons, *unavailable)


class LeavesOut(Answer):
    """An answer that leaves out the bets for which the cards left are known too coarsely."""

    __slots__ = ()

    question: Question
    too_coarse: TooCoarse

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return excluded(self.question.left, self.too_coarse, self.question.unavailable)


@dataclass(frozen=True, repr=False)
class Report(ByBet[Valuation], LeavesOut):
    """Bets valued on one shoe: a mapping from bet id (or `id/paytable`) to Valuation, in order.

    `shoe` is what remains after the cards seen and dealt; `total_ways` is the number of deals that agree with
    what is known; `too_coarse` lists the bets that need a finer shoe, with the fineness that each needs.
    """

    per_bet = "valuations"

    question: Question
    shoe: Shoe
    total_ways: int
    valuations: tuple[Valuation, ...]
    too_coarse: TooCoarse = ()

    @property
    def rules(self) -> Rules:
        """How the coups are dealt."""
        return self.question.rules

    @property
    def dealt(self) -> Dealt:
        """The cards of the coup that are known."""
        return self.question.dealt

    @property
    def given(self) -> Condition | None:
        """What is known of the finished coup."""
        return self.question.given


class OnReport(Answer):
    """An answer that builds on the odds of the same bets."""

    __slots__ = ()

    report: Report

    @property
    def question(self) -> Question:
        """The question."""
        return self.report.question

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return self.report.excluded


def odds(question: Question) -> Report:
    """What each bet is worth on a coup dealt from this shoe.

    Raises:
        ShoeError: there are too few cards, the shoe lacks a card that was dealt, or a demanded bet or the
            given condition needs a finer shoe.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: the given condition, or what is known of the coup, cannot happen.
    """
    rules, dealt, left = question.rules, question.dealt, question.left
    if left.size < question.unknown:
        raise ShoeError(
            plural(
                "expected at least {n} more card for a coup, got a shoe of {size}",
                "expected at least {n} more cards for a coup, got a shoe of {size}",
                question.unknown,
                size=left.size,
            )
            if dealt != NOTHING
            else message(
                "expected at least {most} cards for a coup, got a shoe of {size}",
                most=question.unknown,
                size=left.size,
            )
        )
    first = guard(question.given)
    valued, coarse = answerable(question)
    splits = [first, *(first + split(bet) for bet in valued)]
    counted = census(rules, splits, dealt, question.exhaustive, question.cards).ways(left)
    total = counted[0][-1]
    if total == 0:
        raise AnalyzerError(
            "no deal of the {n} cards left satisfies {known} under rules {rules}",
            n=left.size,
            known=stated(question),
            rules=repr(rules.id),
        )
    valuations = tuple(
        Valuation(bet, total, dict(zip(bet.nets, ways[len(first) :], strict=True)))
        for bet, ways in zip(valued, counted[1:], strict=True)
    )
    return Report(question, left, total, valuations, coarse)


def stated(question: Question) -> Text:
    """The given condition and the known cards of the coup, for an error sentence."""
    dealt = repr(str(question.dealt))
    if question.given is None:
        return message("the cards dealt {dealt}", dealt=dealt)
    given = repr(question.given.text)
    if question.dealt == NOTHING:
        return message("the given condition {given}", given=given)
    return message(
        "the given condition {given} together with the cards dealt {dealt}", given=given, dealt=dealt
    )


def fresh(
    rules: Rules,
    bets: Sequence[ConditionalBet],
    decks: Iterable[Decks],
    *,
    deck: Shoe = _DECK,
    exhaustive: bool = False,
) -> dict[Decks, list[Valuation | None]]:
    """What bets are worth on fresh shoes, by number of decks; None if what is known cannot happen.

    On the infinite shoe the ways are n! times the sequences of n cards drawn from one `deck`, each put back.
    Raises ConditionError if a condition needs too many patterns.
    """
    wanted = list(dict.fromkeys(decks))
    degree = rules.cards_from_shoe
    low = range(1, degree + 2) if "infinite" in wanted else ()
    sizes = sorted({size for size in wanted if size != "infinite"} | set(low))
    counted = census(rules, [guard(given) + split(bet) for bet, given in bets], exhaustive=exhaustive)
    cells = np.outer(sizes, deck.counts)
    by_decks: dict[Decks, list[Valuation | None]] = {size: [] for size in wanted}
    for (bet, given), tally in zip(bets, counted.tallies(cells, deck.fineness), strict=True):
        for size in wanted:
            if size == "infinite":
                ways = np.diff(tally[: degree + 1].astype(object), degree, axis=0)[0].tolist()
            else:
                ways = tally[sizes.index(size)].tolist()
            by_line = dict(zip(bet.nets, ways[len(guard(given)) :], strict=True))
            total = sum(by_line.values())
            by_decks[size].append(Valuation(bet, total, by_line) if total else None)
    return by_decks


def fresh_decks(report: Report) -> int:
    """Number of decks in the shoe of a report, if it is fresh and nothing is known of the coup; else 0."""
    return decks_of(report.shoe) if report.dealt == NOTHING and report.given is None else 0


def decks_of(shoe: Shoe) -> int:
    """Number of full decks in a shoe, however coarsely it is known; 0 if it is not full decks."""
    decks = shoe.size // CARDS_IN_DECK
    return decks if decks and shoe == Shoe.decks(decks).coarsen(shoe.fineness) else 0
