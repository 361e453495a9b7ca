"""What may be wrong with a store folder, and what is said about it."""

import os
import sqlite3
from pathlib import Path

import pytest

from evidence.errors import (
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    StoreUnreadableError,
)
from evidence.query import parse_query
from evidence.scope import EVERYTHING
from evidence.stores.embedded.reading import connection
from evidence.stores.embedded.schema import APPLICATION_ID, DATABASE, SCHEMA_VERSION
from evidence.stores.embedded.store import EmbeddedStore
from tests.builders import Story, embedded_store


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A store of one document, closed, with everything in its one file."""
    story = Story()
    story.document("A")
    for number in range(300):
        story.passage(f"A{number}", of="A", text=f"Alice knows passage {number}. " * 20)
    story.entity("Alice", "Person", seen_in=["A0"])
    store = embedded_store(story, tmp_path / "store")
    await store.close()
    return tmp_path / "store"


def refused(folder: Path, kind: type[StoreError]) -> str:
    with pytest.raises(kind) as caught:
        EmbeddedStore.open(folder)
    sentence = str(caught.value)
    assert str(folder) not in sentence
    assert DATABASE not in sentence
    return sentence


def test_missing_folder_says_what_to_do(tmp_path: Path) -> None:
    assert "import a graph" in refused(tmp_path / "nowhere", StoreUnavailableError)


def test_folder_without_a_store_is_the_same(tmp_path: Path) -> None:
    assert "import a graph" in refused(tmp_path, StoreUnavailableError)


def test_empty_file_is_no_empty_graph(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"")
    assert "empty" in refused(folder, StoreCorruptError)


def test_other_file_is_not_a_database(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"kind,name\n" * 400)
    assert "not a database" in refused(folder, StoreCorruptError)


def test_folder_in_place_of_the_file_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / DATABASE).mkdir()
    assert "cannot be opened" in refused(tmp_path, StoreUnavailableError)


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_truncated_file_is_damaged(folder: Path, part: float) -> None:
    file = folder / DATABASE
    os.truncate(file, int(file.stat().st_size * part) // 4096 * 4096)
    assert refused(folder, StoreCorruptError) == "The store is damaged."


def test_zeroed_pages_are_damaged(folder: Path) -> None:
    with (folder / DATABASE).open("r+b") as opened:
        opened.seek(100)
        opened.write(bytes(3 * 4096))
    assert refused(folder, StoreCorruptError) == "The store is damaged."


def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / DATABASE)
    other.execute("CREATE TABLE notes(text)")
    other.close()
    assert "another program" in refused(tmp_path, StoreCorruptError)


def test_newer_store_asks_for_a_newer_program(folder: Path) -> None:
    newer = sqlite3.connect(folder / DATABASE)
    newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    newer.close()
    assert "newer version" in refused(folder, StoreUnreadableError)


def test_missing_table_is_named_incomplete(tmp_path: Path) -> None:
    half = sqlite3.connect(tmp_path / DATABASE)
    half.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value)")
    half.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    half.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    half.close()
    assert "incomplete" in refused(tmp_path, StoreCorruptError)


def test_store_without_a_generation_is_incomplete(folder: Path) -> None:
    torn = sqlite3.connect(folder / DATABASE)
    torn.execute("DELETE FROM meta WHERE key = 'generation'")
    torn.commit()
    torn.close()
    assert "incomplete" in refused(folder, StoreCorruptError)


def test_sqlite_without_full_text_search_is_told() -> None:
    class Without(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:
            return super().execute(sql.replace("fts5", "fts0"), *given)

    with pytest.raises(StoreUnreadableError, match="FTS5"):
        connection.check_full_text(lambda name: sqlite3.connect(name, factory=Without))


async def test_damage_met_while_reading_is_an_error_of_the_store(folder: Path) -> None:
    with sqlite3.connect(folder / DATABASE) as found:
        page = found.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'name_key'"
        ).fetchone()[0]
    found.close()
    with (folder / DATABASE).open("r+b") as opened:
        opened.seek((page - 1) * 4096)
        opened.write(b"\xff" * 4096)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        with pytest.raises(StoreCorruptError):
            await reads.match_names(parse_query("alice"), labels=None, scope=EVERYTHING, limit=5)
    await store.close()


async def test_reader_cannot_write(folder: Path) -> None:
    reader = connection.open_reader(folder)
    with pytest.raises(StoreError):
        reader.rows("DELETE FROM passage", {})
    settings = {
        name: reader.value(f"PRAGMA {name}", {})
        for name in ("query_only", "trusted_schema", "cell_size_check", "mmap_size")
    }
    assert settings == {
        "query_only": 1,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "mmap_size": 0,
    }
    reader.database.close()


async def test_store_in_a_folder_nobody_may_write_to_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(file.name for file in folder.iterdir())
    monkeypatch.setattr(connection.os, "access", lambda *_: False)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        assert await reads.document_count(EVERYTHING) == 1
    assert not store.capabilities.writing
    assert "writing" in store.capabilities.reasons
    await store.close()
    assert sorted(file.name for file in folder.iterdir()) == before


async def test_name_is_that_of_the_folder_unless_given(folder: Path) -> None:
    store, named = EmbeddedStore.open(folder), EmbeddedStore.open(folder, name="Demo graph")
    assert (store.name, named.name) == ("store", "Demo graph")
    await store.close()
    await named.close()


async def test_neighbour_with_a_short_id_is_damage(folder: Path) -> None:
    story = Story()
    story.document("B")
    story.passage("B0", of="B")
    for name in ("Anna", "Bert"):
        story.entity(name, seen_in=["B0"])
    story.relation("Anna", "KNOWS", "Bert")
    await embedded_store(story, folder).close()
    database = sqlite3.connect(folder / DATABASE)
    with database:
        database.execute("UPDATE adjacency SET other_uid = x'00'")
    database.close()
    store, ids = EmbeddedStore.open(folder), [story.id("entity", "Anna")]
    async with store.snapshot() as reads:
        with pytest.raises(StoreCorruptError, match=r"^The store is damaged\.$"):
            await reads.edges_around(ids, scope=EVERYTHING, types=None, limit=5)
    await store.close()
