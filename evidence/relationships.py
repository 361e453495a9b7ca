"""Explore relationships: the neighbourhood of one entity, each edge stated or only connected."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from evidence import limits
from evidence.applied_scope import applied_scope
from evidence.details import Count, ExplorationExtra, Reached, TypeCount
from evidence.edge_details import describe_edges
from evidence.entity_details import count_of, describe_entity
from evidence.errors import StoreError
from evidence.ids import is_entity_id
from evidence.ports import (
    EntityRow,
    EvidenceRow,
    GraphStore,
    Reads,
    RelationRow,
    StepRow,
    SupportRow,
)
from evidence.results import (
    Bound,
    EdgeKind,
    ExplorationResult,
    ExploredEdge,
    ExploredNode,
    WalkStatus,
)
from evidence.scope import Scope, as_scope
from evidence.visibility import supporting
from evidence.walk import Bounds, Walk, edge_kind, parity_kind, parity_walk, walk

NOT_AN_ENTITY_ID = "not an entity id"
STORE_ERROR = "entity store error"


class _Drawn(NamedTuple):
    """What is stored of the drawn entities and relations, the start included."""

    entities: dict[str, EntityRow]
    relations: dict[str, RelationRow]


async def explore_relationships(
    store: GraphStore,
    entity_id: str,
    *,
    scope: Scope | Iterable[str],
    relation_types: Sequence[str] | None = None,
    depth: int = limits.DEPTH.default,
    max_nodes: int = limits.NODES.default,
    max_edges: int = limits.EDGES.default,
    timeout: float | None = None,
    parity: bool = False,
    closing_edges: bool = False,
    details: bool = True,
) -> ExplorationResult:
    """The entities and relations around one entity, within bounds.

    An edge is an assertion when a visible passage states it and a path when none is attached. A
    relation whose passages are all superseded or out of scope is not drawn. The start entity is
    described in ``extra``; it is not among the nodes. A missing entity and one out of scope both
    give ``unavailable``.

    Args:
        store: The store to walk.
        entity_id: Where to start: a canonical UUID.
        scope: What may be read: a ``Scope``, or keys of documents.
        relation_types: Types to follow; all when not given or empty.
        depth: Relations from the start, 1 or 2.
        max_nodes: The most entities, 1 to 200.
        max_edges: The most relations, 1 to 200.
        timeout: Seconds for the whole walk; ``limits.WALK_SECONDS`` when not given.
        parity: Give agrag's answer: relation-id order, its orphan node, its dropped rows.
        closing_edges: Also draw relations between two entities of the last ring.
        details: Fill ``extra``.

    Raises:
        ValueError: A bound is out of its range.
    """
    _check(depth, max_nodes, max_edges)
    applied = as_scope(scope)
    if not is_entity_id(entity_id):
        return ExplorationResult(status=WalkStatus.MALFORMED, detail=NOT_AN_ENTITY_ID)
    if applied.is_empty:
        return ExplorationResult(status=WalkStatus.UNAVAILABLE)
    bounds = Bounds(
        depth=depth,
        nodes=max_nodes,
        edges=max_edges,
        types=tuple(dict.fromkeys(relation_types)) if relation_types else None,
        closing_edges=closing_edges,
    )
    seconds = limits.WALK_SECONDS if timeout is None else timeout
    try:
        async with store.snapshot(timeout=seconds) as reads:
            return await _explore(
                reads, entity_id, scope=applied, bounds=bounds, parity=parity, details=details
            )
    except StoreError:
        return ExplorationResult(status=WalkStatus.FAILED, detail=STORE_ERROR)


def _check(depth: int, max_nodes: int, max_edges: int) -> None:
    if not 1 <= depth <= limits.DEPTH.cap:
        raise ValueError(f"depth must be 1 to {limits.DEPTH.cap}")
    if not 1 <= max_nodes <= limits.NODES.cap:
        raise ValueError(f"max_nodes must be 1 to {limits.NODES.cap}")
    if not 1 <= max_edges <= limits.EDGES.cap:
        raise ValueError(f"max_edges must be 1 to {limits.EDGES.cap}")


async def _explore(
    reads: Reads,
    start: str,
    *,
    scope: Scope,
    bounds: Bounds,
    parity: bool,
    details: bool,
) -> ExplorationResult:
    started = time.perf_counter()
    support = (await reads.supports([start], scope=scope, limit=limits.EDGE_EVIDENCE)).get(start)
    if support is None or not support.in_scope:
        return ExplorationResult(status=WalkStatus.UNAVAILABLE)
    walked = parity_walk if parity else walk
    found = await walked(reads, start, scope=scope, bounds=bounds)
    evidence = await reads.evidence(
        [row.relation_id for row in found.edges if row.visible],
        scope=scope,
        limit=limits.EDGE_EVIDENCE,
    )
    drawn = await _read_drawn(reads, found)
    extra = None
    if details:
        extra = await _extra(
            reads, found, drawn, support, scope=scope, bounds=bounds, started=started
        )
    cut = [bound for bound in Bound if bound in found.bounds]
    return ExplorationResult(
        status=WalkStatus.OK,
        nodes=[_node(drawn.entities[node.entity_id], node.depth) for node in found.nodes],
        edges=[
            _edge(
                row,
                drawn.relations[row.relation_id].relation_type,
                evidence.get(row.relation_id, []),
                parity,
            )
            for row in found.edges
        ],
        truncated=bool(cut),
        truncated_by=cut,
        extra=extra,
    )


async def _read_drawn(reads: Reads, found: Walk) -> _Drawn:
    return _Drawn(
        entities=await reads.entities([found.start, *(node.entity_id for node in found.nodes)]),
        relations=await reads.relations([row.relation_id for row in found.edges]),
    )


def _node(row: EntityRow, depth: int) -> ExploredNode:
    return ExploredNode(entity_id=row.entity_id, label=row.labels[0], name=row.name, depth=depth)


def _edge(
    row: StepRow, relation_type: str, evidence: Sequence[EvidenceRow], parity: bool
) -> ExploredEdge:
    kind = parity_kind(row) if parity else edge_kind(row)
    return ExploredEdge(
        source_id=row.source_id,
        target_id=row.target_id,
        relation_type=relation_type,
        kind=kind or EdgeKind.PATH,
        evidence=[supporting(entry.ref) for entry in evidence],
    )


async def _extra(
    reads: Reads,
    found: Walk,
    drawn: _Drawn,
    support: SupportRow,
    *,
    scope: Scope,
    bounds: Bounds,
    started: float,
) -> ExplorationExtra:
    ids = [found.start, *(node.entity_id for node in found.nodes)]
    counts = await reads.relation_counts(ids, scope=scope)
    supports = await reads.supports(ids[1:], scope=scope, limit=0) | {found.start: support}
    described = [
        describe_entity(
            drawn.entities[name],
            relations=counts.get(name),
            passages=count_of(supports[name].total),
        )
        for name in ids
    ]
    types = await reads.type_counts(found.start, scope=scope)
    return ExplorationExtra(
        start=described[0],
        nodes=described[1:],
        edges=await describe_edges(reads, found, scope, relations=drawn.relations),
        reached=Reached(
            node_ids=frozenset(found.met_nodes),
            relation_ids=frozenset(found.met_edges),
            at_least=not found.complete,
            between=Count(value=len(found.between), capped=not found.closing_complete),
        ),
        dropped=await reads.dropped_around([found.start], scope=scope, types=bounds.types),
        relation_types=[TypeCount(name=name, count=count) for name, count in types],
        scope=await applied_scope(reads, scope),
        seconds=time.perf_counter() - started,
    )
