"""The exported page in a browser: it asks for nothing, runs only our script, and shows the words."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from components.picture.model import draw
from components.picture.standalone_page import graph_html
from evidence.export import View, ViewNotes
from tests.components.views import edge, node, node_id, passage, small

pytestmark = pytest.mark.browser

NOTES = ViewNotes(title="Around Maria", scope="Everything", made="2026-03-01", cut=("25 of 61.",))
HOSTILE = [
    "</script><script>window.__hit=1</script>",
    "<img src=http://192.0.2.1/x onerror=window.__hit=1>",
    "<svg onload=window.__hit=1>",
    "<style>@import 'http://192.0.2.1/x.css'</style>",
    "<meta http-equiv=refresh content='0;url=http://192.0.2.1/'>",
    "a\u202eb\u2028c",
]


def write(folder: Path, view: View) -> str:
    file = folder / "view.html"
    file.write_text(graph_html(view, draw(view), NOTES), encoding="utf-8")
    return file.as_uri()


def test_choosing_a_relation_shows_its_passages(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.goto(write(tmp_path, small()))
    page.locator("#list .say").first.click()
    panel = page.locator("#panel")
    expect(panel.locator("blockquote")).to_have_count(2)
    expect(panel).to_contain_text("Acme employs Maria Chen.")
    expect(panel.locator("blockquote mark.subject")).to_have_text(["Maria Chen", "Maria Chen"])
    expect(panel.locator(".key mark")).to_have_text(["subject"])
    page.locator(".node").nth(2).click()
    expect(panel).to_contain_text("Daniel Okafor")
    expect(panel.locator(".say")).to_have_count(2)
    before = page.locator("#view").get_attribute("transform")
    page.get_by_role("button", name="Zoom in").click()
    assert page.locator("#view").get_attribute("transform") != before
    page.close()


PLACE = """(root, words) => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.data.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walk.currentNode, at);
    range.setEnd(walk.currentNode, at + words.length);
    const { left, right } = range.getBoundingClientRect();
    return [left, right];
  }
}"""


def test_an_arabic_name_leaves_the_line_it_begins_as_it_is(
    browser: Browser, tmp_path: Path
) -> None:
    name = "مطار دبي"
    cited = passage(1, f"{name} buys robots from Acme.").model_copy(
        update={"citation": f"{name} › 3", "superseded": True}
    )
    arabic = passage(2, "افتتحت دبي قاعة للروبوتات مع Acme.")
    view = View(
        start_id=node_id(0),
        nodes=(node(0, name, "مكان"), node(1, "Acme")),
        edges=(edge(0, 0, 1, "CUSTOMER_OF", passages=(cited, arabic)),),
    )
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(write(tmp_path, view))
    line = page.locator("#list .say").first
    line.click()
    quotes = page.locator("#panel blockquote")
    for root, words in (
        (line, [name, "customer of", "Acme", ": stated in 2 passages", "."]),
        (quotes.first.locator("footer"), [name, " (superseded", ")"]),
        (quotes.first.locator("p"), [name, "buys", "robots"]),
    ):
        assert root.evaluate("e => getComputedStyle(e).direction") == "ltr"
        places = [root.evaluate(PLACE, each) for each in words]
        assert places == sorted(places), words
    assert line.inner_text() == f"{name} customer of Acme: stated in 2 passages."
    heading = page.locator("#panel h2")
    assert heading.locator("bdi").all_inner_texts() == [name, "customer of", "Acme"]
    assert [quote.get_attribute("dir") for quote in quotes.locator("p").all()] == ["ltr", "rtl"]
    page.locator(".node").first.click()
    assert page.locator("#panel .kind bdi").inner_text() == "مكان"
    page.close()


def test_hostile_names_and_passages_run_nothing_and_ask_for_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    nodes = tuple(node(number, text, text) for number, text in enumerate(HOSTILE))
    edges = tuple(
        edge(number, 0, number, text, passages=(passage(1, text),))
        for number, text in enumerate(HOSTILE)
    )
    page = browser.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    address = write(tmp_path, View(start_id=node_id(0), nodes=nodes, edges=edges))
    page.goto(address)
    for number in range(len(HOSTILE)):
        page.locator("#list .say").nth(number).click()
        expect(page.locator("#panel blockquote")).to_be_visible()
    assert page.evaluate("window.__hit") is None
    assert asked == [address]
    assert wrong == []
    page.close()
