"""Snapshots: one view whatever is written meanwhile, reads that end, and reads that are given up."""

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from evidence.errors import StoreTimeoutError, StoreUnavailableError
from evidence.query import parse_query
from evidence.scope import EVERYTHING, Scope
from evidence.stores.embedded.reading.reads import EmbeddedReads
from evidence.stores.embedded.reading.view import View
from evidence.stores.embedded.schema import DATABASE
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.builders import Story, embedded_store

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


def endless(view: View) -> int:
    return int(view.value(ENDLESS, {}))


def small(key: str = "A", number: int = 1) -> Story:
    """A document with an entity; stories of different numbers share no id."""
    story = Story()
    story.pin("passage", f"{key}0", number)
    story.pin("entity", f"Alice {key}", number)
    story.document(key)
    story.passage(f"{key}0", of=key, text="Alice knows Bob.")
    story.entity(f"Alice {key}", "Person", called="Alice", seen_in=[f"{key}0"])
    return story


@pytest.fixture
async def store(tmp_path: Path):
    opened = embedded_store(small(), tmp_path / "store")
    yield opened
    await opened.close()


async def names(reads: EmbeddedReads) -> int:
    found = await reads.match_names(parse_query("alice"), labels=None, scope=EVERYTHING, limit=10)
    return len(found)


async def test_what_is_committed_meanwhile_is_seen_by_the_next_snapshot_only(
    store: EmbeddedStore, tmp_path: Path
) -> None:
    async with store.snapshot() as before:
        with EmbeddedWriter(tmp_path / "store") as writer:
            writer.ingest(iter(small("B", 2).records()), file="second")
        async with store.snapshot() as after:
            assert await after.document_count(EVERYTHING) == 2
            assert await names(after) == 2
        assert await before.document_count(EVERYTHING) == 1
        assert await names(before) == 1
        assert before.generation != after.generation
    assert store.generation == after.generation


async def test_readers_beside_a_writer_never_see_a_mix(
    store: EmbeddedStore, tmp_path: Path
) -> None:
    done = asyncio.Event()
    seen: list[tuple[str, int, int]] = []

    async def read() -> None:
        while not done.is_set():
            async with store.snapshot() as reads:
                seen.append((reads.generation, await reads.document_count(EVERYTHING), 0))
                await asyncio.sleep(0.002)
                seen.append((reads.generation, await names(reads), 1))

    def write() -> None:
        with EmbeddedWriter(tmp_path / "store") as writer:
            for number in range(6):
                writer.ingest(iter(small(f"N{number}", 10 + number).records()), file="more")

    readers = [asyncio.create_task(read()) for _ in range(4)]
    await asyncio.to_thread(write)
    done.set()
    await asyncio.gather(*readers)
    sizes: dict[str, set[int]] = {}
    for generation, size, _ in seen:
        sizes.setdefault(generation, set()).add(size)
    assert all(len(each) == 1 for each in sizes.values())
    async with store.snapshot() as reads:
        assert await reads.document_count(EVERYTHING) == 7


async def test_endless_query_ends_at_the_deadline(store: EmbeddedStore) -> None:
    started = time.monotonic()
    async with store.snapshot(timeout=0.2) as reads:
        with pytest.raises(StoreTimeoutError):
            await reads._run(endless)
        with pytest.raises(StoreTimeoutError):
            await names(reads)
    assert time.monotonic() - started < 1.5


async def test_read_that_is_given_up_lets_the_others_go_on(store: EmbeddedStore) -> None:
    async with store.snapshot() as reads:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await reads._run(endless)
        assert await names(reads) == 1
        assert await reads.document_count(EVERYTHING) == 1


async def test_read_given_up_while_it_waits_is_never_run(store: EmbeddedStore) -> None:
    async with store.snapshot() as reads:
        first = asyncio.create_task(reads._run(endless))
        await asyncio.sleep(0.05)
        ran: list[str] = []
        second = asyncio.create_task(reads._run(lambda view: ran.append(view.generation)))
        await asyncio.sleep(0.05)
        second.cancel()
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert await names(reads) == 1
        assert ran == []


async def test_snapshot_left_in_the_middle_of_a_read_gives_its_connection_back(
    store: EmbeddedStore,
) -> None:
    async with store.snapshot() as reads:
        left = asyncio.create_task(reads._run(endless))
        await asyncio.sleep(0.05)
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    for _ in range(200):
        if store._connections._idle:
            break
        await asyncio.sleep(0.01)
    assert len(store._connections._idle) == 1
    assert not store._connections._idle[0].database.in_transaction


async def test_many_reads_at_once_answer_as_one_after_the_other(store: EmbeddedStore) -> None:
    async def ask() -> tuple[int, int, str]:
        async with store.snapshot() as reads:
            found, count = await asyncio.gather(names(reads), reads.document_count(Scope()))
            return found, count, reads.generation

    answers = await asyncio.gather(*(ask() for _ in range(100)))
    assert set(answers) == {(1, 1, store.generation)}
    assert len(store._connections._idle) <= 8


async def test_store_put_in_the_place_of_another_is_noticed(tmp_path: Path) -> None:
    store = embedded_store(small(), tmp_path / "store")
    other = small("B", 2)
    other.document("C")
    await embedded_store(other, tmp_path / "other").close()
    for leftover in (tmp_path / "store").glob(f"{DATABASE}-*"):
        leftover.unlink()
    shutil.copy(tmp_path / "other" / DATABASE, tmp_path / "new")
    (tmp_path / "new").replace(tmp_path / "store" / DATABASE)
    async with store.snapshot() as reads:
        assert await reads.document_count(EVERYTHING) == 2
    await store.close()


async def test_closed_store_says_so(tmp_path: Path) -> None:
    store = embedded_store(small(), tmp_path / "store")
    await store.close()
    with pytest.raises(StoreUnavailableError, match="closed"):
        async with store.snapshot():
            pytest.fail("a closed store gave a snapshot")
    with pytest.raises(StoreUnavailableError, match="closed"):
        _ = store.generation


async def test_store_closed_under_a_running_read_lets_the_snapshot_end(tmp_path: Path) -> None:
    store = embedded_store(small(), tmp_path / "store")
    async with store.snapshot() as reads:
        left = asyncio.create_task(reads._run(endless))
        await asyncio.sleep(0.05)
        await store.close()
        left.cancel()
        with pytest.raises(StoreUnavailableError, match="closed"):
            await names(reads)
    assert store._connections._idle == []


async def test_store_that_is_deleted_is_unavailable(tmp_path: Path) -> None:
    store = embedded_store(small(), tmp_path / "store")
    shutil.rmtree(tmp_path / "store")
    with pytest.raises(StoreUnavailableError, match="no store"):
        async with store.snapshot():
            pytest.fail("a store without a file gave a snapshot")
    await store.close()
