"""How paying in chips changes the house edge, by size of stake, as tables."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from operator import attrgetter

from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.digest import rules_and_bets
from analyzer.exact import ratio_text
from analyzer.game.shoe import Shoe
from analyzer.play.settlement.result import Rounded
from analyzer.play.settlement.settlement import Chips
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, HOUSE_EDGE, REFERENCE
from analyzer.report.fields import Field, Fields, field_table, headed
from analyzer.report.names import prices_text, ratio, shoe_name, shoe_title
from analyzer.report.origin import made_from
from analyzer.text import Figure, Message, message

_CHIP_SIZES = (Fraction(1, 2), Fraction(1), Fraction(5))
CHIPS = tuple(chips for size in _CHIP_SIZES for chips in (Chips(size, "down"), Chips(size, "up")))
"""The ways of paying gains that the page compares."""

STAKES = tuple(map(Fraction, (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100)))  # The stakes of the page.
Offered = tuple[Report, Valuation]
"""The report of a variant on a fresh shoe, and the valuation of one of its bets."""


def rounding_page(offered: Sequence[Offered]) -> Page:
    """One table per bet: the house edge by stake, chip and direction of rounding."""
    first, *others = (_edges(*bet) for bet in offered)
    notes = (
        message(
            "House edge: expected loss per unit staked if every gain is rounded to the chip; losses are not "
            "rounded."
        ),
        message("– : the stake is not a multiple of this chip."),
        message("A bet that pays only whole numbers has the same edge with every chip."),
    )
    report = offered[0][0]
    made = made_from(
        rules_and_bets(report.rules, [value.bet for _, value in offered]),
        variants=" ".join(dict.fromkeys(report.question.variant.id for report, _ in offered)),
        shoe=shoe_name(report.shoe),
        stakes=" ".join(map(ratio_text, STAKES)),
    )
    title = message("Payouts rounded to a chip, {shoe}", shoe=shoe_title(report.shoe))
    return Page((replace(first, notes=notes), *others), made, title)


def _edges(report: Report, value: Valuation) -> Table:
    def house_edge(chips: Chips, stake: Fraction) -> Fraction | None:
        return None if stake % chips.chip else Rounded(value, stake, chips, report.shoe).house_edge

    fields: Fields[Fraction] = (
        headed("stake", message("Stake"), "ratio", lambda stake: stake),
        *(Field(_edge_column(chips), partial(house_edge, chips)) for chips in CHIPS),
    )
    title = message(
        "{bet} of {variant}, pays {pays}: house edge {edge} if paid exactly",
        bet=value.bet.title,
        variant=report.question.variant.title,
        pays=prices_text(value.bet),
        edge=Figure(value.house_edge, "percent"),
    )
    return field_table(title, STAKES, fields)


def _edge_column(chips: Chips) -> Column:
    chip = ratio(chips.chip)
    down = chips.rounding == "down"
    head = message("Down to {chip}", chip=chip) if down else message("Up to {chip}", chip=chip)
    return Column(f"house_edge_{chips.rounding}_{ratio_text(chips.chip)}", head, "percent")


EDGES: Fields[Rounded] = (  # The house edge as priced, and as paid in chips.
    Field(HOUSE_EDGE, attrgetter("value.house_edge")),
    headed("house_edge_paid", message("House edge as paid"), "percent", "house_edge"),
    Column("change", message("Change"), "percent"),
)


def rounding_table(rounded: Sequence[Rounded], shoe: Shoe, chips: Chips) -> Table:
    """One row per bet and stake: the house edge on a shoe as priced, and as paid in chips."""
    bets = dict.fromkeys(paid.value.bet for paid in rounded)
    same_names = len({bet.title for bet in bets}) < len(bets)
    fields: Fields[Rounded] = (
        Field(BET, lambda paid: paid.value.bet.title),
        Field(REFERENCE, lambda paid: paid.value.bet.reference, same_names),
        Column("stake", message("Stake"), "ratio"),
        EDGES,
    )
    notes = (
        rounding_text(chips),
        message(
            "House edge: expected loss per unit staked on a fresh shoe, {shoe}, pushes included, if paid "
            "exactly.",
            shoe=shoe_name(shoe),
        ),
        message(
            "House edge as paid: the same with every payment on a stake of this size rounded. Whole losses "
            "are not rounded."
        ),
    )
    return field_table(message("What rounding does to the house edge"), rounded, fields, notes)


def rounding_text(chips: Chips) -> Message:
    """A sentence on the rounding of payments."""
    if chips.rounding == "none":
        return message("Gains are paid exactly.")
    if chips.rounding == "down":
        return message("Gains are paid in chips of {chip}, rounded down.", chip=ratio(chips.chip))
    return message("Gains are paid in chips of {chip}, rounded up.", chip=ratio(chips.chip))
