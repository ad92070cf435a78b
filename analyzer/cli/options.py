"""Declares options and arguments, and those that several commands share; reads none of their values."""

from collections.abc import Callable, Mapping
from functools import partial
from shlex import quote
from typing import Annotated, Any

import typer

from analyzer.cli import complete
from analyzer.text import Text, message

_OPTIONS = {"bets": "bet", "bet_files": "bets", "counts": "count", "shoe": "decks"}
"""The options whose names differ from the parameters of the library's functions that they set."""


def named(parameter: str, value: object) -> Text:
    """What errors at the command line call a parameter of the library's functions.

    >>> named("bets", ["tie"]), named("pay", {"tie": 9}), named("exhaustive", True), str(named("shoe", None))
    ('--bet tie', '--pay tie=9', '--exhaustive', '--decks or --remaining')
    """
    option = f"--{_OPTIONS.get(parameter, parameter)}"
    if value is None or value is True:
        both = message("{first} or {last}", first=option, last="--remaining")
        return both if parameter == "shoe" else option
    if isinstance(value, Mapping):
        value = [f"{name}={number}" for name, number in value.items()]
    return " ".join(
        f"{option} {quote(str(each))}" for each in (value if isinstance(value, list) else [value])
    )


class Group:
    """Options that belong together: a subclass annotates each one by name, and may give it a default.

    Not a dataclass: building those of all groups would take 3 ms at every start.
    """

    def __init__(self, **given: Any) -> None:
        """The options as given."""
        vars(self).update(given)


Several = list[str] | None
"""The values of an option that may be repeated; None if it is not given."""


def option(
    names: str,
    metavar: str | None,
    help: str,
    words: Callable[[str], list[str]] | None = None,
    default: object = None,
) -> Any:
    """An option of one command, as the default of its parameter; `words` offers values to a shell."""
    return typer.Option(default, *names.split(), metavar=metavar, help=help, autocompletion=words)


def flag(names: str, help: str, default: bool | None = False) -> Any:
    """An option without a value, as the default of its parameter."""
    return typer.Option(default, *names.split(), help=help)


def argument(
    metavar: str, help: str, words: Callable[[str], list[str]] | None = None, default: object = ...
) -> Any:
    """An argument, as the default of its parameter; `words` offers values to a shell."""
    return typer.Argument(default, metavar=metavar, help=help, autocompletion=words)


_shared = partial(option, default=...)
"""An option of several commands, as an annotation; without a metavar it takes no value."""

VariantArgument = Annotated[
    str, argument("VARIANT", "A variant: its id, or a file of one.", complete.variants)
]
BetArgument = Annotated[
    str, argument("BET", "A bet: its id, perhaps with a paytable, such as tie/9.", complete.bets)
]
Decks = Annotated[str | None, _shared("-d --decks", "N", "A fresh shoe of N decks, 1 to 1923.")]
Remaining = Annotated[
    str | None,
    _shared(
        "-r --remaining", "SHOE", 'The cards left in the shoe: "A=30 2=31 …", "0=125 …", or @FILE (JSON).'
    ),
]
Seen = Annotated[str, _shared("-s --seen", "CARDS", 'Cards removed from the shoe: "9c 9d Th".')]
Bet = Annotated[
    Several,
    _shared(
        "-b --bet",
        "ID[/PAYTABLE]",
        "Only this bet, of the library or of --bets; '*' is every bet, '*/*' every bet at every price; "
        "repeatable.",
        complete.bets,
    ),
]
Bets = Annotated[Several, _shared("--bets", "FILE", "Add the bets of FILE; repeatable.")]
Rules = Annotated[str | None, _shared("--rules", "ID|FILE", "Replace the drawing rules.", complete.rules)]
Pay = Annotated[
    Several,
    _shared("-p --pay", "BET[.LINE]=RATIO", "Change what a bet or a line of it pays, to one; repeatable."),
]
Commission = Annotated[
    str | None, _shared("--commission", "RATE", "The commission on the Banker bet, such as 4%.")
]
Dealt = Annotated[
    str | None, _shared("--dealt", "CARDS", 'Known cards of the current coup: "P:9c,5 B:K next:5=9c".')
]
Given = Annotated[
    str | None,
    _shared(
        "--given",
        "CONDITION",
        "Compute odds given that this is true of the coup (see `baccarat help conditions`).",
    ),
]
Exhaustive = Annotated[
    bool, _shared("--exhaustive", None, "Allow counts of more than 10⁸ patterns, which may take long.")
]
Stake = Annotated[
    Several,
    _shared(
        "--stake",
        "BET[/PAYTABLE]=AMOUNT",
        "Units staked on a bet, such as tie=5; repeatable. By default each bet is staked alone, one unit.",
    ),
]
Chip = Annotated[
    str | None, _shared("--chip", "AMOUNT", "The smallest chip, by default 1; needs --rounding.")
]
Rounding = Annotated[
    str | None,
    _shared(
        "--rounding",
        "none|down|up",
        "How to round payouts that are not a multiple of the smallest chip.",
        complete.roundings,
    ),
]
Kinds = Annotated[
    str | None,
    _shared(
        "--by",
        "KINDS",
        "Distinguish cards by points, ranks or cards; by default as coarsely as each bet allows.",
        complete.fineness,
    ),
]
Procedure = Annotated[
    str,
    _shared(
        "--procedure", "ID|FILE", "The dealing procedure: burn, cut card, last coup.", complete.procedures
    ),
]
Seed = Annotated[str, _shared("--seed", "S", "A whole number from 0; the same seed gives the same shoes.")]
Digits = Annotated[str, _shared("-n --digits", "N", "Decimals shown, 0 to 60.")]
Language = Annotated[
    str, _shared("-l --lang", "LANG", "The language: en, zh-Hans, zh-Hant, th, ko or vi.", complete.languages)
]
Format = Annotated[
    str | None,
    _shared(
        "-f --format",
        "FORMAT",
        "text, md, csv, json, latex, html, xlsx or pdf; by default that of the suffix of -o.",
        complete.formats,
    ),
]
Output = Annotated[str | None, _shared("-o --output", "FILE", "Write to FILE, in the format of its suffix.")]
All = Annotated[
    bool,
    _shared(
        "-a --all",
        None,
        "Show the whole text, however long; otherwise a text on stdout ends after about 48 lines.",
    ),
]
Force = Annotated[bool, _shared("--force", None, "Replace existing files.")]
