"""One row an entity, one row a relation: what every export says of them."""

import math
from typing import Any, NamedTuple

from evidence.details import Count, EdgeGrade
from evidence.export.view import View, ViewEdge, ViewNode

_SECRET_WORDS = ("token", "secret", "password", "passwd", "credential", "apikey", "accesskey")
_SECRET_KEYS = frozenset({"key", "pwd", "auth"})
_LONG_LIST = 32
REDACTED = "(not exported)"


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
    """A relation as a row, in its stored direction."""

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


def shown_properties(properties: dict[str, Any]) -> dict[str, Any]:
    """The properties a file may carry: secrets replaced, vectors left out, numbers finite.

    A key is taken for a secret by its name, because extracted graphs keep cloud keys on nodes.
    """
    return {
        key: REDACTED if is_secret(key) else _plain(value)
        for key, value in properties.items()
        if not _is_vector(value)
    }


def is_secret(key: str) -> bool:
    """Whether a property's name says that it holds a credential."""
    squashed = "".join(letter for letter in key.lower() if letter.isalnum())
    parts = "".join(letter if letter.isalnum() else " " for letter in key.lower()).split()
    return any(word in squashed for word in _SECRET_WORDS) or not _SECRET_KEYS.isdisjoint(parts)


def _is_vector(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) >= _LONG_LIST
        and all(isinstance(item, int | float) for item in value)
    )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return shown_properties({str(key): item for key, item in value.items()})
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value if not _is_vector(item)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
