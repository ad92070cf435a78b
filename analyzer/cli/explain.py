"""The command `baccarat explain`."""

from analyzer.cli import complete, options
from analyzer.cli.groups import CardOptions, LayoutOptions, TermOptions
from analyzer.cli.options import argument, option


def explain(
    *,
    bet: list[str] = argument(
        "BET", "A bet, as ID or ID/PAYTABLE, or a file of bets; or several.", complete.bets
    ),
    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant whose price, decks and rules are meant; else standard, or the bet's own rules.",
        complete.variants,
    ),
    cards: CardOptions,
    bets: list[str] | None = option("--bets", "FILE", "A file whose bets may be named; may be repeated."),
    terms: TermOptions,
    exhaustive: options.Exhaustive = False,
    layout: LayoutOptions,
) -> None:
    """When a bet wins, pays, pushes and loses, in words, with a worked coup for each line.

    Example: baccarat explain lucky-6/12-23
    """
    from analyzer.ask.explain import explain_each
    from analyzer.report.explain import EXPLAIN, explanation_page

    out = layout.checked()
    answer = explain_each(
        bet,
        variant=variant,
        shoe=cards.shoe,
        bet_files=bets or (),
        exhaustive=exhaustive,
        **cards.shared,
        **terms.shared,
    )
    out.emit(
        lambda: explanation_page(answer, out.words.digits, full=out.roomy, in_rows=out.for_machines),
        lambda: EXPLAIN.of((answer, out.words.language)),
    )
