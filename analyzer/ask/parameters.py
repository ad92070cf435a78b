"""The parameters that public functions share, in groups for `**shared: Unpack[...]`.

Resolves none of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypedDict, TypeVar

from analyzer.analysis.question import Question
from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.pricing import Ratio
from analyzer.errors import CatalogError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.given import flag, plain
from analyzer.text import Text

T = TypeVar("T")

Game = str | PathLike[str] | Variant | Question
"""The game: a variant, its id, the path of a variant file, or a question that includes everything else."""

Cards = Shoe | str | int | None
"""The cards left: a Shoe, its text form, or a number of decks; the variant's own decks if None."""


Seen = str | Iterable[str | Card]
"""Cards, as one text, as several, or as values."""


class DealingTerms(TypedDict, total=False):
    """How coups are dealt, and the commission, if they differ from the variant's."""

    rules: Rules | str | PathLike[str] | None
    """Rules to use instead of the variant's, as a value, an id, or a path."""
    commission: Ratio | None
    """Sets the Banker's winning price to one minus this rate."""


class Terms(DealingTerms, total=False):
    """How coups are dealt and paid, if that differs from the variant."""

    pay: Mapping[str, Ratio] | None
    """Changed prices, to one: `{"tie": 9}` or `{"lucky-6.two-card": "25/2"}`."""


class SeenCards(Terms, total=False):
    """Terms, and the cards that have left the shoe."""

    seen: Seen
    """Cards that have left the shoe, such as "9c 9d"."""


class Offered(Terms, total=False):
    """Terms, and which bets are in question."""

    bets: Sequence[str | Bet] | None
    """Only these bets, by reference (`tie`, `tie/9`) or as values; `*` is every bet of the library that is
    dealt under these rules, `*/*` at every price; the variant's bets if None."""
    bet_files: Iterable[str | Path]
    """TOML files whose bets are added; if `bets` names bets, only those named are added."""


class Shared(SeenCards, Offered):
    """The parameters of every question about a shoe, apart from variant and shoe."""


class OfCoup(TypedDict, total=False):
    """What is known about a coup."""

    dealt: Dealt | str | None
    """Cards of this coup that are known, such as "P:9c,5 B:K"."""
    given: Condition | str | None
    """A condition known to be true of the finished coup; probabilities are conditional on it."""


class KnownCoup(Shared, OfCoup, total=False):
    """The additional parameters of questions about a single coup."""

    exhaustive: bool
    """Count even bets that need more than 10⁸ patterns."""


class StakeTerms(Terms, total=False):
    """The parameters for settling stakes on recorded coups, apart from the variant."""

    bet_files: Iterable[str | Path]
    """TOML files whose bets can be named too."""


class OneBet(SeenCards, StakeTerms, total=False):
    """The parameters for explaining a bet, apart from variant and shoe."""

    exhaustive: bool
    """Count even bets that need more than 10⁸ patterns."""


class DesignedBet(DealingTerms, OfCoup, total=False):
    """The parameters for designing a bet with open pays, apart from the shoe."""

    variant: str | PathLike[str] | Variant
    """Where to look for a bet that is in no file; its rules and decks are the defaults."""
    bet_files: Iterable[str | Path]
    """TOML files of bets, whose lines may pay names."""
    seen: Seen
    """Cards that have left the shoe, such as "9c 9d"."""


class OpenPays(DesignedBet, total=False):
    """The parameters for designing a bet, and numbers for some of the open pays."""

    pays: Mapping[str, Ratio] | None
    """Numbers for some names or lines, `{"x": 12}`, to one."""


_WORDS = {"bet": "bets", "bet_file": "bet_files", "files": "bet_files", "pays": "pay"}
"""Names that somebody used to the command line may give, each with the parameter that is meant."""


def check_parameters(given: Mapping[str, object], group: Any, *, shoe: bool = True) -> None:
    """Raise a TypeError, as Python itself does, for a parameter that a function does not take. `shoe` is
    whether a function that takes cards seen takes a shoe too.
    """
    known = group.__optional_keys__
    if "exhaustive" in known and given.get("exhaustive") is not None:
        flag("exhaustive", given["exhaustive"])
    for name in given:
        if name not in known:
            near = next((word for word in (_WORDS.get(name), f"{name}s") if word in known), None)
            near = "shoe" if name in ("decks", "remaining") and shoe and "seen" in known else near
            hint = f"; did you mean {near!r}?" if near else did_you_mean(name, known, 0)
            raise TypeError(f"got an unexpected keyword argument {name!r}{hint}")


def listed(what: Text, several: Iterable[T]) -> tuple[T, ...]:
    """Several things as a tuple; an array is accepted. Raises CatalogError for a single text."""
    several = plain(several)
    if isinstance(several, Iterable) and not isinstance(several, str | bytes):
        return tuple(several)
    if isinstance(several, str):
        raise CatalogError("expected a list of {what}, got the text {text}", what=what, text=quoted(several))
    raise CatalogError("expected a list of {what}, got {value}", what=what, value=quoted(several))


def by_text(what: Text, given: Mapping[str, T] | None) -> dict[str, T]:
    """A copy of a mapping by name, such as `{"tie": 9}`; empty if None. Raises CatalogError if neither."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise CatalogError(
            "expected {what} by name, such as {example}, got {value}",
            what=what,
            example="{'tie': 9}",
            value=quoted(given),
        )
    for name in given:
        if not isinstance(name, str):
            raise CatalogError(
                "expected the names of {what} as texts, got {name}", what=what, name=quoted(name)
            )
    return dict(given)
