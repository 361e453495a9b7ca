"""The Explore page in each of its states."""

import json
import re

import pytest

from components.explore import acts, drawing_memo
from components.explore.moves import Bounds
from components.explore.redraw import Part, redraw
from components.link_rules import short_id
from components.services import ceiling_from
from components.view import Layout
from evidence.errors import StoreUnavailableError
from tests.builders import Story, reference_store
from tests.fakes import FailingStore
from tests.pages.conftest import ROOT, OpenPage, Page, Screen, maria

ALONE = ROOT / "pages" / "explore.py"
NOWHERE = "00000000-0000-5000-8000-000000000009"


def wheel(spokes: int = 30) -> Story:
    """A hub with spokes; the first three are stated, the next mentioned together, the rest not."""
    story = Story()
    story.document("hub.md", title="Hub", path=["hub.md"])
    story.document("old.md", title="Old", path=["old.md"], namespace="old")
    story.passage("H0", of="hub.md", text="Hub meets Spoke 0, Spoke 1, Spoke 2 and Spoke 3.")
    story.passage("H1", of="hub.md", text="The others are listed here.")
    story.passage("O0", of="old.md", text="Spoke 0 knows Rim.")
    story.entity("Hub", "City", seen_in=["H0"])
    for number in range(spokes):
        where = ["H0"] if number < 4 else ["H1"]
        story.entity(f"Spoke {number}", "Person" if number % 2 else "Place", seen_in=where)
        stated = ["H0"] if number < 3 else []
        relation = "MEETS" if number < 10 else "LISTS"
        story.relation("Hub", relation, f"Spoke {number}", stated_in=stated)
    story.entity("Rim", "Person", seen_in=["O0"])
    story.relation("Spoke 0", "KNOWS", "Rim", stated_in=["O0"])
    return story


STORY = wheel()
HUB = STORY.id("entity", "Hub")


def spoke(number: int) -> str:
    return STORY.id("entity", f"Spoke {number}")


def drawn(page: Page) -> dict[str, str]:
    """Names and ids of the drawn entities."""
    nodes = page.data("evidence_graph")["nodes"]
    return {node.get("name") or node["label"]: node["key"] for node in nodes}


def lines(page: Page) -> int:
    return len(page.data("evidence_graph")["edges"])


def panel(page: Page) -> dict:
    return page.data("eg_inspector")["panel"]


def words(page: Page) -> str:
    """Everything the page says in Markdown and captions, as it reads."""
    app = page.app
    texts = [item.value for kind in (app.markdown, app.caption) for item in kind]
    return re.sub(r"\\(\W)", r"\1", "\n".join(texts))


@pytest.fixture
def at(open_page: OpenPage):
    def explore(story: Story | None = None, **parameters: object) -> Page:
        page = open_page(ALONE, story=story or wheel())
        return page.run(**parameters)

    return explore


def test_without_an_entity_it_offers_where_to_start(at) -> None:
    page = at()
    [group] = page.data("eg_tiles")["groups"]
    assert group["title"] == "Best connected"
    assert group["tiles"][0]["note"] == "City · 30 relations"
    assert page.data("eg_search_box")["focus"]
    assert not page.has("evidence_graph")


def test_choosing_a_suggestion_draws_its_neighbourhood(at) -> None:
    page = at()
    page.fire("eg_search_box", "chosen", {"text": "Hub", "entity_id": HUB})
    assert page.address == {"walk": [HUB]}
    assert page.data("evidence_graph")["start"] == HUB


def test_a_text_that_is_no_suggestion_is_searched_for_right_there(at) -> None:
    page = at(q="spoke 7", mode="lexical")
    assert page.names[0] == "Spoke 7"
    assert page.data("eg_hits")["cards"][0]["href"].startswith("/explore?walk=")


@pytest.mark.parametrize("name", ["entity", "walk"])
def test_a_cold_link_draws_its_view(at, name: str) -> None:
    page = at(**{name: spoke(0)})
    assert drawn(page).keys() == {"Spoke 0", "Hub", "Rim"}
    assert [item.value for item in page.app.header] == ["Spoke 0"]
    assert panel(page)["title"] == "Spoke 0"
    assert len(page.data("eg_edges")["rows"]) == 2
    assert page.app.exception == []


def test_the_banner_names_the_bound_and_raising_keeps_what_is_drawn(at) -> None:
    page = at(walk=HUB)
    cut = "Cut at 25 entities around Hub: 25 of 30 entities besides it and 25 of 30 relations"
    assert cut in words(page)
    before = drawn(page)
    page.button("Raise to 50 entities, 100 relations").click()
    page.app.run()
    assert page.address["walk"] == [f"{HUB}:1:50:100"]
    assert before.items() <= drawn(page).items()
    assert len(drawn(page)) == 31
    assert "Cut at" not in words(page)
    assert "There is more beyond the ring around Hub" in words(page)


@pytest.mark.parametrize("walks", [("1:4:5", "1:25:50"), ("1:25:50", "1:4:5")])
def test_the_head_names_the_largest_of_several_walks_of_one_start(at, walks) -> None:
    page = at(walk=[f"{HUB}:{walk}" for walk in walks])
    summary = (
        "1 ring, at most 25 entities and 50 relations, in one walk;"
        " 1 other walk from here is kept beside it"
    )
    assert summary in words(page)
    assert "beyond the ring around Hub." in words(page)
    assert "in one walk" not in words(at(walk=HUB))


def test_two_rings_that_draw_one_say_so_and_can_be_raised(at) -> None:
    page = at(walk=HUB)
    before = drawn(page)
    page.app.segmented_control(key="explore.depth").set_value(2)
    page.app.run()
    assert drawn(page).keys() == before.keys()
    assert "None of the second ring is drawn: the first ring fills the bound" in words(page)
    page.button("Raise to 50 entities, 100 relations").click()
    page.app.run()
    assert "None of the second ring" not in words(page)
    assert "Rim" in drawn(page)


def test_however_far_it_is_raised_the_banner_the_table_and_the_list_agree(at) -> None:
    page = at(walk=f"{HUB}:1:4:5")
    told = []
    while found := re.search(
        r"(\d+) of (\d+) entities besides it and (\d+) of (\d+) relations are drawn"
        r"(?:, and (\d+)(?: of \d+)? more)?",
        words(page),
    ):
        nodes, all_nodes, edges, all_edges, closing = (int(n or 0) for n in found.groups())
        assert len(drawn(page)) == nodes + 1
        assert len(page.data("eg_edges")["rows"]) == edges + closing
        told.append((all_nodes, all_edges))
        page.button("List the rest").click()
        page.app.run()
        rest = [c for c in page.app.get("bidi_component") if c.proto.component_name == "eg_edges"]
        assert len(json.loads(rest[-1].proto.json)["rows"]) == all_edges - edges
        page.app.run()
        raising = next(b for b in page.app.button if b.label.startswith("Raise to"))
        raising.click()
        page.app.run()
    assert told == [(30, 30)] * 3


def test_what_stands_stays_where_it_is_when_more_is_drawn(at) -> None:
    page = at(walk=HUB)
    before = {n["key"]: (n["x"], n["y"]) for n in page.data("evidence_graph")["nodes"]}
    page.button("Raise to 50 entities, 100 relations").click()
    page.app.run()
    after = {n["key"]: (n["x"], n["y"]) for n in page.data("evidence_graph")["nodes"]}
    assert {name: after[name] for name in before} == before


def test_one_ring_further(at) -> None:
    page = at(walk=f"{HUB}:1:200:200")
    page.button("Go one ring further").click()
    page.app.run()
    assert "Rim" in drawn(page)
    assert page.address["walk"] == [f"{HUB}:2:200:200"]


def test_nothing_lies_beyond_what_an_expansion_has_drawn(at) -> None:
    page = at(walk=f"{HUB}:1:200:200")
    assert "There is more beyond the ring around Hub." in words(page)
    page.act({"type": "expand", "id": spoke(0)})
    assert "Rim" in drawn(page)
    assert "There is more beyond" not in words(page)
    assert "Go one ring further" not in [button.label for button in page.app.button]


def test_what_is_not_shown_is_listed_and_leads_on(at) -> None:
    page = at(walk=HUB)
    page.button("List the rest").click()
    page.app.run()
    tables = [c for c in page.app.get("bidi_component") if c.proto.component_name == "eg_edges"]
    assert len(tables) == 2
    assert "5 relations that this walk meets and its bounds keep out" in words(page)
    [drawn_rows, rest] = [json.loads(table.proto.json) for table in tables]
    assert (len(drawn_rows["rows"]), drawn_rows["title"]) == (25, "25 relations drawn")
    assert (len(rest["rows"]), rest["title"]) == (5, "5 relations not drawn")


def test_an_expansion_is_a_further_walk_and_can_be_taken_back(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    page.act({"type": "expand", "id": spoke(0)})
    assert page.address["walk"] == [f"{HUB}:1:50:100", spoke(0)]
    assert "Rim" in drawn(page)
    collapse = next(item for item in panel(page)["actions"] if item["do"] == "collapse")
    assert collapse["enabled"]
    page.button("Undo").click()
    page.app.run()
    assert "Rim" not in drawn(page)
    assert page.address["walk"] == [f"{HUB}:1:50:100"]
    assert page.button("Undo").disabled


def test_what_comes_with_the_address_before_the_last_change_is_done_to_the_view_since(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    late = dict(page.address)
    page.act({"type": "expand", "id": spoke(0)})
    page.app.query_params["walk"] = late["walk"]
    page.act({"type": "expand", "id": spoke(1)})
    assert page.address["walk"] == [f"{HUB}:1:50:100", spoke(0), spoke(1)]
    page.app.query_params["walk"] = late["walk"]
    page.act({"type": "pin", "id": spoke(2), "x": 5, "y": 5})
    assert page.address["walk"] == [f"{HUB}:1:50:100", spoke(0), spoke(1)]
    page.run(**late)
    assert page.address["walk"] == [f"{HUB}:1:50:100"]


def test_what_a_message_repeats_is_done_once_and_all_of_it_is_done(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    first = page.told({"type": "expand", "id": spoke(0)})
    page.fire("evidence_graph", "acts", first)
    page.button("Undo").click()
    page.app.run()
    second = page.told({"type": "expand", "id": spoke(1)}, {"type": "expand", "id": spoke(2)})
    second["events"] = [*first["events"], *second["events"]]
    page.fire("evidence_graph", "acts", second)
    assert page.address["walk"] == [f"{HUB}:1:50:100", spoke(1), spoke(2)]
    assert page.data("evidence_graph")["heard"] == {"test": 3}


def test_a_widget_the_browser_has_not_drawn_anew_yet_changes_nothing(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    [old] = [p for p in page.app.button_group if p.label == "Relation types to walk"]
    page.act({"type": "expand", "id": spoke(0)})
    [new] = [p for p in page.app.button_group if p.label == "Relation types to walk"]
    assert (len(old.options), len(new.options)) == (2, 3)
    assert old.id != new.id
    states = page.app._tree.get_widget_states()
    late = next(state for state in states.widgets if state.id == new.id)
    late.id = old.id
    late.string_array_value.data[:] = old.options
    page.app._run(states)
    assert page.address["walk"] == [f"{HUB}:1:50:100", spoke(0)]
    assert "Rim" in drawn(page)


def test_expanding_what_is_known_says_that_it_added_nothing(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    page.act({"type": "expand", "id": spoke(5)})
    assert "Expanding Spoke 5 added nothing" in words(page)


def test_a_narrowed_scope_is_named_above_the_drawing(at) -> None:
    assert not at(walk=HUB).app.text
    page = at(walk=HUB, asof="2024-02-01")
    said = ["Scope: in force on 2024-02-01 (2 documents)"]
    assert [item.value for item in page.app.text] == said
    page.act({"type": "expand", "id": spoke(0)})
    assert [item.value for item in page.app.text] == said


def test_a_name_in_the_scope_is_no_markup(at) -> None:
    hostile = "![i](http://192.0.2.1/x.png)"
    page = at(walk=HUB, doc=["hub.md", hostile])
    [scope] = page.app.text
    assert scope.value == f"Scope: documents {hostile}, hub.md (1 document)"
    assert not scope.proto.help


def test_back_to_start_and_the_trail(at) -> None:
    page = at(walk=[f"{HUB}:1:50:100", spoke(0), spoke(1)])
    crumbs = [b.label for b in page.app.button if b.key and b.key.startswith("crumb-walk")]
    assert crumbs == ["Hub", "Spoke 0", "Spoke 1"]
    page.button("Back to start").click()
    page.app.run()
    assert page.address["walk"] == [f"{HUB}:1:50:100"]


def test_centring_starts_a_view_and_the_trail_leads_back(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    page.act({"type": "select_node", "id": spoke(0)})
    page.fire("eg_inspector", "ask", {"do": "centre", "id": spoke(0)})
    assert page.address["walk"] == [spoke(0)]
    page.button("Hub").click()
    page.app.run()
    assert page.address["walk"] == [f"{HUB}:1:50:100"]


def test_a_stated_relation_shows_its_passage_with_both_ends_marked(at) -> None:
    page = at(walk=HUB)
    relation = STORY_RELATIONS[0]
    page.act({"type": "select_edge", "id": relation})
    shown = panel(page)
    assert (shown["subject"]["name"], shown["relation"], shown["object"]["name"]) == (
        "Hub",
        "meets",
        "Spoke 0",
    )
    assert shown["chips"][0]["text"] == "Stated"
    assert shown["passages_title"] == "Stated in 1 passage"
    [passage] = shown["passages"]
    assert ["Hub", ["subject"]] in passage["runs"]
    assert ["Spoke 0", ["object"]] in passage["runs"]
    assert passage["seen"] == [["Subject seen", True], ["Object seen", True]]
    assert page.data("eg_inspector")["selected"] == relation


@pytest.mark.parametrize(
    ("act", "chosen", "toggle"),
    [
        ("select_edge", 0, {"kind": "label", "name": "Place"}),
        ("select_edge", 0, {"kind": "line", "name": "stated"}),
        ("select_node", 0, {"kind": "label", "name": "Place"}),
    ],
    ids=["relation to a hidden label", "relation of a hidden kind", "entity"],
)
def test_what_a_filter_hides_says_so_in_the_inspector_and_cannot_be_hidden(
    at, act, chosen, toggle
) -> None:
    page = at(walk=HUB)
    identity = STORY_RELATIONS[chosen] if act == "select_edge" else spoke(chosen)
    page.act({"type": act, "id": identity})
    assert "Not in this view now" not in [chip["text"] for chip in panel(page)["chips"]]
    before = [item["do"] for item in panel(page)["actions"]]
    assert "hide" in before
    page.fire("eg_legend", "toggle", toggle)
    assert panel(page)["id"] == identity
    assert panel(page)["chips"][0]["text"] == "Not in this view now"
    after = [item["do"] for item in panel(page)["actions"]]
    assert after == [do for do in before if do not in ("hide", "pin")]
    page.fire("eg_inspector", "ask", {"do": "hide", "id": identity})
    assert not page.address.keys() & {"hide", "cut"}
    page.button("Show all").click()
    page.app.run()
    assert [item["do"] for item in panel(page)["actions"]] == before


def test_choosing_draws_the_inspector_alone_and_what_stands_is_kept(at, screen: Screen) -> None:
    page = at(walk=HUB)
    canvas, rows = page.data("evidence_graph"), page.data("eg_edges")
    for component, event, value in (
        ("evidence_graph", "acts", page.told({"type": "select_node", "id": spoke(0)})),
        ("eg_edges", "ask", {"do": "select", "id": STORY_RELATIONS[0]}),
        ("eg_inspector", "ask", {"do": "select", "id": spoke(0)}),
        ("evidence_graph", "acts", page.told({"type": "open_passage", "number": 1})),
    ):
        page.fire(component, event, value)
        assert set(screen.components) <= {"eg_inspector", "eg_passage"}
        assert (page.data("evidence_graph"), page.data("eg_edges")) == (canvas, rows)
    assert page.has("eg_passage")
    assert page.data("eg_inspector")["selected"] == spoke(0)


def test_a_filter_gives_canvas_and_table_what_was_chosen_before(at) -> None:
    page = at(walk=HUB)
    page.act({"type": "select_node", "id": spoke(0)})
    page.fire("eg_legend", "toggle", {"kind": "line", "name": "together"})
    assert "together" in page.address["nokind"]
    for component in ("evidence_graph", "eg_edges", "eg_inspector"):
        assert page.data(component)["selected"] == spoke(0)


def test_a_filter_asks_for_the_head_only_when_there_is_a_first_step_to_undo(
    at, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Part, ...]] = []

    def heard(*parts: Part) -> None:
        asked.append(parts)
        redraw(*parts)

    monkeypatch.setattr(acts, "redraw", heard)
    page = at(walk=HUB)
    page.fire("eg_legend", "toggle", {"kind": "line", "name": "together"})
    assert asked == [(Part.STAGE, Part.HEAD)]
    assert {"evidence_graph", "eg_legend", "eg_edges"} <= set(screen.components)
    assert not page.button("Undo").disabled
    for name in ("connected", "together"):
        page.fire("eg_legend", "toggle", {"kind": "line", "name": name})
    assert len(asked) == 1
    page.button("Undo").click()
    page.app.run()
    assert asked[1:] == [(Part.HEAD, Part.STAGE)]
    assert set(page.address["nokind"]) == {"together", "connected"}
    assert lines(page) == 3


def test_what_was_hidden_and_chosen_since_a_control_was_drawn_stays(at) -> None:
    page = at(walk=[f"{HUB}:1:50:100", spoke(0)])
    page.fire("eg_legend", "toggle", {"kind": "line", "name": "together"})
    page.fire("eg_legend", "toggle", {"kind": "line", "name": "connected"})
    page.act({"type": "select_node", "id": spoke(1)})
    chosen = page.address["sel"]
    for press in (
        lambda: page.app.segmented_control(key="explore.layout").set_value(Layout.TREE),
        lambda: page.app.segmented_control(key="explore.depth").set_value(2),
        lambda: page.app.selectbox(key="explore.bounds").set_value(Bounds(100, 200)),
    ):
        before = page.address
        press()
        page.app.run()
        assert page.address != before
        assert set(page.address["nokind"]) == {"together", "connected"}
        assert page.address["sel"] == chosen
    page.button("Back to start").click()
    page.app.run()
    assert len(page.address["walk"]) == 1
    assert set(page.address["nokind"]) == {"together", "connected"}


def test_choosing_and_hiding_at_once_draws_what_is_left(at) -> None:
    page = at(walk=HUB)
    count = len(page.data("eg_edges")["rows"])
    page.fire_all(
        (
            "evidence_graph",
            "acts",
            page.told({"type": "select_edge", "id": STORY_RELATIONS[1]}),
        ),
        ("eg_edges", "ask", {"do": "hide", "id": STORY_RELATIONS[0]}),
    )
    assert len(page.data("eg_edges")["rows"]) == count - 1
    assert page.data("eg_inspector")["selected"] == STORY_RELATIONS[1]


def test_a_path_shows_candidates_and_says_so(at) -> None:
    page = at(walk=HUB)
    page.fire("eg_edges", "ask", {"do": "select", "id": STORY_RELATIONS[3]})
    shown = panel(page)
    assert shown["grade"] == "together"
    assert shown["passages_title"] == "1 candidate passage"
    assert "they are candidates" in shown["lines"][0]
    page.fire("eg_edges", "ask", {"do": "select", "id": STORY_RELATIONS[4]})
    assert panel(page)["grade"] == "connected"
    assert panel(page)["passages"] == []


def test_a_passage_is_read_by_its_button_and_by_its_number(at) -> None:
    page = at(walk=HUB)
    asked = panel(page)["passages"][0]["evidence_id"]
    page.fire("eg_inspector", "ask", {"do": "read", "id": asked})
    assert page.data("eg_passage")["runs"][0] == ["Hub", ["name"]]
    page.app.run()
    assert not page.has("eg_passage")
    page.act({"type": "open_passage", "number": 1})
    assert page.has("eg_passage")
    page.act({"type": "open_passage", "number": 9})
    assert not page.has("eg_passage")


def test_hiding_is_counted_and_undone(at) -> None:
    page = at(walk=HUB)
    page.act({"type": "hide", "id": spoke(1)})
    assert "Spoke 1" not in drawn(page)
    assert "Hidden: 1 node, 1 relation" in words(page)
    page.fire("eg_edges", "ask", {"do": "hide", "id": STORY_RELATIONS[0]})
    assert "Hidden: 2 nodes, 2 relations" in words(page)
    page.button("Show all").click()
    page.app.run()
    assert "Spoke 1" in drawn(page)
    assert "Hidden" not in words(page)


def test_the_start_is_not_hidden_and_unknown_ids_do_nothing(at) -> None:
    page = at(walk=HUB)
    for value in ({"type": "hide", "id": HUB}, {"type": "expand", "id": NOWHERE}, {"type": "x"}, 7):
        page.act(value)
        page.fire("eg_inspector", "ask", value)
        page.fire("eg_edges", "ask", value)
        page.fire("eg_legend", "toggle", value)
    assert page.address == {"walk": [HUB]}
    assert page.app.exception == []


def test_the_legend_filters_and_counts(at) -> None:
    page = at(walk=f"{HUB}:1:50:100")
    entries = page.data("eg_legend")["entries"]
    assert [(e["kind"], e["text"], e["count"]) for e in entries] == [
        ("line", "Stated by a passage", "3"),
        ("line", "Mentioned together", "1"),
        ("line", "Connected only", "26"),
        ("label", "Person", "15 / 16"),
        ("label", "Place", "15 / 15"),
        ("label", "City", "1 / 1"),
    ]
    page.fire("eg_legend", "toggle", {"kind": "line", "name": "connected"})
    assert lines(page) == 4
    assert "Hidden: 26 nodes, 26 relations" in words(page)
    assert page.address["nokind"] == ["connected"]
    page.fire("eg_legend", "toggle", {"kind": "label", "name": "Place"})
    assert drawn(page).keys() == {"Hub", "Spoke 1", "Spoke 3"}


def test_types_narrow_the_walk_itself(at) -> None:
    page = at(walk=HUB)
    [types] = [p for p in page.app.button_group if p.label == "Relation types to walk"]
    assert types.options == ["lists 20", "meets 10"]
    page.button("None").click()
    page.app.run()
    assert "No type is chosen" in words(page)
    assert lines(page) == 25
    [types] = [p for p in page.app.button_group if p.label == "Relation types to walk"]
    types.set_value(["MEETS"])
    page.app.run()
    assert page.address["walk"] == [f"{HUB}:1:25:50:MEETS"]
    assert lines(page) == 10
    page.button("All").click()
    page.app.run()
    assert page.address["walk"] == [HUB]


def test_depth_bounds_and_layout_are_controls(at) -> None:
    page = at(walk=HUB)
    [depth] = [p for p in page.app.button_group if p.label == "Depth"]
    depth.set_value(2)
    page.app.run()
    assert page.address["walk"] == [f"{HUB}:2:25:50"]
    [layout] = [p for p in page.app.button_group if p.label == "Layout"]
    layout.set_value("tree")
    page.app.run()
    assert page.address["layout"] == ["tree"]
    assert page.data("evidence_graph")["layout"] == "tree"


@pytest.mark.parametrize(
    ("story", "walk", "parameters"),
    [
        (None, NOWHERE, {}),
        (None, STORY.id("entity", "Rim"), {"ns": "default"}),
        (None, HUB, {"scope": "empty"}),
    ],
    ids=["missing", "out of scope", "empty scope"],
)
def test_missing_and_out_of_scope_look_alike(at, story, walk, parameters) -> None:
    page = at(story, walk=walk, **parameters)
    [notice] = page.notices[:1]
    assert notice == (
        "This entity is not available here: nothing in this scope mentions it, or it does not"
        " exist."
    )
    assert page.button("Choose another entity")
    assert not page.has("evidence_graph")


def test_an_entity_without_relations_is_drawn_alone_and_says_why(at) -> None:
    story = maria()
    page = at(story, walk=story.id("entity", "Ravi Menon"))
    assert "Ravi Menon has no relation that can be drawn in this scope." in page.notices[0]
    assert drawn(page).keys() == {"Ravi Menon"}
    assert panel(page)["passages_title"] == "Mentioned in 1 passage"


def test_a_type_without_relations_offers_all_types(at) -> None:
    page = at(walk=f"{HUB}:1:25:50:NOPE")
    assert "Hub has no relation of the chosen types in this scope." in page.notices[0]
    page.button("Walk all types").click()
    page.app.run()
    assert lines(page) == 25


def test_a_store_that_fails_says_what_to_do_and_nothing_else(open_page: OpenPage) -> None:
    error = StoreUnavailableError("The graph cannot be reached.")
    store = FailingStore(reference_store(wheel()), only={"edges_around"}, error=lambda: error)
    page = open_page(ALONE, store=store).run(walk=HUB)
    assert any("could not be read" in text for text in page.notices)
    assert page.app.exception == []


def test_the_table_stands_when_the_drawing_fails(at, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(drawing_memo, "draw", broken)
    page = at(walk=HUB)
    assert not page.has("evidence_graph")
    assert len(page.data("eg_edges")["rows"]) == 25
    [notice] = page.notices
    assert "This part of the page could not be shown." in notice
    assert "secret" not in notice + words(page)


def test_a_tampered_link_is_shown_with_a_notice(at) -> None:
    page = at(walk=[HUB, "nonsense", f"{HUB}:9:9:9"], nokind="x", sel="node:zzz", layout="spiral")
    assert "were ignored" in page.notices[0]
    assert len(drawn(page)) == 26
    assert page.app.exception == []


def with_moon() -> Story:
    """The wheel with a label of its own in another document."""
    story = wheel()
    story.entity("Moon", "Satellite", seen_in=["O0"])
    story.relation("Hub", "MEETS", "Moon")
    return story


@pytest.mark.parametrize("unknown", ["Satellite", "Nowhere"])
def test_a_label_that_this_scope_does_not_know_is_named_like_other_ignored_parts(
    open_page: OpenPage, unknown: str
) -> None:
    said = "Parts of this link could not be used and were ignored: hidden labels."
    page = open_page(ALONE, story=with_moon(), ceiling=ceiling_from("doc=hub.md"))
    assert said in page.run(walk=HUB, nolabel=["Place", unknown]).notices
    assert said not in page.run(walk=HUB, nolabel="Place").notices


def test_a_label_hidden_by_hand_is_no_ignored_part_when_the_scope_narrows(at) -> None:
    page = at(with_moon(), walk=f"{HUB}:1:50:100")
    page.fire("eg_legend", "toggle", {"kind": "label", "name": "Satellite"})
    assert page.address["nolabel"] == ["Satellite"]
    page.run(walk=HUB, nolabel="Satellite", doc="hub.md")
    assert not [text for text in page.notices if "were ignored" in text]


def test_a_view_too_long_for_its_address_says_what_a_link_would_lack(at) -> None:
    story = wheel(100)
    spokes = [story.id("entity", f"Spoke {number}") for number in range(90)]
    page = at(story, walk=f"{HUB}:1:200:200", hide=".".join(map(short_id, spokes[:80])))
    assert "The address is full" not in words(page)
    for name in spokes[80:]:
        page.act({"type": "hide", "id": name})
    assert "a link to this view leaves out its hidden entities" in words(page)
    assert "hide" not in page.address
    assert "Hidden: 90 nodes, 90 relations" in words(page)


def test_a_selection_outside_the_view_is_said_to_be_so(at) -> None:
    page = at(walk=HUB, sel=f"node:{NOWHERE}")
    assert panel(page) is None
    assert page.data("eg_inspector")["empty"].startswith("What was chosen is not part of this view")


def test_nothing_outside_the_scope_appears(open_page: OpenPage) -> None:
    page = open_page(ALONE, story=wheel(), ceiling=ceiling_from("doc=hub.md"))
    page.run(walk=f"{HUB}:2:200:200")
    everything = "".join(c.proto.json for c in page.app.get("bidi_component")) + words(page)
    assert "Rim" not in everything
    assert "KNOWS" not in everything
    assert len(drawn(page)) == 31


def test_hostile_names_are_text_everywhere(at) -> None:
    story = Story()
    name = "[x](javascript:alert(1)) <img src=x onerror=alert(1)> **b** \u202e"
    story.document("a.md", path=["a.md"])
    story.passage("A0", of="a.md", text="x")
    story.entity(name, name, seen_in=["A0"])
    story.entity("Other", "Person", seen_in=["A0"])
    story.relation(name, name, "Other", stated_in=["A0"])
    page = at(story, walk=story.id("entity", name))
    assert page.app.exception == []
    [header] = [item.value for item in page.app.header]
    assert header.startswith("\\[x\\]\\(javascript\\:alert\\(1\\)\\) \\<img")
    assert "\u202e" not in header


def _relations() -> list[str]:
    names = [record.record for record in wheel().records()]
    return [item.id for item in names if item.kind == "relation"]


STORY_RELATIONS = _relations()
