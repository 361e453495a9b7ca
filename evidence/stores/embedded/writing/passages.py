"""Writes the sections and passages of versions that are settled.

A passage is recognised by its place, version and order. Its text never changes under one content
hash. A passage whose id is taken, by an older version say, gets the id of its place instead.
"""

import sqlite3
from uuid import UUID

from evidence import ids
from evidence.errors import Problem
from evidence.stores.embedded.writing.problems import Problems


class Passages:
    """Stores staged sections and passages once ``Versions`` has settled their versions."""

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        self._connection = connection
        self._problems = problems

    def write(self) -> None:
        """Stores sections and passages; a passage of a version already stored is merged."""
        self._write_sections()
        self._remember_kept()
        kept = self._one("SELECT count(*) FROM s_kept")
        expected = self._one("SELECT count(*) FROM s_passage") - kept
        written = self._connection.execute(_INSERT).rowcount
        if kept or written < expected:
            self._check_ids()
        if written < expected:
            self._move()
        self._connection.execute(_DISABLE)
        self._connection.execute(_ENABLE)
        self._check_sections()

    def _one(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])

    def _write_sections(self) -> None:
        for line, first in self._connection.execute(_CONTRADICTING):
            reason = f"{self._problems.unit} {first} describes this section otherwise; keep one"
            self._problems.add(Problem(line, "key", reason))
        self._connection.execute(_SECTIONS)
        self._problems.add_lines(
            self._connection.execute(_UNKNOWN_PARENT), "parent", "names no section of this version"
        )
        self._problems.add_lines(
            self._connection.execute(_CIRCLE), "parent", "leads in a circle or more than 64 deep"
        )

    def _check_sections(self) -> None:
        self._problems.add_lines(
            self._connection.execute(_UNKNOWN_SECTION),
            "sections",
            "names no section of this version",
        )

    def _remember_kept(self) -> None:
        """Passages whose place is taken already are merged, unless their text differs."""
        self._connection.execute(_KEPT)
        self._problems.add_lines(
            self._connection.execute(_CHANGED),
            "text",
            "differs from the stored text, though the content hash is the same",
        )
        self._connection.execute(_MOVED_KEPT)
        self._connection.execute(_MERGE)

    def _check_ids(self) -> None:
        self._problems.add_lines(
            self._connection.execute(_REPEATED), "id", "another passage of the file has the same id"
        )

    def _move(self) -> None:
        """Gives passages whose id is taken, by another version say, the id of their place."""
        for row in self._connection.execute(_TAKEN).fetchall():
            place, staged, uid, key, content_hash = row
            moved = ids.passage_id(
                ids.document_id(key), ids.version_id(content_hash), "", place & 65_535
            )
            stored = UUID(moved).bytes
            self._connection.execute("INSERT OR IGNORE INTO s_moved VALUES(?, ?)", (uid, stored))
            self._connection.execute(_INSERT_MOVED, (place, stored, staged))


_CONTRADICTING = """
SELECT max(line), min(line) FROM s_section GROUP BY fv, key
HAVING count(*) > 1 AND (min(title) <> max(title) OR min(ord) <> max(ord)
  OR min(parent) <> max(parent) OR count(parent) NOT IN (0, count(*)) OR min(page_start) <> max(page_start)
  OR min(page_end) <> max(page_end))
"""
_SECTIONS = """
INSERT INTO section(dv, ord, key, title, parent, page_start, page_end)
SELECT v.dv, s.ord, s.key, s.title, s.parent, s.page_start, s.page_end
FROM s_section s JOIN s_version v ON v.fv = s.fv WHERE v.dv IS NOT NULL
ON CONFLICT(dv, key) DO UPDATE SET ord = excluded.ord, title = excluded.title,
  parent = excluded.parent, page_start = coalesce(excluded.page_start, page_start),
  page_end = coalesce(excluded.page_end, page_end)
"""
_UNKNOWN_PARENT = """
SELECT s.line FROM s_section s JOIN s_version v ON v.fv = s.fv
LEFT JOIN section p ON p.dv = v.dv AND p.key = s.parent
WHERE s.parent IS NOT NULL AND v.dv IS NOT NULL AND p.key IS NULL
"""
_CIRCLE = """
WITH RECURSIVE up(line, dv, key, depth) AS (
  SELECT s.line, v.dv, s.parent, 1 FROM s_section s JOIN s_version v ON v.fv = s.fv
  WHERE s.parent IS NOT NULL
  UNION ALL
  SELECT up.line, up.dv, x.parent, up.depth + 1 FROM up JOIN section x
  ON x.dv = up.dv AND x.key = up.key WHERE x.parent IS NOT NULL AND up.depth <= 64)
SELECT DISTINCT line FROM up WHERE depth > 64
"""
_UNKNOWN_SECTION = """
SELECT s.line FROM s_passage s, json_each(s.sections) j JOIN s_version v ON v.fv = s.id >> 16
LEFT JOIN section x ON x.dv = v.dv AND x.key = j.value
WHERE s.sections IS NOT NULL AND v.dv IS NOT NULL AND x.key IS NULL
"""
_KEPT = """
INSERT INTO s_kept SELECT p.id, s.id FROM s_version v
CROSS JOIN s_passage s ON s.id BETWEEN v.fv << 16 AND (v.fv << 16) + 65535
CROSS JOIN passage p ON p.id = (v.dv << 16) + (s.id & 65535) WHERE NOT v.fresh
"""
_CHANGED = """
SELECT s.line FROM s_kept k CROSS JOIN s_passage s ON s.id = k.staged
CROSS JOIN passage p ON p.id = k.passage WHERE p.digest <> s.digest
"""
_MOVED_KEPT = """
INSERT OR IGNORE INTO s_moved SELECT s.uid, p.uid FROM s_kept k
CROSS JOIN s_passage s ON s.id = k.staged CROSS JOIN passage p ON p.id = k.passage
WHERE p.uid <> s.uid
"""
_MERGE = """
UPDATE passage SET (char_start, char_end, pages, sections, content) = (
  SELECT coalesce(s.char_start, passage.char_start), coalesce(s.char_end, passage.char_end),
    coalesce(s.pages, passage.pages), coalesce(s.sections, passage.sections), s.content
  FROM s_kept k JOIN s_passage s ON s.id = k.staged WHERE k.passage = passage.id)
WHERE id IN (SELECT passage FROM s_kept)
"""
_INSERT = """
INSERT OR IGNORE INTO passage(id, uid, text, length, char_start, char_end, pages, sections,
  content, digest, original_id)
SELECT (v.dv << 16) + (s.id & 65535), s.uid, s.text, s.length, s.char_start, s.char_end, s.pages,
  s.sections, s.content, s.digest, s.original_id
FROM s_version v CROSS JOIN s_passage s ON s.id BETWEEN v.fv << 16 AND (v.fv << 16) + 65535
WHERE v.dv IS NOT NULL
"""
_REPEATED = """
SELECT max(line) FROM s_passage GROUP BY uid HAVING count(*) > 1
"""
_TAKEN = """
SELECT (v.dv << 16) + (s.id & 65535), s.id, s.uid, d.key, x.content_hash
FROM s_version v CROSS JOIN s_passage s ON s.id BETWEEN v.fv << 16 AND (v.fv << 16) + 65535
JOIN version x ON x.dv = v.dv JOIN document d ON d.id = x.document
WHERE NOT EXISTS(SELECT 1 FROM passage p WHERE p.id = (v.dv << 16) + (s.id & 65535))
"""
_INSERT_MOVED = """
INSERT OR IGNORE INTO passage(id, uid, text, length, char_start, char_end, pages, sections,
  content, digest)
SELECT ?1, ?2, text, length, char_start, char_end, pages, sections, content, digest
FROM s_passage WHERE id = ?3
"""
_DISABLE = """
INSERT OR IGNORE INTO disabled SELECT (v.dv << 16) + (s.id & 65535)
FROM s_passage s JOIN s_version v ON v.fv = s.id >> 16 WHERE s.enabled = 0 AND v.dv IS NOT NULL
"""
_ENABLE = """
DELETE FROM disabled WHERE passage IN (SELECT (v.dv << 16) + (s.id & 65535)
FROM s_passage s JOIN s_version v ON v.fv = s.id >> 16 WHERE s.enabled = 1)
"""
