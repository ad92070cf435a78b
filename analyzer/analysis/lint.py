"""The faults of the bets of a rule sheet, found by counting every deal."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Literal

from analyzer.analysis.question import check_cards, check_known, guard, split
from analyzer.analysis.valuation import Valuation
from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.tree import All
from analyzer.census.census import census, needs
from analyzer.census.collect import Split
from analyzer.census.kinds import held
from analyzer.census.worked_example import example_cards
from analyzer.errors import ConditionError
from analyzer.exact import decimal_text, grouped, percent_text, ratio_text
from analyzer.game.rules import Rules
from analyzer.game.shoe import Shoe
from analyzer.text import Message, Numeral, Text, joined, message

RAREST = 10**8  # An award that is won less than once in this many coups is reported.
Severity = Literal["error", "warning"]
Prices = Sequence[Bet]  # One bet at each of its prices: the lines are the same, their nets differ.
Band = tuple[Fraction, Fraction]  # The least and the greatest house edge that are allowed, both included.


@dataclass(frozen=True, slots=True)
class SheetFault:
    """One fault: its key path inside the bet, as in a file, its severity, and a sentence."""

    where: str
    severity: Severity
    message: Text


def lint(
    rules: Rules, shoe: Shoe, bets: Sequence[Prices], band: Band | None = None, unpriced: Collection[Bet] = ()
) -> list[list[SheetFault]]:
    """The faults of each bet; an empty list for a sound one.

    All bets share one census, so several cost little more than one. Of `unpriced` bets, only the lines are
    checked. Raises ShoeError if the shoe has too few cards for a coup, or is known too coarsely for a bet.
    """
    check_cards(rules, shoe)
    splits = [_splits(prices[0]) for prices in bets]
    refusals = [_refusal(rules, shoe, prices[0], of_bet) for prices, of_bet in zip(bets, splits, strict=True)]
    pending = [of_bet for of_bet, refusal in zip(splits, refusals, strict=True) if refusal is None]
    cards = held(shoe.counts, shoe.fineness)
    ways = iter(census(rules, [*chain.from_iterable(pending)], cards=cards).ways(shoe))
    faults = []
    for prices, of_bet, refusal in zip(bets, splits, refusals, strict=True):
        if refusal is not None:
            faults.append([refusal])
            continue
        sheet = _Sheet(rules, shoe, prices, [next(ways) for _ in of_bet])
        faults.append([*sheet.lines()])
        if prices[0] not in unpriced:
            faults[-1] += [*sheet.overlaps(), *sheet.completeness(), *sheet.paytables(band)]
    return faults


def _splits(bet: Bet) -> list[Split]:
    """The bet's own split; then one for each of its lines, and one for the condition `complete`."""
    # The others begin with the deals in which the condition fails, and split the rest by earlier lines.
    lines = split(bet)
    within = lines if bet.complete is None else (*lines, bet.complete)
    return [lines, *((*guard(when), *lines[:place]) for place, when in enumerate(within))]


def _refusal(rules: Rules, shoe: Shoe, bet: Bet, splits: Sequence[Split]) -> SheetFault | None:
    """The fault that prevents a bet from being counted, if there is one."""
    for lines in splits:
        try:
            need = needs(rules, lines, cards=held(shoe.counts, shoe.fineness)).fineness
            check_known(message("bet {bet}", bet=repr(bet.id)), need, shoe.fineness)
        except ConditionError as error:
            return SheetFault("lines", "error", error.message)
    return None


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One bet at each of its prices, and the ways of its splits, in the order of `_splits`."""

    rules: Rules
    shoe: Shoe
    prices: Prices
    counted: Sequence[Sequence[int]]

    @property
    def _lines(self) -> tuple[Line, ...]:
        return self.prices[0].lines

    @property
    def _total(self) -> int:
        return sum(self.counted[0])

    def lines(self) -> Iterator[SheetFault]:
        """Faults of single lines: never reached, or with an award that is too rare."""
        reached, total = self.counted[0], self._total
        for place, line in enumerate(self._lines):
            where = f"lines[{place + 1}]"
            not_held, *taken = self.counted[1 + place]
            if not_held == total:
                text = message(
                    "line {line} can never hold: no deal of this shoe under rules {rules} satisfies its "
                    "condition",
                    line=repr(line.id),
                    rules=repr(self.rules.id),
                )
                yield SheetFault(where, "error", text)
            elif not reached[place]:
                by = [earlier.id for earlier, ways in zip(self._lines, taken, strict=False) if ways]
                text = message(
                    "line {line} is never reached: wherever it holds ({chance}), an earlier line settles the "
                    "bet: {earlier}; put {line} first or remove it",
                    line=repr(line.id),
                    chance=_chance(total - not_held, total),
                    earlier=tuple(map(repr, by)),
                )
                yield SheetFault(where, "error", text)
            elif line.net > 0:
                chances = [chance for net, chance in line.outcomes if net > 0]
                rarest = min(chances, default=Fraction(1)) * reached[place]
                if rarest * RAREST < total:
                    text = message(
                        "line {line} has an award that is won once in {n} coups, less often than once in 100 "
                        "million",
                        line=repr(line.id),
                        n=_one_in(rarest, total),
                    )
                    yield SheetFault(where, "warning", text)

    def overlaps(self) -> Iterator[SheetFault]:
        """Lines that overlap a later line at another price, unless they are special cases of that line."""
        reached = self.counted[0]
        for place, line in enumerate(self._lines):
            overlapping = []
            for later in range(place + 1, len(self._lines)):
                ways = self.counted[1 + later][1 + place]
                if reached[later] and 0 < ways < reached[place] and self._priced_differently(place, later):
                    overlapping.append((later, ways))
            if not overlapping:
                continue
            (later, ways), *others = overlapping
            prices = self._priced_differently(place, later)
            also = tuple(repr(self._lines[i].id) for i, _ in others)
            text = message(
                "lines {line} ({pays}) and {later} ({later_pays}) overlap in {ways} ways "
                "({chance}){coup}{also}: {line} settles them because it is listed first; "
                "make the conditions say which is meant",
                line=repr(line.id),
                pays=_pays(prices[place].net),
                later=repr(prices[later].id),
                later_pays=_pays(prices[later].net),
                ways=ways,
                chance=_chance(ways, self._total),
                coup=self._coup(line.when, self._lines[later].when, without=self._lines[:place]),
                also=message(", likewise {lines}", lines=also) if also else "",
            )
            yield SheetFault(f"lines[{place + 1}]", "warning", text)

    def _priced_differently(self, one: int, other: int) -> Sequence[Line]:
        """The lines at the first paytable that pays these two differently; empty if there is none."""
        lists = (bet.lines for bet in self.prices)
        return next((lines for lines in lists if lines[one].outcomes != lines[other].outcomes), ())

    def completeness(self) -> Iterator[SheetFault]:
        """The coups that no line covers, where the sheet claims that there are none."""
        bet, total = self.prices[0], self._total
        if bet.complete is None:
            return
        not_claimed, *_, hole = self.counted[-1]
        if not_claimed == total:
            text = message("the condition can never hold, so it claims nothing")
            yield SheetFault("complete", "error", text)
        if hole:
            text = message(
                "the sheet claims to be complete, but no line covers {ways} ways ({chance}){coup}; {edges}",
                ways=hole,
                chance=_chance(hole, total),
                coup=self._coup(bet.complete, without=bet.lines),
                edges=joined("; ", (self._edges_with(bet, hole) for bet in self.prices)),
            )
            yield SheetFault("complete", "error", text)

    def _edges_with(self, bet: Bet, hole: int) -> Message:
        """The house edge if uncovered coups lose, and if they are paid like any of the lines."""
        lost = self._value(bet).house_edge
        if bet.paytable is None:
            if_lost = message("house edge {edge} if such a coup loses", edge=_percent(lost, 2))
        else:
            if_lost = message(
                "house edge at paytable {paytable} {edge} if such a coup loses",
                paytable=repr(bet.paytable),
                edge=_percent(lost, 2),
            )
        nets = {line.net: bet.nets[line.id] for line in bet.lines if bet.nets[line.id] != bet.nets[LOSE]}
        if_paid = (
            message(
                "{edge} if it {pays}",
                edge=_percent(lost - (net + 1) * Fraction(hole, self._total), 2),
                pays=_pays(pay),
            )
            for pay, net in nets.items()
        )
        return joined(", ", [if_lost, *if_paid])

    def paytables(self, band: Band | None) -> Iterator[SheetFault]:
        """The faults of a bet at each of its prices."""
        before: dict[tuple[object, ...], str] = {}
        for bet in self.prices:
            where = "paytable" if bet.paytable is None else f"paytables.{bet.paytable}"
            pays = tuple(line.outcomes for line in bet.lines)
            if pays in before:
                text = message(
                    "every price is the same as in {first}; remove one of them", first=before[pays]
                )
                yield SheetFault(where, "warning", text)
            before.setdefault(pays, where)
            value = self._value(bet)
            yield from _falling(value, where)
            if value.hit_rate == 0:
                yield SheetFault(where, "error", message("the bet can never win"))
            if value.exposure == 0:
                yield SheetFault(where, "error", message("the bet can never lose"))
            if bet.inside_coup:
                continue  # the odds of a whole coup are not those at which it is offered
            if value.ev > 0:
                text = message(
                    "the bettor has an edge of {edge} (exactly {ratio})",
                    edge=_percent(value.ev, 6),
                    ratio=ratio_text(value.ev),
                )
                yield SheetFault(where, "error", text)
            if band is not None and not band[0] <= value.house_edge <= band[1]:
                low, high = (Numeral(f"{_short(100 * end, 6)}%") for end in band)
                text = message(
                    "expected a house edge from {low} to {high}, got {edge} (exactly {ratio})",
                    low=low,
                    high=high,
                    edge=_percent(value.house_edge, 6),
                    ratio=ratio_text(value.house_edge),
                )
                yield SheetFault(where, "error", text)

    def _value(self, bet: Bet) -> Valuation:
        return Valuation(bet, self._total, dict(zip(bet.nets, self.counted[0], strict=True)))

    def _coup(self, *holding: Condition, without: Sequence[Line]) -> Text:
        """An example coup in which these conditions hold and no line of `without` does, to end a clause."""
        conditions = (*holding, *chain.from_iterable(guard(line.when) for line in without))
        text = " and ".join(f"({condition})" for condition in conditions)
        every = Condition(text, All(tuple(condition.tree for condition in conditions)))
        coup = str(example_cards(self.rules, every, self.shoe))
        return message(", such as {coup}", coup=coup) if coup else ""  # empty if any coup is an example


def _falling(value: Valuation, where: str) -> Iterator[SheetFault]:
    """A warning if rarer lines pay less than commoner ones: the worst pair, then the other rarer lines."""
    nets, ways = value.bet.nets, value.ways
    # A win below even money is a commission rather than an award, such as half pay on a Banker 6.
    wins = [line for line in value.bet.lines if nets[line.id] >= 1 and ways[line.id]]
    pairs = [(a, b) for a in wins for b in wins if ways[a.id] < ways[b.id] and nets[a.id] < nets[b.id]]
    if not pairs:
        return
    rare, common = max(pairs, key=lambda pair: nets[pair[1].id] / nets[pair[0].id])
    others = [a.id for a in wins if a is not rare and any(a is less for less, _ in pairs)]
    text = message(
        "a rarer line pays less than a commoner one: {rare} {pays} ({chance}), {common} {common_pays} "
        "({common_chance}){also}",
        rare=repr(rare.id),
        pays=_pays(rare.net),
        chance=_chance(ways[rare.id], value.total),
        common=repr(common.id),
        common_pays=_pays(common.net),
        common_chance=_chance(ways[common.id], value.total),
        also=message("; likewise {lines}", lines=tuple(map(repr, others))) if others else "",
    )
    yield SheetFault(f"{where}.{rare.id}", "warning", text)


def _pays(net: Fraction) -> Message:
    """What a line pays, as a verb."""
    if net == 0:
        return message("pushes")
    if net < 0:
        return message("loses {units}", units=Numeral(_short(-net)))
    return message("pays {units}", units=Numeral(_short(net)))


def _percent(edge: Fraction, digits: int) -> Numeral:
    return Numeral(percent_text(edge, digits))


def _short(x: Fraction, most: int = 2) -> str:
    """A number as a decimal if `most` places or fewer are exact, else as a ratio."""
    places = next((p for p in range(most + 1) if (x * 10**p).denominator == 1), None)
    return ratio_text(x) if places is None else decimal_text(x, places)


def _chance(ways: int, total: int) -> Message:
    """A probability as "one in …" coups, and in percent unless four decimals are too few."""
    n = _one_in(ways, total)
    if ways * 10**5 < total:
        return message("one in {n}", n=n)
    return message("{percent}, one in {n}", percent=_percent(Fraction(ways, total), 4), n=n)


def _one_in(ways: int | Fraction, total: int) -> Numeral:
    """The mean number of coups per award or settled coup."""
    x = total / Fraction(ways)
    return Numeral(decimal_text(x, 1) if x < 1000 else grouped(round(x)))
