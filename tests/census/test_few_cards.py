"""Shoes of few cards: only the patterns of the cards present are laid out, and every count is right."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from oracle import dealer
from shoes import brief
from suite import MULTIPLIER, Run

import analyzer as ba
from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import plan as plans
from analyzer.census.census import Census, census
from analyzer.census.kinds import EVERY_CARD, held
from analyzer.census.patterns import pattern_count
from analyzer.census.plan import plan
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import KEYS, Fineness, Shoe

pytestmark = pytest.mark.kernel

PUNTO_BANCO = load.rules("punto-banco")
GIVEN_SEVEN = replace(PUNTO_BANCO, id="first-card-seven", player_first=7)
EIGHT = "As=1 2h=1 3d=1 4c=1 5s=1 9h=1 8d=1 Kc=1"
FAR = "p1.rank * b1.rank < p2.rank * b2.rank and distinct(suit) == 3 and p1.suit == b2.suit"
"""A condition that needs more than 10⁸ patterns of a whole deck."""

Split = tuple[Condition, ...]
BY: dict[Fineness, Split] = {
    "points": tuple(map(Condition.parse, ("p1.points < b2.points and margin > 1", "player_draws or tie"))),
    "ranks": tuple(
        map(Condition.parse, ("p1.rank < b1.rank and distinct(rank) > 3", "p3.rank >= b2.rank", "tie"))
    ),
    "cards": tuple(
        map(
            Condition.parse,
            ("distinct(suit) == 3 and p2.rank > b2.rank", "p1.suit == b2.suit and p3.rank > 1"),
        )
    ),
}
OF_OTHERS = (Condition.parse("p2.suit == b2.suit and p3.rank > 1"), Condition.parse("b1.suit != p3.suit"))
"""Conditions that are allowed if the rules fix only the rank of Player's first card."""


def few(random: Random, fineness: Fineness) -> Shoe:
    """A shoe of 6 to 9 cards; more in a long run."""
    counts = [0] * len(KEYS[fineness])
    for _ in range(random.randint(6, 9 if MULTIPLIER == 1 else 14)):
        counts[random.randrange(len(counts))] += 1
    return Shoe(tuple(counts), fineness)


@pytest.fixture
def always_few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lay out the patterns of only the cards present, even if those of a whole deck are few."""
    monkeypatch.setattr(plans, "_ONE_LAYER", 0)
    plans.few_patterns.cache_clear()
    yield
    plans.few_patterns.cache_clear()


def narrow(rules: Rules, split: Split, shoe: Shoe, dealt: Dealt = NOTHING) -> Census:
    return census(rules, [split], dealt, cards=held(shoe.counts, shoe.fineness))


@pytest.mark.usefixtures("always_few")
@pytest.mark.parametrize("rules", [PUNTO_BANCO, GIVEN_SEVEN], ids=lambda rules: rules.id)
@pytest.mark.parametrize("fineness", BY)
def test_censuses_of_the_cards_present_agree_with_the_oracle(rules: Rules, fineness: Fineness) -> None:
    split = BY[fineness] if rules is PUNTO_BANCO or fineness != "cards" else OF_OTHERS
    oracle = dealer(rules, fineness)
    for number in range(3 * MULTIPLIER):
        shoe = few(Random(f"{fineness} {number}"), fineness)
        assert narrow(rules, split, shoe).ways(shoe) == [oracle.ways(shoe, split)], brief(shoe)


@pytest.mark.usefixtures("always_few")
@pytest.mark.parametrize("known", ["P:9h", "P:9h,?,5d", "B:Kd,Qs next:3=7c", "P:Ah,Ad B:?,?,2h"])
def test_known_cards_need_not_be_in_the_shoe(known: str) -> None:
    dealt, split = Dealt.parse(known), BY["cards"]
    oracle = dealer(PUNTO_BANCO, "cards", dealt)
    for number in range(2 * MULTIPLIER):
        shoe = few(Random(f"{known} {number}"), "cards")
        assert narrow(PUNTO_BANCO, split, shoe, dealt).ways(shoe) == [oracle.ways(shoe, split)], brief(shoe)


def test_a_census_of_some_cards_agrees_with_one_of_all(always_few: None) -> None:
    split = BY["ranks"]
    whole = census(PUNTO_BANCO, [split])
    for number in range(6 * MULTIPLIER):
        random = Random(f"many {number}")
        shoe = Shoe((*(random.choice((0, 0, 0, 1, 30)) for _ in range(9)), 2, 2, 2, 2), "ranks")
        some = narrow(PUNTO_BANCO, split, shoe)
        assert some.ways(shoe) == whole.ways(shoe)


def test_the_choice_of_patterns_depends_only_on_their_number() -> None:
    shoe = Shoe.parse(EIGHT)
    cards = held(shoe.counts, shoe.fineness)
    near, far = ((Condition.parse(text),) for text in ("tie and player_pair", FAR))
    assert plan(PUNTO_BANCO, near, NOTHING, cards=cards).cards == EVERY_CARD
    chosen = plan(PUNTO_BANCO, far, NOTHING, cards=cards)
    assert chosen.cards == cards
    asked = chosen.kinds, NOTHING, chosen.positions, chosen.ordered, chosen.drawing
    assert pattern_count(PUNTO_BANCO, *asked, cards) == 91_456
    with pytest.raises(ConditionError, match="got one that needs 225,577,241"):
        plan(PUNTO_BANCO, far, NOTHING)


def test_bets_too_large_for_a_deck_are_counted_on_eight_cards() -> None:
    """Each of these was rejected, or laid out hundreds of millions of patterns."""
    shoe, given = Shoe.parse(EIGHT), Condition.parse(FAR)
    dealt = dealer(PUNTO_BANCO, "cards").ways(shoe, [given])
    assert ba.odds(shoe=shoe, bets=["tie"], given=FAR).total_ways == dealt[0] == 818
    bet = ba.Bet("far", "Far", (ba.Line("win", given, ba.odds()["tie"].ev + 3),))
    counted = {"win": dealt[0], "lose": dealt[1]}
    assert ba.odds(shoe=shoe, bets=[bet])["far"].ways == counted
    assert ba.removal(shoe=shoe, bets=[bet]).report["far"].ways == counted
    assert dict(ba.joint(shoe=shoe, bets=[bet]).joint.outcomes) == {("win",): 818, ("lose",): dealt[1]}


def test_a_census_of_some_cards_rejects_others() -> None:
    shoe = Shoe.parse(EIGHT)
    some = narrow(PUNTO_BANCO, (Condition.parse(FAR),), shoe)
    with pytest.raises(ValueError, match=r"^a census of some cards cannot count the deals of others$"):
        some.ways(Shoe.decks(1))


ASKED = [
    ("odds",),
    ("removal", "--order", "2"),
    ("count", "--level", "1"),
    ("tail", "--unseen", "7"),
    ("inside",),
    ("peek", "--card", "1"),
    ("joint",),
    ("report",),
    ("sweep", "--shoes", "2", "--burn", "0", "--cut-card", "6", "--extra-coups", "0"),
    ("replay", "dealt.txt", "--odds"),
]
"""Every command about a shoe."""


@pytest.mark.parametrize("command", ASKED, ids=lambda words: words[0])
def test_every_question_is_answered_on_eight_cards(command: tuple[str, ...], run: Run) -> None:
    Path("dealt.txt").write_text("P:As,8d B:2h,5s\n", encoding="utf-8")
    Path("far.toml").write_text(
        f'[[bet]]\nid = "far"\nname = "Far"\nlines = [{{ id = "win", when = "{FAR}" }}]\n'
        'paytable = { win = "9" }\n',
        encoding="utf-8",
    )
    status, out, err = run(*command, "--bets", "far.toml", "--bet", "far", "--remaining", EIGHT)
    assert (status, err) == (0, "")
    assert "Far" in out


@pytest.mark.usefixtures("always_few")
def test_a_sweep_of_a_shoe_known_more_finely_than_its_bets_need() -> None:
    shoe = Shoe.parse("As=3 2h=2 3d=2 4c=2 5s=2 9h=2 8d=2 Kc=3")
    procedure = Procedure("short", "Short", 0, "none", 6, 0)
    swept = ba.sweep(shoe=shoe, bets=["player-pair"], shoes=2, procedure=procedure)
    assert swept.full_shoe == (ba.odds(shoe=shoe, bets=["player-pair"])["player-pair"].ev,)


def test_shoes_without_some_cards_share_a_census_of_few_patterns() -> None:
    shoes = [Shoe.parse("A=3 3=2 9=4"), Shoe.parse("2=5 T=1 K=3")]
    split = (Condition.parse("player_wins"),)
    assert narrow(PUNTO_BANCO, split, shoes[0]) is narrow(PUNTO_BANCO, split, shoes[1])
