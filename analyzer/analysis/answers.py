"""What answers have in common: a mapping by the keys of their bets, and the bets that they leave out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Protocol, TypeVar

from analyzer.analysis.question import Excluded, Question, TooCoarse, excluded, keys_of
from analyzer.bets.bet import Bet
from analyzer.displayable import Answer


class HasBet(Protocol):
    """An answer about one bet."""

    @property
    def bet(self) -> Bet:
        """The bet."""


T_co = TypeVar("T_co", bound=HasBet, covariant=True)


class ByBet(Answer, Mapping[str, T_co]):
    """Answers about several bets, in order: a mapping from the keys of the bets, see `keys_of`.

    `id/paytable` is understood, too, and an id alone, which is the first bet of that id.
    """

    per_bet: ClassVar[str]
    """The name of the field that holds the answers."""

    def _answers(self) -> Sequence[T_co]:
        found: Sequence[T_co] = getattr(self, self.per_bet)
        return found

    def __getitem__(self, key: str) -> T_co:
        """The answer about a bet."""
        answers = self._answers()
        aliases = {name: answer for answer in answers[::-1] for name in (answer.bet.id, answer.bet.reference)}
        return (aliases | dict(zip(self, answers, strict=True)))[key]

    def __iter__(self) -> Iterator[str]:
        """The keys of the bets."""
        return iter(keys_of([answer.bet for answer in self._answers()]))

    def __len__(self) -> int:
        """The number of bets."""
        return len(self._answers())


class LeavesOut(Answer):
    """An answer that leaves out the bets for which the question's shoe is known too coarsely."""

    __slots__ = ()

    question: Question
    too_coarse: TooCoarse

    @property
    def excluded(self) -> Excluded:
        """Every bet left out, with the reason."""
        return excluded(self.question.shoe, self.too_coarse, self.question.unavailable)
