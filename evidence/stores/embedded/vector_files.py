"""Vectors laid out for searching, in files beside the database that can always be made again.

``rows-<kind>-<token>.npy``     int64 (2, n): the number of each row and its label or version
``vectors-<kind>-<token>.npy``  float32 (n, d): unit vectors, in that order
``codes-<kind>-<token>.npy``    uint64 (d / 64, n): signs after a fixed rotation, for many rows

``kind`` is ``entity`` or ``passage``; rows lie by label and number, or by number. The token stands
in ``meta`` as ``vectors_generation`` from the moment the files are in place. Whatever changes a
vector or a label takes it away, so files that do not belong to the tables are never read.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from evidence.errors import StoreCorruptError
from evidence.ports import Vector
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.sign_bits import codes_of

KINDS = ("entity", "passage")
EXACT_ROWS = 50_000
"""Up to here every vector is compared (7 ms); above, sign bits choose what is compared."""
_BATCH = 8_192

Rows = NDArray[np.int64]


def file_of(folder: Path, part: str, kind: str, token: str) -> Path:
    """Where one part of the vectors of one kind is."""
    return folder / f"{part}-{kind}-{token}.npy"


def build_vector_files(folder: Path, connection: sqlite3.Connection) -> None:
    """Lays out the stored vectors anew and says so in the store.

    Args:
        folder: The store's folder.
        connection: The writer's connection, with no transaction open.

    Raises:
        StoreError: The files or the store could not be written; the store is as it was.
    """
    token = uuid4().hex
    with store_faults():
        connection.execute("BEGIN IMMEDIATE")
        try:
            before = connection.execute(_TOKEN).fetchone()
            for kind in KINDS:
                _build(folder, connection, kind, token)
            _announce(connection, token)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            _sweep(folder, lambda name: token in name)
            raise
    kept = {token, before[0] if before else token}
    _sweep(folder, lambda name: not any(each in name for each in kept))


def _build(folder: Path, connection: sqlite3.Connection, kind: str, token: str) -> None:
    rows = _rows(connection, kind)
    with _replacing(file_of(folder, "rows", kind, token)) as opened:
        np.save(opened, rows)
    total = rows.shape[1]
    if not total:
        return
    place = np.empty(int(rows[0].max()) + 1, np.int64) if kind == "entity" else None
    if place is not None:
        place[rows[0]] = np.arange(total)
    codes: NDArray[np.uint64] | None = None
    with _replacing(file_of(folder, "vectors", kind, token)) as opened:
        for first, numbers, vectors in _batches(connection, kind):
            at = place[numbers] if place is not None else first + np.arange(len(numbers))
            _write_rows(opened, at, vectors, total)
            if total > EXACT_ROWS:
                signs = codes_of(vectors)
                codes = np.empty((len(signs), total), np.uint64) if codes is None else codes
                codes[:, at] = signs
    if codes is not None:
        with _replacing(file_of(folder, "codes", kind, token)) as opened:
            np.save(opened, codes)


def _rows(connection: sqlite3.Connection, kind: str) -> Rows:
    query = _ENTITY_ROWS if kind == "entity" else _PASSAGE_ROWS
    found = connection.execute(query).fetchall()
    return np.ascontiguousarray(np.asarray(found, np.int64).reshape(len(found), 2).T)


def _batches(connection: sqlite3.Connection, kind: str) -> Iterator[tuple[int, Rows, Vector]]:
    """The stored vectors by number: how many came before, their numbers, the vectors."""
    cursor = connection.execute(_ENTITY_VECTORS if kind == "entity" else _PASSAGE_VECTORS)
    first = 0
    while batch := cursor.fetchmany(_BATCH):
        numbers = np.asarray([number for number, _ in batch], np.int64)
        yield first, numbers, as_vectors([vector for _, vector in batch])
        first += len(batch)


def as_vectors(blobs: list[bytes]) -> Vector:
    """Stored vectors as float32 rows.

    Raises:
        StoreCorruptError: They have different lengths.
    """
    width = len(blobs[0]) if blobs else 0
    if width % 4 or any(len(blob) != width for blob in blobs):
        raise StoreCorruptError("The stored vectors have different lengths; embed again.")
    return np.frombuffer(b"".join(blobs), "<f4").reshape(len(blobs), width // 4)


def _write_rows(opened: IO[bytes], at: Rows, vectors: Vector, total: int) -> None:
    """Writes rows to their places in a ``.npy`` file of ``total`` rows, run by run."""
    width = vectors.shape[1]
    if opened.tell() == 0:
        shape = {"descr": "<f4", "fortran_order": False, "shape": (total, width)}
        np.lib.format.write_array_header_1_0(opened, shape)
        opened.truncate(opened.tell() + 4 * total * width)
    start = _header_length(opened)
    order = np.argsort(at)
    for run in np.split(order, np.flatnonzero(np.diff(at[order]) != 1) + 1):
        opened.seek(start + 4 * width * int(at[run[0]]))
        opened.write(np.ascontiguousarray(vectors[run]).tobytes())


def _header_length(opened: IO[bytes]) -> int:
    opened.seek(0)
    np.lib.format.read_magic(opened)
    np.lib.format.read_array_header_1_0(opened)
    return opened.tell()


@contextmanager
def _replacing(file: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name only when all of it is on the disk."""
    unfinished = file.with_suffix(".part")
    try:
        with unfinished.open("w+b") as opened:
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def _announce(connection: sqlite3.Connection, token: str) -> None:
    """A new generation, in which the files are there; a current text index stays so."""
    connection.execute(_MOVE_TEXT, (token,))
    for key in ("generation", "vectors_generation"):
        connection.execute(_SET, (key, token))


def _sweep(folder: Path, chosen: Callable[[str], Any]) -> None:
    """Removes vector files; one that a reader still holds is removed the next time."""
    for part in ("rows", "vectors", "codes"):
        for kind in KINDS:
            for file in folder.glob(f"{part}-{kind}-*"):
                if chosen(file.name):
                    with suppress(PermissionError):
                        file.unlink(missing_ok=True)


_TOKEN = "SELECT value FROM meta WHERE key = 'vectors_generation'"  # noqa: S105
_ENTITY_ROWS = """
SELECT e.id, e.label FROM entity AS e WHERE EXISTS (SELECT 1 FROM entity_vector AS v
  WHERE v.id = e.id) ORDER BY e.label, e.id
"""
_PASSAGE_ROWS = "SELECT id, id >> 16 FROM passage_vector ORDER BY id"
_ENTITY_VECTORS = """
SELECT v.id, v.vector FROM entity_vector AS v CROSS JOIN entity AS e ON e.id = v.id ORDER BY v.id
"""
_PASSAGE_VECTORS = "SELECT id, vector FROM passage_vector ORDER BY id"
_MOVE_TEXT = """
UPDATE meta SET value = ? WHERE key = 'fts_generation'
  AND value = (SELECT value FROM meta WHERE key = 'generation')
"""
_SET = """
INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value
"""
