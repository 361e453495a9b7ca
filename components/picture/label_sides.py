"""The places beside nodes and on lines at which a label or a badge is tried, best first.

They are those of the canvas at full zoom (``21_sides.js``), sizes of letters included; only the
widths of texts are estimated here and measured there.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from components.picture.drawing import DrawnEdge, DrawnNode
from components.picture.edge_path import Curve, Loop
from components.picture.label_room import Box
from components.picture.layout import Anchor, Point
from components.picture.words import text_width

NODE_FONT_SIZE = 12.5
EDGE_FONT_SIZE = 10.5
BADGE_FONT_SIZE = 9.5
_START_GROWTH = 1.12
_BOLD = 1.05
_DIGITS = 1.15
"""Bold figures are wider than the letters by which texts are measured."""
_CORNERS = ("tr", "br", "tl", "bl")
_SIDES = {
    Anchor.RIGHT: ("r", "b", "t", *_CORNERS, "l"),
    Anchor.LEFT: ("l", "b", "t", "tl", "bl", "tr", "br", "r"),
    Anchor.ABOVE: ("t", "r", "l", "b", *_CORNERS),
    Anchor.BELOW: ("b", "t", "r", "l", "br", "bl", "tr", "tl"),
}
_SHOULDERS = ("tr", "tl", "br", "bl", "t", "b", "l", "r")
_SHOULDER = 0.72
_BADGE_HEIGHT = 13.0
_STEPS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28)
_BESIDE = (0.0, 0.12, -0.12)
_ROUND = (0.5, 0.625, 0.375, 0.75, 0.25)
_MOST_COVERED = 0.6


class Place(NamedTuple):
    """A text and its box.

    ``id`` is the node or edge it belongs to, ``side`` the side of its node (``tr`` is above it at
    the right); an edge's has none.
    """

    id: str
    text: str
    box: Box
    size: float
    side: str = ""

    def meets(self, other: "Place") -> bool:
        """Whether two boxes overlap."""
        return self.box.meets(other.box)


def beside(node: DrawnNode) -> Iterator[Place]:
    """The label of a node on each side, the layout's own first."""
    size = NODE_FONT_SIZE * (_START_GROWTH if node.is_start else 1.0)
    wide = text_width(node.text, size) * (_BOLD if node.is_start else 1.0)
    high = size * 1.22
    (x, y), close = node.point, node.size + (7.0 if node.is_start else 4.0)
    for side in _SIDES[node.anchor]:
        gap = close + (node.beyond if side == node.anchor else 0.0)
        if len(side) > 1:
            near, low = _SHOULDER * gap, 0.5 * gap
            left = x + near if side[1] == "r" else x - near - wide
            top = y + low if side[0] == "b" else y - low - high
        else:
            left = {"r": x + gap, "l": x - gap - wide}.get(side, x - wide / 2)
            top = {"b": y + gap - 2, "t": y - gap - high + 2}.get(side, y - high / 2)
        yield Place(node.id, node.text, Box(left, top, left + wide, top + high), size, side)


def over_and_under(node: DrawnNode) -> Box:
    """The room of a node with its label above and below, which a picture has for each."""
    size = NODE_FONT_SIZE * (_START_GROWTH if node.is_start else 1.0)
    (x, y), far = node.point, node.size + (7.0 if node.is_start else 4.0) - 2 + size * 1.22
    return Box(x, y - far, x, y + far)


def shoulders(node: DrawnNode) -> Iterator[Place]:
    """The badge of a node at each of its shoulders and sides, the upper right first."""
    wide, high = text_width(node.badge, BADGE_FONT_SIZE) * _DIGITS + 7.0, _BADGE_HEIGHT
    (x, y), size = node.point, node.size
    for side in _SHOULDERS:
        far = size * _SHOULDER - 3.0 if len(side) > 1 else size - 1.0
        left = x + far if side[-1] == "r" else x - far - wide if side[-1] == "l" else x - wide / 2
        far = size * _SHOULDER + 3.5 if len(side) > 1 else size + 4.0
        middle = y - far if side[0] == "t" else y + far if side[0] == "b" else y
        box = Box(left, middle - high / 2, left + wide, middle + high / 2)
        yield Place(node.id, node.badge, box, BADGE_FONT_SIZE, side)


def after(node: DrawnNode, name: Place) -> Place:
    """The badge of a node at the far end of its label."""
    wide = text_width(node.badge, BADGE_FONT_SIZE) * _DIGITS + 7.0
    middle = (name.box.top + name.box.bottom) / 2
    left = name.box.left - 4.0 - wide if name.side[-1] == "l" else name.box.right + 4.0
    box = Box(left, middle - _BADGE_HEIGHT / 2, left + wide, middle + _BADGE_HEIGHT / 2)
    return Place(node.id, node.badge, box, BADGE_FONT_SIZE, "after")


def upon(edge: DrawnEdge, line: Curve | Loop, start_id: str, clear: float) -> Iterator[Place]:
    """The label of an edge on its line, or outside its loop, best away from the node.

    There is none where it would leave too little to see of the ``clear`` length of the line.
    """
    half, high = _half(edge)
    if isinstance(line, Loop):
        for share in _ROUND:
            x, y = line.at(share)
            across, down = x - line.centre[0], y - line.centre[1]
            far = max(abs(across), abs(down))
            yield _at(edge, (x + across / far * half, y + down / far * (high + 2.0)))
        return
    along, aside = _way(line)
    covered = 2 * min(half / max(along, 1e-9), high / max(aside, 1e-9))
    if covered <= _MOST_COVERED * clear:
        middle = 0.6 if edge.source == start_id else 0.4 if edge.target == start_id else 0.5
        for step in _STEPS:
            yield _at(edge, line.at(middle + step))


def along(edge: DrawnEdge, line: Curve, ends: tuple[float, float]) -> Iterator[Place]:
    """The label of an edge close beside its line, at either side of it.

    Args:
        edge: The edge.
        line: Its line.
        ends: How much of the line the nodes at its ends cover.
    """
    half, high = _half(edge)
    across, down = line.end[0] - line.start[0], line.end[1] - line.start[1]
    long = math.hypot(across, down) or 1.0
    out_x, out_y = down / long, -across / long
    far = half * abs(out_x) + high * abs(out_y) + 2.0
    middle = 0.5 + (ends[0] - ends[1]) / long / 2
    for step in _BESIDE:
        x, y = line.at(middle + step)
        yield _at(edge, (x + far * out_x, y + far * out_y))
        yield _at(edge, (x - far * out_x, y - far * out_y))


def _way(line: Curve) -> Point:
    """How far a line goes across and down, as parts of its length."""
    across, down = abs(line.end[0] - line.start[0]), abs(line.end[1] - line.start[1])
    long = math.hypot(across, down) or 1.0
    return across / long, down / long


def _half(edge: DrawnEdge) -> tuple[float, float]:
    return text_width(edge.text, EDGE_FONT_SIZE) / 2 + 2, EDGE_FONT_SIZE * 0.62


def _at(edge: DrawnEdge, middle: Point) -> Place:
    (half, high), (x, y) = _half(edge), middle
    return Place(edge.id, edge.text, Box(x - half, y - high, x + half, y + high), EDGE_FONT_SIZE)
