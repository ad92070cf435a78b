"""`closed-form`: formulas against odds, plays, deals dealt one by one, scans and each other."""

import json
import re
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import Oracle
from suite import Read
from suite import Run as Command
from sympy import Poly, Rational, Symbol

import analyzer as ba
from analyzer.analysis.closed_form import counts, decks, rational
from analyzer.analysis.closed_form.falling import FallingSum
from analyzer.analysis.closed_form.rational import (
    Extreme,
    RationalFunction,
    Run,
    added,
    factors_text,
    near_roots,
    polynomial_text,
    through,
    value,
)
from analyzer.analysis.odds import fresh
from analyzer.analysis.question import Question, split
from analyzer.analysis.tableau_study import BANKER, COLUMNS, DRAW, HANDS, PLAYER, STAND, TIE, TOTALS, plays
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census.collect import Multiset
from analyzer.census.dealing_orders import Orders, dealing_orders
from analyzer.errors import AnalyzerError, ConditionError, RenderError, ShoeError
from analyzer.game.cards import parse_cards
from analyzer.game.rules import Rules
from analyzer.render.formats.render import render
from analyzer.render.words import wording
from analyzer.report.closed_form.page import (
    closed_form_chart,
    closed_form_page,
    formula_text,
    rules_forms,
    rules_page,
    variants_forms,
    variants_page,
)
from analyzer.report.closed_form.source import LANGUAGES, form_source

pytestmark = pytest.mark.libraries

F = Fraction
PUNTO_BANCO = load.rules("punto-banco")
SMALL = ba.Shoe.parse("4=3 6=2 7=1 9=2 T=1 Q=2")
SEEDS = ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic", "baccarat-gold", "dai-bacc")


@pytest.fixture
def run(run: Command) -> Command:
    return partial(run, "closed-form")


# Rational functions

SMALL_POLYNOMIALS = st.lists(st.integers(-6, 6), min_size=1, max_size=4).map(lambda c: added([(1, tuple(c))]))


@given(SMALL_POLYNOMIALS, st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_extremes_and_signs_match_a_scan(above: tuple[int, ...], roots: list[int]) -> None:
    # The denominator has its roots at 0 and below, and the higher degree, so there is a limit.
    below: tuple[int, ...] = (1,)
    for root in [*roots, 1, 1, 1]:
        below = added([(root, below), (1, (0, *below))])
    function = RationalFunction.of(above, below)
    values = {x: function(x) for x in range(1, 200)}
    for extreme, best in ((function.greatest(1), max), (function.least(1), min)):
        scanned = best(values.values())
        if extreme.at is None:
            assert extreme.value == function.limit == best(scanned, function.limit) != scanned
        else:
            assert extreme == Extreme(min(x for x, y in values.items() if y == scanned), scanned)
    assert [(run.first, run.sign) for run in function.signs(1)] == [
        (next(iter(some))[0], sign)
        for sign, some in groupby(values.items(), key=lambda pair: (pair[1] > 0) - (pair[1] < 0))
    ]


def test_signs_end_where_the_next_begin() -> None:
    function = RationalFunction.of((-6, 5, -1), (0, 0, 0, 1))  # -(d - 2)(d - 3) / d**3
    assert function.signs(1) == (Run(1, 1, -1), Run(2, 3, 0), Run(4, None, -1))
    assert function.greatest(1) == Extreme(2, F(0))
    assert function.least(1) == Extreme(1, F(-2))
    assert function.greatest(4) == Extreme(None, F(0))


def test_poles_between_integers_are_seen() -> None:
    function = RationalFunction.of((3,), (-5, 2))  # 3 / (2d - 5)
    assert (function.greatest(1), function.least(1)) == (Extreme(3, F(3)), Extreme(2, F(-3)))
    assert function.signs(1) == (Run(1, 2, -1), Run(3, None, 1))


def test_lowest_terms() -> None:
    # 6 (d - 1)(d + 2) over -4 (d - 1)(d + 3)
    assert RationalFunction.of((-12, 6, 6), (12, -8, -4)) == RationalFunction((-6, -3), (6, 2))
    assert RationalFunction.of((0,), (5, 1)) == RationalFunction((), (1,))
    assert RationalFunction.of((), (1,)).limit == 0


@pytest.mark.parametrize("degree", range(7))
def test_a_polynomial_through_its_values(degree: int) -> None:
    wanted = tuple((-1) ** power * (power + 3) ** 5 for power in range(degree + 1))
    assert through(13, [value(wanted, x) for x in range(13, 20)]) == wanted


def test_a_polynomial_has_integer_coefficients() -> None:
    with pytest.raises(ArithmeticError, match="expected a polynomial with integer coefficients"):
        through(1, [0, 1, 3])  # d(d - 1) / 2


def test_the_integers_on_either_side_of_a_root_are_listed() -> None:
    # (2d - 7)(d - 4)**2 (d**2 + 1)
    some = RationalFunction.of((-112, 88, -135, 90, -23, 2), (1,)).numerator
    near = near_roots(some, 1)
    assert {3, 4} <= set(near) <= {1, 2, 3, 4, 5}
    assert near_roots((7,), 1) == ()


@given(st.lists(st.integers(-9, 9), max_size=4), st.lists(st.integers(-3, 9), max_size=4), st.integers(0, 5))
def test_every_root_has_its_integers(some: list[int], halves: list[int], start: int) -> None:
    """Sympy isolates the roots in another way."""
    poly = Poly([1, *some], Symbol("d"))
    for half in halves:
        poly *= Poly([2, -half], Symbol("d"))
    near = near_roots(tuple(map(int, reversed(poly.all_coeffs()))), start)
    assert list(near) == sorted({*near}) and min(near, default=start) >= start
    for (low, high), _ in poly.intervals(eps=F(1, 1000), inf=start):
        below, above = floor(low), ceil(high)
        assert ({below, above} if above - below < 2 else {below + 1}) <= {*near}


def test_without_a_limit_nothing_is_expanded() -> None:
    with pytest.raises(ArithmeticError, match="expected a function with a limit"):
        RationalFunction.of((0, 0, 1), (1, 1)).expansion(1)


def test_polynomials_as_text() -> None:
    factors = RationalFunction.of((0, 0, -4, 208, -2704), (1,)).factors[0]
    assert factors_text(factors) == "-4*d**2*(26*d - 1)**2"
    assert str(formula_text(factors)) == "−4d²(26d − 1)²"
    assert [polynomial_text(c) for c in ((), (5,), (0, 1), (0, -1), (1, 0, -3))] == [
        "0", "5", "d", "-d", "-3*d**2 + 1",
    ]  # fmt: skip
    for coefficients in ((), (1,), (-1,), (-7,), (0, 1), (0, -1), (2, 4), (-1, 52)):
        both = RationalFunction(coefficients, (1,)).factors[0]
        assert eval(factors_text(both), {"d": 11}) == value(coefficients, 11)
        assert str(formula_text(both)) == factors_text(both).replace("*", "").replace("-", "−")


# By the number of decks


@pytest.mark.parametrize("variant", SEEDS)
def test_forms_match_odds(variant: str) -> None:
    forms = ba.closed_form(variant)
    game = load.variant(variant)
    sizes = (1, 2, 6, 8, 33, 250)
    valued = fresh(game.rules, [(bet, None) for bet in game.bets], (*sizes, "infinite"))
    assert [form.bet for form in forms.forms] == list(game.bets)
    for size in sizes:
        assert [form(size) for form in forms.forms] == [v.ev for v in valued[size] if v]
        for form, valuation in zip(forms.forms, valued[size], strict=True):
            assert valuation
            assert {line: f(size) for line, f in form.lines.items()} == {
                line: valuation.probability(line) for line in form.lines
            }
    assert [form.limit for form in forms.forms] == [v.ev for v in valued["infinite"] if v]
    for form in forms.forms:
        assert (form.valid_from, form.checked) == (1, (*range(1, 13), 100))
        assert form.denominator[-1] > 0


@pytest.mark.parametrize(
    ("asked", "least"),
    [
        ({"seen": "9c 9c 9c 5h"}, 3),
        ({"seen": "9c 9 9 9 9", "dealt": "P:9c,5 B:K"}, 2),
        ({"dealt": "P:?,?,3 B:K,Q"}, 1),
        ({"given": "player_pair and p1.rank == ace"}, 1),
        ({"given": "count(rank == king and suit == spades) == 6"}, 6),
        ({"dealt": "P:9c", "given": "player_suited_pair"}, 2),
        ({"rules": "player-first-7", "seen": "7c"}, 1),
    ],
)
def test_forms_with_known_cards_match_odds(asked: dict[str, str], least: int) -> None:
    forms = ba.closed_form("standard", bets=["player", "tie"], **asked)
    for form in forms.forms:
        assert (form.valid_from, form.checked[0]) == (least, least)
        for size in (least, least + 1, 8, 40):
            assert form(size) == ba.odds("standard", size, bets=["player", "tie"], **asked)[form.bet.id].ev
        with pytest.raises(AnalyzerError, match=f"^expected {least} decks? or more"):
            form(least - 1)


def test_a_pair_by_hand() -> None:
    form = ba.closed_form(bets=["player-pair"])["player-pair"]
    # The second card matches the first in 4d - 1 cases of 52d - 1, and pays 11 to one.
    assert (form.numerator, form.denominator) == ((-11, -4), (-1, 52))
    assert form.expansion == (F(-1, 13), F(-36, 169), F(-9, 2197), F(-9, 114244))
    assert (form.best, form.worst) == (Extreme(None, F(-1, 13)), Extreme(1, F(-5, 17)))
    assert form.degree == 1


def by_plays(rules: Rules, points: list[int]) -> list[int]:
    """The ways of Banker, Tie and Player from every two hands, using the tableau."""
    found, tableau, totals = [0, 0, 0], rules.tableau, TOTALS
    ways = plays(tuple(points)).ways
    for p, player in enumerate(totals):
        for b, banker in enumerate(totals):
            over = {player, banker} & tableau.naturals
            draws = player in tableau.player_draws and not over
            for place, third in enumerate(COLUMNS):
                if (third is not None) == draws:
                    takes = DRAW if not over and tableau.banker_draws_on(banker, third) else STAND
                    for winner in (BANKER, TIE, PLAYER):
                        found[winner] += int(ways[p, b, place, takes, winner])
    assert len(HANDS) == len(totals)
    return found


@pytest.mark.parametrize("size", [3, 77])
def test_forms_match_plays_of_hands(size: int) -> None:
    form = ba.closed_form("classic", bets=["player"])["player"]
    won = by_plays(PUNTO_BANCO, [16 * size, *[4 * size] * 9])
    chances = [F(n, sum(won)) for n in won]
    assert [form.lines[line](size) for line in ("lose", "push", "win")] == chances
    assert form(size) == chances[PLAYER] - chances[BANKER]


def test_the_expansion_leaves_a_remainder_of_fourth_order() -> None:
    for form in ba.closed_form("standard").forms:
        # The degree of N - D (c0 + c1/d + c2/d² + c3/d³) is four below that of D.
        above = [F(0), F(0), F(0), *map(F, form.numerator)]
        for power, c in enumerate(form.denominator):
            for order, term in enumerate(form.expansion):
                place = power + 3 - order
                above += [F(0)] * (place + 1 - len(above))
                above[place] -= c * term
        assert not any(above[len(form.denominator) - 1 :])


@pytest.mark.parametrize(
    ("reference", "best", "worst"),
    [
        ("dragon-7", 2, None),
        ("banker-char-siu", 2, None),
        ("perfect-pair-two-grade", None, 1),
        ("player-suited-pair", None, 1),
        ("banker", 1, None),
        ("tie/9", None, 1),
        ("panda-8", None, 1),
    ],
)
def test_best_and_worst_match_a_scan(reference: str, best: int | None, worst: int | None) -> None:
    form = ba.closed_form(bets=[reference])[reference]
    evs = {size: form(size) for size in range(1, 401)}
    assert (form.best.at, form.worst.at) == (best, worst)
    for extreme, chosen in ((form.best, max), (form.worst, min)):
        scanned = chosen(evs, key=lambda size: evs[size])
        assert scanned == (extreme.at or 400)
        assert extreme.value == (form.limit if extreme.at is None else evs[scanned])
    for sign in form.signs:
        there = range(sign.first, min(sign.last or 400, 400) + 1)
        assert {(evs[size] > 0) - (evs[size] < 0) for size in there} == {sign.sign}


def test_a_bet_whose_ev_changes_sign() -> None:
    form = ba.closed_form(bets=["perfect-pair-two-grade"]).forms[0]
    assert form.signs == (Run(1, 19, -1), Run(20, None, 1))
    assert form.fair == ()


def test_a_bet_that_is_fair_at_one_number_of_decks() -> None:
    # The EV of a pair at 11 to one is 12 (4d - 1) / (52d - 1) - 1; at 415/31 - 1 to one it is 0 at 8 decks.
    form = ba.closed_form(bets=["player-pair"], pay={"player-pair": "384/31"}).forms[0]
    assert form(8) == 0
    assert form.signs == (Run(1, 7, -1), Run(8, 8, 0), Run(9, None, 1))
    assert form.fair == (Run(8, 8, 0),)


def test_a_form_that_differs_from_the_census_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(start: int, values: Any) -> tuple[int, ...]:
        return added([(1, through(start, values)), (1, (0, 0, 1))])

    monkeypatch.setattr(rational, "through", wrong)
    with pytest.raises(ArithmeticError, match="the closed form of bet 'tie/8' is not the census at 1 decks"):
        ba.closed_form(bets=["tie/8"])


def test_an_ev_that_differs_from_the_census_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rational, "added", lambda terms: (1,))
    with pytest.raises(ArithmeticError, match="the closed form of bet 'tie/8' is not the census at 1 decks"):
        ba.closed_form(bets=["tie/8"])


def test_bets_that_need_finer_shoes_are_left_out() -> None:
    suited, tie = load.bet("player-suited-pair"), load.bet("tie")
    forms = decks.closed_forms(
        Question.of(PUNTO_BANCO, [suited, tie], ba.Shoe.decks(8), seen=parse_cards("9"))
    )
    assert list(forms) == ["tie"]
    assert forms.too_coarse == ((suited, "cards"),)
    assert [(bet, str(why)) for bet, why in forms.excluded] == [
        (suited, "needs the shoe by cards, not by ranks")
    ]
    with pytest.raises(ShoeError, match="bet 'player-suited-pair/28-7' needs suits"):
        ba.closed_form("standard", seen="9", bets=["player-suited-pair"])
    with pytest.raises(ShoeError, match=r"the given condition 'p1\.suit == hearts' needs suits"):
        ba.closed_form("standard", seen="9", given="p1.suit == hearts")


# By the cards left


def test_the_text_of_a_falling_sum_has_its_value() -> None:
    terms: dict[Multiset, int] = {
        (): -3,
        (0,): 1,
        (0, 0): -1,
        (0, 0, 1): 5,
        (1, 2, 2): -1,
        (2,): 4,
        (0, 1): -1,
    }
    sums = [FallingSum(terms, top) for top in (3, 5)]
    sums += [FallingSum({held: number}, len(held)) for held, number in terms.items()]
    names = ["a", "b", "c"]
    for some in [*sums, FallingSum({}, 0), FallingSum({(1, 1): 2}, 4)]:
        for held in ([4, 5, 6], [0, 1, 9], [7, 0, 0]):
            wanted = 0
            for multiset, number in some.terms.items():
                deals = number
                for kind in range(3):
                    for gone in range(multiset.count(kind)):
                        deals *= held[kind] - gone
                for gone in range(len(multiset), some.top):
                    deals *= sum(held) - gone
                wanted += deals
            values = dict(zip(names, held, strict=True))
            assert some.at(held) == eval(some.text(names), values) == wanted
            assert eval(some.text(names, "N"), values | {"N": sum(held)}) == wanted


def test_dealing_orders_add_up_to_all_deals() -> None:
    counted = dealing_orders(PUNTO_BANCO, split(load.bet("lucky-6")))
    shoe = ba.Shoe.decks(3)
    every = [FallingSum(orders, counted.unknown).at(counted.kinds.of(shoe)) for orders in counted.outcomes]
    assert every == list(ba.odds("standard", shoe, bets=["lucky-6"])["lucky-6"].ways.values())


def test_polynomials_match_dealing_every_sequence() -> None:
    bets, dealer = (
        [load.bet(id) for id in ("banker", "tie", "player-pair", "dragon-7")],
        Oracle(PUNTO_BANCO, "ranks"),
    )
    for form in counts.count_forms(Question.of(PUNTO_BANCO, bets, ba.Shoe.decks(8))).forms:
        ways = dealer.ways(SMALL, split(form.bet))
        gained = sum((net * n for net, n in zip(form.bet.nets.values(), ways, strict=True)), F(0))
        assert form.ev(SMALL) == gained / sum(ways)


class Line(tuple[int, ...]):
    """A polynomial in d that can be added and multiplied: slow, and made only of lists."""

    def __add__(self, other: Any) -> "Line":
        return Line(added([(1, tuple(self)), (1, tuple(line(other)))]))

    __radd__ = __add__

    def __sub__(self, other: Any) -> "Line":
        return Line(added([(1, tuple(self)), (-1, tuple(line(other)))]))

    def __mul__(self, other: Any) -> "Line":
        found = [0] * (len(self) + len(line(other)))
        for i, a in enumerate(self):
            for j, b in enumerate(line(other)):
                found[i + j] += a * b
        return Line(added([(1, tuple(found))]))

    __rmul__ = __mul__


def line(other: Any) -> Line:
    """A polynomial, or a number as a constant one."""
    return other if isinstance(other, Line) else Line((other,))


@pytest.mark.parametrize(
    "reference", ["tie/8", "dragon-7", "player-natural", "player-pair", "player-suited-pair"]
)
def test_d_decks_in_the_polynomial_give_the_form_in_d(reference: str) -> None:
    by_cards = ba.count_form(bets=[reference]).forms[0]
    deck = by_cards.kinds.of(ba.Shoe.decks(1))
    cards = [Line((0, number)) for number in deck]
    above, below = by_cards.numerator.at(cards), by_cards.denominator.at(cards)
    assert RationalFunction.of(line(above), line(below)) == ba.closed_form(bets=[reference]).forms[0].function


@pytest.mark.parametrize(
    "asked",
    [
        {"seen": "9c 9d"},
        {"dealt": "P:9c,5 B:K"},
        {"given": "player_total == 6"},
        {"given": "player_total == 6", "dealt": "B:2 next:6=9"},
        {"rules": "player-first-7"},
    ],
)
def test_polynomials_with_known_cards_match_odds(asked: dict[str, str]) -> None:
    found = ba.count_form("standard", 3, bets=["player", "tie"], **asked)
    held = ba.odds("standard", 3, bets=["player", "tie"], **asked)
    assert {key: form.value for key, form in found.items()} == {key: held[key].ev for key in held}
    for form in found.forms:
        assert form.ev(found.report.shoe) == form.value
        assert form.checked[-1] == 100


def test_a_polynomial_that_differs_from_the_census_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*asked: Any) -> Orders:
        counted = dealing_orders(*asked)
        held = next(iter(counted.outcomes[0]))
        counted.outcomes[0][held] += 1
        return counted

    monkeypatch.setattr(counts, "dealing_orders", wrong)
    with pytest.raises(ArithmeticError, match="the polynomial of bet 'player-natural' is not the census"):
        ba.count_form(bets=["player-natural"])


def test_a_polynomial_of_too_many_terms_is_refused_or_left_out() -> None:
    with pytest.raises(
        ConditionError, match="expected a polynomial of at most 30,000 terms, got one of up to"
    ):
        ba.count_form(bets=["perfect-pair"])
    pair, suited = load.bet("player-pair"), load.bet("perfect-pair")
    found = counts.count_forms(Question.of(PUNTO_BANCO, [pair, suited], ba.Shoe.decks(8)))
    assert list(found) == ["player-pair"]
    assert [bet for bet, _ in found.excluded] == [suited]
    with pytest.raises(ConditionError, match="the polynomial of every bet has too many terms"):
        counts.count_forms(Question.of(PUNTO_BANCO, [suited], ba.Shoe.decks(8)))


def test_a_polynomial_refuses_shoes_to_which_it_does_not_apply() -> None:
    pair = ba.count_form(bets=["player-pair"])["player-pair"]
    with pytest.raises(ShoeError, match="expected a shoe known by ranks for the polynomial of bet"):
        pair.ev(ba.Shoe.parse("0=20"))
    with pytest.raises(
        ShoeError, match=r"^no coup that agrees with what is known can be dealt from a shoe of 1 card"
    ):
        pair.ev(ba.Shoe.parse("A=1"))


# Source text


def test_python_source_runs() -> None:
    forms = ba.closed_form("ez-baccarat")
    space: dict[str, Any] = {}
    exec(form_source(forms, "python", wording()), space)
    for key, form in forms.items():
        for size in (1, 8, 31):
            assert space[f"ev_{key.replace('-', '_')}"](size) == form(size)
    form = ba.count_form(bets=["dragon-7"])["dragon-7"]
    exec(form_source(ba.count_form(bets=["dragon-7"]), "python", wording()), space)
    shoe = ba.Shoe.parse("0=30 1=7 2=5 3=9 4=8 5=6 6=4 7=9 8=7 9=3")
    assert space["ev"](**dict(zip(form.variables, form.kinds.of(shoe), strict=True))) == form.ev(shoe)


def test_sympy_source_runs() -> None:
    forms = ba.closed_form(bets=["tie"])
    space: dict[str, Any] = {}
    exec(form_source(forms, "sympy", wording()), space)
    d = Symbol("d")
    assert (space["ev"] - forms["tie"].sympy()).simplify() == 0
    for size in (1, 8, 31):
        ev = forms["tie"](size)
        assert forms["tie"].sympy().subs(d, size) == Rational(ev.numerator, ev.denominator)
    counted = ba.count_form(bets=["player-pair"])
    exec(form_source(counted, "sympy", wording()), space)
    shoe = ba.Shoe.parse("A=3 2=5 K=9")
    held = dict(zip(counted["player-pair"].variables, counted["player-pair"].kinds.of(shoe), strict=True))
    ev = counted["player-pair"].ev(shoe)
    for expression in (space["ev"], counted["player-pair"].sympy()):
        assert expression.subs(held) == Rational(ev.numerator, ev.denominator)


def test_a_constant_form_runs_as_source() -> None:
    forms = ba.closed_form(bets=["tie"], given="player_total == 6 and banker_total == 5")
    for language in ("python", "sympy"):
        space: dict[str, Any] = {}
        exec(form_source(forms, language, wording()), space)
        assert (space["ev"](3) if language == "python" else space["ev"]) == -1


def test_latex_source_says_what_the_form_is() -> None:
    text = form_source(ba.closed_form(bets=["tie", "player-pair"]), "latex", wording())
    assert r"P &= -\bigl(4d{}+11\bigr)" in text
    for start, end in (("{", "}"), (r"\bigl(", r"\bigr)"), (r"\begin{align*}", r"\end{align*}")):
        assert text.count(start) == text.count(end) > 0
    counted = form_source(ba.count_form(bets=["player-pair"]), "latex", wording())
    assert r"{}-N\,(N-1){}+12\,n_{\mathrm{T}}^{\underline{2}}" in counted
    assert max(map(len, counted.splitlines())) < 600


# The command


def test_the_document_of_one_bet(read: Read) -> None:
    document = read("--bet", "player-pair")
    assert list(document) == ["schema", "about", "bets"]
    assert (document["schema"], document["about"]["rules"]) == ("baccarat-closed-form/2", "punto-banco")
    assert "shoe" not in document["about"]
    (found,) = document["bets"]
    assert list(found)[:5] == ["bet", "paytable", "numerator", "denominator", "limit"]
    assert (found["bet"], found["numerator"], found["denominator"]) == (
        "player-pair", "-(4*d + 11)", "52*d - 1",
    )  # fmt: skip
    assert (found["limit"], found["valid_from"], found["degree"]) == ("-1/13", 1, 1)
    assert found["best"] == {"decks": "infinite", "ev": "-1/13", "attained": False}
    assert found["worst"] == {"decks": 1, "ev": "-5/17", "attained": True}
    assert (found["fair"], found["checked"]) == ([], [*range(1, 13), 100])
    assert found["lines"][0] == {
        "id": "win", "net": "11", "numerator": "4*d - 1", "denominator": "52*d - 1", "limit": "1/13",
    }  # fmt: skip


def test_texts_in_documents_can_be_evaluated(read: Read) -> None:
    found = read("--decks", "8")["bets"]
    odds = ba.odds("standard", 8)
    assert [entry["bet"] for entry in found] == [value.bet.id for value in odds.values()]
    for entry, held in zip(found, odds.values(), strict=True):
        for function, wanted in (
            (entry, held.ev),
            *zip(entry["lines"], map(held.probability, held.ways), strict=True),
        ):
            texts = [function["numerator"], function["denominator"]]
            assert all(re.fullmatch(r"[\d\s+\-*()d]+", text) for text in texts)
            assert F(*(eval(text, {"d": 8}) for text in texts)) == wanted
        assert entry["at"] == {"decks": 8, "ev": str(held.ev), "house_edge": str(held.house_edge)}


def test_the_document_by_counts(run: Command) -> None:
    words = ("--by", "counts", "--bet", "player-pair", "--remaining", "A=3 2=1 K=4", "--format", "json")
    status, out, err = run(*words)
    document = json.loads(out)
    assert (status, err, list(document)) == (0, "", ["schema", "about", "bets"])
    assert document["about"]["shoe"]["cards"] == 8
    (found,) = document["bets"]
    assert list(found)[:4] == ["bet", "paytable", "numerator", "denominator"]
    ev = ba.odds("standard", "A=3 2=1 K=4", bets=["player-pair"])["player-pair"].ev
    assert found["at"] == {"ev": str(ev), "house_edge": str(-ev)}
    held = {name: {"A": 3, "2": 1, "K": 4}.get(kind, 0) for name, kind in found["variables"].items()}
    assert F(eval(found["numerator"], {}, held), eval(found["denominator"], {}, held)) == ev
    assert (found["degree"], found["terms"]) == (2, 14)


def test_given_is_a_condition_or_its_text() -> None:
    wanted = ba.closed_form(bets=["tie"], given="player_natural")["tie"].ev(8)
    found = ba.closed_form(bets=["tie"], given=Condition.parse("player_natural"))
    assert found["tie"].ev(8) == wanted
    for form in (ba.closed_form, ba.count_form):
        with pytest.raises(ConditionError, match="expected a condition in quotes, got 5"):
            form(bets=["tie"], given=5)  # type: ignore[operator]


def test_an_export_goes_to_a_file(run: Command) -> None:
    assert run("--bet", "tie", "--export", "python", "-o", "tie.py") == (0, "", "wrote 'tie.py'\n")
    space: dict[str, Any] = {}
    exec(Path("tie.py").read_text(encoding="utf-8"), space)
    assert space["ev"](8) == ba.odds("standard", 8)["tie"].ev


def test_an_export_says_what_it_is_valid_for(run: Command) -> None:
    words = ("--bet", "tie", "--pay", "tie=9", "--seen", "9c As", "--dealt", "P:K", "--given", "cards == 6")
    lines = [
        "Net gain by line: win 9, lose -1.",
        "Rules: punto-banco.",
        "Removed from the d decks: 9c As.",
        "Known cards of this coup, not among the cards left: P:K.",
        "Conditional on: cards == 6.",
    ]
    latex, python, sympy = (run(*words, "--export", language)[1] for language in LANGUAGES)
    space: dict[str, Any] = {}
    exec(python, space)
    first, blank, *rest = (line.strip() for line in space["ev"].__doc__.strip().splitlines())
    assert (first, blank, rest) == ("EV per unit staked of bet tie, d >= 1, exactly.", "", lines)
    assert "".join(f"# {line}\n" for line in lines) in sympy
    assert "\n".join([r"\par\noindent Tie (tie): EV per unit staked, $d\ge 1$.", *lines]) in latex
    counted = run("--by", "counts", "--export", "sympy", *words[:4], *words[6:])[1]
    assert "".join(f"# {line}\n" for line in (*lines[:2], *lines[3:])) in counted


def test_no_file_name_breaks_an_export(run: Command) -> None:
    name = 'a"""b\\.toml'
    Path(name).write_bytes(files("analyzer.catalog").joinpath("rules", "punto-banco.toml").read_bytes())
    space: dict[str, Any] = {}
    exec(run("--bet", "player", "--rules", name, "--export", "python")[1], space)
    assert space["ev"](8) == ba.odds("standard", 8)["player"].ev


def test_a_document_says_what_is_known(run: Command, read: Read) -> None:
    words = ("--bet", "tie", "--dealt", "P:K", "--given", "cards == 6", "--format", "json")
    by_decks = json.loads(run(*words, "--seen", "9c As")[1])["about"]
    assert [by_decks[key] for key in ("seen", "dealt", "given")] == ["9c As", "P:K", "cards == 6"]
    by_counts = json.loads(run(*words, "--by", "counts")[1])["about"]
    assert [by_counts[key] for key in ("dealt", "given")] == ["P:K", "cards == 6"]
    assert {"seen", "dealt", "given"}.isdisjoint(read("--bet", "tie")["about"])


def test_a_page_of_references_notes_prices_without_a_name(run: Command) -> None:
    words = ["--bet", "tie", "--bet", "player-pair", "--pay", "tie=9", "--format", "md"]
    for more in ((), ("--by", "counts")):
        assert "- Pays, to one: tie at 9.\n" in run(*words, *more)[1]
    assert "Pays, to one" not in run("--bet", "tie/9", "--format", "md")[1]


def test_a_page_of_polynomials_says_what_the_bets_pay(run: Command) -> None:
    words = "--bet player-pair --pay player-pair=12 --by counts"
    assert "\nPays, to one: Player Pair at 12.\n" in run(*words.split())[1]


def test_the_page(run: Command) -> None:
    status, out, err = run("--bet", "player-pair")
    assert (status, err) == (0, "")
    assert out.startswith(PAGE)


PAGE = """\
Standard baccarat, d decks: Player Pair

Closed forms

Function  Part         In d, the number of decks
--------  -----------  -------------------------
EV        numerator    −(4d + 11)
EV        denominator  52d − 1
P(win)    numerator    4d − 1
P(win)    denominator  52d − 1
P(lose)   numerator    48d
P(lose)   denominator  52d − 1

EV: expected net gain per unit staked. P: probability of a line. Each is its
numerator divided by its denominator.
The formulas are valid for d = 1 and more.
Checked for this page: every formula equals the exact count of deals at d = 1 to
12 and at d = 100.
Pays, to one: Player Pair at 11.

Limits and extremes

Quantity                  Decks                     Value      Exact
------------------------  ------------------  -----------  ---------
EV, limit                 infinite             -7.692308%      -1/13
coefficient of 1/d        –                   -21.301775%    -36/169
coefficient of 1/d²       –                    -0.409650%    -9/2197
coefficient of 1/d³       –                    -0.007878%  -9/114244
EV, best for the bettor   no number of decks   -7.692308%      -1/13
EV, worst for the bettor  1                   -29.411765%      -5/17
EV below 0                1 and more                    –          –

For many decks, EV = limit + (coefficient of 1/d)/d + (coefficient of 1/d²)/d² +
(coefficient of 1/d³)/d³ + …
Best, worst and signs are proven for all numbers of decks, by isolating all real
roots of the EV's numerator and of the EV's derivative.
No number of decks: the EV only approaches this limit, and never reaches it.
Exact values, shown to 6 decimals, rounded half to even.

House edge by number of decks

Decks     House edge     Exact
--------  ----------  --------
1         29.411765%      5/17
2         18.446602%    19/103
3         14.838710%    23/155
4         13.043478%      3/23
5         11.969112%    31/259
6         11.254019%    35/311
7         10.743802%    13/121
8         10.361446%    43/415
10         9.826590%    17/173
12         9.470305%    59/623
100        7.905366%  137/1733
infinite   7.692308%      1/13

House edge: expected loss per unit staked, pushes included; negative where the
bettor has the edge.
Exact values, shown to 6 decimals, rounded half to even.

"""


@pytest.mark.parametrize("words", ["", "niu-niu", "--by counts", "--by counts --bet player-pair --digits 12"])
def test_pages_fit(run: Command, words: str) -> None:
    assert max(map(len, run(*words.split())[1].splitlines())) <= 80


def test_the_chart_has_one_panel_per_bet_and_the_limit_as_a_line() -> None:
    forms = ba.closed_form(bets=["player", "banker", "tie", "player-pair"])
    chart = closed_form_chart(forms, 9)
    panels = [panel for band in chart.bands for panel in band.panels]
    assert [len(band.panels) for band in chart.bands] == [3, 1]
    assert [panel.line for panel in panels] == [-form.limit for form in forms.forms]
    assert [(str(row.label), row.values) for row in panels[1].rows][:2] == [
        (f"{'1 deck' if size == 1 else f'{size} decks'}", (-forms["banker"](size),)) for size in (1, 2)
    ]
    assert [str(row.label) for row in panels[0].rows if row.strong] == ["9 decks"]
    with pytest.raises(RenderError, match="expected 1 to 12 bets for this plot, got 13"):
        closed_form_chart(ba.ClosedForms(PUNTO_BANCO, forms.forms[:1] * 13, forms.least))


def test_the_plot_is_written(run: Command) -> None:
    status, _, err = run("--bet", "tie", "--plot", "tie.svg")
    assert (status, err) == (0, "wrote 'tie.svg'\n")
    assert Path("tie.svg").read_text(encoding="utf-8").count("15.746127%") >= 1


def test_a_page_in_another_language() -> None:
    forms = ba.closed_form(bets=["tie"])
    text = render(closed_form_page(forms, full=True), "md", wording("ko", 6))
    assert isinstance(text, str)
    assert "타이" in text


def test_published_pages() -> None:
    assert sum(len(forms) for forms in variants_forms()) == len(
        {
            bet
            for id in ("standard", "commission-free", "niu-niu", "ez-baccarat", "classic")
            for bet in load.variant(id).bets
        }
    )
    assert [(forms.question.rules.id, len(forms)) for forms in rules_forms()] == [
        (id, 3) for id in load.rules_ids()
    ]
    for page in (variants_page(), rules_page()):
        assert [len(table.rows) > 0 for table in page.tables] == [True] * 3
