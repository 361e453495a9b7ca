"""The demo corpus: a fictional robot maker, its people, papers and one incident.

All names and texts are invented. ``graph.jsonl`` is a file in the native format (``records``);
``vectors.npz`` holds the vectors of its names and passages, and of a few suggested queries, so
that meaning search works before any model is loaded.
"""

import shutil
from contextlib import suppress
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from evidence.errors import StoreUnavailableError
from evidence.import_report import Progress
from evidence.importers.native import read_native
from evidence.ports import Vector
from evidence.stores.embedded.schema import DATABASE, SCHEMA_VERSION
from evidence.stores.embedded.writing.vector_archive import load_vectors
from evidence.stores.embedded.writing.writer import EmbeddedWriter

GRAPH: Traversable = files(__name__) / "graph.jsonl"
VECTORS: Traversable = files(__name__) / "vectors.npz"
NOTES_KEY = "acme-notes.md"
"""The key of the document that holds the smallest example: two relations, three passages."""
_USER_VERSION_AT = 60


def build_demo(folder: Path, *, progress: Progress | None = None) -> None:
    """Builds the demo's store, whole, in ``folder``; a store that is there already stays.

    One that an earlier version wrote is brought up to date.

    It is built in a folder beside it that takes its name at the end, so a store that is only half
    built is never opened, and of two that build at once the first one wins.

    Args:
        folder: Where the store shall be; absent or empty.
        progress: Told the step in words, how much is done and of how much.

    Raises:
        StoreUnavailableError: The folder cannot be made, or holds something else.
        StoreError: The store could not be written.
    """
    if _is_there(folder):
        if _is_of_earlier_version(folder):
            EmbeddedWriter(folder).close()
        return
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        building = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise StoreUnavailableError("The folder for the demo cannot be made.") from error
    try:
        _fill(building, progress)
        _take_name(building, folder)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def query_vectors() -> dict[str, Vector]:
    """The suggested queries with their vectors, each of length one, by the model of the demo."""
    with VECTORS.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
        texts, rows = stored["query_texts"], stored["query_vectors"].astype(np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return dict(zip(texts.tolist(), rows / lengths, strict=True))


def _fill(folder: Path, progress: Progress | None) -> None:
    with EmbeddedWriter(folder) as writer:
        with as_file(GRAPH) as graph:
            writer.ingest(read_native(graph), file=graph.name, progress=progress)
        if progress:
            progress("Adding vectors", 0, None)
        with VECTORS.open("rb") as archive:
            load_vectors(writer, archive)


def _take_name(building: Path, folder: Path) -> None:
    # An empty folder may be there; not every system lets a rename replace it.
    with suppress(OSError):
        folder.rmdir()
    try:
        building.rename(folder)
    except OSError as error:
        if not _is_there(folder):
            raise StoreUnavailableError(
                "The folder for the demo holds something else; choose another one."
            ) from error


def _is_of_earlier_version(folder: Path) -> bool:
    """Whether the header of the file says so (SQLite database file format, ``user_version``).

    Whatever else is wrong with the file is told by whoever opens it.
    """
    with suppress(OSError), (folder / DATABASE).open("rb") as opened:
        opened.seek(_USER_VERSION_AT)
        return 0 < int.from_bytes(opened.read(4), "big") < SCHEMA_VERSION
    return False


def _is_there(folder: Path) -> bool:
    return (folder / DATABASE).is_file()
