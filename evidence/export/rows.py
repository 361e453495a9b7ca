"""One row an entity, one row a relation: what every export says of them."""

import re
from typing import NamedTuple

from evidence.details import Count, EdgeGrade
from evidence.export.view import View, ViewEdge, ViewNode

_SHOUTED = re.compile(r"[A-Z0-9_]+", re.ASCII)


class EntityRow(NamedTuple):
    """An entity as a row; counts are texts, because a count may be capped (``1,000+``)."""

    entity_id: str
    name: str
    label: str
    aliases: str
    relations: str
    passages: str
    original_id: str


class RelationRow(NamedTuple):
    """A relation as a row, in its stored direction.

    ``passages`` state it; ``candidate_passages`` mention both ends of one that no passage states.
    """

    relation_id: str
    source_id: str
    source: str
    relation_type: str
    target_id: str
    target: str
    kind: str
    grade: str
    directed: str
    passages: str
    candidate_passages: str
    extractor: str
    confidence: str
    valid_from: str
    valid_to: str
    evidence_ids: str
    citations: str
    original_id: str


ENTITY_COLUMNS = EntityRow._fields
RELATION_COLUMNS = RelationRow._fields


def format_count(count: Count | None) -> str:
    """A count for people: ``12``, ``1,000+`` when capped, empty when unknown."""
    if count is None:
        return ""
    return f"{count.value:,}{'+' if count.capped else ''}"


def relation_words(relation_type: str) -> str:
    """``works for`` for ``WORKS_FOR``; a type in any other form stays as it is."""
    if _SHOUTED.fullmatch(relation_type):
        return relation_type.replace("_", " ").lower()
    return relation_type


def entity_row(node: ViewNode) -> EntityRow:
    """The row of an entity."""
    entity = node.entity
    return EntityRow(
        entity.entity_id,
        entity.name,
        entity.label,
        "; ".join(entity.aliases),
        format_count(entity.relations),
        format_count(entity.passages),
        entity.original_id or "",
    )


def relation_row(item: ViewEdge, names: dict[str, str]) -> RelationRow:
    """The row of a relation; ``names`` maps entity ids to names.

    Only passages that state the relation count as its evidence: candidates of an edge graded
    ``together`` are left out.
    """
    edge, detail = item.edge, item.detail
    stated = item.passages if detail.grade is EdgeGrade.STATED else ()
    return RelationRow(
        detail.relation_id,
        edge.source_id,
        names[edge.source_id],
        edge.relation_type,
        edge.target_id,
        names[edge.target_id],
        edge.kind.value,
        detail.grade.value,
        "yes" if detail.directed else "no",
        format_count(detail.passages),
        format_count(detail.together),
        detail.extractor or "",
        "" if detail.confidence is None else repr(detail.confidence),
        detail.valid_from or "",
        detail.valid_to or "",
        "; ".join(passage.evidence_id for passage in edge.evidence),
        "; ".join(passage.citation for passage in stated),
        detail.original_id or "",
    )


def entity_rows(view: View) -> list[EntityRow]:
    """The rows of the shown entities, in the view's order."""
    return [entity_row(node) for node in view.shown_nodes()]


def relation_rows(view: View) -> list[RelationRow]:
    """The rows of the shown relations, in the view's order."""
    names = view.names()
    return [relation_row(item, names) for item in view.shown_edges()]
