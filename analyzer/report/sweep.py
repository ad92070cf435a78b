"""The result of a sweep: what bettors win, and how EVs change with depth, as tables or a document."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from operator import attrgetter
from typing import Any, Final, NamedTuple

from analyzer.analysis.sweep.result import QUANTILES, AtDepth, BeforeCoup, Estimate, Player, SweepResult
from analyzer.analysis.sweep.work import Work
from analyzer.bets.bet import Bet
from analyzer.bets.digest import digest
from analyzer.exact import ratio_text
from analyzer.phrases.procedures import burn_text, end_text, pulling_text
from analyzer.render.page import Page
from analyzer.render.table import Cell, Column, Table
from analyzer.report.columns import BET, FACTS, STANDARD_DEVIATION
from analyzer.report.document import Document
from analyzer.report.fields import (
    Field,
    Fields,
    field_table,
    headed,
    narrowed,
    record,
    records,
    said,
    through,
)
from analyzer.report.kinds import COUNT, ID, PROBABILITY, RATIO, ROOT, TEXT, Kind, by_name, one_of
from analyzer.report.names import names_of, shoe_name
from analyzer.report.notes import before_the_coup, excluded_notes
from analyzer.report.odds_document import OMITTED
from analyzer.report.origin import BET_AND_PAYTABLE, NAME_OF_BET, Origin
from analyzer.report.steps import STEPS
from analyzer.text import Message, Text, message, plural

_BY_DEPTH, _BEFORE_EVERY_COUP = message("EV by depth"), message("EV before every coup")
_FEW = 3  # The most bets whose EVs by depth are shown by default.
_RARE = 100  # With fewer bets made than this, standard errors are unreliable.
_EV_DIGITS = 6  # Decimals of a mean EV, so that its standard error shows.
_PARTS = tuple(map(ratio_text, QUANTILES))
_SE = message("SE")
_COUPS: Fields[SweepResult] = (
    headed("mean", message("Mean"), "decimal", "coups.value"),
    headed("standard_error", _SE, "root", "coups.variance", kind=ROOT.optional),
    Field(STANDARD_DEVIATION, attrgetter("coups_variance"), kind=ROOT.optional),
    headed("fewest", message("Fewest"), "count"),
    headed("most", message("Most"), "count"),
)
_BETTING: Fields[Player] = (
    headed("yield_per_shoe", message("Yield"), "decimal", "gain.value"),
    headed("yield_standard_error", _SE, "root", "gain.variance"),
    headed("bets_per_shoe", message("Bets made"), "decimal", "bets.value", 2),
    headed("bets_standard_error", message("SE of bets made"), "root", "bets.variance"),
    headed("betting_frequency", message("Coups bet on"), "percent", "frequency.value", 2),
    headed(
        "frequency_standard_error", message("SE of coups bet on"), "percent_root", "frequency.variance", 2
    ),
    headed("mean_edge", message("Mean edge"), "percent", "edge.value", 2),
    headed("edge_standard_error", message("SE of edge"), "percent_root", "edge.variance", 2),
)
_SHARE: Fields[Player] = (
    headed("share", message("Share of perfect"), "percent", "share.value", 2),
    headed("share_standard_error", message("SE of share"), "percent_root", "share.variance", 2),
)
_WIDE = ("bets_standard_error", "frequency_standard_error", "edge_standard_error", "share_standard_error")
"""Columns of a bettor that do not fit a terminal."""


class _OfBet(NamedTuple):
    """The results of a sweep for one bet."""

    player: Player
    ev: Fraction
    mean_ev: Estimate
    cut_card_effect: Estimate
    by_coup: Iterable[BeforeCoup]
    by_depth: Iterable[AtDepth]


def _bets(result: SweepResult) -> Iterator[_OfBet]:
    for place, (player, ev) in enumerate(zip(result.players, result.full_shoe, strict=False)):
        means = result.over_all_coups(place), result.cut_card_effect(place)
        yield _OfBet(player, ev, *means, result.before_coups(place), result.depths(place))


_OVER_ALL: Fields[_OfBet] = (
    headed("ev", message("Full-shoe EV"), "decimal", digits=_EV_DIGITS),
    headed("mean_ev", message("Mean EV"), "decimal", "mean_ev.value", _EV_DIGITS),
    said("mean_ev_standard_error", ROOT.optional, "mean_ev.variance"),
    headed("cut_card_effect", message("Cut-card effect"), "decimal", "cut_card_effect.value", _EV_DIGITS),
    headed("standard_error", _SE, "root", "cut_card_effect.variance", _EV_DIGITS, in_documents=False),
    said("cut_card_effect_standard_error", ROOT.optional, "cut_card_effect.variance"),
)
_BEFORE: Fields[BeforeCoup] = (
    Column("coup", message("Coup"), "count"),
    Column("shoes", message("Shoes"), "count"),
    headed("mean_ev", message("Mean EV"), "decimal", "ev.value", _EV_DIGITS),
    headed("standard_error", _SE, "root", "ev.variance", _EV_DIGITS, in_documents=False),
    said("mean_ev_standard_error", ROOT.optional, "ev.variance"),
    headed("off", message("Off by SE"), "decimal", digits=2, kind=RATIO.optional),
    headed("positive", message("EV > 0"), "percent", digits=2, kind=PROBABILITY),
)


def _depth(digits: int = _EV_DIGITS) -> list[Field[AtDepth]]:
    """The spread of a bet's EVs at a depth, to this number of decimals."""
    return [
        headed("first", message("From coup"), "count"),
        headed("last", message("To coup"), "count"),
        headed("coups", message("Coups"), "count", room="wide page"),
        headed("mean_ev", message("Mean EV"), "decimal", "mean", digits),
        headed("standard_deviation", message("SD"), "root", "variance", digits),
        *map(_quantile, range(len(QUANTILES))),
        said("positive", PROBABILITY),
        said("least"),
        headed("greatest", message("Greatest"), "decimal", digits=digits),
        headed("positive", message("EV > 0"), "percent", digits=2, in_documents=False),
        said("quantiles", by_name(RATIO), lambda at: zip(_PARTS, at.quantiles, strict=True)),
        headed("effect", message("Minus full-shoe EV"), "decimal", digits=digits, room="wide page"),
    ]


def _quantile(place: int) -> Field[AtDepth]:
    part = QUANTILES[place]
    room = "page" if part in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)) else "wide page"
    key, head = f"quantile_{part.numerator}_of_{part.denominator}", message("{n}%", n=int(100 * part))
    return headed(key, head, "decimal", lambda at: at.quantiles[place], 3, room=room, in_documents=False)


def sweep_page(result: SweepResult, *, full: bool, by_coup: bool = False) -> Page:
    """What was played, coups per shoe, what bettors win, and the mean EV; `full` adds columns for wide pages.

    Either of `by_coup` and `full` adds the EVs of every bet by depth and before every coup.
    """
    yields, counts = _yields(result), _counts(result)
    coups = field_table(message("Coups per shoe"), [result], _COUPS, [_estimated(result)], estimates=True)
    tables = [_played(result), coups, yields if full else narrowed(yields, *_WIDE)]
    if result.work.counts:
        tables.append(counts if full else narrowed(counts, "bet", *_WIDE))
    tables += [_over_all_coups(result), _reached_by_all(result)]
    left_out: list[Text] = []
    if full or by_coup or len(result.work.bets) <= _FEW:
        tables.append(_by_depth(result, full))
    else:
        left_out.append(_BY_DEPTH)
    if full or by_coup:
        tables.append(_before_every_coup(result))
    else:
        left_out.append(_BEFORE_EVERY_COUP)
    if left_out:
        note = message("--by-coup also shows: {tables}.", tables=tuple(left_out))
        tables[-1] = replace(tables[-1], notes=(*tables[-1].notes, note))
    title = plural(
        "{variant}: a sweep of {n} shoe",
        "{variant}: a sweep of {n} shoes",
        result.shoes,
        variant=result.question.variant.title,
    )
    return Page(tuple(tables), _origin(result).provenance, title)


def _played(result: SweepResult) -> Table:
    work, procedure = result.work, result.work.procedure
    rows: list[tuple[Cell, ...]] = [
        (message("Shoe"), shoe_name(work.shoe)),
        (message("Rules"), work.rules.title),
    ]
    if procedure.name:
        rows.append((message("Procedure"), procedure.title))
    rows += [(message("Burn"), burn_text(procedure)), (message("End"), end_text(procedure))]
    if procedure.reserve:
        rows.append((message("Cards pulled"), pulling_text(procedure)))
    rows.append((message("Seed"), str(work.seed)))
    exact = message(
        "Before every coup, the EV of every bet and whether it is above 0 are computed exactly. The figures "
        "below add up these EVs over the shoes played, each rounded to 12 decimals."
    )
    notes = (exact, *before_the_coup(work.bets), *excluded_notes(result.excluded))
    return Table(message("What was played"), FACTS, tuple(rows), notes)


def _estimated(result: SweepResult) -> Text:
    return plural(
        "Estimated from the {n} shoe played. SE: the standard error of the estimate.",
        "Estimated from the {n} shoes played. SE: the standard error of the estimate.",
        result.shoes,
    )


def _estimated_without_errors(result: SweepResult) -> Text:
    return plural(
        "Estimated from the {n} shoe played.",
        "Estimated from the {n} shoes played.",
        result.shoes,
    )


def _name(result: SweepResult, bet: str | int) -> list[Field[Any]]:
    """A column with the name of a bet, which is a part of the value; None is the best bet of each coup."""
    names: dict[Bet | None, Text] = {None: message("best bet of each coup")}
    names |= zip(result.work.bets, names_of(result.work.bets), strict=True)
    return through(bet, Field(BET, names.__getitem__))


def _rare(players: Sequence[Player], name: Field[Player]) -> Iterator[Message]:
    """A note on bettors who made too few bets for a reliable standard error."""
    if rare := tuple(name.cell(player) for player in players if player.made < _RARE):
        yield message(
            "Fewer than {n} bets were made: {bets}. The standard errors may then be far too small; play more "
            "shoes.",
            n=_RARE,
            bets=rare,
        )


def _yields(result: SweepResult) -> Table:
    number = len(result.work.bets)
    players = result.players[: number + 1 if number > 1 else 1]
    [name] = _name(result, "bet")
    several = message(
        "Yield: units won per shoe by a bettor who stakes one unit whenever the EV is above 0. Best bet of "
        "each coup: the stake is on the bet with the highest EV. Bets made: per shoe. Mean edge: the mean EV "
        "of the bets made."
    )
    single = message(
        "Yield: units won per shoe by a bettor who stakes one unit whenever the EV is above 0. Bets made: "
        "per shoe. Mean edge: the mean EV of the bets made."
    )
    notes = (several if number > 1 else single, _estimated(result), *_rare(players, name))
    return field_table(message("Perfect play"), players, (name, _BETTING), notes, estimates=True)


def _count_players(result: SweepResult) -> Sequence[Player]:
    return result.players[len(result.work.bets) + 1 :]


def _counts(result: SweepResult) -> Table:
    players = _count_players(result)
    name: Field[Player] = headed("count", message("Count"), "text", "count.title")
    meaning = message(
        "Each count stakes one unit whenever it reaches its trigger, on the same shoes as the perfect "
        "player. Share of perfect: the yield divided by that player's yield on the same bet."
    )
    fields = (name, _name(result, "bet"), _BETTING, _SHARE)
    notes = (meaning, _estimated(result), *_rare(players, name))
    return field_table(message("Counts compared with perfect play"), players, fields, notes, estimates=True)


def _over_all_coups(result: SweepResult) -> Table:
    meaning = message(
        "The full-shoe EV is exact. Cut-card effect: the mean EV over all coups of all shoes minus the "
        "full-shoe EV. It need not be zero, since the cards dealt decide how many coups a shoe has."
    )
    fields = (_name(result, "player.bet"), _OVER_ALL)
    notes = (meaning, _estimated(result))
    return field_table(message("EV over all coups"), _bets(result), fields, notes, estimates=True)


def _reached_by_all(result: SweepResult) -> Table:
    """How far the mean EV is from the full-shoe EV before each of the coups that every shoe reaches."""
    columns = (
        BET,
        Column("coups", message("Coups compared"), "count"),
        Column("within_two", message("Within 2 SE"), "count"),
        Column("farthest", message("Farthest, in SE"), "decimal", 2),
        Column("coup", message("Before coup"), "count"),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, name in enumerate(names_of(result.work.bets)):
        reached = islice(result.before_coups(place), result.fewest)
        off = {row.coup: row.off for row in reached if row.off is not None}
        farthest = max(off, key=lambda coup: abs(off[coup]), default=None)
        within_two = sum(abs(distance) <= 2 for distance in off.values())
        rows.append((name, len(off), within_two, farthest and off[farthest], farthest))
    meaning = message(
        "Before each coup that every shoe reaches, the true mean EV is exactly the full-shoe EV. Within 2 "
        "SE: coups before which the mean over the shoes played is that close to it. Farthest: the mean "
        "farthest from it, and its coup. By chance, about one coup in 20 is beyond 2 SE."
    )
    title = message("EV before the coups that every shoe reaches")
    return Table(title, columns, tuple(rows), (meaning, _estimated_without_errors(result)), estimates=True)


def _by_depth(result: SweepResult, full: bool) -> Table:
    meaning = message(
        "The coups of each shoe are grouped in tens. 5%, 50%, 95%: quantiles of the EV, rounded down to "
        "1/1024 of a unit. SD: standard deviation."
    )
    fields = (_name(result, 0), through(1, _depth() if full else _depth(4)))
    spreads = [(of_bet.player.bet, depth) for of_bet in _bets(result) for depth in of_bet.by_depth]
    notes = (meaning, _estimated_without_errors(result))
    room: Final = "wide page" if full else "page"
    return field_table(_BY_DEPTH, spreads, fields, notes, estimates=True, room=room)


def _before_every_coup(result: SweepResult) -> Table:
    meaning = message(
        "Shoes: those that reach the coup. Off by SE: the distance of the mean EV from the full-shoe EV, in "
        "SE."
    )
    fields = (_name(result, 0), through(1, _BEFORE))
    coups = [(of_bet.player.bet, coup) for of_bet in _bets(result) for coup in of_bet.by_coup]
    notes = (meaning, _estimated(result))
    return field_table(_BEFORE_EVERY_COUP, coups, fields, notes, estimates=True)


def _origin(result: SweepResult) -> Origin:
    """The question of a sweep, with a digest of everything that decides its shoes."""
    work = result.work
    shoes, procedure = ("shoes", str(result.shoes)), ("procedure", work.procedure.id)
    digests = (("sweep", digest(work.identity())),)
    known = {"seed": work.seed, "options": dict((shoes, procedure))}
    return Origin(result.question, work.bets, (shoes, ("seed", str(work.seed)), procedure), digests, known)


def _estimate(part: str, key: str, error: str = "", kind: Kind = RATIO) -> tuple[Field[Any], Field[Any]]:
    """An estimate, which is a part of the value, and its standard error."""
    error = error or f"{key}_standard_error"
    return said(key, kind, f"{part}.value"), said(error, ROOT.optional, f"{part}.variance")


_PROCEDURE: Fields[Work] = [
    said("id", ID, "procedure.id"),
    through("steps", STEPS),
    said("cut_card_stream", TEXT, lambda work: work.steps.get("cut_card_stream"), absent=True),
    said("reserve", one_of(True), lambda work: work.procedure.reserve or None, absent=True),
]
_PLAYER: Fields[Player] = [
    *_estimate("gain", "yield_per_shoe", "yield_standard_error"),
    *_estimate("frequency", "betting_frequency"),
    *_estimate("edge", "mean_edge_when_betting", "mean_edge_standard_error", RATIO.optional),
    *_estimate("bets", "bets_per_shoe"),
]
_COUNT: Fields[Player] = [
    said("count", TEXT, "count.id"),
    said("name", TEXT, "count.title"),
    *BET_AND_PAYTABLE,
    *_PLAYER,
    *_estimate("share", "share_of_perfect", kind=RATIO.optional),
    said("true_trigger", RATIO.optional, "count.true_trigger"),
    said("running_trigger", RATIO.optional, "count.running_trigger"),
]
_BET: Fields[_OfBet] = (
    through("player", NAME_OF_BET, _PLAYER),
    _OVER_ALL,
    said("by_coup", records(_BEFORE)),
    said("by_depth", records(_depth())),
)
_SWEEP: Fields[SweepResult] = (
    said("shoes", COUNT),
    said("procedure", record(_PROCEDURE), "work"),
    said("coups_per_shoe", record(_COUPS), lambda result: result),
    said("bets", records(_BET), _bets),
    said("best_of_all", record(_PLAYER), lambda result: result.players[len(result.work.bets)]),
    said("counts", records(_COUNT), _count_players),
    OMITTED,
)

SWEEP: Document[SweepResult] = Document("sweep-result", 2, "sweep", _SWEEP, _origin)
