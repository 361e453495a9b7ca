"""G9: what is still being written is not found; when it is written, it is."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from evidence.entities import entity_search
from evidence.fetch import fetch_evidence
from evidence.passages import search_evidence
from evidence.ports import GraphStore
from evidence.relationships import explore_relationships
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.builders import Story, reference_store
from tests.fakes import FixedEmbedder

Answers = tuple[str, str, str, str]


def before() -> Story:
    story = Story()
    story.document("A")
    story.passage("A0", of="A", text="Something else.")
    story.entity("Somebody", "Person", seen_in=["A0"])
    return story


def pending() -> Story:
    story = Story()
    story.document("P")
    story.pin("passage", "P0", 100)
    story.pin("entity", "Lion", 100)
    story.passage("P0", of="P", text="The lion sleeps.")
    story.entity("Lion", "Animal", seen_in=["P0"])
    return story


async def ask(store: GraphStore, parity: bool) -> Answers:
    scope = {"A", "P"}
    story = pending()
    embedder = FixedEmbedder()
    call: dict[str, Any] = {"scope": scope, "mode": "lexical", "parity": parity}
    if parity:
        # Without vectors agrag would find no label to search; its labels are named here.
        entities = await entity_search(store, embedder, "lion", labels=["Person"], **call)
    else:
        entities = await entity_search(store, embedder, "lion", **call)
    passages = await search_evidence(store, embedder, "lion", **call)
    walk = await explore_relationships(
        store, story.id("entity", "Lion"), scope=scope, parity=parity
    )
    fetched = await fetch_evidence(store, [story.chunk_id("P0")], scope=scope)
    return entities.status, passages.status, walk.status, fetched.outcomes[0].status


NOTHING = ("no_match", "no_match", "unavailable", "unavailable")


def test_readers_see_nothing_of_an_import_until_it_is_committed(tmp_path: Path) -> None:
    seen_meanwhile: list[Answers] = []

    def look(step: str, done: int, total: int | None) -> None:
        seen_meanwhile.extend(asyncio.run(ask(store, parity)) for parity in (True, False))

    with EmbeddedWriter(tmp_path) as writer:
        writer.ingest(iter(before().records()), file="before")
        store = EmbeddedStore.open(tmp_path)
        writer.ingest(iter(pending().records()), file="pending", progress=look)
        assert len(seen_meanwhile) > 4
        assert set(seen_meanwhile) == {NOTHING}
        assert asyncio.run(ask(store, parity=False)) == ("ok", "ok", "ok", "ok")
        asyncio.run(store.close())


@pytest.mark.parametrize("parity", [True, False])
async def test_the_reference_gives_the_same_before_and_after(parity: bool) -> None:
    written = before()
    assert await ask(reference_store(written), parity) == NOTHING
    written.document("P")
    written.pin("passage", "P0", 100)
    written.pin("entity", "Lion", 100)
    written.passage("P0", of="P", text="The lion sleeps.")
    written.entity("Lion", "Animal", seen_in=["P0"])
    assert await ask(reference_store(written), parity=False) == ("ok", "ok", "ok", "ok")


def test_snapshot_keeps_seeing_what_it_saw_first(tmp_path: Path) -> None:
    story = pending()
    names = [story.id("entity", "Lion")]

    async def look() -> tuple[int, int, int]:
        store = EmbeddedStore.open(tmp_path)
        async with store.snapshot(timeout=30.0) as reads:
            first = len(await reads.entities(names))
            writer.ingest(iter(story.records()), file="pending")
            second = len(await reads.entities(names))
        async with store.snapshot(timeout=30.0) as reads:
            third = len(await reads.entities(names))
        await store.close()
        return first, second, third

    with EmbeddedWriter(tmp_path) as writer:
        writer.ingest(iter(before().records()), file="before")
        assert asyncio.run(look()) == (0, 0, 1)
