"""What a walk meets and its bounds keep out: the relations that are not drawn, described."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pydantic import Field

from evidence import limits
from evidence.details import EdgeDetail, EntityDetail
from evidence.edge_details import count_together, describe_edges
from evidence.entity_details import describe_entity
from evidence.ids import is_entity_id
from evidence.ports import GraphStore
from evidence.results import EdgeKind, ExploredEdge
from evidence.scope import Scope, as_scope
from evidence.value import Value
from evidence.walk import Bounds, edge_kind, walk


class UndrawnRelations(Value):
    """Relations a walk does not draw, in the order met; ``details`` run parallel to ``edges``.

    ``entities`` are their ends, each once. ``total`` counts those beyond the limit too.
    """

    entities: list[EntityDetail] = Field(default_factory=list)
    edges: list[ExploredEdge] = Field(default_factory=list)
    details: list[EdgeDetail] = Field(default_factory=list)
    total: int = 0


async def undrawn_relations(
    store: GraphStore,
    entity_id: str,
    *,
    scope: Scope | Iterable[str],
    relation_types: Sequence[str] | None = None,
    depth: int = limits.DEPTH.default,
    max_nodes: int = limits.NODES.default,
    max_edges: int = limits.EDGES.default,
    limit: int = limits.STEP_ROWS,
) -> UndrawnRelations:
    """The relations that the steps of a walk meet and its bounds keep out of the drawing.

    They are those of ``Reached.relation_ids`` that ``explore_relationships`` does not draw with
    the same bounds. Nothing comes back for an entity that is missing or out of scope. The passages
    of ``edges`` are left out; ``details`` counts them.

    Raises:
        StoreError: The store could not answer.
    """
    applied = as_scope(scope)
    if applied.is_empty or not is_entity_id(entity_id):
        return UndrawnRelations()
    bounds = Bounds(
        depth=depth,
        nodes=max_nodes,
        edges=max_edges,
        types=tuple(dict.fromkeys(relation_types)) if relation_types else None,
    )
    async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
        support = (await reads.supports([entity_id], scope=applied, limit=1)).get(entity_id)
        if support is None or not support.in_scope:
            return UndrawnRelations()
        found = await walk(reads, entity_id, scope=applied, bounds=bounds)
        rows = found.refused[:limit]
        ends = dict.fromkeys(end for row in rows for end in (row.source_id, row.target_id))
        relations, together, entities = await asyncio.gather(
            reads.relations([row.relation_id for row in rows]),
            count_together(reads, rows, applied),
            reads.entities(list(ends)),
        )
    return UndrawnRelations(
        entities=[describe_entity(entities[name]) for name in ends],
        edges=[
            ExploredEdge(
                source_id=row.source_id,
                target_id=row.target_id,
                relation_type=relations[row.relation_id].relation_type,
                kind=edge_kind(row) or EdgeKind.PATH,
            )
            for row in rows
        ],
        details=describe_edges(replace(found, edges=rows), relations, together),
        total=len(found.refused),
    )
