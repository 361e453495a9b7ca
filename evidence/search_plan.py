"""What a search may run: its legs, its labels, and why it ends before it starts.

The order of the checks is agrag's: labels, guard of the semantic leg, readiness of indexes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evidence.legs import LEG_FAILED, MISMATCH, legs_of, withdrawn
from evidence.ports import Embedder, IndexReport, LabelIndex
from evidence.results import IndexState, Leg, LegFailure, SearchMode, SearchStatus

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED_LABEL = "Candidate"
NO_VECTORS = "no vectors are stored yet; names and text can be searched"


@dataclass(frozen=True, slots=True)
class Ending:
    """A search that ends before any leg runs."""

    status: SearchStatus
    index_state: IndexState | None = None
    failures: tuple[LegFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The legs to run, over which labels (all, when nothing), and a withdrawn leg's reason."""

    legs: tuple[Leg, ...]
    labels: tuple[str, ...] | None = None
    withdrawal: str | None = None


def plan_search(
    mode: SearchMode, index: LabelIndex, model_id: str | None, embedder: Embedder
) -> Plan | Ending:
    """The plan over one pair of indexes, our way.

    Without vectors a hybrid search goes on by name, since a graph can be searched before it is
    embedded; only what a search cannot do without makes it ``index_not_ready``.
    """
    legs = legs_of(mode)
    withdrawal = None
    if Leg.SEMANTIC in legs:
        withdrawal = withdrawn(embedder, index, model_id) if index.semantic else NO_VECTORS
    if withdrawal and mode is SearchMode.SEMANTIC:
        failure = LegFailure(leg=Leg.SEMANTIC, message=withdrawal)
        if withdrawal is NO_VECTORS:
            return Ending(SearchStatus.INDEX_NOT_READY, IndexState.NOT_READY, (failure,))
        return Ending(SearchStatus.FAILED, None, (failure,))
    if withdrawal:
        legs = (Leg.LEXICAL,)
    if Leg.LEXICAL in legs and not index.lexical:
        return Ending(SearchStatus.INDEX_NOT_READY, IndexState.NOT_READY)
    return Plan(legs, None, withdrawal)


def plan_parity(
    mode: SearchMode,
    indexes: Sequence[LabelIndex | None],
    embedder: Embedder,
) -> Plan | Ending:
    """The plan over the indexes of several labels, agrag's way; no index stands for a missing one.

    Only the dimension of the first label's vectors is compared, and any missing index ends the
    whole search.
    """
    legs = legs_of(mode)
    withdrawal = None
    if Leg.SEMANTIC in legs:
        withdrawal = withdrawn(embedder, indexes[0], None)
        if withdrawal and not withdrawal.startswith(MISMATCH):
            withdrawal = LEG_FAILED
    if withdrawal and mode is SearchMode.SEMANTIC:
        failure = LegFailure(leg=Leg.SEMANTIC, message=withdrawal)
        return Ending(SearchStatus.FAILED, None, (failure,))
    if withdrawal:
        legs = (Leg.LEXICAL,)
    for index in indexes:
        ready = {
            Leg.LEXICAL: index is not None and index.lexical,
            Leg.SEMANTIC: index is not None and index.semantic,
        }
        if not all(ready[leg] for leg in legs):
            return Ending(SearchStatus.INDEX_NOT_READY, IndexState.NOT_READY)
    return Plan(legs, None, withdrawal)


def parity_labels(labels: Sequence[str] | None, report: IndexReport) -> list[str]:
    """The labels agrag would search: those given, or all that have vectors, sorted, each once."""
    if labels is not None:
        return sorted(set(labels))
    return sorted(name for name, index in report.labels.items() if index.semantic)


def is_label_identifier(label: str) -> bool:
    """Whether agrag accepts this text as a label: an identifier it does not keep for itself."""
    return label != _RESERVED_LABEL and _IDENTIFIER.fullmatch(label) is not None
