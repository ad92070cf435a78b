"""The command `baccarat schema`."""

import json
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.output import Output


def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="COMMAND|NAME", help="A command, such as odds, or a schema, such as odds-1."),
    ] = None,
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """The JSON Schema of what a command prints with --format json, complete in itself; or the names of all.

    Example: baccarat schema tail
    """
    from analyzer.report import schema as schemas  # noqa: PLC0415

    out = Output.of("json", "4", output, force)
    if name is None:
        widest = max(map(len, schemas.PRINTED_BY))
        lines = (f"{known:{widest}}  baccarat {command}" for known, command in schemas.PRINTED_BY.items())
        out.write("\n".join(lines) + "\n")
    else:
        document = schemas.whole(schemas.schema_name(name))
        out.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
