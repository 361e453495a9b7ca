from components.picture.layout import Layout
from components.picture.model import draw
from evidence.details import Count, EdgeGrade
from evidence.export import View
from tests.components.views import believable, edge, edge_id, node, node_id, small


def test_nodes_have_size_by_distance_and_a_badge_of_what_is_not_drawn():
    drawing = draw(small())
    maria, acme, _ = drawing.nodes
    assert (maria.text, maria.depth, maria.size, maria.is_start) == ("Maria Chen", 0, 22.0, True)
    assert (acme.depth, acme.size, acme.is_start) == (1, 13.0, False)
    assert (maria.badge, acme.badge) == ("+2", "")


def test_a_capped_count_is_shown_as_at_least():
    entity = node(0, "Hub").entity.model_copy(update={"relations": Count(value=1000, capped=True)})
    view = View(start_id=node_id(0), nodes=(node(0, "Hub").model_copy(update={"entity": entity}),))
    assert draw(view).nodes[0].badge == "1,000+"


def test_edges_carry_grade_direction_and_a_sentence():
    first, second, third = draw(small()).edges
    assert (first.grade, first.directed) == (EdgeGrade.STATED, True)
    assert (second.grade, second.directed) == (EdgeGrade.TOGETHER, False)
    assert first.sentence == "Maria Chen works for Acme Logistics: stated in 2 passages."
    assert third.support == "connected only; no passage is recorded as stating it"


def bends(*ends):
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "A"), node(1, "B")),
        edges=tuple(edge(number, *pair) for number, pair in enumerate(ends)),
    )
    return [(item.bend, item.loop) for item in draw(view).edges]


def test_a_single_relation_is_straight():
    assert bends((0, 1)) == [(0.0, -1)]


def test_parallel_relations_bend_apart_whatever_their_direction():
    assert bends((0, 1), (0, 1)) == [(-0.11, -1), (0.11, -1)]
    assert bends((0, 1), (1, 0)) == [(-0.11, -1), (-0.11, -1)]
    assert bends((0, 1), (1, 0), (0, 1)) == [(-0.22, -1), (0.0, -1), (0.22, -1)]


def test_many_parallel_relations_stay_within_reach():
    spread = [bend for bend, _ in bends(*[(0, 1)] * 30)]
    assert max(spread) <= 0.9
    assert len(set(spread)) == 30


def test_loops_hang_where_no_line_leaves():
    """The other entity stands below: above is free, then the left, and the name is at the right."""
    assert bends((0, 0), (0, 0), (0, 1)) == [(0.0, 2), (0.0, 3), (0.0, -1)]


def test_hiding_choosing_and_filtering_move_nothing():
    view = believable(30, 38)
    whole = draw(view)
    other = draw(
        view.model_copy(
            update={
                "hidden_nodes": frozenset({node_id(4)}),
                "hidden_edges": frozenset({edge_id(2)}),
                "selected_id": node_id(7),
            }
        )
    )
    assert other.positions == whole.positions
    assert other.hidden_nodes == 1
    assert other.hidden_edges >= 2
    assert node_id(4) not in {item.id for item in other.nodes}
    assert other.selected_id == node_id(7)


def test_a_pin_wins_and_moves_nothing_else():
    view = believable(30, 38)
    before = draw(view).positions
    after = draw(view.model_copy(update={"pinned": {node_id(3): (700.0, 5.0)}}))
    assert after.positions == {**before, node_id(3): (700.0, 5.0)}
    assert next(item for item in after.nodes if item.id == node_id(3)).is_pinned


def test_what_a_later_walk_adds_stands_beside_its_parent_and_moves_nothing():
    view = believable(30, 38)
    before = draw(view)
    more = tuple(node(100 + step, f"New {step}", walk=1) for step in range(6))
    ties = tuple(edge(900 + step, 5, 100 + step) for step in range(6))
    grown = view.model_copy(update={"nodes": view.nodes + more, "edges": view.edges + ties})
    after = draw(grown, kept=before.positions)
    assert {name: after.positions[name] for name in before.positions} == dict(before.positions)
    assert draw(grown, kept=before.positions).positions == after.positions
    parent = after.positions[node_id(5)]
    for item in more:
        place = after.positions[item.entity.entity_id]
        assert abs(place[0] - parent[0]) < 420
        assert abs(place[1] - parent[1]) < 420


def test_labels_and_grades_are_counted():
    drawing = draw(small())
    assert drawing.labels == {"Person": 2, "Organization": 1}
    assert drawing.grades == {
        EdgeGrade.STATED: 1,
        EdgeGrade.TOGETHER: 1,
        EdgeGrade.CONNECTED: 1,
    }


def test_an_empty_view_is_an_empty_drawing():
    drawing = draw(View(start_id=node_id(0), nodes=()))
    assert drawing.nodes == ()
    assert drawing.positions == {}


def test_each_layout_places_everything_the_same_each_time():
    view = believable(60, 70)
    for layout in Layout:
        once = draw(view, layout=layout)
        assert once == draw(view, layout=layout)
        assert len(set(once.positions.values())) == 60
