"""The union of walks."""

from components.explore.exploration import union
from evidence.results import WalkStatus
from tests.components.views import edge, edge_id, node_id
from tests.components.walks import answer, failed, star, walk


def ids(exploration) -> list[str]:
    return [node.entity.entity_id for node in exploration.nodes]


def test_walks_are_joined_in_order_and_each_thing_is_held_once() -> None:
    first = answer(walk(0), star(0, [1, 2], first=0))
    second = answer(walk(1), [edge(0, 0, 1), *star(1, [3], first=9)])
    both = union([first, second])
    assert ids(both) == [node_id(n) for n in (0, 1, 2, 3)]
    assert [item.detail.relation_id for item in both.edges] == [edge_id(n) for n in (0, 1, 9)]
    assert [node.walk for node in both.nodes] == [0, 0, 0, 1]
    assert [(o.new_nodes, o.new_edges) for o in both.outcomes] == [(3, 2), (1, 1)]
    assert both.start.entity_id == node_id(0)
    assert both.centres == {node_id(0), node_id(1)}


def test_what_a_raised_bound_adds_belongs_to_the_walk_it_raised() -> None:
    before = answer(walk(0), star(0, [1], first=0))
    other = answer(walk(1), star(1, [2], first=5))
    after = answer(walk(0, 1, 50, 100), star(0, [1, 3], first=0))
    assert [node.walk for node in union([before, other, after]).nodes] == [0, 0, 1, 0]


def test_a_walk_that_was_not_made_adds_nothing() -> None:
    both = union([failed(walk(0), WalkStatus.UNAVAILABLE), answer(walk(1), star(1, [2], first=0))])
    assert ids(both) == [node_id(1), node_id(2)]
    assert both.start is None
    assert not both.outcomes[0].is_ok


def test_the_union_holds_two_hundred_entities_and_counts_the_others() -> None:
    full = union([
        answer(walk(0, 1, 200, 200), star(0, range(1, 151), first=0)),
        answer(walk(1, 1, 200, 200), star(1, [0, *range(200, 260)], first=500)),
    ])
    assert len(full.nodes) == 200
    assert full.is_full
    assert full.left_out == 151 + 60 - 200
    known = set(ids(full))
    assert all({e.edge.source_id, e.edge.target_id} <= known for e in full.edges)
    assert len(full.edges) == 150 + 1 + 49


def test_an_entity_left_out_twice_counts_once() -> None:
    first = answer(walk(0, 1, 200, 200), star(0, range(1, 211), first=0))
    assert union([first, first]).left_out == 11


def test_a_walk_inside_a_later_one_is_not_spoken_of() -> None:
    small = answer(walk(0), star(0, [1], first=0))
    large = answer(walk(0, 2, 50, 100), star(0, [1, 2], first=0))
    typed = answer(walk(0, 2, 200, 200, "KNOWS"), star(0, [1], first=0))
    assert [place for place, _ in union([small, large]).latest()] == [1]
    assert [place for place, _ in union([large, small]).latest()] == [0, 1]
    assert [place for place, _ in union([small, typed]).latest()] == [0, 1]
    assert [place for place, _ in union([typed, answer(walk(0, 2, 200, 200), [])]).latest()] == [1]


def test_nodes_and_edges_are_found_by_id() -> None:
    one = union([answer(walk(0), star(0, [1], first=7), names={1: "Ada"})])
    assert one.node(node_id(1)).name == "Ada"
    assert one.node(node_id(2)) is None
    assert one.edge(edge_id(7)).edge.target_id == node_id(1)
    assert one.edge(edge_id(8)) is None
