"""The small marks at the shoulders of a node: how much of it is not drawn, and its pin."""

from components.picture.drawing import DrawnNode
from components.picture.svg_paper import Paper
from components.picture.words import text_width
from evidence.export.graphml import xml_text

_FONT_SIZE = 9.5
_DIGITS = 1.15
"""Bold figures are wider than the letters by which texts are measured."""


def badge(node: DrawnNode, paper: Paper, *, left: bool) -> str:
    """The number of relations not drawn: upper right, or upper left of a label at the right."""
    wide = text_width(node.badge, _FONT_SIZE) * _DIGITS + 7.0
    x = node.point[0] + node.size * (-0.72 if left else 0.72) + (6.0 - wide if left else 0.0)
    y = node.point[1] - node.size * 0.72
    return (
        '<g class="badge" pointer-events="none">'
        f'<rect x="{x - 3:.1f}" y="{y - 7:.1f}" width="{wide:.1f}" height="13" rx="6.5"'
        f' fill="{paper.background}" stroke="{paper.text}" stroke-width="0.8"'
        ' stroke-opacity="0.4"/>'
        f'<text x="{x - 3 + wide / 2:.1f}" y="{y + 2.9:.1f}" font-size="{_FONT_SIZE}"'
        f' font-weight="600" text-anchor="middle">{xml_text(node.badge)}</text></g>'
    )


def pin(node: DrawnNode, paper: Paper) -> str:
    """The dot of a node that the reader put where it stands."""
    x, y = node.point[0] - node.size * 0.8, node.point[1] - node.size * 0.8
    return (
        f'<circle class="pin" cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="{paper.text}"'
        f' stroke="{paper.background}" stroke-width="1.5" pointer-events="none"/>'
    )
