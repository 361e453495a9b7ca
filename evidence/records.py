"""The native format: one JSON object a line, each a record with a ``kind``.

A file is a graph with the words behind it. Records may stand in any order; ids are any text (a
canonical UUID stays, anything else is mapped by ``ids.foreign_id`` and kept as the original id).
Every reference but one must resolve, inside the file or in the store it goes into; evidence may
name a passage that does not exist, which is kept and shown as missing.

Several records of one thing in a file add to each other, and must not contradict: an entity has one
name and one label, a relation one type and the same ends, and a document, version, section or label
says each thing once. A passage id and an order inside a version are given once. A later file
updates what is stored: its values win, and an entity's former name becomes an alias.
"""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

FORMAT = "evidence-graph"
FORMAT_VERSION = 1

Name = Annotated[str, Field(min_length=1, max_length=100_000)]
Key = Annotated[str, Field(min_length=1, max_length=2_000)]
Identifier = Annotated[str, Field(min_length=1, max_length=500)]
Day = Annotated[str, Field(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")]
Offset = Annotated[int, Field(ge=0, le=10**12)]
Order = Annotated[int, Field(ge=0, lt=65_536)]
Page = Annotated[int, Field(ge=1, le=10**9)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class HeaderRecord(_Record):
    """Names the format; stands on the first line, where people look for it."""

    kind: Literal["header"]
    format: Literal["evidence-graph"]
    version: Literal[1]


class DocumentRecord(_Record):
    """A document; dates say when it is in force, the end exclusive."""

    kind: Literal["document"]
    key: Key
    title: str = ""
    uri: str | None = None
    namespace: str = ""
    path: list[str] = Field(default_factory=list, description="Folders, then the file name")
    collections: list[str] = Field(default_factory=list)
    in_force_from: Day | None = None
    in_force_to: Day | None = None
    enabled: bool | None = None


class VersionRecord(_Record):
    """A version of a document; without one, the document has a single current version.

    ``name`` is how passages of the file refer to it. At most one version is current; a document
    whose versions are all superseded has been deleted.
    """

    kind: Literal["version"]
    document: Key
    name: Identifier
    content_hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    current: bool = True
    recorded: Day | None = None


class SectionRecord(_Record):
    """A section of a version; ``key`` is positional and readable, such as ``2.1``."""

    kind: Literal["section"]
    document: Key
    version: Identifier | None = None
    key: Identifier
    title: str = ""
    parent: Identifier | None = None
    order: Annotated[int, Field(ge=0, le=10**9)]
    page_start: Page | None = None
    page_end: Page | None = None


class PassageRecord(_Record):
    """A piece of a version's text; ``order`` is unique inside the version.

    ``char_start`` and ``char_end`` are code points of the whole text of the version.
    """

    kind: Literal["passage"]
    id: Identifier
    document: Key
    version: Identifier | None = None
    order: Order
    text: Annotated[str, Field(min_length=1)]
    sections: list[Identifier] = Field(default_factory=list)
    char_start: Offset | None = None
    char_end: Offset | None = None
    pages: list[Page] = Field(default_factory=list)
    content: Literal["text", "table"] = "text"
    enabled: bool | None = None

    @model_validator(mode="after")
    def _offsets_in_order(self) -> "PassageRecord":
        if (self.char_start is None) != (self.char_end is None):
            raise ValueError("char_start and char_end go together")
        if (
            self.char_start is not None
            and self.char_end is not None
            and self.char_start > self.char_end
        ):
            raise ValueError("char_start must not be greater than char_end")
        return self


class LabelRecord(_Record):
    """An entity label and the labels above it, nearest first."""

    kind: Literal["label"]
    name: Identifier
    ancestors: list[Identifier] = Field(default_factory=list)


class EntityRecord(_Record):
    """An entity with its leaf label; records of one id in a file have the same name and label."""

    kind: Literal["entity"]
    id: Identifier
    label: Identifier
    name: Name
    aliases: list[Name] = Field(default_factory=list)
    properties: dict[str, Any] = Field(default_factory=dict)


class _Spanned(_Record):
    start: Offset | None = None
    end: Offset | None = None

    @model_validator(mode="after")
    def _span_not_empty(self) -> "_Spanned":
        if (self.start is None) != (self.end is None):
            raise ValueError("start and end go together")
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("start must be smaller than end")
        return self


class MentionRecord(_Spanned):
    """A passage mentions an entity; ``start`` and ``end`` are code points of the passage."""

    kind: Literal["mention"]
    passage: Identifier
    entity: Identifier
    surface: str | None = None


class RelationRecord(_Record):
    """A relation between two entities; validity ends before ``valid_to``."""

    kind: Literal["relation"]
    id: Identifier
    type: Identifier
    source: Identifier
    target: Identifier
    directed: bool = True
    properties: dict[str, Any] = Field(default_factory=dict)
    valid_from: Day | None = None
    valid_to: Day | None = None
    extractor: str | None = None
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None


class EvidenceRecord(_Spanned):
    """A passage states a relation; the quote or its code points in the passage are optional."""

    kind: Literal["evidence"]
    relation: Identifier
    passage: Identifier
    quote: str | None = None


Record = Annotated[
    HeaderRecord
    | DocumentRecord
    | VersionRecord
    | SectionRecord
    | PassageRecord
    | LabelRecord
    | EntityRecord
    | MentionRecord
    | RelationRecord
    | EvidenceRecord,
    Field(discriminator="kind"),
]

RECORD: TypeAdapter[Record] = TypeAdapter(Record)


class Numbered(NamedTuple):
    """A record and the line it came from (its position, for formats without lines)."""

    line: int
    record: Record


Records = Iterator[Numbered]


def first_day(day: str | None) -> str | None:
    """``YYYY-MM-DD`` of the first day a full or partial date covers."""
    if day is None:
        return None
    return date.fromisoformat((day + "-01-01")[:10]).isoformat()
