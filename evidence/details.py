"""What our results say beyond agrag's fields: ranks, counts, citations, grades, times.

All counts are taken inside the scope. A ``Count`` that stopped at its cap says so.
"""

from enum import StrEnum
from typing import Any

from pydantic import Field

from evidence.value import Value


class Count(Value):
    """A number of things; when ``capped`` there are at least that many."""

    value: int
    capped: bool = False


class ScopeApplied(Value):
    """The scope a call used: its fingerprint and how many documents it holds."""

    fingerprint: str
    everything: bool
    documents: int


class NameMatch(StrEnum):
    """How a query met a name, best first."""

    EXACT = "exact"
    PREFIX = "prefix"
    ALL_WORDS = "all_words"
    SOME_WORDS = "some_words"
    NONE = "none"


class LegRank(Value):
    """The rank (from 1) a leg gave and what it added to the fused score."""

    leg: str
    rank: int
    raw_score: float
    contribution: float


class PassageDetail(Value):
    """A passage attached to something, with its words and its path citation.

    ``intact`` is false when the stored text does not match its digest; ``text`` is then empty.
    """

    evidence_id: str
    passage_id: str
    document_key: str
    title: str
    citation: str
    text: str
    quote: str | None = None
    quote_start: int | None = None
    quote_end: int | None = None
    superseded: bool = False
    intact: bool = True


class EntityDetail(Value):
    """An entity as a reader sees it."""

    entity_id: str
    label: str
    labels: list[str]
    name: str
    aliases: list[str] = Field(default_factory=list)
    properties: dict[str, Any] = Field(default_factory=dict)
    original_id: str | None = None
    relations: Count | None = None
    passages: Count | None = None


class HitDetail(Value):
    """Why one hit was found; ``matched_name`` is the name or alias that met the query."""

    entity: EntityDetail
    ranks: list[LegRank]
    match: NameMatch
    matched_name: str | None = None
    support: list[PassageDetail] = Field(default_factory=list)


class EntitySearchExtra(Value):
    """Details of an entity search, a ``HitDetail`` for each hit in order.

    ``more`` says that more could be shown than the limit, or than a leg looks at.
    """

    hits: list[HitDetail]
    more: bool = False
    scope: ScopeApplied | None = None
    labels: list[str] = Field(default_factory=list)
    words: list[str] = Field(default_factory=list)
    words_dropped: int = 0
    characters_dropped: int = 0
    leg_seconds: dict[str, float] = Field(default_factory=dict)


class PassageHitDetail(Value):
    """Why one passage was found."""

    passage: PassageDetail
    ranks: list[LegRank]


class PassageSearchExtra(Value):
    """Details of a passage search, a ``PassageHitDetail`` for each hit in order.

    ``more`` says that more could be shown than the limit, or than a leg looks at.
    """

    hits: list[PassageHitDetail]
    more: bool = False
    scope: ScopeApplied | None = None
    words: list[str] = Field(default_factory=list)
    words_dropped: int = 0
    characters_dropped: int = 0
    leg_seconds: dict[str, float] = Field(default_factory=dict)


class EdgeGrade(StrEnum):
    """What stands behind an edge, finer than its kind.

    ``STATED``: a visible passage states it. ``TOGETHER``: none does, but passages mention both
    ends. ``CONNECTED``: neither. ``MISSING``: the evidence it names resolves nowhere (shown only
    when the scope is everything, or missing and out of scope could be told apart).
    """

    STATED = "stated"
    TOGETHER = "together"
    CONNECTED = "connected"
    MISSING = "missing"


class EdgeDetail(Value):
    """A drawn relation beyond its seed fields."""

    relation_id: str
    grade: EdgeGrade
    directed: bool = True
    passages: Count
    together: Count | None = None
    extractor: str | None = None
    confidence: float | None = None
    valid_from: str | None = None
    valid_to: str | None = None
    properties: dict[str, Any] = Field(default_factory=dict)
    original_id: str | None = None
    closing: bool = False


class TypeCount(Value):
    """A relation type (or a label) and how many things in scope carry it."""

    name: str
    count: Count


class Reached(Value):
    """What the steps of a walk met, drawn or not, by id; the start is not among it.

    When ``at_least`` is true the walk did not meet everything within its depth: an entity that
    was refused was not walked from, or a step met its most. ``between`` counts apart what closes:
    further relations between drawn entities, which depend on how many of those there are.
    """

    node_ids: frozenset[str] = frozenset()
    relation_ids: frozenset[str] = frozenset()
    at_least: bool = False
    between: Count = Count(value=0)

    @property
    def nodes(self) -> int:
        """How many entities were met."""
        return len(self.node_ids)

    @property
    def edges(self) -> int:
        """How many relations were met."""
        return len(self.relation_ids)


class ExplorationExtra(Value):
    """Details of a walk; ``nodes`` and ``edges`` run parallel to those of the result."""

    start: EntityDetail | None = None
    nodes: list[EntityDetail] = Field(default_factory=list)
    edges: list[EdgeDetail] = Field(default_factory=list)
    reached: Reached | None = None
    dropped: Count = Count(value=0)
    relation_types: list[TypeCount] = Field(default_factory=list)
    scope: ScopeApplied | None = None
    seconds: float = 0.0


class FetchDetail(Value):
    """Where a fetched text sits in its document."""

    citation: str | None = None
    headings: list[str] = Field(default_factory=list)


class FetchExtra(Value):
    """Details of a fetch, a ``FetchDetail`` for each outcome in order."""

    outcomes: list[FetchDetail]
