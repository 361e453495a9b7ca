"""G1–G3: walks on tiny graphs, with agrag's answers and with ours.

Nodes are written ``Bob1`` (name and depth), edges ``4a`` or ``2p`` (the number of the relation in
the story, assertion or path), bounds by name; everything in the order of the answer.
"""

from typing import Any, NamedTuple

import pytest

from evidence.details import Count
from evidence.ids import is_entity_id
from evidence.relationships import explore_relationships
from evidence.results import ExplorationResult
from tests.builders import Story
from tests.conftest import OpenStore


class Row(NamedTuple):
    start: str
    call: dict[str, Any]
    nodes: str
    edges: str
    truncated_by: str


def told(story: Story, result: ExplorationResult) -> tuple[str, str, str]:
    """Nodes, edges and bounds of an answer, as the tables write them."""
    assert result.extra is not None
    nodes = " ".join(f"{node.name}{node.depth}" for node in result.nodes)
    edges = " ".join(
        f"{story.number_of(detail.relation_id)}{edge.kind.value[0]}"
        for edge, detail in zip(result.edges, result.extra.edges, strict=True)
    )
    assert result.truncated is bool(result.truncated_by)
    return nodes, edges, " ".join(result.truncated_by)


def neighbourhood() -> Story:
    """The graph of G1; relation 3 is stated by a superseded passage only."""
    story = Story()
    story.document("A")
    for name in ("A0", "A1", "A2"):
        story.passage(name, of="A")
    story.document("OLD", versions=("v0", "v1"))
    story.passage("O0", of="OLD", version="v0")
    story.passage("N0", of="OLD", version="v1")
    story.document("X")
    story.passage("X0", of="X")
    story.entity("Alice", seen_in=["A0"])
    story.entity("Bob", seen_in=["A0", "A1"])
    story.entity("Acme", seen_in=["A1", "A2"])
    story.entity("Widget", seen_in=["A2"])
    story.entity("Zed", seen_in=["O0"])
    story.entity("Xavier", seen_in=["X0"])
    story.entity("Nomention")
    story.relation("Alice", "KNOWS", "Bob", stated_in=["A0"])  # 1
    story.relation("Alice", "KNOWS", "Bob")  # 2
    story.relation("Bob", "LIKES", "Alice", stated_in=["O0"])  # 3
    story.relation("Bob", "RUNS", "Acme", stated_in=["A1", "O0"])  # 4
    story.relation("Acme", "SELLS", "Widget", stated_in=["A2", "A1", "A0"])  # 5
    story.relation("Alice", "KNOWS", "Zed")  # 6
    story.relation("Alice", "KNOWS", "Xavier")  # 7
    story.relation("Alice", "KNOWS", "Nomention")  # 8
    story.relation("Alice", "SELF", "Alice", stated_in=["A0"])  # 9
    story.relation("Alice", "OWNS", "Acme")  # 10
    story.relation("Alice", "MATCHES", "Bob")  # 11
    return story


SCOPE = {"A", "OLD"}
INJECTION = ["x; DROP"]

G1_PARITY = [
    # start, call, nodes, edges, truncated_by
    Row("Alice", {}, "Bob1 Zed1 Acme1", "1a 2p 6p 9a 10p", "depth"),
    Row("Alice", {"depth": 2}, "Bob1 Zed1 Acme1 Widget2", "1a 2p 6p 9a 10p 4a 5a", ""),
    Row("Alice", {"max_nodes": 1}, "Bob1", "1a 2p 9a", "nodes depth"),
    Row("Alice", {"depth": 2, "max_nodes": 1}, "Bob1", "1a 2p 9a", "nodes"),
    Row("Alice", {"max_edges": 1}, "Bob1", "1a", "edges"),
    Row("Alice", {"max_edges": 2}, "Bob1 Zed1", "1a 2p", "edges"),
    Row("Alice", {"max_edges": 3, "max_nodes": 1}, "Bob1", "1a 2p 9a", "nodes depth"),
    Row("Alice", {"relation_types": ["KNOWS"]}, "Bob1 Zed1", "1a 2p 6p", ""),
    Row("Alice", {"relation_types": ["MATCHES"]}, "Bob1", "11p", ""),
    Row("Alice", {"relation_types": []}, "Bob1 Zed1 Acme1", "1a 2p 6p 9a 10p", "depth"),
    Row("Alice", {"relation_types": ["MENTIONED_IN"]}, "", "", ""),
    Row("Alice", {"relation_types": INJECTION}, "", "", ""),
    Row("Widget", {}, "Acme1", "5a", "depth"),
    Row("Zed", {}, "Alice1", "6p", "depth"),
]

# Ours: assertions first, more visible evidence first, then id; no node without an edge; the types
# agrag keeps for itself are types like any other.
G1_DEFAULT = [
    Row("Alice", {}, "Bob1 Zed1 Acme1", "1a 9a 2p 6p 10p 11p", "depth"),
    Row("Alice", {"depth": 2}, "Bob1 Zed1 Acme1 Widget2", "1a 9a 2p 6p 10p 11p 5a 4a", ""),
    Row("Alice", {"max_nodes": 1}, "Bob1", "1a 9a 2p 11p", "nodes depth"),
    Row("Alice", {"depth": 2, "max_nodes": 1}, "Bob1", "1a 9a 2p 11p", "nodes"),
    Row("Alice", {"max_edges": 1}, "Bob1", "1a", "edges"),
    Row("Alice", {"max_edges": 2}, "Bob1", "1a 9a", "edges"),
    Row("Alice", {"max_edges": 3, "max_nodes": 1}, "Bob1", "1a 9a 2p", "nodes edges"),
    Row("Alice", {"relation_types": ["KNOWS"]}, "Bob1 Zed1", "1a 2p 6p", ""),
    Row("Alice", {"relation_types": ["MATCHES"]}, "Bob1", "11p", ""),
    Row("Alice", {"relation_types": []}, "Bob1 Zed1 Acme1", "1a 9a 2p 6p 10p 11p", "depth"),
    Row("Alice", {"relation_types": ["MENTIONED_IN"]}, "", "", ""),
    Row("Alice", {"relation_types": INJECTION}, "", "", ""),
    Row("Widget", {}, "Acme1", "5a", "depth"),
    Row("Zed", {}, "Alice1", "6p", "depth"),
]


def chain() -> Story:
    """The graph of G2 without its pending relation: a chain of three with a way back."""
    story = Story()
    story.document("A")
    for name in ("A0", "A1", "A2", "A3"):
        story.passage(name, of="A")
    for name in ("Anna", "Bea", "Cee", "Dee"):
        story.entity(name, seen_in=["A0"])
    story.relation("Anna", "R1", "Bea", stated_in=["A0"])
    story.relation("Bea", "R2", "Cee", stated_in=["A1", "A2", "A3", "A0"])
    story.relation("Cee", "R3", "Dee")
    story.relation("Dee", "R4", "Bea")
    return story


G2_PARITY = [
    Row("Anna", {}, "Bea1", "1a", "depth"),
    Row("Anna", {"depth": 2}, "Bea1 Cee2 Dee2", "1a 2a 4p", ""),
    Row("Anna", {"depth": 2, "max_edges": 1}, "Bea1 Cee2", "1a", "edges"),
    Row("Anna", {"depth": 2, "max_nodes": 1}, "Bea1", "1a", "nodes"),
    Row("Anna", {"depth": 2, "max_nodes": 2}, "Bea1 Cee2", "1a 2a", "nodes depth"),
    Row("Anna", {"depth": 2, "max_edges": 3}, "Bea1 Cee2 Dee2", "1a 2a 4p", ""),
    Row("Bea", {}, "Anna1 Cee1 Dee1", "1a 2a 4p", ""),
    Row("Bea", {"depth": 2}, "Anna1 Cee1 Dee1", "1a 2a 4p 3p", ""),
]

G2_DEFAULT = [
    Row("Anna", {}, "Bea1", "1a", "depth"),
    Row("Anna", {"depth": 2}, "Bea1 Cee2 Dee2", "1a 2a 4p", ""),
    Row("Anna", {"depth": 2, "closing_edges": True}, "Bea1 Cee2 Dee2", "1a 2a 4p 3p", ""),
    Row(
        "Anna",
        {"depth": 2, "closing_edges": True, "max_edges": 3},
        "Bea1 Cee2 Dee2",
        "1a 2a 4p",
        "edges",
    ),
    Row("Anna", {"depth": 2, "max_edges": 1}, "Bea1", "1a", "edges"),
    Row("Anna", {"depth": 2, "max_nodes": 1}, "Bea1", "1a", "nodes"),
    Row("Anna", {"depth": 2, "max_nodes": 2}, "Bea1 Cee2", "1a 2a", "nodes depth"),
    Row("Anna", {"depth": 2, "max_edges": 3}, "Bea1 Cee2 Dee2", "1a 2a 4p", ""),
    Row("Bea", {}, "Cee1 Anna1 Dee1", "2a 1a 4p", ""),
    Row("Bea", {"depth": 2}, "Cee1 Anna1 Dee1", "2a 1a 4p 3p", ""),
]


def named(row: Row) -> str:
    return f"{row.start} {row.call}"


async def assert_walk(open_store: OpenStore, story: Story, row: Row, **more: Any) -> None:
    result = await explore_relationships(
        open_store(story), story.id("entity", row.start), scope=SCOPE, **row.call, **more
    )
    assert result.status == "ok"
    assert told(story, result) == (row.nodes, row.edges, row.truncated_by)


@pytest.mark.parametrize("row", G1_PARITY, ids=named)
async def test_g1_with_parity(open_store: OpenStore, row: Row) -> None:
    await assert_walk(open_store, neighbourhood(), row, parity=True)


@pytest.mark.parametrize("row", G1_DEFAULT, ids=named)
async def test_g1_by_default(open_store: OpenStore, row: Row) -> None:
    await assert_walk(open_store, neighbourhood(), row)


@pytest.mark.parametrize("row", G2_PARITY, ids=named)
async def test_g2_with_parity(open_store: OpenStore, row: Row) -> None:
    await assert_walk(open_store, chain(), row, parity=True)


@pytest.mark.parametrize("row", G2_DEFAULT, ids=named)
async def test_g2_by_default(open_store: OpenStore, row: Row) -> None:
    await assert_walk(open_store, chain(), row)


@pytest.mark.parametrize("parity", [True, False])
async def test_edges_keep_their_direction_and_list_visible_passages_in_order(
    open_store: OpenStore, parity: bool
) -> None:
    story = neighbourhood()
    result = await explore_relationships(
        open_store(story), story.id("entity", "Alice"), scope=SCOPE, depth=2, parity=parity
    )
    assert result.extra is not None
    evidence = {
        story.number_of(detail.relation_id): [each.evidence_id for each in edge.evidence]
        for edge, detail in zip(result.edges, result.extra.edges, strict=True)
        if edge.kind == "assertion"
    }
    assert evidence == {
        1: [story.chunk_id("A0")],
        9: [story.chunk_id("A0")],
        4: [story.chunk_id("A1")],
        5: [story.chunk_id("A0"), story.chunk_id("A1"), story.chunk_id("A2")],
    }
    ends = {(edge.relation_type, edge.source_id, edge.target_id) for edge in result.edges}
    assert ("RUNS", story.id("entity", "Bob"), story.id("entity", "Acme")) in ends
    assert ("SELF", story.id("entity", "Alice"), story.id("entity", "Alice")) in ends


@pytest.mark.parametrize("parity", [True, False])
async def test_at_most_three_passages_are_listed(open_store: OpenStore, parity: bool) -> None:
    story = chain()
    result = await explore_relationships(
        open_store(story), story.id("entity", "Cee"), scope={"A"}, parity=parity
    )
    stated = next(edge for edge in result.edges if edge.relation_type == "R2")
    assert [each.evidence_id for each in stated.evidence] == [
        story.chunk_id(name) for name in ("A0", "A1", "A2")
    ]


UNAVAILABLE = [
    ("Xavier", SCOPE),  # mentioned outside the scope only
    ("Nomention", SCOPE),
    ("Unknown", SCOPE),
    ("Alice", set()),
    ("Alice", {"no such document"}),
]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(("start", "scope"), UNAVAILABLE)
async def test_start_that_is_missing_or_out_of_scope_is_unavailable(
    open_store: OpenStore, start: str, scope: set[str], parity: bool
) -> None:
    story = neighbourhood()
    result = await explore_relationships(
        open_store(story), story.id("entity", start), scope=scope, parity=parity
    )
    assert result.model_dump(mode="json") == {
        "status": "unavailable",
        "nodes": [],
        "edges": [],
        "truncated": False,
        "truncated_by": [],
        "detail": None,
    }
    assert result.extra is None


MALFORMED = ["upper case", "in braces", "abc", "x", "", "trailing newline"]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("scope", [SCOPE, set()])
@pytest.mark.parametrize("text", MALFORMED)
async def test_malformed_id_is_told_before_anything_else(
    open_store: OpenStore, text: str, scope: set[str], parity: bool
) -> None:
    story = neighbourhood()
    alice = "abcdef00" + story.id("entity", "Alice")[8:]
    assert is_entity_id(alice)
    spelled = {
        "upper case": alice.upper(),
        "in braces": "{" + alice + "}",
        "trailing newline": alice + "\n",
    }
    result = await explore_relationships(
        open_store(story), spelled.get(text, text), scope=scope, parity=parity
    )
    assert (result.status, result.detail) == ("malformed", "not an entity id")


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(
    "bounds",
    [{"depth": 0}, {"depth": 3}, {"max_nodes": 0}, {"max_nodes": 201}, {"max_edges": 0},
     {"max_edges": 201}],
)  # fmt: skip
async def test_bound_out_of_range_is_an_error(
    open_store: OpenStore, bounds: dict[str, Any], parity: bool
) -> None:
    with pytest.raises(ValueError, match="must be 1 to"):
        await explore_relationships(
            open_store(neighbourhood()), "abc", scope=set(), parity=parity, **bounds
        )


def hub(leaves: int) -> Story:
    story = Story()
    story.document("A")
    story.passage("A0", of="A")
    story.entity("Hub", seen_in=["A0"])
    for number in range(leaves):
        story.entity(f"Leaf {number}", seen_in=["A0"])
        story.relation("Hub", "HAS", f"Leaf {number}")
    return story


@pytest.mark.parametrize(
    ("parity", "hub_bounds", "leaf_bounds"),
    [(True, "nodes candidates", "depth candidates"), (False, "nodes candidates", "depth")],
)
async def test_g3_hub_of_1005(
    open_store: OpenStore, parity: bool, hub_bounds: str, leaf_bounds: str
) -> None:
    story = hub(1005)
    store = open_store(story)
    around = await explore_relationships(
        store, story.id("entity", "Hub"), scope={"A"}, max_nodes=200, max_edges=200, parity=parity
    )
    assert (len(around.nodes), len(around.edges)) == (200, 200)
    assert " ".join(around.truncated_by) == hub_bounds
    leaf = await explore_relationships(
        store, story.id("entity", "Leaf 7"), scope={"A"}, parity=parity
    )
    assert [node.name for node in leaf.nodes] == ["Hub"]
    assert len(leaf.edges) == 1
    assert " ".join(leaf.truncated_by) == leaf_bounds


async def test_details_say_what_was_met_and_what_was_dropped(open_store: OpenStore) -> None:
    story = neighbourhood()
    result = await explore_relationships(
        open_store(story), story.id("entity", "Alice"), scope=SCOPE, max_nodes=1
    )
    extra = result.extra
    assert extra is not None
    assert extra.start is not None
    assert (extra.start.name, extra.start.relations, extra.start.passages) == (
        "Alice",
        Count(value=6),
        Count(value=1),
    )
    assert [each.passages for each in extra.nodes] == [Count(value=2)]
    assert extra.reached is not None
    assert (extra.reached.nodes, extra.reached.edges, extra.reached.at_least) == (3, 6, False)
    assert (extra.dropped.value, extra.dropped.capped) == (1, False)
    assert [(each.name, each.count.value) for each in extra.relation_types] == [
        ("KNOWS", 3),
        ("MATCHES", 1),
        ("OWNS", 1),
        ("SELF", 1),
    ]
    grades = [(story.number_of(each.relation_id), each.grade.value) for each in extra.edges]
    assert grades == [(1, "stated"), (9, "stated"), (2, "together"), (11, "together")]
    assert extra.scope is not None
    assert (extra.scope.documents, extra.scope.everything) == (2, False)
