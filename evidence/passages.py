"""Search evidence: find passages by words and by meaning."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evidence import limits
from evidence.applied_scope import applied_scope, covers_nothing
from evidence.details import LegRank, PassageHitDetail, PassageSearchExtra
from evidence.errors import StoreError
from evidence.fusion import Fused, contribution, fuse
from evidence.legs import (
    LegOutcome,
    LegRows,
    Run,
    failures_of,
    query_vector,
    run_legs,
    status_of,
)
from evidence.passage_details import describe_passage
from evidence.ports import Embedder, GraphStore, PassageRow, Ranked, Reads
from evidence.query import Query, parse_query
from evidence.results import (
    IndexState,
    Leg,
    LegFailure,
    PassageHit,
    PassageResult,
    SearchMode,
    SearchStatus,
)
from evidence.scope import Scope, as_scope
from evidence.search_plan import Ending, Plan, plan_parity, plan_search
from evidence.settings import RetrievalSettings
from evidence.visibility import evidence_id, location

STORE_ERROR = "evidence store error"


@dataclass(frozen=True, slots=True)
class _Request:
    query: Query
    scope: Scope
    mode: SearchMode
    limit: int
    timeout: float | None
    parity: bool

    @property
    def first(self) -> int:
        """Candidates of the first read of a leg."""
        return min(2 * self.limit, limits.CANDIDATES.cap)


async def search_evidence(
    store: GraphStore,
    embedder: Embedder,
    query: str,
    *,
    scope: Scope | Iterable[str],
    mode: SearchMode | str = SearchMode.HYBRID,
    limit: int = limits.HITS.default,
    vector_store: None = None,  # noqa: ARG001 - agrag's parameter; no external store yet
    reranker: None = None,  # noqa: ARG001 - agrag's parameter; nothing reranks yet
    settings: RetrievalSettings | None = None,  # noqa: ARG001 - the constant is always 60 here
    timeout: float | None = None,
    parity: bool = False,
) -> PassageResult:
    """Current passages in scope that match a query by words or by meaning, best first.

    A scope that holds no document gives ``empty_scope``; with ``parity`` only one that names none.

    Args:
        store: The store to search.
        embedder: Embeds the query for the semantic leg.
        query: What a person typed.
        scope: What may be read: a ``Scope``, or keys of documents.
        mode: Which legs to run.
        limit: The most hits.
        vector_store: Reserved.
        reranker: Reserved.
        settings: Taken for agrag's sake; as there, passages are always fused with 60.
        timeout: Seconds for the legs; ``limits.LEG_SECONDS`` when not given.
        parity: Give agrag's answers: candidates are cut before the scope is looked at.

    Raises:
        ValueError: The limit is not positive or the mode is unknown.
    """
    if limit <= 0:
        raise ValueError("limit must be positive")
    request = _Request(
        query=parse_query(query),
        scope=as_scope(scope),
        mode=SearchMode(mode),
        limit=limit,
        timeout=timeout,
        parity=parity,
    )
    if request.scope.is_empty:
        return PassageResult(status=SearchStatus.EMPTY_SCOPE)
    seconds = limits.LEG_SECONDS if timeout is None else timeout
    try:
        async with store.snapshot(timeout=2 * seconds) as reads:
            return await _search(reads, embedder, request)
    except StoreError:
        return PassageResult(status=SearchStatus.FAILED)


async def _search(reads: Reads, embedder: Embedder, request: _Request) -> PassageResult:
    if not request.parity and await covers_nothing(reads, request.scope):
        return PassageResult(status=SearchStatus.EMPTY_SCOPE)
    report = await reads.index_report()
    if request.parity:
        plan = plan_parity(request.mode, [report.passages], embedder)
    else:
        plan = plan_search(request.mode, report.passages, report.model_id, embedder)
    if isinstance(plan, Ending):
        return PassageResult(
            status=plan.status, index_state=plan.index_state, failures=list(plan.failures)
        )
    outcomes = await run_legs(_runs(reads, embedder, request, plan), timeout=request.timeout)
    try:
        return await _settle(reads, request, plan, outcomes)
    except StoreError:
        failed = [LegFailure(leg=outcome.leg, message=STORE_ERROR) for outcome in outcomes]
        return PassageResult(
            status=SearchStatus.FAILED, index_state=IndexState.READY, failures=failed
        )


def _runs(reads: Reads, embedder: Embedder, request: _Request, plan: Plan) -> dict[Leg, Run]:
    scope = None if request.parity else request.scope

    async def lexical() -> LegRows:
        async def read(limit: int) -> list[Ranked]:
            return await reads.rank_passages(request.query, scope=scope, limit=limit)

        return (
            await _refilled(reads, request, read)
            if request.query.terms
            else LegRows([], ceiling=False)
        )

    async def semantic() -> LegRows:
        vector = await query_vector(embedder, request.query.text)

        async def read(limit: int) -> list[Ranked]:
            return await reads.near_passages(vector, scope=scope, limit=limit)

        return await _refilled(reads, request, read)

    runs: dict[Leg, Run] = {Leg.LEXICAL: lexical, Leg.SEMANTIC: semantic}
    return {leg: runs[leg] for leg in plan.legs}


async def _refilled(
    reads: Reads, request: _Request, read: Callable[[int], Awaitable[list[Ranked]]]
) -> LegRows:
    """What a leg gives; with parity it reads once more when too few of its rows are visible."""
    ranked = await read(request.first)
    if not request.parity:
        return LegRows(ranked, ceiling=len(ranked) >= request.first)
    cap = limits.CANDIDATES.cap
    visible = await _visible(reads, request, ranked)
    if len(visible) < request.limit and len(ranked) >= request.first:
        ranked = await read(cap)
        visible = await _visible(reads, request, ranked)
        return LegRows(visible, ceiling=len(ranked) >= cap)
    return LegRows(visible, ceiling=False)


async def _visible(reads: Reads, request: _Request, ranked: Sequence[Ranked]) -> list[Ranked]:
    rows = await reads.passages([row.id for row in ranked], scope=request.scope)
    return [row for row in ranked if row.id in rows and rows[row.id].ref.current]


async def _settle(
    reads: Reads, request: _Request, plan: Plan, outcomes: Sequence[LegOutcome]
) -> PassageResult:
    """Visibility, then fusion over what is visible, then the hits."""
    candidates = list(dict.fromkeys(row.id for o in outcomes for row in o.ranked))
    rows = {
        evidence_id(row.ref): row
        for row in (await reads.passages(candidates, scope=request.scope)).values()
        if row.ref.current
    }
    names = {row.ref.passage_id: name for name, row in rows.items()}
    scores = {
        (o.leg, names[row.id]): row.score for o in outcomes for row in o.ranked if row.id in names
    }
    lists = {o.leg: [names[row.id] for row in o.ranked if row.id in names] for o in outcomes}
    fused = fuse(lists)
    if request.mode is not SearchMode.HYBRID:
        leg = plan.legs[0]
        fused = [Fused(hit.id, scores[leg, hit.id], hit.ranks) for hit in fused]
        if request.parity:
            fused.sort(key=lambda hit: (-hit.score, hit.id))
        else:
            fused.sort(key=lambda hit: hit.ranks[leg])
    hits = fused[: request.limit]
    failures = failures_of(outcomes, plan.withdrawal)
    return PassageResult(
        status=status_of(outcomes, failures, len(hits)),
        hits=[_hit(hit, rows[hit.id]) for hit in hits],
        truncated=any(o.ceiling for o in outcomes) and len(hits) < request.limit,
        index_state=IndexState.READY,
        failures=failures,
        extra=PassageSearchExtra(
            hits=[_detail(hit, rows[hit.id], scores) for hit in hits],
            more=len(fused) > len(hits) or any(outcome.ceiling for outcome in outcomes),
            scope=await applied_scope(reads, request.scope),
            words=request.query.words,
            words_dropped=request.query.dropped,
            characters_dropped=request.query.characters_dropped,
            leg_seconds={outcome.leg.value: outcome.seconds for outcome in outcomes},
        ),
    )


def _hit(hit: Fused, row: PassageRow) -> PassageHit:
    return PassageHit(
        evidence_id=hit.id,
        document_key=row.ref.document_key,
        title=row.title,
        content_hash=row.ref.content_hash,
        location=location(row.ref),
        snippet=row.text[: limits.SNIPPET_CHARACTERS] if row.intact else "",
        score=hit.score,
        legs=[leg for leg in Leg if leg in hit.ranks],
    )


def _detail(
    hit: Fused, row: PassageRow, scores: Mapping[tuple[Leg, str], float]
) -> PassageHitDetail:
    return PassageHitDetail(
        passage=describe_passage(row),
        ranks=[
            LegRank(
                leg=leg.value,
                rank=hit.ranks[leg],
                raw_score=scores[leg, hit.id],
                contribution=contribution(hit.ranks[leg]),
            )
            for leg in Leg
            if leg in hit.ranks
        ],
    )
