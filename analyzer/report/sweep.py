"""What a sweep found, as tables for people.

Lays out numbers; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.sweep.result import Player, Result
from analyzer.phrases.procedures import burn_text, end_text, pulling_text
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import names_of, shoe_name
from analyzer.report.notes import before_the_coup
from analyzer.report.sweep_document import provenance
from analyzer.report.sweep_evs import (
    BET,
    SE,
    before_every_coup,
    by_depth,
    estimated,
    over_all_coups,
    reached_by_all,
)
from analyzer.text import Message, Text, message, plural

_FEW = 3
"""Bets up to which a terminal has room for each of them by depth."""

_RARE = 100
"""Bets made in all below which their spread is too little known for a standard error to be trusted."""


def sweep_page(result: Result, *, full: bool, by_coup: bool = False) -> Page:
    """What was played, coups per shoe, who wins what, and the mean EV; `full` adds what 80 columns lack.

    Under `by_coup` and under `full` every bet is told by depth and before every coup.
    """
    tables = [_played(result), _coups(result), _yields(result, full)]
    if result.work.counts:
        tables.append(_counts(result, full))
    tables += [over_all_coups(result), reached_by_all(result)]
    if full or by_coup or len(result.work.bets) <= _FEW:
        tables.append(by_depth(result, full))
    if full or by_coup:
        tables.append(before_every_coup(result))
    title = plural(
        "{variant}: a sweep of {n} shoe",
        "{variant}: a sweep of {n} shoes",
        result.shoes,
        variant=result.question.variant.title,
    )
    return Page(tuple(tables), provenance(result), title)


def _played(result: Result) -> Table:
    work = result.work
    columns = (Column("what", message("What"), "text"), Column("value", message("Value"), "text"))
    rows: list[tuple[Cell, ...]] = [
        (message("Shoe"), shoe_name(work.shoe)),
        (message("Rules"), work.rules.title),
        (message("Burn"), burn_text(work.procedure)),
        (message("End"), end_text(work.procedure)),
        (message("Seed"), str(work.seed)),
    ]
    if work.procedure.name:
        rows.insert(2, (message("Procedure"), work.procedure.title))
    if work.procedure.reserve:
        rows.insert(-1, (message("Cards pulled"), pulling_text(work.procedure)))
    notes = [
        message(
            "Before every coup the EV of every bet is exact, and so is whether it is above 0; the figures "
            "below add these up over the shoes played, each rounded at 12 decimals."
        ),
        *before_the_coup(work.bets),
        *(message("Left out: {bet}, which {why}.", bet=bet.title, why=why) for bet, why in result.excluded),
    ]
    return Table(message("What was played"), columns, tuple(rows), tuple(notes))


def _coups(result: Result) -> Table:
    columns = (
        Column("mean", message("Mean"), "decimal"),
        Column("standard_error", SE, "root"),
        Column("standard_deviation", message("Standard deviation"), "root"),
        Column("fewest", message("Fewest"), "count"),
        Column("most", message("Most"), "count"),
    )
    found = result.coups
    row = (found.value, found.variance, result.coups_variance, result.fewest, result.most)
    return Table(message("Coups per shoe"), columns, (row,), (estimated(result),), estimates=True)


def _betting(full: bool) -> list[Column]:
    """The columns of who bets."""
    return [
        Column("yield_per_shoe", message("Yield"), "decimal"),
        Column("yield_standard_error", SE, "root"),
        Column("bets_per_shoe", message("Bets made"), "decimal", 2),
        *([Column("bets_standard_error", message("SE of bets made"), "root")] if full else []),
        Column("betting_frequency", message("Of coups"), "percent", 2),
        *([Column("frequency_standard_error", message("SE of part"), "percent_root", 2)] if full else []),
        Column("mean_edge", message("Mean edge"), "percent", 2),
        *([Column("edge_standard_error", message("SE of edge"), "percent_root", 2)] if full else []),
    ]


def _bettor(player: Player, full: bool) -> tuple[Cell, ...]:
    errors = full or None
    return (
        player.gain.value,
        player.gain.variance,
        player.bets.value,
        *((player.bets.variance,) if errors else ()),
        player.frequency.value,
        *((player.frequency.variance,) if errors else ()),
        player.edge.value,
        *((player.edge.variance,) if errors else ()),
    )


def _rare(names: Sequence[Text], players: Sequence[Player]) -> Iterator[Message]:
    """Of whom a standard error says little, since so few bets were made."""
    if rare := tuple(name for name, player in zip(names, players, strict=True) if player.made < _RARE):
        yield message(
            "Fewer than {n} bets in all: {bets}. So few say little of the standard error, which may be far "
            "too small; play more shoes.",
            n=_RARE,
            bets=rare,
        )


def _yields(result: Result, full: bool) -> Table:
    called: list[Text] = [*names_of(result.work.bets)]
    if len(called) > 1:
        called.append(message("the best of all"))
    rows = tuple(
        (name, *_bettor(player, full))
        for name, player in zip(called, result.players[: len(called)], strict=True)
    )
    notes = (
        message(
            "Yield: units won per shoe by a bettor who stakes one unit whenever the EV is above 0 (the best "
            "of all: on the bet of the greatest EV). Bets made: per shoe. Mean edge: the mean EV of the bets "
            "made."
        ),
        estimated(result),
        *_rare(called, result.players[: len(called)]),
    )
    return Table(message("Perfect play"), (BET, *_betting(full)), rows, notes, estimates=True)


def _counts(result: Result, full: bool) -> Table:
    names = names_of(result.work.bets)
    counts = [(count.title, names[place]) for count, place in result.work.counts]
    rows: list[tuple[Cell, ...]] = []
    for (name, bet), player in zip(counts, result.players[len(names) + 1 :], strict=True):
        assert player.share is not None, "a count is held against the perfect player"
        share = (player.share.value, *((player.share.variance,) if full else ()))
        rows.append((name, *((bet,) if full else ()), *_bettor(player, full), *share))
    columns = (
        Column("count", message("Count"), "text"),
        *((BET,) if full else ()),
        *_betting(full),
        Column("share", message("Of perfect"), "percent", 2),
        *((Column("share_standard_error", message("SE of share"), "percent_root", 2),) if full else ()),
    )
    notes = (
        message(
            "Each count stakes one unit whenever it says so, on the same shoes as the perfect player. "
            "Of perfect: what part of that player's yield on the same bet it gets."
        ),
        estimated(result),
        *_rare([name for name, _ in counts], result.players[len(names) + 1 :]),
    )
    return Table(message("Counts against perfect play"), columns, tuple(rows), notes, estimates=True)
