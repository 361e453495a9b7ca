"""Entity search: find things by name and by meaning, with the passages that mention them."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from evidence import limits
from evidence.applied_scope import applied_scope, covers_nothing
from evidence.details import Count, EntitySearchExtra, ScopeApplied
from evidence.entity_details import describe_hits
from evidence.entity_legs import LegRequest, parity_runs, scoped_runs
from evidence.errors import StoreError
from evidence.fusion import Fused, fuse
from evidence.legs import STORE_ERROR, LegOutcome, failures_of, run_legs, status_of
from evidence.match import MatchedName
from evidence.ports import Embedder, EntityRow, GraphStore, IndexReport, Reads, SupportRow
from evidence.query import parse_query
from evidence.redaction import public_properties, shown_properties
from evidence.results import (
    EntityHit,
    EntityKind,
    EntityResult,
    IndexState,
    Leg,
    LegFailure,
    SearchMode,
    SearchStatus,
)
from evidence.scope import Scope, as_scope
from evidence.search_plan import (
    Ending,
    Plan,
    is_label_identifier,
    parity_labels,
    plan_parity,
    plan_search,
)
from evidence.settings import RetrievalSettings
from evidence.visibility import settle, supporting


@dataclass(frozen=True, slots=True)
class _Request:
    text: str
    scope: Scope
    labels: tuple[str, ...] | None
    mode: SearchMode
    limit: int
    support_limit: int
    rrf_k: int
    timeout: float | None
    parity: bool
    details: bool

    def for_legs(self, labels: tuple[str, ...] | None) -> LegRequest:
        """What the legs need, over these labels."""
        wanted = min(2 * self.limit, limits.CANDIDATES.cap)
        return LegRequest(parse_query(self.text), self.text, labels, self.scope, wanted)


class _Counted(NamedTuple):
    """What is told about hits and their scope besides the contract's fields."""

    relations: dict[str, Count]
    scope: ScopeApplied


async def entity_search(
    store: GraphStore,
    embedder: Embedder,
    query: str,
    *,
    scope: Scope | Iterable[str],
    labels: Sequence[str] | None = None,
    mode: SearchMode | str = SearchMode.HYBRID,
    limit: int = limits.HITS.default,
    support_limit: int = limits.SUPPORT.default,
    vector_store: None = None,  # noqa: ARG001 - agrag's parameter; no external store yet
    settings: RetrievalSettings | None = None,
    timeout: float | None = None,
    parity: bool = False,
    details: bool = True,
) -> EntityResult:
    """Entities that match a query by name or by meaning, best first.

    An entity comes back only when a passage in scope mentions it; it is ``unsupported`` when none
    of those passages is current. Scores order hits and are no confidence.

    A scope that holds no document gives ``empty_scope``; with ``parity`` only one that names none.

    Args:
        store: The store to search.
        embedder: Embeds the query for the semantic leg.
        query: What a person typed; operators of query languages have no effect.
        scope: What may be read: a ``Scope``, or keys of documents.
        labels: Labels to search, with those below them; all when not given.
        mode: Which legs to run.
        limit: The most hits.
        support_limit: The most passages listed for each hit.
        vector_store: Reserved.
        settings: The constant of the fusion.
        timeout: Seconds for the legs; ``limits.LEG_SECONDS`` when not given.
        parity: Give agrag's answers: its candidate counts, label choice and raw BM25 scores.
        details: Fill ``extra`` with ranks, counts and the words of the passages.

    Raises:
        ValueError: A limit is not positive, the mode is unknown, or (with ``parity``) the first
            label is not an identifier.
    """
    if limit <= 0 or support_limit <= 0:
        raise ValueError("limit and support_limit must be positive")
    request = _Request(
        text=query,
        scope=as_scope(scope),
        labels=None if labels is None else tuple(dict.fromkeys(labels)),
        mode=SearchMode(mode),
        limit=limit,
        support_limit=support_limit,
        rrf_k=(settings or RetrievalSettings()).rrf_k,
        timeout=timeout,
        parity=parity,
        details=details,
    )
    if request.scope.is_empty:
        return EntityResult(status=SearchStatus.EMPTY_SCOPE)
    seconds = limits.LEG_SECONDS if timeout is None else timeout
    try:
        async with store.snapshot(timeout=2 * seconds) as reads:
            return await _search(reads, embedder, request)
    except StoreError:
        return EntityResult(status=SearchStatus.FAILED)


async def _search(reads: Reads, embedder: Embedder, request: _Request) -> EntityResult:
    if not request.parity and await covers_nothing(reads, request.scope):
        return EntityResult(status=SearchStatus.EMPTY_SCOPE)
    report = await reads.index_report()
    plan = (
        _plan_parity(request, report, embedder)
        if request.parity
        else _plan(request, report, embedder)
    )
    if isinstance(plan, Ending):
        return EntityResult(
            status=plan.status, index_state=plan.index_state, failures=list(plan.failures)
        )
    wanted = request.for_legs(plan.labels)
    matches: dict[str, MatchedName] = {}
    if request.parity:
        runs = parity_runs(reads, embedder, wanted, plan.legs)
    else:
        runs = scoped_runs(reads, embedder, wanted, plan.legs, matches)
    outcomes = await run_legs(runs, timeout=request.timeout)
    try:
        return await _settle(reads, request, plan, outcomes, matches)
    except StoreError:
        failed = [LegFailure(leg=outcome.leg, message=STORE_ERROR) for outcome in outcomes]
        return EntityResult(
            status=SearchStatus.FAILED, index_state=IndexState.READY, failures=failed
        )


def _plan(request: _Request, report: IndexReport, embedder: Embedder) -> Plan | Ending:
    if request.labels == ():
        return Ending(SearchStatus.NO_MATCH)
    plan = plan_search(request.mode, report.entities, report.model_id, embedder)
    return plan if isinstance(plan, Ending) else Plan(plan.legs, request.labels, plan.withdrawal)


def _plan_parity(request: _Request, report: IndexReport, embedder: Embedder) -> Plan | Ending:
    labels = parity_labels(request.labels, report)
    if not labels:
        return Ending(SearchStatus.NO_MATCH)
    legal = [is_label_identifier(label) for label in labels]
    if not legal[0]:
        raise ValueError("a label is letters, digits and underscores, and not a reserved one")
    if not all(legal):
        return Ending(SearchStatus.FAILED)
    indexes = [report.labels.get(label) for label in labels]
    plan = plan_parity(request.mode, indexes, embedder)
    return plan if isinstance(plan, Ending) else Plan(plan.legs, tuple(labels), plan.withdrawal)


async def _settle(
    reads: Reads,
    request: _Request,
    plan: Plan,
    outcomes: Sequence[LegOutcome],
    matches: dict[str, MatchedName],
) -> EntityResult:
    """Visibility, then fusion over what is visible, then the hits."""
    candidates = list(dict.fromkeys(row.id for o in outcomes for row in o.ranked))
    # What is visible is counted for all candidates; which passages these are, for the hits alone.
    kinds = settle(candidates, await reads.supports(candidates, scope=request.scope, limit=0))
    ranked = _rank(outcomes, kinds, request)
    fused = ranked[: request.limit]
    found = [hit.id for hit in fused]
    supports, rows, counted = await asyncio.gather(
        reads.supports(found, scope=request.scope, limit=request.support_limit),
        reads.entities(found),
        _count(reads, request, found),
    )
    hits = [
        _hit(hit, rows[hit.id], kinds[hit.id], supports[hit.id], _label(hit, outcomes, request))
        for hit in fused
    ]
    failures = failures_of(outcomes, plan.withdrawal)
    extra = None
    if counted is not None:
        more = len(ranked) > len(fused) or any(outcome.ceiling for outcome in outcomes)
        extra = await _extra(
            reads, request, fused, rows, supports, outcomes, matches, counted, more=more
        )
    return EntityResult(
        status=status_of(outcomes, failures, len(hits)),
        hits=hits,
        truncated=any(o.ceiling for o in outcomes) and len(hits) < request.limit,
        index_state=IndexState.READY,
        failures=failures,
        extra=extra,
    )


async def _count(reads: Reads, request: _Request, found: Sequence[str]) -> _Counted | None:
    if not request.details:
        return None
    return _Counted(
        await reads.relation_counts(found, scope=request.scope),
        await applied_scope(reads, request.scope),
    )


def _rank(
    outcomes: Sequence[LegOutcome], kinds: dict[str, EntityKind], request: _Request
) -> list[Fused]:
    lists = {o.leg: [row.id for row in o.ranked if row.id in kinds] for o in outcomes}
    fused = fuse(lists, k=request.rrf_k)
    if request.mode is not SearchMode.HYBRID:
        scores = {row.id: row.score for o in outcomes for row in o.ranked}
        fused = [Fused(hit.id, scores[hit.id], hit.ranks) for hit in fused]
        fused.sort(key=lambda hit: (-hit.score, hit.id))
    return fused


def _label(hit: Fused, outcomes: Sequence[LegOutcome], request: _Request) -> str | None:
    """With parity the label a leg found the hit under, the lexical one first; else the leaf."""
    if not request.parity:
        return None
    for outcome in outcomes:
        for row in outcome.ranked:
            if row.id == hit.id:
                return row.label
    return None


def _hit(
    hit: Fused, row: EntityRow, kind: EntityKind, support: SupportRow, label: str | None
) -> EntityHit:
    """A hit; agrag, whose label choice comes with parity, does not cover secrets."""
    shown = shown_properties if label is None else public_properties
    return EntityHit(
        entity_id=hit.id,
        label=label or row.labels[0],
        name=row.name,
        properties=shown(row.properties),
        kind=kind,
        score=hit.score,
        legs=[leg for leg in Leg if leg in hit.ranks],
        support=[supporting(ref) for ref in support.visible],
    )


async def _extra(
    reads: Reads,
    request: _Request,
    fused: Sequence[Fused],
    rows: dict[str, EntityRow],
    supports: dict[str, SupportRow],
    outcomes: Sequence[LegOutcome],
    matches: dict[str, MatchedName],
    counted: _Counted,
    *,
    more: bool,
) -> EntitySearchExtra:
    query = parse_query(request.text)
    return EntitySearchExtra(
        hits=await describe_hits(
            reads,
            query,
            request.scope,
            fused,
            rows=rows,
            supports=supports,
            relations=counted.relations,
            outcomes=outcomes,
            matches=matches,
            rrf_k=request.rrf_k,
        ),
        more=more,
        scope=counted.scope,
        words=query.words,
        words_dropped=query.dropped,
        characters_dropped=query.characters_dropped,
        leg_seconds={outcome.leg.value: outcome.seconds for outcome in outcomes},
    )
