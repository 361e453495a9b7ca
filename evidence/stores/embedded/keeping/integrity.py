"""Checks that a store is what was written, and makes what is derived anew.

``check`` reads everything once and writes nothing. Findings marked as derived are mended by
``rebuild``; the others are not, so the file has to be restored or imported again.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from evidence.errors import StoreCorruptError
from evidence.import_report import Progress
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.keeping.damage import (
    damage,
    file_faults,
    is_damage,
    unreadable_tables,
)
from evidence.stores.embedded.keeping.finding import Finding
from evidence.stores.embedded.reading.connection import open_reader
from evidence.stores.embedded.schema import passage_digest
from evidence.stores.embedded.vector_files import build_vector_files
from evidence.stores.embedded.writing.adjacency import Adjacency
from evidence.stores.embedded.writing.indexes import rebuild_full_text, restore_indexes, tokens
from evidence.stores.embedded.writing.transactions import (
    forget_meta,
    meta,
    set_meta,
    stamp,
    tidy,
    transaction,
)
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from evidence.words import normalised


def check(folder: Path, *, progress: Progress | None = None) -> list[Finding]:
    """What is wrong with the store in ``folder``; nothing when it is sound.

    Raises:
        StoreError: The store cannot be opened at all, and nothing more can be told of it.
    """
    try:
        reader = open_reader(folder)
    except StoreCorruptError:
        findings = damage(folder)
        if not findings:
            raise
        return findings
    try:
        with store_faults():
            reader.database.execute("PRAGMA query_only = OFF")
            return list(_Checks(reader.database, folder, progress).findings())
    finally:
        reader.database.close()


class _Checks:
    """The checks of one store, in order."""

    def __init__(
        self, database: sqlite3.Connection, folder: Path, progress: Progress | None
    ) -> None:
        self._database = database
        self._folder = folder
        self._progress = progress
        database.execute("BEGIN")

    def findings(self) -> Iterator[Finding]:
        """What is wrong, the file itself first."""
        steps = (
            ("Checking the file", self._file),
            ("Checking references", self._references),
            ("Checking passages", self._passages),
            ("Checking names", self._names),
            ("Checking relations", self._adjacency),
            ("Checking vectors", self._vectors),
            ("Checking indexes", self._generations),
        )
        for number, (words, step) in enumerate(steps):
            if self._progress:
                self._progress(words, number, len(steps))
            try:
                yield from step()
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                part = words.removeprefix("Checking ")
                yield Finding(
                    f"part that cannot be checked, because the file is damaged: {part}",
                    None,
                    derived=False,
                )

    def _one(self, query: str) -> int:
        return int(self._database.execute(query).fetchone()[0])

    def _file(self) -> Iterator[Finding]:
        faults = list(file_faults(self._database))
        yield from faults
        if faults:
            yield from unreadable_tables(self._database)

    def _references(self) -> Iterator[Finding]:
        for what, query in _REFERENCES.items():
            if count := self._one(query):
                yield Finding(what, count, derived=False)

    def _passages(self) -> Iterator[Finding]:
        changed = 0
        documents: Counter[str] = Counter()
        total: Counter[str] = Counter()
        numbers = self._database.execute("SELECT text, length, digest FROM passage")
        for text, length, digest in numbers:
            changed += len(text) != length or passage_digest(text) != digest
            words = tokens(normalised(text))
            documents.update(set(words))
            total.update(words)
        if changed:
            yield Finding("passages whose text is not what was imported", changed, derived=False)
        yield from self._index("passage_fts", "passage", documents, total)
        counted = dict(self._database.execute("SELECT term, df FROM term"))
        if wrong := _differing(counted, documents):
            yield Finding("words with a wrong number of passages", wrong, derived=True)

    def _names(self) -> Iterator[Finding]:
        wrong = 0
        documents: Counter[str] = Counter()
        total: Counter[str] = Counter()
        for text, norm, key in self._database.execute("SELECT text, norm, key FROM name"):
            expected = normalised(text)
            wrong += (norm, key) != (expected, expected.replace(" ", ""))
            words = tokens(norm)
            documents.update(set(words))
            total.update(words)
        if wrong:
            yield Finding("names that are not filed under their words", wrong, derived=True)
        yield from self._index("name_fts", "name", documents, total)

    def _index(
        self, index: str, table: str, documents: Counter[str], total: Counter[str]
    ) -> Iterator[Finding]:
        """Compares a text index with the rows it stands for and the words they have."""
        run = self._database.execute
        run("DROP TABLE IF EXISTS temp.vocabulary")
        run(f"CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, {index}, row)")
        stored = {term: (doc, count) for term, doc, count in run("SELECT * FROM temp.vocabulary")}
        expected = {term: (documents[term], total[term]) for term in documents}
        run("DROP TABLE temp.vocabulary")
        rows = self._one(
            f"SELECT (SELECT count(*) FROM {table} t WHERE NOT EXISTS("  # noqa: S608
            f"SELECT 1 FROM {index}_docsize d WHERE d.id = t.id)) + (SELECT count(*)"
            f" FROM {index}_docsize d WHERE NOT EXISTS(SELECT 1 FROM {table} t WHERE t.id = d.id))"
        )
        if rows:
            yield Finding(f"rows in which {table}s and their text index differ", rows, derived=True)
        if wrong := _differing(stored, expected):
            what = f"words in which {table}s and their text index differ"
            yield Finding(what, wrong, derived=True)

    def _adjacency(self) -> Iterator[Finding]:
        if count := self._one(_ADJACENCY):
            yield Finding("places of relations that are wrong or missing", count, derived=True)

    def _vectors(self) -> Iterator[Finding]:
        for kind in _VECTORS:
            if count := sum(1 for _ in useless_vectors(self._database, kind)):
                yield Finding(f"{kind} vectors that cannot be used", count, derived=True)

    def _generations(self) -> Iterator[Finding]:
        if meta(self._database, "fts_generation") != meta(self._database, "generation"):
            yield Finding("text index older than the data", None, derived=True)
        token = meta(self._database, "vectors_generation")
        any_vector = self._one(_ANY_VECTOR)
        files = list(self._folder.glob(f"rows-*-{token}.npy")) if token else []
        if any_vector and not files:
            yield Finding("vector index that has to be made", None, derived=True)
        pending = meta(self._database, "vectors_pending")
        if pending is not None and pending != self._one(_PENDING):
            yield Finding("wrong number of names and passages that wait", None, derived=True)


def rebuild(writer: EmbeddedWriter, *, progress: Progress | None = None) -> None:
    """Makes every derived table, index and file anew; drops vectors that cannot be used.

    Raises:
        StoreError: The store could not be written and is as it was.
    """
    connection = writer.connection
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("Filing names", lambda: _file_names(connection)),
        ("Indexing text", lambda: rebuild_full_text(connection)),
        ("Ordering relations", lambda: Adjacency(connection, 0).rebuild()),
        ("Finishing indexes", lambda: restore_indexes(connection)),
        ("Sorting out vectors", lambda: _drop_vectors(connection)),
    )
    with store_faults():
        with transaction(connection):
            for number, (words, step) in enumerate(steps):
                if progress:
                    progress(words, number, len(steps))
                step()
            (pending,) = connection.execute(_PENDING).fetchone()
            set_meta(connection, "vectors_pending", pending)
            forget_meta(connection, "vectors_generation")
            stamp(connection)
            set_meta(connection, "fts_generation", meta(connection, "generation"))
        if connection.execute(_ANY_VECTOR).fetchone()[0]:
            build_vector_files(writer.folder, connection)
        tidy(connection)


def _file_names(connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE name SET norm = normalised(text), key = replace(normalised(text), ' ', '')"
    )


def _differing(stored: Mapping[str, object], expected: Mapping[str, object]) -> int:
    return len(dict(stored.items() ^ expected.items()))


def useless_vectors(connection: sqlite3.Connection, kind: str) -> Iterator[int]:
    """The numbers of stored vectors that belong to nothing or are no unit vectors."""
    dimensions = meta(connection, "dimensions")
    for number, vector, owner in connection.execute(_VECTORS[kind]):
        if owner is None or not _is_unit(vector, dimensions):
            yield number


def _drop_vectors(connection: sqlite3.Connection) -> None:
    """Drops what embedding again makes better."""
    for kind, query in _DROP.items():
        rows = [(number,) for number in useless_vectors(connection, kind)]
        connection.executemany(query, rows)


def _is_unit(vector: bytes, dimensions: object) -> bool:
    if not isinstance(dimensions, int) or len(vector) != 4 * dimensions:
        return False
    length = float(np.linalg.norm(np.frombuffer(vector, "<f4").astype(np.float64)))
    return math.isfinite(length) and abs(length - 1) < 1e-3


_REFERENCES = {
    "documents with more than one current version": """
SELECT count(*) FROM (SELECT 1 FROM version WHERE current GROUP BY document HAVING count(*) > 1)
""",
    "versions of no document": """
SELECT count(*) FROM version v WHERE NOT EXISTS(SELECT 1 FROM document d WHERE d.id = v.document)
""",
    "sections of no version": """
SELECT count(*) FROM section s WHERE NOT EXISTS(SELECT 1 FROM version v WHERE v.dv = s.dv)
""",
    "passages of no version": """
SELECT count(*) FROM passage p WHERE NOT EXISTS(SELECT 1 FROM version v WHERE v.dv = p.id >> 16)
""",
    "entities without their label or name": """
SELECT count(*) FROM entity e WHERE NOT EXISTS(SELECT 1 FROM label l WHERE l.id = e.label)
  OR NOT EXISTS(SELECT 1 FROM name n WHERE n.entity = e.id AND n.ord = 0 AND n.text = e.name)
""",
    "names of no entity": """
SELECT count(*) FROM name n WHERE NOT EXISTS(SELECT 1 FROM entity e WHERE e.id = n.entity)
""",
    "mentions of nothing": """
SELECT count(*) FROM mention m WHERE NOT EXISTS(SELECT 1 FROM entity e WHERE e.id = m.entity)
  OR NOT EXISTS(SELECT 1 FROM passage p WHERE p.id = m.passage)
""",
    "places of no mention": """
SELECT count(*) FROM mention_span s WHERE NOT EXISTS(
  SELECT 1 FROM mention m WHERE m.entity = s.entity AND m.passage = s.passage)
""",
    "relations that join nothing": """
SELECT count(*) FROM relation r WHERE NOT EXISTS(SELECT 1 FROM entity e WHERE e.id = r.source)
  OR NOT EXISTS(SELECT 1 FROM entity e WHERE e.id = r.target)
  OR NOT EXISTS(SELECT 1 FROM relation_type t WHERE t.id = r.type)
""",
    "evidence of no relation": """
SELECT count(*) FROM evidence x WHERE NOT EXISTS(SELECT 1 FROM relation r WHERE r.id = x.relation)
""",
    "evidence that names another passage than it should": """
SELECT count(*) FROM evidence x LEFT JOIN passage p ON p.uid = x.passage_uid
WHERE x.passage IS NOT p.id
""",
    "stamps of no passage": """
SELECT count(*) FROM disabled x WHERE NOT EXISTS(SELECT 1 FROM passage p WHERE p.id = x.passage)
""",
    "labels above that do not exist": """
SELECT count(*) FROM label_ancestor a WHERE NOT EXISTS(SELECT 1 FROM label l WHERE l.id = a.label)
  OR NOT EXISTS(SELECT 1 FROM label l WHERE l.id = a.ancestor)
""",
}
_ADJACENCY = """
WITH place AS (
  SELECT r.id, r.source, r.target, r.type, r.uid, s.uid AS source_uid, t.uid AS target_uid,
    -(SELECT count(*) FROM evidence x WHERE x.relation = r.id) AS ord
  FROM relation r LEFT JOIN entity s ON s.id = r.source LEFT JOIN entity t ON t.id = r.target)
SELECT (SELECT count(*) FROM place p WHERE NOT EXISTS(
    SELECT 1 FROM adjacency a WHERE a.node = p.source AND a.ord = p.ord AND a.uid = p.uid
    AND a.relation = p.id AND a.direction = 0 AND a.other = p.target AND a.other_uid IS p.target_uid
    AND a.type = p.type))
  + (SELECT count(*) FROM place p WHERE NOT EXISTS(
    SELECT 1 FROM adjacency a WHERE a.node = p.target AND a.ord = p.ord AND a.uid = p.uid
    AND a.relation = p.id AND a.direction = 1 AND a.other = p.source AND a.other_uid IS p.source_uid
    AND a.type = p.type))
  + abs((SELECT count(*) FROM adjacency) - 2 * (SELECT count(*) FROM relation))
"""
_VECTORS = {
    "entity": "SELECT v.id, v.vector, e.id FROM entity_vector v LEFT JOIN entity e ON e.id = v.id",
    "passage": "SELECT v.id, v.vector, p.id FROM passage_vector v LEFT JOIN passage p ON p.id = v.id",
}
_DROP = {
    "entity": "DELETE FROM entity_vector WHERE id = ?",
    "passage": "DELETE FROM passage_vector WHERE id = ?",
}
_ANY_VECTOR = "SELECT EXISTS(SELECT 1 FROM entity_vector) OR EXISTS(SELECT 1 FROM passage_vector)"
_PENDING = """
SELECT (SELECT count(*) FROM entity e WHERE NOT EXISTS(
    SELECT 1 FROM entity_vector v WHERE v.id = e.id))
  + (SELECT count(*) FROM passage p WHERE NOT EXISTS(
    SELECT 1 FROM passage_vector v WHERE v.id = p.id))
"""
