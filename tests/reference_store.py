"""The oracle: every read of ``ports`` by brute force, over a graph in memory."""

import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

import numpy as np

from evidence import bm25, ids, limits
from evidence.details import Count
from evidence.ports import (
    Capabilities,
    DocumentRow,
    EntityRow,
    EvidenceRow,
    IndexReport,
    LabelIndex,
    MentionRow,
    NameRow,
    PassageRef,
    PassageRow,
    Ranked,
    RelationRow,
    Step,
    StepRow,
    SupportRow,
    Vector,
)
from evidence.query import Query, Term
from evidence.records import Numbered, first_day
from evidence.scope import Scope
from evidence.words import normalised, squashed, words
from tests.reference_graph import Document, Graph, Passage, Relation, graph_of

K1, B, LEAST_IDF = 1.2, 0.75, 1e-6  # the constants of SQLite's FTS5

SYSTEM_TYPES = frozenset({
    "HAS_PART", "HAS_CHILD", "HAS_DOCUMENT", "HAS_ACTIVATION", "NEXT_CHUNK", "MENTIONED_IN",
    "MEMBER_OF", "MATCHES", "RESOLVED_AS", "EVIDENCED_BY", "SOURCE", "TARGET",
})  # fmt: skip

Thing = TypeVar("Thing")


class ReferenceStore:
    """A store of the records given; ``vectors`` holds those of entities and passages by id."""

    def __init__(
        self,
        records: Iterable[Numbered],
        *,
        vectors: Mapping[str, Sequence[float]] | None = None,
        model_id: str = "test-model",
    ) -> None:
        self._reads = ReferenceReads(graph_of(records), dict(vectors or {}), model_id)

    @property
    def name(self) -> str:
        return "reference"

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            mentions=bool(self._reads.graph.mentions), sections=bool(self._reads.graph.sections)
        )

    @asynccontextmanager
    async def snapshot(self, *, timeout: float | None = None) -> AsyncIterator["ReferenceReads"]:
        yield self._reads

    async def close(self) -> None:
        """Nothing is held."""


class ReferenceReads:
    def __init__(self, graph: Graph, vectors: dict[str, Sequence[float]], model_id: str) -> None:
        self.graph = graph
        self.vectors = {key: np.asarray(each, np.float64) for key, each in vectors.items()}
        self.model_id = model_id if vectors else None

    @property
    def generation(self) -> str:
        return "1"

    async def index_report(self) -> IndexReport:
        dimensions = next((len(each) for each in self.vectors.values()), None)
        state = LabelIndex(lexical=True, semantic=bool(self.vectors), dimensions=dimensions)
        every = [entity.record.label for entity in self.graph.entities.values()]
        for label, above in self.graph.ancestors.items():
            every += [label, *above]
        waiting = [*self.graph.entities, *self.graph.passages]
        return IndexReport(
            entities=state,
            labels=dict.fromkeys(every, state),
            passages=state,
            model_id=self.model_id,
            pending=sum(each not in self.vectors for each in waiting),
        )

    # Documents

    async def document_count(self, scope: Scope) -> int:
        return len(await self.documents(scope, limit=len(self.graph.documents)))

    async def documents(self, scope: Scope, *, limit: int) -> list[DocumentRow]:
        rows = [
            self._document_row(document)
            for document in self.graph.documents.values()
            if self.graph.document_in_scope(document, scope)
        ]
        return sorted(rows, key=lambda row: (row.namespace, row.path, row.document_key))[:limit]

    def _document_row(self, document: Document) -> DocumentRow:
        record = document.record
        current = [
            each
            for each in self.graph.passages.values()
            if each.document == document and each.version.current
        ]
        return DocumentRow(
            document_id=document.id,
            document_key=record.key,
            title=record.title,
            uri=record.uri,
            namespace=record.namespace,
            path=tuple(record.path),
            collections=tuple(record.collections),
            in_force_from=first_day(record.in_force_from),
            in_force_to=first_day(record.in_force_to),
            enabled=record.enabled,
            versions=sum(each.document == document for each in self.graph.versions),
            passages=len(current),
        )

    # Names

    async def match_names(
        self, query: Query, *, labels: Sequence[str] | None, scope: Scope, limit: int
    ) -> list[NameRow]:
        if not query.norm:
            return []
        rows = [
            NameRow(entity.id, entity.record.label, entity.record.name, name)
            for entity in self.graph.entities_in_scope(scope, labels)
            for name in entity.names
        ]
        stages: list[Callable[[str], bool]] = [
            lambda name: normalised(name) == query.norm or squashed(name) == query.key,
            lambda name: normalised(name).startswith(query.norm),
            lambda name: bool(query.terms) and _every_term(query.terms, normalised(name)),
        ]
        taken: list[int] = []
        for stage in stages:
            met = [at for at, row in enumerate(rows) if at not in taken and stage(row.matched)]
            taken += met[: limit - len(taken)]
        left = limit - len(taken)
        share = -(-left // max(1, len(query.terms)))
        for term in query.terms:
            met = [
                at
                for at, row in enumerate(rows)
                if at not in taken and _occurs(term, normalised(row.matched))
            ]
            taken += met[: min(share, limit - len(taken))]
        return [rows[at] for at in taken]

    async def rank_names(self, terms: Sequence[str], *, label: str, limit: int) -> list[Ranked]:
        texts = {
            entity.id: normalised(entity.record.name)
            for entity in self.graph.entities.values()
            if label in entity.labels
        }
        phrases = [tuple(words(term)) for term in dict.fromkeys(terms)]
        return _ranked(textbook_bm25(phrases, texts), lambda _: label)[:limit]

    async def near_entities(
        self, vector: Vector, *, labels: Sequence[str] | None, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        wanted = set(self.graph.entities)
        if labels is not None:
            wanted = {
                each.id for each in self.graph.entities.values() if set(labels) & set(each.labels)
            }
        if scope is not None:
            wanted = {each for each in wanted if self.graph.entity_in_scope(each, scope)}
        near = self._near(vector, wanted)
        return _ranked(near, lambda each: self.graph.entities[each].record.label)[:limit]

    # Passages

    async def rank_passages(self, query: Query, *, scope: Scope | None, limit: int) -> list[Ranked]:
        every = self.graph.normalised_texts()
        if scope is None:
            return _ranked(textbook_bm25(query.terms, every), lambda _: "")[:limit]
        seen = {each for each in every if self.graph.visible(self.graph.passages[each], scope)}
        met = [
            (each, every[each].split())
            for each in sorted(seen, key=self._stored_place)
            if any(_occurs(term, every[each]) for term in query.terms)
        ]
        if scope.is_everything and len(met) > limits.STEP_ROWS:
            ranked = _ranked(textbook_bm25(query.terms, every), lambda _: "")
            return [row for row in ranked if row.id in seen][:limit]
        return bm25.rank(query.terms, met[: limits.STEP_ROWS])[:limit]

    def _stored_place(self, passage_id: str) -> tuple[int, int]:
        passage = self.graph.passages[passage_id]
        return (self.graph.versions.index(passage.version), passage.record.order)

    async def near_passages(
        self, vector: Vector, *, scope: Scope | None, limit: int
    ) -> list[Ranked]:
        wanted = {
            each.id
            for each in self.graph.passages.values()
            if scope is None or self.graph.visible(each, scope)
        }
        return _ranked(self._near(vector, wanted), lambda _: "")[:limit]

    def _near(self, vector: Vector, wanted: Iterable[str]) -> dict[str, float]:
        query = np.asarray(vector, np.float64)
        return {
            each: (1.0 + float(self.vectors[each] @ query)) / 2.0
            for each in wanted
            if each in self.vectors
        }

    async def passages(self, ids: Sequence[str], *, scope: Scope) -> dict[str, PassageRow]:
        known = [self.graph.passages[each] for each in ids if each in self.graph.passages]
        return {
            each.id: self._passage_row(each)
            for each in known
            if self.graph.passage_in_scope(each, scope)
        }

    async def version_passages(
        self, document_id: str, hash_prefix: str, *, scope: Scope
    ) -> list[PassageRow]:
        versions = [each for each in self.graph.versions if each.document.id == document_id]
        if not any(each.current for each in versions):
            return []
        found = [
            each
            for each in self.graph.passages.values()
            if each.document.id == document_id
            and each.version.content_hash.startswith(hash_prefix)
            and self.graph.passage_in_scope(each, scope)
        ]
        found.sort(key=lambda each: (self.graph.versions.index(each.version), each.record.order))
        return [self._passage_row(each) for each in found]

    def _passage_row(self, passage: Passage) -> PassageRow:
        record = passage.document.record
        return PassageRow(
            ref=passage.ref(),
            text=passage.record.text,
            intact=True,
            title=record.title,
            uri=record.uri,
            namespace=record.namespace,
            path=tuple(record.path),
            headings=self.graph.headings(passage),
            activation=1,
        )

    # Entities and what mentions them

    async def entities(self, ids: Sequence[str]) -> dict[str, EntityRow]:
        known = [self.graph.entities[each] for each in ids if each in self.graph.entities]
        return {
            each.id: EntityRow(
                entity_id=each.id,
                labels=each.labels,
                name=each.record.name,
                aliases=each.names[1:],
                properties=each.record.properties,
                original_id=None if each.record.id == each.id else each.record.id,
            )
            for each in known
        }

    async def supports(
        self, ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, SupportRow]:
        found = {}
        for each in ids:
            visible = self.graph.visible_mentioning(each, scope)
            found[each] = SupportRow(
                in_scope=self.graph.entity_in_scope(each, scope),
                visible=[passage.ref() for passage in visible[:limit]],
                total=min(len(visible), limits.COUNT_CAP + 1),
            )
        return found

    async def together(self, pairs: Sequence[tuple[str, str]], *, scope: Scope) -> list[Count]:
        return [_capped(len(self._together(one, other, scope))) for one, other in pairs]

    async def together_passages(
        self, one: str, other: str, *, scope: Scope, limit: int
    ) -> list[PassageRef]:
        return [each.ref() for each in self._together(one, other, scope)[:limit]]

    def _together(self, one: str, other: str, scope: Scope) -> list[Passage]:
        return [
            each
            for each in self.graph.visible_mentioning(one, scope)
            if each in self.graph.mentioning(other)
        ]

    async def mentions(
        self, passage_ids: Sequence[str], *, entity_ids: Sequence[str] | None
    ) -> list[MentionRow]:
        rows = {
            MentionRow(passage, entity, record.start, record.end, record.surface)
            for passage, entity, record in self.graph.mentions
            if passage in passage_ids and (entity_ids is None or entity in entity_ids)
        }
        placed = {(row.passage_id, row.entity_id) for row in rows if row.start is not None}
        kept = [row for row in rows if row.start is not None or row[:2] not in placed]
        return sorted(kept, key=lambda row: (row.passage_id, row.entity_id, row.start or 0))

    # Relations

    async def edges_around(
        self,
        frontier: Sequence[str],
        *,
        scope: Scope,
        types: Sequence[str] | None,
        limit: int,
        parity: bool = False,
    ) -> Step:
        if parity:
            return self._edges_of_agrag(frontier, scope, types, limit)
        rows = [
            self._step_row(each, each.source if each.source in frontier else each.target, scope)
            for each in self.graph.kept_relations(scope)
            if set(each.ends) & set(frontier) and _has_type(each, types)
        ]
        return Step(rows[:limit], more=len(rows) > limit)

    def _edges_of_agrag(
        self, frontier: Sequence[str], scope: Scope, types: Sequence[str] | None, limit: int
    ) -> Step:
        """Any relation to an entity in scope, by id, one row for each end in the frontier."""
        rows = [
            self._step_row(each, node, scope)
            for each in sorted(self.graph.relations.values(), key=lambda each: each.id)
            for node in dict.fromkeys(each.ends)
            if node in frontier
            and self.graph.entity_in_scope(each.other(node), scope)
            and (each.record.type in types if types else each.record.type not in SYSTEM_TYPES)
        ]
        return Step(rows[:limit], more=len(rows) > limit)

    def _step_row(self, relation: Relation, node: str, scope: Scope) -> StepRow:
        return StepRow(
            node=node,
            other=relation.other(node),
            relation_id=relation.id,
            outgoing=node == relation.source,
            visible=len(self.graph.visible_stating(relation, scope)),
            resolved=len(self.graph.stating(relation)),
            stored=len(relation.evidence),
        )

    async def has_beyond(
        self,
        frontier: Sequence[str],
        *,
        visited: Sequence[str],
        scope: Scope,
        types: Sequence[str] | None,
    ) -> bool:
        return any(
            each.other(node) not in visited
            for each in self.graph.kept_relations(scope)
            for node in each.ends
            if node in frontier and _has_type(each, types)
        )

    async def edges_between(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None, limit: int
    ) -> Step:
        rows = [
            self._step_row(each, each.source, scope)
            for each in self.graph.kept_relations(scope)
            if set(each.ends) <= set(ids) and _has_type(each, types)
        ]
        return Step(rows[:limit], more=len(rows) > limit)

    async def relations(self, ids: Sequence[str]) -> dict[str, RelationRow]:
        known = [self.graph.relations[each] for each in ids if each in self.graph.relations]
        return {
            each.id: RelationRow(
                relation_id=each.id,
                relation_type=each.record.type,
                directed=each.record.directed,
                properties=each.record.properties,
                valid_from=first_day(each.record.valid_from),
                valid_to=first_day(each.record.valid_to),
                extractor=each.record.extractor,
                confidence=each.record.confidence,
                original_id=None if each.record.id == each.id else each.record.id,
            )
            for each in known
        }

    async def evidence(
        self, relation_ids: Sequence[str], *, scope: Scope, limit: int
    ) -> dict[str, list[EvidenceRow]]:
        return {
            each: self._evidence_rows(self.graph.relations[each], scope)[:limit]
            for each in relation_ids
            if each in self.graph.relations
        }

    def _evidence_rows(self, relation: Relation, scope: Scope) -> list[EvidenceRow]:
        entries = {ids.foreign_id("passage", each.passage): each for each in relation.evidence}
        return [
            EvidenceRow(
                passage.ref(),
                entries[passage.id].quote,
                entries[passage.id].start,
                entries[passage.id].end,
            )
            for passage in self.graph.visible_stating(relation, scope)
        ]

    async def dropped_around(
        self, ids: Sequence[str], *, scope: Scope, types: Sequence[str] | None
    ) -> Count:
        found = [
            each
            for each in self.graph.relations.values()
            if set(each.ends) & set(ids)
            and _has_type(each, types)
            and self.graph.dropped(each, scope)
        ]
        return _capped(len(found))

    # Counts and lists

    async def relation_counts(self, ids: Sequence[str], *, scope: Scope) -> dict[str, Count]:
        kept = self.graph.kept_relations(scope)
        return {each: _capped(sum(one.touches(each) for one in kept)) for each in ids}

    async def type_counts(self, entity_id: str, *, scope: Scope) -> list[tuple[str, Count]]:
        kept = self.graph.kept_relations(scope)
        return _most_first(Counter(each.record.type for each in kept if each.touches(entity_id)))

    async def labels(self, scope: Scope) -> list[tuple[str, Count]]:
        labels = Counter(each.record.label for each in self.graph.entities_in_scope(scope))
        return _most_first(labels)

    async def central_entities(
        self, scope: Scope, *, labels: Sequence[str] | None, limit: int
    ) -> list[tuple[str, Count]]:
        degrees = Counter({
            each.id: len(self._kept_at(each.id, scope))
            for each in self.graph.entities_in_scope(scope, labels)
        })
        return _most_first(degrees)[:limit]

    def _kept_at(self, entity_id: str, scope: Scope) -> list[Relation]:
        return [each for each in self.graph.kept_relations(scope) if each.touches(entity_id)]


def textbook_bm25(terms: Iterable[Term], texts: Mapping[str, str]) -> dict[str, float]:
    """BM25 of normalised texts for any of the terms, each a phrase, as SQLite's FTS5 scores.

    ``sum idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / average))`` with
    ``idf = max(ln((N - n + 0.5) / (n + 0.5)), 1e-6)`` (https://www.sqlite.org/fts5.html#the_bm25_function).
    """
    phrases = [term for term in terms if term]
    lengths = {key: len(text.split()) for key, text in texts.items()}
    average = sum(lengths.values()) / len(lengths) if lengths else 1.0
    scores: dict[str, float] = {}
    for phrase in phrases:
        counts = {key: _count(phrase, text) for key, text in texts.items()}
        holding = sum(count > 0 for count in counts.values())
        idf = max(math.log((len(texts) - holding + 0.5) / (holding + 0.5)), LEAST_IDF)
        for key, count in counts.items():
            if count:
                weight = K1 * (1 - B + B * lengths[key] / average)
                scores[key] = scores.get(key, 0.0) + idf * count * (K1 + 1) / (count + weight)
    return scores


def _count(term: Term, norm: str) -> int:
    """How often the words of a term stand together."""
    have = norm.split()
    return sum(tuple(have[at : at + len(term)]) == term for at in range(len(have)))


def _occurs(term: Term, norm: str, *, prefix: bool = False) -> bool:
    text = f" {' '.join(term)}" if prefix else f" {' '.join(term)} "
    return text in f" {norm} "


def _every_term(terms: Sequence[Term], norm: str) -> bool:
    return all(_occurs(term, norm) for term in terms[:-1]) and _occurs(terms[-1], norm, prefix=True)


def _has_type(relation: Relation, types: Sequence[str] | None) -> bool:
    return types is None or relation.record.type in types


def _capped(number: int) -> Count:
    return Count(value=min(number, limits.COUNT_CAP), capped=number > limits.COUNT_CAP)


def _most_first(counts: Counter[str]) -> list[tuple[str, Count]]:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [(name, _capped(number)) for name, number in ordered]


def _ranked(scores: Mapping[str, float], label: Callable[[str], str]) -> list[Ranked]:
    """Best first; scores that differ by less than nine digits can tell are equal, and tie by id."""
    rows = [Ranked(each, label(each), float(f"{score:.9g}")) for each, score in scores.items()]
    return sorted(rows, key=lambda row: (-row.score, row.id))
