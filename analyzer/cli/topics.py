"""The command `baccarat help`: short texts on topics, and the help of every command."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import typer

from analyzer.cli.commands import NAMES, Commands
from analyzer.cli.help import folded
from analyzer.cli.options import argument
from analyzer.cli.output import Output
from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted

_WIDTH = 78


def offered(incomplete: str) -> list[str]:
    """The topics and commands that begin with what has been typed."""
    return [word for word in (*topics(), *NAMES) if word.startswith(incomplete)]


def help_on(
    *,
    context: typer.Context,
    topic: str | None = argument(
        "TOPIC", "A topic or a command; without it, the topics are listed.", offered, default=None
    ),
) -> None:
    """Explain a topic, such as how to write cards or conditions, or show the help of a command.

    Example: baccarat help conditions
    """
    out = Output.of("text", "4", None, False)
    if topic is None:
        out.write("".join(_overview()))
    elif topic in NAMES:
        command = Commands()[topic]
        out.write(command.get_help(typer.Context(command, info_name=topic, parent=context.parent)) + "\n")
    elif topic in topics():
        out.write("\n".join(_lines(topics()[topic])))
    else:
        near = did_you_mean(topic[:40], (*topics(), *NAMES)) or did_you_mean("", topics())
        raise AnalyzerError("unknown topic {topic}{hint}", topic=quoted(topic), hint=near)


def topics() -> Mapping[str, Any]:
    """The topics by name: a `summary`, a `text`, `files` by name that the examples read, and `examples`."""
    return tomllib.loads(files("analyzer.cli").joinpath("topics.toml").read_text(encoding="utf-8"))


def _overview() -> Iterator[str]:
    yield "Topics, for `baccarat help TOPIC`:\n"
    known = topics()
    width = max(map(len, known))
    yield from (f"  {name:{width}}  {topic['summary']}\n" for name, topic in known.items())
    yield "\nCommands have help too, such as `baccarat help odds`; `baccarat --help` lists them.\n"


def _lines(topic: Mapping[str, Any]) -> Iterator[str]:
    yield topic["summary"]
    yield f"\n{topic['text'].strip()}"
    for name, text in topic.get("files", {}).items():
        yield f"\n{name}:"
        yield from (f"  {line}".rstrip() for line in text.strip().split("\n"))
    yield "\nExample:" if len(topic["examples"]) == 1 else "\nExamples:"
    yield from (f"  {line}" for example in topic["examples"] for line in folded(example, _WIDTH))
    yield ""
