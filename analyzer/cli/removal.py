"""The command `baccarat removal`."""

from typing import TYPE_CHECKING, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.odds import prices, shoe_of
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.plot import Plot
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness

_PAGE, _NAMES, _BESIDE_DIGITS = 80, 10, 7
"""Columns of a text, those in front of a matrix, and what a percentage takes besides its decimals."""


def removal(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    by: str | None = typer.Option(
        None,
        "--by",
        metavar="KINDS",
        help="points, ranks or cards; else as coarsely as answers each bet.",
        autocompletion=complete.fineness,
    ),
    order: str = typer.Option(
        "1",
        "--order",
        metavar="1|2",
        help="How many cards leave: with 2 pairs of cards, too, as a matrix.",
        autocompletion=complete.orders,
    ),
    format: options.Format = "text",
    digits: options.Digits = "6",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
    plot: options.Plot = None,
) -> None:
    """Effects of removal: what each bet gains or loses when one card, or two, leave the shoe.

    Example: baccarat removal --bet banker --bet tie --by points
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.partly import removal as effects  # noqa: PLC0415
    from analyzer.publish.reports import removal as reports  # noqa: PLC0415

    if order not in ("1", "2"):
        raise AnalyzerError(f"expected --order 1 or 2, got {quoted(order)}")
    out = Output.of(format, digits, output, force, lang)
    picture = Plot.of(plot, out)
    game = load.variant(variant).named(out.language)
    found = effects.removal(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        by=cast("Fineness | None", by),
        order=int(order),
    ).named(out.language)
    drawing = picture.draw(lambda: reports.removal_chart(found, game))
    abreast = max(1, (_PAGE - _NAMES) // (out.words.digits + _BESIDE_DIGITS))
    out.emit(
        lambda: reports.removal_page(found, game, full=out.roomy, abreast=None if out.roomy else abreast),
        lambda: reports.removal_document(found, alone=len(bet or ()) == 1 and not bets),
    )
    picture.write(drawing)
    remark_left_out(found.report)
