import sqlite3

import pytest

from evidence.errors import ImportRejectedError, Problem, StoreCorruptError, StoreUnavailableError
from evidence.stores.embedded.writing.joins import UNKNOWN
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

TEXT = (document(), passage("p", "Ada knows Bob.", 0), entity("a"), entity("b"))

PROBLEMS = {
    "passage of an unknown document": (
        (passage("q", "x", 0, "nowhere"),), Problem(5, "document", UNKNOWN)),
    "unknown version": (
        (passage("q", "x", 0, version="v"),),
        Problem(5, "version", "names a version that is neither in the file nor in the store")),
    "version of an unknown document": (
        (version("v", "nowhere"),), Problem(5, "document", UNKNOWN)),
    "version twice": (
        (document("e"), version("v", "e"), version("v", "e")),
        Problem(7, "name", "the file describes this version twice")),
    "two current versions": (
        (document("e"), version("v", "e", content_hash="a" * 64), version("w", "e")),
        Problem(7, "current",
                "another version of this document is current in the file already")),
    "passage without its version": (
        (document("e"), version("v", "e"), passage("q", "x", 0, "e")),
        Problem(7, "version", "is missing although the file describes versions of this document")),
    "order twice": (
        (passage("q", "x", 0),),
        Problem(5, "order", "line 2 has a passage of the same version with this order")),
    "passage id twice": (
        (passage("p", "x", 1),), Problem(5, "id", "another passage of the file has the same id")),
    "unknown section": (
        (passage("q", "x", 1, sections=["s"]),),
        Problem(5, "sections", "names no section of this version")),
    "unknown parent": (
        (section("s", parent="t"),), Problem(5, "parent", "names no section of this version")),
    "sections in a circle": (
        (section("s", parent="s"),), Problem(5, "parent", "leads in a circle or more than 64 deep")),
    "label above itself": (
        (record("label", name="L", ancestors=["L"]),),
        Problem(5, "ancestors", "names a label twice")),
    "entity id twice with another name": (
        (entity("x", "N"), entity("x", "M")),
        Problem(6, "name", "is “M”, but line 5 names this entity “N”; keep one, or make the other"
                " an alias")),
    "entity id twice with another label": (
        (entity("x", "N", "Person"), entity("x", "N", "Place")),
        Problem(6, "label", "is “Place”, but line 5 gives this entity “Person”; keep one")),
    "entity id twice with a long name": (
        (entity("x", "N"), entity("x", "m" * 100)),
        Problem(6, "name", f"is “{'m' * 59}…”, but line 5 names this entity “N”; keep one, or make"
                " the other an alias")),
    "document twice with another title": (
        (document("e", title="A"), document("e", title="B")),
        Problem(6, "title", "line 5 says something else of this document; keep one")),
    "document three times, the last one enabled": (
        (document("e", enabled=False), document("e", uri="u"), document("e", enabled=True)),
        Problem(7, "enabled", "line 5 says something else of this document; keep one")),
    "document twice with another day": (
        (document("e", in_force_from="2024"), document("e", in_force_from="2024-02")),
        Problem(6, "in_force_from", "line 5 says something else of this document; keep one")),
    "label twice with other ancestors": (
        (record("label", name="L", ancestors=["A"]), record("label", name="L", ancestors=["B"])),
        Problem(6, "ancestors", "line 5 gives this label others; keep one record")),
    "section twice with another title": (
        (section("1", title="A"), section("1", title="B")),
        Problem(6, "key", "line 5 describes this section otherwise; keep one")),
    "section twice with another parent": (
        (section("1"), section("2"), section("2", parent="1")),
        Problem(7, "key", "line 6 describes this section otherwise; keep one")),
    "mention of an unknown entity": ((mention("p", "x"),), Problem(5, "entity", UNKNOWN)),
    "mention in an unknown passage": ((mention("x", "a"),), Problem(5, "passage", UNKNOWN)),
    "mention outside its passage": (
        (mention("p", "a", start=10, end=15),),
        Problem(5, "end", "the span does not lie inside the passage")),
    "surface that differs": (
        (mention("p", "a", start=0, end=3, surface="Bob"),),
        Problem(5, "surface", "differs from the passage at its span")),
    "unknown source": ((relation("r", "x", "b"),), Problem(5, "source", UNKNOWN)),
    "unknown target": ((relation("r", "a", "x"),), Problem(5, "target", UNKNOWN)),
    "relation id twice with other ends": (
        (relation("r", "a", "b"), relation("r", "b", "a")),
        Problem(6, "id", "the relation of this id joins other entities or has another type")),
    "relation id twice with another type": (
        (relation("r", "a", "b"), relation("r", "a", "b", "HATES")),
        Problem(6, "id", "the relation of this id joins other entities or has another type")),
    "evidence of an unknown relation": ((evidence("x", "p"),), Problem(5, "relation", UNKNOWN)),
    "evidence outside its passage": (
        (relation("r", "a", "b"), evidence("r", "p", start=1, end=99)),
        Problem(6, "end", "the span does not lie inside the passage")),
    "quote that differs": (
        (relation("r", "a", "b"), evidence("r", "p", quote="Ada", start=4, end=7)),
        Problem(6, "quote", "differs from the passage at its span")),
    "no such day": (
        (document("e", in_force_to="2023-02-29"),),
        Problem(5, "in_force_to", "there is no such day")),
    "no such month": (
        (relation("r", "a", "b", valid_to="2023-13"),),
        Problem(5, "valid_to", "there is no such day")),
}  # fmt: skip


@pytest.mark.parametrize(("records", "problem"), PROBLEMS.values(), ids=PROBLEMS.keys())
def test_a_file_is_refused_with_its_problem_and_the_store_stays(tmp_path, records, problem):
    bring(tmp_path, entity("kept"))
    before = stored(tmp_path)
    with pytest.raises(ImportRejectedError) as caught:
        bring(tmp_path, *TEXT, *records)
    assert (caught.value.problems, caught.value.total) == ([problem], 1)
    assert stored(tmp_path) == before


def test_another_text_under_the_same_hash_is_refused(tmp_path):
    told = version("v", content_hash="a" * 64)
    bring(tmp_path, document(), told, passage("p", "One.", 0, version="v"))
    with pytest.raises(ImportRejectedError) as caught:
        bring(tmp_path, document(), told, passage("p", "Two.", 0, version="v"))
    assert caught.value.problems == [
        Problem(3, "text", "differs from the stored text, though the content hash is the same")
    ]


def test_a_stored_relation_does_not_change_its_ends(tmp_path):
    bring(tmp_path, *TEXT, relation("r", "a", "b"))
    with pytest.raises(ImportRejectedError, match="joins other entities"):
        bring(tmp_path, relation("r", "b", "a"))


def test_the_first_twenty_problems_are_told_and_all_are_counted(tmp_path):
    wrong = [mention("nowhere", "nobody") for _ in range(30)]
    with pytest.raises(ImportRejectedError) as caught:
        bring(tmp_path, *TEXT, *wrong)
    assert caught.value.total == 60
    assert len(caught.value.problems) == 20
    assert caught.value.problems[0] == Problem(5, "passage", UNKNOWN)


def test_malformed_lines_are_told_without_the_dangling_ones_they_cause(tmp_path):
    with pytest.raises(ImportRejectedError) as caught:
        bring(tmp_path, *TEXT, entity("c", aliases=[""]), mention("p", "c"))
    assert caught.value.problems == [Problem(5, "aliases.0", "must not be empty")]


def test_what_is_no_store_is_not_written_to(tmp_path):
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "store.db").write_text("not a database, " * 100)
    with pytest.raises(StoreCorruptError):
        EmbeddedWriter(tmp_path / "text")
    (tmp_path / "other").mkdir()
    other = sqlite3.connect(tmp_path / "other" / "store.db")
    other.execute("CREATE TABLE t(a)")
    other.close()
    with pytest.raises(StoreCorruptError, match="not an evidence store"):
        EmbeddedWriter(tmp_path / "other")
    EmbeddedWriter(tmp_path / "newer").close()
    newer = sqlite3.connect(tmp_path / "newer" / "store.db")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(StoreUnavailableError, match="Another version"):
        EmbeddedWriter(tmp_path / "newer")
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailableError, match="folder cannot be made"):
        EmbeddedWriter(tmp_path / "file")


def test_an_entity_has_one_name_and_label_however_far_apart_a_file_describes_it(tmp_path):
    others = [entity(f"x{number}") for number in range(4_500)]
    for stored_before in (False, True):
        folder = tmp_path / str(stored_before)
        if stored_before:
            bring(folder, entity("a", "Stored", "Thing"))
        with pytest.raises(ImportRejectedError) as caught:
            bring(
                folder, entity("a", "N", "L"), *others, entity("a", "M", "K"), entity("a", "N", "L")
            )
        assert [str(problem) for problem in caught.value.problems] == [
            "line 4502: name: is “M”, but line 1 names this entity “N”; keep one, or make the other"
            " an alias",
            "line 4502: label: is “K”, but line 1 gives this entity “L”; keep one",
        ]
        kept = [each["name"] for each in stored(folder, "entity")]
        assert kept == (["Stored"] if stored_before else [])
