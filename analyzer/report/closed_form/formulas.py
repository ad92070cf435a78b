"""Formulas as people write them: factors side by side, powers raised.

Knows nothing of what they mean.
"""

from analyzer.analysis.closed_form.rational import VARIABLE, Coefficients, Factors
from analyzer.text import Message

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def formula_text(factors: Factors) -> Message:
    """A polynomial in its factors as people write it.

    >>> str(formula_text((-4, (((0, 1), 2), ((-1, 52), 1)))))
    '−4d²(52d − 1)'
    """
    content, parts = factors
    if content == 1 and len(parts) == 1 and parts[0][1] == 1:
        return wordless(_sum_text(parts[0][0]))
    written = "" if abs(content) == 1 and parts else str(abs(content))
    for coefficients, power in parts:
        text = _sum_text(coefficients)
        written += text if text == VARIABLE else f"({text})"
        written += "" if power == 1 else str(power).translate(_RAISED)
    return wordless("−" * (content < 0) + written)


def wordless(text: str) -> Message:
    """A formula as a text without words, so with nothing to translate."""
    return Message("{formula}", (("formula", text),))


def _sum_text(coefficients: Coefficients) -> str:
    """A polynomial as people write it, highest power first."""
    parts: list[str] = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if coefficient:
            number = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
            variable = VARIABLE if power else ""
            raised = str(power).translate(_RAISED) if power > 1 else ""
            sign = (" − " if coefficient < 0 else " + ") if parts else "−" * (coefficient < 0)
            parts.append(f"{sign}{number}{variable}{raised}")
    return "".join(parts)
