"""Writes synthetic vectors into a store, in the place of a model's."""

from pathlib import Path

from evidence.stores.embedded.vector_files import build_vector_files
from evidence.stores.embedded.writing.writer import EmbeddedWriter, set_meta, stamp, transaction
from tests.benchmarks.generate import DIMENSIONS, MODEL, Synthetic


def write_vectors(graph: Synthetic, folder: Path) -> None:
    """A vector for every entity and every passage, and the files made from them."""
    with EmbeddedWriter(folder) as writer:
        connection = writer.connection
        for kind, count in (("entity", graph.entities), ("passage", graph.passages)):
            last = -1
            for _, rows in graph.vectors(kind, count):
                with transaction(connection):
                    found = connection.execute(
                        f"SELECT id FROM {kind} WHERE id > ? ORDER BY id LIMIT ?", (last, len(rows))
                    ).fetchall()
                    connection.executemany(
                        f"INSERT INTO {kind}_vector VALUES(?, ?)",
                        [(id, row.tobytes()) for (id,), row in zip(found, rows, strict=True)],
                    )
                last = found[-1][0]
        with transaction(connection):
            set_meta(connection, "model_id", MODEL)
            set_meta(connection, "dimensions", DIMENSIONS)
            set_meta(connection, "vectors_pending", 0)
            stamp(connection)
        build_vector_files(folder, connection)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
