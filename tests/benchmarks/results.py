"""Measurements, and the limits they are compared with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

C_WIDTHS = ("avx512", "avx2", "portable")
"""The C kernel's vector widths, widest first."""


@dataclass
class Results:
    """Seconds per shoe of every run, by workload and engine; an engine is a C width, `python`, `yardstick` or
    a peer's name.

    A step is one multiplication and one addition of doubles: `peaks` are steps per second on one core by
    width, `multiply_adds` the steps per shoe of a workload. `memory` has the bytes that a command needs at
    its peak, `remarks` what could not be measured and why. `of_runs` combines several times into one.
    """

    of_runs: Callable[[Sequence[float]], float] = median
    times: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    peaks: dict[str, float] = field(default_factory=dict)
    multiply_adds: dict[str, int] = field(default_factory=dict)
    memory: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def a_shoe(self, workload: str, engine: str) -> float | None:
        """Seconds per shoe; None if not measured. The engine `c` is the C kernel at its widest."""
        times = self.times.get(workload, {})
        if engine == "c":
            engine = next((width for width in C_WIDTHS if width in times), engine)
        return self.of_runs(times[engine]) if engine in times else None

    def rate(self, workload: str, engine: str) -> float | None:
        """Shoes per second."""
        time = self.a_shoe(workload, engine)
        return 1 / time if time else None

    def ratio(self, slow: tuple[str, str], fast: tuple[str, str]) -> float | None:
        """The time of one (workload, engine) divided by that of another."""
        above, below = self.a_shoe(*slow), self.a_shoe(*fast)
        return above / below if above and below else None

    def fastest(self, workload: str) -> str | None:
        """The widest C kernel that was measured, or else the Python twin."""
        return next((e for e in (*C_WIDTHS, "python") if e in self.times.get(workload, {})), None)

    def of_peak(self, workload: str, width: str) -> float | None:
        """The share of the peak that the C kernel reaches at a width."""
        rate, needed = self.rate(workload, width), self.multiply_adds.get(workload)
        return rate * needed / self.peaks[width] if rate and needed and width in self.peaks else None


UNITS = {"µs": 1e-6, "ms": 1e-3, "s": 1.0, "MB": 1e6}
"""Units of quantities that should be small, in seconds or bytes."""


@dataclass(frozen=True)
class Limit:
    """A bound on a measurement of a workload: an upper one if the unit is one of UNITS, else a lower one."""

    what: str
    bound: float
    unit: str
    workload: str
    measured: Callable[[Results], float | None]

    def of(self, results: Results) -> float | None:
        """The measured value, in this limit's unit."""
        value = self.measured(results)
        return None if value is None else value / UNITS.get(self.unit, 1.0)

    def verdict(self, results: Results) -> str:
        """Whether the measured value is within the bound: reached, missed, or not measured."""
        value = self.of(results)
        if value is None:
            return "not measured"
        kept = value <= self.bound if self.unit in UNITS else value >= self.bound
        return "reached" if kept else "missed"


def _time(what: str, bound: float, unit: str, workload: str) -> Limit:
    return Limit(what, bound, unit, workload, lambda results: results.a_shoe(workload, "c"))


def _memory(what: str, bound: float, workload: str) -> Limit:
    return Limit(what, bound, "MB", workload, lambda results: results.memory.get(workload))


def _rate(what: str, bound: float, workload: str, width: str) -> Limit:
    return Limit(what, bound, "shoes/s", workload, lambda results: results.rate(workload, width))


def _ratio(what: str, bound: float, slow: tuple[str, str], fast: tuple[str, str]) -> Limit:
    return Limit(what, bound, "×", fast[0], lambda results: results.ratio(slow, fast))


def _batches(what: str, workload: str) -> tuple[Limit, ...]:
    return (
        _rate(f"{what}, avx512", 1_500_000, workload, "avx512"),
        _rate(f"{what}, portable", 300_000, workload, "portable"),
        _ratio(f"{what}, over the yardstick", 100, (workload, "yardstick"), (workload, "c")),
    )


LIMITS = (
    *_batches("P/B/T, kernel alone", "pbt-kernel"),
    *_batches("P/B/T, expected_values", "pbt"),
    _ratio("P/B/T, expected_values, two threads over one", 1.8, ("pbt", "c"), ("pbt-threads", "c")),
    _time("8 bets of standard, every line, kernel alone, per shoe", 6, "µs", "standard-kernel"),
    _time("8 bets of standard, every line, ways, per shoe", 6, "µs", "standard"),
    _time("60 bets by points, kernel alone, per shoe", 3, "µs", "sixty-kernel"),
    _time("60 bets by points, expected_values, per shoe", 3, "µs", "sixty"),
    _time("one shoe: standard, odds, warm", 150, "µs", "one-odds"),
    _time("one shoe: standard, ways", 30, "µs", "one-standard"),
    _time("one shoe: P/B/T, expected_values", 20, "µs", "one-pbt"),
    _time("P/B/T, expected_values, 1,628 cards, per shoe", 4, "µs", "cards-1628"),
    _time("P/B/T, expected_values, 52,000 cards, per shoe", 4, "µs", "cards-52000"),
    _time("player-lucky-8, a suited bet over whole hands, per shoe", 100, "µs", "lucky-8"),
    _time("all-red, per shoe", 10, "µs", "all-red"),
    _time("all-black, per shoe", 10, "µs", "all-black"),
    _time("jackpot-baccarat, per shoe", 10, "µs", "jackpot"),
    _time("every bet of the library under punto-banco, per shoe", 300, "µs", "library"),
    _rate("sweep, nine bets, one core", 9_000, "sweep-nine", "c"),
    _rate("sweep, player-lucky-8, one core", 80, "sweep-lucky-8", "c"),
    _time("census of standard", 15, "ms", "census-standard"),
    *(
        _time(f"census of {variant}", 500, "ms", f"census-{variant}")
        for variant in ("commission-free", "niu-niu", "ez-baccarat", "classic")
    ),
    _time("census of full cards, first four: two suited pairs", 500, "ms", "census-suited-pairs"),
    _time("census of full cards, first four: ranks and suits", 500, "ms", "census-full-cards"),
    _time("census of point and colour, whole coup", 1000, "ms", "census-point-colour"),
    _time("baccarat odds, cold, CPU", 250, "ms", "odds"),
    _time("baccarat --help, cold, CPU", 90, "ms", "help"),
    _time("peek standard --bet '*', CPU", 10, "s", "peek"),
    _memory("peek standard --bet '*', peak memory", 500, "peek"),
    _time("report standard --bet '*', CPU", 10.2, "s", "report"),
    _time("count standard --bet '*', CPU", 5.8, "s", "count"),
    _time("closed-form standard --bet '*', CPU", 3.3, "s", "closed-form"),
    _time("audit, CPU", 1.2, "s", "audit"),
    _time("odds standard --bet '*', CPU", 1.2, "s", "odds-all"),
    _time("tail classic --unseen 10 --bet perfect-pair, CPU", 4, "s", "tail"),
    _memory("tail classic --unseen 10 --bet perfect-pair, peak memory", 250, "tail"),
    _time("publish --check, CPU", 8, "s", "publish"),
)
