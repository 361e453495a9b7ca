"""A picture of a view as plain values: what canvas, SVG and standalone page are made from."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from components.picture.layout import Anchor, Layout, Point
from components.picture.palette import GRADE_STYLES, LabelStyle
from evidence.details import EdgeGrade


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """An entity in a drawing.

    ``name`` is the full name for tooltips, ``text`` what stands beside the node, ``badge`` the
    number of its relations that are not drawn (``+12``; ``1,000+`` when the count was capped),
    ``beyond`` how far its loops keep a label off at the side of its anchor.
    """

    id: str
    name: str
    text: str
    label: str
    depth: int
    size: float
    point: Point
    anchor: Anchor
    badge: str
    relations: str
    is_start: bool
    is_pinned: bool
    beyond: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """A relation in a drawing.

    ``bend`` curves it away from the straight line between its ends: 0 straight, positive to the
    left of the way from source to target, negative to the right (vis's ``curvedCW`` and
    ``curvedCCW``). ``loop`` says where a loop hangs, in quarter turns from below its node to the
    right of it and on; past 4 it is wider, and for every other edge it is -1. ``support`` says what stands behind the relation,
    ``sentence`` says the whole for a screen reader.
    """

    id: str
    source: str
    target: str
    text: str
    grade: EdgeGrade
    directed: bool
    bend: float
    loop: float
    support: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a view; ``positions`` holds hidden entities too, so that they can come back."""

    start_id: str
    selected_id: str | None
    layout: Layout
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    positions: Mapping[str, Point]
    label_styles: Mapping[str, LabelStyle]
    hidden_nodes: int
    hidden_edges: int

    @property
    def labels(self) -> dict[str, int]:
        """The labels drawn and how often, most frequent first, then by name."""
        counts: dict[str, int] = defaultdict(int)
        for node in self.nodes:
            counts[node.label] += 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def grades(self) -> dict[EdgeGrade, int]:
        """The grades drawn and how often, in their fixed order."""
        drawn = [edge.grade for edge in self.edges]
        return {grade: drawn.count(grade) for grade in GRADE_STYLES if grade in drawn}
