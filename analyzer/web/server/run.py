"""The server as a whole: bound to an address, run until it is stopped."""

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.web.server.app import Service, Site
from analyzer.web.server.guard import Place, guarded

if TYPE_CHECKING:
    import uvicorn

_BACKLOG = 128
"""How many connections wait to be accepted; as many are accepted before anything else is done."""

_FILES = 4096


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at a host and port, 0 for any free one. Raises AnalyzerError if it cannot be."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        raise AnalyzerError(
            f"cannot listen at {quoted(host)}, port {port}: {_reason(error)}; choose another --port or --host"
        ) from None
    return listening


def _reason(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return "no name of a host"
    if isinstance(error, socket.gaierror) or error.errno is None:
        return (error.strerror or str(error)).lower()
    # The error's own text repeats the address.
    return os.strerror(error.errno).lower()


def run(service: Service, place: Place, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until Ctrl-C or SIGTERM; `ready` is called once questions are answered."""
    _allow_files()
    asyncio.run(_serve(service, place, listening, ready))


async def _serve(
    service: Service, place: Place, listening: socket.socket, ready: Callable[[], object]
) -> None:
    import uvicorn  # noqa: PLC0415 (an extra, which is checked before)

    from analyzer.web.server.connection import connections  # noqa: PLC0415

    # asyncio warns where a process that was stopped has been waited for already, which is no fault.
    for name in ("analyzer.web.server", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    site = Site(service)
    config = uvicorn.Config(
        guarded(site, place),
        http=connections(service.limits),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=_BACKLOG,
        timeout_keep_alive=int(service.limits.idle),
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    with _stopped_by_signals(server, site):
        await site.pool.fill()
        if not server.should_exit:
            serving = asyncio.create_task(server._serve([listening]))
            while not (server.started or serving.done()):
                await asyncio.sleep(0.01)
            ready()
            await serving
        await site.close()
    listening.close()


class _stopped_by_signals:  # noqa: N801 (a context manager)
    """Within the block, Ctrl-C and SIGTERM end a server, which stops its jobs at once."""

    def __init__(self, server: "uvicorn.Server", site: Site) -> None:
        self.server = server
        self.site = site
        self._before: dict[int, object] = {}

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._stop)

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.server.should_exit = True
        self.site.closing.set()


def _allow_files() -> None:
    """Let this process have as many connections as its limits say, where the system is stricter."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (not on every system)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < _FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, _FILES), hard))
