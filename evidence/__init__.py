"""A graph extracted from documents, and the words behind it.

Everything here works without a page: open a store, search it, walk it, read what is cited.
"""

from evidence.citations import check_citations
from evidence.entities import entity_search
from evidence.fetch import fetch_evidence
from evidence.passages import search_evidence
from evidence.relationships import explore_relationships
from evidence.results import (
    Bound,
    CitationResult,
    EdgeKind,
    EntityKind,
    EntityResult,
    ExplorationResult,
    FetchResult,
    IndexState,
    Leg,
    PassageResult,
    SearchMode,
    SearchStatus,
    WalkStatus,
)
from evidence.scope import EVERYTHING, Scope
from evidence.settings import RetrievalSettings, Settings

__all__ = [
    "EVERYTHING",
    "Bound",
    "CitationResult",
    "EdgeKind",
    "EntityKind",
    "EntityResult",
    "ExplorationResult",
    "FetchResult",
    "IndexState",
    "Leg",
    "PassageResult",
    "RetrievalSettings",
    "Scope",
    "SearchMode",
    "SearchStatus",
    "Settings",
    "WalkStatus",
    "check_citations",
    "entity_search",
    "explore_relationships",
    "fetch_evidence",
    "search_evidence",
]
