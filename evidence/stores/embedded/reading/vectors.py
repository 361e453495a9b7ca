"""The nearest stored vectors to a query's, inside a scope.

What is out of scope takes no place: candidates are tested before any cut. Scores are computed
again, in double precision and row by row, so that a score depends on its own vector alone; they
are rounded to nine digits, and equal ones are ordered by id.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evidence.bm25 import rounded
from evidence.errors import StoreCorruptError, StoreUnavailableError
from evidence.ports import LabelIndex, Ranked, Vector
from evidence.scope import Scope
from evidence.stores.embedded.reading.identities import (
    entity_texts,
    label_names,
    label_numbers,
    uuid_text,
)
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import (
    CURRENT,
    ResolvedScope,
    flagged,
    has_mentions,
    resolved,
)
from evidence.stores.embedded.reading.view import View
from evidence.stores.embedded.sign_bits import Codes, codes_of, differing
from evidence.stores.embedded.vector_files import EXACT_ROWS, as_vectors, file_of

_TABLE_ROWS = 20_000
"""So many vectors are read from their table when there are no files (0.3 s, once)."""
_COMPARED = 2_000
_FEW = 10_000
_GATHERED = 256
_SLACK = 1e-5
"""How far a score in single precision may be off."""

Places = NDArray[np.int64]
Admits = Callable[[Places], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class VectorIndex:
    """Vectors of one kind: for each row its number, its label or version, and its vector."""

    numbers: Places
    groups: Places
    vectors: Vector
    codes: Codes | None

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.vectors.shape[1])

    def among(self, flags: bytes) -> NDArray[np.bool_]:
        """For each row whether the byte of its number is set."""
        known = np.frombuffer(flags, np.uint8)
        inside = self.numbers < len(known)
        found: NDArray[np.bool_] = inside & (known[np.where(inside, self.numbers, 0)] == 1)
        return found


def near_entities(
    view: View,
    vector: Vector,
    labels: Sequence[str] | None,
    scope: Scope | None,
    limit: int,
) -> list[Ranked]:
    """The nearest in-scope entities of these labels; of all when there is no scope."""
    index = _needed(view, "entity", vector)
    if index is None:
        return []
    wanted = label_numbers(view, labels)
    places = None if wanted is None else np.flatnonzero(np.isin(index.groups, wanted))
    admits: Admits = _everyone
    if scope is not None:
        applied = flagged(view, scope)
        flags = applied.parameters["members"]
        if flags is not None:
            key = ("entity rows in scope", scope.fingerprint)
            inside = view.recall(key, lambda: index.among(flags))
            places, admits = _narrowed(places, inside)
        elif not applied.parameters["open"]:
            admits = _entities_in(view, applied, index)
            places = places if has_mentions(view) else np.empty(0, np.int64)
    rows, scores = _nearest(index, vector, places, admits, limit)
    texts = entity_texts(view, index.numbers[rows].tolist())
    names = label_names(view)
    found = [
        Ranked(texts[number], names[label], score)
        for number, label, score in zip(
            index.numbers[rows].tolist(), index.groups[rows].tolist(), scores, strict=True
        )
    ]
    return sorted(found, key=lambda row: (-row.score, row.id))[:limit]


def near_passages(view: View, vector: Vector, scope: Scope | None, limit: int) -> list[Ranked]:
    """The nearest visible passages; of all versions when there is no scope."""
    index = _needed(view, "passage", vector)
    if index is None:
        return []
    places: Places | None = None
    admits: Admits = _everyone
    if scope is not None:
        applied = resolved(view, scope)
        key = ("passage rows in scope", scope.fingerprint)
        places, admits = _narrowed(None, view.recall(key, lambda: _visible(view, applied, index)))
    rows, scores = _nearest(index, vector, places, admits, limit)
    numbers = index.numbers[rows].tolist()
    texts = view.listed(_PASSAGE_TEXTS, {"passages": json.dumps(numbers)})
    found = [
        Ranked(uuid_text(digits), "", score) for digits, score in zip(texts, scores, strict=True)
    ]
    return sorted(found, key=lambda row: (-row.score, row.id))[:limit]


def index_state(view: View, kind: str) -> LabelIndex:
    """Whether vectors of a kind can be searched, and their length."""
    index = vector_index(view, kind)
    found = index is not None and len(index.numbers) > 0
    dimensions = index.dimensions if index is not None and found else view.meta("dimensions")
    return LabelIndex(lexical=False, semantic=found, dimensions=dimensions)


def vector_index(view: View, kind: str) -> VectorIndex | None:
    """The vectors of a kind: from their files, or from the table while it is small."""
    token = view.meta("vectors_generation")
    if isinstance(token, str) and file_of(view.folder, "rows", kind, token).exists():
        return view.memory.recall(
            ("vectors", kind, token), lambda: _from_files(view.folder, kind, token)
        )
    return view.recall(("vectors", kind), lambda: _from_table(view, kind))


def _from_files(folder: Path, kind: str, token: str) -> VectorIndex:
    try:
        numbers, groups = np.load(file_of(folder, "rows", kind, token))
        if not len(numbers):
            return VectorIndex(numbers, groups, np.empty((0, 0), np.float32), None)
        vectors = _mapped(file_of(folder, "vectors", kind, token))
        coded = len(numbers) > EXACT_ROWS
        codes = _mapped(file_of(folder, "codes", kind, token)) if coded else None
    except FileNotFoundError as error:
        raise StoreUnavailableError("The index of meanings is being rebuilt; try again.") from error
    except (OSError, ValueError, EOFError) as error:
        raise StoreCorruptError("The index of meanings is damaged; rebuild it.") from error
    if len(vectors) != len(numbers) or (codes is not None and codes.shape[1] != len(numbers)):
        raise StoreCorruptError("The index of meanings is damaged; rebuild it.")
    return VectorIndex(numbers, groups, vectors, codes)


def _mapped(file: Path) -> NDArray[Any]:
    """An array that is read where and when it is needed; a search by name needs nothing of it."""
    return np.asarray(np.load(file, mmap_mode="r"))


def _from_table(view: View, kind: str) -> VectorIndex | None:
    entities = kind == "entity"
    count = view.value(_FEW_ENTITIES if entities else _FEW_PASSAGES, {"most": _TABLE_ROWS + 1})
    if count > _TABLE_ROWS:
        return None
    rows = view.rows(_ENTITIES if entities else _PASSAGES, {})
    places = np.asarray([row[:2] for row in rows], np.int64).reshape(len(rows), 2)
    vectors = as_vectors([row[2] for row in rows])
    return VectorIndex(places[:, 0], places[:, 1], vectors, None)


def _needed(view: View, kind: str, vector: Vector) -> VectorIndex | None:
    """The index, or ``None`` when nothing has a vector."""
    index = vector_index(view, kind)
    if index is None:
        raise StoreUnavailableError("The index of meanings is not ready; rebuild it.")
    if not len(index.numbers):
        return None
    if vector.shape != (index.dimensions,):
        raise ValueError(f"the stored vectors have length {index.dimensions}")
    return index


def _everyone(places: Places) -> NDArray[np.bool_]:
    return np.ones(len(places), np.bool_)


def _narrowed(places: Places | None, inside: NDArray[np.bool_]) -> tuple[Places | None, Admits]:
    """The rows to look at, when those inside are few, or else a test that only those pass."""
    if places is not None:
        return places[inside[places]], _everyone
    if np.count_nonzero(inside) <= _FEW:
        return np.flatnonzero(inside), _everyone

    def admits(at: Places) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = inside[at]
        return found

    return None, admits


def _entities_in(view: View, applied: ResolvedScope, index: VectorIndex) -> Admits:
    """Tests rows as they come; the nearest few hundred are usually enough."""

    def admits(places: Places) -> NDArray[np.bool_]:
        asked = json.dumps(index.numbers[places].tolist())
        return np.asarray(view.listed(_INSIDE, applied.asked(entities=asked)), np.bool_)

    return admits


def _visible(view: View, applied: ResolvedScope, index: VectorIndex) -> NDArray[np.bool_]:
    versions = applied.versions
    known = index.groups < len(versions)
    visible: NDArray[np.bool_] = known & (versions[np.where(known, index.groups, 0)] == CURRENT)
    if applied.parameters["stamped"]:
        visible &= ~np.isin(index.numbers, view.listed(_STAMPED, {}))
    return visible


def _nearest(
    index: VectorIndex, vector: Vector, places: Places | None, admits: Admits, limit: int
) -> tuple[Places, list[float]]:
    """The rows nearest to the vector (a few more when scores are close) and their scores."""
    single = np.ascontiguousarray(vector, np.float32)
    total = len(index.numbers) if places is None else len(places)
    if index.codes is not None and total > _FEW:
        codes = index.codes if places is None else index.codes[:, places]
        signs = differing(codes, codes_of(single[None, :]))
        best = _least(signs, _moved(admits, places), max(_COMPARED, 4 * limit))
        places, admits = best if places is None else places[best], _everyone
    closeness = _closeness(index.vectors, single, places)
    best = _best(closeness, _moved(admits, places), limit)
    rows = best if places is None else places[best]
    exact = np.asarray(index.vectors[rows], np.float64) * single.astype(np.float64)
    return rows, [rounded((1.0 + score) / 2.0) for score in exact.sum(axis=1).tolist()]


def _closeness(vectors: Vector, vector: Vector, places: Places | None) -> Vector:
    """The product of a vector with each row of ``vectors``, or with those at ``places``.

    Rows that lie apart are gathered a few at a time, so that they are still in the cache. einsum,
    since a threaded BLAS waits for its threads when the cores are busy.
    """
    if places is None:
        return np.asarray(np.einsum("ij,j->i", vectors, vector))
    found = np.empty(len(places), np.float32)
    block = np.empty((min(_GATHERED, len(places)), vectors.shape[1]), np.float32)
    for first in range(0, len(places), _GATHERED):
        at = places[first : first + _GATHERED]
        rows = np.take(vectors, at, axis=0, out=block[: len(at)], mode="clip")
        np.einsum("ij,j->i", rows, vector, out=found[first : first + len(at)])
    return found


def _moved(admits: Admits, places: Places | None) -> Admits:
    return admits if places is None else lambda at: admits(places[at])


def _least(signs: NDArray[np.uint16], admits: Admits, wanted: int) -> Places:
    """The places of the ``wanted`` rows with the fewest differing signs that are admitted.

    With them come all that differ in as many as the last one.
    """
    together = np.cumsum(np.bincount(signs))
    take = wanted + wanted // 4
    while True:
        cut = int(np.searchsorted(together, take))
        top = np.flatnonzero(signs <= cut)
        inside = top[admits(top)]
        if len(inside) >= wanted:
            last = np.partition(signs[inside], wanted - 1)[wanted - 1]
            return np.asarray(inside[signs[inside] <= last])
        if len(top) == len(signs):
            return np.asarray(inside)
        take *= 8


def _best(closeness: Vector, admits: Admits, wanted: int) -> Places:
    """The places of the ``wanted`` closest rows that are admitted, with all about as close."""
    take = max(256, wanted + wanted // 4)
    while True:
        take = min(take, len(closeness))
        if not take:
            return np.empty(0, np.int64)
        cut = np.partition(closeness, -take)[-take] if take < len(closeness) else -np.inf
        top = np.flatnonzero(closeness >= cut)
        inside = top[admits(top)]
        if len(inside) >= wanted:
            last = np.partition(closeness[inside], -wanted)[-wanted]
            if last - _SLACK >= cut:
                return np.asarray(inside[closeness[inside] >= last - _SLACK])
        if len(top) == len(closeness):
            return np.asarray(inside)
        take *= 8


_INSIDE = spelled_out("""
SELECT json_group_array(@member(asked.value)) FROM json_each(:entities) AS asked
""")
_STAMPED = "SELECT json_group_array(passage) FROM disabled"
_FEW_ENTITIES = "SELECT count(*) FROM (SELECT 1 FROM entity_vector LIMIT :most)"
_FEW_PASSAGES = "SELECT count(*) FROM (SELECT 1 FROM passage_vector LIMIT :most)"
_ENTITIES = """
SELECT v.id, e.label, v.vector FROM entity_vector AS v CROSS JOIN entity AS e ON e.id = v.id
ORDER BY e.label, v.id
"""
_PASSAGES = "SELECT id, id >> 16, vector FROM passage_vector ORDER BY id"
_PASSAGE_TEXTS = """
SELECT json_group_array(hex(p.uid)) FROM json_each(:passages) AS asked
CROSS JOIN passage AS p ON p.id = asked.value
"""
