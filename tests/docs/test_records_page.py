"""The page about records: everything that it says a record can contain is read."""

import json
import re

import pytest
from suite import ROOT

from analyzer.records import read_text
from analyzer.records.fields import CARD_PLACES, COUP, SHOE, SHOE_NAMES
from analyzer.records.stake_fields import STAKE

PAGE = (ROOT / "docs" / "guide" / "records.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))
CODE = re.compile(r"`([^`]+)`")
WORDS = [
    word
    for row in re.findall(r"^  \| (`.+?) \|", SECTIONS["Text"], re.MULTILINE)
    for word in CODE.findall(row)
]
LINES = [code for code in CODE.findall(SECTIONS["Text"]) if re.match(r"[a-z][\w-]*: \w", code)]
SHORT = [
    code.replace("\n", " ")
    for code in CODE.findall(SECTIONS["Text"])
    if len(re.findall(r"[2-9KQ][shdc]", code)) == 4
]
COLUMNS = [
    code
    for code in CODE.findall(SECTIONS["CSV"].split("Other columns")[0])
    if code.islower() and ":" not in code and code != "card"
]
OBJECTS = [
    code.replace("\n", " ")
    for code in re.findall(r"`(\{[^`]+\})`", SECTIONS["JSON lines and JSON"])
    if code.startswith('{"') and ":" in code and ("coup" in code or "shoe" in code)
]


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_coup_is_read(word: str) -> None:
    [shoe] = read_text(f"1. B\n2. {word} P\n" if word[0] not in "BPD1" else f"{word}\n")
    assert (shoe.unread, len(shoe.coups) >= 1) == ((), True)


@pytest.mark.parametrize("line", LINES)
def test_every_line_about_a_shoe_is_read(line: str) -> None:
    [shoe] = read_text(f"{line}\nP:9c,8d B:Kh,6s\n")
    assert (shoe.unread, len(shoe.coups)) == ((), 1)


def test_every_column_is_known() -> None:
    known = COUP.keys() | SHOE.keys() | CARD_PLACES.keys() | STAKE.keys() | {*SHOE_NAMES.split(), "stakes"}
    assert set(COLUMNS) <= known
    assert {field for field, _ in COUP.values()} <= {COUP[name][0] for name in COLUMNS if name in COUP}


@pytest.mark.parametrize("line", SHORT)
def test_every_short_form_of_a_coup_is_read(line: str) -> None:
    [shoe] = read_text(f"{line}\n")
    assert (shoe.unread, len(shoe.coups), shoe.coups[0].winner) in (((), 1, "player"), ((), 1, None))


def test_one_row_per_stake_is_read() -> None:
    [shoe] = read_text("coup,winner,bet,stake,net,bettor\n1,B,banker,10,9.5,anna\n1,B,tie,5,-5,anna\n", "csv")
    assert (shoe.unread, len(shoe.coups), len(shoe.coups[0].stakes)) == ((), 1, 2)


@pytest.mark.parametrize("text", OBJECTS)
def test_every_object_is_read(text: str) -> None:
    assert isinstance(json.loads(text), dict)
    shoes = list(read_text(text, "jsonl"))
    assert [shoe.unread for shoe in shoes] == [()]


def test_the_page_has_examples_of_each() -> None:
    assert min(map(len, (WORDS, LINES, SHORT, COLUMNS, OBJECTS))) >= 2
