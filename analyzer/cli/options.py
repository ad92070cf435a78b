"""Options that mean the same on every command.

Declares them once; reads none of their values.
"""

from typing import Annotated

import typer

from analyzer.cli import complete

VariantArgument = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT", help="A variant's id, or a variant file.", autocompletion=complete.variants
    ),
]
RecordedVariant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="ID|FILE",
        help="How it was dealt; else as the record says, or standard.",
        autocompletion=complete.variants,
    ),
]
Records = Annotated[
    list[str], typer.Argument(metavar="FILE|-", help="Records, one or more; - reads one from stdin.")
]
Decks = Annotated[
    str | None, typer.Option("--decks", metavar="N", help="A fresh shoe of N decks, 1 to 1923.")
]
Remaining = Annotated[
    str | None,
    typer.Option(
        "--remaining", metavar="SHOE", help='The cards left: "A=30 2=31 …", "0=125 …", or @FILE (JSON).'
    ),
]
Seen = Annotated[str, typer.Option("--seen", metavar="CARDS", help='Cards gone from the shoe: "9c 9d Th".')]
Dealt = Annotated[
    str | None,
    typer.Option("--dealt", metavar="CARDS", help='Known cards of this coup: "P:9c,5 B:K next:5=9c".'),
]
Given = Annotated[
    str | None,
    typer.Option("--given", metavar="CONDITION", help="Odds conditional on what is known of the coup."),
]
Bet = Annotated[
    list[str] | None,
    typer.Option(
        "--bet",
        metavar="ID[/PAYTABLE]",
        help="Only this bet; '*' is every bet of the library, '*/*' at every price; may be repeated.",
        autocompletion=complete.bets,
    ),
]
Bets = Annotated[
    list[str] | None, typer.Option("--bets", metavar="FILE", help="Add the bets of a file; may be repeated.")
]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="ID|FILE", help="Other drawing rules.", autocompletion=complete.rules),
]
Pay = Annotated[
    list[str] | None,
    typer.Option("--pay", metavar="BET[.LINE]=RATIO", help="Another price, to one; may be repeated."),
]
Commission = Annotated[
    str | None, typer.Option("--commission", metavar="RATE", help="Commission on the Banker bet, such as 4%.")
]
Chip = Annotated[
    str | None,
    typer.Option("--chip", metavar="AMOUNT", help="The smallest chip, 1 if not said; needs --rounding."),
]
Rounding = Annotated[
    str | None,
    typer.Option(
        "--rounding",
        metavar="none|down|up",
        help="How gains are paid that the chip does not divide.",
        autocompletion=complete.roundings,
    ),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        metavar="FILTER",
        help="Only items that hold a word (pair, 对子, name=tiger, id=, alias=, family=, note=, source=); of "
        "bets also needs=points|ranks|cards, edge=..5%, hit>=10%, push=, rtp=, pays=100..; may be repeated.",
        autocompletion=complete.filters,
    ),
]
Format = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="text, md, csv, json, latex, html, xlsx or pdf.",
        show_default=True,
        autocompletion=complete.formats,
    ),
]
Digits = Annotated[str, typer.Option("--digits", metavar="N", help="Decimals shown, 0 to 60.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="en, zh-Hans, zh-Hant, th, ko or vi.",
        autocompletion=complete.languages,
    ),
]
Output = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a file.")]
Plot = Annotated[
    str | None, typer.Option("--plot", metavar="FILE.svg|png", help="Draw the answer besides, into a file.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
Workbook = Annotated[
    str | None,
    typer.Option(
        "--workbook",
        metavar="FILE",
        help="Also write an audit workbook (XLSX): every pattern class, and formulas that add up the totals.",
    ),
]
Exhaustive = Annotated[
    bool, typer.Option("--exhaustive", help="Count even what needs more than 10⁸ patterns; may take long.")
]
