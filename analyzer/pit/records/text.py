"""Records in the text form: a line a coup, or nothing but outcomes, or nothing but cards; and directives.

For instance:

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
from analyzer.pit.records import plainly, values
from analyzer.pit.records.gathering import SAID, Gathering
from analyzer.pit.records.words import (
    WORDS,
    coup_of,
    coups_apart,
    key_of,
    plain_coup,
    telling,
    unquoted,
    words_of,
)
from analyzer.play.record import RecordedShoe

_DIRECTIVES = {
    "shoe": "shoe",
    "burn": "burned",
    "burned": "burned",
    "marks": "marks",
    **{key.replace("_", "-"): key for key in SAID},
}
_DIRECTIVE = re.compile(r"\s*([A-Za-z][A-Za-z_ -]*?)\s*[:：](.*)", re.DOTALL)
_SHOE = re.compile(r"\s*shoe\s+(#?[\w.-]+)\s*", re.IGNORECASE)
_REMARK = re.compile(r"(?:^|(?<=\s))#.*", re.DOTALL)
_REMARK_AFTER_QUOTES = re.compile(r'("(?:[^"\\]|\\.)*")\s+#.*', re.DOTALL)
_TOGETHER = re.compile(r"[BPT庄莊闲閒和][pbn]*")


def read_lines(lines: Iterable[str]) -> Iterator[RecordedShoe]:
    """The shoes of a text's lines, each as soon as the next one begins.

    Raises:
        AnalyzerError: nothing at all can be read.
    """
    shoes = Gathering()
    remarks, line, place = False, "", 0
    for place, line in enumerate(lines, 1):
        where = f"line {place}"
        remarks = remarks or bool(line.strip())
        try:
            row = None if shoes.stream or values.overlong(line) else plain_coup(line, where)
            if row is None:
                _read(shoes, line, where)
            else:
                shoes.coup(row, where)
        except AnalyzerError as fault:
            shoes.fault(where, fault)
        if shoes.finished:
            yield from shoes.finished
            shoes.finished = []
    if line and not line.endswith("\n"):
        shoes.cut_off(f"line {place}")
    yield from shoes.end("nothing but remarks" if remarks else "an empty one")


def _read(shoes: Gathering, line: str, where: str) -> None:
    """Take any line.

    Raises:
        AnalyzerError: it cannot be read, or says what cannot be.
    """
    if (why := values.overlong(line) or (None if line.isascii() else values.undecoded(line))) is not None:
        shoes.lost(where, why)
        return
    directive = _DIRECTIVE.fullmatch(line.rstrip("\n"))
    if directive is not None and (key := key_of(directive[1])) in _DIRECTIVES:
        _direct(shoes, _DIRECTIVES[key], directive[2])
        return
    if (title := _SHOE.fullmatch(line)) is not None:
        shoes.begin(title[1])
        return
    if _read_plainly(shoes, _REMARK.sub("", line), where):
        return
    try:
        words = words_of(line)
    except AnalyzerError as fault:
        shoes.lost(where, fault)
        return
    for coup in coups_apart(words) if words else ():
        if not _read_plainly(shoes, " ".join(coup), where):
            _read_words(shoes, coup, where)


def _read_plainly(shoes: Gathering, text: str, where: str) -> bool:
    """Take a coup that is written down without much thought; whether it is one."""
    row = None if shoes.stream else plainly.coup(text)
    if row is not None:
        shoes.coup(row, where)
    return row is not None


def _read_words(shoes: Gathering, words: list[str], where: str) -> None:
    """Take the words of a coup, outcomes alone, or cards alone."""
    bare = [each for word in words for each in word.split(",") if each]
    if bare and not any(":" in word or "=" in word for word in words):
        if _are_cards(bare) or (shoes.stream and any(word in values.CARDS for word in bare)):
            _stream(shoes, bare, where)
            return
        if _are_outcomes(bare):
            _line_of_outcomes(shoes, bare, where)
            return
    row, faults = coup_of(words, where)
    told: list[tuple[str, object]] = []
    if faults:
        more = len(faults) - 1
        told = [(where, f"{faults[0]} (and {more} more)" if more else faults[0])]
    if row or telling(words):
        shoes.coup(row, where, told)
    else:
        shoes.fault(*told[0])


def _are_cards(words: list[str]) -> bool:
    """Whether words are cards, most of them; a tie with suited cards behind it is none."""
    cards = [values.CARDS[word] for word in words if word in values.CARDS]
    if words[0] not in values.CARDS or 2 * len(cards) <= len(words):
        return False
    outcomes = sum(_outcomes(word) != [] for word in words)
    suited = any(card is not None and card.suit is not None for card in cards)
    return len(cards) > outcomes and not (suited and words[0] in values.OUTCOMES)


def _are_outcomes(words: list[str]) -> bool:
    """Whether words are outcomes, most of them, and several or run together, and none is a card."""
    each = [_outcomes(word) for word in words]
    if any(word in values.CARDS and not told for word, told in zip(words, each, strict=True)):
        return False
    return sum(map(len, each)) > 1 and 2 * sum(map(bool, each)) > len(words)


def _direct(shoes: Gathering, key: str, text: str) -> None:
    """Take a directive."""
    value = _value(text)
    if key == "shoe":
        shoes.begin(value if value or text.strip().startswith('"') else None)
    elif key == "burned":
        shoes.burn(values.cards(value))
    elif key == "marks":
        shoes.marked = values.flag(value)
    else:
        shoes.say(key, value)


def _value(text: str) -> str:
    """What a directive says: up to a remark, or between quotes.

    Raises:
        AnalyzerError: a quote is open, or there are letters that cannot be seen.
    """
    text = text.strip()
    if text.startswith('"'):
        remark = _REMARK_AFTER_QUOTES.match(text)
        return unquoted(text if remark is None else remark[1])
    return values.seen(_REMARK.sub("", text).strip())


def _outcomes(word: str) -> list[str]:
    """The outcomes that a word is, run together or one; none if it is anything else."""
    each = [word] if word in values.OUTCOMES else _TOGETHER.findall(word)
    return each if "".join(each) == word else []


def _line_of_outcomes(shoes: Gathering, words: list[str], where: str) -> None:
    """Take a coup for each outcome; name the words that are none."""
    for place, word in enumerate(words, 1):
        each = _outcomes(word)
        if not each:
            at = f"{where}, word {place}"
            shoes.coup({}, where, [(at, f"expected an outcome such as B, P or Tbn, got {quoted(word)}")])
        for outcome in each:
            shoes.coup(dict(WORDS[outcome]), where)


def _stream(shoes: Gathering, words: list[str], where: str) -> None:
    """Take cards in the order drawn; name the words that are none, each a card that could not be read."""
    for place, word in enumerate(words, 1):
        if word not in values.CARDS:
            shoes.fault(f"{where}, word {place}", f"expected a card such as 9c, Th or ?, got {quoted(word)}")
    shoes.draw(tuple([values.CARDS.get(word) for word in words]))
