"""What the inspector says of an entity and of a relation, and what may be asked of it."""

from datetime import date

import pytest

from components.explore.edge_panel import edge_panel
from components.explore.inspector import Ask, _read_ask
from components.explore.node_panel import node_panel
from components.explore.panel import Panel
from components.picture.label_looks import LabelLooks
from components.view import LISTED
from evidence.cards import EdgeCard
from evidence.details import Count, EdgeGrade, TypeCount
from evidence.results import EntityKind
from tests.components.cards import edge_card, entity, entity_card
from tests.components.views import edge_id, node_id, passage
from tests.components.walks import view_of, walk

LOOKS = LabelLooks(["Person", "Organization"])


def node(card, link=None, *, pinned=False, is_full=False):
    return node_panel(card, link or view_of(walk(0)), LOOKS, pinned=pinned, is_full=is_full)


def actions(panel) -> dict[str, bool]:
    return {item["do"]: item["enabled"] for item in panel["actions"]}


def test_an_entity_shows_its_counts_other_names_types_and_passages() -> None:
    detail = entity(1, "Maria Chen", aliases=["M. Chen", "Maria Chen"], properties={"role": "x"})
    panel = node(entity_card(detail))
    assert panel["title"] == "Maria Chen"
    assert panel["lines"] == [
        "4 relations · 1 passage",
        "Also called M. Chen",
        "Relations: works for 3",
    ]
    assert panel["properties"] == [("role", "x")]
    assert panel["passages_title"] == "Mentioned in 1 passage"
    assert panel["passages"][0]["runs"][0] == ("Maria Chen", ["name"])
    assert panel["passages_note"] == ""


def test_an_entity_that_current_passages_mention_is_supported() -> None:
    chips = node(entity_card(entity(1, "A")))["chips"]
    assert [chip["text"] for chip in chips] == ["Person", "Supported"]


def test_counts_that_stopped_at_their_cap_say_so() -> None:
    detail = entity(1, "A", relations=Count(value=1_000, capped=True), passages=Count(value=40))
    types = [TypeCount(name=f"T{n}", count=Count(value=9)) for n in range(8)]
    panel = node(entity_card(detail, types=types))
    assert panel["lines"][0] == "1,000+ relations · 40 passages"
    assert panel["lines"][1].endswith("and 2 more types")
    assert panel["passages_note"] == "The first 1 are listed. Search finds the others."


def test_an_entity_of_old_versions_only_is_said_to_be_unsupported() -> None:
    card = entity_card(entity(1, "A\u200b"), kind=EntityKind.UNSUPPORTED, support=[])
    panel = node(card)
    assert [chip["text"] for chip in panel["chips"]] == [
        "Person",
        "Unsupported",
        "Invisible characters",
    ]
    assert panel["title"] == "A⟨U+200B⟩"
    assert panel["passages_note"].startswith("No current passage mentions this entity.")


@pytest.mark.parametrize(
    ("link", "full", "wanted"),
    [
        (view_of(walk(0)), False, {"expand": True, "centre": True, "hide": True}),
        (view_of(walk(1)), False, {"expand": False, "centre": False, "hide": False}),
        (view_of(walk(0), walk(1)), False, {"collapse": True, "centre": True, "hide": True}),
        (view_of(walk(1), walk(0)), False, {"expand": False, "centre": True, "hide": False}),
        (view_of(walk(0)), True, {"expand": False, "centre": True, "hide": True}),
        (
            view_of(*(walk(n + 5) for n in range(LISTED))),
            False,
            {"expand": False, "centre": True, "hide": True},
        ),
    ],
    ids=["a neighbour", "the start", "expanded", "start of several", "full", "most walks"],
)
def test_only_what_can_be_done_is_offered(link, full, wanted) -> None:
    offered = actions(node(entity_card(entity(1, "A")), link, is_full=full))
    assert offered == wanted | {"pin": True, "search": True}


def test_a_pinned_entity_can_be_released() -> None:
    assert "unpin" in actions(node(entity_card(entity(1, "A")), pinned=True))


def test_the_link_to_the_search_page_carries_the_name() -> None:
    panel = node(entity_card(entity(1, "A & B")))
    assert panel["actions"][-1]["href"] == "/?q=A+%26+B"


def edge(card: EdgeCard) -> Panel:
    return edge_panel(card, LOOKS, today=date(2026, 6, 1))


def test_a_stated_relation_marks_both_ends_and_the_quote() -> None:
    panel = edge(edge_card())
    assert panel["title"] == "Maria Chen — works for — Acme"
    assert panel["chips"] == [
        {"text": "Stated", "tone": "good", "help": "What stands behind this relation"}
    ]
    assert panel["passages_title"] == "Stated in 1 passage"
    assert panel["passages"][0]["runs"] == [
        ("Maria Chen", ["subject", "quote"]),
        (" works for ", ["quote"]),
        ("Acme", ["object", "quote"]),
        (".", ["quote"]),
    ]
    assert panel["passages"][0]["seen"] == [("Subject seen", True), ("Object seen", True)]
    assert panel["facts"] == []


def test_evidence_that_names_both_ends_in_no_passage_is_not_called_a_statement() -> None:
    whole = edge_card()
    [item] = whole.evidence
    half = item.model_copy(update={"subject_spans": []})
    alone = edge(whole.model_copy(update={"evidence": [half]}))
    assert alone["passages_title"] == "Recorded evidence: 1 passage"
    assert alone["passages_note"].startswith("It does not name both ends;")
    two = {"evidence": [half, half], "evidence_count": Count(value=4)}
    joint = edge(whole.model_copy(update=two))
    assert joint["passages_title"] == "Recorded evidence: 4 passages"
    assert joint["passages_note"] == (
        "The first 2 are listed. None of them names both ends; they may state the relation only"
        " together."
    )
    mixed = edge(whole.model_copy(update={"evidence": [half, item]}))
    assert mixed["passages_title"] == "Stated in 1 passage"
    assert mixed["passages_note"] == ""


def test_a_path_offers_candidates_and_never_calls_them_evidence() -> None:
    panel = edge(edge_card(EdgeGrade.TOGETHER))
    assert panel["passages_title"] == "1 candidate passage"
    assert "they are candidates" in panel["lines"][0]
    assert "Stated" not in str(panel["chips"])


@pytest.mark.parametrize("grade", [EdgeGrade.CONNECTED, EdgeGrade.MISSING])
def test_a_relation_without_words_says_so(grade) -> None:
    panel = edge(edge_card(grade))
    assert panel["passages"] == []
    assert panel["passages_title"] == ""
    assert panel["chips"][0]["tone"] == "warn"


def test_what_is_stored_of_a_relation_is_shown() -> None:
    card = edge_card(
        extractor="llm-a",
        confidence=0.5,
        valid_from="2024-01-01",
        valid_to="2025-01-01",
        directed=False,
    )
    panel = edge(card)
    assert panel["facts"] == [
        ("Extractor", "llm-a"),
        ("Confidence", "0.50"),
        ("Valid from", "2024-01-01"),
        ("Valid to", "2025-01-01"),
    ]
    assert [chip["text"] for chip in panel["chips"]] == [
        "Stated",
        "No direction",
        "Ended 2025-01-01",
    ]


@pytest.mark.parametrize(
    ("last", "text"), [("2026-06-01", "Ended 2026-06-01"), ("2026-06-02", "Until 2026-06-02")]
)
def test_a_relation_has_ended_only_from_the_day_its_validity_ends(last: str, text: str) -> None:
    assert edge(edge_card(valid_to=last))["chips"][-1]["text"] == text


def test_nothing_is_said_about_the_words_of_a_passage_that_cannot_be_shown() -> None:
    whole = edge_card()
    [item] = whole.evidence
    withheld = item.passage.model_copy(update={"intact": False, "text": ""})
    lost = item.model_copy(
        update={"passage": withheld, "subject_spans": [], "object_spans": [], "quote_spans": []}
    )
    panel = edge(whole.model_copy(update={"evidence": [lost]}))
    assert [chip["text"] for chip in panel["chips"]] == ["Stated", "Text damaged"]
    assert "is not what was imported" in panel["lines"][0]
    assert panel["passages_title"] == "Recorded evidence: 1 passage"
    assert panel["passages_note"] == ""
    assert panel["passages"][0]["seen"] == []
    both = edge(whole.model_copy(update={"evidence": [lost, item]}))
    assert both["passages_title"] == "Stated in 1 passage"
    assert both["chips"][0]["tone"] == "good"


def test_more_passages_than_are_listed_are_counted() -> None:
    panel = edge(edge_card(evidence_count=Count(value=12)))
    assert panel["passages_title"] == "Stated in 12 passages"
    assert panel["passages_note"] == "The first 1 are listed."


EDGE = edge(edge_card())
START = node(entity_card(entity(1, "A")), view_of(walk(1)))


@pytest.mark.parametrize(
    ("panel", "sent", "read"),
    [
        (EDGE, {"do": "hide", "id": edge_id(1)}, Ask("hide", edge_id(1))),
        (EDGE, {"do": "hide", "id": node_id(1)}, None),
        (EDGE, {"do": "select", "id": node_id(2)}, Ask("select", node_id(2))),
        (EDGE, {"do": "select", "id": node_id(3)}, None),
        (EDGE, {"do": "expand", "id": edge_id(1)}, None),
        (EDGE, {"do": "read", "id": passage(1).evidence_id}, Ask("read", passage(1).evidence_id)),
        (EDGE, {"do": "read", "id": "ev1:c:other"}, None),
        (START, {"do": "hide", "id": node_id(1)}, None),
        (START, {"do": "pin", "id": node_id(1)}, Ask("pin", node_id(1))),
        (START, {"do": ["pin"], "id": node_id(1)}, None),
        (START, {"do": "pin", "id": 7}, None),
        (START, {"do": "search", "id": node_id(1)}, None),
        (START, "pin", None),
        (None, {"do": "pin", "id": node_id(1)}, None),
    ],
)
def test_the_browser_can_ask_only_for_what_is_offered(panel, sent, read) -> None:
    assert _read_ask(sent, panel) == read
