"""What is given to the public functions and is no such thing: one sentence that says what was expected."""

from collections.abc import Callable
from typing import Any

import pytest

import analyzer as ba
from analyzer.errors import AnalyzerError

TIE = ["tie"]
RULES = ba.rules("punto-banco")
NO_PAYS = "expected pays by name, such as {'tie': 9}, got 1.5"
NO_NAME = "expected the names of pays as texts, got 1"
NO_REPORT = "expected a report, as odds gives it, got None"

MISUSED: dict[str, tuple[Callable[[Any], Any], Any, str]] = {
    "pays are a number": (lambda x: ba.odds("classic", pay=x), 1.5, NO_PAYS),
    "pays of a number": (lambda x: ba.odds("classic", pay=x), {1: 2}, NO_NAME),
    "pays compared": (lambda x: ba.compare(8, 6, pay=x), {1: 2}, NO_NAME),
    "pays explained": (lambda x: ba.explain("tie", pay=x), 1.5, NO_PAYS),
    "pays solved": (lambda x: ba.solve("tie", "win", edge="5%", pays=x), 1.5, NO_PAYS),
    "pays in symbols": (lambda x: ba.symbolic("tie", pays=x), 1.5, NO_PAYS),
    "pays studied": (lambda x: ba.tableau(pay=x), 1.5, NO_PAYS),
    "pays designed": (lambda x: ba.design("tie", edge="5%..7%", pays=x), 1.5, NO_PAYS),
    "pays replayed": (
        lambda x: ba.replay("9c9d", pay=x),
        1.5,
        "expected pays by name, such as {'tie': 9}, got 1.5",
    ),
    "cards dealt": (
        lambda x: ba.odds("classic", dealt=x),
        1.5,
        'expected cards dealt such as "P:9c,5 B:K" or "P:?,5d next:5=9c", got 1.5',
    ),
    "cards seen": (
        lambda x: ba.closed_form(bets=TIE, seen=x),
        None,
        'expected cards such as "9c 9d Th", or a list of cards, got None',
    ),
    "lines in order": (
        lambda x: ba.design("tie", edge="5%..7%", pays={"win": "5..9"}, monotone=x),
        1.5,
        "expected a list of lines, got 1.5",
    ),
    "rank": (
        lambda x: ba.design("tie", edge="5%..7%", pays={"win": "5..9"}, rank=x),
        1.5,
        "unknown rank 1.5",
    ),
    "pareto": (
        lambda x: ba.design("tie", edge="5%..7%", pays={"win": "5..9"}, pareto=x),
        1.5,
        "expected pareto with an edge and a volatility such as low-edge,low-sd or high-edge,low-sd, got 1.5",
    ),
    "unseen": (
        lambda x: ba.design("tie", edge="5%..7%", pays={"win": "5..9"}, unseen=x),
        "8",
        "expected from 6 unseen cards, the most that a coup takes, to 416, all that the shoe holds, got '8'",
    ),
    "names": (lambda x: ba.solve("tie", x, edge="5%"), None, "expected a list of lines, got None"),
    "band": (
        lambda x: ba.solve("tie", "win", edge=x),
        (),
        'expected a house edge such as "5%" or Fraction(1, 20), got a tuple',
    ),
    "decks": (
        lambda x: ba.solve("tie", "win", edge="5%", decks=x),
        1.5,
        "expected a list of numbers of decks, got 1.5",
    ),
    "stakes": (
        lambda x: ba.bankroll(stakes=x, coups=5),
        1.5,
        "expected stakes by name, such as {'tie': 9}, got 1.5",
    ),
    "levels": (
        lambda x: ba.bankroll(stakes={"tie": 1}, coups=5, quantiles=x),
        1.5,
        "expected a list of quantiles, got 1.5",
    ),
    "losses": (
        lambda x: ba.bankroll(stakes={"tie": 1}, coups=5, losses=x),
        None,
        "expected a list of losses, got None",
    ),
    "confidences": (
        lambda x: ba.monitor(bets=TIE, rounds=[10], confidences=x),
        1.5,
        "expected a list of confidences, got 1.5",
    ),
    "places": (lambda x: ba.peek(bets=TIE, cards=x), 1.5, "expected a list of places of cards, got 1.5"),
    "open cards": (lambda x: ba.inside(bets=TIE, after=x), [], "expected 4 or 5 open cards, got a list"),
    "bets of files": (lambda x: ba.bet("tie", x), 1.5, "expected bets by id or alias, got 1.5"),
    "a procedure": (ba.procedure, None, "expected a procedure as a value, an id or a file, got None"),
    "rules of a deal": (
        lambda x: ba.deal(x, []),
        "punto-banco",
        "expected rules, as a value, got 'punto-banco'",
    ),
    "no cards": (lambda x: ba.deal(RULES, x), None, "expected cards, got None"),
    "cards as text": (
        lambda x: ba.deal(RULES, x),
        "9c 8d",
        "expected cards, got '9'; Card.parse reads one",
    ),
    "claim files": (ba.audit, None, "expected a list of claim files, got None"),
    "bytes for a file": (ba.audit, b"x", "expected a list of claim files, got a bytes"),
    "sheets": (ba.lint, None, "expected a list of files, got None"),
    "a report certified": (ba.certify, None, NO_REPORT),
    "a form read": (lambda x: list(ba.read_text("", x)), [], "unknown form a list of a record"),
    "files of a replay": (
        lambda x: ba.replay([], bet_files=x),
        None,
        "expected a list of bet files, got None",
    ),
    "stakes of a file": (lambda x: ba.settle([], stakes=x), 1.5, "expected stakes as a file, got 1.5"),
    "a file of no name": (
        lambda x: ba.settle([], stakes=x),
        "\0",
        "cannot read the stakes '\\x00': embedded null byte",
    ),
    "stakes on all": (
        lambda x: ba.settle([], stake=x),
        {1: 2},
        "expected the names of stakes as texts, got 1",
    ),
    "a place to save": (
        lambda x: ba.save(RULES, x),
        b"x",
        "expected the path of a file to write, got a bytes",
    ),
}


@pytest.mark.parametrize(("ask", "given", "sentence"), MISUSED.values(), ids=MISUSED)
def test_what_is_no_such_thing_is_refused_in_one_sentence(
    ask: Callable[[Any], Any], given: object, sentence: str
) -> None:
    with pytest.raises(AnalyzerError) as caught:
        ask(given)
    assert str(caught.value).partition(";")[0] == sentence.partition(";")[0]
