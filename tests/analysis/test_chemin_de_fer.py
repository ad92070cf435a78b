"""Chemin de fer: published equilibria, and others checked in a second, plain way."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import cast

import pytest
from suite import Read, Run

import analyzer as ba
from analyzer.analysis.chemin_de_fer import equilibrium as solving
from analyzer.analysis.chemin_de_fer.equilibrium import Choice, Equilibrium
from analyzer.analysis.chemin_de_fer.game import MODELS, Form, Game, Model, game_of
from analyzer.analysis.chemin_de_fer.simplex import Optimum, _prove, _Table, maximum
from analyzer.analysis.tableau_study import COLUMNS, plays
from analyzer.ask.tableau import ShoeOrInfinite, equilibria_of

PARTLY = "0=9 1=2 2=3 3=1 4=3 5=4 6=3 7=2 8=1 9=3"
SHOES: list[ShoeOrInfinite] = [1, "infinite", PARTLY, "0=3 1=2 3=5 5=3 9=4", "0=4 1=1 4=3 6=2 7=1", "0=6"]
"""Fresh, infinite and unusual shoes: few cards, no 5 from certain two cards, no 5 at all."""


@pytest.fixture(scope="module")
def found() -> dict[tuple[int, Model], Equilibrium]:
    each = ((place, one) for place, shoe in enumerate(SHOES) for one in equilibria_of(shoe, MODELS))
    return {(place, one.model): one for place, one in each}


def only(choices: Sequence[Choice | None]) -> list[Choice]:
    return [choice for choice in choices if choice is not None]


# Published equilibria


@pytest.mark.parametrize(
    ("shoe", "model", "player", "banker", "value"),
    [
        ("infinite", "totals", "9/11", "859/2288", "679568/53094899"),
        (1, "banker-sees", "253/342", "290383/450072", "22932137/1666583100"),
        (6, "banker-sees", "477191/592524", "77143741/121269912", "974653793197999/75340147272374985"),
        (8, "banker-sees", "163305/201968", "490310615/774749248", "1059778909061461/82154663322498585"),
    ],
)
def test_the_published_equilibria_come_out_exactly(
    shoe: ShoeOrInfinite, model: Model, player: str, banker: str, value: str
) -> None:
    one = ba.chemin_de_fer(shoe, model=model)
    assert one.value == Fraction(value)
    assert [choice.draws for choice in only(one.player)] == [Fraction(player)]
    mixed = {
        (cell.hands[0], cell.column): choice.draws
        for cell, choice in zip(one.game.cells, one.banker, strict=True)
        if choice is not None and choice.mixed
    }
    assert mixed == {((0, 6), None): Fraction(banker)}
    assert one.unique


def test_with_all_cards_seen_only_one_hand_of_player_is_mixed_on_six_decks() -> None:
    one = ba.chemin_de_fer(model="both-see")
    draws = {hands[0]: choice.draws for hands, choice in zip(one.game.free, only(one.player), strict=True)}
    assert draws == {(0, 5): 1, (1, 4): Fraction(35003, 74880), (2, 3): 0, (6, 9): 1, (7, 8): 1}
    assert one.value == Fraction(73356216203119, 5712649844821920)
    assert one.unique


# The game


def test_the_infinite_game_by_totals_matches_plain_loops() -> None:
    cards = [Fraction(4 if points == 0 else 1, 13) for points in range(10)]
    totals = [sum(cards[one] * cards[(total - one) % 10] for one in range(10)) for total in range(10)]

    def gain(player: int, banker: int) -> int:
        return (banker > player) - (banker < player)

    def stand(player: int, banker: int) -> Fraction:
        return Fraction(gain(player, banker))

    def draw(player: int, banker: int) -> Fraction:
        return sum((cards[c] * gain(player, (banker + c) % 10) for c in range(10)), Fraction(0))

    def best(draws: Fraction) -> Fraction:
        value = sum(
            totals[p] * totals[b] * gain(p, b) for p in range(10) for b in range(10) if max(p, b) >= 8
        )
        chance = [Fraction(1)] * 5 + [draws] + [Fraction(0)] * 2
        for banker in range(8):
            stood = [totals[p] * (1 - chance[p]) for p in range(8)]
            value += totals[banker] * max(
                sum(stood[p] * play(p, banker) for p in range(8)) for play in (stand, draw)
            )
            for third in range(10):
                drawn = [totals[p] * chance[p] * cards[third] for p in range(8)]
                value += totals[banker] * max(
                    sum(drawn[p] * play((p + third) % 10, banker) for p in range(8)) for play in (stand, draw)
                )
        return Fraction(value)

    one = ba.chemin_de_fer("infinite")
    for draws in (Fraction(0), Fraction(1, 3), Fraction(9, 11), Fraction(1)):
        assert one.if_player(draws) == best(draws)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_pure_strategy_gains_what_the_odds_of_its_tableau_say(seed: int) -> None:
    shoe = ba.Shoe.parse(PARTLY)
    played = game_of(plays(shoe.counts), "totals")
    chance = random.Random(seed)
    rows = tuple((total, tuple(chance.random() < 0.5 for _ in COLUMNS)) for total in range(8))
    draws = frozenset(range(5 + seed % 2))
    tableau = ba.Tableau(draws, frozenset({8, 9}), rows)
    odds = ba.odds(shoe=shoe, rules=ba.Rules("any", "Any", tableau), bets=["banker"], pay={"banker": 1})
    assert played.under(tableau) == odds["banker"].ev


def test_hands_of_a_total_add_up_to_what_the_total_gains() -> None:
    played = plays(ba.Shoe.parse(PARTLY).counts)
    by_total, by_cards, by_both = (game_of(played, model) for model in MODELS)

    def added(of: Game) -> dict[tuple[int, int | None], list[int]]:
        sums: dict[tuple[int, int | None], list[int]] = {}
        for cell in of.cells:
            for action, form in enumerate((cell.stand, cell.draw)):
                so_far = sums.setdefault((cell.total, cell.column), [0, 0, 0, 0])
                so_far[2 * action] += form[0]
                so_far[2 * action + 1] += sum(form[1:])
        return sums

    assert added(by_total) == added(by_cards) == added(by_both)
    assert by_total.settled == by_cards.settled == by_both.settled


# The equilibrium


def total(form: Form, player: Sequence[Fraction]) -> Fraction:
    return form[0] + sum((a * p for a, p in zip(form[1:], player, strict=True)), Fraction(0))


def test_neither_hand_gains_by_changing_its_strategy(
    found: dict[tuple[int, Model], Equilibrium],
) -> None:
    for one in found.values():
        banker = [Fraction(0) if choice is None else choice.draws for choice in one.banker]
        player = [Fraction(0) if choice is None else choice.draws for choice in one.player]
        mixed = [
            [s * (1 - q) + d * q for s, d in zip(cell.stand, cell.draw, strict=True)]
            for cell, q in zip(one.game.cells, banker, strict=True)
        ]
        constant, *each = (sum(column) for column in zip(*mixed, strict=True))
        pure = [
            one.game.settled + constant + sum(gain * side for gain, side in zip(each, sides, strict=True))
            for sides in product((0, 1), repeat=len(player))
        ]
        assert min(pure) == one.value * one.game.ways
        answers = [max(total(cell.stand, player), total(cell.draw, player)) for cell in one.game.cells]
        assert sum(answers, Fraction(one.game.settled)) / one.game.ways == one.value


def test_the_value_is_the_lowest_turn_of_the_curve_where_player_knows_only_a_total(
    found: dict[tuple[int, Model], Equilibrium],
) -> None:
    for (_, model), one in found.items():
        lowest = min(map(one.if_player, one.turns))
        if model == "both-see":
            assert one.value <= lowest
        else:
            assert one.value == lowest
            best = [turn for turn in one.turns if one.if_player(turn) == lowest]
            for choice in only(one.player):
                assert (choice.least, choice.most) == (best[0], best[-1])


def test_a_hand_that_sees_more_gains_no_less(found: dict[tuple[int, Model], Equilibrium]) -> None:
    for place in range(len(SHOES)):
        values = {model: found[place, model].value for model in MODELS}
        assert max(values["totals"], values["both-see"]) <= values["banker-sees"]


def test_the_tableau_gains_what_its_odds_say(found: dict[tuple[int, Model], Equilibrium]) -> None:
    for place, shoe in enumerate(SHOES):
        if shoe != "infinite":
            odds = ba.odds(shoe=cast("str | int", shoe), bets=["banker"], pay={"banker": 1})
            assert {found[place, model].tableau_value for model in MODELS} == {odds["banker"].ev}
    assert found[SHOES.index("infinite"), "totals"].tableau_value == Fraction(4560, 371293)


def test_sympy_solves_the_program_of_six_decks_alike() -> None:
    from sympy.solvers.simplex import linprog

    one = ba.chemin_de_fer(model="both-see")
    forms = [cell.difference for cell in one.game.cells]
    corners = [[total(form, p) for p in product((Fraction(0), Fraction(1)), repeat=5)] for form in forms]
    always = [form for form, gains in zip(forms, corners, strict=True) if min(gains) >= 0]
    open_ = [form for form, gains in zip(forms, corners, strict=True) if min(gains) < 0 < max(gains)]
    count = len(open_)
    constant, *each = one.game.gains([Fraction(0)] * len(forms))
    cost = [int(gain) + sum(form[1 + place] for form in always) for place, gain in enumerate(each)]
    least, _ = linprog(
        [*cost, *(1 for _ in open_)],
        [[*form[1:], *(-int(other == place) for other in range(count))] for place, form in enumerate(open_)],
        [-form[0] for form in open_],
        bounds=[(0, 1)] * len(each) + [(0, None)] * count,
    )
    rest = constant + sum(form[0] for form in always)
    assert one.value == (Fraction(int(least.p), int(least.q)) + rest) / one.game.ways


def test_several_best_plays_are_shown_as_a_range() -> None:
    player, banker = equilibria_of("infinite", ["both-see"])[0], equilibria_of("infinite", ["banker-sees"])[0]
    assert not player.unique and not banker.unique
    # {0,5} has 8 of the 16 ways of a 5, every other hand has 2, and 9/11 of all must draw.
    ranges = [(choice.least, choice.most) for choice in only(player.player)]
    never, always = Fraction(0), Fraction(1)
    assert ranges == [(Fraction(7, 11), always), *[(never, always)] * 4]
    for draws in (
        [Fraction(7, 11), always, always, always, always],
        [always, never, Fraction(6, 11), always, always],
        [Fraction(9, 11)] * 5,
    ):
        assert player.game.against(draws) == player.value
    assert player.game.against([Fraction(6, 11), *[always] * 4]) > player.value
    # {0,6} has 8 of the 16 ways of a 6, and 859/2288 of all must draw.
    (zero_six,) = [
        choice
        for cell, choice in zip(banker.game.cells, banker.banker, strict=True)
        if choice is not None and cell.hands == ((0, 6),) and cell.column is None
    ]
    assert (zero_six.least, zero_six.most) == (never, Fraction(859, 1144))
    assert banker.value == player.value == Fraction(679568, 53094899)


def test_a_hand_that_cannot_be_dealt_has_no_play() -> None:
    none = ba.chemin_de_fer("0=6", model="both-see")
    assert none.value == 0
    assert none.player == (None,) * 5
    some = ba.chemin_de_fer("0=4 1=1 4=3 6=2 7=1", model="both-see")
    dealt = [choice is not None for choice in some.player]
    assert dict(zip([hands[0] for hands in some.game.free], dealt, strict=True)) == {
        (0, 5): False,
        (1, 4): True,
        (2, 3): False,
        (6, 9): False,
        (7, 8): False,
    }


def test_a_strategy_that_is_not_best_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(played: Game) -> tuple[list[Fraction], list[Fraction]]:
        return [Fraction(1)], [Fraction(0)] * len(played.cells)

    monkeypatch.setattr(solving, "_solution", careless)
    with pytest.raises(ArithmeticError, match="not proved"):
        ba.chemin_de_fer("infinite")


# Linear programs


def test_linear_programs_are_solved_as_sympy_does() -> None:
    from sympy.solvers.simplex import InfeasibleLPError, UnboundedLPError, linprog

    chance = random.Random(7)
    ends = {"solved": 0, "no point": 0, "no largest": 0}
    for _ in range(60):
        variables, bounds = chance.randint(1, 3), chance.randint(1, 4)
        gains = [chance.randint(-3, 3) for _ in range(variables)]
        rows = [[chance.randint(-4, 4) for _ in range(variables + 1)] for _ in range(bounds)]
        try:
            least, _ = linprog(
                [-gain for gain in gains], [row[:-1] for row in rows], [row[-1] for row in rows]
            )
        except InfeasibleLPError:
            ends["no point"] += 1
            with pytest.raises(ValueError, match="no point"):
                maximum(gains, rows)
        except UnboundedLPError:
            ends["no largest"] += 1
            with pytest.raises(ValueError, match="no largest"):
                maximum(gains, rows)
        else:
            ends["solved"] += 1
            assert maximum(gains, rows).value == Fraction(-int(least.p), int(least.q))
    assert min(ends.values()) >= 5


@pytest.mark.parametrize(
    "wrong",
    [
        Optimum(Fraction(2), (Fraction(2),), (Fraction(1),)),
        Optimum(Fraction(1), (Fraction(1),), (Fraction(2),)),
        Optimum(Fraction(1), (Fraction(0),), (Fraction(1),)),
        Optimum(Fraction(2), (Fraction(1),), (Fraction(1),)),
    ],
)
def test_an_answer_that_its_prices_do_not_prove_is_refused(wrong: Optimum) -> None:
    _prove(Optimum(Fraction(1), (Fraction(1),), (Fraction(1),)), [1], [[1, 1]])
    with pytest.raises(ArithmeticError, match="not proved"):
        _prove(wrong, [1], [[1, 1]])


def test_a_program_that_stops_early_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Table, "climb", lambda _: None)
    with pytest.raises(ArithmeticError, match="not proved"):
        maximum([1], [[1, 1]])


# The command


@pytest.fixture
def run(run: Run) -> Run:
    return lambda command, *more: run(*command.split(), *more)


def test_the_document_is_exact(read: Read) -> None:
    answer = read("chemin-de-fer --decks 8 --seen 9c --model banker-sees")
    (document,) = answer["items"]
    one = ba.chemin_de_fer(8, seen="9c", model="banker-sees")
    assert list(document)[:6] == ["model", "player", "banker", "value", "tableau_value", "unique"]
    assert (answer["about"]["shoe"]["cards"], document["model"]) == (415, "banker-sees")
    assert [entry["hand"] for entry in document["player"]] == ["5"]
    assert Fraction(document["player"][0]["draws"]) == only(one.player)[0].draws
    assert [(entry["hand"], entry["column"]) for entry in document["banker"]] == [("{0,6}", None)]
    assert Fraction(document["value"]) == one.value
    assert Fraction(document["tableau_value"]) == one.tableau_value
    assert document["unique"] is True
    assert document["banker_plays"]["{0,3}"] == "DDDDDDDDDSD"
    assert document["banker_plays"]["{0,6}"] == "MSSSSSSDDSS"


def test_models_that_differ_are_shown_side_by_side(read: Read) -> None:
    document = read("chemin-de-fer")
    assert [entry["model"] for entry in document["items"]] == list(MODELS)
    assert document["about"]["shoe"]["cards"] == 312
    assert document["about"]["options"] == {"models": " ".join(MODELS)}
    infinite = read("chemin-de-fer --decks infinite")
    assert infinite["about"]["shoe"] == "infinite"
    assert [entry["model"] for entry in infinite["items"]] == ["totals"]


def test_the_page_fits_a_terminal_and_marks_what_differs_from_the_tableau(
    run: Run,
) -> None:
    lines = run("chemin-de-fer --decks 8")[1].splitlines()
    assert max(map(len, lines)) <= 80
    grid = lines.index("Banker's best play, model: totals") + 4
    assert [line for line in lines[grid : grid + 8] if "*" in line] == [
        "6       M*  S  S  S  S  S  S  D  D  S  S"
    ]
    assert "Proved: neither hand has another best play." in lines
    assert "If Player draws on every 5, or stands on every 5, Banker knows this and makes" in lines
    assert "6       stood   {8,8}                    {1,5} {2,4} {3,3} {7,9}  {0,6}" in lines


def test_the_ratios_of_many_decks_fit_a_terminal(run: Run) -> None:
    lines = run("chemin-de-fer --decks 100")[1].splitlines()
    assert max(map(len, lines)) <= 80
    tableau = ba.chemin_de_fer(100).tableau_value
    assert f"Tableau{tableau!s:>59}" in lines


def test_hands_that_cannot_be_dealt_and_open_choices_are_noted(run: Run) -> None:
    lines = run("chemin-de-fer --model both-see --remaining 0=3,5=3")[1].splitlines()
    assert "A hand without figures cannot be dealt from this shoe." in lines
    assert any(line.startswith("There are several best plays; P(draws) is that of one") for line in lines)
    assert "both see  Player {1,4}                 –           –         –        –" in lines
    assert "0       C   D  –  –  –  –  E   –  –  –  –" in lines


def test_the_curve_of_bankers_gain_is_drawn(tmp_path: Path, run: Run) -> None:
    assert run(f"chemin-de-fer --decks infinite --digits 3 --plot {tmp_path}/curve.svg")[0] == 0
    drawn = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert ">9/11<" in drawn
    assert ">1.280%<" in drawn
