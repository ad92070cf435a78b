"""Questions that take long: each in a process of its own, with progress, until it is done or stopped."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from analyzer.web.server.answers import Refused, busy
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import ENDED, Program, Question, Worker

MOST_REMARKS = 100
"""How many remarks of a job are kept."""

OVER = ("done", "failed", "stopped")
"""The states in which nothing changes any more."""


@dataclass(eq=False)
class Job:
    """One question and what has become of it so far."""

    id: str
    command: str
    state: str = "waiting"
    progress: dict[str, Any] | None = None
    remarks: list[str] = field(default_factory=list)
    error: str | None = None
    answer: bytes = b""
    ended: float = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in OVER

    @property
    def document(self) -> dict[str, Any]:
        """The job as a JSON object, without its answer."""
        return {
            "job": self.id,
            "command": self.command,
            "state": self.state,
            "progress": self.progress,
            "remarks": self.remarks,
            "error": self.error,
        }

    def note(self, note: dict[str, Any]) -> None:
        """Take note of progress, or of a remark."""
        self.progress = note.get("progress", self.progress)
        if "remark" in note and len(self.remarks) < MOST_REMARKS:
            self.remarks.append(note["remark"][:1000])
        self.announce()

    def announce(self) -> None:
        """Wake everything that waits for a change."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change(self) -> None:
        """Wait until something has changed."""
        await self._changed.wait()


class Jobs:
    """All jobs that are known."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """No job yet."""
        self.program = program
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._tasks: dict[Job, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(limits.running)

    def add(self, command: str, question: Question) -> Job:
        """A new job, which begins when there is room. Raises Refused if there are too many."""
        self._forget(1)
        if len(self._jobs) >= self.limits.jobs:
            raise busy("too many jobs are waiting or running; ask again later", 10)
        # An id of 128 random bits cannot be guessed, so a client that has it was given it.
        job = Job(secrets.token_urlsafe(16), command)
        self._jobs[job.id] = job
        self._tasks[job] = asyncio.create_task(self._run(job, question))
        return job

    def find(self, id: str) -> Job:
        """The job with an id. Raises Refused if there is none."""
        self._forget(0)
        if (job := self._jobs.get(id)) is None:
            raise Refused(404, "unknown job; it has never been, or was forgotten")
        return job

    def stop(self, job: Job) -> None:
        """Stop a job, and forget it."""
        if (task := self._tasks.get(job)) is not None:
            task.cancel()
        if not job.over:
            self._end(job, "stopped", "the job was stopped")
        self._jobs.pop(job.id, None)

    async def close(self) -> None:
        """Stop all jobs."""
        tasks = list(self._tasks.values())
        for job in list(self._jobs.values()):
            self.stop(job)
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: Job, question: Question) -> None:
        worker = None
        try:
            async with self._turn, asyncio.timeout(self.limits.job_seconds):
                job.state = "running"
                job.announce()
                worker = await Worker.start(self.program, self.limits)
                reply = await worker.ask(question, job.note)
            if reply.status in (0, 1):
                job.answer = reply.body
                self._end(job, "done")
            else:
                self._end(job, "failed", failure(reply.status, reply.sentence).args[0])
        except TimeoutError:
            seconds = f"{self.limits.job_seconds:g} seconds"
            self._end(
                job, "failed", f"expected a question that is answered within {seconds}, got a longer one"
            )
        except (EOFError, OSError):
            self._end(job, "failed", ENDED)
        finally:
            if worker is not None:
                worker.kill()
                await asyncio.shield(worker.process.wait())
            self._tasks.pop(job, None)

    def _end(self, job: Job, state: str, error: str | None = None) -> None:
        job.state, job.error = state, error
        job.ended = asyncio.get_running_loop().time()
        job.announce()
        self._forget(0)

    def _forget(self, room: int) -> None:
        """Forget finished jobs that are old, or for which there is no room, the oldest first."""
        now = asyncio.get_running_loop().time()
        for job in sorted((job for job in self._jobs.values() if job.over), key=lambda job: job.ended):
            kept = sum(len(one.answer) for one in self._jobs.values())
            if (
                now - job.ended > self.limits.kept_seconds
                or len(self._jobs) + room > self.limits.jobs
                or kept > self.limits.kept
            ):
                del self._jobs[job.id]


def failure(status: int, sentence: str) -> Refused:
    """The refusal for a command that ended without an answer."""
    if status == 2:
        return Refused(400, sentence)
    return Refused(500, "the program has a fault, which its server has reported; ask something else")
