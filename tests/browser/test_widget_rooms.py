"""Widgets in Chromium: a test page acts as the notebook and passes changes to Python."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe import check_axe
from playwright.sync_api import Browser, Locator, Page, expect

import analyzer
from analyzer.exact import ratio_text
from analyzer.widgets import Board, LiveShoe, PaytableBench, Widget

pytestmark = pytest.mark.browser

NOTEBOOK = """<!doctype html><html lang="en"><title>Notebook</title>
<style>button { font-size: 40px; color: red }</style>
<main><h1>Notebook</h1><input id="cell"><div id="out0"></div><div id="out1"></div></main>
<script>
window.heard = [];
addEventListener("keydown", (event) => heard.push(event.key));
/** The part of anywidget's model that a widget uses. */
class Model {
  #listeners = new Set();
  constructor(id, values) { Object.assign(this, { id, values }); }
  get(name) { return this.values[name]; }
  set(name, value) {
    this.values[name] = value;
    this.#listeners.forEach((listener) => listener());
  }
  save_changes() { sent(this.id, this.values.state); }
  on(name, listener) { if (name === "change:state") this.#listeners.add(listener); }
  off(name, listener) { this.#listeners.delete(listener); }
  get heard() { return this.#listeners.size; }
}
window.models = [];
window.ends = [];
window.show = async (id, esm, values) => {
  models[id] ??= new Model(id, values);
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  ends.push(await widget.render({ model: models[id], el: document.getElementById(`out${id}`) }));
};
</script>"""

Shown = Callable[..., tuple[Page, list[Locator]]]


@pytest.fixture
def shown(browser: Browser) -> Iterator[Shown]:
    """Shows widgets one below the other, each connected to its Python side; fails if an error is reported."""
    contexts, faults = [], []

    def show(*widgets: Widget, width: int = 1000) -> tuple[Page, list[Locator]]:
        context = browser.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.expose_function("sent", lambda place, state: widgets[place].set_state({"state": state}))
        page.set_content(NOTEBOOK)
        for place, widget in enumerate(widgets):
            values = {"_data": widget._data, "state": widget.state}
            page.evaluate("([id, esm, values]) => show(id, esm, values)", [place, str(widget._esm), values])
        return page, [page.locator(f"#out{place}") for place in range(len(widgets))]

    yield show
    for context in contexts:
        context.close()
    assert not faults


def send_state(page: Page, place: int, widget: Widget) -> None:
    """Send the state from Python to the browser, as a notebook does automatically."""
    page.evaluate("([id, state]) => models[id].set('state', state)", [place, widget.state])


def evs(room: Locator) -> dict[str, str]:
    """The exact EVs that a live shoe shows, by name of the bet."""
    script = """room => Object.fromEntries([...room.firstChild.shadowRoot.querySelectorAll(".worth tbody tr")]
        .map(row => [row.querySelector("th").innerText, row.cells[2].querySelector(".figure").title]))"""
    return room.evaluate(script)


def counted(widget: LiveShoe) -> dict[str, str]:
    """The exact EVs as Python computes them."""
    return {value.bet.name: ratio_text(value.ev) for value in widget.odds().values()}


def test_keys_and_pointer_change_the_shoe_in_python(shown: Shown) -> None:
    w = LiveShoe()
    page, [room] = shown(w)
    assert evs(room) == counted(w)
    room.locator(".key[data-rank='9']").click()
    page.keyboard.type("5T?")
    expect(room.locator("#cards-left")).to_have_text("412")
    assert w.shoe == analyzer.Shoe.decks(8).coarsen("ranks").without("9 5 T")
    assert w.state == {"shoe.log": "9 5 T ?"}
    assert evs(room) == counted(w)
    page.keyboard.press("Backspace")
    expect(room.locator("#cards-left")).to_have_text("413")
    assert w.state == {"shoe.log": "9 5 T"}


def test_a_shoe_set_in_python_is_shown_at_once(shown: Shown) -> None:
    w = LiveShoe("standard", 6)
    page, [room] = shown(w)
    for shoe in (2, analyzer.Shoe.decks(8).without("9c 9d"), "A=3 5=7 9=9 K=2", "1=3 5=7 9=9 0=2"):
        w.shoe = shoe
        send_state(page, 0, w)
        expect(room.locator("#cards-left")).to_have_text(str(w.shoe.size))
        shown_evs = evs(room)
        expected = counted(w)
        assert shown_evs.items() <= expected.items()
        assert shown_evs.keys() == expected.keys()
    w.seen = "9 5 9"
    send_state(page, 0, w)
    expect(room.locator("#cards-left")).to_have_text("18")
    assert evs(room) == counted(w)


def test_two_widgets_do_not_disturb_each_other(shown: Shown) -> None:
    first, second = LiveShoe("standard", 8), LiveShoe("ez-baccarat", 6, lang="ko")
    page, [above, below] = shown(first, second)
    above.locator(".key[data-rank='9']").click()
    page.keyboard.type("55")
    below.locator("#page").focus()
    page.keyboard.type("kk")
    below.get_by_label("컷").fill("20")
    expect(above.locator("#cards-left")).to_have_text("413")
    expect(below.locator("#cards-left")).to_have_text("310")
    assert first.state == {"shoe.log": "9 5 5"}
    assert second.state == {"shoe.log": "K K", "shoe.cut": "20", "lang": "ko"}
    assert (evs(above), above.locator("#page").get_attribute("lang")) == (counted(first), "en")
    assert below.locator("#page").get_attribute("lang") == "ko"


def test_one_widget_shown_twice_has_one_state(shown: Shown) -> None:
    w = LiveShoe()
    page, [room] = shown(w)
    page.evaluate("esm => show(0, esm)", str(w._esm))
    room.locator(".key[data-rank='9']").first.click()
    page.keyboard.type("5")
    assert room.locator("#cards-left").all_inner_texts() == ["414", "414"]
    page.evaluate("ends[0]()")
    assert page.evaluate("models[0].heard") == 1
    room.locator("#page").last.focus()
    page.keyboard.type("5")
    assert w.state == {"shoe.log": "9 5 5"}


def test_keys_belong_to_the_widget_only_while_it_has_the_focus(shown: Shown) -> None:
    w = LiveShoe()
    page, [room] = shown(w)
    page.locator("#cell").click()
    page.keyboard.type("95")
    assert w.state == {}
    assert page.evaluate("heard.splice(0)") == ["9", "5"]
    room.locator("#page").focus()
    page.keyboard.type("95")
    page.keyboard.press("Control+Enter")
    assert w.state == {"shoe.log": "9 5"}
    assert page.evaluate("heard.splice(0)") == ["Control", "Enter"]


def test_styles_of_widget_and_notebook_are_separate(shown: Shown) -> None:
    page, [room] = shown(LiveShoe())
    style = "element => [getComputedStyle(element).fontSize, getComputedStyle(element).color]"
    assert room.locator(".key").first.evaluate(style) == ["16px", "rgb(27, 27, 27)"]
    assert page.locator("h1").evaluate("element => getComputedStyle(element).fontSize") == "32px"


@pytest.mark.parametrize(("light", "paper"), [("true", "rgb(255, 255, 255)"), ("false", "rgb(22, 22, 22)")])
def test_a_widget_uses_the_theme_of_its_notebook(light: str, paper: str, shown: Shown) -> None:
    w = LiveShoe()
    page, [room] = shown(w)
    page.evaluate("light => document.body.dataset.jpThemeLight = light", light)
    page.evaluate("esm => show(0, esm)", str(w._esm))
    host = room.locator("> div").last
    style = "host => [getComputedStyle(host).backgroundColor, getComputedStyle(host).colorScheme]"
    assert host.evaluate(style) == [paper, "light" if light == "true" else "dark"]


@pytest.mark.parametrize("width", [390, 1440])
def test_a_widget_fits_its_cell_and_meets_the_rules_of_axe(width: int, shown: Shown) -> None:
    w = LiveShoe("standard", 8, lang="vi")
    w.seen = "9 5 K"
    page, _ = shown(w, width=width)
    check_axe(page, "#out0")


@pytest.mark.parametrize(("cell", "columns"), [("390px", 1), ("1200px", 2)])
def test_a_widget_adapts_to_its_cell_and_not_to_the_window(cell: str, columns: int, shown: Shown) -> None:
    page, [room] = shown(LiveShoe(), width=1440)
    page.evaluate("width => document.getElementById('out0').style.width = width", cell)
    tracks = "element => getComputedStyle(element).gridTemplateColumns.split(' ').length"
    assert room.locator(".columns").evaluate(tracks) == columns
    assert room.evaluate("room => room.scrollWidth <= room.clientWidth")


def test_a_widget_shows_its_self_test_and_digests(shown: Shown) -> None:
    w = LiveShoe()
    _, [room] = shown(w)
    digests = w.question.digests
    proof = (
        rf"Self-test: \d+ known numbers of ways recounted, all equal\.\s+baccarat {analyzer.__version__}, "
    )
    proof += f"rules sha256 {digests['rules']}, bets sha256 {digests['bets']}"
    assert re.fullmatch(proof, room.locator("footer").inner_text().strip())


def test_a_slider_changes_the_pays_in_python(shown: Shown) -> None:
    w = PaytableBench()
    page, [room] = shown(w)
    w.bet = "tie"
    w.pays = {"win": 9}
    send_state(page, 0, w)
    edges = room.locator("tr", has_text="House edge").locator(".figure")
    for pay, key in ((9, "ArrowUp"), (10, "ArrowDown"), (9, "ArrowDown"), (8, None)):
        expect(edges.first).to_have_attribute("title", ratio_text(w.odds(6)["tie"].house_edge))
        expect(edges.nth(1)).to_have_attribute("title", ratio_text(w.odds(8)["tie"].house_edge))
        assert w.pays == {"win": pay}
        if key:
            room.locator("ul.pays input[type=range]").press(key)
    assert w.state == {"bench.bet": "tie"}


def test_keys_add_coups_in_python(shown: Shown) -> None:
    w = Board("B Pp T")
    page, [room] = shown(w)
    room.locator("#page").focus()
    page.keyboard.type("bp1tu")
    expect(room.locator(".counts, table").filter(has_text="Coups").first).to_contain_text("5")
    assert [str(coup) for coup in w.coups] == ["B", "Pp", "T", "B", "Pp"]
    w.coups = "P P"
    send_state(page, 0, w)
    expect(room.get_by_role("textbox")).to_have_value("P P")
