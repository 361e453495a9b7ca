"""Rings by depth round the start.

A ring is an ellipse with room for its labels: beside the nodes at its flanks, above and below at
its top and bottom. The innermost leaves a gap at the right, where the name of the start then stands on
no line. Where a ring would grow too large for that, its nodes zigzag over several
ellipses and only the nodes keep apart; the canvas then shows the labels that find room.
"""

import math
from collections.abc import Sequence

import numpy as np

from components.picture.layout.boxes import LINE, Point, Spot
from components.picture.layout.hierarchy import Hierarchy

_ASPECT = 1.28
_CROWDED_ASPECT = 1.1
_FIRST = 118.0
_BAND = 92.0
_CROWD = 46
_MANY = 80
_FLATNESS = 0.6
_ZIGZAG = 50.0
_SAMPLES = 1440
_FLANK = 0.40
_SLOPE = 0.34
_OUTSIDE = 1.5
_WIDEST = 250.0
_BESIDE = 46.0
_FEW = 6
"""So few lines leave the start a side for its name anyway."""


def rings(spots: Sequence[Spot], family: Hierarchy) -> dict[str, Point]:
    """A point for each spot, the start at (0, 0)."""
    sizes = {spot.id: spot for spot in spots}
    wish = _directions(family, _busiest(family))
    points: dict[str, Point] = {family.start: (0.0, 0.0)}
    aspect = _CROWDED_ASPECT if len(spots) > _MANY else _ASPECT
    across, down = (_FIRST - _BAND) * aspect, _FIRST - _BAND
    inner_width = 0.0
    for depth in sorted(set(family.depth.values()) - {0}):
        names = sorted(
            (name for name in sizes if family.depth[name] == depth),
            key=lambda name: (wish.get(name, 1.0), name),
        )
        ring = [sizes[name] for name in names]
        crowded = len(spots) > _MANY or len(ring) > _CROWD
        across += max(_BAND * aspect, inner_width + 44)
        if len(ring) < _FEW:
            inside = sizes[family.start].width + _BESIDE if depth == 1 else 0.0
            across = max(across, min(_OUTSIDE * inside, _WIDEST))
        down = max(down + _BAND, 0.0 if crowded else _FLATNESS * (across + _typical(ring)))
        lanes = 1 + len(ring) // _CROWD if crowded else 0
        wishes = [wish.get(name, 1.0) for name in names]
        gap = _SLOPE if depth == 1 and len(ring) >= _FEW else 0.0
        across, down, placed = _ring(ring, wishes, (across, down), lanes, gap)
        points.update(zip(names, placed, strict=True))
        inner_width = 0.0 if crowded else _typical(ring)
    return points


def _busiest(family: Hierarchy) -> dict[str, float]:
    """For each node the share of the circle that its descendants need on their fullest ring."""
    totals: dict[int, int] = {}
    for depth in family.depth.values():
        totals[depth] = totals.get(depth, 0) + 1
    counts: dict[str, dict[int, int]] = {}
    for name in reversed(family.order):
        own = {family.depth[name]: 1}
        for child in family.children.get(name, []):
            for depth, number in counts[child].items():
                own[depth] = own.get(depth, 0) + number
        counts[name] = own
    return {
        name: max(number / totals[depth] for depth, number in own.items())
        for name, own in counts.items()
    }


def _directions(family: Hierarchy, share: dict[str, float]) -> dict[str, float]:
    """Each node's place on the circle, 0 to 1, in the middle of its descendants' arc."""
    wish: dict[str, float] = {}
    arcs = [(family.start, 0.0, 1.0)]
    while arcs:
        name, low, high = arcs.pop()
        wish[name] = (low + high) / 2
        children = family.children.get(name, [])
        part = (high - low) / max(sum(share[child] for child in children), 1e-9)
        for child in children:
            width = part * share[child]
            arcs.append((child, low, low + width))
            low += width
    return wish


def _ring(
    ring: Sequence[Spot], wish: Sequence[float], axes: Point, lanes: int, gap: float
) -> tuple[float, float, list[Point]]:
    """The half axes the ring came to (its outermost when zigzagging) and its points."""
    across, down = axes
    room = _room(ring, across, down, lanes, gap)
    while room[-1] < len(ring):
        growth = min(1.25, max(1.03, len(ring) / room[-1]))
        across, down = across * growth, down * growth
        room = _room(ring, across, down, lanes, gap)
    turns = np.linspace(0.0, 1.0, _SAMPLES + 1)
    marks = _spread([float(np.interp(turn, turns, room)) for turn in wish], float(room[-1]))
    points: list[Point] = []
    for number, mark in enumerate(marks):
        turn = float(np.interp(mark % room[-1], room, turns))
        lane = number % max(lanes, 1)
        x, y = _on_ellipse(turn, across + lane * _ZIGZAG, down + lane * _ZIGZAG)
        points.append((round(float(x), 1), round(float(y), 1)))
    wider = max(lanes - 1, 0) * _ZIGZAG
    return across + wider, down + wider, points


def _on_ellipse(turn: float, across: float, down: float) -> Point:
    angle = 2 * math.pi * turn - math.pi / 2
    return across * math.cos(angle), down * math.sin(angle)


def _room(ring: Sequence[Spot], across: float, down: float, lanes: int, gap: float) -> np.ndarray:
    """How many nodes fit from the top clockwise up to each of 1,440 angles; labels too at lanes 0.

    None fits at the right where a line to the middle is less steep than the ``gap``.
    """
    angles = 2 * np.pi * (np.arange(_SAMPLES) + 0.5) / _SAMPLES - np.pi / 2
    speed_x = np.abs(across * np.sin(angles)) * 2 * np.pi
    speed_y = np.abs(down * np.cos(angles)) * 2 * np.pi
    size = max(spot.size for spot in ring)
    if lanes:
        density = np.hypot(speed_x, speed_y) * lanes / (2 * size + 22)
    else:
        width = _typical(ring)
        flank = np.abs(across * np.cos(angles)) >= _FLANK * np.abs(down * np.sin(angles))
        height = np.where(flank, max(2 * size, LINE) + 6, 2 * size + LINE + 8)
        breadth = np.where(flank, width + 2 * size + 14, max(width, 2 * size) + 14)
        density = np.maximum(speed_x / breadth, speed_y / height)
    density[np.abs(down * np.sin(angles)) < gap * across * np.cos(angles)] = 0.0
    return np.concatenate(([0.0], np.cumsum(density) / _SAMPLES))


def _typical(ring: Sequence[Spot]) -> float:
    """The label width that four in five labels of a ring do not pass."""
    return float(np.percentile([spot.width for spot in ring], 80))


def _spread(wish: Sequence[float], room: float) -> list[float]:
    """Marks on a circle of length ``room``, in order, at least 1 apart, near where they wish.

    Least squares under the gap: isotonic regression (pool adjacent violators) of the wishes less
    their index. When the ends then meet, the marks are spread evenly.
    """
    blocks: list[tuple[float, int]] = []
    for number, value in enumerate(wish):
        mean, count = value - number, 1
        while blocks and blocks[-1][0] > mean:
            other, size = blocks.pop()
            mean, count = (mean * count + other * size) / (count + size), count + size
        blocks.append((mean, count))
    flat = [mean for mean, count in blocks for _ in range(count)]
    marks = [value + number for number, value in enumerate(flat)]
    if marks[-1] - marks[0] <= room - 1:
        return marks
    step = room / len(wish)
    shift = sum(value - number * step for number, value in enumerate(wish)) / len(wish)
    return [number * step + shift for number in range(len(wish))]
