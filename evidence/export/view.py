"""A view: the union of walks from one start, and what the reader has hidden, chosen or pinned."""

from collections.abc import Iterator

from pydantic import Field

from evidence.details import EdgeDetail, EntityDetail, PassageDetail
from evidence.results import ExploredEdge
from evidence.value import Value


class ViewNode(Value):
    """An entity of the view; ``walk`` is the place (from 0) of the walk that first met it."""

    entity: EntityDetail
    walk: int = 0


class ViewEdge(Value):
    """A relation of the view.

    ``passages`` are the words behind it: those that state it, or, for an edge graded
    ``together``, candidates that mention both ends.
    """

    edge: ExploredEdge
    detail: EdgeDetail
    passages: tuple[PassageDetail, ...] = ()


class View(Value):
    """What is drawn.

    Hidden things stay in ``nodes`` and ``edges``, so that hiding never moves the rest; the ids in
    ``hidden_nodes`` (entities) and ``hidden_edges`` (relations) are left out of drawings and
    exports. ``pinned`` maps an entity to where the reader put it, in drawing units.
    """

    start_id: str
    nodes: tuple[ViewNode, ...]
    edges: tuple[ViewEdge, ...] = ()
    hidden_nodes: frozenset[str] = frozenset()
    hidden_edges: frozenset[str] = frozenset()
    selected_id: str | None = None
    pinned: dict[str, tuple[float, float]] = Field(default_factory=dict)

    def unique_nodes(self) -> tuple[ViewNode, ...]:
        """Each entity once, the first mention winning."""
        return tuple({node.entity.entity_id: node for node in reversed(self.nodes)}.values())[::-1]

    def unique_edges(self) -> Iterator[ViewEdge]:
        """Each relation once, with both ends among the nodes."""
        known = {node.entity.entity_id for node in self.nodes}
        seen: set[str] = set()
        for item in self.edges:
            ends = {item.edge.source_id, item.edge.target_id}
            if item.detail.relation_id not in seen and ends <= known:
                seen.add(item.detail.relation_id)
                yield item

    def shown_nodes(self) -> tuple[ViewNode, ...]:
        """The entities that are not hidden, in order."""
        return tuple(
            node for node in self.unique_nodes() if node.entity.entity_id not in self.hidden_nodes
        )

    def shown_edges(self) -> tuple[ViewEdge, ...]:
        """The relations that are not hidden and whose ends are not, in order."""
        return tuple(
            item
            for item in self.unique_edges()
            if item.detail.relation_id not in self.hidden_edges
            and item.edge.source_id not in self.hidden_nodes
            and item.edge.target_id not in self.hidden_nodes
        )

    def names(self) -> dict[str, str]:
        """Entity id to stored name."""
        return {node.entity.entity_id: node.entity.name for node in self.unique_nodes()}


class ViewNotes(Value):
    """What an export says about itself.

    ``made`` is the day as an ISO date; ``cut`` holds one sentence for each bound or filter that
    left something out, as the page words it.
    """

    title: str
    scope: str
    made: str
    cut: tuple[str, ...] = ()
