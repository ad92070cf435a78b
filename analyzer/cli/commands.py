"""The program and its commands by name, each loaded when it is called.

Knows where each command is, not what it does.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from analyzer.cli.help import BEGIN, TASKS, Command, write
from analyzer.cli.options import Group
from analyzer.cli.plain import plain

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter, Parameter

T = TypeVar("T")

NAMES = tuple(name for commands in TASKS.values() for name in commands)
"""All commands, in the order of the program's help."""

_SHARED_MODULES = {
    "catalog": ("list", "show", "explain", "schema", "publish"),
    "topics": ("help",),
    "checking": ("lint", "audit", "certify", "verify-certificate"),
    "deal": ("deal", "sweep", "prediction"),
    "design": ("design", "solve", "closed-form"),
    "drawing": ("tableau", "chemin-de-fer"),
    "odds": ("odds", "report"),
    "records": ("replay", "evidence", "settle", "roads"),
    "shoes": ("removal", "count", "tail", "inside", "peek"),
    "stakes": ("joint", "bankroll", "monitor"),
}
"""Modules of several commands, or of another name; any other command has a module of its own name."""

_FUNCTIONS = {"list": "list_items", "help": "help_on"}
"""Functions that do not have the name of their command, since Python uses that name."""


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
    """The program, whose help lists commands by task."""

    def __init__(self, **settings: Any) -> None:
        """The program with every command, none of them loaded."""
        super().__init__(**settings)
        self.commands = Commands()  # type: ignore[assignment]  # nobody adds one

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        """Its options, which take texts as given."""
        return plain(super().get_params(ctx))

    def list_commands(self, ctx: "Context") -> list[str]:
        """All names, from which a shell completes the text typed so far."""
        return list(NAMES)

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write how to start, every command, and the options of the program."""
        write(formatter, "Start with", BEGIN)
        width = max(map(len, NAMES))
        for task, commands in TASKS.items():
            write(formatter, task, [(name.ljust(width), what) for name, what in commands.items()])
        own = [record for parameter in self.get_params(ctx) if (record := parameter.get_help_record(ctx))]
        write(formatter, "Options", own)


def _command(name: str) -> TyperCommand:
    function = _FUNCTIONS.get(name, name.replace("-", "_"))
    file = next((module for module, names in _SHARED_MODULES.items() if name in names), name)
    module = import_module(f"analyzer.cli.{file}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    alone.command(name, cls=Command)(_expanded(getattr(module, function)))
    command = get_command(alone)
    assert isinstance(command, TyperCommand)
    return command


def _expanded(command: Callable[..., T]) -> Callable[..., T]:
    """The command with each group replaced by its options, as Typer needs them.

    An option of the command itself replaces the option of the same name in a group.
    """
    parameters = inspect.signature(command, eval_str=True).parameters
    groups = {
        name: parameter.annotation
        for name, parameter in parameters.items()
        if isinstance(parameter.annotation, type) and issubclass(parameter.annotation, Group)
    }
    options = {name: list(_options(group)) for name, group in groups.items()}
    listed: dict[str, inspect.Parameter] = {}
    for name, parameter in parameters.items():
        for declared in options.get(name, [parameter]):
            own = parameters.get(declared.name, declared)
            listed.setdefault(declared.name, own.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def run(**given: Any) -> T:
        made = {
            name: group(**{option.name: given[option.name] for option in options[name]})
            for name, group in groups.items()
        }
        return command(**made, **{name: given[name] for name in parameters if name not in groups})

    run.__signature__ = inspect.Signature(list(listed.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: declared.annotation for name, declared in listed.items()}
    return run


def _options(group: type) -> Iterator[inspect.Parameter]:
    for name, hint in get_type_hints(group, include_extras=True).items():
        default = getattr(group, name, inspect.Parameter.empty)
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
