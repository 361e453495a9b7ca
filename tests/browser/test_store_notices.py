"""A graph that cannot be opened, in a browser: one calm notice, and nothing of Streamlit's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evidence.demo import build_demo
from tests.browser.conftest import Server, settle

pytestmark = pytest.mark.browser

HELD = {
    "missing": None,
    "random bytes": bytes(range(1, 256)) * 80,
    "text": b"This is no graph.\n" * 400,
}


@pytest.fixture(params=HELD, scope="module")
def broken(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The app on a folder without a graph; its log tells what happened, so it is not checked."""
    place = tmp_path_factory.mktemp("canary-place")
    held = HELD[request.param]
    if held is not None:
        (place / "store.db").write_bytes(held)
    folder = place if held is not None else place / "nowhere"
    server = Server(place / "log", {"EVIDENCE_MODEL": "none", "EVIDENCE_STORE": str(folder)})
    server.wait()
    yield server.url
    server.stop()


@pytest.mark.parametrize("address", ["/", "/explore"])
def test_the_reader_sees_what_to_check_and_no_error_box(
    page: Page, broken: str, address: str
) -> None:
    page.goto(f"{broken}{address}")
    alert = page.get_by_test_id("stAlert")
    expect(alert).to_contain_text("EVIDENCE_STORE")
    settle(page)
    expect(alert).to_have_count(1)
    expect(alert).to_contain_text("python -m evidence import FILE --into FOLDER")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert page.locator("a[href*='google.com'], a[href*='chatgpt.com']").count() == 0
    assert "canary-place" not in page.content()
    page.get_by_role("button", name="Try again").click()
    settle(page)
    expect(alert).to_have_count(1)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_a_graph_that_has_come_meanwhile_is_shown_when_the_reader_tries_again(
    page: Page, tmp_path: Path
) -> None:
    folder = tmp_path / "graph"
    server = Server(tmp_path / "log", {"EVIDENCE_MODEL": "none", "EVIDENCE_STORE": str(folder)})
    try:
        server.wait()
        page.goto(server.url)
        expect(page.get_by_test_id("stAlert")).to_contain_text("EVIDENCE_STORE")
        build_demo(folder)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", name="Best connected")).to_be_visible()
    finally:
        server.stop()
