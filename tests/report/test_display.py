"""Values that show themselves: each draws itself for notebooks, and fills data frames exactly."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import product
from math import inf, nextafter
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import analyzer as ba
from analyzer.catalog import counts
from analyzer.cli.main import main
from analyzer.displayable import Displayable
from analyzer.errors import RenderError
from analyzer.play.record import RecordedShoe
from analyzer.render import frames as data_frames
from analyzer.render.formats.html import MOST_ROWS, fragment
from analyzer.render.frames import Series, nearest, series
from analyzer.render.page import Page
from analyzer.render.table import Column, Table
from analyzer.render.words import wording
from analyzer.report import display as views

pytestmark = pytest.mark.libraries

SMALL = "0=5 1=2 2=2 3=2 4=2 5=2 6=2 7=2 8=2 9=2"
HOSTILE = "<script>&\"'</td>\x1b"


@cache
def dealt() -> ba.DealtShoe:
    return ba.deal_shoe(shoe=1, seed=7)


@cache
def recorded() -> RecordedShoe:
    whole = dealt().recorded("1", {"variant": "standard", "decks": "1"})
    stakes = (ba.Stake("tie/8", Fraction(1, 3), "anna"),)
    return replace(whole, coups=(replace(whole.coups[0], stakes=stakes), *whole.coups[1:3]))


@cache
def report() -> ba.Report:
    return ba.odds("standard", SMALL)


ONE_OF_EACH: dict[str, Callable[[], object]] = {
    "Audit": lambda: ba.audit("first-seed"),
    "Bankroll": lambda: ba.bankroll(bets=["tie"], shoe=SMALL, coups=10)[0],
    "Bet": lambda: ba.bet("tie/8"),
    "Card": lambda: ba.Card.parse("9h"),
    "ClosedForm": lambda: ba.closed_form(bets=["player-pair"])["player-pair"],
    "ClosedForms": lambda: ba.closed_form(bets=["player-pair"]),
    "Comparison": lambda: ba.compare("tie/8", "tie/9", shoe=SMALL),
    "Count": lambda: next(iter(counts.library().values())),
    "CountForm": lambda: ba.count_form(bets=["player-pair"])["player-pair"],
    "CountForms": lambda: ba.count_form(bets=["player-pair"]),
    "Countings": lambda: ba.count(bets=["tie"], shoe=SMALL, level=1),
    "Counting": lambda: ba.count(bets=["tie"], shoe=SMALL, level=1)["tie"],
    "Coup": lambda: dealt().coups[0].coup,
    "DealtCoup": lambda: dealt().coups[0],
    "DealtShoe": dealt,
    "Design": lambda: next(iter(ba.design("tie", SMALL, pays={"win": "8..10"}))),
    "Designs": lambda: ba.design("tie", SMALL, pays={"win": "8..10"}),
    "Draft": lambda: ba.symbolic("tie", shoe=SMALL).draft,
    "Equilibrium": ba.chemin_de_fer,
    "Evidence": lambda: ba.evidence([recorded()], bets=["tie"]),
    "EvidencePlan": lambda: ba.evidence_plan(500, bets=["tie"]),
    "Explanation": lambda: ba.explain("tie/8"),
    "Inside": lambda: ba.inside(shoe=SMALL, bets=["tie"]),
    "Joint": lambda: ba.joint(bets=["tie", "banker"], shoe=SMALL).joint,
    "Monitor": lambda: ba.monitor(bets=["tie"], shoe=SMALL)[0],
    "Peek": lambda: ba.peek(shoe=SMALL, bets=["tie"]),
    "Portfolio": lambda: ba.joint(bets=["tie", "banker"], shoe=SMALL, stakes={"tie": 2}),
    "Prediction": lambda: ba.prediction(shoe=1, coups=0, shoes=2),
    "Procedure": lambda: ba.procedure("cut-14"),
    "RecordedCoup": lambda: recorded().coups[0],
    "RecordedShoe": recorded,
    "Removal": lambda: ba.removal(bets=["tie"], shoe=SMALL)["tie"],
    "Removals": lambda: ba.removal(bets=["tie"], shoe=SMALL, order=2),
    "Replay": lambda: ba.replay([recorded()]),
    "Report": report,
    "SweepResult": lambda: ba.sweep(bets=["tie"], shoe=1, shoes=1),
    "RuleSheet": lambda: ba.report("standard", SMALL, bets=["tie"]),
    "Rules": lambda: ba.rules("punto-banco"),
    "Settlement": lambda: ba.settle([recorded()]),
    "Shoe": lambda: ba.Shoe.decks(8).without("9c 9d"),
    "Situation": lambda: ba.inside(shoe=SMALL, bets=["tie"])[(5, 6)],
    "Solutions": lambda: ba.solve("tie", "win", edge="5%", decks=8),
    "Successive": lambda: ba.successive(shoe=SMALL, coups=1),
    "Symbolic": lambda: ba.symbolic("tie", shoe=SMALL),
    "Tableau": lambda: ba.rules("punto-banco").tableau,
    "TableauStudy": lambda: ba.tableau(shoe=SMALL),
    "Tail": lambda: ba.tail(bets=["tie"], shoe=SMALL, unseen=6).tails[0],
    "Tails": lambda: ba.tail(bets=["tie"], shoe=SMALL, unseen=6),
    "Valuation": lambda: report()["tie"],
    "Variant": lambda: ba.variant("standard"),
    "Verification": lambda: ba.verify_certificate(
        ba.certify(ba.odds("classic", "0=3 1=2 8=2", bets=["tie/8"])) | {"total_ways": "1"}
    ),
}
"""Functions that make a small value of each displayable class."""

NOT_SHOWN = {"Condition", "Dealt", "Line", "Outcome", "Question", "Stake", "Unread"}
"""Parts of answers that are shown as a word or two; `Scoreboard` draws itself."""


class Capsule:
    """A value that exposes only its Arrow stream: polars reads mappings and sequences in other ways."""

    def __init__(self, value: Displayable) -> None:
        self.value = value

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.value.__arrow_c_stream__(requested_schema)


class Checked(HTMLParser):
    """Checks that HTML elements are closed in order, and keeps the elements found."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.met: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.met.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data


def test_every_class_of_answer_is_displayable() -> None:
    sorts = {name for name in ba.__all__ if isinstance(getattr(ba, name), type)}
    errors = {name for name in sorts if issubclass(getattr(ba, name), Exception)}
    shown = {name for name in sorts if issubclass(getattr(ba, name), Displayable)}
    assert shown | {"Counting", "SweepResult", "Situation"} == set(ONE_OF_EACH)
    assert sorts - shown - errors == NOT_SHOWN | {"Scoreboard"}
    assert {*" ".join(views.LAYOUTS.values()).split(), *views.PAGES, *views.FITTED_PAGES} == set(ONE_OF_EACH)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_value_is_displayed_and_converted_to_data_frames(name: str) -> None:
    value = ONE_OF_EACH[name]()
    assert isinstance(value, Displayable)
    drawn = value._repr_html_()
    page = Checked(drawn)
    assert "cannot be shown" not in drawn
    assert drawn.startswith('<div class="baccarat-shown"')
    assert page.met >= {"table", "th", "tr"}
    assert not page.met & {"html", "head", "body", "script"}
    frame, other = value.to_polars(), value.to_pandas()
    assert frame.height == len(other) > 0
    assert frame.columns == list(other.columns)
    assert frame.rows() == [
        tuple(None if pd.isna(cell) else cell for cell in row) for row in other.itertuples(index=False)
    ]
    assert pl.DataFrame(Capsule(value)).equals(frame)


def test_numbers_become_the_nearest_floats_without_other_rounding() -> None:
    found = report()
    frame = found.to_polars()
    assert frame["reference"].to_list() == [value.bet.reference for value in found.values()]
    for row, value in zip(frame.iter_rows(named=True), found.values(), strict=True):
        assert Fraction(row["house_edge_exact"]) == value.house_edge
        assert row["house_edge"] == value.house_edge.numerator / value.house_edge.denominator
        assert Fraction(row["standard_deviation_squared"]) == value.variance
        assert f"{row['standard_deviation']:.12f}" == f"{value.standard_deviation:.12f}"
        assert Fraction(row["skewness_signed_square"]) == value.skewness_squared
        assert (row["skewness"] < 0) == (value.skewness_squared < 0)
    assert frame.schema["winning_ways"] == pl.Int64
    assert frame.schema["house_edge"] == pl.Float64
    assert frame.schema["house_edge_exact"] == pl.String


def test_a_report_also_has_a_data_frame_of_lines() -> None:
    frame = report().to_polars("lines")
    assert frame.equals(report().to_polars(1))
    lines = [(v.bet.reference, line, str(ways)) for v in report().values() for line, ways in v.ways.items()]
    assert list(frame.select("reference", "line", "ways_exact").iter_rows()) == lines
    sums = frame.group_by("reference").agg(pl.col("ways").sum())["ways"].to_list()
    assert sums == [report().total_ways] * len(report())
    assert report()["tie"].to_polars("lines").equals(frame.filter(pl.col("reference") == "tie/8"))


def test_a_root_is_the_nearest_float() -> None:
    root = Column("x", "X", "signed_root")
    for p, q in product((1, 2, 10**40 + 1, 2**106 + 1, 3**300), (1, 7, 10**50, 2**2200 + 1)):
        x = Fraction(p, q)
        near = nearest(x, root)
        assert near is not None
        low, high = (Fraction(near) + Fraction(nextafter(near, end)) for end in (0.0, inf))
        assert (low / 2) ** 2 <= x <= (high / 2) ** 2
        assert nearest(-x, root) == -near
    assert nearest(Fraction(0), root) == 0.0
    # Roots just below half-way between two floats, there, and just above.
    halfway = 2**53 + 1
    assert [nearest(Fraction(halfway**2 + d), root) for d in (-1, 0, 1)] == [2**53, 2**53, 2**53 + 2]
    assert nearest(Fraction(10) ** 700, root) == inf
    assert nearest(-(Fraction(10) ** 400), Column("x", "X", "ratio")) == -inf


def frames(*rows: tuple[int | Fraction | str | None, ...]) -> list[Series]:
    columns = (Column("n", "N", "count"), Column("p", "P", "ratio"), Column("t", "T", "text"))
    return list(series(Table("", columns, rows), wording()))


def test_whole_numbers_become_floats_only_if_they_are_too_large() -> None:
    big = 2**63
    n, exact, *_ = frames((big - 1, None, "a"), (-big, None, "b"))
    assert (n.type, n.values) == ("int64", (big - 1, -big))
    assert frames((-big - 1, None, "a"))[0].type == "float64"
    n, exact, *_ = frames((big, None, "a"), (None, None, "b"))
    assert (n.type, n.values) == ("float64", (9.223372036854775808e18, None))
    assert (exact.name, exact.values) == ("n_exact", ("9223372036854775808", None))


def test_missing_values_are_null_in_every_frame() -> None:
    rows = ((1, None, "a"), (None, Fraction(1, 3), None))
    columns = (Column("n", "N", "count"), Column("p", "P", "ratio"), Column("t", "T", "text"))
    value = Table("Some", columns, rows)
    given = list(series(value, wording()))
    assert data_frames.polars_frame(given).rows() == [
        (1, "1", None, None, "a"),
        (None, None, 1 / 3, "1/3", None),
    ]
    frame = data_frames.pandas_frame(given)
    assert [str(kind) for kind in frame.dtypes][:3] == ["Int64", str(pd.Series(dtype="str").dtype), "float64"]
    assert frame.isna().to_numpy().tolist() == [
        [False, False, True, True, False],
        [True, True, False, False, True],
    ]


def test_column_names_are_distinct() -> None:
    columns = (Column("p", "P", "ratio"), Column("p_exact", "Exact", "ratio"))
    table = Table("", columns, ((Fraction(1, 3), Fraction(2, 3)),))
    found = list(series(table, wording()))
    assert [one.name for one in found] == ["p", "p_exact_", "p_exact", "p_exact_exact"]


def test_names_from_files_are_escaped() -> None:
    bet = replace(ba.bet("tie/8"), name=HOSTILE)
    drawn = ba.odds("standard", SMALL, bets=[bet])._repr_html_()
    assert "<script" not in drawn
    assert "\x1b" not in drawn
    assert "<script>&\"'</td>" in Checked(drawn).text
    shoe = replace(recorded(), id=HOSTILE)
    assert "<script" not in shoe._repr_html_()
    assert ba.replay([shoe]).to_polars()["shoe"][0] == HOSTILE


def test_a_large_value_is_cut_short_with_a_note() -> None:
    many = replace(recorded(), coups=recorded().coups * 1000)
    page = Checked(many._repr_html_())
    assert page.text.count("played") == MOST_ROWS
    assert "1,900 more rows are not shown." in page.text
    assert many.to_polars().height == 2000


def test_a_large_audit_counts_all_its_claims() -> None:
    found = ba.audit("first-seed")
    text = str(replace(found, findings=found.findings * 150))
    assert text.count("agrees   seed-1-max-rtp: ") == MOST_ROWS
    assert "\n150 claims: 150 agrees.\n" in text and "\n50 more rows are not shown.\n" in text
    assert [text in str(found) for text in ("\nVerdict  Claim\n", "\nVerdicts by source\n")] == [True, True]


def pairs() -> object:
    return ba.removal(bets=["tie"], shoe=SMALL, order=2)["tie"]


def roots() -> object:
    return ba.solve("lucky-6", "two-card", sd="5", decks=8)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("Bankroll", "Staked on every coup: one unit on the bet alone."),
        ("Comparison", "Bet  Pays A  Pays B    Edge A   Edge B       B−A  Cause"),
        ("Counting", "Level     Tags      Sum  Correlation  Correlation  Break-even  Bet at   EV per"),
        ("RecordedShoe", "   1  –               7♥ 8♠         5  7♦ A♥         8  Banker  played  –"),
        ("Removal", "Tie  tie/8      0            5   -9.855119%   1.543139%"),
        (pairs, "Tie  tie/8      0  0    20   2.849681%  -0.236598%"),
        ("Settlement", "1        1  anna    tie/8    1/3  settled  –       lose      -1/3           0"),
        (roots, "8 decks  two-card    -22.9162        -23    5.0134        -22    4.8545"),
    ],
)
def test_a_line_of_a_value_printed(value: str | Callable[[], object], line: str) -> None:
    assert line in str(ONE_OF_EACH[value]() if isinstance(value, str) else value()).splitlines()


def test_tags_have_more_columns_on_wide_pages() -> None:
    found = ONE_OF_EACH["Countings"]()
    assert isinstance(found, Displayable)
    assert "EV per true count" in found._repr_html_()
    narrow, left_out = str(found).split("2 more columns, in other formats only: ")
    assert "squared" not in narrow
    assert " ".join(left_out.split()).startswith("Correlation squared, EV per true count. ")


def test_tables_are_named_by_their_titles() -> None:
    found = ONE_OF_EACH["RuleSheet"]()
    assert isinstance(found, Displayable)
    assert found.to_polars("3. Bets").equals(found.to_polars(0))


def test_tables_beyond_the_most_rows_are_counted() -> None:
    table = Table("Many", (Column("n", "N", "count"),), tuple((n,) for n in range(MOST_ROWS)))
    drawn = fragment(Page((table, table, table)), wording(), views.View(Page((table,))).marks)
    assert "2 more tables are not shown." in drawn
    assert "0 more rows" not in drawn


def test_all_paytables_are_saved_and_the_nearest_ones_are_not_in_data_frames(tmp_path: Path) -> None:
    found = ba.design("tie", SMALL, pays={"win": "8..10"})
    ba.save(found, tmp_path / "three.csv")
    saved = (tmp_path / "three.csv").read_text(encoding="utf-8").splitlines()
    assert [row.split(",")[0] for row in saved] == ["win", "8", "9", "10"]
    assert found.to_polars()["win"].to_list() == [8, 9, 10]
    none = ba.design("tie", SMALL, pays={"win": "8..10"}, edge="..-50%")
    assert "Paytables with the nearest house edges" in none._repr_html_()
    assert (none.to_polars().height, none.to_polars().columns) == (0, found.to_polars().columns)


def test_an_explanation_has_the_addresses_of_its_sources_on_wide_pages() -> None:
    address = "https://wizardofodds.com/games/ez-baccarat/"
    explained = ba.explain("dragon-7")
    assert address in explained._repr_html_()


def test_a_test_raises_an_alarm_at_the_given_rate() -> None:
    found = ONE_OF_EACH["Evidence"]()
    assert isinstance(found, ba.Evidence)
    assert 1 in {test.adjusted for test in found.tests}
    assert set(found.to_polars("Tests")["verdict"]) == {"–"}
    allowed = replace(found, alpha=Fraction(1))
    assert set(allowed.to_polars("Tests")["verdict"]) == {"alarm"}


def test_a_drawing_table_is_coloured_and_lettered() -> None:
    drawn = ba.rules("punto-banco")._repr_html_()
    assert drawn.count('<td class="draws">D</td>') + drawn.count('<td class="stands">S</td>') == 88
    assert drawn.count('<td class="draws">D</td>') == str(ba.rules("punto-banco").tableau).count("D")


def test_a_shoe_shows_how_much_of_it_is_left() -> None:
    text = Checked(ba.Shoe.decks(8).without("9c 9d")._repr_html_()).text
    assert "414 cards left" in text
    assert "The fewest full decks that contain these cards: 8, of which 99.5192% is left." in text
    assert "8 decks (416 cards)" in Checked(ba.Shoe.decks(8)._repr_html_()).text
    empty = ba.Shoe((0,) * 10, "points")
    assert "0 cards left" in Checked(empty._repr_html_()).text
    assert empty.to_polars()["share"].to_list() == [None] * 10


def test_a_report_shows_the_name_of_its_variant() -> None:
    text = Checked(report()._repr_html_()).text
    assert "Standard baccarat" in text


def test_a_value_that_cannot_be_shown_gives_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "<soon>")
    page = Checked(report()._repr_html_())
    assert page.text.strip().startswith("Report: cannot be shown: expected SOURCE_DATE_EPOCH as seconds")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("line", "unknown table 'line'; did you mean 'lines'?"),
        (2, "expected the name of a table or a number from 0 to 1, got 2"),
        (-1, "expected the name of a table or a number from 0 to 1, got -1"),
        (True, "expected the name of a table or a number from 0 to 1, got True"),
        (None, "expected the name of a table or a number from 0 to 1, got None"),
    ],
)
def test_an_unknown_table_is_rejected(table: int | str, said: str) -> None:
    with pytest.raises(RenderError) as refused:
        report().to_polars(table)
    assert str(refused.value) == said


def test_the_repr_of_an_answer_is_one_line_and_it_prints_as_its_command_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = ba.odds(bets=["player", "tie"])
    assert repr(report) == (
        "<Report: standard, 8 decks, player, tie/8, total_ways=4998398275503360, 2 valuations>"
    )
    assert repr(report["tie"]) == "<Valuation: bet=tie/8, total=4998398275503360>"
    assert repr(ba.audit("first-seed")) == "<Audit: 1 finding>"
    assert main(["odds", "--bet", "player", "--bet", "tie"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert str(report).splitlines()[1:9] == printed[1:9]
    assert max(map(len, str(report).splitlines())) <= 80
    assert str(ba.Shoe.decks(8)) == "8 decks"


@pytest.mark.parametrize("sort", ONE_OF_EACH)
def test_the_repr_of_every_value_is_one_short_line(sort: str) -> None:
    line = repr(ONE_OF_EACH[sort]())
    assert line.strip("<").startswith(sort)
    assert len(line) <= 100
    assert "\n" not in line
    assert "…" not in line


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (
            ba.question("classic", 6, given="tie", dealt="P:9c"),
            "<Question: classic, 311 cards, dealt=P:9c, given=tie, 3 bets>",
        ),
        (ba.bet("tie/9"), "<Bet: tie/9, 1 line>"),
        (ba.bet("tie/9").lines[0], "<Line: win, when=tie, net=9, commission=0>"),
        (ba.variant("classic"), "<Variant: classic, rules=punto-banco, decks=8, 3 bets>"),
        (ba.rules("punto-banco"), "<Rules: punto-banco, banker_by=third-card>"),
        (ba.rules("punto-banco").tableau, "<Tableau: player_draws=(0, 1, 2, 3, 4, 5), naturals=(8, 9)>"),
        (ba.Shoe.decks(8), "<Shoe: 8 decks>"),
        (
            ba.Shoe.decks(8).without("9c 9d"),
            "<Shoe: 414 cards, A=32 2=32 3=32 4=32 5=32 6=32 7=32 8=32 9=30 T=32 J=32 Q=32 K=32>",
        ),
        (ba.Shoe(tuple([7_000] * 12 + [7_001]), "ranks"), "<Shoe: 91,001 cards>"),
        (ba.Condition.parse("tie"), "<Condition: tie>"),
        (
            ba.Condition.parse(" or ".join(["tie"] * 40)),
            "<Condition: tie or tie or tie or tie or tie or tie or tie or tie or tie or tie or tie or ti…>",
        ),
        (ba.Dealt.parse("P:9c"), "<Dealt: P:9c>"),
        (ba.Dealt(), "<Dealt>"),
        (
            ba.bankroll("classic", 6, stakes={"banker": 2}, coups=9)[0],
            "<Bankroll: classic, 6 decks, banker/commission-5=2, coups=9, 7 levels, 3 spans>",
        ),
        (
            ba.bankroll("classic", 6, coups=9)[2],
            "<Bankroll: classic, 6 decks, tie/8=1, coups=9, 7 levels, 3 spans>",
        ),
        (
            ba.solve("tie", edge="5%..6%", decks=8),
            "<Solutions: standard, 8 decks, tie/8, edge=(1/20, 3/50), 1 case>",
        ),
        (next(iter(ba.design("tie", pays={"win": "8..9"}))), "<Design: tie, win=8>"),
        (
            ba.removal(bets=["tie"], shoe=SMALL)["tie"],
            "<Removal: bet=tie/8, ev=-19177/168245, by=points, needs=points, 10 kinds>",
        ),
    ],
    ids=lambda given: type(given).__name__,
)
def test_the_repr_describes_the_value(value: object, line: str) -> None:
    assert repr(value) == line


def test_a_value_that_cannot_be_laid_out_prints_as_its_repr() -> None:
    broken = replace(ba.odds(bets=["tie"]), valuations=None)
    assert str(broken) == repr(broken) == "<Report: standard, 8 decks, tie/8, total_ways=4998398275503360>"


def test_a_large_answer_is_printed_cut_short() -> None:
    designs = ba.design("lucky-6", pays={"two-card": "1..20", "three-card": "1..20"})
    text = str(designs)
    assert 100 <= len(text.splitlines()) < 130
