"""Roads as people see them: every mark read back from a drawing or a text is where the roads put it."""

import gettext
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from suite import DATA
from wcwidth import wcswidth, wcwidth

import analyzer as ba
from analyzer.ask.roads import Scoreboard
from analyzer.render.boards import phrases
from analyzer.render.boards import svg as marks
from analyzer.render.boards.svg import BEAD, CELL, HALF, board_html, board_svg
from analyzer.render.boards.tables import provenance
from analyzer.render.boards.text import board_text
from analyzer.render.words import Words, wording
from analyzer.text import LANGUAGES

FOLDER = DATA / "roads"
VECTORS: dict[str, dict[str, Any]] = {
    vector["name"]: vector
    for vector in json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))["vectors"]
}
ENGLISH = wording()
SVG = "{http://www.w3.org/2000/svg}"
WINNERS = {color: winner for winner, color in marks.SIDES.items()}
COLORS = {color: letter for letter, color in marks.COLORS.items()}
DERIVED = ("big_eye", "small", "cockroach")


def board(name: str, **asked: Any) -> Scoreboard:
    """The scoreboard of a test vector's coups."""
    return ba.roads(VECTORS[name]["coups"], **asked)


def pictures(name: str) -> dict[str, list[list[Any]]]:
    """The pictures of a test vector."""
    expect = VECTORS[name]["expect"]
    return {
        "bead_plate": expect["bead_plate"],
        **{road: expect[road]["display"] for road in ("big_road", *DERIVED)},
    }


def last(display: list[list[Any]], columns: int) -> list[list[Any]]:
    """The last columns of a picture, moved to the left edge."""
    dropped = max(0, max((x for x, *_ in display), default=0) - columns)
    return [[x - dropped, *rest] for x, *rest in display if x > dropped]


# Drawings


def parts_of(svg: str) -> dict[str, ET.Element]:
    """The parts of a drawn scoreboard by class."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return {part.get("class", ""): part for part in root.iter(f"{SVG}g") if part.get("class")}


def number(element: ET.Element, *names: str) -> tuple[float, ...]:
    """Attributes that are numbers."""
    return tuple(float(element.get(name, "nan")) for name in names)


def cell_at(x: float, y: float, size: int) -> list[int]:
    """The cell with this middle."""
    found = [(x + size / 2) / size, (y + size / 2) / size]
    assert found == [int(part) for part in found], "a mark is in the middle of its cell"
    return [int(part) for part in found]


def pairs_of(dots: Sequence[ET.Element], x: float, y: float) -> str:
    """The pairs shown by dots around a mark: red at the upper left Banker, blue at the lower right Player."""
    found = ""
    for dot in dots:
        across, down = number(dot, "cx", "cy")
        corner = {(True, True): "b", (False, False): "p"}[across < x, down < y]
        assert dot.get("fill") == {"b": marks.RED, "p": marks.BLUE}[corner]
        found = corner + found
    return found


def beads(part: ET.Element) -> Iterator[list[Any]]:
    """The beads in a drawing: filled discs with a letter."""
    for mark in part.findall(f"{SVG}g"):
        disc, *dots = mark.findall(f"{SVG}circle")
        x, y = number(disc, "cx", "cy")
        winner = WINNERS[disc.get("fill", "")]
        assert disc.get("stroke") is None
        assert [text.text for text in mark.findall(f"{SVG}text")] == [winner]
        yield [*cell_at(x, y, BEAD), winner, pairs_of(dots, x, y)]


def rings(part: ET.Element) -> Iterator[list[Any]]:
    """The rings in a drawing: hollow, with a green slash for ties and their count from two on."""
    for mark in part.findall(f"{SVG}g"):
        ring, *others = mark.findall(f"{SVG}circle")
        x, y = number(ring, "cx", "cy")
        assert ring.get("fill") == "none"
        dots = [dot for dot in others if dot.get("fill") != marks.PAPER]
        slashes, counts = mark.findall(f"{SVG}line"), mark.findall(f"{SVG}text")
        assert all(rises(slash, x, y) and slash.get("stroke") == marks.GREEN for slash in slashes)
        assert all(count.get("fill") == marks.GREEN for count in counts)
        assert len(counts) == len(others) - len(dots), "a count has its own background"
        ties = int(counts[0].text or "") if counts else len(slashes)
        assert len(slashes) == min(ties, 1) and len(counts) == (ties > 1)
        told = re.match(r"Coup (\d+): ", mark.findtext(f"{SVG}title", ""))
        assert told
        winner = WINNERS[ring.get("stroke", "")]
        yield [*cell_at(x, y, CELL), winner, ties, pairs_of(dots, x, y), int(told[1]) - 1]


def rises(line: ET.Element, x: float, y: float) -> bool:
    """Whether a line goes up to the right through this middle."""
    x1, y1, x2, y2 = number(line, "x1", "y1", "x2", "y2")
    return x1 < x < x2 and y1 > y > y2 and (x1 + x2, y1 + y2) == (2 * x, 2 * y)


def mark_of(road: str, element: ET.Element) -> tuple[float, float, str]:
    """The middle and the colour of a mark of a derived road, which must have that road's shape."""
    if road == "cockroach":
        assert element.tag == f"{SVG}line"
        x1, y1, x2, y2 = number(element, "x1", "y1", "x2", "y2")
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        assert rises(element, x, y)
        return x, y, COLORS[element.get("stroke", "")]
    assert element.tag == f"{SVG}circle"
    hollow = element.get("fill") == "none"
    assert hollow is (road == "big_eye")
    x, y = number(element, "cx", "cy")
    return x, y, COLORS[element.get("stroke" if hollow else "fill", "")]


def derived(road: str, part: ET.Element) -> Iterator[list[Any]]:
    """The marks of a derived road, in cells half as large as the big road's."""
    assert 2 * HALF == CELL
    for element in part:
        if element.find(f"{SVG}title") is not None:
            x, y, color = mark_of(road, element)
            yield [*cell_at(x, y, HALF), color]


def drawn(svg: str) -> dict[str, list[list[Any]]]:
    """The pictures that a drawing shows."""
    parts = parts_of(svg)
    found = {"bead_plate": list(beads(parts["bead-plate"])), "big_road": list(rings(parts["big-road"]))}
    return found | {road: list(derived(road, parts[road.replace("_", "-")])) for road in DERIVED}


@pytest.mark.parametrize("name", VECTORS)
def test_every_mark_of_a_drawing_is_in_its_cell_and_has_its_shape_and_colour(name: str) -> None:
    assert drawn(board_svg(board(name), ENGLISH)) == pictures(name)


@pytest.mark.parametrize("name", VECTORS)
def test_a_drawing_has_the_ask_road_and_the_counts(name: str) -> None:
    expect = VECTORS[name]["expect"]
    parts = parts_of(board_svg(board(name), ENGLISH))
    balls = [element for element in parts["ask-road"] if element.find(f"{SVG}title") is not None]
    wanted = [
        (f"If {who} wins: {phrases.DERIVED[road]} {phrases.COLORS[ball['color']]}", road, ball["color"])
        for side, who in (("B", "Banker"), ("P", "Player"))
        for road in DERIVED
        if (ball := expect["ask"][side][road])
    ]
    assert [ball.findtext(f"{SVG}title") for ball in balls] == [told for told, _, _ in wanted]
    shapes = [mark_of(road, ball)[2] for ball, (_, road, _) in zip(balls, wanted, strict=True)]
    assert shapes == [color for _, _, color in wanted]
    texts = [text.text for text in parts["counts"].iter(f"{SVG}text")]
    counts = expect["counts"]
    for key, label in phrases.COUNTED.items():
        at = texts.index(str(label))
        assert str(counts[key]) in texts[at + 1 : at + 3]


@pytest.mark.parametrize("name", VECTORS)
def test_a_mark_of_a_derived_road_names_the_coup_of_its_ring(name: str) -> None:
    expect = VECTORS[name]["expect"]
    parts = parts_of(board(name).svg())
    for road in DERIVED:
        told = [title.text for title in parts[road.replace("_", "-")].iter(f"{SVG}title")]
        coups = [ring[5] for ring in expect["big_road"]["display"]]
        start, sequence = expect[road]["start_coup"], expect[road]["sequence"]
        caused = [] if start is None else coups[coups.index(start) :]
        assert told == [
            f"Coup {coup + 1}: {phrases.COLORS[color]}" for coup, color in zip(caused, sequence, strict=True)
        ]


def test_the_tooltip_of_a_mark_names_its_coup() -> None:
    parts = parts_of(ba.roads("T Bpb T Pn P").svg())
    told = {kind: [title.text for title in part.iter(f"{SVG}title")] for kind, part in parts.items()}
    assert told["bead-plate"][:2] == ["Coup 1: Tie", "Coup 2: Banker, Player pair, Banker pair"]
    assert told["big-road"] == [
        "Coup 2: Banker, Player pair, Banker pair, 2 ties",
        "Coup 4: Player",
        "Coup 5: Player",
    ]
    assert told["big-eye"] == ["Coup 5: blue"]


@pytest.mark.parametrize("columns", [1, 3, 12])
@pytest.mark.parametrize("name", ["whole_shoe_a", "whole_shoe_dragons", "dragon_7", "empty_shoe"])
def test_a_full_page_drops_whole_columns_on_the_left_and_states_how_many(name: str, columns: int) -> None:
    svg = board_svg(board(name), ENGLISH, columns=columns)
    assert drawn(svg) == {road: last(display, columns) for road, display in pictures(name).items()}
    text = board_text(board(name), ENGLISH, width=200, columns=columns)
    assert shown(text, ENGLISH)[0] == {
        road: by_cell(last(display, columns)) for road, display in pictures(name).items()
    }
    parts = parts_of(svg)
    for road, display in pictures(name).items():
        short = max(0, max((x for x, *_ in display), default=0) - columns)
        label = parts[road.replace("_", "-")].get("aria-label", "")
        assert label in text
        assert re.findall(r"\d+", label) == ([str(short)] if short else [])


def test_paper_has_the_given_rows() -> None:
    for rows in (1, 2, 7, 20):
        tall = board("whole_shoe_dragons", rows=rows)
        found = drawn(board_svg(tall, ENGLISH))
        got = json.loads(json.dumps(tall.to_dict()))
        assert found["bead_plate"] == got["bead_plate"]
        assert all(found[road] == got[road]["display"] for road in ("big_road", *DERIVED))
        assert max(y for _, y, *_ in found["bead_plate"]) == rows


def test_a_drawing_is_the_same_every_time_and_needs_no_other_file() -> None:
    once = board_svg(board("whole_shoe_a"), ENGLISH, provenance=provenance(board("whole_shoe_a")))
    assert once == board_svg(board("whole_shoe_a"), ENGLISH, provenance=provenance(board("whole_shoe_a")))
    assert not re.search(r"href|<script|<style|url\(|@import| id=", once)
    assert once.count("http") == 1, "the name of the format, not an address"


def test_the_name_of_a_shoe_is_only_text() -> None:
    hostile = "]]><!-- \"'&<script>\x00\x1b[2J\u202e\ud800\uffff"
    harmless = "]]><!-- \"'&<script>\ufffd\ufffd[2J\ufffd\ufffd\ufffd"
    shoe = ba.roads("B P")
    svg = board_svg(shoe, ENGLISH, shoe=hostile, provenance=provenance(shoe))
    title = f"Roads after 2 coups of shoe {harmless}"
    assert ET.fromstring(svg).get("aria-label") == title
    assert next(ET.fromstring(svg).iter(f"{SVG}text")).text == title
    assert board_text(shoe, ENGLISH, width=200, shoe=hostile).splitlines()[0] == title


def wide(text: ET.Element) -> float:
    """About the width of a line of text in bold letters without serifs."""
    return 0.62 * float(text.get("font-size", "nan")) * wcswidth(text.text or "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_overlaps_its_neighbour(lang: str) -> None:
    parts = parts_of(board_svg(board("whole_shoe_a"), wording(lang), columns=2))
    places = {kind: re.findall(r"\d+", part.get("transform", "")) for kind, part in parts.items()}
    for kind, beside in (("bead-plate", "big-road"), ("big-eye", "small"), ("cockroach", "ask-road")):
        (x, _), (next_x, _) = places[kind], places[beside]
        assert wide(parts[kind].findall(f"{SVG}text")[0]) < int(next_x) - int(x)
    ask = parts["ask-road"]
    ball = min(
        float(ring.get("cx", "nan")) - float(ring.get("r", "nan")) for ring in ask.iter(f"{SVG}circle")
    )
    for label in ask.findall(f"{SVG}text")[1:]:
        assert float(label.get("x", "nan")) + wide(label) < ball - 4


@pytest.mark.parametrize(("ties", "room"), [(2, 12), (9, 12), (12, 12), (100, CELL)])
def test_a_count_of_ties_stays_in_its_ring_and_a_long_one_in_its_cell(ties: int, room: int) -> None:
    [count] = parts_of(ba.roads(["B", *"T" * ties]).svg())["big-road"].iterfind(f"{SVG}g/{SVG}text")
    assert count.text == str(ties)
    assert wide(count) < room


def luminance(color: str) -> float:
    """Relative luminance, 0 to 1.

    Source: WCAG 2.1.
    """
    shares = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_differ_in_greyscale_and_letters_on_them_are_readable() -> None:
    red, green, blue = map(luminance, (marks.RED, marks.GREEN, marks.BLUE))
    assert red > green > 1.5 * blue
    assert 1.05 / (red + 0.05) > 4.5


def test_a_slash_for_ties_crosses_its_ring_and_ends_in_its_cell() -> None:
    [slash] = parts_of(ba.roads("B T").svg())["big-road"].iterfind(f"{SVG}g/{SVG}line")
    # The cell goes from 0 to 20; the round ends of the slash, which is 2 wide, stay clear of its edges.
    assert number(slash, "x1", "y1", "x2", "y2") == (2, 18, 18, 2)


def test_counts_have_the_discs_of_winners_and_the_dots_of_pairs() -> None:
    counts = parts_of(ba.roads("B").svg())["counts"]
    assert [(sign.get("r"), sign.get("fill")) for sign in counts.iter(f"{SVG}circle")] == [
        *(("8", marks.RED), ("8", marks.BLUE), ("8", marks.GREEN)),
        *(("5", marks.RED), ("5", marks.BLUE)),
    ]
    assert {text.get("font-size") for text in counts.iter(f"{SVG}text")} == {"10", "11", "18"}


@pytest.mark.parametrize("name", ["empty_shoe", "whole_shoe_dragons"])
def test_a_drawing_has_the_same_margin_on_both_sides(name: str) -> None:
    svg = board(name).svg()
    spans = {}
    for kind, part in parts_of(svg).items():
        x = int(part.get("transform", "").removeprefix("translate(").partition(" ")[0])
        spans[kind] = [(x, x + int(paper.get("width", ""))) for paper in part.findall(f"{SVG}rect")]
    width = int(ET.fromstring(svg).get("width", ""))
    assert spans["bead-plate"][0][0] == 16
    assert {spans[kind][0][1] for kind in ("big-road", "small", "ask-road")} == {width - 16}


def test_a_drawing_without_a_page_has_a_title() -> None:
    alone = ET.fromstring(board_svg(board("pair_dots"), ENGLISH, provenance=provenance(board("pair_dots"))))
    assert (alone[0].tag, alone[0].text) == (f"{SVG}title", "Roads after 6 coups")
    shown = next(alone.iter(f"{SVG}text"))
    assert (shown.text, shown.get("font-weight")) == ("Roads after 6 coups", "bold")
    assert ET.fromstring(board("pair_dots").svg()).find(f"{SVG}title") is None


def test_discs_have_the_letters_of_their_language() -> None:
    signs = {"B": "莊", "P": "閒", "T": "和"}

    class Signs(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return signs.get(message, message)

    part = parts_of(board_svg(ba.roads("B P T"), Words("zh-Hant", 4, Signs())))["bead-plate"]
    assert [mark.findtext(f"{SVG}text") for mark in part.findall(f"{SVG}g")] == list(signs.values())


# Texts


NAMES = {"bead_plate": phrases.BEAD_PLATE, "big_road": phrases.BIG_ROAD, **phrases.DERIVED}


def places(line: str) -> list[str]:
    """The content of each terminal column; empty for the second column of a wide sign."""
    return [part for sign in line for part in (sign, *[""] * (wcwidth(sign) - 1))]


def cells(road: str, row: str) -> list[str]:
    """The cells of a row of a road; in derived roads there is no space between them."""
    return list(row.strip()) if road in DERIVED else row.split()


def mark_in(road: str, cell: str) -> list[Any]:
    """The mark that a cell's letters stand for."""
    if road in DERIVED:
        return [cell]
    found = re.fullmatch(r"([BPT])(p?b?)(?:(/)(\d*))?", cell)
    assert found, cell
    winner, pairs, tie, ties = found.groups()
    assert ties != "1"
    return [winner, pairs] if road == "bead_plate" else [winner, int(ties or bool(tie)), pairs]


def shown(text: str, words: Words, rows: int = 6) -> tuple[dict[str, list[list[Any]]], dict[str, list[str]]]:
    """The pictures in a text in letters, row by row, and its lists of names and values."""
    lines = [places(line) for line in text.splitlines()]
    starts = {
        name: (number, at)
        for name, title in {**NAMES, "ask": phrases.ASK_ROAD, "counts": phrases.COUNTS}.items()
        for number, line in enumerate(lines)
        for at in heads(line, places(words.translate(title)))
    }
    found, lists = {}, {}
    for name, (number, at) in starts.items():
        end = min((other for line, other in starts.values() if line == number and other > at), default=None)
        below = ["".join(line[at:end]) for line in lines[number + 1 : number + 1 + max(rows, 7)]]
        if name in NAMES:
            grid = [cells(name, row) for row in below[:rows]]
            assert len({len(row) for row in grid}) == 1, f"{name}: a column is missing in a row"
            found[name] = [
                [x, y, *mark_in(name, cell)]
                for y, row in enumerate(grid, 1)
                for x, cell in enumerate(row, 1)
                if cell != "."
            ]
        else:
            lists[name] = [row.strip() for row in below]
    return found, lists


def heads(line: list[str], title: list[str]) -> list[int]:
    """The places in this line where a title begins a block."""
    return [
        at
        for at in range(len(line))
        if line[at : at + len(title)] == title and (at == 0 or line[at - 3 : at] == [" "] * 3)
    ]


def by_cell(display: list[list[Any]]) -> list[list[Any]]:
    """A picture by rows from the top, without the numbers of coups."""
    return sorted((cell[:5] for cell in display), key=lambda cell: (cell[1], cell[0]))


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("name", VECTORS)
def test_every_cell_of_a_text_equals_that_of_the_roads(name: str, width: int) -> None:
    text = board_text(board(name), ENGLISH, width=width)
    found, lists = shown(text, ENGLISH)
    assert found == {road: by_cell(display) for road, display in pictures(name).items()}
    counts = VECTORS[name]["expect"]["counts"]
    assert [re.split(" {2,}", row) for row in lists["counts"]] == [
        [str(label), str(counts[key])] for key, label in phrases.COUNTED.items()
    ]
    banker, player = VECTORS[name]["expect"]["ask_history"][-1].split("|")
    asked = [f"If Banker wins  {' '.join(banker)}", f"If Player wins  {' '.join(player)}"]
    assert lists["ask"][:2] == asked


@pytest.mark.parametrize("name", list(VECTORS)[:1])
def test_a_text_has_at_least_one_column(name: str) -> None:
    texts = [board_text(board(name), ENGLISH, width=width) for width in (-1, 0, 1, 2)]
    assert texts[0] == texts[1] == texts[2] != texts[3]


class Wide(gettext.NullTranslations):
    """A language whose letters take two terminal columns each, except in placeholders."""

    def gettext(self, message: str) -> str:
        """The sentence in full-width letters."""
        wide = {ord(sign): ord(sign) + 0xFEE0 for sign in map(chr, range(0x21, 0x7F))}
        parts = re.split(r"(\{\w+\})", message)
        return "".join(part if part.startswith("{") else part.translate(wide) for part in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The sentence in full-width letters."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("name", ["whole_shoe_a", "pair_dots", "empty_shoe"])
def test_wide_letters_keep_every_cell_in_its_column(name: str) -> None:
    words = Words("zh-Hant", 4, Wide())
    text = board_text(board(name), words, width=80)
    assert shown(text, words)[0] == {road: by_cell(display) for road, display in pictures(name).items()}
    assert max(wcswidth(line) for line in text.splitlines()) <= 80


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [30, 80])
def test_a_text_fits_its_width(lang: str, width: int) -> None:
    for name in ("whole_shoe_a", "whole_shoe_b", "whole_shoe_dragons"):
        text = board(name).text(width, lang=lang)
        assert max(wcswidth(line) for line in text.splitlines()) <= width
        assert not re.search(r" $|\n\n\n|\x1b", text, re.MULTILINE)


@pytest.mark.parametrize("name", ["whole_shoe_a", "whole_shoe_dragons", "pair_dots", "empty_shoe"])
def test_colours_show_the_same_as_letters(name: str) -> None:
    def letter(found: re.Match[str]) -> str:
        return {"1;31": "r", "1;34": "b"}[found[1]] if found[2] in "○●╱" else found[2]

    colored = board_text(board(name), ENGLISH, width=80, color=True)
    letters = board_text(board(name), ENGLISH, width=80)
    read = re.sub(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m", letter, colored)
    assert "\x1b" not in read
    assert [line for line in letters.splitlines() if line not in read.splitlines()] == [
        "Below the big road: r red, b blue. Ask road: the next marks of big eye boy,",
        "small road and cockroach road, - where there is none yet.",
    ]


@pytest.mark.parametrize(("coup", "colored"), [
    ("B", "\x1b[1;37;41mB\x1b[0m"),
    ("Pp", "\x1b[1;37;44mP\x1b[0m\x1b[1;34mp\x1b[0m"),
    ("Tpb", "\x1b[1;37;42mT\x1b[0m\x1b[1;34mp\x1b[0m\x1b[1;31mb\x1b[0m"),
])  # fmt: skip
def test_a_bead_is_filled_with_its_colour(coup: str, colored: str) -> None:
    assert colored in ba.roads([coup]).text(color=True)


class Wordless(gettext.NullTranslations):
    """A language without words: only the placeholders of a sentence are left."""

    def gettext(self, message: str) -> str:
        """The placeholders of a sentence."""
        return " ".join(re.findall(r"\{\w+\}", message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The placeholders of a plural sentence."""
        return self.gettext(msgid1 if n == 1 else msgid2)


LETTERS = re.compile(r"[BPT]p?b?n?|[rb]+")
"""Coups and colours in letters, which are the same in every language."""


@pytest.mark.parametrize("show", [
    lambda roads, words: board_svg(roads, words, columns=4),
    lambda roads, words: board_text(roads, words, width=80, columns=4),
    lambda roads, words: board_html(roads, words, columns=4),
])  # fmt: skip
def test_all_words_come_from_translatable_sentences(show: Callable[[Scoreboard, Words], str]) -> None:
    text = show(board("whole_shoe_a"), Words("en", 4, Wordless()))
    said = " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', text))
    bare = re.sub(r"<style>.*?</style>|<footer>.*?</footer>|<[^>]*>", " ", text, flags=re.DOTALL)
    spelled = re.findall(r"[^\W\d_]+", f"{said} {bare}")
    assert "66" in bare.split()
    assert [word for word in spelled if not LETTERS.fullmatch(word)] == []
