"""The whole store in the native format; importing it into an empty folder gives the same graph.

What was given an id by another tool keeps it. A quote or surface that stands in its passage in
other letters is written without its place, which an import finds again.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from evidence.records import FORMAT, FORMAT_VERSION
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.reading.connection import open_reader

Row = tuple[Any, ...]
Fields = dict[str, Any]


def export_lines(folder: Path) -> Iterator[str]:
    """The lines of a native file, each ending with a newline, from one snapshot.

    Raises:
        StoreError: The store cannot be read.
    """
    reader = open_reader(folder)
    try:
        with store_faults():
            database = reader.database
            database.execute("BEGIN")
            yield _line("header", {"format": FORMAT, "version": FORMAT_VERSION})
            for kind, query, fields in _KINDS:
                for row in database.execute(query):
                    yield _line(kind, fields(row))
    finally:
        reader.database.close()


def counted(folder: Path) -> int:
    """About how many lines an export has, for showing progress."""
    reader = open_reader(folder)
    try:
        with store_faults():
            return int(reader.database.execute(_COUNT).fetchone()[0])
    finally:
        reader.database.close()


def _line(kind: str, fields: Fields) -> str:
    said = {key: value for key, value in fields.items() if value not in (None, "", [], {})}
    record = {"kind": kind, **said}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _id(original: str | None, uid: bytes) -> str:
    return original if original is not None else str(UUID(bytes=uid))


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


def _loaded(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def _label(row: Row) -> Fields:
    name, ancestors = row
    return {"name": name, "ancestors": json.loads(ancestors)}


def _document(row: Row) -> Fields:
    key, title, uri, namespace, path, collections, since, until, enabled = row
    return {
        "key": key, "title": title, "uri": uri, "namespace": namespace, "path": json.loads(path),
        "collections": json.loads(collections), "in_force_from": since, "in_force_to": until,
        "enabled": _flag(enabled),
    }  # fmt: skip


def _version(row: Row) -> Fields:
    document, name, content_hash, current, recorded = row
    return {
        "document": document, "name": name, "content_hash": content_hash,
        "current": bool(current), "recorded": recorded,
    }  # fmt: skip


def _section(row: Row) -> Fields:
    document, version, key, title, parent, order, first, last = row
    return {
        "document": document, "version": version, "key": key, "title": title, "parent": parent,
        "order": order, "page_start": first, "page_end": last,
    }  # fmt: skip


def _passage(row: Row) -> Fields:
    document, version, number, uid, original, text, start, end, pages, sections, content, off = row
    return {
        "id": _id(original, uid), "document": document, "version": version,
        "order": number & 65_535, "text": text, "sections": _loaded(sections),
        "char_start": start, "char_end": end, "pages": _loaded(pages),
        "content": None if content == "text" else content, "enabled": False if off else None,
    }  # fmt: skip


def _entity(row: Row) -> Fields:
    uid, original, label, name, aliases, properties = row
    return {
        "id": _id(original, uid), "label": label, "name": name, "aliases": json.loads(aliases),
        "properties": _loaded(properties),
    }  # fmt: skip


def _mention(row: Row) -> Fields:
    passage, passage_original, entity, entity_original, start, stop, surface, text = row
    exact = surface is None or text == surface
    return {
        "passage": _id(passage_original, passage), "entity": _id(entity_original, entity),
        "start": start if exact else None, "end": stop if exact else None, "surface": surface,
    }  # fmt: skip


def _relation(row: Row) -> Fields:
    (
        uid, original, name, source, source_original, target, target_original, directed,
        properties, since, until, extractor, confidence,
    ) = row  # fmt: skip
    return {
        "id": _id(original, uid), "type": name, "source": _id(source_original, source),
        "target": _id(target_original, target), "directed": None if directed else False,
        "properties": _loaded(properties), "valid_from": since, "valid_to": until,
        "extractor": extractor, "confidence": confidence,
    }  # fmt: skip


def _evidence(row: Row) -> Fields:
    relation, relation_original, passage, passage_original, quote, start, stop, text = row
    exact = quote is None or text == quote
    return {
        "relation": _id(relation_original, relation), "passage": _id(passage_original, passage),
        "quote": quote, "start": start if exact else None, "end": stop if exact else None,
    }  # fmt: skip


_KINDS: tuple[tuple[str, str, Callable[[Row], Fields]], ...] = (
    (
        "label",
        "SELECT l.name, (SELECT json_group_array(name) FROM (SELECT a.name FROM label_ancestor x"
        " JOIN label a ON a.id = x.ancestor WHERE x.label = l.id ORDER BY x.ord))"
        " FROM label l ORDER BY l.id",
        _label,
    ),
    (
        "document",
        "SELECT key, title, uri, namespace, path, collections, in_force_from, in_force_to, enabled"
        " FROM document ORDER BY id",
        _document,
    ),
    (
        "version",
        "SELECT d.key, v.name, v.content_hash, v.current, v.recorded"
        " FROM version v CROSS JOIN document d ON d.id = v.document ORDER BY v.dv",
        _version,
    ),
    (
        "section",
        "SELECT d.key, v.name, s.key, s.title, s.parent, s.ord, s.page_start, s.page_end"
        " FROM section s CROSS JOIN version v ON v.dv = s.dv"
        " CROSS JOIN document d ON d.id = v.document ORDER BY s.dv, s.ord, s.key",
        _section,
    ),
    (
        "passage",
        "SELECT d.key, v.name, p.id, p.uid, p.original_id, p.text, p.char_start, p.char_end,"
        " p.pages, p.sections, p.content,"
        " EXISTS(SELECT 1 FROM disabled x WHERE x.passage = p.id)"
        " FROM passage p CROSS JOIN version v ON v.dv = p.id >> 16"
        " CROSS JOIN document d ON d.id = v.document ORDER BY p.id",
        _passage,
    ),
    (
        "entity",
        "SELECT e.uid, e.original_id, l.name, e.name, (SELECT json_group_array(text) FROM"
        " (SELECT text FROM name n WHERE n.entity = e.id AND n.ord > 0 ORDER BY n.ord)),"
        " e.properties FROM entity e CROSS JOIN label l ON l.id = e.label ORDER BY e.id",
        _entity,
    ),
    (
        "mention",
        "SELECT p.uid, p.original_id, e.uid, e.original_id, s.start, s.stop, s.surface,"
        " substr(p.text, s.start + 1, s.stop - s.start)"
        " FROM mention m CROSS JOIN entity e ON e.id = m.entity"
        " CROSS JOIN passage p ON p.id = m.passage"
        " LEFT JOIN mention_span s ON s.passage = m.passage AND s.entity = m.entity"
        " ORDER BY m.entity, m.passage, s.start, s.stop",
        _mention,
    ),
    (
        "relation",
        "SELECT r.uid, r.original_id, t.name, a.uid, a.original_id, b.uid, b.original_id,"
        " r.directed, r.properties, r.valid_from, r.valid_to, r.extractor, r.confidence"
        " FROM relation r CROSS JOIN relation_type t ON t.id = r.type"
        " CROSS JOIN entity a ON a.id = r.source CROSS JOIN entity b ON b.id = r.target"
        " ORDER BY r.id",
        _relation,
    ),
    (
        "evidence",
        "SELECT r.uid, r.original_id, x.passage_uid, p.original_id, x.quote, x.start, x.stop,"
        " substr(p.text, x.start + 1, x.stop - x.start)"
        " FROM evidence x CROSS JOIN relation r ON r.id = x.relation"
        " LEFT JOIN passage p ON p.id = x.passage ORDER BY x.relation, x.passage_uid",
        _evidence,
    ),
)
_COUNT = """
SELECT (SELECT count(*) FROM document) + (SELECT count(*) FROM version)
  + (SELECT count(*) FROM passage) + (SELECT count(*) FROM entity)
  + (SELECT count(*) FROM mention) + (SELECT count(*) FROM relation)
  + (SELECT count(*) FROM evidence)
"""
