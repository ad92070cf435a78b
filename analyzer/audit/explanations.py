"""Explanations of a printed figure that is wrong: other readings of it, and slips in writing it down.

A reading is something else that its author may have computed. It may give the same value as the claim as
stated, for example if pushes are left out of a bet that has none; then it explains nothing. A slip must leave
enough digits right that a wrong figure rarely fits by chance. Knows no files, and judges nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from analyzer.analysis.odds import Decks
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import (
    COUNTS,
    OF_A_LINE,
    OF_ONE_LINE,
    PRICED,
    SPOKEN,
    STATISTICS,
    Claim,
    exact_value,
    hands,
)
from analyzer.audit.printed import Exact, Printed, SquareRoot
from analyzer.bets.bet import LOSE
from analyzer.exact import decimal_text
from analyzer.text import Message, Numeral, Text, message, plural

OTHER_DECKS: tuple[Decks, ...] = (*range(1, 9), "infinite")
"""Shoes for which a figure may have been computed instead of the stated one."""

_ROUNDED_TO = range(3, 9)  # Decimals to which probabilities may have been rounded too early.
FEWEST = 3  # Significant digits that any explanation needs: with fewer, too many figures fit by chance.
_POWERS = (2, -2, 1, -1, 3, -3)
_FINER = (1, 2, 3)
_DIGITS = 4  # Digits that a figure must have before a wrong, missing or extra one explains it.
_FLOATING = 11  # Right digits after which floating-point arithmetic explains a wrong one.
_AFTER = 2  # Digits that must be right after a wrong one: the last digits of a wrong figure differ anyway.

Values = Mapping[Decks, Sequence[Valuation] | None]
"""A claim's bets valued on several fresh shoes; None if the given condition cannot be satisfied."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a figure would be under another convention; `name` says which, as in "it is right for 6 decks"."""

    name: Message
    exact: Exact


@dataclass(frozen=True, slots=True)
class DoubtfulClaim:
    """A claim that is not right as stated: its bets' values by shoe and on its shoe, and its exact value."""

    claim: Claim
    values: Values
    stated: Sequence[Valuation]
    exact: Exact

    def on_other_decks(self) -> Iterator[tuple[Message, Claim, Sequence[Valuation]]]:
        """For each other possible shoe: its description, the claim made for it, and the bets' values."""
        for decks in OTHER_DECKS:
            if decks != self.claim.decks and (values := self.values[decks]) is not None:
                name = message("for an infinite shoe")
                if decks != "infinite":
                    name = plural("for {n} deck", "for {n} decks", decks)
                yield name, replace(self.claim, decks=decks), values

    def other_conventions(self) -> Iterator[Reading]:
        """The figure under each other convention, one thing changed at a time."""
        yield from _changed(self.claim, self.stated)
        for name, claim, values in self.on_other_decks():
            yield from _read(name, claim, values)
        if self.claim.quantity in COUNTS:
            yield from _denominators(self.claim, self.stated)

    def two_conventions(self) -> Iterator[Reading]:
        """The figure on another shoe and with one more thing changed."""
        for name, claim, values in self.on_other_decks():
            more = _denominators(claim, values) if claim.quantity == "ways" else ()
            for reading in (*_changed(claim, values), *more):
                yield replace(reading, name=message("{first} and {second}", first=name, second=reading.name))

    def slips(self) -> Iterator[Reading]:
        """The figure after a slip: probabilities rounded too early, another quantity, or a wrong sign."""
        claim, stated = self.claim, self.stated
        if claim.quantity in PRICED and len(stated) == 1:
            for places in _ROUNDED_TO:
                name = message("if every probability is first rounded to {n} decimals", n=places)
                early = _rounded(stated[0], places)
                yield from _read(name, claim, None if early is None else [early])
        for quantity in STATISTICS if claim.quantity in STATISTICS else ():
            if quantity not in (claim.quantity, "max_rtp"):
                name = message("as the {quantity} of this bet", quantity=SPOKEN[quantity])
                yield from _read(name, replace(claim, quantity=quantity), stated)
        if isinstance(self.exact, Fraction) and self.exact:
            yield Reading(message("except for its sign"), -self.exact)

    def neighbours(self, others: Values | Text) -> Iterator[Reading]:
        """The figure of another price or line of the bet, or of another bet of the table in `others`."""
        claim, stated = self.claim, self.stated
        if len(stated) != 1:
            return
        for bet in claim.prices if claim.quantity in PRICED else ():
            name = message("for {bet}", bet=bet.reference)
            yield from _read(name, claim, [replace(stated[0], bet=bet)])
        for line in stated[0].ways if claim.quantity in OF_A_LINE else ():
            if line != claim.line:
                name = message("for the line '{line}' of this bet", line=line)
                yield from _read(name, replace(claim, line=line), stated)
        if claim.quantity == "probability" and claim.line is not None and stated[0].hit_rate:
            share = stated[0].probability(claim.line) / stated[0].hit_rate
            yield Reading(message("as a share of all wins"), share)
        if isinstance(others, str | Message) or claim.quantity == "total_ways":
            return
        for value in others.get(claim.decks) or ():
            if value.bet.id != stated[0].bet.id and (claim.line is None or claim.line in value.ways):
                yield from _read(message("for {bet}", bet=value.bet.reference), claim, [value])


def _read(name: Message, claim: Claim, values: Sequence[Valuation] | None) -> Iterator[Reading]:
    """The reading of a claim's figure from these values, if there is one."""
    if values is not None and not isinstance(exact := exact_value(claim, values), Message):
        yield Reading(name, exact)


def _changed(claim: Claim, values: Sequence[Valuation]) -> Iterator[Reading]:
    """The figure on the same shoe with pushes or stakes treated differently."""
    if claim.quantity == "edge_on_resolved":
        yield from _read(message("with pushes included"), replace(claim, quantity="house_edge"), values)
    elif claim.quantity not in COUNTS:
        name = message("on resolved bets only, without pushes")
        resolved = [changed for value in values if (changed := _resolved(value)) is not None]
        yield from _read(name, claim, resolved if len(resolved) == len(values) else None)
    yield from _odds(claim, values)
    if claim.quantity in PRICED:
        name = message('if its prices are read "for one", with the stake included')
        for_one = []
        for value in values:
            prices = {line.id: line.net - 1 for line in value.bet.lines if line.net > 0}
            for_one.append(replace(value, bet=value.bet.priced(prices)))
        yield from _read(name, claim, for_one)
    if claim.quantity in OF_ONE_LINE and claim.line is not None:
        stake = Fraction(1) if claim.quantity == "pays" else values[0].probability(claim.line)
        exact = exact_value(claim, values)
        if isinstance(exact, Fraction) and values[0].bet.nets[claim.line] > 0:
            yield Reading(message("with the stake included"), exact + stake)


def _odds(claim: Claim, values: Sequence[Valuation]) -> Iterator[Reading]:
    """A chance whose odds are printed "to one" but meant "for one", or the other way round."""
    exact = exact_value(claim, values)
    if isinstance(exact, Fraction) and 0 < exact < 1:
        # The odds of this chance, in the form of the page, are those of the exact chance in the other form.
        if claim.printed.form == "odds":
            yield Reading(
                message('if its odds are read "for one", with the stake included'), exact / (1 + exact)
            )
        elif claim.printed.form == "odds for":
            yield Reading(message('if its odds are read "to one", without the stake'), exact / (1 - exact))


def _resolved(value: Valuation) -> Valuation | None:
    """A bet's value over the coups that do not return its stake; None if there are none."""
    pushes = {line for line, outcomes in value.bet.outcomes.items() if all(net == 0 for net, _ in outcomes)}
    ways = {line: 0 if line in pushes else n for line, n in value.ways.items()}
    return replace(value, total=total, ways=ways) if (total := sum(ways.values())) else None


def _rounded(value: Valuation, places: int) -> Valuation | None:
    """A bet's value with probabilities of this many decimals, the rest a loss; None if they exceed 1."""
    unit = 10**places
    ways = {line: round(value.probability(line) * unit) for line in value.ways if line != LOSE}
    lost = unit - sum(ways.values())
    return replace(value, total=unit, ways=ways | {LOSE: lost}) if lost >= 0 else None


def _denominators(claim: Claim, values: Sequence[Valuation]) -> Iterator[Reading]:
    exact = exact_value(claim, values)
    if isinstance(exact, Message | SquareRoot):
        return
    base = values[0].total if claim.out_of is None else claim.out_of
    for name, number in hands(claim.decks).items():
        counted = Fraction(number) if claim.quantity == "total_ways" else exact / base * number
        if counted.denominator == 1:
            how = message("counted in {hands}, of which there are {n}", hands=name, n=number)
            yield Reading(how, counted)


def misprint(page: Printed, exact: Exact) -> Message | None:
    """The slip that explains a wrong figure, as a clause; None if no slip fits.

    >>> from analyzer.audit.forms import printed
    >>> print(misprint(printed("44.2679%"), Fraction("0.44627857")))
    it is right except for two swapped digits, 26 for 62
    """
    if page.figures < FEWEST:
        return None
    return next(filter(None, (slip(page, exact) for slip in _SLIPS)), None)


def _shifted(page: Printed, exact: Exact) -> Message | None:
    """A misplaced decimal point; if by two places, perhaps a percent sign that is missing or superfluous."""
    for power in _POWERS:
        factor = Fraction(10) ** power
        moved = SquareRoot(exact.square * factor**2) if isinstance(exact, SquareRoot) else exact * factor
        if page.agrees(moved):
            if power == 2 and page.scale == 1 and page.form == "number":
                return message("it is right in percent, but the percent sign is missing")
            if power == -2 and page.scale == 100:
                return message("it is right as a fraction of 1, but has a percent sign")
            return message("it is right except for the position of its decimal point")
    return None


def _twice(page: Printed, exact: Exact) -> Message | None:
    """Rounding half up twice, first to more digits: 0.846 becomes 0.85 and then 0.9."""
    for more in _FINER:
        finer = replace(page, unit=page.unit / 10**more)
        first = finer.nearest(exact)[0]
        again = (2 * abs(first) + 10**more) // (2 * 10**more)
        if (again if first > 0 else -again) == page.units:
            text = decimal_text(first * finer.unit * page.scale, finer.places)
            return message("it was rounded twice, first to {first}", first=Numeral(text + page.sign))
    return None


def _mistyped(page: Printed, exact: Exact) -> Message | None:
    right, shown = _digits(page, exact)
    if len(shown) < _DIGITS or len(right) != len(shown):
        return None
    match [place for place in range(len(right)) if right[place] != shown[place]]:
        case [one, two] if right[one : two + 1] == shown[one : two + 1][::-1] and two == one + 1:
            return message(
                "it is right except for two swapped digits, {printed} for {right}",
                printed=shown[one : two + 1],
                right=right[one : two + 1],
            )
        case [one] if one < len(shown) - _AFTER:
            return message(
                "it is right except for one digit, {printed} for {right}",
                printed=shown[one],
                right=right[one],
            )
    return None


def _left_out_or_put_in(page: Printed, exact: Exact) -> Message | None:
    shown = str(abs(page.units))
    same, finer, coarser = (
        _digits(replace(page, unit=page.unit * scale), exact)[0] for scale in (1, Fraction(1, 10), 10)
    )
    for right in (same, finer):
        if len(shown) >= _DIGITS and (digit := _extra(right, shown)) is not None:
            return message("it is right except for one missing digit, {digit}", digit=digit)
    for right in (same, coarser):
        if len(right) >= _DIGITS and (digit := _extra(shown, right)) is not None:
            return message("it is right except for one extra digit, {digit}", digit=digit)
    return None


def _floating(page: Printed, exact: Exact) -> Message | None:
    place = page.first_wrong_figure(exact)
    if place is None or place <= _FLOATING:
        return None
    return message("it is right to {n} digits, about as many as floating-point arithmetic keeps", n=place - 1)


_SLIPS = (_shifted, _twice, _mistyped, _left_out_or_put_in, _floating)


def _digits(page: Printed, exact: Exact) -> tuple[str, str]:
    """The digits that a page should show (empty if signs differ), and the digits that it shows."""
    near = page.nearest(exact)[0]
    same = (near < 0) == (page.units < 0)
    return str(abs(near)) if same else "", str(abs(page.units))


def _extra(longer: str, shorter: str) -> str | None:
    """The digit to remove from the longer number, not at its end, to get the shorter; None if none does."""
    if len(longer) != len(shorter) + 1 or longer[:-1] == shorter:
        return None
    places = range(len(longer) - _AFTER)
    return next((longer[i] for i in places if longer[:i] + longer[i + 1 :] == shorter), None)
