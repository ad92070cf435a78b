"""Workloads measured: one process for each twin and width, and the yardstick, all in turns.

Knows nothing of limits, nor of how results are shown.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import native
from results import C_WIDTHS, Results
from workloads import MAIN, WORKLOADS, partly_dealt

import analyzer

ENGINES = {
    **{width: {"ANALYZER_KERNEL": "c", "ANALYZER_WIDTH": width} for width in C_WIDTHS},
    "python": {"ANALYZER_KERNEL": "python"},
}
ONE_CORE = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "VECLIB")}
YARDSTICK_SHOES = 300


class RefusedError(Exception):
    """The package does not start with this twin and width; the text says why."""


class Worker:
    """A process of one twin and width that does workloads; see `workloads.py`."""

    def __init__(self, engine: str) -> None:
        """Start it; RefusedError where the package refuses the twin or the width."""
        environment = {name: value for name, value in os.environ.items() if name != "ANALYZER_WIDTH"}
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("workloads.py"))],
            env=environment | ONE_CORE | ENGINES[engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        greeting = self._line()
        if not greeting:
            fault = self.process.communicate()[1].strip().rpartition("\n")[2]
            raise RefusedError(fault.partition("Error: ")[2] or fault)
        if engine in C_WIDTHS and json.loads(greeting) != {"name": "c", "width": engine}:
            self.process.communicate()
            raise RefusedError(f"asked for, got {greeting.strip()}")

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ask(self, workload: str) -> dict[str, Any]:
        """What the worker answers to a workload."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{workload}\n")
        self.process.stdin.flush()
        line = self._line()
        if not line:
            raise RuntimeError(f"{workload}: the worker ended:\n{self.process.communicate()[1]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> "Worker":
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.process.communicate()


class Yardstick:
    """The published enumeration in C, once it has given the same ways as the package; NoCompilerError."""

    def __init__(self) -> None:
        """Compile it and hold it to the package, `==`."""
        self.counts = partly_dealt(YARDSTICK_SHOES)
        ours = [
            [bets[name]["win"] for name in MAIN] for bets in analyzer.ways("standard", self.counts, bets=MAIN)
        ]
        if native.yardstick(self.counts).tolist() != ours:
            raise RuntimeError("the yardstick and the package differ")

    def seconds(self) -> float:
        """Seconds a shoe."""
        begin = perf_counter()
        native.yardstick(self.counts)
        return (perf_counter() - begin) / YARDSTICK_SHOES


def measure(results: Results, names: Sequence[str], repeats: int) -> None:
    """Add every workload named, by every engine that starts here, in turns."""
    yardstick = None
    with ExitStack() as stack:
        workers: dict[str, Worker] = {}
        refused: dict[str, list[str]] = {}
        for engine in ENGINES:
            try:
                workers[engine] = stack.enter_context(Worker(engine))
            except RefusedError as fault:
                refused.setdefault(str(fault), []).append(engine)
        results.remarks += [f"{', '.join(engines)}: {fault}." for fault, engines in refused.items()]
        try:
            yardstick = Yardstick()
        except native.NoCompilerError as fault:
            results.remarks.append(f"yardstick, peak: {fault}.")
        for name in names:
            if sys.stderr.isatty():
                print(name, file=sys.stderr)
            _measure(name, repeats, workers, yardstick, results)


def _measure(
    name: str, repeats: int, workers: dict[str, Worker], yardstick: Yardstick | None, results: Results
) -> None:
    workload = WORKLOADS[name]
    times: dict[str, list[float]] = {}
    engines = list(workers) if workload.widths else list(dict.fromkeys([next(iter(workers)), "python"]))
    if yardstick is not None:
        for width in C_WIDTHS:
            if peak := native.peak(width):
                results.peaks[width] = max(results.peaks.get(width, 0.0), peak)
    for _ in range(repeats):
        for engine in engines:
            if workload.fresh:
                with Worker(engine) as worker:
                    answer = worker.ask(name)
            else:
                answer = workers[engine].ask(name)
            if "missing" in answer:
                remark = f"{WORKLOADS[name].title}: {answer['missing']}."
                results.remarks += [remark] if remark not in results.remarks else []
                continue
            times.setdefault(engine, []).append(answer["seconds"])
            if answer["multiply_adds"] is not None:
                results.multiply_adds[name] = answer["multiply_adds"]
        if workload.yardstick and yardstick is not None:
            times.setdefault("yardstick", []).append(yardstick.seconds())
    results.times[name] = times
