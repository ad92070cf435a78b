"""The command `baccarat peek`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark_left_out

_ROOM, _BESIDE_DIGITS = 50, 8
"""Columns of a text that EVs have, and what each takes besides its decimals."""


def peek(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    card: Annotated[
        list[str] | None,
        typer.Option("--card", metavar="N", help="Only the Nth card off the shoe, 1 to 6; may be repeated."),
    ] = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """What it is worth to know one of the next six cards before betting: EVs for each card, the average.

    Example: baccarat peek --decks 6 --card 5 --bet player --bet banker
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.partly import inside as coups  # noqa: PLC0415
    from analyzer.publish.reports import peek as reports  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    game = load.variant(variant).named(out.language)
    found = coups.peek(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        places=[whole("--card", number) for number in card] if card else None,
    ).named(out.language)
    abreast = None if out.roomy else max(1, _ROOM // (out.words.digits + _BESIDE_DIGITS))
    out.emit(
        lambda: reports.peek_page(found, game, abreast=abreast), lambda: reports.peek_document(found, game)
    )
    remark_left_out(found)
