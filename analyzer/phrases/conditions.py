"""Conditions in words: translatable clauses, each true for exactly the coups that meet its condition."""

from collections.abc import Callable, Iterator, Sequence
from itertools import compress

from analyzer.bets import tree
from analyzer.bets.condition import Condition
from analyzer.bets.facts import RANKS, Labels
from analyzer.phrases.cards import FIRST_TWO, GROUPS, HANDS, PLACES, RANK_SIGNS, is_run, kind, rank_signs
from analyzer.phrases.quantities import Measure, amount, card_of, conjuncts, constant, measure, quantity
from analyzer.text import Message, Value, message

_ATTRIBUTES = {
    "points": message("points"),
    "rank": message("rank"),
    "suit": message("suit"),
    "color": message("colour"),
}

_ALL_CARDS = {
    "coup": tree.Word("cards"),
    "player": tree.Word("player_cards"),
    "banker": tree.Word("banker_cards"),
}
"""The fact that gives the number of cards in a scope, for the scopes where it varies."""


def event(condition: Condition) -> Message:
    """What a condition requires, as a clause: `Banker wins with a total of 6`."""
    return _clause(condition.tree)


def _clause(node: tree.Node) -> Message:
    match node:
        case tree.All():
            return _every(list(conjuncts(node)))
        case tree.Any(parts):
            return _family(parts) or _joined([_clause(part) for part in parts], _or)
        case tree.Word(name):
            return _FACTS[name][0]
        case tree.Not(tree.Not(inner)):
            return _clause(inner)
        case tree.Not(tree.Word(name)):
            return _FACTS[name][1]
    number = measure(node)
    if card_of(node) is None and number is not None:
        return _drawn(_measured(number), node)
    if isinstance(node, tree.Not):
        return message("it is not the case that ({clause})", clause=_clause(node.inner))
    return _every([node]) if card_of(node) else _drawn(_compared(node), node)


def _every(parts: Sequence[tree.Node]) -> Message:
    """All conditions together; one clause per card, or per hand if both of its first two meet the same."""
    labels: dict[str, Labels] = {}
    for part in parts:
        if position := card_of(part):
            earlier = labels.get(position, tree.one_card(part))
            labels[position] = tuple(a & b for a, b in zip(earlier, tree.one_card(part), strict=True))
    clauses: dict[str | tree.Node, Message] = {}
    results = _results(parts)
    for part in parts:
        position = card_of(part)
        if part in results:
            if (result := results[part]) is not None:
                clauses[part] = result
            continue
        if position is None:
            clauses[part] = _clause(part)
            continue
        hand = position[0]
        if position[1] in "12" and labels.get(f"{hand}1") == labels.get(f"{hand}2"):
            clauses[hand] = _each(FIRST_TWO[hand], labels[position])
        else:
            clauses[position] = _shows(position, labels[position])
    return _joined(list(clauses.values()), _and)


def _results(parts: Sequence[tree.Node]) -> dict[tree.Node, Message | None]:
    """Clauses for a win or a Tie together with its total and perhaps the number of its cards, by part.

    The value is None for a part that the clause of another includes.
    """
    limits = {limit.of: (part, limit) for part in parts if card_of(part) is None and (limit := measure(part))}

    def limited(name: str) -> tuple[tree.Node, Value] | None:
        """The part that limits a number, and the number in words; None if "a total of" cannot precede it."""
        if (found := limits.get(tree.Word(name))) is None:
            return None
        part, limit = found
        number = amount(limit.allowed, limit.low, limit.high)
        in_words = isinstance(number, Message) and number.text in ("other than {n}", "one of {numbers}")
        return None if in_words or not limit.allowed or not limit.denied.allowed else (part, number)

    results: dict[tree.Node, Message | None] = {}
    tie = tree.Word("tie")
    if tie in parts and (total := limited("player_total")):
        results |= {tie: message("Player and Banker tie at {number}", number=total[1]), total[0]: None}
    for name in ("player", "banker"):
        won, total, hand = tree.Word(f"{name}_wins"), limited(f"{name}_total"), HANDS[name]
        if won not in parts or total is None:
            continue
        results |= {won: message("{hand} wins with a total of {number}", hand=hand, number=total[1])}
        results[total[0]] = None
        cards = limited(f"{name}_cards")
        if cards is not None and cards[1] in (2, 3):
            clause = (
                message("{hand} wins with a two-card total of {number}", hand=hand, number=total[1])
                if cards[1] == 2
                else message("{hand} wins with a three-card total of {number}", hand=hand, number=total[1])
            )
            results |= {won: clause, cards[0]: None}
    return results


def _family(parts: Sequence[tree.Node]) -> Message | None:
    """One clause for parts of an `or` that count different ranks, suits or groups alike; None for others."""
    measures = list(filter(None, map(measure, parts)))
    counts = [(number, number.of) for number in measures if isinstance(number.of, tree.Count)]
    if len(counts) < len(parts) or len({(count.scope, number.allowed) for number, count in counts}) != 1:
        return None
    measured, first = counts[0]
    if 0 in measured.allowed:
        return None
    cards, n = GROUPS[first.scope], amount(measured.allowed, measured.low, measured.high)
    kinds = [frozenset(compress(range(52), tree.one_card(count.inner))) for _, count in counts]
    ranks = [sorted({RANKS[index] for index in cards_of}) for cards_of in kinds]
    if all(len(cards_of) == 4 * len(listed) for cards_of, listed in zip(kinds, ranks, strict=True)):
        if first.scope == "first_four" and measured.allowed == {4}:
            groups = tuple(map(_group_of_ranks, ranks))
            return message(
                "the ranks of {cards} are all in one of the groups {groups}", cards=cards, groups=groups
            )
        if all(len(listed) == 1 for listed in ranks):
            return _of_one_rank(cards, n, {rank for (rank,) in ranks})
    if set(kinds) != {frozenset(4 * (rank - 1) + suit for rank in ranks[0]) for suit in range(4)}:
        return None
    group: dict[str, Value] = {"cards": cards, "ranks": rank_signs(ranks[0])}
    if isinstance(n, int):
        return message("{cards} include exactly {n} of rank {ranks} and of the same suit", n=n, **group)
    return message("{cards} include {number} of rank {ranks} and of the same suit", number=n, **group)


def _of_one_rank(cards: Message, n: Value, ranks: set[int]) -> Message:
    """The clause that some rank of `ranks` is the rank of `n` of the cards."""
    group: dict[str, Value] = {"cards": cards, "ranks": rank_signs(ranks)}
    if len(ranks) == len(RANK_SIGNS):
        if isinstance(n, int):
            return message("{cards} include exactly {n} of the same rank", cards=cards, n=n)
        return message("{cards} include {number} of the same rank", cards=cards, number=n)
    if isinstance(n, int):
        return message("{cards} include exactly {n} of the same rank, one of {ranks}", n=n, **group)
    return message("{cards} include {number} of the same rank, one of {ranks}", number=n, **group)


def _group_of_ranks(ranks: Sequence[int]) -> str:
    """Ranks by the first and last if they are consecutive, else listed: `A–4`, `A J Q K`."""
    signs = rank_signs(ranks)
    return f"{signs[0]}–{signs[-1]}" if is_run(ranks) else " ".join(signs)


def both(first: Message, second: Message) -> Message:
    """Two clauses joined by "and"."""
    return _joined([first, second], _and)


def either(first: Message, second: Message) -> Message:
    """Two clauses joined by "or", which includes both."""
    return _joined([first, second], _or)


def _and(first: Value, second: Message) -> Message:
    if isinstance(first, tuple):
        return message("{clauses}, and {last}", clauses=first, last=second)
    return message("{first} and {second}", first=first, second=second)


def _or(first: Value, second: Message) -> Message:
    if isinstance(first, tuple):
        return message("{clauses}, or {last}", clauses=first, last=second)
    return message("{first} or {second}", first=first, second=second)


_JOINERS = {join(first, HANDS["b"]).text: join for join in (_and, _or) for first in (HANDS["p"], ())}
"""The function that joined a clause, by the clause's English template."""


def _joined(clauses: Sequence[Message], join: Callable[[Value, Message], Message]) -> Message:
    """Clauses joined in order; a clause that is itself joined by the other word is put in brackets.

    Three or more are separated by commas, unless one has a comma of its own.
    """
    if len(clauses) == 1:
        return clauses[0]
    parts: list[Message] = []
    for clause in clauses:
        joiner = _JOINERS.get(clause.text)
        if joiner is join:
            parts += _flat(clause, join)
        else:
            parts.append(clause if joiner is None else message("({clause})", clause=clause))
    if len(parts) > 2 and not any("," in str(part) for part in parts):
        return join(tuple(parts[:-1]), parts[-1])
    while len(parts) > 1:  # in pairs, so that a long list does not nest deeply
        pairs = [join(*parts[at : at + 2]) for at in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


def _flat(clause: Message, join: Callable[[Value, Message], Message]) -> Iterator[Message]:
    """The clauses that were joined into one."""
    if _JOINERS.get(clause.text) is not join:
        yield clause
        return
    for _, value in clause.values:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Message):
                yield from _flat(part, join)


def _drawn(clause: Message, node: tree.Node) -> Message:
    """The clause, preceded by "Player draws a third card" or Banker's for each third card in the node."""
    touched = tree.touched(node)
    draws = [fact for third, fact in (("p3", "player_draws"), ("b3", "banker_draws")) if third in touched]
    return _joined([*(_FACTS[fact][0] for fact in draws), clause], _and)


def _facts(hand: Message) -> dict[str, tuple[Message, Message]]:
    """The clauses that a fact about a hand is true and that it is false, by its name without the hand's."""
    return {
        "wins": (message("{hand} wins", hand=hand), message("{hand} does not win", hand=hand)),
        "draws": (
            message("{hand} draws a third card", hand=hand),
            message("{hand} draws no third card", hand=hand),
        ),
        "natural": (message("{hand} has a natural", hand=hand), message("{hand} has no natural", hand=hand)),
        "pair": (
            message("{hand}'s first two cards are a pair", hand=hand),
            message("{hand}'s first two cards are not a pair", hand=hand),
        ),
        "suited_pair": (
            message("{hand}'s first two cards are a suited pair", hand=hand),
            message("{hand}'s first two cards are not a suited pair", hand=hand),
        ),
    }


_FACTS = {
    "tie": (message("Player and Banker tie"), message("Player and Banker do not tie")),
    **{f"player_{what}": clauses for what, clauses in _facts(HANDS["player"]).items()},
    **{f"banker_{what}": clauses for what, clauses in _facts(HANDS["banker"]).items()},
}
"""The clauses that a fact is true and that it is false, by its name."""


def _measured(measured: Measure) -> Message:
    allowed = measured.allowed
    if not allowed:
        return message("no coup qualifies")
    if not measured.denied.allowed:
        return message("every coup qualifies")
    number = amount(allowed, measured.low, measured.high)
    match measured.of:
        case tree.Word(("player_cards" | "banker_cards") as name):
            return message("{hand} has {number} cards", hand=HANDS[name.partition("_")[0]], number=number)
        case tree.Word("cards"):
            return message("the coup has {number} cards", number=number)
        case tree.Word("margin"):
            return message("the totals differ by {number}", number=number)
        case tree.Count(inner, scope):
            cards, holds = GROUPS[scope], tree.one_card(inner)
            if allowed == {0}:
                return _each(cards, tuple(1 - truth for truth in holds))
            if scope == "first_four" and allowed == {4}:
                return _each(cards, holds)
            counted = kind(holds).attribute
            if isinstance(number, int):
                return message("{cards} include exactly {n} {kind}", cards=cards, n=number, kind=counted)
            return message("{cards} include {number} {kind}", cards=cards, number=number, kind=counted)
        case tree.Distinct(name, scope) if allowed == {1}:
            return _same(GROUPS[scope], name)
        case tree.Distinct(name, "first_four" as scope) if allowed == {4}:
            cards, attribute = GROUPS[scope], _ATTRIBUTES[name]
            return message("no two of {cards} have the same {attribute}", cards=cards, attribute=attribute)
        case tree.Chain(first, (*before, ("%", tree.Literal(_, 2)))):
            whole = quantity(tree.Chain(first, tuple(before)) if before else first)
            if number == 1:
                return message("{quantity} is odd", quantity=whole)
            return message("{quantity} is even", quantity=whole)
    return message("{quantity} is {number}", quantity=quantity(measured.of), number=number)


def _each(cards: Message, holds: Labels) -> Message:
    shared = kind(holds)
    if shared.denied:
        return message("none of {cards} is {kind}", cards=cards, kind=shared.words)
    return message("each of {cards} is {kind}", cards=cards, kind=shared.words)


def _shows(position: str, holds: Labels) -> Message:
    shown, card = kind(holds), PLACES[position]
    if not shown.denied:
        return message("{card} is {kind}", card=card, kind=shown.words)
    clause = message("{card} is not {kind}", card=card, kind=shown.words)
    return _drawn(clause, tree.Attribute(position, "rank"))


def _compared(node: tree.Node) -> Message:
    """A comparison of two numbers, suits or colours, or of one of these with ranges of values."""
    match node:
        case tree.Compare("==", tree.Count(inner, scope), right) if right == _ALL_CARDS.get(scope):
            return _each(GROUPS[scope], tree.one_card(inner))
        case tree.Compare("==" | "!=", tree.Attribute(str(a), name), tree.Attribute(str(b), of)) if (
            of == name
        ):
            return _two_cards(node.sign, a, b, name)
        case tree.Compare(sign, left, right):
            return _related(sign, quantity(left), quantity(right))
        case tree.Member(item, ranges):  # a number with too many values to list, or a suit or colour
            number = quantity(item)
            within = [
                _related("==", number, constant(item.type, low))
                if low == high
                else both(_related(">=", number, low), _related("<=", number, high))
                for low, high in ranges
            ]
            return _joined(within, _or)
    raise TypeError(f"not a clause of a condition: {node!r}")


def _two_cards(sign: str, one: str, other: str, name: str) -> Message:
    """The clause that two cards have the same points, rank, suit or colour, or that they do not."""
    places: dict[str, Value] = {"first": PLACES[one], "second": PLACES[other], "attribute": _ATTRIBUTES[name]}
    if sign == "!=":
        return message("{first} and {second} differ in {attribute}", **places)
    if {one, other} in ({"p1", "p2"}, {"b1", "b2"}):
        return _same(FIRST_TWO[one[0]], name)
    return message("{first} and {second} have the same {attribute}", **places)


def _same(cards: Message, name: str) -> Message:
    return message("{cards} have the same {attribute}", cards=cards, attribute=_ATTRIBUTES[name])


def _related(sign: str, first: Value, second: Value) -> Message:
    return {
        "==": message("{first} equals {second}", first=first, second=second),
        "!=": message("{first} does not equal {second}", first=first, second=second),
        "<": message("{first} is less than {second}", first=first, second=second),
        "<=": message("{first} is at most {second}", first=first, second=second),
        ">": message("{first} is greater than {second}", first=first, second=second),
        ">=": message("{first} is at least {second}", first=first, second=second),
    }[sign]
