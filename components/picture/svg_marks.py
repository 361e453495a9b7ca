"""The marks of a drawing as SVG elements, in the order in which the canvas paints them.

Names are character data in every place, so markup in them is text.
"""

from typing import NamedTuple

from components.picture.drawing import Drawing, DrawnEdge, DrawnNode
from components.picture.edge_path import Curve, Line, line_width, lines
from components.picture.label_places import Place, places
from components.picture.label_room import Box, around, hull
from components.picture.layout import Point
from components.picture.palette import GRADE_STYLES, EdgeStyle, LabelStyle
from components.picture.shapes import shape_path
from components.picture.svg_badges import badge, pin
from components.picture.svg_paper import Paper
from evidence.export.graphml import xml_attribute, xml_text

_STARTS = {"r": "start", "l": "end"}


class Picture(NamedTuple):
    """The elements of a picture in drawing units, each group with ``data-id``, and their room."""

    elements: list[str]
    box: Box


def picture(drawing: Drawing, paper: Paper) -> Picture:
    """The nodes, edges, badges and labels of a drawing."""
    drawn = lines(drawing)
    labels = places(drawing, drawn)
    elements = [_ring(node, paper) for node in drawing.nodes if node.is_start]
    elements += [_edge(edge, drawn[edge.id], drawing, paper) for edge in drawing.edges]
    elements += [_node(node, drawing.label_styles[node.label], paper) for node in drawing.nodes]
    start = drawing.start_id
    elements += [_name(place, paper, bold=place.id == start) for place in labels.nodes]
    elements += [badge(place, paper) for place in labels.badges]
    elements += [pin(node, paper) for node in drawing.nodes if node.is_pinned]
    elements += [_words(place, paper) for place in labels.edges]
    boxes = [place.box for place in (*labels.nodes, *labels.edges)]
    boxes += [around(node.point, node.size + 20.0) for node in drawing.nodes]
    boxes += [around(line.at(share / 8), 4.0) for line in drawn.values() for share in range(9)]
    return Picture(elements, hull(boxes) or Box(0.0, 0.0, 0.0, 0.0))


def line_path(line: Line) -> str:
    """The SVG path of a line, without its head."""
    if isinstance(line, Curve):
        if line.is_straight:
            return f"M{_xy(line.start)}L{_xy(line.end)}"
        return f"M{_xy(line.start)}Q{_xy(line.via)} {_xy(line.end)}"
    (x, y), reach = line.centre, line.radius
    return f"M{x - reach:.1f} {y:.1f}a{reach:.1f} {reach:.1f} 0 1 1 0 .1z"


def dashes(style: EdgeStyle) -> str:
    """The attribute that dashes a line, with a space before it; empty for a solid one."""
    lengths = " ".join(str(length) for length in style.dashes)
    return f' stroke-dasharray="{lengths}"' if style.dashes else ""


def _edge(edge: DrawnEdge, line: Line, drawing: Drawing, paper: Paper) -> str:
    style = GRADE_STYLES[edge.grade]
    colour = style.colour_dark if paper.dark else style.colour_light
    head = ""
    if line.head:
        corners = "L".join(_xy(corner) for corner in line.head.corners)
        head = f'<path class="head" d="M{corners}z" fill="{colour}"/>'
    return (
        f'<g class="edge" data-id="{xml_attribute(edge.id)}">'
        f"<title>{xml_text(edge.sentence)}</title>"
        f'<path d="{line_path(line)}" fill="none" stroke="{colour}"'
        f' stroke-width="{line_width(drawing, edge):.2f}"{dashes(style)}/>{head}</g>'
    )


def _node(node: DrawnNode, style: LabelStyle, paper: Paper) -> str:
    colour = style.colour_dark if paper.dark else style.colour_light
    return (
        f'<g class="node" data-id="{xml_attribute(node.id)}">'
        f"<title>{xml_text(node.name)}</title>"
        f'<path d="{shape_path(style.shape, node.point, node.size)}" fill="{colour}"'
        f' stroke="{paper.background}" stroke-width="2"/></g>'
    )


def _ring(node: DrawnNode, paper: Paper) -> str:
    x, y = node.point
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{node.size + 5:.1f}" fill="none"'
        f' stroke="{paper.text}" stroke-width="1.6"/>'
    )


def _name(place: Place, paper: Paper, *, bold: bool) -> str:
    """The label of a node: it keeps to its node where a letter is wider than reckoned."""
    box = place.box
    anchor = _STARTS.get(place.side[-1:], "middle")
    x = {"start": box.left, "end": box.right}.get(anchor, (box.left + box.right) / 2)
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{_baseline(place):.1f}" font-size="{place.size:.1f}"'
        f' text-anchor="{anchor}"{weight} paint-order="stroke" stroke="{paper.background}"'
        f' stroke-width="4" stroke-linejoin="round" pointer-events="none">'
        f"{xml_text(place.text)}</text>"
    )


def _words(place: Place, paper: Paper) -> str:
    """The label of an edge, on a plate: a line between the letters makes them hard to read."""
    left, top, right, bottom = place.box
    high = place.size * 1.2
    return (
        f'<rect x="{left:.1f}" y="{(top + bottom - high) / 2:.1f}" width="{right - left:.1f}"'
        f' height="{high:.1f}" rx="3" fill="{paper.background}" pointer-events="none"/>'
        f'<text x="{(left + right) / 2:.1f}" y="{_baseline(place):.1f}"'
        f' font-size="{place.size:.1f}" text-anchor="middle" fill-opacity="0.82"'
        f' pointer-events="none">{xml_text(place.text)}</text>'
    )


def _baseline(place: Place) -> float:
    return (place.box.top + place.box.bottom) / 2 + place.size * 0.36


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
