"""Counts: the best tags for a bet next to published counts and the user's own, as tables or documents.

A page of its own compares all published counts, each scored on its bet and shoe.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Best, Counting, Countings, counted
from analyzer.analysis.question import FINENESS_WORDS, Question
from analyzer.analysis.score import Score, least_fineness, spread
from analyzer.bets.bet import Bet
from analyzer.catalog import counts as library
from analyzer.catalog import load
from analyzer.catalog.counts import tags_text
from analyzer.catalog.digests import of_item
from analyzer.game.shoe import FINENESSES, KEYS, Shoe
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.report.columns import BET, REFERENCE
from analyzer.report.document import Document
from analyzer.report.fields import Cells, Field, Fields, headed, narrowed, records, said, said_as, through
from analyzer.report.kinds import FLAG, INTEGER, RATIO, ROOT, TEXT, by_name, either, one_of, plain
from analyzer.report.names import ratio, shoe_name
from analyzer.report.notes import before_the_coup
from analyzer.report.origin import BET_AND_PAYTABLE, Origin, made_from
from analyzer.text import Figure, Message, Text, message, plural

_TAG = message("Tag: what a card seen adds to the running count.")
_TAG_ORDER = {
    "points": message("Tags are in the order A 2 3 4 5 6 7 8 9 T; T stands for tens and faces."),
    "ranks": message("Tags are in the order A 2 3 4 5 6 7 8 9 T J Q K."),
    "cards": message("Cards that are not named have tag 0."),
}
_SOURCE_SAYS = message("Published: the count from which the source says to bet.")


def counts_page(countings: Countings, *, full: bool, summary: bool = True) -> Page:
    """One row per bet, if there are several and a `summary` is wanted; then for each bet its best tags, the
    counts scored, and what each card changes. `full` adds columns.
    """
    tables = tuple(table for counting in countings.counted for table in counting_tables(counting, full))
    if summary and len(countings.counted) > 1:
        tables = (_summary(countings.counted, full), *tables)
    variant, shoe = countings.question.variant.title, countings.question.shoe
    title = message("Counting {variant}, {decks}", variant=variant, decks=shoe_name(shoe))
    if not shoe.full_decks:
        cards = plural("{n} card", "{n} cards", shoe.size)
        title = message("Counting {variant}, {cards} left", variant=variant, cards=cards)
    return Page(tables, _origin(countings).provenance, title)


def _summary(counted: Sequence[Counting], full: bool) -> Table:
    """One row per bet: the best tags of level 1, their figures, and how many published counts are scored."""
    shown = [field for field in _SHOWN if full or field.key not in (*_WIDE, "imbalance")]
    published = Column("counts", message("Published counts"), "count")
    columns = (BET, *(field.column for field in shown), published)
    rows: list[Cells] = []
    for counting in counted:
        simplest = (best.score for best in counting.best if best.level == 1 and not best.balanced)
        score = next(simplest, None)
        figures = [field.cell(score) if score else None for field in shown]
        rows.append((counting.bet.title, *figures, len(counting.published)))
    notes = (
        message("Tags: the best of -1, 0 and 1; none where no single card changes the EV of the bet."),
        message("Published counts: how many are scored on the bet."),
    )
    return Table(message("The best simple count for each bet"), columns, tuple(rows), notes)


def _origin(countings: Countings) -> Origin:
    counted = countings.counted
    counts = (score.count for counting in counted for score in (*counting.own, *counting.published))
    scored = {count.id: count for count in counts if not _only_tags(count)}
    digests = tuple((id, of_item(count)) for id, count in scored.items())
    return Origin(countings.question, tuple(counting.bet for counting in counted), digests=digests)


def counting_tables(counting: Counting, full: bool) -> Iterator[Table]:
    """The best tags for a bet, counts scored on it, and its effects of removal."""
    columns: tuple[Column, ...]
    bet, hidden = counting.bet, () if full else _WIDE
    with_id = message("{name} ({id})", name=bet.title, id=bet.reference)
    name = bet.title if bet.reference == bet.name else with_id
    if counting.best:
        columns = (Column("level", message("Level"), "text"), *_SCORE_COLUMNS)
        rows = tuple((_level(best), *_scored(best.score, real=best.level is None)) for best in counting.best)
        table = Table(message("{bet}: best tags", bet=name), columns, rows, tuple(_best_notes(counting)))
        yield narrowed(table, *hidden)
    if counts := [*counting.own, *counting.published]:
        columns = (Column("count", message("Count"), "text"), *_SCORE_COLUMNS, _PUBLISHED)
        rows = tuple((_count_name(score), *_scored(score), _published(score.count, bet)) for score in counts)
        notes = tuple(_count_notes(counting, counts))
        yield narrowed(Table(message("{bet}: scores of counts", bet=name), columns, rows, notes), *hidden)
    yield _effects(counting, name)


def _level(best: Best) -> Text:
    if best.level is None:
        return message("real")
    return message("{n} balanced", n=best.level) if best.balanced else str(best.level)


def _signed_square(score: Score) -> Fraction | None:
    """The square of the correlation, with the sign of the correlation."""
    squared = score.correlation_squared
    return None if squared is None else score.sign * squared


def _correlation(score: Score) -> Text | None:
    square = _signed_square(score)
    return None if square is None else Message("{root}", (("root", Figure(square, "root")),))


_TAGS: list[Field[Score]] = [
    headed(
        "tags",
        message("Tags"),
        "text",
        lambda score: tags_text(spread(score.count.tags, least_fineness(score.count))),
        in_documents=False,
    ),
    said(
        "tags", by_name(RATIO), lambda score: zip(KEYS[score.count.fineness], score.count.tags, strict=True)
    ),
    headed("imbalance", message("Sum"), "ratio", "count.imbalance"),
]
_FIGURES: list[Field[Score]] = [
    headed("correlation", message("Correlation"), "text", _correlation, in_documents=False),
    said("correlation", ROOT, _signed_square),
    headed("correlation_squared", message("Correlation squared"), "decimal"),
    headed("trigger", message("Break-even"), "decimal", digits=2),
    headed("whole_trigger", message("Bet at"), "count", kind=INTEGER),
    headed("ev_per_true_count", message("EV per true count"), "percent", "gain"),
]
_PIVOT = said("pivot", RATIO.optional)

_SHOWN = [field for field in (*_TAGS, *_FIGURES) if field.shown]
_SCORE_COLUMNS = tuple(field.column for field in _SHOWN)
_WIDE = ("correlation_squared", "ev_per_true_count")  # Columns of a count for which a terminal has no room.
_PUBLISHED = Column("published", message("Published"), "text")


def _scored(score: Score, *, real: bool = False) -> Cells:
    """The cells of _SCORE_COLUMNS; those of tags and sum are empty if `real`: another table has the tags."""
    tags, imbalance, *cells = (field.cell(score) for field in _SHOWN)
    return (None, None, *cells) if real else (tags, imbalance, *cells)


def _count_name(score: Score) -> Text:
    return message("own") if _only_tags(score.count) else score.count.id


def _only_tags(count: Count) -> bool:
    """Whether a count has no name: its id is its tags as they were written."""
    return count.id == tags_text(count.tags)


def _published(count: Count, bet: Bet | None = None) -> Text | None:
    """The count at which the source says to bet; None if it does not say, or means another bet or price."""
    if bet is not None and not _made_for(count, bet):
        return None
    if count.true_trigger is not None:
        return message("true {count}", count=ratio(count.true_trigger))
    if count.running_trigger is not None:
        return message("running {count}", count=ratio(count.running_trigger))
    return None


def _made_for(count: Count, bet: Bet) -> bool:
    """Whether the trigger of a count is for this bet at this price; true if the count names no bet."""
    if count.bet is None:
        return True
    # Lines are compared, not whole bets: this bet may have its name in another language.
    meant = load.bet(count.bet)
    return (meant.id, meant.lines) == (bet.id, bet.lines)


def _best_notes(counting: Counting) -> Iterator[Text]:
    yield message(
        "Level: the largest size of a tag; real: tags need not be whole, see Real tag below. Balanced: the "
        "sum is 0."
    )
    yield _TAG
    yield _TAG_ORDER[counting.by]
    yield from _column_notes(counting.effects.ev)
    if not counting.effects.decks:
        yield message("Counting begins with the cards left in this shoe.")
    if not all(counting.effects.shoe.counts):
        yield message("Kinds of which no card is left have tag 0.")


def _column_notes(ev: Fraction | None) -> Iterator[Text]:
    """What the columns of a scored count mean, for a bet with this EV, or None for bets in general."""
    yield message(
        "Correlation: betting correlation of the tags with the effects of removal, from -1 to 1. At 1 the "
        "count estimates the EV as well as any sum of tags can."
    )
    yield message(
        "Break-even: the true count at which the EV estimated from the count is 0. The true count is the "
        "running count divided by the number of decks of 52 cards not yet seen. Bet at: the lowest whole "
        "true count that reaches the break-even."
    )
    yield message(
        "Sum: the sum of the tags of one deck. If it is not 0, true counts are those of the same tags with "
        "their mean subtracted: start the running count at minus the sum times the number of decks, and add "
        "the sum to the running count per deck."
    )
    if ev is not None and ev >= 0:
        yield message(
            "The bet favours the bettor before any card is seen, by {ev} of the stake; the break-even is how "
            "far the count may fall.",
            ev=Figure(ev, "percent"),
        )


def _count_notes(counting: Counting, counts: Sequence[Score]) -> Iterator[Text]:
    yield _SOURCE_SAYS
    if not counting.best:
        yield from _column_notes(counting.effects.ev)
    others = [score.count for score in counts if not _made_for(score.count, counting.bet)]
    if hidden := tuple(count.id for count in others if _published(count)):
        yield message(
            "No published count is shown for those made for another bet or price: {counts}.", counts=hidden
        )
    yield from _remarks(counts, counting.bet.title)
    if counting.coarse:
        yield message(
            "Left out, because they distinguish cards that this shoe does not: {counts}.",
            counts=counting.coarse,
        )


def _remarks(counts: Iterable[Score], bet: Text) -> Iterator[Text]:
    """Remarks on counts: a high count that is bad, a running count that is a true count, known errors."""
    for score in counts:
        count, name = score.count, _count_name(score)
        if score.sign < 0:
            yield message("{count}: a high count is bad for {bet}.", count=name, bet=bet)
        if count.running_trigger is not None and count.running_trigger == score.pivot:
            yield message(
                "{count}: started at {start}, a running count of {running} is a true count of {true}, "
                "however many cards are left.",
                count=name,
                start=ratio(count.start),
                running=ratio(count.running_trigger),
                true=ratio(count.imbalance),
            )
        if count.known_error:
            yield message("{count}: {error}", count=name, error=Message(count.known_error))


def _effects(counting: Counting, name: Text) -> Table:
    """How a card of each kind changes the EV when it is seen, and its real tag."""
    effects = counting.effects.coarsened(counting.by)
    real = counting.best[0].score.count.tags if counting.best else (None,) * len(effects.by_kind)
    columns = (
        Column("kind", message("Card seen"), "text"),
        Column("cards", message("Cards left"), "count"),
        Column("effect", message("Effect of removal"), "percent", 6),
        Column("tag", message("Real tag"), "decimal"),
    )
    cells = zip(KEYS[counting.by], effects.shoe.counts, effects.by_kind, real, strict=True)
    rows = tuple((key, n, effect, tag) for key, n, effect, tag in cells if effect is not None)
    notes = (
        message("EV {ev} per unit staked.", ev=Figure(effects.ev, "percent")),
        message("Kinds of cards are distinguished by {kinds}.", kinds=FINENESS_WORDS[counting.by]),
        *before_the_coup([counting.bet]),
        message(
            "Real tag: in proportion to the effect; the largest is 1 in size. The correlation of these tags "
            "is 1."
        )
        if counting.best
        else message("No single card seen changes the EV: there is nothing to count, and no correlation."),
    )
    return Table(message("{bet}: effect of each card seen", bet=name), columns, rows, notes)


_BEST = [
    said(
        "level",
        either(lambda level: level, plain(type="integer", minimum=1, maximum=9), one_of("real")),
        lambda best: best.level or "real",
    ),
    said("balanced", FLAG),
    through("score", _TAGS, _FIGURES, _PIVOT),
]
_SCORED = [
    through("count", said("id", TEXT), said("name", TEXT, "title")),
    *_TAGS,
    *(replace(figure, kind=figure.entry_kind.optional) for figure in _FIGURES),
    _PIVOT,
    said("start", RATIO, "count.start"),
    said("published_true_trigger", RATIO.optional, "count.true_trigger"),
    said("published_running_trigger", RATIO.optional, "count.running_trigger"),
    said("known_error", TEXT.optional, "count.known_error"),
]
_COUNTED: Fields[Counting] = [
    *BET_AND_PAYTABLE,
    said("ev", RATIO, "effects.ev"),
    said("by", one_of(*FINENESSES)),
    said("best", records(_BEST)),
    said_as(records(_SCORED), "published", "own"),
]

COUNTINGS: Document[Countings] = Document(
    "count", 2, "count", [said("bets", records(_COUNTED), "counted")], _origin
)

_USUAL_DECKS = 8  # The number of decks for a count whose source states none.


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
        *_SCORE_COLUMNS,
        _PUBLISHED,
    )
    rows: list[Cells] = []
    digests = []
    for question, counting in _counted(answers):
        bet = counting.bet
        digests.append((bet.reference, of_item((bet,))))
        names = (bet.title, bet.reference, question.shoe.full_decks)
        for score in counting.published:
            digests.append((score.count.id, of_item(score.count)))
            rows.append((*names, score.count.id, *_scored(score), _published(score.count)))
        for best in counting.best:
            rows.append((*names, _best_name(best), *_scored(best.score, real=best.level is None), None))
    title = message("Published counts and the best tags")
    return Page((Table(title, columns, tuple(rows), tuple(_comparison_notes(answers))),), made_from(digests))


def _counted(answers: Sequence[Countings]) -> Iterator[tuple[Question, Counting]]:
    return ((countings.question, counting) for countings in answers for counting in countings.counted)


def _best_name(best: Best) -> Text:
    if best.level is None:
        return message("best real tags")
    if best.balanced:
        return message("best of level {n}, balanced", n=best.level)
    return message("best of level {n}", n=best.level)


def _comparison_notes(answers: Sequence[Countings]) -> Iterator[Text]:
    yield _TAG
    yield _TAG_ORDER["points"]
    yield _TAG_ORDER["ranks"]
    yield from _column_notes(None)
    yield _SOURCE_SAYS
    yield message(
        "Each bet is valued under its own rules; `baccarat show COUNT` names the source of a count."
    )
    for _, counting in _counted(answers):
        yield from _remarks(counting.published, counting.bet.title)
    if for_no_bet := tuple(count.id for count in library.library().values() if count.bet is None):
        yield message(
            "Left out, because they are for no bet placed before the coup: {counts}.", counts=for_no_bet
        )
