"""The one who writes to an embedded store: under a lock, all or nothing.

A file comes in as one transaction, so a reader sees the store as it was or as it will be, and so
does whoever opens it after a crash.
"""

import sqlite3
from pathlib import Path
from types import TracebackType
from uuid import uuid4

from evidence.errors import StoreCorruptError, StoreUnavailableError, StoreUnreadableError
from evidence.import_report import ImportReport, Items, Progress
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.schema import (
    ADJACENCY,
    APPLICATION_ID,
    DATABASE,
    FULL_TEXT,
    INDEXES,
    NORM_VERSION,
    SCHEMA_VERSION,
    TABLES,
)
from evidence.stores.embedded.writing.adjacency import Adjacency
from evidence.stores.embedded.writing.entities import merged_properties
from evidence.stores.embedded.writing.indexes import indexed, indexed_text, run_script
from evidence.stores.embedded.writing.ingestion import Ingestion
from evidence.stores.embedded.writing.lock import WAIT_SECONDS, WriterLock
from evidence.stores.embedded.writing.transactions import set_meta, stamp, tidy, transaction
from evidence.words import normalised

_EARLIER_VERSIONS = (1, 2)
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = FILE",
    "PRAGMA cache_size = -131072",
    "PRAGMA temp.cache_size = -32768",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA analysis_limit = 1000",
)


class EmbeddedWriter:
    """Writes to the store in one folder, which is made when it is not there.

    Holds the writer lock from the moment it is made until ``close``. A store that an earlier
    version wrote is brought up to date.
    """

    def __init__(self, folder: Path, *, wait: float = WAIT_SECONDS) -> None:
        """Opens the store for writing.

        Raises:
            StoreBusyError: Another writer still holds it after ``wait`` seconds.
            StoreUnavailableError: The folder cannot be used, or a newer version wrote the store.
            StoreCorruptError: What is there is not a store.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailableError("The store's folder cannot be made.") from error
        self.folder = folder
        self._lock = WriterLock(folder)
        self._lock.acquire(wait)
        try:
            with store_faults():
                self.connection = _connect(folder / DATABASE)
        except BaseException:
            self._lock.release()
            raise

    def __enter__(self) -> "EmbeddedWriter":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the store and gives the lock back."""
        self.connection.close()
        self._lock.release()

    def ingest(
        self, records: Items, *, file: str, progress: Progress | None = None
    ) -> ImportReport:
        """Brings one file into the store, whole or not at all.

        Args:
            records: What an importer yields: numbered records, problems and notes.
            file: The name to show for the file.
            progress: Told the step, how much is done and of how much.

        Raises:
            ImportRejectedError: The file is refused and the store is as it was.
            StoreError: The store could not be written and is as it was.
        """
        with store_faults():
            with transaction(self.connection):
                ingestion = Ingestion(self.connection, file=file, progress=progress)
                report = ingestion.run(records)
                stamp(self.connection)
            tidy(self.connection)
        return report


def _connect(database: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        database, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    try:
        for pragma in _PRAGMAS:
            connection.execute(pragma).fetchone()
        connection.create_function("normalised", 1, normalised, deterministic=True)
        connection.create_function("indexed", 1, indexed, deterministic=True)
        connection.create_function("indexed_text", 1, indexed_text, deterministic=True)
        connection.create_function("merged_properties", 2, merged_properties, deterministic=True)
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Makes a store of an earlier version one of this version: neighbours have ids beside them."""
    with transaction(connection):
        connection.execute("DROP TABLE adjacency")
        run_script(connection, ADJACENCY)
        Adjacency(connection, 0).rebuild()
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _prepare(connection: sqlite3.Connection) -> None:
    """Makes the tables of an empty database; refuses one that is not a store of this version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application == APPLICATION_ID and version == SCHEMA_VERSION:
        return
    if application == APPLICATION_ID and version in _EARLIER_VERSIONS:
        _bring_up_to_date(connection)
        return
    if application == APPLICATION_ID:
        raise StoreUnreadableError("Another version of this program wrote the store.")
    if tables:
        raise StoreCorruptError("The database in this folder is not an evidence store.")
    with transaction(connection):
        for script in (TABLES, ADJACENCY, INDEXES, FULL_TEXT):
            run_script(connection, script)
        generation = uuid4().hex
        set_meta(connection, "generation", generation)
        set_meta(connection, "fts_generation", generation)
        set_meta(connection, "norm_version", NORM_VERSION)
        set_meta(connection, "vectors_pending", 0)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
