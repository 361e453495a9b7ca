"""Small graphs told in sentences, and the stores that hold them.

::

    story = Story()
    story.document("A")
    story.passage("A0", of="A", text="Alice knows Bob.")
    story.entity("Alice", "Person", seen_in=["A0"])
    story.entity("Bob", "Person", seen_in=["A0"])
    story.relation("Alice", "KNOWS", "Bob", stated_in=["A0"])

Everything has a name inside the story and an id that follows from it; relations are numbered in
the order in which they are told, and their ids sort by that number.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from evidence import ids
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
from tests.reference_store import ReferenceStore

MODEL = "test-model"
NOWHERE = "a passage that is not stored"


def uid(kind: str, name: str) -> str:
    """The id of a named thing of a story."""
    return str(uuid5(NAMESPACE_OID, f"test:{kind}:{name}"))


def relation_uid(number: int) -> str:
    """Relation ids sort by their number."""
    return f"{number:08x}-0000-5000-8000-{number:012x}"


def content_hash(document: str, version: str) -> str:
    return hashlib.sha256(f"{document}:{version}".encode()).hexdigest()


class Story:
    """Records of one graph, told one after the other."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._current: dict[str, str] = {}
        self._order: dict[tuple[str, str], int] = {}
        self._home: dict[str, tuple[str, str]] = {}
        self._relations = 0
        self.vectors: dict[str, Sequence[float]] = {}

    # Telling

    def document(
        self,
        key: str,
        *,
        versions: Sequence[str] = ("v1",),
        deleted: bool = False,
        **fields: Any,
    ) -> None:
        """A document; the last of its versions is current, unless it has been deleted."""
        self._records.append(DocumentRecord(kind="document", key=key, **fields))
        for name in versions:
            self._records.append(
                VersionRecord(
                    kind="version",
                    document=key,
                    name=name,
                    content_hash=content_hash(key, name),
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
                id=uid("passage", name),
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
                kind="entity", id=uid("entity", name), label=label, name=called or name, **fields
            )
        )
        for passage in seen_in:
            self.mention(passage, name)

    def mention(self, passage: str, entity: str, **fields: Any) -> None:
        self._records.append(
            MentionRecord(
                kind="mention",
                passage=uid("passage", passage),
                entity=uid("entity", entity),
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
        quotes: Mapping[str, str] | None = None,
        id: str | None = None,
        **fields: Any,
    ) -> str:
        """A relation and the passages that state it; gives its id."""
        self._relations += 1
        key = id or relation_uid(self._relations)
        self._records.append(
            RelationRecord(
                kind="relation",
                id=key,
                type=relation_type,
                source=uid("entity", source),
                target=uid("entity", target),
                **fields,
            )
        )
        for passage in stated_in:
            self._records.append(
                EvidenceRecord(
                    kind="evidence",
                    relation=key,
                    passage=uid("passage", passage),
                    quote=(quotes or {}).get(passage),
                )
            )
        return key

    def vector(self, kind: str, name: str, vector: Sequence[float]) -> None:
        """The vector of an ``entity`` or a ``passage``."""
        self.vectors[uid(kind, name)] = vector

    # Asking

    def records(self) -> list[Numbered]:
        return [Numbered(line, record) for line, record in enumerate(self._records, start=1)]

    def chunk_id(self, passage: str) -> str:
        """The evidence id of a whole passage."""
        document, version = self._home[passage]
        return ids.format_evidence_id(
            ids.PassageReference(
                ids.document_id(document),
                content_hash(document, version)[:16],
                uid("passage", passage),
            )
        )

    def span_id(self, document: str, start: int, end: int, *, version: str | None = None) -> str:
        """The evidence id of a range of a document's text."""
        version = version or self._current[document]
        return ids.format_evidence_id(
            ids.SpanReference(
                ids.document_id(document), content_hash(document, version)[:16], start, end
            )
        )


def reference_store(story: Story) -> ReferenceStore:
    return ReferenceStore(story.records(), vectors=story.vectors, model_id=MODEL)
