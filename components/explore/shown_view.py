"""What of an exploration is shown: filters and hidden things only hide, and are counted."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from components.explore.exploration import Exploration
from components.text import counted
from components.view import Link
from evidence.details import EdgeDetail
from evidence.export.view import View, ViewEdge


class Hidden(NamedTuple):
    """How much of the drawing is hidden, by the reader and by filters together."""

    nodes: int
    edges: int

    @property
    def words(self) -> str:
        """``hidden: 7 nodes, 12 relations``; empty when nothing is."""
        if not self.nodes and not self.edges:
            return ""
        return f"hidden: {counted(self.nodes, 'node')}, {counted(self.edges, 'relation')}"


def shown_view(
    exploration: Exploration,
    link: Link,
    *,
    pinned: Mapping[str, tuple[float, float]] | None = None,
) -> View:
    """The view of an exploration under the filters of a link.

    The entities that walks start at stay unless the reader hid them by name. An entity whose
    every relation is hidden is hidden too, so that nothing floats about without a line.
    """
    start = exploration.outcomes[0].walk.entity_id if exploration.outcomes else ""
    known = {node.entity.entity_id for node in exploration.nodes}
    hidden = {name for name in link.hidden_nodes if name in known and name != start}
    hidden |= {
        node.entity.entity_id
        for node in exploration.nodes
        if node.entity.label in link.hidden_labels
        and node.entity.entity_id not in exploration.centres
    }
    edges = {
        item.detail.relation_id
        for item in exploration.edges
        if item.detail.relation_id in link.hidden_edges or not _passes(item.detail, link)
    }
    hidden |= _islands(exploration, hidden, edges)
    return View(
        start_id=start,
        nodes=exploration.nodes,
        edges=exploration.edges,
        hidden_nodes=frozenset(hidden),
        hidden_edges=frozenset(edges),
        selected_id=link.selection.id if link.selection else None,
        pinned={name: point for name, point in (pinned or {}).items() if name in known},
    )


def hidden_of(view: View) -> Hidden:
    """How much of a view is hidden."""
    return Hidden(
        len(view.unique_nodes()) - len(view.shown_nodes()),
        len(list(view.unique_edges())) - len(view.shown_edges()),
    )


def table_title(view: View) -> str:
    """``50 relations drawn``, or how many of them filters and hiding leave."""
    hidden, shown = hidden_of(view).edges, len(view.shown_edges())
    if not hidden:
        return f"{counted(shown, 'relation')} drawn"
    return f"{shown:,} of {counted(shown + hidden, 'drawn relation')} shown"


def _passes(detail: EdgeDetail, link: Link) -> bool:
    """Whether the filters show a relation; what is not stored passes no filter on it."""
    if detail.grade in link.hidden_kinds:
        return False
    if link.extractors and detail.extractor not in link.extractors:
        return False
    least = link.min_confidence
    return least is None or (detail.confidence is not None and detail.confidence >= least)


def _islands(exploration: Exploration, nodes: set[str], edges: set[str]) -> set[str]:
    """Entities that lost all their relations; those that never had one are none."""
    before = _ends(exploration.edges)
    after = _ends(
        item
        for item in exploration.edges
        if item.detail.relation_id not in edges
        and item.edge.source_id not in nodes
        and item.edge.target_id not in nodes
    )
    return before - after - exploration.centres


def _ends(items: Iterable[ViewEdge]) -> set[str]:
    return {end for item in items for end in (item.edge.source_id, item.edge.target_id)}
