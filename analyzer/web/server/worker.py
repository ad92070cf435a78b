"""A process that answers questions, one after the other: it runs a function and sends back what that wrote.

Reads frames from stdin and writes frames to stdout; `pool` is at the other end. A frame is its length in four
bytes, then a kind in one byte, then the content.
"""

import io
import json
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO, NoReturn

from analyzer.errors import AnalyzerError
from analyzer.exact import grouped
from analyzer.heavy import progress_to
from analyzer.web.server import jail

ANSWER, NOTE = b"a", b"n"

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
    """The state of this process: where it reads and writes frames, and its own folder."""

    def __init__(self, settings: dict[str, Any]) -> None:
        """A process that answers under the settings that `pool` hands over."""
        self.settings = settings
        self.questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        # What else is printed, or read, must not get between the frames.
        self._in: BinaryIO = os.fdopen(os.dup(0), "rb")
        self._out: BinaryIO = os.fdopen(os.dup(1), "wb", buffering=0)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        sys.stdin = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        self._reported = 0.0

    def serve(self) -> None:
        """Answer questions until the other end closes."""
        sys.dont_write_bytecode = True
        Thread(target=self._listen, daemon=True).start()
        jail.limit_memory(self.settings["memory"])
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            for arguments in self.settings["warm"]:
                _loaded(self.settings["run"])(arguments)
        jail.confine(os.getcwd())
        self._send(NOTE, b"{}")
        while True:
            self._answer(self.questions.get())

    def _listen(self) -> None:
        """Pass questions on; in a thread of its own, so that the process ends with the other end."""
        while len(head := self._in.read(4)) == 4:
            self.questions.put(json.loads(self._in.read(int.from_bytes(head, "big"))))
        _leave()

    def _answer(self, question: dict[str, Any]) -> None:
        written, remarks = Written(self.settings["answer"]), Remarks(self)
        fault = ""
        try:
            for name, text in question["files"].items():
                Path(name).write_text(text, encoding="utf-8", newline="")
            with redirect_stdout(written), redirect_stderr(remarks), progress_to(self._progress):
                status = _loaded(question["call"] or self.settings["run"])(*question["arguments"])
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
        head = {
            "status": status or 0,
            "remarks": remarks.getvalue(),
            "fault": fault,
            "peak": jail.peak_memory(),
        }
        body = written.getvalue().encode("utf-8", "backslashreplace")
        self._send(ANSWER, json.dumps(head).encode() + b"\n" + body)

    def _progress(self, unit: str, done: int, total: int) -> None:
        now = monotonic()
        if now - self._reported >= _EVERY:
            self._reported = now
            self.note({"progress": {"done": done, "total": total, "unit": unit}})

    def note(self, note: dict[str, Any]) -> None:
        """Send something beside the answer."""
        self._send(NOTE, json.dumps(note).encode())

    def _send(self, kind: bytes, content: bytes) -> None:
        rest = memoryview(len(content).to_bytes(4, "big") + kind + content)
        try:
            while rest:
                rest = rest[self._out.write(rest) :]
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
            self._process.note({"remark": text.strip()})
        return super().write(text)


def _leave() -> NoReturn:
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
    Process(json.loads(sys.argv[1])).serve()
