"""Many shoes at once: exact ways, correctly rounded expected values, and invalid arrays of counts."""

import gc
from collections.abc import Callable
from fractions import Fraction
from math import perm
from random import Random
from threading import Barrier
from typing import Any

import numpy as np
import pytest

import analyzer as ba
from analyzer.analysis import batch
from analyzer.census.census import Census
from analyzer.errors import AnalyzerError, CatalogError, ShoeError

pytestmark = [pytest.mark.kernel, pytest.mark.libraries]

THREE = ["player", "banker", "tie"]
COLUMNS = {"points": 10, "ranks": 13, "cards": 52}


def shoes(fineness: str, number: int) -> np.ndarray:
    """Shoes of 6 to about 800 cards, no two alike."""
    random = Random(f"batch {fineness}")
    rows = []
    while len(rows) < number:
        most = random.choice([1, 2, 8, 60, 160]) * 13 // COLUMNS[fineness] + 1
        row = [random.randint(0, most) for _ in range(COLUMNS[fineness])]
        if 6 <= sum(row) <= 100_000:
            rows.append(row)
    return np.array(rows)


@pytest.mark.parametrize("fineness", ["points", "ranks", "cards"])
def test_each_row_has_the_odds_of_its_shoe(fineness: str) -> None:
    counts = shoes(fineness, 6)
    bets = THREE if fineness == "points" else [*THREE, "player-pair", "lucky-6", "banker-natural"]
    exact = ba.ways("standard", counts, bets=bets)
    values = ba.expected_values("standard", counts, bets=bets)
    assert values.shape == (6, len(bets))
    assert values.dtype == np.float64
    for row, found, decimals in zip(counts.tolist(), exact, values.tolist(), strict=True):
        report = ba.odds("standard", ba.Shoe.of(row), bets=bets)
        assert list(found) == list(report) == bets
        for name, decimal in zip(bets, decimals, strict=True):
            assert found[name] == report[name].ways
            assert sum(found[name].values()) == perm(sum(row), 6)
            assert decimal == float(report[name].ev)


def test_expected_values_are_correctly_rounded() -> None:
    """No float is nearer to the exact value than the one returned, on shoes from tiny to the largest."""
    counts = np.vstack([shoes("points", 40), [[10_000] * 10], [[99_991, 1, 1, 1, 1, 1, 1, 1, 1, 1]]])
    values = ba.expected_values("niu-niu", counts)
    for row, found in zip(counts.tolist(), values.tolist(), strict=True):
        report = ba.odds("niu-niu", ba.Shoe.of(row))
        for name, value in zip(report, found, strict=True):
            exact = report[name].ev
            error = abs(Fraction(value) - exact)
            for near in (np.nextafter(value, -np.inf), np.nextafter(value, np.inf)):
                assert error <= abs(Fraction(float(near)) - exact)


def test_many_shoes_give_the_same_values_as_each_alone() -> None:
    """EVs of a few shoes are divided in Python, those of many in NumPy, and some of these in Python again."""
    random = np.random.default_rng(5)
    prices = {"win": Fraction(191, 200), "push": Fraction(-(10**6)), "half": Fraction(10**12)}
    line = {line: ba.Condition.parse(f"banker_total == {i}") for i, line in enumerate(prices)}
    bets = [*THREE, *(ba.Bet(name, name, (ba.Line(name, line[name], net),)) for name, net in prices.items())]
    for decks in (1, 8, 12, 16, 27, 28, 31, 32):
        most = np.array(ba.Shoe.decks(decks).coarsen("points").counts)
        counts = np.vstack([most, random.integers(most // 2, most + 1, size=(40, 10))])
        values = ba.expected_values("niu-niu", counts, bets=bets)
        for row, found in zip(counts, values, strict=True):
            [alone] = ba.expected_values("niu-niu", [row], bets=bets)
            assert found.tobytes() == alone.tobytes()


def test_quotients_equal_those_of_pythons_integers() -> None:
    """Bit by bit: also near and exactly half way between doubles, where binades meet, and at the limits."""
    random, limit = Random("quotients"), 2**62
    pairs = [(n, d) for n in (0, 1, limit - 1, limit) for d in (1, 3, limit - 1, limit)]
    for _ in range(20_000):
        below = random.getrandbits(random.randint(1, 62)) or 1
        pairs.append((random.randint(0, limit), below))
        # A quotient of 54 bits that ends in 1 is half way between two doubles; its neighbours nearly are.
        middle = (random.getrandbits(53) | 1 << 52) * 2 + 1
        times = random.randint(1, 255)
        pairs += [(middle * times + i, times) for i in (-1, 0, 1)]
        power = 2 ** random.randint(0, 62)
        near = range(max(0, power - 2), min(power + 3, limit))
        pairs += [(n, d) for n in near for d in (power // 2 | 1, below)]
    ways = np.array([[n, d - n] for n, d in pairs], dtype=np.int64)
    found = np.empty(len(pairs))
    for sign in (1, -1):
        batch.quotients(ways, [sign, 0], 1, 1, found)
        assert found.tobytes() == np.array([sign * n / d for n, d in pairs]).tobytes()


def test_a_fresh_shoe_by_every_fineness() -> None:
    for decks, total in ((8, 4998398275503360), (6, 878869206895680)):
        fresh = ba.Shoe.decks(decks)
        for fineness in ("points", "ranks", "cards"):
            [found] = ba.ways("classic", np.array([fresh.coarsen(fineness).counts]))
            assert [sum(lines.values()) for lines in found.values()] == [total] * 3
    assert found["banker"] == {"win": 403095751234560, "push": 83552962932288, "lose": 392220492728832}


def test_results_are_python_integers() -> None:
    [found] = ba.ways("classic", np.array([[10_000] * 10]))
    assert {type(n) for lines in found.values() for n in lines.values()} == {int}
    assert sum(found["tie"].values()) == perm(100_000, 6) > 2**63


FULL = np.array([[128, *[32] * 9]])


@pytest.mark.parametrize(
    "made",
    [
        lambda: FULL.astype(np.uint8),
        lambda: FULL.astype(np.int16),
        lambda: FULL.astype(np.int32),
        lambda: FULL.astype(np.uint64),
        lambda: FULL.astype(">i4"),
        lambda: np.asfortranarray(np.repeat(FULL, 3, 0)),
        lambda: np.repeat(FULL, 6, 0)[::2],
        lambda: np.repeat(FULL, 2, 1)[:, ::2],
        lambda: FULL[:, ::-1][:, ::-1],
        lambda: read_only(FULL),
        lambda: unaligned(FULL),
        FULL.tolist,
        lambda: [tuple(FULL[0].tolist())],
    ],
    ids=["uint8", "int16", "int32", "uint64", "big-endian", "column-major", "every other row",
         "every other column", "reversed twice", "read-only", "unaligned", "lists", "tuples"],
)  # fmt: skip
def test_any_array_of_whole_numbers_is_accepted(made: Callable[[], Any]) -> None:
    counts = made()
    values = ba.expected_values("classic", counts)
    assert len(values) == len(counts)
    assert {tuple(row) for row in values.tolist()} == {
        (
            (2230518282592256 - 2292252566437888) / 4998398275503360,
            -114753351728 / 10847218479825,
            (9 * 475627426473216 - 4998398275503360) / 4998398275503360,
        )
    }


def read_only(counts: np.ndarray) -> np.ndarray:
    copy = counts.copy()
    copy.flags.writeable = False
    return copy


def unaligned(counts: np.ndarray) -> np.ndarray:
    copy = np.frombuffer(b"?" + counts.tobytes(), dtype=counts.dtype, offset=1).reshape(counts.shape)
    assert not copy.flags.aligned
    return copy


def test_the_census_gets_a_copy_in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel does not check it, so nothing else must be able to change it after the check."""
    got: list[np.ndarray] = []
    tallies = Census.tallies

    def watched(self: Census, cells: np.ndarray, *more: Any) -> Any:
        got.append(cells)
        return tallies(self, cells, *more)

    monkeypatch.setattr(Census, "tallies", watched)
    for counts in (FULL, unaligned(FULL), FULL.astype(">i8"), np.asfortranarray(np.repeat(FULL, 3, 0))):
        ba.expected_values("classic", counts)
        cells = got.pop()
        assert (cells == counts).all()
        assert cells.dtype == np.dtype("=i8")
        assert cells.flags.c_contiguous
        assert cells.flags.aligned
        assert not np.shares_memory(cells, counts)


def test_counts_are_left_as_they_were() -> None:
    counts = FULL.copy()
    ba.expected_values("classic", counts)
    assert (counts == FULL).all()


@pytest.mark.parametrize("columns", [10, 13, 52])
def test_an_array_without_shoes(columns: int) -> None:
    none = np.zeros((0, columns), dtype=int)
    assert ba.ways("classic", none) == []
    assert ba.expected_values("classic", none).shape == (0, 3)


SHAPE = "expected counts of shape (shoes, 10), (shoes, 13) or (shoes, 52), got shape "


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        (FULL[0], f"{SHAPE}(10,)"),
        (np.ones((2, 11), int), f"{SHAPE}(2, 11)"),
        (np.ones((1, 1, 10), int), f"{SHAPE}(1, 1, 10)"),
        (np.zeros((0, 0), int), f"{SHAPE}(0, 0)"),
        (np.array(8), f"{SHAPE}()"),
        ([], f"{SHAPE}(0,)"),
        (None, f"{SHAPE}()"),
        ("8", f"{SHAPE}()"),
        ([[1], [1, 2]], "expected an array of counts with one row per shoe, got a list"),
        (FULL.astype(float), "expected counts that are whole numbers, got an array of float64"),
        (FULL.astype(bool), "expected counts that are whole numbers, got an array of bool"),
        (FULL.astype(object), "expected counts that are whole numbers, got an array of object"),
        (np.array([["9"] * 10]), "expected counts that are whole numbers, got an array of <U1"),
        (np.full((1, 10), np.nan), "expected counts that are whole numbers, got an array of float64"),
        (np.vstack([FULL, FULL - 33]), "expected counts from 0 to 100,000, got others in row 1"),
        (np.vstack([FULL, FULL, FULL * 1000]), "expected counts from 0 to 100,000, got others in row 2"),
        (np.full((1, 10), 2**63, dtype=np.uint64), "expected counts from 0 to 100,000, got others in row 0"),
        (np.full((1, 10), -(2**63)), "expected counts from 0 to 100,000, got others in row 0"),
        (np.full((1, 10), 10_001), "expected 6 to 100,000 cards per shoe, got 100010 in row 0"),
        (np.vstack([FULL, np.eye(10, dtype=int)[:1] * 5]),
         "expected 6 to 100,000 cards per shoe, got 5 in row 1"),
    ],
    ids=["one row bare", "11 columns", "three dimensions", "no columns", "no dimension", "empty list", "None",
         "text", "ragged", "floats", "truth values", "objects", "texts", "nan", "negative", "too many of one",
         "past 64 bits", "least integer", "too many", "too few"],
)  # fmt: skip
def test_an_invalid_array_of_counts_is_rejected(counts: Any, sentence: str) -> None:
    for ask in (ba.ways, ba.expected_values):
        with pytest.raises(ShoeError) as caught:
            ask("classic", counts)
        assert str(caught.value) == sentence


OUT_OF_RANGE = "expected counts from 0 to 100,000, got others in row {}"


@pytest.mark.parametrize("good", [0, 1, 40])
@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (np.full((1, 10), -1), OUT_OF_RANGE),
        (np.full((1, 10), -(2**63)), OUT_OF_RANGE),
        (np.full((1, 10), 2**63, dtype=np.uint64), OUT_OF_RANGE),
        (np.array([[2**63, 2**63, *[1] * 8]], dtype=np.uint64), OUT_OF_RANGE),
        (np.array([[-1, *[10] * 9]], dtype=np.int8), OUT_OF_RANGE),
        (np.array([[100_001, *[-1] * 9]]), OUT_OF_RANGE),
        (np.full((1, 10), 10_001), "expected 6 to 100,000 cards per shoe, got 100010 in row {}"),
        (np.eye(1, 10, dtype=np.uint8) * 5, "expected 6 to 100,000 cards per shoe, got 5 in row {}"),
    ],
    ids=["negative", "least", "past 63 bits", "sum past 64 bits", "bytes", "sum in range", "many", "few"],
)
def test_one_wrong_shoe_among_few_or_many_is_rejected(bad: np.ndarray, sentence: str, good: int) -> None:
    fine = np.full((good, 10), 30, dtype=bad.dtype)
    for ask in (ba.ways, ba.expected_values):
        with pytest.raises(ShoeError) as caught:
            ask("classic", np.vstack([fine, bad, fine]))
        assert str(caught.value) == sentence.format(good)


def test_the_first_wrong_row_is_named_wherever_slices_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts out of range are reported before sizes out of range, on any number of threads."""
    few = np.repeat(FULL, 50, 0)
    few[[21, 33]] = 0
    worse = few.copy()
    worse[[38, 45], 3] = -1
    for length in (1, 7, 10, 64):
        monkeypatch.setattr(batch, "_SLICE", length)
        for threads in (1, 3):
            with pytest.raises(ShoeError, match="expected 6 to 100,000 cards per shoe, got 0 in row 21"):
                ba.ways("classic", few, threads=threads)
            with pytest.raises(ShoeError, match="expected counts from 0 to 100,000, got others in row 38"):
                ba.expected_values("classic", worse, threads=threads)


@pytest.mark.parametrize("length", [1, 10, 17, 40])
def test_answers_depend_on_neither_threads_nor_slices(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = shoes("ranks", 40)
    ways, values = ba.ways("standard", counts), ba.expected_values("standard", counts)
    monkeypatch.setattr(batch, "_SLICE", length)
    for threads in (1, 2, 3, 64, np.int64(2)):
        assert ba.ways("standard", counts, threads=threads) == ways
        assert ba.expected_values("standard", counts, threads=threads).tobytes() == values.tobytes()


def test_several_slices_are_processed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two slices waits for the other to begin."""
    both = Barrier(2, timeout=30)
    tallies = Census.tallies

    def waiting(self: Census, *more: Any) -> Any:
        both.wait()
        return tallies(self, *more)

    monkeypatch.setattr(Census, "tallies", waiting)
    monkeypatch.setattr(batch, "_SLICE", 20)
    assert len(ba.ways("classic", np.repeat(FULL, 40, 0), threads=2)) == 40


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_left_as_it_was(enabled: bool) -> None:
    many = np.repeat(FULL, 40, 0)
    try:
        (gc.enable if enabled else gc.disable)()
        ba.ways("classic", many)
        assert gc.isenabled() == enabled
        with pytest.raises(ShoeError):
            ba.ways("classic", 0 * many)
        assert gc.isenabled() == enabled
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("threads", "got"),
    [(0, "0"), (-2, "-2"), (True, "True"), (2.0, "2.0"), ("2", "'2'"), (None, "None"), ([2], "a list")],
    ids=repr,
)
def test_a_wrong_number_of_threads_is_rejected(threads: Any, got: str) -> None:
    for ask in (ba.ways, ba.expected_values):
        with pytest.raises(AnalyzerError) as caught:
            ask("classic", FULL, threads=threads)
        assert str(caught.value) == f"expected threads as a whole number of 1 or more, got {got}"


def test_bets_that_need_finer_counts_are_rejected() -> None:
    with pytest.raises(
        ShoeError, match="bet 'player-pair/11' needs ranks, but the shoe is known only by points"
    ):
        ba.ways("standard", FULL)
    red = ba.Bet("red", "Red", (ba.Line("win", ba.Condition.parse("p1.color == red"), Fraction(1)),))
    with pytest.raises(ShoeError, match="bet 'red' needs suits, but the shoe is known only by ranks"):
        ba.expected_values("standard", np.full((1, 13), 32), bets=[red])
    [[value]] = ba.expected_values("standard", np.full((1, 52), 8), bets=[red])
    assert value == 0


def test_one_bet_at_two_prices_keeps_both() -> None:
    [found] = ba.ways("classic", FULL, bets=["tie/8", "tie/9", "player"])
    assert list(found) == ["tie/8", "tie/9", "player"]
    own = ba.Bet("tie", "Mine", (ba.Line("win", ba.Condition.parse("player_wins"), Fraction(1)),))
    [found] = ba.ways("classic", FULL, bets=["tie/8", own, ba.Bet("tie", "Yours", own.lines)])
    assert list(found) == ["tie/8", "tie", "tie (2)"]


def test_an_empty_list_of_bets_is_rejected() -> None:
    for ask in (ba.ways, ba.expected_values):
        with pytest.raises(CatalogError, match="one bet or more is required"):
            ask("classic", FULL, bets=[])


def test_five_cards_are_enough_if_the_rules_give_the_first() -> None:
    free = ba.Rules("free", "Free", ba.rules("punto-banco").tableau, player_first=7)
    [found] = ba.ways("classic", np.array([[0, 5, 0, 0, 0, 0, 0, 0, 0, 0]]), rules=free)
    assert found["player"] == {"win": 120, "push": 0, "lose": 0}
    with pytest.raises(ShoeError, match="expected 5 to 100,000 cards per shoe, got 4 in row 0"):
        ba.ways("classic", np.array([[0, 4, 0, 0, 0, 0, 0, 0, 0, 0]]), rules=free)
