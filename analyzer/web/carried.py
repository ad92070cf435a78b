"""What a page carries of a question: its bets, the programs that weigh them, and answers to test itself by.

Source of the encoding of whole numbers: LEB128, as in the DWARF 5 standard, section 7.6.
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
"""The most words of a program that a page carries: about 400 kB as text."""

_LOPSIDED = Shoe.parse("0=2 1=9 4=5 5=1 6=4 9=3"), Shoe.parse("A=7 3=1 6=12 7=5 8=2 T=3 K=9")
_HUGE = 40  # Decks: more cards than doubles weigh exactly.


@dataclass(frozen=True, slots=True)
class CarriedProgram:
    """A program, and the fineness of the shoes whose cells it takes."""

    program: Program
    fineness: Fineness


@dataclass(frozen=True, slots=True)
class Carried:
    """The bets of a question that a page can weigh, and those that it cannot, with the reason.

    `places` has, for each bet by its key, the index of its program and that of its first outcome there; the
    lines of a bet are outcomes in order, `lose` the last. `answers` are shoes with the ways of all outcomes
    by program, counted here, for the page to test itself by; None for a shoe too coarse for a program.
    """

    question: Question
    bets: Mapping[str, Bet]
    programs: tuple[CarriedProgram, ...]
    places: Mapping[str, tuple[int, int]]
    omitted: tuple[tuple[Bet, Message], ...]
    answers: tuple[tuple[Shoe, tuple[tuple[int, ...] | None, ...]], ...]


def carried(question: Question) -> Carried:
    """What a page carries of a question about whole coups from any shoe.

    Raises AnalyzerError if something is known of the coup, and ConditionError for a bet that needs too many
    patterns.
    """
    if question.dealt != NOTHING or question.given is not None:
        raise AnalyzerError("expected a question of whole coups, got one with cards dealt or something given")
    bets = dict(zip(keys_of(question.bets), question.bets, strict=True))
    # Of every card, and not only of those left: the page weighs any shoe.
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
    "looks at so many suits together that its program is longer than a page carries; baccarat odds values it"
)


def _shoes(question: Question) -> tuple[Shoe, ...]:
    """Shoes to test a page by: fresh, lopsided, and of more cards than doubles weigh exactly."""
    return (Shoe.decks(question.variant.decks), *_LOPSIDED, Shoe.decks(_HUGE))


def _answer(shoe: Shoe, programs: Sequence[CarriedProgram]) -> tuple[tuple[int, ...] | None, ...]:
    """The ways of all outcomes of each program; None where the shoe is too coarse for it."""
    return tuple(
        tuple(one.program.weigh(shoe.coarsen(one.fineness).counts))
        if FINENESSES.index(one.fineness) <= FINENESSES.index(shoe.fineness)
        else None
        for one in programs
    )


def encoded(words: Ints) -> str:
    """Whole numbers as text: the differences of neighbours, the first from 0, in bytes, in base64.

    Differences 0, −1, 1, −2 … become 0, 1, 2, 3 …, and these are written in bytes of seven bits, the lowest
    first, with the eighth bit set in all but the last. The page reads this (`static/weigh.js`).

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
    """The whole numbers of a program, as `Program.packed` lists them, without its doubles."""
    packed = np.frombuffer(program.packed(), dtype=np.int64)
    return packed[: len(packed) - len(program.orders)]
