"""Reading on Explore: the table at a narrow width, passages in context, and where the focus goes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTab, settle
from tests.browser.test_explore import ACME, Canvas, inspector, table

pytestmark = pytest.mark.browser

MARIA = "31305518-d711-5ea9-99a4-fbdbfb51136d"
ORION = "59203209-a9ce-567b-a829-54e34e987993"


def test_the_table_keeps_words_whole_at_a_narrow_width(open_tab: OpenTab, app_url: str) -> None:
    page = open_tab(viewport={"width": 1024, "height": 768})
    page.goto(f"{app_url}/explore?walk={MARIA}")
    Canvas(page).ready()
    rows = table(page).locator("tbody tr")
    assert rows.count() >= 4
    heights = rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert max(heights) <= 48
    clipped = table(page).evaluate(
        "table => [...table.querySelectorAll('bdi')]"
        ".filter(e => e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 1)"
        ".map(e => e.textContent)"
    )
    assert clipped == []
    box = table(page).evaluate(
        "table => { const frame = table.parentElement;"
        " return [table.offsetWidth, frame.clientWidth, getComputedStyle(frame).overflowX]; }"
    )
    assert box[0] <= box[1] or box[2] == "auto"


PANE = """() => {
  const box = document.querySelector("[data-testid=stVerticalBlock].st-key-explore-inspector");
  return { top: box.getBoundingClientRect().top, own: box.scrollTop,
    page: document.querySelector("[data-testid=stMain]").scrollTop }; }"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)], ids=["wide", "narrow"])
@pytest.mark.parametrize("way", ["click", "row", "Enter", "end"])
def test_what_the_table_chooses_is_shown_from_its_head(
    open_tab: OpenTab, app_url: str, size: tuple[int, int], way: str
) -> None:
    page = open_tab(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{app_url}/explore?walk={ACME}")
    Canvas(page).ready()
    table(page).locator("tbody tr").filter(has_text="Stated").first.locator("button.rel").click()
    expect(inspector(page)).to_contain_text("Stated in")
    settle(page)
    pane = page.locator("[data-testid=stVerticalBlock].st-key-explore-inspector")
    pane.evaluate("box => { box.scrollTop = box.scrollHeight; }")
    row = table(page).locator("tbody tr").filter(has_text="Mentioned together").first
    page.locator("[data-testid=stMain]").evaluate("main => { main.scrollTop = main.scrollHeight; }")
    assert page.evaluate(PANE)["top"] < 0
    relation = row.locator("button.rel")
    row.evaluate("row => row.closest('.scroll').scrollTo(0, row.offsetTop - 80)")
    focused = relation
    if way == "click":
        relation.click()
    elif way == "row":
        row.locator("td").nth(3).click()
    elif way == "Enter":
        relation.focus()
        page.keyboard.press("Enter")
    else:
        focused = row.locator("button.end").last
        focused.click()
    page.wait_for_timeout(600)
    settle(page)
    if way == "end":
        expect(inspector(page).get_by_role("heading").first).to_have_text(focused.inner_text())
    else:
        expect(inspector(page)).to_contain_text("No passage is recorded as stating this relation")
    found = page.evaluate(PANE)
    assert found["own"] == 0
    assert 0 <= found["top"] < size[1] / 2
    head = inspector(page).get_by_role("heading").first
    assert head.evaluate(
        "head => { const { left, top } = head.getBoundingClientRect();"
        " return head.contains(head.getRootNode().elementFromPoint(left + 12, top + 12)); }"
    )
    expect(focused).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert table(page).evaluate(
        "table => { const { top, bottom } = table.getRootNode().activeElement"
        ".getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
    )


def test_what_the_canvas_chooses_leaves_the_page_where_it_is(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}")
    canvas = Canvas(page).ready()
    relation = table(page).locator("tbody tr[aria-selected=false] button.rel").last
    relation.click()
    canvas.until_selected(relation.get_attribute("data-id") or "")
    settle(page)
    page.locator("[data-testid=stMain]").evaluate("main => { main.scrollTop = 260; }")
    before = page.evaluate(PANE)
    assert before["top"] < 0
    page.mouse.click(*canvas.edge("together"))
    expect(inspector(page)).to_contain_text("No passage is recorded as stating this relation")
    page.wait_for_timeout(500)
    assert page.evaluate(PANE) == before | {"own": 0}


def test_an_end_in_the_table_still_expands_at_a_double_click(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    Canvas(page).ready()
    page.locator("[data-testid=stMain]").evaluate("main => { main.scrollTop = main.scrollHeight; }")
    box = table(page).locator("button.end", has_text="Orion Planner").first.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*at)
    page.wait_for_timeout(300)
    page.mouse.click(*at, click_count=2)
    page.wait_for_function("() => new URLSearchParams(location.search).getAll('walk').length === 2")


def test_a_passage_is_read_between_its_neighbours_with_the_inspectors_marks(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    canvas = Canvas(page).ready()
    page.mouse.click(*canvas.edge("stated"))
    expect(inspector(page)).to_contain_text(re.compile(r"Stated in \d+ passages?"))
    settle(page)
    marked = (
        inspector(page)
        .locator("li")
        .first.locator("mark")
        .evaluate_all("marks => marks.map(mark => [mark.textContent, mark.className])")
    )
    read = inspector(page).get_by_role("button", name=re.compile("^Read")).first
    read.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("blockquote mark.subject").first).to_be_visible()
    expect(dialog.locator(".near").first).to_be_visible()
    assert marked == dialog.locator("blockquote mark").evaluate_all(
        "marks => marks.map(mark => [mark.textContent, mark.className])"
    )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(read).to_be_focused()


def test_a_passage_opened_from_the_canvas_gives_the_focus_back_to_it(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    canvas = Canvas(page).ready()
    canvas.root.focus()
    page.keyboard.press("1")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("blockquote")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(canvas.root).to_be_focused()


def test_a_link_followed_with_the_keyboard_leads_to_the_canvas(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=maria+chen&mode=lexical")
    page.get_by_role("link", name="Explore Maria Chen").focus()
    page.keyboard.press("Enter")
    canvas = Canvas(page).ready()
    expect(canvas.root).to_be_focused()


def test_a_change_of_layout_lays_all_walks_out_and_fits(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}&walk={ORION}")
    canvas = Canvas(page).ready()
    page.get_by_role("radio", name="Tree").or_(
        page.get_by_role("button", name="Tree")
    ).first.click()
    page.wait_for_function("() => location.search.includes('layout=tree')")
    canvas.ready()
    found = canvas.ask(
        "const start = g.scene.start; const depth = new Map([[start, 0]]); const queue = [start];"
        " while (queue.length) { const at = queue.shift(); for (const e of g.scene.edges.values())"
        " for (const [a, b] of [[e.from, e.to], [e.to, e.from]])"
        " if (a === at && !depth.has(b)) { depth.set(b, depth.get(a) + 1); queue.push(b); } }"
        " return [...g.scene.items.values()].map(i => [depth.get(i.id), i.x, g.inSight(i.id)])"
    )
    columns = {depth: {x for d, x, _ in found if d == depth} for depth in (0, 1, 2)}
    assert [len(columns[depth]) for depth in (0, 1, 2)] == [1, 1, 1]
    assert min(columns[0]) < min(columns[1]) < min(columns[2])
    assert all(seen for *_, seen in found)


def test_the_canvas_is_above_the_fold_with_a_banner(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={ACME}:2:200:200")
    canvas = Canvas(page).ready()
    expect(page.locator(".st-key-bounds-warning")).to_be_visible()
    box = canvas.root.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900
    assert box["height"] >= 440


def test_undo_is_offered_when_there_is_a_step_to_take_back(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?walk={MARIA}")
    canvas = Canvas(page).ready()
    undo = canvas.root.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.mouse.dblclick(*canvas.node("Orion Planner"))
    expect(page.get_by_role("button", name="Collapse")).to_be_visible()
    expect(undo).to_be_enabled()
