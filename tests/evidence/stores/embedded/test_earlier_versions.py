"""A store of an earlier version is refused by readers and brought up to date by writers."""

import sqlite3
from pathlib import Path

import pytest

from evidence.demo import build_demo
from evidence.errors import StoreOutdatedError
from evidence.relationships import explore_relationships
from evidence.scope import EVERYTHING
from evidence.stores.embedded.keeping.integrity import check
from evidence.stores.embedded.schema import DATABASE, SCHEMA_VERSION
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.builders import Story, embedded_store

EARLIER_VERSIONS = {
    1: """
DROP TABLE adjacency;
CREATE TABLE adjacency(
  node INTEGER NOT NULL, ord INTEGER NOT NULL, rel_key INTEGER NOT NULL, relation INTEGER NOT NULL,
  direction INTEGER NOT NULL, other INTEGER NOT NULL, type INTEGER NOT NULL,
  PRIMARY KEY(node, ord, rel_key, relation, direction)) WITHOUT ROWID;
INSERT INTO adjacency SELECT source, 0, id, id, 0, target, type FROM relation
  UNION ALL SELECT target, 0, id, id, 1, source, type FROM relation;
PRAGMA user_version = 1;
""",
    2: """
DROP TABLE adjacency;
CREATE TABLE adjacency(
  node INTEGER NOT NULL, ord INTEGER NOT NULL, uid BLOB NOT NULL, direction INTEGER NOT NULL,
  relation INTEGER NOT NULL, other INTEGER NOT NULL, type INTEGER NOT NULL,
  PRIMARY KEY(node, ord, uid, direction)) WITHOUT ROWID;
INSERT INTO adjacency SELECT source, 0, uid, 0, id, target, type FROM relation
  UNION ALL SELECT target, 0, uid, 1, id, source, type FROM relation;
PRAGMA user_version = 2;
""",
}


def made_old(folder: Path, version: int) -> None:
    database = sqlite3.connect(folder / DATABASE)
    database.executescript(EARLIER_VERSIONS[version])
    database.close()


@pytest.fixture(params=EARLIER_VERSIONS)
async def story(request: pytest.FixtureRequest, tmp_path: Path) -> Story:
    story = Story()
    story.document("A")
    story.passage("A0", of="A")
    for name in ("Anna", "Bert", "Cleo"):
        story.entity(name, seen_in=["A0"])
    story.relation("Anna", "KNOWS", "Bert")
    story.relation("Cleo", "KNOWS", "Anna", stated_in=["A0"])
    story.relation("Anna", "SEES", "Anna")
    await embedded_store(story, tmp_path / "store").close()
    made_old(tmp_path / "store", request.param)
    return story


def test_reader_says_how_to_bring_it_up_to_date(story: Story, tmp_path: Path) -> None:
    with pytest.raises(StoreOutdatedError, match=r"^An earlier version wrote .*evidence rebuild`"):
        EmbeddedStore.open(tmp_path / "store")


async def test_writer_brings_it_up_to_date(story: Story, tmp_path: Path) -> None:
    EmbeddedWriter(tmp_path / "store").close()
    assert check(tmp_path / "store") == []
    store = EmbeddedStore.open(tmp_path / "store")
    found = await explore_relationships(store, story.id("entity", "Anna"), scope=EVERYTHING)
    await store.close()
    assert [edge.relation_type for edge in found.edges] == ["KNOWS", "KNOWS", "SEES"]
    assert found.edges[0].source_id == story.id("entity", "Cleo")


@pytest.mark.parametrize("version", EARLIER_VERSIONS)
async def test_demo_is_brought_up_to_date_when_it_is_opened(version: int, tmp_path: Path) -> None:
    build_demo(tmp_path / "demo")
    made_old(tmp_path / "demo", version)
    build_demo(tmp_path / "demo")
    store = EmbeddedStore.open(tmp_path / "demo")
    assert store.capabilities.mentions
    await store.close()
    database = sqlite3.connect(tmp_path / "demo" / DATABASE)
    assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    database.close()
