"""Recorded shoes written down, in any of the forms that are read."""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, Literal

from analyzer.errors import AnalyzerError
from analyzer.pit.records import plainly
from analyzer.pit.records.gathering import SAID
from analyzer.pit.records.words import FLAGS
from analyzer.play.outcome import LETTERS
from analyzer.play.record import Read, RecordedCoup, RecordedShoe, Stake

Form = Literal["text", "csv", "jsonl", "json"]
"""How a record is written."""

_PLAIN = re.compile(r"[A-Za-z0-9_](?:[\w./= -]*[\w./-])?", re.ASCII)
_PLAIN_NAME = re.compile(r"[\w./-]+", re.ASCII)


def text(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes in the text form, piece by piece."""
    for place, shoe in enumerate(shoes):
        head = [f"shoe: {_quoted(shoe.id)}"]
        head += [f"{key.replace('_', '-')}: {_quoted(value)}" for key, value in said(shoe).items()]
        if shoe.burned is not None:
            head.append(f"burn: {_cards(shoe.burned, ' ')}")
        if marked := _marked(shoe):
            head.append("marks: yes")
        lines = [*head, *(_line(coup, marked) for coup in shoe.coups), *_in_lines(shoe.stream)]
        yield "\n" * (place > 0) + "".join(line + "\n" for line in lines)


def _line(coup: RecordedCoup, marked: bool) -> str:
    words = [f"{coup.number}."]
    hands = (("P", coup.player), ("B", coup.banker), ("D", coup.drawn))
    words += [f"{letter}:{_cards(cards, ',')}" for letter, cards in hands if cards is not None]
    if coup.player_total is not None or coup.banker_total is not None:
        words.append("-".join("?" if n is None else str(n) for n in (coup.player_total, coup.banker_total)))
    marks = ((coup.player_pair, "p"), (coup.banker_pair, "b"), (coup.natural, "n"))
    if coup.winner is not None:
        words.append(LETTERS[coup.winner] + "".join(letter for holds, letter in marks if marked and holds))
    if not marked:
        flags = zip(FLAGS, marks, strict=True)
        words += [f"{key}:{'yes' if holds else 'no'}" for key, (holds, _) in flags if holds is not None]
    words += ["cut"] if coup.cut else []
    words += [coup.status] if coup.status != "played" else []
    return " ".join([*words, *map(stake_word, coup.stakes)])


def _marked(shoe: RecordedShoe) -> bool:
    """Whether marks behind the winners, or none, say all that the shoe says of pairs and naturals."""
    flags = [
        (coup.winner is not None, (coup.player_pair, coup.banker_pair, coup.natural)) for coup in shoe.coups
    ]
    return any(won for won, _ in flags) and all(
        None not in some if won else some == (None, None, None) for won, some in flags
    )


def stake_word(stake: Stake) -> str:
    """A stake as a word of the text form: `anna@banker=10:19/2`."""
    bettor = f"{_quoted(stake.bettor, _PLAIN_NAME)}@" if stake.bettor else ""
    net = "" if stake.net is None else f":{stake.net}"
    return f"{bettor}{_quoted(stake.bet, _PLAIN_NAME)}={stake.amount}{net}"


def json_lines(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as JSON lines: a line for the head of each, then one a coup."""
    for shoe in shoes:
        lines = [_head(shoe), *map(_object, shoe.coups)]
        yield "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def document(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as one JSON document, a line a coup."""
    yield '{"shoes": ['
    for place, shoe in enumerate(shoes):
        head = json.dumps(_head(shoe), ensure_ascii=False)
        coups = ",\n  ".join(json.dumps(_object(coup), ensure_ascii=False) for coup in shoe.coups)
        yield f'{"," * (place > 0)}\n {head[:-1]}, "coups": [{coups and chr(10) + "  "}{coups}]}}'
    yield "\n]}\n"


COLUMNS = (
    *("shoe", "coup", "player", "banker", "drawn", "player_total", "banker_total", "winner"),
    *("player_pair", "banker_pair", "natural", "cut", "status", "stakes", "burned", *SAID, "card"),
)
"""The columns of CSV, as far as they say anything."""


def comma_separated(shoes: Iterable[RecordedShoe]) -> Iterator[str]:
    """The shoes as CSV, with the columns that say anything: those of all shoes are looked at first.

    Raises:
        AnalyzerError: a name has line breaks, or blanks at its ends.
    """
    kept = tuple(shoes)
    used = {"shoe", "coup"}.union(*(row for shoe in kept for row in _rows(shoe)))
    columns = [column for column in COLUMNS if column in used]
    yield ",".join(columns) + "\n"
    before = None
    for shoe in kept:
        if shoe.id == before:
            raise AnalyzerError(
                f"expected shoes of different names in CSV, got {before!r} twice; write JSON lines"
            )
        before = shoe.id
        piece = StringIO()
        csv.DictWriter(piece, columns, lineterminator="\n").writerows(_rows(shoe))
        yield piece.getvalue()


def _rows(shoe: RecordedShoe) -> Iterator[dict[str, str]]:
    """The rows of a shoe by column: what is said of the shoe stands in its first."""
    head = {"shoe": shoe.id, **said(shoe)}
    if shoe.burned is not None:
        head["burned"] = _cards(shoe.burned, " ")
    for key, value in head.items():
        if not value or value != value.strip() or not value.isprintable():
            raise AnalyzerError(
                f"expected one line of text for {key} in CSV, got {value!r}; write JSON lines"
            )
    rows = [*map(_cells, shoe.coups), *({"card": card} for card in _listed(shoe.stream))] or [{}]
    yield head | rows[0]
    yield from ({"shoe": shoe.id, **row} for row in rows[1:])


def _cells(coup: RecordedCoup) -> dict[str, str]:
    said_of = _object(coup)
    cards = {key: " ".join(said_of[key]) or "-" for key in ("player", "banker", "drawn") if key in said_of}
    stakes = {"stakes": " ".join(map(stake_word, coup.stakes))} if coup.stakes else {}
    others = {key: str(value).lower() for key, value in said_of.items()}
    return others | cards | stakes


def _head(shoe: RecordedShoe) -> dict[str, Any]:
    head: dict[str, Any] = {"shoe": shoe.id, **said(shoe)}
    if shoe.burned is not None:
        head["burned"] = _listed(shoe.burned)
    if shoe.stream:
        head["stream"] = _listed(shoe.stream)
    return head


def _object(coup: RecordedCoup) -> dict[str, Any]:
    found: dict[str, Any] = {"coup": coup.number}
    hands = (("player", coup.player), ("banker", coup.banker), ("drawn", coup.drawn))
    found |= {key: _listed(cards) for key, cards in hands if cards is not None}
    said_of = {
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "winner": coup.winner,
        "player_pair": coup.player_pair,
        "banker_pair": coup.banker_pair,
        "natural": coup.natural,
        "cut": coup.cut or None,
        "status": coup.status if coup.status != "played" else None,
    }
    found |= {key: value for key, value in said_of.items() if value is not None}
    if coup.stakes:
        found["stakes"] = [_stake(stake) for stake in coup.stakes]
    return found


def _stake(stake: Stake) -> dict[str, str]:
    found = {"bet": stake.bet, "stake": str(stake.amount)}
    if stake.bettor:
        found["bettor"] = stake.bettor
    if stake.net is not None:
        found["net"] = str(stake.net)
    return found


def said(shoe: RecordedShoe) -> dict[str, str]:
    """What the record says of the game, in the order of the keys known.

    Raises:
        AnalyzerError: it says something else, or tells coups apart and does not.
    """
    if others := shoe.said.keys() - set(SAID):
        raise AnalyzerError(f"expected a record to say some of {', '.join(SAID)}, got {min(others)!r}")
    if shoe.coups and shoe.stream:
        raise AnalyzerError(f"expected coups or cards as drawn, got both in shoe {shoe.id!r}")
    return {key: shoe.said[key] for key in SAID if key in shoe.said}


def _quoted(value: str, plain: re.Pattern[str] = _PLAIN) -> str:
    return value if plain.fullmatch(value) else json.dumps(value)


def _listed(cards: tuple[Read, ...]) -> list[str]:
    return ["?" if card is None else str(card) for card in cards]


def _cards(cards: tuple[Read, ...], between: str) -> str:
    return between.join(_listed(cards)) or "-"


def _in_lines(cards: tuple[Read, ...]) -> Iterator[str]:
    """Cards as drawn, 26 a line; a ten without suit as `10`, since T alone is a tie."""
    words = ["10" if word == "T" else word for word in _listed(cards)]
    if plainly.coup(" ".join(words[:26])) is not None:
        # A first card such as 2, whose suit nobody knows, would be the number of a coup of the others.
        yield words.pop(0)
    for first in range(0, len(words), 26):
        yield " ".join(words[first : first + 26])
