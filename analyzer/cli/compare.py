"""The command `baccarat compare`."""

import analyzer
from analyzer.cli import complete
from analyzer.cli.groups import AnyCoupOptions, IllustratedLayoutOptions
from analyzer.cli.options import argument, flag, option
from analyzer.cli.values import shoe_of

_WHAT = "a variant, a bet, rules, a shoe (8, '6 decks', 'A=30 2=31 …', @FILE), or a file of one of them"


def compare(
    *,
    a: str = argument("A", f"The first thing to compare: {_WHAT}.", complete.sides),
    b: str = argument("B", "The second, of the same sort.", complete.sides),
    variant: str | None = option(
        "--variant", "ID|FILE", "The variant of both; by default standard.", complete.variants
    ),
    question: AnyCoupOptions,
    everything: bool = flag("-a --all", "Also show bets that do not change, and all of a long text."),
    lines: bool = flag("--lines", "Show what changes in every line, not one row per bet."),
    exit_code: bool = flag("--exit-code", "End with status 1 if anything differs."),
    layout: IllustratedLayoutOptions,
) -> int:
    """Compare two variants, bets, sets of rules or shoes: what changes from A to B, bet by bet.

    Ends with status 0 even if something differs, unless --exit-code is given.

    Example: baccarat compare punto-banco thai-literal --decks 6
    """
    from analyzer.report.comparison import page as comparison

    out = layout.checked()
    answer = analyzer.compare(
        *(shoe_of(None, text) or text if text.startswith("@") else text for text in (a, b)),
        variant=variant,
        shoe=question.shoe,
        **question.shared,
    )
    for side, text in (("a", a), ("b", b)):
        if text.startswith("@"):
            answer = answer.called(side, text[1:])
    full, apart = out.roomy, out.roomy and not out.for_machines
    out.emit(
        lambda: (
            comparison.comparison_lines_page(answer, full=full, everything=everything)
            if lines
            else comparison.comparison_page(answer, full=full, everything=everything, apart=apart)
        ),
        lambda: comparison.COMPARE.of(answer),
        lambda: comparison.comparison_chart(answer, everything=everything),
    )
    return int(exit_code and answer.differs)
