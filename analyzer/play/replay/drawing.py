"""Who draws a third card and by which rule, how many cards a coup takes, and where coups end in a stream.

No card is guessed: a stream is split into coups only as long as the end of each is certain.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from analyzer.game.cards import Card
from analyzer.game.coup import Winner
from analyzer.game.rules import Rules
from analyzer.play.record import CoupResult, Read, RecordedCoup
from analyzer.play.replay.replayed import Finding
from analyzer.text import Message, Value, message

_ANY = range(10)


def player_rule(rules: Rules, player_two: int, banker_two: int) -> tuple[bool, Message]:
    """Whether Player draws on these two-card totals, and the rule applied."""
    if (natural := _natural(rules, player_two, banker_two)) is not None:
        return False, natural
    if rules.tableau.player_draws_on(player_two):
        return True, message("Player draws on {total}", total=player_two)
    return False, message("Player stands on {total}", total=player_two)


def banker_rule(rules: Rules, player_two: int, banker_two: int, third: int | None) -> tuple[bool, Message]:
    """Whether Banker draws, given the points of Player's third card (None: no card), and the rule applied."""
    if (natural := _natural(rules, player_two, banker_two)) is not None:
        return False, natural
    final = (player_two + (third or 0)) % 10
    draws = rules.banker_draws_on(banker_two, third, final)
    if third is None:
        if draws:
            return True, message("Banker draws on {total} when Player stands", total=banker_two)
        return False, message("Banker stands on {total} when Player stands", total=banker_two)
    if rules.banker_by == "player-total":
        values: dict[str, Value] = {"total": banker_two, "final": final}
        if draws:
            return True, message("Banker draws on {total} when Player's total is {final}", **values)
        return False, message("Banker stands on {total} when Player's total is {final}", **values)
    values = {"total": banker_two, "points": third}
    if draws:
        return True, message("Banker draws on {total} when Player's third card counts {points}", **values)
    return False, message("Banker stands on {total} when Player's third card counts {points}", **values)


def _natural(rules: Rules, player_two: int, banker_two: int) -> Message | None:
    """The sentence that a natural ends the coup; None if no hand has one."""
    if player_two in rules.tableau.naturals:
        return message("Player's natural {total} ends the coup", total=player_two)
    if banker_two in rules.tableau.naturals:
        return message("Banker's natural {total} ends the coup", total=banker_two)
    return None


def coups_of_stream(rules: Rules, stream: Sequence[Read], faults: list[Finding]) -> Iterator[RecordedCoup]:
    """The coups of a stream of cards, numbered from 1; `where` states which cards each coup has.

    The last coup may be incomplete. If an unreadable card leaves the number of a coup's cards open, the split
    ends there, and `faults` receives the reason.
    """
    at, number = 0, 0
    while at < len(stream):
        number += 1
        cards = tuple(stream[at : at + rules.cards_from_shoe])
        least, most = cards_taken(rules, cards)
        if least < most and least <= len(cards):
            values = {"number": number, "least": least, "most": most, "left": len(stream) - at}
            what = message(
                "coup {number} has {least} to {most} cards, depending on a card that could not be read; the "
                "last {left} cards, from its first card on, are not replayed",
                **values,
            )
            faults.append(("unreadable", what))
            return
        whole = cards[:least]
        yield RecordedCoup(number, f"cards {at + 1}-{at + len(whole)}", drawn=whole)
        at += len(whole)


def cards_taken(rules: Rules, cards: Sequence[Read]) -> tuple[int, int]:
    """The fewest and the most cards that a coup takes from the shoe if these are its first cards."""
    points = [None if card is None else card.points for card in cards]
    if rules.player_first is not None:
        points.insert(0, Card(rules.player_first).points)
    points += [None] * (5 - len(points))
    numbers = set()
    for two, other in product(_totals(points[0], points[2]), _totals(points[1], points[3])):
        draws, _ = player_rule(rules, two, other)
        for third in (None,) if not draws else _ANY if points[4] is None else (points[4],):
            draws_too, _ = banker_rule(rules, two, other, third)
            numbers.add(rules.cards_from_shoe - 2 + draws + draws_too)
    return min(numbers), max(numbers)


def _totals(one: int | None, two: int | None) -> Sequence[int]:
    return _ANY if one is None or two is None else ((one + two) % 10,)


def impossible(rules: Rules, recorded: CoupResult) -> Finding | None:
    """The finding that no coup can have the result recorded without cards; None if some coup can."""
    stated = [(place, part) for place, part in enumerate(recorded) if part is not None]
    if not stated or any(all(result[place] == part for place, part in stated) for result in possible(rules)):
        return None
    return "no-such-result", message(
        "no coup under these rules can have the recorded totals, result and flags"
    )


@cache
def possible(rules: Rules) -> frozenset[CoupResult]:
    """Every result that a coup under these rules can have, from a shoe with enough of every card."""
    results = set()
    for (two, pair), (other, other_pair) in product(_first_two(rules.player_first), _first_two(None)):
        natural = two >= 8 or other >= 8
        draws, _ = player_rule(rules, two, other)
        for third in range(10) if draws else (None,):
            final = (two + (third or 0)) % 10
            draws_too, _ = banker_rule(rules, two, other, third)
            for last in range(10) if draws_too else (0,):
                total = (other + last) % 10
                winner: Winner = "tie" if final == total else "player" if final > total else "banker"
                results.add(CoupResult(final, total, winner, pair, other_pair, natural))
    return frozenset(results)


def _first_two(first: int | None) -> set[tuple[int, bool]]:
    """Every two-card total that a hand can have, and whether the two cards are a pair."""
    ranks = range(1, 14)
    firsts = ranks if first is None else (first,)
    return {((Card(one).points + Card(two).points) % 10, one == two) for one, two in product(firsts, ranks)}
