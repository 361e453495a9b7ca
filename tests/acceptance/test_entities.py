"""G4 and G5: entity search on a tiny graph, with agrag's answers and with ours.

Hits are written ``Alice Smith:Person lexical+semantic`` with ``?`` in front when unsupported.
"""

from typing import Any, NamedTuple

import pytest

from evidence.details import Count
from evidence.entities import entity_search
from evidence.ports import Embedder
from evidence.results import EntityResult
from evidence.settings import RetrievalSettings
from tests.builders import Story
from tests.conftest import OpenStore
from tests.fakes import (
    FixedEmbedder,
    LoadingEmbedder,
    RaisingEmbedder,
    wrong_dimension_embedder,
)

SCOPE = {"A", "P", "OLD"}


def people() -> Story:
    """The graph of G4. Several entities that nothing mentions keep ``Smith`` a rare word."""
    story = Story()
    story.document("A")
    for number in range(6):
        story.passage(f"A{number}", of="A")
    story.document("P")
    story.passage("P0", of="P", pages=[3, 4])
    story.document("OLD", versions=("v0", "v1"))
    story.passage("O0", of="OLD", version="v0")
    story.passage("N0", of="OLD", version="v1")
    story.label("Person", below=["Agent"])
    story.label("Organization", below=["Agent"])
    seen = ["A3", "A4", "A5", "A0", "P0"]
    story.entity("Alice Smith", "Person", properties={"role": "boss"}, seen_in=seen)
    story.entity("Bob", "Person", seen_in=["A0", "A1"])
    story.entity("Acme", "Organization", seen_in=["A1", "A2"])
    story.entity("Nomention Smith", "Person")
    story.entity("Zed Smith", "Person", seen_in=["O0"])
    for number in range(8):
        story.entity(f"Filler {number}", "Organization")
    story.vector("entity", "Alice Smith", (1, 0, 0, 0))
    story.vector("entity", "Nomention Smith", (1, 0, 0, 0))
    story.vector("entity", "Zed Smith", (0.5, 0.5, 0.5, 0.5))
    story.vector("entity", "Bob", (0, 1, 0, 0))
    story.vector("entity", "Acme", (-0.5, 0.5, 0.5, 0.5))
    return story


def told(result: EntityResult) -> list[str]:
    return [
        f"{'' if hit.kind == 'supported' else '?'}{hit.name}:{hit.label} {'+'.join(hit.legs)}"
        for hit in result.hits
    ]


async def search(
    open_store: OpenStore,
    query: str = "Alice Smith",
    *,
    story: Story | None = None,
    embedder: Embedder | None = None,
    scope: set[str] = SCOPE,
    **call: Any,
) -> EntityResult:
    store = open_store(story or people())
    return await entity_search(store, embedder or FixedEmbedder(), query, scope=scope, **call)


class Row(NamedTuple):
    query: str
    call: dict[str, Any]
    status: str
    hits: list[str]


OPERATORS = 'name:alice* OR (smith~ -bob)^2 "x'

G4_PARITY = [
    Row("Alice Smith", {}, "ok", [
        "Alice Smith:Agent lexical+semantic", "?Zed Smith:Agent lexical+semantic",
        "Bob:Agent semantic", "Acme:Agent semantic"]),
    Row("Alice Smith", {"labels": ["Person"]}, "ok", [
        "Alice Smith:Person lexical+semantic", "?Zed Smith:Person lexical+semantic",
        "Bob:Person semantic"]),
    Row("Alice Smith", {"mode": "semantic"}, "ok", [
        "Alice Smith:Agent semantic", "?Zed Smith:Agent semantic",
        "Bob:Agent semantic", "Acme:Agent semantic"]),
    Row("Alice Smith", {"mode": "lexical", "limit": 1}, "ok", ["Alice Smith:Agent lexical"]),
    Row(OPERATORS, {"mode": "lexical", "labels": ["Person"]}, "ok", [
        "Alice Smith:Person lexical", "Bob:Person lexical", "?Zed Smith:Person lexical"]),
    Row("?!", {"mode": "lexical"}, "no_match", []),
    Row("?!", {}, "ok", [
        "Alice Smith:Agent semantic", "?Zed Smith:Agent semantic",
        "Bob:Agent semantic", "Acme:Agent semantic"]),
]  # fmt: skip

# Ours: leaf labels; the best name first. Operators of query languages separate words.
G4_DEFAULT = [
    Row("Alice Smith", {}, "ok", [
        "Alice Smith:Person lexical+semantic", "?Zed Smith:Person lexical+semantic",
        "Bob:Person semantic", "Acme:Organization semantic"]),
    Row("Alice Smith", {"labels": ["Person"]}, "ok", [
        "Alice Smith:Person lexical+semantic", "?Zed Smith:Person lexical+semantic",
        "Bob:Person semantic"]),
    Row("Alice Smith", {"labels": ["Agent"]}, "ok", [
        "Alice Smith:Person lexical+semantic", "?Zed Smith:Person lexical+semantic",
        "Bob:Person semantic", "Acme:Organization semantic"]),
    Row("Alice Smith", {"mode": "semantic"}, "ok", [
        "Alice Smith:Person semantic", "?Zed Smith:Person semantic",
        "Bob:Person semantic", "Acme:Organization semantic"]),
    Row("Alice Smith", {"mode": "lexical", "limit": 1}, "ok", ["Alice Smith:Person lexical"]),
    Row("ali", {"mode": "lexical"}, "ok", ["Alice Smith:Person lexical"]),
    Row(OPERATORS, {"mode": "lexical"}, "ok", [
        "Alice Smith:Person lexical", "Bob:Person lexical", "?Zed Smith:Person lexical"]),
    Row("?!", {"mode": "lexical"}, "no_match", []),
    Row("?!", {}, "ok", [
        "Alice Smith:Person semantic", "?Zed Smith:Person semantic",
        "Bob:Person semantic", "Acme:Organization semantic"]),
]  # fmt: skip


def named(row: Row) -> str:
    return f"{row.query} {row.call}"


@pytest.mark.parametrize("row", G4_PARITY, ids=named)
async def test_g4_with_parity(open_store: OpenStore, row: Row) -> None:
    result = await search(open_store, row.query, parity=True, **row.call)
    if row.query == OPERATORS:
        assert (result.status, sorted(told(result))) == (row.status, sorted(row.hits))
    else:
        assert (result.status, told(result)) == (row.status, row.hits)


@pytest.mark.parametrize("row", G4_DEFAULT, ids=named)
async def test_g4_by_default(open_store: OpenStore, row: Row) -> None:
    result = await search(open_store, row.query, **row.call)
    assert (result.status, told(result)) == (row.status, row.hits)


@pytest.mark.parametrize("parity", [True, False])
async def test_scores_are_fused_over_visible_candidates(
    open_store: OpenStore, parity: bool
) -> None:
    result = await search(open_store, parity=parity)
    assert [hit.score for hit in result.hits] == [2 / 61, 2 / 62, 1 / 63, 1 / 64]
    assert result.index_state == "ready"
    assert not result.truncated
    assert result.failures == []


@pytest.mark.parametrize("parity", [True, False])
async def test_hit_shows_properties_and_its_first_passages(
    open_store: OpenStore, parity: bool
) -> None:
    story = people()
    alice, zed, bob, _ = (await search(open_store, story=story, parity=parity)).hits
    assert alice.properties == {"role": "boss"}
    assert [each.evidence_id for each in alice.support] == [
        story.chunk_id(name) for name in ("A0", "P0", "A3")
    ]
    assert alice.support[1].location.model_dump() == {
        "char_start": None,
        "char_end": None,
        "page_numbers": [3, 4],
    }
    assert (zed.kind, zed.support) == ("unsupported", [])
    assert [each.evidence_id for each in bob.support] == [
        story.chunk_id("A0"),
        story.chunk_id("A1"),
    ]


@pytest.mark.parametrize("parity", [True, False])
async def test_support_limit_cuts_the_list_not_the_count(
    open_store: OpenStore, parity: bool
) -> None:
    result = await search(open_store, support_limit=1, parity=parity)
    assert [len(hit.support) for hit in result.hits] == [1, 0, 1, 1]
    assert result.extra is not None
    assert result.extra.hits[0].entity.passages == Count(value=5)


async def test_semantic_scores_are_half_of_one_plus_cosine(open_store: OpenStore) -> None:
    result = await search(open_store, mode="semantic")
    assert [hit.score for hit in result.hits] == pytest.approx([1.0, 0.75, 0.5, 0.25], abs=1e-6)


@pytest.mark.parametrize(
    ("scope", "parity", "status", "hits", "truncated"),
    [
        ({"OLD"}, True, "no_match", [], True),
        ({"unknown"}, True, "no_match", [], True),
        ({"OLD"}, False, "ok", ["?Zed Smith:Person lexical"], False),
        ({"unknown"}, False, "empty_scope", [], False),
    ],
)
async def test_g4_narrow_scope_is_refilled_by_default_only(
    open_store: OpenStore,
    scope: set[str],
    parity: bool,
    status: str,
    hits: list[str],
    truncated: bool,
) -> None:
    result = await search(open_store, "Smith", scope=scope, mode="lexical", limit=1, parity=parity)
    assert (result.status, told(result), result.truncated) == (status, hits, truncated)


async def test_missing_documents_and_forbidden_ones_give_the_same_empty_scope(
    open_store: OpenStore,
) -> None:
    story = people()
    story.document("OFF", enabled=False)
    story.passage("OFF0", of="OFF")
    story.entity("Smith Off", "Person", seen_in=["OFF0"])
    answers = [
        await search(open_store, "Smith", story=story, scope={key}) for key in ("OFF", "unknown")
    ]
    assert [answer.status for answer in answers] == ["empty_scope", "empty_scope"]
    assert answers[0].model_dump_json() == answers[1].model_dump_json()
    assert [answer.extra for answer in answers] == [None, None]


LABELS_PARITY = [
    ([], "no_match", None),
    (["Nope"], "index_not_ready", "not_ready"),
    (["Person", "Nope"], "index_not_ready", "not_ready"),
    (["Chunk"], "index_not_ready", "not_ready"),
    (["Person", "Zbad Label"], "failed", None),
    (["Agent", "Candidate"], "failed", None),
]


@pytest.mark.parametrize(("labels", "status", "state"), LABELS_PARITY)
async def test_g4_labels_with_parity(
    open_store: OpenStore, labels: list[str], status: str, state: str | None
) -> None:
    result = await search(open_store, labels=labels, parity=True)
    assert (result.status, result.index_state, result.hits) == (status, state, [])


@pytest.mark.parametrize("labels", [["Bad Label", "Person"], ["Candidate"]])
async def test_g4_illegal_label_with_parity_is_an_error(
    open_store: OpenStore, labels: list[str]
) -> None:
    with pytest.raises(ValueError, match="label"):
        await search(open_store, labels=labels, parity=True)


LABELS_DEFAULT = [
    ([], "no_match", None),
    (["Nope"], "no_match", "ready"),
    (["Chunk"], "no_match", "ready"),
    (["Bad Label"], "no_match", "ready"),
    (["Candidate"], "no_match", "ready"),
]


@pytest.mark.parametrize(("labels", "status", "state"), LABELS_DEFAULT)
async def test_unknown_label_by_default_finds_nothing(
    open_store: OpenStore, labels: list[str], status: str, state: str | None
) -> None:
    result = await search(open_store, labels=labels)
    assert (result.status, result.index_state, result.hits) == (status, state, [])


async def test_unknown_label_beside_a_known_one_by_default_does_no_harm(
    open_store: OpenStore,
) -> None:
    result = await search(open_store, labels=["Nope", "Organization"])
    assert told(result) == ["Acme:Organization semantic"]


MISMATCH = "the query embedding model does not match the stored vectors"

# embedder, mode, query -> status, hits, index_state, legs that failed
WITHDRAWN = [
    (wrong_dimension_embedder, "hybrid", "Smith", "partial", 2, "ready", ["semantic"]),
    (wrong_dimension_embedder, "hybrid", "nothing like it", "partial", 0, "ready", ["semantic"]),
    (wrong_dimension_embedder, "semantic", "Smith", "failed", 0, None, ["semantic"]),
    (wrong_dimension_embedder, "lexical", "Smith", "ok", 2, "ready", []),
    (RaisingEmbedder, "hybrid", "Smith", "partial", 2, "ready", ["semantic"]),
    (RaisingEmbedder, "semantic", "Smith", "failed", 0, "ready", ["semantic"]),
    (RaisingEmbedder, "lexical", "Smith", "ok", 2, "ready", []),
    (LoadingEmbedder, "hybrid", "Smith", "partial", 2, "ready", ["semantic"]),
    (LoadingEmbedder, "semantic", "Smith", "failed", 0, None, ["semantic"]),
    (LoadingEmbedder, "lexical", "Smith", "ok", 2, "ready", []),
]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(
    ("embedder", "mode", "query", "status", "hits", "state", "failed"), WITHDRAWN
)
async def test_g4_embedder_that_cannot_serve(
    open_store: OpenStore,
    embedder: type[FixedEmbedder],
    mode: str,
    query: str,
    status: str,
    hits: int,
    state: str | None,
    failed: list[str],
    parity: bool,
) -> None:
    result = await search(open_store, query, embedder=embedder(), mode=mode, parity=parity)
    assert (result.status, len(result.hits), result.index_state) == (status, hits, state)
    assert [failure.leg for failure in result.failures] == failed
    if mode == "hybrid":
        assert [hit.score for hit in result.hits] == [1 / 61, 1 / 62][:hits]
    if embedder is wrong_dimension_embedder and failed:
        assert result.failures[0].message.startswith(MISMATCH)


async def test_vectors_of_another_model_withdraw_the_semantic_leg(open_store: OpenStore) -> None:
    result = await search(open_store, embedder=FixedEmbedder(model_id="another model"))
    assert result.status == "partial"
    assert result.failures[0].message.startswith(MISMATCH)


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("call", [{"limit": 0}, {"limit": -1}, {"support_limit": 0}])
@pytest.mark.parametrize("scope", [SCOPE, set()])
async def test_limit_that_is_not_positive_is_an_error_even_with_an_empty_scope(
    open_store: OpenStore, call: dict[str, Any], scope: set[str], parity: bool
) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        await search(open_store, scope=scope, parity=parity, **call)


@pytest.mark.parametrize("parity", [True, False])
async def test_empty_scope_has_its_own_status(open_store: OpenStore, parity: bool) -> None:
    result = await search(open_store, scope=set(), parity=parity)
    assert result.model_dump_json() == (
        '{"status":"empty_scope","hits":[],"truncated":false,"index_state":null,"failures":[]}'
    )


@pytest.mark.parametrize("parity", [True, False])
async def test_equal_scores_are_ordered_by_id(open_store: OpenStore, parity: bool) -> None:
    story = Story()
    story.document("A")
    story.passage("A0", of="A")
    for name in ("First", "Second", "Third"):
        story.entity(name, called="Same Name", seen_in=["A0"])
        story.vector("entity", name, (0, 1, 0, 0))
    result = await search(open_store, "same name", story=story, scope={"A"}, parity=parity)
    assert [hit.entity_id for hit in result.hits] == [
        story.id("entity", name) for name in ("First", "Second", "Third")
    ]
    assert [hit.score for hit in result.hits] == [2 / 61, 2 / 62, 2 / 63]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(("rrf_k", "score"), [(1, 1.0), (60, 2 / 61)])
async def test_g5_constant_of_the_fusion_is_a_setting(
    open_store: OpenStore, rrf_k: int, score: float, parity: bool
) -> None:
    result = await search(open_store, settings=RetrievalSettings(rrf_k=rrf_k), parity=parity)
    assert result.hits[0].score == score


async def test_json_has_the_published_fields_in_order(open_store: OpenStore) -> None:
    story = people()
    result = await search(open_store, story=story, labels=["Person"], limit=1)
    assert result.model_dump_json() == (
        '{"status":"ok","hits":[{"entity_id":"' + story.id("entity", "Alice Smith") + '",'
        '"label":"Person","name":"Alice Smith","properties":{"role":"boss"},"kind":"supported",'
        '"score":0.03278688524590164,"legs":["lexical","semantic"],"support":['
        + ",".join(
            f'{{"evidence_id":"{story.chunk_id(name)}","document_key":"{key}",'
            f'"location":{{"char_start":null,"char_end":null,"page_numbers":{pages}}}}}'
            for name, key, pages in (("A0", "A", "[]"), ("P0", "P", "[3,4]"), ("A3", "A", "[]"))
        )
        + ']}],"truncated":false,"index_state":"ready","failures":[]}'
    )


async def test_details_say_why_each_hit_was_found(open_store: OpenStore) -> None:
    result = await search(open_store)
    assert result.extra is not None
    assert [
        (hit.entity.name, hit.match.value, hit.matched_name, [(r.leg, r.rank) for r in hit.ranks])
        for hit in result.extra.hits
    ] == [
        ("Alice Smith", "exact", "Alice Smith", [("lexical", 1), ("semantic", 1)]),
        ("Zed Smith", "some_words", "Zed Smith", [("lexical", 2), ("semantic", 2)]),
        ("Bob", "none", None, [("semantic", 3)]),
        ("Acme", "none", None, [("semantic", 4)]),
    ]
    assert result.extra.words == ["alice", "smith"]
    assert [hit.entity.labels for hit in result.extra.hits] == [
        ["Person", "Agent"],
        ["Person", "Agent"],
        ["Person", "Agent"],
        ["Organization", "Agent"],
    ]
