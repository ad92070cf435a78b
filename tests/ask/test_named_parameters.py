"""Errors name a parameter as the user gives it: as a keyword in Python, as an option on the command line."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Run

import analyzer as ba

OPEN = """
[[bet]]
id = "open"
name = "Open"
lines = [{ id = "win", when = "tie" }]
paytable = { win = "x" }
"""
HEAVY = "p1.suit == b1.suit and p2.suit == b2.suit and p3.suit == b3.suit"
RECORD = 'shoe,coup,player,banker,late fee\n1,1,"9h 8d","7c 6s",1\n'

ERRORS: list[tuple[Callable[[], object], str, str, str]] = [
    (lambda: ba.odds("dragon-7"), "odds dragon-7", "write bets=['dragon-7']", "write --bet dragon-7"),
    (lambda: ba.odds("6 decks"), "odds '6 decks'", "write shoe=6", "write --decks 6"),
    (
        lambda: ba.odds(bets=["a.toml"]),
        "odds --bet a.toml",
        "write bet_files=['a.toml']",
        "write --bets a.toml",
    ),
    (
        lambda: ba.odds(bets=["nosuch"]),
        "odds --bet nosuch",
        "has it with bet_files=...",
        "has it with --bets",
    ),
    (
        lambda: ba.odds(rules="cut-14"),
        "odds --rules cut-14",
        "as procedure='cut-14'",
        "as --procedure cut-14",
    ),
    (
        lambda: ba.odds(rules="how-dragon-7"),
        "odds --rules how-dragon-7",
        "or sweep as counts=['how-dragon-7']",
        "or sweep as --count how-dragon-7",
    ),
    (
        lambda: ba.odds(bet_files=["open.toml"]),
        "odds --bets open.toml",
        "add pay={'open.x': 'RATIO'}, or run baccarat solve open --bets open.toml",
        "add --pay open.x=RATIO, or run baccarat solve open --bets open.toml",
    ),
    (
        lambda: ba.odds(bets=["tie"], given=HEAVY),
        f"odds --bet tie --given '{HEAVY}'",
        "add exhaustive=True",
        "add --exhaustive",
    ),
    (
        lambda: ba.odds("niu-niu", commission="5%"),
        "odds niu-niu --commission 5%",
        "pay={'banker.LINE'",
        "--pay banker.LINE=",
    ),
    (lambda: ba.compare("standard", "tie"), "compare standard tie", "; bets=... applies", "; --bet applies"),
    (lambda: ba.compare("tie", 6), "compare tie 6", "; shoe=... applies", "; --decks or --remaining applies"),
    (lambda: ba.design("tie", pays={}), "design tie", "as pays={'win': '1..20'}", "as --pays win=1..20"),
    (
        lambda: ba.solve("insurance-tie", ["win"], edge="5%"),
        "solve insurance-tie win --edge 5%",
        "with dealt=..., or a condition with given=..., such as",
        "with --dealt, or a condition with --given, such as",
    ),
    (
        lambda: ba.settle("late.csv"),
        "settle late.csv",
        "with ignore=['late fee']",
        "with --ignore 'late fee'",
    ),
    (
        lambda: ba.settle("late.csv", ignore=["late fee"]),
        "settle late.csv --ignore 'late fee'",
        "in a file (stakes=...) or on every coup (stake=...)",
        "in a file (--stakes) or on every coup (--stake)",
    ),
    (
        lambda: ba.bankroll(coups=9, stakes={"tie": 1}, bets=["tie"]),
        "bankroll --coups 9 --stake tie=1 --bet tie",
        "leave out bets=...",
        "leave out --bet",
    ),
    (
        lambda: ba.sweep(tags="1 2 2 1 1 0 -1 -1 -1 -1"),
        "sweep --tags '1 2 2 1 1 0 -1 -1 -1 -1'",
        "only that bet with bets=...",
        "only that bet with --bet",
    ),
    (
        lambda: ba.sweep(counts=["how-dragon-7"], bets=["tie"]),
        "sweep --count how-dragon-7 --bet tie",
        "add bets=['dragon-7']",
        "add --bet dragon-7",
    ),
    (
        lambda: ba.tail(unseen=40, bets=["tie"]),
        "tail --unseen 40 --bet tie",
        "or add exhaustive=True",
        "or add --exhaustive",
    ),
]


@pytest.mark.parametrize(("call", "line", "keyword", "option"), ERRORS, ids=[each[1] for each in ERRORS])
def test_a_parameter_is_named_as_it_is_given(
    call: Callable[[], object], line: str, keyword: str, option: str, run: Run
) -> None:
    Path("open.toml").write_text(OPEN, encoding="utf-8")
    Path("late.csv").write_text(RECORD, encoding="utf-8")
    with pytest.raises(ba.AnalyzerError) as caught:
        call()
    assert keyword in str(caught.value)
    # A whole command line is named alike everywhere.
    assert not re.search(r"--[a-z]", re.sub("baccarat .*", "", str(caught.value)))
    status, out, err = run(*shlex.split(line))
    assert (status, out) == (2, "")
    assert option in err
    assert keyword not in err
    # After a command line, errors name keywords again.
    with pytest.raises(ba.AnalyzerError, match=re.escape(str(caught.value))):
        call()
