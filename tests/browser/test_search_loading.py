"""The first answers never wait for the model, and its hits come in without taking anything away."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evidence.demo import build_demo
from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser

# A second is the aim; a machine that runs other tests beside this one gets three.
AT_ONCE = 3_000


def test_hits_by_name_come_first_and_those_by_meaning_join_them(
    page: Page, serve: Serve, tmp_path: Path
) -> None:
    build_demo(tmp_path / "demo")
    may_load = tmp_path / "loaded"
    url = serve(
        "tests/browser/loading_app.py",
        EVIDENCE_STORE=str(tmp_path / "demo"),
        EVIDENCE_MODEL="",
        MODEL_MAY_LOAD=str(may_load),
    )
    page.goto(url)
    box = page.get_by_role("combobox", name="Search entities and passages")
    expect(box).to_be_focused()
    page.keyboard.type("Maria Chen")
    page.keyboard.press("Enter")
    expect(page.locator("article.hit")).to_have_count(1, timeout=AT_ONCE)
    expect(page.get_by_text("Meaning search is loading")).to_be_visible(timeout=AT_ONCE)

    box.click()
    page.keyboard.press("End")
    page.keyboard.type(" and her robots")
    may_load.touch()
    expect(page.locator("article.hit")).to_have_count(10, timeout=15_000)
    expect(page.get_by_text("Meaning search is loading")).to_be_hidden()
    expect(box).to_have_value("Maria Chen and her robots")
    expect(box).to_be_focused()
    assert page.evaluate("location.search") == "?q=Maria+Chen"
