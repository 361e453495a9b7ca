import json
from collections import Counter
from pathlib import Path

import pytest

from evidence.errors import ImportRejectedError, Problem
from evidence.import_report import Note, Replaced, Unit
from evidence.importers.docred import read_docred
from evidence.records import Numbered
from evidence.stores.embedded.writing.writer import EmbeddedWriter

DATA = Path(__file__).parents[4] / "shared" / "data" / "redocred-dev" / "dev_revised.json"

ARTICLE = {
    "title": "Willi",
    "sents": [
        ["Wilfried", '"', "Willi", '"', "Schneider", "is", "German", "."],
        ["Schneider", "'s", "coach", "is", "Canadian", "."],
    ],
    "vertexSet": [
        [
            {"name": 'Wilfried " Willi " Schneider', "sent_id": 0, "pos": [0, 5], "type": "PER"},
            {"name": "Schneider", "sent_id": 1, "pos": [0, 1], "type": "PER"},
        ],
        [{"name": "German", "sent_id": 0, "pos": [6, 7], "type": "LOC"}],
    ],
    "labels": [
        {"h": 0, "t": 1, "r": "P27", "evidence": [0]},
        {"h": 1, "t": 0, "r": "P6", "evidence": []},
    ],
}


def written(folder: Path, *articles: dict) -> Path:
    file = folder / "articles.json"
    file.write_text(json.dumps(list(articles)), "utf-8")
    return file


def records(path: Path, kind: str, **options) -> list:
    found = [item.record for item in read_docred(path, **options) if isinstance(item, Numbered)]
    return [record for record in found if record.kind == kind]


def test_sentences_become_passages_with_offsets_in_the_article(tmp_path):
    passages = records(written(tmp_path, ARTICLE), "passage")
    assert [(each.text, each.order, each.char_start, each.char_end) for each in passages] == [
        ('Wilfried "Willi" Schneider is German.', 0, 0, 37),
        ("Schneider's coach is Canadian.", 1, 38, 68),
    ]


def test_entities_take_the_first_name_and_mentions_their_place(tmp_path):
    file = written(tmp_path, ARTICLE)
    first, second = records(file, "entity")
    assert (first.id, first.label, first.name, first.aliases) == (
        "Willi#0", "PER", 'Wilfried "Willi" Schneider', ["Schneider"],
    )  # fmt: skip
    assert (second.id, second.label, second.name) == ("Willi#1", "LOC", "German")
    mentions = [(each.entity, each.start, each.end, each.surface) for each in
                records(file, "mention")]  # fmt: skip
    assert mentions == [
        ("Willi#0", 0, 26, 'Wilfried "Willi" Schneider'),
        ("Willi#0", 0, 9, "Schneider"),
        ("Willi#1", 30, 36, "German"),
    ]


def test_relation_names_come_from_the_file_beside(tmp_path):
    file = written(tmp_path, ARTICLE)
    assert [each.type for each in records(file, "relation")] == ["P27", "P6"]
    (tmp_path / "rel_info.json").write_text('{"P27": "country of citizenship"}')
    named, unnamed = records(file, "relation")
    assert (named.type, named.properties) == ("country of citizenship", {"property": "P27"})
    assert (unnamed.type, unnamed.properties) == ("P6", {})
    (tmp_path / "relation_names.json").write_text("[]")
    with pytest.raises(ImportRejectedError, match=r"relation_names\.json"):
        list(read_docred(file))


def test_ids_that_nothing_names_are_told(tmp_path):
    file = written(tmp_path, ARTICLE)
    [note] = [item.text for item in read_docred(file) if isinstance(item, Note)]
    assert note == (
        "Relation types are ids such as P27; a file relation_names.json or rel_info.json beside"
        " this one would name them."
    )
    (tmp_path / "rel_info.json").write_text('{"P27": "country of citizenship"}')
    assert not [item for item in read_docred(file) if isinstance(item, Note)]


def test_evidence_names_the_sentence(tmp_path):
    file = written(tmp_path, ARTICLE)
    (entry,) = records(file, "evidence")
    assert entry.passage == records(file, "passage")[0].id
    assert entry.relation == records(file, "relation")[0].id


def test_merged_by_name_entities_of_two_articles_are_one(tmp_path):
    other = {**ARTICLE, "title": "Other"}
    other["vertexSet"] = [
        ARTICLE["vertexSet"][0],
        [{"name": "GERMAN", "sent_id": 0, "pos": [6, 7], "type": "LOC"}],
    ]
    file = written(tmp_path, ARTICLE, other)
    with EmbeddedWriter(tmp_path / "store") as writer:
        report = writer.ingest(read_docred(file, merge_by_name=True), file="x")
        names = writer.connection.execute(
            "SELECT text FROM name JOIN entity e ON e.id = entity WHERE e.name = 'German'"
            " ORDER BY ord"
        ).fetchall()
    assert report.counts["entity"] == 2
    assert report.counts["relation"] == 2
    assert report.counts["evidence"] == 2
    assert report.relations_without_evidence == 1
    assert names == [("German",), ("GERMAN",)]


def test_what_points_at_nothing_is_left_out_and_counted(tmp_path):
    broken = {
        **ARTICLE,
        "sents": [*ARTICLE["sents"], []],
        "vertexSet": [
            [
                {"name": "A", "sent_id": 9, "pos": [0, 1], "type": "PER"},
                {"name": "A", "sent_id": 0, "pos": [0, 99], "type": "PER"},
                {"name": "A", "sent_id": 0, "pos": [3, 3], "type": "PER"},
                {"name": "A", "sent_id": 2, "pos": [0, 1], "type": "PER"},
            ]
        ],
        "labels": [
            {"h": 0, "t": 7, "r": "P1", "evidence": []},
            {"h": 0, "t": 0, "r": "P1", "evidence": [2, 8, 0]},
        ],
    }
    file = written(tmp_path, broken)
    (tmp_path / "rel_info.json").write_text('{"P1": "knows"}')
    notes = [item.text for item in read_docred(file) if isinstance(item, Note)]
    assert notes == [
        "Mentions that point at something that is not there, left out: 4.",
        "Relations that point at something that is not there, left out: 1.",
        "Evidence entries that point at something that is not there, left out: 2.",
    ]
    assert len(records(file, "evidence")) == 1


def test_an_article_of_another_shape_is_a_problem(tmp_path):
    wrong = {**ARTICLE, "sents": [["a", 1]], "labels": [{"h": -1, "t": 0, "r": "P1"}]}
    found = list(read_docred(written(tmp_path, {"title": "x"}, wrong, "text")))
    assert found[0] == Unit("article")
    assert [str(problem) for problem in found[1:]] == [
        "article 1: sents: is missing",
        "article 1: vertexSet: is missing",
        "article 2: sents.0.1: must be text",
        "article 2: labels.0.h: must be at least 0",
        "article 3: is not a JSON object",
    ]


def test_two_articles_of_one_title_are_a_problem(tmp_path):
    found = list(read_docred(written(tmp_path, ARTICLE, ARTICLE)))
    reason = "article 1 of the file has the same title"
    problems = [each for each in found if isinstance(each, Problem)]
    assert problems == [Problem(2, "title", reason, "article")]


def test_what_the_store_refuses_is_told_by_article(tmp_path):
    items = list(read_docred(written(tmp_path, ARTICLE, {**ARTICLE, "title": "Other"})))
    last = [each for each in items if isinstance(each, Numbered) and each.record.kind == "entity"]
    other = last[-1]._replace(record=last[-1].record.model_copy(update={"name": "Somebody else"}))
    with EmbeddedWriter(tmp_path / "s") as writer, pytest.raises(ImportRejectedError) as caught:
        writer.ingest([*items, other], file="x")
    assert [str(problem) for problem in caught.value.problems] == [
        "article 2: name: is “Somebody else”, but article 2 names this entity “German”; keep one,"
        " or make the other an alias"
    ]


def test_lone_surrogates_in_tokens_are_replaced(tmp_path):
    article = {**ARTICLE, "title": "a\ud800", "sents": [["\x00b"]], "vertexSet": [], "labels": []}
    assert Replaced(2) in list(read_docred(written(tmp_path, article)))
    (passage,) = records(tmp_path / "articles.json", "passage")
    assert (passage.document, passage.text) == ("a\ufffd", "\ufffdb")


def test_a_file_without_labels_has_entities_only(tmp_path):
    article = {key: value for key, value in ARTICLE.items() if key != "labels"}
    items = read_docred(written(tmp_path, article))
    kinds = Counter(item.record.kind for item in items if isinstance(item, Numbered))
    assert (kinds["entity"], kinds["relation"]) == (2, 0)


UNREADABLE = {
    "": "is empty",
    " \n\n": "is empty but for blank lines",
    "[]": "is an array without any article; nothing would come in",
    "{}": "is not a JSON array: it has '{' instead of '[' at line 1, column 1",
    '[\n{"title": "x"': (
        "is not valid JSON: it ends too early, at line 2, column 14 (expecting ',' delimiter)"
    ),
    '[\n{"title":\n  "x': (
        "is not valid JSON: the text that begins at line 3, column 3 never ends"
    ),
    '[{"title": "x"}\n {}]': (
        "is not valid JSON: expected ',' or ']' between elements at line 2, column 2; before it, the"
        " JSON is sound up to article 1"
    ),
    "[1,]": "is not valid JSON: expecting value at line 1, column 4; before it, the JSON is"
    " sound up to article 1",
}


@pytest.mark.parametrize(("text", "reason"), UNREADABLE.items())
def test_what_is_no_array_of_articles_is_refused_with_its_place(tmp_path, text, reason):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(ImportRejectedError, match=r"x\.json was refused") as caught:
        list(read_docred(tmp_path / "x.json"))
    assert [str(problem) for problem in caught.value.problems] == [reason]


def test_names_of_relations_that_cannot_be_read_have_a_place(tmp_path):
    (tmp_path / "rel_info.json").write_text('{\n "P27": "country"\n "P6": "head"}')
    with pytest.raises(ImportRejectedError) as caught:
        list(read_docred(written(tmp_path, ARTICLE)))
    assert caught.value.file == "rel_info.json"
    assert [str(problem) for problem in caught.value.problems] == [
        "is not a JSON object of names for relation ids",
        "is not valid JSON: expected `,` or `}` at line 3, column 2",
    ]


@pytest.mark.skipif(not DATA.exists(), reason="the Re-DocRED data is not beside the repository")
@pytest.mark.parametrize(
    ("merge_by_name", "entities", "relations", "without_evidence"),
    [(False, 9_684, 17_284, 9_811), (True, 7_249, 16_875, 9_531)],
)
def test_redocred_dev_has_the_published_counts(
    tmp_path, merge_by_name, entities, relations, without_evidence
):
    with EmbeddedWriter(tmp_path) as writer:
        report = writer.ingest(read_docred(DATA, merge_by_name=merge_by_name), file=DATA.name)
        run = writer.connection.execute
        stored = [
            run(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("document", "passage", "entity", "relation")
        ]
        paths = run(
            "SELECT count(*) FROM relation r"
            " WHERE NOT EXISTS(SELECT 1 FROM evidence x WHERE x.relation = r.id)"
        ).fetchone()[0]
        types = run("SELECT count(*) FROM relation_type WHERE name GLOB 'P[0-9]*'").fetchone()[0]
    assert report.counts["entity"] == entities
    assert report.counts["relation"] == relations
    assert report.relations_without_evidence == paths == without_evidence
    assert report.evidence_missing == 0
    assert report.notes == []
    assert stored == [500, 4_110, entities, relations]
    assert types == 0
