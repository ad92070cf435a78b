"""The command `baccarat count`."""

from typing import TYPE_CHECKING, Annotated, cast

import typer

from analyzer.cli import complete, options
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark

if TYPE_CHECKING:
    from analyzer.game.shoe import Fineness


def count(
    variant: options.VariantArgument = "standard",
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    tags: Annotated[
        list[str] | None,
        typer.Option(
            "--tags",
            metavar="TAGS",
            help='Tags to score: "0 0 0 -1 -1 -1 -1 2 2 0" (A…9 T), 13 (A…K), "9=-12 T=1"; may be repeated.',
        ),
    ] = None,
    counts: Annotated[
        list[str] | None,
        typer.Option(
            "--count",
            metavar="ID|FILE",
            help="A count to score; may be repeated.",
            autocompletion=complete.counts,
        ),
    ] = None,
    all_counts: bool = typer.Option(False, "--all-counts", help="Score every published count on each bet."),
    by: str | None = typer.Option(
        None,
        "--by",
        metavar="KINDS",
        help="points, ranks or cards; else as coarsely as answers each bet.",
        autocompletion=complete.fineness,
    ),
    level: str = typer.Option("4", "--level", metavar="N", help="Best integer tags up to this size, 1 to 9."),
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Card counting: the best tags for each bet, their correlation and trigger, beside other counts scored.

    Example: baccarat count --bet dragon-7 --tags "0 0 0 -1 -1 -1 -1 2 2 0"
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.partly import counting  # noqa: PLC0415
    from analyzer.publish.reports import counts as reports  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    game = load.variant(variant).named(out.language)
    found = counting.count(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        tags=tags or (),
        counts=counts or (),
        by=cast("Fineness | None", by),
        level=whole("--level", level),
        all_counts=all_counts,
    ).named(out.language)
    out.emit(
        lambda: reports.counts_page(found, game, full=out.roomy),
        lambda: reports.counts_document(found, game, alone=len(bet or ()) == 1 and not bets),
    )
    for left, why in found.left_out:
        remark(f"left out: bet {left.reference!r} {why}")
