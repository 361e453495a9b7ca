"""The best-connected entities of a scope, found without counting the relations of all.

An entity has at most as many kept relations as it has relations. Counted from the most connected
on, the search is over as soon as nobody who is left can do better than those found.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evidence.details import Count
from evidence.limits import COUNT_CAP
from evidence.scope import Scope
from evidence.stores.embedded.reading.counts import counted
from evidence.stores.embedded.reading.identities import entity_texts, label_numbers
from evidence.stores.embedded.reading.passages import capped
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import (
    CURRENT,
    ResolvedScope,
    has_mentions,
    numbers_in,
    resolved,
)
from evidence.stores.embedded.reading.view import View

_BATCH = 32
_TOP = COUNT_CAP + 1

Numbers = NDArray[np.int64]


def central_entities(
    view: View, scope: Scope, labels: Sequence[str] | None, limit: int
) -> list[tuple[str, Count]]:
    """The in-scope entities with the most kept relations, most first, then by id."""
    key = ("central", scope.fingerprint, None if labels is None else tuple(sorted(labels)), limit)
    return view.recall(key, lambda: _central(view, scope, labels, limit))


def _central(
    view: View, scope: Scope, labels: Sequence[str] | None, limit: int
) -> list[tuple[str, Count]]:
    applied = resolved(view, scope)
    if not has_mentions(view) and not applied.parameters["open"]:
        return []
    wanted = label_numbers(view, labels)
    if applied.members is not None and not applied.parameters["whole"]:
        leaders = _among_few(view, applied, wanted)
    else:
        leaders = _among_all(view, applied, wanted, limit)
    best = leaders.best(limit)
    if len(best) < limit:
        best += _unconnected(view, applied, wanted, limit, [text for text, _ in best])
    return [(text, capped(found)) for text, found in best[:limit]]


@dataclass(slots=True)
class _Leaders:
    """Entities with their kept relations (cut one past the cap) and what orders equal ones."""

    view: View
    found: dict[int, int] = field(default_factory=dict)

    def best(self, limit: int) -> list[tuple[str, int]]:
        """The best connected, by their number, then id; those without a relation are left out."""
        connected = {entity: count for entity, count in self.found.items() if count}
        texts = entity_texts(self.view, list(connected))
        ordered = sorted(
            ((texts[entity], count) for entity, count in connected.items()),
            key=lambda item: (-item[1], item[0]),
        )
        return ordered[:limit]

    def least(self, limit: int) -> int:
        """How many relations the last of the best has so far."""
        counts = sorted(self.found.values(), reverse=True)
        return counts[limit - 1] if len(counts) >= limit else -1


def _among_all(
    view: View, applied: ResolvedScope, wanted: list[int] | None, limit: int
) -> _Leaders:
    entities, degrees = _by_degree(view, wanted)
    leaders = _Leaders(view)
    over = int(np.searchsorted(-degrees, -COUNT_CAP, side="left"))
    for batch in _batches(_by_id(view, entities[:over])):
        leaders.found.update(counted(view, batch, applied))
        if leaders.least(limit) == _TOP:
            return leaders
    for first in range(over, len(entities), _BATCH):
        if leaders.least(limit) > degrees[first]:
            break
        batch = entities[first : first + _BATCH].tolist()
        leaders.found.update(counted(view, batch, applied))
    return leaders


def _by_id(view: View, entities: Numbers) -> list[int]:
    """Entities that may all have more relations than are counted, so that only ids order them."""
    texts = entity_texts(view, entities.tolist())
    return sorted(texts, key=texts.__getitem__)


def _batches(entities: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(entities), _BATCH):
        yield entities[first : first + _BATCH]


def _by_degree(view: View, wanted: list[int] | None) -> tuple[Numbers, Numbers]:
    """The entities of some labels that have relations, most relations first, and how many."""
    entities, degrees = view.recall("degrees", lambda: _columns(view, _DEGREES))
    if wanted is not None:
        among = json.dumps(wanted)
        (members,) = view.recall(("of labels", among), lambda: _columns(view, _OF_LABELS, among))
        chosen = np.isin(entities, members)
        entities, degrees = entities[chosen], degrees[chosen]
    order = np.argsort(-degrees, kind="stable")
    return entities[order], degrees[order]


def _columns(view: View, sql: str, labels: str | None = None) -> list[Numbers]:
    """Columns of numbers; as text with commas, since a million of them are read at once."""
    row = view.rows(sql, {"labels": labels})[0]
    return [numbers_in(text) for text in row]


def _among_few(view: View, applied: ResolvedScope, wanted: list[int] | None) -> _Leaders:
    """From the kept relations of a small scope: those it states, and paths between its entities."""
    parameters = applied.asked(
        ranges=json.dumps(applied.ranges(CURRENT)),
        inside=json.dumps([] if applied.members is None else applied.members.tolist()),
        labels=None if wanted is None else json.dumps(wanted),
        cap=_TOP,
    )
    return _Leaders(view, dict(view.listed(_KEPT_ENDS, parameters)))


def _unconnected(
    view: View,
    applied: ResolvedScope,
    wanted: list[int] | None,
    limit: int,
    known: Iterable[str],
) -> list[tuple[str, int]]:
    """The first in-scope entities by id that are not known to have a relation."""
    taken = b"".join(bytes.fromhex(text.replace("-", "")) for text in known).hex()
    parameters = applied.asked(
        labels=None if wanted is None else json.dumps(wanted),
        inside=None if applied.members is None else json.dumps(applied.members.tolist()),
        taken=json.dumps([taken[at : at + 32].upper() for at in range(0, len(taken), 32)]),
        limit=limit,
    )
    query = _FIRST_BY_ID if applied.members is None else _FIRST_MEMBERS
    found: list[int] = view.listed(query, parameters)
    texts = entity_texts(view, found)
    return [(texts[entity], 0) for entity in found]


_DEGREES = """
SELECT group_concat(node), group_concat(number) FROM (
  SELECT node, count(*) AS number FROM adjacency GROUP BY node)
"""
_OF_LABELS = """
SELECT group_concat(id) FROM entity WHERE label IN (SELECT value FROM json_each(:labels))
"""
_LABELLED = "(:labels IS NULL OR e.label IN (SELECT value FROM json_each(:labels)))"
_KEPT_ENDS = spelled_out(
    """
WITH stated(relation) AS MATERIALIZED (
  SELECT DISTINCT x.relation FROM json_each(:ranges) AS part
  CROSS JOIN evidence AS x ON x.passage BETWEEN json_extract(part.value, '$[0]')
    AND json_extract(part.value, '$[1]')
  WHERE @visible(x.passage)),
kept(relation, source, target) AS MATERIALIZED (
  SELECT r.id, r.source, r.target FROM stated CROSS JOIN relation AS r ON r.id = stated.relation
  WHERE @member(r.source) AND @member(r.target) AND @valid(r.id)
  UNION ALL
  SELECT a.relation, a.node, a.other FROM json_each(:inside) AS inside
  CROSS JOIN adjacency AS a ON a.node = inside.value AND a.ord = 0
  WHERE a.direction = 0 AND @member(a.other) AND @valid(a.relation)),
touched(entity) AS (
  SELECT source FROM kept UNION ALL SELECT target FROM kept WHERE target <> source)
SELECT json_group_array(json_array(entity, number)) FROM (
  SELECT t.entity AS entity, min(count(*), :cap) AS number FROM touched AS t
  CROSS JOIN entity AS e ON e.id = t.entity WHERE @labelled GROUP BY t.entity)
""",
    labelled=_LABELLED,
)
_FIRST_BY_ID = spelled_out(
    """
SELECT json_group_array(id) FROM (SELECT e.id AS id FROM entity AS e
  WHERE @labelled AND @member(e.id)
    AND hex(e.uid) NOT IN (SELECT value FROM json_each(:taken))
  ORDER BY e.uid LIMIT :limit)
""",
    labelled=_LABELLED,
)
_FIRST_MEMBERS = spelled_out(
    """
SELECT json_group_array(id) FROM (SELECT e.id AS id FROM json_each(:inside) AS inside
  CROSS JOIN entity AS e ON e.id = inside.value
  WHERE @labelled AND hex(e.uid) NOT IN (SELECT value FROM json_each(:taken))
  ORDER BY e.uid LIMIT :limit)
""",
    labelled=_LABELLED,
)
