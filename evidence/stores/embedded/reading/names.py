"""Finding entities by name: in stages, each of which stops as soon as enough is found.

A stage reads the full-text index in stored order without ranking, so its cost is what is read
until enough names in scope have been met. Ranking is left to ``evidence.match``.
"""

import json
from collections.abc import Sequence
from typing import Any

from evidence.bm25 import rank_within, sqlite_weight
from evidence.ports import NameRow, Ranked
from evidence.query import Query
from evidence.scope import Scope
from evidence.stores.embedded.reading import matching
from evidence.stores.embedded.reading.identities import label_names, label_numbers, uuid_text
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import resolved
from evidence.stores.embedded.reading.view import View
from evidence.words import words

_LAST_CHARACTER = "\U0010ffff"


class _Found:
    """The names found so far, each once, in the order of the stages."""

    def __init__(self, view: View, asked: dict[str, Any], limit: int) -> None:
        self._view = view
        self._asked = asked
        self._limit = limit
        self._labels = label_names(view)
        self.rows: dict[int, NameRow] = {}

    @property
    def left(self) -> int:
        """How many more are wanted."""
        return self._limit - len(self.rows)

    def add(self, sql: str, most: int, **more: str) -> None:
        """Add the first names of a stage, at most ``most``, that are not found yet."""
        wanted = min(most, self.left)
        if wanted <= 0:
            return
        taken = json.dumps(list(self.rows))
        parameters = {**self._asked, **more, "taken": taken, "left": wanted}
        known = self._view.known["entity"]
        for number, entity, uid, label, name, matched in self._view.listed(sql, parameters):
            row = NameRow(uuid_text(uid), self._labels[label], name, matched)
            known[row.entity_id] = entity
            self.rows[number] = row


def match_names(
    view: View, query: Query, labels: Sequence[str] | None, scope: Scope, limit: int
) -> list[NameRow]:
    """At most ``limit`` names of in-scope entities that meet the query, in stages."""
    if not query.norm:
        return []
    wanted = label_numbers(view, labels)
    asked = resolved(view, scope).asked(labels=None if wanted is None else json.dumps(wanted))
    found = _Found(view, asked, limit)
    found.add(_SAME, limit, key=query.key)
    if not query.terms:
        found.add(_BEGINS, limit, norm=query.norm, after=query.norm + _LAST_CHARACTER)
        return list(found.rows.values())
    found.add(_MATCHES, limit, match=matching.beginning(tuple(words(query.norm))))
    found.add(_MATCHES, limit, match=matching.every(query.terms, prefix=True))
    if len(query.terms) == 1:
        # Whatever has the one word was found with those that have its beginning.
        return list(found.rows.values())
    share = -(-found.left // len(query.terms))
    for term in query.terms:
        found.add(_MATCHES, share, match=matching.phrase(term))
    return list(found.rows.values())


def rank_names(view: View, terms: Sequence[str], label: str, limit: int) -> list[Ranked]:
    """The primary names of one label by BM25, with the statistics of that label."""
    asked = [tuple(words(term)) for term in dict.fromkeys(terms)]
    phrases = [term for term in asked if term]
    below = json.dumps(label_numbers(view, [label]))
    if not phrases:
        return []
    total, average = view.recall(
        ("names", label), lambda: view.rows(_STATISTICS, {"labels": below})[0]
    )
    met = view.listed(_PRIMARY, {"labels": below, "match": matching.some(phrases)})
    rows = [(uuid_text(uid), norm.split()) for uid, norm in met]
    ranked = rank_within(phrases, rows, total=total, average=average or 1.0, weight=sqlite_weight)
    return [row._replace(label=label) for row in ranked[:limit]]


_WANTED = """(:labels IS NULL OR e.label IN (SELECT value FROM json_each(:labels)))
  AND n.id NOT IN (SELECT value FROM json_each(:taken)) AND @member(e.id)"""
_ROW = """n.id AS id, e.id AS entity, hex(e.uid) AS uid, e.label AS label, e.name AS name,
  n.text AS matched"""
_LISTED = "SELECT json_group_array(json_array(id, entity, uid, label, name, matched)) FROM"
_SAME = spelled_out(
    """
@listed (SELECT @row FROM name AS n CROSS JOIN entity AS e ON e.id = n.entity
  WHERE n.key = :key AND @wanted ORDER BY n.id LIMIT :left)
""",
    listed=_LISTED,
    row=_ROW,
    wanted=_WANTED,
)
_BEGINS = spelled_out(
    """
@listed (SELECT @row FROM name AS n CROSS JOIN entity AS e ON e.id = n.entity
  WHERE n.norm >= :norm AND n.norm < :after AND @wanted ORDER BY n.id LIMIT :left)
""",
    listed=_LISTED,
    row=_ROW,
    wanted=_WANTED,
)
_MATCHES = spelled_out(
    """
@listed (SELECT @row FROM name_fts CROSS JOIN name AS n ON n.id = name_fts.rowid
  CROSS JOIN entity AS e ON e.id = n.entity
  WHERE name_fts MATCH :match AND @wanted ORDER BY name_fts.rowid LIMIT :left)
""",
    listed=_LISTED,
    row=_ROW,
    wanted=_WANTED,
)
_PRIMARY = """
SELECT json_group_array(json_array(hex(e.uid), n.norm)) FROM name_fts
CROSS JOIN name AS n ON n.id = name_fts.rowid CROSS JOIN entity AS e ON e.id = n.entity
WHERE name_fts MATCH :match AND n.ord = 0 AND e.label IN (SELECT value FROM json_each(:labels))
"""
_STATISTICS = """
SELECT count(*), avg(length(n.norm) - length(replace(n.norm, ' ', '')) + 1)
FROM json_each(:labels) AS asked CROSS JOIN entity AS e ON e.label = asked.value
CROSS JOIN name AS n ON n.entity = e.id AND n.ord = 0
"""
