"""The command `baccarat solve`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli import complete, options
from analyzer.cli.groups import Layout
from analyzer.cli.values import shoe_of
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.exact import quoted
from analyzer.game.shoe import MAX_DECKS

if TYPE_CHECKING:
    from analyzer.analysis.fresh import Decks


def solve(
    *,
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET", help="A bet's id, perhaps with a paytable: tie/9.", autocompletion=complete.bets
        ),
    ],
    lines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LINE", help="Lines, or names in pays, to solve for, each with all others as they stand."
        ),
    ] = None,
    edge: str | None = typer.Option(
        None,
        "--edge",
        metavar="RATE|LO..HI",
        help="The house edge wanted: 5%, or a band: 5%..6%, 5%.., ..6%.",
    ),
    sd: str | None = typer.Option(
        None, "--sd", metavar="UNITS", help="The standard deviation wanted, in units staked."
    ),
    pays: Annotated[
        list[str] | None,
        typer.Option(
            "--pays", metavar="NAME=RATIO", help="The pay of another line or name; may be repeated."
        ),
    ] = None,
    decks: Annotated[
        str | None,
        typer.Option("--decks", metavar="N,N…", help="Fresh shoes of N decks, 1 to 1923, or infinite: 6,8."),
    ] = None,
    remaining: options.Remaining = None,
    seen: options.Seen = "",
    bets: options.Bets = None,
    rules: options.Rules = None,
    commission: options.Commission = None,
    layout: Layout,
) -> None:
    """The pay of a line that makes a house edge or a standard deviation, exactly.

    Without --edge and --sd: edge and variance as polynomials in the pays, and what the edge depends on.

    Example: baccarat solve lucky-6 two-card --edge 5% --decks 6,8
    """
    from analyzer.ask import solve as ask  # noqa: PLC0415
    from analyzer.report.design.document import solve_document  # noqa: PLC0415
    from analyzer.report.design.solve import solve_page  # noqa: PLC0415

    out = layout.checked()
    if decks is not None and remaining is not None:
        raise ShoeError("expected either --decks or --remaining, got both")
    if edge is not None and sd is not None:
        raise AnalyzerError("expected either --edge or --sd, got both")
    if lines and edge is None and sd is None:
        raise AnalyzerError("expected --edge or --sd with a line to solve for, got neither")
    solutions = ask.solve(
        bet,
        lines or (),
        edge=edge,
        sd=sd,
        decks=None if decks is None else sizes(decks),
        shoe=shoe_of(None, remaining),
        seen=seen,
        bet_files=bets or (),
        rules=rules,
        pay=fixed(pays or ()),
        commission=commission,
    )
    out.emit(lambda: solve_page(solutions, out.words.digits), lambda: solve_document(solutions))


def sizes(text: str) -> "list[Decks]":
    """The numbers of decks of a text such as "8", "1,6,8" or "6,infinite".

    Raises:
        ShoeError: it says something else.
    """
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
    """The pays that `--pays` options fix, by name or line.

    Raises:
        AnalyzerError: a text is not of the form NAME=RATIO, or one name comes twice.
    """
    found: dict[str, str] = {}
    for text in pays:
        name, equals, price = (part.strip() for part in text.partition("="))
        if not (name and equals) or ".." in price:
            raise AnalyzerError(
                f"expected --pays NAME=RATIO such as x=12 where pays are solved for, got {quoted(text)}"
            )
        if name in found:
            raise AnalyzerError(f"expected one --pays for {quoted(name)}, got two")
        found[name] = price
    return found
