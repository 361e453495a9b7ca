"""Writes documents; what a record does not say about a stored document stays as it was.

Within a file the records of one document may add to each other, not contradict.
"""

import json
import sqlite3
from typing import Any

from evidence.errors import Problem
from evidence.ids import document_id
from evidence.records import DocumentRecord
from evidence.stores.embedded.writing.problems import Problems
from evidence.stores.embedded.writing.staging import day_of


class Documents:
    """Writes document records as they come, since they refer to nothing."""

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        self._connection = connection
        self._problems = problems
        connection.execute(
            "CREATE TEMP TABLE s_document(key TEXT PRIMARY KEY, line INTEGER, said TEXT)"
            " WITHOUT ROWID"
        )
        (self.last,) = connection.execute("SELECT coalesce(max(id), 0) FROM document").fetchone()

    def distinct(self) -> int:
        """How many documents the records were about."""
        return int(self._connection.execute("SELECT count(*) FROM s_document").fetchone()[0])

    def add(self, line: int, record: DocumentRecord) -> None:
        """Stores one document or merges it with the one of its key.

        Raises:
            BadDateError: It names a day no calendar has.
        """
        said = record.model_fields_set
        row: dict[str, Any] = {
            "title": record.title if "title" in said else None,
            "uri": record.uri,
            "namespace": record.namespace if "namespace" in said else None,
            "path": _listed(record.path) if "path" in said else None,
            "collections": _listed(record.collections) if "collections" in said else None,
            "in_force_from": day_of(line, "in_force_from", record.in_force_from),
            "in_force_to": day_of(line, "in_force_to", record.in_force_to),
            "enabled": record.enabled,
        }
        self._compare(line, record.key, row)
        uid = bytes.fromhex(document_id(record.key).replace("-", ""))
        self._connection.execute(_UPSERT, {"uid": uid, "key": record.key, **row})

    def _compare(self, line: int, key: str, row: dict[str, Any]) -> None:
        """Holds what a record says against what the file said of the document before."""
        said = {field: value for field, value in row.items() if value is not None}
        new = self._connection.execute(
            "INSERT OR IGNORE INTO s_document VALUES(?, ?, ?)", (key, line, json.dumps(said))
        ).rowcount
        if new:
            return
        first, text = self._connection.execute(
            "SELECT line, said FROM s_document WHERE key = ?", (key,)
        ).fetchone()
        before = json.loads(text)
        for field in sorted(
            field for field in said if before.get(field, said[field]) != said[field]
        ):
            reason = f"{self._problems.unit} {first} says something else of this document; keep one"
            self._problems.add(Problem(line, field, reason))
        self._connection.execute(
            "UPDATE s_document SET said = ? WHERE key = ?", (json.dumps({**said, **before}), key)
        )


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
