"""Slips in writing and in programs that turn an exact figure into the wrong one printed."""

from dataclasses import replace
from fractions import Fraction

from analyzer.audit.printed import Exact, Printed, SquareRoot
from analyzer.exact import decimal_text
from analyzer.text import Message, message

FEWEST = 3
"""Significant digits that any explanation needs: with fewer, too many figures fit by chance."""

_POWERS = (2, -2, 1, -1, 3, -3)
_FINER = (1, 2, 3)
_DIGITS = 4  # Digits that a figure must have before a wrong, missing or extra one explains it.
_FLOATING = 11  # Right digits after which floating-point arithmetic explains a wrong one.
_AFTER = 2
"""Digits that must be right after a wrong one, because the last digits of a wrong figure differ anyway."""


def misprint(page: Printed, exact: Exact) -> Message | None:
    """The slip that explains a wrong figure, as a clause; None if no slip fits.

    >>> from analyzer.audit.printed import printed
    >>> print(misprint(printed("44.2679%"), Fraction("0.44627857")))
    it is right but for two digits that changed places, 26 for 62
    """
    if page.figures < FEWEST:
        return None
    return next(filter(None, (slip(page, exact) for slip in _SLIPS)), None)


def _shifted(page: Printed, exact: Exact) -> Message | None:
    """A misplaced decimal point; if by two places, perhaps a percent sign that is missing or one too many."""
    for power in _POWERS:
        factor = Fraction(10) ** power
        moved = SquareRoot(exact.square * factor**2) if isinstance(exact, SquareRoot) else exact * factor
        if page.agrees(moved):
            if power == 2 and not (page.percent or page.one_in):
                return message("it is right in percent, and the sign is missing")
            if power == -2 and page.percent:
                return message("it is right as a part of 1, and the percent sign is one too many")
            return message("it is right but for the place of its decimal point")
    return None


def _twice(page: Printed, exact: Exact) -> Message | None:
    """Rounding half up twice, first to more digits: 0.846 becomes 0.85 and then 0.9."""
    for more in _FINER:
        finer = replace(page, unit=page.unit / 10**more)
        first = finer.nearest(exact)[0]
        again = (2 * abs(first) + 10**more) // (2 * 10**more)
        if (again if first > 0 else -again) == page.units:
            text = decimal_text(first * finer.unit * (100 if page.percent else 1), finer.places)
            return message("it was rounded twice, first to {first}", first=text + "%" * page.percent)
    return None


def _mistyped(page: Printed, exact: Exact) -> Message | None:
    right, shown = _digits(page, exact)
    if len(shown) < _DIGITS or len(right) != len(shown):
        return None
    match [place for place in range(len(right)) if right[place] != shown[place]]:
        case [one, two] if right[one : two + 1] == shown[one : two + 1][::-1] and two == one + 1:
            return message(
                "it is right but for two digits that changed places, {printed} for {right}",
                printed=shown[one : two + 1],
                right=right[one : two + 1],
            )
        case [one] if one < len(shown) - _AFTER:
            return message(
                "it is right but for one digit, {printed} for {right}", printed=shown[one], right=right[one]
            )
    return None


def _left_out_or_put_in(page: Printed, exact: Exact) -> Message | None:
    shown = str(abs(page.units))
    same, finer, coarser = (
        _digits(replace(page, unit=page.unit * scale), exact)[0] for scale in (1, Fraction(1, 10), 10)
    )
    for right in (same, finer):
        if len(shown) >= _DIGITS and (digit := _extra(right, shown)) is not None:
            return message("it is right but for one digit left out, {digit}", digit=digit)
    for right in (same, coarser):
        if len(right) >= _DIGITS and (digit := _extra(shown, right)) is not None:
            return message("it is right but for one digit too many, {digit}", digit=digit)
    return None


def _floating(page: Printed, exact: Exact) -> Message | None:
    place = page.first_wrong_figure(exact)
    if place is None or place <= _FLOATING:
        return None
    return message("it is right to {n} digits, and floating-point arithmetic keeps hardly more", n=place - 1)


_SLIPS = (_shifted, _twice, _mistyped, _left_out_or_put_in, _floating)


def _digits(page: Printed, exact: Exact) -> tuple[str, str]:
    """The digits that a page should show, or no text if signs differ, and the digits that it shows."""
    near = page.nearest(exact)[0]
    same = (near < 0) == (page.units < 0)
    return str(abs(near)) if same else "", str(abs(page.units))


def _extra(longer: str, shorter: str) -> str | None:
    """The digit to remove from the longer row to get the shorter, not at its end; None if there is none."""
    if len(longer) != len(shorter) + 1 or longer[:-1] == shorter:
        return None
    places = range(len(longer) - _AFTER)
    return next((longer[i] for i in places if longer[:i] + longer[i + 1 :] == shorter), None)
