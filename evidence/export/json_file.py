"""A view as JSON for machines: everything shown, unguarded, with its passages."""

import json
from typing import Any

from evidence.details import PassageDetail
from evidence.export.view import View, ViewEdge, ViewNode, ViewNotes
from evidence.redaction import shown_properties

FORMAT = "evidence-graph-view"
VERSION = 1


def view_json(view: View, notes: ViewNotes) -> str:
    """The view as an ASCII JSON text (``format`` ``evidence-graph-view``, ``version`` 1).

    Secrets among the properties are replaced and vectors left out; numbers that JSON lacks become
    text.
    """
    names = view.names()
    document = {
        "format": FORMAT,
        "version": VERSION,
        "title": notes.title,
        "scope": notes.scope,
        "made": notes.made,
        "cut": list(notes.cut),
        "start_id": view.start_id,
        "entities": [_entity(node) for node in view.shown_nodes()],
        "relations": [_relation(item, names) for item in view.shown_edges()],
    }
    return json.dumps(document, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def _entity(node: ViewNode) -> dict[str, Any]:
    values = node.entity.model_dump(mode="python")
    return values | {"properties": shown_properties(node.entity.properties)}


def _relation(item: ViewEdge, names: dict[str, str]) -> dict[str, Any]:
    edge, detail = item.edge, item.detail
    return {
        "relation_id": detail.relation_id,
        "source_id": edge.source_id,
        "source": names[edge.source_id],
        "relation_type": edge.relation_type,
        "target_id": edge.target_id,
        "target": names[edge.target_id],
        "kind": edge.kind.value,
        "grade": detail.grade.value,
        "directed": detail.directed,
        "passage_count": detail.passages.model_dump(),
        "together_count": detail.together.model_dump() if detail.together else None,
        "extractor": detail.extractor,
        "confidence": detail.confidence,
        "valid_from": detail.valid_from,
        "valid_to": detail.valid_to,
        "original_id": detail.original_id,
        "properties": shown_properties(detail.properties),
        "evidence_ids": [passage.evidence_id for passage in edge.evidence],
        "passages": [_passage(passage) for passage in item.passages],
    }


def _passage(passage: PassageDetail) -> dict[str, Any]:
    return passage.model_dump(mode="python")
