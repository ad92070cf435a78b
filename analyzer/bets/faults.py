"""The errors for a text that is not a condition: one sentence, then the text with the place marked."""

from typing import NoReturn

from lark import Token, UnexpectedCharacters, UnexpectedToken

from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, FACTS, POSITIONS, SCOPES, Type
from analyzer.errors import ConditionError, did_you_mean
from analyzer.exact import quoted
from analyzer.text import Message, Text, Value, either, joined, message

KEYWORDS = ("and", "or", "not", "in", "count", "distinct")

_WINDOW = 72  # The most characters of a line that are shown around a fault.

_INSTEAD: dict[str, Value] = {
    "=": message("'==' to compare"),
    "!": either(["'not'", "'!='"]),
    "&": "'and'",
    "|": "'or'",
    "/": message("one of + - * %"),
    "[": "'('",
    "]": "')'",
    "×": "'*'",
    "≠": "'!='",
    "≤": "'<='",
    "≥": "'>='",
    "…": "'..'",
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}", "'-'"),
    **dict.fromkeys("'\"`‘’“”", message("a word without quotes")),
}
"""What to write in place of a character that the language does not have."""

_END = message("the end")

_ALTERNATIVES: tuple[tuple[str, Text], ...] = (
    ("COMPARE", message("a comparison")),
    ("PLUS", message("arithmetic")),
    ("TIMES", message("arithmetic")),
    ("AND", "'and'"),
    ("OR", "'or'"),
    ("COMMA", "','"),
    ("_RANGE", "'..'"),
    ("RPAR", "')'"),
    ("RBRACE", "'}'"),
    ("LPAR", "'('"),
    ("LBRACE", "'{'"),
    ("$END", _END),
)
"""Tokens other than values, in the order in which a sentence lists them."""

_AFTER_TRUTH = frozenset({"COMPARE", "IN", "PLUS", "MINUS", "TIMES", "MODULO"})
"""Tokens that make no sense after a truth value, although the grammar, which has no types, accepts them."""

_AFTER_NUMBER = frozenset({"AND", "OR", "$END"})  # Tokens that make no sense after a number not yet compared.


def refuse(text: str, at: int, fault: Text) -> NoReturn:
    """Raise a ConditionError: the fault, then the line of the text with the place marked under it."""
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = "".join(map(_picture, text[begin : end if end >= 0 else len(text)]))
    column = at - begin
    shown_from = max(0, column - _WINDOW // 2)
    lead = "…" if shown_from else ""
    tail = "…" if shown_from + _WINDOW < len(line) else ""
    shown = f"{lead}{line[shown_from : shown_from + _WINDOW]}{tail}".rstrip()
    marker = " " * (len(lead) + column - shown_from) + "^"
    if "\n" in text:
        sentence = message(
            "line {line}, character {column} of the condition: {fault}",
            line=str(text.count("\n", 0, at) + 1),
            column=str(column + 1),
            fault=fault,
        )
    else:
        sentence = message(
            "character {column} of the condition: {fault}", column=str(column + 1), fault=fault
        )
    raise ConditionError(joined("\n", [sentence, f"  {shown}", f"  {marker}"])) from None


def refuse_character(text: str, error: UnexpectedCharacters) -> NoReturn:
    """Raise a ConditionError for a character that begins no token."""
    at = error.pos_in_stream or 0
    character = text[at]
    wanted: Value
    if character.isspace():
        wanted = message("a plain space")
    elif character.isdigit():
        wanted = message("digits from 0 to 9")
    else:
        wanted = _INSTEAD.get(character, message("words, numbers and operators of the language"))
    refuse(text, at, message("expected {wanted}, got {found}", wanted=wanted, found=repr(character)))


def refuse_token(text: str, error: UnexpectedToken) -> NoReturn:
    """Raise a ConditionError for a token in a place where it is not allowed."""
    token, accepts = error.token, error.accepts or error.expected
    at = len(text.rstrip()) if token.type == "$END" else token.start_pos or 0
    # Tokens and phrases that are read but not yet part of a finished phrase.
    waiting = getattr(error.state, "value_stack", [])
    tokens = [part for part in waiting if isinstance(part, Token)]
    last = tokens[-1] if tokens and tokens[-1] is waiting[-1] else None
    if last is not None and (fault := _fault_before(token, last, accepts)) is not None:
        refuse(text, last.start_pos or 0, fault)
    refuse(
        text,
        at,
        _common_mistake(text, token, tokens, accepts) or _expected_there(token, tokens, last, accepts),
    )


def alone(position: str) -> Message:
    """The sentence for a card without an attribute."""
    return message(
        "expected {attributes}, got {card} alone",
        attributes=either([f"{position}.{name}" for name in ATTRIBUTES]),
        card=repr(position),
    )


def unknown(word: str) -> Message:
    """The sentence for a word that the language does not have."""
    nearest = did_you_mean(word[:40], [*FACTS, *CONSTANTS, *ATTRIBUTES, *KEYWORDS])
    if not nearest:
        nearest = message("; use one such as player_wins, margin or p1.rank")
    return message("unknown word {word}{hint}", word=quoted(word), hint=nearest)


def only_digits(number: str) -> Message:
    """The sentence for a number with letters in it."""
    return message("expected only digits in a number, got {number}", number=quoted(str(number)))


def _picture(character: str) -> str:
    """The character itself, or a symbol for it if it could move a terminal's cursor."""
    if character in "\t\r":
        return " "
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"


def _fault_before(token: Token, last: Token, accepts: set[str]) -> Message | None:
    """The sentence for a fault of the last word that is noticed only at the token after it."""
    word = str(last)
    if last.type == "NUMBER" and not word.isdigit():
        return only_digits(word)
    if last.type != "NAME" or "DOT" not in accepts:
        return None
    if token.type == "LPAR":
        return message("expected count or distinct before '(', got {word}", word=quoted(word))
    if word in POSITIONS:
        return alone(word)
    if word in FACTS or word in CONSTANTS or word in ATTRIBUTES:
        return None
    if f"{word}_{token}" in FACTS:
        near = repr(f"{word}_{token}")
        return message("unknown word {word}; did you mean {near}?", word=quoted(word), near=near)
    return unknown(word)


def _common_mistake(text: str, token: Token, tokens: list[Token], accepts: set[str]) -> Message | None:
    before, found = [part.type for part in tokens], quoted(str(token))
    match token.type:
        case "RPAR" if "LPAR" not in before:
            return message("expected as many '(' as ')', got one ')' too many")
        case "COMPARE" | "IN" if "AND" in accepts:
            return message(
                "expected 'and' between two comparisons, which do not chain, got {found}", found=found
            )
        case "NOT" if "IN" in accepts and text[(token.end_pos or 0) :].split()[:1] == ["in"]:
            return message("expected 'in' without 'not'; to negate it, write not (... in {...})")
        case "DOT" if before[-1:] == ["NUMBER"] or "NUMBER" in accepts:
            return message("expected a whole number, got a decimal point")
        case "NAME" if token.lower() in KEYWORDS:
            return message(
                "expected {word} in lower case, got {found}", word=repr(token.lower()), found=found
            )
    if before[-3:] == ["DISTINCT", "LPAR", "NAME"] and token.type != "$END":
        return message(
            "expected {attributes} alone inside distinct(...), got {found}",
            attributes=either([*ATTRIBUTES]),
            found=found,
        )
    return None


def _expected_there(token: Token, tokens: list[Token], last: Token | None, accepts: set[str]) -> Message:
    """The sentence that lists what is allowed in place of the token."""
    found: Text = _END if token.type == "$END" else quoted(str(token))
    before = "" if last is None else last.type
    counting = any(part.type == "COUNT" for part in tokens)
    if "NOT" in accepts:
        if counting:
            return message("expected a condition such as rank == 7, got {found}", found=found)
        return message("expected a condition such as player_wins or p1.rank == 7, got {found}", found=found)
    if "LPAR" in accepts and "NUMBER" in accepts:
        if counting:
            return message("expected a value such as 7 or rank, got {found}", found=found)
        return message("expected a value such as 7, player_total or p1.rank, got {found}", found=found)
    if "NUMBER" in accepts:
        return message("expected a number or a named value such as king, got {found}", found=found)
    if "NAME" in accepts:
        names = either([*(SCOPES if before == "COMMA" else ATTRIBUTES)])
        return message("expected {wanted}, got {found}", wanted=names, found=found)
    wanted = accepts
    if before == "NAME" and last in FACTS and FACTS[last].type is Type.TRUTH:
        wanted = accepts - _AFTER_TRUTH
    elif before in ("NAME", "NUMBER") and "COMPARE" in accepts:
        wanted = accepts - _AFTER_NUMBER
    phrases = dict.fromkeys(phrase for name, phrase in _ALTERNATIVES if name in wanted)
    return message("expected {wanted}, got {found}", wanted=either([*phrases]), found=found)
