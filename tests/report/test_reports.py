"""Reports and the library's pages: what they say, in which order, and that they fit a terminal."""

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import pytest

import analyzer as ba
from analyzer.analysis.odds import Report
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Variant
from analyzer.catalog import counts, load
from analyzer.cli.main import main
from analyzer.errors import CatalogError
from analyzer.exact import ratio_text
from analyzer.game.cards import parse_cards
from analyzer.render.formats.render import render
from analyzer.render.formats.wrap import widest, width_of
from analyzer.render.page import Page
from analyzer.render.table import Table
from analyzer.render.words import wording
from analyzer.report import inventory, listing, names, notes, stated
from analyzer.report import odds as reports
from analyzer.report.counts import scored_counts
from analyzer.report.money.monitor import limits_page
from analyzer.report.odds_document import ODDS
from analyzer.report.peek import peek_page

pytestmark = pytest.mark.kernel

EIGHT = ba.Shoe.decks(8)
SEEDS = ["classic", "commission-free", "ez-baccarat", "niu-niu", "standard"]


def in_text(table: Table) -> str:
    return str(render(Page((table,)), "text", width=80))


def text(report: Report, *, lines: bool = False, digits: int = 4) -> str:
    page = reports.lines_page if lines else reports.odds_page
    return str(render(page(report, full=False), "text", wording("en", digits), 80))


CLASSIC = """\
Classic baccarat, 8 decks (416 cards)

Bet     Pays           Winning ways  Hit rate  Push rate  House edge
------  ----  ---------------------  --------  ---------  ----------
Player  1     2,230,518,282,592,256  44.6247%    9.5156%     1.2351%
Banker  0.95  2,292,252,566,437,888  45.8597%    9.5156%     1.0579%
Tie     8       475,627,426,473,216   9.5156%    0.0000%    14.3596%

4,998,398,275,503,360 ways: ordered six-card deals.
Pays: to one. House edge: expected loss per unit staked, pushes included.
Exact values, shown to 4 decimals, rounded half to even.

6 more columns, in other formats only: Reference, Edge on resolved bets, RTP,
Standard deviation, Volatility index (95%), Exposure.

baccarat 1.0.0, variant classic, rules punto-banco, shoe 8 decks
rules sha256:9ce7d7822cffe9e06b1b2de2bd350944b28a4865b8f6633905355a827e45deb8
"""


def test_table_of_the_classic_game() -> None:
    assert text(ba.odds("classic")).startswith(CLASSIC)


def test_lines_of_a_bet() -> None:
    shown = text(ba.odds("classic", bets=["banker"]), lines=True).split("\n\n")[1]
    assert shown == (
        "Bet     Line      Net                   Ways  Probability   EV share\n"
        "------  -------  ----  ---------------------  -----------  ---------\n"
        "Banker  win      0.95  2,292,252,566,437,888     45.8597%   43.5668%\n"
        "Banker  push        0    475,627,426,473,216      9.5156%    0.0000%\n"
        "Banker  lose       -1  2,230,518,282,592,256     44.6247%  -44.6247%\n"
        "Banker  all: EV     –  4,998,398,275,503,360    100.0000%   -1.0579%"
    )


@pytest.mark.parametrize("lines", [False, True], ids=["bets", "lines"])
@pytest.mark.parametrize("name", SEEDS)
def test_text_fits_80_columns_and_names_every_bet(name: str, lines: bool) -> None:
    variant = load.variant(name)
    shown = text(ba.odds(variant, seen="9c 9d Th"), lines=lines)
    assert max(map(width_of, shown.split("\n"))) <= 80
    assert shown.startswith(f"{variant.name}, 413 cards left\n")
    for bet in variant.bets:
        assert f"\n{bet.name} " in shown
    assert f"variant {name}, rules punto-banco" in shown


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "ko", "vi"])
def test_long_ids_are_broken_rather_than_80_columns_passed(language: str) -> None:
    bets = ["power-98-banker-natural-8", "winning-banker-natural-8", "natural-9-over-8"]
    report = ba.odds("standard", bets=bets)
    page = reports.odds_page(report, full=False)
    shown = str(render(page, "text", wording(language), 80))
    assert max(map(width_of, shown.split("\n"))) <= 80


@pytest.mark.parametrize("digits", [0, 12, 60])
def test_digits_are_stated_and_shown(digits: int) -> None:
    shown = text(ba.odds("classic"), digits=digits)
    assert f"shown to {digits} decimals, rounded half to even." in shown
    *_, line = [line for line in shown.split("\n") if line.startswith("Tie")]
    edge = line.split()[-1]
    exact = 100 * (1 - Fraction(9 * 475627426473216, 4998398275503360))
    assert Fraction(edge.rstrip("%")) == round(exact, digits) if digits else edge == "14%"
    assert len(edge.partition(".")[2].rstrip("%")) == digits


def test_notes_state_what_is_known_and_given() -> None:
    def first_note(report: Report) -> str:
        page = reports.odds_page(report, full=False)
        return " ".join(map(wording().translate, page.tables[0].notes[:3]))

    assert first_note(ba.odds("classic", given="tie")).startswith(
        "475,627,426,473,216 ways: ordered six-card deals in which the condition holds."
        " All figures are conditional on: tie."
    )
    assert first_note(ba.odds("classic", dealt="P:9c,Kd B:8h,Ks")).startswith(
        "Known cards of this coup: P:9c,Kd B:8h,Ks."
        " 169,332 ways: ordered deals of the coup's other cards that agree with the known cards."
    )
    assert first_note(ba.odds("classic", dealt="P:9,K B:8", given="tie")).startswith(
        "Known cards of this coup: P:9,K B:8. 5,418,624 ways: ordered deals of the coup's other cards that "
        "agree with the known cards and the condition."
    )
    free = ba.Rules("free", "Free", ba.rules("punto-banco").tableau, player_first=7)
    assert first_note(ba.odds("classic", rules=free)).startswith(
        f"{perm(416, 5):,} ways: ordered five-card deals."
    )


def test_tables_state_which_bets_are_left_out() -> None:
    shown = text(ba.odds("standard", "0=128 5=32 9=32"))
    assert "Left out: Player Pair, which needs the shoe by ranks, not by points.\n" in shown
    assert "\nPlayer Pair " not in shown


def test_niu_niu_states_both_edges() -> None:
    shown = text(ba.odds("niu-niu")).replace("\n", " ")
    assert (
        "Player locks 9 units for each unit staked. Per unit staked: EV -4.2845%, house edge 4.2845%."
        " Per unit locked: EV -0.4761%, house edge 0.4761%."
    ) in shown
    assert "Tie locks" not in shown


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("lose-1", []),
        ("lose-2", ["Player can lose up to 2 units for each unit staked."]),
        ("lose-9", ["Player can lose up to 9 units for each unit staked."]),
    ],
)
def test_a_note_names_bets_that_can_lose_more_than_the_stake(line: str, said: list[str]) -> None:
    bet = replace(load.variant("niu-niu").bets[0], locked=None)
    lost = Valuation(bet, 1, {other: int(other == line) for other in bet.nets})
    assert [wording().translate(note) for note in notes.locked(lost)] == said


LIMITS = """\
Limits of a measured RTP

10 rounds, a confidence of 99%

Variant            Bet          Pays       RTP  Normal from  Normal to  Exact from   Exact to
-----------------  -----------  ----  --------  -----------  ---------  ----------  ---------
Standard baccarat  Player Pair  11    89.6386%   -167.3399%  346.6170%     0.0000%  360.0000%
Standard baccarat  Tie          8     85.6404%   -129.4715%  300.7523%     0.0000%  360.0000%

NOTES
100 rounds, a confidence of 99%

Variant            Bet          Pays       RTP  Normal from  Normal to  Exact from   Exact to
-----------------  -----------  ----  --------  -----------  ---------  ----------  ---------
Standard baccarat  Player Pair  11    89.6386%      8.3748%  170.9023%    24.0000%  180.0000%
Standard baccarat  Tie          8     85.6404%     17.6160%  153.6647%    27.0000%  162.0000%

NOTES
""".replace(
    "NOTES",
    """\
Fresh-shoe model: every coup is dealt from a new shoe like this one, so the gains of coups are independent.
RTP: the part of all stakes that is returned. A round: one coup with all its stakes.
A measured RTP is within the limits, ends included, with at least this confidence. It is below them with at \
most half of the remaining probability, and above them likewise.
Normal: exact RTP ± z · standard deviation, an approximation. Exact: from the exact distribution of all gains.
Shown to 4 decimals, rounded half to even.
""",
)


def test_limits_of_bets_that_only_win_or_lose_are_those_of_binomial_distributions() -> None:
    """The figures were found separately: k of n rounds return 12k for a pair, at 31/415, or 9k for a tie."""
    limits = ba.monitor(bets=["player-pair", "tie"], rounds=[10, 100], confidences=["99%"])
    page = limits_page({load.variant("standard"): limits}, Fraction(99, 100))
    shown, _, origin = str(render(page, "text")).rpartition("baccarat ")
    assert shown == LIMITS
    assert origin.splitlines()[0].endswith(", variants standard, rounds 10 100, confidence 99/100")


def test_bets_with_the_same_name_have_their_references() -> None:
    report = ba.odds("standard", bets=["tie/8", "tie/9", "player"])
    page = reports.odds_page(report, full=True)
    assert [str(row[0]) for row in page.tables[0].rows] == ["Tie (tie/8)", "Tie (tie/9)", "Player"]


@pytest.mark.parametrize(
    ("ref", "shown"),
    [
        ("player", "1"),
        ("banker", "0.95"),
        ("lucky-6/12-23", "12 / 23"),
        ("player-natural", "3.5"),
    ],
)
def test_prices(ref: str, shown: str) -> None:
    assert wording().translate(names.prices_text(load.bet(ref))) == shown


def test_many_prices_are_shown_as_a_range_and_none_as_a_dash() -> None:
    def shown(bet: ba.Bet, lang: str = "en") -> str:
        return wording(lang).translate(names.prices_text(bet))

    assert shown(load.variant("niu-niu").bets[0]) == "1 … 8.55"
    assert shown(load.variant("niu-niu").bets[0], "vi") == "1 … 8,55"
    assert shown(ba.Bet("x", "X", ())) == "–"
    third = ba.Line("win", ba.Condition.parse("tie"), Fraction(1, 3))
    assert shown(ba.Bet("x", "X", (third,))) == "1/3"


def test_the_document_has_the_keys_of_the_contract_in_order() -> None:
    document = ODDS.of(ba.odds("niu-niu"))
    assert list(document) == ["schema", "about", "total_ways", "bets", "omitted"]
    assert list(document["about"]) == [
        *("version", "variant", "rules", "shoe", "remaining", "bets", "rules_sha256")
    ]
    assert document["about"]["shoe"] == {"cards": 416, "fineness": "cards", "points": [128, *[32] * 9]}
    player, _, tie = document["bets"]
    keys = ["bet", "paytable", "name", "lines", "ev", "house_edge", "edge_on_resolved", "rtp", "hit_rate"]
    keys += ["push_rate", "exposure", "variance", "standard_deviation", "skewness", "volatility_index"]
    assert list(tie) == [*keys, "sha256"]
    assert list(player) == [*keys, "locked", "ev_per_locked", "house_edge_per_locked", "sha256"]
    assert (player["exposure"], player["locked"], tie["exposure"]) == ("9", "9", "1")
    assert Fraction(player["ev_per_locked"]) * 9 == Fraction(player["ev"])
    assert list(tie["lines"][0]) == ["id", "net", "true_odds", "ways", "probability"]
    json.dumps(document, default=str)


def test_document_of_a_known_and_coarse_shoe() -> None:
    report = ba.odds("standard", "0=128 5=32 9=32", dealt="P:9", given="not tie")
    document = ODDS.of(report)
    assert document["about"]["dealt"] == "P:9"
    assert document["about"]["given"] == "not tie"
    assert document["omitted"] == ["player-pair", "banker-pair"]


def test_document_where_everything_pushes() -> None:
    report = ba.odds("classic", bets=["player", "banker"], given="tie")
    document = ODDS.of(report)
    for entry in document["bets"]:
        assert entry["edge_on_resolved"] is None
        assert entry["skewness"] is None
        assert (entry["ev"], entry["push_rate"], entry["exposure"]) == ("0", "1", "0")
        assert entry["standard_deviation"] == "0.0"


@pytest.mark.parametrize("sort", ["variants", "bets", "rules", "counts", "claims"])
def test_listings(sort: str) -> None:
    found = listing.listing(sort, (), EIGHT)
    items = listing.LIST.of(found)["items"]
    assert all(list(item)[:3] == ["id", "name", "source"] for item in items)
    places = [(item.get("family"), item["id"]) for item in items]
    assert sort == "claims" or places == sorted(places)
    if sort == "variants":
        assert {item["id"] for item in items} >= set(SEEDS)
    if sort in ("variants", "bets", "rules"):
        assert all(item["name"] and item["source"] for item in items if item["id"] in SEEDS)
    shown = in_text(*listing.listing_page(found, full=False).tables)
    assert max(map(width_of, shown.split("\n"))) <= 80


def document_of(item: stated.Item) -> dict[str, Any]:
    """The document of an item of the library."""
    return inventory.SHOW.of(inventory.Shown(item))


def test_unknown_sort() -> None:
    with pytest.raises(CatalogError) as caught:
        listing.listing("bet", (), EIGHT)
    assert str(caught.value) == "unknown sort 'bet'; did you mean 'bets'?"


def test_every_item_of_the_library_can_be_shown() -> None:
    for sort in ("variants", "bets", "rules"):
        for item in listing.LIST.of(listing.listing(sort, (), EIGHT))["items"]:
            found = inventory.find(item["id"])
            document = document_of(found)
            assert (document["id"], document["source"]) == (item["id"], item["source"])
            json.dumps(document, default=str)
            shown = in_text(inventory.table(found))
            assert str(item["name"]) in shown
            assert item["source"].split(";")[0].split()[0] in shown
            # An address cannot be broken, and has its own line.
            assert all(width_of(line) <= 80 or " " not in line for line in shown.split("\n"))


def test_a_claim_is_shown_in_full() -> None:
    found = inventory.find("woo-lowtie-01")
    document = document_of(found)
    assert (document["id"], document["printed"], document["line"]) == (
        "woo-lowtie-01",
        "74,570,116,880,640",
        "win",
    )
    shown = in_text(inventory.table(found))
    assert "Known error" in shown
    assert "Out of" not in shown
    assert all(width_of(line) <= 80 for line in shown.split("\n"))


def test_rules_are_shown_as_the_grid() -> None:
    rules = inventory.find("punto-banco")
    document = document_of(rules)
    assert document["banker"] == str(ba.rules("punto-banco").tableau)
    shown = in_text(inventory.table(rules))
    for line in str(document["banker"]).split("\n")[1:]:
        total, *cells = line.split()
        assert f"\n{total}       {'  '.join(cells)}\n" in shown
    assert "\n6       S  S  S  S  S  S  S  D  D  S  S\n" in shown
    assert "Player draws on 0 to 5; a two-card 8 or 9 ends the coup." in shown
    shown = in_text(inventory.table(inventory.find("naturals-do-not-end")))
    assert "Player draws on 0 to 5; no two-card total ends the coup." in shown


def test_bet_is_shown_at_all_its_prices_or_at_the_one_named() -> None:
    document = document_of(inventory.find("tie"))
    assert document["paytables"] == [{"id": "8", "pays": {"win": "8"}}, {"id": "9", "pays": {"win": "9"}}]
    one = document_of(inventory.find("tie/9"))
    assert one["paytables"] == [{"id": "9", "pays": {"win": "9"}}]
    assert document["lines"] == [{"id": "win", "when": "tie"}]


def test_a_bet_is_shown_with_its_names_and_aliases() -> None:
    found = inventory.find("tiger")
    document = document_of(found)
    assert (document["id"], document["family"]) == ("lucky-6", "lucky-6")
    assert document["aliases"] == ["lucky-six", "tiger", "bank-6"]
    shown = in_text(inventory.table(found))
    assert "\nIn other languages: 幸运六 (zh-Hans), 幸運六 (zh-Hant), " in shown
    assert "\nOther names in searches: lucky-six, tiger, bank-6.\n" in shown


@pytest.mark.parametrize(
    ("ref", "language", "title", "note"),
    [
        ("tiger", "ko", "럭키 6 (lucky-6)", "Lucky 6 (en), 幸运六 (zh-Hans), 幸運六 (zh-Hant), ลัคกี้ 6 (th), "),
        ("punto-banco", "zh-Hans", "百家乐（punto-banco）", "Punto banco (en), 百家樂 (zh-Hant), "),
        ("ez-baccarat", "zh-Hans", "容易百家乐（ez-baccarat）", "EZ Baccarat (en), "),
        ("lightning-baccarat", "zh-Hans", "闪电百家乐（lightning-baccarat）", "Lightning Baccarat (en), "),
    ],
)
def test_an_item_is_shown_with_its_name_in_the_language(
    ref: str, language: str, title: str, note: str
) -> None:
    found = inventory.find(ref)
    document, table = document_of(found), inventory.table(found, language)
    words = wording(language)
    name = words.translate(document["name"])
    assert words.translate(table.title) == title
    assert title.startswith(name)
    assert note in render(Page((table,)), "md")


def test_notes_on_a_variant_use_the_names_of_bets_in_the_language() -> None:
    notes = [
        wording("zh-Hans").translate(note)
        for note in inventory.table(inventory.find("niu-niu"), "zh-Hans").notes
    ]
    assert any("闲家" in note and "9" in note for note in notes)


def test_aliases_of_variants_and_rules_are_shown_too() -> None:
    assert inventory.find("7-up") == ba.variant("seven-up")


def test_a_shown_bet_agrees_with_its_listing() -> None:
    shown = document_of(inventory.find("8-over-7"))
    (listed,) = listing.LIST.of(listing.listing("bets", ["id=any-8-over-7"], EIGHT))["items"]
    shared = ["id", "name", "names", "aliases", "family", "needs", "source"]
    assert {key: shown[key] for key in shared} == {key: listed[key] for key in shared}
    assert shown["aliases"] == ["8-over-7"]


def test_a_file_of_one_bet_is_a_list_but_a_library_item_is_not(tmp_path: Path) -> None:
    path = tmp_path / "bets.toml"
    line = 'lines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n'
    path.write_text(f'[[bet]]\nid = "tie"\nname = "Tie"\n{line}')
    from_file = inventory.SHOW.of(inventory.Shown(inventory.find(str(path)), from_file=True))
    assert [entry["lines"] for entry in from_file["items"]] == [document_of(inventory.find("tie"))["lines"]]
    variant = inventory.SHOW.of(inventory.Shown(inventory.find("classic"), from_file=True))
    assert (variant["id"], "items" in variant) == ("classic", False)
    about = variant["about"]
    assert (about["variant"], about["rules"], list(about["sha256"])) == (
        "classic",
        "punto-banco",
        ["classic"],
    )


def test_files_are_shown_by_their_sort(tmp_path: Path) -> None:
    bets = tmp_path / "bets.toml"
    line = 'lines = [{ id = "win", when = "tie" }]\npaytable = { win = "8" }\n'
    bets.write_text(f'[[bet]]\nid = "one"\nname = "One"\n{line}[[bet]]\nid = "two"\nname = "Two"\n{line}')
    several = inventory.SHOW.of(inventory.Shown(inventory.find(str(bets)), from_file=True))
    assert [entry["id"] for entry in several["items"]] == ["one", "two"]
    assert list(several) == ["schema", "about", "items"]
    assert list(several["about"]["sha256"]) == ["one", "two"]
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "Mine"\ndecks = 6\nrules = "punto-banco"\nbets = ["player"]\n')
    assert isinstance(inventory.find(str(variant)), Variant)
    claims = tmp_path / "claims.toml"
    claims.write_text('[[claim]]\nid = "a"\n')
    with pytest.raises(
        CatalogError, match="expected rules, a variant or bets, got claims; see baccarat audit"
    ):
        inventory.find(str(claims))
    rules = tmp_path / "rules.toml"
    grid = str(ba.rules("punto-banco").tableau)
    rules.write_text(
        f'player_draws = [0, 1]\nnaturals = [8, 9]\nbanker = """\n{grid}\n"""\nplayer_first = 7\n'
    )
    shown = in_text(inventory.table(inventory.find(str(rules))))
    assert "Player's first card is not dealt from the shoe; its rank is 7." in shown


@pytest.mark.parametrize(
    ("ref", "sentence"),
    [
        ("tei", "unknown item 'tei'; did you mean 'tie'?"),
        ("", "unknown item ''; see baccarat list variants, baccarat list rules or baccarat list bets"),
        ("tie/77", "unknown paytable '77' of bet 'tie'; choose from 8, 9"),
        ("nonesuch.toml", "nonesuch.toml: no such file"),
        (
            "/" + "a" * 5000,
            "unknown item '/"
            + "a" * 38
            + "…'; see baccarat list variants, baccarat list rules or baccarat list bets",
        ),
    ],
    ids=["near", "empty", "paytable", "file", "longer than a path"],
)
def test_unknown_item(ref: str, sentence: str) -> None:
    with pytest.raises(CatalogError) as caught:
        inventory.find(ref)
    assert str(caught.value) == sentence


def test_exact_texts_are_in_lowest_terms() -> None:
    document = ODDS.of(ba.odds("standard", 6))
    for entry in document["bets"]:
        for key in ("ev", "house_edge", "rtp", "hit_rate", "push_rate", "exposure", "variance"):
            assert entry[key] == ratio_text(Fraction(entry[key]))


FEW = "0=5 1=2 2=2 3=2 4=2 5=2 6=2 7=2 8=2 9=2"
PRINTED = {
    "bets that only one offers have no other price": (
        "compare standard classic",
        "Bet               Edge A  Edge B  B−A  Cause",
    ),
    "two bets are named": (
        "closed-form --bet player-pair --bet either-pair",
        "Bet          Function  Part         In d, the number of decks",
    ),
    "nothing at most": (
        "design tie --pays win=8..9 --edge ..0%",
        "Limits, ends included: house edge at most 0%.",
    ),
    "five open cards": (
        f"inside --after 5 --bet banker --remaining '{FEW}'",
        "Rows: Player's total; columns: Banker's. Player has drawn and Banker is about to",
    ),
    "no advantage": (
        f"bankroll --bet player --coups 1 --remaining '{FEW}'",
        "No stake here favours the bettor: the best part is exactly 0.",
    ),
    "source text in 96 columns": (
        "closed-form --bet dragon-bonus-player --export sympy",
        "# Net gain by line: natural 1, win-by-9 30, win-by-8 10, win-by-7 6, win-by-6 4, win-by-5 2,",
    ),
    "a card drawn in error": (
        f"tableau --errors --remaining '{FEW}'",
        "0       stood   stands   52.18%   -52.18%   -70.84%   10.98  -10.98  -14.91",
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_line_that_a_command_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, line = PRINTED[name]
    status = main(shlex.split(command))
    assert (status > 1, line in capsys.readouterr().out.splitlines()) == (False, True)


@pytest.mark.parametrize(("shoe", "gap"), [(FEW, False), (FEW.replace(" 9=2", ""), True)])
def test_only_a_grid_with_empty_cells_has_a_note_on_them(
    shoe: str, gap: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chemin-de-fer", "--remaining", shoe]) == 0
    assert ("A cell without a letter cannot occur with these cards." in capsys.readouterr().out) is gap


@pytest.mark.parametrize(
    ("bets", "columns"),
    [
        (["player", "banker"], ["better_or_none", "better_always", "best_or_none", "best_always"]),
        (["banker", "tie", "player"], ["better_or_none", "better_always", "best_or_none", "best_always"]),
        (["player", "tie"], ["best_or_none", "best_always"]),
    ],
)
def test_player_or_banker_is_valued_only_if_both_are_requested(bets: list[str], columns: list[str]) -> None:
    averages = peek_page(ba.peek(shoe=FEW, bets=bets, cards=[1])).tables[0]
    assert [column.key for column in averages.columns] == ["place", *columns]


def test_no_lines_are_zero_columns_wide() -> None:
    assert [widest([]), widest(["", "牌"])] == [0, 2]


@pytest.mark.parametrize("bets", [["tie"], ["tie", "player"]])
def test_the_counts_document_is_a_list_even_for_one_bet(
    bets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    named = [word for bet in bets for word in ("--bet", bet)]
    assert main(["count", "--remaining", FEW, "--level", "1", "--format", "json", *named]) == 0
    assert [entry["bet"] for entry in json.loads(capsys.readouterr().out)["bets"]] == bets


def test_a_count_without_a_bet_is_not_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: counts.library()[name] for name in ("calculator-dragon-7", "jacobson-insurance-on-9")}
    monkeypatch.setattr(counts, "library", lambda: few)
    [answer] = scored_counts()
    [counting] = answer.counted
    assert counting.bet == ba.bet("dragon-7")
    assert answer.question.shoe == ba.Shoe.decks(8)
    assert [score.count.id for score in counting.published] == ["calculator-dragon-7"]


@pytest.mark.parametrize(
    ("edge", "band"),
    [
        ((None, Fraction(1, 20)), "a house edge of at most 5%"),
        ((Fraction(1, 20), None), "a house edge of at least 5%"),
        ((Fraction(1, 20), Fraction(1, 10)), "a house edge from 5% to 10%"),
    ],
)
def test_a_band_with_open_ends_is_named_in_the_title(
    edge: tuple[Fraction | None, Fraction | None], band: str
) -> None:
    assert f"Tie, 8 decks: pays that give {band}\n" in str(ba.solve("tie", edge=edge, decks=8))


def test_evidence_points_to_replay_only_for_faulty_coups() -> None:
    fair = ba.RecordedCoup(1, player=parse_cards("9c Kd"), banker=parse_cards("2h 3s"), winner="player")
    hint = "Coups are tested as recorded; baccarat replay shows what they should have been by the rules."
    for winner, hinted in (("player", False), ("banker", True)):
        record = ba.RecordedShoe("1", (replace(fair, winner=winner),))
        printed = " ".join(str(ba.evidence(record, bets=["tie"])).split())
        assert (hint in printed) is hinted
