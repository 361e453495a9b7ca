"""Vectors: what the nearest are, when files may be read, and that nothing outside matters."""

import errno
import sqlite3
from pathlib import Path

import numpy as np
import pytest

from evidence.errors import StoreCorruptError, StoreFullError, StoreUnavailableError
from evidence.scope import EVERYTHING, Scope
from evidence.stores.embedded import vector_files
from evidence.stores.embedded.reading import vectors
from evidence.stores.embedded.reading.vectors import VectorIndex, _everyone, _nearest
from evidence.stores.embedded.schema import DATABASE
from evidence.stores.embedded.sign_bits import codes_of, differing
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.vector_files import build_vector_files
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.builders import Story, embedded_store

COUNT = 40
WIDTH = 6


def unit(rows: int, width: int, seed: int) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((rows, width)).astype(np.float32)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def story_of_vectors() -> Story:
    """Entities and passages in two documents, each with a vector; one document is older text."""
    story = Story()
    for key in "AB":
        story.document(key, versions=("v0", "v1"))
    rows = iter(unit(3 * COUNT, WIDTH, 1).tolist())
    for number in range(COUNT):
        key = "AB"[number % 2]
        name = f"P{number}"
        story.passage(name, of=key, text=f"Text {number}")
        story.vector("passage", name, next(rows))
        story.passage(f"old{number}", of=key, version="v0", text=f"Older {number}")
        story.vector("passage", f"old{number}", next(rows))
        story.entity(f"E{number}", f"Label{number % 3}", seen_in=[name])
        story.vector("entity", f"E{number}", next(rows))
    return story


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of_vectors()


@pytest.fixture
async def folder(story: Story, tmp_path: Path) -> Path:
    await embedded_store(story, tmp_path / "store", laid_out=False).close()
    return tmp_path / "store"


def build(folder: Path) -> None:
    with EmbeddedWriter(folder) as writer:
        build_vector_files(folder, writer.connection)


def meta(folder: Path) -> dict[str, object]:
    with sqlite3.connect(folder / DATABASE) as database:
        found = dict(database.execute("SELECT key, value FROM meta"))
    database.close()
    return found


def names(folder: Path) -> list[str]:
    return sorted(file.name.rsplit("-", 1)[0] for file in folder.glob("*-*.npy"))


async def answers(folder: Path) -> list[object]:
    """The nearest of both kinds in several scopes."""
    store = EmbeddedStore.open(folder)
    found: list[object] = []
    async with store.snapshot() as reads:
        for query in unit(3, WIDTH, 2):
            for scope in (EVERYTHING, Scope(keys=frozenset("B")), None):
                asked = {"scope": scope, "limit": 7}
                found += [
                    await reads.near_entities(query, labels=None, **asked),
                    await reads.near_entities(query, labels=["Label1", "Label2"], **asked),
                    await reads.near_passages(query, **asked),
                ]
    await store.close()
    return found


async def test_files_tables_and_sign_bits_give_the_same_answers(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from_table = await answers(folder)
    build(folder)
    assert names(folder) == ["rows-entity", "rows-passage", "vectors-entity", "vectors-passage"]
    assert await answers(folder) == from_table
    monkeypatch.setattr(vector_files, "EXACT_ROWS", 10)
    monkeypatch.setattr(vectors, "EXACT_ROWS", 10)
    monkeypatch.setattr(vectors, "_FEW", 10)
    build(folder)
    assert "codes-entity" in names(folder)
    assert await answers(folder) == from_table


async def test_scores_are_half_of_one_plus_the_cosine(folder: Path, story: Story) -> None:
    query = unit(1, WIDTH, 3)[0]
    known = {
        story.id("entity", f"E{n}"): (
            1 + np.dot(story.vectors[story.id("entity", f"E{n}")], query.astype(float))
        )
        / 2
        for n in range(COUNT)
    }
    build(folder)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        found = await reads.near_entities(query, labels=None, scope=EVERYTHING, limit=COUNT)
    await store.close()
    assert {row.id: row.score for row in found} == pytest.approx(known, abs=1e-6)
    assert [row.id for row in found] == sorted(known, key=lambda each: -known[each])


async def test_passages_of_older_versions_are_near_only_without_a_scope(
    folder: Path, story: Story
) -> None:
    build(folder)
    store = EmbeddedStore.open(folder)
    old = {story.id("passage", f"old{number}") for number in range(COUNT)}
    async with store.snapshot() as reads:
        query = unit(1, WIDTH, 4)[0]
        visible = await reads.near_passages(query, scope=EVERYTHING, limit=2 * COUNT)
        every = await reads.near_passages(query, scope=None, limit=2 * COUNT)
    await store.close()
    assert len(visible) == COUNT
    assert not old & {row.id for row in visible}
    assert old < {row.id for row in every}


async def test_files_are_announced_with_a_new_generation(folder: Path) -> None:
    before = meta(folder)
    build(folder)
    after = meta(folder)
    assert after["generation"] not in {before["generation"], None}
    assert after["vectors_generation"] == after["generation"] == after["fts_generation"]
    build(folder)
    assert len(names(folder)) == 8, "the files a reader may still hold are kept once"
    build(folder)
    assert len(names(folder)) == 8


async def test_files_that_no_longer_belong_to_the_tables_are_not_read(
    folder: Path, story: Story
) -> None:
    build(folder)
    more = Story()
    more.document("C")
    more.pin("passage", "new", 5_000)
    more.pin("entity", "Newcomer", 5_000)
    more.passage("new", of="C", text="New text")
    more.entity("Newcomer", "Label0", seen_in=["new"])
    query = unit(1, WIDTH, 5)[0]
    more.vector("entity", "Newcomer", query.tolist())
    await embedded_store(more, folder).close()
    with EmbeddedWriter(folder) as writer:
        writer.connection.execute("DELETE FROM meta WHERE key = 'vectors_generation'")
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        found = await reads.near_entities(query, labels=None, scope=EVERYTHING, limit=1)
    await store.close()
    assert [row.id for row in found] == [more.id("entity", "Newcomer")]


async def test_many_vectors_without_files_are_not_ready(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_TABLE_ROWS", COUNT - 1)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        report = await reads.index_report()
        assert (report.entities.lexical, report.entities.semantic) == (True, False)
        assert not report.passages.semantic
        with pytest.raises(StoreUnavailableError, match="not ready"):
            await reads.near_entities(unit(1, WIDTH, 1)[0], labels=None, scope=EVERYTHING, limit=1)
    await store.close()


async def test_report_tells_model_and_length(folder: Path) -> None:
    build(folder)
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        report = await reads.index_report()
    await store.close()
    assert report.entities == report.labels["Label0"]
    assert (report.entities.semantic, report.entities.dimensions) == (True, WIDTH)
    assert (report.passages.semantic, report.passages.dimensions) == (True, WIDTH)
    assert report.model_id == "test-model"


@pytest.mark.parametrize("part", ["rows", "vectors"])
@pytest.mark.parametrize("damage", ["cut", "other bytes"])
async def test_damaged_files_are_told(folder: Path, part: str, damage: str) -> None:
    build(folder)
    file = next(folder.glob(f"{part}-entity-*.npy"))
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if damage == "cut" else b"\0" * len(content))
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        with pytest.raises(StoreCorruptError, match="rebuild"):
            await reads.near_entities(unit(1, WIDTH, 1)[0], labels=None, scope=EVERYTHING, limit=1)
    await store.close()


async def test_vector_of_another_length_is_misuse(folder: Path) -> None:
    store = EmbeddedStore.open(folder)
    async with store.snapshot() as reads:
        with pytest.raises(ValueError, match=f"length {WIDTH}"):
            await reads.near_passages(unit(1, 3, 1)[0], scope=EVERYTHING, limit=1)
    await store.close()


async def test_build_that_fails_leaves_everything_as_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(folder)
    before, files = meta(folder), sorted(folder.glob("*.npy"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(vector_files.os, "fsync", full)
    with pytest.raises(StoreFullError):
        build(folder)
    assert meta(folder) == before
    assert sorted(folder.glob("*.npy")) == files
    assert not list(folder.glob("*.part"))


async def test_vectors_of_different_lengths_are_refused(folder: Path) -> None:
    with EmbeddedWriter(folder) as writer:
        writer.connection.execute("UPDATE entity_vector SET vector = x'00000000' WHERE id = 1")
    with pytest.raises(StoreCorruptError, match="embed again"):
        build(folder)


def test_codes_tell_opposite_vectors_apart() -> None:
    rows = unit(50, 100, 6)
    codes = codes_of(rows)
    assert codes.shape == (2, 50)
    assert differing(codes, codes_of(rows[:1]))[0] == 0
    assert differing(codes_of(-rows), codes_of(rows[:1]))[0] == 100


def test_code_of_a_vector_depends_on_nothing_else() -> None:
    rows = unit(300, 64, 7)
    assert (codes_of(rows)[:, 17] == codes_of(rows[17:18])[:, 0]).all()


@pytest.mark.slow
def test_sign_bits_find_the_nearest_of_many() -> None:
    """Sixty thousand vectors in groups, as those of texts are; a thousand are compared."""
    centres = unit(400, 384, 8)[np.random.default_rng(9).integers(0, 400, 60_000)]
    rows = centres + 0.8 * unit(60_000, 384, 10)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = VectorIndex(np.arange(60_000), np.zeros(60_000, np.int64), rows, codes_of(rows))
    hits = 0
    for query in rows[:40] + 0.4 * unit(40, 384, 11):
        exact = np.argpartition(-(rows @ query), 10)[:10]
        found, scores = _nearest(index, query, None, _everyone, 10)
        best = found[np.argsort(-np.asarray(scores), kind="stable")[:10]]
        hits += len(set(exact.tolist()) & set(best.tolist()))
    assert hits >= 0.99 * 400


def test_rows_outside_take_no_place_among_the_candidates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With sign bits and half of the rows outside: as if only the others were there."""
    monkeypatch.setattr(vectors, "_FEW", 100)
    monkeypatch.setattr(vectors, "_COMPARED", 40)
    rows = unit(4_000, 64, 10)
    inside = np.arange(1, 4_000, 2)
    whole = VectorIndex(np.arange(4_000), np.zeros(4_000, np.int64), rows, codes_of(rows))
    alone = VectorIndex(inside, np.zeros(2_000, np.int64), rows[inside], codes_of(rows[inside]))
    for query in unit(20, 64, 11):
        here, scores = _nearest(whole, query, None, lambda at: at % 2 == 1, 10)
        narrow, same = _nearest(whole, query, inside, _everyone, 10)
        there, expected = _nearest(alone, query, None, _everyone, 10)
        assert sorted(zip(here.tolist(), scores, strict=True)) == sorted(
            zip(inside[there].tolist(), expected, strict=True)
        )
        assert sorted(zip(narrow.tolist(), same, strict=True)) == sorted(
            zip(here.tolist(), scores, strict=True)
        )
