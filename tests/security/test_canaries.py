"""Secrets planted everywhere come out nowhere: not in results, cards, files or faults."""

from pathlib import Path

import pytest

from evidence import EVERYTHING, entity_search, explore_relationships, fetch_evidence
from evidence.browse import edge_card, entity_card
from evidence.embedders.hashed import HashedEmbedder
from evidence.errors import EvidenceError, ImportRejectedError
from evidence.export import (
    View,
    ViewEdge,
    ViewNode,
    ViewNotes,
    relations_csv,
    view_graphml,
    view_json,
)
from evidence.importers.native import read_native
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.builders import Story, embedded_store

CANARY = "kingfisher"
NOTES = ViewNotes(title="Ada", scope="Everything", made="2026-01-01")
SECRETS = {
    "api_key": CANARY,
    "accessToken": CANARY,
    "note": "plain",
    "login": {"password": CANARY, "user": "ada"},
    "embedding": [0.5] * 64,
}


def told() -> Story:
    story = Story()
    story.document("d.md", title="Doc", uri=f"https://ada:{CANARY}@example.org/x")
    story.passage("P", of="d.md", text="Ada met Bob.")
    story.entity("Ada", "Person", seen_in=["P"], properties=SECRETS)
    story.entity("Bob", "Person", seen_in=["P"])
    story.relation("Ada", "MET", "Bob", stated_in=["P"], properties=SECRETS)
    return story


async def test_results_cards_and_files_hold_no_secret(tmp_path: Path) -> None:
    story = told()
    store = embedded_store(story, tmp_path / CANARY)
    try:
        hits = await entity_search(store, HashedEmbedder(), "Ada", scope=EVERYTHING, mode="lexical")
        walk = await explore_relationships(store, story.id("entity", "Ada"), scope=EVERYTHING)
        (edge,), (detail,) = walk.edges, walk.extra.edges
        card = await entity_card(store, story.id("entity", "Ada"), scope=EVERYTHING)
        words = await edge_card(
            store, detail.relation_id, edge.source_id, edge.target_id, scope=EVERYTHING
        )
        fetched = await fetch_evidence(store, [story.chunk_id("P")], scope=EVERYTHING)
    finally:
        await store.close()
    view = View(
        start_id=story.id("entity", "Ada"),
        nodes=(ViewNode(entity=walk.extra.start), ViewNode(entity=walk.extra.nodes[0])),
        edges=(ViewEdge(edge=edge, detail=detail),),
    )
    shown = [
        hits.model_dump_json(),
        hits.extra.model_dump_json(),
        walk.extra.model_dump_json(),
        card.model_dump_json(),
        words.model_dump_json(),
        fetched.model_dump_json(),
        view_json(view, NOTES),
        relations_csv(view),
        view_graphml(view, NOTES),
    ]
    assert all("plain" in text for text in shown[:4])
    for text in shown:
        assert CANARY not in text
        assert "0.5, 0.5" not in text
        assert "0.5,0.5" not in text


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"\x00" * 90])
def test_faults_of_a_store_name_no_folder(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / CANARY
    folder.mkdir()
    (folder / "store.db").write_bytes(content)
    with pytest.raises(EvidenceError) as fault:
        EmbeddedStore.open(folder)
    assert CANARY not in str(fault.value)


def test_faults_of_an_import_name_the_file_and_not_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / CANARY
    folder.mkdir()
    (folder / "graph.jsonl").write_text('{"kind": "entity"}\n', encoding="utf-8")
    with EmbeddedWriter(folder / "store") as writer, pytest.raises(ImportRejectedError) as fault:
        writer.ingest(read_native(folder / "graph.jsonl"), file="graph.jsonl")
    assert CANARY not in str(fault.value)
    assert "graph.jsonl" in str(fault.value)
