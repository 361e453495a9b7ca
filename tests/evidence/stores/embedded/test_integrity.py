import sqlite3

import pytest

from evidence.embedders.hashed import HashedEmbedder
from evidence.errors import StoreCorruptError, StoreUnavailableError
from evidence.stores.embedded.keeping.integrity import check, rebuild
from evidence.stores.embedded.writing.embedding import embed
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.evidence.stores.embedded.native import (
    bring,
    document,
    entity,
    evidence,
    mention,
    passage,
    relation,
    stored,
)

GRAPH = (
    document(),
    passage("p", "Ada knows Bob.", 0),
    passage("q", "Bob waits in Zürich.", 1, enabled=False),
    entity("a", "Ada", aliases=["Countess"]),
    entity("b", "Bob"),
    mention("p", "a", start=0, end=3),
    relation("r", "a", "b"),
    evidence("r", "p"),
)


@pytest.fixture
async def folder(tmp_path):
    bring(tmp_path, *GRAPH)
    with EmbeddedWriter(tmp_path / "store") as writer:
        await embed(writer, HashedEmbedder(8))
    return tmp_path / "store"


def damage(folder, *statements):
    database = sqlite3.connect(folder / "store.db")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


LOST = {
    "text": ("UPDATE passage SET text = 'Ada hates Bob.' WHERE id % 65536 = 0",
             "passages whose text is not what was imported"),
    "length": ("UPDATE passage SET length = 3 WHERE id % 65536 = 0",
               "passages whose text is not what was imported"),
    "digest": ("UPDATE passage SET digest = x'00' WHERE id % 65536 = 0",
               "passages whose text is not what was imported"),
    "document": ("DELETE FROM document", "versions of no document"),
    "version": ("DELETE FROM version", "passages of no version"),
    "label": ("DELETE FROM label", "entities without their label or name"),
    "name": ("UPDATE entity SET name = 'Eve' WHERE id = 1", "entities without their label or name"),
    "stray name": ("UPDATE name SET entity = 9 WHERE ord = 1", "names of no entity"),
    "mention": ("UPDATE mention SET entity = 9", "mentions of nothing"),
    "place": ("DELETE FROM mention", "places of no mention"),
    "end": ("UPDATE relation SET source = 9", "relations that join nothing"),
    "evidence": ("UPDATE evidence SET relation = 9", "evidence of no relation"),
    "resolved": ("UPDATE evidence SET passage = NULL",
                 "evidence that names another passage than it should"),
    "stamp": ("INSERT INTO disabled VALUES(5)", "stamps of no passage"),
    "ancestor": ("INSERT INTO label_ancestor VALUES(1, 0, 9)", "labels above that do not exist"),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "what"), LOST.values(), ids=LOST.keys())
async def test_what_is_lost_is_found_and_not_mended(folder, statement, what):
    damage(folder, statement)
    findings = {finding.what: finding for finding in check(folder)}
    assert not findings[what].derived
    with EmbeddedWriter(folder) as writer:
        rebuild(writer)
    assert what in {finding.what for finding in check(folder)}


DERIVED = {
    "adjacency row": "DELETE FROM adjacency WHERE direction = 1",
    "adjacency order": "UPDATE adjacency SET ord = -5",
    "adjacency neighbour": "UPDATE adjacency SET other_uid = uid WHERE direction = 0",
    "adjacency stray": "INSERT INTO adjacency VALUES(1, 0, 0, 77, 0, 2, x'00', 1)",
    "norm": "UPDATE name SET norm = 'eve' WHERE ord = 0",
    "name index": "INSERT INTO name_fts(name_fts, rowid, norm) VALUES('delete', 1, 'ada')",
    "name index row": "INSERT INTO name_fts(rowid, norm) VALUES(99, 'eve')",
    "text index": "INSERT INTO passage_fts(passage_fts) VALUES('delete-all')",
    "term": "UPDATE term SET df = 7 WHERE term = 'bob'",
    "term gone": "DELETE FROM term",
    "text generation": "UPDATE meta SET value = 'x' WHERE key = 'fts_generation'",
    "short vector": "UPDATE entity_vector SET vector = x'0000c07f' WHERE id = 1",
    "long vector": "UPDATE entity_vector SET vector = zeroblob(32) WHERE id = 1",
    "stray vector": "INSERT INTO passage_vector SELECT 1, vector FROM entity_vector LIMIT 1",
    "vector generation": "DELETE FROM meta WHERE key = 'vectors_generation'",
    "pending": "UPDATE meta SET value = 3 WHERE key = 'vectors_pending'",
}


@pytest.mark.parametrize("statement", DERIVED.values(), ids=DERIVED.keys())
async def test_what_is_derived_is_found_and_mended(folder, statement):
    before = stored(folder.parent)
    damage(folder, statement)
    findings = check(folder)
    assert findings
    assert all(finding.derived for finding in findings)
    with EmbeddedWriter(folder) as writer:
        rebuild(writer)
    assert check(folder) == []
    assert stored(folder.parent) == before


async def test_missing_vector_files_and_indexes_are_made_anew(folder):
    for file in folder.glob("*.npy"):
        file.unlink()
    damage(folder, "DROP INDEX name_norm")
    assert [finding.what for finding in check(folder)] == ["vector index that has to be made"]
    with EmbeddedWriter(folder) as writer:
        rebuild(writer)
        indexes = writer.connection.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'name_norm'"
        ).fetchone()
    assert check(folder) == []
    assert indexes == (1,)


async def test_the_steps_of_checking_and_rebuilding_are_told(folder):
    told = []
    check(folder, progress=lambda *step: told.append(step))
    assert told[0] == ("Checking the file", 0, 7)
    assert [step for step, _, _ in told][-1] == "Checking indexes"
    told.clear()
    with EmbeddedWriter(folder) as writer:
        rebuild(writer, progress=lambda *step: told.append(step))
    assert [step for step, _, _ in told] == [
        "Filing names", "Indexing text", "Ordering relations", "Finishing indexes",
        "Sorting out vectors",
    ]  # fmt: skip


def test_a_folder_without_a_store_cannot_be_checked(tmp_path):
    with pytest.raises(StoreUnavailableError):
        check(tmp_path)
    (tmp_path / "store.db").touch()
    with pytest.raises(StoreCorruptError):
        check(tmp_path)


async def test_a_damaged_page_stops_no_other_part_of_the_check(folder):
    assert check(folder) == []
    page, size = page_of(folder, "evidence")
    with (folder / "store.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))
    damage(folder, "UPDATE relation SET source = 9")
    findings = check(folder)
    faults, tables = findings[:2]
    assert (faults.what, faults.count) == ("faults of the database file", 1)
    assert faults.details == ("database disk image is malformed",)
    assert (tables.what, tables.count) == ("tables that cannot be read to their ends", 1)
    assert tables.details[0] == "evidence"
    assert "passage" in tables.details[1].removeprefix("still readable: ").split(", ")
    assert "relations that join nothing" in {finding.what for finding in findings}
    words = "part that cannot be checked, because the file is damaged: "
    parts = {each.what.removeprefix(words) for each in findings if each.what.startswith(words)}
    assert "relations" in parts
    assert not parts & {"references", "vectors", "indexes"}


async def test_a_file_that_is_cut_is_told_by_its_pages_and_tables(folder):
    file = folder / "store.db"
    page, size = page_of(folder, "term")
    pages = file.stat().st_size // size
    with file.open("r+b") as opened:
        opened.truncate((page - 1) * size)
    missing, faults, tables = check(folder)
    assert missing.what == f"missing pages of a damaged file that says it has {pages}"
    assert missing.count == pages - page + 1
    assert faults.what == "faults of the database file"
    assert faults.count == len(faults.details) > 0
    assert (tables.details[0], tables.count) == ("term", 1)
    readable = tables.details[1].removeprefix("still readable: ").split(", ")
    assert {"document", "passage", "relation"} <= set(readable)


async def test_a_file_whose_list_of_tables_is_lost_says_so(folder):
    content = bytearray((folder / "store.db").read_bytes())
    content[100:4096] = bytes(3996)
    (folder / "store.db").write_bytes(content)
    assert "list of tables that cannot be read" in {finding.what for finding in check(folder)}


async def test_a_damaged_database_of_another_program_is_none_of_ours(folder):
    damage(folder, "PRAGMA application_id = 7")
    with (folder / "store.db").open("r+b") as file:
        file.truncate(5 * 4096)
    with pytest.raises(StoreCorruptError):
        check(folder)


def page_of(folder, table):
    """The first page of a table, and the size of a page; everything is in the file itself."""
    database = sqlite3.connect(folder / "store.db")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    (root,) = database.execute(query, (table,)).fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    return root, size
