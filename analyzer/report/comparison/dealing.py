"""How two sets of rules, and two shoes, differ: down to cells of the drawing table and kinds of cards."""

from collections.abc import Iterator
from itertools import product

from analyzer.analysis.compare import cells_changed
from analyzer.analysis.odds import FINENESS_WORDS
from analyzer.game.rules import Rules
from analyzer.game.shoe import FINENESSES, KEYS, Shoe
from analyzer.report.comparison.difference import Difference, both
from analyzer.report.names import shoe_title
from analyzer.report.tableau import totals
from analyzer.text import Message, Text, message

RULES, _SHOE = message("Rules"), message("Shoe")

_COLUMNS = {"third-card": message("Player's third card"), "player-total": message("Player's final total")}
_DRAWS = {True: message("draws"), False: message("stands")}


def of_rules(a: Rules, b: Rules) -> Iterator[Difference]:
    """How two sets of rules deal differently, down to the cells of the drawing table."""

    def row(what: str, place: Text, sides: tuple[Text, Text], remark: Text | None = None) -> Difference:
        return Difference(what, RULES, place, sides, remark=remark)

    drawn, ends = ([rules.tableau.player_draws for rules in (a, b)], [r.tableau.naturals for r in (a, b)])
    if drawn[0] != drawn[1]:
        yield row("player-draws", message("Player draws on"), (_numbers(drawn[0]), _numbers(drawn[1])))
    if ends[0] != ends[1]:
        yield row("naturals", message("Naturals"), (_numbers(ends[0]), _numbers(ends[1])))
    for total in sorted(ends[0] ^ ends[1]):
        yield row("row", message("Banker {total}", total=str(total)), (_row(a, total), _row(b, total)))
    if a.player_first != b.player_first:
        yield row("player-first", message("Player's first card"), (_first_card(a), _first_card(b)))
    cells = cells_changed(a, b)
    if a.banker_by != b.banker_by:
        place = message("Columns of the drawing table")
        if not cells:
            place = message("Columns of the drawing table, the same letter for letter")
        yield row("columns", place, (_COLUMNS[a.banker_by], _COLUMNS[b.banker_by]), _otherwise(a, b))
    column = _COLUMNS[a.banker_by] if a.banker_by == b.banker_by else message("column")
    for (total, points), in_a, in_b in cells:
        yield row("cell", _cell(total, column, points), (_DRAWS[in_a], _DRAWS[in_b]))


def _numbers(values: frozenset[int]) -> Message:
    return Message("{totals}", (("totals", totals(values)),))


def _cell(total: int, column: Message, points: int | None) -> Message:
    if points is None:
        return message("Banker {total}, Player stood", total=str(total))
    return message("Banker {total}, {column} {points}", total=str(total), column=column, points=str(points))


def _row(rules: Rules, total: int) -> Text:
    """A row of the drawing table, or that its total is a natural."""
    if total in rules.tableau.naturals:
        return message("a natural")
    draws = (rules.tableau.banker_draws_on(total, column) for column in (None, *range(10)))
    return " ".join("D" if draw else "S" for draw in draws)


def _otherwise(a: Rules, b: Rules) -> Message:
    """In how many cases, where Player has drawn, Banker draws by one set of rules and stands by the other."""
    bankers = sorted(set(range(10)) - a.tableau.naturals - b.tableau.naturals)
    players = sorted(a.tableau.player_draws & b.tableau.player_draws)
    cases = [(total, third, (two + third) % 10) for total, two, third in product(bankers, players, range(10))]
    n = sum(a.banker_draws_on(*case) != b.banker_draws_on(*case) for case in cases)
    return message(
        "decided otherwise in {n} of {all} cases of Banker's total, Player's total and third card",
        n=n,
        all=len(cases),
    )


def _first_card(rules: Rules) -> Message:
    if rules.player_first is None:
        return message("from the shoe")
    return message("given, of rank {rank}", rank=str(rules.player_first))


def of_shoes(a: Shoe, b: Shoe) -> Iterator[Difference]:
    """How two shoes differ: by their decks, else by the cards of each kind; and by what is known of them."""
    if a != b:
        yield Difference("shoe", _SHOE, message("Cards left"), both(shoe_title, a, b))
    if a.fineness != b.fineness:
        known = both(lambda shoe: FINENESS_WORDS[shoe.fineness], a, b)
        yield Difference("shoe", _SHOE, message("Cards known by"), known)
    level = min(a.fineness, b.fineness, key=FINENESSES.index)
    kinds = zip(KEYS[level], a.coarsen(level).counts, b.coarsen(level).counts, strict=True)
    changed = [(key, counts) for key, *counts in kinds if counts[0] != counts[1]]
    if changed and not (a.full_decks and b.full_decks):
        left = both(lambda side: " ".join(f"{key}={counts[side]}" for key, counts in changed), 0, 1)
        yield Difference("shoe", _SHOE, message("Kinds of which the numbers differ"), left)
