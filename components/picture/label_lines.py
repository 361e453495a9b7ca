"""How many lines of a picture run through a label, so that it can stand where the fewest do."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from components.picture.edge_path import Curve, Line
from components.picture.layout import Point

_LINES_UP_TO = 120


class Piece(NamedTuple):
    """A short straight piece of the line of an edge."""

    edge: str
    start: Point
    end: Point


class Box(NamedTuple):
    """A rectangle in drawing units."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: "Box") -> bool:
        """Whether another box is inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def hull(boxes: Iterable[Box]) -> Box | None:
    """The smallest box round others; none round nothing."""
    every = tuple(boxes)
    if not every:
        return None
    lefts, tops, rights, bottoms = zip(*every, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def pieces(lines: Mapping[str, Line]) -> list[Piece]:
    """The lines as pieces; none in a crowd, where every place is crossed anyway."""
    if len(lines) > _LINES_UP_TO:
        return []
    return [
        Piece(name, start, end)
        for name, line in lines.items()
        for points in [[line.at(share) for share in _stops(line)]]
        for start, end in pairwise(points)
    ]


def crossings(box: Box, lines: Iterable[Piece], own: str | None = None) -> int:
    """How many pieces pass through a box, those of the edge ``own`` left out."""
    return sum(piece.edge != own and _cuts(box, piece) for piece in lines)


def _stops(line: Line) -> tuple[float, ...]:
    is_straight = isinstance(line, Curve) and line.is_straight
    return (0.0, 1.0) if is_straight else (0.0, 0.25, 0.5, 0.75, 1.0)


def _cuts(box: Box, piece: Piece) -> bool:
    """Whether a piece of line passes through a box (clipping after Liang and Barsky, 1984)."""
    (x, y), across, down = piece.start, piece.end[0] - piece.start[0], piece.end[1] - piece.start[1]
    enter, leave = 0.0, 1.0
    for step, room in (
        (-across, x - box.left),
        (across, box.right - x),
        (-down, y - box.top),
        (down, box.bottom - y),
    ):
        if step == 0 and room < 0:
            return False
        if step < 0:
            enter = max(enter, room / step)
        if step > 0:
            leave = min(leave, room / step)
    return enter <= leave
