"""The Explore page in a browser: the way from a search to the words behind a relation."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenTab, settle

pytestmark = pytest.mark.browser

ACME = "8943ff6e-778c-5caa-b4d3-167a663f0ec6"
MARIA = "31305518-d711-5ea9-99a4-fbdbfb51136d"
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
STATES = {
    "picker": "/explore",
    "start": f"/explore?walk={ACME}",
    "node": f"/explore?walk={ACME}&sel=node:{ACME}",
    "two hundred": f"/explore?walk={ACME}:2:200:200",
    "hidden": f"/explore?walk={ACME}&nokind=together&nokind=connected&nokind=missing&nolabel=Organization&nolabel=Place",
    "gone": "/explore?walk=00000000-0000-5000-8000-000000000009",
    "ignored": f"/explore?walk={ACME}&layout=spiral",
}


class Canvas:
    """The drawing on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".graph")

    def ready(self) -> "Canvas":
        expect(self.root).to_be_visible(timeout=15_000)
        expect(self.root.locator(".wait")).to_be_hidden(timeout=15_000)
        settle(self.page)
        expect(self.root).to_have_attribute("data-drawn", re.compile(r"\d"), timeout=15_000)
        return self

    def ask(self, body: str, *arguments: Any) -> Any:
        """What a function of the graph gives; the drawing is ``g``."""
        return self.root.evaluate(
            "(root, args) => { const g = root.__graph; " + body + " }", list(arguments)
        )

    def places(self) -> dict[str, list[float]]:
        return self.ask(
            "return Object.fromEntries([...g.scene.items.values()].map(i =>"
            " [i.name, [Math.round(i.x * 10) / 10, Math.round(i.y * 10) / 10]]))"
        )

    def until_holding(self, names: Collection[str]) -> None:
        """Return when exactly these are drawn; Back changes the address before the drawing."""
        held: Collection[str] = ()
        for _ in range(150):
            held = self.places().keys()
            if held == names:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(sorted({*held} ^ {*names}))

    def node(self, name: str) -> tuple[float, float]:
        """Where an entity is on the page."""
        return tuple(
            self.ask(
                "const i = [...g.scene.items.values()].find(i => i.name === args[0]);"
                " const p = g.net.canvasToDOM({x: i.x, y: i.y});"
                " const r = root.querySelector('.stage').getBoundingClientRect();"
                " return [r.left + p.x, r.top + p.y]",
                name,
            )
        )

    def edge(self, *grades: str) -> tuple[float, float]:
        """A point of a relation of one of these grades that answers a click."""
        found = self.ask(
            "const r = root.querySelector('.stage').getBoundingClientRect();"
            " for (const e of g.scene.edges.values()) { if (!args.includes(e.grade)) continue;"
            " for (let t = 0.2; t < 0.85; t += 0.05) { const p = g.net.canvasToDOM(e.point(t));"
            " if (g.at(p) === e.id) return [r.left + p.x, r.top + p.y]; } } return null",
            *grades,
        )
        assert found, grades
        return tuple(found)

    def until_selected(self, identity: str) -> None:
        """Return when the drawing shows this selection; it waits a moment after a click of its own."""
        for _ in range(60):
            if self.ask("return g.scene.selected") == identity:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(identity)


@pytest.fixture
def canvas(page: Page) -> Iterator[Canvas]:
    return Canvas(page)


def inspector(page: Page) -> Locator:
    return page.get_by_role("region", name="Inspector")


def table(page: Page) -> Locator:
    return page.get_by_role("grid")


def address(page: Page) -> str:
    return page.evaluate("decodeURIComponent(location.search)")


def test_from_a_search_to_the_words_behind_a_relation(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/?q=acme+robotics&mode=lexical")
    hit = page.locator("article.hit").first
    hit.get_by_role("link", name="Explore Acme Robotics").click()
    canvas.ready()
    before = canvas.places()

    page.mouse.dblclick(*canvas.node("Helix Motion"))
    expect(page.get_by_role("button", name="Collapse")).to_be_visible()
    canvas.ready()
    after = canvas.places()
    assert len(after) > len(before)
    assert {name: after[name] for name in before} == before

    page.mouse.click(*canvas.edge("together", "connected", "missing"))
    expect(inspector(page)).to_contain_text("No passage is recorded as stating this relation")
    settle(page)
    page.mouse.click(*canvas.edge("stated"))
    expect(inspector(page)).to_contain_text(re.compile(r"Stated in \d+ passages?"))
    expect(inspector(page).locator("mark.subject").first).to_be_visible()
    expect(inspector(page).locator("mark.object").first).to_be_visible()
    settle(page)
    assert canvas.places() == after

    inspector(page).get_by_role("button", name=re.compile("^Read")).first.click()
    reading = page.get_by_role("dialog")
    expect(reading.locator("blockquote mark").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(reading).to_be_hidden()

    people = page.get_by_role("button", name=re.compile("^Person:"))
    people.click()
    expect(people).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text(re.compile(r"^Hidden: \d+ nodes, \d+ relations$"))).to_be_visible()
    settle(page)
    assert {name: place for name, place in after.items() if name in canvas.places()} == (
        canvas.places()
    )
    page.go_back()
    expect(people).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Hidden:")).to_be_hidden()
    held, view = canvas.ready().places(), address(page)

    page.goto("about:blank")
    page.goto(f"{app_url}/explore{page.evaluate('s => encodeURI(s)', view)}")
    canvas.ready()
    assert canvas.places().keys() == held.keys()
    expect(inspector(page)).to_contain_text("Stated in")
    assert address(page) == view


@pytest.mark.parametrize("pause", [0, 120, 250, 600])
def test_expansions_in_quick_succession_are_all_made_and_touch_no_type(
    page: Page, app_url: str, canvas: Canvas, pause: int
) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    canvas.ready()
    before = canvas.places()
    names = ["Orion Planner", "Łukasz Żak", "Fleet Summit 2025"]
    ids = canvas.ask(
        "return args[0].map(name => [...g.scene.items.values()].find(i => i.name === name).id)",
        names,
    )
    for name in names:
        page.mouse.dblclick(*canvas.node(name))
        page.wait_for_timeout(pause)
    wanted = [MARIA, *ids]
    page.wait_for_function(
        "count => new URLSearchParams(location.search).getAll('walk').length === count",
        arg=len(wanted),
        timeout=15_000,
    )
    canvas.ready()
    page.wait_for_timeout(1_500)
    canvas.ready()
    walks = page.evaluate("new URLSearchParams(location.search).getAll('walk')")
    assert walks == wanted
    pills = page.get_by_role("toolbar", name="Relation types to walk").get_by_role("button")
    assert pills.count() > 5
    assert set(pills.evaluate_all("list => list.map(b => b.ariaPressed)")) == {"true"}
    after = canvas.places()
    assert {name: after[name] for name in before} == before

    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_function(
        "count => new URLSearchParams(location.search).getAll('walk').length === count",
        arg=len(wanted) - 1,
    )
    page.go_back()
    page.wait_for_function(
        "count => new URLSearchParams(location.search).getAll('walk').length === count",
        arg=len(wanted),
    )
    canvas.until_holding(after.keys())


def test_the_first_expansion_moves_nothing_below_the_head(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    canvas.ready()
    head = page.locator(".st-key-breadcrumb")
    assert "at most 25 entities" in head.inner_text()
    before = head.bounding_box()
    page.mouse.dblclick(*canvas.node("Orion Planner"))
    expect(head.get_by_role("button")).to_have_count(2)
    canvas.ready()
    after = head.bounding_box()
    assert before is not None
    assert before == after


def test_a_long_trail_keeps_its_line_and_opens_the_earlier_places(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}:1:50:100")
    ids = canvas.ready().ask(
        "return [...g.scene.items.values()].map(i => i.id).filter(id => id !== args[0])", ACME
    )[:6]
    walks = "".join(f"&walk={name}" for name in ids)
    page.goto(f"{app_url}/explore?walk={ACME}{walks}")
    canvas.ready()
    trail = page.locator(".st-key-breadcrumb")
    box = trail.bounding_box()
    assert box is not None
    assert box["height"] < 26
    trail.get_by_role("button", name="+3").click()
    page.locator(".st-key-crumb-walk-0").get_by_role("button").click()
    page.wait_for_function("() => new URLSearchParams(location.search).getAll('walk').length === 1")


def test_the_sentence_of_the_banner_stands_level_with_its_buttons(
    open_tab: OpenTab, app_url: str
) -> None:
    page = open_tab(viewport={"width": 1900, "height": 900})
    page.goto(f"{app_url}/explore?walk={MARIA}:1:2:5")
    Canvas(page).ready()
    banner = page.locator(".st-key-bounds-warning")
    sentence = banner.get_by_text("Cut at 2 entities")
    boxes = [
        found.bounding_box() for found in (banner, sentence, banner.get_by_role("button").first)
    ]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert len(middles) == 3
    assert max(middles) - min(middles) < 2


def test_the_same_way_with_the_keyboard_alone(page: Page, app_url: str, canvas: Canvas) -> None:
    page.goto(app_url)
    box = page.get_by_role("combobox", name="Search entities and passages")
    expect(box).to_be_focused()
    page.keyboard.type("acme robotics")
    page.keyboard.press("Enter")
    link = page.locator("article.hit").first.get_by_role("link", name="Explore Acme Robotics")
    expect(link).to_be_visible()
    settle(page)
    link.press("Enter")
    canvas.ready()

    canvas.root.focus()
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.wait_for_function("() => location.search.includes('sel=node')")
    settle(page)
    count = len(canvas.places())
    page.keyboard.press("x")
    expect(page.get_by_role("button", name="Collapse")).to_be_visible()
    canvas.ready()
    assert len(canvas.places()) >= count

    canvas.root.focus()
    page.keyboard.press("e")
    page.wait_for_function("() => location.search.includes('sel=edge')")
    settle(page)
    page.keyboard.press("1")
    reading = page.get_by_role("dialog")
    expect(reading).to_be_visible()
    page.keyboard.press("Escape")
    expect(reading).to_be_hidden()

    canvas.root.focus()
    page.keyboard.press("t")
    expect(table(page).locator("button:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    there = table(page).locator("button:focus").get_attribute("data-id")
    assert there
    expect(table(page).locator("tr[aria-selected=true]")).to_have_attribute("data-id", there)
    canvas.until_selected(there)

    rows = table(page).locator("tbody tr")
    count = rows.count()
    page.keyboard.press("h")
    expect(page.get_by_text(re.compile("^Hidden: "))).to_be_visible()
    expect(rows).to_have_count(count - 1)

    canvas.root.focus()
    page.keyboard.press("u")
    expect(page.get_by_text(re.compile("^Hidden: "))).to_be_hidden()
    canvas.root.focus()
    page.keyboard.press("/")
    expect(box).to_be_focused()


def test_a_click_sends_its_details_and_neither_drawing_nor_table(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    received: list[int] = []
    page.on(
        "websocket",
        lambda opened: opened.on("framereceived", lambda sent: received.append(len(sent))),
    )
    page.goto(f"{app_url}/explore?walk={ACME}:2:200:200")
    canvas.ready()
    assert max(received) > 30_000
    received.clear()
    page.mouse.click(*canvas.node("Helix Motion"))
    expect(inspector(page).get_by_role("heading", name="Helix Motion")).to_be_visible()
    expect(table(page).locator("button.end.on").first).to_have_text("Helix Motion")
    settle(page)
    assert 0 < sum(received) < 30_000


def test_what_is_chosen_outlasts_a_change_of_theme_and_hiding_something_else(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    canvas.ready()
    rows = table(page).locator("tbody tr")
    count = rows.count()
    row = rows.nth(4)
    chosen = row.get_attribute("data-id")
    assert chosen
    row.locator("button.rel").click()
    selected = table(page).locator("tr[aria-selected=true]")
    expect(selected).to_have_attribute("data-id", chosen)
    kept = row.element_handle()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)
        canvas.until_selected(chosen)
        expect(selected).to_have_attribute("data-id", chosen)
    rows.nth(0).get_by_role("button", name=re.compile("^Hide:")).click()
    expect(rows).to_have_count(count - 1)
    settle(page)
    canvas.until_selected(chosen)
    expect(selected).to_have_attribute("data-id", chosen)
    assert kept is not None
    assert kept.evaluate("row => row.isConnected")


def test_a_file_holds_what_is_drawn_when_it_is_asked_for(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    canvas.ready()
    rows = table(page).locator("tbody tr")
    for name in (re.compile("^Person:"), re.compile("^Software:")):
        count = rows.count()
        page.get_by_role("button", name=name).click()
        expect(rows).not_to_have_count(count)
        settle(page)
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Relations (CSV)").click()
        lines = waiting.value.path().read_text("utf-8").splitlines()
        assert len(lines) == 1 + rows.count()
        page.keyboard.press("Escape")


def test_a_table_row_says_its_relation_as_a_sentence(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    row = table(page).get_by_role("row").filter(has_text="Clara Nyström").first
    expect(
        row.get_by_role(
            "button", name="Clara Nyström works for Acme Robotics: stated in 3 passages."
        )
    ).to_have_count(2)
    page.get_by_role("columnheader", name="Passages").get_by_role("button").click()
    expect(page.get_by_role("columnheader", name="Passages")).to_have_attribute(
        "aria-sort", "descending"
    )


def test_raising_the_bounds_moves_nothing_and_keeps_everything(
    page: Page, app_url: str, canvas: Canvas
) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    before = canvas.ready().places()
    page.get_by_role("button", name="Raise to 50 entities, 100 relations").click()
    expect(page.get_by_text("Cut at 50 entities")).to_be_visible()
    after = canvas.ready().places()
    assert len(after) == 51
    assert {name: after[name] for name in before} == before


def test_a_dragged_entity_stays_where_it_was_put(page: Page, app_url: str, canvas: Canvas) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    canvas.ready()
    x, y = canvas.node("Helix Motion")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=6)
    page.mouse.up()
    settle(page)
    put = canvas.places()["Helix Motion"]
    page.mouse.click(*canvas.node("Maria Chen"))
    expect(inspector(page)).to_contain_text("Maria Chen")
    settle(page)
    assert canvas.places()["Helix Motion"] == pytest.approx(put, abs=1)
    page.mouse.click(*canvas.node("Helix Motion"))
    expect(inspector(page).get_by_role("button", name="Release", exact=True)).to_be_visible()


def test_files_are_named_after_the_start(page: Page, app_url: str, canvas: Canvas) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    canvas.ready()
    page.get_by_role("button", name="Export").click()
    starts = {
        "Picture (SVG)": ("Acme-Robotics.svg", "<?xml"),
        "Page with passages (HTML)": ("Acme-Robotics.html", "<!doctype html>"),
        "Relations (CSV)": ("Acme-Robotics-relations.csv", "\ufeff"),
        "JSON": ("Acme-Robotics.json", "{"),
        "GraphML": ("Acme-Robotics.graphml", "<?xml"),
    }
    for label, (name, start) in starts.items():
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label).click()
        assert waiting.value.suggested_filename == name
        text = waiting.value.path().read_text("utf-8")
        assert text.lower().startswith(start) or start == "\ufeff", text[:40]
        assert "Acme Robotics" in text


def test_a_fresh_page_shows_the_canvas_whole_and_one_row_of_legend(
    open_tab: OpenTab, app_url: str
) -> None:
    page = open_tab(viewport={"width": 1024, "height": 768})
    page.goto(f"{app_url}/explore?walk={ACME}:2:50:100")
    canvas = Canvas(page).ready()
    box, banner = canvas.root.bounding_box(), page.locator(".st-key-bounds-warning").bounding_box()
    assert box is not None
    assert banner is not None
    assert box["height"] > 400
    assert banner["y"] + banner["height"] <= 768
    legend = page.get_by_role("group", name="Legend and filter")
    tops = legend.get_by_role("button").evaluate_all("list => list.map(b => b.offsetTop)")
    assert len(tops) > 3
    assert max(tops) - min(tops) < 8


def test_nothing_that_comes_and_goes_moves_the_canvas_or_the_legend(
    open_tab: OpenTab, app_url: str
) -> None:
    page = open_tab(viewport={"width": 1024, "height": 768})
    page.goto(f"{app_url}/explore?walk={MARIA}&layout=spiral")
    canvas = Canvas(page).ready()
    before = canvas.root.bounding_box()
    expect(page.get_by_text("were ignored: layout")).to_be_visible()
    page.mouse.dblclick(*canvas.node("Orion Planner"))
    expect(page.locator(".st-key-breadcrumb").get_by_role("button")).to_have_count(2)
    canvas.ready()
    assert canvas.root.bounding_box() == before
    expect(page.get_by_text("were ignored")).to_be_hidden()

    legend = page.get_by_role("group", name="Legend and filter")
    more = legend.get_by_role("button", name=re.compile("the rest of the legend"))
    row = page.locator(".legend .row button")
    names = row.evaluate_all("list => list.map(b => b.dataset.name)")
    more.focus()
    page.keyboard.press("Enter")
    rest = page.get_by_role("group", name="The rest of the legend").get_by_role("button")
    expect(rest.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(rest.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(rest.first).to_have_attribute("aria-pressed", "false")
    settle(page)
    expect(rest.first).to_be_focused()
    expect(page.get_by_text(re.compile("^Hidden: "))).to_be_visible()
    page.keyboard.press("Escape")
    expect(rest.first).to_be_hidden()
    row.last.click()
    expect(row.last).to_have_attribute("aria-pressed", "false")
    settle(page)
    assert row.evaluate_all("list => list.map(b => b.dataset.name)") == names
    assert canvas.root.bounding_box() == before


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_canvas_keeps_its_width_and_nothing_overflows(
    open_tab: OpenTab, app_url: str, width: int
) -> None:
    page = open_tab(viewport={"width": width, "height": 900})
    page.goto(f"{app_url}/explore?walk={ACME}")
    Canvas(page).ready()
    box, panel = page.locator(".graph").bounding_box(), inspector(page).bounding_box()
    assert box is not None
    assert panel is not None
    assert box["width"] >= 620
    beside = panel["x"] >= box["x"] + box["width"]
    assert beside == (width == 1440)
    assert panel["width"] >= 320
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(open_tab: OpenTab, app_url: str, state: str, dark: bool) -> None:
    page = open_tab(dark=dark)
    page.goto(f"{app_url}{STATES[state]}")
    settle(page)
    page.wait_for_timeout(600)
    found = Axe().run(page, options=RULES).response["violations"]
    told = [(rule["id"], node["html"][:160]) for rule in found for node in rule["nodes"]]
    assert told == []
