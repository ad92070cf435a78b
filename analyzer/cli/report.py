"""The command `baccarat report`."""

from analyzer.cli.groups import AnyCoup, Layout
from analyzer.cli.output import remark_excluded
from analyzer.cli.rule_sheet import write_rule_sheet


def report(
    *,
    asked: AnyCoup,
    layout: Layout,
) -> int:
    """The report of the kind submitted with a rule sheet: rules, bets, statistics, checks.

    Ends with status 1 if a check fails.

    Example: baccarat report classic --decks 6 --format html -o classic.html
    """
    from analyzer.ask import odds as api  # noqa: PLC0415

    out = layout.checked()
    found = asked.ask(api.odds)
    status = write_rule_sheet(out, found)
    remark_excluded(found)
    return status
