"""Where nodes go: the same input gives the same picture, and what was placed never moves.

Coordinates are in drawing units, one pixel at full zoom, with the start at (0, 0) and y downwards.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from components.picture.layout.boxes import Anchor, Point, Spot, free_spot, outward
from components.picture.layout.force import force
from components.picture.layout.hierarchy import Hierarchy, hierarchy, neighbours
from components.picture.layout.rings import rings
from components.picture.layout.tree import tree
from components.picture.layout.tree_growth import grown
from components.view import Layout

__all__ = ["Anchor", "Layout", "Point", "Spot", "anchors", "place"]

_TIES = 4


def place(
    spots: Sequence[Spot],
    links: Iterable[tuple[str, str]],
    *,
    start: str,
    layout: Layout,
    kept: Mapping[str, Point] | None = None,
) -> dict[str, Point]:
    """A point for each spot.

    With nothing kept all nodes are laid out together. Beside ``kept`` ones, what is new goes to
    the nearest free place beside the node that leads to it, in a tree to the column right of it;
    a first walk of which nothing is kept is laid out together.

    Args:
        spots: The nodes, in the order in which they were met; ids are unique.
        links: Pairs of ids that are joined; pairs with an unknown end are ignored.
        start: The node in the middle (or at the left); the first spot when it is not among them.
        layout: Which picture.
        kept: Points that stay as they are.
    """
    known = {spot.id for spot in spots}
    pairs = [pair for pair in links if pair[0] in known and pair[1] in known]
    points = {name: point for name, point in (kept or {}).items() if name in known}
    if not spots:
        return {}
    family = hierarchy(spots, pairs, start if start in known else spots[0].id)
    first = [spot for spot in spots if spot.walk == 0]
    if not points:
        points = _whole(spots, pairs, family.start, layout)
    elif first and not any(spot.id in points for spot in first):
        fresh = _whole(first, pairs, family.start, layout)
        points = fresh | points
    if layout is Layout.TREE:
        points = grown(spots, family, points)
    else:
        _beside(spots, pairs, family, points, layout)
    return {spot.id: points[spot.id] for spot in spots}


def anchors(points: Mapping[str, Point], *, start: str, layout: Layout) -> dict[str, Anchor]:
    """On which side of each node its label is tried first: away from the middle of the picture."""
    if not points:
        return {}
    middle = points.get(start, (0.0, 0.0))
    found = _sides(np.array(list(points.values()), dtype=float), middle, layout)
    return dict(zip(points, map(Anchor, found.tolist()), strict=True))


def _sides(points: np.ndarray, middle: Point, layout: Layout) -> np.ndarray:
    starts = (points == np.array(middle)).all(axis=1)
    if layout is Layout.TREE:
        # All lines of the start leave to the right.
        return np.where(starts, Anchor.LEFT.value, Anchor.RIGHT.value)
    if layout is Layout.FORCE:
        return np.where(starts, Anchor.RIGHT.value, Anchor.BELOW.value)
    return np.where(starts, Anchor.RIGHT.value, outward(points, middle))


def _whole(
    spots: Sequence[Spot], pairs: Sequence[tuple[str, str]], start: str, layout: Layout
) -> dict[str, Point]:
    known = {spot.id for spot in spots}
    inside = [pair for pair in pairs if pair[0] in known and pair[1] in known]
    family = hierarchy(spots, inside, start if start in known else spots[0].id)
    if layout is Layout.TREE:
        return tree(spots, family)
    if layout is Layout.FORCE:
        return force(spots, inside, family)
    return rings(spots, family)


def _beside(
    spots: Sequence[Spot],
    pairs: Sequence[tuple[str, str]],
    family: Hierarchy,
    points: dict[str, Point],
    layout: Layout,
) -> None:
    """Place what has no point yet, nearest to the start first, so that parents come before."""
    sizes = {spot.id: spot for spot in spots}
    around = neighbours(pairs)
    middle = points.get(family.start, (0.0, 0.0))
    waiting = [name for name in family.order if name not in points]
    for name in waiting:
        parent = family.parent.get(name)
        while parent is not None and parent not in points:
            parent = family.parent.get(parent)
        points[name] = free_spot(
            sizes[name],
            points.get(parent or family.start, (0.0, 0.0)),
            [(sizes[other], point) for other, point in points.items()],
            ties=[points[other] for other in sorted(around[name] & points.keys())][:_TIES],
            middle=middle,
            sides=lambda places: _sides(places, middle, layout),
        )
