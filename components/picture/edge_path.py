"""The line of an edge and its arrow head, as vis-network 9.1.2 draws them on the canvas.

A file and the screen have to show one picture, so this repeats vis's geometry (``curvedCW``,
``selfReference``, ``getArrowData``), its odd turns included.
"""

import math
from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge
from components.picture.layout import Point
from components.picture.palette import GRADE_STYLES
from components.picture.rim import Rim, moved

_SMALLEST_LOOP = 15.0
_LOOP = 0.9
_CROWD = 90
_HEAD = ((0.0, 0.0), (-1.0, 0.3), (-0.9, 0.0), (-1.0, -0.3))


class Head(NamedTuple):
    """An arrow head: the point, the way it points, and how long it is."""

    point: Point
    angle: float
    length: float

    @property
    def core(self) -> Point:
        """Where the line ends that carries it."""
        return moved(self.point, self.angle, -0.9 * self.length)

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners, the point first."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return tuple(
            (
                self.point[0] + self.length * (across * cos - down * sin),
                self.point[1] + self.length * (across * sin + down * cos),
            )
            for across, down in _HEAD
        )


class Curve(NamedTuple):
    """A quadratic Bézier curve from the middle of a node; nodes are drawn over their lines."""

    start: Point
    via: Point
    end: Point
    head: Head | None = None

    @property
    def is_straight(self) -> bool:
        """Whether nothing bends it."""
        return self.via == _middle(self.start, self.end)

    def at(self, share: float) -> Point:
        """The point at a share of the way, 0 to 1."""
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        return (
            first * self.start[0] + second * self.via[0] + third * self.end[0],
            first * self.start[1] + second * self.via[1] + third * self.end[1],
        )


class Loop(NamedTuple):
    """A circle round a place on the border of a node; ``away`` is the angle from the node to it."""

    centre: Point
    radius: float
    away: float
    head: Head | None = None

    def at(self, share: float) -> Point:
        """The point at a share of the way round; half of it is farthest from the node."""
        return moved(self.centre, self.away + (share - 0.5) * 2 * math.pi, self.radius)


Line = Curve | Loop


def swing(bend: float) -> tuple[float, float]:
    """Where the control point of a bend is, in lengths of the straight line.

    Returns:
        How far along the line from its start, and how far to its left, seen by a reader.
    """
    reach, angle = 0.5 + 0.5 * abs(bend), 0.5 * bend * math.pi
    return reach * math.cos(angle), reach * math.sin(angle)


def is_crowd(drawing: Drawing) -> bool:
    """Whether lines are so many that they are drawn thinner."""
    return len(drawing.edges) > _CROWD


def line_width(drawing: Drawing, edge: DrawnEdge) -> float:
    """How thick the line of an edge is."""
    return GRADE_STYLES[edge.grade].width * (0.7 if is_crowd(drawing) else 1.0)


def lines(drawing: Drawing) -> dict[str, Line]:
    """The line of each edge, by its id."""
    rims = {
        node.id: Rim(node.point, node.size, drawing.label_styles[node.label].shape)
        for node in drawing.nodes
    }
    scale = 0.45 if is_crowd(drawing) else 0.55
    drawn: dict[str, Line] = {}
    for edge in drawing.edges:
        length = 15.0 * scale + 3.0 * line_width(drawing, edge) if edge.directed else 0.0
        source, target = rims[edge.source], rims[edge.target]
        is_loop = edge.loop >= 0
        drawn[edge.id] = (
            loop(edge, source, length) if is_loop else curve(edge, source, target, length)
        )
    return drawn


def curve(edge: DrawnEdge, source: Rim, target: Rim, length: float = 0.0) -> Curve:
    """The line between two nodes, with a head unless its ``length`` is 0."""
    start, end = source.point, target.point
    across, down = end[0] - start[0], end[1] - start[1]
    if not length or not (across or down):
        return _curve(start, end, edge.bend)
    if not edge.bend:
        angle = math.atan2(down, across)
        head = Head(moved(end, angle, -target.distance(angle)), angle, length)
        return _curve(start, head.core, 0.0)._replace(head=head)
    whole = _curve(start, end, edge.bend)
    share = _border(whole, target)
    point, guide = whole.at(share), whole.at(share - length / math.hypot(across, down))
    head = Head(point, math.atan2(point[1] - guide[1], point[0] - guide[0]), length)
    return Curve(start, whole.via, head.core, head)


def loop_radius(size: float, turns: float) -> float:
    """How wide a loop of a node is: each round of four wider than the one before."""
    return max(_SMALLEST_LOOP, size * _LOOP) + 5.0 * (turns // 4)


def loop(edge: DrawnEdge, rim: Rim, length: float = 0.0) -> Loop:
    """The circle of a loop: below the node, or so many quarter turns on."""
    radius = loop_radius(rim.size, edge.loop)
    angle = -math.pi / 2 + edge.loop * math.pi / 2
    circle = Loop(moved(rim.point, -angle, rim.distance(angle)), radius, -angle)
    if not length:
        return circle
    turn = _loop_border(circle, rim, angle)
    point = moved(circle.centre, -2 * math.pi * turn, radius)
    return circle._replace(head=Head(point, -2 * math.pi * turn + 0.4 * math.pi, length))


def _curve(start: Point, end: Point, bend: float) -> Curve:
    if not bend:
        return Curve(start, _middle(start, end), end)
    along, aside = swing(bend)
    across, down = end[0] - start[0], end[1] - start[1]
    via = start[0] + along * across + aside * down, start[1] + along * down - aside * across
    return Curve(start, via, end)


def _middle(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _border(line: Curve, target: Rim) -> float:
    """The share of a line at which it meets the border of its target, found by halving."""
    low, high, middle = 0.0, 1.0, 0.5
    for _ in range(10):
        middle = (low + high) / 2
        room = target.room(line.at(middle))
        if abs(room) < 0.2:
            break
        low, high = (middle, high) if room < 0 else (low, middle)
    return middle


def _loop_border(circle: Loop, rim: Rim, angle: float) -> float:
    """The turns at which a loop comes back to its node; vis halves from the loop's angle on."""
    low, high, middle = angle, angle + math.pi, 0.0
    for _ in range(10):
        middle = (low + high) / 2
        room = rim.room(moved(circle.centre, -2 * math.pi * middle, circle.radius))
        if abs(room) < 0.05:
            break
        low, high = (middle, high) if room > 0 else (low, middle)
    return middle
