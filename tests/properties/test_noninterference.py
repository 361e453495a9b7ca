"""Nothing outside the scope changes an answer by a byte.

Two stores share what the scope holds and differ in everything else. Every use case is asked the
same of both; answers and details (but for times) must be the same. What the generator has shown is
counted, so that a generator that no longer reaches a bound or a refill is noticed.
"""

import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from evidence import browse, limits, walk
from evidence.entities import entity_search
from evidence.fetch import fetch_evidence
from evidence.passages import search_evidence
from evidence.ports import GraphStore
from evidence.relationships import explore_relationships
from evidence.stores.embedded.reading import passage_ranking
from tests.builders import Story, embedded_store, numbered_id, reference_store
from tests.fakes import FixedEmbedder
from tests.properties.worlds import (
    LABELS,
    OUTER_KEYS,
    TYPES,
    VECTORS,
    WORDS,
    Core,
    Part,
    cores,
    story_of,
    surroundings,
)

TIMES = {"leg_seconds", "seconds"}
EMBEDDER = FixedEmbedder(dict(zip(WORDS, VECTORS[8:], strict=False)))
FEW = 5

NO_SHRINKING = [phase for phase in Phase if phase is not Phase.shrink]
"""An example writes three stores; making it smaller takes minutes, for whoever wants that."""
WALKS: list[dict[str, Any]] = [
    {"depth": 2},
    {"depth": 2, "max_nodes": 1},
    {"depth": 2, "max_edges": 2},
    {"closing_edges": True},
]
Answers = dict[str, str]


@pytest.fixture(autouse=True)
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of a walk and a ranking read few rows, so that small graphs reach every bound."""
    monkeypatch.setattr(walk, "STEP_ROWS", FEW)
    for module in (limits, passage_ranking):
        monkeypatch.setattr(module, "STEP_ROWS", 2)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [without_times(each) for each in value]
    return value


def written(answer: Any) -> str:
    """An answer and its details as text, times left out."""
    if isinstance(answer, BaseModel):
        extra = getattr(answer, "extra", None)
        details = without_times(extra.model_dump(mode="json")) if extra else None
        return answer.model_dump_json() + "\n" + json.dumps(details)
    if isinstance(answer, list):
        return "\n".join(written(each) for each in answer)
    return repr(answer)


@asynccontextmanager
async def opened(kind: str, story: Story, folder: Path) -> AsyncIterator[GraphStore]:
    store = (
        reference_store(story)
        if kind == "reference"
        else embedded_store(story, folder, laid_out=False)
    )
    try:
        yield store
    finally:
        await store.close()


class Asking:
    """What is asked of both stores: a few calls of every use case, drawn once."""

    def __init__(self, core: Core, random: Random) -> None:
        self.core, self.random = core, random
        self.scope = core.scope
        self.queries = [
            random.choice(WORDS),
            f"{random.choice(WORDS)} {random.choice(WORDS)}",
            "ki",
        ]
        self.labels = random.choice((None, [random.choice(LABELS)], ["Animal", "Person"]))
        self.limit = random.choice((1, 2, 10))
        self.start = random.choice(core.things).number if core.things else 0
        self.bounds = {
            "depth": random.choice((1, 2)),
            "max_nodes": random.choice((1, 2, 25)),
            "max_edges": random.choice((1, 3, 50)),
            "closing_edges": random.random() < 0.5,
            "relation_types": random.choice((None, None, [random.choice(TYPES)])),
        }

    async def answers(self, store: GraphStore, story: Story, seen: Counter[str]) -> Answers:
        found: Answers = {}
        for query in self.queries:
            for mode in ("hybrid", "lexical", "semantic"):
                result = await entity_search(
                    store, EMBEDDER, query, scope=self.scope, labels=self.labels, mode=mode,
                    limit=self.limit,
                )  # fmt: skip
                found[f"entities {query} {mode}"] = written(result)
                count_entities(seen, result)
                passages = await search_evidence(
                    store, EMBEDDER, query, scope=self.scope, mode=mode, limit=self.limit
                )
                found[f"passages {query} {mode}"] = written(passages)
                seen[f"passages {passages.status.value}"] += 1
            found[f"suggest {query}"] = written(
                await browse.suggest(store, query, scope=self.scope, labels=self.labels)
            )
        await self._walks(store, found, seen)
        await self._reading(store, story, found, seen)
        await self._browsing(store, found)
        return found

    async def _walks(self, store: GraphStore, found: Answers, seen: Counter[str]) -> None:
        for number in sorted({self.start, 0, 1}):
            for bounds in ({}, self.bounds, *WALKS):
                result = await explore_relationships(
                    store, numbered_id("entity", number), scope=self.scope, **bounds
                )
                found[f"walk {number} {bounds}"] = written(result)
                seen.update(f"bound {bound.value}" for bound in result.truncated_by)
                seen[f"walk {result.status.value}"] += 1
                if result.extra:
                    seen["dropped"] += result.extra.dropped.value
                    seen.update(f"grade {edge.grade.value}" for edge in result.extra.edges)
                    seen["closing edge"] += any(edge.closing for edge in result.extra.edges)

    async def _reading(
        self, store: GraphStore, story: Story, found: Answers, seen: Counter[str]
    ) -> None:
        ids = [*self.evidence_ids(story)]
        fetched = await fetch_evidence(store, ids, scope=self.scope)
        found["fetch"] = written(fetched)
        seen.update(f"fetch {outcome.status.value}" for outcome in fetched.outcomes)
        for evidence_id in ids:
            card = await browse.passage_card(store, evidence_id, scope=self.scope)
            found[f"passage {evidence_id}"] = written(card)

    def evidence_ids(self, story: Story) -> list[str]:
        """Ids of passages inside, and of some that one of the stores may hold outside."""
        inside = [story.chunk_id(f"p{text.number}") for text in self.core.texts]
        outside = [
            story.chunk_id_of(key, "v0", numbered_id("passage", number))
            for key in (*OUTER_KEYS[:2], self.core.docs[0].key)
            for number in (1, 3, 101)
        ]
        return inside + outside

    async def _browsing(self, store: GraphStore, found: Answers) -> None:
        found["central"] = written(
            await browse.central(store, scope=self.scope, labels=self.labels, limit=5)
        )
        found["labels"] = written(await browse.labels_in(store, scope=self.scope))
        numbers = [0, 1, 2, 3, 4, 5]
        names = [numbered_id("entity", number) for number in numbers]
        described = await browse.describe(store, names, scope=self.scope)
        found["describe"] = written([described.get(name) for name in names])
        for name in names:
            found[f"entity {name}"] = written(
                await browse.entity_card(store, name, scope=self.scope)
            )
        for tie in self.core.ties[:4]:
            found[f"edge {tie.number}"] = written(
                await browse.edge_card(
                    store,
                    numbered_id("relation", tie.number),
                    numbered_id("entity", tie.source),
                    numbered_id("entity", tie.target),
                    scope=self.scope,
                )
            )


def count_entities(seen: Counter[str], result: Any) -> None:
    seen[f"entities {result.status.value}"] += 1
    for hit in result.hits:
        seen[f"hit {hit.kind.value}"] += 1
    for detail in result.extra.hits if result.extra else ():
        seen["several labels"] += len(detail.entity.labels) > 1
        seen[f"match {detail.match.value}"] += 1


async def count_refills(store: GraphStore, asking: Asking, seen: Counter[str]) -> None:
    """A refill was needed when cutting before the scope, as agrag does, loses hits."""
    for thing in asking.core.things[:3]:
        for mode in ("lexical", "semantic"):
            call: dict[str, Any] = {
                "scope": asking.scope,
                "mode": mode,
                "limit": 1,
                "labels": [thing.label],
            }
            word = thing.name.split()[0]
            cut_first = await entity_search(store, EMBEDDER, word, parity=True, **call)
            ours = await entity_search(store, EMBEDDER, word, **call)
            seen[f"refill {mode}"] += len(ours.hits) > len(cut_first.hits)


def must_occur(seen: Counter[str], examples: int) -> None:
    """What the generator has to show; a rare case may be missing from a short run only."""
    assert examples >= 30
    expected = [
        *(f"bound {bound}" for bound in ("nodes", "edges", "depth", "candidates")),
        *(f"entities {status}" for status in ("ok", "no_match")),
        *(f"passages {status}" for status in ("ok", "no_match")),
        *(f"walk {status}" for status in ("ok", "unavailable")),
        *(f"fetch {status}" for status in ("ok", "unavailable")),
        *(f"hit {kind}" for kind in ("supported", "unsupported")),
        *(f"grade {grade}" for grade in ("stated", "together", "connected")),
        *(f"match {match}" for match in ("exact", "prefix", "all_words", "some_words", "none")),
        "refill lexical", "refill semantic", "several labels", "closing edge", "dropped",
    ]  # fmt: skip
    missing = [name for name in expected if not seen[name]]
    assert not missing, f"the generator no longer shows {missing}; it has shown {dict(seen)}"
    assert not seen["grade missing"], "a partial scope cannot tell missing evidence"


@pytest.mark.parametrize("kind", ["reference", "embedded"])
def test_what_is_outside_the_scope_changes_no_answer(
    kind: str, tmp_path_factory: pytest.TempPathFactory, run: Callable[[Any], Any]
) -> None:
    seen: Counter[str] = Counter()
    examples = 0

    @given(data=st.data(), core=cores(), strewing=st.randoms(use_true_random=False))
    @settings(phases=NO_SHRINKING)
    def check(data: st.DataObject, core: Core, strewing: Random) -> None:
        nonlocal examples
        examples += 1
        worlds = [data.draw(st.just(Part()) | surroundings(core)), data.draw(surroundings(core))]
        asking = Asking(core, strewing)
        answers = []
        for around in worlds:
            story = story_of(core, around, strewn=strewing)
            folder = tmp_path_factory.mktemp("store")

            async def ask(story: Story = story, folder: Path = folder) -> Answers:
                async with opened(kind, story, folder) as store:
                    await count_refills(store, asking, seen)
                    return await asking.answers(store, story, seen)

            answers.append(run(ask()))
        one, other = answers
        for call, answer in one.items():
            assert other[call] == answer, call

    check()
    must_occur(seen, examples)


@pytest.mark.parametrize("kind", ["reference", "embedded"])
def test_scope_that_happens_to_hold_the_whole_store_ranks_as_it_does_in_a_larger_one(
    kind: str, tmp_path_factory: pytest.TempPathFactory, run: Callable[[Any], Any]
) -> None:
    texts = ["lion", "lion sea sea sea", "lion king king", "sea lion lion", "king"]

    async def ranking(*, larger: bool) -> list[str]:
        story = Story()
        story.document("A")
        for text in texts:
            story.passage(text, of="A", text=text)
        if larger:
            story.document("X")
            for number in range(9):
                story.passage(f"X{number}", of="X", text="king king sea")
        async with opened(kind, story, tmp_path_factory.mktemp("store")) as store:
            result = await search_evidence(
                store, EMBEDDER, "lion king", scope={"A"}, mode="lexical", limit=9
            )
        return [written(hit) for hit in result.hits]

    assert run(ranking(larger=True)) == run(ranking(larger=False))
