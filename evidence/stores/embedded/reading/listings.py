"""What is stored: documents, entities and relations by id, and the state of the indexes."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from evidence.ports import DocumentRow, EntityRow, IndexReport, LabelIndex, RelationRow
from evidence.scope import Scope
from evidence.stores.embedded.reading.connection import loaded_list, loaded_object
from evidence.stores.embedded.reading.identities import (
    label_names,
    numbers,
    type_names,
    uuid_text,
)
from evidence.stores.embedded.reading.scopes import documents_of, remembered_scope, resolved
from evidence.stores.embedded.reading.vectors import index_state
from evidence.stores.embedded.reading.view import View

_REPORT = "index report"
_TEXT_TABLES = ("name_fts", "passage_fts", "term")


def document_count(view: View, scope: Scope) -> int:
    """How many documents are in scope."""
    return resolved(view, scope).documents


def remembered_count(view: View, scope: Scope) -> int | None:
    """The number of documents of a scope that was met before."""
    found = remembered_scope(view, scope)
    return found.documents if found else None


def documents(view: View, scope: Scope, limit: int) -> list[DocumentRow]:
    """The documents in scope by namespace, path and key."""
    parameters = {"documents": json.dumps(documents_of(view, scope)), "limit": limit}
    return [_document_row(row) for row in view.rows(_DOCUMENTS, parameters)]


def _document_row(row: tuple[Any, ...]) -> DocumentRow:
    uid, key, title, uri, namespace, path, collections, start, end, enabled, *counts = row
    return DocumentRow(
        document_id=uuid_text(uid),
        document_key=key,
        title=title,
        uri=uri,
        namespace=namespace,
        path=tuple(loaded_list(path)),
        collections=tuple(loaded_list(collections)),
        in_force_from=start,
        in_force_to=end,
        enabled=None if enabled is None else bool(enabled),
        versions=counts[0],
        passages=counts[1],
    )


def entities(view: View, ids: Sequence[str]) -> dict[str, EntityRow]:
    """The entities with these ids."""
    known = numbers(view, "entity", ids)
    rows = view.listed(_ENTITIES, {"entities": json.dumps(list(known.values()))})
    names = label_names(view)
    return {
        each: EntityRow(
            entity_id=each,
            labels=(names[label], *(names[above] for above in ancestors)),
            name=name,
            aliases=tuple(aliases),
            properties=loaded_object(properties),
            original_id=original,
        )
        for each, (label, ancestors, name, aliases, properties, original) in zip(
            known, rows, strict=True
        )
    }


def relations(view: View, ids: Sequence[str]) -> dict[str, RelationRow]:
    """The relations with these ids."""
    known = numbers(view, "relation", ids)
    rows = view.rows(_RELATIONS, {"relations": json.dumps(list(known.values()))})
    types = type_names(view)
    return {
        each: RelationRow(each, types[kind], bool(directed), loaded_object(properties), *rest)
        for each, (kind, directed, properties, *rest) in zip(known, rows, strict=True)
    }


def index_report(view: View) -> IndexReport:
    """Which indexes can be read; every search asks, and only a write changes the answer."""
    return view.recall(_REPORT, lambda: _index_report(view))


def remembered_report(view: View) -> IndexReport | None:
    """The report, when it was made before."""
    report: IndexReport | None = view.remembered(_REPORT)
    return report


def _index_report(view: View) -> IndexReport:
    lexical = _is_text_ready(view)
    states = {
        kind: replace(index_state(view, kind), lexical=lexical) for kind in ("entity", "passage")
    }
    known: dict[str, LabelIndex] = dict.fromkeys(label_names(view).values(), states["entity"])
    return IndexReport(
        entities=states["entity"],
        labels=known,
        passages=states["passage"],
        model_id=view.meta("model_id"),
        pending=view.recall("pending", lambda: _pending(view)),
    )


def _is_text_ready(view: View) -> bool:
    tables = {name for (name,) in view.rows(_TABLES, {})}
    return tables >= set(_TEXT_TABLES) and view.meta("fts_generation") == view.generation


def _pending(view: View) -> int:
    """What the writer says still waits for a vector, else what is counted."""
    said = view.meta("vectors_pending")
    return int(said) if said is not None else int(view.value(_PENDING, {}))


_DOCUMENTS = """
SELECT hex(d.uid), d.key, d.title, d.uri, d.namespace, d.path, d.collections, d.in_force_from,
  d.in_force_to, d.enabled, (SELECT count(*) FROM version AS v WHERE v.document = d.id),
  (SELECT count(*) FROM version AS v CROSS JOIN passage AS p
    ON p.id BETWEEN v.dv << 16 AND (v.dv << 16) + 65535
    WHERE v.document = d.id AND v.current = 1)
FROM json_each(:documents) AS asked CROSS JOIN document AS d ON d.id = asked.value
ORDER BY d.namespace, (SELECT group_concat(value, char(1)) FROM json_each(d.path)), d.key
LIMIT :limit
"""
_ENTITIES = """
SELECT json_group_array(json_array(e.label,
  json((SELECT json_group_array(ancestor) FROM (
    SELECT t.ancestor FROM label_ancestor AS t WHERE t.label = e.label ORDER BY t.ord))),
  e.name,
  json((SELECT json_group_array(text) FROM (
    SELECT n.text FROM name AS n WHERE n.entity = e.id AND n.ord > 0 ORDER BY n.ord))),
  e.properties, e.original_id))
FROM json_each(:entities) AS asked CROSS JOIN entity AS e ON e.id = asked.value
"""
_RELATIONS = """
SELECT r.type, r.directed, r.properties, r.valid_from, r.valid_to, r.extractor, r.confidence,
  r.original_id
FROM json_each(:relations) AS asked CROSS JOIN relation AS r ON r.id = asked.value
"""
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
_PENDING = """
SELECT (SELECT count(*) FROM entity) + (SELECT count(*) FROM passage)
  - (SELECT count(*) FROM entity_vector) - (SELECT count(*) FROM passage_vector)
"""
