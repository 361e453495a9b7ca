"""How a query meets a name, and the order of names that meet it.

A name is worth the best thing that can be said of it: the same name (4), it starts with what was
typed (3 to 4), it has every word (2 to 3), it has some of the words (0 to 1, weighted by how rare
each word is among the names at hand). The number orders names and means nothing else.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from evidence.details import NameMatch
from evidence.ports import NameRow
from evidence.query import Query, Term
from evidence.words import normalised

_ALIAS = 0.999


class MatchedName(NamedTuple):
    """An entity with the name or alias that met the query best."""

    entity_id: str
    label: str
    name: str
    matched: str
    match: NameMatch
    score: float


def match_names(query: Query, rows: Sequence[NameRow]) -> list[MatchedName]:
    """Each entity of the rows once, best match first, equal scores by id.

    Rarity of a word is ``ln(1 + (N - n + 0.5) / (n + 0.5))`` over the ``N`` rows given, the
    inverse document frequency of BM25 (Robertson and Zaragoza 2009).
    """
    norms = [normalised(row.matched) for row in rows]
    weights = _rarity(query.terms, norms)
    best: dict[str, MatchedName] = {}
    for row, norm in zip(rows, norms, strict=True):
        match, score = _grade(query, norm, weights)
        if match is NameMatch.NONE:
            continue
        score = round(score if row.matched == row.name else score * _ALIAS, 9)
        known = best.get(row.entity_id)
        if known is None or score > known.score:
            best[row.entity_id] = MatchedName(*row, match=match, score=score)
    return sorted(best.values(), key=lambda found: (-found.score, found.entity_id))


def match_name(query: Query, text: str) -> NameMatch:
    """How the query meets one name."""
    norm = normalised(text)
    return _grade(query, norm, dict.fromkeys(query.terms, 1.0))[0]


def _grade(query: Query, norm: str, weights: dict[Term, float]) -> tuple[NameMatch, float]:
    if not query.norm:
        return NameMatch.NONE, 0.0
    if norm == query.norm or norm.replace(" ", "") == query.key:
        return NameMatch.EXACT, 4.0
    if norm.startswith(query.norm):
        return NameMatch.PREFIX, 3.0 + len(query.norm) / (len(norm) + 1)
    present = [term for term in query.terms if _occurs(term, norm)]
    share = sum(len(term) for term in present) / (norm.count(" ") + 1)
    last = query.terms[-1:]
    if query.terms and set(query.terms) - set(present) <= set(_prefixed(last, norm)):
        return NameMatch.ALL_WORDS, 2.0 + min(share, 1.0) * 0.99
    if not present:
        return NameMatch.NONE, 0.0
    total = sum(weights.values())
    coverage = sum(weights[term] for term in present) / total if total else 0.0
    return NameMatch.SOME_WORDS, 0.9 * coverage + 0.1 * min(share, 1.0)


def _occurs(term: Term, norm: str) -> bool:
    return f" {' '.join(term)} " in f" {norm} "


def _prefixed(terms: Sequence[Term], norm: str) -> list[Term]:
    return [term for term in terms if f" {' '.join(term)}" in f" {norm}"]


def _rarity(terms: Sequence[Term], norms: Sequence[str]) -> dict[Term, float]:
    if len(terms) < 2:
        return dict.fromkeys(terms, 1.0)
    count: Counter[Term] = Counter()
    for norm in norms:
        count.update(term for term in terms if _occurs(term, norm))
    return {
        term: math.log(1 + (len(norms) - count[term] + 0.5) / (count[term] + 0.5)) for term in terms
    }
