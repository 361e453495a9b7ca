"""One step of a walk: kept relations around entities, in stored order, as few as are asked for.

The relations of one entity lie in stored order in ``adjacency``. Those of many entities are merged
like sorted lists: every entity gives a few rows, and only the ones that may still have rows before
the cut are asked again. So a hub costs no more than what is taken from it, and a step with a
thousand rows reads a few thousand.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from evidence.ports import Step, StepRow
from evidence.scope import Scope
from evidence.stores.embedded.reading.connection import loaded_list
from evidence.stores.embedded.reading.identities import (
    label_names,
    numbers,
    type_names,
    type_numbers,
    uuid_texts,
)
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import ResolvedScope, flagged
from evidence.stores.embedded.reading.view import View

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
    applied = flagged(view, scope)
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
    found: list[Edge] = []
    behind = dict.fromkeys(start.nodes, _BEFORE_ALL)
    last = _AFTER_ALL
    missing = wanted
    while behind:
        take = min(wanted, max(_FEWEST, 2 * missing // len(behind)))
        if len(behind) == 1:
            take = wanted
        rows = _read(view, start, behind, last, take)
        found = sorted(chain(found, *rows.values()))
        last = found[wanted - 1].place if len(found) >= wanted else _AFTER_ALL
        behind = {
            node: edges[-1][:4]
            for node, edges in rows.items()
            if len(edges) == take and edges[-1].place <= last
        }
        missing = wanted - _surely_first(found, wanted, behind.values())
    return [edge for edge in found if edge.place <= last]


def _surely_first(found: Sequence[Edge], wanted: int, behind: Iterable[tuple[int, ...]]) -> int:
    """How many of the first edges nothing that was not read yet can come before."""
    return min(wanted, bisect_right(found, min(behind, default=_AFTER_ALL)))


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
    return {node: list(map(Edge._make, edges)) for node, edges in zip(behind, rows, strict=True)}


def _step(view: View, edges: list[Edge], applied: ResolvedScope, limit: int) -> Step:
    """The rows of a step: exact order, cut, described."""
    rows = described(view, edges, applied)
    rows.sort(key=lambda row: (-row.stored, row.relation_id))
    return Step(rows[:limit], more=len(rows) > limit)


def described(view: View, edges: Sequence[Edge], applied: ResolvedScope) -> list[StepRow]:
    """The edges as rows of a step, in the same order."""
    types = type_names(view)
    met = _met(view, {number for edge in edges for number in (edge.node, edge.other)})
    relations = json.dumps([edge.relation for edge in edges])
    uids = uuid_texts(view.value(_UIDS, {"relations": relations}) or "")
    view.known["relation"].update(zip(uids, [edge.relation for edge in edges], strict=True))
    rows: list[StepRow] = []
    for edge, uid, (visible, stored) in zip(
        edges, uids, _passages_seen(view, edges, applied, relations), strict=True
    ):
        order, _, _, direction, other_number, kind, number = edge
        node = met[number][0]
        other, label, name = met[other_number]
        source, target = (other, node) if direction else (node, other)
        rows.append(
            StepRow(
                node, other, label, name, uid, types[kind], source, target, visible, stored, -order
            )
        )
    return rows


def _met(view: View, entities: Iterable[int]) -> dict[int, tuple[str, str, str]]:
    """Id, label and name of the entities with these numbers."""
    asked = json.dumps(list(entities))
    found, digits = view.rows(_MET, {"entities": asked})[0]
    labels, known = label_names(view), view.known["entity"]
    met: dict[int, tuple[str, str, str]] = {}
    for text, (number, label, name) in zip(
        uuid_texts(digits or ""), loaded_list(found), strict=True
    ):
        met[number] = (text, labels[label], name)
        known[text] = number
    return met


def _passages_seen(
    view: View, edges: Sequence[Edge], applied: ResolvedScope, relations: str
) -> list[tuple[int, int]]:
    """For each edge how many of its evidence passages are visible, and how many are stored.

    Where every passage is visible and no evidence lacks its passage, both are all there are.
    """
    if applied.parameters["current"] and not view.recall("missing", lambda: _has_missing(view)):
        return [(-edge.ord, -edge.ord) for edge in edges]
    found = view.listed(_SEEN, applied.asked(relations=relations))
    return [(number >> 32, number & 0xFFFFFFFF) for number in found]


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
    edges = [Edge(*row) for row in view.listed(_BETWEEN, start.asked())]
    edges.sort()
    last = edges[limit].place if len(edges) > limit else _AFTER_ALL
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
_UIDS = """
SELECT group_concat(hex(r.uid), '') FROM json_each(:relations) AS asked
CROSS JOIN relation AS r ON r.id = asked.value
"""
_MET = """
SELECT json_group_array(json_array(e.id, e.label, e.name)), group_concat(hex(e.uid), '')
FROM json_each(:entities) AS asked CROSS JOIN entity AS e ON e.id = asked.value
"""
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
_BETWEEN = spelled_out("""
SELECT json_group_array(json_array(a.ord, a.rel_key, a.relation, a.direction, a.other, a.type,
  a.node))
FROM json_each(:frontier) AS start CROSS JOIN adjacency AS a ON a.node = start.value
WHERE a.direction = 0 AND a.other IN (SELECT value FROM json_each(:frontier))
  AND @typed(a.type) AND @kept(a)
""")
