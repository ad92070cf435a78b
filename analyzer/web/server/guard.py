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
"""Headers of every answer that does not say otherwise."""

_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::(?P<port>[0-9]{1,5}))?")

_TO_ASK = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to ask a server that is bound to every address."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server is: the host that it is bound to, its port, and the token that it asks for, if any."""

    host: str
    port: int
    token: str = field(default="", repr=False)

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token; cookies do not tell ports apart."""
        return f"baccarat-{self.port}"

    def url(self, *, secret: bool = False) -> str:
        """The address of the page, with the token if `secret`."""
        host = _TO_ASK.get(self.host, self.host)
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
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower()):
            return True
        # Beyond loopback a machine has many addresses and a name; an address cannot be made to point here.
        own = socket.gethostname().lower()
        return not is_loopback(self.host) and (_address(name) is not None or name in (own, f"{own}.local"))

    def admits(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a request has the token, in its Authorization or its cookie."""
        scheme, _, given = headers.get(b"authorization", b"").partition(b" ")
        if scheme.lower() == b"bearer" and self.is_token(given.strip()):
            return True
        try:
            cookies = SimpleCookie(headers.get(b"cookie", b"").decode("latin-1"))
        except CookieError:
            return False
        return self.cookie in cookies and self.is_token(cookies[self.cookie].value.encode())

    def is_token(self, given: bytes) -> bool:
        """Whether these bytes are the token, in a time that says nothing of it."""
        return hmac.compare_digest(given, self.token.encode())


def is_loopback(host: str) -> bool:
    """Whether a host, an address or `localhost`, is this machine alone."""
    address = _address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


async def respond(answer: Answer, send: Send) -> None:
    """Send a whole answer."""
    of_body = (("content-type", answer.media), ("content-length", str(len(answer.body))))
    await begin(answer.status, (*of_body, *answer.headers), send)
    await send({"type": "http.response.body", "body": answer.body})


async def begin(status: int, headers: Headers, send: Send) -> None:
    """Send the head of an answer: its own headers, then those of every answer that it does not have."""
    own = dict(headers)
    pairs = (own | {name: value for name, value in _HEADERS.items() if name not in own}).items()
    encoded = [(name.encode(), value.encode()) for name, value in pairs]
    await send({"type": "http.response.start", "status": status, "headers": encoded})


def checked(scope: Scope, place: Place) -> Answer | None:
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
        if place.is_token(dict(query).get("token", "").encode()):
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
