"""Shoes played side by side: the same to the last bit as one at a time, however they are divided."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from shoe_by_shoe import Coup, order, philox
from shoe_by_shoe import play as play_slowly
from shoe_by_shoe import tally as tally_slowly

from analyzer.analysis.count import Count
from analyzer.analysis.sweep import play as engine
from analyzer.analysis.sweep.play import play
from analyzer.analysis.sweep.tally import Tally
from analyzer.analysis.sweep.work import CUT_CARD_STREAM, Work, cut_cards, shuffled
from analyzer.catalog import load
from analyzer.errors import AnalyzerError, ShoeError
from analyzer.game.procedure import Procedure
from analyzer.game.shoe import Shoe, coarser

pytestmark = pytest.mark.kernel


def tags(text: str) -> tuple[Fraction, ...]:
    """Tags of points 0–9, ranks A–K or all cards."""
    return tuple(map(Fraction, text.split()))


DRAGON = Count("dragon", "Dragon", tags("0 0 0 0 -1 -1 -1 -1 2 2"), true_trigger=Fraction(4))
UNBALANCED = Count(
    "unbalanced", "Unbalanced", tags("1/2 1 0 0 -1 -1 -1 -1 2 2"), Fraction(-32, 8), None, Fraction(-3)
)
TRUE = replace(UNBALANCED, true_trigger=Fraction(2), running_trigger=None)
BY_RANK = Count("by-rank", "By rank", tags("1 1 1 1 1 1 1 1 1 -3 -2 -2 -2"), true_trigger=Fraction(-1, 3))


def work(
    shoe: str = "1 deck",
    bets: str = "player banker tie dragon-7",
    rules: str = "punto-banco",
    counts: tuple[tuple[Count, int], ...] = (),
    seed: int = 6,
    **procedure: object,
) -> Work:
    """A small piece of work."""
    steps = {"burn": "first-card", "seen": "first-card", "cut_card": 14, "extra_coups": 1} | procedure
    chosen = tuple(map(load.bet, bets.split()))
    how = Procedure("own", "Own", **steps)  # type: ignore[arg-type]
    return Work(load.rules(rules), chosen, Shoe.parse(shoe), how, seed, counts)


def dear(reference: str, net: int) -> Work:
    """Work on a bet that pays so much that sums do not fit 64 bits."""
    plain = work(bets=reference)
    return replace(plain, bets=(plain.bets[0].priced({"win": Fraction(net)}),))


WORKS = {
    "usual": work(
        bets="player-natural lucky-6 panda-8 dragon-7",
        counts=((DRAGON, 3), (UNBALANCED, 3), (TRUE, 3), (DRAGON, 0)),
    ),
    "by rank, burn seen, to the end": work(
        bets="player-pair tie", seen="all", cut_card=6, extra_coups=0, counts=((BY_RANK, 0),)
    ),
    "by card, burn of three unseen": work(bets="tie player-suited-pair", burn=3, seen="none"),
    "first card given": work("0=9 1=3 4=5 5=6 7=4 8=9", "player tie", "player-first-7", cut_card=10, burn=2),
    "by player total": work(bets="banker tie", rules="thai-literal", burn=0, cut_card=12),
    "ranks given": work("A=4 2=3 5=9 6=2 8=4 9=6 T=1 J=7 Q=2", "lucky-6 player-pair", cut_card=20),
    "cut card at random": work(bets="tie", cut_card=(12, 40)),
    "reserve cards": work(
        "0=9 1=3 4=5 5=6 7=4 8=9", "player tie", "player-first-7", cut_card=10, reserve=True
    ),
    "sums past 64 bits": dear("dragon-7", 10**6),
}


@cache
def slowly(name: str, shoes: int) -> list[list[Coup]]:
    """The first shoes of a work, one at a time."""
    return [play_slowly(WORKS[name], number) for number in range(shoes)]


@pytest.mark.parametrize("name", WORKS)
def test_shoes_side_by_side_match_shoes_one_at_a_time(name: str) -> None:
    assert play(WORKS[name], 0, 5) == tally_slowly(WORKS[name], slowly(name, 5))


def test_the_shoes_compared_vary() -> None:
    """The shoes above have several lengths, and bets are made before some coups but not before all."""
    found = play(WORKS["usual"], 0, 10)
    assert len(found.lengths) > 1
    coups = sum(coups * n for coups, n in found.lengths.items())
    assert all(0 < player.bets < coups for player in found.players)


def test_unbalanced_tags_bet_as_the_same_tags_less_their_mean() -> None:
    """They once never bet, because their running count falls throughout a shoe."""
    level_1 = Count("level-1", "Level 1", tags("0 0 0 0 -1 -1 -1 -1 1 1"), true_trigger=Fraction(3))
    balanced = replace(level_1, tags=tuple(tag + Fraction(8, 52) for tag in level_1.tags))
    begun = replace(level_1, start=Fraction(64))
    systems = tuple((count, 0) for count in (level_1, balanced, begun))
    _, _, *counts = play(work("8 decks", "dragon-7", counts=systems), 0, 20).players
    assert counts[0].bets > 50
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("name", ["usual", "cut card at random", "sums past 64 bits"])
def test_the_sum_is_the_same_however_shoes_are_divided(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play(WORKS[name], 0, 50)
    parts = [play(WORKS[name], first, last) for first, last in ((0, 17), (17, 18), (18, 50), (50, 50))]
    assert sum(parts, Tally.none(WORKS[name])) == sum(parts[::-1], Tally.none(WORKS[name])) == whole
    monkeypatch.setattr(engine, "_AT_ONCE", 7)
    assert play(WORKS[name], 0, 50) == whole
    assert whole.shoes == 50


def test_a_shoe_is_the_same_whatever_is_bet_on() -> None:
    one, other = work(bets="tie"), work(bets="player-suited-pair tie")
    assert one.fineness == "points" and other.fineness == "cards"
    a, b = play(one, 0, 10), play(other, 0, 10)
    assert a.lengths == b.lengths
    assert [row[0] for row in a.coups] == [row[1] for row in b.coups]


def test_work_can_be_sent_to_another_process() -> None:
    sent = pickle.loads(pickle.dumps((WORKS["usual"], play(WORKS["usual"], 3, 5))))
    assert sent == (WORKS["usual"], play(WORKS["usual"], 3, 5))


def test_random_words_are_those_of_the_generator_named() -> None:
    """Checked against the tests' own Philox, and that against the known answers of its authors."""
    assert philox(0, 0) == [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B]
    drawn = np.random.Philox(key=2**100 + 7, counter=2**70 + 1).random_raw(4).tolist()
    assert drawn == philox(2**70 + 2, 2**100 + 7)


def test_every_card_of_a_shoe_is_dealt_once_and_shoes_differ() -> None:
    shoe = Shoe.decks(2)
    cells = shuffled(shoe, 1, 5, 9)
    assert [np.bincount(row, minlength=52).tolist() for row in cells] == [list(shoe.counts)] * 4
    assert len({row.tobytes() for row in cells}) == 4
    assert shuffled(shoe, 1, 6, 7).tobytes() == cells[1].tobytes() != shuffled(shoe, 2, 6, 7).tobytes()
    assert [card.index for card in order(shoe, 1, 8)] == cells[3].tolist()


def test_cells_are_known_less_finely() -> None:
    assert coarser("cards", "points")[::4] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0)
    assert coarser("points", "points") == tuple(range(10))


REFUSED: dict[str, tuple[dict[str, object], type[AnalyzerError], str]] = {
    "burn": ({"burn": 53}, ShoeError, "expected a burn of at most the 52 cards of the shoe, got 53"),
    "cut card at the end": (
        {"cut_card": 11},
        ShoeError,
        "expected at least 12 cards behind the cut card, 6 for each coup from the one in which it shows on, "
        "got 11; put it further from the end or deal fewer extra coups",
    ),
    "cut card beyond": (
        {"cut_card": 42},
        ShoeError,
        "expected a cut card inside the shoe, got 42 cards behind it although a burn may leave only 41 of "
        "52; put it nearer to the end",
    ),
    "coarse for a bet": (
        {"shoe": "0=30 1=30", "bets": "player-pair"},
        ShoeError,
        "bet 'player-pair/11' needs ranks, but the shoe is known only by points; give the shoe and the "
        "cards seen or dealt by ranks",
    ),
    "coarse for a count": (
        {"shoe": "0=30 1=30", "counts": ((BY_RANK, 0),)},
        ShoeError,
        "count 'by-rank' has tags by ranks, but the shoe is known only by points; give the shoe by ranks",
    ),
    "no trigger": (
        {"counts": ((replace(DRAGON, true_trigger=None), 0),)},
        AnalyzerError,
        "count 'dragon' has no trigger that says when to bet; give it one",
    ),
    "no such bet": (
        {"counts": ((DRAGON, 4),)},
        AnalyzerError,
        "expected count 'dragon' to bet on one of the bets played",
    ),
    "no bet": ({"bets": ""}, AnalyzerError, "at least one bet to play shoes for is required"),
    "seed": (
        {"seed": -1},
        AnalyzerError,
        f"expected a seed as a whole number from 0 to {2**128 - 1}, got -1",
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_work_that_cannot_be_played_is_refused(fault: str) -> None:
    given, error, sentence = REFUSED[fault]
    with pytest.raises(error) as caught:
        work(**given)  # type: ignore[arg-type]
    assert type(caught.value) is error and str(caught.value) == sentence


def test_a_bet_that_nets_more_than_a_tally_holds_is_refused() -> None:
    with pytest.raises(AnalyzerError, match="at most 1,000,000 units per unit staked, got 'dragon-7'"):
        dear("dragon-7", 10**6 + 1)


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 2), (0, 1.0)])
def test_an_invalid_range_of_shoes_is_refused(first: int, last: int) -> None:
    with pytest.raises(AnalyzerError, match="expected numbers of shoes with 0 ≤ first ≤ last"):
        play(WORKS["usual"], first, last)


def test_everything_that_decides_the_shoes_changes_the_identity() -> None:
    base = work(counts=((DRAGON, 3),))
    others = {
        "rules": work(rules="banker-6-draws-on-7", counts=((DRAGON, 3),)),
        "bets": work(bets="player banker tie/9 dragon-7", counts=((DRAGON, 3),)),
        "shoe": work("2 decks", counts=((DRAGON, 3),)),
        "burn": work(burn=10, counts=((DRAGON, 3),)),
        "seen": work(seen="none", counts=((DRAGON, 3),)),
        "cut_card": work(cut_card=15, counts=((DRAGON, 3),)),
        "reserve": work(reserve=True, counts=((DRAGON, 3),)),
        "extra_coups": work(extra_coups=0, counts=((DRAGON, 3),)),
        "seed": work(seed=7, counts=((DRAGON, 3),)),
        "counts": work(counts=((replace(DRAGON, true_trigger=Fraction(5)), 3),)),
    }
    identity = base.identity()
    assert json.loads(json.dumps(identity)) == identity
    for field, other in others.items():
        differing = [key for key, value in other.identity().items() if identity.get(key) != value]
        assert [key.removesuffix("_sha256") for key in differing[:1]] == [field]
        assert len(differing) == (2 if field in ("rules", "bets") else 1)


def test_a_cut_card_at_random_says_how_it_is_placed_and_one_at_a_depth_does_not() -> None:
    fixed, random = work().identity(), work(cut_card=(14, 15)).identity()
    assert json.loads(json.dumps(random)) == random
    assert random == fixed | {"cut_card": [14, 15], "cut_card_stream": CUT_CARD_STREAM}


def test_cut_cards_depend_on_the_seed_and_the_number_of_the_shoe() -> None:
    depths = cut_cards((14, 52), 2**100 + 7, 0, 2000)
    assert [cut_cards((14, 52), 2**100 + 7, i, i + 1).tolist() for i in (0, 1999)] == [
        [depths[0]],
        [depths[-1]],
    ]
    assert depths[:9].tolist() == [14 + philox(2**192 + i + 1, 2**100 + 7)[0] % 39 for i in range(9)]
    assert set(depths.tolist()) == set(range(14, 53))
    assert cut_cards((14, 14), 1, 3, 6).tolist() == [14, 14, 14]


def test_a_tally_is_written_and_read_back() -> None:
    done = WORKS["usual"]
    for found in (Tally.none(done), play(done, 0, 20)):
        assert Tally.of_document(done, json.loads(json.dumps(found.document()))) == found


def broken() -> dict[str, object]:
    """Documents of a tally, each with one fault."""
    sound = json.dumps(play(WORKS["usual"], 0, 9).document())
    found: dict[str, object] = {"a list": [], "nothing": None}
    for name, path, value in (
        ("a key more", ("more",), 1),
        ("a player fewer", ("players",), [[0] * 7] * 7),
        ("a sum fewer", ("players", 0), [0] * 6),
        ("a fraction", ("bets", 1, 0), 0.5),
        ("a truth", ("coups", 0, 0, 2), True),
        ("coups fewer", ("coups",), []),
        ("bins that fall", ("depths", 0, 0, 2), [[2, 1], [1, 1]]),
        ("a bin twice", ("depths", 0, 0, 2), [[1, 1], [1, 1]]),
        ("an empty bin", ("depths", 0, 0, 2), [[2, 0]]),
        ("text", ("lengths",), "7"),
    ):
        document = part = json.loads(sound)
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        found[name] = document
    del (document := json.loads(sound))["bets"]
    return found | {"a key fewer": document}


@pytest.mark.parametrize(("name", "document"), broken().items())
def test_a_malformed_tally_is_refused(name: str, document: object) -> None:
    with pytest.raises(AnalyzerError, match="malformed record of a sweep: "):
        Tally.of_document(WORKS["usual"], document)
