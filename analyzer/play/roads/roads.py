"""Roads: what a scoreboard shows of a shoe, coup by coup."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from analyzer.errors import CardError, RenderError, ShoeError
from analyzer.exact import quoted
from analyzer.play.record import LETTERS, Outcome
from analyzer.play.roads.big_road import BigRoad, Cell, DerivedRoad, Mark, Ring

ROWS = 6
"""The default number of rows of a scoreboard."""

MOST_ROWS = 100
"""The most rows of a scoreboard, more than the longest run of a shoe needs."""

_OTHER = str.maketrans("rb", "br")


class Bead(NamedTuple):
    """A coup on the bead plate: its cell, its winner (`B`, `P`, `T`), and its pairs (`p`, `b`, `pb`)."""

    x: int
    y: int
    winner: str
    pairs: str


class NextMarks(NamedTuple):
    """The marks that a win of one side would add next.

    `logical` is the bead's place in the big road's record, `display` its cell in the picture. For each
    derived road there is the mark that it would gain, None until the ask road shows its ball.
    """

    logical: Cell
    display: Cell
    big_eye: Mark | None
    small: Mark | None
    cockroach: Mark | None


class Roads:
    """The roads of a shoe: bead plate, big road, big eye boy, small road, cockroach road, ask road.

    `faulty` has the numbers of a record's coups that have faults: the roads show the recorded result, or else
    the result by the rules.

    Roads are equal if they have the same outcomes on paper with the same number of rows.

    >>> roads = Roads(["B", "B", "Pp", "T"])
    >>> roads.add("P")
    >>> roads.big_eye.sequence
    'r'
    >>> roads.undo()
    >>> roads.big_road.display[-1]
    Ring(x=2, y=1, winner='P', ties=1, pairs='p', coup=2)
    """

    faulty: tuple[int, ...] = ()

    def __init__(self, outcomes: Iterable[Outcome | str] = (), rows: int = ROWS) -> None:
        """The roads of coups in order, as values or in their text form (`Bpn`), on paper with 1 to 100 rows.

        Raises:
            CardError: a text is not an outcome.
            RenderError: the number of rows is out of range.
        """
        if type(rows) is not int or not 1 <= rows <= MOST_ROWS:
            raise RenderError(
                "expected 1 to {most} rows of a scoreboard, got {given}", most=MOST_ROWS, given=quoted(rows)
            )
        self.rows = rows
        self.big_road = BigRoad(rows)
        self.big_eye, self.small, self.cockroach = (DerivedRoad(step, rows) for step in (1, 2, 3))
        self._derived = {"big_eye": self.big_eye, "small": self.small, "cockroach": self.cockroach}
        self._outcomes: list[Outcome] = []
        self._ask_history = [self._balls()]
        for outcome in outcomes:
            self.add(outcome)

    def add(self, outcome: Outcome | str) -> None:
        """Add a coup; raises `CardError` if a text is not an outcome."""
        outcome = outcome_of(outcome)
        winner, coup = LETTERS[outcome.winner], len(self._outcomes)
        if winner == "T":
            self.big_road.tie(1)
        else:
            at, same = self.big_road.recorded_at(winner), self.big_road.continues(winner)
            for road in self._derived.values():
                color = road.color(self.big_road, same=same)
                if color is not None:
                    road.add(color, coup, at)
            self.big_road.add(winner, outcome.pairs, coup)
        self._outcomes.append(outcome)
        self._ask_history.append(self._balls())

    def undo(self) -> None:
        """Take back the last coup; raises `ShoeError` if there is none."""
        if not self._outcomes:
            raise ShoeError("there is no coup to take back; add one first")
        self._ask_history.pop()
        if LETTERS[self._outcomes.pop().winner] == "T":
            self.big_road.tie(-1)
        else:
            self.big_road.take_back()
            for road in self._derived.values():
                if self.big_road.even(road.step) is not None:
                    road.take_back()

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The coups, in order."""
        return tuple(self._outcomes)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of coups: all, those won by `B`, `P` and `T`, and those with each pair or a natural."""
        won = Counter(LETTERS[outcome.winner] for outcome in self._outcomes)
        marks = ("player_pair", "banker_pair", "natural")
        counts = {mark: sum(map(attrgetter(mark), self._outcomes)) for mark in marks}
        return {"coups": len(self._outcomes), **{letter: won[letter] for letter in "BPT"}, **counts}

    @property
    def bead_plate(self) -> list[Bead]:
        """Every coup, placed down one column and then down the next."""
        return [
            Bead(i // self.rows + 1, i % self.rows + 1, LETTERS[outcome.winner], outcome.pairs)
            for i, outcome in enumerate(self._outcomes)
        ]

    @property
    def ask(self) -> dict[str, NextMarks]:
        """The marks that a win of `B` and of `P` would add next."""
        marks = {}
        for winner in "BP":
            at, same = self.big_road.recorded_at(winner), self.big_road.continues(winner)
            balls = (road.next_mark(self.big_road, winner) for road in self._derived.values())
            marks[winner] = NextMarks(at, self.big_road.layout.next(same=same), *balls)
        return marks

    @property
    def ask_history(self) -> list[str]:
        """The balls shown before each coup and now: Banker's three, `|`, Player's three; `-` for no ball."""
        return list(self._ask_history)

    def _balls(self) -> str:
        same = self.big_road.continues("B")
        banker = "".join(road.color(self.big_road, same=same) or "-" for road in self._derived.values())
        return f"{banker}|{banker.translate(_OTHER)}"

    def to_dict(self) -> dict[str, Any]:
        """All roads as written in JSON; a picture is a list of cells with their content."""
        big_road = self.big_road
        return {
            "counts": self.counts,
            "bead_plate": [list(bead) for bead in self.bead_plate],
            "big_road": {
                "leading_ties": big_road.leading_ties,
                "columns": [column._asdict() | {"ties": list(column.ties)} for column in big_road.columns],
                "display": [list(ring) for ring in big_road.display],
            },
            **{name: _derived_dict(road) for name, road in self._derived.items()},
            "ask": {winner: _next_dict(marks) for winner, marks in self.ask.items()},
            "ask_history": self.ask_history,
        }

    def __eq__(self, other: object) -> bool:
        """Whether the coups and the rows are the same; roads are mutable and so have no hash."""
        if not isinstance(other, Roads):
            return NotImplemented
        return self.rows == other.rows and self._outcomes == other._outcomes

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """The coups in their text form."""
        return f"{type(self).__name__}({[*map(str, self._outcomes)]!r}, rows={self.rows})"


def outcome_of(coup: Outcome | str) -> Outcome:
    """The outcome of a coup, given as a value or in its text form.

    Raises:
        CardError: the coup is neither.
    """
    if isinstance(coup, str):
        return _parsed(coup)
    if not isinstance(coup, Outcome):
        raise CardError(
            "expected a coup as an Outcome or as text such as Bpn, got {given}", given=quoted(coup)
        )
    return coup


_parsed = cache(Outcome.parse)


def _derived_dict(road: DerivedRoad) -> dict[str, Any]:
    start = {"start_coup": road.start_coup, "start_at": road.start_at and list(road.start_at)}
    return {"sequence": road.sequence, **start, "display": [list(mark) for mark in road.display]}


def _next_dict(marks: NextMarks) -> dict[str, Any]:
    logical, display, *balls = marks
    colored = (mark and {"color": mark.color, "display": [mark.x, mark.y]} for mark in balls)
    bead = {"logical": list(logical), "display": list(display)}
    return {"big_road": bead, **dict(zip(NextMarks._fields[2:], colored, strict=True))}


def last_column(display: Sequence[Bead | Ring | Mark]) -> int:
    """The last column that a picture uses; 0 if it is empty."""
    return max((placed.x for placed in display), default=0)


def dropped(display: Sequence[Bead | Ring | Mark], columns: int) -> int:
    """How many columns of a picture do not fit on a page of `columns` columns, at least 1.

    Whole columns are dropped on the left; the rest of the picture stays as it is.

    >>> dropped([Mark(1, 1, "r"), Mark(2, 1, "b"), Mark(3, 1, "r")], 2)
    1
    """
    return max(last_column(display) - columns, 0)
