"""Printed numbers: every form that is read, and how exact values compare with them, digit by digit."""

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyzer.audit.explanations import misprint
from analyzer.audit.forms import Kind, printed
from analyzer.audit.printed import Printed, SquareRoot, decimal_of
from analyzer.errors import ClaimError

pytestmark = pytest.mark.libraries

F = Fraction

FORMS: dict[str, Printed] = {
    "7.6110%": Printed("7.6110%", F(7611, 10**5), F(1, 10**6), scale=100),
    "7.6110 %": Printed("7.6110 %", F(7611, 10**5), F(1, 10**6), scale=100),
    "44.6276 per cent": Printed("44.6276 per cent", F(111569, 250000), F(1, 10**6), scale=100),
    "5 percent": Printed("5 percent", F(1, 20), F(1, 100), scale=100),
    "5.0％": Printed("5.0％", F(1, 20), F(1, 1000), scale=100),
    ".0761": Printed(".0761", F(761, 10**4), F(1, 10**4)),
    "-.0761": Printed("-.0761", F(-761, 10**4), F(1, 10**4)),
    "12.": Printed("12.", F(12), F(1)),
    "1,058%": Printed("1,058%", F(1058, 10**5), F(1, 10**5), scale=100),
    "0,0951": Printed("0,0951", F(951, 10**4), F(1, 10**4)),
    "4,998,398,275,503,360": Printed("4,998,398,275,503,360", F(4998398275503360), F(1)),
    "4 998 398 275 503 360": Printed("4 998 398 275 503 360", F(4998398275503360), F(1)),
    "4.998.398.275.503.360": Printed("4.998.398.275.503.360", F(4998398275503360), F(1)),
    "4'998'398": Printed("4'998'398", F(4998398), F(1)),
    "1,234.5": Printed("1,234.5", F(12345, 10), F(1, 10)),
    "1.234,5": Printed("1.234,5", F(12345, 10), F(1, 10)),
    "2.29225256643789E+15": Printed("2.29225256643789E+15", F(2292252566437890), F(10)),
    "5e-3": Printed("5e-3", F(5, 1000), F(1, 1000)),
    "31/415": Printed("31/415", F(31, 415), F(0)),
    "-3 / 8": Printed("-3 / 8", F(-3, 8), F(0)),
    "-1.06%": Printed("-1.06%", F(-106, 10**4), F(1, 10**4), scale=100),
    "−1.06%": Printed("−1.06%", F(-106, 10**4), F(1, 10**4), scale=100),
    "–1.06%": Printed("–1.06%", F(-106, 10**4), F(1, 10**4), scale=100),
    "- 1.06%": Printed("- 1.06%", F(-106, 10**4), F(1, 10**4), scale=100),
    "+1.06%": Printed("+1.06%", F(106, 10**4), F(1, 10**4), scale=100),
    "1 in 44": Printed("1 in 44", F(44), F(1), form="one in"),
    "One in 43.7": Printed("One in 43.7", F(437, 10), F(1, 10), form="one in"),
    "1 in 1,058": Printed("1 in 1,058", F(1058), F(1), form="one in"),
    "1 out of 44": Printed("1 out of 44", F(44), F(1), form="one in"),
    "about 4%": Printed("about 4%", F(4, 100), F(1, 100), scale=100),
    "约4.5%": Printed("约4.5%", F(45, 1000), F(1, 1000), scale=100),
    "~0.27": Printed("~0.27", F(27, 100), F(1, 100)),
    "0.0951…": Printed("0.0951…", F(951, 10**4), F(1, 10**4)),
    "0.0951...": Printed("0.0951...", F(951, 10**4), F(1, 10**4)),
    "13^6 = 4,826,809": Printed("13^6 = 4,826,809", F(4826809), F(1)),
    "under 1%": Printed("under 1%", F(1, 100), F(1, 100), scale=100, sense="below"),
    "<0.01%": Printed("<0.01%", F(1, 10**4), F(1, 10**4), scale=100, sense="below"),
    "more than 95%": Printed("more than 95%", F(95, 100), F(1, 100), scale=100, sense="above"),
    "≥ 0.5": Printed("≥ 0.5", F(1, 2), F(1, 10), sense="above"),
    "12–13%": Printed("12–13%", F(12, 100), F(1, 100), scale=100, high=F(13, 100)),
    "12%-13%": Printed("12%-13%", F(12, 100), F(1, 100), scale=100, high=F(13, 100)),
    "1.5 to 2.5%": Printed("1.5 to 2.5%", F(15, 1000), F(1, 1000), scale=100, high=F(25, 1000)),
    "−1.2 – −1.0": Printed("−1.2 – −1.0", F(-12, 10), F(1, 10), high=F(-1)),
    "0": Printed("0", F(0), F(1)),
    "-0.00%": Printed("-0.00%", F(0), F(1, 10**4), scale=100),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_is_read(text: str) -> None:
    assert printed(text) == FORMS[text]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("86,320", 86320),
        ("86, 320", 86320),
        ("86 320", 86320),
        ("86320", 86320),
        ("1,234,567", 1234567),
        ("about 1,234", 1234),
    ],
)
def test_a_single_comma_separates_thousands_of_counts(text: str, value: int) -> None:
    assert printed(text, kind="count") == Printed(text, F(value), F(1))


PRICE, ODDS = F(0), F(1, 100)  # the unit of the last digit: prices are not rounded
OF_A_KIND: dict[str, tuple[Kind, Printed]] = {
    "9.51 to 1": ("chance", Printed("9.51 to 1", F(951, 100), ODDS, form="odds")),
    "9.51-to-1": ("chance", Printed("9.51-to-1", F(951, 100), ODDS, form="odds")),
    "9.51:1": ("chance", Printed("9.51:1", F(951, 100), ODDS, form="odds")),
    "about 9.51 to one": ("chance", Printed("about 9.51 to one", F(951, 100), ODDS, form="odds")),
    "odds of 9.51 to 1": ("chance", Printed("odds of 9.51 to 1", F(951, 100), ODDS, form="odds")),
    "9.51 to 1 against": ("chance", Printed("9.51 to 1 against", F(951, 100), ODDS, form="odds")),
    "0.81 to 1 against": ("chance", Printed("0.81 to 1 against", F(81, 100), ODDS, form="odds")),
    "1,058 to 1": ("chance", Printed("1,058 to 1", F(1058), F(1), form="odds")),
    "19 to 2": ("chance", Printed("19 to 2", F(19, 2), F(0), form="odds")),
    "over 9 to 1": ("chance", Printed("over 9 to 1", F(9), F(1), form="odds", sense="above")),
    "9 to 10 to 1": ("chance", Printed("9 to 10 to 1", F(9), F(1), form="odds", high=F(10))),
    "10.51 for 1": ("chance", Printed("10.51 for 1", F(1051, 100), ODDS, form="odds for")),
    "1.5 to 2.5%": ("chance", Printed("1.5 to 2.5%", F(15, 1000), F(1, 1000), 100, high=F(25, 1000))),
    "0.09 to 0.10": ("chance", Printed("0.09 to 0.10", F(9, 100), ODDS, high=F(10, 100))),
    "8 to 1": ("price", Printed("8 to 1", F(8), PRICE, form="price")),
    "250 for 1": ("price", Printed("250 for 1", F(250), PRICE, form="price for")),
    "19 to 20": ("price", Printed("19 to 20", F(19, 20), PRICE, form="price")),
    "even money": ("price", Printed("even money", F(1), PRICE, form="price")),
    "0.95": ("price", Printed("0.95", F(19, 20), PRICE)),
    "95.16‰": ("figure", Printed("95.16‰", F(9516, 10**5), F(1, 10**5), 1000)),
    "12.35 per mille": ("figure", Printed("12.35 per mille", F(1235, 10**5), F(1, 10**5), 1000)),
    "(1.24%)": ("figure", Printed("(1.24%)", F(-124, 10**4), F(1, 10**4), 100)),
    "(1.24)%": ("figure", Printed("(1.24)%", F(-124, 10**4), F(1, 10**4), 100)),
    "（0.0124）": ("figure", Printed("（0.0124）", F(-124, 10**4), F(1, 10**4))),
    "(1.2%) to (1.1%)": (
        "figure",
        Printed("(1.2%) to (1.1%)", F(-12, 1000), F(1, 1000), 100, high=F(-11, 1000)),
    ),
}


@pytest.mark.parametrize("text", OF_A_KIND)
def test_odds_prices_brackets_and_numbers_per_mille_are_read(text: str) -> None:
    kind, expected = OF_A_KIND[text]
    assert printed(text, kind=kind) == expected


@pytest.mark.parametrize(
    ("kind", "text", "what", "ratio", "range_"),
    [
        ("chance", "0.8 to 1", "odds", "0.8:1", "0.8–1"),
        ("chance", "9 to 12", "odds", "9:12", "9%–12%"),
        ("chance", "1 to 9", "odds", "1:9", "1%–9%"),
        ("chance", "1 to 9.51", "odds", "9.51:1", "1%–9.51%"),
        ("price", "1 to 9.51", "a price", "9.51:1", "1–9.51"),
    ],
)
def test_a_text_that_may_be_a_ratio_or_a_range_is_rejected(
    kind: Kind, text: str, what: str, ratio: str, range_: str
) -> None:
    with pytest.raises(ClaimError) as caught:
        printed(text, kind=kind)
    ways = f"write {ratio} for {what}, or {range_} for a range"
    assert str(caught.value) == f"expected {what} or a range, got {text!r}, which may be either; {ways}"
    assert printed(ratio, kind=kind).high is None
    assert printed(range_, kind=kind).high is not None


@pytest.mark.parametrize(
    ("kind", "text", "read"),
    [
        ("figure", "1,058%", "decimal"),
        ("figure", "(1,058 %)", "decimal"),
        ("chance", "1,058 to 1", "thousands"),
        ("price", "1,058 to 1", "thousands"),
        ("chance", "1 in 1,058", "thousands"),
        ("figure", "14,3596 %", None),
        ("figure", "0,951", None),
        ("figure", "1,234.5", None),
        ("figure", "4,998,398", None),
        ("figure", "13^6 = 4,826,809", None),
    ],
)
def test_an_ambiguous_comma_is_read_by_kind_and_value(kind: Kind, text: str, read: str | None) -> None:
    assert printed(text, kind=kind).comma == read


@pytest.mark.parametrize(
    ("kind", "text"),
    [("chance", "0 to 1"), ("chance", "9 to 1%"), ("chance", "1 to 9.51"), ("price", "-8 to 1"),
     ("price", "8 to 0"), ("figure", "9 to 1"), ("figure", "5%‰"), ("figure", "(1.24"),
     ("figure", "(-1.24%)"), ("figure", "1.24 (86)"), ("figure", "()")],
)  # fmt: skip
def test_a_figure_of_another_kind_is_rejected(kind: Kind, text: str) -> None:
    with pytest.raises(ClaimError):
        printed(text, kind=kind)


@pytest.mark.parametrize(
    ("kind", "text", "exact", "shown", "agrees"),
    [
        ("chance", "9.51 to 1", F(1, 10), "9.0000 to 1", False),
        ("chance", "9 to 1", F(1, 10), "9 to 1", True),
        ("chance", "10 for 1", F(1, 10), "10 for 1", True),
        ("chance", "9 to 1", F(0), "never", False),
        ("price", "250 for 1", F(249), "250 for 1", True),
        ("price", "250 for 1", F(250), "251 for 1", False),
        ("price", "1/3 to 1", F(1, 3), "1/3 to 1", True),
        ("price", "0.33 to 1", F(1, 3), "0.3333… to 1", False),
        ("figure", "95.16‰", F(1, 10), "100.0000‰", False),
        ("figure", "(1.24%)", F(-124, 10**4), "-1.2400%", True),
        ("figure", "(1.24%)", F(124, 10**4), "1.2400%", False),
    ],
)
def test_the_exact_figure_is_shown_in_the_form_of_the_page(
    kind: Kind, text: str, exact: F, shown: str, agrees: bool
) -> None:
    page = printed(text, kind=kind)
    assert (str(page.like(exact)), page.agrees(exact)) == (shown, agrees)


def test_a_figure_in_percent_can_lack_the_sign() -> None:
    assert printed("1.36", percent=True) == Printed("1.36", F(136, 10**4), F(1, 10**4), scale=100)
    assert printed("1.36%", percent=True).value == F(136, 10**4)


@pytest.mark.parametrize(
    "text",
    ["", " ", "abc", "%", "5%%", ".", "-", "--5", "1.2.3", "8 to 1", "13-12%", "1/0", "1 in 0", "1 in -4",
     "1 in 44%", "1 to 2 to 3", "5 out of 6", "1_000", "10⁶", "1,2,3", "0x10", "nan", "inf", "1e500",
     "5" * 61, "1" * 201],
)  # fmt: skip
def test_a_text_without_a_number_is_rejected(text: str) -> None:
    with pytest.raises(ClaimError) as caught:
        printed(text)
    shown = repr(text if len(text) <= 40 else text[:39] + "…")
    assert str(caught.value) == f'expected a number as printed, such as "4.84403%" or "86,320", got {shown}'


@pytest.mark.parametrize("text", ["86,32", "0,0951", "1,2345"])
def test_counts_have_no_decimal_comma(text: str) -> None:
    with pytest.raises(ClaimError):
        printed(text, kind="count")


@pytest.mark.parametrize(
    ("text", "figures", "places"),
    [
        ("7.6110%", 5, 4), (".0761", 3, 4), ("0.0010", 2, 4), ("4,998,398", 7, 0), ("0.0", 0, 1),
        ("31/415", 0, 0), ("under 1.234%", 0, 3), ("1.2–1.3%", 0, 1), ("1 in 44", 2, 0), ("-10.0", 3, 1),
        ("2.29225256643789E+15", 15, 0),
    ],
)  # fmt: skip
def test_digits_that_a_page_shows(text: str, figures: int, places: int) -> None:
    assert (printed(text).figures, printed(text).places) == (figures, places)


# how an exact value compares with a page: agrees, truncates, off by one (of either rounding of a half); or ""

COMPARED: list[tuple[str, F | SquareRoot, str]] = [
    ("0.13", F("0.125"), "ao"),
    ("0.12", F("0.125"), "ato"),
    ("0.14", F("0.135"), "a"),
    ("0.13", F("0.135"), "to"),
    ("-0.13", F("-0.125"), "ao"),
    ("-0.12", F("-0.125"), "ato"),
    ("-0.13", F("-0.135"), "to"),
    ("0.12", F("0.1249999"), "at"),
    ("0.13", F("0.1249999"), "o"),
    ("0.11", F("0.1249999"), "o"),
    ("0.14", F("0.1249999"), ""),
    ("0.12", F("0.1299999"), "to"),
    ("0.12", F("-0.12"), ""),
    ("-0.12", F("0.12"), ""),
    ("0.00", F("0.004"), "at"),
    ("0.00", F("-0.004"), "at"),
    ("0.00", F("0.005"), "ato"),
    ("0.00", F("0.009"), "to"),
    ("0.00", F("-0.009"), "to"),
    ("0.00", F("0.011"), "o"),
    ("0.00", F("0.016"), ""),
    ("0.01", F("-0.004"), "o"),
    ("0", F(0), "at"),
    ("1", F(0), "o"),
    ("7.6110%", F("0.076113345"), ""),
    ("7.6113%", F("0.076113345"), "at"),
    ("7.612%", F("0.076113345"), "o"),
    ("3.15", SquareRoot(F("9.95316")), "at"),
    ("3.16", SquareRoot(F("9.95316")), "o"),
    ("3.14", SquareRoot(F("9.95316")), "o"),
    ("1.5", SquareRoot(F("2.25")), "at"),
    ("2", SquareRoot(F("2.25")), "a"),
    ("2", SquareRoot(F("2.2499")), "o"),
    ("1", SquareRoot(F("2.25")), "to"),
    ("-1.5", SquareRoot(F("2.25")), ""),
    ("0", SquareRoot(F(0)), "at"),
    ("1/3", F(1, 3), "a"),
    ("1/3", F("0.3333333"), ""),
    ("1/3", SquareRoot(F(1, 9)), ""),
    ("1 in 44", F(10, 441), "at"),
    ("1 in 44", F(10, 448), "to"),
    ("1 in 44", F(2, 89), "ato"),
    ("1 in 45", F(2, 89), "ao"),
    ("1 in 44", F(0), ""),
    ("under 1%", F(1, 101), "a"),
    ("under 1%", F(1, 99), ""),
    ("over 1%", F(1, 99), "a"),
    ("over 1%", F(1, 101), ""),
    ("1–2%", F(1, 100), "a"),
    ("1–2%", F(2, 100), "a"),
    ("1–2%", F(21, 1000), ""),
    ("1–2%", F(9, 1000), ""),
    ("1–2", SquareRoot(F(3)), "a"),
    ("1–2", SquareRoot(F(5)), ""),
    ("under 2", SquareRoot(F(3)), "a"),
    ("over 2", SquareRoot(F(3)), ""),
    ("1 in 40", F(1, 40), "at"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "exact", "holds"), COMPARED, ids=[f"{a}={b}" for a, b, _ in COMPARED])
def test_an_exact_value_compares_with_a_page(text: str, exact: F | SquareRoot, holds: str) -> None:
    page = printed(text)
    found = ("a" * page.agrees(exact), "t" * page.truncates(exact), "o" * page.off_by_one(exact))
    assert "".join(found) == holds


@pytest.mark.parametrize(
    ("text", "exact", "up"),
    [
        ("0.13", F("0.12"), False),
        ("0.13", F("0.1201"), True),
        ("0.13", F("0.125"), True),
        ("0.12", F("0.125"), False),
        ("0.14", F("0.125"), False),
        ("-0.13", F("-0.125"), True),
        ("3.16", SquareRoot(F("9.95316")), True),
        ("under 0.13", F("0.125"), False),
    ],
)
def test_figures_rounded_up_by_one_unit(text: str, exact: F | SquareRoot, up: bool) -> None:
    assert printed(text).rounded_up(exact) is up


SHEET = F(2292252566437888)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("2,292,252,566,437,890", True),
        ("2,292,252,566,437,880", True),
        ("2,292,252,566,437,900", True),
        ("2,292,252,566,437,870", True),
        ("2,292,252,566,437,910", False),
        ("2,292,252,566,437,860", False),
        ("2,292,252,566,437,889", False),
        ("2,292,252,566,437,885", False),
        ("2.29225256643788E+15", True),
        ("2.2922525664378E+15", False),
        ("-2,292,252,566,437,890", False),
        ("2292252566437890%", False),
        ("over 2,292,252,566,437,890", False),
    ],
)
def test_spreadsheets_keep_fifteen_digits(text: str, holds: bool) -> None:
    assert printed(text, kind="count").by_spreadsheet(SHEET) is holds


def test_spreadsheets_round_only_integers_above_ten_to_the_fifteenth() -> None:
    assert not printed("1,000,000,000,000,000", kind="count").by_spreadsheet(F(10**15 + 1))
    assert printed("1,000,000,000,000,010", kind="count").by_spreadsheet(F(10**15 + 11))
    assert not printed("999,999,999,999,990", kind="count").by_spreadsheet(F(999999999999991))
    assert printed("12,345,678,901,234,500", kind="count").by_spreadsheet(F(12345678901234567))
    assert not printed("12,345,678,901,234,570", kind="count").by_spreadsheet(F(12345678901234567))


@pytest.mark.parametrize(
    ("text", "exact", "place"),
    [
        ("7.6110%", F("0.076113345"), 5),
        ("4.80%", F("0.04844"), 3),
        ("2.33%", F("0.012351"), 1),
        ("18.65%", F("0.04844"), None),
        ("-0.12", F("0.13"), None),
        ("-0.12", F("-0.13"), 2),
        ("0.12", F("0.12"), None),
        ("1/3", F(1, 4), None),
        ("over 3", F(2), None),
    ],
)
def test_the_first_wrong_digit(text: str, exact: F, place: int | None) -> None:
    assert printed(text).first_wrong_figure(exact) == place


@pytest.mark.parametrize(
    ("text", "exact", "like"),
    [
        ("7.6110%", F("0.0761133449"), "7.611334%"),
        ("1.17", F("0.011692"), "0.0117"),
        ("4,998,398", F(4998398), "4,998,398"),
        ("4,998,398", F(1, 3), "0.33"),
        ("2.29225256643789E+15", F(2292252566437888), "2,292,252,566,437,888"),
        ("31/415", F(1, 3), "1/3"),
        ("1 in 44", F(10, 441), "1 in 44.10"),
        ("1 in 44", F(0), "never"),
        ("3.15", SquareRoot(F("9.95316")), "3.1549"),
        ("3", SquareRoot(F(2)), "1.41"),
        ("-0.5", F(-1, 3), "-0.333"),
    ],
)
def test_an_exact_value_in_the_form_of_the_page(text: str, exact: F | SquareRoot, like: str) -> None:
    assert str(printed(text).like(exact)) == like


@pytest.mark.parametrize(
    ("text", "exact", "clause"),
    [
        ("1.0579", F("0.0105790593"), "it is right in percent, but the percent sign is missing"),
        ("0.0106%", F("0.0105790593"), "it is right as a fraction of 1, but has a percent sign"),
        ("0.106", F("0.0105790593"), "it is right except for the position of its decimal point"),
        ("10.58%", F("0.0105790593"), "it is right except for the position of its decimal point"),
        ("0.00106", F("0.0105790593"), "it is right except for the position of its decimal point"),
        ("86,320,000", F(86320), "it is right except for the position of its decimal point"),
        ("26.4", SquareRoot(F("6.9743")), "it is right except for the position of its decimal point"),
        ("1.1", F("0.0105790593"), None),
        ("8.459%", F("0.0845847"), "it was rounded twice, first to 8.4585%"),
        ("-0.089668", F("-0.08966749"), "it was rounded twice, first to -0.0896675"),
        ("3.16", SquareRoot(F("9.95316")), "it was rounded twice, first to 3.155"),
        ("8.459%", F("0.0845837"), None),
        ("44.2679%", F("0.44627857"), "it is right except for two swapped digits, 26 for 62"),
        ("44.2697%", F("0.44627857"), None),
        ("45.6279%", F("0.44627857"), "it is right except for one digit, 5 for 4"),
        ("44.6579%", F("0.44627857"), "it is right except for one digit, 5 for 2"),
        ("44.6259%", F("0.44627857"), None),
        ("-45.6279%", F("0.44627857"), None),
        ("44.627%", F("0.44627857"), None),
        ("4.6279%", F("0.44627857"), "it is right except for one missing digit, 4"),
        ("44.279%", F("0.44627857"), "it is right except for one missing digit, 6"),
        ("47562746473216", F(475627426473216), "it is right except for one missing digit, 2"),
        ("444.6279%", F("0.44627857"), "it is right except for one extra digit, 4"),
        ("44.62279%", F("0.44627857"), "it is right except for one extra digit, 2"),
        ("44.62799%", F("0.44627857"), None),
        ("0.761333", F("0.761328"), None),
        (
            "0.004929417821567907",
            F("0.00492941782156779578"),
            "it is right to 13 digits, about as many as floating-point arithmetic keeps",
        ),
        (
            "0.0049294178215999",
            F("0.00492941782156779578"),
            "it is right to 11 digits, about as many as floating-point arithmetic keeps",
        ),
        ("0.004929417821999", F("0.00492941782156779578"), None),
        ("0.00492941782", F("0.00492941729"), None),
        ("31/415", F(31, 414), None),
        ("under 1%", F(1, 2), None),
    ],
)
def test_slips_in_writing_a_figure(text: str, exact: F | SquareRoot, clause: str | None) -> None:
    page = printed(text)
    assert not page.agrees(exact)
    found = misprint(page, exact)
    assert (None if found is None else str(found)) == clause


@pytest.mark.parametrize(
    ("text", "exact", "holds"),
    [("3.16", SquareRoot(F("9.95316")), True), ("3.17", SquareRoot(F("9.95316")), False),
     ("0.13", F("0.121"), True), ("-0.13", F("-0.121"), True), ("-0.12", F("-0.121"), False),
     ("0.13", F("0.12"), False), ("over 2", F(1), False)],
)  # fmt: skip
def test_rounded_up(text: str, exact: F | SquareRoot, holds: bool) -> None:
    assert printed(text).rounded_up(exact) is holds


# laws

values = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**9)
digits = st.integers(0, 9)


def decimal_at(exact: F, places: int, rounding: str) -> str:
    """An exact value with this many decimals, computed by another arithmetic."""
    with localcontext(prec=200, rounding=rounding):
        # A long quotient, cut off and followed by a digit unless it ends there, rounds like the value itself.
        scaled = exact * 10 ** (places + 1)
        whole, rest = divmod(abs(scaled.numerator), scaled.denominator)
        text = Decimal(f"{whole}{'1' if rest else '0'}").scaleb(-places - 2)
        shown = text.quantize(Decimal(1).scaleb(-places))
        return f"{'-' if exact < 0 else ''}{shown:f}"


@given(values, digits)
def test_a_rounded_value_agrees_and_a_cut_value_is_truncated(exact: F, places: int) -> None:
    assert printed(decimal_at(exact, places, ROUND_HALF_EVEN)).agrees(exact)
    assert printed(decimal_at(exact, places, ROUND_HALF_UP)).agrees(exact)
    assert printed(decimal_at(exact, places, ROUND_DOWN)).truncates(exact)


@given(st.integers(-(10**9), 10**9), digits)
def test_halves_can_be_rounded_either_way(halves: int, places: int) -> None:
    exact = F(2 * halves + 1, 2 * 10**places)
    even, up = decimal_at(exact, places, ROUND_HALF_EVEN), decimal_at(exact, places, ROUND_HALF_UP)
    assert printed(even).agrees(exact)
    assert printed(up).agrees(exact)
    assert (even == up) == (halves % 2 == (exact > 0))


@given(values, digits)
def test_a_figure_either_rounds_or_is_off(exact: F, places: int) -> None:
    page = printed(decimal_at(exact, places, ROUND_HALF_EVEN))
    for off, name in ((0, "a"), (2, ""), (-2, ""), (1, "o"), (-1, "o")):
        moved = Printed(page.text, page.value + off * page.unit, page.unit)
        if exact * 10**places * 2 % 2 != 1:  # a half rounds to two neighbours
            assert ("a" * moved.agrees(exact) + "o" * moved.off_by_one(exact)) == name


@given(values, digits, st.booleans())
def test_decimal_texts_round_trip(exact: F, places: int, percent: bool) -> None:
    text = decimal_at(exact, places, ROUND_HALF_EVEN)
    page = printed(text + "%" * percent)
    assert page.value * (100 if percent else 1) == F(text)
    assert page.places == places
    assert page.unit * (100 if percent else 1) == F(1, 10**places)


@given(st.integers(0, 10**24), st.sampled_from([",", " ", "'", "’", "\u00a0", "\u202f", ", "]))
def test_thousands_round_trip(count: int, gap: str) -> None:
    text = f"{count:,}".replace(",", gap)
    assert printed(text, kind="count") == Printed(text, F(count), F(1))


@given(st.fractions(min_value=0, max_value=1000, max_denominator=10**6), digits)
def test_a_root_agrees_with_its_rounded_decimal(square: F, places: int) -> None:
    with localcontext(prec=60, rounding=ROUND_HALF_EVEN):
        root = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
        rounded = root.quantize(Decimal(1).scaleb(-places))
        cut = root.quantize(Decimal(1).scaleb(-places), rounding=ROUND_DOWN)
        assume(F(rounded) - F(cut) in (0, F(1, 10**places)))
    assert printed(f"{rounded:f}").agrees(SquareRoot(square))
    assert printed(f"{cut:f}").truncates(SquareRoot(square))


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (F(4998398275503360), "4998398275503360"),
        (F(-12), "-12"),
        (F(0), "0"),
        (F(1, 7), "0.142857142857143"),
        (F(-1, 7), "-0.142857142857143"),
        (F(1, 8), "0.125000000000000"),
        (SquareRoot(F(2)), "1.41421356237310"),
        (F(10**17 + 1, 3), "33333333333333333.7"),
    ],
)
def test_exact_values_as_decimal_text(exact: F | SquareRoot, text: str) -> None:
    assert decimal_of(exact) == text
