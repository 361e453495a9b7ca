"""How far each pair of entities bends its relations, so that no line runs through a third entity.

Two lines on top of each other would read as one, and a dashed one as solid: honesty, not just looks.
"""

from collections import Counter
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
_OUTSIDE = (0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.72, 0.85)
_OUTSIDE_CLEARANCE = 10.0
"""Round a column more than elsewhere: counts of what is not drawn stand at the left of nodes."""
_STEEP = 0.1
_LEAST_SEEN = 22.0
_ARC = 1.0
_NESTED = 0.05
_LARGEST_FLOOR = 0.5
_BEND = 0.22
_LARGEST_BEND = 0.9
_SHARES = np.linspace(0.06, 0.94, 23)
_WIDEST = swing(max(_TRIED))[1] / 2
"""How far the curve with the largest bend leaves the straight line, as a part of its length."""


class Disc(NamedTuple):
    """Where an entity stands and how large it is drawn."""

    point: Point
    size: float


def spread(number: int, count: int) -> float:
    """How far the ``number``-th of ``count`` parallel edges bends, evenly round their pair's."""
    step = min(_BEND, 2 * _LARGEST_BEND / count)
    return round((number - (count - 1) / 2) * step, 3)


def pair_bends(
    pairs: Sequence[Pair], discs: Mapping[str, Disc], *, columns: bool = False
) -> dict[Pair, float]:
    """The bend of each pair, seen from its first entity, as ``DrawnEdge.bend`` counts it.

    The smallest bend tried whose curve keeps clear of every other entity; where none does, the
    clearest. Hidden entities count like shown ones, so hiding bends nothing, and what was found
    for a picture (50 ms for 200 relations) is remembered.

    Args:
        pairs: The ends of each relation, so a pair is there once for each parallel one.
        discs: The entities.
        columns: Whether entities stand in columns with their labels at the right: lines inside a
            column then go round it at the left, the longer outside the shorter.
    """
    return dict(_pair_bends(tuple(pairs), tuple(discs.items()), columns))


@lru_cache(maxsize=32)
def _pair_bends(
    pairs: Sequence[Pair], items: Sequence[tuple[str, Disc]], columns: bool
) -> dict[Pair, float]:
    discs = dict(items)
    names = list(discs)
    index = {name: number for number, name in enumerate(names)}
    centres = np.array([discs[name].point for name in names], dtype=np.float64).reshape(-1, 2)
    sizes = np.array([discs[name].size for name in names], dtype=np.float64)
    bends: dict[Pair, float] = {}
    inside: list[Pair] = []
    for first, second in dict.fromkeys(pairs):
        if first == second:
            continue
        ends = [index[first], index[second]]
        across, down = np.abs(centres[ends[1]] - centres[ends[0]])
        if columns and across <= _STEEP * down:
            inside.append((first, second))
            continue
        others = np.delete(centres, ends, axis=0), np.delete(sizes, ends)
        if _is_near(centres[ends], sizes[ends]):
            bends[first, second] = _arc(centres[ends], others, centres.mean(axis=0))
        else:
            bends[first, second] = _clearest(centres[ends[0]], centres[ends[1]], *others)
    numbers = Counter(pairs)
    widest: dict[tuple[str, bool], float] = {}
    for first, second in sorted(inside, key=lambda pair: (_height(pair, discs), pair)):
        ends = [index[first], index[second]]
        half = spread(numbers[first, second] - 1, numbers[first, second])
        falls = bool(centres[ends[1], 1] > centres[ends[0], 1])
        ways = ((first, falls), (second, not falls))
        shorter = max(widest.get(way, 0.0) for way in ways)
        others = np.delete(centres, ends, axis=0), np.delete(sizes, ends)
        is_near = _is_near(centres[ends], sizes[ends])
        bend = _round_column(centres[ends], others, half, shorter, is_near=is_near)
        bends[first, second] = bend
        for way in ways:
            widest[way] = max(widest.get(way, 0.0), bend * (-1 if falls else 1) + half)
    return bends


def _height(pair: Pair, discs: Mapping[str, Disc]) -> float:
    return abs(discs[pair[0]].point[1] - discs[pair[1]].point[1])


def _is_near(ends: Array, sizes: Array) -> bool:
    """Whether two stand so near that their discs leave no line to see."""
    return bool(np.hypot(*(ends[1] - ends[0])) < sizes.sum() + _LEAST_SEEN)


def _arc(ends: Array, others: tuple[Array, Array], middle: Array) -> float:
    """The bend of a pair so near that a line would not be seen: an arc, best towards the middle."""
    curves = {bend: _curve(ends[0], ends[1], bend) for bend in (_ARC, -_ARC)}
    farness = {bend: np.hypot(*(curve - middle).T).min() for bend, curve in curves.items()}
    gaps = {bend: min(_gap(curve, *others), _CLEARANCE) for bend, curve in curves.items()}
    return max(curves, key=lambda bend: (gaps[bend], -farness[bend]))


def _round_column(
    ends: Array, others: tuple[Array, Array], half: float, shorter: float, *, is_near: bool
) -> float:
    """The bend of a pair in one column: none between neighbours, else round it at the left.

    Args:
        ends: Where the two stand.
        others: The middles and sizes of all other entities.
        half: How far its parallel relations bend to either side of the bend.
        shorter: The widest bend of a shorter pair that leaves one of the ends the same way.
        is_near: Whether they stand so near that only an arc is seen.
    """
    start, end = ends
    left = -1 if end[1] > start[1] else 1
    floor = min(shorter + half + _NESTED, _LARGEST_FLOOR) if shorter else 0.0
    outside = [_ARC] if is_near else [bend for bend in _OUTSIDE if bend >= floor]
    tried = [left * bend for bend in outside] + [-left * bend for bend in outside]
    if not is_near:
        tried.insert(0, 0.0)
    best, best_gap = 0.0, -np.inf
    for bend in tried:
        gap = min(_gap(_curve(start, end, bend + side), *others) for side in (-half, half))
        if gap >= (_OUTSIDE_CLEARANCE if bend else _CLEARANCE):
            return bend
        if gap > best_gap:
            best, best_gap = bend, gap
    return best


def _clearest(start: Array, end: Array, centres: Array, sizes: Array) -> float:
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
    return float((np.sqrt(across * across + down * down) - sizes[None, :]).min(initial=np.inf))
