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
)

TEXT = (document(), passage("p", "Ada knows Bob.", 0), passage("q", "Bob waits.", 1))
PAIR = (entity("a", "Ada"), entity("b", "Bob"))


def adjacency(folder):
    with EmbeddedWriter(folder / "store") as writer:
        return writer.connection.execute(
            "SELECT e.name, ord, direction FROM adjacency JOIN entity e ON e.id = node"
            " ORDER BY e.name, ord"
        ).fetchall()


def test_the_last_name_label_and_properties_win_and_the_former_name_is_an_alias(tmp_path):
    bring(tmp_path, entity("a", "Ada", "Person", aliases=["A"], properties={"x": 1, "y": 1}))
    report = bring(
        tmp_path, entity("a", "Ada Byron", "Poet", aliases=["B", "A"], properties={"y": 2})
    )
    assert (report.counts, report.entities_merged) == ({"entity": 1}, 1)
    assert (report.entities_repeated, report.entities_renamed, report.entities_relabelled) == (
        0, 1, 1,
    )  # fmt: skip
    assert stored(tmp_path, "entity") == [
        entity("a", "Ada Byron", "Poet", aliases=["Ada", "A", "B"], properties={"x": 1, "y": 2})
    ]


def test_an_alias_that_becomes_the_name_is_no_alias_any_more(tmp_path):
    bring(tmp_path, entity("a", "Ada", aliases=["Byron"]))
    bring(tmp_path, entity("a", "Byron"))
    assert stored(tmp_path, "entity") == [entity("a", "Byron", aliases=["Ada"])]


def test_an_entity_twice_in_a_file_counts_once(tmp_path):
    report = bring(tmp_path, entity("a"), *(entity(f"x{n}") for n in range(2_500)), entity("a"))
    assert (report.counts, report.entities_merged) == ({"entity": 2_501}, 1)
    assert report.entities_repeated == 1


def test_records_of_one_entity_in_a_file_unite_aliases_and_properties(tmp_path):
    report = bring(
        tmp_path, entity("a", "Ada", aliases=["A"], properties={"x": 1, "y": 1}),
        entity("a", "Ada", aliases=["B"], properties={"y": 2}),
    )  # fmt: skip
    assert (report.counts, report.entities_repeated, report.entities_renamed) == (
        {"entity": 1}, 1, 0,
    )  # fmt: skip
    assert stored(tmp_path, "entity") == [
        entity("a", "Ada", aliases=["A", "B"], properties={"x": 1, "y": 2})
    ]


def test_an_unchanged_entity_keeps_its_names_and_their_rows(tmp_path):
    bring(tmp_path, entity("a", "Ada", aliases=["A"]))
    query = "SELECT id, text FROM name ORDER BY id"
    with EmbeddedWriter(tmp_path / "store") as writer:
        before = writer.connection.execute(query).fetchall()
    bring(tmp_path, entity("a", "Ada"))
    with EmbeddedWriter(tmp_path / "store") as writer:
        assert writer.connection.execute(query).fetchall() == before


def test_evidence_is_united_and_moves_the_relation_forward(tmp_path):
    bring(tmp_path, *TEXT, *PAIR, relation("r", "a", "b"), evidence("r", "p"))
    assert adjacency(tmp_path) == [("Ada", -1, 0), ("Bob", -1, 1)]
    report = bring(tmp_path, evidence("r", "q"), evidence("r", "p"), evidence("r", "q"))
    assert report.counts == {"evidence": 2}
    assert (report.evidence_repeated, report.evidence_stored) == (1, 1)
    assert adjacency(tmp_path) == [("Ada", -2, 0), ("Bob", -2, 1)]


def test_the_first_quote_for_a_relation_and_passage_stays(tmp_path):
    told = (*TEXT, *PAIR, relation("r", "a", "b"))
    report = bring(
        tmp_path, *told, evidence("r", "p", quote="Ada"), evidence("r", "p", quote="Bob")
    )
    again = bring(tmp_path, evidence("r", "p", quote="knows"))
    assert (report.evidence_repeated, report.evidence_stored) == (1, 0)
    assert (again.evidence_repeated, again.evidence_stored) == (0, 1)
    assert stored(tmp_path, "evidence") == [evidence("r", "p", quote="Ada", start=0, end=3)]


def test_a_quote_is_added_to_evidence_that_had_none(tmp_path):
    bring(tmp_path, *TEXT, *PAIR, relation("r", "a", "b"), evidence("r", "p"))
    bring(tmp_path, evidence("r", "p", quote="knows"), evidence("r", "p", quote="Bob"))
    assert stored(tmp_path, "evidence") == [evidence("r", "p", quote="knows", start=4, end=9)]


def test_relations_are_merged_field_by_field(tmp_path):
    bring(
        tmp_path, *PAIR,
        relation("r", "a", "b", extractor="x", properties={"k": 1}, valid_from="2020-05-05"),
    )  # fmt: skip
    report = bring(
        tmp_path, relation("r", "a", "b", directed=False, confidence=0.25, properties={"l": 2}),
        relation("r", "a", "b", directed=False, valid_to="2021-01-01"),
    )  # fmt: skip
    assert (report.counts, report.relations_merged) == ({"relation": 1}, 2)
    assert report.relations_repeated == 1
    assert stored(tmp_path, "relation") == [
        relation(
            "r", "a", "b", directed=False, extractor="x", confidence=0.25,
            properties={"k": 1, "l": 2}, valid_from="2020-05-05", valid_to="2021-01-01",
        )
    ]  # fmt: skip


def test_a_relation_of_an_entity_with_itself_has_both_rows(tmp_path):
    bring(tmp_path, *TEXT, *PAIR, relation("r", "a", "a"))
    bring(tmp_path, evidence("r", "p"))
    assert adjacency(tmp_path) == [("Ada", -1, 0), ("Ada", -1, 1)]


def test_evidence_of_an_unknown_passage_is_missing_until_it_comes(tmp_path):
    report = bring(
        tmp_path, *PAIR, relation("r", "a", "b"), relation("s", "a", "b"),
        evidence("r", "p", quote="KNOWS bob"), evidence("r", "never"),
    )  # fmt: skip
    assert (report.evidence_missing, report.relations_without_evidence) == (2, 1)
    report = bring(tmp_path, *TEXT)
    assert report.evidence_missing == 0
    with EmbeddedWriter(tmp_path / "store") as writer:
        rows = writer.connection.execute(
            "SELECT passage IS NULL, start, stop FROM evidence ORDER BY 1"
        ).fetchall()
    assert rows == [(0, 4, 13), (1, None, None)]


def test_a_missing_passage_that_comes_shorter_than_its_span_loses_the_span(tmp_path):
    bring(tmp_path, *PAIR, relation("r", "a", "b"), evidence("r", "p", start=5, end=500))
    report = bring(tmp_path, *TEXT)
    assert report.notes == ["Quotes not found in their passage, kept without a place: 1."]
    assert [each.get("start") for each in stored(tmp_path, "evidence")] == [None]


def test_relations_without_evidence_are_those_of_the_file(tmp_path):
    told = (*TEXT, *PAIR)
    first = bring(tmp_path, *told, relation("r", "a", "b"), relation("s", "b", "a"))
    second = bring(tmp_path, relation("t", "a", "b"), relation("r", "a", "b"), evidence("r", "p"))
    assert first.relations_without_evidence == 2
    assert second.relations_without_evidence == 1


def test_quotes_and_surfaces_are_placed_exactly_or_by_their_words(tmp_path):
    bring(
        tmp_path, document(), passage("p", "In Zürich, IL-6 was high.  Twice, in Zürich.", 0),
        *PAIR, relation("r", "a", "b"), evidence("r", "p", quote="zurich il 6 WAS"),
        mention("p", "a", surface="Zürich"), mention("p", "b", surface="ZURICH"),
    )  # fmt: skip
    with EmbeddedWriter(tmp_path / "store") as writer:
        run = writer.connection.execute
        spans = run("SELECT start, stop, surface FROM mention_span ORDER BY entity").fetchall()
        quotes = run("SELECT start, stop FROM evidence").fetchall()
    assert spans == [(3, 9, "Zürich"), (3, 9, "ZURICH")]
    assert quotes == [(3, 19)]


def test_what_cannot_be_placed_is_kept_without_a_place_and_noted(tmp_path):
    report = bring(
        tmp_path, *TEXT, *PAIR, relation("r", "a", "b"), evidence("r", "p", quote="Ada hates Bob"),
        mention("p", "a", surface="Lovelace"),
    )  # fmt: skip
    assert report.notes == [
        "Quotes not found in their passage, kept without a place: 1.",
        "Mentioned names not found in their passage, kept without a place: 1.",
    ]
    assert stored(tmp_path, "evidence") == [evidence("r", "p", quote="Ada hates Bob")]
    assert stored(tmp_path, "mention") == [mention("p", "a")]


def test_several_places_of_one_mention_are_kept(tmp_path):
    text = (document(), passage("p", "Ada and Ada.", 0), entity("a", "Ada"))
    spans = [{"start": 0, "end": 3, "surface": "Ada"}, {"start": 8, "end": 11, "surface": "Ada"}]
    bring(tmp_path, *text, *(mention("p", "a", **span) for span in spans), mention("p", "a"))
    assert stored(tmp_path, "mention") == [mention("p", "a", **span) for span in spans]


def test_records_of_one_thing_in_a_file_add_to_each_other_and_count_once(tmp_path):
    report = bring(
        tmp_path, document("d", title="T"), document("d", title="T", in_force_from="2024"),
        document("d", in_force_from="2024-01-01", collections=["c"]),
        section("1", title="S"), section("1", title="S", page_start=3), section("1", title="S"),
        record("label", name="L"), record("label", name="L", ancestors=["K"]),
        record("label", name="L"), entity("a"), entity("a"), passage("p", "x", 0),
    )  # fmt: skip
    assert report.counts == {"document": 1, "section": 1, "passage": 1, "label": 1, "entity": 1}
    (told,) = stored(tmp_path, "document")
    assert (told["title"], told["in_force_from"], told["collections"]) == ("T", "2024-01-01", ["c"])
    assert [each["page_start"] for each in stored(tmp_path, "section")] == [3]
    assert {each["name"]: each.get("ancestors") for each in stored(tmp_path, "label")} == {
        "K": None, "L": ["K"], "Thing": None,
    }  # fmt: skip


def test_a_later_file_may_say_something_else_of_a_document_label_or_section(tmp_path):
    bring(tmp_path, document("d", title="A"), section("1", title="A"), passage("p", "x", 0))
    bring(tmp_path, document("d", title="B"), section("1", title="B"), passage("p", "x", 0))
    assert [each["title"] for each in stored(tmp_path, "document")] == ["B"]
    assert [each["title"] for each in stored(tmp_path, "section")] == ["B"]


def test_labels_get_their_ancestors_and_the_last_ones_win(tmp_path):
    bring(tmp_path, record("label", name="Poet", ancestors=["Person", "Thing"]))
    bring(tmp_path, record("label", name="Poet", ancestors=["Writer"]))
    named = {each["name"]: each.get("ancestors") for each in stored(tmp_path, "label")}
    assert named == {"Poet": ["Writer"], "Person": None, "Thing": None, "Writer": None}


def test_the_words_of_passages_are_counted_after_small_and_large_imports(tmp_path):
    bring(tmp_path, document(), *(passage(f"p{n}", f"Tree {n} apple", n) for n in range(10)))
    bring(tmp_path, document("e"), passage("q", "Tree tree C++ 東京", 0, "e"))
    with EmbeddedWriter(tmp_path / "store") as writer:
        counted = dict(writer.connection.execute("SELECT term, df FROM term"))
    assert {word: counted[word] for word in ("tree", "apple", "c++", "東", "3")} == {
        "tree": 11, "apple": 10, "c++": 1, "東": 1, "3": 1,
    }  # fmt: skip
