"""Read-only connections: how a store file is opened, and one read transaction on it.

Readers never write and never checkpoint, so any number of them may run beside the one writer.
A query ends when its job is stopped or its time is up: SQLite asks every ``_OPERATIONS`` steps
(about 3 ms; asking more often makes threads wait for each other's interpreter lock).
"""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evidence.errors import (
    StoreCorruptError,
    StoreMissingError,
    StoreOutdatedError,
    StoreTimeoutError,
    StoreUnavailableError,
    StoreUnreadableError,
)
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.schema import APPLICATION_ID, DATABASE, SCHEMA_VERSION

_OPERATIONS = 100_000
_IDLE = 8
_LONGEST_SQL = 100_000
_LONGEST_PATTERN = 1_000
_SETTINGS = (
    "PRAGMA query_only = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA busy_timeout = 2000",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16384",
)
_HEADER = b"SQLite format 3\x00"
_NEEDED = frozenset({
    "meta", "document", "version", "section", "passage", "disabled", "label", "label_ancestor",
    "entity", "name", "mention", "mention_span", "relation_type", "relation", "evidence",
    "adjacency", "entity_vector", "passage_vector",
})  # fmt: skip

Parameters = Mapping[str, Any]


@dataclass(slots=True)
class Job:
    """One piece of work on a connection: when it must end, and whether it was given up."""

    deadline: float | None = None
    stopped: bool = False

    def is_over(self) -> bool:
        """Whether the work should end now."""
        return self.stopped or (self.deadline is not None and time.monotonic() > self.deadline)


@dataclass(slots=True)
class ReadConnection:
    """A read-only connection; ``job`` is what it works for at the moment."""

    database: sqlite3.Connection
    identity: tuple[int, int]
    job: Job = field(default_factory=Job)

    def watch(self) -> None:
        """Let queries end with the job."""
        self.database.set_progress_handler(lambda: self.job.is_over(), _OPERATIONS)

    def rows(self, sql: str, parameters: Parameters) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        if self.job.is_over():
            raise StoreTimeoutError("The store took too long.")
        with store_faults():
            return self.database.execute(sql, parameters).fetchall()

    def value(self, sql: str, parameters: Parameters) -> Any:
        """The first column of the first row, ``None`` when there is no row."""
        rows = self.rows(sql, parameters)
        return rows[0][0] if rows else None

    def listed(self, sql: str, parameters: Parameters) -> list[Any]:
        """The JSON list a query gives as its one value.

        One row holds the whole answer: Python takes and drops its interpreter lock at every row,
        which is what limits threads that read a thousand rows each.
        """
        return loaded_list(self.value(sql, parameters))


def loaded_list(text: str | None) -> list[Any]:
    """A stored JSON list; nothing stored is an empty one."""
    found = _loaded(text) if text else []
    if not isinstance(found, list):
        raise StoreCorruptError("The store is damaged.")
    return found


def loaded_object(text: str | None) -> dict[str, Any]:
    """A stored JSON object; nothing stored is an empty one."""
    found = _loaded(text) if text else {}
    if not isinstance(found, dict):
        raise StoreCorruptError("The store is damaged.")
    return found


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise StoreCorruptError("The store is damaged.") from error


class Connections:
    """The read-only connections of one store folder; idle ones are kept for the next reader."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._idle: list[ReadConnection] = []
        self._guard = threading.Lock()
        self._closed = False

    def take(self) -> ReadConnection:
        """A connection inside a new read transaction."""
        identity = _identity(self._folder / DATABASE)
        with self._guard:
            if self._closed:
                raise StoreUnavailableError("The store is closed.")
            connection = self._idle.pop() if self._idle else None
        if connection is not None and connection.identity != identity:
            connection.database.close()
            connection = None
        if connection is None:
            connection = open_reader(self._folder)
        with store_faults():
            connection.database.execute("BEGIN")
        return connection

    def give_back(self, connection: ReadConnection) -> None:
        """End the transaction and keep the connection, or close it when enough are idle."""
        connection.job = Job()
        with store_faults():
            connection.database.execute("ROLLBACK")
        with self._guard:
            if not self._closed and len(self._idle) < _IDLE:
                self._idle.append(connection)
                return
        connection.database.close()

    def close(self) -> None:
        """Close idle connections; those in use are closed when they come back."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.database.close()


def _identity(file: Path) -> tuple[int, int]:
    """Which file this is, so that a store put in its place is noticed."""
    try:
        found = file.stat()
    except OSError as error:
        raise StoreMissingError("There is no store here; import a graph first.") from error
    return (found.st_dev, found.st_ino)


def open_reader(folder: Path) -> ReadConnection:
    """A new read-only connection to the store in ``folder``.

    Raises:
        StoreUnavailableError: There is no store, it cannot be opened, or another version wrote it.
        StoreCorruptError: The file is empty, damaged or something else.
    """
    file = folder / DATABASE
    identity = _identity(file)
    _check_header(file)
    with store_faults():
        database = sqlite3.connect(
            _address(file), uri=True, isolation_level=None, check_same_thread=False,
            cached_statements=256,
        )  # fmt: skip
    connection = ReadConnection(database, identity)
    try:
        _configure(database)
        _check_schema(connection)
    except BaseException:
        database.close()
        raise
    connection.watch()
    return connection


def _address(file: Path) -> str:
    """Where the file is, for reading only.

    In a folder nobody may write to, SQLite could not make the files it shares with a writer;
    there can be no writer either, so the file is opened as one that never changes.
    """
    alone = not os.access(file.parent, os.W_OK) and not Path(f"{file}-wal").exists()
    return f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def _check_header(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            head = opened.read(len(_HEADER))
    except OSError as error:
        raise StoreUnavailableError("The store cannot be opened.") from error
    if not head:
        raise StoreCorruptError("The store file is empty; restore it or import the graph again.")
    if head != _HEADER:
        raise StoreCorruptError("The store file is not a database; import the graph again.")


def _configure(database: sqlite3.Connection) -> None:
    with store_faults():
        for setting in _SETTINGS:
            database.execute(setting)
        database.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_SQL)
        database.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _LONGEST_PATTERN)


def _check_schema(connection: ReadConnection) -> None:
    if connection.value("PRAGMA application_id", {}) != APPLICATION_ID:
        raise StoreCorruptError("The file is a database of another program.")
    version = connection.value("PRAGMA user_version", {})
    if version > SCHEMA_VERSION:
        raise StoreUnreadableError(
            "A newer version of this program wrote the store; update this one."
        )
    if version < SCHEMA_VERSION:
        raise StoreOutdatedError(
            "An earlier version wrote the store; `python -m evidence rebuild` brings it up to date."
        )
    tables = {name for (name,) in connection.rows("SELECT name FROM sqlite_schema", {})}
    if not tables >= _NEEDED:
        raise StoreCorruptError("The store is incomplete; import the graph again.")


def check_full_text(connect: Callable[[str], sqlite3.Connection] = sqlite3.connect) -> None:
    """Make sure that this Python's SQLite can search text.

    Raises:
        StoreUnreadableError: It was built without FTS5.
    """
    database = connect(":memory:")
    try:
        database.execute("CREATE VIRTUAL TABLE probe USING fts5(a)")
    except sqlite3.OperationalError as error:
        raise StoreUnreadableError(
            "This Python has an SQLite without full-text search (FTS5); use another build."
        ) from error
    finally:
        database.close()
