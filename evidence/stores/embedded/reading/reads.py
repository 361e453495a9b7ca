"""One snapshot of the embedded store, read through a bounded pool of threads.

Reads of one snapshot run one after the other on its connection; those asked for at once are done
in one go. A read that is given up, because its caller was cancelled or its time is over, is stopped
inside SQLite; the snapshot goes on.
"""

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from evidence.details import Count
from evidence.errors import StoreTimeoutError
from evidence.ports import (
    DocumentRow,
    EntityRow,
    EvidenceRow,
    IndexReport,
    MentionRow,
    NameRow,
    PassageRef,
    PassageRow,
    Ranked,
    RelationRow,
    Step,
    SupportRow,
    Vector,
)
from evidence.query import Query
from evidence.scope import Scope
from evidence.stores.embedded.reading import (
    central,
    counts,
    listings,
    names,
    parity_steps,
    passage_ranking,
    vectors,
    walk_steps,
)
from evidence.stores.embedded.reading import passages as passage_reads
from evidence.stores.embedded.reading.connection import Job
from evidence.stores.embedded.reading.threads import Threads, Turns
from evidence.stores.embedded.reading.view import View

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class EmbeddedReads:
    """The reads of ``ports.Reads`` over one transaction."""

    def __init__(self, view: View, threads: Threads, deadline: float | None) -> None:
        self._view = view
        self._turns = Turns(threads)
        self._deadline = deadline

    @property
    def generation(self) -> str:
        """Changes whenever stored data changes."""
        return self._view.generation

    async def _run(
        self,
        read: Callable[Concatenate[View, Given], Answer],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Answer:
        job = Job(self._deadline)

        def work() -> Answer:
            if job.is_over():
                raise StoreTimeoutError("The store took too long.")
            self._view.connection.job = job
            return read(self._view, *given, **named)

        try:
            return await self._turns.submit(work)
        finally:
            job.stopped = True

    def finish(self, release: Callable[[], None]) -> None:
        """Give the connection back once nothing reads from it any more."""
        self._view.connection.job.stopped = True
        self._turns.finish(release)

    async def index_report(self) -> IndexReport:
        """Which indexes can be read."""
        known = listings.remembered_report(self._view)
        return await self._run(listings.index_report) if known is None else known

    async def document_count(self, scope: Scope) -> int:
        """How many documents are in scope."""
        known = listings.remembered_count(self._view, scope)
        return await self._run(listings.document_count, scope) if known is None else known

    async def documents(self, scope: Scope, *, limit: int) -> list[DocumentRow]:
        """The documents in scope by namespace, path and key."""
        return await self._run(listings.documents, scope, limit)

    async def match_names(
        self, query: Query, *, labels: Sequence[str] | None, scope: Scope, limit: int
    ) -> list[NameRow]:
        """At most ``limit`` names of in-scope entities that meet the query."""
        return await self._run(names.match_names, query, labels, scope, limit)

    async def rank_names(self, terms: Sequence[str], *, label: str, limit: int) -> list[Ranked]:
        """BM25 over the primary names of one label."""
        return await self._run(names.rank_names, terms, label, limit)

    async def near_entities(
        self, vector: Vector, *, labels: Sequence[str] | None, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        """The nearest in-scope entities."""
        return await self._run(vectors.near_entities, vector, labels, scope, limit)

    async def rank_passages(self, query: Query, *, scope: Scope | None, limit: int) -> list[Ranked]:
        """Passages by BM25."""
        return await self._run(passage_ranking.rank_passages, query, scope, limit)

    async def near_passages(
        self, vector: Vector, *, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        """The nearest visible passages."""
        return await self._run(vectors.near_passages, vector, scope, limit)

    async def entities(self, ids: Sequence[str]) -> dict[str, EntityRow]:
        """The entities with these ids."""
        return await self._run(listings.entities, ids)

    async def supports(
        self, ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, SupportRow]:
        """For each id the visible passages that mention it."""
        return await self._run(passage_reads.supports, ids, scope, limit)

    async def passages(self, ids: Sequence[str], *, scope: Scope) -> dict[str, PassageRow]:
        """The passages with these ids that are in scope."""
        return await self._run(passage_reads.passages, ids, scope)

    async def version_passages(
        self, document_id: str, hash_prefix: str, *, scope: Scope
    ) -> list[PassageRow]:
        """All passages of the versions with this hash prefix."""
        return await self._run(passage_reads.version_passages, document_id, hash_prefix, scope)

    async def edges_around(
        self,
        frontier: Sequence[str],
        *,
        scope: Scope,
        types: Sequence[str] | None,
        limit: int,
        parity: bool = False,
    ) -> Step:
        """The first kept relations that touch the frontier; those of agrag with ``parity``."""
        around = parity_steps.edges_around if parity else walk_steps.edges_around
        return await self._run(around, frontier, scope, types, limit)

    async def has_beyond(
        self,
        frontier: Sequence[str],
        *,
        visited: Sequence[str],
        scope: Scope,
        types: Sequence[str] | None,
    ) -> bool:
        """Whether a kept relation leads from the frontier to an entity not visited."""
        return await self._run(walk_steps.has_beyond, frontier, visited, scope, types)

    async def edges_between(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None, limit: int
    ) -> Step:
        """The first kept relations with both ends among ``ids``."""
        return await self._run(walk_steps.edges_between, ids, scope, types, limit)

    async def relations(self, ids: Sequence[str]) -> dict[str, RelationRow]:
        """The relations with these ids."""
        return await self._run(listings.relations, ids)

    async def evidence(
        self, relation_ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, list[EvidenceRow]]:
        """For each relation its first visible evidence."""
        return await self._run(passage_reads.evidence, relation_ids, scope, limit)

    async def together(self, pairs: Sequence[tuple[str, str]], *, scope: Scope) -> list[Count]:
        """For each pair of entities how many visible passages mention both."""
        return await self._run(passage_reads.together, pairs, scope)

    async def together_passages(
        self, one: str, other: str, *, scope: Scope, limit: int
    ) -> list[PassageRef]:
        """The first visible passages that mention both entities."""
        return await self._run(passage_reads.together_passages, one, other, scope, limit)

    async def dropped_around(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None
    ) -> Count:
        """Relations of which the scope holds superseded evidence passages and no visible one."""
        return await self._run(counts.dropped_around, ids, scope, types)

    async def relation_counts(self, ids: Sequence[str], *, scope: Scope) -> dict[str, Count]:
        """For each entity how many kept relations touch it."""
        return await self._run(counts.relation_counts, ids, scope)

    async def type_counts(self, entity_id: str, *, scope: Scope) -> list[tuple[str, Count]]:
        """The types of kept relations at an entity with their counts."""
        return await self._run(counts.type_counts, entity_id, scope)

    async def labels(self, scope: Scope) -> list[tuple[str, Count]]:
        """The leaf labels of in-scope entities with their counts."""
        return await self._run(counts.labels, scope)

    async def central_entities(
        self, scope: Scope, *, labels: Sequence[str] | None, limit: int
    ) -> list[tuple[str, Count]]:
        """The best-connected in-scope entities with their kept relations."""
        return await self._run(central.central_entities, scope, labels, limit)

    async def mentions(
        self, passage_ids: Sequence[str], *, entity_ids: Sequence[str] | None
    ) -> list[MentionRow]:
        """Where these passages mention these entities, or all of them."""
        return await self._run(passage_reads.mentions, passage_ids, entity_ids)
