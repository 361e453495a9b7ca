"""What is wrong with a store file that is too damaged to be opened as a store.

SQLite refuses a file that is shorter than its header says, unless the schema is to be mended: then
it reads what is there. Nothing is written.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from evidence.stores.embedded.keeping.finding import Finding
from evidence.stores.embedded.schema import APPLICATION_ID, DATABASE

_HEADER = 100
_FAULTS = 20


def damage(folder: Path) -> list[Finding]:
    """What can be told of the file; nothing when it is no store, or SQLite reads none of it."""
    file = folder / DATABASE
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        missing = _missing_pages(file)
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
            database.execute("PRAGMA trusted_schema = OFF")
            database.execute("PRAGMA cell_size_check = ON")
            database.execute("PRAGMA writable_schema = ON")
            if database.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                return []
            return [*missing, *file_faults(database), *unreadable_tables(database)]
    except (sqlite3.Error, OSError):
        return []


def file_faults(database: sqlite3.Connection) -> Iterator[Finding]:
    """What SQLite itself says is wrong with the file, in its own words."""
    try:
        rows = database.execute(f"PRAGMA quick_check({_FAULTS})").fetchall()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        rows = [(str(error),)]
    if rows != [("ok",)]:
        lines = [line for (text,) in rows for line in str(text).splitlines()]
        words = tuple(line for line in lines if not line.startswith("***"))
        yield Finding("faults of the database file", len(words), derived=False, details=words)


def unreadable_tables(database: sqlite3.Connection) -> Iterator[Finding]:
    """The tables that cannot be read to their ends, and those that can."""
    whole: list[str] = []
    broken: list[str] = []
    try:
        names = database.execute(_TABLES).fetchall()
    except sqlite3.DatabaseError:
        yield Finding("list of tables that cannot be read", None, derived=False)
        return
    for (name,) in names:
        quoted = str(name).replace('"', '""')
        try:
            for _ in database.execute(f'SELECT * FROM "{quoted}" NOT INDEXED'):  # noqa: S608
                pass
            whole.append(str(name))
        except sqlite3.Error:
            broken.append(str(name))
    if broken:
        details = [", ".join(broken)]
        if whole:
            details.append(f"still readable: {', '.join(whole)}")
        what = "tables that cannot be read to their ends"
        yield Finding(what, len(broken), derived=False, details=tuple(details))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that the file is damaged."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _missing_pages(file: Path) -> list[Finding]:
    """How many pages the header counts that the file does not hold."""
    with file.open("rb") as opened:
        head = opened.read(_HEADER)
    size = int.from_bytes(head[16:18], "big")
    size = 65_536 if size == 1 else size
    pages = int.from_bytes(head[28:32], "big")
    there = file.stat().st_size // size if size else pages
    if there >= pages:
        return []
    what = f"missing pages of a damaged file that says it has {pages:,}"
    return [Finding(what, pages - there, derived=False)]


_TABLES = """
SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0
  AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE '%~_fts~_%' ESCAPE '~' ORDER BY name
"""
