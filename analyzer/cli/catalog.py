"""The commands `baccarat list` and `baccarat show`."""

from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.output import remark
from analyzer.cli.values import shoe_of
from analyzer.game.shoe import Shoe


def list_items(
    *,
    sort: Annotated[
        str,
        typer.Argument(
            metavar="SORT",
            help="variants, bets, rules, counts, claims, procedures, limits or uncomputable (games whose "
            "odds no shoe alone decides).",
            autocompletion=complete.sorts,
        ),
    ] = "variants",
    where: options.Where = None,
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    layout: Layout,
) -> None:
    """What the library holds: variants, bets, rules and more; with --where only some of them.

    Example: baccarat list bets --where pair --where needs=ranks --where "edge<11%"
    """
    from analyzer.report import listing  # noqa: PLC0415
    from analyzer.report.names import left_out_clauses  # noqa: PLC0415

    out = layout.checked()
    asked = shoe_of(decks, remaining)
    shoe = asked or Shoe.decks(8)
    found, left_out = listing.listing(sort, where or (), shoe, valued=asked is not None)
    items = found
    out.emit(
        lambda: listing.listing_page(sort, items, shoe, full=out.roomy, left_out=left_out),
        lambda: listing.listing_document(items),
    )
    for clause in left_out_clauses(left_out):
        remark(f"left out: {clause}")


def show(
    *,
    item: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Whatever `baccarat list` lists: a variant, bet, set of rules, count, procedure, limits or "
            "claim; or a file of one.",
            autocompletion=complete.items,
        ),
    ],
    layout: Layout,
) -> None:
    """One item of the library in full; rules as the drawing table.

    Example: baccarat show punto-banco
    """
    from analyzer.report import inventory  # noqa: PLC0415

    out = layout.checked()
    found = inventory.find(item)
    out.emit(
        lambda: inventory.page(found, out.language),
        lambda: inventory.document(found, out.language),
    )
