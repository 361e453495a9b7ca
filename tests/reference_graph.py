"""A graph in dictionaries and lists, and what a scope lets through; the words of ``ports``.

Everything is worked out again at each question. It is slow on purpose: it is what the other
stores are compared with, so it must be plain to a reader that it is right.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from evidence import ids
from evidence.ports import PassageRef
from evidence.records import (
    DocumentRecord,
    EntityRecord,
    EvidenceRecord,
    LabelRecord,
    MentionRecord,
    Numbered,
    PassageRecord,
    Record,
    RelationRecord,
    SectionRecord,
    VersionRecord,
    first_day,
)
from evidence.scope import Scope, is_below
from evidence.words import normalised


@dataclass(frozen=True)
class Document:
    id: str
    record: DocumentRecord

    @property
    def folder(self) -> str:
        return "/".join(self.record.path[:-1])


@dataclass(frozen=True)
class Version:
    document: Document
    name: str | None
    content_hash: str
    current: bool


@dataclass(frozen=True)
class Passage:
    id: str
    version: Version
    record: PassageRecord

    @property
    def document(self) -> Document:
        return self.version.document

    @property
    def place(self) -> tuple[int, str]:
        """Passages are listed by their order, then by id."""
        return (self.record.order, self.id)

    def ref(self) -> PassageRef:
        return PassageRef(
            passage_id=self.id,
            document_id=self.document.id,
            document_key=self.document.record.key,
            content_hash=self.version.content_hash,
            order=self.record.order,
            length=len(self.record.text),
            char_start=self.record.char_start,
            char_end=self.record.char_end,
            pages=tuple(self.record.pages),
            current=self.version.current,
        )


@dataclass(frozen=True)
class Entity:
    id: str
    record: EntityRecord
    labels: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the aliases, each spelling once."""
        return tuple(dict.fromkeys((self.record.name, *self.record.aliases)))


@dataclass(frozen=True)
class Relation:
    id: str
    record: RelationRecord
    source: str
    target: str
    evidence: tuple[EvidenceRecord, ...]

    @property
    def ends(self) -> tuple[str, str]:
        return (self.source, self.target)

    @property
    def place(self) -> tuple[int, str]:
        """Stored order: more evidence first, then relation id."""
        return (-len(self.evidence), self.id)

    def touches(self, entity_id: str) -> bool:
        return entity_id in self.ends

    def other(self, entity_id: str) -> str:
        return self.target if entity_id == self.source else self.source


@dataclass
class Graph:
    documents: dict[str, Document] = field(default_factory=dict)
    versions: list[Version] = field(default_factory=list)
    passages: dict[str, Passage] = field(default_factory=dict)
    sections: list[SectionRecord] = field(default_factory=list)
    ancestors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    mentions: list[tuple[str, str, MentionRecord]] = field(default_factory=list)
    mentioned_in: dict[str, set[str]] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)

    # What a scope lets through

    def document_in_scope(self, document: Document, scope: Scope) -> bool:
        record = document.record
        if scope.enabled_only and record.enabled is False:
            return False
        if scope.keys is not None and record.key not in scope.keys:
            return False
        if scope.namespaces is not None and record.namespace not in scope.namespaces:
            return False
        if scope.folders is not None and not any(
            is_below(document.folder, folder) for folder in scope.folders
        ):
            return False
        if scope.collections is not None and not scope.collections & set(record.collections):
            return False
        return _holds_on(scope, record.in_force_from, record.in_force_to)

    def passage_in_scope(self, passage: Passage, scope: Scope) -> bool:
        """In a document in scope, of any version, and not stamped disabled itself."""
        if scope.enabled_only and passage.record.enabled is False:
            return False
        return self.document_in_scope(passage.document, scope)

    def visible(self, passage: Passage, scope: Scope) -> bool:
        return passage.version.current and self.passage_in_scope(passage, scope)

    def mentioning(self, entity_id: str) -> list[Passage]:
        """The passages that mention an entity, each once, in order."""
        found = [self.passages[each] for each in self.mentioned_in.get(entity_id, ())]
        return sorted(found, key=lambda passage: passage.place)

    def visible_mentioning(self, entity_id: str, scope: Scope) -> list[Passage]:
        return [each for each in self.mentioning(entity_id) if self.visible(each, scope)]

    def entity_in_scope(self, entity_id: str, scope: Scope) -> bool:
        if entity_id not in self.entities:
            return False
        if not self.mentions:
            return scope.is_everything
        return any(self.passage_in_scope(each, scope) for each in self.mentioning(entity_id))

    def entities_in_scope(self, scope: Scope, labels: Iterable[str] | None = None) -> list[Entity]:
        """Entities in scope in the order stored; a label counts with those below it."""
        wanted = None if labels is None else set(labels)
        return [
            entity
            for entity in self.entities.values()
            if (wanted is None or wanted & set(entity.labels))
            and self.entity_in_scope(entity.id, scope)
        ]

    def normalised_texts(self) -> dict[str, str]:
        """What an index over all passages holds."""
        return {each.id: normalised(each.record.text) for each in self.passages.values()}

    # Relations

    def stating(self, relation: Relation) -> list[Passage]:
        """The stored passages a relation names as its evidence, in order."""
        found = [self.passages.get(ids.foreign_id("passage", each.passage))
                 for each in relation.evidence]  # fmt: skip
        return sorted((each for each in found if each), key=lambda passage: passage.place)

    def visible_stating(self, relation: Relation, scope: Scope) -> list[Passage]:
        return [each for each in self.stating(relation) if self.visible(each, scope)]

    def possible(self, relation: Relation, scope: Scope) -> bool:
        """Both ends in scope, and valid on the scope's day."""
        return all(self.entity_in_scope(end, scope) for end in relation.ends) and _holds_on(
            scope, relation.record.valid_from, relation.record.valid_to
        )

    def kept(self, relation: Relation, scope: Scope) -> bool:
        if not self.possible(relation, scope):
            return False
        if not relation.evidence or self.visible_stating(relation, scope):
            return True
        return scope.is_everything and not self.stating(relation)

    def dropped(self, relation: Relation, scope: Scope) -> bool:
        """Not kept because the scope holds only superseded passages of its evidence."""
        inside = [each for each in self.stating(relation) if self.passage_in_scope(each, scope)]
        return (
            self.possible(relation, scope)
            and bool(inside)
            and not any(each.version.current for each in inside)
        )

    def kept_relations(self, scope: Scope) -> list[Relation]:
        """All kept relations in stored order."""
        kept = [each for each in self.relations.values() if self.kept(each, scope)]
        return sorted(kept, key=lambda relation: relation.place)

    def headings(self, passage: Passage) -> tuple[str, ...]:
        """Titles from the root to the lowest section that holds all sections of the passage."""
        paths = [self._section_path(passage, key) for key in passage.record.sections]
        if not paths:
            return ()
        shared = [level[0] for level in zip(*paths, strict=False) if len(set(level)) == 1]
        return tuple(self._section(passage, key).title for key in shared)

    def _section_path(self, passage: Passage, key: str) -> list[str]:
        section = self._section(passage, key)
        above = self._section_path(passage, section.parent) if section.parent else []
        return [*above, key]

    def _section(self, passage: Passage, key: str) -> SectionRecord:
        return next(
            each
            for each in self.sections
            if each.document == passage.document.record.key
            and each.version in {passage.version.name, None}
            and each.key == key
        )


def graph_of(numbered: Iterable[Numbered]) -> Graph:
    """The graph a file of records describes, whatever their order."""
    records = [each.record for each in numbered]
    graph = Graph()
    _add_documents(graph, records)
    _add_passages(graph, records)
    _add_entities(graph, records)
    _add_relations(graph, records)
    return graph


def _add_documents(graph: Graph, records: list[Record]) -> None:
    for record in records:
        if isinstance(record, DocumentRecord):
            key = ids.document_id(record.key)
            graph.documents[key] = Document(key, record)
    versions = [record for record in records if isinstance(record, VersionRecord)]
    for record in versions:
        document = graph.documents[ids.document_id(record.document)]
        if record.content_hash is None:
            raise ValueError("the reference store wants the content hash of every version")
        graph.versions.append(Version(document, record.name, record.content_hash, record.current))


def _add_passages(graph: Graph, records: list[Record]) -> None:
    graph.sections = [record for record in records if isinstance(record, SectionRecord)]
    for record in records:
        if isinstance(record, PassageRecord):
            version = next(
                each
                for each in graph.versions
                if each.document.record.key == record.document and each.name == record.version
            )
            key = ids.foreign_id("passage", record.id)
            graph.passages[key] = Passage(key, version, record)


def _add_entities(graph: Graph, records: list[Record]) -> None:
    for record in records:
        if isinstance(record, LabelRecord):
            graph.ancestors[record.name] = tuple(record.ancestors)
    for record in records:
        if isinstance(record, EntityRecord):
            key = ids.foreign_id("entity", record.id)
            labels = (record.label, *graph.ancestors.get(record.label, ()))
            graph.entities[key] = Entity(key, record, labels)
    for record in records:
        if isinstance(record, MentionRecord):
            passage = ids.foreign_id("passage", record.passage)
            entity = ids.foreign_id("entity", record.entity)
            graph.mentions.append((passage, entity, record))
            graph.mentioned_in.setdefault(entity, set()).add(passage)


def _add_relations(graph: Graph, records: list[Record]) -> None:
    evidence: dict[str, list[EvidenceRecord]] = {}
    for record in records:
        if isinstance(record, EvidenceRecord):
            evidence.setdefault(record.relation, []).append(record)
    for record in records:
        if isinstance(record, RelationRecord):
            key = ids.foreign_id("relation", record.id)
            graph.relations[key] = Relation(
                id=key,
                record=record,
                source=ids.foreign_id("entity", record.source),
                target=ids.foreign_id("entity", record.target),
                evidence=tuple(evidence.get(record.id, ())),
            )


def _holds_on(scope: Scope, start: str | None, end: str | None) -> bool:
    """Whether ``[start, end)`` holds the scope's day; a scope without a day asks nothing."""
    if scope.as_of is None:
        return True
    day = scope.as_of.isoformat()
    begins, ends = first_day(start), first_day(end)
    return (begins is None or begins <= day) and (ends is None or day < ends)
