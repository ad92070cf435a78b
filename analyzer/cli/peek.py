"""The command `baccarat peek`."""

from typing import Annotated

import typer

from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import remark_excluded
from analyzer.cli.values import whole

_ROOM, _BESIDE_DIGITS = 50, 8
"""Columns of a text that EVs have, and what each takes besides its decimals."""


def peek(
    *,
    asked: WholeCoups,
    card: Annotated[
        list[str] | None,
        typer.Option("--card", metavar="N", help="Only the Nth card off the shoe, 1 to 6; may be repeated."),
    ] = None,
    layout: Layout,
) -> None:
    """What it is worth to know one of the next six cards before betting: EVs for each card, the average.

    Example: baccarat peek --decks 6 --card 5 --bet player --bet banker
    """
    from analyzer.ask import inside as coups  # noqa: PLC0415
    from analyzer.report import peek as reports  # noqa: PLC0415

    out = layout.checked()
    found = asked.ask(
        coups.peek,
        places=[whole("--card", number) for number in card] if card else None,
    )
    abreast = None if out.roomy else max(1, _ROOM // (out.words.digits + _BESIDE_DIGITS))
    out.emit(lambda: reports.peek_page(found, abreast=abreast), lambda: reports.peek_document(found))
    remark_excluded(found)
