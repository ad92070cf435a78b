"""What paying in chips does to the house edge, by size of stake, as tables for people.

Lays out exact values; computes none.
"""

from collections.abc import Sequence
from fractions import Fraction

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.catalog.digests import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.settlement import Chips, Rounded
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import prices_text, ratio, shoe_name, shoe_text
from analyzer.text import Figure, Message, message

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
    title = message("Payouts rounded to a chip, {shoe}", shoe=shoe_text(report))
    return Page(tuple(tables), Provenance(facts, digests), title)


def rounding_table(rounded: Sequence[Rounded], shoe: Shoe, chips: Chips) -> Table:
    """A row a bet and a stake: the house edge on a shoe at the price, and as paid in chips."""
    bets = dict.fromkeys(one.value.bet for one in rounded)
    alike = len({bet.title for bet in bets}) < len(bets)
    columns = (
        Column("bet", message("Bet"), "text"),
        *((Column("reference", message("Reference"), "text"),) if alike else ()),
        Column("stake", message("Stake"), "ratio"),
        Column("house_edge", message("House edge"), "percent"),
        Column("house_edge_paid", message("House edge as paid"), "percent"),
        Column("change", message("Change"), "percent"),
    )
    rows = tuple(
        (
            one.value.bet.title,
            *((one.value.bet.reference,) if alike else ()),
            one.stake,
            one.value.house_edge,
            one.house_edge,
            one.change,
        )
        for one in rounded
    )
    notes = (
        rounding_text(chips),
        message(
            "House edge: expected loss per unit staked on a fresh shoe, {shoe}, pushes included, by the "
            "exact pay.",
            shoe=shoe_name(shoe),
        ),
        message(
            "As paid: the same with all that is paid on a stake of that size rounded. Whole losses stay as "
            "they are."
        ),
    )
    return Table(message("What rounding does to the house edge"), columns, rows, notes)


def rounding_text(chips: Chips) -> Message:
    """How gains are paid, in a sentence."""
    if chips.rounding == "none":
        return message("Gains are paid exactly.")
    if chips.rounding == "down":
        return message("Gains are paid in chips of {chip}, rounded down.", chip=ratio(chips.chip))
    return message("Gains are paid in chips of {chip}, rounded up.", chip=ratio(chips.chip))


def _table(variant: Variant, shoe: Shoe, value: Valuation, *, first: bool) -> Table:
    columns = (
        Column("stake", message("Stake"), "ratio"),
        *(
            Column(
                f"house_edge_{chips.rounding}_{ratio_text(chips.chip)}",
                message("Down to {chip}", chip=ratio(chips.chip))
                if chips.rounding == "down"
                else message("Up to {chip}", chip=ratio(chips.chip)),
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
    title = message(
        "{bet} of {variant}, pays {pays}: house edge {edge} by the exact pay",
        bet=value.bet.title,
        variant=variant.title,
        pays=prices_text(value.bet),
        edge=Figure(value.house_edge, "percent"),
    )
    notes = (
        message(
            "House edge: expected loss per unit staked by stake, every gain rounded to the chip; losses stay."
        ),
        message("– : such chips do not make the stake."),
        message("A bet that pays whole numbers only has the same edge whatever the chip."),
    )
    return Table(title, columns, tuple(rows), notes if first else ())
