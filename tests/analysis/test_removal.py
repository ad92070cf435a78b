"""`baccarat removal`: effects of removal, checked by valuing and dealing shoes one by one, and their laws."""

import json
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from oracle import Oracle
from shoes import random_shoes
from suite import MULTIPLIER, Run
from test_known import FIGURES, Figure, as_printed, bets_of

import analyzer as ba
from analyzer.analysis.question import Question, split
from analyzer.analysis.removal import Removal, removal
from analyzer.bets.bet import Bet
from analyzer.catalog import load
from analyzer.errors import RenderError, ShoeError
from analyzer.game.shoe import KEYS, Fineness
from analyzer.render.formats.render import render
from analyzer.render.words import wording
from analyzer.report.removal import REMOVAL, removal_chart, removal_page
from analyzer.report.side_bets import removal_table_page

pytestmark = [pytest.mark.kernel, pytest.mark.libraries]

F = Fraction
PUNTO_BANCO = load.rules("punto-banco")
PRINTED = {
    name: figure
    for name, figure in FIGURES.items()
    if name.startswith("removal:") and len(figure["removed"].split()) <= 2
}
SHOE = ba.Shoe.parse("4=3 6=2 7=1 9=2 T=1 Q=2")
UNEVEN = ba.Shoe.decks(2).without("Ks Kh 9c Td Tc 5s 5h As")


def only(found: Removal) -> Any:
    """The effects of single cards and of pairs, by kinds."""
    return found.effects, {pair.kinds: pair.effect for pair in found.pairs}


def left(shoe: ba.Shoe, *kinds: str) -> ba.Shoe:
    """The shoe without one card of each of these kinds."""
    counts = list(shoe.counts)
    for kind in kinds:
        counts[KEYS[shoe.fineness].index(kind)] -= 1
    return ba.Shoe.of(counts)


@pytest.mark.parametrize("figure", PRINTED.values(), ids=PRINTED.keys())
def test_a_printed_effect_is_reproduced(figure: Figure) -> None:
    gone = tuple(figure["removed"].split())
    found = removal(
        Question.of(PUNTO_BANCO, bets_of(figure), ba.Shoe.decks(figure["decks"])), order=len(gone)
    ).removals[0]
    single, pairs = only(found)
    assert as_printed(single[gone[0]] if len(gone) == 1 else pairs[gone], figure) == figure["printed"]


def test_every_printed_effect_is_compared() -> None:
    assert len(PRINTED) == 47


@pytest.mark.parametrize(
    ("variant", "bets", "by"),
    [
        ("standard", ["banker", "lucky-6"], "points"),
        ("standard", ["tie", "player-pair"], "ranks"),
        ("standard", ["player", "banker-suited-pair", "banker-pair"], "cards"),
        ("seven-up", None, "ranks"),
    ],
)
def test_effects_are_differences_of_odds(variant: str, bets: list[str] | None, by: Fineness) -> None:
    shoe = UNEVEN.coarsen(by)
    found = ba.removal(variant, shoe, bets=bets, by=by)
    before = ba.odds(variant, shoe, bets=bets)
    assert list(found) == list(before)
    for kind in KEYS[by]:
        after = ba.odds(variant, left(shoe, kind), bets=bets)
        assert [found[key].effects[kind] for key in found] == [
            after[key].ev - before[key].ev for key in found
        ]


def dealt(dealer: Oracle, bet: Bet, shoe: ba.Shoe) -> Fraction:
    """The EV, by dealing every ordered sequence of the shoe's cards."""
    ways = dealer.ways(shoe, split(bet))
    return sum((net * n for net, n in zip(bet.nets.values(), ways, strict=True)), F(0)) / sum(ways)


@pytest.mark.parametrize("reference", ["lucky-6", "player-pair"])
def test_effects_match_every_sequence_dealt(reference: str) -> None:
    bet, dealer = load.bet(reference), Oracle(PUNTO_BANCO, "ranks")
    found = removal(Question.of(PUNTO_BANCO, [bet], SHOE), "ranks", 2).removals[0]
    single, pairs = only(found)
    before = dealt(dealer, bet, SHOE)
    held = [kind for kind, n in zip(KEYS["ranks"], SHOE.counts, strict=True) if n]
    assert found.ev == before
    assert single == {kind: dealt(dealer, bet, left(SHOE, kind)) - before for kind in held}
    possible = [
        (a, b) for a in held for b in held if held.index(a) <= held.index(b) and (a != b or a not in "7T")
    ]
    assert pairs == {both: dealt(dealer, bet, left(SHOE, *both)) - before for both in possible}


@pytest.mark.parametrize("by", ["points", "ranks"])
def test_unseen_cards_change_nothing(by: Fineness) -> None:
    bets = [load.bet(reference) for reference in ("banker", "tie", "either-pair")]
    shoes = [shoe for shoe in random_shoes("ranks", 8 * MULTIPLIER) if shoe.size >= 8]
    assert len(shoes) >= 6
    for shoe in shoes:
        for found in removal(Question.of(PUNTO_BANCO, bets, shoe), by, 2).removals:
            assert found.weighted_sum == 0
            assert found.pair_sum == 0
            assert set(found.row_remainders.values()) == {0}
            assert sum(pair.ways for pair in found.pairs) == shoe.size * (shoe.size - 1)


def test_the_laws_can_fail() -> None:
    found = removal(Question.of(PUNTO_BANCO, [load.bet("tie")], SHOE), "ranks", 2).removals[0]
    first, *others = found.kinds
    broken = Removal(found.bet, found.ev, "ranks", "points", tuple(others), found.pairs[1:])
    assert broken.weighted_sum == -first.cards * first.effect
    assert broken.pair_sum == -found.pairs[0].ways * found.pairs[0].effect


def test_second_order_is_the_pair_effect_less_the_single_effects() -> None:
    found = ba.removal("standard", UNEVEN, bets=["tie"], order=2)["tie"]
    single, pairs = only(found)
    for pair in found.pairs:
        one, other = pair.kinds
        assert pair.second_order == pairs[one, other] - single[one] - single[other]
    assert max(abs(pair.second_order) for pair in found.pairs) > 0


def test_coarse_effects_are_means_over_cards() -> None:
    fine = ba.removal("standard", UNEVEN, bets=["player-pair"], order=2)["player-pair"]
    coarse = ba.removal("standard", UNEVEN, bets=["player-pair"], by="points", order=2)["player-pair"]
    assert (fine.by, fine.averaged, coarse.by, coarse.averaged) == ("ranks", False, "points", True)
    number = {gone.kind: gone.cards for gone in fine.kinds}
    single, pairs = only(fine)
    pairs |= {(other, one): effect for (one, other), effect in pairs.items()}
    effects, both = only(coarse)
    tens = "TJQK"
    assert [number[rank] for rank in tens] == [6, 8, 8, 6]
    assert effects["0"] == sum((number[rank] * single[rank] for rank in tens), F(0)) / 28
    weights = {(a, b): number[a] * (number[b] - (a == b)) for a, b in product(tens, tens)}
    assert both["0", "0"] == sum((n * pairs[ab] for ab, n in weights.items()), F(0)) / (28 * 27)
    assert both["0", "1"] == sum((number[rank] * pairs["A", rank] for rank in tens), F(0)) / 28
    assert effects["5"] == single["5"]


def test_finer_kinds_than_the_bet_needs_have_equal_effects() -> None:
    found = ba.removal("standard", 6, bets=["tie"], by="cards")["tie"]
    assert (found.needs, found.averaged, len(found.kinds)) == ("points", False, 52)
    points = ba.removal("standard", 6, bets=["tie"])["tie"].effects
    assert [found.effects[card] for card in ("As", "Ac", "Th", "Kd", "9d")] == [
        points[kind] for kind in "11009"
    ]


def test_a_kind_without_a_card_is_left_out_and_a_lone_card_makes_no_pair() -> None:
    found = ba.removal("standard", "0=6 5=1 9=2", bets=["tie"], order=2)["tie"]
    assert [(gone.kind, gone.cards) for gone in found.kinds] == [("0", 6), ("5", 1), ("9", 2)]
    assert [pair.kinds for pair in found.pairs] == [
        ("0", "0"),
        ("0", "5"),
        ("0", "9"),
        ("5", "9"),
        ("9", "9"),
    ]
    (listed,) = REMOVAL.of(ba.removal("standard", "0=6 5=1 9=2", bets=["tie"], order=2))["bets"]
    assert listed["pairs"][3] == {"kinds": ["5", "5"], "ways": 0, "effect": None, "second_order": None}


def test_a_bet_is_found_by_reference_and_named_in_a_language() -> None:
    found = ba.removal("standard", bets=["tie/9", "tie/8"])
    assert list(found) == ["tie/9", "tie/8"]
    assert found["tie/8"].bet.reference == "tie/8"
    assert found["tie"].bet.reference == "tie/9"
    assert found["tie"].bet.title.in_language("zh-Hans") == load.bet("tie").names["zh-Hans"] != "Tie"
    with pytest.raises(KeyError):
        found["player"]


@pytest.mark.parametrize(("size", "order"), [(6, 1), (7, 2)])
def test_enough_cards_for_a_coup_must_be_left(size: int, order: int) -> None:
    with pytest.raises(ShoeError, match=f"for a coup and {order} more to remove, got a shoe of"):
        ba.removal("standard", f"0={size}", bets=["tie"], order=order)
    assert ba.removal("standard", f"0={size + 1}", bets=["tie"], order=order)["tie"].effects == {"0": 0}


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "removal")


def test_the_document_of_one_bet(run: Run) -> None:
    status, out, err = run("--bet", "banker", "--by", "points", "--format", "json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert list(document) == ["schema", "about", "bets"]
    assert document["about"]["options"] == {"by": "points", "order": "1"}
    (found,) = document["bets"]
    assert list(found) == ["bet", "paytable", "ev", "by", "kinds", "sum"]
    assert (found["bet"], found["ev"]) == ("banker", "-114753351728/10847218479825")
    assert found["kinds"][0] == {"kind": "0", "cards": 128, "effect": "9155221568/488124831592125"}
    assert (found["paytable"], found["by"], found["sum"]) == ("commission-5", "points", "0")


@pytest.mark.parametrize(
    ("words", "bets"),
    [
        (["--bet", "tie"], ["tie"]),
        (["--bet", "tie", "--bet", "player"], ["tie", "player"]),
        ([], ["player", "banker", "tie"]),
    ],
)
def test_the_document_lists_bets_however_many_there_are(run: Run, words: list[str], bets: list[str]) -> None:
    found = json.loads(run(*words, "--remaining", "0=20 5=10 6=4", "--format", "json")[1])
    assert [entry["bet"] for entry in found["bets"][:3]] == bets


def test_bets_that_the_shoe_is_too_coarse_for_are_left_out(run: Run) -> None:
    status, out, err = run("--remaining", "0=20 5=10 6=4")
    assert status == 0
    assert "Left out: Player Pair, which needs the shoe by ranks, not by points." in out
    assert err.splitlines()[0] == "left out: bet 'player-pair/11' needs the shoe by ranks, not by points"


def test_the_page(run: Run) -> None:
    status, out, err = run("--bet", "tie", "--remaining", "0=6 5=1 9=2", "--order", "2")
    assert (status, err) == (0, "")
    assert out.startswith(PAGE)


PAGE = """\
Standard baccarat, 9 cards left: effects of removal by points

Bet  Removed  Cards     EV after       Effect  Cards × effect
---  -------  -----  -----------  -----------  --------------
Tie  nothing      –   -7.142857%            –               –
Tie  0            6   -3.571429%    3.571429%      21.428571%
Tie  5            1   92.857143%  100.000000%     100.000000%
Tie  9            2  -67.857143%  -60.714286%    -121.428571%
Tie  sum          9            –            –       0.000000%

Effect of removal: EV without the card minus EV before, per unit staked;
positive helps the bettor.
Cards × effect adds up to exactly 0: removing a card that nobody sees changes
nothing.
Removed 0: a ten, jack, queen or king.
Pays, to one: Tie at 8.
Exact values, shown to 6 decimals, rounded half to even.

Tie: EV without two cards minus EV before

Card            0            5            9
----  -----------  -----------  -----------
0      18.571429%  121.428571%  -92.857143%
5     121.428571%            –   35.714286%
9     -92.857143%   35.714286%   35.714286%

Over all ordered pairs of cards the effects add up to exactly 0.
Each row, weighted by the cards left of each kind, adds up to 8 times the effect
of its own card; the remainder is 0.
Exact values, shown to 6 decimals, rounded half to even.

Tie: second-order effect

Card            0           5            9
----  -----------  ----------  -----------
0      11.428571%  17.857143%  -35.714286%
5      17.857143%           –   -3.571429%
9     -35.714286%  -3.571429%  157.142857%

Second order: the effect of removing both cards minus the effects of removing
each one alone.
Exact values, shown to 6 decimals, rounded half to even.
"""


@pytest.mark.parametrize(("by", "digits"), [("points", "6"), ("ranks", "12"), ("cards", "6")])
def test_matrices_fit_into_a_page(run: Run, by: str, digits: str) -> None:
    status, out, _ = run("--bet", "tie", "--order", "2", "--by", by, "--digits", digits)
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80


def test_the_page_says_where_effects_are_means(run: Run) -> None:
    _, out, _ = run("--bet", "player-pair", "--by", "points")
    assert (
        "Effects are means over the cards of a kind, among which these bets distinguish\n"
        "further: Player Pair (by ranks)." in out
    )


def test_a_page_of_no_bets() -> None:
    variant = load.variant("standard")
    pairs = [bet for bet in variant.bets if bet.id.endswith("-pair")]
    found = removal(Question.of(variant.rules, pairs, ba.Shoe.parse("0=20 5=10")))
    assert len(found) == 0
    text = render(removal_page(found, full=False), "text", wording("en", 6), 80)
    assert isinstance(text, str)
    assert "Left out: Player Pair, which needs the shoe by ranks, not by points." in text
    with pytest.raises(RenderError, match="expected 1 to 12 bets"):
        removal_chart(found)


def test_the_chart_has_one_panel_per_bet_and_one_bar_per_kind() -> None:
    found = ba.removal("standard", bets=["player", "banker", "tie", "player-pair"])
    chart = removal_chart(found)
    panels = [panel for band in chart.bands for panel in band.panels]
    assert [len(band.panels) for band in chart.bands] == [3, 1]
    assert [str(panel.title) for panel in panels] == ["Player", "Banker", "Tie", "Player Pair"]
    bars = {row.label: (row.values, row.tone) for row in panels[1].rows}
    effects = found["banker"].effects
    assert list(bars) == list("0123456789")
    assert (bars["4"], bars["6"]) == (((effects["4"],), "gain"), ((effects["6"],), "loss"))
    assert len(panels[3].rows) == 13


def test_the_table_of_the_library() -> None:
    bets = [load.bet(reference) for reference in ("tie", "player-pair", "banker-suited-pair")]
    shoe = ba.Shoe.decks(6)
    found = removal(Question.of(PUNTO_BANCO, bets, shoe), "ranks").removals
    (table,) = removal_table_page(found, shoe, ()).tables
    for row, bet in zip(table.rows, bets, strict=True):
        alone = ba.removal("standard", 6, bets=[bet], by="ranks")[bet.id]
        assert row[4:] == (alone.ev, *alone.effects.values())
    assert [len(row) for row in table.rows] == [18] * 3
    assert "Effects are means over the suits, which these bets distinguish: Banker Suited Pair." in map(
        str, table.notes
    )
