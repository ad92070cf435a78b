"""The command `baccarat lint`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.odds import shoe_of
from analyzer.cli.output import Output


def lint(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Files of bets, variants, rules, claims, counts, procedures or limits."
        ),
    ],
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    rules: options.Rules = None,
    band: Annotated[
        str | None, typer.Option("--band", metavar="LOW..HIGH", help="House edges allowed, such as 5%..20%.")
    ] = None,
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> int:
    """Find the faults of rule sheets by counting every deal.

    Ends with status 1 if there is an error; warnings alone are no error.

    Example: baccarat lint my-bets.toml --band 5%..20%
    """
    from analyzer import rule_sheets  # noqa: PLC0415
    from analyzer.publish import origins  # noqa: PLC0415
    from analyzer.publish.page import Page  # noqa: PLC0415
    from analyzer.publish.provenance import Provenance  # noqa: PLC0415
    from analyzer.publish.reports import faults  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    found = rule_sheets.lint(files, shoe=shoe_of(decks, remaining), rules=rules, band=band)
    made = Provenance((), origins.files(files))
    out.emit(lambda: Page((faults.table(found, files, full=out.roomy),), made), lambda: found)
    return int(any(fault["severity"] == "error" for fault in found))
