"""The server as a whole: bound to an address, run until it is stopped."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import uvicorn

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.web.server.app import Site
from analyzer.web.server.connection import connections

_BACKLOG = 128
"""How many connections wait to be accepted; as many are accepted before anything else is done."""

_FILES = 4096


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at a host and port, 0 for any free one. Raises AnalyzerError if it cannot be."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        raise AnalyzerError(
            f"cannot listen at {quoted(host)}, port {port}: {_reason(error)}; choose another --port or --host"
        ) from None


def _reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return "no name of a host"
    if isinstance(error, socket.gaierror) or error.errno is None:
        return (error.strerror or str(error)).lower()
    # The error's own text repeats the address.
    return os.strerror(error.errno).lower()


def run(site: Site, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called once questions are answered."""
    _allow_files()
    # asyncio warns where a process that was stopped has been waited for already, which is no fault.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    config = uvicorn.Config(
        site,
        http=connections(site.limits),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        # A hostile client must not fill the terminal.
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
    """The server of a site, which begins with its processes and ends with its jobs."""

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
        # Whoever follows a job would keep the server up.
        self.site.jobs.stop_all()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The server is to end as it should; uvicorn's own would raise the signal again in the end.
        self.should_exit = True


def _allow_files() -> None:
    """Let this process have as many connections as its limits say, where the system is stricter."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < _FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, _FILES), hard))
