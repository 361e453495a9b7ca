"""Many threads on one store get the answers that one thread gets."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from components.background import BackgroundLoop
from evidence import EVERYTHING, Scope, entity_search, explore_relationships, search_evidence
from evidence.demo import build_demo
from evidence.embedders.hashed import HashedEmbedder
from evidence.stores.embedded.store import EmbeddedStore

THREADS, CALLS = 16, 500
QUERIES = ("Maria Chen", "planner", "東京", "acme robotics", "zz", "safety rule")
SCOPES = (
    EVERYTHING,
    Scope(keys=frozenset({"acme-notes.md"})),
    Scope(namespaces=frozenset({"press"})),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedStore:
    folder = tmp_path_factory.mktemp("demo") / "store"
    build_demo(folder)
    return EmbeddedStore.open(folder)


def question(store: EmbeddedStore, number: int, starts: list[str]) -> Callable[[], object]:
    dice = random.Random(number)
    query, scope, start = dice.choice(QUERIES), dice.choice(SCOPES), dice.choice(starts)
    embedder = HashedEmbedder(384)
    limit = dice.randint(1, 20)
    return dice.choice([
        lambda: entity_search(store, embedder, query, scope=scope, mode="lexical", limit=limit),
        lambda: search_evidence(store, embedder, query, scope=scope, mode="lexical"),
        lambda: explore_relationships(store, start, scope=scope, depth=2, max_nodes=limit),
    ])


def test_answers_do_not_depend_on_who_asks_beside(store: EmbeddedStore) -> None:
    loop = BackgroundLoop()
    try:
        found = loop.run(
            entity_search(store, HashedEmbedder(384), "acme", scope=EVERYTHING, mode="lexical"),
            seconds=30,
        )
        starts = [hit.entity_id for hit in found.hits]
        assert starts

        def ask(number: int) -> str:
            return loop.run(question(store, number, starts)(), seconds=60).model_dump_json()

        alone = [ask(number) for number in range(CALLS)]
        with ThreadPoolExecutor(THREADS) as pool:
            beside = list(pool.map(ask, range(CALLS)))
        assert beside == alone
        assert len(set(alone)) > 20
    finally:
        loop.run(store.close(), seconds=30)
        loop.stop()
