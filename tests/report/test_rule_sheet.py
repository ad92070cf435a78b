"""The report with a rule sheet: its figures, found again in another way, and its checks, which can fail."""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from suite import one_in

from analyzer.analysis import rule_sheet as sheets
from analyzer.analysis.odds import SHOES, Report
from analyzer.analysis.rule_sheet import Check, RuleSheet, _complete_table, checks, repriced, rule_sheet
from analyzer.analysis.valuation import Valuation
from analyzer.ask import question as api
from analyzer.catalog import load
from analyzer.cli.main import main
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.game.shoe import Shoe
from analyzer.render.formats.render import render
from analyzer.render.formats.wrap import width_of
from analyzer.render.page import Page
from analyzer.render.table import Table
from analyzer.render.words import wording
from analyzer.report.rule_sheet.page import rule_sheet_page
from analyzer.text import Message, message

TEXTS = ("text", "md", "csv", "latex", "html")


@cache
def sheet_of(variant: str) -> RuleSheet:
    """A variant's rule sheet on its own fresh shoe."""
    return rule_sheet(api.odds(variant))


def page_of(sheet: RuleSheet, variant: str = "standard", *, full: bool = True) -> Page:
    """The page of a sheet."""
    return rule_sheet_page(sheet, full=full)


def titled(page: Page, title: str) -> Table:
    """The table of a title, whatever its number."""
    (found,) = (table for table in page.tables if str(table.title).partition(". ")[2] == title)
    return found


def by_key(table: Table) -> list[dict[str, object]]:
    """A table's rows by column key, sentences in English."""
    keys = [column.key for column in table.columns]
    return [
        dict(zip(keys, (str(c) if isinstance(c, Message) else c for c in row), strict=True))
        for row in table.rows
    ]


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("variant", one_in(3, load.variant_ids()))
def test_every_variant_in_every_text_format(variant: str, format: str) -> None:
    text = render(page_of(sheet_of(variant), variant, full=format != "text"), format, wording("en"), 80)
    assert isinstance(text, str)
    assert "Checks made" in text
    assert "FAILS" not in text
    if format == "text":
        assert [line for line in text.splitlines() if width_of(line) > 80] == []


@pytest.mark.parametrize("variant", load.variant_ids())
def test_every_check_of_every_variant_holds(variant: str) -> None:
    sheet = sheet_of(variant)
    assert sheet.failed == ()
    assert all(check.tried.number > 0 and check.reserve is None for check in sheet.checks)


@pytest.mark.parametrize("variant", ["standard", "niu-niu", "power-baccarat-98", "seven-up"])
def test_other_pays_agree_with_odds_at_these_pays(variant: str) -> None:
    rows = by_key(titled(page_of(sheet_of(variant), variant), "Other pays"))
    expected = []
    for key, value in sheet_of(variant).report.items():
        for line in value.bet.lines:
            if line.net <= 0:
                continue
            small = [] if line.net >= 1 else [Fraction("-0.01"), Fraction("0.01")]
            for pays in (line.net + step for step in [-1, *small, 1]):
                if pays < 0 or (line.multiplier and pays == 0):
                    continue
                priced = api.odds(variant, bets=[value.bet], pay={f"{value.bet.id}.{line.id}": pays})
                (then,) = priced.values()
                expected.append((then.ev, then.house_edge, then.house_edge - value.house_edge))
        assert key
    assert [(row["ev"], row["house_edge"], row["change"]) for row in rows] == expected
    assert len(rows) > 8


def test_the_change_of_edge_is_the_probability_of_the_line() -> None:
    value = api.odds("power-baccarat-98", bets=["tie"])["tie"]
    bet = replace(value.bet, lines=(replace(value.bet.lines[0], multiplier=_DOUBLE),))
    lower, higher = repriced(replace(value, bet=bet))
    mean = Fraction(5, 4)
    chance = value.probability("win") * mean
    edge = replace(value, bet=bet).house_edge
    assert (lower.pays, lower.valuation.house_edge - edge) == (7, chance)
    assert (higher.pays, higher.valuation.house_edge - edge) == (9, -chance)


_DOUBLE = ((Fraction(1), Fraction(3, 4)), (Fraction(2), Fraction(1, 4)))


def test_a_multiplied_pay_is_not_lowered_to_zero() -> None:
    rows = by_key(titled(page_of(sheet_of("power-baccarat-98"), "power-baccarat-98"), "Other pays"))
    assert [row["pays"] for row in rows[:2]] == ["2 to 1", "push"]
    assert [row["instead_of"] for row in rows[:2]] == ["1 to 1", "1 to 1"]


@pytest.mark.parametrize("variant", ["standard", "seven-up"])
def test_other_decks_agree_with_odds_on_these_decks(variant: str) -> None:
    rows = by_key(titled(page_of(sheet_of(variant), variant), "Other numbers of decks"))
    shoes = {decks: api.odds(variant, decks) for decks in SHOES if decks != "infinite"}
    expected = [
        (str(decks), value.house_edge, value.rtp, value.hit_rate)
        for key in sheet_of(variant).report
        for decks, report in shoes.items()
        for value in [report[key]]
    ]
    finite = [tuple(row.values())[1:] for row in rows if row["decks"] != "infinite"]
    assert finite == expected
    assert len(rows) - len(finite) == len(sheet_of(variant).report)


def test_full_decks_known_by_points_are_compared_with_others() -> None:
    shoe = Shoe.decks(8).coarsen("points")
    by_points = titled(page_of(rule_sheet(api.odds("classic", shoe)), "classic"), "Other numbers of decks")
    by_cards = titled(page_of(rule_sheet(api.odds("classic", 8)), "classic"), "Other numbers of decks")
    assert by_points == by_cards


def test_a_pair_on_an_infinite_shoe_has_one_rank_in_thirteen() -> None:
    rows = by_key(titled(page_of(sheet_of("standard")), "Other numbers of decks"))
    (pair,) = (row for row in rows if (row["bet"], row["decks"]) == ("Player Pair", "infinite"))
    assert (pair["hit_rate"], pair["house_edge"]) == (Fraction(1, 13), 1 - Fraction(12, 13))


def test_statistics_are_the_moments_of_the_net_gain() -> None:
    value = sheet_of("standard").report["banker"]
    law = [(value.bet.nets[line], Fraction(ways, value.total)) for line, ways in value.ways.items()]
    mean = sum((net * p for net, p in law), Fraction(0))
    variance = sum((p * (net - mean) ** 2 for net, p in law), Fraction(0))
    third = sum((p * (net - mean) ** 3 for net, p in law), Fraction(0))
    exact = {
        row["statistic"]: row["exact"]
        for row in by_key(titled(page_of(sheet_of("standard")), "Banker: statistics"))
    }
    assert exact["EV"] == mean == Fraction(-114753351728, 10847218479825)
    assert exact["House edge"] == -mean
    assert exact["Edge on resolved bets"] == -mean / (1 - law[1][1])
    assert exact["Variance"] == variance
    assert value.skewness_squared == third * abs(third) / variance**3
    assert (exact["Hit rate"], exact["Push rate"], exact["Exposure"]) == (law[0][1], law[1][1], 1)


def test_statistics_as_people_read_them() -> None:
    text = render(page_of(sheet_of("niu-niu"), "niu-niu", full=False), "text", wording("en", 2), 80)
    assert isinstance(text, str)
    begin = text.index("Player: statistics")
    lines = text[begin:].splitlines()[4:17]
    cells = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines]
    assert cells[0] == ["EV", "-4.28%", "-1394232043112 / 32541655439475"]
    assert cells[6:10] == [
        ["Variance", "47.16", "49937708059290876430592023946 /"],
        ["1058959338741512855388275625"],
        ["Standard deviation", "6.87", "–"],
        ["Skewness", "0.00", "–"],
    ]


def test_skewness_has_a_sign() -> None:
    text = render(page_of(sheet_of("standard")), "csv")
    assert isinstance(text, str)
    found = [line.split(",")[1] for line in text.splitlines() if line.startswith("Skewness,")]
    assert found[1:4] == ["0.0246", "-0.0323", "2.7594"]


def test_a_paytable_adds_up() -> None:
    *lines, whole = by_key(titled(page_of(sheet_of("standard")), "Lucky 6: paytable"))
    assert [(row["line"], row["pays"], row["net"], row["ways"]) for row in lines] == [
        ("two-card", "12 to 1", 12, 186173936904192),
        ("three-card", "20 to 1", 20, 83058367551488),
        ("lose", "lose", -1, 4729165971047680),
    ]
    for key in ("ways", "probability", "contribution"):
        assert sum(row[key] for row in lines) == whole[key]  # type: ignore[misc]
    assert whole["ways"] == 4998398275503360


def test_larger_losses_and_multipliers_are_stated_with_the_pay() -> None:
    (ten,) = (
        row
        for row in by_key(titled(page_of(sheet_of("niu-niu"), "niu-niu"), "Player: paytable"))
        if row["line"] == "lose to 9"
    )
    assert ten["pays"] == "lose 9 units"
    table = titled(page_of(sheet_of("power-baccarat-98"), "power-baccarat-98"), f"{_POWER}: paytable")
    assert by_key(table)[0]["pays"] == "1 to 1, multiplied"
    coups = titled(page_of(sheet_of("power-baccarat-98"), "power-baccarat-98"), f"{_POWER}: worked coups")
    assert [row["result"] for row in by_key(coups)] == ["1 to 1, multiplied", "1 to 1", "push", "lose"]
    assert [str(note) for note in table.notes] == [
        "True odds: the odds against a line, to one. If no other line wins, the bet is fair at this pay.",
        f"{_POWER}: the pay of natural, 1 to one, is multiplied at random: by 1 with probability 5/6, "
        "21/20 with probability 1/6. Its net here is the mean.",
    ]


_POWER = "Player (Power Baccarat 98)"


def test_worked_coups_are_coups_of_their_line() -> None:
    sheet = sheet_of("seven-up")
    for value, coups in zip(sheet.report.valuations, sheet.coups, strict=True):
        for line, coup in coups.items():
            assert (coup is None) == (value.ways[line] == 0)
            assert coup is None or coup.player[0] == Card(7)
    shown = by_key(titled(page_of(sheet_of("niu-niu"), "niu-niu"), "Banker: worked coups"))
    assert shown[-1]["course"] == "This shoe cannot deal such a coup."


def test_worked_coups_satisfy_the_given_condition() -> None:
    report = api.odds("standard", given="player_draws and banker_draws")
    sheet = rule_sheet(report)
    assert sheet.failed == ()
    assert sheet.decks == ()
    for coups in sheet.coups:
        assert all(coup is None or len(coup.player) == len(coup.banker) == 3 for coup in coups.values())
    table = titled(page_of(sheet), "Other numbers of decks")
    assert [str(note) for note in table.notes] == [
        "Not computed: The figures are conditional on what is given."
    ]
    assert by_key(titled(page_of(sheet), "Player Natural: worked coups"))[0]["player"] is None


def test_a_coup_half_dealt_has_no_worked_coups_and_no_second_count() -> None:
    sheet = rule_sheet(api.odds("standard", dealt="P:9c,5 next:5=Th"))
    page = page_of(sheet)
    outcomes = [row["outcome"] for row in by_key(titled(page, "Checks made"))]
    not_made = "not made. Cards of this coup are known."
    assert outcomes == ["holds", "holds", "holds", "holds", not_made, not_made]
    assert sheet.failed == ()
    assert not [table for table in page.tables if "worked coups" in str(table.title)]
    assert titled(page, "Other numbers of decks").rows == titled(page, "Findings").rows == ()
    for format in TEXTS:
        assert render(page, format)


@pytest.mark.parametrize("shoe", ["0=100 1=20 2=31 3=30 4=30 5=28 6=29 7=30 8=30 9=30", "A=2 5=1 9=2 K=3"])
def test_a_shoe_partly_dealt(shoe: str) -> None:
    sheet = rule_sheet(api.odds("standard", shoe, bets=["player", "banker", "tie"]))
    assert sheet.failed == ()
    table = titled(page_of(sheet), "Other numbers of decks")
    assert [str(note) for note in table.notes] == ["Not computed: The shoe does not consist of full decks."]


def test_six_cards_left_are_checked_too() -> None:
    sheet = rule_sheet(api.odds("standard", "A=1 2=1 3=1 4=1 5=1 6=1", bets=["banker", "tie"]))
    assert sheet.failed == ()


def test_a_bet_of_too_many_patterns_is_not_counted_twice() -> None:
    sheet = rule_sheet(api.odds("standard", bets=["banker", "all-red"]))
    (check,) = (check for check in sheet.checks if check.reserve is not None)
    assert str(check.reserve) == "Not checked because they need more than 200,000 patterns: all-red."
    assert check.tried.number == 3


def test_the_second_count_deals_only_the_cards_of_the_shoe() -> None:
    sheet = rule_sheet(api.odds("standard", "Ah=5 5s=5 9d=5 Kc=5", bets=["banker", "all-red"]))
    assert (sheet.failed, [check.reserve for check in sheet.checks if check.reserve]) == ((), [])
    (again,) = (check for check in sheet.checks if str(check.law).startswith("A second method"))
    assert again.tried.number == sum(len(value.ways) for value in sheet.report.valuations)


# checks that fail


def doctored(report: Report, key: str, change: Mapping[str, int]) -> Report:
    """A report with the ways of some lines of one bet changed; the total follows."""
    value = report[key]
    ways = {line: n + change.get(line, 0) for line, n in value.ways.items()}
    other = Valuation(value.bet, sum(ways.values()), ways)
    return replace(report, valuations=tuple(other if v is value else v for v in report.valuations))


def failures(found: tuple[Check, ...]) -> list[tuple[int, tuple[str, ...]]]:
    """Which checks failed, by place, and on what."""
    return [(place, check.failed) for place, check in enumerate(found) if check.failed]


TABLE, WAYS, SHARES, UNSEEN, SECOND, COUPS = range(6)


def test_a_deal_on_the_wrong_line_is_found() -> None:
    sheet = sheet_of("classic")
    wrong = doctored(sheet.report, "banker", {"win": 1, "push": -1})
    lines = ("banker.win", "banker.push")
    assert failures(checks(wrong, sheet.coups)) == [(UNSEEN, lines), (SECOND, lines)]


def test_a_deal_too_many_is_found() -> None:
    sheet = sheet_of("classic")
    wrong = doctored(sheet.report, "tie", {"lose": 1})
    only = ("tie.lose",)
    assert failures(checks(wrong, sheet.coups)) == [(WAYS, ("tie",)), (UNSEEN, only), (SECOND, only)]


class Flattered(Valuation):
    """A valuation that shows a share of a line greater than it is."""

    def contribution(self, line: str) -> Fraction:
        return super().contribution(line) + Fraction(1, 10**30)


def test_shares_that_do_not_add_up_are_found() -> None:
    sheet = sheet_of("classic")
    first, *others = sheet.report.valuations
    wrong = replace(sheet.report, valuations=(Flattered(first.bet, first.total, first.ways), *others))
    assert failures(checks(wrong, sheet.coups)) == [(SHARES, ("player",))]


def test_coups_of_other_lines_are_found() -> None:
    sheet = sheet_of("classic")
    player, *others = sheet.coups
    swapped = {"win": player["lose"], "push": None, "lose": player["lose"]}
    assert failures(checks(sheet.report, (swapped, *others))) == [(COUPS, ("player.win", "player.push"))]


@pytest.mark.parametrize(
    "coup",
    [
        pytest.param(Coup((Card(9, 0), Card(13, 0)), (Card(2, 1), Card(5, 1), Card(4, 1))), id="not drawn"),
        pytest.param(Coup((Card(9, 0), Card(9, 0)), (Card(2, 1), Card(5, 1))), id="not held"),
    ],
)
def test_coups_that_cannot_be_dealt_are_found(coup: Coup) -> None:
    report = api.odds("classic", Shoe.decks(1), bets=["player"])
    (shown,) = rule_sheet(report).coups
    assert failures(checks(report, ({**shown, "win": coup},))) == [(COUPS, ("player.win",))]


def test_a_hole_in_the_drawing_table_is_found() -> None:
    sheet = sheet_of("classic")
    tableau = replace(sheet.report.rules.tableau)
    object.__setattr__(tableau, "banker", tableau.banker[1:])
    check = _complete_table(replace(sheet.report.rules, tableau=tableau))
    assert check.failed == ("0/-", *(f"0/{column}" for column in range(10)))


def test_a_note_states_that_faults_are_checked_without_the_condition() -> None:
    sheet = rule_sheet(api.odds("classic", bets=["tie"], given="tie"))
    looked, none = map(str, titled(page_of(sheet, "classic"), "Findings").notes)
    assert looked.startswith("Checked for, without the given condition: lines that no coup reaches, ")
    assert none == "No findings."


# the command


def test_a_report_with_a_failed_check_is_written_and_the_failure_is_stated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(*_: object, **__: object) -> tuple[Check, ...]:
        return (
            Check(message("All is well."), message("By a look."), message("1 look"), ("tie.win", "tie.lose")),
        )

    monkeypatch.setattr(sheets, "checks", failing)
    assert main(["report", "classic", "--bet", "tie", "--format", "md"]) == 1
    said = capsys.readouterr()
    assert "| All is well. | By a look. | 1 look | FAILS: tie.win, tie.lose |" in said.out
    assert said.err == "Check failed: All is well. Exceptions: tie.win, tie.lose\n"


def test_report_accepts_the_options_of_odds(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["classic", "--decks", "6", "--commission", "4%", "--pay", "tie=9", "--seen", "9c 9d"]
    assert main(["report", *asked, "--format", "json", "--digits", "2"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "baccarat-page/2"
    assert document["title"] == "Classic baccarat: report with the rule sheet, 310 cards left"
    assert main(["odds", *asked, "--format", "json"]) == 0
    odds = {bet["bet"]: bet for bet in json.loads(capsys.readouterr().out)["bets"]}
    (table,) = (table for table in document["tables"] if table["title"].endswith(". Bets"))
    assert [(row[1], row[3]) for row in table["rows"]] == [
        (key, bet["house_edge"]) for key, bet in odds.items()
    ]


def test_odds_as_pdf_are_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[Page] = []
    monkeypatch.setattr(
        "analyzer.cli.output.render", lambda page, *_: shown.append(page) or "a report\n", raising=True
    )
    assert main(["odds", "classic", "--format", "pdf"]) == 0
    assert main(["report", "classic", "--format", "pdf"]) == 0
    assert capsys.readouterr().out == "a report\na report\n"
    assert shown[0] == shown[1]
    assert titled(shown[0], "Checks made")


def test_omitted_bets_cause_a_remark(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "standard", "--remaining", "0=9 1=9 9=9", "--format", "csv"]) == 1
    assert "left out: bet 'player-pair" in capsys.readouterr().err
