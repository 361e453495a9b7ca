"""The marks of a drawing as SVG elements: nodes, edges and the labels that find room.

Names are character data in every place, so markup in them is text.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.edge_path import curve, loop, tip
from components.picture.label_places import Place, edge_places
from components.picture.layout import Point
from components.picture.palette import GRADE_STYLES, EdgeStyle, LabelStyle
from evidence.export.graphml import xml_attribute, xml_text

_CORNERS = {
    "square": (4, 45, 1.22),
    "diamond": (4, 0, 1.25),
    "triangle": (3, -90, 1.25),
    "triangleDown": (3, 90, 1.25),
    "hexagon": (6, 0, 1.08),
}


class Paper(NamedTuple):
    """What a picture is drawn on."""

    background: str
    text: str
    dark: bool


LIGHT = Paper("#ffffff", "#0c111d", dark=False)
DARK = Paper("#0f131a", "#e9ecf3", dark=True)


def picture(drawing: Drawing, paper: Paper, names: list[Place]) -> list[str]:
    """The nodes, edges and labels as SVG elements in drawing units, each group with ``data-id``."""
    nodes = {node.id: node for node in drawing.nodes}
    lines = [_edge(edge, nodes, paper) for edge in drawing.edges]
    marks = [_node(node, drawing.label_styles[node.label], paper) for node in drawing.nodes]
    words = [_text(place, paper, soft=True) for place in edge_places(drawing, names)]
    start = drawing.start_id
    words += [_text(place, paper, bold=place.id == start) for place in names]
    return [*lines, *marks, *words]


def picture_bounds(drawing: Drawing, names: Iterable[Place]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the picture, labels included, in drawing units."""
    boxes = [
        (x - reach, y - reach, x + reach, y + reach)
        for node in drawing.nodes
        for (x, y), reach in [(node.point, node.size + 26.0)]
    ]
    boxes += [(place.left, place.top, place.right, place.bottom) for place in names]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _edge(edge: DrawnEdge, nodes: dict[str, DrawnNode], paper: Paper) -> str:
    style = GRADE_STYLES[edge.grade]
    colour = style.colour_dark if paper.dark else style.colour_light
    source, target = nodes[edge.source], nodes[edge.target]
    head = ""
    if edge.loop >= 0:
        circle = loop(edge, source)
        (x, y), r = circle.centre, circle.radius
        path = f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 1 0 .1z"
    else:
        line = curve(edge, source, target)
        size = 6.0 + 2.2 * style.width
        path = (
            f"M{_xy(line.start)}Q{_xy(line.control)} "
            f"{_xy(line.at(0.97) if edge.directed else line.end)}"
        )
        if edge.directed:
            corners = "L".join(_xy(point) for point in tip(line.end, line.at(0.9), size))
            head = f'<path d="M{corners}z" fill="{colour}"/>'
    return (
        f'<g class="edge" data-id="{xml_attribute(edge.id)}">'
        f"<title>{xml_text(edge.sentence)}</title>"
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{style.width}"'
        f"{dashes(style)}/>{head}</g>"
    )


def _node(node: DrawnNode, style: LabelStyle, paper: Paper) -> str:
    colour = style.colour_dark if paper.dark else style.colour_light
    x, y = node.point
    ring = ""
    if node.is_start:
        ring = (
            f'<circle cx="{x}" cy="{y}" r="{node.size + 5}" fill="none"'
            f' stroke="{paper.text}" stroke-width="1.6"/>'
        )
    return (
        f'<g class="node" data-id="{xml_attribute(node.id)}">'
        f"<title>{xml_text(node.name)}</title>{ring}"
        f'<path d="{shape_path(style.shape, node.point, node.size)}" fill="{colour}"'
        f' stroke="{paper.background}" stroke-width="2"/></g>'
    )


def shape_path(shape: str, middle: Point, radius: float) -> str:
    """The path of a node's shape."""
    x, y = middle
    if shape == "star":
        reaches = [radius * (1.25 if step % 2 == 0 else 0.55) for step in range(10)]
        return _polygon(middle, [(-90 + 36 * step, reach) for step, reach in enumerate(reaches)])
    if shape in _CORNERS:
        count, turn, growth = _CORNERS[shape]
        steps = range(count)
        return _polygon(middle, [(turn + 360 * step / count, radius * growth) for step in steps])
    return f"M{x - radius:.1f} {y:.1f}a{radius} {radius} 0 1 1 0 .01z"


def _polygon(middle: Point, corners: list[tuple[float, float]]) -> str:
    points = [
        (
            middle[0] + reach * math.cos(math.radians(angle)),
            middle[1] + reach * math.sin(math.radians(angle)),
        )
        for angle, reach in corners
    ]
    return f"M{'L'.join(_xy(point) for point in points)}z"


def _text(place: Place, paper: Paper, *, soft: bool = False, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    faint = ' fill-opacity="0.82"' if soft else ""
    return (
        f'<text x="{(place.left + place.right) / 2:.1f}"'
        f' y="{(place.top + place.bottom) / 2 + place.size * 0.35:.1f}"'
        f' font-size="{place.size:.1f}" text-anchor="middle"{weight}{faint}'
        f' paint-order="stroke" stroke="{paper.background}" stroke-width="4"'
        f' stroke-linejoin="round" pointer-events="none">{xml_text(place.text)}</text>'
    )


def dashes(style: EdgeStyle) -> str:
    """The attribute that dashes a line, with a space before it; empty for a solid one."""
    lengths = " ".join(str(length) for length in style.dashes)
    return f' stroke-dasharray="{lengths}"' if style.dashes else ""


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
