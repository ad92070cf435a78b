"""Filters the library for `--where`: by words in the texts of items, and by bounds on the figures of bets."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import eq, ge, gt, le, lt

from analyzer.analysis.count import Count
from analyzer.analysis.odds import odds
from analyzer.analysis.question import Excluded, Question, split
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import load
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import parse_ratio, quoted
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.play.settlement.limits import TableLimits
from analyzer.rates import ANY, PROBABILITY, has_sign, rate
from analyzer.text import joined, message

Head = Variant | Rules | Bet | Count | Claim | Uncomputable | Procedure | TableLimits
Item = Variant | Rules | tuple[Bet, ...] | Count | Claim | Uncomputable | Procedure | TableLimits
"""One item of the library; a bet is the tuple of its prices."""

INSIDE = message("is offered inside a coup, for the cards exposed then")
"""Why such a bet has no value on a fresh shoe."""

_SIGN = re.compile("<=|>=|<|>|=")
_TESTS: dict[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}
_NEEDS: dict[str, Fineness] = {"points": "points", "ranks": "ranks", "cards": "cards", "suits": "cards"}

_TEXTS = ("id", "name", "alias", "family", "note", "reason", "source")
"""The keys of the texts that are searched for words."""

_FIGURES: dict[str, Callable[[Valuation], Sequence[Fraction]]] = {
    "edge": lambda v: (v.house_edge,),
    "rtp": lambda v: (v.rtp,),
    "hit": lambda v: (v.hit_rate,),
    "push": lambda v: (v.push_rate,),
    "pays": lambda v: [line.net for line in v.bet.lines if line.net > 0] or [Fraction(0)],
}
"""Figures of a bet, by key; `pays` has one per winning line, and at least one must be within the bounds."""

_RATES = {
    "edge": (message("a house edge"), ANY),
    "rtp": (message("an RTP"), ANY),
    "hit": (message("a hit rate"), PROBABILITY),
    "push": (message("a push rate"), PROBABILITY),
}
"""The figures that are rates: what errors call them, and the values that they may have."""

_KEYS = (*_TEXTS, "needs", *_FIGURES)


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on an item: a word under one key, or any if `key` is empty; or bounds on a figure."""

    key: str
    word: str = ""
    bounds: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Filter":
        """The filter written as a plain word, `KEY=WORD`, `KEY=LOW..HIGH`, or `KEY<NUMBER` with any of the
        signs <, <=, =, >= and >. Raises CatalogError for an unknown key, or for a comparison that its key
        does not allow.

        >>> Filter.parse("edge=..5%")
        Filter(key='edge', word='', bounds=(('<=', Fraction(1, 20)),))
        """
        compared = _SIGN.search(text)
        key = text[: compared.start()].strip() if compared else ""
        if compared is None or len(key.split()) > 1:
            if not text.strip():
                raise CatalogError("expected --where with a word or a comparison, got nothing")
            return cls("", plain(text))
        sign, value = compared[0], text[compared.end() :].strip()
        if key not in _KEYS:
            near = did_you_mean(key[:40], _KEYS)
            raise CatalogError(
                "unknown key {key} of --where {text}{hint}", key=quoted(key), text=quoted(text), hint=near
            )
        if key in _FIGURES:
            return cls(key, bounds=tuple(_bounds(text, key, sign, value)))
        if sign != "=" or not value:
            raise CatalogError("expected --where {key}=WORD, got {text}", key=key, text=quoted(text))
        if key == "needs":
            if value not in _NEEDS:
                near = did_you_mean(value[:40], _NEEDS)
                raise CatalogError(
                    "unknown value {value} of {key}{hint}", value=quoted(value), key=key, hint=near
                )
            return cls(key, _NEEDS[value])
        return cls(key, plain(value))

    @property
    def values_bets(self) -> bool:
        """Whether the filter is on a figure, which means that bets must be valued."""
        return self.key in _FIGURES

    def keeps(self, item: Item) -> bool:
        """Whether the texts of an item, or what a bet needs, match the filter; `admits` checks the bounds."""
        if self.values_bets:
            return True
        if self.key == "needs":
            return isinstance(item, tuple) and fineness_needed(item[0]) == self.word
        keys = (self.key,) if self.key else _TEXTS
        return any(self.word in plain(text) for key in keys for text in _texts(item, key))

    def admits(self, valuation: Valuation) -> bool:
        """Whether a figure of the bet is within the bounds."""
        figures = _FIGURES[self.key](valuation)
        return any(all(_TESTS[sign](figure, bound) for sign, bound in self.bounds) for figure in figures)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An item that satisfies the filters and, if bets were valued, its value at the first price that does."""

    item: Item
    valuation: Valuation | None = None


def search(
    items: Sequence[Item], where: Sequence[str], shoe: Shoe, *, valued: bool = False
) -> tuple[list[SearchResult], Excluded]:
    """The items that satisfy every filter, in order, and the bets for which this cannot be decided. If a
    filter is on a figure, or if `valued`, bets are valued at every price, with one census per set of rules.
    Raises AnalyzerError for a malformed filter, or for a filter that only bets can have if there are other
    items.
    """
    filters = [Filter.parse(text) for text in where]
    bets = [item for item in items if isinstance(item, tuple)]
    for filter in filters:
        if len(bets) < len(items) and (filter.values_bets or filter.key == "needs"):
            raise CatalogError(
                "only bets have {key}; filter them with baccarat list bets", key=quoted(filter.key)
            )
    kept = [item for item in items if all(filter.keeps(item) for filter in filters)]
    bounded = [filter for filter in filters if filter.values_bets]
    if not bounded and not (valued and bets):
        return [SearchResult(item) for item in kept], ()
    kept_bets = [item for item in kept if isinstance(item, tuple)]
    values, excluded = _valued([bet for prices in kept_bets for bet in prices], shoe)
    results = []
    for prices in kept_bets:
        valuations = [values[bet] for bet in prices if bet in values]
        fitting = (value for value in valuations if all(filter.admits(value) for filter in bounded))
        if (first := next(fitting, None)) is not None:
            results.append(SearchResult(prices, first))
    firsts = {prices[0] for prices in kept_bets}
    return results, tuple((bet, why) for bet, why in excluded if bet in firsts)


def _valued(bets: Sequence[Bet], shoe: Shoe) -> tuple[dict[Bet, Valuation], Excluded]:
    """The values of bets, each under its own rules, and the bets that cannot be valued, with the reasons."""
    values: dict[Bet, Valuation] = {}
    excluded: Excluded = tuple((bet, INSIDE) for bet in bets if bet.inside_coup)
    for rules, dealt in by_rules(bets):
        report = odds(Question.of(rules, [bet for bet in dealt if not bet.inside_coup], shoe))
        values |= {value.bet: value for value in report.valuations}
        excluded += report.excluded
    return values, excluded


def by_rules(bets: Sequence[Bet]) -> Iterator[tuple[Rules, list[Bet]]]:
    """Bets of the library grouped by the rules under which they are dealt."""
    for rules_id in dict.fromkeys(map(load.rules_id_of, bets)):
        yield load.rules(rules_id), [bet for bet in bets if load.rules_id_of(bet) == rules_id]


def fineness_needed(bet: Bet) -> Fineness:
    """How finely a shoe must be known to value a bet."""
    return needs(load.rules(load.rules_id_of(bet)), split(bet)).fineness


def head_of(item: Item) -> Head:
    """The value with an item's id, names and source: a bet's first price, or else the item itself."""
    return item[0] if isinstance(item, tuple) else item


def _bounds(text: str, key: str, sign: str, value: str) -> Iterator[tuple[str, Fraction]]:
    low, dots, high = (part.strip() for part in value.partition(".."))
    try:
        signed = any(map(has_sign, (low, high)))
        ends = [_figure(key, part, signed) if part else None for part in (low, high)]
    except AnalyzerError as error:
        where = message("--where {text}", text=quoted(text))
        raise CatalogError(joined(": ", (where, error.message))) from None
    if not dots:
        if ends[0] is None:
            raise CatalogError(
                "expected a number after {start}, got {text}", start=key + sign, text=quoted(text)
            )
        yield sign, ends[0]
        return
    if sign != "=" or ends == [None, None]:
        raise CatalogError("expected --where {key}=LOW..HIGH, got {text}", key=key, text=quoted(text))
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise CatalogError("expected a range from low to high, got {range}", range=quoted(value))
    yield from ((bound, end) for bound, end in zip((">=", "<="), ends, strict=True) if end is not None)


def _figure(key: str, text: str, signed: bool) -> Fraction:
    if key not in _RATES:
        return parse_ratio(text)
    what, within = _RATES[key]
    return rate(what, text, within, signed=signed)


def _texts(item: Item, key: str) -> Iterator[str]:
    """The texts of an item under a key, in every language; none if it has no such key."""
    head = head_of(item)
    if key == "name":
        yield from (str(head.name), *getattr(head, "names", {}).values(), getattr(head, "reference", ""))
    elif key == "alias":
        yield from getattr(head, "aliases", ())
    elif key == "source":
        yield load.citation(head.source)
    elif text := getattr(head, key, None):
        yield text


def plain_texts(item: Item, *keys: str) -> list[str]:
    """The texts of an item under these keys, in every language, as `plain` writes them."""
    return [plain(text) for key in keys for text in _texts(item, key)]


def plain(text: str) -> str:
    """A text as it is searched: without upper case, and with hyphens as spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())
