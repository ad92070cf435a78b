"""Which tests run which lines, and how long each takes: so that a mutant need not be tried on all."""

import functools
import gc
import json
import os
import select
import signal
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import coverage
import pytest
from mutants import Mutant

LONG = 1.5
"""Seconds up to which a test judges."""

OPTIONS = ["-q", "--tb=no", "--no-header", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]


class Survey:
    """Which tests run which lines of which module, and how long each takes in seconds."""

    def __init__(self) -> None:
        """Nothing known."""
        self.seconds: dict[str, float] = {}
        self.running: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.files: dict[str, list[str]] = {}

    def add(self, found: dict[str, Any]) -> None:
        """Take in what was found of one file of tests."""
        self.seconds.update(found["seconds"])
        self.files[found["file"]] = list(found["seconds"])
        for module, lines in found["lines"].items():
            for line, tests in lines.items():
                self.running[module][int(line)].update(tests)

    def tests(self, mutant: Mutant, files: tuple[str, ...]) -> list[str]:
        """The tests that run a mutant, those of its own two files first, then the shortest.

        Where it is run as the module is imported, all of them.
        """
        place = {test: number for number, name in enumerate(files) for test in self.files[name]}
        chosen = set(place)
        if mutant.run is not None:
            lines = self.running[mutant.module]
            chosen &= {
                test for line in range(mutant.run[0], mutant.run[1] + 1) for test in lines.get(line, ())
            }
        return sorted(chosen or place, key=lambda test: (place[test] > 1, self.seconds[test]))


class _Stepwise:
    """Notes which lines each test runs, with no answer kept from an earlier one, and how long it takes."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []
        self.begun = 0.0

    def pytest_collection_finish(self) -> None:
        self._look()

    def _look(self) -> None:
        self.caches = [
            found
            for found in gc.get_objects()
            if isinstance(found, functools._lru_cache_wrapper)
            and str(getattr(found, "__module__", "")).startswith("analyzer")
        ]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        for cache in self.caches:
            cache.cache_clear()
        self.measured.switch_context(nodeid)
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, 2 * LONG)
        self.begun = time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = time.process_time() - self.begun

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.measured.switch_context("")


def _too_long(*_: object) -> None:
    raise TimeoutError("this test is too long to judge mutants")


def surveyed(root: Path, name: str, modules: list[str]) -> dict[str, Any]:
    """What `Survey.add` takes, found in a process of its own."""

    def look() -> bytes:
        measured = coverage.Coverage(data_file=None, include=[str(root / module) for module in modules])
        measured.start()
        plugin = _Stepwise(measured)
        pytest.main([*OPTIONS, str(root / name)], plugins=[plugin])
        measured.stop()
        seconds = {test: round(t, 3) for test, t in plugin.seconds.items() if t <= LONG}
        lines = {}
        data = measured.get_data()
        for module in modules:
            contexts = (
                data.contexts_by_lineno(str(root / module))
                if str(root / module) in data.measured_files()
                else {}
            )
            lines[module] = {
                line: kept for line, tests in contexts.items() if (kept := [t for t in tests if t in seconds])
            }
        return json.dumps({"file": name, "seconds": seconds, "lines": lines}).encode()

    status, answer = apart(look, 1800)
    if status != 0:
        raise SystemExit(f"{name}: the survey ended with status {status}")
    found: dict[str, Any] = json.loads(answer)
    return found


def apart(work: Any, limit: float, judging: bool = False) -> tuple[int, bytes]:
    """The status of a process that does this work, negative for a signal, and what it answers."""
    source, out = os.pipe()
    child = os.fork()
    if child == 0:
        status = 70
        try:
            os.close(source)
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            if judging:
                status = work(out)
            else:
                answer, status = work(), 0
                while answer:
                    answer = answer[os.write(out, answer) :]
        finally:
            os._exit(status)
    os.close(out)
    answer, end = b"", time.monotonic() + limit
    while select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
        if not (more := os.read(source, 2**16)):
            break
        answer += more
    else:
        os.kill(child, signal.SIGKILL)
    os.close(source)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), answer
