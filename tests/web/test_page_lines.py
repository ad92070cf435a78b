"""The lines of bets on the page, in every language."""

import pytest

import analyzer
from analyzer.bets.bet import LOSE
from analyzer.census.worked_example import settling
from analyzer.game.cards import Card
from analyzer.game.coup import Coup
from analyzer.text import LANGUAGES
from analyzer.web.carried import carried
from analyzer.web.data import page_data


@pytest.mark.parametrize("variant", ["standard", "tiger-baccarat", "niu-niu"])
def test_every_line_has_names_conditions_and_an_example_coup(variant: str) -> None:
    of = carried(analyzer.question(variant))
    for entry in page_data(of)["bets"]:
        bet = of.bets[entry["key"]]
        assert len(entry["said"]) == len(bet.nets)
        for line, said in zip(bet.nets, entry["said"], strict=True):
            assert list(said["names"]) == list(said["when"]) == list(LANGUAGES)
            assert all(said["names"].values()) and all(said["when"].values())
            if variant == "niu-niu" and bet.id != "tie" and line == LOSE:
                assert said["coup"] is None
            else:
                hands = (tuple(map(Card.parse, said["coup"][hand])) for hand in ("player", "banker"))
                assert settling(bet, Coup(*hands)) == line


def test_conditions_are_worded_as_in_explain() -> None:
    (tie,) = (bet for bet in page_data(carried(analyzer.question()))["bets"] if bet["bet"] == "tie")
    assert [said["when"]["en"] for said in tie["said"]] == [
        "Player and Banker tie",
        "Player and Banker do not tie",
    ]
    assert tie["said"][0]["when"]["vi"] == "Người chơi và Nhà cái hòa"


def test_a_partly_dealt_shoe_has_examples_from_fresh_decks() -> None:
    of = carried(analyzer.question("standard", "0=4 1=2"))
    assert all(said["coup"] for bet in page_data(of)["bets"] for said in bet["said"])
