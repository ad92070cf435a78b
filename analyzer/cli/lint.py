"""The command `baccarat lint`."""

import analyzer
from analyzer.cli import options
from analyzer.cli.groups import DeckOptions, LayoutOptions
from analyzer.cli.options import argument, option


def lint(
    *,
    files: list[str] = argument(
        "FILE", "Files of bets, variants, rules, claims, counts, procedures or limits."
    ),
    cards: DeckOptions,
    rules: options.Rules = None,
    band: str | None = option("--band", "LOW..HIGH", "House edges allowed, such as 5%..20%."),
    layout: LayoutOptions,
) -> int:
    """Find the faults of rule sheets by counting every deal.

    Ends with status 1 if there is an error; warnings alone are no error.

    Example: baccarat lint my-bets.toml --band 5%..20%
    """
    from analyzer.catalog import load
    from analyzer.report.rule_sheet.faults import LINT, Faults, faults_page

    out = layout.checked()
    found = analyzer.lint(files, shoe=cards.shoe, rules=rules, band=band)
    faults = Faults(found, files, cards.shoe, None if rules is None else load.rules(rules), band)
    out.emit(lambda: faults_page(faults, full=out.roomy), lambda: LINT.of(faults))
    return int(any(fault["severity"] == "error" for fault in found))
