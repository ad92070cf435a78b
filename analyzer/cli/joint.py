"""The command `baccarat joint`."""

from collections.abc import Iterable
from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.odds import prices, shoe_of
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.plot import Plot
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

_PAGE, _NAMES, _BESIDE_DIGITS = 80, 24, 6
"""Columns of a text, those in front of a matrix, and what a number takes besides its decimals."""


def joint(
    variant: options.VariantArgument = "standard",
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
    stake: Annotated[
        list[str] | None,
        typer.Option(
            "--stake",
            metavar="BET=AMOUNT",
            help="What is staked on a bet, such as tie=5; may be repeated. Else one unit on each.",
        ),
    ] = None,
    exhaustive: options.Exhaustive = False,
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
    plot: options.Plot = None,
) -> None:
    """Several bets on one coup: joint outcomes, covariance and correlation, and the law of stakes on them.

    Example: baccarat joint --bet player --bet banker --bet tie --stake banker=10 --stake tie=1
    """
    from analyzer.bench import joint as bench  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.reports.money.joint import joint_chart, joint_page  # noqa: PLC0415
    from analyzer.publish.reports.money.joint_document import joint_document  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    picture = Plot.of(plot, out)
    game = load.variant(variant).named(out.language)
    found = bench.joint(
        game,
        shoe_of(decks, remaining),
        seen=seen,
        dealt=dealt,
        given=given,
        bets=bet or None,
        bet_files=bets or (),
        rules=rules,
        pay=prices(pay or ()),
        commission=commission,
        exhaustive=exhaustive,
        stakes=stakes(stake) if stake else None,
    ).named(out.language)
    staked, abreast = bool(stake), max(1, (_PAGE - _NAMES) // (out.words.digits + _BESIDE_DIGITS))
    drawing = picture.draw(lambda: joint_chart(found, game, staked=staked))
    out.emit(
        lambda: joint_page(
            found, game, staked=staked, full=out.roomy, abreast=None if out.roomy else abreast
        ),
        lambda: joint_document(found, game, staked=staked),
    )
    picture.write(drawing)
    remark_left_out(found.joint)


def stakes(texts: Iterable[str]) -> dict[str, str]:
    """The amounts of `--stake` options, by bet.

    Raises:
        AnalyzerError: a text is not of the form BET=AMOUNT, or one bet comes twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, amount = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(f"expected --stake BET=AMOUNT such as tie=5, got {quoted(text)}")
        if name in found:
            raise AnalyzerError(f"expected one --stake on {quoted(name)}, got two")
        found[name] = amount
    return found
