"""Options that go together, written once: a command takes a group, and its help lists the options in it.

Knows no command.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar, get_type_hints

from analyzer.cli import options
from analyzer.cli.output import Output
from analyzer.cli.values import prices, shoe_of
from analyzer.game.shoe import Shoe

T = TypeVar("T")


@dataclass(frozen=True)
class WholeCoups:
    """What every question of a shoe can be asked with."""

    variant: options.VariantArgument = "standard"
    decks: options.Decks = None
    remaining: options.Remaining = None
    seen: options.Seen = ""
    bet: options.Bet = None
    bets: options.Bets = None
    rules: options.Rules = None
    pay: options.Pay = None
    commission: options.Commission = None

    @property
    def shoe(self) -> Shoe | None:
        """The shoe named; None where none is."""
        return shoe_of(self.decks, self.remaining)

    @property
    def shared(self) -> dict[str, Any]:
        """What is asked with beside variant and shoe, as the functions of the library take it."""
        return {
            "seen": self.seen,
            "bets": self.bet or None,
            "bet_files": self.bets or (),
            "rules": self.rules,
            "pay": prices(self.pay or ()),
            "commission": self.commission,
        }

    @property
    def one_bet(self) -> bool:
        """Whether `--bet` names one bet."""
        return len(self.bet or ()) == 1

    @property
    def alone(self) -> bool:
        """Whether one bet was asked for, and no file's."""
        return self.one_bet and not self.bets

    def ask(self, function: Callable[..., T], **own: Any) -> T:
        """The answer of a function of the library to this question, and to options of its own."""
        return function(self.variant, self.shoe, **self.shared | own)


@dataclass(frozen=True)
class KnownCoup(WholeCoups):
    """The same for a coup of which something may be known."""

    dealt: options.Dealt = None
    given: options.Given = None

    @property
    def shared(self) -> dict[str, Any]:
        """What is asked with beside variant and shoe, as the functions of the library take it."""
        return super().shared | {"dealt": self.dealt, "given": self.given}


@dataclass(frozen=True)
class AnyCoup(KnownCoup):
    """The same, counted even where that may take long."""

    exhaustive: options.Exhaustive = False

    @property
    def shared(self) -> dict[str, Any]:
        """What is asked with beside variant and shoe, as the functions of the library take it."""
        return super().shared | {"exhaustive": self.exhaustive}


@dataclass(frozen=True)
class Layout:
    """How the answer is written, and where."""

    format: options.Format = "text"
    digits: options.Digits = "4"
    lang: options.Language = "en"
    output: options.Output = None
    force: options.Force = False

    def checked(self, digits: str | None = None) -> Output:
        """The choice, checked; with other decimals where they are named.

        Raises:
            AnalyzerError: as `Output.of`.
        """
        return Output.of(
            self.format, self.digits if digits is None else digits, self.output, self.force, self.lang
        )


def expanded(command: Callable[..., T]) -> Callable[..., T]:
    """A command whose groups are replaced by their options, each as `--help` and Typer take it.

    An option that the command declares by the name of one in a group stands in its place.
    """
    taken = inspect.signature(command, eval_str=True).parameters
    groups = {
        name: one.annotation for name, one in taken.items() if hasattr(one.annotation, "__dataclass_fields__")
    }

    def flat() -> Iterator[inspect.Parameter]:
        seen = set[str]()
        for name, one in taken.items():
            for option in _options(one.annotation) if name in groups else [one]:
                if option.name not in seen:
                    seen.add(option.name)
                    own = taken.get(option.name, option)
                    yield own.replace(kind=inspect.Parameter.KEYWORD_ONLY)

    @wraps(command)
    def run(**given: Any) -> T:
        made = {
            name: group(**{field.name: given[field.name] for field in fields(group)})
            for name, group in groups.items()
        }
        return command(**made, **{name: given[name] for name in taken if name not in groups})

    signature = inspect.Signature(list(flat()))
    run.__signature__ = signature  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in signature.parameters.values()}
    return run


def _options(group: type) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        yield inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
