"""The union of walks: what all walks of a view met together, and what each of them added.

Pure: the same walks and answers give the same exploration, whatever order they were asked in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from components.picture.words import full_name
from components.view import Walk
from evidence import limits
from evidence.details import EntityDetail, ExplorationExtra, ScopeApplied
from evidence.export.view import ViewEdge, ViewNode
from evidence.results import ExplorationResult, WalkStatus


class Outcome(NamedTuple):
    """A walk of the view, the answer to it, and what it added to the union before it."""

    walk: Walk
    result: ExplorationResult
    new_nodes: int = 0
    new_edges: int = 0

    @property
    def is_ok(self) -> bool:
        """Whether the walk was made; it may still have met nothing."""
        return self.result.status is WalkStatus.OK

    @property
    def extra(self) -> ExplorationExtra:
        """The details of the answer; empty ones when there are none."""
        return self.result.extra or ExplorationExtra()

    @property
    def start_name(self) -> str:
        """The full name of the entity it starts at."""
        return full_name(self.extra.start.name) if self.extra.start else "an entity"


@dataclass(frozen=True, slots=True)
class Exploration:
    """Entities and relations of all walks, each once.

    Attributes:
        outcomes: The walks in the order of the view, with their answers.
        nodes: Entities, the start of the first walk first; at most ``limits.VIEW_NODES``.
        edges: Relations whose both ends are among the nodes.
        left_out: Entities that the union has no room for.
    """

    outcomes: tuple[Outcome, ...] = ()
    nodes: tuple[ViewNode, ...] = ()
    edges: tuple[ViewEdge, ...] = ()
    left_out: int = 0

    @property
    def start(self) -> EntityDetail | None:
        """Where the first walk starts, when it could be made."""
        first = self.outcomes[0] if self.outcomes else None
        return first.extra.start if first and first.is_ok else None

    @property
    def scope(self) -> ScopeApplied | None:
        """The scope that the walks were given, as far as one answered."""
        return next((o.extra.scope for o in self.outcomes if o.extra.scope), None)

    @property
    def centres(self) -> frozenset[str]:
        """Ids of the entities that walks start at."""
        return frozenset(outcome.walk.entity_id for outcome in self.outcomes)

    @property
    def is_full(self) -> bool:
        """Whether no further entity fits."""
        return len(self.nodes) >= limits.VIEW_NODES

    def node(self, entity_id: str) -> EntityDetail | None:
        """The entity with this id, when it is in the union."""
        return next((n.entity for n in self.nodes if n.entity.entity_id == entity_id), None)

    def edge(self, relation_id: str) -> ViewEdge | None:
        """The relation with this id, when it is in the union."""
        return next((e for e in self.edges if e.detail.relation_id == relation_id), None)

    def around(self, entity_id: str) -> list[Outcome]:
        """The walks from an entity that could be made."""
        return [o for o in self.outcomes if o.is_ok and o.walk.entity_id == entity_id]

    def latest(self) -> list[tuple[int, Outcome]]:
        """The walks that no later one contains, with their places: what a banner speaks of."""
        return [
            (place, outcome)
            for place, outcome in enumerate(self.outcomes)
            if outcome.is_ok
            and not any(_contains(later.walk, outcome.walk) for later in self._after(place))
        ]

    def _after(self, place: int) -> Iterable[Outcome]:
        return (outcome for outcome in self.outcomes[place + 1 :] if outcome.is_ok)


def union(answers: Sequence[tuple[Walk, ExplorationResult]]) -> Exploration:
    """What walks met together.

    A node belongs to the first walk from the entity whose walk met it, so that an entity met by a
    raised bound is laid out as if the bound had been there from the start.
    """
    drawn = _Union()
    outcomes = [drawn.add(walk, result) for walk, result in answers]
    return Exploration(
        outcomes=tuple(outcomes),
        nodes=tuple(drawn.nodes.values()),
        edges=tuple(drawn.edges.values()),
        left_out=len(drawn.refused),
    )


@dataclass
class _Union:
    nodes: dict[str, ViewNode] = field(default_factory=dict)
    edges: dict[str, ViewEdge] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    groups: dict[str, int] = field(default_factory=dict)

    def add(self, walk: Walk, result: ExplorationResult) -> Outcome:
        extra = result.extra
        if result.status is not WalkStatus.OK or extra is None or extra.start is None:
            return Outcome(walk, result)
        nodes, edges = len(self.nodes), len(self.edges)
        group = self.groups.setdefault(walk.entity_id, len(self.groups))
        for entity in (extra.start, *extra.nodes):
            self._add_node(entity, group)
        for edge, detail in zip(result.edges, extra.edges, strict=True):
            if edge.source_id in self.nodes and edge.target_id in self.nodes:
                known = ViewEdge(edge=edge, detail=detail)
                self.edges.setdefault(detail.relation_id, known)
        return Outcome(walk, result, len(self.nodes) - nodes, len(self.edges) - edges)

    def _add_node(self, entity: EntityDetail, group: int) -> None:
        known = self.nodes.get(entity.entity_id)
        if known is not None:
            if known.entity.passages is None and entity.passages is not None:
                self.nodes[entity.entity_id] = known.model_copy(update={"entity": entity})
        elif len(self.nodes) < limits.VIEW_NODES:
            self.nodes[entity.entity_id] = ViewNode(entity=entity, walk=group)
        else:
            self.refused.add(entity.entity_id)


def _contains(larger: Walk, walk: Walk) -> bool:
    """Whether one walk was made to go further than another from the same place."""
    return (
        larger.entity_id == walk.entity_id
        and larger.depth >= walk.depth
        and larger.max_nodes >= walk.max_nodes
        and larger.max_edges >= walk.max_edges
        and (not larger.types or (bool(walk.types) and set(walk.types) <= set(larger.types)))
    )
