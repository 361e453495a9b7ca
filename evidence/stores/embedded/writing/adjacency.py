"""Keeps ``adjacency`` equal to the relations: two rows each, in the order a walk reads them.

``direction`` is 0 at the source and 1 at the target.
"""

import sqlite3


class Adjacency:
    """The adjacency rows of the relations one import adds, or adds evidence to."""

    def __init__(self, connection: sqlite3.Connection, last_relation: int) -> None:
        self._connection = connection
        self._last_relation = last_relation

    def remember_touched(self) -> None:
        """Notes the stored relations that may change place, with the place they have now."""
        run = self._connection.execute
        run("CREATE TEMP TABLE s_touched(relation INTEGER PRIMARY KEY, ord INTEGER)")
        if self._last_relation:
            run(_TOUCHED_RELATIONS, (self._last_relation,))
            run(_TOUCHED_EVIDENCE, (self._last_relation,))
            run(_OLD_PLACE)

    def write(self) -> None:
        """Writes the rows of new relations and moves those whose evidence count changed."""
        run = self._connection.execute
        run("CREATE TEMP TABLE r_place(relation INTEGER PRIMARY KEY, ord INTEGER)")
        run(_NEW_PLACES, (self._last_relation,))
        if self._last_relation:
            run(_TOUCHED_PLACES)
            self._connection.executemany(_FORGET, run(_FORMER))
        run(_ROWS)

    def without_evidence(self) -> int:
        """How many relations of the file have no evidence."""
        query = (
            "SELECT (SELECT count(*) FROM r_place WHERE ord = 0)"
            " + (SELECT count(*) FROM s_touched t WHERE ord = 0"
            "    AND NOT EXISTS(SELECT 1 FROM r_place p WHERE p.relation = t.relation))"
        )
        return int(self._connection.execute(query).fetchone()[0])

    def missing_evidence(self) -> int:
        """How many evidence entries of the file's relations name a passage that is not stored."""
        query = (
            "SELECT (SELECT count(*) FROM evidence WHERE relation > ? AND passage IS NULL)"
            " + (SELECT count(*) FROM s_touched t JOIN evidence e ON e.relation = t.relation"
            "    WHERE e.passage IS NULL)"
        )
        return int(self._connection.execute(query, (self._last_relation,)).fetchone()[0])

    def rebuild(self) -> None:
        """Makes the whole table anew."""
        run = self._connection.execute
        run("DELETE FROM adjacency")
        self._last_relation = 0
        self.remember_touched()
        self.write()
        for table in ("s_touched", "r_place"):
            run(f"DROP TABLE temp.{table}")


_TOUCHED_RELATIONS = """
INSERT OR IGNORE INTO s_touched(relation)
SELECT r.id FROM s_relation s CROSS JOIN relation r ON r.uid = s.uid WHERE r.id <= ?
"""
_TOUCHED_EVIDENCE = """
INSERT OR IGNORE INTO s_touched(relation)
SELECT r.id FROM s_evidence s CROSS JOIN relation r ON r.uid = s.relation WHERE r.id <= ?
"""
_OLD_PLACE = """
UPDATE s_touched SET ord = -(SELECT count(*) FROM evidence e WHERE e.relation = s_touched.relation)
"""
_NEW_PLACES = """
INSERT INTO r_place SELECT r.id, -count(e.relation)
FROM relation r LEFT JOIN evidence e ON e.relation = r.id WHERE r.id > ? GROUP BY r.id
"""
_TOUCHED_PLACES = """
INSERT INTO r_place SELECT n.relation, n.ord
FROM (SELECT t.relation, t.ord AS old,
        -(SELECT count(*) FROM evidence e WHERE e.relation = t.relation) AS ord
      FROM s_touched t) n
WHERE n.ord <> n.old
"""
_FORMER = """
SELECT r.source, r.target, t.ord, r.uid FROM r_place p
CROSS JOIN s_touched t ON t.relation = p.relation CROSS JOIN relation r ON r.id = p.relation
"""
_FORGET = """
DELETE FROM adjacency WHERE node IN (?1, ?2) AND ord = ?3 AND uid = ?4
"""
_ROWS = """
INSERT INTO adjacency
SELECT r.source, p.ord, r.uid, 0, r.id, r.target, other.uid, r.type
FROM r_place p CROSS JOIN relation r ON r.id = p.relation
CROSS JOIN entity other ON other.id = r.target
UNION ALL
SELECT r.target, p.ord, r.uid, 1, r.id, r.source, other.uid, r.type
FROM r_place p CROSS JOIN relation r ON r.id = p.relation
CROSS JOIN entity other ON other.id = r.source
ORDER BY 1, 2, 3, 4
"""
