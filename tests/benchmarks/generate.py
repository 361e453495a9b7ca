"""Synthetic graphs as native JSONL, and vectors to go with them; the same seed, the same bytes.

One entity stands for 2 passages of about 480 characters, 3 mentions, 5 relations and 7.7 evidence
entries; 20 passages make a document. Words, names and degrees follow Zipf's law. Entity 0 is the
hub: a fifth of all relations touch it. A fifth of the relations has no evidence; evidence mostly
names a passage that mentions the relation's source, so that a part of the documents holds a part
of the graph. Passages contain the names they mention, and one in ten a word with an accent.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LABELS = (
    "Person", "Organization", "Location", "Product", "Event", "Dataset", "Regulation",
    "Software", "Facility", "Project",
)  # fmt: skip
TYPES = 20
HUB = 0
DIMENSIONS = 384
MODEL = "synthetic"

_WORDS = 60_000
_NAME_WORDS = 20_000
_PASSAGE_CHARACTERS = 480
_WORDS_A_PASSAGE = 84
_DOCUMENT_PASSAGES = 20
_BLOCK = 2_000
_CENTRES = 256
_EFFECTIVE = 96
_EVIDENCE_SHARES = (0.2, 0.37, 0.2, 0.12, 0.11)
_DRAWS = 8

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Synthetic:
    """A graph of ``entities`` entities, told by its seed."""

    entities: int
    seed: int = 7

    @property
    def passages(self) -> int:
        return 2 * self.entities

    @property
    def documents(self) -> int:
        return -(-self.passages // _DOCUMENT_PASSAGES)

    @property
    def relations(self) -> int:
        return 5 * self.entities

    def rng(self, purpose: str) -> np.random.Generator:
        """Random numbers of their own for each purpose."""
        digest = hashlib.sha256(f"{self.seed}:{self.entities}:{purpose}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest[:8], "big"))

    def document_key(self, number: int) -> str:
        return f"report-{number:07d}.md"

    def entity_id(self, number: int) -> str:
        return _uid("entity", number)

    @cached_property
    def words(self) -> list[str]:
        """The words of passages, most frequent first; the first are short, as in a language."""
        return _vocabulary(self.rng("words"), _WORDS)

    @cached_property
    def _name_words(self) -> list[str]:
        return [word.capitalize() for word in _vocabulary(self.rng("name words"), _NAME_WORDS)[50:]]

    @cached_property
    def names(self) -> list[str]:
        """The name of each entity: one to three words."""
        rng = self.rng("names")
        lengths = rng.choice((1, 2, 3), self.entities, p=(0.2, 0.5, 0.3))
        picked = _zipf(rng, len(self._name_words), int(lengths.sum()), 0.8)
        words = iter([self._name_words[number] for number in picked.tolist()])
        return [" ".join(next(words) for _ in range(n)) for n in lengths.tolist()]

    @cached_property
    def labels(self) -> list[int]:
        """The label of each entity, as a place in ``LABELS``."""
        return _zipf(self.rng("labels"), len(LABELS), self.entities, 0.7).tolist()

    @cached_property
    def mentions(self) -> tuple[Numbers, Numbers]:
        """Passages and entities of the mentions, by passage; pairs may repeat a little."""
        rng = self.rng("mentions")
        entities = np.concatenate([
            np.tile(np.arange(self.entities), 2),
            self._popular(rng, self.entities),
        ])
        passages = rng.integers(0, self.passages, len(entities))
        entities = np.where(rng.random(len(entities)) < 0.02, HUB, entities)
        pairs = np.unique(np.stack([passages, entities], axis=1), axis=0)
        return pairs[:, 0], pairs[:, 1]

    @cached_property
    def ends(self) -> tuple[Numbers, Numbers]:
        """Sources and targets of the relations."""
        rng = self.rng("relations")
        sources = rng.integers(0, self.entities, self.relations)
        targets = self._popular(rng, self.relations)
        hub = rng.random(self.relations)
        targets[hub < 0.1] = HUB
        at_source = (hub >= 0.1) & (hub < 0.2)
        targets[at_source] = sources[at_source]
        sources[at_source] = HUB
        return sources, targets

    def _popular(self, rng: np.random.Generator, count: int) -> Numbers:
        """Entities by Zipf's law; popularity has nothing to do with the order of ids."""
        order = self.rng("popularity").permutation(self.entities)
        return order[_zipf(rng, self.entities, count, 1.0)]

    def lines(self) -> Iterator[str]:
        """The records, each with its line end."""
        yield '{"kind": "header", "format": "evidence-graph", "version": 1}\n'
        yield from self._document_lines()
        for number, (name, label) in enumerate(zip(self.names, self.labels, strict=True)):
            yield (
                f'{{"kind": "entity", "id": "{_uid("entity", number)}",'
                f' "label": "{LABELS[label]}", "name": "{name}"}}\n'
            )
        for passage, entity in zip(*(column.tolist() for column in self.mentions), strict=True):
            yield (
                f'{{"kind": "mention", "passage": "{_uid("passage", passage)}",'
                f' "entity": "{_uid("entity", entity)}"}}\n'
            )
        yield from self._relation_lines()

    def write(self, path: Path) -> None:
        """Writes the records to a file."""
        with path.open("w", encoding="utf-8") as stream:
            stream.writelines(self.lines())

    def _document_lines(self) -> Iterator[str]:
        texts = self._texts()
        for document in range(self.documents):
            key = self.document_key(document)
            folder = f"region-{document % 10}"
            yield (
                f'{{"kind": "document", "key": "{key}", "title": "Report {document}",'
                f' "namespace": "space-{document % 7}", "path": ["{folder}", "{key}"]}}\n'
            )
            first = document * _DOCUMENT_PASSAGES
            for order in range(min(_DOCUMENT_PASSAGES, self.passages - first)):
                yield (
                    f'{{"kind": "passage", "id": "{_uid("passage", first + order)}",'
                    f' "document": "{key}", "order": {order}, "text": "{next(texts)}"}}\n'
                )

    def _texts(self) -> Iterator[str]:
        rng = self.rng("texts")
        passages, entities = self.mentions
        words = np.array(self.words, dtype=object)
        for first in range(0, self.passages, _BLOCK):
            count = min(_BLOCK, self.passages - first)
            picked = words[_zipf(rng, _WORDS, count * _WORDS_A_PASSAGE, 1.0)].tolist()
            low, high = np.searchsorted(passages, (first, first + count))
            named: dict[int, list[str]] = {}
            places = zip(passages[low:high].tolist(), entities[low:high].tolist(), strict=True)
            for passage, entity in places:
                named.setdefault(passage - first, []).append(self.names[entity])
            for number in range(count):
                start = number * _WORDS_A_PASSAGE
                text = picked[start : start + _WORDS_A_PASSAGE]
                if number % 10 == 0:
                    text[7] = "caf\u00e9"
                for place, name in enumerate(named.get(number, ())):
                    text[(11 * place + 3) % len(text)] = name
                yield " ".join(text)[:_PASSAGE_CHARACTERS].strip() + "."

    def _relation_lines(self) -> Iterator[str]:
        rng = self.rng("evidence")
        sources, targets = self.ends
        types = _zipf(rng, TYPES, self.relations, 0.8)
        passages, entities = self.mentions
        order = np.argsort(entities, kind="stable")
        seen_in = passages[order]
        starts = np.searchsorted(entities[order], np.arange(self.entities + 1))
        counts = rng.choice(len(_EVIDENCE_SHARES), self.relations, p=_EVIDENCE_SHARES)
        for first in range(0, self.relations, _BLOCK):
            block = slice(first, min(first + _BLOCK, self.relations))
            near = rng.random((block.stop - first, _DRAWS)) < 0.7
            places = rng.random((block.stop - first, _DRAWS))
            low, high = starts[sources[block]], starts[sources[block] + 1]
            own = seen_in[(low[:, None] + places * (high - low)[:, None]).astype(np.int64)]
            rows = np.where(near, own, (places * self.passages).astype(np.int64)).tolist()
            ends = zip(
                sources[block].tolist(),
                targets[block].tolist(),
                types[block].tolist(),
                counts[block].tolist(),
                rows,
                strict=True,
            )
            for number, (source, target, kind, count, evidence) in enumerate(ends, first):
                name = _uid("relation", number)
                yield (
                    f'{{"kind": "relation", "id": "{name}", "type": "{type_name(kind)}",'
                    f' "source": "{_uid("entity", source)}",'
                    f' "target": "{_uid("entity", target)}"}}\n'
                )
                for passage in list(dict.fromkeys(evidence))[:count]:
                    yield (
                        f'{{"kind": "evidence", "relation": "{name}",'
                        f' "passage": "{_uid("passage", passage)}"}}\n'
                    )

    # Vectors

    def vectors(self, kind: str, count: int) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Blocks of unit vectors with the number of their first row: clusters in 96 dimensions."""
        for first in range(0, count, _BLOCK):
            rng = self.rng(f"vectors:{kind}:{first}")
            yield first, self.near_centres(rng, min(_BLOCK, count - first))

    def near_centres(self, rng: np.random.Generator, count: int) -> NDArray[np.float32]:
        """Unit vectors round random cluster centres, of shape (count, ``DIMENSIONS``)."""
        centres, basis = self._space
        noise = rng.standard_normal((count, _EFFECTIVE), dtype=np.float32)
        rows = (centres[rng.integers(0, _CENTRES, count)] + 0.8 * noise) @ basis
        rows += 0.05 * rng.standard_normal(rows.shape, dtype=np.float32)
        unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    @cached_property
    def _space(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        rng = self.rng("space")
        centres = rng.standard_normal((_CENTRES, _EFFECTIVE), dtype=np.float32)
        basis, _ = np.linalg.qr(rng.standard_normal((DIMENSIONS, _EFFECTIVE)))
        return centres, basis.T.astype(np.float32)


def type_name(number: int) -> str:
    """The name of a relation type."""
    return f"RELATES_{number:02d}"


def _uid(kind: str, number: int) -> str:
    text = hashlib.md5(f"{kind}:{number}".encode(), usedforsecurity=False).hexdigest()
    return f"{text[:8]}-{text[8:12]}-5{text[13:16]}-8{text[17:20]}-{text[20:]}"


def _vocabulary(rng: np.random.Generator, count: int) -> list[str]:
    """Distinct made-up words of two to four syllables, a few short ones first."""
    consonants = (*"bcdfghklmnprstvwz", "br", "st", "tr")
    vowels = (*"aeiou", "ai", "ea")
    found: dict[str, None] = {}
    while len(found) < count:
        syllables = 1 if len(found) < 60 else 2 if len(found) < 4_000 else 3
        picked = rng.integers(0, 1 << 30, 2 * syllables).tolist()
        found["".join(
            consonants[a % len(consonants)] + vowels[b % len(vowels)]
            for a, b in zip(picked[::2], picked[1::2], strict=True)
        )] = None  # fmt: skip
    return list(found)


def _zipf(rng: np.random.Generator, kinds: int, count: int, exponent: float) -> Numbers:
    """``count`` numbers below ``kinds``; number k comes up in proportion to ``(k+2)**-exponent``."""
    weights = (np.arange(kinds) + 2.0) ** -exponent
    edges = np.cumsum(weights)
    return np.searchsorted(edges, rng.random(count) * edges[-1], side="right")
