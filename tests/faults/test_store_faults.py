"""Reads that fail, dawdle or return nonsense end in a documented status, never in an exception."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
import pytest

from evidence import limits
from evidence.entities import entity_search
from evidence.errors import (
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreTimeoutError,
    StoreUnavailableError,
)
from evidence.fetch import fetch_evidence
from evidence.passages import search_evidence
from evidence.ports import GraphStore
from evidence.relationships import explore_relationships
from tests.builders import Story, reference_store
from tests.fakes import (
    BlockedEmbedder,
    CountingStore,
    FailingStore,
    FixedEmbedder,
    OddEmbedder,
    SlowStore,
    UnopenableStore,
)

SCOPE = {"A"}
EMBEDDER = FixedEmbedder()
ERRORS = [StoreError, StoreUnavailableError, StoreTimeoutError, StoreCorruptError, StoreBusyError]
SECRET = "/secret/place"
Use = Callable[[GraphStore], Awaitable[Any]]


def family() -> Story:
    story = Story()
    story.document("A", versions=("v0", "v1"))
    story.passage("A0", of="A", text="Anna likes Bert.")
    story.passage("A1", of="A", text="Bert likes Cleo.")
    story.passage("O0", of="A", version="v0", text="Older words on Anna.")
    story.entity("Anna", "Person", seen_in=["A0"])
    story.entity("Bert", "Person", seen_in=["A0", "A1"])
    story.entity("Cleo", "Person", seen_in=["A1"])
    story.relation("Anna", "LIKES", "Bert", stated_in=["A0"])
    story.relation("Bert", "LIKES", "Cleo", stated_in=["A1"])
    story.relation("Anna", "KNOWS", "Cleo")
    story.vector("entity", "Anna", (1, 0, 0, 0))
    story.vector("entity", "Bert", (0, 1, 0, 0))
    story.vector("passage", "A0", (1, 0, 0, 0))
    return story


STORY = family()
ANNA = STORY.id("entity", "Anna")
IDS = ["junk", STORY.chunk_id("A0"), STORY.chunk_id("A1")]

SEARCHES: dict[str, Use] = {
    "entities": lambda store: entity_search(store, EMBEDDER, "Anna", scope=SCOPE),
    "entities with parity": lambda store: entity_search(
        store, EMBEDDER, "Anna", scope=SCOPE, parity=True
    ),
    "entities without details": lambda store: entity_search(
        store, EMBEDDER, "Anna", scope=SCOPE, details=False
    ),
    "passages": lambda store: search_evidence(store, EMBEDDER, "likes", scope=SCOPE),
    "passages with parity": lambda store: search_evidence(
        store, EMBEDDER, "likes", scope=SCOPE, parity=True
    ),
}
WALKS: dict[str, Use] = {
    "walk": lambda store: explore_relationships(
        store, ANNA, scope=SCOPE, depth=2, closing_edges=True
    ),
    "walk of one step": lambda store: explore_relationships(store, ANNA, scope=SCOPE),
    "walk with parity": lambda store: explore_relationships(
        store, ANNA, scope=SCOPE, depth=2, parity=True
    ),
}
FETCHES: dict[str, Use] = {"fetch": lambda store: fetch_evidence(store, IDS, scope=SCOPE)}

LEG_READS = {"match_names", "rank_names", "near_entities", "rank_passages", "near_passages"}


async def reads_of(use: Use) -> list[str]:
    store = CountingStore(reference_store(STORY))
    await use(store)
    return store.reads


async def each_read(use: Use) -> list[tuple[int, str]]:
    names = await reads_of(use)
    assert len(names) >= 1
    return list(enumerate(names, start=1))


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", SEARCHES)
async def test_search_whose_nth_read_fails(name: str, error: type[StoreError]) -> None:
    use = SEARCHES[name]
    for number, read in await each_read(use):
        store = FailingStore(
            reference_store(STORY), first=number, last=number, error=lambda: error(SECRET)
        )
        result = await use(store)
        assert SECRET not in result.model_dump_json()
        assert not result.hits or result.status == "partial"
        if read == "index_report" or number == 1:  # before any leg is chosen
            assert (result.status, result.index_state, result.failures) == ("failed", None, [])
        elif read in LEG_READS:
            leg = "semantic" if read.startswith("near") else "lexical"
            assert (result.status, result.index_state) == ("partial", "ready"), read
            assert [failure.leg for failure in result.failures] == [leg]
            assert result.hits, "the other leg goes on"
            assert all(leg not in hit.legs for hit in result.hits)
        else:
            assert result.status in {"failed", "partial"}, read
            assert result.index_state == "ready"
            assert result.failures


@pytest.mark.parametrize("name", [*SEARCHES, *WALKS])
async def test_store_that_fails_from_the_nth_read_on_gives_nothing_half(name: str) -> None:
    use = {**SEARCHES, **WALKS}[name]
    for number, _ in await each_read(use):
        result = await use(FailingStore(reference_store(STORY), first=number))
        assert result.status == "failed", f"read {number}"
        for field in ("hits", "nodes", "edges"):
            assert not getattr(result, field, [])
        assert result.extra is None


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", WALKS)
async def test_walk_whose_nth_read_fails(name: str, error: type[StoreError]) -> None:
    """Half a neighbourhood is never presented as a whole one."""
    use = WALKS[name]
    for number, _ in await each_read(use):
        store = FailingStore(
            reference_store(STORY), first=number, last=number, error=lambda: error(SECRET)
        )
        result = await use(store)
        assert result.model_dump(mode="json") == {
            "status": "failed",
            "nodes": [],
            "edges": [],
            "truncated": False,
            "truncated_by": [],
            "detail": "entity store error",
        }


@pytest.mark.parametrize("error", ERRORS)
async def test_fetch_whose_nth_read_fails(error: type[StoreError]) -> None:
    for number, _ in await each_read(FETCHES["fetch"]):
        store = FailingStore(
            reference_store(STORY), first=number, last=number, error=lambda: error(SECRET)
        )
        outcomes = (await fetch_evidence(store, IDS, scope=SCOPE)).outcomes
        assert outcomes[0].status == "malformed"
        assert {outcome.status for outcome in outcomes[1:]} <= {"ok", "failed"}
        failed = [outcome for outcome in outcomes if outcome.status == "failed"]
        assert failed
        for outcome in failed:
            assert (outcome.text, outcome.detail) == (None, "evidence store error")


@pytest.mark.parametrize("name", [*SEARCHES, *WALKS])
async def test_store_that_cannot_be_opened(name: str) -> None:
    use = {**SEARCHES, **WALKS}[name]
    result = await use(UnopenableStore(reference_store(STORY)))
    assert result.status == "failed"
    assert SECRET not in result.model_dump_json()


async def test_fetch_from_a_store_that_cannot_be_opened() -> None:
    store = UnopenableStore(reference_store(STORY))
    outcomes = (await fetch_evidence(store, IDS, scope=SCOPE)).outcomes
    assert [outcome.status for outcome in outcomes] == ["malformed", "failed", "failed"]


# Slow reads. A deadline of 0.2 s may be overshot by 0.3 s (more on a busy machine).

DEADLINE, OVERSHOOT = 0.2, 0.6


async def timed(answer: Awaitable[Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    result = await answer
    return result, time.perf_counter() - started


SLOW_LEGS = [
    ("entities", "match_names", "lexical"),
    ("entities", "near_entities", "semantic"),
    ("passages", "rank_passages", "lexical"),
    ("passages", "near_passages", "semantic"),
]


@pytest.mark.parametrize("respects_deadline", [True, False])
@pytest.mark.parametrize(("what", "read", "leg"), SLOW_LEGS)
async def test_slow_leg_is_given_up_at_the_deadline(
    what: str, read: str, leg: str, respects_deadline: bool
) -> None:
    store = SlowStore(
        reference_store(STORY), 30.0, only={read}, respects_deadline=respects_deadline
    )
    search = entity_search if what == "entities" else search_evidence
    query = "Anna" if what == "entities" else "likes"
    result, seconds = await timed(search(store, EMBEDDER, query, scope=SCOPE, timeout=DEADLINE))
    assert seconds < DEADLINE + OVERSHOOT
    assert (result.status, result.index_state) == ("partial", "ready")
    assert [failure.leg for failure in result.failures] == [leg]
    assert "deadline" in result.failures[0].message
    assert result.hits


@pytest.mark.parametrize("search", [entity_search, search_evidence])
async def test_search_whose_every_read_is_slow_fails_in_time(search: Any) -> None:
    store = SlowStore(reference_store(STORY), 30.0)
    result, seconds = await timed(search(store, EMBEDDER, "Anna", scope=SCOPE, timeout=DEADLINE))
    assert seconds < 2 * DEADLINE + OVERSHOOT
    assert (result.status, result.hits) == ("failed", [])


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("read", ["supports", "edges_around", "evidence", "relations"])
async def test_slow_walk_fails_in_time(read: str, parity: bool) -> None:
    store = SlowStore(reference_store(STORY), 30.0, only={read})
    result, seconds = await timed(
        explore_relationships(store, ANNA, scope=SCOPE, timeout=DEADLINE, parity=parity)
    )
    assert seconds < DEADLINE + OVERSHOOT
    assert (result.status, result.nodes, result.edges) == ("failed", [], [])


async def test_slow_fetch_fails_in_time() -> None:
    store = SlowStore(reference_store(STORY), 30.0)
    result, seconds = await timed(fetch_evidence(store, IDS, scope=SCOPE, timeout=DEADLINE))
    assert seconds < DEADLINE + OVERSHOOT
    assert [outcome.status for outcome in result.outcomes] == ["malformed", "failed", "failed"]


# Embedders


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("search", [entity_search, search_evidence])
async def test_embedder_that_never_answers_does_not_hold_up_the_lexical_leg(
    search: Any, parity: bool
) -> None:
    result, seconds = await timed(
        search(
            reference_store(STORY), BlockedEmbedder(), "Anna", scope=SCOPE, timeout=DEADLINE,
            parity=parity,
        )
    )  # fmt: skip
    assert seconds < DEADLINE + OVERSHOOT
    assert result.status == "partial"
    assert [failure.leg for failure in result.failures] == ["semantic"]
    assert [hit.legs for hit in result.hits] == [["lexical"]]


NONSENSE = {
    "no row": np.zeros((0, 4), np.float32),
    "not a number": np.full((1, 4), np.nan, np.float32),
    "infinite": np.full((1, 4), np.inf, np.float32),
    "too short": np.ones((1, 3), np.float32),
    "flat": np.ones(4, np.float32),
    "two rows": np.ones((2, 4), np.float32),
}


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("search", [entity_search, search_evidence])
@pytest.mark.parametrize("answer", NONSENSE)
async def test_vector_that_is_none_fails_the_semantic_leg_only(
    answer: str, search: Any, parity: bool
) -> None:
    store = reference_store(STORY)
    result = await search(store, OddEmbedder(NONSENSE[answer]), "Anna", scope=SCOPE, parity=parity)
    assert result.status == "partial"
    assert [failure.leg for failure in result.failures] == ["semantic"]
    assert [hit.legs for hit in result.hits] == [["lexical"]]
    only = await search(
        store, OddEmbedder(NONSENSE[answer]), "Anna", scope=SCOPE, mode="semantic", parity=parity
    )
    assert (only.status, only.hits) == ("failed", [])


# What reads tell of things that may not be seen


def hidden() -> tuple[Story, list[str], list[str]]:
    """Entities and passages that may not be seen, each for another reason."""
    story = family()
    story.document("X")
    story.passage("X0", of="X")
    story.passage("S0", of="A", enabled=False)
    story.document("GONE", versions=("v0",), deleted=True)
    story.passage("G0", of="GONE", version="v0")
    story.entity("Outside", "Person", seen_in=["X0"])
    story.entity("Stamped", "Person", seen_in=["S0"])
    story.entity("Unmentioned", "Person")
    story.relation("Outside", "LIKES", "Anna", stated_in=["X0"])
    entities = [
        story.id("entity", name) for name in ("Outside", "Stamped", "Unmentioned", "Nobody")
    ]
    entities.append(story.id("passage", "A0"))  # an id of another kind
    absent = story.chunk_id_of("A", "v1", story.id("passage", "never told"))
    nowhere = story.chunk_id_of("no document", "v1", story.id("passage", "never told"))
    passages = [story.chunk_id(name) for name in ("X0", "S0", "G0")]
    return story, entities, [*passages, absent, nowhere]


async def test_hidden_and_missing_entities_are_told_apart_by_nothing() -> None:
    story, entities, _ = hidden()
    answers = set()
    for entity in entities:
        store = CountingStore(reference_store(story))
        result = await explore_relationships(store, entity, scope=SCOPE)
        answers.add((result.model_dump_json(), repr(result.extra), tuple(store.reads)))
    assert len(answers) == 1
    assert '"status":"unavailable"' in next(iter(answers))[0]


async def test_hidden_and_missing_passages_are_told_apart_by_nothing() -> None:
    story, _, passages = hidden()
    answers = set()
    for passage in passages:
        store = CountingStore(reference_store(story))
        result = await fetch_evidence(store, [passage], scope={"A", "GONE"})
        text = result.model_dump_json().replace(passage, "ID")
        answers.add((text, repr(result.extra), tuple(store.reads)))
    assert len(answers) == 1
    assert '"status":"unavailable"' in next(iter(answers))[0]


# How much is read


def hub(relations: int) -> Story:
    story = Story()
    story.document("A")
    story.passage("A0", of="A")
    story.entity("Hub", seen_in=["A0"])
    for number in range(relations):
        story.entity(f"Leaf {number}", seen_in=["A0"])
        story.relation("Hub", "HAS", f"Leaf {number}", stated_in=["A0"] if number % 2 else [])
    return story


@pytest.mark.parametrize("parity", [True, False])
@pytest.mark.parametrize("depth", [1, 2])
async def test_walk_from_a_hub_reads_a_bounded_number_of_rows(depth: int, parity: bool) -> None:
    story = hub(1_200)
    store = CountingStore(reference_store(story))
    result = await explore_relationships(
        store, story.id("entity", "Hub"), scope={"A"}, depth=depth, max_nodes=200, max_edges=200,
        parity=parity,
    )  # fmt: skip
    assert len(result.nodes) == 200
    assert store.rows("edges_around", "edges_between") <= limits.STEP_ROWS
    assert store.reads.count("edges_around") <= depth + 1
    assert len(store.reads) <= depth + 12
    assert sum(rows for _, rows in store.log) <= (depth + 1) * limits.STEP_ROWS + 12 * 201


async def test_search_reads_a_bounded_number_of_times_and_rows() -> None:
    story = hub(1_200)
    store = CountingStore(reference_store(story))
    result = await entity_search(store, EMBEDDER, "leaf", scope={"A"}, limit=50)
    assert len(result.hits) == 50
    assert len(store.reads) <= 10
    assert store.rows("match_names") <= limits.CANDIDATES.cap
    assert store.rows("supports", "entities", "relation_counts") <= 2 * 2 * 50
