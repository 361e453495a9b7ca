"""The canvas in a browser: it answers, it holds still, and it draws names as nothing but text."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import HOME, ROOT, OpenTab, Server, free_port

pytestmark = pytest.mark.browser

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
SETTINGS = {
    "server.headless": "true",
    "server.enableStaticServing": "false",
    "runner.enforceSerializableSessionState": "false",
}
FIND = """(root, code) => {
  const graph = root.__graph;
  const items = [...graph.scene.items.values()];
  const edges = [...graph.scene.edges.values()];
  return new Function("graph", "items", "edges", `return ${code}`)(graph, items, edges);
}"""


class CanvasServer(Server):
    """The canvas's own page in a process of its own."""

    def __init__(self, log: Path) -> None:
        port = str(free_port())
        self.url, self.log = f"http://{HOME}:{port}", log
        options = [part for key, value in SETTINGS.items() for part in (f"--{key}", value)]
        script = "tests/browser/canvas_app.py"
        with log.open("wb") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", script, "--server.port", port, *options],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=stream,
                stderr=subprocess.STDOUT,
            )


@pytest.fixture(scope="module")
def canvas_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = CanvasServer(tmp_path_factory.mktemp("canvas") / "log")
    server.wait()
    yield server.url
    server.stop()
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def graph(page: Page, url: str, query: str = "") -> Locator:
    page.goto(f"{url}/?{query}")
    root = page.locator(".graph[data-drawn]")
    root.wait_for()
    page.wait_for_timeout(200)
    return root


def ask(root: Locator, code: str) -> Any:
    return root.evaluate(FIND, code)


def places(root: Locator) -> dict[str, list[float]]:
    return dict(ask(root, "items.map(item => [item.id, [item.x, item.y]])"))


def camera(root: Locator) -> Any:
    return ask(root, "[graph.net.getScale(), graph.net.getViewPosition()]")


def spot(root: Locator, number: int) -> Any:
    return ask(root, f"graph.net.canvasToDOM(items[{number}])")


def edge_spot(root: Locator, grade: str) -> Any:
    """A point of a relation of this grade where nothing else is."""
    return ask(
        root,
        f"""edges.filter(edge => edge.grade === "{grade}" && edge.loop < 0).flatMap(edge =>
            [0.5, 0.4, 0.6, 0.3, 0.7].map(t => [edge.id, graph.net.canvasToDOM(edge.point(t))])
        ).find(([id, at]) => graph.at(at) === id)[1]""",
    )


def log(page: Page) -> list[str]:
    return page.get_by_test_id("stText").last.inner_text().split("\n")


def test_a_click_selects_an_entity_and_moves_nothing(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    before, view = places(root), camera(root)
    root.locator(".stage").click(position=spot(root, 6))
    expect(page.get_by_test_id("stText").last).to_contain_text("select_node")
    page.wait_for_timeout(400)
    chosen = ask(root, "items[6].id")
    assert log(page) == [f"select_node {chosen}"]
    assert ask(root, "graph.data.selected") == chosen
    assert places(root) == before
    assert camera(root) == view
    assert root.locator(".live").inner_text().startswith(ask(root, "items[6].name") + ", ")


@pytest.mark.parametrize("grade", ["stated", "together"])
def test_a_click_selects_a_relation_and_one_on_nothing_clears(
    page: Page, canvas_url: str, grade: str
) -> None:
    root = graph(page, canvas_url, "n=30")
    root.locator(".stage").click(position=edge_spot(root, grade))
    expect(page.get_by_test_id("stText").last).to_contain_text("select_edge")
    words = root.locator(".live").inner_text()
    assert ("stated in" in words) == (grade == "stated")
    page.wait_for_timeout(300)
    root.locator(".stage").click(position={"x": 8, "y": 610})
    expect(page.get_by_test_id("stText").last).to_contain_text("clear")
    assert ask(root, "graph.scene.selected") is None


def test_a_click_on_a_label_selects_its_entity(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    at = ask(
        root,
        """(box => graph.net.canvasToDOM({x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2}))(
            graph.scene.labels.placed.find(box => box.own === items[9].id))""",
    )
    assert ask(root, f"graph.at({{x: {at['x']}, y: {at['y']}}}) === items[9].id")


def test_a_double_click_expands_beside_the_parent_and_moves_nothing(
    page: Page, canvas_url: str
) -> None:
    root = graph(page, canvas_url, "n=30")
    before = places(root)
    root.locator(".stage").dblclick(position=spot(root, 6))
    expect(root).to_have_attribute("data-nodes", "36")
    page.wait_for_timeout(300)
    after = places(root)
    assert {name: after[name] for name in before} == before
    assert log(page)[-1].startswith("expand ")
    assert root.locator(".live").inner_text() == "6 new entities."


def test_a_drag_pins_and_the_place_outlives_a_reload_of_the_data(
    page: Page, canvas_url: str
) -> None:
    root = graph(page, canvas_url, "n=30")
    before = places(root)
    at = spot(root, 4)
    edge = root.bounding_box()
    assert edge is not None
    page.mouse.move(edge["x"] + at["x"], edge["y"] + at["y"])
    page.mouse.down()
    page.mouse.move(edge["x"] + at["x"] + 60, edge["y"] + at["y"] + 40, steps=5)
    page.mouse.up()
    expect(page.get_by_test_id("stText").last).to_contain_text("pin ")
    page.wait_for_timeout(400)
    after = places(root)
    moved = [name for name in before if after[name] != pytest.approx(before[name], abs=0.06)]
    assert moved == [ask(root, "items[4].id")]
    assert ask(root, "items[4].pin")


def test_hiding_takes_away_and_undo_brings_back_to_the_same_place(
    page: Page, canvas_url: str
) -> None:
    root = graph(page, canvas_url, "n=30")
    before = places(root)
    root.locator(".stage").click(position=spot(root, 12))
    page.keyboard.press("h")
    expect(root).to_have_attribute("data-nodes", "29")
    page.keyboard.press("u")
    expect(root).to_have_attribute("data-nodes", "30")
    page.wait_for_timeout(200)
    assert places(root) == before


def test_the_theme_changes_colours_and_nothing_else(open_tab: OpenTab, canvas_url: str) -> None:
    page = open_tab()
    root = graph(page, canvas_url, "n=30")
    before, view = places(root), camera(root)
    colour = ask(root, "graph.body.nodes[items[0].id].options.color.background")
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(800)
    assert ask(root, "graph.theme.dark") is True
    assert ask(root, "graph.body.nodes[items[0].id].options.color.background") != colour
    assert places(root) == before
    assert camera(root) == view


def test_zoom_by_wheel_is_kept_over_a_rerun(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    root.locator(".stage").hover(position={"x": 300, "y": 300})
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    view = camera(root)
    root.locator(".stage").click(position={"x": 8, "y": 610})
    page.wait_for_timeout(600)
    assert camera(root) == view
    page.keyboard.press("f")
    assert camera(root) != view


def test_zoom_and_places_outlive_leaving_and_coming_back(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    root.focus()
    page.keyboard.press("+")
    view, before = camera(root), places(root)
    page.get_by_text("Show the graph").click()
    expect(page.locator(".graph")).to_have_count(0)
    page.get_by_text("Show the graph").click()
    root.wait_for()
    page.wait_for_timeout(300)
    assert places(root) == before
    assert camera(root) == view


@pytest.mark.parametrize("close", [False, True])
def test_what_comes_while_the_canvas_is_made_anew_is_fitted_or_told(
    page: Page, canvas_url: str, close: bool
) -> None:
    root = graph(page, canvas_url, "n=6&m=6")
    if close:
        page.get_by_role("button", name="Zoom in").click()
    scale = ask(root, "graph.net.getScale()")
    page.get_by_text("Show the graph").click()
    expect(page.locator(".graph")).to_have_count(0)
    page.get_by_role("button", name="Grow").click()
    page.wait_for_timeout(500)
    page.get_by_text("Show the graph").click()
    expect(root).to_have_attribute("data-nodes", "12")
    page.wait_for_timeout(400)
    outside = ask(root, "items.filter(item => !graph.inSight(item.id)).length")
    if close:
        assert ask(root, "graph.net.getScale()") == scale
        expect(root.locator(".beyond")).to_contain_text("outside the view")
    else:
        assert outside == 0
        assert ask(root, "graph.net.getScale()") < scale


def test_another_layout_is_fitted_again(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    before = places(root)
    page.get_by_test_id("stButtonGroup").get_by_role("radio").nth(2).click()
    page.wait_for_timeout(800)
    assert places(root) != before
    assert ask(root, "items.every(item => graph.inSight(item.id))")


def test_pointing_dims_the_rest_and_names_beside_the_node(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    at = spot(root, 5)
    root.locator(".stage").hover(position=at)
    tip = root.locator(".tip")
    expect(tip).to_be_visible()
    assert tip.locator(".tip-name").inner_text() == ask(root, "items[5].name")
    box, frame = tip.bounding_box(), root.bounding_box()
    assert box is not None
    assert frame is not None
    reach = ask(root, "items[5].size * graph.net.getScale()")
    below = box["y"] >= frame["y"] + at["y"] + reach
    above = box["y"] + box["height"] <= frame["y"] + at["y"] - reach
    assert below or above
    root.locator(".stage").hover(position={"x": 8, "y": 610})
    expect(tip).to_be_hidden()


def test_the_keyboard_alone_walks_selects_and_acts(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=small")
    root.focus()
    page.keyboard.press("ArrowRight")
    expect(root.locator(".live")).to_have_text(
        "Maria Chen, Person, start, 2 relations drawn of 4; 1 stated, 1 connected only."
    )
    page.keyboard.press("n")
    expect(root.locator(".live")).to_contain_text("Acme Logistics, Organization")
    page.keyboard.press("e")
    expect(root.locator(".live")).to_have_text(
        "Maria Chen works for Acme Logistics: stated in 2 passages."
    )
    page.wait_for_timeout(300)
    for key, event in (("2", "open_passage 2"), ("t", "table"), ("/", "focus_search")):
        page.keyboard.press(key)
        expect(page.get_by_test_id("stText").last).to_contain_text(event)
    page.keyboard.press("Backspace")
    expect(page.get_by_test_id("stText").last).to_contain_text("back")
    page.keyboard.press("Escape")
    expect(root.locator(".live")).to_have_text("Nothing is selected.")


def test_keys_do_nothing_while_the_canvas_has_no_focus(page: Page, canvas_url: str) -> None:
    graph(page, canvas_url, "case=small")
    page.locator("body").press("t")
    page.wait_for_timeout(400)
    assert "table" not in page.locator("body").inner_text()


def test_the_question_mark_lists_the_keys(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=small")
    root.focus()
    page.keyboard.press("?")
    expect(root.get_by_role("dialog")).to_be_visible()
    root.get_by_role("button", name="Close").click()
    expect(root.get_by_role("dialog")).to_be_hidden()
    expect(root).to_be_focused()


def test_escape_closes_the_keys_from_anywhere_in_them(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=small")
    keys = root.get_by_role("dialog")
    root.focus()
    page.keyboard.press("?")
    expect(root.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(root).to_be_focused()
    page.keyboard.press("?")
    root.focus()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    assert not any(log(page))


def test_leaving_full_screen_closes_the_keys(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=small")
    root.get_by_role("button", name="Full screen").click()
    page.wait_for_timeout(300)
    root.focus()
    page.keyboard.press("?")
    expect(root.get_by_role("dialog")).to_be_visible()
    page.evaluate("document.exitFullscreen()")
    expect(root.get_by_role("dialog")).to_be_hidden()
    expect(root).to_be_focused()


def test_lines_and_their_glow_follow_a_dragged_entity(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    at, frame = spot(root, 3), root.bounding_box()
    assert frame is not None
    x, y = frame["x"] + at["x"], frame["y"] + at["y"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 70, y + 50, steps=5)
    page.mouse.up()
    page.wait_for_timeout(800)
    astray = ask(
        root,
        """[...graph.scene.edges.values()].filter(e => e.loop < 0).filter(e => {
          const line = graph.body.edges[e.id].edgeType, to = graph.body.nodes[e.to];
          const end = e.point(1), far = Math.hypot(end.x - to.x, end.y - to.y);
          return far > graph.scene.items.get(e.to).size + 30 || end.x !== line.toPoint.x;
        }).length""",
    )
    assert astray == 0


def test_the_label_of_a_loop_stands_outside_it(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=loop")
    over = ask(
        root,
        """graph.scene.labels.edgePlaced.filter(box => {
          const edge = graph.scene.edges.get(box.edge);
          if (edge.loop < 0) return false;
          const far = edge.point(0.5), node = graph.body.nodes[edge.from];
          return box.top < far.y && node.y < far.y;
        }).length""",
    )
    loops = ask(
        root,
        "graph.scene.labels.edgePlaced.filter(b => graph.scene.edges.get(b.edge).loop >= 0).length",
    )
    assert (over, loops) == (0, 1)


def test_a_label_gets_off_the_line_of_another_relation(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=small")
    moved = ask(
        root,
        """(() => {
          const ctx = document.createElement('canvas').getContext('2d');
          const edge = { id: 'e', from: 'a', to: 'b', label: 'knows', loop: -1, bend: 0, arrows: 'to',
            point: t => ({ x: 400 * t, y: 0 }) };
          const nodes = new Map([['a', { size: 10 }], ['b', { size: 10 }]]);
          const empty = { free: () => true, hides: () => 0, cost: () => 0 };
          const crossed = { ...empty, cost: box => (box.left < 200 && box.right > 200 ? 13 : 0) };
          const place = room => graph.scene.labels.findOnEdge(ctx, edge, 1, 'sans-serif', room, { nodes });
          const [plain, clear] = [place(empty), place(crossed)];
          return [plain.left < 200 && plain.right > 200, clear.left > 200 || clear.right < 200];
        })()""",
    )
    assert moved == [True, True]


def test_what_comes_outside_the_view_is_told_to_who_looks_closely(
    page: Page, canvas_url: str
) -> None:
    root = graph(page, canvas_url, "n=30")
    for _ in range(6):
        root.get_by_role("button", name="Zoom in").click()
    before = camera(root)
    root.focus()
    page.keyboard.press("n")
    page.keyboard.press("x")
    told = root.get_by_role("button", name=re.compile("outside the view"))
    expect(told).to_be_visible()
    assert camera(root)[0] == before[0]
    told.click()
    expect(told).to_be_hidden()
    assert camera(root)[0] < before[0]


@pytest.mark.parametrize("layout", ["rings", "force", "tree"])
@pytest.mark.parametrize("count", [5, 30, 200])
def test_no_two_labels_meet(page: Page, canvas_url: str, layout: str, count: int) -> None:
    root = graph(page, canvas_url, f"n={count}&m={count}&layout={layout}&w=640")
    clashes = ask(
        root,
        """(all => all.flatMap((one, i) => all.slice(i + 1).filter(other => one.left < other.right
            && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
        ).length)([...graph.scene.labels.placed, ...graph.scene.labels.edgePlaced])""",
    )
    assert clashes == 0
    placed = ask(root, "graph.scene.labels.placed.length")
    assert placed >= {5: 5, 30: 18, 200: 25}[count]


def test_the_whole_graph_is_in_sight_at_first(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=200&m=200&w=640")
    outside = ask(
        root,
        """items.map(item => graph.net.canvasToDOM(item)).filter(at => at.x < 0 || at.y < 0
            || at.x > graph.stage.clientWidth || at.y > graph.stage.clientHeight).length""",
    )
    assert outside == 0


CUT = """[...graph.scene.labels.placed, ...graph.scene.labels.edgePlaced].filter(box => {
    const [from, to] = [graph.net.canvasToDOM({x: box.left, y: box.top}), graph.net.canvasToDOM({x: box.right, y: box.bottom})];
    const bar = graph.root.querySelector(".tools");
    const under = to.x > bar.offsetLeft && from.y < bar.offsetTop + bar.offsetHeight;
    return under || from.x < 0 || from.y < 0 || to.x > graph.stage.clientWidth || to.y > graph.stage.clientHeight;
}).map(box => box.text)"""


@pytest.mark.parametrize("layout", ["rings", "force", "tree"])
@pytest.mark.parametrize("size", ["w=480&h=420", "w=640&h=460", "w=900&h=580"])
def test_neither_the_edge_nor_the_tools_cut_a_label(
    page: Page, canvas_url: str, layout: str, size: str
) -> None:
    root = graph(page, canvas_url, f"n=26&m=30&hub=1&{size}&layout={layout}")
    page.wait_for_timeout(300)
    assert len(ask(root, "graph.scene.labels.placed")) > 5
    assert ask(root, CUT) == []


def test_the_edge_cuts_no_words_of_a_loop(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=star&n=18&loops=1&w=694&h=446")
    page.wait_for_timeout(300)
    assert ask(root, "graph.scene.labels.edgePlaced.length") > 5
    assert ask(root, CUT) == []


def test_a_column_of_twenty_five_has_all_its_names_at_the_right(
    page: Page, canvas_url: str
) -> None:
    root = graph(page, canvas_url, "case=star&n=25&w=694&h=446&layout=tree")
    page.wait_for_timeout(300)
    sides = ask(root, "graph.scene.labels.placed.map(box => box.side)")
    assert sides.count("r") == 25


def test_in_a_narrow_place_the_nodes_stay_apart(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=26&m=30&hub=1&w=330&h=420")
    assert ask(root, "graph.net.getScale()") > 0.15
    assert ask(root, "items.filter(item => !graph.inSight(item.id))") == []


def test_what_comes_is_fitted_when_the_edge_cuts_its_label(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=26&m=30&hub=1&w=640&h=460")
    page.get_by_role("button", name="Grow").click()
    expect(root).to_have_attribute("data-nodes", "32")
    page.wait_for_timeout(400)
    assert ask(root, CUT) == []
    assert ask(root, "items.every(item => graph.standsWhole(item))")


def test_two_hundred_are_light_and_answer_at_once(page: Page, canvas_url: str) -> None:
    frames: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(len(data))))
    root = graph(page, canvas_url, "n=200&m=200")
    assert sum(frames) < 150 * 1024
    frames.clear()
    root.locator(".stage").click(position=spot(root, 30))
    page.wait_for_timeout(700)
    assert sum(frames) < 150 * 1024
    assert (
        ask(
            root,
            "(now => { graph.net.redraw(); return performance.now() - now })(performance.now())",
        )
        < 100
    )


def test_a_picture_is_saved(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    with page.expect_download() as download:
        root.get_by_role("button", name="Save a picture (PNG)").click()
    saved = download.value.path().read_bytes()
    assert download.value.suggested_filename == "maria-chen.png"
    assert saved.startswith(b"\x89PNG")
    assert int.from_bytes(saved[16:20], "big") == 2800


def test_hostile_names_are_drawn_as_text(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "case=hostile")
    for number in range(8):
        root.locator(".stage").hover(position=spot(root, number))
        root.locator(".stage").click(position=spot(root, number))
        page.wait_for_timeout(120)
    assert page.evaluate("window.__hit") is None
    assert root.locator("img, a, script, iframe").count() == 0
    assert max(ask(root, "items.map(item => item.name.length)")) <= 200
    assert "\u202e" not in "".join(ask(root, "items.map(item => item.name + item.text)"))


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(open_tab: OpenTab, canvas_url: str, dark: bool) -> None:
    page = open_tab(dark=dark)
    root = graph(page, canvas_url, "n=30")
    root.locator(".stage").hover(position=spot(root, 5))
    found = Axe().run(page, options=RULES)
    assert [(item["id"], item["nodes"][0]["html"]) for item in found.response["violations"]] == []


@pytest.mark.parametrize(("height", "whole"), [(446, True), (300, False)])
def test_the_list_of_keys_opens_at_its_top(
    page: Page, canvas_url: str, height: int, whole: bool
) -> None:
    root = graph(page, canvas_url, f"n=5&w=694&h={height}")
    root.get_by_role("button", name="Keys").click()
    expect(root.locator(".help")).to_be_visible()
    top, fits = root.locator(".help").evaluate(
        "help => [help.scrollTop, help.scrollHeight <= help.clientHeight]"
    )
    assert (top, fits) == (0, whole)


def test_full_screen_fills_the_screen_and_fits(page: Page, canvas_url: str) -> None:
    root = graph(page, canvas_url, "n=30")
    root.get_by_role("button", name="Full screen").click()
    page.wait_for_timeout(600)
    assert root.evaluate("root => root.matches(':fullscreen')")
    assert root.evaluate("root => root.clientHeight") >= 890
    assert ask(root, "graph.stage.querySelector('canvas').clientHeight") >= 890
    page.keyboard.press("Escape")
