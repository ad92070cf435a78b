"""A rate is read as it was written, or rejected in the same words by every option, function and file."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from suite import Run
from typer.main import get_command

import analyzer as ba
from analyzer.analysis.design.solve import ForEdge
from analyzer.ask.numbers import Ends
from analyzer.catalog.search import Filter
from analyzer.cli.main import app
from analyzer.errors import AnalyzerError
from analyzer.rates import ANY, BETWEEN, NOT_NEGATIVE, PART, PROBABILITY, Within, rate

READ = {
    "percent": ("5%", Fraction(1, 20)),
    "per-mille": ("5‰", Fraction(1, 200)),
    "decimal": ("0.05", Fraction(1, 20)),
    "ratio": ("1/20", Fraction(1, 20)),
    "percent-of-a-ratio": ("19/20%", Fraction(19, 2000)),
    "negative": ("-5%", Fraction(-1, 20)),
    "minus-sign": ("\N{MINUS SIGN}5%", Fraction(-1, 20)),
    "space": ("5 %", Fraction(1, 20)),
    "no-break-space": ("5\N{NO-BREAK SPACE}%", Fraction(1, 20)),
    "narrow-space": ("5\N{NARROW NO-BREAK SPACE}%", Fraction(1, 20)),
    "around": (" 5% ", Fraction(1, 20)),
    "full-width": ("５％", Fraction(1, 20)),
    "large": ("500%", Fraction(5)),
    "large-per-mille": ("5000‰", Fraction(5)),
    "one": ("1", Fraction(1)),
    "minus-one": ("-1", Fraction(-1)),
    "zero": ("-0", Fraction(0)),
    "whole-number": (1, Fraction(1)),
    "fraction": (Fraction(1, 20), Fraction(1, 20)),
    "decimal-number": (Decimal("0.05"), Fraction(1, 20)),
    "numpy-number": (np.int64(1), Fraction(1)),
}


@pytest.mark.parametrize(("given", "expected"), READ.values(), ids=READ)
def test_a_rate_is_read_as_it_is_written(given: object, expected: Fraction) -> None:
    assert rate("an edge", given) == expected


FORM = "expected an edge such as 5%, 0.05 or 1/20, got "


def may_mean(got: str, one: str, other: str) -> str:
    """The error for a number that may be a rate in two ways, each with the percentage and the rate."""
    ways = " or ".join(way.partition(" ")[0] for way in (one, other))
    return (
        f"expected an edge with a percent sign if above 100%, got {got}, which may mean {one} or {other}; "
        f"write {ways}"
    )


SMALL, LARGE = "86.1% (0.861)", "8610% (86.1)"
NO_COMMA = "expected an edge without a comma, got "
EXACT = 'expected an edge such as "5%" or Fraction(1, 20), got '
REFUSED = {
    "above-one": ("86.1", may_mean("'86.1'", SMALL, LARGE)),
    "whole": (5, may_mean("'5'", "5% (0.05)", "500% (5)")),
    "below-minus-one": ("-5", may_mean("'-5'", "-5% (-0.05)", "-500% (-5)")),
    "ratio": ("3/2", may_mean("'3/2'", "1.5% (0.015)", "150% (1.5)")),
    "thirds": ("10/3", may_mean("'10/3'", "10/3% (1/30)", "1000/3% (10/3)")),
    "full-width-above-one": ("５", may_mean("'５'", "5% (0.05)", "500% (5)")),
    "decimal-number": (Decimal("86.1"), may_mean("'86.1'", SMALL, LARGE)),
    "fraction": (Fraction(861, 10), may_mean("'861/10'", SMALL, LARGE)),
    "float-above-one": (86.1, may_mean("86.1", SMALL, LARGE)),
    "float": (0.05, 'expected an edge as an exact number, got 0.05; write it in quotes, "0.05"'),
    "numpy-float": (np.float64("nan"), EXACT + "np.float64(nan)"),
    "comma": (
        "1,235%",
        NO_COMMA + "'1,235%', which may mean 1.235% (0.01235) or 1235% (12.35); write 1.235% or 1235%",
    ),
    "decimal-comma": ("0,05", NO_COMMA + "'0,05'; write 0.05"),
    "decimal-comma-percent": ("5,25 %", NO_COMMA + "'5,25 %'; write 5.25 %"),
    "comma-above-one": ("1,235", FORM + "'1,235'"),
    "groups-of-two": ("12,34,567%", FORM + "'12,34,567%'"),
    "no-whole-part": (".05", FORM + "'.05'"),
    "sign-first": ("%5", FORM + "'%5'"),
    "two-signs": ("5%%", FORM + "'5%%'"),
    "both-signs": ("5%‰", FORM + "'5%‰'"),
    "exponent": ("1e-2", FORM + "'1e-2'"),
    "words": ("5 per cent", FORM + "'5 per cent'"),
    "plus": ("+5%", FORM + "'+5%'"),
    "superscript": ("5²%", FORM + "'5²%'"),
    "zero-denominator": ("1/0", FORM + "'1/0'"),
    "thirteen-digits": ("1234567890123%", FORM + "'1234567890123%'"),
    "empty": ("", FORM + "''"),
    "lines": ("5\n%\n%", FORM + r"'5\n%\n%'"),
    "none": (None, EXACT + "None"),
    "true": (True, EXACT + "True"),
    "list": (["5%"], EXACT + "a list"),
    "not-a-number": (Decimal("nan"), EXACT + "an object of type Decimal"),
    "far-too-large": (Decimal("1e999999999"), EXACT + "an object of type Decimal"),
}


@pytest.mark.parametrize(("given", "sentence"), REFUSED.values(), ids=REFUSED)
def test_a_rate_that_may_mean_something_else_is_rejected(given: object, sentence: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        rate("an edge", given)
    assert str(caught.value) == sentence


SIZES = {
    "confidence-150%": (BETWEEN, "150%", "expected p above 0% and below 100%, got '150%'"),
    "confidence-0": (BETWEEN, "0", "expected p above 0% and below 100%, got '0'"),
    "confidence-1": (
        BETWEEN,
        "1",
        "expected p above 0% and below 100%, got '1', which may mean 1% (0.01) or 100% (1); write 1%",
    ),
    "confidence-150": (
        BETWEEN,
        "150",
        "expected p above 0% and below 100%, got '150', which may mean 150% (1.5) or 15000% (150)",
    ),
    "hit-rate-101%": (PROBABILITY, "101%", "expected p from 0% to 100%, got '101%'"),
    "commission-100%": (PART, "100%", "expected p from 0% to below 100%, got '100%'"),
    "commission--1%": (PART, "-1%", "expected p from 0% to below 100%, got '-1%'"),
    "rtp--1%": (NOT_NEGATIVE, "-1%", "expected p of at least 0%, got '-1%'"),
    "hit-rate-comma": (
        PROBABILITY,
        "1,235%",
        "expected p from 0% to 100% without a comma, got '1,235%', which may mean 1.235% (0.01235) or "
        "1235% (12.35); write 1.235%",
    ),
}


@pytest.mark.parametrize(("within", "text", "sentence"), SIZES.values(), ids=SIZES)
def test_a_rate_out_of_range_is_rejected(within: Within, text: str, sentence: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        rate("p", text, within)
    assert str(caught.value) == sentence


HINTED = [
    (within, given)
    for within in (ANY, NOT_NEGATIVE, BETWEEN, PROBABILITY, PART)
    for given in (
        "86.1",
        "3/2",
        "-5",
        "10/3",
        "1",
        "150",
        "1,235%",
        "0,05",
        "12,5",
        Fraction(2, 7) + 3,
        10**11,
    )
]


@pytest.mark.parametrize(("within", "given"), HINTED)
def test_every_correction_that_is_offered_works(within: Within, given: object) -> None:
    try:
        rate("p", given, within)
    except AnalyzerError as error:
        _, _, ways = str(error).partition("; write ")
        for way in ways.split(" or ") if ways else ():
            rate("p", way, within)


EDGE = ("a house edge", " with a percent sign if above 100%", "86.1% or 8610%")
RTP = ("an observed RTP of at least 0%", " with a percent sign if above 100%", "86.1% or 8610%")
COMMISSION = ("a commission from 0% to below 100%", "", "86.1%")
CONFIDENCE = ("a confidence above 0% and below 100%", "", "86.1%")
HIT_RATE = ("a hit rate from 0% to 100%", "", "86.1%")
QUANTILE = ("a quantile above 0% and below 100%", "", "86.1%")
Spoken = tuple[str, str, str]

COMMISSIONED = (
    *(
        "odds",
        "compare standard classic",
        "report",
        "explain banker",
        "removal",
        "count",
        "tail --unseen 6",
    ),
    *("sweep", "inside", "peek", "solve banker", "closed-form", "tableau", "joint", "prediction"),
    *("bankroll --coups 9", "monitor", "replay shoe.txt", "evidence shoe.txt", "certify"),
    *("page --format json", "design banker --pays win=1", "settle shoe.txt --stake banker=1"),
)
COMMANDS: dict[str, tuple[str, Spoken]] = {
    **{f"{words} --commission": (f"{words} --commission TEXT", COMMISSION) for words in COMMISSIONED},
    "design --edge": ("design tie --pays win=8..9 --edge TEXT", EDGE),
    "design --edge band": ("design tie --pays win=8..9 --edge TEXT..900%", EDGE),
    "design --hit-rate": ("design tie --pays win=8..9 --hit-rate TEXT", HIT_RATE),
    "design --target": (
        "design tie --pays win=8..9 --rank target --target TEXT",
        ("a target edge", *EDGE[1:]),
    ),
    "design --max-yield": (
        "design tie --pays win=8..9 --unseen 6 --max-yield TEXT",
        ("a counter's yield of at least 0%", *EDGE[1:]),
    ),
    "solve --edge": ("solve tie --edge TEXT", EDGE),
    "solve --edge band": ("solve tie --edge ..TEXT", EDGE),
    "lint --band": ("lint bets.toml --band 5%..TEXT", EDGE),
    "lint --band low": ("lint bets.toml --band TEXT..900%", EDGE),
    "monitor --observed": ("monitor --bet tie --rounds 1000 --observed TEXT", RTP),
    "monitor --confidence": ("monitor --bet tie --confidence TEXT", CONFIDENCE),
    "bankroll --quantile": ("bankroll --coups 9 --quantile TEXT", QUANTILE),
    "evidence --confidence": ("evidence shoe.txt --confidence TEXT", CONFIDENCE),
    "evidence --alpha": (
        "evidence shoe.txt --alpha TEXT",
        ("a rate of false alarms above 0% and below 100%", "", "86.1%"),
    ),
    "list --where edge": ("list bets --where edge<TEXT", EDGE),
    "list --where rtp": ("list bets --where rtp=TEXT..", ("an RTP", *EDGE[1:])),
    "list --where hit": ("list bets --where hit>=TEXT", HIT_RATE),
    "list --where push": ("list bets --where push=..TEXT", ("a push rate from 0% to 100%", "", "86.1%")),
}
"""Options that take a rate: the words of a command, and how its error names the rate."""


def refused(spoken: Spoken) -> str:
    name, sign, ways = spoken
    return f"expected {name}{sign}, got '86.1', which may mean 86.1% (0.861) or 8610% (86.1); write {ways}\n"


@pytest.mark.parametrize(("words", "spoken"), COMMANDS.values(), ids=COMMANDS)
def test_no_command_takes_86_1_for_8610_percent(words: str, spoken: Spoken, run: Run, tmp_path: Path) -> None:
    (tmp_path / "shoe.txt").write_text("B P T\n")
    (tmp_path / "bets.toml").write_text(BETS.format(chance="1/2"))
    status, out, err = run(*words.replace("TEXT", "86.1").split())
    assert (status, out) == (2, "")
    assert err.endswith(refused(spoken))
    _, _, err = run(*words.replace("TEXT", "x").split())
    assert err.endswith(f"expected {spoken[0]} such as 5%, 0.05 or 1/20, got 'x'\n")


@pytest.mark.parametrize(
    ("words", "readings"),
    [
        ("solve tie --edge=-1..20%", "'-1', which may mean -1% (-0.01) or -100% (-1); write -1% or -100%"),
        ("solve tie --edge 5%..1", "'1', which may mean 1% (0.01) or 100% (1); write 1% or 100%"),
        (
            "lint bets.toml --band 0.1..20%",
            "'0.1', which may mean 0.1% (0.001) or 10% (0.1); write 0.1% or 10%",
        ),
        ("list bets --where edge=1..5%", "'1', which may mean 1% (0.01) or 100% (1); write 1% or 100%"),
    ],
)
def test_both_ends_of_a_band_are_read_in_the_same_unit(
    words: str, readings: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "bets.toml").write_text(BETS.format(chance="1/2"))
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert err.endswith(f"with a percent sign, like the other end, got {readings}\n")


@pytest.mark.parametrize("ends", ["0..20%", "-5%..0", ("5%", Fraction(1, 5)), ("0.05", "0.2"), (0, "20%")])
def test_ends_with_one_meaning_are_accepted(ends: Ends) -> None:
    assert ba.lint([], band=ends) == []


def test_every_option_for_a_rate_is_tested() -> None:
    asked = {
        f"{name} {option}"
        for name, command in get_command(app).commands.items()  # type: ignore[attr-defined]
        for parameter in command.params
        for option in parameter.opts
        if {"RATE", "RTP", "RATE|LO..HI"} & {parameter.metavar}
        or option in ("--edge", "--hit-rate", "--band", "--rtp")
    }
    tried = {
        f"{words.split()[0]} {word}"
        for words, _ in COMMANDS.values()
        for word in words.split()
        if word[:2] == "--"
    }
    assert asked - tried == set()


BETS = """\
[[bet]]
id = "drawn"
name = "Drawn"
lines = [{{ id = "win", when = "tie", multiplier = {{ "2" = "{chance}", "1" = "1/2" }} }}]
paytable = {{ win = "8" }}
"""


def bets_of_file(chance: object) -> object:
    Path("bets.toml").write_text(BETS.format(chance=chance))
    return ba.load_bets("bets.toml")


FUNCTIONS: dict[str, tuple[Callable[[Any], object], Spoken]] = {
    "odds": (lambda x: ba.odds("standard", commission=x), COMMISSION),
    "question": (lambda x: ba.question("standard", commission=x), COMMISSION),
    "expected_values": (
        lambda x: ba.expected_values("standard", np.full((1, 13), 32), commission=x),
        COMMISSION,
    ),
    "tableau": (lambda x: ba.tableau(commission=x), COMMISSION),
    "pay": (lambda x: ba.odds("standard", pay={"tie": f"9 less {x}%"}), COMMISSION),
    "monitor observed": (lambda x: ba.monitor(bets=["tie"], rounds=[1000], observed=x), RTP),
    "monitor confidences": (lambda x: ba.monitor(bets=["tie"], confidences=[x]), CONFIDENCE),
    "bankroll quantiles": (lambda x: ba.bankroll(coups=9, quantiles=[x]), QUANTILE),
    "solve edge": (lambda x: ba.solve("tie", edge=x), EDGE),
    "solve pair": (lambda x: ba.solve("tie", edge=("5%", x)), EDGE),
    "design edge": (lambda x: ba.design("tie", pays={"win": 8}, edge=x), EDGE),
    "symbolic solve": (lambda x: ba.symbolic("tie").solve("win", x), EDGE),
    "lint band": (lambda x: ba.lint([], band=("5%", x)), EDGE),
    "where": (lambda x: Filter.parse(f"edge={x}"), EDGE),
    "a file of bets": (bets_of_file, ("a probability from 0% to 100%", "", "86.1%")),
}


@pytest.mark.parametrize(("ask", "spoken"), FUNCTIONS.values(), ids=FUNCTIONS)
def test_no_function_or_file_takes_86_1_for_8610_percent(
    ask: Callable[[object], object], spoken: Spoken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pay = ask is FUNCTIONS["pay"][0]
    with pytest.raises(AnalyzerError) as caught:
        ask("186.1" if pay else "86.1")
    last = str(caught.value) + "\n"
    assert last.endswith(f"expected {spoken[0]}, got '186.1%'\n" if pay else refused(spoken))


def test_rates_above_100_percent_stay_possible() -> None:
    [solution] = ba.solve("tie", edge="500%").solutions
    assert isinstance(solution, ForEdge)
    assert solution.pay == Fraction(-26652630896467, 619306544887)
    [found] = ba.monitor(bets=["tie"], rounds=[1000], observed="8610%")
    assert found.observed is not None
    assert found.observed.rtp == Fraction(861, 10)


def test_an_rtp_of_86_1_percent_is_inside_the_limits(run: Run) -> None:
    status, out, _ = run(*["monitor", "--bet", "tie", "--rounds", "1000", "--observed", "86.1%"])
    assert status == 0
    assert "86.1000%" in out
