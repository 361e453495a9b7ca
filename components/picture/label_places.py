"""Which labels of a still picture can be written, and where, so that none covers another.

Names come first, then the badges of what is not drawn, then the words on lines; each stands where
it hides least. The canvas places them the same (``20_labels.js``).
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.edge_path import Curve, Line, Loop, lines
from components.picture.label_room import Box, Room, around, hull
from components.picture.label_sides import (
    NODE_FONT_SIZE,
    Place,
    after,
    along,
    beside,
    over_and_under,
    shoulders,
    upon,
)
from components.picture.words import text_width

__all__ = ["EDGE_LABELS_UP_TO", "Place", "Places", "places"]

EDGE_LABELS_UP_TO = 30
_LINES_UP_TO = 120
_SIDES_OF_A_CROWD = 5
_FEW_LINES = 2
_NEXT_TO_NOTHING = 0.5
"""How much of a line a label may hide as if it hid nothing."""
_GIVE = 0.28
_MOST_HIDDEN = 20.0
"""How much of other lines the words of one may hide: these are crossed once, not run along."""


class Places(NamedTuple):
    """The labels of a picture: those of its nodes, their badges, and those of its edges."""

    nodes: tuple[Place, ...]
    badges: tuple[Place, ...]
    edges: tuple[Place, ...]


def places(drawing: Drawing, drawn: Mapping[str, Line] | None = None) -> Places:
    """The labels that find room; ``drawn`` are the lines of the edges where they are known.

    The start's is always among them, and so is every badge. Above 30 edges none of these has a
    label, and parallel edges of one type are named once.
    """
    found = lines(drawing) if drawn is None else drawn
    degree = Counter(end for edge in drawing.edges for end in (edge.source, edge.target))
    order = _by_importance(drawing, degree)
    room = _furnished(drawing, found, order)
    frame = hull(box for node in order for box in (next(beside(node)).box, over_and_under(node)))
    minor = {node.id for node in order if degree[node.id] <= _FEW_LINES and not node.is_start}
    number = len(drawing.edges)
    few = number <= EDGE_LABELS_UP_TO
    sides = _SIDES_OF_A_CROWD if number > _LINES_UP_TO else None
    nodes = _node_places(order, room, frame, set() if few else minor, sides)
    names = {place.id: place for place in nodes}
    badges = [_badge_place(node, names.get(node.id), room, frame) for node in order if node.badge]
    edges = _edge_places(drawing, found, room) if few else []
    return Places(tuple(nodes), tuple(badges), tuple(edges))


def _by_importance(drawing: Drawing, degree: Mapping[str, int]) -> list[DrawnNode]:
    return sorted(
        drawing.nodes,
        key=lambda node: (not node.is_start, -degree[node.id] - node.size / 100, node.id),
    )


def _furnished(drawing: Drawing, found: Mapping[str, Line], order: Sequence[DrawnNode]) -> Room:
    """The room with all that is no label: nodes, lines, heads and loops.

    In a crowd lines are left out: every place is crossed anyway.
    """
    room = Room()
    for node in order:
        room.put(around(node.point, node.size + 1.5), node.id, node.size * _GIVE + 1.5)
    nodes = {node.id: node for node in order}
    for edge in drawing.edges:
        line, source, target = found[edge.id], nodes[edge.source], nodes[edge.target]
        if isinstance(line, Loop):
            room.put(around(line.centre, line.radius), edge.id)
        else:
            room.aim(edge.id, line, target.point)
            if len(drawing.edges) <= _LINES_UP_TO:
                room.draw(edge.id, line, (source.size, target.size))
    return room


def _node_places(
    order: Sequence[DrawnNode],
    room: Room,
    frame: Box | None,
    minor: Collection[str],
    sides: int | None,
) -> list[Place]:
    """Where names stand; a ``minor`` one that would hide more of lines than its length is left out.

    Only so many ``sides`` are tried: the first ones are not those from which lines come.
    """
    found: list[Place] = []
    for node in order:
        tried = islice(beside(node), sides)
        inside = (place for place in tried if frame is not None and frame.holds(place.box))
        most = text_width(node.text, NODE_FONT_SIZE) if node.id in minor else math.inf
        place = _clearest(inside, room, node.id, most=most)
        if place is None and node.is_start:
            place = next(place for place in beside(node) if place.side == "b")
        if place is not None:
            room.put(place.box)
            found.append(place)
    return found


def _badge_place(node: DrawnNode, name: Place | None, room: Room, frame: Box | None) -> Place:
    """Where a badge hides least: at a shoulder of its node, or at the far end of the name."""
    sides = list(shoulders(node))
    far = after(node, name) if name else None
    if far and frame and frame.holds(far.box):
        sides.append(far)
    place = _clearest(sides, room, node.id, small=True) or sides[0]
    room.put(place.box)
    return place


def _edge_places(drawing: Drawing, found: Mapping[str, Line], room: Room) -> list[Place]:
    sizes = {node.id: node.size for node in drawing.nodes}
    written: list[Place] = []
    named: set[tuple[frozenset[str], str]] = set()
    for edge in drawing.edges:
        bundle = frozenset((edge.source, edge.target)), edge.text
        if bundle in named:
            continue
        line = found[edge.id]
        ends = sizes[edge.source], sizes[edge.target]
        place = _edge_place(edge, line, drawing.start_id, ends, room)
        if place is not None:
            named.add(bundle)
            written.append(place)
            room.put(place.box)
    return written


def _edge_place(
    edge: DrawnEdge, line: Line, start_id: str, sizes: tuple[float, float], room: Room
) -> Place | None:
    """On the line where that leaves enough of it to see and hides no head, else beside it."""
    if isinstance(line, Loop):
        return _clearest(upon(edge, line, start_id, 0.0), room, edge.id)
    target = 0.0 if line.head else sizes[1]
    clear = math.dist(line.start, line.end) - sizes[0] - target
    on = (place for place in upon(edge, line, start_id, clear) if not room.heads(place.box))
    place = _clearest(on, room, edge.id, most=_MOST_HIDDEN)
    return place or _beside(edge, line, (sizes[0], target), room)


def _beside(edge: DrawnEdge, line: Curve, ends: tuple[float, float], room: Room) -> Place | None:
    """Beside the line, where nothing else stands that the words could be taken to belong to."""
    for place in along(edge, line, ends):
        if room.free(place.box) and room.cost(place.box) <= _NEXT_TO_NOTHING:
            return place
    return None


def _clearest(
    choices: Iterable[Place],
    room: Room,
    own: str,
    *,
    most: float = math.inf,
    small: bool = False,
) -> Place | None:
    """The free place that hides least, the first of about equals; none that hides the ``most``."""
    best, least = None, most
    for choice in choices:
        if not room.free(choice.box, own, small=small):
            continue
        cost = room.cost(choice.box, own)
        if cost < least - _NEXT_TO_NOTHING:
            best, least = choice, cost
        if least <= _NEXT_TO_NOTHING:
            break
    return best
