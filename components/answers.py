"""The use cases as pages call them: from script threads, within a deadline, cached."""

from components.asking import Asking
from components.view import Walk
from evidence import browse, limits
from evidence.cards import EdgeCard, EntityCard, PassageCard, Suggestion
from evidence.details import EntityDetail, TypeCount
from evidence.entities import entity_search
from evidence.passages import search_evidence
from evidence.ports import DocumentRow
from evidence.relationships import explore_relationships
from evidence.results import (
    EntityResult,
    ExplorationResult,
    PassageResult,
    SearchMode,
    SearchStatus,
    WalkStatus,
)
from evidence.scope import Scope
from evidence.undrawn import UndrawnRelations, undrawn_relations

_WHOLE = {SearchStatus.OK, SearchStatus.NO_MATCH, SearchStatus.EMPTY_SCOPE}


class Answers(Asking):
    """The questions pages ask of one store. Every method may be called from any thread."""

    def entities(
        self, query: str, *, scope: Scope, labels: tuple[str, ...], mode: SearchMode, limit: int
    ) -> EntityResult:
        """Entities that match; no label means all of them."""
        return self.ask(
            ("entities", query, labels, mode, limit),
            scope,
            lambda: entity_search(
                self.store,
                self.embedder,
                query,
                scope=scope,
                labels=labels or None,
                mode=mode,
                limit=limit,
            ),
            seconds=2 * limits.LEG_SECONDS,
            keep=lambda result: result.status in _WHOLE,
        )

    def passages(self, query: str, *, scope: Scope, mode: SearchMode, limit: int) -> PassageResult:
        """Passages that match."""
        return self.ask(
            ("passages", query, mode, limit),
            scope,
            lambda: search_evidence(
                self.store, self.embedder, query, scope=scope, mode=mode, limit=limit
            ),
            seconds=2 * limits.LEG_SECONDS,
            keep=lambda result: result.status in _WHOLE,
        )

    def explore(self, walk: Walk, *, scope: Scope, closing_edges: bool = True) -> ExplorationResult:
        """The neighbourhood one walk of a view asks for."""
        return self.ask(
            ("explore", walk, closing_edges),
            scope,
            lambda: explore_relationships(
                self.store,
                walk.entity_id,
                scope=scope,
                relation_types=walk.types or None,
                depth=walk.depth,
                max_nodes=walk.max_nodes,
                max_edges=walk.max_edges,
                closing_edges=closing_edges,
            ),
            seconds=limits.WALK_SECONDS,
            keep=lambda result: result.status is not WalkStatus.FAILED,
        )

    def undrawn(self, walk: Walk, *, scope: Scope) -> UndrawnRelations:
        """The relations one walk of a view meets and its bounds keep out."""
        return self.ask(
            ("undrawn", walk),
            scope,
            lambda: undrawn_relations(
                self.store,
                walk.entity_id,
                scope=scope,
                relation_types=walk.types or None,
                depth=walk.depth,
                max_nodes=walk.max_nodes,
                max_edges=walk.max_edges,
            ),
            seconds=limits.WALK_SECONDS,
        )

    def suggest(self, text: str, *, scope: Scope, labels: tuple[str, ...] = ()) -> list[Suggestion]:
        """Names offered while typing."""
        return self.ask(
            ("suggest", text, labels),
            scope,
            lambda: browse.suggest(
                self.store,
                text,
                scope=scope,
                labels=labels or None,
                limit=limits.SUGGESTIONS.default,
            ),
        )

    def central(
        self, *, scope: Scope, labels: tuple[str, ...] = (), limit: int = 8
    ) -> list[EntityDetail]:
        """The best-connected entities."""
        return self.ask(
            ("central", labels, limit),
            scope,
            lambda: browse.central(self.store, scope=scope, labels=labels or None, limit=limit),
        )

    def labels(self, *, scope: Scope) -> list[TypeCount]:
        """The labels in scope with their counts."""
        return self.ask(("labels",), scope, lambda: browse.labels_in(self.store, scope=scope))

    def documents(self, *, scope: Scope, limit: int = 1_000) -> list[DocumentRow]:
        """The documents in scope, at most ``limit`` of them."""
        return self.ask(
            ("documents", limit), scope, lambda: self._documents(scope=scope, limit=limit)
        )

    def described(self, entity_ids: tuple[str, ...], *, scope: Scope) -> dict[str, EntityDetail]:
        """Those of the entities that are in scope, by id."""
        return self.ask(
            ("described", entity_ids),
            scope,
            lambda: browse.describe(self.store, entity_ids, scope=scope),
        )

    def entity(self, entity_id: str, *, scope: Scope) -> EntityCard | None:
        """One entity with its passages; nothing when it is missing or out of scope."""
        return self.ask(
            ("entity", entity_id),
            scope,
            lambda: browse.entity_card(self.store, entity_id, scope=scope),
        )

    def edge(
        self, relation_id: str, source_id: str, target_id: str, *, scope: Scope
    ) -> EdgeCard | None:
        """One relation with its passages; nothing when it is missing or out of scope."""
        return self.ask(
            ("edge", relation_id, source_id, target_id),
            scope,
            lambda: browse.edge_card(self.store, relation_id, source_id, target_id, scope=scope),
        )

    def passage(self, evidence_id: str, *, scope: Scope) -> PassageCard | None:
        """One passage with its mentions; nothing when it is missing or out of scope."""
        return self.ask(
            ("passage", evidence_id),
            scope,
            lambda: browse.passage_card(self.store, evidence_id, scope=scope),
        )

    async def _documents(self, *, scope: Scope, limit: int) -> list[DocumentRow]:
        async with self.store.snapshot(timeout=limits.FETCH_SECONDS) as reads:
            return await reads.documents(scope, limit=limit)
