"""A connection with time limits: for a request to arrive, and for the client to read the answer.

Knows HTTP/1.1 through uvicorn, and nothing of the contents of requests.
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
"""Seconds for which the rest of a refused request is still read and discarded."""

_LEAST_TAKEN = 65_536
"""Bytes of an answer that a client must read within each `arrive` seconds of the limits."""


class _Connections:
    """The connections of a server: how many are open, which wait for a request, and which wait for a client
    to read an answer, each oldest first.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open = 0
        # Dictionaries keep the order of insertion, and removal takes constant time.
        self.waiting: dict[Connection, None] = {}
        self.taking: dict[Connection, asyncio.Task[None]] = {}


class Connection(H11Protocol):
    """A connection with limits; each server has its own subclass, which knows all its connections."""

    others: _Connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """A connection that is not established yet."""
        super().__init__(*arguments, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request; if too many connections are open, close the one that has waited longest."""
        super().connection_made(transport)
        # asyncio sets this only for sockets created with an explicit TCP protocol; else answers wait 40 ms.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.others.open += 1
        if self.others.open > self.others.limits.connections:
            oldest = next(iter(self.others.waiting), self)
            oldest.refuse(429, "too many connections are open; try again later")
            if oldest is self:
                return
        self.others.waiting[self] = None
        self._later(self.others.limits.arrive, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection."""
        self.others.open -= 1
        self._stop_waiting()
        self._stop_watching()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data that arrived; once a request is complete, its time limit for arriving ends."""
        if self._over or self.transport.is_closing():
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, part of which may have arrived already."""
        if self._client_is == "SEND_BODY":
            # The request was answered before it was complete.
            self._linger()
            return
        # Set this first: the next line may already start a request that has arrived.
        if not self.transport.is_closing():
            self.others.waiting[self] = None
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """Called when the client does not read the answer; it must resume soon. If the unsent bytes of all
        clients exceed the limit, the connections that have been waiting longest are closed.
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
        """Called when the client has read nearly all of the answer."""
        super().resume_writing()
        self._stop_watching()

    async def _watch_taken(self) -> None:
        """Close the connection once the client reads too little: it may be slow, but must keep reading."""
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
        """Answer data that is not HTTP."""
        self.refuse(400, "expected a request in HTTP/1.1, got something else", linger=True)

    def refuse(self, status: int, sentence: str, *, linger: bool = False) -> None:
        """Send an error and close the connection; send nothing if the client is not waiting for an answer."""
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
        """The state of the client as h11 names it: IDLE before a request, SEND_BODY within one."""
        return str(self.conn.their_state)

    def _linger(self) -> None:
        """Close soon, discarding further input; closing at once could lose the answer that is being sent."""
        self._over = True
        self._stop_waiting()
        self._later(_LINGER, self.transport.close)

    def _look(self) -> None:
        """Stop the timer if the request is complete; start it if a request has begun to arrive."""
        if self._over:
            return
        if self._client_is not in ("IDLE", "SEND_BODY"):
            self._stop_waiting()
        elif self._timer is None and (self._client_is == "SEND_BODY" or self.conn.trailing_data[0]):
            self._later(self.others.limits.arrive, self._too_slow)

    def _too_slow(self) -> None:
        self.refuse(408, f"the request did not arrive within {self.others.limits.arrive:g} seconds")

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
