import math

import pytest

from components.picture.bends import Disc, pair_bends
from components.picture.drawing import DrawnEdge
from components.picture.edge_path import curve, line_width, lines, loop
from components.picture.model import draw
from components.picture.rim import Rim
from evidence.details import EdgeGrade
from tests.components.views import believable, small


def drawn(bend=0.0, number=-1):
    return DrawnEdge(
        id="e",
        source="a",
        target="b",
        text="works for",
        grade=EdgeGrade.STATED,
        directed=True,
        bend=bend,
        loop=number,
        support="",
        sentence="",
    )


def dot(x, y=0.0, size=10.0):
    return Rim((x, y), size, "dot")


def test_a_positive_bend_goes_to_the_left_of_the_way():
    right = curve(drawn(0.24), dot(0), dot(200))
    assert right.via == pytest.approx((0.62 * 200 * math.cos(0.12 * math.pi), -45.65), abs=0.01)
    assert right.at(0.5)[1] < 0
    assert curve(drawn(-0.24), dot(0), dot(200)).at(0.5)[1] > 0
    assert curve(drawn(0.24), dot(200), dot(0)).at(0.5)[1] > 0


def test_a_line_ends_in_its_head_and_the_head_at_the_rim():
    for bend in (0.0, 0.24, -0.42):
        line = curve(drawn(bend), dot(0), dot(200), 14.0)
        assert math.dist(line.head.point, (200, 0)) == pytest.approx(10, abs=0.3)
        assert line.end == line.head.core
        assert math.dist(line.head.point, line.head.core) == pytest.approx(12.6)
        assert line.head.corners[0] == pytest.approx(line.head.point)


def test_without_a_direction_a_line_goes_to_the_middle_and_has_no_head():
    line = curve(drawn(), dot(0), dot(200))
    assert (line.head, line.end, line.is_straight) == (None, (200, 0), True)


def test_a_square_keeps_heads_further_off_at_its_corners():
    square = Rim((0, 0), 10.0, "square")
    assert square.distance(0) == pytest.approx(10.6)
    assert square.distance(math.pi / 4) == pytest.approx(8.6 * math.sqrt(2) + 2)


def test_a_loop_stands_below_its_node_with_its_head_on_the_rim():
    circle = loop(drawn(number=0), dot(0, size=20.0), 14.0)
    assert circle.centre == pytest.approx((0, 20))
    assert circle.radius == 18
    assert circle.at(0.5) == pytest.approx((0, 38))
    assert math.dist(circle.head.point, (0, 0)) == pytest.approx(20, abs=0.5)
    assert math.dist(circle.head.point, circle.centre) == pytest.approx(18)


def test_two_nodes_in_one_place_have_a_line_all_the_same():
    assert curve(drawn(0.2), dot(5), dot(5), 14.0).at(0.5) == (5.0, 0.0)


def test_crowds_have_thinner_lines_and_smaller_heads():
    few, many = draw(small()), draw(believable(120, 140))
    stated = EdgeGrade.STATED
    first = next(item for item in few.edges if item.grade is stated and item.directed)
    other = next(item for item in many.edges if item.grade is stated and item.directed)
    assert (line_width(few, first), line_width(many, other)) == pytest.approx((2.2, 1.54))
    assert lines(few)[first.id].head.length == pytest.approx(14.85)
    assert lines(many)[other.id].head.length == pytest.approx(11.37)


def test_a_bend_keeps_the_line_clear_of_a_node_between_whichever_way_it_goes():
    between = Disc((200.0, 10.0), 20.0)
    discs = {"a": Disc((0.0, 0.0), 10.0), "b": Disc((400.0, 0.0), 10.0), "c": between}
    bend = pair_bends([("a", "b")], discs)["a", "b"]
    assert bend > 0
    there = curve(drawn(bend), dot(0), dot(400))
    back = curve(drawn(-bend), dot(400), dot(0))
    for line in (there, back):
        nearest = min(math.dist(line.at(share / 100), between.point) for share in range(101))
        assert nearest > between.size
