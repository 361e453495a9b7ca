"""One step of a walk: kept relations around entities, in stored order, as few as are asked for.

The relations of one entity lie in stored order in ``adjacency``. Those of many entities are merged
like sorted lists: every entity gives a few rows, and only the ones that may still have rows before
the cut are asked again. So a hub costs no more than what is taken from it, and a step with a
thousand rows reads a few thousand.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evidence.errors import StoreCorruptError
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
_UID = 16
Place = tuple[int, bytes]
"""A place in stored order: ``ord``, and the bytes of the relation's id."""
BEFORE_ALL: Place = (-(1 << 40), bytes(_UID))
AFTER_ALL: Place = (1, bytes(_UID))


class Edges(NamedTuple):
    """Rows of adjacency as columns of one length: relations met from ``node``.

    ``uid`` and ``other_uid`` hold the sixteen bytes of ids, of the relation and of the entity it
    leads to; ``end`` is twice that entity's number, one more when the relation comes from there.
    """

    ord: NDArray[np.int64]
    relation: NDArray[np.int64]
    end: NDArray[np.int64]
    node: NDArray[np.int64]
    uid: NDArray[np.bytes_]
    other_uid: NDArray[np.bytes_]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.ord)

    def at(self, index: Any) -> "Edges":
        """Those that a slice, a mask or places name."""
        return Edges(*(column[index] for column in self))

    def place(self, index: int) -> Place:
        """Where the edge at an index stands in stored order."""
        # NumPy drops zeros at the end of bytes.
        return int(self.ord[index]), bytes(self.uid[index]).ljust(_UID, b"\0")

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


def edges_of(packed: bytes | None) -> Edges:
    """The edges that a query gave by ``PACKED``.

    Raises:
        StoreCorruptError: The columns are not of one length.
    """
    if not packed:
        return NO_EDGES
    *columns, uids = packed.split(b";", 4)
    # Whatever is no digit is dropped, and then the columns are not of one length.
    numbered = [numbers_in(column.decode("ascii", "ignore")) for column in columns]
    if len(numbered) != 4 or {len(each) for each in numbered} != {len(uids) / (2 * _UID)}:
        raise StoreCorruptError("The store is damaged.")
    ords, relations, ends, nodes = numbered
    uid, other_uid = np.frombuffer(uids, f"S{_UID}").reshape(2, -1)
    return Edges(ords, relations, ends, nodes, uid, other_uid)


_NO_NUMBERS, _NO_UIDS = np.empty(0, np.int64), np.empty(0, f"S{_UID}")
NO_EDGES = Edges(_NO_NUMBERS, _NO_NUMBERS, _NO_NUMBERS, _NO_NUMBERS, _NO_UIDS, _NO_UIDS)


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
    behind = dict.fromkeys(start.nodes, BEFORE_ALL)
    last, missing = AFTER_ALL, wanted
    while behind:
        # What one entity alone still lacks is surely enough; of many, each gives a share.
        take = missing + 1 if len(behind) == 1 else max(_FEWEST, 2 * missing // len(behind))
        take = min(wanted, take)
        read = _read(view, start, behind, last, take)
        found = joined([found, *read.values()]).in_stored_order().at(slice(wanted))
        last = found.place(wanted - 1) if found.size == wanted else AFTER_ALL
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
        uids=b"".join(uid for _, uid in behind.values()),
        last_ord=last[0],
        last_uid=last[1],
        take=take,
    )
    rows = view.rows(_NEXT, parameters)
    return {node: edges_of(packed) for node, (packed,) in zip(behind, rows, strict=True)}


def step(view: View, edges: Edges, applied: ResolvedScope, limit: int) -> Step:
    """The rows of a step from one edge more than its limit, when there are so many."""
    return Step(described(view, edges.at(slice(limit)), applied), more=edges.size > limit)


def described(view: View, edges: Edges, applied: ResolvedScope) -> list[StepRow]:
    """The edges as rows of a step, in the same order."""
    if not edges.size:
        return []
    nodes = entity_texts(view, np.unique(edges.node).tolist())
    others, uids = (uuid_texts(ids.tobytes().hex()) for ids in (edges.other_uid, edges.uid))
    view.known["entity"].update(zip(others, (edges.end >> 1).tolist(), strict=True))
    view.known["relation"].update(zip(uids, edges.relation.tolist(), strict=True))
    visible, stored = _passages_seen(view, edges, applied)
    columns = (
        map(nodes.__getitem__, edges.node.tolist()), others, uids,
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
    edges = edges_of(view.value(_BETWEEN, start.asked(wanted=limit + 1)))
    return step(view, edges, start.applied, limit)


_INSIDE = spelled_out("""
SELECT json_group_array(value) FROM json_each(:entities) AS asked WHERE @member(asked.value)
""")
COLUMNS = "a.ord, a.relation, a.other * 2 + a.direction AS end, a.node, a.uid, a.other_uid"
# Numbers as text with commas, then ids as they are: a third faster than JSON with digits.
PACKED = """CAST(group_concat(e.ord) || ';' || group_concat(e.relation) || ';' || group_concat(e.end)
  || ';' || group_concat(e.node) || ';' || group_concat(e.uid, '')
  || group_concat(e.other_uid, '') AS BLOB)"""
# Where to start is worked out once: a subquery would read the JSON again for every row it compares.
_NEXT = spelled_out(
    """
WITH start AS MATERIALIZED (
  SELECT json_extract(value, '$[0]') AS node, json_extract(value, '$[1]') AS ord,
    substr(:uids, key * 16 + 1, 16) AS uid FROM json_each(:starts))
SELECT (SELECT @packed FROM (
    SELECT @columns FROM adjacency AS a
    WHERE a.node = start.node AND (a.ord, a.uid) > (start.ord, start.uid)
      AND (a.ord, a.uid) <= (:last_ord, :last_uid)
      AND (a.direction = 0 OR a.other NOT IN (SELECT value FROM json_each(:frontier)))
      AND @typed(a.type) AND @member(a.other) AND @kept(a)
    ORDER BY a.ord, a.uid LIMIT :take) AS e)
FROM start
""",
    columns=COLUMNS,
    packed=PACKED,
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
SELECT @packed FROM (
  SELECT @columns
  FROM json_each(:frontier) AS start CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE a.direction = 0 AND a.other IN (SELECT value FROM json_each(:frontier))
    AND @typed(a.type) AND @kept(a)
  ORDER BY a.ord, a.uid LIMIT :wanted) AS e
""",
    columns=COLUMNS,
    packed=PACKED,
)
