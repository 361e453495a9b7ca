"""Writes documents; what a record does not say about a stored document stays as it was."""

import json
import sqlite3

from evidence.ids import document_id
from evidence.records import DocumentRecord
from evidence.stores.embedded.writing.staging import day_of


class Documents:
    """Writes document records as they come, since they refer to nothing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        (self.last,) = connection.execute("SELECT coalesce(max(id), 0) FROM document").fetchone()

    def add(self, line: int, record: DocumentRecord) -> None:
        """Stores one document or merges it with the one of its key.

        Raises:
            BadDateError: It names a day no calendar has.
        """
        said = record.model_fields_set
        row = {
            "uid": bytes.fromhex(document_id(record.key).replace("-", "")),
            "key": record.key,
            "title": record.title if "title" in said else None,
            "uri": record.uri,
            "namespace": record.namespace if "namespace" in said else None,
            "path": _listed(record.path) if "path" in said else None,
            "collections": _listed(record.collections) if "collections" in said else None,
            "in_force_from": day_of(line, "in_force_from", record.in_force_from),
            "in_force_to": day_of(line, "in_force_to", record.in_force_to),
            "enabled": record.enabled,
        }
        self._connection.execute(_UPSERT, row)


def _listed(names: list[str]) -> str:
    return json.dumps(names, ensure_ascii=False)


_UPSERT = """
INSERT INTO document(uid, key, title, uri, namespace, path, collections, in_force_from,
  in_force_to, enabled)
VALUES(:uid, :key, coalesce(:title, ''), :uri, coalesce(:namespace, ''), coalesce(:path, '[]'),
  coalesce(:collections, '[]'), :in_force_from, :in_force_to, :enabled)
ON CONFLICT(key) DO UPDATE SET title = coalesce(:title, title), uri = coalesce(:uri, uri),
  namespace = coalesce(:namespace, namespace), path = coalesce(:path, path),
  collections = coalesce(:collections, collections),
  in_force_from = coalesce(:in_force_from, in_force_from),
  in_force_to = coalesce(:in_force_to, in_force_to), enabled = coalesce(:enabled, enabled)
"""
