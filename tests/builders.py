"""Small graphs told in sentences, and the stores that hold them.

::

    story = Story()
    story.document("A")
    story.passage("A0", of="A", text="Alice knows Bob.")
    story.entity("Alice", "Person", seen_in=["A0"])
    story.entity("Bob", "Person", seen_in=["A0"])
    story.relation("Alice", "KNOWS", "Bob", stated_in=["A0"])

Everything has a name inside the story and an id; the ids of entities, passages and relations sort
in the order in which they were told, so that a tie broken by id is one a reader can foresee.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np

from evidence import ids
from evidence.ports import GraphStore
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
)
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.embedding import Model, settle_model, store_vectors
from evidence.stores.embedded.writing.vector_archive import load_vectors
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.reference_store import ReferenceStore

MODEL = "test-model"


_KINDS = {"entity": 1, "passage": 2, "relation": 3}


def numbered_id(kind: str, number: int) -> str:
    """Ids of one kind sort by their number."""
    return f"{number:08x}-000{_KINDS[kind]}-5000-8000-{number:012x}"


def content_hash(document: str, version: str) -> str:
    return hashlib.sha256(f"{document}:{version}".encode()).hexdigest()


class Story:
    """Records of one graph, told one after the other."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._current: dict[str, str] = {}
        self._order: dict[tuple[str, str], int] = {}
        self._hashes: dict[tuple[str, str], str] = {}
        self._home: dict[str, tuple[str, str]] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._told = dict.fromkeys(_KINDS, 0)
        self.vectors: dict[str, Sequence[float]] = {}

    def id(self, kind: str, name: str) -> str:
        """The id of the ``entity`` or ``passage`` of this name, told or not."""
        if (kind, name) not in self._ids:
            self._ids[kind, name] = self._next_id(kind)
        return self._ids[kind, name]

    def pin(self, kind: str, name: str, number: int) -> None:
        """Give a thing the id of this number, whenever it is told."""
        self._ids[kind, name] = numbered_id(kind, number)

    def _next_id(self, kind: str) -> str:
        self._told[kind] += 1
        return numbered_id(kind, self._told[kind])

    # Telling

    def document(
        self,
        key: str,
        *,
        versions: Sequence[str] = ("v1",),
        deleted: bool = False,
        hashes: Mapping[str, str] | None = None,
        **fields: Any,
    ) -> None:
        """A document; the last of its versions is current, unless it has been deleted."""
        self._records.append(DocumentRecord(kind="document", key=key, **fields))
        for name in versions:
            self._hashes[key, name] = (hashes or {}).get(name) or content_hash(key, name)
            self._records.append(
                VersionRecord(
                    kind="version",
                    document=key,
                    name=name,
                    content_hash=self._hashes[key, name],
                    current=name == versions[-1] and not deleted,
                )
            )
        self._current[key] = versions[-1]

    def section(
        self, document: str, key: str, title: str, *, parent: str | None = None, order: int = 0
    ) -> None:
        self._records.append(
            SectionRecord(
                kind="section",
                document=document,
                version=self._current[document],
                key=key,
                title=title,
                parent=parent,
                order=order,
            )
        )

    def passage(
        self, name: str, *, of: str, version: str | None = None, text: str = "", **fields: Any
    ) -> None:
        """A passage; it follows those already told of the same version."""
        version = version or self._current[of]
        order = fields.pop("order", self._order.get((of, version), 0))
        self._order[of, version] = order + 1
        self._home[name] = (of, version)
        self._records.append(
            PassageRecord(
                kind="passage",
                id=self.id("passage", name),
                document=of,
                version=version,
                order=order,
                text=text or f"Text of {name}.",
                **fields,
            )
        )

    def label(self, name: str, *, below: Sequence[str]) -> None:
        self._records.append(LabelRecord(kind="label", name=name, ancestors=list(below)))

    def entity(
        self,
        name: str,
        label: str = "Thing",
        *,
        called: str | None = None,
        seen_in: Iterable[str] = (),
        **fields: Any,
    ) -> None:
        """An entity and the passages that mention it."""
        self._records.append(
            EntityRecord(
                kind="entity",
                id=self.id("entity", name),
                label=label,
                name=called or name,
                **fields,
            )
        )
        for passage in seen_in:
            self.mention(passage, name)

    def mention(self, passage: str, entity: str, **fields: Any) -> None:
        self._records.append(
            MentionRecord(
                kind="mention",
                passage=self.id("passage", passage),
                entity=self.id("entity", entity),
                **fields,
            )
        )

    def relation(
        self,
        source: str,
        relation_type: str,
        target: str,
        *,
        stated_in: Iterable[str] = (),
        id: str | None = None,
        **fields: Any,
    ) -> str:
        """A relation and the passages that state it; gives its id."""
        key = id or self._next_id("relation")
        self._records.append(
            RelationRecord(
                kind="relation",
                id=key,
                type=relation_type,
                source=self.id("entity", source),
                target=self.id("entity", target),
                **fields,
            )
        )
        for passage in stated_in:
            self.evidence(key, passage)
        return key

    def evidence(self, relation: str, passage: str, **fields: Any) -> None:
        """A passage states a relation; one that is never told is missing."""
        self._records.append(
            EvidenceRecord(
                kind="evidence", relation=relation, passage=self.id("passage", passage), **fields
            )
        )

    def vector(self, kind: str, name: str, vector: Sequence[float]) -> None:
        """The vector of an ``entity`` or a ``passage``."""
        self.vectors[self.id(kind, name)] = vector

    # Asking

    def records(self) -> list[Numbered]:
        return [Numbered(line, record) for line, record in enumerate(self._records, start=1)]

    def number_of(self, relation_id: str) -> int:
        """Which relation of the story this is, from 1."""
        return int(relation_id[:8], 16)

    def chunk_id(self, passage: str) -> str:
        """The evidence id of a whole passage."""
        return self.chunk_id_of(*self._home[passage], self.id("passage", passage))

    def chunk_id_of(self, document: str, version: str, passage_id: str) -> str:
        """The evidence id of a passage of a document, whether it is told or not."""
        stored = self._hashes.get((document, version)) or content_hash(document, version)
        return ids.format_evidence_id(
            ids.PassageReference(ids.document_id(document), stored[:16], passage_id)
        )

    def span_id(self, document: str, start: int, end: int, *, version: str | None = None) -> str:
        """The evidence id of a range of a document's text."""
        version = version or self._current[document]
        stored = self._hashes.get((document, version)) or content_hash(document, version)
        return ids.format_evidence_id(
            ids.SpanReference(ids.document_id(document), stored[:16], start, end)
        )


def reference_store(story: Story) -> ReferenceStore:
    return ReferenceStore(story.records(), vectors=story.vectors, model_id=MODEL)


def embedded_store(story: Story, folder: Path, *, laid_out: bool = True) -> GraphStore:
    """The same story, written to a folder by the product's writer and opened.

    Args:
        story: What to write.
        folder: Where to.
        laid_out: Whether vectors get their files, which take longer to write than the rest.
    """
    with EmbeddedWriter(folder) as writer:
        writer.ingest(iter(story.records()), file="story")
        if story.vectors and laid_out:
            load_vectors(writer, archive_of(story))
        elif story.vectors:
            _store_vectors(writer, story)
    return EmbeddedStore.open(folder)


def _store_vectors(writer: EmbeddedWriter, story: Story) -> None:
    settle_model(writer, Model(MODEL, _length(story)), replace=False)
    for kind in ("entity", "passage"):
        stored = writer.connection.execute(f"SELECT id, uid FROM {kind}").fetchall()
        known = {number: story.vectors.get(str(UUID(bytes=uid))) for number, uid in stored}
        numbers = [number for number, vector in known.items() if vector is not None]
        vectors = np.asarray([known[number] for number in numbers], np.float32)
        if numbers:
            store_vectors(writer, kind, numbers, vectors)


def _length(story: Story) -> int:
    return len(next(iter(story.vectors.values())))


def archive_of(story: Story) -> BytesIO:
    """The story's vectors as an archive the product takes in."""
    arrays: dict[str, Any] = {"model_id": np.asarray(MODEL)}
    for kind, number in _KINDS.items():
        ids = [key for key in story.vectors if key[9:13] == f"{number:04d}"]
        arrays[f"{kind}_ids"] = np.asarray(ids, "U36")
        vectors = np.asarray([story.vectors[key] for key in ids], np.float32)
        arrays[f"{kind}_vectors"] = vectors.reshape(len(ids), _length(story))
    archive = BytesIO()
    np.savez(archive, **arrays)
    archive.seek(0)
    return archive
