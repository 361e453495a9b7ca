import itertools
import math

import pytest

from components.picture.edge_path import Curve, lines
from components.picture.layout import Layout
from components.picture.model import draw
from evidence.export import View
from tests.components.picture.tree_shapes import maria, orion
from tests.components.views import edge, edge_id, node, node_id

SMALL = [pytest.param(maria(), id="maria"), pytest.param(orion(), id="orion")]


def tree(view):
    drawing = draw(view, layout=Layout.TREE)
    curves = {name: line for name, line in lines(drawing).items() if isinstance(line, Curve)}
    return drawing, curves


def points(line):
    return [line.at(share / 100) for share in range(101)]


def nearest(point, others):
    return min(math.dist(point, other) for other in others)


def column(count, *pairs):
    """A start with neighbours in one column, and relations between these."""
    nodes = [node(number, f"Entity {number}") for number in range(count + 1)]
    ties = [(0, number) for number in range(1, count + 1)] + list(pairs)
    edges = [edge(number, *pair) for number, pair in enumerate(ties)]
    return View(start_id=node_id(0), nodes=tuple(nodes), edges=tuple(edges))


@pytest.mark.parametrize("view", SMALL)
def test_no_line_of_a_small_tree_touches_a_node_that_is_not_its_end(view):
    drawing, curves = tree(view)
    for item in drawing.edges:
        for other in drawing.nodes:
            if item.id in curves and other.id not in {item.source, item.target}:
                assert nearest(other.point, points(curves[item.id])) > other.size + 4, item.id


@pytest.mark.parametrize("view", SMALL)
def test_no_line_of_a_small_tree_runs_along_another(view):
    _, curves = tree(view)
    for one, other in itertools.permutations(curves.values(), 2):
        along = [nearest(point, points(other)) < 4 for point in points(one)]
        assert sum(along) < 50


@pytest.mark.parametrize("view", SMALL)
def test_the_heads_of_a_small_tree_stand_outside_every_node_with_some_line_before_them(view):
    drawing, curves = tree(view)
    discs = {item.id: item for item in drawing.nodes}
    for item in drawing.edges:
        if item.id not in curves:
            continue
        line = curves[item.id]
        for other in drawing.nodes:
            assert math.dist(line.head.point, other.point) > other.size - 0.5
            assert math.dist(line.head.core, other.point) > other.size + 4
        source = discs[item.source]
        assert math.dist(line.head.core, source.point) > source.size + 8


@pytest.mark.parametrize("view", SMALL)
def test_lines_inside_a_column_go_round_it_away_from_the_labels(view):
    drawing, curves = tree(view)
    at = {item.id: item.point for item in drawing.nodes}
    right = max(x for x, _ in at.values())
    inside = [e for e in drawing.edges if e.id in curves and at[e.source][0] == at[e.target][0]]
    assert len(inside) >= 4
    for item in inside:
        far = max(x for x, _ in points(curves[item.id]))
        assert far <= right + 5, item.id


def test_of_two_lines_that_leave_an_entity_the_same_way_the_longer_bends_more():
    drawing, _ = tree(column(5, (1, 3), (1, 4), (1, 5)))
    height = {item.id: item.point[1] for item in drawing.nodes}
    inside = [item for item in drawing.edges if item.source == node_id(1)]
    inside.sort(key=lambda item: abs(height[item.target] - height[item.source]))
    bends = [abs(item.bend) for item in inside]
    assert bends[0] == 0
    assert 0 < bends[1] < bends[2]


@pytest.mark.parametrize("layout", [Layout.TREE, Layout.RINGS])
@pytest.mark.parametrize("way", [(22, 23), (23, 22)])
def test_neighbours_that_stand_close_are_joined_by_an_arc_that_is_seen(layout, way):
    drawing = draw(column(30, way), layout=layout)
    line = lines(drawing)[edge_id(30)]
    ends = [item for item in drawing.nodes if item.id in {node_id(number) for number in way}]
    assert math.dist(*(item.point for item in ends)) < 40
    clear = [p for p in points(line) if all(math.dist(p, e.point) > e.size for e in ends)]
    assert len(clear) > 20
    others = [item for item in drawing.nodes if item not in ends]
    assert all(nearest(item.point, points(line)) > item.size for item in others)


def test_hiding_a_relation_bends_no_other():
    view = orion()
    before, _ = tree(view)
    after, _ = tree(view.model_copy(update={"hidden_edges": frozenset({edge_id(16)})}))
    whole = {item.id: item.bend for item in before.edges}
    assert {item.id: item.bend for item in after.edges} == {
        name: bend for name, bend in whole.items() if name != edge_id(16)
    }


@pytest.mark.parametrize(("count", "least", "most"), [(4, 90, 110), (10, 60, 80), (30, 30, 30)])
def test_few_rows_stand_farther_apart_than_many(count, least, most):
    drawing, _ = tree(column(count))
    heights = sorted(item.point[1] for item in drawing.nodes if not item.is_start)
    gaps = [after - before for before, after in itertools.pairwise(heights)]
    assert least <= min(gaps) <= max(gaps) <= most + 0.2
