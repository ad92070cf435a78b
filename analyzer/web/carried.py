"""The part of a question that a page contains: bets, the programs that count them, self-test answers.

Source of the integer encoding: LEB128, as in the DWARF 5 standard, section 7.6.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.analysis.question import Question, keys_of, split
from analyzer.bets.bet import Bet
from analyzer.census.census import census
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.census.program import Ints, Program
from analyzer.errors import AnalyzerError
from analyzer.game.dealt import NOTHING
from analyzer.game.shoe import FINENESSES, Fineness, Shoe
from analyzer.text import Message, message

MOST_WORDS = 300_000
"""The longest program that a page contains, in words: about 400 kB as text."""

_LOPSIDED = Shoe.parse("0=2 1=9 4=5 5=1 6=4 9=3"), Shoe.parse("A=7 3=1 6=12 7=5 8=2 T=3 K=9")
_HUGE = 40  # Decks: so large that doubles are no longer exact.


@dataclass(frozen=True, slots=True)
class CarriedProgram:
    """A program and the fineness of the shoe counts that it takes."""

    program: Program
    fineness: Fineness


@dataclass(frozen=True, slots=True)
class Carried:
    """The bets of a question that a page can compute, and those that it cannot, with the reason.

    `places` maps each bet's key to the index of its program and the index of its first outcome there; the
    lines of a bet are consecutive outcomes, `lose` last. `answers` are shoes with the ways of all outcomes by
    program, counted in Python for the page's self-test; None for a shoe too coarse for a program.
    """

    question: Question
    bets: Mapping[str, Bet]
    programs: tuple[CarriedProgram, ...]
    places: Mapping[str, tuple[int, int]]
    omitted: tuple[tuple[Bet, Message], ...]
    answers: tuple[tuple[Shoe, tuple[tuple[int, ...] | None, ...]], ...]


def carried(question: Question) -> Carried:
    """What a page contains for a question about whole coups; the page can compute any shoe.

    Raises AnalyzerError if the question has dealt cards or a condition, and ConditionError for a bet that
    needs too many patterns.
    """
    if question.dealt != NOTHING or question.given is not None:
        raise AnalyzerError(
            "expected a question about whole coups, got one with cards dealt or a condition given"
        )
    bets = dict(zip(keys_of(question.bets), question.bets, strict=True))
    # Counted for every card, not only for those left, because the page computes any shoe.
    made = census(question.rules, [split(bet) for bet in bets.values()], exhaustive=question.exhaustive)
    programs: list[CarriedProgram] = []
    found: dict[int, tuple[int, int]] = {}
    for splits, evaluator in made.evaluators:
        if isinstance(evaluator, ProgramEvaluator):
            kinds = evaluator.polynomials.kinds
            program = evaluator.polynomials.program.for_cells(kinds.members(kinds.fineness))
            if len(words_of(program)) <= MOST_WORDS:
                starts = ((len(programs), span.start) for span in evaluator.spans)
                found |= zip(splits, starts, strict=True)
                programs.append(CarriedProgram(program, kinds.fineness))
    of_bet = dict(zip(bets, made.places, strict=True))
    return Carried(
        question,
        {key: bet for key, bet in bets.items() if of_bet[key] in found},
        tuple(programs),
        {key: found[split] for key, split in of_bet.items() if split in found},
        (
            *((bets[key], _TOO_LONG) for key, split in of_bet.items() if split not in found),
            *question.unavailable,
        ),
        tuple((shoe, _answer(shoe, programs)) for shoe in _shoes(question)),
    )


_TOO_LONG = message(
    "looks at too many suits together, so its program is too long for a page; baccarat odds can compute it"
)


def _shoes(question: Question) -> tuple[Shoe, ...]:
    """Shoes for the self-test: fresh, lopsided, and one with more cards than doubles count exactly."""
    return (Shoe.decks(question.variant.decks), *_LOPSIDED, Shoe.decks(_HUGE))


def _answer(shoe: Shoe, programs: Sequence[CarriedProgram]) -> tuple[tuple[int, ...] | None, ...]:
    """The ways of all outcomes of each program; None if the shoe is too coarse for the program."""
    return tuple(
        tuple(one.program.weigh(shoe.coarsen(one.fineness).counts))
        if FINENESSES.index(one.fineness) <= FINENESSES.index(shoe.fineness)
        else None
        for one in programs
    )


def encoded(words: Ints) -> str:
    """Integers as text: the difference of each from the one before (the first from 0), as bytes in base64.

    Differences 0, −1, 1, −2 … are mapped to 0, 1, 2, 3 …, each written in groups of seven bits, lowest first,
    one per byte; the eighth bit is set in all bytes but the last. The page decodes it (`static/weigh.js`).

    >>> encoded(np.array([0, 1, 300]))
    'AALWBA=='
    """
    data = bytearray()
    for step in np.diff(words, prepend=0).tolist():
        left = -2 * step - 1 if step < 0 else 2 * step
        while left > 127:
            data.append(left & 127 | 128)
            left >>= 7
        data.append(left)
    return b64encode(data).decode()


def words_of(program: Program) -> Ints:
    """The integers of a program, as `Program.packed` lists them, without its doubles."""
    packed = np.frombuffer(program.packed(), dtype=np.int64)
    return packed[: len(packed) - len(program.orders)]
