"""The command line, run in this process on stores in a temporary folder."""

import asyncio
import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock

from evidence import EVERYTHING, entity_search, explore_relationships
from evidence.commands import models
from evidence.commands.bars import Bars
from evidence.commands.main import main
from evidence.commands.showing import counted, shown, table
from evidence.embedders.hashed import HashedEmbedder
from evidence.records import RECORD
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing.writer import EmbeddedWriter
from tests.evidence.importers.test_docred import ARTICLE

GRAPH = [
    {"kind": "document", "key": "d"},
    {"kind": "passage", "id": "p", "document": "d", "order": 0, "text": "Ada knows Bob."},
    {"kind": "entity", "id": "a", "label": "Person", "name": "Ada"},
    {"kind": "entity", "id": "b", "label": "Person", "name": "Bob\x1b[31m"},
    {"kind": "mention", "passage": "p", "entity": "a"},
    {"kind": "mention", "passage": "p", "entity": "b"},
    {"kind": "relation", "id": "r", "type": "KNOWS", "source": "a", "target": "b"},
    {"kind": "relation", "id": "s", "type": "LIKES", "source": "b", "target": "a"},
    {"kind": "evidence", "relation": "r", "passage": "p", "quote": "knows"},
]


OPEN_EMBEDDER = models.open_embedder


@pytest.fixture
def cli(tmp_path, monkeypatch):
    """Runs a command in an empty working directory; gives its result."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVIDENCE_STORE", "data")
    monkeypatch.setattr(models, "open_embedder", lambda: HashedEmbedder(8))

    def run(*arguments: str, code: int = 0):
        result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def graph(tmp_path):
    file = tmp_path / "graph.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in GRAPH), "utf-8")
    return str(file)


def ask(folder: Path, question):
    async def answer():
        store = EmbeddedStore.open(folder)
        try:
            return await question(store)
        finally:
            await store.close()

    return asyncio.run(answer())


def test_import_reports_what_came_in_and_embeds_it(cli, graph):
    result = cli("import", graph)
    assert result.stdout == (
        "graph.jsonl: 1 document, 1 passage, 2 entities, 2 mentions, 2 relations,"
        " 1 evidence entry.\n"
        "  1 relation has no evidence.\n"
    )
    assert result.stderr == (
        "3 names and passages embedded.\nOpen it: EVIDENCE_STORE=data .venv/bin/streamlit run app.py\n"
    )
    assert Path("data/store.db").exists()


def test_import_goes_into_a_folder_of_its_own_by_default(cli, graph, monkeypatch):
    monkeypatch.delenv("EVIDENCE_STORE")
    cli("import", graph, "--no-vectors")
    assert Path("data/graph/store.db").exists()


def test_import_goes_into_the_folder_that_is_named(cli, graph, monkeypatch):
    cli("import", graph, "--into", "here", "--no-vectors")
    monkeypatch.setenv("EVIDENCE_STORE", "there")
    cli("import", graph, "--no-vectors")
    assert not Path("data").exists()
    assert Path("here/store.db").exists()
    assert Path("there/store.db").exists()


def test_import_tells_repeats_in_the_file_from_what_the_store_had(cli, tmp_path):
    told = [record for record in GRAPH if record["kind"] != "evidence"]
    states = {"kind": "evidence", "relation": "r", "passage": "p"}
    records = [*told, GRAPH[2], GRAPH[6], states, states, {**states, "quote": "knows"}]
    (tmp_path / "first.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    assert cli("import", "first.jsonl", "--no-vectors").stdout.splitlines()[1:] == [
        "  1 relation has no evidence.",
        "  2 evidence entries repeat the relation and passage of others in this file; one of each is"
        " kept, with the first quote.",
        "  1 entity record repeats another of this file and joined it.",
        "  1 relation record repeats another of this file and joined it.",
    ]
    records = [{**GRAPH[2], "name": "Ada Byron"}, {**GRAPH[3], "label": "Poet"}, *told[6:], states]
    (tmp_path / "second.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    assert cli("import", "second.jsonl", "--no-vectors").stdout.splitlines() == [
        "second.jsonl: 2 entities, 2 relations, 1 evidence entry.",
        "  1 relation has no evidence.",
        "  1 evidence entry was in the store already.",
        "  2 entities were in the store already and were merged.",
        "  1 stored entity took the name this file gives; its former name is an alias now.",
        "  1 stored entity took the label this file gives.",
        "  2 relations were in the store already and were merged.",
    ]
    assert " Ada Byron " in cli("search", "ada", "--mode", "lexical").stdout


def test_import_prints_reports_as_json(cli, graph):
    (report,) = json.loads(cli("import", graph, "--no-vectors", "--json").stdout)
    assert report["file"] == "graph.jsonl"
    assert report["counts"]["entity"] == 2
    assert report["relations_without_evidence"] == 1


def test_import_takes_several_files_and_tells_their_format_by_their_start(cli, graph, tmp_path):
    (tmp_path / "articles.json.gz").write_bytes(gzip.compress(json.dumps([ARTICLE]).encode()))
    result = cli("import", graph, "articles.json.gz", "--no-vectors")
    assert "graph.jsonl: 1 document" in result.stdout
    assert "articles.json.gz: 1 document, 1 version, 2 passages, 2 entities" in result.stdout


def test_import_merges_docred_by_name(cli, tmp_path):
    other = {**ARTICLE, "title": "Other"}
    (tmp_path / "a.json").write_text(json.dumps([ARTICLE, other]))
    result = cli(
        "import", "a.json", "--format", "docred", "--merge-by-name", "--no-vectors", "--json"
    )
    (report,) = json.loads(result.stdout)
    assert (report["counts"]["entity"], report["entities_merged"]) == (2, 2)


def test_a_file_refused_after_others_says_that_those_came_in(cli, graph, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"kind":"entity"}\n')
    result = cli("import", graph, "bad.jsonl", "--no-vectors", code=1)
    assert result.stderr.splitlines()[-4] == (
        "Error: bad.jsonl was refused because of 3 problems; the store holds the files before it,"
        " as it did."
    )
    assert '"entities": ' in cli("info", "--json").stdout


def test_a_refused_file_is_told_line_by_line_without_a_traceback(cli, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"kind":"entity"}\n' * 9 + "{}\n")
    result = cli("import", "bad.jsonl", code=1)
    assert result.stderr.splitlines()[:3] == [
        "Error: bad.jsonl was refused because of 28 problems; the store is as it was.",
        "  line 1: id: is missing",
        "  line 1: label: is missing",
    ]
    assert result.stderr.splitlines()[-1] == "  and 8 more"
    assert cli("import", "nowhere.jsonl", code=1).stderr == (
        "Error: nowhere.jsonl was refused because of 1 problem; the store is as it was.\n"
        "  there is no such file\n"
    )


def test_a_refused_first_import_leaves_no_store_behind(cli, graph, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"kind":"entity"}\n')
    cli("import", "bad.jsonl", "--into", "new/deep", code=1)
    assert not Path("new").exists()
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("kept", "utf-8")
    for refused in ("bad.jsonl", "nowhere.jsonl"):
        cli("import", refused, "--into", "mine", code=1)
        assert [file.name for file in Path("mine").iterdir()] == ["notes.txt"]
    cli("import", graph, "bad.jsonl", "--into", "mine", "--no-vectors", code=1)
    assert json.loads(cli("info", "--store", "mine", "--json").stdout)["counts"]["entities"] == 2
    cli("import", "bad.jsonl", "--into", "mine", code=1)
    assert json.loads(cli("info", "--store", "mine", "--json").stdout)["counts"]["entities"] == 2


def test_search_loads_no_model_when_the_store_has_no_vectors(cli, graph, monkeypatch):
    cli("import", graph, "--no-vectors")
    loaded = []
    monkeypatch.setattr(models, "open_embedder", lambda: loaded.append(1) or HashedEmbedder(8))
    told = (
        "The store has no vectors, so nothing was searched by meaning."
        " Run `python -m evidence embed`."
    )
    found = cli("search", "ada").stdout.splitlines()
    assert found[0] == told
    assert " Ada " in found[2]
    assert cli("search", "ada", "--mode", "semantic", code=1).stdout == f"{told}\n"
    assert loaded == []
    cli("embed")
    assert told not in cli("search", "ada").stdout
    assert loaded == [1, 1]


def test_search_without_vectors_sends_nobody_to_a_model_that_is_switched_off(
    cli, graph, monkeypatch
):
    monkeypatch.setattr(models, "open_embedder", OPEN_EMBEDDER)
    monkeypatch.setenv("EVIDENCE_MODEL", "none")
    cli("import", graph)
    told = cli("search", "ada").stdout
    assert "Meaning search is switched off by EVIDENCE_MODEL." in told
    assert "embed" not in told


def test_without_a_model_names_can_be_searched_and_embed_goes_on_later(cli, graph, monkeypatch):
    monkeypatch.setattr(models, "open_embedder", lambda: models.NoEmbedder("There is no model."))
    result = cli("import", graph)
    assert result.stderr == (
        "Names and text can be searched, but not by meaning. There is no model.\n"
        "Open it: EVIDENCE_STORE=data .venv/bin/streamlit run app.py\n"
    )
    assert "vectors: none" in cli("info").stdout
    monkeypatch.setattr(models, "open_embedder", lambda: HashedEmbedder(8))
    assert cli("embed").stderr == "3 names and passages embedded.\n"
    assert "vectors: 3 by hashed-words@8" in cli("info").stdout
    monkeypatch.setattr(models, "open_embedder", lambda: HashedEmbedder(4))
    assert "come from hashed-words@8" in cli("embed").stderr
    assert cli("embed", "--again").stderr == "3 names and passages embedded.\n"


def test_a_busy_store_is_told(cli, graph, monkeypatch):
    monkeypatch.setattr(EmbeddedWriter.__init__, "__kwdefaults__", {"wait": 0.1})
    with EmbeddedWriter(Path("data")):
        result = cli("import", graph, code=1)
    assert result.stderr.startswith(
        "Error: data: Another import is writing to this store (process "
    )
    assert "Traceback" not in result.output


def test_info_counts_everything(cli, graph, tmp_path):
    spans = ((0, 3), (4, 9), (10, 13))
    records = [*GRAPH, {"kind": "document", "key": "draft", "enabled": False}]
    records += [
        {"kind": "mention", "passage": "p", "entity": "a", "start": start, "end": end}
        for start, end in spans
    ]
    (tmp_path / "places.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    assert ", 2 mentions," in cli("import", "places.jsonl", "--no-vectors").stdout
    found = json.loads(cli("info", "--json").stdout)
    assert found["counts"] == {
        "documents": 2, "documents disabled": 1, "documents not in force today": 0,
        "versions": 2, "superseded versions": 0, "sections": 0, "passages": 1,
        "entities": 2, "names": 2, "mentions": 2, "places of mentions": 3,
        "relations": 2, "relations without evidence": 1, "evidence": 1, "missing evidence": 0,
    }  # fmt: skip
    assert found["labels"] == [["Person", 2]]
    assert found["relation_types"] == [["KNOWS", 1], ["LIKES", 1]]
    assert (found["text_ready"], found["vectors"], found["waiting"]) == (True, 0, 3)
    text = cli("info").stdout
    assert re.search(r"^entities +2$", text, re.MULTILINE)
    assert "text index: ready\n" in text


def test_info_says_how_many_types_it_does_not_list(cli, tmp_path):
    records = [record for record in GRAPH if record["kind"] not in ("relation", "evidence")]
    records += [
        {"kind": "relation", "id": f"r{n}", "type": f"TYPE_{n:02}", "source": "a", "target": "b"}
        for n in range(23)
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (tmp_path / "types.jsonl").write_text(lines, "utf-8")
    cli("import", "types.jsonl", "--no-vectors")
    text = cli("info").stdout
    assert "TYPE_19  1\n  and 3 more; --json lists all\n" in text
    assert "TYPE_20" not in text
    found = json.loads(cli("info", "--json").stdout)
    assert found["relation_types"] == [[f"TYPE_{n:02}", 1] for n in range(23)]


def test_search_says_what_of_a_long_text_it_left_out(cli, graph):
    cli("import", graph, "--no-vectors")
    text = cli("search", "ada " + "x" * 1_100, "--mode", "lexical").stdout
    assert text.startswith("Only the first 1,000 characters were used; 104 characters left out.\n")
    text = cli("search", " ".join(f"w{n}" for n in range(70)), "--mode", "lexical").stdout
    assert text.startswith("Only the first 64 words were used; 6 words left out.\n")
    beside = cli("search", "ada " + "x" * 1_100, "--mode", "lexical", "--json")
    assert json.loads(beside.stdout)["status"] == "ok"
    assert beside.stderr == (
        "Only the first 1,000 characters were used; 104 characters left out.\n"
    )


def test_check_finds_and_rebuild_mends(cli, graph):
    cli("import", graph)
    assert cli("check").stdout == "The store is sound.\n"
    with EmbeddedWriter(Path("data")) as writer:
        writer.connection.execute("DELETE FROM term")
    assert cli("check", code=1).stdout == (
        "Words with a wrong number of passages: 3\n`python -m evidence rebuild` mends this.\n"
    )
    cli("rebuild")
    assert cli("check").stdout == "The store is sound.\n"
    with EmbeddedWriter(Path("data")) as writer:
        writer.connection.execute("UPDATE passage SET text = 'x'")
    assert cli("check", code=1).stdout.splitlines()[-1] == RESTORED.strip()


def test_export_is_the_inverse_of_import(cli, graph):
    cli("import", graph, "--no-vectors")
    printed = cli("export").stdout
    assert json.loads(printed.splitlines()[0])["kind"] == "header"
    result = cli("export", "--out", "out.jsonl")
    assert result.stderr == f"{len(printed.splitlines())} records written.\n"
    assert Path("out.jsonl").read_text("utf-8") == printed
    cli("import", "out.jsonl", "--into", "second", "--no-vectors")
    assert cli("export", "--store", "second").stdout == printed


def test_an_export_that_cannot_be_written_leaves_no_file(cli, graph):
    cli("import", graph, "--no-vectors")
    result = cli("export", "--out", "nowhere/out.jsonl", code=1)
    assert result.stderr == "Error: nowhere/out.jsonl was not written: no such file or directory.\n"
    assert sorted(path.name for path in Path().iterdir()) == ["data", "graph.jsonl"]


def test_schema_is_that_of_the_records(cli):
    assert json.loads(cli("schema").stdout) == RECORD.json_schema()


def test_search_prints_exactly_the_result_as_json(cli, graph):
    cli("import", graph)
    printed = cli("search", "ada", "--limit", "1", "--json").stdout
    result = ask(
        Path("data"),
        lambda store: entity_search(store, HashedEmbedder(8), "ada", scope=EVERYTHING, limit=1),
    )
    assert printed == result.model_dump_json(indent=2) + "\n"
    assert [hit["name"] for hit in json.loads(printed)["hits"]] == ["Ada"]
    full = json.loads(cli("search", "ada", "--limit", "1", "--json", "--full").stdout)
    assert full.pop("extra")["hits"][0]["entity"]["name"] == "Ada"
    assert full == json.loads(printed)


def test_search_tells_hits_without_letting_names_reach_the_terminal_raw(cli, graph):
    cli("import", graph)
    text = cli("search", "bob", "--mode", "lexical").stdout
    assert "Bob<U+001B>[31m" in text
    assert "lexical #1" in text
    assert "\x1b" not in text
    assert "Ada knows Bob." in cli("search", "ada", "--mode", "lexical", "--full").stdout


NOTHING = "Nothing matches. Try fewer words or another spelling.\n"


def test_search_narrows_by_label_and_scope(cli, graph):
    cli("import", graph, "--no-vectors")
    assert cli("search", "zzz", "--mode", "lexical", "--label", "Person").stdout == NOTHING
    scoped = cli("search", "ada", "--mode", "lexical", "--scope", "d", "--json")
    assert json.loads(scoped.stdout)["status"] == "ok"
    assert scoped.stderr == ""


def test_search_says_which_labels_and_documents_are_unknown(cli, graph):
    cli("import", graph, "--no-vectors")
    place = (
        "The label “Place” is unknown: no entity in scope has it. Labels in scope: Person (2).\n"
    )
    lexical = ("search", "ada", "--mode", "lexical")
    assert cli(*lexical, "--label", "Place").stdout == place + NOTHING
    both = cli(*lexical, "--label", "Place", "--label", "Person").stdout
    assert both.startswith(place)
    assert " Ada " in both
    key = "The document key “e” is unknown: no document you can see has it.\n"
    assert cli(*lexical, "--scope", "e").stdout == (
        f"{key}The scope covers no document you can see. Name others with --scope, or leave it out.\n"
    )
    some = cli(*lexical, "--scope", "e", "--scope", "d").stdout
    assert some.startswith(key)
    assert " Ada " in some
    beside = cli(*lexical, "--scope", "e", "--scope", "d", "--label", "Place", "--json")
    assert json.loads(beside.stdout)["status"] == "no_match"
    assert beside.stderr == key + place
    assert "“x<U+001B>[31m”" in cli(*lexical, "--label", "x\x1b[31m").stdout


def test_a_label_agrag_does_not_take_is_a_usage_error(cli, graph):
    cli("import", graph, "--no-vectors")
    told = cli("search", "ada", "--parity", "--label", "a b", "--mode", "lexical", code=2)
    assert "letters, digits and underscores" in told.stderr
    assert "Traceback" not in told.output


def test_a_label_known_by_those_below_it_is_known(cli, tmp_path):
    records = [*GRAPH, {"kind": "label", "name": "Person", "ancestors": ["Agent"]}]
    (tmp_path / "g.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    cli("import", "g.jsonl", "--no-vectors")
    lexical = ("search", "zzz", "--mode", "lexical")
    assert cli(*lexical, "--label", "Agent").stdout == NOTHING
    assert "“Being” is unknown" in cli(*lexical, "--label", "Being").stdout


def test_what_is_out_of_scope_is_unknown_like_what_does_not_exist(cli, tmp_path):
    hidden = [
        {"kind": "document", "key": "h"},
        {"kind": "document", "key": "off", "enabled": False},
        {"kind": "passage", "id": "q", "document": "h", "order": 0, "text": "Ada fears Xu."},
        {"kind": "entity", "id": "x", "label": "Secret", "name": "Xu"},
        {"kind": "mention", "passage": "q", "entity": "x"},
        {"kind": "mention", "passage": "q", "entity": "a"},
        {"kind": "relation", "id": "t", "type": "FEARS", "source": "a", "target": "x"},
        {"kind": "evidence", "relation": "t", "passage": "q"},
    ]
    lines = "".join(json.dumps(each) + "\n" for each in [*GRAPH, *hidden])
    (tmp_path / "g.jsonl").write_text(lines)
    cli("import", "g.jsonl", "--no-vectors")

    def told(*arguments: str, name: str) -> str:
        return cli(*arguments).stdout.replace(name, "NAME")

    lexical = ("search", "xu", "--mode", "lexical", "--scope")
    labels = {told(*lexical, "d", "--label", name, name=name) for name in ("Secret", "Nowhere")}
    keys = {told(*lexical, name, name=f"“{name}”") for name in ("off", "nowhere")}
    start = json.loads(cli("search", "ada", "--mode", "lexical", "--json").stdout)
    entity = start["hits"][0]["entity_id"]
    walk = ("explore", entity, "--scope", "d", "--type")
    types = {told(*walk, name, name=name) for name in ("FEARS", "NOTHING")}
    assert (len(labels), len(keys), len(types)) == (1, 1, 1)
    assert "is unknown" in types.pop()
    assert "is unknown" not in cli(*lexical, "h", "--label", "Secret").stdout
    assert "is unknown" not in cli("explore", entity, "--type", "FEARS").stdout


def test_explore_says_which_types_and_documents_are_unknown(cli, graph):
    cli("import", graph, "--no-vectors")
    start = json.loads(cli("search", "ada", "--mode", "lexical", "--json").stdout)
    entity = start["hits"][0]["entity_id"]
    hates = (
        "The relation type “HATES” is unknown here: no relation of this entity in scope has it."
        " Types it has: KNOWS (1), LIKES (1).\n"
    )
    assert cli("explore", entity, "--type", "HATES").stdout.startswith(hates)
    some = cli("explore", entity, "--type", "HATES", "--type", "KNOWS")
    assert some.stdout.startswith(hates)
    assert "1 entity, 1 relation." in some.stdout
    beside = cli("explore", entity, "--type", "HATES", "--json")
    assert (json.loads(beside.stdout)["edges"], beside.stderr) == ([], hates)
    key = "The document key “e” is unknown: no document you can see has it.\n"
    out = cli("explore", entity, "--scope", "e", code=1).stdout
    assert out == f"{key}There is no such entity in scope.\n"


def test_explore_prints_exactly_the_result_as_json(cli, graph):
    cli("import", graph, "--no-vectors")
    start = json.loads(cli("search", "ada", "--mode", "lexical", "--json").stdout)
    entity = start["hits"][0]["entity_id"]
    printed = cli("explore", entity, "--type", "KNOWS", "--json").stdout
    result = ask(
        Path("data"),
        lambda store: explore_relationships(
            store, entity, scope=EVERYTHING, relation_types=["KNOWS"]
        ),
    )
    assert printed == result.model_dump_json(indent=2) + "\n"
    full = json.loads(cli("explore", entity, "--json", "--full").stdout)
    assert full["extra"]["start"]["name"] == "Ada"
    text = cli("explore", entity, "--full").stdout
    assert "Ada (Person)" in text
    assert "Ada              KNOWS     Bob<U+001B>[31m  assertion  1 passage\n" in text
    assert "Bob<U+001B>[31m  LIKES     Ada              path\n" in text
    assert "1 entity, 2 relations.\n" in text


def test_explore_says_when_there_is_no_such_entity(cli, graph):
    cli("import", graph, "--no-vectors")
    assert cli("explore", "x", code=1).stdout == (
        "This is not an entity id; ids are lowercase UUIDs, and `search` prints them.\n"
    )
    unknown = "00000000-0000-4000-8000-000000000000"
    assert cli("explore", unknown, code=1).stdout == "There is no such entity in scope.\n"
    assert json.loads(cli("explore", unknown, "--json", code=1).stdout)["status"] == "unavailable"


def test_without_a_named_store_the_demo_graph_answers(cli, graph, monkeypatch):
    monkeypatch.delenv("EVIDENCE_STORE")
    cli("import", graph, "--no-vectors")
    result = cli("search", "Maria Chen", "--mode", "lexical", "--scope", "acme-notes.md", "--json")
    assert [hit["name"] for hit in json.loads(result.stdout)["hits"]] == ["Maria Chen"]
    assert result.stderr == "This is the demo graph; --store names another.\n"
    assert Path("data/demo/store.db").exists()


UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
OPENING = (
    ("info",), ("check",), ("rebuild",), ("embed",), ("export",), ("export", "--out", "x.jsonl"),
    ("search", "x"), ("explore", UNKNOWN_ID),
)  # fmt: skip


@pytest.mark.parametrize("command", OPENING)
def test_a_named_folder_without_a_store_is_an_error_that_names_it(cli, command):
    result = cli(*command, "--store", "no/where", code=1)
    assert result.stderr == "Error: no/where: There is no store here; import a graph first.\n"
    assert list(Path().iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(cli, graph):
    Path("file").touch()
    result = cli("import", graph, "--into", "file/deep", code=1)
    assert result.stderr == "Error: file/deep: The store's folder cannot be made.\n"


def test_a_folder_that_cannot_be_read_or_written_is_named(cli, graph, monkeypatch):
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "not allowed")

    Path("mine").mkdir()
    with monkeypatch.context() as patched:
        patched.setattr(FileLock, "acquire", refuse)
        result = cli("import", graph, "--into", "mine", code=1)
    assert result.stderr == "Error: mine: The store's folder cannot be written.\n"
    with monkeypatch.context() as patched:
        patched.setattr(Path, "iterdir", refuse)
        result = cli("import", graph, "--into", "mine", code=1)
    assert result.stderr == "Error: mine: The store's folder cannot be read.\n"


def test_a_file_that_is_refused_is_named_as_it_was_given(cli, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/g.jsonl").write_text('{"kind":"entity","\\u001b[31m":1}\n')
    told = cli("import", "in/g.jsonl", code=1).stderr
    assert told.startswith("Error: in/g.jsonl was refused because of 4 problems; the store is as")
    assert "  line 1: <U+001B>[31m: is not a field of this kind of record\n" in told
    assert "\x1b" not in told
    assert "Error: in was refused" in cli("import", "in", code=1).stderr
    assert "Error: . was refused" in cli("import", ".", code=1).stderr


RESTORED = (
    "Restore the folder from a copy, or import an export of it or the files it was made from into a"
    " new folder.\n"
)


@pytest.mark.parametrize("command", [*OPENING, ("import", "graph.jsonl")])
@pytest.mark.parametrize("damage", ["cut", "zeroed", "text", "empty"])
def test_a_damaged_store_is_told_with_what_to_do(cli, graph, command, damage):
    cli("import", graph, "--no-vectors")
    file = Path("data/store.db")
    content = file.read_bytes()
    damaged = {
        "cut": content[: len(content) // 2],
        "zeroed": content[:4096] + bytes(len(content) - 4096),
        "text": b"hello" * 1_000,
        "empty": b"",
    }
    file.write_bytes(damaged[damage])
    if damage == "empty" and command[0] == "import":
        # What a first import leaves that was killed at once; nothing is lost.
        assert "2 entities" in cli(*command).stdout
        return
    told = cli(*command, code=1)
    if command == ("check",):
        assert told.output.endswith(RESTORED)
        assert "python -m evidence check" not in told.output
    elif told.stderr:
        assert told.stderr.startswith("Error: data: The ")
        assert told.stderr.endswith(
            f"Run `python -m evidence check` to see what is wrong with it. {RESTORED}"
        )
    else:
        assert "failed. Run `python -m evidence check` on the store." in told.stdout


@pytest.mark.parametrize("named", [True, False])
def test_check_tells_what_is_missing_of_a_cut_file_and_what_can_still_be_read(
    cli, monkeypatch, named
):
    monkeypatch.delenv("EVIDENCE_STORE")
    cli("info")
    file = Path("data/demo/store.db")
    content = file.read_bytes()
    pages = len(content) // 4096
    file.write_bytes(content[: pages // 2 * 4096])
    told = cli("check", *(("--store", "data/demo") if named else ()), code=1)
    lines = told.stdout.splitlines()
    assert lines[0] == (
        f"Missing pages of a damaged file that says it has {pages}: {pages - pages // 2}"
    )
    assert any(line.startswith("  ") and "invalid page number" in line for line in lines)
    readable = next(line for line in lines if line.startswith("  still readable: "))
    assert {"document", "passage", "relation"} <= set(readable.split(": ")[1].split(", "))
    again = "Delete the folder data/demo, and the demo graph is built anew."
    assert lines[-1] == (RESTORED.strip() if named else again)
    assert str(Path.cwd()) not in told.output


def test_a_damaged_demo_is_to_be_deleted(cli, monkeypatch):
    monkeypatch.delenv("EVIDENCE_STORE")
    cli("info")
    Path("data/demo/store.db").write_bytes(b"no database" * 99)
    told = cli("info", code=1).stderr
    assert "Error: data/demo: The store file is not a database" in told
    assert told.endswith("Delete this folder, and the demo graph is built anew.\n")


def test_usage_errors_are_clicks_own(cli):
    assert "Missing argument" in cli("import", code=2).stderr
    assert "not in the range" in cli("search", "x", "--limit", "51", code=2).stderr
    assert "not in the range" in cli("explore", "x", "--depth", "3", code=2).stderr


def test_text_of_documents_is_shown_on_one_line_with_controls_visible():
    assert shown("a\n b\tc") == "a b c"
    assert shown("\u202eevil\x9b") == "<U+202E>evil<U+009B>"
    assert shown("👩\u200d🚀") == "👩\u200d🚀"
    assert shown("abcdef", 4) == "abc…"


def test_columns_of_a_table_line_up_in_wide_scripts():
    assert table([("東京", "x"), ("e\u0301", "y")], ("name", "")) == [
        "name", "東京  x", "e\u0301     y",
    ]  # fmt: skip
    assert counted(1, "entity", "entities") == "1 entity"
    assert counted(1_200, "passage") == "1,200 passages"


def test_bars_are_silent_for_the_first_second(capsys):
    now = [0.0]
    with Bars(clock=lambda: now[0]) as bars:
        bars("Reading", 1, 10)
        assert capsys.readouterr().err == ""
        now[0] = 1.5
        bars("Reading", 5, 10)
        bars("Reading", 20, 10)
        bars("Storing", 1, None)
    assert capsys.readouterr().err.splitlines() == ["Reading", "Storing"]
