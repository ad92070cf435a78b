"""Pays that give an edge or a standard deviation, checked with odds; and what changes the edge."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
import sympy
from shoes import random_shoes
from suite import MULTIPLIER
from test_symbols import MINE, refused

import analyzer as ba
from analyzer.analysis.design.solve import ForDeviation, ForEdge
from analyzer.analysis.odds import Decks
from analyzer.bets.bet import Bet
from analyzer.bets.pricing import Ratio
from analyzer.cli.design import fixed, sizes
from analyzer.cli.main import main
from analyzer.exact import Root, decimal_text, quadratic
from analyzer.render.formats.render import BINARY, render
from analyzer.render.words import wording
from analyzer.report.design.solve import SOLVE, solve_page

F = Fraction


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of bets whose pays are names."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(MINE)
    return "mine.toml"


def edge_at(bet: str | Bet, pay: dict[str, Ratio], shoe: object = 8, rules: str | None = None) -> Fraction:
    """The house edge of a bet of the library at other pays."""
    assert shoe is None or isinstance(shoe, int | ba.Shoe)
    return ba.odds("standard", shoe, bets=[bet], pay=pay, rules=rules).valuations[0].house_edge


def for_edge(found: ba.Solutions, place: int = 0) -> ForEdge:
    """One of the solutions, which must be for an edge."""
    solution = found.solutions[place]
    assert isinstance(solution, ForEdge)
    return solution


def pay_of(found: ba.Solutions, place: int = 0) -> Fraction:
    """The only pay of a solution."""
    pay = for_edge(found, place).pay
    assert pay is not None
    return pay


# an edge


@pytest.mark.parametrize(
    ("bet", "line"), [("lucky-6", "two-card"), ("lucky-6", "three-card"), ("tie", "win"), ("banker", "win")]
)
def test_odds_at_the_pay_found_have_the_edge(bet: str, line: str) -> None:
    random, tried = Random(f"{bet} {line}"), 0
    for shoe in random_shoes("points", 8 * MULTIPLIER):
        if ba.odds("standard", shoe, bets=[bet])[bet].ways[line]:
            tried += 1
            edge = F(random.randint(-300, 900), 1000)
            pay = pay_of(ba.solve(bet, line, edge=edge, shoe=shoe))
            assert edge_at(bet, {f"{bet}.{line}": pay}, shoe) == edge
    assert tried >= 4 * MULTIPLIER


def test_a_pay_for_several_shoes_at_once() -> None:
    found = ba.solve("lucky-6", "three-card", edge="5%", decks=[1, 6, 8, "infinite"])
    assert [case.decks for case in found.cases] == [1, 6, 8, "infinite"]
    for place, decks in enumerate((1, 6, 8)):
        pay = pay_of(found, place)
        assert edge_at("lucky-6", {"lucky-6.three-card": pay}, decks) == F(1, 20)
    two, three = (won_on_six(cards) for cards in (2, 3))
    assert pay_of(found, 3) == (1 - two - three - 12 * two - F(1, 20)) / three


def won_on_six(cards: int) -> Fraction:
    """The probability that Banker wins with a 6 of this many cards, if each card drawn is put back."""
    weight = [F(4, 13), *[F(1, 13)] * 9]
    totals = [sum((weight[a] * weight[(total - a) % 10] for a in range(10)), F(0)) for total in range(10)]
    tableau, found = ba.rules("punto-banco").tableau, F(0)
    for player, banker, third, last in product(range(10), repeat=4):
        natural = max(player, banker) >= 8
        draws = not natural and player <= 5
        drawn = not natural and tableau.banker_draws_on(banker, third if draws else None)
        ended = (player + third * draws) % 10, (banker + last * drawn) % 10
        if ended[1] == 6 > ended[0] and drawn == (cards == 3):
            found += totals[player] * totals[banker] * weight[third] * weight[last]
    return found


def test_whole_pays_around() -> None:
    for bet, line, edge in (("lucky-6", "three-card", F(1, 20)), ("tie", "win", edge_at("tie", {}))):
        solution = for_edge(ba.solve(bet, line, edge=edge))
        below, above = solution.below, solution.above
        assert below is not None and above is not None and solution.pay is not None
        assert below.pay <= solution.pay <= above.pay
        assert above.pay - below.pay == (solution.pay.denominator != 1)
        for whole in (below, above):
            value = ba.odds("standard", bets=[bet], pay={f"{bet}.{line}": whole.pay}).valuations[0]
            assert (whole.house_edge, whole.variance) == (value.house_edge, value.variance)


def test_a_band_of_edges_is_given_by_the_pays_between_its_ends() -> None:
    solution = for_edge(ba.solve("lucky-6", "three-card", edge="3%..8%", decks=6))
    low, high = solution.low, solution.high
    assert low is not None and high is not None
    at = [edge_at("lucky-6", {"lucky-6.three-card": end.coefficient()}, 6) for end in (low, high)]
    assert (at, solution.pay) == ([F(8, 100), F(3, 100)], None)
    inside = [
        x for x in range(1, 60) if F(3, 100) <= edge_at("lucky-6", {"lucky-6.three-card": x}, 6) <= F(8, 100)
    ]
    assert solution.whole == (inside[0], inside[-1])
    below, above = solution.below, solution.above
    assert below is not None and above is not None
    assert (below.pay, above.pay) == (inside[0] - 1, inside[-1] + 1)


def test_a_band_without_an_end() -> None:
    least = for_edge(ba.solve("tie", "win", edge="5%.."))
    assert (least.low, least.below, least.whole) == (None, None, None)
    assert least.high == for_edge(ba.solve("tie", "win", edge="5%")).high
    most = for_edge(ba.solve("tie", "win", edge=(None, F(1, 20))))
    assert (most.high, most.low, most.above) == (None, least.high, None)


def test_shared_names_and_others_left_open(file: str) -> None:
    linear = for_edge(ba.solve("shared", "x", edge="5%", bet_files=[file]))
    assert (linear.settled, linear.pay, linear.below) == (False, None, None)
    assert linear.low is not None and linear.low.names == ("Y_1",)
    tie = F(11, 2)
    pay = linear.low.at({"Y_1": tie})
    assert pay == pay_of(ba.solve("shared", "six", edge="5%", bet_files=[file], pays={"tie": tie}))
    others: dict[str, Ratio] = {"shared.x": pay, "shared.Y_1": tie}
    assert ba.odds(bets=["shared"], bet_files=[file], pay=others)["shared"].house_edge == F(1, 20)
    found = ba.symbolic("shared", bet_files=[file]).solve("x", edge="5%")
    assert F(str(found.subs({"Y_1": sympy.Rational(11, 2)}))) == pay


def test_a_name_given_a_number_equals_a_line_with_that_pay(file: str) -> None:
    found = ba.solve("shared", "x", sd=3, bet_files=[file], pays={"Y_1": 8}).solutions[0]
    assert isinstance(found, ForDeviation)
    assert found.symbolic.names == ("x",)
    assert found.symbolic.draft.bet.nets["tie"] == 8
    assert ba.solve("shared", "x", sd=3, bet_files=[file], pays={"tie": "8"}).solutions[0] == found


def test_a_line_with_a_number_can_be_opened_along_with_names(file: str) -> None:
    found = for_edge(ba.solve("mine", "two_card", edge="5%", bet_files=[file]))
    assert found.low is not None and found.low.names == ("x",)
    assert found.low.at({"x": F(20)}) == pay_of(ba.solve("lucky-6", "two-card", edge="5%"))


def test_commission_that_gives_an_edge() -> None:
    rate = for_edge(ba.solve("banker", "win", edge="1%")).commission
    assert rate is not None
    assert ba.odds("classic", commission=rate)["banker"].house_edge == F(1, 100)
    assert for_edge(ba.solve("banker", "push", edge="1%")).commission is None
    assert for_edge(ba.solve("tie", "win", edge="5%")).commission is None


# a standard deviation


@pytest.mark.parametrize(
    ("bet", "line", "sd", "roots"),
    [("lucky-6", "two-card", "3", 2), ("lucky-6", "two-card", "2", 0), ("tie", "win", "2.64", 2)],
)
def test_odds_at_the_pays_found_have_the_standard_deviation(bet: str, line: str, sd: str, roots: int) -> None:
    found = ba.solve(bet, line, sd=sd, decks=8).solutions[0]
    assert isinstance(found, ForDeviation)
    assert len(found.roots) == roots
    settled = found.symbolic
    symbol = sympy.Symbol(line.replace("-", "_"))
    for root, exact in zip(found.roots, settled.solve(line, sd=sd), strict=True):
        assert sympy.simplify(sympy.expand(settled.variance.subs(symbol, exact))) == sympy.Rational(sd) ** 2
        assert str(sympy.N(exact, 30))[:20] == root.decimal(40)[:20]
        below, above = found.around(root)
        assert below.pay < exact < above.pay
        assert min(below.variance, above.variance) < F(sd) ** 2 < max(below.variance, above.variance)
        value = ba.odds(bets=[bet], pay={f"{bet}.{line}": above.pay}).valuations[0]
        assert (above.variance, above.house_edge) == (value.variance, value.house_edge)


def test_one_pay_gives_the_least_standard_deviation() -> None:
    """A bet on Tie: if a win also loses the stake, nothing varies."""
    found = ba.solve("tie", "win", sd=0).solutions[0]
    assert isinstance(found, ForDeviation)
    (root,) = found.roots
    assert (root.exact, str(root)) == (-1, "-1")
    assert [whole.pay for whole in found.around(root)] == [-1, -1]


def test_roots_of_quadratics() -> None:
    for a, b, c in (
        (1, 0, -2),
        (3, -7, 2),
        (2, 5, 1),
        (F(1, 3), -4, F(7, 5)),
        (1, 2, 1),
        (1, 0, 1),
        (5, 0, -20),
    ):
        found = quadratic(F(a), F(b), F(c))
        x = sympy.Symbol("x")
        polynomial = sympy.Rational(str(a)) * x**2 + sympy.Rational(str(b)) * x + sympy.Rational(str(c))
        known = sorted(root for root in sympy.roots(polynomial) if root.is_real)
        assert len(found) == len(known)
        for root, exact in zip(found, known, strict=True):
            assert root.floor == int(sympy.floor(exact))
            assert (root.exact is None) == (not exact.is_rational)
            assert root.decimal(12) == decimal_text(F(str(sympy.N(exact, 40))), 12)
            assert sympy.sympify(str(root)) == exact
            assert root.reaches(F(root.floor)) and not root.reaches(F(root.floor + 1))


def test_decimals_of_roots_are_rounded_half_to_even() -> None:
    assert [Root(F(n, 8), F(0)).decimal(2) for n in (1, 3)] == ["0.12", "0.38"]
    assert [Root(F(0), F(2), sign).decimal(digits) for sign, digits in ((1, 0), (-1, 3))] == ["1", "-1.414"]


# what changes the edge


@pytest.mark.parametrize("decks", [1, 6])
def test_sensitivities_are_differences_of_odds(decks: int) -> None:
    found = ba.solve("banker", decks=decks).cases[0].sensitivity
    now = edge_at("banker", {}, decks)
    for line, pay in (("win", F(19, 20)), ("push", F(0))):
        one_more = edge_at("banker", {f"banker.{line}": pay + 1}, decks)
        assert found.pays[line] == one_more - now
    taxed = ba.odds("classic", decks, bets=["banker"], commission="6%")["banker"].house_edge
    assert found.commission == taxed - now
    assert found.more is not None
    assert found.more.terms == {(): edge_at("banker", {}, decks + 1) - now}
    fewer = None if found.fewer is None else found.fewer.terms
    assert fewer == (None if decks == 1 else {(): edge_at("banker", {}, 5) - now})


def test_the_effect_of_more_decks_at_the_pay_found() -> None:
    found = ba.solve("lucky-6", "three-card", edge="5%", decks=[6, "infinite"])
    more = found.cases[0].sensitivity.more
    assert more is not None
    at = edge_at("lucky-6", {"lucky-6.three-card": pay_of(found)}, 7)
    assert more.terms == {(): at - F(1, 20)}
    assert found.cases[1].sensitivity.more is None
    assert found.cases[0].sensitivity.commission is None


def test_sensitivities_of_a_bet_with_a_multiplier() -> None:
    found = ba.solve("power-98-tie").cases[0]
    bet = ba.bet("power-98-tie")
    line = bet.winning[0]
    more = bet.priced({line: next(its.net for its in bet.lines if its.id == line) + 1})
    assert found.sensitivity.pays[line] == edge_at(more, {}) - edge_at(bet, {})


MULTIPLIED = """
[[bet]]
id = "both"
name = "Both"
lines = [
  { id = "half", when = "player_wins", multiplier = { "1" = "1/2", "4" = "1/2" } },
  { id = "open", when = "tie" },
]
paytable = { half = "1/2", open = "x" }
"""


def test_sensitivities_of_a_bet_with_a_multiplied_line_and_a_name(file: str) -> None:
    Path(file).write_text(MULTIPLIED)
    found = ba.solve("both", decks=6, bet_files=[file]).cases[0].sensitivity
    edges = [
        ba.odds(shoe=6, bets=["both"], bet_files=[file], pay={"both.half": pay, "both.x": 8})[
            "both"
        ].house_edge
        for pay in ("1/2", "3/2")
    ]
    assert found.pays["half"] == edges[1] - edges[0]
    assert found.commission is None  # the line half is not the only one that wins


def test_a_line_that_returned_the_stake_is_a_gain_where_it_is_open() -> None:
    found = ba.solve("banker", "push", edge="1%").cases[0].symbolic
    assert (found.hit_rate, found.push_rate) == (1 - found.probability("lose"), 0)


def test_open_names_remain_in_the_effect_of_more_decks(file: str) -> None:
    found = ba.solve("mine", decks=6, bet_files=[file]).cases[0].sensitivity
    assert found.more is not None
    at = [edge_at("lucky-6", {"lucky-6.three-card": 31}, decks) for decks in (6, 7)]
    assert found.more.at({"x": F(31)}) == at[1] - at[0]
    assert set(found.pays) == {"x", "two-card"}


# what is refused


def test_a_bet_that_cannot_win_has_no_pay_to_solve_for(tmp_path: Path) -> None:
    file = tmp_path / "backs.toml"
    lines = 'lines = [{ id = "back", when = "tie" }]\npaytable = { back = "push" }\n'
    file.write_text(f'[[bet]]\nid = "backs"\nname = "Backs"\nsource = "made up"\n{lines}', encoding="utf-8")
    assert refused(ba.solve, "backs", edge="5%", bet_files=[file]) == (
        "bet 'backs' has no line that wins; name a line to solve for"
    )


def test_the_only_winning_line_need_not_be_named() -> None:
    assert ba.solve("tie", edge="5%") == ba.solve("tie", "win", edge="5%")
    assert ba.solve("banker", sd=1).solutions == ba.solve("banker", "win", sd=1).solutions


def test_a_standard_deviation_needs_every_other_pay(file: str) -> None:
    assert refused(ba.solve, "shared", "x", sd=3, bet_files=[file]) == (
        "a pay for 'Y_1' of bet 'shared' is required, because pays that give a standard deviation are found "
        "for one name at a time; add Y_1=RATIO"
    )
    symbolic = ba.symbolic("tie")
    assert "either a house edge or a standard deviation" in refused(symbolic.solve, "win")
    unknown = "unknown name 'wim' in the pays of bet 'tie'; did you mean 'win'?"
    assert unknown in refused(symbolic.solve, "wim", edge="5%")


def test_numbers_of_decks_and_fixed_pays_as_texts() -> None:
    assert sizes("1, 6,infinite") == [1, 6, "infinite"]
    assert fixed(["x=12", "two-card = push"]) == {"x": "12", "two-card": "push"}
    assert refused(sizes, "6,x") == (
        "expected --decks with whole numbers from 1 to 1923 or infinite, such as 6,8, got '6,x'"
    )
    assert refused(fixed, ["x=1..5"]) == ("expected --pays NAME=RATIO such as x=12, got 'x=1..5'")
    assert refused(fixed, ["x=1", "x=2"]) == "--pays gives 'x' twice"


# pages and documents


def answer(capsys: pytest.CaptureFixture[str], *words: str, format: str = "json") -> str:
    """What the command writes."""
    assert main(["solve", *words, "--format", format]) == 0
    return capsys.readouterr().out


def test_the_document_of_pays(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "mine", "x", "--edge", "5%", "--decks", "1,8", "--bets", file))
    assert list(found)[:6] == ["schema", "about", "bet", "edge", "sd", "solved"]
    assert found["schema"] == "baccarat-design-solve/2"
    assert found["about"]["options"] == {"decks": "1 8", "solve": "x", "edge": "1/20"}
    assert (found["bet"], found["edge"]) == ("mine", "1/20")
    pays = [F(entry["pay"]) for entry in found["solved"]]
    assert [
        edge_at("lucky-6", {"lucky-6.three-card": pay}, d) for pay, d in zip(pays, (1, 8), strict=True)
    ] == [F(1, 20), F(1, 20)]
    assert [
        (entry["decks"], entry["name"], entry["below"]["pay"], entry["above"]["pay"])
        for entry in found["solved"]
    ] == [(1, "x", "27", "28"), (8, "x", "27", "28")]
    assert list(found["sensitivity"]) == ["1", "8"]
    assert found["sensitivity"]["8"]["pays"]["x"] == "-46349535464/2789284751955"


def test_the_document_of_polynomials(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(answer(capsys, "shared", "--bets", file))["polynomials"][0]
    known = ba.symbolic("shared", bet_files=[file])
    assert (found["names"], found["total_ways"]) == (["x", "Y_1"], "4998398275503360")
    for key, expression in (("ev", known.ev), ("house_edge", known.house_edge), ("variance", known.variance)):
        assert sympy.expand(sympy.sympify(found[key]) - expression) == 0


@pytest.mark.parametrize("format", ["text", "md", "csv", "latex", "html", "xlsx", "pdf"])
def test_pages_render_in_every_format(file: str, format: str) -> None:
    words = wording("vi", 6)
    decks: list[Decks] = [6, "infinite"]
    for asked in (
        ba.solve("shared", bet_files=[file]),
        ba.solve("shared", ["x", "tie"], edge="5%", bet_files=[file], decks=decks),
        ba.solve("lucky-6", "two-card", edge="5%..6%", seen="9c"),
        ba.solve("lucky-6", "two-card", sd=2),
    ):
        page = solve_page(asked, 6)
        shown = render(page, format, words, 80)  # type: ignore[arg-type]
        assert isinstance(shown, bytes) is (format in BINARY)
    assert SOLVE.of(ba.solve("tie", "win", sd=2))


@pytest.mark.parametrize(
    "wish", ["three-card --edge 5%", "three-card --edge 5%..6%", "three-card --sd 3", ""]
)
def test_text_fits_a_terminal(wish: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, "lucky-6", *wish.split(), "--decks", "6,8", format="text")
    assert max(map(len, shown.splitlines())) <= 80


def test_a_page_says_the_pay_and_the_edges_around_it(capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, "banker", "--edge", "1%", format="text")
    assert "8 decks: win = 170354242174783/179082231752960" in shown
    assert "8 decks: this pay is a commission of 4.8737%." in shown
    assert "8 decks  commission one percentage point higher" in shown
