"""Effects of removal, as tables and a chart for people or a document for machines.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from analyzer.analysis.question import FINENESS_WORDS
from analyzer.analysis.removal import Removal, Removals
from analyzer.errors import RenderError
from analyzer.exact import grouped, ratio_text
from analyzer.game.shoe import FINENESSES, Fineness
from analyzer.render.chart import Band, Chart, Panel, Row, tone
from analyzer.render.page import Page
from analyzer.render.provenance import Provenance
from analyzer.render.table import Cell, Column, Table
from analyzer.report.names import figures, prices_text, ratio, shoe_text
from analyzer.report.notes import before_the_coup, multiplied
from analyzer.report.odds import named
from analyzer.report.origin import origin
from analyzer.text import Message, Text, message

MOST_BETS = 12
"""The most bets that are drawn."""

_ABREAST = 3

EFFECT = message(
    "Effect of removal: EV without the card minus EV before, per unit staked; positive helps the bettor."
)

Named = tuple[tuple[Text, ...], Removal]
"""What names a bet, and the effects on it."""


def removal_document(found: Removals, *, alone: bool = False) -> object:
    """The effects on each bet as exact texts, `pairs` where they were asked for; no list if `alone`."""
    entries = [_entry(removal, found.order) for removal in found.removals]
    return entries[0] if alone and len(entries) == 1 else entries


def _entry(removal: Removal, order: int) -> dict[str, object]:
    entry: dict[str, object] = {
        "bet": removal.bet.id,
        "ev": ratio_text(removal.ev),
        "kinds": [
            {"kind": gone.kind, "cards": gone.cards, "effect": ratio_text(gone.effect)}
            for gone in removal.kinds
        ],
        "paytable": removal.bet.paytable,
        "by": removal.by,
        "sum": ratio_text(removal.weighted_sum),
    }
    if order == 2:
        pairs = {pair.kinds: pair for pair in removal.pairs}
        entry["pairs"] = [
            {
                "kinds": list(kinds),
                "ways": pair.ways if (pair := pairs.get(kinds)) else 0,
                "effect": ratio_text(pair.effect) if pair else None,
                "second_order": ratio_text(pair.second_order) if pair else None,
            }
            for kinds in combinations_with_replacement(removal.effects, 2)
        ]
    return entry


def removal_page(found: Removals, *, full: bool, abreast: int | None = None) -> Page:
    """A row for each kind of card removed; for pairs, two matrices a bet.

    Args:
        found: the effects.
        variant: what offers the bets.
        full: whether there is room for references and prices.
        abreast: how many kinds of a matrix stand side by side; None is all of them.
    """
    rows = list(zip((name for name, _ in named(found.report, full)), found.removals, strict=True))
    levels = [by for by in FINENESSES if _of(by, rows)] or [found.report.shoe.fineness]
    tables = [_effects(found, by, _of(by, rows), full) for by in levels]
    if found.order == 2:
        for (name, *_), removal in rows:
            tables += _matrices(name, removal, abreast)
    return Page(tuple(tables), _provenance(found))


def _of(by: Fineness, rows: Sequence[Named]) -> list[Named]:
    return [(name, removal) for name, removal in rows if removal.by == by]


def _effects(found: Removals, by: Fineness, chosen: Sequence[Named], full: bool) -> Table:
    """Bets whose cards are told apart alike: the EV before, without a card of each kind, and the sum."""
    columns = (
        Column("bet", message("Bet"), "text"),
        *(
            (Column("reference", message("Reference"), "text"), Column("pays", message("Pays"), "text"))
            if full
            else ()
        ),
        Column("removed", message("Removed"), "text"),
        Column("cards", message("Cards"), "count"),
        Column("ev", message("EV after"), "percent"),
        Column("effect", message("Effect"), "percent"),
        Column("weighted", message("Cards × effect"), "percent"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, removal in chosen:
        naming = (*name, prices_text(removal.bet)) if full else name
        rows.append((*naming, message("nothing"), None, removal.ev, None, None))
        for gone in removal.kinds:
            after, weighted = removal.ev + gone.effect, gone.cards * gone.effect
            rows.append((*naming, gone.kind, gone.cards, after, gone.effect, weighted))
        rows.append((*naming, message("all: sum"), removal.cards, None, None, removal.weighted_sum))
    title = message(
        "{variant}, {shoe}: effects of removal by {kinds}",
        variant=found.question.variant.title,
        shoe=shoe_text(found.report),
        kinds=FINENESS_WORDS[by],
    )
    return Table(title, columns, tuple(rows), tuple(_notes(found, by, chosen, full)))


def _notes(found: Removals, by: Fineness, chosen: Sequence[Named], full: bool) -> Iterator[Text]:
    yield EFFECT
    if chosen:
        yield sum_note([removal for _, removal in chosen])
    if by == "points":
        yield message("Removed 0: a ten, jack, queen or king.")
    means = tuple(
        message("{bet} (by {kinds})", bet=name[0], kinds=FINENESS_WORDS[removal.needs])
        for name, removal in chosen
        if removal.averaged
    )
    if means:
        yield message(
            "Means over the cards of a kind, which the bet tells apart more finely: {bets}.", bets=means
        )
    if chosen and not full:
        prices = tuple(
            message("{bet} at {pays}", bet=name[0], pays=prices_text(removal.bet)) for name, removal in chosen
        )
        yield message("Pays, to one: {prices}.", prices=prices)
    for _, removal in chosen:
        yield from multiplied(removal.bet)
    yield from before_the_coup(removal.bet for _, removal in chosen)
    for bet, why in found.report.excluded:
        yield message("Left out: {bet}, which {why}.", bet=bet.title, why=why)


def sum_note(removals: Sequence[Removal]) -> Message:
    """That effects times cards add up to nothing, as they were found to do."""
    sums = sorted({removal.weighted_sum for removal in removals})
    return message(
        "Cards × effect adds up to exactly {sum}: a card gone that nobody has seen changes nothing.",
        sum=figures(sums, " / "),
    )


def _matrices(name: Text, removal: Removal, abreast: int | None) -> Iterator[Table]:
    """The effects of both cards of a pair, then what of it is of second order: kinds × kinds."""
    pairs = {pair.kinds: pair for pair in removal.pairs}
    pairs |= {(other, one): pair for (one, other), pair in pairs.items()}
    effects = {kinds: pair.effect for kinds, pair in pairs.items()}
    second = {kinds: pair.second_order for kinds, pair in pairs.items()}
    remainders = sorted(set(removal.row_remainders.values()))
    laws = (
        message(
            "Over all ordered pairs of cards the effects add up to exactly {sum}.",
            sum=ratio(removal.pair_sum),
        ),
        message(
            "A row, times the cards left of each kind, adds up to {n} times the effect of its own card: "
            "{rest} is left over.",
            n=removal.cards - 1,
            rest=figures(remainders, " / "),
        ),
    )
    meaning = (
        message("Second order: the effect of both cards, less that of the one and that of the other."),
    )
    both = message("{bet}: EV without two cards minus EV before", bet=name)
    yield from _matrix(both, removal, effects, laws, abreast)
    yield from _matrix(message("{bet}: second-order effect", bet=name), removal, second, meaning, abreast)


def _matrix(
    title: Message,
    removal: Removal,
    cells: dict[tuple[str, str], Fraction],
    notes: tuple[Text, ...],
    abreast: int | None,
) -> Iterator[Table]:
    """One matrix, in as many tables as its width asks for; a pair that the shoe does not hold is empty."""
    kinds = list(removal.effects)
    step = abreast or len(kinds)
    for start in range(0, len(kinds), step):
        across = kinds[start : start + step]
        columns = (
            Column("removed", message("Card"), "text"),
            *(Column(f"with_{kind}", kind, "percent") for kind in across),
        )
        rows = tuple((one, *(cells.get((one, other)) for other in across)) for one in kinds)
        yield Table(title, columns, rows, notes if start + step >= len(kinds) else ())


def _provenance(found: Removals) -> Provenance:
    by = " ".join(dict.fromkeys(removal.by for removal in found.removals))
    bets = [removal.bet for removal in found.removals]
    return origin(found.question, bets, ("by", by), ("order", str(found.order)))


def removal_chart(found: Removals) -> Chart:
    """A panel a bet: the effect of a card of each kind.

    Raises:
        RenderError: there are too many bets.
    """
    if not 0 < len(found) <= MOST_BETS:
        raise RenderError(
            f"expected 1 to {MOST_BETS} bets for such a plot, got {grouped(len(found))}; "
            "choose them with --bet"
        )
    panels = [
        Panel(name[0], tuple(Row(gone.kind, (gone.effect,), tone(gone.effect)) for gone in removal.kinds))
        for name, removal in zip(
            (name for name, _ in named(found.report, False)), found.removals, strict=True
        )
    ]
    starts = range(0, len(panels), _ABREAST)
    bands = tuple(Band(tuple(panels[start : start + _ABREAST])) for start in starts)
    title = message(
        "{variant}, {shoe}: effects of removal",
        variant=found.question.variant.title,
        shoe=shoe_text(found.report),
    )
    scale = (message("Every panel has a scale of its own."),) if len(panels) > 1 else ()
    return Chart(title, bands, (EFFECT, sum_note(found.removals), *scale), _provenance(found))
