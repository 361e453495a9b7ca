"""One article of DocRED or Re-DocRED as records of the native format.

A sentence becomes a passage, a vertex an entity with its mentions, a label a relation, and a
sentence number among a label's ``evidence`` its evidence. What points at a sentence, token or
vertex that is not there is left out and counted.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from evidence import ids
from evidence.importers.detokenised import Detokenised, detokenised
from evidence.records import (
    DocumentRecord,
    EntityRecord,
    EvidenceRecord,
    MentionRecord,
    PassageRecord,
    Record,
    RelationRecord,
    VersionRecord,
)

_ID_CHARACTERS = 500
_WIKIDATA_ID = re.compile(r"P[1-9][0-9]*")

Number = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(min_length=1, max_length=_ID_CHARACTERS)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class VertexMention(_Part):
    """One place that names an entity: tokens ``[start, end)`` of a sentence."""

    name: Annotated[str, Field(min_length=1)]
    sent_id: Number
    pos: Annotated[list[Number], Field(min_length=2, max_length=2)]
    type: Name


class Label(_Part):
    """A relation between two vertices, and the sentences that prove it."""

    h: Number
    t: Number
    r: Name
    evidence: list[Number] = Field(default_factory=list)


class Article(_Part):
    """One element of the file."""

    title: Annotated[str, Field(min_length=1, max_length=2_000)]
    sents: Annotated[list[list[str]], Field(max_length=65_536)]
    vertexSet: list[Annotated[list[VertexMention], Field(min_length=1)]]  # noqa: N815
    labels: list[Label] = Field(default_factory=list)


class Articles:
    """Turns the articles of one file into records.

    Attributes:
        left_out: How many mentions, relations and evidence entries pointed at nothing.
        ids_as_types: The first relation type that is an id of Wikidata, where nothing names them.
    """

    def __init__(
        self, relation_names: dict[str, str], *, collection: str, merge_by_name: bool
    ) -> None:
        self._relation_names = relation_names
        self._collection = collection
        self._merge_by_name = merge_by_name
        self._names: dict[str, str] = {}
        self.ids_as_types = ""
        self.left_out = {"Mentions": 0, "Relations": 0, "Evidence entries": 0}

    def records(self, article: Article) -> Iterator[Record]:
        """The records of one article; what is referred to stands first."""
        key = article.title
        sentences = [detokenised(tokens) for tokens in article.sents]
        # The text of the version is its sentences with single spaces between them.
        text = " ".join(sentence.text for sentence in sentences)
        content_hash = hashlib.sha256(text.encode("utf-8")).hexdigest()
        yield DocumentRecord(kind="document", key=key, title=key, collections=[self._collection])
        yield VersionRecord(
            kind="version", document=key, name=content_hash[:16], content_hash=content_hash
        )
        passages = _passages(key, content_hash, sentences)
        yield from (passage for passage in passages if passage)
        entities = [self._entity(key, at, vertex) for at, vertex in enumerate(article.vertexSet)]
        yield from entities
        for entity, vertex in zip(entities, article.vertexSet, strict=True):
            yield from self._mentions(entity.id, vertex, sentences, passages)
        for label in article.labels:
            yield from self._relation(label, entities, passages)

    def _entity(self, key: str, at: int, vertex: list[VertexMention]) -> EntityRecord:
        names = [detokenised(mention.name.split(" ")).text for mention in vertex]
        identity = f"{key}#{at}"
        if self._merge_by_name:
            identity = f"{vertex[0].type}:{vertex[0].name.casefold()}"
            names.insert(0, self._names.setdefault(identity, names[0]))
        if len(identity) > _ID_CHARACTERS:
            identity = ids.foreign_id("entity", identity)
        aliases = [name for name in dict.fromkeys(names) if name != names[0]]
        return EntityRecord(
            kind="entity", id=identity, label=vertex[0].type, name=names[0], aliases=aliases
        )

    def _mentions(
        self,
        entity: str,
        vertex: list[VertexMention],
        sentences: list[Detokenised],
        passages: list[PassageRecord | None],
    ) -> Iterator[Record]:
        for mention in vertex:
            first, last = mention.pos
            sentence = sentences[mention.sent_id] if mention.sent_id < len(sentences) else None
            passage = passages[mention.sent_id] if sentence else None
            if sentence is None or passage is None or not first < last <= len(sentence.spans):
                self.left_out["Mentions"] += 1
                continue
            start, end = sentence.spans[first][0], sentence.spans[last - 1][1]
            if start == end:
                self.left_out["Mentions"] += 1
                continue
            yield MentionRecord(
                kind="mention",
                passage=passage.id,
                entity=entity,
                start=start,
                end=end,
                surface=sentence.text[start:end],
            )

    def _relation(
        self, label: Label, entities: list[EntityRecord], passages: list[PassageRecord | None]
    ) -> Iterator[Record]:
        if max(label.h, label.t) >= len(entities):
            self.left_out["Relations"] += 1
            return
        name = self._relation_names.get(label.r, label.r)
        if not self._relation_names and not self.ids_as_types and _WIKIDATA_ID.fullmatch(label.r):
            self.ids_as_types = label.r
        ends = [entities[at].id for at in (label.h, label.t)]
        identity = ids.relation_id(name, *(ids.foreign_id("entity", end) for end in ends))
        yield RelationRecord(
            kind="relation",
            id=identity,
            type=name,
            source=ends[0],
            target=ends[1],
            properties={} if name == label.r else {"property": label.r},
        )
        for at in dict.fromkeys(label.evidence):
            passage = passages[at] if at < len(passages) else None
            if passage is None:
                self.left_out["Evidence entries"] += 1
            else:
                yield EvidenceRecord(kind="evidence", relation=identity, passage=passage.id)


def _passages(
    key: str, content_hash: str, sentences: list[Detokenised]
) -> list[PassageRecord | None]:
    """A passage for each sentence that has any text."""
    document, version = ids.document_id(key), ids.version_id(content_hash)
    passages: list[PassageRecord | None] = []
    start = 0
    for order, sentence in enumerate(sentences):
        end = start + len(sentence.text)
        passages.append(
            PassageRecord(
                kind="passage",
                id=ids.passage_id(document, version, "sentence", order),
                document=key,
                version=content_hash[:16],
                order=order,
                text=sentence.text,
                char_start=start,
                char_end=end,
            )
            if sentence.text
            else None
        )
        start = end + 1
    return passages
