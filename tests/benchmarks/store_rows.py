"""Figures of the use cases on an open store."""

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import partial
from typing import Any

from evidence import entity_search, explore_relationships, search_evidence
from evidence.browse import central, entity_card, labels_in, suggest
from evidence.limits import STEP_ROWS
from evidence.ports import GraphStore
from evidence.results import EntityResult, ExplorationResult, PassageResult
from tests.benchmarks.generate import HUB
from tests.benchmarks.questions import Questions
from tests.benchmarks.timing import Figure, figure, timed
from tests.fakes import CountingStore

LARGE = 500_000


class _StoreRows:
    """Asks one store one set of questions."""

    def __init__(self, store: GraphStore, questions: Questions, runs: int) -> None:
        self.store = store
        self.questions = questions
        self.runs = runs

    def target(self, usual: float, large: float) -> float:
        """The target for graphs up to half a million entities, or above."""
        return large if self.questions.graph.entities > LARGE else usual

    async def search(self) -> AsyncIterator[Figure]:
        """Entity search by name and meaning, the query's vector given."""
        names = self.questions.names(self.runs)
        embedder = self.questions.embedder(names)
        for words, scope in self.questions.scopes.items():
            yield await timed(
                f"entity search, hybrid, {words}",
                [partial(entity_search, self.store, embedder, n, scope=scope) for n in names],
                target=self.target(5, 25),
                check=_answered,
            )

    async def explore(self) -> AsyncIterator[Figure]:
        """Two rings round an ordinary entity."""
        for nodes, edges, usual, large in ((25, 50, 10, 25), (200, 200, 25, 60)):
            yield await timed(
                f"explore, depth 2, {nodes}/{edges}, ordinary entity",
                [
                    partial(
                        explore_relationships, self.store, start, scope=self.questions.scopes[
                            "everything"
                        ], depth=2, max_nodes=nodes, max_edges=edges,
                    )
                    for start in self.questions.ordinary(self.runs)
                ],
                target=self.target(usual, large),
                check=_walked,
            )  # fmt: skip

    async def hub(self) -> AsyncIterator[Figure]:
        """One ring round the hub; the store remembers the types of a hub once they are counted."""
        for words, scope in self.questions.scopes.items():
            target = 150 if words != "everything" else self.target(20, 150)
            call = partial(explore_relationships, self.store, self.questions.hub, scope=scope)
            name = f"explore, depth 1, hub, {words}"
            yield await timed(
                f"{name}, first time", [call], target=target, warm_up=0, check=_walked
            )
            yield await timed(name, [call] * max(10, self.runs // 2), target=target, check=_walked)

    async def step(self) -> AsyncIterator[Figure]:
        """Rows that one step of a walk takes from the store, looked at over all walks above."""
        counting = CountingStore(self.store)
        walk = partial(explore_relationships, counting, max_nodes=200, max_edges=200)
        for scope in self.questions.scopes.values():
            _walked(await walk(self.questions.hub, scope=scope))
        for start in self.questions.ordinary(20):
            _walked(await walk(start, scope=self.questions.scopes["everything"], depth=2))
        rows = [rows for name, rows in counting.log if name == "edges_around"]
        yield figure(
            "rows of a step, most", [max(rows)], unit="rows", target=STEP_ROWS + 1,
            note=f"{len(rows)} steps",
        )  # fmt: skip

    async def passages(self) -> AsyncIterator[Figure]:
        """Passage search with everyday words."""
        texts = self.questions.texts(self.runs)
        embedder = self.questions.embedder(texts)
        for mode in ("hybrid", "lexical"):
            for words, scope in self.questions.scopes.items():
                yield await timed(
                    f"passage search, everyday words, {mode}, {words}",
                    [
                        partial(search_evidence, self.store, embedder, t, scope=scope, mode=mode)
                        for t in texts
                    ],
                    target=25 if mode == "hybrid" and self.target(1, 0) else None,
                    check=_answered,
                )

    async def browse(self) -> AsyncIterator[Figure]:
        """What the pages read besides."""
        for words, scope in self.questions.scopes.items():
            starts = self.questions.starts(self.runs)
            calls: dict[str, list[Callable[[], Coroutine[Any, Any, Any]]]] = {
                "suggestions while typing": [
                    partial(suggest, self.store, start, scope=scope) for start in starts
                ],
                "best-connected entities": [partial(central, self.store, scope=scope)] * 10,
                "labels with counts": [partial(labels_in, self.store, scope=scope)] * 10,
                "card of the hub": [
                    partial(
                        entity_card, self.store, self.questions.graph.entity_id(HUB), scope=scope
                    )
                ] * 10,
            }  # fmt: skip
            for name, each in calls.items():
                yield await timed(f"{name}, {words}", each, warm_up=1)


def rows_of(
    store: GraphStore, questions: Questions, runs: int
) -> dict[str, Callable[[], AsyncIterator[Figure]]]:
    """The rows of an open store by the names ``--only`` takes."""
    rows = _StoreRows(store, questions, runs)
    return {
        name: getattr(rows, name)
        for name in ("search", "explore", "hub", "step", "passages", "browse")
    }


def _answered(answer: EntityResult | PassageResult) -> None:
    if answer.status not in {"ok", "no_match"}:
        raise AssertionError(f"a search ended as {answer.status}: {answer.failures}")


def _walked(answer: ExplorationResult) -> None:
    if answer.status != "ok":
        raise AssertionError(f"a walk ended as {answer.status}")
