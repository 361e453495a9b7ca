"""Which way the text of a passage runs: as most of its letters do, wherever it is shown."""

import re

import pytest
from playwright.sync_api import Page, expect

from components.assets import script
from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser

TEXTS = [
    ("دبي opened a hall for robots. It was full by noon.", "ltr"),
    ("Dubai (دبي) opened.", "ltr"),
    ("افتتحت دبي قاعة للروبوتات مع Acme.", "rtl"),
    ("שלום עולם", "rtl"),
    ("2025: 14 %", "ltr"),
    ("", "ltr"),
    ("田中健司 は دبي", "ltr"),
]


@pytest.mark.parametrize(("text", "direction"), TEXTS)
def test_most_letters_decide(page: Page, text: str, direction: str) -> None:
    page.add_script_tag(content=script())
    assert page.evaluate("text => directionOf(text)", text) == direction
    drawn = page.evaluate("text => prose([[text, true]], runs).outerHTML", text)
    assert drawn.startswith(f'<p dir="{direction}">')


def test_a_search_by_an_arabic_name_shows_english_passages_from_the_left(
    page: Page, app_url: str
) -> None:
    page.goto(f"{app_url}/?q=دبي&mode=lexical&tab=passages")
    paragraphs = page.locator("article.hit li p[dir]")
    expect(paragraphs.first).to_be_visible()
    assert any(text.startswith("فاطمة السيد") for text in paragraphs.all_inner_texts())
    for text, direction in paragraphs.evaluate_all("all => all.map(p => [p.textContent, p.dir])"):
        latin, arabic = len(re.findall("[A-Za-z]", text)), len(re.findall("[\u0600-\u06ff]", text))
        assert direction == ("rtl" if arabic > latin else "ltr"), text


def test_no_part_of_the_page_lets_the_first_letter_decide() -> None:
    web = (ROOT / "components" / "web").glob("*.js")
    assert [path.name for path in web if 'dir: "auto"' in path.read_text("utf-8")] == []
