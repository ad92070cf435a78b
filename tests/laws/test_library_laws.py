"""Laws of the library at 1 and 8 decks: sums of parts, events that bets share, closed forms."""

import re
from collections.abc import Callable
from functools import cache
from math import perm

import pytest

from analyzer.bets.bet import LOSE, Bet
from analyzer.bets.condition import Condition
from analyzer.bets.tree import looks
from analyzer.catalog import load
from analyzer.census.census import census
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe

pytestmark = pytest.mark.kernel

PUNTO_BANCO, SEVEN_FIRST = load.rules("punto-banco"), load.rules("player-first-7")
BETS = {name: prices[0] for name, prices in load.library().items()}
HANDS = ("player", "banker")
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
decks_of = pytest.mark.parametrize("decks", [1, 8])


@cache
def counted(rules: Rules, decks: int) -> dict[str, dict[str, int]]:
    """The ways of each line of every bet that these rules can settle, `lose` among them."""
    bets = [bet for bet in BETS.values() if (bet.rules or "punto-banco") == rules.id]
    found = census(rules, [tuple(line.when for line in bet.lines) for bet in bets]).ways(Shoe.decks(decks))
    return {bet.id: dict(zip(bet.outcomes, ways, strict=True)) for bet, ways in zip(bets, found, strict=True)}


def ways(term: str, decks: int) -> int:
    """The ways of `all`, of a line written `bet.line`, or of every paying line of a bet."""
    if term == "all":
        return perm(52 * decks, 6)
    name, _, line = term.partition(".")
    lines = counted(PUNTO_BANCO, decks)[name]
    return lines[line] if line else sum(lines[line] for line in BETS[name].winning)


def holds(text: str, decks: int) -> int:
    """The ways of a condition."""
    return census(PUNTO_BANCO, [(Condition.parse(text),)]).ways(Shoe.decks(decks))[0][0]


@decks_of
def test_the_lines_of_each_bet_add_up_to_all_deals(decks: int) -> None:
    for rules in (PUNTO_BANCO, SEVEN_FIRST):
        for name, lines in counted(rules, decks).items():
            assert sum(lines.values()) == perm(52 * decks, rules.cards_from_shoe), name
            assert min(lines.values()) >= 0, name
            assert lines[LOSE] > 0, name


def each(text: str, *, of: tuple[str, ...] = HANDS) -> list[str]:
    return [text.format(one) for one in of]


WHOLES: dict[str, tuple[list[str], list[str]]] = {
    "player, banker and tie are all": (["player", "banker", "tie"], ["all"]),
    "player's totals are all": ([f"player-total-{n}" for n in range(10)], ["all"]),
    "banker's totals are all": ([f"banker-total-{n}" for n in range(10)], ["all"]),
    "player odd and even are all": (["player-odd", "player-even"], ["all"]),
    "banker odd and even are all": (["banker-odd", "banker-even"], ["all"]),
    "player odd is its odd totals": (["player-odd"], [f"player-total-{n}" for n in range(1, 10, 2)]),
    "banker even is its even totals": (["banker-even"], [f"banker-total-{n}" for n in range(0, 10, 2)]),
    "four, five and six cards are all": (["cards-4", "cards-5", "cards-6"], ["all"]),
    "big is five and six cards": (["big"], ["cards-5", "cards-6"]),
    "small is four cards": (["small"], ["cards-4"]),
    "over and under are all": (["combined-over-9-5", "combined-under-9-5"], ["all"]),
    "winning totals and ties are all": (
        [*each("winning-total-{}", of=("1-4", "5-6", "7", "8", "9")), "tie"],
        ["all"],
    ),
    "egalite 0 to 9 is the tie": ([f"egalite-{n}" for n in range(10)], ["tie"]),
    "egalite by groups is the tie": (
        ["egalite-0", *each("egalite-{}", of=("1-3", "4-5", "6-7", "8-9"))],
        ["tie"],
    ),
    "low and high tie max are the tie": (["low-tie-max", "high-tie-max"], ["tie"]),
    "insurance on a tie is the tie": (["insurance-tie"], ["tie"]),
    "tiger tie is egalite 6": (["tiger-tie"], ["egalite-6"]),
    "sum 0 is egalite 0": (["quik.sum-0"], ["egalite-0"]),
    "sum 18 is egalite 9": (["quik.sum-18"], ["egalite-9"]),
    "sum bonus pays egalite 9 in three lines": (
        each("sum-bonus.{}", of=("eighteen-two-eights", "eighteen-one-eight", "eighteen")),
        ["egalite-9"],
    ),
    "small and big tiger are super 6": (["small-tiger", "big-tiger"], ["super-6"]),
    "lucky 6 is small and big tiger": (
        ["lucky-6.two-card", "lucky-6.three-card"],
        ["small-tiger", "big-tiger"],
    ),
    "lucky bonus is super 6": (["lucky-bonus"], ["super-6"]),
    "small and big bull are player's six": (["small-bull", "big-bull", "super-6"], ["tiger-bull"]),
    "big bull is ox 6": (["big-bull"], ["ox-6"]),
    "invincible 6 adds the tie": (["invincible-6"], ["tiger-bull", "egalite-6"]),
    "cover all is its four treasures": (["cover-all"], ["dragon-7", "panda-8", "heavenly-9", "blazing-7s"]),
    "both pairs are counted once": (
        ["player-pair", "banker-pair"],
        ["either-pair", "tiger-pair.twin", "tiger-pair.double"],
    ),
    "tiger pair pays either pair": (["tiger-pair"], ["either-pair"]),
    "tiger pair's other reading does too": (["tiger-pair-same-card"], ["either-pair"]),
    "player's winning totals are its wins": (each("player-wins-{}", of=("1-3", "4-6", "7-9")), ["player"]),
    "banker's winning totals are its wins": (each("banker-wins-{}", of=("1-3", "4-6", "7-9")), ["banker"]),
    "ties by groups are the tie": (each("tie-{}", of=("0-3", "4-6", "7-9")), ["tie"]),
    "both perfect pairs are counted once": (
        each("{}-suited-pair"),
        ["perfect-pair", "perfect-pair-two-grade.both"],
    ),
    "two grades are one perfect pair": (["perfect-pair-two-grade"], ["perfect-pair"]),
    "winning by one makes both bad beats": (["any-bad-beat"], ["tie-bonus.margin-of-1"]),
    "the named beats are char siu": (
        [*each("any-bad-beat.{}", of=("three-card-9-over-8", "natural-9-over-8", "8-over-7", "7-over-6"))],
        each("{}-char-siu"),
    ),
    "8 over 7 is a line of bad beat": (["any-8-over-7"], ["any-bad-beat.8-over-7"]),
    "9 over 8 is a line of bad beat": (["natural-9-over-8"], ["any-bad-beat.natural-9-over-8"]),
    "all red is all black": (["all-red"], ["all-black"]),
    "two hands of 8 or 9 tie or beat each other by one": (
        ["88-89-98-99"],
        ["egalite-8-9", *each("any-bad-beat.{}", of=("three-card-9-over-8", "natural-9-over-8"))],
    ),
}
"""Two lists of events with the same total number of deals."""


@decks_of
@pytest.mark.parametrize(("some", "others"), WHOLES.values(), ids=WHOLES.keys())
def test_events_with_the_same_number_of_deals(some: list[str], others: list[str], decks: int) -> None:
    assert sum(ways(term, decks) for term in some) == sum(ways(term, decks) for term in others)


OF_A_HAND: dict[str, tuple[list[str], list[str]]] = {
    "a natural is an 8 or a 9": (["{}-natural"], ["{}-natural-8", "{}-natural-9"]),
    "a winning natural is an 8 or a 9": (
        ["knockout-{}-natural"],
        ["winning-{}-natural-8", "winning-{}-natural-9"],
    ),
    "a winning natural returns the stake on tied ones": (
        ["winning-{}-natural.push"],
        ["dragon-bonus-{}.push"],
    ),
    "a winning natural wins wherever it is sold": (["winning-{}-natural"], ["knockout-{}-natural"]),
    "a winning natural is dragon bonus's first line": (["dragon-bonus-{}.natural"], ["knockout-{}-natural"]),
    "golden talons shares dragon bonus's lines": (["golden-talons-{}.natural-tie"], ["dragon-bonus-{}.push"]),
    "a pair is suited or not": (["{}-pair"], ["{}-fabulous-pair.suited-pair", "{}-fabulous-pair.pair"]),
    "a suited pair is one of fabulous pair": (["{}-suited-pair"], ["{}-fabulous-pair.suited-pair"]),
    "a suited pair is of one of four sorts": (["{}-suited-pair"], ["{}-fortune-4-pair"]),
    "two suited cards are a pair or not": (
        ["majestic-match-{}"],
        ["{}-fabulous-pair.suited-pair", "{}-fabulous-pair.suited"],
    ),
    "lucky 8 pays every total of 8": (["{}-lucky-8"], ["{}-total-8"]),
    "insurance wins with its hand": (["insurance-{}-wins"], ["{}"]),
    "insurance loses on ties": (["insurance-{}-wins-tie-loses"], ["insurance-{}-wins"]),
    "two red cards are two black ones": (["{}-red"], ["{}-black"]),
}


@decks_of
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize(("some", "others"), OF_A_HAND.values(), ids=OF_A_HAND.keys())
def test_events_of_a_hand_with_the_same_number_of_deals(
    some: list[str], others: list[str], hand: str, decks: int
) -> None:
    left, right = ([term.format(hand) for term in terms] for terms in (some, others))
    assert sum(ways(term, decks) for term in left) == sum(ways(term, decks) for term in right)


@decks_of
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("total", [8, 9])
def test_a_natural_wins_unless_it_is_tied_or_beaten(total: int, hand: str, decks: int) -> None:
    """The two readings of a natural bet differ by exactly these coups."""
    [other] = {*HANDS} - {hand}
    tied = holds(f"{hand}_two == {total} and {other}_two == {total}", decks)
    beaten = holds(f"{hand}_two == {total} and {other}_two > {total}", decks)
    assert tied > 0
    assert (beaten > 0) == (total == 8)
    apart = ways(f"{hand}-natural-{total}", decks) - ways(f"winning-{hand}-natural-{total}", decks)
    assert apart == tied + beaten


@decks_of
def test_matching_dragon_counts_each_card_once(decks: int) -> None:
    """Over all ranks, the cards that it counts are all cards of the coups."""
    names = ("one", "two", "three", "four", "five", "six")
    found = sum(
        many * ways(f"matching-dragon-{rank}.{name}", decks)
        for rank in RANKS
        for many, name in enumerate(names, 1)
    )
    assert found == sum(many * ways(f"cards-{many}", decks) for many in (4, 5, 6))


@decks_of
def test_matching_bets_treat_tens_and_face_cards_alike(decks: int) -> None:
    lines = counted(PUNTO_BANCO, decks)
    tens = [lines[f"matching-dragon-{rank}"] for rank in ("10", "jack", "queen", "king")]
    assert tens == [tens[0]] * 4


SWAP = {"player": "banker", "banker": "player"} | {
    f"{a}{n}": f"{b}{n}" for a, b in ("pb", "bp") for n in "123"
}


def mirrored(text: str) -> str:
    """The text with Player and Banker exchanged."""
    return re.sub(r"player|banker|\b[pb][123]\b", lambda found: SWAP[found[0]], text)


def twins() -> dict[str, tuple[Bet, Bet]]:
    """Pairs of bets on Player and on Banker with mirrored conditions, line by line."""
    found = {}
    for name, bet in BETS.items():
        twin = BETS.get(mirrored(name))
        if "player" in name and twin is not None:
            found[name] = (bet, twin)
    return found


def early(bet: Bet) -> bool:
    """Whether the first two cards of each hand settle a bet."""
    places = {place for line in bet.lines for look in looks(line.when.tree) for place in look.where}
    return places <= {"p1", "p2", "b1", "b2"}


def test_bets_on_player_and_banker_mirror_each_other() -> None:
    """Their conditions are; their pays may differ."""
    assert len(twins()) > 30
    for name, (bet, twin) in twins().items():
        lines = [(line.id, alike(line.when.text)) for line in twin.lines]
        assert [(line.id, alike(mirrored(line.when.text))) for line in bet.lines] == lines, name


def alike(text: str) -> str:
    """The text with a tied natural written as Player's, because both hands then have one."""
    return text.replace("tie and banker_natural", "tie and player_natural")


@decks_of
def test_events_of_the_first_cards_are_as_frequent_for_either_hand(decks: int) -> None:
    """Player's first two cards and Banker's are equally likely, even though they are dealt alternately."""
    settled = {name: pair for name, pair in twins().items() if early(pair[0]) and early(pair[1])}
    assert {"player-pair", "player-natural", "player-fabulous-pair"} <= set(settled)
    for bet, twin in settled.values():
        lines = counted(PUNTO_BANCO, decks)
        assert list(lines[bet.id].values()) == list(lines[twin.id].values()), bet.id


@decks_of
@pytest.mark.parametrize(
    "name", ["knockout-player-natural", "winning-player-natural-8", "winning-player-natural-9"]
)
def test_natural_wins_are_as_frequent_for_either_hand(name: str, decks: int) -> None:
    """A natural ends the coup, so the drawing rules do not matter."""
    assert ways(name, decks) == ways(mirrored(name), decks) > 0


CLOSED: dict[str, Callable[[int], int]] = {
    "player-pair": lambda d: 13 * perm(4 * d, 2) * perm(52 * d - 2, 4),
    "player-suited-pair": lambda d: 52 * perm(d, 2) * perm(52 * d - 2, 4),
    "perfect-pair-two-grade.both": lambda d: (
        (52 * perm(d, 4) + 52 * 51 * perm(d, 2) ** 2) * perm(52 * d - 4, 2)
    ),
    "player-fortune-4-pair.four-of-diamonds": lambda d: perm(d, 2) * perm(52 * d - 2, 4),
    "player-fortune-4-pair.four": lambda d: 3 * perm(d, 2) * perm(52 * d - 2, 4),
    "player-fortune-4-pair.diamonds": lambda d: 12 * perm(d, 2) * perm(52 * d - 2, 4),
    "majestic-match-player": lambda d: 4 * perm(13 * d, 2) * perm(52 * d - 2, 4),
    "majestic-match-player.king-queen": lambda d: 4 * 2 * d * d * perm(52 * d - 2, 4),
    "tiger-pair.twin": lambda d: 13 * perm(4 * d, 4) * perm(52 * d - 4, 2),
    "tiger-pair-same-card.twin": lambda d: 52 * perm(d, 4) * perm(52 * d - 4, 2),
    "tiger-pair.double": lambda d: 13 * 12 * perm(4 * d, 2) ** 2 * perm(52 * d - 4, 2),
    "colour-match": lambda d: 2 * perm(26 * d, 4) * perm(52 * d - 4, 2),
    "banker-black": lambda d: perm(26 * d, 2) * perm(52 * d - 2, 4),
    "monkey.all": lambda d: perm(12 * d, 4) * perm(52 * d - 4, 2),
    "monkey.none": lambda d: perm(40 * d, 4) * perm(52 * d - 4, 2),
    "grand-monkey": lambda d: perm(12 * d, 6),
    "lucky-nines.four": lambda d: perm(4 * d, 4) * perm(52 * d - 4, 2),
    "lucky-nines.three-suited": lambda d: 4 * 4 * perm(d, 3) * 48 * d * perm(52 * d - 4, 2),
    "lucky-nines.two-suited": lambda d: 6 * 4 * perm(d, 2) * perm(48 * d, 2) * perm(52 * d - 4, 2),
    "lucky-nines.one-of-diamonds": lambda d: 4 * d * perm(48 * d, 3) * perm(52 * d - 4, 2),
    "jackpot-baccarat.mini-royal": lambda d: 24 * 4 * d**4 * perm(52 * d - 4, 2),
    "jackpot-baccarat.four-of-a-kind": lambda d: 13 * perm(4 * d, 4) * perm(52 * d - 4, 2),
    "jackpot-baccarat.straight-flush": lambda d: 24 * 10 * 4 * d**4 * perm(52 * d - 4, 2),
    "jackpot-baccarat.three-of-a-kind": lambda d: 4 * 13 * perm(4 * d, 3) * 48 * d * perm(52 * d - 4, 2),
    "jackpot-baccarat.straight": lambda d: 24 * 11 * ((4 * d) ** 4 - 4 * d**4) * perm(52 * d - 4, 2),
    "jackpot-baccarat.pair-of-aces": lambda d: (
        (6 * perm(4 * d, 2) * 12 * 11 * (4 * d) ** 2 - 6 * 4 * perm(d, 2) * 12 * 11 * d**2)
        * perm(52 * d - 4, 2)
    ),
}
"""Bets that do not depend on the drawing rules, counted on paper; d is the number of decks."""


@pytest.mark.parametrize("decks", [1, 2, 8])
@pytest.mark.parametrize("term", CLOSED)
def test_bets_on_given_cards_follow_their_formula(term: str, decks: int) -> None:
    assert ways(term, decks) == CLOSED[term](decks)
