"""How long things take on this machine, against the limits asked for: `python tests/benchmarks/bench.py`.

One row a requirement with its limit and the median measured, then rows for information without a limit.
`cold` is a whole process, from the shell and back; a census is timed in a fresh process each time, with the
package imported and the files read; ways are timed warm, the census being made. Not a test: a slow machine
fails nothing, and a busy one, whose load the last line tells, measures what else it does: numpy's matrix
products then wait for cores that are taken, which the row with one thread shows. Takes about a minute;
`--repeats 3` is quicker and less steady.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

import numpy as np

import analyzer
from analyzer.census import kernel
from analyzer.publish.render import render
from analyzer.publish.table import Column, Table

VARIANTS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
BATCH = "ways of 1,000 shoes, Player/Banker/Tie, a shoe"
MAIN = ["player", "banker", "tie"]
EIGHT_DECKS = np.array([[128] + [32] * 9])
EIGHT_DECKS_BY_RANK = np.array([[32] * 13])

CENSUS_OF_A_VARIANT = """
from analyzer.analysis.odds import split
from analyzer.catalog import load
from analyzer.census.census import census
variant = load.variant({0!r})
splits = [split(bet) for bet in variant.bets]
begin = perf_counter()
census(variant.rules, splits)
"""
CENSUS_OF_A_CONDITION = """
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.census import census
rules = load.rules("punto-banco")
split = (Condition.parse({0!r}),)
begin = perf_counter()
census(rules, [split])
"""
CONDITIONS = {
    "suits over the whole coup": "count(suit == spades) >= 4",
    "all four suits apart over the whole coup": "distinct(suit) == 1",
    "full cards, first four": "player_suited_pair and banker_suited_pair",
    "point and colour over the whole coup": "distinct(color) == 1 and distinct(points) == 2",
}


def seconds(repeats: int, what: Callable[[], object]) -> float:
    """The median of several runs, after one that does not count."""
    what()
    times = []
    for _ in range(repeats):
        begin = perf_counter()
        what()
        times.append(perf_counter() - begin)
    return median(times)


def cold(repeats: int, *arguments: str) -> float:
    """The median of whole processes of the program."""
    command = [sys.executable, "-m", "analyzer", *arguments]
    return seconds(repeats, lambda: subprocess.run(command, capture_output=True, check=True))


def fresh(repeats: int, code: str) -> float:
    """The median of what a piece of code times itself, from `begin` to its end, in fresh processes."""
    program = f"from time import perf_counter\n{code}\nprint(perf_counter() - begin)"
    return median(told(sys.executable, "-c", program) for _ in range(repeats))


def told(*command: str, **environment: str) -> float:
    """The number that a process prints."""
    env = {**os.environ, **environment}
    return float(subprocess.run(command, env=env, capture_output=True, check=True).stdout)


def one(repeats: int, counts: "np.ndarray", bets: Sequence[str] | None) -> float:
    """The median of `ways` of one array of shoes."""
    return seconds(repeats, lambda: analyzer.ways("standard", counts, bets=bets))


def partly_dealt(shoes: int, base: "np.ndarray", seed: int = 1) -> "np.ndarray":
    """Shoes with a random part of their cards gone, a row a shoe."""
    random = np.random.default_rng(seed)
    left = random.integers(30, base.sum(), size=shoes)
    return np.array([random.multivariate_hypergeometric(base[0], size) for size in left])


def batch(repeats: int) -> float:
    """The median time a shoe of the ways of 1,000 shoes in one call."""
    return one(20 * repeats, partly_dealt(1000, EIGHT_DECKS), MAIN) / 1000


Row = tuple[str, str, str]


def shown(time: float) -> str:
    """A time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if time >= size:
            return f"{time / size:.2f} {unit}"
    return f"{time / 1e-6:.1f} µs"


def row(what: str, limit: float | None, time: float) -> Row:
    """A row of the table; a limit that is passed is marked."""
    late = limit is not None and time > limit
    return what, "" if limit is None else shown(limit), shown(time) + (" over" if late else "")


def required(repeats: int) -> list[Row]:
    """The rows with a limit."""
    warm = 20 * repeats
    return [
        row("baccarat odds, cold", 1.0, cold(repeats, "odds")),
        row("baccarat --help, cold", 0.3, cold(repeats, "--help")),
        *(
            row(f"census of {variant}", 0.5, fresh(repeats, CENSUS_OF_A_VARIANT.format(variant)))
            for variant in VARIANTS
        ),
        row("ways of one shoe, all bets of standard", 1e-3, one(warm, EIGHT_DECKS_BY_RANK, None)),
        row("ways of one shoe, Player/Banker/Tie", 1e-3, one(warm, EIGHT_DECKS, MAIN)),
        row(BATCH, 1e-5, batch(repeats)),
    ]


def informative(repeats: int) -> list[Row]:
    """The rows without a limit."""
    single = told(sys.executable, __file__, "--only-batch", f"--repeats={repeats}", OPENBLAS_NUM_THREADS="1")
    rows = [row(f"{BATCH}, one thread", None, single)]
    for name, text in CONDITIONS.items():
        condition = analyzer.Condition.parse(text)
        bet = analyzer.Bet("own", name, (analyzer.Line("win", condition, analyzer.bet("tie").nets["win"]),))
        rows.append(row(f"census: {name}", None, fresh(repeats, CENSUS_OF_A_CONDITION.format(text))))
        counts = np.full((1, 52), 8)
        time = seconds(repeats, lambda bet=bet, counts=counts: analyzer.ways("standard", counts, bets=[bet]))
        rows.append(row(f"ways of one shoe: {name}", None, time))
    by_rank = partly_dealt(1000, EIGHT_DECKS_BY_RANK)
    rows.append(
        row("ways of 1,000 shoes, all bets of standard, a shoe", None, one(repeats, by_rank, None) / 1000)
    )
    for cards in (2_000, 100_000):
        base = EIGHT_DECKS * cards // 416
        base[0, 0] += cards - base.sum()
        rows.append(row(f"ways of one shoe of {cards:,} cards", None, one(repeats, base, MAIN)))
        many = np.repeat(base, 1000, axis=0) - np.arange(1000)[:, None] % 20
        rows.append(
            row(f"ways of 1,000 shoes of {cards:,} cards, a shoe", None, one(repeats, many, MAIN) / 1000)
        )
    return rows


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="runs a row; warm rows make 20 N")
    parser.add_argument("--only-batch", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    repeats = max(1, asked.repeats)
    if asked.only_batch:
        print(batch(repeats))
        return
    load = os.getloadavg()[0]
    table = Table(
        f"Median times, {kernel.NAME} kernel",
        (
            Column("what", "What", "text"),
            Column("limit", "Limit", "text"),
            Column("median", "Median", "text"),
        ),
        tuple(required(repeats) + informative(repeats)),
        (f"Median of {repeats} runs, {20 * repeats} where the limit is a millisecond or less.",),
        (
            f"baccarat {analyzer.__version__}, Python {sys.version.split()[0]}, numpy {np.__version__}, "
            f"{os.cpu_count()} cores, load {load:.1f}",
        ),
    )
    print(render(table, "text", 2, width=100), end="")


if __name__ == "__main__":
    main()
