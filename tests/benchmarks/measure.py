"""Measures workloads: one process for each twin and width, the yardstick and peers take turns.

Knows nothing of limits, or of how results are shown.
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import native
from results import C_WIDTHS, Results
from workloads import LONG_ENOUGH, MAIN, WORKLOADS, partly_dealt

import analyzer

ENGINES = {
    **{width: {"ANALYZER_KERNEL": "c", "ANALYZER_WIDTH": width} for width in C_WIDTHS},
    "python": {"ANALYZER_KERNEL": "python"},
}
ONE_CORE = {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "VECLIB")}
YARDSTICK_SHOES = 300
COMPARED = 5
"""Shoes on which a peer is compared with the package."""

SMALL = Fraction(1, 10**9)


class RefusedError(Exception):
    """The package does not start with this twin and width; the text says why."""


class Worker:
    """A process that runs workloads with one twin and width; see `workloads.py`."""

    def __init__(self, engine: str) -> None:
        """Start it. Raises RefusedError if the package refuses the twin or the width."""
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
            raise RefusedError(f"requested, but got {greeting.strip()}")

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ask(self, workload: str) -> dict[str, Any]:
        """The worker's answer for a workload."""
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
    """The published enumeration in C, after it has given the same ways as the package."""

    def __init__(self) -> None:
        """Compile it and compare it with the package, `==`. Raises NoCompilerError if there is none."""
        self.counts = partly_dealt(YARDSTICK_SHOES)
        ours = [
            [bets[name]["win"] for name in MAIN] for bets in analyzer.ways("standard", self.counts, bets=MAIN)
        ]
        if native.yardstick(self.counts).tolist() != ours:
            raise RuntimeError("the yardstick and the package differ")

    def seconds(self) -> float:
        """Seconds per shoe."""
        begin = perf_counter()
        native.yardstick(self.counts)
        return (perf_counter() - begin) / YARDSTICK_SHOES


class PeerError(Exception):
    """A peer does not answer, or answers differently from the package; the text says how."""


class Peer:
    """A process of another program, which reads ten counts per line, from tens to nines, and answers with
    three numbers: ways or probabilities of Player, Banker and Tie.
    """

    def __init__(self, command: str) -> None:
        """Start it. Raises PeerError if it does not start."""
        self.counts = partly_dealt(YARDSTICK_SHOES)
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except (OSError, ValueError, IndexError) as fault:
            raise PeerError(f"does not start: {fault}") from None

    def _answer(self, shoe: Sequence[int]) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(*shoe, file=self.process.stdin)
        except OSError:
            raise PeerError("ended before it was asked") from None
        return self.process.stdout.readline()

    def compare(self) -> None:
        """Compare a few answers with the package's to nine decimals, because many programs use doubles.

        Raises PeerError if they differ.
        """
        counts = self.counts[:COMPARED]
        for shoe, bets in zip(counts.tolist(), analyzer.ways("standard", counts, bets=MAIN), strict=True):
            ours = [bets[name]["win"] for name in MAIN]
            answer = self._answer(shoe)
            try:
                theirs = [Fraction(word) for word in answer.split()]
                differ = [b / sum(theirs) - Fraction(a, sum(ours)) for a, b in zip(ours, theirs, strict=True)]
            except (ValueError, ZeroDivisionError):
                raise PeerError(f"expected three numbers, got {answer!r}") from None
            if max(map(abs, differ)) > SMALL:
                raise PeerError(f"differs from the package on {shoe}: {answer!r}")

    def seconds(self) -> float:
        """Seconds per shoe, including the time to ask and to answer."""
        shoes, begin, asked = self.counts.tolist(), perf_counter(), 0
        while asked < len(shoes) and perf_counter() - begin < LONG_ENOUGH:
            self._answer(shoes[asked])
            asked += 1
        return (perf_counter() - begin) / asked

    def __enter__(self) -> "Peer":
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.process.communicate()


def measure(results: Results, names: Sequence[str], repeats: int, peers: Mapping[str, str]) -> None:
    """Add the times of the named workloads on every engine that starts here; `peers` are commands by name."""
    others: dict[str, Yardstick | Peer] = {}
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
            others["yardstick"] = Yardstick()
        except native.NoCompilerError as fault:
            results.remarks.append(f"yardstick, peak: {fault}.")
        for name, command in peers.items():
            try:
                peer = stack.enter_context(Peer(command))
                peer.compare()
                others[name] = peer
            except PeerError as fault:
                results.remarks.append(f"{name}: {fault}.")
        for name in names:
            if sys.stderr.isatty():
                print(name, file=sys.stderr)
            _measure(name, repeats, workers, others, results)


def _measure(
    name: str,
    repeats: int,
    workers: Mapping[str, Worker],
    others: Mapping[str, Yardstick | Peer],
    results: Results,
) -> None:
    workload = WORKLOADS[name]
    times: dict[str, list[float]] = {}
    engines = list(workers) if workload.widths else list(dict.fromkeys([next(iter(workers)), "python"]))
    if workload.once:
        engines, repeats = engines[:1], 1
    if "yardstick" in others:
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
            if answer["memory"] is not None and engine == engines[0]:
                results.memory[name] = max(results.memory.get(name, 0), answer["memory"])
        if workload.yardstick:
            for other in others:
                times.setdefault(other, []).append(others[other].seconds())
    results.times[name] = times
