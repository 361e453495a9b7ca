"""What the use cases return: the fields and the JSON of agrag 0.0.7.

Everything we add sits in one typed ``extra`` (``evidence.details``), which
``model_dump_json()`` leaves out, so the JSON stays what code written against agrag expects.
"""

from enum import StrEnum
from typing import Any

from pydantic import Field, computed_field

from evidence.details import (
    EntitySearchExtra,
    ExplorationExtra,
    FetchExtra,
    PassageSearchExtra,
)
from evidence.markdown import citation_markdown
from evidence.value import Value


class SearchMode(StrEnum):
    """Which legs a search runs."""

    LEXICAL = "lexical"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"


class Leg(StrEnum):
    """One ranked search."""

    LEXICAL = "lexical"
    SEMANTIC = "semantic"


class SearchStatus(StrEnum):
    """How a search ended."""

    OK = "ok"
    PARTIAL = "partial"
    NO_MATCH = "no_match"
    EMPTY_SCOPE = "empty_scope"
    INDEX_NOT_READY = "index_not_ready"
    FAILED = "failed"


class IndexState(StrEnum):
    """Whether every index a search needs can be read."""

    READY = "ready"
    NOT_READY = "not_ready"


class EntityKind(StrEnum):
    """Whether a current passage in scope mentions the entity, or only older ones do."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"


class EdgeKind(StrEnum):
    """Whether a visible passage states the relation, or it merely connects two entities."""

    ASSERTION = "assertion"
    PATH = "path"


class Bound(StrEnum):
    """A cap of the walk, in the order in which results list them."""

    NODES = "nodes"
    EDGES = "edges"
    DEPTH = "depth"
    CANDIDATES = "candidates"


class WalkStatus(StrEnum):
    """How a walk ended."""

    OK = "ok"
    UNAVAILABLE = "unavailable"
    MALFORMED = "malformed"
    FAILED = "failed"


class FetchStatus(StrEnum):
    """How reading one evidence id ended."""

    OK = "ok"
    PARTIAL = "partial"
    TRUNCATED = "truncated"
    UNAVAILABLE = "unavailable"
    MALFORMED = "malformed"
    FAILED = "failed"


class VersionStatus(StrEnum):
    """Whether a passage belongs to the current version of its document."""

    CURRENT = "current"
    SUPERSEDED = "superseded"


class CitationVerdict(StrEnum):
    """What the check of one citation found."""

    VALID = "valid"
    NOT_FETCHED = "not_fetched"
    UNAVAILABLE = "unavailable"
    MALFORMED = "malformed"


class Location(Value):
    """Where a passage sits: code points of its document's text, or pages."""

    char_start: int | None = None
    char_end: int | None = None
    page_numbers: list[int] = Field(default_factory=list)


class SupportingPassage(Value):
    """A visible passage attached to an entity or a relation."""

    evidence_id: str
    document_key: str
    location: Location


class LegFailure(Value):
    """A leg that was withdrawn or failed, and why."""

    leg: Leg
    message: str


class EntityHit(Value):
    """One entity found; ``score`` orders hits and is not a confidence."""

    entity_id: str
    label: str
    name: str
    properties: dict[str, Any] = Field(default_factory=dict)
    kind: EntityKind
    score: float
    legs: list[Leg]
    support: list[SupportingPassage] = Field(default_factory=list)


class EntityResult(Value):
    """Entities, best first."""

    status: SearchStatus
    hits: list[EntityHit] = Field(default_factory=list)
    truncated: bool = False
    index_state: IndexState | None = None
    failures: list[LegFailure] = Field(default_factory=list)
    extra: EntitySearchExtra | None = Field(default=None, exclude=True)


class PassageHit(Value):
    """One passage found; ``snippet`` is its first 240 characters."""

    evidence_id: str
    document_key: str
    title: str
    content_hash: str
    location: Location
    snippet: str
    score: float
    legs: list[Leg]


class PassageResult(Value):
    """Passages, best first."""

    status: SearchStatus
    hits: list[PassageHit] = Field(default_factory=list)
    truncated: bool = False
    index_state: IndexState | None = None
    failures: list[LegFailure] = Field(default_factory=list)
    reranked: bool = False
    extra: PassageSearchExtra | None = Field(default=None, exclude=True)


class ExploredNode(Value):
    """An entity reached by the walk; ``depth`` counts relations from the start."""

    entity_id: str
    label: str
    name: str
    depth: int


class ExploredEdge(Value):
    """A relation in its stored direction, with up to three passages that state it."""

    source_id: str
    target_id: str
    relation_type: str
    kind: EdgeKind
    evidence: list[SupportingPassage] = Field(default_factory=list)


class ExplorationResult(Value):
    """The neighbourhood of one entity; the start entity is described in ``extra``."""

    status: WalkStatus
    nodes: list[ExploredNode] = Field(default_factory=list)
    edges: list[ExploredEdge] = Field(default_factory=list)
    truncated: bool = False
    truncated_by: list[Bound] = Field(default_factory=list)
    detail: str | None = None
    extra: ExplorationExtra | None = Field(default=None, exclude=True)


class EvidenceReference(Value):
    """The parts of an evidence id."""

    kind: str
    document_node_id: str
    content_hash_prefix: str
    char_start: int | None = None
    char_end: int | None = None
    chunk_id: str | None = None


class FetchOutcome(Value):
    """What one evidence id gave."""

    evidence_id: str
    status: FetchStatus
    text: str | None = None
    reference: EvidenceReference | None = None
    document_key: str | None = None
    title: str | None = None
    uri: str | None = None
    location: Location | None = None
    content_hash: str | None = None
    status_of_version: VersionStatus | None = None
    observed_activation_seq: int | None = None
    covered_range: tuple[int, int] | None = None
    partial: bool = False
    detail: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def citation_markdown(self) -> str | None:
        """A readable source line, for complete texts only."""
        if self.status is not FetchStatus.OK or self.partial:
            return None
        superseded = self.status_of_version is VersionStatus.SUPERSEDED
        return citation_markdown(self.title or self.document_key or "Source", self.uri, superseded)


class FetchResult(Value):
    """One outcome an id, in the order asked."""

    outcomes: list[FetchOutcome] = Field(default_factory=list)
    truncated: bool = False
    extra: FetchExtra | None = Field(default=None, exclude=True)


class CitationCheck(Value):
    """The verdict on one cited id."""

    cited_id: str
    verdict: CitationVerdict


class CitationResult(Value):
    """The verdicts, in the order asked."""

    checks: list[CitationCheck] = Field(default_factory=list)
    truncated: bool = False
