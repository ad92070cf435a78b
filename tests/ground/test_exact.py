"""Exact numbers and their text forms."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import inf, nextafter, ulp
from sys import float_info

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError
from analyzer.exact import (
    Root,
    asked_ratio,
    decimal_text,
    falling,
    grouped,
    parse_ratio,
    percent_text,
    quoted,
    ratio_text,
    root_float,
    root_text,
    rounded_float,
)

ratios = st.fractions(max_denominator=10**12)


@pytest.mark.parametrize(
    ("n", "k", "expected"),
    [
        (416, 6, 4998398275503360),
        (312, 6, 878869206895680),
        (52, 6, 14658134400),
        (5, 0, 1),
        (0, 0, 1),
        (3, 3, 6),
        (3, 4, 0),
        (3, 6, 0),
        (-1, 2, 2),
    ],
)
def test_falling(n: int, k: int, expected: int) -> None:
    assert falling(n, k) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", Fraction(12)),
        ("0.95", Fraction(19, 20)),
        ("19/20", Fraction(19, 20)),
        ("38/40", Fraction(19, 20)),
        ("7/2", Fraction(7, 2)),
        ("-3", Fraction(-3)),
        ("-0.5", Fraction(-1, 2)),
        ("-7/2", Fraction(-7, 2)),
        ("0", Fraction(0)),
        ("-0", Fraction(0)),
        ("007", Fraction(7)),
        ("999999999999.999999999999", Fraction(10**24 - 1, 10**12)),
        ("999999999999/999999999998", Fraction(999999999999, 999999999998)),
    ],
)
def test_parse_ratio(text: str, expected: Fraction) -> None:
    assert parse_ratio(text) == expected


NO_RATIO = {
    "empty": "",
    "blank": " ",
    "blank-around": " 12",
    "line-end": "12\n",
    "exponent": "1e5",
    "huge-exponent": "1e10000000",
    "plus": "+3",
    "two-minuses": "--3",
    "no-whole-part": ".5",
    "no-decimals": "5.",
    "no-denominator": "5/",
    "negative-denominator": "1/-2",
    "two-slashes": "1/2/3",
    "point-and-slash": "1.5/2",
    "thirteen-digits": "1234567890123",
    "thirteen-decimals": "0.1234567890123",
    "thirteen-below": "1/1234567890123",
    "underscore": "1_000",
    "comma": "1,000",
    "nan": "nan",
    "inf": "inf",
    "arabic-digits": "٣",
    "superscript": "3²",
    "full-width": "\uff11\uff12",
    "one-half-sign": "½",
    "percent-alone": "%",
    "two-percents": "5%%",
}


@pytest.mark.parametrize("text", NO_RATIO.values(), ids=NO_RATIO.keys())
def test_text_that_is_not_a_ratio(text: str) -> None:
    with pytest.raises(AnalyzerError, match=r"^expected a ratio such as "):
        parse_ratio(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1e10000000", 'expected a ratio such as "12", "0.95" or "19/20", got \'1e10000000\''),
        ("5%", 'expected a ratio such as "12", "0.95" or "19/20", got \'5%\''),
        ("1/0", "expected a ratio with a denominator other than zero, got '1/0'"),
        ("0/000", "expected a ratio with a denominator other than zero, got '0/000'"),
        (
            "9" * 10**6,
            'expected a ratio such as "12", "0.95" or "19/20", got \'' + "9" * 39 + "…'",
        ),
    ],
    ids=["exponent", "percent", "zero-denominator", "zero-over-zero", "long"],
)
def test_ratio_errors(text: str, sentence: str) -> None:
    with pytest.raises(AnalyzerError) as error:
        parse_ratio(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("value", [40.0, 12, None])
def test_a_ratio_must_be_text(value: object) -> None:
    with pytest.raises(AnalyzerError, match=r"^expected a ratio such as .*, got "):
        parse_ratio(value)  # type: ignore[arg-type]


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6))
def test_ratio_round_trip(x: Fraction) -> None:
    # The numerator may have up to 12 digits: 10^6 times 10^6 has 13.
    if abs(x.numerator) < 10**12:
        assert parse_ratio(ratio_text(x)) == x


@given(st.integers(-(10**12) + 1, 10**12 - 1), st.integers(1, 12))
def test_decimal_round_trip(n: int, digits: int) -> None:
    x = Fraction(n, 10**digits)
    assert parse_ratio(decimal_text(x, digits)) == x


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (Fraction(38, 40), "19/20"),
        (Fraction(-114753351728, 10847218479825), "-114753351728/10847218479825"),
        (Fraction(8, 2), "4"),
        (Fraction(-3), "-3"),
        (Fraction(0, 7), "0"),
    ],
)
def test_ratio_text(x: Fraction, expected: str) -> None:
    assert ratio_text(x) == expected


@pytest.mark.parametrize(
    ("x", "digits", "expected"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(1, 2), 0, "0"),
        (Fraction(3, 2), 0, "2"),
        (Fraction(-5, 2), 0, "-2"),
        (Fraction(-1, 100000), 4, "0.0000"),
        (Fraction(-1, 20000), 4, "0.0000"),
        (Fraction(-1, 19999), 4, "-0.0001"),
        (Fraction(0), 4, "0.0000"),
        (Fraction(1999, 2000), 2, "1.00"),
        (Fraction(2, 3), 30, "0.666666666666666666666666666667"),
        (Fraction(10**20 + 1), 1, "100000000000000000001.0"),
        (Fraction(-114753351728, 10847218479825), 6, "-0.010579"),
    ],
)
def test_decimal_text(x: Fraction, digits: int, expected: str) -> None:
    assert decimal_text(x, digits) == expected


@given(ratios, st.integers(0, 20))
def test_decimal_text_is_the_nearest(x: Fraction, digits: int) -> None:
    text = decimal_text(x, digits)
    assert re.fullmatch(r"-?[0-9]+" + (rf"\.[0-9]{{{digits}}}" if digits else ""), text)
    error = abs(Fraction(text) - x) * 10**digits
    assert error < Fraction(1, 2) or (error == Fraction(1, 2) and text[-1] in "02468")
    assert not (text.startswith("-") and Fraction(text) == 0)


def test_negative_digits() -> None:
    with pytest.raises(AnalyzerError, match=r"^expected 0 or more digits after the point, got -1$"):
        decimal_text(Fraction(1), -1)


@pytest.mark.parametrize(
    ("x", "digits", "expected"),
    [
        (Fraction(114753351728, 10847218479825), 4, "1.0579%"),
        (Fraction(1, 16), 2, "6.25%"),
        (Fraction(-1, 10**9), 2, "0.00%"),
        (Fraction(1), 0, "100%"),
    ],
)
def test_percent_text(x: Fraction, digits: int, expected: str) -> None:
    assert percent_text(x, digits) == expected


@pytest.mark.parametrize(
    ("n", "expected"),
    [(0, "0"), (999, "999"), (-1000, "-1,000"), (4998398275503360, "4,998,398,275,503,360")],
)
def test_grouped(n: int, expected: str) -> None:
    assert grouped(n) == expected


@pytest.mark.parametrize(
    ("x", "digits", "expected"),
    [
        (Fraction(0), 15, "0.0"),
        (Fraction(9), 15, "3.00000000000000"),
        (Fraction(2), 15, "1.41421356237310"),
        (Fraction(2), 30, "1.41421356237309504880168872421"),
        (Fraction(1, 4), 15, "0.500000000000000"),
        (Fraction(1, 100), 4, "0.1000"),
        (Fraction(2, 10**12), 4, "0.000001414"),
        (Fraction(1, 10**12), 4, "0.000001000"),
        (Fraction(1, 10**12) - Fraction(1, 10**20), 4, "0.0000010000"),
        (Fraction(9999, 10**18) / 10**4, 2, "1.00e-9"),
        (Fraction(1, 10**14), 3, "1.00e-7"),
        (Fraction(2, 10**18), 15, "1.41421356237310e-9"),
        (Fraction(25, 4), 1, "2.5"),
        (Fraction(25, 4), 2, "2.5"),
        (Fraction(625, 16) / 100, 2, "0.62"),
        (Fraction(675**2, 1000**2), 2, "0.68"),
        (Fraction(655**2, 1000**2), 2, "0.66"),
        (Fraction(645**2, 1000**2), 2, "0.64"),
        (Fraction(1, 16), 1, "0.25"),
        (Fraction(1), 4, "1.000"),
        (Fraction(100), 4, "10.00"),
        (Fraction(9999), 4, "99.99"),
        (Fraction(10**6), 2, "1000.0"),
        (Fraction(9999, 100), 2, "10.0"),
        (Fraction(10**34), 5, "100000000000000000.0"),
        (Fraction(2 * 10**10), 3, "141421.4"),
    ],
)
def test_root_text(x: Fraction, digits: int, expected: str) -> None:
    assert root_text(x, digits) == expected


@given(st.fractions(min_value=0, max_denominator=10**15), st.integers(1, 30))
def test_root_text_agrees_with_decimal_arithmetic(x: Fraction, digits: int) -> None:
    text = root_text(x, digits)
    assert re.fullmatch(r"\d+\.\d+(e-?\d+)?", text)
    with localcontext() as context:
        context.prec = 200
        root = (Decimal(x.numerator) / Decimal(x.denominator)).sqrt()
        unit = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)  # type: ignore[arg-type]
        assert root.quantize(unit, rounding=ROUND_HALF_EVEN) == Decimal(text)
    assert x == 0 or len(Decimal(text).as_tuple().digits) >= digits


@pytest.mark.parametrize(
    ("x", "expected"), [(Fraction(2), "-1.4142"), (Fraction(0), "0.0"), (Fraction(1, 10**16), "-1.0000e-8")]
)
def test_negative_root(x: Fraction, expected: str) -> None:
    assert root_text(x, 5, negative=True) == expected


@pytest.mark.parametrize("root", [root_text, root_float])
def test_root_of_a_negative_number(root: Callable[[Fraction], object]) -> None:
    with pytest.raises(
        AnalyzerError, match=r"^expected a number of at least 0 under the square root, got a negative one$"
    ):
        root(Fraction(-1))


LARGEST, LEAST = Fraction(float_info.max), Fraction(ulp(0.0))
OVERFLOW = LARGEST + Fraction(ulp(float_info.max)) / 2
"""For this number and all above, the nearest float is infinite."""

floats = st.floats(min_value=0, allow_infinity=False)
squares = st.one_of(
    st.builds(
        lambda x, power: x * Fraction(4) ** power,
        st.fractions(min_value=0, max_denominator=10**30),
        st.integers(-1100, 1100),
    ),
    # Squares of a float, or of the midpoint between it and the next, exactly or with a small difference.
    st.builds(
        lambda x, up, less: max(
            Fraction(0), ((Fraction(x) + Fraction(nextafter(x, inf)) * up) / (1 + up)) ** 2 + less
        ),
        st.floats(min_value=0, max_value=float_info.max / 2),
        st.integers(0, 1),
        st.sampled_from([Fraction(0), Fraction(1, 10**2000), Fraction(-1, 10**2000)]),
    ),
)


@given(squares)
@example(Fraction(0))
@example(LEAST**2)
@example((LEAST / 2) ** 2)
@example((LEAST * 3 / 2) ** 2)
@example(LARGEST**2)
@example(OVERFLOW**2)
@example(OVERFLOW**2 - 1)
@example(Fraction(10) ** 700)
def test_no_float_is_nearer_to_a_root_than_root_float(x: Fraction) -> None:
    """The squares of the midpoints to the neighbouring floats enclose x; only an even float may equal one."""
    root = root_float(x)
    if root == inf:
        assert x >= OVERFLOW**2
        return
    above = nextafter(root, inf)
    high = OVERFLOW if above == inf else (Fraction(root) + Fraction(above)) / 2
    low = (Fraction(root) + Fraction(nextafter(root, 0))) / 2
    even = Fraction(root) / Fraction(ulp(root)) % 2 == 0
    assert low**2 <= x <= high**2
    assert even or low**2 < x < high**2 or (x == low**2 and low == root)
    assert root_float(x, negative=True) == -root


@given(st.fractions(min_value=0, max_denominator=10**30), st.integers(-1100, 1100))
def test_a_root_as_a_float_agrees_with_decimal_arithmetic(x: Fraction, power: int) -> None:
    x *= Fraction(4) ** power
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = 1000, 10**6, -(10**6)
        root = (Decimal(x.numerator) / Decimal(x.denominator)).sqrt()
        assert root_float(x) == float(root)


@given(floats)
def test_the_root_of_a_square_is_exact(x: float) -> None:
    assert root_float(Fraction(x) ** 2) == x


@given(squares.filter(bool))
def test_the_digits_of_a_root_lead_to_its_float(x: Fraction) -> None:
    root = root_float(x)
    if float_info.min <= root < inf:
        assert abs(Fraction(root_text(x, 40)) - Fraction(root)) <= Fraction(ulp(root)) * Fraction(501, 1000)


def test_a_negative_root_of_zero_has_no_sign() -> None:
    assert str(root_float(Fraction(0), negative=True)) == "0.0"


@pytest.mark.parametrize(
    ("x", "expected"),
    [(Fraction(1, 3), 1 / 3), (-(10**400), -inf), (OVERFLOW, inf), (OVERFLOW - 1, float_info.max)],
)
def test_a_number_beyond_the_largest_float_is_infinite(x: Fraction | int, expected: float) -> None:
    assert rounded_float(x) == expected


@pytest.mark.parametrize(
    ("x", "below", "above"),
    [
        (Root(Fraction(0), Fraction(1, 4)), Fraction(1, 2), Fraction(51, 100)),
        (Root(Fraction(0), Fraction(1, 4), -1), Fraction(-1, 2), Fraction(-49, 100)),
        (Root(Fraction(1, 3), Fraction(2), -1), Fraction(-1082, 1000), Fraction(-1080, 1000)),
        (Root(Fraction(5), Fraction(2)), Fraction(6414, 1000), Fraction(6415, 1000)),
        (Root(Fraction(5), Fraction(0)), Fraction(5), Fraction(501, 100)),
        (Root(Fraction(5), Fraction(0), -1), Fraction(5), Fraction(501, 100)),
    ],
    ids=["half", "minus-half", "third-less", "five-more", "five", "five-less-nothing"],
)
def test_whether_a_root_reaches_a_number(x: Root, below: Fraction, above: Fraction) -> None:
    assert x.reaches(below)
    assert x.reaches(below - Fraction(1, 10))
    assert x.reaches(below - 9)
    assert not x.reaches(above)
    assert not x.reaches(above + Fraction(1, 10))
    assert not x.reaches(above + 9)


@pytest.mark.parametrize(
    ("x", "exact", "text"),
    [
        (Root(Fraction(1, 3), Fraction(1, 4)), Fraction(5, 6), "5/6"),
        (Root(Fraction(1, 3), Fraction(1, 4), -1), Fraction(-1, 6), "-1/6"),
        (Root(Fraction(1, 3), Fraction(1, 2)), None, "1/3 + sqrt(1/2)"),
        (Root(Fraction(1, 3), Fraction(4, 3), -1), None, "1/3 - sqrt(4/3)"),
    ],
    ids=["more", "less", "more-and-no-ratio", "less-and-no-ratio"],
)
def test_a_rational_root_is_given_as_its_ratio(x: Root, exact: Fraction | None, text: str) -> None:
    assert x.exact == exact
    assert str(x) == text


@pytest.mark.parametrize(
    ("x", "digits", "expected"),
    [
        (Root(Fraction(0), Fraction(2)), 0, "1"),
        (Root(Fraction(0), Fraction(3)), 0, "2"),
        (Root(Fraction(0), Fraction(3)), 2, "1.73"),
        (Root(Fraction(0), Fraction(7)), 3, "2.646"),
        (Root(Fraction(0), Fraction(7), -1), 3, "-2.646"),
        (Root(Fraction(1, 2), Fraction(5, 4), -1), 20, "-0.61803398874989484820"),
    ],
)
def test_decimals_of_a_root(x: Root, digits: int, expected: str) -> None:
    assert x.decimal(digits) == expected


def test_an_error_names_the_expected_number() -> None:
    with pytest.raises(AnalyzerError) as error:
        asked_ratio("--rebate", "5%")
    assert str(error.value) == "expected --rebate such as 12, 0.95 or 19/20, got '5%'"
    assert asked_ratio("--rebate", "1/20") == Fraction(1, 20)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1c", "'1c'"),
        ("x" * 41, "'" + "x" * 39 + "…'"),
        (True, "True"),
        (None, "None"),
        (1.5, "1.5"),
        (-7, "-7"),
        (10**30 - 1, "9" * 30),
        (1 - 10**30, "-" + "9" * 30),
        (10**30, "an integer of 100 bits"),
        (-(10**30), "an integer of 100 bits"),
        (1 << 99999, "an integer of 100,000 bits"),
        ("x" * 40, "'" + "x" * 40 + "'"),
        ({}, "a table of keys"),
        (1j, "an object of type complex"),
        ((), "an object of type tuple"),
        (Fraction(1), "an object of type Fraction"),
        (iter(()), "an object of type tuple_iterator"),
        ((x for x in ()), "an object of type generator"),
        (int, "an object of type type"),
    ],
    ids=[
        "text",
        "long-text",
        "bool",
        "none",
        "float",
        "integer",
        "thirty-digits",
        "thirty-digits-below-zero",
        "thirty-one-digits",
        "thirty-one-digits-below-zero",
        "huge-integer",
        "text-that-just-fits",
        "mapping",
        "complex",
        "tuple",
        "fraction",
        "iterator",
        "generator",
        "type",
    ],
)
def test_quoted(value: object, expected: str) -> None:
    assert str(quoted(value)) == expected
