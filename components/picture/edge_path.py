"""The line of an edge as a curve: one quadratic Bézier, or a circle for a loop."""

import math
from typing import NamedTuple

from components.picture.drawing import DrawnEdge, DrawnNode
from components.picture.layout import Point

_LOOP = 0.9
_SMALLEST_LOOP = 15.0
_TIP_GAP = 3.0


class Curve(NamedTuple):
    """A quadratic Bézier curve between the rims of two nodes."""

    start: Point
    control: Point
    end: Point

    def at(self, share: float) -> Point:
        """The point at a share of the way, 0 to 1."""
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        return (
            first * self.start[0] + second * self.control[0] + third * self.end[0],
            first * self.start[1] + second * self.control[1] + third * self.end[1],
        )


class Loop(NamedTuple):
    """A circle through a node."""

    centre: Point
    radius: float


def curve(edge: DrawnEdge, source: DrawnNode, target: DrawnNode) -> Curve:
    """The curve of an edge between two nodes; a point when they stand in one place."""
    (x1, y1), (x2, y2) = source.point, target.point
    control = (
        (x1 + x2) / 2 + edge.bend * (y1 - y2) * 0.5,
        (y1 + y2) / 2 + edge.bend * (x2 - x1) * 0.5,
    )
    start = _towards(source.point, control, source.size + 1.0)
    end = _towards(target.point, control, target.size + _TIP_GAP)
    return Curve(start, control, end)


def loop(edge: DrawnEdge, node: DrawnNode) -> Loop:
    """The circle of a loop: below the node, further loops a quarter turn on."""
    radius = max(_SMALLEST_LOOP, node.size * _LOOP) + 5.0 * (edge.loop // 4)
    angle = -math.pi / 2 + edge.loop * math.pi / 2
    reach = node.size + radius * 0.7
    centre = node.point[0] + reach * math.cos(angle), node.point[1] - reach * math.sin(angle)
    return Loop(centre, radius)


def tip(end: Point, back: Point, size: float) -> tuple[Point, Point, Point]:
    """The three corners of an arrow head at ``end`` of a line that comes from ``back``."""
    angle = math.atan2(end[1] - back[1], end[0] - back[0])
    left, right = angle + math.pi - 0.42, angle + math.pi + 0.42
    return (
        end,
        (end[0] + size * math.cos(left), end[1] + size * math.sin(left)),
        (end[0] + size * math.cos(right), end[1] + size * math.sin(right)),
    )


def _towards(origin: Point, goal: Point, distance: float) -> Point:
    across, down = goal[0] - origin[0], goal[1] - origin[1]
    far = math.hypot(across, down)
    if far <= distance:
        return origin
    return origin[0] + across * distance / far, origin[1] + down * distance / far
