"""Gives names and passages their vectors, in batches that each stay when the next fails.

What has no vector yet is what waits, so an interrupted run goes on where it stopped. Names and
text can be searched all the while.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from evidence.embedding_text import entity_text, passage_text
from evidence.errors import DimensionMismatchError, EmbedderError
from evidence.import_report import Progress
from evidence.ports import Embedder, Vector
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.reading.connection import open_reader
from evidence.stores.embedded.reading.headings import headings
from evidence.stores.embedded.reading.view import Memory, View
from evidence.stores.embedded.vector_files import build_vector_files
from evidence.stores.embedded.writing.transactions import (
    add_pending,
    forget_meta,
    meta,
    set_meta,
    stamp,
    tidy,
    transaction,
)
from evidence.stores.embedded.writing.writer import EmbeddedWriter

BATCH = 64
_COMMITTED = 8
"""Batches in one transaction: a viewer's caches start anew with each, about every two seconds."""
_ENTITY, _PASSAGE = "entity", "passage"


class _Waiting(NamedTuple):
    number: int
    text: str


async def embed(
    writer: EmbeddedWriter,
    embedder: Embedder,
    *,
    replace: bool = False,
    progress: Progress | None = None,
    batch: int = BATCH,
) -> int:
    """Embeds every name and passage that has no vector yet; how many there were.

    Args:
        writer: The store, held for writing.
        embedder: Gives the vectors.
        replace: Whether vectors of another model are thrown away; else they are a reason to stop.
        progress: Told how many texts are done, and of how many.
        batch: How many texts the embedder gets at a time.

    Raises:
        DimensionMismatchError: The stored vectors come from another model.
        EmbedderError: The embedder failed, or gave vectors that cannot be used.
        StoreError: The store could not be written; committed batches stay.
    """
    model = Model(embedder.model_id, embedder.dimensions())
    await asyncio.to_thread(settle_model, writer, model, replace=replace)
    total = await asyncio.to_thread(_count, writer.connection)
    done = 0
    for kind in (_ENTITY, _PASSAGE):
        last = -1
        while waiting := await asyncio.to_thread(_waiting, writer, kind, last, batch * _COMMITTED):
            rows = []
            for texts in _cut(waiting, batch):
                vectors = await embedder.embed([each.text for each in texts])
                rows.append(usable(vectors, len(texts), model.dimensions))
                done += len(texts)
                if progress:
                    progress("Embedding", done, max(total, done))
            numbers = [each.number for each in waiting]
            await asyncio.to_thread(store_vectors, writer, kind, numbers, np.concatenate(rows))
            last = numbers[-1]
    await asyncio.to_thread(finish, writer)
    return done


class Model(NamedTuple):
    """Which model vectors come from."""

    id: str
    dimensions: int


def settle_model(writer: EmbeddedWriter, model: Model, *, replace: bool) -> None:
    """Makes sure that all vectors of the store come from one model.

    Raises:
        DimensionMismatchError: Another model's are stored and may not be replaced.
    """
    connection = writer.connection
    with store_faults(), transaction(connection):
        stored = meta(connection, "model_id"), meta(connection, "dimensions")
        if stored == model:
            return
        if connection.execute(_ANY).fetchone()[0]:
            if not replace:
                raise DimensionMismatchError(
                    f"The stored vectors come from {stored[0]} with {stored[1]} dimensions, not "
                    f"from {model.id} with {model.dimensions}; embed everything again to change."
                )
            for table in ("entity_vector", "passage_vector"):
                connection.execute(f"DELETE FROM {table}")  # noqa: S608
            set_meta(connection, "vectors_pending", _count(connection))
            forget_meta(connection, "vectors_generation")
        set_meta(connection, "model_id", model.id)
        set_meta(connection, "dimensions", model.dimensions)
        stamp(connection)


def store_vectors(
    writer: EmbeddedWriter, kind: str, numbers: Sequence[int], vectors: Vector
) -> None:
    """Stores one vector a row of the table of ``kind``; commits."""
    blobs = (row.tobytes() for row in np.ascontiguousarray(vectors, "<f4"))
    connection = writer.connection
    with store_faults(), transaction(connection):
        written = connection.executemany(_STORE[kind], zip(numbers, blobs, strict=True)).rowcount
        add_pending(connection, -written)
        forget_meta(connection, "vectors_generation")
        stamp(connection)


def finish(writer: EmbeddedWriter) -> None:
    """Lays the vectors out for searching unless that is done already."""
    with store_faults():
        if meta(writer.connection, "vectors_generation") is None:
            build_vector_files(writer.folder, writer.connection)
        tidy(writer.connection)


def usable(vectors: Vector, count: int, dimensions: int) -> Vector:
    """The vectors at length one.

    Raises:
        EmbedderError: There are too few or too many, or one has another length, is not finite or
            is zero.
    """
    if vectors.shape != (count, dimensions):
        raise EmbedderError("The embedding model gave vectors of another number or length.")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    if not np.isfinite(lengths).all() or (lengths == 0).any():
        raise EmbedderError("The embedding model gave vectors that are not finite or zero.")
    scaled: Vector = (vectors / lengths[:, None]).astype(np.float32)
    return scaled


def _cut(waiting: list[_Waiting], batch: int) -> Iterator[list[_Waiting]]:
    for at in range(0, len(waiting), batch):
        yield waiting[at : at + batch]


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute(_COUNT).fetchone()[0])


def _waiting(writer: EmbeddedWriter, kind: str, last: int, limit: int) -> list[_Waiting]:
    """The next rows without a vector above ``last``, with their texts."""
    with store_faults():
        if kind == _ENTITY:
            rows = writer.connection.execute(_ENTITIES, (last, limit)).fetchall()
            return [
                _Waiting(number, entity_text(name, json.loads(properties or "{}")))
                for number, name, properties in rows
            ]
        rows = writer.connection.execute(_PASSAGES, (last, limit)).fetchall()
    reader = open_reader(writer.folder)
    try:
        view = View(reader, "", Memory(), writer.folder)
        above = headings(view, [(number >> 16, sections) for number, _, sections in rows])
    finally:
        reader.database.close()
    return [
        _Waiting(number, passage_text(titles, text))
        for (number, text, _), titles in zip(rows, above, strict=True)
    ]


_ANY = "SELECT EXISTS(SELECT 1 FROM entity_vector) OR EXISTS(SELECT 1 FROM passage_vector)"
_COUNT = """
SELECT (SELECT count(*) FROM entity e WHERE NOT EXISTS(
    SELECT 1 FROM entity_vector v WHERE v.id = e.id))
  + (SELECT count(*) FROM passage p WHERE NOT EXISTS(
    SELECT 1 FROM passage_vector v WHERE v.id = p.id))
"""
_ENTITIES = """
SELECT e.id, e.name, e.properties FROM entity e
WHERE e.id > ? AND NOT EXISTS(SELECT 1 FROM entity_vector v WHERE v.id = e.id)
ORDER BY e.id LIMIT ?
"""
_PASSAGES = """
SELECT p.id, p.text, p.sections FROM passage p
WHERE p.id > ? AND NOT EXISTS(SELECT 1 FROM passage_vector v WHERE v.id = p.id)
ORDER BY p.id LIMIT ?
"""
_STORE = {
    _ENTITY: "INSERT OR REPLACE INTO entity_vector VALUES(?, ?)",
    _PASSAGE: "INSERT OR REPLACE INTO passage_vector VALUES(?, ?)",
}
