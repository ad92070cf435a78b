"""What a bet is worth, calculated by hand: every expected value is a literal."""

from fractions import Fraction
from math import inf, isqrt, nextafter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition

NEVER = Condition.parse("tie")


def bet(*nets: str, locked: Fraction | None = None) -> Bet:
    """A bet whose lines, named a, b, c …, have these nets; their conditions do not matter here."""
    lines = zip("abcdefgh", nets, strict=False)
    return Bet("x", "X", tuple(Line(name, NEVER, Fraction(net)) for name, net in lines), locked=locked)


def valued(nets: tuple[str, ...], ways: tuple[int, ...], locked: Fraction | None = None) -> Valuation:
    """`ways` has one more member than `nets`, for the line `lose`."""
    value = bet(*nets, locked=locked)
    return Valuation(value, sum(ways), dict(zip(value.nets, ways, strict=True)))


# A coin: +1 in 1 of 2, −1 in 1 of 2. EV 0, variance 1, skewness 0.
COIN = valued(("1",), (1, 1))
# +8 in 1 of 10: EV −1/10, mean square (64 + 9)/10 = 73/10, variance 73/10 − 1/100 = 729/100, σ = 27/10,
# third moment (512 − 9)/10 = 503/10; μ₃ = 503/10 + 3·(1/10)·(73/10) − 2/1000 = 52488/1000, over 19683/1000.
TIE = valued(("8",), (1, 9))
# 0.95 in 4, push in 2, lost in 4 of 10: EV −2/100, mean square 0.4·(0.9025 + 1) = 761/1000.
BANKER = valued(("19/20", "0"), (4, 2, 4))
# +1 in 2, −3 in 1, −1 in 1 of 4: EV −1/2, mean square 12/4 = 3, variance 11/4, σ = √11/2,
# third moment (2 − 27 − 1)/4 = −13/2; μ₃ = −13/2 + 3·(1/2)·3 − 2/8 = −9/4, over 11·√11/8.
HARD = valued(("1", "-3"), (2, 1, 1))


@pytest.mark.parametrize(
    ("value", "ev", "variance", "hit", "push", "resolved", "exposure"),
    [
        (COIN, "0", "1", "1/2", "0", "0", "1"),
        (TIE, "-1/10", "729/100", "1/10", "0", "1/10", "1"),
        (BANKER, "-1/50", "3803/5000", "2/5", "1/5", "1/40", "1"),
        (HARD, "-1/2", "11/4", "1/2", "0", "1/2", "3"),
        (valued(("1", "-3"), (1, 0, 1)), "0", "1", "1/2", "0", "0", "1"),
        (valued(("1/2", "-1/2"), (1, 1, 0)), "0", "1/4", "1/2", "0", "0", "1/2"),
        (valued(("2",), (3, 0)), "2", "0", "1", "0", "-2", "0"),
        (valued(("2",), (0, 3)), "-1", "0", "0", "0", "1", "1"),
        (valued(("0",), (3, 0)), "0", "0", "0", "1", None, "0"),
        (valued(("0",), (3, 1)), "-1/4", "3/16", "0", "3/4", "1", "1"),
        (valued(("5", "5"), (1, 1, 4)), "1", "8", "1/3", "0", "-1", "1"),
    ],
    ids=["coin", "tie", "banker", "hard", "unhappening loss", "half loss", "sure win", "sure loss",
         "all push", "mostly push", "two lines one price"],
)  # fmt: skip
def test_statistics_by_hand(
    value: Valuation, ev: str, variance: str, hit: str, push: str, resolved: str | None, exposure: str
) -> None:
    assert value.ev == Fraction(ev)
    assert value.house_edge == -Fraction(ev)
    assert value.rtp == 1 + Fraction(ev)
    assert value.variance == Fraction(variance)
    assert value.hit_rate == Fraction(hit)
    assert value.push_rate == Fraction(push)
    assert value.edge_on_resolved == (None if resolved is None else Fraction(resolved))
    assert value.exposure == Fraction(exposure)


@pytest.mark.parametrize(
    ("value", "deviation", "skewness"),
    [
        (COIN, 1.0, 0.0),
        (TIE, 2.7, 8 / 3),
        (BANKER, 0.8721238444166057, -0.017194869560636192),
        (HARD, 1.6583123951777, -0.49338220021815865),
        (valued(("2",), (3, 0)), 0.0, None),
        (valued(("0",), (3, 0)), 0.0, None),
    ],
    ids=["coin", "tie", "banker", "hard", "sure win", "all push"],
)
def test_roots_by_hand(value: Valuation, deviation: float, skewness: float | None) -> None:
    assert value.standard_deviation == deviation
    assert value.skewness == skewness


@pytest.mark.parametrize(
    ("nets", "ways", "negative"),
    [
        (("8",), (1, 9), False),
        (("8",), (9, 1), True),
        (("1/8",), (9, 1), True),
        (("1", "-9"), (9, 1, 1), True),
        (("0", "1"), (1, 1, 1), None),
    ],
    ids=["rarely much", "mostly much", "mostly little", "rarely a heavy loss", "symmetric"],
)
def test_skewness_has_the_sign_of_the_longer_tail(
    nets: tuple[str, ...], ways: tuple[int, ...], negative: bool | None
) -> None:
    skewness = valued(nets, ways).skewness
    assert skewness is not None
    assert (skewness < 0) is bool(negative)
    assert (skewness == 0) is (negative is None)


def test_a_valuation_has_a_short_repr() -> None:
    assert "ways=" not in repr(COIN)


def test_lines() -> None:
    assert [TIE.probability(line) for line in ("a", "lose")] == [Fraction(1, 10), Fraction(9, 10)]
    assert [TIE.contribution(line) for line in ("a", "lose")] == [Fraction(4, 5), Fraction(-9, 10)]
    assert TIE.one_in("a") == 10
    assert TIE.one_in("lose") == Fraction(10, 9)
    assert valued(("2",), (0, 3)).one_in("a") is None


def test_locked_units_divide_the_ev() -> None:
    locked = valued(("1", "-3"), (2, 1, 1), locked=Fraction(9))
    assert locked.ev_per_locked == Fraction(-1, 18)
    assert locked.house_edge_per_locked == Fraction(1, 18)
    assert HARD.ev_per_locked is None
    assert HARD.house_edge_per_locked is None


@pytest.mark.parametrize(
    ("total", "ways"),
    [
        (3, {"a": 1, "lose": 1}),
        (0, {"a": 0, "lose": 0}),
        (1, {"a": 2, "lose": -1}),
        (2, {"lose": 1, "a": 1}),
        (2, {"a": 2}),
        (2, {"a": 1, "b": 0, "lose": 1}),
    ],
    ids=["not the total", "no deals", "negative", "order", "a line missing", "a line too many"],
)
def test_ways_that_are_not_a_partition_are_refused(total: int, ways: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected ways for the lines|do not add up"):
        Valuation(bet("1"), total, ways)


@given(
    st.lists(
        st.tuples(st.fractions(min_value=-9, max_value=100, max_denominator=40), st.integers(0, 10**15)),
        max_size=6,
    ),
    st.integers(1, 10**15),
)
def test_standard_deviation_is_the_nearest_float(lines: list[tuple[Fraction, int]], lost: int) -> None:
    """Its root lies between the midpoints to the floats beside it, by exact squares."""
    value = valued(tuple(str(net) for net, _ in lines), (*(n for _, n in lines), lost))
    if value.variance == 0:
        assert value.standard_deviation == 0
        return
    near = value.standard_deviation
    low, high = ((Fraction(near) + Fraction(nextafter(near, end))) / 2 for end in (0, inf))
    assert low**2 <= value.variance <= high**2


def test_a_standard_deviation_is_a_number_to_calculate_with() -> None:
    assert BANKER.standard_deviation * 2 == 1.7442476888332115


def test_standard_deviation_against_the_integer_root() -> None:
    """27 digits of √(3803/5000) by `isqrt`, the last one truncated, as a float."""
    digits = isqrt(3803 * 10**54 // 5000)
    assert str(digits)[:17] == "87212384441660577"
    assert BANKER.standard_deviation == float(f"0.{digits}")


@given(
    st.lists(st.tuples(st.integers(-9, 100), st.integers(0, 1000)), min_size=1, max_size=6),
    st.integers(0, 1000),
)
def test_laws_of_valuations(lines: list[tuple[int, int]], lost: int) -> None:
    ways = (*(n for _, n in lines), lost)
    if not sum(ways):
        return
    value = valued(tuple(str(net) for net, _ in lines), ways)
    assert sum(value.contribution(line) for line in value.ways) == value.ev
    assert value.variance == sum(
        (net - value.ev) ** 2 * value.probability(line) for line, net in value.bet.nets.items()
    )
    assert value.hit_rate + value.push_rate <= 1
    assert -value.exposure <= value.ev
    if value.skewness is not None:
        third = sum((net - value.ev) ** 3 * value.probability(line) for line, net in value.bet.nets.items())
        assert (value.skewness > 0) == (third > 0)
