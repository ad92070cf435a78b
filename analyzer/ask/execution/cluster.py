"""Other machines as an executor: the workers of a Dask scheduler.

Knows nothing of what they are asked to do.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from socket import MSG_WAITALL, create_connection
from threading import Thread
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar
from urllib.parse import urlsplit

from analyzer import __version__
from analyzer.errors import AnalyzerError, needs
from analyzer.exact import quoted
from analyzer.text import Text, message

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")

Engine = tuple[str, str]
"""A version of this package, and the SHA-256 of its modules."""

_GREETING, _ANSWER, _WORKER, _CONNECTION = 3, 5, 5, 20
"""Time limits in seconds: to greet a client, to accept it, to have a worker, and to do all of this."""

_CHATTY = ("distributed", "distributed.client", "tornado.application")
"""Loggers that would repeat on stderr, at length, what an error says in one sentence."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the Dask scheduler at an address such as `tcp://127.0.0.1:8786`.

    If a worker dies, another repeats its work.

    Raises:
        AnalyzerError: the address is malformed, distributed is not installed, the scheduler does not answer
            within a few seconds or has no worker, or a worker runs another version of this package; or later
            the scheduler is lost, or workers die several times on the same work.
    """
    host, port = _place(address)
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415
    except ImportError:
        raise AnalyzerError(needs("--cluster", "cluster")) from None
    if not _greets(host, port):
        raise _silent(address)
    with _quiet():
        try:
            # Once connected, a client waits for answers without a time limit of its own.
            client = _within(_CONNECTION, lambda: _connected(Client, address))
        except OSError:
            raise _silent(address) from None
        try:
            yield _Checked(client.get_executor(pure=False))
        except KilledWorker:
            raise AnalyzerError(
                "workers of the Dask scheduler at {address} died several times on the same work; see their "
                "logs",
                address=repr(address),
            ) from None
        except CancelledError:
            raise AnalyzerError("the Dask scheduler at {address} was lost", address=repr(address)) from None
        finally:
            client.close(timeout=1)


def _within(seconds: int, call: Callable[[], T]) -> T:
    """What a call returns or raises; TimeoutError, which is an OSError, if it takes longer.

    The call then continues in a thread that ends with the process.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, name="connection", daemon=True).start()
    return answer.result(seconds)


def _connected(client_class: "type[Client]", address: str) -> "Client":
    """A client of a scheduler that has a worker, all of them running the code of this process."""
    client = client_class(address, timeout=_ANSWER, set_as_default=False)
    try:
        _check(client, address)
    except BaseException:
        client.close(timeout=1)
        raise
    return client


def _place(address: str) -> tuple[str, int]:
    try:
        parts = urlsplit(address)
        if parts.scheme == "tcp" and parts.hostname and parts.port and not parts.path:
            return parts.hostname, parts.port
    except ValueError:
        pass
    raise AnalyzerError(
        "expected a scheduler as tcp://HOST:PORT such as tcp://127.0.0.1:8786, got {address}",
        address=quoted(address),
    )


def _greets(host: str, port: int) -> bool:
    """Whether anything at this address greets as a Dask scheduler does, with the size of a message.

    A client would wait forever for a greeting, and would read any other greeting as a huge size.
    """
    try:
        with create_connection((host, port), timeout=_GREETING) as connection:
            greeting = connection.recv(8, MSG_WAITALL)
    except OSError:
        return False
    return len(greeting) == 8 and int.from_bytes(greeting, "little") < 2**20


def _silent(address: str) -> AnalyzerError:
    return AnalyzerError(
        "no Dask scheduler answers at {address}; start one with dask scheduler", address=repr(address)
    )


@contextmanager
def _quiet() -> Iterator[None]:
    """Log only critical messages while the block runs."""
    loggers = [logging.getLogger(name) for name in _CHATTY]
    levels = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL)
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _check(client: "Client", address: str) -> None:
    """Raise AnalyzerError if there are no workers, or if the scheduler or a worker runs other code.

    A scheduler unpickles the work that it distributes, so it needs this package too.
    """
    try:
        client.wait_for_workers(1, timeout=_WORKER)
    except TimeoutError:
        raise AnalyzerError(
            "the Dask scheduler at {address} has no workers; start one with {command}",
            address=repr(address),
            command=f"dask worker {address}",
        ) from None
    try:
        found = client.run_on_scheduler(engine)
    except Exception as error:
        found = error
    _check_engine(found, engine(), message("the scheduler"))
    for worker, found in client.run(engine, on_error="return").items():
        _check_engine(found, engine(), message("worker {address}", address=str(worker)))


@cache
def engine() -> Engine:
    """The version of this package, and the digest of its modules as this process finds them."""
    package = Path(__file__).parent.parent.parent
    modules = sorted(package.rglob("*.py"))
    digest = sha256()
    for path in modules:
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return __version__, digest.hexdigest()


def _check_engine(there: Engine | Exception, here: Engine, who: Text) -> None:
    if isinstance(there, Exception):
        why = str(there).splitlines()[0][:200]
        raise AnalyzerError(
            "{who} cannot run baccarat {version} ({why}); install it there",
            who=who,
            version=__version__,
            why=why,
        )
    if there[0] != here[0]:
        raise AnalyzerError(
            "{who} runs baccarat {there}, not the baccarat {here} of this process; install the same on both",
            who=who,
            there=there[0],
            here=here[0],
        )
    if there != here:
        raise AnalyzerError(
            "{who} runs other code of baccarat {version} than this process; install the same on both",
            who=who,
            version=here[0],
        )


class _Checked(Executor):
    """An executor whose workers, later ones included, must run the code of this process."""

    def __init__(self, workers: Executor) -> None:
        self._workers = workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call together with the version and digest to check before it."""
        answer: Future[T] = Future()
        asked = self._workers.submit(_call_checked, engine(), fn, *args, **kwargs)
        answer.add_done_callback(lambda _: asked.cancel() if answer.cancelled() else None)
        asked.add_done_callback(partial(_pass_on, answer))
        return answer


class _Result(Exception, Generic[T]):  # noqa: N818 (it is a result)
    """A result in transit. If its worker ends just as it arrives, distributed takes it for an error: it
    unpacks the error's type, the error itself and its traceback, and raises it. So nothing is lost.
    """

    def __init__(self, value: T) -> None:
        self.value = value

    def __iter__(self) -> Iterator[object]:
        return iter((_Result, self, None))


def _pass_on(answer: Future[T], asked: "Future[_Result[T]]") -> None:
    """Pass what became of a call to `answer`, as its result or its error."""
    if asked.cancelled():
        answer.cancel()
        answer.set_running_or_notify_cancel()
    elif not answer.cancelled():
        error = asked.exception()
        if error is None or isinstance(error, _Result):
            answer.set_result((error or asked.result()).value)
        else:
            answer.set_exception(error)


def _call_checked(asked_by: Engine, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> _Result[T]:
    """The result of a call, on a worker that runs the code of the caller."""
    if engine() != asked_by:
        from distributed import get_worker  # noqa: PLC0415

        _check_engine(engine(), asked_by, message("worker {address}", address=str(get_worker().address)))
    return _Result(fn(*args, **kwargs))
