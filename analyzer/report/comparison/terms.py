"""How two bets, and the descriptions of two variants or rules, differ: in all that is written of them."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

from analyzer.analysis.compare import Match
from analyzer.bets.bet import Bet, Line, Variant
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.exact import ratio_text
from analyzer.game.rules import Rules
from analyzer.phrases.conditions import event
from analyzer.phrases.labels import label
from analyzer.report.comparison.difference import Difference, Sides, both
from analyzer.report.names import figures, ratio
from analyzer.text import Message, Text, Value, message

Described = Variant | Rules | Bet


def _named(item: Described) -> tuple[str, ...]:
    """All names of an item; one that only repeats an id, as that of a file, is none."""
    own = [item.name] if isinstance(item, Bet) or item.name != item.id else []
    return *own, *(f"{name} ({tag})" for tag, name in sorted(item.names.items()))


def _cited(item: Described) -> str | None:
    return load.citation(item.source, addresses=False) or None


_Term = tuple[str, Text, Callable[[Any], object], Callable[[Any], Text | None]]
"""What may differ, its place, the value that is compared, and how it is shown."""

_DESCRIPTION: tuple[_Term, ...] = (
    ("name", message("Name"), _named, lambda item: ", ".join(_named(item)) or None),
    (
        "source",
        message("Source"),
        attrgetter("source"),
        lambda item: load.citation(item.source, addresses=False) or None,
    ),
    ("note", message("Note"), attrgetter("note"), attrgetter("note")),
)
_TERMS: tuple[_Term, ...] = (
    *_DESCRIPTION,
    (
        "locked",
        message("Units locked for each unit staked"),
        attrgetter("locked"),
        lambda bet: ratio_text(bet.locked or Fraction(1)),
    ),
    (
        "complete",
        message("Claims to cover"),
        attrgetter("complete"),
        lambda bet: None if bet.complete is None else bet.complete.text,
    ),
    ("rules", message("Dealt under rules"), attrgetter("rules"), attrgetter("rules")),
    (
        "inside-coup",
        message("Offered"),
        attrgetter("inside_coup"),
        lambda bet: message("inside a coup only") if bet.inside_coup else message("before the coup"),
    ),
    (
        "aliases",
        message("Found as well by"),
        attrgetter("aliases"),
        lambda bet: ", ".join(bet.aliases) or None,
    ),
)


def of_descriptions(of: Text, a: Variant | Rules, b: Variant | Rules) -> Iterator[Difference]:
    """Names, sources and notes that differ."""
    return _by_terms(_DESCRIPTION, of, a, b)


def _by_terms(
    terms: Sequence[_Term], of: Text, a: Described, b: Described, bet: str | None = None
) -> Iterator[Difference]:
    for what, place, value, shown in terms:
        if value(a) != value(b):
            yield Difference(what, of, place, both(shown, a, b), bet)


_SAME = {
    True: message("the same coups"),
    False: message("other coups"),
    None: message("not compared: too many patterns"),
}
"""Whether two bets or lines settle the same coups."""


def of_bets(name: Text, match: Match, a: Bet, b: Bet, counted: bool) -> Iterator[Difference]:
    """How two matched bets differ in anything that is written of them; `counted` says whether the ways of the
    match are those of a single set of rules.
    """
    bet, same = a.reference, _SAME[match.same_event]
    if a.reference != b.reference:
        yield Difference("id", name, message("Id"), (a.reference, b.reference), bet, same)
    yield from _by_terms(_TERMS, name, a, b, bet)
    left, right = ({line.id: line for line in each.lines} for each in (a, b))
    for id in match.lines[:-1]:
        ours, theirs = left.get(id), right.get(match.id_in_b(id))
        line = label(a if ours else b, id)
        if ours and theirs:
            yield from _of_lines(name, line, ours, theirs, bet, _coups(match, id, ours, theirs, counted))
        else:
            yield Difference(
                "line", name, message("{line}: the line", line=line), both(_said, ours, theirs), bet
            )
    ids = [id for id in left if match.id_in_b(id) in right]
    other = [id for id in match.in_b_order if id in left]
    if ids != other:
        orders = both(", ".join, ids, other)
        yield Difference("line-order", name, message("Order of the lines"), orders, bet, same)


def _of_lines(of: Text, name: Text, a: Line, b: Line, bet: str, coups: Message) -> Iterator[Difference]:
    """How one line of a bet differs: under another id, in its condition, pay or commission."""

    def row(what: str, place: Message, sides: Sides, remark: Message | None = None) -> Difference:
        return Difference(what, of, place, sides, bet, remark)

    if a.id != b.id:
        yield row("line-id", message("{line}: id", line=name), (a.id, b.id), _SAME[True])
    if a.when != b.when:
        yield row("condition", message("{line}: condition", line=name), both(_when, a.when, b.when), coups)
    if a.outcomes != b.outcomes:
        yield row("pays", message("{line}: nets", line=name), both(_net, a, b))
    if a.commission != b.commission:
        yield row("commission", message("{line}: commission", line=name), both(_kept, a, b))


def _said(line: Line | None) -> Message | None:
    if line is None:
        return None
    return message("{net}, if {clause}", net=_net(line), clause=event(line.when))


def _when(condition: Condition) -> Message:
    """A condition as it is written, then in words."""
    text = " ".join(condition.text.split())
    return Message("{text}: {words}", (("text", text), ("words", event(condition))))


def _coups(match: Match, id: str, a: Line, b: Line, counted: bool) -> Message:
    """Whether a line settles the same coups by two conditions."""
    if a.when.tree == b.when.tree:
        return message("the same but for the spelling")
    only = match.only(id)
    if only is None or not any(only) or not counted:
        return _SAME[None if only is None else not any(only)]
    return message("other coups: {a} deals of 8 decks in A only, {b} in B only", a=only[0], b=only[1])


def _net(line: Line) -> Message:
    """What a line nets, with the distribution of its random factor if it has one."""
    if not line.multiplier:
        return figures([line.net], "")
    law: tuple[Value, ...] = tuple(
        message("× {factor} at {probability}", factor=ratio(factor), probability=ratio_text(p))
        for factor, p in line.multiplier
    )
    return message("{net} ({law})", net=ratio(line.net), law=law)


def _kept(line: Line) -> Message:
    return message("{rate}% of the gain", rate=ratio(100 * line.commission))
