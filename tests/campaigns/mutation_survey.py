"""Finds which tests of README's `pytest` execute which lines, and how long each takes."""

import contextlib
import functools
import gc
import json
import os
import re
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import coverage
import pytest
from mutants import Mutant, layer

LONG = 1.5
"""The longest test that judges mutants, in seconds."""

PATIENCE = 20.0
"""Seconds of a file's tests after which caches of test modules are kept; the package's after twice that."""

MOST = 90.0
"""Seconds of a file's tests after which the remaining tests of the file do not judge."""

OPTIONS = ["-q", "--tb=no", "--no-header", "--assert=plain", "-p", "no:cacheprovider", "-n", "0"]

_COVERAGE = str(Path(coverage.__file__).parent)

SHARED = "shared by tests: "
"""The prefix of the coverage context of a fixture that several tests share."""


class Survey:
    """Which tests execute which lines of which module, and how long each takes in seconds."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Read the survey of all current test files from a folder."""
        self.root = root
        self.seconds: dict[str, float] = {}
        self.units: list[tuple[coverage.CoverageData, dict[str, Any]]] = []
        for unit, _ in _units(root):
            path = folder / f"{unit}.json"
            found = json.loads(path.read_text(encoding="utf-8"))
            self.seconds.update(found["seconds"])
            data = coverage.CoverageData(str(path.with_suffix(".coverage")))
            data.read()
            self.units.append((data, found))

    @functools.lru_cache(maxsize=4)  # noqa: B019  the one survey exists as long as the program
    def running(self, module: str) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
        """By line of a module: tests that execute it, and tests of files that execute it at import."""
        lines: dict[int, set[str]] = defaultdict(set)
        read: dict[int, set[str]] = defaultdict(set)
        for data, found in self.units:
            for line, contexts in data.contexts_by_lineno(str(self.root / module)).items():
                for context in contexts:
                    tests = found["shared"].get(context, ()) if context.startswith(SHARED) else (context,)
                    lines[line].update(test for test in tests if test in self.seconds)
                if "" in contexts:
                    read[line].update(found["seconds"])
        return lines, read

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests that execute a mutant, quickest first; then those of files that execute it at import.

        If the mutant is executed when the module is imported: the tests that execute any line of the module,
        then those of its layer, then all tests of files that import it.
        """
        lines, read = self.running(mutant.module)
        run = range(mutant.run[0], mutant.run[1] + 1) if mutant.run is not None else {*lines, *read}
        chosen = {test for line in run for test in lines.get(line, ())}
        others = {test for line in run for test in read.get(line, ())}

        def distance(test: str) -> tuple[bool, bool, float, str]:
            return test not in chosen, not beside(test, mutant.module), self.seconds[test], test

        return sorted(chosen | others, key=distance)


def beside(test: str, module: str) -> bool:
    """Whether a test is a doctest of a module, or in the test folder of its layer."""
    return test.startswith((f"{module}::", f"tests/{layer(module)}/"))


class _Stepwise:
    """Records which lines each test executes and how long it takes; caches are cleared before each test.

    Lines that a fixture executes for several tests count for all of them. In a file that takes too long,
    caches are kept; then the lines count only for the first test that fills the cache.
    """

    def __init__(self, root: Path, measured: coverage.Coverage) -> None:
        self.root = root
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.shared: dict[str, list[str]] = defaultdict(list)
        self.until = time.process_time() + MOST
        self.caches: list[tuple[float, Any]] = []
        self.begun = 0.0
        self.now = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # The processes that a cluster starts would outlive an interrupted test.
        items[:] = [item for item in items if item.get_closest_marker("cluster") is None]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            for name in getattr(item, "fixturenames", ()):
                self.shared[SHARED + name].append(item.nodeid)
        self.caches = [
            (time.process_time() + PATIENCE * (2 if found.__module__.startswith("analyzer") else 1), found)
            for found in gc.get_objects()
            if isinstance(found, functools._lru_cache_wrapper) and self._own(str(found.__module__))
        ]

    def _own(self, module: str) -> bool:
        """Whether a module belongs to the package or the tests; the independent oracle is excluded."""
        path = getattr(sys.modules.get(module), "__file__", None) or ""
        return path.startswith(str(self.root)) and module != "oracle"

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        if fixturedef.scope == "function":
            return (yield)
        self.measured.switch_context(SHARED + fixturedef.argname)
        try:
            return (yield)
        finally:
            self.measured.switch_context(self.now)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        for until, cache in self.caches:
            if time.process_time() < until:
                cache.cache_clear()
        self.now = nodeid
        self.measured.switch_context(nodeid)
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, 1.25 * LONG)
        self.begun = time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = round(time.process_time() - self.begun, 3)

    def pytest_runtest_logfinish(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.measured.switch_context("")

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        item.session.shouldstop = time.process_time() > self.until and "enough of this file"


def _too_long(_: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_COVERAGE):  # it holds locks that would never be released
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        frame = frame.f_back
    raise TimeoutError("this test is too long to judge mutants")


def survey(root: Path, folder: Path, jobs: int) -> None:
    """Survey the test files that have changed since their last survey in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    todo = []
    for unit, files in _units(root):
        path = folder / f"{unit}.json"
        if not path.exists() or any(file.stat().st_mtime > path.stat().st_mtime for file in files):
            todo.append((path, files))
    with ThreadPoolExecutor(jobs) as pool:
        for path, status in pool.map(lambda one: _surveyed(root, *one), todo):
            print(f"surveyed {path.stem}" + (f": status {status}" if status else ""), flush=True)


def _units(root: Path) -> Iterable[tuple[str, list[Path]]]:
    """The units of a survey: each test file, and the doctests of each layer."""
    doctests: dict[str, list[Path]] = defaultdict(list)
    for path in sorted((root / "analyzer").rglob("*.py")):
        if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE):
            doctests[layer(path.relative_to(root).as_posix())].append(path)
    yield from ((f"doctests-{name}", files) for name, files in doctests.items())
    for path in sorted((root / "tests").rglob("test_*.py")):
        yield path.relative_to(root).with_suffix("").as_posix().replace("/", "-"), [path]


def _surveyed(root: Path, path: Path, files: list[Path]) -> tuple[Path, int]:
    """Survey tests in a separate process; writes the result to `path`, and a coverage file next to it."""

    def look(_: int) -> int:
        kept = path.with_suffix(".part")
        kept.unlink(missing_ok=True)
        measured = coverage.Coverage(data_file=str(kept), config_file=False, source=[str(root / "analyzer")])
        plugin = _Stepwise(root, measured)
        measured.start()
        pytest.main([*OPTIONS, *map(str, files)], plugins=[plugin])
        measured.stop()
        measured.save()
        kept.rename(path.with_suffix(".coverage"))
        seconds = {test: taken for test, taken in plugin.seconds.items() if taken <= LONG}
        found = {"seconds": seconds, "shared": plugin.shared}
        path.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
        return 0

    return path, apart(look, 3600)[0]


def apart(work: Callable[[int], int], limit: float) -> tuple[int, bytes]:
    """Run work in a forked process: its exit status, negative for a signal, and what it wrote to its pipe.

    Processes that it leaves running are killed.
    """
    source, out = os.pipe()
    child = os.fork()
    if child == 0:
        status = 70
        try:
            os.setsid()
            os.close(source)
            silent = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(silent, stream)
            status = work(out)
        finally:
            os._exit(status)
    os.close(out)
    answer, end = b"", time.monotonic() + limit
    while (ended := os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
        if time.monotonic() > end:
            break
        if select.select([source], [], [], 0.5)[0]:
            answer += os.read(source, 2**16)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    while ended and select.select([source], [], [], 0)[0] and (more := os.read(source, 2**16)):
        answer += more
    os.close(source)
    return os.waitstatus_to_exitcode(status), answer
