"""The command `baccarat lint`."""

from typing import Annotated

import typer

from analyzer.cli import options
from analyzer.cli.groups import Layout
from analyzer.cli.values import shoe_of


def lint(
    *,
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
    layout: Layout,
) -> int:
    """Find the faults of rule sheets by counting every deal.

    Ends with status 1 if there is an error; warnings alone are no error.

    Example: baccarat lint my-bets.toml --band 5%..20%
    """
    from analyzer.ask import lint as rule_sheets  # noqa: PLC0415
    from analyzer.catalog import digests as origins  # noqa: PLC0415
    from analyzer.render.page import Page, Provenance  # noqa: PLC0415
    from analyzer.report.rule_sheet.page import faults_table  # noqa: PLC0415

    out = layout.checked()
    found = rule_sheets.lint(files, shoe=shoe_of(decks, remaining), rules=rules, band=band)
    made = Provenance((), origins.files(files))
    out.emit(lambda: Page((faults_table(found, files, full=out.roomy),), made), lambda: found)
    return int(any(fault["severity"] == "error" for fault in found))
