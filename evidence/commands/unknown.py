"""What a question names that is not there: documents, labels and relation types.

What lies outside the scope is told like what does not exist.
"""

from collections.abc import Sequence

from evidence import limits
from evidence.commands.showing import shown
from evidence.details import Count
from evidence.errors import StoreError
from evidence.ports import GraphStore, Reads
from evidence.results import EntityResult, ExplorationResult, SearchStatus, WalkStatus
from evidence.scope import Scope

_LISTED = 10
_NAME_CHARACTERS = 48
_NOT_LOOKED_UP = "Whether every name you gave is known could not be looked up in time."


async def unknown_in_search(
    store: GraphStore, result: EntityResult, *, scope: Scope, labels: Sequence[str]
) -> list[str]:
    """A sentence for each document and label of a search that is unknown."""
    met = {hit.label for hit in result.hits}
    try:
        async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
            told = await _unknown_documents(reads, scope)
            if result.status not in {SearchStatus.EMPTY_SCOPE, SearchStatus.FAILED}:
                wanted = [label for label in labels if label not in met]
                told += await _unknown_labels(reads, scope, wanted)
            return told
    except StoreError:
        return [_NOT_LOOKED_UP] if labels or scope.keys else []


async def unknown_in_walk(
    store: GraphStore, result: ExplorationResult, start: str, *, scope: Scope, types: Sequence[str]
) -> list[str]:
    """A sentence for each document and relation type of a walk that is unknown."""
    met = {edge.relation_type for edge in result.edges}
    try:
        async with store.snapshot(timeout=limits.WALK_SECONDS) as reads:
            told = await _unknown_documents(reads, scope)
            if result.status is WalkStatus.OK:
                wanted = [name for name in types if name not in met]
                told += await _unknown_types(reads, scope, start, wanted)
            return told
    except StoreError:
        return [_NOT_LOOKED_UP] if types or scope.keys else []


async def _unknown_documents(reads: Reads, scope: Scope) -> list[str]:
    return [
        f"The document key {_quoted(key)} is unknown: no document you can see has it."
        for key in sorted(scope.keys or ())
        if not await reads.document_count(Scope(keys=frozenset({key})))
    ]


async def _unknown_labels(reads: Reads, scope: Scope, labels: Sequence[str]) -> list[str]:
    unknown = [
        label
        for label in dict.fromkeys(labels)
        if not await reads.central_entities(scope, labels=[label], limit=1)
    ]
    if not unknown:
        return []
    there = _listed(await reads.labels(scope))
    return [
        f"The label {_quoted(label)} is unknown: no entity in scope has it. Labels in scope: {there}."
        for label in unknown
    ]


async def _unknown_types(reads: Reads, scope: Scope, start: str, types: Sequence[str]) -> list[str]:
    if not types:
        return []
    around = await reads.type_counts(start, scope=scope)
    there = {name for name, _ in around}
    return [
        f"The relation type {_quoted(name)} is unknown here: no relation of this entity in scope has"
        f" it. Types it has: {_listed(around)}."
        for name in dict.fromkeys(types)
        if name not in there
    ]


def _listed(named: Sequence[tuple[str, Count]]) -> str:
    """The first names with their counts."""
    parts = [
        f"{shown(name, _NAME_CHARACTERS)} ({count.value:,}{'+' if count.capped else ''})"
        for name, count in named[:_LISTED]
    ]
    more = f" and {len(named) - _LISTED:,} more" if len(named) > _LISTED else ""
    return f"{', '.join(parts)}{more}" if parts else "none"


def _quoted(name: str) -> str:
    return f"“{shown(name, _NAME_CHARACTERS)}”"
