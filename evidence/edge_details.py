"""Drawn relations as details describe them: grade, evidence counts, extractor, validity."""

from collections.abc import Mapping, Sequence

from evidence.details import Count, EdgeDetail, EdgeGrade
from evidence.ports import Reads, RelationRow, StepRow
from evidence.redaction import shown_properties
from evidence.scope import Scope
from evidence.walk import Walk

_UNKNOWN_TOGETHER = Count(value=0)


async def count_together(
    reads: Reads, rows: Sequence[StepRow], scope: Scope
) -> dict[tuple[str, str], Count]:
    """For the ends of each path how many visible passages mention both."""
    paths = [row for row in rows if not row.visible and row.source_id != row.target_id]
    pairs = list(dict.fromkeys(_pair(row) for row in paths))
    return dict(zip(pairs, await reads.together(pairs, scope=scope), strict=True))


def describe_edges(
    found: Walk,
    relations: Mapping[str, RelationRow],
    together: Mapping[tuple[str, str], Count],
) -> list[EdgeDetail]:
    """The details of the drawn relations, in the order drawn, from what is stored of them."""
    return [
        _describe(
            row,
            relations[row.relation_id],
            together.get(_pair(row), _UNKNOWN_TOGETHER),
            closing=row.relation_id in found.closing,
        )
        for row in found.edges
    ]


def grade_of(row: StepRow, together: Count) -> EdgeGrade:
    """What stands behind an edge."""
    if row.visible:
        return EdgeGrade.STATED
    if row.stored:
        return EdgeGrade.MISSING
    return EdgeGrade.TOGETHER if together.value else EdgeGrade.CONNECTED


def _pair(row: StepRow) -> tuple[str, str]:
    return (min(row.source_id, row.target_id), max(row.source_id, row.target_id))


def _describe(row: StepRow, relation: RelationRow, together: Count, *, closing: bool) -> EdgeDetail:
    return EdgeDetail(
        relation_id=row.relation_id,
        grade=grade_of(row, together),
        directed=relation.directed,
        passages=Count(value=row.visible),
        together=None if row.visible else together,
        extractor=relation.extractor,
        confidence=relation.confidence,
        valid_from=relation.valid_from,
        valid_to=relation.valid_to,
        properties=shown_properties(relation.properties),
        original_id=relation.original_id,
        closing=closing,
    )
