"""The program with its commands by name, each loaded when it is called.

Knows where each command is, not what it does.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from analyzer.cli.expand import expanded
from analyzer.cli.help import BEGIN, TASKS, Command, write

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

NAMES = tuple(name for commands in TASKS.values() for name in commands)
"""All commands, in the order of the program's help."""

_MODULES = {
    "list": "catalog",
    "show": "catalog",
    "schema": "catalog",
    "verify-certificate": "certify",
    "report": "odds",
    "peek": "inside",
    "joint": "stakes",
    "bankroll": "stakes",
    "monitor": "stakes",
}
"""The module of each command that has no module of its own name."""


class Commands(Mapping[str, TyperCommand]):
    """Every command by its name, loaded on first use: completion and `--help` need one of them, or none."""

    def __init__(self) -> None:
        """All commands, none loaded."""
        self._loaded: dict[str, TyperCommand] = {}

    def __getitem__(self, name: str) -> TyperCommand:
        """The command of that name."""
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._loaded:
            self._loaded[name] = _command(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        """The names, in the order of the program's help."""
        return iter(NAMES)

    def __len__(self) -> int:
        """The number of commands."""
        return len(NAMES)


class CommandGroup(TyperGroup):
    """The program, whose help lists commands by what they are for."""

    def __init__(self, **settings: Any) -> None:
        """The program with every command, none of them loaded."""
        super().__init__(**settings)
        self.commands = Commands()  # type: ignore[assignment]  # nobody adds one

    def list_commands(self, ctx: "Context") -> list[str]:
        """All names, from which a shell completes what has been typed."""
        return list(NAMES)

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write how to begin, every command, and the options of the program."""
        write(formatter, "Begin with", BEGIN)
        width = max(map(len, NAMES))
        for task, commands in TASKS.items():
            write(formatter, task, [(name.ljust(width), what) for name, what in commands.items()])
        own = [record for parameter in self.get_params(ctx) if (record := parameter.get_help_record(ctx))]
        write(formatter, "Options", own)


def _command(name: str) -> TyperCommand:
    function = "list_items" if name == "list" else name.replace("-", "_")
    module = import_module(f"analyzer.cli.{_MODULES.get(name, function)}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, cls=Command)(expanded(getattr(module, function)))
    command = get_command(alone)
    assert isinstance(command, TyperCommand)
    return command
