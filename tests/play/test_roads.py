"""Roads: the scoreboard equals the test vectors and the drawing on paper, coup by coup and back."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from roads_on_paper import on_paper
from suite import DATA, MULTIPLIER

import analyzer as ba
from analyzer.ask.roads import outcomes_of, recorded_roads
from analyzer.errors import CardError, RenderError, ShoeError
from analyzer.play.roads.big_road import Mark, Ring, Streak
from analyzer.play.roads.roads import Bead, Roads, dropped
from analyzer.records import read_text

VECTORS: list[dict[str, Any]] = json.loads((DATA / "roads" / "vectors.json").read_text(encoding="utf-8"))[
    "vectors"
]
AMBIGUOUS = [vector for vector in VECTORS if vector["ambiguous"]]
STAIRCASE = next(vector["coups"] for vector in AMBIGUOUS if vector["name"] == "limit_staircase")


def streaky(seed: int) -> list[str]:
    """Up to 60 coups of a seeded shoe in which a winner is likely, or unlikely, to win again."""
    random = Random(seed)
    again = random.choice([0.1, 0.5, 0.8, 0.95])
    coups, side = [], "B"
    for _ in range(random.randrange(60)):
        if random.random() >= again:
            side = "P" if side == "B" else "B"
        winner = "T" if random.random() < 0.12 else side
        coups.append(winner + "".join(letter for letter in "pbn" if random.random() < 0.15))
    return coups


SHOES = [streaky(seed) for seed in range(32 * MULTIPLIER)]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_roads_equal_those_of_the_vectors(vector: dict[str, Any]) -> None:
    got = ba.roads(vector["coups"]).to_dict()
    assert list(got) == list(vector["expect"])
    assert json.dumps(got) == json.dumps(vector["expect"])


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_paper_roads_equal_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert on_paper(vector["coups"]) == vector["expect"]


@pytest.mark.parametrize("vector", AMBIGUOUS, ids=lambda vector: vector["name"])
def test_a_turn_at_the_limit_becomes_a_slide(vector: dict[str, Any]) -> None:
    got = Roads(vector["coups"]).to_dict()
    pictures = {road: got[road]["display"] for road in ("big_road", "big_eye", "small", "cockroach")}
    assert pictures | {"ask": got["ask"]} == vector["ambiguous"]["accept"]["slide"]


@pytest.mark.parametrize("rows", range(1, 9))
def test_roads_equal_those_drawn_on_paper(rows: int) -> None:
    for coups in SHOES[rows % 3 :: 3]:
        assert Roads(coups, rows).to_dict() == on_paper(coups, rows)


@pytest.mark.parametrize("coups", [vector["coups"] for vector in VECTORS] + SHOES)
def test_undo_restores_the_earlier_roads(coups: list[str]) -> None:
    roads = Roads(rows=4)
    before = []
    for coup in coups:
        before.append(roads.to_dict())
        roads.add(coup)
    for earlier in reversed(before):
        roads.undo()
        assert roads.to_dict() == earlier
    assert roads == Roads(rows=4)


@given(st.lists(st.sampled_from(["B", "B", "Bb", "P", "P", "Ppn", "T", "undo"]), max_size=60))
def test_roads_after_adds_and_undos_are_those_of_the_remaining_coups(steps: list[str]) -> None:
    roads, remaining = Roads(STAIRCASE, rows=5), list(STAIRCASE)
    for step in steps:
        if step != "undo":
            roads.add(step)
            remaining.append(step)
        elif remaining:
            roads.undo()
            remaining.pop()
    fresh = Roads(remaining, rows=5)
    assert roads == fresh
    assert roads.to_dict() == fresh.to_dict()


def test_a_tail_taken_back_leaves_its_cells_free() -> None:
    roads = Roads(["B"] * 12)
    for _ in range(6):
        roads.undo()
    for _ in range(6):
        roads.add("P")
    assert roads.to_dict() == on_paper(["B"] * 6 + ["P"] * 6)
    assert roads.big_road.display[-1][:2] == (2, 6)


@pytest.mark.parametrize("coups", SHOES[:12])
def test_the_next_mark_is_the_one_on_the_ask_road(coups: list[str]) -> None:
    roads = Roads()
    for coup in coups:
        ask, before = roads.ask, roads.to_dict()
        roads.add(coup)
        after = roads.to_dict()
        won = [ask[coup[0]]] if coup[0] in ask else []
        for road in ("big_eye", "small", "cockroach"):
            marks = [list(mark) for asked in won if (mark := getattr(asked, road))]
            assert after[road]["display"] == before[road]["display"] + marks
        rings = roads.big_road.display[len(before["big_road"]["display"]) :]
        assert [ring[:2] for ring in rings] == [asked.display for asked in won]
        columns = roads.big_road.columns
        assert [(len(columns), columns[-1].length) for _ in won] == [asked.logical for asked in won]


@pytest.mark.parametrize("coups", SHOES)
def test_the_ask_road_shows_opposite_colors_for_the_sides(coups: list[str]) -> None:
    history = Roads(coups).ask_history
    assert len(history) == len(coups) + 1
    for balls in history:
        banker, player = balls.split("|")
        assert player == banker.translate(str.maketrans("rb", "br"))


def test_a_tie_changes_only_the_bead_plate_and_the_tie_counts() -> None:
    before, after = Roads(STAIRCASE).to_dict(), Roads([*STAIRCASE, "Tpbn"]).to_dict()
    for road in ("big_eye", "small", "cockroach", "ask"):
        assert after[road] == before[road]
    assert after["ask_history"] == [*before["ask_history"], before["ask_history"][-1]]
    assert after["big_road"]["display"][-1] == [8, 1, "B", 1, "", 27]
    assert after["bead_plate"][-1] == [5, 5, "T", "pb"]


@pytest.mark.parametrize("coups", SHOES[:8])
def test_the_record_does_not_depend_on_the_rows(coups: list[str]) -> None:
    def recorded(rows: int) -> object:
        roads = Roads(coups, rows)
        derived = (roads.big_eye, roads.small, roads.cockroach)
        starts = [(road.sequence, road.start_coup, road.start_at) for road in derived]
        return roads.big_road.columns, roads.counts, roads.ask_history, starts

    assert all(recorded(rows) == recorded(6) for rows in (1, 2, 3, 8, 100))


def test_roads_have_the_values_needed_to_draw_them() -> None:
    roads = Roads(outcomes_of("T B Bb T P Pp T T B"))
    assert " ".join(map(str, roads.outcomes)) == "T B Bb T P Pp T T B"
    assert roads.bead_plate[2] == Bead(1, 3, "B", "b")
    assert roads.big_road.columns == [
        Streak("B", 2, (1, 1)),
        Streak("P", 2, (0, 2)),
        Streak("B", 1, (0,)),
    ]
    assert roads.big_road.display[1] == Ring(1, 2, "B", 1, "b", 2)
    assert roads.big_eye.display == [Mark(1, 1, "r"), Mark(1, 2, "r")]
    assert roads.ask["B"].logical == (3, 2)
    assert roads.ask["P"].big_eye == Mark(2, 1, "b")
    assert roads.ask["P"].cockroach is None


def test_changing_returned_lists_does_not_change_the_roads() -> None:
    roads = Roads(STAIRCASE)
    before = json.dumps(roads.to_dict())
    for handed in (roads.ask_history, roads.big_road.display, roads.big_road.columns, roads.big_eye.display):
        handed.clear()
    roads.bead_plate.clear()
    roads.counts.clear()
    assert json.dumps(roads.to_dict()) == before


def test_roads_with_the_same_coups_and_rows_are_equal() -> None:
    assert ba.roads("B Pp T") == ba.roads(["B", "Pp", "T"]) == Roads(outcomes_of("B,Pp,T"))
    assert ba.roads("B") != ba.roads("P")
    assert ba.roads("B") != ba.roads("Bp")
    assert ba.roads("B") != ba.roads("B", rows=5)
    assert ba.roads("B") != ["B"]
    with pytest.raises(TypeError, match="unhashable"):
        hash(ba.roads("B"))


def test_a_scoreboard_prints_as_the_call_that_makes_it() -> None:
    assert repr(ba.roads("B Ppn", rows=5)) == "Scoreboard(['B', 'Ppn'], rows=5)"
    assert repr(Roads()) == "Roads([], rows=6)"


def test_a_rejected_coup_leaves_the_roads_unchanged() -> None:
    roads = Roads(STAIRCASE)
    with pytest.raises(CardError):
        roads.add("Q")
    assert roads == Roads(STAIRCASE)
    assert roads.to_dict() == Roads(STAIRCASE).to_dict()


TEXTS = {
    "empty": ("", ""),
    "blank lines and a remark": ("\n \n# nothing yet", ""),
    "spaces and commas": ("B, Pp ,,T\tBbn", "B Pp T Bbn"),
    "remarks to the end of the line": ("B # P P\nP#T\n#\nTn", "B P Tn"),
    "line ends of every sort": ("B # x\r\nP # x\rT # x\nB", "B P T B"),
    "run together": ("BBPPT", "B B P P T"),
    "run together in small letters": ("bbppb", "B B P P B"),
    "run together with marks": ("TnBpb BBb", "Tn Bpb B Bb"),
    "small letters": ("b bn p", "B Bn P"),
    "marks in any order": ("Bbp", "Bpb"),
    "numbers": ("1 B\n2. P 3: Tn", "B P Tn"),
    "words": ("Banker 闲 tie 庄庄", "B P T B B"),
    "only real line ends end a remark": ("B # x\x0bP\u2028T\nB", "B B"),
}


@pytest.mark.parametrize(("text", "coups"), TEXTS.values(), ids=TEXTS.keys())
def test_coups_are_read(text: str, coups: str) -> None:
    assert " ".join(map(str, outcomes_of(text))) == coups
    if coups and "#" not in text:
        [shoe] = read_text(text)
        assert recorded_roads(shoe).outcomes == outcomes_of(coups)
    assert ba.roads(text).outcomes == outcomes_of(coups)


FORM = "expected a coup as B, P or T, then p, b and n for the pairs and a natural, such as Bpn, got"
ORDERED = 'expected coups in order, a text such as "B Pp T" or a list such as ["B", "Pp", "T"]'
EITHER, OR = "expected one outcome or several, got", "(one coup, with a pair) or"
REFUSED: dict[str, tuple[Any, str]] = {
    "unknown letter": ("B P\nT x", f"line 2, coup 4: {FORM} 'x'"),
    "small letters of two readings": (
        "B bp",
        f"line 1, coup 2: {EITHER} 'bp', which can be 'Bp' {OR} 'B P' (2 coups)",
    ),
    "pairs in small letters": (
        "pbp",
        f"line 1, coup 1: {EITHER} 'pbp', which can be 'Ppb' {OR} 'P B P' (3 coups)",
    ),
    "wrong order in a list": (["Bbp"], f"coup 1: {FORM} 'Bbp'; did you mean 'Bpb'?"),
    "another number": ("1 B\n3 P", "line 2, coup 2: expected its number, 2, got '3'"),
    "a number alone": ("B 2", "line 1: expected an outcome after the number of coup 2"),
    "marks first": ("T nB", f"line 1, coup 2: {FORM} 'nB'; did you mean 'Bn'?"),
    "a mark twice": ("Bpp", f"line 1, coup 1: {FORM} 'Bpp'"),
    "no space in a list": (["TnBpb"], f"coup 1: {FORM} 'TnBpb'; did you mean 'Tn Bpb'?"),
    "in a list": (["B", "P", "Tx"], f"coup 3: {FORM} 'Tx'"),
    "two coups in one item of a list": (["B P"], f"coup 1: {FORM} 'B P'"),
    "no text": (["B", 1], "coup 2: expected a coup as an Outcome or as text such as Bpn, got 1"),
    "a list in a list": ([["B"]], "coup 1: expected a coup as an Outcome or as text such as Bpn, got a list"),
    "nothing": (None, f"{ORDERED}, got None"),
    "a number": (3, f"{ORDERED}, got 3"),
    "bytes": (b"B P", f"{ORDERED}, got an object of type bytes"),
    "no order": ({"B", "P"}, f"{ORDERED}, got an object of type set"),
    "coups as keys": ({"B": 1}, f"{ORDERED}, got a table of keys"),
}


@pytest.mark.parametrize(("coups", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_anything_that_is_not_a_coup_is_rejected(coups: Any, message: str) -> None:
    for read in (ba.roads, ba.Scoreboard):
        with pytest.raises(CardError) as caught:
            read(coups)
        assert str(caught.value).removesuffix("; write the one that is meant") == message


@pytest.mark.parametrize(("parts", "message"), [
    (["dealer"], "expected the winner 'banker', 'player' or 'tie', got 'dealer'"),
    ([["banker"]], "expected the winner 'banker', 'player' or 'tie', got a list"),
    (["banker", 2], "expected True or False for a pair or a natural, got 2"),
    (["tie", False, False, "n"], "expected True or False for a pair or a natural, got 'n'"),
])  # fmt: skip
def test_an_impossible_outcome_is_rejected(parts: list[Any], message: str) -> None:
    with pytest.raises(CardError) as caught:
        ba.Outcome(*parts)
    assert str(caught.value) == message


@pytest.mark.parametrize("rows", [0, -1, 101, 6.0, "6", None, True])
def test_a_number_of_rows_out_of_range_is_rejected(rows: Any) -> None:
    with pytest.raises(RenderError) as caught:
        ba.roads("B", rows)
    assert str(caught.value) == f"expected 1 to 100 rows of a scoreboard, got {rows!r}"


def test_undo_without_a_coup_is_an_error() -> None:
    roads = Roads(["T"])
    roads.undo()
    with pytest.raises(ShoeError) as caught:
        roads.undo()
    assert str(caught.value) == "there is no coup to take back; add one first"
    assert roads == Roads()


@pytest.mark.parametrize("columns", [1, 2, 7, 100])
@pytest.mark.parametrize("coups", SHOES[:6])
def test_a_page_drops_whole_columns_on_the_left(coups: list[str], columns: int) -> None:
    display = Roads(coups).big_road.display
    width = max((ring.x for ring in display), default=0)
    assert dropped(display, columns) == max(0, width - columns)


def test_an_empty_page_drops_nothing() -> None:
    assert dropped(Roads().big_eye.display, 3) == 0


@pytest.mark.parametrize("rows", [1, 2, 3, 6])
def test_no_cell_is_taken_twice_and_row_1_has_no_gap(rows: int) -> None:
    for coups in SHOES:
        display = Roads(coups, rows).big_road.display
        assert len({(ring.x, ring.y) for ring in display}) == len(display)
        heads = [ring.x for ring in display if ring.y == 1]
        assert heads == list(range(1, len(heads) + 1))
