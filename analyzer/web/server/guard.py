"""Who may ask: hosts, origins, a token; and the headers that every answer has. Knows no question."""

import hmac
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode

from analyzer.web.server.answers import Answer, Refused

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("localhost", "127.0.0.1", "::1")

NO_CONTENT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The content policy of answers that are no page."""

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": NO_CONTENT,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every answer that does not say otherwise."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::(?P<port>[0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server is: the host that it is bound to, its port, and the token that it asks for, if any."""

    host: str
    port: int
    token: str = field(default="", repr=False)

    @property
    def local(self) -> bool:
        """Whether only this machine reaches the server."""
        return is_loopback(self.host)

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; cookies do not tell ports apart."""
        return f"baccarat-{self.port}"

    def url(self, *, secret: bool = False) -> str:
        """The address of the page, with the token if `secret`."""
        host = "127.0.0.1" if self.host in ("", "0.0.0.0") else "::1" if self.host == "::" else self.host
        host = f"[{host}]" if ":" in host else host
        query = f"?{urlencode({'token': self.token})}" if secret and self.token else ""
        return f"http://{host}:{self.port}/{query}"

    def known(self, header: str) -> bool:
        """Whether a Host header names this server. A name that somebody else chose to point here does not:
        that is how a foreign page would reach it.
        """
        match = _HOST.fullmatch(header)
        if match is None or int(match["port"] or 80) != self.port:
            return False
        name = (match["six"] or match["name"]).lower()
        if name in (*LOOPBACK, self.host.lower()):
            return True
        # Beyond loopback a machine has many addresses and a name; an address cannot be made to point here.
        return not self.local and (_is_address(name) or name in _own_names())

    def admits(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request has the token, in its Authorization or its cookie."""
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        if scheme.lower() == b"bearer" and self._same(given.strip()):
            return True
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        return self.cookie in cookies and self._same(cookies[self.cookie].value.encode())

    def _same(self, given: bytes) -> bool:
        return hmac.compare_digest(given, self.token.encode())


def is_loopback(host: str) -> bool:
    """Whether a host, an address or `localhost`, is this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def guarded(app: App, place: Place) -> App:
    """The app behind the guard: what is refused does not reach it."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def sealed(event: Message) -> None:
            if event["type"] == "http.response.start":
                event = {**event, "headers": _sealed(event["headers"])}
            await send(event)

        try:
            welcome = _checked(scope, place)
        except Refused as refusal:
            await respond(refusal.answer, sealed)
            return
        if welcome is not None:
            await respond(welcome, sealed)
        else:
            await app(scope, receive, sealed)

    return guard


async def respond(answer: Answer, send: Send) -> None:
    """Send a whole answer."""
    headers = [
        (b"content-type", answer.media.encode()),
        (b"content-length", str(len(answer.body)).encode()),
        *((name.encode(), value.encode()) for name, value in answer.headers),
    ]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


def _sealed(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = {name for name, _ in headers}
    return headers + [pair for pair in _ENCODED if pair[0] not in given]


_ENCODED = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]


def _checked(scope: Scope, place: Place) -> Answer | None:
    """The answer that takes in who brings a token in the address; None for a request that may go on. Raises
    Refused for one that may not.
    """
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    if not place.known(host):
        raise Refused(403, f"expected the host of this server, got another; it is at {place.url()}")
    origin = headers.get(b"origin")
    foreign = origin is not None and origin.decode("latin-1").lower() != f"http://{host.lower()}"
    # Browsers say so themselves where a page of another origin asks; opening the page by a link is allowed.
    site = headers.get(b"sec-fetch-site", b"none")
    if foreign or (scope["path"] != "/" and site not in (b"none", b"same-origin")):
        raise Refused(403, "expected a request of this server's own page, got one from another origin")
    if not place.token:
        return None
    if scope["path"] == "/" and scope["method"] == "GET" and b"token=" in scope["query_string"]:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token", "")
        if hmac.compare_digest(given.encode(), place.token.encode()):
            rest = urlencode([pair for pair in query if pair[0] != "token"])
            cookie = f"{place.cookie}={place.token}; HttpOnly; SameSite=Strict; Path=/"
            # The token leaves the address, so that it is in no history and in no copied link.
            location = f"/?{rest}" if rest else "/"
            return Answer(303, b"", "text/plain", (("location", location), ("set-cookie", cookie)))
    if not place.admits(headers):
        raise Refused(
            401,
            "expected the token of this server; open the address that it printed when it started",
            (("www-authenticate", "Bearer"),),
        )
    return None
