"""What an inspector shows of one entity, one relation or one passage."""

from pydantic import Field

from evidence.details import Count, EdgeGrade, EntityDetail, PassageDetail, TypeCount
from evidence.marks import Span
from evidence.results import EntityKind
from evidence.value import Value


class Suggestion(Value):
    """A name offered while typing; ``matched`` is an alias when the name itself did not match."""

    entity_id: str
    label: str
    name: str
    matched: str


class MarkedPassage(Value):
    """A passage with the places of the entity's name."""

    passage: PassageDetail
    spans: list[Span] = Field(default_factory=list)


class EntityCard(Value):
    """An entity with its counts, its relation types and the passages that mention it."""

    entity: EntityDetail
    kind: EntityKind
    support: list[MarkedPassage]
    types: list[TypeCount]
    labels: list[str]


class EdgePassage(Value):
    """A passage beside a relation: where it names the subject and the object, and the quote."""

    passage: PassageDetail
    subject_spans: list[Span] = Field(default_factory=list)
    object_spans: list[Span] = Field(default_factory=list)
    quote_span: Span | None = None

    @property
    def subject_seen(self) -> bool:
        """Whether the passage names the subject."""
        return bool(self.subject_spans)

    @property
    def object_seen(self) -> bool:
        """Whether the passage names the object."""
        return bool(self.object_spans)

    @property
    def both_seen(self) -> bool:
        """Whether the passage names both."""
        return self.subject_seen and self.object_seen


class EdgeCard(Value):
    """A relation with the passages that state it, or those that mention both ends.

    ``evidence`` holds passages that state the relation. ``candidates`` holds, for a relation that
    no visible passage states, passages that mention both ends; nobody recorded that they state it.
    """

    relation_id: str
    relation_type: str
    source: EntityDetail
    target: EntityDetail
    grade: EdgeGrade
    directed: bool
    evidence: list[EdgePassage]
    evidence_count: Count
    candidates: list[EdgePassage]
    together: Count
    extractor: str | None
    confidence: float | None
    valid_from: str | None
    valid_to: str | None
    properties: dict[str, object]


class PassageCard(Value):
    """A passage with the entities it mentions and where.

    ``before`` and ``after`` are its nearest neighbours in the same version of the document that
    are in scope, in the document's order.
    """

    passage: PassageDetail
    before: list[PassageDetail] = Field(default_factory=list)
    after: list[PassageDetail] = Field(default_factory=list)
    entities: list[EntityDetail]
    spans: dict[str, list[Span]]
