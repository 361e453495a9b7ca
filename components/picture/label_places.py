"""Which labels of a still picture can be written, and where, so that none covers another."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.edge_path import curve, loop
from components.picture.layout import Anchor, Point
from components.picture.words import FONT_SIZE, text_width

EDGE_FONT_SIZE = 11.0
EDGE_LABELS_UP_TO = 30
_START_GROWTH = 1.15
_SIDES = {
    Anchor.RIGHT: (Anchor.RIGHT, Anchor.BELOW, Anchor.ABOVE),
    Anchor.LEFT: (Anchor.LEFT, Anchor.BELOW, Anchor.ABOVE),
    Anchor.ABOVE: (Anchor.ABOVE, Anchor.RIGHT, Anchor.LEFT, Anchor.BELOW),
    Anchor.BELOW: (Anchor.BELOW, Anchor.ABOVE, Anchor.RIGHT, Anchor.LEFT),
}
_SHARES = (0.5, 0.57, 0.43, 0.64, 0.36, 0.71, 0.29)


class Place(NamedTuple):
    """A text and its box; ``id`` is the node or edge it belongs to."""

    id: str
    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float

    def meets(self, other: "Place") -> bool:
        """Whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def node_places(drawing: Drawing) -> list[Place]:
    """The labels of nodes that find room; the start's is always among them."""
    degree = Counter(end for edge in drawing.edges for end in (edge.source, edge.target))
    order = sorted(drawing.nodes, key=lambda node: (not node.is_start, -degree[node.id], node.id))
    taken = [_disc(node) for node in order] + _loops(drawing)
    places: list[Place] = []
    for node in order:
        choices = [_beside(node, side) for side in _SIDES[node.anchor]]
        place = _free(choices, taken) or (choices[0] if node.is_start else None)
        if place is not None:
            taken.append(place)
            places.append(place)
    return places


def edge_places(drawing: Drawing, names: Iterable[Place]) -> list[Place]:
    """The labels of edges that find room among the names; none above 30 edges.

    Parallel edges of one type are named once.
    """
    if len(drawing.edges) > EDGE_LABELS_UP_TO:
        return []
    nodes = {node.id: node for node in drawing.nodes}
    taken = [*names, *(_disc(node) for node in drawing.nodes)]
    places: list[Place] = []
    named: set[tuple[frozenset[str], str]] = set()
    for edge in drawing.edges:
        bundle = frozenset((edge.source, edge.target)), edge.text
        if bundle in named:
            continue
        place = _free(_choices(edge, nodes), taken)
        if place is not None:
            named.add(bundle)
            taken.append(place)
            places.append(place)
    return places


def _choices(edge: DrawnEdge, nodes: Mapping[str, DrawnNode]) -> list[Place]:
    """Places along the line of an edge, or the one outside a loop, away from its node."""
    source = nodes[edge.source]
    if edge.loop < 0:
        line = curve(edge, source, nodes[edge.target])
        return [_upon(edge, line.at(share)) for share in _SHARES]
    (x, y), radius = loop(edge, source)
    across, down = x - source.point[0], y - source.point[1]
    long = math.hypot(across, down)
    wide = radius + text_width(edge.text, EDGE_FONT_SIZE) / 2 + 4.0
    high = radius + EDGE_FONT_SIZE
    return [_upon(edge, (x + across / long * wide, y + down / long * high))]


def _free(choices: Iterable[Place], taken: list[Place]) -> Place | None:
    for choice in choices:
        if not any(choice.meets(other) for other in taken if other.id != choice.id):
            return choice
    return None


def _disc(node: DrawnNode) -> Place:
    (x, y), reach = node.point, node.size + 1.5
    return Place(node.id, "", x - reach, y - reach, x + reach, y + reach, 0.0)


def _loops(drawing: Drawing) -> list[Place]:
    nodes = {node.id: node for node in drawing.nodes}
    circles = [
        (edge.id, loop(edge, nodes[edge.source])) for edge in drawing.edges if edge.loop >= 0
    ]
    return [
        Place(name, "", x - reach, y - reach, x + reach, y + reach, 0.0)
        for name, ((x, y), reach) in circles
    ]


def _beside(node: DrawnNode, side: Anchor) -> Place:
    size = FONT_SIZE * (_START_GROWTH if node.is_start else 1.0)
    wide, high = text_width(node.text, size), size * 1.25
    (x, y), gap = node.point, node.size + (8.0 if node.is_start else 4.0)
    left = {Anchor.RIGHT: x + gap, Anchor.LEFT: x - gap - wide}.get(side, x - wide / 2)
    top = {Anchor.BELOW: y + gap, Anchor.ABOVE: y - gap - high}.get(side, y - high / 2)
    return Place(node.id, node.text, left, top, left + wide, top + high, size)


def _upon(edge: DrawnEdge, middle: Point) -> Place:
    half = text_width(edge.text, EDGE_FONT_SIZE) / 2 + 2
    x, y = middle
    high = EDGE_FONT_SIZE * 0.65
    return Place(edge.id, edge.text, x - half, y - high, x + half, y + high, EDGE_FONT_SIZE)
