"""Writes recorded shoes in any form that can be read."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from operator import attrgetter
from typing import Any, Literal

from analyzer.errors import AnalyzerError
from analyzer.play.record import LETTERS, Read, RecordedCoup, RecordedShoe, Stake
from analyzer.records.builder import HANDS, SETTINGS, and_more
from analyzer.records.text import coup_in_one_line
from analyzer.records.tokens import FLAGS

Form = Literal["text", "csv", "jsonl", "json"]
"""The form in which a record is written."""

_PLAIN = re.compile(r"[A-Za-z0-9_](?:[\w./= -]*[\w./-])?", re.ASCII)
_PLAIN_NAME = re.compile(r"[\w./-]+", re.ASCII)

_OUTCOME_FIELDS = ("player_total", "banker_total", "winner", *FLAGS.values())


def text(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes in the text form, piece by piece."""
    for place, shoe in enumerate(shoes):
        lines = [f"shoe: {_quoted(shoe.id)}"]
        lines += [f"{key.replace('_', '-')}: {_quoted(value)}" for key, value in _settings(shoe).items()]
        if shoe.burned is not None:
            lines.append(f"burn: {_joined(shoe.burned, ' ')}")
        if marked := _marks_suffice(shoe):
            lines.append("marks: yes")
        lines += [*(_line(coup, marked) for coup in shoe.coups), *_card_lines(shoe.stream)]
        yield "\n" * (place > 0) + "".join(line + "\n" for line in lines)


def _line(coup: RecordedCoup, marked: bool) -> str:
    words = [f"{coup.number}."]
    hands = zip("PBD", (coup.player, coup.banker, coup.drawn), strict=True)
    words += [f"{label}:{_joined(cards, ',')}" for label, cards in hands if cards is not None]
    if coup.player_total is not None or coup.banker_total is not None:
        words.append("-".join("?" if n is None else str(n) for n in (coup.player_total, coup.banker_total)))
    flags = _flags(coup)
    if coup.winner is not None:
        marks = [letter for letter, holds in zip("pbn", flags, strict=True) if marked and holds]
        words.append(LETTERS[coup.winner] + "".join(marks))
    if not marked:
        labels = zip(FLAGS, flags, strict=True)
        words += [f"{label}:{'yes' if holds else 'no'}" for label, holds in labels if holds is not None]
    words += ["cut"] * coup.cut + [coup.status] * (coup.status != "played")
    words += [f"time:{_quoted(coup.time)}"] if coup.time else []
    return " ".join([*words, *map(stake_word, coup.stakes)])


_flags = attrgetter(*FLAGS.values())


def _marks_suffice(shoe: RecordedShoe) -> bool:
    """Whether marks after the winners can express all that the shoe states about pairs and naturals."""
    stated = [(coup.winner is not None, _flags(coup)) for coup in shoe.coups]
    return any(won for won, _ in stated) and all(
        None not in flags if won else flags == (None, None, None) for won, flags in stated
    )


def stake_word(stake: Stake) -> str:
    """A stake as a word of the text form: `anna@banker=10:19/2`.

    Raises:
        AnalyzerError: the record states more about the stake than a word can express.
    """
    if stake.said:
        raise AnalyzerError(
            "expected a stake with at most its net, got its {field} too; write JSON", field=stake.said[0][0]
        )
    bettor = f"{_quoted(stake.bettor, _PLAIN_NAME)}@" if stake.bettor else ""
    net = "" if stake.net is None else f":{stake.net}"
    return f"{bettor}{_quoted(stake.bet, _PLAIN_NAME)}={stake.amount}{net}"


def json_lines(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as JSON lines: one line for the settings of each shoe, then one per coup."""
    for shoe in shoes:
        lines = [_shoe_object(shoe), *map(_coup_object, shoe.coups)]
        yield "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def document(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as one JSON document, with one line per coup."""
    yield '{"shoes": ['
    for place, shoe in enumerate(shoes):
        head = json.dumps(_shoe_object(shoe), ensure_ascii=False)
        coups = ",".join("\n  " + json.dumps(_coup_object(coup), ensure_ascii=False) for coup in shoe.coups)
        yield f'{"," * (place > 0)}\n {head[:-1]}, "coups": [{coups}]}}'
    yield "\n]}\n"


COLUMNS = (
    *("shoe", "coup", *HANDS, *_OUTCOME_FIELDS),
    *("cut", "status", "time", "stakes", "burned", *SETTINGS, "card"),
)
"""The columns of CSV in order; columns without values are left out."""


def comma_separated(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as CSV; all shoes are read first, to find the columns that have values.

    Raises:
        AnalyzerError: a name or setting is empty or has line breaks or blanks at its ends, or two shoes in a
            row have the same name.
    """
    kept = tuple(shoes)
    used = {"shoe", "coup"}.union(*(row for shoe in kept for row in _rows(shoe)))
    columns = [column for column in COLUMNS if column in used]
    yield ",".join(columns) + "\n"
    for place, shoe in enumerate(kept):
        if place and shoe.id == kept[place - 1].id:
            raise AnalyzerError(
                "expected shoes with different names in CSV, got {name} twice; write JSON lines",
                name=repr(shoe.id),
            )
        piece = StringIO()
        csv.DictWriter(piece, columns, lineterminator="\n").writerows(_rows(shoe))
        yield piece.getvalue()


def _rows(shoe: RecordedShoe) -> Iterator[dict[str, str]]:
    """The rows of a shoe, each by column; the first row also has the settings of the shoe."""
    head = {"shoe": shoe.id, **_settings(shoe)}
    if shoe.burned is not None:
        head["burned"] = _joined(shoe.burned, " ")
    for key, value in head.items():
        if not value or value != value.strip() or not value.isprintable():
            raise AnalyzerError(
                "expected one line of text for {column} in CSV, got {value}; write JSON lines",
                column=key,
                value=repr(value),
            )
    rows = [*map(_cells, shoe.coups), *({"card": card} for card in _texts(shoe.stream))] or [{}]
    yield head | rows[0]
    yield from ({"shoe": shoe.id, **row} for row in rows[1:])


def _cells(coup: RecordedCoup) -> dict[str, str]:
    return {
        key: " ".join(value) or "-" if isinstance(value, list) else str(value).lower()
        for key, value in _coup_object(coup, stake_word).items()
    }


def _shoe_object(shoe: RecordedShoe) -> dict[str, Any]:
    cards = {"burned": shoe.burned, "stream": shoe.stream or None}
    texts = {key: _texts(group) for key, group in cards.items() if group is not None}
    return {"shoe": shoe.id, **_settings(shoe), **texts}


def _stake_object(stake: Stake) -> dict[str, str]:
    bettor = {"bettor": stake.bettor} if stake.bettor else {}
    said = {} if stake.net is None else {"net": str(stake.net)}
    said |= {key: str(value) for key, value in stake.said}
    return {"bet": stake.bet, "stake": str(stake.amount), **bettor, **said}


def _coup_object(coup: RecordedCoup, write_stake: Callable[[Stake], Any] = _stake_object) -> dict[str, Any]:
    """The number of a coup, and its other fields that have a value."""
    stated: dict[str, Any] = {"coup": coup.number}
    stated |= {hand: _texts(cards) for hand in HANDS if (cards := getattr(coup, hand)) is not None}
    stated |= {key: value for key in _OUTCOME_FIELDS if (value := getattr(coup, key)) is not None}
    stated |= {"cut": True} if coup.cut else {}
    stated |= {"status": coup.status} if coup.status != "played" else {}
    stated |= {"time": coup.time} if coup.time else {}
    stated |= {"stakes": [*map(write_stake, coup.stakes)]} if coup.stakes else {}
    return stated


def _settings(shoe: RecordedShoe) -> dict[str, str]:
    """The settings of a shoe, in the order of `SETTINGS`. Raises AnalyzerError if the shoe states anything
    that no form can express.
    """
    if others := shoe.settings.keys() - set(SETTINGS):
        raise AnalyzerError(
            "expected settings among {known}, got {setting}", known=SETTINGS, setting=repr(min(others))
        )
    if shoe.unread:
        first = shoe.unread[0]
        raise AnalyzerError(
            "expected a shoe without unreadable places, got {where}: {why}; correct the record, or write "
            "{expression}",
            where=first.where,
            why=and_more(first.why, len(shoe.unread) - 1),
            expression="dataclasses.replace(shoe, unread=())",
        )
    if shoe.coups and shoe.stream:
        raise AnalyzerError(
            "expected coups or cards in the order drawn, got both in shoe {shoe}", shoe=repr(shoe.id)
        )
    return {key: shoe.settings[key] for key in SETTINGS if key in shoe.settings}


def _quoted(value: str, plain: re.Pattern[str] = _PLAIN) -> str:
    return value if plain.fullmatch(value) else json.dumps(value)


def _texts(cards: Iterable[Read]) -> list[str]:
    return ["?" if card is None else str(card) for card in cards]


def _joined(cards: Iterable[Read], separator: str) -> str:
    return separator.join(_texts(cards)) or "-"


def _card_lines(cards: Iterable[Read]) -> Iterator[str]:
    """The lines of cards in the order drawn, 26 each. A ten without a suit is `10`, since T is a tie."""
    words = ["10" if word == "T" else word for word in _texts(cards)]
    if coup_in_one_line(" ".join(words[:26])) is not None:
        # A first card without a suit, such as 2, would be read as the number of a coup of the other cards.
        yield words.pop(0)
    for first in range(0, len(words), 26):
        yield " ".join(words[first : first + 26])
