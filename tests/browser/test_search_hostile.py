"""Whatever a document calls something, it stays text: no script runs, nothing is fetched."""

from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.browser.conftest import Serve, settle
from tests.builders import Story

pytestmark = pytest.mark.browser

PAYLOADS = [
    "<script>window.__hit=1</script>",
    "<img src=x onerror=window.__hit=1>",
    "<svg onload=window.__hit=1>",
    "\"><iframe srcdoc='<script>parent.__hit=1</script>'>",
    "href <a href='javascript:window.__hit=1'>x</a>",
    "![x](http://evil.test/a.png)",
    "[x](http://evil.test/) www.evil.test https://evil.test/x",
    "<img src=http://evil.test/b.png>",
    ":red[x] :material/home: :smile: $x^2$",
    "</script><script>window.__hit=1</script>",
    "{{constructor.constructor('window.__hit=1')()}}",
    "'; DROP TABLE entity; --",
    "\u2028window.__hit=1\u2029",
    "\u202egnp.exe\u2066\u200b",
    "url(http://evil.test/c.png)",
    "javascript:window.__hit=1",
    "# heading\n\n* item `code`",
    "__proto__",
    "constructor",
    "x" * 100_000,
]


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graphs") / "hostile"
    story = Story()
    for number, payload in enumerate(PAYLOADS):
        document = f"{number} {payload[:200]}"
        story.document(
            document,
            title=payload,
            namespace=payload[:100],
            collections=[payload[:100]],
            path=[payload[:100], "file"],
        )
        story.passage(f"P{number}", of=document, text=f"About {payload} and more {payload}")
        story.entity(
            f"E{number}",
            payload[:100],
            called=payload,
            seen_in=[f"P{number}"],
            aliases=[f"alias {payload[:90_000]}"],
            properties={payload[:100]: payload, "token": payload},
        )
        story.relation(f"E{number}", payload[:100], "E0", stated_in=[f"P{number}"])
    with EmbeddedWriter(folder) as writer:
        writer.ingest(iter(story.records()), file="hostile")
    return folder


@pytest.fixture(scope="module")
def hostile_url(serve: Serve, hostile_folder: Path) -> str:
    return serve(EVIDENCE_STORE=str(hostile_folder))


def unharmed(page: Page) -> None:
    settle(page)
    assert page.evaluate("window.__hit") is None
    assert page.locator("iframe").count() == 0
    hosts = page.locator("a").evaluate_all(
        "nodes => nodes.map(node => node.protocol + node.hostname)"
    )
    assert set(hosts) <= {"http:127.0.0.1"}
    pictures = page.locator("img").evaluate_all("nodes => nodes.map(node => node.src)")
    assert all(source.startswith(("http://127.0.0.1:", "data:")) for source in pictures)


def test_no_name_runs_or_fetches_anything(page: Page, hostile_url: str) -> None:
    page.goto(hostile_url)
    expect(page.get_by_role("combobox", name="Search entities and passages")).to_be_focused()
    unharmed(page)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.type("alias")
    expect(page.get_by_role("option").first).to_contain_text("alias")
    unharmed(page)
    page.keyboard.press("Enter")
    expect(page.locator("article.hit").first).to_be_visible()
    unharmed(page)
    for title in page.locator("article.hit h2").all()[:10]:
        title.hover()
    for details in page.locator("article.hit details summary").all()[:10]:
        details.click()
    page.locator("article.hit .quote button").first.click()
    expect(page.get_by_role("dialog").locator("blockquote")).to_be_visible()
    unharmed(page)


@pytest.mark.parametrize("tab", ["entities", "passages"])
@pytest.mark.parametrize("number", [0, 5, 6, 8])
def test_a_hostile_search_is_shown_as_text(
    page: Page, hostile_url: str, number: int, tab: str
) -> None:
    page.goto(hostile_url)
    box = page.get_by_role("combobox", name="Search entities and passages")
    expect(box).to_be_focused()
    box.fill(PAYLOADS[number])
    page.keyboard.press("Enter")
    expect(page.locator("article.hit").first).to_be_visible()
    if tab == "passages":
        page.get_by_role("radio", name="Passages").click()
        settle(page)
    unharmed(page)
    expect(box).to_have_value(PAYLOADS[number])


def test_a_search_that_finds_nothing_shows_its_text_as_text(page: Page, hostile_url: str) -> None:
    text = "zzq ![qqx](//qqy) [qqz](//qqy) :frog: :blue[qqw] :material/forest: $qqv$"
    page.goto(f"{hostile_url}/?{urlencode({'mode': 'lexical', 'q': text})}")
    notice = page.get_by_test_id("stAlert")
    expect(notice).to_contain_text(f"No entity in 20 documents matches “{text}”")
    expect(notice.locator("a, img, .katex, [data-testid=stIconMaterial]")).to_have_count(0)
    unharmed(page)
