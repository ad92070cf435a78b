"""Odds inside a coup: all pairs of open totals at once, and a card known ahead, each checked another way."""

import csv
import io
from fractions import Fraction
from math import perm

import pytest
from oracle import Oracle
from suite import Read, Run

import analyzer as ba
from analyzer.analysis.inside import TOTALS, Inside, Totals, decided
from analyzer.analysis.question import split
from analyzer.ask.inside import offered
from analyzer.catalog import claims, load
from analyzer.catalog.limits import offers
from analyzer.exact import decimal_text, percent_text

MAIN = ["player", "banker"]
SMALL = "0=9 1=2 2=3 3=1 4=3 5=4 6=3 7=2 8=1 9=3"
FEW = ba.Shoe.parse("0=3 1=1 5=2 6=2 9=1")
"""A shoe small enough for the oracle."""


@pytest.fixture(scope="module")
def eight() -> Inside:
    return ba.inside("standard", 8)


@pytest.fixture(scope="module")
def small() -> Inside:
    return ba.inside("standard", SMALL, bets=["player", "banker", "insurance-player-wins/3", "lucky-6"])


@pytest.mark.parametrize("totals", [(0, 0), (5, 6), (7, 6), (9, 3), (2, None), (None, 7), (None, None)])
def test_a_situation_is_the_odds_given_its_totals(small: Inside, totals: Totals) -> None:
    names = zip(("player_two", "banker_two"), totals, strict=True)
    given = " and ".join(f"{name} == {total}" for name, total in names if total is not None)
    one_by_one = ba.odds("standard", SMALL, bets=list(small.bets), given=given or None)
    assert small[totals].valuations == one_by_one.valuations
    assert small[totals].ways == one_by_one.total_ways


@pytest.mark.parametrize("totals", [(0, 4), (8, 2), (3, None), (None, 5)])
def test_after_five_cards_the_total_of_player_is_that_of_three(totals: Totals) -> None:
    bets = ["tie", "insurance-banker-wins/3-2"]
    found = ba.inside("standard", SMALL, bets=bets, after=5)
    names = zip(("player_total", "banker_two"), totals, strict=True)
    given = " and ".join(f"{name} == {total}" for name, total in names if total is not None)
    one_by_one = ba.odds(
        "standard", SMALL, bets=bets, given=f"player_cards == 3 and banker_cards == 3 and {given}"
    )
    assert found[totals].valuations == one_by_one.valuations


@pytest.mark.parametrize("dealt_under", ["punto-banco", "player-first-7"])
def test_a_situation_matches_the_oracle(dealt_under: str) -> None:
    rules = ba.rules(dealt_under)
    bets = [ba.bet("tie/8"), ba.bet("insurance-player-wins")]
    found = ba.inside("standard", FEW, rules=rules, bets=bets)
    oracle = Oracle(rules, "points")
    for pair in ((6, 5), (7, 6), (7, 0), (3, 3)):
        given = ba.Condition.parse("player_two == {} and banker_two == {}".format(*pair))
        dealt = [oracle.ways(FEW, split(bet), given) for bet in bets]
        assert [list(value.ways.values()) for value in found[pair].valuations] == [
            ways for ways in dealt if sum(ways)
        ]
        assert found[pair].ways == sum(dealt[0])


def test_a_situation_is_the_sum_over_the_cards_that_can_be_open() -> None:
    shoe = ba.Shoe.parse("0=4 1=2 5=3 6=3 8=1")
    found = ba.inside("standard", shoe, bets=["insurance-player-wins"])[5, 6]
    ways = dict.fromkeys(found.valuations[0].ways, 0)
    hands = {5: ["T,5", "5,T"], 6: ["T,6", "6,T", "A,5", "5,A", "8,8"]}
    for player in hands[5]:
        for banker in hands[6]:
            cards = ba.Dealt.parse(f"P:{player} B:{banker}").from_shoe(ba.rules("punto-banco"))
            points = [card.points for card in cards]
            deals = 1
            for value in set(points):
                deals *= perm(shoe.counts[value], points.count(value))
            if deals:
                dealt = ba.odds(shoe=shoe, dealt=f"P:{player} B:{banker}", bets=["insurance-player-wins"])
                for line, n in dealt["insurance-player-wins"].ways.items():
                    ways[line] += deals * n
    assert ways == found.valuations[0].ways


def test_all_pairs_together_are_the_fresh_coup(small: Inside) -> None:
    pairs = [totals for totals in small if None not in totals]
    assert sum(small.probability(pair) for pair in pairs) == 1
    whole = ba.odds("standard", SMALL, bets=list(small.bets)).valuations
    for place, value in enumerate(whole):
        evs = [
            small.probability(pair) * small[pair].valuations[place].ev for pair in pairs if small[pair].ways
        ]
        assert sum(evs) == value.ev


Asked = tuple[Totals, str, str, str]
"""Totals, the reference of a bet, a quantity and a line."""


def claimed(source: str, wanted: str) -> list[tuple[Asked, str]]:
    """The question and the printed figure of each of a source's claims about some totals."""
    found: list[tuple[Asked, str]] = []
    for claim in claims.every():
        if claim.id.startswith(source) and claim.given is not None:
            words = claim.given.text.split()
            both = "banker_two" in words
            totals = (int(words[2]), int(words[6]) if both else None)
            reference = claim.bets[0].reference
            if reference.partition("/")[0] in wanted:
                found.append(((totals, reference, claim.quantity, claim.line or ""), claim.printed.text))
    return found


def worth(found: Inside, asked: Asked) -> Fraction:
    totals, reference, quantity, line = asked
    value = next(value for value in found[totals].valuations if value.bet.reference == reference)
    return value.ev if quantity == "ev" else value.probability(line)


def test_published_probabilities_by_total_of_player_come_out_to_every_digit(eight: Inside) -> None:
    printed = claimed("woo-a3-", "player banker tie")
    assert len(printed) == 30
    for asked, text in printed:
        assert decimal_text(worth(eight, asked), len(text.partition(".")[2])) == text


def test_published_insurance_by_both_totals_comes_out_to_every_digit() -> None:
    printed = claimed("ins-p", "insurance-player-wins insurance-banker-wins")
    bets = sorted({reference for (_, reference, *_), _ in printed})
    found = ba.inside("standard", 8, bets=bets)
    assert len(printed) == 68
    for asked, text in printed:
        assert decimal_text(worth(found, asked), 6) == text


OFFERS = ["insurance-player-wins/3", "insurance-tie/8", "insurance-banker-wins/3-2"]


def test_an_offer_is_the_odds_given_the_open_totals() -> None:
    found = ba.inside("standard", SMALL, bets=OFFERS)
    sold = offered(found)
    assert [one.bet.reference for one in sold].count("insurance-player-wins/3") == 6
    assert {one.after for one in sold} == {4, 5}
    for one in sold[::3]:
        names = ("player_total" if one.after == 5 else "player_two", "banker_two")
        known = [f"{name} == {n}" for name, n in zip(names, one.totals, strict=True) if n is not None]
        drawn = ["player_cards == 3", "banker_cards == 3"] if one.after == 5 else []
        given = ba.odds("standard", SMALL, bets=[one.bet], given=" and ".join([*drawn, *known]))
        assert one.value == given.valuations[0]


def test_offers_of_a_manual_are_stated_in_every_language(read: Read) -> None:
    bets = [part for bet in OFFERS for part in ("--bet", bet)]
    offers = [read("inside", *bets, "--lang", language)["offered"] for language in ("en", "ko")]
    assert offers[0] == offers[1]
    assert offers[0][0] == {
        "bet": "insurance-tie",
        "paytable": "8",
        "after": 4,
        "player": None,
        "banker": 9,
        "probability": "512/5395",
        "house_edge": "1418/9499",
    }


def test_every_price_of_insurance_is_offered_somewhere_and_nothing_else_is() -> None:
    inside_coup = {bet for prices in load.library().values() for bet in prices if bet.inside_coup}
    assert {bet for offer in offers() for bet in offer.bets} == inside_coup
    assert {total for offer in offers() for total in (*offer.player, *offer.banker)} == {None, *TOTALS}


def test_a_bet_at_the_users_own_price_is_offered_nowhere() -> None:
    assert offered(ba.inside("standard", 1, bets=["insurance-tie/8"], pay={"insurance-tie": 9})) == ()


def test_bets_that_the_cards_have_decided_are_noted(eight: Inside) -> None:
    player = {totals: decided(one.valuations[0]) for totals, one in eight.items() if None not in totals}
    open_pairs = [totals for totals, known in player.items() if not known]
    assert open_pairs == [(p, b) for p in range(8) for b in range(8) if p < 6 or b < 6]


@pytest.mark.parametrize(
    ("place", "choosing", "always"),
    [
        (1, "6.76475%", "6.76475%"),
        (2, "6.40566%", "6.38890%"),
        (3, "6.76475%", "6.76475%"),
        (4, "6.40566%", "6.38890%"),
        (5, "8.97317%", "8.88752%"),
        (6, "9.09759%", "9.06139%"),
    ],
)
def test_published_worth_of_a_known_card_is_that_of_betting_only_with_the_edge(
    place: int, choosing: str, always: str
) -> None:
    # Source: E. Jacobson, "The known card", 888casino (German edition): 6.765 %, 6.406 %, 8.973 %, 9.098 %.
    (found,) = ba.peek("standard", 8, cards=[place]).places
    worths = found.choosing(MAIN), found.always(MAIN)
    assert [None if worth is None else percent_text(worth, 5) for worth in worths] == [choosing, always]


def test_the_better_of_two_bets_needs_both() -> None:
    [alone] = ba.peek(bets=["player"], cards=[5]).places
    assert (alone.choosing(MAIN), alone.always(MAIN)) == (None, None)
    assert alone.always() == ba.odds(bets=["player"])["player"].ev


@pytest.mark.parametrize(("place", "card"), [(1, "p1"), (2, "b1"), (3, "p2"), (4, "b2")])
def test_a_known_card_that_is_always_used_is_a_condition_on_its_hand(place: int, card: str) -> None:
    (found,) = ba.peek("standard", SMALL, cards=[place], bets=["tie"]).places
    for known in found.known:
        given = ba.odds("standard", SMALL, bets=["tie"], given=f"{card}.points == {known.kind}")
        assert known.valuations[0].ev == given["tie"].ev


@pytest.mark.parametrize(
    ("place", "used", "unused"),
    [
        (5, "p3.points == {} or (player_cards == 2 and b3.points == {})", "cards == 4"),
        (6, "player_cards == 3 and b3.points == {}", "cards < 6"),
    ],
)
def test_a_known_card_is_dealt_in_the_coup_or_only_removed(place: int, used: str, unused: str) -> None:
    (found,) = ba.peek("standard", SMALL, cards=[place], bets=["player"]).places
    shoe = ba.Shoe.parse(SMALL)
    for known in found.known:
        taken = chance(SMALL, used.format(known.kind, known.kind))
        gone = chance(shoe.without("T" if known.kind == "0" else known.kind.replace("1", "A")), unused)
        share = Fraction(known.cards, shoe.size)
        assert share * known.valuations[0].probability("win") == taken + share * gone


def chance(shoe: ba.Shoe | str, condition: str) -> Fraction:
    """The probability that Player wins and a condition holds."""
    both = ba.Condition.parse(f"player_wins and ({condition})")
    bet = ba.Bet("both", "Both", (ba.Line("win", both, Fraction(1)),))
    return ba.odds("standard", shoe, bets=[bet])["both"].probability("win")


@pytest.mark.parametrize("rules", ["punto-banco", "player-first-7"])
def test_knowing_a_card_changes_no_odds_on_average(rules: str) -> None:
    bets = ["player", "player-pair"]
    found = ba.peek("standard", 1, seen="9c 9d 4s", rules=rules, bets=bets)
    whole = ba.odds("standard", 1, seen="9c 9d 4s", rules=rules, bets=bets)
    assert [place.number for place in found.places] == list(range(1, ba.rules(rules).cards_from_shoe + 1))
    for place in found.places:
        assert [known.kind for known in place.known] == list("TJQKA23456789")
        for at, value in enumerate(whole.valuations):
            mean = sum(known.cards * known.valuations[at].ev for known in place.known)
            assert mean == whole.shoe.size * value.ev


def test_the_document_of_a_situation_is_exact(eight: Inside, read: Read) -> None:
    bet = ["--bet", "insurance-player-wins/3", "--player", "5", "--banker", "6"]
    document = read("inside", *bet)
    (situation,) = document["situations"]
    (insured,) = situation.pop("bets")
    assert situation == {
        "player": 5,
        "banker": 6,
        "ways": "44856843337728",
        "probability": str(eight.probability((5, 6))),
    }
    assert (insured["bet"], insured["paytable"], insured["decided"]) == ("insurance-player-wins", "3", False)
    assert Fraction(insured["house_edge"]) == -Fraction(insured["ev"])
    assert decimal_text(Fraction(insured["ev"]), 6) == "0.084397"


def test_a_grid_has_a_row_for_each_total_and_fits_a_terminal(run: Run) -> None:
    lines = run("inside", "--bet", "insurance-player-wins/3")[1].splitlines()
    assert max(map(len, lines)) <= 80
    title = lines.index("House edge of Banker insurance: Player wins, which pays 3, in percent")
    assert [line.split()[0] for line in lines[title + 4 : title + 14]] == [*map(str, TOTALS)]
    assert lines[title + 9].split()[7:] == ["-8.4", "30.6", "–", "–"]


def test_a_sheet_has_a_row_for_each_situation(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("inside", "--bet", "tie", "--format", "csv")[1])))
    assert len(rows) == 121
    assert (rows[0]["player"], rows[0]["banker"], rows[0]["ways"]) == ("0", "0", "108002463841536")
    assert sum(Fraction(row["probability"]) for row in rows[:100]) == 1
    assert percent_text(Fraction(rows[-1]["house_edge_tie"]), 4) == "14.3596%"


def test_the_document_of_a_known_card_is_exact(read: Read) -> None:
    document = read("peek", "--card", "5")
    (place,) = document["places"]
    assert place["better_or_none"] == "8760050563676/97624966318425"
    assert [known["kind"] for known in place["known"]] == list("0123456789")
    assert [known["best"] for known in place["known"][:3]] == [
        "banker/commission-5",
        "banker/commission-5",
        "player",
    ]


def test_places_at_which_a_card_is_worth_the_same_are_shown_together(
    run: Run,
) -> None:
    shown = run("peek", "--decks", "1")[1]
    assert [line for line in shown.splitlines() if line.startswith("If ")] == [
        "If one of the cards 1, 3 of the shoe is known",
        "If one of the cards 2, 4 of the shoe is known",
        "If card 5 of the shoe is known",
        "If card 6 of the shoe is known",
    ]
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    "command", ["removal", "count", "tail --unseen 6", "peek --card 1", "sweep --shoes 1"]
)
def test_bets_offered_only_inside_a_coup_are_noted_if_valued_before_it(command: str, run: Run) -> None:
    remark = 'but valued here as if staked before it: "Insurance: tie".'
    for bet, times in (("insurance-tie", 1), ("tie", 0)):
        assert run(*command.split(), "--bet", bet, "--format", "md")[1].count(remark) == times
