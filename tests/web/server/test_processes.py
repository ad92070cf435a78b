"""The processes that answer: bounded, replaced, and gone with the server, with all that they wrote."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from served import Server, serving

from analyzer.web.server.answers import Refused
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import Pool, Program, Question

pytestmark = pytest.mark.slow  # Servers and processes start and are waited for.


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "3") as running:
        yield running


def test_a_question_that_takes_too_long(server: Server) -> None:
    begun = time.monotonic()
    reply = server.ask("sweep", shoes=1_000_000)
    assert (reply.status, time.monotonic() - begun < 15) == (422, True)
    assert (
        reply.error
        == "expected a question that is answered within 3 seconds, got a longer one; ask for a job"
    )
    assert server.ask("odds", bet="tie").status == 200


def test_answers_and_questions_that_wait_are_bounded() -> None:
    async def refused(pool: Pool, words: str) -> tuple[int, str]:
        with pytest.raises(Refused) as told:
            await pool.answer(Question((words,)), 60)
        return told.value.status, str(told.value)

    async def told() -> list[tuple[int, str]]:
        pool = Pool(Program("builtins:print"), Limits(processes=1, waiting=1, answer=5, seconds=60))
        await pool.fill()
        assert await pool.answer(Question(("abcd",)), 60) == b"abcd\n"
        long = await refused(pool, "abcde")
        none = Pool(Program("builtins:print"), Limits(waiting=1, seconds=0.1))
        waits = asyncio.create_task(refused(none, ""))
        await asyncio.sleep(0)
        return [long, await refused(none, ""), await waits]

    assert asyncio.run(told()) == [
        (400, "expected an answer of at most 5 bytes, got a longer one; ask for less"),
        (429, "too many questions wait for an answer; ask again later"),
        (429, "all processes are busy; ask again later, or ask for a job"),
    ]


def test_a_process_that_has_grown_is_replaced() -> None:
    async def asked(retire: int) -> set[bytes]:
        """The processes that answer two questions, one after the other."""
        pool = Pool(Program("builtins:exec"), Limits(processes=1, retire=retire))
        await pool.fill()
        return {await pool.answer(Question(("import os; print(os.getpid())",)), 60) for _ in range(2)}

    assert [len(asyncio.run(asked(retire))) for retire in (1, 10**12)] == [2, 1]


def test_another_process_is_asked_what_the_first_has_not_read() -> None:
    async def answers() -> list[bytes]:
        # Memory counts from before the process began its program: that of this suite may be above the limit.
        pool = Pool(Program("builtins:exec"), Limits(processes=1, retire=10**12))
        await pool.fill()
        question = Question(("import os; print(os.getpid())",))
        first = await pool.answer(question, 60)
        os.kill(int(first), signal.SIGSTOP)
        asked = asyncio.create_task(pool.answer(question, 60))
        await asyncio.sleep(0.1)
        os.kill(int(first), signal.SIGKILL)
        return [first, await asked]

    assert len(set(asyncio.run(answers()))) == 2


def test_a_killed_process(server: Server) -> None:
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(server.ask, "sweep", shoes=1_000_000)
        time.sleep(1)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        reply = asked.result()
    assert (reply.status, reply.error) == (503, "the process that was answering has ended; ask again")
    assert server.ask("odds", bet="tie").status == 200


def test_nothing_stays_on_disk_even_where_idle_processes_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving(cwd=str(tmp_path)) as own:
        assert own.ask("lint", files={"my.toml": "x"}).json["verdict"]["holds"] is False
        own.ask("sweep", bet="tie", shoes=10)
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
        for worker in own.workers():
            os.kill(worker, signal.SIGKILL)
        # Enough to notice their end, and too little to start others.
        time.sleep(0.2)
        assert own.ask("odds", bet="tie").status == 200
    assert list(tmp_path.iterdir()) == []


def test_the_processes_end_with_a_server_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(AssertionError), serving() as own:
        workers = own.workers()
        own.process.kill()
    end = time.monotonic() + 10
    while time.monotonic() < end and (any(map(running, workers)) or any(tmp_path.iterdir())):
        time.sleep(0.1)
    assert not any(map(running, workers))
    assert list(tmp_path.iterdir()) == []


def running(number: int) -> bool:
    try:
        status = Path(f"/proc/{number}/status").read_text(encoding="ascii")
    except OSError:
        return False
    return "State:\tZ" not in status


def test_a_process_with_too_little_memory_says_so() -> None:
    async def told() -> tuple[int, str, bytes]:
        pool = Pool(Program("builtins:exec"), Limits(processes=1, memory=300_000_000))
        await pool.fill()
        with pytest.raises(Refused) as refused:
            await pool.answer(Question(("bytearray(400_000_000)",)), 60)
        return refused.value.status, str(refused.value), await pool.answer(Question(("print(1)",)), 60)

    sentence = "expected enough memory for the answer, got too little; ask for less"
    assert asyncio.run(told()) == (400, sentence, b"1\n")
    with serving("--memory", "300") as own:
        for worker in own.workers():
            limits = Path(f"/proc/{worker}/limits").read_text(encoding="ascii")
            assert "Max data size 300000000 300000000" in " ".join(limits.split())
