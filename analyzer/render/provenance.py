"""The origin of an output: program, question and digests of data, independent of clock and machine."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.exact import quoted
from analyzer.text import Text, message

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """The question as facts by name, and the SHA-256 of its data; if not `dated`, the same on every day."""

    facts: Pairs = ()
    digests: Pairs = ()
    dated: bool = True

    def beside(self, other: "Provenance", *names: str) -> "Provenance":
        """The provenance of two things with two names: shared pairs once, the rest under the name of each."""

        def merged(ours: Pairs, theirs: Pairs) -> Pairs:
            pairs = [pair for pair in ours if pair in theirs]
            shared = set(pairs)
            for name, own in zip(names, (ours, theirs), strict=True):
                pairs += [(f"{key} {name}", value) for key, value in own if (key, value) not in shared]
            return tuple(pairs)

        return Provenance(merged(self.facts, other.facts), merged(self.digests, other.digests))

    def lines(self) -> tuple[Text, ...]:
        """The provenance as people read it, the same in every language but for the date."""
        made = ", ".join([f"baccarat {__version__}", *(f"{name} {value}" for name, value in self.facts)])
        days = [] if (date := self._date()) is None else [message("Made on {date}.", date=date)]
        return (made, *(f"{name} sha256:{digest}" for name, digest in self.digests), *days)

    def document(self) -> dict[str, object]:
        """The provenance for machines."""
        facts = {"version": __version__, **dict(self.facts)}
        return {**facts, "sha256": dict(self.digests), "date": self._date()}

    def _date(self) -> str | None:
        moment = epoch() if self.dated else None
        return None if moment is None else moment.date().isoformat()


NOWHERE = Provenance()
"""The provenance of what depends on nothing but the program."""


def epoch() -> datetime | None:
    """The moment that SOURCE_DATE_EPOCH asks for, in UTC; None where it is not set.

    Raises:
        RenderError: it is not a number of seconds since 1970.

    Source: https://reproducible-builds.org/specs/source-date-epoch/
    """
    text = os.environ.get("SOURCE_DATE_EPOCH")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 11):
        raise RenderError(f"expected SOURCE_DATE_EPOCH as seconds since 1970, got {quoted(text)}")
    return datetime.fromtimestamp(int(text), UTC)
