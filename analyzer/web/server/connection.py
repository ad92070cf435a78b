"""A connection that does not wait for ever: for a request to arrive, or for its answer to be taken.

Knows HTTP/1.1 through uvicorn, and nothing of what is asked.
"""

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from analyzer.web.server.answers import JSON, Refused
from analyzer.web.server.limits import Limits

_LINGER = 1.0
"""Seconds in which what is left of a refused request is still taken, and dropped."""

_LEAST_TAKEN = 65_536
"""Bytes of an answer that a client must take in the time that a request has to arrive."""


class _Connections:
    """The connections of a server: how many; which wait for a request, or for a client to take an answer, the
    oldest first.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open = 0
        # A dictionary keeps the order, and forgets in one step.
        self.waiting: dict[Connection, None] = {}
        self.taking: dict[Connection, asyncio.Task[None]] = {}


class Connection(H11Protocol):
    """A connection with limits; subclasses have the connections of one server."""

    others: _Connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """A connection that is not made yet."""
        super().__init__(*arguments, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; where there are too many, the one that waits longest must go."""
        super().connection_made(transport)
        # asyncio does not for a socket that was made without naming TCP; answers would wait 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.others.open += 1
        if self.others.open > self.others.limits.connections:
            oldest = next(iter(self.others.waiting), self)
            oldest.refuse(429, "too many connections are open; ask again later")
            if oldest is self:
                return
        self.others.waiting[self] = None
        self._later(self.others.limits.arrive, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.others.open -= 1
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; once a request is whole, the time is its answer's."""
        if self._over or self.transport.is_closing():
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, a part of which may be here already."""
        if self._client_is == "SEND_BODY":
            # Answered before it is whole.
            self._linger()
            return
        # Before: a request that has come meanwhile is begun there.
        if not self.transport.is_closing():
            self.others.waiting[self] = None
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The client takes nothing: it must begin to before long. Where clients have too much to take in all,
        the one that has taken longest must go.
        """
        super().pause_writing()
        self.others.taking[self] = self.loop.create_task(self._watch_taken())
        left = {one.transport: one.transport.get_write_buffer_size() for one in self.others.taking}
        total = sum(left.values())
        for transport, size in left.items():
            if total > self.others.limits.unsent:
                total -= size
                transport.abort()

    def resume_writing(self) -> None:
        """The client has taken nearly all."""
        super().resume_writing()
        self._stop_watching()

    async def _watch_taken(self) -> None:
        """End the connection once the client has not taken enough; it may be slow, but not for ever."""
        left = self.transport.get_write_buffer_size()
        while True:
            await asyncio.sleep(self.others.limits.arrive)
            before, left = left, self.transport.get_write_buffer_size()
            if before - left < _LEAST_TAKEN:
                self.transport.abort()
                return

    def _stop_watching(self) -> None:
        if (watching := self.others.taking.pop(self, None)) is not None:
            watching.cancel()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP."""
        self.refuse(400, "expected a request in HTTP/1.1, got something else", linger=True)

    def refuse(self, status: int, sentence: str, *, linger: bool = False) -> None:
        """Answer without asking, and close; without a word where a client waits for nothing."""
        if self.transport.is_closing():
            return
        cycle = self.cycle
        answering = cycle is not None and cycle.response_started and not cycle.response_complete
        idle = cycle is not None and self._client_is == "IDLE" and self._timer is None
        if not (answering or idle):
            body = Refused(status, sentence).answer.body
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: {JSON}\r\n"
                f"content-length: {len(body)}\r\ncache-control: no-store\r\n"
                "x-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        if linger:
            self._linger()
        else:
            self._stop_waiting()
            self.transport.close()

    @property
    def _client_is(self) -> str:
        """What the client is about, as h11 names it: IDLE before a request, SEND_BODY within one."""
        return str(self.conn.their_state)

    def _linger(self) -> None:
        """Close soon, and drop what still comes: to close at once would lose the answer on its way."""
        self._over = True
        self._stop_waiting()
        self._later(_LINGER, self.transport.close)

    def _look(self) -> None:
        """Whether a request is whole: then nothing more is waited for. One that has begun must arrive."""
        if self._over:
            return
        if self._client_is not in ("IDLE", "SEND_BODY"):
            self._stop_waiting()
        elif self._timer is None and (self._client_is == "SEND_BODY" or self.conn.trailing_data[0]):
            self._later(self.others.limits.arrive, self._too_slow)

    def _too_slow(self) -> None:
        within = f"within {self.others.limits.arrive:g} seconds"
        self.refuse(408, f"expected a request {within}, got a part of one")

    def _later(self, seconds: float, call: Callable[[], object]) -> None:
        self._timer = self.loop.call_later(seconds, call)

    def _stop_waiting(self) -> None:
        self.others.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def connections(limits: Limits) -> type[Connection]:
    """The class of the connections of one server."""
    return type("LimitedConnection", (Connection,), {"others": _Connections(limits)})
