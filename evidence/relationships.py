"""Explore relationships: the neighbourhood of one entity, each edge stated or only connected."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from evidence import limits
from evidence.applied_scope import applied_scope
from evidence.details import Count, ExplorationExtra, Reached, ScopeApplied, TypeCount
from evidence.edge_details import count_together, describe_edges
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
    evidence: dict[str, list[EvidenceRow]]


class _Counted(NamedTuple):
    """What is counted round the drawing, besides the contract's fields."""

    types: list[tuple[str, Count]]
    relations: dict[str, Count]
    supports: dict[str, SupportRow]
    together: dict[tuple[str, str], Count]
    dropped: Count
    scope: ScopeApplied


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
    extra = None
    if details:
        drawn, counted = await asyncio.gather(
            _read_drawn(reads, found, scope), _count(reads, found, scope, bounds)
        )
        extra = _extra(found, drawn, support, counted, seconds=time.perf_counter() - started)
    else:
        drawn = await _read_drawn(reads, found, scope)
    cut = [bound for bound in Bound if bound in found.bounds]
    return ExplorationResult(
        status=WalkStatus.OK,
        nodes=[_node(drawn.entities[node.entity_id], node.depth) for node in found.nodes],
        edges=[
            _edge(
                row,
                drawn.relations[row.relation_id].relation_type,
                drawn.evidence.get(row.relation_id, []),
                parity,
            )
            for row in found.edges
        ],
        truncated=bool(cut),
        truncated_by=cut,
        extra=extra,
    )


async def _read_drawn(reads: Reads, found: Walk, scope: Scope) -> _Drawn:
    visible = [row.relation_id for row in found.edges if row.visible]
    return _Drawn(
        *await asyncio.gather(
            reads.entities(_drawn_ids(found)),
            reads.relations([row.relation_id for row in found.edges]),
            reads.evidence(visible, scope=scope, limit=limits.EDGE_EVIDENCE),
        )
    )


async def _count(reads: Reads, found: Walk, scope: Scope, bounds: Bounds) -> _Counted:
    ids = _drawn_ids(found)
    return _Counted(
        *await asyncio.gather(
            # Before the counts of relations, which a store then has for a hub.
            reads.type_counts(found.start, scope=scope),
            reads.relation_counts(ids, scope=scope),
            reads.supports(ids[1:], scope=scope, limit=0),
            count_together(reads, found.edges, scope),
            reads.dropped_around([found.start], scope=scope, types=bounds.types),
            applied_scope(reads, scope),
        )
    )


def _drawn_ids(found: Walk) -> list[str]:
    return [found.start, *(node.entity_id for node in found.nodes)]


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


def _extra(
    found: Walk, drawn: _Drawn, support: SupportRow, counted: _Counted, *, seconds: float
) -> ExplorationExtra:
    supports = counted.supports | {found.start: support}
    start, *nodes = [
        describe_entity(
            drawn.entities[name],
            relations=counted.relations.get(name),
            passages=count_of(supports[name].total),
        )
        for name in _drawn_ids(found)
    ]
    return ExplorationExtra(
        start=start,
        nodes=nodes,
        edges=describe_edges(found, drawn.relations, counted.together),
        reached=Reached(
            node_ids=frozenset(found.met_nodes),
            relation_ids=frozenset(found.met_edges),
            at_least=not found.complete,
            between=Count(value=len(found.between), capped=not found.closing_complete),
        ),
        dropped=counted.dropped,
        relation_types=[TypeCount(name=name, count=count) for name, count in counted.types],
        scope=counted.scope,
        seconds=seconds,
    )
