"""Options and arguments whose values are taken as given, without Typer's conversions.

Typer converts even a text to a text with pydantic, which takes longer to load than most answers take to
compute.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typer._click import Context, Parameter


def plain(parameters: "list[Parameter]") -> "list[Parameter]":
    """The parameters of a command, changed to take texts as given, and None if nothing is given.

    Typer handles everything else: other values, and required values that are missing. Every parameter of this
    program is a text, several texts or a truth value.
    """
    for parameter in parameters:
        parameter.process_value = partial(_value, parameter)  # type: ignore[method-assign]
    return parameters


def _value(parameter: "Parameter", context: "Context", given: Any) -> Any:
    several = parameter.multiple or parameter.nargs == -1
    texts = () if given is None else given if several else (given,)
    if (parameter.required and not texts) or not all(type(text) is str for text in texts):
        return type(parameter).process_value(parameter, context, given)
    return given if parameter.callback is None else parameter.callback(context, parameter, given)
