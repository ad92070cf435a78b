"""Pays that are names: read, priced, refused; and polynomials in them, checked against bets with numbers."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
import sympy
from shoes import random_shoes
from suite import MULTIPLIER

import analyzer as ba
from analyzer.analysis.design.symbols import Polynomial, written
from analyzer.ask.lint import lint
from analyzer.ask.question import drafted
from analyzer.bets.draft import Draft, is_name
from analyzer.bets.pricing import Ratio
from analyzer.catalog import load
from analyzer.cli.main import main
from analyzer.errors import AnalyzerError, CatalogError

F = Fraction
MINE = """
[[bet]]
id = "mine"
name = "Mine"
lines = [
  { id = "two-card", when = "banker_wins and banker_total == 6 and banker_cards == 2" },
  { id = "three-card", when = "banker_wins and banker_total == 6 and banker_cards == 3" },
]
paytable = { two-card = "12", three-card = "x" }

[[bet]]
id = "shared"
name = "Shared"
aliases = ["common"]
lines = [
  { id = "six", when = "banker_wins and banker_total == 6" },
  { id = "seven", when = "banker_wins and banker_total == 7" },
  { id = "tie", when = "tie" },
]
paytable = { six = "x", seven = "x", tie = "Y_1" }

[[bet]]
id = "plain"
name = "Plain"
lines = [{ id = "win", when = "tie" }]
paytables = { open = { win = "z" }, "8" = { win = "8" } }
"""


PAID: dict[str, Ratio] = {"mine.x": 20, "shared.x": 4, "shared.Y_1": 6, "plain.z": 9}
"""A number for every name."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of three bets: the pays of two are names, and one pays a name at one of its prices."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(MINE)
    return "mine.toml"


def refused(call: object, *arguments: object, **options: object) -> str:
    """The sentence with which a call is refused."""
    assert callable(call)
    with pytest.raises(AnalyzerError) as caught:
        call(*arguments, **options)
    return str(caught.value)


# names in pays: read, priced or refused


def test_names_are_read(file: str) -> None:
    drafts = load.drafts_of(file)
    assert [(draft.bet.reference, dict(draft.names)) for draft in drafts] == [
        ("mine", {"three-card": "x"}),
        ("shared", {"six": "x", "seven": "x", "tie": "Y_1"}),
        ("plain/open", {"win": "z"}),
        ("plain/8", {}),
    ]
    assert drafts[1].symbols == ("x", "Y_1")
    assert drafts[0].bet.nets["two-card"] == 12


@pytest.mark.parametrize(
    ("text", "named"),
    [("x", True), ("a" * 20, True), ("Pay_2", True), ("a" * 21, False), ("_x", False), ("2x", False)]
    + [(word, False) for word in ("push", "Push", "to", "for", "lose", "nan", "inf", "a-b", "", "x y", "é")]
    + [("lambda", False), ("None", False), ("Lambda", True)],
)
def test_which_pays_are_names(text: str, named: bool) -> None:
    assert is_name(text) is named


def test_no_line_can_pay_the_id_of_another(file: str) -> None:
    Path(file).write_text(MINE.replace('six = "x"', 'six = "tie"'))
    assert refused(load.drafts_of, file) == (
        "mine.toml: bet[2].paytable.six: the name 'tie' is the id of another line; choose another name"
    )


def test_drafts_by_reference_and_alias(file: str) -> None:
    def draft(bet: str) -> Draft:
        return drafted(bet, {"bet_files": [file]})[1]

    assert draft("common").symbols == ("x", "Y_1")
    assert draft("plain").symbols == ("z",)
    assert draft("plain/8").symbols == ()
    assert draft("tie") == Draft(ba.bet("tie"), {})
    assert "unknown bet 'shard'" in refused(draft, "shard")


def test_functions_that_take_no_file_of_bets_take_no_names(file: str) -> None:
    tail = "; only a file of bets may leave a pay open, for baccarat design, or for bet_files=... with pay="
    start = 'mine.toml: bet[1].paytable.three-card: expected a ratio such as "12", "0.95" or "19/20"'
    sentence = refused(load.bets_of, file).splitlines()[0]
    assert sentence == f"{start}, got the name 'x'{tail}{{'BET.LINE': 'RATIO'}}"


@pytest.mark.parametrize(
    ("bet", "pay"),
    [
        ("mine", {"mine.three-card": 20}),
        ("mine", {"mine.x": "20"}),
        ("shared", {"shared.x": 4, "shared.Y_1": "7 for 1"}),
        ("shared", {"shared.six": 4, "shared.seven": 4, "shared.tie": 6}),
        ("plain", {"plain.z": 9}),
        ("plain", {"plain": 9}),
    ],
    ids=str,
)
def test_names_that_are_priced_are_bets(file: str, bet: str, pay: dict[str, Ratio]) -> None:
    """They equal the bet with numbers in the file."""
    numbers = {"x": "20" if bet == "mine" else "4", "Y_1": "6", "z": "9"}
    given = {key: price for key, price in PAID.items() if not key.startswith(bet)} | pay
    found = ba.odds("classic", 1, bets=[bet], bet_files=[file], pay=given)
    text = MINE
    for name, number in numbers.items():
        text = text.replace(f'"{name}"', f'"{number}"')
    Path("priced.toml").write_text(text)
    known = ba.odds("classic", 1, bets=[bet], bet_files=["priced.toml"])
    assert found[bet].house_edge == known[bet].house_edge
    assert found[bet].variance == known[bet].variance


def test_a_line_that_pays_its_own_name_is_priced_at_every_price(file: str) -> None:
    Path(file).write_text(MINE[MINE.index('[[bet]]\nid = "plain"') :].replace('"z"', '"win"'))
    report = ba.odds("classic", 1, bets=[], bet_files=[file], pay={"plain.win": 9})
    assert [value.bet.nets["win"] for value in report.valuations] == [9, 9]


@pytest.mark.parametrize(
    ("pay", "sentence"),
    [
        (
            {},
            "mine.toml: bet 'mine' pays the name 'x' for line 'three-card' instead of a number; "
            "add pay={'mine.x': 'RATIO'}, or run baccarat solve mine --bets mine.toml\n"
            "mine.toml: bet 'shared' pays the name 'x' for line 'six' instead of a number; "
            "add pay={'shared.x': 'RATIO'}, or run baccarat solve shared --bets mine.toml\n"
            "mine.toml: bet 'shared' pays the name 'Y_1' for line 'tie' instead of a number; "
            "add pay={'shared.Y_1': 'RATIO'}, or run baccarat solve shared --bets mine.toml\n"
            "mine.toml: bet 'plain/open' pays the name 'z' for line 'win' instead of a number; "
            "add pay={'plain.z': 'RATIO'}, or run baccarat solve plain/open --bets mine.toml",
        ),
        (
            PAID | {"mine.three-card": 20},
            "expected one price for line 'three-card' of bet 'mine', got two",
        ),
        (
            PAID | {"shared.seven": 4},
            "expected one price for line 'seven' of bet 'shared', got two",
        ),
        (PAID | {"mine.x": 20.5}, 'expected an exact number such as "0.95" or Fraction(19, 20), got 20.5'),
        (PAID | {"mine.x": "x"}, 'expected a ratio such as "12", "0.95" or "19/20", got \'x\''),
    ],
    ids=str,
)
def test_names_without_numbers_are_refused(file: str, pay: dict[str, Ratio], sentence: str) -> None:
    assert refused(ba.odds, bets=[], bet_files=[file], pay=pay) == sentence


def test_the_odds_of_a_priced_draft_on_the_command_line(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "--bets", file, "--pay", "mine.x=20"]) == 2
    assert capsys.readouterr().err.startswith("baccarat: mine.toml: bet 'shared' pays the name 'x'")
    pays = [text for key, pay in PAID.items() for text in ("--pay", f"{key}={pay}")]
    assert main(["odds", "--bets", file, "--decks", "1", *pays]) == 0
    assert "12 / 20" in capsys.readouterr().out


def test_compare_takes_priced_names(file: str) -> None:
    found = ba.compare("mine", "lucky-6/12-20", shoe=1, bet_files=[file], pay=PAID)
    assert found.matches[0].change(lambda bet: bet.house_edge).difference == 0


def test_lint_warns_of_names_and_checks_what_does_not_depend_on_pays(file: str) -> None:
    Path(file).write_text(MINE.replace("and banker_total == 7", "and banker_total == 6"))
    found = [(fault["where"], fault["severity"], fault["message"]) for fault in lint([file], shoe=1)]
    assert [(where, severity) for where, severity, _ in found] == [
        ("bet[1].paytable.three-card", "warning"),
        ("bet[2].paytable.six", "warning"),
        ("bet[2].paytable.seven", "warning"),
        ("bet[2].paytable.tie", "warning"),
        ("bet[3].paytables.open.win", "warning"),
        ("bet[2].lines[2]", "error"),
    ]
    assert found[0][2] == (
        "pays a name, 'x': nothing that depends on this pay is checked; "
        "replace it by a number, or find one with baccarat design"
    )
    assert "never reached" in found[-1][2]


def test_a_draft_knows_its_names() -> None:
    draft = Draft.opened(ba.bet("lucky-6"), ["three-card"])
    assert draft.settled({}) is draft
    both = Draft(draft.bet, {"two-card": "x", "three-card": "y"})
    assert (both.symbols, Draft(draft.bet, {"three-card": "x", "two-card": "x"}).symbols) == (
        ("x", "y"),
        ("x",),
    )
    assert refused(both.priced, {}) == "a pay for 'x' of bet 'lucky-6' is required"
    half = both.settled({"y": F(3)})
    assert (half.names, half.bet.nets["three-card"]) == ({"two-card": "x"}, 3)
    assert "unknown line 'three' in bet 'lucky-6" in refused(Draft.opened, ba.bet("lucky-6"), ["three"])
    assert draft.priced({"three-card": F(20)}).nets == ba.bet("lucky-6").nets
    assert "unknown name 'x' in the pays of bet 'lucky-6'" in refused(draft.settled, {"x": F(1)})
    assert refused(draft.priced, {}) == "a pay for 'three-card' of bet 'lucky-6' is required"


# polynomials


CONDITIONS = [
    *(
        "banker_total == 6",
        "player_pair",
        "tie",
        "cards == 6",
        "banker_wins and banker_natural",
        "margin >= 4",
    ),
    *("count(points == 8) >= 1", "player_total in {7, 8}", "p1.points == b1.points", "player_wins"),
]
LAW = 'multiplier = { "0" = "1/2", "2" = "3/8", "5" = "1/8" }'


def random_file(random: Random, path: Path) -> dict[str, str]:
    """A bet of two to five lines with random pays, some of them names, perhaps equal ones; and its pays."""
    whens = random.sample(CONDITIONS, random.randint(2, 5))
    prices = ["12", "19/20", "push", "-2", "x", "x", "y", "zz"]
    pays = {f"line-{place}": random.choice(prices) for place in range(len(whens))} | {"line-0": "x"}
    lines = "".join(
        f'{{ id = "line-{place}", when = "{when}"'
        f"{', ' + LAW if pays[f'line-{place}'] not in ('push', '-2') and random.random() < 0.3 else ''} }},\n"
        for place, when in enumerate(whens)
    )
    table = "".join(f'{line} = "{price}"\n' for line, price in pays.items())
    path.write_text(f'[[bet]]\nid = "any"\nname = "Any"\nlines = [{lines}]\n[bet.paytable]\n{table}')
    return pays


@pytest.mark.parametrize("number", range(8 * MULTIPLIER))
def test_polynomials_at_numbers_are_the_odds_of_the_priced_bet(number: int, tmp_path: Path) -> None:
    random = Random(number)
    shoe = random_shoes("ranks", number + 1)[number]
    priced = random_file(random, path := tmp_path / "any.toml")
    found = ba.symbolic("any", shoe, bet_files=[path])
    assert set(found.names) == {price for price in priced.values() if is_name(price)}
    for _ in range(3):
        pays = {name: F(random.randint(1, 400), random.randint(1, 9)) for name in found.names}
        by_line = {f"any.{line}": pays[name] for line, name in priced.items() if name in pays}
        value = ba.odds("standard", shoe, bets=["any"], bet_files=[path], pay=by_line)["any"]
        assert found.edge.at(pays) == value.house_edge
        assert found.mean.at(pays) == value.ev
        assert found.spread.at(pays) == value.variance
        assert (found.hit_rate, found.push_rate) == (value.hit_rate, value.push_rate)
        assert (found.at(pays).variance, found.ways) == (value.variance, value.ways)
        assert [found.contribution(line).at(pays) for line in found.ways] == [
            value.contribution(line) for line in value.ways
        ]
        half = dict(list(pays.items())[:1])
        assert found.settled(half).spread.at(dict(list(pays.items())[1:])) == value.variance
        assert found.spread.settled(half).terms == found.settled(half).spread.terms
        numbers = {
            sympy.Symbol(name): sympy.Rational(pay.numerator, pay.denominator) for name, pay in pays.items()
        }
        assert F(str(found.house_edge.subs(numbers))) == value.house_edge
        assert F(str(found.variance.subs(numbers))) == value.variance
        assert F(str(sympy.sympify(str(found.spread)).subs(numbers))) == value.variance


def test_the_variance_is_that_of_the_definition() -> None:
    """The mean of the squared distance from the EV, multiplied out by sympy."""
    found = ba.symbolic("lucky-6", 6)
    nets = {line: sympy.Symbol(line.replace("-", "_")) for line in found.names} | {"lose": sympy.Integer(-1)}
    chance = {line: sympy.Rational(ways, found.total_ways) for line, ways in found.ways.items()}
    ev = sum(chance[line] * nets[line] for line in nets)
    spread = sum(chance[line] * (nets[line] - ev) ** 2 for line in nets)
    assert sympy.expand(found.ev - ev) == 0
    assert sympy.expand(found.variance - spread) == 0
    assert found.house_edge == -found.ev


def test_a_line_with_a_pay_is_not_open(file: str) -> None:
    assert ba.symbolic("mine", bet_files=[file], pays={"x": 20}).names == ()
    assert ba.symbolic("lucky-6", pays={"three_card": 20}).names == ("two-card",)
    assert (
        ba.symbolic("mine", bet_files=[file], pays={"x": 20}).edge.at({}) == ba.odds()["lucky-6"].house_edge
    )


def test_a_bet_without_names_is_open_at_its_winning_lines() -> None:
    assert ba.symbolic("banker").names == ("win",)
    assert ba.symbolic("lucky-6").at(two_card=12, three_card="20").bet.nets == ba.bet("lucky-6").nets
    assert ba.symbolic("banker", 6, commission="4%").push_rate == ba.odds("classic", 6)["tie"].hit_rate


@pytest.mark.parametrize(
    "name", ["tie", "banker", "any-bad-beat", "perfect-pair-two-grade", "power-98-tie", "super-sevens"]
)
def test_the_library_at_its_own_pays(name: str) -> None:
    bet = load.bet(name)
    found = ba.symbolic(bet)
    value = ba.odds("standard", bets=[bet], rules=bet.rules).valuations[0]
    pays = {line.id: line.net for line in bet.lines if line.id in found.names}
    assert (found.edge.at(pays), found.spread.at(pays)) == (value.house_edge, value.variance)


def test_polynomials_as_text() -> None:
    terms = {("x", "x"): F(1), ("x", "6-cards"): F(-3, 2), (): F(-1, 7), ("x",): F(0), ("y",): F(1, 2)}
    found = Polynomial.of(terms)
    assert str(found) == "-1/7 + y/2 + x**2 - 3*x*_6_cards/2"
    assert found.names == ("x", "6-cards", "y")
    assert sympy.expand(sympy.sympify(str(found)) - found.expression) == 0
    assert found.settled({"x": F(2), "y": F(1)}).terms == {(): F(61, 14), ("6-cards",): F(-3)}
    assert (str(Polynomial.of({})), str(Polynomial.of({("x",): F(-1)}))) == ("0", "-x")
    assert [written(name) for name in ("two-card", "6-cards", "Y_1")] == ["two_card", "_6_cards", "Y_1"]


def test_what_a_symbolic_bet_refuses() -> None:
    found = ba.symbolic("lucky-6", 1)
    assert "unknown name 'x' in the pays of bet 'lucky-6'" in refused(found.at, x=3)
    assert refused(found.at, two_card=12) == "a pay for 'three-card' of bet 'lucky-6' is required"
    assert "expected an exact number" in refused(found.at, two_card=12.5)
    assert "unknown name or line 'x' of bet 'lucky-6'" in refused(ba.symbolic, "lucky-6", 1, pays={"x": 1})
    with pytest.raises(CatalogError, match="expected one pay for 'two-card' of bet 'lucky-6', got two"):
        ba.symbolic("lucky-6", 1, pays={"two-card": 12, "two_card": 12})
