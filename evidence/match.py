"""How a query meets a name, and the order of names that meet it.

A name is worth the best thing that can be said of it: the same name (4), it starts with what was
typed (3 to 4), it has every word (2 to 3), it has some of the words (0 to 1, weighted by how rare
each word is among the names at hand). The number orders names and means nothing else.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import chain
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
    present = _occurring(query.terms, norms)
    weights = _rarity(query.terms, present)
    best: dict[str, MatchedName] = {}
    for row, norm, terms in zip(rows, norms, present, strict=True):
        match, score = _grade(query, norm, terms, weights)
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
    (present,) = _occurring(query.terms, [norm])
    return _grade(query, norm, present, dict.fromkeys(query.terms, 1.0))[0]


def _occurring(terms: Sequence[Term], norms: Sequence[str]) -> list[list[Term]]:
    """For each name the terms that occur in it, in their order."""
    spelled = [(term, f" {' '.join(term)} ") for term in terms]
    padded = [f" {norm} " for norm in norms]
    return [[term for term, words in spelled if words in name] for name in padded]


def _grade(
    query: Query, norm: str, present: Sequence[Term], weights: dict[Term, float]
) -> tuple[NameMatch, float]:
    if not query.norm:
        return NameMatch.NONE, 0.0
    if norm == query.norm or norm.replace(" ", "") == query.key:
        return NameMatch.EXACT, 4.0
    if norm.startswith(query.norm):
        return NameMatch.PREFIX, 3.0 + len(query.norm) / (len(norm) + 1)
    share = sum(map(len, present)) / (norm.count(" ") + 1)
    if query.terms and _has_all(query.terms, present, norm):
        return NameMatch.ALL_WORDS, 2.0 + min(share, 1.0) * 0.99
    if not present:
        return NameMatch.NONE, 0.0
    total = sum(weights.values())
    coverage = sum(weights[term] for term in present) / total if total else 0.0
    return NameMatch.SOME_WORDS, 0.9 * coverage + 0.1 * min(share, 1.0)


def _has_all(terms: Sequence[Term], present: Sequence[Term], norm: str) -> bool:
    """Whether all terms occur; of the last one, which may still be typed, a beginning will do."""
    missing = set(terms).difference(present)
    return not missing or (missing == {terms[-1]} and f" {' '.join(terms[-1])}" in f" {norm} ")


def _rarity(terms: Sequence[Term], present: Sequence[Sequence[Term]]) -> dict[Term, float]:
    if len(terms) < 2:
        return dict.fromkeys(terms, 1.0)
    count = Counter(chain.from_iterable(present))
    rows = len(present)
    return {term: math.log(1 + (rows - count[term] + 0.5) / (count[term] + 0.5)) for term in terms}
