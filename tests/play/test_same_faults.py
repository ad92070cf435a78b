"""`replay` and `settle` state the same faults for the same coup, whatever is staked on it."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

import analyzer as ba
from analyzer.records import read_text

COUPS = {
    "whole": "P:9c,5d,3h B:Kh,2c,As P",
    "drawn": "D:9c,Kh,5d,2c,3h,As P",
    "another winner": "P:9c,5d,3h B:Kh,2c,As B",
    "another total": "P:9c,5d,3h B:Kh,2c,As 6-3",
    "no third card": "P:2h,Ad B:Th,4c",
    "no third card, tie": "P:2h,3d B:Th,5c T",
    "one card": "P:9c B:Kh,2c P",
    "four cards": "P:9c,5d,3h,2d B:Kh,2c T",
    "a card unread": "P:9c,? B:Kh,2c,As P",
    "two unread": "P:?,? B:?,9c",
    "ranks alone": "P:9,9 B:Kh,8c P perfect-pair=2:-2",
    "no cards": "B",
    "no cards, pair": "Bp 4-8",
    "no cards, impossible": "Tp 3-4",
    "nothing": "",
    "cancelled": "cancelled",
    "cancelled with cards": "P:9c,9d B:Kh,2c cancelled",
    "interrupted": "interrupted",
    "interrupted, then won": "interrupted B",
    "interrupted inside": "P:9c,5d B:Kh interrupted",
    "a word unread": "P:9c,9d B:Kh,2c P xx",
    "number": "7. P:9c,9d B:Kh,2c P",
}
STAKES = {
    "none": "",
    "plain": "banker=10 anna@tie=5",
    "right": "player=10:10 banker=10:-10 tie=5:-5",
    "wrong": "player=10:9 anna@banker=10:9.5 tie=10:80",
    "nothing staked": "player=0:5 tie=0:0",
    "chance": "power-98-tie=10:55 power-98-tie=10:-10",
    "unknown": "ben@lucky=5:3 bankr=1",
    "unread": "dragon-7=ten player=5:5",
}


def of_coups(faults: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The faults in order, except those of unknown bets, which `settle` lists first."""
    return sorted(faults, key=lambda fault: fault[0] != "bet")


@pytest.mark.parametrize("name", COUPS)
def test_replay_and_settle_state_the_same_faults_of_a_coup(name: str) -> None:
    for staked in STAKES.values():
        if not COUPS[name] + staked:
            continue
        record = read_text(f"1. P:9c,9d B:Kh,2c P player=1\n{COUPS[name]} {staked}\n", "text")
        shoes = [*record]
        [replayed] = ba.replay(shoes, commission="4%").shoes
        found = ba.settle(shoes, commission="4%")
        faults = [each for each in replayed.shoe.all_faults if each.kind != "unread"]
        of_settle = [(each.kind, each.where, str(each.sentence)) for each in found.deviations]
        assert of_settle == of_coups((fault.kind, fault.where, str(fault.what)) for fault in faults)
        unread = [fault for fault in replayed.shoe.all_faults if fault.kind == "unread"]
        assert len(unread) == len(found.missed)
        assert {"bet"} & {fault.kind for fault in faults} or not found.left_out


def test_a_payment_on_an_undecided_coup_is_a_fault() -> None:
    record = [*read_text("1. P:2h,Ad B:Th,4c tie=10:80")]
    [replayed] = ba.replay(record).shoes
    assert [str(fault.message) for fault in replayed.shoe.all_faults] == [
        "coup 1 (line 1): Player's third card is missing: Player draws on 3",
        "coup 1 (line 1): the net of the stake of 10 on Tie is recorded as 80, but the stake is open",
    ]


def test_a_net_on_a_stake_of_zero_is_a_fault() -> None:
    found = ba.settle(read_text("1. P:9c,9d B:Kh,2c P banker=0:5 player=1"))
    assert [str(each.what) for each in found.deviations] == [
        "nothing is staked on Banker, and the net is recorded as 5"
    ]


@pytest.mark.parametrize(
    ("stake", "faults"),
    [("tie/8=1:9", 0), ("tie=1:9", 0), ("tie/9=1:9", 0), ("tie/8=1:8", 1)],
)
def test_replay_pays_a_stake_at_the_given_price(stake: str, faults: int) -> None:
    """However the record names the bet, it is paid at the price of --pay."""
    record = [*read_text(f"1. P:9c,9d B:Kh,8c T {stake}")]
    assert ba.replay(record, pay={"tie": 9}).faults == faults
    assert len(ba.settle(record, pay={"tie": 9}).deviations) == faults


def test_replay_checks_what_settle_writes_in_addition_to_the_net() -> None:
    rows = "coup,player,banker,bet,stake,status,commission,balance\n1,9c 9d,Kh 9s,banker,10,push,1,95\n"
    [shoe] = read_text(rows)
    assert [str(fault.what) for each in ba.replay(shoe).shoes for fault in each.shoe.all_faults] == [
        "the commission of the stake of 10 on Banker is recorded as 1 but is 1/2",
        "the status of the stake of 10 on Banker is recorded as push but is settled",
    ]


STATED = {
    "a net without a stake": (
        '[{"coup": 1, "winner": "B", "stakes": {"banker": 1}, "nets": {"tie": 4}}]',
        ["the amount staked on 'tie' is required, since its net is stated"],
    ),
    "nets alone": (
        '[{"coup": 1, "winner": "B", "nets": {"tie": 4}}]',
        ["the amount staked on 'tie' is required, since its net is stated"],
    ),
    "stakes under two keys": (
        '[{"coup": 1, "winner": "B", "stakes": {"banker": 1}, "bets": {"tie": 1}}]',
        ["expected the stakes under 'stakes' or 'bets', got both"],
    ),
    "a stake without the number of its coup": (
        "coup,winner,bettor,bet,stake\n1,B,anna,banker,10\n,,ben,player,10\n",
        ["the number of the coup is required for a stake"],
    ),
    "a bettor who stakes nothing": (
        "coup,winner,bettor,bet,stake\n1,B,anna,banker,10\n2,B,ben,,\n",
        [],
    ),
    "a balance without a stake": (
        "coup,winner,bet,stake,balance\n1,B,banker,10,9.5\n2,B,,,9.5\n",
        ["the bet of a stake is required, such as banker"],
    ),
    "a status that is of neither": (
        "coup,winner,bet,stake,status\n1,B,banker,10,won\n",
        [
            "expected played, cancelled or interrupted, got 'won'; or, for a stake, one of settled, push, "
            "refunded, refused, open"
        ],
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_money_stated_in_a_record_is_read_or_reported(name: str) -> None:
    text, unread = STATED[name]
    shoes = [*read_text(text)]
    [replayed] = ba.replay(shoes).shoes
    assert [str(place.why) for place in replayed.shoe.recorded.unread] == unread
    if unread:
        assert ba.replay(shoes).faults


@pytest.mark.parametrize("bet", ["banker", "Banker", "BANKER", "庄", "莊", "B", "뱅커", "เจ้ามือ"])
def test_a_bet_is_recognised_by_the_words_for_its_result(bet: str) -> None:
    [entry] = ba.settle(read_text(f"coup,winner,bet,stake\n1,B,{bet},10\n")).entries
    assert (entry.bet.reference, entry.net) == ("banker/commission-5", Fraction(19, 2))


def test_a_bet_of_two_words_is_recognised_without_its_hyphen() -> None:
    [entry] = ba.settle(read_text('1. P:9c,9d B:Kh,2c "Player Pair"=10')).entries
    assert (entry.bet.id, entry.net) == ("player-pair", 110)


def test_coups_are_counted_from_1() -> None:
    found = ba.replay(read_text("0. B\n1. P\n"))
    assert [str(fault.message) for each in found.shoes for fault in each.shoe.all_faults] == [
        "coup 0 (line 1): its number is 0, but coups are numbered from 1"
    ]


def test_only_a_coup_that_its_result_settles_counts_as_settled_by_the_record() -> None:
    """The cancelled coup has a result, and its stake stays open."""
    found = ba.settle(read_text("1. cancelled P banker=10\n2. P banker=10\n3. P\n"))
    assert ([entry.status for entry in found.entries], found.by_record) == (["open", "settled"], 1)


@pytest.mark.parametrize(
    ("encoding", "header"),
    [("utf-16", "coup,winner"), ("gbk", "靴号,局号,结果"), ("gbk", "coup,winner,派彩")],
)
def test_a_record_in_another_encoding_is_rejected_and_read_once_saved_as_utf_8(
    encoding: str, header: str, tmp_path: Path
) -> None:
    path = tmp_path / "shoe.csv"
    text = f"{header}\n1,B{',0' * (header.count(',') - 1)}\n"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(ba.AnalyzerError, match=r"save it as UTF-8 \(in Excel as CSV UTF-8\)"):
        ba.replay(path)
    path.write_bytes(text.encode("utf-8-sig"))
    assert ba.replay(path).coups == 1


def test_a_place_in_a_file_of_stakes_is_called_so(tmp_path: Path) -> None:
    stakes = tmp_path / "stakes.csv"
    stakes.write_text("coup,bet,stake,net\n1,banker,10,9\n", "utf-8")
    found = ba.settle(read_text("\n\n1. B\n"), stakes=stakes)
    assert [each.where for each in found.deviations] == ["line 2 of the stakes"]


def test_an_unreadable_stake_does_not_affect_others_in_its_cell() -> None:
    found = ba.settle(read_text("coup,winner,stakes\n1,B,banker=10 tie=ten\n"))
    assert [(entry.bet.id, entry.net) for entry in found.entries] == [("banker", Fraction(19, 2))]
    assert [str(each.why) for each in found.missed] == [
        "expected a stake such as 10, 9.50 or 19/2, got 'ten'"
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[{"coup": 1, "winner": "B", "Stakes": {"banker": 10, "tie": 1}}]',
        '[{"coup": 1, "winner": "B", '
        '"stakes": [{"bet": "banker", "stake": 10}, {"bet": "tie", "stake": 1}]}]',
        '{"coup": 1, "winner": "B", "bet": "banker", "stake": 10, "status": "settled"}\n'
        '{"coup": 1, "bet": "tie", "stake": 1}\n',
    ],
    ids=["capital", "list", "one object per stake"],
)
def test_stakes_in_json_are_read_in_every_form(text: str) -> None:
    found = ba.settle(read_text(text))
    assert [(entry.coup, entry.bet.id, entry.net) for entry in found.entries] == [
        (1, "banker", Fraction(19, 2)),
        (1, "tie", -1),
    ]
    assert found.agrees


def test_facts_that_only_a_later_row_of_a_coup_states_are_read() -> None:
    [shoe] = read_text("coup,player,banker,winner,bet,stake\n1,,,,banker,10\n1,9c 9d,Kh 2c,P,tie,5\n")
    [coup] = shoe.coups
    assert (coup.winner, coup.player and len(coup.player), len(coup.stakes)) == ("player", 2, 2)
