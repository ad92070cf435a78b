"""Effects of removal, as tables, a chart and a document."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from analyzer.analysis.question import FINENESS_WORDS
from analyzer.analysis.removal import Removal, Removals, RemovedPair
from analyzer.game.shoe import FINENESSES, Fineness
from analyzer.render.chart import Chart, ChartRow, Panel, tone
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.charts import MOST_BETS, check_number, in_bands
from analyzer.report.columns import PRICED_BET
from analyzer.report.document import Document
from analyzer.report.fields import Cells, narrowed, records, said
from analyzer.report.kinds import COUNT, RATIO, TEXT, many, one_of
from analyzer.report.names import figures, game_and_shoe, names_of, prices_text, ratio
from analyzer.report.notes import OWN_SCALES, before_the_coup, excluded_notes, multiplied
from analyzer.report.origin import BET_AND_PAYTABLE, Origin
from analyzer.text import Message, Text, message

EFFECT = message(
    "Effect of removal: EV without the card minus EV before, per unit staked; positive helps the bettor."
)

SECOND_ORDER = message(
    "Second order: the effect of removing both cards minus the effects of removing each one alone."
)

NamedRemoval = tuple[Text, Removal]  # A bet's name, and the effects of removal on the bet.


def removal_page(answer: Removals, *, full: bool, columns_per_block: int | None = None) -> Page:
    """One row per kind of card removed; for pairs, two matrices per bet.

    `full` adds references and prices. Matrices are cut into blocks of `columns_per_block` kinds, if given.
    """
    rows = list(_with_names(answer))
    by_level = {by: [row for row in rows if row[1].by == by] for by in FINENESSES}
    levels = [by for by in FINENESSES if by_level[by]] or [answer.report.shoe.fineness]
    tables = [_effects(answer, by, by_level[by], full) for by in levels]
    if answer.order == 2:
        for name, removal in rows:
            tables += _matrices(name, removal, columns_per_block)
    return Page(tuple(tables), _origin(answer).provenance)


def _with_names(answer: Removals) -> Iterator[NamedRemoval]:
    return zip(names_of([removal.bet for removal in answer.removals]), answer.removals, strict=True)


def _effects(answer: Removals, by: Fineness, chosen: Sequence[NamedRemoval], full: bool) -> Table:
    """The EV of each bet before and after a card of each kind is removed; then the sum of the effects."""
    columns = (
        *PRICED_BET,
        Column("removed", message("Removed"), "text"),
        Column("cards", message("Cards"), "count"),
        Column("ev", message("EV after"), "percent"),
        Column("effect", message("Effect"), "percent"),
        Column("weighted", message("Cards × effect"), "percent"),
    )
    rows: list[Cells] = []
    for name, removal in chosen:
        names = (name, removal.bet.reference, prices_text(removal.bet))
        rows.append((*names, message("nothing"), None, removal.ev, None, None))
        for removed in removal.kinds:
            after, weighted = removal.ev + removed.effect, removed.cards * removed.effect
            rows.append((*names, removed.kind, removed.cards, after, removed.effect, weighted))
        rows.append((*names, message("sum"), removal.cards, None, None, removal.weighted_sum))
    where, kinds = game_and_shoe(answer.question), FINENESS_WORDS[by]
    title = message("{variant}, {shoe}: effects of removal by {kinds}", **where, kinds=kinds)
    table = Table(title, columns, tuple(rows), tuple(_notes(answer, by, chosen, full)))
    return table if full else narrowed(table, "reference", "pays")


def _notes(answer: Removals, by: Fineness, chosen: Sequence[NamedRemoval], full: bool) -> Iterator[Text]:
    yield EFFECT
    if chosen:
        yield sum_note([removal for _, removal in chosen])
    if by == "points":
        yield message("Removed 0: a ten, jack, queen or king.")
    means = tuple(
        message("{bet} (by {kinds})", bet=name, kinds=FINENESS_WORDS[removal.needs])
        for name, removal in chosen
        if removal.averaged
    )
    if means:
        yield message(
            "Effects are means over the cards of a kind, among which these bets distinguish further: {bets}.",
            bets=means,
        )
    if chosen and not full:
        prices = tuple(message("{bet} at {pays}", bet=name, pays=prices_text(of.bet)) for name, of in chosen)
        yield message("Pays, to one: {prices}.", prices=prices)
    for _, removal in chosen:
        yield from multiplied(removal.bet)
    yield from before_the_coup(removal.bet for _, removal in chosen)
    yield from excluded_notes(answer.report.excluded)


def sum_note(removals: Sequence[Removal]) -> Message:
    """A note on the computed sum of cards times effect, which is 0."""
    sums = figures(sorted({removal.weighted_sum for removal in removals}), " / ")
    return message(
        "Cards × effect adds up to exactly {sum}: removing a card that nobody sees changes nothing.", sum=sums
    )


def _matrices(name: Text, removal: Removal, columns_per_block: int | None) -> Iterator[Table]:
    """Two matrices, kinds × kinds: the effect of removing both cards, then its second-order part."""
    remainders = figures(sorted(set(removal.row_remainders.values())), " / ")
    laws = (
        message(
            "Over all ordered pairs of cards the effects add up to exactly {sum}.",
            sum=ratio(removal.pair_sum),
        ),
        message(
            "Each row, weighted by the cards left of each kind, adds up to {n} times the effect of its own "
            "card; the remainder is {rest}.",
            n=removal.cards - 1,
            rest=remainders,
        ),
    )
    both = message("{bet}: EV without two cards minus EV before", bet=name)
    yield from _matrix(both, removal, lambda pair: pair.effect, laws, columns_per_block)
    second = message("{bet}: second-order effect", bet=name)
    yield from _matrix(second, removal, lambda pair: pair.second_order, (SECOND_ORDER,), columns_per_block)


def _matrix(
    title: Message,
    removal: Removal,
    cell: Callable[[RemovedPair], Fraction],
    notes: tuple[Text, ...],
    columns_per_block: int | None,
) -> Iterator[Table]:
    """One matrix, split into tables by its columns; cells of pairs that the shoe does not have are empty."""
    cells = {frozenset(pair.kinds): cell(pair) for pair in removal.pairs}
    kinds = list(removal.effects)
    step = columns_per_block or len(kinds)
    for start in range(0, len(kinds), step):
        across = kinds[start : start + step]
        with_kinds = (Column(f"with_{kind}", kind, "percent") for kind in across)
        columns = (Column("removed", message("Card"), "text"), *with_kinds)
        rows = tuple((down, *(cells.get(frozenset((down, kind))) for kind in across)) for down in kinds)
        yield Table(title, columns, rows, notes if start + step >= len(kinds) else ())


def _origin(answer: Removals) -> Origin:
    by = " ".join(dict.fromkeys(removal.by for removal in answer.removals))
    bets = tuple(removal.bet for removal in answer.removals)
    return Origin(answer.question, bets, (("by", by), ("order", str(answer.order))))


def removal_chart(answer: Removals) -> Chart:
    """One panel per bet: the effect of a card of each kind. Raises RenderError if there are too many bets."""
    check_number(len(answer), MOST_BETS)
    panels = [
        Panel(name, tuple(ChartRow(kind.kind, (kind.effect,), tone(kind.effect)) for kind in removal.kinds))
        for name, removal in _with_names(answer)
    ]
    title = message("{variant}, {shoe}: effects of removal", **game_and_shoe(answer.question))
    notes = (EFFECT, sum_note(answer.removals), *([OWN_SCALES] if len(panels) > 1 else []))
    return Chart(title, tuple(in_bands(panels)), notes, _origin(answer).provenance)


def _every_pair(removal: Removal) -> list[tuple[tuple[str, str], RemovedPair | None]] | None:
    """All pairs of kinds, each with the effect of its removal if the shoe has it; None for single cards."""
    held = {pair.kinds: pair for pair in removal.pairs}
    every = combinations_with_replacement(removal.effects, 2)
    return [(kinds, held.get(kinds)) for kinds in every] if held else None


_PAIR = (
    said("kinds", many(TEXT, minItems=2, maxItems=2), 0),
    said("ways", COUNT, lambda row: row[1].ways if row[1] else 0),
    said("effect", RATIO.optional, lambda row: row[1] and row[1].effect),
    said("second_order", RATIO.optional, lambda row: row[1] and row[1].second_order),
)

_BET = (
    *BET_AND_PAYTABLE,
    said("ev"),
    said("by", one_of(*FINENESSES)),
    said("kinds", records(said("kind", TEXT), said("cards", COUNT), said("effect"))),
    said("sum", RATIO, "weighted_sum"),
    said("pairs", records(_PAIR), _every_pair, absent=True),
)
REMOVAL = Document("removal", 2, "removal", (said("bets", records(_BET), "removals"),), _origin)
