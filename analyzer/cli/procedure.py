"""Options that say how a shoe is begun and ended, and what they change of a procedure."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from analyzer.cli import complete
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

if TYPE_CHECKING:
    from analyzer.game.procedure import CutCard, Procedure

ProcedureOption = Annotated[
    str,
    typer.Option(
        "--procedure",
        metavar="ID|FILE",
        help="How a shoe is begun and ended.",
        autocompletion=complete.procedures,
    ),
]
Burn = Annotated[
    str | None,
    typer.Option(
        "--burn",
        metavar="first-card|N",
        help="Cards burned, instead: N, or as many as the first shows.",
        autocompletion=complete.words("first-card"),
    ),
]
BurnSeen = Annotated[
    str | None,
    typer.Option(
        "--burn-seen",
        metavar="WHICH",
        help="none, first-card or all of the burn is seen.",
        autocompletion=complete.seen,
    ),
]
CutCardOption = Annotated[
    str | None,
    typer.Option(
        "--cut-card", metavar="N|A..B", help="Cards behind the cut card, instead; at random from A to B."
    ),
]
ExtraCoups = Annotated[
    str | None,
    typer.Option("--extra-coups", metavar="N", help="Coups after the one in which it shows, instead."),
]
Reserve = Annotated[
    bool | None,
    typer.Option(
        "--reserve/--no-reserve", help="All cards a coup may take are pulled ahead, or none, instead."
    ),
]


def changed(
    ref: str,
    burn: str | None,
    seen: str | None,
    cut_card: str | None,
    extra_coups: str | None,
    reserve: bool | None,
) -> "Procedure":
    """The procedure of an id or a file, with the fields that options change; its id is then `own`.

    Raises:
        AnalyzerError: there is no such procedure, or an option says nothing that one can do.
    """
    from analyzer.catalog.procedures import procedure  # noqa: PLC0415
    from analyzer.game.procedure import OWN, Seen  # noqa: PLC0415

    found = procedure(ref)
    fields: dict[str, object] = {}
    if burn is not None:
        fields["burn"] = burn if burn == "first-card" else whole("--burn first-card or --burn", burn)
    if seen is not None:
        if seen not in get_args(Seen):
            raise AnalyzerError(f"expected --burn-seen with none, first-card or all, got {quoted(seen)}")
        fields["seen"] = seen
    if cut_card is not None:
        fields["cut_card"] = _cut_card(cut_card)
    if extra_coups is not None:
        fields["extra_coups"] = whole("--extra-coups", extra_coups)
    if reserve is not None:
        fields["reserve"] = reserve
    known = {**found.steps, **found.manner}
    changes = {field: value for field, value in fields.items() if value != known[field]}
    if not changes:
        return found
    return replace(found, id=OWN, name="", names={}, aliases=(), **changes)  # type: ignore[arg-type]


def _cut_card(text: str) -> "CutCard":
    """A number of cards, or the fewest and the most, as `--cut-card` gives them."""
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text, re.ASCII)
    if match is None or (match[2] and int(match[1]) > int(match[2])):
        raise AnalyzerError(
            f"expected --cut-card with a number of cards, or a range such as 14..52, got {quoted(text)}"
        )
    fewest, most = int(match[1]), int(match[2] or match[1])
    return fewest if fewest == most else (fewest, most)
