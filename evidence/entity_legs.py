"""The legs of entity search: by name and by meaning, our way and agrag's."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evidence import limits
from evidence.legs import LegRows, Run, query_vector
from evidence.match import MatchedName, match_names
from evidence.ports import Embedder, Ranked, Reads
from evidence.query import Query, plain_words
from evidence.results import Leg
from evidence.scope import Scope

# Enough rows to weigh words by and to let exact names and prefixes come first.
_NAME_ROWS = 200


class LegRequest(NamedTuple):
    """What both legs need: the query, where to look, and how many candidates to give."""

    query: Query
    text: str
    labels: tuple[str, ...] | None
    scope: Scope
    wanted: int


def scoped_runs(
    reads: Reads,
    embedder: Embedder,
    request: LegRequest,
    legs: Sequence[Leg],
    matches: dict[str, MatchedName],
) -> dict[Leg, Run]:
    """Legs whose candidates are all in scope, so nothing outside it takes a place.

    Args:
        reads: The snapshot to read.
        embedder: Embeds the query.
        request: The query and its bounds.
        legs: Which legs to prepare.
        matches: Filled with the name each lexical candidate was found by.
    """

    async def lexical() -> LegRows:
        rows = await reads.match_names(
            request.query,
            labels=request.labels,
            scope=request.scope,
            limit=min(max(_NAME_ROWS, 10 * request.wanted), limits.CANDIDATES.cap),
        )
        found = match_names(request.query, rows)
        matches.update((name.entity_id, name) for name in found)
        ranked = [Ranked(name.entity_id, name.label, name.score) for name in found]
        return LegRows(ranked[: request.wanted], ceiling=len(ranked) >= request.wanted)

    async def semantic() -> LegRows:
        vector = await query_vector(embedder, request.query.text)
        ranked = await reads.near_entities(
            vector, labels=request.labels, scope=request.scope, limit=request.wanted
        )
        return LegRows(ranked, ceiling=len(ranked) >= request.wanted)

    runs: dict[Leg, Run] = {Leg.LEXICAL: lexical, Leg.SEMANTIC: semantic}
    return {leg: runs[leg] for leg in legs}


def parity_runs(
    reads: Reads, embedder: Embedder, request: LegRequest, legs: Sequence[Leg]
) -> dict[Leg, Run]:
    """Legs as agrag runs them: so many candidates a label, cut before the scope is looked at."""
    labels = request.labels or ()

    async def lexical() -> LegRows:
        terms = plain_words(request.text)
        if not terms:
            return LegRows([], ceiling=False)
        found = {
            label: await reads.rank_names(terms, label=label, limit=request.wanted)
            for label in labels
        }
        return _pooled(found, request.wanted)

    async def semantic() -> LegRows:
        vector = await query_vector(embedder, request.text)
        found = {
            label: await reads.near_entities(
                vector, labels=(label,), scope=None, limit=request.wanted
            )
            for label in labels
        }
        return _pooled(found, request.wanted)

    runs: dict[Leg, Run] = {Leg.LEXICAL: lexical, Leg.SEMANTIC: semantic}
    return {leg: runs[leg] for leg in legs}


def _pooled(found: Mapping[str, list[Ranked]], wanted: int) -> LegRows:
    """The lists of all labels as one ranking.

    A row carries the label it was searched under, which may lie above its leaf label; on equal
    scores of one id the first label wins.
    """
    rows = [row._replace(label=label) for label, ranked in found.items() for row in ranked]
    best: dict[str, Ranked] = {}
    for row in sorted(rows, key=lambda row: (-row.score, row.id)):
        best.setdefault(row.id, row)
    ceiling = any(len(ranked) >= wanted for ranked in found.values())
    return LegRows(list(best.values()), ceiling)
