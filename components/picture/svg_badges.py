"""The small marks at the shoulders of a node: how much of it is not drawn, and its pin."""

from components.picture.drawing import DrawnNode
from components.picture.label_sides import Place
from components.picture.svg_paper import Paper
from evidence.export.graphml import xml_text


def badge(place: Place, paper: Paper) -> str:
    """The number of relations not drawn, at its shoulder of the node."""
    left, top, right, bottom = place.box
    return (
        '<g class="badge" pointer-events="none">'
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="13" rx="6.5"'
        f' fill="{paper.background}" stroke="{paper.text}" stroke-width="0.8"'
        ' stroke-opacity="0.4"/>'
        f'<text x="{(left + right) / 2:.1f}" y="{(top + bottom) / 2 + 3.4:.1f}"'
        f' font-size="{place.size}" font-weight="600" text-anchor="middle">'
        f"{xml_text(place.text)}</text></g>"
    )


def pin(node: DrawnNode, paper: Paper) -> str:
    """The dot of a node that the reader put where it stands."""
    x, y = node.point[0] - node.size * 0.8, node.point[1] - node.size * 0.8
    return (
        f'<circle class="pin" cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{paper.text}"'
        f' stroke="{paper.background}" stroke-width="1.5" pointer-events="none"/>'
    )
