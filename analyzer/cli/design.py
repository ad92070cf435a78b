"""The commands on open pays and formulas: `baccarat design`, `solve` and `closed-form`."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import AnyCoupOptions, DesignedBetOptions, IllustratedLayoutOptions, LayoutOptions
from analyzer.cli.options import Several, argument, option
from analyzer.cli.progress import watch
from analyzer.cli.values import by_name, not_both, shoe_of, whole, wrong_amount
from analyzer.errors import AnalyzerError, ShoeError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

if TYPE_CHECKING:
    from analyzer.analysis.odds import Decks


def design(
    *,
    bet: options.BetArgument,
    pays: Several = option(
        "--pays",
        "LINE=LO..HI[:STEP]",
        "Pays to try for a line, to one: two-card=1..200, win=0.9..1:0.01, push=push; repeatable.",
    ),
    edge: str | None = option(
        "--edge",
        "LO..HI",
        "Only paytables with such house edges: 5%..8%, 5%.., ..8%, or exactly 5%.",
    ),
    hit_rate: str | None = option(
        "--hit-rate",
        "LO..HI",
        "Only paytables with such probabilities of a gain.",
    ),
    sd: str | None = option(
        "--sd",
        "LO..HI",
        "Only paytables with such standard deviations, in units staked.",
    ),
    exposure: str | None = option("--exposure", "UNITS", "The most units that one unit staked may lose."),
    monotone: str | None = option(
        "--monotone",
        "LINE,LINE…",
        "Pays must not rise from one of these lines to the next; or rarer-pays-more.",
        complete.words("rarer-pays-more"),
    ),
    max_yield: str | None = option(
        "--max-yield", "RATE", "The most units that a perfect counter may gain per coup; needs --unseen."
    ),
    unseen: str | None = option(
        "--unseen",
        "N",
        "The number of unseen cards at which the counter's gain is computed.",
    ),
    rank: str | None = option(
        "--rank",
        "KEY",
        "Sort by edge, hit-rate, sd, target or yield, smallest first; -edge and so on for largest first.",
        complete.ranks,
    ),
    target: str | None = option(
        "--target",
        "RATE",
        "With --rank target, sort by the distance of the house edge from this one.",
    ),
    pareto: str | None = option(
        "--pareto",
        "EDGE,SD",
        "Only paytables that no other beats in both: low-edge or high-edge, with low-sd or high-sd.",
        complete.fronts,
    ),
    limit: str | None = option(
        "--limit",
        "N",
        "The most rows; by default 50 on a page, or all with --all, and all in CSV and JSON.",
    ),
    draft: DesignedBetOptions,
    layout: IllustratedLayoutOptions,
) -> None:
    """Find every paytable of a bet whose house edge is in a range, by exact counting.

    Example: baccarat design lucky-6 --edge 5%..8% --pays two-card=1..200 --pays three-card=1..200
    """
    from analyzer.report.design import page as reports

    out = layout.checked()
    most = None if limit is None else whole("--limit", limit, least=1)
    answer = analyzer.design(
        bet,
        draft.shoe,
        pays=ranges(pays or ()),
        edge=edge,
        hit_rate=hit_rate,
        sd=sd,
        exposure=exposure,
        monotone=monotone,
        max_yield=max_yield,
        unseen=None if unseen is None else whole("--unseen", unseen),
        rank=rank,
        target=target,
        pareto=pareto,
        on_progress=watch("paytables"),
        **draft.shared,
    )
    on_page = answer.found or None if most is None and layout.everything else most
    out.emit(
        lambda: (
            reports.design_csv(answer, most, out.words)
            if out.format == "csv"
            else reports.design_page(answer, on_page)
        ),
        lambda: reports.design_document(answer, most),
        lambda: reports.design_chart(answer),
    )


ranges = partial(by_name, "--pays", "LINE=LO..HI[:STEP]", "two-card=1..200")
"""The pays of `--pays` options, by line or name."""


def solve(
    *,
    bet: options.BetArgument,
    lines: Several = argument(
        "LINE",
        "One or more lines, or names in pays, to solve for; each alone, with all other pays unchanged.",
        default=None,
    ),
    edge: str | None = option(
        "--edge", "RATE|LO..HI", "The house edge to reach: 5%, or a range: 5%..6%, 5%.., ..6%."
    ),
    sd: str | None = option("--sd", "UNITS", "The standard deviation to reach, in units staked."),
    pays: Several = option("--pays", "NAME=RATIO", "Set the pay of another line or name; repeatable."),
    decks: str | None = option(
        "-d --decks",
        "N,N…",
        "Fresh shoes of N decks each, 1 to 1923, or infinite: 6,8.",
    ),
    draft: DesignedBetOptions,
    layout: LayoutOptions,
) -> None:
    """Find the exact pay of a line that gives a house edge or a standard deviation.

    Without --edge and --sd, shows the edge and the variance as polynomials in the pays, and how much the edge
    depends on each pay.

    Example: baccarat solve lucky-6 two-card --edge 5% --decks 6,8
    """
    from analyzer.report.design.solve import SOLVE, solve_page

    out = layout.checked()
    if decks is not None and draft.remaining is not None:
        raise not_both("--decks", "--remaining")
    if edge is not None and sd is not None:
        raise not_both("--edge", "--sd")
    if lines and edge is None and sd is None:
        raise AnalyzerError("--edge or --sd is required with a line to solve for")
    answer = analyzer.solve(
        bet,
        lines or (),
        edge=edge,
        sd=sd,
        decks=None if decks is None else sizes(decks),
        shoe=shoe_of(None, draft.remaining),
        pays=fixed(pays or ()),
        **draft.shared,
    )
    out.emit(lambda: solve_page(answer, out.words.digits), lambda: SOLVE.of(answer))


def sizes(text: str) -> "list[Decks]":
    """The numbers of decks of a text such as "8", "1,6,8" or "6,infinite"; a ShoeError for anything else."""
    found: list[Decks] = []
    for part in (part.strip() for part in text.split(",")):
        if part == "infinite":
            found.append("infinite")
        elif part.isascii() and part.isdigit() and len(part) <= 9:
            found.append(int(part))
        else:
            raise ShoeError(
                "expected --decks with whole numbers from 1 to {most} or infinite, such as 6,8, got {text}",
                most=str(MAX_DECKS),
                text=quoted(text),
            )
    return found


def fixed(pays: Iterable[str]) -> dict[str, str]:
    """The pays that `--pays` options fix, by name or line; as `by_name`, but ranges are errors."""
    found = by_name("--pays", "NAME=RATIO", "x=12", texts := list(pays))
    for text in texts:
        if ".." in text:
            raise wrong_amount("--pays", "NAME=RATIO", "x=12", text)
    return found


_BY = ("counts", "decks")


def closed_form(
    *,
    question: AnyCoupOptions,
    by: str = option(
        "--by",
        "decks|counts",
        "The variable of the formulas: the number of decks, or the counts of the cards left of each kind.",
        complete.forms,
        default="decks",
    ),
    export: str | None = option(
        "--export", "latex|python|sympy", "Print only the EV, as source code.", complete.exports
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """Show EVs and probabilities as formulas in the number of decks, or in the counts of the cards left.

    Example: baccarat closed-form --bet tie
    """
    from analyzer.report.closed_form import counts as by_counts
    from analyzer.report.closed_form import page as by_decks
    from analyzer.report.closed_form.source import check_export, form_source

    if by not in _BY:
        hint = did_you_mean(by, _BY)
        raise AnalyzerError("unknown value {value} of --by{hint}", value=quoted(by), hint=hint)
    check_export(export)
    if export is not None and layout.format is not None:
        raise AnalyzerError(
            "expected either --export or --format, got {export} and {format}",
            export=repr(export),
            format=quoted(layout.format),
        )
    if by == "decks" and question.remaining is not None:
        raise AnalyzerError(
            "expected no --remaining with formulas in the number of decks; add --by counts, or name the "
            "cards removed with --seen"
        )
    if by == "counts" and layout.plot is not None:
        raise AnalyzerError(
            "expected no --plot with --by counts: the chart shows the edge by number of decks"
        )
    if by == "counts" and question.exhaustive:
        raise AnalyzerError(
            "expected no --exhaustive with --by counts: its polynomials have another limit, which is fixed"
        )
    if export is not None:
        layout.format = "latex" if export == "latex" else "text"
    out = layout.checked()
    shoe = question.shoe
    if by == "counts":
        counted = question.ask(analyzer.count_form)
        out.emit(
            lambda: (
                form_source(counted, export, out.words)
                if export
                else by_counts.count_form_page(counted, full=out.roomy)
            ),
            lambda: by_counts.COUNT_FORM.of(counted),
            excluded=counted.excluded,
        )
        return
    answer = analyzer.closed_form(question.variant, **question.shared)
    decks = None if shoe is None else shoe.full_decks
    out.emit(
        lambda: (
            form_source(answer, export, out.words)
            if export
            else by_decks.closed_form_page(answer, full=out.roomy, at=decks)
        ),
        lambda: by_decks.CLOSED_FORM.of((answer, decks)),
        lambda: by_decks.closed_form_chart(answer, decks),
        answer.excluded,
    )
