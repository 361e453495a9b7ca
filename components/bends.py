"""How far each pair of entities bends its relations, so that no line runs through a third entity.

Two lines on top of each other would read as one, and a dashed one as solid, so this is about
honesty as much as looks.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.layout import Point

Pair = tuple[str, str]
Array = NDArray[np.float64]

_CLEARANCE = 8.0
_TRIED = (0.0, 0.24, -0.24, 0.42, -0.42, 0.64, -0.64)
_SHARES = np.linspace(0.06, 0.94, 23)


class Disc(NamedTuple):
    """Where an entity stands and how large it is drawn."""

    point: Point
    size: float


def pair_bends(pairs: Sequence[Pair], discs: Mapping[str, Disc]) -> dict[Pair, float]:
    """The bend of each pair, seen from its first entity, as ``DrawnEdge.bend`` counts it.

    The smallest bend tried whose curve keeps clear of every other entity; where none does, the
    clearest. Hidden entities count like shown ones, so hiding bends nothing.
    """
    names = list(discs)
    index = {name: number for number, name in enumerate(names)}
    centres = np.array([discs[name].point for name in names], dtype=np.float64).reshape(-1, 2)
    sizes = np.array([discs[name].size for name in names], dtype=np.float64)
    bends = {}
    for first, second in dict.fromkeys(pairs):
        if first == second:
            continue
        ends = (index[first], index[second])
        others = np.ones(len(names), dtype=bool)
        others[list(ends)] = False
        bends[first, second] = _clearest(
            centres[ends[0]], centres[ends[1]], centres[others], sizes[others]
        )
    return bends


def _clearest(start: Array, end: Array, centres: Array, sizes: Array) -> float:
    if not len(centres):
        return 0.0
    near = _beside(start, end, centres, sizes)
    if not near.any():
        return 0.0
    best, best_gap = 0.0, -np.inf
    for bend in _TRIED:
        gap = _gap(_curve(start, end, bend), centres, sizes)
        if gap >= _CLEARANCE:
            return bend
        if gap > best_gap:
            best, best_gap = bend, gap
    return best


def _beside(start: Array, end: Array, centres: Array, sizes: Array) -> NDArray[np.bool_]:
    """Which discs the straight line comes too near to."""
    along = end - start
    length = float(along @ along)
    shares = np.clip((centres - start) @ along / length, 0.0, 1.0) if length else np.zeros(1)
    nearest = start + np.outer(shares, along)
    distances = np.hypot(*(centres - nearest).T)
    return np.asarray(distances < sizes + _CLEARANCE)


def _curve(start: Array, end: Array, bend: float) -> Array:
    """Points of the quadratic Bézier curve with this bend (``edge_path.curve``)."""
    along = end - start
    control = (start + end) / 2 + bend * 0.5 * np.array([-along[1], along[0]])
    shares = _SHARES[:, None]
    return np.asarray(
        (1 - shares) ** 2 * start + 2 * shares * (1 - shares) * control + shares**2 * end
    )


def _gap(points: Array, centres: Array, sizes: Array) -> float:
    apart = points[:, None, :] - centres[None, :, :]
    return float((np.hypot(apart[..., 0], apart[..., 1]) - sizes[None, :]).min())
