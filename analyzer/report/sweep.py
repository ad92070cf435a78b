"""The result of a sweep, as tables for people: who wins what, and how EVs move as the shoe is dealt."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.sweep.result import QUANTILES, Player, SweepResult
from analyzer.phrases.procedures import burn_text, end_text, pulling_text
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, FACTS
from analyzer.report.fields import Cells, field_table, without
from analyzer.report.names import names_of, shoe_name
from analyzer.report.notes import before_the_coup, excluded_notes
from analyzer.report.sweep_document import COUPS, SE, origin_of
from analyzer.text import Message, Text, message, plural

_FEW = 3
"""The most bets whose EVs by depth are shown without being asked for."""

_RARE = 100
"""With fewer bets made than this, too little is known of their spread to trust a standard error."""

_EV_DIGITS = 6
"""Decimals of a mean EV, so that its standard error shows."""

_BETTING = (
    Column("yield_per_shoe", message("Yield"), "decimal"),
    Column("yield_standard_error", SE, "root"),
    Column("bets_per_shoe", message("Bets made"), "decimal", 2),
    Column("bets_standard_error", message("SE of bets made"), "root"),
    Column("betting_frequency", message("Of coups"), "percent", 2),
    Column("frequency_standard_error", message("SE of part"), "percent_root", 2),
    Column("mean_edge", message("Mean edge"), "percent", 2),
    Column("edge_standard_error", message("SE of edge"), "percent_root", 2),
)
_WIDE = ("bets_standard_error", "frequency_standard_error", "edge_standard_error", "share_standard_error")
"""Columns of a bettor for which a terminal has no room."""


def sweep_page(result: SweepResult, *, full: bool, by_coup: bool = False) -> Page:
    """What was played, coups per shoe, who wins what, and the mean EV; `full` adds columns for wide pages.

    Both `by_coup` and `full` add the EVs of every bet by depth and before every coup.
    """
    yields, counts = _yields(result), _counts(result)
    tables = [_played(result), _coups(result), yields if full else without(yields, *_WIDE)]
    if result.work.counts:
        tables.append(counts if full else without(counts, "bet", *_WIDE))
    tables += [_over_all_coups(result), _reached_by_all(result)]
    if full or by_coup or len(result.work.bets) <= _FEW:
        tables.append(_by_depth(result, full))
    if full or by_coup:
        tables.append(_before_every_coup(result))
    title = plural(
        "{variant}: a sweep of {n} shoe",
        "{variant}: a sweep of {n} shoes",
        result.shoes,
        variant=result.question.variant.title,
    )
    return Page(tuple(tables), origin_of(result).provenance, title)


def _played(result: SweepResult) -> Table:
    work, procedure = result.work, result.work.procedure
    rows: list[Cells] = [(message("Shoe"), shoe_name(work.shoe)), (message("Rules"), work.rules.title)]
    if procedure.name:
        rows.append((message("Procedure"), procedure.title))
    rows += [(message("Burn"), burn_text(procedure)), (message("End"), end_text(procedure))]
    if procedure.reserve:
        rows.append((message("Cards pulled"), pulling_text(procedure)))
    rows.append((message("Seed"), str(work.seed)))
    exact = message(
        "Before every coup the EV of every bet is exact, and so is whether it is above 0; the figures "
        "below add these up over the shoes played, each rounded at 12 decimals."
    )
    notes = (exact, *before_the_coup(work.bets), *excluded_notes(result.excluded))
    return Table(message("What was played"), FACTS, tuple(rows), notes)


def _estimates(title: Text, columns: Sequence[Column], rows: Sequence[Cells], *notes: Text) -> Table:
    return Table(title, tuple(columns), tuple(rows), notes, estimates=True)


def _estimated(result: SweepResult) -> Text:
    """A note on how many shoes a table's estimates come from, and where their standard error is."""
    return plural(
        "From the {n} shoe played; an estimate for all shoes there are, whose standard error is SE.",
        "From the {n} shoes played; an estimate for all shoes there are, whose standard error is SE.",
        result.shoes,
    )


def _estimated_without_errors(result: SweepResult) -> Text:
    """A note on how many shoes the estimates come from, for a table without standard errors."""
    return plural(
        "From the {n} shoe played; an estimate for all shoes there are.",
        "From the {n} shoes played; an estimate for all shoes there are.",
        result.shoes,
    )


def _coups(result: SweepResult) -> Table:
    notes = [_estimated(result)]
    return field_table(message("Coups per shoe"), [result], COUPS, notes, estimates=True)


def _bettor(player: Player) -> Cells:
    """The cells of a bettor's columns."""
    estimates = (player.gain, player.bets, player.frequency, player.edge)
    return tuple(cell for estimate in estimates for cell in (estimate.value, estimate.variance))


def _rare(names: Sequence[Text], players: Sequence[Player]) -> Iterator[Message]:
    """A note on bettors who made too few bets for a standard error to say much."""
    if rare := tuple(name for name, player in zip(names, players, strict=True) if player.made < _RARE):
        yield message(
            "Fewer than {n} bets in all: {bets}. So few say little of the standard error, which may be far "
            "too small; play more shoes.",
            n=_RARE,
            bets=rare,
        )


def _yields(result: SweepResult) -> Table:
    names: list[Text] = [*names_of(result.work.bets)]
    if len(names) > 1:
        names.append(message("the best of all"))
    players = result.players[: len(names)]
    rows = [(name, *_bettor(player)) for name, player in zip(names, players, strict=True)]
    meaning = message(
        "Yield: units won per shoe by a bettor who stakes one unit whenever the EV is above 0 (the best "
        "of all: on the bet of the greatest EV). Bets made: per shoe. Mean edge: the mean EV of the bets "
        "made."
    )
    notes = (meaning, _estimated(result), *_rare(names, players))
    return _estimates(message("Perfect play"), (BET, *_BETTING), rows, *notes)


def _counts(result: SweepResult) -> Table:
    bets = names_of(result.work.bets)
    names = [count.title for count, _ in result.work.counts]
    players = result.players[len(bets) + 1 :]
    rows: list[Cells] = []
    for (count, place), player in zip(result.work.counts, players, strict=True):
        assert player.share is not None, "a count is compared with the perfect player"
        share = (player.share.value, player.share.variance)
        rows.append((count.title, bets[place], *_bettor(player), *share))
    columns = (
        Column("count", message("Count"), "text"),
        BET,
        *_BETTING,
        Column("share", message("Of perfect"), "percent", 2),
        Column("share_standard_error", message("SE of share"), "percent_root", 2),
    )
    meaning = message(
        "Each count stakes one unit whenever it says so, on the same shoes as the perfect player. "
        "Of perfect: what part of that player's yield on the same bet it gets."
    )
    notes = (meaning, _estimated(result), *_rare(names, players))
    return _estimates(message("Counts against perfect play"), columns, rows, *notes)


def _over_all_coups(result: SweepResult) -> Table:
    """The mean EV of every coup of every shoe, compared with the EV on the full shoe."""
    columns = (
        BET,
        Column("ev", message("Full-shoe EV"), "decimal", _EV_DIGITS),
        Column("mean_ev", message("Mean EV"), "decimal", _EV_DIGITS),
        Column("cut_card_effect", message("Cut-card effect"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
    )
    rows: list[Cells] = []
    for place, name in enumerate(names_of(result.work.bets)):
        full_shoe, mean = result.full_shoe[place], result.over_all_coups(place).value
        effect = result.cut_card_effect(place)
        rows.append((name, full_shoe, mean, effect.value, effect.variance))
    meaning = message(
        "The full-shoe EV is exact. Cut-card effect: the mean EV over all coups of all shoes less the "
        "full-shoe EV, which it need not be, since the cards dealt decide how many coups a shoe has."
    )
    return _estimates(message("EV over all coups"), columns, rows, meaning, _estimated(result))


def _reached_by_all(result: SweepResult) -> Table:
    """How far the mean EV is from the full-shoe EV before each of the coups that every shoe reaches."""
    columns = (
        BET,
        Column("coups", message("Coups compared"), "count"),
        Column("within_two", message("Within 2 SE"), "count"),
        Column("farthest", message("Farthest"), "decimal", 2),
        Column("coup", message("Before coup"), "count"),
    )
    rows: list[Cells] = []
    for place, name in enumerate(names_of(result.work.bets)):
        reached = (row for row in result.before_coups(place) if row.coup <= result.fewest)
        off = {row.coup: row.off for row in reached if row.off is not None}
        farthest = max(off, key=lambda coup: abs(off[coup]), default=None)
        within_two = sum(abs(distance) <= 2 for distance in off.values())
        rows.append((name, len(off), within_two, farthest and off[farthest], farthest))
    meaning = message(
        "Before each coup that every shoe reaches the mean EV over all shoes there are is exactly the "
        "full-shoe EV. Farthest: the mean of those played, from it, in SE; one coup in 20 or so is "
        "beyond 2 SE by chance."
    )
    title = message("EV before the coups that every shoe reaches")
    return _estimates(title, columns, rows, meaning, _estimated_without_errors(result))


def _by_depth(result: SweepResult, full: bool) -> Table:
    """How the EVs of each bet are spread, ten coups of a shoe at a time."""
    digits = _EV_DIGITS if full else 4
    quantiles = [
        Column(f"quantile_{p.numerator}_of_{p.denominator}", message("{n} %", n=int(100 * p)), "decimal", 3)
        for p in QUANTILES
    ]
    columns = (
        BET,
        Column("first", message("From coup"), "count"),
        Column("last", message("To coup"), "count"),
        Column("coups", message("Coups"), "count"),
        Column("mean_ev", message("Mean EV"), "decimal", digits),
        Column("standard_deviation", message("SD"), "root", digits),
        *quantiles,
        Column("greatest", message("Greatest"), "decimal", digits),
        Column("positive", message("EV > 0"), "percent", 2),
        Column("effect", message("Less full-shoe EV"), "decimal", digits),
    )
    rows: list[Cells] = []
    for place, name in enumerate(names_of(result.work.bets)):
        for row in result.depths(place):
            coups = (row.first, row.last, row.coups)
            spread = (row.mean, row.variance, *row.quantiles, row.greatest)
            rows.append((name, *coups, *spread, row.positive, row.effect))
    meaning = message(
        "Of the coups played, ten of a shoe at a time. 5 %: EVs up to it, to 1/1024 of a unit, are 5 % "
        "of all. SD: standard deviation."
    )
    title = message("EV by depth")
    table = _estimates(title, columns, rows, meaning, _estimated_without_errors(result))
    shown = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
    parts = zip(quantiles, QUANTILES, strict=True)
    narrow = (column.key for column, part in parts if part not in shown)
    return table if full else without(table, "coups", "effect", *narrow)


def _before_every_coup(result: SweepResult) -> Table:
    """The mean EV before each coup, over the shoes that reach it."""
    columns = (
        BET,
        Column("coup", message("Coup"), "count"),
        Column("shoes", message("Shoes"), "count"),
        Column("mean_ev", message("Mean EV"), "decimal", _EV_DIGITS),
        Column("standard_error", SE, "root", _EV_DIGITS),
        Column("off", message("Off by SE"), "decimal", 2),
        Column("positive", message("EV > 0"), "percent", 2),
    )
    rows = [
        (name, row.coup, row.shoes, row.ev.value, row.ev.variance, row.off, row.positive)
        for place, name in enumerate(names_of(result.work.bets))
        for row in result.before_coups(place)
    ]
    meaning = message("Shoes: those that reach the coup. Off by SE: from the full-shoe EV.")
    return _estimates(message("EV before every coup"), columns, rows, meaning, _estimated(result))
