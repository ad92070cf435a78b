"""Published counts side by side: each scored on its bet and shoe, beside the best tags of every level.

Lays out exact values; computes none.
"""

from collections.abc import Iterator, Sequence

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Best, Countings, counted
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.catalog.where import rules_of
from analyzer.game.shoe import Shoe
from analyzer.message import Text, say
from analyzer.publish.origins import of_item, rules_and_bets
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.counts import (
    RANKS,
    TAG,
    TENS,
    explained,
    published,
    remarks,
    score_columns,
    scored,
)
from analyzer.publish.table import Cell, Column, Table

_USUAL_DECKS = 8
"""Decks of a count whose source names no number."""


def scored_counts() -> list[Countings]:
    """For each bet and shoe that published counts were made for, these scored, and the best tags."""
    made_for: dict[tuple[str, int], list[Count]] = {}
    for count in library.every():
        if count.bet is not None:
            made_for.setdefault((count.bet, count.decks or _USUAL_DECKS), []).append(count)
    found = []
    for (reference, decks), counts in made_for.items():
        bet = load.bet(reference)
        rules = load.rules(rules_of(bet))
        found.append(counted(rules, [bet], Shoe.decks(decks), published={bet: counts}))
    return found


def counts_comparison_page(found: Sequence[Countings]) -> Page:
    """A row a count: the published ones of each bet, then the best tags of each level."""
    columns = (
        Column("bet", say("Bet"), "text"),
        Column("reference", say("Reference"), "text"),
        Column("decks", say("Decks"), "count"),
        Column("count", say("Count"), "text"),
        *score_columns(full=True),
        Column("published", say("Published"), "text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for shoe in found:
        for counting in shoe.counted:
            head = (counting.bet.name, counting.bet.reference, shoe.shoe.full_decks)
            for score in counting.published:
                rows.append((*head, score.count.id, *scored(score, full=True), published(score.count)))
            for best in counting.best:
                rows.append(
                    (*head, _best_name(best), *scored(best.score, full=True, real=best.level is None), None)
                )
    title = say("Published counts and the best tags")
    return Page((Table(title, columns, tuple(rows), tuple(_notes(found))),), _provenance(found))


def _best_name(best: Best) -> Text:
    if best.level is None:
        return say("best real tags")
    if best.balanced:
        return say("best of level {n}, balanced", n=best.level)
    return say("best of level {n}", n=best.level)


def _notes(found: Sequence[Countings]) -> Iterator[Text]:
    yield TAG
    yield TENS
    yield RANKS
    yield from explained(None)
    yield say("Published: the count at which the source says to bet, or more.")
    yield say("Each bet is dealt under its own rules; `baccarat show COUNT` names the source of a count.")
    for shoe in found:
        for counting in shoe.counted:
            yield from remarks(counting.published, counting.bet.name)
    if homeless := tuple(count.id for count in library.every() if count.bet is None):
        yield say("Left out, since made for no bet before the coup: {counts}.", counts=homeless)


def _provenance(found: Sequence[Countings]) -> Provenance:
    digests = []
    for shoe in found:
        for counting in shoe.counted:
            _, (_, of_bet) = rules_and_bets(shoe.rules, [counting.bet])
            digests.append((counting.bet.reference, of_bet))
            digests += [(score.count.id, of_item(score.count)) for score in counting.published]
    return Provenance((), tuple(digests))
