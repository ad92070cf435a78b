"""The command `baccarat design`."""

from functools import partial

import analyzer
from analyzer.cli import complete, options
from analyzer.cli.groups import DesignedBetOptions, IllustratedLayoutOptions
from analyzer.cli.options import option
from analyzer.cli.progress import watch
from analyzer.cli.values import by_name, whole


def design(
    *,
    bet: options.BetArgument,
    pays: list[str] | None = option(
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
    from analyzer.report.design.document import design_csv, design_document

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
    drawing = out.draw(lambda: reports.design_chart(answer))
    if out.format == "json":
        out.stream(design_document(answer, most))
    elif out.format == "csv":
        out.stream(design_csv(answer, most, out.words))
    else:
        out.emit(lambda: reports.design_page(answer, most), lambda: None)
    out.write_plot(drawing)


ranges = partial(by_name, "--pays", "LINE=LO..HI[:STEP] such as two-card=1..200", "for")
"""The pays of `--pays` options, by line or name."""
