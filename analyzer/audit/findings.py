"""An audit: what was found about each of some claims.

Judges nothing; `verdict.py` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from analyzer.audit.verdict import Finding
from analyzer.displayable import Answer


@dataclass(frozen=True, repr=False, slots=True)
class Audit(Answer, Sequence[Finding]):
    """The findings of an audit, one a claim, in order.

    `passed` says that nobody has to look: no claim is wrong that is not marked as a known error, and none
    that is marked agrees.
    """

    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is amiss; `baccarat audit` ends with status 0 then, and else with 1."""
        return not any(finding.is_error for finding in self.findings)

    @overload
    def __getitem__(self, place: int) -> Finding: ...

    @overload
    def __getitem__(self, place: slice) -> "Audit": ...

    def __getitem__(self, place: int | slice) -> "Finding | Audit":
        """The finding at a place from 0, or an audit of several."""
        return Audit(self.findings[place]) if isinstance(place, slice) else self.findings[place]

    def __len__(self) -> int:
        """The number of claims."""
        return len(self.findings)
