"""A process that answers questions, one after the other: it runs a function and sends back what that wrote.

`pool` is at the other end. Questions come as pickles on stdin. Frames go to stdout, each its length in four
bytes, then a JSON object in one line, then the bytes of the answer where the object has a `status`.
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
from analyzer.exact import grouped
from analyzer.heavy import progress_to
from analyzer.web.server import jail

_EVERY = 0.1
"""Seconds between two reports of progress."""


class Written(io.StringIO):
    """What a question writes as its answer, up to a number of characters."""

    def __init__(self, most: int) -> None:
        """An empty text."""
        super().__init__(newline="")
        self._left = most
        self._most = most

    def write(self, text: str) -> int:
        """Write on. Raises AnalyzerError if the answer becomes too long."""
        self._left -= len(text)
        if self._left < 0:
            most = grouped(self._most)
            raise AnalyzerError(f"expected an answer of at most {most} bytes, got a longer one; ask for less")
        return super().write(text)


class Process:
    """The state of this process: where it reads questions and writes frames, and how it answers."""

    def __init__(self, run: str, warm: list[list[str]], memory: int, answer: int) -> None:
        """A process that answers by the function `run` under the settings that `pool` hands over."""
        self.run, self.warm, self.memory, self.most = run, warm, memory, answer
        self.questions: SimpleQueue[tuple[list[Any], Mapping[str, str], str]] = SimpleQueue()
        # What else is printed, or read, must not get between the frames.
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
        """Pass questions on; in a thread of its own, so that the process ends with the other end."""
        try:
            while True:
                self.questions.put(pickle.load(self._in))
        finally:
            _leave()

    def _answer(self, arguments: list[Any], files: Mapping[str, str], call: str) -> None:
        # It has begun: what a process has not begun, another is asked.
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
            remarks.write("baccarat: expected enough memory for the answer, got too little; ask for less\n")
        except Exception:
            status, fault = 3, traceback.format_exc()
        for name in os.listdir():
            with suppress(OSError):
                os.unlink(name)
        told = {"status": status, "remarks": remarks.getvalue(), "peak": jail.peak_memory(), "fault": fault}
        self.send(told, written.getvalue().encode("utf-8", "backslashreplace"))

    def _progress(self, unit: str, done: int, total: int) -> None:
        now = monotonic()
        if now - self._reported >= _EVERY:
            self._reported = now
            self.send({"progress": {"done": done, "total": total, "unit": unit}})

    def send(self, told: dict[str, Any], body: bytes = b"") -> None:
        """Send a frame: an answer, or what comes beside it."""
        content = json.dumps(told).encode() + b"\n" + body
        try:
            # In one piece, so that the other end wakes up once.
            self._out.write(len(content).to_bytes(4, "big") + content)
            self._out.flush()
        except BrokenPipeError:
            _leave()


class Remarks(io.StringIO):
    """What a question writes beside its answer, sent on as it is written."""

    def __init__(self, process: Process) -> None:
        """No remark yet."""
        super().__init__()
        self._process = process

    def write(self, text: str) -> int:
        """Keep a text, and send it on unless it says why there is no answer."""
        if not text.startswith("baccarat: "):
            self._process.send({"remark": text.strip()})
        return super().write(text)


def _leave() -> None:
    """End at once, and leave nothing behind."""
    with suppress(OSError):
        rmtree(os.getcwd())
    os._exit(0)


def _loaded(name: str) -> Callable[..., int | None]:
    """The function of an import path such as `package.module:function`."""
    module, _, function = name.partition(":")
    found: Callable[..., int | None] = getattr(import_module(module), function)
    return found


def main() -> None:
    """Serve under the settings that the command line gives as JSON."""
    Process(**json.loads(sys.argv[1])).serve()
