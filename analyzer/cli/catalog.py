"""The commands `baccarat list` and `baccarat show`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.output import Output


def list_items(
    sort: Annotated[
        str, typer.Argument(metavar="[variants|bets|rules|counts|claims]", help="What to list.")
    ] = "variants",
    format: options.Format = "text",
    digits: options.Digits = "4",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """What the library holds: variants, bets, rules.

    Example: baccarat list bets
    """
    from analyzer.publish import inventory  # noqa: PLC0415

    out = Output.of(format, digits, output, force)
    items = inventory.listing(sort)
    out.emit(lambda: inventory.listing_table(sort, items), lambda: items)


def show(
    item: Annotated[str, typer.Argument(metavar="ID", help="A variant, bet or set of rules, or its file.")],
    format: options.Format = "text",
    digits: options.Digits = "4",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """One item of the library in full; rules as the drawing table.

    Example: baccarat show punto-banco
    """
    from analyzer.publish import inventory  # noqa: PLC0415

    out = Output.of(format, digits, output, force)
    found = inventory.find(item)
    out.emit(lambda: inventory.table(found), lambda: inventory.document(found))
