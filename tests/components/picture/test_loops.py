import pytest

from components.picture.edge_path import Loop, lines
from components.picture.label_places import places
from components.picture.layout import Anchor, Layout
from components.picture.loops import loop_number, loop_reach, loop_turns
from components.picture.model import draw
from evidence.export import View
from tests.components.picture.tree_shapes import maria
from tests.components.views import edge, node, node_id

POINTS = {"a": (0.0, 0.0), "up": (0.0, -90.0), "down": (0.0, 90.0), "left": (-90.0, 0.0)}


def turns(*others, side=Anchor.RIGHT):
    pairs = [("a", "a"), *(("a", other) for other in others)]
    return loop_turns(pairs, POINTS, dict.fromkeys(POINTS, side))["a"]


def test_a_loop_hangs_below_where_nothing_leaves():
    assert turns()[0] == 0


def test_a_loop_gets_out_of_the_way_of_lines():
    assert turns("down")[0] == 2
    assert turns("down", "up")[0] == 3
    assert turns("down", "up", "left")[0] == 1


def test_a_loop_leaves_the_side_of_the_name_where_it_can():
    assert turns(side=Anchor.BELOW)[0] == 2
    assert turns("up", "down", side=Anchor.LEFT)[0] == 1


def test_loops_of_one_node_hang_apart_and_the_fifth_outside_the_first():
    first = turns("up")
    assert len(set(first)) == 4
    assert [loop_number(first, number) for number in (0, 4)] == [first[0], first[0] + 4]


def test_a_name_keeps_off_a_loop_at_its_flank_only():
    assert loop_reach([1.0], Anchor.RIGHT, 13.0) == 17.0
    assert loop_reach([5.0], Anchor.RIGHT, 13.0) == 22.0
    assert loop_reach([1.0], Anchor.LEFT, 13.0) == 0.0
    assert loop_reach([0.0], Anchor.BELOW, 13.0) == 0.0


@pytest.mark.parametrize("layout", list(Layout))
def test_no_label_covers_a_loop(layout):
    view = View(
        start_id=node_id(0),
        nodes=(node(0, "Acme"), node(1, "Maria Chen"), node(2, "Orion")),
        edges=(edge(0, 0, 1), edge(1, 1, 1), edge(2, 1, 2), edge(3, 2, 2, "OWNS")),
    )
    for drawing in (draw(view, layout=layout), draw(maria(), layout=layout)):
        loops = [line for line in lines(drawing).values() if isinstance(line, Loop)]
        assert loops
        labels = places(drawing)
        for left, top, right, bottom in (
            place.box for place in (*labels.nodes, *labels.badges, *labels.edges)
        ):
            for loop in loops:
                round_it = [loop.at(share / 60) for share in range(60)]
                inside = [(x, y) for x, y in round_it if left < x < right and top < y < bottom]
                assert len(inside) <= 6, "a badge may touch a loop, and hides no more of it"
