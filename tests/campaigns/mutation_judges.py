"""Judging mutants: a process for each, in which the mutant is imported in place of the module.

A process that has loaded everything but what depends on the module forks for each mutant, so that a judgment
costs hardly more than the tests it runs.
"""

import ast
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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType

import lark  # noqa: F401  loaded once for all
import mpmath  # noqa: F401
import numpy  # noqa: F401
import pytest
import sympy  # noqa: F401
import typer  # noqa: F401
from hypothesis.internal.conjecture import engine
from mutants import Mutant
from mutation_survey import OPTIONS, Survey, apart

FIRST = 1.5
"""Seconds of tests of its own that are run on a mutant before others are even loaded."""

EACH = 0.004
"""Seconds that pytest takes for a test besides."""

TRUSTED = 8
"""Tests that have killed other mutants of a module, tried before all others."""

UNJUDGED = 71
"""The status of a process in which the tests could not be run as they were surveyed."""

MEMORY = 6 * 2**30
"""Bytes that a mutant may take."""


class _Judge:
    """Runs the chosen tests in their order, and ends the process at the first that fails."""

    def __init__(self, chosen: list[str], seconds: dict[str, float], out: int) -> None:
        self.rank = {test: number for number, test in enumerate(chosen)}
        self.seconds = seconds
        self.out = out

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = [item for item in items if item.nodeid in self.rank]
        missing = {name.partition("[")[0] for name in {*self.rank} - {item.nodeid for item in found}}
        # A mutant may change what the cases of a test are called: the test is run on all of them then.
        found += [item for item in items if item not in found and item.nodeid.partition("[")[0] in missing]
        items[:] = sorted(found, key=lambda item: self.rank.get(item.nodeid, len(self.rank)))
        if not items:
            os._exit(UNJUDGED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._end(f"collecting {report.nodeid}")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 2 + 4 * self.seconds.get(nodeid, 15))

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
    name = _loaded(root, module)
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


def unchanged(root: Path, module: str, known: Survey, tests: list[str]) -> tuple[str, str]:
    """What comes of the module with no mistake in it: whatever fails then has noticed nothing."""
    name = _loaded(root, module)
    source = (root / module).read_text(encoding="utf-8")
    return _judgment(root, name, source, tests, known.seconds, root / module)


def _loaded(root: Path, module: str) -> str:
    """The name of a module, with all loaded that does not depend on it."""
    engine.ConjectureRunner.shrink_interesting_examples = lambda _: None  # a failure need not be a small one
    os.environ["COLUMNS"] = "80"
    name = module.removesuffix(".py").replace("/", ".")
    for other in _independent(root, name):
        importlib.import_module(other)
    assert name not in sys.modules, name
    return name


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
            spent += known.seconds[test] + EACH
            first.append(test)
    for test in sorted(set(tests) - set(first), key=lambda test: (known.seconds[test], test)):
        spent += known.seconds[test] + EACH
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

    status, answer = apart(judge, 300, True)
    if status in (-signal.SIGPROF, -signal.SIGKILL):
        return "timeout", ""
    if status == 0:
        return "survived", ""
    if status in (70, UNJUDGED):
        return "unjudged", ""
    return "killed", answer.decode(errors="replace") or f"status {status}"


def _independent(root: Path, name: str) -> list[str]:
    """The modules of the package that do not import this one, nor any that does."""
    imports: dict[str, set[str]] = {}
    for path in (root / "analyzer").rglob("*.py"):
        own = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if own in ("analyzer", "analyzer.__main__"):
            continue
        found = {own.rpartition(".")[0]}
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
