"""One step of a walk: kept relations around entities, in stored order, as few as are asked for.

The relations of one entity lie in stored order in ``adjacency``. Those of many entities are merged
like sorted lists: every entity gives a few rows, and only the ones that may still have rows before
the cut are asked again. So a hub costs no more than what is taken from it, and a step with a
thousand rows reads a few thousand.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from evidence.ports import Step, StepRow
from evidence.scope import Scope
from evidence.stores.embedded.identities import (
    label_names,
    numbers,
    type_names,
    type_numbers,
    uuid_text,
)
from evidence.stores.embedded.predicates import spelled_out
from evidence.stores.embedded.scopes import ResolvedScope, resolved
from evidence.stores.embedded.view import View

_FEWEST = 8
_BEFORE_ALL = (-(1 << 40), 0, 0, 0)
_AFTER_ALL = (1, 0)


class Edge(NamedTuple):
    """A row of adjacency: a relation met from ``node``; the first fields are its stored order."""

    ord: int
    rel_key: int
    relation: int
    direction: int
    other: int
    type: int
    node: int

    @property
    def place(self) -> tuple[int, int]:
        """Its place in stored order, up to relations that share eight bytes of their ids."""
        return (self.ord, self.rel_key)


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
    applied = resolved(view, scope)
    known = list(numbers(view, "entity", ids).values())
    inside = view.listed(_INSIDE, applied.asked(entities=json.dumps(known)))
    return Frontier(inside, type_numbers(view, types), applied)


def edges_around(
    view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None, limit: int
) -> Step:
    """The first kept relations that touch the entities, each once, in stored order."""
    start = frontier(view, ids, scope, types)
    return _step(view, first_edges(view, start, limit + 1), start.applied, limit)


def first_edges(view: View, start: Frontier, wanted: int) -> list[Edge]:
    """The first kept relations at a frontier, at least ``wanted`` of them if there are.

    More come back only when their ids share the first eight bytes with the last one's.
    """
    found: dict[int, list[Edge]] = {node: [] for node in start.nodes}
    behind = dict.fromkeys(start.nodes, _BEFORE_ALL)
    last = _AFTER_ALL
    missing = wanted
    while behind:
        take = min(wanted, max(_FEWEST, 2 * missing // len(behind)))
        if len(behind) == 1:
            take = wanted
        rows = _read(view, start, behind, last, take)
        for node, edges in rows.items():
            found[node].extend(edges)
        last = _last_place(found.values(), wanted)
        missing = wanted if last < _AFTER_ALL else wanted - sum(map(len, found.values()))
        behind = {
            node: found[node][-1][:4]
            for node, edges in rows.items()
            if len(edges) == take and found[node][-1].place <= last
        }
    return sorted(edge for edges in found.values() for edge in edges if edge.place <= last)


def _last_place(lists: Iterable[list[Edge]], wanted: int) -> tuple[int, int]:
    """The place of the last edge wanted, as far as is known."""
    places = sorted(edge.place for edges in lists for edge in edges)
    return places[wanted - 1] if len(places) >= wanted else _AFTER_ALL


def _read(
    view: View,
    start: Frontier,
    behind: Mapping[int, tuple[int, ...]],
    last: tuple[int, int],
    take: int,
) -> dict[int, list[Edge]]:
    """For each node its next kept relations up to the last place."""
    starts = json.dumps([[node, *place] for node, place in behind.items()])
    parameters = start.asked(starts=starts, last_ord=last[0], last_key=last[1], take=take)
    rows = view.listed(_NEXT, parameters)
    return {node: [Edge(*row) for row in edges] for node, edges in zip(behind, rows, strict=True)}


def _step(view: View, edges: list[Edge], applied: ResolvedScope, limit: int) -> Step:
    """The rows of a step: exact order, cut, described."""
    rows = described(view, edges, applied)
    rows.sort(key=lambda row: (-row.stored, row.relation_id))
    return Step(rows[:limit], more=len(rows) > limit)


def described(view: View, edges: Sequence[Edge], applied: ResolvedScope) -> list[StepRow]:
    """The edges as rows of a step, in the same order."""
    asked = [[edge.relation, edge.other] for edge in edges]
    nodes = sorted({edge.node for edge in edges})
    parameters = applied.asked(edges=json.dumps(asked), nodes=json.dumps(nodes))
    known = {node: uuid_text(uid) for node, uid in view.listed(_NODES, parameters)}
    labels, types = label_names(view), type_names(view)
    rows: list[StepRow] = []
    for edge, row in zip(edges, view.listed(_DESCRIBED, parameters), strict=True):
        uid, other_uid, name, label, passages = row
        order, _, _, direction, _, number, node_number = edge
        node, other = known[node_number], uuid_text(other_uid)
        source, target = (node, other) if direction == 0 else (other, node)
        seen = (passages >> 32, passages & 0xFFFFFFFF, -order)
        rows.append(
            StepRow(
                node,
                other,
                labels[label],
                name,
                uuid_text(uid),
                types[number],
                source,
                target,
                *seen,
            )
        )
    return rows


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
    edges = [Edge(*row) for row in view.listed(_BETWEEN, start.asked())]
    edges.sort()
    last = _last_place([edges], limit + 1)
    return _step(view, [edge for edge in edges if edge.place <= last], start.applied, limit)


_INSIDE = spelled_out("""
SELECT json_group_array(value) FROM json_each(:entities) AS asked WHERE @member(asked.value)
""")
_NEXT = spelled_out("""
SELECT json_group_array(json(edges)) FROM (
  SELECT (SELECT json_group_array(json_array(ord, rel_key, relation, direction, other, type,
      start.node))
    FROM (SELECT a.ord, a.rel_key, a.relation, a.direction, a.other, a.type FROM adjacency AS a
      WHERE a.node = start.node
        AND (a.ord, a.rel_key, a.relation, a.direction)
          > (start.ord, start.rel_key, start.relation, start.direction)
        AND (a.ord, a.rel_key) <= (:last_ord, :last_key)
        AND (a.direction = 0 OR a.other NOT IN (SELECT value FROM json_each(:frontier)))
        AND @typed(a.type) AND @member(a.other) AND @kept(a)
      ORDER BY a.ord, a.rel_key, a.relation, a.direction LIMIT :take)) AS edges
  FROM (SELECT json_extract(value, '$[0]') AS node, json_extract(value, '$[1]') AS ord,
      json_extract(value, '$[2]') AS rel_key, json_extract(value, '$[3]') AS relation,
      json_extract(value, '$[4]') AS direction FROM json_each(:starts)) AS start)
""")
_NODES = """
SELECT json_group_array(json_array(e.id, hex(e.uid))) FROM json_each(:nodes) AS asked
CROSS JOIN entity AS e ON e.id = asked.value
"""
_DESCRIBED = spelled_out("""
SELECT json_group_array(json_array(hex(r.uid), hex(e.uid), e.name, e.label,
  (SELECT (total(@visible(x.passage)) << 32) + count(x.passage)
    FROM evidence AS x WHERE x.relation = r.id)))
FROM json_each(:edges) AS asked
CROSS JOIN relation AS r ON r.id = json_extract(asked.value, '$[0]')
CROSS JOIN entity AS e ON e.id = json_extract(asked.value, '$[1]')
""")
_BEYOND = spelled_out("""
SELECT EXISTS (SELECT 1 FROM json_each(:frontier) AS start
  CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE a.other NOT IN (SELECT value FROM json_each(:visited))
    AND @typed(a.type) AND @member(a.other) AND @kept(a))
""")
_BETWEEN = spelled_out("""
SELECT json_group_array(json_array(a.ord, a.rel_key, a.relation, a.direction, a.other, a.type,
  a.node))
FROM json_each(:frontier) AS start CROSS JOIN adjacency AS a ON a.node = start.value
WHERE a.direction = 0 AND a.other IN (SELECT value FROM json_each(:frontier))
  AND @typed(a.type) AND @kept(a)
""")
