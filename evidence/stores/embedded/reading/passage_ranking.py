"""Ranking passages by their words.

Up to ``STEP_ROWS`` visible passages that meet the query are ranked among themselves
(``evidence.bm25``), so whatever is out of scope cannot matter. Only when more meet it, the scope is
everything and nothing is disabled, the index ranks them all by its own statistics. FTS5 scores every match and
counts the list of every term, so an OR with everyday words costs seconds over a million passages;
terms are therefore taken from the rarest on while their lists stay short together.
"""

import json
from collections.abc import Sequence
from typing import Any

from evidence.bm25 import rank, rounded
from evidence.limits import STEP_ROWS
from evidence.ports import Ranked
from evidence.query import Query, Term
from evidence.scope import Scope
from evidence.stores.embedded.reading import matching
from evidence.stores.embedded.reading.identities import uuid_text
from evidence.stores.embedded.reading.predicates import spelled_out
from evidence.stores.embedded.reading.scopes import CURRENT, ResolvedScope, resolved
from evidence.stores.embedded.reading.view import View
from evidence.words import words

_LISTS_TOGETHER = 20_000
"""At 200,000 passages this keeps a query of six words with stop words near 20 ms."""
_SEEK = 50
"""Entering a list at one range costs about as much as reading this many of its rows (7 us)."""
_NO_SCOPE = {"scope": b"", "stamped": 0, "complete": 0, "current": 0}


def rank_passages(view: View, query: Query, scope: Scope | None, limit: int) -> list[Ranked]:
    """Passages that hold any term, best first; all versions of all when there is no scope."""
    if not query.terms:
        return []
    if scope is None:
        return _ranked_by_index(view, query.terms, {**_NO_SCOPE, "unscoped": 1}, limit)
    reader = _Reader(view, query.terms, resolved(view, scope))
    met = reader.with_some(STEP_ROWS + 1)
    if len(met) > STEP_ROWS and scope.is_everything and reader.applied.complete:
        return _ranked_by_index(view, query.terms, reader.applied.asked(unscoped=0), limit)
    if len(met) > STEP_ROWS:
        met = _fair_share(reader, query.terms)
    return rank(query.terms, _texts(view, met))[:limit]


class _Reader:
    """Reads the index inside one scope, in stored order, by the cheaper of two ways.

    A list of the index is read from its start, or entered anew at each range of documents. Where
    lists are looked through for what they share, the search does not end with a range; so they are
    entered only when even the shortest is long.
    """

    def __init__(self, view: View, terms: Sequence[Term], applied: ResolvedScope) -> None:
        self._view = view
        self._terms = terms
        self._lengths = dict(zip(terms, _frequencies(view, terms), strict=True))
        self._ranges = applied.ranges(CURRENT)
        self.applied = applied

    def with_some(self, most: int) -> list[int]:
        """The first visible passages with any term."""
        longest = sum(self._lengths.values())
        query = self._cheaper(longest, len(self._terms))
        return self._first(matching.some(self._terms), query, most)

    def with_every(self, most: int) -> list[int]:
        """The first visible passages with all terms."""
        shortest = min(self._lengths.values())
        query = self._cheaper(shortest, len(self._terms))
        return self._first(matching.every(self._terms), query, most)

    def with_term(self, term: Term, most: int, taken: Sequence[int]) -> list[int]:
        """The first visible passages with one term, none of those taken."""
        query = self._cheaper(self._lengths[term], len(term))
        return self._first(matching.phrase(term), query, most, taken)

    def _cheaper(self, length: int, lists: int) -> str:
        """The query that costs less for lists of this length."""
        by_range = len(self._ranges) * _SEEK * lists < length
        return _IN_RANGES if by_range else _IN_ORDER

    def _first(
        self,
        match: str,
        query: str,
        most: int,
        taken: Sequence[int] = (),
    ) -> list[int]:
        parameters = self.applied.asked(
            match=match,
            most=most,
            taken=json.dumps(list(taken)),
            ranges=json.dumps(self._ranges) if query == _IN_RANGES else "[]",
        )
        return self._view.listed(query, parameters)


def _fair_share(reader: _Reader, terms: Sequence[Term]) -> list[int]:
    """The first passages with all terms, then for each term its first, an equal share."""
    found = reader.with_every(STEP_ROWS)
    share = -(-(STEP_ROWS - len(found)) // len(terms))
    for term in terms:
        most = min(share, STEP_ROWS - len(found))
        if most > 0:
            found += reader.with_term(term, most, found)
    return found


def _texts(view: View, passages: Sequence[int]) -> list[tuple[str, list[str]]]:
    rows = view.rows(_TEXTS, {"passages": json.dumps(list(passages))})
    return [(uuid_text(uid), words(text)) for uid, text in rows]


def _ranked_by_index(
    view: View, terms: Sequence[Term], parameters: dict[str, Any], limit: int
) -> list[Ranked]:
    match = matching.some(_affordable(view, terms))
    rows = view.listed(_BY_INDEX, {**parameters, "match": match, "limit": limit})
    return [Ranked(uuid_text(uid), "", rounded(score)) for uid, score in rows]


def _affordable(view: View, terms: Sequence[Term]) -> list[Term]:
    """The rarest terms whose lists are short enough together; at least one."""
    sized = sorted(zip(_frequencies(view, terms), terms, strict=True))
    kept: list[Term] = []
    spent = 0
    for frequency, term in sized:
        spent += frequency
        if kept and spent > _LISTS_TOGETHER:
            break
        kept.append(term)
    return kept


def _frequencies(view: View, terms: Sequence[Term]) -> list[int]:
    """In how many passages each term can be at most: as many as hold its rarest word."""
    asked = sorted({word for term in terms for word in term})
    known = dict(view.listed(_DOCUMENT_FREQUENCIES, {"words": json.dumps(asked)}))
    return [min(known.get(word, 0) for word in term) for term in terms]


_DOCUMENT_FREQUENCIES = """
SELECT json_group_array(json_array(t.term, t.df)) FROM json_each(:words) AS asked
CROSS JOIN term AS t ON t.term = asked.value
"""
_IN_ORDER = spelled_out("""
SELECT json_group_array(id) FROM (SELECT rowid AS id FROM passage_fts
  WHERE passage_fts MATCH :match AND @visible(passage_fts.rowid)
    AND rowid NOT IN (SELECT value FROM json_each(:taken))
  ORDER BY rowid LIMIT :most)
""")
_IN_RANGES = spelled_out("""
SELECT json_group_array(id) FROM (SELECT passage_fts.rowid AS id FROM json_each(:ranges) AS part
  CROSS JOIN passage_fts ON passage_fts.rowid BETWEEN json_extract(part.value, '$[0]')
    AND json_extract(part.value, '$[1]')
  WHERE passage_fts MATCH :match AND @visible(passage_fts.rowid)
    AND passage_fts.rowid NOT IN (SELECT value FROM json_each(:taken))
  LIMIT :most)
""")
_TEXTS = """
SELECT hex(p.uid), p.text FROM json_each(:passages) AS asked
CROSS JOIN passage AS p ON p.id = asked.value
"""
_BY_INDEX = spelled_out("""
WITH met(id, score) AS MATERIALIZED (
  SELECT rowid, CAST(printf('%.9g', -bm25(passage_fts)) AS REAL) FROM passage_fts
  WHERE passage_fts MATCH :match AND (:unscoped OR @visible(passage_fts.rowid))),
least(score) AS MATERIALIZED (
  SELECT min(score) FROM (SELECT score FROM met ORDER BY score DESC LIMIT :limit))
SELECT json_group_array(json_array(uid, score)) FROM (
  SELECT hex(p.uid) AS uid, met.score AS score FROM met CROSS JOIN passage AS p ON p.id = met.id
  WHERE met.score >= (SELECT score FROM least) ORDER BY met.score DESC, p.uid LIMIT :limit)
""")
