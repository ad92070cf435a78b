"""The words of a coup in the text form: number, hands, totals, winner, stakes, and whatever else."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from analyzer.errors import AnalyzerError, did_you_mean
from analyzer.exact import quoted
from analyzer.game.cards import Card
from analyzer.pit.records import values
from analyzer.pit.records.gathering import Row
from analyzer.play.record import Read, Stake

HANDS = {
    **{
        letter: field
        for field, letters in (("player", "Pp闲閒"), ("banker", "Bb庄莊"), ("drawn", "Dd"))
        for letter in letters
    },
    **{word: word for word in ("player", "banker", "drawn")},
    "cards": "drawn",
}
"""What stands before the colon of cards."""

FLAGS = {"player-pair": "player_pair", "banker-pair": "banker_pair", "natural": "natural"}
"""What stands before the colon of a yes or no."""

# Quotes are looked through for so many letters only, or many that do not close would take for ever.
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.){0,300}"|[^\s"])+|"')
_NAME = r'"(?:[^"\\]|\\.)*"|[^"@=]+'
_PLAIN_STAKE = re.compile(r"(?:([\w.-]+)@)?([\w./-]+)=([0-9./]+)(?::([0-9./+-]+))?")
_NUMBER = re.compile(r"([0-9]{1,9})[.)]")
_TOTALS = re.compile(r"([0-9]{1,2}|\?)[-:]([0-9]{1,2}|\?)")
_STAKE = re.compile(rf"(?:({_NAME})@)?({_NAME})=([^:]*)(?::(.*))?")
_WIDE = str.maketrans("：，；、＝＠　", ":,;,=@ ", "\ufe0e\ufe0f")


_SUITLESS = {Card(rank) for rank in range(1, 14)}
_COLONS = {f"{letter}:": field for letter, field in HANDS.items() if len(letter) == 1}
WORDS: dict[str, Row] = {
    **{
        word: {"winner": winner, "marks": marks}
        for word, (winner, marks) in values.OUTCOMES.items()
        if " " not in word
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
"""What the commonest words say of a coup."""


def plain_coup(line: str, where: str) -> Row | None:
    """The coup of a line of common words, fast; None if the line says nothing, or anything else."""
    row: Row = {}
    said = 0
    stakes = []
    for word in line.split():
        known = WORDS.get(word)
        if known is not None:
            row.update(known)
            said += len(known)
            continue
        hand = _COLONS.get(word[:2])
        if hand is not None and len(word) > 2:
            said += 1
            try:
                row[hand] = tuple([values.CARDS[card] for card in word[2:].split(",")])
            except KeyError:
                return None
        elif (match := _PLAIN_STAKE.fullmatch(word)) is not None:
            bettor, bet, amount, net = match.groups()
            try:
                gain = None if net is None else values.money(net)
                stakes.append(Stake(bet, values.money(amount), bettor or "", gain, where))
            except AnalyzerError:
                return None
        else:
            return None
    if stakes:
        row["stakes"] = tuple(stakes)
        said += 1
    return row if row and said == len(row) else None


def coup_of(words: list[str], where: str) -> tuple[Row, list[AnalyzerError]]:
    """What words tell of a coup, and why some of them cannot be read.

    Where a word says again what another said, a second coup may have begun: what stands before it is told
    if it has both hands, and nothing else.
    """
    row: Row = {}
    faults: list[AnalyzerError] = []
    hand, going_on = "", False
    for before, word in pairwise(("", *words)):
        cards = [card for card in word.split(",") if card]
        try:
            if hand and values.CARDS.keys() >= set(cards) and not _tie(cards, row[hand], going_on):
                if ",," in before[-2:] + word or (not row[hand] and word[0] == ","):
                    raise AnalyzerError(f"expected a card before each comma, got nothing before {word!r}")
                row[hand] += values.cards(word.lstrip(","))
                continue
            said = _said(word, where)
        except AnalyzerError as fault:
            if not _of_its_own(word):
                row.pop(hand, None)  # the word may be of it
            faults.append(fault)
            hand = ""
            continue
        if "stakes" in said:
            row["stakes"] = (*row.get("stakes", ()), *said["stakes"])
            continue
        if again := row.keys() & said.keys() - {"marks"}:
            whole = "drawn" in row or {"player", "banker"} <= row.keys()
            return row if whole else {}, [_twice(min(again), word), *faults]
        row.update(said)
        hand = next((field for field in said if field in ("player", "banker", "drawn")), "")
        going_on = word.endswith((":", ","))
    return row, faults


def coups_apart(words: list[str]) -> list[list[str]]:
    """The words of each coup of a line: several where a break between lines was lost before a number."""
    places = [place for place, word in enumerate(words) if _NUMBER.fullmatch(word)]
    if places[:1] != [0]:
        return [words]
    return [words[place:end] for place, end in pairwise((*places, len(words)))]


def _twice(field: str, word: str) -> AnalyzerError:
    what = " ".join((*field.split("_"), *["hand"] * (field in ("player", "banker"))))
    return AnalyzerError(f"expected one {what} a coup, got another in {quoted(word)}; write one line a coup")


def _of_its_own(word: str) -> bool:
    """Whether a word says what it tells, or is a stake, and so is nothing of the hand before it."""
    key, colon, _ = word.partition(":")
    if colon and (key in HANDS or key.lower() in HANDS or key_of(key) in FLAGS):
        return True
    stake = _STAKE.fullmatch(word)
    return stake is not None and values.CARDS.keys().isdisjoint(stake[2].split(","))


def telling(words: Iterable[str]) -> bool:
    """Whether any word says something of a coup, or begins to; a card without a suit may be any letter."""
    return any(
        (":" in word and word.partition(":")[0].lower() in HANDS)
        or (word in values.CARDS and values.CARDS[word] not in _SUITLESS)
        or word in WORDS
        for word in words
    )


def _tie(words: list[str], hand: tuple[Read, ...], going_on: bool) -> bool:
    """Whether what could be cards behind a hand is a tie rather than some of it.

    Raises:
        AnalyzerError: it could be either, or it has no suit where the hand has.
    """
    word = next((word for word in words if values.CARDS[word] in _SUITLESS), None)
    if word is None:
        return False
    suited = any(card is not None and card.suit is not None for card in hand)
    tie = words in (["T"], ["t"])
    if tie and (suited or not going_on):
        return True
    if tie or suited or not going_on:
        raise AnalyzerError(
            f"expected the cards of a hand without blanks, such as P:9,{word}, got {word!r} alone"
        )
    return False


def _said(word: str, where: str) -> Row:
    """What a word says of a coup.

    Raises:
        AnalyzerError: it cannot be read.
    """
    known = WORDS.get(word) or WORDS.get(word.lower())
    if known is not None:
        return known
    if "=" in word:
        return {"stakes": [_stake(word, where)]}
    key, colon, rest = word.partition(":")
    field = HANDS.get(key) or HANDS.get(key.lower())
    if colon and field is not None:
        return {field: values.cards(rest)}
    if colon and (field := FLAGS.get(key_of(key))) is not None:
        return {field: values.flag(rest)}
    if (number := _NUMBER.fullmatch(word)) is not None:
        return {"number": values.whole(number[1])}
    if (totals := _TOTALS.fullmatch(word)) is not None:
        both = zip(("player_total", "banker_total"), totals.groups(), strict=True)
        return {side: int(total) for side, total in both if total != "?"}
    raise AnalyzerError(
        "expected a coup such as 12. P:9c,5d,3h B:Kh,2c B, or shoe: NAME, a comment beginning with #, "
        f"or cards alone, got {quoted(word)}{_meant(word[:40])}"
    )


@lru_cache(1000)
def _meant(word: str) -> str:
    """What may have been meant by a word of which many lines are made."""
    known = ("cut", "cancelled", "interrupted", "shoe:", "burn:", "variant:", "decks:")
    return did_you_mean(word, (*known, *FLAGS, *values.OUTCOMES))


def stakes_in(text: str, where: str) -> list[Stake]:
    """The stakes of a text's words, such as `banker=10 anna@tie=5:-5`.

    Raises:
        AnalyzerError: a word is none.
    """
    return [_stake(word, where) for word in words_of(text)]


def _stake(word: str, where: str) -> Stake:
    match = _STAKE.fullmatch(word)
    if match is None:
        raise AnalyzerError(f"expected a stake such as banker=10 or anna@tie/8=5:-5, got {quoted(word)}")
    bettor, bet, amount, net = match.groups()
    gain = None if net is None else values.money(net, "a gain")
    return Stake(unquoted(bet), values.stake(amount), unquoted(bettor or ""), gain, where)


def key_of(text: str) -> str:
    """What stands before a colon, as it is looked up: `Cut card` is `cut-card`."""
    return re.sub(r"[\s_]+", "-", text.lower())


def unquoted(text: str) -> str:
    """What stands between quotes, as JSON writes it; a text without quotes as it is.

    Raises:
        AnalyzerError: a quote is open.
    """
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise AnalyzerError(f"expected a text between quotes, got {quoted(text)}") from None


def words_of(line: str) -> list[str]:
    """The words of a line up to a remark; what stands between quotes is of one word.

    Raises:
        AnalyzerError: a word has letters that cannot be seen.
    """
    if '"' not in line:
        line = line.translate(_WIDE)
    words = _WORD.findall(line)
    for place, word in enumerate(words):
        if word.startswith("#"):
            return words[:place]
        values.seen(word)
    return words
