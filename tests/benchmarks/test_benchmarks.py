"""The benchmark: its yardstick gives the package's ways, and its command runs; these tests time nothing."""

import argparse
import json
import os
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from shoes import random_shoes

import analyzer
from analyzer.game.shoe import Shoe

PEER = """
import sys
import numpy as np
import analyzer as ba
for line in sys.stdin:
    counts = np.array([[int(word) for word in line.split()]])
    [bets] = ba.ways("standard", counts, bets=("player", "banker", "tie"))
    ways = [bet["win"] for bet in bets.values()]
    print({answer}, flush=True)
"""
BENCH = Path(__file__).with_name("bench.py")
MAIN = ("player", "banker", "tie")


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark's modules can be imported."""
    monkeypatch.syspath_prepend(BENCH.parent)


@pytest.fixture
def native() -> ModuleType:
    """The benchmark's C programs; skips if there is no C compiler."""
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


def test_a_peak_is_a_rate_or_none_if_the_machine_lacks_the_width(native: ModuleType) -> None:
    peaks = [native.peak(width, runs=1) for width in ("portable", "avx2", "avx512")]
    assert peaks[0] is not None
    assert all(peak is None or peak > 0 for peak in peaks)


def test_a_command_is_timed_by_the_work_of_its_whole_process(monkeypatch: pytest.MonkeyPatch) -> None:
    import workloads

    monkeypatch.setattr(workloads, "PROGRAM", [sys.executable, "-c", "import time; time.sleep(1)"])
    began = workloads.work_of_children()
    took = workloads.seconds(workloads._command()(1))
    assert 0 < took < 1
    assert took == workloads.work_of_children() - began


def test_the_memory_of_a_command_is_that_of_its_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    import workloads

    monkeypatch.setattr(workloads, "PROGRAM", [sys.executable, "-c", "large = b'1' * 300_000_000; del large"])
    workloads._command()(1).run()
    assert workloads.memory_of_children() > 300_000_000


def test_a_command_does_not_inherit_settings_of_threads_or_bytecode(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import workloads

    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "PYTHONDONTWRITEBYTECODE")
    for name in names:
        monkeypatch.setenv(name, "1")
    script = f"import os, sys; sys.exit(any(name in os.environ for name in {names}))"
    monkeypatch.setattr(workloads, "PROGRAM", [sys.executable, "-c", script])
    workloads._command()(1).run()


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        pytest.param("raise SystemExit(1)", None, id="no"),
        pytest.param("raise SystemExit(2)", "failed with status 2", id="misuse"),
        pytest.param("1 / 0", "failed with status 1", id="traceback"),
        pytest.param("import os; os.kill(os.getpid(), 9)", "failed with status -9", id="killed"),
    ],
)
def test_a_command_that_fails_is_missing_and_not_fast(
    script: str, missing: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import workloads

    monkeypatch.setattr(workloads, "PROGRAM", [sys.executable, "-c", script])
    monkeypatch.setitem(
        workloads.WORKLOADS, "failing", workloads.Workload("", workloads._command(), fresh=True)
    )
    [answer] = workloads.answers(iter(["failing"]))
    assert answer.get("missing") == missing


@pytest.mark.parametrize(
    ("unit", "measured", "verdict"),
    [
        pytest.param("s", 2.0, "reached", id="time"),
        pytest.param("s", 2.1, "missed", id="more time"),
        pytest.param("MB", 2_000_000, "reached", id="memory"),
        pytest.param("MB", 2_000_001, "missed", id="more memory"),
        pytest.param("shoes/s", 2.0, "reached", id="rate"),
        pytest.param("shoes/s", 1.9, "missed", id="lower rate"),
        pytest.param("MB", None, "not measured", id="nothing"),
    ],
)
def test_a_limit_is_an_upper_bound_of_time_or_memory_and_a_lower_bound_of_a_rate(
    unit: str, measured: float | None, verdict: str
) -> None:
    import results

    assert results.Limit("", 2, unit, "", lambda _: measured).verdict(results.Results()) == verdict


def test_every_limit_is_of_a_workload_and_memory_of_a_command() -> None:
    import results
    import workloads

    assert {limit.workload for limit in results.LIMITS} <= workloads.WORKLOADS.keys()
    assert {limit.workload for limit in results.LIMITS if limit.unit == "MB"} <= workloads.COMMANDS.keys()


def answering(answer: str) -> str:
    """The command of a peer that knows the ways and gives this answer."""
    return shlex.join([sys.executable, "-c", PEER.format(answer=answer)])


@pytest.mark.parametrize(
    "answer", [pytest.param("*ways", id="ways"), pytest.param("*(w / sum(ways) for w in ways)", id="doubles")]
)
def test_a_peer_can_answer_with_ways_or_probabilities(answer: str) -> None:
    import measure

    with measure.Peer(answering(answer)) as peer:
        peer.compare()
        assert peer.seconds() > 0


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        pytest.param(answering("ways[1], ways[0], ways[2]"), "differs from the package on ", id="wrong"),
        pytest.param(answering("*ways, 0"), "expected three numbers, got '", id="four"),
        pytest.param(answering("'none'"), "expected three numbers, got 'none", id="text"),
        pytest.param("none-such", "does not start: ", id="none"),
        pytest.param("true", "expected three numbers, got ''|ended before it was asked", id="silent"),
    ],
)
def test_a_peer_that_does_not_answer_as_the_package_does_is_not_timed(command: str, fault: str) -> None:
    import measure

    with pytest.raises(measure.PeerError, match=f"^({fault})"), measure.Peer(command) as peer:
        peer.compare()


@pytest.mark.parametrize("text", ["rust", "=command", "rust=", "python=command", "yardstick=command"])
def test_a_peer_needs_an_unused_name_and_a_command(text: str) -> None:
    import bench

    with pytest.raises(argparse.ArgumentTypeError, match="expected NAME=COMMAND"):
        bench.peer(text)


def test_a_peer_is_shown_with_the_ratio() -> None:
    import bench
    import results

    measured = results.Results(
        times={"one-pbt": {"python": [2e-6], "rust": [9e-6]}, "odds": {"python": [1.0]}}
    )
    assert bench.beside_peers(measured, ["rust"]).rows == (
        ("one shoe: P/B/T, EVs", "rust", 9, 2, Fraction(4.5)),
    )


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
