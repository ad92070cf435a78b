"""The command `baccarat design`."""

from collections.abc import Iterable
from typing import Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.plot import Plot
from analyzer.cli.progress import watch
from analyzer.cli.values import shoe_of, whole
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted


def design(
    *,
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET", help="A bet's id, perhaps with a paytable: tie/9.", autocompletion=complete.bets
        ),
    ],
    pays: Annotated[
        list[str] | None,
        typer.Option(
            "--pays",
            metavar="LINE=LO..HI[:STEP]",
            help="Pays to try, to one: two-card=1..200, win=0.9..1:0.01, push=push; may be repeated.",
        ),
    ] = None,
    edge: str | None = typer.Option(
        None, "--edge", metavar="LO..HI", help="House edges wanted: 5%..8%, 5%.., ..8%, or just 5%."
    ),
    hit_rate: str | None = typer.Option(
        None, "--hit-rate", metavar="LO..HI", help="Only such probabilities of a gain."
    ),
    sd: str | None = typer.Option(
        None, "--sd", metavar="LO..HI", help="Only such standard deviations, in units staked."
    ),
    exposure: str | None = typer.Option(
        None, "--exposure", metavar="UNITS", help="The most that one unit staked may lose."
    ),
    monotone: str | None = typer.Option(
        None,
        "--monotone",
        metavar="LINE,LINE…",
        help="Lines along which pays do not rise; or rarer-pays-more.",
        autocompletion=complete.words("rarer-pays-more"),
    ),
    max_yield: str | None = typer.Option(
        None, "--max-yield", metavar="RATE", help="The most a perfect counter may gain per coup, in units."
    ),
    unseen: str | None = typer.Option(
        None, "--unseen", metavar="N", help="How many unseen cards the counter's gain is for."
    ),
    rank: str | None = typer.Option(
        None,
        "--rank",
        metavar="KEY",
        help="edge, hit-rate, sd, target or yield, smallest first; -edge and so on, largest first.",
        autocompletion=complete.ranks,
    ),
    target: str | None = typer.Option(
        None, "--target", metavar="RATE", help="The edge that --rank target measures from."
    ),
    pareto: str | None = typer.Option(
        None,
        "--pareto",
        metavar="EDGE,SD",
        help="Only what no other beats: low-edge or high-edge, with low-sd or high-sd.",
        autocompletion=complete.fronts,
    ),
    limit: str | None = typer.Option(
        None, "--limit", metavar="N", help="The most rows; 50 on a page, all as csv and json."
    ),
    decks: options.Decks = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bets: options.Bets = None,
    rules: options.Rules = None,
    commission: options.Commission = None,
    layout: Layout,
    plot: options.Plot = None,
) -> None:
    """Every paytable of a bet with the edge wanted, exactly counted.

    Example: baccarat design lucky-6 --edge 5%..8% --pays two-card=1..200 --pays three-card=1..200
    """
    out = layout.checked()
    picture = Plot.of(plot, out)
    from analyzer.ask import design as ask  # noqa: PLC0415
    from analyzer.report.design import page as reports  # noqa: PLC0415
    from analyzer.report.design.document import design_csv, design_document  # noqa: PLC0415

    most = None if limit is None else whole("--limit", limit, least=1)
    found = ask.design(
        bet,
        shoe_of(decks, remaining),
        pays=ranges(pays or ()),
        edge=edge,
        seen=seen,
        bet_files=bets or (),
        rules=rules,
        commission=commission,
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
    )
    drawing = picture.draw(lambda: reports.design_chart(found))
    if out.format == "json":
        out.stream(design_document(found, most))
    elif out.format == "csv":
        out.stream(design_csv(found, most, out.words))
    else:
        out.emit(lambda: reports.design_page(found, most), lambda: None)
    picture.write(drawing)


def ranges(texts: Iterable[str]) -> dict[str, str]:
    """The pays of `--pays` options, by line or name.

    Raises:
        AnalyzerError: a text is not of the form LINE=LO..HI[:STEP], or one line comes twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, pays = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise AnalyzerError(
                f"expected --pays LINE=LO..HI[:STEP] such as two-card=1..200, got {quoted(text)}"
            )
        if name in found:
            raise AnalyzerError(f"expected one --pays for {quoted(name)}, got two")
        found[name] = pays
    return found
