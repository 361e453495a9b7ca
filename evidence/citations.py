"""Check citations: was what is cited really read, and may it be read?"""

from collections.abc import Iterable, Sequence

from evidence.ids import (
    MalformedEvidenceIdError,
    Reference,
    SpanReference,
    document_id,
    parse_evidence_id,
)
from evidence.results import CitationCheck, CitationResult, CitationVerdict
from evidence.scope import Scope, as_scope


async def check_citations(
    evidence_ids: Sequence[str],
    fetched_ids: Iterable[str],
    *,
    scope: Scope | Iterable[str],
) -> CitationResult:
    """A verdict on each cited id, in order; no store is read.

    ``malformed``: not an evidence id. ``unavailable``: its document is not in scope, even if it was
    fetched. ``valid``: fetched, or a span inside one fetched span of the same document and hash.
    ``not_fetched``: anything else. Pass only ids whose fetch was ``ok`` and not partial.

    Args:
        evidence_ids: The ids cited.
        fetched_ids: The ids read before.
        scope: Keys of the readable documents. A ``Scope`` must name its documents by key or be
            everything, since no store is asked which documents it holds.

    Raises:
        ValueError: The scope restricts by something else than keys.
    """
    readable = _readable(as_scope(scope))
    fetched = set(fetched_ids)
    spans = [
        reference
        for text in sorted(fetched)
        if isinstance(reference := _parsed(text), SpanReference)
    ]
    checks = [
        CitationCheck(cited_id=cited, verdict=_verdict(cited, fetched, spans, readable))
        for cited in evidence_ids
    ]
    return CitationResult(checks=checks)


def _readable(scope: Scope) -> frozenset[str] | None:
    """Ids of the readable documents; nothing means all."""
    if scope.is_everything:
        return None
    if scope.keys is None or scope != Scope(keys=scope.keys, enabled_only=scope.enabled_only):
        raise ValueError("citations are checked against document keys; name them in the scope")
    return frozenset(document_id(key) for key in scope.keys)


def _parsed(text: str) -> Reference | None:
    try:
        return parse_evidence_id(text)
    except MalformedEvidenceIdError:
        return None


def _verdict(
    cited: str,
    fetched: set[str],
    spans: Sequence[SpanReference],
    readable: frozenset[str] | None,
) -> CitationVerdict:
    reference = _parsed(cited)
    if reference is None:
        return CitationVerdict.MALFORMED
    if readable is not None and reference.document_id not in readable:
        return CitationVerdict.UNAVAILABLE
    if cited in fetched or any(_inside(reference, span) for span in spans):
        return CitationVerdict.VALID
    return CitationVerdict.NOT_FETCHED


def _inside(reference: Reference, span: SpanReference) -> bool:
    return (
        isinstance(reference, SpanReference)
        and reference.document_id == span.document_id
        and reference.hash_prefix == span.hash_prefix
        and span.start <= reference.start
        and reference.end <= span.end
    )
