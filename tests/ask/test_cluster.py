"""A sweep on a real Dask cluster: a scheduler and workers, each in a separate process."""

import asyncio
import json
import logging
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import analyzer as ba
from analyzer.analysis.sweep.play import Played, run
from analyzer.ask.execution.checkpoint import Checkpoint
from analyzer.ask.execution.cluster import _Checked, _quiet, cluster
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError

distributed = pytest.importorskip("distributed")
cfexecutor = pytest.importorskip("distributed.cfexecutor")

pytestmark = [pytest.mark.cluster, pytest.mark.libraries]

PATIENCE = 60
"""Seconds in which even a busy machine starts a process; a prompt rejection may take half of them."""

SHOES = 400
CHUNK = 10
WORK = ba.sweep(bets=["player", "banker", "tie"], shoe=1, shoes=1, seed=11).work
ALONE = run(Played.none(WORK), SHOES)


class Processes:
    """A scheduler and its workers, ended when the test ends."""

    def __init__(self, stack: ExitStack, folder: Path, code: str = "") -> None:
        self._stack, self._folder = stack, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._scheduler(code)

    def worker(self, *, code: str = "") -> subprocess.Popen[bytes]:
        """Another worker with one thread, which is not restarted if it is killed; it runs some code first."""
        return self._start("worker", self.address, "--nthreads", "1", "--no-nanny", code=code)

    def wait_for_workers(self, n: int) -> None:
        with distributed.Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(n, timeout=PATIENCE)

    def _start(self, what: str, *arguments: str, code: str = "") -> subprocess.Popen[bytes]:
        program = f"{code}\nfrom distributed.cli.dask_{what} import main; main()"
        words = [sys.executable, "-c", program, *arguments, "--no-dashboard"]
        # How long Dask tries to reach a process that has just died: 30 seconds by default.
        environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "3s"}
        process = subprocess.Popen(words, cwd=self._folder, env=environment, stderr=subprocess.DEVNULL)
        self._stack.callback(process.wait, 10)
        self._stack.callback(process.kill)
        return process

    def _scheduler(self, code: str) -> subprocess.Popen[bytes]:
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        process = self._start("scheduler", *place, "--no-jupyter", code=code)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return process
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.05)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow for a busy machine, which takes longer to start the processes that should answer."""
    for name in ("_GREETING", "_ANSWER", "_WORKER", "_CONNECTION"):
        monkeypatch.setattr(f"analyzer.ask.execution.cluster.{name}", PATIENCE)


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with ExitStack() as stack:
        yield Processes(stack, tmp_path)


def test_a_killed_worker_changes_nothing_and_a_killed_scheduler_loses_nothing(
    processes: Processes, tmp_path: Path
) -> None:
    doomed, _ = processes.worker(), processes.worker()
    alive: list[bool] = []

    def kill_a_worker(played: Played) -> None:
        alive.append(doomed.poll() is None)
        if played.shoes >= SHOES // 4:
            doomed.kill()
            doomed.wait()

    processes.wait_for_workers(2)
    with cluster(processes.address) as executor:
        played = run(Played.none(WORK), SHOES, executor, kill_a_worker, chunk=CHUNK)
    assert alive.count(True) == SHOES // 4 // CHUNK
    assert alive.count(False) == len(alive) - alive.count(True) > 0
    assert played == ALONE
    assert json.dumps(played.document()) == json.dumps(ALONE.document())

    checkpoint = Checkpoint(WORK, SHOES, tmp_path / "run.json")

    def kill_the_scheduler(played: Played) -> None:
        checkpoint(played)
        processes.scheduler.kill()

    with (
        pytest.raises(AnalyzerError, match=f"^the Dask scheduler at '{processes.address}' was lost$"),
        cluster(processes.address) as executor,
    ):
        run(Played.none(WORK), SHOES, executor, kill_the_scheduler, chunk=CHUNK)
    assert 0 < checkpoint.played.shoes < SHOES
    assert run(checkpoint.played, SHOES) == ALONE


def test_the_command_gives_the_same_answer_on_a_cluster(
    processes: Processes, capsys: pytest.CaptureFixture[str]
) -> None:
    processes.worker()
    asked = ["sweep", "--bet", "tie", "--decks", "1", "--shoes", "300", "--format", "json"]
    assert main([*asked, "--cluster", processes.address]) == 0
    there = capsys.readouterr()
    assert main(asked) == 0
    assert there == capsys.readouterr()


OLDER = "import analyzer; analyzer.__version__ = '0.0.9'"
ELSEWHERE = "import sys; sys.modules['analyzer'] = None"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (OLDER, r"worker tcp://[\d.:]+ runs baccarat 0\.0\.9, not the baccarat [\d.]+ of this process; .*"),
        (
            ELSEWHERE,
            r"worker tcp://[\d.:]+ cannot run baccarat [\d.]+ \(.*'analyzer' is not a .*\); install it there",
        ),
    ],
    ids=["another version", "none"],
)
def test_a_worker_that_runs_other_code_is_rejected(processes: Processes, code: str, sentence: str) -> None:
    processes.worker(code=code)
    with pytest.raises(AnalyzerError, match=f"^{sentence}$"), cluster(processes.address):
        pass


@pytest.mark.slow
def test_a_worker_that_joins_later_must_run_the_same_code(processes: Processes) -> None:
    first = processes.worker()
    sentence = r"worker tcp://[\d.:]+ runs baccarat 0\.0\.9, not the baccarat .*"
    with pytest.raises(AnalyzerError, match=f"^{sentence}$"), cluster(processes.address) as executor:
        assert executor.submit(pow, 2, 3).result(PATIENCE) == 8
        processes.worker(code=OLDER)
        processes.wait_for_workers(2)
        first.kill()
        executor.submit(pow, 2, 3).result(PATIENCE)


@pytest.mark.slow
def test_a_scheduler_without_the_package_is_rejected(tmp_path: Path) -> None:
    sentence = r"the scheduler cannot run baccarat [\d.]+ \(.*\); install it there"
    with ExitStack() as stack:
        processes = Processes(stack, tmp_path, ELSEWHERE)
        processes.worker()
        with pytest.raises(AnalyzerError, match=f"^{sentence}$"), cluster(processes.address):
            pass


def refused(capsys: pytest.CaptureFixture[str], address: str) -> str:
    """The sentence of a sweep that is rejected promptly, not after a long wait."""
    began = time.monotonic()
    status = main(["sweep", "--bet", "tie", "--shoes", "5", "--cluster", address])
    assert time.monotonic() - began < PATIENCE / 2
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    return str(err)


def test_a_scheduler_without_workers_is_reported(
    processes: Processes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.ask.execution.cluster._WORKER", 1)
    address = processes.address
    said = f"the Dask scheduler at {address!r} has no workers; start one with dask worker {address}"
    assert refused(capsys, address) == f"baccarat: {said}\n"


@pytest.mark.parametrize("name", ["distributed.scheduler", "distributed.client", "tornado.application"])
def test_the_log_of_dask_about_a_lost_scheduler_is_silenced(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    with _quiet():
        logging.getLogger(name).error("Stream is closed")
    assert caplog.records == []


def test_a_programs_own_client_remains_the_default_of_dask() -> None:
    place = {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": None}
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **place) as local,
        cluster(local.scheduler_address) as executor,
    ):
        assert executor.submit(pow, 2, 3).result(PATIENCE) == 8
        with pytest.raises(ValueError, match=r"^No clients found"):
            distributed.default_client()


def mute(server: socket.socket) -> None:
    """Let clients wait after they connect."""


def chatty(server: socket.socket) -> None:
    """Greet clients in another protocol."""
    connection, _ = server.accept()
    with connection:
        connection.sendall(b"SSH-2.0-OpenSSH_9.6\r\n")


def gone(server: socket.socket) -> None:
    server.close()


@pytest.mark.parametrize("answer", [mute, chatty, gone])
def test_a_server_that_is_not_a_scheduler_is_not_waited_for(
    capsys: pytest.CaptureFixture[str],
    answer: Callable[[socket.socket], Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from threading import Thread

    monkeypatch.setattr("analyzer.ask.execution.cluster._GREETING", 1)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        other = Thread(target=answer, args=[server])
        other.start()
        said = refused(capsys, address)
        other.join()
    assert said == f"baccarat: no Dask scheduler answers at {address!r}; start one with dask scheduler\n"


@pytest.mark.slow
def test_a_peer_that_greets_and_then_is_silent_is_not_waited_for() -> None:
    """A client waits for the message that such a greeting announces; the whole connection has a limit."""
    limit = "from analyzer.ask.execution import cluster; cluster._CONNECTION = 1"
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        arguments = ["sweep", "--bet", "tie", "--shoes", "5", "--cluster", address]
        words = [
            sys.executable,
            "-c",
            f"{limit}\nfrom analyzer.cli.main import main\nraise SystemExit(main({arguments}))",
        ]
        with ExitStack() as stack, subprocess.Popen(words, stderr=subprocess.PIPE) as asking:
            for _ in range(2):  # the program checks the greeting, then connects
                connection, _ = server.accept()
                stack.enter_context(connection).sendall((100).to_bytes(8, "little"))
            _, said = asking.communicate(timeout=PATIENCE)
    assert asking.returncode == 2
    assert (
        said.decode()
        == f"baccarat: no Dask scheduler answers at {address!r}; start one with dask scheduler\n"
    )


@pytest.mark.parametrize(
    "address", ["", "here", "tcp://", "tcp://:1", "tcp://a:99999", "http://a:1", "tcp://a:1/b"]
)
def test_a_malformed_address_is_rejected(address: str) -> None:
    sentence = re.escape(
        f"expected a scheduler as tcp://HOST:PORT such as tcp://127.0.0.1:8786, got {address!r}"
    )
    with pytest.raises(AnalyzerError, match=f"^{sentence}$"), cluster(address):
        pass


class Forgotten:
    """A call whose worker ends just as its result arrives, so that distributed gets its status wrong."""

    status = "pending"

    def __init__(self, result: object) -> None:
        self.result = result

    async def _result(self, raiseit: bool) -> object:
        return self.result


class ForgetsAll(Executor):
    """Plays at once, and returns results as distributed's executor does."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        result = fn(*args, **kwargs)

        async def handed_over() -> None:
            await cfexecutor._cascade_future(Forgotten(result), future)

        asyncio.run(handed_over())
        return future


def test_a_result_that_arrives_as_its_worker_ends_is_not_lost() -> None:
    assert run(Played.none(WORK), SHOES, _Checked(ForgetsAll()), chunk=100).tally == ALONE.tally
