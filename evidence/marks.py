"""Where names, words and quotes stand in a text, as code points ``[start, end)``.

Matching is on normalised words, so case, accents, quotes and hyphens do not hide a name that an
extractor wrote in its own way.
"""

from collections.abc import Iterable, Sequence

from evidence.query import Query, Term
from evidence.words import WordSpan, word_spans, words

Span = tuple[int, int]


def name_spans(text: str, names: Iterable[str]) -> list[Span]:
    """Where any of the names stands in the text, in order, none inside another."""
    wanted = [term for name in names if (term := tuple(words(name)))]
    return _spans(word_spans(text), wanted)


def query_spans(text: str, query: Query) -> list[Span]:
    """Where the query meets a name: its terms, the last one also as the start of a word."""
    found = word_spans(text)
    spans = _spans(found, query.terms)
    if query.terms and len(query.terms[-1]) == 1:
        spans += _prefix_spans(text, found, query.terms[-1][0])
    return merged(spans)


def word_marks(text: str, query: Query) -> list[Span]:
    """Where words of the query stand in a passage, whole words only."""
    return _spans(word_spans(text), query.terms)


def quote_span(text: str, quote: str | None, start: int | None, end: int | None) -> Span | None:
    """Where a quote stands: its stored place, else its exact text, else the same words."""
    if start is not None and end is not None and 0 <= start < end <= len(text):
        return (start, end)
    if not quote:
        return None
    at = text.find(quote)
    if at >= 0:
        return (at, at + len(quote))
    return next(iter(_spans(word_spans(text), [tuple(words(quote))])), None)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, overlapping ones joined."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def _spans(found: Sequence[WordSpan], terms: Iterable[Term]) -> list[Span]:
    places: dict[str, list[int]] = {}
    for index, span in enumerate(found):
        places.setdefault(span.word, []).append(index)
    return merged(
        (found[at].start, found[at + len(term) - 1].end)
        for term in terms
        for at in places.get(term[0] if term else "", [])
        if tuple(span.word for span in found[at : at + len(term)]) == tuple(term)
    )


def _prefix_spans(text: str, found: Sequence[WordSpan], prefix: str) -> list[Span]:
    """The beginnings of words that start with ``prefix``; whole words when letters were folded."""
    spans = []
    for span in found:
        if span.word.startswith(prefix):
            length = len(prefix) if span.end - span.start == len(span.word) else None
            spans.append((span.start, span.start + length if length else span.end))
    return [span for span in spans if span[1] <= len(text)]
