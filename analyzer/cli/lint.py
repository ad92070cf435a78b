"""The command `baccarat lint`."""

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import options
from analyzer.cli.odds import shoe_of
from analyzer.cli.output import Output
from analyzer.errors import AnalyzerError
from analyzer.exact import parse_ratio, quoted

if TYPE_CHECKING:
    from analyzer.analysis.lint import Band


def lint(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Files of bets, variants, rules or claims.")
    ],
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    rules: options.Rules = None,
    band: Annotated[
        str | None, typer.Option("--band", metavar="LOW..HIGH", help="House edges allowed, such as 5%..20%.")
    ] = None,
    format: options.Format = "text",
    digits: options.Digits = "4",
    output: options.Output = None,
    force: options.Force = False,
) -> int:
    """Find the faults of rule sheets by counting every deal.

    Ends with status 1 if there is an error; warnings alone are no error.

    Example: baccarat lint my-bets.toml --band 5%..20%
    """
    from analyzer import rule_sheets  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish import faults  # noqa: PLC0415

    out = Output.of(format, digits, output, force)
    found = rule_sheets.lint(
        files,
        shoe=shoe_of(decks, remaining),
        rules=None if rules is None else load.rules(rules),
        band=None if band is None else _band(band),
    )
    out.emit(lambda: faults.table(found, files, full=out.roomy), lambda: found)
    return int(any(fault["severity"] == "error" for fault in found))


def _band(text: str) -> "Band":
    """The least and the greatest house edge that an option names."""
    low, dots, high = text.partition("..")
    if dots:
        least, most = (parse_ratio(end.strip(), percent=True) for end in (low, high))
        if least <= most:
            return least, most
    raise AnalyzerError(f"expected --band LOW..HIGH such as 5%..20%, got {quoted(text)}")
