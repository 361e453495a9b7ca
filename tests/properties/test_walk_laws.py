"""Laws of the walk: bounds and scopes only add, and the order of import does not matter."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence import walk
from evidence.entities import entity_search
from evidence.fetch import fetch_evidence
from evidence.ports import GraphStore
from evidence.relationships import explore_relationships
from evidence.results import Bound, ExplorationResult, SearchMode
from evidence.scope import EVERYTHING, Scope
from tests.builders import Story, embedded_store, numbered_id, reference_store
from tests.fakes import FixedEmbedder
from tests.properties.worlds import (
    CORE_KEYS,
    KINDS,
    OUTER_KEYS,
    WORDS,
    Core,
    Part,
    cores,
    story_of,
    surroundings,
)

STORES = pytest.mark.parametrize("kind", ["reference", "embedded"])
EMBEDDER = FixedEmbedder()
MOST = {"max_nodes": 200, "max_edges": 200}
Run = Callable[[Any], Any]
Folders = pytest.TempPathFactory


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "STEP_ROWS", 12)


def opened(kind: str, story: Story, folders: Folders) -> GraphStore:
    if kind == "reference":
        return reference_store(story)
    return embedded_store(story, folders.mktemp("store"), laid_out=False)


async def walked(store: GraphStore, number: int, scope: Scope, **call: Any) -> ExplorationResult:
    return await explore_relationships(store, numbered_id("entity", number), scope=scope, **call)


def drawn(result: ExplorationResult) -> tuple[set[str], set[str]]:
    assert result.extra is not None
    nodes = {node.entity_id for node in result.nodes}
    return nodes, {edge.relation_id for edge in result.extra.edges}


@st.composite
def dense(draw: st.DrawFn) -> Core:
    """A core whose scope is named by keys."""
    return draw(cores(kinds=("keys",)).filter(lambda core: len(core.things) > 2 and core.ties))


@STORES
def test_raising_a_bound_adds_and_never_removes(
    kind: str, tmp_path_factory: Folders, run: Run
) -> None:
    seen: Counter[str] = Counter()

    @given(
        core=dense(),
        depth=st.sampled_from([1, 2]),
        small=st.tuples(st.integers(1, 4), st.integers(1, 6)),
        more=st.tuples(st.integers(0, 6), st.integers(0, 30)),
        closing=st.booleans(),
    )
    def check(
        core: Core, depth: int, small: tuple[int, int], more: tuple[int, int], closing: bool
    ) -> None:
        async def ask() -> None:
            store = opened(kind, story_of(core), tmp_path_factory)
            for thing in core.things[:3]:
                call = {"depth": depth, "closing_edges": closing}
                less, larger = [
                    await walked(
                        store, thing.number, core.scope, max_nodes=nodes, max_edges=edges, **call
                    )
                    for nodes, edges in (small, (small[0] + more[0], small[1] + more[1]))
                ]
                obey_bounds(less, *small)
                if not {Bound.EDGES, Bound.CANDIDATES} & set(larger.truncated_by):
                    seen["compared"] += 1
                    seen["grown"] += drawn(larger) != drawn(less)
                    for few, many in zip(drawn(less), drawn(larger), strict=True):
                        assert few <= many
                if not set(less.truncated_by) - {Bound.DEPTH}:
                    seen["complete"] += 1
                    assert larger.model_dump() == less.model_dump()
            await store.close()

        run(ask())

    check()
    assert all(seen[name] for name in ("compared", "grown", "complete")), seen


def obey_bounds(result: ExplorationResult, nodes: int, edges: int) -> None:
    """Bounds hold, and by default no node is without an edge."""
    assert result.extra is not None
    assert len(result.nodes) <= nodes
    assert len(result.edges) <= edges
    touched = {end for edge in result.edges for end in (edge.source_id, edge.target_id)}
    assert {node.entity_id for node in result.nodes} <= touched
    assert result.extra.start is not None
    known = {node.entity_id for node in result.nodes} | {result.extra.start.entity_id}
    assert touched <= known
    assert len({edge.relation_id for edge in result.extra.edges}) == len(result.edges)


WIDER = [
    Scope(keys=frozenset(CORE_KEYS + OUTER_KEYS)),
    Scope(keys=frozenset(CORE_KEYS + OUTER_KEYS[:1])),
    EVERYTHING,
]


@STORES
def test_widening_the_scope_keeps_every_assertion_and_every_named_hit(
    kind: str, tmp_path_factory: Folders, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "STEP_ROWS", 1_000)
    seen: Counter[str] = Counter()

    @given(core=dense(), wider=st.sampled_from(WIDER), data=st.data())
    def check(core: Core, wider: Scope, data: st.DataObject) -> None:
        around = data.draw(surroundings(core))

        async def ask() -> None:
            store = opened(kind, story_of(core, around), tmp_path_factory)
            for thing in core.things[:3]:
                few, many = [
                    assertions(await walked(store, thing.number, scope, depth=2, **MOST))
                    for scope in (core.scope, wider)
                ]
                assert few <= many
                seen["assertions"] += len(few)
                seen["grown"] += few != many
            for word in WORDS[:3]:
                few, many = [
                    {
                        hit.entity_id
                        for hit in (
                            await entity_search(
                                store, EMBEDDER, word, scope=scope, limit=50,
                                mode=SearchMode.LEXICAL,
                            )
                        ).hits
                    }
                    for scope in (core.scope, wider)
                ]  # fmt: skip
                assert few <= many
                seen["hits"] += len(few)
            await store.close()

        run(ask())

    check()
    assert all(seen[name] for name in ("assertions", "grown", "hits")), seen


def assertions(result: ExplorationResult) -> set[str]:
    assert result.extra is not None
    return {
        detail.relation_id
        for edge, detail in zip(result.edges, result.extra.edges, strict=True)
        if edge.kind == "assertion"
    }


@STORES
@pytest.mark.parametrize("parity", [True, False])
def test_order_of_import_does_not_matter_to_a_walk_or_a_fetch(
    kind: str, tmp_path_factory: Folders, run: Run, parity: bool
) -> None:
    @settings(max_examples=20)
    @given(
        core=cores(kinds=tuple(KINDS)),
        data=st.data(),
        order=st.randoms(use_true_random=False),
    )
    def check(core: Core, data: st.DataObject, order: Random) -> None:
        around = data.draw(surroundings(core))
        told = story_of(core, around)
        again = story_of(shuffled(core, order), shuffled(around, order), strewn=order)
        starts = [thing.number for thing in core.things[:3]] or [0]
        ids = [told.chunk_id(f"p{text.number}") for text in core.texts]

        async def ask(story: Story) -> list[str]:
            store = opened(kind, story, tmp_path_factory)
            answers = []
            for number in starts:
                for call in ({"depth": 2}, {"depth": 2, "max_nodes": 2, "max_edges": 4}):
                    result = await walked(store, number, core.scope, parity=parity, **call)
                    answers.append(result.model_dump_json())
            answers.append((await fetch_evidence(store, ids, scope=core.scope)).model_dump_json())
            await store.close()
            return answers

        assert run(ask(told)) == run(ask(again))

    check()


def shuffled(part: Part, order: Random) -> Part:
    """The same things in another order; a part drawn as a core stays one."""
    changed = {}
    for name in ("docs", "texts", "things", "mentions", "ties"):
        things = list(getattr(part, name))
        order.shuffle(things)
        changed[name] = tuple(things)
    return replace(part, **changed)
