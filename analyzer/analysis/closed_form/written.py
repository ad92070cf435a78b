"""Closed forms written as text that other programs read: `+ - * ** ( )`, whole numbers and variables.

Knows nothing of bets.
"""

from analyzer.analysis.closed_form.rational import VARIABLE, Coefficients, Factors


def polynomial_text(coefficients: Coefficients) -> str:
    """A polynomial, highest power first.

    >>> polynomial_text((-1, 0, 52)), polynomial_text(())
    ('52*d**2 - 1', '0')
    """
    parts: list[str] = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if not coefficient:
            continue
        size = abs(coefficient)
        variable = {0: "", 1: VARIABLE}.get(power, f"{VARIABLE}**{power}")
        number = "" if size == 1 and power else str(size)
        sign = (" - " if coefficient < 0 else " + ") if parts else "-" * (coefficient < 0)
        parts.append(sign + "*".join(filter(None, (number, variable))))
    return "".join(parts) or "0"


def factors_text(factors: Factors) -> str:
    """A polynomial in its factors, whole number first.

    >>> factors_text((-4, (((0, 1), 2), ((-1, 52), 1)))), factors_text((1, (((-1, 52), 1),)))
    ('-4*d**2*(52*d - 1)', '52*d - 1')
    """
    content, parts = factors
    if not parts:
        return str(content)
    if content == 1 and len(parts) == 1 and parts[0][1] == 1:
        return polynomial_text(parts[0][0])
    written = []
    for coefficients, power in parts:
        text = polynomial_text(coefficients)
        base = text if text == VARIABLE else f"({text})"
        written.append(base if power == 1 else f"{base}**{power}")
    return {1: "", -1: "-"}.get(content, f"{content}*") + "*".join(written)
