"""Long questions: each runs in its own process and reports progress until it is done or stopped."""

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import Any

from analyzer.web.server.answers import Refused, busy
from analyzer.web.server.limits import Limits
from analyzer.web.server.pool import ENDED, Program, Question, started

MOST_REMARKS = 100
"""The most remarks that are kept of a job."""


@dataclass(eq=False)
class Job:
    """One question and its state; at every change the event `changed` is set and replaced by a new one."""

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
        """Whether the job has ended, so that nothing changes any more."""
        return self.state in ("done", "failed", "stopped")

    @property
    def document(self) -> dict[str, Any]:
        """The job as a JSON object, without its answer."""
        shown = ("command", "state", "progress", "remarks", "error")
        return {"job": self.id, **{name: getattr(self, name) for name in shown}}

    def note(self, note: dict[str, Any]) -> None:
        """Record progress or a remark."""
        self.progress = note.get("progress", self.progress)
        if "remark" in note and len(self.remarks) < MOST_REMARKS:
            self.remarks.append(note["remark"][:1000])
        self._announce()

    def enter(self, state: str, error: str | None = None) -> None:
        """Change to another state."""
        self.state, self.error = state, error
        if self.over:
            self.ended = asyncio.get_running_loop().time()
        self._announce()

    def _announce(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """All jobs that the server keeps."""

    def __init__(self, program: Program, limits: Limits) -> None:
        """No jobs yet."""
        self.program = program
        self.limits = limits
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Semaphore(limits.running)

    def add(self, command: str, question: Question) -> Job:
        """A new job, which waits until few enough are running. Raises Refused if there are too many jobs."""
        self._forget(1)
        if len(self._jobs) >= self.limits.jobs:
            raise busy("too many jobs are waiting or running; try again later", 10)
        # An id of 128 random bits cannot be guessed, so only a client that was given it can use it.
        job = Job(secrets.token_urlsafe(16), command)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job, question))
        return job

    def find(self, id: str) -> Job:
        """The job with an id. Raises Refused if there is none."""
        self._forget(0)
        if (job := self._jobs.get(id)) is None:
            raise Refused(404, "unknown job; it never existed or has been removed")
        return job

    def stop(self, job: Job) -> None:
        """Stop a job and remove it."""
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
            job.enter("failed", f"the answer took longer than {most:g} seconds")
        except Refused as refusal:
            job.enter("failed", str(refusal))
        except OSError:
            job.enter("failed", ENDED)
        self._forget(0)

    def _forget(self, room: int) -> None:
        """Remove finished jobs that are too old or over a limit, oldest first, so that `room` more fit."""
        now = asyncio.get_running_loop().time()
        for job in sorted((job for job in self._jobs.values() if job.over), key=lambda job: job.ended):
            kept = sum(len(one.answer) for one in self._jobs.values())
            if (
                now - job.ended > self.limits.kept_seconds
                or len(self._jobs) + room > self.limits.jobs
                or kept > self.limits.kept
            ):
                del self._jobs[job.id]
