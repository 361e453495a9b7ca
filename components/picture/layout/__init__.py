"""Where nodes go: the same input gives the same picture, and what was placed never moves.

Coordinates are in drawing units, one pixel at full zoom, with the start at (0, 0) and y downwards.
"""

from collections.abc import Iterable, Mapping, Sequence

from components.picture.layout.boxes import Anchor, Point, Spot, free_spot
from components.picture.layout.force import force
from components.picture.layout.hierarchy import Hierarchy, hierarchy
from components.picture.layout.rings import rings
from components.picture.layout.tree import tree
from components.view import Layout

__all__ = ["Anchor", "Layout", "Point", "Spot", "anchors", "place"]

_SIDEWAYS = 0.42


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
    the nearest free place beside the node that leads to it; a first walk of which nothing is kept
    is laid out together.

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
    _beside(spots, family, points)
    return {spot.id: points[spot.id] for spot in spots}


def anchors(points: Mapping[str, Point], *, start: str, layout: Layout) -> dict[str, Anchor]:
    """On which side of each node its label is tried first: away from the middle of the picture."""
    if layout is Layout.TREE:
        # All lines of the start leave to the right.
        return {name: Anchor.LEFT if name == start else Anchor.RIGHT for name in points}
    if layout is Layout.FORCE:
        return dict.fromkeys(points, Anchor.BELOW)
    middle = points.get(start, (0.0, 0.0))
    return {name: _outward(point, middle) for name, point in points.items()}


def _outward(point: Point, middle: Point) -> Anchor:
    across, down = point[0] - middle[0], point[1] - middle[1]
    if across == 0 and down == 0:
        return Anchor.BELOW
    if abs(across) >= _SIDEWAYS * abs(down):
        return Anchor.RIGHT if across > 0 else Anchor.LEFT
    return Anchor.BELOW if down > 0 else Anchor.ABOVE


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


def _beside(spots: Sequence[Spot], family: Hierarchy, points: dict[str, Point]) -> None:
    """Place what has no point yet, nearest to the start first, so that parents come before."""
    sizes = {spot.id: spot for spot in spots}
    waiting = [name for name in family.order if name not in points]
    for name in waiting:
        parent = family.parent.get(name)
        while parent is not None and parent not in points:
            parent = family.parent.get(parent)
        origin = points.get(parent or family.start, (0.0, 0.0))
        taken = [(sizes[other], point) for other, point in points.items()]
        points[name] = free_spot(sizes[name], origin, points.get(family.start, (0.0, 0.0)), taken)
