"""An import that is killed, cut off or fails leaves the old graph or the new one, whole."""

import errno
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evidence.errors import (
    ImportRejectedError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreUnavailableError,
)
from evidence.importers import safe_files
from evidence.importers.native import read_native
from evidence.stores.embedded.keeping.integrity import check
from evidence.stores.embedded.keeping.native_export import export_lines
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter

ROOT = Path(__file__).parents[2]
ROUNDS = 20

CHILD = """
import sys
from pathlib import Path
from evidence.importers.native import read_native
from evidence.stores.embedded.writing.writer import EmbeddedWriter
print("ready", flush=True)
with EmbeddedWriter(Path(sys.argv[1])) as writer:
    writer.ingest(read_native(Path(sys.argv[2])), file="graph")
print("done", flush=True)
"""


def graph(file: Path, name: str, entities: int) -> Path:
    """A file with two passages, two mentions, two relations and evidence for each entity."""
    rng = random.Random(name)
    words = [f"{name}{n}" for n in range(500)]
    records = [{"kind": "document", "key": f"{name}{n}"} for n in range(entities // 10 + 1)]
    for n in range(2 * entities):
        text = " ".join(rng.choices(words, k=60))
        records.append({"kind": "passage", "id": f"{name}p{n}", "text": text, "order": n % 20,
                        "document": f"{name}{n // 20}"})  # fmt: skip
    for n in range(entities):
        entity = f"{name}e{n}"
        records.append({"kind": "entity", "id": entity, "label": "L", "name": f"{name} {n}",
                        "aliases": [f"shared {n % 7}"]})  # fmt: skip
        for k in range(2):
            relation, passage = f"{name}r{n}.{k}", f"{name}p{rng.randrange(2 * entities)}"
            other = f"{name}e{rng.randrange(entities)}"
            records += [
                {"kind": "mention", "passage": passage, "entity": entity},
                {"kind": "relation", "id": relation, "type": "T", "source": entity,
                 "target": other},
                {"kind": "evidence", "relation": relation, "passage": passage},
            ]  # fmt: skip
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return file


def bring(folder: Path, file: Path) -> None:
    with EmbeddedWriter(folder) as writer:
        writer.ingest(read_native(file), file=file.name)


def content(folder: Path) -> str:
    return "".join(export_lines(folder))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """An old graph in a store, a file that adds to it, and what the store holds before and after."""
    folder = tmp_path_factory.mktemp("files")
    old, new = graph(folder / "old", "old", 300), graph(folder / "new", "new", 800)
    bring(folder / "store", old)
    before = content(folder / "store")
    shutil.copytree(folder / "store", folder / "after")
    bring(folder / "after", new)
    return folder / "store", new, before, content(folder / "after")


def started(folder: Path, file: Path) -> subprocess.Popen[str]:
    """A process that is about to import the file."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


def test_a_process_killed_at_any_instant_leaves_the_old_graph_or_the_new_one(files, tmp_path):
    base, file, before, after = files
    shutil.copytree(base, tmp_path / "whole")
    start = time.monotonic()
    with started(tmp_path / "whole", file) as child:
        child.wait()
    whole = time.monotonic() - start
    rng = random.Random(20)
    outcomes = []
    for turn in range(ROUNDS):
        folder = tmp_path / f"killed{turn}"
        shutil.copytree(base, folder)
        with started(folder, file) as child:
            time.sleep(whole * (turn + rng.random()) / ROUNDS)
            child.send_signal(signal.SIGKILL)
            child.wait()
        assert check(folder) == []
        found = content(folder)
        assert found in (before, after)
        outcomes.append(found == after)
        # The next writer neither waits for the dead one nor stumbles over what it left.
        start = time.monotonic()
        with EmbeddedWriter(folder, wait=1.0) as writer:
            assert writer.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert time.monotonic() - start < 6.0
        if turn % 5 == 0:
            bring(folder, file)
            assert content(folder) == after
    assert not outcomes[0]


def test_a_process_killed_while_it_makes_the_store_leaves_none_or_an_empty_one(files, tmp_path):
    _, file, _, _ = files
    for turn in range(5):
        folder = tmp_path / f"new{turn}"
        with started(folder, file) as child:
            time.sleep(0.01 * turn)
            child.send_signal(signal.SIGKILL)
            child.wait()
        with EmbeddedWriter(folder, wait=1.0):
            pass
        assert check(folder) == []
        bring(folder, file)


def test_a_second_writer_is_refused_by_name_and_readers_go_on(files, tmp_path):
    base, file, before, _ = files
    shutil.copytree(base, tmp_path / "store")
    with EmbeddedWriter(tmp_path / "store") as writer:
        writer.connection.execute("BEGIN IMMEDIATE")
        writer.connection.execute("DELETE FROM entity")
        with pytest.raises(StoreBusyError) as caught:
            EmbeddedWriter(tmp_path / "store", wait=0.2)
        assert content(tmp_path / "store") == before
        writer.connection.execute("ROLLBACK")
    message = str(caught.value)
    assert message.startswith(
        f"Another import is writing to this store (process {os.getpid()}, started 2"
    )
    assert str(tmp_path) not in message
    bring(tmp_path / "store", file)


def test_a_holder_that_cannot_be_read_is_not_named(tmp_path):
    with EmbeddedWriter(tmp_path):
        (tmp_path / "writer.json").write_text("[")
        with pytest.raises(StoreBusyError, match=r"is writing to this store\. Wait"):
            EmbeddedWriter(tmp_path, wait=0.1)


class FailingConnection:
    """A connection whose n-th statement fails."""

    def __init__(self, connection: sqlite3.Connection, fails_at: int, error: Exception) -> None:
        self._connection = connection
        self._left = fails_at
        self._error = error

    def __getattr__(self, name):
        return getattr(self._connection, name)

    def _count(self, statement: str) -> None:
        if statement != "ROLLBACK":
            self._left -= 1
            if self._left == 0:
                raise self._error

    def execute(self, statement, *parameters):
        self._count(statement)
        return self._connection.execute(statement, *parameters)

    def executemany(self, statement, rows):
        self._count(statement)
        return self._connection.executemany(statement, rows)


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("injected")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (sqlite_error(sqlite3.SQLITE_IOERR), StoreUnavailableError),
        (sqlite_error(sqlite3.SQLITE_FULL), StoreFullError),
    ],
    ids=["input and output", "full"],
)
def test_whichever_statement_fails_the_store_is_as_it_was(tmp_path, error, kind):
    old = graph(tmp_path / "old", "old", 6)
    bring(tmp_path / "store", old)
    # The second file meets the first one's ids under new names, so merging is tried as well.
    renamed = old.read_text().replace('"name": "old', '"name": "renamed')
    new = graph(tmp_path / "new", "new", 5)
    new.write_text(new.read_text() + renamed)
    before = content(tmp_path / "store")
    failed, kinds = 0, set()
    for fails_at in range(1, 1_000):
        with EmbeddedWriter(tmp_path / "store") as writer:
            real = writer.connection
            writer.connection = FailingConnection(real, fails_at, error)
            try:
                writer.ingest(read_native(new), file="new")
                break
            except StoreError as caught:
                kinds.add(type(caught))
            finally:
                writer.connection = real
        failed += 1
        assert content(tmp_path / "store") == before
        if fails_at % 10 == 0:
            assert check(tmp_path / "store") == []
    assert (kinds, failed > 60) == ({kind}, True)
    assert check(tmp_path / "store") == []
    assert content(tmp_path / "store") != before


def test_a_file_that_breaks_off_while_it_is_read_leaves_the_store_as_it_was(tmp_path, monkeypatch):
    bring(tmp_path / "store", graph(tmp_path / "old", "old", 6))
    new = graph(tmp_path / "new", "new", 2_000)
    before = content(tmp_path / "store")
    reading = safe_files._Counted.readinto
    reads = []

    def broken(self, buffer):
        reads.append(len(buffer))
        if len(reads) == 3:
            raise OSError(errno.EIO, "injected")
        return reading(self, buffer)

    monkeypatch.setattr(safe_files._Counted, "readinto", broken)
    with EmbeddedWriter(tmp_path / "store") as writer:
        with pytest.raises(ImportRejectedError, match=r"new was refused .* cannot be read"):
            writer.ingest(read_native(new), file="new")
        assert not writer.connection.in_transaction
    assert content(tmp_path / "store") == before


@pytest.fixture
def small_disk(tmp_path):
    """A folder on a file system of four megabytes."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("this machine does not let a small file system be mounted")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


async def test_a_full_disk_refuses_the_import_and_readers_go_on(small_disk, tmp_path):
    folder = small_disk / "store"
    bring(folder, graph(tmp_path / "old", "old", 50))
    before = content(folder)
    store = EmbeddedStore.open(folder)
    generation = store.generation
    with EmbeddedWriter(folder) as writer:
        with pytest.raises(StoreFullError, match="no space left"):
            writer.ingest(read_native(graph(tmp_path / "new", "new", 5_000)), file="new")
        assert store.generation == generation
    await store.close()
    assert content(folder) == before
    assert check(folder) == []
    bring(folder, graph(tmp_path / "small", "small", 5))
