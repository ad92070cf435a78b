"""The command `baccarat report`."""

from analyzer.cli import options
from analyzer.cli.odds import prices, shoe_of
from analyzer.cli.output import Output, remark_left_out
from analyzer.cli.rule_sheet import write_rule_sheet


def report(
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
    exhaustive: options.Exhaustive = False,
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
) -> int:
    """The report of the kind submitted with a rule sheet: rules, bets, statistics, checks.

    Ends with status 1 if a check fails.

    Example: baccarat report classic --decks 6 --format html -o classic.html
    """
    from analyzer import api  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    game = load.variant(variant).named(out.language)
    found = api.odds(
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
    ).named(out.language)
    status = write_rule_sheet(out, found, game, exhaustive=exhaustive)
    remark_left_out(found)
    return status
