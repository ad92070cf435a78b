"""The command `baccarat inside`."""

from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark_left_out

_IN_ROWS = ("csv", "xlsx")
"""Formats for machines, which take a row for each pair of totals."""


def inside(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
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
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    format: options.Format = "text",
    digits: Annotated[
        str | None,
        typer.Option("--digits", metavar="N", help="Decimals shown, 0 to 60; else 4, and 1 in text grids."),
    ] = None,
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """What bets are worth once the totals of one hand or both lie open: insurance, Player, Banker, Tie.

    Example: baccarat inside --decks 6 --bet insurance-player-wins/3 --player 5 --banker 6
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.partly import inside as coups  # noqa: PLC0415
    from analyzer.publish.reports import inside as reports  # noqa: PLC0415

    all_pairs = player is None and banker is None
    usual = "1" if all_pairs and format == "text" else "4"
    out = Output.of(format, usual if digits is None else digits, output, force, lang)
    game = load.variant(variant).named(out.language)
    found = coups.inside(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        after=whole("--after", after),
    ).named(out.language)
    if not all_pairs:
        one = found.only(_total("--player", player), _total("--banker", banker))
        out.emit(
            lambda: reports.situation_page(found, one, game, full=out.roomy),
            lambda: reports.inside_document(found, game, only=one),
        )
    else:
        sold = coups.offered(found)
        out.emit(
            lambda: (
                reports.rows_page(found, game)
                if out.format in _IN_ROWS
                else reports.inside_page(found, game, sold, full=out.roomy, prices=bet is not None)
            ),
            lambda: reports.inside_document(found, game, sold),
        )
    remark_left_out(found)


def _total(option: str, text: str | None) -> int | None:
    """The total of a hand; None where it is not open."""
    return None if text is None else whole(option, text)
