"""The commands on open pays and formulas: `baccarat design`, `solve` and `closed-form`."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import AnyCoupOptions, DesignedBetOptions, IllustratedLayoutOptions, LayoutOptions
from analyzer.cli.options import Several, argument, option
from analyzer.cli.progress import watch
from analyzer.cli.values import by_name, shoe_of, whole
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
        "Pays to try, to one: two-card=1..200, win=0.9..1:0.01, push=push; may be repeated.",
    ),
    edge: str | None = option("--edge", "LO..HI", "House edges wanted: 5%..8%, 5%.., ..8%, or just 5%."),
    hit_rate: str | None = option("--hit-rate", "LO..HI", "Only such probabilities of a gain."),
    sd: str | None = option("--sd", "LO..HI", "Only such standard deviations, in units staked."),
    exposure: str | None = option("--exposure", "UNITS", "The most that one unit staked may lose."),
    monotone: str | None = option(
        "--monotone",
        "LINE,LINE…",
        "Lines along which pays do not rise; or rarer-pays-more.",
        complete.words("rarer-pays-more"),
    ),
    max_yield: str | None = option(
        "--max-yield", "RATE", "The most a perfect counter may gain per coup, in units."
    ),
    unseen: str | None = option("--unseen", "N", "How many unseen cards the counter's gain is for."),
    rank: str | None = option(
        "--rank",
        "KEY",
        "edge, hit-rate, sd, target or yield, smallest first; -edge and so on, largest first.",
        complete.ranks,
    ),
    target: str | None = option("--target", "RATE", "The edge that --rank target measures from."),
    pareto: str | None = option(
        "--pareto",
        "EDGE,SD",
        "Only what no other beats: low-edge or high-edge, with low-sd or high-sd.",
        complete.fronts,
    ),
    limit: str | None = option("--limit", "N", "The most rows; 50 on a page, all as csv and json."),
    draft: DesignedBetOptions,
    layout: IllustratedLayoutOptions,
) -> None:
    """Every paytable of a bet with the edge wanted, exactly counted.

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
    out.emit(
        lambda: (
            reports.design_csv(answer, most, out.words)
            if out.format == "csv"
            else reports.design_page(answer, most)
        ),
        lambda: reports.design_document(answer, most),
        lambda: reports.design_chart(answer),
    )


ranges = partial(by_name, "--pays", "LINE=LO..HI[:STEP] such as two-card=1..200", "for")
"""The pays of `--pays` options, by line or name."""


def solve(
    *,
    bet: options.BetArgument,
    lines: Several = argument(
        "LINE", "Lines, or names in pays, to solve for, each with all others as they stand.", default=None
    ),
    edge: str | None = option(
        "--edge", "RATE|LO..HI", "The house edge wanted: 5%, or a band: 5%..6%, 5%.., ..6%."
    ),
    sd: str | None = option("--sd", "UNITS", "The standard deviation wanted, in units staked."),
    pays: Several = option("--pays", "NAME=RATIO", "The pay of another line or name; may be repeated."),
    decks: str | None = option("--decks", "N,N…", "Fresh shoes of N decks, 1 to 1923, or infinite: 6,8."),
    draft: DesignedBetOptions,
    layout: LayoutOptions,
) -> None:
    """The pay of a line that makes a house edge or a standard deviation, exactly.

    Without --edge and --sd: edge and variance as polynomials in the pays, and what the edge depends on.

    Example: baccarat solve lucky-6 two-card --edge 5% --decks 6,8
    """
    from analyzer.report.design.solve import SOLVE, solve_page

    out = layout.checked()
    if decks is not None and draft.remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if edge is not None and sd is not None:
        raise AnalyzerError("expected either --edge or --sd, got both")
    if lines and edge is None and sd is None:
        raise AnalyzerError("expected --edge or --sd with a line to solve for, got neither")
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
                f"expected --decks with whole numbers from 1 to {MAX_DECKS} or infinite, such as 6,8, "
                f"got {quoted(text)}"
            )
    return found


def fixed(pays: Iterable[str]) -> dict[str, str]:
    """The pays that `--pays` options fix, by name or line; as `by_name`, but refuses ranges of pays."""
    form = "NAME=RATIO such as x=12 where pays are solved for"
    found = by_name("--pays", form, "for", texts := list(pays))
    for text in texts:
        if ".." in text:
            raise AnalyzerError(f"expected --pays {form}, got {quoted(text)}")
    return found


_BY = ("counts", "decks")


def closed_form(
    *,
    question: AnyCoupOptions,
    by: str = option(
        "--by",
        "decks|counts",
        "In the number of decks, or in the cards left of each kind.",
        complete.forms,
        default="decks",
    ),
    export: str | None = option(
        "--export", "latex|python|sympy", "Print the EV as source text instead.", complete.exports
    ),
    digits: options.Digits = "6",
    layout: IllustratedLayoutOptions,
) -> None:
    """EV and probabilities as formulas: rational functions of the number of decks, or of the cards left.

    Example: baccarat closed-form --bet tie
    """
    from analyzer.report.closed_form import counts as by_counts
    from analyzer.report.closed_form import page as by_decks
    from analyzer.report.closed_form.source import check_export, form_source

    if by not in _BY:
        raise AnalyzerError(f"unknown kind of closed form {quoted(by)}{did_you_mean(by, _BY)}")
    check_export(export)
    if export is not None and layout.format is not None:
        raise AnalyzerError(
            f"expected either --export or --format, got {export!r} and {quoted(layout.format)}"
        )
    if by == "decks" and question.remaining is not None:
        raise AnalyzerError(
            "expected no --remaining with a closed form in the number of decks; add --by counts, or name the "
            "cards gone by --seen"
        )
    if by == "counts" and layout.plot is not None:
        raise AnalyzerError(
            "expected no --plot with --by counts: what is drawn is the edge by number of decks"
        )
    if by == "counts" and question.exhaustive:
        raise AnalyzerError(
            "expected no --exhaustive with --by counts, whose polynomials have a limit of their own"
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
