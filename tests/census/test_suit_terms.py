"""The suit layer written out, compared with the weighed suit layer and with every deal, one by one."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from oracle import dealer
from shoes import sized_shoes
from suite import MULTIPLIER
from twins import ENGINES, Reading, forget, using

from analyzer.bets.condition import Condition
from analyzer.catalog import load
from analyzer.census import suit_terms
from analyzer.census.census import Census, census
from analyzer.census.collect import Split
from analyzer.census.evaluators import ProgramEvaluator, SuitLayerEvaluator
from analyzer.census.plan import cost, plan
from analyzer.errors import ConditionError
from analyzer.game.dealt import NOTHING, Dealt
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

RULES = load.rules("punto-banco")
GIVEN_SEVEN = Rules("first-card-seven", "First card seven", RULES.tableau, player_first=7)
SMALL = Shoe.parse("9c=2 9h=1 Kh=2 3s=2 3c=2 2d=1")

LOOKED_AT: dict[str, tuple[str, ...]] = {
    "one-hand": ("player_suited_pair and banker_wins",),
    "both-hands": ("player_suited_pair and banker_suited_pair", "player_suited_pair", "banker_suited_pair"),
    "one-of-two": ("player_suited_pair or banker_suited_pair",),
    "three-of-a-suit": (
        "player_total == 8 and distinct(suit, player) == 1 and distinct(suit, banker) == 1 and cards == 6",
        "player_total == 8 and distinct(suit, player) == 1 and player_cards == 3",
        "player_total == 8",
    ),
    "card-by-card": ("p1.suit == b1.suit and player_wins", "tie"),
    "four-places": ("p1.color == p2.color and b1.color == b2.color and p1.color == b2.color", "tie"),
    "colours": ("count(color == red) == cards", "tie"),
    "either-colour": ("distinct(color) == 1 and distinct(points) == 2",),
    "spades": ("count(suit == spades) >= 4", "count(suit == spades) == 0"),
    "thirds": ("p3.suit == b3.suit", "p3.rank == 2", "b3.suit == hearts"),
    "two-groups": ("count(suit == clubs, first_four) == 1 and count(suit == clubs, player) == 1",),
    "more-hearts": ("count(suit == hearts, player) > count(suit == hearts, banker)", "banker_wins"),
    "poker": ("distinct(suit, first_four) == 1 and distinct(rank, first_four) == 4", "player_pair"),
}
KNOWN = ["", "P:9c", "P:?,?,?", "B:?,?,3s", "P:?,9c B:Kh", "next:5=9c"]
CASES = [*product(KNOWN, LOOKED_AT)][:: 2 if MULTIPLIER == 1 else 1]


@pytest.fixture
def fresh() -> Iterator[None]:
    """Use no census from another test."""
    forget()
    yield
    forget()


def counted(texts: tuple[str, ...], rules: Rules = RULES, known: str = "") -> Census:
    split = tuple(map(Condition.parse, texts))
    return census(rules, [split], Dealt.parse(known) if known else NOTHING)


def layered(texts: tuple[str, ...], known: str, monkeypatch: pytest.MonkeyPatch) -> Census:
    """The same census, with no suit layer written out."""
    with monkeypatch.context() as patch:
        patch.setattr(suit_terms, "MOST_TERMS", -1)
        forget()
        found = counted(texts, known=known)
    forget()
    return found


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_layers_written_out_agree_with_the_oracle(case: tuple[str, str]) -> None:
    known, name = case
    dealt = Dealt.parse(known) if known else NOTHING
    found = counted(LOOKED_AT[name], known=known)
    assert any(isinstance(part, ProgramEvaluator) for _, part in found.evaluators)
    shoe = SMALL.without(dealt.from_shoe(RULES))
    assert found.ways(shoe) == [dealer(RULES, "cards", dealt).ways(shoe, found.splits[0])]


@pytest.mark.parametrize("name", ["one-hand", "both-hands", "colours", "spades"])
def test_layers_written_out_agree_with_the_oracle_if_the_first_card_is_given(name: str) -> None:
    texts = tuple(text.replace("player_suited_pair", "banker_suited_pair") for text in LOOKED_AT[name])
    texts = tuple(text.replace("count(suit == spades", "count(suit == spades, banker") for text in texts)
    texts = tuple(
        text.replace("count(color == red) == cards", "count(color == red, banker) == banker_cards")
        for text in texts
    )
    found = counted(texts, GIVEN_SEVEN)
    assert found.ways(SMALL) == [dealer(GIVEN_SEVEN, "cards", NOTHING).ways(SMALL, found.splits[0])]


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("known", [pytest.param("", marks=pytest.mark.kernel), "P:9c"])
@pytest.mark.parametrize("name", sorted(LOOKED_AT.keys() - {"both-hands", "one-of-two"}))
def test_layers_written_out_agree_with_the_suit_layer(
    name: str, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer, terms = layered(LOOKED_AT[name], known, monkeypatch), counted(LOOKED_AT[name], known=known)
    for most in (12, 458, 1_450, 1_627, 5_000):  # a few cards, and the most of each type of number
        cells = sized_shoes("cards", 3, most)
        for mine, yours in zip(terms.tallies(cells, "cards"), layer.tallies(cells, "cards"), strict=True):
            assert mine.dtype == yours.dtype
            assert (mine == yours).all()


SENTENCES = (
    "p{a}.suit == b{b}.suit",
    "count(suit == {suit}, {hand}) >= {few}",
    "distinct(suit, {hand}) == {few}",
    "count(color == red, {hand}) != {few}",
    "p{a}.color == black",
    "b{b}.suit == {suit}",
    "player_suited_pair",
    "banker_total == {few}",
    "margin == {few}",
)


def random_condition(random: Random) -> Condition:
    """A condition that needs few patterns."""
    while True:
        condition = Condition.parse(random_sentence(random))
        try:
            chosen = plan(RULES, (condition,), NOTHING)
        except ConditionError:
            continue
        if cost(RULES, chosen, NOTHING) < 200_000:
            return condition


def random_sentence(random: Random) -> str:
    parts = [
        random.choice(SENTENCES).format(
            a=random.choice("123"),
            b=random.choice("12"),
            suit=random.choice(("spades", "hearts", "clubs")),
            hand=random.choice(("player", "banker", "first_four", "coup")),
            few=random.randint(0, 3),
        )
        for _ in range(random.randint(1, 3))
    ]
    return random.choice((" and ", " or ")).join(random.choice(("", "not ")) + f"({part})" for part in parts)


@pytest.mark.parametrize("seed", range(12 * MULTIPLIER))
def test_random_conditions_agree_with_the_oracle(seed: int) -> None:
    random = Random(f"close look {seed}")
    splits: list[Split] = [(random_condition(random),) for _ in range(3)]
    oracle = dealer(RULES, "cards", NOTHING)
    assert census(RULES, splits).ways(SMALL) == [oracle.ways(SMALL, split) for split in splits]


LONG = {"card-by-card", "four-places", "more-hearts", "two-groups"}
"""The programs of these are so long that Python takes more than a second to add them up."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in LOOKED_AT]
)
def test_doubles_represent_every_intermediate_number(name: str) -> None:
    """Every sum and difference is a number of deals, so none is larger than the number of all deals."""
    for _, part in counted(LOOKED_AT[name]).evaluators:
        assert isinstance(part, ProgramEvaluator)
        program = part.polynomials.program.for_cells(part.polynomials.kinds.members("cards"))
        for cells in sized_shoes("cards", MULTIPLIER, 458):
            read = Reading(program, cells.tolist())
            assert read.largest <= 2**53
            for engine in ENGINES:
                with using(engine):
                    assert part.polynomials.weigh(cells[None], "cards", 2**53).tolist() == [read.outcomes]


@pytest.mark.usefixtures("fresh")
def test_a_layer_with_too_many_terms_is_weighed_as_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = counted(LOOKED_AT["three-of-a-suit"])
    [(_, part)] = terms.evaluators
    assert isinstance(part, ProgramEvaluator)
    for name, most in (("MOST_TERMS", 20_000), ("_MOST_CORRECTIONS", 3)):
        with monkeypatch.context() as patch:
            patch.setattr(suit_terms, name, most)
            forget()
            layer = counted(LOOKED_AT["three-of-a-suit"])
        [(_, part)] = layer.evaluators
        assert isinstance(part, SuitLayerEvaluator)
        assert layer.ways(Shoe.decks(8)) == terms.ways(Shoe.decks(8))
