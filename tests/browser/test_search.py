"""The Search page in a browser: typing, keys, history, links, reading."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenTab, settle

pytestmark = pytest.mark.browser

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
STATES = {
    "narrowed": "/?ns=press&label=Person",
    "start": "/",
    "hits": "/?q=maria+chen",
    "passages": "/?q=route+planner&tab=passages",
    "nothing": "/?q=zzzzqqq&mode=lexical",
    "ignored": "/?q=maria&mode=bogus",
}


def box(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Search entities and passages")


def cards(page: Page) -> Locator:
    return page.locator("article.hit")


def test_typing_offers_names_and_enter_takes_the_chosen_one(page: Page, app_url: str) -> None:
    page.goto(app_url)
    expect(box(page)).to_be_focused()
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.type("mar", delay=40)
    option = page.get_by_role("option").first
    expect(option).to_have_text(re.compile("Maria Chen.*Person", re.DOTALL))
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    assert box(page).get_attribute("aria-activedescendant") == option.get_attribute("id")
    page.keyboard.press("Enter")
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")
    expect(box(page)).to_have_value("Maria Chen")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert page.evaluate("location.search") == "?q=Maria+Chen"


def test_escape_closes_the_list_and_then_clears_the_box(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=planner")
    expect(cards(page).first).to_be_visible()
    box(page).click()
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box(page)).to_have_value("planner")
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")
    expect(page.get_by_role("heading", name="Best connected")).to_be_visible()


def test_a_slash_goes_to_the_box_from_anywhere(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=planner")
    expect(box(page)).to_be_visible()
    settle(page)
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value("planner")


def test_arrows_go_round_through_the_box(page: Page, app_url: str) -> None:
    page.goto(app_url)
    expect(box(page)).to_be_focused()
    page.keyboard.press("ArrowDown")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    assert box(page).get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")


def test_what_is_typed_survives_every_rerun(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=planner")
    expect(cards(page).first).to_be_visible()
    box(page).click()
    page.keyboard.type(" two")
    page.get_by_role("radio", name="Name", exact=True).click()
    settle(page)
    expect(box(page)).to_have_value("planner two")


def test_back_and_forward_walk_through_the_searches(page: Page, app_url: str) -> None:
    page.goto(app_url)
    box(page).fill("maria chen")
    page.keyboard.press("Enter")
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")
    start = page.evaluate("history.length")
    page.get_by_role("radio", name="Passages").click()
    expect(page.get_by_text("Has every word you typed").first).to_be_visible()
    assert page.evaluate("history.length") == start + 1
    page.go_back()
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")
    expect(page.get_by_role("radio", name="Entities")).to_be_checked()
    page.go_back()
    expect(page.get_by_role("heading", name="Best connected")).to_be_visible()
    expect(box(page)).to_have_value("")
    page.go_forward()
    expect(box(page)).to_have_value("maria chen")
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")


@pytest.mark.parametrize("path", ["/", "/search"])
def test_a_cold_link_shows_its_view(page: Page, app_url: str, path: str) -> None:
    page.goto(f"{app_url}{path}?q=maria+chen&mode=lexical&label=Person&limit=5")
    expect(cards(page)).to_have_count(1)
    expect(page.get_by_role("radio", name="Name", exact=True)).to_be_checked()
    expect(page.get_by_role("button", name=re.compile("^Person"))).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(box(page)).to_have_value("maria chen")
    expect(page).to_have_title(re.compile("Search"))


def test_a_passage_is_read_and_left_with_the_keyboard_alone(page: Page, app_url: str) -> None:
    page.goto(app_url)
    expect(box(page)).to_be_focused()
    page.keyboard.type("maria chen")
    page.keyboard.press("Enter")
    expect(cards(page).first).to_be_visible()
    settle(page)
    read = page.get_by_role("button", name=re.compile("^Open passage")).first
    for _ in range(60):
        page.keyboard.press("Tab")
        if read.evaluate("node => node.getRootNode().activeElement === node"):
            break
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("mark").first).to_have_text("Maria Chen")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(read).to_be_focused()


def test_explore_opens_as_one_step_of_the_history(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=maria+chen&mode=lexical")
    expect(cards(page).first).to_be_visible()
    steps = page.evaluate("history.length")
    page.evaluate("window.here = true")
    page.get_by_role("link", name="Explore Maria Chen").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/explore?walk=*")
    expect(page).to_have_title(re.compile("Explore"))
    assert page.evaluate("history.length") == steps + 1
    page.go_back()
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")
    assert page.evaluate("window.here") is True


def test_picking_a_document_narrows_the_page(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?q=maria+chen&doc=acme-notes.md")
    expect(cards(page).first.get_by_text("Supported by")).to_have_text("Supported by 2 passages")
    page.get_by_role("button", name="Every document").click()
    expect(cards(page).first.get_by_text("Supported by")).to_have_text("Supported by 9 passages")
    assert page.evaluate("location.search") == "?q=maria+chen"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_every_state_is_accessible(
    open_tab: OpenTab, app_url: str, state: str, *, dark: bool
) -> None:
    page = open_tab(dark=dark)
    page.goto(f"{app_url}{STATES[state]}")
    expect(box(page)).to_be_visible()
    settle(page)
    page.wait_for_timeout(300)
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [1440, 1024])
def test_nothing_is_wider_than_the_page(open_tab: OpenTab, app_url: str, width: int) -> None:
    page = open_tab(viewport={"width": width, "height": 900})
    for path in STATES.values():
        page.goto(f"{app_url}{path}")
        expect(box(page)).to_be_visible()
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_document_is_found_by_the_name_of_its_file(page: Page, app_url: str) -> None:
    page.goto(app_url)
    page.get_by_test_id("stSidebar").get_by_role("combobox").last.click()
    page.keyboard.type("acme-notes")
    expect(page.get_by_role("option")).to_have_text(["Acme notes · notes/acme-notes.md"])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"doc=acme-notes\.md"))


def test_a_pasted_text_that_is_too_long_is_cut_aloud(page: Page, app_url: str) -> None:
    page.goto(app_url)
    box(page).fill("maria " + "x" * 1_500)
    box(page).press("Enter")
    expect(page.get_by_text("Only the first 1,000 characters were used; 506")).to_be_visible()


def test_a_link_of_another_graph_opens_the_start_of_explore(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/explore?store=other&walk=31305518-d711-5ea9-99a4-fbdbfb51136d:2")
    expect(page.get_by_text("This link belongs to another graph")).to_be_visible()
    expect(page.get_by_role("heading", name="Best connected")).to_be_visible()
    expect(page.get_by_role("heading", name="Walk")).to_have_count(0)
    page.get_by_role("link", name="Explore Kestrel 40").click()
    expect(page.get_by_role("heading", name="Walk")).to_be_visible()
    expect(page.get_by_text("This link belongs to another graph")).to_have_count(0)


def test_the_navigation_comes_back_to_each_page_as_it_was_left(page: Page, app_url: str) -> None:
    def turn_to(name: str) -> None:
        page.get_by_test_id("stTopNavLink").get_by_text(name, exact=True).click()

    page.goto(f"{app_url}/?q=maria+chen")
    cards(page).first.get_by_role("link", name=re.compile("Explore")).click()
    expect(page.get_by_role("region", name="Inspector")).to_contain_text("Maria Chen")
    settle(page)
    turn_to("Search")
    expect(box(page)).to_have_value("maria chen")
    expect(cards(page).first.get_by_role("heading")).to_have_text("Maria Chen")
    settle(page)
    turn_to("Explore")
    expect(page.get_by_role("region", name="Inspector")).to_contain_text("Maria Chen")
    settle(page)
    turn_to("Search")
    expect(box(page)).to_have_value("maria chen")


def test_the_navigation_keeps_the_scope_in_sight_and_in_the_address(
    page: Page, app_url: str
) -> None:
    def turn_to(name: str) -> None:
        settle(page)
        page.get_by_test_id("stTopNavLink").get_by_text(name, exact=True).click()

    chosen = page.get_by_test_id("stSidebar").locator("[data-tag]").filter(visible=True)
    page.goto(f"{app_url}/?ns=press")
    expect(chosen).to_have_text(["press"])
    for name in ("Explore", "Search", "Explore"):
        turn_to(name)
        expect(page).to_have_url(re.compile(r"\?ns=press$"))
        expect(chosen).to_have_text(["press"])
    page.reload()
    expect(chosen).to_have_text(["press"])
