"""What is at which address: the page, the questions, the jobs. Knows no HTTP beyond ASGI."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl

from analyzer.errors import did_you_mean
from analyzer.exact import grouped, quoted
from analyzer.web.server.answers import JSON, Answer, Refused, busy
from analyzer.web.server.guard import Receive, Scope, Send, respond
from analyzer.web.server.jobs import Job, Jobs, failure
from analyzer.web.server.limits import Limits
from analyzer.web.server.options import Command, request_of, wrong
from analyzer.web.server.pool import Pool, Program, Question

GRACE = 1.0
"""Seconds after which a process is stopped whose client has gone; what answers sooner is worth more alive."""

OWN = 60.0
"""Seconds for what is the same for everybody: the page of a variant, and the description."""

_HEARTBEAT = 15.0
"""Seconds between two signs of life in the events of a job."""

Handler = Callable[[Scope, Receive, str], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Service:
    """What the server offers: commands by name, the program that runs them, and the limits."""

    commands: Mapping[str, Command]
    program: Program
    limits: Limits


class Site:
    """The app: an ASGI application, to be started and closed."""

    def __init__(self, service: Service) -> None:
        """A site whose processes are not started yet."""
        self.service = service
        self.limits = service.limits
        self.pool = Pool(service.program, service.limits)
        self.jobs = Jobs(service.program, service.limits)
        self.closing = asyncio.Event()
        self._listeners = self._arriving = 0
        self._described = b""
        self._routes: tuple[tuple[re.Pattern[str], dict[str, Handler]], ...] = (
            (re.compile(r"/"), {"GET": self._page}),
            (re.compile(r"/api/openapi\.json"), {"GET": self._openapi}),
            (re.compile(r"/api/jobs/([A-Za-z0-9_-]{22})"), {"GET": self._job, "DELETE": self._stop}),
            (re.compile(r"/api/jobs/([A-Za-z0-9_-]{22})/answer"), {"GET": self._job_answer}),
            (re.compile(r"/api/jobs/([a-z-]+)"), {"POST": self._begin}),
            (re.compile(r"/api/([a-z-]+)"), {"POST": self._ask}),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            if events := re.fullmatch(r"/api/jobs/([A-Za-z0-9_-]{22})/events", scope["path"]):
                _check_method(scope, ("GET",))
                await self._events(self.jobs.find(events[1]), receive, send)
                return
            answer = await self._answer(scope, receive)
        except Refused as refusal:
            answer = refusal.answer
        await respond(answer, send)

    async def close(self) -> None:
        """Stop everything that runs."""
        self.closing.set()
        await self.jobs.close()
        await self.pool.close()

    async def _answer(self, scope: Scope, receive: Receive) -> Answer:
        for pattern, handlers in self._routes:
            if match := pattern.fullmatch(scope["path"]):
                _check_method(scope, handlers)
                method = "GET" if scope["method"] == "HEAD" else scope["method"]
                return await handlers[method](scope, receive, match[1] if match.re.groups else "")
        raise Refused(404, f"nothing is at {quoted(scope['path'][:100])}; see /api/openapi.json")

    async def _page(self, scope: Scope, receive: Receive, name: str) -> Answer:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        variant = dict(query).get("variant", "standard")
        if not re.fullmatch(r"[a-z0-9-]{1,100}", variant):
            raise wrong(f"expected the id of a variant, got {quoted(variant)}")
        made = await self._reply(Question((variant,), call="analyzer.web.server.pages:write"), receive)
        # The page states the rest of its policy itself, but a page cannot forbid frames.
        headers = (("content-security-policy", "frame-ancestors 'none'"),)
        return Answer(200, made.body, "text/html; charset=utf-8", headers)

    async def _openapi(self, scope: Scope, receive: Receive, name: str) -> Answer:
        if not self._described:
            commands = [asdict(command) for command in self.service.commands.values()]
            asked = Question((commands, asdict(self.limits)), call="analyzer.web.server.openapi:write")
            self._described = (await self._reply(asked, receive)).body
        return Answer(200, self._described)

    async def _ask(self, scope: Scope, receive: Receive, name: str) -> Answer:
        return await self._reply(await self._question(scope, receive, name), receive)

    async def _begin(self, scope: Scope, receive: Receive, name: str) -> Answer:
        job = self.jobs.add(name, await self._question(scope, receive, name))
        return Answer.of(job.document, 202, (("location", f"/api/jobs/{job.id}"),))

    async def _job(self, scope: Scope, receive: Receive, id: str) -> Answer:
        return Answer.of(self.jobs.find(id).document)

    async def _job_answer(self, scope: Scope, receive: Receive, id: str) -> Answer:
        job = self.jobs.find(id)
        if job.state != "done":
            raise Refused(409, job.error or "expected a job that is done, got one that is not yet")
        return Answer(200, job.answer)

    async def _stop(self, scope: Scope, receive: Receive, id: str) -> Answer:
        job = self.jobs.find(id)
        self.jobs.stop(job)
        return Answer.of(job.document)

    async def _question(self, scope: Scope, receive: Receive, name: str) -> Question:
        """The command line that a request asks for. Raises Refused if there is none."""
        if (command := self.service.commands.get(name)) is None:
            near = did_you_mean(name[:40], self.service.commands, 0)
            raise Refused(404, f"unknown command {quoted(name)}{near or '; see /api/openapi.json'}")
        headers = dict(scope["headers"])
        media = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if media != JSON.encode():
            raise Refused(415, f"expected options as {JSON}, got {quoted(media.decode('latin-1')[:40])}")
        if b"content-encoding" in headers:
            raise Refused(415, "expected options as they are, got them compressed")
        request, files = request_of(await self._body(headers, receive), self.limits)
        return Question.line(command.line(request, files), files)

    async def _body(self, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """The body of a request. Raises Refused as soon as it is too long."""
        too_large = Refused(413, f"expected a request of at most {grouped(self.limits.body)} bytes")
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and (len(length) > 18 or int(length) > self.limits.body):
            raise too_large
        body, more = bytearray(), True
        try:
            while more:
                event = await receive()
                if event["type"] == "http.disconnect":
                    raise wrong("expected a whole request, got a part of one")
                body += (piece := event.get("body", b""))
                self._arriving += len(piece)
                if len(body) > self.limits.body:
                    raise too_large
                if self._arriving > self.limits.arriving:
                    raise busy("too many large requests are arriving; ask again soon")
                more = event.get("more_body", False)
        finally:
            self._arriving -= len(body)
        return bytes(body)

    async def _reply(self, question: Question, receive: Receive) -> Answer:
        """The answer of a process; it is stopped if the client goes and the answer takes long."""
        seconds = max(OWN, self.limits.seconds) if question.call else self.limits.seconds
        asked = asyncio.create_task(self.pool.answer(question, seconds))
        try:
            await asyncio.wait({asked}, timeout=GRACE)
            if not asked.done():
                gone = asyncio.create_task(_gone(receive))
                await asyncio.wait({asked, gone}, return_when=asyncio.FIRST_COMPLETED)
                gone.cancel()
            if not asked.done():
                raise Refused(400, "the client has gone")
            reply = asked.result()
        finally:
            asked.cancel()
        if reply.status not in (0, 1):
            raise failure(reply.status, reply.sentence)
        return Answer(200, reply.body)

    async def _events(self, job: Job, receive: Receive, send: Send) -> None:
        """The events of a job, as they come, until it is over."""
        if self._listeners >= self.limits.listeners:
            raise busy("too many clients follow jobs; ask for the job's state instead", 10)
        self._listeners += 1
        gone = asyncio.create_task(_gone(receive))
        closing = asyncio.create_task(self.closing.wait())
        try:
            headers = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            told = 0
            while not (gone.done() or closing.done()):
                change = asyncio.create_task(job.change())
                over, remarks = job.over, job.remarks[told:]
                told += len(remarks)
                events = [_event("remark", remark) for remark in remarks]
                events += [_event("progress", job.progress)] * (job.progress is not None and not over)
                events += [_event(job.state, job.document)] * over
                await send(
                    {"type": "http.response.body", "body": b"".join(events) or b":\n\n", "more_body": True}
                )
                if over:
                    break
                await asyncio.wait({change, gone, closing}, timeout=_HEARTBEAT, return_when="FIRST_COMPLETED")
                change.cancel()
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._listeners -= 1
            gone.cancel()
            closing.cancel()


def _check_method(scope: Scope, methods: Mapping[str, object] | tuple[str, ...]) -> None:
    allowed = [*methods, *(["HEAD"] if "GET" in methods else [])]
    if scope["method"] not in allowed:
        listed = ", ".join(allowed)
        raise Refused(
            405, f"expected {listed} here, got {quoted(scope['method'][:20])}", (("allow", listed),)
        )


async def _gone(receive: Receive) -> None:
    """Returns when the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
