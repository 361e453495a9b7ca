"""The derived indexes over names and text, kept beside the rows they come from.

``term`` counts for each word of the text index the passages that have it. After a large import it
is read off the index itself; after a small one the words of the new passages are added.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable

from evidence.stores.embedded.schema import FULL_TEXT, INDEXES
from evidence.words import normalised

_LARGE_SHARE = 5
_TERMS_HELD = 200_000
_STEP = 500
_TOKEN = re.compile("[0-9a-z+#\u0080-\U0010ffff]+")
_TOKEN_CHARACTERS = 8_192


def indexed(norm: str) -> str:
    """Normalised text as the text indexes get it, its words cut at 8,192 characters.

    FTS5 itself cuts at 32,768 bytes, in the middle of a character if need be, and what is left
    could not be read back. No query has a word that long.
    """
    if len(norm) <= _TOKEN_CHARACTERS:
        return norm
    return " ".join(word[:_TOKEN_CHARACTERS] for word in norm.split(" "))


def indexed_text(text: str) -> str:
    """A passage as the text index gets it.

    ASCII text without ``+`` and ``#`` goes in as it is: the index's tokenizer folds case and
    splits at the same characters, which saves a third of the time to index.
    """
    if text.isascii() and len(text) <= _TOKEN_CHARACTERS and "+" not in text and "#" not in text:
        return text
    return indexed(normalised(text))


def tokens(norm: str) -> list[str]:
    """The words the text indexes file normalised text under."""
    found: list[str] = _TOKEN.findall(indexed(norm).lower())
    return found


class TextIndex:
    """The full-text index over passages during one import."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.added = 0

    def add_staged(self, progress: Callable[[int, int], None]) -> None:
        """Indexes the staged passages that were not stored before."""
        run = self._connection.execute
        run("INSERT INTO passage_fts(passage_fts, rank) VALUES('hashsize', 67108864)")
        (last,) = run("SELECT coalesce(max(fv), 0) FROM s_version").fetchone()
        for first in range(1, last + 1, _STEP):
            self.added += run(_ADD, (first, first + _STEP - 1)).rowcount
            progress(min(first + _STEP, last), last)
        (stored,) = run("SELECT count(*) FROM passage").fetchone()
        if self.added * _LARGE_SHARE >= stored:
            run("INSERT INTO passage_fts(passage_fts) VALUES('optimize')")
            count_terms(self._connection)
        else:
            self._add_terms()

    def _add_terms(self) -> None:
        counted: Counter[str] = Counter()
        for (norm,) in self._connection.execute(_NEW_NORMS).fetchall():
            counted.update(set(tokens(norm)))
            if len(counted) > _TERMS_HELD:
                self._write_terms(counted)
        self._write_terms(counted)

    def _write_terms(self, counted: Counter[str]) -> None:
        self._connection.executemany(
            "INSERT INTO term VALUES(?, ?) ON CONFLICT(term) DO UPDATE SET df = df + excluded.df",
            sorted(counted.items()),
        )
        counted.clear()


def count_terms(connection: sqlite3.Connection) -> None:
    """Makes ``term`` anew from the text index."""
    connection.execute(
        "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, passage_fts, row)"
    )
    connection.execute("DELETE FROM term")
    connection.execute("INSERT INTO term SELECT term, doc FROM temp.vocabulary")
    connection.execute("DROP TABLE temp.vocabulary")


def rebuild_full_text(connection: sqlite3.Connection) -> None:
    """Makes the full-text tables and ``term`` anew from the rows."""
    for table in ("name_fts", "passage_fts", "term"):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    run_script(connection, FULL_TEXT)
    connection.execute("INSERT INTO name_fts(rowid, norm) SELECT id, indexed(norm) FROM name")
    connection.execute(
        "INSERT INTO passage_fts(rowid, norm) SELECT id, indexed_text(text) FROM passage"
    )
    count_terms(connection)


def run_script(connection: sqlite3.Connection, script: str) -> None:
    """Runs each statement of a script inside the open transaction."""
    for statement in filter(str.strip, script.split(";")):
        connection.execute(statement)


def drop_indexes(connection: sqlite3.Connection) -> None:
    """Drops the secondary indexes a large import is faster without."""
    for statement in filter(str.strip, INDEXES.split(";")):
        name = statement.split()[2]
        if name != "name_entity":
            connection.execute(f"DROP INDEX {name}")


def restore_indexes(connection: sqlite3.Connection) -> None:
    """Makes the secondary indexes that are not there."""
    run_script(connection, INDEXES.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS"))


_ADD = """
INSERT INTO passage_fts(rowid, norm)
SELECT (v.dv << 16) + (s.id & 65535), indexed_text(s.text) FROM s_version v
CROSS JOIN s_passage s ON s.id BETWEEN v.fv << 16 AND (v.fv << 16) + 65535
WHERE v.fv BETWEEN ? AND ?
  AND (v.fresh OR (v.dv << 16) + (s.id & 65535) NOT IN (SELECT passage FROM s_kept))
"""
_NEW_NORMS = """
SELECT normalised(s.text) FROM s_version v
CROSS JOIN s_passage s ON s.id BETWEEN v.fv << 16 AND (v.fv << 16) + 65535
WHERE v.fresh OR (v.dv << 16) + (s.id & 65535) NOT IN (SELECT passage FROM s_kept)
"""
