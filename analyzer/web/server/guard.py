"""Access control by host, origin and token, and the security headers of every response."""

import hmac
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode

from analyzer.web.server.answers import Answer, Headers, Refused

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_NO_CONTENT = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": _NO_CONTENT,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every response, unless the response sets its own."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::(?P<port>[0-9]{1,5}))?")

_TO_ASK = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""The address at which to reach a server that is bound to every address."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens: its host and port, and the token that it requires, if any."""

    host: str
    port: int
    token: str = field(default="", repr=False)

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; it contains the port, because all ports share cookies."""
        return f"baccarat-{self.port}"

    def url(self, *, secret: bool = False) -> str:
        """The address of the page, with the token if `secret`."""
        host = _TO_ASK.get(self.host, self.host)
        host = f"[{host}]" if ":" in host else host
        query = f"?{urlencode({'token': self.token})}" if secret and self.token else ""
        return f"http://{host}:{self.port}/{query}"

    def known(self, header: str) -> bool:
        """Whether a Host header names this server. Other names that resolve to this machine are rejected,
        because a foreign page could reach the server that way (DNS rebinding).
        """
        match = _HOST.fullmatch(header)
        if match is None or int(match["port"] or 80) != self.port:
            return False
        name = (match["six"] or match["name"]).lower()
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower()):
            return True
        # Beyond loopback, any IP address is accepted: unlike a name, it cannot be made to point here.
        own = socket.gethostname().lower()
        return not is_loopback(self.host) and (_address(name) is not None or name in (own, f"{own}.local"))

    def admits(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request has the token in its Authorization header or its cookie."""
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        if scheme.lower() == b"bearer" and self.is_token(given.strip()):
            return True
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        return self.cookie in cookies and self.is_token(cookies[self.cookie].value.encode())

    def is_token(self, given: bytes) -> bool:
        """Whether these bytes are the token, compared in constant time."""
        return hmac.compare_digest(given, self.token.encode())


def is_loopback(host: str) -> bool:
    """Whether a host, an address or `localhost`, can be reached from this machine only."""
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


async def respond(answer: Answer, send: Send) -> None:
    """Send a whole response."""
    of_body = (("content-type", answer.media), ("content-length", str(len(answer.body))))
    await begin(answer.status, (*of_body, *answer.headers), send)
    await send({"type": "http.response.body", "body": answer.body})


async def begin(status: int, headers: Headers, send: Send) -> None:
    """Send the head of a response: its own headers, then the default headers that it does not set."""
    own = dict(headers)
    pairs = (own | {name: value for name, value in _HEADERS.items() if name not in own}).items()
    encoded = [(name.encode(), value.encode()) for name, value in pairs]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


def checked(scope: Scope, place: Place) -> Answer | None:
    """None if a request is allowed; if its address contains the token, a redirect that moves the token to a
    cookie. Raises Refused if the request is not allowed.
    """
    headers = dict(scope["headers"])
    host = headers.get(b"host", b"").decode("latin-1")
    if not place.known(host):
        raise Refused(403, f"expected this server's host, got another; the server is at {place.url()}")
    origin = headers.get(b"origin")
    foreign = origin is not None and origin.decode("latin-1").lower() != f"http://{host.lower()}"
    # Browsers report when a page of another origin sends a request; opening the page by a link is allowed.
    site = headers.get(b"sec-fetch-site", b"none")
    if foreign or (scope["path"] != "/" and site not in (b"none", b"same-origin")):
        raise Refused(403, "expected a request from this server's own page, got one from another origin")
    if not place.token:
        return None
    if scope["path"] == "/" and scope["method"] == "GET" and b"token=" in scope["query_string"]:
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if place.is_token(dict(query).get("token", "").encode()):
            rest = urlencode([pair for pair in query if pair[0] != "token"])
            cookie = f"{place.cookie}={place.token}; HttpOnly; SameSite=Strict; Path=/"
            # The token is removed from the address, so that it stays out of the history and of copied links.
            location = f"/?{rest}" if rest else "/"
            return Answer(303, b"", "text/plain", (("location", location), ("set-cookie", cookie)))
    if not place.admits(headers):
        raise Refused(
            401,
            "this server requires its token; open the address that it printed when it started",
            (("www-authenticate", "Bearer"),),
        )
    return None
