"""The errors for a text that is not a condition: one sentence, and the place marked under the text."""

from typing import NoReturn

from lark import Token, UnexpectedCharacters, UnexpectedToken

from analyzer.bets.facts import ATTRIBUTES, CONSTANTS, FACTS, POSITIONS, SCOPES, Type
from analyzer.errors import ConditionError, did_you_mean
from analyzer.exact import quoted

KEYWORDS = ("and", "or", "not", "in", "count", "distinct")

_WINDOW = 72  # The most characters of a line that are shown around a fault.

_INSTEAD = {
    "=": "'==' to compare",
    "!": "'not' or '!='",
    "&": "'and'",
    "|": "'or'",
    "/": "one of + - * %",
    "[": "'('",
    "]": "')'",
    "×": "'*'",
    "≠": "'!='",
    "≤": "'<='",
    "≥": "'>='",
    "…": "'..'",
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}", "'-'"),
    **dict.fromkeys("'\"`‘’“”", "a word without quotes"),
}
"""What to write in place of a character that the language does not have."""

_ALTERNATIVES = (
    ("COMPARE", "a comparison"),
    ("PLUS", "arithmetic"),
    ("TIMES", "arithmetic"),
    ("AND", "'and'"),
    ("OR", "'or'"),
    ("COMMA", "','"),
    ("_RANGE", "'..'"),
    ("RPAR", "')'"),
    ("RBRACE", "'}'"),
    ("LPAR", "'('"),
    ("LBRACE", "'{'"),
    ("$END", "the end"),
)
"""Tokens other than values, in the order in which a sentence lists them."""

_AFTER_TRUTH = frozenset({"COMPARE", "IN", "PLUS", "MINUS", "TIMES", "MODULO"})
"""Tokens that make no sense after a truth, although the grammar, which knows no types, accepts them."""

_AFTER_NUMBER = frozenset({"AND", "OR", "$END"})  # Tokens that make no sense after a number not yet compared.


def refuse(text: str, at: int, sentence: str) -> NoReturn:
    """Raise a ConditionError: the sentence, then the line of the text with the place marked under it."""
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = "".join(map(_picture, text[begin : end if end >= 0 else len(text)]))
    column = at - begin
    shown_from = max(0, column - _WINDOW // 2)
    lead = "…" if shown_from else ""
    tail = "…" if shown_from + _WINDOW < len(line) else ""
    shown = f"{lead}{line[shown_from : shown_from + _WINDOW]}{tail}".rstrip()
    marker = " " * (len(lead) + column - shown_from) + "^"
    where = f"character {column + 1} of the condition"
    if "\n" in text:
        where = f"line {text.count(chr(10), 0, at) + 1}, {where}"
    raise ConditionError(f"{where}: {sentence}\n  {shown}\n  {marker}") from None


def refuse_character(text: str, error: UnexpectedCharacters) -> NoReturn:
    """Raise a ConditionError for a character that begins no token."""
    at = error.pos_in_stream or 0
    character = text[at]
    if character.isspace():
        wanted = "a plain space"
    elif character.isdigit():
        wanted = "digits from 0 to 9"
    else:
        wanted = _INSTEAD.get(character, "words, numbers and operators of the language")
    refuse(text, at, f"expected {wanted}, got {character!r}")


def refuse_token(text: str, error: UnexpectedToken) -> NoReturn:
    """Raise a ConditionError for a token that cannot stand where it stands."""
    token, accepts = error.token, error.accepts or error.expected
    at = len(text.rstrip()) if token.type == "$END" else token.start_pos or 0
    # What is read but not yet part of a finished phrase: open brackets, operators, the last word.
    waiting = getattr(error.state, "value_stack", [])
    tokens = [part for part in waiting if isinstance(part, Token)]
    last = tokens[-1] if tokens and tokens[-1] is waiting[-1] else None
    if last is not None and (fault := _fault_before(token, last, accepts)) is not None:
        refuse(text, last.start_pos or 0, fault)
    sentence = _common_mistake(text, token, tokens, accepts) or _expected_there(token, tokens, last, accepts)
    refuse(text, at, sentence)


def alone(position: str) -> str:
    """The sentence for a card without an attribute."""
    return f"expected {_either([f'{position}.{name}' for name in ATTRIBUTES])}, got {position!r} alone"


def unknown(word: str) -> str:
    """The sentence for a word that the language does not have."""
    nearest = did_you_mean(word[:40], [*FACTS, *CONSTANTS, *ATTRIBUTES, *KEYWORDS])
    return f"unknown word {quoted(word)}{nearest or '; use one such as player_wins, margin or p1.rank'}"


def only_digits(number: str) -> str:
    """The sentence for a number with letters in it."""
    return f"expected a number of digits only, got {quoted(str(number))}"


def _picture(character: str) -> str:
    """The character itself, or one in its place if it could move a terminal's cursor."""
    if character in "\t\r":
        return " "
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else "\N{REPLACEMENT CHARACTER}"


def _fault_before(token: Token, last: Token, accepts: set[str]) -> str | None:
    """The sentence for a fault of the last word that shows only at the token after it."""
    word = str(last)
    if last.type == "NUMBER" and not word.isdigit():
        return only_digits(word)
    if last.type != "NAME" or "DOT" not in accepts:
        return None
    if token.type == "LPAR":
        return f"expected count or distinct, which alone take brackets, got {quoted(word)}"
    if word in POSITIONS:
        return alone(word)
    if word in FACTS or word in CONSTANTS or word in ATTRIBUTES:
        return None
    if f"{word}_{token}" in FACTS:
        return f"unknown word {quoted(word)}; did you mean '{word}_{token}'?"
    return unknown(word)


def _common_mistake(text: str, token: Token, tokens: list[Token], accepts: set[str]) -> str | None:
    before = [part.type for part in tokens]
    match token.type:
        case "RPAR" if "LPAR" not in before:
            return "expected as many '(' as ')', got one ')' too many"
        case "COMPARE" | "IN" if "AND" in accepts:
            return f"expected 'and' between two comparisons, which do not chain, got {str(token)!r}"
        case "NOT" if "IN" in accepts and text[(token.end_pos or 0) :].split()[:1] == ["in"]:
            return "expected 'in' without 'not'; to deny it write not (... in {...})"
        case "DOT" if before[-1:] == ["NUMBER"] or "NUMBER" in accepts:
            return "expected a whole number, got a decimal point"
        case "NAME" if token.lower() in KEYWORDS:
            return f"expected {token.lower()!r} in lower case, got {str(token)!r}"
    if before[-3:] == ["DISTINCT", "LPAR", "NAME"] and token.type != "$END":
        return f"expected {_either(list(ATTRIBUTES))} alone inside distinct(...), got {quoted(str(token))}"
    return None


def _expected_there(token: Token, tokens: list[Token], last: Token | None, accepts: set[str]) -> str:
    """The sentence that lists what could stand in place of the token."""
    got = "the end" if token.type == "$END" else quoted(str(token))
    before = "" if last is None else last.type
    counting = any(part.type == "COUNT" for part in tokens)
    if "NOT" in accepts:
        example = "rank == 7" if counting else "player_wins or p1.rank == 7"
        return f"expected a condition such as {example}, got {got}"
    if "LPAR" in accepts and "NUMBER" in accepts:
        example = "7 or rank" if counting else "7, player_total or p1.rank"
        return f"expected a value such as {example}, got {got}"
    if "NUMBER" in accepts:
        return f"expected a number or a named value such as king, got {got}"
    if "NAME" in accepts:
        names = SCOPES if before == "COMMA" else ATTRIBUTES
        return f"expected {_either(list(names))}, got {got}"
    wanted = accepts
    if before == "NAME" and last in FACTS and FACTS[last].type is Type.TRUTH:
        wanted = accepts - _AFTER_TRUTH
    elif before in ("NAME", "NUMBER") and "COMPARE" in accepts:
        wanted = accepts - _AFTER_NUMBER
    words = dict.fromkeys(phrase for name, phrase in _ALTERNATIVES if name in wanted)
    return f"expected {_either(list(words))}, got {got}"


def _either(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" or " if words[1:] else "") + words[-1]
