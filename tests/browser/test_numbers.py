"""Numbers on the page: rounded half to even, as in Python."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from analyzer.exact import ratio_text
from analyzer.render.words import plain_decimal
from analyzer.web.page import STATIC

pytestmark = pytest.mark.browser

SCRIPT = f"""cases => {{
{(STATIC / "exact.js").read_text(encoding="utf-8")}
return cases.map(([text, places]) => [ratioText(parsedRatio(text)), decimal(parsedRatio(text), places),
  decimal(parsedRatio(text), places, 2), text[0] === "-" ? "" : rootDecimal(parsedRatio(text), places)]);
}}"""


def test_numbers_are_written_as_python_writes_them(opened: Callable) -> None:
    chance = random.Random("numbers")
    halves = [Fraction(2 * n + 1, 2 * 10**places) for places in range(7) for n in range(-12, 12)]
    others = [
        Fraction(chance.randrange(-(10**9), 10**9), chance.randrange(1, 10 ** chance.randrange(1, 12)))
        for _ in range(500)
    ]
    squares = [Fraction(n * n, 10**6) for n in range(0, 3000, 7)]
    cases = [(x, places) for x in (*halves, *others, *squares, Fraction(0)) for places in (0, 1, 4)]
    expected = [
        [
            ratio_text(x),
            plain_decimal(x, "decimal", places),
            plain_decimal(x, "percent", places),
            "" if x < 0 else plain_decimal(x, "root", places),
        ]
        for x, places in cases
    ]
    assert opened().evaluate(SCRIPT, [[str(x), places] for x, places in cases]) == expected
