"""Transactions of the writer, and the facts about the store that change with them.

Every committed write gives the store a new ``generation``. ``vectors_pending`` counts the names
and passages without a vector; ``vectors_generation`` goes whenever a vector or a label changes.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

_LOG = logging.getLogger(__name__)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commits what the block writes, or rolls all of it back when the block raises."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def stamp(connection: sqlite3.Connection) -> None:
    """Gives the store a new generation; a full-text index that was current stays so."""
    generation = uuid4().hex
    connection.execute(
        "UPDATE meta SET value = ?1 WHERE key = 'fts_generation'"
        " AND value = (SELECT value FROM meta WHERE key = 'generation')",
        (generation,),
    )
    set_meta(connection, "generation", generation)


def set_meta(connection: sqlite3.Connection, key: str, value: str | int) -> None:
    """Stores one fact about the store."""
    connection.execute(
        "INSERT INTO meta VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET value = ?2", (key, value)
    )


def tidy(connection: sqlite3.Connection) -> None:
    """Moves what was committed into the database file and refreshes the planner's figures.

    What was committed is safe without it, so a full disk here is logged and the next write tries
    again; and it does not wait for readers, who may hold a snapshot for long.
    """
    try:
        connection.execute("ANALYZE")
        connection.execute("PRAGMA busy_timeout = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        _LOG.warning("the store could not be tidied after a write", exc_info=True)


def meta(connection: sqlite3.Connection, key: str) -> Any:
    """One fact about the store, ``None`` when it is not known."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return found[0] if found else None


def forget_meta(connection: sqlite3.Connection, key: str) -> None:
    """Takes one fact away."""
    connection.execute("DELETE FROM meta WHERE key = ?", (key,))


def add_pending(connection: sqlite3.Connection, count: int) -> None:
    """So many more names and passages wait for a vector (fewer when negative)."""
    connection.execute(
        "UPDATE meta SET value = max(0, value + ?) WHERE key = 'vectors_pending'", (count,)
    )
