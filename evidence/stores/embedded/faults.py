"""SQLite's faults in the words of ``evidence.errors``."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from evidence.errors import (
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreTimeoutError,
    StoreUnavailableError,
)

_MEANINGS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFullError, "There is no space left for the store."),
    sqlite3.SQLITE_CORRUPT: (StoreCorruptError, "The store is damaged."),
    sqlite3.SQLITE_NOTADB: (StoreCorruptError, "The store is not a database."),
    sqlite3.SQLITE_BUSY: (StoreBusyError, "Another process is using the store."),
    sqlite3.SQLITE_LOCKED: (StoreBusyError, "Another process is using the store."),
    sqlite3.SQLITE_INTERRUPT: (StoreTimeoutError, "The store took too long."),
    sqlite3.SQLITE_READONLY: (StoreUnavailableError, "The store cannot be written."),
    sqlite3.SQLITE_CANTOPEN: (StoreUnavailableError, "The store cannot be opened."),
    sqlite3.SQLITE_IOERR: (StoreUnavailableError, "The store cannot be read or written."),
}


def store_error(error: sqlite3.Error) -> StoreError:
    """The store error an SQLite error stands for; its message names no path."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    kind, sentence = _MEANINGS.get(code, (StoreUnavailableError, "The store cannot be used."))
    return kind(sentence)


@contextmanager
def store_faults() -> Iterator[None]:
    """Turns SQLite's errors and a full disk inside the block into store errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error) from error
    except OSError as error:
        if error.errno == 28:
            raise StoreFullError("There is no space left for the store.") from error
        raise
