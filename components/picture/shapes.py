"""The outlines of node shapes, as vis-network 9.1.2 draws them on the canvas."""

import math

from components.picture.layout import Point

SCALES = {
    "square": 0.86,
    "diamond": 1.12,
    "triangle": 1.06,
    "triangleDown": 1.06,
    "star": 1.12,
    "hexagon": 1.0,
}
"""What the size of a shape is multiplied by, so that all weigh alike; a dot is not among them."""


def shape_path(shape: str, middle: Point, size: float) -> str:
    """The SVG path of a node's shape round a point."""
    x, y = middle
    if shape not in SCALES:
        return f"M{x - size:.1f} {y:.1f}a{size} {size} 0 1 1 0 .01z"
    corners = _corners(shape, size * SCALES[shape])
    return f"M{'L'.join(f'{x + across:.1f} {y + down:.1f}' for across, down in corners)}z"


def _corners(shape: str, size: float) -> list[Point]:
    if shape == "square":
        return _round(4, 45, size * math.sqrt(2))
    if shape == "diamond":
        return _round(4, 0, size)
    if shape == "hexagon":
        return _round(6, 0, size)
    if shape == "star":
        tips, dents = _round(5, -90, size * 0.82 * 1.3), _round(5, -54, size * 0.82 * 0.5)
        star = [corner for pair in zip(tips, dents, strict=True) for corner in pair]
        return [(across, down + 0.082 * size) for across, down in star]
    side, up = size * 1.15, 1.0 if shape == "triangle" else -1.0
    corners = _round(3, -90 * up, side * 2 / math.sqrt(3))
    return [(across, down + 0.275 * side * up) for across, down in corners]


def _round(count: int, turn: float, reach: float) -> list[Point]:
    angles = [math.radians(turn + 360 * step / count) for step in range(count)]
    return [(reach * math.cos(angle), reach * math.sin(angle)) for angle in angles]
