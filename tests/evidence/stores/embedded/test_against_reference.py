"""The engine's short cuts give what brute force gives, also where they take several rounds."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from evidence import limits
from evidence.ports import Reads
from evidence.scope import EVERYTHING, Scope
from evidence.stores.embedded.reading import central, counts, scopes, walk_steps
from evidence.stores.embedded.reading import passages as passage_reads
from evidence.stores.embedded.store import EmbeddedStore
from tests.builders import Story, embedded_store, reference_store
from tests.evidence.stores.embedded.random_graph import ENTITIES, TYPES, random_story

CAP = 6
SCOPES = {
    "everything": EVERYTHING,
    "disabled as well": Scope(enabled_only=False),
    "one namespace": Scope(namespaces=frozenset({"n1"})),
    "two namespaces": Scope(namespaces=frozenset({"n0", "n2"})),
    "two documents": Scope(keys=frozenset({"D0", "D5"})),
    "a day": Scope(as_of=date(2024, 5, 1)),
    "nothing": Scope(keys=frozenset()),
}


class Pair(NamedTuple):
    embedded: Reads
    reference: Reads
    ids: list[str]


class Written(NamedTuple):
    number: int
    story: Story
    folder: Path


@pytest.fixture(scope="module", params=[1, 2, 3])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Written:
    story, folder = random_story(request.param), tmp_path_factory.mktemp("store")
    embedded_store(story, folder)._shut()
    return Written(request.param, story, folder)


@pytest.fixture
async def pair(written: Written, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    """Both stores of one graph, with every threshold so low that it is crossed."""
    for module in (limits, counts, central, passage_reads):
        monkeypatch.setattr(module, "COUNT_CAP", CAP)
    monkeypatch.setattr(central, "_TOP", CAP + 1)
    monkeypatch.setattr(central, "_BATCH", 2)
    monkeypatch.setattr(counts, "_RUN", 3)
    monkeypatch.setattr(counts, "_FEW_ROWS", 20)
    monkeypatch.setattr(walk_steps, "_FEWEST", 1)
    monkeypatch.setattr(passage_reads, "_FEW_ENTRIES", (0, 1, 8)[written.number - 1])
    monkeypatch.setattr(scopes, "_FEW_MENTIONS", (0, 15, 200_000)[written.number - 1])
    story, store = written.story, EmbeddedStore.open(written.folder)
    async with store.snapshot() as embedded, reference_store(story).snapshot() as reference:
        yield Pair(embedded, reference, [story.id("entity", f"E{n}") for n in range(ENTITIES)])
    await store.close()


@pytest.mark.parametrize("name", SCOPES)
async def test_steps_are_those_of_brute_force(pair: Pair, name: str) -> None:
    scope, random = SCOPES[name], Random(name)
    met = 0
    for limit in (1, 5, 17, 500):
        for size in (1, 2, ENTITIES):
            frontier = random.sample(pair.ids, size)
            types = random.choice((None, None, TYPES[:2], ["unknown"]))
            for parity in (False, True):
                asked = {"scope": scope, "types": types, "limit": limit, "parity": parity}
                expected = await pair.reference.edges_around(frontier, **asked)
                assert await pair.embedded.edges_around(frontier, **asked) == expected
                met += len(expected.rows)
            asked = {"scope": scope, "types": types, "limit": limit}
            between = await pair.reference.edges_between(frontier, **asked)
            assert await pair.embedded.edges_between(frontier, **asked) == between
            visited = random.sample(pair.ids, random.choice((size, ENTITIES - 1)))
            beyond = {"visited": visited, "scope": scope, "types": types}
            assert await pair.embedded.has_beyond(frontier, **beyond) == (
                await pair.reference.has_beyond(frontier, **beyond)
            )
    assert met > 100 or name == "nothing"


@pytest.mark.parametrize("name", SCOPES)
async def test_counts_are_those_of_brute_force(pair: Pair, name: str) -> None:
    scope = SCOPES[name]
    both = (pair.embedded, pair.reference)
    relations = [await reads.relation_counts(pair.ids, scope=scope) for reads in both]
    assert relations[0] == relations[1]
    for each in pair.ids:
        for types in (None, TYPES[:1]):
            dropped = [await r.dropped_around([each], scope=scope, types=types) for r in both]
            assert dropped[0] == dropped[1]
        found = [await reads.type_counts(each, scope=scope) for reads in both]
        assert dict(found[0]) == dict(found[1])
        order = [(-count.value - count.capped, kind) for kind, count in found[0]]
        assert order == sorted(order)
    # The types of hubs are remembered by now, and what was counted with them.
    assert await pair.embedded.relation_counts(pair.ids, scope=scope) == relations[1]
    labels = [await reads.labels(scope) for reads in both]
    assert labels[0] == labels[1]
    pairs = [(one, other) for one in pair.ids[:4] for other in pair.ids]
    together = [await reads.together(pairs, scope=scope) for reads in both]
    assert together[0] == together[1]


@pytest.mark.parametrize("name", SCOPES)
@pytest.mark.parametrize("labels", [None, ["Label1"], []])
async def test_central_entities_are_those_with_the_most_relations(
    pair: Pair, name: str, labels: list[str] | None
) -> None:
    scope = SCOPES[name]
    everyone = await pair.reference.central_entities(scope, labels=labels, limit=ENTITIES)
    ordered = sorted(everyone, key=lambda row: (-row[1].value - row[1].capped, row[0]))
    for limit in (1, 3, ENTITIES):
        found = await pair.embedded.central_entities(scope, labels=labels, limit=limit)
        assert found == ordered[:limit]


@pytest.mark.parametrize("name", SCOPES)
async def test_supports_are_those_of_brute_force(pair: Pair, name: str) -> None:
    both = (pair.embedded, pair.reference)
    found = [await reads.supports(pair.ids, scope=SCOPES[name], limit=3) for reads in both]
    assert found[0] == found[1]
