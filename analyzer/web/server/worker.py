"""A worker process: answers questions one after another by running a function and sending back its output.

`pool` is the other end. Questions arrive as pickles on stdin. Frames go to stdout: the length in four bytes,
a JSON object on one line, and, if the object has a `status`, the bytes of the answer.
"""

import io
import json
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO

from analyzer.errors import AnalyzerError
from analyzer.heavy import progress_to
from analyzer.web.server import jail

_EVERY = 0.1
"""Seconds between two reports of progress."""


class Written(io.StringIO):
    """The text that a question writes as its answer, up to a number of characters."""

    def __init__(self, most: int) -> None:
        """An empty text that can grow to `most` characters."""
        super().__init__(newline="")
        self._left = most
        self._most = most

    def write(self, text: str) -> int:
        """Append a text. Raises AnalyzerError if the answer becomes too long."""
        self._left -= len(text)
        if self._left < 0:
            raise AnalyzerError(
                "expected an answer of at most {most} bytes, got a longer one; request less", most=self._most
            )
        return super().write(text)


class Process:
    """This process: its streams for questions and frames, its function, and its limits."""

    def __init__(self, run: str, warm: list[list[str]], memory: int, answer: int) -> None:
        """A process that answers with the function `run`, under the settings that `pool` passes."""
        self.run, self.warm, self.memory, self.most = run, warm, memory, answer
        self.questions: SimpleQueue[tuple[list[Any], Mapping[str, str], str]] = SimpleQueue()
        # Anything else that is printed or read must not mix with the frames.
        self._in: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._out: BinaryIO = os.fdopen(os.dup(1), "wb")
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        self._reported = 0.0

    def serve(self) -> None:
        """Answer questions until the other end closes."""
        sys.dont_write_bytecode = True
        Thread(target=self._listen, daemon=True).start()
        jail.limit_memory(self.memory)
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            for arguments in self.warm:
                _loaded(self.run)(arguments)
        jail.confine(os.getcwd())
        self.send({})
        while True:
            self._answer(*self.questions.get())

    def _listen(self) -> None:
        """Queue questions; runs in its own thread, so that the process ends when the other end closes."""
        try:
            while True:
                self.questions.put(pickle.load(self._in))
        finally:
            _leave()

    def _answer(self, arguments: list[Any], files: Mapping[str, str], call: str) -> None:
        # Says that it has begun; a question that a process has not begun goes to another process.
        self.send({})
        written, remarks = Written(self.most), Remarks(self)
        fault = ""
        try:
            for name, text in files.items():
                Path(name).write_text(text, encoding="utf-8", newline="")
            with redirect_stdout(written), redirect_stderr(remarks), progress_to(self._progress):
                status = _loaded(call or self.run)(*arguments) or 0
        except AnalyzerError as error:
            status = 2
            remarks.write(f"baccarat: {error}\n")
        except MemoryError:
            status = 2
            remarks.write("baccarat: the answer needs more memory than the limit; request less\n")
        except Exception:
            status, fault = 3, traceback.format_exc()
        for name in os.listdir():
            with suppress(OSError):
                os.unlink(name)
        head = {"status": status, "remarks": remarks.getvalue(), "peak": jail.peak_memory(), "fault": fault}
        self.send(head, written.getvalue().encode("utf-8", "backslashreplace"))

    def _progress(self, unit: str, done: int, total: int) -> None:
        now = monotonic()
        if now - self._reported >= _EVERY:
            self._reported = now
            self.send({"progress": {"done": done, "total": total, "unit": unit}})

    def send(self, head: dict[str, Any], body: bytes = b"") -> None:
        """Send a frame: an answer, a remark, progress, or an empty object as a signal."""
        content = json.dumps(head).encode() + b"\n" + body
        try:
            # In one write, so that the other end wakes up once.
            self._out.write(len(content).to_bytes(4, "big") + content)
            self._out.flush()
        except BrokenPipeError:
            _leave()


class Remarks(io.StringIO):
    """What a question writes to stderr, sent to the other end as it is written."""

    def __init__(self, process: Process) -> None:
        """No remarks yet."""
        super().__init__()
        self._process = process

    def write(self, text: str) -> int:
        """Keep a text, and send it unless it is the error that explains why there is no answer."""
        if not text.startswith("baccarat: "):
            self._process.send({"remark": text.strip()})
        return super().write(text)


def _leave() -> None:
    """Remove the process's folder and end at once."""
    with suppress(OSError):
        rmtree(os.getcwd())
    os._exit(0)


def _loaded(name: str) -> Callable[..., int | None]:
    """The function of an import path such as `package.module:function`."""
    module, _, function = name.partition(":")
    found: Callable[..., int | None] = getattr(import_module(module), function)
    return found


def main() -> None:
    """Serve under the settings in the command line, which are JSON."""
    Process(**json.loads(sys.argv[1])).serve()
