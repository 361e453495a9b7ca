"""BM25 over a handful of texts, for when an index must not be asked.

``sum idf * tf (k1 + 1) / (tf + k1 (1 - b + b length / average))`` after Robertson and Zaragoza, *The
Probabilistic Relevance Framework: BM25 and Beyond* (2009), with k1 = 1.2 and b = 0.75. A term of
several words counts where they stand together. The statistics are those of the texts given, so
nothing else can change a score.
"""

import math
from collections.abc import Callable, Sequence

from evidence.ports import Ranked
from evidence.query import Term

K1 = 1.2
B = 0.75

Rows = Sequence[tuple[str, list[str]]]
Weight = Callable[[int, int], float]


def positive_weight(total: int, holding: int) -> float:
    """``ln(1 + (N - n + 0.5) / (n + 0.5))``: never negative, however common a term is."""
    return math.log(1.0 + (total - holding + 0.5) / (holding + 0.5))


def sqlite_weight(total: int, holding: int) -> float:
    """``max(ln((N - n + 0.5) / (n + 0.5)), 1e-6)``, as SQLite's FTS5 has it."""
    return max(math.log((total - holding + 0.5) / (holding + 0.5)), 1e-6)


def rank(terms: Sequence[Term], rows: Rows) -> list[Ranked]:
    """The rows that hold any of the terms, best first, equal scores by id.

    Args:
        terms: Each one word or several that must stand together.
        rows: For each text its id and its normalised words; these texts are the statistics.
    """
    average = sum(len(words) for _, words in rows) / len(rows) if rows else 1.0
    return rank_within(terms, rows, total=len(rows), average=average, weight=positive_weight)


def rank_within(
    terms: Sequence[Term], rows: Rows, *, total: int, average: float, weight: Weight
) -> list[Ranked]:
    """As ``rank``, with the statistics of a larger collection that ``rows`` is the met part of.

    Args:
        terms: Each one word or several that must stand together.
        rows: Every text of the collection that holds any of the terms.
        total: How many texts the collection has.
        average: Their mean length in words.
        weight: The weight of a term from the total and the texts that hold it.
    """
    scores: dict[str, float] = {}
    for term in dict.fromkeys(terms):
        counts = [(name, _count(term, words), len(words)) for name, words in rows]
        met = [(name, count, length) for name, count, length in counts if count]
        idf = weight(total, len(met))
        for name, count, length in met:
            norm = K1 * (1.0 - B + B * length / average)
            scores[name] = scores.get(name, 0.0) + idf * count * (K1 + 1.0) / (count + norm)
    ranked = [Ranked(name, "", rounded(score)) for name, score in scores.items()]
    return sorted(ranked, key=lambda row: (-row.score, row.id))


def rounded(score: float) -> float:
    """The score to nine significant digits, so that equal things are equal and tie by id."""
    return float(f"{score:.9g}")


def _count(term: Term, words: list[str]) -> int:
    """How often the words of the term stand together."""
    if not term:
        return 0
    first, width = term[0], len(term)
    found = words.count(first)
    if width == 1 or not found:
        return found
    total, at = 0, -1
    for _ in range(found):
        at = words.index(first, at + 1)
        total += tuple(words[at : at + width]) == term
    return total
