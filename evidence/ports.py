"""What a store and an embedder must offer: small typed reads; the pure core decides.

One call of a use case reads through one ``Reads``, which is one snapshot of the store: a writer
that commits meanwhile is not seen. Every read takes the scope and applies it before any cut. Rows
are plain tuples; ids are text (canonical UUIDs). Reads raise ``StoreError`` and nothing else.

Terms used below. A passage is *in scope* when its document is and, under ``enabled_only``, neither
of them is stamped disabled. It is *visible* when it is in scope and of the current version. An
entity is *in scope* when a passage in scope, of any version, mentions it (or, in a store without
mentions, when the scope is everything). A relation is *kept* when it has no evidence at
all, or at least one visible evidence passage, or (only when the scope is everything) evidence of
which nothing resolves; and both ends are in scope; and it is valid at the scope's day. *Stored
order* of relations is: more evidence entries first, then relation id.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from evidence.details import Count
from evidence.query import Query
from evidence.scope import Scope

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a store can do; a reason stands for what it cannot."""

    mentions: bool = True
    sections: bool = True
    assertions: bool = True
    writing: bool = False
    reasons: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LabelIndex:
    """The state of one label's indexes (or, as ``passages``, of those over text)."""

    lexical: bool
    semantic: bool
    dimensions: int | None = None


@dataclass(frozen=True, slots=True)
class IndexReport:
    """Which indexes can be read.

    Attributes:
        entities: The state of the indexes over entities as a whole.
        labels: The state of each entity label that has indexes (asked only with ``parity``, since
            the list of labels tells of entities outside the scope).
        passages: The state of the indexes over passage text.
        model_id: The model the stored vectors come from, when there are any.
        pending: How many names and passages still wait for a vector.
    """

    entities: LabelIndex
    labels: dict[str, LabelIndex]
    passages: LabelIndex
    model_id: str | None
    pending: int = 0


class NameRow(NamedTuple):
    """A name or alias that met a query."""

    entity_id: str
    label: str
    name: str
    matched: str


class Ranked(NamedTuple):
    """Something a store ranked itself; higher scores first, then id."""

    id: str
    label: str
    score: float


class EntityRow(NamedTuple):
    """A stored entity; ``labels`` starts with the leaf label."""

    entity_id: str
    labels: tuple[str, ...]
    name: str
    aliases: tuple[str, ...]
    properties: dict[str, Any]
    original_id: str | None


class PassageRef(NamedTuple):
    """A passage without its text; offsets are code points, ``length`` that of the text."""

    passage_id: str
    document_id: str
    document_key: str
    content_hash: str
    order: int
    length: int
    char_start: int | None
    char_end: int | None
    pages: tuple[int, ...]
    current: bool


class PassageRow(NamedTuple):
    """A passage with its text and its place; ``intact`` is false when the digest differs."""

    ref: PassageRef
    text: str
    intact: bool
    title: str
    uri: str | None
    namespace: str
    path: tuple[str, ...]
    headings: tuple[str, ...]
    activation: int


class SupportRow(NamedTuple):
    """The passages that mention an entity: visible ones first in order, and how many."""

    in_scope: bool
    visible: list[PassageRef]
    total: int


class StepRow(NamedTuple):
    """A relation met from ``node``, which is its source when ``outgoing``.

    Of a thousand rows a walk draws a few, so names and types are read for those alone. Counts are
    of evidence entries: ``visible`` of visible passages, ``resolved`` of those that name a stored
    passage, ``stored`` of all.
    """

    node: str
    other: str
    relation_id: str
    outgoing: bool
    visible: int
    resolved: int
    stored: int

    @property
    def source_id(self) -> str:
        """The entity the relation starts at."""
        return self.node if self.outgoing else self.other

    @property
    def target_id(self) -> str:
        """The entity the relation leads to."""
        return self.other if self.outgoing else self.node


class Step(NamedTuple):
    """The rows of one step of a walk, and whether more existed than the limit."""

    rows: list[StepRow]
    more: bool


class RelationRow(NamedTuple):
    """A stored relation beyond what a step returns; dates are ISO, the end exclusive."""

    relation_id: str
    relation_type: str
    directed: bool
    properties: dict[str, Any]
    valid_from: str | None
    valid_to: str | None
    extractor: str | None
    confidence: float | None
    original_id: str | None


class EvidenceRow(NamedTuple):
    """One evidence entry of a relation; offsets count in the passage's text."""

    ref: PassageRef
    quote: str | None
    start: int | None
    end: int | None


class MentionRow(NamedTuple):
    """A mention with its place in the passage, when known."""

    passage_id: str
    entity_id: str
    start: int | None
    end: int | None
    surface: str | None


class DocumentRow(NamedTuple):
    """A document as lists show it."""

    document_id: str
    document_key: str
    title: str
    uri: str | None
    namespace: str
    path: tuple[str, ...]
    collections: tuple[str, ...]
    in_force_from: str | None
    in_force_to: str | None
    enabled: bool | None
    versions: int
    passages: int


class Reads(Protocol):
    """One snapshot of a store."""

    @property
    def generation(self) -> str:
        """Changes whenever stored data changes; part of every cache key."""

    async def index_report(self) -> IndexReport:
        """Which indexes can be read."""

    async def document_count(self, scope: Scope) -> int:
        """How many documents are in scope."""

    async def documents(self, scope: Scope, *, limit: int) -> list[DocumentRow]:
        """The documents in scope by namespace, path and key."""

    async def match_names(
        self, query: Query, *, labels: Sequence[str] | None, scope: Scope, limit: int
    ) -> list[NameRow]:
        """At most ``limit`` names of in-scope entities that meet the query, an entity once or more.

        In stages, each filled before the next: the name's key or norm equals the query's; the norm
        starts with it; every term occurs (the last one as a prefix); some term occurs (for each
        term its first rows, an equal share of what is left). Within a stage: in the order stored.
        Labels count with those below them.
        """

    async def rank_names(self, terms: Sequence[str], *, label: str, limit: int) -> list[Ranked]:
        """BM25 over the primary names of one label, any term, cut before the scope (parity)."""

    async def near_entities(
        self, vector: Vector, *, labels: Sequence[str] | None, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        """The nearest in-scope entities by ``(1 + cosine) / 2``; with no scope, of all."""

    async def rank_passages(self, query: Query, *, scope: Scope | None, limit: int) -> list[Ranked]:
        """Passages by BM25, any term; visible ones only, unless no scope is given (parity).

        Statistics come from at most ``limits.STEP_ROWS`` visible rows that meet the query
        (``evidence.bm25``); from the whole index only when the scope is everything, nothing stored
        is disabled, and more rows than that meet it.
        """

    async def near_passages(
        self, vector: Vector, *, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        """The nearest visible passages by ``(1 + cosine) / 2``; with no scope, of all."""

    async def entities(self, ids: Sequence[str]) -> dict[str, EntityRow]:
        """The entities with these ids; unknown ids are left out. The scope is not applied."""

    async def supports(
        self, ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, SupportRow]:
        """For each id the first visible passages that mention it, by order then passage id.

        ``in_scope`` is whether any passage of a document in scope mentions it, of any version.
        ``total`` counts the visible passages and stops at ``limits.COUNT_CAP + 1``.
        """

    async def passages(self, ids: Sequence[str], *, scope: Scope) -> dict[str, PassageRow]:
        """The passages with these ids that are in scope, of any version, digests checked."""

    async def version_passages(
        self, document_id: str, hash_prefix: str, *, scope: Scope
    ) -> list[PassageRow]:
        """All passages of the versions with this hash prefix, when their document is in scope.

        Nothing when the document has no current version any more.
        """

    async def edges_around(
        self,
        frontier: Sequence[str],
        *,
        scope: Scope,
        types: Sequence[str] | None,
        limit: int,
        parity: bool = False,
    ) -> Step:
        """The first ``limit`` kept relations that touch the frontier, each once, in stored order.

        With both ends in the frontier, ``node`` is the source. With ``parity`` the rows are those
        of agrag: by relation id, a relation with both ends in the frontier twice, relations whose
        evidence is not visible included, and the cut counts all of these; without types, those
        agrag keeps for itself (``MATCHES`` and its like) are left out.
        """

    async def has_beyond(
        self,
        frontier: Sequence[str],
        *,
        visited: Sequence[str],
        scope: Scope,
        types: Sequence[str] | None,
    ) -> bool:
        """Whether a kept relation leads from the frontier to an entity not visited."""

    async def edges_between(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None, limit: int
    ) -> Step:
        """The first ``limit`` kept relations with both ends among ``ids``, in stored order."""

    async def relations(self, ids: Sequence[str]) -> dict[str, RelationRow]:
        """The relations with these ids; unknown ids are left out."""

    async def evidence(
        self, relation_ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, list[EvidenceRow]]:
        """For each relation its first visible evidence, by passage order then passage id."""

    async def together(self, pairs: Sequence[tuple[str, str]], *, scope: Scope) -> list[Count]:
        """For each pair of entities how many visible passages mention both, at most the cap."""

    async def together_passages(
        self, one: str, other: str, *, scope: Scope, limit: int
    ) -> list[PassageRef]:
        """The first visible passages that mention both entities, by order then id."""

    async def dropped_around(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None
    ) -> Count:
        """Relations of which the scope holds superseded evidence passages and no visible one.

        Both ends must be in scope. The count says nothing about passages outside the scope.
        """

    async def relation_counts(self, ids: Sequence[str], *, scope: Scope) -> dict[str, Count]:
        """For each entity how many kept relations touch it, at most the cap."""

    async def type_counts(self, entity_id: str, *, scope: Scope) -> list[tuple[str, Count]]:
        """The types of kept relations at an entity with their counts, most first, then name."""

    async def labels(self, scope: Scope) -> list[tuple[str, Count]]:
        """The leaf labels of in-scope entities with their counts, most first, then name."""

    async def central_entities(
        self, scope: Scope, *, labels: Sequence[str] | None, limit: int
    ) -> list[tuple[str, Count]]:
        """The best-connected in-scope entities with their kept relations, most first, then id."""

    async def mentions(
        self, passage_ids: Sequence[str], *, entity_ids: Sequence[str] | None
    ) -> list[MentionRow]:
        """Where these passages mention these entities (all, when none are named).

        A row for each known place, or one without a place; by passage id, entity id, start.
        """


class GraphStore(Protocol):
    """A store of documents, passages, entities and relations."""

    @property
    def name(self) -> str:
        """A short name to show; never a path or an address."""

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""

    def snapshot(self, *, timeout: float | None = None) -> AbstractAsyncContextManager[Reads]:
        """One consistent view; reads through it end by the timeout (seconds from now)."""

    async def close(self) -> None:
        """Give back connections and memory."""


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def model_id(self) -> str:
        """Which model the vectors come from."""

    def dimensions(self) -> int:
        """Length of a vector; raises ``EmbedderError`` while no model is usable."""

    async def embed(self, texts: Sequence[str]) -> Vector:
        """A row of float32 for each text, of shape (texts, dimensions), each of length one."""
