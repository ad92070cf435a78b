"""Binds the server to an address and runs it until it is stopped."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from analyzer.errors import AnalyzerError, reason_of
from analyzer.exact import quoted
from analyzer.text import Text, message
from analyzer.web.server.app import Site
from analyzer.web.server.connection import connections

_BACKLOG = 128
"""How many connections can wait to be accepted; asyncio accepts up to this many at once."""

_FILES = 4096


def bound(host: str, port: int) -> socket.socket:
    """A socket listening at a host and port, 0 for any free one. Raises AnalyzerError if it cannot listen."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        raise AnalyzerError(
            "cannot listen at {host}, port {port}: {reason}; choose another --port or --host",
            host=quoted(host),
            port=str(port),
            reason=_reason(error),
        ) from None


def _reason(error: OSError | UnicodeError) -> Text:
    if isinstance(error, UnicodeError):
        return message("not a host name")
    if isinstance(error, socket.gaierror) or error.errno is None:
        return (error.strerror or str(error)).lower()
    # The system's text alone, since the error's own text repeats the address.
    return reason_of(OSError(error.errno, os.strerror(error.errno)))


def run(site: Site, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called once the server accepts requests."""
    _allow_files()
    # asyncio warns if a stopped process has already been waited for, which is harmless.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        site,
        http=connections(site.limits),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        # Log almost nothing, so that a hostile client cannot flood the terminal.
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=_BACKLOG,
        timeout_keep_alive=int(site.limits.idle),
        timeout_graceful_shutdown=2,
    )
    asyncio.run(_Server(config, site, ready).serve([listening]))


class _Server(uvicorn.Server):
    """The server of a site: starts its processes first, and stops its jobs and processes at the end."""

    def __init__(self, config: uvicorn.Config, site: Site, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self.site = site
        self.ready = ready

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:
            await self.site.pool.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.site.pool.fill()
        await super().startup(sockets)
        if not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Otherwise a client that follows a job would keep the server running.
        self.site.jobs.stop_all()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The server must end normally; uvicorn's own handler raises the signal again at the end.
        self.should_exit = True


def _allow_files() -> None:
    """Raise the system's limit on open files, so that the server can have all its connections."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < _FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, _FILES), hard))
