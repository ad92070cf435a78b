"""Questions that take long: each in a process of its own, with progress, until it is done or stopped."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from analyzer.web.server.answers import Refused, busy
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import ENDED, Program, Question, started

MOST_REMARKS = 100
"""How many remarks of a job are kept."""


@dataclass(eq=False)
class Job:
    """One question and what has become of it so far; `changed` is set, and replaced, at every change."""

    id: str
    command: str
    state: str = "waiting"
    progress: dict[str, Any] | None = None
    remarks: list[str] = field(default_factory=list)
    error: str | None = None
    answer: bytes = b""
    ended: float = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in ("done", "failed", "stopped")

    @property
    def document(self) -> dict[str, Any]:
        """The job as a JSON object, without its answer."""
        shown = ("command", "state", "progress", "remarks", "error")
        return {"job": self.id, **{name: getattr(self, name) for name in shown}}

    def note(self, note: dict[str, Any]) -> None:
        """Take note of progress, or of a remark."""
        self.progress = note.get("progress", self.progress)
        if "remark" in note and len(self.remarks) < MOST_REMARKS:
            self.remarks.append(note["remark"][:1000])
        self._announce()

    def enter(self, state: str, error: str | None = None) -> None:
        """Go over into another state."""
        self.state, self.error = state, error
        if self.over:
            self.ended = asyncio.get_running_loop().time()
        self._announce()

    def _announce(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """All jobs that are known."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """No job yet."""
        self.program = program
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Semaphore(limits.running)

    def add(self, command: str, question: Question) -> Job:
        """A new job, which begins when there is room. Raises Refused if there are too many."""
        self._forget(1)
        if len(self._jobs) >= self.limits.jobs:
            raise busy("too many jobs are waiting or running; ask again later", 10)
        # An id of 128 random bits cannot be guessed, so a client that has it was given it.
        job = Job(secrets.token_urlsafe(16), command)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job, question))
        return job

    def find(self, id: str) -> Job:
        """The job with an id. Raises Refused if there is none."""
        self._forget(0)
        if (job := self._jobs.get(id)) is None:
            raise Refused(404, "unknown job; it has never been, or was forgotten")
        return job

    def stop(self, job: Job) -> None:
        """Stop a job, and forget it."""
        del self._jobs[job.id]
        if not job.over:
            assert job.task is not None
            job.task.cancel()
            job.enter("stopped", "the job was stopped")

    def stop_all(self) -> None:
        """Stop all jobs."""
        for job in list(self._jobs.values()):
            self.stop(job)

    async def _run(self, job: Job, question: Question) -> None:
        most = self.limits.job_seconds
        try:
            async with self._turn, asyncio.timeout(most):
                job.enter("running")
                async with started(self.program, self.limits) as worker:
                    reply = await worker.ask(question, job.note)
            job.answer = reply.answer
            job.enter("done")
        except TimeoutError:
            sentence = f"expected a question that is answered within {most:g} seconds, got a longer one"
            job.enter("failed", sentence)
        except Refused as refusal:
            job.enter("failed", str(refusal))
        except OSError:
            job.enter("failed", ENDED)
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
