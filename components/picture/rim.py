"""Where a line meets the border of a node, as vis-network 9.1.2 reckons it."""

import math
from typing import NamedTuple

from components.picture.layout import Point
from components.picture.shapes import SCALES

_BORDER = 2.0


class Rim(NamedTuple):
    """A node as its lines see it: where it stands, how large, and how far its border is."""

    point: Point
    size: float
    shape: str

    def distance(self, angle: float) -> float:
        """From the middle to the border; vis takes every shape but a dot for a square."""
        if self.shape not in SCALES:
            return self.size
        half = self.size * SCALES[self.shape]
        return half / max(abs(math.cos(angle)), abs(math.sin(angle))) + _BORDER

    def room(self, point: Point) -> float:
        """How far inside the border a point is; negative outside."""
        across, down = self.point[0] - point[0], self.point[1] - point[1]
        return self.distance(math.atan2(down, across)) - math.hypot(across, down)


def moved(point: Point, angle: float, distance: float) -> Point:
    """The point at a distance from another."""
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)
