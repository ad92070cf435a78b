"""Set-up of the whole suite: the kernel in the header, how random tests run, running the program."""

import gc
import json
import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from suite import MULTIPLIER, Read, Run

from analyzer.census import kernel
from analyzer.cli.main import main

pytest_plugins = ["chromium"]

collect_ignore_glob = ["benchmarks/[!t]*.py", "campaigns/[!t]*.py"]
"""Tests that are run by hand; they may import packages that the suite does not need."""

if not find_spec("playwright"):
    collect_ignore_glob.append("browser/*.py")

# An ordinary run tries the same examples every time; a long run tries new ones.
settings.register_profile("suite", deadline=None, max_examples=40 * MULTIPLIER, derandomize=MULTIPLIER == 1)
settings.load_profile("suite")

# A suite started in the background may ignore Ctrl-C, which some tests send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A process started by a test buffers its output, like a user's, so that errors at its end are found.
os.environ.pop("PYTHONUNBUFFERED", None)

# It keeps compiled modules, so that neither it nor the next run of the suite compiles them again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Collected tests live to the end; searching them for garbage as often as usual took a tenth of the time.
gc.set_threshold(100_000)


def pytest_report_header() -> str:
    """The kernel under test, its vector width and the multiplier, at the head of every run."""
    return f"baccarat: {kernel.IN_USE}, {MULTIPLIER} × the random shoes"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Shuffle modules, and the tests of each, if ANALYZER_TEST_ORDER is set; it is the seed."""
    if seed := os.environ.get("ANALYZER_TEST_ORDER"):
        random = Random(seed)
        place = {path: random.random() for path in sorted({item.path for item in items})}
        items.sort(key=lambda item: (place[item.path], random.random()))


@pytest.fixture(autouse=True)
def _whole_texts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show texts whole, except in tests marked `screen` or `docs`, which show what a user sees."""
    if not any(map(request.node.get_closest_marker, ("screen", "docs"))):
        monkeypatch.setattr("analyzer.cli.screen.LINES", sys.maxsize)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the program in an empty folder, on a terminal of 80 columns; exit status, stdout, stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)

    def go(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return go


@pytest.fixture
def read(run: Run) -> Read:
    """The JSON document that the program writes, without any remark."""

    def go(*arguments: object) -> Any:
        status, out, err = run(*arguments, "--format", "json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return go
