import itertools
import time

import pytest

from components.picture.edge_path import lines
from components.picture.label_places import places
from components.picture.layout import Anchor, Layout, Spot, anchors, place
from components.picture.layout.hierarchy import hierarchy
from components.picture.model import draw
from evidence.export import View
from tests.components.views import believable, edge, node, node_id


def struck(written, drawing):
    """The relations whose lines run through a label."""
    left, top, right, bottom = written.box
    return {
        name
        for name, line in lines(drawing).items()
        for x, y in (line.at(share / 200) for share in range(201))
        if left < x < right and top < y < bottom
    }


STAR = [Spot("a", 22, 60), *(Spot(name, 13, 60) for name in "bcdef")]
RAYS = [("a", name) for name in "bcdef"]


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("hub", [False, True])
def test_no_two_labels_or_nodes_meet_at_thirty(layout, hub):
    drawing = draw(believable(30, 30, hub=hub), layout=layout)
    assert len(places(drawing).nodes) >= 29
    for number, one in enumerate(drawing.nodes):
        for other in drawing.nodes[number + 1 :]:
            far = (
                (one.point[0] - other.point[0]) ** 2 + (one.point[1] - other.point[1]) ** 2
            ) ** 0.5
            assert far > one.size + other.size


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("hub", [False, True])
def test_no_two_nodes_meet_at_two_hundred(layout, hub):
    drawing = draw(believable(200, 200, hub=hub), layout=layout)
    for number, one in enumerate(drawing.nodes):
        for other in drawing.nodes[number + 1 :]:
            far = (
                (one.point[0] - other.point[0]) ** 2 + (one.point[1] - other.point[1]) ** 2
            ) ** 0.5
            assert far > max(one.size, other.size)


@pytest.mark.parametrize("layout", list(Layout))
def test_two_hundred_take_less_than_three_tenths_of_a_second(layout):
    view = believable(200, 200)
    draw(view, layout=layout)
    begun = time.process_time()
    draw(view, layout=layout)
    assert time.process_time() - begun < 0.3


def test_the_start_stands_in_the_middle_of_its_rings():
    points = place(STAR, RAYS, start="a", layout=Layout.RINGS)
    assert points["a"] == (0.0, 0.0)
    assert sum(x for x, _ in points.values()) == pytest.approx(0, abs=1)
    assert sum(y for _, y in points.values()) == pytest.approx(0, abs=1)
    assert len({x < 0 for x, _ in points.values()}) == 2


def test_a_tree_puts_children_to_the_right():
    chain = [Spot(name, 13, 60) for name in "abc"]
    points = place(chain, [("a", "b"), ("c", "b")], start="a", layout=Layout.TREE)
    assert points["a"] == (0.0, 0.0)
    assert 0 < points["b"][0] < points["c"][0]


@pytest.mark.parametrize("count", [25, 40])
def test_the_neighbours_of_a_hub_stand_in_one_column_of_a_tree_with_every_label_clear(count):
    hub = [node(n, f"Entity number {n}") for n in range(count + 1)]
    ties = [edge(n, 0, n) for n in range(1, count + 1)]
    drawing = draw(View(start_id=node_id(0), nodes=hub, edges=ties), layout=Layout.TREE)
    assert len({item.point[0] for item in drawing.nodes}) == 2
    written = places(drawing).nodes
    assert len(written) == count + 1
    assert [place.text for place in written if struck(place, drawing)] == []


def test_the_columns_of_one_level_stand_nearer_together_than_two_levels():
    spots = [Spot("a", 22, 60), *(Spot(f"b{n:02d}", 13, 120) for n in range(60)), Spot("c", 10, 90)]
    links = [("a", spot.id) for spot in spots[1:61]] + [("b00", "c")]
    points = place(spots, links, start="a", layout=Layout.TREE)
    columns = sorted({point[0] for name, point in points.items() if name[0] == "b"})
    assert len(columns) > 1
    inside = max(after - before for before, after in itertools.pairwise(columns))
    assert columns[0] - points["a"][0] > 2 * inside
    assert points["c"][0] - columns[-1] > 2 * inside


def test_kept_points_stay_and_new_ones_come_beside_their_parent():
    kept = {"a": (0.0, 0.0), "b": (300.0, 0.0)}
    spots = [Spot("a", 22, 60), Spot("b", 13, 60), Spot("c", 13, 60)]
    points = place(spots, [("a", "b"), ("b", "c")], start="a", layout=Layout.RINGS, kept=kept)
    assert points["a"] == (0.0, 0.0)
    assert points["b"] == (300.0, 0.0)
    assert points["c"][0] > 300


def test_the_lines_of_what_an_expansion_brings_strike_through_no_name():
    old = [node(n, f"Entity number {n}") for n in range(6)]
    ties = [edge(n, 0, n) for n in range(1, 6)]
    first = draw(View(start_id=node_id(0), nodes=old, edges=ties), layout=Layout.RINGS)
    new = [node(n, f"Newcomer {n}", walk=1) for n in range(6, 11)]
    more = [edge(n, 2, n) for n in range(6, 11)] + [edge(20, 3, 6), edge(21, 0, 7)]
    grown = View(start_id=node_id(0), nodes=[*old, *new], edges=[*ties, *more])
    drawing = draw(grown, layout=Layout.RINGS, kept=first.positions)
    written = places(drawing).nodes
    assert len(written) == 11
    fresh = {item.edge.target_id for item in more}
    brought = {e.id for e in drawing.edges if {e.source, e.target} & fresh}
    assert [place.text for place in written if struck(place, drawing) & brought] == []


def test_with_nothing_kept_all_walks_make_one_tree():
    spots = [Spot("a", 22, 60), *(Spot(name, 13, 60) for name in "bc")]
    spots += [Spot(name, 10, 60, walk=1) for name in "def"]
    links = [("a", "b"), ("a", "c"), ("b", "d"), ("b", "e"), ("c", "f"), ("f", "d")]
    points = place(spots, links, start="a", layout=Layout.TREE)
    columns = {name: point[0] for name, point in points.items()}
    assert columns["a"] < columns["b"] == columns["c"] < columns["d"]
    assert columns["d"] == columns["e"] == columns["f"]
    heights = [points[name][1] for name in "edf"]
    assert heights == sorted(heights)
    assert heights[0] <= points["b"][1] <= heights[1]


def test_two_hundred_newcomers_at_one_parent_all_find_room():
    spots = [Spot("a", 20, 60), *(Spot(f"n{number:03d}", 10, 120) for number in range(199))]
    links = [("a", spot.id) for spot in spots[1:]]
    points = place(spots, links, start="a", layout=Layout.RINGS, kept={"a": (0.0, 0.0)})
    assert len(set(points.values())) == 200


def test_islands_unknown_links_and_an_unknown_start_are_placed():
    points = place([*STAR, Spot("z", 10, 40)], [*RAYS, ("a", "?")], start="?", layout=Layout.RINGS)
    assert set(points) == set("abcdefz")
    assert place([], [], start="a", layout=Layout.TREE) == {}


def test_labels_point_away_from_the_middle():
    points = {
        "a": (0.0, 0.0),
        "b": (90.0, 10.0),
        "c": (-90.0, 0.0),
        "d": (5.0, 90.0),
        "e": (0.0, -9.0),
    }
    assert anchors(points, start="a", layout=Layout.RINGS) == {
        "a": Anchor.RIGHT, "b": Anchor.RIGHT, "c": Anchor.LEFT, "d": Anchor.BELOW, "e": Anchor.ABOVE,
    }  # fmt: skip
    assert anchors(points, start="a", layout=Layout.TREE) == {
        "a": Anchor.LEFT, "b": Anchor.RIGHT, "c": Anchor.RIGHT, "d": Anchor.RIGHT, "e": Anchor.RIGHT,
    }  # fmt: skip


def test_the_hierarchy_takes_the_shortest_way_and_the_first_met():
    spots = [Spot(name, 1, 1) for name in "abcdz"]
    family = hierarchy(spots, [("b", "d"), ("c", "d"), ("a", "c"), ("b", "a"), ("a", "a")], "a")
    assert family.depth == {"a": 0, "b": 1, "c": 1, "d": 2, "z": 3}
    assert family.parent == {"b": "a", "c": "a", "d": "b"}
    assert family.order == ["a", "b", "c", "d", "z"]


def test_brothers_that_are_linked_stand_side_by_side():
    spots = [Spot(name, 1, 1) for name in "abcde"]
    pairs = [("a", name) for name in "bcde"] + [("b", "e")]
    assert hierarchy(spots, pairs, "a").children["a"] == ["b", "e", "c", "d"]
