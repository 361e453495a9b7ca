"""The room round a picture's marks: where a label may stand, and what it would hide there.

A label may cover no box. It may cover a line, which costs the length that it hides, and a head,
which costs as much as a long line. The canvas reckons the same (``20_labels.js``).
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from components.picture.edge_path import Curve
from components.picture.layout import Point

_HEAD_COST = 40.0
_CELL = 64.0
_PIECE = 48.0
_ROWS = 1 << 16
_HEAD_LENGTH = 12.6
_HEAD_HALF = 4.2


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


def around(point: Point, reach: float) -> Box:
    """The square round a point."""
    return Box(point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach)


class Room:
    """Boxes, lines and heads, found by the cells of a grid in which they lie."""

    def __init__(self) -> None:
        self._boxes: dict[int, list[tuple[Box, str, float]]] = defaultdict(list)
        self._heads: dict[int, list[tuple[float, float, float, float, str]]] = defaultdict(list)
        self._pieces: dict[int, list[tuple[float, float, float, float, str]]] = defaultdict(list)

    def put(self, box: Box, own: str = "", give: float = 0.0) -> None:
        """Take the room of a box; what is of the same ``own`` may still stand there.

        The ``give`` is how far a badge may reach into it: a node is rounder than its box.
        """
        for cell in _cells(box, 0.0):
            self._boxes[cell].append((box, own, give))

    def aim(self, name: str, line: Curve, target: Point) -> None:
        """Put the head of a line at its end, if it has one."""
        if line.head is None:
            return
        x, y = line.end
        across, down = target[0] - x, target[1] - y
        long = math.hypot(across, down) or 1.0
        self._heads[_cell(x, y)].append((x, y, across / long, down / long, name))

    def draw(self, name: str, line: Curve, sizes: tuple[float, float]) -> None:
        """Draw the part of a line between its nodes.

        It is cut into straight pieces of some 48 units, each kept at its middle.
        """
        start, via, end = line.start, line.via, line.end
        long = math.dist(start, via) + math.dist(via, end)
        if not long:
            return
        low, high = min(sizes[0] / long, 0.5), 1.0
        if line.head is None:
            high -= min(sizes[1] / long, 0.5)
        count = max(1 if line.is_straight else 4, math.ceil(long / _PIECE))
        step = (high - low) / count
        x, y = line.at(low)
        for number in range(1, count + 1):
            to_x, to_y = line.at(low + number * step)
            middle = _cell((x + to_x) / 2, (y + to_y) / 2)
            self._pieces[middle].append((x, y, to_x, to_y, name))
            x, y = to_x, to_y

    def free(self, box: Box, own: str = "", *, small: bool = False) -> bool:
        """Whether a box meets no other, or ``small`` as it is no more than that gives."""
        left, top, right, bottom = box
        for cell in _cells(box, 0.0):
            for (west, north, east, south), other, give in self._boxes.get(cell, ()):
                meets = left < east and west < right and top < south and north < bottom
                if not meets or (own and other == own):
                    continue
                into = min(right - west, east - left, bottom - north, south - top)
                if not small or into > give:
                    return False
        return True

    def heads(self, box: Box, own: str = "") -> int:
        """How many heads a box hides, in whole or in part, that of the edge ``own`` left out."""
        left, top, right, bottom = box
        hidden = 0
        for cell in _cells(box, _HEAD_LENGTH):
            for x, y, across, down, name in self._heads.get(cell, ()):
                if (
                    left - _HEAD_LENGTH < x < right + _HEAD_LENGTH
                    and top - _HEAD_LENGTH < y < bottom + _HEAD_LENGTH
                    and name != own
                ):
                    to_x, to_y = _HEAD_LENGTH * across, _HEAD_LENGTH * down
                    aside, along = _HEAD_HALF * down, _HEAD_HALF * across
                    hidden += bool(
                        _inside(box, x, y, to_x, to_y)
                        or _inside(box, x - aside, y + along, 2 * aside, -2 * along)
                    )
        return hidden

    def cost(self, box: Box, own: str = "") -> float:
        """What a box would hide of lines and heads, those of the edge ``own`` left out."""
        hidden = _HEAD_COST * self.heads(box, own)
        left, top, right, bottom = box
        pieces = self._pieces
        for cell in _cells(box, _PIECE / 2):
            for piece in pieces.get(cell, ()):
                x, y, to_x, to_y, name = piece
                if (
                    (x < left and to_x < left)
                    or (x > right and to_x > right)
                    or (y < top and to_y < top)
                    or (y > bottom and to_y > bottom)
                    or name == own
                ):
                    continue
                hidden += _inside(box, x, y, to_x - x, to_y - y)
        return hidden


def _cell(x: float, y: float) -> int:
    return int(x // _CELL) * _ROWS + int(y // _CELL)


def _cells(box: Box, reach: float) -> list[int]:
    left, top, right, bottom = box
    first, last = int((top - reach) // _CELL), int((bottom + reach) // _CELL) + 1
    columns = range(int((left - reach) // _CELL), int((right + reach) // _CELL) + 1)
    return [column * _ROWS + row for column in columns for row in range(first, last)]


def _inside(box: Box, x: float, y: float, across: float, down: float) -> float:
    """How much of a piece of line lies in a box (clipping after Liang and Barsky, 1984)."""
    enter, leave = 0.0, 1.0
    for step, room in (
        (-across, x - box.left),
        (across, box.right - x),
        (-down, y - box.top),
        (down, box.bottom - y),
    ):
        if step == 0 and room < 0:
            return 0.0
        if step < 0:
            enter = max(enter, room / step)
        if step > 0:
            leave = min(leave, room / step)
    return max(0.0, leave - enter) * math.hypot(across, down)
