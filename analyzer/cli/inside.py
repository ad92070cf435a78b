"""The command `baccarat inside`."""

from typing import Annotated

import typer

from analyzer.cli import complete
from analyzer.cli.groups import Layout, WholeCoups
from analyzer.cli.output import remark_excluded
from analyzer.cli.values import whole

_IN_ROWS = ("csv", "xlsx")
"""Formats for machines, which take a row for each pair of totals."""


def inside(
    *,
    asked: WholeCoups,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="TOTAL", help="Player's total lies open, and is this, 0 to 9."),
    ] = None,
    banker: Annotated[
        str | None,
        typer.Option("--banker", metavar="TOTAL", help="Banker's total lies open, and is this, 0 to 9."),
    ] = None,
    after: Annotated[
        str,
        typer.Option(
            "--after",
            metavar="4|5",
            help="Open cards: 4; or 5, Player having drawn and Banker about to.",
            autocompletion=complete.open_cards,
        ),
    ] = "4",
    digits: Annotated[
        str | None,
        typer.Option("--digits", metavar="N", help="Decimals shown, 0 to 60; else 4, and 1 in text grids."),
    ] = None,
    layout: Layout,
) -> None:
    """What bets are worth once the totals of one hand or both lie open: insurance, Player, Banker, Tie.

    Example: baccarat inside --decks 6 --bet insurance-player-wins/3 --player 5 --banker 6
    """
    from analyzer.ask import inside as coups  # noqa: PLC0415
    from analyzer.report import inside as reports  # noqa: PLC0415

    all_pairs = player is None and banker is None
    usual = "1" if all_pairs and layout.format == "text" else "4"
    out = layout.checked(usual if digits is None else digits)
    found = asked.ask(
        coups.inside,
        after=whole("--after", after),
    )
    if not all_pairs:
        one = found.only(_total("--player", player), _total("--banker", banker))
        out.emit(
            lambda: reports.situation_page(found, one, full=out.roomy),
            lambda: reports.inside_document(found, only=one),
        )
    else:
        sold = coups.offered(found)
        out.emit(
            lambda: (
                reports.rows_page(found)
                if out.format in _IN_ROWS
                else reports.inside_page(found, sold, full=out.roomy, prices=asked.bet is not None)
            ),
            lambda: reports.inside_document(found, sold),
        )
    remark_excluded(found)


def _total(option: str, text: str | None) -> int | None:
    """The total of a hand; None where it is not open."""
    return None if text is None else whole(option, text)
