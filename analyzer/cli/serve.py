"""The command `baccarat serve`."""

import secrets
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING, Any

from analyzer.cli.help import TASKS, examples, prose
from analyzer.cli.options import flag, option
from analyzer.cli.progress import remark
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError, needs
from analyzer.exact import quoted
from analyzer.text import message

if TYPE_CHECKING:
    from analyzer.web.server.options import Command, Option

_NOT_SERVED = ("help", "publish", "serve")
"""Commands that print help, write files or run until they are stopped."""

_JSON_ALWAYS = ("certify", "schema")
"""Commands that print JSON without --format json."""

_NOT_TAKEN = {
    *("cluster", "everything", "export", "force", "format", "output", "plot", "plot_of", "record"),
    *("resume", "threads", "workbook"),
}
"""Options on files, formats, the length of texts, other machines and threads."""


def serve(
    *,
    host: str = option(
        "--host",
        "HOST",
        "The address to listen on; if other machines can reach it, a token is required.",
        default="127.0.0.1",
    ),
    port: str = option(
        "--port",
        "N",
        "The port to listen on, 0 to 65535; 0 for any that is free.",
        default="8471",
    ),
    no_open: bool = flag("--no-open", "Do not open the page in a browser."),
    token: bool = flag("--token", "Require a token on this machine, too."),
    seconds: str = option(
        "--seconds",
        "N",
        "The most seconds for a request, 1 or more; longer ones continue as jobs.",
        default="10",
    ),
    memory: str = option(
        "--memory",
        "MB",
        "The most memory of one process in MB, 300 or more, if the system can limit it.",
        default="2000",
    ),
) -> None:
    """Serve the web page, with everything that needs Python, and an HTTP API, until Ctrl-C.

    Prints its address when it is ready. Nothing leaves this machine, and nothing is saved to disk. The API is
    described at /api/openapi.json: POST /api/odds with {"variant": "classic", "decks": 6} returns what
    `baccarat odds classic --decks 6 --format json` prints.

    Example: baccarat serve --port 8000 --no-open
    """
    if find_spec("uvicorn") is None:
        raise AnalyzerError(needs("the server", "web"))
    from analyzer.web.server.app import Site
    from analyzer.web.server.guard import Place, is_loopback
    from analyzer.web.server.limits import Limits
    from analyzer.web.server.pool import Program
    from analyzer.web.server.run import bound, run

    number = whole("--port", port)
    if number > 65_535:
        raise AnalyzerError("expected --port from 0 to 65535, got {text}", text=quoted(port))
    limits = Limits(seconds=whole("--seconds", seconds, 1), memory=whole("--memory", memory, 300) * 1_000_000)
    listening = bound(host, number)
    secret = secrets.token_urlsafe(24) if token or not is_loopback(host) else ""
    place = Place(host, listening.getsockname()[1], secret)
    program = Program("analyzer.cli.main:main", (("odds", "--format", "json"),))
    site = Site({command.name: command for command in served()}, program, limits, place)

    def ready() -> None:
        sys.stdout.write(f"{place.url(secret=True)}\n")
        sys.stdout.flush()
        if not no_open:
            # In a thread: a browser in the terminal would stop the server.
            Thread(target=_open, args=(place.url(secret=True),), daemon=True).start()

    run(site, listening, ready)


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        remark(message("no browser could be opened; open the address above"))


def served() -> "Iterator[Command]":
    """The commands that the server offers, in the order of the program's help."""
    from analyzer.cli.commands import Commands
    from analyzer.web.server.options import Command

    about = {name: meaning for commands in TASKS.values() for name, meaning in commands.items()}
    for name, command in Commands().items():
        if name in _NOT_SERVED:
            continue
        options = tuple(_option(one, name) for one in command.params if one.name not in (*_NOT_TAKEN, "help"))
        always = () if name in _JSON_ALWAYS else ("--format=json",)
        yield Command(name, about[name], prose(command), tuple(examples(command)), options, always)


def _option(parameter: Any, command: str) -> "Option":
    from analyzer.web.server.options import Option

    alone = parameter.param_type_name == "argument"
    flags = [] if alone else [name for name in parameter.opts if name.startswith("--")]
    opposite = [] if alone else parameter.secondary_opts
    name = parameter.name if alone else flags[0].removeprefix("--").replace("-", "_")
    default = parameter.default if isinstance(parameter.default, str) else ""
    return Option(
        # "files" are the texts of files.
        name="file" if name == "files" else name,
        flag="" if alone else flags[0],
        off=next(iter(opposite), ""),
        metavar="" if not alone and parameter.is_flag else parameter.metavar,
        help=parameter.help or "",
        several=parameter.nargs == -1 if alone else parameter.multiple,
        # Without a name, `schema` prints a list for people.
        required=parameter.required or command == "schema",
        default=default,
    )
