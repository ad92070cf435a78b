"""Plans: how finely cards must be distinguished to answer a set of conditions, and at what cost.

A plan has two layers. `kinds` are distinguished at every place of the coup, `suit_kinds` only in the suit
layer: at some places, or at all of them without regard to order. Given the kinds at every place, every
assignment of physical cards is equally likely, so the suit layer is a separate factor, for example suits over
points, and need not be laid out pattern by pattern.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import comb, prod

from analyzer.bets.condition import Condition
from analyzer.bets.facts import FIRST_FOUR, POINTS, RANKS, WHOLE, Labels
from analyzer.bets.fold import folded
from analyzer.bets.tree import Look, looks, touched
from analyzer.census.kinds import EVERY_CARD, Kinds
from analyzer.census.patterns import Course, courses, pattern_count
from analyzer.errors import ConditionError, parameter
from analyzer.game.dealt import Dealt
from analyzer.game.rules import Rules
from analyzer.heavy import MOST_BYTES, check_bytes
from analyzer.text import message

MAX_PATTERNS = 10**8  # More patterns than this are laid out only on request.
_PER_ROW, _PER_ARRANGEMENT, _PER_KIND = 300, 100, 24
"""Measured bytes: for a row of collected patterns; for an arrangement in the suit layer, and in addition for
each kind if suit kinds do not determine the kinds.
"""
_FEW_KINDS = 10
_ONE_LAYER = 500_000  # Up to this many patterns one layer is enough; a whole coup by ranks has 491,869.


@dataclass(frozen=True, slots=True)
class Plan:
    """What a census distinguishes: `kinds` at `positions`, and `suit_kinds` where `suit_looks` look.
    Only `cards` are dealt, so it counts for shoes with no other cards. `ordered` is the set of hands (`p`,
    `b`) whose first two cards are kept in dealing order. Without `drawing`, the first four cards settle the
    answer and no draws are laid out.
    """

    kinds: Kinds
    suit_kinds: Kinds
    suit_looks: frozenset[Look]
    positions: frozenset[str]
    ordered: frozenset[str]
    drawing: bool
    cards: frozenset[int] = EVERY_CARD

    @property
    def nested(self) -> bool:
        """Whether each suit kind is within one kind, so that suit kinds alone determine the kinds."""
        return self.suit_kinds.distinguishes(self.kinds.labels)

    @property
    def costly(self) -> bool:
        """Whether there may be more than half a million patterns or arrangements."""
        return len(self.kinds) > _FEW_KINDS or bool(self.suit_looks)

    @property
    def joint(self) -> Kinds:
        """The kinds that both layers together distinguish."""
        return Kinds.distinguishing(self.kinds.labels, self.suit_kinds.labels)

    def groups(self, course: Course) -> tuple[tuple[str, ...], ...]:
        """The places of a course in the suit layer; places included in the same suit looks form a group."""
        groups: dict[frozenset[Look], list[str]] = {}
        for place in course.free:
            seen = frozenset(look for look in self.suit_looks if place in look.where)
            if seen:
                groups.setdefault(seen, []).append(place)
        return tuple(map(tuple, groups.values()))


@lru_cache(maxsize=1024)
def plan(
    rules: Rules,
    conditions: tuple[Condition, ...],
    dealt: Dealt,
    exhaustive: bool = False,
    cards: frozenset[int] = EVERY_CARD,
) -> Plan:
    """The cheapest plan that answers all conditions together for shoes with no cards other than `cards`. If
    few patterns are needed it does not depend on the cards, so that one census works for all shoes. Raises
    ConditionError if every plan needs more than `MAX_PATTERNS` patterns and `exhaustive` is not set, if every
    plan needs too much memory, or as `one_layer` does.
    """
    full = one_layer(rules, conditions, dealt)
    if few_patterns(rules, conditions, dealt):
        return full
    needed = _all_looks(conditions)
    points: list[Labels] = [POINTS] if full.drawing else []
    by_rank = Kinds.distinguishing(RANKS)
    plans = [full] if cards == EVERY_CARD else [full, replace(full, cards=cards)]
    for by_kind in ([look.labels for look in needed if by_rank.distinguishes(look.labels)], []):
        kinds = Kinds.distinguishing(*points, *by_kind)
        suit_looks = frozenset(look for look in needed if not kinds.distinguishes(look.labels))
        suit_kinds = Kinds.distinguishing(*(look.labels for look in suit_looks))
        nested = Kinds.distinguishing(kinds.labels, suit_kinds.labels) if suit_looks else suit_kinds
        for chosen in dict.fromkeys((suit_kinds, nested)):
            plans.append(replace(full, kinds=kinds, suit_kinds=chosen, suit_looks=suit_looks))
    costs = [cost(rules, candidate, dealt) for candidate in plans]
    sizes = [_bytes(rules, candidate, dealt, len(conditions) + 1) for candidate in plans]
    check_bytes(min(sizes))
    if min(costs) > MAX_PATTERNS and not exhaustive:
        fault = message(
            "expected a condition that needs at most {most} patterns, got one that needs {needed}; look at "
            "fewer cards, or at fewer of their suits and ranks",
            most=MAX_PATTERNS,
            needed=min(costs),
        )
        hint = message(", or add {option}", option=parameter("exhaustive", True))
        raise ConditionError("{fault}{hint}", fault=fault, hint=hint)
    fitting = [index for index, size in enumerate(sizes) if size <= MOST_BYTES]
    least = min(costs[index] for index in fitting)
    if not full.ordered:
        # A suit layer for the first four cards costs one pattern more but is written out in far fewer terms.
        fitting.sort(key=lambda index: not plans[index].suit_looks)
    return next(plans[index] for index in fitting if costs[index] <= least + 1)


@lru_cache(maxsize=1024)
def few_patterns(rules: Rules, conditions: tuple[Condition, ...], dealt: Dealt) -> bool:
    """Whether one layer is enough for conditions, whatever cards a shoe has. Raises as `one_layer` does."""
    full = one_layer(rules, conditions, dealt)
    return not full.costly or cost(rules, full, dealt) <= _ONE_LAYER


def one_layer(rules: Rules, conditions: Sequence[Condition], dealt: Dealt) -> Plan:
    """The plan that answers all conditions together without a suit layer, whatever it costs. Raises
    ConditionError if a condition needs the suit or colour of a first card that the rules give.
    """
    needed = _all_looks(conditions)
    if (given := rules.player_first) is not None:
        suits = slice(4 * (given - 1), 4 * given)
        if any("p1" in look.where and len(set(look.labels[suits])) > 1 for look in needed):
            raise ConditionError(
                "expected nothing about the suit or colour of the Player's first card under rules {rules}, "
                "which fix only its rank; ask about the other cards one by one",
                rules=repr(rules.id),
            )
    drawing = dealt.tells_draws or any(not look.where <= FIRST_FOUR for look in needed)
    named = frozenset(chain.from_iterable(touched(folded(condition.tree)) for condition in conditions))
    return Plan(
        Kinds.distinguishing(*([POINTS] if drawing else []), *(look.labels for look in needed)),
        Kinds.distinguishing(),
        frozenset(),
        WHOLE if drawing else frozenset(chain.from_iterable(look.where for look in needed)),
        frozenset(place[0] for place in named & FIRST_FOUR),
        drawing,
    )


def _all_looks(conditions: Iterable[Condition]) -> frozenset[Look]:
    return frozenset(chain.from_iterable(looks(folded(condition.tree)) for condition in conditions))


def shared(plans: Sequence[Plan]) -> list[Plan]:
    """The plans, each replaced by another one whose patterns also answer its conditions, if there is any."""

    def answered(plan: Plan, full: Plan) -> bool:
        return (plan.suit_looks, plan.kinds, plan.cards) == (frozenset(), full.kinds, full.cards) and (
            plan.ordered <= full.ordered
        )

    full = [plan for plan in plans if plan.drawing and not plan.suit_looks]
    return [next((other for other in full if answered(plan, other)), plan) for plan in plans]


def cost(rules: Rules, plan: Plan, dealt: Dealt) -> int:
    """The number of patterns, plus the number of arrangements in the suit layer."""
    return _patterns(rules, plan, dealt) + sum(_arrangements(rules, plan, dealt))


def _patterns(rules: Rules, plan: Plan, dealt: Dealt) -> int:
    return pattern_count(rules, plan.kinds, dealt, plan.positions, plan.ordered, plan.drawing, plan.cards)


def _arrangements(rules: Rules, plan: Plan, dealt: Dealt) -> list[int]:
    """The number of arrangements in the suit layer, by course; none without a suit layer."""
    if not plan.suit_looks:
        return []
    return [
        prod(
            comb(len(side) + len(places) - 1, len(places))
            for places in plan.groups(course)
            for side in ((plan.suit_kinds,) if plan.nested else (plan.kinds, plan.suit_kinds))
        )
        for course in courses(rules, dealt, plan.positions)
    ]


def _bytes(rules: Rules, plan: Plan, dealt: Dealt, outcomes: int) -> int:
    """The memory, in bytes, that the patterns take once they are collected, and the largest suit layer."""
    kinds, suit_kinds, rows, layers = len(plan.kinds.among(plan.cards)), len(plan.suit_kinds), 0, [0]
    for course in courses(rules, dealt, plan.positions):
        groups = [*map(len, plan.groups(course))]
        held, arranged = (prod(comb(of + n - 1, n) for n in groups) for of in (kinds, suit_kinds))
        others = len(course.free) - sum(groups)
        rows += outcomes * held * comb(kinds + others - 1, others)
        if groups:
            layers.append(arranged * (_PER_ARRANGEMENT + (0 if plan.nested else _PER_KIND * kinds)))
    return _PER_ROW * min(rows, _patterns(rules, plan, dealt)) + max(layers)
