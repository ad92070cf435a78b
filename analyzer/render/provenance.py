"""Where an artefact comes from: the program, what was asked, and digests of the data that decided the answer.

Never looks at the clock, nor at the machine: the same question gives the same text everywhere.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from analyzer import __version__
from analyzer.errors import RenderError
from analyzer.exact import quoted
from analyzer.text import Text, message

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """What was asked, as facts by name, and the SHA-256 of what it was asked of, by name.

    What is not `dated` is the same on every day, whatever SOURCE_DATE_EPOCH says.
    """

    facts: Pairs = ()
    digests: Pairs = ()
    dated: bool = True

    def beside(self, other: "Provenance", *names: str) -> "Provenance":
        """What two things of two names come from: what they share once, the rest under the name of each."""

        def merged(ours: Pairs, theirs: Pairs) -> Pairs:
            shared = tuple(pair for pair in ours if pair in theirs)
            apart = zip(names, (ours, theirs), strict=True)
            rest = (
                (f"{key} {name}", value)
                for name, pairs in apart
                for key, value in pairs
                if (key, value) not in shared
            )
            return (*shared, *rest)

        return Provenance(merged(self.facts, other.facts), merged(self.digests, other.digests))

    def lines(self) -> tuple[Text, ...]:
        """The provenance as people read it, the same in every language but for the date."""
        made = ", ".join([f"baccarat {__version__}", *(f"{name} {value}" for name, value in self.facts)])
        days = [message("Made on {date}.", date=date) for date in self._dates()]
        return (made, *(f"{name} sha256:{digest}" for name, digest in self.digests), *days)

    def document(self) -> dict[str, object]:
        """The provenance for machines."""
        return {
            "version": __version__,
            **dict(self.facts),
            "sha256": dict(self.digests),
            "date": next(self._dates(), None),
        }

    def _dates(self) -> Iterator[str]:
        """The day that SOURCE_DATE_EPOCH names, in UTC, if it is set and this page is dated.

        Source: https://reproducible-builds.org/specs/source-date-epoch/
        """
        if self.dated and (moment := epoch()) is not None:
            yield moment.date().isoformat()


NOWHERE = Provenance()
"""Of what was asked of nothing but the program."""


def epoch() -> datetime | None:
    """The moment that SOURCE_DATE_EPOCH asks for, None where it is not set.

    Raises:
        RenderError: it is not a number of seconds since 1970.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 11):
        raise RenderError(f"expected SOURCE_DATE_EPOCH as seconds since 1970, got {quoted(text)}")
    return datetime.fromtimestamp(int(text), UTC)
