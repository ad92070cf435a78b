"""The benchmark: its yardstick gives the package's ways, and its command runs; nothing here is timed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from shoes import random_shoes

import analyzer
from analyzer.game.shoe import Shoe

BENCH = Path(__file__).with_name("bench.py")
MAIN = ("player", "banker", "tie")


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark's C programs; skips where there is no C compiler."""
    monkeypatch.syspath_prepend(BENCH.parent)
    import native

    try:
        native.compiler_version()
    except native.NoCompilerError as fault:
        pytest.skip(str(fault))
    return native


def test_the_yardstick_gives_the_ways_of_the_package(native: ModuleType) -> None:
    fresh = [Shoe.decks(decks).coarsen("points") for decks in (1, 6, 8)]
    counts = np.array([shoe.counts for shoe in (*fresh, *random_shoes("points", 60))])
    ours = analyzer.ways("standard", counts, bets=MAIN)
    assert native.yardstick(counts).tolist() == [[bets[name]["win"] for name in MAIN] for bets in ours]


def test_the_yardstick_gives_the_published_ways_of_eight_decks(native: ModuleType) -> None:
    assert native.yardstick(np.array([[128] + [32] * 9])).tolist() == [
        [2230518282592256, 2292252566437888, 475627426473216]
    ]


def test_a_peak_is_a_rate_or_none_where_the_machine_lacks_the_width(native: ModuleType) -> None:
    peaks = [native.peak(width, runs=1) for width in ("portable", "avx2", "avx512")]
    assert peaks[0] is not None
    assert all(peak is None or peak > 0 for peak in peaks)


@pytest.mark.parametrize(
    "compiler",
    [pytest.param(None, id="compiler", marks=pytest.mark.slow), pytest.param("none-such", id="no compiler")],
)
def test_the_benchmark_runs(compiler: str | None, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ANALYZER_")}
    if compiler is not None:
        environment["CC"] = compiler
    command = [
        sys.executable,
        BENCH,
        "--repeats=1",
        "--only",
        "one-pbt",
        f"--json={tmp_path / 'numbers.json'}",
    ]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert max(map(len, run.stdout.splitlines())) <= 120
    assert ("yardstick, peak: no C compiler" in run.stdout) or compiler is None
    numbers = json.loads((tmp_path / "numbers.json").read_text(encoding="utf-8"))
    assert numbers["workloads"]["one-pbt"]["seconds"]["python"]["minimum"] > 0
