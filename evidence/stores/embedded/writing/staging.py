"""Records on their way in: temporary tables for whatever refers to something else.

Records stand in any order, so those that name others wait here until all are read; then set-based
SQL resolves them (``versions``, ``connections``). A version of the file gets a dense number ``fv``
and a staged passage the id ``fv << 16 | order``, which is already the order of the final ids.
References are staged as the 16 bytes of the UUID they stand for.
"""

import json
import sqlite3
from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Any

from evidence.errors import Problem
from evidence.ids import foreign_id, is_entity_id
from evidence.records import (
    EvidenceRecord,
    MentionRecord,
    PassageRecord,
    Record,
    RelationRecord,
    SectionRecord,
    VersionRecord,
    first_day,
)
from evidence.stores.embedded.schema import passage_digest
from evidence.stores.embedded.writing.problems import Problems

BATCH = 2_000
_TOGETHER = 250
_VERSIONS_REMEMBERED = 50_000

TABLES = """
CREATE TEMP TABLE s_version(
  fv INTEGER PRIMARY KEY, line INTEGER NOT NULL, document TEXT NOT NULL, name TEXT NOT NULL,
  declared INTEGER NOT NULL, content_hash TEXT, current INTEGER NOT NULL, recorded TEXT,
  dv INTEGER, fresh INTEGER NOT NULL DEFAULT 1, UNIQUE(document, name));
CREATE TEMP TABLE s_section(
  line INTEGER NOT NULL, fv INTEGER NOT NULL, ord INTEGER NOT NULL, key TEXT NOT NULL,
  title TEXT NOT NULL, parent TEXT, page_start INTEGER, page_end INTEGER);
CREATE TEMP TABLE s_passage(
  id INTEGER PRIMARY KEY, line INTEGER NOT NULL, uid BLOB NOT NULL, text TEXT NOT NULL,
  length INTEGER NOT NULL, char_start INTEGER, char_end INTEGER, pages TEXT, sections TEXT,
  content TEXT NOT NULL, digest BLOB NOT NULL, original_id TEXT, enabled INTEGER);
CREATE TEMP TABLE s_mention(
  line INTEGER NOT NULL, passage BLOB NOT NULL, entity BLOB NOT NULL, start INTEGER, stop INTEGER,
  surface TEXT);
CREATE TEMP TABLE s_relation(
  line INTEGER NOT NULL, uid BLOB NOT NULL, type TEXT NOT NULL,
  source BLOB NOT NULL, target BLOB NOT NULL, directed INTEGER NOT NULL, properties TEXT,
  valid_from TEXT, valid_to TEXT, extractor TEXT, confidence REAL, original_id TEXT);
CREATE TEMP TABLE s_evidence(
  line INTEGER NOT NULL, relation BLOB NOT NULL, passage BLOB NOT NULL, quote TEXT, start INTEGER,
  stop INTEGER);
CREATE TEMP TABLE s_moved(uid BLOB PRIMARY KEY, stored BLOB NOT NULL) WITHOUT ROWID;
CREATE TEMP TABLE s_kept(passage INTEGER PRIMARY KEY, staged INTEGER NOT NULL);
"""

_INSERT: dict[type, str] = {
    SectionRecord: "INSERT INTO s_section",
    PassageRecord: "INSERT OR IGNORE INTO s_passage",
    MentionRecord: "INSERT INTO s_mention",
    RelationRecord: "INSERT INTO s_relation",
    EvidenceRecord: "INSERT INTO s_evidence",
}

Row = tuple[Any, ...]


def uid_of(kind: str, text: str) -> bytes:
    """The 16 bytes of the id that ``text`` stands for among things of one kind."""
    if is_entity_id(text):
        return bytes.fromhex(text.replace("-", ""))
    return _mapped(kind, text)


@lru_cache(maxsize=65_536)
def _mapped(kind: str, text: str) -> bytes:
    return bytes.fromhex(foreign_id(kind, text).replace("-", ""))


def identity(kind: str, text: str) -> tuple[bytes, str | None]:
    """The 16 bytes of an id, and its text when that is not an id itself and has to be kept."""
    if is_entity_id(text):
        return bytes.fromhex(text.replace("-", "")), None
    return _mapped(kind, text), text


def packed(value: list[Any] | dict[str, Any]) -> str | None:
    """Compact JSON, or nothing for an empty value."""
    if not value:
        return None
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def day_of(line: int, field: str, day: str | None) -> str | None:
    """The full date of a full or partial one.

    Raises:
        BadDateError: There is no such day; carries the problem.
    """
    try:
        return first_day(day)
    except ValueError:
        raise BadDateError(Problem(line, field, "there is no such day")) from None


class BadDateError(Exception):
    """A date that no calendar has."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def insert_rows(connection: sqlite3.Connection, insert: str, rows: list[Row]) -> int:
    """Inserts rows of one length, many with each statement; how many went in.

    A statement of 250 rows takes a quarter less time than as many of one row.
    """
    one = f"({', '.join('?' * len(rows[0]))})"
    whole = len(rows) - len(rows) % _TOGETHER
    together = f"{insert} VALUES{', '.join([one] * _TOGETHER)}"
    written = 0
    for at in range(0, whole, _TOGETHER):
        flat = tuple(chain.from_iterable(rows[at : at + _TOGETHER]))
        written += connection.execute(together, flat).rowcount
    if whole < len(rows):
        written += connection.executemany(f"{insert} VALUES{one}", rows[whole:]).rowcount
    return written


class _Queue:
    """Rows of one table on their way in, written a batch at a time."""

    def __init__(
        self, insert: str, make: Callable[[int, Any], Row], write: Callable[[str, list[Row]], None]
    ) -> None:
        self._insert = insert
        self._make = make
        self._write = write
        self._rows: list[Row] = []

    def add(self, line: int, record: Record) -> None:
        """Takes in one record.

        Raises:
            BadDateError: It names a day no calendar has.
        """
        rows = self._rows
        rows.append(self._make(line, record))
        if len(rows) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Writes what is still waiting."""
        if self._rows:
            self._write(self._insert, self._rows)
            self._rows.clear()


class Staging:
    """Takes in the records that refer to others."""

    def __init__(self, connection: sqlite3.Connection, problems: Problems) -> None:
        for statement in filter(str.strip, TABLES.split(";")):
            connection.execute(statement)
        self._connection = connection
        self._problems = problems
        self._versions: dict[tuple[str, str], int] = {}
        makers: dict[type, Callable[[int, Any], Row]] = {
            SectionRecord: self._section,
            PassageRecord: self._passage,
            MentionRecord: _mention,
            RelationRecord: _relation,
            EvidenceRecord: _evidence,
        }
        self._queues = {
            kind: _Queue(_INSERT[kind], make, self._write) for kind, make in makers.items()
        }

    def takers(self) -> dict[type, Callable[[int, Any], None]]:
        """For each kind of record what takes it in."""
        queues = {kind: queue.add for kind, queue in self._queues.items()}
        return {VersionRecord: self.declare, **queues}

    def declare(self, line: int, record: VersionRecord) -> None:
        """Stages a version the file describes; passages may have named it before."""
        row = (
            line, record.document, record.name, record.content_hash, record.current,
            day_of(line, "recorded", record.recorded),
        )  # fmt: skip
        declared = self._connection.execute(
            "INSERT INTO s_version(line, document, name, declared, content_hash, current, recorded)"
            " VALUES(?1, ?2, ?3, 1, ?4, ?5, ?6) ON CONFLICT(document, name) DO UPDATE SET"
            " line = ?1, declared = 1, content_hash = ?4, current = ?5, recorded = ?6"
            " WHERE declared = 0",
            row,
        ).rowcount
        if not declared:
            self._problems.add(Problem(line, "name", "the file describes this version twice"))

    def distinct_sections(self) -> int:
        """How many sections the records of sections were about."""
        query = "SELECT count(*) FROM (SELECT DISTINCT fv, key FROM s_section)"
        return int(self._connection.execute(query).fetchone()[0])

    def flush(self) -> None:
        """Writes what is still waiting."""
        for queue in self._queues.values():
            queue.flush()

    def _write(self, insert: str, rows: list[Row]) -> None:
        if insert_rows(self._connection, insert, rows) < len(rows):
            self._report_repeated(rows)

    def _report_repeated(self, rows: list[Row]) -> None:
        """Says which passages were ignored because their place is taken."""
        for row in rows:
            (line,) = self._connection.execute(
                "SELECT line FROM s_passage WHERE id = ?", (row[0],)
            ).fetchone()
            if line != row[1]:
                where = f"{self._problems.unit} {line}"
                reason = f"{where} has a passage of the same version with this order"
                self._problems.add(Problem(row[1], "order", reason))

    def _version(self, line: int, document: str, name: str | None) -> int:
        """The number of a version of the file; one without a name is the document's only one."""
        key = (document, name or "")
        number = self._versions.get(key)
        if number is None:
            self._connection.execute(
                "INSERT OR IGNORE INTO s_version(line, document, name, declared, current)"
                " VALUES(?, ?, ?, 0, 1)",
                (line, *key),
            )
            (number,) = self._connection.execute(
                "SELECT fv FROM s_version WHERE document = ? AND name = ?", key
            ).fetchone()
            if len(self._versions) >= _VERSIONS_REMEMBERED:
                self._versions.clear()
            self._versions[key] = number
        return number

    def _section(self, line: int, record: SectionRecord) -> Row:
        version = self._version(line, record.document, record.version)
        return (
            line, version, record.order, record.key, record.title, record.parent,
            record.page_start, record.page_end,
        )  # fmt: skip

    def _passage(self, line: int, record: PassageRecord) -> Row:
        text = record.text
        version = self._version(line, record.document, record.version)
        uid, original = identity("passage", record.id)
        return (
            version << 16 | record.order, line, uid, text, len(text), record.char_start,
            record.char_end, packed(record.pages), packed(record.sections), record.content,
            passage_digest(text), original, record.enabled,
        )  # fmt: skip


# Fields are read off ``__dict__``: half a million attribute look-ups less in a file of 100,000.


def _mention(line: int, record: MentionRecord) -> Row:
    said = record.__dict__
    return (
        line, uid_of("passage", said["passage"]), uid_of("entity", said["entity"]), said["start"],
        said["end"], said["surface"],
    )  # fmt: skip


def _relation(line: int, record: RelationRecord) -> Row:
    said = record.__dict__
    uid, original = identity("relation", said["id"])
    return (
        line, uid, said["type"], uid_of("entity", said["source"]), uid_of("entity", said["target"]),
        said["directed"], packed(said["properties"]),
        said["valid_from"] and day_of(line, "valid_from", said["valid_from"]),
        said["valid_to"] and day_of(line, "valid_to", said["valid_to"]),
        said["extractor"], said["confidence"], original,
    )  # fmt: skip


def _evidence(line: int, record: EvidenceRecord) -> Row:
    said = record.__dict__
    return (
        line, uid_of("relation", said["relation"]), uid_of("passage", said["passage"]),
        said["quote"], said["start"], said["end"],
    )  # fmt: skip
