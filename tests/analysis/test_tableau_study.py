"""The tableau examined: known figures, the census where a hand always draws or stands, single errors."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path

import pytest
from suite import Read, Run

import analyzer as ba
from analyzer.analysis.tableau_study import COLUMNS, Cell, TableauStudy
from analyzer.census.census import Census, census
from analyzer.exact import decimal_text
from analyzer.render.chart import Heatmap
from analyzer.report.tableau_study.page import study_chart

F = Fraction
PARTLY = "0=9 1=2 2=3 3=1 4=3 5=4 6=3 7=2 8=1 9=3"
FEW = "0=3 1=1 5=2 6=2 9=1"
"""A shoe from which many cells cannot be reached."""

WINNERS = ("banker_wins", "tie", "player_wins")


def wrong(cells: tuple[Cell, ...]) -> list[tuple[int, int | None]]:
    return [(cell.total, cell.column) for cell in cells if cell.wrong]


# Known figures


@pytest.mark.parametrize("shoe", [6, 8, "infinite"])
def test_exactly_two_cells_of_the_common_tableau_are_wrong_for_banker(shoe: int | str) -> None:
    study = ba.tableau("punto-banco", shoe)
    assert wrong(study.banker) == [(4, 1), (6, None)]
    assert wrong(study.player) == []
    assert study.player_cost == 0


def test_the_losses_of_the_two_cells_are_known() -> None:
    # Source: the analysis of baccarat against a Player who must draw on 5; 1/13 and 1/273 in the limit.
    study = ba.tableau(shoe="infinite")
    assert [cell.difference for cell in study.banker if cell.wrong] == [F(1, 273), F(1, 13)]
    exact = [cell.difference for cell in ba.tableau(shoe=8).banker if cell.wrong]
    assert exact == [F(5139256, 2756242857), F(33649528, 424573931)]
    assert [decimal_text(x, 4) for x in exact if x] == ["0.0019", "0.0793"]


def test_a_commission_makes_drawing_on_4_against_an_ace_right_for_few_decks() -> None:
    found = {decks: wrong(ba.tableau(shoe=decks, commission="5%").banker) for decks in (3, 5, 6)}
    assert found == {3: [(5, 4), (6, None)], 5: [(6, None)], 6: [(4, 1), (6, None)]}
    assert wrong(ba.tableau(shoe=3).banker) == [(3, 8), (6, None)]


def test_two_threes_stand_where_other_sixes_draw() -> None:
    [cell] = ba.tableau(shoe=8).unlike
    assert (cell.cards, cell.column, cell.rule, cell.best) == ((3, 3), 6, "D", "S")
    assert ba.tableau(shoe="infinite").unlike == ()


# The census of rules under which a hand always draws, or always stands


@cache
def banker_always(rules: ba.Rules, draws: bool) -> ba.Rules:
    rows = tuple((total, (draws,) * 11) for total, _ in rules.tableau.banker)
    return replace(rules, tableau=replace(rules.tableau, banker=rows))


@cache
def player_always(rules: ba.Rules, draws: bool) -> ba.Rules:
    totals = frozenset(total for total, _ in rules.tableau.banker) if draws else frozenset()
    return replace(rules, tableau=replace(rules.tableau, player_draws=totals))


@cache
def census_of(rules: ba.Rules, places: tuple[str, ...]) -> Census:
    """The census of each place by who wins."""
    return census(
        rules, [tuple(ba.Condition.parse(f"{place} and {who}") for place, who in product(places, WINNERS))]
    )


def counted(rules: ba.Rules, shoe: ba.Shoe, places: list[str]) -> list[list[int]]:
    """The ways of each place by who wins."""
    ways = census_of(rules, tuple(places)).ways(shoe)[0]
    return [list(ways[3 * place : 3 * place + 3]) for place in range(len(places))]


def places_of(rules: ba.Rules, hand: str) -> list[str]:
    """The condition of each cell of a hand."""
    totals = [total for total, _ in rules.tableau.banker]
    either = "{" + ", ".join(map(str, totals)) + "}"
    if hand == "player":
        return [f"player_two == {total} and banker_two in {either}" for total in totals]
    by_third = rules.banker_by == "third-card"
    drew = "p3.points == {}" if by_third else "player_cards == 3 and player_total == {}"
    facing = ["player_cards == 2" if column is None else drew.format(column) for column in COLUMNS]
    return [
        f"banker_two == {total} and player_two in {either} and {column}"
        for total in totals
        for column in facing
    ]


def census_cells(rules: ba.Rules, shoe: ba.Shoe, hand: str, price: Fraction) -> list[object]:
    """What a study should say of each cell, from two censuses."""
    always = banker_always if hand == "banker" else player_always
    places = places_of(rules, hand)
    total = 1
    for n in range(rules.cards_from_shoe):
        total *= shoe.size - n
    nets = {"banker": (price, F(0), F(-1)), "player": (F(-1), F(0), F(1))}[hand]
    cells: list[object] = []
    for stood, drawn in zip(
        counted(always(rules, False), shoe, places), counted(always(rules, True), shoe, places), strict=True
    ):
        assert sum(stood) == sum(drawn)
        worth = [
            sum((net * n for net, n in zip(nets, ways, strict=True)), F(0)) / sum(ways) if sum(ways) else None
            for ways in (stood, drawn)
        ]
        cells.append((F(sum(stood), total), *worth))
    return cells


@pytest.mark.parametrize(
    ("ref", "shoes"),
    [
        ("punto-banco", ("8", PARTLY, FEW)),
        ("thai-literal", (PARTLY,)),
        ("player-first-7", (PARTLY, FEW)),
        ("naturals-do-not-end", (PARTLY,)),
    ],
)
@pytest.mark.parametrize("hand", ["banker", "player"])
def test_cells_are_what_the_census_of_always_drawing_and_always_standing_says(
    ref: str, shoes: tuple[str, ...], hand: str
) -> None:
    rules = ba.rules(ref)
    for text in shoes:
        shoe = ba.Shoe.parse(text)
        study = ba.tableau(rules, shoe, "5%")
        cells = study.banker if hand == "banker" else study.player
        found = [(cell.probability, cell.stand, cell.draw) for cell in cells]
        assert found == census_cells(rules, shoe, hand, F(19, 20))


# One error


def flipped(rules: ba.Rules, cell: Cell) -> ba.Rules:
    """The rules with the opposite in one cell."""
    tableau = rules.tableau
    if cell.hand == "player":
        return replace(rules, tableau=replace(tableau, player_draws=tableau.player_draws ^ {cell.total}))
    at = COLUMNS.index(cell.column)
    rows = tuple(
        (total, tuple(draws != (total == cell.total and place == at) for place, draws in enumerate(row)))
        for total, row in tableau.banker
    )
    return replace(rules, tableau=replace(tableau, banker=rows))


def evs(rules: ba.Rules, study: TableauStudy) -> list[Fraction]:
    assert study.shoe is not None
    return [value.ev for value in ba.odds(shoe=study.shoe, rules=rules, bets=list(study.bets)).valuations]


@pytest.mark.parametrize(
    ("ref", "places"),
    [
        ("punto-banco", [(6, None), (4, 1), (3, 8), (0, 0)]),
        ("thai-literal", [(5, 5), (7, None)]),
        ("player-first-7", [(6, 6)]),
        ("naturals-do-not-end", [(9, 9), (8, None)]),
    ],
)
def test_an_error_changes_every_bet_by_its_probability_times_the_difference(
    ref: str, places: list[tuple[int, int | None]]
) -> None:
    study = ba.tableau(ref, PARTLY, "5%", pay={"tie": 9})
    before = evs(study.rules, study)
    assert list(study.evs) == before
    chosen = [cell for cell in study.banker if (cell.total, cell.column) in places]
    assert len(chosen) == len(places)
    for cell in (*chosen, study.player[5]):
        after = evs(flipped(study.rules, cell), study)
        assert cell.errors is not None
        assert [now - then for now, then in zip(after, before, strict=True)] == [
            cell.probability * change for change in cell.errors
        ]
        own = cell.errors[0 if cell.hand == "player" else 1]
        assert own == (-cell.difference if cell.rule == "D" else cell.difference)


# By the two cards


@pytest.mark.parametrize("ref", ["punto-banco", "player-first-7"])
def test_a_total_is_the_mean_of_its_cards(ref: str) -> None:
    study = ba.tableau(ref, PARTLY)
    for whole, parts in ((study.banker, study.banker_cards), (study.player, study.player_cards)):
        for cell in whole:
            its = [one for one in parts if (one.total, one.column) == (cell.total, cell.column)]
            assert sum(one.ways for one in its) == cell.ways
            for name in ("draw", "stand"):
                mean = sum(one.ways * (getattr(one, name) or 0) for one in its)
                assert mean == cell.ways * getattr(cell, name)


def test_a_given_first_card_is_in_every_hand_of_player() -> None:
    study = ba.tableau("player-first-7", PARTLY)
    assert [cell.cards for cell in study.player_cards] == [
        (3, 7),
        (4, 7),
        (5, 7),
        (6, 7),
        (7, 7),
        (7, 8),
        (7, 9),
        (0, 7),
    ]


@pytest.mark.parametrize("cards", [(0, 6), (5, 9), (1, 3)])
def test_cards_are_a_condition_on_the_hand(cards: tuple[int, int]) -> None:
    study = ba.tableau(shoe=PARTLY)
    one, other = cards
    held = f"(b1.points == {one} and b2.points == {other} or b1.points == {other} and b2.points == {one})"
    given = f"{held} and p3.points == 9 and player_two <= 7"
    cell = next(cell for cell in study.banker_cards if (cell.cards, cell.column) == (cards, 9))
    for draws, worth in ((False, cell.stand), (True, cell.draw)):
        rules = banker_always(study.rules, draws)
        found = ba.odds(shoe=PARTLY, rules=rules, bets=[study.bets[1]], given=given)
        assert found.valuations[0].ev == worth


# The command


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "tableau")


@pytest.mark.parametrize("ref", ["punto-banco", "thai-literal", "naturals-do-not-end", "player-first-7"])
def test_a_text_fits_a_terminal_under_any_rules(ref: str, run: Run) -> None:
    lines = run(ref, "--composition", "--errors", "--decks", "1")[1].splitlines()
    assert [line for line in lines if len(line) > 80] == []


def test_the_tableau_is_marked_where_the_rule_is_not_best(run: Run) -> None:
    lines = run()[1].splitlines()
    assert "4       D   S  S!  D  D  D  D  D  D  S  S" in lines
    assert "6       S!  S  S   S  S  S  S  D  D  S  S" in lines
    assert "all     –      –             –          –           –      2.2392%  0.1425%" in lines


def test_the_document_is_exact(read: Read) -> None:
    document = read("--decks", "infinite", "--composition")
    about = document["about"]
    assert (document["schema"], document["commission"]) == ("baccarat-tableau/2", "0")
    assert (about["rules"], about["shoe"]) == ("punto-banco", "infinite")
    assert about["options"] == {"commission": "0", "composition": "yes"}
    assert len(document["banker"]) == 88
    [six] = [one for one in document["banker"] if (one["total"], one["third"]) == (6, None)]
    assert six == {
        "total": 6,
        "third": None,
        "rule": "S",
        "draw": "-11/26",
        "stand": "-1/2",
        "difference": "1/13",
        "best": "D",
        "probability": "512/28561",
        "cost": "512/371293",
    }
    study = ba.tableau(shoe="infinite")
    assert (document["banker_cost"], document["player_cost"]) == (str(study.banker_cost), "0")
    assert document["banker_cards"][0]["cards"] == "0+0"
    [error] = [
        one
        for one in document["errors"]
        if (one["hand"], one["total"], one.get("third", 0)) == ("banker", 6, None)
    ]
    assert error["dealt"] == "D"
    assert (error["given"]["player"], error["given"]["banker"]) == ("-1/13", "1/13")
    assert error["per_1000_coups"]["banker"] == "512000/371293"


def test_rules_by_the_total_of_player_say_so(run: Run, read: Read) -> None:
    document = read("thai-literal")
    assert [one["player_total"] for one in document["banker"][:3]] == [None, 0, 1]
    assert "Columns: Player's final total" in " ".join(run("thai-literal")[1].split())


def test_cells_that_cannot_be_reached_are_empty_and_noted(run: Run, read: Read) -> None:
    document = read("--remaining", FEW)
    empty = [one for one in document["banker"] if one["best"] is None]
    assert empty
    assert {(one["draw"], one["stand"], one["probability"], one["cost"]) for one in empty} == {
        (None, None, "0", "0")
    }
    assert f"{len(empty)} cells cannot occur and show no figure." in run("--remaining", FEW)[1]


def test_a_cell_where_both_plays_are_worth_the_same_is_marked(run: Run, read: Read) -> None:
    tens = ["--remaining", "0=10", "--composition"]
    lines = run(*tens)[1].splitlines()
    assert "0       D  D=  D  D  D  D  D  D  D  D  D" in lines
    assert "0       0+0        –  either  –  –  –  –  –  –  –  –  –" in lines
    cell = read(*tens)["banker"][1]
    assert (cell["draw"], cell["stand"], cell["best"], cell["probability"]) == ("0", "0", "either", "1")


def test_a_sheet_has_a_row_for_each_cell(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("--format", "csv", "--commission", "5%")[1])))
    study = ba.tableau(commission="5%")
    assert [F(row["difference"]) for row in rows] == [
        cell.difference for cell in (*study.banker, *study.player)
    ]


def test_a_plot_frames_what_is_not_best(tmp_path: Path, run: Run) -> None:
    [heatmap] = study_chart(ba.tableau()).bands[0].panels
    assert isinstance(heatmap, Heatmap)
    framed = [
        (name, at)
        for name, row in heatmap.rows
        for at, one in zip(heatmap.heads, row, strict=True)
        if one.framed
    ]
    assert framed == [("4", "1"), ("6", "-")]
    file = tmp_path / "tableau.svg"
    assert run("--plot", str(file))[0] == 0
    assert re.findall(r"\d, .: \[.*\]", file.read_text()) == ["4, 1: [S 0.1865%]", "6, -: [S 7.9255%]"]


def test_figures_at_other_prices_are_not_called_classical(run: Run) -> None:
    assert "without commission, as in the classical figures." in " ".join(run()[1].split())
    note = "Pays, to one: Player 1.01, Banker 1, which is a commission of 0%."
    assert note in run("--pay", "player=1.01")[1]
