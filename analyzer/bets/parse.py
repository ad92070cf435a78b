"""Text of the condition language to a tree, every name and type checked on the way.

The grammar stands in `condition.lark`. Nothing is ever executed: names are looked up in `facts`.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any as Anything
from typing import NoReturn

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, v_args

from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, FACTS, POSITIONS, SCOPES, Type
from analyzer.bets.tree import (
    All,
    Any,
    Attribute,
    Chain,
    Compare,
    Count,
    Distinct,
    Literal,
    Member,
    Node,
    Not,
    Word,
)
from analyzer.errors import ConditionError, did_you_mean

MAX_LENGTH = 2_000
MAX_DEPTH = 64
MAX_DIGITS = 12
_WINDOW = 72
_EXPECTED = {
    "NUMBER": "a number",
    "NAME": "a name",
    "LPAR": "'('",
    "RPAR": "')'",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "COMMA": "','",
    "DOT": "'.'",
    "__ANON_0": "'..'",
    "COMPARE": "a comparison such as '=='",
    "PLUS": "'+'",
    "MINUS": "'-'",
    "TIMES": "'*'",
    "MODULO": "'%'",
    "IN": "'in'",
    "AND": "'and'",
    "OR": "'or'",
    "NOT": "'not'",
    "COUNT": "'count'",
    "DISTINCT": "'distinct'",
    "$END": "the end of the sentence",
}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of the tree with the place in the text where it begins, and how deep it nests."""

    node: Node
    at: int
    depth: int = 0
    of_card: int | None = None
    """Where it first speaks of the one card that `count` considers; None where it does not."""
    of_coup: int | None = None
    """Where it first speaks of the coup; None where it does not."""
    bare: bool = True
    """Whether it stands without parentheses around it."""


def parse(text: str) -> Node:
    """The tree of a condition.

    Raises:
        ConditionError: the text is no condition; the message marks the place under the text.
    """
    if not isinstance(text, str):
        raise ConditionError(f"expected a condition in quotes, got {text!r}")
    if len(text) > MAX_LENGTH:
        raise ConditionError(
            f"expected a condition of at most {MAX_LENGTH:,} characters, got {len(text):,}; "
            "split it into several lines of the bet"
        )
    try:
        result = _parser().parse(text)
    except UnexpectedCharacters as error:
        place = error.pos_in_stream
        refuse(text, place, f"unexpected character {text[place]!r}{_hint(text, place)}")
    except (UnexpectedToken, UnexpectedEOF) as error:
        _refuse_token(text, error)
    except _Fault as fault:
        refuse(text, fault.at, fault.sentence)
    if not isinstance(result, Phrase):
        raise TypeError(f"the grammar gave {result!r}")
    if result.node.type is not Type.TRUTH:
        refuse(text, result.at, f"expected a sentence that is true or false, got {result.node.type.value}")
    if result.of_card is not None:
        refuse(
            text,
            result.of_card,
            "points, rank, suit and color alone belong inside count(...); say whose, as in p1.rank",
        )
    return result.node


def refuse(text: str, at: int, sentence: str) -> NoReturn:
    """Raise a ConditionError: the sentence, then the line of the text with the place marked under it."""
    at = min(max(at, 0), len(text))
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[begin : end if end >= 0 else len(text)].replace("\t", " ").replace("\r", " ")
    column = at - begin
    shown_from = max(0, column - _WINDOW // 2)
    shown = line[shown_from : shown_from + _WINDOW]
    lead = "…" if shown_from else ""
    tail = "…" if shown_from + _WINDOW < len(line) else ""
    marker = " " * (len(lead) + column - shown_from) + "^"
    raise ConditionError(
        f"{sentence}, at character {at + 1} of the condition\n  {lead}{shown}{tail}\n  {marker}"
    )


class _Fault(Exception):
    """A fault found while the tree is built; `parse` gives it the text."""

    def __init__(self, at: int, sentence: str) -> None:
        super().__init__(sentence)
        self.at = at
        self.sentence = sentence


def _hint(text: str, place: int) -> str:
    character = text[place]
    if character == "=":
        return "; write '==' to compare"
    if character in "&|!":
        return "; write 'and', 'or', 'not'"
    if character in "'\"":
        return "; suits and ranks are written without quotes"
    return ""


def _refuse_token(text: str, error: Anything) -> NoReturn:
    token = getattr(error, "token", None)
    at_end = token is None or token.type == "$END"
    place = len(text) if at_end else token.start_pos
    accepts = sorted(_EXPECTED.get(name, name) for name in getattr(error, "accepts", None) or error.expected)
    got = "the end" if at_end else repr(str(token))
    if not at_end and token.type in ("COMPARE", "IN") and "'and'" in accepts:
        refuse(text, place, f"comparisons do not chain, got a second one with {got}; join two with 'and'")
    if (
        not at_end
        and token.type == "LPAR"
        and place
        and (text[place - 1].isalnum() or text[place - 1] == "_")
    ):
        refuse(text, place, "only count(...) and distinct(...) take parentheses behind their name")
    if not at_end and token.type == "DOT" and text[:place][-1:].isdigit():
        refuse(text, place, "expected whole numbers, got a decimal point")
    if not text.strip():
        refuse(text, 0, "expected a condition, got an empty text")
    refuse(
        text,
        place,
        f"expected {', '.join(accepts[:-1])}{' or ' if accepts[1:] else ''}{accepts[-1]}, got {got}",
    )


@cache
def _parser() -> Lark:
    grammar = files("analyzer.bets").joinpath("condition.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", transformer=_Builder(), propagate_positions=False)


def _grow(node: Node, at: int, *parts: Phrase, bare: bool = True) -> Phrase:
    """The phrase that a node and the phrases below it make."""
    depth = 1 + max(part.depth for part in parts)
    if depth > MAX_DEPTH:
        raise _Fault(at, f"expected at most {MAX_DEPTH} levels of nesting, got more")
    of_card = next((part.of_card for part in parts if part.of_card is not None), None)
    of_coup = next((part.of_coup for part in parts if part.of_coup is not None), None)
    return Phrase(node, at, depth, of_card, of_coup, bare)


def _need(part: Phrase, wanted: Type, where: str) -> Node:
    if part.node.type is not wanted:
        raise _Fault(part.at, f"expected {wanted.value} {where}, got {part.node.type.value}")
    return part.node


def _whole(token: Token) -> int:
    if len(token) > MAX_DIGITS:
        raise _Fault(
            token.start_pos or 0, f"expected a number of at most {MAX_DIGITS} digits, got {len(token)} digits"
        )
    return int(token)


def _scope(token: Token | None) -> str:
    if token is None:
        return "coup"
    if token not in SCOPES:
        raise _Fault(token.start_pos or 0, f"unknown scope {str(token)!r}" + did_you_mean(token, SCOPES))
    return str(token)


@v_args(inline=True)
class _Builder(Transformer[Token, Phrase]):
    """Builds phrases bottom-up while the text is read, so that no deep text makes a deep recursion."""

    def number(self, token: Token) -> Phrase:
        return Phrase(Literal(Type.NUMBER, _whole(token)), token.start_pos or 0)

    def name(self, token: Token) -> Phrase:
        at = token.start_pos or 0
        word = str(token)
        if word in FACTS:
            return Phrase(Word(word), at, of_coup=at)
        if word in CONSTANTS:
            return Phrase(Literal(*CONSTANTS[word]), at)
        if word in ATTRIBUTES:
            return Phrase(Attribute(None, word), at, of_card=at)
        if word in POSITIONS:
            raise _Fault(
                at, f"expected {word}.points, {word}.rank, {word}.suit or {word}.color, got {word!r} alone"
            )
        raise _Fault(at, f"unknown word {word!r}" + did_you_mean(word, [*FACTS, *CONSTANTS, *ATTRIBUTES]))

    def attribute(self, position: Token, name: Token) -> Phrase:
        at = position.start_pos or 0
        if position not in POSITIONS:
            raise _Fault(at, f"unknown card {str(position)!r}; choose from {', '.join(POSITIONS)}")
        if name not in ATTRIBUTES:
            raise _Fault(
                name.start_pos or 0,
                f"unknown attribute {str(name)!r} of a card" + did_you_mean(name, ATTRIBUTES),
            )
        return Phrase(Attribute(str(position), str(name)), at, of_coup=at)

    def count(self, inner: Phrase, scope: Token | None) -> Phrase:
        _need(inner, Type.TRUTH, "inside count(...)")
        if inner.of_coup is not None:
            raise _Fault(
                inner.of_coup, "count(...) speaks of one card, with points, rank, suit and color only"
            )
        grown = _grow(Count(inner.node, _scope(scope)), inner.at, inner)
        return replace(grown, of_card=None, of_coup=inner.at)

    def distinct(self, name: Token, scope: Token | None) -> Phrase:
        at = name.start_pos or 0
        if name not in ATTRIBUTES:
            raise _Fault(at, f"unknown attribute {str(name)!r} of a card" + did_you_mean(name, ATTRIBUTES))
        return Phrase(Distinct(str(name), _scope(scope)), at, of_coup=at)

    def group(self, inner: Phrase) -> Phrase:
        return _grow(inner.node, inner.at, inner, bare=False)

    def minus(self, sign: Token, inner: Phrase) -> Phrase:
        at = sign.start_pos or 0
        node = _need(inner, Type.NUMBER, "behind '-'")
        return _grow(Chain(Literal(Type.NUMBER, 0), (("-", node),)), at, inner)

    def sum(self, *parts: Phrase | Token) -> Phrase:
        return self._chain(parts)

    def product(self, *parts: Phrase | Token) -> Phrase:
        return self._chain(parts)

    def _chain(self, parts: tuple[Phrase | Token, ...]) -> Phrase:
        operands = [part for part in parts if isinstance(part, Phrase)]
        signs = [str(part) for part in parts if isinstance(part, Token)]
        nodes = [_need(part, Type.NUMBER, "in arithmetic") for part in operands]
        for sign, part in zip(signs, operands[1:], strict=True):
            literal = part.node if part.bare and isinstance(part.node, Literal) else None
            if sign == "%" and (literal is None or literal.value < 1):
                raise _Fault(part.at, "expected a positive number written out behind '%'")
        at = operands[0].at
        return _grow(Chain(nodes[0], tuple(zip(signs, nodes[1:], strict=True))), at, *operands)

    def compare(self, left: Phrase, sign: Token, right: Phrase) -> Phrase:
        kind = left.node.type
        if kind is Type.TRUTH or right.node.type is Type.TRUTH:
            part = left if kind is Type.TRUTH else right
            raise _Fault(
                part.at, "expected numbers, suits or colours to compare, got a truth value; use 'and', 'not'"
            )
        if right.node.type is not kind:
            raise _Fault(right.at, f"expected {kind.value} to compare with, got {right.node.type.value}")
        if kind is not Type.NUMBER and sign not in ("==", "!="):
            raise _Fault(
                sign.start_pos or 0, f"{kind.value} knows only '==', '!=' and 'in', got {str(sign)!r}"
            )
        return _grow(Compare(str(sign), left.node, right.node), left.at, left, right)

    def signed(self, minus: Token | None, token: Token) -> Phrase:
        at = (minus or token).start_pos or 0
        phrase = self.number(token) if token.type == "NUMBER" else self.name(token)
        if not isinstance(phrase.node, Literal):
            raise _Fault(at, f"expected numbers, ranges or named values in braces, got {str(token)!r}")
        if minus is None:
            return Phrase(phrase.node, at)
        _need(phrase, Type.NUMBER, "behind '-'")
        return Phrase(Literal(Type.NUMBER, -phrase.node.value), at)

    def item(self, low: Phrase, high: Phrase | None) -> tuple[Phrase, Phrase]:
        if high is not None:
            _need(low, Type.NUMBER, "before '..'")
            _need(high, Type.NUMBER, "behind '..'")
            if _literal(low) > _literal(high):
                raise _Fault(low.at, "expected a range from low to high, got it the other way round")
        return low, high or low

    def member(self, item: Phrase, *ranges: tuple[Phrase, Phrase]) -> Phrase:
        kind = item.node.type
        if kind is Type.TRUTH:
            raise _Fault(item.at, "expected a number, suit or colour before 'in', got a truth value")
        for low, _ in ranges:
            if low.node.type is not kind:
                raise _Fault(low.at, f"expected {kind.value} in the braces, got {low.node.type.value}")
        bounds = tuple((_literal(low), _literal(high)) for low, high in ranges)
        return _grow(Member(item.node, bounds), item.at, item)

    def negation(self, inner: Phrase) -> Phrase:
        return _grow(Not(_need(inner, Type.TRUTH, "behind 'not'")), inner.at, inner)

    def every(self, *parts: Phrase) -> Phrase:
        nodes = tuple(_need(part, Type.TRUTH, "beside 'and'") for part in parts)
        return _grow(All(nodes), parts[0].at, *parts)

    def any(self, *parts: Phrase) -> Phrase:
        nodes = tuple(_need(part, Type.TRUTH, "beside 'or'") for part in parts)
        return _grow(Any(nodes), parts[0].at, *parts)


def _literal(phrase: Phrase) -> int:
    if not isinstance(phrase.node, Literal):
        raise TypeError(f"not a literal: {phrase!r}")
    return phrase.node.value
