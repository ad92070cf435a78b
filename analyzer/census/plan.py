"""Plans: how finely the cards must be told apart to answer a set of conditions, and at what cost.

A census has two layers. Every card of the coup is told apart as `kinds`. On top of that, the cards at a few
places, or all of them taken without regard to order, can be looked at more closely, as `marks`: given the
kinds at every place, which physical cards lie there is exchangeable, so the close look multiplies in as a
factor of its own (suits over points, say) and need not be laid out pattern by pattern.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import comb, prod

from analyzer.bets.condition import Condition
from analyzer.bets.facts import FIRST_FOUR, POINTS, RANKS, WHOLE, Labels
from analyzer.bets.tree import Look, looks, touched
from analyzer.census.kinds import Kinds
from analyzer.census.patterns import Course, courses, pattern_count
from analyzer.errors import ConditionError
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules

MAX_PATTERNS = 10**8
"""More patterns than this are counted only when asked for."""

_LAID_OUT = 500_000
"""Patterns up to which all is laid out and nothing looked at closely, so that shoes are quick to weigh; a
whole coup by ranks has 491,869."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a census lays out (`kinds` at `positions`) and what it looks at closely (`marks`, by `close`).

    `ordered` names the hands (`p`, `b`) whose first two cards are kept in dealing order. Without `drawing`
    the answer is settled by the first cards and no course of drawing is laid out.
    """

    kinds: Kinds
    marks: Kinds
    close: frozenset[Look]
    positions: frozenset[str]
    ordered: frozenset[str]
    drawing: bool

    @property
    def nested(self) -> bool:
        """Whether each mark lies within one kind, so that marks alone say which kinds they are of."""
        return self.marks.tells(self.kinds.labels)

    def groups(self, course: Course) -> tuple[tuple[str, ...], ...]:
        """The places looked at closely in a course, grouped where no close look tells them apart."""
        signature: dict[frozenset[Look], list[str]] = {}
        for position in course.free:
            seen = frozenset(look for look in self.close if position in look.where)
            if seen:
                signature.setdefault(seen, []).append(position)
        return tuple(tuple(places) for places in signature.values())


@lru_cache(maxsize=1024)
def plan(rules: Rules, conditions: tuple[Condition, ...], dealt: Dealt, exhaustive: bool = False) -> Plan:
    """The cheapest plan that answers all conditions together.

    Raises:
        ConditionError: every plan needs more than `MAX_PATTERNS` patterns and `exhaustive` is not set, or
            a condition asks for the suit or colour of a first card that the rules give away.
    """
    full = laid_out(rules, conditions, dealt)
    if len(full.kinds) <= 10 or _cost(rules, full, dealt) <= _LAID_OUT:
        return full
    seen = _seen(conditions)
    base: list[Labels] = [POINTS] if full.drawing else []
    by_rank = Kinds.telling(RANKS)
    plans = [full]
    for told in (frozenset(look for look in seen if by_rank.tells(look.labels)), frozenset[Look]()):
        kinds = Kinds.telling(*base, *(look.labels for look in told))
        close = frozenset(look for look in seen if not kinds.tells(look.labels))
        marks = Kinds.telling(*(look.labels for look in close))
        finer = Kinds.telling(kinds.labels, marks.labels) if close else marks
        for chosen in dict.fromkeys((marks, finer)):
            plans.append(replace(full, kinds=kinds, marks=chosen, close=close))
    costs = [_cost(rules, candidate, dealt) for candidate in plans]
    if min(costs) > MAX_PATTERNS and not exhaustive:
        raise ConditionError(
            f"expected a condition that at most {MAX_PATTERNS:,} patterns settle, got one that needs "
            f"{min(costs):,}; look at fewer cards, or at fewer of their suits and ranks, or add --exhaustive"
        )
    return plans[costs.index(min(costs))]


def laid_out(rules: Rules, conditions: Sequence[Condition], dealt: Dealt) -> Plan:
    """The plan that answers all conditions together and looks at nothing closely, whatever it costs.

    Raises:
        ConditionError: a condition asks for the suit or colour of a first card that the rules give away.
    """
    seen = _seen(conditions)
    _refuse_given_card(rules, seen)
    drawing = dealt.tells_draws or any(not look.where <= FIRST_FOUR for look in seen)
    named = frozenset(chain.from_iterable(touched(condition.tree) for condition in conditions))
    return Plan(
        Kinds.telling(*([POINTS] if drawing else []), *(look.labels for look in seen)),
        Kinds.telling(),
        frozenset(),
        WHOLE if drawing else frozenset(chain.from_iterable(look.where for look in seen)),
        frozenset(place[0] for place in named & FIRST_FOUR),
        drawing,
    )


def _seen(conditions: Iterable[Condition]) -> frozenset[Look]:
    return frozenset(chain.from_iterable(looks(condition.tree) for condition in conditions))


def merged(plans: Sequence[Plan]) -> list[Plan]:
    """The plans, with those that another plan's patterns answer as well replaced by that plan."""
    full = [p for p in plans if p.drawing and not p.close]
    return [next((f for f in full if _answers(f, p)), p) for p in plans]


def _answers(full: Plan, other: Plan) -> bool:
    return not other.close and other.ordered <= full.ordered and full.kinds == other.kinds


def _refuse_given_card(rules: Rules, seen: frozenset[Look]) -> None:
    if rules.player_first is None:
        return
    for look in seen:
        of_rank = look.labels[4 * (rules.player_first - 1) : 4 * rules.player_first]
        if "p1" in look.where and len(set(of_rank)) > 1:
            raise ConditionError(
                "expected nothing about the suit or colour of the Player's first card under rules "
                f"{rules.id!r}, which fix its rank only; ask about the other cards one by one"
            )


def _cost(rules: Rules, plan: Plan, dealt: Dealt) -> int:
    """Patterns laid out, plus the states that the close looks add."""
    laid_out = pattern_count(rules, plan.kinds, dealt, plan.positions, plan.ordered, plan.drawing)
    if not plan.close:
        return laid_out
    return laid_out + sum(
        prod(
            comb(len(side) + len(places) - 1, len(places))
            for places in plan.groups(course)
            for side in ((plan.marks,) if plan.nested else (plan.kinds, plan.marks))
        )
        for course in courses(rules, dealt, plan.positions)
    )
