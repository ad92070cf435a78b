"""Plots: the same bytes every time, exact digits, names only as text, and early errors."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.font_manager import fontManager
from matplotlib.image import imread
from suite import Run

import analyzer as ba
from analyzer import __version__
from analyzer.analysis.odds import Report
from analyzer.catalog import load
from analyzer.errors import RenderError
from analyzer.exact import percent_text
from analyzer.render import plot as plotting
from analyzer.render.chart import Band, Chart, ChartRow, Heatmap, Panel, Point, Scatter, Square
from analyzer.render.page import Provenance
from analyzer.render.panels import PlacedHeatmap, PlacedPanel, PlacedScatter, Sheet
from analyzer.render.plot import plot
from analyzer.render.words import wording
from analyzer.report.charts import MOST_BETS, VIEWS, odds_chart
from analyzer.report.comparison.page import comparison_chart
from analyzer.text import LANGUAGES

pytestmark = pytest.mark.libraries

F = Fraction
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "$\\frac{1}{2}$",
    "a_b^c",
    "</title><svg onload='alert(1)' a='&'>",
    "]]><!-- \"'",
    "\\today %s {x}",
    "\x00\x1b[2J\u202e\ud800\uffff",
    "W" * 300,
]


def odds(view: str | None = None, **asked: object) -> Chart:
    """The chart of the odds of the standard variant."""
    variant = load.variant("standard")
    return odds_chart(ba.odds(variant, **asked), view)  # type: ignore[arg-type]


@cache
def every() -> Report:
    """Every bet of the library that is possible under the standard variant's rules."""
    return ba.odds("standard", bets=["*"])


def chart_of(*labels: str) -> Chart:
    """A chart with a row for each label; the first label is its title."""
    rows = tuple(ChartRow(label, (F(1, 3),), "loss") for label in labels)
    return Chart(labels[0], (Band((Panel(labels[0], rows),), labels[0]),), (labels[0],), Provenance())


def texts(svg: bytes) -> list[str]:
    """All texts of an SVG, in order."""
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.fixture(autouse=True)
def _empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


# What is drawn


def test_every_figure_is_exact_and_rounded_once() -> None:
    report = ba.odds("standard", bets=["lucky-6"])
    bet = report["lucky-6"]
    by_decks = [ba.odds("standard", n, bets=["lucky-6"])["lucky-6"].house_edge for n in range(1, 9)]
    drawn = texts(plot(odds(bets=["lucky-6"]), ".svg", wording("en", 6)))
    assert drawn[1:9] == [
        "Lucky 6",
        "Share of each line in the EV",
        "two-card (12)",
        percent_text(bet.contribution("two-card"), 6),
        "three-card (20)",
        percent_text(bet.contribution("three-card"), 6),
        "lose (-1)",
        percent_text(bet.contribution("lose"), 6),
    ]
    assert drawn[9:11] == ["EV", percent_text(bet.ev, 6)]
    assert drawn[13:29:2] == [percent_text(edge, 6) for edge in by_decks]
    assert drawn[12:29:2] == ["1 deck", *(f"{n} decks" for n in range(2, 9)), "infinite"]
    assert drawn[30:37] == [
        "Probability by net gain",
        *("-1", percent_text(bet.probability("lose"), 6)),
        *("12", percent_text(bet.probability("two-card"), 6)),
        *("20", percent_text(bet.probability("three-card"), 6)),
    ]


def test_outcomes_with_the_same_net_share_a_bar_and_a_random_factor_makes_several() -> None:
    report = every()
    for valuation in report.valuations:
        (band,) = odds_chart(replace(report, valuations=(valuation,)), "outcomes").bands
        rows = band.panels[0].rows
        nets = [net for outcomes in valuation.bet.outcomes.values() for net, _ in outcomes]
        assert [row.label for row in rows] == sorted(set(nets))
        assert sum(row.values[0] or 0 for row in rows) == 1
        assert (
            sum(F(row.label) * (row.values[0] or 0) for row in rows if isinstance(row.label, F))
            == valuation.ev
        )


def test_bars_and_dots_are_placed_at_their_numbers() -> None:
    rows = tuple(ChartRow(str(x), (F(x),)) for x in (-1, 0, 3))
    chart = Chart(
        "t", (Band((Panel("p", rows), Panel("q", rows, "dots", from_zero=False))),), (), Provenance()
    )
    svg = plot(chart, ".svg", wording()).decode()
    lines = [
        [float(x) for x in re.findall("[ML] ([0-9.]+) ", path)]
        for path in re.findall(' d="(.*?)"', svg, re.S)
    ]
    bars = [line for line in lines[1:] if len(line) == 4]
    guide = next(line for line in lines if len(set(line)) == 2 and len(line) == 2)
    dots = [float(x) for x in re.findall('<use [^>]* x="([0-9.]+)"', svg)]
    assert [round((bar[1] - bar[0]) / (bars[2][1] - bars[2][0]) * 3, 4) for bar in bars] == [-1, 0, 3]
    assert [guide[0], guide[1]] == [dots[0], dots[2]]
    assert round((dots[1] - dots[0]) / (dots[2] - dots[0]) * 4, 4) == 1


def test_many_bets_are_shown_only_by_their_edge_lowest_first() -> None:
    chart = odds_chart(every())
    (band,) = chart.bands
    edges = [row.values[0] for row in band.panels[0].rows]
    assert len(edges) > MOST_BETS
    assert edges == sorted(v.house_edge for v in every().valuations)


@pytest.mark.parametrize(
    ("view", "panels"), [("all", 3), ("lines", 2), ("decks", 2), ("outcomes", 2), ("edge", 1)]
)
def test_each_view_shows_every_bet(view: str, panels: int) -> None:
    chart = odds(view=view, bets=["tie", "lucky-6"])
    assert [len(band.panels) for band in chart.bands] == [panels] * (2 if view == "all" else 1)
    assert {"Tie", "Lucky 6"} <= set(texts(plot(chart, ".svg", wording())))
    assert view in VIEWS


@pytest.mark.parametrize(
    ("asked", "decks"),
    [
        ({}, True),
        ({"shoe": 10}, True),
        ({"shoe": "0=128 1=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=32"}, True),
        ({"seen": "9c"}, False),
        ({"dealt": "P:9c"}, False),
        ({"given": "tie"}, False),
    ],
)
def test_the_edge_by_decks_is_shown_only_for_a_fresh_shoe(asked: dict[str, object], decks: bool) -> None:
    (band,) = odds(bets=["tie"], **asked).bands
    assert len(band.panels) == (3 if decks else 2)
    if "shoe" in asked and decks:
        strong = [row.values[0] for row in band.panels[1].rows if row.strong]
        assert strong == [ba.odds("standard", bets=["tie"], **asked)["tie"].house_edge]  # type: ignore[arg-type]
    if not decks:
        with pytest.raises(RenderError, match="the edge by decks needs a fresh shoe of whole decks"):
            odds(view="decks", bets=["tie"], **asked)


def test_a_comparison_shows_what_changed_or_all_if_nothing_did() -> None:
    found = ba.compare("punto-banco", "thai-literal")
    changed = [match for match in found.matches if match.changed]
    assert 0 < len(changed) < len(found.matches)
    (panel,) = comparison_chart(found, everything=False).bands[0].panels
    assert [row.values for row in panel.rows] == [
        tuple(v.house_edge for v in (m.a, m.b) if v) for m in changed
    ]
    for same, everything in ((found, True), (ba.compare("8", "8 decks"), False)):
        (panel,) = comparison_chart(same, everything=everything).bands[0].panels
        assert len(panel.rows) == len(same.matches)
    alone = texts(
        plot(comparison_chart(ba.compare("standard", "classic"), everything=False), ".svg", wording())
    )
    assert "10.3614% → –" in alone


# Bytes, languages, names


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_the_same_chart_has_the_same_bytes_whatever_the_user_settings(suffix: str) -> None:
    first = plot(odds(bets=["tie", "lucky-6"]), suffix, wording())
    with mpl.rc_context(
        {"axes.facecolor": "red", "font.size": 30, "svg.fonttype": "path", "lines.marker": "x"}
    ):
        before = dict(mpl.rcParams)
        assert plot(odds(bets=["tie", "lucky-6"]), suffix, wording()) == first
        assert dict(mpl.rcParams) == before


def test_an_svg_does_not_depend_on_the_fonts_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = chart_of("闲 ผู้เล่น 플레이어 nhà băng")
    first = plot(chart, ".svg", wording())
    shipped = [font for font in fontManager.ttflist if "mpl-data" in font.fname]
    assert shipped
    monkeypatch.setattr(fontManager, "ttflist", shipped)
    assert plot(chart, ".svg", wording()) == first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_text_in_a_font_for_it(lang: str) -> None:
    words = wording(lang)
    svg = plot(odds(bets=["player"]), ".svg", words)
    root = ET.fromstring(svg)
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == lang
    font = {"zh-Hans": "Noto Sans CJK SC", "zh-Hant": "Noto Sans CJK TC", "ko": "Noto Sans CJK KR"}
    wanted = font | {"th": "Noto Sans Thai"}
    first = {
        element.attrib["style"].split("font-family: ")[1].split(",")[0] for element in root.iter(f"{SVG}text")
    }
    assert first == {f"'{wanted.get(lang, 'DejaVu Sans')}'"}
    edge = ba.odds("standard", bets=["player"])["player"].house_edge
    assert percent_text(edge, 4).replace(".", "," if lang == "vi" else ".") in texts(svg)
    assert load.variant("standard").bets[0].title.in_language(lang) in texts(svg)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_png_has_every_glyph_or_the_error_names_a_font_to_install(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart, words = odds("edge", bets=["player"]), wording(lang)
    if plotting._OWN_FONTS.get(lang, ("DejaVu Sans",))[0] in {font.name for font in fontManager.ttflist}:
        assert plot(chart, ".png", words).startswith(b"\x89PNG")
    monkeypatch.setattr(plotting, "_installed", lambda fonts: ["DejaVu Sans"])
    if lang not in ("en", "vi"):
        with pytest.raises(
            RenderError, match=r"^no installed font .* has '.'; install .*fonts-noto-cjk and fonts-noto-core"
        ):
            plot(chart, ".png", words)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_text(name: str) -> None:
    chart = chart_of(name, "plain")
    drawn = texts(plot(chart, ".svg", wording()))
    shown = name.replace("\x00\x1b[2J\u202e\ud800\uffff", "\ufffd\ufffd[2J\ufffd\ufffd\ufffd")
    assert "".join(drawn).startswith(shown * 3)
    assert plot(chart, ".png", wording()).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["W" * 300, "m%" * 150, "A lucky name of many words " * 12])
def test_long_names_are_broken_and_nothing_leaves_the_page(name: str) -> None:
    drawn = texts(plot(chart_of(name), ".svg", wording()))
    assert "".join(drawn).replace(" ", "").startswith((name * 4).replace(" ", ""))
    Path("x.png").write_bytes(plot(chart_of(name), ".png", wording()))
    image = imread("x.png")
    assert image.min() < 1
    assert image[:, :50].min() == image[:, -50:].min() == 1


def test_a_plot_has_its_provenance_and_a_description_for_those_who_cannot_see_it() -> None:
    chart = odds(bets=["tie"])
    lines = [str(line) for line in chart.provenance.lines()]
    origin = "\n".join(lines)
    assert lines[0] == f"baccarat {__version__}, variant standard, rules punto-banco, shoe 8 decks"
    svg = plot(chart, ".svg", wording())
    root = ET.fromstring(svg)
    told = root.findtext(f"{SVG}desc") or ""
    assert (root.attrib["role"], root.findtext(f"{SVG}title")) == (
        "img",
        "Standard baccarat, 8 decks (416 cards)",
    )
    assert told.startswith("Tie\nShare of each line in the EV\nwin (8): 76.1248%\nlose (-1): -90.4844%\n")
    assert told.endswith(f"Exact values, shown to 4 decimals, rounded half to even.\n{origin}")
    assert texts(svg)[-len(lines) :] == lines
    assert f"<dc:description>{origin}</dc:description>".encode() in svg
    assert b"dc:date" not in svg
    png = plot(chart, ".png", wording())
    assert b"tEXtTitle\0Standard baccarat, 8 decks (416 cards)" in png
    assert b"tEXtDescription\0" + told.encode() in png
    assert b"Software" not in png


# The command


@pytest.mark.parametrize(
    "arguments",
    [("odds", "--bet", "tie"), ("compare", "tie/8", "tie/9"), ("odds", "--bet", "tie", "--format", "json")],
)
def test_a_plot_is_written_in_addition_to_the_answer(arguments: tuple[str, ...], run: Run) -> None:
    answer = run(*arguments)
    assert run(*arguments, "--plot", "x.SVG") == (0, answer[1], "wrote 'x.SVG'\n")
    assert ET.parse("x.SVG").getroot().tag == f"{SVG}svg"


def test_an_omitted_panel_is_reported(run: Run) -> None:
    _, _, err = run("odds", "--bet", "tie", "--seen", "9c", "--plot", "x.svg")
    assert err == (
        "wrote 'x.svg'\n"
        "left out of the plot: the house edge by decks, which needs a fresh shoe and no known cards\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--plot", "x.pdf"], "expected a plot file ending in .svg or .png, got 'x.pdf'"),
        (["--plot", "old.svg"], "'old.svg' exists and is not replaced; name another file or add --force"),
        (
            ["--plot", "x.png", "--format", "md", "-o", "./x.png"],
            "expected different files for --plot and --output, got 'x.png' for both",
        ),
        (["--plot", "no/x.svg"], "cannot write 'no/x.svg': folder 'no' does not exist"),
        (["-o", "x.txt", "--plot", "no/x.svg"], "cannot write 'no/x.svg': folder 'no' does not exist"),
        (["-o", "no/x", "--plot", "x.svg"], "cannot write 'no/x': folder 'no' does not exist"),
        (["-o", "no/x", "--workbook", "x.xlsx"], "cannot write 'no/x': folder 'no' does not exist"),
        (["--plot", "x.svg", "--plot-of", "deck"], "unknown view 'deck'; did you mean 'decks'?"),
        (["--plot-of", "decks"], "--plot FILE is required with --plot-of"),
        (
            ["--plot", "x.svg", "--plot-of", "lines", "--bet", "*"],
            "expected 1 to 12 bets for this plot, got N; choose bets with --bet",
        ),
        (
            ["--plot", "x.svg", "--plot-of", "decks", "--seen", "9c"],
            "the edge by decks needs a fresh shoe of whole decks, with nothing dealt or given; choose "
            "another view, such as lines",
        ),
    ],
)
def test_a_plot_that_cannot_be_drawn_is_rejected_and_nothing_is_written(
    arguments: list[str], sentence: str, run: Run
) -> None:
    Path("old.svg").write_text("old")
    status, out, err = run("odds", *arguments)
    assert (status, out, re.sub("got [0-9]+", "got N", err)) == (2, "", f"baccarat: {sentence}\n")
    assert {path.name: path.read_text() for path in Path().iterdir()} == {"old.svg": "old"}


def test_force_replaces_a_plot(run: Run) -> None:
    Path("old.svg").write_text("old")
    status, _, _ = run("odds", "--bet", "tie", "--plot", "old.svg", "--force")
    assert (status, texts(Path("old.svg").read_bytes())[1]) == (0, "Tie")


class Noted(Sheet):
    """A sheet that records what is drawn on it."""

    def __init__(self) -> None:
        self.texts: list[tuple[float, float, str]] = []
        self.rules: list[tuple[float, float, float, float]] = []
        self.clouds: list[list[tuple[float, float]]] = []
        self.boxes: list[tuple[float, float, float, float]] = []

    def lines(
        self,
        x: float,
        top: float,
        lines: list[str],
        size: float = 0,
        *,
        right: bool = False,
        bold: bool = False,
        color: str = "",
    ) -> None:
        self.texts += [(round(x, 1), round(top, 1), line) for line in lines]

    def rule(
        self, start: tuple[float, float], end: tuple[float, float], color: str, weight: float = 0
    ) -> None:
        x, y, right, bottom = (round(place, 1) for place in (*start, *end))
        self.rules.append((x, y, right, bottom))

    def dots(self, places: list[tuple[float, float]], color: str, size: float = 3) -> None:
        self.clouds.append([(round(x, 1), round(y, 1)) for x, y in places])

    def dot(self, x: float, y: float, color: str, fill: str, *, diamond: bool = False) -> None:
        self.dots([(x, y)], color)

    def box(
        self, left: float, top: float, width: float, height: float, fill: str, edge: str, weight: float
    ) -> None:
        self.boxes.append((round(left, 1), round(top, 1), round(width, 1), round(height, 1)))


def test_equal_numbers_are_in_the_middle_of_their_scale_and_a_line_crosses_all_rows() -> None:
    rows = (ChartRow("W", (F(1, 2),)), ChartRow("W", (F(1, 2),)))
    panel = Panel("T", rows, "dots", from_zero=False, line=F(1, 2))
    PlacedPanel(panel, 370.01, wording()).draw(noted := Noted(), 10.0, 100.0)
    # On the left labels 9.9 wide and a gap of 12, on the right a gap of 16 and figures 52.11 wide.
    left, middle, right = 31.9, 171.9, 311.9
    assert noted.rules == [
        (middle, 100.0, middle, 126.1),
        *((left, y, right, y) for y in (106.5, 119.6)),
    ]
    assert noted.clouds == [[(middle, y)] for y in (106.5, 119.6)]


def test_a_frame_is_drawn_last_and_one_point_inside_its_square() -> None:
    plain, framed = Square("H", F(1, 2), "gain"), Square("S", F(1, 4), "loss", framed=True)
    heatmap = Heatmap("T", ("x", "y"), (("W", (plain, framed)), ("W", (plain, plain))))
    PlacedHeatmap(heatmap, 121.9, wording()).draw(noted := Noted(), 10.0, 82.95)
    squares = [(x, y, 50.0, 32.1) for y in (100.0, 132.1) for x in (31.9, 81.9)]
    assert noted.boxes == [*squares, (82.9, 101.0, 48.0, 30.1)]


def test_a_scatter_has_its_points_on_two_scales_with_round_numbers() -> None:
    points = (Point(F(1, 10), F(4)), Point(F(1, 5), F(9), True), Point(F(3, 20), F(25), True))
    scatter = Scatter("T", "Edge", "SD", points)
    PlacedScatter(scatter, 500.0, wording()).draw(noted := Noted(), 10.0, 100.0)
    # 1/22 of a scale is free at either end: 20 of 440 across, 14.5 of 320 up.
    assert noted.clouds == [[(90.0, 425.5)], [(290.0, 134.5), (490.0, 328.5)]]
    assert noted.texts == [
        (10.0, 100.0, "SD"),
        *((102.0, 440.0, "10%"), (302.0, 440.0, "15%"), (502.0, 440.0, "20%")),
        *((66.0, 419.5, "2"), (66.0, 322.5, "3"), (66.0, 225.5, "4"), (66.0, 128.5, "5")),
        (510.0, 454.0, "Edge"),
    ]
    across = [(x, 120.0, x, 440.0) for x in (70.0, 90.0, 290.0, 490.0)]
    up = [(70.0, y, 510.0, y) for y in (425.5, 328.5, 231.5, 134.5)]
    assert noted.rules == [(70.0, 440.0, 510.0, 440.0), *across, *up, (290.0, 134.5, 490.0, 328.5)]


def test_a_single_point_at_zero_has_a_tenth_of_a_percent_on_each_side() -> None:
    scatter = Scatter("T", "Edge", "SD", (Point(F(0), F(0)),))
    PlacedScatter(scatter, 500.0, wording()).draw(noted := Noted(), 10.0, 100.0)
    across = [(x, text) for x, y, text in noted.texts if y == 440.0]
    assert across == [(82.0, "-0.1%"), (192.0, "-0.05%"), (302.0, "0%"), (412.0, "0.05%"), (522.0, "0.1%")]
    assert noted.clouds == [[(290.0, 280.0)], []]


def test_a_backend_unknown_to_matplotlib_is_rejected_in_one_sentence(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "analyzer", "odds", "--plot", tmp_path / "odds.svg"]
    done = subprocess.run(
        words, env={**os.environ, "MPLBACKEND": "no\u202esuch"}, capture_output=True, check=False
    )
    said = "matplotlib does not start with MPLBACKEND='no\\u202esuch'; unset it, or set it to agg"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"baccarat: {said}\n")
    assert list(tmp_path.iterdir()) == []
