"""The embedded store answers every read as the reference store does, on random graphs."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from evidence.ids import document_id
from evidence.ports import Ranked, Reads, Step
from evidence.query import parse_query
from evidence.scope import EVERYTHING, Scope
from evidence.stores.embedded.reading import passage_ranking
from tests.builders import (
    Story,
    content_hash,
    embedded_store,
    numbered_id,
    reference_store,
)
from tests.properties.worlds import (
    CORE_KEYS,
    KINDS,
    LABELS,
    OUTER_KEYS,
    TYPES,
    VECTORS,
    WORDS,
    Core,
    cores,
    story_of,
    surroundings,
)
from tests.reference_graph import Graph, graph_of
from tests.reference_store import textbook_bm25

Call = tuple[str, tuple[Any, ...], dict[str, Any]]

SCOPES = [
    EVERYTHING,
    Scope(enabled_only=False),
    Scope(keys=frozenset()),
    Scope(keys=frozenset({"out0", "in0"})),
    *(scope for scope, _, _ in KINDS.values()),
]


def calls(random: Random, scope: Scope) -> list[Call]:
    """One call of every read, with arguments that meet something more often than not."""

    def entities(most: int = 4) -> list[str]:
        return [numbered_id("entity", random.randrange(16)) for _ in range(random.randint(1, most))]

    def passages() -> list[str]:
        return [numbered_id("passage", random.randrange(12)) for _ in range(random.randint(1, 5))]

    def relations() -> list[str]:
        return [numbered_id("relation", random.randrange(30)) for _ in range(random.randint(1, 6))]

    query = parse_query(" ".join(random.choice(WORDS) for _ in range(random.choice((1, 1, 2, 3)))))
    begun = parse_query(random.choice(WORDS)[: random.randint(1, 3)])
    vector = np.asarray(random.choice(VECTORS), np.float32)
    labels = random.choice((None, [random.choice(LABELS)], ["Person", "Mammal"], ["Nope"]))
    types = random.choice((None, None, [random.choice(TYPES)], [*TYPES[:2], "nope"]))
    limit = random.choice((1, 2, 3, 5, 50))
    around = {"scope": scope, "types": types, "limit": limit}
    key = random.choice(CORE_KEYS + OUTER_KEYS)
    return [
        ("document_count", (scope,), {}),
        ("documents", (scope,), {"limit": limit}),
        ("match_names", (query,), {"labels": labels, "scope": scope, "limit": limit}),
        ("match_names", (begun,), {"labels": labels, "scope": scope, "limit": limit}),
        ("rank_names", (query.words,), {"label": random.choice(LABELS), "limit": limit}),
        ("near_entities", (vector,), {"labels": labels, "scope": scope, "limit": limit}),
        ("near_entities", (vector,), {"labels": labels, "scope": None, "limit": limit}),
        ("rank_passages", (query,), {"scope": scope, "limit": limit}),
        ("rank_passages", (query,), {"scope": None, "limit": limit}),
        ("near_passages", (vector,), {"scope": scope, "limit": limit}),
        ("near_passages", (vector,), {"scope": None, "limit": limit}),
        ("entities", (entities(),), {}),
        ("supports", (entities(),), {"scope": scope, "limit": limit}),
        ("passages", (passages(),), {"scope": scope}),
        *(
            ("version_passages", (document_id(each), content_hash(each, name)[:16]), {"scope": scope})
            for each in (CORE_KEYS[0], key)
            for name in ("v0", "v1")
        ),
        ("edges_around", (entities(),), around),
        ("edges_around", (entities(),), {**around, "parity": True}),
        (
            "has_beyond",
            (entities(2),),
            {"visited": entities(9), "scope": scope, "types": types},
        ),
        ("edges_between", (entities(9),), around),
        ("relations", (relations(),), {}),
        ("evidence", (relations(),), {"scope": scope, "limit": limit}),
        ("together", ([(one, other) for one in entities(2) for other in entities(2)],),
         {"scope": scope}),
        *(
            ("together_passages", (*entities(1), *entities(1)), {"scope": scope, "limit": limit})
            for _ in range(6)
        ),
        ("dropped_around", (entities(),), {"scope": scope, "types": types}),
        ("relation_counts", (entities(),), {"scope": scope}),
        ("type_counts", (entities(1)[0],), {"scope": scope}),
        ("labels", (scope,), {}),
        ("central_entities", (scope,), {"labels": labels, "limit": limit}),
        ("mentions", (passages(),), {"entity_ids": random.choice((None, entities()))}),
        ("index_report", (), {}),
    ]  # fmt: skip


SILENT: dict[str, Any] = {"supports": (False, [], 0), "evidence": []}


def comparable(read: str, answer: Any) -> Any:
    """An answer without what the port leaves open: entries for ids that have nothing to say."""
    if read in SILENT:
        return {key: value for key, value in answer.items() if value != SILENT[read]}
    if read == "relation_counts":
        return {key: count for key, count in answer.items() if count.value}
    if read == "edges_around" and isinstance(answer, Step):
        # With parity a relation with both ends in the frontier comes twice, in either order.
        rows = sorted(answer.rows, key=lambda row: (-row.stored, row.relation_id, row.node))
        return [row.relation_id for row in answer.rows], rows, answer.more
    if isinstance(answer, list) and answer and isinstance(answer[0], Ranked):
        return [(row.id, row.label, pytest.approx(row.score, rel=1e-6)) for row in answer]
    return answer


async def ask(reads: Reads, asked: Sequence[Call]) -> list[Any]:
    return [await getattr(reads, name)(*given, **named) for name, given, named in asked]


def test_embedded_answers_as_the_reference_does(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    seen: Counter[str] = Counter()

    @given(core=cores(), data=st.data(), random=st.randoms(use_true_random=False))
    @settings(phases=[phase for phase in Phase if phase is not Phase.shrink])
    def check(core: Core, data: st.DataObject, random: Random) -> None:
        story = story_of(core, data.draw(surroundings(core)), strewn=random)
        scopes = [core.scope, random.choice(SCOPES)]
        asked = [call for scope in scopes for call in calls(random, scope)]
        expected, given_back = runner.run(both(story, asked, laid_out=random.random() < 0.1))
        for call, right, answer in zip(asked, expected, given_back, strict=True):
            name = call[0]
            assert comparable(name, answer) == comparable(name, right), call
            seen[name] += bool(right)

    async def both(
        story: Story, asked: list[Call], *, laid_out: bool
    ) -> tuple[list[Any], list[Any]]:
        folder = tmp_path_factory.mktemp("store")
        answers = []
        for store in (reference_store(story), embedded_store(story, folder, laid_out=laid_out)):
            async with store.snapshot(timeout=30.0) as reads:
                answers.append(await ask(reads, asked))
            await store.close()
        return answers[0], answers[1]

    with asyncio.Runner() as runner:
        check()
    silent = {name for name, *_ in calls(Random(0), EVERYTHING)} - set(+seen)
    assert not silent, f"these reads had nothing to say in any example: {silent}"


def test_everything_is_ranked_by_the_whole_index_once_many_passages_meet_the_query(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond a thousand matches (here one) the statistics are those of all passages, as FTS5's."""
    monkeypatch.setattr(passage_ranking, "STEP_ROWS", 1)
    seen: Counter[str] = Counter()

    @given(
        core=cores(kinds=("keys",)), text=st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)
    )
    @settings(phases=[phase for phase in Phase if phase is not Phase.shrink])
    def check(core: Core, text: list[str]) -> None:
        story = story_of(core)
        graph = graph_of(story.records())
        query = parse_query(" ".join(text))
        store = embedded_store(story, tmp_path_factory.mktemp("store"), laid_out=False)

        async def ranked() -> list[Ranked]:
            async with store.snapshot(timeout=30.0) as reads:
                found = await reads.rank_passages(query, scope=EVERYTHING, limit=50)
            await store.close()
            return found

        expected = whole_index(graph, query.terms)
        found = runner.run(ranked())
        if len(expected) > 1:
            seen["compared"] += 1
            assert [row.id for row in found] == [key for key, _ in expected]
            assert [row.score for row in found] == pytest.approx(
                [score for _, score in expected], rel=1e-6
            )

    with asyncio.Runner() as runner:
        check()
    assert seen["compared"]


def whole_index(graph: Graph, terms: Sequence[tuple[str, ...]]) -> list[tuple[str, float]]:
    """Visible passages by textbook BM25 over all stored ones; nine digits, then id."""
    scores = textbook_bm25(terms, graph.normalised_texts())
    visible = [each.id for each in graph.passages.values() if graph.visible(each, EVERYTHING)]
    rows = [(key, float(f"{scores[key]:.9g}")) for key in visible if key in scores]
    return sorted(rows, key=lambda row: (-row[1], row[0]))
