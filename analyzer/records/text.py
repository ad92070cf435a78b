"""Reads records in the text form: directives, and lines with one coup each, or with outcomes, or with cards.

For example:

    shoe: 1
    variant: standard
    burn: 7h ? ? ? ? ? ? ?
    1. P:9c,5d,3h B:Kh,2c 7-2 P  banker=10:-10 anna@tie=5:-5
    2. D:9s,Kd,Th,8c T cut
"""

import re
from collections.abc import Iterable, Iterator

from analyzer.errors import AnalyzerError
from analyzer.exact import quoted
from analyzer.play.outcomes import OUTCOMES, UNCLEAR, outcomes_in
from analyzer.play.record import RecordedShoe
from analyzer.records import tokens, values
from analyzer.records.builder import (
    FEWEST_CARDS,
    MOST_SUGGESTIONS,
    SETTINGS,
    Fault,
    Row,
    ShoeBuilder,
    and_more,
)
from analyzer.records.values import StakeError
from analyzer.text import message

_DIRECTIVES = {"shoe": "shoe", "burned": "burned", "burn": "burned", "marks": "marks"}
_DIRECTIVES |= {key.replace("_", "-"): key for key in SETTINGS}
_DIRECTIVE = re.compile(r"\s*([A-Za-z][A-Za-z_ -]*?)\s*[:：](.*)", re.DOTALL)
_SHOE = re.compile(r"\s*shoe\s+(#?[\w.-]+)\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;|]+")
_NUMBER = re.compile(r"[0-9]{1,9}[.:)]?")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)
_COMMENT_AFTER_QUOTES = re.compile(r'("(?:[^"\\]|\\.)*")\s+#.*', re.DOTALL)

_RANK, _SUIT = "(?:10|[2-9AJQKT])", "[SHDC♠♥♦♣]"
_RANK_FIRST = rf"(?:\?|{_RANK}{_SUIT})"
_CARD = rf"(?:{_RANK_FIRST}|{_SUIT}{_RANK})"
_SEPARATED = rf"{_CARD}(?:(?:\s*,\s*|\s+){_CARD})*"
_TOGETHER = rf"{_RANK_FIRST}{{2,3}}"
_SPACED = rf"{_CARD}(?:\s+{_CARD}){{1,2}}"
_COUP = re.compile(
    rf"""\s*(?:(?:coup|hand)?\s*(?P<number>[0-9]{{1,9}})(?:\s*[.:)|,;]\s*|\s+))?
    (?:(?:p|player|闲|閒)\s*[:=]?\s*(?:(?P<player_before>[0-9])\s+)?(?P<player>{_TOGETHER}|{_SEPARATED})
       (?:\s+(?P<player_after>[0-9]))?\s*[,;|/]?\s*
       (?:b|banker|庄|莊)\s*[:=]?\s*(?:(?P<banker_before>[0-9])\s+)?(?P<banker>{_TOGETHER}|{_SEPARATED})
       (?:\s+(?P<banker_after>[0-9]))?
      |(?P<together>{_TOGETHER})\s+(?P<together_>{_TOGETHER})
      |(?P<blanks>{_SPACED})\s*,\s*(?P<blanks_>{_SPACED})
      |(?P<left>{_TOGETHER}|{_SEPARATED})\s*(?:[|/;-]|vs\.?)\s*(?P<right>{_TOGETHER}|{_SEPARATED})
      |(?P<drawn>{_SEPARATED}))
    (?:\s*(?:[|/,;=:.]|[-=]>|-)?\s*(?:(?:winner|result)\s*[:=]?\s*)?
       (?P<winner>[^\W\d]+(?:\s+wins)?)\.?)?\s*""",
    re.VERBOSE | re.IGNORECASE,
)
_HANDS = (("player", "banker"), ("together", "together_"), ("blanks", "blanks_"), ("left", "right"))
_BRACKETS = str.maketrans("()[]", "    ")

_MOST_CHARACTERS = 200  # the length of the longest line that `coup_in_one_line` examines


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes in lines of text, each as soon as the next one begins. Raises AnalyzerError if none can be
    read.
    """
    shoes = ShoeBuilder()
    blank, line, where = True, "", ""
    for number, line in enumerate(lines, 1):
        where = f"line {number}"
        blank = blank and not line.strip()
        try:
            row = None if shoes.stream or values.line_fault(line) else tokens.common_coup(line, where)
            if row is None:
                _read_line(shoes, line, where)
            else:
                shoes.add_coup(row, where)
        except AnalyzerError as fault:
            shoes.add_fault(where, fault)
        yield from shoes.take_finished()
    if line and not line.endswith("\n"):
        shoes.check_last_line(where)
    yield from shoes.end(only_remarks=not blank)


def _read_line(shoes: ShoeBuilder, line: str, where: str) -> None:
    if (why := values.line_fault(line)) is not None:
        shoes.add_unreadable(where, why)
        return
    directive = _DIRECTIVE.fullmatch(line.rstrip("\n"))
    if directive is not None and (key := tokens.label_key(directive[1])) in _DIRECTIVES:
        _apply_directive(shoes, _DIRECTIVES[key], directive[2])
    elif (title := _SHOE.fullmatch(line)) is not None:
        shoes.begin(title[1])
    elif not _read_one_line(shoes, _COMMENT.sub("", line), where):
        try:
            words = tokens.split_words(line)
        except AnalyzerError as fault:
            shoes.add_unreadable(where, fault)
            return
        for coup in tokens.split_coups(words) if words else ():
            if not _read_one_line(shoes, " ".join(coup), where):
                _read_words(shoes, coup, where)


def _read_one_line(shoes: ShoeBuilder, text: str, where: str) -> bool:
    """Add the coup that `coup_in_one_line` finds in a text; False if it finds none."""
    row = None if shoes.stream else coup_in_one_line(text)
    if row is not None:
        shoes.add_coup(row, where)
    return row is not None


def _read_words(shoes: ShoeBuilder, words: list[str], where: str) -> None:
    """Read the words of a coup, or only outcomes, or only cards."""
    if (numbered := numbered_outcomes(words)) is not None and _may_be_coups(shoes, words):
        for row in numbered:
            shoes.add_coup(row, where)
        return
    parts = [part for word in words for part in word.split(",") if part]
    if parts and not any(":" in word or "=" in word for word in words):
        if _are_cards(parts) or (shoes.stream and not values.CARDS.keys().isdisjoint(parts)):
            _read_cards(shoes, parts, where)
            return
        if _are_outcomes(parts):
            _read_outcomes(shoes, parts, where)
            return
    row, why = tokens.parse_coup(words, where, MOST_SUGGESTIONS - shoes.faults_found)
    of_stakes = [fault for fault in why if isinstance(fault, StakeError)]
    others = [fault for fault in why if not isinstance(fault, StakeError)]
    faults: list[Fault] = [
        (where, type(found[0])(and_more(found[0], len(found) - 1))) for found in (others, of_stakes) if found
    ]
    if row or tokens.has_coup_data(words):
        shoes.add_coup(row, where, faults)
    else:
        shoes.add_fault(*faults[0])


def _may_be_coups(shoes: ShoeBuilder, words: list[str]) -> bool:
    """Whether numbers with outcomes are coups: `5 T` is two cards, unless there are coups before it."""
    return not shoes.stream and (bool(shoes.rows) or not values.CARDS.keys() >= set(words))


def _are_cards(words: list[str]) -> bool:
    """Whether the first word and most others are cards; before cards with suits, `T` is a tie, not a card."""
    cards = [values.CARDS[word] for word in words if word in values.CARDS]
    if words[0] not in values.CARDS or 2 * len(cards) <= len(words):
        return False
    outcomes = sum(map(bool, map(coups_in, words)))
    suited = any(card is not None and card.suit is not None for card in cards)
    return len(cards) > outcomes and not (suited and words[0] in OUTCOMES)


def _are_outcomes(words: list[str]) -> bool:
    """Whether most words are outcomes, with at least two outcomes in total, and no other word is a card."""
    coups = [*map(coups_in, words)]
    if any(word in values.CARDS and not count for word, count in zip(words, coups, strict=True)):
        return False
    return sum(coups) > 1 and 2 * sum(map(bool, coups)) > len(words)


def _apply_directive(shoes: ShoeBuilder, key: str, text: str) -> None:
    value = _directive_value(text)
    if key == "shoe":
        shoes.begin(value if value or text.strip().startswith('"') else None)
    elif key == "marks":
        shoes.marked = values.flag(value)
    else:
        shoes.set(key, values.cards(value) if key == "burned" else value)


def _directive_value(text: str) -> str:
    """The value of a directive: up to a comment, or between quotes."""
    text = text.strip()
    if text.startswith('"'):
        comment = _COMMENT_AFTER_QUOTES.match(text)
        return tokens.unquoted(text if comment is None else comment[1])
    return values.printable(_COMMENT.sub("", text).strip())


def coups_in(word: str) -> int:
    """The number of outcomes that a word states; 2 if the word is ambiguous."""
    return 2 if word in UNCLEAR else len(outcomes_in(word))


def numbered_outcomes(words: list[str]) -> list[Row] | None:
    """The coups in words such as `1 B 2 P`, each a number and its outcome; None if they are anything else."""
    parts = [part for part in _BETWEEN.split(" ".join(words)) if part]
    numbers, outcomes = parts[::2], parts[1::2]
    if not parts or len(numbers) != len(outcomes) or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    if any(coups_in(word) != 1 for word in outcomes):
        return None
    coups = zip(numbers, map(outcomes_in, outcomes), strict=True)
    return [{"number": int(n.rstrip(".:)")), "winner": who, "marks": marks} for n, [(who, marks)] in coups]


def _read_outcomes(shoes: ShoeBuilder, words: list[str], where: str) -> None:
    """Add a coup for each outcome; any other word becomes a coup with a fault."""
    for place, word in enumerate(words, 1):
        try:
            if not (outcomes := outcomes_in(word)):
                raise AnalyzerError("expected an outcome such as B, P or Tbn, got {word}", word=quoted(word))
            for winner, marks in outcomes:
                shoes.add_coup({"winner": winner, "marks": marks}, where)
        except AnalyzerError as fault:
            shoes.add_coup({}, where, [(f"{where}, word {place}", fault)])


def _read_cards(shoes: ShoeBuilder, words: list[str], where: str) -> None:
    """Add cards in the order drawn; any other word is a fault, and counts as an unreadable card."""
    for place, word in enumerate(words, 1):
        if word not in values.CARDS:
            why = message("expected a card such as 9c, Th or ?, got {word}", word=quoted(word))
            shoes.add_fault(f"{where}, word {place}", why)
    shoes.add_drawn(tuple([values.CARDS.get(word) for word in words]))


def coup_in_one_line(line: str) -> Row | None:
    """The coup in a line that has only its cards, with suits, and perhaps its number, totals and winner.

    None if the line has anything else, or only cards in the order drawn, which may belong to several coups.

    >>> [str(card) for card in (coup_in_one_line("3: 9c 5d / Kh 2c = Player") or {})["banker"]]
    ['Kh', '2c']
    """
    text = " ".join(line.translate(values.NO_VARIATION_SELECTORS).translate(_BRACKETS).split())
    match = _COUP.fullmatch(text) if len(text) <= _MOST_CHARACTERS else None
    if match is None:
        return None
    parts = {name: text for name, text in match.groupdict().items() if text is not None}
    row: Row = {}
    if "number" in parts:
        row["number"] = int(parts["number"])
    for side in ("player", "banker"):
        totals = [parts[name] for name in (f"{side}_before", f"{side}_after") if name in parts]
        if len(totals) > 1:
            return None
        row |= {f"{side}_total": int(total) for total in totals}
    if "winner" in parts:
        try:
            row["winner"], row["marks"] = values.outcome(parts["winner"])
        except AnalyzerError:
            return None
    if "drawn" in parts:
        row["drawn"] = values.cards(parts["drawn"])
        return row if len(row) > 1 and len(row["drawn"]) >= FEWEST_CARDS else None
    player, banker = next(pair for pair in _HANDS if pair[0] in parts)
    return {**row, "player": values.cards(parts[player]), "banker": values.cards(parts[banker])}
