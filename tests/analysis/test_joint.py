"""Bets settled together: joint ways checked by dealing every coup, and stakes in a second way."""

import csv
import io
import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path

import openpyxl
import pytest
from oracle import Oracle
from suite import Read, Run

import analyzer as ba
from analyzer.analysis.money import joint as joint_module
from analyzer.analysis.money.joint import Joint, joint
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.question import Question
from analyzer.ask.stakes import stakes_on
from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.errors import AnalyzerError, CatalogError, ConditionError, RenderError
from analyzer.game.coup import Coup
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.render.formats.render import render
from analyzer.render.words import wording
from analyzer.report.money import portfolio as portfolio_reports
from analyzer.report.money.joint import joint_chart, joint_page

pytestmark = pytest.mark.kernel

F = Fraction
SMALL = ba.Shoe.parse("4=2 6=2 9=2 T=1 Q=2")
SUITED = ba.Shoe.parse("4s=2 4h=1 9c=2 6s=1 Th=2")
POWER = ["power-98-player", "power-98-tie", "power-98-player-pair"]


oracle = cache(Oracle)


def settled(bet: Bet, coup: Coup) -> str:
    """The line that settles a bet, by trying its conditions in order on one coup."""
    return next((line.id for line in bet.lines if line.when.holds(coup)), LOSE)


def dealt_jointly(
    variant: str, bets: Sequence[Bet], shoe: ba.Shoe, dealt: Dealt = NOTHING, given: str | None = None
) -> dict[tuple[str, ...], int]:
    """The ways of every joint outcome, by dealing every ordered sequence of the shoe's cards."""
    rules = load.variant(variant).rules
    dealer = oracle(rules, shoe.fineness, dealt)
    weights = dealer.weights(shoe.without(dealt.from_shoe(rules)))
    known = None if given is None else Condition.parse(given)
    ways: Counter[tuple[str, ...]] = Counter()
    for coup, weight in zip(dealer.coups, weights, strict=True):
        if known is None or known.holds(coup):
            ways[tuple(settled(bet, coup) for bet in bets)] += weight
    return dict(ways)


@pytest.mark.parametrize(
    ("variant", "extra", "shoe", "dealt", "given"),
    [
        ("standard", [], SMALL, "", None),
        ("standard", [], SMALL, "P:9,4", None),
        ("standard", [], SMALL, "", "player_total >= 6"),
        ("standard", [], SMALL, "B:?,6", "player_draws or tie"),
        ("standard", ["player-suited-pair", "tie/9"], SUITED, "", None),
        ("standard", ["banker-suited-pair"], SUITED, "P:4s", "banker_total != 3"),
        ("niu-niu", ["egalite-9"], SMALL.coarsen("points"), "", None),
        ("seven-up", [], SMALL, "", None),
    ],
)
def test_joint_ways_are_those_of_every_sequence_dealt(
    variant: str, extra: list[str], shoe: ba.Shoe, dealt: str, given: str | None
) -> None:
    game = load.variant(variant)
    bets = [*game.bets, *map(load.bet, extra)]
    known = Dealt.parse(dealt) if dealt else NOTHING
    found = joint(
        Question.of(
            game.rules, bets, shoe, dealt=known, given=None if given is None else Condition.parse(given)
        )
    )
    expected = dealt_jointly(variant, bets, shoe, known, given)
    assert dict(found.outcomes) == {lines: ways for lines, ways in expected.items() if ways}
    assert len(found.outcomes) > 2
    assert [ways for _, ways in found.outcomes] == sorted((n for _, n in found.outcomes), reverse=True)


@pytest.fixture(scope="module", params=["standard", "niu-niu", "ez-baccarat", "power-baccarat-98"])
def eight(request: pytest.FixtureRequest) -> Joint:
    return ba.joint(request.param, 8).joint


def stakes_of(found: Joint, *staked: int) -> list[Fraction]:
    return [F(staked.count(place)) for place in range(len(found.bets))]


def test_covariance_is_half_the_variance_of_the_sum_less_both_variances(eight: Joint) -> None:
    variances = [eight.distribution(stakes_of(eight, place)).variance for place in range(len(eight.bets))]
    for i, j in combinations(range(len(eight.bets)), 2):
        both = eight.distribution(stakes_of(eight, i, j)).variance
        assert eight.covariance(i, j) == (both - variances[i] - variances[j]) / 2
    assert variances == [value.variance for value in eight.valuations]
    assert variances == [eight.covariances[place][place] for place in range(len(eight.bets))]


def test_a_portfolio_has_the_ev_and_variance_of_its_parts(eight: Joint) -> None:
    stakes = tuple(F(place + 1, 2) for place in range(len(eight.bets)))
    found = Portfolio(eight, stakes)
    values = eight.valuations
    assert found.ev == sum(stake * value.ev for stake, value in zip(stakes, values, strict=True))
    assert found.variance == sum(part.covariance for part in found.parts)
    assert found.house_edge == -found.ev / sum(stakes)
    assert found.gain + found.even + found.loss == 1
    assert found.best.net == max(found.distribution.gains)
    assert found.worst.net == min(found.distribution.gains) == -found.exposure
    assert found.best.probability == 1 - sum(found.distribution.ways[:-1], F(0)) / found.distribution.total
    assert found.worst.probability == F(found.distribution.ways[0], found.distribution.total)


def test_the_hedge_leaves_the_least_variance() -> None:
    found = ba.joint("standard", bets=["player", "lucky-6"]).joint
    hedge = found.hedge(0, 1)
    assert hedge is not None
    least = found.distribution([F(1), hedge]).variance
    squared = found.correlation_squared(0, 1)
    assert squared is not None
    assert least == found.valuations[0].variance * (1 - abs(squared))
    for other in (hedge + F(1, 10**6), hedge - F(1, 10**6), F(0)):
        assert found.distribution([F(1), other]).variance > least


def test_multipliers_of_different_bets_are_independent() -> None:
    bets = [load.bet(ref) for ref in POWER]
    stakes = [F(1), F(2), F(1, 3)]
    chances: dict[Fraction, Fraction] = {}
    ways = dealt_jointly("power-baccarat-98", bets, SMALL)
    for lines, n in ways.items():
        for drawn in product(*(bet.outcomes[line] for bet, line in zip(bets, lines, strict=True))):
            gain = sum((stake * net for stake, (net, _) in zip(stakes, drawn, strict=True)), F(0))
            chance = F(n, sum(ways.values()))
            for _, odd in drawn:
                chance *= odd
            chances[gain] = chances.get(gain, F(0)) + chance
    law = ba.joint(
        "power-baccarat-98", SMALL, bets=POWER, stakes=dict(zip(POWER, stakes, strict=True))
    ).distribution
    assert {gain: F(n, law.total) for gain, n in zip(law.gains, law.ways, strict=True)} == {
        gain: chance for gain, chance in chances.items() if chance
    }
    assert len(law.gains) > 8


def test_player_and_banker_without_commission_offset_each_other_exactly() -> None:
    found = ba.joint("classic", bets=["player", "banker"], pay={"banker": 1})
    assert found.joint.correlation(0, 1) == -1.0
    assert found.joint.correlation_squared(0, 1) == -1
    assert (found.joint.hedge(0, 1), found.joint.hedge(1, 0)) == (1, 1)
    assert (found.distribution.gains, found.variance, found.even, found.exposure) == ((0,), 0, 1, 0)
    assert found.offsetting == ((0, 1),)
    page = joint_page(found, staked=True, full=False, columns_per_block=5)
    assert "All stakes together vary less than each of these stakes alone: Player, Banker." in str(
        render(page, "text")
    )


def test_player_and_banker_of_eight_decks_by_hand() -> None:
    found = ba.joint("classic", 8, stakes={"player": 10, "banker": 10})
    player, banker, tie = 2230518282592256, 2292252566437888, 475627426473216
    assert found.joint.outcomes == (
        (("lose", "win", "lose"), banker),
        (("win", "lose", "lose"), player),
        (("push", "push", "win"), tie),
    )
    total = player + banker + tie
    assert (found.distribution.gains, found.worst.probability) == ((F(-1, 2), 0), F(banker, total))
    both = F(-player) - F(19, 20) * banker
    evs = F(player - banker, total) * (F(19, 20) * banker - player) / total
    assert found.joint.covariance(0, 1) == both / total - evs


def test_extremes_note_that_bets_without_a_stake_are_left_out() -> None:
    left_out = "Bets without a stake are left out here."
    for stakes, noted in (({"player": 10}, True), ({"player": 10, "banker": 1, "tie": 1}, False)):
        found = ba.joint("classic", stakes=stakes)
        page = joint_page(found, staked=True, full=False, columns_per_block=5)
        assert (left_out in str(render(page, "text"))) == noted


def test_a_gain_that_is_certain_has_no_correlation() -> None:
    found = ba.joint("standard", bets=["player", "tie", "banker"], given="tie")
    assert found.joint.outcomes == ((("push", "win", "push"), found.joint.total),)
    assert found.joint.correlation(0, 1) is None
    assert found.joint.hedge(0, 1) is None
    assert (found.gain, found.best, found.parts[1].covariance) == (1, found.worst, 0)
    page = joint_page(found, staked=True, full=False, columns_per_block=5)
    assert "Tie         1  8.0000              0.0000                  –" in str(render(page, "text"))


def test_ways_that_do_not_fit_the_bets_are_refused() -> None:
    found = ba.joint("classic").joint
    (first, n), (second, m), third = found.outcomes
    with pytest.raises(ValueError, match="the ways of the joint outcomes do not add up to"):
        Joint(found.report, ((first, n), (second, m)))
    with pytest.raises(ValueError, match="the joint ways of bet 'player' are not its ways alone"):
        Joint(found.report, ((first, n + 1), (second, m - 1), third))
    for stakes in ((), (F(0),) * 3, (F(1), F(-1), F(1))):
        with pytest.raises(ValueError, match="expected 3 stakes, none negative and not all zero"):
            Portfolio(found, stakes)


def test_too_many_joint_outcomes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint_module, "MOST_ASKED", 7)
    with pytest.raises(AnalyzerError) as refused:
        ba.joint("standard", SMALL)
    assert str(refused.value) == (
        "expected at most 7 joint outcomes to count at once, got 9 with 2 of 8 bets; "
        "ask for fewer bets at once"
    )


def test_bets_that_need_too_many_patterns_together_are_refused() -> None:
    with pytest.raises(
        ConditionError, match=r"^the bets together: expected .*, or ask for fewer bets at once$"
    ):
        ba.joint("standard", bets=["all-black", "banker-suited-pair"])


def test_stakes_must_be_on_requested_bets() -> None:
    bets = [load.bet(ref) for ref in ("player", "tie/8", "tie/9")]
    assert stakes_on(bets, {"tie/9": "1/2", "player": 3}) == (3, 0, F(1, 2))
    refused = {
        "expected a stake on one bet, got 'tie', which is the name of several of those requested; "
        "choose from tie/8, tie/9": {"tie": 1},
        "expected a stake on one of the requested bets, got 'tei/8'; did you mean 'tie/8'?": {"tei/8": 1},
        "expected a stake on bet 'player' of at least 0, got '-1'": {"player": -1},
        "expected a stake on bet 'player' as an exact number such as \"0.95\" or Fraction(19, 20), got 0.5": {
            "player": 0.5
        },
        "a stake above zero on one bet or more is required": {"player": 0},
    }
    for sentence, stakes in refused.items():
        with pytest.raises(AnalyzerError) as error:
            stakes_on(bets, stakes)  # type: ignore[arg-type]
        assert str(error.value) == sentence
    banker = [load.bet("banker/commission-5")]
    with pytest.raises(CatalogError, match="expected one stake on bet 'banker/commission-5', got two"):
        stakes_on(banker, {"banker": 1, "banker/commission-5": 1})


def test_two_bets_brought_to_one_price_keep_their_stakes() -> None:
    found = ba.joint("classic", bets=["tie/8", "tie/9"], pay={"tie": 5}, stakes={"tie": 1, "tie (2)": 2})
    assert found.stakes == (1, 2)
    assert found.distribution.gains == (-3, 15)


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "joint")


def test_a_shoe_too_coarse_for_every_bet_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pairs.toml").write_text(
        'name = "Pairs"\ndecks = 8\nrules = "punto-banco"\nbets = ["player-pair/11"]\n', encoding="utf-8"
    )
    assert run("pairs.toml", "--remaining", "0=20 5=10") == (
        2,
        "",
        "baccarat: none of the bets can be valued on this shoe: bet 'player-pair/11' "
        "needs the shoe by ranks, not by points\n",
    )


def test_bets_that_the_shoe_is_too_coarse_for_are_left_out(run: Run) -> None:
    status, out, err = run("--remaining", "0=20 5=10 6=4", "--stake", "player=1")
    assert status == 0
    assert "Left out: Player Pair, which needs the shoe by ranks, not by points." in out
    assert err.splitlines()[0] == "left out: bet 'player-pair/11' needs the shoe by ranks, not by points"


def test_the_document(run: Run, read: Read) -> None:
    status, out, err = run("classic", "--stake", "banker=2", "--stake", "tie/8=1/2", "--format", "json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert list(found)[:10] == [
        *("schema", "about", "bets", "total_ways", "covariance", "correlation", "outcomes"),
        *("best", "worst", "portfolio"),
    ]
    assert found["bets"] == ["player", "banker", "tie"]
    assert sum(int(one["ways"]) for one in found["outcomes"]) == int(found["total_ways"])
    assert found["outcomes"][0] == {
        "lines": {"player": "lose", "banker": "win", "tie": "lose"},
        "ways": "2292252566437888",
        "probability": "8954111587648/19524993263685",
        "net": "7/5",
    }
    assert found["correlation"][0] == ["1.00000000000000", "-0.999968713938566", "0.00421091482255537"]
    assert found["worst"] == {
        "net": "-5/2",
        "probability": "8712962041376/19524993263685",
        "outcomes": [
            {
                "lines": {"banker": "lose", "tie": "lose"},
                "ways": "2230518282592256",
                "probability": "8712962041376/19524993263685",
            }
        ],
    }
    portfolio = found["portfolio"]
    assert portfolio["stakes"] == {"player": "0", "banker": "2", "tie": "1/2"}
    assert [one["net"] for one in portfolio["law"]] == ["-5/2", "7/5", "4"]
    assert [one["ways"] for one in portfolio["law"]] == [
        "2230518282592256",
        "2292252566437888",
        "475627426473216",
    ]
    assert read("classic")["portfolio"] is None


def test_the_page(run: Run) -> None:
    status, out, err = run("classic", "--stake", "player=10", "--stake", "banker=10", "--stake", "tie=1")
    assert (status, err) == (0, "")
    assert out.startswith(PAGE)
    assert MATRIX in out
    assert max(map(len, out.splitlines())) <= 80


PAGE = """\
Classic baccarat, 8 decks (416 cards): bets settled together

Each bet alone

No.  Bet     Pays  Stake  House edge  Standard deviation
---  ------  ----  -----  ----------  ------------------
  1  Player  1        10     1.2351%              0.9512
  2  Banker  0.95     10     1.0579%              0.9274
  3  Tie     8         1    14.3596%              2.6409

4,998,398,275,503,360 ways: ordered six-card deals.
Pays: to one. House edge: expected loss per unit staked, pushes included.
Standard deviation: of the net gain of one unit staked, in units.
Exact values, shown to 4 decimals, rounded half to even.

The stakes together

Statistic                       Value     Ratio
------------------------------  --------  -----------------------------
Total stake                     21        21
EV                              -0.3729   -208022067016 / 557856950391
House edge per unit staked      1.7757%   208022067016 / 11714995958211
Variance                        7.4290    80918046647573764356719248 /
                                          10892153198484132226850835
Standard deviation              2.7256    –
Standard deviation if the bets  13.5442   –
were independent
Probability of a gain           9.5156%   619306544887 / 6508331087895
Probability of breaking even    0.0000%   0
Probability of a loss           90.4844%  5889024543008 / 6508331087895
Exposure                        1.5       3 / 2

Values are rounded half to even. Ratio: the exact value, if it is rational.
EV, standard deviation and exposure: of the net gain of one coup, in units of
the stakes.

What each stake contributes

Bet     Stake       EV  Standard deviation  Share of variance
------  -----  -------  ------------------  -----------------
Player     10  -0.1235              9.5115           31.9078%
Banker     10  -0.1058              9.2737          -28.4290%
Tie         1  -0.1436              2.6409           96.5212%

Share of variance: the covariance of a stake's gain with the total gain, divided
by the variance of the total gain. The shares add up to 100%; a stake with a
negative share reduces the variance.
Bets that offset each other, with their correlations: Player and Banker
(-1.0000).
All stakes together vary less than each of these stakes alone: Player, Banker.
Exact values, shown to 4 decimals, rounded half to even.

Every net gain

 Net                   Ways  Probability  P(this or less)
----  ---------------------  -----------  ---------------
-1.5  2,292,252,566,437,888     45.8597%         45.8597%
  -1  2,230,518,282,592,256     44.6247%         90.4844%
   8    475,627,426,473,216      9.5156%        100.0000%

Net: gain of all stakes together; 3 gains are possible.
Exact values, shown to 4 decimals, rounded half to even.

3 joint outcomes

Joint outcome                          Net                   Ways  Probability
------------------------------------  ----  ---------------------  -----------
Banker: win                           -1.5  2,292,252,566,437,888     45.8597%
Player: win                             -1  2,230,518,282,592,256     44.6247%
Player: push, Banker: push, Tie: win     8    475,627,426,473,216      9.5156%

Net: total gain of all stakes; its mean if a pay has a random multiplier.
Bets that are not named lose their stake.
Exact values, shown to 4 decimals, rounded half to even.

Best and worst

Extreme  Joint outcome                          Net  Probability
-------  ------------------------------------  ----  -----------
best     Player: push, Banker: push, Tie: win     8      9.5156%
worst    Banker: win                           -1.5     45.8597%

The greatest gain and the greatest loss of all stakes together.
Exact values, shown to 4 decimals, rounded half to even.
"""
MATRIX = """\
Minimum-variance hedge

No.  Bet           1        2        3
---  ------  -------  -------  -------
  1  Player        –   1.0256  -0.0015
  2  Banker   0.9750        –  -0.0013
  3  Tie     -0.0117  -0.0105        –

For each unit on the bet of the row, the stake on the bet of the column that
minimizes the variance of both together: -covariance / variance of the bet of
the column. If it is negative, any stake on that bet increases the variance.
Exact values, shown to 4 decimals, rounded half to even.
"""


@pytest.mark.parametrize("words", ["--digits 12", "power-baccarat-98 --stake power-98-tie=1", "niu-niu"])
def test_pages_fit_a_terminal(run: Run, words: str) -> None:
    status, out, _ = run(*words.split())
    assert status == 0
    assert max(map(len, out.splitlines())) <= 80


def test_one_bet_alone_has_no_matrices(run: Run) -> None:
    _, out, _ = run("--bet", "tie", "--stake", "tie=3")
    assert "Correlation" not in out
    assert "Tie      3  -0.4308              7.9226          100.0000%" in out


def test_a_terminal_notes_what_it_does_not_list(run: Run) -> None:
    _, out, _ = run()
    assert "36 joint outcomes\n" in out
    assert "16 less likely rows, with a total probability of 1.9307%, are in other formats\nonly." in out
    rows = list(csv.reader(io.StringIO(run("--format", "csv")[1])))
    start = rows.index(["36 joint outcomes"]) + 2
    listed = rows[start : rows.index([], start)]
    assert [row[0] for row in listed] == [str(number) for number in range(1, 37)]
    assert sum(int(row[-3]) for row in listed) == ba.odds("standard").total_ways


def test_negative_roots_keep_their_sign_in_every_format() -> None:
    found = ba.joint("classic", bets=["player", "banker"])
    page = joint_page(found, staked=False, full=True)
    squared = found.joint.correlation_squared(0, 1)
    assert squared is not None and squared < 0
    sheet = str(render(page, "csv", wording("en", 9)))
    assert "with_banker_signed_square,with_banker_decimal" in sheet
    assert f"{squared},-0.999968714" in sheet
    assert f'title="−√({-squared})">-0.9999687<' in str(render(page, "html", wording("en", 7)))
    book = openpyxl.load_workbook(io.BytesIO(bytes(render(page, "xlsx", wording("en", 4)))))  # type: ignore[arg-type]
    rows = list(book["Correlation"].iter_rows(min_row=3, max_row=4, values_only=True))
    assert rows[0][3:] == ("Banker", "Banker times its absolute value (exact)")
    assert rows[1] == ("Player", 1, "1", -0.9999687139385659, str(squared))


def test_the_chart_has_every_gain_and_every_share(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ba.joint("classic", stakes={"player": 2, "banker": 1})
    gains, shares = joint_chart(found, staked=True).bands[0].panels
    assert [row.label for row in gains.rows] == list(found.distribution.gains)
    assert [row.values for row in gains.rows] == [
        (F(n, found.distribution.total),) for n in found.distribution.ways
    ]
    assert [row.values for row in shares.rows] == [(part.share,) for part in found.parts]
    assert sum(part.share or 0 for part in found.parts) == 1
    assert [row.tone for row in shares.rows] == ["loss", "gain"]
    monkeypatch.setattr(portfolio_reports, "MOST_DRAWN", 2)
    with pytest.raises(RenderError) as refused:
        joint_chart(found, staked=True)
    assert str(refused.value) == (
        "expected 1 to 2 net gains for this plot, got 3; choose bets with bets=... or stake=..."
    )


def test_six_pairs_that_offset_each_other_are_all_listed() -> None:
    ties = [f"egalite-{total}" for total in (1, 3, 4, 5)]
    page = joint_page(ba.joint(bets=ties, stakes=dict.fromkeys(ties, 1)), staked=True, full=False)
    notes = [str(note) for table in page.tables for note in table.notes if "that offset" in str(note)]
    assert [note.partition(":")[0] for note in notes] == [
        "Bets that offset each other, with their correlations"
    ]
    assert notes[0].count(" and ") == 6


def test_the_pairs_that_offset_each_other_most_are_named(run: Run) -> None:
    stakes = [word for bet in ba.odds("standard") for word in ("--stake", f"{bet}=1")]
    out = " ".join(run(*stakes)[1].split())
    assert (
        "Bets that offset each other most, with their correlations: Player and Banker (-1.0000), Banker and "
        "Player Natural "
        "(-0.4184), Player and Banker Natural (-0.4059), Player and Lucky 6 (-0.2406), Lucky 6 and "
    ) in out
