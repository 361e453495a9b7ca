"""One step of a walk: kept relations around entities, in stored order, as few as are asked for.

The relations of one entity lie in stored order in ``adjacency``. Those of many entities are merged
like sorted lists: every entity gives a few rows, and only the ones that may still have rows before
the cut are asked again. So a hub costs no more than what is taken from it, and a step with a
thousand rows reads a few thousand.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evidence.ports import Step, StepRow
from evidence.scope import Scope
from evidence.stores.embedded.reading.identities import (
    entity_texts,
    numbers,
    type_numbers,
    uuid_texts,
)
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import ResolvedScope, flagged, numbers_in
from evidence.stores.embedded.reading.view import View

_FEWEST = 8
Place = tuple[int, bytes]
"""A place in stored order: ``ord``, and the digits of the relation's id."""
_BEFORE_ALL: Place = (-(1 << 40), b"0" * 32)
_AFTER_ALL: Place = (1, b"0" * 32)


class Edges(NamedTuple):
    """Rows of adjacency as columns of one length: relations met from ``node``.

    ``uid`` holds the hexadecimal digits of relation ids; ``end`` is twice the entity it leads to,
    one more when it comes from there.
    """

    ord: NDArray[np.int64]
    uid: NDArray[np.bytes_]
    relation: NDArray[np.int64]
    end: NDArray[np.int64]
    node: NDArray[np.int64]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.ord)

    def at(self, index: Any) -> "Edges":
        """Those that a slice, a mask or places name."""
        return Edges(*(column[index] for column in self))

    def place(self, index: int) -> Place:
        """Where the edge at an index stands in stored order."""
        return int(self.ord[index]), bytes(self.uid[index])

    def before(self, place: Place) -> int:
        """How many of them stand before a place."""
        same = self.ord == place[0]
        return int(np.count_nonzero((self.ord < place[0]) | (same & (self.uid < place[1]))))

    def in_stored_order(self) -> "Edges":
        """The same in stored order."""
        return self.at(np.lexsort((self.uid, self.ord)))


def joined(parts: Sequence[Edges]) -> Edges:
    """Several as one, in the order given."""
    return Edges(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def edges_of(columns: Sequence[str | None]) -> Edges:
    """The edges that a query gave by ``COLUMNS``."""
    ords, uids, *rest = columns
    digits = np.frombuffer((uids or "").encode(), "S32")
    return Edges(numbers_in(ords), digits, *map(numbers_in, rest))


NO_EDGES = edges_of(("", "", "", "", ""))


class Frontier(NamedTuple):
    """Where a step starts: entities in scope, and the types it follows."""

    nodes: list[int]
    types: str | None
    applied: ResolvedScope

    def asked(self, **more: Any) -> dict[str, Any]:
        """The parameters of a query about this step."""
        return self.applied.asked(frontier=json.dumps(self.nodes), types=self.types, **more)


def frontier(view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None) -> Frontier:
    """The entities with these ids that are in scope."""
    applied = flagged(view, scope)
    known = list(numbers(view, "entity", ids).values())
    inside = view.listed(_INSIDE, applied.asked(entities=json.dumps(known)))
    return Frontier(inside, type_numbers(view, types), applied)


def edges_around(
    view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None, limit: int
) -> Step:
    """The first kept relations that touch the entities, each once, in stored order."""
    start = frontier(view, ids, scope, types)
    return step(view, first_edges(view, start, limit + 1), start.applied, limit)


def first_edges(view: View, start: Frontier, wanted: int) -> Edges:
    """The first kept relations at a frontier, ``wanted`` of them if there are, in stored order."""
    found = NO_EDGES
    behind = dict.fromkeys(start.nodes, _BEFORE_ALL)
    last, missing = _AFTER_ALL, wanted
    while behind:
        # What one entity alone still lacks is surely enough; of many, each gives a share.
        take = missing + 1 if len(behind) == 1 else max(_FEWEST, 2 * missing // len(behind))
        take = min(wanted, take)
        read = _read(view, start, behind, last, take)
        found = joined([found, *read.values()]).in_stored_order().at(slice(wanted))
        last = found.place(wanted - 1) if found.size == wanted else _AFTER_ALL
        behind = {
            node: edges.place(-1)
            for node, edges in read.items()
            if edges.size == take and edges.place(-1) < last
        }
        # What stands before all that was read last cannot be displaced by what was not read yet.
        missing = wanted - (found.before(min(behind.values())) if behind else wanted)
    return found


def _read(
    view: View, start: Frontier, behind: Mapping[int, Place], last: Place, take: int
) -> dict[int, Edges]:
    """For each node its next kept relations up to the last place."""
    parameters = start.asked(
        starts=json.dumps([[node, ord_] for node, (ord_, _) in behind.items()]),
        uids=_raw(uid for _, uid in behind.values()),
        last_ord=last[0],
        last_uid=_raw([last[1]]),
        take=take,
    )
    rows = view.listed(_NEXT, parameters)
    return dict(zip(behind, map(edges_of, rows), strict=True))


def _raw(digits: Iterable[bytes]) -> bytes:
    """The ids with these hexadecimal digits, one after the other."""
    return bytes.fromhex(b"".join(digits).decode())


def step(view: View, edges: Edges, applied: ResolvedScope, limit: int) -> Step:
    """The rows of a step from one edge more than its limit, when there are so many."""
    return Step(described(view, edges.at(slice(limit)), applied), more=edges.size > limit)


def described(view: View, edges: Edges, applied: ResolvedScope) -> list[StepRow]:
    """The edges as rows of a step, in the same order."""
    if not edges.size:
        return []
    others = edges.end >> 1
    texts = entity_texts(view, np.union1d(others, edges.node).tolist())
    named: Callable[[int], str] = texts.__getitem__
    uids = uuid_texts(edges.uid.tobytes().decode())
    relations = edges.relation.tolist()
    view.known["relation"].update(zip(uids, relations, strict=True))
    visible, stored = _passages_seen(view, edges, applied)
    columns = (
        map(named, edges.node.tolist()), map(named, others.tolist()), uids,
        (edges.end & 1 == 0).tolist(), visible.tolist(), stored.tolist(), (-edges.ord).tolist(),
    )  # fmt: skip
    return list(starmap(StepRow, zip(*columns, strict=True)))


def _passages_seen(
    view: View, edges: Edges, applied: ResolvedScope
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each edge how many of its evidence passages are visible, and how many are stored.

    Where every passage is visible and no evidence lacks its passage, both are all there are.
    """
    if applied.parameters["current"] and not view.recall("missing", lambda: _has_missing(view)):
        return -edges.ord, -edges.ord
    asked = applied.asked(relations=json.dumps(edges.relation.tolist()))
    found = np.asarray(view.listed(_SEEN, asked), np.int64)
    return found >> 32, found & 0xFFFFFFFF


def _has_missing(view: View) -> bool:
    return bool(view.value(_HAS_MISSING, {}))


def has_beyond(
    view: View,
    ids: Sequence[str],
    visited: Sequence[str],
    scope: Scope,
    types: Sequence[str] | None,
) -> bool:
    """Whether a kept relation leads from the entities to one that was not visited."""
    start = frontier(view, ids, scope, types)
    known = json.dumps(list(numbers(view, "entity", visited).values()))
    return bool(view.value(_BEYOND, start.asked(visited=known)))


def edges_between(
    view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None, limit: int
) -> Step:
    """The first kept relations with both ends among the entities, in stored order."""
    start = frontier(view, ids, scope, types)
    edges = edges_of(view.listed(_BETWEEN, start.asked(wanted=limit + 1)))
    return step(view, edges, start.applied, limit)


_INSIDE = spelled_out("""
SELECT json_group_array(value) FROM json_each(:entities) AS asked WHERE @member(asked.value)
""")
COLUMNS = """json_array(group_concat(e.ord), group_concat(hex(e.uid), ''),
  group_concat(e.relation), group_concat(e.other * 2 + e.direction), group_concat(e.node))"""
_NEXT = spelled_out(
    """
SELECT json_group_array(json(edges)) FROM (
  SELECT (SELECT @columns FROM (
      SELECT a.ord, a.uid, a.relation, a.direction, a.other, a.node FROM adjacency AS a
      WHERE a.node = start.node AND (a.ord, a.uid) > (start.ord, start.uid)
        AND (a.ord, a.uid) <= (:last_ord, :last_uid)
        AND (a.direction = 0 OR a.other NOT IN (SELECT value FROM json_each(:frontier)))
        AND @typed(a.type) AND @member(a.other) AND @kept(a)
      ORDER BY a.ord, a.uid LIMIT :take) AS e) AS edges
  FROM (SELECT json_extract(value, '$[0]') AS node, json_extract(value, '$[1]') AS ord,
      substr(:uids, key * 16 + 1, 16) AS uid FROM json_each(:starts)) AS start)
""",
    columns=COLUMNS,
)
_SEEN = spelled_out("""
SELECT json_group_array((SELECT (total(@visible(x.passage)) << 32) + count(x.passage)
  FROM evidence AS x WHERE x.relation = asked.value)) FROM json_each(:relations) AS asked
""")
_HAS_MISSING = "SELECT EXISTS (SELECT 1 FROM evidence WHERE passage IS NULL)"
_BEYOND = spelled_out("""
SELECT EXISTS (SELECT 1 FROM json_each(:frontier) AS start
  CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE a.other NOT IN (SELECT value FROM json_each(:visited))
    AND @typed(a.type) AND @member(a.other) AND @kept(a))
""")
_BETWEEN = spelled_out(
    """
SELECT @columns FROM (
  SELECT a.ord, a.uid, a.relation, a.direction, a.other, a.node
  FROM json_each(:frontier) AS start CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE a.direction = 0 AND a.other IN (SELECT value FROM json_each(:frontier))
    AND @typed(a.type) AND @kept(a)
  ORDER BY a.ord, a.uid LIMIT :wanted) AS e
""",
    columns=COLUMNS,
)
