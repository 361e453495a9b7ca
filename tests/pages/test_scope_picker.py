"""The scope picker: each part offers what lies inside the others."""

from typing import Any

from components.services import ceiling_from
from tests.builders import Story
from tests.pages.conftest import OpenPage, Page


def places() -> Story:
    story = Story()
    for key, namespace, path, collections in (
        ("a", "acme", ["rules", "2024", "a.md"], ["open"]),
        ("b", "acme", ["notes", "b.md"], ["open"]),
        ("c", "press", ["releases", "c.md"], ["news"]),
        ("d", "press", ["rules", "d.md"], ["news", "open"]),
    ):
        story.document(
            key, title=f"Title {key}", namespace=namespace, path=path, collections=collections
        )
        story.passage(f"{key}0", of=key, text="Words.")
    return story


def pickers(page: Page) -> dict[str, Any]:
    return {widget.label: widget for widget in page.app.multiselect}


def dropped(page: Page) -> list[str]:
    said = "No longer chosen, because the rest of the choice holds none of it: "
    texts = [notice.replace("\\", "") for notice in page.notices]
    return [text.removeprefix(said) for text in texts if text.startswith(said)]


def test_each_part_of_the_scope_offers_only_what_lies_inside_the_parts_above_it(
    open_page: OpenPage,
) -> None:
    page = open_page(story=places()).run(ns="press")
    assert pickers(page)["Namespaces"].options == ["acme", "press"]
    assert pickers(page)["Folders"].options == ["releases", "rules"]
    pickers(page)["Folders"].select("rules").run()
    assert page.address == {"ns": ["press"], "folder": ["rules"]}
    assert pickers(page)["Collections"].options == ["news", "open"]
    assert "Documents" not in pickers(page)
    pickers(page)["Folders"].unselect("rules").run()
    assert pickers(page)["Documents"].options == ["Title c · releases/c.md", "Title d · rules/d.md"]


def test_what_lies_outside_a_narrower_scope_is_dropped_and_said_to_be(open_page: OpenPage) -> None:
    page = open_page(story=places())
    page.run(folder=["rules", "notes"], coll="open", doc=["a", "b", "d"])
    pickers(page)["Namespaces"].select("press").run()
    assert page.address == {
        "ns": ["press"],
        "folder": ["rules"],
        "coll": ["open"],
        "doc": ["d"],
    }
    assert dropped(page) == ["folder notes; documents Title a, Title b."]
    assert pickers(page)["Folders"].value == ["rules"]
    page.button("Every document").click().run()
    assert dropped(page) == []
    assert page.address == {}


def test_dropping_tells_nothing_of_a_document_out_of_scope(open_page: OpenPage) -> None:
    page = open_page(story=places(), ceiling=ceiling_from("ns=acme"))
    page.run(doc=["c", "nowhere"])
    pickers(page)["Folders"].select("notes").run()
    assert dropped(page) == ["documents c, nowhere."]
