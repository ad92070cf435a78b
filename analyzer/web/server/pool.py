"""The server's side of the worker processes: starts, asks and ends them. Knows no particular question."""

import asyncio
import json
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

from analyzer.web.server.answers import Refused, busy
from analyzer.web.server.limits import Limits

_CODE = "import sys; sys.path[:] = {path!r}; from analyzer.web.server.worker import main; main()"

_READY = 60
"""Seconds within which a new process must be ready."""

_SOON = 0.1
"""Seconds before the first retry if a process could not be started."""

ENDED = "the process that was computing the answer has ended; send the request again"

Note = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Program:
    """What the processes run: the import path of a function that takes a command line and returns a status;
    and command lines to run first, which load what most questions need.
    """

    run: str
    warm: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question for a process: arguments of the program, or of the function with the import path `call`; and
    files by name.
    """

    arguments: tuple[Any, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    call: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A process's reply: the exit status, the answer, its output on stderr, and the process's peak memory in
    bytes.
    """

    status: int
    body: bytes
    remarks: str
    peak: int

    @property
    def answer(self) -> bytes:
        """The bytes of the answer. Raises Refused if there is none."""
        if self.status in (0, 1):
            return self.body
        if self.status != 2:
            raise Refused(500, "internal error; the server's terminal shows the details")
        _, _, error = f"\n{self.remarks}".rpartition("\nbaccarat: ")
        # Several faults of a file are joined into one line, without marks of places in conditions.
        raise Refused(400, "; ".join(line for line in error.strip().splitlines() if line[:1] != " "))


class Unread(Refused):
    """The process ended before it read the question, so the question can go to another process."""


class Worker:
    """One process that is ready to answer; created by `started`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """A process whose stdin and stdout are pipes."""
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self._in, self._out = process.stdin, process.stdout

    async def ask(self, question: Question, note: Note | None = None) -> Reply:
        """The reply to a question; `note` receives progress and remarks. Raises Refused if the process ends,
        or Unread if it ends before it has read the question.
        """
        try:
            # The reply is never a pickle: a process that reads strangers' input might be compromised.
            self._in.write(pickle.dumps((question.arguments, dict(question.files), question.call)))
            await self._in.drain()
            await self.frame()
        except (ConnectionError, Refused):
            raise Unread(503, ENDED) from None
        head, body = await self.frame()
        while "status" not in head:
            if note is not None:
                note(head)
            head, body = await self.frame()
        if fault := head.pop("fault"):
            sys.stderr.write(fault)
        return Reply(body=body, **head)

    async def frame(self) -> tuple[dict[str, Any], bytes]:
        """The next frame from the process: an object and bytes. Raises Refused if the process ends."""
        try:
            length = int.from_bytes(await self._out.readexactly(4), "big")
            head, _, body = (await self._out.readexactly(length)).partition(b"\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Refused(503, ENDED) from None
        return json.loads(head), body

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self.process.kill()


@asynccontextmanager
async def started(program: Program, limits: Limits) -> AsyncIterator[Worker]:
    """A process that is ready, in its own folder; both are removed after the block. Raises OSError or Refused
    if it cannot be started.
    """
    settings = {"run": program.run, "warm": program.warm, "memory": limits.memory, "answer": limits.answer}
    with TemporaryDirectory(prefix="baccarat-", ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", _CODE.format(path=[path for path in sys.path if path])),
            json.dumps(settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            # OpenBLAS reserves memory for every core, which could exceed the memory limit of the process.
            env={"OPENBLAS_NUM_THREADS": "1", **os.environ},
            # Ctrl-C must reach only the server, which then stops its processes.
            start_new_session=True,
            limit=1 << 20,
        )
        worker = Worker(process)
        try:
            async with asyncio.timeout(_READY):
                await worker.frame()
            yield worker
        finally:
            worker.kill()
            await process.wait()


class Pool:
    """Processes that answer requests; a process that ends or grows too large is replaced."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """A pool without processes; `fill` starts them."""
        self.program = program
        self.limits = limits
        # Last in, first out: the process that answered last still has its data in memory.
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._kept: list[asyncio.Task[None]] = []
        self._waiting = 0

    async def fill(self) -> None:
        """Start the processes; return once one is ready."""
        self._kept = [asyncio.create_task(self._keep()) for _ in range(self.limits.processes)]
        self._idle.put_nowait(await self._idle.get())

    async def close(self) -> None:
        """End the processes. Without this, `asyncio.run` never returns if a process is just being started."""
        for task in self._kept:
            task.cancel()
        await asyncio.gather(*self._kept, return_exceptions=True)

    async def answer(self, question: Question, seconds: float) -> bytes:
        """The answer to a question. Raises Refused if there is none, or if no process is free in time."""
        if self._waiting >= self.limits.waiting:
            raise busy("too many requests are waiting; try again later")
        for _ in range(self.limits.processes):
            with suppress(Unread):
                return await self._ask(question, seconds)
        return await self._ask(question, seconds)

    async def _ask(self, question: Question, seconds: float) -> bytes:
        """The answer from the first process that is free. Raises Refused as `answer` does."""
        worker, reply = await self._free(), None
        try:
            async with asyncio.timeout(seconds):
                reply = await worker.ask(question)
        except TimeoutError:
            sentence = f"the answer takes longer than {seconds:g} seconds; send the request as a job"
            raise Refused(422, sentence) from None
        finally:
            if reply is not None and reply.peak < self.limits.retire:
                self._idle.put_nowait(worker)
            else:
                worker.kill()
        return reply.answer

    async def _free(self) -> Worker:
        """A process that is free and not known to have ended."""
        self._waiting += 1
        try:
            async with asyncio.timeout(self.limits.seconds):
                while (worker := await self._idle.get()).process.returncode is not None:
                    pass
        except TimeoutError:
            raise busy("all processes are busy; try again later, or send the request as a job") from None
        finally:
            self._waiting -= 1
        return worker

    async def _keep(self) -> None:
        """Keep one process running: whenever it ends, start another."""
        wait = _SOON
        while True:
            try:
                async with started(self.program, self.limits) as worker:
                    wait = _SOON
                    self._idle.put_nowait(worker)
                    await worker.process.wait()
            except (OSError, Refused) as error:
                # One failure may be chance; a repeated failure is reported.
                if wait > _SOON:
                    sys.stderr.write(f"baccarat: a process could not be started: {str(error) or ENDED}\n")
                await asyncio.sleep(wait := min(10, wait * 3))
