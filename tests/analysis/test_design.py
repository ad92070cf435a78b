"""`baccarat design`, checked against trying every paytable and against the odds of each."""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from suite import MULTIPLIER, Run

import analyzer as ba
from analyzer.analysis.design import counter, ranks, spans
from analyzer.analysis.design import search as searched
from analyzer.analysis.design.ranks import Key, front
from analyzer.analysis.design.search import Designs, Wanted
from analyzer.analysis.design.space import DesignLimits, Range, Space
from analyzer.analysis.design.spans import Search
from analyzer.analysis.design.variance import Variances
from analyzer.analysis.valuation import Valuation
from analyzer.ask.design import RARER, design
from analyzer.ask.numbers import band, pay_range
from analyzer.bets.bet import Bet, Line
from analyzer.bets.condition import Condition
from analyzer.bets.draft import Draft
from analyzer.errors import AnalyzerError, RenderError
from analyzer.rates import ANY
from analyzer.render.plot import plot
from analyzer.render.words import wording
from analyzer.report.design import page as reports
from analyzer.report.design.page import design_document

F = Fraction
LUCKY = {"two-card": "1..200", "three-card": "1..200"}


# Checked by trying every paytable


def valued(space: Space) -> list[tuple[int, Valuation]]:
    """Every paytable of a space, one by one, with its valuation: nothing here is shared with the search."""
    pays = [[pays.low + pays.step * k for k in range(pays.size)] for pays in space.ranges.values()]
    found = []
    for number, some in enumerate(product(*pays)):
        bet = space.draft.priced(dict(zip(space.names, some, strict=True)))
        found.append((number, Valuation(bet, space.total, space.ways)))
    return found


def within(ends: tuple[F | None, F | None], number: F) -> bool:
    """Whether a number is in a band."""
    low, high = ends
    return (low is None or low <= number) and (high is None or number <= high)


def keeps(value: Valuation, limits: DesignLimits, draft: Draft) -> bool:
    """Whether a valued paytable is within limits."""
    nets = {name: value.bet.nets[line] for line, name in draft.names.items()}
    pairs = [[nets[one] if isinstance(one, str) else one for one in pair] for pair in limits.falling]
    low, high = limits.deviation
    return (
        within(limits.edge, value.house_edge)
        and within(limits.hit_rate, value.hit_rate)
        and within((None if low is None else low**2, None if high is None else high**2), value.variance)
        and (limits.exposure is None or value.exposure <= limits.exposure)
        and all(more >= less for more, less in pairs)
    )


def random_space(random: Random) -> Space:
    """A few lines with some ways each, some of which pay a name from a range; others have a fixed pay."""
    number = random.randint(1, 4)
    lines = tuple(
        Line(f"line-{n}", Condition.parse("tie"), F(random.randint(-2, 6), random.choice([1, 2])))
        for n in range(number + random.randint(0, 2))
    )
    bet = Bet("some", "Some", lines)
    names = {f"line-{n}": f"line-{n}" for n in range(number)}
    if number > 2 and random.random() < 0.4:
        names["line-2"] = "line-0"
    draft = Draft(bet, names)
    ranges = {}
    for name in draft.symbols:
        step = random.choice([F(1), F(1, 2), F(3, 10), F(2)])
        low = F(random.randint(-3, 4))
        ranges[name] = Range(low, low + step * random.randint(0, 6) + F(1, 20), step)
    ways = {line.id: random.choice([0, 1, 1, 3, 7, 20]) for line in lines} | {"lose": random.randint(0, 60)}
    scale = random.choice([1, 1, 10**25])
    ways = {line: n * scale for line, n in ways.items()}
    ways["lose"] += 1
    return Space(draft, ranges, ways, sum(ways.values()))


def random_band(random: Random, numbers: list[F]) -> tuple[F | None, F | None]:
    """A band between two of these numbers, or open at an end."""
    low, high = sorted((random.choice(numbers), random.choice(numbers)))
    return (low if random.random() < 0.8 else None), (high if random.random() < 0.8 else None)


def random_limits(random: Random, space: Space, values: list[Valuation]) -> DesignLimits:
    """Limits that leave some paytables, with ends that are exactly reached."""
    payers = [*space.names, F(2)]
    deviations = [F(n, 2) for n in range(12)]
    return DesignLimits(
        random_band(random, [value.house_edge for value in values])
        if random.random() < 0.7
        else (None, None),
        random_band(random, [value.hit_rate for value in values]) if random.random() < 0.4 else (None, None),
        random_band(random, deviations) if random.random() < 0.5 else (None, None),
        F(random.randint(1, 3)) if random.random() < 0.3 else None,
        tuple(tuple(random.sample(payers, 2)) for _ in range(random.choice([0, 0, 1, 2]))),  # type: ignore[misc]
    )


def asked(space: Space, limits: DesignLimits, **wanted: Any) -> Designs:
    """The paytables of a space within limits, without a report."""
    return Designs(space, limits, Wanted(**wanted), None)  # type: ignore[arg-type]


CASES = range(40 * MULTIPLIER)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that every search has many."""
    monkeypatch.setattr(spans, "_ROWS", 7)
    monkeypatch.setattr(ranks, "_SPARE", 4)


@pytest.mark.parametrize("seed", CASES)
def test_a_search_finds_what_trying_every_paytable_finds(seed: int) -> None:
    random = Random(seed)
    space = random_space(random)
    each = valued(space)
    limits = random_limits(random, space, [value for _, value in each])
    kept = [(number, value) for number, value in each if keeps(value, limits, space.draft)]
    found = asked(space, limits)
    assert found.found == len(kept)
    assert found.proven_none == (not kept)
    assert [
        (one.number, one.house_edge, one.hit_rate, one.variance, one.standard_deviation) for one in found
    ] == [
        (n, value.house_edge, value.hit_rate, value.variance, value.standard_deviation) for n, value in kept
    ]
    assert [one.pays for one in found] == [
        {line.id: line.net for line in value.bet.lines} for _, value in kept
    ]

    most = random.randint(1, 9)
    target = random.choice([value.house_edge for _, value in each]) + random.choice([F(0), F(1, 7), F(10**9)])
    for rank, key in {
        "edge": lambda value: value.house_edge,
        "-edge": lambda value: -value.house_edge,
        "hit-rate": lambda value: value.hit_rate,
        "-hit-rate": lambda value: -value.hit_rate,
        "sd": lambda value: value.variance,
        "-sd": lambda value: -value.variance,
        "target": lambda value: abs(value.house_edge - target),
    }.items():
        ranked = sorted(kept, key=lambda pair: (key(pair[1]), pair[0]))
        order = asked(space, limits, rank=rank, target=target)
        assert [one.number for one in order.first(most)] == [number for number, _ in ranked[:most]]

    for directions, signs in {("low-edge", "low-sd"): (1, 1), ("high-edge", "low-sd"): (-1, 1)}.items():
        points = [(signs[0] * value.house_edge, signs[1] * value.variance) for _, value in kept]
        unbeaten = [
            number
            for (number, _), (edge, sd) in zip(kept, points, strict=True)
            if not any(a <= edge and b <= sd and (a, b) != (edge, sd) for a, b in points)
        ]
        assert [one.number for one in asked(space, limits, pareto=directions)] == unbeaten

    low, high = limits.edge
    others = [
        value
        for _, value in each
        if keeps(value, DesignLimits((None, None), *astuple(limits)[1:]), space.draft)
    ]
    below = [value.house_edge for value in others if low is not None and value.house_edge <= low]
    above = [value.house_edge for value in others if high is not None and value.house_edge >= high]
    assert [None if one is None else one.house_edge for one in found.nearest] == [
        max(below, default=None),
        min(above, default=None),
    ]


def astuple(limits: DesignLimits) -> tuple[Any, ...]:
    """The fields of limits, in order."""
    return limits.edge, limits.hit_rate, limits.deviation, limits.exposure, limits.falling


def test_whole_numbers_decide_what_doubles_cannot() -> None:
    # With two equal lines, exchanging their pays gives an equal paytable, and the bound is met exactly.
    bet = Bet("two", "Two", tuple(Line(name, Condition.parse("tie"), F(1)) for name in "ab"))
    space = Space(
        Draft.opened(bet, "ab"),
        {name: Range(F(1), F(5), F(1, 3)) for name in "ab"},
        {"a": 7, "b": 7, "lose": 86},
        100,
    )
    each = valued(space)
    for _, value in each[::17]:
        bound = F(round(value.variance * 10**6), 10**6)
        for low, high in ((None, F(3)), (F(2), F(3)), (bound, None)):
            limits = DesignLimits(deviation=(low, high))
            kept = [number for number, value in each if keeps(value, limits, space.draft)]
            assert [one.number for one in asked(space, limits)] == kept
    ranked = sorted(each, key=lambda pair: (pair[1].variance, pair[0]))
    assert [one.number for one in asked(space, DesignLimits(), rank="sd")] == [number for number, _ in ranked]


class Rough(Variances):
    """Variances whose doubles are inaccurate, with an error bound that says so."""

    def __init__(self, space: Space, order: Sequence[int]) -> None:
        super().__init__(space, order)
        self.chances = [chance * 1.05 for chance in self.chances]
        self.error = 5.0


@pytest.mark.parametrize("seed", range(5))
def test_inaccurate_doubles_change_nothing(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    random = Random(seed)
    ways = {name: random.randint(1, 20) for name in ("a", "b", "lose")}
    bet = Bet("two", "Two", tuple(Line(name, Condition.parse("tie"), F(1)) for name in "ab"))
    space = Space(Draft.opened(bet, "ab"), dict.fromkeys("ab", Range(F(-2), F(9))), ways, sum(ways.values()))
    limits = DesignLimits(deviation=(F(2), F(7, 2)))
    kept = [number for number, value in valued(space) if keeps(value, limits, space.draft)]
    monkeypatch.setattr(spans, "Variances", Rough)
    assert [one.number for one in asked(space, limits)] == kept
    assert kept


@pytest.mark.parametrize(("ends", "many"), [((None, 3), 43), ((2, 3), 28), ((5, None), 11851), ((0, 1), 1)])
def test_doubles_find_every_span_of_a_standard_deviation(
    monkeypatch: pytest.MonkeyPatch, ends: tuple[int | None, int | None], many: int
) -> None:
    def exactly(*_: object) -> None:
        raise AssertionError("doubles were enough")

    monkeypatch.setattr(Variances, "_exactly", exactly)
    low, high = (None if end is None else F(end) for end in ends)
    bet = Bet("two", "Two", tuple(Line(name, Condition.parse("tie"), F(1)) for name in "ba"))
    pays = {"b": Range(F(1), F(40)), "a": Range(F(1), F(300))}
    space = Space(Draft.opened(bet, "ba"), pays, {"b": 20, "a": 9, "lose": 71}, 100)
    assert sum(1 for _ in asked(space, DesignLimits(deviation=(low, high)))) == many


def one_line(pays: Range, **ways: int) -> Space:
    """A bet of one line, a, whose pays are tried."""
    bet = Bet("one", "One", (Line("a", Condition.parse("tie"), F(1)),))
    return Space(Draft.opened(bet, "a"), {"a": pays}, ways, sum(ways.values()))


def test_a_wrong_order_of_doubles_is_corrected() -> None:
    # Doubles that rise where the exact keys fall, by no more than their error bound.
    near = Key(lambda rows: rows.numbers * 0.1, lambda number: -number, error=100.0)
    alike = Key(lambda rows: rows.numbers * 0, lambda number: 0)
    search = Search(one_line(Range(F(1), F(99)), a=1, lose=9), DesignLimits())
    rows = [block for spans in search.spans() for block in search.rows(spans)]
    assert front(iter(rows), alike, near) == [98]
    assert ranks.first(iter(rows), near, 3) == [98, 97, 96]


def test_the_nearest_edge_is_found_without_every_paytable(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []
    rows = Search.rows

    def counted(search: Search, of: spans.Spans) -> Any:
        for one in rows(search, of):
            looked_at.append(len(one.numbers))
            yield one

    monkeypatch.setattr(Search, "rows", counted)
    grid = {"two-card": "1..20", "three-card": "0.01..100:0.01"}
    below, above = design("lucky-6", edge="5.00001%", pays=grid).nearest
    assert sum(looked_at) <= 2 * 20
    pays = [(one.pays["two-card"], one.pays["three-card"]) for one in (below, above) if one is not None]
    each = [one.house_edge for one in design("lucky-6", edge="4.9%..5.1%", pays=grid)]
    edges = [max(x for x in each if x < F(5_00001, 10**7)), min(x for x in each if x > F(5_00001, 10**7))]
    assert [one.house_edge for one in (below, above) if one is not None] == edges
    assert len(set(pays)) == 2


def test_a_search_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"two-card": "1..40", "three-card": "1..41"}
    monkeypatch.setattr(spans, "MOST_WORK", 40)
    assert design("lucky-6", pays=grid).found == 40 * 41
    with pytest.raises(AnalyzerError, match="the search would take more than about 20 seconds"):
        _ = design("lucky-6", pays=grid, sd="0..").found
    with pytest.raises(AnalyzerError, match="the search would take more than about 20 seconds"):
        _ = design("lucky-6", pays=grid, hit_rate="0..").found
    with pytest.raises(AnalyzerError, match="the search would take more than about 20 seconds"):
        _ = design("lucky-6", pays={"two-card": "1..41", "three-card": "1..42"}).found


def test_more_paytables_than_can_be_compared_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = {"two-card": "1..40", "three-card": "1..41"}
    monkeypatch.setattr(searched, "MOST_COMPARED", 40 * 41)
    assert len(list(design("lucky-6", pays=grid, rank="sd"))) == 40 * 41
    monkeypatch.setattr(searched, "MOST_COMPARED", 40 * 41 - 1)
    assert len(list(design("lucky-6", pays=grid))) == 40 * 41
    with pytest.raises(AnalyzerError, match="expected at most 1,639 paytables to compare"):
        list(design("lucky-6", pays=grid, rank="sd"))
    with pytest.raises(AnalyzerError, match="expected at most 1,639 paytables to compare"):
        list(design("lucky-6", pays=grid, pareto="low-edge,low-sd"))


@pytest.mark.parametrize(
    ("ends", "pays"),
    [((3, 3), [5]), ((3, None), [5, 6, 7, 8, 9]), ((None, 3), [1, 2, 3, 4, 5]), ((0, 0), [])],
)
def test_a_standard_deviation_met_exactly_is_within(ends: tuple[int | None, ...], pays: list[int]) -> None:
    # An even chance of x or the loss of one: the standard deviation is (x + 1) / 2.
    low, high = (None if end is None else F(end) for end in ends)
    found = asked(one_line(Range(F(1), F(9)), a=50, lose=50), DesignLimits(deviation=(low, high)))
    assert [one.pays["a"] for one in found] == pays
    assert [one.standard_deviation for one in found] == [(x + 1) / 2 for x in pays]


def test_lines_that_cannot_happen_add_no_exposure() -> None:
    limits = DesignLimits(exposure=F(1))
    assert [one.pays["a"] for one in asked(one_line(Range(F(-3), F(0)), a=0, lose=9), limits)] == [
        -3,
        -2,
        -1,
        0,
    ]
    assert [one.pays["a"] for one in asked(one_line(Range(F(-3), F(0)), a=1, lose=9), limits)] == [-1, 0]
    both = Line("b", Condition.parse("player_wins"), F(-3)), Line("a", Condition.parse("tie"), F(1))
    for ways, found in ((0, [0]), (1, [])):  # ways of line b
        space = Space(
            Draft.opened(Bet("two", "Two", both), "a"),
            {"a": Range(F(0), F(0))},
            {"b": ways, "a": 1, "lose": 9},
            11,
        )
        assert [one.pays["a"] for one in asked(space, limits)] == found


# Checked against odds


def of_odds(found: Designs, one: Any, shoe: Any = 8, **how: Any) -> tuple[F, F, float, F]:
    """The odds of the bet with a paytable that was found."""
    value = ba.odds("standard", shoe, bets=[one.bet], **how).valuations[0]
    return value.house_edge, value.hit_rate, value.standard_deviation, value.variance


def test_every_answer_matches_odds() -> None:
    found = design("lucky-6", edge="5%..8%", pays=LUCKY)
    assert found.found == 42
    for one in found:
        assert of_odds(found, one) == (one.house_edge, one.hit_rate, one.standard_deviation, one.variance)


def test_pays_below_zero_are_no_hits() -> None:
    found = design("lucky-6", 6, pays={"two-card": "-2..2:1/2", "three-card": "-1..1"})
    rates = set()
    for one in found:
        assert of_odds(found, one, 6) == (one.house_edge, one.hit_rate, one.standard_deviation, one.variance)
        rates.add(one.hit_rate)
    assert len(rates) == 4
    some = design("lucky-6", 6, pays={"two-card": "-2..2:1/2", "three-card": "-1..1"}, hit_rate="1%..2%")
    assert [one.number for one in some] == [
        one.number for one in found if F(1, 100) <= one.hit_rate <= F(1, 50)
    ]
    assert some.found > 0


def test_a_thousand_million_candidates_are_counted_and_a_sample_matches_odds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spans, "_ROWS", 2**17)
    monkeypatch.setattr(ranks, "_SPARE", 2**16)
    lines = ["four-of-diamonds", "four", "diamonds", "other"]
    found = design("banker-fortune-4-pair", edge="5%..5.1%", pays=dict.fromkeys(lines, "1..178"))
    assert found.candidates == 178**4
    assert found.found == counted_by_halves(found)
    for one in [*found.first(2), *design_ranked(lines).first(2)]:
        assert of_odds(found, one) == (one.house_edge, one.hit_rate, one.standard_deviation, one.variance)


def counted_by_halves(found: Designs) -> int:
    """How many paytables of four lines are in the band, from the gains of two lines and of the other two."""
    ways, total = list(found.space.ways.values())[:4], found.space.total
    low, high = (end for end in found.limits.edge if end is not None)
    lost = total - sum(ways)
    one, other = (
        sorted(a * x + b * y for x, y in product(range(1, 179), repeat=2)) for a, b in (ways[:2], ways[2:])
    )
    least, most = ceil(lost - high * total), floor(lost - low * total)
    return sum(bisect_right(other, most - sum_) - bisect_left(other, least - sum_) for sum_ in one)


def design_ranked(lines: list[str]) -> Designs:
    """The same, the least volatile first."""
    return design("banker-fortune-4-pair", edge="5%..5.1%", pays=dict.fromkeys(lines, "1..178"), rank="sd")


def test_a_counters_gain_is_that_of_the_tail() -> None:
    pays = {"two-card": "10..14", "three-card": "18..22"}
    everything = design("lucky-6", pays=pays, unseen=6)
    tails = {}
    for one in everything:
        tail = ba.tail("standard", bets=[one.bet], unseen=6).tails[0]
        assert everything.gain_of(one) == tail.expected_positive
        tails[one.number] = tail.expected_positive
    middle = sorted(tails.values())[12]
    some = design("lucky-6", pays=pays, unseen=6, max_yield=middle, rank="-yield")
    kept = sorted((n for n in tails if tails[n] <= middle), key=lambda n: (-tails[n], n))
    assert [one.number for one in some] == kept
    assert 0 < len(kept) < 25


def test_a_counters_gain_is_not_calculated_outside_the_band(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    def valued(*_: object) -> None:
        raise AssertionError("no paytable is in the band")

    monkeypatch.setattr(counter.Gains, "totals", valued)
    pays = {"two-card": "1..200", "three-card": "1..200"}
    found = design("lucky-6", edge="99%..99.5%", pays=pays, unseen=14, max_yield="0.1%")
    assert (found.found, found.nearest) == (0, (None, None))
    asked = ("lucky-6", "--pays", "two-card=1..200", "--pays", "three-card=1..200", "--edge", "99%..99.5%")
    status, out, _ = run("design", *asked, "--unseen", 14, "--max-yield", "0.1%")
    assert (status, "paytables outside the band of house edges" in out) == (0, True)
    document = json.loads(run("design", *asked, "--unseen", 14, "--max-yield", "0.1%", "--format", "json")[1])
    assert (document["proven_none"], "nearest" in document) == (True, False)


def test_the_rarer_line_pays_at_least_as_much() -> None:
    found = design("lucky-6", pays={"two-card": "1..5", "three-card": "1..5"}, monotone=RARER)
    assert [(one.pays["two-card"], one.pays["three-card"]) for one in found] == [
        (two, three) for two in range(1, 6) for three in range(1, 6) if three >= two
    ]
    listed = design(
        "lucky-6", pays={"two-card": "1..5", "three-card": "1..5"}, monotone="three-card,two-card"
    )
    assert [one.number for one in listed] == [one.number for one in found]


def test_a_rarer_line_keeps_its_pay_and_bounds_the_others() -> None:
    """Lines with fixed pays count if they gain, but not if the stake is returned or lost."""
    conditions = {"nines": "tie and player_total == 9", "other": "tie"}
    bet = Bet("x", "X", tuple(Line(id, Condition.parse(text), F(1)) for id, text in conditions.items()))
    found = design(bet, pays={"other": "0..3"}, monotone=RARER)
    assert [one.pays["other"] for one in found] == [0, 1]
    found = design("player", pays={"win": "1..3"}, monotone=RARER)
    assert [one.pays["win"] for one in found] == [1, 2, 3]


def test_names_move_their_lines_together(tmp_path: Path) -> None:
    file = tmp_path / "bets.toml"
    file.write_text(
        '[[bet]]\nid = "mine"\nname = "Mine"\nsource = "test"\nlines = [\n'
        '{ id = "a", when = "tie and player_total == 0" },\n'
        '{ id = "b", when = "tie and player_total == 9" },\n'
        '{ id = "c", when = "tie" },\n]\npaytable = { a = "x", b = "x", c = "5" }\n'
    )
    found = design("mine", bet_files=[file], pays={"x": "5..30"}, edge="..15%")
    assert found.candidates == 26
    for one in found:
        assert one.pays == {"a": one.chosen["x"], "b": one.chosen["x"], "c": 5}
        assert of_odds(found, one) == (one.house_edge, one.hit_rate, one.standard_deviation, one.variance)
    assert found.found > 0


# The command


def test_json_has_the_documented_form(run: Run) -> None:
    status, out, _ = run(
        "design",
        "lucky-6",
        "--edge",
        "16%..17%",
        "--pays",
        "two-card=12..12",
        "--pays",
        "three-card=18..22",
        "--format",
        "json",
    )
    document = json.loads(out)
    assert status == 0
    assert list(document)[:5] == ["schema", "about", "bet", "paytables", "proven_none"]
    assert document["schema"] == "baccarat-design/2"
    assert document["about"]["options"] == {
        "pays two-card": "12", "pays three-card": "18..22", "edge": "4/25..17/100",
    }  # fmt: skip
    assert [list(row)[:4] for row in document["paytables"]] == [
        ["pays", "house_edge", "hit_rate", "standard_deviation"]
    ]
    assert [row["pays"] for row in document["paytables"]] == [{"two-card": "12", "three-card": "20"}]
    assert (document["proven_none"], document["found"], document["candidates"]) == (False, "1", "5")


def test_a_search_without_a_result_is_proven_and_shows_the_nearest_edges(run: Run) -> None:
    asked = [
        "design",
        "lucky-6",
        "--edge",
        "1%..1.0001%",
        "--pays",
        "two-card=12",
        "--pays",
        "three-card=18..40",
    ]
    status, out, _ = run(*asked, "--format", "json")
    document = json.loads(out)
    assert status == 0
    assert (document["paytables"], document["proven_none"], document["found"]) == ([], True, "0")
    assert document["nearest"]["below"]["pays"] == {"two-card": "12", "three-card": "30"}
    assert document["nearest"]["above"]["pays"] == {"two-card": "12", "three-card": "29"}
    status, out, _ = run(*asked)
    assert status == 0
    answer, nearest = "None of the 23 candidate paytables is within", "Paytables with the nearest house edges"
    assert out.index(answer) < out.index(nearest)
    assert out.count("None of the 23 candidate") == 1


def test_csv_has_all_rows_and_a_page_the_first(run: Run) -> None:
    pays = ["--pays", "two-card=1..20", "--pays", "three-card=1..20"]
    _, out, _ = run("design", "lucky-6", *pays, "--format", "csv")
    assert len(out.splitlines()) == 401
    _, out, _ = run("design", "lucky-6", *pays, "--format", "csv", "--limit", "7")
    assert len(out.splitlines()) == 8
    page = reports.design_page(design("lucky-6", pays={"two-card": "1..20", "three-card": "1..20"}))
    assert len(page.tables[0].rows) == 50


def test_a_document_comes_in_pieces_that_make_one(tmp_path: Path, run: Run) -> None:
    found = design("lucky-6", pays={"two-card": "1..30", "three-card": "1..30"})
    pieces = list(design_document(found))
    assert len(pieces) == 4
    assert len(json.loads("".join(pieces))["paytables"]) == 900
    file = tmp_path / "o.json"
    status, out, _ = run(
        "design",
        "lucky-6",
        "--pays",
        "two-card=1..30",
        "--pays",
        "three-card=1..30",
        "--format",
        "json",
        "-o",
        str(file),
    )
    assert (status, out) == (0, "")
    assert len(json.loads(file.read_text(encoding="utf-8"))["paytables"]) == 900


@pytest.mark.parametrize(
    ("most", "got"), [(999_999, "999,995,000,009,999,990,000,004,999,999"), (1_000_000, "far more")]
)
def test_a_huge_number_of_candidates_is_not_written_out(run: Run, most: int, got: str) -> None:
    pays = [f"--pays=win-by-{margin}=1..{most}" for margin in range(5, 10)]
    assert run("design", "dragon-bonus-player", *pays)[2].endswith(f"got {got}; give fewer pays\n")


def test_a_search_that_is_too_long_is_given_up_but_counted_paytables_are_listed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spans, "MOST_ROWS", 30)
    pays = ["--pays", "two-card=1..40", "--pays", "three-card=1..31"]
    status, out, err = run("design", "lucky-6", *pays)
    assert (status, out) == (2, "")
    assert err == (
        "baccarat: the search needs more than 30 rows of pays for 1,240 candidate paytables; "
        "give fewer pays, larger steps, or a narrower edge\n"
    )
    assert len(list(design("lucky-6", pays={"two-card": "1..40", "three-card": "1..30"}))) == 1200


def test_too_many_valuations_for_a_counter_are_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counter, "MOST_WORK", 5005 * 9)
    pays = ["--pays", "two-card=1..40", "--pays", "three-card=1..30"]
    status, out, err = run("design", "lucky-6", *pays, "--unseen", "6", "--max-yield", "5%")
    assert (status, out) == (2, "")
    assert err == (
        "baccarat: expected at most 9 paytables to value on 5,005 compositions of 6 unseen cards each, got "
        "more; narrow the edge or the pays, or ask about fewer unseen cards\n"
    )


def test_a_commission_and_pays_for_the_same_line_are_refused() -> None:
    with pytest.raises(AnalyzerError, match="expected either a commission or pays for the Banker bet"):
        design("banker", pays={"win": "0.9..1:0.01"}, commission="4%")
    assert [one.pays for one in design("banker", pays={"push": "0"}, commission="4%")] == [
        {"win": F(24, 25), "push": F(0)}
    ]


def test_a_plot_marks_unbeaten_paytables_and_samples_the_others_evenly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reports, "MOST_DRAWN", 50)
    found = design("lucky-6", pays={"two-card": "1..20", "three-card": "1..20"})
    chart = reports.design_chart(found)
    points = chart.bands[0].panels[0].points  # type: ignore[union-attr]
    assert [point.strong for point in points].count(False) == 50
    assert {(point.across, point.squared) for point in points if point.strong} == {
        (found.space.design(number).house_edge, found.space.design(number).variance)
        for number in found.front("low-edge", "low-sd")
    }
    assert "50 of 400 paytables are drawn, evenly spaced." in list(map(str, chart.notes))
    drawing = plot(chart, ".svg", wording())
    assert drawing.count(b"<use ") >= 50
    assert "House edge 3.0453%, Standard deviation 4.0635" in drawing.decode()
    with pytest.raises(RenderError, match="no paytable is within the limits, so there is nothing to plot"):
        reports.design_chart(design("lucky-6", edge="99%..", pays={"two-card": "1"}))


def test_lines_with_a_multiplier_stay_as_they_are() -> None:
    with pytest.raises(AnalyzerError, match="has a multiplier, so its pay cannot be changed"):
        design(multiplied(), pays={"win": "1..5"})


def multiplied() -> Bet:
    """A bet whose pay has a random multiplier."""
    law = ((F(1), F(1, 2)), (F(2), F(1, 2)))
    lines = (
        Line("win", Condition.parse("tie"), F(8), law),
        Line("eight", Condition.parse("player_total == 8"), F(1)),
    )
    return Bet("m", "M", lines)


def test_a_line_with_a_random_multiplier_keeps_its_outcomes() -> None:
    found = design(multiplied(), pays={"eight": "-1..3:1/2"}, sd="2..4")
    assert found.found > 0
    for one in found:
        assert of_odds(found, one) == (one.house_edge, one.hit_rate, one.standard_deviation, one.variance)


def test_floats_are_refused() -> None:
    with pytest.raises(
        AnalyzerError, match=r"expected the pays of 'win' as an exact number such as .*, got 0\.9"
    ):
        pay_range("win", 0.9)  # type: ignore[arg-type]
    with pytest.raises(AnalyzerError, match=r"expected a house edge as an exact number, got 0\.05; write"):
        design("tie", edge=0.05, pays={"win": 8})  # type: ignore[arg-type]
    edge = ba.odds("standard", bets=["tie/9"]).valuations[0].house_edge
    assert [one.pays for one in design("tie", edge=edge, pays={"win": "1..20"})] == [{"win": F(9)}]
    assert design("tie", edge=edge, pays={"win": F(19, 2)}).proven_none


def test_texts_of_pays_and_bands() -> None:
    assert pay_range("a", "0.9..1:0.01") == Range(F(9, 10), F(1), F(1, 100))
    assert pay_range("a", "1/2..3:1/2").size == 6
    assert pay_range("a", "-3..push").size == 4
    assert pay_range("a", "12") == Range(F(12), F(12))
    assert band("an edge", "..8%", ANY) == (None, F(2, 25))
    assert band("an edge", "5%", ANY) == (F(1, 20), F(1, 20))
