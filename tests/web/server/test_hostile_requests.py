"""Hostile requests: each is refused in one sentence, reads no file, and leaves the server unaffected."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from served import JSON, Server, serving

pytestmark = pytest.mark.slow  # Servers and processes start and are waited for.

PATHS = (
    *(
        "/etc/passwd",
        "../../etc/passwd",
        "..",
        "@/etc/passwd",
        "@../x",
        "-",
        "/dev/stdin",
        "/proc/self/environ",
    ),
    *(
        "~/x.toml",
        "C:/x.toml",
        "C:\\x.toml",
        "x\\..\\y",
        "a/../../etc/passwd",
        "./my.toml",
        "nosuch.toml",
        "\0",
    ),
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--seconds", "3") as running:
        yield running


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("name", "key"),
    [
        *(("odds", "variant"), ("odds", "bets"), ("odds", "rules"), ("odds", "remaining"), ("lint", "file")),
        *(("replay", "file"), ("compare", "a"), ("show", "item"), ("explain", "bet"), ("settle", "stakes")),
        *(("audit", "file"), ("verify-certificate", "against"), ("deal", "procedure"), ("tableau", "rules")),
    ],
)
def test_only_files_of_the_request_can_be_named(server: Server, name: str, key: str, path: str) -> None:
    reply = server.ask(name, **{key: path}, files={"my.toml": ""})
    assert reply.status == 400
    assert "request's 'files', got" in reply.error


def test_a_file_cannot_refer_to_files_outside_the_request(server: Server) -> None:
    game = 'name = "Mine"\ndecks = 8\nrules = "/etc/passwd"\nbets = ["player"]\n'
    assert (
        "only files of the request can be read"
        in server.ask("odds", variant="a.toml", files={"a.toml": game}).error
    )
    inside = game.replace("/etc/passwd", "../../../../../../etc/hostname.toml")
    assert (
        "only files of the request can be read"
        in server.ask("odds", variant="a.toml", files={"a.toml": inside}).error
    )


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "/x", "a/b", "a\\b", ".x", "-x", "x" * 101, "a\0", "ä"]
)
def test_files_must_have_plain_names(server: Server, name: str) -> None:
    assert "expected plain file names" in server.ask("odds", files={name: ""}).error


def test_the_number_of_files_is_limited(server: Server) -> None:
    files = {f"{number}.toml": "" for number in range(17)}
    assert server.ask("odds", bet="tie", files=files).error == "expected at most 16 files, got 17"
    files.popitem()
    assert server.ask("odds", bet="tie", files=files).status == 200


BODIES: list[tuple[bytes, str]] = [
    (b"[" * 100_000, "expected a JSON object of options, got brackets that are nested too deeply"),
    (b'{"a":' * 100_000, "expected a JSON object of options, got brackets that are nested too deeply"),
    (b"[]", "expected a JSON object of options, got a list"),
    (b"1", "expected a JSON object of options, got '1'"),
    (b"{", "expected a JSON object of options in UTF-8, got other text"),
    (b"\xff\xfe{\0}\0", "expected a JSON object of options in UTF-8, got other text"),
    (b'{"decks": NaN}', "expected numbers, got NaN"),
    (b'{"decks": -Infinity}', "expected numbers, got -Infinity"),
    (b'{"decks": 6, "decks": 8}', "expected every key of the request once, got a repeated key"),
    (b'{"all-counts": true, "all_counts": true}', "unknown option 'all-counts' of odds"),
    (b'{"plot-of": "x"}', "unknown option 'plot-of' of odds"),
    (b'{"seen": "\\ud800"}', "expected valid Unicode, got half of a surrogate pair"),
    (b'{"files": []}', 'expected files as an object such as {"my.toml": "text"}, got a list'),
    (b'{"files": {"a": 1}}', "expected the text of file 'a', got '1'"),
]


@pytest.mark.parametrize(
    ("body", "sentence"), BODIES, ids=[body[:20].decode("latin-1") for body, _ in BODIES]
)
def test_a_body_that_is_not_a_request_is_refused(server: Server, body: bytes, sentence: str) -> None:
    reply = server.request("POST", "/api/odds", body, JSON)
    assert (reply.status, reply.error) == (400, sentence)


def test_a_number_keeps_its_digits_or_is_refused(server: Server) -> None:
    huge = server.request("POST", "/api/odds", b'{"decks": ' + b"9" * 100_000 + b"}", JSON)
    assert huge.status == 400
    assert len(huge.error) < 500


def test_a_huge_body_is_refused_at_once(server: Server) -> None:
    before = server.memory()
    reply = server.raw(
        b"POST /api/odds HTTP/1.1\r\nhost: localhost:%d\r\ncontent-type: application/json\r\n"
        b"content-length: 99999999999\r\n\r\n{" % server.port
    )
    assert b"413 Content Too Large" in reply or b"413 Request Entity Too Large" in reply
    with socket.create_connection((server.host, server.port), timeout=20) as connection:
        head = f"POST /api/odds HTTP/1.1\r\nhost: localhost:{server.port}\r\n"
        connection.sendall(
            f"{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".encode()
        )
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        for _ in range(75):
            connection.sendall(chunk)
        assert b"413 " in connection.recv(65536).partition(b"\r\n")[0]
        # A client that keeps sending has a second to read the answer, before an error would discard it.
        time.sleep(0.1)
        connection.sendall(chunk)
        with pytest.raises(OSError, match=r"reset|[Bb]roken pipe"):
            for _ in range(400):
                connection.sendall(chunk)
    assert server.memory() < before + 20_000_000
    assert server.ask("odds", bet="tie").status == 200


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/zip"]
)
def test_only_json_is_accepted(server: Server, media: str) -> None:
    reply = server.request("POST", "/api/odds", b"{}", {"content-type": media} if media else {})
    assert (reply.status, reply.error) == (415, f"expected options as application/json, got {media!r}")
    packed = server.request("POST", "/api/odds", b"{}", {**JSON, "content-encoding": "gzip"})
    assert (packed.status, packed.error) == (415, "expected an uncompressed request, got a compressed one")


@pytest.mark.parametrize(
    "condition", ["(" * 50_000 + "tie" + ")" * 50_000, "not " * 50_000 + "tie", "tie and " * 50_000 + "tie"]
)
def test_a_deeply_nested_condition_is_refused(server: Server, condition: str) -> None:
    reply = server.ask("odds", bet="tie", given=condition)
    assert reply.status in (400, 422)
    assert len(reply.error) < 600


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost",
        "localhost:1",
        "127.0.0.1.evil.example",
        "",
        "localhost:%d@evil",
        "[::2]:%d",
        "a, localhost:%d",
    ],
)
def test_a_foreign_host_is_refused(server: Server, host: str) -> None:
    named = host.replace("%d", str(server.port))
    assert server.get("/api/openapi.json", host=named).status == 403
    assert server.get("/", host=named).error.startswith(
        "expected this server's host, got another; the server is at http://127"
    )


@pytest.mark.parametrize("host", ["localhost:%d", "127.0.0.1:%d", "[::1]:%d", "LOCALHOST:%d"])
def test_the_servers_own_host_is_accepted(server: Server, host: str) -> None:
    named = host.replace("%d", str(server.port))
    assert server.get("/", host=named).status == 200
    assert server.get("/", host=named, origin=f"http://{named}").status == 200


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "https://localhost:%d",
        "http://localhost",
        "http://localhost:%d.evil",
        "file://",
    ],
)
def test_a_foreign_origin_is_refused(server: Server, origin: str) -> None:
    sent = {**JSON, "origin": origin.replace("%d", str(server.port)), "host": f"localhost:{server.port}"}
    reply = server.request("POST", "/api/odds", b"{}", sent)
    assert (reply.status, reply.error) == (
        403,
        "expected a request from this server's own page, got one from another origin",
    )
    fetched = server.request("POST", "/api/odds", b"{}", {**JSON, "sec-fetch-site": "cross-site"})
    assert fetched.status == 403
    assert server.get("/", sec_fetch_site="cross-site").status == 200


HOST = b" HTTP/1.1\r\nhost: localhost:%d\r\n"
CLOSE = b"connection: close\r\n\r\n"
NO_HTTP = b'{"error": "expected a request in HTTP/1.1, got something else"}\n'
RAW = [
    (b"nonsense\r\n\r\n", b"400 Bad Request", NO_HTTP),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50 + b"\r\n\r\n", b"400 Bad Request", NO_HTTP),
    (b"GET /" + HOST + b"host: evil\r\n\r\n", b"400 Bad Request", NO_HTTP),
    (b"GET /" + HOST + b"x: a\x00b\r\n\r\n", b"400 Bad Request", NO_HTTP),
    (b"GET /" + HOST + b"x: " + b"a" * 1_000_000 + b"\r\n\r\n", b"400 Bad Request", NO_HTTP),
    (b"GET /" + HOST + b"upgrade: websocket\r\nconnection: upgrade, close\r\n\r\n", b"200 OK", b"</html>"),
    (
        b"POST /api/odds" + HOST + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}",
        b"HTTP/1.1 4",
        b"}\n",
    ),
    (b"POST /api/odds" + HOST + b"content-length: -2\r\n\r\n{}", b"400 Bad Request", NO_HTTP),
    (b"GET /%%0d%%0aset-cookie:%%20a=b" + HOST + CLOSE, b"404 Not Found", b"see /api/openapi.json"),
    (
        b"GET http://evil.example/api/odds HTTP/1.1\r\nhost: evil.example\r\n" + CLOSE,
        b"403 Forbidden",
        b"expected this server's host",
    ),
    (b"GET /api/../../etc/passwd" + HOST + CLOSE, b"404 Not Found", b"see /api/openapi.json"),
    (b"GET /?variant=%%2e%%2e%%2fx" + HOST + CLOSE, b"400 Bad Request", b"expected the id of a variant"),
    (b"TRACE /" + HOST + CLOSE, b"405 Method Not Allowed", b"expected GET, HEAD here, got 'TRACE'"),
]


@pytest.fixture(scope="module")
def replies(server: Server) -> list[bytes]:
    """The reply to each, all sent at once, because the server makes some of them wait for a second."""
    sent = [one % server.port if b"%d" in one else one.replace(b"%%", b"%") for one, *_ in RAW]
    with ThreadPoolExecutor(len(RAW)) as threads:
        return list(threads.map(server.raw, sent))


@pytest.mark.parametrize("number", range(len(RAW)))
def test_invalid_or_unusual_http_is_handled(server: Server, replies: list[bytes], number: int) -> None:
    _, status, expected = RAW[number]
    head, _, body = replies[number].partition(b"\r\n\r\n")
    assert status in head.partition(b"\r\n")[0]
    assert expected in body
    assert b"set-cookie" not in head.lower()
    assert server.get("/api/odds").status == 405


def test_requests_sent_together_are_answered_in_order(server: Server) -> None:
    media = "content-type: application/json\r\ncontent-length: 2\r\n"
    head = f"HTTP/1.1\r\nhost: localhost:{server.port}\r\n{media}"
    both = f"POST /api/nosuch {head}\r\n{{}}POST /api/odds {head}connection: close\r\n\r\n{{}}".encode()
    reply = server.raw(both)
    assert reply.count(b"HTTP/1.1 ") == 2
    assert reply.index(b"404 Not Found") < reply.index(b"200 OK") < reply.index(b"baccarat-odds/2")


def test_slow_clients_do_not_block_others(server: Server) -> None:
    """A thousand connections each send one byte per second."""
    stop = threading.Event()
    slow: list[socket.socket] = []

    def drip() -> None:
        sent = 0
        request = f"POST /api/odds HTTP/1.1\r\nhost: localhost:{server.port}\r\nx: ".encode() + b"a" * 1000
        while not stop.is_set():
            for connection in slow:
                try:
                    connection.send(request[sent % len(request) :][:1])
                except OSError:
                    continue
            sent += 1
            stop.wait(1)

    before = server.memory()
    dripping = threading.Thread(target=drip)
    try:
        for _ in range(1000):
            slow.append(socket.create_connection((server.host, server.port), timeout=20))
            slow[-1].setblocking(False)
        dripping.start()
        times = []
        for _ in range(20):
            begun = time.monotonic()
            assert server.ask("odds", bet="tie").status == 200
            times.append(time.monotonic() - begun)
            time.sleep(0.1)
        assert sorted(times)[10] < 1
        assert max(times) < 5
        assert server.memory() < before + 30_000_000
    finally:
        stop.set()
        dripping.join()
        for connection in slow:
            connection.close()


def test_the_number_of_connections_is_limited(server: Server) -> None:
    """If there are too many, the connection that has been idle longest gets an error and is closed."""
    descriptors = Path(f"/proc/{server.process.pid}/fd")
    many = [socket.create_connection((server.host, server.port), timeout=20) for _ in range(400)]
    try:
        assert server.ask("odds", bet="tie").status == 200
        assert len(list(descriptors.iterdir())) < 256 + 30
        reply = b"".join(iter(lambda: many[0].recv(65536), b""))
        assert b"429 Too Many Requests" in reply
        assert b"too many connections are open; try again later" in reply
        many[-1].sendall(b"GET /x HTTP/1.1\r\nhost: localhost:%d\r\n\r\n" % server.port)
        assert b"404 Not Found" in many[-1].recv(65536)
    finally:
        for connection in many:
            connection.close()


def test_a_request_must_arrive_in_time(server: Server) -> None:
    """Cases: a connection without data, part of a first request, and part of a second request, with a
    complete or an incomplete head.
    """
    host = f"HTTP/1.1\r\nhost: localhost:{server.port}\r\n"
    part = f"POST /api/odds {host}content-type: application/json\r\ncontent-length: 5\r\n\r\n{{"
    begun = time.monotonic()
    sent = ("", part, f"GET /api/odds {host}\r\n{part}", f"GET /api/odds {host}\r\nGET")
    with ThreadPoolExecutor(4) as clients:
        nothing, first, *second = clients.map(server.raw, [text.encode() for text in sent])
    assert 8 < time.monotonic() - begun < 15
    assert [reply[:13] for reply in second] == [b"HTTP/1.1 405 "] * 2
    for reply in (nothing, first, *(reply[reply.index(b"HTTP/1.1 408 ") :] for reply in second)):
        assert reply.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert b"the request did not arrive within 10 seconds" in reply


def test_memory_does_not_grow_with_the_number_of_requests(server: Server) -> None:
    server.ask("odds", bet="tie")
    before = server.memory()
    body = b'{"files": {"a": "' + b"x" * 900_000 + b'"}, "bet": "tie"}'
    for _ in range(40):
        assert server.request("POST", "/api/odds", body, JSON).status == 200
    assert server.memory() < before + 20_000_000
