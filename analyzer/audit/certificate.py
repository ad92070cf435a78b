"""Checking a certificate: what it claims is computed anew by dealing, and every difference is listed.

Only rules, shoe, what is given, and bets with their conditions and prices are taken from a certificate;
everything else in it must follow from these. Knows neither files nor the census.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar, cast

from analyzer.audit.dealing import count_by_dealing
from analyzer.audit.proof import FIRST_SCHEMA, SCHEMA, certificate_document, in_first_schema
from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest, rules_value
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.exact import grouped, parse_ratio, quoted
from analyzer.game.rules import BankerBy, Rules
from analyzer.game.shoe import Shoe
from analyzer.game.tableau import Tableau

T = TypeVar("T")

MOST_LINES = 5_000  # The most lines of bets in a certificate: far more than all bets of the library have.

_UNFIT = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]"
)
"""Control characters except tab and line feed, surrogates, and marks that change the reading direction."""

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A place where a certificate is wrong: what it claims there and what is exact, as JSON in ASCII."""

    where: str
    claimed: str
    exact: str


@dataclass(frozen=True, repr=False, slots=True)
class Verification(Answer):
    """The result of checking a certificate: what the document should be, and every difference from that."""

    exact: Mapping[str, Any]
    differences: tuple[Mismatch, ...]

    @property
    def holds(self) -> bool:
        """Whether everything that the certificate claims is correct."""
        return not self.differences


def read(text: str | bytes) -> object:
    """The document in a text. Raises AnalyzerError if it is not JSON, repeats a key, or has a decimal."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_float=_no_number, parse_constant=_no_number)
    except AnalyzerError:
        raise
    except (ValueError, RecursionError) as error:
        fault = error.msg.lower() if isinstance(error, json.JSONDecodeError) else "it is no such text"
        raise AnalyzerError(f"expected a certificate in JSON, got other text ({fault})") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name in names if names[name] > 1)
        raise AnalyzerError(f"expected each key of a certificate once, got {quoted(twice)} twice")
    return table


def _no_number(text: str) -> object:
    raise AnalyzerError(f"expected whole numbers and texts in a certificate, got the number {quoted(text)}")


def verify(document: object, library: Mapping[str, Rules] | None = None) -> Verification:
    """A certificate compared with one computed by dealing from its rules, shoe and bets. `library` holds
    rules whose ids are reserved: no other rules may use them. Raises AnalyzerError if the document is not a
    certificate, or is too large to be dealt out.
    """
    _check_parts(document)
    top = _Part(document, "")
    schema = top.text("schema")
    if schema not in (SCHEMA, FIRST_SCHEMA):
        other = quoted(schema)
        raise AnalyzerError(f"expected a certificate of schema {SCHEMA!r}, got {other}; certify again")
    rules, counts = _rules(top.part("rules")), top.part("shoe").part("counts")
    try:
        shoe = Shoe.from_mapping(counts.members)
    except AnalyzerError as error:
        raise AnalyzerError(f"{counts.where}: {error}") from None
    given = None if top.value("given") is None else top.parsed("given", Condition.parse)
    lines = sum(len(part.items("lines")) for part in top.parts("bets"))
    if not 0 < lines <= MOST_LINES:
        most = grouped(MOST_LINES)
        raise AnalyzerError(f"expected a certificate of 1 to {most} lines, got {grouped(lines)}")
    bets = [_bet(part) for part in top.parts("bets")]
    if shoe.size < rules.cards_from_shoe:
        raise AnalyzerError(f"expected a shoe of {rules.cards_from_shoe} cards or more, got {shoe.size}")
    counted = count_by_dealing(rules, bets, shoe, given)
    named = top.part("about") if schema == SCHEMA else top
    names = {key: named.text(key) for key in ("version", "variant")}
    exact = certificate_document(names, rules, shoe, given, bets, counted)
    if schema == FIRST_SCHEMA:
        exact = in_first_schema(exact, names)
    claimed = cast(dict[str, object], document)
    differences = list(_differences(claimed | {"sha256": None}, exact | {"sha256": None}, ""))
    sha256 = digest({key: value for key, value in claimed.items() if key != "sha256"})
    if claimed.get("sha256") != sha256:
        differences.append(Mismatch("sha256", _shown(claimed.get("sha256")), _shown(sha256)))
    known = (library or {}).get(rules.id)
    if known is not None and rules_value(known) != rules_value(rules):
        other = "rules of another name, as they deal otherwise"
        differences.append(Mismatch("rules.id", _shown(rules.id), other))
    return Verification(exact, tuple(differences))


def _check_parts(value: object, levels: int = 16) -> None:
    """Refuse values that no certificate contains, before any of them is used."""
    if not levels:
        raise AnalyzerError("expected a certificate, got a document nested far deeper than one")
    if isinstance(value, dict | list):
        for part in chain(value, value.values() if isinstance(value, dict) else ()):
            _check_parts(part, levels - 1)
    elif isinstance(value, str):
        if _UNFIT.search(value):
            raise AnalyzerError(f"expected text that can be shown in a certificate, got {value!a:.40}")
    elif value is not None and type(value) not in (int, bool):
        raise AnalyzerError(f"expected whole numbers and texts in a certificate, got {quoted(value)}")
    elif type(value) is int and abs(value) >= 10**30:
        raise AnalyzerError(f"expected long numbers of a certificate as text, got {quoted(value)}")


class _Part:
    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise AnalyzerError(f"{where or 'certificate'}: expected an object, got {quoted(value)}")
        self.members: dict[str, object] = value
        self.where = where

    def place(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def value(self, key: str) -> object:
        if key not in self.members:
            raise AnalyzerError(f"{self.where or 'certificate'}: missing key {key!r}")
        return self.members[key]

    def text(self, key: str) -> str:
        if isinstance(value := self.value(key), str):
            return value
        raise AnalyzerError(f"{self.place(key)}: expected text, got {quoted(value)}")

    def items(self, key: str) -> list[object]:
        if isinstance(value := self.value(key), list):
            return value
        raise AnalyzerError(f"{self.place(key)}: expected a list, got {quoted(value)}")

    def part(self, key: str) -> "_Part":
        return _Part(self.value(key), self.place(key))

    def parts(self, key: str) -> "list[_Part]":
        return [_Part(value, f"{self.place(key)}[{i}]") for i, value in enumerate(self.items(key))]

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(self.text(key))
        except AnalyzerError as error:
            # A condition's error points at the place in a second line; only its first line fits here.
            raise AnalyzerError(f"{self.place(key)}: {str(error).splitlines()[0]}") from None


def _rules(part: _Part) -> Rules:
    draws, naturals = (cast(list[int], part.items(key)) for key in ("player_draws", "naturals"))
    first = cast(int | None, part.value("player_first"))
    try:
        tableau = Tableau.parse(draws, naturals, part.text("banker"))
        return Rules(part.text("id"), "", tableau, cast(BankerBy, part.value("banker_by")), first)
    except (AnalyzerError, TypeError) as error:
        raise AnalyzerError(f"{part.where}: {error}") from None


def _bet(part: _Part) -> Bet:
    paytable = None if part.value("paytable") is None else part.text("paytable")
    locked = part.parsed("locked", parse_ratio) if "locked" in part.members else None
    *settled, last = part.parts("lines") or [part]
    if not settled or last.text("id") != LOSE:
        raise AnalyzerError(f"{part.place('lines')}: expected one line or more and then {LOSE!r}")
    lines = tuple(map(_line, settled))
    if len({LOSE, *(line.id for line in lines)}) <= len(lines):
        raise AnalyzerError(f"{part.place('lines')}: expected an id of its own for each line")
    return Bet(part.text("id"), part.text("name"), lines, paytable, locked)


def _line(part: _Part) -> Line:
    law: list[tuple[Fraction, Fraction]] = []
    for pair in part.items("multiplier") if "multiplier" in part.members else ():
        if not (isinstance(pair, list) and len(pair) == 2):
            raise AnalyzerError(f"{part.place('multiplier')}: expected pairs of ratios, got {quoted(pair)}")
        both = _Part(dict(zip(("factor", "probability"), pair, strict=True)), part.place("multiplier"))
        law.append((both.parsed("factor", parse_ratio), both.parsed("probability", parse_ratio)))
    if law and (sum(chance for _, chance in law) != 1 or min(chance for _, chance in law) <= 0):
        raise AnalyzerError(f"{part.place('multiplier')}: expected probabilities that add up to 1")
    return Line(
        part.text("id"), part.parsed("when", Condition.parse), part.parsed("net", parse_ratio), tuple(law)
    )


def _differences(claimed: object, exact: object, where: str) -> Iterator[Mismatch]:
    if isinstance(claimed, dict) and isinstance(exact, dict):
        for key in dict.fromkeys([*exact, *claimed]):
            name = key if key.isascii() and key.isprintable() and len(key) <= _SHOWN else _shown(key)
            place = f"{where}.{name}" if where else name
            if key not in claimed or key not in exact:
                yield Mismatch(place, _shown_of(claimed, key), _shown_of(exact, key))
            elif key == "classes" and isinstance(claimed[key], list):
                yield from _class_differences(claimed[key], exact[key], place)
            else:
                yield from _differences(claimed[key], exact[key], place)
    elif isinstance(claimed, list) and isinstance(exact, list) and len(claimed) == len(exact):
        for index, (one, other) in enumerate(zip(claimed, exact, strict=True)):
            yield from _differences(one, other, f"{where}[{index}]")
    elif type(claimed) is not type(exact) or claimed != exact:
        yield Mismatch(where, _shown(claimed), _shown(exact))


def _class_differences(
    claimed: Sequence[object], exact: Sequence[Sequence[object]], where: str
) -> Iterator[Mismatch]:
    """Where the classes of a line differ, by multiset."""
    unmatched = {str(row[0]): list(row) for row in exact}
    order: list[str] = []
    for index, row in enumerate(claimed):
        if not (isinstance(row, list) and row and isinstance(row[0], str) and row[0] in unmatched):
            none = "no class of this line, or one that came before"
            yield Mismatch(f"{where}[{index}]", _shown(row), none)
            continue
        order.append(row[0])
        yield from _differences(row, unmatched.pop(row[0]), f"{where}[{row[0]}]")
    for multiset, row in unmatched.items():
        yield Mismatch(f"{where}[{multiset}]", "missing", _shown(row))
    if order != [row[0] for row in exact if row[0] not in unmatched]:
        yield Mismatch(where, "classes in another order", "by number of cards, then by kinds")


def _shown_of(table: Mapping[str, object], key: str) -> str:
    return _shown(table[key]) if key in table else "missing"


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
