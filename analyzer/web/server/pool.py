"""The processes that answer, from the side of the server: started, asked, stopped. Knows no question."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from shutil import rmtree
from typing import Any

from analyzer.web.server.answers import Refused, busy
from analyzer.web.server.limits import Limits

_CODE = "import sys; sys.path[:] = {path!r}; from analyzer.web.server.worker import main; main()"

_READY = 60
"""Seconds in which a process must be ready."""

_SOON = 0.1
"""Seconds after which a process that could not be started is tried again the first time."""

ENDED = "the process that was answering has ended; ask again"

Note = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Program:
    """What the processes run: a function that takes a command line and returns a status, by its import path;
    and command lines that load what most questions need.
    """

    run: str
    warm: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What a process is asked: arguments of the program, or of the function with the import path `call`; and
    files by name.
    """

    arguments: tuple[Any, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    call: str = ""

    @classmethod
    def line(cls, words: list[str], files: Mapping[str, str]) -> "Question":
        """A command line as a question."""
        return cls((words,), files)

    @property
    def frame(self) -> bytes:
        """The question as it is sent."""
        sent = {"arguments": self.arguments, "files": dict(self.files), "call": self.call}
        content = json.dumps(sent).encode()
        return len(content).to_bytes(4, "big") + content


@dataclass(frozen=True, slots=True)
class Reply:
    """What a process answers: its status, the answer's bytes, and what it wrote beside it."""

    status: int
    body: bytes
    remarks: str

    @property
    def sentence(self) -> str:
        """Why there is no answer; several faults of a file are one line."""
        _, _, error = f"\n{self.remarks}".rpartition("\nbaccarat: ")
        return "; ".join(error.strip().splitlines())


class Worker:
    """One process, in a folder of its own that goes when it goes."""

    def __init__(self, process: asyncio.subprocess.Process, folder: str) -> None:
        """A process that is running; `start` makes one."""
        self.process = process
        self.folder = folder
        self.peak = 0

    @classmethod
    async def start(cls, program: Program, limits: Limits) -> "Worker":
        """A process that is ready to answer. Raises OSError or EOFError if it cannot be started."""
        settings = {
            "run": program.run,
            "warm": program.warm,
            "memory": limits.memory,
            "answer": limits.answer,
        }
        folder = tempfile.mkdtemp(prefix="baccarat-")
        # A library that takes memory for each core at once would use up what the process may have.
        environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", _CODE.format(path=[path for path in sys.path if path])),
                json.dumps(settings),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=folder,
                env=environment,
                # Ctrl-C is for the server, which then stops its processes.
                start_new_session=True,
                limit=1 << 20,
            )
        except BaseException:
            rmtree(folder, ignore_errors=True)
            raise
        worker = cls(process, folder)
        try:
            async with asyncio.timeout(_READY):
                await worker._frame()
        except BaseException:
            worker.kill()
            raise
        return worker

    @property
    def alive(self) -> bool:
        """Whether the process is running, as far as is known."""
        return self.process.returncode is None

    async def ask(self, question: Question, note: Note | None = None) -> Reply:
        """The reply to a question; notes come while it is made. Raises EOFError if the process ends."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(question.frame)
            await self.process.stdin.drain()
        except ConnectionError:
            raise EOFError from None
        while True:
            kind, content = await self._frame()
            if kind == b"a":
                break
            if note is not None:
                note(json.loads(content))
        head, _, body = content.partition(b"\n")
        told = json.loads(head)
        self.peak = told["peak"]
        if told["fault"]:
            sys.stderr.write(told["fault"])
        return Reply(told["status"], body, told["remarks"])

    async def _frame(self) -> tuple[bytes, bytes]:
        assert self.process.stdout is not None
        try:
            head = await self.process.stdout.readexactly(5)
            return head[4:], await self.process.stdout.readexactly(int.from_bytes(head[:4], "big"))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise EOFError from None

    def kill(self) -> None:
        """End the process at once, and remove its folder."""
        with suppress(ProcessLookupError):
            self.process.kill()
        rmtree(self.folder, ignore_errors=True)


class Pool:
    """Processes that answer requests; one that ends, or has grown, is replaced."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """A pool without processes; `fill` starts them."""
        self.program = program
        self.limits = limits
        self._workers: set[Worker] = set()
        # The last one to answer is the first to be asked: what it has loaded is at hand.
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._starting: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._closed = False

    async def fill(self) -> None:
        """Start the processes, and return once one is ready."""
        for _ in range(self.limits.processes):
            self._replace()
        await asyncio.wait(self._starting, return_when=asyncio.FIRST_COMPLETED)

    async def answer(self, question: Question, seconds: float) -> Reply:
        """The reply to a question. Raises Refused if no process is free, or it takes longer."""
        if self._waiting >= self.limits.waiting:
            raise busy("too many questions wait for an answer; ask again later")
        worker = await self._free()
        whole = False
        try:
            async with asyncio.timeout(seconds):
                reply = await worker.ask(question)
            whole = True
        except TimeoutError:
            raise Refused(422, too_long(seconds)) from None
        except EOFError:
            raise Refused(503, ENDED) from None
        finally:
            if whole and worker.peak < self.limits.retire:
                self._idle.put_nowait(worker)
            else:
                worker.kill()
                self._workers.discard(worker)
                self._replace()
        return reply

    async def _free(self) -> Worker:
        """A process that is free and, as far as is known, alive."""
        self._waiting += 1
        try:
            async with asyncio.timeout(self.limits.seconds):
                while not (worker := await self._idle.get()).alive:
                    worker.kill()
                    self._workers.discard(worker)
                    self._replace()
        except TimeoutError:
            raise busy("all processes are busy; ask again later, or ask for a job") from None
        finally:
            self._waiting -= 1
        return worker

    def _replace(self) -> None:
        """Start one more process in the background."""
        if not self._closed:
            task = asyncio.create_task(self._start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start(self) -> None:
        wait = _SOON
        while not self._closed:
            try:
                worker = await Worker.start(self.program, self.limits)
            except (OSError, EOFError, TimeoutError) as error:
                # Once may be chance; what happens again needs somebody.
                if wait > _SOON:
                    sys.stderr.write(f"baccarat: a process could not be started: {str(error) or ENDED}\n")
                await asyncio.sleep(wait := min(10, wait * 3))
                continue
            self._workers.add(worker)
            self._idle.put_nowait(worker)
            return

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in list(self._starting):
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*(worker.process.wait() for worker in self._workers))


def too_long(seconds: float) -> str:
    """The sentence for a question that takes longer than it may."""
    return f"expected a question that is answered within {seconds:g} seconds, got a longer one; ask for a job"
