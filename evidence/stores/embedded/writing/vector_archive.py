"""Takes in vectors that were made elsewhere, such as those shipped with the demo graph.

The archive is a ``.npz`` file without pickled objects: ``entity_ids`` and ``passage_ids`` hold
UUIDs as text, ``entity_vectors`` and ``passage_vectors`` a row for each, of any float type, and
``model_id`` the model they come from.
"""

import zipfile
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import numpy as np

from evidence.errors import EmbedderError
from evidence.ids import is_entity_id
from evidence.ports import Vector
from evidence.stores.embedded.faults import store_faults
from evidence.stores.embedded.writing.embedding import (
    Model,
    finish,
    settle_model,
    store_vectors,
    usable,
)
from evidence.stores.embedded.writing.writer import EmbeddedWriter

_KINDS = ("entity", "passage")


def load_vectors(writer: EmbeddedWriter, archive: Path | IO[bytes]) -> int:
    """Stores the archive's vectors of entities and passages that are stored; how many there were.

    Raises:
        DimensionMismatchError: The store has vectors of another model.
        EmbedderError: The file is not such an archive, or has vectors that cannot be used.
        StoreError: The store could not be written.
    """
    arrays = _read(archive)
    model = Model(str(arrays["model_id"]), int(arrays["entity_vectors"].shape[1]))
    settle_model(writer, model, replace=False)
    stored = 0
    for kind in _KINDS:
        ids, vectors = arrays[f"{kind}_ids"], arrays[f"{kind}_vectors"]
        rows = usable(vectors.astype(np.float32), len(ids), model.dimensions)
        stored += _store(writer, kind, [str(each) for each in ids], rows)
    finish(writer)
    return stored


def _read(archive: Path | IO[bytes]) -> dict[str, Any]:
    names = ["model_id", *(f"{kind}_{part}" for kind in _KINDS for part in ("ids", "vectors"))]
    try:
        with np.load(archive, allow_pickle=False) as opened:
            arrays = {name: opened[name] for name in names}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise EmbedderError("The shipped vectors cannot be read.") from error
    ids = [str(each) for kind in _KINDS for each in arrays[f"{kind}_ids"]]
    if not all(map(is_entity_id, ids)) or any(
        arrays[f"{kind}_vectors"].ndim != 2 for kind in _KINDS
    ):
        raise EmbedderError("The shipped vectors cannot be read.")
    return arrays


def _store(writer: EmbeddedWriter, kind: str, ids: list[str], vectors: Vector) -> int:
    query = {
        "entity": "SELECT id FROM entity WHERE uid = ?",
        "passage": "SELECT id FROM passage WHERE uid = ?",
    }[kind]
    numbers, rows = [], []
    with store_faults():
        for row, text in enumerate(ids):
            found = writer.connection.execute(query, (UUID(text).bytes,)).fetchone()
            if found:
                numbers.append(found[0])
                rows.append(row)
    if numbers:
        store_vectors(writer, kind, numbers, vectors[rows])
    return len(numbers)
