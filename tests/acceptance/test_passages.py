"""Passage search on a tiny corpus, with agrag's answers and with ours (and G5 for passages)."""

from typing import Any

import pytest

from evidence.passages import search_evidence
from evidence.ports import Embedder
from evidence.results import PassageResult
from evidence.settings import RetrievalSettings
from tests.builders import Story, content_hash
from tests.conftest import OpenStore
from tests.fakes import FixedEmbedder, RaisingEmbedder, wrong_dimension_embedder

TEXTS = {
    "A0": "Maria wrote the route planner.",
    "A1": "The planner needs maps.",
    "A2": "Nothing of interest.",
    "B0": "A route without a plan.",
    "O0": "The old route planner, route planner, route planner.",
    "N0": "Maps are drawn here.",
    "S0": "A disabled route planner.",
}


def corpus() -> Story:
    """A current route planner, a superseded one, and one whose document is out of scope."""
    story = Story()
    story.document("A", title="Notes")
    for name in ("A0", "A1", "A2"):
        story.passage(name, of="A", text=TEXTS[name])
    story.document("B", title="Plans")
    story.passage("B0", of="B", text=TEXTS["B0"])
    story.document("OLD", versions=("v0", "v1"))
    story.passage("O0", of="OLD", version="v0", text=TEXTS["O0"])
    story.passage("N0", of="OLD", version="v1", text=TEXTS["N0"])
    story.passage("S0", of="A", text=TEXTS["S0"], enabled=False)
    near = {"A0": (1, 0, 0, 0), "A1": (0.5, 0.5, 0.5, 0.5), "B0": (1, 0, 0, 0),
            "O0": (1, 0, 0, 0), "N0": (0, 1, 0, 0), "A2": (-1, 0, 0, 0)}  # fmt: skip
    for name, vector in near.items():
        story.vector("passage", name, vector)
    story.vector("passage", "S0", (1, 0, 0, 0))
    return story


SCOPE = {"A", "OLD"}


async def search(
    open_store: OpenStore,
    query: str = "route planner",
    *,
    story: Story | None = None,
    embedder: Embedder | None = None,
    scope: set[str] = SCOPE,
    **call: Any,
) -> PassageResult:
    store = open_store(story or corpus())
    return await search_evidence(store, embedder or FixedEmbedder(), query, scope=scope, **call)


def found(story: Story, result: PassageResult) -> list[str]:
    names = {story.chunk_id(name): name for name in TEXTS}
    return [names[hit.evidence_id] for hit in result.hits]


MODES = [
    ("hybrid", "route planner", ["A0", "A1", "N0", "A2"]),
    ("lexical", "route planner", ["A0", "A1"]),
    ("semantic", "route planner", ["A0", "A1", "N0", "A2"]),
    ("lexical", "ROUTE-Planner", ["A0"]),
    ("lexical", "nothing like it", ["A2"]),
    ("lexical", "absent", []),
    ("lexical", "?!", []),
]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(("mode", "query", "hits"), MODES)
async def test_only_current_enabled_passages_in_scope_are_found(
    open_store: OpenStore, mode: str, query: str, hits: list[str], parity: bool
) -> None:
    story = corpus()
    result = await search(open_store, query, story=story, mode=mode, parity=parity)
    assert found(story, result) == hits
    assert result.status == ("ok" if hits else "no_match")
    assert (result.index_state, result.failures, result.truncated) == ("ready", [], False)


@pytest.mark.parametrize("parity", [True, False])
async def test_scores_are_fused_per_passage(open_store: OpenStore, parity: bool) -> None:
    result = await search(open_store, parity=parity)
    assert [hit.score for hit in result.hits] == [2 / 61, 2 / 62, 1 / 63, 1 / 64]
    assert ["+".join(hit.legs) for hit in result.hits] == [
        "lexical+semantic",
        "lexical+semantic",
        "semantic",
        "semantic",
    ]


@pytest.mark.parametrize("parity", [True, False])
async def test_g5_constant_stays_sixty_for_passages(open_store: OpenStore, parity: bool) -> None:
    result = await search(
        open_store,
        "interest",
        mode="hybrid",
        embedder=RaisingEmbedder(),
        settings=RetrievalSettings(rrf_k=1),
        parity=parity,
    )
    assert [hit.score for hit in result.hits] == [0.01639344262295082]
    assert result.status == "partial"


@pytest.mark.parametrize("parity", [True, False])
async def test_hit_has_its_place_and_the_beginning_of_its_text(
    open_store: OpenStore, parity: bool
) -> None:
    story = corpus()
    story.document("L", title="Long")
    story.passage("L0", of="L", text="zebra " * 100, char_start=10, char_end=610)
    result = await search(
        open_store, "zebra", story=story, scope={"L"}, mode="lexical", parity=parity
    )
    hit = result.hits[0].model_dump(exclude={"score"})
    assert hit == {
        "evidence_id": story.span_id("L", 10, 610),
        "document_key": "L",
        "title": "Long",
        "content_hash": content_hash("L", "v1"),
        "location": {"char_start": 10, "char_end": 610, "page_numbers": []},
        "snippet": ("zebra " * 40),
        "legs": ["lexical"],
    }
    assert len(result.hits[0].snippet) == 240


@pytest.mark.parametrize("parity", [True, False])
async def test_narrow_scope_is_refilled(open_store: OpenStore, parity: bool) -> None:
    """Two candidates are read at first; thirty better ones are out of scope."""
    story = Story()
    story.document("A")
    story.passage("A0", of="A", text="A long text in which the word zebra is said once only.")
    story.document("X")
    for number in range(30):
        story.passage(f"X{number}", of="X", text="zebra zebra")
    result = await search(
        open_store, "zebra", story=story, scope={"A"}, mode="lexical", limit=1, parity=parity
    )
    assert [hit.document_key for hit in result.hits] == ["A"]
    assert not result.truncated


WITHDRAWN = [
    (wrong_dimension_embedder, "hybrid", "partial", None),
    (wrong_dimension_embedder, "semantic", "failed", None),
    (RaisingEmbedder, "hybrid", "partial", None),
    (RaisingEmbedder, "semantic", "failed", "ready"),
]


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize(("embedder", "mode", "status", "state"), WITHDRAWN)
async def test_embedder_that_cannot_serve(
    open_store: OpenStore,
    embedder: type[FixedEmbedder],
    mode: str,
    status: str,
    state: str | None,
    parity: bool,
) -> None:
    result = await search(open_store, embedder=embedder(), mode=mode, parity=parity)
    assert result.status == status
    assert [failure.leg for failure in result.failures] == ["semantic"]
    if mode == "hybrid":
        assert [hit.score for hit in result.hits] == [1 / 61, 1 / 62]
        assert result.index_state == "ready"
    else:
        assert (result.hits, result.index_state) == ([], state)


@pytest.mark.parametrize("parity", [True, False])
async def test_empty_scope_and_bad_limit(open_store: OpenStore, parity: bool) -> None:
    result = await search(open_store, scope=set(), parity=parity)
    assert result.model_dump_json() == (
        '{"status":"empty_scope","hits":[],"truncated":false,"index_state":null,"failures":[],'
        '"reranked":false}'
    )
    with pytest.raises(ValueError, match="must be positive"):
        await search(open_store, scope=set(), limit=0, parity=parity)


@pytest.mark.parametrize(("parity", "status"), [(True, "no_match"), (False, "empty_scope")])
@pytest.mark.parametrize("mode", ["lexical", "hybrid", "semantic"])
async def test_scope_of_documents_that_are_not_there_is_empty_by_default_only(
    open_store: OpenStore, mode: str, parity: bool, status: str
) -> None:
    result = await search(open_store, scope={"unknown"}, mode=mode, parity=parity)
    assert (result.status, result.hits, result.failures) == (status, [], [])
