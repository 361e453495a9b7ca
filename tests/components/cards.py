"""Cards of entities and relations, exact ones."""

from evidence.cards import EdgeCard, EdgePassage, EntityCard, MarkedPassage
from evidence.details import Count, EdgeGrade, EntityDetail, TypeCount
from evidence.results import EntityKind
from tests.components.views import edge_id, node_id, passage


def entity(number: int, name: str, label: str = "Person", **fields: object) -> EntityDetail:
    given = {"relations": Count(value=4), "passages": Count(value=1)} | fields
    return EntityDetail(entity_id=node_id(number), label=label, labels=[label], name=name, **given)


def entity_card(detail: EntityDetail, *, kind: EntityKind = EntityKind.SUPPORTED, **fields: object):
    given = {
        "support": [MarkedPassage(passage=passage(1), spans=[(0, 10)])],
        "types": [TypeCount(name="WORKS_FOR", count=Count(value=3))],
        "labels": detail.labels,
    } | fields
    return EntityCard(entity=detail, kind=kind, **given)


def edge_card(grade: EdgeGrade = EdgeGrade.STATED, **fields: object) -> EdgeCard:
    read = EdgePassage(
        passage=passage(1), subject_spans=[(0, 10)], object_spans=[(21, 25)], quote_span=(0, 26)
    )
    stated = grade is EdgeGrade.STATED
    given = {
        "relation_id": edge_id(1),
        "relation_type": "WORKS_FOR",
        "source": entity(1, "Maria Chen"),
        "target": entity(2, "Acme", "Organization"),
        "grade": grade,
        "directed": True,
        "evidence": [read] if stated else [],
        "evidence_count": Count(value=1 if stated else 0),
        "candidates": [read] if grade is EdgeGrade.TOGETHER else [],
        "together": Count(value=1 if grade is EdgeGrade.TOGETHER else 0),
        "extractor": None,
        "confidence": None,
        "valid_from": None,
        "valid_to": None,
        "properties": {},
    } | fields
    return EdgeCard(**given)
