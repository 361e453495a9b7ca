"""The Search page in each of its states."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components import services
from components.meaning import Meaning
from components.opening import Opening, open_folder
from components.page_notices import advice_for
from components.services import Services, ceiling_from
from evidence.errors import StoreCorruptError, StoreTimeoutError
from evidence.scope import Scope
from tests.builders import Story, reference_store
from tests.fakes import FailingStore
from tests.pages.conftest import ROOT, OpenPage, Page, StatedEmbedder, maria

ALONE = ROOT / "pages" / "search.py"


def test_without_a_search_the_best_connected_entities_are_offered(open_page: OpenPage) -> None:
    page = open_page().run()
    [group] = page.data("eg_tiles")["groups"]
    assert group["title"] == "Best connected"
    names = ["".join(text for text, _ in tile["runs"]) for tile in group["tiles"]]
    assert sorted(names[:2]) == ["Acme Robotics", "Maria Chen"]
    assert group["tiles"][0]["note"].endswith("· 1 relation")
    assert page.notices == []


@pytest.mark.parametrize("script", [None, ALONE], ids=["app", "cold"])
def test_a_link_shows_its_search_whichever_way_it_is_opened(
    open_page: OpenPage, script: None
) -> None:
    page = (open_page(script) if script else open_page()).run(q="maria chen")
    assert page.names[0] == "Maria Chen"
    assert page.data("eg_search_box")["value"] == "maria chen"
    assert page.app.exception == []


def test_a_card_says_why_the_entity_was_found_and_what_supports_it(open_page: OpenPage) -> None:
    card = open_page().run(q="maria chen").data("eg_hits")["cards"][0]
    assert card["runs"] == [["Maria Chen", True]]
    assert [chip["text"] for chip in card["chips"]] == ["Person", "Supported by 2 passages"]
    assert card["match"] == "Name is what you typed"
    assert [leg["text"] for leg in card["legs"]] == ["Name #1", "Meaning #1"]
    assert card["score"] == "1/61 + 1/61 = 0.0328"
    assert "not a confidence" in card["score_help"]
    assert card["facts"] == [["Relations", "1"], ["Passages", "2"]]
    assert card["also"] == "Also called M. Chen"
    assert card["support"][0]["runs"] == [
        ["Maria Chen", True],
        [" works for Acme Robotics.", False],
    ]
    assert card["support"][0]["citation"] == "acme/team/notes.md"
    entity = maria().id("entity", "Maria Chen")
    assert card["href"] == f"/explore?walk={entity}"


def test_secrets_among_properties_are_covered(open_page: OpenPage) -> None:
    data = open_page().run(q="maria chen").data("eg_hits")
    assert ["role", "engineer"] in data["cards"][0]["properties"]
    assert "canary" not in str(data)


def test_a_hit_by_meaning_alone_says_so(open_page: OpenPage) -> None:
    cards = open_page().run(q="maria chen").data("eg_hits")["cards"]
    assert [card["far"] for card in cards] == [False, True, True, True]
    assert cards[1]["match"] == "Nearest by meaning only — not the name you typed"


def test_hits_none_of_which_was_met_by_name_are_no_confident_answer(open_page: OpenPage) -> None:
    page = open_page().run(q="xqzzt")
    assert [item.value for item in page.app.markdown] == [
        "**No name matches; nearest by meaning:**"
    ]
    data = page.data("eg_hits")
    assert data["title"] == "Entities nearest by meaning"
    assert [chip["tone"] for card in data["cards"] for chip in card["chips"]].count("good") == 0
    [_, chip] = data["cards"][0]["chips"]
    assert chip["text"].startswith("Supported by ")
    assert chip["help"].endswith("That says nothing about whether it is what you searched for.")
    page.run(q="xqzzt", tab="passages")
    assert [item.value for item in page.app.markdown] == [
        "**No passage has your words; nearest by meaning:**"
    ]
    page.run(q="xqzzt", mode="semantic")
    assert [item.value for item in page.app.markdown] == ["**Nearest by meaning:**"]
    page.run(q="maria chen")
    assert page.app.markdown == []
    assert page.data("eg_hits")["title"] == "Entities found"


def test_a_failed_search_by_name_claims_nothing_about_names(open_page: OpenPage) -> None:
    store = FailingStore(reference_store(maria()), only=["match_names"])
    page = open_page(store=store).run(q="xqzzt")
    assert [item.value for item in page.app.markdown] == ["**Nearest by meaning:**"]


def test_an_entity_of_superseded_passages_only_is_unsupported(open_page: OpenPage) -> None:
    card = open_page().run(q="Otto Ahn").data("eg_hits")["cards"][0]
    assert [chip["text"] for chip in card["chips"]] == ["Person", "Unsupported"]
    assert card["support"] == []
    assert card["no_support"].startswith("No current passage in scope mentions this entity;")


def test_an_alias_that_matched_is_named(open_page: OpenPage) -> None:
    card = open_page().run(q="M. Chen", mode="lexical").data("eg_hits")["cards"][0]
    assert card["match"] == "Alias is what you typed: M. Chen"


def test_passages_are_searched_in_the_other_tab(open_page: OpenPage) -> None:
    page = open_page().run(q="praised", tab="passages")
    card = page.data("eg_hits")["cards"][0]
    assert page.names[0] == "Press"
    assert card["support"][0]["runs"][1] == ["praised", True]
    assert card["match"] == "Has what you typed"


def test_hits_beyond_the_limit_are_announced_and_can_be_had(open_page: OpenPage) -> None:
    page = open_page().run(q="a", mode="lexical", limit="1")
    assert len(page.names) == 1
    assert "the best of more" in " ".join(item.value for item in page.app.caption)
    page.button("Show 5").click().run()
    assert page.address["limit"] == ["5"]
    assert len(page.names) > 1


def test_hits_that_are_all_there_are_announce_nothing(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen", mode="lexical")
    assert "best first" in " ".join(item.value for item in page.app.caption)
    assert not any(item.label.startswith("Show ") for item in page.app.button)


def test_matches_under_other_labels_are_not_denied(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen", mode="lexical", label="Company")
    [text] = page.notices
    assert text == (
        "No entity with the label “Company” in 2 documents matches “maria chen”. Names and aliases"
        " were searched, meaning was not. Under other labels at least 1 entity does."
    )
    page.button("Look under every label").click().run()
    assert page.names[0] == "Maria Chen"


def test_nothing_found_says_what_was_tried_and_what_to_do(open_page: OpenPage) -> None:
    page = open_page().run(q="*quetzal*", mode="lexical", label="Person")
    [text] = page.notices
    assert text == (
        "No entity with the label “Person” in 2 documents matches “\\*quetzal\\*”. Names and aliases were searched,"
        " meaning was not. An extractor may have missed it: the passages may still mention it."
    )
    page.button("Search passages for it").click().run()
    assert page.address == {
        "q": ["*quetzal*"],
        "mode": ["lexical"],
        "label": ["Person"],
        "tab": ["passages"],
    }


def test_an_empty_scope_says_so_and_offers_every_document(open_page: OpenPage) -> None:
    page = open_page().run(q="maria", scope="empty")
    assert page.notices == [
        "The scope covers no document you can see, so there is nothing to search. Widen the scope."
    ]
    page.button("Search every document").click().run()
    assert page.address == {"q": ["maria"]}
    assert page.names[0] == "Maria Chen"


def test_a_scope_narrows_everything_on_the_page(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen", ns="acme")
    shown = str([component.proto for component in page.app.get("bidi_component")])
    assert "Ravi" not in shown
    assert "Press" not in shown
    assert page.names == ["Maria Chen", "Otto Ahn", "Acme Robotics"]


def test_the_scope_of_the_app_is_never_left(open_page: OpenPage) -> None:
    ceiling = ceiling_from("ns=acme")
    page = open_page(ceiling=ceiling).run(q="maria chen", ns="press")
    assert page.notices == [
        "The scope covers no document you can see, so there is nothing to search. Widen the scope."
    ]
    page.run(q="maria chen")
    assert "Ravi Menon" not in page.names
    options = {option for widget in page.app.multiselect for option in widget.options}
    assert not [option for option in options if "Press" in option or "press" in option]


def test_documents_can_be_picked_by_title_and_by_file(open_page: OpenPage) -> None:
    story = maria()
    story.document("plain.md", title="plain.md")
    page = open_page(story=story).run()
    [picker] = [widget for widget in page.app.multiselect if widget.label == "Documents"]
    assert sorted(picker.options) == ["Notes · team/notes.md", "Press · press.md", "plain.md"]
    picker.select("Notes · team/notes.md").run()
    assert page.address == {"doc": ["notes.md"]}


def test_two_readers_with_different_scopes_share_no_answer(open_page: OpenPage) -> None:
    wide = open_page().run(q="maria chen")
    assert "Ravi Menon" in wide.names
    assert "Ravi Menon" not in wide.run(q="maria chen", ns="acme").names
    assert "Ravi Menon" in wide.run(q="maria chen").names


def test_while_the_model_is_loading_hits_by_name_are_shown(open_page: OpenPage) -> None:
    embedder = StatedEmbedder(Meaning.LOADING)
    page = open_page(embedder=embedder).run(q="maria chen")
    assert page.names == ["Maria Chen"]
    assert page.notices == [
        "Meaning search is loading. Hits by meaning join these when it is ready."
    ]
    embedder.state = Meaning.READY
    page.app.run()
    assert page.names == ["Maria Chen", "Ravi Menon", "Otto Ahn", "Acme Robotics"]
    assert page.notices == []


def test_a_search_by_meaning_waits_for_the_model(open_page: OpenPage) -> None:
    page = open_page(embedder=StatedEmbedder(Meaning.LOADING)).run(q="maria", mode="semantic")
    assert not page.has("eg_hits")
    assert page.notices == ["Meaning search is loading. The answer appears here when it is ready."]
    page.button("Search by name only").click().run()
    assert page.names == ["Maria Chen"]


def test_a_missing_model_is_announced_with_its_reason(open_page: OpenPage) -> None:
    embedder = StatedEmbedder(Meaning.FAILED, "The model folder holds no model.")
    page = open_page(embedder=embedder).run(q="maria chen")
    assert page.names == ["Maria Chen"]
    assert page.notices == ["Meaning search is not available. The model folder holds no model\\."]


def test_a_failed_leg_is_named_beside_the_hits_of_the_other(open_page: OpenPage) -> None:
    store = FailingStore(reference_store(maria()), only=["near_entities"])
    page = open_page(store=store).run(q="maria chen")
    assert page.names == ["Maria Chen"]
    assert page.notices == [
        "Meaning search did not answer: search leg failed. These hits come from what did answer."
    ]


def test_a_failed_search_never_looks_like_an_empty_one(open_page: OpenPage) -> None:
    store = FailingStore(reference_store(maria()), only=["match_names", "near_entities"])
    page = open_page(store=store).run(q="maria chen")
    assert not page.has("eg_hits")
    [text] = page.notices
    assert text.startswith("The search could not be done. Search by name did not answer")
    assert [button.label for button in page.app.button] == ["Try again", "Search by name only"]


def test_a_store_that_does_not_answer_is_one_calm_sentence(open_page: OpenPage) -> None:
    error = StoreTimeoutError("the read passed its deadline")
    store = FailingStore(reference_store(maria()), only=["labels"], error=lambda: error)
    page = open_page(store=store).run(q="maria chen")
    [text] = page.notices
    assert text.startswith("The read passed its deadline\\. (incident ")
    assert page.app.exception == []
    assert page.button("Try again")


def test_an_error_nobody_foresaw_shows_an_incident_and_no_detail(open_page: OpenPage) -> None:
    error = RuntimeError("bolt://neo4j:canary-2@host /home/private/graph.db")
    store = FailingStore(reference_store(maria()), only=["labels"], error=lambda: error)
    page = open_page(store=store).run(q="maria chen")
    [text] = page.notices
    assert text.startswith("This part of the page could not be shown.")
    assert "canary" not in str(page.app)
    assert "/home" not in str(page.app)
    assert page.app.exception == []


def test_parts_of_a_link_that_cannot_be_used_are_named(open_page: OpenPage) -> None:
    page = open_page().run(q="maria", limit="10**9", walk="zz", evil="<script>")
    assert page.notices == [
        "Parts of this link could not be used and were ignored:"
        " number of hits, walk, an unknown setting."
    ]
    assert page.names[0] == "Maria Chen"


FOREIGN = (
    "This link belongs to another graph, so none of it was used. Look for a name in this graph,"
    " or ask for the link again."
)


@pytest.mark.parametrize("script", ["search.py", "explore.py"])
def test_a_link_of_another_graph_shows_the_start_and_says_so(
    open_page: OpenPage, script: str
) -> None:
    page = open_page(ROOT / "pages" / script)
    walk = maria().id("entity", "Maria Chen")
    page.run(store="other", q="maria", walk=f"{walk}:2:7:9", doc="missing.md", sel=f"node:{walk}")
    for _ in range(2):
        assert page.notices == [FOREIGN]
        assert page.data("eg_tiles")["groups"][0]["title"] == "Best connected"
        assert not page.has("eg_hits")
        assert page.app.exception == []
        assert [item.value for item in page.app.sidebar.subheader] == ["Scope"]
        page.app.run()
    page.run()
    assert page.notices == []
    page.run(store="reference", q="maria chen")
    assert page.notices == []
    assert page.names[0] == "Maria Chen"
    page.run(store="other", q="maria chen")
    assert page.notices == [FOREIGN]


def test_typing_offers_names_in_scope_without_drawing_the_page_anew(open_page: OpenPage) -> None:
    page = open_page().run()
    page.fire("eg_search_box", "typed", "chen")
    data = page.data("eg_search_box")
    assert data["offered_for"] == "chen"
    [offer] = data["offers"]
    assert offer["text"] == "Maria Chen"
    assert offer["runs"] == [["Maria ", False], ["Chen", True]]
    assert offer["note"] == "Person"


def test_choosing_a_text_searches_for_it_and_remembers_it(open_page: OpenPage) -> None:
    page = open_page().run()
    page.fire("eg_search_box", "chosen", {"text": "ravi menon", "entity_id": None})
    assert page.address == {"q": ["ravi menon"]}
    assert page.names[0] == "Ravi Menon"
    assert page.data("eg_search_box")["starters"][0]["text"] == "ravi menon"


@pytest.mark.parametrize(
    "sent", [None, "maria", {"text": 5}, {"text": "\ud800\x00"}, {"text": "x" * 5000}, {"t": 1}]
)
def test_the_browser_may_send_anything(open_page: OpenPage, sent: object) -> None:
    page = open_page().run()
    page.fire("eg_search_box", "chosen", sent)
    assert page.app.exception == []
    assert len(page.data("eg_search_box")["value"]) <= 1000


@pytest.mark.parametrize("tab", ["entities", "passages"])
def test_a_text_that_is_too_long_is_cut_and_the_cut_is_told(open_page: OpenPage, tab: str) -> None:
    page = open_page().run(tab=tab)
    page.fire("eg_search_box", "chosen", {"text": f"maria chen {'x' * 1_200}", "entity_id": None})
    assert len(page.data("eg_search_box")["value"]) == 1_000
    told = "Only the first 1,000 characters were used; 211 characters left out. Shorten the text."
    assert told in page.notices
    page.fire("eg_search_box", "chosen", {"text": "maria chen", "entity_id": None})
    assert told not in page.notices


def test_a_passage_opens_whole_with_the_name_marked(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen", mode="lexical")
    wanted = page.data("eg_hits")["cards"][0]["support"][0]["evidence_id"]
    page.fire("eg_hits", "read", wanted)
    assert page.data("eg_passage")["runs"] == [
        ["Maria Chen", ["found"]],
        [" works for Acme Robotics.", []],
    ]
    assert "Mentions Acme Robotics\\, Maria Chen" in [item.value for item in page.app.caption]


def test_a_passage_out_of_scope_cannot_be_opened(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen")
    supports = page.data("eg_hits")["cards"][0]["support"]
    outside = next(item for item in supports if item["citation"].startswith("press"))
    page.run(q="maria chen", ns="acme")
    for wanted in (outside["evidence_id"], "ev1:c:garbage", 7):
        page.fire("eg_hits", "read", wanted)
        assert not page.has("eg_passage")


def test_labels_carry_their_counts_and_narrow_the_search(open_page: OpenPage) -> None:
    page = open_page().run(q="maria chen")
    [labels] = page.app.pills if hasattr(page.app, "pills") else page.app.get("pills")
    assert labels.options == ["Person 3", "Organization 1"]
    page.run(q="maria chen", label="Organization")
    assert page.names == ["Acme Robotics"]


def test_an_empty_graph_is_told_apart_from_an_empty_scope(open_page: OpenPage) -> None:
    page = open_page(story=Story()).run()
    assert page.notices == ["This graph holds no entities yet. Import documents to fill it."]
    story = maria()
    story.document("bare.md")
    page = open_page(story=story).run(doc="bare.md")
    assert page.notices == [
        "No entity is mentioned in this scope. Widen it to see what the graph holds."
    ]


@pytest.mark.parametrize("script", ["search.py", "explore.py"])
@pytest.mark.parametrize("wanted", ["missing.md", "press.md"])
def test_a_scope_without_a_visible_document_says_so_whatever_the_reason(
    open_page: OpenPage, script: str, wanted: str
) -> None:
    page = open_page(ROOT / "pages" / script, ceiling=ceiling_from("ns=acme"))
    page.run(doc=wanted)
    assert page.notices == ["The scope covers no document you can see. Widen the scope."]
    page.run(doc=wanted, q="maria chen")
    assert page.notices == [
        "The scope covers no document you can see, so there is nothing to search. Widen the scope."
    ]
    page.button("Search every document").click().run()
    assert page.address == {"q": ["maria chen"]}
    assert page.names[0] == "Maria Chen"


def test_a_graph_without_passages_says_what_follows_from_that(open_page: OpenPage) -> None:
    story = Story()
    story.entity("Ada", "Person")
    story.entity("Bob", "Person")
    story.relation("Ada", "KNOWS", "Bob")
    page = open_page(story=story).run(q="ada", mode="lexical")
    assert [text.split(",")[0] for text in page.notices] == ["This graph holds no passages"]
    [card] = page.data("eg_hits")["cards"]
    assert [chip["text"] for chip in card["chips"]] == ["Person", "Unsupported"]


def test_a_store_that_cannot_be_opened_says_so(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise damaged

    damaged = StoreCorruptError("The graph file is damaged. Restore it from a backup.")

    page = open_page()
    shared = Services(Opening(broken), StatedEmbedder(), Scope())
    monkeypatch.setattr(services, "current", lambda: shared)
    page.run()
    [text] = page.notices
    assert text.startswith("The graph file is damaged\\. Restore it from a backup\\. (incident ")
    assert text.endswith(str(advice_for(damaged)))
    assert page.app.exception == []
    assert [button.label for button in page.app.button] == ["Try again"]
    shared.close()


@pytest.mark.parametrize("name", ["search.py", "explore.py"])
@pytest.mark.parametrize("held", [None, b"", b"\x93\x01" * 5_000, b"a text, not a graph" * 99])
def test_a_missing_or_damaged_store_is_a_notice_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, held: bytes | None
) -> None:
    folder = tmp_path / "canary-3"
    if held is not None:
        folder.mkdir()
        (folder / "store.db").write_bytes(held)
    shared = Services(Opening(open_folder(folder)), StatedEmbedder(), Scope())
    assert shared.opening.wait(10)
    monkeypatch.setattr(services, "current", lambda: shared)
    page = Page(AppTest.from_file(str(ROOT / "pages" / name), default_timeout=20)).run()
    [text] = page.notices
    assert "`EVIDENCE_STORE`" in text
    assert "`python -m evidence import FILE --into FOLDER`" in text
    assert ("To make one" in text) == (held is None)
    assert ("`python -m evidence check`" in text) == (held is not None)
    assert "canary" not in text
    assert page.app.exception == []
    assert [button.label for button in page.app.button] == ["Try again"]
    shared.close()


def test_fifty_hits_are_one_element(open_page: OpenPage) -> None:
    story = Story()
    story.document("a.md")
    story.passage("A", of="a.md", text="Many names.")
    for number in range(60):
        story.entity(f"Name {number:02}", "Person", seen_in=["A"])
    page = open_page(story=story).run(q="name", mode="lexical", limit="50")
    assert len(page.names) == 50
    assert len(page.app.get("bidi_component")) == 2
    assert len(page.app.main) < 20


@pytest.mark.parametrize("name", ["![x](http://evil.test/a.png)", "<script>x</script>", "a\u202eb"])
def test_a_hostile_name_is_never_markup(open_page: OpenPage, name: str) -> None:
    story = Story()
    story.document("a.md", title=name)
    story.passage("A", of="a.md", text=f"{name} is here")
    story.entity("E", name, called=name, seen_in=["A"], aliases=[name], properties={name: name})
    page = open_page(story=story).run(q=name, label=name)
    for kind in ("markdown", "caption", "warning", "info", "error", "header", "subheader"):
        for item in getattr(page.app, kind):
            assert "![x]" not in item.value
            assert "<script>" not in item.value
            assert "\u202e" not in item.value
    assert "\u202e" not in str(page.data("eg_hits")["cards"])
    assert page.app.exception == []
