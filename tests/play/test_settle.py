"""Stakes settled from a record: the first source's examples, a plain second settlement, limits, chips."""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from suite import ROOT, Run

import analyzer as ba
from analyzer.bets.digest import digest, digest_of_rules
from analyzer.bets.pricing import Ratio, commission_of, price_of
from analyzer.catalog.limits import limits
from analyzer.catalog.reference import stems
from analyzer.census.worked_example import settling
from analyzer.cli.main import main
from analyzer.game.cards import card_at
from analyzer.play.record import RecordedCoup, RecordedShoe, Stake
from analyzer.play.settlement.limits import Limit, TableLimits
from analyzer.play.settlement.result import Rounded, Settlement
from analyzer.play.settlement.settlement import EXACT, Chips, payments
from analyzer.play.settlement.settlement import settle as settled_by
from analyzer.publish.pages import roundings
from analyzer.records import read_text
from analyzer.records.stake_fields import may_concern_money
from analyzer.report.play.settle import settle_page, settle_verdict

EIGHT_THREE = "P:A,2,5 B:J,2,A"
"""The first source's example 1: Player wins, 8 to 3."""
NINE_THREE = "P:A,3,5 B:J,2,A"
"""Its example 2: Player wins, 9 to 3."""
BANKER_SIX = "P:2,K,3 B:K,6"
"""Banker wins, 6 with two cards to 5."""
BANKER_SEVEN = "P:2,K,4 B:K,4,3"
TIE_SIX = "P:K,6 B:6,Q"


def settled(text: str, variant: str | None = None, **asked: object) -> Settlement:
    return ba.settle(read_text(text), variant=variant, **asked)  # type: ignore[arg-type]


def nets(found: Settlement) -> list[str]:
    return [str(entry.net) for entry in found.entries]


def reasons(found: Settlement) -> list[tuple[str, str | None]]:
    return [(entry.status, str(entry.reason) if entry.reason else None) for entry in found.entries]


@pytest.mark.parametrize(
    ("variant", "coup", "stakes", "expected"),
    [
        ("niu-niu", EIGHT_THREE, "player=10 banker=10 tie=10", ["80", "-80", "-10"]),
        ("niu-niu", NINE_THREE, "player=10 banker=10", ["171/2", "-90"]),
        ("niu-niu", TIE_SIX, "player=10 banker=10 tie=10", ["0", "0", "80"]),
        ("commission-free", BANKER_SIX, "banker=10 player=10 lucky-6=10", ["5", "-10", "120"]),
        ("commission-free", BANKER_SEVEN, "banker=10 lucky-6=10", ["10", "-10"]),
        ("standard", BANKER_SIX, "banker=10 lucky-6=1", ["19/2", "12"]),
        ("standard", TIE_SIX, "player=10 banker=10 tie=10", ["0", "0", "80"]),
        ("standard", "P:9,K B:2,3", "player=10 player-natural=10 banker-natural=10", ["10", "35", "-10"]),
        ("ez-baccarat", BANKER_SEVEN, "banker=10 dragon-7=1", ["0", "40"]),
    ],
)
def test_examples_of_the_sources(variant: str, coup: str, stakes: str, expected: list[str]) -> None:
    assert nets(settled(f"{coup} {stakes}", variant)) == expected


def test_a_stake_returned_by_its_line_is_a_push() -> None:
    found = settled(f"{TIE_SIX} player=10 tie=10", "standard")
    assert [entry.status for entry in found.entries] == ["push", "settled"]


def test_commission_is_reported_separately() -> None:
    nine = settled(f"{NINE_THREE} player=10 banker=10", "niu-niu").entries[0]
    assert list(map(str, (nine.line, nine.gain, nine.commission, nine.held))) == [
        "win-9",
        "171/2",
        "9/2",
        "90",
    ]
    four = settled(f"{BANKER_SEVEN} banker=25", commission="4%").entries[0]
    assert list(map(str, (four.gain, four.commission))) == ["24", "1"]
    other = settled(f"{BANKER_SEVEN} banker=25", pay={"banker": "0.96"}).entries[0]
    assert list(map(str, (other.gain, other.commission))) == ["24", "0"]
    less = settled(f"{BANKER_SEVEN} banker=25", pay={"banker": "1 less 4%"}).entries[0]
    assert list(map(str, (less.gain, less.commission))) == ["24", "1"]


# A second settlement: the sources' tables as plain functions of both hands, in units of the stake.
Hands = tuple[int, int, ba.Coup]
Paid = Callable[[Hands], Fraction]


def side(own: int, other: int, pays: Fraction, tie: int = 0) -> Fraction:
    return Fraction(tie) if own == other else pays if own > other else Fraction(-1)


def niu_niu(own: int, other: int) -> Fraction:
    if own == other:
        return Fraction(0)
    won = Fraction("8.55") if own == 9 else Fraction(own)
    return won if own > other else Fraction(-other)


def side_bet(wins: bool, pays: int | Fraction) -> Fraction:
    return Fraction(pays) if wins else Fraction(-1)


def lucky_six(p: int, b: int, coup: ba.Coup) -> Fraction:
    return side_bet(b == 6 > p, 12 if len(coup.banker) == 2 else 20)


EVEN: dict[str, Paid] = {
    "player": lambda h: side(h[0], h[1], Fraction(1)),
    "tie": lambda h: side_bet(h[0] == h[1], 8),
}
SIDES: dict[str, Paid] = {
    "player-pair": lambda h: side_bet(h[2].player[0].rank == h[2].player[1].rank, 11),
    "banker-pair": lambda h: side_bet(h[2].banker[0].rank == h[2].banker[1].rank, 11),
    "player-natural": lambda h: side_bet(
        (h[2].player[0].points + h[2].player[1].points) % 10 > 7, Fraction("3.5")
    ),
    "banker-natural": lambda h: side_bet(
        (h[2].banker[0].points + h[2].banker[1].points) % 10 > 7, Fraction("3.5")
    ),
    "lucky-6": lambda h: lucky_six(*h),
}
SEEDS: dict[str, dict[str, Paid]] = {
    "standard": EVEN | SIDES | {"banker": lambda h: side(h[1], h[0], Fraction("0.95"))},
    "classic": EVEN | {"banker": lambda h: side(h[1], h[0], Fraction("0.95"))},
    "commission-free": EVEN
    | SIDES
    | {"banker": lambda h: side(h[1], h[0], Fraction(1, 2) if h[1] == 6 else Fraction(1))},
    "niu-niu": EVEN | {"player": lambda h: niu_niu(h[0], h[1]), "banker": lambda h: niu_niu(h[1], h[0])},
    "ez-baccarat": EVEN
    | {
        "banker": lambda h: side(h[1], h[0], Fraction(h[1] != 7 or len(h[2].banker) != 3)),
        "dragon-7": lambda h: side_bet(h[1] == 7 > h[0] and len(h[2].banker) == 3, 40),
        "panda-8": lambda h: side_bet(h[0] == 8 > h[1] and len(h[2].player) == 3, 25),
    },
}


def dealt(seed: str, coups: int) -> list[ba.Coup]:
    random = Random(seed)
    cards = iter([card_at(place % 52) for place in range(416)])
    shuffled = iter(random.sample(list(cards), 416))
    return [ba.deal(ba.rules("punto-banco"), shuffled) for _ in range(coups)]


def hands(coup: ba.Coup) -> Hands:
    player, banker = (sum(card.points for card in hand) % 10 for hand in (coup.player, coup.banker))
    return player, banker, coup


@pytest.mark.parametrize("variant", SEEDS)
def test_every_bet_of_the_seeds_is_settled_by_a_plain_reading_of_their_tables(variant: str) -> None:
    paid, amount = SEEDS[variant], Fraction(7)
    coups = dealt(variant, 60)
    shoe = RecordedShoe(
        "1", tuple(RecordedCoup(n, player=c.player, banker=c.banker) for n, c in enumerate(coups, 1))
    )
    found = ba.settle([shoe], variant=variant, stake=dict.fromkeys(paid, 7))
    plain = [(bet, amount * pays(hands(coup))) for coup in coups for bet, pays in paid.items()]
    assert [(entry.bet.id, entry.net) for entry in found.entries] == plain
    assert [bet.id for bet in ba.variant(variant).bets if bet.id not in paid] == []
    stream = RecordedShoe("1", stream=tuple(card for coup in coups for card in in_order(coup)))
    again = ba.settle([stream], variant=variant, stake=dict.fromkeys(paid, 7))
    assert [entry.net for entry in again.entries] == [entry.net for entry in found.entries]


def in_order(coup: ba.Coup) -> tuple[ba.Card, ...]:
    (p1, p2, *p3), (b1, b2, *b3) = coup.player, coup.banker
    return (p1, b1, p2, b2, *p3, *b3)


def test_a_stake_that_locks_more_than_the_balance_is_refused_and_released_after_the_coup() -> None:
    found = settled(
        f"{NINE_THREE} anna@banker=10 anna@tie=10 anna@tie=1\n"
        f"{EIGHT_THREE} anna@banker=1 anna@player=1\n{EIGHT_THREE} anna@player=1",
        "niu-niu",
        balance={"anna": 99},
    )
    assert reasons(found) == [
        ("settled", None),
        ("refused", "it requires 10 before the coup, but only 9 is available"),
        ("settled", None),
        ("refused", "it requires 9 before the coup, but only 8 is available"),
        ("refused", "it requires 9 before the coup, but only 8 is available"),
        ("refused", "it requires 9 before the coup, but only 8 is available"),
    ]
    assert [str(entry.balance) for entry in found.entries] == ["9", "9", "8", "8", "8", "8"]
    assert [str(entry.held) for entry in found.entries] == ["90", "0", "1", "0", "0", "0"]


def test_a_win_is_available_from_the_next_coup_on() -> None:
    found = settled(f"{EIGHT_THREE} player=10 tie=1\n{EIGHT_THREE} tie=20", balance=10)
    assert [entry.status for entry in found.entries] == ["settled", "refused", "settled"]


DIFFERENCE = TableLimits("d", "d", (Limit(("player", "banker"), table=Fraction(100), difference=True),))


def test_only_a_bet_on_a_side_can_be_overloaded() -> None:
    player, tie = ba.bet("player"), ba.bet("tie/8")
    accepted = {ba.bet("banker/commission-5"): Fraction(101), tie: Fraction(500)}
    assert [DIFFERENCE.overloaded(bet, accepted) for bet in (player, tie)] == [True, False]


SIDES_SAID = "the table allows 100 more on it than on the other side; there was room for {}"


@pytest.mark.parametrize(
    ("stakes", "room"),
    [
        ("player=100", [None]),
        ("player=101", ["100"]),
        ("player=100 player=1", [None, "0"]),
        ("player=60 player=50 banker=10", [None, None, None]),
        ("a@player=60 b@player=50 c@banker=9", [None, "49", None]),
        ("b@player=50 a@player=60 c@banker=9", [None, "59", None]),
        ("a@player=200 b@banker=200", [None, None]),
        ("banker=101 player=1 tie=9999", [None, None, None]),
        # Banker's 301 is refused, which takes away the room that it made for Player's 200.
        ("player=200 banker=301 banker=50", ["150", "100", None]),
        # Player's second stake is taken because the first is not.
        ("player=150 player=20 banker=301 banker=20", ["120", None, "120", None]),
        ("player=150 banker=301 banker=50", [None, "250", None]),
    ],
)
def test_the_limit_of_player_and_banker_applies_to_their_difference(
    stakes: str, room: list[str | None]
) -> None:
    found = settled(f"{EIGHT_THREE} {stakes}", limits=DIFFERENCE)
    said = [entry.reason and str(entry.reason) for entry in found.entries]
    assert said == [left and SIDES_SAID.format(left) for left in room]


def test_the_order_of_stakes_does_not_matter_for_a_difference() -> None:
    stakes = ["a@player=150", "b@banker=60", "c@player=10", "a@banker=7"]
    for order in permutations(stakes):
        found = settled(f"{EIGHT_THREE} {' '.join(order)}", limits=DIFFERENCE)
        assert {entry.status for entry in found.entries} == {"settled"}


def test_a_stake_refused_for_the_balance_makes_no_room_on_the_other_side() -> None:
    found = settled(f"{EIGHT_THREE} a@player=150 b@banker=60", limits=DIFFERENCE, balance={"*": 500, "b": 59})
    assert reasons(found) == [
        ("refused", SIDES_SAID.format(100)),
        ("refused", "it requires 60 before the coup, but only 59 is available"),
    ]


def test_a_stake_that_the_table_refuses_later_releases_its_balance() -> None:
    # The balance does not cover Player too; without Player the table refuses Banker, and then Player fits.
    found = settled(f"{EIGHT_THREE} b@banker=120 b@player=100", limits=DIFFERENCE, balance={"b": 200})
    assert reasons(found) == [
        ("refused", "it requires 120 before the coup, but only 100 is available"),
        ("settled", None),
    ]
    # Player makes room on the other side, which is filled again.
    stakes = "d@banker=50 c@banker=60 b@banker=70 b@player=120"
    found = settled(f"{EIGHT_THREE} {stakes}", limits=DIFFERENCE, balance={"*": 500, "b": 180})
    assert reasons(found) == [
        ("settled", None),
        ("settled", None),
        ("refused", "it requires 70 before the coup, but only 60 is available"),
        ("settled", None),
    ]


def test_no_stake_is_refused_that_fits_with_all_stakes_taken() -> None:
    random = Random("taken")
    for _ in range(300):
        stakes = [
            (random.choice("ab"), random.choice(("player", "banker")), random.randint(1, 250))
            for _ in range(random.randint(1, 5))
        ]
        brought = {who: random.randint(50, 400) for who in sorted({who for who, _, _ in stakes})}
        text = " ".join(f"{bettor}@{bet}={amount}" for bettor, bet, amount in stakes)
        found = settled(f"{EIGHT_THREE} {text}", limits=DIFFERENCE, balance=brought)
        taken = [x for x, entry in zip(stakes, found.entries, strict=True) if entry.status != "refused"]

        def fits(taken: list[tuple[str, str, int]], brought: dict[str, int] = brought) -> bool:
            on = {bet: sum(n for _, name, n in taken if name == bet) for bet in ("player", "banker")}
            held = {who: sum(n for name, _, n in taken if name == who) for who in brought}
            return abs(on["player"] - on["banker"]) <= 100 and all(held[x] <= brought[x] for x in held)

        assert fits(taken)
        for stake, entry in zip(stakes, found.entries, strict=True):
            if entry.status == "refused":
                assert not fits([*taken, stake]), text
                said = str(entry.reason)
                left = int(re.findall(r"\d+", said)[-1])
                assert left < stake[2]
                if "available" in said:
                    others = [n for who, _, n in taken if who == stake[0]]
                    assert left >= brought[stake[0]] - sum(others)
                    possible = {sum(others[:n]) for n in range(len(others) + 1)}
                    assert brought[stake[0]] - left in possible


def test_limits_recognise_aliases_and_bets_of_a_file_without_stakes(tmp_path: Path) -> None:
    bets = tmp_path / "bets.toml"
    bets.write_text('[[bet]]\nid = "mine"\nname = "Mine"\naliases = ["own"]\n' + WINS_ON_TIE, "utf-8")
    file = tmp_path / "limits.toml"
    names = "own", ba.bet("lucky-6").aliases[0]
    file.write_text("".join(f'[[limit]]\nbets = ["{name}"]\ntable = "10"\n' for name in names), "utf-8")
    found = settled(f"{EIGHT_THREE} lucky-6=11", limits=file, bet_files=[bets])
    assert reasons(found) == [("refused", "the table limit on it is 10; there was room for 10")]
    found = settled(f"{EIGHT_THREE} mine=11", limits=file, bet_files=[bets])
    assert reasons(found) == [("refused", "the table limit on it is 10; there was room for 10")]


WINS_ON_TIE = 'lines = [{ id = "win", when = "tie" }]\n[bet.paytable]\nwin = "8"\n'


def test_the_room_left_does_not_count_refused_stakes() -> None:
    sides = Limit(("player", "banker"), Fraction(5), Fraction(400), Fraction(100), difference=True)
    limits = TableLimits("d", "d", (sides,))
    found = settled(f"{EIGHT_THREE} player=300 banker=401 banker=4 banker=7", limits=limits)
    assert reasons(found) == [
        ("refused", SIDES_SAID.format(107)),
        ("refused", "above the maximum stake of 400"),
        ("refused", "below the minimum stake of 5"),
        ("settled", None),
    ]


def test_limits_apply_to_the_table_to_a_stake_and_to_a_price() -> None:
    each = (
        Limit(("tie",), least=Fraction(5), most=Fraction(40), table=Fraction(60)),
        Limit(("tie/9",), table=Fraction(1)),
    )
    found = settled(
        f"{EIGHT_THREE} a@tie=4 a@tie=41 a@tie=40 b@tie=30 b@tie=20 b@tie=5 b@tie/9=2 b@player=1000",
        limits=TableLimits("t", "t", each),
    )
    assert reasons(found) == [
        ("refused", "below the minimum stake of 5"),
        ("refused", "above the maximum stake of 40"),
        ("settled", None),
        ("refused", "the table limit on it is 60; there was room for 20"),
        ("settled", None),
        ("refused", "the table limit on it is 60; there was room for 0"),
        ("refused", "the table limit on it is 1; there was room for 1"),
        ("settled", None),
    ]


NO_THIRD = "Player's third card is missing: Player draws on {}"


def test_the_pages_describe_what_is_done_with_stakes() -> None:
    seeds, records = (
        " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
        for page in ("seeds.md", "guide/records.md")
    )
    assert "are settled by its final result, and stay open until the record has it" in seeds
    assert [status for status, _ in reasons(settled("interrupted banker=1\ninterrupted B banker=1"))] == [
        "open",
        "settled",
    ]
    assert "they are examined by round and side: in each round the stakes are taken in order" in records
    assert "the first that is one too many" not in records
    found = settled(f"{EIGHT_THREE} player=150 player=20 banker=301 banker=20", limits=DIFFERENCE)
    assert [status for status, _ in reasons(found)] == ["refused", "settled", "refused", "settled"]


def test_cancelled_coups_return_stakes_and_interrupted_coups_leave_them_open() -> None:
    found = settled(
        f"cancelled anna@banker=10\ninterrupted {EIGHT_THREE} anna@player=10\n"
        "interrupted P:A,2 B:J,2 anna@player=60\nP:A,2,5 B:J,2 anna@player=20\nP:A,? B:J,2 anna@player=10\n"
        "P:A,2 anna@player=5\nanna@player=5",
        balance=100,
    )
    assert reasons(found) == [
        ("refunded", "the coup was cancelled"),
        ("settled", "interrupted; settled by the final result"),
        ("open", f"it was interrupted and never completed: {NO_THIRD.format(3)}"),
        ("open", "Banker's third card is missing: Banker draws on 2 when Player's third card counts 5"),
        ("open", "a card that decides the bet was not read"),
        ("open", "Banker's first card is missing"),
        ("open", "the record does not say how the coup ended"),
    ]
    (anna,) = found.ledger.accounts
    assert list(map(str, (anna.closing, anna.held, anna.net, anna.staked))) == ["110", "100", "10", "10"]


@pytest.mark.parametrize(("coup", "what"), [("P:A,2 B:J", "cards"), ("B", "a result")])
def test_stakes_on_a_coup_cancelled_after_its_first_card_stay_open(coup: str, what: str) -> None:
    found = settled(f"cancelled {coup} banker=10")
    reason = f"it is recorded as cancelled before its first card but has {what}"
    assert reasons(found) == [("open", reason)]
    assert said(found) == [("cancelled", reason)]


def test_a_stake_of_zero_is_ignored_and_a_negative_one_rejected() -> None:
    found = settled(f"{EIGHT_THREE} player=0 anna@banker=0 tie=1")
    assert [(entry.bet.id, entry.bettor) for entry in found.entries] == [("tie", "")]
    owed = RecordedShoe("1", (RecordedCoup(3, stakes=(Stake("tie", Fraction(-5)),)),))
    with pytest.raises(ba.AnalyzerError) as caught:
        ba.settle(owed)
    assert str(caught.value) == "coup 3: expected a stake of 0 or more on bet 'tie', got '-5'"


def test_coups_that_cannot_be_separated_are_reported_as_not_settled(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text("9c 8d Kh 2s ? Kd 4h 3c 2d 2h 5s 5c", "utf-8")
    _, out, err = run(str(path), "--stake", "player=1", "--format", "json")
    document = json.loads(out)
    assert [entry["coup"] for entry in document["entries"]] == [1]
    assert document["unread"] == [{"shoe": "1", "where": "", "why": CUT_SHORT, "coup": None}]
    assert (
        err == "1 place of the record could not be read: no stake there is settled; see `baccarat replay`\n"
    )
    _, out, _ = run(str(path), "--stake", "player=1")
    assert CUT_SHORT.partition(", ")[0] in " ".join(out.split())


CUT_SHORT = (
    "coup 2 has 4 to 6 cards, depending on a card that could not be read; the last 8 cards, from its first "
    "card on, are not replayed"
)


def test_cards_dealt_against_the_rules_are_replayed_by_the_rules() -> None:
    # Player stands on 7 but was given a 2; it is the next card of the shoe, and Banker draws it.
    wrong = settled("P:3,4,2 B:K,4 banker=10 player=10")
    assert nets(wrong) == ["-10", "10"]
    assert nets(settled("D:3,K,4,4,2 banker=10 player=10")) == ["-10", "10"]
    # An extra card changes nothing, nor does an unread card that is not needed.
    assert nets(settled("D:9,K,K,4,?,3 player=10")) == ["10"]


def test_a_coup_is_settled_as_replay_says_it_should_have_been() -> None:
    random, stakes = Random("judge"), tuple(Stake(bet, Fraction(1)) for bet in ("player", "banker", "tie/8"))
    coups = []
    for number in range(1, 201):
        sizes = random.choice((2, 3)), random.choice((2, 3))
        player, banker = (tuple(map(card_at, random.sample(range(52), size))) for size in sizes)
        coup = RecordedCoup(number, "", player, banker, player_total=random.randrange(10), stakes=stakes)
        coups.append(coup)
    shoe = RecordedShoe("1", tuple(coups), settings={"decks": "99"})
    found, [again] = ba.settle(shoe), ba.replay(shoe).shoes
    entries = iter(found.entries)
    faults = iter([each for each in found.deviations if each.kind != "payment"])
    for coup in again.shoe.coups:
        assert [next(faults).what for _ in coup.faults] == [fault.what for fault in coup.faults]
        for _ in stakes:
            entry = next(entries)
            assert entry.line == (coup.coup and settling(entry.bet, coup.coup))
            assert coup.coup or entry.reason == coup.faults[-1].what
    assert 50 < sum(entry.line is not None for entry in found.entries) / 3 < 150


def test_a_first_card_given_by_the_rules_never_came_from_the_shoe() -> None:
    assert nets(settled("P:7,2 B:5,3 player=10", rules="player-first-7")) == ["10"]
    assert nets(settled("D:5,2,3 player=10", rules="player-first-7")) == ["10"]


def test_without_cards_the_recorded_result_may_decide_a_bet() -> None:
    found = settled(
        "B 5-6 banker=10 tie=10 lucky-6=10 small-tiger=1\nP player=10 banker-pair=10\nB 7-6 banker=10"
    )
    assert reasons(found) == [
        ("settled", None),
        ("settled", None),
        ("open", "the record has no cards for the coup, and its result does not decide the bet"),
        ("open", "the record has no cards for the coup, and its result does not decide the bet"),
        ("settled", None),
        ("open", "the record has no cards for the coup, and its result does not decide the bet"),
        ("open", "no coup under these rules can have the recorded totals, result and flags"),
    ]
    assert nets(found)[:2] == ["19/2", "-10"]


@pytest.mark.parametrize(
    ("coup", "line"),
    [
        ("P:2c,2d,? B:K,7 player-pair=1", "win"),
        ("D:2c,K,2d,7,? player-pair=1", "win"),
        ("P:2c,? B:K,8 banker-natural=1", "win"),
        ("P:2c,2d,? B:K,7 lucky-6=1", "lose"),
        ("P:2c,2d,? B:K,7 player=1", None),
        ("P:2c,2d,? B:K,7 B player=1", "lose"),
        ("P:2c,?,? B:K,7 7-7 tie=1", "win"),
        # A result that contradicts the cards read decides nothing.
        ("P:2c,2d,? B:K,7 5-6 player=1", None),
        ("interrupted P:2c,2d B:K,3 P player=1", "win"),
        ("interrupted P:2c,2d B:K,3 P lucky-6=1", "lose"),
        ("interrupted P:2c,2d B:K,3 player-pair=1", None),
    ],
)
def test_the_cards_read_and_the_recorded_result_decide_what_they_can(coup: str, line: str | None) -> None:
    (entry,) = settled(coup).entries
    assert (entry.line, entry.status) == (line, "settled" if line else "open")


def test_an_unrecorded_suit_leaves_a_bet_open() -> None:
    found = settled("P:9,9 B:K,3 perfect-pair=1\nP:9c,9c B:Kh,3s perfect-pair=1")
    assert reasons(found)[0] == ("open", "it depends on a suit that is not recorded")
    assert found.entries[1].status == "settled"


def test_a_line_that_pays_at_random_is_settled_by_the_recorded_gain() -> None:
    coup = "P:K,7 B:K,7"
    found = settled(f"{coup} power-98-tie=10 power-98-tie=10:100 power-98-tie=10:90", "power-baccarat-98")
    assert reasons(found) == [
        ("open", "the gain of line win is drawn at random from 80, 100; the record must state it"),
        ("settled", None),
        ("open", "the gain of line win is drawn at random from 80, 100; the record must state it"),
    ]
    assert found.net == 100
    tie, seven = ba.bet("power-98-tie"), ba.Coup(*((ba.Card.parse("K"), ba.Card.parse("7")),) * 2)
    with pytest.raises(ba.AnalyzerError) as caught:
        settled_by(tie, settling(tie, seven), Fraction(10))
    assert str(caught.value) == (
        "the record must state what bet 'power-98-tie' gained, since line 'win' pays a random multiple; "
        "choose from 80, 100"
    )


# Chips.


@pytest.mark.parametrize(
    ("rounding", "chip", "gain", "paid"),
    [
        ("none", "5", "23.75", "23.75"),
        ("down", "1", "23.75", "23"),
        ("up", "1", "23.75", "24"),
        ("up", "1", "24", "24"),
        ("down", "0.5", "23.75", "23.5"),
        ("down", "5", "4.99", "0"),
        ("up", "5", "0.01", "5"),
        ("down", "5", "-25", "-25"),
        ("down", "5", "-75", "-75"),
        ("none", "5", "-12.5", "-12.5"),
        ("down", "5", "-12.5", "-15"),
        ("up", "5", "-12.5", "-10"),
        ("up", "5", "0", "0"),
    ],
)
def test_gains_are_paid_in_chips(rounding: str, chip: str, gain: str, paid: str) -> None:
    assert Chips(Fraction(chip), rounding).paid(Fraction(25), Fraction(gain)) == Fraction(paid)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "ref"), [("standard", "banker"), ("standard", "lucky-6"), ("niu-niu", "player")]
)
def test_the_edge_with_chips_is_that_of_the_bet_at_rounded_pays(variant: str, ref: str) -> None:
    value = ba.odds(variant, bets=[ref])[ref]
    for stake, chip, rounding in product((3, 25), ("0.5", "5"), ("none", "down", "up")):
        chips = Chips(Fraction(chip), rounding)  # type: ignore[arg-type]
        pays: Mapping[str, Ratio] = {
            f"{ref}.{line.id}": plain_rounded(stake * line.net, Fraction(chip), rounding) / stake
            for line in value.bet.lines
            if line.net > 0
        }
        priced = ba.odds(variant, bets=[ref], pay=pays)[ref]
        rounded = Rounded(value, Fraction(stake), chips, ba.Shoe.decks(8))
        assert (rounded.ev, rounded.change) == (priced.ev, value.ev - priced.ev)


def plain_rounded(gain: Fraction, chip: Fraction, rounding: str) -> Fraction:
    """Counted chip by chip, as a dealer does."""
    if rounding == "none":
        return gain
    counted = Fraction(0)
    while counted + chip <= gain:
        counted += chip
    return counted if counted == gain or rounding == "down" else counted + chip


def test_25_on_banker_paid_to_the_whole_dollar_below() -> None:
    found = settled(f"{BANKER_SEVEN} banker=25", chip=1, rounding="down")
    (entry,), (rounded,) = found.entries, found.rounded
    assert list(map(str, (entry.gain, entry.rounding, entry.net))) == ["95/4", "-3/4", "23"]
    banker = ba.odds("standard")["banker"]
    assert rounded.ev == banker.ev - banker.probability("win") * Fraction(3, 100)


def test_the_effect_of_chips_is_computed_for_the_shoe_of_the_record() -> None:
    said = (
        "decks: 6\nshoe: 1\n{0} banker=25\n"
        + "shoe: 2\ndecks: 1\n{0} banker=25\nshoe: 3\nremaining: {1}\n{0} banker=25"
    )
    shoe = " ".join(f"{rank}=9" for rank in "A23456789TJQK")
    found = settled(said.format(BANKER_SEVEN, shoe), chip=1, rounding="down")
    edges = [ba.odds("standard", cards)["banker"].house_edge for cards in (6, 1, shoe)]
    assert [rounded.value.house_edge for rounded in found.rounded] == edges
    assert [str(rounded.shoe) for rounded in found.rounded] == ["6 decks", "1 deck", shoe]


def test_a_chip_without_a_rounding_is_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text(f"{BANKER_SEVEN} banker=25:23.75", "utf-8")
    for command in ("settle", "replay"):
        assert main([command, str(path), "--chip", "5"]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"baccarat: {NO_ROUNDING}\n")
        assert main([command, str(path), "--chip", "5", "--rounding", "none"]) == 0
        capsys.readouterr()
    with pytest.raises(ba.AnalyzerError, match="a rounding is required with a chip of 5"):
        settled(f"{BANKER_SEVEN} banker=25", chip=5)


NO_ROUNDING = "a rounding is required with a chip of 5: down or up (or none, to pay exactly)"


def test_the_page_of_payouts_in_chips() -> None:
    (published,) = roundings()
    banker = published.page().tables[0]
    (row,) = (row for row in banker.rows if row[0] == 25)
    exact = [
        ba.odds("standard", pay={"banker": Fraction(pays, 250)})["banker"].house_edge for pays in PAID_250
    ]
    assert row[1:] == tuple(exact)
    assert [cell is None for cell in banker.rows[0]] == [False] * 5 + [True] * 2


PAID_250 = (235, 240, 230, 240, 200, 250)
"""Ten times the gain of 25 on Banker, 23.75 exactly, rounded down and up to chips of 0.5, 1 and 5."""


@pytest.mark.parametrize(
    ("price", "net", "commission"), [("9 less 5%", "171/20", "1/20"), ("3 for 2 less 4%", "12/25", "1/25")]
)
def test_a_price_can_be_a_gain_less_a_commission(price: str, net: str, commission: str) -> None:
    assert (price_of(price), commission_of(price)) == (Fraction(net), Fraction(commission))


@pytest.mark.parametrize("price", ["push less 5%", "-1 less 5%", "1 less 5"])
def test_a_commission_applies_only_to_a_gain(price: str) -> None:
    with pytest.raises(ba.AnalyzerError) as caught:
        price_of(price)
    assert str(caught.value) == f'expected a gain less a commission such as "9 less 5%", got {price!r}'


# Ledgers.


def slow_ledger(
    shoe: RecordedShoe, coups: list[ba.Coup], start: dict[str, Fraction], cap: Fraction
) -> tuple[list[Fraction | None], dict[str, Fraction]]:
    """The gain of each stake, None if refused, and the final balances, by the plain tables, one by one."""
    left: dict[str, Fraction] = dict(start)
    gains: list[Fraction | None] = []
    for recorded, coup in zip(shoe.coups, coups, strict=True):
        taken = list(recorded.stakes)
        while (wrong := first_that_does_not_fit(taken, left, cap)) is not None:
            del taken[wrong]
        before = dict(left)
        for stake in recorded.stakes:
            fits = any(stake is one for one in taken)
            gain = stake.amount * SEEDS["niu-niu"][stake.bet](hands(coup)) if fits else None
            gains.append(gain)
            before[stake.bettor] += gain or 0
        left = before
    return gains, left


def first_that_does_not_fit(taken: list[Stake], left: dict[str, Fraction], cap: Fraction) -> int | None:
    """The index of the first stake that does not fit, of those that would be on the table together."""
    for place, stake in enumerate(taken):
        earlier = taken[: place + 1]
        holds = sum(
            one.amount * (1 if one.bet == "tie" else 9) for one in earlier if one.bettor == stake.bettor
        )
        if holds > left[stake.bettor]:
            return place
        own = sum(one.amount for one in earlier if one.bet == stake.bet)
        opposite = sum(one.amount for one in taken if one.bet not in (stake.bet, "tie"))
        if stake.bet != "tie" and own - opposite > cap:
            return place
    return None


def test_a_ledger_adds_up_and_equals_a_slow_one() -> None:
    random, coups = Random("ledger"), dealt("ledger", 50)
    start = {"anna": Fraction(900), "ben": Fraction(400), "": Fraction(2000)}
    recorded = tuple(
        RecordedCoup(
            number,
            player=coup.player,
            banker=coup.banker,
            stakes=tuple(
                Stake(
                    random.choice(("player", "banker", "tie")), Fraction(random.randrange(1, 60), 2), bettor
                )
                for bettor in random.choices(list(start), k=5)
            ),
        )
        for number, coup in enumerate(coups, 1)
    )
    shoe = RecordedShoe("1", recorded)
    found = ba.settle([shoe], variant="niu-niu", balance=start, limits=TableLimits("d", "d", (
        Limit(("player", "banker"), table=Fraction(40), difference=True),
    )))  # fmt: skip
    gains, left = slow_ledger(shoe, coups, start, Fraction(40))
    assert [None if entry.status == "refused" else entry.net for entry in found.entries] == gains
    assert {account.bettor: account.closing for account in found.ledger.accounts} == left
    refused = [str(entry.reason) for entry in found.entries if entry.status == "refused"]
    assert {reason.split()[0] for reason in refused} == {"it", "the"}
    adds_up(found)


def adds_up(found: Settlement) -> None:
    assert found.net == sum(entry.net for entry in found.entries)
    for account in found.ledger.accounts:
        own = [entry for entry in found.entries if entry.bettor == account.bettor]
        assert account.net == sum(entry.net for entry in own) == account.closing - (account.opening or 0)
        assert own[-1].balance == account.closing
        assert account.rounding == sum(entry.net - entry.gain for entry in own)
    assert found.net == sum(account.net for account in found.ledger.accounts)


RECORD = f"""variant: niu-niu
shoe: a
{EIGHT_THREE} anna@player=10 ben@banker=3.5
cancelled anna@player=1
shoe: b
{NINE_THREE} anna@banker=10 ben@player=1/3
{TIE_SIX} tie=2.5 anna@tie=1000
"""
ASKED = "--balance 200 --balance ben=50 --chip 0.5 --rounding up"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.txt"
    path.write_text(RECORD, "utf-8")
    return path


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "settle")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_printed_ledger_can_be_read_back(form: str, record: Path, tmp_path: Path, run: Run) -> None:
    _, out, _ = run(str(record), *ASKED.split(), "--format", form)
    written = tmp_path / f"ledger.{form}"
    written.write_text(out, "utf-8")
    _, again, _ = run(str(record), "--stakes", str(written), *ASKED.split(), "--format", form)
    if form == "json":
        first, second = json.loads(out), json.loads(again)
        assert list(first)[:5] == ["schema", "about", "verdict", "entries", "net"]
        assert (first["entries"], first["net"]) == (second["entries"], second["net"])
        assert first["net"] == str(Fraction(80) - Fraction(28) - 90 + 3 + 20)
    else:
        assert out == again
        rows = list(csv.DictReader(io.StringIO(out.split("\n", 1)[1].split("\n\n")[0])))
        assert [row["net"] for row in rows] == ["80", "-28", "", "-90", "3", "20", ""]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_ledger_read_back_has_every_amount_and_name(form: str, tmp_path: Path, run: Run) -> None:
    names = ["=anna", "'t Hoen", 'a "b", c', "安娜", "-1"]
    amounts = [Fraction(text) for text in ("1234567890.123456", "999999999999", "1/3", "5", "0.01")]
    stakes = [
        {"bet": "player", "stake": amount, "bettor": name}
        for amount, name in zip(("1234567890.123456", *map(str, amounts[1:])), names, strict=True)
    ]
    record, written = tmp_path / "shoe.json", tmp_path / f"ledger.{form}"
    record.write_text(json.dumps({"player": "9 K", "banker": "2 6", "stakes": stakes}), "utf-8")
    _, out, _ = run(str(record), "--format", form)
    written.write_text(out, "utf-8")
    found = ba.settle(record, stakes=written)
    assert [(entry.bettor, entry.stake) for entry in found.entries] == list(zip(names, amounts, strict=True))


def test_the_document_of_an_entry(record: Path, run: Run) -> None:
    _, out, _ = run(str(record), *ASKED.split(), "--format", "json")
    document = json.loads(out)
    assert document["entries"][4] == {
        "shoe": "b",
        "coup": 1,
        "bettor": "ben",
        "bet": "player",
        "stake": "1/3",
        "status": "settled",
        "line": "win-9",
        "gain": "57/20",
        "commission": "3/20",
        "rounding": "3/20",
        "net": "3",
        "held": "3",
        "balance": "25",
        "reason": None,
    }
    assert document["bettors"][1] == {
        "bettor": "ben",
        "balance_in": "50",
        "balance_out": "25",
        "balance_before": None,
        "held": "0",
        "staked": "23/6",
        "commission": "3/20",
        "rounding": "3/20",
        "net": "-25",
    }
    assert "." not in json.dumps(document["entries"]).replace("...", "")


PAGE = """\
Standard baccarat: stakes settled

=================================================
Nothing in the record contradicts its settlement.
=================================================

2 stakes

Coup  Bet     Stake  Settled by  Commission  Rounding  Net  Balance
----  ------  -----  ----------  ----------  --------  ---  -------
   1  Banker     25  win               1.25     -0.75   23       23
   1  Tie         5  lose                 0         0   -5       18

Net: the gain, stake excluded, in the unit of the stakes; negative for a loss.
Total: 18.
Commission: what the house keeps of a gain; the net is after commission.
Rounding: what paying in whole chips added to the exact gain. Gains are paid in
chips of 1, rounded down.
Balance: the sum of the bettor's nets so far, since no opening balance was
given.
"""


@pytest.mark.parametrize(
    ("balance", "note"),
    [
        ((), "Balance: the sum of the bettor's nets so far, since no opening balance was given."),
        (
            ("--balance", "9"),
            "Balance: the bettor's balance after the entry, including what is held for stakes.",
        ),
        (
            ("--balance", "anna=9"),
            "Balance: the bettor's balance after the entry, including what is held for stakes; without an "
            "opening balance, the sum of the nets so far.",
        ),
    ],
)
def test_a_note_explains_the_balance_of_bettors_with_and_without_an_opening_balance(
    balance: tuple[str, ...], note: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text(f"{BANKER_SEVEN} anna@tie=1 ben@tie=1", "utf-8")
    _, out, _ = run(str(path), *balance)
    assert note in " ".join(out.split())


def test_bets_of_the_same_name_in_several_games_are_distinguished(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "shoe.txt"
    game = "shoe: {0}\nvariant: {0}\nrules: {1}\n" + f"{BANKER_SEVEN} banker=25\n"
    path.write_text(
        game.format("classic", "punto-banco") + game.format("ez-baccarat", "thai-literal"), "utf-8"
    )
    _, out, _ = run(str(path), "--chip", "5", "--rounding", "up")
    assert re.search(r"^Banker  banker/commission-5 +25 +1\.0579% +-1\.2351%", out, re.MULTILINE)
    assert re.search(r"^Banker  banker  +25 +", out, re.MULTILINE)
    _, out, _ = run(str(path), "--format", "json")
    both = [digest_of_rules(ba.rules(name)) for name in ("punto-banco", "thai-literal")]
    assert json.loads(out)["about"]["sha256"]["rules"] == digest(both)


STAKED = ("--stake", "banker=25", "--stake", "tie=5", "--rounding", "down")


def test_a_page(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text(BANKER_SEVEN, "utf-8")
    status, out, err = run(str(path), *STAKED)
    assert (status, err, out[: len(PAGE)]) == (0, "", PAGE)


def test_a_record_from_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{EIGHT_THREE} player=10"))
    _, out, _ = run("-", "--format", "json", "--limits", "first-seed")
    document = json.loads(out)
    assert (document["net"], document["limits"], document["bettors"][0]["balance_in"]) == (
        "10",
        "player-banker-difference",
        None,
    )


def test_stakes_of_a_file_replace_those_of_the_record_and_may_be_on_a_missing_coup(tmp_path: Path) -> None:
    path = tmp_path / "stakes.csv"
    path.write_text(
        "Amount;BET;#;dealer\n10;tie;1;a,b,c,d\n\n2.5;player;7;x\n\nall;12;;\n1;tie;1;x\n", "utf-8"
    )
    found = settled(f"{EIGHT_THREE} player=10", stakes=path, stake={"ben@player": "1/2"})
    assert [(entry.coup, entry.bettor, str(entry.net)) for entry in found.entries] == [
        (1, "", "-10"),
        (1, "ben", "1/2"),
        (7, "", "0"),
    ]
    assert reasons(found)[2] == ("open", "the record has no readable coup of this number")


def test_stakes_of_a_file_on_a_coup_partly_read_stay_open_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "stakes.csv"
    path.write_text("coup,bet,stake\n3,banker,2\n2,banker,4\n1,banker,6\n", "utf-8")
    record = "1. P:Ah,Tz B:Js,2d tie=abc\n2. P:8c,Ts B:3h,Qc\n2. P:8c,Tz B:3h,Qc\n3. P:8c,Ts B:3h,Qz"
    found = settled(record, stakes=path)
    assert [(entry.coup, entry.status, str(entry.net)) for entry in found.entries] == [
        (1, "open", "0"),
        (2, "settled", "-4"),
        (3, "open", "0"),
    ]
    assert {reasons(found)[place] for place in (0, 2)} == {("open", "a part of the coup could not be read")}


# Rejected input.


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("", "stakes are required: in the record, in a file (--stakes) or on every coup (--stake)"),
        ("--stake tie", "expected --stake BET=AMOUNT such as tie=5, got 'tie'"),
        ("--stake anna@=5", "expected --stake BET=AMOUNT such as tie=5, got 'anna@=5'"),
        ("--stake tie=0", "expected a stake above 0 on bet 'tie', got '0'"),
        ("--stake tie=1 --stake tie=2", "--stake gives 'tie' twice"),
        ("--stake tie=x", "expected an amount of --stake such as 10, 9.50 or 19/2, got 'x'"),
        (
            "--stake tyre=1",
            "unknown bet 'tyre' in variant 'standard'; see baccarat list bets, or name the file that has it "
            "with --bets",
        ),
        ("--stake tie=1 --rounding up --chip 0", "expected a chip above 0, got '0'"),
        ("--stake tie=1 --rounding dwn", "unknown rounding 'dwn'; did you mean 'down'?"),
        (
            "--stake anna@tie=1 --balance ana=5 --balance 7",
            "expected the balance of a bettor who stakes, got 'ana'; did you mean 'anna'?",
        ),
        (
            "--stake tie=1 --balance ana=5",
            "expected the balance of a bettor who stakes, got 'ana'; no stake names its bettor",
        ),
        ("--stake tie=1 --balance -1", "expected a balance of at least 0, got '-1'"),
        ("--stake tie=1 --limits first", "unknown limits 'first'; did you mean 'first-seed'?"),
        ("--stake tie=1 --variant nonesuch", "unknown variant 'nonesuch'"),
        ("--stake tie=1 --stakes none.csv", "cannot read the stakes 'none.csv': no such file or directory"),
        ("--stake tie=1 --pay player=x", "expected a ratio such as"),
    ],
)
def test_bad_options_are_rejected(asked: str, sentence: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "shoe.txt"
    path.write_text(EIGHT_THREE, "utf-8")
    status, out, err = run(str(path), *asked.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"baccarat: {sentence}")


def test_a_record_without_coups_is_not_reported_as_lacking_stakes() -> None:
    with pytest.raises(ba.AnalyzerError, match=r"^a record with one coup or more is required$"):
        settled("decks: 8\n", stake={"banker": 5})


FAULTY_STAKES = """\
coup,bet,stake
0,tie,1
1,,2
1,tie,ten
1,tie,-1
123456789,tie,1
"""


@pytest.mark.parametrize(
    ("name", "text", "sentences"),
    [
        (
            "s.csv",
            "coup,bet\n1,tie\n",
            ["s.csv: a header with the columns coup, bet and stake is required"],
        ),
        (
            "s.csv",
            FAULTY_STAKES,
            [
                "s.csv: line 2: expected a coup's number such as 12, got '0'",
                "s.csv: line 3: the bet of a stake is required, such as banker",
                "s.csv: line 4: expected a stake such as 10, 9.50 or 19/2, got 'ten'",
                "s.csv: line 5: expected a stake of 0 or more, got '-1'",
                "s.csv: line 6: expected a coup's number such as 12, got '123456789'",
            ],
        ),
        (
            "s.csv",
            "shoe,coup,bet,stake\nx,1,tie,1\n",
            ["line 2 of the stakes: expected a shoe of the record, got 'x'; choose from 1"],
        ),
        (
            "s.json",
            '{"bets": []}',
            ["s.json: expected a list of stakes, or one under the key 'entries' or 'stakes'"],
        ),
        (
            "s.json",
            '[{"coup": 1, "bet": "tie", "stake": [1]}]',
            ["s.json: entry 1: expected a stake such as 10, 9.50 or 19/2, got a list"],
        ),
        (
            "s.csv",
            "coup,bet,stake\n1,tie," + "1" * 200_000,
            ["s.csv: line 2: expected CSV: field larger than field limit (131072)"],
        ),
        ("s.json", "[1]", ["s.json: entry 1: expected an object, got '1'"]),
        ("s.json", "[", ["s.json: expected JSON, got other text at line 1, column 2"]),
    ],
)
def test_faulty_stakes_are_rejected(
    name: str, text: str, sentences: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text, "utf-8")
    with pytest.raises(ba.AnalyzerError) as caught:
        settled(EIGHT_THREE, stakes=name)
    assert str(caught.value).splitlines() == sentences


def test_stakes_must_name_their_shoe_if_there_are_several(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("coup,bet,stake\n1,tie,1\n", "utf-8")
    with pytest.raises(ba.AnalyzerError, match="a shoe is required, since the record has several"):
        ba.settle([RecordedShoe("1"), RecordedShoe("2")], stakes=path)


MISTYPED = "unknown bet 'bankr' in variant 'standard'; did you mean 'banker'?"


@pytest.mark.parametrize("in_file", [False, True])
def test_a_mistyped_bet_affects_only_its_own_stakes(in_file: bool, tmp_path: Path, run: Run) -> None:
    path, stakes = tmp_path / "shoe.txt", tmp_path / "stakes.csv"
    coups = f"1. {EIGHT_THREE} player=10\n2. {EIGHT_THREE} banker=20 anna@bankr=500 bankr=7\n"
    path.write_text(re.sub(r" [\w@]+=\d+", "", coups) if in_file else coups, "utf-8")
    stakes.write_text(
        "coup,bettor,bet,stake\n1,,player,10\n2,,banker,20\n2,anna,bankr,500\n2,,bankr,7\n", "utf-8"
    )
    asked = ["--stakes", str(stakes)] if in_file else []
    status, out, _ = run(str(path), *asked, "--format", "json")
    document = json.loads(out)
    assert (status, document["net"]) == (1, "-10")
    assert [(entry["coup"], entry["net"]) for entry in document["entries"]] == [(1, "10"), (2, "-20")]
    where = ("line 4 of the stakes", "line 5 of the stakes") if in_file else ("line 2", "line 2")
    assert [
        (each["kind"], each["where"], each["bettor"], each["deviation"]) for each in document["deviations"]
    ] == [
        ("bet", where[0], "anna", MISTYPED),
        ("bet", where[1], "", MISTYPED),
    ]
    assert [(each["bet"], each["stake"]) for each in document["left_out"]] == [
        ("bankr", "500"),
        ("bankr", "7"),
    ]
    status, out, _ = run(str(path), *asked)
    assert status == 1
    told = " ".join(out.split())
    places = [*map(told.index, ("2 stakes, 507 in all, are on unknown bets", "did you mean", "Settled by"))]
    assert places == sorted(places)


def said(found: Settlement) -> list[tuple[str, str]]:
    return [(each.kind, str(each.what)) for each in found.deviations]


@pytest.mark.parametrize(
    "recorded", ["", " B", " T", " P 5-5", " 5-5"], ids=["no result", "Banker", "Tie", "both", "totals"]
)
def test_a_coup_that_lacks_a_card_has_one_fault_and_settles_nothing(recorded: str) -> None:
    text = f"P:2h,3d B:Th,5c{recorded} banker=10 player=10 tie=10"
    [again] = ba.replay(read_text(text)).shoes
    faults = [str(fault.what) for fault in again.shoe.all_faults]
    found = settled(text)
    assert (faults, reasons(found)) == ([NO_THIRD.format(5)], [("open", NO_THIRD.format(5))] * 3)
    assert said(found) == [("player-did-not-draw", NO_THIRD.format(5))]
    assert (found.net, found.agrees) == (0, False)


TRUE = "the net of the stake of 10 on Banker is recorded as"
DEVIATIONS = {
    "winner": ("P:2,K,3 B:K,6 P banker=10", [("winner", "the result is recorded as Player but is Banker")]),
    "payment": ("P:2,K,3 B:K,6 banker=10:10", [("payment", f"{TRUE} 10 but is 19/2")]),
    "payment of an open stake": (
        "P:2h,3d B:Th,5c banker=10:9.5",
        [("player-did-not-draw", NO_THIRD.format(5)), ("payment", f"{TRUE} 19/2, but the stake is open")],
    ),
    "payment of a cancelled coup": (
        "cancelled banker=10:9.5",
        [("payment", f"{TRUE} 19/2, but the stake is refunded")],
    ),
    "a coup twice": (
        "1. P:2,K,3 B:K,6 banker=1\n2. P:2,K,3 B:K,6 banker=1\n2. P:2,K,4 B:K,6 banker=1",
        [("number", "coup 2 is already recorded; coup 3 is expected")],
    ),
    "nothing": ("P:2,K,3 B:K,6 5-6 B banker=10:9.5\ncancelled tie=1:0", []),
}


@pytest.mark.parametrize(("text", "deviations"), DEVIATIONS.values(), ids=DEVIATIONS)
def test_disagreements_with_the_record_are_listed_first(
    text: str, deviations: list[tuple[str, str]], tmp_path: Path, run: Run
) -> None:
    assert said(settled(text)) == deviations
    path = tmp_path / "shoe.txt"
    path.write_text(text, "utf-8")
    status, out, _ = run(str(path))
    assert status == int(bool(deviations))
    told = " ".join(out.split())
    for _, what in deviations:
        assert told.index(what[:30]) < told.index("Settled by")


def test_the_limits_of_the_library() -> None:
    assert stems("limits") == ("player-banker-difference",)
    seed = limits("first-seed")
    assert seed is limits("player-banker-difference")
    assert [limit.bets for limit in seed.limits if limit.difference] == [("player", "banker")]
    bets = {bet.id for variant in ("standard", "commission-free") for bet in ba.variant(variant).bets}
    assert {bet for limit in seed.limits for bet in limit.bets} == bets


def test_limits_are_compared_by_value_whatever_their_source() -> None:
    one, same = (TableLimits("own", "Own", (), source={"title": title}) for title in ("A page", "A page"))
    assert len({one, same}) == 1
    assert one.digest_value() == same.digest_value() == []


def test_limits_are_listed_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "limits", "--format", "json"]) == 0
    assert [item["id"] for item in json.loads(capsys.readouterr().out)["items"]] == list(stems("limits"))
    assert main(["show", "player-banker-difference", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["limits"][0] == {
        "bets": ["player", "banker"],
        "least": "10",
        "most": None,
        "table": "5000",
        "difference": True,
    }
    path = tmp_path / "mine.toml"
    path.write_text('[[limit]]\nbets = ["player", "banker"]\ndifference = true\ntable = "7/2"\n', "utf-8")
    assert main(["show", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "mine (mine)\n" in shown
    assert "player, banker              –              –             3.5  the difference" in shown


def test_the_limits_shown_on_the_page_of_records_can_be_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "guide" / "records.md").read_text("utf-8")
    (shown,) = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "limits.toml"
    path.write_text(shown, "utf-8")
    sides, tie = limits(str(path)).limits
    assert (sides.difference, sides.table) == (True, 5000)
    assert (tie.least, tie.most, tie.table) == (10, 200, 600)


def test_all_faults_of_a_file_of_limits_are_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        '[[limit]]\nbets = ["tie"]\nleast = "5"\ntable = "4"\nmost = 3.0\n'
        '[[limit]]\nbets = ["tie", "tyre"]\n'
        '[[limit]]\nbets = ["player"]\ndifference = true\nleast = "0"\n',
        "utf-8",
    )
    with pytest.raises(ba.CatalogError) as caught:
        limits(str(path))
    assert str(caught.value).replace(str(path), "FILE").splitlines() == [
        'FILE: limit[1].most: expected a ratio in quotes such as "40" or "19/20", got 3.0',
        "FILE: limit[1].table: expected at least the minimum stake, '5', got '4'",
        "FILE: limit[2].bets[2]: unknown bet 'tyre'; see baccarat list bets",
        "FILE: limit[2]: 'least', 'most' or 'table' is required",
        "FILE: limit[3].least: expected an amount above 0, got '0'",
        "FILE: limit[3].difference: expected two bets and a limit 'table' on the difference between them",
        "FILE: limit[2].bets: expected one limit for bet 'tie', got limit[1] too",
    ]


def test_the_payment_of_a_bet_is_the_net_of_its_entry() -> None:
    coup = dealt("net", 1)[0]
    shoe = RecordedShoe("1", (RecordedCoup(1, drawn=in_order(coup)),))
    for bet in ba.variant("niu-niu").bets:
        found = ba.settle(shoe, variant="niu-niu", stake={bet.id: 3})
        assert payments(bet, settling(bet, coup), Fraction(3), EXACT) == (found.net,)


# Columns and keys that may concern money, and recorded payments and balances.

ONE = '"coup": 1, "player": ["9c", "Kd"], "banker": ["2h", "3d"]'
MONEY_NAMES = {
    "status and late of a stake": (
        "coup,player,banker,status,late,bet,stake\n1,9c Kd,2h 3d,void,yes,tie,1\n",
        "'late'",
    ),
    "void": ("coup,player,banker,void,stakes\n1,9c Kd,2h 3d,yes,tie=1\n", "'void'"),
    "a payment": ("coup,player,banker,stakes,Payout\n1,9c Kd,2h 3d,tie=1,10\n", "'Payout'"),
    "in Chinese": ("局,闲,庄,派彩,stakes\n1,9c Kd,2h 3d,10,tie=1\n", "'派彩'"),
    "in Vietnamese": ("ván,player,banker,Tiền thắng,stakes\n1,9c Kd,2h 3d,10,tie=1\n", "'Tiền thắng'"),
    "in Thai": ("ตาที่,player,banker,ยอดจ่าย,stakes\n1,9c Kd,2h 3d,10,tie=1\n", "'ยอดจ่าย'"),
    "in Korean": ("판,player,banker,배당금,stakes\n1,9c Kd,2h 3d,10,tie=1\n", "'배당금'"),
    "a key of a coup": (f'{{{ONE}, "isVoid": true, "stakes": {{"tie": 1}}}}', "'isVoid'"),
    "a key of a stake": (
        f'{{{ONE}, "stakes": [{{"betOn": "tie", "stakeAmount": 1, "payout": 9}}]}}',
        "'payout'",
    ),
    "a key of a shoe": (f'{{"jackpot": 5, "coups": [{{{ONE}, "stakes": {{"tie": 1}}}}]}}', "'jackpot'"),
}


@pytest.mark.parametrize(("text", "name"), MONEY_NAMES.values(), ids=MONEY_NAMES)
def test_a_name_that_may_concern_money_is_read_or_rejected(text: str, name: str) -> None:
    known = "bet, stake, bettor, net, gain, commission, rounding, held, balance, status, line, reason"
    with pytest.raises(ba.AnalyzerError) as caught:
        settled(text)
    assert str(caught.value) == (
        f"expected no column or key that may concern money except {known}, got {name}; rename it to the one "
        f"that it means, drop it, or ignore it with ignore=[{name}]"
    )
    ignored = name.strip("'")
    assert len(settled(text, ignore=[ignored]).entries) == 1
    [again] = ba.replay(read_text(text)).shoes
    assert [str(fault.what) for fault in again.shoe.faults if fault.kind == "column"] == [
        f"{name} may concern money but is not read; rename it, or ignore it with ignore=..."
    ]
    [again] = ba.replay(read_text(text), ignore=[ignored]).shoes
    assert "column" not in [fault.kind for fault in again.shoe.faults]


WORDS = (
    "P&L PL pnl vig vigorish juice markers ggr ngr nett income account ledger dr cr euro baht dong buyIn "
    "exposure promo state flag valid deleted closed pending unsettled resolved push pushed tied open frozen "
    "excluded counted exception claim error 收益 损益 盈亏 盈利 กำไร ขาดทุน lãi lỗ"
)


def test_words_for_money_in_column_names() -> None:
    assert [word for word in WORDS.split() if not may_concern_money(word)] == []
    harmless = "dealer note comment shift seat players running_count camera decks_left handled_by 荷官 备注"
    assert [word for word in harmless.split() if may_concern_money(word)] == []


def test_names_that_are_not_read_are_reported(tmp_path: Path) -> None:
    lines = (
        f'{{{ONE}, "seat": 2, "meta": {{"a": 1}}, "stakes": [{{"bet": "tie", "stake": 1, "of": "x"}}]}}',
        f'{{{ONE.replace("1", "2", 1)}, "meta": {{"a": 2, "b": [{{"c": 3}}]}}}}',
    )
    found = settled("\n".join(lines))
    assert found.ignored == ("seat", "meta.a", "of", "meta.b.c")
    page = settle_page(found)
    assert page.verdict is not None
    assert [*map(str, page.verdict.details)] == [
        "Columns and keys that were not read: seat, meta.a, of, meta.b.c."
    ]
    ledger = tmp_path / "stakes.csv"
    ledger.write_text("coup,bet,stake,seat no\n1,tie,1,2\n", "utf-8")
    assert settled(f"{{{ONE}}}", stakes=ledger, ignore=["payout"]).ignored == ("seat no",)


def test_nested_names_may_concern_money() -> None:
    text = f'{{{ONE}, "meta": {{"payout": 5, "more": {{"void": true}}}}, "stakes": {{"player": 1}}}}'
    with pytest.raises(ba.AnalyzerError) as caught:
        settled(text)
    assert "got 'meta.payout', 'meta.more.void'; rename" in str(caught.value)
    assert str(caught.value).endswith("with ignore=['meta.payout', 'meta.more.void']")
    assert settled(text, ignore=["meta"]).agrees
    assert settled(text, ignore=["meta.payout", "meta.more.void"]).agrees


def test_the_output_of_settle_is_a_ledger_with_the_stakes_left_out(tmp_path: Path, run: Run) -> None:
    (tmp_path / "record.txt").write_text(f"{EIGHT_THREE} player=10/3 bankr=3\n", "utf-8")
    for form in ("json", "csv"):
        ledger = tmp_path / f"stakes.{form}"
        ledger.write_text(run(str(tmp_path / "record.txt"), "--format", form)[1], "utf-8")
        found = ba.settle(read_text(EIGHT_THREE), stakes=ledger)
        assert [(str(entry.stake), entry.deviations) for entry in found.entries] == [("10/3", ())]
        assert [left.stake.bet for left in found.left_out] == ["bankr"] * (form == "json")


def test_the_line_stated_in_a_ledger_is_compared(tmp_path: Path) -> None:
    ledger = tmp_path / "stakes.csv"
    ledger.write_text(
        "coup,bet,stake,line\n1,player,10,lose\n1,player,10,win\n1,player,10,gewinnt\n", "utf-8"
    )
    found = ba.settle(read_text(EIGHT_THREE), stakes=ledger)
    said = "the line of the stake of 10 on Player is recorded as lose but is win"
    assert [[*map(str, entry.deviations)] for entry in found.entries] == [[said], [], []]


def test_a_ledger_replaces_the_stakes_of_the_record(tmp_path: Path) -> None:
    ledger = tmp_path / "stakes.csv"
    ledger.write_text("coup,bet,stake\n1,player,10\n", "utf-8")
    found = ba.settle(read_text(f"{EIGHT_THREE} tie=1:5 banker=1"), stakes=ledger)
    said = "The stakes are those of the ledger: 2 stakes of the record itself are ignored."
    assert said in [*map(str, settle_verdict(found).details)]


@pytest.mark.parametrize(
    ("asked", "what"),
    [
        ({"stake": {"player": "1.000"}}, "a stake"),
        ({"stake": {"player": 1}, "balance": "1.000"}, "a balance"),
    ],
)
def test_an_amount_that_may_be_thousands_is_rejected(asked: dict[str, object], what: str) -> None:
    with pytest.raises(ba.AnalyzerError) as caught:
        settled(EIGHT_THREE, **asked)
    assert str(caught.value) == (
        f"expected {what} such as 10, 9.50 or 19/2, got '1.000', which may mean 1.0000 or 1000; write the "
        "one that is meant"
    )


@pytest.mark.parametrize("word", ["player=10:", "anna@player=10:"])
def test_a_missing_net_is_a_fault(word: str) -> None:
    found = ba.settle(read_text(f"{EIGHT_THREE} player=1 {word}"))
    assert [str(missed.why) for missed in found.missed] == [
        f"expected the net of a stake after the colon, such as banker=10:-10, got '{word}'"
    ]


def test_stakes_outside_a_coup_are_not_ignored() -> None:
    found = settled(f'{{"coups": [{{{ONE}, "stakes": {{"player": 1}}}}], "stakes": [{{"bet": "tie"}}]}}')
    assert [str(missed.why) for missed in found.missed] == ["expected stakes in the object of their coup"]


def test_a_name_is_ignored_on_the_command_line(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "shoe.csv"
    path.write_text("coup,player,banker,late,stakes\n1,9c Kd,2h 3d,no,tie=1\n", "utf-8")
    assert run(str(path))[0] == 2
    assert run(str(path), "--ignore", "late")[0] == 0


LEDGERS = {
    "late": (
        "coup,bet,stake,late\n1,tie,1,yes\n",
        "line 1: expected no column or key that may concern money",
    ),
    "win or loss": (
        "coup,bet,stake,win/loss\n1,tie,1,5\n",
        "line 1: expected no column or key that may concern",
    ),
    "void": (
        "coup,bet,stake,status\n1,tie,1,void\n",
        "line 2: expected the status of a stake, one of settled,",
    ),
    "thousands": (
        "coup,bet,stake\n1,tie,1,000\n",
        "line 2: expected 3 cells as in the header, got 4; write amounts",
    ),
    "thousands or decimals": (
        "coup;bet;stake\n1;tie;1.000\n",
        "line 2: expected a stake such as 10, 9.50 or 19/2, got '1.000', which may mean 1.0000 or 1000",
    ),
    "one name twice": (
        "coup,bet,stake,stake\n1,tie,1,2\n",
        "line 1: expected one column or key for the stake, got 'stake' and",
    ),
    "two stakes": (
        "coup,bet,stake,Amount\n1,tie,1,2\n",
        "line 1: expected one column or key for the stake, got 'stake' and",
    ),
    "a reason without a status": (
        "coup,bet,stake,reason\n1,tie,1,late\n",
        "line 2: the status of a stake is required if it has a reason, 'late'",
    ),
    "decimals of another amount": (
        "coup,bet,stake,net,net_decimal\n1,tie,1,10/3,3.3334\n",
        "line 2: expected net_decimal to be the rounded net, '10/3', got '3.3334'",
    ),
    "decimals alone": (
        "coup,bet,stake,net_decimal\n1,tie,1,3.3333\n",
        "line 2: the exact net is required in addition to net_decimal, '3.3333'",
    ),
    "the result of a stake": (
        "coup,bet,stake,result\n1,tie,1,lose\n",
        "line 1: expected no column or key that may concern money",
    ),
    "keys beside the list": (
        '{"entries": [{"coup": 1, "bet": "tie", "stake": 1}], "net": "9"}',
        "expected no column or key that may concern money",
    ),
    "a key": (
        '[{"coup": 1, "bet": "tie", "stake": 1, "refunded": 1}]',
        "entry 1: expected no column or key that may",
    ),
}


@pytest.mark.parametrize(("text", "why"), LEDGERS.values(), ids=LEDGERS)
def test_a_ledger_is_read_as_written_or_rejected(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "stakes"
    path.write_text(text, "utf-8")
    with pytest.raises(ba.AnalyzerError) as caught:
        settled(EIGHT_THREE, stakes=path)
    assert str(caught.value).startswith(f"{path}: {why}")


@pytest.mark.parametrize("where", ["record", "ledger", "json"])
def test_recorded_balances_and_payments_are_checked(where: str, tmp_path: Path) -> None:
    columns = ("coup", "bet", "stake", "status", "commission", "net", "balance")
    rows = [
        ("1", "banker", "20", "settled", "1", "19", "119"),
        ("2", "banker", "20", "settled", "0", "20", "139"),
        ("2", "player", "10", "push", "0", "0", "139"),
    ]
    hands = "2 K 3,K 6"
    if where == "record":
        head = ",".join(columns)
        text = f"{head},player,banker\n" + "".join(f"{','.join(row)},{hands}\n" for row in rows)
        # One line per stake: the cards of a coup are in each of its lines.
        found = settled(text)
    else:
        path = tmp_path / "stakes"
        entries = [dict(zip(columns, row, strict=True)) for row in rows]
        lines = "".join(f"{','.join(row)}\n" for row in (columns, *rows))
        path.write_text(json.dumps(entries) if where == "json" else lines, "utf-8")
        found = settled(f"1. {BANKER_SIX}\n2. {BANKER_SIX}", stakes=path)
    told = "of the stake of {} on {} is recorded as {} but is {}"
    assert said(found) == [
        ("payment", f"{part} {told.format(*values)}")
        for part, *values in (
            ("the net", 20, "Banker", 20, 19),
            ("the commission", 20, "Banker", 0, 1),
            ("the balance after the entry", 20, "Banker", 139, 138),
            ("the net", 10, "Player", 0, -10),
            ("the balance after the entry", 10, "Player", 139, 128),
            ("the status", 10, "Player", "push", "settled"),
        )
    ]


def test_an_unreadable_amount_does_not_affect_other_stakes() -> None:
    for text in (
        f"{BANKER_SIX} player=1O banker=20 tie=5",
        "coup,player,banker,stake:player,stake:banker,stake:tie\n1,2 K 3,K 6,1O,20,5\n",
        json.dumps({"player": "2 K 3", "banker": "K 6", "stakes": {"player": "1O", "banker": 20, "tie": 5}}),
    ):
        found = settled(text)
        assert [(entry.bet.id, str(entry.net)) for entry in found.entries] == [
            ("banker", "19"),
            ("tie", "-5"),
        ]
        [missed] = found.missed
        assert str(missed.why) == "expected a stake such as 10, 9.50 or 19/2, got '1O'"
        assert not found.agrees


@pytest.mark.parametrize("procedure", ["mini", "cut-card-coup-last", "reserve-cards", "own"])
def test_a_record_dealt_by_a_procedure_agrees_with_its_settlement(procedure: str) -> None:
    dealt = ba.deal_shoe(shoe="1", seed=4, procedure="mini" if procedure == "own" else procedure)
    shoe = dealt.recorded("1", {"decks": "1", "procedure": procedure})
    assert [str(fault.message) for fault in ba.replay(shoe).shoes[0].shoe.all_faults] == []
    assert said(ba.settle(shoe, stake={"banker": 10})) == []


def test_parts_that_are_not_checked_are_reported(run: Run, tmp_path: Path) -> None:
    """A coup known only by its result is settled by that result; an ignored column is named."""
    record = tmp_path / "r.csv"
    record.write_text("coup,winner,stake:banker,void\n1,B,10,\n2,B,10,yes\n", encoding="utf-8")
    status, out, _ = run(str(record), "--ignore", "void")
    lines = " ".join(out.split())
    assert status == 0
    assert "Columns and keys that were not read: void." in lines
    assert "2 coups without all their cards are settled by the results that the record gives" in lines
    with_cards = tmp_path / "r.txt"
    with_cards.write_text("P:Kh,7d B:Th,4c,2h P banker=10\n", encoding="utf-8")
    assert "nothing checks" not in run(str(with_cards))[1]


def test_the_reason_of_a_stake_is_next_to_its_status() -> None:
    found = settled(f"{EIGHT_THREE} player=60 banker=10", limits=DIFFERENCE)
    (table,) = (table for table in settle_page(found).tables if str(table.title) == "2 stakes")
    heads = [str(column.head) for column in table.columns]
    assert heads.index("Reason") == heads.index("Status") + 1
