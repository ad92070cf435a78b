"""What paying in chips does to the house edge, by size of stake, as tables for people.

Lays out exact values; computes none.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.exact import ratio_text
from analyzer.game.shoe import Shoe
from analyzer.message import Figure, Message, say
from analyzer.play.settlement.rounding import Rounded
from analyzer.play.settlement.settlement import Chips
from analyzer.publish.origins import rules_and_bets
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import prices_text, ratio, shoe_name, shoe_text
from analyzer.publish.table import Cell, Column, Table

CHIPS = (
    Chips(Fraction(1, 2), "down"),
    Chips(Fraction(1, 2), "up"),
    Chips(Fraction(1), "down"),
    Chips(Fraction(1), "up"),
    Chips(Fraction(5), "down"),
    Chips(Fraction(5), "up"),
)
"""How gains are paid on the page."""

STAKES = tuple(map(Fraction, (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100)))
"""The stakes of the page."""

Offered = tuple[Variant, Report, Valuation]
"""A bet as a variant offers it, valued on a fresh shoe."""


def rounding_page(found: Sequence[Offered]) -> Page:
    """A table a bet: the house edge by stake, by chip and by which way gains are rounded to it."""
    tables = [
        _table(variant, report.shoe, value, first=place == 0)
        for place, (variant, report, value) in enumerate(found)
    ]
    report = found[0][1]
    facts = (
        ("variants", " ".join(dict.fromkeys(variant.id for variant, _, _ in found))),
        ("shoe", str(shoe_name(report.shoe))),
        ("stakes", " ".join(map(ratio_text, STAKES))),
    )
    digests = rules_and_bets(report.rules, [value.bet for _, _, value in found])
    title = say("Payouts rounded to a chip, {shoe}", shoe=shoe_text(report))
    return Page(tuple(tables), Provenance(facts, digests), title)


def rounding_table(rounded: Sequence[Rounded], shoe: Shoe, chips: Chips) -> Table:
    """A row a bet and a stake: the house edge on a shoe at the price, and as paid in chips."""
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("stake", say("Stake"), "ratio"),
        Column("house_edge", say("House edge"), "percent"),
        Column("house_edge_paid", say("House edge as paid"), "percent"),
        Column("change", say("Change"), "percent"),
    )
    rows = tuple(
        (one.value.bet.name, one.stake, one.value.house_edge, one.house_edge, one.change) for one in rounded
    )
    notes = (
        rounding_text(chips),
        say(
            "House edge: expected loss per unit staked on a fresh shoe, {shoe}, pushes included, by the "
            "exact pay.",
            shoe=shoe_name(shoe),
        ),
        say(
            "As paid: the same with all that is paid on a stake of that size rounded. Whole losses stay as "
            "they are."
        ),
    )
    return Table(say("What rounding does to the house edge"), columns, rows, notes)


def rounding_text(chips: Chips) -> Message:
    """How gains are paid, in a sentence."""
    if chips.rounding == "none":
        return say("Gains are paid exactly.")
    if chips.rounding == "down":
        return say("Gains are paid in chips of {chip}, rounded down.", chip=ratio(chips.chip))
    return say("Gains are paid in chips of {chip}, rounded up.", chip=ratio(chips.chip))


def _table(variant: Variant, shoe: Shoe, value: Valuation, *, first: bool) -> Table:
    columns = (
        Column("stake", say("Stake"), "ratio"),
        *(
            Column(
                f"house_edge_{chips.rounding}_{ratio_text(chips.chip)}",
                say("Down to {chip}", chip=ratio(chips.chip))
                if chips.rounding == "down"
                else say("Up to {chip}", chip=ratio(chips.chip)),
                "percent",
            )
            for chips in CHIPS
        ),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            stake,
            *(
                None if stake % chips.chip else Rounded(value, stake, chips, shoe).house_edge
                for chips in CHIPS
            ),
        )
        for stake in STAKES
    ]
    title = say(
        "{bet} of {variant}, pays {pays}: house edge {edge} by the exact pay",
        bet=value.bet.name,
        variant=variant.name,
        pays=prices_text(value.bet),
        edge=Figure(value.house_edge, "percent"),
    )
    notes = (
        say(
            "House edge: expected loss per unit staked by stake, every gain rounded to the chip; losses stay."
        ),
        say("– : such chips do not make the stake."),
        say("A bet that pays whole numbers only has the same edge whatever the chip."),
    )
    return Table(title, columns, tuple(rows), notes if first else ())
