"""How options and arguments are declared, and those that mean the same on several commands.

Reads none of their values.
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from analyzer.cli import complete


def option(names: str, metavar: str, help: str, words: Callable[[str], list[str]] | None = None) -> Any:
    """An option that takes a value; `words` offers values to a shell."""
    return typer.Option(*names.split(), metavar=metavar, help=help, autocompletion=words)


def flag(names: str, help: str) -> Any:
    """An option that takes no value."""
    return typer.Option(*names.split(), help=help)


def argument(metavar: str, help: str, words: Callable[[str], list[str]] | None = None) -> Any:
    """An argument; `words` offers values to a shell."""
    return typer.Argument(metavar=metavar, help=help, autocompletion=words)


VariantArgument = Annotated[str, argument("VARIANT", "A variant's id, or a variant file.", complete.variants)]
RecordedVariant = Annotated[
    str | None,
    option(
        "--variant", "ID|FILE", "How it was dealt; else as the record says, or standard.", complete.variants
    ),
]
Records = Annotated[list[str], argument("FILE|-", "Records, one or more; - reads one from stdin.")]
Decks = Annotated[str | None, option("--decks", "N", "A fresh shoe of N decks, 1 to 1923.")]
Remaining = Annotated[
    str | None, option("--remaining", "SHOE", 'The cards left: "A=30 2=31 …", "0=125 …", or @FILE (JSON).')
]
Seen = Annotated[str, option("--seen", "CARDS", 'Cards gone from the shoe: "9c 9d Th".')]
Dealt = Annotated[str | None, option("--dealt", "CARDS", 'Known cards of this coup: "P:9c,5 B:K next:5=9c".')]
Given = Annotated[
    str | None, option("--given", "CONDITION", "Odds conditional on what is known of the coup.")
]
Bet = Annotated[
    list[str] | None,
    option(
        "--bet",
        "ID[/PAYTABLE]",
        "Only this bet; '*' is every bet of the library, '*/*' at every price; may be repeated.",
        complete.bets,
    ),
]
Bets = Annotated[list[str] | None, option("--bets", "FILE", "Add the bets of a file; may be repeated.")]
Rules = Annotated[str | None, option("--rules", "ID|FILE", "Other drawing rules.", complete.rules)]
Pay = Annotated[
    list[str] | None, option("--pay", "BET[.LINE]=RATIO", "Another price, to one; may be repeated.")
]
Commission = Annotated[
    str | None, option("--commission", "RATE", "Commission on the Banker bet, such as 4%.")
]
Exhaustive = Annotated[
    bool, flag("--exhaustive", "Count even what needs more than 10⁸ patterns; may take long.")
]
Stake = Annotated[
    list[str] | None,
    option(
        "--stake",
        "BET[/PAYTABLE]=AMOUNT",
        "Units staked on a bet, such as tie=5; may be repeated. Else one on each bet, alone.",
    ),
]
Chip = Annotated[
    str | None, option("--chip", "AMOUNT", "The smallest chip, 1 if not said; needs --rounding.")
]
Rounding = Annotated[
    str | None,
    option(
        "--rounding", "none|down|up", "How gains are paid that the chip does not divide.", complete.roundings
    ),
]
Kinds = Annotated[
    str | None,
    option(
        "--by", "KINDS", "points, ranks or cards; else as coarsely as answers each bet.", complete.fineness
    ),
]
Seed = Annotated[str, option("--seed", "S", "A whole number from 0: same seed, same shoes.")]
Format = Annotated[
    str, option("--format", "FORMAT", "text, md, csv, json, latex, html, xlsx or pdf.", complete.formats)
]
Digits = Annotated[str, option("--digits", "N", "Decimals shown, 0 to 60.")]
Language = Annotated[str, option("--lang", "LANG", "en, zh-Hans, zh-Hant, th, ko or vi.", complete.languages)]
Output = Annotated[str | None, option("-o --output", "FILE", "Write to a file.")]
Force = Annotated[bool, flag("--force", "Replace files that exist.")]
Plot = Annotated[str | None, option("--plot", "FILE.svg|png", "Draw the answer besides, into a file.")]
