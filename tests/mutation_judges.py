"""Judging mutants: a process for each, in which the mutant is imported in place of the module.

A process that has loaded everything but what depends on the module forks for each mutant, so that a judgment
costs hardly more than the tests it runs.
"""

import ast
import functools
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import coverage
import lark  # noqa: F401  loaded once for all
import mpmath  # noqa: F401
import numpy  # noqa: F401
import pytest
import sympy  # noqa: F401
import typer  # noqa: F401
from hypothesis.internal.conjecture import engine
from mutants import Mutant

LONG = 1.5
"""Seconds up to which a test judges."""

FIRST = 1.5
"""Seconds of tests of its own that are run on a mutant before others are even loaded."""

TRUSTED = 8
"""Tests that have killed other mutants of a module, tried before all others."""

UNJUDGED = 71
"""The status of a process in which the tests could not be run as they were surveyed."""

MEMORY = 6 * 2**30
"""Bytes that a mutant may take."""


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

    status, answer = _apart(look, 1800)
    if status != 0:
        raise SystemExit(f"{name}: the survey ended with status {status}")
    found: dict[str, Any] = json.loads(answer)
    return found


OPTIONS = ["-q", "--tb=no", "--no-header", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]


class _Judge:
    """Runs the chosen tests in their order, and ends the process at the first that fails."""

    def __init__(self, chosen: list[str], seconds: dict[str, float], out: int) -> None:
        self.rank = {test: number for number, test in enumerate(chosen)}
        self.seconds = seconds
        self.out = out

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid]
        )
        if len(items) != len(self.rank):
            os._exit(UNJUDGED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._end(f"collecting {report.nodeid}")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 4 * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._end(report.nodeid)

    @staticmethod
    def pytest_internalerror() -> None:
        os._exit(UNJUDGED)

    def _end(self, reason: str) -> None:
        os.write(self.out, reason.encode())
        os._exit(1)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the mutant where the module is imported."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def judged(
    root: Path, module: str, todo: list[Mutant], known: Survey, files: tuple[str, ...], seconds: float
) -> Iterator[tuple[Mutant, str, str]]:
    """Each mutant, whether it was killed, and by what."""
    if not todo:
        return
    engine.ConjectureRunner.shrink_interesting_examples = lambda _: None  # a failure need not be a small one
    os.environ["COLUMNS"] = "80"
    name = module.removesuffix(".py").replace("/", ".")
    for other in _independent(root, name):
        importlib.import_module(other)
    assert name not in sys.modules, name
    original = (root / module).read_text(encoding="utf-8")
    own = {test for file in files[:2] for test in known.files[file]}
    killers: Counter[str] = Counter()
    gc.freeze()
    for mutant in todo:
        tests = known.tests(mutant, files)
        verdict, test = "survived", ""
        for some in _portions(tests, known, own, seconds, killers):
            verdict, test = _judgment(root, name, mutant.source(original), some, known.seconds, root / module)
            if verdict != "survived":
                break
        killers.update([test] if test in known.seconds else [])
        yield mutant, verdict, test


def _portions(
    tests: list[str], known: Survey, own: set[str], seconds: float, killers: Counter[str]
) -> list[list[str]]:
    """Those to be run first, and the shortest of the others that there is time for.

    First are the tests that have killed most mutants of the module so far, and then some of its own.
    """
    spent, first, rest = 0.0, [], []
    there = set(tests)
    proven = [test for test, _ in killers.most_common() if test in there][:TRUSTED]
    for test in [*proven, *(test for test in tests if test in own and test not in proven)]:
        if spent + known.seconds[test] <= FIRST:
            spent += known.seconds[test] + 0.01
            first.append(test)
    for test in sorted(set(tests) - set(first), key=lambda test: (known.seconds[test], test)):
        spent += known.seconds[test] + 0.01
        if spent <= seconds:
            rest.append(test)
    return [some for some in (first, rest) if some]


def _judgment(
    root: Path, name: str, source: str, tests: list[str], seconds: dict[str, float], path: Path
) -> tuple[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(source, str(path), "exec")
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))

    def judge(out: int) -> int:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.meta_path.insert(0, _Finder(name, path, code))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, 10)
        return int(
            pytest.main(
                [*OPTIONS, *(str(root / file) for file in files)], plugins=[_Judge(tests, seconds, out)]
            )
        )

    status, answer = _apart(judge, 300, True)
    if status in (-signal.SIGPROF, -signal.SIGKILL):
        return "timeout", ""
    if status == 0:
        return "survived", ""
    if status in (70, UNJUDGED):
        return "unjudged", ""
    return "killed", answer.decode(errors="replace") or f"status {status}"


def _apart(work: Any, limit: float, judging: bool = False) -> tuple[int, bytes]:
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


def _independent(root: Path, name: str) -> list[str]:
    """The modules of the package that do not import this one, nor any that does."""
    imports: dict[str, set[str]] = {}
    for path in (root / "analyzer").rglob("*.py"):
        if path.name.startswith("__"):
            continue
        own = ".".join(path.relative_to(root).with_suffix("").parts)
        found = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
        imports[own] = found
    # What picks its twin by name imports both without saying so.
    imports["analyzer.census.kernel"].add("analyzer.census._kernel_py")
    depending = {name}
    while more := {own for own, found in imports.items() if found & depending} - depending:
        depending |= more
    return sorted(own for own in imports if own not in depending and "distributed" not in own)
