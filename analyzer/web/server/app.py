"""The server's routes: the page, the questions and the jobs. Knows no HTTP beyond ASGI."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from analyzer.errors import did_you_mean
from analyzer.exact import grouped, quoted
from analyzer.web.server.answers import JSON, Answer, Refused, busy
from analyzer.web.server.guard import Place, Receive, Scope, Send, begin, checked, respond
from analyzer.web.server.jobs import Job, Jobs
from analyzer.web.server.limits import Limits
from analyzer.web.server.options import Command, request_of, wrong
from analyzer.web.server.pool import Pool, Program, Question

GRACE = 1.0
"""Seconds after which a question is stopped if its client has gone; stopping one costs a new process."""

OWN = 60.0
"""Seconds for responses that are the same for every client: a variant's page, and the API description."""

_HEARTBEAT = 15.0
"""Seconds after which an empty event is sent if a job has nothing to report."""

_JOB = r"/api/jobs/([A-Za-z0-9_-]{22})"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """One ASGI request."""

    scope: Scope
    receive: Receive
    send: Send

    async def unless_gone(self, work: Coroutine[Any, Any, T], grace: float = 0) -> T:
        """The result of some work. Once `grace` seconds have passed, work whose client has gone is stopped.
        Raises Refused if the work was stopped.
        """
        working = asyncio.create_task(work)
        try:
            # Most work is done within `grace` seconds, and needs no task that watches for the client.
            await asyncio.wait({working}, timeout=grace)
            if not working.done():
                gone = asyncio.create_task(self._gone())
                await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
                gone.cancel()
            if not working.done():
                raise Refused(400, "the client has disconnected")
            return working.result()
        finally:
            working.cancel()

    async def _gone(self) -> None:
        while (await self.receive())["type"] != "http.disconnect":
            pass


Handler = Callable[..., Awaitable[Answer | None]]
"""Answers a request, given also the parts of its path; None if it has sent the response itself."""


class Site:
    """The ASGI application; fill its `pool` before the first request."""

    def __init__(
        self, commands: Mapping[str, Command], program: Program, limits: Limits, place: Place
    ) -> None:
        """A site at a place that offers these commands by name; the program runs them in processes."""
        self.commands = commands
        self.limits = limits
        self.place = place
        self.pool = Pool(program, limits)
        self.jobs = Jobs(program, limits)
        self._following = self._arriving = 0
        self._described = b""
        self._routes: dict[str, dict[str, Handler]] = {
            "/": {"GET": self._page},
            r"/api/openapi\.json": {"GET": self._openapi},
            _JOB: {"GET": self._job, "DELETE": self._stop},
            f"{_JOB}/answer": {"GET": self._job_answer},
            f"{_JOB}/events": {"GET": self._events},
            "/api/jobs/([a-z-]+)": {"POST": self._begin},
            "/api/([a-z-]+)": {"POST": self._ask},
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        try:
            answer = checked(scope, self.place) or await self._answer(Request(scope, receive, send))
        except Refused as refusal:
            answer = refusal.answer
        if answer is not None:
            await respond(answer, send)

    async def _answer(self, request: Request) -> Answer | None:
        path, method = request.scope["path"], request.scope["method"]
        for pattern, handlers in self._routes.items():
            if match := re.fullmatch(pattern, path):
                allowed = {**handlers, "HEAD": handlers["GET"]} if "GET" in handlers else handlers
                if method in allowed:
                    return await allowed[method](request, *match.groups())
                listed = ", ".join(allowed)
                raise Refused(405, f"expected {listed} here, got {quoted(method[:20])}", (("allow", listed),))
        raise Refused(404, f"nothing is at {quoted(path[:100])}; see /api/openapi.json")

    async def _page(self, request: Request) -> Answer:
        query = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        variant = dict(query).get("variant", "standard")
        if not re.fullmatch(r"[a-z0-9-]{1,100}", variant):
            raise wrong(f"expected the id of a variant, got {quoted(variant)}")
        page = await self._own(request, "pages:write", variant)
        # The page contains the rest of its policy, but only a header can forbid frames.
        headers = (("content-security-policy", "frame-ancestors 'none'"),)
        return Answer(200, page, "text/html; charset=utf-8", headers)

    async def _openapi(self, request: Request) -> Answer:
        if not self._described:
            commands = list(self.commands.values())
            self._described = await self._own(request, "openapi:write", commands, self.limits)
        return Answer(200, self._described)

    async def _own(self, request: Request, call: str, *arguments: Any) -> bytes:
        """The output of one of the server's own functions, run in a process."""
        question = Question(arguments, call=f"analyzer.web.server.{call}")
        return await request.unless_gone(self.pool.answer(question, max(OWN, self.limits.seconds)), GRACE)

    async def _ask(self, request: Request, name: str) -> Answer:
        question = await self._question(request, name)
        answer = await request.unless_gone(self.pool.answer(question, self.limits.seconds), GRACE)
        return Answer(200, answer)

    async def _begin(self, request: Request, name: str) -> Answer:
        job = self.jobs.add(name, await self._question(request, name))
        return Answer.of(job.document, 202, (("location", f"/api/jobs/{job.id}"),))

    async def _job(self, request: Request, id: str) -> Answer:
        return Answer.of(self.jobs.find(id).document)

    async def _job_answer(self, request: Request, id: str) -> Answer:
        job = self.jobs.find(id)
        if job.state != "done":
            raise Refused(409, job.error or "the job is not done yet")
        return Answer(200, job.answer)

    async def _events(self, request: Request, id: str) -> None:
        job = self.jobs.find(id)
        if self._following >= self.limits.listeners:
            raise busy("too many clients are following jobs; request the job's state instead", 10)
        self._following += 1
        try:
            await request.unless_gone(_send_events(job, request.send))
        finally:
            self._following -= 1

    async def _stop(self, request: Request, id: str) -> Answer:
        job = self.jobs.find(id)
        self.jobs.stop(job)
        return Answer.of(job.document)

    async def _question(self, request: Request, name: str) -> Question:
        """The question with the command line of a request. Raises Refused if the request is wrong."""
        if (command := self.commands.get(name)) is None:
            near = did_you_mean(name[:40], self.commands, 0)
            raise Refused(404, f"unknown command {quoted(name)}{near or '; see /api/openapi.json'}")
        headers = dict(request.scope["headers"])
        media = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if media != JSON.encode():
            raise Refused(415, f"expected options as {JSON}, got {quoted(media.decode('latin-1')[:40])}")
        if b"content-encoding" in headers:
            raise Refused(415, "expected an uncompressed request, got a compressed one")
        options, files = request_of(await self._body(headers, request.receive), self.limits)
        return Question((command.line(options, files),), files)

    async def _body(self, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """The body of a request. Raises Refused as soon as it is too long or the client disconnects."""
        too_large = Refused(413, f"expected a request of at most {grouped(self.limits.body)} bytes")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and (len(length) > 18 or int(length) > self.limits.body):
            raise too_large
        body, more = bytearray(), True
        try:
            while more:
                event = await receive()
                if event["type"] == "http.disconnect":
                    raise wrong("expected a whole request, got only part of one")
                body += (piece := event.get("body", b""))
                self._arriving += len(piece)
                if len(body) > self.limits.body:
                    raise too_large
                if self._arriving > self.limits.arriving:
                    raise busy("too many large requests are arriving; try again soon")
                more = event.get("more_body", False)
        finally:
            self._arriving -= len(body)
        return bytes(body)


async def _send_events(job: Job, send: Send) -> None:
    """Send the events of a job as they happen, until the job has ended."""
    await begin(200, (("content-type", "text/event-stream"), ("x-accel-buffering", "no")), send)
    sent, more = 0, True
    while more:
        # Read this first, so that a change during the sending below is sent next.
        changed = job.changed
        more, remarks = not job.over, job.remarks[sent:]
        sent += len(remarks)
        events = [_event("remark", remark) for remark in remarks]
        if job.over:
            events.append(_event(job.state, job.document))
        elif job.progress is not None:
            events.append(_event("progress", job.progress))
        # An empty event shows that the connection is alive.
        body = b"".join(events) or b":\n\n"
        await send({"type": "http.response.body", "body": body, "more_body": more})
        if more:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), _HEARTBEAT)


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
