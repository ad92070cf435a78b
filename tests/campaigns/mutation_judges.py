"""Judges mutants: runs tests in one process per mutant, which imports the mutant in place of the module.

A process that has loaded the whole package forks for each mutant and unloads only the modules that depend on
the mutated one, so a judgement costs little more than the tests it runs.
"""

import ast
import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import signal
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

import pytest
from hypothesis.internal.conjecture import engine
from mutants import Mutant
from mutation_survey import OPTIONS, Survey, apart, beside

FIRST = 1.5
"""Seconds of tests that are likely to fail; these run on a mutant before others are even loaded."""

EACH = 0.004
"""Seconds of overhead by pytest per test."""

TRUSTED = 8
"""How many tests that have killed other mutants of a module run before all others."""

UNJUDGED = 71
"""The exit status if the surveyed tests could not be run."""

MEMORY = 6 * 2**30
"""The most bytes of memory for a mutant."""


class _Judge:
    """Runs the chosen tests in order and reports failures; if `last`, the first failure ends the process."""

    def __init__(self, chosen: list[str], seconds: dict[str, float], out: int, last: bool) -> None:
        self.rank = {test: number for number, test in enumerate(chosen)}
        self.seconds = seconds
        self.out = out
        self.last = last

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self.rank]
        missing = {name.partition("[")[0] for name in {*self.rank} - {item.nodeid for item in found}}
        # A mutant can change the ids of a test's cases: then all its cases run.
        found += [item for item in items if item not in found and item.nodeid.partition("[")[0] in missing]
        items[:] = sorted(found, key=lambda item: self.rank.get(item.nodeid, len(self.rank)))
        if not items:
            os._exit(UNJUDGED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._failed(f"collecting {report.nodeid}")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 4 * self.seconds.get(nodeid, 15))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed(report.nodeid)

    @staticmethod
    def pytest_internalerror() -> None:
        os._exit(UNJUDGED)

    def _failed(self, test: str) -> None:
        os.write(self.out, f"{test}\n".encode())
        if self.last:
            os._exit(1)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the mutant when the module is imported."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, name: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=self, submodule_search_locations=inside
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


def judged(
    root: Path, todo: list[Mutant], known: Survey, seconds: float, jobs: int
) -> Iterator[tuple[Mutant, str, str]]:
    """Each mutant with its verdict and the test that killed it."""
    _load(root)
    killers: dict[str, Counter[str]] = defaultdict(Counter)

    def judge(mutant: Mutant) -> tuple[Mutant, str, str]:
        verdict, test = "survived", "no test runs it"
        for some in _portions(known.tests(mutant), mutant, known, seconds, killers[mutant.module]):
            verdict, test = _judgment(root, mutant, some, known.seconds)
            if verdict != "survived":
                break
        killers[mutant.module].update([test] if test in known.seconds else [])
        return mutant, verdict, test

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(judge, sorted(todo, key=lambda mutant: mutant.module))


def failing(root: Path, known: Survey, tests: list[str]) -> set[str]:
    """The tests that fail on the unchanged package, so their failures on mutants prove nothing."""
    _load(root)
    status, answer = apart(lambda out: _run(root, tests, known.seconds, out, False), 1800)
    return {*answer.decode().splitlines()} if status in (0, 1) else {*tests}


def _portions(
    tests: list[str], mutant: Mutant, known: Survey, seconds: float, killers: Counter[str]
) -> list[list[str]]:
    """The tests to run first, and then as many others as there is time for.

    First are the tests that have killed most mutants of the module so far, then those of its layer.
    """
    spent, first, rest = 0.0, [], []
    there = set(tests)
    proven = [test for test, _ in killers.most_common() if test in there][:TRUSTED]
    for test in dict.fromkeys([*proven, *(test for test in tests if beside(test, mutant.module))]):
        if spent + known.seconds[test] <= FIRST:
            spent += known.seconds[test] + EACH
            first.append(test)
    chosen = set(first)
    for test in tests:
        if test not in chosen and spent + known.seconds[test] <= seconds:
            spent += known.seconds[test] + EACH
            rest.append(test)
    return [some for some in (first, rest) if some]


def _judgment(root: Path, mutant: Mutant, tests: list[str], seconds: dict[str, float]) -> tuple[str, str]:
    """The verdict on a mutant, and the test that killed it or how the process ended."""
    path = root / mutant.module
    name = _dotted(mutant.module)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(mutant.source(path.read_text(encoding="utf-8")), str(path), "exec")
    forgotten = _depending(root, name)

    def judge(out: int) -> int:
        for other in forgotten:
            if sys.modules.pop(other, None) is not None:
                parent, _, own = other.rpartition(".")
                with contextlib.suppress(AttributeError, KeyError):
                    delattr(sys.modules[parent], own)
        sys.meta_path.insert(0, _Finder(name, path, code))
        return _run(root, tests, seconds, out, True)

    status, answer = apart(judge, 300)
    if status in (-signal.SIGPROF, -signal.SIGKILL):
        return "timeout", ""
    if status == 0:
        return "survived", ""
    if status in (70, UNJUDGED):
        return "unjudged", ""
    return "killed", answer.decode(errors="replace").strip() or f"status {status}"


def _run(root: Path, tests: list[str], seconds: dict[str, float], out: int, last: bool) -> int:
    """Run tests and return pytest's status; write failed tests to `out`, and stop at the first if `last`."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 20)
    files = dict.fromkeys(str(root / test.partition("::")[0]) for test in tests)
    return int(pytest.main([*OPTIONS, *files], plugins=[_Judge(tests, seconds, out, last)]))


@cache
def _load(root: Path) -> None:
    """Load the whole package, once for all mutants."""
    engine.ConjectureRunner.shrink_interesting_examples = lambda _: None  # failing examples need no shrinking
    os.environ["COLUMNS"] = "80"
    for name in _imports(root):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()


def _dotted(module: str) -> str:
    return module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@cache
def _imports(root: Path) -> dict[str, set[str]]:
    """The modules of the package, and the modules that each imports."""
    imports: dict[str, set[str]] = {}
    for path in sorted((root / "analyzer").rglob("*.py")):
        own = _dotted(path.relative_to(root).as_posix())
        found = {own.rpartition(".")[0]}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
        imports[own] = (
            found if own != "analyzer" else set()
        )  # the public package loads names when they are used
    # This module picks its twin by name, so its imports do not show the dependency.
    imports["analyzer.census.kernel"].add("analyzer.census._kernel_py")
    return imports


def _depending(root: Path, name: str) -> set[str]:
    """A module and all modules that import it, directly or indirectly."""
    imports, depending = _imports(root), {name}
    while more := {own for own, found in imports.items() if found & depending} - depending:
        depending |= more
    return depending
