"""How far each pair of entities bends its relations, so that no line runs through a third entity.

Two lines on top of each other would read as one, and a dashed one as solid, so this is about
honesty as much as looks.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.picture.edge_path import swing
from components.picture.layout import Point

Pair = tuple[str, str]
Array = NDArray[np.float64]

_CLEARANCE = 8.0
_TRIED = (0.0, 0.12, -0.12, 0.18, -0.18, 0.26, -0.26, 0.42, -0.42)
_SHARES = np.linspace(0.06, 0.94, 23)
_WIDEST = swing(max(_TRIED))[1] / 2
"""How far the curve with the largest bend leaves the straight line, as a part of its length."""


class Disc(NamedTuple):
    """Where an entity stands and how large it is drawn."""

    point: Point
    size: float


def pair_bends(pairs: Sequence[Pair], discs: Mapping[str, Disc]) -> dict[Pair, float]:
    """The bend of each pair, seen from its first entity, as ``DrawnEdge.bend`` counts it.

    The smallest bend tried whose curve keeps clear of every other entity; where none does, the
    clearest. Hidden entities count like shown ones, so hiding bends nothing, and what was found
    for a picture (50 ms for 200 relations) is remembered.
    """
    return dict(_pair_bends(tuple(pairs), tuple(discs.items())))


@lru_cache(maxsize=32)
def _pair_bends(pairs: Sequence[Pair], items: Sequence[tuple[str, Disc]]) -> dict[Pair, float]:
    discs = dict(items)
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
    apart, length = _from_line(start, end, centres)
    if not (apart < sizes + _CLEARANCE).any():
        return 0.0
    reached = apart < sizes + _CLEARANCE + _WIDEST * length
    centres, sizes = centres[reached], sizes[reached]
    best, best_gap = 0.0, -np.inf
    for bend in _TRIED:
        gap = _gap(_curve(start, end, bend), centres, sizes)
        if gap >= _CLEARANCE:
            return bend
        if gap > best_gap:
            best, best_gap = bend, gap
    return best


def _from_line(start: Array, end: Array, centres: Array) -> tuple[Array, float]:
    """How far each centre is from the straight line between two points, and how long that is."""
    along = end - start
    squared = float(along @ along)
    shares = np.clip((centres - start) @ along / squared, 0.0, 1.0) if squared else np.zeros(1)
    nearest = start + np.outer(shares, along)
    return np.hypot(*(centres - nearest).T), float(np.sqrt(squared))


def _curve(start: Array, end: Array, bend: float) -> Array:
    """Points of the curve with this bend (``edge_path.curve``), drawn from either end.

    A bend leans towards the end of its line, so the two ways differ.
    """
    along, aside = swing(bend)
    way = end - start
    left = aside * np.array([way[1], -way[0]])
    shares = _SHARES[:, None]
    ways = [start + share * way + left for share in (along, 1 - along)]
    return np.concatenate([
        (1 - shares) ** 2 * start + 2 * shares * (1 - shares) * via + shares**2 * end
        for via in ways
    ])


def _gap(points: Array, centres: Array, sizes: Array) -> float:
    across = points[:, None, 0] - centres[None, :, 0]
    down = points[:, None, 1] - centres[None, :, 1]
    return float((np.sqrt(across * across + down * down) - sizes[None, :]).min())
