"""A running server for tests: started as a program, queried over plain sockets, stopped at the end."""

import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

JSON = {"content-type": "application/json"}


@dataclass
class Reply:
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The sentence of an error, which must be one line and nothing else."""
        assert self.headers["content-type"] == "application/json"
        document = self.json
        assert list(document) == ["error"]
        assert "\n" not in document["error"]
        return str(document["error"])


@dataclass
class Server:
    """A running server: its process, and the address that it printed."""

    process: "subprocess.Popen[str]"
    url: str
    host: str = field(init=False)
    port: int = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.host, self.port = str(parts.hostname), int(parts.port or 80)

    def request(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """One request on its own connection."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, named, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        """The response for a path; headers are named with underscores for hyphens."""
        return self.request("GET", path, None, {key.replace("_", "-"): text for key, text in headers.items()})

    def ask(self, name: str, /, **options: Any) -> Reply:
        """The response to a question."""
        return self.request("POST", f"/api/{name}", json.dumps(options), JSON)

    def raw(self, sent: bytes, *, seconds: float = 20) -> bytes:
        """Everything that the server sends in reply to some bytes until it closes the connection."""
        with socket.create_connection((self.host, self.port), timeout=seconds) as connection:
            connection.sendall(sent)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def workers(self) -> list[int]:
        """The numbers of the worker processes, from /proc."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path, encoding="ascii") as children:
            return [int(number) for number in children.read().split()]

    def memory(self) -> int:
        """The memory of the server process itself, in bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            [line] = [line for line in status if line.startswith("VmRSS")]
        return int(line.split()[1]) * 1024


@contextmanager
def serving(*options: str, cwd: str | None = None) -> Iterator[Server]:
    """A server at a free port, which must stop by itself at the end and print nothing in between."""
    command = [sys.executable, "-m", "analyzer", "serve", "--port", "0", "--no-open", *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": cwd}
    process: subprocess.Popen[str] = subprocess.Popen(command, **pipes)  # type: ignore[call-overload]
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise AssertionError(process.communicate(timeout=20))
        yield Server(process, url)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)
        ended = (process.returncode, *said)
        assert ended == (0, "", ""), ended
    finally:
        process.kill()
        process.wait()
