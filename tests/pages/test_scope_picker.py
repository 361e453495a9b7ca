"""The scope picker: each part offers what lies inside the others."""

from datetime import date
from typing import Any

import pytest

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


def dated() -> Story:
    story = Story()
    story.document("a", in_force_to="2024-03-01")
    story.document("b", in_force_from="2024-03-01")
    for key in ("a", "b"):
        story.passage(f"{key}0", of=key, text="Words.")
    return story


@pytest.mark.parametrize("day", ["2024-02-01", "0001-01-01", "9999-12-31"])
def test_a_day_in_the_address_is_shown_and_can_be_removed(open_page: OpenPage, day: str) -> None:
    page = open_page(story=dated()).run(asof=day)
    [shown] = page.app.date_input
    assert (shown.label, shown.value) == ("In force on", date.fromisoformat(day))
    assert "1 of 2 documents" in [caption.value for caption in page.app.caption]
    shown.set_value(None).run()
    assert page.address == {}
    assert "All 2 documents" in [caption.value for caption in page.app.caption]


def test_a_day_that_is_chosen_narrows_and_keeps_the_rest(open_page: OpenPage) -> None:
    page = open_page(story=dated()).run(doc=["a"])
    page.app.date_input[0].set_value(date(2024, 2, 1)).run()
    assert page.address == {"doc": ["a"], "asof": ["2024-02-01"]}
    page.button("Every document").click().run()
    assert page.address == {}
    assert page.app.date_input[0].value is None


def test_without_dates_no_day_is_offered_but_one_that_is_set_is_shown(open_page: OpenPage) -> None:
    page = open_page(story=places())
    assert not page.run().app.date_input
    assert page.run(asof="2024-02-01").app.date_input[0].value == date(2024, 2, 1)


def test_a_reader_who_is_held_to_a_day_is_offered_no_other(open_page: OpenPage) -> None:
    page = open_page(story=dated(), ceiling=ceiling_from("asof=2024-02-01"))
    assert not page.run().app.date_input
