"""The command `baccarat odds`."""

import json
from collections.abc import Iterable

import typer

from analyzer.cli import complete, options
from analyzer.cli.input import bytes_of, name_of
from analyzer.cli.output import Output, remark, remark_left_out
from analyzer.cli.plot import Plot
from analyzer.cli.rule_sheet import write_rule_sheet
from analyzer.cli.workbook import write_workbook
from analyzer.errors import AnalyzerError, RenderError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS, Shoe

_MOST_BYTES = 1_000_000
_JSON_EXPECTED = 'expected a JSON object such as {"A": 30, "2": 31}'


def odds(
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
    lines: bool = typer.Option(False, "--lines", help="Every line of every bet, not one row a bet."),
    exhaustive: options.Exhaustive = False,
    format: options.Format = "text",
    digits: options.Digits = "4",
    lang: options.Language = "en",
    output: options.Output = None,
    force: options.Force = False,
    plot: options.Plot = None,
    plot_of: str | None = typer.Option(
        None,
        "--plot-of",
        metavar="VIEW",
        help="all (up to 12 bets), lines, decks, outcomes, or edge (beyond).",
        autocompletion=complete.views,
    ),
    workbook: options.Workbook = None,
) -> int:
    """Exact odds of every bet of a variant, on a fresh or partly dealt shoe.

    As a PDF, the whole report that `baccarat report` writes.

    Example: baccarat odds classic --decks 6 --commission 4% --pay tie=9
    """
    from analyzer import api  # noqa: PLC0415
    from analyzer.analysis.fresh import fresh_decks  # noqa: PLC0415
    from analyzer.catalog import load  # noqa: PLC0415
    from analyzer.publish.reports import charts  # noqa: PLC0415
    from analyzer.publish.reports import odds as reports  # noqa: PLC0415

    out = Output.of(format, digits, output, force, lang)
    picture = Plot.of(plot, out)
    charts.check_view(plot_of)
    if plot is None and plot_of is not None:
        raise RenderError("expected --plot FILE with --plot-of, got none")
    game = load.variant(variant).named(out.language)
    report = api.odds(
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
    drawing = picture.draw(lambda: charts.odds_chart(report, game, plot_of, exhaustive=exhaustive))
    write_workbook(workbook, out, report, game)
    status = 0
    if out.format == "pdf":
        status = write_rule_sheet(out, report, game, exhaustive=exhaustive)
    else:
        page = reports.lines_page if lines else reports.odds_page
        out.emit(
            lambda: page(report, game, full=out.roomy),
            lambda: reports.odds_document(report, game),
        )
    picture.write(drawing)
    if plot and charts.view_of(report, plot_of) == "all" and not fresh_decks(report):
        remark("left out of the plot: the house edge by decks, which needs a fresh shoe and nothing known")
    remark_left_out(report)
    return status


def shoe_of(decks: str | None, remaining: str | None) -> Shoe | None:
    """The shoe that `--decks` or `--remaining` names; None where neither is given.

    Raises:
        ShoeError: both are given, or what is given is no shoe.
    """
    if decks is not None and remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if decks is not None:
        if not (decks.isascii() and decks.isdigit() and len(decks) <= 9):
            raise ShoeError(
                f"expected --decks with a whole number from 1 to {MAX_DECKS}, got {quoted(decks)}"
            )
        return Shoe.decks(int(decks))
    if remaining is not None:
        return _from_file(remaining[1:]) if remaining.startswith("@") else Shoe.parse(remaining)
    return None


def whole(option: str, text: str | None, least: int = 0) -> int:
    """The whole number that an option gives.

    Raises:
        AnalyzerError: it gives none, or one below the least.
    """
    if text and text.isascii() and text.isdigit() and len(text) <= 40 and int(text) >= least:
        return int(text)
    got = "none" if text is None else quoted(text)
    raise AnalyzerError(f"expected {option} with a whole number of {least} or more, got {got}")


def _from_file(name: str) -> Shoe:
    raw, label = bytes_of(name, "a shoe", _MOST_BYTES), name_of(name)
    try:
        counts = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_unique)
        if not isinstance(counts, dict):
            raise ShoeError(f"{_JSON_EXPECTED}, got {quoted(counts)}")
        return Shoe.from_mapping(counts)
    except ShoeError as error:
        raise ShoeError(f"{label}: {error}") from None
    except (ValueError, RecursionError):
        raise ShoeError(f"{label}: {_JSON_EXPECTED}, got other text") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ShoeError(f"expected each card once, got {quoted(key)} twice")
        found[key] = value
    return found


def prices(texts: Iterable[str]) -> dict[str, str]:
    """The prices of `--pay` options, by bet (perhaps with a line).

    Raises:
        AnalyzerError: a text is not of the form BET[.LINE]=RATIO, or one bet or line comes twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, ratio = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(f"expected --pay BET[.LINE]=RATIO such as tie=9, got {quoted(text)}")
        if name in found:
            raise AnalyzerError(f"expected one --pay for {quoted(name)}, got two")
        found[name] = ratio
    return found
