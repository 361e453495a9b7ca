"""What the benchmarks ask: seeded names, words, entities and scopes of a synthetic graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evidence.ports import Vector
from evidence.scope import EVERYTHING, Scope
from tests.benchmarks.generate import DIMENSIONS, HUB, MODEL, Synthetic


@dataclass(frozen=True)
class Questions:
    """Random questions about one graph; the same graph, the same questions."""

    graph: Synthetic

    @cached_property
    def part(self) -> Scope:
        """One in a hundred documents, at least one of them about the hub."""
        rng = self.graph.rng("scope")
        wanted = max(1, self.graph.documents // 100)
        passages, entities = self.graph.mentions
        about_hub = int(passages[entities == HUB][0]) // 20
        picked = rng.choice(self.graph.documents, wanted, replace=False).tolist()
        return Scope(keys=frozenset(map(self.graph.document_key, [about_hub, *picked[1:]])))

    @property
    def scopes(self) -> dict[str, Scope]:
        """Scopes by the words of the table."""
        return {"everything": EVERYTHING, "1 % of documents": self.part}

    def names(self, count: int) -> list[str]:
        """Half whole names; then the first word of one, one cut short, and words of two."""
        rng = self.graph.rng("asked names")
        names = self.graph.names
        picked = rng.integers(0, len(names), (count, 2)).tolist()
        return [_asked(names[one], names[other], at % 8) for at, (one, other) in enumerate(picked)]

    def starts(self, count: int) -> list[str]:
        """The first two to five letters of a name, as while typing."""
        rng = self.graph.rng("asked starts")
        picked = rng.integers(0, self.graph.entities, count).tolist()
        return [self.graph.names[each][: 2 + at % 4] for at, each in enumerate(picked)]

    def texts(self, count: int) -> list[str]:
        """Four words as passages have them, so stop words among them."""
        rng = self.graph.rng("asked words")
        words = self.graph.words
        weights = (np.arange(len(words)) + 2.0) ** -1
        edges = np.cumsum(weights)
        picked = np.searchsorted(edges, rng.random((count, 4)) * edges[-1], side="right")
        return [" ".join(words[each] for each in row) for row in picked.tolist()]

    def ordinary(self, count: int) -> list[str]:
        """Entities picked evenly, which hardly ever gives one of the well-connected."""
        rng = self.graph.rng("asked entities")
        picked = rng.integers(HUB + 1, self.graph.entities, count).tolist()
        return [self.graph.entity_id(each) for each in picked]

    @property
    def hub(self) -> str:
        return self.graph.entity_id(HUB)

    def embedder(self, texts: Sequence[str]) -> "GivenVectors":
        """An embedder that has the vectors of these texts ready."""
        rows = self.graph.near_centres(self.graph.rng("asked vectors"), len(texts))
        return GivenVectors(dict(zip(texts, rows, strict=True)))


class GivenVectors:
    """Looks vectors up, so that no time is the model's."""

    def __init__(self, vectors: dict[str, Vector]) -> None:
        self._vectors = vectors

    @property
    def model_id(self) -> str:
        return MODEL

    def dimensions(self) -> int:
        return DIMENSIONS

    async def embed(self, texts: Sequence[str]) -> Vector:
        return np.stack([self._vectors[text] for text in texts])


def _asked(one: str, other: str, form: int) -> str:
    if form < 4:
        return one
    if form < 6:
        return one.split()[0]
    if form == 6:
        return one[: max(3, len(one) - 2)].strip()
    return f"{one.split()[0]} {other.split()[-1]}"
