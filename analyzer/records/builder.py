"""Builds recorded shoes step by step from the coups, cards and settings found in a record.

Methods raise `AnalyzerError` if what is added contradicts what the shoe already states.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.record import Read, RecordedCoup, RecordedShoe, Unread, place_text
from analyzer.records.values import StakeError
from analyzer.text import Text, either, joined, message

Row = dict[str, Any]
"""What a record states about one coup: fields of `RecordedCoup` and, once a winner is read, `marks`: the
letters (`p`, `b` and `n`, or none of these) that were written after it."""

Why = AnalyzerError | Text
"""The reason why something could not be read."""

Fault = tuple[str, Why]
"""A place that could not be read, and the reason."""

SETTINGS = ("variant", "decks", "remaining", "rules", "procedure", "cut_card", "seed")
"""The keys of the settings that a record may state about the game."""

SHOE_EXAMPLES = either(("shoe", "shoe_id", "shoe_number", "靴号"))
"""Examples, for errors, of the columns and keys that name a shoe."""

_LIKE_A_SHOE = re.compile("shoe|sabot|靴|鞋|슈|ขอน|hộp|giày")

_PLACES = re.compile(
    "(?<![a-z])(?:table|tisch|pit|room|session|casino|site|venue|bàn|ban)(?![a-z])|^(?:table|session)"
    "|桌|台|厅|廳|场|場|โต๊ะ|โตะ|테이블"
)
_PASSING = re.compile(
    "(?<![a-z])(?:date|day|dealer|croupier|shift|ngày|ngay)(?![a-z])|^dealer|date$|日期|日子|荷官|วัน|날짜|일자|딜러"
)
"""Names of things that are the same for a whole shoe, and of things that may change from coup to coup."""

FEWEST_CARDS, MOST_CARDS = 4, 6
"""The fewest and the most cards of a coup; a shorter or longer list of cards is not one coup."""

MOST_SUGGESTIONS = 100
"""After this number of faults in a record, no further fault suggests what was meant."""

HANDS = ("player", "banker", "drawn")
"""The fields of a coup that contain cards."""

_ALWAYS_SET = {"number", "where"}  # The fields of every coup, even if nothing in it could be read.


class ShoeBuilder:
    """Collects coups, cards and settings into shoes; `take_finished` returns complete ones, `end` the rest.

    Settings stated before any shoe is named apply to all shoes. If shoes have no names, a coup with the
    number 1 after other coups begins the next shoe. `marked` is whether the shoe's outcomes are written with
    marks; an outcome without marks then means no pair and no natural. `faults_found` counts the faults of all
    shoes, and `columns` are the names of the columns or keys found.
    """

    def __init__(self) -> None:
        """A builder that has read nothing yet."""
        self._finished: list[RecordedShoe] = []
        self._shared_settings: dict[str, str] = {}
        self._shoes = 0
        self.faults_found = 0
        self.columns: tuple[str, ...] = ()
        self._unclear: Text = ""
        self._selected: set[str] = set()
        self._clear()

    def _clear(self) -> None:
        self.stream: list[Read] = []
        self.marked = False
        self.unknown_names: dict[str, None] = {}
        self._name: str | None = None
        self._apart: dict[str, tuple[str, int]] = {}  # the last value of a column, and the coup that has it
        self.rows: list[Row] = []
        self._burned: tuple[Read, ...] | None = None
        self._settings: dict[str, str] = {}
        self._faults: list[tuple[str, Text, Row | None, bool]] = []  # where, why, the coup, and if of a stake
        self._faulty: set[int] = set()  # the identities of coups with faults other than those of stakes

    def begin(self, name: str | None = None) -> None:
        """Begin a shoe; settings and faults found before the first one belong to it."""
        if self._name is not None or self._has_data():
            self._finish()
        self.rows, self._name = [], name

    def _has_data(self) -> bool:
        return bool(self.stream) or any(not self._is_lost(row) for row in self.rows)

    def _is_lost(self, row: Row) -> bool:
        """Whether a coup has a fault and nothing in it could be read."""
        return row.keys() == _ALWAYS_SET and id(row) in self._faulty

    def select(self, name: str) -> None:
        """Continue the shoe with this name, or begin it; unreadable coups before the first belong to it."""
        if self._name is None and self.rows and not self._has_data():
            self._name = name
        elif name != self._name:
            if name in self._selected:
                self._unclear = message(
                    "expected the coups of shoe {shoe} one after another, got more of them after shoe "
                    "{other}, which may be from the same shoe or another one; sort the record by shoe, and "
                    "give each shoe a unique name",
                    shoe=quoted(name),
                    other=quoted(self._name or ""),
                )
            self.begin(name)
        self._selected.add(name)

    def check_apart(self, found: Mapping[str, str], number: int | None) -> None:
        """Note what the row just added says about its table, date or dealer, by column.

        If this differs from an earlier row of the shoe, the two rows may be from different shoes. A date and
        a dealer may change within a shoe, but only from one coup to a later one.
        """
        for column, value in found.items():
            before, last = self._apart.setdefault(column, (value, 0))
            goes_on = tells_apart(column) == "passing" and number is not None and number > last
            if value != before and not goes_on:
                self._unclear = message(
                    "expected one value of the column or key {column} in a shoe, got {before} and {value}, "
                    "which may be two shoes; columns found: {columns}; give each shoe a unique name in a "
                    "column or key shoe (such as table and shoe together), or drop {column} if it does not "
                    "distinguish shoes",
                    column=quoted(column),
                    before=quoted(before),
                    value=quoted(value),
                    columns=self.columns,
                )
            self._apart[column] = (value, max(last, number or 0))

    def refuse_two_names(self, columns: Sequence[str]) -> None:
        """Reject a record with several columns or keys for the name of the shoe."""
        self._unclear = message(
            "expected one column or key for the name of the shoe, got {columns}; rename or drop all but one",
            columns=tuple(map(quoted, columns)),
        )

    def begin_table(self, columns: tuple[str, ...]) -> None:
        """Begin a table with these columns; its shoes may have the same names as shoes before it."""
        self.columns, self._selected = columns, set()

    def set(self, key: str, value: Any) -> None:
        """Store a setting of the game, or the cards `burned`; a shoe has only one value for each key."""
        if key == "burned":
            if self._burned not in (None, value):
                raise AnalyzerError("expected one burn per shoe, got another")
            self._burned = value
            return
        if self._settings.setdefault(key, value) != value:
            raise AnalyzerError(
                "expected {setting} {before} as before in this shoe, got {value}",
                setting=key.replace("_", " "),
                before=quoted(self._settings[key]),
                value=quoted(value),
            )
        if self._name is None:
            self._shared_settings[key] = value

    def add_coup(self, row: Row, where: str, faults: Sequence[Fault] = ()) -> None:
        """Add the readable parts of a coup, and its faults.

        An unreadable line counts as a coup too, but is dropped if the next coup has the number given to it.
        """
        if row.get("number") is None:
            row["number"] = self.rows[-1]["number"] + 1 if self.rows else 1
        else:
            self.make_room(row, where)
        row["where"] = where
        if self.stream:
            raise AnalyzerError(
                "expected more cards in the order drawn, got a coup; begin another shoe with shoe: NAME"
            )
        if row.get("drawn") is not None and "player" in row and "banker" in row and _same_cards(row):
            del row["drawn"]
        if row.get("marks"):
            self.marked = True
        self.rows.append(row)
        self._add_faults(faults, row)

    def make_room(self, row: Row, where: str) -> None:
        """Begin the next shoe if the coup belongs to it; drop an unreadable line before it that was given the
        same number.
        """
        number = row.get("number")
        if self.rows and self.rows[-1]["number"] == number and self._is_lost(self.rows[-1]):
            self.rows.pop()
        if number == 1 and self._name is None and self.rows and not _repeats(self.rows[-1], row):
            if self.rows[-1]["number"] == 1:
                again = message(
                    "expected coup 2 after coup 1, got another coup 1, which may be the same coup again or "
                    "the first coup of another shoe; correct its number, or name the shoes"
                )
                self._unclear = joined(": ", (place_text(where), again))
            self.begin()

    def _add_faults(self, faults: Sequence[Fault], row: Row | None) -> None:
        self.faults_found += len(faults)
        if faults:
            of_stakes = [isinstance(why, StakeError) for _, why in faults]
            places = zip(faults, of_stakes, strict=True)
            self._faults += [(where, sentence_of(why), row, of_stake) for (where, why), of_stake in places]
            if not all(of_stakes):
                self._faulty.add(id(row))

    def add_row(self, row: Row, hand: str, where: str, faults: Sequence[Fault]) -> None:
        """Add a coup or, if `hand` is given, a card of that hand: to the coup, or to the cards drawn."""
        try:
            if hand and row.keys() == {"drawn"}:
                self._add_faults(faults, None)
                self.add_drawn(row["drawn"])
            elif not (hand and self.extend_coup(row, hand, faults)):
                self.add_coup(row, where, faults)
        except AnalyzerError as fault:
            self.add_fault(where, fault)

    def extend_coup(self, row: Row, key: str, faults: Sequence[Fault] = ()) -> bool:
        """Add a row to the last coup, its stakes or cards (`key`) at the end; False if the coups differ."""
        last = self.rows[-1] if self.rows else {}
        shared = row.keys() & last.keys() - {key}
        if "number" not in shared or any(row[other] != last[other] for other in shared):
            return False
        last |= row | {key: (*last.get(key, ()), *row.get(key, ()))}
        self._add_faults(faults, last)
        return True

    def add_drawn(self, cards: tuple[Read, ...]) -> None:
        """Add cards, in the order drawn, to a shoe recorded without coups."""
        if self.rows:
            raise AnalyzerError("expected a coup, got cards alone; write P:9c,5d B:Kh,2c, or D:9c,Kh,5d,2c")
        self.stream += cards

    def add_unreadable(self, where: str, why: Why) -> None:
        """Add an unreadable coup or, in a shoe recorded as cards alone, only the fault."""
        if self.stream:
            self.add_fault(where, why)
        else:
            self.add_coup({}, where, [(where, why)])

    def add_fault(self, where: str, why: Why) -> None:
        """Add a fault that belongs to no coup."""
        self._add_faults([(where, why)], None)

    def check_last_line(self, where: str) -> None:
        """Add a fault if the last line is cut off: it has no line break and states less than the others."""
        *before, last = self.rows or [{}]
        if self._faults and self._faults[-1][2] is last:
            return
        if before and last["where"] == where and _is_less_complete(last, before):
            less = message(
                "expected a coup as complete as those before it, got a line that does not end: it is cut off"
            )
            self._add_faults([(where, less)], last)
        elif len(self.stream) > 1 and _lacks_suit(self.stream[-1:]) and not _lacks_suit(self.stream[:-1]):
            no_suit = message("expected a card with its suit, got a line that does not end: it is cut off")
            self.add_fault(where, no_suit)

    def end(self, *, only_remarks: bool = False) -> Iterator[RecordedShoe]:
        """The shoes not yet taken. Raises AnalyzerError if nothing could be read: the record is empty, or has
        `only_remarks`.
        """
        stated = self._name is not None or self._settings or self._burned is not None
        if stated or self._has_data() or (self._shoes and self._faults):
            self._finish()
        yield from self.take_finished()
        if not self._shoes:
            if not self._faults:
                if only_remarks:
                    raise AnalyzerError("expected a recorded shoe, got only remarks")
                raise AnalyzerError("expected a recorded shoe, got an empty record")
            (where, why, *_), *others = self._faults
            raise AnalyzerError(joined(": ", filter(None, (place_text(where), and_more(why, len(others))))))

    def take_finished(self) -> list[RecordedShoe]:
        """The shoes finished since the last call.

        Raises:
            AnalyzerError: it is not certain which coups belong to one shoe.
        """
        if self._unclear:
            raise AnalyzerError(self._unclear)
        shoes, self._finished = self._finished, []
        return shoes

    def _finish(self) -> None:
        self._shoes += 1
        if self._name is None and (likely := next(filter(may_name_a_shoe, self.unknown_names), None)):
            self._unclear = message(
                "expected the name of the shoe in a column or key such as {examples}, got {name}, which is "
                "unknown; columns found: {columns}; rename it shoe, or rename or drop it if it does not "
                "distinguish shoes",
                examples=SHOE_EXAMPLES,
                name=quoted(likely),
                columns=self.columns,
            )
        places = {id(row): place for place, row in enumerate(self.rows)}
        for row in self.rows:
            marks = row.pop("marks", None)
            if self.marked and marks is not None:
                for flag, mark in (("player_pair", "p"), ("banker_pair", "b"), ("natural", "n")):
                    row.setdefault(flag, mark in marks)
        name = str(self._shoes) if self._name is None else self._name
        coups, stream = tuple([RecordedCoup(**row) for row in self.rows]), tuple(self.stream)
        settings, unknown = {**self._shared_settings, **self._settings}, tuple(self.unknown_names)
        unread = tuple(
            [
                Unread(where, why, place, of_stake and place is not None)
                for where, why, row, of_stake in self._faults
                for place in (places.get(id(row)),)
            ]
        )
        shoe = (name, coups, stream, self._burned, settings, unread, unknown, self.columns)
        self._finished.append(RecordedShoe(*shoe, named=self._name is not None))
        self._clear()


def sentence_of(why: Why) -> Text:
    """The reason as a sentence."""
    return why.message if isinstance(why, AnalyzerError) else why


def and_more(why: Why, others: int) -> Text:
    """A reason, with the number of further faults, if there are any."""
    sentence = sentence_of(why)
    return message("{why} (and {n} more)", why=sentence, n=others) if others else sentence


def may_name_a_shoe(name: str) -> bool:
    """Whether an unknown column or key looks like the name of a shoe."""
    return _LIKE_A_SHOE.search(name.casefold()) is not None


@lru_cache(1024)
def tells_apart(name: str) -> str | None:
    """What an unknown column or key may distinguish shoes by: `place`, or `passing` if its values may change
    within a shoe; None if it is neither.

    >>> [tells_apart(name) for name in ("Table No.", "tableId", "桌号", "gaming_date", "dealer", "who")]
    ['place', 'place', 'place', 'passing', 'passing', None]
    """
    name = name.casefold()
    return "place" if _PLACES.search(name) else "passing" if _PASSING.search(name) else None


def _repeats(last: Row, row: Row) -> bool:
    """Whether a coup has the number and the cards of the last one, and so is the same coup written twice."""
    same = all(last.get(key) == row.get(key) for key in ("number", *HANDS))
    return same and any(map(row.get, HANDS))


def _is_less_complete(last: Row, before: Sequence[Row]) -> bool:
    """Whether a coup lacks something that all coups before it have: a field, suits, or the nets of stakes."""
    cards = _cards_of(last)
    if "status" in last or None in cards:
        return False
    if set.intersection(*map(_regular_fields, before)) - _regular_fields(last):
        return True
    if _lacks_suit(cards) and not any(_lacks_suit(_cards_of(row)) for row in before):
        return True
    nets = [stake.net for row in before for stake in row.get("stakes", ())]
    return bool(nets) and None not in nets and any(stake.net is None for stake in last.get("stakes", ()))


def _cards_of(row: Row) -> list[Read]:
    return [card for hand in HANDS for card in row.get(hand, ())]


def _regular_fields(row: Row) -> set[str]:
    """The fields that all coups of a record have or all lack; cards drawn count as both hands."""
    hands = {"player", "banker"} if "drawn" in row else set()
    return (row.keys() | hands) - {"drawn", "cut", "status", "stakes", "marks"}


def _lacks_suit(cards: Iterable[Read]) -> bool:
    return any(card is not None and card.suit is None for card in cards)


def _same_cards(row: Row) -> bool:
    """Whether `drawn` has the cards of the hands: hand by hand, or as dealt, with or without the first."""
    player, banker, drawn = row["player"], row["banker"], row["drawn"]
    as_dealt = (*chain(*zip(player[:2], banker[:2], strict=False)), *player[2:], *banker[2:])
    return len(player) > 1 < len(banker) and drawn in (player + banker, as_dealt, as_dealt[1:])
