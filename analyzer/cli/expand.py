"""Commands that take groups of options, made into commands that take the options in them."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar, get_type_hints

T = TypeVar("T")


def expanded(command: Callable[..., T]) -> Callable[..., T]:
    """The command with each group replaced by the options in it, as Typer and its help need them.

    An option of the command's own replaces the option of the same name in a group.
    """
    parameters = inspect.signature(command, eval_str=True).parameters
    groups = {
        name: parameter.annotation
        for name, parameter in parameters.items()
        if hasattr(parameter.annotation, "__dataclass_fields__")
    }
    listed: dict[str, inspect.Parameter] = {}
    for name, parameter in parameters.items():
        for declared in _options(groups[name]) if name in groups else [parameter]:
            own = parameters.get(declared.name, declared)
            listed.setdefault(declared.name, own.replace(kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def run(**given: Any) -> T:
        made = {
            name: group(**{field.name: given[field.name] for field in fields(group)})
            for name, group in groups.items()
        }
        return command(**made, **{name: given[name] for name in parameters if name not in groups})

    run.__signature__ = inspect.Signature(list(listed.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: declared.annotation for name, declared in listed.items()}
    return run


def _options(group: type) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
