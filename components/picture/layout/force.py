"""Springs: Kamada and Kawai's layout (1989, by igraph), started from the rings, then moved apart.

Started from fixed points the computation draws no random number, so it needs no seed.
"""

from collections.abc import Sequence

import igraph
import numpy as np

from components.picture.layout.boxes import Point, Spot, half_box, separate
from components.picture.layout.hierarchy import Hierarchy
from components.picture.layout.rings import rings

_LINK = 118.0
_STEPS = 40
_FILL = 0.55
_STRETCH = 1.15
_MANY = 80  # beyond it only part of each label gets room, and the canvas leaves labels out
_SHORT = 56.0
_FEW = 6
_THICK = 0.4
"""What stands in a row is no reason to draw it out to fill a plane."""
_GAP = 0.36
"""Half the angle that the name of the start needs to stand between two lines."""


def force(
    spots: Sequence[Spot], pairs: Sequence[tuple[str, str]], family: Hierarchy
) -> dict[str, Point]:
    """A point for each spot, the start at (0, 0)."""
    index = {spot.id: number for number, spot in enumerate(spots)}
    begin = rings(spots, family)
    edges = sorted({(min(a, b), max(a, b)) for a, b in pairs if a != b})
    graph = igraph.Graph(n=len(spots), edges=[(index[a], index[b]) for a, b in edges])
    seed = [[coordinate / _LINK for coordinate in begin[spot.id]] for spot in spots]
    if len(spots) > _MANY:
        spots = [spot._replace(width=min(spot.width, _SHORT)) for spot in spots]
    start = index[family.start]
    points = np.array(springs(graph, seed).coords)
    near = graph.neighbors(start)
    points = _turned(points - points[start], near) * _LINK * [_STRETCH, 1 / _STRETCH]
    points = _parted(points, near)
    points = separate(spots, _roomy(spots, points))
    points = points - points[start]
    return {
        spot.id: (round(float(x), 1), round(float(y), 1))
        for spot, (x, y) in zip(spots, points, strict=True)
    }


def springs(graph: igraph.Graph, seed: list[list[float]]) -> igraph.Layout:
    """Kamada and Kawai's layout of a graph, from the given points."""
    return graph.layout_kamada_kawai(seed=seed, maxiter=_STEPS * graph.vcount())


def _turned(points: np.ndarray, near: Sequence[int]) -> np.ndarray:
    """The points turned round the start: the widest gap between its lines comes to the right.

    There its name stands on none of them. A few lines leave it a side anyway.
    """
    if len(near) < _FEW:
        return points
    angles = np.sort(np.arctan2(*points[list(near)].T[::-1]))
    gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
    widest = int(np.argmax(gaps))
    turn = -(angles[widest] + gaps[widest] / 2)
    cos, sin = np.cos(turn), np.sin(turn)
    turned: np.ndarray = points @ np.array([[cos, sin], [-sin, cos]])
    return turned


def _parted(points: np.ndarray, near: Sequence[int]) -> np.ndarray:
    """The points closed up round the start like a fan until the gap at the right is wide enough."""
    if len(near) < _FEW:
        return points
    angles = np.arctan2(points[:, 1], points[:, 0])
    gap = float(np.abs(angles[list(near)]).min())
    if gap >= _GAP:
        return points
    share = (np.pi - _GAP) / (np.pi - gap)
    closed = np.sign(angles) * (np.pi - (np.pi - np.abs(angles)) * share)
    reach = np.hypot(points[:, 0], points[:, 1])
    return np.column_stack((reach * np.cos(closed), reach * np.sin(closed)))


def _roomy(spots: Sequence[Spot], points: np.ndarray) -> np.ndarray:
    """The points scaled up until the boxes fill about half of what they span."""
    need = sum(4 * wide * high for wide, high in map(half_box, spots))
    span = np.maximum(np.ptp(points, axis=0), 1.0)
    span = np.maximum(span, span.max() * _THICK)
    return points * max(1.0, float(np.sqrt(need / _FILL / (span[0] * span[1]))))
