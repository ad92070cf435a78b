"""Published counts side by side: each scored on its bet and shoe, next to the best tags of every level."""

from collections.abc import Iterator, Sequence

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Best, Counting, Countings, counted
from analyzer.analysis.question import Question
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.catalog.digests import of_item
from analyzer.game.shoe import Shoe
from analyzer.render.page import Page, Provenance
from analyzer.render.table import Column, Table
from analyzer.report import counts
from analyzer.report.columns import BET, REFERENCE
from analyzer.report.fields import Cells
from analyzer.text import Text, message

_USUAL_DECKS = 8
"""The number of decks for a count whose source states none."""


def scored_counts() -> list[Countings]:
    """For each bet and shoe that published counts were made for: their scores, and the best tags."""
    made_for: dict[tuple[str, int], list[Count]] = {}
    for count in library.library().values():
        if count.bet is not None:
            made_for.setdefault((count.bet, count.decks or _USUAL_DECKS), []).append(count)
    answers = []
    for (reference, decks), scored in made_for.items():
        bet = load.bet(reference)
        rules = load.rules(load.rules_id_of(bet))
        answers.append(counted(Question.of(rules, [bet], Shoe.decks(decks)), published={bet: scored}))
    return answers


def counts_comparison_page(answers: Sequence[Countings]) -> Page:
    """One row per count: for each bet the published ones, then the best tags of each level."""
    columns = (
        BET,
        REFERENCE,
        Column("decks", message("Decks"), "count"),
        Column("count", message("Count"), "text"),
        *counts.SCORE_COLUMNS,
        counts.PUBLISHED,
    )
    rows: list[Cells] = []
    for question, counting in _counted(answers):
        names = (counting.bet.title, counting.bet.reference, question.shoe.full_decks)
        for score in counting.published:
            rows.append((*names, score.count.id, *counts.scored(score), counts.published(score.count)))
        for best in counting.best:
            rows.append((*names, _best_name(best), *counts.scored(best.score, real=best.level is None), None))
    title = message("Published counts and the best tags")
    return Page((Table(title, columns, tuple(rows), tuple(_notes(answers))),), _provenance(answers))


def _counted(answers: Sequence[Countings]) -> Iterator[tuple[Question, Counting]]:
    """Each bet counted, with its question."""
    return ((countings.question, counting) for countings in answers for counting in countings.counted)


def _best_name(best: Best) -> Text:
    if best.level is None:
        return message("best real tags")
    if best.balanced:
        return message("best of level {n}, balanced", n=best.level)
    return message("best of level {n}", n=best.level)


def _notes(answers: Sequence[Countings]) -> Iterator[Text]:
    yield counts.TAG
    yield counts.TAG_ORDER["points"]
    yield counts.TAG_ORDER["ranks"]
    yield from counts.column_notes(None)
    yield counts.SOURCE_SAYS
    yield message("Each bet is dealt under its own rules; `baccarat show COUNT` names the source of a count.")
    for _, counting in _counted(answers):
        yield from counts.remarks(counting.published, counting.bet.title)
    if for_no_bet := tuple(count.id for count in library.library().values() if count.bet is None):
        yield message("Left out, since made for no bet before the coup: {counts}.", counts=for_no_bet)


def _provenance(answers: Sequence[Countings]) -> Provenance:
    digests = []
    for _, counting in _counted(answers):
        digests.append((counting.bet.reference, of_item((counting.bet,))))
        digests += [(score.count.id, of_item(score.count)) for score in counting.published]
    return Provenance((), tuple(digests))
