"""What a sweep found, as tables for people.

Lays out numbers; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from analyzer.analysis.odds import LeftOut
from analyzer.analysis.sweep.result import Player, Result
from analyzer.bets.bet import Variant
from analyzer.message import Message, Text, say, say_many
from analyzer.publish.page import Page
from analyzer.publish.phrases.procedures import burn_text, end_text, pulling_text
from analyzer.publish.reports.names import shoe_name
from analyzer.publish.reports.notes import before_the_coup
from analyzer.publish.reports.sweep_document import provenance
from analyzer.publish.reports.sweep_evs import (
    BET,
    SE,
    before_every_coup,
    by_depth,
    estimated,
    names_of,
    over_all_coups,
    reached_by_all,
)
from analyzer.publish.table import Cell, Column, Table

_FEW = 3
"""Bets up to which a terminal has room for each of them by depth."""

_RARE = 100
"""Bets made in all below which their spread is too little known for a standard error to be trusted."""


def spoken(result: Result, language: str) -> Result:
    """A result with rules, bets, procedure and counts called by their names in a language."""
    work = result.work
    named = replace(
        work,
        rules=work.rules.named(language),
        bets=tuple(bet.named(language) for bet in work.bets),
        procedure=work.procedure.named(language),
        counts=tuple((count.named(language), place) for count, place in work.counts),
    )
    return replace(result, work=named)


def sweep_page(
    result: Result, variant: Variant, left_out: LeftOut = (), *, full: bool, by_coup: bool = False
) -> Page:
    """What was played, coups per shoe, who wins what, and the mean EV; `full` adds what 80 columns lack.

    Under `by_coup` and under `full` every bet is told by depth and before every coup.
    """
    tables = [_played(result, left_out), _coups(result), _yields(result, full)]
    if result.work.counts:
        tables.append(_counts(result, full))
    tables += [over_all_coups(result), reached_by_all(result)]
    if full or by_coup or len(result.work.bets) <= _FEW:
        tables.append(by_depth(result, full))
    if full or by_coup:
        tables.append(before_every_coup(result))
    title = say_many(
        "{variant}: a sweep of {n} shoe",
        "{variant}: a sweep of {n} shoes",
        result.shoes,
        variant=variant.name,
    )
    return Page(tuple(tables), provenance(result, variant), title)


def _played(result: Result, left_out: LeftOut) -> Table:
    work = result.work
    columns = (Column("what", say("What"), "text"), Column("value", say("Value"), "text"))
    rows: list[tuple[Cell, ...]] = [
        (say("Shoe"), shoe_name(work.shoe)),
        (say("Rules"), work.rules.name),
        (say("Burn"), burn_text(work.procedure)),
        (say("End"), end_text(work.procedure)),
        (say("Seed"), str(work.seed)),
    ]
    if work.procedure.name:
        rows.insert(2, (say("Procedure"), work.procedure.name))
    if work.procedure.reserve:
        rows.insert(-1, (say("Cards pulled"), pulling_text(work.procedure)))
    notes = [
        say(
            "Before every coup the EV of every bet is exact, and so is whether it is above 0; the figures "
            "below add these up over the shoes played, each rounded at 12 decimals."
        ),
        *before_the_coup(work.bets),
        *(say("Left out: {bet}, which {why}.", bet=bet.name, why=why) for bet, why in left_out),
    ]
    return Table(say("What was played"), columns, tuple(rows), tuple(notes))


def _coups(result: Result) -> Table:
    columns = (
        Column("mean", say("Mean"), "decimal"),
        Column("standard_error", SE, "root"),
        Column("standard_deviation", say("Standard deviation"), "root"),
        Column("fewest", say("Fewest"), "count"),
        Column("most", say("Most"), "count"),
    )
    found = result.coups
    row = (found.value, found.variance, result.coups_variance, result.fewest, result.most)
    return Table(say("Coups per shoe"), columns, (row,), (estimated(result),), estimates=True)


def _betting(full: bool) -> list[Column]:
    """The columns of who bets."""
    return [
        Column("yield_per_shoe", say("Yield"), "decimal"),
        Column("yield_standard_error", SE, "root"),
        Column("bets_per_shoe", say("Bets made"), "decimal", 2),
        *([Column("bets_standard_error", say("SE of bets made"), "root")] if full else []),
        Column("betting_frequency", say("Of coups"), "percent", 2),
        *([Column("frequency_standard_error", say("SE of part"), "percent_root", 2)] if full else []),
        Column("mean_edge", say("Mean edge"), "percent", 2),
        *([Column("edge_standard_error", say("SE of edge"), "percent_root", 2)] if full else []),
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
        yield say(
            "Fewer than {n} bets in all: {bets}. So few say little of the standard error, which may be far "
            "too small; play more shoes.",
            n=_RARE,
            bets=rare,
        )


def _yields(result: Result, full: bool) -> Table:
    called: list[Text] = [*names_of(result)]
    if len(called) > 1:
        called.append(say("the best of all"))
    rows = tuple(
        (name, *_bettor(player, full))
        for name, player in zip(called, result.players[: len(called)], strict=True)
    )
    notes = (
        say(
            "Yield: units won per shoe by a bettor who stakes one unit whenever the EV is above 0 (the best "
            "of all: on the bet of the greatest EV). Bets made: per shoe. Mean edge: the mean EV of the bets "
            "made."
        ),
        estimated(result),
        *_rare(called, result.players[: len(called)]),
    )
    return Table(say("Perfect play"), (BET, *_betting(full)), rows, notes, estimates=True)


def _counts(result: Result, full: bool) -> Table:
    names = names_of(result)
    counts = [(count.name, names[place]) for count, place in result.work.counts]
    rows: list[tuple[Cell, ...]] = []
    for (name, bet), player in zip(counts, result.players[len(names) + 1 :], strict=True):
        assert player.share is not None, "a count is held against the perfect player"
        share = (player.share.value, *((player.share.variance,) if full else ()))
        rows.append((name, *((bet,) if full else ()), *_bettor(player, full), *share))
    columns = (
        Column("count", say("Count"), "text"),
        *((BET,) if full else ()),
        *_betting(full),
        Column("share", say("Of perfect"), "percent", 2),
        *((Column("share_standard_error", say("SE of share"), "percent_root", 2),) if full else ()),
    )
    notes = (
        say(
            "Each count stakes one unit whenever it says so, on the same shoes as the perfect player. "
            "Of perfect: what part of that player's yield on the same bet it gets."
        ),
        estimated(result),
        *_rare([name for name, _ in counts], result.players[len(names) + 1 :]),
    )
    return Table(say("Counts against perfect play"), columns, tuple(rows), notes, estimates=True)
