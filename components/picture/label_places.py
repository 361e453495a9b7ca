"""Which labels of a still picture can be written, and where, so that none covers another.

The places are those of the canvas at full zoom (``20_labels.js``), sizes of letters included;
only the widths of texts are estimated here and measured there.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.edge_path import Line, Loop, lines
from components.picture.label_lines import Box, Piece, crossings, hull, pieces
from components.picture.layout import Anchor, Point
from components.picture.words import text_width

NODE_FONT_SIZE = 12.5
EDGE_FONT_SIZE = 10.5
EDGE_LABELS_UP_TO = 30
_START_GROWTH = 1.12
_BOLD = 1.05
_SIDES = {
    Anchor.RIGHT: (Anchor.RIGHT, Anchor.BELOW, Anchor.ABOVE),
    Anchor.LEFT: (Anchor.LEFT, Anchor.BELOW, Anchor.ABOVE),
    Anchor.ABOVE: (Anchor.ABOVE, Anchor.RIGHT, Anchor.LEFT, Anchor.BELOW),
    Anchor.BELOW: (Anchor.BELOW, Anchor.ABOVE, Anchor.RIGHT, Anchor.LEFT),
}
_STEPS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21)


class Place(NamedTuple):
    """A text and its box.

    ``id`` is the node or edge it belongs to, ``side`` the side of its node; an edge's has none.
    """

    id: str
    text: str
    box: Box
    size: float
    side: Anchor | None = None

    def meets(self, other: "Place") -> bool:
        """Whether two boxes overlap."""
        return self.box.meets(other.box)


class Places(NamedTuple):
    """The labels of a picture: those of its nodes and those of its edges."""

    nodes: tuple[Place, ...]
    edges: tuple[Place, ...]


def places(drawing: Drawing, drawn: Mapping[str, Line] | None = None) -> Places:
    """The labels that find room; ``drawn`` are the lines of the edges where they are known.

    The start's is always among them. Above 30 edges none of these has one, and parallel edges of
    one type are named once.
    """
    found = lines(drawing) if drawn is None else drawn
    strokes = pieces(found)
    order = _by_importance(drawing)
    taken = [Place(node.id, "", _disc(node), 0.0) for node in order]
    taken += [
        Place(name, "", _circle(line), 0.0)
        for name, line in found.items()
        if isinstance(line, Loop)
    ]
    nodes = _node_places(order, taken, strokes)
    if len(drawing.edges) > EDGE_LABELS_UP_TO:
        return Places(tuple(nodes), ())
    return Places(tuple(nodes), tuple(_edge_places(drawing, found, [*taken, *nodes], strokes)))


def _by_importance(drawing: Drawing) -> list[DrawnNode]:
    degree = Counter(end for edge in drawing.edges for end in (edge.source, edge.target))
    return sorted(
        drawing.nodes,
        key=lambda node: (not node.is_start, -degree[node.id] - node.size / 100, node.id),
    )


def _node_places(
    order: Sequence[DrawnNode], taken: Sequence[Place], strokes: Sequence[Piece]
) -> list[Place]:
    frame = hull(_beside(node, node.anchor).box for node in order)
    found: list[Place] = []
    for node in order:
        sides = [_beside(node, side) for side in _SIDES[node.anchor]]
        inside = [place for place in sides if frame is not None and frame.holds(place.box)]
        place = _clearest(inside, [*taken, *found], strokes)
        if place is None and node.is_start:
            place = _beside(node, Anchor.BELOW)
        if place is not None:
            found.append(place)
    return found


def _edge_places(
    drawing: Drawing, found: Mapping[str, Line], taken: list[Place], strokes: Sequence[Piece]
) -> list[Place]:
    written: list[Place] = []
    named: set[tuple[frozenset[str], str]] = set()
    for edge in drawing.edges:
        bundle = frozenset((edge.source, edge.target)), edge.text
        if bundle in named:
            continue
        choices = _choices(edge, found[edge.id], drawing.start_id)
        place = _clearest(choices, [*taken, *written], strokes, own=edge.id)
        if place is not None:
            named.add(bundle)
            written.append(place)
    return written


def _choices(edge: DrawnEdge, line: Line, start_id: str) -> list[Place]:
    """Places along the line of an edge, or the one outside a loop, away from its node."""
    if isinstance(line, Loop):
        x, y = line.at(0.5)
        wide, high = _half(edge), EDGE_FONT_SIZE * 0.62 + 2.0
        return [_upon(edge, (x + wide * math.cos(line.away), y + high * math.sin(line.away)))]
    middle = 0.6 if edge.source == start_id else 0.4 if edge.target == start_id else 0.5
    return [_upon(edge, line.at(middle + step)) for step in _STEPS]


def _clearest(
    choices: Iterable[Place],
    taken: Sequence[Place],
    strokes: Sequence[Piece],
    own: str | None = None,
) -> Place | None:
    """The free place that the fewest lines cross, the first of equals."""
    best, least = None, math.inf
    for choice in choices:
        if any(choice.meets(other) for other in taken if other.id != choice.id):
            continue
        crossed = crossings(choice.box, strokes, own)
        if crossed < least:
            best, least = choice, crossed
        if not crossed:
            break
    return best


def _disc(node: DrawnNode) -> Box:
    (x, y), reach = node.point, node.size + 1.5
    return Box(x - reach, y - reach, x + reach, y + reach)


def _circle(line: Loop) -> Box:
    (x, y), reach = line.centre, line.radius
    return Box(x - reach, y - reach, x + reach, y + reach)


def _beside(node: DrawnNode, side: Anchor) -> Place:
    size = NODE_FONT_SIZE * (_START_GROWTH if node.is_start else 1.0)
    wide = text_width(node.text, size) * (_BOLD if node.is_start else 1.0)
    high = size * 1.22
    (x, y), gap = node.point, node.size + (7.0 if node.is_start else 4.0)
    left = {Anchor.RIGHT: x + gap, Anchor.LEFT: x - gap - wide}.get(side, x - wide / 2)
    top = {Anchor.BELOW: y + gap - 2, Anchor.ABOVE: y - gap - high + 2}.get(side, y - high / 2)
    return Place(node.id, node.text, Box(left, top, left + wide, top + high), size, side)


def _half(edge: DrawnEdge) -> float:
    return text_width(edge.text, EDGE_FONT_SIZE) / 2 + 2


def _upon(edge: DrawnEdge, middle: Point) -> Place:
    half, high = _half(edge), EDGE_FONT_SIZE * 0.62
    x, y = middle
    return Place(edge.id, edge.text, Box(x - half, y - high, x + half, y + high), EDGE_FONT_SIZE)
