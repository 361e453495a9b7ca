"""Left to right: one column for each depth.

Lines come from the left and labels stand at the right, so a column of its own keeps them apart. A
depth of more than 40 nodes, whose labels would not find room in one column, is folded into several
that stand close together, far from those of the next depth. Few nodes stand farther apart than
many, so that the lines between them and the heads of these are seen.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from components.picture.layout.boxes import Point, Spot
from components.picture.layout.hierarchy import Hierarchy

ROW = 30.0
_LARGEST_ROW = 100.0
_HEIGHT = 660.0
SUBCOLUMN = 130.0
_GUTTER = 74.0
_APART = 2.2
SINGLE = 40
_FLATNESS = 1.1
_PROPORTION = 1.05
_STRETCH = 2.6


class Frame(NamedTuple):
    """How a tree is drawn: the room before each depth and the way from row to row."""

    gaps: dict[int, float]
    row: float


def tree(spots: Sequence[Spot], family: Hierarchy) -> dict[str, Point]:
    """A point for each spot, the start at (0, 0) and its kin to the right of it.

    Nodes without a way to the start stand in the last column.
    """
    sizes = {spot.id: spot for spot in spots}
    order = _reading_order(family, [spot.id for spot in spots])
    folds = _folds(family, order)
    heights = _rows(family, order, folds)
    left = _columns(family, sizes, folds)
    nth: dict[int, int] = {}
    points: dict[str, Point] = {}
    for name in order:
        depth = family.depth[name]
        fold = nth.get(depth, 0) % folds[depth]
        nth[depth] = nth.get(depth, 0) + 1
        points[name] = (left[depth] + fold * SUBCOLUMN, heights[name])
    origin = points[family.start]
    wide, high = (max(axis) - min(axis) for axis in zip(*points.values(), strict=True))
    stretch = min(_STRETCH, max(1.0, _PROPORTION * high / wide)) if wide else 1.0
    return {
        name: (round((x - origin[0]) * stretch, 1), round(y - origin[1], 1))
        for name, (x, y) in points.items()
    }


def frame(spots: Sequence[Spot], family: Hierarchy) -> Frame:
    """The measures of the tree of all spots, for what is added to a part of it."""
    order = _reading_order(family, [spot.id for spot in spots])
    folds = _folds(family, order)
    columns: dict[int, list[float]] = {depth: [] for depth in folds}
    for name, point in tree(spots, family).items():
        columns[family.depth[name]].append(point[0])
    gaps = {depth: min(columns[depth]) - max(columns[depth - 1]) for depth in sorted(columns)[1:]}
    return Frame(gaps, _row(family, order, folds))


def _reading_order(family: Hierarchy, names: Sequence[str]) -> list[str]:
    """Depth first, children in order; then what hangs on nothing."""
    order: list[str] = []
    stack = [family.start]
    while stack:
        name = stack.pop()
        order.append(name)
        stack.extend(reversed(family.children.get(name, [])))
    met = set(order)
    return order + [name for name in names if name not in met]


def _folds(family: Hierarchy, order: Sequence[str]) -> dict[int, int]:
    """Into how many columns each depth is folded, so that the picture stays wider than high."""
    folds: dict[int, int] = {}
    for depth in sorted({family.depth[name] for name in order}):
        number = sum(family.depth[name] == depth for name in order)
        share = math.sqrt(number * ROW / (_FLATNESS * SUBCOLUMN))
        folds[depth] = 1 if number <= SINGLE else max(2, round(share))
    return folds


def _leaves(family: Hierarchy, order: Sequence[str]) -> list[str]:
    return [name for name in order if not family.children.get(name)]


def _row(family: Hierarchy, order: Sequence[str], folds: dict[int, int]) -> float:
    """From one leaf to the next: few stand farther apart than many."""
    number = sum(1 / folds[family.depth[name]] for name in _leaves(family, order))
    return max(ROW, min(_LARGEST_ROW, _HEIGHT / number))


def _rows(family: Hierarchy, order: Sequence[str], folds: dict[int, int]) -> dict[str, float]:
    """The height of each node: leaves one after another, parents in the middle of theirs."""
    leaves = _leaves(family, order)
    row = _row(family, order, folds)
    heights: dict[str, float] = {}
    lowest: dict[int, float] = {}
    pen = 0.0
    for name in leaves:
        heights[name] = pen
        pen += row / folds[family.depth[name]]
    for name in reversed(order):
        children = family.children.get(name)
        if children:
            heights[name] = (heights[children[0]] + heights[children[-1]]) / 2
    for name in order:
        depth = family.depth[name]
        least = lowest.get(depth, -math.inf)
        heights[name] = max(heights[name], least)
        lowest[depth] = heights[name] + row / folds[depth]
    return heights


def _columns(family: Hierarchy, sizes: dict[str, Spot], folds: dict[int, int]) -> dict[int, float]:
    """Where each depth begins: past the labels of the one before, and past any doubt."""
    left: dict[int, float] = {}
    pen = 0.0
    for depth, fold in sorted(folds.items()):
        left[depth] = pen
        widths = [sizes[name].width for name in sizes if family.depth[name] == depth]
        folded = max(fold, folds.get(depth + 1, 1)) > 1
        least = _APART * SUBCOLUMN if folded else 0.0
        pen += (fold - 1) * SUBCOLUMN + max(max(widths) + _GUTTER, least)
    return left
