"""The command `baccarat tail`."""

import typer

from analyzer.cli import options
from analyzer.cli.odds import prices, shoe_of, whole
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.progress import watch


def tail(
    variant: options.VariantArgument = "standard",
    unseen: str | None = typer.Option(
        None, "--unseen", metavar="N", help="How many cards of the shoe are left, none of them seen."
    ),
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bet: options.Bet = None,
    bets: options.Bets = None,
    rules: options.Rules = None,
    pay: options.Pay = None,
    commission: options.Commission = None,
    exhaustive: bool = typer.Option(
        False, "--exhaustive", help="List even more than 10⁸ compositions; may take long."
    ),
    threads: str | None = typer.Option(
        None, "--threads", metavar="T", help="Threads to work on; one for each core by default."
    ),
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """How often, and by how much, bets favour the bettor with N unseen cards: exact, over all compositions.

    Example: baccarat tail standard --bet tie --unseen 6
    """
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.partly import tail as tails  # noqa: PLC0415
    from analyzer.publish.reports import tail as reports  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    left = whole("--unseen", unseen)
    workers = None if threads is None else whole("--threads", threads, least=1)
    game = load.variant(variant).named(out.language)
    found = tails.tail(
        game,
        shoe_of(decks, remaining),
        unseen=left,
        seen=seen,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        exhaustive=exhaustive,
        threads=workers,
        told=watch("compositions"),
    ).named(out.language)
    out.emit(
        lambda: reports.tail_page(found, game, full=out.roomy),
        lambda: reports.tail_document(found),
    )
    remark_left_out(found.report)
