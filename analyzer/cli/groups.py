"""Groups of options that belong together: a command takes a group, and its help lists the options in it.

Knows no command.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from analyzer.cli import complete, options
from analyzer.cli.options import Group, argument, option
from analyzer.cli.output import Output, chosen_format
from analyzer.cli.values import prices, shoe_of
from analyzer.exact import asked_ratio
from analyzer.game.shoe import Shoe
from analyzer.text import message

T = TypeVar("T")

_AS_GIVEN = ("seen", "rules", "commission", "dealt", "given", "exhaustive", "rounding")
"""Options that the library's functions take as given."""

_READ: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "bet": ("bets", lambda references: references or None),
    "bets": ("bet_files", lambda files: files or ()),
    "pay": ("pay", lambda texts: prices(texts or ())),
    "chip": ("chip", lambda text: None if text is None else asked_ratio(message("a chip"), text)),
}
"""For each other option, the parameter of those functions that it sets, and how its value is read."""


class OptionGroup(Group):
    """Options that belong together."""

    @property
    def shared(self) -> dict[str, Any]:
        """The parameters of the library's functions that the options set, apart from variant and shoe."""
        given = vars(self)
        read = {parameter: of(given[name]) for name, (parameter, of) in _READ.items() if name in given}
        return {name: given[name] for name in _AS_GIVEN if name in given} | read


class DeckOptions(OptionGroup):
    """A shoe."""

    decks: options.Decks = None
    remaining: options.Remaining = None

    @property
    def shoe(self) -> Shoe | None:
        """The shoe given; None if none is given."""
        return shoe_of(self.decks, self.remaining)


class CardOptions(DeckOptions):
    """A shoe, perhaps partly dealt."""

    seen: options.Seen = ""


class BetOptions(OptionGroup):
    """Which bets the question is about."""

    bet: options.Bet = None
    bets: options.Bets = None


class TermOptions(OptionGroup):
    """How coups are dealt and paid."""

    rules: options.Rules = None
    pay: options.Pay = None
    commission: options.Commission = None


class ChipOptions(OptionGroup):
    """How to round gains that are not a multiple of the smallest chip."""

    chip: options.Chip = None
    rounding: options.Rounding = None


class DesignedBetOptions(CardOptions):
    """The options for designing a bet whose pays are open."""

    bets: options.Bets = None
    rules: options.Rules = None
    commission: options.Commission = None
    dealt: options.Dealt = None
    given: options.Given = None


class RecordedGameOptions(TermOptions, BetOptions, DeckOptions):
    """How records were dealt, by default as each record says, and which bets the question is about."""

    variant: str | None = option(
        "--variant",
        "ID|FILE",
        "The variant played; by default the one that the record names, or standard.",
        complete.variants,
    )


class RecordedBetOptions(RecordedGameOptions):
    """Records, how they were dealt, and which bets the question is about."""

    files: list[str] = argument("FILE|-", "One or more records; - reads standard input.")


class TestedRecordOptions(RecordedGameOptions):
    """Records to test, or none if records are planned."""

    files: options.Several = argument("FILE|-", "One or more records; - reads standard input.", default=None)


class WholeCoupOptions(TermOptions, BetOptions, CardOptions):
    """The options of every question about a shoe."""

    variant: options.VariantArgument = "standard"

    def ask(self, function: Callable[..., T], **own: Any) -> T:
        """The answer of a library function to this question, with further parameters of its own."""
        return function(self.variant, self.shoe, **self.shared | own)


class KnownCoupOptions(WholeCoupOptions):
    """The options of a question about a coup that may be partly known."""

    dealt: options.Dealt = None
    given: options.Given = None


class AnyCoupOptions(KnownCoupOptions):
    """The options of a question about a coup, and whether counting may take long."""

    exhaustive: options.Exhaustive = False


class WholeLayoutOptions(Group):
    """How and where the answer is written, however long its text is."""

    format: options.Format = None
    digits: options.Digits = "4"
    lang: options.Language = "en"
    output: options.Output = None
    force: options.Force = False

    @property
    def chosen(self) -> str:
        """The format that the options choose."""
        return chosen_format(self.format, self.output)

    def checked(self, digits: str | None = None) -> Output:
        """The output that the options choose, checked; `digits` replaces the option of that name."""
        shown, plot = self.digits if digits is None else digits, getattr(self, "plot", None)
        whole = getattr(self, "everything", True)
        return Output.of(self.format, shown, self.output, self.force, self.lang, plot=plot, whole=whole)


class LayoutOptions(WholeLayoutOptions):
    """How and where the answer is written; a long text on stdout is shortened to a screen."""

    everything: options.All = False


class IllustratedLayoutOptions(LayoutOptions):
    """How and where an answer that can be drawn is written."""

    plot: str | None = option("--plot", "FILE.svg|png", "Also save a chart to FILE.")
