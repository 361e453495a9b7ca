"""A tree that grows: what is new stands in columns right of its parents, what stood stays.

New nodes follow the order of their parents, and brothers that of the hierarchy, so that lines to
one column cross as little as what stands there allows; each is as near to the height of its parent
as the others leave room.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from components.picture.layout.boxes import GAP, Point, Spot
from components.picture.layout.hierarchy import Hierarchy
from components.picture.layout.tree import ROW, SINGLE, SUBCOLUMN, frame
from components.picture.layout.tree_wishes import wishes

_SHARE = 4
_CROSSING = 60.0
_FOLD = 60.0
_NUDGE = 0.1


def grown(
    spots: Sequence[Spot], family: Hierarchy, points: Mapping[str, Point]
) -> dict[str, Point]:
    """The points, of which there are some, and one for each spot that had none."""
    if all(spot.id in points for spot in spots):
        return dict(points)
    growth = _Growth(spots, family, points)
    for depth, names in itertools.groupby(family.order, key=family.depth.__getitem__):
        growth.level(depth, list(names))
    return growth.points


class _Growth:
    """The points so far.

    Attributes:
        points: Where each node stands.
    """

    def __init__(
        self, spots: Sequence[Spot], family: Hierarchy, points: Mapping[str, Point]
    ) -> None:
        self.points = dict(points)
        self._sizes = {spot.id: spot for spot in spots}
        self._family = family
        self._plan = frame(spots, family)
        self._rows = [self._row(name, point) for name, point in points.items()]
        self._end = -math.inf

    def level(self, depth: int, names: Sequence[str]) -> None:
        """Place what is new of one depth; those before have their places."""
        new = [name for name in names if name not in self.points]
        if new:
            columns = self._columns(depth, names, new)
            step = max([self._plan.row, *(2 * self._sizes[name].size + GAP for name in new)])
            self._fill(depth, self._order(new), columns, step)
        self._end = max([self._end, *self._lines(names)])

    def _row(self, name: str, point: Point) -> tuple[float, float, float, float]:
        """Left and right of a node and its name, its height and half its tallness."""
        spot = self._sizes[name]
        size, beside = spot.size + GAP / 2, spot.size + spot.width + GAP
        is_start = name == self._family.start
        left, right = (beside, size) if is_start else (size, beside)
        return point[0] - left, point[0] + right, point[1], max(size, ROW / 2)

    def _lines(self, names: Iterable[str]) -> list[float]:
        """Where the columns of some nodes stand; the few that were moved elsewhere make none."""
        counts = Counter(self.points[name][0] for name in names if name in self.points)
        return sorted(x for x, count in counts.items() if count * _SHARE >= max(counts.values()))

    def _columns(self, depth: int, names: Sequence[str], new: Sequence[str]) -> list[float]:
        """The columns that stand, else one past the depth before; more when they are full.

        Further ones stand past the names of those before and well before the next depth.
        """
        if not depth:
            return [min(x for x, _ in self.points.values()) - self._plan.gaps.get(1, SUBCOLUMN)]
        columns = [x for x in self._lines(names) if x > self._end]
        columns = columns or [self._end + self._plan.gaps[depth]]
        spots = [self._sizes[name] for name in new]
        apart = max([SUBCOLUMN, *(spot.width + 2 * (spot.size + GAP) for spot in spots)])
        deeper = [point[0] for name, point in self.points.items() if self._depth(name) > depth]
        stop = min((x for x in deeper if x > columns[-1]), default=math.inf)
        while len(columns) * SINGLE < len(names) and columns[-1] + 2 * apart < stop:
            columns.append(columns[-1] + apart)
        return columns

    def _depth(self, name: str) -> int:
        return self._family.depth[name]

    def _order(self, new: Sequence[str]) -> list[str]:
        """By the height of the parents, then as brothers stand; what hangs on nothing is last."""
        family = self._family
        brother = {
            name: number
            for children in family.children.values()
            for number, name in enumerate(children)
        }
        rank = {name: number for number, name in enumerate(family.order)}

        def key(name: str) -> tuple[float, int, int]:
            above = family.parent.get(name)
            if above is None:
                return math.inf, 0, rank[name]
            return self.points[above][1], rank[above], brother[name]

        return sorted(new, key=key)

    def _fill(self, depth: int, new: Sequence[str], columns: Sequence[float], step: float) -> None:
        """Place one after another, in a further column when that saves a long way or crossings."""
        family = self._family
        foot = max(y for _, y in self.points.values()) + step
        heights = [
            self.points[family.parent[name]][1] if name in family.parent else foot for name in new
        ]
        kin = [
            (self.points[family.parent[name]][1], self.points[name][1], self.points[name][0])
            for name in self.points
            if self._depth(name) == depth and name in family.parent
        ]
        wanted = wishes(heights, [pair[:2] for pair in kin], step / len(columns))
        lowest: dict[tuple[str, float], float] = {}
        for name, height, wish in zip(new, heights, wanted, strict=True):
            above = family.parent.get(name, "")
            others = np.array(kin).reshape(-1, 3) - (height, 0, 0)
            found = []
            for number, x in enumerate(self._right_of(depth, name, columns)):
                floor = lowest.get((above, x), -math.inf)
                cost, y = self._nearest(name, x, wish, floor, others[np.abs(others[:, 2] - x) < 1])
                found.append((cost + _FOLD * number, y, x))
            _, y, x = min(found)
            self.points[name] = round(x, 1), round(y, 1)
            self._rows.append(self._row(name, self.points[name]))
            lowest[above, x] = y
            kin.append((height, *self.points[name][::-1]))

    def _right_of(self, depth: int, name: str, columns: Sequence[float]) -> list[float]:
        """The columns that stand right of the parent, or one past it where it was moved."""
        above = self._family.parent.get(name)
        if above is None:
            return list(columns)
        least = self.points[above][0] + self._sizes[above].size + self._sizes[name].size + GAP
        past = self.points[above][0] + self._plan.gaps[depth]
        return [x for x in columns if x > least] or [past]

    def _nearest(
        self, name: str, x: float, wish: float, floor: float, kin: np.ndarray
    ) -> tuple[float, float]:
        """The cheapest free height at ``x``, after what it costs: the way to it and crossings."""
        left, right, _, half = self._row(name, (x, wish))
        rows = np.array(self._rows)
        rows = rows[(rows[:, 0] < right) & (rows[:, 1] > left)]
        reach = rows[:, 3] + half + _NUDGE
        tries = np.concatenate(([wish, floor], rows[:, 2] - reach, rows[:, 2] + reach))
        tries = np.round(tries[np.isfinite(tries) & (tries >= floor)], 1)
        apart = np.abs(tries[:, None] - rows[:, 2]) >= reach - _NUDGE / 2
        tries = tries[apart.all(axis=1)]
        crossed = (kin[:, 0] * (kin[:, 1] - tries[:, None]) < 0).sum(axis=1)
        costs = np.abs(tries - wish) + _CROSSING * crossed
        best = int(np.argmin(costs))
        return float(costs[best]), float(tries[best])
