"""What a walk met against what it drew: the numbers of a banner and the list behind it."""

import pytest

from evidence.details import Count
from evidence.relationships import explore_relationships
from evidence.undrawn import undrawn_relations
from tests.builders import Story
from tests.conftest import OpenStore

LEAVES = 6


def wheel() -> Story:
    """A hub with six leaves in a circle, and one entity further out beyond each."""
    story = Story()
    story.document("A")
    story.passage("A0", of="A")
    story.entity("Hub", seen_in=["A0"])
    for n in range(LEAVES):
        story.entity(f"Leaf {n}", seen_in=["A0"])
        story.entity(f"Rim {n}", seen_in=["A0"])
    for n in range(LEAVES):
        story.relation("Hub", "HAS", f"Leaf {n}", stated_in=["A0"] if n == 4 else [])
    for n in range(LEAVES):
        story.relation(f"Leaf {n}", "BESIDE", f"Leaf {(n + 1) % LEAVES}")
        story.relation(f"Leaf {n}", "HAS", f"Rim {n}")
    return story


async def reached(open_store: OpenStore, depth: int, nodes: int, edges: int):
    story = wheel()
    result = await explore_relationships(
        open_store(story),
        story.id("entity", "Hub"),
        scope={"A"},
        depth=depth,
        max_nodes=nodes,
        max_edges=edges,
        closing_edges=True,
    )
    assert result.extra is not None
    assert result.extra.reached is not None
    return result, result.extra.reached


@pytest.mark.parametrize("nodes", [1, 3, 6, 200])
@pytest.mark.parametrize("edges", [1, 3, 6, 7, 200])
async def test_of_one_ring_the_number_met_does_not_depend_on_the_bounds(
    open_store: OpenStore, nodes: int, edges: int
) -> None:
    _, met = await reached(open_store, 1, nodes, edges)
    assert (met.nodes, met.edges, met.at_least) == (6, 6, False)


@pytest.mark.parametrize(
    ("nodes", "edges", "between", "drawn"),
    [(5, 200, 4, 4), (6, 200, 6, 6), (6, 8, 6, 2), (5, 5, 4, 0), (5, 4, 0, 0)],
)
async def test_what_closes_is_counted_apart(
    open_store: OpenStore, nodes: int, edges: int, between: int, drawn: int
) -> None:
    result, met = await reached(open_store, 1, nodes, edges)
    assert met.between == Count(value=between)
    assert result.extra is not None
    closing = {edge.relation_id for edge in result.extra.edges if edge.closing}
    assert len(closing) == drawn
    assert closing.isdisjoint(met.relation_ids)
    assert {edge.relation_id for edge in result.extra.edges} - closing <= met.relation_ids
    assert {node.entity_id for node in result.nodes} <= met.node_ids


@pytest.mark.parametrize(
    ("nodes", "edges", "at_least"),
    [
        (200, 200, False),
        (12, 18, False),
        (6, 200, False),
        (12, 17, False),
        (5, 200, True),
        (200, 5, True),
        (200, 6, False),
    ],
)
async def test_of_two_rings_a_refused_entity_makes_the_number_the_least_there_can_be(
    open_store: OpenStore, nodes: int, edges: int, at_least: bool
) -> None:
    _, met = await reached(open_store, 2, nodes, edges)
    assert met.at_least is at_least
    if at_least:
        assert met.nodes <= 12
        assert met.edges < 18
    else:
        assert (met.nodes, met.edges) == (12, 18)


@pytest.mark.parametrize(
    ("depth", "nodes", "edges"), [(1, 2, 200), (1, 6, 4), (1, 200, 200), (2, 8, 9), (2, 200, 200)]
)
async def test_what_is_not_drawn_is_what_was_met_without_what_is_drawn(
    open_store: OpenStore, depth: int, nodes: int, edges: int
) -> None:
    result, met = await reached(open_store, depth, nodes, edges)
    story = wheel()
    rest = await undrawn_relations(
        open_store(story),
        story.id("entity", "Hub"),
        scope={"A"},
        depth=depth,
        max_nodes=nodes,
        max_edges=edges,
    )
    assert result.extra is not None
    drawn = {edge.relation_id for edge in result.extra.edges}
    assert {each.relation_id for each in rest.details} == met.relation_ids - drawn
    assert rest.total == len(rest.details) == len(rest.edges)
    ends = {end for edge in rest.edges for end in (edge.source_id, edge.target_id)}
    assert {entity.entity_id for entity in rest.entities} == ends


async def test_what_is_not_drawn_comes_in_evidence_order_and_up_to_a_limit(
    open_store: OpenStore,
) -> None:
    story = wheel()
    store = open_store(story)
    hub = story.id("entity", "Hub")
    rest = await undrawn_relations(store, hub, scope={"A"}, max_nodes=1, limit=2)
    assert (len(rest.edges), rest.total) == (2, 5)
    assert "Leaf 4" not in {entity.name for entity in rest.entities}
    assert [each.grade.value for each in rest.details] == ["together", "together"]
    typed = await undrawn_relations(store, hub, scope={"A"}, relation_types=["BESIDE"], max_nodes=1)
    assert typed.total == 0


@pytest.mark.parametrize("scope", [{"B"}, set()], ids=["elsewhere", "empty"])
async def test_out_of_scope_nothing_is_told(open_store: OpenStore, scope: set[str]) -> None:
    story = wheel()
    store = open_store(story)
    hub = story.id("entity", "Hub")
    assert (await undrawn_relations(store, hub, scope=scope, max_nodes=1)).total == 0
    assert (await undrawn_relations(store, "nonsense", scope={"A"})).total == 0
