"""Tests of order, cards and copies: their names, what they found, what could not run or could be found."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from analyzer.exact import decimal_text
from analyzer.game.cards import RANKS, SUITS
from analyzer.play.evidence.result import AnyTest, Departure, NotRun, Pattern, Times, Wager
from analyzer.play.evidence.times import LEAST_SECONDS
from analyzer.render.table import Column, Table
from analyzer.report import kinds
from analyzer.report.fields import Fields, field_table, headed, record, records, said, said_as
from analyzer.report.kinds import COUNT, TEXT
from analyzer.text import Figure, Message, Text, message, plural

NAMES: dict[str, Message] = {  # The tests, by id.
    "results": message("Results"),
    "pairs": message("Pairs"),
    "naturals": message("Naturals"),
    "drawing": message("Drawing patterns"),
    "card-copies": message("Copies: cards"),
    "result-copies": message("Copies: results"),
    "runs": message("Runs"),
    "lags": message("Repeats after 2 to 8 wins"),
    "trend": message("Winners by place in the shoe"),
    "shoe-to-shoe": message("Winners by the shoe before"),
    "points-trend": message("Points by place in the shoe"),
    "card-lags": message("Points after 1 to 8 cards"),
    "suit-lags": message("Suits after 1 to 8 cards"),
    "suits": message("Suits dealt"),
    "ranks": message("Ranks dealt"),
    "cards": message("Cards dealt"),
}

COPIES = ("card-copies", "result-copies")
"""The tests of copies."""

_WINS: dict[str, Message] = {
    "player": message("Player wins"),
    "banker": message("Banker wins"),
    "tie": message("Tie"),
}

_SUITS = dict(zip(SUITS, "♠♥♦♣", strict=True))

_OUT_OF_ORDER = message(
    "Innocent causes: a table sorted or filtered before it was saved; results copied from a road in another "
    "order than dealt; coups of several tables in one shoe; a shoe that begins or ends elsewhere."
)
_OTHER_GAME = message(
    "Innocent causes: another game, other rules or another number of decks than the record says; a column "
    "read as another; coups of one kind left out."
)
_CAUSES: dict[str, Message] = {
    **dict.fromkeys(("results", "pairs", "naturals", "drawing", "bet"), _OTHER_GAME),
    **dict.fromkeys(
        COPIES,
        message(
            "Innocent causes: a shoe entered or exported twice; a file given twice; a form filled in by "
            "copying the shoe before."
        ),
    ),
    **dict.fromkeys(("runs", "lags", "trend", "shoe-to-shoe", "points-trend"), _OUT_OF_ORDER),
    **dict.fromkeys(
        ("card-lags", "suit-lags"),
        message("Innocent causes: cards recorded in another order than dealt; cards hardly shuffled."),
    ),
    **dict.fromkeys(
        ("suits", "ranks", "cards"),
        message(
            "Innocent causes: another number of decks than the record says; one card regularly read as "
            "another; a deck that was not complete."
        ),
    ),
}

_WHY: dict[str, Message] = {  # Why tests cannot run, by id, where it takes no number.
    "no results": message("the record has no results"),
    "no cards": message("the record has no cards"),
    "no suits": message("the record has no suits"),
    "one shoe": message("the record has one shoe only"),
    "all alike": message("too few coups differ in what it compares"),
    "no copy": message("too few coups: no run could be long enough to be improbable"),
}

_DEPARTURES: dict[str, Message] = {
    "results": message("Banker wins more often, and Player as much less"),
    "pairs": message("Player alone has a pair more often"),
    "naturals": message("Player alone has a natural more often"),
    "drawing": message("Banker alone draws more often, and nobody as much less"),
    "bet": message("the RTP is higher, or lower"),
    "card-copies": message("two shoes share a run of cards"),
    "card-shoes": message("shoes are copies of others"),
    "result-copies": message("two shoes share a run of results"),
    "result-shoes": message("shoes are copies of others"),
    "runs": message("the last winner wins again more often, or less"),
    "lags": message("the winner of some wins ago wins again more often, or less"),
    "trend": message("from first to last coup Banker wins ever more often, and Player as much less"),
    "shoe-to-shoe": message("whoever won this coup in the shoe before wins more often, or less"),
    "points-trend": message("from first to last coup the mean points of a card rise, or fall"),
    "card-lags": message("the points of a card are correlated with those of one shortly before"),
    "suit-lags": message("a card has the suit of one shortly before more often, or less"),
    "suits": message("a suit has more of each shoe than a quarter, or less"),
    "ranks": message("each shoe lacks cards of one rank, or has too many"),
    "cards": message("each shoe lacks one of its 52 cards several times over, or has too many"),
}

_CHECKS: dict[str, Message] = {
    "backwards": message("coups earlier than the coup before"),
    "repeated": message("coups at the same second as the coup before"),
    "fast": message("coups less than {n} seconds after the coup before", n=LEAST_SECONDS),
    "constant": message("shoes whose intervals are all equal"),
}


def name(test: AnyTest) -> Text:
    """What a test is called."""
    return test.bet.title if isinstance(test, Wager) else NAMES[test.id]


def cause(test: AnyTest) -> Message:
    """What may have led to an alarm, apart from dealing that is not fair."""
    return _CAUSES["bet" if isinstance(test, Wager) else test.id]


def _decimal(x: Fraction | None, digits: int = 2) -> Figure:
    return Figure(Fraction(0) if x is None else x, "decimal", digits)


def found(test: Pattern) -> Message:
    """What a test found, whatever it means."""
    if test.id in COPIES:
        return _shared(test)
    observed, expected, lag = int(test.observed), _decimal(test.expected), test.detail
    match test.id:
        case "runs":
            return message(
                "the last winner won again {observed} times, expected {expected}",
                observed=observed,
                expected=expected,
            )
        case "lags":
            return message(
                "the winner of {lag} wins ago won again {observed} times, expected {expected}",
                lag=lag,
                observed=observed,
                expected=expected,
            )
        case "suit-lags":
            return message(
                "the suit of {lag} cards ago came {observed} times, expected {expected}",
                lag=lag,
                observed=observed,
                expected=expected,
            )
        case "card-lags":
            correlation = _decimal(test.observed, 4)
            return message("correlation {r} with the card {lag} before", lag=lag, r=correlation)
        case "shoe-to-shoe":
            return message(
                "as in the shoe before, less the opposite: {observed}, expected {expected}",
                observed=observed,
                expected=expected,
            )
        case "points-trend":
            return message("rising from first to last coup by z = {z}", z=_decimal(test.z))
        case "trend":
            sort = _WINS[test.detail]
            return message("{sort}: late rather than early by z = {z}", sort=sort, z=_decimal(test.z))
    dealt, share = test.dealt or (0, Fraction(0))
    return message(
        "{kind}: {n} dealt, expected {expected}", kind=_kind(lag), n=dealt, expected=_decimal(share)
    )


def _shared(test: Pattern) -> Message:
    if test.run is None:
        return message("no two shoes share a run")
    (shoe, coup), (other, second) = test.run.first, test.run.second
    length, cards = test.run.length, test.id == "card-copies"
    return message(
        "{run}: shoe {shoe} from coup {coup}, shoe {other} from coup {second}",
        run=message("{n} equal cards", n=length) if cards else message("{n} equal results", n=length),
        shoe=shoe,
        coup=coup,
        other=other,
        second=second,
    )


def _kind(detail: str) -> str:
    """A suit, a rank or a card as a page shows it."""
    return detail if detail in RANKS else detail[:-1].replace("T", "10") + _SUITS[detail[-1]]


def pattern_table(patterns: Iterable[Pattern]) -> Table:
    """One row per test of order, cards and copies: what it found."""
    columns = Column("test", message("Test"), "text"), Column("found", message("What was found"), "text")
    rows = tuple((NAMES[test.id], found(test)) for test in patterns)
    notes = (
        message(
            "Runs, repeats and places: given which coups each shoe had, every order of these is equally "
            "likely in a fair shoe, up to the coup in which the cut card shows; the coups from it on, or the "
            "last two, are left out. Ties do not count in runs and repeats."
        ),
        message(
            "Copies: the longest run that two shoes share, or two parts of one; p is a bound on the "
            "probability of one so long anywhere."
        ),
        message(
            "Cards: each is compared with the cards unseen before it. Of several distances the least likely "
            "is shown."
        ),
    )
    return Table(message("Order, cards and copies"), columns, rows, notes)


def not_run_table(not_run: Iterable[NotRun], others: Iterable[Text]) -> Table:
    """The tests that could not run, and why; `others` are bets that no coup settles."""
    columns = Column("test", message("Test"), "text"), Column("why", message("Why not"), "text")
    rows: list[tuple[Text, Text]] = [(NAMES[one.id], why(one)) for one in not_run]
    rows += [(bet, message("no coup settles it by what the record says")) for bet in others]
    return Table(message("Tests that could not run"), columns, tuple(rows))


def why(one: NotRun) -> Message:
    """Why a test could not run."""
    if one.why == "few coups":
        return plural("it needs {n} coup in order", "it needs {n} coups in order", one.least)
    if one.why == "few read":
        return plural("it needs {n} card that was read", "it needs {n} cards that were read", one.least)
    if one.why == "few cards":
        return plural("it needs {n} card", "it needs {n} cards, dealt and left", one.least)
    return _WHY[one.why]


def power_table(departures: Iterable[Departure], title: Message) -> Table:
    """What tests could have found."""
    fields: Fields[Departure] = (
        headed("test", message("Test"), "text", _tested),
        headed("departure", message("What would have to be"), "text", lambda one: _DEPARTURES[one.id]),
        headed("size", message("For instance"), "text", lambda one: _size(one.id, one.size)),
        Column("coups", message("Found in coups"), "count"),
        headed("least", message("Least found here"), "text", _least),
    )
    notes = (
        message(
            "Found in coups: in that many coups, in shoes as long as these, the test raises an alarm with a "
            "probability of 90%. Of a shared run, as many as hold it twice."
        ),
        message("Percentages are points: what is added to a probability or to an RTP, or taken from it."),
        message(
            "Least found here: the smallest that these coups find with the same probability; what is less "
            "goes unnoticed more often."
        ),
        message(
            "By the normal and the noncentral χ² law, at each test's part of the rate of alarms: half of it "
            "is for results and bets together, half is divided equally among the others."
        ),
    )
    return field_table(title, departures, fields, notes, estimates=True)


def _tested(one: Departure) -> Text:
    if one.bet is not None:
        return one.bet.title
    return NAMES[{"card-shoes": "card-copies", "result-shoes": "result-copies"}.get(one.id, one.id)]


def _least(one: Departure) -> Text:
    return message("none, however large") if one.least is None else _size(one.id, one.least)


def _size(id: str, size: Fraction) -> Message:
    """The size of a departure, in its unit."""
    if id == "card-copies":
        return message("{n} cards", n=_decimal(size, 0))
    if id == "result-copies":
        return message("{n} results", n=_decimal(size, 0))
    if id in ("card-shoes", "result-shoes"):
        return message("{part} of the shoes", part=Figure(size, "percent", 2))
    if id in ("ranks", "cards"):
        return message("{n} cards a shoe", n=_decimal(size))
    if id == "points-trend":
        return message("{n} points", n=_decimal(size))
    if id == "card-lags":
        return message("a correlation of {n}", n=_decimal(size, 4))
    return message("by {part}", part=Figure(size, "percent", 2))


def times_table(times: Times) -> Table:
    """What the times of coups say."""
    columns = Column("what", message("Times"), "text"), Column("number", message("Number"), "count")
    rows = [(message("coups with a time"), times.given)]
    if times.unread:
        rows.append((message("times that could not be read"), times.unread))
    rows += [(_CHECKS[check.id], check.failed) for check in times.checks]
    notes = [
        message(
            "The pauses at a table follow no known law, so times have no p. What is counted here cannot come "
            "from a clock that was read at each coup."
        )
    ]
    if times.spread:
        shortest, median, longest = times.spread
        notes.append(
            message(
                "Seconds from coup to coup: {shortest} at least, {median} in the middle, {longest} at most.",
                shortest=_decimal(shortest),
                median=_decimal(median),
                longest=_decimal(longest),
            )
        )
    notes += untimely(times)
    return Table(message("Times"), columns, tuple(rows), tuple(notes))


def untimely(times: Times) -> Iterator[Message]:
    """One sentence per check of times that fails."""
    for check in times.checks:
        if check.first:
            shoe, coup = check.first
            yield message(
                "{what}: {n}, first in shoe {shoe}, coup {coup}.",
                what=_CHECKS[check.id],
                n=check.failed,
                shoe=shoe,
                coup=coup,
            )


def _decimals(digits: int) -> kinds.Kind:
    return replace(kinds.DECIMAL, entry=lambda x: decimal_text(x, digits))


_SUM = _decimals(6)
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
    said("observed", _SUM),
    said("expected", _SUM.optional),
    said("z", _SUM.optional),
    said("detail", TEXT),
    said("run", _RUN.optional),
)
NOT_RUN: Fields[NotRun] = (said("id", TEXT), said("why", TEXT, lambda one: str(why(one))))
DEPARTURE: Fields[Departure] = (
    said("test", TEXT, "id"),
    said("bet", kinds.REFERENCE.optional, lambda one: one.bet and one.bet.reference),
    said("departure", TEXT, lambda one: str(_DEPARTURES[one.id])),
    said("size", _SUM),
    said("coups", COUNT),
    said("least", _SUM.optional),
)
_CHECK = (
    said("id", TEXT),
    said("failed", COUNT),
    said("shoe", TEXT, lambda check: check.first and check.first[0], absent=True),
    said("coup", kinds.INTEGER, lambda check: check.first and check.first[1], absent=True),
)
TIMES: Fields[Times] = (
    said_as(COUNT, "given", "unread", "intervals"),
    said("checks", records(_CHECK)),
)
