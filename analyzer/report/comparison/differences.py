"""Every difference between the two sides of a comparison: what differs, what A has, what B has."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from operator import attrgetter
from typing import Any

from analyzer.analysis.compare import Comparison, Match, dealt_under
from analyzer.analysis.question import FINENESS_WORDS
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line, Variant
from analyzer.catalog import load
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, KEYS, Shoe
from analyzer.phrases.conditions import event
from analyzer.phrases.labels import label
from analyzer.report.names import figures, prices_text, ratio, shoe_title
from analyzer.report.notes import multiplier_text
from analyzer.report.tableau import totals
from analyzer.text import Message, Text, Value, message

WHATS = (
    *("player-draws", "naturals", "row", "player-first", "columns", "cell", "shoe", "name", "source", "note"),
    *("bets-order", "only", "id", "line-id", "line", "condition", "line-order", "pays", "commission"),
    *("locked", "complete", "rules", "inside-coup", "aliases", "left-out"),
)
"""The ids of what can differ."""

DESCRIBING = ("name", "source", "note", "aliases")
"""What describes a bet, a variant or rules without affecting any figure."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs, with what A and B have there, or None; `what` is one of `WHATS`."""

    what: str
    of: Text
    place: Text
    a: Text | None
    b: Text | None
    bet: str | None
    remark: Text | None


@dataclass(frozen=True, slots=True)
class Aspect:
    """What may differ between two items: the text of what an item has, compared by `value` if given."""

    what: str
    place: Text
    text: Callable[[Any], Text | None]
    remark: Text | None = None
    value: Callable[[Any], object] | None = None


def _differing(
    aspects: Iterable[Aspect], of: Text, a: object, b: object, bet: str | None = None
) -> Iterator[Difference]:
    for it in aspects:
        value = it.value or it.text
        if value(a) != value(b):
            yield Difference(it.what, of, it.place, it.text(a), it.text(b), bet, it.remark)


def differences(comparison: Comparison) -> Iterator[Difference]:
    """Everything that differs: rules, shoe, descriptions, then bet by bet. Empty only if nothing differs."""
    a, b, rules, variant = comparison.a.report, comparison.b.report, message("Rules"), message("Variant")
    yield from _differing(_of_rules(a.rules, b.rules), rules, a.rules, b.rules)
    yield from _differing(_of_shoes(a.shoe, b.shoe), message("Shoe"), a.shoe, b.shoe)
    for ours, theirs in zip(comparison.a.described, comparison.b.described, strict=True):
        yield from _differing(_DESCRIPTION, variant if isinstance(ours, Variant) else rules, ours, theirs)
    offered = [match for match in comparison.matches if match.a and match.b]
    in_b = [id(value) for value in b.valuations]
    moved = sorted(offered, key=lambda match: in_b.index(id(match.b)))
    order = Aspect("bets-order", message("Order of the bets"), lambda it: _listed(match.bet for match in it))
    yield from _differing([order], variant, offered, moved)
    counted = len(dealt_under(comparison.a, comparison.b)) == 1
    for name, match in with_names(comparison):
        if match.a and match.b:
            yield from _of_bets(name, match, match.a.bet, match.b.bet, counted)
        elif match.bet.id not in comparison.left_out:
            only = Aspect("only", message("Offered; pays"), pays)
            yield from _differing([only], name, match.a, match.b, match.bet.reference)
    left_out = Aspect(
        "left-out", message("Bets left out, not compared"), lambda it: _listed(bet for bet, _ in it)
    )
    yield from _differing([left_out], variant, a.excluded, b.excluded)


def _listed(bets: Iterable[Bet]) -> Message | None:
    named = tuple(map(name_and_reference, bets))
    return Message("{bets}", (("bets", named),)) if named else None


def name_and_reference(bet: Bet) -> Text:
    """The name of a bet, followed by the reference that commands accept if it differs."""
    if bet.name == bet.reference:
        return bet.title
    return message("{name} ({id})", name=bet.title, id=bet.reference)


def pays(value: Valuation | None) -> Text | None:
    """What a bet pays on one side; None if that side does not have the bet."""
    return None if value is None else prices_text(value.bet)


def match_name(match: Match) -> Text:
    """The name of the bet of a match; both names if they differ."""
    first, *other = {value.bet.name: value.bet.title for value in match.valuations}.values()
    return message("{a} (A), {b} (B)", a=first, b=other[0]) if other else first


def with_names(comparison: Comparison) -> list[tuple[Text, Match]]:
    """Each match with its name, which includes its references if another match has the same name."""
    names = [match_name(match) for match in comparison.matches]
    references = (
        dict.fromkeys(value.bet.reference for value in match.valuations) for match in comparison.matches
    )
    shown = [
        name if names.count(name) == 1 else message("{name} ({id})", name=name, id=", ".join(ids))
        for name, ids in zip(names, references, strict=True)
    ]
    return list(zip(shown, comparison.matches, strict=True))


_COLUMNS = {"third-card": message("Player's third card"), "player-total": message("Player's final total")}


def _of_rules(a: Rules, b: Rules) -> Iterator[Aspect]:
    """How two sets of rules may differ, down to the cells of the drawing table."""
    naturals = [a.tableau.naturals, b.tableau.naturals]
    yield Aspect("player-draws", message("Player draws on"), lambda it: _numbers(it.tableau.player_draws))
    yield Aspect("naturals", message("Naturals"), lambda it: _numbers(it.tableau.naturals))
    for total in sorted(naturals[0] ^ naturals[1]):
        yield Aspect("row", message("Banker {total}", total=str(total)), partial(_row, total))
    yield Aspect("player-first", message("Player's first card"), _first_card)
    columns = message("What the columns of the drawing table stand for")
    if str(a.tableau) == str(b.tableau):
        columns = message("What the columns of the drawing table stand for; its letters are the same")
    yield Aspect("columns", columns, lambda it: _COLUMNS[it.banker_by], _otherwise(a, b))
    column = _COLUMNS[a.banker_by] if a.banker_by == b.banker_by else message("column")
    for total, points in product(sorted(set(range(10)).difference(*naturals)), (None, *range(10))):
        where: dict[str, Value] = {"total": str(total), "column": column, "points": str(points)}
        place = message("Banker {total}, {column} {points}", **where)
        if points is None:
            place = message("Banker {total}, Player stood", total=str(total))
        yield Aspect("cell", place, partial(_cell, total, points))


def _numbers(values: frozenset[int]) -> Message:
    return Message("{totals}", (("totals", totals(values)),))


def _cell(total: int, points: int | None, rules: Rules) -> Message:
    return message("draws") if rules.tableau.banker_draws_on(total, points) else message("stands")


def _row(total: int, rules: Rules) -> Text:
    """A row of the drawing table, or a text that says its total is a natural."""
    if total in rules.tableau.naturals:
        return message("a natural")
    draws = (rules.tableau.banker_draws_on(total, column) for column in (None, *range(10)))
    return " ".join("D" if draw else "S" for draw in draws)


def _otherwise(a: Rules, b: Rules) -> Message:
    """In how many cases after Player draws, Banker draws by one set of rules and stands by the other."""
    bankers = sorted(set(range(10)) - a.tableau.naturals - b.tableau.naturals)
    players = sorted(a.tableau.player_draws & b.tableau.player_draws)
    cases = [(total, third, (two + third) % 10) for total, two, third in product(bankers, players, range(10))]
    n = sum(a.banker_draws_on(*case) != b.banker_draws_on(*case) for case in cases)
    return message(
        "Banker plays differently in {n} of {all} cases of Banker's total, Player's total and third card",
        n=n,
        all=len(cases),
    )


def _first_card(rules: Rules) -> Message:
    if rules.player_first is None:
        return message("from the shoe")
    return message("given, of rank {rank}", rank=str(rules.player_first))


def _of_shoes(a: Shoe, b: Shoe) -> Iterator[Aspect]:
    """How two shoes may differ: decks, or else cards of each kind; and how finely their cards are known."""
    yield Aspect("shoe", message("Cards left"), shoe_title)
    yield Aspect("shoe", message("Cards known by"), lambda shoe: FINENESS_WORDS[shoe.fineness])
    level = min(a.fineness, b.fineness, key=FINENESSES.index)
    kinds = list(zip(KEYS[level], a.coarsen(level).counts, b.coarsen(level).counts, strict=True))

    def changed(shoe: Shoe) -> str:
        counts = shoe.coarsen(level).counts
        return " ".join(
            f"{key}={n}" for n, (key, *both) in zip(counts, kinds, strict=True) if len({*both}) > 1
        )

    if not (a.full_decks and b.full_decks):
        yield Aspect("shoe", message("Kinds of card whose numbers differ"), changed)


def _names(item: Variant | Rules | Bet) -> str | None:
    """All names of an item, except one that only repeats its id, as a file's does."""
    own = [item.name] if isinstance(item, Bet) or item.name != item.id else []
    return ", ".join([*own, *(f"{name} ({tag})" for tag, name in sorted(item.names.items()))]) or None


_DESCRIPTION = (
    Aspect("name", message("Name"), _names),
    Aspect(
        "source",
        message("Source"),
        lambda item: load.citation(item.source) or None,
        value=attrgetter("source"),
    ),
    Aspect("note", message("Note"), attrgetter("note")),
)
_OFFERED = {True: message("only inside a coup"), False: message("before the coup")}
_TERMS = (
    *_DESCRIPTION,
    Aspect(
        "locked",
        message("Units locked for each unit staked"),
        lambda bet: ratio_text(bet.locked or Fraction(1)),
    ),
    Aspect(
        "complete", message("Coups the lines claim to cover"), lambda bet: bet.complete and bet.complete.text
    ),
    Aspect("rules", message("Dealt under rules"), lambda bet: bet.rules and load.rules(bet.rules).title),
    Aspect("inside-coup", message("Offered"), lambda bet: _OFFERED[bet.inside_coup]),
    Aspect("aliases", message("Other names in searches"), lambda bet: ", ".join(bet.aliases) or None),
)
"""How bets may differ, apart from their ids and lines."""

_COUPS = {
    True: message("both settle the same coups"),
    False: message("they settle different coups"),
    None: message("not compared: too many patterns"),
}
"""Whether two bets or lines settle the same coups."""


def _of_bets(name: Text, match: Match, a: Bet, b: Bet, counted: bool) -> Iterator[Difference]:
    """Every difference in the texts and prices of two matched bets.

    `counted` is whether the ways of the match are those of a single set of rules.
    """
    bet, same = a.reference, _COUPS[match.same_event]
    own_id = Aspect("id", message("Id"), attrgetter("reference"), same)
    yield from _differing([own_id, *_TERMS], name, a, b, bet)
    left, right = ({line.id: line for line in each.lines} for each in (a, b))
    for id in match.lines[:-1]:
        ours, theirs = left.get(id), right.get(match.renamed.get(id, id))
        line = label(a if ours else b, id)
        aspects = [Aspect("line", message("{line}: the line itself", line=line), _said)]
        if ours and theirs:
            aspects = _of_lines(line, _coups(match, id, ours, theirs, counted))
        yield from _differing(aspects, name, ours, theirs, bet)
    ids = {match.renamed.get(id, id): id for id in left}
    order = Aspect("line-order", message("Order of the lines"), ", ".join, same)
    in_b = [ids[id] for id in right if id in ids]
    yield from _differing([order], name, [id for id in left if id in in_b], in_b, bet)


def _of_lines(line: Text, coups: Message) -> list[Aspect]:
    """How a line that both bets have may differ: id, condition, pay, commission."""
    return [
        Aspect("line-id", message("{line}: id", line=line), attrgetter("id"), _COUPS[True]),
        Aspect("condition", message("{line}: condition", line=line), _when, coups),
        Aspect("pays", message("{line}: net", line=line), _net),
        Aspect("commission", message("{line}: commission", line=line), _kept),
    ]


def _said(line: Line | None) -> Message | None:
    if line is None:
        return None
    return message("{net}, if {clause}", net=_net(line), clause=event(line.when))


def _when(line: Line) -> Message:
    """A condition as written, then in words."""
    return Message("{text}: {words}", (("text", line.when.text), ("words", event(line.when))))


def _coups(match: Match, id: str, a: Line, b: Line, counted: bool) -> Message:
    """Whether a line settles the same coups under both conditions."""
    if a.when.tree == b.when.tree:
        return message("the same apart from spelling")
    only = match.only(id)
    if only is None or not any(only) or not counted:
        return _COUPS[None if only is None else not any(only)]
    return message(
        "they settle different coups: of the deals of 8 decks, {a} in A only, {b} in B only",
        a=only[0],
        b=only[1],
    )


def _net(line: Line) -> Message:
    """The net gain of a line, with the distribution of its random multiplier if it has one."""
    if not line.multiplier:
        return figures([line.net], "")
    return message("{net}, multiplied by {law}", net=ratio(line.net), law=multiplier_text(line))


def _kept(line: Line) -> Message | None:
    return message("{rate}% of the gain", rate=ratio(100 * line.commission)) if line.commission else None
