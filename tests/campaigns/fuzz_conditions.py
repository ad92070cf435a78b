"""A long random campaign against the condition language.

To run it for ten minutes, from the root of the repository, with the package installed:

    python tests/campaigns/fuzz_conditions.py --seconds 600 --seed 7

`Condition.parse` gets words of the language in random order, valid conditions with a few changes, and random
characters. Each text must be parsed or raise a `ConditionError` with a printable text within a fifth of a
second. A condition must parse again from its own text, and both evaluators must agree on a random coup.
Prints one line of figures at the end; a failure prints the text and its traceback.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))
from sentences import CARDS, COLORS, NUMBERS, RANKS, SCOPES, SIGNS, STANDARD, SUITS, TRUTHS

from analyzer.bets.condition import Condition
from analyzer.bets.evaluate import Block, evaluate
from analyzer.bets.faults import KEYWORDS
from analyzer.errors import ConditionError
from analyzer.game.cards import card_at
from analyzer.game.coup import deal

ATTRIBUTES = ("points", "rank", "suit", "color")
WORDS = (
    *TRUTHS,
    *NUMBERS,
    *CARDS,
    *RANKS,
    *SUITS,
    *COLORS,
    *SIGNS,
    *(scope for scope in SCOPES if scope),
    *ATTRIBUTES,
    *(f"{card}.{name}" for card in CARDS for name in ATTRIBUTES),
    *KEYWORDS,
    *("count(", "distinct(", "(", ")", "{", "}", ",", ".", "..", "+", "-", "*", "%", "="),
    *("0", "1", "7", "13", "999999999999", "1e9", "-3..5"),
)
ODD = "\x00\t\n\r\x0b\x1b\x7f\x85\xa0\u202e\u2028\u3000\ud800\ufeff\uff17²٣é🂡=!&|/'\"[]{}().,:;\\#@~^`$?_"
LIMIT = 0.2
"""The most seconds that one text can take."""


def number(rng: random.Random, depth: int) -> str:
    """A number of the language, possibly slightly wrong."""
    kind = rng.randrange(7 if depth else 4)
    if kind == 0:
        return str(rng.choice((rng.randrange(14), rng.randrange(10**12))))
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return f"{rng.choice(CARDS)}.{rng.choice(ATTRIBUTES[:2])}"
    if kind == 3:
        return f"distinct({rng.choice(ATTRIBUTES)}{rng.choice(SCOPES)})"
    if kind == 4:
        return (
            f"count({rng.choice(ATTRIBUTES[:2])} {rng.choice(SIGNS)} {rng.randrange(14)}{rng.choice(SCOPES)})"
        )
    if kind == 5:
        return f"-{number(rng, depth - 1)}"
    sign = rng.choice("+-*%")
    right = str(rng.randrange(1, 14)) if sign == "%" else number(rng, depth - 1)
    return f"({number(rng, depth - 1)} {sign} {right})"


def sentence(rng: random.Random, depth: int) -> str:
    """A condition, possibly slightly wrong."""
    kind = rng.randrange(7 if depth else 4)
    if kind == 0:
        return rng.choice(TRUTHS)
    if kind == 1:
        return f"{number(rng, depth)} {rng.choice(SIGNS)} {number(rng, depth)}"
    if kind == 2:
        low = rng.randrange(-9, 14)
        return f"{number(rng, depth)} in {{{low}..{low + rng.randrange(5)}, king}}"
    if kind == 3:
        return f"{rng.choice(CARDS)}.suit {rng.choice(SIGNS[:2])} {rng.choice(SUITS)}"
    if kind == 4:
        return f"not {sentence(rng, depth - 1)}"
    word = rng.choice((" and ", " or "))
    text = word.join(sentence(rng, depth - 1) for _ in range(rng.randrange(2, 5)))
    return f"({text})" if kind == 5 else text


def mutated(rng: random.Random, text: str) -> str:
    """A text with up to four changes: something inserted, removed, doubled or moved."""
    for _ in range(rng.randrange(1, 5)):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        piece = rng.choice((rng.choice(ODD), rng.choice(WORDS), text[at:to], "", chr(rng.randrange(0x11000))))
        text = text[:at] + piece + text[rng.choice((at, at, at + 1, to)) :]
    return text


def text_of_any_sort(rng: random.Random) -> str:
    """The next text to try."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice((" ", "", "\n")).join(rng.choices(WORDS, k=rng.randrange(30)))
    if kind == 1:
        return "".join(rng.choices(ODD + "aft019 ", k=rng.randrange(60)))
    if kind == 2:
        return (rng.choice(WORDS) + rng.choice((" ", ""))) * rng.randrange(400)
    text = sentence(rng, rng.randrange(5))
    return text if kind == 3 else mutated(rng, text)


def judged_alike(rng: random.Random, condition: Condition) -> bool:
    """Whether both evaluators give the same result for a random coup."""
    coup = deal(STANDARD, (card_at(rng.randrange(52)) for _ in range(6)))
    hands = (("p", coup.player), ("b", coup.banker))
    cards = {f"{hand}{i}": np.array([c.index]) for hand, dealt in hands for i, c in enumerate(dealt, 1)}
    return bool(evaluate(condition.tree, Block(cards, 1))[0]) is condition.holds(coup)


def main() -> int:
    """Try texts until the time is up; return 1 if one took too long."""
    parser = argparse.ArgumentParser(description="random texts against the condition language")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    Condition.parse("tie")
    good = bad = 0
    slowest, slowest_text = 0.0, ""
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        text = text_of_any_sort(rng)
        begin = time.perf_counter()
        try:
            try:
                condition = Condition.parse(text)
            finally:
                took = time.perf_counter() - begin
            good += 1
            assert Condition.parse(str(condition)) == condition
            assert judged_alike(rng, condition), "the evaluators disagree"
        except ConditionError as error:
            bad += 1
            assert all(line.isprintable() for line in str(error).split("\n")), (text, str(error))
        except BaseException:
            print(f"failed, seed {options.seed}: {text!r}", file=sys.stderr)
            raise
        if took > slowest:
            slowest, slowest_text = took, text
    print(f"{good:,} conditions, {bad:,} errors, slowest {slowest * 1000:.1f} ms: {slowest_text[:60]!r}")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
