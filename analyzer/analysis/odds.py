"""The main job: what bets are worth on a shoe, with some cards of the coup known or something given.

Knows no names of files or library entries: bets, rules and shoes come in as values.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import Not
from analyzer.census.census import census, needs
from analyzer.census.gather import Split
from analyzer.census.kinds import Kinds
from analyzer.errors import AnalyzerError, ShoeError, did_you_mean
from analyzer.exact import grouped, quoted
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Fineness, Shoe
from analyzer.message import Message, say
from analyzer.shown import Shown

LeftOut = tuple[tuple[Bet, Message], ...]
"""Bets that have no worth where one was asked, with why, as a clause that goes on from the name."""


@dataclass(frozen=True)
class Report(Shown, Mapping[str, Valuation]):
    """Bets valued on one shoe: a mapping from bet id (or `id/paytable`) to Valuation, in order.

    `shoe` is what remains when the cards seen and dealt are gone; `total_ways` counts the deals looked at;
    `omitted` names bets that such a shoe is too coarse to answer, and the fineness that each needs;
    `elsewhere` names bets left out because these rules cannot have them, with why.
    """

    rules: Rules
    shoe: Shoe
    total_ways: int
    valuations: tuple[Valuation, ...]
    omitted: tuple[tuple[Bet, Fineness], ...] = ()
    given: Condition | None = None
    dealt: Dealt = NOTHING
    elsewhere: LeftOut = ()

    def __getitem__(self, key: str) -> Valuation:
        """The valuation of a bet, by key or by `id/paytable`; an id alone is the first of that id."""
        for name, valuation in zip(self, self.valuations, strict=True):
            if key == name:
                return valuation
        for valuation in self.valuations:
            if key in (valuation.bet.id, valuation.bet.reference):
                return valuation
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        """The bets' keys; see `keys_of`."""
        return iter(keys_of([valuation.bet for valuation in self.valuations]))

    def __len__(self) -> int:
        """The number of bets valued."""
        return len(self.valuations)

    def named(self, language: str) -> "Report":
        """This report with rules and bets called by their names in a language, where they have one there."""
        valuations = tuple(value.named(language) for value in self.valuations)
        omitted = tuple((bet.named(language), need) for bet, need in self.omitted)
        elsewhere = tuple((bet.named(language), why) for bet, why in self.elsewhere)
        return replace(
            self,
            rules=self.rules.named(language),
            valuations=valuations,
            omitted=omitted,
            elsewhere=elsewhere,
        )

    @property
    def left_out(self) -> LeftOut:
        """Every bet left out."""
        return left_out(self.shoe, self.omitted, self.elsewhere)


def left_out(shoe: Shoe, omitted: Iterable[tuple[Bet, Fineness]], elsewhere: LeftOut = ()) -> LeftOut:
    """Bets left out, with why: those for which a shoe is too coarse, and what each needs, and others."""
    by = SPOKEN[shoe.fineness]
    coarse = (
        (bet, say("needs the shoe by {need}, not by {known}", need=SPOKEN[need], known=by))
        for bet, need in omitted
    )
    return (*coarse, *elsewhere)


def odds(
    rules: Rules,
    bets: Sequence[Bet],
    shoe: Shoe,
    *,
    dealt: Dealt = NOTHING,
    given: Condition | None = None,
    demanded: frozenset[str] = frozenset(),
    exhaustive: bool = False,
) -> Report:
    """What each bet is worth on a coup dealt from this shoe.

    Args:
        rules: how the coup is dealt.
        bets: what to value, in order.
        shoe: the cards not yet seen, those of `dealt` still among them.
        dealt: cards of this coup that are known; they leave the shoe.
        given: what is known of the finished coup; probabilities are then conditional on it.
        demanded: references of bets that must be answered; others are left out where the shoe is too coarse.
        exhaustive: count also what needs more than 10⁸ patterns.

    Raises:
        ShoeError: too few cards, a card dealt that the shoe lacks, or a demanded bet (or what is given)
            needs the cards told apart more finely than the shoe knows them.
        ConditionError: a condition needs too many patterns.
        AnalyzerError: what is given, or known of the coup, cannot happen.
    """
    left = shoe.without(dealt.from_shoe(rules)) if dealt != NOTHING else shoe
    unknown = rules.cards_from_shoe - len(dealt.from_shoe(rules))
    if left.size < unknown:
        more = " more" if dealt != NOTHING else ""
        raise ShoeError(f"expected at least {unknown}{more} cards for a coup, got a shoe of {left.size}")
    first = guard(given)
    if not (need := needs(rules, first, dealt, exhaustive)).known_by(left.fineness):
        raise too_coarse(f"the condition given {str(given)!r}", need, left.fineness)
    valued, omitted = [], []
    for bet, wanted in answerable(rules, bets, left.fineness, demanded, first, dealt, exhaustive):
        if wanted is None:
            valued.append(bet)
        else:
            omitted.append((bet, wanted))
    counted = census(rules, [first, *(first + split(bet) for bet in valued)], dealt, exhaustive).ways(left)
    total = counted[0][-1]
    if total == 0:
        raise AnalyzerError(_impossible(rules, left, dealt, given))
    valuations = tuple(
        Valuation(bet, total, dict(zip(bet.nets, ways[len(first) :], strict=True)))
        for bet, ways in zip(valued, counted[1:], strict=True)
    )
    return Report(rules, left, total, valuations, tuple(omitted), given, dealt)


def answerable(
    rules: Rules,
    bets: Sequence[Bet],
    fineness: Fineness,
    demanded: frozenset[str] = frozenset(),
    first: Split = (),
    dealt: Dealt = NOTHING,
    exhaustive: bool = False,
) -> Iterator[tuple[Bet, Fineness | None]]:
    """Each bet, with the fineness that it needs where a shoe of this fineness is too coarse for it.

    Raises:
        ShoeError: the shoe is too coarse for a bet that must be answered, its reference being demanded.
        ConditionError: a condition needs too many patterns.
    """
    for bet in bets:
        need = needs(rules, first + split(bet), dealt, exhaustive)
        if need.known_by(fineness):
            yield bet, None
        elif bet.reference in demanded:
            raise too_coarse(f"bet {bet.reference!r}", need, fineness)
        else:
            yield bet, need.fineness


def keys_of(bets: Sequence[Bet]) -> list[str]:
    """A key of its own for each bet: its id; `id/paytable` where an id comes again, then `id (2)` and on."""
    ids = [bet.id for bet in bets]
    names = [bet.id if ids.count(bet.id) == 1 else bet.reference for bet in bets]
    return [
        name if name not in names[:place] else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


SPOKEN: dict[Fineness, Message] = {"points": say("points"), "ranks": say("ranks"), "cards": say("cards")}
_KNOWS: dict[Fineness, str] = {"points": "points", "ranks": "ranks", "cards": "suits"}


def guard(given: Condition | None) -> Split:
    """The conditions that set apart, before a bet's lines, the deals in which what is given does not hold."""
    return () if given is None else (Condition(f"not ({given})", Not(given.tree)),)


def split(bet: Bet) -> Split:
    """The conditions of a bet's lines, as a census takes them."""
    return tuple(line.when for line in bet.lines)


def too_coarse(what: str, need: Kinds, fineness: Fineness) -> ShoeError:
    """The error that says what needs which cards told apart, and what the shoe knows."""
    wanted = need.fineness
    return ShoeError(
        f"{what} needs {_KNOWS[wanted]}, and a shoe known by {fineness} tells no {_KNOWS[wanted]}; "
        f"give the shoe and the cards seen or dealt by {wanted}"
    )


def check_by(what: str, shoe: Shoe, by: Fineness | None) -> None:
    """See that kinds asked for are a fineness, and that the shoe tells them apart; None asks for none.

    Args:
        what: what is asked for by these kinds, in the plural.
        shoe: the cards.
        by: the kinds.

    Raises:
        ShoeError: the shoe is known too coarsely.
        AnalyzerError: it is no fineness.
    """
    if by is None:
        return
    if by not in FINENESSES:
        hint = did_you_mean(by[:40], FINENESSES) if isinstance(by, str) else ""
        raise AnalyzerError(f"unknown fineness {quoted(by)}{hint}")
    if FINENESSES.index(by) > FINENESSES.index(shoe.fineness):
        raise ShoeError(
            f"{what} by {by} need a shoe known by {by}, got one known only by {shoe.fineness}; give the shoe "
            f"and the cards seen by {by}, or ask by {shoe.fineness}"
        )


def _impossible(rules: Rules, shoe: Shoe, dealt: Dealt, given: Condition | None) -> str:
    known = f"the cards dealt {str(dealt)!r}" if dealt != NOTHING else ""
    stated = f"the condition given {given.text!r}" if given is not None else ""
    what = " together with ".join(part for part in (stated, known) if part)
    return (
        f"expected what can happen, got {what}, which no deal of the {grouped(shoe.size)} cards left "
        f"satisfies under rules {rules.id!r}"
    )
