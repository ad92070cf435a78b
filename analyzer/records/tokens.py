"""The words of a coup in the text form: number, hands, totals, winner, stakes and the rest.

Functions raise `AnalyzerError` for a word that they cannot read.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.play.outcomes import OUTCOMES, UNCLEAR, outcomes_in
from analyzer.play.record import Read, Stake
from analyzer.records import values
from analyzer.records.builder import HANDS, Fault, Row
from analyzer.records.stake_fields import stake_of
from analyzer.records.values import StakeError
from analyzer.text import Text, message

_HAND_LABELS = {
    **dict.fromkeys(("p", "player", "闲", "閒"), "player"),
    **dict.fromkeys(("b", "banker", "庄", "莊"), "banker"),
    **dict.fromkeys(("d", "drawn", "cards"), "drawn"),
}
"""Hands by the label before the colon, in lower case."""

FLAGS = {"player-pair": "player_pair", "banker-pair": "banker_pair", "natural": "natural"}
"""Fields that are yes or no, by the label before the colon."""

_WORD = re.compile(r'(?:"(?:[^"\\]|\\.){0,300}"|[^\s"])+|"')
_NAME = r'"(?:[^"\\]|\\.)*"|[^"@=]+'
_STAKE = re.compile(rf"(?:({_NAME})@)?({_NAME})=([^:]*)(?::(.*))?")
_PLAIN_STAKE = re.compile(r"[\w.@/-]+=[0-9./:+-]+")
_NUMBER = re.compile(r"([0-9]{1,9})[.)]")
_TOTALS = re.compile(r"([0-9]{1,2}|\?)[-:]([0-9]{1,2}|\?)")
_FULL_WIDTH = str.maketrans("：，；、＝＠　", ":,;,=@ ", "\ufe0e\ufe0f")

_SUITLESS = {Card(rank) for rank in range(1, 14)}
_COLONS = {f"{label}:": _HAND_LABELS[label.lower()] for label in "PpBbDd闲閒庄莊"}
WORDS: dict[str, Row] = {
    **{
        word: {"winner": winner, "marks": marks}
        for word, (winner, marks) in OUTCOMES.items()
        if " " not in word and word not in UNCLEAR
    },
    **{
        f"{player}-{banker}": {"player_total": player, "banker_total": banker}
        for player in range(10)
        for banker in range(10)
    },
    **{f"{number}.": {"number": number} for number in range(1, 200)},
    **{word: {"status": word} for word in ("cancelled", "interrupted")},
    "cut": {"cut": True},
}
"""The most common words, with the fields of a coup that each states."""


def common_coup(line: str, where: str) -> Row | None:
    """The coup in a line of common words, read fast; None if the line is empty or has any other word."""
    row: Row = {}
    count = 0
    stakes = []
    for word in line.split():
        known = WORDS.get(word)
        if known is not None:
            row.update(known)
            count += len(known)
            continue
        hand = _COLONS.get(word[:2])
        try:
            if hand is not None and len(word) > 2:
                count += 1
                row[hand] = tuple([values.CARDS[card] for card in word[2:].split(",")])
            elif _PLAIN_STAKE.fullmatch(word):
                stakes.append(_stake(word, where))
            else:
                return None
        except (KeyError, AnalyzerError):
            return None
    if stakes:
        row["stakes"] = tuple(stakes)
        count += 1
    return row if row and count == len(row) else None  # fewer fields than values: one is repeated


def parse_coup(words: list[str], where: str, suggestions: int) -> tuple[Row, list[AnalyzerError]]:
    """The fields of a coup that words state, and why some of the words cannot be read.

    At most `suggestions` of the faults suggest a word, because finding one takes long.

    A word that repeats a field may belong to a second coup, so nothing after it is read; the fields before it
    are kept only if they include both hands.
    """
    row: Row = {}
    faults: list[AnalyzerError] = []
    hand, continues = "", False
    for before, word in pairwise(("", *words)):
        cards = [card for card in word.split(",") if card]
        try:
            if hand and values.CARDS.keys() >= set(cards) and not _is_tie(cards, row[hand], continues):
                if ",," in before[-2:] + word or (not row[hand] and word[0] == ","):
                    raise AnalyzerError(
                        "expected a card before each comma, got nothing before {word}", word=repr(word)
                    )
                row[hand] += values.cards(word.lstrip(","))
                continue
            parsed = _parse_word(word, where, suggest=len(faults) < suggestions)
        except AnalyzerError as fault:
            if not _is_separate(word):
                row.pop(hand, None)  # the word may belong to the hand
            faults.append(fault)
            hand = ""
            continue
        if "stakes" in parsed:
            row["stakes"] = (*row.get("stakes", ()), *parsed["stakes"])
            continue
        if repeated := row.keys() & parsed.keys() - {"marks"}:
            whole = "drawn" in row or {"player", "banker"} <= row.keys()
            return row if whole else {}, [_twice(min(repeated), word), *faults]
        row.update(parsed)
        hand = next((field for field in parsed if field in HANDS), "")
        continues = word.endswith((":", ","))
    return row, faults


def _twice(field: str, word: str) -> AnalyzerError:
    """The fault of a coup whose line repeats a field."""
    if field in ("player", "banker"):
        return AnalyzerError(
            "expected one {hand} hand per coup, got another in {word}; write each coup on its own line",
            hand=message("Player") if field == "player" else message("Banker"),
            word=quoted(word),
        )
    return AnalyzerError(
        "expected one {field} per coup, got another in {word}; write each coup on its own line",
        field=field.replace("_", " "),
        word=quoted(word),
    )


def split_coups(words: list[str]) -> list[list[str]]:
    """The words of a line, split by coup: a line may have several if line breaks before numbers were lost."""
    places = [place for place, word in enumerate(words) if _NUMBER.fullmatch(word)]
    if places[:1] != [0]:
        return [words]
    return [words[place:end] for place, end in pairwise((*places, len(words)))]


def _is_separate(word: str) -> bool:
    """Whether a word has its own label or is a stake, and so cannot belong to the hand before it."""
    label, colon, _ = word.partition(":")
    if colon and (label.lower() in _HAND_LABELS or label_key(label) in FLAGS):
        return True
    stake = _STAKE.fullmatch(word)
    return stake is not None and values.CARDS.keys().isdisjoint(stake[2].split(","))


def has_coup_data(words: Iterable[str]) -> bool:
    """Whether any word certainly belongs to a coup, unlike a card without a suit, which may be any letter."""
    return any(
        (":" in word and word.partition(":")[0].lower() in _HAND_LABELS)
        or (word in values.CARDS and values.CARDS[word] not in _SUITLESS)
        or word in WORDS
        for word in words
    )


def _is_tie(words: list[str], hand: tuple[Read, ...], continues: bool) -> bool:
    """Whether words after a hand are a tie, not cards of it; `continues` is whether it expects more cards."""
    word = next((word for word in words if values.CARDS[word] in _SUITLESS), None)
    if word is None:
        return False
    suited = any(card is not None and card.suit is not None for card in hand)
    is_t, takes_no_rank = words in (["T"], ["t"]), suited or not continues
    if is_t == takes_no_rank:
        return is_t
    raise AnalyzerError(
        "expected the cards of a hand without blanks, such as {example}, got {word} alone",
        example=f"P:9,{word}",
        word=repr(word),
    )


def _parse_word(word: str, where: str, *, suggest: bool) -> Row:
    if (known := WORDS.get(word) or WORDS.get(word.lower())) is not None:
        return known
    if (outcomes := outcomes_in(word))[1:]:
        raise AnalyzerError(
            "expected one outcome per coup, got {word}, which is {n}", word=quoted(word), n=len(outcomes)
        )
    if "=" in word:
        return {"stakes": [_stake(word, where)]}
    label, colon, rest = word.partition(":")
    if colon and (hand := _HAND_LABELS.get(label.lower())) is not None:
        return {hand: values.cards(rest)}
    if colon and (field := FLAGS.get(label_key(label))) is not None:
        return {field: values.flag(rest)}
    if colon and label.lower() == "time":
        return {"time": unquoted(rest)}
    if (number := _NUMBER.fullmatch(word)) is not None:
        return {"number": values.whole_number(number[1])}
    if (totals := _TOTALS.fullmatch(word)) is not None:
        both = zip(("player_total", "banker_total"), totals.groups(), strict=True)
        return {side: int(total) for side, total in both if total != "?"}
    raise AnalyzerError(
        "expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a comment beginning with #, or "
        "cards alone, got {word}{hint}",
        word=quoted(word),
        hint=_suggestion(word[:40]) if suggest else "",
    )


@lru_cache(1000)
def _suggestion(word: str) -> Text:
    """The word that was probably meant; cached, since many lines may have the same mistake."""
    known = ("cut", "cancelled", "interrupted", "shoe:", "burn:", "variant:", "decks:")
    return did_you_mean(word, (*known, *FLAGS, *(outcome for outcome in OUTCOMES if outcome not in UNCLEAR)))


def stakes_in(text: str, where: str) -> Iterator[Stake | Fault]:
    """The stakes in a text such as `banker=10 anna@tie=5:-5`, and the fault of each that cannot be read."""
    try:
        words = split_words(text)
    except AnalyzerError as fault:
        yield where, StakeError(fault.message)
        return
    for word in words:
        try:
            yield _stake(word, where)
        except AnalyzerError as fault:
            yield where, StakeError(fault.message)


def _stake(word: str, where: str) -> Stake:
    match = _STAKE.fullmatch(word)
    if match is None:
        raise StakeError(
            "expected a stake such as banker=10 or anna@tie/8=5:-5, got {word}", word=quoted(word)
        )
    bettor, bet, amount, net = match.groups()
    if net == "":
        raise StakeError(
            "expected the net of a stake after the colon, such as banker=10:-10, got {word}",
            word=quoted(word),
        )
    names = {"bettor": unquoted(bettor or ""), "bet": unquoted(bet)}
    return stake_of({**names, "stake": amount, "net": net}, where)


def label_key(text: str) -> str:
    """A label before a colon as spelled in the tables: `Cut card` becomes `cut-card`."""
    return re.sub(r"[\s_]+", "-", text.lower())


def unquoted(text: str) -> str:
    """The text between quotes, which is escaped as in JSON; a text without quotes is returned unchanged."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise AnalyzerError("expected a text between quotes, got {text}", text=quoted(text)) from None


def split_words(line: str) -> list[str]:
    """The words of a line up to a comment; quotes keep blanks within a word."""
    if '"' not in line:
        line = line.translate(_FULL_WIDTH)
    words = _WORD.findall(line)
    for place, word in enumerate(words):
        if word.startswith("#"):
            return words[:place]
        values.printable(word)
    return words
