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
from analyzer.text import Text

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

    All bets share one census: many cost little more than one. Of `unpriced` bets, only the lines are checked.
    Raises ShoeError if the shoe holds too few cards for a coup, or knows them too coarsely for a bet.
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
    # The latter begin with the deals in which the condition fails, and split the rest by the lines before it.
    lines = split(bet)
    within = lines if bet.complete is None else (*lines, bet.complete)
    return [lines, *((*guard(when), *lines[:place]) for place, when in enumerate(within))]


def _refusal(rules: Rules, shoe: Shoe, bet: Bet, splits: Sequence[Split]) -> SheetFault | None:
    """The fault that keeps a bet from being counted, if there is one."""
    for lines in splits:
        try:
            need = needs(rules, lines, cards=held(shoe.counts, shoe.fineness)).fineness
            check_known(f"bet {bet.id!r}", need, shoe.fineness)
        except ConditionError as error:
            return SheetFault("lines", "error", str(error))
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
                text = f"no deal of this shoe under rules {self.rules.id!r} satisfies its condition"
                yield SheetFault(where, "error", f"line {line.id!r} can never hold: {text}")
            elif not reached[place]:
                by = [earlier.id for earlier, ways in zip(self._lines, taken, strict=False) if ways]
                text = (
                    f"line {line.id!r} is never reached: wherever it holds "
                    f"({_chance(total - not_held, total)}) an earlier line settles the bet, {_listed(by)}; "
                    "put it first or take it out"
                )
                yield SheetFault(where, "error", text)
            elif line.net > 0:
                chances = [chance for net, chance in line.outcomes if net > 0]
                rarest = min(chances, default=Fraction(1)) * reached[place]
                if rarest * RAREST < total:
                    seldom = f"{_one_in(rarest, total)} coups, rarer than one in 100 million"
                    yield SheetFault(where, "warning", f"line {line.id!r} has an award of {seldom}")

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
            coup = self._coup(line.when, self._lines[later].when, without=self._lines[:place])
            likewise = f", likewise {_listed([self._lines[i].id for i, _ in others])}" if others else ""
            text = (
                f"lines {line.id!r} ({_pays(prices[place])}) and {prices[later].id!r} "
                f"({_pays(prices[later])}) overlap in {grouped(ways)} ways "
                f"({_chance(ways, self._total)}){coup}{likewise}: {line.id!r} settles them, being listed "
                "first; say in the conditions which is meant"
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
            yield SheetFault("complete", "error", "the condition can never hold, so it claims nothing")
        if hole:
            coup = self._coup(bet.complete, without=bet.lines)
            edges = "; ".join(self._edges_with(bet, hole) for bet in self.prices)
            text = f"no line covers {grouped(hole)} ways ({_chance(hole, total)}){coup}; {edges}"
            yield SheetFault("complete", "error", f"the sheet claims to be complete, and {text}")

    def _edges_with(self, bet: Bet, hole: int) -> str:
        """The house edge, as text, if uncovered coups lose, and if they are paid like any of the lines."""
        lost = self._value(bet).house_edge
        nets = {_pays(line): bet.nets[line.id] for line in bet.lines if bet.nets[line.id] != bet.nets[LOSE]}
        paid = [
            f"{percent_text(lost - (net + 1) * Fraction(hole, self._total), 2)} if it {pays}"
            for pays, net in nets.items()
        ]
        at = "" if bet.paytable is None else f" at paytable {bet.paytable!r}"
        return f"house edge{at} {', '.join([f'{percent_text(lost, 2)} if such a coup loses', *paid])}"

    def paytables(self, band: Band | None) -> Iterator[SheetFault]:
        """The faults of a bet at each of its prices."""
        before: dict[tuple[object, ...], str] = {}
        for bet in self.prices:
            where = "paytable" if bet.paytable is None else f"paytables.{bet.paytable}"
            pays = tuple(line.outcomes for line in bet.lines)
            if pays in before:
                yield SheetFault(where, "warning", f"every price is that of {before[pays]}; take one out")
            before.setdefault(pays, where)
            value = self._value(bet)
            yield from _falling(value, where)
            if value.hit_rate == 0:
                yield SheetFault(where, "error", "the bet can never win")
            if value.exposure == 0:
                yield SheetFault(where, "error", "the bet can never lose")
            if bet.inside_coup:
                continue  # the odds of a whole coup are not those at which it is offered
            if value.ev > 0:
                yield SheetFault(where, "error", f"the bettor has an edge of {_exactly(value.ev)}")
            if band is not None and not band[0] <= value.house_edge <= band[1]:
                low, high = (_short(100 * end, 6) for end in band)
                text = f"expected a house edge from {low}% to {high}%, got {_exactly(value.house_edge)}"
                yield SheetFault(where, "error", text)

    def _value(self, bet: Bet) -> Valuation:
        return Valuation(bet, self._total, dict(zip(bet.nets, self.counted[0], strict=True)))

    def _coup(self, *holding: Condition, without: Sequence[Line]) -> str:
        """An example coup in which these conditions hold and no line of `without` does, to end a clause."""
        conditions = (*holding, *chain.from_iterable(guard(line.when) for line in without))
        text = " and ".join(f"({condition})" for condition in conditions)
        every = Condition(text, All(tuple(condition.tree for condition in conditions)))
        coup = str(example_cards(self.rules, every, self.shoe))
        return f", such as {coup}" if coup else ""  # empty if any coup is an example


def _falling(value: Valuation, where: str) -> Iterator[SheetFault]:
    """A warning if rarer lines pay less than commoner ones: the worst pair, then the other rarer lines."""
    nets, ways = value.bet.nets, value.ways
    # A win below even money is no award but a commission in another form, such as half pay on a Banker 6.
    wins = [line for line in value.bet.lines if nets[line.id] >= 1 and ways[line.id]]
    pairs = [(a, b) for a in wins for b in wins if ways[a.id] < ways[b.id] and nets[a.id] < nets[b.id]]
    if not pairs:
        return
    rare, common = max(pairs, key=lambda pair: nets[pair[1].id] / nets[pair[0].id])
    others = [a.id for a in wins if a is not rare and any(a is less for less, _ in pairs)]
    rarer, commoner = (
        f"{line.id!r} {_pays(line)} ({_chance(ways[line.id], value.total)})" for line in (rare, common)
    )
    likewise = f"; likewise {_listed(others)}" if others else ""
    text = f"pays fall where rarity rises: {rarer}, the commoner {commoner}{likewise}"
    yield SheetFault(f"{where}.{rare.id}", "warning", text)


def _pays(line: Line) -> str:
    """What a line pays, as a verb."""
    if line.net == 0:
        return "pushes"
    return f"pays {_short(line.net)}" if line.net > 0 else f"loses {_short(-line.net)}"


def _exactly(edge: Fraction) -> str:
    return f"{percent_text(edge, 6)} (exactly {ratio_text(edge)})"


def _short(x: Fraction, most: int = 2) -> str:
    """A number as a decimal if `most` places or fewer are exact, else as a ratio."""
    places = next((p for p in range(most + 1) if (x * 10**p).denominator == 1), None)
    return ratio_text(x) if places is None else decimal_text(x, places)


def _chance(ways: int, total: int) -> str:
    """A probability as "one in …" coups, and in percent unless four decimals are too few."""
    one_in = _one_in(ways, total)
    return one_in if ways * 10**5 < total else f"{percent_text(Fraction(ways, total), 4)}, {one_in}"


def _one_in(ways: int | Fraction, total: int) -> str:
    x = total / Fraction(ways)
    return f"one in {decimal_text(x, 1) if x < 1000 else grouped(round(x))}"


def _listed(names: Sequence[str]) -> str:
    *shown, last = map(repr, names)
    return f"{', '.join(shown)} and {last}" if shown else last
