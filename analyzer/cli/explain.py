"""The command `baccarat explain`."""

from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.values import prices, shoe_of

_IN_ROWS = ("csv", "xlsx")
"""Formats for machines, in which every row says what it answers."""


def explain(
    *,
    bet: Annotated[
        list[str],
        typer.Argument(
            metavar="BET",
            help="A bet, as ID or ID/PAYTABLE, or a file of bets; or several.",
            autocompletion=complete.bets,
        ),
    ],
    variant: Annotated[
        str | None,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            help="The variant whose price, decks and rules are meant; else standard, or the bet's own rules.",
            autocompletion=complete.variants,
        ),
    ] = None,
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bets: Annotated[
        list[str] | None,
        typer.Option("--bets", metavar="FILE", help="A file whose bets may be named; may be repeated."),
    ] = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    exhaustive: options.Exhaustive = False,
    layout: Layout,
) -> None:
    """When a bet wins, pays, pushes and loses, in words, with a worked coup for each line.

    Example: baccarat explain lucky-6/12-23
    """
    from analyzer.ask.explain import explain_each  # noqa: PLC0415
    from analyzer.report.explain import explanation_document, explanation_page  # noqa: PLC0415

    out = layout.checked()
    found = explain_each(
        bet,
        variant=variant,
        shoe=shoe_of(decks, remaining),
        seen=seen,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        exhaustive=exhaustive,
    )
    in_rows = out.format in _IN_ROWS
    out.emit(
        lambda: explanation_page(found, out.words.digits, full=out.roomy, in_rows=in_rows),
        lambda: explanation_document(found, out.words),
    )
