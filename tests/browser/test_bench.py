"""The paytable bench: exact at any pays, usable by keys and pointer, and kept by links and reloads."""

import contextlib
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import analyzer
from analyzer.bets.digest import bet_value
from analyzer.cli.main import main
from analyzer.exact import Root, percent_text, ratio_or_none, ratio_text
from analyzer.web.carried import carried
from analyzer.web.data import CARRIED
from analyzer.web.page import page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.browser

ROOM = "#room=bench&bench.bet="
LUCKY = f"{ROOM}lucky-6&bench.prices=whole"
TWO, THREE = 0, 1  # The lines of Lucky 6, by row.
PRICES = ("1", "19/20", "0.95", "7/2", "12", "133/8", "200", "1/3", "999999999999/7")


def field(shown: "Page", row: int) -> "Locator":
    return shown.locator(".pays input[type=text]").nth(row)


def slider(shown: "Page", row: int) -> "Locator":
    return shown.locator(".pays input[type=range]").nth(row)


def figure(shown: "Page", name: str, decks: int) -> str:
    """The exact value of a figure in the table of the bet's value."""
    row = shown.locator(".bench table").first.locator("tr", has_text=name).first
    return row.locator("td button").nth({6: 0, 8: 1}[decks]).get_attribute("title") or ""


def answer_of(*words: str) -> dict[str, object]:
    """The answer of a command as JSON, or its error."""
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        status = main([*words, "--format", "json"])
    return {"error": error.getvalue()} if status == 2 else json.loads(out.getvalue())


@pytest.mark.parametrize("variant", ["standard", "tiger-baccarat", "niu-niu", "power-baccarat-98"])
def test_every_statistic_at_any_pays_equals_python(variant: str, opened: Callable) -> None:
    chance = random.Random(variant)
    shown = opened(variant)
    bets = {bet.id: bet for bet in carried(analyzer.question(variant)).bets.values()}
    assert len(bets) >= 3
    for decks in (6, 8):
        for _ in range(4):
            pays = {
                f"{bet.id}.{line.id}": chance.choice(PRICES if line.net > 0 else ("push", "-1/2", "-3"))
                for bet in bets.values()
                for line in bet.lines
                if chance.random() < 0.7
            }
            report = analyzer.odds(variant, decks, pay=pays, bets=list(bets))
            for bet, value in report.items():
                of_bet = {key.split(".")[1]: pay for key, pay in pays.items() if key.startswith(f"{bet}.")}
                script = "([bet, pays, shoe]) => baccarat.value(bet, pays, shoe)"
                assert shown.evaluate(script, [bet, of_bet, [decks] * 52]) == {
                    "ev": ratio_text(value.ev),
                    "house_edge": ratio_text(value.house_edge),
                    "edge_on_resolved": ratio_or_none(value.edge_on_resolved),
                    "rtp": ratio_text(value.rtp),
                    "hit_rate": ratio_text(value.hit_rate),
                    "push_rate": ratio_text(value.push_rate),
                    "variance": ratio_text(value.variance),
                    "exposure": ratio_text(value.exposure),
                    "standard_deviation": Root(Fraction(0), value.variance).decimal(12),
                }


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("['nothing', {}, [8]]", "unknown bet nothing"),
        ("['tie', {win: '1e3'}, Array(52).fill(8)]", "got win=1e3"),
        ("['tie', {lose: '1'}, Array(52).fill(8)]", "got lose=1"),
        ("['player-pair', {}, Array(10).fill(32)]", "needs a shoe with finer counts"),
    ],
)
def test_a_bet_that_cannot_be_valued_is_rejected_in_one_sentence(
    asked: str, sentence: str, opened: Callable
) -> None:
    script = f"() => {{ try {{ baccarat.value(...{asked}); }} catch (error) {{ return error.message; }} }}"
    assert sentence in opened().evaluate(script)


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_arrows_step_through_the_price_set(width: str, opened: Callable) -> None:
    shown = opened(width=width, fragment=f"{ROOM}banker")
    expect(field(shown, 0)).to_have_value("19/20")
    slider(shown, 0).focus()
    for key, pay in (("ArrowRight", "1"), ("ArrowUp", "11/10"), ("ArrowLeft", "1"), ("ArrowDown", "19/20")):
        shown.keyboard.press(key)
        expect(field(shown, 0)).to_have_value(pay)
    shown.get_by_label("Price set").select_option("tenths")
    expect(field(shown, 0)).to_have_value("19/20")
    field(shown, 0).press("ArrowDown")
    expect(field(shown, 0)).to_have_value("9/10")
    for decks in (6, 8):
        value = analyzer.odds("standard", decks, pay={"banker.win": "0.9"})["banker"]
        assert figure(shown, "House edge", decks) == ratio_text(value.house_edge)
        assert figure(shown, "Standard deviation", decks) == f"√({ratio_text(value.variance)})"
        expect(shown.locator(".bench table").first).to_contain_text(percent_text(value.house_edge, 4))
    shown.get_by_role("button", name="Reset pays").click()
    expect(field(shown, 0)).to_have_value("19/20")


def test_a_typed_pay_is_used_and_kept_as_written(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    for typed, exact in (("0.95", "19/20"), ("133/8", "133/8"), ("7 to 2", "7/2"), ("9 for 1", "8")):
        field(shown, TWO).fill(typed)
        value = analyzer.odds("standard", 8, pay={"lucky-6.two-card": exact})["lucky-6"]
        expect(shown.locator(".bench table").first).to_contain_text(percent_text(value.house_edge, 4))
        assert figure(shown, "House edge", 8) == ratio_text(value.house_edge)
    for wrong in ("1e5", "4/0", "-", "1234567890123", "7 to 0"):
        field(shown, TWO).fill(wrong)
        expect(field(shown, TWO)).to_have_attribute("aria-invalid", "true")
        expect(shown.get_by_role("alert")).to_be_visible()
        assert figure(shown, "House edge", 8) == ratio_text(value.house_edge)
    field(shown, TWO).fill("0.95")
    field(shown, THREE).fill("25")
    shown.get_by_role("button", name="Keep as A").click()
    shown.get_by_role("combobox", name="Bet", exact=True).select_option("tie")
    field(shown, 0).fill("9")
    shown.wait_for_timeout(300)
    shared = shown.url
    shown.reload()
    expect(field(shown, 0)).to_have_value("9")
    other = opened(fragment=shared[shared.index("#") :])
    expect(field(other, 0)).to_have_value("9")
    expect(other.get_by_text("A: Lucky 6 0.95 · 25")).to_be_visible()
    other.get_by_role("combobox", name="Bet", exact=True).select_option("lucky-6")
    expect(field(other, TWO)).to_have_value("0.95")
    expect(field(other, THREE)).to_have_value("25")


def test_a_locked_edge_is_kept_exactly(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    edge = figure(shown, "House edge", 8)
    assert edge == ratio_text(analyzer.odds()["lucky-6"].house_edge)
    shown.get_by_role("button", name="Lock the edge").click()
    slider(shown, TWO).focus()
    shown.keyboard.press("ArrowRight")
    expect(field(shown, TWO)).to_have_value("13")
    before = analyzer.odds()["lucky-6"]
    answer = 20 - Fraction(before.ways["two-card"], before.ways["three-card"])
    expect(field(shown, THREE)).to_have_value(ratio_text(answer))
    assert figure(shown, "House edge", 8) == edge
    near = analyzer.odds(pay={"lucky-6.two-card": 13, "lucky-6.three-card": round(answer)})["lucky-6"]
    sentence = (
        f"Nearest price in the set: {round(answer)}, with a house edge of {percent_text(near.house_edge, 4)}."
    )
    expect(shown.get_by_text(sentence)).to_be_visible()
    field(shown, TWO).fill("25")
    expect(shown.get_by_text("No pay above zero for the line three-card keeps the edge.")).to_be_visible()
    assert figure(shown, "House edge", 8) != edge
    field(shown, TWO).fill("13")
    expect(field(shown, THREE)).to_have_value(ratio_text(answer))
    assert figure(shown, "House edge", 8) == edge
    shown.get_by_role("button", name="Use this price").click()
    assert figure(shown, "House edge", 8) == ratio_text(near.house_edge)
    expect(shown.get_by_role("button", name="Lock the edge")).to_have_attribute("aria-pressed", "false")


def test_a_line_with_a_multiplier_keeps_the_edge_exactly_too(opened: Callable) -> None:
    shown = opened("power-baccarat-98", fragment=f"{ROOM}power-98-banker&bench.prices=hundredths")
    edge = figure(shown, "House edge", 8)
    expect(field(shown, 0)).to_have_value("19/20")
    natural, win = 0, 1
    shown.get_by_label("Pay to adjust").select_option("natural")
    shown.get_by_role("button", name="Lock the edge").click()
    slider(shown, win).press("ArrowUp")
    expect(field(shown, win)).to_have_value("24/25")
    answer = field(shown, natural).input_value()
    assert 0 < Fraction(answer) < Fraction(19, 20)
    pays = {"power-98-banker.natural": Fraction(answer), "power-98-banker.win": "0.96"}
    value = analyzer.odds("power-baccarat-98", 8, pay=pays)["power-98-banker"]
    assert figure(shown, "House edge", 8) == ratio_text(value.house_edge) == edge
    shown.get_by_label("Pay to adjust").select_option("win")
    slider(shown, natural).press("ArrowDown")
    expect(field(shown, win)).not_to_have_value("24/25")
    assert figure(shown, "House edge", 8) == edge


@pytest.mark.parametrize(("front", "pareto"), [("least", "low-edge,low-sd"), ("most", "high-edge,high-sd")])
def test_the_front_equals_that_of_design(front: str, pareto: str, opened: Callable) -> None:
    shown = opened(fragment=f"{LUCKY}&bench.front={front}")
    best = shown.locator(".best")
    expect(best.first).to_be_attached()
    labels = best.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    found = {tuple(re.findall(r"\d+", label.split(":")[0])) for label in labels}
    designs = analyzer.design("lucky-6", pays={"two-card": "6..18", "three-card": "10..30"}, pareto=pareto)
    assert found == {tuple(str(one.pays[line]) for line in ("two-card", "three-card")) for one in designs}
    assert len(found) > 20


def test_a_paytable_of_the_cloud_is_chosen_by_keys_and_by_pointer(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    best = shown.locator(".best")
    expect(best.first).to_be_attached()
    tabbed = shown.locator(".best[tabindex='0']")
    expect(tabbed).to_have_count(1)
    tabbed.focus()
    shown.keyboard.press("End")
    expect(best.last).to_be_focused()
    shown.keyboard.press("Enter")
    expect(field(shown, TWO)).to_have_value("6")
    expect(field(shown, THREE)).to_have_value("10")
    expect(shown.locator(".cloud")).to_have_attribute("aria-busy", "false")
    expect(shown.locator(".best[aria-pressed=true]")).to_be_focused()
    shown.locator(".best").first.click()
    expect(field(shown, TWO)).not_to_have_value("6")


def test_two_paytables_are_compared_exactly(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    shown.get_by_role("button", name="Keep as A").click()
    field(shown, THREE).fill("25")
    compared = shown.locator(".bench table", has_text="B − A")
    for place, decks in enumerate((6, 8)):
        a = analyzer.odds("standard", decks)["lucky-6"]
        b = analyzer.odds("standard", decks, pay={"lucky-6.three-card": 25})["lucky-6"]
        for name in ("house_edge", "variance", "hit_rate"):
            words = name.capitalize().replace("_", " ")
            row = compared.locator("tbody").nth(place).locator("tr", has_text=words)
            exact = row.locator("button").evaluate_all("all => all.map(one => one.title)")
            values = getattr(a, name), getattr(b, name)
            assert exact == [ratio_text(x) for x in (*values, values[1] - values[0])]
    shown.get_by_role("button", name="Swap A and B").click()
    expect(field(shown, THREE)).to_have_value("20")
    expect(shown.get_by_text("A: Lucky 6 12 · 25")).to_be_visible()
    shown.get_by_role("button", name="Forget A").click()
    expect(compared).to_have_count(0)


@pytest.mark.parametrize(
    ("variant", "bet", "row", "pay"),
    [
        ("standard", "lucky-6", 0, "13/2"),
        ("niu-niu", "player", 8, "8.4"),
        ("ez-baccarat", "banker", 0, "0.99"),
        ("power-baccarat-98", "power-98-banker", 0, "0.99"),
    ],
)
def test_copied_forms_give_the_same_bet(
    variant: str, bet: str, row: int, pay: str, opened: Callable, tmp_path: Path
) -> None:
    shown = opened(variant, fragment=f"{ROOM}{bet}")
    shown.context.grant_permissions(["clipboard-read", "clipboard-write"])
    field(shown, row).fill(pay)

    def copied(name: str) -> str:
        shown.get_by_role("button", name=name).click()
        expect(shown.get_by_role("status")).to_contain_text("Copied")
        return shown.evaluate("navigator.clipboard.readText()")

    expected = analyzer.odds(variant, 8, pay={f"{bet}.{_line(variant, bet, row)}": pay})[bet]
    file = tmp_path / "bench.toml"
    file.write_text(copied("Copy as TOML"), encoding="utf-8")
    (loaded,) = analyzer.load_bets(file)
    assert bet_value(loaded) == bet_value(expected.bet)
    words = copied("Copy as command line").split()
    assert words[:2] == ["baccarat", "odds"]
    (answer,) = answer_of(*words[1:])["bets"]
    assert answer["house_edge"] == ratio_text(expected.house_edge)
    assert eval(copied("Copy as Python"))[bet].house_edge == expected.house_edge
    header, *rows = (line.split(",") for line in copied("Copy as CSV").splitlines())
    assert header == ["bet", "line", "pays", "ways_6_decks", "ways_8_decks"]
    assert [(line, net, ways) for _, line, net, _, ways in rows] == [
        (line.id, ratio_text(line.net), str(expected.ways[line.id])) for line in expected.bet.lines
    ] + [("lose", "-1", str(expected.ways["lose"]))]


def _line(variant: str, bet: str, row: int) -> str:
    return analyzer.odds(variant)[bet].bet.lines[row].id


def test_a_pay_too_long_for_files_is_not_copied(opened: Callable) -> None:
    shown = opened(fragment=f"{LUCKY}&bench.pays=lucky-6.two-card=1234567890123/100000000000")
    expect(shown.get_by_role("button", name="Copy as TOML")).to_be_disabled()
    expect(shown.get_by_text("use the nearest price first")).to_be_visible()
    pays = {"lucky-6.two-card": Fraction(1234567890123, 10**11)}
    assert figure(shown, "House edge", 8) == ratio_text(analyzer.odds(pay=pays)["lucky-6"].house_edge)
    slider(shown, TWO).press("ArrowRight")
    expect(field(shown, TWO)).to_have_value("13")
    expect(shown.get_by_role("button", name="Copy as TOML")).to_be_enabled()


def test_the_yield_agrees_with_a_sweep(opened: Callable) -> None:
    shown = opened("ez-baccarat", fragment=f"{ROOM}dragon-7")
    done = shown.get_by_text("on 200 shoes dealt here")
    done.wait_for(timeout=120_000)
    found = re.search(r"Yield: ([\d.]+) .*error ([\d.]+)\), from ([\d.]+)", done.inner_text())
    assert found is not None
    gain, error, bets = map(float, found.groups())
    (swept,) = answer_of("sweep", "--bet", "dragon-7", "--shoes", "5000")["bets"]
    # Both means are measured, so they must agree within five standard errors.
    assert abs(gain - float(Fraction(swept["yield_per_shoe"]))) < 5 * error
    assert abs(bets - float(Fraction(swept["bets_per_shoe"]))) < 5 * error * bets / gain
    effects = {
        kind["kind"]: kind["effect"]
        for kind in answer_of("removal", "--bet", "dragon-7", "--by", "points")["bets"][0]["kinds"]
    }
    rows = shown.locator(".effects tbody tr")
    assert rows.count() == 10
    for row in rows.all():
        effect = row.locator("td button").first.get_attribute("title")
        assert effect == effects[row.locator("th").inner_text()]


def test_one_step_of_a_slider_takes_little_script(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    shown.get_by_text("on 200 shoes dealt here").wait_for(timeout=120_000)
    session = shown.context.new_cdp_session(shown)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in metrics if one["name"] == "ScriptDuration")

    before = spent()
    steps = 50
    script = """async steps => {
      const slider = document.querySelector(".pays input[type=range]");
      for (let i = 0; i < steps; i++) {
        slider.value = String((7 * i) % slider.max);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => setTimeout(done, 15));
      }
    }"""
    shown.evaluate(script, steps)
    assert 1000 * (spent() - before) / steps < 5


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "th", "ko", "vi"])
def test_nothing_is_wider_than_a_phone(language: str, opened: Callable) -> None:
    shown = opened("tiger-baccarat", width="phone", fragment=f"{ROOM}tiger-pair&lang={language}")
    expect(shown.locator(".best").first).to_be_attached()
    assert shown.evaluate("document.documentElement.scrollWidth") == 390


MINE = """[[bet]]
id = "mine"
name = "Mine"
lines = [
  { id = "win", when = "tie and player_total == 6" },
]
[bet.paytable]
win = "40"
"""


@pytest.fixture
def served(browser: "Browser", tmp_path: Path) -> "Iterator[Page]":
    """The page as a server sends it; its questions are answered by the command line."""

    def answer(route: "Route") -> None:
        name, asked = route.request.url.rsplit("/", 1)[1], route.request.post_data_json
        [(file, text)] = asked["files"].items()
        (tmp_path / file).write_text(text, encoding="utf-8")
        path = str(tmp_path / file)
        if name == "page":
            question = analyzer.question(asked["variant"], bets=asked["bet"], bet_files=[path])
            route.fulfill(json=CARRIED.of(carried(question)))
        else:
            options = ["--variant", asked["variant"]] if name == "explain" else ["--lang", asked["lang"]]
            answered = answer_of(name, path, *options)
            route.fulfill(status=400 if "error" in answered else 200, json=answered)

    context = browser.new_context()
    html = page(analyzer.question("standard"), served=True)
    context.route("http://page.test/", lambda route: route.fulfill(body=html, content_type="text/html"))
    context.route("http://page.test/api/*", answer)
    shown = context.new_page()
    shown.goto("http://page.test/" + LUCKY)
    shown.wait_for_selector("html[data-ready=true]", state="attached")
    yield shown
    context.close()


def test_a_bet_file_replaces_the_bet_on_the_bench(served: "Page") -> None:
    served.get_by_text("Your own conditions").click()
    editor = served.get_by_label("Bet file")
    editor.fill(MINE.replace("tie and", "tei and"))
    expect(served.locator(".editor")).to_contain_text("unknown word 'tei'")
    expect(served.get_by_role("combobox", name="Bet", exact=True)).to_have_value("lucky-6")
    editor.fill(MINE)
    expect(served.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:mine")
    expect(served.locator(".pays")).to_contain_text("Player and Banker tie at 6")
    expect(served.locator(".editor li.bad")).to_have_count(0)
    field(served, 0).fill("35")
    for decks in (6, 8):
        same = analyzer.odds("tiger-baccarat", decks, pay={"tiger-tie.win": 35})["tiger-tie"]
        assert figure(served, "House edge", decks) == ratio_text(same.house_edge)
    served.wait_for_timeout(300)
    served.reload()
    expect(served.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:mine")
    expect(field(served, 0)).to_have_value("35")


def test_the_editor_can_start_with_the_bet_shown(served: "Page") -> None:
    served.get_by_text("Your own conditions").click()
    field(served, THREE).fill("25")
    served.get_by_role("button", name="Start from the bet shown").click()
    expect(served.get_by_role("combobox", name="Bet", exact=True)).to_have_value("file:lucky-6")
    expect(field(served, THREE)).to_have_value("25")


def test_the_editor_says_that_it_needs_a_server(opened: Callable) -> None:
    shown = opened(fragment=LUCKY)
    shown.get_by_text("Your own conditions").click()
    expect(shown.get_by_text("The condition editor needs the server")).to_be_visible()
