"""What `--where` keeps of the library: by words that an item says, and by bounds on what a bet is worth.

Knows nothing of how what is found is shown.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import eq, ge, gt, le, lt

from analyzer.analysis.count import Count
from analyzer.analysis.odds import LeftOut, odds, split
from analyzer.analysis.valuation import Valuation
from analyzer.audit.claim import SPOKEN, Claim
from analyzer.bets.bet import Bet, Uncomputable, Variant
from analyzer.catalog import load
from analyzer.census.census import needs
from analyzer.errors import AnalyzerError, CatalogError, did_you_mean
from analyzer.exact import parse_ratio, quoted
from analyzer.game.procedure import Procedure
from analyzer.game.rules import Rules
from analyzer.game.shoe import Fineness, Shoe
from analyzer.message import Message, Text, say
from analyzer.play.settlement.limits import Limits

RULES = "punto-banco"
"""The rules under which bets are valued that name none of their own."""

Head = Variant | Rules | Bet | Count | Claim | Uncomputable | Procedure | Limits
Item = Variant | Rules | tuple[Bet, ...] | Count | Claim | Uncomputable | Procedure | Limits
"""One thing of the library; a bet at each of its prices."""

_SIGN = re.compile("<=|>=|<|>|=")
_TESTS: dict[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}
_NEEDS: dict[str, Fineness] = {"points": "points", "ranks": "ranks", "cards": "cards", "suits": "cards"}

_TEXTS = ("id", "name", "alias", "family", "note", "reason", "source")
"""Keys of what words are looked for in."""

_FIGURES: dict[str, Callable[[Valuation], Sequence[Fraction]]] = {
    "edge": lambda v: (v.house_edge,),
    "rtp": lambda v: (v.rtp,),
    "hit": lambda v: (v.hit_rate,),
    "push": lambda v: (v.push_rate,),
    "pays": lambda v: [line.net for line in v.bet.lines if line.net > 0] or [Fraction(0)],
}
"""What a bet is worth, by key; `pays` is all its prices, of which one must be within the bounds."""

_KEYS = (*_TEXTS, "needs", *_FIGURES)


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on an item: a word under one key (or under any, where `key` is empty), or bounds."""

    key: str
    word: str = ""
    bounds: tuple[tuple[str, Fraction], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Filter":
        """The filter written as a plain word, `KEY=WORD`, `KEY=LOW..HIGH`, `KEY<NUMBER` or the like.

        Raises:
            CatalogError: the key is unknown, or what it is compared with makes no sense.

        >>> Filter.parse("edge=..5%")
        Filter(key='edge', word='', bounds=(('<=', Fraction(1, 20)),))
        """
        compared = _SIGN.search(text)
        key = text[: compared.start()].strip() if compared else ""
        if compared is None or len(key.split()) > 1:
            if not text.strip():
                raise CatalogError("expected --where with a word or a comparison, got nothing")
            return cls("", _plain(text))
        sign, value = compared[0], text[compared.end() :].strip()
        if key not in _KEYS:
            raise CatalogError(
                f"unknown key {quoted(key)} of --where {quoted(text)}{did_you_mean(key[:40], _KEYS)}"
            )
        if key in _FIGURES:
            return cls(key, bounds=tuple(_bounds(text, key, sign, value)))
        if sign != "=" or not value:
            raise CatalogError(f"expected --where {key}=WORD, got {quoted(text)}")
        if key == "needs":
            if value not in _NEEDS:
                raise CatalogError(f"unknown needs {quoted(value)}{did_you_mean(value[:40], _NEEDS)}")
            return cls(key, _NEEDS[value])
        return cls(key, _plain(value))

    @property
    def values_bets(self) -> bool:
        """Whether only what a bet is worth tells if the filter holds."""
        return self.key in _FIGURES

    def keeps(self, item: Item) -> bool:
        """Whether the item's texts, or what a bet needs, satisfy the filter; bounds are left to `admits`."""
        if self.values_bets:
            return True
        if self.key == "needs":
            return isinstance(item, tuple) and needed(item[0]) == self.word
        keys = (self.key,) if self.key else _TEXTS
        return any(self.word in _plain(text) for key in keys for text in _texts(item, key))

    def admits(self, valuation: Valuation) -> bool:
        """Whether what a bet is worth is within the bounds."""
        return any(
            all(_TESTS[sign](figure, bound) for sign, bound in self.bounds)
            for figure in _FIGURES[self.key](valuation)
        )


@dataclass(frozen=True, slots=True)
class Found:
    """An item that was kept, and what it is worth, where a filter asked, at the first price that fits."""

    item: Item
    valuation: Valuation | None = None

    def named(self, language: str) -> "Found":
        """The same, called by its name in a language, or as before where it has none there."""
        if isinstance(self.item, tuple):
            return replace(self, item=tuple(bet.named(language) for bet in self.item))
        return self if isinstance(self.item, Claim) else replace(self, item=self.item.named(language))


def search(
    items: Sequence[Item], where: Sequence[str], shoe: Shoe, *, valued: bool = False
) -> tuple[list[Found], LeftOut]:
    """The items that satisfy every filter, in order, and the bets left out as nobody can tell if they do.

    Bets are valued at every price under their own rules, with one census for each rules, if a filter asks for
    it, or if `valued`.

    Raises:
        AnalyzerError: a filter is malformed, or asks of other items what only bets have.
    """
    filters = [Filter.parse(text) for text in where]
    bets = [item for item in items if isinstance(item, tuple)]
    for filter in filters:
        if len(bets) < len(items) and (filter.values_bets or filter.key == "needs"):
            raise CatalogError(f"only bets have {quoted(filter.key)}; filter them with baccarat list bets")
    kept = [item for item in items if all(filter.keeps(item) for filter in filters)]
    bounded = [filter for filter in filters if filter.values_bets]
    if not bounded and not (valued and bets):
        return [Found(item) for item in kept], ()
    prices = [item for item in kept if isinstance(item, tuple)]
    values, left_out = _valued([bet for several in prices for bet in several], shoe)
    found = []
    for several in prices:
        valuations = [values[bet] for bet in several if bet in values]
        fitting = (value for value in valuations if all(filter.admits(value) for filter in bounded))
        if (first := next(fitting, None)) is not None:
            found.append(Found(several, first))
    firsts = {several[0] for several in prices}
    return found, tuple((bet, why) for bet, why in left_out if bet in firsts)


def _valued(bets: Sequence[Bet], shoe: Shoe) -> tuple[dict[Bet, Valuation], LeftOut]:
    """What bets are worth, each under its own rules; and those of which a fresh coup cannot tell."""
    values: dict[Bet, Valuation] = {}
    why = say("is offered inside a coup, for what lies open then")
    left_out: LeftOut = tuple((bet, why) for bet in bets if bet.inside_coup)
    for rules in dict.fromkeys(map(rules_of, bets)):
        asked = [bet for bet in bets if rules_of(bet) == rules and not bet.inside_coup]
        report = odds(load.rules(rules), asked, shoe)
        values |= {value.bet: value for value in report.valuations}
        left_out += report.left_out
    return values, left_out


def told(left_out: LeftOut) -> Iterator[Message]:
    """Which bets were left out and why, a clause for each reason."""
    for reason in dict.fromkeys(why for _, why in left_out):
        ids = tuple(bet.id for bet, why in left_out if why == reason)
        if len(ids) == 1:
            yield say("{bet}, which {why}", bet=ids[0], why=reason)
        else:
            yield say("{bets}, each of which {why}", bets=ids, why=reason)


def rules_of(bet: Bet) -> str:
    """The id of the rules under which a bet is valued."""
    return bet.rules or RULES


def needed(bet: Bet) -> Fineness:
    """How finely a shoe must be known to answer a bet."""
    return needs(load.rules(rules_of(bet)), split(bet)).fineness


def head_of(item: Item) -> Head:
    """What says an item's id, names and source: a bet's first price, and else the item itself."""
    return item[0] if isinstance(item, tuple) else item


def name_of(item: Item) -> Text:
    """An item's name; of a claim what it is about and the figure printed."""
    head = head_of(item)
    if not isinstance(head, Claim):
        return head.name
    # A reference in one piece, such as banker/commission-5, makes lines that no terminal can break.
    name, slash, paytable = head.reference.partition("/")
    bet = say("{bet} at {paytable}", bet=name, paytable=paytable) if slash else name
    line = say("{bet}, line {line}", bet=bet, line=head.line) if head.line else bet
    quantity, printed = SPOKEN[head.quantity], head.printed.text
    return say("{bet}: {quantity} {printed}", bet=line, quantity=quantity, printed=printed)


def _bounds(text: str, key: str, sign: str, value: str) -> Iterator[tuple[str, Fraction]]:
    low, dots, high = (part.strip() for part in value.partition(".."))
    try:
        ends = [parse_ratio(part, percent=key != "pays") if part else None for part in (low, high)]
    except AnalyzerError as error:
        raise CatalogError(f"--where {quoted(text)}: {error}") from None
    if not dots:
        if ends[0] is None:
            raise CatalogError(f"expected a number after {key}{sign}, got {quoted(text)}")
        yield sign, ends[0]
        return
    if sign != "=" or ends == [None, None]:
        raise CatalogError(f"expected --where {key}=LOW..HIGH, got {quoted(text)}")
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        raise CatalogError(f"expected a range from low to high, got {quoted(value)}")
    yield from ((bound, end) for bound, end in zip((">=", "<="), ends, strict=True) if end is not None)


def _texts(item: Item, key: str) -> Iterator[str]:
    """What an item says under a key, in any language; nothing where it has no such thing."""
    head = head_of(item)
    if key == "name":
        yield from (str(name_of(item)), *getattr(head, "names", {}).values(), getattr(head, "reference", ""))
    elif key == "alias":
        yield from getattr(head, "aliases", ())
    elif key == "source":
        yield load.citation(head.source)
    elif text := getattr(head, key, None):
        yield text


def _plain(text: str) -> str:
    """A text as words are looked for in it: without case, and with hyphens like spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())
