"""What comes to a tree that is drawn already."""

import itertools
import time
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from components.picture.layout import Layout, Spot, place
from components.picture.layout.hierarchy import hierarchy
from components.picture.model import draw
from tests.components.views import believable

HUB = [Spot("a", 22, 60), *(Spot(name, 13, 80) for name in "bcd")]
TIES = [("a", name) for name in "bcd"]


def tree(spots, links, kept=None):
    return place(spots, links, start="a", layout=Layout.TREE, kept=kept)


def brood(parent, count, size=10):
    """So many children of one node, and their links."""
    spots = [Spot(f"{parent}{number:02d}", size, 90, 1) for number in range(count)]
    return spots, [(parent, spot.id) for spot in spots]


def box(spot, point):
    """A node and its name; that of the start stands at its left."""
    x, y = point
    before, after = spot.size, spot.size + spot.width
    if spot.id == "a":
        before, after = after, before
    half = max(spot.size, 8.5)
    return x - before, y - half, x + after, y + half


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crossings(links, points):
    """The pairs of lines between the same two columns that change sides."""
    lines = sorted((*points[above], *points[below]) for above, below in links)
    return sum(
        one[0] == other[0] and one[2] == other[2] and (one[1] - other[1]) * (one[3] - other[3]) < 0
        for one, other in itertools.combinations(lines, 2)
    )


@st.composite
def growths(draw_from):
    """Nodes and links, and points for some of them, the start among these."""
    count = draw_from(st.integers(2, 24))
    names = ["a", *(f"n{number:02d}" for number in range(1, count))]
    spots = [
        Spot(name, draw_from(st.sampled_from([9.5, 13, 22])), draw_from(st.integers(0, 180)))
        for name in names
    ]
    ends = st.tuples(st.sampled_from(names), st.sampled_from(names))
    links = draw_from(st.lists(ends, max_size=2 * count))
    heights = st.floats(-300, 300)
    kept = draw_from(
        st.dictionaries(st.sampled_from(names), st.tuples(st.floats(-200, 900), heights))
    )
    return spots, links, {"a": (0.0, 0.0)} | kept


@settings(deadline=None)
@given(growths())
def test_what_stood_stays_and_what_is_new_stands_free_at_the_right_of_its_parent(growth):
    spots, links, kept = growth
    points = tree(spots, links, kept)
    assert points == tree(spots, links, kept)
    assert {name: points[name] for name in kept} == kept
    parents = hierarchy(spots, links, "a").parent
    new = [spot for spot in spots if spot.id not in kept]
    for spot in new:
        if spot.id in parents:
            assert points[spot.id][0] > points[parents[spot.id]][0]
        for other in spots:
            if other != spot:
                assert not meet(box(spot, points[spot.id]), box(other, points[other.id]))


def test_a_further_ring_is_one_column_whose_lines_do_not_cross():
    first = tree(HUB, TIES)
    (ones, up), (others, down) = brood("b", 9), brood("d", 5)
    points = tree([*HUB, *ones, *others], [*TIES, *up, *down], first)
    assert {points[spot.id][0] for spot in [*ones, *others]} == {points["b01"][0]}
    assert points["b01"][0] - first["b"][0] >= 2 * 13 + 80
    assert crossings([*TIES, *up, *down], points) == 0
    heights = sorted(points[spot.id][1] for spot in [*ones, *others])
    assert min(after - before for before, after in itertools.pairwise(heights)) >= 30


def test_brothers_stand_in_order_about_the_height_of_their_parent():
    first = tree(HUB, TIES)
    ones, up = brood("b", 5)
    points = tree([*HUB, *ones], [*TIES, *up], first)
    heights = [points[spot.id][1] for spot in ones]
    assert heights == sorted(heights)
    assert abs(heights[2] - first["b"][1]) < 1


def test_one_expansion_after_another_shares_a_column_and_crosses_nothing():
    ones, up = brood("b", 2)
    others, down = brood("d", 3)
    last, middle = brood("c", 2)
    spots, links = list(HUB), list(TIES)
    points = tree(spots, links)
    for more, ties in ((ones, up), (others, down), (last, middle)):
        spots, links = [*spots, *more], [*links, *ties]
        grown = tree(spots, links, points)
        assert grown.items() >= points.items()
        points = grown
    assert len({points[spot.id][0] for spot in spots[4:]}) == 1
    assert crossings(links, points) == 0


def test_a_third_ring_stands_beyond_the_names_of_the_second():
    ones, up = brood("b", 3)
    second = tree([*HUB, *ones], [*TIES, *up], tree(HUB, TIES))
    more, ties = brood("b01", 3)
    third = tree([*HUB, *ones, *more], [*TIES, *up, *ties], second)
    assert {third[spot.id][0] for spot in more} == {third["b0100"][0]}
    assert third["b0100"][0] > second["b01"][0] + 10 + 90


def test_children_of_a_node_that_was_moved_stand_right_of_it():
    kept = tree(HUB, TIES) | {"b": (2_000.0, -50.0)}
    ones, up = brood("b", 3)
    points = tree([*HUB, *ones], [*TIES, *up], kept)
    assert all(points[spot.id][0] > 2_000 for spot in ones)


def test_a_ring_of_many_fills_several_columns():
    (ones, up), (others, down) = brood("b", 80), brood("d", 40)
    points = tree([*HUB, *ones, *others], [*TIES, *up, *down], tree(HUB, TIES))
    places = [points[spot.id] for spot in [*ones, *others]]
    columns = Counter(x for x, _ in places)
    assert len(columns) == 3
    assert min(columns.values()) > 25
    assert max(y for _, y in places) - min(y for _, y in places) < 120 * 30 / 2


def test_a_start_without_a_place_stands_left_of_all_and_islands_stand_last():
    kept = {name: point for name, point in tree(HUB, TIES).items() if name != "a"}
    points = tree([*HUB, Spot("z", 10, 40)], TIES, kept)
    assert points["a"][0] < min(x for x, _ in kept.values())
    assert points["z"][0] > max(x for x, _ in kept.values())


def test_two_hundred_take_less_than_three_tenths_of_a_second_beside_forty():
    view = believable(200, 200)
    whole = draw(view, layout=Layout.TREE)
    kept = {item.id: item.point for item in whole.nodes if item.depth < 2}
    begun = time.process_time()
    grown = draw(view, layout=Layout.TREE, kept=kept)
    assert time.process_time() - begun < 0.3
    assert len({item.point for item in grown.nodes}) == 200
