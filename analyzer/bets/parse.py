"""Parses a condition into a tree, checking every name and type; the grammar is `condition.lark`."""

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken, v_args

from analyzer.bets import tree
from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, FACTS, POSITIONS, SCOPES, Type
from analyzer.bets.faults import alone, only_digits, refuse, refuse_character, refuse_token, unknown
from analyzer.errors import ConditionError, did_you_mean
from analyzer.exact import quoted

MAX_LENGTH = 2_000  # The most characters a condition may have.
MAX_DEPTH = 64  # The most levels of nested operators and, counted separately, of nested brackets.
MAX_DIGITS = 12  # The most digits a number may have.


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of the tree, with the place in the text where it begins and how deep it nests.

    `depth` counts nested operators and `brackets` nested brackets; a comparison adds no level, since no
    comparison can be inside another. `of_card` is the first word about the one card that `count`
    considers, `of_coup` the first word about the coup; None if there is none.
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
        raise ConditionError(f"expected a condition in quotes, got {quoted(text)}")
    if len(text) > MAX_LENGTH:
        raise ConditionError(
            f"expected a condition of at most {MAX_LENGTH:,} characters, got {len(text):,}; "
            "split it into several lines of the bet"
        )
    if not text.strip():
        raise ConditionError("expected a condition such as player_wins, got an empty text")
    try:
        result = _parser().parse(text)
    except UnexpectedCharacters as error:
        refuse_character(text, error)
    except UnexpectedToken as error:
        refuse_token(text, error)
    except _FaultError as fault:
        refuse(text, *fault.args)
    if not isinstance(result, Phrase):
        raise TypeError(f"the grammar gave {result!r}")
    if result.of_card is not None:
        word = str(result.of_card)
        sentence = f"expected p1.{word} or the like outside count(...), got {word!r} alone"
        refuse(text, _at(result.of_card), sentence)
    if (kind := result.node.type) is not Type.TRUTH:
        refuse(text, result.at, f"expected a condition such as player_total == 6, got {kind.value}")
    return result.node


class _FaultError(Exception):
    """A fault found while the tree is built: its place and the sentence; `parse` adds the text."""


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
        raise _FaultError(at, f"expected at most {MAX_DEPTH} levels of nesting, got more")
    of_card = next((part.of_card for part in parts if part.of_card is not None), None)
    of_coup = next((part.of_coup for part in parts if part.of_coup is not None), None)
    return Phrase(node, at, depth, brackets, of_card, of_coup)


def _need(part: Phrase, wanted: Type, where: str) -> tree.Node:
    if part.node.type is not wanted:
        raise _FaultError(part.at, f"expected {wanted.value} {where}, got {part.node.type.value}")
    return part.node


def _whole(token: Token) -> int:
    if not token.isdigit():
        raise _FaultError(_at(token), only_digits(token))
    if len(token) > MAX_DIGITS:
        sentence = f"expected a number of at most {MAX_DIGITS} digits, got {len(token):,} digits"
        raise _FaultError(_at(token), sentence)
    return int(token)


def _attribute(token: Token) -> str:
    if token not in ATTRIBUTES:
        nearest = did_you_mean(token[:40], ATTRIBUTES)
        raise _FaultError(_at(token), f"unknown attribute {quoted(str(token))} of a card{nearest}")
    return str(token)


def _scope(token: Token | None) -> str:
    if token is None:
        return "coup"
    if token not in SCOPES:
        raise _FaultError(_at(token), f"unknown scope {quoted(str(token))}{did_you_mean(token[:40], SCOPES)}")
    return str(token)


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
            raise _FaultError(at, f"unknown card {quoted(str(position))}; choose from {', '.join(POSITIONS)}")
        return Phrase(tree.Attribute(str(position), _attribute(name)), at, of_coup=position)

    def count(self, word: Token, _: Token, inner: Phrase, scope: Token | None) -> Phrase:
        node = _need(inner, Type.TRUTH, "inside count(...)")
        if inner.of_coup is not None:
            expected = "only points, rank, suit and color inside count(...)"
            raise _FaultError(_at(inner.of_coup), f"expected {expected}, got {str(inner.of_coup)!r}")
        grown = _grow(tree.Count(node, _scope(scope)), _at(word), inner, brackets=1)
        return replace(grown, of_card=None, of_coup=word)

    def distinct(self, word: Token, _: Token, name: Token, scope: Token | None) -> Phrase:
        return Phrase(tree.Distinct(_attribute(name), _scope(scope)), _at(word), of_coup=word)

    def group(self, bracket: Token, inner: Phrase) -> Phrase:
        return _grow(inner.node, _at(bracket), inner, depth=0, brackets=1)

    def minus(self, sign: Token, inner: Phrase) -> Phrase:
        node = _need(inner, Type.NUMBER, "behind '-'")
        return _grow(tree.Chain(tree.Literal(Type.NUMBER, 0), (("-", node),)), _at(sign), inner)

    def sum(self, *parts: Phrase | Token) -> Phrase:
        operands = [part for part in parts if isinstance(part, Phrase)]
        signs = [str(part) for part in parts if isinstance(part, Token)]
        nodes = [_need(part, Type.NUMBER, "in arithmetic") for part in operands]
        for sign, part in zip(signs, operands[1:], strict=True):
            divisor = part.node.value if isinstance(part.node, tree.Literal) else None
            if sign == "%" and (divisor is None or divisor < 1):
                came = "one to be worked out" if divisor is None else divisor
                raise _FaultError(part.at, f"expected a positive number written out behind '%', got {came}")
        chain = tree.Chain(nodes[0], tuple(zip(signs, nodes[1:], strict=True)))
        return _grow(chain, operands[0].at, *operands)

    product = sum

    def compare(self, left: Phrase, sign: Token, right: Phrase) -> Phrase:
        kind = left.node.type
        for part in (left, right):
            if part.node.type is Type.TRUTH:
                hint = "truths are joined with 'and', 'or' and 'not'"
                expected = f"numbers, suits or colours around {str(sign)!r}"
                raise _FaultError(part.at, f"expected {expected}, got a truth value; {hint}")
        _need(right, kind, f"behind {str(sign)!r}, as before it")
        if kind is not Type.NUMBER and sign not in ("==", "!="):
            expected = f"'==', '!=' or 'in' behind {kind.value}"
            raise _FaultError(_at(sign), f"expected {expected}, got {str(sign)!r}")
        return _grow(tree.Compare(str(sign), left.node, right.node), left.at, left, right, depth=0)

    def signed(self, minus: Token | None, token: Token) -> tuple[Phrase, int]:
        phrase = self.number(token) if token.type == "NUMBER" else self.name(token)
        if not isinstance(phrase.node, tree.Literal):
            expected = "numbers, ranges or named values in braces"
            raise _FaultError(phrase.at, f"expected {expected}, got {quoted(str(token))}")
        if minus is None:
            return phrase, phrase.node.value
        _need(phrase, Type.NUMBER, "behind '-'")
        return replace(phrase, at=_at(minus)), -phrase.node.value

    def item(self, low: tuple[Phrase, int], high: tuple[Phrase, int] | None) -> tuple[Phrase, int, int]:
        (first, least), (last, most) = low, high or low
        if high is not None:
            _need(first, Type.NUMBER, "before '..'")
            _need(last, Type.NUMBER, "behind '..'")
        if least > most:
            got = f"one from {least} to {most}"
            raise _FaultError(first.at, f"expected a range from low to high, got {got}")
        return first, least, most

    def member(self, item: Phrase, *ranges: tuple[Phrase, int, int]) -> Phrase:
        kind = item.node.type
        if kind is Type.TRUTH:
            raise _FaultError(item.at, "expected a number, suit or colour before 'in', got a truth value")
        for first, _, _ in ranges:
            _need(first, kind, "in the braces, as before 'in'")
        bounds = tuple((least, most) for _, least, most in ranges)
        return _grow(tree.Member(item.node, bounds), item.at, item, depth=0)

    def negation(self, word: Token, inner: Phrase) -> Phrase:
        return _grow(tree.Not(_need(inner, Type.TRUTH, "behind 'not'")), _at(word), inner)

    def every(self, *parts: Phrase) -> Phrase:
        nodes = tuple(_need(part, Type.TRUTH, "beside 'and'") for part in parts)
        return _grow(tree.All(nodes), parts[0].at, *parts)

    def any(self, *parts: Phrase) -> Phrase:
        nodes = tuple(_need(part, Type.TRUTH, "beside 'or'") for part in parts)
        return _grow(tree.Any(nodes), parts[0].at, *parts)
