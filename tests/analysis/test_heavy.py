"""The cost of a heavy question is stated before it begins, and decides whether it is refused."""

from typing import Any

import pytest
from suite import Run

import analyzer as ba
from analyzer import heavy
from analyzer.analysis import tail, unseen
from analyzer.census import census
from analyzer.errors import AnalyzerError
from analyzer.text import Text

TINY = ("--remaining", "1=3 6=3 7=2 0=1")


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (0, "0 s"),
        (1, "1 s"),
        (36 * 10**9, "12 s"),
        (297 * 10**9, "99 s"),
        (300 * 10**9, "2 min"),
        (10**12, "6 min"),
        (10**15, "93 h"),
    ],
)
def test_a_cost_is_stated_in_time(steps: int, words: str) -> None:
    assert str(heavy.duration(steps)) == words


def test_only_what_takes_ten_seconds_is_stated() -> None:
    heard: list[Text] = []
    with heavy.stated_to(heard.append):
        for seconds in (9, 10):
            heavy.announce(f"{seconds} s", seconds * heavy.STEPS_PER_SECOND)
    heavy.announce("to nobody", 10**12)
    assert list(map(str, heard)) == ["10 s: about 10 s on one core"]


HEAVY: dict[str, tuple[tuple[str, ...], str]] = {
    "tail": (("tail", *TINY, "--bet", "tie", "--unseen", "7"), "9 compositions of 7 cards to value: about"),
    "odds": (
        ("odds", "--decks", "1", "--bet", "tie", "--given", "distinct(rank) == 4"),
        "491,869 patterns to lay out: about",
    ),
    "inside": (("inside", "--decks", "1", "--bet", "tie"), "103,411 patterns to lay out: about"),
    "peek": (("peek", "--decks", "1", "--bet", "tie"), "103,411 patterns to weigh: about"),
    "monitor": (("monitor", "--bet", "tie", "--rounds", "10"), " likely gains to weigh: about"),
    "removal": (("removal", *TINY, "--bet", "tie", "--order", "2"), " shoes to value: about"),
    "sweep": (("sweep", "--bet", "tie", "--shoes", "2", "--decks", "1"), "2 shoes to play: about"),
    "design": (
        ("design", "tie", *TINY, "--pays", "win=8..9", "--unseen", "7"),
        "9 compositions of 7 cards to value: about",
    ),
}


@pytest.mark.parametrize(("command", "stated"), HEAVY.values(), ids=HEAVY)
def test_heavy_work_is_stated_on_stderr(
    command: tuple[str, ...], stated: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = run(*command)
    assert usual[2] == ""
    monkeypatch.setattr(heavy, "STEPS_PER_SECOND", 20)
    census._made.clear()
    status, out, err = run(*command)
    assert (status, out) == usual[:2]
    assert stated in err
    assert all(line.endswith(" on one core") for line in err.splitlines())


def test_a_tail_is_refused_by_its_cost(run: Run) -> None:
    """Not by the number of its compositions: bets by points with more of them are answered."""
    status, out, err = run("tail", "--bet", "player-lucky-8", "--unseen", 7)
    assert (status, out) == (2, "")
    reference = ba.bet("player-lucky-8").reference
    assert err.startswith(f"baccarat: bet {reference!r}: expected work of at most 6 min on one core, ")
    assert "got about 11 min: 53,524,680 compositions of 7 cards to value" in err
    assert err.endswith(
        "; ask about fewer unseen cards or a bet that distinguishes fewer cards, or add --exhaustive\n"
    )


def test_a_bet_that_costs_too_much_is_left_out_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    question: dict[str, Any] = {"shoe": "1=3 6=3 7=2 0=1", "unseen": 7}
    usual = ba.tail("classic", **question)
    assert len(usual.tails) == 3
    for place in (unseen, tail):
        monkeypatch.setattr(place, "MOST_STEPS", 10)
    few = ba.tail("classic", **question)
    assert (few.tails, [bet.id for bet, _ in few.excluded]) == ((), ["player", "banker", "tie"])
    assert ba.tail("classic", **question, exhaustive=True).tails == usual.tails
    with pytest.raises(AnalyzerError, match=r"^bet 'tie/8': expected work of at most 1 s on one"):
        ba.tail("classic", **question, bets=["tie"])


def test_a_tail_that_needs_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail, "_BYTES", 10**9)
    with pytest.raises(AnalyzerError, match=r"^expected a count that takes at most 4\.0 GB of memory"):
        ba.tail(shoe="1=3 6=3 7=2 0=1", bets=["tie"], unseen=7, exhaustive=True)
