"""The worker processes: limits, replacement, and removal with all their files when the server ends."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from served import Server, serving

from analyzer.web.server.answers import Refused
from analyzer.web.server.app import Site
from analyzer.web.server.guard import Place
from analyzer.web.server.jobs import Jobs
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import Pool, Program, Question
from analyzer.web.server.run import _Server, bound

pytestmark = pytest.mark.slow  # Servers and processes start and are waited for.


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "3") as running:
        yield running


@asynccontextmanager
async def filled(run: str, **limits: Any) -> AsyncIterator[Pool]:
    """A pool that is filled, and closed after the block."""
    pool = Pool(Program(run), Limits(**limits))
    try:
        await pool.fill()
        yield pool
    finally:
        await pool.close()


def test_a_question_that_takes_too_long_is_refused(server: Server) -> None:
    begun = time.monotonic()
    reply = server.ask("sweep", shoes=1_000_000)
    assert (reply.status, time.monotonic() - begun < 15) == (422, True)
    assert reply.error == "the answer takes longer than 3 seconds; send the request as a job"
    assert server.ask("odds", bet="tie").status == 200


def test_the_length_of_answers_and_the_number_of_waiting_questions_are_limited() -> None:
    async def refused(pool: Pool, words: str) -> tuple[int, str]:
        with pytest.raises(Refused) as refusal:
            await pool.answer(Question((words,)), 60)
        return refusal.value.status, str(refusal.value)

    async def results() -> list[tuple[int, str]]:
        async with filled("builtins:print", processes=1, waiting=1, answer=5, seconds=60) as pool:
            assert await pool.answer(Question(("abcd",)), 60) == b"abcd\n"
            long = await refused(pool, "abcde")
        none = Pool(Program("builtins:print"), Limits(waiting=1, seconds=0.1))
        waits = asyncio.create_task(refused(none, ""))
        await asyncio.sleep(0)
        return [long, await refused(none, ""), await waits]

    assert asyncio.run(results()) == [
        (400, "expected an answer of at most 5 bytes, got a longer one; request less"),
        (429, "too many requests are waiting; try again later"),
        (429, "all processes are busy; try again later, or send the request as a job"),
    ]


def test_a_process_that_has_grown_is_replaced() -> None:
    async def asked(retire: int) -> set[bytes]:
        """The processes that answer two questions, one after the other."""
        async with filled("builtins:exec", processes=1, retire=retire) as pool:
            return {await pool.answer(Question(("import os; print(os.getpid())",)), 60) for _ in range(2)}

    assert [len(asyncio.run(asked(retire))) for retire in (1, 10**12)] == [2, 1]


def test_a_question_that_a_process_has_not_read_goes_to_another() -> None:
    async def answers() -> list[bytes]:
        # Peak memory includes the time before the process started its program, and this suite may use more.
        async with filled("builtins:exec", processes=1, retire=10**12) as pool:
            question = Question(("import os; print(os.getpid())",))
            first = await pool.answer(question, 60)
            os.kill(int(first), signal.SIGSTOP)
            asked = asyncio.create_task(pool.answer(question, 60))
            await asyncio.sleep(0.1)
            os.kill(int(first), signal.SIGKILL)
            return [first, await asked]

    assert len(set(asyncio.run(answers()))) == 2


def test_a_job_that_is_stopped_while_its_process_starts_does_not_block_others() -> None:
    async def last() -> bytes:
        jobs = Jobs(Program("builtins:exec"), Limits(running=1))
        question = Question(("print(1)",))
        for steps in range(12):
            job = jobs.add("exec", question)
            for _ in range(steps):
                await asyncio.sleep(0)
            jobs.stop(job)
        job = jobs.add("exec", question)
        async with asyncio.timeout(60):
            while not job.over:
                await job.changed.wait()
        return job.answer

    assert asyncio.run(last()) == b"1\n"


def test_a_pool_can_be_closed_while_its_processes_start() -> None:
    async def closed(steps: int) -> None:
        pool = Pool(Program("builtins:exec"), Limits(processes=2))
        filling = asyncio.create_task(pool.fill())
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await pool.close()
        filling.cancel()

    before = children()
    for steps in range(12):
        asyncio.run(closed(steps))
    assert children() == before


def test_a_server_closes_its_pool_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    close = Pool.close

    async def closing(pool: Pool) -> None:
        await close(pool)
        closed.append(pool)

    monkeypatch.setattr(Pool, "close", closing)
    site = Site({}, Program("builtins:exec"), Limits(processes=2), Place("127.0.0.1", 0))
    server = _Server(
        uvicorn.Config(site, lifespan="off", log_config=None), site, lambda: server.handle_exit(2, None)
    )
    with bound("127.0.0.1", 0) as listening:
        asyncio.run(server.serve([listening]))
    assert closed == [site.pool]


def children() -> str:
    return Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text(encoding="ascii")


def test_a_question_whose_process_is_killed_is_refused(server: Server) -> None:
    with ThreadPoolExecutor(1) as other:
        asked = other.submit(server.ask, "sweep", shoes=1_000_000)
        time.sleep(1)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        reply = asked.result()
    assert (reply.status, reply.error) == (
        503,
        "the process that was computing the answer has ended; send the request again",
    )
    assert server.ask("odds", bet="tie").status == 200


def test_no_file_stays_on_disk_even_if_idle_processes_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving(cwd=str(tmp_path)) as own:
        assert own.ask("lint", files={"my.toml": "x"}).json["verdict"]["holds"] is False
        own.ask("sweep", bet="tie", shoes=10)
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
        for worker in own.workers():
            os.kill(worker, signal.SIGKILL)
        # Long enough to notice their end, and too short to start others.
        time.sleep(0.2)
        assert own.ask("odds", bet="tie").status == 200
    assert list(tmp_path.iterdir()) == []


def test_the_processes_end_if_the_server_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pytest.raises(AssertionError), serving() as own:
        workers = own.workers()
        own.process.kill()
    assert within(10, lambda: not any(map(running, workers)) and not any(tmp_path.iterdir()))


def running(number: int) -> bool:
    try:
        status = Path(f"/proc/{number}/status").read_text(encoding="ascii")
    except OSError:
        return False
    return "State:\tZ" not in status


def test_an_answer_that_needs_too_much_memory_is_refused() -> None:
    async def results() -> tuple[int, str, bytes]:
        async with filled("builtins:exec", processes=1, memory=300_000_000) as pool:
            with pytest.raises(Refused) as refused:
                await pool.answer(Question(("bytearray(400_000_000)",)), 60)
            return refused.value.status, str(refused.value), await pool.answer(Question(("print(1)",)), 60)

    sentence = "the answer needs more memory than the limit; request less"
    assert asyncio.run(results()) == (400, sentence, b"1\n")
    with serving("--memory", "300") as own:
        for worker in own.workers():
            # The server is ready once one of them is, so wait for the others.
            assert within(10, lambda: "Max data size 300000000 300000000" in limits_of(worker))  # noqa: B023


def limits_of(number: int) -> str:
    return " ".join(Path(f"/proc/{number}/limits").read_text(encoding="ascii").split())


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    """Whether something becomes true within this many seconds."""
    end = time.monotonic() + seconds
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return found
