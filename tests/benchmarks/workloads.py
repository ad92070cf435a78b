"""The benchmark's workloads, and the worker process that runs them with one kernel twin at one width.

A worker reads names of WORKLOADS, one per line, and answers each with a line of JSON: how long it took.
"""

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import analyzer as ba
from analyzer.analysis.question import split
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import kernel
from analyzer.census.census import Census, census
from analyzer.census.evaluators import ProgramEvaluator
from analyzer.game.shoe import Fineness

Ints = NDArray[np.int64]

MAIN = ("player", "banker", "tie")
DECK: dict[Fineness, Ints] = {
    "points": np.array([16] + [4] * 9),
    "ranks": np.array([4] * 13),
    "cards": np.array([1] * 52),
}
PROGRAM = [sys.executable, "-m", "analyzer"]
LONG_ENOUGH = 0.05
"""A requested workload is repeated for at least this many seconds."""

FEWER = 20
"""A batch of the Python twin is smaller than one of the C twin by this factor."""


class MissingError(Exception):
    """This build cannot run the workload; the text says why."""


@dataclass(frozen=True)
class Task:
    """What a prepared workload runs, and its multiplications with an addition per shoe, if they are known.

    `clock` returns the seconds that have passed, or that processors have worked.
    """

    run: Callable[[], object]
    multiply_adds: int | None = None
    clock: Callable[[], float] = perf_counter


@dataclass(frozen=True)
class Workload:
    """Work to be timed on a batch of this many shoes; the time to prepare it is not measured.

    Times are shown in `unit`, per shoe if there are shoes. A `fresh` workload runs in a new process each
    time; if it is also `once`, there is one run in total, by the widest C kernel. `yardstick`: the published
    enumeration answers the same question. `widths`: the vector width matters.
    """

    title: str
    prepare: Callable[[int], Task]
    shoes: int = 1
    unit: str = "µs"
    fresh: bool = False
    once: bool = False
    yardstick: bool = False
    widths: bool = True


def partly_dealt(shoes: int, fineness: Fineness = "points", seed: int = 1) -> Ints:
    """Eight decks with a random part of their cards removed and 30 or more left; one row per shoe."""
    random = np.random.default_rng(seed)
    share = -(-shoes // 64)
    depths = random.integers(30, 416, size=64, endpoint=True)
    rows = [random.multivariate_hypergeometric(8 * DECK[fineness], depth, size=share) for depth in depths]
    mixed: Ints = random.permutation(np.concatenate(rows))[:shoes]
    return mixed


def of_size(shoes: int, cards: int, seed: int = 1) -> Ints:
    """Random shoes of exactly this many cards, by points; one row per shoe."""
    random = np.random.default_rng(seed)
    return random.multivariate_hypergeometric((cards // 52 + 2) * DECK["points"], cards, size=shoes)


def own(identity: str, text: str) -> Bet:
    """A bet that pays one to one if a condition holds."""
    return Bet(identity, identity, (Line("win", Condition.parse(text), Fraction(1)),))


def sixty() -> list[Bet]:
    """Sixty bets by points, of kinds that casinos offer."""
    texts = {f"{hand}-total-{t}": f"{hand}_total == {t}" for hand in ("player", "banker") for t in range(10)}
    texts |= {
        f"{hand}-wins-with-{t}": f"{hand}_wins and {hand}_total == {t}"
        for hand in ("player", "banker")
        for t in range(6, 10)
    }
    texts |= {f"tie-of-{t}": f"tie and player_total == {t}" for t in range(10)}
    texts |= {f"{hand}-by-{m}": f"{hand}_wins and margin == {m}" for hand in MAIN[:2] for m in range(4, 10)}
    texts |= {f"{cards}-cards": f"cards == {cards}" for cards in (4, 5, 6)}
    texts |= {"odd": "(player_total + banker_total) % 2 == 1"}
    library = [*MAIN, "lucky-6", "dragon-7", "panda-8"]
    return [*map(ba.bet, library), *(own(name, text) for name, text in texts.items())]


def multiply_adds(counted: Census) -> int | None:
    """Multiplications with an addition per shoe; None if the kernel does not do all the work."""
    plain = [part.polynomials.program for _, part in counted.evaluators if isinstance(part, ProgramEvaluator)]
    return sum(program.multiply_adds for program in plain) if len(plain) == len(counted.evaluators) else None


def _kernel(bets: Callable[[], Sequence[Bet]], fineness: Fineness) -> Callable[[int], Task]:
    """The census's tallies of a batch as arrays."""

    def prepare(shoes: int) -> Task:
        counted = _census(bets())
        return Task(_tallies(counted, partly_dealt(shoes, fineness), fineness), multiply_adds(counted))

    return prepare


def _census(bets: Sequence[Bet]) -> Census:
    return census(load.rules("punto-banco"), [split(bet) for bet in bets])


def _tallies(counted: Census, counts: Ints, fineness: Fineness) -> Callable[[], object]:
    return partial(counted.tallies, counts, fineness)


def _main() -> list[Bet]:
    return [ba.bet(name) for name in MAIN]


def _standard() -> Sequence[Bet]:
    return load.variant("standard").bets


def _expected_values(
    bets: Callable[[], Sequence[Bet | str]],
    of: Callable[[int], Ints] = partly_dealt,
    **keywords: Any,
) -> Callable[[int], Task]:
    def prepare(shoes: int) -> Task:
        for word in keywords:
            if word not in inspect.signature(ba.expected_values).parameters:
                raise MissingError(f"this build has no {word}=")
        counts, chosen = of(shoes), bets()
        return Task(lambda: ba.expected_values("standard", counts, bets=chosen, **keywords))

    return prepare


def _ways(fineness: Fineness, *texts: str) -> Callable[[int], Task]:
    def prepare(shoes: int) -> Task:
        counts = partly_dealt(shoes, fineness)
        bets = [own("own", text) for text in texts] or None
        return Task(lambda: ba.ways("standard", counts, bets=bets))

    return prepare


def _census_of(variant: str) -> Callable[[int], Task]:
    def prepare(_: int) -> Task:
        game = load.variant(variant)
        splits = [split(bet) for bet in game.bets]
        return Task(lambda: census(game.rules, splits))

    return prepare


def _census_that(text: str) -> Callable[[int], Task]:
    def prepare(_: int) -> Task:
        rules, condition = load.rules("punto-banco"), Condition.parse(text)
        return Task(lambda: census(rules, [(condition,)]))

    return prepare


def _of_cards(*bets: str) -> Callable[[int], Task]:
    """Expected values of bets of the library on shoes by cards, which suits or colours need."""
    return _expected_values(lambda: bets, partial(partly_dealt, fineness="cards"))


def _odds(_: int) -> Task:
    return Task(lambda: ba.odds("standard"))


def _sweep(bets: Callable[[], Sequence[str]]) -> Callable[[int], Task]:
    """Whole shoes played on one core."""

    def prepare(shoes: int) -> Task:
        chosen, player = bets(), ThreadPoolExecutor(1)
        return Task(lambda: ba.sweep("standard", shoes=shoes, bets=chosen, executor=player))

    return prepare


def _nine() -> Sequence[str]:
    return [*(bet.id for bet in _standard()), "dragon-7"]


def _command(*words: str) -> Callable[[int], Task]:
    """A whole process of the program, timed by the work of all cores; its libraries choose their threads.

    Status 1 is an answer and not a failure.
    """
    unset = [*(name for name in os.environ if name.endswith("_NUM_THREADS")), "PYTHONDONTWRITEBYTECODE"]
    environment = {name: value for name, value in os.environ.items() if name not in unset}

    def run() -> None:
        silent, heard = subprocess.DEVNULL, subprocess.PIPE
        ended = subprocess.run([*PROGRAM, *words], env=environment, stdout=silent, stderr=heard, check=False)
        if ended.returncode not in (0, 1) or b"Traceback" in ended.stderr:
            raise MissingError(f"failed with status {ended.returncode}")

    return lambda _: Task(run, clock=work_of_children)


def work_of_children() -> float:
    """Seconds of user and system CPU time of children of this process that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory_of_children() -> int:
    """Peak bytes of the largest child; at least those of this process, from which it was forked."""
    return getrusage(RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
SUITED_PAIRS = "player_suited_pair and banker_suited_pair"
FULL_CARDS = "player_suited_pair and distinct(rank, first_four) == 2 and distinct(suit, first_four) == 2"
POINT_AND_COLOUR = "distinct(color) == 1 and distinct(points) == 2"
SIZES = (459, 1_451, 1_628, 52_000)
TABLES = Path(__file__).parents[2] / "tables"
COMMANDS = {
    "peek": ("peek", "standard", "--bet", "*"),
    "report": ("report", "standard", "--bet", "*"),
    "count": ("count", "standard", "--bet", "*"),
    "closed-form": ("closed-form", "standard", "--bet", "*"),
    "audit": ("audit",),
    "odds-all": ("odds", "standard", "--bet", "*"),
    "tail": ("tail", "classic", "--unseen", "10", "--bet", "perfect-pair"),
    "publish": ("publish", "--check", str(TABLES)),
}
"""Commands that take a second or more."""

WORKLOADS = {
    "pbt-kernel": Workload("P/B/T, kernel alone", _kernel(_main, "points"), 100_000, yardstick=True),
    "pbt": Workload("P/B/T, expected_values", _expected_values(_main), 100_000, yardstick=True),
    "pbt-threads": Workload("P/B/T, two threads", _expected_values(_main, threads=2), 100_000),
    "standard-kernel": Workload("standard, kernel alone", _kernel(_standard, "ranks"), 20_000),
    "standard": Workload("standard, ways", _ways("ranks"), 20_000),
    "sixty-kernel": Workload("60 bets, kernel alone", _kernel(sixty, "points"), 20_000),
    "sixty": Workload("60 bets, expected_values", _expected_values(sixty), 20_000),
    "one-odds": Workload("one shoe: standard, odds", _odds),
    "one-standard": Workload("one shoe: standard, ways", _ways("ranks")),
    "one-pbt": Workload("one shoe: P/B/T, EVs", _expected_values(_main), yardstick=True),
    **{
        f"cards-{cards}": Workload(
            f"P/B/T, {cards:,} cards, EVs", _expected_values(_main, partial(of_size, cards=cards)), 10_000
        )
        for cards in SIZES
    },
    "ranks": Workload("two kings or more, ways", _ways("ranks", "count(rank == king) >= 2"), 2_000),
    "few-cards": Workload(
        "Player wins on a heart, ways", _ways("cards", "p3.suit == hearts and player_wins"), 2_000
    ),
    "suits": Workload("four spades or more, ways", _ways("cards", "count(suit == spades) >= 4"), 40),
    "one-suit": Workload("cards of one suit, ways", _ways("cards", "distinct(suit) == 1"), 40),
    "point-colour": Workload("one colour, two points, ways", _ways("cards", POINT_AND_COLOUR), 40),
    "lucky-8": Workload("player-lucky-8, EVs", _of_cards("player-lucky-8"), 2_000),
    "all-red": Workload("all-red, EVs", _of_cards("all-red"), 10_000),
    "all-black": Workload("all-black, EVs", _of_cards("all-black"), 10_000),
    "jackpot": Workload("jackpot-baccarat, EVs", _of_cards("jackpot-baccarat"), 10_000),
    "library": Workload("whole library, EVs", _of_cards("*"), 1_000),
    "sweep-nine": Workload("sweep, nine bets", _sweep(_nine), 20_000, widths=False),
    "sweep-lucky-8": Workload("sweep, player-lucky-8", _sweep(lambda: ["player-lucky-8"]), 400, widths=False),
    **{
        name: Workload(title, prepare, unit="ms", fresh=True, widths=False)
        for name, title, prepare in (
            *((f"census-{variant}", f"census of {variant}", _census_of(variant)) for variant in VARIANTS),
            ("census-suited-pairs", "census: two suited pairs", _census_that(SUITED_PAIRS)),
            ("census-full-cards", "census: full cards, first four", _census_that(FULL_CARDS)),
            ("census-point-colour", "census: one colour, two points", _census_that(POINT_AND_COLOUR)),
        )
    },
    **{
        name: Workload(f"baccarat {word}, cold, CPU", _command(word), unit="ms", fresh=True, widths=False)
        for name, word in (("odds", "odds"), ("help", "--help"))
    },
    **{
        name: Workload(
            f"baccarat {name}, CPU", _command(*words), unit="s", fresh=True, once=True, widths=False
        )
        for name, words in COMMANDS.items()
    },
}


def answers(names: Iterator[str]) -> Iterator[dict[str, object]]:
    """For each requested name, the seconds per shoe of a run, or what is missing."""
    prepared: dict[str, Task] = {}
    for name in names:
        workload = WORKLOADS[name]
        shoes = workload.shoes if kernel.NAME == "c" else -(-workload.shoes // FEWER)
        try:
            if name not in prepared:
                prepared[name] = workload.prepare(shoes)
                if not workload.fresh:
                    prepared[name].run()
            task = prepared[name]
            times = [seconds(task)]
            while not workload.fresh and sum(times) < LONG_ENOUGH:
                times.append(seconds(task))
        except MissingError as fault:
            yield {"missing": str(fault)}
            continue
        yield {
            "seconds": median(times) / shoes,
            "shoes": shoes,
            "multiply_adds": task.multiply_adds,
            "memory": memory_of_children() if task.clock is work_of_children else None,
        }


def seconds(task: Task) -> float:
    """How long one run of a task takes."""
    begin = task.clock()
    task.run()
    return task.clock() - begin


def main() -> None:
    """Print which kernel this is, then answer names as they arrive."""
    print(json.dumps({"name": kernel.NAME, "width": kernel.WIDTH}), flush=True)
    for answer in answers(line.strip() for line in sys.stdin):
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
