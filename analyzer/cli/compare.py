"""The command `baccarat compare`."""

from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.plot import Plot
from analyzer.cli.values import prices, shoe_of

_WHAT = "a variant, a bet, rules, a shoe (8, '6 decks', 'A=30 2=31 …', @FILE), or a file of one of them"


def compare(
    *,
    a: Annotated[
        str, typer.Argument(metavar="A", help=f"What to compare: {_WHAT}.", autocompletion=complete.sides)
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="Another of the same sort.", autocompletion=complete.sides)
    ],
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            help="The variant of both; else standard.",
            autocompletion=complete.variants,
        ),
    ] = None,
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    dealt: options.Dealt = None,
    given: options.Given = None,
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    everything: bool = typer.Option(False, "--all", help="What did not change, too."),
    lines: bool = typer.Option(False, "--lines", help="What changed of every line, not one row a bet."),
    exhaustive: options.Exhaustive = False,
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """What changes from A to B, bet by bet: two variants, bets, sets of rules, or shoes.

    Example: baccarat compare punto-banco thai-literal --decks 6
    """
    from analyzer.ask import compare as api  # noqa: PLC0415
    from analyzer.report import comparison  # noqa: PLC0415

    out = layout.checked()
    picture = Plot.of(plot, out)
    found = api.compare(
        *(shoe_of(None, text) or text if text.startswith("@") else text for text in (a, b)),
        variant=variant,
        shoe=shoe_of(decks, remaining),
        seen=seen,
        dealt=dealt,
        given=given,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        exhaustive=exhaustive,
    )
    drawing = picture.draw(lambda: comparison.comparison_chart(found, everything=everything))
    out.emit(
        lambda: (
            comparison.comparison_lines_page(found, everything=everything)
            if lines
            else comparison.comparison_page(found, full=out.roomy, everything=everything)
        ),
        lambda: comparison.comparison_document(found),
    )
    picture.write(drawing)
