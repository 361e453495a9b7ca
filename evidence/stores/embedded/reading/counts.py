"""Counts inside a scope; each stops at the cap, so a hub costs no more than its first thousand."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from evidence.details import Count
from evidence.limits import COUNT_CAP
from evidence.scope import Scope
from evidence.stores.embedded.reading.identities import label_names, numbers, type_names
from evidence.stores.embedded.reading.passages import capped
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import (
    SUPERSEDED,
    ResolvedScope,
    flagged,
    numbers_in,
    resolved,
)
from evidence.stores.embedded.reading.view import View
from evidence.stores.embedded.reading.walk_steps import (
    AFTER_ALL,
    BEFORE_ALL,
    Frontier,
    Place,
    frontier,
)

_RUN = 10_000
_FEW_ROWS = 2_000
_FEW_ENTITIES = 20


def relation_counts(view: View, ids: Sequence[str], scope: Scope) -> dict[str, Count]:
    """For each entity how many kept relations touch it."""
    known = numbers(view, "entity", ids)
    # The first search of a process must not wait for flags (40 ms) that a few hits hardly need.
    applied = resolved(view, scope) if len(known) <= _FEW_ENTITIES else flagged(view, scope)
    hubs = {number: _at_hub(view, each, scope) for each, number in known.items()}
    found = counted(view, [number for number, types in hubs.items() if types is None], applied)
    found |= {number: types.total() for number, types in hubs.items() if types is not None}
    zero = Count(value=0)
    return {each: capped(found[known[each]]) if each in known else zero for each in ids}


def counted(view: View, entities: Sequence[int], applied: ResolvedScope) -> dict[int, int]:
    """For each entity its kept relations, at most one more than the cap."""
    parameters = applied.asked(entities=json.dumps(list(entities)), cap=COUNT_CAP + 1)
    return dict(zip(entities, view.listed(_RELATIONS, parameters), strict=True))


def type_counts(view: View, entity_id: str, scope: Scope) -> list[tuple[str, Count]]:
    """The types of kept relations at an entity, most first, then by name.

    The relations are read in runs, each four times as long as the last; a type that has reached
    the cap is passed over from then on.
    """
    start = frontier(view, [entity_id], scope, None)
    if not start.nodes:
        return []
    counts, place = _run_of_types(view, start, BEFORE_ALL, [], _RUN)
    if place:
        key = _hub(entity_id, scope)
        counts = view.recall(key, lambda: _further_types(view, start, counts, place))
    names = type_names(view)
    return most_first((names[number], count) for number, count in counts.items())


def _hub(entity_id: str, scope: Scope) -> tuple[str, str, str]:
    """What the types of a hub are remembered under."""
    return ("types of a hub", scope.fingerprint, entity_id)


def _at_hub(view: View, entity_id: str, scope: Scope) -> Counter[int] | None:
    """The types of a hub when they were counted before: in a small scope all it has are read."""
    found: Counter[int] | None = view.remembered(_hub(entity_id, scope))
    return found


def _further_types(
    view: View, start: Frontier, begun: Counter[int], place: Place | None
) -> Counter[int]:
    """With the types of the relations behind a place, until each type has reached the cap."""
    found, run = Counter(begun), _RUN
    while place:
        full = [number for number, count in found.items() if count > COUNT_CAP]
        if len(full) == len(type_names(view)):
            break
        run *= 4
        counts, place = _run_of_types(view, start, place, full, run)
        found.update(counts)
    return found


def _run_of_types(
    view: View, start: Frontier, place: Place, full: Sequence[int], run: int
) -> tuple[Counter[int], Place | None]:
    """How many of the next relations are kept, by type, and the place where the run ends.

    There is no such place when nothing is behind the run.
    """
    asked = start.asked(
        node=start.nodes[0], full=json.dumps(full), last=run - 1, ord=place[0], uid=place[1]
    )
    ends = view.rows(_END_OF_RUN, asked)
    ord_, uid = ends[0] if ends else AFTER_ALL
    kept = view.value(_TYPES, asked | {"last_ord": ord_, "last_uid": uid})
    numbers, counts = np.unique(numbers_in(kept), return_counts=True)
    found = Counter(dict(zip(numbers.tolist(), counts.tolist(), strict=True)))
    return found, ends[0] if ends else None


def most_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, Count]]:
    """Counts cut at the cap, most first, then by name; those of nothing are left out."""
    cut = [(name, min(count, COUNT_CAP + 1)) for name, count in counts if count]
    ordered = sorted(cut, key=lambda item: (-item[1], item[0]))
    return [(name, capped(count)) for name, count in ordered]


def labels(view: View, scope: Scope) -> list[tuple[str, Count]]:
    """The leaf labels of in-scope entities, most first, then by name."""
    return view.recall(("label counts", scope.fingerprint), lambda: _labels(view, scope))


def _labels(view: View, scope: Scope) -> list[tuple[str, Count]]:
    applied = resolved(view, scope)
    if applied.members is None:
        rows = view.listed(_LABELS, applied.asked(cap=COUNT_CAP + 1))
    else:
        rows = view.listed(_MEMBER_LABELS, {"members": json.dumps(applied.members.tolist())})
    names = label_names(view)
    return most_first((names[number], count) for number, count in rows)


def dropped_around(
    view: View, ids: Sequence[str], scope: Scope, types: Sequence[str] | None
) -> Count:
    """Relations at these entities of which the scope holds superseded evidence and no visible."""
    start = frontier(view, ids, scope, types)
    if not start.applied.ranges(SUPERSEDED) or not start.nodes:
        return Count(value=0)
    few = view.value(_ROWS_AROUND, start.asked(most=_FEW_ROWS + 1)) <= _FEW_ROWS
    if few:
        return capped(view.value(_DROPPED_AROUND, start.asked(cap=COUNT_CAP + 1)))
    return capped(_dropped_among_all(view, start, scope))


def _dropped_among_all(view: View, start: Frontier, scope: Scope) -> int:
    """As for few rows, from a list of all relations dropped in the scope, which is remembered."""
    applied = start.applied
    ranges = json.dumps(applied.ranges(SUPERSEDED))
    dropped = view.recall(
        ("dropped", scope.fingerprint),
        lambda: view.listed(_DROPPED, applied.asked(ranges=ranges)),
    )
    nodes = set(start.nodes)
    types = None if start.types is None else set(json.loads(start.types))
    return sum(
        (source in nodes or target in nodes) and (types is None or number in types)
        for source, target, number in dropped
    )


_RELATIONS = spelled_out("""
SELECT json_group_array(found) FROM (
  SELECT CASE WHEN @member(asked.value) THEN (SELECT count(*) FROM (
      SELECT 1 FROM adjacency AS a
      WHERE a.node = asked.value AND (a.direction = 0 OR a.other <> a.node)
        AND @member(a.other) AND @kept(a) LIMIT :cap)) ELSE 0 END AS found
  FROM json_each(:entities) AS asked)
""")
_END_OF_RUN = """
SELECT ord, uid FROM adjacency WHERE node = :node AND (ord, uid) > (:ord, :uid)
ORDER BY ord, uid LIMIT 1 OFFSET :last
"""
_TYPES = spelled_out("""
SELECT group_concat(a.type) FROM adjacency AS a
WHERE a.node = :node AND (a.ord, a.uid) > (:ord, :uid)
  AND (a.ord, a.uid) <= (:last_ord, :last_uid)
  AND a.type NOT IN (SELECT value FROM json_each(:full))
  AND (a.direction = 0 OR a.other <> a.node) AND @member(a.other) AND @kept(a)
""")
_LABELS = spelled_out("""
SELECT json_group_array(json_array(l.id, (SELECT count(*) FROM (
  SELECT 1 FROM entity AS e WHERE e.label = l.id AND @member(e.id) LIMIT :cap)))) FROM label AS l
""")
_MEMBER_LABELS = """
SELECT json_group_array(json_array(label, number)) FROM (
  SELECT e.label AS label, count(*) AS number FROM json_each(:members) AS asked
  CROSS JOIN entity AS e ON e.id = asked.value GROUP BY e.label)
"""
_ROWS_AROUND = """
SELECT count(*) FROM (SELECT 1 FROM json_each(:frontier) AS start
  CROSS JOIN adjacency AS a ON a.node = start.value LIMIT :most)
"""
_DROPPED_AROUND = spelled_out("""
SELECT count(*) FROM (SELECT 1 FROM json_each(:frontier) AS start
  CROSS JOIN adjacency AS a ON a.node = start.value
  WHERE a.ord < 0 AND (a.direction = 0 OR a.other NOT IN (SELECT value FROM json_each(:frontier)))
    AND @typed(a.type) AND @member(a.other) AND @valid(a.relation)
    AND EXISTS (SELECT 1 FROM evidence AS x
      WHERE x.relation = a.relation AND @in_scope(x.passage))
    AND NOT EXISTS (SELECT 1 FROM evidence AS x
      WHERE x.relation = a.relation AND @visible(x.passage)) LIMIT :cap)
""")
_DROPPED = spelled_out("""
WITH stated(relation) AS MATERIALIZED (
  SELECT DISTINCT x.relation FROM json_each(:ranges) AS part
  CROSS JOIN evidence AS x ON x.passage BETWEEN json_extract(part.value, '$[0]')
    AND json_extract(part.value, '$[1]')
  WHERE @in_scope(x.passage))
SELECT json_group_array(json_array(r.source, r.target, r.type))
FROM stated CROSS JOIN relation AS r ON r.id = stated.relation
WHERE @member(r.source) AND @member(r.target) AND @valid(r.id)
  AND NOT EXISTS (SELECT 1 FROM evidence AS x WHERE x.relation = r.id AND @visible(x.passage))
""")
