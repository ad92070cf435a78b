"""Records: read in every form that people write, written and read back, without losing anything readable."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError
from analyzer.game.cards import Card
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake, Unread
from analyzer.records import form_of, read, read_text, written
from analyzer.records.builder import SETTINGS
from analyzer.records.values import money
from analyzer.records.writing import Form

FORMS = ("text", "csv", "jsonl", "json")
NEW_LINE = "\n"

CARDS = st.one_of(st.none(), st.builds(Card, st.integers(1, 13), st.one_of(st.none(), st.integers(0, 3))))
HANDS = st.one_of(st.none(), st.lists(CARDS, max_size=3).map(tuple))
NAMES = st.one_of(
    st.sampled_from(["1", "shoe 2", "#3", "a: b", '"', "庄", "a@b=c:d", "- x", "été，x"]),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=4).filter(
        lambda name: name.isprintable() and name == name.strip()
    ),
)
MONEY = st.fractions(-(10**6), 10**6, max_denominator=1000)
FLAGS = st.sampled_from([None, False, True])
STAKES = st.builds(
    Stake,
    st.one_of(st.sampled_from(["banker", "tie/8", "lucky-6/12-20"]), NAMES),
    MONEY.map(abs),
    st.one_of(st.just(""), NAMES),
    st.one_of(st.none(), MONEY),
)


def coups(number: int) -> st.SearchStrategy[RecordedCoup]:
    total = st.one_of(st.none(), st.integers(0, 9))
    coup = st.builds(
        RecordedCoup,
        st.just(number),
        player=HANDS,
        banker=HANDS,
        drawn=HANDS,
        player_total=total,
        banker_total=total,
        winner=st.sampled_from([None, "player", "banker", "tie"]),
        player_pair=FLAGS,
        banker_pair=FLAGS,
        natural=FLAGS,
        cut=st.booleans(),
        status=st.sampled_from(["played", "cancelled", "interrupted"]),
        stakes=st.lists(STAKES, max_size=2).map(tuple),
    )
    return coup.map(lambda coup: replace(coup, drawn=None) if coup.player is not None else coup)


def shoes(name: str) -> st.SearchStrategy[RecordedShoe]:
    number = st.lists(st.integers(1, 99), max_size=4, unique=True)
    told = st.one_of(
        number.flatmap(lambda some: st.tuples(*map(coups, some))).map(lambda some: {"coups": some}),
        st.lists(CARDS, max_size=60).map(lambda cards: {"stream": tuple(cards)}),
    )
    said = st.dictionaries(st.sampled_from(SETTINGS), NAMES, max_size=3)
    burned = st.one_of(st.none(), st.lists(CARDS, max_size=9).map(tuple))
    return st.builds(
        lambda shoe, burned, said: RecordedShoe(name, burned=burned, settings=said, **shoe),
        told,
        burned,
        said,
    )


RECORDS = st.lists(NAMES, min_size=1, max_size=3, unique=True).flatmap(
    lambda names: st.tuples(*map(shoes, names))
)


def nowhere(shoe: RecordedShoe) -> RecordedShoe:
    """The shoe without the places of its coups and stakes in the file."""
    return replace(
        shoe,
        coups=tuple(
            replace(coup, where="", stakes=tuple(replace(stake, where="") for stake in coup.stakes))
            for coup in shoe.coups
        ),
    )


@settings(max_examples=25, deadline=None)
@given(record=RECORDS)
def test_written_records_are_read_back(record: tuple[RecordedShoe, ...]) -> None:
    for form in FORMS:
        assert tuple(map(nowhere, read_text("".join(written(record, form)), form))) == record


def hand(text: str) -> tuple[Card | None, ...]:
    return tuple(None if word == "?" else Card.parse(word) for word in text.split())


SAMPLE = (
    RecordedShoe(
        "1",
        (
            RecordedCoup(1, "", hand("9c 5d 3h"), hand("Kh 2c"), None, 7, 2, "player", False, False, False),
            RecordedCoup(
                2,
                drawn=hand("9s ? Th 8c"),
                winner="tie",
                player_pair=False,
                banker_pair=True,
                natural=True,
                stakes=(
                    Stake("banker", Fraction(10), "", Fraction(19, 2)),
                    Stake("tie/8", Fraction(5, 2), "anna", Fraction(-5, 2)),
                ),
            ),
            RecordedCoup(3, player=hand("As Ah"), banker=hand("4d 4c"), cut=True, status="interrupted"),
            RecordedCoup(4, winner="banker", player_pair=True, banker_pair=False, natural=False),
        ),
        burned=hand("7h ? ?"),
        settings={"variant": "standard", "decks": "8"},
    ),
    RecordedShoe(
        "2",
        tuple(
            RecordedCoup(n, "", hand("2c 3d Th"), hand("9h Jd"), winner="banker", banker_total=9)
            for n in range(1, 6)
        ),
        burned=hand("Ac ?"),
        settings={"cut_card": "14"},
    ),
)


def coups_of(text: str, form: str) -> tuple[list[tuple[str, RecordedCoup]], list[Unread]]:
    """Every coup of a text, with the name of its shoe, and the places that could not be read."""
    try:
        found = list(read_text(text, form))
    except AnalyzerError as fault:
        return [], [Unread(str(fault).removeprefix("the record: ").partition(":")[0], "")]
    return [(shoe.id, nowhere(shoe).coups[n]) for shoe in found for n in range(len(shoe.coups))], [
        place for shoe in found for place in shoe.unread
    ]


def lines_of_coups(text: str, form: str) -> list[int]:
    """The numbers, from 0, of the lines of the written sample that have a coup each."""
    if form == "json":
        return [n for n, line in enumerate(text.splitlines()) if '{"coup":' in line]
    found = [coup.where for shoe in read_text(text, form) for coup in shoe.coups]
    return [int(where.removeprefix("line ")) - 1 for where in found]


@pytest.mark.parametrize("form", FORMS)
def test_a_truncated_record_is_read_up_to_the_cut(form: str) -> None:
    text = "".join(written(SAMPLE, form))
    whole, unread = coups_of(text, form)
    assert unread == []
    lines = lines_of_coups(text, form)
    assert len(lines) == len(whole) == 9
    for at in range(1, len(text.rstrip()), 3):
        kept = text[:at]
        line = kept.count("\n")
        found, unread = coups_of(kept, form)
        before = sum(each < line for each in lines)
        assert found[:before] == whole[:before]
        assert len(found) <= before + 1
        faults = [place.where.partition(",")[0] for place in unread]
        last = kept.rstrip().count("\n") + 1
        assert faults in ([], [f"line {last}"]) or (form == "csv" and line == 0)
        assert form != "json" or faults


@pytest.mark.parametrize(
    ("line", "cut_off"),
    [
        ("2. P:8c,Ad B:7h,2c 9-9 T tie=5:40", 0),
        ("2. P:8c,Ad B:7h,2c 9-9 T", 0),
        ("2. P:8c,Ad B:7h,2c 9-9 T tie=5", 1),
        ("2. P:8c,Ad B:7h,2c 9-9", 1),
        ("2. P:8c,Ad B:7h,2", 1),
        ("2.", 1),
        ("2. P:8c,? B:7h,2c", 0),
        ("2. cancelled", 0),
        ("shoe: 2", 0),
    ],
)
def test_an_unended_line_that_states_less_is_cut_off(line: str, cut_off: int) -> None:
    before = "1. P:9c,5d,3h B:Kh,2c,As 7-3 P tie=5:-5\n"
    found = [fault for shoe in read_text(before + line) for fault in shoe.unread]
    assert [(fault.where, fault.coup, "it is cut off" in str(fault.why)) for fault in found] == [
        ("line 2", 1, True)
    ] * cut_off
    assert [fault for shoe in read_text(f"{before}{line}\n") for fault in shoe.unread] == []


def test_cards_that_end_without_a_suit_are_cut_off() -> None:
    [shoe] = read_text("9c Kh 5d\n2c 3")
    assert (brief(shoe), [fault.where for fault in shoe.unread]) == ("shoe: 1 / 9c Kh 5d 2c 3", ["line 2"])


@pytest.mark.parametrize("form", FORMS)
def test_a_broken_line_does_not_affect_other_coups(form: str) -> None:
    text = "".join(written(SAMPLE, form))
    whole, _ = coups_of(text, form)
    lines = lines_of_coups(text, form)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for place, line in enumerate(lines):
        coup = text[starts[line] : starts[line + 1]].rstrip(",]}\n")
        blanks = len(coup) - len(coup.lstrip())
        for at in range(starts[line] + blanks, starts[line] + len(coup), 4):
            found, unread = coups_of(text[:at] + "\0" + text[at + 1 :], form)
            assert found[:place] + found[place + 1 :] == whole[:place] + whole[place + 1 :]
            assert [each.where.partition(",")[0] for each in unread] == [f"line {line + 1}"]
            assert found[place][1] == whole[place][1] or unread[0].coup is not None


def brief(shoe: RecordedShoe) -> str:
    """A shoe in one line: its coups as the text form writes them."""
    lines = "".join(written([replace(shoe, unread=())])).splitlines()
    return " / ".join(line for line in lines if not line.startswith("marks:"))


@pytest.mark.parametrize(
    ("text", "shoes"),
    [
        ("B Pp T", ["shoe: 1 / 1. B / 2. Pp / 3. T"]),
        (
            "1. P:9c,8d B:Kh,6s P 2. D:2h,Th,3d,5c B cut\n3. 9c 5d | Kh 2c P 4. B\n",
            ["shoe: 1 / 1. P:9c,8d B:Kh,6s P / 2. D:2h,Th,3d,5c B cut / 3. P:9c,5d B:Kh,2c P / 4. B"],
        ),
        ("BPpT\n庄闲，和\n", ["shoe: 1 / 1. B / 2. Pp / 3. T / 4. B / 5. P / 6. T"]),
        ("banker\nPLAYER\ntie # three coups", ["shoe: 1 / 1. B / 2. P / 3. T"]),
        ("B\r\nP\r\n", ["shoe: 1 / 1. B / 2. P"]),
        ("9c 10♥ K\n? 5d T\n", ["shoe: 1 / 9c Th K ? 5d 10"]),
        ("P: 9c 5d  B: K♥️, 2c  Banker", ["shoe: 1 / 1. P:9c,5d B:Kh,2c B"]),
        ("Player: 9c,5d Banker: K,2 B", ["shoe: 1 / 1. P:9c,5d B:K,2 B"]),
        ('{"hands": [{"winner": "B"}]}', ["shoe: 1 / 1. B"]),
        ("P:9,5 B:A,A T # no", ["shoe: 1 / 1. P:9,5 B:A,A T"]),
        ("P: 9 5 B: 10 J\nD:- T # no", ["shoe: 1 / 1. P:9,5 B:T,J / 2. D:- T"]),
        ("庄：Kh，2c 闲：9c5d 和", ["shoe: 1 / 1. P:9c,5d B:Kh,2c T"]),
        ("b:KH-2C p:9c/5d 4-2 p", ["shoe: 1 / 1. P:9c,5d B:Kh,2c 4-2 P"]),
        (
            "decks: 8\nshoe: a\nB\nshoe: b\ndecks: 6\nP",
            ["shoe: a / decks: 8 / 1. B", "shoe: b / decks: 6 / 1. P"],
        ),
        ("3. B\nP\n1. T", ["shoe: 1 / 3. B / 4. P", "shoe: 2 / 1. T"]),
        ("Burn: 7h ? ?\nshoe: x\nB cancelled", ["shoe: x / burn: 7h ? ? / 1. B cancelled"]),
        ('"an a"@banker=+10:−9.50 B', ['shoe: 1 / 1. B "an a"@banker=10:-19/2']),
        ("coup,winner\n1,B\n2,Tn\n", ["shoe: 1 / 1. B / 2. Tn"]),
        ("Player;Banker;Result;dealer\n9c 5d;Kh,2c;Banker;Ann\n", ["shoe: 1 / 1. P:9c,5d B:Kh,2c B"]),
        ('Winner\t"Player Cards"\nP\t"9c,5d"\n', ["shoe: 1 / 1. P:9c,5d P"]),
        ("P1,B1,P2,B2,P3,B3\n9c,Kh,5d,2c,,\n", ["shoe: 1 / 1. P:9c,5d B:Kh,2c"]),
        ("card\n9c\nTh\n?\n", ["shoe: 1 / 9c Th ?"]),
        ("shoe,place,card\n1,1,9c\n1,2,Th\n2,1,5d", ["shoe: 1 / 9c Th", "shoe: 2 / 5d"]),
        (
            "coup,winner,stake:tie,net:tie,stake:banker:ann\n1,B,5,-5,2.50\n2,P,,,\n",
            ["shoe: 1 / 1. B tie=5:-5 ann@banker=5/2 / 2. P"],
        ),
        (
            "How it was dealt\nwhat,value\nDecks,8\n\nCoups\ncoup,winner\n1,T\n\nOther\na,b\n1,2\n",
            ["shoe: 1 / 1. T"],
        ),
        ('coup,winner,remark\n1,B,"said: ""no"",\nand left"\n2,P,\n', ["shoe: 1 / 1. B / 2. P"]),
        (
            '{"variant": "standard"}\n{"coup": 1, "winner": "banker", "cards": "9c Kh 5d 2c"}\n'
            '{"winner": null}\n',
            ["shoe: 1 / variant: standard / 1. D:9c,Kh,5d,2c B / 2."],
        ),
        ('{"shoe": "a", "winner": "B"}\n{"shoe": "b", "winner": "P"}', ["shoe: a / 1. B", "shoe: b / 1. P"]),
        ('["B", "Pp"]', ["shoe: 1 / 1. B / 2. Pp"]),
        ('[["9c", "5d"], ["Kh", "2c"]]', ["shoe: 1 / 1. P:9c,5d B:Kh,2c"]),
        (
            '{"winner": "P", "cards": "9c Kh 5d 2c 9c Kh 5d 2c"}',
            ["shoe: 1 / 1. D:9c,Kh,5d,2c,9c,Kh,5d,2c P"],
        ),
        ('shoe: "a # b" # no\nB', ['shoe: "a # b" / 1. B']),
        ('["9c", "T", "?"]', ["shoe: 1 / 9c 10 ?"]),
        ('[{"player": ["9c", "5d"]}, {"winner": "T"}]', ["shoe: 1 / 1. P:9c,5d / 2. T"]),
        (
            '{"shoe": {"cards": 416}, "number": 7, "rules": {"id": "x"}, "cut_card": 14, "coups":\n'
            ' [{"coup": 1, "cards": ["9c","Kh","5d","2c"], "player": ["9c","5d"], "banker": ["Kh","2c"],\n'
            '   "winner": "banker", "outcome": "Bn", "faults": []}]}',
            ["shoe: 7 / rules: x / cut-card: 14 / 1. P:9c,5d B:Kh,2c Bn"],
        ),
        (
            '{"coups": [{"coup": 1, "winner": "tie", "faults": [], "shoe": "5"}, {"coup": 1, "shoe": "6"}],\n'
            ' "faults": 0, "shoes": [{"shoe": "5", "rules": "x", "procedure": null, "cards": 416}]}',
            ["shoe: 5 / rules: x / 1. T", "shoe: 6 / 1."],
        ),
        (
            '{"winner": "B", "stakes": {"tie": "5", "banker": 2.5}, "nets": {"tie": -5}}',
            ["shoe: 1 / 1. B tie=5:-5 banker=5/2"],
        ),
        ('{"remaining": {"A": 4, "2": 3}, "cards": ["9c"]}', ["shoe: 1 / remaining: A=4 2=3 / 1. D:9c"]),
        ("coup,winner\n1,B,, \n2,P", ["shoe: 1 / 1. B / 2. P"]),
        (f'coup,player\n1,9c\n2,"9c{20 * NEW_LINE}5d"', ["shoe: 1 / 1. P:9c / 2. P:9c,5d"]),
    ],
)
def test_records_as_people_write_them(text: str, shoes: list[str]) -> None:
    found = list(read_text("\ufeff" + text))
    assert [brief(shoe) for shoe in found] == shoes
    assert [shoe.unread for shoe in found] == [()] * len(shoes)


@pytest.mark.parametrize(
    ("text", "shoes", "faults"),
    [
        (
            "B\nP:9x,5d B:2c,3c\nP",
            ["shoe: 1 / 1. B / 2. B:2c,3c / 3. P"],
            ["line 2: expected cards such as 9c, Th or K, or ? for an unreadable one, got '9x'"],
        ),
        (
            "P:9c,5d P:2c,3c\nB",
            ["shoe: 1 / 1. / 2. B"],
            [
                "line 1: expected one Player hand per coup, got another in 'P:2c,3c'; write each coup on its "
                "own line"
            ],
        ),
        (
            "P:9c,5d B:Kh,6s 4-6 P:2c,3c B:4h,5h\nB\n",
            ["shoe: 1 / 1. P:9c,5d B:Kh,6s 4-6 / 2. B"],
            [
                "line 1: expected one Player hand per coup, got another in 'P:2c,3c'; write each coup on its "
                "own line"
            ],
        ),
        (
            "B P X T",
            ["shoe: 1 / 1. B / 2. P / 3. / 4. T"],
            ["line 1, word 3: expected an outcome such as B, P or Tbn, got 'X'"],
        ),
        (
            "9c Th Kx 5d",
            ["shoe: 1 / 9c Th ? 5d"],
            ["line 1, word 3: expected a card such as 9c, Th or ?, got 'Kx'"],
        ),
        (
            "B\n9c Th 5d",
            ["shoe: 1 / 1. B"],
            ["line 2: expected a coup, got cards alone; write P:9c,5d B:Kh,2c, or D:9c,Kh,5d,2c"],
        ),
        (
            "shoe: a\ndecks: 8\ndecks: 6\nburn: 7h\nburn: 8h\nB",
            ["shoe: a / decks: 8 / burn: 7h / 1. B"],
            [
                "line 3: expected decks '8' as before in this shoe, got '6'",
                "line 5: expected one burn per shoe, got another",
            ],
        ),
        (
            "cancled B\nB banker=1e3\nP: 9 T B:2c,3c\nB",
            ["shoe: 1 / 1. B / 2. B / 3. B:2c,3c / 4. B"],
            [
                "line 1: expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a comment "
                "beginning with #, or cards alone, got 'cancled'; did you mean 'cancelled'?",
                "line 2: expected a stake such as 10, 9.50 or 19/2, got '1e3'",
                "line 3: expected the cards of a hand without blanks, such as P:9,T, got 'T' alone",
            ],
        ),
        (
            "coup,winer,player,banker,drawn\n1,B,9c 5d,,\n2,,9c 5d,2c 3c,9c 2c 5d 4c\n3,,9c\n4,,5c,,",
            ["shoe: 1 / 1. P:9c,5d / 2. P:9c,5d B:2c,3c D:9c,2c,5d,4c / 3. / 4. P:5c"],
            [
                "line 1, column winer: unknown column 'winer'; did you mean 'winner'?",
                "line 4: expected 5 cells as in the line of column names, got 3",
            ],
        ),
        (
            'coup,winner,outcome,net:tie\n1,Bankr,,\n2,B,P,\n3,B,B,5\n4,"B\n5,P,Pn,',
            [
                "shoe: 1 / 1. / 2. B / 3. B player-pair:no banker-pair:no natural:no / 4. / "
                "5. P player-pair:no banker-pair:no natural:yes"
            ],
            [
                "line 2, column winner: expected a winner such as banker, P or Tbn, got 'Bankr'",
                "line 3, column outcome: expected the same winner everywhere in a coup, got 'P' too",
                "line 4, column net:tie: the amount staked on 'tie' is required",
                "line 5: expected closing quotes, got '4,\"B'",
            ],
        ),
        (
            f'coup,player\n1,9c\n2,"9c{21 * NEW_LINE}5d"',
            ["shoe: 1 / 1. P:9c / 2."],
            ["line 3: expected closing quotes, got '2,\"9c'"],
        ),
        (
            "coup,winner\n1,B,,x\n2,P",
            ["shoe: 1 / 1. / 2. P"],
            ["line 2: expected 2 cells as in the line of column names, got 4"],
        ),
        (
            'coup,player,banker,winner\n1,"9c 5d,2c 3c,B\n2,"9c 5d",2c 3c,P\n',
            ["shoe: 1 / 1. / 2. P:9c,5d B:2c,3c P"],
            ["line 2: expected closing quotes, got '1,\"9c 5d,2c 3c,B'"],
        ),
        (
            '{"winner": "B"}\n{"player": ["9c", "5x"]}\n7\n{"winner": "P", "winer": 1}\n{"a": 1}\n'
            '{"winner": "P"',
            ["shoe: 1 / 1. B / 2. / 3. P / 4."],
            [
                "line 2, player: expected cards such as 9c, Th or K, or ? for an unreadable one, got '5x'",
                "line 3: expected an object of a shoe or a coup, got 7",
                "line 4, winer: unknown key 'winer'; did you mean 'winner'?",
                "line 5: expected an object with keys of a shoe or a coup, got 'a'",
                "line 6, column 15: expected complete JSON, but it is cut off here",
            ],
        ),
        (
            "coup,winner,stake\n1,B,5",
            ["shoe: 1 / 1. B"],
            [],
        ),
        (
            "coup,winner,bet,stake,winer\n1,B,tie,5,P",
            ["shoe: 1 / 1. B tie=5"],
            ["line 1, column winer: unknown column 'winer'; did you mean 'winner'?"],
        ),
        (
            '{"winner": "B"\n} {"winner": "Q"}',
            ["shoe: 1 / 1. B / 2."],
            ["[1].winner: expected a winner such as banker, P or Tbn, got 'Q'"],
        ),
        (
            '[["9c", "5d"], ["Kh", "2c"], "P", "x"]',
            ["shoe: 1 / 9c 5d", "shoe: 2 / Kh 2c"],
            [
                "line 1[2]: expected an object of a shoe or a coup, got 'P'",
                "line 1[3]: expected an object of a shoe or a coup, got 'x'",
            ],
        ),
        (
            "B\nP\udc80",
            ["shoe: 1 / 1. B / 2."],
            [
                "line 2: expected text in UTF-8, got the byte 0x80 in column 2; save it as UTF-8 (in Excel "
                "as CSV UTF-8)"
            ],
        ),
        (
            '{"shoe": "x", "coups": [{"winner": "B"},\n {"winner": "Q"}, 5,\n'
            ' {"coup": 9, "player": "9c 5d",]}, {"winn',
            ["shoe: x / 1. B / 2. / 3. / 4."],
            [
                "coups[1].winner: expected a winner such as banker, P or Tbn, got 'Q'",
                "coups[2]: expected an object of a coup, got 5",
                "line 3, column 32: expected JSON, got ']}, {\"winn': expecting a key in quotes",
            ],
        ),
        (
            '{"coups": [{"winner": "B"}, {"winner": "P}]}',
            ["shoe: 1 / 1. B / 2."],
            ["line 1, column 40: expected JSON, got '\"P}]}': its quotes are not closed"],
        ),
    ],
)
def test_unreadable_places_are_reported_and_everything_else_is_read(
    text: str, shoes: list[str], faults: list[str]
) -> None:
    found = list(read_text(text))
    assert [brief(shoe) for shoe in found] == shoes
    assert [f"{place.where}: {place.why}" for shoe in found for place in shoe.unread] == faults


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a recorded shoe, got an empty record"),
        ("# only a remark\n", "expected a recorded shoe, got only remarks"),
        ("\n\n", "expected a recorded shoe, got an empty record"),
        ("x=y=z\nfoo", "line 1: expected a stake such as 10, 9.50 or 19/2, got 'y=z' (and 1 more)"),
        ('{"coups": []}', "expected a recorded shoe, got an empty record"),
        (
            '{"schema": "baccarat-odds/1", "variant": "standard", "shoe": {"cards": 416}}',
            "line 1: expected a record, got a document with the schema 'baccarat-odds/1'",
        ),
        ('{"cards": 0["9c"', "line 1, column 12: expected JSON, got '[\"9c\"': expecting ',' or '}'"),
        ("[[[", "line 1, column 4: expected complete JSON, but it is cut off here"),
        ("[" * 10**5, "line 1: expected a record, got JSON nested too deeply"),
    ],
)
def test_a_record_with_nothing_readable_is_rejected(text: str, sentence: str) -> None:
    with pytest.raises(AnalyzerError) as caught:
        list(read_text(text, name="night.txt"))
    assert str(caught.value) == f"night.txt: {sentence}"


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, form in (("a.txt", "text"), ("a.csv", "csv"), ("a.ndjson", "jsonl"), ("a.json", "json")):
        path = tmp_path / name
        path.write_text("".join(written(SAMPLE, form)), encoding="utf-8")
        assert form_of(path) == form
        assert tuple(map(nowhere, read(path))) == SAMPLE
    path.write_bytes(b"B\nP # caf\xe9\nP\xe9 \n\xef\xbb\xbfT\n")
    path = path.rename(tmp_path / "a.rec")
    [shoe] = read(path)
    assert brief(shoe) == "shoe: 1 / 1. B / 2. / 3. / 4."
    unread = shoe.unread[0]
    assert (unread.where, unread.coup) == ("line 2", 1)
    assert str(unread.why) == (
        "expected text in UTF-8, got the byte 0xe9 in column 8; save it as UTF-8 (in Excel as CSV UTF-8)"
    )
    with path.open(encoding="latin-1") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert list(read("-")) == [shoe]


@pytest.mark.parametrize("name", ["none.txt", "", "a\0b"])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(AnalyzerError, match=r"^cannot read the record '.*': [a-z ]+$"):
        list(read(tmp_path / name))


def test_shoes_that_cannot_be_written() -> None:
    with pytest.raises(
        AnalyzerError, match=r"^unknown form 'xml' of a record; choose from csv, json, jsonl, text$"
    ):
        written(SAMPLE, "xml")
    with pytest.raises(AnalyzerError, match=r"^expected a record's file to end in one of .txt, .json, "):
        form_of("a.xlsx")
    with pytest.raises(
        AnalyzerError, match=r"^expected one line of text for shoe in CSV, got 'a\\nb'; write JSON lines$"
    ):
        "".join(written([RecordedShoe("a\nb")], "csv"))
    with pytest.raises(
        AnalyzerError, match=r"^expected coups or cards in the order drawn, got both in shoe '1'$"
    ):
        "".join(written([replace(SAMPLE[0], stream=(None,))]))
    with pytest.raises(AnalyzerError, match=r"^expected settings among variant, .*, got 'table'$"):
        "".join(written([RecordedShoe("1", settings={"table": "5"})]))
    unread = "P:9c,8d B:Kh,6s P\nP:9c,8d B:Kh,9x P\n"
    for form in ("text", "csv", "json", "jsonl"):
        with pytest.raises(
            AnalyzerError, match=r"without unreadable places, got line 2: .*; correct the record"
        ):
            "".join(written(read_text(unread), form))
    with pytest.raises(AnalyzerError, match=r"^expected shoes with different names in CSV, got '1' twice; "):
        "".join(written([SAMPLE[0], SAMPLE[0]], "csv"))


PLAIN = "shoe: 1 / 1. P:9c,5d,3h B:Kh,2c,As P / 2. P:8c,Ad B:7h,2c T"
PLAIN_CARDS = "shoe: 1 / 1. P:9c,5d,3h B:Kh,2c,As / 2. P:8c,Ad B:7h,2c"
PLAIN_DRAWN_CARDS = "shoe: 1 / 1. D:9c,Kh,5d,2c,3h,As / 2. D:8c,7h,Ad,2c"
PLAIN_DRAWN = "shoe: 1 / 1. D:9c,Kh,5d,2c,3h,As P / 2. D:8c,7h,Ad,2c T"


@pytest.mark.parametrize(
    ("text", "shoe"),
    [
        ("P: 9c 5d 3h B: Kh 2c As -> P\n2 P 8c Ad B 7h 2c T", PLAIN),
        ("1 Player 9C 5D 3H, Banker KH 2C AS, Player wins\ncoup 2: P 8c Ad B 7h 2c = Tie", PLAIN),
        ("9c 5d 3h | Kh 2c As | P  # the first\n8♣️ A♦ vs 7♥ 2♣ : T", PLAIN),
        ("9c5d3h Kh2cAs P\n2) 8cAd / 7h2c winner: tie", PLAIN),
        ("1. 9c Kh 5d 2c 3h As P\n2. 8c 7h Ad 2c T", PLAIN_DRAWN),
        ("9c,Kh,5d,2c,3h,As player\n8c,7h,Ad,2c tie", PLAIN_DRAWN),
        ("9c Kh 5d 2c\n3h As 8c 7h\n", "shoe: 1 / 9c Kh 5d 2c 3h As 8c 7h"),
        ("p1,p2,p3,b1,b2,b3,who\n9c,5d,3h,Kh,2c,As,x\n8c,Ad,-,7h,2c,none,x",
         PLAIN_CARDS),
        ("card 1,card 2,card 3,card 4,card 5,card 6,result\n9c,Kh,5d,2c,3h,As,P\n8c,7h,Ad,2c,,,T",
         PLAIN_DRAWN),
        ("coup,order,card,winner\n1,1,9c,P\n1,2,Kh,P\n1,3,5d,P\n1,4,2c,P\n1,5,3h,P\n1,6,As,P\n2,1,8c,T\n"
         "2,2,7h,T\n2,3,Ad,T\n2,4,2c,T", PLAIN_DRAWN),
        ("coup,p,b,winner\n1,\"['9c', '5d', '3h']\",\"['Kh', '2c', 'As']\",P\n"
         "2,\"[\"\"8c\"\",\"\"Ad\"\"]\",7h 2c,T", PLAIN),
        ("coup,player,banker,cut_card\n1,9c 5d,Kh 2c,no\n2,8c Ad,7h 2c,yes",
         "shoe: 1 / 1. P:9c,5d B:Kh,2c / 2. P:8c,Ad B:7h,2c cut"),
        ("coup,winner,bet,stake,net,bettor\n1,B,banker,10,9.5,ann\n1,B,tie,5,,\n2,P,,,,\n3,T,tie,5,40,ben",
         "shoe: 1 / 1. B ann@banker=10:19/2 tie=5 / 2. P / 3. T ben@tie=5:40"),
        ('["9c","Kh","5d","2c","3h","As"]\n["8c","7h","Ad","2c"]', PLAIN_DRAWN_CARDS),
        ('{"decks":8,"shoe":["9c","Kh","?"]}', "shoe: 1 / decks: 8 / 9c Kh ?"),
        ('[["9c","Kh","5d","2c","3h","As"],["8c","7h","Ad","2c"]]', PLAIN_DRAWN_CARDS),
        ('{"winner":"B","cut_card":true,"bets":[{"bet":"banker","stake":10,"net":"9.5"}]}',
         "shoe: 1 / 1. B cut banker=10:19/2"),
        ('{"coups":[{"p1":"9c","p2":"5d","p3":"3h","b1":"Kh","b2":"2c","b3":"As","winner":"P"},'
         '{"p1":"8c","p2":"Ad","p3":null,"b1":"7h","b2":"2c","b3":"","winner":"T"}]}', PLAIN),
        ('{"cards":{"player":["9c","5d","3h"],"banker":"Kh 2c As"},"winner":"P"}\n'
         '{"hands":{"P":["8c","Ad"],"B":["7h","2c"]},"winner":"T"}', PLAIN),
        ('{"coups":[{"player":{"cards":["9c","5d","3h"],"total":7},"banker":{"cards":["Kh","2c","As"]},'
         '"totals":{"player":7,"banker":3}},{"playerCards":["8c","Ad",null],"bankerCards":["7h","2c",""],'
         '"totals":[9,9]}]}', "shoe: 1 / 1. P:9c,5d,3h B:Kh,2c,As 7-3 / 2. P:8c,Ad B:7h,2c 9-9"),
        ('{"player":[{"rank":9,"suit":"clubs"},{"rank":"5","suit":"d"},{"rank":"3","suit":"h"}],'
         '"banker":[{"suit":"h","rank":"King"},{"rank":2,"suit":"c"},{"rank":1,"suit":"s"}],"winner":"P"}\n'
         '{"player":["8c","Ad"],"banker":["7h","2c"],"winner":"T"}', PLAIN),
        ('[[["9c","5d","3h"],["Kh","2c","As"],"P"],[["8c","Ad"],["7h","2c"],"tie"]]', PLAIN),
        ('{"coups":[["9c","Kh","5d","2c","3h","As"],"8c 7h Ad 2c"]}', PLAIN_DRAWN_CARDS),
        ('{"drawn":"9c,Kh,5d,2c,3h,As,8c"}', "shoe: 1 / 9c Kh 5d 2c 3h As 8c"),
        ('{"n":1,"card":"9c"}\n{"n":2,"card":"?"}\n{"n":3,"card":"5d"}', "shoe: 1 / 9c ? 5d"),
        ("coup,hand,card\n1,player,9c\n1,P,5d\n1,P,3h\n1,B,Kh\n1,B,2c\n1,banker,As\n"
         "2,P,8c\n2,B,7h\n2,P,Ad\n2,B,2c", PLAIN_CARDS),
        ("Coup No,PlayerCards,P third,banker_cards,Player Score,won\n1,9c 5d,3h,Kh 2c As,7,P\n"
         "2,8c Ad,,7h 2c,9,T",
         "shoe: 1 / 1. P:9c,5d,3h B:Kh,2c,As 7-? P / 2. P:8c,Ad B:7h,2c 9-? T"),
        ("player,banker\n9c 5d 3h,Kh 2c As\n8c Ad,7h 2c", PLAIN_CARDS),
        ("Player Banker\n9c,5d,3h Kh,2c,As\n8c,Ad 7h,2c", PLAIN_CARDS),
        ("# a night\ncoup player banker winner\n1 9c,5d,3h Kh,2c,As player\n2 8c,Ad 7h,2c tie", PLAIN),
        ("Coup  Player    Banker    Winner\n1     9c 5d 3h  Kh 2c As  player\n2     8c Ad     7h 2c     tie",
         PLAIN),
        ("| Coup | Player | Banker | Winner |\n| 1 | 9c 5d 3h | Kh 2c As | P |\n| 2 | 8c Ad | 7h 2c | T |",
         PLAIN),
        ("1 | 9c 5d 3h | Kh 2c As | Player\n2 | 8c Ad | 7h 2c | Tie", PLAIN),
        ("1,9c 5d 3h,Kh 2c As,player\n2,8c Ad,7h 2c,tie", PLAIN),
        ("9c 5d 3h; Kh 2c As; P\n♣8 A♦ - h7 2c T", PLAIN),
        ("1. P 9c 5d 3h (7) B Kh 2c As (3) P\nCoup 2: Player 9 (8c Ad), Banker 9 (7h 2c) - Tie.",
         "shoe: 1 / 1. P:9c,5d,3h B:Kh,2c,As 7-3 P / 2. P:8c,Ad B:7h,2c 9-9 T"),
        ("position,card\n1,9c\n2,Th", "shoe: 1 / 9c Th"),
        ("cards\n9c\nTh\n", "shoe: 1 / 9c Th"),
        ("shoe,cards\nx,9c Kh 5d 2c 3h As 8c\n", "shoe: x / 9c Kh 5d 2c 3h As 8c"),
        ("Shoe 7\nP:9c,5d,3h B:Kh,2c,As P", "shoe: 7 / 1. P:9c,5d,3h B:Kh,2c,As P"),
        ("局,闲,庄,结果\n1,9c 5d 3h,Kh 2c As,闲\n2,8c Ad,7h 2c,和", PLAIN),
    ],
)  # fmt: skip
def test_plainly_written_coups(text: str, shoe: str) -> None:
    [found] = read_text(text)
    assert (brief(found), found.unread) == (shoe, ())


@pytest.mark.parametrize(
    ("text", "shoe", "fault"),
    [
        ("P B T\n9c5d Kh2c P", "shoe: 1 / 1. P:9c,5d B:Kh,2c", "line 1, column T: unknown column 'T'; did"),
        (
            "A night out\n1. P:9c,5d B:Kh,2c P",
            "shoe: 1 / 1. P:9c,5d B:Kh,2c P",
            "line 1: expected a coup such",
        ),
        ("1. P\nP 9 5 3 B K 2\nB", "shoe: 1 / 1. P / 2. / 3. B", "line 2: expected one winner per coup, got"),
        ("1. P\nT 9c 5d Kh 2c\nB", "shoe: 1 / 1. P / 2. T / 3. B", "line 2: expected a coup such as"),
    ],
)
def test_an_unreadable_line_does_not_become_a_coup(text: str, shoe: str, fault: str) -> None:
    [found] = read_text(text)
    assert (brief(found), len(found.unread)) == (shoe, 1)
    assert f"{found.unread[0].where}: {found.unread[0].why}".startswith(fault)


@pytest.mark.parametrize("form", [None, "csv"])
@pytest.mark.parametrize("text", ["9c,5d,3h,Kh,2c,As,P\n8c,Ad,,7h,2c,,T\n", "8c,Ad,,7h,2c,\n"])
def test_empty_cells_in_unnamed_columns_are_rejected(text: str, form: Form | None) -> None:
    with pytest.raises(
        AnalyzerError, match=r"^the record: line 1: expected a line that names columns such as"
    ):
        list(read_text(text, form))


def test_a_card_that_cannot_be_read_stays_in_its_place() -> None:
    [shoe] = read_text("coup,card\n1,9c\n1,Zz\n1,5d\n2,8c\n")
    assert brief(shoe) == "shoe: 1 / 1. D:9c,?,5d / 2. D:8c"
    assert [(fault.where, fault.coup) for fault in shoe.unread] == [("line 3, column card", 0)]
    for text in ("card\n9c\nZz\n5d\n", '{"card":"9c"}\n{"card":"Zz"}\n{"card":"5d"}\n'):
        [shoe] = read_text(text)
        assert (brief(shoe), len(shoe.unread)) == ("shoe: 1 / 9c ? 5d", 1)


def test_a_fault_in_a_csv_row_with_a_single_card_is_reported() -> None:
    [shoe] = read_text("cards,winner\n9c,zebra\n8d,\n")
    assert [str(card) for card in shoe.stream] == ["9c", "8d"]
    assert [place.where for place in shoe.unread] == ["line 2, column winner"]


def test_cards_alone_in_a_csv_file(tmp_path: Path) -> None:
    for text in ("9c,Kh,5d,2c\n3h,As\n", "9c\nKh\n5d\n2c\n3h\nAs\n"):
        (tmp_path / "shoe.csv").write_text(text, encoding="utf-8")
        [found] = read(tmp_path / "shoe.csv")
        assert brief(found) == "shoe: 1 / 9c Kh 5d 2c 3h As"


def test_an_overlong_line_does_not_affect_other_lines() -> None:
    for text in ("1. B\n" + "9c " * 10**6 + "\n3. P\n", "coup,winner\n1,B\n2,B" + " " * 10**6 + "\n3,P\n"):
        [shoe] = read_text(text)
        assert (brief(shoe), len(shoe.unread)) == ("shoe: 1 / 1. B / 2. / 3. P", 1)
        assert str(shoe.unread[0].why).startswith("expected a line of at most 1,000,000 characters, got ")


def test_json_in_another_encoding_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "night.json").write_text('{"winner": "B"}', encoding="utf-16")
    with pytest.raises(
        AnalyzerError, match=r": line 1, column 1: expected text in UTF-8, got other bytes; save"
    ):
        list(read(tmp_path / "night.json"))


def test_a_whole_number_of_money_has_at_most_twelve_digits() -> None:
    assert [money(10**12 - 1), money(1 - 10**12)] == [999_999_999_999, -999_999_999_999]
    with pytest.raises(AnalyzerError, match=r"expected a stake such as 10, 9\.50 or 19/2, got 1000000000000"):
        money(10**12)


def test_unknown_names_are_reported() -> None:
    [shoe] = read_text("coup,player,banker,who,dealer\n1,9c 5d,Kh 2c,P,Ann")
    assert (shoe.unknown_names, shoe.unread) == (("who", "dealer"), ())
    [shoe] = read_text('{"winner": "B", "who": 1, "turned": []}\n{"winner": "P", "who": 2}')
    assert (shoe.unknown_names, shoe.unread) == (("who",), ())


def test_an_ambiguous_name_is_not_read() -> None:
    [shoe] = read_text("coup,player,winner,t\n1,,B,9.5")
    [unread] = shoe.unread
    assert (unread.where, str(unread.why)) == (
        "line 1, column t",
        "unknown column 't'; did you mean 'winner'?",
    )


@pytest.mark.parametrize("blanks", [" ", "\t", "\u3000"])
def test_a_coup_that_is_mostly_blanks_is_read_fast(blanks: str) -> None:
    line = f"coup 1{blanks * 50_000}P 9c 5d{blanks * 50_000}B Kh 2c{blanks * 50_000}"
    [shoe] = read_text(f"{line}T\n")
    assert brief(shoe) == "shoe: 1 / 1. P:9c,5d B:Kh,2c T"


PAGE = """A shoe

What   Coups
-----  -----
shoes      1

Coup by coup

Coup  Player     Total  Banker     Total  Winner  Unused  Besides
----  ---------  -----  ---------  -----  ------  ------  -----------
   1  3♥ A♠ J♥       4  7♥ 7♦          4  Tie     4♦      Banker pair
   2  10♦ 4♦ 10♠     4  K♣ 9♠          9  Banker          natural

Cards of a hand stand in order.

What    Coups
------  -----
Banker      1
"""
MARKED = """# A shoe

| Coup | Player | Total | Banker | Total | Winner | Road |
| ---: | :--- | ---: | :--- | ---: | :--- | :--- |
| 1 | 3♥ A♠ J♥ | 4 | 7♥ 7♦ | 4 | Tie | Tb |
| 2 | 10♦ 4♦ 10♠ | 4 | K♣ 9♠ | 9 | Banker | Bn |
"""


@pytest.mark.parametrize(("page", "line"), [(PAGE, 11), (MARKED, 5)])
def test_coups_are_read_from_printed_pages(page: str, line: int) -> None:
    [shoe] = read_text(page)
    assert brief(shoe) == "shoe: 1 / 1. P:3h,As,Jh B:7h,7d 4-4 T / 2. P:Td,4d,Ts B:Kc,9s 4-9 B"
    assert [coup.where for coup in shoe.coups] == [f"line {line}", f"line {line + 1}"]
    with pytest.raises(AnalyzerError, match=r"^it: expected a record, got a page without a table of coups; "):
        list(read_text(page.replace("Winner", "Coups "), name="it"))


@pytest.mark.parametrize("word", ["B:Kh,6z", "banker=abc", "anna@tie=", "player-pair:perhaps"])
def test_an_unreadable_word_spoils_only_a_hand_that_it_may_belong_to(word: str) -> None:
    hand = (Card.parse("9c"), Card.parse("8d"))
    [shoe] = read_text(f"B\nP:9c,8d {word} 7-6")
    assert (shoe.coups[1].player, shoe.coups[1].player_total, len(shoe.unread)) == (hand, 7, 1)
    for part in ("3z", "3h=x", "Q"):
        [shoe] = read_text(f"B\nP:9c,8d {part}\n")
        assert (shoe.coups[1].player, len(shoe.unread)) == (None, 1)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("P:Kc,,9h B:9s,6s 9-5 P\nP:9c,8d B:Kh,2c P\n", "line 1"),
        ("P:Kc, ,9h B:9s,6s 9-5 P\nP:9c,8d B:Kh,2c P\n", "line 1"),
        ("P:Kc,, 9h B:9s,6s 9-5 P\nP:9c,8d B:Kh,2c P\n", "line 1"),
        ("P:,Kc,9h B:9s,6s 9-5 P\nP:9c,8d B:Kh,2c P\n", "line 1"),
        ("P: ,Kc B:9s,6s 9-5 P\nP:9c,8d B:Kh,2c P\n", "line 1"),
        ("D:Kc,9s,,6s P\nP:9c,8d B:Kh,2c P", "line 1"),
        ('coup,player,banker\n1,"Kc, ,9h",9s 6s\n2,9c 8d,Kh 2c', "line 2, column player"),
        ('coup,player,banker\n1,",Kc,9h",9s 6s\n2,9c 8d,Kh 2c', "line 2, column player"),
        (
            '{"coup":1,"player":["Kc","","9h"],"banker":["9s","6s"]}\n{"coup":2,"winner":"B"}',
            "line 1, player",
        ),
        ("burn: 2h,,?\nP:9c,8d B:Kh,2c P", "line 1"),
    ],
)
def test_a_card_missing_before_a_comma_is_reported(text: str, where: str) -> None:
    [shoe] = read_text(text)
    assert [unread.where for unread in shoe.unread] == [where]
    assert [coup.number for coup in shoe.coups] == ([1] if text.startswith("burn") else [1, 2])


@pytest.mark.parametrize(
    "line", ["12. P:2c,3c,4c B:8d,9d", "12) P:2c,3c,4c x@tie=1 B:8d,9d", "P:2c,3c,4c 12. B:8d,9d"]
)
def test_a_number_with_a_point_or_a_bracket_is_the_number_of_the_coup(line: str) -> None:
    [shoe] = read_text(line)
    assert [coup.number for coup in shoe.coups] == [12]
