import hashlib
import random
from uuid import NAMESPACE_OID, uuid5

import pytest

from evidence.errors import ImportRejectedError
from evidence.records import EntityRecord, Numbered
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.evidence.stores.embedded.native import (
    bring,
    document,
    entity,
    evidence,
    mention,
    passage,
    record,
    relation,
    section,
    stored,
    version,
)

GRAPH = (
    record("header", format="evidence-graph", version=1),
    record("label", name="Person", ancestors=["Agent", "Thing"]),
    document(title="Notes", path=["a", "b.md"], collections=["c"], in_force_from="2024-05"),
    version("v1", content_hash="a" * 64, recorded="2024"),
    section("1", title="One", version="v1"),
    section("1.1", title="Below", parent="1", order=1, version="v1", page_start=2, page_end=3),
    passage("p0", "Ada knows Bob.", 0, version="v1", sections=["1.1"], pages=[2]),
    passage("p1", "Bob is here.", 1, version="v1", char_start=16, char_end=28, content="table"),
    entity("ada", "Ada", "Person", aliases=["Countess"], properties={"born": 1815}),
    entity("bob", "Bob", "Person"),
    mention("p0", "ada", start=0, end=3, surface="Ada"),
    mention("p1", "bob"),
    relation("r", "ada", "bob", confidence=0.5, extractor="x", valid_from="2020"),
    evidence("r", "p0", quote="knows Bob"),
)


def test_a_graph_comes_back_as_it_was_brought_in(tmp_path):
    report = bring(tmp_path, *GRAPH)
    assert report.counts == {
        "document": 1, "version": 1, "section": 2, "passage": 2, "label": 1, "entity": 2,
        "mention": 2, "relation": 1, "evidence": 1,
    }  # fmt: skip
    found = {kind: stored(tmp_path, kind) for kind in report.counts}
    assert found["document"] == [{**GRAPH[2], "in_force_from": "2024-05-01"}]
    assert found["version"] == [{**GRAPH[3], "current": True, "recorded": "2024-01-01"}]
    assert found["section"] == list(GRAPH[4:6])
    assert found["passage"] == list(GRAPH[6:8])
    assert found["entity"] == list(GRAPH[8:10])
    assert found["mention"] == list(GRAPH[10:12])
    assert found["relation"] == [{**GRAPH[12], "valid_from": "2020-01-01"}]
    assert found["evidence"] == [{**GRAPH[13], "start": 4, "end": 13}]
    assert [each["name"] for each in found["label"]] == ["Person", "Agent", "Thing"]


@pytest.mark.parametrize("seed", range(8))
def test_records_may_stand_in_any_order(tmp_path, seed):
    shuffled = list(GRAPH)
    random.Random(seed).shuffle(shuffled)
    bring(tmp_path / "told", *GRAPH)
    bring(tmp_path / "shuffled", *shuffled)

    def content(name):
        return sorted(str(each) for each in stored(tmp_path / name) if each["kind"] != "label")

    assert content("shuffled") == content("told")


def test_a_document_without_a_version_has_one_with_the_hash_of_its_text(tmp_path):
    bring(tmp_path, document(), passage("b", "Two.", 1), passage("a", "One.", 0))
    digest = hashlib.sha256(b"One.\n\nTwo.").hexdigest()
    assert stored(tmp_path, "version") == [version(digest[:16], content_hash=digest, current=True)]


def test_a_document_without_text_is_current_all_the_same(tmp_path):
    bring(tmp_path, document())
    bring(tmp_path, document(title="Later"))
    (found,) = stored(tmp_path, "version")
    assert (found["current"], found["content_hash"]) == (True, hashlib.sha256().hexdigest())
    assert stored(tmp_path, "document") == [document(title="Later")]


def test_the_same_content_again_keeps_the_version_and_merges_its_data(tmp_path):
    bring(tmp_path, document(title="Old", uri="u"), passage("a", "One.", 0))
    report = bring(tmp_path, document(title="New"), passage("a", "One.", 0, pages=[4]))
    assert (report.versions_new, report.versions_superseded) == (0, 0)
    assert stored(tmp_path, "document") == [document(title="New", uri="u")]
    (found,) = stored(tmp_path, "passage")
    assert found["pages"] == [4]


def test_other_content_is_a_new_version_and_supersedes_the_former(tmp_path):
    bring(tmp_path, document(), passage("a", "One.", 0), entity("e"), mention("a", "e"))
    report = bring(tmp_path, document(), passage("a", "Other.", 0), entity("e"), mention("a", "e"))
    assert (report.versions_new, report.versions_superseded) == (1, 1)
    assert [each["current"] for each in stored(tmp_path, "version")] == [False, True]
    former, current = stored(tmp_path, "passage")
    assert (former["id"], former["text"], current["text"]) == ("a", "One.", "Other.")
    # The id is taken, so the new passage is known by its place; the file's mention means it.
    assert current["id"] != "a"
    assert [each["passage"] for each in stored(tmp_path, "mention")] == ["a", current["id"]]


def test_the_new_version_again_is_recognised_though_its_ids_were_moved(tmp_path):
    first = (document(), passage("a", "One.", 0), entity("e"), mention("a", "e"))
    second = (document(), passage("a", "Other.", 0), entity("e"), mention("a", "e"))
    bring(tmp_path, *first)
    bring(tmp_path, *second)
    before = stored(tmp_path)
    report = bring(tmp_path, *second)
    assert (report.versions_new, report.versions_superseded) == (0, 0)
    assert stored(tmp_path) == before


def test_a_former_version_brought_in_again_is_current_again(tmp_path):
    first, second = passage("a", "One.", 0), passage("b", "Two.", 0)
    for each in (first, second, first):
        bring(tmp_path, document(), each)
    assert [each["current"] for each in stored(tmp_path, "version")] == [True, False]


def test_versions_of_one_file_may_be_superseded_or_all_gone(tmp_path):
    bring(
        tmp_path,
        document("two"), version("old", "two", current=False), version("new", "two"),
        passage("a", "Old.", 0, "two", version="old"),
        passage("b", "New.", 0, "two", version="new"),
        document("gone"), version("only", "gone", current=False),
        passage("c", "Gone.", 0, "gone", version="only"),
    )  # fmt: skip
    current = {each["name"]: each["current"] for each in stored(tmp_path, "version")}
    assert current == {"old": False, "new": True, "only": False}


def test_a_stored_version_may_be_named_and_added_to(tmp_path):
    bring(tmp_path, document(), version("v"), passage("a", "One.", 0, version="v"))
    bring(tmp_path, passage("b", "Two.", 1, version="v"), section("s", version="v"))
    assert [each["text"] for each in stored(tmp_path, "passage")] == ["One.", "Two."]
    assert len(stored(tmp_path, "version")) == 1


def test_a_version_declared_not_current_deletes_its_document(tmp_path):
    text = (passage("a", "One.", 0, version="v"),)
    bring(tmp_path, document(), version("v"), *text)
    report = bring(tmp_path, version("v", current=False))
    assert [each["current"] for each in stored(tmp_path, "version")] == [False]
    assert report.versions_superseded == 1


def test_a_name_used_for_other_content_is_made_unique(tmp_path):
    for text in ("One.", "Two."):
        bring(tmp_path, document(), version("v"), passage(text, text, 0, version="v"))
    names = [each["name"] for each in stored(tmp_path, "version")]
    assert names == ["v", "v~" + hashlib.sha256(b"Two.").hexdigest()[:8]]


def test_the_activation_counts_changes_of_versions(tmp_path):
    for text in ("One.", "One.", "Two."):
        bring(tmp_path, document(), passage(text, text, 0))
    with EmbeddedWriter(tmp_path / "store") as writer:
        activation = writer.connection.execute("SELECT activation FROM document").fetchone()
    assert activation == (2,)


def test_stamps_are_set_and_taken_away(tmp_path):
    bring(tmp_path, document(enabled=False), passage("a", "One.", 0, enabled=False))
    assert stored(tmp_path, "document") == [document(enabled=False)]
    assert stored(tmp_path, "passage")[0]["enabled"] is False
    bring(tmp_path, document(enabled=True), passage("a", "One.", 0, enabled=True))
    assert stored(tmp_path, "document") == [document(enabled=True)]
    assert "enabled" not in stored(tmp_path, "passage")[0]


def test_foreign_ids_are_mapped_and_kept_and_uuids_stay(tmp_path):
    uuid = "31305518-d711-5ea9-99a4-fbdbfb51136d"
    bring(tmp_path, entity("e"), entity(uuid))
    with EmbeddedWriter(tmp_path / "store") as writer:
        rows = writer.connection.execute(
            "SELECT lower(hex(uid)), original_id FROM entity ORDER BY id"
        ).fetchall()
    mapped = uuid5(NAMESPACE_OID, '["Foreign", "entity", "e"]').hex
    assert rows == [(mapped, "e"), (uuid.replace("-", ""), None)]


def test_every_write_gives_a_new_generation_and_the_text_index_keeps_up(tmp_path):
    generations = []
    for name in ("a", "b"):
        bring(tmp_path, entity(name))
        with EmbeddedWriter(tmp_path / "store") as writer:
            meta = dict(writer.connection.execute("SELECT key, value FROM meta"))
        generations.append(meta["generation"])
        assert meta["fts_generation"] == meta["generation"]
        assert meta["vectors_pending"] == len(generations)
    assert len(set(generations)) == 2
    assert all(len(each) == 32 for each in generations)


def test_the_secondary_indexes_are_there_after_the_first_import(tmp_path):
    bring(tmp_path, entity("a"))
    with EmbeddedWriter(tmp_path / "store") as writer:
        names = {
            name
            for (name,) in writer.connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            )
        }
    assert names == {
        "entity_label", "name_entity", "name_norm", "name_key", "mention_passage",
        "evidence_passage",
    }  # fmt: skip


async def test_a_refused_file_leaves_the_store_as_it_was(tmp_path):
    bring(tmp_path, *GRAPH)
    before = stored(tmp_path)
    store = EmbeddedStore.open(tmp_path / "store")
    generation = store.generation
    with pytest.raises(ImportRejectedError):
        bring(tmp_path, entity("new"), document("new"), relation("x", "new", "nobody"))
    assert stored(tmp_path) == before
    assert store.generation == generation
    await store.close()


def test_an_empty_file_of_records_changes_nothing_but_the_generation(tmp_path):
    with EmbeddedWriter(tmp_path) as writer:
        report = writer.ingest(iter(()), file="nothing")
        assert report.counts == {}


def test_records_made_by_hand_are_taken_like_those_of_a_file(tmp_path):
    made = EntityRecord(kind="entity", id="e", label="L", name="N")
    with EmbeddedWriter(tmp_path) as writer:
        assert writer.ingest([Numbered(1, made)], file="x").counts == {"entity": 1}
