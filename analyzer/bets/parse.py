"""Parses a condition into a tree, checking every name and type; the grammar is `condition.lark`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken, v_args

from analyzer.bets import tree
from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, FACTS, POSITIONS, SCOPES, Type
from analyzer.bets.faults import alone, only_digits, refuse, refuse_character, refuse_token, unknown
from analyzer.errors import ConditionError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Text, message

MAX_LENGTH = 2_000  # The most characters in a condition.
MAX_DEPTH = 64  # The most levels of nested operators and, counted separately, of nested brackets.
MAX_DIGITS = 12  # The most digits in a number.


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of the tree, with the place in the text where it begins and how deeply it is nested.

    `depth` counts nested operators and `brackets` nested brackets; a comparison adds no level, since no
    comparison can be inside another. `of_card` is the first word about the one card that `count` is looking
    at, `of_coup` the first word about the coup; None if there is none.
    """

    node: tree.Node
    at: int
    depth: int = 0
    brackets: int = 0
    of_card: Token | None = None
    of_coup: Token | None = None


def parse(text: str) -> tree.Node:
    """The tree of a condition. Raises ConditionError with the place marked under the text."""
    if not isinstance(text, str):
        raise ConditionError("expected a condition in quotes, got {condition}", condition=quoted(text))
    if len(text) > MAX_LENGTH:
        raise ConditionError(
            "expected a condition of at most {most} characters, got {n}; split it into several lines of the "
            "bet",
            most=MAX_LENGTH,
            n=len(text),
        )
    if not text.strip():
        raise ConditionError("expected a condition such as player_wins, got an empty text")
    try:
        result = _parser().parse(text)
    except UnexpectedCharacters as error:
        refuse_character(text, error)
    except UnexpectedToken as error:
        refuse_token(text, error)
    except _FaultError as found:
        refuse(text, *found.args)
    if not isinstance(result, Phrase):
        raise TypeError(f"the grammar gave {result!r}")
    if result.of_card is not None:
        fault = message(
            "expected an attribute of one card, such as {example}, outside count(...), got {word} alone",
            example=f"p1.{result.of_card}",
            word=repr(str(result.of_card)),
        )
        refuse(text, _at(result.of_card), fault)
    if (kind := result.node.type) is not Type.TRUTH:
        fault = message("expected a condition such as player_total == 6, got {found}", found=kind.value)
        refuse(text, result.at, fault)
    return result.node


class _FaultError(Exception):
    """A fault found while the tree is built: its place and a sentence; `parse` adds the text."""


@cache
def _parser() -> Lark:
    # The basic lexer reads whole words: a contextual one would take `andtie` for `and tie`.
    grammar = Path(__file__).with_name("condition.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", transformer=_Builder())


def _at(token: Token) -> int:
    return token.start_pos or 0


def _grow(node: tree.Node, at: int, *parts: Phrase, depth: int = 1, brackets: int = 0) -> Phrase:
    """The phrase of a node, nested `depth` operators and `brackets` brackets deeper than its parts."""
    depth += max(part.depth for part in parts)
    brackets += max(part.brackets for part in parts)
    if max(depth, brackets) > MAX_DEPTH:
        raise _FaultError(at, message("expected at most {most} levels of nesting, got more", most=MAX_DEPTH))
    of_card = next((part.of_card for part in parts if part.of_card is not None), None)
    of_coup = next((part.of_coup for part in parts if part.of_coup is not None), None)
    return Phrase(node, at, depth, brackets, of_card, of_coup)


def _need(part: Phrase, wanted: Type, fault: Text) -> tree.Node:
    """The node of a part, which must have the wanted type; else `fault` is the error."""
    if part.node.type is not wanted:
        raise _FaultError(part.at, fault)
    return part.node


def _kind(part: Phrase) -> Text:
    return part.node.type.value


def _whole(token: Token) -> int:
    if not token.isdigit():
        raise _FaultError(_at(token), only_digits(token))
    if len(token) > MAX_DIGITS:
        fault = message(
            "expected a number of at most {most} digits, got {n} digits", most=MAX_DIGITS, n=len(token)
        )
        raise _FaultError(_at(token), fault)
    return int(token)


def _attribute(token: Token) -> str:
    if token not in ATTRIBUTES:
        hint = did_you_mean(token[:40], ATTRIBUTES)
        fault = message(
            "unknown attribute {attribute} of a card{hint}", attribute=quoted(str(token)), hint=hint
        )
        raise _FaultError(_at(token), fault)
    return str(token)


def _scope(token: Token | None) -> str:
    if token is None:
        return "coup"
    if token not in SCOPES:
        hint = did_you_mean(token[:40], SCOPES)
        raise _FaultError(
            _at(token), message("unknown scope {scope}{hint}", scope=quoted(str(token)), hint=hint)
        )
    return str(token)


def _negated(part: Phrase) -> tree.Node:
    fault = message("expected a number after '-', got {found}", found=_kind(part))
    return _need(part, Type.NUMBER, fault)


def _truths(word: str, parts: Sequence[Phrase]) -> tuple[tree.Node, ...]:
    return tuple(
        _need(
            part,
            Type.TRUTH,
            message(
                "expected a truth value on each side of {word}, got {found}", word=word, found=_kind(part)
            ),
        )
        for part in parts
    )


@v_args(inline=True)
class _Builder(Transformer[Token, Phrase]):
    """Builds phrases bottom-up while the text is read, so that deep nesting causes no deep recursion."""

    def number(self, token: Token) -> Phrase:
        return Phrase(tree.Literal(Type.NUMBER, _whole(token)), _at(token))

    def name(self, token: Token) -> Phrase:
        at, word = _at(token), str(token)
        if word in FACTS:
            return Phrase(tree.Word(word), at, of_coup=token)
        if word in CONSTANTS:
            return Phrase(tree.Literal(*CONSTANTS[word]), at)
        if word in ATTRIBUTES:
            return Phrase(tree.Attribute(None, word), at, of_card=token)
        raise _FaultError(at, alone(word) if word in POSITIONS else unknown(word))

    def attribute(self, position: Token, name: Token) -> Phrase:
        at = _at(position)
        if position not in POSITIONS:
            card = quoted(str(position))
            fault = message("unknown card {card}; choose from {positions}", card=card, positions=POSITIONS)
            raise _FaultError(at, fault)
        return Phrase(tree.Attribute(str(position), _attribute(name)), at, of_coup=position)

    def count(self, word: Token, _: Token, inner: Phrase, scope: Token | None) -> Phrase:
        node = _need(
            inner,
            Type.TRUTH,
            message("expected a truth value inside count(...), got {found}", found=_kind(inner)),
        )
        if inner.of_coup is not None:
            fault = message(
                "expected only points, rank, suit and color inside count(...), got {found}",
                found=repr(str(inner.of_coup)),
            )
            raise _FaultError(_at(inner.of_coup), fault)
        grown = _grow(tree.Count(node, _scope(scope)), _at(word), inner, brackets=1)
        return replace(grown, of_card=None, of_coup=word)

    def distinct(self, word: Token, _: Token, name: Token, scope: Token | None) -> Phrase:
        return Phrase(tree.Distinct(_attribute(name), _scope(scope)), _at(word), of_coup=word)

    def group(self, bracket: Token, inner: Phrase) -> Phrase:
        return _grow(inner.node, _at(bracket), inner, depth=0, brackets=1)

    def minus(self, sign: Token, inner: Phrase) -> Phrase:
        node = _negated(inner)
        return _grow(tree.Chain(tree.Literal(Type.NUMBER, 0), (("-", node),)), _at(sign), inner)

    def sum(self, *parts: Phrase | Token) -> Phrase:
        operands = [part for part in parts if isinstance(part, Phrase)]
        signs = [str(part) for part in parts if isinstance(part, Token)]
        nodes = [
            _need(
                part,
                Type.NUMBER,
                message("expected a number in arithmetic, got {found}", found=_kind(part)),
            )
            for part in operands
        ]
        for sign, part in zip(signs, operands[1:], strict=True):
            divisor = part.node.value if isinstance(part.node, tree.Literal) else None
            if sign == "%" and (divisor is None or divisor < 1):
                found = message("an expression") if divisor is None else divisor
                fault = message("expected a positive number in digits after '%', got {found}", found=found)
                raise _FaultError(part.at, fault)
        chain = tree.Chain(nodes[0], tuple(zip(signs, nodes[1:], strict=True)))
        return _grow(chain, operands[0].at, *operands)

    product = sum

    def compare(self, left: Phrase, sign: Token, right: Phrase) -> Phrase:
        kind = left.node.type
        for part in (left, right):
            if part.node.type is Type.TRUTH:
                fault = message(
                    "expected numbers, suits or colours around {sign}, got a truth value; combine truth "
                    "values with 'and', 'or' and 'not'",
                    sign=repr(str(sign)),
                )
                raise _FaultError(part.at, fault)
        fault = message(
            "expected {wanted} after {sign}, as before it, got {found}",
            wanted=kind.value,
            sign=repr(str(sign)),
            found=_kind(right),
        )
        _need(right, kind, fault)
        if kind is not Type.NUMBER and sign not in ("==", "!="):
            fault = message(
                "expected '==', '!=' or 'in' after {kind}, got {sign}", kind=kind.value, sign=repr(str(sign))
            )
            raise _FaultError(_at(sign), fault)
        return _grow(tree.Compare(str(sign), left.node, right.node), left.at, left, right, depth=0)

    def signed(self, minus: Token | None, token: Token) -> tuple[Phrase, int]:
        phrase = self.number(token) if token.type == "NUMBER" else self.name(token)
        if not isinstance(phrase.node, tree.Literal):
            fault = message(
                "expected numbers, ranges or named values in braces, got {found}", found=quoted(str(token))
            )
            raise _FaultError(phrase.at, fault)
        if minus is None:
            return phrase, phrase.node.value
        _negated(phrase)
        return replace(phrase, at=_at(minus)), -phrase.node.value

    def item(self, low: tuple[Phrase, int], high: tuple[Phrase, int] | None) -> tuple[Phrase, int, int]:
        (first, least), (last, most) = low, high or low
        if high is not None:
            fault = message("expected a number before '..', got {found}", found=_kind(first))
            _need(first, Type.NUMBER, fault)
            fault = message("expected a number after '..', got {found}", found=_kind(last))
            _need(last, Type.NUMBER, fault)
        if least > most:
            fault = message(
                "expected a range from low to high, got one from {low} to {high}",
                low=str(least),
                high=str(most),
            )
            raise _FaultError(first.at, fault)
        return first, least, most

    def member(self, item: Phrase, *ranges: tuple[Phrase, int, int]) -> Phrase:
        kind = item.node.type
        if kind is Type.TRUTH:
            fault = message("expected a number, suit or colour before 'in', got a truth value")
            raise _FaultError(item.at, fault)
        for first, _, _ in ranges:
            fault = message(
                "expected {wanted} in the braces, as before 'in', got {found}",
                wanted=kind.value,
                found=_kind(first),
            )
            _need(first, kind, fault)
        bounds = tuple((least, most) for _, least, most in ranges)
        return _grow(tree.Member(item.node, bounds), item.at, item, depth=0)

    def negation(self, word: Token, inner: Phrase) -> Phrase:
        fault = message("expected a truth value after 'not', got {found}", found=_kind(inner))
        return _grow(tree.Not(_need(inner, Type.TRUTH, fault)), _at(word), inner)

    def every(self, *parts: Phrase) -> Phrase:
        return _grow(tree.All(_truths("'and'", parts)), parts[0].at, *parts)

    def any(self, *parts: Phrase) -> Phrase:
        return _grow(tree.Any(_truths("'or'", parts)), parts[0].at, *parts)
