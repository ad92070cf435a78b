"""`baccarat deal`: shoes of a seed, coup by coup, as pages, documents and records."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from suite import Read, Run

import analyzer as ba
from analyzer.ask.deal import dealing, records
from analyzer.catalog import load
from analyzer.catalog.procedures import procedure
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.play.record import Outcome, RecordedCoup
from analyzer.records import read, read_text


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "deal")


def test_a_shoe_is_shown_coup_by_coup(run: Run) -> None:
    status, out, err = run("--seed", 7)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Standard baccarat: shoe 1 from seed 7"
    for line in (
        "Burned            7♥ and 7 cards, face down",
        "Cut card          34 cards behind it; it shows in coup 77",
        "Left in the shoe  31 cards",
        "Coup  Player      Total  Banker      Total  Winner  Remarks",
        "   2  9♥ J♠           9  K♣ 6♠           6  Player  natural",
        "  17  Q♠ Q♦ Q♠        0  6♣ 6♠ K♦        2  Banker  Player pair, Banker pair",
        "  77  7♥ 9♦           6  J♦ 4♦ Q♥        4  Player  cut card",
        "Banker          40  51.95%",
    ):
        assert line in lines
    assert run("--seed", 7)[1] == out


def test_reserve_cards_are_shown_where_they_stay(run: Run, read: Read) -> None:
    _, out, _ = run("--seed", 3, "--procedure", "second-seed")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "   1  3♠ 6♥           9  9♠ A♠            0  Player  10♠ A♥  natural" in lines
    assert "   2  10♠ 5♠ 6♣       1  A♥ Q♣ 7♥         8  Banker" in lines
    assert "Cards turned      by the dealer, both Player cards, then both Banker cards" in lines
    _, out, _ = run("--decks", 1, "--procedure", "second-seed")
    lines = out.splitlines()
    assert "   7  Q♣ 6♥          6  10♥ 8♣        8  Banker  4♠ 9♣   natural, cut card" in lines
    assert "Left in the shoe  12 cards" in lines
    assert read("--decks", 1, "--procedure", "second-seed")["shoes"][0]["left"] == 14


@pytest.mark.parametrize("format", ["md", "csv", "html", "latex"])
def test_every_format_is_written(run: Run, format: str) -> None:
    status, out, err = run("--procedure", "midi", "--format", format, "--roads")
    assert (status, err) == (0, "")
    assert "Bpn" in out or "Bn" in out


def test_the_document_says_what_was_dealt(run: Run) -> None:
    _, out, _ = run("--seed", 3, "--shoe", 2, "--procedure", "reserve-cards", "--format", "json", "--roads")
    document = json.loads(out)
    assert list(document) == ["schema", "about", "shoes"]
    assert (document["schema"], document["about"]["seed"]) == ("baccarat-deal/2", 3)
    (read,) = document["shoes"]
    assert list(read)[:9] == [
        *("variant", "rules", "procedure", "seed", "shoe", "burned", "cut_card", "coups", "left")
    ]
    dealt = ba.deal_shoe(seed=3, number=2, procedure="reserve-cards")
    assert (read["decks"], read["number"]) == (8, 2)
    assert read["burned"] == [str(dealt.burned[0]), *["?"] * (len(dealt.burned) - 1)]
    assert (read["cut_card"], read["left"]) == (dealt.cut_card, dealt.left)
    for said, found in zip(read["coups"], dealt.coups, strict=True):
        coup = found.coup
        assert said == {
            "coup": found.number,
            "cards": list(map(str, found.cards)),
            "player": list(map(str, coup.player)),
            "banker": list(map(str, coup.banker)),
            "player_total": coup.player_total,
            "banker_total": coup.banker_total,
            "winner": coup.winner,
            "outcome": str(Outcome.of(coup)),
            **({"cut": True} if found.number == dealt.cut_coup else {}),
            "turned": [
                "p1",
                "p2",
                "b1",
                "b2",
                *(
                    f"{hand[0]}3"
                    for hand, cards in (("p", coup.player), ("b", coup.banker))
                    if len(cards) == 3
                ),
            ],
            "unused": list(map(str, found.unused)),
        }
    assert read["roads"] == ba.roads(list(map(str, dealt.outcomes))).to_dict()


def test_the_cards_add_up_to_the_shoe() -> None:
    for how in ("random-cut-card", "reserve-cards", "to-the-end"):
        dealt = ba.deal_shoe(shoe=2, procedure=how, seed=11)
        gone = [*dealt.burned, *(card for found in dealt.coups for card in found.cards)]
        assert ba.Shoe.decks(2).without(gone).size == dealt.left


def test_several_shoes_have_a_row_each_and_equal_those_dealt_alone(run: Run) -> None:
    _, out, _ = run("--shoe", 3, "--shoes", 3, "--decks", 2, "--digits", 0)
    dealt = [ba.deal_shoe(shoe=2, number=number) for number in (3, 4, 5)]
    rows = [line.split() for line in out.splitlines() if line[:1] in ("3", "4", "5")]
    assert [tuple(map(int, row)) for row in rows] == [
        (
            number,
            len(shoe.burned),
            shoe.cut_card,
            shoe.cut_coup,
            len(shoe.coups),
            *(
                sum(outcome.winner == winner for outcome in shoe.outcomes)
                for winner in ("banker", "player", "tie")
            ),
            shoe.left,
        )
        for number, shoe in zip((3, 4, 5), dealt, strict=True)
    ]
    _, out, _ = run("--shoe", 3, "--shoes", 3, "--decks", 2, "--format", "json", "--roads")
    assert [len(said["coups"]) for said in json.loads(out)["shoes"]] == [len(shoe.coups) for shoe in dealt]
    assert out == json.dumps(json.loads(out), ensure_ascii=False, indent=1) + "\n"


def test_roads_are_drawn_below_a_page(run: Run) -> None:
    _, out, _ = run("--decks", 2, "--roads")
    assert out.index("Share") < out.index("Bead plate") < out.index("Big road") < out.index("Cockroach road")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["shoes.txt", "shoes.csv", "shoes.jsonl", "shoes.json"])
def test_a_record_reads_back_as_it_was_dealt(run: Run, name: str) -> None:
    status, _, err = run("--decks", 2, "--shoes", 2, "--record", name, "--procedure", "second-seed")
    assert (status, err) == (0, f"wrote {name!r}\n")
    dealt = list(records(dealing(shoe=2, procedure="second-seed"), 1, 2))
    found = list(read(name))
    assert [shoe.unread for shoe in found] == [(), ()]
    for said, meant in zip(found, dealt, strict=True):
        assert (said.id, said.burned, said.settings) == (meant.id, meant.burned, meant.settings)
        assert [placeless(coup) for coup in said.coups] == [placeless(coup) for coup in meant.coups]


def placeless(coup: RecordedCoup) -> RecordedCoup:
    """A recorded coup without its place in the file."""
    return replace(coup, where="")


def test_the_json_document_is_a_record_too(run: Run) -> None:
    _, out, _ = run("--decks", 2, "--format", "json")
    [meant] = records(dealing(shoe=2))
    [found] = read_text(out)
    assert found.unread == ()
    assert found.burned == meant.burned
    assert [(c.number, c.player, c.banker, c.winner, c.cut) for c in found.coups] == [
        (c.number, c.player, c.banker, c.winner, c.cut) for c in meant.coups
    ]


def test_a_record_names_only_what_a_reader_can_look_up(tmp_path: Path) -> None:
    own = ba.Procedure("own", "Own", burn=3, cut_card=20)
    [record] = records(dealing("ez-baccarat", "A=9 2=9 3=9 9=9", procedure=own, seed=5))
    assert record.settings == {
        "variant": "ez-baccarat",
        "remaining": str(ba.Shoe.parse("A=9 2=9 3=9 9=9")),
        "rules": "punto-banco",
        "procedure": "own",
        "cut_card": "20",
        "seed": "5",
    }


@pytest.mark.parametrize("name", ["cut-14", "mine"])
def test_a_procedure_of_a_file_is_not_mistaken_for_the_librarys(run: Run, name: str) -> None:
    """Even if both have the same name: otherwise a correct shoe would be replayed with faults."""
    Path(f"{name}.toml").write_text('burn = 3\nseen = "all"\ncut_card = 20\nextra_coups = 0\n', "utf-8")
    asked = ("--decks", 1, "--procedure", f"{name}.toml", "--format", "json", "--record", "shoe.csv")
    document = json.loads(run(*asked)[1])
    assert document["shoes"][0]["procedure"] == "own"
    assert document["about"]["options"] == {"procedure": name}
    for found in (read_text(json.dumps(document)), read("shoe.csv")):
        replay = ba.replay(found)
        assert (replay.shoes[0].procedure, replay.faults) == (None, 0)


@pytest.mark.parametrize("name", ["txt", "csv", "jsonl", "json"])
@pytest.mark.parametrize(
    "options", [("--extra-coups", 1), ("--reserve",), ("--burn", 30)], ids=lambda options: options[0]
)
def test_a_procedure_changed_by_options_is_replayed_without_a_fault(
    run: Run, options: tuple[object, ...], name: str
) -> None:
    """The changed procedure determines the coups after the cut card, and the last one before the reserve."""
    asked = ("--decks", 1, "--cut-card", 20, "--shoes", 4, *options)
    _, out, _ = run(*asked, "--format", "json", "--record", f"shoe.{name}")
    found = (list(read(f"shoe.{name}")), list(read_text(out)))
    assert [(len(shoes), ba.replay(shoes).faults) for shoes in found] == [(4, 0), (4, 0)]


@pytest.mark.parametrize(("name", "said"), [("punto-banco", "own"), ("draws", "draws")])
def test_replay_asks_for_rules_of_a_file_instead_of_using_the_librarys(
    run: Run, name: str, said: str
) -> None:
    grid = str(load.rules("punto-banco").tableau).replace("7 S S", "7 D D")
    keys = "player_draws = [0, 1, 2, 3, 4, 5]\nnaturals = [8, 9]"
    Path(f"{name}.toml").write_text(f"{keys}\nbanker = '''\n{grid}\n'''\n", "utf-8")
    _, out, _ = run("--rules", f"{name}.toml", "--format", "json", "--record", "shoe.txt")
    assert json.loads(out)["shoes"][0]["rules"] == said
    for found in (list(read_text(out)), list(read("shoe.txt"))):
        for asked in (ba.replay, lambda shoes: ba.settle(shoes, stake={"tie": 1})):
            hint = r"\(if the rules are a file of yours, name the file with rules=...\)"
            with pytest.raises(AnalyzerError, match=f"^shoe '1': unknown rules '{said}'; .* {hint}$"):
                asked(found)
        assert ba.replay(found, rules=f"{name}.toml").faults == 0


def test_options_change_the_procedure(run: Run) -> None:
    steps = ["--burn", 2, "--burn-seen", "all", "--cut-card", "20..25", "--extra-coups", 1, "--reserve"]
    _, out, _ = run("--format", "json", *steps)
    (read,) = json.loads(out)["shoes"]
    assert read["procedure"] == "own"
    assert read["steps"] == {
        "burn": 2,
        "seen": "all",
        "cut_card": [20, 25],
        "extra_coups": 1,
        "reserve": True,
        "turning": "as-dealt",
        "handled_by": "dealer",
    }
    assert "?" not in read["burned"] and len(read["burned"]) == 2
    assert [coup["coup"] for coup in read["coups"] if coup.get("cut")] == [len(read["coups"]) - 1]


def test_deal_shoe_rejects_what_cannot_be_dealt() -> None:
    with pytest.raises(ShoeError, match="a shoe given by points cannot be dealt"):
        ba.deal_shoe(shoe="0=200 9=200")
    for number in (0, True, "1"):
        with pytest.raises(AnalyzerError, match="expected the number of a shoe from 1 to"):
            ba.deal_shoe(number=number)  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match="expected at least one shoe to deal, got 0"):
        next(dealing().dealt(1, 0))
    assert ba.procedure("first-seed") == procedure("random-cut-card")
