"""Entities as details describe them, and why each hit was found."""

from collections.abc import Mapping, Sequence

from evidence.details import Count, EntityDetail, HitDetail, LegRank, NameMatch, PassageDetail
from evidence.fusion import Fused, contribution
from evidence.legs import LegOutcome
from evidence.limits import COUNT_CAP
from evidence.match import MatchedName, match_name
from evidence.passage_details import describe_passages
from evidence.ports import EntityRow, Reads, SupportRow
from evidence.query import Query
from evidence.redaction import shown_properties
from evidence.scope import Scope


def describe_entity(
    row: EntityRow, *, relations: Count | None = None, passages: Count | None = None
) -> EntityDetail:
    """An entity as a reader sees it, secrets covered."""
    return EntityDetail(
        entity_id=row.entity_id,
        label=row.labels[0],
        labels=list(row.labels),
        name=row.name,
        aliases=list(row.aliases),
        properties=shown_properties(row.properties),
        original_id=row.original_id,
        relations=relations,
        passages=passages,
    )


def count_of(number: int) -> Count:
    """A count that stopped one past the cap says that it is capped."""
    return Count(value=min(number, COUNT_CAP), capped=number > COUNT_CAP)


async def describe_hits(
    reads: Reads,
    query: Query,
    scope: Scope,
    fused: Sequence[Fused],
    *,
    rows: Mapping[str, EntityRow],
    supports: Mapping[str, SupportRow],
    relations: Mapping[str, Count],
    outcomes: Sequence[LegOutcome],
    matches: Mapping[str, MatchedName],
    rrf_k: int,
) -> list[HitDetail]:
    """Why each hit was found, in the order of the hits."""
    ids = [hit.id for hit in fused]
    refs = [ref for name in ids for ref in supports[name].visible]
    passages = await describe_passages(reads, refs, scope)
    raw = {(outcome.leg.value, row.id): row.score for outcome in outcomes for row in outcome.ranked}
    described = []
    for hit in fused:
        support = supports[hit.id]
        matched = matches.get(hit.id)
        described.append(
            HitDetail(
                entity=describe_entity(
                    rows[hit.id],
                    relations=relations.get(hit.id),
                    passages=count_of(support.total),
                ),
                ranks=[
                    LegRank(
                        leg=str(leg),
                        rank=rank,
                        raw_score=raw[str(leg), hit.id],
                        contribution=contribution(rank, k=rrf_k),
                    )
                    for leg, rank in hit.ranks.items()
                ],
                match=matched.match if matched else _meaning_match(query, rows[hit.id]),
                matched_name=matched.matched if matched else None,
                support=_present(passages, support),
            )
        )
    return described


def _meaning_match(query: Query, row: EntityRow) -> NameMatch:
    """How the name of a hit that only meaning found meets the query after all."""
    return match_name(query, row.name)


def _present(passages: Mapping[str, PassageDetail], support: SupportRow) -> list[PassageDetail]:
    return [passages[r.passage_id] for r in support.visible if r.passage_id in passages]
