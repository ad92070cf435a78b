"""A question: the game, its rules, the bets, the cards left, and what is known of the coup."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from analyzer.bets.bet import Bet, Variant
from analyzer.bets.condition import Condition
from analyzer.bets.digest import rules_and_bets
from analyzer.bets.tree import Not
from analyzer.census.census import needs, reckoned
from analyzer.census.collect import Split
from analyzer.census.kinds import held
from analyzer.displayable import one_line
from analyzer.errors import ShoeError
from analyzer.exact import grouped
from analyzer.game.cards import Card
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, Fineness, Shoe
from analyzer.given import is_one_of, unknown
from analyzer.text import Message, Text, message

if TYPE_CHECKING:
    from analyzer import Verbs
else:
    Verbs = object

MAIN = ("player", "banker", "tie")  # The ids of the bets on who wins.

Excluded = tuple[tuple[Bet, Message], ...]
"""Bets left out of an answer, each with the reason: a clause whose subject is the bet."""

FINENESS_WORDS: dict[Fineness, Message] = {
    "points": message("points"),
    "ranks": message("ranks"),
    "cards": message("cards"),
}

_SHORT, _FEW_BETS = 24, 2  # The most characters of a shoe, and the most bets, that a question's text lists.
TooCoarse = tuple[tuple[Bet, Fineness], ...]  # Bets that need a finer shoe, with the fineness each needs.


@dataclass(frozen=True, repr=False)
class Question(Verbs):
    """What every question shares, resolved once; every answer carries it as `question`.

    Each public function that takes a variant is also a method: `q.removal(by="points")` is
    `removal(q, by="points")`.

    Attributes:
        variant: the game, whose name, decks and bets are the defaults.
        bets: the bets in question, in order, at their prices.
        shoe: the cards left after those `seen`; the cards `dealt` in this coup are still among them.
        given: what is known of the finished coup; probabilities are conditional on it.
        exhaustive: whether to count even conditions that need more than 10⁸ patterns.
        demanded: references of the bets that must be answered; others are left out if they cannot.
        unavailable: bets left out already, with the reasons.
    """

    variant: Variant
    rules: Rules
    bets: tuple[Bet, ...]
    shoe: Shoe
    seen: tuple[Card, ...] = ()
    dealt: Dealt = NOTHING
    given: Condition | None = None
    exhaustive: bool = False
    demanded: frozenset[str] = frozenset()
    unavailable: Excluded = ()

    @classmethod
    def of(cls, rules: Rules, bets: Sequence[Bet], shoe: Shoe, **known: Any) -> "Question":
        """A question that belongs to no variant: its game has the name of the rules and an empty id."""
        bets = tuple(bets)
        return cls(Variant("", rules.name, rules, 8, bets, rules.names), rules, bets, shoe, **known)

    @classmethod
    def fresh(
        cls, variant: Variant, bets: Iterable[Bet] | None = None, decks: int | None = None
    ) -> "Question":
        """A question about bets on fresh decks, by default the variant's own."""
        shoe = Shoe.decks(variant.decks if decks is None else decks)
        return cls(variant, variant.rules, variant.bets if bets is None else tuple(bets), shoe)

    @property
    def setting(self) -> tuple[str, ...]:
        """The game, the cards left, and what is known of the coup, in a few words each."""
        shoe, condition = str(self.left), "" if self.given is None else str(self.given)
        return (
            self.variant.id or self.rules.id,
            shoe if len(shoe) <= _SHORT else f"{grouped(self.left.size)} cards",
            *([] if self.dealt == NOTHING else [f"dealt={self.dealt}"]),
            *([f"given={condition if len(condition) <= _SHORT else '…'}"] if condition else []),
        )

    @property
    def facts(self) -> tuple[str, ...]:
        """The setting, and the bets or their number, in a few words each."""
        references = [bet.reference for bet in self.bets]
        bets = references if len(references) <= _FEW_BETS else [f"{len(references)} bets"]
        return (*self.setting, *bets)

    def __str__(self) -> str:
        """The question in one line."""
        return ", ".join(self.facts)

    def __repr__(self) -> str:
        """The question in one line of at most 100 characters."""
        return one_line(self, self.facts)

    @property
    def usual(self) -> bool:
        """Whether the bets are the variant's own, and none is demanded."""
        offered = [bet.id for bet in self.variant.bets]
        return not self.demanded and [bet.id for bet in self.bets] == offered

    @property
    def left(self) -> Shoe:
        """The cards left after those seen and those dealt."""
        return self.shoe.without(self.dealt.from_shoe(self.rules)) if self.dealt != NOTHING else self.shoe

    @property
    def cards(self) -> frozenset[int]:
        """The indices, in a deck, of the cards that may still be left."""
        return held(self.left.counts, self.left.fineness)

    @property
    def unknown(self) -> int:
        """The most cards that the coup can take from the shoe, not counting those known."""
        return self.rules.cards_from_shoe - len(self.dealt.from_shoe(self.rules))

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 digests of the `rules`, and of the `bets` at their prices."""
        return dict(rules_and_bets(self.rules, self.bets))

    def about(self, bets: Iterable[Bet], shoe: Shoe | None = None) -> "Question":
        """The same question about some of its bets, perhaps on another shoe; none is demanded."""
        return replace(self, bets=tuple(bets), shoe=shoe or self.shoe, demanded=frozenset(), unavailable=())

    def naming(self, bets: Iterable[Bet]) -> "Question":
        """The same question about some of its bets, all of them demanded."""
        demanded = tuple(bets)
        references = frozenset(bet.reference for bet in demanded)
        return replace(self, bets=demanded, demanded=references, unavailable=())

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]:
            """A public function of `analyzer`, called with this question."""
            function = None if name.startswith("_") else getattr(import_module("analyzer"), name, None)
            if not callable(function) or next(iter(signature(function).parameters), "") != "variant":
                raise AttributeError(f"a question has no attribute {name!r}")
            return partial(function, self)


def split(bet: Bet) -> Split:
    """The conditions of a bet's lines, as a census takes them."""
    return tuple(line.when for line in bet.lines)


def guard(given: Condition | None) -> Split:
    """The condition that `given` fails, to put before a bet's lines; empty if `given` is None."""
    return () if given is None else (Condition(f"not ({given})", Not(given.tree)),)


def keys_of(bets: Sequence[Bet]) -> list[str]:
    """A unique key for each bet: its id, or `id/paytable` if the id recurs; if that recurs, with ` (2)` …"""
    ids = [bet.id for bet in bets]
    names = [bet.id if ids.count(bet.id) == 1 else bet.reference for bet in bets]
    return [
        name if name not in names[:place] else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


def answerable(question: Question, fineness: Fineness | None = None) -> tuple[tuple[Bet, ...], TooCoarse]:
    """The bets that cards known by a fineness can answer, and the others with the fineness that each needs.

    By default the fineness is that of the question's shoe. Raises ShoeError if the given condition, or a bet
    that must be answered, needs a finer shoe, and ConditionError if a condition needs too many patterns.
    """
    known_by = question.left.fineness if fineness is None else fineness
    first, answered, coarse = guard(question.given), [], []
    splits = (first, *(first + split(bet) for bet in question.bets))
    cards = reckoned(question.rules, splits, question.dealt, question.cards)
    most, *needed = _needed(question.rules, splits, question.dealt, question.exhaustive, cards)
    if first:
        check_known(message("the given condition {given}", given=repr(str(question.given))), most, known_by)
    for bet, need in zip(question.bets, needed, strict=True):
        if bet.reference in question.demanded:
            check_known(message("bet {bet}", bet=repr(bet.reference)), need, known_by)
        if FINENESSES.index(need) <= FINENESSES.index(known_by):
            answered.append(bet)
        else:
            coarse.append((bet, need))
    return tuple(answered), tuple(coarse)


@lru_cache(maxsize=256)
def _needed(
    rules: Rules, splits: tuple[Split, ...], dealt: Dealt, exhaustive: bool, cards: frozenset[int]
) -> tuple[Fineness, ...]:
    """The fineness that each split needs; the same for all shoes made of these cards."""
    return tuple(needs(rules, split, dealt, exhaustive, cards).fineness for split in splits)


def check_cards(rules: Rules, shoe: Shoe) -> None:
    """Raise a ShoeError if the shoe has fewer cards than a coup can take."""
    if shoe.size < (most := rules.cards_from_shoe):
        raise ShoeError(
            "expected at least {most} cards for a coup, got a shoe of {size}", most=most, size=shoe.size
        )


def check_known(what: Text, need: Fineness, fineness: Fineness) -> None:
    """Raise a ShoeError if something needs the cards known more finely than by this fineness."""
    if FINENESSES.index(need) > FINENESSES.index(fineness):
        raise ShoeError(
            "{what} needs {wanted}, but the shoe is known only by {known}; "
            "give the shoe and the cards seen or dealt by {need}",
            what=what,
            wanted=message("suits") if need == "cards" else FINENESS_WORDS[need],
            known=FINENESS_WORDS[fineness],
            need=FINENESS_WORDS[need],
        )


def check_by(what: Text, shoe: Shoe, by: Fineness | None) -> None:
    """Check that `by` is a fineness that the shoe is known by; `what`, in the plural, is what needs it.

    Raises ShoeError if the shoe is known too coarsely, AnalyzerError if `by` is not a fineness.
    """
    if by is None:
        return
    if not is_one_of(by, FINENESSES):
        raise unknown(message("fineness"), by, FINENESSES)
    if FINENESSES.index(by) > FINENESSES.index(shoe.fineness):
        raise ShoeError(
            "{what} by {by} need a shoe known by {by}, got one known only by {known}; "
            "give the shoe and the cards seen by {by}, or ask by {known}",
            what=what,
            by=FINENESS_WORDS[by],
            known=FINENESS_WORDS[shoe.fineness],
        )
