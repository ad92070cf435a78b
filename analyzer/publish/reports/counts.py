"""Counts: the best tags for a bet, and published or own ones beside them, for people or for machines.

Lays out exact values; computes none, and renders none.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from analyzer.analysis.count import Count
from analyzer.analysis.counting import Best, Counting, Countings
from analyzer.analysis.odds import SPOKEN
from analyzer.analysis.score import Score, spread, told_by
from analyzer.bets.bet import Bet, Variant
from analyzer.catalog import load
from analyzer.catalog.counts import tags_text
from analyzer.exact import ratio_text
from analyzer.game.shoe import KEYS
from analyzer.message import Figure, Message, Text, say, say_many
from analyzer.publish.origins import of_item, rules_and_bets
from analyzer.publish.page import Page
from analyzer.publish.provenance import Provenance
from analyzer.publish.reports.names import ratio, shoe_name
from analyzer.publish.reports.notes import before_the_coup
from analyzer.publish.table import Cell, Column, Table

TAG = say("Tag: what a card seen adds to the running count.")
TENS = say("Tags are in the order A 2 3 4 5 6 7 8 9 T; T stands for tens and faces.")
RANKS = say("Tags are in the order A 2 3 4 5 6 7 8 9 T J Q K.")
CARDS = say("Cards that are not named have tag 0.")
CORRELATION = say(
    "Correlation: betting correlation of the tags with the effects of removal, from -1 to 1. At 1 the count "
    "tells all that adding up tags can tell of the EV."
)
BREAK_EVEN = say(
    "Break-even: the true count, which is the running count per deck of 52 cards not yet seen, at which the "
    "EV estimated from the count is 0. Bet at: the least whole one."
)
UNBALANCED = say(
    "Sum: what the tags of one deck add up to. Where it is not 0, true counts are those of the same tags "
    "less their mean: begin at minus the sum times the decks, and add the sum to the running count per deck."
)


def counts_document(found: Countings, variant: Variant, *, alone: bool = False) -> object:
    """What was found of each bet as exact texts; no list if `alone`."""
    entries = [_entry(counting, found, variant) for counting in found.counted]
    return entries[0] if alone and len(entries) == 1 else entries


def _entry(counting: Counting, found: Countings, variant: Variant) -> dict[str, object]:
    effects, shoe = counting.effects, found.shoe
    return {
        "bet": counting.bet.id,
        "paytable": counting.bet.paytable,
        "ev": ratio_text(effects.ev),
        "shoe": {"cards": shoe.size, "fineness": shoe.fineness, "points": list(shoe.points)},
        "by": counting.by,
        "best": [
            {"level": "real" if best.level is None else best.level, "balanced": best.balanced}
            | _score(best.score)
            for best in counting.best
        ],
        "published": [_named(score) for score in counting.published],
        "own": [_named(score) for score in counting.own],
        "provenance": _provenance(found, variant, [counting]).document(),
    }


def _named(score: Score) -> dict[str, object]:
    count = score.count
    return {
        "id": count.id,
        "name": count.name,
        **_score(score),
        "start": ratio_text(count.start),
        "published_true_trigger": _optional(count.true_trigger),
        "published_running_trigger": _optional(count.running_trigger),
        "known_error": count.known_error,
    }


def _score(score: Score) -> dict[str, object]:
    count = score.count
    return {
        "tags": {key: ratio_text(tag) for key, tag in zip(KEYS[count.fineness], count.tags, strict=True)},
        "correlation": score.correlation,
        "correlation_squared": _optional(score.correlation_squared),
        "trigger": _optional(score.trigger),
        "whole_trigger": score.whole_trigger,
        "ev_per_true_count": _optional(score.gain),
        "imbalance": ratio_text(count.imbalance),
        "pivot": _optional(score.pivot),
    }


def _optional(value: Fraction | None) -> str | None:
    return None if value is None else ratio_text(value)


def counts_page(found: Countings, variant: Variant, *, full: bool) -> Page:
    """For each bet its best tags, counts scored, and what each card changes; `full` adds columns."""
    tables = [table for counting in found.counted for table in counting_tables(counting, full)]
    return Page(tuple(tables), _provenance(found, variant, found.counted), _title(found, variant))


def _title(found: Countings, variant: Variant) -> Message:
    cards = say_many("{n} card", "{n} cards", found.shoe.size)
    if found.shoe.full_decks:
        return say("Counting {variant}, {decks}", variant=variant.name, decks=shoe_name(found.shoe))
    return say("Counting {variant}, {cards} left", variant=variant.name, cards=cards)


def _provenance(found: Countings, variant: Variant, counted: Sequence[Counting]) -> Provenance:
    facts = (("variant", variant.id), ("rules", found.rules.id), ("shoe", str(found.shoe)))
    counts = (score.count for counting in counted for score in (*counting.own, *counting.published))
    scored = {count.id: count for count in counts if not _only_tags(count)}
    digests = tuple((id, of_item(count)) for id, count in scored.items())
    bets = rules_and_bets(found.rules, [counting.bet for counting in counted])
    return Provenance(facts, (*bets, *digests))


def counting_tables(counting: Counting, full: bool) -> Iterator[Table]:
    """The best tags for a bet, counts scored on it, and its effects of removal."""
    bet = counting.bet
    name = bet.name if bet.reference == bet.name else f"{bet.name} ({bet.reference})"
    if counting.best:
        rows = [(_level(best), *scored(best.score, full, real=best.level is None)) for best in counting.best]
        columns = (Column("level", say("Level"), "text"), *score_columns(full))
        yield Table(say("{bet}: the best tags", bet=name), columns, tuple(rows), tuple(_best_notes(counting)))
    counts = [*counting.own, *counting.published]
    if counts:
        columns = (
            Column("count", say("Count"), "text"),
            *score_columns(full),
            Column("published", say("Published"), "text"),
        )
        rows = [
            (
                _count_name(score),
                *scored(score, full),
                published(score.count) if _made_for(score.count, bet) else None,
            )
            for score in counts
        ]
        title = say("{bet}: counts scored", bet=name)
        yield Table(title, columns, tuple(rows), tuple(_count_notes(counting, counts)))
    yield _effects(counting, name)


def _level(best: Best) -> Text:
    if best.level is None:
        return say("real")
    return say("{n} balanced", n=best.level) if best.balanced else str(best.level)


def score_columns(full: bool) -> tuple[Column, ...]:
    """The columns of a count scored; `full` adds what 80 columns do not hold."""
    return (
        Column("tags", say("Tags"), "text"),
        Column("imbalance", say("Sum"), "ratio"),
        Column("correlation", say("Correlation"), "text"),
        *([Column("correlation_squared", say("Correlation squared"), "decimal")] if full else []),
        Column("trigger", say("Break-even"), "decimal", 2),
        Column("whole_trigger", say("Bet at"), "count"),
        *([Column("ev_per_true_count", say("EV per true count"), "percent")] if full else []),
    )


def scored(score: Score, full: bool, *, real: bool = False) -> tuple[Cell, ...]:
    """The cells of a count scored; real tags stand in a table of their own."""
    squared, count = score.correlation_squared, score.count
    root: Text | None = None
    if squared is not None:
        root = Message("{root}", (("root", Figure(score.sign * squared, "root")),))
    return (
        None if real else tags_text(spread(count.tags, told_by(count))),
        None if real else count.imbalance,
        root,
        *([squared] if full else []),
        score.trigger,
        score.whole_trigger,
        *([score.gain] if full else []),
    )


def _count_name(score: Score) -> Text:
    return say("own") if _only_tags(score.count) else score.count.id


def _only_tags(count: Count) -> bool:
    """Whether a count has no name but its tags, as somebody wrote them."""
    return count.id == tags_text(count.tags)


def published(count: Count) -> Text | None:
    """At what count its source says to bet."""
    if count.true_trigger is not None:
        return say("true {count}", count=ratio(count.true_trigger))
    if count.running_trigger is not None:
        return say("running {count}", count=ratio(count.running_trigger))
    return None


def _made_for(count: Count, bet: Bet) -> bool:
    """Whether the trigger of a count is for this bet, at this price; so for any if the count names none."""
    if count.bet is None:
        return True
    # By lines and not as a whole, for a bet may have been given its name in another language.
    meant = load.bet(count.bet)
    return (meant.id, meant.lines) == (bet.id, bet.lines)


def _best_notes(counting: Counting) -> Iterator[Text]:
    yield TAG
    yield {"points": TENS, "ranks": RANKS, "cards": CARDS}[counting.by]
    yield from explained(counting.effects.ev)
    if not counting.effects.decks:
        yield say("The counts begin with this shoe.")
    if not all(counting.effects.shoe.counts):
        yield say("Kinds of which no card is left have tag 0.")


def explained(ev: Fraction | None) -> Iterator[Text]:
    """What the columns of a count scored mean."""
    yield CORRELATION
    yield BREAK_EVEN
    yield UNBALANCED
    if ev is not None and ev >= 0:
        yield say(
            "The bet already favours the bettor, by {ev} of the stake: break-even says how far the count may "
            "fall.",
            ev=Figure(ev, "percent"),
        )


def _count_notes(counting: Counting, counts: Sequence[Score]) -> Iterator[Text]:
    yield say("Published: the count at which the source says to bet, or more.")
    if not counting.best:
        yield from explained(counting.effects.ev)
    others = [score.count for score in counts if not _made_for(score.count, counting.bet)]
    if told := tuple(count.id for count in others if published(count)):
        yield say("Left out for counts made for another bet or price: {counts}.", counts=told)
    yield from remarks(counts, counting.bet.name)
    if counting.coarse:
        yield say(
            "Left out, since they tell cards apart that this shoe does not: {counts}.", counts=counting.coarse
        )


def remarks(counts: Iterable[Score], bet: str) -> Iterator[Text]:
    """What is to be said of counts: a high count that is bad, a running count that is a true one, errors."""
    for score in counts:
        count, imbalance = score.count, score.count.imbalance
        name = _count_name(score)
        if score.sign < 0:
            yield say("{count}: a high count is bad for {bet}.", count=name, bet=bet)
        if count.running_trigger is not None and count.running_trigger == score.pivot:
            yield say(
                "{count}: begun at {start}, the running count {running} is a true count of {true}, however "
                "many cards are left.",
                count=name,
                start=ratio(count.start),
                running=ratio(count.running_trigger),
                true=ratio(imbalance),
            )
        if count.known_error:
            yield say("{count}: {error}", count=name, error=count.known_error)


def _effects(counting: Counting, name: str) -> Table:
    """What a card of each kind changes, and the tag that lies on it."""
    effects = counting.effects.coarsened(counting.by)
    real = counting.best[0].score.count.tags if counting.best else (None,) * len(effects.by_kind)
    columns = (
        Column("kind", say("Card seen"), "text"),
        Column("cards", say("Cards left"), "count"),
        Column("effect", say("Effect of removal"), "percent", 6),
        Column("tag", say("Real tag"), "decimal"),
    )
    cells = zip(KEYS[counting.by], effects.shoe.counts, effects.by_kind, real, strict=True)
    rows = tuple((key, n, effect, tag) for key, n, effect, tag in cells if effect is not None)
    ev = say("EV {ev} per unit staked.", ev=Figure(effects.ev, "percent"))
    notes: list[Text] = [ev, say("Kinds told apart: by {kinds}.", kinds=SPOKEN[counting.by])]
    notes += before_the_coup([counting.bet])
    if counting.best:
        notes.append(
            say("Real tag: proportional to the effect, the largest in size 1; its correlation is 1.")
        )
    else:
        notes.append(
            say("No card seen changes the EV, to first order: there is nothing to count, and no correlation.")
        )
    return Table(say("{bet}: what a card seen changes", bet=name), columns, rows, tuple(notes))
