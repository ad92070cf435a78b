"""A bankroll over many coups, as a document for machines; a number between bounds has its certain digits."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyzer.analysis.money.bankroll import Bankroll
from analyzer.analysis.money.coups import Bounds
from analyzer.analysis.money.kelly import Growth, kelly
from analyzer.analysis.money.portfolio import Portfolio
from analyzer.analysis.money.runs import Runs
from analyzer.analysis.question import keys_of
from analyzer.exact import decimal_text, ratio_text
from analyzer.report.fields import exact_entry, root_entry
from analyzer.report.origin import shoe_entry

DIGITS = 20
"""The most decimals given."""

_LONGEST = 10**1000
"""The least numerator or denominator that is too long to be given."""

_RARE = Fraction(1, 10**9)
"""The lowest probability at which a length of runs is listed."""


def bankroll_document(bankrolls: Sequence[Bankroll], *, alone: bool) -> object:
    """What the stakes gain or lose, as exact text and correct decimals; one entry, no list, if `alone`."""
    entries = list(map(_entry, bankrolls))
    return entries[0] if alone else entries


def stakes_entry(portfolio: Portfolio) -> dict[str, object]:
    """What is staked, with the rules and the fresh shoe of every coup."""
    report = portfolio.joint.report
    return {
        "stakes": [
            {"bet": bet.id, "paytable": bet.paytable, "stake": ratio_text(stake)}
            for bet, stake in zip(portfolio.joint.bets, portfolio.stakes, strict=True)
        ],
        "rules": report.rules.id,
        "shoe": shoe_entry(report.shoe),
        "model": "fresh-shoe",
    }


def _entry(bankroll: Bankroll) -> dict[str, object]:
    after, staked = bankroll.after, bankroll.staked
    names = ["loss", "even", "gain", *(f"loss of {ratio_text(loss)} or more" for loss in bankroll.losses)]
    entry: dict[str, object] = {
        **stakes_entry(bankroll.portfolio),
        **exact_entry(bankroll, "coups", "staked", "mean", "variance"),
        "standard_deviation": root_entry(bankroll.variance),
        "rtp": ratio_text(1 + bankroll.mean / staked),
        "rtp_standard_deviation": root_entry(bankroll.variance / staked**2),
        "method": "normal" if after is None else "bounds" if after.short else "exact",
        "exact_up_to": bankroll.reach[0],
        "bounds_up_to": bankroll.reach[1],
        "bounds_apart": None if after is None else ratio_text(after.short),
        "chances": [
            {"event": name, **chance_entry(chance.exact), "normal": decimal_or_none(chance.normal)}
            for name, chance in zip(names, bankroll.chances, strict=True)
        ],
        "quantiles": [
            {
                "level": ratio_text(reached.level),
                "gain": None if reached.exact is None else ratio_text(reached.exact.gain),
                "earliest": None if reached.exact is None else ratio_text(reached.exact.earliest),
                "normal": decimal_or_none(reached.normal),
            }
            for reached in bankroll.quantiles
        ],
        "ruin": None
        if bankroll.bankroll is None
        else {"bankroll": ratio_text(bankroll.bankroll), **chance_entry(bankroll.ruined)},
        "longest_losing_run": None if bankroll.runs is None else _runs(bankroll.runs, bankroll.push_ends),
        "kelly": _kelly(bankroll),
    }
    if after is not None and after.weights:
        entry["law"] = [
            {
                "gain": ratio_text(after.grid.gain(place)),
                **chance_entry(Bounds(low := Fraction(weight, after.total), low + after.short)),
            }
            for place, weight in after.weights
            if weight
        ]
    return entry


def _runs(runs: Runs, push_ends: bool) -> dict[str, object]:
    return {
        "push_ends_run": push_ends,
        "median": runs.median,
        "mean": bounds_text(runs.mean),
        "at_least": [
            {"coups": length, **chance_entry(reached)}
            for length, reached in enumerate(runs.reached, 1)
            if reached.low >= _RARE
        ],
    }


def _kelly(bankroll: Bankroll) -> dict[str, object]:
    """The best parts of a bankroll to stake, as correct decimals."""
    portfolio = bankroll.portfolio
    entry = {"ev": ratio_text(portfolio.ev / portfolio.staked), **_growth_entry(bankroll.kelly)}
    if (best := bankroll.jointly) is not None:
        keys = keys_of(portfolio.joint.bets)
        distributions = zip(keys, bankroll.distributions, strict=True)
        entry["alone"] = {key: _growth_entry(kelly(distribution)) for key, distribution in distributions}
        entry["together"] = {
            "parts": dict(zip(keys, map(decimal_or_none, best.parts), strict=True)),
            "growth": decimal_or_none(best.growth),
            "growth_at_half": decimal_or_none(best.half),
            "slope": decimal_or_none(best.slope),
            "spare": decimal_or_none(best.spare),
        }
    return entry


def _growth_entry(growth: Growth | None) -> dict[str, object]:
    if growth is None:
        return dict.fromkeys(("part", "exact", "growth", "growth_at_half"))
    return {
        "part": bounds_text(growth.part),
        "exact": exact_or_none(growth.part),
        "growth": decimal_or_none(growth.growth),
        "growth_at_half": decimal_or_none(growth.half),
    }


def agreed(number: Bounds) -> Fraction:
    """The number rounded half to even at the most decimals on which both bounds agree, up to DIGITS."""
    return round(number.low, _places(number))


def agreed_or_none(number: Bounds | None) -> Fraction | None:
    """As `agreed`; None for None."""
    return None if number is None else agreed(number)


def bounds_text(number: Bounds) -> str:
    """The number that `agreed` returns, as decimal text."""
    return decimal_text(number.low, _places(number))


def _places(number: Bounds) -> int:
    agreeing = (p for p in range(DIGITS, 0, -1) if round(number.low, p) == round(number.high, p))
    return next(agreeing, 0)


def certain_decimals(numbers: Iterable[Bounds]) -> int:
    """The number of decimals to which all these numbers are certain, DIGITS at most."""
    width = max((number.high - number.low for number in numbers), default=Fraction(0))
    return next((places for places in range(DIGITS, 0, -1) if width * 10**places <= 1), 0)


def exact_or_none(number: Bounds) -> str | None:
    """The number in lowest terms if it is known exactly and neither part has over a thousand digits."""
    short = max(abs(number.low.numerator), number.low.denominator) < _LONGEST
    return ratio_text(number.low) if number.exact and short else None


def decimal_or_none(number: Fraction | None) -> str | None:
    """A number as text with DIGITS decimals; None for None."""
    return None if number is None else decimal_text(number, DIGITS)


def chance_entry(chance: Bounds | None) -> dict[str, object]:
    """A probability in a document: its certain decimals, and its ratio if that is known."""
    if chance is None:
        return {"probability": None, "exact": None}
    return {"probability": bounds_text(chance), "exact": exact_or_none(chance)}
