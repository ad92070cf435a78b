"""The part of a sweep that has been played."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.analysis.sweep.tally import Tally
from analyzer.analysis.sweep.work import Work
from analyzer.errors import AnalyzerError
from analyzer.exact import quoted

SCHEMA = "baccarat-sweep/1"

_LONGEST = 500  # Characters shown of the differences between two sweeps.

Range = tuple[int, int]
"""A range of shoes by number: the first, and the one after the last."""


@dataclass(frozen=True)
class Played:
    """A part of a sweep: `done`, disjoint ranges of shoes in order, and the tally of all of them."""

    work: Work
    done: tuple[Range, ...]
    tally: Tally

    @classmethod
    def none(cls, work: Work) -> "Played":
        """The sweep before its first shoe."""
        return cls(work, (), Tally.none(work))

    @property
    def shoes(self) -> int:
        """How many shoes have been played."""
        return sum(end - first for first, end in self.done)

    @property
    def end(self) -> int:
        """One more than the number of the last shoe played; 0 if there is none."""
        return self.done[-1][1] if self.done else 0

    def missing(self, shoes: int, chunk: int) -> Iterator[Range]:
        """The ranges of the first `shoes` shoes not played yet, each of at most `chunk` shoes."""
        begin = 0
        for first, end in (*self.done, (shoes, shoes)):
            for start in range(begin, first, chunk):
                yield start, min(start + chunk, first)
            begin = end

    def adding(self, part: Range, tally: Tally) -> "Played":
        """This part with another range of shoes added, none of which it has."""
        joined: list[Range] = []
        for first, end in sorted((*self.done, part)):
            if joined and joined[-1][1] == first:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((first, end))
        return Played(self.work, tuple(joined), self.tally + tally)

    def document(self) -> dict[str, object]:
        """This part as JSON, schema `baccarat-sweep/1`; `of_document` reads it."""
        return {
            "schema": SCHEMA,
            "identity": self.work.identity(),
            "done": [list(part) for part in self.done],
            "tally": self.tally.document(),
        }

    @classmethod
    def of_document(cls, work: Work, document: object) -> "Played":
        """The part of a sweep that a document holds.

        Raises:
            AnalyzerError: the document is malformed, or belongs to another sweep.
        """
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise AnalyzerError(f"expected an interrupted sweep of schema {SCHEMA!r}, got something else")
        if other := _differences(work.identity(), document.get("identity")):
            other = other if len(other) <= _LONGEST else other[: _LONGEST - 1] + "…"
            raise AnalyzerError(f"expected a part of this sweep, got one of another: {other}")
        tally = Tally.of_document(work, document.get("tally"))
        played = cls(work, tuple(_ranges(document.get("done"))), tally)
        if tally.shoes != played.shoes:
            raise AnalyzerError(
                f"expected a tally of the {played.shoes:,} shoes done, got one of {tally.shoes:,}"
            )
        return played


def _ranges(done: object) -> Iterator[Range]:
    """The ranges of a document; they must be in order, and none may begin where another ends."""
    before = -1
    for part in done if isinstance(done, list) else [done]:
        if not (isinstance(part, list) and [*map(type, part)] == [int, int] and before < part[0] < part[1]):
            raise AnalyzerError("done: expected ranges of shoes in order, got something else")
        before = part[1]
        yield part[0], part[1]


def _differences(here: object, there: object, name: str = "") -> str:
    """How two identities differ, as `seed 1 there, 2 here`; empty if they are equal."""
    if isinstance(here, dict) and isinstance(there, dict):
        by_key = (
            _differences(here.get(key), there.get(key), f"{name} {_key_text(key)}".strip())
            for key in here | there
        )
        return "; ".join(filter(None, by_key))
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there) == 1:
        return _differences(here[0], there[0], name)
    return "" if here == there else f"{name or 'identity'} {_text(there)} there, {_text(here)} here"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{_key_text(key)} {_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value)) or "none"
    return quoted(value).strip("'")


def _key_text(key: str) -> str:
    """A key, in quotes where it is not printable."""
    return key if key.isprintable() else quoted(key)
