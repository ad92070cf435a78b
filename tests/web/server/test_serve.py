"""The command `serve`: where it listens, what it prints, who has access, and how it ends."""

import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from served import JSON, Server, serving

from analyzer.cli.main import main
from analyzer.web.server.guard import Place


@pytest.fixture(scope="module")
def secret() -> Iterator[Server]:
    with serving("--token") as running:
        yield running


def token(server: Server) -> str:
    return parse_qs(urlsplit(server.url).query)["token"][0]


def test_by_default_it_listens_on_this_machine_only_and_requires_no_token() -> None:
    with serving() as server:
        assert server.url == f"http://127.0.0.1:{server.port}/"
        assert server.ask("odds", bet="tie").status == 200


def test_a_token_is_required(secret: Server) -> None:
    for path in (
        "/",
        "/api/openapi.json",
        "/?token=",
        "/?token=x",
        "/api/openapi.json?token=" + token(secret),
    ):
        refused = secret.get(path)
        assert (refused.status, refused.headers["www-authenticate"]) == (401, "Bearer")
        assert refused.error.startswith("this server requires its token")
    assert secret.ask("odds").status == 401
    for wrong in ("Bearer x", "Bearer", "Basic " + token(secret), token(secret), "Bearer \xff"):
        assert secret.request("POST", "/api/odds", b"{}", {**JSON, "authorization": wrong}).status == 401
    right = {**JSON, "authorization": f"Bearer {token(secret)}"}
    assert secret.request("POST", "/api/odds", b'{"bet": "tie"}', right).status == 200


def test_the_token_in_the_address_becomes_a_cookie(secret: Server) -> None:
    taken = secret.get(f"/?variant=classic&token={token(secret)}")
    assert (taken.status, taken.headers["location"]) == (303, "/?variant=classic")
    cookie, *flags = taken.headers["set-cookie"].split("; ")
    assert flags == ["HttpOnly", "SameSite=Strict", "Path=/"]
    assert cookie.startswith(f"baccarat-{secret.port}=")
    assert secret.get("/?variant=classic", cookie=f"a=b; {cookie}").status == 200
    assert secret.get("/", cookie=f"{cookie}x").status == 401
    assert secret.get("/?variant=&token=" + token(secret)).headers["location"] == "/?variant="
    # For the second cookie, Python's parser raises an error.
    assert [secret.get("/", cookie=no_cookie).status for no_cookie in ("=;\x01", "a,b=1")] == [401, 401]


def test_beyond_this_machine_a_token_is_always_required() -> None:
    with serving("--host", "0.0.0.0") as server:
        assert len(token(server)) == 32
        assert server.get("/").status == 401
        right = {**JSON, "authorization": f"Bearer {token(server)}", "host": f"192.0.2.7:{server.port}"}
        assert server.request("POST", "/api/odds", b'{"bet": "tie"}', right).status == 200
        right["host"] = f"evil.example:{server.port}"
        assert server.request("POST", "/api/odds", b'{"bet": "tie"}', right).status == 403


def test_a_host_header_needs_no_port_if_it_is_80_and_the_token_is_not_in_the_repr() -> None:
    place = Place("127.0.0.1", 80, "secret")
    assert [place.known(host) for host in ("localhost", "localhost:80", "localhost:81")] == [
        True,
        True,
        False,
    ]
    assert "secret" not in repr(place)


def test_a_port_in_use_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--no-open", "--port", str(port)]) == 2
    sentence = (
        f"baccarat: cannot listen at '127.0.0.1', port {port}: address already in use; choose another --port"
    )
    assert capsys.readouterr() == ("", f"{sentence} or --host\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_even_while_it_answers(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "analyzer", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        server = Server(process, process.stdout.readline().strip())
        job = server.request("POST", "/api/jobs/sweep", b'{"shoes": 1000000}', JSON).json["job"]
        connection = http.client.HTTPConnection(server.host, server.port)
        connection.request("GET", f"/api/jobs/{job}/events")
        workers = server.workers()
        begun = time.monotonic()
        process.send_signal(number)
        assert process.communicate(timeout=20) == ("", "")
        assert (process.returncode, time.monotonic() - begun < 8) == (0, True)
        assert connection.getresponse().read().count(b"event: stopped\n") == 1
        connection.close()
    assert workers
    assert not [worker for worker in workers if _runs(worker)]


def _runs(number: int) -> bool:
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
