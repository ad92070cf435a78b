"""Options that say how a shoe is begun and ended, and the changes they make to a procedure."""

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from analyzer.cli import complete, options
from analyzer.cli.groups import OptionGroup
from analyzer.cli.options import flag, option
from analyzer.cli.values import whole
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

if TYPE_CHECKING:
    from analyzer.game.procedure import CutCard, Procedure


@dataclass(eq=False, repr=False)
class ShoeProcedure(OptionGroup):
    """A procedure, and changes to it."""

    procedure: options.Procedure = ""
    burn: str | None = option(
        "--burn",
        "first-card|N",
        "Cards burned, instead: N, or as many as the first shows.",
        complete.words("first-card"),
    )
    burn_seen: str | None = option(
        "--burn-seen", "WHICH", "none, first-card or all of the burn is seen.", complete.seen
    )
    cut_card: str | None = option(
        "--cut-card", "N|A..B", "Cards behind the cut card, instead; at random from A to B."
    )
    extra_coups: str | None = option("--extra-coups", "N", "Coups after the one in which it shows, instead.")
    reserve: bool | None = flag(
        "--reserve/--no-reserve",
        "All cards a coup may take are pulled ahead, or none, instead.",
        default=None,
    )

    def changed(self) -> "Procedure":
        """The procedure of the id or file; if other options change a field of it, its id becomes `own`."""
        from analyzer.catalog.procedures import procedure
        from analyzer.game.procedure import OWN, Seen

        named = procedure(self.procedure)
        given: dict[str, object] = {"burn": self.burn, "seen": self.burn_seen, "reserve": self.reserve}
        if self.burn not in (None, "first-card"):
            given["burn"] = whole("--burn first-card or --burn", self.burn)
        if self.burn_seen not in (None, *get_args(Seen)):
            got = quoted(self.burn_seen)
            raise AnalyzerError(f"expected --burn-seen with none, first-card or all, got {got}")
        if self.cut_card is not None:
            given["cut_card"] = _cut_card(self.cut_card)
        if self.extra_coups is not None:
            given["extra_coups"] = whole("--extra-coups", self.extra_coups)
        known = {**named.steps, **named.manner}
        changes = {name: value for name, value in given.items() if value not in (None, known[name])}
        if not changes:
            return named
        return replace(named, id=OWN, name="", names={}, aliases=(), **changes)  # type: ignore[arg-type]


def _cut_card(text: str) -> "CutCard":
    """The cards behind the cut card, or the fewest and the most, from the text of `--cut-card`."""
    match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text, re.ASCII)
    if match is None or (match[2] and int(match[1]) > int(match[2])):
        raise AnalyzerError(
            f"expected --cut-card with a number of cards, or a range such as 14..52, got {quoted(text)}"
        )
    fewest, most = int(match[1]), int(match[2] or match[1])
    return fewest if fewest == most else (fewest, most)
