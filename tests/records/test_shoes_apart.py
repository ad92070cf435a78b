"""Shoes and coups by the names of their columns, shoes that cannot be distinguished, and many faults."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from suite import Run

import analyzer as ba
from analyzer.errors import AnalyzerError
from analyzer.play.record import RecordedShoe
from analyzer.records import read_text, written


def brief(shoe: RecordedShoe) -> str:
    """The shoe in the text form, on one line."""
    return " / ".join("".join(written([shoe])).splitlines())


NAMES = [
    ("shoe_id", "coup"),
    ("Shoe Number", "hand_number"),
    ("shoe_no", "Round"),
    ("Shoe #", "Hand #"),
    ("靴", "局号"),
    ("靴号", "第几局"),
    ("牌靴", "局"),
    ("ขอนไพ่", "ตาที่"),
    ("슈", "판"),
    ("Hộp bài", "ván"),
]


@pytest.mark.parametrize(("shoe", "coup"), NAMES)
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_shoes_and_coups_are_recognized_by_common_column_names(
    shoe: str, coup: str, form: Literal["csv", "jsonl"]
) -> None:
    rows = [("S1", 5, "B"), ("S1", 6, "P"), ("S2", 7, "T")]
    if form == "csv":
        text = f"{shoe},{coup},winner\n" + "".join(f"{name},{number},{won}\n" for name, number, won in rows)
    else:
        text = "".join(
            json.dumps({shoe: name, coup: number, "result": won}) + "\n" for name, number, won in rows
        )
    found = list(read_text(text, form))
    assert [brief(each) for each in found] == ["shoe: S1 / 5. B / 6. P", "shoe: S2 / 7. T"]
    assert [(each.unread, each.unknown_names, each.named) for each in found] == [((), (), True)] * 2


def test_the_number_within_the_shoe_takes_precedence() -> None:
    [shoe] = read_text("round,coup,winner\n1201,1,B\n1202,2,P\n")
    assert (brief(shoe), shoe.unknown_names) == ("shoe: 1 / 1. B / 2. P", ("round",))
    [shoe] = read_text(
        '{"round": 1201, "coup": 1, "winner": "B"}\n{"round": 1202, "coup": 2, "winner": "P"}\n'
    )
    assert (brief(shoe), shoe.unknown_names, shoe.unread) == ("shoe: 1 / 1. B / 2. P", ("round",), ())


UNKNOWN = (
    "expected the name of the shoe in a column or key such as shoe, shoe_id, shoe_number or 靴号, got {0!r}, "
    "which is unknown; columns found: {0}, coup, winner; rename it shoe, or rename or drop it if it does "
    "not distinguish shoes"
)
NOT_APART = {
    "an unknown name": (
        "shoe_colour,coup,winner\nred,1,B\nblue,2,P\n",
        UNKNOWN.format("shoe_colour"),
    ),
    "an unknown key": (
        '{"靴色": "red", "coup": 1, "winner": "B"}\n{"靴色": "blue", "coup": 2, "winner": "B"}\n',
        UNKNOWN.format("靴色"),
    ),
    "shoes in turns": (
        "shoe,coup,winner\nA,1,B\nB,1,P\nA,2,P\n",
        "expected the coups of shoe 'A' one after another, got more of them after shoe 'B', which may be "
        "from the same shoe or another one; sort the record by shoe, and give each shoe a unique name",
    ),
}


@pytest.mark.parametrize(("text", "why"), NOT_APART.values(), ids=NOT_APART)
def test_shoes_that_cannot_be_distinguished_are_rejected(text: str, why: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        list(read_text(text))
    assert str(caught.value) == f"the record: {why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "coup,winner\n1,B\n1,P\n2,B\n",
            "line 3: expected coup 2 after coup 1, got another coup 1, which may",
        ),
        ('{"coup": 1, "winner": "B", "winner": "P"}', "line 1, column 28: expected JSON, got '"),
    ],
    ids=["the first coup twice", "a key twice"],
)
def test_a_repeated_coup_or_key_is_rejected(text: str, why: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        list(read_text(text))
    assert str(caught.value).startswith(f"the record: {why}")


def test_the_settings_in_a_row_belong_to_the_shoe_that_the_row_begins() -> None:
    record = "coup,player,banker,cut_card,burned\n1,9c 9d,Kh 2c,34,7h ?\n2,8c Ad,7h 2c\n1,5d 4s,8s Th,27,4d\n"
    shoes = list(read_text(record.replace("7h 2c\n", "7h 2c,,\n")))
    assert [(shoe.settings["cut_card"], len(shoe.burned or ()), len(shoe.coups)) for shoe in shoes] == [
        ("34", 2, 2),
        ("27", 1, 1),
    ]
    assert not any(shoe.unread for shoe in shoes)


@pytest.mark.parametrize(
    "text",
    ["shoe,shoe_id,winner\n1,A,B\n1,B,P\n", '{"shoe": 1, "shoe_id": "A", "winner": "B"}'],
    ids=["csv", "jsonl"],
)
def test_two_columns_for_the_shoe_are_rejected(text: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        list(read_text(text))
    assert str(caught.value) == (
        "the record: expected one column or key for the name of the shoe, got 'shoe', 'shoe_id'; rename or drop "  # noqa: E501
        "all but one"
    )


ONE_AFTER_ANOTHER = [("T1", 1), ("T1", 2), ("T2", 1), ("T2", 2)]
INTERLEAVED = [("T1", 1), ("T2", 1), ("T1", 2), ("T2", 2)]
ON = [("T1", 1), ("T1", 2), ("T2", 3), ("T2", 4)]


@pytest.mark.parametrize(
    ("column", "rows"),
    [
        *(
            (column, ONE_AFTER_ANOTHER)
            for column in ("table", "Table No.", "tableId", "桌号", "โต๊ะ", "테이블")
        ),
        *(
            (column, ONE_AFTER_ANOTHER)
            for column in ("bàn", "Tisch", "session", "pit", "date", "day", "ngày")
        ),
        *((column, ONE_AFTER_ANOTHER) for column in ("日期", "dealer")),
        *((column, INTERLEAVED) for column in ("table", "date")),
        ("table", ON),
    ],
)
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_shoes_with_the_same_name_on_two_tables_or_days_are_rejected(
    column: str, rows: list[tuple[str, int]], form: Literal["csv", "jsonl"]
) -> None:
    if form == "csv":
        text = f"{column},shoe,coup,winner\n" + "".join(f"{value},1,{n},B\n" for value, n in rows)
    else:
        text = "".join(
            json.dumps({column: value, "shoe": 1, "coup": n, "winner": "B"}) + "\n" for value, n in rows
        )
    with pytest.raises(AnalyzerError) as caught:
        list(read_text(text, form))
    assert str(caught.value) == (
        f"the record: expected one value of the column or key {column!r} in a shoe, got 'T1' and 'T2', which may "  # noqa: E501
        f"be two shoes; columns found: {column}, shoe, coup, winner; give each shoe a unique name in a column "  # noqa: E501
        f"or key shoe (such as table and shoe together), or drop {column!r} if it does not distinguish shoes"
    )


def test_a_shoe_may_continue_after_midnight_and_with_another_dealer() -> None:
    text = "table,date,dealer,shoe,coup,winner\nT1,30,Ann,1,1,B\nT1,31,Ben,1,2,P\nT2,31,Ann,2,1,T\n"
    assert [brief(each) for each in read_text(text)] == ["shoe: 1 / 1. B / 2. P", "shoe: 2 / 1. T"]


@pytest.mark.parametrize(
    "column",
    [
        "misdeal",
        "Misdealt",
        "redeal",
        "re-deal",
        "voided",
        "no_game",
        "noHand",
        "dispute",
        "interrupted",
        "发错牌",
        "重發",
        "爭議",
        "流局",
        "재딜",
        "분쟁",
        "แจกผิด",
        "ข้อพิพาท",
        "chia_lại",
        "chia_sai",
        "tranh_chấp",
    ],
)
def test_a_column_that_may_void_a_coup_is_not_ignored(column: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        ba.settle(list(read_text(f"coup,winner,{column}\n1,B,yes\n", "csv")), stake={"banker": 1})
    assert (
        f"may concern money except bet, stake, bettor, net, gain, commission, rounding, held, balance, "
        f"status, line, reason, got '{column}'" in str(caught.value)
    )


def _deck(shoes: int, head: str, row: Callable[[int, int], str]) -> str:
    """Shoes of one deck, each with six coups of four cards (Player naturals), without repeated cards."""
    coups = ["9c 9d,Kc Kd", "9h 9s,Kh Ks", "8c Ac,Qc Qd", "8d Ad,Qh Qs", "8h Ah,Jc Jd", "8s As,Jh Js"]
    rows = (f"{row(shoe, n)}{coup}\n" for shoe in range(shoes) for n, coup in enumerate(coups, 1))
    return f"{head}player,banker\n" + "".join(rows)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (_deck(3, "", lambda shoe, n: ""), "player, banker"),
        (_deck(3, "Box,coup,", lambda shoe, n: f"{shoe},{6 * shoe + n},"), "Box, coup, player, banker"),
        (_deck(3, "shoe,coup,", lambda shoe, n: f"T1,{n},"), "shoe, coup, player, banker"),
        (_deck(5, "shoe,coup,", lambda shoe, n: f"T1,{6 * shoe + n},"), "shoe, coup, player, banker"),
    ],
    ids=["no names", "an unknown name", "numbers that begin again", "one name for all"],
)
@pytest.mark.parametrize("ask", [ba.replay, ba.evidence, ba.settle])
def test_coups_with_more_cards_than_a_shoe_are_from_several_shoes(
    text: str, columns: str, ask: Callable[..., object]
) -> None:
    staked = {"stake": {"tie": 1}} if ask is ba.settle else {}
    shoes = [replace(shoe, settings={"decks": "1"}) for shoe in read_text(text)]
    with pytest.raises(AnalyzerError) as caught:
        ask(shoes, **staked)
    told = str(caught.value)
    assert told.startswith("shoe '") and "expected coups of one shoe of 52 cards, got coups of " in told
    assert f"cards or more, so its shoes cannot be told apart; columns found: {columns}; name each" in told


def test_shoes_distinguished_by_name_or_number_have_no_fault() -> None:
    for head, row in (
        ("Shoe ID,coup,", lambda shoe, n: f"{shoe},{6 * shoe + n},"),
        ("coup,", lambda shoe, n: f"{n},"),
    ):
        shoes = [replace(shoe, settings={"decks": "1"}) for shoe in read_text(_deck(3, head, row))]
        assert [fault for shoe in ba.replay(shoes).shoes for fault in shoe.shoe.all_faults] == []
        assert ba.settle(shoes, stake={"tie": 1}).agrees


# A hundred thousand unknown words.


def test_the_number_of_suggestions_is_bounded() -> None:
    [shoe] = read_text("B P\n" + "bnaker\n" * 300)
    assert [str(place.why).endswith("did you mean 'banker'?") for place in shoe.unread] == [True] * 100 + [
        False
    ] * 200
    [shoe] = read_text("B P\n" + " ".join(["3."] + ["bnaker"] * 300))
    assert str(shoe.unread[0].why).endswith("did you mean 'banker'? (and 299 more)")


def test_a_page_prints_a_bounded_number_of_faults_and_states_how_many_remain(
    tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("1. P:9c,Kd B:2h,3d\n" + "xyzzy\n" * 1500, "utf-8")
    status, out, _ = run("replay", str(path))
    assert (status, out.count("xyzzy")) == (1, 1000)
    assert "\n500 more are not shown.\n" in out
    status, out, _ = run("replay", str(path), "--format", "json")
    document = json.loads(out)
    assert (document["faults"], len(document["record_faults"])) == (1500, 1001)
    assert document["record_faults"][-1] == "500 more are not shown."
