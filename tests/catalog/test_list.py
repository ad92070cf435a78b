"""`baccarat list` with `--where`: bets found by names, ids, needs and figures; malformed filters."""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from suite import Run

import analyzer as ba
from analyzer import __version__
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.catalog.readers import read_uncomputable
from analyzer.catalog.search import Filter, search
from analyzer.catalog.toml_table import read_toml
from analyzer.cli.main import main
from analyzer.errors import CatalogError
from analyzer.report.names import excluded_clauses

EIGHT = ba.Shoe.decks(8)


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "list")


@pytest.fixture
def listed(run: Run) -> Callable[..., list[dict[str, Any]]]:
    """The entries of the items that the filters keep."""

    def go(sort: str, *filters: str, more: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        where = [part for text in filters for part in ("--where", text)]
        status, out, err = run(sort, *where, *more, "--format", "json")
        assert status == 0
        assert all(remark.startswith("left out: ") for remark in err.splitlines()), err
        found: list[dict[str, Any]] = json.loads(out)["items"]
        return found

    return go


def bet(id: str, when: str, *prices: int, **said: Any) -> tuple[Bet, ...]:
    """A bet at several prices, in the form that the library uses."""
    lines = [Line("win", Condition.parse(when), Fraction(price)) for price in prices]
    named = {"name": id.replace("-", " ").title(), **said}
    return tuple(Bet(id, lines=(line,), paytable=str(line.net), **named) for line in lines)


PAIR = bet("either-pair", "player_pair or banker_pair", 5, 6, names={"zh-Hans": "任意对子"}, family="pairs")
TIE = bet("tie", "tie", 8, 9, aliases=("draw", "stand-off"), note="Equal totals.", family="tie")
SUITED = bet("suited-pair", "player_suited_pair", 25, family="pairs", source="A Sheet of 2020")
BANKER = bet("banker", "banker_wins", 1, names={"vi": "Nhà Cái", "ko": "뱅커"})
ALL = (PAIR, TIE, SUITED, BANKER)


def kept(*where: str) -> list[str]:
    """The ids of the bets that filters keep out of four bets."""
    found, left_out = search(ALL, where, EIGHT)
    assert left_out == ()
    return [one.item[0].id for one in found if isinstance(one.item, tuple)]


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        (["PAIR"], ["either-pair", "suited-pair"]),
        (["either pair"], ["either-pair"]),
        (["either-pair"], ["either-pair"]),
        (["对子"], ["either-pair"]),
        (["nhà cái"], ["banker"]),
        (["뱅커"], ["banker"]),
        (["stand off"], ["tie"]),
        (["alias=draw"], ["tie"]),
        (["name=draw"], []),
        (["equal totals"], ["tie"]),
        (["note=equal"], ["tie"]),
        (["2020"], ["suited-pair"]),
        (["source=sheet"], ["suited-pair"]),
        (["family=pairs"], ["either-pair", "suited-pair"]),
        (["id=pair"], ["either-pair", "suited-pair"]),
        (["needs=points"], ["tie", "banker"]),
        (["needs=ranks"], ["either-pair"]),
        (["needs=cards"], ["suited-pair"]),
        (["needs=suits"], ["suited-pair"]),
        (["pair", "needs=cards"], ["suited-pair"]),
        (["pair", "tie"], []),
        (["edge<0"], ["either-pair"]),
        (["edge<-10%"], []),
        (["edge>10%", "edge=..15%"], ["either-pair", "tie"]),
        (["hit>=10%"], ["either-pair", "banker"]),
        (["hit = 1% .. 2%"], ["suited-pair"]),
        (["rtp=..50%"], ["suited-pair"]),
        (["push=0"], ["either-pair", "tie", "suited-pair", "banker"]),
        (["push>0.0"], []),
        (["pays>=8"], ["tie", "suited-pair"]),
        (["pays=8"], ["tie"]),
        (["pays<8"], ["either-pair", "banker"]),
        (["pays=9"], ["tie"]),
        (["pays=10"], []),
    ],
)
def test_filters(where: list[str], ids: list[str]) -> None:
    assert kept(*where) == ids


def test_bounds_are_exact() -> None:
    assert kept("tie", "edge>14%", "edge<14.3597%") == ["tie"]
    assert kept("tie", "edge>14%", "edge<14.3596%") == []
    pair = ba.odds(bets=["player-pair"])["player-pair"]
    assert (pair.hit_rate, pair.house_edge) == (Fraction(31, 415), Fraction(43, 415))
    found, _ = search([(pair.bet,)], ["hit=31/415", "edge=43/415..43/415"], EIGHT)
    assert [one.valuation for one in found] == [pair]
    assert search([(pair.bet,)], ["hit<31/415"], EIGHT) == ([], ())
    assert len(search([(pair.bet,)], ["hit<=31/415", "hit>=31/415"], EIGHT)[0]) == 1


def test_every_price_of_a_bet_is_considered() -> None:
    lucky = load.library()["lucky-6"]
    for where, reference in (
        (["pays=20"], "lucky-6/12-20"),
        (["pays=23"], "lucky-6/12-23"),
        (["pays=12"], "lucky-6/12-20"),
        (["pays=12", "edge=11%..12%"], "lucky-6/12-23"),
    ):
        [found], _ = search([lucky], where, EIGHT)
        assert (found.item, found.valuation and found.valuation.bet.reference) == (lucky, reference)
    assert search([lucky], ["pays=13..19"], EIGHT) == ([], ())


def test_a_bet_that_never_wins_pays_0() -> None:
    assert [one.item for one in search([bet("lost", "tie", 0)], ["pays=0", "push>9%"], EIGHT)[0]] == [
        bet("lost", "tie", 0)
    ]


def test_entries_state_the_texts_that_filters_search(listed: Callable[..., list[dict[str, Any]]]) -> None:
    [tie] = [entry for entry in listed("bets", "id=tie", "和局", "pays=8") if entry["id"] == "tie"]
    keys = "id name source names aliases family needs rules inside_coup paytables"
    assert list(tie) == [*keys.split(), "reference", "house_edge", "hit_rate", "push_rate", "rtp"]
    assert (tie["id"], tie["family"], tie["needs"]) == ("tie", "tie", "points")
    assert tie["paytables"][:2] == ["8", "9"]
    assert tie["house_edge"] == "103841353768/723147898655"
    assert tie["hit_rate"] == "619306544887/6508331087895"
    assert all(list(entry) == keys.split() for entry in listed("bets", "id=tie", "和局"))


def test_other_shoes(listed: Callable[..., list[dict[str, Any]]]) -> None:
    for shoe in (("--decks", "1"), ("--remaining", "A=2 2=2 9=9 T=9")):
        found = listed("bets", "id=player-pair", "pays=11", more=shoe)
        [pair] = [entry for entry in found if entry["id"] == "player-pair"]
        value = ba.odds(shoe=shoe[1], bets=["player-pair"])["player-pair"]
        assert pair["house_edge"] == str(value.house_edge)


def test_variants_and_rules_are_found_by_words(listed: Callable[..., list[dict[str, Any]]]) -> None:
    assert [item["id"] for item in listed("variants", "牛牛")] == ["niu-niu"]
    assert [item["id"] for item in listed("rules", "กฎ")] == ["thai-literal"]
    assert listed("rules", "no such word") == []


def test_names_in_a_language(listed: Callable[..., list[dict[str, Any]]]) -> None:
    for language, sort, word, name in (
        ("zh-Hans", "variants", "niu niu", "牛牛百家乐"),
        ("zh-Hans", "bets", "id=player-pair", "闲对"),
        ("ko", "rules", "id=thai-literal", "뱅커가 플레이어 합계에 따라 드로"),
    ):
        assert name in [item["name"] for item in listed(sort, word, more=("--lang", language))]


def test_claims_are_found_by_bet_quantity_and_printed_figure(
    listed: Callable[..., list[dict[str, Any]]],
) -> None:
    found = listed("claims", "tie/9", "house edge", "4.84")
    assert found
    for claim in found:
        assert list(claim) == ["id", "name", "source"]
        assert claim["name"].startswith("tie at 9: house edge 4.84")


def test_uncomputable_items_are_listed_with_the_reason(
    listed: Callable[..., list[dict[str, Any]]],
) -> None:
    found = listed("uncomputable", "id=lightning baccarat")
    assert [list(item)[:3] for item in found] == [["id", "name", "source"]]
    assert found[0]["reason"] == load.uncomputable()["lightning-baccarat"].reason
    assert listed("uncomputable", "reason=multipliers")


def test_every_bet_is_found_by_its_own_name_and_aliases() -> None:
    for prices in load.library().values():
        for word in (prices[0].id, *prices[0].names.values(), *prices[0].aliases):
            [[found], _] = search([prices], [word], EIGHT)
            assert found.item is prices, word


def test_text(run: Run) -> None:
    status, out, err = run("bets", "--where", "natural", "--where", "family=naturals", "--where", "pays=3.5")
    assert (status, err) == (0, "")
    assert out.rpartition("\nbets sha256:")[0] == (
        "Bets of the library\n\n"
        "Id              Name            Pays  Hit rate  House edge\n"
        "--------------  --------------  ----  --------  ----------\n"
        "banker-natural  Banker Natural  3.5   18.9435%    14.7544%\n"
        "player-natural  Player Natural  3.5   18.9435%    14.7544%\n\n"
        "2 bets.\n"
        "`baccarat show ID` shows one in full.\n"
        "`baccarat list uncomputable` lists games and bets that the shoe alone does not\n"
        "decide.\n"
        "Each bet is valued at the first of its prices that match the filters: 8 decks,\n"
        "rules Punto banco.\n"
        "Exact values, shown to 4 decimals, rounded half to even.\n\n"
        "4 more columns, in other formats only: Family, Needs, Prices, Source.\n\n"
        f"baccarat {__version__}, shoe 8 decks"
    )
    _, out, _ = run("bets", "--where", "id=tie max", "--decks", "6")
    assert "low-tie-max   Low Tie Max" in out and ": 6 decks,\nrules Punto banco.\n" in out
    assert run("bets", "--where", "nonesuch")[1].split("\n")[5] == "0 bets."
    _, out, _ = run("bets")
    assert max(map(len, out.split("\n"))) <= 80
    heads = [line.split()[0] for line in out.split("\n")[4:] if line[:1].isalpha() and "  " in line]
    assert len(heads) == len(set(heads))


@pytest.mark.parametrize("where", ["edge<5%", "needs=ranks"])
def test_only_bets_can_be_filtered_by_value(run: Run, where: str) -> None:
    sentence = f"only bets have {where[: 4 if where[1] == 'd' else 5]!r}; filter them with baccarat list bets"
    assert run("rules", "--where", where) == (2, "", f"baccarat: {sentence}\n")


def test_a_filter_is_read_once() -> None:
    assert Filter.parse(" edge >= 1/20 ") == Filter("edge", bounds=((">=", Fraction(1, 20)),))
    with pytest.raises(CatalogError):
        Filter.parse("edge==5%")


@pytest.mark.slow
def test_every_bet_of_the_library_at_once(run: Run) -> None:
    bets = [prices for prices in load.library().values() if prices[0].family != "seven-up"]
    first = ba.odds(bets=["*"])
    assert [value.bet for value in first.valuations] == [prices[0] for prices in bets]
    every = ba.odds(bets=["*/*"])
    assert [value.bet for value in every.valuations] == [bet for prices in bets for bet in prices]
    seven_up = ba.odds("seven-up", bets=["*"])
    why = "depends on a suit that rules player-first-7 leave open"
    assert {str(why) for _, why in seven_up.question.unavailable} == {why}
    assert {"all-black", "perfect-pair"} < {bet.id for bet, _ in seven_up.question.unavailable}
    assert {*seven_up, *(bet.id for bet, _ in seven_up.question.unavailable)} == set(load.library())
    with pytest.raises(ba.ConditionError, match="Player's first card"):
        ba.odds("seven-up", bets=["*", "all-black"])
    assert every["tie/9"].house_edge == ba.odds(bets=["tie/9"])["tie"].house_edge


def test_bets_that_the_shoe_is_too_coarse_for_are_left_out() -> None:
    points = ba.Shoe.decks(8).coarsen("points")
    report = ba.odds(shoe=points, bets=["*", "tie"])
    assert "player-pair" in {bet.id for bet, _ in report.too_coarse}
    assert report["tie"].house_edge == ba.odds(bets=["tie"])["tie"].house_edge
    with pytest.raises(ba.ShoeError, match="bet 'player-pair/11' needs ranks"):
        ba.odds(shoe=points, bets=["*", "player-pair"])


def test_show_states_why_a_bet_cannot_be_computed(capsys: pytest.CaptureFixture[str]) -> None:
    reason = load.uncomputable()["lightning-baccarat"].reason
    assert main(["show", "lightning-baccarat", "--format", "json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["id"], shown["reason"]) == ("lightning-baccarat", reason)
    assert main(["show", "lightning-baccarat"]) == 0
    assert (
        "The shoe alone does not decide this bet or game, so its odds cannot be computed here."
        in " ".join(capsys.readouterr().out.split())
    )
    assert main(["show", "lightning-baccarat/8"]) == 2
    sentence = f"bet 'lightning-baccarat' cannot be computed from the shoe alone: {reason}"
    assert capsys.readouterr() == ("", f"baccarat: {sentence}\n")


# bets with other rules, or offered inside a coup

SEVEN_UP = [("seven-up-banker", "9-5"), ("seven-up-tie", "9-7"), ("super-sevens", "700-70-17-5-2")]
INSURANCE = [
    "insurance-banker-wins",
    "insurance-banker-wins-tie-loses",
    "insurance-player-wins",
    "insurance-player-wins-tie-loses",
    "insurance-tie",
]


def test_bets_with_other_rules_are_valued_under_those_rules(run: Run) -> None:
    first, last = load.library()["seven-up-banker"], load.library()["tie"]
    found, left_out = search([last, first], ["edge>0"], EIGHT)
    assert [one.item for one in found] == [last, first]
    assert left_out == ()
    assert [one.valuation for one in found] == [
        ba.odds(bets=["tie"])["tie"],
        ba.odds("seven-up", 8, bets=["seven-up-banker"])["seven-up-banker"],
    ]
    out = run("bets", "--where", "family=seven-up", "--where", "edge<0")[1]
    assert "\n0 bets.\n" in out
    out = run("bets", "--where", "family=seven-up", "--decks", "8")[1]
    assert out.rpartition("\nbets sha256:")[0].endswith(
        "rules Punto banco.\n"
        "Valued under rules Punto banco, Player begins with a seven: seven-up-banker,\n"
        "seven-up-tie, super-sevens.\n"
        "Exact values, shown to 4 decimals, rounded half to even.\n\n"
        "4 more columns, in other formats only: Family, Needs, Prices, Source.\n\n"
        f"baccarat {__version__}, shoe 8 decks"
    )


def test_all_bets_means_all_bets_for_these_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    report = ba.odds(bets=["*"])
    assert [(bet.id, bet.paytable) for bet, _ in report.question.unavailable] == SEVEN_UP
    assert not {name for name, _ in SEVEN_UP} & set(report)
    assert main(["odds", "--bet", "*"]) == 0
    out, err = capsys.readouterr()
    for name, price in SEVEN_UP:
        why = "is dealt under rules player-first-7, not punto-banco"
        assert f"left out: bet '{name}/{price}' {why}\n" in err
        assert f"Left out: {load.library()[name][0].name}, which {why}.\n" in out
    assert main(["odds", "--bet", "*", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr()[0])["omitted"] == [name for name, _ in SEVEN_UP]
    assert set(ba.ways("standard", [[32] * 13], bets=["player-pair", "super-sevens"])[0]) == {
        "player-pair",
        "super-sevens",
    }


def test_a_bet_with_other_rules_can_be_requested_by_name() -> None:
    points = ba.Shoe.decks(8).coarsen("points")
    for bets in (["super-sevens"], ["super-sevens", "*"], ["*", "super-sevens"]):
        report = ba.odds(shoe=points, bets=bets)
        assert "super-sevens" in report
        assert len(report.question.unavailable) == (2 if "*" in bets else 0)


def test_a_bet_offered_inside_a_coup_has_no_edge_on_a_fresh_coup(run: Run) -> None:
    status, out, err = run("bets", "--where", "edge<0", "--format", "json")
    assert status == 0
    assert [bet["id"] for bet in json.loads(out)["items"]] == [
        "banker-half-on-1",
        "banker-half-on-2",
        "banker-half-on-3",
        "lucky-bonus",
    ]
    why = "each of which is offered inside a coup, for the cards exposed then"
    names = ", ".join(f'"{load.library()[bet][0].name}"' for bet in INSURANCE)
    assert err == f"left out: {names}, {why}\n"
    out = " ".join(run("bets", "--where", "family=insurance")[1].split())
    assert f"Offered only inside a coup, as `baccarat show BET` describes: {', '.join(INSURANCE)}." in out
    assert [bet[0].id for bet in load.library().values() if bet[0].inside_coup] == INSURANCE


def test_odds_name_the_bets_offered_inside_a_coup(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for known in ((), ("--given", "player_two == 3"), ("--dealt", "P:3,T")):
        assert main(["odds", "--bet", "insurance-tie", "--bet", "tie", *known]) == 0
        said.append("Offered only inside a coup" in capsys.readouterr()[0])
    assert said == [True, False, False]


def test_a_list_leaves_out_bets_that_the_shoe_is_too_coarse_for(run: Run) -> None:
    points = "0=128 1=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32"
    where = ("--where", "id=pair", "--where", "edge<11%", "--remaining", points)
    status, out, err = run("bets", *where, "--format", "json")
    assert (status, json.loads(out)["items"]) == (0, [])
    assert [line.rpartition(", each of which ")[2] for line in err.splitlines()] == [
        "needs the shoe by ranks, not by points",
        "needs the shoe by cards, not by points",
    ]
    assert "Player Pair" in err and "Perfect Pair" in err
    status, out, _ = run(
        "bets", "--where", "edge>14.3596%", "--where", "edge<14.3597%", *where[4:], "--format", "json"
    )
    assert (status, "tie" in [bet["id"] for bet in json.loads(out)["items"]]) == (0, True)


def test_bets_left_out_for_the_same_reason_are_named_together() -> None:
    left_out = tuple(
        (ba.bet(id), why) for id, why in (("tie", "is x"), ("player", "is y"), ("banker", "is y"))
    )
    clauses = list(map(str, excluded_clauses(left_out)))
    assert clauses == ["Tie, which is x", "Player, Banker, each of which is y"]


def test_an_uncomputable_item_needs_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text('bet = [{ id = "some", name = "Some" }]', encoding="utf-8")
    with pytest.raises(CatalogError, match=r"some.toml: bet\[1\]: missing key 'reason'"):
        read_uncomputable(read_toml(path, "some.toml"))


def test_a_listing_states_its_sort_its_filters_and_the_shoe_if_it_matters(run: Run) -> None:
    def about(*words: str) -> dict[str, Any]:
        stated: dict[str, Any] = json.loads(run(*words, "--format", "json")[1])["about"]
        return {key: stated.get(key) for key in ("options", "shoe")}

    six = {"cards": 312, "fineness": "cards", "points": [96, *[24] * 9]}
    assert about("rules") == {"options": {"sort": "rules"}, "shoe": None}
    assert about("rules", "--decks", "6") == {"options": {"sort": "rules"}, "shoe": None}
    assert about("bets", "--where", "id=tie", "--where", "tie", "--decks", "6") == {
        "options": {"sort": "bets", "where": "id=tie and tie"},
        "shoe": six,
    }
    none = about("bets", "--where", "edge<-90%", "--decks", "6")
    assert none == {"options": {"sort": "bets", "where": "edge<-90%"}, "shoe": six}
