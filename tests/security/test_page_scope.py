"""Nothing outside the scope changes a page by a byte."""

import json
import re

import pytest

from evidence.scope import Scope
from tests.builders import Story
from tests.pages.conftest import OpenPage, Page, open_page, screen

__all__ = ["open_page", "screen"]

INSIDE = Scope(keys=frozenset({"in.md"}))
CANARY = "zanzibar"


def told(*, outside: bool) -> Story:
    """A document in scope; beside it, when asked for, everything that could shine through."""
    story = Story()
    story.document("in.md", title="Inside", namespace="open", path=["f", "in.md"])
    story.passage("I", of="in.md", text="Ada Lovelace met Bob Stone.")
    story.entity("Ada", "Person", called="Ada Lovelace", seen_in=["I"])
    story.entity("Bob", "Person", called="Bob Stone", seen_in=["I"])
    story.relation("Ada", "MET", "Bob", stated_in=["I"])
    if outside:
        story.document(CANARY, title=CANARY, namespace=CANARY, collections=[CANARY])
        story.passage("O", of=CANARY, text=f"{CANARY} Ada Lovelace Ada Ada")
        story.mention("O", "Ada")
        for number in range(12):
            name = f"Ada {CANARY} {number}"
            story.entity(name, CANARY, seen_in=["O"])
            story.relation("Ada", CANARY, name, stated_in=["O"])
    return story


def drawn(page: Page) -> str:
    """Everything that was sent to the browser, without the time the search took."""
    components = [c.proto for c in page.app.get("bidi_component")]
    sent = [json.loads(proto.json) for proto in components]
    rest = [
        (
            kind,
            str(getattr(item, "value", "")),
            str(getattr(item, "options", "")),
            str(getattr(item, "label", "")),
        )
        for kind in (
            "title",
            "subheader",
            "caption",
            "warning",
            "info",
            "error",
            "multiselect",
            "button",
            "selectbox",
            "segmented_control",
            "pills",
        )
        for item in page.app.get(kind)
    ]
    return re.sub(r"[\d,.]+ (ms|s)\b", "TIME", json.dumps([sent, rest]))


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"q": "ada"},
        {"q": "ada", "mode": "lexical", "limit": "50"},
        {"q": CANARY},
        {"q": CANARY, "mode": "lexical"},
        {"q": "ada", "label": CANARY},
        {"q": "ada", "ns": CANARY},
        {"q": "ada", "doc": CANARY},
        {"q": "ada", "tab": "passages"},
        {"q": "ada", "scope": "empty"},
    ],
    ids=str,
)
def test_what_is_outside_changes_nothing(open_page: OpenPage, address: dict[str, str]) -> None:
    pages = [
        drawn(open_page(story=told(outside=outside), ceiling=INSIDE).run(**address))
        for outside in (False, True)
    ]
    assert pages[0] == pages[1]
    if CANARY not in address.values():
        assert CANARY not in pages[1]


def test_suggestions_come_from_inside_only(open_page: OpenPage) -> None:
    page = open_page(story=told(outside=True), ceiling=INSIDE).run()
    page.fire("eg_search_box", "typed", "ada")
    assert [offer["text"] for offer in page.data("eg_search_box")["offers"]] == ["Ada Lovelace"]
    page.fire("eg_search_box", "typed", CANARY)
    assert page.data("eg_search_box")["offers"] == []
