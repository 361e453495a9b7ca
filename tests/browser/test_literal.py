"""A name in Markdown reads as itself in a real page: no link, no picture, no other characters."""

import pytest
from playwright.sync_api import Page, expect

from components.text import WORD_JOINER
from tests.browser.conftest import Serve, settle
from tests.browser.literal_app import NAMES, SHOWN

pytestmark = pytest.mark.browser


def test_a_name_stays_text_in_every_widget(page: Page, serve: Serve) -> None:
    page.goto(serve(script="tests/browser/literal_app.py"))
    expect(page.locator(".st-key-pills button")).to_have_count(len(NAMES))
    settle(page)
    remade = page.locator("[class*=st-key-]").locator("a, img, .katex, code, strong, em, del, sup")
    expect(remade).to_have_count(0)
    read = {
        (widget, number): page.locator(f".st-key-{widget}-{number}").inner_text()
        for widget in SHOWN
        for number in range(len(NAMES))
    }
    read |= {
        ("pills", number): text
        for number, text in enumerate(page.locator(".st-key-pills button").all_inner_texts())
    }
    for (widget, number), text in read.items():
        assert text.strip().replace(WORD_JOINER, "") == NAMES[number], widget
