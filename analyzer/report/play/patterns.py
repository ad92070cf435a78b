"""Tests of records in words: what each is called, found, and could have found, or why it did not run."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.exact import decimal_text
from analyzer.game.cards import RANKS, SUITS
from analyzer.play.evidence.result import AnyTest, Departure, NotRun, Pattern, Times, Wager
from analyzer.play.evidence.times import LEAST_SECONDS
from analyzer.render.table import Column, Table
from analyzer.report import kinds
from analyzer.report.fields import Fields, field_table, headed, record, records, said, said_as
from analyzer.report.kinds import COUNT, TEXT
from analyzer.text import Figure, Message, Text, Value, message, plural

SUM_DIGITS = 6
"""Correct decimals of sums and of z."""

SUM = replace(kinds.DECIMAL, entry=lambda x: decimal_text(x, SUM_DIGITS))


_DEALT = message("{kind}: {n} dealt, expected {expected}")
_BY = message("by {part}")


@dataclass(frozen=True, slots=True)
class Words:
    """The words for a test: its name, the departure that it could find, and what else may raise an alarm.

    `found` is what it found and `size` the size of a departure, both with placeholders; the numbers of a
    departure have `digits` decimals.
    """

    name: Message
    departure: Message
    causes: Message
    found: Message = _DEALT
    size: Message = _BY
    digits: int = 2


_OTHER_GAME = message(
    "Innocent causes: a game, rules or a number of decks other than the record says; a column mistaken for "
    "another; coups of one kind left out."
)
_COPIED = message(
    "Innocent causes: a shoe entered or exported twice; a file given twice; a form filled in by copying the "
    "previous shoe."
)
_OUT_OF_ORDER = message(
    "Innocent causes: a table sorted or filtered before it was saved; results copied from a road in the "
    "wrong order; coups of several tables in one shoe; shoes divided at the wrong coup."
)
_CARDS_OUT_OF_ORDER = message(
    "Innocent causes: cards recorded in an order other than dealt; poorly shuffled cards."
)
_OTHER_CARDS = message(
    "Innocent causes: a number of decks other than the record says; one card regularly misread as another; "
    "an incomplete deck."
)
_COPIED_SHOES = message("shoes are copies of others"), _COPIED
_PART = message("{part} of the shoes")
_MISSING = message("{n} cards per shoe")

WORDS: dict[str, Words] = {
    "results": Words(
        message("Results"), message("Banker wins more often, Player correspondingly less"), _OTHER_GAME
    ),
    "pairs": Words(message("Pairs"), message("Player alone has a pair more often"), _OTHER_GAME),
    "naturals": Words(message("Naturals"), message("Player alone has a natural more often"), _OTHER_GAME),
    "drawing": Words(
        message("Drawing patterns"),
        message("Banker alone draws more often, and neither hand correspondingly less"),
        _OTHER_GAME,
    ),
    "bet": Words(message("Bets"), message("the RTP is higher, or lower"), _OTHER_GAME),
    "card-copies": Words(
        message("Copies: cards"),
        message("two shoes share a run of cards"),
        _COPIED,
        message("{n} equal cards: shoe {shoe} from coup {coup}, shoe {other} from coup {second}"),
        plural("{n} card", "{n} cards", 2),
        0,
    ),
    "card-shoes": Words(message("Copies: cards"), *_COPIED_SHOES, size=_PART),
    "result-copies": Words(
        message("Copies: results"),
        message("two shoes share a run of results"),
        _COPIED,
        message("{n} equal results: shoe {shoe} from coup {coup}, shoe {other} from coup {second}"),
        plural("{n} result", "{n} results", 2),
        0,
    ),
    "result-shoes": Words(message("Copies: results"), *_COPIED_SHOES, size=_PART),
    "runs": Words(
        message("Runs"),
        message("the last winner wins again more often, or less often"),
        _OUT_OF_ORDER,
        message("the last winner won again {observed} times, expected {expected}"),
    ),
    "lags": Words(
        message("Repeats after 2 to 8 wins"),
        message("the winner of some wins ago wins again more often, or less often"),
        _OUT_OF_ORDER,
        message("the winner of {lag} wins ago won again {observed} times, expected {expected}"),
    ),
    "trend": Words(
        message("Winners by place in the shoe"),
        message("from the first coup to the last, Banker wins more and more often, Player less and less"),
        _OUT_OF_ORDER,
        message("{kind}: z = {z} (positive: late in the shoe, negative: early)"),
    ),
    "shoe-to-shoe": Words(
        message("Winners by the previous shoe"),
        message("the winner of the same coup in the previous shoe wins more often, or less often"),
        _OUT_OF_ORDER,
        message(
            "coups won by the same hand as in the previous shoe, minus those won by the other: {observed}, "
            "expected {expected}"
        ),
    ),
    "points-trend": Words(
        message("Points by place in the shoe"),
        message("from the first coup to the last, the mean points of a card rise, or fall"),
        _OUT_OF_ORDER,
        message("z = {z} (positive: rising through the shoe, negative: falling)"),
        message("{n} points"),
    ),
    "card-lags": Words(
        message("Points after 1 to 8 cards"),
        message("the points of a card are correlated with those of one shortly before"),
        _CARDS_OUT_OF_ORDER,
        message("correlation {r} with the card {lag} before"),
        message("a correlation of {n}"),
        4,
    ),
    "suit-lags": Words(
        message("Suits after 1 to 8 cards"),
        message("a card has the suit of one shortly before more often, or less often"),
        _CARDS_OUT_OF_ORDER,
        message("same suit as the card {lag} before: {observed} times, expected {expected}"),
    ),
    "suits": Words(
        message("Suits dealt"),
        message("a suit makes up more than a quarter of each shoe, or less"),
        _OTHER_CARDS,
    ),
    "ranks": Words(
        message("Ranks dealt"),
        message("each shoe lacks cards of one rank, or has too many"),
        _OTHER_CARDS,
        size=_MISSING,
    ),
    "cards": Words(
        message("Cards dealt"),
        message("each shoe lacks copies of one of the 52 cards, or has too many"),
        _OTHER_CARDS,
        size=_MISSING,
    ),
}
"""The words by id: of a test, of all bets, or of copied shoes."""

COPIES = ("card-copies", "result-copies")
"""The tests of copies."""

_KINDS: dict[str, Message] = {
    "player": message("Player wins"),
    "banker": message("Banker wins"),
    "tie": message("Tie"),
}
_SUITS = dict(zip(SUITS, "♠♥♦♣", strict=True))

_WHY: dict[str, Message] = {  # Why tests cannot run, by id.
    "no results": message("the record has no results"),
    "no cards": message("the record has no cards"),
    "no suits": message("the record has no suits"),
    "one shoe": message("the record has one shoe only"),
    "all alike": message("too few coups differ in what it compares"),
    "no copy": message("too few coups: no run could be long enough to be improbable"),
    "few coups": message("it needs {n} coups in order"),
    "few read": message("it needs {n} cards that were read"),
    "few cards": message("it needs {n} cards dealt, and {n} left in the shoes"),
}

_CHECKS: dict[str, Message] = {
    "backwards": message("coups earlier than the coup before"),
    "repeated": message("coups at the same second as the coup before"),
    "fast": message(
        "coups less than {n} seconds after the coup before, or more coups in a minute than that allows",
        n=LEAST_SECONDS,
    ),
    "constant": message("shoes whose intervals are all equal"),
}


def words_of(test: AnyTest) -> Words:
    """The words for a test."""
    return WORDS["bet" if isinstance(test, Wager) else test.id]


def name(test: AnyTest | Departure) -> Text:
    """What a test is called."""
    if isinstance(test, Wager):
        return test.bet.title
    return test.bet.title if isinstance(test, Departure) and test.bet else WORDS[test.id].name


def found(test: Pattern) -> Message:
    """What a test found, without judging what it means."""
    if test.id in COPIES and test.run is None:
        return message("no two shoes share a run")
    values: dict[str, Value] = {
        "observed": int(test.observed),
        "r": Figure(test.observed, "decimal", 4),
        "expected": _decimal(test.expected or Fraction(0)),
        "z": _decimal(test.z or Fraction(0)),
        "lag": test.detail,
        "kind": _KINDS.get(test.detail) or _card(test.detail),
    }
    if test.dealt:
        values |= {"n": test.dealt[0], "expected": _decimal(test.dealt[1])}
    if test.run:
        (shoe, coup), (other, second) = test.run.first, test.run.second
        values |= {"n": test.run.length, "shoe": shoe, "coup": coup, "other": other, "second": second}
    return Message(WORDS[test.id].found.text, tuple(values.items()))


def _decimal(x: Fraction, digits: int = 2) -> Figure:
    return Figure(x, "decimal", digits)


def _card(detail: str) -> str:
    """A suit, a rank or a card as shown on a page."""
    if detail in RANKS or detail[-1] not in _SUITS:
        return detail
    return detail[:-1].replace("T", "10") + _SUITS[detail[-1]]


def pattern_table(patterns: Iterable[Pattern]) -> Table:
    """One row per test of order, cards and copies: what it found."""
    columns = Column("test", message("Test"), "text"), Column("found", message("What was found"), "text")
    notes = (
        message(
            "Runs, repeats and places: in a fair shoe, every order of the coups before the one in which the "
            "cut card appears is equally likely. The coups from that one on, or the last two if it is not "
            "marked, are left out. Runs and repeats ignore Ties."
        ),
        message(
            "Copies: the longest run shared by two shoes, or by two parts of one shoe; p is an upper bound "
            "on the probability that a run this long occurs anywhere."
        ),
        message(
            "Cards: each card is compared with the cards unseen before it. Of several distances, the one "
            "with the least likely result is shown."
        ),
    )
    rows = tuple((name(test), found(test)) for test in patterns)
    return Table(message("Order, cards and copies"), columns, rows, notes)


def not_run_table(not_run: Iterable[NotRun], others: Iterable[Text]) -> Table:
    """The tests that could not run, and why; `others` are bets that no recorded coup settles."""
    columns = Column("test", message("Test"), "text"), Column("why", message("Why not"), "text")
    rows: list[tuple[Text, Text]] = [(WORDS[one.id].name, why(one)) for one in not_run]
    rows += [(bet, message("no coup of the record settles it")) for bet in others]
    return Table(message("Tests that could not run"), columns, tuple(rows))


def why(one: NotRun) -> Message:
    """Why a test could not run."""
    return Message(_WHY[one.why].text, (("n", one.least),))


def power_table(departures: Iterable[Departure], title: Message) -> Table:
    """What tests could have found."""
    fields: Fields[Departure] = (
        headed("test", message("Test"), "text", name),
        headed("departure", message("Departure"), "text", lambda one: WORDS[one.id].departure),
        headed("size", message("For instance"), "text", lambda one: _size(one.id, one.size)),
        Column("coups", message("Coups needed"), "count"),
        headed("least", message("Smallest found"), "text", _least),
    )
    notes = (
        message(
            "Coups needed: with that many coups, in shoes as long as these, a departure of the size given "
            "raises an alarm with a probability of 90%. For a shared run: the coups that contain it twice."
        ),
        message("Percentages are percentage points, added to or subtracted from a probability or an RTP."),
        message(
            "Smallest found: the smallest departure that raises an alarm with a probability of 90% in the "
            "coups at hand. Smaller ones are more likely to be missed."
        ),
        message(
            "These are approximations by the normal and the noncentral χ² distribution, at each test's share "
            "of the alarm rate: half of the rate is for results and bets together, the other half is divided "
            "equally among the other tests."
        ),
    )
    return field_table(title, departures, fields, notes, estimates=True)


def _least(one: Departure) -> Text:
    return message("none, however large") if one.least is None else _size(one.id, one.least)


def _size(id: str, size: Fraction) -> Message:
    """The size of a departure, in its unit."""
    words = WORDS[id]
    part = Figure(size, "percent", words.digits)
    values = (("n", _decimal(size, words.digits)), ("part", part))
    return replace(words.size, values=values, number=1 if size == 1 else 2)


def times_table(times: Times) -> Table:
    """What the times of coups show."""
    columns = (
        Column("what", message("Times"), "text"),
        Column("number", message("Number"), "count"),
        Column("first", message("First"), "text"),
    )
    rows: list[tuple[Message, int, Text]] = [(message("coups with a time"), times.given, "")]
    if times.unread:
        rows.append((message("times that could not be read"), times.unread, ""))
    if times.single:
        rows.append((message("shoes with the same time at every coup, not checked"), times.single, ""))
    for check, coups in times.failed.items():
        first = [message("shoe {shoe}, coup {coup}", shoe=shoe, coup=coup) for shoe, coup in coups[:1]]
        rows.append((_CHECKS[check], len(coups), first[0] if first else "–"))
    notes = [
        message(
            "The pauses at a table follow no known distribution, so times have no p. The table counts times "
            "that cannot come from a clock that was read at each coup."
        )
    ]
    if times.spread:
        spread = dict(zip(("shortest", "median", "longest"), map(_decimal, times.spread), strict=True))
        notes.append(
            message(
                "Seconds from one coup to the next: shortest {shortest}, median {median}, longest {longest}.",
                **spread,
            )
        )
    return Table(message("Times"), columns, tuple(rows), tuple(notes))


_RUN = record(
    said("length", COUNT),
    said("shoe", TEXT, lambda run: run.first[0]),
    said("coup", kinds.INTEGER, lambda run: run.first[1]),
    said("other_shoe", TEXT, lambda run: run.second[0]),
    said("other_coup", kinds.INTEGER, lambda run: run.second[1]),
)
PATTERN: Fields[Pattern] = (
    said("id", TEXT),
    said("coups", COUNT),
    said("observed", SUM),
    said_as(SUM.optional, "expected", "z"),
    said("detail", TEXT),
    said("run", _RUN.optional),
)
NOT_RUN: Fields[NotRun] = (said("id", TEXT), said("why", TEXT, lambda one: str(why(one))))
DEPARTURE: Fields[Departure] = (
    said("test", TEXT, "id"),
    said("bet", kinds.REFERENCE.optional, lambda one: one.bet and one.bet.reference),
    said("departure", TEXT, lambda one: str(WORDS[one.id].departure)),
    said("size", SUM),
    said("coups", COUNT),
    said("least", SUM.optional),
)
_CHECK = (
    said("id", TEXT, 0),
    said("failed", COUNT, lambda check: len(check[1])),
    said("shoe", TEXT, lambda check: check[1][0][0] if check[1] else None, absent=True),
    said("coup", kinds.INTEGER, lambda check: check[1][0][1] if check[1] else None, absent=True),
)
TIMES: Fields[Times] = (
    said_as(COUNT, "given", "unread", "single", "intervals"),
    said("checks", records(_CHECK), lambda times: times.failed.items()),
)
