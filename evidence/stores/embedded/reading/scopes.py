"""A scope as queries take it: one byte for each document version.

Looked up inside SQL (``predicates``), that is as fast for a hundred thousand documents as for one,
and needs no table to be written.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evidence.scope import Scope, is_below
from evidence.stores.embedded.reading.connection import loaded_list
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.view import View

Numbers = NDArray[np.int64]

CURRENT, SUPERSEDED = 1, 2

_FEW_MENTIONS = 200_000
"""With more mentions than this in scope, an entity is looked up when it is met (60 ms to read)."""
_SMALL_PART = 0.25
_MANY_ENTITIES = 2_000_000


@dataclass(frozen=True, slots=True)
class ResolvedScope:
    """The documents of a scope in one generation.

    Attributes:
        parameters: What the shared tests of ``predicates`` take.
        versions: A byte for each version: 0 out of scope, ``CURRENT`` or ``SUPERSEDED``.
        documents: How many documents are in scope.
        complete: Nothing that is stored is left out.
        members: The entities in scope, ascending, when they are few enough to be listed.
    """

    parameters: dict[str, Any]
    versions: NDArray[np.uint8]
    documents: int
    complete: bool
    members: Numbers | None

    def asked(self, **more: Any) -> dict[str, Any]:
        """The parameters of a query: those of the scope and these."""
        return {**self.parameters, **more}

    def ranges(self, *states: int) -> list[tuple[int, int]]:
        """The passage numbers ``[first, last]`` of the versions in these states, joined up."""
        wanted = np.flatnonzero(np.isin(self.versions, states))
        breaks = np.flatnonzero(np.diff(wanted) > 1) + 1
        parts = [part for part in np.split(wanted, breaks) if len(part)]
        return [(int(part[0]) << 16, (int(part[-1]) << 16) + 0xFFFF) for part in parts]


def resolved(view: View, scope: Scope) -> ResolvedScope:
    """The scope in the view's generation."""
    return view.recall(("scope", scope.fingerprint), lambda: _resolve(view, scope))


def remembered_scope(view: View, scope: Scope) -> ResolvedScope | None:
    """The scope in the view's generation, when it was resolved before."""
    found: ResolvedScope | None = view.remembered(("scope", scope.fingerprint))
    return found


def flagged(view: View, scope: Scope) -> ResolvedScope:
    """The scope with a byte for each entity where that can be had, for reads that test thousands.

    The flags of a store of 100,000 entities take 20 ms, once a generation.
    """
    return view.recall(("flagged", scope.fingerprint), lambda: _flagged(view, scope))


def _flagged(view: View, scope: Scope) -> ResolvedScope:
    found = resolved(view, scope)
    known = found.parameters["members"] is not None or found.parameters["open"]
    if known or not found.complete or (view.value(_LAST_ENTITY, {}) or 0) > _MANY_ENTITIES:
        return found
    return _with_flags(found, numbers_in(view.value(_MENTIONED, {})))


def numbers_in(text: str | None) -> Numbers:
    """The numbers of a text with commas, which is how a query gives a hundred thousand fastest."""
    return np.fromstring(text or "", np.int64, sep=",")


def has_mentions(view: View) -> bool:
    """Whether the store says where entities are mentioned; without, only everything can be seen."""
    return view.recall("mentions", lambda: bool(view.value(_HAS_MENTIONS, {})))


def _resolve(view: View, scope: Scope) -> ResolvedScope:
    documents = documents_of(view, scope)
    versions = np.zeros(1 + (view.value(_LAST_VERSION, {}) or 0), np.uint8)
    states = numbers_in(view.value(_VERSIONS, {"documents": json.dumps(documents)}))
    versions[states >> 1] = np.where(states & 1, CURRENT, SUPERSEDED)
    stamped = scope.enabled_only and bool(view.value(_HAS_STAMPS, {}))
    stored = view.recall("versions", lambda: int(view.value(_COUNT_VERSIONS, {})))
    complete = not stamped and len(states) == stored
    parameters = {
        "scope": versions.tobytes(),
        "stamped": int(stamped),
        "members": None,
        "open": int(scope.is_everything and not has_mentions(view)),
        "whole": int(scope.is_everything),
        "complete": int(complete),
        "current": int(complete and not (versions == SUPERSEDED).any()),
        "day": scope.as_of.isoformat() if scope.as_of else None,
    }
    found = ResolvedScope(
        parameters=parameters,
        versions=versions,
        documents=len(documents),
        complete=complete,
        members=None,
    )
    if parameters["open"] or len(states) > _SMALL_PART * stored:
        return found
    return _with_members(view, found)


def documents_of(view: View, scope: Scope) -> list[int]:
    """The documents that pass every field of the scope."""
    if scope.is_empty:
        return []
    query = _DOCUMENTS if scope.keys is None else _DOCUMENTS_BY_KEY
    found = view.listed(
        query,
        {
            "keys": _json(scope.keys),
            "namespaces": _json(scope.namespaces),
            "collections": _json(scope.collections),
            "folders": None if scope.folders is None else 1,
            "enabled_only": scope.enabled_only,
            "day": scope.as_of.isoformat() if scope.as_of else None,
        },
    )
    if scope.folders is None:
        return found
    return [number for number, path in found if _is_in(path, scope.folders)]


def _json(names: frozenset[str] | None) -> str | None:
    return None if names is None else json.dumps(sorted(names))


def _is_in(path: str, folders: frozenset[str]) -> bool:
    folder = "/".join(loaded_list(path)[:-1])
    return any(is_below(folder, each) for each in folders)


def _with_members(view: View, found: ResolvedScope) -> ResolvedScope:
    ranges = found.ranges(CURRENT, SUPERSEDED)
    parameters = found.asked(ranges=json.dumps(ranges), most=_FEW_MENTIONS)
    mentions, listed = view.rows(_MEMBERS, parameters)[0]
    if mentions >= _FEW_MENTIONS:
        return found
    members = numbers_in(listed)
    return replace(_with_flags(found, members), members=members)


def _with_flags(found: ResolvedScope, members: Numbers) -> ResolvedScope:
    flags = np.zeros(1 + int(members[-1]) if len(members) else 1, np.uint8)
    flags[members] = 1
    return replace(found, parameters={**found.parameters, "members": flags.tobytes()})


_HAS_MENTIONS = "SELECT EXISTS (SELECT 1 FROM mention)"
_HAS_STAMPS = "SELECT EXISTS (SELECT 1 FROM disabled)"
_LAST_VERSION = "SELECT max(dv) FROM version"
_COUNT_VERSIONS = "SELECT count(*) FROM version"
_PASSES = """
(:namespaces IS NULL OR d.namespace IN (SELECT value FROM json_each(:namespaces)))
AND (:collections IS NULL OR EXISTS (SELECT 1 FROM json_each(d.collections) AS own
  WHERE own.value IN (SELECT value FROM json_each(:collections))))
AND (:enabled_only = 0 OR d.enabled IS NOT 0)
AND (:day IS NULL OR ((d.in_force_from IS NULL OR d.in_force_from <= :day)
  AND (d.in_force_to IS NULL OR :day < d.in_force_to)))
"""
_LISTED = """
SELECT json_group_array(CASE WHEN :folders IS NULL THEN d.id ELSE json_array(d.id, d.path) END)
"""
_DOCUMENTS = spelled_out("@listed FROM document AS d WHERE @passes", listed=_LISTED, passes=_PASSES)
_DOCUMENTS_BY_KEY = spelled_out(
    """@listed FROM json_each(:keys) AS asked
CROSS JOIN document AS d ON d.key = asked.value WHERE @passes""",
    listed=_LISTED,
    passes=_PASSES,
)
_VERSIONS = """
SELECT group_concat((v.dv << 1) + v.current) FROM json_each(:documents) AS asked
CROSS JOIN version AS v ON v.document = asked.value
"""
_MEMBERS = spelled_out("""
WITH met(entity) AS MATERIALIZED (
  SELECT m.entity FROM json_each(:ranges) AS part
  CROSS JOIN mention AS m ON m.passage BETWEEN json_extract(part.value, '$[0]')
    AND json_extract(part.value, '$[1]')
  WHERE @in_scope(m.passage) LIMIT :most)
SELECT (SELECT count(*) FROM met),
  (SELECT group_concat(entity) FROM (SELECT DISTINCT entity FROM met ORDER BY entity))
""")
_LAST_ENTITY = "SELECT max(id) FROM entity"
_MENTIONED = """
SELECT group_concat(entity) FROM (SELECT DISTINCT entity FROM mention ORDER BY entity)
"""
