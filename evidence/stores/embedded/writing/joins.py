"""Resolves and writes what joins things: mentions, relations and evidence.

Each kind is written by one set-based statement. Only when that wrote fewer rows than were staged
are the others looked at: they name something unknown, or repeat what is there.
"""

import sqlite3
from collections.abc import Iterator
from typing import Any

from evidence.errors import Problem
from evidence.quotes import locate
from evidence.stores.embedded.writing.problems import Problems

UNKNOWN = "is neither in the file nor in the store"
_OUTSIDE = "the span does not lie inside the passage"
_DIFFERS = "differs from the passage at its span"


class Connections:
    """Writes the mentions, relations and evidence of one import."""

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        self._connection = connection
        self._problems = problems
        self._last_relation = self._one("SELECT coalesce(max(id), 0) FROM relation")
        self.relations_merged = 0
        self.relations_repeated = 0
        self.evidence_repeated = 0
        self.evidence_stored = 0
        self.quotes_unplaced = 0
        self.surfaces_unplaced = 0

    @property
    def last_relation(self) -> int:
        """Relations with a greater number are new."""
        return self._last_relation

    def _one(self, query: str) -> int:
        return int(self._connection.execute(query).fetchone()[0])

    def write_mentions(self) -> None:
        """Stores mentions and their spans; a surface without a span is looked for."""
        run = self._connection.execute
        run(_RESOLVE_MENTIONS)
        self._problems.add_lines(run(_UNKNOWN_PASSAGE), "passage", UNKNOWN)
        self._problems.add_lines(run(_UNKNOWN_ENTITY), "entity", UNKNOWN)
        self._problems.add_lines(run(_MENTION_OUTSIDE), "end", _OUTSIDE)
        self._problems.add_lines(run(_MENTION_DIFFERS), "surface", _DIFFERS)
        if self._problems:
            return
        run("INSERT OR IGNORE INTO mention SELECT entity, passage FROM r_mention ORDER BY 1, 2")
        run(_SPANS)
        for page in self._pages(_UNPLACED_SURFACES):
            rows = []
            for _, passage, entity, surface, text in page:
                place = locate(text, surface)
                if place is None:
                    self.surfaces_unplaced += 1
                else:
                    rows.append((passage, entity, *place, surface))
            self._connection.executemany(
                "INSERT OR IGNORE INTO mention_span VALUES(?, ?, ?, ?, ?)", rows
            )

    def write_relations(self) -> None:
        """Stores relations; one with a stored id is merged when it joins the same entities."""
        run = self._connection.execute
        run("INSERT OR IGNORE INTO relation_type(name) SELECT DISTINCT type FROM s_relation")
        written = run(_RELATIONS, (self._last_relation,)).rowcount
        total = self._one("SELECT count(*) FROM s_relation")
        if written == total:
            return
        self.relations_repeated = total - self.distinct_relations()
        self._problems.add_lines(run(_UNKNOWN_SOURCE), "source", UNKNOWN)
        self._problems.add_lines(run(_UNKNOWN_TARGET), "target", UNKNOWN)
        for line, same, *row in run(_MET_RELATIONS, (self._last_relation,)):
            if same:
                self.relations_merged += 1
                run(_MERGE_RELATION, row)
            else:
                reason = "the relation of this id joins other entities or has another type"
                self._problems.add(Problem(line, "id", reason))

    def distinct_mentions(self) -> int:
        """How many pairs of entity and passage the records of mentions were about."""
        return self._one("SELECT count(*) FROM (SELECT DISTINCT entity, passage FROM r_mention)")

    def distinct_relations(self) -> int:
        """How many relations the records were about."""
        return self._one("SELECT count(DISTINCT uid) FROM s_relation")

    def resolve_missing(self) -> None:
        """Attaches evidence that named a passage before it was stored."""
        if not self._last_relation:
            return
        rows = []
        for passage, length, text, relation, uid, quote, start, stop in self._connection.execute(
            _FOUND_PASSAGES
        ):
            place: tuple[int | None, int | None] | None = (start, stop)
            if start is None and quote is not None:
                place = locate(text, quote)
            elif stop is not None and stop > length:
                place = None
            self.quotes_unplaced += place is None
            rows.append((passage, *(place or (None, None)), relation, uid))
        self._connection.executemany(
            "UPDATE evidence SET passage = ?, start = ?, stop = ?"
            " WHERE relation = ? AND passage_uid = ?",
            rows,
        )

    def write_evidence(self) -> None:
        """Stores evidence; the first quote for a relation and passage stays."""
        run = self._connection.execute
        self._problems.add_lines(run(_EVIDENCE_OUTSIDE), "end", _OUTSIDE)
        self._problems.add_lines(run(_EVIDENCE_DIFFERS), "quote", _DIFFERS)
        met = self._one("SELECT count(*) FROM s_evidence") - run(_EVIDENCE).rowcount
        if met:
            # Nothing was stored before the first relation, so what is met is the file's own.
            self.evidence_repeated = self._one(_REPEATED_EVIDENCE) if self._last_relation else met
            self.evidence_stored = met - self.evidence_repeated
            self._problems.add_lines(run(_UNKNOWN_RELATION), "relation", UNKNOWN)
            self._connection.executemany(_FILL_QUOTE, run(_LATER_QUOTES))
        for page in self._pages(_UNPLACED_QUOTES):
            rows = []
            for _, relation, passage, quote, text in page:
                place = locate(text, quote)
                if place is None:
                    self.quotes_unplaced += 1
                else:
                    rows.append((*place, relation, passage))
            self._connection.executemany(
                "UPDATE evidence SET start = ?, stop = ? WHERE relation = ? AND passage_uid = ?",
                rows,
            )

    def _pages(self, query: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a query a page at a time; their first column is what the next starts after."""
        last = 0
        while page := self._connection.execute(query, (last,)).fetchall():
            yield page
            last = page[-1][0]


_RESOLVE_MENTIONS = """
CREATE TEMP TABLE r_mention AS SELECT s.line, e.id AS entity, p.id AS passage, s.start, s.stop,
  s.surface
FROM s_mention s LEFT JOIN entity e ON e.uid = s.entity LEFT JOIN s_moved m ON m.uid = s.passage
LEFT JOIN passage p ON p.uid = coalesce(m.stored, s.passage)
"""
_UNKNOWN_PASSAGE = "SELECT line FROM r_mention WHERE passage IS NULL"
_UNKNOWN_ENTITY = "SELECT line FROM r_mention WHERE entity IS NULL"
_MENTION_OUTSIDE = """
SELECT r.line FROM r_mention r CROSS JOIN passage p ON p.id = r.passage
WHERE r.stop IS NOT NULL AND r.stop > p.length
"""
_MENTION_DIFFERS = """
SELECT r.line FROM r_mention r CROSS JOIN passage p ON p.id = r.passage
WHERE r.stop IS NOT NULL AND r.surface IS NOT NULL AND r.stop <= p.length
  AND substr(p.text, r.start + 1, r.stop - r.start) <> r.surface
"""
_SPANS = """
INSERT OR IGNORE INTO mention_span SELECT passage, entity, start, stop, surface FROM r_mention
WHERE start IS NOT NULL ORDER BY 1, 2, 3, 4
"""
_UNPLACED_SURFACES = """
SELECT r.rowid, r.passage, r.entity, r.surface, p.text FROM r_mention r
CROSS JOIN passage p ON p.id = r.passage
WHERE r.rowid > ? AND r.start IS NULL AND r.surface IS NOT NULL ORDER BY r.rowid LIMIT 500
"""
_RELATIONS = """
INSERT OR IGNORE INTO relation
SELECT ?1 + s.rowid, s.uid, t.id, a.id, b.id, s.directed, s.properties, s.valid_from, s.valid_to,
  s.extractor, s.confidence, s.original_id
FROM s_relation s CROSS JOIN relation_type t ON t.name = s.type
CROSS JOIN entity a ON a.uid = s.source CROSS JOIN entity b ON b.uid = s.target ORDER BY s.rowid
"""
_UNKNOWN_SOURCE = """
SELECT line FROM s_relation s WHERE NOT EXISTS(SELECT 1 FROM entity e WHERE e.uid = s.source)
"""
_UNKNOWN_TARGET = """
SELECT line FROM s_relation s WHERE NOT EXISTS(SELECT 1 FROM entity e WHERE e.uid = s.target)
"""
_MET_RELATIONS = """
SELECT s.line, x.source = a.id AND x.target = b.id AND x.type = t.id, x.id, s.directed,
  s.properties, s.valid_from, s.valid_to, s.extractor, s.confidence
FROM s_relation s CROSS JOIN relation x ON x.uid = s.uid
CROSS JOIN relation_type t ON t.name = s.type
CROSS JOIN entity a ON a.uid = s.source CROSS JOIN entity b ON b.uid = s.target
WHERE x.id <> ?1 + s.rowid ORDER BY s.rowid
"""
_MERGE_RELATION = """
UPDATE relation SET directed = ?2, properties = merged_properties(properties, ?3),
  valid_from = coalesce(?4, valid_from), valid_to = coalesce(?5, valid_to),
  extractor = coalesce(?6, extractor), confidence = coalesce(?7, confidence) WHERE id = ?1
"""
_FOUND_PASSAGES = """
SELECT p.id, p.length, p.text, e.relation, e.passage_uid, e.quote, e.start, e.stop
FROM evidence e CROSS JOIN passage p ON p.uid = e.passage_uid WHERE e.passage IS NULL
"""
_EVIDENCE_OUTSIDE = """
SELECT s.line FROM s_evidence s LEFT JOIN s_moved m ON m.uid = s.passage
CROSS JOIN passage p ON p.uid = coalesce(m.stored, s.passage)
WHERE s.stop IS NOT NULL AND s.stop > p.length
"""
_EVIDENCE_DIFFERS = """
SELECT s.line FROM s_evidence s LEFT JOIN s_moved m ON m.uid = s.passage
CROSS JOIN passage p ON p.uid = coalesce(m.stored, s.passage)
WHERE s.stop IS NOT NULL AND s.quote IS NOT NULL AND s.stop <= p.length
  AND substr(p.text, s.start + 1, s.stop - s.start) <> s.quote
"""
_EVIDENCE = """
INSERT OR IGNORE INTO evidence
SELECT r.id, coalesce(m.stored, s.passage), p.id, s.quote, s.start, s.stop
FROM s_evidence s CROSS JOIN relation r ON r.uid = s.relation
LEFT JOIN s_moved m ON m.uid = s.passage
LEFT JOIN passage p ON p.uid = coalesce(m.stored, s.passage) ORDER BY r.id, s.rowid
"""
_REPEATED_EVIDENCE = """
SELECT (SELECT count(*) FROM s_evidence) - (SELECT count(*) FROM (
  SELECT DISTINCT s.relation, coalesce(m.stored, s.passage)
  FROM s_evidence s LEFT JOIN s_moved m ON m.uid = s.passage))
"""
_UNKNOWN_RELATION = """
SELECT line FROM s_evidence s WHERE NOT EXISTS(SELECT 1 FROM relation r WHERE r.uid = s.relation)
"""
_LATER_QUOTES = """
SELECT s.quote, s.start, s.stop, e.relation, e.passage_uid
FROM s_evidence s CROSS JOIN relation r ON r.uid = s.relation
LEFT JOIN s_moved m ON m.uid = s.passage
CROSS JOIN evidence e ON e.relation = r.id AND e.passage_uid = coalesce(m.stored, s.passage)
WHERE (s.quote IS NOT NULL OR s.start IS NOT NULL) AND e.quote IS NULL AND e.start IS NULL
ORDER BY s.rowid
"""
_FILL_QUOTE = """
UPDATE evidence SET quote = ?, start = ?, stop = ?
WHERE relation = ? AND passage_uid = ? AND quote IS NULL AND start IS NULL
"""
_UNPLACED_QUOTES = """
SELECT s.rowid, e.relation, e.passage_uid, s.quote, p.text
FROM s_evidence s CROSS JOIN relation r ON r.uid = s.relation
LEFT JOIN s_moved m ON m.uid = s.passage
CROSS JOIN evidence e ON e.relation = r.id AND e.passage_uid = coalesce(m.stored, s.passage)
CROSS JOIN passage p ON p.id = e.passage
WHERE s.rowid > ? AND s.quote IS NOT NULL AND s.start IS NULL AND e.start IS NULL
  AND e.quote = s.quote ORDER BY s.rowid LIMIT 500
"""
