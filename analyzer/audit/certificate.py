"""Checking a certificate: what it claims is computed again by dealing, and every difference is listed.

Only the rules, the shoe, the condition given, and the bets with their conditions and prices are taken from a
certificate; everything else in it must follow from these. Knows neither files nor the census.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar, cast

from analyzer.audit.dealing import count_by_dealing
from analyzer.audit.differences import Mismatch, of_documents
from analyzer.audit.labels import Compared, Library, Sheet, against, labels_of, of_labels
from analyzer.audit.proof import FIRST_SCHEMA, OWN, SCHEMA, Certified, certificate_document, in_first_schema
from analyzer.bets.bet import LOSE, Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.digest import digest
from analyzer.displayable import Answer
from analyzer.errors import AnalyzerError
from analyzer.exact import parse_ratio, quoted
from analyzer.game.rules import BankerBy, Rules
from analyzer.game.shoe import Shoe
from analyzer.game.tableau import Tableau
from analyzer.text import Text, clean, first_line, joined, message

T = TypeVar("T")

MOST_LINES = 5_000  # The most lines of bets in a certificate: far more than the whole library has.

_LONGEST_LABEL = 200
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


@dataclass(frozen=True, repr=False, slots=True)
class Verification(Answer):
    """The result of checking a certificate: what the document should be, and every difference from that.

    `certified` is what the certificate covers, and `compared` the comparison with a rule sheet, None if it
    was not compared with one.
    """

    exact: Mapping[str, Any]
    differences: tuple[Mismatch, ...]
    certified: Certified
    compared: Compared | None = None

    @property
    def own(self) -> tuple[str, ...]:
        """The labels that are not the library's."""
        return tuple(self.exact.get(OWN, ()))

    @property
    def holds(self) -> bool:
        """Whether everything that the certificate claims is correct."""
        return not self.differences

    @property
    def sha256(self) -> str | None:
        """The digest that a certificate contains of itself; None if the certificate is not correct."""
        return str(self.exact["sha256"]) if self.holds else None

    @property
    def agrees(self) -> bool | None:
        """Whether it agrees with the rule sheet; None if it was not compared with one."""
        return None if self.compared is None else not self.compared.differences

    @property
    def passed(self) -> bool:
        """Whether it is correct and agrees with the rule sheet, if it was compared with one."""
        return self.holds and self.agrees is not False


def read(text: str | bytes) -> object:
    """The document in a text or in UTF-8. Raises AnalyzerError if it is not JSON, or has a key twice or a
    decimal.
    """
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        return json.loads(text, object_pairs_hook=_unique, parse_float=_no_number, parse_constant=_no_number)
    except AnalyzerError:
        raise
    except json.JSONDecodeError as error:
        raise AnalyzerError(
            "expected a certificate in JSON, got other text at line {line}, column {column}",
            line=str(error.lineno),
            column=str(error.colno),
        ) from None
    except (ValueError, RecursionError):
        raise AnalyzerError("expected a certificate in JSON, got something else") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = Counter(name for name, _ in pairs)
        twice = next(name for name in names if names[name] > 1)
        raise AnalyzerError("expected each key of a certificate once, got {key} twice", key=quoted(twice))
    return table


def _no_number(text: str) -> object:
    raise AnalyzerError(
        "expected whole numbers and texts in a certificate, got the number {number}", number=quoted(text)
    )


def verify(document: object, library: Library, sheet: Sheet | None = None) -> Verification:
    """A certificate compared with one computed by dealing from its rules, shoe and bets; its labels compared
    with a library, and what it covers with a rule sheet. Raises AnalyzerError if the document is not a
    certificate, or is too large to be checked by dealing.
    """
    _check_parts(document)
    top = _Part(document, "")
    schema = top.text("schema")
    if schema not in (SCHEMA, FIRST_SCHEMA):
        raise AnalyzerError(
            "expected a certificate of schema {schema}, got {other}; certify again",
            schema=repr(SCHEMA),
            other=quoted(schema),
        )
    rules, counts = _rules(top.part("rules")), top.part("shoe").part("counts")
    try:
        shoe = Shoe.from_mapping(counts.members)
    except AnalyzerError as error:
        raise counts.fault(error.message) from None
    given = None if top.value("given") is None else top.parsed("given", Condition.parse)
    lines = sum(len(part.items("lines")) for part in top.parts("bets"))
    if not 0 < lines <= MOST_LINES:
        raise AnalyzerError("expected a certificate of 1 to {most} lines, got {n}", most=MOST_LINES, n=lines)
    bets = tuple(_bet(part) for part in top.parts("bets"))
    if len({bet.reference for bet in bets}) < len(bets):
        raise AnalyzerError("expected each bet of a certificate once, got one of them twice")
    if shoe.size < rules.cards_from_shoe:
        raise AnalyzerError(
            "expected a shoe of {least} cards or more, got {n}", least=rules.cards_from_shoe, n=shoe.size
        )
    counted = count_by_dealing(rules, bets, shoe, given)
    named = top.part("about") if schema == SCHEMA else top
    certified = Certified(named.label("version"), named.label("variant"), rules, shoe, given, bets)
    own = [label.text for label in labels_of(certified, library) if label.own]
    exact = certificate_document(certified, counted, own)
    if schema == FIRST_SCHEMA:
        exact = in_first_schema(exact, certified)
    claimed = top.members
    sha256 = digest({key: value for key, value in claimed.items() if key != "sha256"})
    elsewhere = {OWN: None, "sha256": None}
    differences = [
        *of_labels(certified, claimed.get(OWN), library),
        *of_documents(claimed | elsewhere, exact | elsewhere),
        *of_documents(claimed.get("sha256"), sha256, "sha256"),
    ]
    compared = None if sheet is None else against(certified, sheet)
    return Verification(exact, tuple(differences), certified, compared)


def _check_parts(value: object, levels: int = 16) -> None:
    """Raise AnalyzerError for values that no certificate contains, before any of them is used."""
    if not levels:
        raise AnalyzerError("expected a certificate, got a document with far deeper nesting")
    if isinstance(value, dict | list):
        for part in chain(value, value.values() if isinstance(value, dict) else ()):
            _check_parts(part, levels - 1)
    elif isinstance(value, str):
        if not clean(value, lines=True):
            raise AnalyzerError(
                "expected text that can be shown in a certificate, got {text}", text=ascii(value)[:40]
            )
    elif value is not None and type(value) not in (int, bool):
        raise AnalyzerError(
            "expected whole numbers and texts in a certificate, got {value}", value=quoted(value)
        )
    elif type(value) is int and abs(value) >= 10**30:
        raise AnalyzerError(
            "expected long numbers of a certificate as text, got {number}", number=quoted(value)
        )


class _Part:
    def __init__(self, value: object, where: str) -> None:
        self.where = where
        if not isinstance(value, dict):
            raise self.fault(message("expected an object, got {value}", value=quoted(value)))
        self.members: dict[str, object] = value

    def place(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def fault(self, sentence: Text, key: str = "") -> AnalyzerError:
        """The error about this part, or about one of its keys."""
        place = self.place(key) if key else self.where or message("certificate")
        return AnalyzerError(joined(": ", [place, sentence]))

    def value(self, key: str) -> object:
        if key not in self.members:
            raise self.fault(message("missing key {key}", key=repr(key)))
        return self.members[key]

    def text(self, key: str) -> str:
        if isinstance(value := self.value(key), str):
            return value
        raise self.fault(message("expected text, got {value}", value=quoted(value)), key)

    def label(self, key: str) -> str:
        text = self.text(key)
        if text.strip() and len(text) <= _LONGEST_LABEL and clean(text):
            return text
        wrong = message(
            "expected 1 to {most} characters on one line, got {text}", most=_LONGEST_LABEL, text=quoted(text)
        )
        raise self.fault(wrong, key)

    def id(self, key: str) -> str:
        if _ID.fullmatch(text := self.text(key)):
            return text
        raise self.fault(message("expected ids of lower-case letters, digits and hyphens"))

    def items(self, key: str) -> list[object]:
        if isinstance(value := self.value(key), list):
            return value
        raise self.fault(message("expected a list, got {value}", value=quoted(value)), key)

    def part(self, key: str) -> "_Part":
        return _Part(self.value(key), self.place(key))

    def parts(self, key: str) -> "list[_Part]":
        return [_Part(value, f"{self.place(key)}[{i}]") for i, value in enumerate(self.items(key))]

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        text = self.text(key)
        try:
            return parse(text)
        except AnalyzerError as error:
            # A condition's error marks the place in further lines, which are left out here.
            raise self.fault(first_line(error.message), key) from None


def _rules(part: _Part) -> Rules:
    draws, naturals = (cast(list[int], part.items(key)) for key in ("player_draws", "naturals"))
    first = cast(int | None, part.value("player_first"))
    try:
        tableau = Tableau.parse(draws, naturals, part.text("banker"))
        return Rules(part.label("id"), "", tableau, cast(BankerBy, part.value("banker_by")), first)
    except AnalyzerError as error:
        raise part.fault(error.message) from None
    except TypeError:
        raise part.fault(message("expected lists of whole numbers in the rules, got other values")) from None


def _bet(part: _Part) -> Bet:
    paytable = None if part.value("paytable") is None else part.id("paytable")
    locked = part.parsed("locked", parse_ratio) if "locked" in part.members else None
    *settled, last = part.parts("lines") or [part]
    if not settled or last.text("id") != LOSE:
        raise part.fault(message("expected one line or more and then {lose}", lose=repr(LOSE)), "lines")
    lines = tuple(map(_line, settled))
    if len({LOSE, *(line.id for line in lines)}) <= len(lines):
        raise part.fault(message("expected a different id for each line"), "lines")
    bet = Bet(part.id("id"), part.label("name"), lines, paytable, locked)
    if locked is not None and locked < bet.exposure:
        wrong = message(
            "expected at least the {n} units that can be lost, got {locked}",
            n=str(bet.exposure),
            locked=repr(str(locked)),
        )
        raise part.fault(wrong, "locked")
    return bet


def _line(part: _Part) -> Line:
    net, law = part.parsed("net", parse_ratio), list[tuple[Fraction, Fraction]]()
    for pair in part.items("multiplier") if "multiplier" in part.members else ():
        if not (isinstance(pair, list) and len(pair) == 2):
            wrong = message("expected pairs of ratios, got {value}", value=quoted(pair))
            raise part.fault(wrong, "multiplier")
        both = _Part(dict(zip(("factor", "probability"), pair, strict=True)), part.place("multiplier"))
        law.append((both.parsed("factor", parse_ratio), both.parsed("probability", parse_ratio)))
    if law and (sum(chance for _, chance in law) != 1 or min(chance for _, chance in law) <= 0):
        raise part.fault(message("expected probabilities above 0 that add up to 1"), "multiplier")
    if law and (net <= 0 or min(factor for factor, _ in law) < 0):
        raise part.fault(message("expected factors of at least 0 on a line that gains"), "multiplier")
    return Line(part.id("id"), part.parsed("when", Condition.parse), net, tuple(law))
