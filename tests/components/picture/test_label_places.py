import itertools

import pytest

from components.picture.edge_path import lines
from components.picture.label_places import places
from components.picture.layout import Layout
from components.picture.model import draw
from evidence.export import View
from tests.components.picture.tree_shapes import maria, orion
from tests.components.views import believable, edge, node, node_id

CALM = [
    pytest.param(view, layout, id=f"{name} {layout}")
    for name, view in {"maria": maria(), "orion": orion(), "thirty": believable(24, 26)}.items()
    for layout in Layout
]


def star(count):
    """A start with so many neighbours, each with relations that are not drawn."""
    nodes = [node(number, f"Entity number {number}") for number in range(count + 1)]
    ends = [(0, n) if n % 2 else (n, 0) for n in range(1, count + 1)]
    ties = [edge(number, *pair) for number, pair in enumerate(ends)]
    return View(start_id=node_id(0), nodes=nodes, edges=ties)


def inside(box, points):
    left, top, right, bottom = box
    return [(x, y) for x, y in points if left < x < right and top < y < bottom]


def struck(place, drawing):
    """The relations whose lines run through a label."""
    return [
        name
        for name, line in lines(drawing).items()
        if inside(place.box, [line.at(share / 200) for share in range(201)])
    ]


def hidden_heads(found, drawing):
    """The labels over the point, the middle or a wing of an arrow head."""
    heads = [line.head for line in lines(drawing).values() if line.head]
    corners = [point for head in heads for point in (*head.corners, head.core)]
    return [place.text for place in found if inside(place.box, corners)]


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("count", [6, 8, 12, 18])
def test_the_name_of_a_hub_stands_on_no_line(layout, count):
    drawing = draw(star(count), layout=layout)
    name = next(place for place in places(drawing).nodes if place.id == drawing.start_id)
    assert struck(name, drawing) == []


@pytest.mark.parametrize("count", [25, 40])
@pytest.mark.parametrize("layout", [Layout.RINGS, Layout.TREE])
def test_of_a_great_hub_too_and_every_name_is_clear(layout, count):
    drawing = draw(star(count), layout=layout)
    names = places(drawing).nodes
    assert len(names) == count + 1
    assert [place.text for place in names if struck(place, drawing)] == []


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("count", [4, 12, 18])
def test_no_badge_hides_a_head(layout, count):
    drawing = draw(star(count), layout=layout)
    badges = places(drawing).badges
    assert len(badges) == count
    assert hidden_heads(badges, drawing) == []


@pytest.mark.parametrize(("view", "layout"), CALM)
def test_words_and_badges_cover_no_name_and_no_other(view, layout):
    labels = places(draw(view, layout=layout))
    for one, other in itertools.combinations((*labels.nodes, *labels.badges, *labels.edges), 2):
        assert not one.meets(other), (one.text, other.text)


@pytest.mark.parametrize(("view", "layout"), CALM)
def test_words_leave_their_line_to_be_seen(view, layout):
    drawing = draw(view, layout=layout)
    found = lines(drawing)
    for place in places(drawing).edges:
        points = [found[place.id].at(share / 100) for share in range(101)]
        assert len(inside(place.box, points)) <= 65


def test_words_too_long_for_their_line_stand_beside_it():
    nodes = (node(0, "Acme"), node(1, "Orion"))
    view = View(start_id=node_id(0), nodes=nodes, edges=(edge(0, 0, 1, "INVESTIGATES"),))
    near = {node_id(0): (0.0, 0.0), node_id(1): (0.0, 70.0)}
    apart = {node_id(0): (0.0, 0.0), node_id(1): (120.0, 0.0)}
    for points in (near, apart):
        drawing = draw(view, kept=points)
        (words,) = places(drawing).edges
        assert hidden_heads([words], drawing) == []
        assert struck(words, drawing) == []


def test_a_badge_stands_at_the_upper_right_where_that_is_free():
    nodes = (node(0, "A"), node(1, "B"))
    view = View(start_id=node_id(0), nodes=nodes, edges=(edge(0, 0, 1),))
    drawing = draw(view, kept={node_id(0): (0.0, 0.0), node_id(1): (0.0, -200.0)})
    assert [place.side for place in places(drawing).badges] == ["tr", "tr"]


def test_in_a_crowd_a_name_that_lines_run_all_over_is_left_out():
    drawing = draw(star(60), layout=Layout.TREE)
    written = {place.id: place for place in places(drawing).nodes}
    assert drawing.start_id in written
    assert 20 < len(written) < 60
    assert max(len(struck(place, drawing)) for place in written.values()) <= 4
