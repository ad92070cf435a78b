"""Bets explained: every sentence true, every worked coup settled by the line that it shows."""

import json
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from suite import Run, bet_text
from test_phrases import Reader, coups

import analyzer as ba
from analyzer.analysis.rule_sheet import lost_to, overlapping
from analyzer.ask.explain import Explanation, explain_each
from analyzer.bets.bet import LOSE
from analyzer.catalog import load
from analyzer.game.cards import parse_cards
from analyzer.game.coup import Coup, deal
from analyzer.render.formats.render import render
from analyzer.render.formats.wrap import width_of
from analyzer.render.words import wording
from analyzer.report.explain import explanation_page
from analyzer.text import LANGUAGES

ODD = (
    *(
        "banker@commission-free",
        "banker@ez-baccarat",
        "player@niu-niu",
        "lucky-7/6-15",
        "perfect-pair-two-grade",
    ),
    *("power-98-banker@power-baccarat-98", "super-sevens", "insurance-player-wins/3", "matching-dragon-3"),
)
"""Bets that lose several units or a push, that chance multiplies, that cannot happen, or that come late."""


@cache
def every() -> tuple[Explanation, ...]:
    """The odd bets, and of every other family of the library the first; NAME@VARIANT is a variant's own.

    The worked coups of all bets of the library are in `test_phrases.py`; these are made from those.
    """
    first = {prices[0].family: prices[0] for prices in reversed(load.library().values())}
    odd = (name.partition("@")[::2] for name in ODD)
    return tuple(ba.explain(name, variant=variant or None) for name, variant in odd) + explain_each(
        list(first.values())[::2]
    )


def id_of(found: Explanation) -> str:
    """What a test is called."""
    return f"{found.bet.reference}@{found.question.variant.id}"


def settled_by_words(found: Explanation, coup: Coup) -> list[str]:
    """The lines whose words are true of a coup."""
    reader = Reader(coup)
    for line in found.lines:
        if reader.read(line.event):
            reader.settled.append(line.id)
    return reader.settled


def judged(found: Explanation, coup: Coup) -> str:
    """The line that settles a coup, its conditions walked one by one."""
    return next((line.id for line in found.bet.lines if line.when.holds(coup)), LOSE)


def dealt_again(found: Explanation, coup: Coup) -> Coup:
    """The coup dealt from its own cards, in the order in which they come off the shoe."""
    (p1, p2, *p3), (b1, b2, *b3) = coup.player, coup.banker
    row = [b1, p2, b2, *p3, *b3]
    return deal(found.question.rules, row if found.question.rules.player_first else [p1, *row])


def test_every_worked_coup_is_dealt_by_the_rules_and_settled_by_its_line() -> None:
    seen = set()
    for found in every():
        for line in found.lines:
            assert (line.coup is None) == (line.ways == 0), id_of(found)
            if line.coup is not None:
                assert dealt_again(found, line.coup) == line.coup, id_of(found)
                assert judged(found, line.coup) == line.id
                seen.add((id_of(found), line.id))
    assert len(seen) > 120


def test_exactly_one_line_is_true_of_any_coup() -> None:
    for found in every():
        shown = [line.coup for line in found.lines if line.coup is not None]
        for coup in [*shown, *([] if found.question.rules.player_first else coups()[::9])]:
            assert settled_by_words(found, coup) == [judged(found, coup)], id_of(found)


def test_the_figures_are_those_of_the_odds() -> None:
    for found in every()[: len(ODD)]:
        value = ba.odds(found.question.variant, bets=[found.bet], rules=found.question.rules)[found.bet.id]
        assert {line.id: line.ways for line in found.lines} == dict(value.ways)
        assert {line.id: line.net for line in found.lines} == dict(found.bet.nets)
        assert sum(line.probability for line in found.lines) == 1


def test_the_text_of_every_bet_fits_a_page_in_every_language() -> None:
    for place, found in enumerate(every()):
        language = LANGUAGES[place % len(LANGUAGES)]
        page = explanation_page([found], 4, full=False, in_rows=False)
        text = render(page, "text", wording(language), 80)
        assert isinstance(text, str)
        assert [line for line in text.splitlines() if width_of(line) > 80] == [], id_of(found)


SAID = {
    ("tie/8", "win", ""): "The bet wins and pays 8 to 1. A stake of 100 wins 800 and is returned.",
    ("tie/8", "lose", ""): "The bet loses. A stake of 100 is lost.",
    ("banker/commission-5", "win", ""): (
        "The bet wins and pays 1 to 1 less a commission of 5%, which is 0.95 to 1 net. "
        "A stake of 100 wins 95 and is returned."
    ),
    ("banker", "win-6", "commission-free"): (
        "The bet wins and pays 0.5 to 1. A stake of 100 wins 50 and is returned."
    ),
    ("banker", "push", "ez-baccarat"): ("The bet pushes. A stake of 100 is returned, and nothing is won."),
    ("player", "win-9", "niu-niu"): (
        "The bet wins and pays 9 to 1 less a commission of 5%, which is 8.55 to 1 net. "
        "A stake of 100 wins 855 and is returned."
    ),
    ("player", "lose-3", "niu-niu"): (
        "The bet loses 3 times the stake. A stake of 100 loses 300: the stake and 200 more."
    ),
    ("power-98-banker", "natural", "power-baccarat-98"): (
        "The bet wins and pays a random amount, independent of the cards: "
        "0.95 to 1 with probability 5/6, 1 to 1 with probability 1/6. "
        "On average, a stake of 100 wins 95.8333 and is returned."
    ),
}


@pytest.mark.parametrize(("bet", "line", "variant"), SAID)
def test_settlements_read_as_on_the_casino_floor(bet: str, line: str, variant: str) -> None:
    found = ba.explain(bet, variant=variant or None)
    one = next(each for each in found.lines if each.id == line)
    words = wording()
    assert f"{words.translate(one.pays)} {words.translate(one.settlement)}" == SAID[bet, line, variant]


EVENTS = {
    ("banker", "win", "commission-free"): "Banker wins and no earlier line applies",
    ("banker", "lose", "commission-free"): "Player wins",
    ("banker", "push", "ez-baccarat"): ("Player and Banker tie or Banker wins with a three-card total of 7"),
    ("banker", "lose", "ez-baccarat"): "Player wins",
    ("tie", "lose", ""): "Player and Banker do not tie",
    ("player-pair", "lose", ""): "Player's first two cards are not a pair",
    ("dragon-7", "lose", ""): "no other line applies",
    ("insurance-player-wins/3", "lose", ""): "Banker wins",
}


@pytest.mark.parametrize(("bet", "line", "variant"), EVENTS)
def test_a_line_mentions_earlier_lines_only_if_they_overlap(bet: str, line: str, variant: str) -> None:
    found = ba.explain(bet, variant=variant or None)
    assert {each.id: str(each.event) for each in found.lines}[line] == EVENTS[bet, line, variant]


def test_lines_overlap_if_counts_show_it() -> None:
    value = ba.odds("commission-free", bets=["banker"])["banker"]
    rules, shoe = load.rules("punto-banco"), ba.Shoe.decks(8)
    assert overlapping(rules, value, shoe, ["win-6", "win", "push"]) == {"win"}
    nothing = ba.Shoe.parse("0=20 5=20")  # no total of 6, so that no line holds with it
    assert overlapping(rules, ba.odds("commission-free", nothing)["banker"], nothing, ["win"]) == set()
    assert lost_to(rules, ba.odds(bets=["dragon-7"])["dragon-7"], shoe) is None


@pytest.mark.parametrize("when", ["p1.points == 0", "p1.points == 9", "tie or player_wins or banker_wins"])
def test_equal_numbers_of_coups_need_not_be_the_same_coups(when: str) -> None:
    # Of these cards Banker wins 360 of 720 deals, and Player's first card counts 0 in as many.
    shoe, line = ba.Shoe.parse("0=3 5=3"), ba.Line("win", ba.Condition.parse(when), Fraction(1))
    value = ba.odds(shoe=shoe, bets=[ba.Bet("own", "Own", (line,))])["own"]
    assert value.ways[LOSE] in (0, 360, 720)
    assert lost_to(load.rules("punto-banco"), value, shoe) is None


@pytest.mark.parametrize(
    ("bet", "looks_at"),
    {"tie": "points", "player-pair": "ranks", "perfect-pair-two-grade": "cards"}.items(),
)
def test_an_explanation_states_how_finely_the_bet_distinguishes_cards(bet: str, looks_at: str) -> None:
    assert ba.explain(bet).looks_at == looks_at


# the command


@pytest.fixture
def run(run: Run) -> Run:
    Path("own.toml").write_text(OWN, encoding="utf-8")
    return partial(run, "explain")


OWN = bet_text(
    "half-back",
    ("win", "player_wins", "2"),
    ("half", "tie", "-1/2"),
    ("twice", "tie and player_total == 0", "-2"),
    name="Half Back",
)


def test_a_bet_of_a_file_is_explained_line_by_line(run: Run) -> None:
    status, out, err = run("own.toml")
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    for sentence in (
        "Half Back (half-back) Fact Value",
        "When? Player and Banker tie What then? The bet loses part of the stake. "
        "Of a stake of 100, 50 is lost and 50 is returned.",
        "When? Player and Banker tie at 0 and no earlier line applies",
        "The bet loses 2 times the stake. A stake of 100 loses 200: the stake and 100 more.",
        "How often? Never: this shoe cannot deal such a coup.",
        "When? Banker wins What then? The bet loses. A stake of 100 is lost.",
    ):
        assert sentence in said
    assert out.count("For example") == 3


def test_the_document_has_the_same_facts_exactly(run: Run) -> None:
    status, out, err = run("lucky-6/12-23", "--format", "json")
    document: dict[str, Any] = json.loads(out)
    assert (status, err) == (0, "")
    assert list(document) == ["schema", "about", "bets"]
    assert (document["schema"], document["about"]["options"]) == ("baccarat-explain/2", {"language": "en"})
    (bet,) = document["bets"]
    assert list(bet)[:4] == ["bet", "paytable", "name", "rules"]
    assert list(bet.values())[:4] == ["lucky-6", "12-23", "Lucky 6", "punto-banco"]
    value = ba.odds(bets=["lucky-6/12-23"])["lucky-6"]
    three = bet["lines"][1]
    assert [line["id"] for line in bet["lines"]] == ["two-card", "three-card", "lose"]
    assert (three["when"], three["net"], three["outcome"]) == (str(value.bet.lines[1].when), "23", "win")
    assert (int(three["ways"]), Fraction(three["probability"])) == (
        value.ways["three-card"],
        value.probability("three-card"),
    )
    assert bet["total_ways"] == str(value.total)
    for line in bet["lines"]:
        hands = (parse_cards(" ".join(line["coup"][hand])) for hand in ("player", "banker"))
        coup = Coup(*hands)
        assert (coup.winner, coup.player_total, coup.banker_total) == (
            *(line["coup"][key] for key in ("winner", "player_total", "banker_total")),
        )
        assert judged(ba.explain("lucky-6/12-23"), coup) == line["id"]


def test_each_of_several_bets_keeps_its_rules(run: Run) -> None:
    _, out, _ = run("tie", "super-sevens", "tie", "--format", "json")
    assert [(one["bet"], one["rules"]) for one in json.loads(out)["bets"]] == [
        ("tie", "punto-banco"),
        ("super-sevens", "player-first-7"),
    ]
    _, out, _ = run("tie", "super-sevens", "--format", "csv")
    rows = out.splitlines()
    assert rows[0] == "bet,line,question,answer"
    assert rows[1] == "tie/8,win,When?,Player and Banker tie"
    assert any(row.startswith("super-sevens/700-70-17-5-2,lose,For example,") for row in rows)


def test_prices_decks_and_rules_are_those_requested(run: Run) -> None:
    _, out, _ = run("tie", "--pay", "tie=9", "--decks", "6", "--rules", "thai-literal", "--format", "json")
    document = json.loads(out)
    (bet,) = document["bets"]
    value = ba.odds(shoe=6, bets=["tie"], rules="thai-literal", pay={"tie": 9})["tie"]
    assert (bet["paytable"], bet["rules"]) == (None, "thai-literal")
    assert (document["about"]["rules"], document["about"]["shoe"]["cards"]) == ("thai-literal", 312)
    assert [line["ways"] for line in bet["lines"]] == [str(ways) for ways in value.ways.values()]
    _, out, _ = run("banker", "--commission", "4%")
    assert "less a commission of 4%, which is 0.96 to 1 net." in " ".join(out.split())


def test_one_bet_is_one_explanation() -> None:
    with pytest.raises(ba.AnalyzerError, match=r"^bet files: expected|expected a list of bet files"):
        ba.explain("tie", bet_files="own.toml")
    found = ba.explain("tie/9")
    assert (found.bet.reference, found.lines[0].net, found.lines[0].outcome) == ("tie/9", 9, "win")
    assert found.bet.title.in_language("vi") == "Hòa"


def test_a_file_of_several_bets_is_rejected_as_one_bet(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(OWN + OWN.replace("half-back", "half-back-again"), encoding="utf-8")
    with pytest.raises(ba.AnalyzerError, match=r"^expected one bet, got the 2 of '.*': half-back, half-"):
        ba.explain(str(path))
    assert [one.bet.id for one in explain_each([str(path)])] == ["half-back", "half-back-again"]
    assert ba.explain("half-back-again", bet_files=[path]).bet.id == "half-back-again"


def test_an_explanation_is_displayed_in_notebooks() -> None:
    shown = ba.explain("tie/8")._repr_html_()
    assert "Player and Banker do not tie" in shown
    assert "A stake of 100 wins 800 and is returned." in shown
